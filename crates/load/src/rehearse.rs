//! Whole paths along plans: each plan is followed from the beginning to the end, and those that cost most are changed and
//! followed again.
//!
//! Walks that look ahead compare what a stretch has cost so far. That says little where a program has looked at all of its
//! input early and what was decided then shows much later: a bad pivot costs nothing more than a good one until the rest is sorted.
//! At a small size whole paths are short, so plans are judged by what these cost in all; and a plan that is good at a small size can
//! be followed at a large one, once.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use worstcase_explore::{Input, Standing, StartError, Walk, Watch};
use worstcase_machine::SplitMix;

use crate::plan::{Bits, Experience, Place, Plan, met};
use crate::search::{Cost, DECISION, Search, Walked, asked};
use crate::sketch::Sketch;

/// So many populations do not know of each other, each with its share of the work: a thread can have one, and what they come
/// to does not depend on how many threads there are.
const ISLANDS: usize = 2;

/// Paths that differ in less than this share of their decisions are of one kind, of which the costliest is kept.
const SAME_KIND: f64 = 0.1;

/// What following plans came to.
#[derive(Default)]
pub(crate) struct Rehearsed {
    /// The plans and the paths that they lead to, the costliest first.
    pub(crate) found: Vec<(Cost, Plan, Walked)>,
    pub(crate) experience: Experience,
    pub(crate) work: u64,
    /// How many of the solver's questions went as far as Z3.
    pub(crate) calls: u64,
}

/// A plan, and the path that it led to.
struct Member {
    plan: Plan,
    cost: Cost,
    sketch: Sketch,
    met: Vec<Place>,
    input: Vec<Input>,
    branches: u64,
}

/// Plans that are changed and followed side by side.
struct Island<'s, 'a> {
    search: &'s Search<'a>,
    walk: Walk<'s>,
    members: Vec<Member>,
    most: usize,
    experience: Arc<Experience>,
    random: SplitMix,
    left: u64,
    work: u64,
}

impl Search<'_> {
    /// Follows plans for so much work.
    pub(crate) fn rehearse(&self, work: u64, watch: &Watch) -> Result<Rehearsed, StartError> {
        let results: [Mutex<Option<Result<Rehearsed, StartError>>>; ISLANDS] = Default::default();
        let next = AtomicUsize::new(0);
        let take = || {
            while let Some(result) = results.get(next.fetch_add(1, Ordering::Relaxed)) {
                let number = results.iter().position(|other| std::ptr::eq(other, result)).unwrap_or(0);
                let one = self.island(number, work / ISLANDS as u64, watch);
                *result.lock().unwrap_or_else(PoisonError::into_inner) = Some(one);
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.options.threads.min(ISLANDS) {
                scope.spawn(take);
            }
            take();
        });
        let mut all = Rehearsed::default();
        for result in results {
            if let Some(one) = result.into_inner().unwrap_or_else(PoisonError::into_inner) {
                let one = one?;
                all.found.extend(one.found);
                all.experience.merge(&one.experience);
                all.work += one.work;
                all.calls += one.calls;
            }
        }
        all.found.sort_by_key(|(cost, ..)| std::cmp::Reverse(*cost));
        Ok(all)
    }

    fn island(&self, number: usize, work: u64, watch: &Watch) -> Result<Rehearsed, StartError> {
        let mut island = Island {
            search: self,
            walk: Walk::begin(self.subject, self.new_solver(), self.options.memory / ISLANDS, watch)?,
            members: Vec::new(),
            most: self.options.tests.div_ceil(ISLANDS),
            experience: self.learned.experience.clone(),
            random: SplitMix(SplitMix(self.options.seed ^ number as u64).next_bits()),
            left: work,
            work: 0,
        };
        // What was learned elsewhere is shared out; the way of the model and that of chance come after it.
        let learned = self.learned.plans.iter().skip(number).step_by(ISLANDS).cloned();
        for plan in learned.chain([Plan::default(), Plan::wild()]) {
            island.follow(plan);
        }
        while island.left > 0 && !watch.is_stopped() {
            let Some(plan) = island.proposal() else { break };
            island.follow(plan);
        }
        Ok(island.ended())
    }
}

impl Island<'_, '_> {
    /// Follows a plan from the beginning, and keeps it if it is worth it.
    fn follow(&mut self, plan: Plan) {
        if self.left == 0 {
            return;
        }
        let most = self.search.options.branches.min((self.left / DECISION) as usize).max(1);
        let mut is_due = |standing: &Standing<'_>| standing.decisions.len() >= most;
        let before = self.walk.tally();
        let guide = plan.guide(Bits::default(), &self.experience, self.random.next_bits());
        let Some(look) = self.walk.look(Box::new(guide), &mut is_due) else {
            self.left = 0;
            return;
        };
        Arc::make_mut(&mut self.experience).learn(&look.decisions);
        let after = self.walk.tally();
        let work = look.costs.executed + DECISION * look.decisions.len() as u64 + asked(&before, &after);
        self.work += work;
        self.left = self.left.saturating_sub(work.max(1));
        if look.counts {
            let mut met = met(&look);
            met.retain(|place| !self.experience.has_one_side(place));
            let member = Member {
                plan,
                cost: ((self.search.cost)(&look.costs), look.costs.executed),
                sketch: Sketch::of(&look.decisions),
                met,
                input: self.walk.input_ahead(),
                branches: look.decisions.len() as u64,
            };
            self.admit(member);
        }
    }

    /// A costlier path takes the place of the one that it is most like, if they are of a kind or there is no room.
    fn admit(&mut self, member: Member) {
        let share = |other: &Member| {
            let (differ, all) = member.sketch.difference(&other.sketch);
            differ as f64 / all.max(1) as f64
        };
        let shares: Vec<f64> = self.members.iter().map(share).collect();
        let nearest = (0..shares.len()).min_by(|&a, &b| shares[a].total_cmp(&shares[b]));
        match nearest {
            Some(nearest) if shares[nearest] < SAME_KIND || self.members.len() >= self.most => {
                if member.cost > self.members[nearest].cost {
                    self.members[nearest] = member;
                }
            }
            _ => self.members.push(member),
        }
    }

    /// A plan to try: one that is good, changed a little or mixed with another one.
    fn proposal(&mut self) -> Option<Plan> {
        let count = self.members.len() as u64;
        let mut pick = || self.random.below(count.max(1)) as usize;
        let (first, second, other) = (pick(), pick(), pick());
        let costlier = |&a: &usize, &b: &usize| self.members[a].cost.cmp(&self.members[b].cost);
        if count == 0 {
            return None;
        }
        let best = [first, second].into_iter().max_by(costlier)?;
        let (member, random) = (&self.members[best], &mut self.random);
        Some(match random.below(4) {
            0 if other != best => member.plan.mixed(&self.members[other].plan, random),
            _ => member.plan.changed(&member.met, random),
        })
    }

    fn ended(self) -> Rehearsed {
        let calls = self.walk.tally().calls;
        let found = |member: Member| {
            (member.cost, member.plan, Walked { input: member.input, branches: member.branches })
        };
        let found = self.members.into_iter().map(found).collect();
        Rehearsed { found, experience: Arc::unwrap_or_clone(self.experience), work: self.work, calls }
    }
}
