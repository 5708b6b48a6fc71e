//! From rounds of single loops to totals of all loops over a run of the routine.
//!
//! Inner loops first. What a loop inside comes to in one round is summed over the rounds, with the values that the variables
//! have in the k-th round (the nested sums of the Looperman paper); or it is paid for by what all other transitions add to
//! its norm, which amortises it over the whole run. The smaller of the two wins.

use std::collections::{BTreeMap, BTreeSet};

use worstcase_program::flow::BlockIdx;

use super::change::paid;
use super::inner::Inner;
use super::join::at_ends;
use super::limit::{Known, best, over, quotient};
use super::norm::{Begun, Rounds, after, drift, rounds};
use super::piece::{After, Composer, Limits, Piece, Round};
use super::potential::potential;
use super::why::{Why, of_rounds, of_total};
use crate::expr::{Class, Expr, Monotonicity, Range, Rational, Symbol};
use crate::lift::VarIdx;
use crate::solve::Greatest;
use crate::system::facts::Facts;
use crate::system::symbols::Meaning;
use crate::system::{Call, Cut, System, Transition};

/// Bounds that all hold; none if there is no bound.
pub type Bounds = Vec<Expr>;

/// What something comes to, over the values of the variables when its scope is entered.
#[derive(Clone, Debug, Default)]
struct Scope {
    rounds: Rounds,
    /// Of each loop inside and of the loop itself.
    totals: BTreeMap<usize, Bounds>,
    /// How often each transition inside is taken.
    taken: BTreeMap<usize, Bounds>,
    /// What is called inside.
    calls: BTreeMap<BlockIdx, Bounds>,
    /// How often blocks inside are executed; those that are on the same ways are together.
    visits: Vec<(BTreeSet<BlockIdx>, Bounds)>,
}

/// The bounds of a routine, over the values that it begins with.
#[derive(Clone, Debug, Default)]
pub struct Totals {
    /// Of each loop.
    pub loops: Vec<Bounds>,
    /// Of the calls in each block that has some.
    pub calls: BTreeMap<BlockIdx, Bounds>,
    /// How often each block is executed, if that is known.
    pub blocks: BTreeMap<BlockIdx, Bounds>,
    /// The pieces of the routine.
    pub pieces: Vec<Piece>,
    /// Why a loop has no bound.
    pub why: Vec<Option<Why>>,
}

/// What a called function comes to; none if that is not known.
pub type Callees<'c> = dyn Fn(&Call) -> Option<Expr> + 'c;

/// Proves the bounds of a routine.
pub struct Prover<'s, 'a, 'c> {
    pub system: &'s mut System<'a>,
    pub callees: &'c Callees<'c>,
    after: Vec<After>,
    scopes: Vec<Scope>,
    why: Vec<Option<Why>>,
}

impl<'s, 'a, 'c> Prover<'s, 'a, 'c> {
    pub fn new(system: &'s mut System<'a>, callees: &'c Callees<'c>) -> Self {
        let count = system.loops.len();
        let scopes = vec![Scope::default(); count];
        Prover { system, callees, after: vec![After::new(); count], scopes, why: vec![None; count] }
    }

    /// The bounds of everything.
    pub fn prove(mut self) -> Totals {
        // Loops inside have greater numbers.
        for index in (0..self.system.loops.len()).rev() {
            self.scopes[index] = self.scope(index);
        }
        self.routine()
    }

    fn round(&mut self, scope: Option<usize>) -> Option<Round> {
        Composer { system: self.system, after: &self.after }.round(scope)
    }

    /// A loop, per entry.
    fn scope(&mut self, index: usize) -> Scope {
        let Some(round) = self.round(Some(index)) else {
            self.why[index] = Some(Why::TooManyWays);
            return Scope::default();
        };
        let rounds = rounds(self.system, index, &round.back);
        if rounds.bounds.is_empty() {
            self.why[index] = Some(of_rounds(self.system, index, &round, &rounds));
        }
        self.after[index] = self.drifted(index, &round.back, &rounds.bounds);
        let inner = Inner::new(self.system, index, &round.back);
        self.accumulate(index, &inner, &round.back, &rounds.bounds);
        let mut scope =
            Scope { totals: BTreeMap::from([(index, rounds.bounds.clone())]), rounds, ..Scope::default() };
        for (number, transition) in self.system.transitions.iter().enumerate() {
            if transition.from == Cut::Header(index) {
                let pieces: Vec<&Piece> = round.all.iter().filter(|piece| piece.trace == [number]).collect();
                scope.taken.insert(number, scope.rounds.begun(self.system, &round.back, &pieces).count());
            }
        }
        for (&child, pieces) in &round.inside {
            let begun = scope.rounds.begun(self.system, &round.back, &pieces.iter().collect::<Vec<_>>());
            let inside = self.scopes[child].clone();
            self.explain(Some(index), pieces, &inside);
            // Loops, transitions and blocks often have the same bounds.
            let mut known: BTreeMap<Bounds, Bounds> = BTreeMap::new();
            let mut summed = |bounds: &Bounds| {
                let sum = || self.summed_or_paid(&inner, &round, pieces, bounds, &begun);
                known.entry(bounds.clone()).or_insert_with(sum).clone()
            };
            scope.taken.extend(inside.taken.iter().map(|(&number, bounds)| (number, summed(bounds))));
            scope.totals.extend(inside.totals.iter().map(|(&index, bounds)| (index, summed(bounds))));
            scope.calls.extend(inside.calls.iter().map(|(&block, bounds)| (block, summed(bounds))));
            scope.visits.extend(inside.visits.into_iter().map(|(blocks, bounds)| (blocks, summed(&bounds))));
        }
        for child in round.inside.keys() {
            self.amortise(Some((&inner, &round)), *child, &mut scope);
        }
        for (places, blocks) in self.passed(Some(index), &round) {
            let pieces: Vec<&Piece> = places.iter().map(|&place| &round.all[place]).collect();
            let begun = scope.rounds.begun(self.system, &round.back, &pieces);
            for &block in blocks.iter().filter(|&&block| has_calls(&pieces, block)) {
                let bodies = pieces.iter().map(|&piece| Some((piece.clone(), self.called(piece, block)?)));
                let bodies: Option<Vec<(Piece, Expr)>> = bodies.collect();
                let summed = bodies.map(|bodies| self.summed_over(&inner, &bodies, &begun));
                scope.calls.insert(block, summed.unwrap_or_default());
            }
            scope.visits.push((blocks, begun.count()));
        }
        scope
    }

    /// What variables are at most and at least after a loop of so many rounds, by what one round adds.
    fn drifted(&mut self, index: usize, back: &[Piece], rounds: &Bounds) -> After {
        let counter = self.system.symbols.fresh(Meaning::Counter, None);
        let system = &*self.system;
        let now = |variable: VarIdx| system.symbols.variable(variable);
        let mut known = After::new();
        for bound in rounds.iter().take(2) {
            for (variable, limits) in drift(system, index, back, &now, bound, false) {
                let all: &mut Limits = known.entry(variable).or_default();
                all.low.extend(limits.low);
                all.high.extend(limits.high);
            }
        }
        if rounds.is_empty() {
            // Whatever the number of rounds, some values only grow or fall.
            let free = |expr: &Expr| !expr.contains(counter);
            for (variable, limits) in drift(system, index, back, &now, &Expr::symbol(counter), false) {
                let low = limits.low.into_iter().filter(free).collect();
                let high = limits.high.into_iter().filter(free).collect();
                known.insert(variable, Limits { low, high });
            }
        }
        known
    }

    /// Why loops have no bound in a scope, should it turn out that they have none, although they have in theirs.
    fn explain(&mut self, scope: Option<usize>, pieces: &[Piece], inside: &Scope) {
        for (&index, bounds) in inside.totals.iter().filter(|(_, bounds)| !bounds.is_empty()) {
            let endless = scope.filter(|&scope| self.why[scope].is_some());
            self.why[index] = Some(match endless {
                Some(scope) => Why::Around(scope),
                None => of_total(self.system, pieces, bounds),
            });
        }
    }

    /// The blocks of a scope, but not of a loop inside, that the same pieces of a round pass last.
    fn passed(&self, scope: Option<usize>, round: &Round) -> BTreeMap<Vec<usize>, BTreeSet<BlockIdx>> {
        let mut pieces: BTreeMap<BlockIdx, Vec<usize>> = BTreeMap::new();
        for (place, piece) in round.all.iter().enumerate() {
            let last = piece.last().map(|number| &self.system.transitions[number]);
            for &block in last.iter().flat_map(|last| &last.blocks) {
                if self.system.around[block.index()] == scope {
                    pieces.entry(block).or_default().push(place);
                }
            }
        }
        let mut together: BTreeMap<Vec<usize>, BTreeSet<BlockIdx>> = BTreeMap::new();
        for (block, pieces) in pieces {
            together.entry(pieces).or_default().insert(block);
        }
        together
    }

    /// What variables are at most and at least after a loop to which each round adds something else.
    fn accumulate(&mut self, index: usize, inner: &Inner, back: &[Piece], rounds: &Bounds) {
        let changed: Vec<VarIdx> = self.system.loops[index].changed.iter().copied().collect();
        let every = Begun { before: rounds.clone(), times: Bounds::new() };
        for variable in changed {
            let now = self.system.symbols.variable(variable);
            let known = self.after[index].get(&variable).cloned().unwrap_or_default();
            let sum = |sign: Rational| -> Option<Expr> {
                let mut bodies = Vec::new();
                for piece in back {
                    let added = after(self.system, piece, &now)?.sub(&now)?.scale(sign)?;
                    bodies.push((piece.clone(), added));
                }
                self.summed_over(inner, &bodies, &every).into_iter().next()
            };
            let high =
                if known.high.is_empty() { sum(Rational::ONE).and_then(|sum| now.add(&sum)) } else { None };
            let low = if known.low.is_empty() {
                sum(Rational::MINUS_ONE).and_then(|sum| now.sub(&sum))
            } else {
                None
            };
            let all = self.after[index].entry(variable).or_default();
            all.high.extend(high);
            all.low.extend(low);
        }
    }

    /// What the calls of a piece in a block come to, over the values at its beginning.
    fn called(&self, piece: &Piece, block: BlockIdx) -> Option<Expr> {
        let mut sum = Expr::zero();
        for call in piece.calls.iter().filter(|call| call.block == block) {
            sum = sum.add(&(self.callees)(call)?)?;
        }
        Some(sum)
    }

    /// What bounds at the ends of pieces come to over all rounds.
    fn summed(&self, inner: &Inner, pieces: &[Piece], bounds: &Bounds, begun: &Begun) -> Bounds {
        let mut all = Bounds::new();
        for bodies in bounds.iter().flat_map(|bound| at_ends(self.system, pieces, bound)) {
            let bodies: Vec<(Piece, Expr)> = pieces.iter().cloned().zip(bodies).collect();
            all.extend(self.summed_over(inner, &bodies, begun));
        }
        best(all)
    }

    /// The same, or by what a variable that changes pays for.
    fn summed_or_paid(
        &self,
        inner: &Inner,
        round: &Round,
        pieces: &[Piece],
        bounds: &Bounds,
        begun: &Begun,
    ) -> Bounds {
        let summed = self.summed(inner, pieces, bounds, begun);
        if summed.first().is_some_and(|sum| sum.class() <= Class::LINEAR) {
            return summed;
        }
        let paid = bounds.iter().flat_map(|bound| paid(self.system, inner.index, round, pieces, bound));
        best(paid.chain(summed).collect())
    }

    fn summed_over(&self, inner: &Inner, bodies: &[(Piece, Expr)], begun: &Begun) -> Bounds {
        let mut all = Bounds::new();
        let options: Vec<Bounds> =
            bodies.iter().map(|(piece, body)| inner.in_round(self.system, piece, body)).collect();
        let most = options.iter().map(Vec::len).max().unwrap_or(0);
        for choice in 0..most {
            let chosen: Option<Vec<Expr>> = options
                .iter()
                .map(|bounds| bounds.get(choice.min(bounds.len().wrapping_sub(1))).cloned())
                .collect();
            let Some(body) = chosen.and_then(|chosen| Expr::max(chosen.into_iter().chain([Expr::zero()])))
            else {
                continue;
            };
            let simple = self.without_zero(inner, &body);
            let sum = |count: &Expr, body: &Expr| -> Option<Expr> {
                let count = inner.renamed(count)?;
                let total = match Expr::sum_below(inner.counter, &count, body) {
                    Some(total) => total.value,
                    None => greatest_times(inner.counter, &count, body)?,
                };
                inner.named(&total)
            };
            all.extend(begun.before.iter().filter_map(|count| sum(count, &simple)));
            // Of so many rounds, those count in which the body is the greatest: the first, or the last.
            match body.monotonicity(inner.counter) {
                Monotonicity::Decreasing | Monotonicity::Constant => {
                    all.extend(begun.times.iter().filter_map(|count| sum(count, &simple)));
                }
                Monotonicity::Increasing => {
                    for last in begun.before.iter().take(2) {
                        let counter = Expr::symbol(inner.counter);
                        let from_last = inner.renamed(last).and_then(|last| last.plus(-1)?.sub(&counter));
                        let body = from_last.and_then(|place| body.with(inner.counter, &place));
                        let sums = body
                            .iter()
                            .flat_map(|body| begun.times.iter().filter_map(|count| sum(count, body)));
                        all.extend(sums);
                    }
                }
                Monotonicity::Unknown => {}
            }
        }
        best(all)
    }

    /// A body that is not negative in any round needs no `max(0, ...)`, and is easier to sum.
    fn without_zero(&self, inner: &Inner, body: &Expr) -> Expr {
        let system = &*self.system;
        let least = |symbol: Symbol| -> Option<Rational> {
            if symbol == inner.counter {
                return Some(Rational::ZERO);
            }
            // What holds whenever the header is reached holds when the loop is entered.
            let now = inner.variables.iter().find(|(_, (start, _))| *start == symbol).map(|(&now, _)| now);
            let negated = Expr::symbol(now.unwrap_or(symbol)).neg()?;
            match system.loops[inner.index].invariant.greatest(&negated, &system.symbols) {
                Greatest::Is(most) => Some(most.neg()),
                _ => None,
            }
        };
        let range = |symbol: Symbol| least(symbol).map_or(Range::ALL, Range::at_least);
        match body.inside_positive_part() {
            Some(inside) if inside.range(&range).low.is_some_and(|low| !low.is_negative()) => inside,
            _ => body.clone(),
        }
    }

    /// Bounds of a loop by what all transitions outside of it add to its norms, in a loop around or in the routine.
    fn amortise(&self, around: Option<(&Inner, &Round)>, index: usize, into: &mut Scope) {
        for norm in self.scopes[index].rounds.complete() {
            let Some((expr, step)) = norm.linear() else { continue };
            if let Some(bound) = self.paid(around, index, expr, into).and_then(|paid| quotient(&paid, step)) {
                let bounds = into.totals.entry(index).or_default();
                bounds.push(bound);
                *bounds = best(std::mem::take(bounds));
            }
        }
    }

    /// The rounds of a loop by a potential.
    fn by_potential(&self, index: usize) -> Option<Expr> {
        let system = &*self.system;
        let potential = potential(system, index)?;
        let mut first = vec![Expr::zero()];
        for transition in system.transitions.iter().filter(|one| one.from == Cut::Entry) {
            let Cut::Header(to) = transition.to else { continue };
            let Some(form) = potential.get(&to) else { continue };
            let then = form.substitute(&|symbol| system.after(transition, symbol))?;
            first.push(self.at_entry(&transition.facts, &BTreeMap::new(), &then).first()?.clone());
        }
        Expr::max(first)
    }

    /// All that there is to spend of a norm.
    fn paid(
        &self,
        around: Option<(&Inner, &Round)>,
        index: usize,
        norm: &Expr,
        into: &Scope,
    ) -> Option<Expr> {
        let scope = around.map(|(inner, _)| inner.index);
        let mut first = Expr::zero();
        let mut paid = match scope {
            Some(_) => norm.positive_part()?,
            None => Expr::zero(),
        };
        let is_inside = |cut: Cut| scope.is_none_or(|scope| self.system.is_in(cut, scope));
        let is_broken_off = self.system.transitions.iter().any(|one| {
            let from_inside = self.system.is_in(one.from, index) && one.from != Cut::Header(index);
            let goes_on = one.to != Cut::Exit && is_inside(one.to);
            from_inside && goes_on && !self.system.is_in(one.to, index)
        });
        for (number, transition) in self.system.transitions.iter().enumerate() {
            let within = self.system.is_in(transition.from, index) && self.system.is_in(transition.to, index);
            if within {
                // What it does is part of a round, which spends; unless the round is broken off in a loop in there.
                let is_round = transition.from == Cut::Header(index) && transition.to == Cut::Header(index);
                if is_broken_off && !is_round && self.added(transition, norm)? > 0 {
                    return None;
                }
                continue;
            }
            if transition.to == Cut::Exit || !is_inside(transition.to) {
                continue;
            }
            if transition.from == Cut::Entry {
                if scope.is_none() {
                    let then = norm.substitute(&|symbol| self.system.after(transition, symbol))?;
                    let begins = self.at_entry(&transition.facts, &BTreeMap::new(), &then);
                    first = Expr::max([first, begins.first()?.clone()])?;
                }
                continue;
            }
            if !is_inside(transition.from) {
                continue;
            }
            let Some(most) = self.added(transition, norm) else {
                let (inner, round) = around.filter(|_| Some(transition.from) == scope.map(Cut::Header))?;
                paid = paid.add(&self.added_in_all(inner, round, number, norm, into)?)?;
                continue;
            };
            if most > 0 {
                let taken = into.taken.get(&number)?.first()?;
                paid = paid.add(&taken.scale(Rational::integer(most)?)?)?;
            }
        }
        paid = paid.add(&first)?;
        Some(paid)
    }

    /// What a transition from the header of a loop adds to a norm over all rounds, if that is not the same each time.
    fn added_in_all(
        &self,
        inner: &Inner,
        round: &Round,
        number: usize,
        norm: &Expr,
        into: &Scope,
    ) -> Option<Expr> {
        let transition = &self.system.transitions[number];
        let then = norm.substitute(&|symbol| self.system.after(transition, symbol))?;
        let added = then.sub(norm)?;
        let pieces: Vec<&Piece> = round.all.iter().filter(|piece| piece.trace == [number]).collect();
        let begun = into.rounds.begun(self.system, &round.back, &pieces);
        let bodies: Vec<(Piece, Expr)> =
            pieces.into_iter().map(|piece| (piece.clone(), added.clone())).collect();
        self.summed_over(inner, &bodies, &begun).into_iter().next()
    }

    /// The most that a transition adds to a norm.
    fn added(&self, transition: &Transition, norm: &Expr) -> Option<i128> {
        let then = norm.substitute(&|symbol| self.system.after(transition, symbol))?;
        let mut facts = transition.facts.clone();
        if let Cut::Header(from) = transition.from {
            facts.extend(&self.system.loops[from].invariant);
        }
        match facts.greatest(&then.sub(norm)?, &self.system.symbols) {
            Greatest::Is(most) => Some(most.floor()),
            Greatest::Nothing => Some(0),
            Greatest::Unlimited => None,
        }
    }

    /// The greatest value of an expression over values that the routine begins with.
    fn at_entry(&self, facts: &Facts, limits: &BTreeMap<Symbol, Limits>, expr: &Expr) -> Bounds {
        let allowed = |symbol: Symbol| self.system.symbols.is_known(self.system.routine, symbol);
        let limits = |symbol: Symbol| limits.get(&symbol).cloned();
        let mut all =
            Known { facts, limits: &limits, allowed: &allowed, symbols: &self.system.symbols }.greatest(expr);
        // It may be that on this way it is never more than some number.
        all.extend(self.number(facts, expr));
        best(all)
    }

    /// The number that an expression is at most, if its symbols are limited by numbers.
    fn number(&self, facts: &Facts, expr: &Expr) -> Option<Expr> {
        let greatest = |expr: &Expr| match facts.greatest_of_any(expr, &self.system.symbols) {
            Greatest::Is(most) => Rational::integer(most.floor()),
            _ => None,
        };
        if let Some(inner) = expr.inside_positive_part() {
            let most = greatest(&inner)?;
            return Some(Expr::rational(if most.is_negative() { Rational::ZERO } else { most }));
        }
        if let Some(number) = limited(expr, &greatest) {
            return Some(number);
        }
        // It may be about something that has no symbol of its own, such as `high - low`.
        let symbols = expr.symbols();
        let alike = facts.exprs().filter(|condition| symbols.len() == 2 && condition.symbols() == symbols);
        { alike }.find_map(|condition| {
            let norm = condition.neg()?;
            let most = greatest(&norm)?;
            let (single, over) = over(&norm, expr)?;
            limited(&over, &|column| (*column == single).then_some(most))
        })
    }

    /// The routine as a whole.
    fn routine(&mut self) -> Totals {
        let count = self.system.loops.len();
        let mut all = Scope::default();
        let mut pieces = Vec::new();
        if let Some(round) = self.round(None) {
            for (&child, pieces) in &round.inside {
                let inside = self.scopes[child].clone();
                self.explain(None, pieces, &inside);
                let greatest = |bounds: &Bounds| self.greatest_of(pieces, bounds);
                all.taken.extend(inside.taken.iter().map(|(&number, bounds)| (number, greatest(bounds))));
                all.totals.extend(inside.totals.iter().map(|(&index, bounds)| (index, greatest(bounds))));
                all.calls.extend(inside.calls.iter().map(|(&block, bounds)| (block, greatest(bounds))));
                all.visits
                    .extend(inside.visits.into_iter().map(|(blocks, bounds)| (blocks, greatest(&bounds))));
            }
            for (places, blocks) in self.passed(None, &round) {
                let pieces: Vec<&Piece> = places.iter().map(|&place| &round.all[place]).collect();
                for &block in blocks.iter().filter(|&&block| has_calls(&pieces, block)) {
                    let costs = pieces.iter().map(|piece| {
                        let cost = self.called(piece, block)?;
                        self.at_entry(&piece.facts, &piece.limits, &cost).first().cloned()
                    });
                    let costs: Option<Vec<Expr>> = costs.collect();
                    all.calls.insert(block, costs.and_then(Expr::max).into_iter().collect());
                }
                all.visits.push((blocks, vec![Expr::one()]));
            }
            for index in 0..count {
                if self.system.loops[index].parent.is_none() && !round.inside.contains_key(&index) {
                    // Nothing leads there.
                    all.totals.insert(index, vec![Expr::zero()]);
                } else if all.totals.contains_key(&index) {
                    self.amortise(None, index, &mut all);
                }
            }
            for (&index, bounds) in &mut all.totals {
                if bounds.first().is_none_or(|bound| bound.as_constant().is_none()) {
                    bounds.extend(self.by_potential(index));
                    *bounds = best(std::mem::take(bounds));
                }
            }
            pieces = round.all;
        }
        let loops = (0..count).map(|index| all.totals.remove(&index).unwrap_or_default()).collect();
        let blocks = all
            .visits
            .into_iter()
            .flat_map(|(blocks, bounds)| blocks.into_iter().map(move |block| (block, bounds.clone())));
        let mut blocks: BTreeMap<BlockIdx, Bounds> = blocks.collect();
        let reached = self.system.transitions.iter().flat_map(|one| one.blocks.iter().copied());
        let reached: BTreeSet<BlockIdx> = reached.collect();
        let every = (0..self.system.routine.blocks.len() as u32).map(BlockIdx);
        blocks
            .extend(every.filter(|block| !reached.contains(block)).map(|block| (block, vec![Expr::zero()])));
        let loops: Vec<Bounds> = loops;
        let why = loops.iter().zip(self.why.drain(..));
        let why =
            why.map(|(bounds, why)| if bounds.is_empty() { why.or(Some(Why::TooManyWays)) } else { None });
        Totals { why: why.collect(), loops, calls: all.calls, blocks, pieces }
    }

    /// The greatest of bounds at the ends of pieces of the routine.
    fn greatest_of(&self, pieces: &[Piece], bounds: &Bounds) -> Bounds {
        let mut all = Bounds::new();
        for ends in bounds.iter().flat_map(|bound| at_ends(self.system, pieces, bound)) {
            let is_known = |symbol: &Symbol| self.system.symbols.is_known(self.system.routine, *symbol);
            if ends.iter().all(|end| *end == ends[0] && end.symbols().iter().all(is_known)) {
                // What is the same on all ways is not to be replaced by a number on one of them.
                all.extend(ends.first().and_then(Expr::positive_part));
            }
            let greatest = pieces
                .iter()
                .zip(&ends)
                .map(|(piece, then)| self.at_entry(&piece.facts, &piece.limits, then).first().cloned());
            let greatest: Option<Vec<Expr>> = greatest.collect();
            // A bound need not make sense where its loop is not reached: there it is zero.
            all.extend(greatest.and_then(|all| Expr::max(all.into_iter().chain([Expr::zero()]))));
        }
        best(all)
    }
}

/// So many times the greatest of the values that something has for so many values of a counter, where there is no better sum.
fn greatest_times(counter: Symbol, count: &Expr, body: &Expr) -> Option<Expr> {
    let place = match body.monotonicity(counter) {
        Monotonicity::Decreasing | Monotonicity::Constant => Expr::zero(),
        Monotonicity::Increasing => count.plus(-1)?.positive_part()?,
        Monotonicity::Unknown => return None,
    };
    count.positive_part()?.mul(&body.with(counter, &place)?.positive_part()?)
}

/// Whether calls are made in a block.
fn has_calls(pieces: &[&Piece], block: BlockIdx) -> bool {
    pieces.iter().any(|piece| piece.calls.iter().any(|call| call.block == block))
}

/// The number that an expression is at most, by what its symbols are at most.
fn limited(expr: &Expr, greatest: &dyn Fn(&Expr) -> Option<Rational>) -> Option<Expr> {
    let mut number = expr.clone();
    for symbol in expr.symbols() {
        let column = Expr::symbol(symbol);
        // Whether it is limited is found out sooner than in which direction it matters.
        let (high, low) = (greatest(&column), column.neg().and_then(|negated| greatest(&negated)));
        if high.is_none() && low.is_none() {
            return None;
        }
        let limit = match number.monotonicity(symbol) {
            Monotonicity::Increasing | Monotonicity::Constant => high?,
            Monotonicity::Decreasing => low?.neg(),
            Monotonicity::Unknown => return None,
        };
        number = number.with(symbol, &Expr::rational(limit))?;
    }
    Some(number)
}
