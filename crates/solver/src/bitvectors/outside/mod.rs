//! Z3 in a process of its own, which can be ended.
//!
//! Z3 looks at its limits while it searches, but not while it simplifies, builds circuits or makes clauses, and nothing
//! makes it: with 4.8.12 the questions of a Burrows-Wheeler transform of 24 bytes stay in `Z3_solver_check` for minutes
//! and gigabytes beyond a timeout of seconds, deaf to an interrupt. A thread can't be ended, so a worker it is: when a
//! search is stopped, or a question takes too long or too much memory, its worker is killed, and the answer is that
//! nothing was found out. The next question goes to a new one, and tells it everything anew.
//!
//! Rejected: assumptions in place of the solver's stack, so that everything happens in `check` (that is where it hangs);
//! a thread that is left alone once it does not answer (it keeps its core and takes memory until the process ends).

mod message;
mod serve;
mod worker;

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, Weak};
use std::thread;

use self::message::{Kept, Wanted};
use self::worker::{Desk, TICK, Worker};
use super::home::Home;
use super::question::{Question, Reply};
use crate::solver::Answer;

pub use self::serve::serve;

/// Processes that ask Z3, for all solvers of a search. They are made when they are needed and used again.
#[derive(Debug)]
pub struct Workers {
    program: PathBuf,
    arguments: Vec<OsString>,
    /// The most memory that one may take, in bytes.
    memory: u64,
    idle: Mutex<Vec<Worker>>,
    desks: Mutex<Vec<Weak<Desk>>>,
    is_watched: AtomicBool,
}

impl Workers {
    /// Workers of which each is a process of this program, which has to call [`serve`] and nothing else, and may take so
    /// many bytes of memory.
    pub fn new(program: PathBuf, arguments: Vec<OsString>, memory: u64) -> Arc<Workers> {
        Arc::new(Workers {
            program,
            arguments,
            memory,
            idle: Mutex::default(),
            desks: Mutex::default(),
            is_watched: AtomicBool::new(false),
        })
    }

    /// A worker that nobody else uses; none if the system has no more processes for us.
    fn hire(self: &Arc<Self>) -> Option<Worker> {
        if let Some(worker) = lock(&self.idle).pop() {
            return Some(worker);
        }
        let worker = Worker::start(&self.program, &self.arguments).ok()?;
        lock(&self.desks).push(Arc::downgrade(worker.desk()));
        if !self.is_watched.swap(true, Ordering::Relaxed) {
            let workers = Arc::downgrade(self);
            thread::spawn(move || watch(&workers));
        }
        Some(worker)
    }

    /// Takes a worker back. One that has grown big would have less memory left for others, and is let go.
    fn dismiss(&self, worker: Worker) {
        if worker.desk().resident().is_none_or(|bytes| bytes <= worker::IDLE) {
            lock(&self.idle).push(worker);
        }
    }
}

/// Ends workers that are over a limit, for as long as there is somebody who may use them.
fn watch(workers: &Weak<Workers>) {
    loop {
        thread::sleep(TICK);
        let Some(workers) = workers.upgrade() else { return };
        let mut desks = lock(&workers.desks);
        desks.retain(|desk| match desk.upgrade() {
            Some(desk) => {
                desk.look(workers.memory);
                true
            }
            None => false,
        });
    }
}

/// What is behind a lock. Nothing is left half done where a thread could panic.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// A solver's side: its worker, and what that was told.
#[derive(Debug)]
pub struct Outside {
    workers: Arc<Workers>,
    worker: Option<Worker>,
    told: Kept,
    /// Where Z3 is asked if there can be no worker.
    home: Home,
}

impl Outside {
    /// A solver that has asked nothing yet.
    pub fn new(workers: Arc<Workers>) -> Outside {
        Outside { workers, worker: None, told: Kept::default(), home: Home::default() }
    }

    /// Whether the assertions can hold together, and if so, for which values.
    pub fn check(&mut self, question: &Question) -> Reply {
        if !self.has_worker() {
            return self.home.check(question);
        }
        let reply = self.ask(question, Wanted::Check, message::read_reply);
        reply.unwrap_or((Answer::Unknown, Vec::new()))
    }

    /// Places among the assertions of some that contradict each other; all, if that was not found out again.
    pub fn core(&mut self, question: &Question) -> Vec<usize> {
        if !self.has_worker() {
            return self.home.core(question);
        }
        let core = self.ask(question, Wanted::Core, message::read_core);
        core.unwrap_or_else(|| (0..question.assertions.len()).collect())
    }

    fn has_worker(&mut self) -> bool {
        if self.worker.is_none() {
            self.worker = self.workers.hire();
            self.told = Kept::default();
        }
        self.worker.is_some()
    }

    /// What the worker says. None if it had to be ended, or ended by itself.
    fn ask<R>(
        &mut self,
        question: &Question,
        wanted: Wanted,
        read: impl FnOnce(&[u8]) -> Option<R>,
    ) -> Option<R> {
        let mut worker = self.worker.take()?;
        let kept = Kept {
            terms: self.told.terms.min(question.unchanged.terms),
            inputs: self.told.inputs.min(question.unchanged.inputs),
        };
        let reply = worker.ask(question, wanted, kept).ok().and_then(read)?;
        self.worker = Some(worker);
        self.told = Kept { terms: question.terms.count(), inputs: question.declared.len() };
        Some(reply)
    }
}

impl Drop for Outside {
    fn drop(&mut self) {
        if let Some(worker) = self.worker.take() {
            self.workers.dismiss(worker);
        }
    }
}
