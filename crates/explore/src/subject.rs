//! What is explored: a program with its entry, at a size, in a world. Concrete replays start from the same place.

use std::sync::Arc;

use worstcase_machine::process::{
    Asked, ByteOf, Costs, Entry, Given, Halt, InputError, InputKind, Inputs, Outcome, Parameter, Process,
    ProcessError,
};
use worstcase_machine::wasi::{ConfigError, Stdin, Wasi, WasiConfig};
use worstcase_machine::{Limit, Limits, Memory, Observer, Step, Stop, Trap, Unobserved, Value};
use worstcase_program::{FuncIdx, Program};
use worstcase_term::mask;

use crate::edges::{Edges, Recorder};
use crate::inputs::Input;
use crate::tally::Watch;

/// How many instructions of a long run are executed between two looks at whether to stop.
const LONG_SLICE: u64 = 50_000_000;

/// A program under test, and all that a run of it depends on but its inputs.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The program.
    pub program: Arc<Program>,
    /// Where it begins.
    pub entry: Entry,
    /// The size n.
    pub size: u32,
    /// Its world. Standard input is overridden by `stdin`.
    pub world: WasiConfig<u8>,
    /// Files of which so many bytes are inputs.
    pub files: Vec<(String, u32)>,
    /// Whether standard input is `size` inputs; otherwise it is what the world has.
    pub stdin: bool,
    /// The function whose calls are counted.
    pub watched: Option<FuncIdx>,
    /// The limits of each run.
    pub limits: Limits,
}

/// Why a subject could not be started.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The program does not fit the machine.
    #[error(transparent)]
    Process(#[from] ProcessError),
    /// The world cannot be made.
    #[error(transparent)]
    World(#[from] ConfigError),
    /// The inputs do not fit.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The arguments of the entry could not be prepared.
    #[error("the entry's arguments could not be prepared: {0}")]
    Entry(String),
}

/// How a concrete run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ran {
    /// By itself.
    Ended(Outcome<u64>),
    /// It trapped.
    Trapped(Trap),
    /// Something else stopped it, in words.
    Stopped(String),
}

impl Subject {
    /// A process that is about to enter the program. Inputs that are there from the beginning are asked for in the
    /// order of files, then of the entry's arguments.
    pub fn start<V: Value, I: Inputs<V>>(
        &self,
        mut context: V::Context,
        inputs: &mut I,
    ) -> Result<Process<V>, StartError> {
        let mut files: Vec<(String, Vec<ByteOf<V>>)> =
            self.world.files.iter().map(|(name, bytes)| (name.clone(), known(bytes))).collect();
        for (name, len) in &self.files {
            let mut bytes = Vec::new();
            for _ in 0..*len {
                let value = inputs
                    .next(&mut context, Asked::any(InputKind::U8))
                    .map_err(|_| StartError::Entry("an input paused".into()))??;
                bytes.push(V::Memory::low_byte(&mut context, value));
            }
            files.push((name.clone(), bytes));
        }
        let world = WasiConfig {
            args: self.world.args.iter().map(|argument| known(argument)).collect(),
            env: self.world.env.iter().map(|(name, value)| (name.clone(), known(value))).collect(),
            stdin: match &self.world.stdin {
                Stdin::Bytes(bytes) if !self.stdin => Stdin::Bytes(known(bytes)),
                _ => Stdin::OnDemand,
            },
            files,
            directories: self.world.directories.clone(),
            clock_start: self.world.clock_start,
            clock_step: self.world.clock_step,
            random_seed: self.world.random_seed,
            limits: self.world.limits,
        };
        let mut process = Process::new(self.program.clone(), context, self.limits, Wasi::new(world)?)?;
        if let Some(function) = self.watched {
            process.watch_calls(function);
        }
        process.enter(&self.entry, self.size, inputs).map_err(|halt| match halt {
            Halt::Input(error) => StartError::Input(error),
            Halt::Stopped(Stop::Limit(limit)) => StartError::Entry(limit.to_string()),
            Halt::Stopped(Stop::Trap(trap)) => StartError::Entry(trap.to_string()),
            halt => StartError::Entry(format!("{halt:?}")),
        })?;
        Ok(process)
    }

    /// What people call the inputs that are there from the beginning, in order: `a[0]`, `key`. Those that the program
    /// asks for as it runs have no names but their numbers.
    pub fn input_names(&self) -> Vec<String> {
        const MOST: u64 = 1 << 16;
        let elements = |name: &str, len: u64| -> Vec<String> {
            (0..len.min(MOST)).map(|i| format!("{name}[{i}]")).collect()
        };
        let mut names = Vec::new();
        for (name, len) in &self.files {
            names.extend(elements(name, (*len).into()));
        }
        match &self.entry {
            Entry::Fuzzer(_) => names.extend(elements("data", self.size.into())),
            Entry::Call(call) => {
                for parameter in &call.signature().parameters {
                    let number = names.len();
                    match parameter {
                        Parameter::Input { name, .. } => {
                            names.push(name.clone().unwrap_or_else(|| format!("x{number}")));
                        }
                        Parameter::Array { name, .. } => {
                            let name = name.clone().unwrap_or_else(|| format!("x{number}"));
                            names.extend(elements(&name, parameter.elements(self.size)));
                        }
                        Parameter::Size(_) | Parameter::Constant { .. } => {}
                    }
                }
            }
            // Standard input is asked for later, but a command rarely asks for anything else.
            Entry::Command(_) if self.stdin => names.extend(elements("stdin", self.size.into())),
            _ => {}
        }
        names
    }

    /// Goes on until something has to be said. Standard input is provided.
    pub(crate) fn advance<V: Value, I: Inputs<V>>(
        &self,
        process: &mut Process<V>,
        inputs: &mut I,
        observer: &mut impl Observer,
    ) -> Halt<V> {
        loop {
            match process.advance(inputs, observer) {
                Halt::NeedStdin => {
                    let len = if self.stdin { self.size } else { 0 };
                    match process.input_stream(len, inputs) {
                        Ok(bytes) => process.provide_stdin(bytes),
                        Err(halt) => return halt,
                    }
                }
                halt => return halt,
            }
        }
    }

    /// Runs the program on numbers: what they cost, and how it ended.
    pub fn replay(&self, input: &[Input]) -> Result<(Costs, Ran), StartError> {
        self.run(Given::bits(input.iter().map(|input| input.bits).collect()))
    }

    /// The same, for runs that may take long: none if the watch says to stop.
    pub fn replay_watched(&self, input: &[Input], watch: &Watch) -> Result<Option<(Costs, Ran)>, StartError> {
        let mut given = Given::bits(input.iter().map(|input| input.bits).collect());
        self.run_watched(&mut given, &mut Unobserved, watch)
    }

    /// The same, of inputs wherever they come from, for somebody to see.
    pub fn run_watched(
        &self,
        inputs: &mut impl Inputs<u64>,
        observer: &mut impl Observer,
        watch: &Watch,
    ) -> Result<Option<(Costs, Ran)>, StartError> {
        let mut process = self.start::<u64, _>((), inputs)?;
        loop {
            let spent = process.spent().instructions;
            process.machine.limits.steps = self.limits.steps.min(spent.saturating_add(LONG_SLICE));
            let halt = self.advance(&mut process, inputs, observer);
            let is_slice =
                matches!(halt, Halt::Stopped(Stop::Limit(Limit::Steps(steps))) if steps < self.limits.steps);
            if !is_slice {
                return Ok(Some((process.costs(), ran(halt))));
            }
            if watch.is_stopped() {
                return Ok(None);
            }
        }
    }

    /// Runs the program on inputs wherever they come from.
    pub fn run(&self, given: Given) -> Result<(Costs, Ran), StartError> {
        self.observed(given, &mut Unobserved)
    }

    /// The sides of conditionals that a run takes, and what it comes to.
    pub fn edges(&self, given: Given) -> Result<(Edges, Costs, Ran), StartError> {
        let mut recorder = Recorder::default();
        let (costs, ran) = self.observed(given, &mut recorder)?;
        Ok((recorder.0, costs, ran))
    }

    /// The inputs that a run takes from wherever they come, all of them, so that it can be replayed.
    pub fn inputs_of(&self, given: Given) -> Result<Vec<Input>, StartError> {
        let mut recording = Recording { given, taken: Vec::new() };
        let mut process = self.start::<u64, _>((), &mut recording)?;
        self.advance(&mut process, &mut recording, &mut Unobserved);
        Ok(recording.taken)
    }

    fn observed(&self, mut given: Given, observer: &mut impl Observer) -> Result<(Costs, Ran), StartError> {
        let mut process = self.start::<u64, _>((), &mut given)?;
        let halt = self.advance(&mut process, &mut given, observer);
        Ok((process.costs(), ran(halt)))
    }
}

/// Keeps the inputs that are taken.
struct Recording {
    given: Given,
    taken: Vec<Input>,
}

impl Inputs<u64> for Recording {
    fn next(&mut self, context: &mut (), asked: Asked) -> Step<u64, Result<u64, InputError>> {
        let value = self.given.next(context, asked)?;
        if let Ok(bits) = value {
            self.taken.push(Input { kind: asked.kind, bits: bits & mask(8 * asked.kind.bytes()) });
        }
        Ok(value)
    }
}

fn ran(halt: Halt<u64>) -> Ran {
    match halt {
        Halt::Ended(outcome) => Ran::Ended(outcome),
        Halt::Stopped(Stop::Trap(trap)) => Ran::Trapped(trap),
        Halt::Stopped(Stop::Limit(limit)) => Ran::Stopped(limit.to_string()),
        halt => Ran::Stopped(format!("{halt:?}")),
    }
}

/// Bytes that are numbers.
fn known<B: From<u8>>(bytes: &[u8]) -> Vec<B> {
    bytes.iter().map(|&byte| B::from(byte)).collect()
}
