//! Tests of a program at one size, for one cost: found by a search, run, made costlier, and chosen from.

use std::cmp::Reverse;
use std::sync::atomic::Ordering;

use worstcase_explore::{Attendant, Input, StartError, Subject, Watch, attended};
use worstcase_machine::SplitMix;

use crate::champions::champions;
use crate::domain::all;
use crate::draft::{Costed, Draft, best, distinct, in_order, worthwhile};
use crate::generate::{INSTRUCTIONS, Load, Measure};
use crate::improve::{Means, Runs};
use crate::late::late;
use crate::makers::{Smaller, kin};
use crate::moves::Words;
use crate::plan::Learned;
use crate::readable::readable;
use crate::search::{Options, Search, Walked};
use crate::suite::{How, Suite};

/// What is searched at one size.
pub(crate) struct Stage<'s> {
    pub(crate) load: &'s Load<'s>,
    pub(crate) subject: &'s Subject,
    /// The number of the measure.
    pub(crate) measure: usize,
    pub(crate) tests: usize,
    pub(crate) work: u64,
    /// The part of the work that is for the search by paths; the rest is for changing inputs.
    pub(crate) searched: f64,
    pub(crate) attendant: &'s dyn Attendant,
}

/// So many inputs that nobody searched for are run whatever they take, the most promising ones.
const FIRST: usize = 3;

/// So many times as many of them are kept as there are tests to be.
const OTHERS: usize = 3;

/// An input is made readable if its run takes at most so many instructions.
const READABLE: u64 = 500_000_000;

/// So many changes of an input are the least that is worth it.
const CHANGES: u64 = 4;

/// The part of the work with runs, once those are done that nobody searched for, in which all that is the best at something is
/// changed: one in so many.
const CHAMPIONS: u64 = 2;

/// One part in so many of the memory is for inputs that are the best at something.
const ARCHIVED: usize = 2;

/// So many instructions run natively in the time of one in the interpreter, with all that is done around them.
const NATIVE: f64 = 10.0;

/// Climbs begin with so many of the costliest inputs.
const LATE: usize = 8;

/// So many inputs are handed on, the costliest and those that cost much and do something else.
const CARRIED: usize = 16;

/// What is made of the costliest tests in the end takes a part of the work with runs: one in so many.
const KIN: u64 = 8;

/// The part of the work with runs that goes into finding out which inputs are costly at a size in between.
const RANKED: f64 = 0.1;

impl Stage<'_> {
    /// Runs of the program, for what counts.
    pub(crate) fn runs(&self) -> Runs<'_> {
        let Measure { kind, cost } = &self.load.measures[self.measure];
        let measure = (self.measure, kind == "memory");
        Runs { subject: self.subject, measure, cost: *cost, diverse: self.load.options.diverse }
    }

    /// How many instructions of runs there are.
    fn instructions(&self) -> f64 {
        self.work as f64 * (1.0 - self.searched) * INSTRUCTIONS
    }

    /// Searches by paths, and runs what was found to its end.
    /// What an earlier stage has learned is where it begins; what this one has learned is left there.
    pub(crate) fn walk(&self, learned: &mut Learned, suite: &mut Suite) -> Result<Vec<Draft>, StartError> {
        let mut options = self.load.options.clone();
        let part = if self.load.changes { self.searched } else { 1.0 };
        (options.tests, options.work) = (self.tests, (self.work as f64 * part) as u64);
        let search = Search {
            subject: self.subject,
            solver: self.load.solver,
            cost: self.load.measures[self.measure].cost,
            options,
            learned: std::mem::take(learned),
            strays: false,
        };
        let mut searched = attended(self.attendant, "searching", None, |watch| search.search(watch))?;
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
        Ok(self.best(drafts))
    }

    /// A test made of an input, if its run counts. It is run whatever time it is: what was found is not lost.
    pub(crate) fn draft(&self, bits: Vec<u64>, branches: u64, how: How) -> Result<Option<Draft>, StartError> {
        self.runs().draft(bits, branches, how, &Watch::default())
    }

    /// Changes inputs for as long as the work allows: those that were found, those of smaller sizes, and some that are worth
    /// a try anywhere.
    pub(crate) fn change(
        &self,
        found: Vec<Draft>,
        smaller: &Smaller,
        suite: &mut Suite,
    ) -> Result<Vec<Draft>, StartError> {
        let mut count = 0;
        let made = attended(self.attendant, "changing", None, |watch| {
            let branches = found.iter().map(|draft| draft.branches).max().unwrap_or(0);
            let mut drafts = found;
            let mut instructions = self.instructions() as u64;
            let spent = self.others(&mut drafts, smaller, branches, instructions / 2, watch)?;
            suite.is_short |= spent >= instructions && self.subject.size == self.load.subject.size;
            instructions -= spent.min(instructions / 2);
            let spent = self.champions(&mut drafts, branches, None, instructions / CHAMPIONS, watch)?;
            instructions -= spent.min(instructions / CHAMPIONS);
            // Those that are changed are the ones that would be the tests; the others are still there in the end.
            drafts = self.chosen_first(drafts);
            // What cannot be changed even a few times is not worth the runs.
            let once = drafts.iter().map(|draft| draft.costed.executed).max().unwrap_or(0);
            let several = (instructions / once.max(1) / CHANGES) as usize;
            let rest = drafts.split_off(several.clamp(1, self.tests).min(drafts.len()));
            let means = self.means(instructions);
            let mut all = self.runs().improve(drafts, &means, watch)?;
            all.extend(rest);
            let all = self.with_kin(all, instructions / KIN, watch)?;
            count = watch.paths.load(Ordering::Relaxed);
            Ok::<_, StartError>(all)
        })?;
        suite.runs += count;
        Ok(self.best(made))
    }

    /// Changes inputs for as long as the work allows, for the costliest only: a few of those, in order.
    pub(crate) fn climb(
        &self,
        found: Vec<Draft>,
        smaller: &Smaller,
        suite: &mut Suite,
    ) -> Result<Vec<Draft>, StartError> {
        let mut count = 0;
        let drafts = attended(self.attendant, "changing", None, |watch| {
            let mut drafts = found;
            let others = self.instructions() as u64 / 4;
            self.others(&mut drafts, smaller, 0, others, watch)?;
            let mut instructions = (self.instructions() * NATIVE) as u64;
            let words = Words::of(&self.subject.program);
            let spent = self.champions(&mut drafts, 0, Some(&words), instructions / CHAMPIONS, watch)?;
            instructions -= spent.min(instructions / CHAMPIONS);
            drafts.sort_by_key(|draft| Reverse(draft.costed.rank()));
            let beginnings: Vec<Costed> =
                drafts.iter().take(LATE).map(|draft| draft.costed.clone()).collect();
            for costed in late(&self.runs(), &beginnings, &words, &self.means(instructions), watch)? {
                let bits = costed.input.iter().map(|input| input.bits).collect();
                drafts.extend(self.draft(bits, 0, How::Changed)?);
            }
            count = watch.paths.load(Ordering::Relaxed);
            Ok::<_, StartError>(drafts)
        })?;
        suite.runs += count;
        Ok(best(distinct(drafts), CARRIED, true))
    }

    /// The costliest of all inputs that there are, where these are so few that all can be run.
    pub(crate) fn costliest_of_all(&self) -> Result<Option<Draft>, StartError> {
        attended(self.attendant, "changing", None, |watch| {
            let runs = self.runs();
            let means = self.means((self.work as f64 * NATIVE) as u64);
            let Some(best) = all(&runs, &means, watch)? else { return Ok(None) };
            self.draft(best.input.iter().map(|input| input.bits).collect(), 0, How::Changed)
        })
    }

    /// Runs inputs that nobody searched for, those that were costly at another size first, for about so many instructions; the
    /// costliest are added. Returns how many it took.
    fn others(
        &self,
        drafts: &mut Vec<Draft>,
        smaller: &Smaller,
        branches: u64,
        instructions: u64,
        watch: &Watch,
    ) -> Result<u64, StartError> {
        let (runs, mut others, mut spent) = (self.runs(), Vec::new(), 0);
        let ranked = smaller.ranked(self.subject, self.load.options.seed, watch)?;
        for (number, input) in ranked.into_iter().enumerate() {
            // As many as there are to be tests are run, whatever that takes, and a few more if they come to less than half of the costliest.
            let is_enough = number >= FIRST && worthwhile(drafts.iter().chain(&others)) >= self.tests
                || number >= FIRST + self.tests;
            if is_enough && spent > instructions || watch.is_stopped() {
                break;
            }
            let bits = input.iter().map(|input| input.bits).collect();
            let Some(draft) = runs.draft(bits, branches, How::Changed, watch)? else { continue };
            spent += draft.costed.executed;
            others.push(draft);
            // What each run did takes memory.
            if others.len() > 2 * OTHERS * self.tests {
                others = costliest(others, OTHERS * self.tests);
            }
        }
        drafts.extend(costliest(others, OTHERS * self.tests));
        Ok(spent)
    }

    /// What there is to change tests with, in so many instructions.
    fn means(&self, instructions: u64) -> Means {
        let Options { threads, seed, memory, .. } = self.load.options;
        Means { instructions, threads, seed, memory: memory / ARCHIVED }
    }

    /// Adds the costliest of what becomes of all tests if whatever is the best at something is changed, for about so many
    /// instructions. Returns how many it took.
    fn champions(
        &self,
        drafts: &mut Vec<Draft>,
        branches: u64,
        words: Option<&Words>,
        instructions: u64,
        watch: &Watch,
    ) -> Result<u64, StartError> {
        let runs = self.runs();
        let means = self.means(instructions);
        let beginnings: Vec<&[Input]> = drafts.iter().map(|draft| &draft.costed.input[..]).collect();
        let (mut found, spent) = champions(&runs, &beginnings, words, &means, watch)?;
        found.sort_by_key(|costed| Reverse(costed.rank()));
        for costed in found.iter().take(OTHERS * self.tests) {
            let bits = costed.input.iter().map(|input| input.bits).collect();
            drafts.extend(runs.draft(bits, branches, How::Changed, watch)?);
        }
        Ok(spent)
    }

    /// These tests, and what is made of the costliest of them, for about so many instructions.
    fn with_kin(
        &self,
        drafts: Vec<Draft>,
        instructions: u64,
        watch: &Watch,
    ) -> Result<Vec<Draft>, StartError> {
        let (runs, mut random, mut spent) = (self.runs(), SplitMix(!self.load.options.seed), 0);
        let count = drafts.len();
        let mut drafts = costliest(drafts, count);
        let mut made = Vec::new();
        for draft in drafts.iter().take(self.tests) {
            for input in kin(&draft.costed.input, &mut random) {
                if spent > instructions || watch.is_stopped() {
                    break;
                }
                let bits = input.iter().map(|input| input.bits).collect();
                let Some(one) = runs.draft(bits, draft.branches, How::Changed, watch)? else { continue };
                spent += one.costed.executed;
                made.push(one);
            }
        }
        drafts.extend(made);
        Ok(drafts)
    }

    /// Finds out which of the inputs that nobody searched for are costly at this size.
    pub(crate) fn rank(&self, smaller: &mut Smaller) -> Result<(), StartError> {
        let instructions = (self.instructions() * RANKED) as u64;
        attended(self.attendant, "changing", None, |watch| {
            smaller.rank(&self.runs(), instructions, self.load.options.seed, watch)
        })
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

    /// As many tests as are wanted, the best of all that do something else.
    fn best(&self, drafts: Vec<Draft>) -> Vec<Draft> {
        best(distinct(drafts), self.tests, self.load.options.diverse)
    }

    /// The best tests first, as many as are wanted; behind them the others that do something else.
    fn chosen_first(&self, drafts: Vec<Draft>) -> Vec<Draft> {
        let drafts = distinct(drafts);
        let count = drafts.len();
        let mut ordered = in_order(drafts, count, self.load.options.diverse);
        let first = self.tests.min(ordered.len());
        ordered[..first].sort_by_key(|draft| Reverse(draft.costed.rank()));
        ordered
    }
}

/// So many of the costliest.
fn costliest(mut drafts: Vec<Draft>, count: usize) -> Vec<Draft> {
    drafts.sort_by_key(|draft| Reverse(draft.costed.rank()));
    drafts.truncate(count);
    drafts
}
