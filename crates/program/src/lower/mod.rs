//! From Wasm's stack code to register code (see [`crate::code`]), one function at a time.
//!
//! The operand stack is followed at load time. `local.get` and constants emit nothing: they stay on it as
//! what they are until something consumes them. The value at height h of the stack, once computed, lives in
//! its own slot, register `first_slot + h`; so where control flow joins, both sides agree without a word.

mod control;
mod operand;
mod scan;

use wasmparser::{BlockType, FunctionBody, MemArg, Operator, OperatorsReader};

use crate::code::{LONGEST_PIECE, Op, Origin, Pc, Reg};
use crate::error::ModuleError;
use crate::module::{
    Body, CallSite, Conditional, ConditionalIdx, ConditionalKind, FuncIdx, FuncType, LoopIdx, Program,
};
use crate::numeric_operators;
use crate::operators::Store;
use control::Label;
use operand::Operand;

/// The most registers that a frame can have: what fits [`Reg`].
const MAX_REGISTERS: u32 = 1 << 16;

/// Lowers a function and appends its code and structure to the program.
pub(crate) fn function(
    program: &mut Program,
    function: FuncIdx,
    body: &FunctionBody,
) -> Result<(), ModuleError> {
    let ty = program.func_type(function).clone();
    let mut locals = ty.params.len() as u32;
    for group in body.get_locals_reader()? {
        locals = locals.saturating_add(group?.0);
    }
    let params = ty.params.len();
    let scan = scan::scan(body.get_operators_reader()?, params, locals as usize)?;
    let range = body.range();
    let too_large =
        ModuleError::FunctionTooLarge { function: function.0, limit: MAX_REGISTERS, offset: range.start };
    let first_slot = locals.saturating_add(scan.constants.len() as u32);
    if first_slot >= MAX_REGISTERS {
        return Err(too_large);
    }
    // Confined locals come after the constants, where a call leaves them as they are.
    let kept = scan.confined.iter().filter(|c| c.is_none()).count() as u16;
    let mut registers = [0, kept + scan.constants.len() as u16];
    let locals: Vec<Local> = scan
        .confined
        .iter()
        .map(|&confined| {
            let next = &mut registers[usize::from(confined.is_some())];
            *next += 1;
            Local { register: *next - 1, confined, constant: None, pending: 0 }
        })
        .collect();
    let mut register_reads = vec![u32::MAX; first_slot as usize];
    for local in &locals {
        register_reads[local.register as usize] = local.confined.unwrap_or(u32::MAX);
    }
    let start = program.code.len() as Pc;
    let first_constant = program.constants.len() as u32;
    program.constants.extend(&scan.constants);

    let mut lowering = Lowering {
        program,
        function,
        results: ty.results.len(),
        constants: scan.constants,
        first_constant: kept,
        locals,
        register_reads,
        all_pending: 0,
        first_slot,
        max_slot: first_slot,
        stack: Vec::new(),
        labels: Vec::new(),
        loops: Vec::new(),
        reachable: true,
        skipped: 0,
        executed: 0,
        offset: 0,
        barrier: start as usize,
        inverted: None,
        last_breath: start as usize,
        max_code: start as usize + (1 << 16) + 8 * (range.end - range.start) as usize,
    };
    lowering.body(body.get_operators_reader()?, &ty)?;
    // Arguments of a call are written before the callee's frame is checked, so the frame covers them.
    let frame = lowering.max_slot;
    if frame >= MAX_REGISTERS {
        return Err(too_large);
    }
    let body = Body {
        code: start..program.code.len() as Pc,
        params: params as u16,
        locals: kept,
        constants: first_constant..program.constants.len() as u32,
        frame: frame as u16,
        bytes: range.start as u32..range.end as u32,
    };
    program.bodies.push(body);
    Ok(())
}

/// A local while its function is lowered.
struct Local {
    register: Reg,
    /// How often it is read, if it is confined (see `scan.rs`).
    confined: Option<u32>,
    /// The constant that it holds, if it is confined and that is known.
    constant: Option<u64>,
    /// How often it is on the operand stack as itself.
    pending: u32,
}

/// The state of lowering one function.
struct Lowering<'a> {
    program: &'a mut Program,
    function: FuncIdx,
    results: usize,
    /// The constants that have a register, from `first_constant` on.
    constants: Vec<u64>,
    first_constant: Reg,
    locals: Vec<Local>,
    /// How often the confined local in a register is read; for other registers a number that is never reached.
    register_reads: Vec<u32>,
    /// How many operands are locals as themselves.
    all_pending: u32,
    first_slot: u32,
    max_slot: u32,
    stack: Vec<Operand>,
    labels: Vec<Label>,
    /// The loops around the current position.
    loops: Vec<LoopIdx>,
    reachable: bool,
    /// Blocks opened in unreachable code and not closed yet.
    skipped: u32,
    /// Wasm instructions so far: W in [`crate::code`].
    executed: u32,
    offset: u32,
    /// Code before this position must not be changed: a jump may lead to here.
    barrier: usize,
    /// The comparison that has become its opposite.
    inverted: Option<usize>,
    /// Where the last [`Op::Breath`] is.
    last_breath: usize,
    /// How long the program's code may become with this function.
    max_code: usize,
}

/// Whether an operator does something when it is executed; the others only give code its structure.
pub(crate) fn is_executed(operator: &Operator) -> bool {
    !matches!(
        operator,
        Operator::Block { .. } | Operator::Loop { .. } | Operator::Else | Operator::End | Operator::Nop
    )
}

macro_rules! lower_numeric {
    (
        unary [$($unary:ident)*]
        binary [$($binary:ident)*]
        compare [$($compare:ident $branch:ident $negated:ident $step:ident $add:ident,)*]
        load [$($load:ident $load_at:ident,)*]
        store [$($store:ident $store_at:ident,)*]
    ) => {
        /// Lowers an operator that computes one value from others. Anything else is handed back.
        fn numeric<'o>(&mut self, operator: Operator<'o>) -> Option<Operator<'o>> {
            let operator = match operator {
                Operator::F32Load { memarg } => Operator::I32Load { memarg },
                Operator::F64Load { memarg } => Operator::I64Load { memarg },
                other => other,
            };
            match operator {
                Operator::I32Eqz if self.negate_last() => {}
                Operator::I32And if self.mask_boolean() => {}
                $(Operator::$unary => self.unary(|dst, a| Op::$unary { dst, a }),)*
                $(Operator::$binary => self.binary(|dst, a, b| Op::$binary { dst, a, b }),)*
                $(Operator::$compare => self.binary(|dst, a, b| Op::$compare { dst, a, b }),)*
                $(Operator::$load { memarg } => {
                    let offset = memarg.offset as u32;
                    self.load(
                        |dst, address| Op::$load { dst, address, offset },
                        |dst, a, b| Op::$load_at { dst, a, b, offset },
                    );
                })*
                // Registers hold bits, so to look at them as another type of the same width is free.
                Operator::I32ReinterpretF32
                | Operator::I64ReinterpretF64
                | Operator::F32ReinterpretI32
                | Operator::F64ReinterpretI64 => {}
                other => return Some(other),
            }
            None
        }

        fn store(&mut self, store: Store, memarg: MemArg) {
            let offset = memarg.offset as u32;
            match store {
                $(Store::$store => self.store_value(
                    |address, value| Op::$store { address, value, offset },
                    |a, b, value| Op::$store_at { a, b, value, offset },
                ),)*
            }
        }
    };
}

impl Lowering<'_> {
    numeric_operators!(lower_numeric);

    fn body(&mut self, reader: OperatorsReader, ty: &FuncType) -> Result<(), ModuleError> {
        self.labels.push(Label::function(ty.results.len()));
        let mut reader = reader;
        while !reader.eof() {
            self.offset = reader.original_position() as u32;
            let operator = reader.read()?;
            if !self.reachable {
                self.skip(&operator);
                continue;
            }
            // Branches that move many values take many operations. Real code is far from these bounds.
            let slots = self.first_slot as usize + self.stack.len();
            if self.program.code.len() > self.max_code || slots > MAX_REGISTERS as usize {
                return Err(ModuleError::FunctionTooLarge {
                    function: self.function.0,
                    limit: MAX_REGISTERS,
                    offset: self.offset.into(),
                });
            }
            if self.program.code.len() - self.last_breath >= LONGEST_PIECE {
                self.last_breath = self.program.code.len();
                self.emit(Op::Breath);
            }
            self.executed += u32::from(is_executed(&operator));
            if let Some(rest) = self.numeric(operator)
                && let Some(rest) = self.variable(rest)
                && let Some(rest) = self.memory(rest)
            {
                self.control(rest)?;
            }
        }
        Ok(())
    }

    /// In unreachable code only the end of the block that is left matters.
    fn skip(&mut self, operator: &Operator) {
        match operator {
            Operator::Block { .. } | Operator::Loop { .. } | Operator::If { .. } => self.skipped += 1,
            Operator::End if self.skipped > 0 => self.skipped -= 1,
            Operator::Else if self.skipped == 0 => self.else_(),
            Operator::End => self.end(),
            _ => {}
        }
    }

    fn emit(&mut self, op: Op) {
        // Copies come in pairs.
        if let Op::Copy { dst: then_dst, src: then_src } = op
            && self.program.code.len() > self.barrier
            && let Some(last) = self.program.code.last_mut()
            && let Op::Copy { dst, src } = *last
        {
            *last = Op::Copies { dst, src, then_dst, then_src };
            return;
        }
        self.emit_conditional(op, None);
    }

    fn emit_conditional(&mut self, op: Op, conditional: Option<ConditionalIdx>) {
        self.program.code.push(op);
        self.program.origins.push(Origin { offset: self.offset, executed: self.executed, conditional });
    }

    /// Emits the operation that decides a conditional, and gives its position. An addition right before it, to
    /// what it compares, becomes part of it.
    fn decide(&mut self, op: Op, kind: ConditionalKind, negated: bool, inverted: bool) -> usize {
        let mut op = op;
        if self.program.code.len() > self.barrier
            && let Some(&last) = self.program.code.last()
            && let Some(step) = op.step_after(last)
        {
            self.program.code.pop();
            self.program.origins.pop();
            op = step;
        }
        let index = ConditionalIdx(self.program.conditionals.len() as u32);
        let at = self.program.code.len();
        let (function, offset, pc) = (self.function, self.offset, at as Pc);
        self.program.conditionals.push(Conditional { function, offset, kind, negated, inverted, pc });
        self.emit_conditional(op, Some(index));
        at
    }

    fn unary(&mut self, op: impl FnOnce(Reg, Reg) -> Op) {
        let a = self.pop();
        let dst = self.push_slot();
        self.emit(op(dst, a));
    }

    fn binary(&mut self, op: impl FnOnce(Reg, Reg, Reg) -> Op) {
        let b = self.pop();
        let a = self.pop();
        let dst = self.push_slot();
        self.emit(op(dst, a, b));
    }

    /// `i32.eqz` of a comparison is the opposite comparison, if nothing else sees its result.
    fn negate_last(&mut self) -> bool {
        let Some(last) = self.claim_top() else {
            return false;
        };
        let Some(negated) = self.program.code[last].negated() else {
            return false;
        };
        self.program.code[last] = negated;
        self.inverted = if self.inverted == Some(last) { None } else { Some(last) };
        true
    }

    /// `and 1` of a comparison, which unoptimised code is full of, is the comparison itself.
    fn mask_boolean(&mut self) -> bool {
        let [.., _, Operand::Const(1)] = self.stack[..] else {
            return false;
        };
        self.drop();
        match self.claim_top() {
            Some(last) if self.program.code[last].is_boolean() => true,
            _ => {
                self.stack.push(Operand::Const(1));
                false
            }
        }
    }

    /// Locals, globals, constants, references and the stack itself.
    fn variable<'o>(&mut self, operator: Operator<'o>) -> Option<Operator<'o>> {
        if let Some(bits) = scan::constant(&operator) {
            self.stack.push(Operand::Const(bits));
            return None;
        }
        match operator {
            Operator::LocalGet { local_index } => self.push_local(local_index),
            Operator::LocalSet { local_index } => self.set_local(local_index),
            Operator::LocalTee { local_index } => {
                self.set_local(local_index);
                self.push_local(local_index);
            }
            Operator::RefIsNull => self.unary(|dst, a| Op::RefIsNull { dst, a }),
            Operator::RefFunc { function_index } => {
                let dst = self.push_slot();
                self.emit(Op::RefFunc { dst, function: function_index });
            }
            Operator::GlobalGet { global_index } => {
                let dst = self.push_slot();
                self.emit(Op::GlobalGet { dst, global: global_index });
            }
            Operator::GlobalSet { global_index } => {
                let src = self.pop();
                self.emit(Op::GlobalSet { src, global: global_index });
            }
            Operator::Drop => self.drop(),
            Operator::Select | Operator::TypedSelect { .. } => {
                let condition = self.pop();
                let b = self.pop();
                let a = self.pop();
                let dst = self.push_slot();
                self.emit(Op::Select { dst, condition, a, b });
            }
            Operator::Nop => {}
            other => return Some(other),
        }
        None
    }

    /// Stores, and the bulk operations on memories and tables.
    fn memory<'o>(&mut self, operator: Operator<'o>) -> Option<Operator<'o>> {
        match operator {
            Operator::I32Store8 { memarg } | Operator::I64Store8 { memarg } => {
                self.store(Store::Store8, memarg);
            }
            Operator::I32Store16 { memarg } | Operator::I64Store16 { memarg } => {
                self.store(Store::Store16, memarg);
            }
            Operator::I32Store { memarg }
            | Operator::F32Store { memarg }
            | Operator::I64Store32 { memarg } => self.store(Store::Store32, memarg),
            Operator::I64Store { memarg } | Operator::F64Store { memarg } => {
                self.store(Store::Store64, memarg);
            }
            Operator::MemorySize { .. } => {
                let dst = self.push_slot();
                self.emit(Op::MemorySize { dst });
            }
            Operator::MemoryGrow { .. } => self.unary(|dst, pages| Op::MemoryGrow { dst, pages }),
            Operator::MemoryFill { .. } => {
                self.bulk(|address, value, len| Op::MemoryFill { address, value, len })
            }
            Operator::MemoryCopy { .. } => self.bulk(|dst, src, len| Op::MemoryCopy { dst, src, len }),
            Operator::MemoryInit { data_index: segment, .. } => {
                self.bulk(|dst, src, len| Op::MemoryInit { dst, src, len, segment });
            }
            Operator::DataDrop { data_index } => self.emit(Op::DataDrop { segment: data_index }),
            Operator::TableGet { table } => self.unary(|dst, index| Op::TableGet { dst, index, table }),
            Operator::TableSet { table } => {
                let value = self.pop();
                let index = self.pop();
                self.emit(Op::TableSet { index, value, table });
            }
            Operator::TableSize { table } => {
                let dst = self.push_slot();
                self.emit(Op::TableSize { dst, table });
            }
            Operator::TableGrow { table } => {
                self.binary(|dst, value, by| Op::TableGrow { dst, value, by, table })
            }
            Operator::TableFill { table } => {
                self.bulk(|index, value, len| Op::TableFill { index, value, len, table });
            }
            Operator::TableCopy { dst_table: to, src_table: from } => {
                self.bulk(|dst, src, len| Op::TableCopy { dst, src, len, to, from });
            }
            Operator::TableInit { elem_index: segment, table } => {
                self.bulk(|dst, src, len| Op::TableInit { dst, src, len, table, segment });
            }
            Operator::ElemDrop { elem_index } => self.emit(Op::ElemDrop { segment: elem_index }),
            other => return Some(other),
        }
        None
    }

    fn load(&mut self, plain: impl FnOnce(Reg, Reg) -> Op, at: impl FnOnce(Reg, Reg, Reg) -> Op) {
        match self.take_sum(self.stack.len() - 1) {
            Some((a, b)) => {
                self.drop();
                let dst = self.push_slot();
                self.emit(at(dst, a, b));
            }
            None => self.unary(plain),
        }
    }

    fn store_value(&mut self, plain: impl FnOnce(Reg, Reg) -> Op, at: impl FnOnce(Reg, Reg, Reg) -> Op) {
        let height = self.stack.len() - 2;
        // A value that has yet to be computed or fetched would come between the sum and the store.
        let sum = self.in_register(height + 1).and_then(|value| Some((value, self.take_sum(height)?)));
        match sum {
            Some((value, (a, b))) => {
                self.drop();
                self.drop();
                self.emit(at(a, b, value));
            }
            None => {
                let value = self.pop();
                let address = self.pop();
                self.emit(plain(address, value));
            }
        }
    }

    /// Takes back the addition that computed the operand at a height, if it was the last operation and nothing
    /// else sees its result: its operands, for an operation that adds them itself.
    fn take_sum(&mut self, height: usize) -> Option<(Reg, Reg)> {
        let last = self.claim(height)?;
        let Op::I32Add { a, b, .. } = self.program.code[last] else { return None };
        self.program.code.pop();
        self.program.origins.pop();
        Some((a, b))
    }

    fn bulk(&mut self, op: impl FnOnce(Reg, Reg, Reg) -> Op) {
        let c = self.pop();
        let b = self.pop();
        let a = self.pop();
        self.emit(op(a, b, c));
    }

    fn control(&mut self, operator: Operator) -> Result<(), ModuleError> {
        match operator {
            Operator::Block { blockty } => self.block(blockty),
            Operator::Loop { blockty } => self.loop_(blockty),
            Operator::If { blockty } => self.if_(blockty),
            Operator::Else => self.else_(),
            Operator::End => self.end(),
            Operator::Br { relative_depth } => self.br(relative_depth),
            Operator::BrIf { relative_depth } => self.br_if(relative_depth),
            Operator::BrTable { targets } => self.br_table(&targets)?,
            Operator::Return => {
                self.return_();
                self.reachable = false;
            }
            Operator::Unreachable => {
                self.emit(Op::Unreachable);
                self.reachable = false;
            }
            Operator::Call { function_index } => self.call(FuncIdx(function_index)),
            Operator::CallIndirect { type_index, table_index } => self.call_indirect(type_index, table_index),
            other => {
                // The validator lets through only what the feature set allows, and that is handled above.
                let message = format!("unsupported instruction {other:?}");
                return Err(ModuleError::Invalid { message, offset: self.offset.into() });
            }
        }
        Ok(())
    }

    fn call(&mut self, function: FuncIdx) {
        let ty = self.program.func_type(function);
        let (params, results) = (ty.params.len(), ty.results.len());
        let base = self.arguments(params);
        self.call_site(Some(function));
        let imported = function.index() < self.program.imported_functions();
        let function = function.0;
        self.emit(if imported { Op::CallImport { function, base } } else { Op::Call { function, base } });
        self.push_slots(results);
    }

    fn call_indirect(&mut self, ty: u32, table: u32) {
        let callee = &self.program.types[ty as usize];
        let (params, results) = (callee.params.len(), callee.results.len());
        let index = self.pop();
        let base = self.arguments(params);
        self.call_site(None);
        self.emit(Op::CallIndirect { index, base, ty, table });
        self.push_slots(results);
    }

    fn call_site(&mut self, callee: Option<FuncIdx>) {
        self.program.calls.push(CallSite { caller: self.function, offset: self.offset, callee });
    }

    fn arity(&self, ty: BlockType) -> (usize, usize) {
        match ty {
            BlockType::Empty => (0, 0),
            BlockType::Type(_) => (0, 1),
            BlockType::FuncType(index) => {
                let ty = &self.program.types[index as usize];
                (ty.params.len(), ty.results.len())
            }
        }
    }
}

/// The bits of a null reference.
pub const NULL_REFERENCE: u64 = 0;
