//! Inputs as permutations: for programs that only compare values, their order is all that matters.

use super::place::Length;

/// The rank of each value, from 1 on; equal values have the same rank.
pub(crate) fn ranks(input: &[i64]) -> Vec<i64> {
    let mut sorted = input.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    input.iter().map(|value| sorted.partition_point(|other| other < value) as i64 + 1).collect()
}

/// The rank of each value, from 1 on; of equal values the first has the lowest.
pub(crate) fn order(input: &[i64]) -> Vec<i64> {
    let mut places: Vec<usize> = (0..input.len()).collect();
    places.sort_by_key(|&place| input[place]);
    let mut ranks = vec![0; input.len()];
    for (rank, place) in (1..).zip(places) {
        ranks[place] = rank;
    }
    ranks
}

/// Inputs as permutations of 1 to their length. Most have no equal values; those that do were free to differ.
pub(crate) struct Permutations {
    /// With ascending lengths.
    pub all: Vec<Vec<i64>>,
    /// How many values an input of a size has.
    pub length: Length,
    sizes: Vec<u32>,
}

impl Permutations {
    /// The inputs as permutations, if most are, with lengths that grow by one with each size.
    pub fn of(inputs: &[(u32, Vec<i64>)]) -> Option<Permutations> {
        let is_distinct =
            |(_, input): &&(u32, Vec<i64>)| ranks(input).iter().max() == Some(&(input.len() as i64));
        let distinct = 2 * inputs.iter().filter(is_distinct).count() > inputs.len();
        distinct.then(|| Self::by(inputs, order))?
    }

    /// The inputs as the ranks of their values, of which several may be the same.
    pub fn with_equals(inputs: &[(u32, Vec<i64>)]) -> Option<Permutations> {
        Self::by(inputs, ranks)
    }

    fn by(inputs: &[(u32, Vec<i64>)], ranks: impl Fn(&[i64]) -> Vec<i64>) -> Option<Permutations> {
        let grows = |pair: &[(u32, Vec<i64>)]| {
            let more = pair[1].1.len().checked_sub(pair[0].1.len());
            pair[0].0 < pair[1].0 && more == Some((pair[1].0 - pair[0].0) as usize)
        };
        if inputs.len() <= 3 || !inputs.windows(2).all(grows) {
            return None;
        }
        let all: Vec<Vec<i64>> = inputs.iter().map(|(_, input)| ranks(input)).collect();
        let length = Length::of(inputs, 0)?;
        let sizes = inputs.iter().map(|(n, _)| *n).collect();
        Some(Permutations { all, length, sizes })
    }

    /// The size of the first permutation that is at least so long.
    pub fn size_from(&self, length: usize) -> Option<u32> {
        let place = self.all.iter().position(|input| input.len() >= length)?;
        self.sizes.get(place).copied()
    }
}
