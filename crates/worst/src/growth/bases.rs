//! The catalogue of sums that are looked for.

use std::sync::LazyLock;

use super::candidate::{Candidate, fitted, residues, short_of, untested};
use super::class::Class;
use super::evidence::{is_evident, left_out_at_most, may_leave_out};
use super::points::Seen;
use super::sum::Sum;
use super::term::{Log, Term};
use super::{Formula, Kind};

/// A set of terms, and how many choices led to it. Choices are weighed like unknowns, since trying many sets on few
/// costs finds one by chance just as well as having many unknowns does.
struct Basis {
    terms: Vec<Term>,
    choices: usize,
}

impl Basis {
    fn is_polynomial(&self) -> bool {
        self.terms.iter().all(|term| matches!(term, Term::Power(_)))
    }

    /// The sum of these terms that goes through the firm costs, if it is a whole number at all sizes.
    fn candidate(&self, seen: &Seen) -> Option<Candidate> {
        let (points, unknowns) = (&seen.firm, self.terms.len());
        let leave_out = left_out_at_most(unknowns + self.choices, points.len())?;
        let (sum, left_out) = Sum::through(points, &self.terms, leave_out)?;
        let from = points[left_out].0;
        if !may_leave_out(points, left_out, unknowns) || !sum.is_integral(from) {
            return None;
        }
        let fitted = fitted(&seen.exact_first(from), &self.terms)?;
        let held_back = points[left_out..].iter().map(|(n, _)| *n).filter(|n| !fitted.contains(n));
        let confirmed_by: Vec<u32> = held_back.collect();
        let mut untested = untested(&sum.terms(), &fitted, &confirmed_by);
        // Where there are odd sizes and even ones, a sum that was held against one kind only is not about both.
        if points.iter().any(|(n, _)| n % 2 == 1) && points.iter().any(|(n, _)| n % 2 == 0) {
            untested.extend(residues(2, &confirmed_by));
        }
        untested.extend(short_of(from, sum.class() == Class::power(0), &confirmed_by));
        Some(Candidate {
            weight: unknowns + self.choices + left_out,
            is_evident: self.is_polynomial() || is_evident(points, left_out, unknowns, self.choices),
            untested,
            formula: Formula { kind: Kind::Closed(sum), from, fitted, confirmed_by },
        })
    }
}

/// The sums in the catalogue that go through the firm costs.
pub(crate) fn closed(seen: &Seen) -> Vec<Candidate> {
    CATALOGUE.iter().filter_map(|basis| basis.candidate(seen)).collect()
}

static CATALOGUE: LazyLock<Vec<Basis>> = LazyLock::new(catalogue);

fn catalogue() -> Vec<Basis> {
    let mut all = Vec::new();
    polynomials(&mut all);
    logarithms(&mut all);
    exponentials(&mut all);
    let mut add = |choices: usize, powers: std::ops::RangeInclusive<u32>, terms: &[Term]| {
        for degree in powers {
            let terms = (0..=degree).map(Term::Power).chain(terms.iter().copied()).collect();
            all.push(Basis { terms, choices });
        }
    };
    for over in [3, 4, 8] {
        for shift in 0..over {
            add(1 + usize::from(shift > 0), 0..=2, &[Term::Quotient { add: shift, over }]);
        }
    }
    // All quotients but one make every remainder its own constant.
    add(1, 1..=2, &[0, 1].map(|add| Term::Quotient { add, over: 3 }));
    add(1, 1..=2, &[0, 1, 2].map(|add| Term::Quotient { add, over: 4 }));
    add(2, 0..=1, &[Term::Root(0)]);
    add(2, 1..=2, &[Term::Root(0), Term::Root(1)]);
    add(2, 0..=1, &[Term::Ones]);
    add(2, 0..=1, &[Term::Ones, Term::Log { power: 0, logs: 1, log: Log::FLOOR }]);
    all
}

fn polynomials(all: &mut Vec<Basis>) {
    for degree in 0..=5 {
        let powers: Vec<Term> = (0..=degree).map(Term::Power).collect();
        all.push(Basis { terms: powers.clone(), choices: 0 });
        for odd in 0..=degree.min(2) {
            let terms = powers.iter().copied().chain((0..=odd).map(Term::Odd)).collect();
            all.push(Basis { terms, choices: 1 });
        }
    }
}

fn logarithms(all: &mut Vec<Basis>) {
    let mut add = |choices: usize, degree: u32, terms: &[Term]| {
        let terms = (0..=degree).map(Term::Power).chain(terms.iter().copied()).collect();
        all.push(Basis { terms, choices });
    };
    let mut logs = vec![Log::FLOOR, Log::Ceil];
    logs.extend([1, -1, 2, 3].map(|add| Log::Floor { add, over: 1 }));
    logs.extend([0, 1, 2, 3, -1].map(|add| Log::Floor { add, over: 3 }));
    let times = |power: u32, logs: u32, log: Log| Term::Log { power, logs, log };
    for (place, &log) in logs.iter().enumerate() {
        let choices = log.choices();
        let plain = times(0, 1, log);
        let (by_n, round) = (times(1, 1, log), Term::LogPower(log));
        for degree in 0..=2 {
            add(choices, degree, &[plain]);
            for terms in [&[by_n] as &[Term], &[by_n, plain], &[round], &[round, plain]] {
                add(choices + 1, degree, terms);
            }
            add(choices + 1, degree, &[by_n, round]);
            add(choices + 1, degree, &[by_n, round, plain]);
        }
        add(choices + 1, 0, &[plain, times(0, 2, log)]);
        add(choices + 1, 1, &[plain, times(0, 2, log)]);
        add(choices + 1, 2, &[times(2, 1, log), by_n]);
        for &other in &logs[..place] {
            // One shift for both is one choice.
            let shift = |log: Log| if let Log::Floor { add, .. } = log { add } else { 0 };
            let shared = usize::from(shift(log) == shift(other) && shift(log) != 0);
            let choices = 1 + choices + other.choices() - shared;
            add(choices, 0, &[times(0, 1, other), plain]);
            add(choices, 1, &[times(0, 1, other), plain]);
        }
    }
}

fn exponentials(all: &mut Vec<Basis>) {
    let mut add = |choices: usize, degree: u32, terms: &[Term]| {
        let terms = (0..=degree).map(Term::Power).chain(terms.iter().copied()).collect();
        all.push(Basis { terms, choices });
    };
    let exponential = |power: u32, base: u32| Term::Exponential { power, base };
    for base in [2, 3, 4] {
        for degree in 0..=3 {
            add(1, degree, &[exponential(0, base)]);
            add(1, degree, &[exponential(0, base), exponential(1, base)]);
            add(1, degree, &[exponential(0, base), Term::Odd(0)]);
        }
    }
    add(1, 0, &[exponential(0, 2), exponential(0, 3)]);
    add(1, 1, &[exponential(0, 2), exponential(0, 3)]);
}
