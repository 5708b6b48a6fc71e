//! The statements of a block, by executing its operators on symbolic values.
//!
//! Operands and Wasm locals that are set within the block are values over the variables, not statements; so what
//! comes out reads like the source. A value is over what variables are *now*: before a variable is set, values that
//! depend on what it was are kept in a temporary, and so are values that depend on memory, before memory is written.

use std::collections::BTreeMap;

use worstcase_program::FuncIdx;
use worstcase_program::flow::{BlockIdx, End as FlowEnd};

use super::action::{self, Action};
use super::address::Abstract;
use super::build::Builder;
use super::construct::Typing;
use super::frame::extent;
use super::layout::{Extent, overlap};
use super::routine::{Block, Callee, End, Kind, Statement, VarIdx, Variable};
use super::value::{Op, Type, Value};

/// How large a value may grow before it becomes a temporary.
const MAX_SIZE: usize = 48;

/// Stands for a variable whose new value is known while it is being set.
const NEW: VarIdx = VarIdx(u32::MAX);

/// A value on the stack or in a Wasm local.
#[derive(Clone, Debug)]
struct Operand {
    value: Value,
    address: Abstract,
}

/// A block being executed.
pub(super) struct Execution<'a, 'b, 'p> {
    builder: &'b mut Builder<'a, 'p>,
    block: BlockIdx,
    statements: Vec<Statement>,
    stack: Vec<Operand>,
    /// Wasm locals that were set; the others are as they were when the block began.
    locals: BTreeMap<u32, Operand>,
    /// Values that are used when the block ends.
    held: Vec<Value>,
    pointer: Abstract,
    /// How often each Wasm local will still be read in this block.
    reads_left: BTreeMap<u32, u32>,
    /// Where in the module it is.
    offset: u32,
}

/// Executes a block.
pub(super) fn execute(builder: &mut Builder<'_, '_>, block: BlockIdx) -> Block {
    let Some(state) = builder.facts.states[block.index()].clone() else {
        return Block { statements: Vec::new(), end: End::Trap, location: None };
    };
    let mut reads_left: BTreeMap<u32, u32> = BTreeMap::new();
    for (operator, _) in builder.flow.operators(block) {
        if let Action::Get(local) = action::of(&operator) {
            *reads_left.entry(local).or_default() += 1;
        }
    }
    let stack = state.stack.iter().enumerate().map(|(slot, &address)| {
        let value = known(address).unwrap_or_else(|| builder.arriving(block, slot as u32));
        Operand { value, address }
    });
    let stack = stack.collect();
    let mut execution = Execution {
        builder,
        block,
        statements: Vec::new(),
        stack,
        locals: BTreeMap::new(),
        held: Vec::new(),
        pointer: state.pointer,
        reads_left,
        offset: 0,
    };
    let mut location = None;
    let flow = execution.builder.flow;
    for (operator, offset) in flow.operators(block) {
        execution.offset = offset;
        if location.is_none() {
            location = flow.program.location(offset);
        }
        let (takes, gives) = flow.arity(&operator);
        let rest = execution.stack.len() - takes as usize;
        let operands = execution.stack.split_off(rest);
        execution.step(action::of(&operator), operands, gives);
    }
    let end = execution.end();
    let location = location.or_else(|| match flow[block].end {
        FlowEnd::Branch(_) | FlowEnd::Table(_) => flow.program.location(flow[block].bytes.end),
        _ => None,
    });
    Block { statements: execution.statements, end, location }
}

/// The value of an address or constant that is known.
fn known(address: Abstract) -> Option<Value> {
    match address {
        Abstract::Stack(at) => Some(Value::Frame(at)),
        Abstract::Constant(constant) => Some(Value::Constant(constant)),
        Abstract::InStack(_) | Abstract::InGlobal(_) | Abstract::Other => None,
    }
}

impl Execution<'_, '_, '_> {
    fn typing(&self) -> Typing<'_> {
        Typing { variables: &self.builder.variables, as_written: self.builder.setting.as_written }
    }

    fn push(&mut self, value: Value, address: Abstract) {
        let value = self.bounded(value);
        self.stack.push(Operand { value, address });
    }

    /// The value, or a temporary if it is too large.
    fn bounded(&mut self, value: Value) -> Value {
        if value.size() <= MAX_SIZE { value } else { self.kept(value) }
    }

    /// The value in a temporary of its own.
    fn kept(&mut self, value: Value) -> Value {
        let ty = value.ty(&self.builder.variables);
        let declared = matches!(&value, Value::Variable(variable)
            if self.builder.variables[variable.index()].declared);
        let pointee = match &value {
            Value::Variable(variable) => self.builder.variables[variable.index()].pointee,
            _ => None,
        };
        let sure = declared || matches!(&value, Value::Operation { wraps: false, .. } | Value::Condition(_));
        let variable = self.builder.temporary(Variable {
            name: String::from("old"),
            ty,
            kind: Kind::Temporary,
            declared: sure,
            shared: false,
            pointee,
            place: None,
        });
        self.statements.push(Statement::Set { variable, value, offset: self.offset });
        Value::Variable(variable)
    }

    fn step(&mut self, action: Action, mut operands: Vec<Operand>, gives: u32) {
        match action {
            Action::Constant(value) => self.push(Value::Constant(value), Abstract::Constant(value)),
            Action::Get(local) => {
                let operand = self.local(local);
                self.stack.push(operand);
            }
            Action::Set(local) => self.set_local(local, operands.remove(0)),
            Action::Tee(local) => {
                self.set_local(local, operands[0].clone());
                self.stack.push(operands.remove(0));
            }
            Action::GetGlobal(global) if Some(global) == self.builder.setting.stack_pointer => {
                let value = known(self.pointer).unwrap_or(Value::Unknown(Type::POINTER));
                self.push(value, self.pointer);
            }
            Action::SetGlobal(global) if Some(global) == self.builder.setting.stack_pointer => {
                self.pointer = operands[0].address;
            }
            Action::Drop | Action::SetGlobal(_) => {}
            Action::Load { offset, bytes, signed, bits } => {
                let address = operands.remove(0);
                let value = self.load(&address, offset, bytes, signed, bits);
                self.push(value, Abstract::Other);
            }
            Action::Store { offset, bytes, float } => {
                let value = operands.remove(1).value;
                self.store(operands.remove(0), offset, bytes, if float { None } else { Some(value) });
            }
            Action::Call(callee) => self.call(Some(callee), operands, gives),
            Action::CallIndirect => {
                operands.pop();
                self.call(None, operands, gives);
            }
            Action::Overwrite => self.written(&self.pointed_at()),
            action => {
                let arithmetic =
                    matches!(action, Action::Binary { op: Op::Add | Op::Sub | Op::Mul | Op::Shl, .. });
                let as_written = arithmetic && self.builder.computed_as_written(self.offset);
                let (value, address) = self.compute(action, operands, as_written);
                for _ in 0..gives {
                    self.push(value.clone(), address);
                }
            }
        }
    }

    /// Operators that only compute.
    fn compute(&self, action: Action, mut operands: Vec<Operand>, as_written: bool) -> (Value, Abstract) {
        let typing = Typing { as_written, ..self.typing() };
        let mut take = || operands.remove(0);
        let value = match action {
            Action::Binary { op, signed, bits } => {
                let (left, right) = (take(), take());
                let address = self.builder.setting.binary(op, bits, left.address, right.address);
                let value = match address {
                    Abstract::InGlobal(_) => typing.pointer_sum(op, left.value, right.value),
                    _ => typing.binary(op, signed, bits, left.value, right.value),
                };
                return (known(address).unwrap_or(value), address);
            }
            Action::Count { op, bits } => typing.count(op, bits, take().value),
            Action::Compare { op, signed, bits } => {
                let (left, right) = (take().value, take().value);
                Value::Condition(Box::new(typing.compare(op, signed, bits, left, right)))
            }
            Action::IsZero { bits } => {
                Value::Condition(Box::new(typing.not_zero(bits, take().value).negated()))
            }
            Action::Extend { from, signed } => typing.convert(Type::integer(from, signed), take().value),
            Action::Wrap => {
                let value = take().value;
                let ty = value.ty(&self.builder.variables);
                if ty.bits <= 32 { value } else { typing.convert(Type::integer(32, ty.signed), value) }
            }
            Action::Select => {
                let (holds, otherwise, condition) = (take().value, take().value, take().value);
                typing.select(typing.not_zero(32, condition), holds, otherwise)
            }
            // Wide enough for whatever it is.
            _ => Value::Unknown(Type::signed(64)),
        };
        (value, Abstract::Other)
    }

    /// The value of a Wasm local, which is read here.
    fn local(&mut self, local: u32) -> Operand {
        let left = self.reads_left.entry(local).or_default();
        *left = left.saturating_sub(1);
        let last = *left == 0 && !self.live_after(local);
        match self.locals.get(&local) {
            Some(_) if last => self.locals.remove(&local).expect("was found"),
            Some(operand) => operand.clone(),
            None => {
                let state = self.builder.facts.states[self.block.index()].as_ref().expect("is executed");
                let address = state.local(local);
                let value = known(address).unwrap_or_else(|| self.builder.local(local));
                Operand { value, address }
            }
        }
    }

    fn live_after(&self, local: u32) -> bool {
        let successors = self.builder.flow.successors(self.block);
        successors.iter().any(|edge| self.builder.live.at(edge.target, local))
    }

    fn set_local(&mut self, local: u32, operand: Operand) {
        let reads = self.reads_left.get(&local).copied().unwrap_or(0);
        if reads > 0 || self.live_after(local) {
            self.locals.insert(local, operand);
        } else {
            self.locals.remove(&local);
        }
    }

    /// The variable at a known place.
    fn variable_at(&self, address: Abstract, bytes: u8) -> Option<VarIdx> {
        match address {
            Abstract::Stack(at) => self.builder.slots.get(&(at, bytes)).copied(),
            Abstract::Constant(at) => self.builder.globals.get(&(at, bytes)).copied(),
            _ => None,
        }
    }

    fn load(&mut self, operand: &Operand, offset: u64, bytes: u8, signed: bool, bits: u8) -> Value {
        if bits == 0 {
            return Value::Unknown(Type::signed(64));
        }
        let address = self.builder.setting.place(operand.address, offset);
        if let Some(variable) = self.variable_at(address, bytes) {
            self.builder.touched.insert(variable);
            let value = Value::Variable(variable);
            let ty = Type::integer(bytes * 8, signed);
            return if bits > bytes * 8 { self.typing().convert(ty, value) } else { value };
        }
        let address = self.plus(operand, offset);
        let place = self.builder.setting.place(operand.address, offset);
        let declared = self.builder.pointed_type(&address, place, bytes);
        let ty = Type::integer(bytes * 8, signed);
        let read = Value::Read {
            address: Box::new(address),
            ty: declared.unwrap_or(ty),
            declared: declared.is_some(),
        };
        if bits > bytes * 8 { self.typing().convert(ty, read) } else { read }
    }

    /// An address with the offset that an access adds.
    fn plus(&self, operand: &Operand, offset: u64) -> Value {
        match self.builder.setting.place(operand.address, offset) {
            Abstract::Stack(at) => Value::Frame(at),
            Abstract::Constant(at) => Value::Constant(at),
            _ if offset == 0 => operand.value.clone(),
            // Wasm adds it without wrapping.
            _ => Value::Operation {
                op: Op::Add,
                ty: Type::POINTER,
                wraps: false,
                arguments: vec![operand.value.clone(), Value::Constant(offset as i64)],
            },
        }
    }

    fn store(&mut self, operand: Operand, offset: u64, bytes: u8, value: Option<Value>) {
        let place = self.builder.setting.place(operand.address, offset);
        let value = value.unwrap_or(Value::Unknown(Type::signed(64)));
        if let Some(variable) = self.variable_at(place, bytes) {
            if !self.is_parameter(variable, &value) {
                self.builder.touched.insert(variable);
                let ty = self.builder.variables[variable.index()].ty;
                let value = if ty.bits < 32 { self.typing().convert(ty, value) } else { value };
                self.set(variable, value);
            }
            return;
        }
        let address = self.plus(&operand, offset);
        let forgotten = match place {
            Abstract::Stack(at) => self.within(&[extent((at, bytes))], &[]),
            Abstract::Constant(at) => self.within(&[], &[extent((at, bytes))]),
            Abstract::InStack(at) => self.within(&self.builder.layout.reach(at), &[]),
            Abstract::InGlobal(at) => self.within(&[], &self.builder.effects.globals.reach(at)),
            Abstract::Other => self.pointed_at(),
        };
        self.protect(&forgotten, true, None);
        let declared = self.builder.pointed_type(&address, place, bytes);
        self.statements.push(Statement::Store { address, bytes, value, declared, offset: self.offset });
        self.forget(forgotten);
    }

    /// Whether this is where a parameter comes to its place in the frame: then the place is the parameter.
    fn is_parameter(&mut self, variable: VarIdx, value: &Value) -> bool {
        let Value::Variable(given) = value else { return false };
        let Kind::Parameter(number) = self.builder.variables[given.index()].kind else { return false };
        let quiet = self.statements.iter().all(|statement| matches!(statement, Statement::Set { .. }));
        let slot = self.builder.variables[variable.index()].kind == Kind::Local;
        let only = self.builder.facts.uses.get(&number) == Some(&(1, 0));
        let first = self.block.0 == 0 && quiet && !self.builder.touched.contains(&variable);
        let is = slot && only && first && self.builder.is_local(number, *given);
        if is {
            self.builder.touched.insert(variable);
            self.builder.variables[variable.index()].kind = Kind::Parameter(number);
            self.builder.parameters[number as usize] = variable;
        }
        is
    }

    /// The variables in pieces of the frame and at fixed addresses.
    fn within(&self, frame: &[Extent], fixed: &[Extent]) -> Vec<VarIdx> {
        let hit = |pieces: &[Extent], place| pieces.iter().any(|&piece| overlap(piece, extent(place)));
        let slots = self.builder.slots.iter().filter(|(place, _)| hit(frame, **place));
        let globals = self.builder.globals.iter().filter(|(place, _)| hit(fixed, **place));
        slots.chain(globals).map(|(_, &variable)| variable).collect()
    }

    /// The variables that an unknown pointer may point to.
    fn pointed_at(&self) -> Vec<VarIdx> {
        let mut found = self.within(&self.builder.escaped, &[]);
        let globals = self.builder.globals.iter();
        found.extend(
            globals
                .filter(|(place, _)| self.builder.effects.shared(extent(**place)))
                .map(|(_, &variable)| variable),
        );
        found
    }

    fn call(&mut self, callee: Option<FuncIdx>, operands: Vec<Operand>, gives: u32) {
        let writes = self.builder.effects.writes(callee).clone();
        let fixed: Vec<Extent> = writes.fixed.iter().copied().collect();
        let mut forgotten = self.within(&[], &fixed);
        if writes.pointers {
            forgotten.extend(self.pointed_at());
            forgotten.sort_unstable();
            forgotten.dedup();
        }
        self.protect(&forgotten, !writes.nothing(), None);
        let program = self.builder.flow.program;
        let result = (gives == 1).then(|| self.builder.call_result(callee));
        let callee = match callee {
            Some(function) => match program.import(function).filter(|_| program.body(function).is_none()) {
                Some(import) => Callee::Import(import.module.clone(), import.name.clone()),
                None => Callee::Function(function),
            },
            None => Callee::Indirect,
        };
        let arguments = operands.into_iter().map(|operand| operand.value).collect();
        self.statements.push(Statement::Call { callee, arguments, result, offset: self.offset });
        self.forget(forgotten);
        match result {
            Some(variable) => self.push(Value::Variable(variable), Abstract::Other),
            None => (0..gives).for_each(|_| self.push(Value::Unknown(Type::signed(64)), Abstract::Other)),
        }
    }

    /// Memory was written, and these variables with it.
    fn written(&mut self, forgotten: &[VarIdx]) {
        self.protect(forgotten, true, None);
        // That memory changes must be seen also if no variable does.
        self.statements.push(Statement::Store {
            address: Value::Unknown(Type::POINTER),
            bytes: 1,
            value: Value::Unknown(Type::unsigned(8)),
            declared: None,
            offset: self.offset,
        });
        self.forget(forgotten.to_vec());
    }

    fn forget(&mut self, variables: Vec<VarIdx>) {
        self.builder.touched.extend(&variables);
        if !variables.is_empty() {
            self.statements.push(Statement::Forget(variables));
        }
    }

    /// A variable gets a value.
    fn set(&mut self, variable: VarIdx, value: Value) {
        if value == Value::Variable(variable) {
            return;
        }
        let described = &self.builder.variables[variable.index()];
        let (ty, shared) = (described.ty, described.shared);
        let value = self.typing().used_as(ty, value);
        let exact = value.ty(&self.builder.variables) == ty
            && !matches!(value, Value::Constant(_) | Value::Variable(_) | Value::Unknown(_));
        self.protect(&[variable], shared, exact.then_some((&value, variable)));
        let value = if let Value::Unknown(_) = value { Value::Unknown(ty) } else { value };
        self.statements.push(Statement::Set { variable, value, offset: self.offset });
    }

    /// Keeps values that depend on variables, or on memory, that are about to change. If it is known what a variable
    /// will be, values that contain just that can refer to the variable.
    fn protect(&mut self, changing: &[VarIdx], memory: bool, known: Option<(&Value, VarIdx)>) {
        let affected = |value: &Value| {
            (!changing.is_empty() && value.mentions(|variable| changing.contains(&variable)))
                || (memory && value.reads())
        };
        let mut stack = std::mem::take(&mut self.stack);
        let mut locals = std::mem::take(&mut self.locals);
        let mut held = std::mem::take(&mut self.held);
        let pending = stack.iter_mut().map(|operand| &mut operand.value);
        let pending = pending.chain(locals.values_mut().map(|operand| &mut operand.value)).chain(&mut held);
        for value in pending {
            if !affected(value) {
                continue;
            }
            if let Some((new, variable)) = known {
                let mut renamed = value.clone();
                replace(&mut renamed, new, &Value::Variable(NEW));
                if !affected(&renamed) {
                    replace(&mut renamed, &Value::Variable(NEW), &Value::Variable(variable));
                    *value = renamed;
                    continue;
                }
            }
            let old = std::mem::replace(value, Value::Constant(0));
            *value = self.kept(old);
        }
        self.stack = stack;
        self.locals = locals;
        self.held = held;
    }

    /// Hands over to the next blocks.
    fn end(&mut self) -> End {
        let flow = self.builder.flow;
        let end = flow[self.block].end;
        let decision = match end {
            FlowEnd::Branch(_) | FlowEnd::Table(_) => Some(self.stack.pop().expect("validated").value),
            FlowEnd::Return => {
                let result = self.stack.first().map(|operand| operand.value.clone());
                return End::Return(result);
            }
            FlowEnd::Trap => return End::Trap,
            FlowEnd::Goto => None,
        };
        let decides = decision.is_some();
        self.held = decision.into_iter().collect();
        let targets = self.handed_over();
        self.held.extend(targets.iter().map(|(_, value)| value.clone()));
        self.stack.clear();
        self.locals.clear();
        self.assign(targets.into_iter().map(|(variable, _)| variable).collect(), usize::from(decides));
        match (end, self.held.pop()) {
            (FlowEnd::Branch(_), Some(value)) => End::Branch(self.typing().not_zero(32, value)),
            // The compiler may have subtracted the least of the cases.
            (FlowEnd::Table(_), Some(value)) => End::Table(self.typing().used_as(Type::unsigned(32), value)),
            _ => End::Goto,
        }
    }

    /// What variables have to be when the block ends: those of Wasm locals and of operands that the next blocks
    /// read.
    fn handed_over(&mut self) -> Vec<(VarIdx, Value)> {
        let flow = self.builder.flow;
        let mut targets: Vec<(VarIdx, Value)> = Vec::new();
        // What was known here need not be known there.
        let state = self.builder.facts.states[self.block.index()].clone().expect("is executed");
        for (&local, &address) in &state.locals {
            if let Some(value) = known(address) {
                self.locals.entry(local).or_insert(Operand { value, address });
            }
        }
        for (&local, operand) in &self.locals {
            let read = flow.successors(self.block).iter().any(|edge| {
                let state = self.builder.facts.states[edge.target.index()].as_ref().expect("was reached");
                self.builder.live.at(edge.target, local) && known(state.local(local)).is_none()
            });
            if read && let Value::Variable(variable) = self.builder.local(local) {
                targets.push((variable, operand.value.clone()));
            }
        }
        for edge in flow.successors(self.block) {
            for slot in 0..edge.to_slot + edge.carried {
                let state = self.builder.facts.states[edge.target.index()].as_ref().expect("was reached");
                if known(state.stack[slot as usize]).is_some() {
                    continue;
                }
                let from = if slot < edge.to_slot { slot } else { edge.from_slot + (slot - edge.to_slot) };
                let value = self.stack[from as usize].value.clone();
                if let Value::Variable(variable) = self.builder.arriving(edge.target, slot) {
                    // Two edges may lead to the same block, as a rule with the same operands.
                    match targets.iter_mut().find(|(target, _)| *target == variable) {
                        Some((_, other)) if *other != value => *other = Value::Unknown(Type::signed(64)),
                        Some(_) => {}
                        None => targets.push((variable, value)),
                    }
                }
            }
        }
        targets
    }

    /// Sets variables to the values that are held from that position on, all at once: in an order in which none is
    /// set before another value needs it, as far as there is one.
    fn assign(&mut self, mut variables: Vec<VarIdx>, start: usize) {
        while !variables.is_empty() {
            let free = (0..variables.len()).find(|&index| {
                let others = self.held.iter().enumerate().filter(|(other, _)| *other != start + index);
                !others.into_iter().any(|(_, value)| value.mentions(|variable| variable == variables[index]))
            });
            let index = free.unwrap_or(0);
            let variable = variables.remove(index);
            let value = self.held.remove(start + index);
            self.set(variable, value);
        }
    }
}

/// Puts another value wherever one occurs.
fn replace(value: &mut Value, old: &Value, new: &Value) {
    value.rewrite(&mut |part| {
        let found = part == old;
        if found {
            *part = new.clone();
        }
        found
    });
}
