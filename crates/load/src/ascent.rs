//! From small sizes to larger ones: what is costly at one size is where the search at the next begins.
//!
//! `load` ascends to the one size that is wanted; `find` takes as many steps as it has sizes, and wants the costliest input only.

use std::cmp::Reverse;

use worstcase_explore::{Attendant, Input, StartError, Subject};
use worstcase_machine::process::Costs;
use worstcase_solver::Solver;

use crate::draft::Draft;
use crate::generate::{Load, Measure};
use crate::makers::Smaller;
use crate::plan::Learned;
use crate::search::Options;
use crate::stage::Stage;
use crate::suite::{How, Suite};

/// What is known after the sizes so far.
pub(crate) struct Ascent {
    /// Their costly inputs.
    pub(crate) smaller: Smaller,
    /// What walks have learned.
    pub(crate) learned: Learned,
    /// The part of the work at the next size that is for the search by paths; the rest is for changing inputs.
    pub(crate) searched: f64,
}

/// That part at first. Once a size has shown what either comes to, it is between these.
const SEARCHED: f64 = 0.5;
const SEARCHED_THEN: (f64, f64) = (0.1, 0.6);

/// How much it matters what part of the cost a search comes to: of a suite, and where one input is wanted.
const SUITE: i32 = 1;
const ONE: i32 = 4;

impl Default for Ascent {
    fn default() -> Ascent {
        Ascent { smaller: Smaller::default(), learned: Learned::default(), searched: SEARCHED }
    }
}

impl Ascent {
    /// What a size comes to: walks, and what changing their inputs adds.
    pub(crate) fn step(&mut self, stage: &Stage<'_>, suite: &mut Suite) -> Result<Vec<Draft>, StartError> {
        let found = stage.walk(&mut self.learned, suite)?;
        if !stage.load.changes {
            return Ok(found);
        }
        let by_paths = most(&found);
        let found = stage.change(found, &self.smaller, suite)?;
        self.searched = share_of(by_paths, most(&found), SUITE);
        Ok(found)
    }

    /// The same where only the costliest input is wanted, and some are known.
    fn climb(&mut self, stage: &Stage<'_>, known: Vec<Draft>) -> Result<Vec<Draft>, StartError> {
        let mut suite = Suite::default();
        let mut found = stage.walk(&mut self.learned, &mut suite)?;
        let by_paths = most(&found);
        found.extend(known);
        let found = stage.climb(found, &self.smaller, &mut suite)?;
        // One input is wanted: a search that comes to half as much is hardly worth it.
        self.searched = share_of(by_paths, most(&found), ONE);
        Ok(found)
    }
}

fn most(drafts: &[Draft]) -> (i64, u64, u64) {
    drafts.iter().map(|draft| draft.costed.rank()).max().unwrap_or_default()
}

/// The part of the work that is for the search by paths, if that came to so much, and with all else to so much.
fn share_of(by_paths: (i64, u64, u64), by_all: (i64, u64, u64), power: i32) -> f64 {
    let share = match by_paths.0 < by_all.0 {
        true => by_paths.0 as f64 / by_all.0.max(1) as f64,
        false => by_paths.1 as f64 / by_all.1.max(1) as f64,
    };
    let (least, most) = SEARCHED_THEN;
    least + (most - least) * share.clamp(0.0, 1.0).powi(power)
}

/// Looks for the costliest input at one size after the other.
pub struct Climber<'a> {
    /// Makes solvers.
    solver: &'a (dyn Fn() -> Box<dyn Solver> + Sync),
    /// What counts, and whether that is memory.
    cost: &'a (dyn Fn(&Costs) -> i64 + Sync),
    kind: &'a str,
    options: Options,
    ascent: Ascent,
}

/// An input that was found at a size.
pub struct Climbed {
    /// What it costs.
    pub cost: i64,
    /// The input.
    pub input: Vec<Input>,
    /// Where it comes from.
    pub how: How,
}

impl<'a> Climber<'a> {
    /// Of the options, the work is said anew at each size.
    pub fn new(
        solver: &'a (dyn Fn() -> Box<dyn Solver> + Sync),
        cost: &'a (dyn Fn(&Costs) -> i64 + Sync),
        kind: &'a str,
        options: Options,
    ) -> Climber<'a> {
        Climber { solver, cost, kind, options, ascent: Ascent::default() }
    }

    /// Tells costly inputs of a size greater than those before, the costliest first.
    pub fn know(&mut self, inputs: Vec<Vec<Input>>) {
        self.ascent.smaller.add(inputs);
    }

    /// Searches at a size, beginning with what is known there and at smaller sizes: the costliest inputs, in order. Chance begins
    /// elsewhere with each seed.
    pub fn climb(
        &mut self,
        subject: &Subject,
        known: &[Vec<Input>],
        (work, seed): (u64, u64),
        attendant: &dyn Attendant,
    ) -> Result<Vec<Climbed>, StartError> {
        let load = Load {
            subject,
            solver: self.solver,
            measures: vec![Measure { kind: self.kind.into(), cost: self.cost }],
            options: Options { work, seed, ..self.options.clone() },
            changes: true,
            random: Some(0),
            earlier: Vec::new(),
        };
        let searched = self.ascent.searched;
        let tests = self.options.tests;
        let stage = Stage { load: &load, subject, measure: 0, tests, work, searched, attendant };
        // A program that takes hardly any input may be run on all there is, which is worth more than one slice.
        if known.len() <= 1
            && let Some(best) = (Stage { work: work.saturating_mul(ALL), ..stage }).costliest_of_all()?
        {
            return Ok(vec![climbed(best)]);
        }
        let mut drafts = Vec::new();
        for input in known {
            let bits = input.iter().map(|input| input.bits).collect();
            drafts.extend(stage.draft(bits, 0, How::Changed)?);
        }
        let found = self.ascent.climb(&stage, drafts)?;
        let mut found = stage.readable(found)?;
        found.sort_by_key(|draft| Reverse(draft.costed.rank()));
        Ok(found.into_iter().map(climbed).collect())
    }
}

/// All inputs that there are may take so many times the work.
const ALL: u64 = 16;

fn climbed(draft: Draft) -> Climbed {
    Climbed { cost: draft.costed.cost, input: draft.costed.input, how: draft.how }
}
