//! The value of an expression at given inputs: exact wherever it is a fraction, and otherwise a double that
//! says so.

use super::{Atom, Expr, Rational, Symbol};

/// What the symbols stand for; a function from symbols to integers is one without arrays.
pub trait Environment {
    /// The value of a symbol.
    fn symbol(&self, symbol: Symbol) -> Option<i128>;
    /// The value of an array's cell.
    fn cell(&self, array: Symbol, indices: &[i128]) -> Option<i128>;
}

impl<F: Fn(Symbol) -> Option<i128>> Environment for F {
    fn symbol(&self, symbol: Symbol) -> Option<i128> {
        self(symbol)
    }

    fn cell(&self, _: Symbol, _: &[i128]) -> Option<i128> {
        None
    }
}

/// A value and how far it can be trusted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Value {
    /// The value itself.
    Exact(Rational),
    /// Near the value: a logarithm or a broken power took part.
    Approximate(f64),
}

impl Value {
    /// The value where it is exact.
    pub fn exact(self) -> Option<Rational> {
        match self {
            Value::Exact(value) => Some(value),
            Value::Approximate(_) => None,
        }
    }

    /// The value as a double.
    pub fn to_f64(self) -> f64 {
        match self {
            Value::Exact(value) => value.to_f64(),
            Value::Approximate(value) => value,
        }
    }

    fn combine(
        self,
        other: Value,
        exact: impl Fn(Rational, Rational) -> Option<Rational>,
        near: impl Fn(f64, f64) -> f64,
    ) -> Option<Value> {
        match (self, other) {
            (Value::Exact(a), Value::Exact(b)) => exact(a, b).map(Value::Exact),
            _ => finite(near(self.to_f64(), other.to_f64())),
        }
    }
}

fn finite(value: f64) -> Option<Value> {
    value.is_finite().then_some(Value::Approximate(value))
}

impl Expr {
    /// The value at the given inputs; `None` if one is missing, the value of an index is no integer, or the
    /// numbers overflow.
    pub fn eval(&self, inputs: &dyn Environment) -> Option<Value> {
        let mut sum = Value::Exact(Rational::ZERO);
        for term in self.terms() {
            let mut product = Value::Exact(term.coefficient);
            for (atom, power) in &term.monomial.0 {
                let factor = atom.eval(inputs)?;
                for _ in 0..*power {
                    product = product.combine(factor, Rational::mul, |a, b| a * b)?;
                }
            }
            sum = sum.combine(product, Rational::add, |a, b| a + b)?;
        }
        Some(sum)
    }

    fn eval_integer(&self, inputs: &dyn Environment) -> Option<i128> {
        self.eval(inputs)?.exact()?.as_integer()
    }

    /// A whole number rounded from `log2(e) + c` without the error of a floating-point logarithm.
    fn eval_rounded_log2(&self, inputs: &dyn Environment, up: bool) -> Option<Rational> {
        let constant = self.constant_part().as_integer()?;
        let rest = self.sub(&Expr::rational(self.constant_part()))?;
        let Some(Atom::Log2(inner)) = rest.as_atom() else {
            return None;
        };
        let value = inner.eval(inputs)?.exact()?.max(Rational::ONE);
        let floor = value.floor().ilog2();
        let exact = value.exact_log2().is_some();
        Rational::integer((i128::from(floor) + i128::from(up && !exact)).checked_add(constant)?)
    }
}

impl Atom {
    fn eval(&self, inputs: &dyn Environment) -> Option<Value> {
        match self {
            Atom::Symbol(symbol) => Some(Value::Exact(Rational::integer(inputs.symbol(*symbol)?)?)),
            Atom::Cell(array, indices) => {
                let indices = indices.iter().map(|e| e.eval_integer(inputs)).collect::<Option<Vec<_>>>()?;
                Some(Value::Exact(Rational::integer(inputs.cell(*array, &indices)?)?))
            }
            Atom::Max(entries) | Atom::Min(entries) => {
                let greatest = matches!(self, Atom::Max(_));
                let mut values = entries.iter().map(|e| e.eval(inputs));
                let first = values.next()??;
                values.try_fold(first, |best, value| {
                    let exact = |a: Rational, b: Rational| Some(if greatest { a.max(b) } else { a.min(b) });
                    best.combine(value?, exact, if greatest { f64::max } else { f64::min })
                })
            }
            Atom::Floor(inner) | Atom::Ceil(inner) => {
                let up = matches!(self, Atom::Ceil(_));
                if let Some(exact) = inner.eval_rounded_log2(inputs, up) {
                    return Some(Value::Exact(exact));
                }
                match inner.eval(inputs)? {
                    Value::Exact(value) if up => Rational::integer(value.ceil()).map(Value::Exact),
                    Value::Exact(value) => Rational::integer(value.floor()).map(Value::Exact),
                    Value::Approximate(value) => finite(if up { value.ceil() } else { value.floor() }),
                }
            }
            Atom::Log2(inner) => match inner.eval(inputs)? {
                Value::Exact(value) => {
                    let value = value.max(Rational::ONE);
                    match value.exact_log2() {
                        Some(exact) => Rational::integer(exact).map(Value::Exact),
                        None => finite(value.to_f64().log2()),
                    }
                }
                Value::Approximate(value) => finite(value.max(1.0).log2()),
            },
            Atom::Power(base, exponent) => {
                let exponent = exponent.eval(inputs)?;
                match exponent.exact().and_then(Rational::as_integer) {
                    Some(whole) => base.pow(whole).map(Value::Exact),
                    None => finite(base.to_f64().powf(exponent.to_f64())),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::expr;
    use super::*;

    struct Inputs;

    impl Environment for Inputs {
        fn symbol(&self, symbol: Symbol) -> Option<i128> {
            [5, -2].get(symbol.0 as usize).copied()
        }

        fn cell(&self, _: Symbol, indices: &[i128]) -> Option<i128> {
            Some(10 + indices[0])
        }
    }

    fn exact(text: &str, numerator: i128, denominator: i128) {
        let value = expr(text).eval(&Inputs).and_then(Value::exact);
        assert_eq!(value, Rational::new(numerator, denominator), "{text}");
    }

    #[test]
    fn exact_where_it_can_be() {
        exact("n*(n - 1)/2 + m/3", 28, 3);
        exact("max(0, m) + min(n, 3) + A[m]", 11, 1);
        exact("ceil(log2(n)) + floor(log2(n + 3)) + log2(n + 3)", 9, 1);
        exact("2**m", 1, 4);
        assert!(
            matches!(expr("log2(n)").eval(&Inputs), Some(Value::Approximate(v)) if (v - 2.32).abs() < 0.01)
        );
        assert_eq!(expr("k").eval(&Inputs), None);
        assert_eq!(expr("2**(n*100)").eval(&Inputs), None);
    }
}
