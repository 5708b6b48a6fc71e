//! Performance summaries: costly paths of one component, as conditions on what it reads and terms of what it writes
//! (CompSLG, Definition 3.2).
//!
//! A path is that of an input which `load` found, whether by a search or by changing inputs.

use std::collections::BTreeMap;

use worstcase_explore::{
    Asked, Condition, End, Input, InputPath, Reply, RunEnd, StartError, Subject, TreeAttribute, TreeInput,
    Watch, declared, path_of,
};
use worstcase_machine::process::{Costs, Outcome};
use worstcase_program::Pc;
use worstcase_solver::Declared;
use worstcase_term::{TermId, Terms};

/// Costly paths of a component, the costliest first.
#[derive(Debug, Default)]
pub struct Summary {
    /// The paths.
    pub paths: Vec<SummaryPath>,
    /// Whether inputs and costs are all that is known of them: nobody follows what reads a megabyte that is nobody else's business.
    pub is_bare: bool,
}

/// One path.
#[derive(Debug, Default)]
pub struct SummaryPath {
    /// The terms of all that follows, over what is read and is not fixed: bytes, and what a template leaves open.
    pub terms: Terms,
    /// These inputs.
    pub declared: Vec<Declared>,
    /// What has to hold for it to be taken, in order.
    pub conditions: Vec<PathCondition>,
    /// What it writes to standard output.
    pub output: Vec<TermId>,
    /// What it costs.
    pub cost: i64,
    /// An input that takes it.
    pub input: Vec<u64>,
    /// Which of its numbers are bytes of files, by entry and place, if a folder is input of which all else is known. The others are read
    /// in order from standard input.
    pub contents: Vec<Option<(u32, u32)>>,
}

impl SummaryPath {
    /// The bytes of files that are read along it: entry, place, byte.
    pub fn in_files(&self) -> impl Iterator<Item = (u32, u32, u8)> {
        let in_file =
            |(place, &byte): (&Option<(u32, u32)>, &u64)| place.map(|(entry, at)| (entry, at, byte as u8));
        self.contents.iter().zip(&self.input).filter_map(in_file)
    }
}

/// A condition of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PathCondition {
    /// What has to hold.
    pub fact: TermId,
    /// Where it was decided.
    pub at: Option<Pc>,
    /// What the path would lose without it.
    pub loss: f64,
}

/// Which side of which conditional; none if a number was fixed there.
type Side = (Option<Pc>, Option<bool>);

/// How often something was seen, and what it cost in all.
#[derive(Clone, Copy, Default)]
struct Seen {
    times: f64,
    cost: f64,
}

/// Follows inputs, and makes a summary of their paths. Paths that were cut off or do not count are left out.
pub fn summarise(
    subject: &Subject,
    inputs: &[Vec<Input>],
    cost: &dyn Fn(&Costs) -> i64,
    memory: usize,
    watch: &Watch,
) -> Result<Summary, StartError> {
    let mut paths = Vec::new();
    for input in inputs {
        let path = path_of(subject, input, memory, watch)?;
        paths.extend(path.filter(|path| !matches!(path.end, End::CutOff(_))));
    }
    let spent: Vec<Vec<i64>> = paths.iter().map(|path| spent_after(path, cost)).collect();
    let sides = sides(&paths, &spent);
    let made =
        paths.into_iter().zip(spent).map(|(path, spent)| summary_path(subject, path, &spent, &sides, cost));
    let mut paths: Vec<SummaryPath> = made.collect();
    paths.sort_by_key(|path| std::cmp::Reverse(path.cost));
    Ok(Summary { paths, is_bare: false })
}

/// What inputs cost, and no more.
pub fn bare(
    subject: &Subject,
    inputs: &[Vec<Input>],
    cost: &dyn Fn(&Costs) -> i64,
    watch: &Watch,
) -> Result<Summary, StartError> {
    let mut paths = Vec::new();
    for input in inputs {
        let bits = input.iter().map(|input| input.bits).collect();
        let asking = subject.asked_by(bits, watch)?;
        if matches!(asking.end, RunEnd::Stopped(_) | RunEnd::Interrupted | RunEnd::Ended(Outcome::Dropped)) {
            continue;
        }
        paths.push(SummaryPath {
            declared: asking.asked.iter().map(declared).collect(),
            contents: in_files(subject, &asking.asked),
            cost: cost(&asking.costs),
            input: asking.input.iter().map(|input| input.bits).collect(),
            ..SummaryPath::default()
        });
    }
    paths.sort_by_key(|path| std::cmp::Reverse(path.cost));
    Ok(Summary { paths, is_bare: true })
}

/// Which inputs are bytes of files, if nothing else of a folder is input.
fn in_files(subject: &Subject, asked: &[Asked]) -> Vec<Option<(u32, u32)>> {
    if subject.world.tree.as_ref().is_none_or(|tree| tree.given.is_none()) {
        return Vec::new();
    }
    let place = |asked: &Asked| match asked.of {
        Some(TreeInput { entry: Some(entry), attribute: TreeAttribute::Byte(at) }) => Some((entry, at)),
        _ => None,
    };
    asked.iter().map(place).collect()
}

/// What was spent after each condition, until the next one or the end.
fn spent_after(path: &InputPath, cost: &dyn Fn(&Costs) -> i64) -> Vec<i64> {
    let mut spent = path.spent(cost);
    if !spent.is_empty() {
        spent.remove(0);
        let last = path.conditions.last().map_or(0, |condition| cost(&condition.costs));
        spent.push(cost(&path.costs) - last);
    }
    spent
}

fn side(condition: &Condition) -> Side {
    let side = match condition.reply {
        Reply::Truth(side) => Some(side),
        _ => None,
    };
    (condition.at, side)
}

/// What each side of each conditional was followed by, over all paths.
fn sides(paths: &[InputPath], spent: &[Vec<i64>]) -> BTreeMap<Side, Seen> {
    let mut sides: BTreeMap<Side, Seen> = BTreeMap::new();
    for (path, spent) in paths.iter().zip(spent) {
        for (condition, &spent) in path.conditions.iter().zip(spent) {
            let seen = sides.entry(side(condition)).or_default();
            seen.times += 1.0;
            seen.cost += spent as f64;
        }
    }
    sides
}

/// What a path would lose without a condition: what follows it, less what follows the other side of the same conditional on
/// average, as far as that was seen.
fn loss(condition: &Condition, spent: i64, sides: &BTreeMap<Side, Seen>) -> f64 {
    let (at, side) = side(condition);
    let other = side.and_then(|side| sides.get(&(at, Some(!side))));
    (spent as f64 - other.map_or(0.0, |seen| seen.cost / seen.times)).max(0.0)
}

fn summary_path(
    subject: &Subject,
    path: InputPath,
    spent: &[i64],
    sides: &BTreeMap<Side, Seen>,
    cost: &dyn Fn(&Costs) -> i64,
) -> SummaryPath {
    let condition = |(condition, &spent): (&Condition, &i64)| PathCondition {
        fact: condition.fact,
        at: condition.at,
        loss: loss(condition, spent, sides),
    };
    let conditions = path.conditions.iter().zip(spent).map(condition).collect();
    let contents = in_files(subject, &path.asked);
    let (cost, mut terms) = (cost(&path.costs), path.terms);
    let output = InputPath::bytes_as_terms(&mut terms, &path.stdout);
    let input = path.input.iter().map(|input| input.bits).collect();
    let declared = path.asked.iter().map(declared).collect();
    SummaryPath { terms, declared, conditions, output, cost, input, contents }
}
