//! The three stages of WISE (its algorithm 2), with N found by the search itself: learn at sizes that can be explored
//! completely, choose a rule that holds at sizes it was not learned from, and follow it at larger ones.

use std::cmp::Reverse;
use std::sync::Arc;

use worstcase_explore::{
    Budget, Found, Guide, StartError, Subject, Summary, Tally, Watch, explore, explore_guided,
};
use worstcase_machine::process::Costs;
use worstcase_solver::Solver;

use crate::context::Context;
use crate::learn::{Learner, Lesson, learn};
use crate::policy::Policy;

/// A program at any size, and how to search it.
pub struct Search<'a> {
    /// The subject at a size.
    pub subject: &'a (dyn Fn(u32) -> Subject + Sync),
    /// Makes solvers.
    pub solver: &'a (dyn Fn() -> Box<dyn Solver> + Sync),
    /// What counts.
    pub cost: &'a (dyn Fn(&Costs) -> i64 + Sync),
    /// What each exploration may use. Its limit on paths is for guided ones.
    pub budget: Budget,
}

/// A size at which all paths were seen.
pub struct Learned {
    /// The size.
    pub size: u32,
    /// What was seen.
    pub tally: Tally,
    /// The greatest cost, which is exact, and a path that has it.
    pub worst: (i64, Found),
    /// The most inputs that a path asked for.
    pub inputs: usize,
    lesson: Lesson,
}

/// A rule for the worst case.
#[derive(Clone, Debug)]
pub struct Generator {
    /// What the rule looks at.
    pub context: Context,
    /// The rule.
    pub policy: Arc<Policy>,
    /// Sizes at which a rule learned from smaller ones reached the worst case, which is known there.
    pub checked: Vec<u32>,
    /// Sizes at which it did not.
    pub missed: Vec<u32>,
}

/// What following a rule at a size came to.
pub struct Guided {
    /// What was seen.
    pub tally: Tally,
    /// The greatest cost, and a path that has it.
    pub worst: Option<(i64, Found)>,
}

/// How a rule did at sizes that it was not learned from.
struct Trial {
    /// How many known worst cases were missed, what it cost beyond them, and how many paths that took: the less, the
    /// better, but for the cost.
    score: (usize, Reverse<i64>, u64),
    generator: Generator,
}

/// How many paths a rule may follow at a size while it is on trial.
const TRIAL_PATHS: u64 = 200;

/// How many sizes are held back to check a rule, if that leaves at least as many to learn from.
const HELD_BACK: usize = 2;

impl Search<'_> {
    /// Explores all paths at sizes from 1 up to the greatest that is worth it, as long as there are at most so many
    /// paths, and until the watch says to stop. The first size that cannot be explored completely ends it; its tally is
    /// given, too.
    pub fn learn(
        &self,
        most_size: u32,
        most_paths: u64,
        watch: &Watch,
    ) -> Result<(Vec<Learned>, Option<Tally>), StartError> {
        let mut learned = Vec::new();
        for size in 1..=most_size {
            let subject = (self.subject)(size);
            let visitor = || Learner::new(&subject.program, self.cost, Summary::new(self.cost, watch));
            let budget = Budget { paths: most_paths, ..self.budget };
            let (tally, learner) = explore(&subject, self.solver, budget, watch, &visitor)?;
            // With several threads each may have stayed below the limit.
            let few = tally.paths + tally.dropped <= most_paths;
            let (true, Some(worst)) = (few && tally.is_complete(), learner.summary.worst) else {
                return Ok((learned, Some(Tally { stopped: tally.stopped || !few, ..tally })));
            };
            let inputs = learner.summary.inputs;
            learned.push(Learned { size, tally, worst, inputs, lesson: learner.lesson });
            if inputs == 0 && size > 3 {
                // Nothing to learn.
                break;
            }
        }
        Ok((learned, None))
    }

    /// The rule that is best at sizes that it was not learned from. Where the worst case is known, it has to be reached;
    /// beyond, rules with different contexts compete: the greatest cost wins, then the fewest paths, then the coarsest.
    pub fn choose(&self, learned: &[Learned], watch: &Watch) -> Result<Generator, StartError> {
        let lessons: Vec<Lesson> = learned.iter().map(|learned| learned.lesson.clone()).collect();
        let held_back = HELD_BACK.min(learned.len() / 2);
        let (known, held) = learned.split_at(learned.len() - held_back);
        let greatest = learned.last().map_or(1, |learned| learned.size);
        let mut best: Option<Trial> = None;
        for (number, &context) in Context::ALL.iter().enumerate() {
            let (policy, _) = learn(&lessons[..known.len()], number);
            let candidate = Generator::new(context, policy);
            let (mut checked, mut missed, mut paths) = (Vec::new(), Vec::new(), 0);
            for truth in held {
                let guided = self.guided(truth.size, &candidate, TRIAL_PATHS, watch)?;
                let cost = guided.worst.map(|(cost, _)| cost);
                if cost == Some(truth.worst.0) { &mut checked } else { &mut missed }.push(truth.size);
                paths += guided.tally.paths;
            }
            let (policy, _) = learn(&lessons, number);
            let generator = Generator { checked, missed, ..Generator::new(context, policy) };
            let mut cost = 0;
            for size in [greatest + 1, greatest + 2, greatest + greatest / 2] {
                let guided = self.guided(size, &generator, TRIAL_PATHS, watch)?;
                cost += guided.worst.map_or(0, |(cost, _)| cost);
                paths += guided.tally.paths;
            }
            let score = (generator.missed.len(), Reverse(cost), paths);
            let single = paths <= held.len() as u64 + 3 && generator.missed.is_empty();
            if best.as_ref().is_none_or(|best| score < best.score) {
                best = Some(Trial { score, generator });
            }
            // One path at every size, and the worst case where it is known: nothing finer is needed.
            if single || watch.is_stopped() {
                break;
            }
        }
        Ok(best.expect("at least one context was tried").generator)
    }

    /// Follows a rule at a size, along so many paths at most.
    pub fn guided(
        &self,
        size: u32,
        generator: &Generator,
        most_paths: u64,
        watch: &Watch,
    ) -> Result<Guided, StartError> {
        let subject = (self.subject)(size);
        let guide = || -> Option<Box<dyn Guide>> {
            Some(generator.policy.guide(&subject.program, generator.context))
        };
        let visitor = || Summary::new(self.cost, watch);
        let budget = Budget { paths: most_paths, threads: 1, ..self.budget };
        let (tally, summary) = explore_guided(&subject, self.solver, &guide, budget, watch, &visitor)?;
        Ok(Guided { tally, worst: summary.worst })
    }
}

impl Generator {
    fn new(context: Context, policy: Policy) -> Self {
        Generator { context, policy: Arc::new(policy), checked: Vec::new(), missed: Vec::new() }
    }
}
