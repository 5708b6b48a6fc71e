//! Learning a policy from all paths at small sizes (WISE, section 5.3 with both optimisations).
//!
//! Paths are summed up as they are found, and none is kept but a few of the costliest: for each context, the least
//! policies of the costliest paths; and without context, how many paths each policy is the least of.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rustc_hash::FxHashMap;
use worstcase_explore::{End, Found, Path, Summary, Visitor, precedes};
use worstcase_machine::process::Costs;
use worstcase_program::Program;

use crate::context::Context;
use crate::policy::{Level, Policy};

/// The most policies of costliest paths that are kept, in each context. Which ones does not depend on the order in
/// which paths are found: the least.
const MOST_POLICIES: usize = 100;

/// What all paths at one size teach.
#[derive(Clone, Debug, Default)]
pub struct Lesson {
    /// The greatest cost.
    pub worst: Option<i64>,
    /// The least policies of the costliest paths, for each context in the order of [`Context::ALL`].
    policies: Vec<BTreeSet<Policy>>,
    /// Without context, a costliest path for each of them: the first in the order of its answers.
    examples: BTreeMap<Policy, Found>,
    /// Without context, how many paths each policy is the least of.
    counts: FxHashMap<Policy, u64>,
}

impl Lesson {
    /// How many of the paths a policy without context permits.
    pub fn permitted(&self, policy: &Policy) -> u64 {
        self.counts.iter().filter(|(least, _)| least.is_below(policy)).map(|(_, count)| count).sum()
    }

    /// Costliest paths that differ.
    pub fn examples(&self) -> impl Iterator<Item = &Found> {
        self.examples.values()
    }

    fn forget(&mut self) {
        self.policies.iter_mut().for_each(BTreeSet::clear);
        self.examples.clear();
    }

    fn keep_few(&mut self) {
        for policies in &mut self.policies {
            while policies.len() > MOST_POLICIES {
                policies.pop_last();
            }
        }
        while self.examples.len() > MOST_POLICIES {
            self.examples.pop_last();
        }
    }

    fn keep(&mut self, policy: Policy, is_first: impl Fn(&Found) -> bool, found: impl FnOnce() -> Found) {
        if self.examples.get(&policy).is_none_or(is_first) {
            self.examples.insert(policy, found());
        }
    }
}

/// Sums paths up for a lesson.
pub struct Learner<'a> {
    program: Arc<Program>,
    cost: &'a (dyn Fn(&Costs) -> i64 + Sync),
    /// What all paths come to.
    pub summary: Summary<'a>,
    /// What they teach.
    pub lesson: Lesson,
}

impl<'a> Learner<'a> {
    /// Has seen nothing yet.
    pub fn new(
        program: &Arc<Program>,
        cost: &'a (dyn Fn(&Costs) -> i64 + Sync),
        summary: Summary<'a>,
    ) -> Self {
        let lesson = Lesson { policies: vec![BTreeSet::new(); Context::ALL.len()], ..Lesson::default() };
        Learner { program: program.clone(), cost, summary, lesson }
    }
}

impl Visitor for Learner<'_> {
    fn visit(&mut self, path: &mut Path<'_>) {
        self.summary.visit(path);
        if matches!(path.end, End::CutOff(_)) {
            return;
        }
        let cost = (self.cost)(&path.costs);
        let lesson = &mut self.lesson;
        if lesson.worst.is_none_or(|worst| cost > worst) {
            lesson.worst = Some(cost);
            lesson.forget();
        }
        let plain = Policy::least(&self.program, Context::ALL[0], path.decisions);
        if lesson.worst == Some(cost) {
            for (policies, context) in lesson.policies.iter_mut().zip(Context::ALL) {
                policies.insert(Policy::least(&self.program, context, path.decisions));
            }
            lesson.keep(plain.clone(), |found| path.is_before(&found.trail), || Found::new(path));
            lesson.keep_few();
        }
        *lesson.counts.entry(plain).or_default() += 1;
    }

    fn merge(&mut self, other: Self) {
        self.summary.merge(other.summary);
        let (lesson, other) = (&mut self.lesson, other.lesson);
        for (policy, count) in other.counts {
            *lesson.counts.entry(policy).or_default() += count;
        }
        if other.worst > lesson.worst {
            lesson.forget();
        }
        if other.worst >= lesson.worst {
            lesson.worst = other.worst;
            lesson.policies.iter_mut().zip(other.policies).for_each(|(own, theirs)| own.extend(theirs));
            for (policy, found) in other.examples {
                lesson.keep(policy, |own| precedes(&found.trail, &own.trail), || found.clone());
            }
            lesson.keep_few();
        }
    }
}

/// A policy that permits a costliest path at each size, and few others at the greatest (the paper's algorithm 4).
pub fn learn(lessons: &[&Lesson], context: usize) -> Policy {
    let mut policy = Policy::default();
    let Some(greatest) = lessons.last() else { return policy };
    for lesson in lessons.iter().rev() {
        let worst = &lesson.policies[context];
        if worst.is_empty() || worst.iter().any(|least| least.is_below(&policy)) {
            continue;
        }
        let candidates = worst.iter().map(|least| policy.join(least));
        // Paths are counted without context only. With one, what matters is how often a policy leaves a choice.
        let best = match context {
            0 => candidates.min_by_key(|candidate| greatest.permitted(candidate)),
            _ => candidates.min_by_key(|candidate| (choices(candidate), candidate.rules().count())),
        };
        policy = best.expect("there is at least one");
    }
    policy
}

fn choices(policy: &Policy) -> usize {
    policy.rules().filter(|rule| rule.levels == [Level::Always; 2]).count()
}
