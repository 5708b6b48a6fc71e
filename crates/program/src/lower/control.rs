//! Blocks, jumps and returns.

use wasmparser::{BlockType, BrTable};

use super::Lowering;
use super::operand::Operand;
use crate::code::{Op, Pc, Reg};
use crate::error::ModuleError;
use crate::module::{ConditionalKind, Loop, LoopIdx};

/// What kind of block a label belongs to.
enum Kind {
    Function,
    Block,
    /// Jumps to it go back to this position, at which so many instructions had been seen.
    Loop {
        header: Pc,
        executed: u32,
    },
    /// The jump over the first arm, until `else` is seen.
    If {
        over: usize,
    },
    /// An `if` in its second arm.
    Else,
}

/// A block that is open, as the target of jumps.
pub(super) struct Label {
    kind: Kind,
    /// The height of the stack below the block's parameters.
    height: usize,
    params: usize,
    results: usize,
    /// Jumps to the end of the block, to be completed when that is known.
    jumps: Vec<usize>,
}

impl Label {
    pub(super) fn function(results: usize) -> Self {
        Label { kind: Kind::Function, height: 0, params: 0, results, jumps: Vec::new() }
    }

    /// How many values a jump to it carries.
    fn arity(&self) -> usize {
        if matches!(self.kind, Kind::Loop { .. }) { self.params } else { self.results }
    }
}

impl Lowering<'_> {
    /// Opens a block. Its parameters are settled, and so are locals further down: inside the block they may
    /// be written on one way and not on another.
    fn open(&mut self, kind: Kind, params: usize, results: usize) {
        let height = self.stack.len() - params;
        self.labels.push(Label { kind, height, params, results, jumps: Vec::new() });
    }

    fn settle_for_block(&mut self, params: usize) {
        self.settle_from(self.stack.len() - params);
        self.settle_locals();
    }

    pub(super) fn block(&mut self, ty: BlockType) {
        let (params, results) = self.arity(ty);
        self.settle_for_block(params);
        self.open(Kind::Block, params, results);
    }

    pub(super) fn loop_(&mut self, ty: BlockType) {
        let (params, results) = self.arity(ty);
        self.settle_for_block(params);
        let header = self.here();
        let index = LoopIdx(self.program.loops.len() as u32);
        self.program.loops.push(Loop {
            function: self.function,
            offset: self.offset,
            parent: self.loops.last().copied(),
            depth: self.loops.len() as u32 + 1,
            header,
        });
        self.loops.push(index);
        self.open(Kind::Loop { header, executed: self.executed }, params, results);
    }

    pub(super) fn if_(&mut self, ty: BlockType) {
        let (params, results) = self.arity(ty);
        let (op, inverted) = self.condition(true);
        self.settle_for_block(params);
        let over = self.decide(op, ConditionalKind::If, true, inverted);
        self.open(Kind::If { over }, params, results);
    }

    pub(super) fn else_(&mut self) {
        let label = self.labels.last().expect("else belongs to an if");
        let height = label.height;
        let params = label.params;
        let Kind::If { over } = label.kind else { unreachable!("validated: else belongs to an if") };
        if self.reachable {
            self.settle_from(height);
            let jump = self.program.code.len();
            self.emit(Op::Br { target: 0, executed: self.executed as i32 });
            self.label().jumps.push(jump);
        }
        self.label().kind = Kind::Else;
        self.complete(over);
        self.restart(height, params);
    }

    pub(super) fn end(&mut self) {
        if self.reachable {
            let height = self.label().height;
            self.settle_from(height);
        }
        let label = self.labels.pop().expect("end belongs to a block");
        match label.kind {
            Kind::Loop { .. } => {
                self.loops.pop();
            }
            // Without an `else`, parameters and results are the same values in the same slots.
            Kind::If { over } => {
                self.complete(over);
                self.reachable = true;
            }
            _ => {}
        }
        for &jump in &label.jumps {
            self.complete(jump);
            self.reachable = true;
        }
        if matches!(label.kind, Kind::Function) {
            if self.reachable {
                self.restart(0, label.results);
                self.return_();
            }
            self.reachable = false;
        } else if self.reachable {
            self.restart(label.height, label.results);
        } else {
            self.clear_to(label.height);
        }
    }

    /// Goes on with reachable code and a stack of that height plus so many values in their slots.
    fn restart(&mut self, height: usize, values: usize) {
        self.clear_to(height);
        self.push_slots(values);
        self.reachable = true;
    }

    fn clear_to(&mut self, height: usize) {
        while self.stack.len() > height {
            self.drop();
        }
    }

    fn label(&mut self) -> &mut Label {
        self.labels.last_mut().expect("code stands in a block")
    }

    /// The current position as the target of a jump.
    fn here(&mut self) -> Pc {
        self.barrier = self.program.code.len();
        self.barrier as Pc
    }

    /// Lets a forward jump lead to here. Until now its count held the instructions up to the jump.
    fn complete(&mut self, jump: usize) {
        let here = self.here();
        let seen = self.executed as i32;
        let (target, executed) = self.program.code[jump].jump_mut().expect("only jumps are completed");
        *target = here;
        *executed -= seen;
    }

    /// Takes the condition off the stack: an operation that jumps if it holds, or, with `negate`, if it does
    /// not; and whether the condition is the opposite of what was written. A comparison that was just emitted for
    /// it is taken back and fused. Settling what is left of the stack afterwards does not disturb its operands:
    /// those lie in locals, in constants, or at and above the condition's own height.
    fn condition(&mut self, negate: bool) -> (Op, bool) {
        let mut inverted = false;
        let fused = self.claim_top().and_then(|last| {
            let compare = self.program.code[last];
            inverted =
                self.inverted == Some(last) || matches!(compare, Op::I32Eqz { .. } | Op::I64Eqz { .. });
            match (negate, compare) {
                (true, Op::I32Eqz { a, .. } | Op::I64Eqz { a, .. }) => {
                    Some(Op::BrNez { condition: a, target: 0, executed: 0 })
                }
                (true, _) => compare.negated()?.branch_on(),
                (false, _) => compare.branch_on(),
            }
        });
        let mut op = match fused {
            Some(op) => {
                self.program.code.pop();
                self.program.origins.pop();
                self.inverted = None;
                self.drop();
                op
            }
            None => {
                let (condition, target, executed) = (self.pop(), 0, 0);
                if negate {
                    Op::BrEqz { condition, target, executed }
                } else {
                    Op::BrNez { condition, target, executed }
                }
            }
        };
        if let Some((_, executed)) = op.jump_mut() {
            *executed = self.executed as i32;
        }
        (op, inverted)
    }

    pub(super) fn br(&mut self, depth: u32) {
        self.carry(depth);
        self.jump(Op::Br { target: 0, executed: self.executed as i32 }, depth);
        self.reachable = false;
    }

    pub(super) fn br_if(&mut self, depth: u32) {
        let target = self.target(depth);
        let (arity, height) = (target.arity(), target.height);
        let in_place = arity == 0 || self.stack.len() - 1 == height + arity;
        if in_place && !matches!(target.kind, Kind::Function) {
            // The values that the jump carries are settled before it, on both ways: an extra copy on the way
            // that does not jump is cheaper than a second jump on the way that does.
            let (op, inverted) = self.condition(false);
            self.settle_from(self.stack.len() - arity);
            let at = self.decide(op, ConditionalKind::BrIf, false, inverted);
            self.link(at, depth);
        } else {
            // The values have to move, or the function returns: jump over that if the condition fails.
            let (op, inverted) = self.condition(true);
            let over = self.decide(op, ConditionalKind::BrIf, true, inverted);
            self.br(depth);
            self.reachable = true;
            self.complete(over);
        }
    }

    pub(super) fn br_table(&mut self, targets: &BrTable) -> Result<(), ModuleError> {
        let index = self.pop();
        let depths = targets.targets().chain([Ok(targets.default())]).collect::<Result<Vec<u32>, _>>()?;
        let arity = self.target(targets.default()).arity();
        self.settle_from(self.stack.len() - arity);
        self.decide(Op::BrTable { index, len: targets.len() }, ConditionalKind::BrTable, false, false);
        // One jump for each target. Those that carry values which have to move get a trampoline, shared
        // between equal targets.
        let table = self.program.code.len();
        for _ in &depths {
            self.emit(Op::Br { target: 0, executed: self.executed as i32 });
        }
        let mut trampolines: Vec<(u32, Vec<usize>)> = Vec::new();
        for (i, &depth) in depths.iter().enumerate() {
            let target = self.target(depth);
            let moves = matches!(target.kind, Kind::Function)
                || (target.arity() > 0 && self.stack.len() != target.height + target.arity());
            if !moves {
                self.link(table + i, depth);
            } else if let Some((_, jumps)) = trampolines.iter_mut().find(|(d, _)| *d == depth) {
                jumps.push(table + i);
            } else {
                trampolines.push((depth, vec![table + i]));
            }
        }
        for (depth, jumps) in trampolines {
            for jump in jumps {
                self.complete(jump);
            }
            self.br(depth);
        }
        self.reachable = false;
        Ok(())
    }

    fn target(&self, depth: u32) -> &Label {
        &self.labels[self.labels.len() - 1 - depth as usize]
    }

    /// Emits a jump to a label, or a return if the label is the function itself.
    fn jump(&mut self, op: Op, depth: u32) {
        if matches!(self.target(depth).kind, Kind::Function) {
            return self.return_();
        }
        let at = self.program.code.len();
        self.emit(op);
        self.link(at, depth);
    }

    /// Directs a jump to a label. Its count holds the instructions up to it.
    fn link(&mut self, at: usize, depth: u32) {
        let position = self.labels.len() - 1 - depth as usize;
        if let Kind::Loop { header, executed: seen } = self.labels[position].kind {
            let (target, executed) = self.program.code[at].jump_mut().expect("only jumps are linked");
            *target = header;
            *executed -= seen as i32;
        } else {
            self.labels[position].jumps.push(at);
        }
    }

    /// Moves the values that a jump carries to where its target expects them.
    fn carry(&mut self, depth: u32) {
        let target = self.target(depth);
        if !matches!(target.kind, Kind::Function) {
            let (arity, height) = (target.arity(), target.height);
            self.place(arity, height);
        }
    }

    /// Copies the top values to the slots from a height upwards. The stack stays as it is: another way on
    /// from here may need it.
    fn place(&mut self, count: usize, height: usize) {
        let from = self.stack.len() - count;
        for i in 0..count {
            // In this order no value is overwritten before it has moved: each goes down or stays.
            let src = self.operand_register(from + i);
            let dst = self.slot(height + i);
            if src != dst {
                self.emit(Op::Copy { dst, src });
            }
        }
    }

    /// The register of an operand that stays on the stack.
    fn operand_register(&mut self, height: usize) -> Reg {
        match self.stack[height] {
            Operand::Slot => self.slot(height),
            Operand::Local(local) => self.locals[local as usize].register,
            Operand::Const(bits) => self.constant(bits, height),
        }
    }

    pub(super) fn return_(&mut self) {
        let executed = self.executed as i32;
        match self.results {
            0 => self.emit(Op::Return { executed }),
            1 => {
                let src = self.operand_register(self.stack.len() - 1);
                self.emit(Op::Return1 { src, executed });
            }
            many => {
                let from = self.stack.len() - many;
                self.place(many, from);
                let src = self.slot(from);
                self.emit(Op::ReturnMany { src, len: many as u16, executed });
            }
        }
    }
}
