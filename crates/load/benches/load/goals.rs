//! What is asked of the table, and whether it is reached: said in the end, whatever it is.

use crate::child::{Found, Measured};
use crate::rows::Row;

/// A row at a size, with what came of it.
pub struct Line {
    pub row: &'static Row,
    pub size: u32,
    pub measured: Measured,
    pub found: Option<Found>,
}

/// The best test is so near to what `find` knows to be the worst case.
const NEAR: f64 = 0.9;

impl Line {
    fn name(&self) -> String {
        format!("{} {}", self.row.name, self.size)
    }

    fn is_above(&self, goal: f64) -> bool {
        self.measured.ratio().is_some_and(|ratio| if goal > 1.0 { ratio >= goal } else { ratio > 1.0 })
    }

    /// What `find` knows, if it is sure to be more than luck: all paths were seen, or a pattern was confirmed.
    fn known(&self) -> Option<i64> {
        let found = self.found.as_ref()?;
        ["exact", "pattern"].contains(&found.how.as_str()).then_some(found.cost)
    }

    fn is_near(&self) -> bool {
        self.known().is_some_and(|known| self.measured.best as f64 >= NEAR * known as f64)
    }
}

/// Prints each goal, how many rows reach it, and which do not.
pub fn print(lines: &[Line]) {
    println!();
    let all: Vec<&Line> = lines.iter().collect();
    let above: Vec<bool> = all.iter().map(|line| line.is_above(1.0)).collect();
    say("the best test costs more than random's best, on every row", &all, &above, all.len());
    let hard: Vec<&Line> = lines.iter().filter(|line| line.row.goal > 1.0).collect();
    let much: Vec<bool> = hard.iter().map(|line| line.is_above(line.row.goal)).collect();
    say("at least 3 times as much on the compressor and the matcher", &hard, &much, hard.len());
    let known: Vec<&Line> = lines.iter().filter(|line| line.known().is_some()).collect();
    let near: Vec<bool> = known.iter().map(|line| line.is_near()).collect();
    let what = "within 10 % of what find knows (exact, or by a pattern), on at least half of these rows";
    say(what, &known, &near, known.len().div_ceil(2));
}

fn say(goal: &str, lines: &[&Line], reached: &[bool], wanted: usize) {
    let count = reached.iter().filter(|reached| **reached).count();
    let verdict = match lines.is_empty() {
        true => "nothing to compare",
        false if count >= wanted => "reached",
        false => "NOT REACHED",
    };
    println!("{verdict}: {goal}: {count} of {}", lines.len());
    let missing = lines.iter().zip(reached).filter(|(_, reached)| !**reached);
    let missing: Vec<String> = missing.map(|(line, _)| line.name()).collect();
    if !missing.is_empty() {
        println!("  not: {}", missing.join(", "));
    }
}
