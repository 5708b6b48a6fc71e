//! Ctrl-C and SIGTERM. The first asks for what is known so far; a later one ends the process at once.
//!
//! There is one flag for the whole process, and it is listened for from the beginning on: nothing is lost between two pieces
//! of work, and what comes after the signal sees it too.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

static ASKED: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// What comes within this time is the same request: `timeout` signals the process and then its whole group, and who
/// holds Ctrl-C means it once.
const ONE_REQUEST: Duration = Duration::from_millis(500);

/// What a shell adds to the number of the signal that ended a process.
const BY_SIGNAL: i32 = 128;

/// How often somebody who waits looks at the flag.
const LOOK: Duration = Duration::from_millis(20);

/// How long work that was asked to stop may take to tidy up.
const TIDY: Duration = Duration::from_secs(1);

/// How much stack work has that is done while somebody waits, as much as the first thread has.
const STACK: usize = 8 << 20;

/// The flag, which is true once somebody has asked to stop. The first call begins to listen.
pub fn flag() -> &'static Arc<AtomicBool> {
    ASKED.get_or_init(|| {
        let asked = Arc::new(AtomicBool::new(false));
        // Without handlers the first signal ends the process, and without the thread no second one does; that is all
        // that is lost where these cannot be had.
        for signal in [SIGINT, SIGTERM] {
            let _ = signal_hook::flag::register(signal, asked.clone());
        }
        if let Ok(signals) = Signals::new([SIGINT, SIGTERM]) {
            let _ = std::thread::Builder::new().spawn(move || end_at_the_second(signals));
        }
        asked
    })
}

fn end_at_the_second(mut signals: Signals) {
    let mut first: Option<Instant> = None;
    for signal in signals.forever() {
        if first.get_or_insert_with(Instant::now).elapsed() > ONE_REQUEST {
            // Not the exit of the standard library, which waits for what other threads hold.
            signal_hook::low_level::exit(BY_SIGNAL + signal);
        }
    }
}

/// Whether somebody has asked to stop.
pub fn is_asked_for() -> bool {
    flag().load(Ordering::Relaxed)
}

/// Does what may take for ever and does not look at the flag, such as reading a pipe. When it is time to stop it gets a
/// moment to tidy up, and is left to itself then.
pub fn or_give_up<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> io::Result<T> {
    let (sender, receiver) = mpsc::channel();
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(move || {
        // Nobody receives what comes too late.
        let _ = sender.send(work());
    })?;
    let mut given_up = None;
    loop {
        match receiver.recv_timeout(LOOK) {
            Ok(result) => return Ok(result),
            Err(RecvTimeoutError::Timeout) if is_asked_for() => {
                if given_up.get_or_insert_with(Instant::now).elapsed() > TIDY {
                    return Err(interrupted());
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => match thread.join() {
                Err(panic) => std::panic::resume_unwind(panic),
                Ok(()) => return Err(interrupted()),
            },
        }
    }
}

fn interrupted() -> io::Error {
    io::Error::new(io::ErrorKind::Interrupted, "interrupted")
}
