//! Who looks after long work: the clock, the progress line and Ctrl-C are all on the other side of this trait, so that
//! nothing here prints or reads the clock. Searches add what is kept of their results.

use crate::tally::Watch;

/// Looks after long work, piece by piece.
pub trait Attendant: Sync {
    /// Does a piece of work, and stops its watch after so many seconds, or when everything is to end.
    fn attend(&self, doing: &str, seconds: Option<f64>, work: &mut (dyn FnMut(&Watch) + Send));

    /// Why everything is to end, if it is.
    fn ended(&self) -> Option<String>;

    /// The time since some moment, in seconds.
    fn seconds(&self) -> f64;
}

/// Does a piece of work and returns what it comes to.
///
/// It is done in a thread of its own: the memory of a run comes from the system only if the allocator has none, and the C library
/// lends much memory again that was given back, filled with zeros each time, but only in the main thread.
pub fn attended<T: Send>(
    attendant: &(impl Attendant + ?Sized),
    doing: &str,
    seconds: Option<f64>,
    work: impl FnOnce(&Watch) -> T + Send,
) -> T {
    let (mut work, mut result) = (Some(work), None);
    attendant.attend(doing, seconds, &mut |watch| {
        if let Some(work) = work.take() {
            let done = std::thread::scope(|scope| scope.spawn(|| work(watch)).join());
            result = Some(done.unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
    });
    result.expect("an attendant does the work that it is given")
}

/// An attendant that only keeps the time, by a clock that it is given: for tests and tables.
pub struct Unattended<C> {
    /// The seconds since some moment.
    pub clock: C,
}

impl<C: Fn() -> f64 + Sync> Attendant for Unattended<C> {
    fn attend(&self, _: &str, seconds: Option<f64>, work: &mut (dyn FnMut(&Watch) + Send)) {
        let watch = Watch::default();
        let (watched, done) = (&watch, std::sync::Condvar::new());
        let is_done = std::sync::Mutex::new(false);
        std::thread::scope(|scope| {
            if let Some(seconds) = seconds {
                let (done, is_done) = (&done, &is_done);
                scope.spawn(move || {
                    let guard = is_done.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                    let patience = std::time::Duration::from_secs_f64(seconds.clamp(0.0, 1e9));
                    let _ = done.wait_timeout_while(guard, patience, |is_done| !*is_done);
                    watched.stop();
                });
            }
            work(watched);
            *is_done.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = true;
            done.notify_all();
        });
    }

    fn ended(&self) -> Option<String> {
        None
    }

    fn seconds(&self) -> f64 {
        (self.clock)()
    }
}
