//! What closed formulas are sums of: powers, logarithms, exponentials, and what makes a difference by parity.

use std::fmt;

use super::class::Class;
use super::integral::power;

/// A function of n with integer values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Term {
    /// `n^k`.
    Power(u32),
    /// `n^k` where n is odd, else 0.
    Odd(u32),
    /// `floor((n + add)/over)`.
    Quotient { add: u32, over: u32 },
    /// `n^power * log^logs`.
    Log { power: u32, logs: u32, log: Log },
    /// `2^log`, which is n rounded to a power of two.
    LogPower(Log),
    /// `n^k * floor(sqrt(n))`.
    Root(u32),
    /// The ones among n's binary digits.
    Ones,
    /// `n^power * base^n`.
    Exponential { power: u32, base: u32 },
}

/// A logarithm to base two, rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Log {
    /// `floor(log2((n + add)/over))`.
    Floor { add: i32, over: u32 },
    /// `ceil(log2(n))`.
    Ceil,
}

impl Log {
    pub const FLOOR: Log = Log::Floor { add: 0, over: 1 };

    fn at(self, n: u32) -> Option<i128> {
        match self {
            Log::Floor { add, over } => {
                let shifted = u32::try_from(i64::from(n) + i64::from(add)).ok()?;
                Some((shifted / over).checked_ilog2()?.into())
            }
            Log::Ceil => Some((2 * u64::from(n)).checked_sub(1)?.ilog2().into()),
        }
    }

    /// How many choices were made to come to it: each is as good as an unknown.
    pub fn choices(self) -> usize {
        match self {
            Log::Floor { add, over } => usize::from(add != 0) + usize::from(over != 1),
            Log::Ceil => 0,
        }
    }
}

impl Term {
    /// Its value, if it has one that is not too large.
    pub fn at(self, n: u32) -> Option<i128> {
        let size = i128::from(n);
        match self {
            Term::Power(k) => size.checked_pow(k),
            Term::Odd(k) => {
                if n % 2 == 1 {
                    size.checked_pow(k)
                } else {
                    Some(0)
                }
            }
            Term::Quotient { add, over } => Some((size + i128::from(add)) / i128::from(over)),
            Term::Log { power, logs, log } => {
                size.checked_pow(power)?.checked_mul(log.at(n)?.checked_pow(logs)?)
            }
            Term::LogPower(log) => Some(1 << log.at(n)?),
            Term::Root(k) => size.checked_pow(k)?.checked_mul(size.isqrt()),
            Term::Ones => Some(n.count_ones().into()),
            Term::Exponential { power, base } => {
                size.checked_pow(power)?.checked_mul(i128::from(base).checked_pow(n)?)
            }
        }
    }

    /// How fast it grows.
    pub fn class(self) -> Class {
        match self {
            Term::Power(k) | Term::Odd(k) => Class::power(k as u16),
            Term::Quotient { .. } | Term::LogPower(_) => Class::power(1),
            Term::Log { power, logs, .. } => Class::with_logs(power as u16, logs as u8),
            Term::Root(k) => Class::Power { hundredths: 100 * k as u16 + 50, logs: 0 },
            Term::Ones => Class::with_logs(0, 1),
            Term::Exponential { .. } => Class::Exponential,
        }
    }

    /// What it shares with other sizes: sizes with the same value say the same about its factor. For a term that grows
    /// with every size it is the size.
    pub fn shared(self, n: u32) -> Option<i128> {
        match self {
            Term::Power(_) | Term::Odd(_) | Term::Exponential { .. } => Some(n.into()),
            Term::Quotient { .. } | Term::Ones => self.at(n),
            Term::Log { log, .. } | Term::LogPower(log) => log.at(n),
            Term::Root(_) => Some(n.isqrt().into()),
        }
    }

    /// By what sizes are divided whose rests make a difference.
    pub fn period(self) -> u32 {
        match self {
            Term::Odd(_) => 2,
            Term::Quotient { over, .. } => over,
            _ => 1,
        }
    }

    /// The logarithm in it.
    pub fn log(self) -> Option<Log> {
        match self {
            Term::Log { log, .. } | Term::LogPower(log) => Some(log),
            _ => None,
        }
    }

    /// Its value modulo a small number, however large it is.
    pub fn modulo(self, n: u32, modulus: i128) -> Option<i128> {
        let to_the = |k: u32| power(n.into(), k, modulus);
        let value = match self {
            Term::Power(k) => to_the(k),
            Term::Log { power, logs, log } => to_the(power) * log.at(n)?.checked_pow(logs)?,
            Term::Root(k) => to_the(k) * i128::from(n.isqrt()),
            Term::Exponential { power: k, base } => to_the(k) * power(base.into(), n, modulus),
            _ => self.at(n)?,
        };
        Some(value % modulus)
    }

    pub fn is_one(self) -> bool {
        self == Term::Power(0)
    }
}

/// In a grammar that Python evaluates once `^` is replaced by `**`, with `floor`, `ceil`, `log2` and `sqrt`.
impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let times = |power: u32| match power {
            0 => String::new(),
            1 => "n*".into(),
            _ => format!("n^{power}*"),
        };
        match *self {
            Term::Power(0) => f.write_str("1"),
            Term::Power(1) => f.write_str("n"),
            Term::Power(k) => write!(f, "n^{k}"),
            Term::Odd(0) => f.write_str("(n % 2)"),
            Term::Odd(k) => write!(f, "{}(n % 2)", times(k)),
            Term::Quotient { add: 0, over } => write!(f, "floor(n/{over})"),
            Term::Quotient { add, over } => write!(f, "floor((n+{add})/{over})"),
            Term::Log { power, logs: 1, log } => write!(f, "{}{log}", times(power)),
            Term::Log { power, logs, log } => write!(f, "{}{log}^{logs}", times(power)),
            Term::LogPower(log) => write!(f, "2^{log}"),
            Term::Root(k) => write!(f, "{}floor(sqrt(n))", times(k)),
            Term::Ones => f.write_str("n.bit_count()"),
            Term::Exponential { power, base } => write!(f, "{}{base}^n", times(power)),
        }
    }
}

impl fmt::Display for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Log::Ceil => f.write_str("ceil(log2(n))"),
            Log::Floor { add: 0, over: 1 } => f.write_str("floor(log2(n))"),
            Log::Floor { add: 0, over } => write!(f, "floor(log2(n/{over}))"),
            Log::Floor { add, over: 1 } => write!(f, "floor(log2(n{add:+}))"),
            Log::Floor { add, over } => write!(f, "floor(log2((n{add:+})/{over}))"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(term: Term, shown: &str, values: [Option<i128>; 4]) {
        assert_eq!(term.to_string(), shown);
        assert_eq!([0, 1, 6, 200].map(|n| term.at(n)), values, "{shown}");
    }

    #[test]
    fn terms_have_values_and_names() {
        let log = |add, over| Term::Log { power: 0, logs: 1, log: Log::Floor { add, over } };
        check(log(0, 1), "floor(log2(n))", [None, Some(0), Some(2), Some(7)]);
        check(log(2, 3), "floor(log2((n+2)/3))", [None, Some(0), Some(1), Some(6)]);
        check(log(-1, 1), "floor(log2(n-1))", [None, None, Some(2), Some(7)]);
        let ceil = Term::Log { power: 1, logs: 2, log: Log::Ceil };
        check(ceil, "n*ceil(log2(n))^2", [None, Some(0), Some(54), Some(12800)]);
        check(Term::LogPower(Log::Ceil), "2^ceil(log2(n))", [None, Some(1), Some(8), Some(256)]);
        check(Term::Quotient { add: 2, over: 4 }, "floor((n+2)/4)", [Some(0), Some(0), Some(2), Some(50)]);
        check(Term::Exponential { power: 1, base: 3 }, "n*3^n", [Some(0), Some(3), Some(4374), None]);
        check(Term::Ones, "n.bit_count()", [Some(0), Some(1), Some(2), Some(3)]);
        check(Term::Root(1), "n*floor(sqrt(n))", [Some(0), Some(1), Some(12), Some(2800)]);
    }
}
