//! Pieces of one round of a loop, or of the routine: from the header through the loops inside, each of which is run as
//! often as it likes.

use std::collections::BTreeMap;

use crate::expr::{Expr, Symbol};
use crate::lift::VarIdx;
use crate::system::facts::Facts;
use crate::system::symbols::{Cause, Meaning};
use crate::system::{Call, Cut, System, Transition};

/// A way from a header, or from the beginning of the routine, to somewhere.
#[derive(Clone, Debug)]
pub struct Piece {
    /// What has to hold, and what is known of unknown values.
    pub facts: Facts,
    /// The variables' values at the end, over those at the beginning; those that are not there are unchanged.
    pub values: BTreeMap<VarIdx, Expr>,
    /// What the routine returns at the end.
    pub result: Option<Expr>,
    /// The calls on the way, since the last loop inside.
    pub calls: Vec<Call>,
    /// What unknown values are at least and at most.
    pub limits: BTreeMap<Symbol, Limits>,
    /// The transitions that it is made of, without those of loops inside.
    pub trace: Vec<usize>,
}

impl Piece {
    /// The last transition.
    pub fn last(&self) -> Option<usize> {
        self.trace.last().copied()
    }
}

/// What a value is at least and at most.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// At least.
    pub low: Vec<Expr>,
    /// At most.
    pub high: Vec<Expr>,
}

/// The pieces of a round.
#[derive(Clone, Debug, Default)]
pub struct Round {
    /// Back to the header.
    pub back: Vec<Piece>,
    /// To the header of a loop inside.
    pub inside: BTreeMap<usize, Vec<Piece>>,
    /// All of them, also those that leave, each with the calls of its last transition.
    pub all: Vec<Piece>,
}

/// What is known of the variables after a loop, over their values before it.
pub type After = BTreeMap<VarIdx, Limits>;

/// More pieces are not looked at.
const MOST: usize = 250;

/// Puts pieces together.
pub struct Composer<'s, 'a> {
    pub system: &'s mut System<'a>,
    /// By loop, what is known after it.
    pub after: &'s [After],
}

impl Composer<'_, '_> {
    /// All pieces of a round of a loop, or of the routine. None if there are too many.
    pub fn round(&mut self, scope: Option<usize>) -> Option<Round> {
        let start = scope.map_or(Cut::Entry, Cut::Header);
        let mut facts = Facts::default();
        if let Some(scope) = scope {
            facts.extend(&self.system.loops[scope].invariant);
        }
        let first = Piece {
            facts,
            values: BTreeMap::new(),
            result: None,
            calls: Vec::new(),
            limits: BTreeMap::new(),
            trace: Vec::new(),
        };
        let mut round = Round::default();
        let mut stack = vec![(first, start)];
        let mut steps = 0;
        while let Some((piece, cut)) = stack.pop() {
            for number in 0..self.system.transitions.len() {
                let transition = self.system.transitions[number].clone();
                if transition.from != cut {
                    continue;
                }
                // A transition inside the loop that was just run is part of that loop.
                if let Cut::Header(ran) = cut
                    && Some(ran) != scope
                    && self.system.is_in(transition.to, self.child_of(scope, ran)?)
                {
                    continue;
                }
                steps += 1;
                if steps > MOST {
                    return None;
                }
                let Some(mut next) = self.followed(&piece, &transition) else { continue };
                next.trace.push(number);
                round.all.push(next.clone());
                match transition.to {
                    to if to == start => round.back.push(next),
                    Cut::Header(child)
                        if scope.is_none_or(|scope| self.system.is_in(transition.to, scope)) =>
                    {
                        round.inside.entry(child).or_default().push(next.clone());
                        for exit in 0..self.system.loops.len() {
                            if self.system.is_in(Cut::Header(exit), child) {
                                stack.push((self.ran(&next, child, exit), Cut::Header(exit)));
                            }
                        }
                    }
                    _ => {}
                }
            }
        }
        Some(round)
    }

    /// The loop directly inside the scope that a loop is in.
    fn child_of(&self, scope: Option<usize>, mut index: usize) -> Option<usize> {
        while self.system.loops[index].parent != scope {
            index = self.system.loops[index].parent?;
        }
        Some(index)
    }

    /// A piece that goes on along a transition, if that is possible.
    fn followed(&mut self, piece: &Piece, transition: &Transition) -> Option<Piece> {
        let system = &*self.system;
        let value = |symbol: Symbol| match system.symbols.meaning(symbol) {
            Meaning::Variable(variable) => piece.values.get(variable).cloned(),
            _ => None,
        };
        let mut facts = piece.facts.clone();
        facts.extend(&transition.facts.substitute(&value));
        if facts.contradict(&system.symbols) {
            return None;
        }
        let set = transition.values.iter().map(|(&variable, expr)| (variable, expr.substitute(&value)));
        let set: Vec<(VarIdx, Option<Expr>)> = set.collect();
        let calls = transition.calls.iter().map(|call| {
            let arguments = call.arguments.iter().map(|argument| argument.substitute(&value));
            (call, arguments.collect())
        });
        let calls: Vec<(&Call, Vec<Option<Expr>>)> = calls.collect();
        let result = transition.result.as_ref().and_then(|result| result.substitute(&value));
        // What is too large to be written down is unknown. The way is possible all the same.
        let mut values = piece.values.clone();
        for (variable, expr) in set {
            let ty = self.system.routine.variable(variable).ty;
            let unknown = || self.system.symbols.unknown(ty, Cause::Computed);
            values.insert(variable, expr.unwrap_or_else(unknown));
        }
        let calls = calls.into_iter().map(|(call, arguments)| {
            let symbols = &mut self.system.symbols;
            let mut unknown = || Expr::symbol(symbols.fresh(Meaning::Unknown, None));
            let arguments = arguments.into_iter().map(|argument| argument.unwrap_or_else(&mut unknown));
            Call { arguments: arguments.collect(), ..call.clone() }
        });
        let calls = calls.collect();
        Some(Piece { facts, values, result, calls, limits: piece.limits.clone(), trace: piece.trace.clone() })
    }

    /// A piece after a loop has run, left from a header in it.
    fn ran(&mut self, piece: &Piece, child: usize, exit: usize) -> Piece {
        let mut piece = Piece { calls: Vec::new(), ..piece.clone() };
        let before = piece.values.clone();
        let changed: Vec<VarIdx> = self.system.loops[child].changed.iter().copied().collect();
        for variable in changed {
            let ty = self.system.routine.variable(variable).ty;
            let unknown = self.system.symbols.unknown(ty, Cause::Loop(child));
            if exit == child
                && let (Some(limits), Some(symbol)) =
                    (self.after.get(child).and_then(|after| after.get(&variable)), unknown.as_symbol())
            {
                let symbols = &self.system.symbols;
                let value = |symbol: Symbol| match symbols.meaning(symbol) {
                    Meaning::Variable(variable) => before.get(variable).cloned(),
                    _ => None,
                };
                let all = |exprs: &[Expr]| exprs.iter().filter_map(|expr| expr.substitute(&value)).collect();
                let limits = Limits { low: all(&limits.low), high: all(&limits.high) };
                // What is linear helps to see what is possible.
                limits
                    .low
                    .iter()
                    .filter_map(|low: &Expr| unknown.sub(low))
                    .for_each(|fact| piece.facts.add(&fact));
                limits
                    .high
                    .iter()
                    .filter_map(|high: &Expr| high.sub(&unknown))
                    .for_each(|fact| piece.facts.add(&fact));
                piece.limits.insert(symbol, limits);
            }
            piece.values.insert(variable, unknown);
        }
        let symbols = &self.system.symbols;
        let value = |symbol: Symbol| match symbols.meaning(symbol) {
            Meaning::Variable(variable) => piece.values.get(variable).cloned(),
            _ => None,
        };
        let holds = self.system.loops[exit].invariant.substitute(&value);
        piece.facts.extend(&holds);
        piece
    }
}
