//! The same questions again and again, about inputs that were taken back and declared anew: with another width or range, as one
//! word or as two halves, before or after others. What was learned about a variable on one path and is used on another one has
//! to be about nothing but what it is declared to be.

use worstcase_solver::{Answer, Declared};
use worstcase_term::{TermId, Terms};

use crate::random::Random;
use crate::session::{Session, State};

/// A question about words, whichever these are.
#[derive(Clone)]
struct Question {
    kind: usize,
    words: [usize; 3],
    constant: u64,
    is_negated: bool,
}

/// Few questions, and few ranges that words can have.
pub fn reborn(random: &mut Random, session: &mut Session) {
    let widths = random.pick(&[vec![8], vec![16], vec![32], vec![64], vec![32, 64], vec![8, 32]]);
    let most = 3 + random.below(2);
    let question = |random: &mut Random| Question {
        kind: random.below(12),
        words: [random.below(most), random.below(most), random.below(most)],
        constant: if random.once_in(2) { 0 } else { random.constant(64) },
        is_negated: random.once_in(2),
    };
    let questions: Vec<Question> = (0..8).map(|_| question(random)).collect();
    let ranges: Vec<Random> = (0..3).map(|_| Random(random.next())).collect();
    let root = session.state();
    for _ in 0..3 {
        session.back(&root, random.once_in(3));
        let width = random.pick(&widths);
        let mut words = Vec::new();
        read(random, session, &ranges, width, &mut words, 2);
        ask(random, session, &questions, &words, 3);
        // Others after the same ones.
        let (middle, known): (State, usize) = (session.state(), words.len());
        for _ in 0..2 {
            session.back(&middle, random.once_in(3));
            words.truncate(known);
            read(random, session, &ranges, width, &mut words, most);
            ask(random, session, &questions, &words, 8);
        }
    }
}

/// Declares words until there are so many.
fn read(
    random: &mut Random,
    session: &mut Session,
    ranges: &[Random],
    width: u32,
    words: &mut Vec<TermId>,
    most: usize,
) {
    while words.len() < most {
        let mut input = |declared: Declared| {
            session.declare(declared);
            session.terms.input(session.inputs.len() as u32 - 1, declared.width)
        };
        let word = match random.below(5) {
            0 => {
                let half = Declared { width: width / 2, range: None };
                let (low, high) = (input(half), input(half));
                session.terms.concat(high, low)
            }
            1 => input(Declared { width, range: None }),
            _ => input(random.pick(ranges).declared(width)),
        };
        words.push(word);
    }
}

fn ask(random: &mut Random, session: &mut Session, questions: &[Question], words: &[TermId], count: usize) {
    for _ in 0..count {
        let before = session.state();
        let question = random.pick(questions);
        let condition = question.about(&mut session.terms, words);
        session.assert(condition);
        let answer = if random.once_in(5) { None } else { Some(session.check()) };
        if answer.is_some_and(|answer| answer != Answer::Sat) || random.once_in(8) {
            session.back(&before, true);
        }
    }
    if session.check() == Answer::Sat && random.once_in(4) {
        session.check_natural();
    }
}

impl Question {
    fn about(&self, terms: &mut Terms, words: &[TermId]) -> TermId {
        let [a, b, c] = self.words.map(|word| words[word % words.len()]);
        let width = terms.width(a);
        let constant = terms.constant(width, self.constant & worstcase_term::mask(width));
        let (zero, difference) = (terms.constant(width, 0), terms.sub(a, b));
        let is_less = terms.slt(difference, zero);
        let asked = match self.kind {
            0 | 1 => terms.slt(difference, constant),
            2 => terms.ult(difference, constant),
            3 => terms.eq(difference, constant),
            4 | 5 => {
                let lesser = terms.ite(is_less, a, b);
                let further = terms.sub(lesser, c);
                terms.slt(further, constant)
            }
            6 => {
                let (further, selected) = (terms.sub(b, c), terms.ite(is_less, zero, constant));
                terms.sle(further, selected)
            }
            7 => {
                let (sum, other) = (terms.add(a, constant), terms.slt(b, c));
                let first = terms.ult(sum, b);
                terms.or(first, other)
            }
            8 => terms.ule(difference, c),
            9 => {
                let (x, y) = (terms.slt(a, b), terms.ult(b, c));
                terms.eq(x, y)
            }
            10 if width >= 32 => {
                let (before, same) = (terms.flt(a, b), terms.feq(b, c));
                terms.or(before, same)
            }
            11 if width >= 32 => terms.fle(a, b),
            _ => terms.slt(a, b),
        };
        if self.is_negated { terms.not(asked) } else { asked }
    }
}
