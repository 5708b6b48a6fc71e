//! Who reads what, and whose turn it is.

use worstcase_machine::Spent;

use super::end::{ComponentEnd, OfAll};
use super::node::{Node, Shared, State};
use super::result::{PipelineOutput, PipelineRun, RunCosts};
use super::{RunInput, RunLimits, RunSettings, Watch};
use crate::pipeline::{ComponentIdx, Flow, Pipeline};

/// Where what a component writes goes.
#[derive(Clone, Copy)]
enum Sink {
    Reader(usize),
    Output(usize),
}

pub(super) struct Network<'p, 's, W: Watch<'p>> {
    /// In the order of the text: who writes comes before who reads.
    nodes: Vec<Node<'p, W>>,
    sinks: Vec<Vec<Sink>>,
    outputs: Vec<PipelineOutput>,
    /// Who reads what comes from outside.
    first: Vec<Sink>,
    shared: Shared<'s, W>,
    settings: &'s RunSettings<'s>,
}

impl<'p: 's, 's, W: Watch<'p>> Network<'p, 's, W> {
    pub(super) fn new(pipeline: &'p Pipeline, settings: &'s RunSettings<'s>, watch: &'s mut W) -> Self {
        let limits = settings.limits.component;
        let world = settings.world.unwrap_or(&pipeline.start);
        let mut shared = Shared { world, limits, watch };
        let mut nodes: Vec<Node<'p, W>> = Vec::new();
        for (i, component) in pipeline.components.iter().enumerate() {
            let pages = settings.limits.all_pages.saturating_sub(nodes.iter().map(Node::pages).sum());
            shared.limits.memory_pages = limits.memory_pages.min(pages);
            let counted = settings.counted_functions.get(i).copied().flatten();
            nodes.push(Node::new(ComponentIdx(i), component, counted, &mut shared));
        }
        let sinks = nodes.iter().map(|_| Vec::new()).collect();
        let mut network = Network { nodes, sinks, outputs: Vec::new(), first: Vec::new(), shared, settings };
        network.connect(&pipeline.flow, None);
        if let Some(file) = &pipeline.flow.input {
            network.feed(world.file(file).unwrap_or_default());
        }
        network
    }

    /// Connects the parts of a flow, given who writes what it reads; nobody if that is the input.
    fn connect(&mut self, flow: &Flow, mut writer: Option<usize>) {
        for &ComponentIdx(reader) in &flow.components {
            self.sinks_of(writer).push(Sink::Reader(reader));
            writer = Some(reader);
        }
        for branch in &flow.branches {
            self.connect(branch, writer);
        }
        if flow.branches.is_empty() {
            let output = Sink::Output(self.outputs.len());
            self.sinks_of(writer).push(output);
            self.outputs.push(PipelineOutput { component: writer, bytes: Vec::new() });
        }
    }

    fn sinks_of(&mut self, writer: Option<usize>) -> &mut Vec<Sink> {
        match writer {
            Some(writer) => &mut self.sinks[writer],
            None => &mut self.first,
        }
    }

    /// All that comes from outside. It comes once.
    fn feed(&mut self, input: &[u8]) {
        for sink in std::mem::take(&mut self.first) {
            match sink {
                Sink::Reader(reader) => {
                    self.nodes[reader].feed(input);
                    self.nodes[reader].end_input();
                }
                Sink::Output(output) => self.outputs[output].bytes.extend_from_slice(input),
            }
        }
    }

    /// Whether somebody still waits for what comes from outside.
    fn wants_input(&self) -> bool {
        self.first.iter().any(|sink| match *sink {
            Sink::Reader(reader) => self.nodes[reader].state != State::Done,
            Sink::Output(_) => true,
        })
    }

    pub(super) fn run(mut self, input: RunInput) -> PipelineRun {
        if let RunInput::Bytes(bytes) = input {
            self.feed(bytes);
        }
        loop {
            if (self.settings.is_stopped)(self.spent()) {
                self.stop(ComponentEnd::Interrupted);
                break;
            }
            let next = (0..self.nodes.len()).find(|&i| self.nodes[i].can_run(self.has_room(i)));
            match next {
                Some(next) => self.step(next),
                None => match input {
                    RunInput::Demand(bytes) if self.wants_input() => self.feed(&bytes()),
                    _ => break,
                },
            }
        }
        // Some component can always go on until all have ended; if that were wrong, the result would say so.
        let message = "no component could go on; this is a defect of worstcase".to_string();
        self.stop(ComponentEnd::Stopped { message, calls: Vec::new() });
        self.result()
    }

    fn stop(&mut self, end: ComponentEnd) {
        for node in &mut self.nodes {
            node.interrupt(end.clone(), &mut self.shared);
        }
    }

    /// How much its readers have room for; nothing if nobody reads any more. A reader that has ended takes no part.
    fn room(&self, writer: usize) -> Option<u64> {
        let room = |sink: &Sink| match *sink {
            Sink::Reader(reader) => self.nodes[reader].reads().then(|| self.nodes[reader].room()),
            Sink::Output(_) => Some(u64::MAX),
        };
        self.sinks[writer].iter().filter_map(room).min()
    }

    fn has_room(&self, writer: usize) -> bool {
        self.room(writer).is_none_or(|room| room > 0)
    }

    fn step(&mut self, at: usize) {
        let (left, room) = (self.left(at), self.room(at));
        let written = self.nodes[at].step(left, room, &mut self.shared);
        let is_done = self.nodes[at].state == State::Done;
        for i in 0..self.sinks[at].len() {
            match self.sinks[at][i] {
                Sink::Reader(reader) => {
                    self.nodes[reader].feed(&written);
                    if is_done {
                        self.nodes[reader].end_input();
                    }
                }
                Sink::Output(output) => self.outputs[output].bytes.extend_from_slice(&written),
            }
        }
    }

    fn spent(&self) -> Spent {
        let mut all = Spent::default();
        for spent in self.nodes.iter().map(Node::spent) {
            all.conditionals += spent.conditionals;
            all.instructions += spent.instructions;
            all.calls += spent.calls;
        }
        all
    }

    /// What a component may still use.
    fn left(&self, at: usize) -> OfAll {
        let RunLimits { component, output, all_steps, all_pages, all_output } = self.settings.limits;
        let others = || self.nodes.iter().enumerate().filter(|&(i, _)| i != at).map(|(_, node)| node);
        let steps = all_steps.saturating_sub(others().map(|node| node.spent().instructions).sum());
        let pages = all_pages.saturating_sub(others().map(Node::pages).sum());
        let written: u64 = others().map(Node::written).sum();
        let own = self.nodes[at].written();
        OfAll {
            steps: (component.steps, steps),
            pages: (component.memory_pages, pages),
            output: (output.saturating_sub(own), all_output.saturating_sub(written + own)),
            limits: self.settings.limits,
        }
    }

    fn result(self) -> PipelineRun {
        let components: Vec<_> = self.nodes.into_iter().map(Node::result).collect();
        let mut total = RunCosts::default();
        for component in &components {
            total.add_component(&component.costs);
        }
        PipelineRun { components, total, outputs: self.outputs }
    }
}
