//! In which direction an expression moves with one of its symbols.

use super::{Expr, Symbol};

/// How a value changes when one symbol grows and the others stay.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Monotonicity {
    /// The symbol does not matter.
    Constant,
    /// The value never falls.
    Increasing,
    /// The value never rises.
    Decreasing,
    /// Neither was proved.
    Unknown,
}

impl Expr {
    /// The direction in which the value moves with `symbol`, over the integers.
    ///
    /// Rather than a syntactic rule per operator this asks for the sign of the step from s to s + 1: it covers
    /// what the rules would, and n*(n - 1)/2 over max(0, n) besides.
    pub fn monotonicity(&self, symbol: Symbol) -> Monotonicity {
        if !self.contains(symbol) {
            return Monotonicity::Constant;
        }
        let step = || {
            let next = Expr::symbol(symbol).plus(1)?;
            self.substitute(&|s| (s == symbol).then(|| next.clone()))?.sub(self)
        };
        match step() {
            Some(step) if step.as_constant().is_some_and(|c| c.is_zero()) => Monotonicity::Constant,
            Some(step) if step.provably_nonneg() => Monotonicity::Increasing,
            Some(step) if step.neg().is_some_and(|fall| fall.provably_nonneg()) => Monotonicity::Decreasing,
            _ => Monotonicity::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{N, expr};
    use super::*;

    #[test]
    fn directions() {
        let direction = |text: &str| expr(text).monotonicity(N);
        for text in ["n", "max(0, n)*(max(0, n) - 1)", "n**3", "log2(n)", "2**n", "ceil(n/2)", "min(n, m)"] {
            assert_eq!(direction(text), Monotonicity::Increasing, "{text}");
        }
        for text in ["m - n", "max(0, m - n)", "-max(0, n)*max(0, m)", "2**(-n)"] {
            assert_eq!(direction(text), Monotonicity::Decreasing, "{text}");
        }
        assert_eq!(direction("m"), Monotonicity::Constant);
        assert_eq!(direction("n**2"), Monotonicity::Unknown);
        assert_eq!(direction("n*m"), Monotonicity::Unknown);
    }
}
