//! Inputs by a rule: `input[i] = n - i`. What holds at all small sizes is worth a try at every other.
//!
//! Three kinds of rules are looked for: values by their places ([`values`]), permutations that are put together from
//! two smaller ones ([`halves`]), and orders that grow by insertion ([`grown`]). A rule has to explain more values than it
//! has parameters, and the number of values is part of it. Nothing here proves a rule; who asks for one runs what it
//! gives, at sizes that it was not [made from](Pattern::made_from).

mod cells;
mod gap;
mod grown;
mod halves;
mod linear;
mod permutation;
mod place;
mod spot;
#[cfg(test)]
mod tests;
mod values;

use std::fmt;

use grown::Grown;
use halves::Halves;
use permutation::Permutations;
use place::Length;
use values::Values;

/// A rule that makes an input for every size.
#[derive(Clone, Debug, PartialEq)]
pub struct Pattern {
    rule: Rule,
    from: u32,
    followed: usize,
    made_from: Vec<u32>,
    explained: usize,
}

#[derive(Clone, Debug, PartialEq)]
enum Rule {
    Values(Values),
    Halves(Halves),
    Grown(Grown),
}

/// A size with an input.
type Given = (u32, Vec<i64>);

/// A rule has to be followed by so many inputs.
const FEWEST: usize = 3;

/// So many of the smallest sizes may be exceptions, if as many follow the rule.
const EXCEPTIONS: usize = 6;

/// A rule that only gives the right order is taken before one for the values only if it has so many exceptions less.
const ORDER_ONLY: usize = 3;

/// Longer inputs are not looked at as permutations.
const LONG: usize = 10_000;

impl Pattern {
    /// The best rule that inputs follow; each is given with its size.
    pub fn of(inputs: &[Given]) -> Option<Pattern> {
        Pattern::candidates(inputs).into_iter().next()
    }

    /// The rules that inputs follow, best first, each with inputs of its own. Sizes at the beginning may be exceptions.
    /// Rules that only the sizes without a gap follow come after those that all follow: beyond the gap, inputs are often
    /// found in another way. Rules that only some inputs in a row follow come last.
    pub fn candidates(inputs: &[Given]) -> Vec<Pattern> {
        let mut inputs: Vec<Given> = inputs.iter().filter(|(_, input)| !input.is_empty()).cloned().collect();
        inputs.sort_by_key(|(n, _)| *n);
        inputs.dedup_by_key(|(n, _)| *n);
        let mut found = followed_by(&inputs);
        let gap = inputs.windows(2).position(|pair| pair[1].0 != pair[0].0 + 1);
        if let Some(last) = gap {
            found.extend(followed_by(&inputs[..=last]));
        }
        found.extend(followed_by_some(&inputs));
        distinct(found)
    }

    /// Rules that the inputs do not follow, but that would explain what they have in common. Worth a run each if no
    /// candidate holds: one worst case among many need not look like the others.
    pub fn guesses(inputs: &[Given]) -> Vec<Pattern> {
        let Some(permutations) = Permutations::of(inputs) else { return Vec::new() };
        let rules = halves::guesses(&permutations).into_iter();
        let made_from: Vec<u32> = inputs.iter().map(|(n, _)| *n).collect();
        let guess = |(rule, from): (Halves, u32)| {
            let (rule, made_from) = (Rule::Halves(rule), made_from.clone());
            Pattern { rule, from, followed: 0, made_from, explained: 0 }
        };
        distinct(rules.map(guess).collect())
    }

    /// The input of a size, if the rule says one that is not too large.
    pub fn input(&self, n: u32) -> Option<Vec<i64>> {
        match &self.rule {
            Rule::Values(rule) => rule.input(n),
            Rule::Halves(rule) => rule.input(n),
            Rule::Grown(rule) => rule.input(n),
        }
    }

    /// The first size whose input follows the rule. Later ones may still be exceptions.
    pub fn from(&self) -> u32 {
        self.from
    }

    /// How many inputs follow the rule.
    pub fn followed(&self) -> usize {
        self.followed
    }

    /// How many values the input of a size has by the rule. A program that asks for more or fewer refutes it.
    pub fn count(&self, n: u32) -> Option<usize> {
        match &self.rule {
            Rule::Values(rule) => rule.count(n),
            Rule::Halves(rule) => rule.count(n),
            Rule::Grown(rule) => rule.count(n),
        }
    }

    /// The sizes of the inputs that the rule was made from, ascending: what it gives there confirms nothing.
    pub fn made_from(&self) -> &[u32] {
        &self.made_from
    }

    /// How many numbers the rule was free to choose, those of the number of values included.
    pub fn parameters(&self) -> usize {
        match &self.rule {
            Rule::Values(rule) => rule.parameters(),
            Rule::Halves(rule) => rule.parameters(),
            Rule::Grown(rule) => rule.parameters(),
        }
    }

    /// How many values, and numbers of values, of given inputs the rule explains: always more than it has parameters, but
    /// for guesses, which explain none.
    pub fn explained(&self) -> usize {
        self.explained
    }

    /// The rule, if it explains more than it has parameters. What an input says is its values, and how many there are.
    fn made(rule: Rule, from: u32, made_from: &[Given], followers: &[&Given]) -> Option<Pattern> {
        let pattern = Pattern {
            rule,
            from,
            followed: followers.len(),
            made_from: made_from.iter().map(|(n, _)| *n).collect(),
            explained: followers.iter().map(|(_, input)| 1 + input.len()).sum(),
        };
        (pattern.explained > pattern.parameters()).then_some(pattern)
    }
}

/// The rules that all inputs follow but for some of the first.
fn followed_by(inputs: &[Given]) -> Vec<Pattern> {
    let Some(spare) = inputs.len().checked_sub(FEWEST) else { return Vec::new() };
    let leave_out = spare.min(EXCEPTIONS).min(inputs.len() / 2);
    let mut found: Vec<(usize, Pattern)> = Vec::new();
    let mut add = |rule: Rule, left_out: usize, penalty: usize| {
        let followers: Vec<&Given> = inputs[left_out..].iter().collect();
        let pattern = Pattern::made(rule, inputs[left_out].0, inputs, &followers);
        found.extend(pattern.map(|pattern| (left_out + penalty, pattern)));
    };
    for (rule, left_out) in values::values(inputs, leave_out) {
        add(Rule::Values(rule), left_out, 0);
    }
    let short = inputs.iter().take_while(|(_, input)| input.len() <= LONG);
    let ranked: Vec<Given> = short.map(|(n, input)| (*n, permutation::ranks(input))).collect();
    if ranked.len() >= leave_out + FEWEST && ranked != inputs[..ranked.len()] {
        for (rule, left_out) in values::values(&ranked, leave_out) {
            add(Rule::Values(rule), left_out, ORDER_ONLY);
        }
    }
    let penalty = if ranked == inputs { 0 } else { ORDER_ONLY };
    let permutations = Permutations::of(inputs);
    if let Some(permutations) = &permutations {
        for (rule, left_out) in halves::halves(permutations) {
            add(Rule::Halves(rule), left_out, penalty);
        }
        for (rule, left_out) in grown::grown(permutations) {
            add(Rule::Grown(rule), left_out, penalty + 1);
        }
    }
    if let Some(orders) = Permutations::with_equals(inputs)
        && permutations.is_none_or(|permutations| permutations.all != orders.all)
    {
        for (rule, left_out) in grown::grown(&orders) {
            add(Rule::Grown(rule), left_out, penalty + 1);
        }
    }
    found.sort_by_key(|(weight, _)| *weight);
    found.into_iter().map(|(_, pattern)| pattern).collect()
}

/// The rules that some inputs in a row follow, those with the most followers first: where a program has several worst
/// cases, one is found at some sizes, another at others.
fn followed_by_some(inputs: &[Given]) -> Vec<Pattern> {
    let short = inputs.iter().take_while(|(_, input)| input.len() <= LONG).count();
    let inputs = &inputs[..short];
    let Some(length) = Length::of(inputs, EXCEPTIONS.min(inputs.len() / 2)) else { return Vec::new() };
    let mut rules: Vec<(Values, &[Given])> = Vec::new();
    for window in inputs.windows(FEWEST + 1).chain(inputs.windows(FEWEST)) {
        for rule in values::simple_values(window, &length) {
            if !rules.iter().any(|(known, _)| *known == rule) {
                rules.push((rule, window));
            }
        }
    }
    let mut found: Vec<Pattern> = Vec::new();
    for (rule, window) in rules {
        let follows = |(n, input): &&Given| rule.input(*n).as_ref() == Some(input);
        let followers: Vec<&Given> = inputs.iter().filter(follows).collect();
        if let Some(&&(from, _)) = followers.first() {
            found.extend(Pattern::made(Rule::Values(rule), from, window, &followers));
        }
    }
    found.sort_by_key(|pattern| std::cmp::Reverse(pattern.followed));
    found
}

/// The patterns without those that give the same inputs as an earlier one. Where one of them says the values outright,
/// it takes the place of the other.
fn distinct(patterns: Vec<Pattern>) -> Vec<Pattern> {
    let mut seen: Vec<[Option<Vec<i64>>; 3]> = Vec::new();
    let mut kept: Vec<Pattern> = Vec::new();
    for pattern in patterns {
        let inputs = [16, 23, 41].map(|n| pattern.input(n));
        let is_values = |pattern: &Pattern| matches!(pattern.rule, Rule::Values(_));
        match seen.iter().position(|earlier| *earlier == inputs) {
            Some(place) if is_values(&pattern) && !is_values(&kept[place]) => kept[place] = pattern,
            Some(_) => {}
            None if inputs.iter().any(Option::is_some) => {
                seen.push(inputs);
                kept.push(pattern);
            }
            None => {}
        }
    }
    kept
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.rule {
            Rule::Values(rule) => rule.fmt(f),
            Rule::Halves(rule) => rule.fmt(f),
            Rule::Grown(rule) => rule.fmt(f),
        }
    }
}
