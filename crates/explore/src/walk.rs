//! A walk: one path that goes on for as long as it likes, and looks ahead before each stretch.
//!
//! From where it stands it is led ahead any number of times, each time as a guide advises, and is back again; then it goes
//! where one of them led. What a look costs depends on how far it goes, and not on how far the walk has come.

use worstcase_machine::process::Costs;
use worstcase_solver::Solver;

use crate::explorer::{Explorer, Standing, Step};
use crate::guide::Guide;
use crate::inputs::Input;
use crate::path::{Decision, End, Path, Visitor};
use crate::subject::{StartError, Subject};
use crate::summary::Trail;
use crate::tally::{Tally, Watch};

/// A path that goes on and on.
pub struct Walk<'a> {
    explorer: Explorer<'a>,
    end: Option<Ending>,
    /// How many looks there were.
    looks: u64,
    /// Where the explorer still stands, if a look led there and it has not come back.
    ahead: Option<Ahead>,
}

/// How a path ended, and an input that takes it.
type Ending = (End, Vec<Input>);

/// A look that the walk has not come back from: its number, and how it ended if it did.
struct Ahead {
    number: u64,
    end: Option<Ending>,
}

/// What a look ahead came to.
#[derive(Clone, Debug)]
pub struct Look {
    number: u64,
    /// The answers from where the walk stands.
    pub trail: Trail,
    /// The decisions.
    pub decisions: Vec<Decision>,
    /// What the whole path costs up to there.
    pub costs: Costs,
    /// How many inputs it has looked at by then.
    pub looked_at: u32,
    /// How many it will have looked at after the decision that comes next.
    pub ahead: u32,
    /// How it ended, if it did.
    pub end: Option<End>,
    /// Whether it leads somewhere: it was not dropped, nor was it given up.
    pub counts: bool,
}

/// Keeps how a path ended.
#[derive(Default)]
struct Ended(Option<Ending>);

impl Visitor for Ended {
    fn visit(&mut self, path: &mut Path<'_>) {
        self.0 = Some((path.end.clone(), path.input()));
    }

    fn merge(&mut self, other: Self) {
        self.0 = other.0;
    }
}

impl<'a> Walk<'a> {
    /// A walk that has not begun.
    pub fn begin(
        subject: &'a Subject,
        solver: Box<dyn Solver>,
        memory: usize,
        watch: &'a Watch,
    ) -> Result<Self, StartError> {
        let mut explorer = Explorer::new(subject, solver, None, memory, watch)?;
        explorer.walk();
        Ok(Walk { explorer, end: None, looks: 0, ahead: None })
    }

    /// Looks ahead along what a guide advises, until it is due or ends, and comes back. None if it had to stop.
    pub fn look(
        &mut self,
        guide: Box<dyn Guide + 'a>,
        is_due: &mut dyn FnMut(&Standing<'_>) -> bool,
    ) -> Option<Look> {
        self.come_back();
        self.explorer.set_guide(Some(guide));
        let look = self.lead(is_due);
        self.explorer.set_guide(None);
        look
    }

    /// Goes back to where the walk stands. That is put off until there is a need: it may go where the last look led.
    fn come_back(&mut self) {
        self.ahead = None;
        self.explorer.restart();
    }

    fn lead(&mut self, is_due: &mut dyn FnMut(&Standing<'_>) -> bool) -> Option<Look> {
        let mut ended = Ended::default();
        let step = loop {
            match self.explorer.step_until(is_due, &mut ended) {
                Step::Slice if self.explorer.is_stopped() => return None,
                Step::Slice => self.explorer.abandon(),
                step => break step,
            }
        };
        let standing = self.explorer.standing();
        let end = ended.0.as_ref().map(|(end, _)| end.clone());
        let counts = matches!(step, Step::Waiting) || end.as_ref().is_some_and(counts);
        let decisions = standing.decisions.to_vec();
        let trail = decisions.iter().map(|decision| (decision.reply.clone(), decision.open)).collect();
        let (costs, looked_at, ahead) = (standing.costs, standing.looked_at, standing.ahead);
        self.looks += 1;
        self.ahead = Some(Ahead { number: self.looks, end: ended.0 });
        Some(Look { number: self.looks, trail, decisions, costs, looked_at, ahead, end, counts })
    }

    /// Goes where a look led. Returns whether it got there.
    pub fn go(&mut self, look: &Look) -> bool {
        let end = match self.ahead.take() {
            Some(Ahead { number, end }) if number == look.number => end,
            _ => {
                self.explorer.restart();
                if !self.explorer.retrace(&look.trail) {
                    return false;
                }
                match look.end.is_some() {
                    true => self.go_to_end(),
                    false => None,
                }
            }
        };
        self.end = end;
        self.explorer.move_root();
        self.end.is_some() == look.end.is_some()
    }

    fn go_to_end(&mut self) -> Option<Ending> {
        let mut ended = Ended::default();
        while let Step::Slice = self.explorer.step(&mut ended) {
            if self.explorer.is_stopped() {
                return None;
            }
        }
        ended.0
    }

    /// Another walk that has come as far, in the same way.
    pub fn fork(&mut self, solver: Box<dyn Solver>) -> Result<Option<Walk<'a>>, StartError> {
        self.come_back();
        let here = self.explorer.keep();
        let mut explorer = self.explorer.twin(solver)?;
        let is_there = explorer.go_to(&here);
        explorer.forget_image();
        Ok(is_there.then_some(Walk { explorer, end: self.end.clone(), looks: 0, ahead: None }))
    }

    /// How the path ended, and an input that takes it, once it has.
    pub fn end(&self) -> Option<&Ending> {
        self.end.as_ref()
    }

    /// An input that takes the path as far as it has come; what is not decided is as in the model.
    pub fn input(&mut self) -> Vec<Input> {
        self.come_back();
        self.explorer.input()
    }

    /// An input that takes the last look's path as far as that led, if the walk has not come back from it; else its own.
    pub fn input_ahead(&self) -> Vec<Input> {
        match &self.ahead {
            Some(Ahead { end: Some((_, input)), .. }) => input.clone(),
            _ => self.explorer.input(),
        }
    }

    /// About how many bytes of the host's memory it takes, beside those of the program.
    pub fn bytes(&mut self) -> usize {
        self.explorer.bytes()
    }

    /// What was seen so far.
    pub fn tally(&self) -> Tally {
        self.explorer.tally()
    }
}

/// Whether a path that ended so is one that a test can take.
fn counts(end: &End) -> bool {
    !matches!(end, End::CutOff(_))
}
