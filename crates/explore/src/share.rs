//! One tree, several threads: whoever has nothing to do gets the largest part that another has left.
//!
//! A part of the tree is told by the answers that lead to it. The thread that takes it executes the program up to
//! there without asking the solver, which costs about as much as one path, so parts are given away only now and
//! then. Which thread explores what depends on timing; what the visitors make of it must not.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard};

use worstcase_solver::Solver;

use crate::explorer::{Explorer, Step};
use crate::path::Visitor;
use crate::subject::{StartError, Subject};
use crate::summary::Trail;
use crate::tally::{Tally, Watch};

/// How much an exploration may take.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// The most paths, of all threads together, those included that were cut off or dropped. Which they are is certain
    /// only with one thread.
    pub paths: u64,
    /// The most memory for what has to be remembered, of all threads together, in bytes.
    pub memory: usize,
    /// How many threads.
    pub threads: usize,
    /// Whether inputs of which only one value is left become numbers, so that nothing has to be decided about them any more. Who
    /// wants to see all decisions, forced ones too, must not ask for it.
    pub folds: bool,
}

impl Default for Budget {
    fn default() -> Self {
        Budget { paths: u64::MAX, memory: 1 << 30, threads: 1, folds: false }
    }
}

/// How many paths a thread finishes before it says so.
const ROUND: u64 = 64;

/// The parts of the tree that nobody explores yet.
struct Pool {
    waiting: Mutex<Waiting>,
    arrival: Condvar,
    /// How many more parts are wanted than there are.
    wanted: AtomicUsize,
    /// Whether enough paths were seen, or something went wrong.
    over: AtomicBool,
    /// Paths that all threads have seen, those included that were cut off or dropped.
    seen: AtomicU64,
    /// Whether a number was fixed that depends on which thread explores what.
    depends: AtomicBool,
}

struct Waiting {
    jobs: VecDeque<Trail>,
    /// How many threads are at work.
    busy: usize,
    /// Whether parts were left unexplored.
    left: bool,
}

impl Pool {
    fn new(threads: usize) -> Pool {
        let waiting = Waiting { jobs: [Trail::new()].into(), busy: threads, left: false };
        Pool {
            waiting: Mutex::new(waiting),
            arrival: Condvar::new(),
            wanted: AtomicUsize::new(0),
            over: AtomicBool::new(false),
            seen: AtomicU64::new(0),
            depends: AtomicBool::new(false),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        // A thread that panicked takes everything down anyway.
        self.waiting.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn is_over(&self, watch: &Watch) -> bool {
        watch.is_stopped() || self.over.load(Ordering::Relaxed)
    }

    /// A part to explore, when there is one; none when all is done.
    fn take(&self, watch: &Watch) -> Option<Trail> {
        let mut waiting = self.lock();
        waiting.busy -= 1;
        loop {
            if self.is_over(watch) {
                waiting.left |= !waiting.jobs.is_empty();
                waiting.jobs.clear();
            }
            if let Some(job) = waiting.jobs.pop_front() {
                waiting.busy += 1;
                return Some(job);
            }
            if waiting.busy == 0 {
                self.arrival.notify_all();
                return None;
            }
            self.wanted.fetch_add(1, Ordering::Relaxed);
            waiting = self.arrival.wait(waiting).unwrap_or_else(|poisoned| poisoned.into_inner());
            self.wanted.fetch_sub(1, Ordering::Relaxed);
        }
    }

    fn add(&self, jobs: Vec<Trail>) {
        if !jobs.is_empty() {
            self.lock().jobs.extend(jobs);
            self.arrival.notify_all();
        }
    }
}

/// Explores every path of a subject, and shows each to one of the visitors once.
///
/// Every thread makes a solver of its own.
pub fn explore<V: Visitor>(
    subject: &Subject,
    solver: &(dyn Fn() -> Box<dyn Solver> + Sync),
    budget: Budget,
    watch: &Watch,
    visitor: &(dyn Fn() -> V + Sync),
) -> Result<(Tally, V), StartError> {
    // What a number is fixed to depends on the model, and that on which thread explores what. Then one thread begins anew,
    // at once. Only on the first path of all nothing was explored before: whoever takes over a part of the tree below is told
    // what was fixed there.
    match explore_once(subject, solver, budget, watch, visitor)? {
        Some(explored) => Ok(explored),
        None => {
            watch.paths.store(0, Ordering::Relaxed);
            let alone = explore_once(subject, solver, Budget { threads: 1, ..budget }, watch, visitor)?;
            Ok(alone.expect("one thread depends on no other"))
        }
    }
}

/// The same, or nothing if what there is to see depends on which thread explores what.
fn explore_once<V: Visitor>(
    subject: &Subject,
    solver: &(dyn Fn() -> Box<dyn Solver> + Sync),
    budget: Budget,
    watch: &Watch,
    visitor: &(dyn Fn() -> V + Sync),
) -> Result<Option<(Tally, V)>, StartError> {
    let threads = budget.threads.max(1);
    let pool = Pool::new(threads);
    let work = || -> Result<(Tally, V), StartError> {
        let _leaving = Leaving(&pool);
        let explorer = Explorer::new(subject, solver(), None, budget.memory / threads, watch);
        let mut visitor = visitor();
        let tally = match explorer {
            Ok(mut explorer) => {
                explorer.folds = budget.folds;
                while let Some(job) = pool.take(watch) {
                    if explorer.begin(&job) {
                        work_on(&mut explorer, &pool, &budget, watch, &mut visitor);
                    }
                    note_dependence(&explorer, &pool, threads);
                }
                explorer.tally()
            }
            Err(error) => {
                // The others must not wait for this one.
                pool.over.store(true, Ordering::Relaxed);
                pool.take(watch);
                return Err(error);
            }
        };
        Ok((tally, visitor))
    };
    let results: Vec<_> = std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mut results = vec![work()];
        results.extend(others.into_iter().map(|thread| match thread.join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        }));
        results
    });
    let mut results = results.into_iter().collect::<Result<Vec<_>, _>>()?.into_iter();
    let (mut tally, mut visitor) = results.next().expect("there is at least one thread");
    for (other, seen) in results {
        tally.merge(&other);
        visitor.merge(seen);
    }
    tally.stopped |= pool.lock().left;
    let depends = pool.depends.load(Ordering::Relaxed) && !watch.is_stopped();
    Ok((!depends).then_some((tally, visitor)))
}

/// If a thread panics, the others must not wait for it.
struct Leaving<'a>(&'a Pool);

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.over.store(true, Ordering::Relaxed);
            self.0.lock().busy -= 1;
            self.0.arrival.notify_all();
        }
    }
}

/// Explores a part of the tree, and gives parts of it away if others have nothing to do.
fn work_on<V: Visitor>(
    explorer: &mut Explorer<'_>,
    pool: &Pool,
    budget: &Budget,
    watch: &Watch,
    visitor: &mut V,
) {
    let mut round = 0;
    loop {
        if pool.is_over(watch) {
            explorer.tally.stopped = true;
            return explorer.abandon();
        }
        let step = explorer.step(visitor);
        note_dependence(explorer, pool, budget.threads);
        if let Step::Slice = step {
            continue;
        }
        round += 1;
        let more = explorer.back();
        let wanted = pool.wanted.load(Ordering::Relaxed) > 0;
        if !more || round == ROUND || wanted {
            watch.paths.fetch_add(round, Ordering::Relaxed);
            watch.depth.fetch_max(explorer.tally.depth, Ordering::Relaxed);
            round = 0;
        }
        if !more {
            return;
        }
        if wanted {
            pool.add(explorer.give_away());
        }
        if pool.seen.fetch_add(1, Ordering::Relaxed) + 1 >= budget.paths {
            pool.over.store(true, Ordering::Relaxed);
        }
    }
}

/// If a number was fixed, or the solver gave up, what the others see depends on who explores what, but for the first path of all.
fn note_dependence(explorer: &Explorer<'_>, pool: &Pool, threads: usize) {
    if threads > 1 && explorer.depends {
        pool.depends.store(true, Ordering::Relaxed);
        pool.over.store(true, Ordering::Relaxed);
    }
}
