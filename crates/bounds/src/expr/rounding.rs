//! `floor` and `ceil`: whole parts move out, what is an integer already stays as it is, nested quotients join.

use super::arithmetic::Builder;
use super::{Atom, Expr, Rational};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Rounding {
    Down,
    Up,
}

impl Rounding {
    fn round(self, value: Rational) -> i128 {
        match self {
            Rounding::Down => value.floor(),
            Rounding::Up => value.ceil(),
        }
    }

    fn inner(self, atom: &Atom) -> Option<&Expr> {
        match (self, atom) {
            (Rounding::Down, Atom::Floor(inner)) | (Rounding::Up, Atom::Ceil(inner)) => Some(inner),
            _ => None,
        }
    }

    fn build(self, expr: &Expr) -> Option<Expr> {
        let constant = expr.constant_part();
        let varying = expr.sub(&Expr::rational(constant))?;
        if varying.is_integer() {
            return varying.add(&Expr::rational(Rational::integer(self.round(constant))?));
        }
        let (whole, rest) = split(expr)?;
        let rest = self.tighten(&rest)?;
        if let Some(joined) = self.join(&rest)? {
            return whole.add(&self.build(&joined)?);
        }
        if let Some(value) = self.of_constant_log2(&rest) {
            return whole.add(&Expr::rational(Rational::integer(value)?));
        }
        // The constant keeps only its fractional part, so that ceil((n - 5)/2) and ceil((n - 3)/2) - 1 meet.
        // Coefficients stay: ceil((n - m)/2) should not become ceil((n + m)/2) - m.
        let out = Expr::rational(Rational::integer(rest.constant_part().floor())?);
        let rest = rest.sub(&out)?;
        let atom = match self {
            Rounding::Down => Atom::Floor(rest),
            Rounding::Up => Atom::Ceil(rest),
        };
        whole.add(&out)?.add(&Expr::from_atom(atom)?)
    }

    /// A rounded logarithm of a constant, which is above 1 and no power of two.
    fn of_constant_log2(self, expr: &Expr) -> Option<i128> {
        let Some(Atom::Log2(inner)) = expr.as_atom() else {
            return None;
        };
        let floor = i128::from(inner.as_constant()?.floor().checked_ilog2()?);
        Some(if self == Rounding::Up { floor + 1 } else { floor })
    }

    /// Rounds the constant to a multiple of 1/q where everything else is one: floor(n/2 + 1/3) is floor(n/2).
    fn tighten(self, expr: &Expr) -> Option<Expr> {
        let constant = expr.constant_part();
        let rest = expr.sub(&Expr::rational(constant))?;
        if !rest.atoms().all(Atom::is_integer) {
            return Some(expr.clone());
        }
        let Some(step) = rest.content() else {
            return Some(expr.clone());
        };
        let unit = Rational::new(1, step.denominator())?;
        let steps = Rational::integer(self.round(constant.div(unit)?))?;
        rest.add(&Expr::rational(steps.mul(unit)?))
    }

    /// floor((floor(x) + j)/k) is floor((x + j)/k) for integers j and k > 0; likewise for ceil.
    fn join(self, expr: &Expr) -> Option<Option<Expr>> {
        let constant = expr.constant_part();
        let Some(term) = expr.sub(&Expr::rational(constant))?.as_term().cloned() else {
            return Some(None);
        };
        let inner = term.monomial.as_atom().and_then(|atom| self.inner(atom));
        let shift = constant.div(term.coefficient)?;
        match inner {
            Some(inner) if term.coefficient.numerator() == 1 && shift.as_integer().is_some() => {
                Some(Some(inner.scale(term.coefficient)?.add(&Expr::rational(constant))?))
            }
            _ => Some(None),
        }
    }
}

/// The terms that are integers by themselves, and the others.
fn split(expr: &Expr) -> Option<(Expr, Expr)> {
    let (mut whole, mut rest) = (Builder::default(), Builder::default());
    for term in expr.terms() {
        let integer = term.coefficient.as_integer().is_some();
        let out = integer && term.monomial.0.iter().all(|(atom, _)| atom.is_integer());
        if out { &mut whole } else { &mut rest }.add(term.monomial.clone(), term.coefficient)?;
    }
    Some((whole.finish()?, rest.finish()?))
}

impl Expr {
    /// The greatest integer that is not above the value.
    pub fn floor(&self) -> Option<Expr> {
        match self.as_constant() {
            Some(value) => Some(Expr::rational(Rational::integer(value.floor())?)),
            None => Rounding::Down.build(self),
        }
    }

    /// The least integer that is not below the value.
    pub fn ceil(&self) -> Option<Expr> {
        match self.as_constant() {
            Some(value) => Some(Expr::rational(Rational::integer(value.ceil())?)),
            None => Rounding::Up.build(self),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Symbol;
    use super::*;

    fn n() -> Expr {
        Expr::symbol(Symbol(0))
    }

    fn half(e: &Expr) -> Expr {
        e.div(Rational::integer(2).unwrap()).unwrap()
    }

    #[test]
    fn integers_need_no_rounding() {
        let pairs = half(&n().mul(&n().plus(1).unwrap()).unwrap());
        assert_eq!(pairs.floor(), Some(pairs.clone()));
        assert_eq!(pairs.ceil(), Some(pairs));
    }

    #[test]
    fn whole_parts_move_out() {
        let even = half(&n().plus(-4).unwrap()).ceil().unwrap();
        assert_eq!(even, half(&n()).ceil().unwrap().plus(-2).unwrap());
        let odd = half(&n().plus(-5).unwrap()).ceil().unwrap();
        assert_eq!(odd.plus(1), half(&n().plus(-3).unwrap()).ceil());
        let third = Expr::rational(Rational::new(1, 3).unwrap());
        assert_eq!(half(&n()).add(&third).unwrap().floor(), half(&n()).floor());
    }

    #[test]
    fn constant_logarithms_are_known() {
        assert_eq!(Expr::constant(5).log2().unwrap().ceil(), Some(Expr::constant(3)));
        assert_eq!(Expr::constant(5).log2().unwrap().plus(1).unwrap().floor(), Some(Expr::constant(3)));
    }

    #[test]
    fn nested_quotients_join() {
        let quarter = half(&half(&n()));
        assert_eq!(half(&half(&n()).floor().unwrap()).floor(), quarter.floor());
        assert_eq!(half(&half(&n()).ceil().unwrap()).ceil(), quarter.ceil());
    }
}
