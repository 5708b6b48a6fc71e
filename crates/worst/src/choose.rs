//! Choosing a strategy: begin with what the costliest paths at small sizes have in common, try it at sizes beyond, turn
//! what can be turned to the better, and have it challenged. Only if it is beaten are richer contexts looked at.
//!
//! The paper chooses among policies by how few paths they permit at the greatest size that was explored. Here a
//! strategy leads along one path anyway, so it can be tried at larger sizes for next to nothing, and what decides is what
//! it costs there.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::sync::Arc;

use worstcase_explore::{Edges, End, Input, Path, Pursuit, StartError, Subject, Visitor, Watch, trace};
use worstcase_machine::process::Given;
use worstcase_program::Program;

use crate::beam::{Means, beam};
use crate::climb::{Effort, climb};
use crate::context::{Context, Key};
use crate::finding::How;
use crate::learn::{Lesson, learn};
use crate::policy::Policy;
use crate::search::{Learned, Search};
use crate::strategy::Strategy;

/// A strategy for the worst case, and what is known about it.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The strategy.
    pub strategy: Strategy,
    /// What it decides where it makes a difference, most important first.
    pub rules: Vec<Weighed>,
    /// Where the other side is as bad: there are several worst cases.
    pub free: Vec<Key>,
    /// Sizes at which it reached the worst case, which is known there, without having been learned from them.
    pub checked: Vec<u32>,
    /// Sizes at which the worst case is known and it does not reach it.
    pub missed: Vec<u32>,
    /// Whether there was time to follow it at all sizes at which the worst case is known.
    pub all_followed: bool,
    /// Whether it was followed to the end of a path at any size beyond.
    pub is_feasible: bool,
    /// What it was challenged with.
    pub challenges: Vec<Challenge>,
}

/// A decision of a strategy, and how much depends on it.
#[derive(Clone, Copy, Debug)]
pub struct Weighed {
    /// The conditional, in its context.
    pub key: Key,
    /// The side that is taken.
    pub side: bool,
    /// How much less it costs to take the other side, at the sizes on trial.
    pub loss: i64,
}

/// A search for something costlier, at one size.
#[derive(Clone, Debug)]
pub struct Challenge {
    /// The size.
    pub size: u32,
    /// What the strategy costs there.
    pub cost: Option<i64>,
    /// The costliest input that was found otherwise.
    pub best: Option<Rival>,
}

/// An input that was found without the strategy.
#[derive(Clone, Debug)]
pub struct Rival {
    /// What it costs.
    pub cost: i64,
    /// The input.
    pub input: Vec<Input>,
    /// By climbing, or by walking.
    pub how: How,
}

impl Challenge {
    /// Whether something costlier was found.
    pub fn is_lost(&self) -> bool {
        self.best.as_ref().map(|best| best.cost) > self.cost
    }
}

/// How many instructions a strategy may take at a size on trial; sizes that take more are left out.
const TRIAL_STEPS: u64 = 1_000_000;

/// How patient trials are with hard questions: how many there may be, and what each may take. If no strategy comes to
/// an end, the next is tried.
const PATIENCE: [(u64, u32); 2] = [(30, 50_000), (500, 500_000)];

/// How many times as many questions there may be where stores go to one place: they are easy then.
const PINNED: u64 = 25;

/// How many decisions about inputs there may be on the path of a trial.
const TRIAL_DECISIONS: usize = 5000;

/// How many paths may lead nowhere in a trial.
const TRIAL_DEAD_ENDS: u64 = 3000;

/// The cost of a path that takes more instructions than a trial may: it is as bad as can be.
const BEYOND: i64 = 1 << 50;

/// How much harder a question is that the solver's own layers do not answer.
const CALL: u64 = 50;

/// How many strategies are tried on the way from one to a better one.
const MOST_TURNS: u32 = 100;

/// How many strategies are tried in all.
const MOST_TRIALS: u32 = 800;

/// How many sizes are held back to check a rule, if that leaves at least as many to learn from.
const HELD_BACK: usize = 2;

/// How often a strategy that was beaten is refined.
const MOST_REFINEMENTS: u32 = 3;

/// How much a challenge may take.
const EFFORT: Effort = Effort { runs: 6000, instructions: 60_000_000 };

/// How much work the walks of a challenge may be.
const WALKING: u64 = 60_000_000;

/// How a strategy did.
#[derive(Clone)]
struct Trial {
    strategy: Strategy,
    /// What it costs at each size on trial, as far as it comes to an end there.
    costs: Vec<Option<i64>>,
    inputs: Vec<Option<Vec<Input>>>,
    /// How many of the known worst cases it reaches.
    reached: usize,
    /// How much searching it took.
    effort: u64,
    met: BTreeSet<Key>,
}

impl Trial {
    fn sum(&self) -> i64 {
        self.costs.iter().flatten().fold(0, |sum, cost| sum.saturating_add(*cost))
    }

    fn is_better(&self, other: &Trial) -> bool {
        let ends = |trial: &Trial| trial.costs.iter().flatten().count();
        let score = |trial: &Trial| (trial.sum(), ends(trial), trial.reached, Reverse(trial.effort));
        score(self) > score(other)
    }
}

impl Trial {
    /// Whether it is better by so much that a richer context is worth it: at the greatest size, or by a percent.
    fn is_worth(&self, other: &Trial) -> bool {
        let last = |trial: &Trial| trial.costs.last().copied().flatten();
        last(self) > last(other) || self.sum() > other.sum().saturating_add(other.sum() / 100)
    }
}

/// Where strategies are tried.
struct Trials<'a> {
    search: &'a Search<'a>,
    watch: &'a Watch,
    subjects: Vec<Subject>,
    known: Vec<(Subject, i64)>,
    /// Whether a path may lead nowhere.
    backtracks: bool,
    /// How many more trials there may be.
    left: u32,
    patience: (u64, u32),
}

impl Search<'_> {
    /// The strategy for the worst case, from what was learned.
    ///
    /// The greatest sizes are held back: nothing is learned from them, and nothing is decided by them, so that they can
    /// check what was learned without them. Only a strategy that fails there is learned from all sizes.
    pub fn choose(&self, learned: &[Learned], wanted: &[u32], watch: &Watch) -> Result<Choice, StartError> {
        let lessons: Vec<&Lesson> = learned.iter().map(|learned| &learned.lesson).collect();
        let held_back = HELD_BACK.min(learned.len() / 2);
        let (before, held) = learned.split_at(learned.len() - held_back);
        let mut trials = self.trials(learned, wanted, watch)?;
        trials.known = self.known(before);
        let mut best = trials.without_context(&lessons[..before.len()])?;
        let mut checked = Vec::new();
        for truth in held {
            let guided = trials.follow(&(self.subject)(truth.size), &best.strategy)?;
            if guided.worst.map(|(cost, _)| cost) == Some(truth.worst.0) {
                checked.push(truth.size);
            }
        }
        // From here on all sizes count; what was checked stands as long as the strategy does.
        trials.known = self.known(learned);
        let first = best.strategy.clone();
        if checked.len() < held.len() {
            best = trials.rejudge(best)?;
            let late = trials.begin(&lessons)?;
            let late = trials.improve(late)?;
            if late.is_better(&best) || late.reached > best.reached {
                best = late;
            }
        }
        let (best, challenges) = self.withstand(&mut trials, &lessons, learned, best)?;
        if best.strategy != first {
            checked = Vec::new();
        }
        let (missed, all_followed) = trials.missed(learned, &best)?;
        let rules = trials.weigh(&best)?;
        let matters = |key: &Key| rules.iter().any(|rule| rule.key == *key && rule.loss != 0);
        let free = best.met.iter().copied().filter(|key| !matters(key)).collect();
        let is_feasible = best.costs.iter().any(Option::is_some);
        let strategy = best.strategy;
        Ok(Choice { strategy, rules, free, checked, missed, all_followed, is_feasible, challenges })
    }

    /// Challenges a strategy, refines it if it is beaten, and challenges what comes of that again. What was found
    /// against the one is held against the other, too.
    fn withstand(
        &self,
        trials: &mut Trials<'_>,
        lessons: &[&Lesson],
        learned: &[Learned],
        first: Trial,
    ) -> Result<(Trial, Vec<Challenge>), StartError> {
        let mut best = first;
        let mut challenges = self.challenge(trials, &best)?;
        for _ in 0..MOST_REFINEMENTS {
            if !challenges.iter().any(Challenge::is_lost) || trials.watch.is_stopped() {
                break;
            }
            let refined = self.refine(trials, lessons, learned, &best, &challenges)?;
            if !refined.is_worth(&best) {
                break;
            }
            best = refined;
            let before = challenges;
            challenges = self.challenge(trials, &best)?;
            for challenge in &mut challenges {
                let found = before.iter().filter(|one| one.size == challenge.size);
                for best in found.filter_map(|one| one.best.clone()) {
                    if challenge.best.as_ref().is_none_or(|own| own.cost < best.cost) {
                        challenge.best = Some(best);
                    }
                }
            }
        }
        Ok((best, challenges))
    }

    /// The greatest of some sizes, with their worst cases, for trials.
    fn known(&self, learned: &[Learned]) -> Vec<(Subject, i64)> {
        let last = learned.iter().rev().take(HELD_BACK);
        last.map(|known| (self.trial_subject(known.size), known.worst.0)).collect()
    }

    /// A subject that may take as much as a trial may.
    fn trial_subject(&self, size: u32) -> Subject {
        let mut subject = (self.subject)(size);
        subject.limits.steps = subject.limits.steps.min(TRIAL_STEPS);
        subject
    }

    fn trials<'a>(
        &'a self,
        learned: &[Learned],
        wanted: &[u32],
        watch: &'a Watch,
    ) -> Result<Trials<'a>, StartError> {
        let greatest = learned.last().map_or(0, |learned| learned.size);
        let mut sizes = vec![greatest + 1, greatest + 2, 2 * greatest, 3 * greatest + 1];
        // Beyond a size with which the program itself compares, something else may be the worst case.
        if let Some(threshold) = self.threshold(3 * greatest + 1, wanted, watch)? {
            sizes.extend([threshold + 1, threshold + threshold / 4]);
        }
        sizes.retain(|&size| size > greatest);
        sizes.sort_unstable();
        sizes.dedup();
        Ok(Trials {
            search: self,
            watch,
            subjects: sizes.into_iter().map(|size| self.trial_subject(size)).collect(),
            known: Vec::new(),
            backtracks: learned.iter().any(|learned| learned.tally.dropped > 0),
            left: MOST_TRIALS,
            patience: PATIENCE[0],
        })
    }

    /// Looks for something costlier at each size on trial.
    fn challenge(&self, trials: &Trials<'_>, trial: &Trial) -> Result<Vec<Challenge>, StartError> {
        let mut challenges = Vec::new();
        for ((subject, cost), input) in trials.subjects.iter().zip(&trial.costs).zip(&trial.inputs) {
            // A path that is as bad as can be is not beaten, and what it costs is not known.
            if *cost == Some(BEYOND) {
                continue;
            }
            let best = self.rival(trials, subject, input.as_ref())?;
            let challenge = Challenge { size: subject.size, cost: *cost, best };
            // What was not tried for lack of time has not withstood anything.
            if challenge.is_lost() || !trials.watch.is_stopped() {
                challenges.push(challenge);
            }
        }
        Ok(challenges)
    }

    /// The costliest input that climbing and walking find at a size; of equal ones what climbing found.
    fn rival(
        &self,
        trials: &Trials<'_>,
        subject: &Subject,
        known: Option<&Vec<Input>>,
    ) -> Result<Option<Rival>, StartError> {
        let mut beginnings: Vec<Vec<Input>> = known.into_iter().cloned().collect();
        beginnings.push(subject.inputs_of(Given::random(self.seed), trials.watch)?);
        let climbed = climb(subject, self.cost, &beginnings, EFFORT, self.seed, trials.watch)?;
        let climbed = climbed.map(|(cost, input)| Rival { cost, input, how: How::Climbing });
        let solver = || {
            let mut solver = (self.solver)();
            solver.limit(trials.patience.1);
            solver
        };
        let means = Means { work: WALKING, memory: self.budget.memory, threads: self.budget.threads };
        let walked = beam(subject, &solver, self.cost, means, self.seed, trials.watch)?;
        let walked = walked.map(|(cost, input)| Rival { cost, input, how: How::Walking });
        let is_more =
            walked.as_ref().map(|walked| walked.cost) > climbed.as_ref().map(|climbed| climbed.cost);
        Ok(if is_more { walked } else { climbed })
    }

    /// A strategy that loses no challenge, or the best that is found.
    fn refine(
        &self,
        trials: &mut Trials<'_>,
        lessons: &[&Lesson],
        learned: &[Learned],
        first: &Trial,
        challenges: &[Challenge],
    ) -> Result<Trial, StartError> {
        let avoided = Arc::new(self.avoided(learned, trials.watch)?);
        let sizes: Vec<u32> = trials.subjects.iter().map(|subject| subject.size).collect();
        let meets = |trial: &Trial| {
            challenges.iter().all(|challenge| {
                let at = sizes.iter().position(|size| *size == challenge.size);
                let cost = at.and_then(|at| *trial.costs.get(at)?).unwrap_or(i64::MIN);
                cost >= challenge.best.as_ref().map_or(i64::MIN, |best| best.cost)
            })
        };
        let mut best = first.clone();
        for (number, &context) in Context::ALL.iter().enumerate() {
            let mut policies =
                vec![learn(lessons, number), learn(&lessons[lessons.len().saturating_sub(1)..], number)];
            policies.extend(self.policies_of(trials, challenges, context)?);
            policies.dedup();
            for policy in policies {
                let mut plain = Strategy::within(context, &policy, trials.backtracks);
                if first.strategy.pins() {
                    plain = plain.pinning();
                }
                for strategy in [plain.avoiding(avoided.clone()), plain] {
                    if strategy.avoided().is_some_and(Edges::is_empty) {
                        continue;
                    }
                    let Some(trial) = trials.attempt(strategy)? else { return Ok(best) };
                    let trial = trials.improve(trial)?;
                    if trial.is_worth(&best) {
                        best = trial;
                    }
                    if meets(&best) {
                        return Ok(best);
                    }
                }
            }
        }
        Ok(best)
    }

    /// The least policies of the paths that the challenges' inputs take.
    fn policies_of(
        &self,
        trials: &Trials<'_>,
        challenges: &[Challenge],
        context: Context,
    ) -> Result<Vec<Policy>, StartError> {
        let mut policies = Vec::new();
        for subject in &trials.subjects {
            let lost = challenges.iter().find(|one| one.size == subject.size && one.is_lost());
            let Some(Rival { input, .. }) = lost.and_then(|challenge| challenge.best.as_ref()) else {
                continue;
            };
            let mut seen = Least { program: subject.program.clone(), context, policy: None };
            trace(subject, (self.solver)(), input, trials.watch, &mut seen)?;
            policies.extend(seen.policy);
        }
        Ok(policies)
    }

    /// The sides of conditionals that no costliest path takes at the greatest sizes, but others do.
    fn avoided(&self, learned: &[Learned], watch: &Watch) -> Result<Edges, StartError> {
        let (mut worst, mut others) = (Edges::default(), Edges::default());
        for known in learned.iter().rev().take(HELD_BACK).take_while(|_| !watch.is_stopped()) {
            let subject = (self.subject)(known.size);
            for found in known.lesson.examples() {
                let bits = found.input.iter().map(|input| input.bits).collect();
                worst.extend(&subject.edges(Given::bits(bits), watch)?.0);
            }
            others.extend(&self.looked(known.size, watch)?);
        }
        Ok(others.without(&worst))
    }
}

impl Trials<'_> {
    fn follow(&self, subject: &Subject, strategy: &Strategy) -> Result<crate::search::Guided, StartError> {
        let mut solver = (self.search.solver)();
        solver.limit(self.patience.1);
        self.search.follow(subject, solver, strategy, self.pursuit(strategy), self.watch)
    }

    fn pursuit(&self, strategy: &Strategy) -> Pursuit {
        let easier = if strategy.pins() { PINNED } else { 1 };
        Pursuit {
            paths: 1,
            dead_ends: TRIAL_DEAD_ENDS,
            calls: self.patience.0.saturating_mul(easier),
            decisions: TRIAL_DECISIONS,
            memory: self.search.budget.memory,
        }
    }

    fn judge(&self, strategy: Strategy) -> Result<Trial, StartError> {
        let (mut costs, mut inputs, mut met) = (Vec::new(), Vec::new(), BTreeSet::new());
        let (mut reached, mut effort) = (0, 0);
        let call = if strategy.pins() { CALL / PINNED } else { CALL };
        for subject in &self.subjects {
            let guided = self.follow(subject, &strategy)?;
            effort += guided.tally.questions + guided.tally.avoided + call * guided.tally.calls;
            let (cost, input) = guided.worst.unzip();
            costs.push(cost.or((guided.tally.cut_off > 0).then_some(BEYOND)));
            inputs.push(input);
            met.extend(guided.met);
        }
        for (subject, truth) in &self.known {
            let guided = self.follow(subject, &strategy)?;
            reached += usize::from(guided.worst.map(|(cost, _)| cost) == Some(*truth));
            met.extend(guided.met);
        }
        Ok(Trial { strategy, costs, inputs, reached, effort, met })
    }

    /// Tries a strategy, unless enough were tried.
    fn attempt(&mut self, strategy: Strategy) -> Result<Option<Trial>, StartError> {
        if self.left == 0 || self.watch.is_stopped() {
            return Ok(None);
        }
        self.left -= 1;
        self.judge(strategy).map(Some)
    }

    /// The best strategy without context that is found from lessons, at sizes that do not take too long.
    fn without_context(&mut self, lessons: &[&Lesson]) -> Result<Trial, StartError> {
        let mut trial = self.begin(lessons)?;
        if trial.costs.iter().all(Option::is_none) {
            self.patience = PATIENCE[1];
            trial = self.begin(lessons)?;
        }
        self.drop_slow_sizes(&trial);
        let trial = self.rejudge(trial)?;
        self.improve(trial)
    }

    /// The sizes at which a strategy does not reach the worst case that is known there, and whether there was time to
    /// follow it at all of them.
    fn missed(&self, learned: &[Learned], trial: &Trial) -> Result<(Vec<u32>, bool), StartError> {
        let mut missed = Vec::new();
        for truth in learned {
            let solver = (self.search.solver)();
            let (subject, pursuit) = ((self.search.subject)(truth.size), self.pursuit(&trial.strategy));
            let guided = self.search.follow(&subject, solver, &trial.strategy, pursuit, self.watch)?;
            match guided.worst {
                Some((cost, _)) if cost == truth.worst.0 => {}
                _ if self.watch.is_stopped() => return Ok((missed, false)),
                _ => missed.push(truth.size),
            }
        }
        Ok((missed, true))
    }

    /// The better of the strategies that are learned without context: from all sizes, or from the greatest.
    fn begin(&mut self, lessons: &[&Lesson]) -> Result<Trial, StartError> {
        let context = Context::ALL[0];
        let all = self.judge(Strategy::within(context, &learn(lessons, 0), self.backtracks))?;
        let last = self.judge(Strategy::within(
            context,
            &learn(&lessons[lessons.len().saturating_sub(1)..], 0),
            self.backtracks,
        ))?;
        Ok(if last.is_better(&all) { last } else { all })
    }

    /// Leaves out the sizes that take too long.
    fn drop_slow_sizes(&mut self, trial: &Trial) {
        let ends = |cost: &Option<i64>| cost.is_some_and(|cost| cost != BEYOND);
        let ended = trial.costs.iter().position(|cost| !ends(cost)).unwrap_or(trial.costs.len());
        self.subjects.truncate(ended);
    }

    fn rejudge(&mut self, trial: Trial) -> Result<Trial, StartError> {
        self.judge(trial.strategy)
    }

    /// Takes the other side at one conditional after the other, as long as that makes it costlier.
    fn improve(&mut self, trial: Trial) -> Result<Trial, StartError> {
        let (mut best, mut turns) = (trial, 0);
        loop {
            let before = best.strategy.clone();
            if !best.strategy.pins() {
                let Some(pinned) = self.attempt(best.strategy.pinning())? else { return Ok(best) };
                if pinned.is_better(&best) {
                    best = pinned;
                }
            }
            for key in best.met.clone() {
                turns += 1;
                if turns > MOST_TURNS {
                    return Ok(best);
                }
                let Some(turned) = self.attempt(best.strategy.turned(key))? else { return Ok(best) };
                if turned.is_better(&best) {
                    best = turned;
                    if best.costs.contains(&Some(BEYOND)) {
                        // Sizes at which everything is as bad as can be tell nothing any more.
                        self.drop_slow_sizes(&best);
                        best = self.judge(best.strategy)?;
                    }
                }
            }
            if best.strategy == before {
                return Ok(best);
            }
        }
    }

    /// How much depends on each decision.
    fn weigh(&mut self, trial: &Trial) -> Result<Vec<Weighed>, StartError> {
        let mut rules = Vec::new();
        for &key in trial.met.iter().take(MOST_TURNS as usize) {
            let turned = self.judge(trial.strategy.turned(key))?;
            let loss = trial.sum().saturating_sub(turned.sum());
            // If time is up, nobody knows.
            if loss != 0 || self.watch.is_stopped() {
                rules.push(Weighed { key, side: trial.strategy.side(key), loss });
            }
        }
        // If to go the other way everywhere is as bad, what matters is to go the same way.
        if rules.is_empty() {
            let same = |&key: &Key| Weighed { key, side: trial.strategy.side(key), loss: 0 };
            rules.extend(trial.met.iter().map(same));
        }
        rules.sort_by_key(|rule| (Reverse(rule.loss), rule.key));
        Ok(rules)
    }
}

/// The least policy of a path.
struct Least {
    program: Arc<Program>,
    context: Context,
    policy: Option<Policy>,
}

impl Visitor for Least {
    fn visit(&mut self, path: &mut Path<'_>) {
        if !matches!(path.end, End::CutOff(_)) {
            self.policy = Some(Policy::least(&self.program, self.context, path.decisions));
        }
    }

    fn merge(&mut self, other: Self) {
        self.policy = other.policy.or(self.policy.take());
    }
}
