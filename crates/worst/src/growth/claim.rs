//! What is said about a growth, as text, JSON and HTML show it: they read this and compute nothing of their own.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Growth, Withheld};

/// What is said about the growth of a cost.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Claim {
    /// The cost as a formula in n, if one is confirmed.
    pub formula: Option<String>,
    /// The first size that the formula, or else the class, holds for.
    pub from: Option<u32>,
    /// How fast the cost grows at least, as in Ω(n log n): by the formula, or else at the sizes looked at.
    pub class: Option<String>,
    /// How many sizes confirm the formula.
    pub checked: usize,
    /// Which they are: sizes that it was not fitted to.
    pub confirmed_by: Vec<u32>,
    /// How many sizes have a cost.
    pub looked_at: usize,
    /// At how many of them the cost grows like the class, if there is no formula.
    pub alike: usize,
    /// The greatest size at which the formula was met.
    pub tested_to: u32,
    /// Where climbing or chance found less than the formula says.
    pub less_at: Vec<u32>,
    /// Why a formula that fits is not given.
    pub withheld: Option<String>,
    /// The other side, if it is proved: how fast the cost grows at most.
    pub upper: Option<Upper>,
    /// The formula's values, for a chart.
    #[serde(skip)]
    pub curve: Vec<(f64, f64)>,
}

/// What is proved of a cost from above. Searches do not prove; whoever can fills this in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Upper {
    /// The function that is bounded.
    pub function: String,
    /// How many iterations its loops have at most, with its calls.
    pub bound: String,
    /// How fast that grows.
    pub class: String,
}

/// How fast a class grows, to compare: the power of n and that of its logarithm.
fn rank(class: &str) -> Option<(f64, u32)> {
    let (power, logs) = match class.split_once("log") {
        Some((power, "^2 n")) => (power, 2),
        Some((power, " n")) => (power, 1),
        Some(_) => return None,
        None => (class, 0),
    };
    Some(match power.trim() {
        "exp" => (f64::INFINITY, 0),
        "" | "1" => (0.0, logs),
        "n" => (1.0, logs),
        power => (power.strip_prefix("n^")?.parse().ok()?, logs),
    })
}

/// From a size like this on, a formula that is met speaks of growth: more than there are bytes, and than small tables have
/// places.
const FAR: u32 = 1000;

/// How many values of the formula a chart gets.
const CURVE: u32 = 64;

impl Claim {
    pub(crate) fn of(growth: &Growth) -> Claim {
        let mut claim = Claim {
            class: growth.class().map(|class| class.to_string()),
            looked_at: growth.looked_at,
            withheld: growth.withheld.as_ref().map(Withheld::to_string),
            less_at: growth.less_at.clone(),
            ..Claim::default()
        };
        if let Some(formula) = &growth.formula {
            claim.formula = Some(formula.to_string());
            claim.from = Some(formula.from());
            claim.checked = formula.checked();
            claim.confirmed_by = formula.confirmed_by().to_vec();
            claim.tested_to = claim.confirmed_by.last().copied().unwrap_or(0);
            let values = sample(formula.from(), growth.greatest).into_iter();
            claim.curve = values.filter_map(|n| Some((f64::from(n), formula.at(n)? as f64))).collect();
        } else if let Some(fit) = &growth.fit {
            claim.from = Some(fit.from);
            claim.alike = fit.sizes;
        }
        claim
    }
}

/// Sizes from one to another: all if they are few, else ever farther apart.
fn sample(first: u32, last: u32) -> Vec<u32> {
    let (low, high) = (f64::from(first.max(1)), f64::from(last.max(1)));
    let mut sizes: Vec<u32> = (0..=CURVE)
        .map(|k| (low * (high / low).powf(f64::from(k) / f64::from(CURVE))).round() as u32)
        .collect();
    if last.saturating_sub(first) <= CURVE {
        sizes = (first..=last).collect();
    }
    sizes.dedup();
    sizes
}

/// In one line.
impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(formula) = &self.formula {
            write!(f, "cost(n) = {formula}")?;
            if let Some(from @ 2..) = self.from {
                write!(f, " from n = {from} on")?;
            }
            match &self.class {
                Some(class) if self.is_proved() => write!(f, ": Θ({class})")?,
                Some(class) if self.is_tested_far() => write!(f, ": Ω({class})")?,
                Some(class) => write!(f, ", which grows like {class}, up to n = {}", self.tested_to)?,
                None => {}
            }
            write!(f, ", confirmed by {} sizes it was not fitted to", self.checked)?;
            return match &self.less_at[..] {
                [] => Ok(()),
                sizes => write!(f, "; at {} less was found", listed(sizes)),
            };
        }
        f.write_str("no formula ")?;
        match &self.withheld {
            Some(reason) => write!(f, "given: {reason}")?,
            None => f.write_str("found")?,
        }
        if let (Some(class), Some(from)) = (&self.class, self.from) {
            let like = match class.as_str() {
                "exp" => "grows exponentially".into(),
                "1" => "stays about the same".into(),
                class => format!("grows like {class}"),
            };
            match self.alike == self.looked_at {
                true => write!(f, "; {like} at all {} sizes looked at", self.looked_at)?,
                false => write!(f, "; {like} at {} sizes looked at, from n = {from} on", self.alike)?,
            }
        }
        Ok(())
    }
}

impl Claim {
    /// Whether the two sides meet: what was found grows as fast as what is proved to be the most.
    pub fn is_proved(&self) -> bool {
        let meets = |upper: &Upper| self.class.as_ref() == Some(&upper.class);
        self.is_tested_far() && self.upper.as_ref().is_some_and(meets)
    }

    /// Whether the formula was met at a size that is large enough to speak of its growth. Many a program stops growing where
    /// its values or its memory end.
    fn is_tested_far(&self) -> bool {
        self.formula.is_some() && self.tested_to >= FAR
    }

    /// The same with what is proved from above. What a proof contradicts is not claimed.
    pub fn with_upper(self, upper: Upper) -> Claim {
        let (most, said) = (rank(&upper.class), self.class.as_deref().and_then(rank));
        let is_refuted = most.is_some() && said > most;
        if !is_refuted {
            return Claim { upper: Some(upper), ..self };
        }
        let withheld = format!("the sizes looked at look like more than the {} that is proved", upper.class);
        let (looked_at, withheld) = (self.looked_at, Some(withheld));
        Claim { looked_at, withheld, upper: Some(upper), ..Claim::default() }
    }

    /// What is proved from above, in a sentence.
    pub fn proof(&self) -> Option<String> {
        let Upper { function, bound, class } = self.upper.as_ref()?;
        Some(format!(
            "`bound` proves O({class}): at most {bound} iterations and calls in {function}, if nothing overflows"
        ))
    }
}

impl fmt::Display for Withheld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Withheld::FewExact(sizes) if sizes.is_empty() => {
                f.write_str("one fits, but at no size that it holds for were all paths explored")
            }
            Withheld::FewExact(sizes) => {
                write!(f, "one fits, but only at {} were all paths explored", listed(sizes))
            }
            Withheld::Untested(sizes) if sizes.is_empty() => {
                f.write_str("one fits, but no size looked at tests all of its terms")
            }
            Withheld::Untested(sizes) => {
                write!(f, "one fits, but no size looked at tests all of its terms; {} would", listed(sizes))
            }
            Withheld::More(sizes) => {
                write!(f, "one fits, but at {} more was found than it says", listed(sizes))
            }
            Withheld::Less(sizes) => {
                write!(f, "one fits the smaller sizes, but at {} less was found than it says", listed(sizes))
            }
        }
    }
}

/// Sizes as people list them.
fn listed(sizes: &[u32]) -> String {
    let words: Vec<String> = sizes.iter().map(u32::to_string).collect();
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => words.concat(),
    }
}
