//! From a program to a suite: the search, what changing its inputs adds, what is kept, and what random inputs come to.

use std::cmp::Reverse;

use worstcase_explore::{
    Attendant, InputList, RunEnd, StartError, StdinPart, StdinShape, Subject, Unattended, Wanted, Watch,
    attended,
};
use worstcase_machine::process::{Costs, Given, Outcome};
use worstcase_machine::wasi::TreeShape;
use worstcase_machine::{Line, Profile, SplitMix};
use worstcase_solver::Solver;

use crate::ascent::Ascent;
use crate::draft::{Draft, distinct};
use crate::improve::TOGETHER;
use crate::search::Options;
use crate::stage::Stage;
use crate::suite::{Diversity, How, LineCost, RandomCost, RandomRuns, Suite, Test};

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

/// Looks after the making of a suite, and keeps it.
pub trait SuiteKeeper: Attendant {
    /// Keeps what there is so far.
    fn save(&self, suite: &Suite);
}

impl<C: Fn() -> f64 + Sync> SuiteKeeper for Unattended<C> {
    fn save(&self, _: &Suite) {}
}

/// The sizes at which much can be tried in little time, each with its part of the work, smallest first. What is costly at the
/// smallest is the shortest thing that can be repeated. The last is a part of the size, within limits.
const SMALL: [(u32, f64); 3] = [(4, 0.05), (16, 0.1), (64, 0.2)];
const MEDIUM: (u32, f64) = (256, 0.1);

/// A smaller size is worth it if there are so many times as many inputs at the next one.
const APART: u32 = 3;

/// How many instructions a run executes in the time of a unit of work.
pub(crate) const INSTRUCTIONS: f64 = 1.0;

/// Random runs are made together as long as they take no more instructions than this.
const SHORT: u64 = 10_000_000;

/// So many source lines are kept of a test.
const LINES: usize = 8;

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
    pub fn generate(&self, about: Suite, attendant: &dyn SuiteKeeper) -> Result<Suite, StartError> {
        let begun = attendant.seconds();
        let mut suite = Suite { wanted: self.options.tests, ..about };
        let mut drafts: Vec<Draft> = Vec::new();
        for measure in 0..self.measures.len() {
            drafts.extend(self.generate_for(measure, &mut suite, attendant)?);
            suite.seconds = attendant.seconds() - begun;
            self.fill(&mut suite, &drafts);
            attendant.save(&suite);
        }
        drafts = distinct(drafts);
        // Costs of different kinds are not compared: each has its tests together.
        drafts.sort_by_key(|draft| draft.made_for);
        suite.seconds = attendant.seconds() - begun;
        self.fill(&mut suite, &drafts);
        self.profile(&mut suite, attendant)?;
        suite.random = self.at_random(suite.seconds, attendant)?;
        suite.unfinished = attendant.ended();
        self.remark(&mut suite);
        attendant.save(&suite);
        Ok(suite)
    }

    /// How many pieces of long work there are before the comparison, so that whoever has little time can share it out.
    pub fn stages(&self) -> usize {
        let (sizes, kinds) = (1 + self.smaller().len(), 1 + usize::from(self.changes));
        self.measures.len() * sizes * kinds
    }

    /// Makes the tests for one measure: at small sizes first, if there are any, where much can be tried in little time.
    fn generate_for(
        &self,
        measure: usize,
        suite: &mut Suite,
        attendant: &dyn SuiteKeeper,
    ) -> Result<Vec<Draft>, StartError> {
        let stage = |subject, work: f64, searched: f64| Stage {
            load: self,
            subject,
            measure,
            tests: self.share(measure),
            work: (self.options.work as f64 * work / self.measures.len() as f64) as u64,
            searched,
            attendant,
        };
        let (sizes, mut ascent, mut left) = (self.smaller(), Ascent::default(), 1.0);
        for (subject, part) in &sizes {
            left -= part;
            let stage = stage(subject, *part, ascent.searched);
            let found = ascent.step(&stage, suite)?;
            if self.changes {
                ascent.smaller.add(found.into_iter().map(|draft| draft.costed.input).collect());
            }
        }
        let stage = stage(self.subject, left, ascent.searched);
        if self.changes
            && let Some(between) = self.between()
        {
            Stage { subject: &between, ..stage }.rank(&mut ascent.smaller)?;
        }
        let found = stage.walk(&mut ascent.learned, suite)?;
        let found = stage.with_earlier(found)?;
        let found = if self.changes { stage.change(found, &ascent.smaller, suite)? } else { found };
        stage.readable(found)
    }

    /// The same program at sizes at which runs are short, smallest first, each with its part of the work.
    fn smaller(&self) -> Vec<(Subject, f64)> {
        let size = self.subject.size;
        let mut sizes: Vec<(u32, f64)> = Vec::new();
        let medium = ((size / 32).clamp(MEDIUM.0, 2 * MEDIUM.0), MEDIUM.1);
        for (smaller, part) in SMALL.into_iter().chain([medium]) {
            let is_apart = sizes.last().is_none_or(|(last, _)| APART * last <= smaller);
            if is_apart && APART * smaller <= size {
                sizes.push((smaller, part));
            }
        }
        sizes.into_iter().filter_map(|(size, part)| Some((self.at(size)?, part))).collect()
    }

    /// The same program at a size between the greatest of the smaller ones and its own.
    fn between(&self) -> Option<Subject> {
        let (last, _) = self.smaller().pop()?;
        let size = 2 * last.size;
        if APART * size <= self.subject.size { self.at(size) } else { None }
    }

    /// The same program at a smaller size, if it has one. What standard input is made of is then cut off after some of its parts.
    fn at(&self, size: u32) -> Option<Subject> {
        let small = Subject { size, ..self.subject.clone() };
        let tree_has_size = self.subject.world.tree.as_ref().is_some_and(TreeShape::has_size);
        match &self.subject.stdin {
            StdinShape::Sized => Some(small),
            // A folder has less in it then; what is read besides, its names perhaps, stays.
            StdinShape::Parts(_) if tree_has_size => Some(small),
            StdinShape::World => (tree_has_size || self.subject.entry.needs_size()).then_some(small),
            StdinShape::Template(template) => template.has_size().then_some(small),
            StdinShape::Parts(parts) => {
                let mut inputs = 0;
                let taken = parts.iter().take_while(|part| {
                    let fits = inputs < size;
                    inputs += if fits { part.inputs() } else { 0 };
                    fits
                });
                let mut taken: Vec<StdinPart> = taken.cloned().collect();
                // What follows an input ends it: a newline, as a rule.
                if let Some(fixed @ StdinPart::Fixed(_)) = parts.get(taken.len()) {
                    taken.push(fixed.clone());
                }
                let is_less = taken.len() < parts.len();
                let stdin = StdinShape::Parts(std::sync::Arc::new(taken));
                is_less.then_some(Subject { size: inputs, stdin, ..small })
            }
        }
    }

    /// How many tests are for one measure.
    fn share(&self, measure: usize) -> usize {
        let (tests, measures) = (self.options.tests, self.measures.len());
        (tests + measures - 1 - measure) / measures
    }

    /// Runs random inputs: as many as were asked for, or for so many seconds.
    fn at_random(&self, seconds: f64, attendant: &dyn SuiteKeeper) -> Result<RandomRuns, StartError> {
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
        // They are as fast as the runs of the search, and ask for what the first one does, nearly always.
        let first = Given::random(self.options.seed);
        let first = self.subject.inputs_of(first, watch)?.iter().map(|input| input.bits).collect();
        let asked = self.subject.asked_by(first, watch)?;
        let together = TOGETHER.min(1 + SHORT / (1 + asked.costs.executed));
        let expected = self.options.work.min(most.saturating_mul(asked.costs.executed));
        let work = || -> Result<Chance, StartError> {
            let mut chance = Chance::default();
            let mut many = self.subject.many(Wanted::default(), expected, watch);
            loop {
                let number = next.fetch_add(together, Ordering::Relaxed);
                if number >= most || watch.is_stopped() {
                    return Ok(chance);
                }
                let seed =
                    |number: u64| SplitMix(self.options.seed ^ number.wrapping_mul(0x9e37_79b9)).next_bits();
                let seeds: Vec<u64> = (number..most.min(number + together)).map(seed).collect();
                watch.paths.fetch_add(seeds.len() as u64, Ordering::Relaxed);
                for (costs, end) in many.random(&asked.asked, &seeds, watch)?.into_iter().flatten() {
                    if matches!(end, RunEnd::Stopped(_) | RunEnd::Ended(Outcome::Dropped)) {
                        continue;
                    }
                    let of = |measure: &Measure<'_>| (measure.cost)(&costs);
                    let one = self.measures.iter().map(of).map(|cost| (cost.into(), cost)).collect();
                    chance.add(Chance { runs: 1, costs: one });
                }
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
        let is_text =
            matches!(self.subject.stdin, StdinShape::Template(_)) || self.subject.world.tree.is_some();
        let test = |(number, draft): (usize, &Draft)| Test {
            cost: draft.costed.cost,
            status: "at least".into(),
            branches: draft.branches,
            how: draft.how,
            made_for: self.measures[draft.made_for].kind.clone(),
            best_for: best_for(number),
            ended: ending(&draft.end),
            text: is_text.then(|| self.subject.shown(&draft.costed.input)),
            input: InputList(draft.costed.input.clone()),
            ..Test::default()
        };
        suite.tests = drafts.iter().enumerate().map(test).collect();
        suite.diversity = diversity(drafts);
    }

    /// Where each test spends its cost, by one more run.
    fn profile(&self, suite: &mut Suite, attendant: &dyn SuiteKeeper) -> Result<(), StartError> {
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

    fn remark(&self, suite: &mut Suite) {
        if suite.tests.len() < suite.wanted {
            let why = match suite.unfinished {
                Some(_) => "it was ended before there were more",
                None if suite.is_short => "a few runs were all of the work that there was for it (--effort)",
                None => "no more paths that differ were found",
            };
            let (tests, wanted) = (suite.tests.len(), suite.wanted);
            suite.remarks.push(format!("{tests} of the {wanted} tests that were asked for: {why}"));
        }
        if suite.tests.iter().any(|test| test.input.is_empty()) {
            suite.remarks.push("the program takes no symbolic input: every run is the same".into());
        } else if suite.unfinished.is_none()
            // One that was made by changes says nothing of paths: the search may have come to the end of none.
            && suite.tests.iter().all(|test| test.branches == 0 && test.how == How::Search)
        {
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
