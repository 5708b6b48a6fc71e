//! The proofs, in a thread of their own, while this one hears when to stop.
//!
//! Proofs cannot be interrupted. So the thread is not waited for when it is enough: it ends with the function that it is
//! at, or with the process.

use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use worstcase_program::Program;

use super::calls::Calls;
use super::select::{Choice, Chosen};
use super::{Progress, Stage};
use crate::analyse::Analysis;
use crate::lift::World;
use crate::result::{Bounds, FunctionBounds};

/// How much stack the thread has. Expressions are trees, of a limited depth.
const STACK: usize = 256 << 20;

/// How long it may take until somebody is heard who says that it is enough.
const PATIENCE: Duration = Duration::from_millis(50);

/// Looks at functions in order, and moves each from those that are missing to those that are known.
pub fn run(program: &Arc<Program>, choice: Choice, bounds: &mut Bounds, progress: &mut dyn Progress) {
    let of = choice.shown.len();
    let (sender, receiver) = mpsc::channel();
    let thread_program = program.clone();
    let world = bounds.world;
    let work = move || analyse(&thread_program, world, choice, &sender);
    let thread = match std::thread::Builder::new().stack_size(STACK).spawn(work) {
        Ok(thread) => thread,
        Err(error) => {
            bounds.ended = Some(format!("there was no thread for the proofs: {error}"));
            return;
        }
    };
    loop {
        if let (false, Some(reason)) = (bounds.missing.is_empty(), progress.stop()) {
            bounds.ended = Some(reason);
            return;
        }
        match receiver.recv_timeout(PATIENCE) {
            Ok(function) => {
                progress.proved(&function);
                // They come in order, so that it is the first of those that are missing.
                bounds.missing.remove(0);
                bounds.functions.push(function);
            }
            Err(RecvTimeoutError::Timeout) => {
                let name = bounds.missing.first().map_or("", String::as_str);
                progress.doing(Stage::Proving(name, bounds.functions.len() + 1, of));
            }
            Err(RecvTimeoutError::Disconnected) => {
                // A panic is passed on; otherwise all is done.
                if let Err(panic) = thread.join() {
                    std::panic::resume_unwind(panic);
                }
                return;
            }
        }
    }
}

fn analyse(program: &Program, world: World, choice: Choice, sender: &mpsc::Sender<FunctionBounds>) {
    let calls = Calls::of(program);
    let mut analysis = Analysis::new(program, world).skipping(choice.libraries);
    for Chosen { function, name, place } in choice.shown {
        let found = analysis.function(function).cloned();
        let mut found = found.unwrap_or_else(|| FunctionBounds::new(function, ""));
        found.why = calls.why(program, &analysis, &found);
        (found.name, found.place) = (name, place);
        if sender.send(found).is_err() {
            return;
        }
    }
}
