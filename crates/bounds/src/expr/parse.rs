//! Reads the grammar that [`Expr::display`] writes, which is a part of Python's: for tests and for comparing
//! with bounds that somebody wrote down.

use super::{Expr, Rational, Symbol};

/// Why a text is not an expression, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: {message}")]
pub struct ParseError {
    /// The place in the text, from 1, counted in characters.
    pub column: usize,
    /// What is wrong there.
    pub message: String,
}

/// Parentheses inside parentheses, and signs before signs: each is a level of recursion.
const NESTING: u32 = 60;

/// Reads an expression; `symbols` knows the names of inputs and arrays.
pub fn parse(text: &str, symbols: &dyn Fn(&str) -> Option<Symbol>) -> Result<Expr, ParseError> {
    let mut parser = Parser { text: text.chars().collect(), at: 0, nesting: 0, symbols };
    let expr = parser.sum()?;
    match parser.peek() {
        None => Ok(expr),
        Some(found) => Err(parser.error(format!("expected an operator or the end, found `{found}`"))),
    }
}

struct Parser<'a> {
    text: Vec<char>,
    at: usize,
    nesting: u32,
    symbols: &'a dyn Fn(&str) -> Option<Symbol>,
}

type Parsed = Result<Expr, ParseError>;

impl Parser<'_> {
    fn error(&self, message: impl Into<String>) -> ParseError {
        ParseError { column: self.at + 1, message: message.into() }
    }

    fn built(&self, expr: Option<Expr>) -> Parsed {
        expr.ok_or_else(|| self.error("the expression is too large or has no value"))
    }

    fn peek(&mut self) -> Option<char> {
        while self.text.get(self.at).is_some_and(|c| c.is_whitespace()) {
            self.at += 1;
        }
        self.text.get(self.at).copied()
    }

    fn take(&mut self, token: &str) -> bool {
        self.peek();
        let length = token.chars().count();
        let found = self.text[self.at..].iter().take(length).copied().eq(token.chars());
        if found {
            self.at += length;
        }
        found
    }

    fn expect(&mut self, token: &str) -> Result<(), ParseError> {
        match self.take(token) {
            true => Ok(()),
            false => Err(self.error(format!("expected `{token}`"))),
        }
    }

    fn sum(&mut self) -> Parsed {
        let mut sum = self.product()?;
        loop {
            if self.take("+") {
                let right = self.product()?;
                sum = self.built(sum.add(&right))?;
            } else if self.take("-") {
                let right = self.product()?;
                sum = self.built(sum.sub(&right))?;
            } else {
                return Ok(sum);
            }
        }
    }

    fn product(&mut self) -> Parsed {
        let mut product = self.sign()?;
        loop {
            if self.take("//") {
                let divisor = self.divisor()?;
                product = self.built(product.div(divisor).and_then(|quotient| quotient.floor()))?;
            } else if self.take("/") {
                let divisor = self.divisor()?;
                product = self.built(product.div(divisor))?;
            } else if self.take("*") {
                let right = self.sign()?;
                product = self.built(product.mul(&right))?;
            } else {
                return Ok(product);
            }
        }
    }

    fn divisor(&mut self) -> Result<Rational, ParseError> {
        let divisor = self.sign()?.as_constant().filter(|value| !value.is_zero());
        divisor.ok_or_else(|| self.error("a divisor has to be a constant other than 0"))
    }

    /// A sign binds weaker than a power, as in Python: -n**2 is -(n**2).
    fn sign(&mut self) -> Parsed {
        self.nesting += 1;
        if self.nesting > NESTING {
            return Err(self.error("nested too deeply"));
        }
        let result = match () {
            () if self.take("-") => self.sign().and_then(|inner| self.built(inner.neg())),
            () if self.take("+") => self.sign(),
            () => self.power(),
        };
        self.nesting -= 1;
        result
    }

    fn power(&mut self) -> Parsed {
        let base = self.primary()?;
        if !self.take("**") {
            return Ok(base);
        }
        let exponent = self.sign()?;
        let natural =
            exponent.as_constant().and_then(Rational::as_integer).and_then(|e| u32::try_from(e).ok());
        match (base.as_constant(), natural) {
            (Some(base), _) => self.built(Expr::power(base, &exponent)),
            (None, Some(natural)) => self.built(base.pow(natural)),
            (None, None) => Err(self.error("base or exponent has to be a constant")),
        }
    }

    fn primary(&mut self) -> Parsed {
        match self.peek() {
            Some('(') => {
                self.expect("(")?;
                let inner = self.sum()?;
                self.expect(")")?;
                Ok(inner)
            }
            Some(c) if c.is_ascii_digit() => self.number(),
            Some(c) if c.is_alphabetic() || c == '_' => self.named(),
            Some(c) => Err(self.error(format!("unexpected `{c}`"))),
            None => Err(self.error("unexpected end")),
        }
    }

    fn word(&mut self, part: impl Fn(char) -> bool) -> String {
        let start = self.at;
        while self.text.get(self.at).is_some_and(|c| part(*c)) {
            self.at += 1;
        }
        self.text[start..self.at].iter().collect()
    }

    fn number(&mut self) -> Parsed {
        let start = self.at;
        let value = self.word(|c| c.is_ascii_digit()).parse().ok().and_then(Rational::integer);
        value.map(Expr::rational).ok_or(ParseError { column: start + 1, message: "number too large".into() })
    }

    fn named(&mut self) -> Parsed {
        let start = self.at;
        let name = self.word(|c| c.is_alphanumeric() || c == '_');
        if self.peek() == Some('(') {
            return self.call(&name, start);
        }
        let unknown = ParseError { column: start + 1, message: format!("unknown name `{name}`") };
        let symbol = (self.symbols)(&name).ok_or(unknown)?;
        if !self.take("[") {
            return Ok(Expr::symbol(symbol));
        }
        let indices = self.list("]")?;
        self.built(Expr::cell(symbol, indices))
    }

    fn list(&mut self, end: &str) -> Result<Vec<Expr>, ParseError> {
        let mut entries = vec![self.sum()?];
        while self.take(",") {
            entries.push(self.sum()?);
        }
        self.expect(end)?;
        Ok(entries)
    }

    fn call(&mut self, name: &str, start: usize) -> Parsed {
        self.expect("(")?;
        let arguments = self.list(")")?;
        let result = match (name, arguments.as_slice()) {
            ("max", _) => Expr::max(arguments),
            ("min", _) => Expr::min(arguments),
            ("floor", [e]) => e.floor(),
            ("ceil", [e]) => e.ceil(),
            ("log2", [e]) => e.log2(),
            _ => {
                let message = format!("no function `{name}` of {} argument(s)", arguments.len());
                return Err(ParseError { column: start + 1, message });
            }
        };
        self.built(result)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{expr, symbol};
    use super::*;

    #[test]
    fn precedence_is_pythons() {
        assert_eq!(expr("-n**2"), expr("0 - n*n"));
        assert_eq!(expr("2**-n*3"), expr("3*(1/2)**n"));
        assert_eq!(expr("2**2**3"), expr("256"));
        assert_eq!(expr("n//2*2"), expr("2*floor(n/2)"));
        assert_eq!(expr("7 - 2 - 1"), expr("4"));
        assert_eq!(expr("log2(max(1, n))"), expr("log2(n)"));
    }

    #[test]
    fn errors_have_a_column() {
        let column = |text: &str| parse(text, &symbol).unwrap_err().column;
        assert_eq!(column("n + "), 5);
        assert_eq!(column("n + x"), 5);
        assert_eq!(column("n n"), 3);
        assert_eq!(column("n/m"), 4);
        assert_eq!(column("sin(n)"), 1);
        assert_eq!(column("max(n"), 6);
        assert_eq!(column("9999999999999999999999999999999999999999999"), 1);
        assert!(parse(&"(".repeat(100_000), &symbol).is_err());
        assert!(parse(&"-".repeat(100_000), &symbol).is_err());
    }
}
