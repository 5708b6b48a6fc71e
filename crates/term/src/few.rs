//! All values that a term can have, where they are few by its form alone: the places of `table[hash % 64]`.

use crate::arena::Terms;
use crate::float;
use crate::node::{BinaryOp, TermId, View};
use crate::semantics;

/// How deep terms are looked into.
const DEPTH: u32 = 20;

impl Terms {
    /// A set with all values that a term can have, ascending, if there are at most so many. It may have others, too:
    /// nothing is asked about inputs.
    pub fn few(&self, term: TermId, most: usize) -> Option<Vec<u64>> {
        self.few_within(term, most, DEPTH)
    }

    fn few_within(&self, term: TermId, most: usize, depth: u32) -> Option<Vec<u64>> {
        let (low, high) = self.range(term).unsigned(self.width(term));
        let within = (high - low < most as u64).then_some((low, high));
        // A range knows nothing of what lies between its ends: `4 * x` is a multiple of 4.
        let by_form = if depth > 0 && low != high { self.few_by_form(term, most, depth - 1) } else { None };
        match (by_form, within) {
            (Some(values), Some((low, high))) if values.len() as u64 > high - low => {
                Some((low..=high).collect())
            }
            (Some(values), _) => Some(values),
            (None, Some((low, high))) => Some((low..=high).collect()),
            (None, None) => None,
        }
    }

    fn few_by_form(&self, term: TermId, most: usize, depth: u32) -> Option<Vec<u64>> {
        let width = self.width(term);
        let few = |term| self.few_within(term, most, depth);
        let mut values = match self.view(term) {
            View::Constant(value) => vec![value],
            View::Input(_) => return None,
            View::Unary(op, a) => each(few(a)?, |a| semantics::unary(op, width, a)),
            View::Binary(BinaryOp::And, a, b) => match (self.value(a), self.value(b)) {
                (Some(bits), _) | (_, Some(bits)) => parts(bits, most)?,
                _ => return None,
            },
            View::Binary(BinaryOp::Urem, _, b) => match self.value(b) {
                Some(b) if b as usize <= most && b > 0 => (0..b).collect(),
                _ => return None,
            },
            View::Binary(op, a, b) => {
                let (a, b, width) = (few(a)?, few(b)?, self.width(b));
                if a.len() * b.len() > 4 * most {
                    return None;
                }
                a.iter().flat_map(|&a| b.iter().map(move |&b| semantics::binary(op, width, a, b))).collect()
            }
            View::Extract { a, high, low } => each(few(a)?, |a| a >> low & semantics::mask(high - low + 1)),
            View::ZeroExtend(a) => few(a)?,
            View::SignExtend(a) => {
                let narrow = self.width(a);
                each(few(a)?, |a| semantics::signed(narrow, a) as u64 & semantics::mask(width))
            }
            View::Convert(op, a) => {
                let from = self.width(a);
                each(few(a)?, |a| float::convert(op, from, width, a))
            }
            View::Ite(_, a, b) => [few(a)?, few(b)?].concat(),
        };
        values.sort_unstable();
        values.dedup();
        (values.len() <= most).then_some(values)
    }
}

fn each(values: Vec<u64>, of: impl Fn(u64) -> u64) -> Vec<u64> {
    values.into_iter().map(of).collect()
}

/// The numbers that have no other bits than these.
fn parts(bits: u64, most: usize) -> Option<Vec<u64>> {
    if bits.count_ones() >= 32 || 1usize << bits.count_ones() > most {
        return None;
    }
    let mut part = 0u64;
    let mut parts = vec![0];
    while part != bits {
        part = part.wrapping_sub(bits) & bits;
        parts.push(part);
    }
    Some(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_values_are_known_by_form() {
        let mut terms = Terms::new();
        let input = terms.input(0, 32);
        let other = terms.input(1, 8);
        let product = terms.mul(input, input);
        let (mask, two, base) = (terms.constant(32, 0b1010), terms.constant(32, 2), terms.constant(32, 1000));
        let masked = terms.and(product, mask);
        let scaled = terms.shl(masked, two);
        let place = terms.add(scaled, base);
        assert_eq!(terms.few(place, 8), Some(vec![1000, 1008, 1032, 1040]));
        assert_eq!(terms.few(place, 3), None);
        assert_eq!(terms.few(input, 256), None);
        assert_eq!(terms.few(other, 256).map(|values| values.len()), Some(256));
    }
}
