//! Tests of a program at one size, for one cost: found by a search, run, made costlier, and chosen from.

use std::cmp::Reverse;
use std::sync::atomic::Ordering;

use worstcase_explore::{Input, RunEnd, StartError, Subject, Watch, attended};
use worstcase_machine::SplitMix;
use worstcase_machine::process::{Costs, Given, Outcome};

use crate::generate::{INSTRUCTIONS, Load, SEARCHED, SuiteKeeper};
use crate::improve::{Costed, Runs};
use crate::mutate;
use crate::plan::Learned;
use crate::readable::readable;
use crate::search::{Search, Walked};
use crate::stretch::stretched;
use crate::suite::{How, Suite};
use crate::trace::Trace;

/// What is searched at one size.
pub(crate) struct Stage<'s> {
    pub(crate) load: &'s Load<'s>,
    pub(crate) subject: &'s Subject,
    /// The number of the measure.
    pub(crate) measure: usize,
    pub(crate) tests: usize,
    pub(crate) work: u64,
    pub(crate) attendant: &'s dyn SuiteKeeper,
}

/// A test that is not written yet.
pub(crate) struct Draft {
    pub(crate) costed: Costed,
    pub(crate) branches: u64,
    pub(crate) how: How,
    pub(crate) made_for: usize,
    pub(crate) trace: Trace,
    pub(crate) costs: Costs,
    pub(crate) end: RunEnd,
}

/// What a smaller size has shown.
#[derive(Default)]
pub(crate) struct Smaller {
    /// The inputs of the tests, the costliest first.
    pub(crate) inputs: Vec<Vec<Input>>,
    /// The plain shapes by number, the costliest first.
    pub(crate) shapes: Vec<usize>,
}

/// Tests that differ in less than this share of their decisions do the same.
const SAME: f64 = 1e-9;

/// What is not worth this share of the costliest is taken last, however much it differs.
const WORTHWHILE: f64 = 0.5;

/// So many plain shapes are run whatever they take, the most promising ones.
const FIRST: usize = 3;

/// So many random inputs are changed, too.
const CHANCE: u32 = 4;

/// An input is made readable if its run takes at most so many instructions.
const READABLE: u64 = 500_000_000;

/// So many changes of an input are the least that is worth it.
const CHANGES: u64 = 4;

impl Stage<'_> {
    fn cost(&self) -> &(dyn Fn(&Costs) -> i64 + Sync) {
        self.load.measures[self.measure].cost
    }

    /// Searches by paths, and runs what was found to its end.
    /// What an earlier stage has learned is where it begins; what this one has learned is left there.
    pub(crate) fn walk(&self, learned: &mut Learned, suite: &mut Suite) -> Result<Vec<Draft>, StartError> {
        let mut options = self.load.options.clone();
        let part = if self.load.changes { SEARCHED } else { 1.0 };
        (options.tests, options.work) = (self.tests, (self.work as f64 * part) as u64);
        let search = Search {
            subject: self.subject,
            solver: self.load.solver,
            cost: self.cost(),
            options,
            learned: std::mem::take(learned),
            strays: false,
        };
        let mut searched =
            attended(self.attendant, "searching", None, |watch| match search.inputs(watch)? {
                inputs if search.is_too_much(inputs.into()) => search.follow(watch),
                _ => search.run(watch),
            })?;
        *learned = std::mem::take(&mut searched.learned);
        suite.phases += searched.phases;
        suite.look_ahead = searched.look_ahead;
        suite.solver_calls += searched.solver_calls;
        let is_whole = self.subject.size == self.load.subject.size;
        if searched.stopped && is_whole && self.attendant.ended().is_none() {
            let limit = "not all paths were followed to their end: the search had done its share of the work";
            suite.remarks.push(limit.into());
        }
        attended(self.attendant, "running", None, |_| {
            let replay = |walked: &Walked| {
                let bits = walked.input.iter().map(|input| input.bits).collect();
                self.draft(bits, walked.branches, How::Search)
            };
            let drafts: Result<Vec<Draft>, StartError> =
                searched.tests.iter().map(replay).filter_map(Result::transpose).collect();
            drafts.map(distinct)
        })
    }

    /// What was found, and what an earlier suite has for the same measure: the best of both.
    pub(crate) fn with_earlier(&self, found: Vec<Draft>) -> Result<Vec<Draft>, StartError> {
        let mut drafts = found;
        let kind = &self.load.measures[self.measure].kind;
        for test in self.load.earlier.iter().filter(|test| test.made_for == *kind) {
            let bits = test.input.iter().map(|input| input.bits).collect();
            drafts.extend(self.draft(bits, test.branches, test.how)?);
        }
        Ok(self.best(distinct(drafts)))
    }

    /// A test made of an input, if its run counts. It is run whatever time it is: what was found is not lost.
    fn draft(&self, bits: Vec<u64>, branches: u64, how: How) -> Result<Option<Draft>, StartError> {
        let mut trace = Trace::default();
        let (input, costs, end) = match self.subject.completed(bits, &mut trace, &Watch::default()) {
            Ok(ran) => ran,
            Err(StartError::Input(_)) => return Ok(None),
            Err(error) => return Err(error),
        };
        let counts = !matches!(end, RunEnd::Ended(Outcome::Dropped) | RunEnd::Interrupted);
        let costed = Costed { input, cost: (self.cost())(&costs), executed: costs.executed };
        let made_for = self.measure;
        Ok(counts.then_some(Draft { costed, branches, how, made_for, trace, costs, end }))
    }

    /// Changes inputs for as long as the work allows: those that were found, those of a smaller size, and some that are worth
    /// a try anywhere.
    pub(crate) fn change(
        &self,
        found: Vec<Draft>,
        smaller: &Smaller,
        suite: &mut Suite,
    ) -> Result<Vec<Draft>, StartError> {
        let runs = Runs { subject: self.subject, cost: self.cost(), diverse: self.load.options.diverse };
        let (threads, seed) = (self.load.options.threads, self.load.options.seed);
        let mut instructions = (self.work as f64 * (1.0 - SEARCHED) * INSTRUCTIONS) as u64;
        let mut count = 0;
        let climbed = attended(self.attendant, "changing", None, |watch| {
            let mut beginnings: Vec<Costed> = found.iter().map(|draft| draft.costed.clone()).collect();
            let mut others = self.others(&runs, smaller, instructions / 2, watch)?;
            instructions -= others.iter().map(|other| other.executed).sum::<u64>().min(instructions / 2);
            others.sort_by_key(|costed| Reverse((costed.cost, costed.executed)));
            others.truncate(self.tests);
            beginnings.extend(others);
            // What cannot be changed even a few times is not worth the run that tells what it does.
            let once = beginnings.iter().map(|costed| costed.executed).max().unwrap_or(0);
            let several = (instructions / once.max(1) / CHANGES) as usize;
            beginnings.truncate(several.max(found.len() + 1));
            let each = instructions / beginnings.len().max(1) as u64;
            let climbed = runs.improve(&beginnings, each, threads, seed, watch);
            count = watch.paths.load(Ordering::Relaxed);
            climbed
        })?;
        suite.runs += count;
        let mut drafts = found;
        let branches = drafts.iter().map(|draft| draft.branches).max().unwrap_or(0);
        for costed in climbed {
            let is_known = |draft: &Draft| draft.costed.input == costed.input;
            if !drafts.iter().any(is_known) {
                let bits = costed.input.iter().map(|input| input.bits).collect();
                drafts.extend(self.draft(bits, branches, How::Changed)?);
            }
        }
        Ok(self.best(distinct(drafts)))
    }

    /// Inputs that nobody searched for: of a smaller size made longer, plain ones, random ones. What a smaller size has shown to
    /// be costly comes first, and all stay within so many instructions, but for the first few.
    fn others(
        &self,
        runs: &Runs<'_>,
        smaller: &Smaller,
        instructions: u64,
        watch: &Watch,
    ) -> Result<Vec<Costed>, StartError> {
        let (like, ..) = self.subject.completed(Vec::new(), &mut worstcase_machine::Unobserved, watch)?;
        let mut plain: Vec<Option<Vec<Input>>> = mutate::plain(&like).into_iter().map(Some).collect();
        let by_rank: Vec<usize> = match smaller.shapes.len() == plain.len() {
            true => smaller.shapes.clone(),
            false => (0..plain.len()).collect(),
        };
        let mut plain = by_rank.into_iter().filter_map(|shape| plain[shape].take());
        let mut inputs: Vec<Vec<Input>> = plain.by_ref().take(FIRST).collect();
        for small in &smaller.inputs {
            inputs.extend(stretched(small, &like));
            inputs.extend(mutate::spread(small, &like));
        }
        inputs.extend(plain);
        let mut random = SplitMix(self.load.options.seed);
        let (mut others, mut spent) = (Vec::new(), 0);
        for _ in 0..CHANCE {
            inputs.push(self.subject.inputs_of(Given::random(random.next_bits()), watch)?);
        }
        for (number, input) in inputs.into_iter().enumerate() {
            if number >= FIRST && spent > instructions {
                break;
            }
            let costed = runs.costed(input, watch)?;
            spent += costed.as_ref().map_or(1, |costed| costed.executed);
            others.extend(costed);
        }
        Ok(others)
    }

    /// The same tests with numbers that people can read, as far as they do the same; those that take long stay as they are.
    pub(crate) fn readable(&self, drafts: Vec<Draft>) -> Result<Vec<Draft>, StartError> {
        let simpler = |draft: Draft| {
            let input = match draft.costed.executed > READABLE {
                true => None,
                false => readable(&draft.costed.input),
            };
            let Some(input) = input else { return Ok(draft) };
            let bits = input.iter().map(|input| input.bits).collect();
            let made = self.draft(bits, draft.branches, draft.how)?;
            let same = |made: &Draft| {
                made.costed.cost == draft.costed.cost && made.trace == draft.trace && made.end == draft.end
            };
            Ok(made.filter(same).unwrap_or(draft))
        };
        attended(self.attendant, "running", None, |watch| {
            let keeps = |draft: Draft| if watch.is_stopped() { Ok(draft) } else { simpler(draft) };
            drafts.into_iter().map(keeps).collect()
        })
    }

    /// The plain shapes at this size by number, the costliest first.
    pub(crate) fn shapes(&self) -> Result<Vec<usize>, StartError> {
        let runs = Runs { subject: self.subject, cost: self.cost(), diverse: false };
        attended(self.attendant, "running", None, |watch| {
            let (like, ..) = self.subject.completed(Vec::new(), &mut worstcase_machine::Unobserved, watch)?;
            let mut costs = Vec::new();
            for (number, input) in mutate::plain(&like).into_iter().enumerate() {
                let cost = runs.costed(input, watch)?.map(|costed| (costed.cost, costed.executed));
                costs.push((Reverse(cost), number));
            }
            costs.sort();
            Ok(costs.into_iter().map(|(_, number)| number).collect())
        })
    }

    /// As many tests as are wanted: the costliest first; and if they have to differ, then those that cost much and differ
    /// from all that are there.
    fn best(&self, drafts: Vec<Draft>) -> Vec<Draft> {
        let mut left = drafts;
        if !self.load.options.diverse || left.len() <= self.tests {
            left.truncate(self.tests);
            return left;
        }
        let mut kept: Vec<Draft> = Vec::new();
        let least = left.iter().map(|draft| draft.costed.cost as f64).fold(0.0, f64::max) * WORTHWHILE;
        while kept.len() < self.tests && !left.is_empty() {
            let worth = |draft: &Draft| {
                let apart = kept.iter().map(|other| other.trace.difference(&draft.trace)).fold(1.0, f64::min);
                let cost = draft.costed.cost as f64;
                (cost >= least, cost * apart.sqrt())
            };
            let worths: Vec<(bool, f64)> = left.iter().map(worth).collect();
            let best = (0..left.len()).fold(0, |best, at| if worths[at] > worths[best] { at } else { best });
            kept.push(left.remove(best));
        }
        kept.sort_by_key(|draft| Reverse(draft.costed.cost));
        kept
    }
}

/// Tests that do something that no costlier one does, the costliest first.
pub(crate) fn distinct(mut drafts: Vec<Draft>) -> Vec<Draft> {
    drafts.sort_by_key(|draft| Reverse(draft.costed.cost));
    let mut kept: Vec<Draft> = Vec::new();
    for draft in drafts {
        if kept.iter().all(|other| other.trace.difference(&draft.trace) > SAME) {
            kept.push(draft);
        }
    }
    kept
}
