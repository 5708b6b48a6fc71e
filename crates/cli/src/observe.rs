//! `--profile` and `--trace`: what the program does, line by line.

use std::collections::BTreeMap;
use std::io::Write;

use worstcase_machine::Observer;
use worstcase_program::{ConditionalKind, Op, Pc, Program};

use crate::terminal::safe_line;

/// Watches a run for whatever was asked for.
pub struct RunObserver<'a, W: Write> {
    program: &'a Program,
    profile: Option<Profile>,
    /// Where decisions are written, as they happen.
    trace: Option<W>,
    /// How wide the column of places is in the trace.
    width: usize,
    /// Whether this part of the program is measured. Until the program says, the profile takes it that all is; a
    /// trace cannot take anything back, and waits if the program can say.
    on: bool,
    marked: bool,
    waits: bool,
}

/// What each operation cost.
struct Profile {
    /// How often it was executed.
    counts: Vec<u64>,
    /// The instructions that were executed with it: itself, and those before it that became no operation.
    instructions: Vec<u64>,
    /// How many instructions of the current function lie before the point that execution has reached. See
    /// `worstcase_program::code` for what jumps say about that.
    position: u32,
    last: Option<Pc>,
}

impl Profile {
    fn operation(&mut self, program: &Program, pc: Pc, on: bool) {
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
        if on {
            self.counts[pc as usize] += 1;
            self.instructions[pc as usize] += u64::from(reached.saturating_sub(before));
        }
        self.position = reached;
        self.last = Some(pc);
        if let Op::Br { executed, .. } = program.code[pc as usize] {
            self.position = reached.wrapping_add_signed(-executed);
        }
    }
}

fn returns(op: Op) -> bool {
    matches!(op, Op::Return { .. } | Op::Return1 { .. } | Op::ReturnMany { .. })
}

/// What a source line cost.
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

impl<'a, W: Write> RunObserver<'a, W> {
    /// Watches a program from the beginning, or from `measure_begin` on if it has that.
    pub fn new(program: &'a Program, profile: bool, trace: Option<W>, marked: bool) -> Self {
        let profile = profile.then(|| Profile {
            counts: vec![0; program.code.len()],
            instructions: vec![0; program.code.len()],
            position: 0,
            last: None,
        });
        let width = if trace.is_some() { width_of_places(program) } else { 0 };
        RunObserver { program, profile, trace, width, on: true, marked: false, waits: marked }
    }

    /// The lines that cost something, costliest first.
    pub fn lines(&self) -> Vec<Line> {
        let mut lines: BTreeMap<String, Line> = BTreeMap::new();
        if let Some(Profile { counts, instructions, .. }) = &self.profile {
            for (pc, (&count, &instructions)) in (0..).zip(counts.iter().zip(instructions)) {
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
        }
        let mut lines: Vec<Line> = lines.into_values().collect();
        lines.retain(|line| line.conditionals + line.instructions > 0);
        lines.sort_by_key(|line| {
            (std::cmp::Reverse((line.conditionals, line.instructions)), line.place.clone())
        });
        lines
    }

    fn describe(&self, pc: Pc, choice: u32) -> Option<String> {
        let index = self.program.origins[pc as usize].conditional?;
        let conditional = &self.program.conditionals[index.index()];
        let decided = match conditional.kind {
            ConditionalKind::BrTable => choice.to_string(),
            _ => ((choice == 1) ^ conditional.negated ^ conditional.inverted).to_string(),
        };
        let place = self.program.describe(conditional.function, conditional.offset);
        let location = self.program.location(conditional.offset);
        let text = location.and_then(|l| Some(self.program.debug.as_ref()?.source_line(&l)?.trim()));
        Some(
            format!("{place:<width$} {decided:<6} {}", text.unwrap_or_default(), width = self.width)
                .trim_end()
                .to_string(),
        )
    }
}

/// Wide enough for every conditional whose place in the source is known. Others, such as those of a C library
/// without debug information, may stick out, and names that are too long to leave room for the text.
fn width_of_places(program: &Program) -> usize {
    const MOST: usize = 48;
    let places = program.conditionals.iter().filter_map(|conditional| program.location(conditional.offset));
    places.map(|place| place.to_string().len()).filter(|&width| width <= MOST).max().unwrap_or(0)
}

impl<W: Write> Observer for RunObserver<'_, W> {
    const WATCHES: bool = true;

    fn operation(&mut self, _: usize, pc: Pc) {
        if let Some(profile) = &mut self.profile {
            profile.operation(self.program, pc, self.on);
        }
    }

    fn decision(&mut self, _: usize, pc: Pc, choice: u32) {
        if let (Some(profile), 1, Some(executed)) =
            (&mut self.profile, choice, self.program.code[pc as usize].jump().map(|(_, executed)| executed))
        {
            profile.position = profile.position.wrapping_add_signed(-executed);
        }
        if self.on && !self.waits && self.trace.is_some() {
            let line = self.describe(pc, choice);
            if let (Some(line), Some(trace)) = (line, &mut self.trace) {
                // A reader that has seen enough has closed the pipe; the run goes on for its costs.
                let _ = writeln!(trace, "{}", safe_line(&line));
            }
        }
    }

    fn measuring(&mut self, on: bool) {
        if on && !std::mem::replace(&mut self.marked, true) {
            self.waits = false;
            if let Some(profile) = &mut self.profile {
                profile.counts.fill(0);
                profile.instructions.fill(0);
            }
        }
        if !self.marked {
            return;
        }
        if let (Some(profile), false, true) = (&mut self.profile, on, self.on)
            && let Some(last) = profile.last
        {
            // The call of `measure_end` itself is not measured.
            profile.instructions[last as usize] -= 1;
        }
        self.on = on;
    }
}
