//! Linear equations over fractions, added one at a time, so that the first one that does not fit ends the attempt.

use super::rational::Rational;

/// What an equation says beyond those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Says {
    /// Something new.
    More,
    /// Nothing: it follows from the others, and so confirms them.
    Same,
    /// It contradicts the others, or its numbers are too large to tell.
    Against,
}

/// Equations in reduced echelon form: each row has a one where all other rows have a zero.
#[derive(Clone, Debug)]
pub(crate) struct System {
    unknowns: usize,
    /// The place of the one, the coefficients, and at their end the right-hand side.
    rows: Vec<(usize, Vec<Rational>)>,
}

impl System {
    pub fn new(unknowns: usize) -> System {
        System { unknowns, rows: Vec::with_capacity(unknowns) }
    }

    pub fn is_solved(&self) -> bool {
        self.rows.len() == self.unknowns
    }

    /// Takes in `coefficients · unknowns = value`.
    pub fn add(&mut self, coefficients: &[i128], value: i128) -> Says {
        let row = coefficients.iter().copied().chain([value]).map(Rational::integer).collect();
        self.try_add(row).unwrap_or(Says::Against)
    }

    fn try_add(&mut self, mut row: Vec<Rational>) -> Option<Says> {
        for (place, other) in &self.rows {
            subtract(&mut row, other, *place)?;
        }
        let Some(place) = row[..self.unknowns].iter().position(|c| !c.is_zero()) else {
            return Some(if row[self.unknowns].is_zero() { Says::Same } else { Says::Against });
        };
        let lead = row[place];
        for c in &mut row {
            *c = c.over(lead)?;
        }
        for (_, other) in &mut self.rows {
            subtract(other, &row, place)?;
        }
        self.rows.push((place, row));
        Some(Says::More)
    }

    /// The one solution, if the equations leave only one.
    pub fn solution(&self) -> Option<Vec<Rational>> {
        self.is_solved().then(|| self.simplest())
    }

    /// A solution in which all that is not determined is zero.
    pub fn simplest(&self) -> Vec<Rational> {
        let mut solution = vec![Rational::ZERO; self.unknowns];
        for (place, row) in &self.rows {
            solution[*place] = row[self.unknowns];
        }
        solution
    }
}

/// Takes so much of `other` off `row` that it is zero at the place.
fn subtract(row: &mut [Rational], other: &[Rational], place: usize) -> Option<()> {
    let factor = row[place];
    if factor.is_zero() {
        return Some(());
    }
    for (c, o) in row.iter_mut().zip(other) {
        if !o.is_zero() {
            *c = c.minus(factor.times(*o)?)?;
        }
    }
    Some(())
}

/// Equations modulo a prime: a quick way to see that there is no solution. Whatever solves equations in fractions whose
/// denominators the prime does not divide solves them modulo the prime as well.
pub(crate) struct Residual {
    /// The place of the one, and the coefficients, with the right-hand side at their end.
    rows: Vec<(usize, Vec<u64>)>,
}

/// A Mersenne prime.
const PRIME: u64 = (1 << 61) - 1;

impl Residual {
    pub fn new() -> Residual {
        Residual { rows: Vec::new() }
    }

    /// Takes in an equation, its right-hand side last; says whether there can still be a solution.
    pub fn add(&mut self, equation: impl Iterator<Item = i128>) -> bool {
        let mut row: Vec<u64> = equation.map(residue).collect();
        for (place, other) in &self.rows {
            let factor = PRIME - row[*place];
            if factor != PRIME {
                for (c, o) in row.iter_mut().zip(other) {
                    *c = (*c + times(factor, *o)) % PRIME;
                }
            }
        }
        let unknowns = row.len() - 1;
        let Some(place) = row[..unknowns].iter().position(|c| *c != 0) else { return row[unknowns] == 0 };
        let inverse = inverse(row[place]);
        row.iter_mut().for_each(|c| *c = times(*c, inverse));
        self.rows.push((place, row));
        true
    }
}

fn residue(value: i128) -> u64 {
    match u64::try_from(value) {
        Ok(small) if small < PRIME => small,
        _ => value.rem_euclid(PRIME.into()) as u64,
    }
}

fn times(a: u64, b: u64) -> u64 {
    // Above the lowest 61 bits, each bit is worth one that is 61 places lower.
    let product = u128::from(a) * u128::from(b);
    let folded = (product as u64 & PRIME) + (product >> 61) as u64;
    if folded >= PRIME { folded - PRIME } else { folded }
}

/// By Fermat's little theorem.
fn inverse(value: u64) -> u64 {
    let (mut square, mut product, mut exponent) = (value, 1, PRIME - 2);
    while exponent > 0 {
        if exponent & 1 == 1 {
            product = times(product, square);
        }
        square = times(square, square);
        exponent >>= 1;
    }
    product
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equations_are_solved_confirmed_and_contradicted() {
        let mut system = System::new(2);
        assert_eq!(system.add(&[1, 1], 3), Says::More);
        assert_eq!(system.add(&[2, 2], 6), Says::Same);
        assert_eq!(system.solution(), None);
        assert_eq!(system.add(&[1, 3], 4), Says::More);
        let halves = [Rational::new(5, 2).unwrap(), Rational::new(1, 2).unwrap()];
        assert_eq!(system.solution().as_deref(), Some(&halves[..]));
        assert_eq!(system.add(&[1, 2], 3), Says::Against);
        assert_eq!(system.add(&[i128::MAX, 2], 3), Says::Against);
    }
    #[test]
    fn contradictions_are_seen_modulo_a_prime() {
        let mut residual = Residual::new();
        assert!(residual.add([1, 1, 3].into_iter()));
        assert!(residual.add([2, 2, 6].into_iter()));
        assert!(residual.add([1, 3, 4].into_iter()));
        assert!(residual.add([-2, -4, -7].into_iter()));
        assert!(!residual.add([1, 2, 3].into_iter()));
        assert_eq!(times(inverse(44), 44), 1);
        assert_eq!(times(PRIME - 1, PRIME - 1), 1);
        assert_eq!((residue(-1), residue(PRIME.into())), (PRIME - 1, 0));
    }
}
