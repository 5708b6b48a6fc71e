//! Learning a policy from all paths at small sizes (WISE, section 5.3 with both optimisations).
//!
//! Paths are summed up as they are found, and none is kept: for each context, the least policies of the costliest
//! paths, and how many paths each policy is the least of.

use std::collections::BTreeSet;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use worstcase_explore::{End, Path, Summary, Visitor};
use worstcase_machine::process::Costs;
use worstcase_program::Program;

use crate::context::Context;
use crate::policy::Policy;

/// The most policies of costliest paths that a choice looks at.
const MOST_CANDIDATES: usize = 200;

/// What all paths at one size teach.
#[derive(Clone, Debug, Default)]
pub struct Lesson {
    /// The greatest cost.
    pub worst: Option<i64>,
    /// For each context, in the order of [`Context::ALL`].
    contexts: Vec<Seen>,
}

#[derive(Clone, Debug, Default)]
struct Seen {
    /// The least policies of the costliest paths.
    worst: BTreeSet<Policy>,
    /// How many paths each policy is the least of.
    counts: FxHashMap<Policy, u64>,
}

impl Lesson {
    /// How many of the paths a policy permits.
    pub fn permitted(&self, context: usize, policy: &Policy) -> u64 {
        let counts = &self.contexts[context].counts;
        counts.iter().filter(|(least, _)| least.is_below(policy)).map(|(_, count)| count).sum()
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
        let lesson = Lesson { worst: None, contexts: vec![Seen::default(); Context::ALL.len()] };
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
            lesson.contexts.iter_mut().for_each(|seen| seen.worst.clear());
        }
        for (seen, context) in lesson.contexts.iter_mut().zip(Context::ALL) {
            let policy = Policy::least(&self.program, context, path.decisions);
            if lesson.worst == Some(cost) {
                seen.worst.insert(policy.clone());
            }
            *seen.counts.entry(policy).or_default() += 1;
        }
    }

    fn merge(&mut self, other: Self) {
        self.summary.merge(other.summary);
        let greater = other.lesson.worst > self.lesson.worst;
        let as_great = other.lesson.worst >= self.lesson.worst;
        self.lesson.worst = self.lesson.worst.max(other.lesson.worst);
        for (own, theirs) in self.lesson.contexts.iter_mut().zip(other.lesson.contexts) {
            if greater {
                own.worst.clear();
            }
            if as_great {
                own.worst.extend(theirs.worst);
            }
            for (policy, count) in theirs.counts {
                *own.counts.entry(policy).or_default() += count;
            }
        }
    }
}

/// A policy that permits a costliest path at each size, and few others at the greatest (the paper's algorithm 4), with
/// how many paths it permits there.
pub fn learn(lessons: &[Lesson], context: usize) -> (Policy, u64) {
    let mut policy = Policy::default();
    let Some(greatest) = lessons.last() else { return (policy, 0) };
    for lesson in lessons.iter().rev() {
        let worst = &lesson.contexts[context].worst;
        if worst.is_empty() || worst.iter().any(|least| least.is_below(&policy)) {
            continue;
        }
        let candidates = worst.iter().take(MOST_CANDIDATES).map(|least| policy.join(least));
        let best = candidates.min_by_key(|candidate| greatest.permitted(context, candidate));
        policy = best.expect("there is at least one");
    }
    let permitted = greatest.permitted(context, &policy);
    (policy, permitted)
}
