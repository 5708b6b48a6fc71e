//! A routine from a function: its variables, then its blocks one by one.

use std::collections::{BTreeMap, BTreeSet};

use worstcase_program::debug::{ScalarKind, VariablePlace};
use worstcase_program::flow::{BlockIdx, Flow};
use worstcase_program::host::{HostFunction, InputKind};
use worstcase_program::{FuncIdx, Program, ValType};

use super::address::{self, Facts, Setting};
use super::effects::{self, Effects, scalar_type};
use super::frame::{self, Places};
use super::layout::{Extent, Layout};
use super::live::Liveness;
use super::routine::{Kind, Object, Routine, VarIdx, Variable};
use super::value::{Type, Value};
use super::{block, boolean, casts, cells, dead};

/// A routine in the making.
pub(super) struct Builder<'a, 'p> {
    pub(super) flow: &'a Flow<'p>,
    pub(super) effects: &'a Effects,
    pub(super) setting: Setting<'a>,
    pub(super) facts: Facts,
    pub(super) live: Liveness,
    /// The objects of the frame.
    pub(super) layout: Layout,
    /// The pieces of the frame that pointers may reach.
    pub(super) escaped: Vec<Extent>,
    pub(super) variables: Vec<Variable>,
    pub(super) parameters: Vec<VarIdx>,
    pub(super) slots: Places,
    pub(super) globals: Places,
    /// Variables that were read, set or forgotten so far.
    pub(super) touched: BTreeSet<VarIdx>,
    /// The variables that Wasm locals are between blocks.
    locals: BTreeMap<u32, VarIdx>,
    /// The variables that operands are when a block begins, by slot.
    operands: BTreeMap<(BlockIdx, u32), VarIdx>,
    types: Vec<ValType>,
    /// Lines on which signed operands may be computed with as unsigned.
    suspicious: BTreeMap<(String, u32), bool>,
}

/// The routine of a function, unless it is imported.
pub(super) fn routine(program: &Program, effects: &Effects, function: FuncIdx) -> Option<Routine> {
    let flow = Flow::of(program, function)?;
    let types = program.local_types(function)?;
    let live = Liveness::of(&flow, types.len());
    let setting = effects.setting(program, function);
    let facts = address::facts(&flow, setting, &live);
    let debug = program.debug.as_ref();
    let layout = frame::layout(debug, effects::variables(program, function), &facts);
    let escaped = frame::reached(&layout, facts.frame_escapes.iter().copied());
    let mut variables = Vec::new();
    let slots = frame::slots(debug, &layout, &facts, &mut variables);
    let globals = frame::globals(debug, effects, &facts, &mut variables);
    let mut builder = Builder {
        flow: &flow,
        effects,
        setting,
        facts,
        live,
        layout,
        escaped,
        variables,
        parameters: Vec::new(),
        slots,
        globals,
        touched: BTreeSet::new(),
        locals: BTreeMap::new(),
        operands: BTreeMap::new(),
        types,
        suspicious: BTreeMap::new(),
    };
    for local in 0..program.func_type(function).params.len() as u32 {
        let variable = builder.local_variable(local);
        builder.parameters.push(variable);
    }
    let blocks = flow.blocks().map(|index| block::execute(&mut builder, index)).collect();
    let objects = builder.layout.objects().iter().map(|object| Object {
        name: object.name.clone(),
        start: object.extent.0,
        bytes: (object.extent.1 - object.extent.0) as u64,
    });
    let mut routine = Routine {
        function,
        name: program.function_name(function),
        result: builder.result(function),
        objects: objects.collect(),
        variables: builder.variables,
        parameters: builder.parameters,
        blocks,
        as_written: setting.as_written,
    };
    boolean::find(&flow, &mut routine);
    dead::remove(&flow, &mut routine);
    cells::find(program, effects, &mut routine);
    rename(&mut routine);
    Some(routine)
}

impl Builder<'_, '_> {
    /// What a Wasm local is when a block begins.
    pub(super) fn local(&mut self, local: u32) -> Value {
        match self.types[local as usize] {
            ValType::I32 | ValType::I64 => Value::Variable(self.local_variable(local)),
            _ => Value::Unknown(Type::signed(64)),
        }
    }

    /// Whether a variable is what that Wasm local is between blocks.
    pub(super) fn is_local(&self, local: u32, variable: VarIdx) -> bool {
        self.locals.get(&local) == Some(&variable)
    }

    fn local_variable(&mut self, local: u32) -> VarIdx {
        if let Some(&known) = self.locals.get(&local) {
            return known;
        }
        let bits = if matches!(self.types[local as usize], ValType::I64 | ValType::F64) { 64 } else { 32 };
        let parameter = (local as usize) < self.flow.program.func_type(self.flow.function).params.len();
        let (kind, name) = match parameter {
            true => (Kind::Parameter(local), format!("arg{local}")),
            false => (Kind::Temporary, format!("local{local}")),
        };
        let hint = self.hint(local);
        // Another variable may be in the same local at another time: the range of its type is not to be relied on,
        // but its sign is as good as any.
        let signed = hint.as_ref().is_none_or(|(_, ty)| ty.is_none_or(|ty| ty.promoted().signed));
        let pointer = bits == 32 && hint.as_ref().is_some_and(|(_, ty)| ty.is_some_and(|ty| ty.pointer));
        let variable = self.temporary(Variable {
            name: hint.map_or(name, |(name, _)| name),
            ty: Type { bits, signed: signed && !pointer, pointer },
            kind,
            declared: false,
            shared: false,
            pointee: None,
            place: None,
        });
        self.locals.insert(local, variable);
        variable
    }

    /// The name and type of the only variable of the source that lives in a Wasm local, if it is only one.
    fn hint(&self, local: u32) -> Option<(String, Option<Type>)> {
        let program = self.flow.program;
        let debug = program.debug.as_ref()?;
        let described = &effects::variables(program, self.flow.function)?.variables;
        let lives =
            |place: &VariablePlace| matches!(place, VariablePlace::Locals(locals) if locals.contains(&local));
        let mut there = described.iter().filter(|variable| lives(&variable.place));
        let first = there.next()?;
        if there.any(|other| other.name != first.name) {
            return None;
        }
        let scalar = first.ty.and_then(|ty| debug.scalar_at(ty, 0)).filter(|(path, _)| path.is_empty());
        Some((first.name.clone(), scalar.and_then(|(_, scalar)| scalar_type(scalar))))
    }

    /// Whether what is computed there overflows only if the source is wrong, as far as types of variables tell more.
    pub(super) fn computed_as_written(&mut self, offset: u32) -> bool {
        if !self.setting.as_written {
            return false;
        }
        let Some(location) = self.flow.program.location(offset) else { return false };
        let debug = self.flow.program.debug.as_ref();
        let suspicious = self.suspicious.entry((location.file.clone(), location.line)).or_insert_with(|| {
            let text = debug.and_then(|debug| casts::statement(debug, &location));
            text.is_none_or(|text| casts::suspicious(&text))
        });
        !*suspicious
    }

    /// A new variable.
    pub(super) fn temporary(&mut self, variable: Variable) -> VarIdx {
        self.variables.push(variable);
        VarIdx(self.variables.len() as u32 - 1)
    }

    /// What an operand is when a block begins with it on the stack.
    pub(super) fn arriving(&mut self, block: BlockIdx, slot: u32) -> Value {
        if let Some(&known) = self.operands.get(&(block, slot)) {
            return Value::Variable(known);
        }
        let exit = self.flow.exit() == Some(block);
        let result = if exit { self.result(self.flow.function) } else { None };
        let variable = self.temporary(Variable {
            name: if exit { String::from("result") } else { format!("operand{slot}") },
            // Wide enough for whatever it is.
            ty: result.unwrap_or(Type::signed(64)),
            kind: Kind::Temporary,
            declared: result.is_some(),
            shared: false,
            pointee: None,
            place: None,
        });
        self.operands.insert((block, slot), variable);
        Value::Variable(variable)
    }

    /// What a call gives.
    pub(super) fn call_result(&mut self, callee: Option<FuncIdx>) -> VarIdx {
        let declared = callee.and_then(|callee| self.declared_result(callee));
        let ty = callee.and_then(|callee| self.result(callee));
        let name = match callee {
            Some(callee) => format!("{}()", self.flow.program.function_name(callee)),
            None => String::from("call()"),
        };
        self.temporary(Variable {
            name,
            ty: ty.unwrap_or(Type::signed(64)),
            kind: Kind::Temporary,
            declared: declared.is_some(),
            shared: false,
            pointee: None,
            place: None,
        })
    }

    /// The type that a function returns: of Wasm's width, with the sign of the source.
    fn result(&self, function: FuncIdx) -> Option<Type> {
        let bits = match self.flow.program.func_type(function).results.first()? {
            ValType::I32 => 32,
            ValType::I64 => 64,
            _ => return Some(Type::signed(64)),
        };
        let declared = self.declared_result(function).map(Type::promoted);
        let declared = declared.or_else(|| self.input(function)).filter(|ty| ty.bits == bits);
        Some(declared.unwrap_or(Type::signed(bits)))
    }

    /// The type of what a function from outside returns that gives inputs: nothing but its name says whether it has a sign.
    fn input(&self, function: FuncIdx) -> Option<Type> {
        match HostFunction::resolve(self.flow.program.import(function)?).ok()? {
            HostFunction::Input(InputKind::U32) => Some(Type::unsigned(32)),
            HostFunction::Input(InputKind::U64) => Some(Type::unsigned(64)),
            _ => None,
        }
    }

    fn declared_result(&self, function: FuncIdx) -> Option<Type> {
        let program = self.flow.program;
        let ty = effects::variables(program, function)?.result?;
        let (path, scalar) = program.debug.as_ref()?.scalar_at(ty, 0)?;
        let kind = scalar.kind;
        (path.is_empty() && kind != ScalarKind::Float).then(|| scalar_type(scalar)).flatten()
    }
}

/// Gives variables of the same name different ones.
fn rename(routine: &mut Routine) {
    let mut taken: BTreeSet<String> = BTreeSet::new();
    let mut next: BTreeMap<String, u32> = BTreeMap::new();
    // Those of the source first, so that they keep their names.
    let mut order: Vec<usize> = (0..routine.variables.len()).collect();
    order.sort_by_key(|&index| match routine.variables[index].kind {
        Kind::Parameter(_) => 0,
        Kind::Local => 1,
        Kind::Global(_) => 2,
        Kind::Pointed(_) => 3,
        Kind::Temporary => 4,
    });
    for index in order {
        let name = routine.variables[index].name.clone();
        let mut unique = name.clone();
        while !taken.insert(unique.clone()) {
            let number = next.entry(name.clone()).or_insert(1);
            *number += 1;
            unique = format!("{name}.{number}");
        }
        routine.variables[index].name = unique;
    }
}
