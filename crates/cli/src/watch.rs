//! `--profile` and `--trace`: what the program does, line by line.

use std::collections::BTreeMap;
use std::io::Write;

use worstcase_machine::Observer;
use worstcase_program::{ConditionalKind, Pc, Program};

/// Watches a run for whatever was asked for.
pub struct Watch<'a, W: Write> {
    program: &'a Program,
    /// How often each operation was executed.
    counts: Option<Vec<u64>>,
    /// Where decisions are written, as they happen.
    trace: Option<W>,
    /// How wide the column of places is in the trace.
    width: usize,
    /// Programs that mark what is to be measured are watched only there.
    on: bool,
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

impl<'a, W: Write> Watch<'a, W> {
    /// Watches a program from the beginning, or from `measure_begin` on if it has that.
    pub fn new(program: &'a Program, profile: bool, trace: Option<W>, marked: bool) -> Self {
        let counts = profile.then(|| vec![0; program.code.len()]);
        let width = if trace.is_some() { width_of_places(program) } else { 0 };
        Watch { program, counts, trace, width, on: !marked }
    }

    /// The lines that cost something, costliest first.
    pub fn lines(&self) -> Vec<Line> {
        let mut lines: BTreeMap<String, Line> = BTreeMap::new();
        for body in &self.program.bodies {
            let mut before = 0;
            for pc in body.code.clone() {
                let origin = &self.program.origins[pc as usize];
                let count = self.counts.as_ref().map_or(0, |counts| counts[pc as usize]);
                // An operation stands for all instructions that were folded into it.
                let folded = origin.executed.saturating_sub(before);
                before = origin.executed;
                if count == 0 {
                    continue;
                }
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
                line.instructions += count * u64::from(folded);
                line.conditionals += count * u64::from(origin.conditional.is_some());
            }
        }
        let mut lines: Vec<Line> = lines.into_values().collect();
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

impl<W: Write> Observer for Watch<'_, W> {
    const WATCHES: bool = true;

    fn operation(&mut self, _: usize, pc: Pc) {
        if self.on
            && let Some(counts) = &mut self.counts
        {
            counts[pc as usize] += 1;
        }
    }

    fn decision(&mut self, _: usize, pc: Pc, choice: u32) {
        if self.on && self.trace.is_some() {
            let line = self.describe(pc, choice);
            if let (Some(line), Some(trace)) = (line, &mut self.trace) {
                // A reader that has seen enough has closed the pipe; the run goes on for its costs.
                let _ = writeln!(trace, "{line}");
            }
        }
    }

    fn measuring(&mut self, on: bool) {
        self.on = on;
    }
}
