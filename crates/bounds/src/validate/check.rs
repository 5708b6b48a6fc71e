//! Compares what calls come to with what is claimed.

use std::collections::BTreeMap;

use worstcase_machine::Value;
use worstcase_program::{FuncIdx, Program};

use super::ClaimSet;
use super::claims::{Claim, Claims, Line, blocks_on};
use super::inputs::Asking;
use super::walk::{Account, Counts};

/// How a bound and what it is about compare, over all calls that were seen.
#[derive(Clone, Copy, Debug, Default)]
pub struct Met {
    /// The greatest value of the bound, and the greatest count at a call where it has that value.
    pub greatest: Option<(f64, u64)>,
    /// The greatest count of any call, whether there is a bound or not.
    pub most: u64,
    /// Whether some call came to as much as its bound allows, and that is not nothing.
    pub is_reached: bool,
}

impl Met {
    /// Whether the greatest bound is reached, and with it all that matters: of the many small calls that a run makes, some
    /// meet any bound.
    pub fn is_tight(&self) -> bool {
        self.greatest.is_some_and(|(bound, count)| reaches(count, bound))
    }

    fn see(&mut self, bound: f64, count: u64) {
        self.is_reached |= reaches(count, bound);
        match &mut self.greatest {
            Some((greatest, most)) if *greatest == bound => *most = (*most).max(count),
            Some((greatest, _)) if *greatest > bound => {}
            greatest => *greatest = Some((bound, count)),
        }
    }

    fn merge(&mut self, other: Met) {
        self.is_reached |= other.is_reached;
        self.most = self.most.max(other.most);
        if let Some((bound, count)) = other.greatest {
            self.see(bound, count);
        }
    }
}

fn reaches(count: u64, bound: f64) -> bool {
    count > 0 && count as f64 >= (bound + 1e-9).floor()
}

/// What was seen of functions, by function: its loops, and all of it but the one for the call itself.
#[derive(Clone, Debug, Default)]
pub struct Record(pub BTreeMap<FuncIdx, (Vec<Met>, Met)>);

impl Record {
    /// Adds what another run has shown.
    pub fn merge(&mut self, other: Record) {
        for (function, (loops, total)) in other.0 {
            let (known, whole) = self.0.entry(function).or_default();
            known.resize(loops.len(), Met::default());
            known.iter_mut().zip(loops).for_each(|(known, one)| known.merge(one));
            whole.merge(total);
        }
    }
}

/// Which bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Loop(usize),
    /// Of the function's lines that have a bound.
    Line(usize),
    Total,
}

/// How often a line was executed: the only loop that begins there, or else its block that was executed most often.
fn executed(one_loop: Option<usize>, blocks: &[usize], counts: &Counts) -> u64 {
    let most = || blocks.iter().filter_map(|&block| counts.blocks.get(block).copied()).max();
    one_loop.map_or_else(most, |number| counts.loops.get(number).copied()).unwrap_or(0)
}

/// A call that is above one of its bounds.
#[derive(Clone, Debug)]
pub struct Suspect {
    pub function: FuncIdx,
    /// Which call of that function it is, in the run.
    pub ordinal: u64,
    pub place: Place,
    pub arguments: Vec<i128>,
    pub count: u64,
    pub bound: String,
    pub value: f64,
}

/// Holds calls against claims.
pub struct Checker<'c> {
    claims: &'c ClaimSet,
    asking: Asking,
    /// How often each function was called.
    called: BTreeMap<FuncIdx, u64>,
    record: Record,
    suspect: Option<Suspect>,
}

/// What is kept of a call while it is open.
pub struct Note<'c> {
    claims: &'c Claims,
    ordinal: u64,
    arguments: Vec<i128>,
    /// The values of names, for claims with inputs, and how many inputs there were before.
    names: Vec<Option<i128>>,
    asked: usize,
    /// The values of the claims without inputs, in order: loop by loop, and the total.
    bounds: Vec<Option<f64>>,
}

impl<'c> Checker<'c> {
    /// Nothing was called yet.
    pub fn new(claims: &'c ClaimSet, asking: Asking) -> Self {
        Checker { claims, asking, called: BTreeMap::new(), record: Record::default(), suspect: None }
    }

    /// What was seen, and the first call above a bound.
    pub(super) fn into_parts(self) -> (Record, Option<Suspect>) {
        (self.record, self.suspect)
    }

    /// What was seen.
    pub fn into_record(self) -> Record {
        self.record
    }
}

/// All claims about a function with what they are about; those of a loop one after the other, the best first.
fn all(claims: &Claims) -> impl Iterator<Item = (Place, bool, &Claim)> {
    let loops = claims.loops.iter().enumerate().flat_map(|(number, (_, claims))| {
        claims.iter().enumerate().map(move |(rank, claim)| (Place::Loop(number), rank == 0, claim))
    });
    let lines = claims.lines.iter().enumerate();
    let lines = lines.map(|(number, line)| (Place::Line(number), true, &line.claim));
    loops.chain(lines).chain(claims.total.iter().map(|claim| (Place::Total, true, claim)))
}

impl<'c> Account for Checker<'c> {
    type Note = Note<'c>;

    fn entered<V: Value>(
        &mut self,
        function: FuncIdx,
        arguments: &[V],
        memory: &V::Memory,
    ) -> Option<Note<'c>> {
        let claims = self.claims.get(&function)?;
        let called = self.called.entry(function).or_default();
        *called += 1;
        let at_entry = |claim: &Claim| match claim.has_inputs {
            true => None,
            false => claims.at_entry(claim, arguments, memory),
        };
        let has_inputs = all(claims).any(|(_, _, claim)| claim.has_inputs);
        Some(Note {
            claims,
            ordinal: *called,
            arguments: claims.numbers(arguments),
            names: if has_inputs { claims.snapshot(arguments, memory) } else { Vec::new() },
            asked: self.asking.count(),
            bounds: all(claims).map(|(_, _, claim)| at_entry(claim)).collect(),
        })
    }

    fn left(&mut self, note: Note<'c>, counts: Counts) {
        let claims = note.claims;
        let (loops, total) = self.record.0.entry(claims.function).or_default();
        loops.resize(claims.loops.len(), Met::default());
        for (met, &count) in loops.iter_mut().zip(&counts.loops) {
            met.most = met.most.max(count);
        }
        let has_inputs = !note.names.is_empty();
        let inputs = if has_inputs { self.asking.integers(note.asked) } else { Vec::new() };
        for ((place, is_best, claim), &bound) in all(claims).zip(&note.bounds) {
            let count = match place {
                Place::Loop(number) => counts.loops.get(number).copied().unwrap_or(0),
                Place::Line(number) => {
                    let line = &claims.lines[number];
                    executed(line.one_loop, &line.blocks, &counts)
                }
                Place::Total => counts.total,
            };
            let bound = if claim.has_inputs { claims.at_end(claim, &note.names, &inputs) } else { bound };
            let Some(bound) = bound else { continue };
            match place {
                Place::Loop(number) if is_best => loops[number].see(bound, count),
                Place::Loop(_) | Place::Line(_) => {}
                // The one that every call counts is not something to be reached.
                Place::Total => total.see(bound - 1.0, count.saturating_sub(1)),
            }
            if is_above(count, bound) && self.suspect.is_none() {
                self.suspect = Some(Suspect {
                    function: claims.function,
                    ordinal: note.ordinal,
                    place,
                    arguments: note.arguments.clone(),
                    count,
                    bound: claim.text.clone(),
                    value: bound,
                });
            }
        }
    }
}

/// Whether a count is above a bound, by more than a logarithm is rounded.
fn is_above(count: u64, bound: f64) -> bool {
    bound + 1e-9 * bound.abs() + 1e-9 < count as f64
}

/// Counts again what one call of a function came to, maybe in another build of the program.
pub struct Recount {
    function: FuncIdx,
    place: Place,
    /// The line's loop and blocks, in that build of the program.
    line: (Option<usize>, Vec<usize>),
    /// How many calls are still to come until it is that one.
    left: u64,
    count: Option<u64>,
}

impl Recount {
    /// Looks out for a call.
    pub fn new(program: &Program, function: FuncIdx, claims: &Claims, suspect: &Suspect) -> Recount {
        let line = match suspect.place {
            Place::Line(number) => {
                let Line { file, line, one_loop, .. } = &claims.lines[number];
                (*one_loop, blocks_on(program, function, file, *line))
            }
            Place::Loop(_) | Place::Total => (None, Vec::new()),
        };
        Recount { function, place: suspect.place, line, left: suspect.ordinal, count: None }
    }

    /// Whether it was made, and came to more than that.
    pub fn is_above(&self, bound: f64) -> bool {
        self.count.is_some_and(|count| is_above(count, bound))
    }
}

impl Account for Recount {
    type Note = ();

    fn entered<V: Value>(&mut self, function: FuncIdx, _: &[V], _: &V::Memory) -> Option<()> {
        if function != self.function || self.left == 0 {
            return None;
        }
        self.left -= 1;
        (self.left == 0).then_some(())
    }

    fn left(&mut self, (): (), counts: Counts) {
        self.count = match self.place {
            Place::Loop(number) => counts.loops.get(number).copied(),
            Place::Line(_) => Some(executed(self.line.0, &self.line.1, &counts)),
            Place::Total => Some(counts.total),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::Met;

    #[test]
    fn a_bound_is_tight_only_if_the_greatest_one_is_reached() {
        let mut met = Met::default();
        met.see(1.0, 1);
        assert!(met.is_reached && met.is_tight());
        met.see(9.0, 8);
        met.see(9.0, 3);
        assert!(met.is_reached && !met.is_tight());
        assert_eq!(met.greatest, Some((9.0, 8)));
        let mut other = Met::default();
        other.see(9.0, 9);
        met.merge(other);
        assert!(met.is_tight());
    }

    #[test]
    fn a_loop_without_iterations_reaches_nothing() {
        let mut met = Met::default();
        met.see(0.0, 0);
        assert!(!met.is_reached && !met.is_tight());
    }
}
