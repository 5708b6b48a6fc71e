//! What a loop comes to in all, by a potential: a linear form at every loop header, such that every round takes one away, and
//! no other transition adds to it. What there is at the beginning bounds the rounds.
//!
//! This amortises loops whose variables are copied, saved and passed on from loop to loop.

use std::collections::{BTreeMap, BTreeSet};

use super::template::{Program, Template, Way, a_little};
use crate::expr::{Expr, Rational, Symbol};
use crate::system::symbols::Meaning;
use crate::system::{Cut, System, Transition};

/// Forms speak of so many symbols.
const MOST_TERMS: usize = 10;

/// With more transitions, none is sought.
const MOST_TRANSITIONS: usize = 24;

/// A potential for the rounds of a loop: by header, over the variables there.
pub fn potential(system: &System<'_>, index: usize) -> Option<BTreeMap<usize, Expr>> {
    let near = leading_to(system, index);
    let all: Vec<&Transition> = system
        .transitions
        .iter()
        .filter(|one| matches!(one.to, Cut::Header(to) if near.contains(&to)))
        .collect();
    if all.len() > MOST_TRANSITIONS {
        return None;
    }
    let is_round = |one: &Transition| one.from == Cut::Header(index) && system.is_in(one.to, index);
    let terms = terms(system, &all, &is_round);
    let mut program = Program::default();
    let forms: BTreeMap<usize, Template> =
        near.iter().map(|&header| (header, program.form(&terms, a_little(Rational::ONE)))).collect();
    for transition in all {
        let mut facts = transition.facts.clone();
        if let Cut::Header(from) = transition.from {
            facts.extend(&system.loops[from].invariant);
        }
        let then = terms.iter().map(|term| term.substitute(&|symbol| system.after(transition, symbol)));
        let way = Way::new(system, &terms, &facts, &then.collect::<Option<Vec<Expr>>>()?);
        let Cut::Header(to) = transition.to else { continue };
        let end = forms[&to].after(&way)?;
        let Cut::Header(from) = transition.from else {
            // It is to be said in terms of what the routine begins with.
            program.is_without(&end, &|column| column.symbols().iter().any(|&one| is_open(system, one)));
            program.pay(&end, Rational::ONE);
            continue;
        };
        let mut fall = forms[&from].clone();
        fall.add(&end, Rational::MINUS_ONE)?;
        if is_round(transition) {
            fall.number = fall.number.sub(Rational::ONE)?;
            let mut left = forms[&from].clone();
            left.number = Rational::MINUS_ONE;
            program.follows(&left, &way);
        }
        program.follows(&fall, &way);
    }
    let values = program.solved(system.symbols.search())?;
    forms.iter().map(|(&header, form)| Some((header, form.value(&values)?))).collect()
}

/// The loops from whose headers a loop can be reached, itself included.
fn leading_to(system: &System<'_>, index: usize) -> BTreeSet<usize> {
    let mut near = BTreeSet::from([index]);
    loop {
        let before = near.len();
        for one in &system.transitions {
            if let (Cut::Header(from), Cut::Header(to)) = (one.from, one.to)
                && near.contains(&to)
            {
                near.insert(from);
            }
        }
        if near.len() == before {
            return near;
        }
    }
}

fn is_open(system: &System<'_>, symbol: Symbol) -> bool {
    matches!(system.symbols.meaning(symbol), Meaning::Unknown | Meaning::Counter)
}

/// What forms may speak of: what rounds compare, and what has to do with that.
fn terms(system: &System<'_>, all: &[&Transition], is_round: &dyn Fn(&Transition) -> bool) -> Vec<Expr> {
    let mut found: Vec<Symbol> = Vec::new();
    let add = |symbols: BTreeSet<Symbol>, found: &mut Vec<Symbol>| {
        for symbol in symbols {
            if !is_open(system, symbol) && !found.contains(&symbol) && found.len() < MOST_TERMS {
                found.push(symbol);
            }
        }
    };
    for one in all.iter().filter(|one| is_round(one)) {
        one.facts.exprs().for_each(|condition| add(condition.symbols(), &mut found));
    }
    // First what they become, and then what may pay for that: what is compared where they change.
    for pays in [false, true] {
        let mut done = 0;
        while done < found.len() {
            let symbol = found[done];
            for one in all.iter().filter(|one| one.from != Cut::Entry) {
                let Some(then) = system.after(one, symbol) else { continue };
                add(then.symbols(), &mut found);
                if pays {
                    one.facts.exprs().for_each(|condition| add(condition.symbols(), &mut found));
                }
            }
            done += 1;
        }
    }
    found.into_iter().map(Expr::symbol).collect()
}
