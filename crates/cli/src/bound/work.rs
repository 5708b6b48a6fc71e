//! The analysis in a thread of its own, while this one prints, shows how far it is, and listens for Ctrl-C.
//!
//! Proofs cannot be interrupted. So the thread is not waited for when time is up: it ends with the process.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use worstcase_bounds::Analysis;
use worstcase_program::{FuncIdx, Program};

use super::Found;
use super::select::{Choice, Chosen};
use super::why::Calls;
use crate::error::CliError;
use crate::progress::Progress;

/// How much stack the thread has. Expressions are trees, of a limited depth.
const STACK: usize = 256 << 20;

/// Analyses functions in order and passes each on as soon as it is done, until it is told not to go on. Says why it ended
/// early, if it did.
pub fn run(
    program: &Arc<Program>,
    Choice { shown: functions, libraries }: Choice,
    max_time: f64,
    mut pass: impl FnMut(Found) -> Result<bool, CliError>,
) -> Result<Option<&'static str>, CliError> {
    let (mut progress, begun) = (Progress::start(), Instant::now());
    let names: Vec<String> = functions.iter().map(|one| one.name.clone()).collect();
    let (sender, receiver) = mpsc::channel();
    let thread_program = program.clone();
    let work = move || analyse(&thread_program, functions, libraries, &sender);
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(work);
    let thread = thread.map_err(|error| CliError::Usage(format!("no thread for the analysis: {error}")))?;
    let mut done = 0;
    let ended = loop {
        if progress.interrupted() {
            break Some("interrupted");
        }
        if begun.elapsed().as_secs_f64() > max_time && done < names.len() {
            break Some("the time was up (--max-time)");
        }
        match receiver.recv_timeout(Duration::from_millis(50)) {
            Ok(found) => {
                progress.clear();
                done += 1;
                if !pass(found)? {
                    break Some("nobody read what was printed any more");
                }
            }
            Err(RecvTimeoutError::Timeout) => progress.show(|| {
                let name = names.get(done).map_or("", String::as_str);
                format!("bounding  {name}, function {} of {}", done + 1, names.len())
            }),
            Err(RecvTimeoutError::Disconnected) => {
                // A panic is passed on; otherwise all is done.
                if let Err(panic) = thread.join() {
                    std::panic::resume_unwind(panic);
                }
                break None;
            }
        }
    };
    progress.clear();
    Ok(ended)
}

fn analyse(
    program: &Program,
    functions: Vec<Chosen>,
    libraries: BTreeSet<FuncIdx>,
    sender: &mpsc::Sender<Found>,
) {
    let calls = Calls::of(program);
    let mut analysis = Analysis::new(program).skipping(libraries);
    for chosen in functions {
        let Some(bounds) = analysis.function(chosen.function).cloned() else { continue };
        let why = calls.why(program, &analysis, &bounds);
        let is_recursive = calls.is_recursive(chosen.function);
        if sender.send(Found { chosen, bounds, why, is_recursive, tight: Vec::new() }).is_err() {
            return;
        }
    }
}
