//! Where in the source something was left out.

use serde_json::{Value as Json, json};
use worstcase_explore::Places;
use worstcase_program::Program;

/// How many places are named for people.
const NAMED: usize = 3;

/// Places in the source with how often, the most frequent first; else in the order of the program.
pub fn described(program: &Program, places: &Places) -> Vec<(String, u64)> {
    let mut all: Vec<(String, u64)> = Vec::new();
    for (pc, times) in places.iter() {
        let place = program.describe(program.function_at(pc), program.origins[pc as usize].offset);
        match all.iter_mut().find(|(same, _)| *same == place) {
            Some((_, sum)) => *sum += times,
            None => all.push((place, times)),
        }
    }
    all.sort_by_key(|&(_, times)| std::cmp::Reverse(times));
    all
}

/// The first few of them, for people; nothing if there are none.
pub fn text(program: &Program, places: &Places) -> Option<String> {
    let all = described(program, places);
    let mut named: Vec<String> = all
        .iter()
        .take(NAMED)
        .map(|(place, times)| if *times == 1 { place.clone() } else { format!("{place} ({times} times)") })
        .collect();
    match all.len().saturating_sub(NAMED) {
        0 => {}
        1 => named.push("1 other place".into()),
        more => named.push(format!("{more} other places")),
    }
    let last = named.pop()?;
    Some(if named.is_empty() { last } else { format!("{} and {last}", named.join(", ")) })
}

/// All of them, for machines.
pub fn json(program: &Program, places: &Places) -> Json {
    described(program, places).iter().map(|(place, times)| json!({ "at": place, "times": times })).collect()
}
