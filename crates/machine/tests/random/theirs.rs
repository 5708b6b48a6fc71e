//! A module in wasmi.

use std::collections::BTreeMap;

use wasmi1::errors::{ErrorKind, InstantiationError, MemoryError, TableError};
use wasmi1::{Engine, Error, Extern, ExternRef, ExternType, Func, Global, Instance, Memory, Module, Ref};
use wasmi1::{Store, Table, TrapCode, Val};
use worstcase_machine::Trap;
use worstcase_program::ValType;

use super::{Datum, HOST_GLOBAL, Outcome, host_answer};

/// More than any call can need that we did not abandon.
const FUEL: u64 = 1 << 30;

/// A module in wasmi.
pub struct Theirs {
    pub store: Store<()>,
    pub instance: Instance,
    /// Functions have no identity that could be compared, except for how they are printed.
    names: BTreeMap<String, String>,
}

impl Theirs {
    /// Instantiates a module and runs its start function. The outer error is an unexpected one.
    pub fn new(bytes: &[u8]) -> Result<Theirs, Result<Outcome, String>> {
        let mut config = wasmi1::Config::default();
        config.consume_fuel(true).set_max_stack_height(1 << 26).set_max_recursion_depth(100_000);
        let engine = Engine::new(&config);
        let module = Module::new(&engine, bytes).map_err(|error| Err(error.to_string()))?;
        let mut store = Store::new(&engine, ());
        store.set_fuel(FUEL).expect("fuel is on");
        let imports: Vec<Extern> = module.imports().map(|import| host(&mut store, import.ty())).collect();
        let instance = Instance::new(&mut store, &module, &imports).map_err(outcome)?;
        let functions = instance.exports(&store).filter_map(|export| {
            let name = export.name().to_string();
            export.into_func().map(|function| (format!("{function:?}"), name))
        });
        let names = functions.collect();
        Ok(Theirs { store, instance, names })
    }

    /// Calls an exported function. The error is one that it should not have.
    pub fn call(&mut self, name: &str, arguments: &[Datum]) -> Result<Outcome, String> {
        let function = self.instance.get_func(&self.store, name).ok_or("wasmi does not have it")?;
        let arguments: Vec<Val> = arguments.iter().map(|datum| self.val(datum)).collect();
        let mut results = vec![Val::I32(0); function.ty(&self.store).results().len()];
        self.store.set_fuel(FUEL).expect("fuel is on");
        match function.call(&mut self.store, &arguments, &mut results) {
            Ok(()) => Ok(Outcome::Returned(results.iter().map(|val| self.datum(val)).collect())),
            Err(error) => outcome(error),
        }
    }

    /// A value in words that both sides know.
    pub fn datum(&self, val: &Val) -> Datum {
        match val {
            Val::FuncRef(Ref::Null) => Datum::Null(ValType::FuncRef),
            Val::ExternRef(Ref::Null) => Datum::Null(ValType::ExternRef),
            Val::FuncRef(Ref::Val(function)) => Datum::Function(self.names[&format!("{function:?}")].clone()),
            Val::ExternRef(Ref::Val(object)) => {
                Datum::Object(*object.data(&self.store).downcast_ref().expect("we put only numbers in"))
            }
            number => {
                let (ty, bits) = bits(number);
                Datum::Number(ty, bits)
            }
        }
    }

    fn val(&mut self, datum: &Datum) -> Val {
        match datum {
            Datum::Number(ty, bits) => number(*ty, *bits),
            Datum::Null(ValType::FuncRef) => Val::FuncRef(Ref::Null),
            Datum::Null(_) => Val::ExternRef(Ref::Null),
            Datum::Function(name) => {
                Val::FuncRef(Ref::Val(self.instance.get_func(&self.store, name).expect("it is exported")))
            }
            Datum::Object(number) => Val::ExternRef(Ref::Val(ExternRef::new(&mut self.store, *number))),
        }
    }
}

fn bits(val: &Val) -> (ValType, u64) {
    match val {
        Val::I32(x) => (ValType::I32, *x as u32 as u64),
        Val::I64(x) => (ValType::I64, *x as u64),
        Val::F32(x) => (ValType::F32, x.to_bits().into()),
        Val::F64(x) => (ValType::F64, x.to_bits()),
        other => unreachable!("{other:?} is not a number"),
    }
}

fn number(ty: ValType, bits: u64) -> Val {
    match ty {
        ValType::I32 => Val::I32(bits as i32),
        ValType::I64 => Val::I64(bits as i64),
        ValType::F32 => Val::F32(wasmi1::F32::from_bits(bits as u32)),
        ValType::F64 => Val::F64(wasmi1::F64::from_bits(bits)),
        other => unreachable!("{other} is not a type of numbers"),
    }
}

fn val_type(ty: wasmi1::ValType) -> ValType {
    match ty {
        wasmi1::ValType::I32 => ValType::I32,
        wasmi1::ValType::I64 => ValType::I64,
        wasmi1::ValType::F32 => ValType::F32,
        wasmi1::ValType::F64 => ValType::F64,
        other => unreachable!("{other:?} is not a type of numbers"),
    }
}

/// What the host offers for an import.
fn host(store: &mut Store<()>, ty: &ExternType) -> Extern {
    match ty {
        ExternType::Func(ty) => {
            let types: Vec<ValType> = ty.results().iter().map(|&ty| val_type(ty)).collect();
            let answer = move |_: wasmi1::Caller<()>, arguments: &[Val], results: &mut [Val]| {
                let arguments: Vec<u64> = arguments.iter().map(|val| bits(val).1).collect();
                for ((result, &ty), bits) in
                    results.iter_mut().zip(&types).zip(host_answer(&arguments, &types))
                {
                    *result = number(ty, bits);
                }
                Ok(())
            };
            Extern::Func(Func::new(store, ty.clone(), answer))
        }
        ExternType::Table(ty) => {
            Extern::Table(Table::new(store, *ty, Val::default(ty.element())).expect("a small table"))
        }
        ExternType::Memory(ty) => Extern::Memory(Memory::new(store, *ty).expect("a small memory")),
        ExternType::Global(ty) => {
            let value = number(val_type(ty.content()), HOST_GLOBAL);
            Extern::Global(Global::new(store, value, ty.mutability()))
        }
    }
}

/// A trap in our words, if it is one that our machine has.
fn outcome(error: Error) -> Result<Outcome, String> {
    let code = match error.kind() {
        ErrorKind::Instantiation(InstantiationError::ElementSegmentDoesNotFit { .. }) => {
            Some(TrapCode::TableOutOfBounds)
        }
        ErrorKind::Table(
            TableError::CopyOutOfBounds | TableError::FillOutOfBounds | TableError::InitOutOfBounds,
        ) => Some(TrapCode::TableOutOfBounds),
        ErrorKind::Memory(MemoryError::OutOfBoundsAccess) => Some(TrapCode::MemoryOutOfBounds),
        _ => error.as_trap_code(),
    };
    let trap = match code {
        Some(TrapCode::UnreachableCodeReached) => Trap::Unreachable,
        Some(TrapCode::MemoryOutOfBounds) => Trap::MemoryOutOfBounds,
        Some(TrapCode::TableOutOfBounds) => Trap::TableOutOfBounds,
        Some(TrapCode::IndirectCallToNull) => Trap::UninitializedElement,
        Some(TrapCode::IntegerDivisionByZero) => Trap::DivisionByZero,
        Some(TrapCode::IntegerOverflow) => Trap::IntegerOverflow,
        Some(TrapCode::BadConversionToInteger) => Trap::InvalidConversion,
        Some(TrapCode::BadSignature) => Trap::IndirectCallTypeMismatch,
        _ => return Err(format!("wasmi failed: {error}")),
    };
    Ok(Outcome::Trapped(trap))
}
