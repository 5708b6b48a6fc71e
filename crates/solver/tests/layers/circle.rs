//! Differences that wrap around, of words that have not all the same range. What the chain learns about them on one path it
//! uses on others, where a variable of its may stand for another word: which words are compared depends on the path.

use worstcase_solver::Declared;

use crate::random::Random;
use crate::session::{Session, Step};

/// Compares words on a circle, and selects some by others.
pub fn circle(random: &mut Random, session: &mut Session) -> Step<()> {
    let (count, width) = (3 + random.below(4), random.pick(&[8, 16, 32, 32, 64]));
    let is_mixed = random.once_in(2);
    let mut read = |_| {
        let range = if is_mixed { random.declared(width).range } else { None };
        session.input(Declared { width, range })
    };
    let mut words: Vec<_> = (0..count).map(&mut read).collect();
    let middle = 1u64 << (width - 1);
    for _ in 0..14 {
        let (i, j) = (random.below(count), random.below(count));
        let (a, b, terms) = (words[i], words[j], &mut session.terms);
        let constant = match random.below(4) {
            0 | 1 => 0,
            2 => random.pick(&[1, u64::MAX, middle, middle - 1]) & worstcase_term::mask(width),
            _ => random.constant(width),
        };
        let (difference, constant) = (terms.sub(a, b), terms.constant(width, constant));
        let question = match random.below(8) {
            0..=2 => terms.slt(difference, constant),
            3 => terms.sle(constant, difference),
            4 => terms.ult(difference, constant),
            5 => terms.eq(difference, constant),
            6 => terms.slt(a, constant),
            _ => terms.slt(a, b),
        };
        if random.once_in(3) {
            (words[i], words[j]) = (terms.ite(question, a, b), terms.ite(question, b, a));
        } else if session.decide(question)? {
            // From here on, other words than on the other side.
            random.next();
        }
    }
    Ok(())
}
