//! Costs by those of smaller sizes: `cost(floor(n/2)) + cost(ceil(n/2)) + 4*n + 3`.
//!
//! Programs that divide and conquer seldom have a closed formula, because where they stop dividing is arbitrary; but
//! their recurrence is short. The class follows by the master theorem (Cormen et al., section 4.5).

use std::collections::BTreeMap;
use std::fmt;

use super::candidate::{Candidate, Test, fitted, residues, untested};
use super::class::Class;
use super::evidence::{CONFIRM, distinct, is_evident, left_out_at_most};
use super::points::Seen;
use super::sum::Sum;
use super::term::{Log, Term};
use super::{Formula, Kind};

/// A smaller size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// `n - k`.
    Less(u32),
    /// `floor((n - less)/over)`.
    Floor { less: u32, over: u32 },
    /// `ceil(n/over)`.
    Ceil { over: u32 },
    /// `n - floor(n/3)`.
    TwoThirds,
}

/// How often a smaller size is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Times {
    Fixed(u8),
    /// n times.
    Size,
}

type Shape = &'static [(Times, Part)];

const fn once(part: Part) -> (Times, Part) {
    (Times::Fixed(1), part)
}

const fn often(times: u8, part: Part) -> (Times, Part) {
    (Times::Fixed(times), part)
}

const HALF: Part = Part::Floor { less: 0, over: 2 };
const HALF_UP: Part = Part::Ceil { over: 2 };
const HALF_LESS: Part = Part::Floor { less: 1, over: 2 };
const THIRD: Part = Part::Floor { less: 0, over: 3 };

/// The recurrences that are looked for; the common ones come first.
const SHAPES: [Shape; 28] = [
    &[once(HALF), once(HALF_UP)],
    &[often(2, HALF)],
    &[once(HALF)],
    &[once(HALF_UP)],
    &[once(HALF_LESS)],
    &[once(HALF), once(HALF_LESS)],
    &[often(2, HALF_UP)],
    &[often(2, HALF_LESS)],
    &[once(Part::Less(1)), once(Part::Less(2))],
    &[often(2, Part::Less(1))],
    &[often(3, Part::Less(1))],
    &[often(2, Part::Less(2))],
    &[often(3, Part::Less(2))],
    &[often(2, Part::Less(3))],
    &[once(Part::Less(1)), often(2, Part::Less(2))],
    &[once(Part::Less(1)), once(Part::Less(3))],
    &[once(Part::Less(1)), once(Part::Less(2)), once(Part::Less(3))],
    &[(Times::Size, Part::Less(1))],
    &[often(3, HALF)],
    &[often(4, HALF)],
    &[often(7, HALF)],
    &[often(8, HALF)],
    &[once(Part::Less(1)), once(HALF)],
    &[once(THIRD)],
    &[often(2, THIRD)],
    &[often(3, THIRD)],
    &[often(3, Part::TwoThirds)],
    &[once(Part::TwoThirds)],
];

/// What may be added to the costs of the parts, simplest first.
const ADDED: [&[Term]; 7] = [
    &[Term::Power(0)],
    &[Term::Power(0), Term::Power(1)],
    &[Term::Power(0), Term::Odd(0)],
    &[Term::Power(0), Term::Power(1), Term::Odd(0)],
    &[Term::Power(0), Term::Power(1), Term::Power(2)],
    &[Term::Power(0), Term::Power(1), Term::Log { power: 0, logs: 1, log: Log::FLOOR }],
    &[Term::Power(0), Term::Power(1), Term::Log { power: 1, logs: 1, log: Log::FLOOR }],
];

/// A recurrence that is as good an explanation as a closed formula is so many unknowns heavier: people prefer the
/// closed one.
const OPAQUE: usize = 4;

/// A recurrence that leaves out more sizes than these begins late.
const EARLY: usize = 3;

/// Sizes up to which a recurrence that goes down step by step is followed.
const MOST_STEPS: u32 = 1_000_000;

/// A recurrence with the costs that it starts from.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Recurrence {
    shape: Shape,
    added: Sum,
    from: u32,
    known: BTreeMap<u32, i128>,
}

impl Part {
    fn of(self, n: u32) -> Option<u32> {
        let part = match self {
            Part::Less(k) => n.checked_sub(k)?,
            Part::Floor { less, over } => n.checked_sub(less)? / over,
            Part::Ceil { over } => n.div_ceil(over),
            Part::TwoThirds => n - n / 3,
        };
        (part < n).then_some(part)
    }

    /// By what sizes are divided whose rests make a difference.
    fn period(self) -> u32 {
        match self {
            Part::Less(_) => 1,
            Part::Floor { over, .. } | Part::Ceil { over } => over,
            Part::TwoThirds => 3,
        }
    }

    /// By what the size is divided, if it is divided.
    fn divisor(self) -> Option<f64> {
        match self {
            Part::Less(_) => None,
            Part::Floor { over, .. } | Part::Ceil { over } => Some(over.into()),
            Part::TwoThirds => Some(1.5),
        }
    }
}

/// The recurrences that the firm costs follow.
pub(crate) fn recurring(seen: &Seen) -> Vec<Candidate> {
    let costs: BTreeMap<u32, i128> = seen.firm.iter().copied().collect();
    let mut found = Vec::new();
    for (place, shape) in SHAPES.into_iter().enumerate() {
        let residue = |&(n, cost): &(u32, i128)| Some((n, residue(shape, n, cost, &costs)?));
        let residues: Vec<(u32, i128)> = seen.firm.iter().filter_map(residue).collect();
        for (level, added) in ADDED.into_iter().enumerate() {
            let choices = (place + 1).ilog2() + (level / 2 + 1).ilog2();
            found.extend(explain(seen, shape, &residues, (added, choices as usize)));
        }
    }
    found
}

/// What a cost has beyond those of the parts, if they are known.
fn residue(shape: Shape, n: u32, cost: i128, costs: &BTreeMap<u32, i128>) -> Option<i128> {
    shape.iter().try_fold(cost, |rest, &(times, part)| {
        rest.checked_sub(times.of(n).checked_mul(*costs.get(&part.of(n)?)?)?)
    })
}

fn explain(
    seen: &Seen,
    shape: Shape,
    residues: &[(u32, i128)],
    (added, choices): (&[Term], usize),
) -> Option<Candidate> {
    let (points, unknowns) = (&seen.firm, added.len());
    let allowed = left_out_at_most(unknowns, points.len())?;
    // Sizes of which a part is unknown can't be used for the equations; they confirm the result.
    let first = residues.first()?.0;
    let never = points.partition_point(|&(n, _)| n < first);
    let spare = residues.len().checked_sub(unknowns + 1)?;
    let (sum, _) = Sum::through(residues, added, spare.min(allowed.checked_sub(never)?))?;
    let holds = |&&(n, rest): &&(u32, i128)| sum.at(n) == Some(rest);
    let from = residues.iter().rev().take_while(holds).last()?.0;
    let left_out = points.partition_point(|&(n, _)| n < from);
    let differ = distinct(&points[left_out..]) >= unknowns + CONFIRM;
    if left_out > allowed || !differ || !sum.is_integral(from) {
        return None;
    }
    // It starts from exact costs only.
    let known = points[..left_out].iter().copied().filter(|(n, _)| seen.exact.contains(n)).collect();
    let terms = sum.terms();
    let recurrence = Recurrence { shape, added: sum, from, known };
    if !recurrence.is_complete() || points[left_out..].iter().any(|&(n, cost)| recurrence.at(n) != Some(cost))
    {
        return None;
    }
    let mut in_order: Vec<(u32, i128)> = residues.iter().copied().filter(|&(n, _)| n >= from).collect();
    in_order.sort_by_key(|(n, _)| (!seen.exact.contains(n), *n));
    let fitted = fitted(&in_order, added)?;
    let held_back = points[left_out..].iter().map(|(n, _)| *n).filter(|n| !fitted.contains(n));
    let confirmed_by: Vec<u32> = held_back.collect();
    let mut untested = untested(&terms, &fitted, &confirmed_by);
    untested.extend(recurrence.untested(&fitted, &confirmed_by));
    // Recurrences are many, and the later in the lists one is, the more were tried before it. Halving is what is expected
    // to begin late.
    let choices = choices + if left_out > EARLY && shape != SHAPES[0] { 1 } else { 0 };
    Some(Candidate {
        weight: unknowns + left_out + OPAQUE,
        is_evident: is_evident(points, left_out, unknowns, choices),
        untested,
        formula: Formula { kind: Kind::Recurring(recurrence), from, fitted, confirmed_by },
    })
}

impl Times {
    fn of(self, n: u32) -> i128 {
        match self {
            Times::Fixed(times) => times.into(),
            Times::Size => n.into(),
        }
    }
}

impl Recurrence {
    /// The first size all parts of which are sizes that it holds for as well, if there is one.
    fn recurs_from(&self) -> Option<u32> {
        if self.from > MOST_STEPS {
            return None;
        }
        let is_reached = |part: Part, n: u32| part.of(n).is_some_and(|part| part >= self.from);
        let recurs = |n: &u32| self.shape.iter().all(|&(_, part)| is_reached(part, *n));
        (self.from..=4 * self.from.max(4)).find(recurs)
    }

    /// Whether it gives a cost at every size that it is said to hold for.
    fn is_complete(&self) -> bool {
        let is_known = |part: u32| part >= self.from || self.known.contains_key(&part);
        let has_parts = |n: u32| self.shape.iter().all(|(_, part)| part.of(n).is_some_and(is_known));
        self.recurs_from().is_some_and(|end| (self.from..=end).all(has_parts))
    }

    /// What sizes that it was not fitted to leave untested, apart from what is added. As long as all parts are below where
    /// it begins, it only adds to costs that are known.
    fn untested(&self, fitted: &[u32], held_back: &[u32]) -> Vec<Test> {
        let mut untested = Vec::new();
        let Some(recurs_from) = self.recurs_from() else { return untested };
        if !held_back.iter().any(|&n| n >= recurs_from) {
            untested.push(Test::Beyond(recurs_from));
        }
        for (_, part) in self.shape {
            let seen: Vec<Option<u32>> = fitted.iter().map(|&n| part.of(n)).collect();
            if !held_back.iter().any(|&n| !seen.contains(&part.of(n))) {
                untested.push(Test::Beyond(recurs_from));
            }
            untested.extend(residues(part.period(), held_back));
        }
        untested
    }

    /// Its value, if it is not too large and not too far.
    pub fn at(&self, n: u32) -> Option<i128> {
        let mut known = self.known.clone();
        if self.shape.iter().all(|(_, part)| part.divisor().is_some()) {
            return self.follow(n, &mut known);
        }
        // What goes down step by step would recurse too deeply.
        if n > MOST_STEPS {
            return None;
        }
        for size in self.from..=n {
            self.follow(size, &mut known)?;
        }
        known.get(&n).copied()
    }

    fn follow(&self, n: u32, known: &mut BTreeMap<u32, i128>) -> Option<i128> {
        if let Some(&cost) = known.get(&n) {
            return Some(cost);
        }
        if n < self.from {
            return None;
        }
        let mut sum = self.added.at(n)?;
        for &(times, part) in self.shape {
            let cost = self.follow(part.of(n)?, known)?;
            sum = sum.checked_add(times.of(n).checked_mul(cost)?)?;
        }
        known.insert(n, sum);
        Some(sum)
    }

    /// How fast it grows, if that is known.
    pub fn class(&self) -> Option<Class> {
        let divisors: Option<Vec<f64>> = self.shape.iter().map(|(_, part)| part.divisor()).collect();
        let (Some(divisors), Class::Power { hundredths, logs }) = (divisors, self.added.class()) else {
            // `cost(n-1) + cost(n/2)` is between all polynomials and all exponentials.
            let mixed = self.shape.iter().any(|(_, part)| part.divisor().is_some());
            return (!mixed).then_some(Class::Exponential);
        };
        let parts: i128 = self.shape.iter().map(|(times, _)| times.of(1)).sum();
        let own = (100.0 * (parts as f64).ln() / divisors[0].ln()).round() as u16;
        Some(match own.cmp(&hundredths) {
            // Nothing is added, and there is one part: the cost never changes.
            std::cmp::Ordering::Equal if self.added.is_zero() => Class::Power { hundredths, logs: 0 },
            std::cmp::Ordering::Equal => Class::Power { hundredths, logs: logs + 1 },
            std::cmp::Ordering::Greater => Class::Power { hundredths: own, logs: 0 },
            std::cmp::Ordering::Less => Class::Power { hundredths, logs },
        })
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Part::Less(k) => write!(f, "n-{k}"),
            Part::Floor { less: 0, over } => write!(f, "floor(n/{over})"),
            Part::Floor { less, over } => write!(f, "floor((n-{less})/{over})"),
            Part::Ceil { over } => write!(f, "ceil(n/{over})"),
            Part::TwoThirds => f.write_str("n-floor(n/3)"),
        }
    }
}

impl fmt::Display for Recurrence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, (times, part)) in self.shape.iter().enumerate() {
            let plus = if place == 0 { "" } else { " + " };
            match times {
                Times::Fixed(1) => write!(f, "{plus}cost({part})")?,
                Times::Fixed(times) => write!(f, "{plus}{times}*cost({part})")?,
                Times::Size => write!(f, "{plus}n*cost({part})")?,
            }
        }
        if self.added.is_zero() {
            return Ok(());
        }
        let added = self.added.to_string();
        match added.strip_prefix('-') {
            Some(taken) if !added.contains("if") => write!(f, " - {taken}"),
            _ if added.contains("if") => write!(f, " + ({added})"),
            _ => write!(f, " + {added}"),
        }
    }
}
