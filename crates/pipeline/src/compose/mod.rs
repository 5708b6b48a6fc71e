//! CompSLG: load tests for a pipeline, put together from costly paths of its components (`papers/compslg.txt`).
//!
//! Costly paths of each component are found by `load` (`summaries`, `summary`) and kept (`library`). A test is made by choosing
//! one path of each (Algorithm 2; `paths`, `repeat`), replacing what a component reads by what the one before writes (`channel`), and
//! dropping conditions until the rest has a solution (`relax`). What counts is what the whole pipeline then costs in a run. All of
//! it is done at a smaller size first, if there is one (`smaller`).

pub mod channel;
mod folder;
pub mod library;
mod made;
mod names;
mod paths;
pub mod relax;
pub mod repeat;
mod replay;
mod smaller;
pub mod smallest;
mod suite;
mod summaries;
pub mod summary;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use worstcase_explore::{AskedBy, Attendant, StartError, StdinPart, StdinShape, Subject, Watch, attended};
use worstcase_load::{Measure, Options};
use worstcase_machine::wasi::{TreeShape, WasiConfig};
use worstcase_program::FuncIdx;
use worstcase_solver::Solver;
use worstcase_term::Evaluator;

use crate::pipeline::{Component, ComponentIdx, Flow, Pipeline, Repeat};
use crate::run::RunLimits;
use channel::{Channel, Stream, parts};
use library::Library;
pub use made::MadeInput;
use paths::Paths;
use relax::{Conjunct, Order, Relaxed, Union, relax};
use replay::Replays;
use smallest::smallest;
pub use suite::{
    ComponentSummaries, DroppedCondition, PipelineHow, PipelineLine, PipelineRandom, PipelineSeconds,
    PipelineSuite, PipelineTest, SingleComponent, SummaryCount,
};
use summaries::Summaries;

/// What a suite is made for.
pub struct Composer<'a> {
    /// The pipeline.
    pub pipeline: &'a Pipeline,
    /// What it reads.
    pub stdin: StdinShape,
    /// How many bytes, if `stdin` does not say.
    pub size: u32,
    /// The folder that is input, if one is; there is no standard input then.
    pub tree: Option<TreeShape>,
    /// What is to be driven up.
    pub measure: Measure<'a>,
    /// How far `load` goes with each component.
    pub options: Options,
    /// Makes solvers.
    pub solver: &'a (dyn Fn() -> Box<dyn Solver> + Sync),
    /// For each component, the function whose calls are counted.
    pub counted_functions: Vec<Option<FuncIdx>>,
    /// Where summaries are kept, if they are.
    pub library: Option<&'a Library>,
    /// What a run of the pipeline may use.
    pub limits: RunLimits,
    /// How many random inputs to compare with; if nothing is said, as many as can be run in the time that the suite took.
    pub random: Option<u64>,
}

/// Why a suite could not be made.
#[derive(Debug, thiserror::Error)]
pub enum ComposeError {
    /// A component cannot be started.
    #[error(transparent)]
    Start(#[from] StartError),
    /// What a template leaves open is decided as one command reads it, and part of that command's path.
    #[error("a template is read by one command: put `cat |` in front of the pipeline")]
    TemplateNeedsReader,
    /// Names that nobody looks up make no folder.
    #[error(
        "--tree: `{0}`, the first command, does not look at `{1}`: begin with one that does, as in `find {1} | …`"
    )]
    FolderNeedsReader(String, String),
    /// What it reads is fixed.
    #[error(
        "the pipeline reads `{0}`, which is fixed: leave out `< {0}`, so that what it reads can be input"
    )]
    ReadsFile(String),
}

/// A component, and the path that was chosen for it.
struct Chosen {
    component: ComponentIdx,
    /// Its number.
    path: usize,
    cost: i64,
    /// The numbers of an input that takes it, if it is the first component's; else those that are bytes of files.
    input: Reads,
}

/// What is read along a path.
enum Reads {
    /// All numbers of the pipeline's input.
    Numbers(Vec<u64>),
    /// Bytes of files: entry, place, byte.
    InFiles(Vec<(u32, u32, u8)>),
}

/// How often a path was chosen, by component and address of its paths.
type Uses = BTreeMap<(usize, *const Paths), usize>;

impl Composer<'_> {
    /// Makes a suite (Algorithm 1).
    pub fn generate(
        &self,
        cost_name: &str,
        attendant: &dyn Attendant,
    ) -> Result<PipelineSuite, ComposeError> {
        let begun = attendant.seconds();
        let mut suite = PipelineSuite {
            pipeline: self.pipeline.text.clone(),
            flow: self.pipeline.flow.clone(),
            cost_kind: self.measure.kind.clone(),
            cost_name: cost_name.into(),
            wanted: self.options.tests,
            ..PipelineSuite::default()
        };
        let mut summaries = Summaries::new(self, attendant);
        let replays = Replays::new(self);
        let first = self.first_component()?;
        match attended(attendant, "running", None, |watch| replays.endless(watch)) {
            Some(test) => {
                suite.tests = vec![test];
                let why = "nothing was searched for: the first input that was tried, a random one, was not done when it had to stop";
                suite.remarks.push(why.into());
                suite.unfinished = attendant.ended();
            }
            None => {
                match self.is_folder_open() {
                    true => self.make_in_folder(&mut suite, first, &mut summaries, &replays, attendant)?,
                    false => self.make(&mut suite, first, &mut summaries, &replays, attendant)?,
                }
                let all = attendant.seconds() - begun;
                let spent: f64 = summaries.counts.iter().map(|(_, seconds)| seconds).sum();
                suite.seconds = PipelineSeconds { summaries: spent, composition: all - spent };
                suite.random = replays.random(self.random, all, attendant);
                suite.unfinished = attendant.ended();
                let seconds = (PROFILED * all).max(1.0);
                attended(attendant, "profiling", Some(seconds), |watch| {
                    replays.profile(&mut suite.tests, watch)
                });
                self.remark(&mut suite);
            }
        }
        suite.size = suite.tests.first().map_or(0, PipelineTest::bytes);
        let tree = suite.tests.first().and_then(|test| test.tree.as_ref());
        suite.entries = tree.map(|tree| tree.entries.len());
        suite.components = self.components(&summaries.counts);
        suite.remarks.extend(summaries.remarks);
        Ok(suite)
    }

    /// Finds tests: put together, then changed.
    fn make(
        &self,
        suite: &mut PipelineSuite,
        first: ComponentIdx,
        summaries: &mut Summaries<'_>,
        replays: &Replays<'_>,
        attendant: &dyn Attendant,
    ) -> Result<(), ComposeError> {
        let mut tests = self.stretched(first, summaries, replays, attendant)?;
        let mut uses = Uses::new();
        let paths = summaries.of(first, self.stdin.clone(), false)?;
        let mut seen = BTreeSet::new();
        // A first component with few paths, as `cat` has, goes with others of the next ones each time.
        let times = if paths.count() == 0 { 0 } else { paths.count().max(self.options.tests) };
        for number in 0..times {
            if attendant.ended().is_some() && !tests.is_empty() {
                break;
            }
            let (channel, chosen) = self.choose(number, &mut uses, summaries, attendant)?;
            if !seen.insert(chosen.iter().map(|chosen| chosen.path).collect::<Vec<_>>()) {
                continue;
            }
            let once = tests.iter().map(|test| test.executed).max().unwrap_or(0);
            let all = replays.has_time_for(once * (WAYS * self.options.tests) as u64);
            let composed = attended(attendant, "composing", None, |watch| {
                self.composed(&channel, &chosen, all, replays, watch)
            });
            tests.extend(composed);
        }
        // By component, tests for it alone.
        let (of, inputs): (Vec<usize>, Vec<Vec<u64>>) = match self.given() {
            Some(_) => summaries.in_files().map(|(of, read)| (of, self.filled_with(&[&read]))).unzip(),
            None => (0..paths.count()).map(|path| (first.0, paths.input(path))).unzip(),
        };
        let singles = attended(attendant, "running", None, |watch| {
            replays.tests(inputs.clone(), PipelineHow::Single, watch)
        });
        for (number, component) in self.pipeline.components.iter().enumerate() {
            let own =
                of.iter().zip(&singles).filter(|(of, _)| **of == number).map(|(_, test)| test.cost as f64);
            let (sum, count) = own.fold((0.0, 0.0), |(sum, count), cost| (sum + cost, count + 1.0));
            if count > 0.0 {
                let name = component.words();
                suite.single.push(SingleComponent { component: name, mean: sum / count });
            }
        }
        if !inputs.is_empty() && inputs.iter().all(Vec::is_empty) {
            let name = self.name(first);
            suite.remarks.push(format!("`{name}` reads nothing: no input makes it cost more than another"));
        }
        tests.extend(singles);
        if self.asks_first() {
            tests.extend(attended(attendant, "running", None, |watch| replays.large(watch)));
        }
        if self.is_folder_open() {
            let most = (self.options.work as f64 * CHANCE) as u64;
            tests.extend(attended(attendant, "running", None, |watch| replays.by_chance(most, watch)));
        }
        // What another component reads may be what the pipeline does, line by line, if those before let all of it pass.
        let free: u32 = parts(&self.stdin, self.size).iter().map(StdinPart::inputs).sum();
        let others =
            summaries.inputs(first).filter(|input| input.len() == free as usize && self.tree.is_none());
        let others = others.map(<[u64]>::to_vec).collect();
        tests.extend(attended(attendant, "running", None, |watch| {
            replays.tests(others, PipelineHow::Changed, watch)
        }));
        let work = (self.options.work as f64 * IMPROVED) as u64;
        (suite.tests, suite.runs) =
            attended(attendant, "changing", None, |watch| replays.improve(tests, work, watch));
        Ok(())
    }

    /// What is known of components.
    fn components(&self, counts: &[(SummaryCount, f64)]) -> Vec<ComponentSummaries> {
        let known = |(number, &(summaries, seconds))| ComponentSummaries {
            name: self.name(ComponentIdx(number)),
            xargs: self.pipeline.components[number].repeat.as_ref().map(Repeat::prefix),
            summaries,
            seconds,
        };
        counts.iter().enumerate().map(known).collect()
    }

    fn remark(&self, suite: &mut PipelineSuite) {
        if suite.tests.len() < suite.wanted {
            let why = match suite.unfinished {
                Some(_) => "it was ended before there were more",
                None => "no more paths were found",
            };
            let (tests, wanted) = (suite.tests.len(), suite.wanted);
            suite.remarks.push(format!("{tests} of the {wanted} tests that were asked for: {why}"));
        }
    }

    /// The component that reads the pipeline's input.
    fn first_component(&self) -> Result<ComponentIdx, ComposeError> {
        if let Some(file) = &self.pipeline.flow.input {
            return Err(ComposeError::ReadsFile(file.clone()));
        }
        let first = self.pipeline.flow.components.first();
        let has_reader = first.is_some_and(|first| self.pipeline.components[first.0].repeat.is_none());
        match matches!(self.stdin, StdinShape::Template(_)) && !has_reader {
            true => Err(ComposeError::TemplateNeedsReader),
            false => Ok(first.copied().unwrap_or(ComponentIdx(0))),
        }
    }

    /// A component that reads this.
    fn subject(&self, index: ComponentIdx, stdin: StdinShape) -> Subject {
        let arguments = self.pipeline.components[index.0].arguments.iter();
        let fixed = |argument: &String| vec![StdinPart::Fixed(argument.clone().into_bytes())];
        self.subject_with(index, arguments.map(fixed).collect(), stdin)
    }

    /// A component with other arguments than its own.
    fn subject_with(
        &self,
        index: ComponentIdx,
        arguments: Vec<Vec<StdinPart>>,
        stdin: StdinShape,
    ) -> Subject {
        let component = &self.pipeline.components[index.0];
        Subject {
            program: component.program.clone(),
            entry: component.entry.clone(),
            size: self.size,
            world: WasiConfig {
                args: vec![component.name.clone().into_bytes()],
                tree: self.tree.clone(),
                ..self.pipeline.world.clone()
            },
            files: Vec::new(),
            arguments,
            stdin,
            counted_function: self.counted_functions.get(index.0).copied().flatten(),
            natives: None,
            limits: self.limits.component,
        }
    }

    /// A component as people write it.
    fn name(&self, component: ComponentIdx) -> String {
        self.pipeline.components[component.0].words()
    }

    /// Chooses a path of each component that goes with what the one before writes (Algorithm 2), the costliest that was chosen
    /// least often, and puts them together.
    fn choose(
        &self,
        number: usize,
        uses: &mut Uses,
        summaries: &mut Summaries<'_>,
        attendant: &dyn Attendant,
    ) -> Result<(Channel, Vec<Chosen>), ComposeError> {
        let (channel, stream) = match self.given() {
            Some(given) => (Channel::of_files(given), Stream::new()),
            None => Channel::new(&self.stdin, self.size),
        };
        let chosen = Vec::new();
        let mut choosing = Choosing { composer: self, number, uses, summaries, channel, chosen, attendant };
        choosing.along(&self.pipeline.flow, &stream)?;
        Ok((choosing.channel, choosing.chosen))
    }

    /// Whether what is input is what the first component asks for, one number after the other, and not a stream.
    fn asks_first(&self) -> bool {
        matches!(self.stdin, StdinShape::Template(_)) || self.is_folder_open()
    }

    /// An input of which the numbers are these that nothing is said about: the first component's, or of files those of the costliest
    /// component that reads them.
    fn witness(&self, chosen: &[Chosen]) -> Vec<u64> {
        let mut by_cost: Vec<&Chosen> = chosen.iter().collect();
        by_cost.sort_by_key(|chosen| chosen.cost);
        let in_files = by_cost.iter().filter_map(|chosen| match &chosen.input {
            Reads::InFiles(read) => Some(read),
            Reads::Numbers(_) => None,
        });
        match chosen.first().map(|chosen| &chosen.input) {
            Some(Reads::Numbers(numbers)) => numbers.clone(),
            _ => self.filled_with(&in_files.collect::<Vec<_>>()),
        }
    }

    /// A test made of paths: what has to be dropped is, in three ways (the paper's, greedily by cost, and a smallest set). They are
    /// all run, and the costliest is taken; where a run takes long, only the one that loses least.
    fn composed(
        &self,
        channel: &Channel,
        chosen: &[Chosen],
        runs_all: bool,
        replays: &Replays<'_>,
        watch: &Watch,
    ) -> Option<PipelineTest> {
        let components = self.pipeline.components.len();
        let costs: Vec<f64> = chosen.iter().map(|chosen| chosen.cost.max(0) as f64).collect();
        let unit = 100.0 / costs.iter().sum::<f64>().max(1.0);
        let weights: Vec<f64> = costs.iter().map(|cost| cost * unit).collect();
        let conjuncts: Vec<Conjunct> = channel
            .conjuncts
            .iter()
            .map(|conjunct| Conjunct { loss: conjunct.loss * unit, ..*conjunct })
            .collect();
        let union = Union {
            terms: &channel.terms,
            declared: &channel.declared,
            conjuncts: &conjuncts,
            weights: &weights,
        };
        let is_stopped = || watch.is_stopped();
        let witness = self.witness(chosen);
        let mut known: Vec<Relaxed> = Vec::new();
        for way in 0..WAYS {
            let relaxed = match way {
                0 => relax(&union, Order::Weighed, self.solver, &is_stopped),
                1 => relax(&union, Order::Costliest, self.solver, &is_stopped),
                _ => smallest(&union, &known, self.solver, &is_stopped).relaxed,
            };
            // Where the solver cannot decide, what another way would drop is chance, and takes as long.
            let is_last = relaxed.dropped.is_empty() || relaxed.is_hard || watch.is_stopped();
            known.push(relaxed);
            if is_last {
                break;
            }
        }
        // Those that nobody came to, because it was stopped, are lost as well.
        let left_out = |relaxed: &Relaxed| -> Vec<Conjunct> {
            let all = channel.conjuncts.iter().zip(&relaxed.kept);
            all.filter(|(_, kept)| !**kept).map(|(conjunct, _)| *conjunct).collect()
        };
        let lost = |relaxed: &Relaxed| -> f64 { left_out(relaxed).iter().map(|each| each.loss).sum() };
        if !runs_all {
            known.sort_by(|a, b| lost(a).total_cmp(&lost(b)));
            known.truncate(1);
        }
        let mut best: Option<PipelineTest> = None;
        for relaxed in known {
            let input = replays.filled(channel, &relaxed, &witness);
            let mut test = replays.test(input, PipelineHow::Composed, watch);
            let lost = lost(&relaxed);
            test.predicted = Some((costs.iter().sum::<f64>() - lost).round() as i64);
            test.conjuncts = conjuncts.len();
            test.relaxed = vec![0; components];
            for conjunct in left_out(&relaxed) {
                test.relaxed[chosen[conjunct.component].component.0] += 1;
            }
            test.dropped = self.explained(chosen, &conjuncts, &relaxed);
            if best.as_ref().is_none_or(|best| test.cost > best.cost) {
                best = Some(test);
            }
        }
        best
    }

    /// What was dropped, in source terms: places with how often.
    fn explained(
        &self,
        chosen: &[Chosen],
        conjuncts: &[Conjunct],
        relaxed: &Relaxed,
    ) -> Vec<DroppedCondition> {
        let mut times: BTreeMap<(usize, String), usize> = BTreeMap::new();
        for dropped in &relaxed.dropped {
            let conjunct = conjuncts[dropped.conjunct];
            let component = chosen[conjunct.component].component;
            let Component { program, repeat, .. } = &self.pipeline.components[component.0];
            let origin = conjunct.at.and_then(|at| Some((at, program.origins.get(at as usize)?)));
            let at = match origin {
                Some((at, origin)) => program.describe(program.function_at(at), origin.offset),
                None if repeat.is_some() => "its arguments".into(),
                None => "its beginning".into(),
            };
            *times.entry((component.0, at)).or_default() += 1;
        }
        let dropped = |((component, at), times)| DroppedCondition { component, at, times };
        times.into_iter().map(dropped).collect()
    }
}

/// The choice of paths for one test.
struct Choosing<'c, 'a> {
    composer: &'c Composer<'c>,
    number: usize,
    uses: &'c mut Uses,
    summaries: &'c mut Summaries<'a>,
    channel: Channel,
    chosen: Vec<Chosen>,
    attendant: &'c dyn Attendant,
}

impl Choosing<'_, '_> {
    /// Chooses along a part of the pipeline that reads a stream. A branch is a linear pipeline with a shared first part.
    fn along(&mut self, flow: &Flow, stream: &Stream) -> Result<(), ComposeError> {
        let mut stream = stream.clone();
        for &component in &flow.components {
            let asks = self.chosen.is_empty() && self.composer.asks_first();
            if stream.is_empty() && !asks && self.composer.given().is_none() {
                return Ok(());
            }
            // Which of its files are those of others is known once there are files.
            if self.composer.is_folder_open() && !asks && self.looks_at_folder(component, &stream)? {
                self.name_files(component, &stream);
                return Ok(());
            }
            let shape = if asks { self.composer.stdin.clone() } else { self.channel.shape(&stream) };
            let is_alone = self.is_alone(component, &stream);
            let paths = self.summaries.of(component, shape, is_alone)?;
            if paths.count() == 0 {
                return Ok(());
            }
            let path = match self.chosen.is_empty() {
                true => self.number % paths.count(),
                false => {
                    let used = self.uses.entry((component.0, Arc::as_ptr(&paths))).or_default();
                    *used += 1;
                    (*used - 1) % paths.count()
                }
            };
            if asks {
                stream = self.channel.declare(paths.declared(path));
            }
            let follower = self.chosen.len();
            let input = match self.composer.given() {
                Some(_) => Reads::InFiles(paths.in_files(path)),
                None => Reads::Numbers(paths.input(path)),
            };
            self.chosen.push(Chosen { component, path, cost: paths.cost(path), input });
            if paths.is_bare() {
                return Ok(());
            }
            stream = paths.follow(path, &mut self.channel, &stream, follower);
        }
        for branch in &flow.branches {
            self.along(branch, &stream)?;
        }
        Ok(())
    }

    /// Lets the names of files be what `xargs` gives to a component: one with a blank or a quote in it is no argument.
    fn name_files(&mut self, component: ComponentIdx, stream: &Stream) {
        let own = &self.composer.pipeline.components[component.0];
        let Some(repeat) = &own.repeat else { return };
        let runs = repeat::runs(own, repeat, &self.channel.shape(stream)).unwrap_or_default();
        // It has no costs yet. Without its files, it would do nothing, which is taken for as much as all before it.
        let cost: i64 = self.chosen.iter().map(|chosen| chosen.cost).sum();
        let is_lines = matches!(repeat, Repeat::Lines { .. });
        let follower = self.chosen.len();
        for run in &runs {
            run.be_as_it_is(&mut self.channel, stream, is_lines, follower, cost as f64);
        }
        self.chosen.push(Chosen { component, path: 0, cost: 0, input: Reads::Numbers(Vec::new()) });
    }

    /// Whether a component is the only one to say something about the files that it reads, and nobody reads what it writes.
    fn is_alone(&self, component: ComponentIdx, stream: &Stream) -> bool {
        let flow = &self.composer.pipeline.flow;
        self.composer.given().is_some()
            && flow.branches.is_empty()
            && flow.components.last() == Some(&component)
            && self.channel.conjuncts.is_empty()
            && stream.iter().all(|&byte| self.channel.terms.value(byte).is_some())
    }

    /// Whether a component looks at the folder that is input, if it reads what it does where the first one takes its path.
    fn looks_at_folder(&self, component: ComponentIdx, stream: &Stream) -> Result<bool, ComposeError> {
        let Some(Chosen { input: Reads::Numbers(numbers), .. }) = self.chosen.first() else {
            return Ok(true);
        };
        let number = |input: u32| numbers.get(input as usize).copied().unwrap_or(0);
        let mut evaluator = Evaluator::new();
        let mut valuation = evaluator.under(&self.channel.terms, &number);
        let bytes: Vec<u8> = stream.iter().map(|&byte| valuation.value(byte) as u8).collect();
        let shape = StdinShape::Parts(Arc::new(vec![StdinPart::Fixed(bytes)]));
        let own = &self.composer.pipeline.components[component.0];
        let subject = match &own.repeat {
            None => self.composer.subject(component, shape),
            Some(repeat) => match repeat::runs(own, repeat, &shape).unwrap_or_default().into_iter().next() {
                Some(run) => self.composer.subject_with(component, run.arguments, StdinShape::World),
                None => return Ok(false),
            },
        };
        let look = |watch: &Watch| subject.asked_by(Vec::new(), watch);
        let asking: Result<AskedBy, StartError> = attended(self.attendant, "running", None, look);
        Ok(asking?.asked.iter().any(|asked| asked.of.is_some()))
    }
}

/// The part of the work of one component's summary that is for changing tests of the whole.
const IMPROVED: f64 = 0.25;

/// The part of it that is for folders by chance: what makes many components do much need not be what makes one do most.
const CHANCE: f64 = 0.1;

/// So many ways there are to drop conditions.
const WAYS: usize = 3;

/// The part of the time that is spent on top to see where tests spend their cost.
const PROFILED: f64 = 0.1;
