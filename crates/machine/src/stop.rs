//! Why execution does not go on.

use std::fmt;

/// What the specification calls a trap: the program did something that has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Trap {
    Unreachable,
    DivisionByZero,
    IntegerOverflow,
    InvalidConversion,
    MemoryOutOfBounds,
    TableOutOfBounds,
    UndefinedElement,
    UninitializedElement,
    IndirectCallTypeMismatch,
}

impl fmt::Display for Trap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The words of the official test suite.
        f.write_str(match self {
            Trap::Unreachable => "unreachable",
            Trap::DivisionByZero => "integer divide by zero",
            Trap::IntegerOverflow => "integer overflow",
            Trap::InvalidConversion => "invalid conversion to integer",
            Trap::MemoryOutOfBounds => "out of bounds memory access",
            Trap::TableOutOfBounds => "out of bounds table access",
            Trap::UndefinedElement => "undefined element",
            Trap::UninitializedElement => "uninitialized element",
            Trap::IndirectCallTypeMismatch => "indirect call type mismatch",
        })
    }
}

/// A limit that the user or the default set. Reaching one is a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    /// So many instructions were executed.
    Steps(u64),
    /// So many calls were open at once.
    CallDepth(usize),
    /// The open calls' frames needed so many registers.
    Stack(usize),
    /// What was to be put on the C stack, of that size, does not fit.
    CStack(u32),
    /// Memory wanted to grow beyond so many pages of 64 KiB.
    Memory(u32),
    /// Tables wanted to grow beyond so many elements, all together.
    Table(u32),
    /// All that has to be remembered to go back takes so many bytes.
    Search(usize),
    /// So many bytes were moved, by operations on much memory at once or by the host. To the machine that is a reason to
    /// let the driver look at the clock, which may then go on; to the driver, a limit of the run.
    Moved(u64),
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Steps(n) => write!(f, "stopped after {n} instructions, the limit"),
            Limit::CallDepth(n) => write!(f, "stopped at {n} calls inside one another, the limit"),
            Limit::Stack(n) => {
                write!(f, "stopped when the call stack needed more than {n} registers, the limit")
            }
            Limit::CStack(n) => write!(
                f,
                "the input does not fit the C stack of {} KiB; --cflags -Wl,-z,stack-size=N makes it larger",
                n / 1024
            ),
            Limit::Memory(n) => {
                write!(f, "stopped when memory was to grow beyond {} MiB, the limit", u64::from(*n) / 16)
            }
            Limit::Table(n) => write!(f, "stopped when tables were to grow beyond {n} elements, the limit"),
            Limit::Search(n) => {
                write!(f, "stopped when the search needed more than {} MiB, the limit", n >> 20)
            }
            Limit::Moved(n) => {
                write!(
                    f,
                    "stopped after {} MiB were copied, filled or read, which takes as long as the limit",
                    n >> 20
                )
            }
        }
    }
}

/// Why an operation did not complete. It had no effect, and may be executed again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop<P> {
    /// The program is at fault.
    Trap(Trap),
    /// A limit was reached.
    Limit(Limit),
    /// The value at hand does not decide what comes next (see [`crate::Value::Pause`]).
    Pause(P),
}

impl<P> From<Trap> for Stop<P> {
    fn from(trap: Trap) -> Self {
        Stop::Trap(trap)
    }
}

impl<P> From<Limit> for Stop<P> {
    fn from(limit: Limit) -> Self {
        Stop::Limit(limit)
    }
}

/// The limits of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most instructions. Checked at jumps, calls and returns, so a run may overstep it by less than the length
    /// of a function.
    pub steps: u64,
    /// The most calls inside one another.
    pub call_depth: usize,
    /// The most registers in all frames together.
    pub stack: usize,
    /// The most pages of memory, 64 KiB each.
    pub memory_pages: u32,
    /// The most elements of all tables together.
    pub table_elements: u32,
    /// The most bytes that are moved at a stretch, by operations on much memory at once and by the host: an instruction
    /// that fills a gigabyte is one step, but takes a second. Overstepped by at most one such operation.
    pub moved: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            steps: u64::MAX >> 1,
            call_depth: 1 << 20,
            stack: 1 << 24,
            memory_pages: 1 << 14,
            table_elements: 1 << 24,
            moved: u64::MAX,
        }
    }
}
