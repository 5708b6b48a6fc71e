//! Weighing and relaxing: what has to be dropped of conditions that cannot hold together (CompSLG, section 3.4, Algorithms 3 and 4).
//!
//! While the union has no solution: take an unsatisfiable core, and drop from the path of least weight the condition in the core
//! that costs least; then compensate the weight of that path, so that not always the same one is relaxed. What is dropped is in a
//! core, always.
//!
//! The paper begins anew after each that it drops. Here conditions are told to an incremental solver, the costliest
//! of the heaviest path first, many at once as long as they can hold and then one by one, so that what is dropped is nearly
//! always the one that was told last. If it is an earlier one, the last one waits, and a next pass tells all that is left. In the end what was dropped is tried again, the
//! costliest first: a core need not be a smallest one.

use worstcase_program::Pc;
use worstcase_solver::{Answer, Declared, Solver};
use worstcase_term::{Evaluator, TermId, Terms};

/// A condition on the input of the pipeline.
#[derive(Clone, Copy, Debug)]
pub struct Conjunct {
    /// What has to hold.
    pub fact: TermId,
    /// Whose path it is on.
    pub component: usize,
    /// What that path would lose without it, in the unit of the weights.
    pub loss: f64,
    /// Where it was decided, if a component did.
    pub at: Option<Pc>,
}

/// Paths of all components as conditions on one input.
pub struct Union<'u> {
    /// The terms of the conditions.
    pub terms: &'u Terms,
    /// The inputs of the pipeline.
    pub declared: &'u [Declared],
    /// All conditions, path by path, in order.
    pub conjuncts: &'u [Conjunct],
    /// The weight of each component's path: its share of the cost of all, in percent.
    pub weights: &'u [f64],
}

/// A condition that was dropped.
#[derive(Clone, Debug, PartialEq)]
pub struct Dropped {
    /// Which.
    pub conjunct: usize,
    /// What it contradicts together with, itself included; nothing if the solver could not decide about it.
    pub core: Vec<usize>,
}

/// A union that can be satisfied.
#[derive(Clone, Debug, Default)]
pub struct Relaxed {
    /// Which conditions are left.
    pub kept: Vec<bool>,
    /// An input that satisfies these.
    pub model: Vec<u64>,
    /// What was dropped, in the order in which it was.
    pub dropped: Vec<Dropped>,
    /// Whether the solver could not decide something.
    pub is_hard: bool,
    /// How often all conditions were told.
    pub passes: usize,
    /// Whether it was stopped: then conditions that were not looked at are dropped, too, and not listed.
    pub stopped: bool,
}

/// How conditions are chosen that are dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The paper's: by the weights of paths first, which are compensated.
    Weighed,
    /// By what a condition costs alone, whosever it is: a correction set of small cost, greedily.
    Costliest,
}

/// So many conditions are told at once: most can hold.
const AT_ONCE: usize = 256;

/// The limit of a question, in the solver's unit: there are many, and a condition that takes longer is better dropped. And the limit
/// where some were too hard.
const EASY: u32 = 100_000;
const HARD: u32 = 20_000;

/// So many questions that went as far as Z3 are the most in a pass, where some are hard.
const HARD_CALLS: u64 = 32;

/// After so many passes, what is dropped is what was told last.
const PASSES: usize = 6;

/// Drops conditions until the rest can hold together.
pub fn relax(
    union: &Union<'_>,
    order: Order,
    solver: &dyn Fn() -> Box<dyn Solver>,
    is_stopped: &dyn Fn() -> bool,
) -> Relaxed {
    relax_without(union, order, Vec::new(), solver, is_stopped)
}

/// The same, given some that are dropped from the beginning. They are put back if the rest allows it.
pub fn relax_without(
    union: &Union<'_>,
    order: Order,
    dropped: Vec<Dropped>,
    solver: &dyn Fn() -> Box<dyn Solver>,
    is_stopped: &dyn Fn() -> bool,
) -> Relaxed {
    let mut is_dropped = vec![false; union.conjuncts.len()];
    dropped.iter().for_each(|dropped| is_dropped[dropped.conjunct] = true);
    let relaxation = Relaxation {
        union,
        told: in_order(union, order),
        order,
        weights: union.weights.to_vec(),
        is_dropped,
        relaxed: Relaxed { dropped, ..Relaxed::default() },
    };
    relaxation.run(solver, is_stopped)
}

/// The order in which conditions are told.
fn in_order(union: &Union<'_>, order: Order) -> Vec<usize> {
    let mut told: Vec<usize> = (0..union.conjuncts.len()).collect();
    let conjunct = |at: usize| &union.conjuncts[at];
    // Stable: of equal ones, those that come first on a path.
    match order {
        Order::Weighed => told.sort_by(|&a, &b| {
            let weight = |at: usize| union.weights[conjunct(at).component];
            weight(b)
                .total_cmp(&weight(a))
                .then(conjunct(a).component.cmp(&conjunct(b).component))
                .then(conjunct(b).loss.total_cmp(&conjunct(a).loss))
        }),
        Order::Costliest => told.sort_by(|&a, &b| conjunct(b).loss.total_cmp(&conjunct(a).loss)),
    }
    told
}

/// A pass in which conditions are told.
struct Telling<'s> {
    solver: &'s mut dyn Solver,
    is_stopped: &'s dyn Fn() -> bool,
    /// Assertions of the solver, as conditions.
    asserted: Vec<usize>,
    /// How many conditions wait for the next pass.
    waiting: usize,
}

struct Relaxation<'u> {
    union: &'u Union<'u>,
    told: Vec<usize>,
    order: Order,
    /// Compensated.
    weights: Vec<f64>,
    is_dropped: Vec<bool>,
    relaxed: Relaxed,
}

impl Relaxation<'_> {
    fn run(mut self, new: &dyn Fn() -> Box<dyn Solver>, is_stopped: &dyn Fn() -> bool) -> Relaxed {
        loop {
            let mut solver = new();
            self.union.declared.iter().for_each(|&input| solver.declare(input));
            self.relaxed.passes += 1;
            solver.limit(if self.relaxed.is_hard { HARD } else { EASY });
            let (kept, waiting) = self.pass(&mut *solver, is_stopped);
            self.relaxed.stopped |= is_stopped();
            if waiting == 0 || self.relaxed.stopped {
                self.relaxed.kept = kept;
                self.put_back(&mut *solver, is_stopped);
                let inputs = 0..self.union.declared.len() as u32;
                self.relaxed.model = inputs.map(|input| solver.value(input)).collect();
                self.keep_what_holds();
                return self.relaxed;
            }
        }
    }

    /// Once a question was too hard, others will be: they get less time each, so that all of them get some.
    fn ease(&mut self, solver: &mut dyn Solver, answer: &Answer) {
        if !self.relaxed.is_hard && !matches!(answer, Answer::Sat | Answer::Unsat) {
            self.relaxed.is_hard = true;
            solver.limit(HARD);
        }
    }

    /// Whether hard questions have taken so long that the rest is left. Counted, so that it is the same on every machine.
    fn is_spent(&self, solver: &dyn Solver) -> bool {
        self.relaxed.is_hard && solver.calls() > HARD_CALLS
    }

    /// Tells all conditions that are left, and drops what contradicts. Returns which are kept, and how many wait.
    fn pass(&mut self, solver: &mut dyn Solver, is_stopped: &dyn Fn() -> bool) -> (Vec<bool>, usize) {
        let left: Vec<usize> = self.told.iter().copied().filter(|&at| !self.is_dropped[at]).collect();
        let mut telling = Telling { solver, is_stopped, asserted: Vec::new(), waiting: 0 };
        for some in left.chunks(AT_ONCE) {
            self.tell(&mut telling, some);
        }
        let mut kept = vec![false; self.union.conjuncts.len()];
        telling.asserted.iter().for_each(|&at| kept[at] = true);
        (kept, telling.waiting)
    }

    /// Tells some conditions at once, and if they cannot hold, each half of them.
    fn tell(&mut self, telling: &mut Telling<'_>, some: &[usize]) {
        if (telling.is_stopped)() || self.is_spent(telling.solver) {
            self.relaxed.stopped = true;
            return;
        }
        let terms = self.union.terms;
        let mark = telling.solver.mark(terms);
        some.iter().for_each(|&at| telling.solver.assert(terms, self.union.conjuncts[at].fact));
        let answer = telling.solver.check(terms);
        self.ease(telling.solver, &answer);
        if answer == Answer::Sat {
            telling.asserted.extend(some);
            return;
        }
        if let [at] = *some {
            match answer {
                Answer::Unsat => {
                    let of = |assertion: usize| telling.asserted.get(assertion).copied().unwrap_or(at);
                    let core: Vec<usize> = telling.solver.core(terms).into_iter().map(of).collect();
                    let weakest = self.weakest(&core, at);
                    telling.waiting += usize::from(weakest != at);
                    self.drop(weakest, core);
                }
                _ => self.drop(at, Vec::new()),
            }
            telling.solver.undo(mark);
            return;
        }
        telling.solver.undo(mark);
        let (first, second) = some.split_at(some.len() / 2);
        self.tell(telling, first);
        self.tell(telling, second);
    }

    /// Which condition of a core is dropped, where the last of it was told just now (Algorithm 4).
    fn weakest(&self, core: &[usize], last: usize) -> usize {
        if self.relaxed.passes > PASSES || self.relaxed.is_hard || self.order == Order::Costliest {
            return last;
        }
        let component = |at: usize| self.union.conjuncts[at].component;
        let weight = |at: usize| self.weights[component(at)];
        let loss = |at: usize| self.union.conjuncts[at].loss;
        let before = |a: usize, b: usize| {
            weight(a)
                .total_cmp(&weight(b))
                .then(component(a).cmp(&component(b)))
                .then(loss(a).total_cmp(&loss(b)))
                // Of equal ones the last that was told: nothing has to be told again.
                .then((b == last).cmp(&(a == last)).reverse())
                .is_lt()
        };
        let left = core.iter().copied().filter(|&at| !self.is_dropped[at]);
        left.fold(last, |weakest, at| if before(at, weakest) { at } else { weakest })
    }

    fn drop(&mut self, at: usize, core: Vec<usize>) {
        let Conjunct { component, loss, .. } = self.union.conjuncts[at];
        let most = self.weights.iter().copied().fold(0.0, f64::max);
        let weight = &mut self.weights[component];
        if *weight > 0.0 {
            *weight += most / *weight - loss;
        }
        self.is_dropped[at] = true;
        self.relaxed.dropped.push(Dropped { conjunct: at, core });
    }

    /// Keeps what was dropped and still can hold, the costliest first.
    fn put_back(&mut self, solver: &mut dyn Solver, is_stopped: &dyn Fn() -> bool) {
        let mut again: Vec<usize> = self.relaxed.dropped.iter().map(|dropped| dropped.conjunct).collect();
        let loss = |at: usize| self.union.conjuncts[at].loss;
        again.sort_by(|&a, &b| loss(b).total_cmp(&loss(a)).then(a.cmp(&b)));
        for at in again {
            if is_stopped() || self.is_spent(solver) {
                break;
            }
            let mark = solver.mark(self.union.terms);
            solver.assert(self.union.terms, self.union.conjuncts[at].fact);
            let answer = solver.check(self.union.terms);
            self.ease(solver, &answer);
            if answer == Answer::Sat {
                self.relaxed.kept[at] = true;
            } else {
                solver.undo(mark);
            }
        }
        self.list_dropped();
    }

    /// Keeps what holds anyway in the solution: conditions that were too hard, or that nobody came to because it was stopped.
    fn keep_what_holds(&mut self) {
        let mut evaluator = Evaluator::new();
        let Relaxed { model, kept, .. } = &mut self.relaxed;
        let value = |input: u32| model[input as usize];
        let mut values = evaluator.go_on(self.union.terms, &value);
        for (kept, conjunct) in kept.iter_mut().zip(self.union.conjuncts) {
            *kept = *kept || values.holds(conjunct.fact);
        }
        self.list_dropped();
    }

    /// Takes what is kept from the list of what was dropped.
    fn list_dropped(&mut self) {
        let kept = &self.relaxed.kept;
        self.relaxed.dropped.retain(|dropped| !kept[dropped.conjunct]);
    }
}

#[cfg(test)]
#[path = "relax_tests.rs"]
mod tests;
