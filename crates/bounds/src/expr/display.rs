//! Prints expressions as a person would write them, in a grammar that Python evaluates to the same value:
//! `/` divides exactly, `**` is the power, and `max min ceil floor log2` are functions.

use std::fmt;

use super::factor::factored;
use super::{Atom, Expr, Rational, Symbol, Term};

/// What the symbols are called; a function from symbols to names is one.
pub trait Names {
    /// The name of an input, a counter or an array.
    fn name(&self, symbol: Symbol) -> String;
}

impl<F: Fn(Symbol) -> String> Names for F {
    fn name(&self, symbol: Symbol) -> String {
        self(symbol)
    }
}

/// An expression together with the names to print it with.
pub struct Displayed<'a> {
    expr: &'a Expr,
    names: &'a dyn Names,
}

impl fmt::Display for Displayed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Printer { names: self.names }.expr(self.expr).text)
    }
}

impl fmt::Debug for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.display(&|symbol: Symbol| format!("s{}", symbol.0)), f)
    }
}

impl Expr {
    /// The expression with names, for `{}`.
    pub fn display<'a>(&'a self, names: &'a dyn Names) -> Displayed<'a> {
        Displayed { expr: self, names }
    }
}

/// How tightly the outermost operator binds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Sum,
    Product,
    Power,
    Atom,
}

struct Printed {
    text: String,
    level: Level,
}

impl Printed {
    fn at(self, level: Level) -> String {
        if self.level < level { format!("({})", self.text) } else { self.text }
    }
}

struct Printer<'a> {
    names: &'a dyn Names,
}

impl Printer<'_> {
    fn expr(&self, expr: &Expr) -> Printed {
        if let Some(constant) = expr.as_constant() {
            return self.product(constant, Vec::new());
        }
        if let Some(printed) = self.with_rounded_constant(expr) {
            return printed;
        }
        if let Some(term) = expr.as_term() {
            return self.product(term.coefficient, self.monomial(term));
        }
        self.factored(expr).or_else(|| self.grouped(expr)).unwrap_or_else(|| self.expanded(expr))
    }

    /// ceil((n + 1)/2) - 3, the normal form, reads better as ceil((n - 5)/2).
    fn with_rounded_constant(&self, expr: &Expr) -> Option<Printed> {
        let constant = expr.constant_part();
        constant.as_integer().filter(|c| *c != 0)?;
        let place = |term: &&Term| {
            let inner = match term.monomial.as_atom() {
                Some(Atom::Floor(inner) | Atom::Ceil(inner)) => inner,
                _ => return false,
            };
            term.coefficient == Rational::ONE && !inner.constant_part().is_zero()
        };
        let term = expr.terms().iter().find(place)?;
        let (name, inner) = match term.monomial.as_atom()? {
            Atom::Floor(inner) => ("floor", inner),
            Atom::Ceil(inner) => ("ceil", inner),
            _ => return None,
        };
        let text = format!("{name}({})", self.expr(&inner.add(&Expr::rational(constant))?).text);
        let others = expr.terms().iter().filter(|t| *t != term && !t.monomial.0.is_empty());
        let others = Expr::from_terms(others)?;
        if others.terms().is_empty() {
            return Some(Printed { text, level: Level::Atom });
        }
        Some(Printed { text: format!("{} + {text}", self.expr(&others).text), level: Level::Sum })
    }

    fn factored(&self, expr: &Expr) -> Option<Printed> {
        let product = factored(expr)?;
        let factors = product.factors.iter().map(|(factor, power)| self.raised(self.expr(factor), *power));
        Some(self.product(product.scale, factors.collect()))
    }

    /// n*(n + 1)/2 + m rather than (n**2 + n + 2*m)/2: where some symbols have a denominator and others none.
    fn grouped(&self, expr: &Expr) -> Option<Printed> {
        let denominator = |e: &Expr| e.content().map(Rational::denominator);
        let mut groups = expr.groups()?;
        let whole = groups.iter().any(|group| denominator(group) == Some(1));
        if groups.len() < 2 || !whole || denominator(expr)? == 1 {
            return None;
        }
        let degree = |e: &Expr| e.terms().iter().map(|term| term.monomial.degree()).max();
        groups.sort_by_key(|group| std::cmp::Reverse(degree(group)));
        let mut texts: Vec<String> = groups.iter().map(|group| self.expr(group).text).collect();
        if let Some(place) = texts.iter().position(|text| !text.starts_with('-')) {
            texts[..=place].rotate_right(1);
        }
        let mut text = texts.remove(0);
        for next in texts {
            text += &match next.strip_prefix('-') {
                Some(rest) => format!(" - {rest}"),
                None => format!(" + {next}"),
            };
        }
        Some(Printed { text, level: Level::Sum })
    }

    /// Everything multiplied out, over one denominator, highest degree first.
    fn expanded(&self, expr: &Expr) -> Printed {
        let denominator = expr.content().map_or(1, Rational::denominator);
        let Some(whole) = Rational::integer(denominator).and_then(|d| expr.scale(d)) else {
            return self.terms(expr);
        };
        let sum = self.terms(&whole);
        match denominator {
            1 => sum,
            _ => Printed { text: format!("({})/{denominator}", sum.text), level: Level::Product },
        }
    }

    fn terms(&self, expr: &Expr) -> Printed {
        let mut terms: Vec<&Term> = expr.terms().iter().collect();
        terms.sort_by_key(|term| std::cmp::Reverse(term.monomial.degree()));
        // n - m rather than -m + n.
        let positive = terms.iter().position(|term| term.coefficient.is_positive());
        if let Some(place) = positive {
            terms[..=place].rotate_right(1);
        }
        let mut text = String::new();
        for term in terms {
            let printed = self.product(term.coefficient.abs(), self.monomial(term)).text;
            text += match (text.is_empty(), term.coefficient.is_negative()) {
                (true, true) => "-",
                (true, false) => "",
                (false, true) => " - ",
                (false, false) => " + ",
            };
            text += &printed;
        }
        Printed { text, level: Level::Sum }
    }

    fn product(&self, scale: Rational, mut factors: Vec<Printed>) -> Printed {
        let top = scale.numerator().abs();
        let bottom = scale.denominator();
        if factors.len() == 1 && scale == Rational::ONE {
            return factors.remove(0);
        }
        let mut texts: Vec<String> = factors.into_iter().map(|factor| factor.at(Level::Power)).collect();
        if top != 1 || texts.is_empty() {
            texts.insert(0, top.to_string());
        }
        let mut level = if texts.len() == 1 && bottom == 1 { Level::Atom } else { Level::Product };
        let mut text = texts.join("*");
        if bottom != 1 {
            text = format!("{text}/{bottom}");
        }
        if scale.is_negative() {
            text = format!("-{text}");
            level = Level::Sum;
        }
        Printed { text, level }
    }

    fn monomial(&self, term: &Term) -> Vec<Printed> {
        self.powers(term.monomial.0.iter().map(|(atom, power)| (self.atom(atom), *power)).collect())
    }

    /// Powers with short bases first: n*max(0, m), max(0, n)*max(0, n - 1).
    fn powers(&self, mut bases: Vec<(Printed, u32)>) -> Vec<Printed> {
        bases.sort_by_key(|(base, _)| base.text.len());
        bases.into_iter().map(|(base, power)| self.raised(base, power)).collect()
    }

    fn raised(&self, base: Printed, power: u32) -> Printed {
        match power {
            1 => base,
            _ => Printed { text: format!("{}**{power}", base.at(Level::Atom)), level: Level::Power },
        }
    }

    fn list(&self, entries: &[Expr]) -> String {
        // Constants come first: max(0, n).
        let (constants, others): (Vec<&Expr>, Vec<&Expr>) =
            entries.iter().partition(|e| e.as_constant().is_some());
        let texts: Vec<String> = constants.into_iter().chain(others).map(|e| self.expr(e).text).collect();
        texts.join(", ")
    }

    fn atom(&self, atom: &Atom) -> Printed {
        let text = match atom {
            Atom::Symbol(symbol) => self.names.name(*symbol),
            Atom::Cell(array, indices) => {
                let indices: Vec<String> = indices.iter().map(|e| self.expr(e).text).collect();
                format!("{}[{}]", self.names.name(*array), indices.join(", "))
            }
            Atom::Max(entries) => format!("max({})", self.list(entries)),
            Atom::Min(entries) => format!("min({})", self.list(entries)),
            Atom::Floor(inner) => format!("floor({})", self.expr(inner).text),
            Atom::Ceil(inner) => format!("ceil({})", self.expr(inner).text),
            Atom::Log2(inner) if Expr::one().provably_le(inner) => format!("log2({})", self.expr(inner).text),
            Atom::Log2(inner) => match inner.as_atom() {
                Some(Atom::Max(entries)) => format!("log2(max(1, {}))", self.list(entries)),
                _ => format!("log2(max(1, {}))", self.expr(inner).text),
            },
            Atom::Power(base, exponent) => {
                let base = self.product(*base, Vec::new()).at(Level::Atom);
                let exponent = self.expr(exponent).at(Level::Atom);
                return Printed { text: format!("{base}**{exponent}"), level: Level::Power };
            }
        };
        Printed { text, level: Level::Atom }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{expr, show};

    #[test]
    fn as_a_person_would_write() {
        for text in [
            "0",
            "-3/2",
            "n/2",
            "-n",
            "n - m",
            "5 - n",
            "2*n + 3",
            "(n + 2*m)/3",
            "max(0, n - m)",
            "max(0, n) + 3",
            "max(0, n)*max(0, m)",
            "ceil((n - 5)/2)",
            "floor(n/2) + 1",
            "3*n**2*m + n - 1",
            "log2(max(1, n))",
            "log2(max(1, n, m))",
            "log2(n**2 + 1)",
            "2**(n - m)/3",
            "(3/2)**n",
            "max(2, n)**2 + m",
            "A[n + 1] + A[0]",
            "min(n, m)*2**n",
            "max(n, m)*ceil(log2(max(1, n)))",
        ] {
            let shown = show(&expr(text));
            assert_eq!(expr(&shown), expr(text));
            if text != "A[n + 1] + A[0]" && text != "min(n, m)*2**n" {
                assert_eq!(shown, text);
            }
        }
    }
}
