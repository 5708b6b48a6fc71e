//! How far to learn. N, which the paper's authors chose by hand, is found here: small sizes are explored as long as they
//! are cheap, and further ones as long as the rule that they show does not yet hold at the next.

use worstcase_explore::{Edges, StartError, Tally, Watch};
use worstcase_machine::process::Given;

use crate::context::Context;
use crate::learn::{Lesson, learn};
use crate::search::{Learned, Search};
use crate::strategy::Strategy;

/// How far learning may go.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// The greatest size.
    pub size: u32,
    /// The most paths at a size.
    pub paths: u64,
}

/// What learning came to.
pub struct Studied {
    /// The sizes of which all paths were explored, smallest first.
    pub learned: Vec<Learned>,
    /// What was seen at the first size that could not be explored completely, if that ended it.
    pub unfinished: Option<Tally>,
}

/// How many sizes in a row may have no path that comes to its end: a program may want at least two of something.
const MOST_EMPTY: u32 = 4;

/// A tenth of the paths that are allowed at a size are spent even if nothing more is to be learned: the worst case is
/// exact there.
const CHEAP: u64 = 10;

/// How many random inputs are run for a look at what a program does at a size.
const LOOKS: u64 = 40;

/// The greatest size that is looked at.
const FAR: u32 = 200;

impl Search<'_> {
    /// Explores all paths at sizes from 1 on. Sizes at which no path comes to its end are passed over. The first one that cannot be
    /// explored completely ends it. The sizes that are wanted later tell whether there is more to learn.
    pub fn study(&self, extent: Extent, wanted: &[u32], watch: &Watch) -> Result<Studied, StartError> {
        let mut learned: Vec<Learned> = Vec::new();
        let (mut empty, mut unfinished) = (0, None);
        for size in 1..=extent.size {
            match self.learn(size, extent.paths, watch)? {
                Ok(known) => learned.push(known),
                Err(tally) if !tally.stopped && tally.paths == 0 && empty < MOST_EMPTY => {
                    (empty, unfinished) = (empty + 1, Some(tally));
                    continue;
                }
                Err(tally) => return Ok(Studied { learned, unfinished: Some(tally) }),
            }
            (empty, unfinished) = (0, None);
            let nothing = learned.iter().all(|known| known.inputs == 0);
            if nothing && learned.len() > 3 || expected(&learned) > extent.paths {
                break;
            }
            let cheap = expected(&learned) <= extent.paths / CHEAP;
            if !cheap && self.is_settled(&learned, wanted, watch)? {
                break;
            }
        }
        Ok(Studied { learned, unfinished })
    }

    /// Whether the rule from the sizes before the last two holds at these, and larger sizes show nothing new.
    fn is_settled(&self, learned: &[Learned], wanted: &[u32], watch: &Watch) -> Result<bool, StartError> {
        let Some(before) = learned.len().checked_sub(2).filter(|&before| before > 0) else {
            return Ok(false);
        };
        let lessons: Vec<&Lesson> = learned[..before].iter().map(|known| &known.lesson).collect();
        let backtracks = learned.iter().any(|known| known.tally.dropped > 0);
        let strategy = Strategy::within(Context::ALL[0], &learn(&lessons, 0), backtracks);
        for known in &learned[before..] {
            let guided = self.guided(known.size, &strategy, watch)?;
            if guided.worst.map(|(cost, _)| cost) != Some(known.worst.0) {
                return Ok(false);
            }
        }
        let greatest = learned.last().map_or(0, |known| known.size);
        let far = wanted.iter().copied().max().unwrap_or(0).min(FAR).max(2 * greatest + 2);
        Ok(self.unmet(greatest, far, watch)?.is_empty())
    }

    /// Sides of conditionals that random runs take at a size, but not up to another one.
    pub fn unmet(&self, known: u32, size: u32, watch: &Watch) -> Result<Edges, StartError> {
        let mut met = Edges::default();
        for size in 1..=known {
            met.extend(&self.looked(size, watch)?);
        }
        Ok(self.looked(size, watch)?.without(&met))
    }

    /// The smallest size that shows a side of a conditional unseen up to a known size, up to a limit.
    pub(crate) fn threshold(
        &self,
        known: u32,
        wanted: &[u32],
        watch: &Watch,
    ) -> Result<Option<u32>, StartError> {
        let far = wanted.iter().copied().max().unwrap_or(0).min(FAR);
        if far <= known || self.unmet(known, far, watch)?.is_empty() {
            return Ok(None);
        }
        let (mut without, mut with) = (known, far);
        while with - without > 1 {
            let middle = without + (with - without) / 2;
            if self.unmet(known, middle, watch)?.is_empty() { without = middle } else { with = middle }
        }
        Ok(Some(with))
    }

    /// The sides of conditionals that random runs take at a size.
    pub(crate) fn looked(&self, size: u32, watch: &Watch) -> Result<Edges, StartError> {
        let (mut edges, mut subject) = (Edges::default(), (self.subject)(size));
        subject.limits.steps = subject.limits.steps.min(LOOK_STEPS);
        for look in (0..LOOKS).take_while(|_| !watch.is_stopped()) {
            edges.extend(&subject.edges(Given::random(self.seed.wrapping_add(look)), watch)?.0);
        }
        Ok(edges)
    }
}

/// How many instructions a look may take.
const LOOK_STEPS: u64 = 300_000;

/// How many paths the next size is likely to have: their growth grows, too.
fn expected(learned: &[Learned]) -> u64 {
    let paths = |back: usize| learned.iter().rev().nth(back).map(|known| known.tally.paths.max(1) as f64);
    match (paths(0), paths(1), paths(2)) {
        (Some(last), Some(before), Some(first)) => {
            let (now, earlier) = (last / before, before / first);
            (last * now * (now / earlier).max(1.0)) as u64
        }
        _ => 0,
    }
}
