//! Runs of a program: a function that is called with arguments and buffers, or a command from its start.
//!
//! Every run begins in a fresh process, so that one run does not depend on another and can be repeated.

use std::sync::Arc;

use worstcase_machine::process::{
    Driver, Entry, Halt, Inputs, Outcome, Process, RunEnd, StdinSource, StopReason,
};
use worstcase_machine::wasi::{Stdin, Wasi, WasiConfig};
use worstcase_machine::{Limits, Memory, Trap};
use worstcase_program::{FuncIdx, Program, ValType};

use super::walk::{Account, Graphs, Walk};

/// Flags that make clang end a run where bounds do not hold any more: at a signed integer or a pointer that overflows, and at
/// an index beyond an array whose size is known.
pub const GUARDS: [&str; 2] = [
    "-fsanitize=signed-integer-overflow,pointer-overflow,bounds",
    "-fsanitize-trap=signed-integer-overflow,pointer-overflow,bounds",
];

/// What a parameter is given.
#[derive(Clone, Debug, PartialEq)]
pub enum Argument {
    /// A number, as its type has it.
    Number(i128),
    /// The address of a buffer that holds these numbers again and again.
    Buffer {
        /// The numbers.
        numbers: Vec<i128>,
        /// How many bytes each has.
        bytes: u8,
        /// Whether they are floating-point numbers.
        is_float: bool,
    },
}

/// A run.
#[derive(Clone, Debug)]
pub struct Call {
    /// The function that is called. The run of a command begins at its start, and this is the function that is meant.
    pub function: FuncIdx,
    /// Whether it is the `main` of a command.
    pub is_command: bool,
    /// A function that is called before, and its arguments: what it leaves in global variables is there then.
    pub before: Option<(FuncIdx, Vec<Argument>)>,
    /// What it is given, unless it is a command.
    pub arguments: Vec<Argument>,
    /// What inputs depend on.
    pub seed: u64,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The function returned, or the command came to its end.
    Finished,
    /// An assumption did not hold.
    Dropped,
    /// It trapped.
    Trapped(Trap),
    /// A limit was reached: on instructions, memory, calls or output.
    Limited,
    /// It could not go on, for this reason.
    Stuck(String),
}

/// The size of a buffer, and the room around it.
const BUFFER: u32 = 64 << 10;
const GAP: u32 = 192 << 10;

/// So many buffers fit the C stack.
pub const MOST_BUFFERS: usize = 16;

/// The most memory of a run, in pages of 64 KiB. The C stack alone has 128.
const PAGES: u32 = 1 << 10;

/// The most calls inside one another.
const DEPTH: usize = 1 << 14;

/// Where the buffers lie, and what is around them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Far apart from each other, with zeros around them.
    Plain,
    /// Elsewhere, with something else around them. Who accesses memory within bounds does not notice.
    Other,
}

/// What is around the buffers of [`Layout::Other`], and how much further apart these are.
const OTHER_BYTE: u8 = 0x5a;
const SHIFT: u32 = 20 << 10;

/// A program that is run again and again.
pub struct Bench {
    graphs: Graphs,
}

impl Bench {
    /// A program.
    pub fn new(program: &Arc<Program>) -> Bench {
        Bench { graphs: Graphs::new(program) }
    }

    /// The program.
    pub fn program(&self) -> &Arc<Program> {
        &self.graphs.program
    }

    /// The function that another build of the program calls the same.
    pub fn counterpart(&self, other: &Bench, function: FuncIdx) -> Option<FuncIdx> {
        let name = other.program().function_name(function);
        // The linker keeps the order, and names need not be unique: functions can be static.
        let same_place = self.program().body(function).map(|_| function);
        let same_place = same_place.filter(|&function| self.program().function_name(function) == name);
        same_place.or_else(|| self.program().function_named(&name))
    }

    /// Runs a call of at most so many instructions.
    pub fn run<A: Account>(
        &self,
        call: &Call,
        layout: Layout,
        inputs: &mut impl Inputs<u64>,
        steps: u64,
        account: A,
    ) -> (A, End) {
        let mut walk = Walk::new(&self.graphs, account);
        let end = match self.prepared(call, layout, inputs, steps) {
            // Nothing in a bound speaks of what is read, so that it is empty.
            Ok(mut process) => {
                let stdin = StdinSource::Inputs(&[]);
                let mut driver = Driver { inputs, observer: &mut walk, stdin, is_stopped: &mut |_| false };
                driver.run(&mut process).into()
            }
            Err(end) => end,
        };
        (walk.finish(), end)
    }

    /// A process that is about to make the call.
    fn prepared(
        &self,
        call: &Call,
        layout: Layout,
        inputs: &mut impl Inputs<u64>,
        steps: u64,
    ) -> Result<Process<u64>, End> {
        let stuck = |error: &dyn std::fmt::Display| End::Stuck(error.to_string());
        let limits = Limits { steps, call_depth: DEPTH, memory_pages: PAGES, ..Limits::default() };
        let world =
            WasiConfig { args: vec![b"program".to_vec()], stdin: Stdin::OnDemand, ..WasiConfig::default() };
        let wasi = Wasi::new(world).map_err(|error| stuck(&error))?;
        let mut process =
            Process::<u64>::new(self.program().clone(), (), limits, wasi).map_err(|error| stuck(&error))?;
        if call.is_command {
            let entry = Entry::find(self.program(), Some("_start")).map_err(|error| stuck(&error))?;
            process.enter(&entry, 0, inputs).map_err(end)?;
            return Ok(process);
        }
        let calls = call.before.iter().map(|(function, arguments)| (*function, arguments));
        for (function, arguments) in calls.chain([(call.function, &call.arguments)]) {
            let mut bits = place(&mut process, arguments, layout)?;
            for (bits, ty) in bits.iter_mut().zip(&self.program().func_type(function).params) {
                // An `i32` has its upper half zero.
                *bits &= if *ty == ValType::I64 { u64::MAX } else { u32::MAX.into() };
            }
            process.call(function, bits);
        }
        Ok(process)
    }
}

/// Writes the buffers, and gives what the function is to be called with.
fn place(process: &mut Process<u64>, arguments: &[Argument], layout: Layout) -> Result<Vec<u64>, End> {
    let buffers = arguments.iter().filter(|one| matches!(one, Argument::Buffer { .. })).count() as u32;
    let gap = if layout == Layout::Other { GAP + SHIFT } else { GAP };
    let stride = BUFFER + gap;
    let mut address = 0;
    if buffers > 0 {
        let room = gap + buffers * stride;
        let start = process.reserve(room.into()).map_err(|stop| end(Halt::Stopped(stop)))?;
        if layout == Layout::Other {
            write(process, start, &vec![OTHER_BYTE; room as usize])?;
        }
        address = start + gap;
    }
    let mut bits = Vec::new();
    for argument in arguments {
        match argument {
            Argument::Number(number) => bits.push(*number as u64),
            Argument::Buffer { numbers, bytes, is_float } => {
                let each = numbers.iter().cycle().take((BUFFER / u32::from(*bytes).max(1)) as usize);
                let contents =
                    each.flat_map(|number| encoded(*number, *is_float, *bytes)).collect::<Vec<u8>>();
                write(process, address, &contents)?;
                bits.push(address.into());
                address += stride;
            }
        }
    }
    Ok(bits)
}

fn write(process: &mut Process<u64>, address: u32, bytes: &[u8]) -> Result<(), End> {
    process.memory().write(address, bytes).ok_or(End::Trapped(Trap::MemoryOutOfBounds))
}

fn encoded(number: i128, is_float: bool, bytes: u8) -> impl Iterator<Item = u8> {
    let bits = match (is_float, bytes) {
        (true, 4) => (number as f32).to_bits().into(),
        (true, _) => (number as f64).to_bits(),
        (false, _) => number as u64,
    };
    bits.to_le_bytes().into_iter().take(bytes.into())
}

impl From<RunEnd> for End {
    fn from(end: RunEnd) -> End {
        match end {
            RunEnd::Ended(Outcome::Dropped) => End::Dropped,
            RunEnd::Ended(_) => End::Finished,
            RunEnd::Trapped(trap) => End::Trapped(trap),
            RunEnd::Stopped(StopReason::Limit(_) | StopReason::World(_) | StopReason::Outputs) => {
                End::Limited
            }
            RunEnd::Stopped(reason) => End::Stuck(reason.to_string()),
            RunEnd::Interrupted => End::Limited,
        }
    }
}

fn end(halt: Halt<u64>) -> End {
    RunEnd::from(halt).into()
}
