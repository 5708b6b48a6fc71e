//! From a program to a suite: the search, what changing its inputs adds, what is kept, and what random inputs come to.

use std::cmp::Reverse;

use worstcase_explore::{Input, InputList, RunEnd, StartError, Subject, Watch};
use worstcase_machine::process::{Costs, Given, Outcome};
use worstcase_machine::{Line, Profile, SplitMix, Unobserved};
use worstcase_solver::Solver;

use crate::improve::{Costed, Runs};
use crate::mutate;
use crate::search::{Options, Search, Searched};
use crate::suite::{Diversity, How, LineCost, RandomCost, RandomRuns, Suite, Test};
use crate::trace::Trace;

/// A cost that is to be driven up.
pub struct Measure<'a> {
    /// As it is written on the command line.
    pub kind: String,
    /// What counts.
    pub cost: &'a (dyn Fn(&Costs) -> i64 + Sync),
}

/// What a suite is made for.
pub struct Load<'a> {
    /// The program at a size.
    pub subject: &'a Subject,
    /// Makes solvers.
    pub solver: &'a (dyn Fn() -> Box<dyn Solver> + Sync),
    /// What is to be driven up: tests are made for each, in turn.
    pub measures: Vec<Measure<'a>>,
    /// How far.
    pub options: Options,
    /// Whether inputs are changed once the search by paths is over.
    pub changes: bool,
    /// How many random inputs to compare with; if nothing is said, as many as can be run in the time that the suite took.
    pub random: Option<u64>,
    /// Tests of an earlier suite about the same thing: they are run again, and the better ones stay.
    pub earlier: Vec<Test>,
}

/// Looks after a search while it runs: nothing here prints, writes or reads the clock.
pub trait Attendant: Sync {
    /// Does a piece of work, and stops its watch after so many seconds, or when everything is to end.
    fn attend(&self, doing: &str, seconds: Option<f64>, work: &mut (dyn FnMut(&Watch) + Send));

    /// Why everything is to end, if it is.
    fn ended(&self) -> Option<String>;

    /// The time since some moment, in seconds.
    fn seconds(&self) -> f64;

    /// Keeps what there is so far.
    fn save(&self, suite: &Suite);
}

/// The part of the work that is for the search by paths; the rest is for changing inputs.
const SEARCHED: f64 = 0.6;

/// How many instructions a run executes in the time of a unit of work.
const INSTRUCTIONS: f64 = 0.25;

/// Tests that differ in less than this share of their decisions do the same.
const SAME: f64 = 1e-9;

/// So many source lines are kept of a test.
const LINES: usize = 8;

/// A test that is not written yet.
struct Draft {
    costed: Costed,
    branches: u64,
    how: How,
    made_for: usize,
    trace: Trace,
    costs: Costs,
    end: RunEnd,
}

/// What random runs came to: how many there were, and of each measure the sum and the most. A sum of integers does not
/// depend on the order in which threads add up.
#[derive(Default)]
struct Chance {
    runs: u64,
    costs: Vec<(i128, i64)>,
}

impl Chance {
    fn add(&mut self, other: Chance) {
        self.runs += other.runs;
        if self.costs.is_empty() {
            self.costs = other.costs;
            return;
        }
        for (own, (sum, best)) in self.costs.iter_mut().zip(other.costs) {
            *own = (own.0 + sum, own.1.max(best));
        }
    }
}

impl Load<'_> {
    /// Makes a suite. What it is about is filled in; the rest is found.
    pub fn generate(&self, about: Suite, attendant: &dyn Attendant) -> Result<Suite, StartError> {
        let begun = attendant.seconds();
        let mut suite = Suite { wanted: self.options.tests, ..about };
        let mut drafts: Vec<Draft> = Vec::new();
        let mut branches = 0;
        for number in 0..self.measures.len() {
            let searched = self.search(number, attendant)?;
            suite.phases += searched.phases;
            suite.look_ahead = suite.look_ahead.max(searched.look_ahead);
            suite.solver_calls += searched.solver_calls;
            branches = branches.max(searched.tests.iter().map(|test| test.branches).max().unwrap_or(0));
            let found = self.replayed(number, &searched, attendant)?;
            let found = self.with_earlier(number, found)?;
            let found =
                if self.changes { self.changed(number, found, &mut suite, attendant)? } else { found };
            drafts.extend(found);
            suite.seconds = attendant.seconds() - begun;
            self.fill(&mut suite, &drafts);
            attendant.save(&suite);
        }
        drafts = self.distinct(drafts);
        suite.seconds = attendant.seconds() - begun;
        self.fill(&mut suite, &drafts);
        self.profile(&mut suite, attendant)?;
        suite.random = self.at_random(suite.seconds, attendant)?;
        suite.unfinished = attendant.ended();
        self.remark(&mut suite, branches);
        attendant.save(&suite);
        Ok(suite)
    }

    /// How many tests are for one measure.
    fn share(&self, measure: usize) -> usize {
        let (tests, measures) = (self.options.tests, self.measures.len());
        (tests + measures - 1 - measure) / measures
    }

    fn search(&self, measure: usize, attendant: &dyn Attendant) -> Result<Searched, StartError> {
        let mut options = self.options.clone();
        options.tests = self.share(measure);
        let part = if self.changes { SEARCHED } else { 1.0 };
        options.work = (options.work as f64 * part / self.measures.len() as f64) as u64;
        let (subject, solver, cost) = (self.subject, self.solver, self.measures[measure].cost);
        let search = Search { subject, solver, cost, options };
        attended(attendant, "searching", None, |watch| search.run(watch))
    }

    /// Runs what was found, to its end.
    fn replayed(
        &self,
        measure: usize,
        searched: &Searched,
        attendant: &dyn Attendant,
    ) -> Result<Vec<Draft>, StartError> {
        let tests = &searched.tests;
        attended(attendant, "running", None, |_| {
            let replay = |walked: &crate::search::Walked| {
                let bits = walked.input.iter().map(|input| input.bits).collect();
                self.draft(bits, walked.branches, How::Search, measure)
            };
            tests.iter().map(replay).filter_map(Result::transpose).collect()
        })
    }

    /// What was found, and what an earlier suite has for the same measure: the best of both.
    fn with_earlier(&self, measure: usize, found: Vec<Draft>) -> Result<Vec<Draft>, StartError> {
        let mut drafts = found;
        for test in self.earlier.iter().filter(|test| test.made_for == self.measures[measure].kind) {
            let bits = test.input.iter().map(|input| input.bits).collect();
            drafts.extend(self.draft(bits, test.branches, test.how, measure)?);
        }
        let drafts = self.distinct(drafts);
        Ok(self.best(drafts, self.share(measure)))
    }

    /// A test made of an input, if its run counts. It is run whatever time it is: what was found is not lost.
    fn draft(
        &self,
        bits: Vec<u64>,
        branches: u64,
        how: How,
        measure: usize,
    ) -> Result<Option<Draft>, StartError> {
        let mut trace = Trace::default();
        let (input, costs, end) = match self.subject.completed(bits, &mut trace, &Watch::default()) {
            Ok(ran) => ran,
            Err(StartError::Input(_)) => return Ok(None),
            Err(error) => return Err(error),
        };
        let counts = !matches!(end, RunEnd::Ended(Outcome::Dropped) | RunEnd::Interrupted);
        let cost = (self.measures[measure].cost)(&costs);
        let costed = Costed { input, cost };
        Ok(counts.then_some(Draft { costed, branches, how, made_for: measure, trace, costs, end }))
    }

    /// Changes inputs for as long as the work allows. A changed test is taken only if it still differs from the others.
    fn changed(
        &self,
        measure: usize,
        found: Vec<Draft>,
        suite: &mut Suite,
        attendant: &dyn Attendant,
    ) -> Result<Vec<Draft>, StartError> {
        let runs = Runs { subject: self.subject, cost: self.measures[measure].cost };
        let (threads, seed) = (self.options.threads, self.options.seed);
        let work = self.options.work as f64 * (1.0 - SEARCHED) / self.measures.len() as f64;
        let instructions = (work * INSTRUCTIONS) as u64;
        let (mut count, tests) = (0, self.share(measure));
        let climbed = attended(attendant, "changing", None, |watch| {
            let mut beginnings: Vec<Costed> = found.iter().map(|draft| draft.costed.clone()).collect();
            self.add_plain(&runs, &mut beginnings, tests, watch)?;
            let each = instructions / beginnings.len().max(1) as u64;
            let climbed = runs.improve(&beginnings, each, threads, seed, watch);
            count = watch.paths.load(std::sync::atomic::Ordering::Relaxed);
            climbed
        })?;
        suite.runs += count;
        let mut drafts = found;
        for (number, costed) in climbed.into_iter().enumerate() {
            let bits = costed.input.iter().map(|input| input.bits).collect();
            let branches = drafts.get(number).map_or(0, |draft| draft.branches);
            let Some(draft) = self.draft(bits, branches, How::Changed, measure)? else { continue };
            if drafts.get(number).is_none_or(|old| draft.costed.cost > old.costed.cost) {
                drafts.push(draft);
            }
        }
        let drafts = self.distinct(drafts);
        Ok(self.best(drafts, tests))
    }

    /// Adds inputs that are worth a try anywhere, if they are costlier than the weakest, or if there are too few.
    fn add_plain(
        &self,
        runs: &Runs<'_>,
        beginnings: &mut Vec<Costed>,
        tests: usize,
        watch: &Watch,
    ) -> Result<(), StartError> {
        let like = match beginnings.first() {
            Some(first) => first.input.clone(),
            None => self.subject.inputs_of(Given::random(self.options.seed), watch)?,
        };
        let weakest = beginnings.iter().map(|costed| costed.cost).min().unwrap_or(i64::MIN);
        let mut random = SplitMix(self.options.seed);
        let chance = (0..8).map(|_| self.subject.inputs_of(Given::random(random.next_bits()), watch));
        let chance: Vec<Vec<Input>> = chance.collect::<Result<_, _>>()?;
        let mut plain = Vec::new();
        for input in mutate::plain(&like).into_iter().chain(chance) {
            if let (Some(cost), _) = runs.run(&input, watch)? {
                plain.push(Costed { input, cost });
            }
        }
        plain.sort_by_key(|costed| Reverse(costed.cost));
        let room = tests.saturating_sub(beginnings.len()).max(2);
        let worthwhile = |costed: &Costed| costed.cost > weakest || beginnings.len() < tests;
        let plain: Vec<Costed> = plain.into_iter().filter(worthwhile).take(room).collect();
        beginnings.extend(plain);
        Ok(())
    }

    /// Tests that do something that no costlier one does.
    fn distinct(&self, mut drafts: Vec<Draft>) -> Vec<Draft> {
        drafts.sort_by_key(|draft| Reverse(draft.costed.cost));
        let mut kept: Vec<Draft> = Vec::new();
        for draft in drafts {
            if kept.iter().all(|other| other.trace.difference(&draft.trace) > SAME) {
                kept.push(draft);
            }
        }
        kept
    }

    /// So many tests: the costliest; and if they have to differ, then of those that are worth it the ones that differ most
    /// from what is there.
    fn best(&self, drafts: Vec<Draft>, tests: usize) -> Vec<Draft> {
        let mut left = drafts;
        if !self.options.diverse || left.len() <= tests {
            left.truncate(tests);
            return left;
        }
        let mut kept: Vec<Draft> = Vec::new();
        while kept.len() < tests && !left.is_empty() {
            let most = left.iter().map(|draft| draft.costed.cost).max().unwrap_or(1).max(1) as f64;
            let worth = |draft: &Draft| {
                let apart = kept.iter().map(|other| other.trace.difference(&draft.trace)).fold(1.0, f64::min);
                // A little difference is enough; more of it does not make up for cost.
                (draft.costed.cost as f64 / most) * (apart / 0.05).min(1.0).max(0.5)
            };
            let worths: Vec<f64> = left.iter().map(worth).collect();
            let best = (0..left.len()).fold(0, |best, at| if worths[at] > worths[best] { at } else { best });
            kept.push(left.remove(best));
        }
        kept.sort_by_key(|draft| Reverse(draft.costed.cost));
        kept
    }

    /// Runs random inputs: as many as were asked for, or for so many seconds.
    fn at_random(&self, seconds: f64, attendant: &dyn Attendant) -> Result<RandomRuns, StartError> {
        let (limit, most) = match self.random {
            Some(runs) => (None, runs),
            None => (Some(seconds.max(0.1)), u64::MAX),
        };
        let begun = attendant.seconds();
        let mut runs = attended(attendant, "comparing", limit, |watch| self.run_random(most, watch))?;
        runs.seconds = attendant.seconds() - begun;
        Ok(runs)
    }

    fn run_random(&self, most: u64, watch: &Watch) -> Result<RandomRuns, StartError> {
        use std::sync::atomic::{AtomicU64, Ordering};
        let next = AtomicU64::new(0);
        let work = || -> Result<Chance, StartError> {
            let mut chance = Chance::default();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= most || watch.is_stopped() {
                    return Ok(chance);
                }
                let seed = SplitMix(self.options.seed ^ number.wrapping_mul(0x9e37_79b9)).next_bits();
                let mut given = Given::random(seed);
                let ran = self.subject.run_watched(&mut given, &mut Unobserved, watch)?;
                watch.paths.fetch_add(1, Ordering::Relaxed);
                let Some((costs, end)) = ran else { continue };
                if matches!(end, RunEnd::Stopped(_) | RunEnd::Ended(Outcome::Dropped)) {
                    continue;
                }
                let of = |measure: &Measure<'_>| (measure.cost)(&costs);
                let one = self.measures.iter().map(of).map(|cost| (cost.into(), cost)).collect();
                chance.add(Chance { runs: 1, costs: one });
            }
        };
        let results: Vec<_> = std::thread::scope(|scope| {
            let others: Vec<_> = (1..self.options.threads).map(|_| scope.spawn(work)).collect();
            let mut results = vec![work()];
            results.extend(others.into_iter().map(|thread| match thread.join() {
                Ok(result) => result,
                Err(panic) => std::panic::resume_unwind(panic),
            }));
            results
        });
        let mut all = Chance::default();
        for result in results {
            all.add(result?);
        }
        let cost = |(measure, (sum, best)): (&Measure<'_>, (i128, i64))| RandomCost {
            kind: measure.kind.clone(),
            mean: sum as f64 / all.runs as f64,
            best,
        };
        let costs: Vec<RandomCost> = self.measures.iter().zip(all.costs).map(cost).collect();
        let first = costs.first();
        let (mean, best) = (first.map(|cost| cost.mean), first.map(|cost| cost.best));
        Ok(RandomRuns { runs: all.runs, mean, best, costs, seconds: 0.0 })
    }

    /// Writes the tests into the suite.
    fn fill(&self, suite: &mut Suite, drafts: &[Draft]) {
        let best_for = |number: usize| -> Vec<String> {
            let of = |measure: &&Measure<'_>| {
                let cost = |draft: &Draft| (measure.cost)(&draft.costs);
                drafts.iter().map(cost).max() == Some(cost(&drafts[number]))
            };
            self.measures.iter().filter(of).map(|measure| measure.kind.clone()).collect()
        };
        let test = |(number, draft): (usize, &Draft)| Test {
            cost: draft.costed.cost,
            status: "at least".into(),
            branches: draft.branches,
            how: draft.how,
            made_for: self.measures[draft.made_for].kind.clone(),
            best_for: best_for(number),
            ended: ending(&draft.end),
            input: InputList(draft.costed.input.clone()),
            ..Test::default()
        };
        suite.tests = drafts.iter().enumerate().map(test).collect();
        suite.diversity = diversity(drafts);
    }

    /// Where each test spends its cost, by one more run.
    fn profile(&self, suite: &mut Suite, attendant: &dyn Attendant) -> Result<(), StartError> {
        let (subject, tests) = (self.subject, &mut suite.tests);
        attended(attendant, "profiling", None, |watch| {
            for test in tests {
                let mut profile = Profile::new(&subject.program);
                let bits = test.input.iter().map(|input| input.bits).collect();
                let (_, _, end) = subject.completed(bits, &mut profile, watch)?;
                if end != RunEnd::Interrupted {
                    test.lines = costliest(profile.lines(), test.made_for == "conditionals");
                }
            }
            Ok(())
        })
    }

    fn remark(&self, suite: &mut Suite, branches: u64) {
        if suite.tests.len() < suite.wanted {
            suite.remarks.push(format!(
                "{} of the {} tests that were asked for: no more paths that differ were found",
                suite.tests.len(),
                suite.wanted
            ));
        }
        if suite.tests.iter().any(|test| test.input.is_empty()) {
            suite.remarks.push("the program takes no symbolic input: every run is the same".into());
        } else if suite.unfinished.is_none() && branches == 0 {
            suite
                .remarks
                .push("no decision of the program depends on its input: every run is the same".into());
        }
    }
}

/// The lines that matter, by conditionals or by instructions.
fn costliest(mut lines: Vec<Line>, by_conditionals: bool) -> Vec<LineCost> {
    if !by_conditionals {
        lines.sort_by_key(|line| Reverse(line.instructions));
    }
    let cost = |line: Line| LineCost {
        at: line.place,
        source: line.text,
        conditionals: line.conditionals,
        instructions: line.instructions,
    };
    lines.into_iter().take(LINES).map(cost).collect()
}

fn diversity(drafts: &[Draft]) -> Diversity {
    let row = |a: &Draft| drafts.iter().map(|b| a.trace.difference(&b.trace)).collect();
    let matrix: Vec<Vec<f64>> = drafts.iter().map(row).collect();
    let pairs: Vec<f64> =
        matrix.iter().enumerate().flat_map(|(number, row)| row[..number].iter().copied()).collect();
    let mean = pairs.iter().sum::<f64>() / pairs.len().max(1) as f64;
    let min = if pairs.is_empty() { 0.0 } else { pairs.iter().copied().fold(f64::INFINITY, f64::min) };
    Diversity { mean, min, matrix }
}

fn ending(end: &RunEnd) -> Option<String> {
    match end {
        // What an exit code means is the program's business: `grep` has 1 for no match.
        RunEnd::Ended(Outcome::Returned(_) | Outcome::Exited(_) | Outcome::Dropped) => None,
        RunEnd::Ended(Outcome::Failed) => Some("an assertion failed".into()),
        RunEnd::Trapped(trap) => Some(trap.to_string()),
        RunEnd::Stopped(reason) => Some(reason.to_string()),
        RunEnd::Interrupted => Some("interrupted".into()),
    }
}

/// Does a piece of work and returns what it comes to.
fn attended<T: Send>(
    attendant: &dyn Attendant,
    doing: &str,
    seconds: Option<f64>,
    work: impl FnOnce(&Watch) -> T + Send,
) -> T {
    let (mut work, mut result) = (Some(work), None);
    attendant.attend(doing, seconds, &mut |watch| {
        if let Some(work) = work.take() {
            result = Some(work(watch));
        }
    });
    result.expect("an attendant does the work that it is given")
}
