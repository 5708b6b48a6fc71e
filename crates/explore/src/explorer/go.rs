//! Going over to a state that was kept, keeping one, and moving on for good.

use std::sync::Arc;

use worstcase_machine::process::ProcessImage;
use worstcase_solver::{Mark, Solver};

use super::{Explorer, Root, SOLVER_BYTES};
use crate::guide::Guide;
use crate::history::{History, Reached, Segment};
use crate::inputs::Input;
use crate::looks::Looks;
use crate::path::Decision;
use crate::states::State;
use crate::subject::StartError;

impl<'a> Explorer<'a> {
    /// From now on states are kept: terms stay, whatever is undone, and how far paths have looked is noted.
    pub(crate) fn keep_states(&mut self) {
        self.process.machine.context.keeps_terms = true;
        self.looks = Some(Looks::default());
    }

    /// From now on there is one path: where no conditional is decided, it goes on rather than traps, and numbers that have
    /// to be known are what they are in the model. How far it has looked is noted.
    pub(crate) fn walk(&mut self) {
        self.walks = true;
        self.process.machine.context.one_target = true;
        self.looks = Some(Looks::default());
    }

    /// What came since the root.
    fn segment(&self) -> Segment {
        let reached = self.root.history.reached;
        Segment {
            settled: self.process.machine.context.settled_since(reached.settled),
            decisions: self.decisions[reached.decisions..].to_vec(),
            asked: self.inputs.asked()[reached.inputs..].to_vec(),
            outputs: self.process.outputs_since(reached.outputs).to_vec(),
        }
    }

    /// Where it stands, as a value.
    pub(crate) fn keep(&self) -> State {
        let history = History::after(Some(self.root.history.clone()), self.segment());
        let process = match &self.root.image {
            Some(image) => self.process.image_since(&self.root.checkpoint, image),
            None => self.process.image(),
        };
        State::new(history, process, self.process.costs())
    }

    /// Goes over to a state, which is the root from then on. Returns whether it is still known to be possible.
    pub(crate) fn go_to(&mut self, state: &State) -> bool {
        self.abandon();
        self.restart();
        let common = History::common(&self.root.history, &state.history);
        let reached = common.as_ref().map_or(Reached::default(), |common| common.reached);
        self.process.machine.context.unsettle(reached.settled);
        self.process.outputs.truncate(reached.outputs);
        self.inputs.truncate(reached.inputs);
        self.forget(reached.decisions);
        let terms = self.process.machine.context.terms.count();
        self.solver.undo(Mark { assertions: reached.facts, inputs: reached.inputs, terms });
        for history in state.history.since(common.as_ref()) {
            self.bring(&history.own);
        }
        self.process.show(&state.process, self.root.image.as_ref());
        self.set_root(state.history.clone(), Some(state.process.clone()));
        self.is_possible()
    }

    /// Decides what was decided on a part of a path.
    fn bring(&mut self, segment: &Segment) {
        segment.settled.iter().for_each(|settled| self.process.machine.context.settle(settled));
        self.inputs.extend(&segment.asked);
        self.know_inputs();
        self.process.outputs.extend(segment.outputs.iter().cloned());
        for decision in &segment.decisions {
            if let Some(fact) = decision.fact {
                self.solver.assert(&self.process.machine.context.terms, fact);
            }
            self.note(decision.clone());
        }
    }

    /// Where it stands is the root from now on.
    fn set_root(&mut self, history: Arc<History>, image: Option<ProcessImage>) {
        self.process.forget_marks();
        let checkpoint = self.process.checkpoint();
        let solver = self.solver.mark(&self.process.machine.context.terms);
        self.root = Root { checkpoint, solver, history, image };
        self.open = 0;
    }

    /// Leaves everything before where it stands behind: nothing goes back there any more.
    pub(crate) fn move_root(&mut self) {
        self.abandon();
        let history = History::after(Some(self.root.history.clone()), self.segment());
        self.set_root(history, None);
    }

    /// Another one that has the same terms, at the root.
    pub(crate) fn twin(&self, solver: Box<dyn Solver>) -> Result<Explorer<'a>, StartError> {
        let mut twin = Explorer::new(self.subject, solver, None, self.max_bytes, self.watch)?;
        let (own, theirs) = (&mut twin.process.machine.context, &self.process.machine.context);
        own.terms = theirs.terms.clone();
        (own.keeps_terms, own.one_target) = (theirs.keeps_terms, theirs.one_target);
        twin.looks = self.looks.as_ref().map(|_| Looks::default());
        twin.walks = self.walks;
        // What it goes back to has these terms, too: a program begins with the same ones wherever it does.
        twin.set_root(twin.root.history.clone(), None);
        Ok(twin)
    }

    /// Is led by another guide from now on, or by none.
    pub(crate) fn set_guide(&mut self, guide: Option<Box<dyn Guide + 'a>>) {
        let pins_targets = guide.as_ref().is_some_and(|guide| guide.pins_targets());
        // Whoever goes a way again that a guide has led must be asked the same.
        self.process.machine.context.one_target = pins_targets || self.walks;
        self.guide = guide;
    }

    /// Nobody goes over to another state from here, so what this one was need not be kept.
    pub(crate) fn forget_image(&mut self) {
        self.root.image = None;
    }

    /// An input that takes the path as far as it has come.
    pub(crate) fn input(&self) -> Vec<Input> {
        let numbered = (0..).zip(&self.inputs.asked()[..self.solver.inputs()]);
        numbered.map(|(i, asked)| Input { kind: asked.kind, bits: self.solver.value(i) }).collect()
    }

    /// About how many bytes of the host's memory it takes, beside those of the program.
    pub(crate) fn bytes(&mut self) -> usize {
        let decisions = self.decisions.len() * (size_of::<Decision>() + SOLVER_BYTES);
        let inputs = self.inputs.asked().len() * SOLVER_BYTES;
        self.process.bytes() + self.choice_bytes + decisions + inputs
    }

    /// Whether it has to end soon.
    pub(crate) fn is_stopped(&mut self) -> bool {
        self.tally.stopped |= self.watch.is_stopped();
        self.tally.stopped
    }
}
