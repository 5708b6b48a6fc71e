//! Asymptotic classes: how a bound grows when all inputs grow together, to whichever side.

use std::fmt;

use super::{Atom, Expr, Rational};

/// How fast a bound grows, slowest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Class {
    /// `n^degree * log(n)^logs`; with both 0, constant.
    Polynomial {
        /// The power of n.
        degree: u32,
        /// The power of its logarithm.
        logs: u32,
    },
    /// Faster than every polynomial.
    Exponential,
}

impl Class {
    /// The class of constants.
    pub const CONSTANT: Class = Class::Polynomial { degree: 0, logs: 0 };
    /// The class of logarithms.
    pub const LOGARITHM: Class = Class::Polynomial { degree: 0, logs: 1 };
    /// The class of what grows as its inputs do.
    pub const LINEAR: Class = Class::Polynomial { degree: 1, logs: 0 };

    fn mul(self, other: Class) -> Class {
        match (self, other) {
            (Class::Polynomial { degree: a, logs: x }, Class::Polynomial { degree: b, logs: y }) => {
                Class::Polynomial { degree: a.saturating_add(b), logs: x.saturating_add(y) }
            }
            _ => Class::Exponential,
        }
    }

    fn log(self) -> Class {
        match self {
            Class::CONSTANT => Class::CONSTANT,
            // A logarithm of a logarithm counts as a logarithm: a class may be too large, not too small.
            Class::Polynomial { .. } => Class::LOGARITHM,
            Class::Exponential => Class::Exponential,
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Class::Polynomial { degree, logs } = *self else {
            return f.write_str("exp");
        };
        let power = |base: &str, exponent: u32, argument: &str| match exponent {
            0 => None,
            1 => Some(format!("{base}{argument}")),
            _ => Some(format!("{base}^{exponent}{argument}")),
        };
        let parts: Vec<String> =
            [power("n", degree, ""), power("log", logs, " n")].into_iter().flatten().collect();
        f.write_str(if parts.is_empty() { "1" } else { "" })?;
        f.write_str(&parts.join(" "))
    }
}

/// The growth of a value upwards and downwards; `None` where it does not go to that side of zero.
#[derive(Clone, Copy)]
struct Growth {
    up: Option<Class>,
    down: Option<Class>,
}

impl Growth {
    const ONE: Growth = Growth { up: Some(Class::CONSTANT), down: None };

    fn mul(self, other: Growth) -> Growth {
        let product = |a: Option<Class>, b: Option<Class>| Some(a?.mul(b?));
        Growth {
            up: product(self.up, other.up).max(product(self.down, other.down)),
            down: product(self.up, other.down).max(product(self.down, other.up)),
        }
    }

    fn turned(self) -> Growth {
        Growth { up: self.down, down: self.up }
    }

    /// The growth of a `max`: upwards the fastest entry decides, downwards the slowest.
    fn max(self, other: Growth) -> Growth {
        Growth { up: self.up.max(other.up), down: self.down.min(other.down) }
    }

    fn of(expr: &Expr) -> Growth {
        let mut total = Growth { up: None, down: None };
        for term in expr.terms() {
            let mut product = Growth::ONE;
            for (atom, power) in &term.monomial.0 {
                let one = Growth::of_atom(atom);
                let all = (0..*power).fold(Growth::ONE, |product, _| product.mul(one));
                // A square is not negative.
                product = product.mul(Growth { down: all.down.filter(|_| power % 2 == 1), ..all });
            }
            let product = if term.coefficient.is_negative() { product.turned() } else { product };
            total = Growth { up: total.up.max(product.up), down: total.down.max(product.down) };
        }
        total
    }

    fn of_atom(atom: &Atom) -> Growth {
        let positive = |class| Growth { up: Some(class), down: None };
        match atom {
            // Nothing says that an input is not negative.
            Atom::Symbol(_) | Atom::Cell(..) => Growth { up: Some(Class::LINEAR), down: Some(Class::LINEAR) },
            Atom::Max(entries) => entries.iter().map(Growth::of).reduce(Growth::max).unwrap_or(Growth::ONE),
            Atom::Min(entries) => {
                let turned = entries.iter().map(|e| Growth::of(e).turned());
                turned.reduce(Growth::max).unwrap_or(Growth::ONE).turned()
            }
            Atom::Floor(inner) | Atom::Ceil(inner) => {
                // Rounding can lift a value that vanishes to 1.
                let growth = Growth::of(inner);
                Growth { up: growth.up.max(Some(Class::CONSTANT)), ..growth }
            }
            Atom::Log2(inner) => positive(Growth::of(inner).up.unwrap_or(Class::CONSTANT).log()),
            Atom::Power(base, exponent) => positive(power_class(*base, exponent)),
        }
    }
}

/// The class of base^exponent: a polynomial where the exponent is a sum of logarithms.
fn power_class(base: Rational, exponent: &Expr) -> Class {
    if Growth::of(exponent).up.is_none_or(|class| class == Class::CONSTANT) {
        return Class::CONSTANT;
    }
    degree_of_power(base, exponent).map_or(Class::Exponential, |degree| Class::Polynomial { degree, logs: 0 })
}

/// With log2(base) <= b, base^(c*log2(e)) grows at most like e^(b*c).
fn degree_of_power(base: Rational, exponent: &Expr) -> Option<u32> {
    let bits = Rational::integer(i128::from(base.ceil().max(2).checked_sub(1)?.ilog2()) + 1)?;
    let mut degree = Rational::ZERO;
    for term in exponent.terms() {
        let mut atom = term.monomial.as_atom();
        if let Some(Atom::Floor(inner) | Atom::Ceil(inner)) = atom {
            atom = inner.as_atom();
        }
        let grown = match atom {
            None if term.monomial.0.is_empty() => continue,
            Some(Atom::Log2(inner)) => Growth::of(inner).up.unwrap_or(Class::CONSTANT),
            _ => return None,
        };
        let Class::Polynomial { degree: inner, logs } = grown else {
            return None;
        };
        if term.coefficient.is_positive() {
            let inner = Rational::integer(i128::from(inner) + i128::from(logs > 0))?;
            degree = degree.add(term.coefficient.mul(bits)?.mul(inner)?)?;
        }
    }
    u32::try_from(degree.ceil()).ok()
}

impl Expr {
    /// The asymptotic class with all symbols growing together, each upwards or downwards; of a value that falls below zero,
    /// that of its positive part.
    pub fn class(&self) -> Class {
        Growth::of(self).up.unwrap_or(Class::CONSTANT)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::expr;

    #[test]
    fn known_classes() {
        for (text, class) in [
            ("0", "1"),
            ("-n", "n"),
            ("max(0, 100 - n)", "n"),
            ("7", "1"),
            ("log2(n)", "log n"),
            ("max(0, n - m)", "n"),
            ("n - m", "n"),
            ("-min(0, -n)", "n"),
            ("min(n, 5)", "1"),
            ("min(n**2, m)", "n"),
            ("n*log2(n) + n", "n log n"),
            ("n*(n - 1)/2", "n^2"),
            ("n*m*ceil(log2(n))", "n^2 log n"),
            ("n**3 - n**4", "n^3"),
            ("log2(n)**2", "log^2 n"),
            ("2**n", "exp"),
            ("2**(-max(0, n))", "1"),
            ("2**ceil(log2(n))", "n"),
            ("4**ceil(log2(n))", "n^2"),
            ("A[0]", "n"),
            ("ceil(n/2)", "n"),
            ("max(0, -n)*m", "n^2"),
            ("-n**2", "1"),
        ] {
            assert_eq!(expr(text).class().to_string(), class, "{text}");
        }
        assert!(expr("n*log2(n)").class() < expr("n**2").class());
        assert!(expr("n**9").class() < expr("2**n").class());
    }
}
