//! Plans: which way a path tends to go at each conditional, for a stretch.
//!
//! SLG follows all sides for a number of branches. That is exact and short: ten branches have a thousand sides. A plan
//! goes on for as long as it likes along one path. It knows a tendency for each conditional, by its place and by where its
//! function was called; what it does not know follows the model, which asks no solver. Plans are changed a little, tried
//! beside each other, and the costliest goes on, so what pays at one line of the input is tried at the next one first.

use std::collections::BTreeMap;
use std::sync::Arc;

use worstcase_explore::{Advice, Callers, Decision, Guide, Look, Reply, ValueAdvice};
use worstcase_machine::SplitMix;
use worstcase_program::Pc;

/// A conditional as plans know it: its place, and from where its function was called.
pub type Place = (Pc, Option<Pc>);

/// Which way to go at a conditional, or which value a number gets that has to be known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tendency {
    /// Where it holds, whenever that is possible; the same value as before.
    Holds,
    /// Where it does not; another value.
    Fails,
    /// Either, by chance.
    Chance,
    /// The same value as before, with other inputs; at a conditional, either.
    Meets,
}

/// Which way to go at conditionals; where it says nothing, the way of the model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    tendencies: BTreeMap<Place, Tendency>,
    /// Whether what is not known goes by chance.
    wild: bool,
}

impl Plan {
    /// A plan that goes by chance everywhere.
    pub fn wild() -> Plan {
        Plan { tendencies: BTreeMap::new(), wild: true }
    }

    /// A plan that differs at one or two of the conditionals that were met lately, those that come often more likely.
    pub fn changed(&self, met: &[Place], random: &mut SplitMix) -> Plan {
        let mut plan = self.clone();
        if met.is_empty() {
            return plan;
        }
        for _ in 0..1 + u64::from(random.below(4) == 0) {
            let place = met[random.below(met.len() as u64) as usize];
            let now = plan.tendencies.get(&place).copied();
            let tendencies = [Tendency::Holds, Tendency::Fails, Tendency::Chance, Tendency::Meets];
            let tendencies = tendencies.map(Some).into_iter().chain([None]);
            let others: Vec<Option<Tendency>> = tendencies.filter(|tendency| *tendency != now).collect();
            match others[random.below(others.len() as u64) as usize] {
                Some(tendency) => drop(plan.tendencies.insert(place, tendency)),
                None => drop(plan.tendencies.remove(&place)),
            }
        }
        plan
    }

    /// What both plans say: at each place one of them, by chance.
    pub fn mixed(&self, other: &Plan, random: &mut SplitMix) -> Plan {
        let mut plan = Plan { tendencies: BTreeMap::new(), wild: self.wild && other.wild };
        for (place, tendency) in self.tendencies.iter().chain(&other.tendencies) {
            if random.below(2) == 0 {
                plan.tendencies.insert(*place, *tendency);
            }
        }
        plan
    }

    /// A guide that follows the plan, after the first few sides are as these bits have them. It asks for nothing that was
    /// asked for in vain before.
    pub fn guide(&self, first: Bits, experience: &Arc<Experience>, seed: u64) -> Planned {
        Planned {
            plan: self.clone(),
            first,
            asked: 0,
            random: SplitMix(seed),
            experience: experience.clone(),
        }
    }
}

/// What a search has learned that another one of the same program can begin with, at whatever size.
#[derive(Clone, Debug, Default)]
pub struct Learned {
    /// The plans of its walks, the costliest first.
    pub plans: Vec<Plan>,
    /// What all of them have seen.
    pub experience: Arc<Experience>,
    /// How much work one walk was, for each input, if it looked nowhere but where it went.
    pub work: f64,
    /// How many bytes it took for each input.
    pub bytes: f64,
}

/// What was seen at conditionals: which sides were taken, and how often the other one was asked for in vain.
///
/// Much of what programs decide about their input has one side only: a text has no zero byte, a buffer is long enough. To
/// find that out takes the hardest questions there are, so it is not asked again and again.
#[derive(Clone, Debug, Default)]
pub struct Experience {
    places: BTreeMap<Place, Sides>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Sides {
    taken: [bool; 2],
    in_vain: u32,
}

/// Who was asked for the other side so often in vain is asked rarely from then on: once in so many times.
const IN_VAIN: u32 = 2;
const RARELY: u64 = 256;

impl Experience {
    /// Takes in what a look met.
    pub fn learn(&mut self, decisions: &[Decision]) {
        for decision in decisions {
            if let (Some(at), Reply::Truth(side)) = (decision.at, &decision.reply) {
                let sides = self.places.entry((at, decision.callers[0])).or_default();
                sides.taken[usize::from(*side)] = true;
                sides.in_vain = sides.in_vain.saturating_add(u32::from(!decision.open));
            }
        }
    }

    /// What others have seen, too.
    pub fn merge(&mut self, other: &Experience) {
        for (place, theirs) in &other.places {
            let sides = self.places.entry(*place).or_default();
            sides.taken = [sides.taken[0] || theirs.taken[0], sides.taken[1] || theirs.taken[1]];
            sides.in_vain = sides.in_vain.saturating_add(theirs.in_vain);
        }
    }

    /// Whether a conditional has only ever gone one way, although the other was asked for.
    pub fn has_one_side(&self, place: &Place) -> bool {
        self.places
            .get(place)
            .is_some_and(|sides| sides.in_vain >= IN_VAIN && sides.taken[0] != sides.taken[1])
    }
}

/// The first few sides of a look, lowest bit first.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bits {
    /// How many.
    pub count: u32,
    /// Which way each goes.
    pub sides: u64,
}

/// Follows a plan.
pub struct Planned {
    plan: Plan,
    first: Bits,
    asked: u32,
    random: SplitMix,
    experience: Arc<Experience>,
}

impl Guide for Planned {
    fn advise(&mut self, at: Pc, callers: Callers) -> Advice {
        if self.experience.has_one_side(&(at, callers[0])) && self.random.below(RARELY) != 0 {
            return Advice::Model;
        }
        let number = self.asked;
        self.asked = self.asked.saturating_add(1);
        if number < self.first.count {
            return Advice::Only(self.first.sides >> number & 1 != 0);
        }
        match self.plan.tendencies.get(&(at, callers[0])) {
            Some(Tendency::Holds) => Advice::Only(true),
            Some(Tendency::Fails) => Advice::Only(false),
            Some(Tendency::Chance | Tendency::Meets) => Advice::Only(self.random.below(2) == 0),
            None if self.plan.wild => Advice::Only(self.random.below(2) == 0),
            None => Advice::Model,
        }
    }

    fn advise_value(&mut self, at: Pc, callers: Callers) -> ValueAdvice {
        let by_chance = |random: &mut SplitMix| match random.below(4) {
            0 => ValueAdvice::Model,
            1 => ValueAdvice::Again,
            2 => ValueAdvice::Meet,
            _ => ValueAdvice::Other,
        };
        match self.plan.tendencies.get(&(at, callers[0])) {
            Some(Tendency::Holds) => ValueAdvice::Again,
            Some(Tendency::Meets) => ValueAdvice::Meet,
            Some(Tendency::Fails) => ValueAdvice::Other,
            Some(Tendency::Chance) => by_chance(&mut self.random),
            None if self.plan.wild => by_chance(&mut self.random),
            None => ValueAdvice::Model,
        }
    }

    fn pins_targets(&self) -> bool {
        true
    }

    fn decided(&mut self, _: &Decision) {}

    fn truncate(&mut self, _: usize) {}
}

/// Where a look had a choice, in order, each place as often as it came, up to a limit.
pub fn met(look: &Look) -> Vec<Place> {
    const MOST: usize = 4096;
    let choices = look.decisions.iter().filter(|decision| !matches!(decision.reply, Reply::Places(_)));
    let places = choices.filter_map(|decision| Some((decision.at?, decision.callers[0])));
    let places: Vec<Place> = places.collect();
    // The latest say most about what comes next.
    places[places.len().saturating_sub(MOST)..].to_vec()
}
