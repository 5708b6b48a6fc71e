//! Long work in the foreground: a line that says how far it is.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use crate::interrupt;
use crate::terminal::safe_line;

/// How long work may take before it is worth a line, and how long until the next.
const FIRST: Duration = Duration::from_secs(1);
const NEXT: Duration = Duration::from_millis(250);

/// A line on the terminal that is written anew.
pub struct Progress {
    due: Option<Instant>,
    shown: bool,
}

impl Progress {
    /// Starts to watch. The line appears only on a terminal.
    pub fn start() -> Self {
        let due = std::io::stderr().is_terminal().then(|| Instant::now() + FIRST);
        Progress { due, shown: false }
    }

    /// Shows the line if it is time for it.
    pub fn show(&mut self, line: impl FnOnce() -> String) {
        if self.due.is_some_and(|due| Instant::now() >= due) {
            write(&format!("\r{}\x1b[K", safe_line(&line())));
            self.due = Some(Instant::now() + NEXT);
            self.shown = true;
        }
    }

    /// Whether Ctrl-C was pressed, or the process was asked to end.
    pub fn interrupted(&self) -> bool {
        interrupt::is_asked_for()
    }

    /// Takes the line away.
    pub fn clear(&mut self) {
        if std::mem::take(&mut self.shown) {
            write("\r\x1b[K");
        }
    }
}

/// Writes to the terminal, if it is still there.
fn write(text: &str) {
    let mut stderr = std::io::stderr();
    let _ = stderr.write_all(text.as_bytes()).and_then(|()| stderr.flush());
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
                write(&format!("{what} …"));
                // Returns when the other end is dropped.
                let _ = waiting.recv();
                write("\r\x1b[K");
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
