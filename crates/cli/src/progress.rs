//! Long work in the foreground: a line that says how far it is, and Ctrl-C.

use std::io::{IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use signal_hook::consts::SIGINT;

/// How long work may take before it is worth a line, and how long until the next.
const FIRST: Duration = Duration::from_secs(1);
const NEXT: Duration = Duration::from_millis(250);

/// A line on the terminal that is written anew, and a watch for Ctrl-C.
pub struct Progress {
    due: Option<Instant>,
    shown: bool,
    interrupted: Arc<AtomicBool>,
}

impl Progress {
    /// Starts to watch. The line appears only on a terminal.
    pub fn start() -> Self {
        let interrupted = Arc::new(AtomicBool::new(false));
        // A second Ctrl-C ends the process at once. This has to come first: what is registered is executed in
        // order, and must not see the flag that the same Ctrl-C sets.
        let _ = signal_hook::flag::register_conditional_shutdown(SIGINT, 130, interrupted.clone());
        // Without the handler the first one does, which is all right too.
        let _ = signal_hook::flag::register(SIGINT, interrupted.clone());
        let due = std::io::stderr().is_terminal().then(|| Instant::now() + FIRST);
        Progress { due, shown: false, interrupted }
    }

    /// Shows the line if it is time for it.
    pub fn show(&mut self, line: impl FnOnce() -> String) {
        if self.due.is_some_and(|due| Instant::now() >= due) {
            eprint!("\r{}\x1b[K", line());
            let _ = std::io::stderr().flush();
            self.due = Some(Instant::now() + NEXT);
            self.shown = true;
        }
    }

    /// Whether Ctrl-C was pressed.
    pub fn interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// Takes the line away.
    pub fn clear(&mut self) {
        if std::mem::take(&mut self.shown) {
            eprint!("\r\x1b[K");
        }
    }
}

/// Does something, and says what it is if that takes long.
pub fn during<T>(what: &str, work: impl FnOnce() -> T) -> T {
    if !std::io::stderr().is_terminal() {
        return work();
    }
    let (done, waiting) = std::sync::mpsc::channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            if waiting.recv_timeout(FIRST) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
                eprint!("{what} …");
                // Returns when the other end is dropped.
                let _ = waiting.recv();
                eprint!("\r\x1b[K");
            }
        });
        let result = work();
        drop(done);
        result
    })
}

/// A number in a form that can be read at a glance: `1.23 G`.
pub fn short(n: u64) -> String {
    match n {
        0..=9_999 => n.to_string(),
        10_000..=9_999_999 => format!("{:.1} k", n as f64 / 1e3),
        10_000_000..=9_999_999_999 => format!("{:.1} M", n as f64 / 1e6),
        _ => format!("{:.1} G", n as f64 / 1e9),
    }
}
