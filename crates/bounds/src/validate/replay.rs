//! A run on the inputs of `find`, from the program's entry, which may take long.

use worstcase_machine::Limits;
use worstcase_machine::process::{Driver, Entry, Given, Outcome, Process, RunEnd, StdinSource};
use worstcase_machine::wasi::{Stdin, Wasi, WasiConfig};

use super::inputs::{Asking, Noted};
use super::walk::{Account, Graphs, Walk};

/// What is run.
pub struct Run<'r> {
    /// Where the program begins.
    pub entry: &'r Entry,
    /// The size.
    pub size: u32,
    /// What the program is called with as its name.
    pub name: &'r str,
    /// The most instructions.
    pub steps: u64,
}

/// What the run does, for whoever wants to know what calls come to; nothing if it does not come to its end, or uses other
/// inputs than these.
pub fn run<A: Account>(
    graphs: &Graphs,
    run: &Run<'_>,
    given: Given,
    account: impl FnOnce(Asking) -> A,
    goes_on: &mut dyn FnMut() -> bool,
) -> Option<A> {
    let world = WasiConfig {
        args: vec![run.name.as_bytes().to_vec()],
        stdin: Stdin::OnDemand,
        ..WasiConfig::default()
    };
    let limits = Limits { steps: run.steps, ..Limits::default() };
    let mut process = Process::<u64>::new(graphs.program.clone(), (), limits, Wasi::new(world).ok()?).ok()?;
    let asking = Asking::default();
    let mut inputs = Noted { inputs: given, asking: asking.clone() };
    let mut walk = Walk::new(graphs, account(asking));
    process.enter(run.entry, run.size, &mut inputs).ok()?;
    // `find` gives nothing on standard input unless it is told to, and then its inputs are not used here.
    let stdin = StdinSource::Inputs(&[]);
    let is_stopped = &mut |_| !goes_on();
    let end = Driver { inputs: &mut inputs, observer: &mut walk, stdin, is_stopped }.run(&mut process);
    let is_whole = matches!(end, RunEnd::Ended(outcome) if outcome != Outcome::Dropped);
    (is_whole && inputs.inputs.unused() == 0).then(|| walk.finish())
}
