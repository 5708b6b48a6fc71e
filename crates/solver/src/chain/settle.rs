//! Whether the model satisfies what the order layer does not know, and small moves that make it so.
//!
//! Only what may have changed is looked at: the model satisfied everything once ([`Sound`]), and since then some inputs have
//! moved and some facts have come. On a long path that is much less than all.
//!
//! Small inputs that are not in their sets are moved one by one, if comparisons allow that. If not, those that they are
//! compared with are moved along: all upwards, or all downwards, or, from the least solution of the comparisons, upwards,
//! which finds a model if there is one (see [`crate::order`], `nudge`). Only disequalities are not always decided so.

use worstcase_term::Terms;

use super::words::Words;
use super::{Chain, Core, Place};
use crate::order::Var;
use crate::solver::Answer;

/// A time when the model satisfied everything.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sound {
    place: Place,
    rest: usize,
    bytes: usize,
}

/// What came of moving small inputs together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Moved {
    /// All of them are in their sets.
    Settled,
    /// Nothing in this direction is a solution.
    Stuck,
    GivenUp,
}

impl Chain {
    /// The present, if the model satisfies everything.
    pub(super) fn as_it_is(&self) -> Sound {
        Sound { place: self.place(), rest: self.rest.len(), bytes: self.bytes.mark() }
    }

    /// Whether an input is in its set, if it has one.
    fn is_allowed(&self, input: u32) -> bool {
        self.bytes.set(input).is_none_or(|set| set.contains(self.words.value(&self.order, input) as u8))
    }

    /// Small inputs that are not in their sets, some of them several times.
    fn outside(&self) -> Vec<u32> {
        let moved = self.moved_since(self.sound.place);
        let suspects = self.bytes.narrowed_since(self.sound.bytes).chain(moved);
        suspects.filter(|&input| !self.is_allowed(input)).collect()
    }

    /// Whether the model satisfies all facts that the order layer does not know; it satisfies those that it does.
    pub(super) fn rest_holds(&mut self, terms: &Terms) -> bool {
        let moved = self.moved_since(self.sound.place);
        let news = if moved.is_empty() { self.sound.rest } else { 0 };
        let mut suspects = self.bytes.narrowed_since(self.sound.bytes).chain(moved);
        if !suspects.all(|input| self.is_allowed(input)) {
            return false;
        }
        drop(suspects);
        let model = self.words.model(&self.order);
        let mut valuation = self.evaluator.under_model(terms, &model);
        // The newest is the one that is most likely new to the model.
        self.rest[news..].iter().rev().all(|&fact| valuation.holds(fact))
    }

    /// Moves small inputs one by one to values that their sets allow, if the comparisons they are in allow it, too. Returns
    /// whether that was all that had to be done.
    pub(super) fn settle_bytes(&mut self) -> bool {
        let outside = self.outside();
        if outside.is_empty() || !self.order.is_settled() {
            return false;
        }
        let mut settled = true;
        for input in outside {
            let Some(set) = self.bytes.set(input) else { continue };
            if self.is_allowed(input) {
                continue;
            }
            if self.words.is_unowned(input) {
                let Some(first) = set.pleasing().next() else { return false };
                self.words.keep(input, first.into());
                continue;
            }
            let Some(word) = self.words.whole(input) else { return false };
            let (order, variable) = (&mut self.order, word.variable);
            let moved = |value: u8| order.move_alone(variable, Words::integer(word, value.into()));
            settled &= set.pleasing().any(moved);
        }
        settled
    }

    /// Moves small inputs to values that their sets allow, and others along.
    pub(super) fn settle_together(&mut self, terms: &Terms) -> Answer {
        let outside = self.outside();
        if outside.is_empty() || outside.iter().any(|&input| self.words.whole(input).is_none()) {
            return Answer::Unknown;
        }
        let start = self.order.changes();
        let mut moves = self.limits.moves;
        for up in [true, false] {
            if self.push_all(outside.clone(), up, start, &mut moves) == Moved::Settled
                && self.rest_holds(terms)
            {
                return Answer::Sat;
            }
            self.order.take_back(start);
        }
        self.order.sink();
        let all: Vec<u32> = self.bytes.narrowed_since(0).collect();
        let owned = all.into_iter().filter(|&input| self.words.whole(input).is_some()).collect();
        match self.push_all(owned, true, start, &mut moves) {
            Moved::Settled if self.rest_holds(terms) => return Answer::Sat,
            Moved::Stuck => {
                self.order.take_back(start);
                // Which facts are to blame is for Z3 to say, should anyone ask.
                self.core = Core::Z3;
                return Answer::Unsat;
            }
            _ => self.order.take_back(start),
        }
        Answer::Unknown
    }

    /// Moves all of these inputs, which are words, in one direction until they are in their sets, and so whatever moves
    /// with them, and whatever equals what it must differ from. Disequalities held when the order layer had so many changes.
    fn push_all(&mut self, open: Vec<u32>, up: bool, start: usize, moves: &mut usize) -> Moved {
        // What follows is a proof for as long as nothing moves that need not.
        let mut forced = true;
        let mut outcome = self.push_out(open, up, moves);
        while outcome == Moved::Settled {
            let Some((x, y)) = self.order.broken_since(start) else { return outcome };
            // One of the two has to move. If the first cannot, or not without the second, then it is the second.
            let (before, other) = (self.order.changes(), self.order.value(y));
            outcome = self.push_further(x, up, moves);
            if outcome == Moved::Settled && self.order.value(y) == other {
                forced &= y == Var::ZERO;
            } else {
                forced &= outcome != Moved::GivenUp;
                self.order.take_back(before);
                outcome = self.push_further(y, up, moves);
            }
        }
        if forced { outcome } else { Moved::GivenUp }
    }

    /// Moves inputs, which are words, until they are in their sets, and so whatever moves with them.
    fn push_out(&mut self, mut open: Vec<u32>, up: bool, moves: &mut usize) -> Moved {
        while let Some(input) = open.pop() {
            if self.words.whole(input).is_none() {
                return Moved::GivenUp;
            }
            let Some((variable, to)) = self.next_allowed(input, up, false) else { return Moved::Stuck };
            if !self.push(variable, to, up, &mut open, moves) {
                return if *moves == 0 { Moved::GivenUp } else { Moved::Stuck };
            }
        }
        Moved::Settled
    }

    /// Moves a variable to another value that is allowed.
    fn push_further(&mut self, variable: Var, up: bool, moves: &mut usize) -> Moved {
        if variable == Var::ZERO {
            return Moved::Stuck;
        }
        let input = self.words.word(variable).and_then(|word| Some(word.shape.pieces.first()?.input));
        let is_whole = |input: &u32| self.words.whole(*input).is_some_and(|word| word.variable == variable);
        let Some(input) = input.filter(is_whole) else { return Moved::GivenUp };
        let Some((_, to)) = self.next_allowed(input, up, true) else { return Moved::Stuck };
        let mut open = Vec::new();
        if !self.push(variable, to, up, &mut open, moves) {
            return if *moves == 0 { Moved::GivenUp } else { Moved::Stuck };
        }
        self.push_out(open, up, moves)
    }

    /// Moves a variable, and notes which small inputs moved with it.
    fn push(&mut self, variable: Var, to: i64, up: bool, open: &mut Vec<u32>, moves: &mut usize) -> bool {
        let before = self.order.changes();
        let pushed = if up { self.order.raise(variable, to) } else { self.order.lower(variable, to) };
        let words = &self.words;
        let whole = |moved: Var| {
            let input = words.word(moved)?.shape.pieces.first()?.input;
            words.whole(input).is_some_and(|word| word.variable == moved).then_some(input)
        };
        open.extend(self.order.moved_since(before).filter_map(whole));
        *moves = moves.saturating_sub(1 + self.order.changes() - before);
        pushed && *moves > 0
    }

    /// The variable of an input that is a word, and the next value in a direction that its set allows, beginning with the
    /// one that it has unless it has to be another; none if there is none.
    fn next_allowed(&self, input: u32, up: bool, another: bool) -> Option<(Var, i64)> {
        let word = self.words.whole(input)?;
        let now = self.order.value(word.variable);
        let Some(set) = self.bytes.set(input) else {
            let step = i64::from(another);
            let next = if up { now.checked_add(step) } else { now.checked_sub(step) };
            return next.map(|next| (word.variable, next));
        };
        let allowed = set.ascending().map(|value| Words::integer(word, value.into()));
        let ahead =
            allowed.filter(|&value| (value == now && !another) || if up { value > now } else { value < now });
        let next = if up { ahead.min() } else { ahead.max() };
        next.map(|next| (word.variable, next))
    }
}
