//! A program under test in its world: a machine, the host functions it calls, its inputs, and its costs.
//!
//! The text is one for concrete and symbolic values, as the interpreter is. A process is driven by
//! [`Process::advance`] and stops wherever the machine does, so an explorer can fork it between decisions.

mod call;
mod calls;
mod checkpoint;
mod drive;
mod entry;
mod given;
mod inputs;
mod meter;
mod template;
mod tree;

use std::sync::Arc;

use worstcase_program::{ExternType, FuncIdx, FuncType, Program, ValType};

use crate::instantiate::LinkError;
use crate::machine::{Event, Extern, Machine, Spent};
use crate::observe::Observer;
use crate::stop::{Limit, Limits, Stop, Trap};
use crate::value::{Memory, Step, Value};
use crate::wasi::{self, Wasi};

pub use call::{Call, CallError};
pub use checkpoint::{ProcessCheckpoint, ProcessImage};
pub use drive::{Driver, MOVED, RunEnd, StdinPart, StdinSource, StopReason, is_slice};
pub use entry::{Entry, EntryError};
pub use given::Given;
pub use inputs::{InputError, Inputs};
pub use meter::{Costs, Meter};
pub use template::{
    Alphabet, Amount, Extent, HoleIdx, Item, SequenceIdx, ShapeError, Template, TemplateError, TemplateShape,
};
pub use tree::{WitnessEntry, WitnessTree};
pub use worstcase_program::host::{Asked, HostFunction, InputKind, Number, TreeAttribute, TreeInput};
pub use worstcase_program::signature::{Parameter, Signature, SignatureError};

/// A byte of a value's memory.
pub type ByteOf<V> = <<V as Value>::Memory as Memory<V>>::Byte;

/// Something that the program passed on with `output_i32` or `output_bytes`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output<V, B> {
    /// A number.
    I32(V),
    /// Bytes.
    Bytes(Vec<B>),
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<V> {
    /// The entry returned these values.
    Returned(Vec<V>),
    /// The program exited with this code.
    Exited(u32),
    /// An assumption did not hold: this input does not count.
    Dropped,
    /// The program reported a failure of its own: `reach_error`, `__VERIFIER_assert`, `assert`.
    Failed,
}

/// Why a process did not go on.
#[derive(Debug)]
pub enum Halt<V: Value> {
    /// It is over.
    Ended(Outcome<V>),
    /// The machine stopped. After a limit that was raised, or a pause that was settled, it may go on.
    Stopped(Stop<V::Pause>),
    /// A limit of the file system or of output was reached.
    WasiLimit(wasi::Limit),
    /// It passed on more than [`MAX_OUTPUTS`].
    OutputLimit,
    /// It reads standard input, which is not there yet: [`Process::provide_stdin`].
    NeedStdin,
    /// It writes to standard output, which nobody takes away: see [`Wasi::set_stdout_room`].
    StdoutFull,
    /// It asked for an input that could not be given.
    Input(InputError),
    /// It called a function that nobody provides.
    UnknownImport {
        /// The module that the function was to come from.
        module: String,
        /// Its name there.
        name: String,
    },
}

/// The most numbers or bytes that a program can pass on.
pub const MAX_OUTPUTS: usize = 1 << 24;

/// Why a process could not be made.
#[derive(Debug, thiserror::Error)]
pub enum ProcessError {
    /// An import that we know has another type.
    #[error("the program imports {module}.{name} as a function {found}, but it has {expected}")]
    ImportType {
        /// The module that it is imported from.
        module: String,
        /// Its name.
        name: String,
        /// The type that the program gives it.
        found: String,
        /// What it has to be.
        expected: String,
    },
    /// Something other than a function is imported.
    #[error("the program imports {module}.{name}, which is not a function; only functions can be imported")]
    ImportKind {
        /// The module that it is imported from.
        module: String,
        /// Its name.
        name: String,
    },
    /// The program could not be put into the machine.
    #[error("the program cannot be instantiated: {0}")]
    Link(String),
    /// It asks for more than a limit allows before it begins.
    #[error("the program cannot be instantiated: {0}")]
    Limit(Limit),
}

/// A program under test, running.
pub struct Process<V: Value> {
    /// The machine that executes it.
    pub machine: Machine<V>,
    /// Its files, arguments and standard streams.
    pub wasi: Wasi<ByteOf<V>>,
    /// What it passed on.
    pub outputs: Vec<Output<V, ByteOf<V>>>,
    outputs_len: usize,
    program: Arc<Program>,
    functions: Arc<[HostFunction]>,
    instance: usize,
    meter: Meter,
    /// What is still to be called, last first: the entry, and before it what prepares it.
    calls: Vec<(u32, Vec<V>)>,
    running: Option<u32>,
    /// How far the host has come with a call that it could not answer at a stretch.
    progress: u32,
    /// What standard input is made of, if that is a template, and how far it was read.
    template: Option<Arc<template::Cursor<V>>>,
    /// What is known of the tree that is input, beside what programs can see of it.
    tree: Arc<tree::Tree<V>>,
}

/// What a call of the host takes, whatever it moves, in bytes that could be moved meanwhile.
const HOST_CALL: u64 = 1 << 10;

/// What an input takes, as well.
const INPUT: u64 = 64;

impl<V: Value> Process<V> {
    /// Puts a program into a fresh machine.
    pub fn new(
        program: Arc<Program>,
        context: V::Context,
        limits: Limits,
        wasi: Wasi<ByteOf<V>>,
    ) -> Result<Self, ProcessError> {
        let mut machine = Machine::new(context, limits);
        let mut functions = Vec::new();
        let mut imports = Vec::new();
        for import in &program.imports {
            let ExternType::Func(ty) = &import.ty else {
                return Err(ProcessError::ImportKind {
                    module: import.module.clone(),
                    name: import.name.clone(),
                });
            };
            let function = HostFunction::resolve(import).map_err(|wrong| ProcessError::ImportType {
                module: import.module.clone(),
                name: import.name.clone(),
                found: ty.to_string(),
                expected: wrong.expected,
            })?;
            imports.push(Extern::Func(machine.host_function(ty.clone(), functions.len() as u32)));
            functions.push(function);
        }
        let instance = machine.instantiate(program.clone(), &imports).map_err(
            |error: LinkError<V::Pause>| match error {
                LinkError::Stopped(Stop::Limit(limit)) => ProcessError::Limit(limit),
                error => ProcessError::Link(error.to_string()),
            },
        )?;
        // Preparations come last in the list because the last is called first.
        let mut calls = Vec::new();
        // Only with WASI's type is it what WASI means by the name.
        let initialize = program.exported_function("_initialize");
        if let Some(initialize) = initialize.filter(|&f| *program.func_type(f) == FuncType::default()) {
            calls.push((machine.function(instance, initialize), Vec::new()));
        }
        if let Some(start) = program.start {
            calls.push((machine.function(instance, start), Vec::new()));
        }
        let tree = Arc::new(tree::Tree::of(&wasi));
        Ok(Process {
            machine,
            wasi,
            outputs: Vec::new(),
            outputs_len: 0,
            program,
            functions: functions.into(),
            instance,
            meter: Meter::default(),
            calls,
            running: None,
            progress: 0,
            template: None,
            tree,
        })
    }

    /// Whether the program marks the part of it that is to be measured.
    pub fn marks_measured_part(&self) -> bool {
        self.functions.contains(&HostFunction::MeasureBegin)
    }

    /// The program.
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// Calls a function of the program after all that is to be called already.
    pub fn call(&mut self, function: FuncIdx, arguments: Vec<V>) {
        let function = self.machine.function(self.instance, function);
        self.calls.insert(0, (function, arguments));
    }

    /// Counts the calls of a function of the program.
    pub fn watch_calls(&mut self, function: FuncIdx) {
        self.machine.watch_calls(self.machine.function(self.instance, function));
    }

    /// Whether only a part of the run was measured: the program called `measure_begin`.
    pub fn measured_part(&self) -> bool {
        self.meter.is_marked()
    }

    /// The costs so far.
    pub fn costs(&self) -> Costs {
        Costs { memory: self.machine.peak_memory(), ..self.meter.costs(self.machine.spent()) }
    }

    /// Gives the program its standard input, after [`Halt::NeedStdin`].
    pub fn provide_stdin(&mut self, bytes: Vec<ByteOf<V>>) {
        self.wasi.provide_stdin(bytes);
    }

    /// The program's memory.
    pub fn memory(&mut self) -> &mut V::Memory {
        self.machine.memory(self.instance)
    }

    /// Runs until something has to be said.
    pub fn advance<I: Inputs<V>, O: Observer>(&mut self, inputs: &mut I, observer: &mut O) -> Halt<V> {
        self.machine.looked_at = self.machine.moved;
        loop {
            let Some(running) = self.running else {
                let Some((function, arguments)) = self.calls.pop() else {
                    return Halt::Ended(Outcome::Returned(Vec::new()));
                };
                self.machine.begin(function, &arguments);
                self.running = Some(function);
                continue;
            };
            match self.machine.resume(observer) {
                Event::Finished => {
                    self.running = None;
                    if self.calls.is_empty() {
                        return Halt::Ended(Outcome::Returned(self.machine.results(running).to_vec()));
                    }
                }
                Event::Stopped(stop) => return Halt::Stopped(stop),
                Event::Host(id) => match self.host(self.functions[id as usize], inputs, observer) {
                    Ok(results) => self.machine.host_return(&results),
                    Err(halt) => return halt,
                },
            }
        }
    }

    /// Answers a call of a host function. An error leaves the call pending, so that it can be repeated.
    fn host<I: Inputs<V>, O: Observer>(
        &mut self,
        function: HostFunction,
        inputs: &mut I,
        observer: &mut O,
    ) -> Result<Vec<V>, Halt<V>> {
        self.account(HOST_CALL)?;
        let (id, arguments) = self.machine.host_call();
        let arguments = arguments.to_vec();
        let results = self.program.imports[id as usize].ty.results();
        match function {
            HostFunction::Input(kind) => {
                let value = self.input(inputs, Asked::any(kind))?;
                return Ok(vec![value]);
            }
            HostFunction::InputIn(exclusive) => {
                let bits = [self.bits(arguments[0])?, self.bits(arguments[1])?];
                let [low, high] = bits.map(|bits| i64::from(bits as i32));
                let range = Some((low, high - i64::from(exclusive)));
                let value = self.input(inputs, Asked { range, ..Asked::any(InputKind::I32) })?;
                return Ok(vec![value]);
            }
            HostFunction::InputBytes => self.input_bytes(&arguments, inputs)?,
            HostFunction::InputObject => self.input_object(&arguments, inputs)?,
            HostFunction::Assume if !self.truth(arguments[0])? => return Err(Halt::Ended(Outcome::Dropped)),
            HostFunction::Assert if !self.truth(arguments[0])? => return Err(Halt::Ended(Outcome::Failed)),
            HostFunction::Drop => return Err(Halt::Ended(Outcome::Dropped)),
            HostFunction::Fail => return Err(Halt::Ended(Outcome::Failed)),
            HostFunction::MeasureBegin => {
                self.meter.begin(self.machine.spent());
                observer.measuring(true);
            }
            HostFunction::MeasureEnd => {
                self.meter.end(self.machine.spent());
                observer.measuring(false);
            }
            HostFunction::Cost => {
                // Without a declaration C passes an `int`.
                let import = &self.program.imports[id as usize].ty;
                let narrow = matches!(import, ExternType::Func(ty) if ty.params == [ValType::I32]);
                let units = self.bits(arguments[0])?;
                self.meter.add(if narrow { i64::from(units as i32) } else { units as i64 });
            }
            HostFunction::OutputI32 => self.output(1, Output::I32(arguments[0]))?,
            HostFunction::OutputBytes => {
                let (address, len) = (self.bits(arguments[0])? as u32, self.bits(arguments[1])? as u32);
                if len as usize > MAX_OUTPUTS {
                    return Err(Halt::OutputLimit);
                }
                self.machine.moved += u64::from(len);
                let bytes = self.memory().read(address, len);
                let bytes = bytes.ok_or(Halt::Stopped(Stop::Trap(Trap::MemoryOutOfBounds)))?;
                self.output(len as usize, Output::Bytes(bytes))?;
            }
            HostFunction::Assume | HostFunction::Assert | HostFunction::Nothing => {}
            HostFunction::Wasi(call) => return self.system_call(call, &arguments, inputs),
            HostFunction::Unknown => {
                let import = &self.program.imports[id as usize];
                return Err(Halt::UnknownImport { module: import.module.clone(), name: import.name.clone() });
            }
        }
        // What C did not declare returns an `int` that nobody reads.
        Ok(vec![V::from_bits(0); results])
    }

    fn bits(&mut self, value: V) -> Result<u64, Halt<V>> {
        value.bits(&mut self.machine.context).map_err(Halt::Stopped)
    }

    fn truth(&mut self, value: V) -> Result<bool, Halt<V>> {
        value.truth(&mut self.machine.context).map_err(Halt::Stopped)
    }

    fn input<I: Inputs<V>>(&mut self, inputs: &mut I, asked: Asked) -> Result<V, Halt<V>> {
        inputs.next(&mut self.machine.context, asked).map_err(Halt::Stopped)?.map_err(Halt::Input)
    }

    fn input_bytes<I: Inputs<V>>(&mut self, arguments: &[V], inputs: &mut I) -> Result<(), Halt<V>> {
        let (address, len) = (self.bits(arguments[0])? as u32, self.bits(arguments[1])? as u32);
        self.write_inputs(address, len, object(InputKind::U8), inputs)
    }

    /// KLEE makes objects symbolic byte by byte. One that can be a number is one here, so that people can read
    /// and write its value (a text fills it all the same); others are bytes.
    fn input_object<I: Inputs<V>>(&mut self, arguments: &[V], inputs: &mut I) -> Result<(), Halt<V>> {
        let (address, len) = (self.bits(arguments[0])? as u32, self.bits(arguments[1])? as u32);
        self.write_inputs(address, len, object(InputKind::of_bytes(len).unwrap_or(InputKind::U8)), inputs)
    }

    /// Fills memory with inputs, one after the other.
    fn write_inputs<I: Inputs<V>>(
        &mut self,
        address: u32,
        len: u32,
        asked: Asked,
        inputs: &mut I,
    ) -> Result<(), Halt<V>> {
        let end = u64::from(address) + u64::from(len);
        if end > u64::from(self.memory().pages()) * crate::value::PAGE as u64 {
            return Err(Halt::Stopped(Trap::MemoryOutOfBounds.into()));
        }
        for offset in (self.progress..len).step_by(asked.kind.bytes() as usize) {
            let (memory, context) = self.machine.memory_and_context(self.instance);
            let value = inputs.next(context, asked).map_err(Halt::Stopped)?.map_err(Halt::Input)?;
            let address = V::from_bits((address + offset).into());
            memory.store(context, asked.kind.store(), address, 0, value).map_err(Halt::Stopped)?;
            // If the driver looks now, the call is made again, and goes on with the next input.
            self.progress = offset + asked.kind.bytes();
            self.machine.moved += INPUT;
            self.account(0)?;
        }
        self.progress = 0;
        Ok(())
    }

    fn account(&mut self, bytes: u64) -> Result<(), Halt<V>> {
        self.machine.account(bytes).map_err(|limit| Halt::Stopped(limit.into()))
    }

    fn output(&mut self, len: usize, output: Output<V, ByteOf<V>>) -> Result<(), Halt<V>> {
        // No bytes at all take up room in the list too.
        let len = self.outputs_len + len.max(1);
        if len > MAX_OUTPUTS {
            return Err(Halt::OutputLimit);
        }
        self.outputs_len = len;
        self.outputs.push(output);
        Ok(())
    }

    /// Performs a system call. If it needs more of the tree that is input than there is, that is made, and it is repeated.
    fn system_call<I: Inputs<V>>(
        &mut self,
        call: wasi::Call,
        arguments: &[V],
        inputs: &mut I,
    ) -> Result<Vec<V>, Halt<V>> {
        let mut bits = Vec::with_capacity(arguments.len());
        for &argument in arguments {
            bits.push(self.bits(argument)?);
        }
        loop {
            match self.try_call(call, &bits)? {
                wasi::Outcome::Need(need) => self.grow(need, inputs)?,
                wasi::Outcome::Return(errno) if call.returns_errno() => {
                    return Ok(vec![V::from_bits(errno.code().into())]);
                }
                wasi::Outcome::Return(_) => return Ok(Vec::new()),
                wasi::Outcome::Exit(code) => return Err(Halt::Ended(Outcome::Exited(code))),
                wasi::Outcome::NeedStdin => return Err(Halt::NeedStdin),
                wasi::Outcome::StdoutFull => return Err(Halt::StdoutFull),
                wasi::Outcome::Limit(limit) => return Err(Halt::WasiLimit(limit)),
            }
        }
    }

    fn try_call(&mut self, call: wasi::Call, bits: &[u64]) -> Result<wasi::Outcome<ByteOf<V>>, Halt<V>> {
        // A call that needs to know more is made again, so it must not have happened.
        let before = V::PAUSES.then(|| self.wasi.clone());
        let kept = self.wasi.kept_bytes();
        let (memory, context) = self.machine.memory_and_context(self.instance);
        let mut guest = GuestMemory::<V> { memory, context, written: Vec::new(), moved: 0, stop: None };
        let outcome = self.wasi.call(call, bits, &mut guest);
        let GuestMemory { written, moved, stop, .. } = guest;
        let unsettled = V::unsettled(context).map(Stop::Pause);
        if let (Some(before), Some(stop)) = (before, stop.or(unsettled)) {
            self.wasi = before;
            return Err(Halt::Stopped(stop));
        }
        // It has not happened, so nothing was written.
        if let wasi::Outcome::Need(_) = outcome {
            return Ok(outcome);
        }
        for (address, bytes) in written {
            memory.write(address, &bytes).expect("it was within memory");
        }
        // It has happened, so the driver looks before the next one.
        let changed = match call {
            // What is kept for a call to be made again is copied by one that writes.
            wasi::Call::FdWrite | wasi::Call::FdPwrite if V::PAUSES => kept,
            _ => self.wasi.kept_bytes().abs_diff(kept),
        };
        self.machine.moved = self.machine.moved.saturating_add(moved + changed);
        Ok(outcome)
    }

    /// The functions that are open, innermost first, with where each stands.
    pub fn backtrace(&self) -> Vec<(FuncIdx, u32)> {
        let trace = self.machine.backtrace();
        trace.into_iter().map(|(program, f, pc)| (f, program.origins[pc as usize].offset)).collect()
    }

    /// What the whole run has spent so far, measured or not.
    pub fn spent(&self) -> Spent {
        self.machine.spent()
    }
}

/// The program's memory as system calls see it.
struct GuestMemory<'a, V: Value> {
    memory: &'a mut V::Memory,
    context: &'a mut V::Context,
    /// What a call has written that may have to be made again: it happens only if the call does.
    written: Vec<(u32, Vec<ByteOf<V>>)>,
    /// How many bytes it has read and written.
    moved: u64,
    /// The first question of the call that is not decided. What it came to is of no use then.
    stop: Option<Stop<V::Pause>>,
}

impl<V: Value> wasi::Guest for GuestMemory<'_, V> {
    type Byte = ByteOf<V>;

    fn read(&mut self, address: u32, len: u32) -> Result<Vec<ByteOf<V>>, wasi::Fault> {
        let mut bytes = self.memory.read(address, len).ok_or(wasi::Fault { address, len })?;
        self.moved += u64::from(len);
        for (start, written) in &self.written {
            for (at, &byte) in (u64::from(*start)..).zip(written) {
                if let Some(at) = at.checked_sub(address.into()).filter(|&at| at < len.into()) {
                    bytes[at as usize] = byte;
                }
            }
        }
        Ok(bytes)
    }

    fn write(&mut self, address: u32, bytes: &[ByteOf<V>]) -> Result<(), wasi::Fault> {
        let fault = wasi::Fault { address, len: bytes.len() as u32 };
        self.moved += bytes.len() as u64;
        if !V::PAUSES {
            return self.memory.write(address, bytes).ok_or(fault);
        }
        let end = u64::from(address) + bytes.len() as u64;
        if end > u64::from(self.memory.pages()) * crate::value::PAGE as u64 {
            return Err(fault);
        }
        self.written.push((address, bytes.to_vec()));
        Ok(())
    }

    fn concrete(&mut self, byte: ByteOf<V>) -> u8 {
        V::Memory::concrete(self.context, byte)
    }

    fn same(&mut self, a: &[ByteOf<V>], b: &[ByteOf<V>]) -> bool {
        let same = tree::is_same(self.context, a, b);
        self.decide(same)
    }

    fn is_between(&mut self, byte: ByteOf<V>, low: u8, high: u8) -> bool {
        let is_between = tree::is_between::<V>(self.context, byte, low, high);
        self.decide(is_between)
    }
}

impl<V: Value> GuestMemory<'_, V> {
    fn decide(&mut self, question: Step<V, V>) -> bool {
        match question.and_then(|question| question.truth(self.context)) {
            Ok(holds) => holds,
            Err(stop) => {
                self.stop.get_or_insert(stop);
                false
            }
        }
    }
}

impl<V: Value> Process<V> {
    /// Makes room for `len` bytes in the program's memory, and gives their address.
    ///
    /// They go on top of the C stack, where a caller would have put them, and no allocator claims them. Only if
    /// the name section does not say where that stack is do they go above all memory; there an allocator that
    /// takes everything up to the end of memory for its own may overwrite them.
    pub fn reserve(&mut self, len: u64) -> Step<V, u32> {
        if let Some(global) = self.program.stack_pointer
            && let Some(&mut top) = self.machine.global_mut(self.instance, global)
        {
            let top = top.bits(&mut self.machine.context)? as u32;
            // What the C stack has below its top is all that there is: a bigger one is the linker's business.
            let address = u32::try_from(len).ok().and_then(|len| top.checked_sub(len));
            let address = address.map(|address| address & !15);
            let Some(address) = address.filter(|&address| address >= MIN_STACK) else {
                return Err(Limit::CStack(top).into());
            };
            if let Some(top) = self.machine.global_mut(self.instance, global) {
                *top = V::from_bits(address.into());
            }
            return Ok(address);
        }
        let limits = self.machine.limits;
        let pages = len.div_ceil(crate::value::PAGE as u64).max(1);
        if pages > limits.memory_pages.into() {
            return Err(Limit::Memory(limits.memory_pages).into());
        }
        let grown = self.memory().grow(pages as u32, &limits)?;
        self.machine.note_peak(self.instance);
        match grown {
            Some(old) => Ok(old * crate::value::PAGE as u32),
            None => Err(Trap::MemoryOutOfBounds.into()),
        }
    }
}

/// How much of the C stack has to be left for the program when something is put on it.
const MIN_STACK: u32 = 1 << 16;

/// Any value of a kind, as an object of memory.
fn object(kind: InputKind) -> Asked {
    Asked { object: true, ..Asked::any(kind) }
}

/// Whether a parameter can take the size n.
fn is_size(ty: ValType) -> bool {
    matches!(ty, ValType::I32 | ValType::I64)
}
