//! The search: walks that go on side by side, phase by phase (SLG's algorithm, with walks for states).
//!
//! A phase ends for a walk before it looks beyond a part of the input that lies a little further on, the same for all:
//! then what was decided about that part has cost what it costs, and can be compared, however many branches that took. (SLG compares after as many branches. But a
//! sort whose inner loop goes on is worth more than one that goes on to the next element, even if that costs more
//! instructions per branch.) Phases grow as walks come further: what was learned early is followed later.
//!
//! How much is tried is counted in work, not in time, so that the same search gives the same suite on any machine and
//! with any number of threads.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use worstcase_explore::{Input, Look, Standing, StartError, Subject, Tally, Trail, Walk, Watch};
use worstcase_machine::SplitMix;
use worstcase_machine::process::Costs;
use worstcase_solver::Solver;

use crate::plan::{Bits, Experience, Learned, Place, Plan, met};
use crate::select::{self, Pick};
use crate::sketch::{Apart, Sketch};

/// What is searched, and how.
pub struct Search<'a> {
    /// The program at a size.
    pub subject: &'a Subject,
    /// Makes solvers.
    pub solver: &'a (dyn Fn() -> Box<dyn Solver> + Sync),
    /// What counts.
    pub cost: &'a (dyn Fn(&Costs) -> i64 + Sync),
    /// How far.
    pub options: Options,
    /// What a search at another size has learned, if there was one.
    pub learned: Learned,
    /// Whether a walk that looks only where its plan leads leaves it now and then, for others follow the same.
    pub strays: bool,
}

/// How far a search goes.
#[derive(Clone, Debug)]
pub struct Options {
    /// How many tests are wanted.
    pub tests: usize,
    /// How many open decisions a phase has; if nothing is said, it is as long as it takes to look a little further.
    pub look_ahead: Option<usize>,
    /// Whether tests have to differ in what they do; else the costliest are taken.
    pub diverse: bool,
    /// How much work the search may be: about a nanosecond each on one core.
    pub work: u64,
    /// The most decisions on a path.
    pub branches: usize,
    /// How many threads.
    pub threads: usize,
    /// The most memory for what has to be remembered, in bytes.
    pub memory: usize,
    /// Where chance begins.
    pub seed: u64,
    /// How much work one of the solver's questions may be, in its units: about a microsecond each.
    pub patience: u32,
}

impl Options {
    /// How much work a question is worth by default. What is harder is left out: there are other ways to go on.
    pub const PATIENCE: u32 = 10_000;
}

/// What a search came to.
#[derive(Default)]
pub struct Searched {
    /// Inputs, each of another path, as far as they were decided.
    pub tests: Vec<Walked>,
    /// How many phases there were.
    pub phases: u64,
    /// How many decisions a walk went on for in a phase, in the middle of all phases in which it did.
    pub look_ahead: usize,
    /// How many of the solver's questions went as far as Z3.
    pub solver_calls: u64,
    /// How much work it was.
    pub work: u64,
    /// Whether it was stopped before all walks had ended.
    pub stopped: bool,
    /// What others can begin with.
    pub learned: Learned,
}

impl Searched {
    /// What another search for other tests came to.
    fn add(&mut self, other: Searched) {
        self.tests.extend(other.tests);
        self.phases += other.phases;
        self.look_ahead = self.look_ahead.max(other.look_ahead);
        self.solver_calls += other.solver_calls;
        self.work += other.work;
        self.stopped |= other.stopped;
    }
}

/// A path that was walked.
#[derive(Clone, Debug)]
pub struct Walked {
    /// An input that takes it.
    pub input: Vec<Input>,
    /// How many decisions about inputs there were.
    pub branches: u64,
}

/// The least and the most looks of a walk in a phase.
const LOOKS: (u64, u64) = (1, 24);

/// Of so many decisions all sides are tried, if there are enough looks.
const ALL_SIDES: u32 = 3;

/// The part of the work that is for whole paths along plans: one in so many.
const REHEARSED: u64 = 2;

/// What a decision, a question, a step of the solver's own layers, and a question to Z3 are as work.
pub(crate) const DECISION: u64 = 2_000;
const QUESTION: u64 = 10_000;
const STEP: u64 = 50;
const CALL: u64 = 5_000_000;

/// How much work the solver had between two looks at the tally.
pub(crate) fn asked(before: &Tally, after: &Tally) -> u64 {
    QUESTION * (after.questions - before.questions)
        + STEP * (after.steps - before.steps)
        + CALL * (after.calls - before.calls)
}

/// How much further than all before a phase goes: a part of it.
const GROWTH: u32 = 16;

/// So many walks have memory at once if they are followed one after the other.
const AT_ONCE: usize = 2;

/// Walks go on side by side if each can look ahead so often.
const ENOUGH_LOOKS: f64 = 4.0;

/// A walk that can have less than so many percent of an equal share of the work is not begun.
const LEAST: u64 = 20;

/// A walk that strays does so in one of so many phases.
const STRAY: u64 = 8;

/// A look that goes on for so many decisions without coming further is long enough.
const PATIENCE: usize = 10_000;

/// A walk, and what is known of it.
struct Lineage<'a> {
    walk: Walk<'a>,
    plan: Plan,
    met: Vec<Place>,
    experience: Arc<Experience>,
    random: SplitMix,
    /// All instructions so far, whether measured or not.
    executed: u64,
    cost: Cost,
    looked_at: u32,
    /// How many inputs it will have looked at after its next decision.
    ahead: u32,
    decisions: usize,
    /// How many of them came in the last phase.
    advanced: usize,
    /// How many decisions there were when it was made of another.
    made_at: usize,
    is_over: bool,
    /// Whether it has come further already than this phase goes.
    waits: bool,
    /// What a phase looks at.
    candidates: Vec<Candidate>,
    /// What comes next.
    next: Option<Candidate>,
    work: u64,
}

/// A way in which a walk could go on.
#[derive(Clone)]
pub(crate) struct Candidate {
    look: Look,
    plan: Plan,
    pub(crate) cost: Cost,
    pub(crate) sketch: Sketch,
}

/// What counts, and all instructions beside it. Memory grows in large steps, and between two of them the path that does
/// more is the better one.
pub(crate) type Cost = (i64, u64);

/// What a phase is like.
struct Phase<'p> {
    /// It ends when so many inputs were looked at.
    reach: u32,
    /// How many there are.
    inputs: u32,
    looks: u64,
    plans: &'p [Plan],
    learned: &'p [Plan],
    strays: bool,
}

impl Phase<'_> {
    /// Whether a path whose next decision looks so far is at the end of the phase: what it decided about the inputs of this
    /// phase has cost what it costs. If the phase has all inputs, only the end of the path is.
    fn has_reached(&self, ahead: u32) -> bool {
        ahead > self.reach && self.reach < self.inputs
    }
}

impl<'a> Search<'a> {
    /// Searches in the ways that there is enough work for: whole paths along plans, then walks side by side; or, if that is too
    /// much, one walk after the other.
    pub(crate) fn search(mut self, watch: &Watch) -> Result<Searched, StartError> {
        let inputs = self.inputs(watch)?;
        if self.is_too_much(inputs.into()) {
            return self.follow(watch);
        }
        // Plans are kept if they are of a kind of their own, so they are no help where that is not wanted.
        if !self.options.diverse {
            return self.run(watch);
        }
        let work = self.options.work;
        let rehearsed = self.rehearse(work / REHEARSED, watch)?;
        Arc::make_mut(&mut self.learned.experience).merge(&rehearsed.experience);
        let (plans, tests): (Vec<Plan>, Vec<Walked>) =
            rehearsed.found.into_iter().map(|(_, plan, walked)| (plan, walked)).unzip();
        self.learned.plans = plans;
        self.options.work = work.saturating_sub(rehearsed.work);
        let plans = self.learned.plans.clone();
        let mut searched = self.run(watch)?;
        searched.tests.extend(tests);
        searched.work += rehearsed.work;
        searched.solver_calls += rehearsed.calls;
        // What a whole path has shown comes before what a walk was led by in the end.
        searched.learned.plans.splice(0..0, plans);
        Ok(searched)
    }

    /// Searches until all walks have ended, or the watch says to stop.
    pub fn run(&self, watch: &Watch) -> Result<Searched, StartError> {
        let inputs = self.inputs(watch)?;
        let mut searched = Searched::default();
        let walk = Walk::begin(self.subject, self.new_solver(), self.share(), watch)?;
        let mut first = Lineage::new(walk, self.options.seed);
        first.experience = self.learned.experience.clone();
        first.plan = self.learned.plans.first().cloned().unwrap_or_default();
        let mut lineages = vec![Mutex::new(first)];
        let mut apart = vec![vec![Apart::default()]];
        let (mut reach, mut beginning) = (0u32, None);
        let mut lengths = Vec::new();
        while lineages.iter_mut().any(|lineage| !lock(lineage).is_over) && !watch.is_stopped() {
            if searched.work >= self.options.work {
                searched.stopped = true;
                break;
            }
            reach = (reach + (reach / GROWTH).max(1)).min(inputs.max(1));
            let looks = self.looks(&mut lineages, searched.work, inputs, reach);
            let plans: Vec<Plan> = lineages.iter_mut().map(|lineage| lock(lineage).plan.clone()).collect();
            let learned = &self.learned.plans[..];
            let phase = Phase { reach, inputs, looks, plans: &plans, learned, strays: self.strays };
            self.for_all(&lineages, &|lineage| self.look_ahead(lineage, &phase, watch));
            let cheapest = lineages.iter_mut().flat_map(|lineage| &lock(lineage).candidates);
            let beginning =
                *beginning.get_or_insert(cheapest.map(|candidate| candidate.cost).min().unwrap_or_default());
            self.choose(&mut lineages, &mut apart, beginning, watch)?;
            self.for_all(&lineages, &|lineage| self.go(lineage));
            searched.phases += 1;
            searched.work = lineages.iter_mut().map(|lineage| lock(lineage).work).sum();
            let lineages = lineages.iter_mut().map(|lineage| lock(lineage));
            for lineage in lineages {
                lengths.extend((lineage.advanced > 0).then_some(lineage.advanced));
                watch.depth.fetch_max(lineage.decisions as u64, Ordering::Relaxed);
                watch.worst.fetch_max(lineage.cost.0, Ordering::Relaxed);
            }
            watch.paths.store(searched.phases, Ordering::Relaxed);
        }
        searched.stopped |= watch.is_stopped();
        lengths.sort_unstable();
        searched.look_ahead = lengths.get(lengths.len() / 2).copied().unwrap_or(0);
        searched.learned = learned(&mut lineages);
        for lineage in lineages {
            let mut lineage = lineage.into_inner().unwrap_or_else(PoisonError::into_inner);
            searched.solver_calls += lineage.walk.tally().calls;
            let input = match lineage.walk.end() {
                Some((_, input)) => input.clone(),
                None => lineage.walk.input(),
            };
            searched.tests.push(Walked { input, branches: lineage.decisions as u64 });
        }
        Ok(searched)
    }

    /// Follows what was learned elsewhere, one walk after the other, so that only two at a time take memory. Walks do not
    /// know of each other: what each does depends on its number only, and not on threads.
    pub fn follow(&self, watch: &Watch) -> Result<Searched, StartError> {
        let tests = self.options.tests;
        let mut all = Searched::default();
        for first in (0..tests).step_by(AT_ONCE) {
            // One path that is followed to its end is worth more than many that are not, so the first get more than an equal
            // share if they need it; what they leave is for those that come after them.
            let left = self.options.work.saturating_sub(all.work);
            let work = (left / (tests - first) as u64).max(left / (2 * AT_ONCE as u64));
            if first > 0 && work < LEAST * self.options.work / tests as u64 / 100 {
                all.stopped = true;
                break;
            }
            let numbers = first..tests.min(first + AT_ONCE);
            let one = |number: usize| self.follower(number, work).run(watch);
            let results: Vec<Result<Searched, StartError>> = if self.options.threads == 1 {
                numbers.map(one).collect()
            } else {
                std::thread::scope(|scope| {
                    let threads: Vec<_> = numbers.map(|number| scope.spawn(move || one(number))).collect();
                    let joined = threads.into_iter().map(|thread| match thread.join() {
                        Ok(result) => result,
                        Err(panic) => std::panic::resume_unwind(panic),
                    });
                    joined.collect()
                })
            };
            for one in results {
                all.add(one?);
            }
        }
        Ok(all)
    }

    /// A search for one test, along one of the plans.
    fn follower(&self, number: usize, work: u64) -> Search<'a> {
        let plans = &self.learned.plans;
        let options = Options {
            tests: 1,
            threads: 1,
            work,
            memory: self.options.memory / AT_ONCE,
            seed: SplitMix(self.options.seed ^ number as u64).next_bits(),
            ..self.options.clone()
        };
        let plan = plans.get(number % plans.len().max(1)).cloned();
        let learned = Learned { plans: plan.into_iter().collect(), ..self.learned.clone() };
        Search { options, learned, strays: number > 0, ..*self }
    }

    /// Whether all walks side by side, each of which looks ahead a few times, are more than there is work or memory for, by
    /// what they were at another size.
    pub fn is_too_much(&self, inputs: u64) -> bool {
        let walks = inputs as f64 * self.options.tests as f64;
        let looks = self.options.work as f64 / (self.learned.work * walks).max(1.0);
        !self.learned.plans.is_empty()
            && (looks < ENOUGH_LOOKS || self.learned.bytes * walks > self.options.memory as f64)
    }

    /// A solver that does not take long.
    pub(crate) fn new_solver(&self) -> Box<dyn Solver> {
        let mut solver = (self.solver)();
        solver.limit(self.options.patience);
        solver
    }

    /// How many inputs a run takes, by a run.
    pub(crate) fn inputs(&self, watch: &Watch) -> Result<u32, StartError> {
        let (taken, ..) = self.subject.completed(Vec::new(), &mut worstcase_machine::Unobserved, watch)?;
        Ok(u32::try_from(taken.len()).unwrap_or(u32::MAX))
    }

    /// The memory of one walk.
    fn share(&self) -> usize {
        self.options.memory / self.options.tests.max(1)
    }

    /// How often each walk looks ahead in the next phase: as often as the work that is left allows, if what is left of the
    /// input is as much work as what came before.
    fn looks(&self, lineages: &mut [Mutex<Lineage<'a>>], work: u64, inputs: u32, reach: u32) -> u64 {
        let done: u64 = lineages.iter_mut().map(|lineage| u64::from(lock(lineage).looked_at)).sum();
        if done < 64 {
            // Few walks look more, so that there are enough to choose from.
            return LOOKS.1.max(4 * self.options.tests as u64 / lineages.len() as u64);
        }
        let once: u64 = lineages.iter_mut().map(|lineage| lock(lineage).once()).sum();
        let left = u64::from(inputs.saturating_sub(reach)).max(1) * lineages.len() as u64;
        let per_look = (once as f64 / done as f64 * left as f64).max(1.0);
        let looks = self.options.work.saturating_sub(work) as f64 / per_look;
        (looks as u64).clamp(LOOKS.0, LOOKS.1)
    }

    /// Does something with every walk, on all threads.
    fn for_all(&self, lineages: &[Mutex<Lineage<'a>>], work: &(dyn Fn(&mut Lineage<'a>) + Sync)) {
        let next = AtomicUsize::new(0);
        let take = || {
            while let Some(lineage) = lineages.get(next.fetch_add(1, Ordering::Relaxed)) {
                work(&mut lineage.lock().unwrap_or_else(PoisonError::into_inner));
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.options.threads.min(lineages.len()) {
                scope.spawn(take);
            }
            take();
        });
    }

    /// Lets a walk look ahead.
    fn look_ahead(&self, lineage: &mut Lineage<'a>, phase: &Phase<'_>, watch: &Watch) {
        lineage.candidates.clear();
        lineage.next = None;
        lineage.waits = !lineage.is_over && phase.has_reached(lineage.ahead);
        if lineage.is_over || lineage.waits {
            return;
        }
        let mut seen: BTreeSet<Trail> = BTreeSet::new();
        for number in 0..phase.looks {
            let (plan, first) = lineage.proposal(number, phase);
            let seed = lineage.random.next_bits();
            let patience = PATIENCE.max(lineage.decisions / 4);
            let most = self.options.branches.saturating_sub(lineage.decisions).min(patience);
            let look_ahead = self.options.look_ahead;
            let mut is_due = |standing: &Standing<'_>| match look_ahead {
                Some(open) => standing.open >= open,
                None => phase.has_reached(standing.ahead) || standing.decisions.len() >= most,
            };
            let before = lineage.walk.tally();
            let guide = plan.guide(first, &lineage.experience, seed);
            let Some(look) = lineage.walk.look(Box::new(guide), &mut is_due) else { return };
            Arc::make_mut(&mut lineage.experience).learn(&look.decisions);
            let after = lineage.walk.tally();
            lineage.work += look.costs.executed.saturating_sub(lineage.executed)
                + DECISION * look.decisions.len() as u64
                + asked(&before, &after);
            let latest = lineage.met(&look);
            if !latest.is_empty() {
                lineage.met = latest;
            }
            if watch.is_stopped() {
                return;
            }
            if look.counts && seen.insert(look.trail.clone()) {
                let cost = ((self.cost)(&look.costs), look.costs.executed);
                let sketch = Sketch::of(&look.decisions);
                lineage.candidates.push(Candidate { look, plan, cost, sketch });
            }
        }
        // What a path that ended cost in all says nothing beside what others cost so far, which go on. Of equal ones the
        // first stays first.
        lineage
            .candidates
            .sort_by_key(|candidate| (candidate.look.end.is_some(), std::cmp::Reverse(candidate.cost)));
    }

    /// Chooses how to go on, and makes new walks of old ones where that pays.
    fn choose(
        &self,
        lineages: &mut Vec<Mutex<Lineage<'a>>>,
        apart: &mut Vec<Vec<Apart>>,
        beginning: Cost,
        watch: &Watch,
    ) -> Result<(), StartError> {
        let picks = {
            let lineages: Vec<_> = lineages.iter_mut().map(|lineage| lock(lineage)).collect();
            let views: Vec<select::View<'_>> = lineages.iter().map(|lineage| lineage.view()).collect();
            select::select(&views, apart, self.options.tests, self.options.diverse, beginning)
        };
        // Those that are made of others come first, while these still stand where they did.
        let mut made = Vec::new();
        for pick in &picks {
            if let Pick::Fork { from, candidate, place } = *pick
                && !watch.is_stopped()
            {
                let parent = lock(&mut lineages[from]);
                let Some(walk) = parent.walk.fork(self.new_solver())? else { continue };
                let seed = parent.random.next_bits();
                let next = parent.candidates[candidate].clone();
                made.push((place, parent.made(walk, next, seed)));
            }
        }
        for (place, made) in made {
            match place {
                Some(place) => {
                    let work = lock(&mut lineages[place]).work;
                    *lock(&mut lineages[place]) = Lineage { work, ..made };
                }
                None => lineages.push(Mutex::new(made)),
            }
        }
        for pick in &picks {
            if let Pick::Own { lineage, candidate } = *pick {
                let lineage = lock(&mut lineages[lineage]);
                lineage.next = lineage.candidates.get(candidate).cloned();
            }
        }
        select::update(
            apart,
            &picks,
            &lineages.iter_mut().map(|lineage| lock(lineage).sketch()).collect::<Vec<_>>(),
        );
        Ok(())
    }

    /// Lets a walk go on.
    fn go(&self, lineage: &mut Lineage<'a>) {
        lineage.candidates.clear();
        lineage.advanced = 0;
        if lineage.is_over || lineage.waits {
            return;
        }
        let Some(next) = lineage.next.take() else {
            // Nowhere to go: what was decided so far is all that there will be.
            lineage.is_over = true;
            return;
        };
        let has_moved = !next.look.decisions.is_empty() || next.look.ahead > lineage.ahead;
        if !lineage.walk.go(&next.look) {
            lineage.is_over = true;
            return;
        }
        lineage.executed = next.look.costs.executed;
        lineage.cost = next.cost;
        lineage.looked_at = next.look.looked_at;
        lineage.ahead = next.look.ahead;
        lineage.advanced = next.look.decisions.len();
        lineage.decisions += lineage.advanced;
        lineage.met = lineage.met(&next.look);
        lineage.plan = next.plan;
        let is_long = lineage.decisions >= self.options.branches;
        lineage.is_over = next.look.end.is_some() || is_long || !has_moved;
    }
}

/// What walks have learned.
fn learned(lineages: &mut [Mutex<Lineage<'_>>]) -> Learned {
    let mut lineages: Vec<&mut Lineage<'_>> = lineages.iter_mut().map(lock).collect();
    let mut experience = Experience::default();
    lineages.iter().for_each(|lineage| experience.merge(&lineage.experience));
    let inputs: f64 = lineages.iter().map(|lineage| f64::from(lineage.looked_at)).sum::<f64>().max(1.0);
    let work: u64 = lineages.iter().map(|lineage| lineage.once()).sum();
    let bytes: usize = lineages.iter_mut().map(|lineage| lineage.walk.bytes()).sum();
    // What they cost tells more if they came as far.
    lineages.sort_by_key(|lineage| std::cmp::Reverse((lineage.looked_at, lineage.cost)));
    let plans = lineages.iter().map(|lineage| lineage.plan.clone()).collect();
    Learned {
        plans,
        experience: Arc::new(experience),
        work: work as f64 / inputs,
        bytes: bytes as f64 / inputs,
    }
}

/// A walk that nobody else has by now.
fn lock<'m, 'a>(lineage: &'m mut Mutex<Lineage<'a>>) -> &'m mut Lineage<'a> {
    lineage.get_mut().unwrap_or_else(PoisonError::into_inner)
}

impl<'a> Lineage<'a> {
    fn new(walk: Walk<'a>, seed: u64) -> Self {
        Lineage {
            walk,
            plan: Plan::default(),
            met: Vec::new(),
            experience: Arc::default(),
            random: SplitMix(seed),
            executed: 0,
            cost: (0, 0),
            looked_at: 0,
            ahead: 0,
            decisions: 0,
            advanced: 0,
            made_at: 0,
            is_over: false,
            waits: false,
            candidates: Vec::new(),
            next: None,
            work: 0,
        }
    }

    /// Another one, which goes on from here in another way.
    fn made(&self, walk: Walk<'a>, next: Candidate, seed: u64) -> Self {
        Lineage {
            plan: self.plan.clone(),
            met: self.met.clone(),
            experience: self.experience.clone(),
            executed: self.executed,
            cost: self.cost,
            looked_at: self.looked_at,
            ahead: self.ahead,
            decisions: self.decisions,
            made_at: self.decisions,
            next: Some(next),
            ..Lineage::new(walk, seed)
        }
    }

    /// How much work it was to get here, without all that was looked at beside the way.
    fn once(&self) -> u64 {
        self.executed + DECISION * self.decisions as u64
    }

    /// Where a look had a choice, as far as is known.
    fn met(&self, look: &Look) -> Vec<Place> {
        let mut met = met(look);
        met.retain(|place| !self.experience.has_one_side(place));
        met
    }

    /// What to try: the plan as it is first; then, if there are many looks, all sides of the next few decisions; then the
    /// plan changed a little, with other first sides, by chance, or mixed with that of another walk.
    fn proposal(&mut self, number: u64, phase: &Phase<'_>) -> (Plan, Bits) {
        let (random, plans) = (&mut self.random, phase.plans);
        if (1..=1 << ALL_SIDES).contains(&number) && phase.looks >= 2 << ALL_SIDES {
            return (self.plan.clone(), Bits { count: ALL_SIDES, sides: number - 1 });
        }
        if number == 0 && phase.looks == 1 && phase.strays && random.below(STRAY) == 0 {
            return (self.plan.clone(), Bits { count: 8, sides: random.next_bits() });
        }
        let plan = match number % 4 {
            _ if number == 0 => self.plan.clone(),
            1 if !phase.learned.is_empty() && random.below(2) == 0 => {
                phase.learned[random.below(phase.learned.len() as u64) as usize].clone()
            }
            0 if !plans.is_empty() => {
                let other = &plans[random.below(plans.len() as u64) as usize];
                self.plan.mixed(other, random)
            }
            1 | 2 => self.plan.changed(&self.met, random),
            _ if random.below(3) == 0 => Plan::wild(),
            _ => self.plan.clone(),
        };
        let first = if number % 4 == 3 {
            Bits { count: 1 + random.below(8) as u32, sides: random.next_bits() }
        } else {
            Bits::default()
        };
        (plan, first)
    }

    fn view(&self) -> select::View<'_> {
        // To make another walk of it costs as much as it took to get here, so it must have come much further since then.
        let may_fork = self.decisions < 2_000 || self.decisions >= 2 * self.made_at;
        select::View { candidates: &self.candidates, cost: self.cost, may_fork }
    }

    fn sketch(&self) -> Option<Sketch> {
        self.next.as_ref().map(|next| next.sketch.clone())
    }
}
