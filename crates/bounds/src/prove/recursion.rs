//! Functions that call themselves: a chain of calls is a loop over the parameters, whose rounds are the depth.
//!
//! A run that makes at most one such call is a chain. With more of them there are at most so many to the power of k at
//! depth k.

use std::collections::BTreeMap;

use super::inner::Inner;
use super::norm::rounds;
use super::piece::Piece;
use crate::expr::{Expr, Rational, Symbol};
use crate::lift::{Callee, VarIdx};
use crate::system::facts::Facts;
use crate::system::symbols::Meaning;
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
    let inner = Inner::new(system, chain.index, &chain.back);
    let nothing = Piece { facts: Facts::default(), ..chain.back.first()?.clone() };
    let body = inner.in_round(system, &nothing, &own).into_iter().next()?;
    let times = Rational::integer(i128::try_from(most).ok()?)?;
    let width = if most > 1 { Expr::power(times, &Expr::symbol(inner.counter))? } else { Expr::one() };
    let levels = inner.renamed(&depth.plus(1)?)?;
    let total = Expr::sum_below(inner.counter, &levels, &body.mul(&width)?)?;
    chain.over_first_values(system, &inner.named(&total.value)?)
}

/// A chain of calls as a loop.
struct Chain {
    /// Its number among the system's loops.
    index: usize,
    parameters: Vec<VarIdx>,
    /// From one call to the next.
    back: Vec<Piece>,
}

impl Chain {
    fn new(system: &mut System<'_>, pieces: &[Piece]) -> Option<Chain> {
        let parameters = system.routine.parameters.clone();
        parameters.iter().for_each(|&parameter| system.symbols.unfix(parameter));
        let mut back = Vec::new();
        for piece in pieces {
            let calls: Vec<Call> =
                piece.calls.iter().filter(|call| is_recursive(system, call)).cloned().collect();
            for call in calls {
                back.push(step(system, piece, &call, &parameters)?);
            }
        }
        let changed = parameters.iter().copied().collect();
        let chain = Loop { parent: None, children: Vec::new(), changed, invariant: Facts::default() };
        system.loops.push(chain);
        Some(Chain { index: system.loops.len() - 1, parameters, back })
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

/// From the beginning of the routine to a call of itself, over its parameters then. All else may be different each time.
fn step(system: &mut System<'_>, piece: &Piece, call: &Call, parameters: &[VarIdx]) -> Option<Piece> {
    let mut values = BTreeMap::new();
    let exprs: Vec<Expr> = piece.facts.exprs().chain(call.arguments.iter().cloned()).collect();
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
    let mut arguments = BTreeMap::new();
    for (place, &parameter) in parameters.iter().enumerate() {
        let (argument, from) = (call.arguments.get(place)?, *call.types.get(place)?);
        let to = system.routine.variable(parameter).ty;
        let fits = to.includes(from)
            || argument
                .as_constant()
                .and_then(Rational::as_integer)
                .is_some_and(|number| to.min() <= number && number <= to.max());
        let value = argument.substitute(&renamed).filter(|_| fits);
        arguments.insert(parameter, value.unwrap_or_else(|| system.symbols.unknown(to)));
    }
    Some(Piece {
        facts: piece.facts.substitute(&renamed),
        values: arguments,
        calls: Vec::new(),
        limits: BTreeMap::new(),
        trace: Vec::new(),
    })
}
