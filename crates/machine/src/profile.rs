//! What a run cost, line by line.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use worstcase_program::{Op, Pc, Program};

use crate::observe::Observer;

/// Watches a run for what each operation costs. All is measured until the program says with `measure_begin` which part is;
/// what was before that is then forgotten.
pub struct Profile<'a> {
    program: &'a Program,
    /// How often each operation was executed.
    counts: Vec<u64>,
    /// The instructions that were executed with it: itself, and those before it that became no operation.
    instructions: Vec<u64>,
    /// How many instructions of the current function lie before the point that execution has reached. See
    /// `worstcase_program::code` for what jumps say about that.
    position: u32,
    last: Option<Pc>,
    /// Whether this part of the program is measured.
    is_on: bool,
    /// Whether the program has said so.
    is_marked: bool,
}

/// What a source line cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Where it is, for people.
    pub place: String,
    /// Its text, if its source is at hand.
    pub text: String,
    /// Conditionals decided there.
    pub conditionals: u64,
    /// Instructions executed there.
    pub instructions: u64,
}

impl<'a> Profile<'a> {
    /// Nothing was executed yet.
    pub fn new(program: &'a Program) -> Self {
        Profile {
            program,
            counts: vec![0; program.code.len()],
            instructions: vec![0; program.code.len()],
            position: 0,
            last: None,
            is_on: true,
            is_marked: false,
        }
    }

    /// The lines that cost something, those with the most conditionals first.
    pub fn lines(&self) -> Vec<Line> {
        let mut lines: BTreeMap<String, Line> = BTreeMap::new();
        for (pc, (&count, &instructions)) in (0..).zip(self.counts.iter().zip(&self.instructions)) {
            if count == 0 {
                continue;
            }
            let origin = &self.program.origins[pc as usize];
            let location = self.program.location(origin.offset);
            let place = match &location {
                Some(location) => format!("{}:{}", location.file, location.line),
                None => self.program.function_name(self.program.function_at(pc)),
            };
            let line = lines.entry(place).or_insert_with_key(|place| Line {
                place: place.clone(),
                text: location
                    .and_then(|l| Some(self.program.debug.as_ref()?.source_line(&l)?.trim().to_string()))
                    .unwrap_or_default(),
                conditionals: 0,
                instructions: 0,
            });
            line.instructions += instructions;
            line.conditionals += count * u64::from(origin.conditional.is_some());
        }
        let mut lines: Vec<Line> = lines.into_values().collect();
        lines.retain(|line| line.conditionals + line.instructions > 0);
        lines.sort_by_key(|line| (Reverse((line.conditionals, line.instructions)), line.place.clone()));
        lines
    }
}

impl Observer for Profile<'_> {
    const WATCHES: bool = true;

    fn operation(&mut self, _: usize, pc: Pc) {
        let program = self.program;
        let call = |pc: Pc| {
            let op = program.code.get(pc as usize);
            matches!(op, Some(Op::Call { .. } | Op::CallImport { .. } | Op::CallIndirect { .. }))
        };
        let before = match self.last {
            None => 0,
            // Into a function; a host function returns at once.
            Some(last) if call(last) && pc != last + 1 => 0,
            Some(last) if returns(program.code[last as usize]) => match pc.checked_sub(1) {
                // Back behind a call, or to the next function that the host calls.
                Some(caller) if call(caller) => program.origins[caller as usize].executed,
                _ => 0,
            },
            Some(_) => self.position,
        };
        let reached = program.origins[pc as usize].executed;
        if self.is_on {
            self.counts[pc as usize] += 1;
            self.instructions[pc as usize] += u64::from(reached.saturating_sub(before));
        }
        self.position = reached;
        self.last = Some(pc);
        if let Op::Br { executed, .. } = program.code[pc as usize] {
            self.position = reached.wrapping_add_signed(-executed);
        }
    }

    fn decision(&mut self, _: usize, pc: Pc, choice: u32) {
        if let (1, Some((_, executed))) = (choice, self.program.code[pc as usize].jump()) {
            self.position = self.position.wrapping_add_signed(-executed);
        }
    }

    fn measuring(&mut self, on: bool) {
        if on && !std::mem::replace(&mut self.is_marked, true) {
            self.counts.fill(0);
            self.instructions.fill(0);
        }
        if !self.is_marked {
            return;
        }
        if let (false, true, Some(last)) = (on, self.is_on, self.last) {
            // The call of `measure_end` itself is not measured.
            self.instructions[last as usize] -= 1;
        }
        self.is_on = on;
    }
}

fn returns(op: Op) -> bool {
    matches!(op, Op::Return { .. } | Op::Return1 { .. } | Op::ReturnMany { .. })
}
