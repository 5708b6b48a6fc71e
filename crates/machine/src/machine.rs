//! The state of execution: instances of programs, what they share, and the call stack.
//!
//! All of it is plain data that the host's stack knows nothing of, so a run can be interrupted between any two
//! operations, forked, and gone on with.

use std::collections::HashMap;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use worstcase_program::{FuncIdx, FuncType, GlobalType, Pc, Program, TableType};

use crate::stop::{Limit, Limits, Stop};
use crate::value::{Memory, Value};

/// The registers that a frame can address. The stack always has that many beyond the current frame's base.
pub(crate) const WINDOW: usize = 1 << 16;

/// The caller of the function that a run began with: nobody.
pub(crate) const NOBODY: Pc = Pc::MAX;

/// A program in a machine, with its own view of the machine's functions, tables, memory and globals.
#[derive(Debug)]
pub struct Instance<V> {
    /// The program.
    pub program: Arc<Program>,
    pub(crate) types: Vec<u32>,
    pub(crate) functions: Vec<u32>,
    pub(crate) tables: Vec<u32>,
    pub(crate) memory: u32,
    pub(crate) globals: Vec<u32>,
    /// The program's constants as values.
    pub(crate) constants: Vec<V>,
}

impl<V> Clone for Instance<V>
where
    V: Clone,
{
    fn clone(&self) -> Self {
        Instance {
            program: self.program.clone(),
            types: self.types.clone(),
            functions: self.functions.clone(),
            tables: self.tables.clone(),
            memory: self.memory,
            globals: self.globals.clone(),
            constants: self.constants.clone(),
        }
    }
}

/// Something that an instance offers or needs, by its address in the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Extern {
    Func(u32),
    Table(u32),
    Memory(u32),
    Global(u32),
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Function {
    /// Its type, in `Machine::types`.
    pub ty: u32,
    pub code: FunctionCode,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum FunctionCode {
    /// A body of an instance's program.
    Wasm { instance: u32, body: u32 },
    /// The driver's, by the number that it gave.
    Host(u32),
}

#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub ty: TableType,
    /// References: 0 is null, a function's address plus one, or the host's own number plus one. Shared with the
    /// checkpoints of an exploration for as long as nobody changes them, which is nearly always.
    pub elements: Arc<Vec<u64>>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Global<V> {
    pub ty: GlobalType,
    pub value: V,
}

/// Where a caller goes on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    pub pc: Pc,
    pub instance: u32,
    pub base: usize,
}

/// What has been spent so far in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Spent {
    /// Conditionals decided.
    pub conditionals: u64,
    /// Wasm instructions executed, those that only give code its structure left out.
    pub instructions: u64,
    /// Calls of the watched function.
    pub calls: u64,
}

/// Why [`Machine::resume`] came back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event<P> {
    /// The function that was begun has returned.
    Finished,
    /// A host function is called: see [`Machine::host_call`].
    Host(u32),
    /// It cannot go on as it is.
    Stopped(Stop<P>),
}

/// The registers of all frames, which are given back in the end.
pub(crate) struct Registers<V: Value>(Vec<V>);

impl<V: Value> Deref for Registers<V> {
    type Target = Vec<V>;

    fn deref(&self) -> &Vec<V> {
        &self.0
    }
}

impl<V: Value> DerefMut for Registers<V> {
    fn deref_mut(&mut self) -> &mut Vec<V> {
        &mut self.0
    }
}

impl<V: Value> Drop for Registers<V> {
    fn drop(&mut self) {
        V::give_back(std::mem::take(&mut self.0));
    }
}

/// Executes programs.
pub struct Machine<V: Value> {
    /// What operations need beside their operands.
    pub context: V::Context,
    /// The limits of the run.
    pub limits: Limits,
    pub(crate) types: Vec<FuncType>,
    /// Where each of them is, for looking up only: the order of a hash map is random.
    pub(crate) type_indices: HashMap<FuncType, u32>,
    pub(crate) instances: Vec<Instance<V>>,
    pub(crate) functions: Vec<Function>,
    pub(crate) tables: Vec<Table>,
    /// The first one is empty, for programs without memory.
    pub(crate) memories: Vec<V::Memory>,
    pub(crate) globals: Vec<Global<V>>,
    /// For each instance, which segments were dropped.
    pub(crate) dropped: Vec<Dropped>,

    pub(crate) stack: Registers<V>,
    pub(crate) frames: Vec<Frame>,
    /// The operation to be executed next, and the frame and instance that it belongs to.
    pub(crate) current: Frame,
    /// Where the arguments of the pending host call are, and which function it is.
    pub(crate) host: Option<(usize, u32)>,
    /// Instructions, less those since the last accounting in each open frame (see `worstcase_program::code`).
    pub(crate) executed: i64,
    /// The instructions of the current function up to where execution stands.
    pub(crate) open: u32,
    pub(crate) conditionals: u64,
    pub(crate) calls: u64,
    /// The address of the function whose calls are counted.
    pub(crate) watched: Option<u32>,
    pub(crate) peak_pages: u32,
    /// The bytes that were moved so far, and when the driver last looked: see [`Limits::moved`].
    pub(crate) moved: u64,
    pub(crate) looked_at: u64,
    /// The function that the host has begun, until observers were told.
    pub(crate) entering: Option<FuncIdx>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Dropped {
    pub elements: Vec<bool>,
    pub data: Vec<bool>,
}

impl<V: Value> Machine<V> {
    /// An empty machine.
    pub fn new(context: V::Context, limits: Limits) -> Self {
        Machine {
            context,
            limits,
            types: Vec::new(),
            type_indices: HashMap::new(),
            instances: Vec::new(),
            functions: Vec::new(),
            tables: Vec::new(),
            memories: vec![V::Memory::new(0, Some(0))],
            globals: Vec::new(),
            dropped: Vec::new(),
            stack: Registers(V::registers(2 * WINDOW)),
            frames: Vec::new(),
            current: Frame { pc: NOBODY, instance: 0, base: 0 },
            host: None,
            executed: 0,
            open: 0,
            conditionals: 0,
            calls: 0,
            watched: None,
            peak_pages: 0,
            moved: 0,
            looked_at: 0,
            entering: None,
        }
    }

    /// Prepares a call of a function by the host. It is executed by [`Machine::resume`].
    ///
    /// Panics if the number of arguments is not the function's.
    pub fn begin(&mut self, function: u32, arguments: &[V]) {
        let Function { ty, code } = self.functions[function as usize];
        assert_eq!(arguments.len(), self.types[ty as usize].params.len(), "number of arguments");
        // What a run that was stopped has spent stays spent.
        self.executed = self.spent().instructions as i64;
        self.open = 0;
        self.frames.clear();
        self.host = None;
        self.entering = None;
        self.stack[..arguments.len()].copy_from_slice(arguments);
        match code {
            FunctionCode::Host(_) => {
                self.current = Frame { pc: NOBODY, instance: 0, base: 0 };
                self.host = Some((0, function));
            }
            FunctionCode::Wasm { instance, body } => {
                self.calls += u64::from(self.watched == Some(function));
                self.frames.push(Frame { pc: NOBODY, instance, base: 0 });
                let inst = &self.instances[instance as usize];
                self.entering = Some(FuncIdx(inst.program.imported_functions() as u32 + body));
                let body = &inst.program.bodies[body as usize];
                self.current = Frame { pc: body.code.start, instance, base: 0 };
                let (params, locals) = (body.params as usize, body.locals as usize);
                self.stack[params..locals].fill(V::default());
                let constants = &inst.constants[body.constants.start as usize..body.constants.end as usize];
                self.stack[locals..locals + constants.len()].copy_from_slice(constants);
            }
        }
    }

    /// The results of the function that was begun, after [`Event::Finished`].
    pub fn results(&self, function: u32) -> &[V] {
        let ty = self.functions[function as usize].ty;
        &self.stack[self.current.base..][..self.types[ty as usize].results.len()]
    }

    /// The host function that is called and its arguments, after [`Event::Host`].
    pub fn host_call(&self) -> (u32, &[V]) {
        let (base, function) = self.host.expect("a host call is pending");
        let Function { ty, code: FunctionCode::Host(id) } = self.functions[function as usize] else {
            unreachable!("only host functions are called through the host")
        };
        (id, &self.stack[base..][..self.types[ty as usize].params.len()])
    }

    /// Answers the pending host call.
    pub fn host_return(&mut self, results: &[V]) {
        let (base, function) = self.host.take().expect("a host call is pending");
        let ty = self.functions[function as usize].ty;
        assert_eq!(results.len(), self.types[ty as usize].results.len(), "number of results");
        self.stack[base..][..results.len()].copy_from_slice(results);
    }

    /// Counts the calls of this function from now on.
    pub fn watch_calls(&mut self, function: u32) {
        self.watched = Some(function);
    }

    /// What has been spent so far. An instruction counts from its beginning: one that traps is included, and so
    /// are the calls that have not returned.
    pub fn spent(&self) -> Spent {
        let instructions = self.executed + i64::from(self.open);
        Spent { conditionals: self.conditionals, instructions: instructions as u64, calls: self.calls }
    }

    /// How many instructions of its function have at least been executed when an operation comes next.
    pub(crate) fn ended_before(&self, instance: u32, pc: Pc) -> u32 {
        let program = &self.instances[instance as usize].program;
        match program.body(program.function_at(pc)) {
            Some(body) if body.code.start < pc => program.origins[pc as usize - 1].executed,
            _ => 0,
        }
    }

    /// How many instructions of its function have begun when an operation is executed.
    pub(crate) fn begun(&self, instance: u32, pc: Pc) -> u32 {
        self.instances[instance as usize].program.origins[pc as usize].executed
    }

    /// Accounts for an operation that is about to move so many bytes; an error if the driver has to look first.
    #[inline]
    pub(crate) fn account(&mut self, bytes: u64) -> Result<(), Limit> {
        if self.moved - self.looked_at >= self.limits.moved {
            return Err(Limit::Moved(self.limits.moved));
        }
        self.moved = self.moved.saturating_add(bytes);
        Ok(())
    }

    /// Takes the present size of an instance's memory into account for the peak.
    pub(crate) fn note_peak(&mut self, instance: usize) {
        self.peak_pages = self.peak_pages.max(self.memory(instance).pages());
    }

    /// The most memory that was in use at once, in bytes.
    pub fn peak_memory(&self) -> u64 {
        u64::from(self.peak_pages) * crate::value::PAGE as u64
    }

    /// Where execution stands: the open functions and the next operation in each, innermost first.
    pub fn backtrace(&self) -> Vec<(&Program, FuncIdx, Pc)> {
        let callers = self.frames.iter().rev().filter(|f| f.pc != NOBODY).map(|f| (f.instance, f.pc - 1));
        let current = (self.current.pc != NOBODY).then_some((self.current.instance, self.current.pc));
        // A pending host call has been advanced over already.
        let current = current.map(|(i, pc)| (i, if self.host.is_some() { pc - 1 } else { pc }));
        current
            .into_iter()
            .chain(callers)
            .map(|(instance, pc)| {
                let program = &*self.instances[instance as usize].program;
                (program, program.function_at(pc), pc)
            })
            .collect()
    }

    /// The operation that comes next, or the host call that is pending; none if nothing runs.
    pub fn position(&self) -> Option<Pc> {
        let pc = self.current.pc;
        (pc != NOBODY).then_some(if self.host.is_some() { pc - 1 } else { pc })
    }

    /// Where the function that runs was called, and where the one that called it was, as far as there are any.
    pub fn callers(&self) -> [Option<Pc>; 2] {
        let mut callers = self.frames.iter().rev().take_while(|frame| frame.pc != NOBODY);
        [(); 2].map(|()| callers.next().map(|frame| frame.pc - 1))
    }

    /// An instance.
    pub fn instance(&self, instance: usize) -> &Instance<V> {
        &self.instances[instance]
    }

    /// The memory of an instance, which is empty if it has none.
    pub fn memory(&mut self, instance: usize) -> &mut V::Memory {
        &mut self.memories[self.instances[instance].memory as usize]
    }

    /// The memory of an instance together with the context.
    pub fn memory_and_context(&mut self, instance: usize) -> (&mut V::Memory, &mut V::Context) {
        (&mut self.memories[self.instances[instance].memory as usize], &mut self.context)
    }

    /// The value of a global.
    pub fn global(&self, address: u32) -> (GlobalType, V) {
        let global = self.globals[address as usize];
        (global.ty, global.value)
    }

    /// The references in a table: 0 is null, else a function's address plus one or the host's number plus one.
    pub fn table(&self, address: u32) -> (TableType, &[u64]) {
        let table = &self.tables[address as usize];
        (table.ty, &table.elements)
    }

    /// The value of a global of an instance's program, to be changed.
    pub fn global_mut(&mut self, instance: usize, global: u32) -> Option<&mut V> {
        let address = *self.instances[instance].globals.get(global as usize)?;
        let global = &mut self.globals[address as usize];
        (global.ty.mutable).then_some(&mut global.value)
    }

    /// What an instance exports under a name.
    pub fn export(&self, instance: usize, name: &str) -> Option<Extern> {
        let instance = &self.instances[instance];
        Some(match *instance.program.exports.get(name)? {
            worstcase_program::Export::Func(i) => Extern::Func(instance.functions[i.index()]),
            worstcase_program::Export::Table(i) => Extern::Table(instance.tables[i as usize]),
            worstcase_program::Export::Memory(_) => Extern::Memory(instance.memory),
            worstcase_program::Export::Global(i) => Extern::Global(instance.globals[i as usize]),
        })
    }

    /// The address of a function of an instance's program.
    pub fn function(&self, instance: usize, function: FuncIdx) -> u32 {
        self.instances[instance].functions[function.index()]
    }

    /// The type of a function.
    pub fn function_type(&self, function: u32) -> &FuncType {
        &self.types[self.functions[function as usize].ty as usize]
    }
}
