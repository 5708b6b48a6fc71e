//! How often a loop goes round, by norms: numbers that get smaller with some rounds, and that have to be positive for them.
//!
//! A norm that gets smaller with all rounds bounds them all. Otherwise rounds are dealt with one kind after the other.

use std::collections::BTreeSet;

use super::kinds::{Counts, Kinds, bounded};
use super::limit::{Known, best, quotient};
use super::order::Order;
use super::phase::{raised, split};
use super::piece::{Limits, Piece};
use super::ranking::Ranking;
use crate::expr::{Class, Expr, Rational, Symbol};
use crate::lift::VarIdx;
use crate::solve::Greatest;
use crate::system::System;
use crate::system::symbols::Meaning;

/// What a kind of round does to a norm.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// It needs the norm to be positive, and takes at least so much away.
    Spends(i128),
    /// It adds at most so much.
    Adds(i128),
    /// It adds at most this, over the values when the loop is entered.
    Raises(Expr),
    /// Whatever it was before, it is not positive afterwards.
    Clears,
    /// It sets it to at most one of these, over values that the loop does not change.
    Resets(Vec<Expr>),
    /// Nobody knows.
    Anything,
}

/// A norm: what it is when the loop is entered, and what each kind of round does to it.
#[derive(Clone, Debug)]
pub struct Norm {
    /// Over the variables at the header.
    pub expr: Expr,
    /// By kind.
    pub effects: Vec<Effect>,
    /// What rounds that spend are bounded by, if nothing is added: else the norm itself, divided by the least that is spent.
    pub logarithm: Option<Expr>,
}

impl Norm {
    /// The kinds of rounds that spend it.
    pub fn spenders(&self) -> impl Iterator<Item = usize> {
        (0..self.effects.len()).filter(|&one| matches!(self.effects[one], Effect::Spends(_)))
    }

    /// The least that a round takes away.
    pub fn step(&self) -> i128 {
        let steps = self.effects.iter().filter_map(|effect| match effect {
            Effect::Spends(step) => Some(*step),
            _ => None,
        });
        steps.min().unwrap_or(1)
    }

    /// Whether some kind of round makes it greater, other than by setting it.
    pub fn is_added_to(&self) -> bool {
        self.effects.iter().any(|effect| {
            matches!(effect, Effect::Adds(by) if *by > 0) || matches!(effect, Effect::Raises(_))
        })
    }

    /// The rounds that it bounds on its own, if all others leave it alone.
    pub fn alone(&self) -> Option<Expr> {
        let quiet = |effect: &Effect| {
            matches!(effect, Effect::Spends(_) | Effect::Clears)
                || matches!(effect, Effect::Adds(by) if *by <= 0)
        };
        if !self.effects.iter().all(quiet) {
            return None;
        }
        self.logarithm.clone().or_else(|| quotient(&self.expr, self.step()))
    }
}

/// More norms are not tried.
const MOST: usize = 40;

/// The number of rounds of a loop, over the variables when it is entered.
#[derive(Clone, Debug, Default)]
pub struct Rounds {
    /// Bounds, all of which hold.
    pub bounds: Vec<Expr>,
    /// All norms that some rounds spend.
    pub norms: Vec<Norm>,
    /// How often kinds of rounds are gone at most.
    pub kinds: Counts,
}

impl Rounds {
    /// Norms that every round spends, and that nothing adds to.
    pub fn complete(&self) -> impl Iterator<Item = &Norm> {
        self.norms.iter().filter(|norm| norm.is_complete())
    }

    /// In how many rounds one of these pieces is begun, of which some are part of those rounds that come back.
    pub fn begun(&self, system: &System<'_>, back: &[Piece], pieces: &[&Piece]) -> Begun {
        let is_part = |whole: &Piece| pieces.iter().any(|piece| whole.trace.starts_with(&piece.trace));
        let coming_back: Vec<usize> = (0..back.len()).filter(|&kind| is_part(&back[kind])).collect();
        let mut begun = Begun::default();
        for norm in self.norms.iter().filter(|norm| norm.logarithm.is_none()) {
            let is_spent = |&kind: &usize| matches!(norm.effects[kind], Effect::Spends(_));
            let positive = norm.expr.plus(-1);
            let needs =
                |piece: &&Piece| positive.as_ref().is_some_and(|one| piece.facts.imply(one, &system.symbols));
            if coming_back.iter().all(is_spent) && pieces.iter().all(needs) {
                // What every round spends is gone after so many.
                let all = if norm.is_complete() { &mut begun.before } else { &mut begun.times };
                all.extend(bounded(norm, &self.kinds, &|_| true));
            }
        }
        if begun.before.is_empty() {
            // Those that come back, and one that does not.
            begun.before.extend(self.bounds.iter().filter_map(|bound| bound.plus(1)));
        }
        match coming_back[..] {
            [] => begun.times = vec![Expr::one()],
            [kind] => begun.times.extend(self.kinds.of(kind).and_then(|bound| bound.plus(1))),
            _ => {}
        }
        Begun { before: best(begun.before), times: best(begun.times) }
    }
}

/// When and how often something is begun in the rounds of a loop.
#[derive(Clone, Debug, Default)]
pub struct Begun {
    /// Only before so many rounds.
    pub before: Vec<Expr>,
    /// In so many rounds, whichever these are.
    pub times: Vec<Expr>,
}

impl Begun {
    /// How often.
    pub fn count(&self) -> Vec<Expr> {
        best(self.times.iter().chain(&self.before).cloned().collect())
    }
}

impl Norm {
    /// Whether every round spends it, and nothing adds to it.
    fn is_complete(&self) -> bool {
        self.spenders().count() == self.effects.len() && self.alone().is_some()
    }

    /// The norm and the least that a round takes away, unless it is a logarithm.
    pub fn linear(&self) -> Option<(&Expr, i128)> {
        self.logarithm.is_none().then(|| (&self.expr, self.step()))
    }
}

/// With more kinds of rounds that are bounded already, it is not asked which of them come only once.
const MOST_ORDERED: usize = 6;

/// The number of rounds of a loop.
pub fn rounds(system: &System<'_>, index: usize, back: &[Piece]) -> Rounds {
    if back.is_empty() {
        return Rounds { bounds: vec![Expr::zero()], ..Rounds::default() };
    }
    let mut norms = norms(system, index, back);
    let complete = |norms: &[Norm]| -> Vec<Expr> {
        best(norms.iter().filter(|norm| norm.is_complete()).filter_map(Norm::alone).collect())
    };
    let is_good = |alone: &[Expr], norms: &[Norm]| {
        alone.first().is_some_and(|bound| {
            // A logarithm of which not all rounds are part may still be better.
            norms.iter().all(|norm| norm.logarithm.is_none() || norm.is_complete())
                || bound.class() <= Class::LOGARITHM
        })
    };
    let mut alone = complete(&norms);
    let mut ranking = None;
    if alone.is_empty() {
        ranking = Ranking::new(system, index, back);
        let every: Vec<usize> = (0..back.len()).collect();
        let found = ranking.as_ref().and_then(|ranking| ranking.norm(&every, &[]));
        norms.extend(found.and_then(|norm| measured(system, index, &norm, back)));
        alone = complete(&norms);
    }
    if is_good(&alone, &norms) && back.len() > MOST_ORDERED {
        let kinds = Counts::all(back.len(), alone.first());
        return Rounds { bounds: alone, norms, kinds };
    }
    let order = Order::of(system, back);
    if is_good(&alone, &norms) {
        let kinds = Counts::with_single(&order, back.len(), alone.first());
        let bounds = if back.len() == 1 {
            best(kinds.of(0).into_iter().cloned().chain(alone).collect())
        } else {
            alone
        };
        return Rounds { bounds, norms, kinds };
    }
    let (mut kinds, mut total) = Kinds::bound(system, &norms, back, &order);
    while let Some(ranking) = ranking.as_ref().filter(|_| total.is_none()) {
        // Kinds of rounds that are bounded already may add to what those that are not spend.
        let open = kinds.open();
        let found = open.iter().find_map(|&kind| {
            let norm = measured(system, index, &ranking.norm(&[kind], &open)?, back)?;
            norms.iter().all(|known| known.expr != norm.expr).then_some(norm)
        });
        let Some(found) = found else { break };
        norms.push(found);
        (kinds, total) = Kinds::bound(system, &norms, back, &order);
    }
    let mut bounds = alone;
    bounds.extend(total);
    if bounds.is_empty() {
        bounds.extend(by_phases(system, index, back));
    }
    if bounds.iter().all(|bound| bound.class() > Class::LINEAR) {
        bounds.extend(ranking.and_then(|ranking| ranking.nested()));
    }
    let bounds = best(bounds);
    bounds.first().into_iter().for_each(|bound| kinds.fill(bound));
    Rounds { bounds, norms, kinds }
}

/// Rounds may be split so often: what decides about x, what decides about that, and so on.
const MOST_PHASES: usize = 3;

/// The number of rounds of a loop whose rounds are split by signs.
fn by_phases(system: &System<'_>, index: usize, back: &[Piece]) -> Option<Expr> {
    let mut parts = back.to_vec();
    for _ in 0..MOST_PHASES {
        parts = split(system, index, &parts)?;
        let norms = norms(system, index, &parts);
        if let (_, Some(total)) = Kinds::bound(system, &norms, &parts, &Order::of(system, &parts)) {
            return Some(total);
        }
    }
    None
}

/// The norms of a loop.
pub fn norms(system: &System<'_>, index: usize, back: &[Piece]) -> Vec<Norm> {
    let mut candidates: Vec<Expr> = Vec::new();
    let mut seen = BTreeSet::new();
    let is_unknown = |symbol: Symbol| matches!(system.symbols.meaning(symbol), Meaning::Unknown);
    for condition in back.iter().flat_map(|piece| piece.facts.exprs()) {
        let symbols = condition.symbols();
        if symbols.iter().any(|&symbol| is_unknown(symbol))
            || !symbols.iter().any(|&symbol| system.is_changed(index, symbol))
        {
            continue;
        }
        if let Some(norm) = condition.plus(1)
            && candidates.len() < MOST
            && seen.insert(norm.clone())
        {
            candidates.push(norm);
        }
    }
    let mut norms: Vec<Norm> =
        candidates.iter().filter_map(|norm| measured(system, index, norm, back)).collect();
    norms.extend(super::logarithm::norms(system, index, back));
    norms
}

/// A candidate with what each kind of round does to it, if some spends it.
fn measured(system: &System<'_>, index: usize, norm: &Expr, back: &[Piece]) -> Option<Norm> {
    let effects = |norm: &Expr| {
        let effect = |piece| match effect(system, index, norm, piece) {
            Effect::Anything => {
                raised(system, index, norm, piece, back).map_or(Effect::Anything, Effect::Raises)
            }
            effect => effect,
        };
        back.iter().map(effect).collect()
    };
    let found = Norm { expr: norm.clone(), effects: effects(norm), logarithm: None };
    if found.spenders().next().is_none() {
        // Rounds may need it and others make it smaller.
        let shrinks = found.effects.iter().any(|effect| matches!(effect, Effect::Adds(by) if *by < 0));
        return shrinks.then_some(found);
    }
    // Every round that spends it may need more than that it is positive: then less of it will do.
    let least = found.spenders().map(|kind| match back[kind].facts.greatest(&norm.neg()?, &system.symbols) {
        Greatest::Is(most) => Some(most.neg().ceil()),
        _ => None,
    });
    let least = least.collect::<Option<Vec<i128>>>()?.into_iter().min()?;
    if least <= 1 {
        return Some(found);
    }
    let expr = norm.plus(1 - least)?;
    Some(Norm { effects: effects(&expr), expr, logarithm: None })
}

/// The value of an expression at the end of a piece.
pub fn after(system: &System<'_>, piece: &Piece, expr: &Expr) -> Option<Expr> {
    expr.substitute(&|symbol| match system.symbols.meaning(symbol) {
        Meaning::Variable(variable) => piece.values.get(variable).cloned(),
        _ => None,
    })
}

/// The most that a piece adds to an expression, if that is limited.
pub fn most_added(system: &System<'_>, piece: &Piece, expr: &Expr) -> Option<i128> {
    let then = after(system, piece, expr)?;
    match piece.facts.greatest(&then.sub(expr)?, &system.symbols) {
        Greatest::Is(most) => Some(most.floor()),
        Greatest::Nothing => Some(i128::from(i64::MIN)),
        Greatest::Unlimited => None,
    }
}

fn effect(system: &System<'_>, index: usize, norm: &Expr, piece: &Piece) -> Effect {
    let added = most_added(system, piece, norm);
    if added.is_none_or(|by| by > 0)
        && after(system, piece, norm).is_some_and(|then| piece.facts.at_most(&then, 0, &system.symbols))
    {
        return Effect::Clears;
    }
    match added {
        Some(by) if by < 0 && norm.plus(-1).is_some_and(|one| piece.facts.imply(&one, &system.symbols)) => {
            Effect::Spends(by.checked_neg().unwrap_or(1))
        }
        Some(by) => Effect::Adds(by),
        None => {
            let allowed = |symbol: Symbol| system.stays(index, symbol);
            let limits = |symbol: Symbol| piece.limits.get(&symbol).cloned();
            let known =
                Known { facts: &piece.facts, limits: &limits, allowed: &allowed, symbols: &system.symbols };
            let then = after(system, piece, norm);
            match then.map(|then| known.greatest(&then)) {
                Some(most) if !most.is_empty() => Effect::Resets(most),
                _ => Effect::Anything,
            }
        }
    }
}

/// What a loop's variables are at most and at least after so many rounds, or up to so many, over their values before.
pub fn drift(
    system: &System<'_>,
    index: usize,
    back: &[Piece],
    start: &dyn Fn(VarIdx) -> Expr,
    rounds: &Expr,
    exactly: bool,
) -> Vec<(VarIdx, Limits)> {
    let mut all = Vec::new();
    let floor = if exactly { i128::MIN } else { 0 };
    for &variable in &system.loops[index].changed {
        let now = system.symbols.variable(variable);
        let most = |expr: &Expr| -> Option<i128> {
            back.iter().try_fold(i128::MIN, |most, piece| Some(most.max(most_added(system, piece, expr)?)))
        };
        let start = start(variable);
        if let Some(factor) = factor(system, back, &now).filter(|_| !back.is_empty()) {
            all.push((variable, multiplied(&start, factor, rounds, exactly).unwrap_or_default()));
            continue;
        }
        let high = most(&now).and_then(|by| {
            let by = by.max(floor);
            if by == i128::MIN {
                Some(start.clone())
            } else {
                start.add(&rounds.scale(Rational::integer(by)?)?)
            }
        });
        let low = now.neg().and_then(|negated| most(&negated)).and_then(|by| {
            let by = by.max(floor);
            if by == i128::MIN {
                Some(start.clone())
            } else {
                start.sub(&rounds.scale(Rational::integer(by)?)?)
            }
        });
        let limits = Limits { low: low.into_iter().collect(), high: high.into_iter().collect() };
        all.push((variable, limits));
    }
    all
}

/// The factor above 1 by which every round multiplies a variable.
fn factor(system: &System<'_>, back: &[Piece], now: &Expr) -> Option<Rational> {
    let mut factor = None;
    for piece in back {
        let then = crate::solve::Linear::of(&after(system, piece, now)?);
        let by = then.factors.get(now).copied()?;
        let alone = then.factors.len() == 1 && then.constant.is_zero() && by > Rational::ONE;
        if !alone || factor.is_some_and(|factor| factor != by) {
            return None;
        }
        factor = Some(by);
    }
    factor
}

/// What a value is at most and at least that was multiplied so often, or up to so often.
fn multiplied(start: &Expr, factor: Rational, rounds: &Expr, exactly: bool) -> Option<Limits> {
    let power = Expr::power(factor, rounds)?;
    if exactly {
        let value = start.mul(&power)?;
        return Some(Limits { low: vec![value.clone()], high: vec![value] });
    }
    let high = start.positive_part()?.mul(&power)?;
    let low = start.neg()?.positive_part()?.mul(&power)?.neg()?;
    Some(Limits { low: vec![low], high: vec![high] })
}
