//! Rounds of a loop, one kind after the other: those that are bounded already may make a norm greater again, by so much
//! each time (lexicographic ranking functions, and Sinn, Zuleger and Veith's difference constraints).

use super::limit::quotient;
use super::norm::{Effect, Norm};
use super::order::Order;
use super::piece::Piece;
use crate::expr::{Expr, Rational};
use crate::system::System;

/// How often each kind of round is gone at most, over the variables when the loop is entered.
pub struct Kinds<'a> {
    norms: &'a [Norm],
    order: &'a Order,
    /// By norm and kind, whether that needs the norm to be positive.
    needs: Vec<Vec<bool>>,
    /// By kind.
    bounds: Vec<Option<Expr>>,
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
    ) -> (Vec<Option<Expr>>, Option<Expr>) {
        let mut all = Kinds {
            norms,
            order,
            needs: norms.iter().map(|norm| needs(system, norm, back)).collect(),
            bounds: vec![None; back.len()],
        };
        let mut total = Some(Expr::zero());
        while all.bounds.iter().any(Option::is_none) {
            let key = |step: &Step| {
                let new = step.kinds.iter().filter(|&&kind| all.bounds[kind].is_none()).count();
                (step.bound.class(), usize::MAX - new, format!("{:?}", step.bound).len())
            };
            let Some(Step { bound, kinds }) = all.steps().into_iter().min_by_key(key) else {
                return (all.bounds, None);
            };
            total = total.and_then(|total| total.add(&bound));
            for kind in kinds {
                all.bounds[kind].get_or_insert(bound.clone());
            }
        }
        (all.bounds, total)
    }

    /// All that can be said next.
    fn steps(&self) -> Vec<Step> {
        let mut steps = Vec::new();
        let is_new = |kinds: &[usize]| kinds.iter().any(|&kind| self.bounds[kind].is_none());
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
                let bound = bounded(norm, &self.bounds, &|kind| {
                    kinds.iter().any(|&spender| self.order.is_later(kind, spender))
                });
                steps.extend(bound.map(|bound| Step { bound, kinds }));
            }
        }
        for kind in (0..self.bounds.len()).filter(|&kind| self.bounds[kind].is_none()) {
            steps.extend(self.seldom(kind).map(|bound| Step { bound, kinds: vec![kind] }));
            for (norm, _) in self.norms.iter().zip(&self.needs).filter(|(_, needs)| needs[kind]) {
                steps.extend(self.on_the_way(norm, kind).map(|bound| Step { bound, kinds: vec![kind] }));
            }
        }
        steps
    }

    /// A kind that cannot come again before one comes that is bounded.
    fn seldom(&self, kind: usize) -> Option<Expr> {
        if self.order.repeats(kind, &|between| self.bounds[between].is_none()) {
            return None;
        }
        let mut sum = Expr::one();
        for (other, bound) in self.bounds.iter().enumerate() {
            if other != kind && self.order.alternate(kind, other) {
                sum = bound.as_ref().map_or(Some(sum.clone()), |bound| sum.add(bound))?;
            }
        }
        Some(sum)
    }

    /// A kind that needs a norm, which becomes smaller on every way back to that kind.
    fn on_the_way(&self, norm: &Norm, kind: usize) -> Option<Expr> {
        if norm.logarithm.is_some() {
            return None;
        }
        let turns: Vec<usize> =
            (0..self.bounds.len()).filter(|&other| self.order.alternate(kind, other)).collect();
        let mut available = norm.expr.positive_part()?;
        let mut weights = vec![0; self.bounds.len()];
        for (other, bound) in self.bounds.iter().enumerate() {
            if other != kind && !self.order.is_later(other, kind) {
                continue;
            }
            match (&norm.effects[other], bound) {
                (Effect::Spends(by), _) => weights[other] = by.checked_neg()?,
                (Effect::Adds(by), _) if *by <= 0 => weights[other] = *by,
                (Effect::Adds(by), Some(bound)) => {
                    available = available.add(&bound.scale(Rational::integer(*by)?)?)?;
                }
                (Effect::Adds(by), None) if turns.contains(&other) => weights[other] = *by,
                _ => return None,
            }
        }
        let weight = |other: usize| weights[other];
        let step = self.order.greatest_way(&[kind], kind, &turns, &weight)?;
        if step >= 0 {
            return None;
        }
        // Before it comes for the first time, others may come.
        let before = self.order.greatest_way(&turns, kind, &turns, &weight)?.max(0);
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
pub fn bounded(norm: &Norm, bounds: &[Option<Expr>], matters: &dyn Fn(usize) -> bool) -> Option<Expr> {
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
    let mut available = norm.expr.positive_part()?;
    for (kind, (effect, bound)) in norm.effects.iter().zip(bounds).enumerate() {
        match effect {
            Effect::Spends(_) | Effect::Clears => {}
            Effect::Adds(by) if *by <= 0 => {}
            _ if !matters(kind) => {}
            Effect::Adds(by) => {
                available = available.add(&bound.as_ref()?.scale(Rational::integer(*by)?)?)?;
            }
            Effect::Resets(most) => {
                let whole = if norm.is_added_to() {
                    most.first()?.positive_part()?.plus(step - 1)?
                } else {
                    quotient(most.first()?, step)?.scale(Rational::integer(step)?)?
                };
                available = available.add(&bound.as_ref()?.mul(&whole)?)?;
            }
            Effect::Raises(most) => {
                available = available.add(&bound.as_ref()?.mul(&most.positive_part()?)?)?;
            }
            Effect::Anything => return None,
        }
    }
    quotient(&available, step)
}
