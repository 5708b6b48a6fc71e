//! Where summaries come from: what this run has computed, the library, or else `load` (Algorithm 2, line 10).

use std::collections::BTreeMap;
use std::sync::Arc;

use worstcase_explore::{
    AskedBy, Attendant, Input, InputList, StartError, StdinPart, StdinShape, Subject, Watch, attended,
};
use worstcase_load::{How, Load, Measure, Options, Suite, SuiteKeeper, Test};
use worstcase_machine::process::InputKind;
use worstcase_program::fingerprint;

use super::library::{Found, Key, Library};
use super::paths::Paths;
use super::repeat::{self, OneRun, Repeated};
use super::suite::SummaryCount;
use super::summary::{Summary, SummaryPath, bare, summarise};
use super::{ComposeError, Composer};
use crate::pipeline::{ComponentIdx, Repeat};

/// So many shapes of what a component reads, or of its arguments, are searched; later ones only a little: one in so many.
const SEARCHED: usize = 2;
const LATER: u64 = 16;

/// So many shapes of arguments of what `xargs` runs are looked at in all, and so many paths are taken over from one to another.
const SHAPES: usize = 64;
const DERIVED: usize = 3;

/// Summaries of components, found as they are asked for.
pub(super) struct Summaries<'a> {
    composer: &'a Composer<'a>,
    attendant: &'a dyn Attendant,
    known: BTreeMap<(usize, String), Arc<Summary>>,
    /// What was searched with all the work that there is, or came from the library in its place: component, number of inputs.
    searched: Vec<(ComponentIdx, usize, Arc<Summary>)>,
    /// By component and what it reads.
    paths: BTreeMap<(usize, String), Arc<Paths>>,
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
        Summaries {
            composer,
            attendant,
            known: BTreeMap::new(),
            searched: Vec::new(),
            paths: BTreeMap::new(),
            counts,
            remarks: Vec::new(),
        }
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

    /// Costly paths of a component that reads this. Of one that is alone with what it reads, and whose output nobody reads, inputs and
    /// costs are enough.
    pub(super) fn of(
        &mut self,
        component: ComponentIdx,
        shape: StdinShape,
        is_alone: bool,
    ) -> Result<Arc<Paths>, ComposeError> {
        let place = (component.0, fingerprint(format!("{shape:?}").as_bytes()));
        if let Some(known) = self.paths.get(&place) {
            return Ok(known.clone());
        }
        let paths = match &self.composer.pipeline.components[component.0].repeat {
            Some(repeat) => Paths::Repeated(self.of_runs(component, repeat, &shape, is_alone)?, shape),
            None => {
                let subject = self.composer.subject(component, shape);
                Paths::Once(self.of_subject(component, &subject, self.composer.component_work(), is_alone)?)
            }
        };
        let paths = Arc::new(paths);
        self.paths.insert(place, paths.clone());
        Ok(paths)
    }

    /// Lets a component that reads this have the paths of these inputs.
    pub(super) fn know(
        &mut self,
        component: ComponentIdx,
        shape: &StdinShape,
        inputs: &[Vec<Input>],
    ) -> Result<(), ComposeError> {
        let begun = self.attendant.seconds();
        let subject = self.composer.subject(component, shape.clone());
        let summary = self.followed(&subject, inputs, false)?;
        self.counts[component.0].0.computed += summary.paths.len();
        self.counts[component.0].1 += self.attendant.seconds() - begun;
        let place = (component.0, fingerprint(format!("{shape:?}").as_bytes()));
        self.paths.insert(place, Arc::new(Paths::Once(Arc::new(summary))));
        Ok(())
    }

    /// Costly paths of all runs of a component that `xargs` runs on this. The commonest shapes of arguments are searched; the
    /// others take what is costly of the one that is most like them.
    fn of_runs(
        &mut self,
        component: ComponentIdx,
        repeat: &Repeat,
        shape: &StdinShape,
        is_alone: bool,
    ) -> Result<Repeated, ComposeError> {
        let own = &self.composer.pipeline.components[component.0];
        let runs = repeat::runs(own, repeat, shape).unwrap_or_default();
        let shapes = shapes(&runs);
        let has_files = self.composer.given().is_some();
        let is_searched = |(number, shape): (usize, &ArgumentShape)| {
            number < SEARCHED && (shape.run.count() > 0 || has_files)
        };
        let searched = shapes.iter().enumerate().filter(|&each| is_searched(each)).count();
        let work = self.composer.component_work() / searched.max(1) as u64;
        let mut known: BTreeMap<String, Arc<Summary>> = BTreeMap::new();
        let mut models: Vec<(usize, Arc<Summary>)> = Vec::new();
        for (number, shape) in shapes.iter().take(SHAPES).enumerate() {
            let subject =
                self.composer.subject_with(component, shape.run.arguments.clone(), StdinShape::World);
            let summary = match is_searched((number, shape)) {
                true => {
                    let summary = self.of_subject(component, &subject, work, is_alone)?;
                    models.push((shape.run.count(), summary.clone()));
                    summary
                }
                false => Arc::new(self.derived(component, &subject, shape.run, &models, is_alone)?),
            };
            known.insert(shape.name.clone(), summary);
        }
        let with_paths = |run: OneRun| {
            let summary = known.get(&format!("{:?}", run.arguments)).cloned();
            (run, summary)
        };
        Ok(Repeated::new(repeat, runs.into_iter().map(with_paths).collect()))
    }

    /// What is costly elsewhere, brought to another shape of arguments.
    fn derived(
        &mut self,
        component: ComponentIdx,
        subject: &Subject,
        run: &OneRun,
        models: &[(usize, Arc<Summary>)],
        is_alone: bool,
    ) -> Result<Summary, ComposeError> {
        let nearest = models.iter().min_by_key(|(count, _)| count.abs_diff(run.count()));
        let in_files = self.files_of(subject)?;
        let like = |path: &SummaryPath| match in_files {
            0 => run.fitted(&path.input),
            all => path.input.iter().copied().cycle().take(all).collect(),
        };
        let inputs: Vec<Vec<u64>> = match nearest {
            Some((_, summary)) => summary.paths.iter().take(DERIVED).map(like).collect(),
            None => vec![run.fitted(&[])],
        };
        let inputs: Vec<Vec<Input>> = inputs.into_iter().map(bytes).collect();
        let begun = self.attendant.seconds();
        let summary = self.followed(subject, &inputs, is_alone)?;
        self.counts[component.0].0.computed += summary.paths.len();
        self.counts[component.0].1 += self.attendant.seconds() - begun;
        Ok(summary)
    }

    /// Costly paths of a program. Once some of a component are known, those of the like with more or fewer inputs take over from them,
    /// and little is searched: the paths of a filter lead to as many sizes of what it writes.
    fn of_subject(
        &mut self,
        component: ComponentIdx,
        subject: &Subject,
        work: u64,
        is_alone: bool,
    ) -> Result<Arc<Summary>, ComposeError> {
        let inputs = inputs_of(subject) + self.files_of(subject)?;
        let of_component = self.searched.iter().filter(|(other, ..)| *other == component);
        let nearest = of_component.clone().min_by_key(|(_, count, _)| count.abs_diff(inputs));
        let model = nearest.map(|(.., summary)| summary.clone()).filter(|_| of_component.count() >= SEARCHED);
        let work = if model.is_some() { work / LATER } else { work };
        let key = self.key(component, subject, work, is_alone);
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
                let summary = match inputs {
                    // It is what it is.
                    0 if self.composer.given().is_some() => {
                        self.followed(subject, &[Vec::new()], is_alone)?
                    }
                    _ => self.computed(subject, inputs, work, model.as_deref(), is_alone)?,
                };
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
        if model.is_none() && inputs > 0 && !summary.paths.is_empty() {
            self.searched.push((component, inputs, summary.clone()));
        }
        Ok(summary)
    }

    /// Inputs of the costly paths of all components but one.
    pub(super) fn inputs(&self, but: ComponentIdx) -> impl Iterator<Item = &[u64]> {
        let others = self.known.iter().filter(move |((component, _), _)| *component != but.0);
        others.flat_map(|(_, summary)| summary.paths.iter().map(|path| &path.input[..]))
    }

    /// The bytes of files that components read along their costly paths, each with entry and place. What `xargs` runs several times
    /// reads some of them in each run.
    pub(super) fn in_files(&self) -> impl Iterator<Item = (usize, Vec<(u32, u32, u8)>)> {
        let of = |((component, _), paths): (&(usize, String), &Arc<Paths>)| {
            (0..paths.count()).map(|path| (*component, paths.in_files(path))).collect::<Vec<_>>()
        };
        self.paths.iter().flat_map(of).filter(|(_, read)| !read.is_empty())
    }

    /// How many bytes of files a component reads, if these are input and nothing else of a folder is.
    fn files_of(&self, subject: &Subject) -> Result<usize, ComposeError> {
        if self.composer.given().is_none() {
            return Ok(0);
        }
        let look = |watch: &Watch| subject.asked_by(Vec::new(), watch);
        let asking: Result<AskedBy, StartError> = attended(self.attendant, "running", None, look);
        Ok(asking?.asked.iter().filter(|asked| asked.of.is_some()).count())
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

    fn key(&self, component: ComponentIdx, subject: &Subject, work: u64, is_alone: bool) -> Key {
        let options = &self.composer.options;
        let size = match &subject.stdin {
            _ if self.composer.tree.is_some() => subject.size.into(),
            StdinShape::Parts(parts) => parts.iter().map(length).sum(),
            StdinShape::Template(_) => subject.size.into(),
            _ => inputs_of(subject) as u64,
        };
        Key {
            component: self.composer.name(component),
            module: subject.program.fingerprint(),
            world: subject.world_fingerprint(),
            size,
            cost: self.composer.measure.kind.clone(),
            search: format!(
                "{} tests, {work} work, seed {}{}",
                options.tests,
                options.seed,
                if is_alone { ", alone" } else { "" }
            ),
            version: env!("CARGO_PKG_VERSION").into(),
        }
    }

    fn computed(
        &self,
        subject: &Subject,
        inputs: usize,
        work: u64,
        model: Option<&Summary>,
        is_alone: bool,
    ) -> Result<Summary, ComposeError> {
        let measure = &self.composer.measure;
        let kind = &measure.kind;
        let again = |path: &SummaryPath| Test {
            made_for: kind.clone(),
            how: How::Changed,
            input: InputList(bytes(path.input.iter().copied().cycle().take(inputs))),
            ..Test::default()
        };
        let load = Load {
            subject,
            solver: self.composer.solver,
            measures: vec![Measure { kind: measure.kind.clone(), cost: measure.cost }],
            options: Options { work, ..self.composer.options.clone() },
            changes: true,
            random: Some(0),
            earlier: model.iter().flat_map(|model| &model.paths).map(again).collect(),
        };
        let suite = load.generate(Suite::default(), &Quietly(self.attendant))?;
        let inputs: Vec<Vec<Input>> = suite.tests.into_iter().map(|test| test.input.0).collect();
        self.followed(subject, &inputs, is_alone)
    }

    /// The paths of inputs. Those through files that are too large for that are not followed: what they cost is known.
    fn followed(
        &self,
        subject: &Subject,
        inputs: &[Vec<Input>],
        is_alone: bool,
    ) -> Result<Summary, ComposeError> {
        let (cost, memory) = (self.composer.measure.cost, self.composer.options.memory);
        let has_files = self.composer.given().is_some();
        let follow = |watch: &Watch| {
            if is_alone {
                return bare(subject, inputs, cost, watch);
            }
            if has_files && let Some(one) = inputs.get(..1) {
                let is_short = !summarise(subject, one, cost, memory, watch)?.paths.is_empty();
                if !is_short && !watch.is_stopped() {
                    return bare(subject, inputs, cost, watch);
                }
            }
            summarise(subject, inputs, cost, memory, watch)
        };
        let summary: Result<Summary, StartError> = attended(self.attendant, "following", None, follow);
        Ok(summary?)
    }
}

/// Arguments of which runs have the like.
struct ArgumentShape<'r> {
    name: String,
    /// One of the runs.
    run: &'r OneRun,
    /// How many inputs all of them have together.
    inputs: usize,
}

/// All shapes of arguments, the commonest first.
fn shapes(runs: &[OneRun]) -> Vec<ArgumentShape<'_>> {
    let mut shapes: BTreeMap<String, ArgumentShape<'_>> = BTreeMap::new();
    for run in runs {
        let name = format!("{:?}", run.arguments);
        let shape = shapes.entry(name.clone()).or_insert(ArgumentShape { name, run, inputs: 0 });
        shape.inputs += run.count();
    }
    let mut shapes: Vec<ArgumentShape<'_>> = shapes.into_values().collect();
    shapes.sort_by_key(|shape| std::cmp::Reverse(shape.inputs));
    shapes
}

/// How many inputs a component has that reads standard input or gets arguments.
fn inputs_of(subject: &Subject) -> usize {
    let read: u64 = match &subject.stdin {
        StdinShape::Parts(parts) => parts.iter().map(|part| u64::from(part.inputs())).sum(),
        StdinShape::Sized => subject.size.into(),
        StdinShape::World | StdinShape::Template(_) => 0,
    };
    let arguments: u64 = subject.arguments.iter().flatten().map(|part| u64::from(part.inputs())).sum();
    (read + arguments) as usize
}

fn bytes(bytes: impl IntoIterator<Item = u64>) -> Vec<Input> {
    bytes.into_iter().map(|bits| Input { kind: InputKind::U8, bits }).collect()
}

fn length(part: &StdinPart) -> u64 {
    match part {
        StdinPart::Inputs { count, .. } => (*count).into(),
        StdinPart::Fixed(bytes) => bytes.len() as u64,
    }
}
