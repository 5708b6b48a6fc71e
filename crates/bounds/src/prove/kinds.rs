//! Rounds of a loop, one kind after the other: those that are bounded already may make a norm greater again, by so much
//! each time (lexicographic ranking functions, and Sinn, Zuleger and Veith's difference constraints).

use std::collections::{BTreeMap, BTreeSet};

use super::limit::quotient;
use super::norm::{Effect, Norm};
use super::order::Order;
use super::piece::Piece;
use crate::expr::{Expr, Rational};
use crate::system::System;

/// How often kinds of rounds are gone at most, over the variables when the loop is entered.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// By kind, the group that it is part of.
    groups: Vec<Option<usize>>,
    /// How often kinds of each group are gone in all.
    bounds: Vec<Expr>,
}

impl Counts {
    /// Nothing is known yet.
    fn new(kinds: usize) -> Counts {
        Counts { groups: vec![None; kinds], bounds: Vec::new() }
    }

    /// All kinds that are not bounded yet, in all.
    pub fn fill(&mut self, bound: &Expr) {
        self.add(bound.clone(), &self.open());
    }

    /// All kinds together.
    pub fn all(kinds: usize, bound: Option<&Expr>) -> Counts {
        let mut counts = Counts::new(kinds);
        bound.into_iter().for_each(|bound| counts.fill(bound));
        counts
    }

    /// The same, but for kinds that come only once.
    pub fn with_single(order: &Order, kinds: usize, bound: Option<&Expr>) -> Counts {
        let mut counts = Counts::new(kinds);
        for kind in (0..kinds).filter(|&kind| !order.repeats(kind, &|_| true)) {
            counts.add(Expr::one(), &[kind]);
        }
        bound.into_iter().for_each(|bound| counts.fill(bound));
        counts
    }

    fn add(&mut self, bound: Expr, kinds: &[usize]) {
        for &kind in kinds {
            self.groups[kind].get_or_insert(self.bounds.len());
        }
        self.bounds.push(bound);
    }

    /// How often a kind is gone.
    pub fn of(&self, kind: usize) -> Option<&Expr> {
        self.groups[kind].map(|group| &self.bounds[group])
    }

    /// Kinds that are not bounded.
    pub fn open(&self) -> Vec<usize> {
        (0..self.groups.len()).filter(|&kind| self.of(kind).is_none()).collect()
    }

    /// What all rounds come to, if each of these kinds comes to so much. Kinds that are bounded together share their bound.
    fn cost(&self, costs: &[(usize, Expr)]) -> Option<Expr> {
        let mut by_group: BTreeMap<usize, BTreeSet<Expr>> = BTreeMap::new();
        for (kind, cost) in costs {
            by_group.entry(self.groups[*kind]?).or_default().insert(cost.clone());
        }
        by_group.into_iter().try_fold(Expr::zero(), |sum, (group, costs)| {
            sum.add(&self.bounds[group].mul(&Expr::max(costs)?)?)
        })
    }
}

/// A proof of how often each kind of round is gone.
pub struct Kinds<'a> {
    norms: &'a [Norm],
    order: &'a Order,
    /// By norm and kind, whether that needs the norm to be positive.
    needs: Vec<Vec<bool>>,
    counts: Counts,
}

/// A step of the proof: how often these kinds are gone in all.
struct Step {
    bound: Expr,
    kinds: Vec<usize>,
}

impl<'a> Kinds<'a> {
    /// Bounds as many kinds as possible, and says how often they are gone in all if those are all.
    pub fn bound(
        system: &System<'_>,
        norms: &'a [Norm],
        back: &[Piece],
        order: &'a Order,
    ) -> (Counts, Option<Expr>) {
        let mut all = Kinds {
            norms,
            order,
            needs: norms.iter().map(|norm| needs(system, norm, back)).collect(),
            counts: Counts::new(back.len()),
        };
        let mut total = Some(Expr::zero());
        while !all.counts.open().is_empty() {
            let key = |step: &Step| {
                let new = step.kinds.iter().filter(|&&kind| all.counts.of(kind).is_none()).count();
                (step.bound.class(), usize::MAX - new, format!("{:?}", step.bound).len())
            };
            let Some(Step { bound, kinds }) = all.steps().into_iter().min_by_key(key) else {
                return (all.counts, None);
            };
            total = total.and_then(|total| total.add(&bound));
            all.counts.add(bound, &kinds);
        }
        (all.counts, total)
    }

    /// All that can be said next.
    fn steps(&self) -> Vec<Step> {
        let mut steps = Vec::new();
        let is_new = |kinds: &[usize]| kinds.iter().any(|&kind| self.counts.of(kind).is_none());
        for norm in self.norms {
            let spenders: Vec<usize> = norm.spenders().collect();
            // All at once, or those that take turns.
            let groups = spenders.iter().map(|&one| {
                spenders.iter().copied().filter(|&other| self.order.alternate(one, other)).collect()
            });
            let mut choices: Vec<Vec<usize>> = groups.collect();
            choices.insert(0, spenders.clone());
            choices.dedup();
            for kinds in choices.into_iter().filter(|kinds| is_new(kinds)) {
                let bound = bounded(norm, &self.counts, &|kind| {
                    kinds.iter().any(|&spender| self.order.is_later(kind, spender))
                });
                steps.extend(bound.map(|bound| Step { bound, kinds }));
            }
        }
        if self.order.is_open() {
            return steps;
        }
        for kind in self.counts.open() {
            steps.extend(self.seldom(kind).map(|bound| Step { bound, kinds: vec![kind] }));
            for (norm, _) in self.norms.iter().zip(&self.needs).filter(|(_, needs)| needs[kind]) {
                steps.extend(self.on_the_way(norm, kind).map(|bound| Step { bound, kinds: vec![kind] }));
            }
        }
        steps
    }

    /// A kind that cannot come again before one comes that is bounded.
    fn seldom(&self, kind: usize) -> Option<Expr> {
        if self.order.repeats(kind, &|between| self.counts.of(between).is_none()) {
            return None;
        }
        let others = (0..self.counts.groups.len()).filter(|&other| {
            other != kind && self.order.alternate(kind, other) && self.counts.of(other).is_some()
        });
        let costs: Vec<(usize, Expr)> = others.map(|other| (other, Expr::one())).collect();
        self.counts.cost(&costs)?.plus(1)
    }

    /// A kind that needs a norm, which becomes smaller on every way back to that kind.
    fn on_the_way(&self, norm: &Norm, kind: usize) -> Option<Expr> {
        if norm.logarithm.is_some() {
            return None;
        }
        let turns: Vec<usize> =
            (0..self.counts.groups.len()).filter(|&other| self.order.alternate(kind, other)).collect();
        let mut costs = Vec::new();
        let mut weights = Vec::new();
        for other in 0..self.counts.groups.len() {
            let is_of_interest = other == kind || self.order.is_later(other, kind);
            weights.push(match (&norm.effects[other], self.counts.of(other)) {
                _ if !is_of_interest => 0,
                (Effect::Spends(by), _) => by.checked_neg()?,
                (Effect::Adds(by), _) if *by <= 0 => *by,
                (Effect::Adds(by), Some(_)) => {
                    costs.push((other, Expr::rational(Rational::integer(*by)?)));
                    0
                }
                (Effect::Adds(by), None) if turns.contains(&other) => *by,
                _ => return None,
            });
        }
        let weight = |other: usize| weights[other];
        let step = self.order.greatest_way(&[kind], kind, &turns, &weight)?;
        if step >= 0 {
            return None;
        }
        // Before it comes for the first time, others may come.
        let before = self.order.greatest_way(&turns, kind, &turns, &weight)?.max(0);
        let available = norm.expr.positive_part()?.add(&self.counts.cost(&costs)?)?;
        quotient(&available.plus(before)?, step.checked_neg()?)
    }
}

/// Which kinds need a norm to be positive.
fn needs(system: &System<'_>, norm: &Norm, back: &[Piece]) -> Vec<bool> {
    let positive = norm.expr.plus(-1);
    let is_needed = |(piece, effect): (&Piece, &Effect)| match effect {
        Effect::Spends(_) => true,
        _ => positive.as_ref().is_some_and(|one| piece.facts.imply(one, &system.symbols)),
    };
    back.iter().zip(&norm.effects).map(is_needed).collect()
}

/// How many rounds spend a norm, if the others are bounded that make it greater and after which it still matters.
pub fn bounded(norm: &Norm, counts: &Counts, matters: &dyn Fn(usize) -> bool) -> Option<Expr> {
    if let Some(alone) = norm.alone() {
        return Some(alone);
    }
    if let Some(logarithm) = &norm.logarithm {
        let does_matter = |(kind, effect): (usize, &Effect)| *effect == Effect::Anything && matters(kind);
        let is_raised = norm.effects.iter().enumerate().any(does_matter);
        return (!is_raised).then(|| logarithm.clone());
    }
    // What a step takes beyond what there is, is lost once the norm is set anew. A reset can pay for that, as it counts
    // whole steps; rounds that only clear the norm cannot, so if it is added to as well, only one can be counted on per round.
    let is_cleared = norm.effects.contains(&Effect::Clears);
    let step = if is_cleared && norm.is_added_to() { 1 } else { norm.step() };
    let mut costs = Vec::new();
    for (kind, effect) in norm.effects.iter().enumerate() {
        let cost = match effect {
            Effect::Spends(_) | Effect::Clears => continue,
            Effect::Adds(by) if *by <= 0 => continue,
            _ if !matters(kind) => continue,
            Effect::Adds(by) => Expr::rational(Rational::integer(*by)?),
            Effect::Resets(most) if norm.is_added_to() => most.first()?.positive_part()?.plus(step - 1)?,
            Effect::Resets(most) => quotient(most.first()?, step)?.scale(Rational::integer(step)?)?,
            Effect::Raises(most) => most.positive_part()?,
            Effect::Anything => return None,
        };
        costs.push((kind, cost));
    }
    quotient(&norm.expr.positive_part()?.add(&counts.cost(&costs)?)?, step)
}
