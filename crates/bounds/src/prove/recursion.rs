//! Functions that call themselves: a chain of calls is a loop over the parameters, whose rounds are the depth.
//!
//! A run that makes at most one such call is a chain. With more of them there are at most so many to the power of k at
//! depth k; or, where they share what there is of a norm (both halves are not more than the whole), there are not more calls
//! than that, and what they come to at one depth is not more than what the first does.

use std::collections::BTreeMap;

use super::inner::Inner;
use super::limit::{best, over};
use super::norm::{after, norms, rounds};
use super::piece::Piece;
use crate::expr::{Expr, Rational, Symbol};
use crate::lift::{Callee, VarIdx};
use crate::system::facts::Facts;
use crate::system::symbols::{Cause, Meaning};
use crate::system::walk::fits;
use crate::system::{Call, Loop, System};

/// A call of the routine by itself.
fn is_recursive(system: &System<'_>, call: &Call) -> bool {
    call.callee == Callee::Function(system.routine.function)
}

/// What a routine that calls itself comes to, over its parameters: what it comes to on its own, summed over all calls. It is
/// given its pieces, and what it comes to on its own. None if there is no bound.
pub fn recursive(system: &mut System<'_>, pieces: &[Piece], own: &Expr) -> Option<Expr> {
    let calls_itself = |call: &&Call| is_recursive(system, call);
    // Calls in a loop are not counted.
    let mut all = system.transitions.iter().flat_map(|one| &one.calls).filter(calls_itself);
    if all.any(|call| system.around[call.block.index()].is_some()) {
        return None;
    }
    let calls_in = |&number: &usize| system.transitions[number].calls.iter().filter(calls_itself).count();
    let most = pieces.iter().map(|piece| piece.trace.iter().map(calls_in).sum::<usize>()).max()?;
    let chain = Chain::new(system, pieces)?;
    let own = chain.over_variables(system, own)?;
    let depth = rounds(system, chain.index, &chain.back).bounds.into_iter().next()?;
    let shared = if most > 1 { chain.shared(system, &own, &depth) } else { Vec::new() };
    let total = shared.into_iter().next().or_else(|| chain.by_depth(system, &own, &depth, most))?;
    chain.over_first_values(system, &total)
}

/// A chain of calls as a loop.
struct Chain {
    /// Its number among the system's loops.
    index: usize,
    parameters: Vec<VarIdx>,
    /// From one call to the next.
    back: Vec<Piece>,
    /// The same, by runs that make several calls.
    together: Vec<Vec<Piece>>,
}

/// How many times a norm, and how much more, a call may come to on its own.
const MOST_TIMES: i128 = 6;
const MOST_MORE: i128 = 12;

/// With more calls in a run it is not asked whether they share something.
const MOST_TOGETHER: usize = 4;

impl Chain {
    fn new(system: &mut System<'_>, pieces: &[Piece]) -> Option<Chain> {
        let parameters = system.routine.parameters.clone();
        parameters.iter().for_each(|&parameter| system.symbols.unfix(parameter));
        let (mut together, mut back) = (Vec::new(), Vec::new());
        let itself = Callee::Function(system.routine.function);
        let own = |piece: &Piece| -> Vec<Call> {
            piece.calls.iter().filter(|call| call.callee == itself).cloned().collect()
        };
        for piece in pieces {
            let calls = own(piece);
            if calls.is_empty() {
                continue;
            }
            back.extend(steps(system, piece, &calls, &parameters)?);
            // Those that were made on the way as well.
            let before = pieces.iter().filter(|before| piece.trace.starts_with(&before.trace));
            let calls: Vec<Call> = before.flat_map(own).collect();
            together.push(steps(system, piece, &calls, &parameters)?);
        }
        let changed = parameters.iter().copied().collect();
        let chain = Loop { parent: None, children: Vec::new(), changed, invariant: Facts::default() };
        system.loops.push(chain);
        Some(Chain { index: system.loops.len() - 1, parameters, back, together })
    }

    /// What all calls come to, if there are at most so many per run.
    fn by_depth(&self, system: &mut System<'_>, own: &Expr, depth: &Expr, most: usize) -> Option<Expr> {
        let inner = Inner::new(system, self.index, &self.back);
        let nothing = Piece { facts: Facts::default(), ..self.back.first()?.clone() };
        let body = inner.in_round(system, &nothing, own).into_iter().next()?;
        let times = Rational::integer(i128::try_from(most).ok()?)?;
        let width = if most > 1 { Expr::power(times, &Expr::symbol(inner.counter))? } else { Expr::one() };
        let levels = inner.renamed(&depth.plus(1)?)?;
        let total = Expr::sum_below(inner.counter, &levels, &body.mul(&width)?)?;
        inner.named(&total.value)
    }

    /// What all calls come to, if those of a run share a norm of which one is used up.
    fn shared(&self, system: &System<'_>, own: &Expr, depth: &Expr) -> Vec<Expr> {
        let most = self.together.iter().map(Vec::len).max().unwrap_or(0);
        let norms = norms(system, self.index, &self.back);
        let shared = norms.iter().map(|norm| &norm.expr).filter(|norm| self.is_shared(system, norm));
        let total = |norm: &Expr| -> Option<Expr> {
            let (alone, own) = over(norm, own).unwrap_or_else(|| (norm.clone(), own.clone()));
            let (alone, norm) = (alone.positive_part()?, norm.positive_part()?);
            // Every call that makes others uses one up.
            let calls = norm.scale(Rational::integer(i128::try_from(most).ok()?)?)?.plus(1)?;
            let costs = (0..=MOST_TIMES).flat_map(|times| (1..=MOST_MORE).map(move |more| (times, more)));
            let (times, more) = { costs }.find(|&(times, more)| {
                let cost = Rational::integer(times).and_then(|times| alone.scale(times)?.plus(more));
                cost.is_some_and(|cost| own.provably_le(&cost))
            })?;
            let at_one_depth = norm.scale(Rational::integer(times)?)?;
            at_one_depth.mul(&depth.plus(1)?)?.add(&calls.scale(Rational::integer(more)?)?)
        };
        best(shared.filter_map(total).collect())
    }

    /// Whether the calls of each run have less of a norm, all together.
    fn is_shared(&self, system: &System<'_>, norm: &Expr) -> bool {
        self.together.iter().all(|calls| {
            calls.len() <= MOST_TOGETHER
                && (0..1 << calls.len()).all(|chosen: usize| {
                    // Those of which there is nothing are left out, whichever they are.
                    let chosen = calls.iter().enumerate().filter(|(place, _)| chosen >> place & 1 == 1);
                    let left =
                        chosen.fold(norm.plus(-1), |left, (_, call)| left?.sub(&after(system, call, norm)?));
                    left.is_some_and(|left| calls[0].facts.imply(&left, &system.symbols))
                })
        })
    }

    /// An expression over first values of the parameters, and nothing else, over the variables.
    fn over_variables(&self, system: &System<'_>, expr: &Expr) -> Option<Expr> {
        let symbols = expr.symbols();
        let is_parameter = |symbol: &Symbol| matches!(system.symbols.meaning(*symbol), Meaning::Initial(variable) if self.parameters.contains(variable));
        if !symbols.iter().all(is_parameter) {
            return None;
        }
        expr.substitute(&|symbol| match system.symbols.meaning(symbol) {
            Meaning::Initial(variable) => Some(system.symbols.variable(*variable)),
            _ => None,
        })
    }

    /// The other way round.
    fn over_first_values(&self, system: &System<'_>, expr: &Expr) -> Option<Expr> {
        expr.substitute(&|symbol| match system.symbols.meaning(symbol) {
            Meaning::Variable(variable) => Some(system.symbols.initial(*variable)),
            _ => None,
        })
    }
}

/// From the beginning of the routine to calls of itself, over its parameters then. All else may be different each time.
fn steps(
    system: &mut System<'_>,
    piece: &Piece,
    calls: &[Call],
    parameters: &[VarIdx],
) -> Option<Vec<Piece>> {
    let mut values = BTreeMap::new();
    let arguments = calls.iter().flat_map(|call| call.arguments.iter().cloned());
    let exprs: Vec<Expr> = piece.facts.exprs().chain(arguments).collect();
    for symbol in exprs.iter().flat_map(Expr::symbols) {
        let value = match system.symbols.meaning(symbol) {
            Meaning::Initial(variable) if parameters.contains(variable) => system.symbols.variable(*variable),
            _ => {
                let range = system.symbols.range(symbol);
                Expr::symbol(system.symbols.fresh(Meaning::Unknown, range))
            }
        };
        values.entry(symbol).or_insert(value);
    }
    let renamed = |symbol: Symbol| values.get(&symbol).cloned();
    let facts = piece.facts.substitute(&renamed);
    let mut all = Vec::new();
    for call in calls {
        let mut given = BTreeMap::new();
        for (place, &parameter) in parameters.iter().enumerate() {
            let (argument, from) = (call.arguments.get(place)?, *call.types.get(place)?);
            let to = system.routine.variable(parameter).ty;
            let value = argument.substitute(&renamed).filter(|_| fits(argument, from, to));
            given.insert(parameter, value.unwrap_or_else(|| system.symbols.unknown(to, Cause::Wraps)));
        }
        all.push(Piece {
            result: None,
            facts: facts.clone(),
            values: given,
            calls: Vec::new(),
            limits: BTreeMap::new(),
            trace: Vec::new(),
        });
    }
    Some(all)
}
