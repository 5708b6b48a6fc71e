//! Which values are addresses: of places in the stack frame, or of fixed ones.
//!
//! Unoptimised code computes the address of everything it touches from the stack pointer, and hands it through
//! Wasm locals. Constants are propagated through the function, "stack pointer at entry plus k" among them, until
//! nothing changes. What is then left to see is what each load and store accesses, and which addresses are used for
//! anything else: those escape.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use worstcase_program::flow::{BlockIdx, Flow};
use worstcase_program::{FuncIdx, ValType};

use super::action::{self, Action};
use super::layout::Layout;
use super::live::Liveness;
use super::value::Op;

/// What is known of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Abstract {
    /// The stack pointer that the function began with, plus so much.
    Stack(i64),
    /// Somewhere in the object at that place of the stack.
    InStack(i64),
    /// A number.
    Constant(i64),
    /// Somewhere in the object at that address.
    InGlobal(i64),
    /// Anything.
    Other,
}

impl Abstract {
    fn join(self, other: Abstract) -> Abstract {
        use Abstract::*;
        match (self, other) {
            _ if self == other => self,
            (Stack(a) | InStack(a), Stack(b) | InStack(b)) if a == b => InStack(a),
            (InGlobal(a), InGlobal(b) | Constant(b)) | (Constant(a), InGlobal(b)) if a == b => InGlobal(a),
            _ => Other,
        }
    }

    /// The sum with a constant that an access adds.
    fn plus(self, offset: u64) -> Abstract {
        match self {
            Abstract::Stack(at) => Abstract::Stack(at + offset as i64),
            // Addresses are unsigned, and the sum does not wrap.
            Abstract::Constant(at) => Abstract::Constant(i64::from(at as u32) + offset as i64),
            other => other,
        }
    }
}

/// What has to be known about a function before.
#[derive(Clone, Copy)]
pub(super) struct Setting<'a> {
    /// Whether addresses are computed as in the source, so that each tells its object.
    pub(super) as_written: bool,
    /// The objects at fixed addresses.
    pub(super) globals: &'a Layout,
    /// The global that is the stack pointer.
    pub(super) stack_pointer: Option<u32>,
    /// Whether objects at fixed addresses lie higher than any object is large. Then an offset as large as their
    /// addresses is an address.
    pub(super) offsets_tell: bool,
}

impl Setting<'_> {
    /// The object at a fixed address that something is added to.
    fn base(&self, at: i64) -> Option<i64> {
        let tells = self.as_written && self.offsets_tell && self.globals.object(at).is_some();
        tells.then_some(at)
    }

    /// What an access accesses.
    pub(super) fn place(&self, address: Abstract, offset: u64) -> Abstract {
        match (address, self.base(offset as i64)) {
            (Abstract::Other, Some(at)) => Abstract::InGlobal(at),
            _ => address.plus(offset),
        }
    }

    /// What an operation on two values gives.
    pub(super) fn binary(&self, op: Op, bits: u8, left: Abstract, right: Abstract) -> Abstract {
        use Abstract::*;
        if bits != 32 {
            return Other;
        }
        match (op, left, right) {
            (Op::Add, Stack(at), Constant(by)) | (Op::Add, Constant(by), Stack(at)) => {
                Stack(at + i64::from(by as i32))
            }
            (Op::Sub, Stack(at), Constant(by)) => Stack(at - i64::from(by as i32)),
            (Op::Add, Constant(a), Constant(b)) => Constant((a as i32).wrapping_add(b as i32).into()),
            (Op::Sub, Constant(a), Constant(b)) => Constant((a as i32).wrapping_sub(b as i32).into()),
            _ if !self.as_written => Other,
            (Op::Add, Stack(at) | InStack(at), Other) | (Op::Add, Other, Stack(at) | InStack(at)) => {
                InStack(at)
            }
            (Op::Add | Op::Sub, InStack(at), Constant(_)) => InStack(at),
            (Op::Add, Constant(at), Other) | (Op::Add, Other, Constant(at)) => {
                self.base(i64::from(at as u32)).map_or(Other, InGlobal)
            }
            (Op::Add, InGlobal(at), Other | Constant(_)) | (Op::Sub, InGlobal(at), Constant(_)) => {
                InGlobal(at)
            }
            _ => Other,
        }
    }
}

/// What is known where a block begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct State {
    /// Of Wasm locals that are still read; the others may be anything.
    pub(super) locals: BTreeMap<u32, Abstract>,
    /// Of the operands on the stack.
    pub(super) stack: Vec<Abstract>,
    /// Of the stack pointer.
    pub(super) pointer: Abstract,
}

impl State {
    pub(super) fn local(&self, local: u32) -> Abstract {
        self.locals.get(&local).copied().unwrap_or(Abstract::Other)
    }

    fn join(&mut self, other: &State) -> bool {
        let before = self.clone();
        self.locals.retain(|local, value| {
            *value = value.join(other.local(*local));
            *value != Abstract::Other
        });
        for (value, other) in self.stack.iter_mut().zip(&other.stack) {
            *value = value.join(*other);
        }
        self.pointer = self.pointer.join(other.pointer);
        *self != before
    }
}

/// A load or store of known place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Access {
    pub(super) at: i64,
    pub(super) bytes: u8,
    pub(super) float: bool,
    pub(super) write: bool,
    /// Of a load that extends: with sign?
    pub(super) signed: Option<bool>,
}

/// What a function does with addresses.
#[derive(Debug, Default)]
pub(super) struct Facts {
    /// Where blocks begin; none for those that cannot be reached.
    pub(super) states: Vec<Option<State>>,
    /// Accesses to places of the stack frame.
    pub(super) frame: Vec<Access>,
    /// Accesses to fixed addresses.
    pub(super) globals: Vec<Access>,
    /// Places of the frame whose addresses are used otherwise.
    pub(super) frame_escapes: BTreeSet<i64>,
    /// Places of the frame from which addresses are computed by which memory is accessed.
    pub(super) frame_indexed: BTreeSet<i64>,
    /// Constants that are used otherwise than as addresses.
    pub(super) constant_escapes: BTreeSet<i64>,
    /// Addresses from which others are computed, through which memory is written.
    pub(super) globals_written_in: BTreeSet<i64>,
    /// The same, read or written.
    pub(super) globals_indexed: BTreeSet<i64>,
    /// Whether memory is written through an unknown pointer.
    pub(super) writes_unknown: bool,
    /// What is called; none for calls through a table.
    pub(super) calls: BTreeSet<Option<FuncIdx>>,
    /// What each Wasm local is set to.
    pub(super) local_values: BTreeMap<u32, Abstract>,
    /// What the stack pointer is set to first.
    pub(super) pointer_value: Option<Abstract>,
    /// How often each Wasm local is read and set.
    pub(super) uses: BTreeMap<u32, (u32, u32)>,
}

/// Finds what a function does with addresses.
pub(super) fn facts(flow: &Flow, setting: Setting, live: &Liveness) -> Facts {
    let types = flow.program.local_types(flow.function).unwrap_or_default();
    let parameters = flow.program.func_type(flow.function).params.len();
    // Locals begin as 0.
    let zero = |&local: &u32| {
        local as usize >= parameters && matches!(types[local as usize], ValType::I32 | ValType::I64)
    };
    let entry = State {
        locals: live.locals(flow.entry()).filter(zero).map(|local| (local, Abstract::Constant(0))).collect(),
        stack: Vec::new(),
        pointer: Abstract::Stack(0),
    };
    let mut states: Vec<Option<State>> = vec![None; flow.blocks().len()];
    states[0] = Some(entry);
    let mut work: VecDeque<BlockIdx> = VecDeque::from([flow.entry()]);
    while let Some(block) = work.pop_front() {
        let mut walk =
            Walk { setting, state: states[block.index()].clone().expect("was reached"), facts: None };
        walk.block(flow, block);
        for edge in flow.successors(block) {
            let arriving = walk.leaving(flow, live, edge);
            let changed = match &mut states[edge.target.index()] {
                Some(state) => state.join(&arriving),
                unreached => {
                    *unreached = Some(arriving);
                    true
                }
            };
            if changed && !work.contains(&edge.target) {
                work.push_back(edge.target);
            }
        }
    }
    let mut facts = Facts::default();
    for block in flow.blocks() {
        let Some(state) = states[block.index()].clone() else { continue };
        let mut walk = Walk { setting, state, facts: Some(facts) };
        walk.block(flow, block);
        for edge in flow.successors(block) {
            let leaving = walk.leaving(flow, live, edge);
            let arrived = states[edge.target.index()].as_ref().expect("was reached");
            // What is not followed beyond the edge escapes.
            for (local, value) in &leaving.locals {
                if arrived.local(*local) == Abstract::Other {
                    walk.escape(*value);
                }
            }
            for (value, arrived) in leaving.stack.iter().zip(&arrived.stack) {
                if *arrived == Abstract::Other {
                    walk.escape(*value);
                }
            }
        }
        facts = walk.facts.take().expect("was given");
    }
    facts.states = states;
    facts
}

/// A walk through a block.
struct Walk<'a> {
    setting: Setting<'a>,
    state: State,
    /// Where to write down what is seen.
    facts: Option<Facts>,
}

impl Walk<'_> {
    fn block(&mut self, flow: &Flow, block: BlockIdx) {
        for (operator, _) in flow.operators(block) {
            let (takes, gives) = flow.arity(&operator);
            let rest = self.state.stack.len() - takes as usize;
            let operands = self.state.stack.split_off(rest);
            self.step(action::of(&operator), &operands, gives);
        }
        use worstcase_program::flow::End;
        match flow[block].end {
            End::Branch(_) | End::Table(_) => {
                let operand = self.state.stack.pop().expect("validated");
                self.escape(operand);
            }
            End::Return => {
                for value in std::mem::take(&mut self.state.stack) {
                    self.escape(value);
                }
            }
            End::Goto | End::Trap => {}
        }
    }

    fn step(&mut self, action: Action, operands: &[Abstract], gives: u32) {
        let result = match action {
            Action::Constant(value) => Abstract::Constant(value),
            Action::Get(local) => {
                self.used(local, false, None);
                self.state.local(local)
            }
            Action::Set(local) | Action::Tee(local) => {
                self.used(local, true, Some(operands[0]));
                match operands[0] {
                    Abstract::Other => self.state.locals.remove(&local),
                    known => self.state.locals.insert(local, known),
                };
                operands[0]
            }
            Action::GetGlobal(global) if Some(global) == self.setting.stack_pointer => self.state.pointer,
            Action::SetGlobal(global) if Some(global) == self.setting.stack_pointer => {
                self.state.pointer = operands[0];
                if let Some(facts) = &mut self.facts {
                    facts.pointer_value.get_or_insert(operands[0]);
                }
                Abstract::Other
            }
            Action::Drop => Abstract::Other,
            Action::Binary { op, bits, .. } => {
                let result = self.setting.binary(op, bits, operands[0], operands[1]);
                if result == Abstract::Other {
                    operands.iter().for_each(|&operand| self.escape(operand));
                }
                result
            }
            Action::Load { offset, bytes, signed, bits } => {
                let signed = (u32::from(bits) > u32::from(bytes) * 8).then_some(signed);
                let access = Access { at: 0, bytes, float: bits == 0, write: false, signed };
                self.access(operands[0], offset, access);
                Abstract::Other
            }
            Action::Store { offset, bytes, float } => {
                self.access(operands[0], offset, Access { at: 0, bytes, float, write: true, signed: None });
                self.escape(operands[1]);
                Abstract::Other
            }
            Action::Overwrite => {
                operands.iter().for_each(|&operand| self.escape(operand));
                if let Some(facts) = &mut self.facts {
                    facts.writes_unknown = true;
                }
                Abstract::Other
            }
            Action::Call(_) | Action::CallIndirect => {
                operands.iter().for_each(|&operand| self.escape(operand));
                if let Some(facts) = &mut self.facts {
                    facts.calls.insert(if let Action::Call(callee) = action { Some(callee) } else { None });
                }
                Abstract::Other
            }
            _ => {
                operands.iter().for_each(|&operand| self.escape(operand));
                Abstract::Other
            }
        };
        self.state.stack.extend(std::iter::repeat_n(result, gives as usize));
    }

    fn used(&mut self, local: u32, set: bool, value: Option<Abstract>) {
        let Some(facts) = &mut self.facts else { return };
        let uses = facts.uses.entry(local).or_default();
        *(if set { &mut uses.1 } else { &mut uses.0 }) += 1;
        if let Some(value) = value {
            facts.local_values.entry(local).and_modify(|known| *known = known.join(value)).or_insert(value);
        }
    }

    fn access(&mut self, address: Abstract, offset: u64, access: Access) {
        let place = self.setting.place(address, offset);
        let Some(facts) = &mut self.facts else { return };
        match place {
            Abstract::Stack(at) => facts.frame.push(Access { at, ..access }),
            Abstract::Constant(at) => facts.globals.push(Access { at, ..access }),
            Abstract::InStack(at) => {
                facts.frame_indexed.insert(at);
            }
            Abstract::InGlobal(at) => {
                facts.globals_indexed.insert(at);
                if access.write {
                    facts.globals_written_in.insert(at);
                }
            }
            Abstract::Other => {
                facts.writes_unknown |= access.write;
                facts.constant_escapes.insert(offset as i64);
            }
        }
    }

    fn escape(&mut self, value: Abstract) {
        let Some(facts) = &mut self.facts else { return };
        match value {
            Abstract::Stack(at) | Abstract::InStack(at) => {
                facts.frame_escapes.insert(at);
            }
            Abstract::Constant(at) if i32::try_from(at).is_ok() => {
                facts.constant_escapes.insert(i64::from(at as u32));
            }
            Abstract::InGlobal(at) => {
                facts.constant_escapes.insert(at);
            }
            Abstract::Constant(_) | Abstract::Other => {}
        }
    }

    /// What is known where an edge arrives.
    fn leaving(&self, flow: &Flow, live: &Liveness, edge: &worstcase_program::flow::Edge) -> State {
        debug_assert!(edge.target.index() < flow.blocks().len());
        let stack = &self.state.stack;
        let (from, to) = (edge.from_slot as usize, edge.to_slot as usize);
        let mut arriving = stack[..to].to_vec();
        arriving.extend_from_slice(&stack[from..from + edge.carried as usize]);
        let locals = self.state.locals.iter().filter(|(local, _)| live.at(edge.target, **local));
        State {
            locals: locals.map(|(&local, &value)| (local, value)).collect(),
            stack: arriving,
            pointer: self.state.pointer,
        }
    }
}
