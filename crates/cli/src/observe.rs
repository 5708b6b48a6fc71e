//! `--profile` and `--trace`: what the program does, line by line.

use std::io::Write;

use worstcase_machine::{Line, Observer, Profile};
use worstcase_program::{ConditionalKind, Pc, Program};

use crate::terminal::safe_line;

/// Watches a run for whatever was asked for.
pub struct RunObserver<'a, W: Write> {
    program: &'a Program,
    profile: Option<Profile<'a>>,
    /// Where decisions are written, as they happen.
    trace: Option<W>,
    /// How wide the column of places is in the trace.
    width: usize,
    /// Whether this part of the program is measured. The profile takes it that all is until the program says; a
    /// trace cannot take anything back, and waits if the program can say.
    on: bool,
    marked: bool,
    waits: bool,
}

impl<'a, W: Write> RunObserver<'a, W> {
    /// Watches a program from the beginning, or from `measure_begin` on if it has that.
    pub fn new(program: &'a Program, profile: bool, trace: Option<W>, marked: bool) -> Self {
        let profile = profile.then(|| Profile::new(program));
        let width = if trace.is_some() { width_of_places(program) } else { 0 };
        RunObserver { program, profile, trace, width, on: true, marked: false, waits: marked }
    }

    /// The lines that cost something, costliest first.
    pub fn lines(&self) -> Vec<Line> {
        self.profile.as_ref().map(Profile::lines).unwrap_or_default()
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

    fn operation(&mut self, instance: usize, pc: Pc) {
        if let Some(profile) = &mut self.profile {
            profile.operation(instance, pc);
        }
    }

    fn decision(&mut self, instance: usize, pc: Pc, choice: u32) {
        if let Some(profile) = &mut self.profile {
            profile.decision(instance, pc, choice);
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
        if let Some(profile) = &mut self.profile {
            profile.measuring(on);
        }
        if on && !std::mem::replace(&mut self.marked, true) {
            self.waits = false;
        }
        if self.marked {
            self.on = on;
        }
    }
}
