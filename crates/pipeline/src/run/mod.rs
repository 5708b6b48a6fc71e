//! Pipelines run on concrete input: all components in memory, each a process of our machine, streaming.
//!
//! This is what `worstcase pipe --run` shows, and the replay by which load tests are measured. Components take turns in one
//! thread, in a fixed order, so a run gives the same result each time; several runs may go on in several threads.
//!
//! A component waits when it reads what is not there yet, and when it writes while somebody has 64 KiB to read; who is
//! nearest to the input goes on first. Since a read waits for all that it asks for, no component can see how the others are
//! scheduled: it does, and costs, what it would if it were given its input at once. Only what becomes of those *before* one that
//! ends early depends on it, as in any shell: they end at their next write, and had filled the pipes by then.
//!
//! Data only flow forwards and nothing is joined, so some component can always go on until all have ended: there are no deadlocks.

mod end;
mod items;
mod network;
mod node;
mod result;

use worstcase_machine::wasi::Wasi;
use worstcase_machine::{Limits, Observer, Profile, Spent, Unobserved};
use worstcase_program::FuncIdx;

use crate::pipeline::{Component, ComponentIdx, Pipeline};

pub use end::{ComponentEnd, ReachedLimit};
pub(crate) use items::{Item, ItemReader};
pub use result::{ComponentRun, LineCost, PipelineOutput, PipelineRun, RunCosts};

use network::Network;

/// What a run may use. A limit that is reached ends the component, and the result says so; the others go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunLimits {
    /// Of each component: instructions (of all its processes together), depth of calls, pages of memory.
    pub component: Limits,
    /// Bytes that each component may write.
    pub output: u64,
    /// Instructions of all components together.
    pub all_steps: u64,
    /// Pages of memory of all components together.
    pub all_pages: u32,
    /// Bytes that all components together may write.
    pub all_output: u64,
}

impl Default for RunLimits {
    fn default() -> Self {
        RunLimits {
            component: Limits::default(),
            output: 64 << 20,
            all_steps: u64::MAX >> 1,
            all_pages: 1 << 16,
            all_output: 256 << 20,
        }
    }
}

/// How a pipeline is run.
#[derive(Clone)]
pub struct RunSettings<'a> {
    /// What it may use.
    pub limits: RunLimits,
    /// For each component, the function whose calls are counted; see [`Pipeline::functions_named`].
    pub counted_functions: Vec<Option<FuncIdx>>,
    /// Files and directories, if not those of the pipeline's own world.
    pub world: Option<&'a Wasi<u8>>,
    /// Asked regularly, with what all components have spent, whether the run is to end.
    pub is_stopped: &'a (dyn Fn(Spent) -> bool + Sync),
}

impl Default for RunSettings<'_> {
    fn default() -> Self {
        RunSettings {
            limits: RunLimits::default(),
            counted_functions: Vec::new(),
            world: None,
            is_stopped: &|_| false,
        }
    }
}

/// What a pipeline reads.
#[derive(Clone, Copy)]
pub enum RunInput<'a> {
    /// This.
    Bytes(&'a [u8]),
    /// What this gives, which is asked once, when nothing can go on without it; never if no component reads.
    Demand(&'a dyn Fn() -> Vec<u8>),
}

impl<'a> From<&'a [u8]> for RunInput<'a> {
    fn from(bytes: &'a [u8]) -> Self {
        RunInput::Bytes(bytes)
    }
}

impl<'a> From<&'a Vec<u8>> for RunInput<'a> {
    fn from(bytes: &'a Vec<u8>) -> Self {
        RunInput::Bytes(bytes)
    }
}

impl<'a, const N: usize> From<&'a [u8; N]> for RunInput<'a> {
    fn from(bytes: &'a [u8; N]) -> Self {
        RunInput::Bytes(bytes)
    }
}

/// Who watches the processes of a run. A component that `xargs` runs has many, one after the other.
pub trait Watch<'p> {
    /// Watches one process.
    type Observer: Observer;
    /// A process of a component begins.
    fn begin(&mut self, index: ComponentIdx, component: &'p Component) -> Self::Observer;
    /// It has ended.
    fn end(&mut self, index: ComponentIdx, observer: Self::Observer);
}

/// Nobody watches.
pub struct Unwatched;

impl<'p> Watch<'p> for Unwatched {
    type Observer = Unobserved;

    fn begin(&mut self, _: ComponentIdx, _: &'p Component) -> Unobserved {
        Unobserved
    }

    fn end(&mut self, _: ComponentIdx, _: Unobserved) {}
}

/// Watches for what each source line costs.
struct Profiles(Vec<Vec<LineCost>>);

impl<'p> Watch<'p> for Profiles {
    type Observer = Profile<'p>;

    fn begin(&mut self, _: ComponentIdx, component: &'p Component) -> Profile<'p> {
        Profile::new(&component.program)
    }

    fn end(&mut self, index: ComponentIdx, observer: Profile<'p>) {
        result::add_lines(&mut self.0[index.0], observer.lines());
    }
}

/// Runs a pipeline on an input: what each component cost, how it ended, and what came out.
///
/// It may be called any number of times, and from several threads at once.
pub fn run<'a>(pipeline: &Pipeline, input: impl Into<RunInput<'a>>, settings: &RunSettings) -> PipelineRun {
    run_watched(pipeline, input, settings, &mut Unwatched)
}

/// The same, with the costliest source lines of each component, which takes a few times as long.
pub fn run_profiled<'a>(
    pipeline: &Pipeline,
    input: impl Into<RunInput<'a>>,
    settings: &RunSettings,
) -> PipelineRun {
    let mut profiles = Profiles(vec![Vec::new(); pipeline.components.len()]);
    let mut run = run_watched(pipeline, input, settings, &mut profiles);
    for (component, lines) in run.components.iter_mut().zip(profiles.0) {
        component.lines = lines;
    }
    run
}

/// The same, with somebody who sees what each process does.
pub fn run_watched<'a, 'p, W: Watch<'p>>(
    pipeline: &'p Pipeline,
    input: impl Into<RunInput<'a>>,
    settings: &RunSettings,
    watch: &mut W,
) -> PipelineRun {
    Network::new(pipeline, settings, watch).run(input.into())
}

impl Pipeline {
    /// For each component, its function of that name, if it has one: to count the calls of.
    pub fn functions_named(&self, name: &str) -> Vec<Option<FuncIdx>> {
        self.components.iter().map(|component| component.program.function_named(name)).collect()
    }
}
