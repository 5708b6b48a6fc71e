//! Where summaries come from: what this run has computed, the library, or else `load` (Algorithm 2, line 10).

use std::collections::BTreeMap;
use std::sync::Arc;

use worstcase_explore::{Attendant, Input, StartError, StdinPart, StdinShape, Subject, Watch, attended};
use worstcase_load::{Load, Measure, Options, Suite, SuiteKeeper};

use super::library::{Found, Key, Library};
use super::suite::SummaryCount;
use super::summary::{Summary, summarise};
use super::{ComposeError, Composer};
use crate::pipeline::ComponentIdx;

/// Summaries of components, found as they are asked for.
pub(super) struct Summaries<'a> {
    composer: &'a Composer<'a>,
    attendant: &'a dyn Attendant,
    known: BTreeMap<(usize, String), Arc<Summary>>,
    /// Of each component.
    pub(super) counts: Vec<(SummaryCount, f64)>,
    pub(super) remarks: Vec<String>,
}

/// The making of a suite is looked after by whoever looks after the whole; what it comes to is nobody else's business.
struct Quietly<'a>(&'a dyn Attendant);

impl Attendant for Quietly<'_> {
    fn attend(&self, doing: &str, seconds: Option<f64>, work: &mut (dyn FnMut(&Watch) + Send)) {
        self.0.attend(doing, seconds, work);
    }

    fn ended(&self) -> Option<String> {
        self.0.ended()
    }

    fn seconds(&self) -> f64 {
        self.0.seconds()
    }
}

impl SuiteKeeper for Quietly<'_> {
    fn save(&self, _: &Suite) {}
}

impl<'a> Summaries<'a> {
    pub(super) fn new(composer: &'a Composer<'a>, attendant: &'a dyn Attendant) -> Summaries<'a> {
        let counts = vec![Default::default(); composer.pipeline.components.len()];
        Summaries { composer, attendant, known: BTreeMap::new(), counts, remarks: Vec::new() }
    }

    /// Counts what others have computed and reused as well.
    pub(super) fn add(&mut self, others: Summaries<'_>) {
        for (own, (count, seconds)) in self.counts.iter_mut().zip(others.counts) {
            own.0.computed += count.computed;
            own.0.reused += count.reused;
            own.1 += seconds;
        }
        self.remarks.extend(others.remarks);
    }

    /// Costly paths of a component that reads this.
    pub(super) fn of(
        &mut self,
        component: ComponentIdx,
        shape: StdinShape,
    ) -> Result<Arc<Summary>, ComposeError> {
        let subject = self.composer.subject(component, shape);
        let key = self.key(component, &subject);
        let place = (component.0, key.world.clone());
        if let Some(known) = self.known.get(&place) {
            return Ok(known.clone());
        }
        let begun = self.attendant.seconds();
        let reused = self.reused(&key);
        let count = &mut self.counts[component.0];
        let summary = match reused {
            Some(summary) => {
                count.0.reused += summary.paths.len();
                summary
            }
            None => {
                let summary = self.computed(&subject)?;
                self.counts[component.0].0.computed += summary.paths.len();
                // What was cut short is not what a later run would find.
                if self.attendant.ended().is_none() {
                    self.keep(&key, &summary);
                }
                summary
            }
        };
        self.counts[component.0].1 += self.attendant.seconds() - begun;
        let summary = Arc::new(summary);
        self.known.insert(place, summary.clone());
        Ok(summary)
    }

    /// Inputs of the costly paths of all components but one.
    pub(super) fn inputs(&self, but: ComponentIdx) -> impl Iterator<Item = &[u8]> {
        let others = self.known.iter().filter(move |((component, _), _)| *component != but.0);
        others.flat_map(|(_, summary)| summary.paths.iter().map(|path| &path.input[..]))
    }

    fn library(&self) -> Option<&'a Library> {
        self.composer.library
    }

    fn reused(&mut self, key: &Key) -> Option<Summary> {
        match self.library()?.get(key) {
            Found::Summary(summary) => Some(summary),
            Found::Nothing => None,
            Found::Damaged(why) => {
                let component = &key.component;
                self.remarks.push(format!(
                    "a summary of `{component}` in the library is damaged, and was computed again: {why}"
                ));
                None
            }
        }
    }

    fn keep(&mut self, key: &Key, summary: &Summary) {
        if let Some(Err(error)) = self.library().map(|library| library.put(key, summary)) {
            self.remarks.push(format!("the library cannot be written: {error}"));
        }
    }

    fn key(&self, component: ComponentIdx, subject: &Subject) -> Key {
        let options = &self.composer.options;
        let size = match &subject.stdin {
            StdinShape::Parts(parts) => parts.iter().map(length).sum(),
            StdinShape::Sized => subject.size.into(),
            StdinShape::World | StdinShape::Template(_) => 0,
        };
        Key {
            component: self.composer.name(component),
            module: subject.program.fingerprint(),
            world: subject.world_fingerprint(),
            size,
            cost: self.composer.measure.kind.clone(),
            search: format!("{} tests, {} work, seed {}", options.tests, options.work, options.seed),
            version: env!("CARGO_PKG_VERSION").into(),
        }
    }

    fn computed(&self, subject: &Subject) -> Result<Summary, ComposeError> {
        let measure = &self.composer.measure;
        let load = Load {
            subject,
            solver: self.composer.solver,
            measures: vec![Measure { kind: measure.kind.clone(), cost: measure.cost }],
            options: Options { work: self.composer.component_work(), ..self.composer.options.clone() },
            changes: true,
            random: Some(0),
            earlier: Vec::new(),
        };
        let suite = load.generate(Suite::default(), &Quietly(self.attendant))?;
        let inputs: Vec<Vec<Input>> = suite.tests.into_iter().map(|test| test.input.0).collect();
        let (cost, memory) = (measure.cost, self.composer.options.memory);
        let follow = |watch: &Watch| summarise(subject, &inputs, cost, memory, watch);
        let summary: Result<Summary, StartError> = attended(self.attendant, "following", None, follow);
        Ok(summary?)
    }
}

fn length(part: &StdinPart) -> u64 {
    match part {
        StdinPart::Inputs { count, .. } => (*count).into(),
        StdinPart::Fixed(bytes) => bytes.len() as u64,
    }
}
