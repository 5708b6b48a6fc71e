//! Formulas as they are printed, evaluated by what they say: what a reader would compute, whatever the code that found
//! them computes.

use std::collections::BTreeMap;

use crate::growth::rational::Rational;

/// A printed formula, with the costs below the size that it begins at.
pub(super) struct Text<'a> {
    text: &'a [u8],
    from: u32,
    known: BTreeMap<u32, i128>,
}

/// A place in a text that is read for a size.
struct Reader<'a, 'b> {
    formula: &'b mut Text<'a>,
    at: usize,
    n: u32,
}

impl<'a> Text<'a> {
    pub fn new(text: &'a str, from: u32, known: BTreeMap<u32, i128>) -> Text<'a> {
        Text { text: text.as_bytes(), from, known }
    }

    /// The value at a size; none if it is no whole number, or too large.
    pub fn at(&mut self, n: u32) -> Option<i128> {
        if let Some(&known) = self.known.get(&n) {
            return Some(known);
        }
        if n < self.from {
            return None;
        }
        let mut reader = Reader { formula: self, at: 0, n };
        let value = reader.cases()?;
        let end = reader.at;
        assert_eq!(end, self.text.len(), "{} was read only up to {end}", String::from_utf8_lossy(self.text));
        let value = (value.denominator == 1).then_some(value.numerator)?;
        self.known.insert(n, value);
        Some(value)
    }
}

impl Reader<'_, '_> {
    fn eat(&mut self, token: &str) -> bool {
        let found = self.formula.text[self.at..].starts_with(token.as_bytes());
        self.at += if found { token.len() } else { 0 };
        found
    }

    fn cases(&mut self) -> Option<Rational> {
        let even = self.sum();
        if !self.eat(" if n % 2 == 0 else ") {
            return even;
        }
        let odd = self.sum();
        if self.n.is_multiple_of(2) { even } else { odd }
    }

    fn sum(&mut self) -> Option<Rational> {
        let mut sum = if self.eat("-") { self.product()?.negated()? } else { self.product()? };
        loop {
            if self.eat(" + ") {
                sum = sum.plus(self.product()?)?;
            } else if self.eat(" - ") || self.eat("-") {
                sum = sum.minus(self.product()?)?;
            } else if self.eat("+") {
                sum = sum.plus(self.product()?)?;
            } else {
                return Some(sum);
            }
        }
    }

    fn product(&mut self) -> Option<Rational> {
        let mut product = self.power()?;
        loop {
            if self.eat("*") {
                product = product.times(self.power()?)?;
            } else if self.eat("/") {
                product = product.over(self.power()?)?;
            } else if self.eat(" % ") {
                let divisor = self.power()?.numerator;
                product = Rational::integer(product.numerator.rem_euclid(divisor));
            } else {
                return Some(product);
            }
        }
    }

    fn power(&mut self) -> Option<Rational> {
        let base = self.atom()?;
        if !self.eat("^") {
            return Some(base);
        }
        let exponent = u32::try_from(self.atom()?.numerator).ok()?;
        Some(Rational::integer(base.numerator.checked_pow(exponent)?))
    }

    fn atom(&mut self) -> Option<Rational> {
        let whole = |value: i128| Some(Rational::integer(value));
        if self.eat("n.bit_count()") {
            return whole(self.n.count_ones().into());
        }
        if self.eat("floor(log2(") {
            let value = self.closed(2)?;
            let exponent = (0..100).take_while(|k| value.denominator << k <= value.numerator).last()?;
            return whole(exponent);
        }
        if self.eat("ceil(log2(") {
            let value = self.closed(2)?;
            return whole((0..100).find(|k| value.denominator << k >= value.numerator)?);
        }
        if self.eat("floor(sqrt(") {
            return whole(self.closed(2)?.numerator.isqrt());
        }
        if self.eat("floor(") {
            let value = self.closed(1)?;
            return whole(value.numerator.div_euclid(value.denominator));
        }
        if self.eat("ceil(") {
            let value = self.closed(1)?;
            return whole(-(-value.numerator).div_euclid(value.denominator));
        }
        if self.eat("cost(") {
            let size = u32::try_from(self.closed(1)?.numerator).ok()?;
            assert!(size < self.n, "a cost by that of {size} at {}", self.n);
            return whole(self.formula.at(size)?);
        }
        if self.eat("(") {
            return self.closed(1);
        }
        if self.eat("n") {
            return whole(self.n.into());
        }
        let digits = self.formula.text[self.at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let text = std::str::from_utf8(&self.formula.text[self.at..self.at + digits]).ok()?;
        self.at += digits;
        whole(
            text.parse()
                .unwrap_or_else(|_| panic!("a number in {}", String::from_utf8_lossy(self.formula.text))),
        )
    }

    /// What stands before so many closing parentheses.
    fn closed(&mut self, parentheses: usize) -> Option<Rational> {
        let value = self.cases();
        for _ in 0..parentheses {
            assert!(value.is_none() || self.eat(")"), "{}", String::from_utf8_lossy(self.formula.text));
        }
        value
    }
}

#[test]
fn formulas_are_read_as_python_reads_them() {
    let check = |text: &str, n: u32, expected: Option<i128>| {
        assert_eq!(Text::new(text, 1, BTreeMap::new()).at(n), expected, "{text} at {n}");
    };
    check("n^2/2 - n/2", 5, Some(10));
    check("n^2/2 + 1", 5, None);
    check("3*n if n % 2 == 0 else 5*n + 1", 7, Some(36));
    check("n^2 + floor(3*n/2) + 5", 3, Some(18));
    check("floor((n^2 + n + 1)/4) - 3", 4, Some(2));
    check("n*ceil(log2(n)) - 2^ceil(log2(n)) + 1", 5, Some(8));
    check("3*floor(log2(n+2)) + 3*floor(log2((n+2)/3)) + 1", 10, Some(16));
    check("floor(log2(n-1))^2 + n.bit_count() - 2*n*floor(sqrt(n))/3", 9, Some(9 + 2 - 18));
    check("n*(n % 2) + 2*2^n", 3, Some(19));
    let mut merge = Text::new("cost(floor(n/2)) + cost(ceil(n/2)) + n - 1", 2, BTreeMap::from([(1, 0)]));
    assert_eq!(merge.at(5), Some(8));
    let mut cases = Text::new("2*cost(n-1) + (n if n % 2 == 0 else -1)", 2, BTreeMap::from([(1, 0)]));
    assert_eq!(cases.at(4), Some(10));
}
