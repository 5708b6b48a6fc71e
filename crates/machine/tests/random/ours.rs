//! A module in our machine.

use std::collections::BTreeMap;
use std::sync::Arc;

use worstcase_machine::{Event, Extern, Limits, LinkError, Machine, Stop, Unobserved};
use worstcase_program::{ExternType, FuncIdx, Program, ValType};

use super::{Datum, HOST_GLOBAL, Outcome, STEPS, host_answer};

/// A module in our machine.
pub struct Ours {
    pub machine: Machine<u64>,
    pub instance: usize,
    /// The addresses of exported functions, and back.
    addresses: BTreeMap<String, u32>,
    names: BTreeMap<u32, String>,
}

impl Ours {
    /// Instantiates a module and runs its start function. The calls of the first one that it defines are counted.
    pub fn new(program: Arc<Program>) -> Result<Ours, Outcome> {
        // Wasmi's own limits are further out.
        let limits = Limits { call_depth: 2000, stack: 1 << 20, ..Limits::default() };
        let mut machine = Machine::new((), limits);
        let imports: Vec<Extern> = program
            .imports
            .iter()
            .enumerate()
            .map(|(index, import)| match &import.ty {
                ExternType::Func(ty) => Extern::Func(machine.host_function(ty.clone(), index as u32)),
                ExternType::Table(ty) => Extern::Table(machine.host_table(*ty)),
                ExternType::Memory(size) => Extern::Memory(machine.host_memory(*size)),
                ExternType::Global(ty) => Extern::Global(machine.host_global(*ty, HOST_GLOBAL)),
            })
            .collect();
        let instance = match machine.instantiate(program.clone(), &imports) {
            Ok(instance) => instance,
            Err(LinkError::Stopped(stop)) => return Err(stopped(stop)),
            Err(error) => panic!("{error}"),
        };
        let mut ours = Ours { machine, instance, addresses: BTreeMap::new(), names: BTreeMap::new() };
        for (name, function) in program.exported_functions() {
            let address = ours.machine.function(instance, function);
            ours.addresses.insert(name.to_string(), address);
            ours.names.insert(address, name.to_string());
        }
        let first = FuncIdx(program.imported_functions() as u32);
        ours.machine.watch_calls(ours.machine.function(instance, first));
        if let Some(start) = program.start {
            match ours.run(ours.machine.function(instance, start), &[]) {
                Outcome::Returned(_) => {}
                other => return Err(other),
            }
        }
        Ok(ours)
    }

    /// Calls an exported function.
    pub fn call(&mut self, name: &str, arguments: &[Datum]) -> Outcome {
        let arguments: Vec<u64> = arguments.iter().map(|datum| self.bits(datum)).collect();
        self.run(self.addresses[name], &arguments)
    }

    fn run(&mut self, function: u32, arguments: &[u64]) -> Outcome {
        self.machine.limits.steps = self.machine.spent().instructions + STEPS;
        self.machine.begin(function, arguments);
        loop {
            match self.machine.resume(&mut Unobserved) {
                Event::Finished => break,
                Event::Stopped(stop) => return stopped(stop),
                Event::Host(id) => {
                    let program = &self.machine.instance(self.instance).program;
                    let ty = super::function_type(&program.imports[id as usize].ty);
                    let answer = host_answer(self.machine.host_call().1, &ty.results);
                    self.machine.host_return(&answer);
                }
            }
        }
        let types = &self.machine.function_type(function).results;
        let results = self.machine.results(function);
        Outcome::Returned(types.iter().zip(results).map(|(&ty, &bits)| self.datum(ty, bits)).collect())
    }

    /// A value in words that both sides know.
    pub fn datum(&self, ty: ValType, bits: u64) -> Datum {
        match (ty, bits) {
            (ValType::FuncRef | ValType::ExternRef, 0) => Datum::Null(ty),
            (ValType::FuncRef, _) => Datum::Function(self.names[&(bits as u32 - 1)].clone()),
            (ValType::ExternRef, _) => Datum::Object(bits as u32 - 1),
            _ => Datum::Number(ty, bits),
        }
    }

    fn bits(&self, datum: &Datum) -> u64 {
        match datum {
            Datum::Number(_, bits) => *bits,
            Datum::Null(_) => 0,
            Datum::Function(name) => u64::from(self.addresses[name]) + 1,
            Datum::Object(number) => u64::from(*number) + 1,
        }
    }
}

fn stopped<P>(stop: Stop<P>) -> Outcome {
    match stop {
        Stop::Trap(trap) => Outcome::Trapped(trap),
        Stop::Limit(_) => Outcome::Abandoned,
        Stop::Pause(_) => unreachable!("numbers never pause"),
    }
}
