//! What a run decided, conditional by conditional, so that runs can be compared.

use worstcase_machine::Observer;
use worstcase_program::Pc;

/// The sides that a run took at each conditional, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// One more than where a conditional is in the list of those that were met; 0 if it was not. A run has millions of
    /// decisions, so there is no time for a search.
    places: Vec<u32>,
    met: Vec<(Pc, Sides)>,
}

/// So many sides are compared; of those after that, only how many there are.
const MOST: u64 = 1 << 22;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Sides {
    bits: Vec<u64>,
    len: u64,
}

impl Sides {
    fn push(&mut self, side: bool) {
        if self.len < MOST {
            let bit = self.len % 64;
            if bit == 0 {
                self.bits.push(0);
            }
            *self.bits.last_mut().expect("there is one") |= u64::from(side) << bit;
        }
        self.len += 1;
    }

    /// How many differ: those that only one has do.
    fn difference(&self, other: &Sides) -> u64 {
        let common = self.len.min(other.len);
        let differ = |(number, (own, theirs)): (usize, (&u64, &u64))| {
            let rest = common.saturating_sub(64 * number as u64);
            let mask = if rest >= 64 { u64::MAX } else { (1 << rest) - 1 };
            u64::from(((own ^ theirs) & mask).count_ones())
        };
        let differ: u64 = self.bits.iter().zip(&other.bits).enumerate().map(differ).sum();
        differ + self.len.abs_diff(other.len)
    }
}

impl Trace {
    /// The sides that were taken at a conditional.
    fn at(&self, place: Pc) -> Option<&Sides> {
        let number = self.places.get(place as usize)?.checked_sub(1)?;
        Some(&self.met[number as usize].1)
    }

    fn at_mut(&mut self, place: Pc) -> &mut Sides {
        let place = place as usize;
        if self.places.len() <= place {
            self.places.resize(place + 1, 0);
        }
        if self.places[place] == 0 {
            self.met.push((place as Pc, Sides::default()));
            self.places[place] = self.met.len() as u32;
        }
        &mut self.met[self.places[place] as usize - 1].1
    }

    /// What share of their decisions two runs differ in: conditional by conditional, the first with the first and so on.
    pub fn difference(&self, other: &Trace) -> f64 {
        let none = Sides::default();
        let (mut differ, mut all) = (0, 0);
        let mut compare = |own: &Sides, theirs: &Sides| {
            differ += own.difference(theirs);
            all += own.len.max(theirs.len);
        };
        for (place, own) in &self.met {
            compare(own, other.at(*place).unwrap_or(&none));
        }
        for (_, theirs) in other.met.iter().filter(|(place, _)| self.at(*place).is_none()) {
            compare(&none, theirs);
        }
        differ as f64 / all.max(1) as f64
    }
}

impl Observer for Trace {
    const WATCHES: bool = true;

    fn operation(&mut self, _: usize, _: Pc) {}

    fn decision(&mut self, instance: usize, at: Pc, choice: u32) {
        if instance == 0 {
            self.at_mut(at).push(choice != 0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trace(decisions: &[(Pc, u32)]) -> Trace {
        let mut trace = Trace::default();
        decisions.iter().for_each(|&(at, choice)| trace.decision(0, at, choice));
        trace
    }

    #[test]
    fn decisions_are_compared_by_conditional() {
        let a = trace(&[(1, 0), (1, 1), (2, 1), (1, 1)]);
        assert_eq!(a.difference(&a), 0.0);
        // One of three at the first differs, the second is the same.
        assert_eq!(a.difference(&trace(&[(2, 1), (1, 0), (1, 0), (1, 1)])), 0.25);
        // What only one has differs.
        assert_eq!(a.difference(&trace(&[(1, 0), (1, 1), (2, 1)])), 0.25);
        assert_eq!(trace(&[(7, 0)]).difference(&trace(&[(8, 0)])), 1.0);
    }

    #[test]
    fn long_runs_are_compared_bit_by_bit() {
        let sides = |flip: u32| (0..1000).map(move |i| (3, u32::from(i % 3 == 0) ^ u32::from(i == flip)));
        let (a, b) = (trace(&sides(2000).collect::<Vec<_>>()), trace(&sides(999).collect::<Vec<_>>()));
        assert_eq!(a.difference(&b), 0.001);
    }
}
