//! What the child says of a run, in the machine's words.

use worstcase_machine::Trap;
use worstcase_machine::process::{Costs, InputKind, Outcome, RunEnd};
use worstcase_program::ConditionalIdx;

use crate::runner::MOST_INPUTS;

/// A run, or that the interpreter has to do it.
#[derive(Clone, Debug, PartialEq)]
pub enum NativeRun {
    /// It has been run.
    Done(Finished),
    /// It needs something that is not supported, reached a limit, or the child was stopped before it came to it.
    Unsupported,
}

/// A run that ended by itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Finished {
    /// What it cost.
    pub costs: Costs,
    /// How it ended.
    pub end: RunEnd,
    /// The inputs that it took, brought into their ranges, with their bits.
    pub input: Vec<(InputKind, u64)>,
    /// How often each conditional of the program took its first choice (0), and how often another: two numbers for each.
    pub sides: Vec<u32>,
}

/// What answers are about.
pub(crate) struct Shape<'a> {
    /// The conditionals that are counted, in the order of the answers.
    pub counted: &'a [ConditionalIdx],
    /// How many conditionals the program has.
    pub conditionals: usize,
    /// How many results the entry has.
    pub results: usize,
    /// The limit of instructions. What is moved counts as well: see `Process::overdrawn`.
    pub most_instructions: u64,
}

/// So many bytes are moved in the time of an instruction, as the machine has it.
const MOVED_PER_STEP: u64 = 16;

/// Reads numbers from an answer. Nothing if it ends too early.
pub(crate) struct Reader<'a>(pub &'a [u8]);

impl Reader<'_> {
    fn u32(&mut self) -> Option<u32> {
        let (bytes, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u32::from_le_bytes(*bytes))
    }

    fn u64(&mut self) -> Option<u64> {
        let (bytes, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u64::from_le_bytes(*bytes))
    }

    /// The next run.
    pub(crate) fn run(&mut self, shape: &Shape<'_>, given: &[u64]) -> Option<NativeRun> {
        let end = self.u32()?;
        if end == 0 {
            return Some(NativeRun::Unsupported);
        }
        let costs = Costs {
            conditionals: self.u64()?,
            instructions: self.u64()?,
            calls: self.u64()?,
            user: self.u64()? as i64,
            memory: self.u64()?,
            executed: self.u64()?,
        };
        let moved = self.u64()?;
        let end = self.end(end, shape)?;
        let input = self.input(given)?;
        let sides = self.sides(shape)?;
        match costs.executed.saturating_add(moved / MOVED_PER_STEP) > shape.most_instructions {
            true => Some(NativeRun::Unsupported),
            false => Some(NativeRun::Done(Finished { costs, end, input, sides })),
        }
    }

    fn end(&mut self, end: u32, shape: &Shape<'_>) -> Option<RunEnd> {
        Some(match end {
            1 => {
                let results = (0..shape.results).map(|_| self.u64()).collect::<Option<_>>()?;
                RunEnd::Ended(Outcome::Returned(results))
            }
            2 => RunEnd::Ended(Outcome::Dropped),
            3 => RunEnd::Ended(Outcome::Failed),
            4 => RunEnd::Ended(Outcome::Exited(self.u32()?)),
            16 => RunEnd::Trapped(Trap::Unreachable),
            17 => RunEnd::Trapped(Trap::DivisionByZero),
            18 => RunEnd::Trapped(Trap::IntegerOverflow),
            19 => RunEnd::Trapped(Trap::InvalidConversion),
            20 => RunEnd::Trapped(Trap::MemoryOutOfBounds),
            21 => RunEnd::Trapped(Trap::UndefinedElement),
            22 => RunEnd::Trapped(Trap::UninitializedElement),
            23 => RunEnd::Trapped(Trap::IndirectCallTypeMismatch),
            _ => return None,
        })
    }

    /// The inputs that were taken. They come only if they are not simply those that were given.
    fn input(&mut self, given: &[u64]) -> Option<Vec<(InputKind, u64)>> {
        let (taken, differs, kinds) = (self.u32()? as usize, self.u32()? != 0, self.u32()?);
        if taken > MOST_INPUTS {
            return None;
        }
        let mut input = Vec::with_capacity(taken);
        for _ in 0..kinds {
            let kind = *InputKind::ALL.get(self.u32()? as usize)?;
            let count = self.u32()? as usize;
            if input.len() + count > taken {
                return None;
            }
            input.resize(input.len() + count, (kind, 0));
        }
        if input.len() != taken {
            return None;
        }
        for (number, (_, bits)) in input.iter_mut().enumerate() {
            *bits = if differs { self.u64()? } else { *given.get(number)? };
        }
        Some(input)
    }

    fn sides(&mut self, shape: &Shape<'_>) -> Option<Vec<u32>> {
        let mut sides = vec![0; 2 * shape.conditionals];
        for conditional in shape.counted {
            let place = 2 * conditional.index();
            for side in sides.get_mut(place..place + 2)? {
                *side = self.u32()?;
            }
        }
        Some(sides)
    }
}
