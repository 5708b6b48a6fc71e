//! Terms of one arena made anew in another, with inputs replaced by terms of that one.
//!
//! So a condition on what a program reads becomes a condition on what the program before it read, if each input is replaced
//! by what was written (CompSLG calls this channelling).

use crate::arena::Terms;
use crate::node::{TermId, View};
use crate::walk::Walk;

/// What was brought over so far: each term once. It serves two arenas that only grow, and one replacement of inputs.
#[derive(Clone, Debug, Default)]
pub struct Mover {
    done: Vec<Option<TermId>>,
}

impl Mover {
    /// The term in the other arena, where `input` says what stands for an input, which has to be of the same width.
    pub fn bring(
        &mut self,
        from: &Terms,
        to: &mut Terms,
        term: TermId,
        input: &mut dyn FnMut(&mut Terms, u32) -> TermId,
    ) -> TermId {
        self.done.resize(self.done.len().max(from.count()), None);
        let mut walk = Walk::new(term);
        while let Some(next) = walk.next(from, |term| self.done[term.index()].is_some()) {
            let made = self.made(from, to, next, input);
            assert_eq!(from.width(next), to.width(made), "what replaces an input has its width");
            self.done[next.index()] = Some(made);
        }
        self.done[term.index()].expect("the walk ends with it")
    }

    fn made(
        &self,
        from: &Terms,
        to: &mut Terms,
        term: TermId,
        input: &mut dyn FnMut(&mut Terms, u32) -> TermId,
    ) -> TermId {
        let of = |operand: TermId| self.done[operand.index()].expect("operands come first");
        let width = from.width(term);
        match from.view(term) {
            View::Constant(value) => to.constant(width, value),
            View::Input(index) => input(to, index),
            View::Unary(op, a) => to.unary(op, of(a)),
            View::Binary(op, a, b) => to.binary(op, of(a), of(b)),
            View::Extract { a, high, low } => to.extract(of(a), high, low),
            View::ZeroExtend(a) => to.zext(of(a), width),
            View::SignExtend(a) => to.sext(of(a), width),
            View::Convert(op, a) => to.convert(op, of(a), width),
            View::Ite(condition, a, b) => to.ite(of(condition), of(a), of(b)),
        }
    }
}
