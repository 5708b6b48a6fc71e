//! The stages of WISE (its algorithm 2) that run the program: learn at sizes that can be explored completely, and follow
//! a strategy at larger ones. Which strategy is up to [`Search::choose`].

use std::collections::BTreeSet;

use worstcase_explore::{
    Budget, End, Found, Input, Path, Pursuit, StartError, Subject, Summary, Tally, Visitor, Watch, explore,
    pursue,
};
use worstcase_machine::Trap;
use worstcase_machine::process::Costs;
use worstcase_solver::Solver;

use crate::context::Key;
use crate::learn::{Learner, Lesson};
use crate::strategy::Strategy;

/// A program at any size, and how to search it.
pub struct Search<'a> {
    /// The subject at a size.
    pub subject: &'a (dyn Fn(u32) -> Subject + Sync),
    /// Makes solvers.
    pub solver: &'a (dyn Fn() -> Box<dyn Solver> + Sync),
    /// What counts.
    pub cost: &'a (dyn Fn(&Costs) -> i64 + Sync),
    /// What each exploration may use.
    pub budget: Budget,
    /// Where random changes start.
    pub seed: u64,
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
    /// How a path traps, if one does, and an input that takes it.
    pub trapped: Option<(Trap, Vec<Input>)>,
    pub(crate) lesson: Lesson,
}

/// What following a strategy at a size came to.
pub struct Guided {
    /// What was seen.
    pub tally: Tally,
    /// What the path costs, and an input that takes it, if it came to its end.
    pub worst: Option<(i64, Vec<Input>)>,
    /// Where the strategy was asked.
    pub(crate) met: BTreeSet<Key>,
}

/// How many paths may lead nowhere before a strategy is given up.
const MOST_DEAD_ENDS: u64 = 200_000;

impl Search<'_> {
    /// Explores all paths at a size, if there are at most so many, and until the watch says to stop. If it cannot be
    /// explored completely, its tally is what is left.
    pub fn learn(
        &self,
        size: u32,
        most_paths: u64,
        watch: &Watch,
    ) -> Result<Result<Learned, Tally>, StartError> {
        let subject = (self.subject)(size);
        let visitor = || Learner::new(&subject.program, self.cost, Summary::new(self.cost, watch));
        let budget = Budget { paths: most_paths, ..self.budget };
        let (tally, learner) = explore(&subject, self.solver, budget, watch, &visitor)?;
        // With several threads each may have stayed below the limit.
        let few = tally.paths + tally.dropped <= most_paths;
        let (true, Some(worst)) = (few && tally.is_complete(), learner.summary.worst) else {
            return Ok(Err(Tally { stopped: tally.stopped || !few, ..tally }));
        };
        let trapped = learner.summary.endings.iter().find_map(|ending| match &ending.end {
            End::Trapped(trap) => Some((*trap, ending.example.input.clone())),
            _ => None,
        });
        let (inputs, lesson) = (learner.summary.inputs, learner.lesson);
        Ok(Ok(Learned { size, tally, worst, inputs, trapped, lesson }))
    }

    /// Follows a strategy at a size.
    pub fn guided(&self, size: u32, strategy: &Strategy, watch: &Watch) -> Result<Guided, StartError> {
        self.guided_at(&(self.subject)(size), strategy, false, watch)
    }

    /// Follows a strategy, with limits of the subject's own. If that is wanted, the input is one that people like to
    /// read, which takes more time.
    pub fn guided_at(
        &self,
        subject: &Subject,
        strategy: &Strategy,
        readable: bool,
        watch: &Watch,
    ) -> Result<Guided, StartError> {
        let (dead_ends, memory) = (MOST_DEAD_ENDS, self.budget.memory);
        let pursuit = Pursuit { paths: 1, dead_ends, calls: u64::MAX, decisions: usize::MAX, memory };
        let mut follower = strategy.follower(&subject.program);
        let mut end = Ending { cost: self.cost, readable, worst: None };
        let tally = pursue(subject, (self.solver)(), &mut follower, pursuit, watch, &mut end)?;
        Ok(Guided { tally, worst: end.worst, met: follower.met })
    }

    pub(crate) fn follow(
        &self,
        subject: &Subject,
        solver: Box<dyn Solver>,
        strategy: &Strategy,
        pursuit: Pursuit,
        watch: &Watch,
    ) -> Result<Guided, StartError> {
        let mut follower = strategy.follower(&subject.program);
        let mut end = Ending { cost: self.cost, readable: false, worst: None };
        let tally = pursue(subject, solver, &mut follower, pursuit, watch, &mut end)?;
        Ok(Guided { tally, worst: end.worst, met: follower.met })
    }
}

/// What the one path that is followed comes to.
struct Ending<'a> {
    cost: &'a (dyn Fn(&Costs) -> i64 + Sync),
    readable: bool,
    worst: Option<(i64, Vec<Input>)>,
}

impl Visitor for Ending<'_> {
    fn visit(&mut self, path: &mut Path<'_>) {
        if !matches!(path.end, End::CutOff(_)) {
            let input = if self.readable { path.natural_input() } else { path.input() };
            self.worst = Some(((self.cost)(&path.costs), input));
        }
    }

    fn merge(&mut self, other: Self) {
        self.worst = other.worst.or(self.worst.take());
    }
}
