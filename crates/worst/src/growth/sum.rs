//! Closed formulas: sums of terms with fractions as coefficients, found by solving linear equations exactly.

use std::fmt;

use super::class::Class;
use super::integral::is_integral;
use super::linear::{Residual, Says, System};
use super::rational::{Rational, common_denominator};
use super::term::Term;

/// A sum of terms, with one denominator for all coefficients. Terms with the coefficient zero are left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sum {
    terms: Vec<(i128, Term)>,
    denominator: i128,
}

impl Sum {
    pub fn new(coefficients: &[Rational], terms: &[Term]) -> Option<Sum> {
        let denominator = common_denominator(coefficients)?;
        let mut sum = Sum { terms: Vec::new(), denominator };
        for (c, &term) in coefficients.iter().zip(terms) {
            if !c.is_zero() {
                sum.terms.push((c.numerator.checked_mul(denominator / c.denominator)?, term));
            }
        }
        Some(sum)
    }

    /// The sum of the terms that goes through all points but for at most so many of the first, and how many it leaves
    /// out. What is left out at most decides where the equations are taken from: if a sum goes through more, it is the
    /// same one, and so one attempt is enough.
    pub fn through(points: &[(u32, i128)], terms: &[Term], leave_out: usize) -> Option<(Sum, usize)> {
        let mut system = System::new(terms.len());
        let mut first = leave_out.min(points.len());
        let equation = |n: u32| terms.iter().map(|term| term.at(n)).collect::<Option<Vec<i128>>>();
        let mut residual = Residual::new();
        for &(n, cost) in &points[first..] {
            if !residual.add(equation(n)?.into_iter().chain([cost])) {
                return None;
            }
        }
        for &(n, cost) in &points[first..] {
            if system.add(&equation(n)?, cost) == Says::Against {
                return None;
            }
            if system.is_solved() {
                break;
            }
        }
        while !system.is_solved() {
            first = first.checked_sub(1)?;
            let (n, cost) = points[first];
            if system.add(&equation(n)?, cost) == Says::Against {
                return None;
            }
        }
        let sum = Sum::new(&system.solution()?, terms)?;
        let goes_through = |&(n, cost): &(u32, i128)| sum.at(n) == Some(cost);
        if !points[first..].iter().all(goes_through) {
            return None;
        }
        while first > 0 && goes_through(&points[first - 1]) {
            first -= 1;
        }
        Some((sum, first))
    }

    /// Its value, if it is a whole number and not too large.
    pub fn at(&self, n: u32) -> Option<i128> {
        let sum = self
            .terms
            .iter()
            .try_fold(0i128, |sum, (factor, term)| sum.checked_add(factor.checked_mul(term.at(n)?)?))?;
        (sum % self.denominator == 0).then_some(sum / self.denominator)
    }

    /// Whether it is a whole number at all sizes from one on.
    pub fn is_integral(&self, from: u32) -> bool {
        is_integral(&self.terms, self.denominator, from)
    }

    /// The terms whose coefficients are not zero.
    pub fn terms(&self) -> Vec<Term> {
        self.terms.iter().map(|(_, term)| *term).collect()
    }

    /// How fast it grows.
    pub fn class(&self) -> Class {
        self.terms.iter().map(|(_, term)| term.class()).max().unwrap_or(Class::power(0))
    }

    pub fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    fn coefficient(&self, wanted: Term) -> Option<Rational> {
        let factor = self.terms.iter().find(|(_, term)| *term == wanted).map_or(0, |(factor, _)| *factor);
        Rational::new(factor, self.denominator)
    }

    /// The sum without terms that differ by parity, and with those of odd n added to it.
    fn cases(&self) -> Option<(Sum, Sum)> {
        let powers: Vec<Term> = (0..=Self::MOST_POWER).map(Term::Power).collect();
        let mut even = Vec::new();
        let mut odd = Vec::new();
        for k in 0..=Self::MOST_POWER {
            let coefficient = self.coefficient(Term::Power(k))?;
            even.push(coefficient);
            odd.push(coefficient.plus(self.coefficient(Term::Odd(k))?)?);
        }
        Some((Sum::new(&even, &powers)?, Sum::new(&odd, &powers)?))
    }

    const MOST_POWER: u32 = 6;

    /// The text of a polynomial whose constant part differs by parity, as rounding: `floor(n^2/4)`.
    ///
    /// With `p(n)` whole at even n and `p(n) + c` whole at odd n, `floor(p(n) + d)` is both if `d` is from 0 to below 1
    /// and from `c` to below `1 + c`.
    fn rounded(&self) -> Option<String> {
        let odd = self.coefficient(Term::Odd(0))?;
        let odd_only = self.terms.iter().all(|(_, term)| matches!(term, Term::Power(_) | Term::Odd(0)));
        if !odd_only || odd.numerator.abs() >= odd.denominator {
            return None;
        }
        let shift = if odd.numerator > 0 { odd } else { Rational::ZERO };
        let (mut inside, mut outside, mut constant) = (Vec::new(), Vec::new(), 0);
        let powers: Vec<Term> = (0..=Self::MOST_POWER).map(Term::Power).collect();
        for &power in &powers {
            let c = self.coefficient(power)?;
            let (within, beyond) = match power {
                // A constant is split, so that what is rounded stays small; other coefficients stay in one piece.
                Term::Power(0) => {
                    constant = c.numerator.div_euclid(c.denominator);
                    (c.minus(Rational::integer(constant))?.plus(shift)?, Rational::ZERO)
                }
                _ if c.denominator == 1 => (Rational::ZERO, c),
                _ => (c, Rational::ZERO),
            };
            inside.push(within);
            outside.push(beyond);
        }
        let (inside, outside) = (Sum::new(&inside, &powers)?, Sum::new(&outside, &powers)?);
        let mut text = if outside.is_zero() { String::new() } else { format!("{outside} + ") };
        text += &match inside.terms.len() {
            1 => format!("floor({inside})"),
            _ => format!("floor(({})/{})", Sum { denominator: 1, ..inside.clone() }, inside.denominator),
        };
        match constant {
            0 => {}
            1.. => text += &format!(" + {constant}"),
            _ => text += &format!(" - {}", constant.unsigned_abs()),
        }
        Some(text)
    }
}

impl fmt::Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((_, Term::Odd(_))) = self.terms.iter().find(|(_, term)| matches!(term, Term::Odd(_)))
            && self.terms.iter().all(|(_, term)| matches!(term, Term::Power(_) | Term::Odd(_)))
        {
            if let Some(text) = self.rounded() {
                return f.write_str(&text);
            }
            if let Some((even, odd)) = self.cases() {
                return write!(f, "{even} if n % 2 == 0 else {odd}");
            }
        }
        let mut terms = self.terms.clone();
        terms.sort_by_key(|(_, term)| std::cmp::Reverse(term.class()));
        let mut first = true;
        for (factor, term) in terms {
            let Some(c) = Rational::new(factor, self.denominator) else { return f.write_str("?") };
            let (numerator, below) = (c.numerator.unsigned_abs(), c.denominator);
            let sign = match (first, c.numerator < 0) {
                (true, true) => "-",
                (true, false) => "",
                (false, true) => " - ",
                (false, false) => " + ",
            };
            let over = if below == 1 { String::new() } else { format!("/{below}") };
            match (numerator, term.is_one()) {
                (_, true) => write!(f, "{sign}{numerator}{over}")?,
                (1, false) => write!(f, "{sign}{term}{over}")?,
                (_, false) => write!(f, "{sign}{numerator}*{term}{over}")?,
            }
            first = false;
        }
        if first { f.write_str("0") } else { Ok(()) }
    }
}
