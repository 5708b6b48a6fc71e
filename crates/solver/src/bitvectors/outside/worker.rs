//! One worker: a process, the pipes to it, and what those who watch over it need to know.

use std::ffi::OsString;
use std::io::{self, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::super::question::{Question, patience};
use super::lock;
use super::message::{self, Kept, Wanted};

/// How often somebody looks whether a worker has to be ended.
pub const TICK: Duration = Duration::from_millis(20);

/// What a worker takes before it is asked anything, and a little more, in bytes.
pub const IDLE: u64 = 64 << 20;

/// A process that asks Z3. It is ended when it is dropped.
#[derive(Debug)]
pub struct Worker {
    desk: Arc<Desk>,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    /// The last message, in either direction.
    message: Vec<u8>,
}

/// What is known about a worker while it works.
#[derive(Debug)]
pub struct Desk {
    child: Mutex<Child>,
    id: u32,
    /// What it works on.
    task: Mutex<Option<Task>>,
}

#[derive(Debug)]
struct Task {
    stop: Option<Arc<AtomicBool>>,
    /// How many more ticks it may take.
    ticks: u32,
}

impl Worker {
    /// Starts a process.
    pub fn start(program: &Path, arguments: &[OsString]) -> io::Result<Worker> {
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // Ctrl-C is for the search, which knows what to do about its workers.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (to, from) = pipes.ok_or(io::ErrorKind::BrokenPipe)?;
        let (id, child) = (child.id(), Mutex::new(child));
        let desk = Arc::new(Desk { child, id, task: Mutex::default() });
        Ok(Worker { desk, to, from: BufReader::with_capacity(1 << 14, from), message: Vec::new() })
    }

    /// What those who watch over it need to know.
    pub fn desk(&self) -> &Arc<Desk> {
        &self.desk
    }

    /// Asks, and waits for the reply. An error if the worker is no more.
    pub fn ask(&mut self, question: &Question, wanted: Wanted, kept: Kept) -> io::Result<&[u8]> {
        message::begin(&mut self.message);
        message::write_question(question, wanted, kept, &mut self.message);
        let ticks = patience(question.limit).div_ceil(TICK.as_millis() as u32);
        *lock(&self.desk.task) = Some(Task { stop: question.stop.cloned(), ticks });
        let replied = message::send(&mut self.message, &mut self.to)
            .and_then(|()| message::receive(&mut self.from, &mut self.message));
        *lock(&self.desk.task) = None;
        replied.map(|()| &self.message[..])
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.desk.end();
        // So that nothing is left of it in the system's table. It was killed, so that this doesn't take long.
        let _ = lock(&self.desk.child).wait();
    }
}

impl Desk {
    /// Ends the worker if nobody waits for the answer any more, or it takes too long, or too much memory.
    pub fn look(&self, memory: u64) {
        let mut task = lock(&self.task);
        let Some(Task { stop, ticks }) = &mut *task else { return };
        let is_stopped = stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed));
        let is_late = *ticks == 0;
        *ticks = ticks.saturating_sub(1);
        if is_stopped || is_late || self.resident().is_some_and(|bytes| bytes > memory.saturating_add(IDLE)) {
            self.end();
        }
    }

    fn end(&self) {
        // It may have ended by itself.
        let _ = lock(&self.child).kill();
    }

    /// How much memory it takes, in bytes, where the system says it.
    pub fn resident(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.id)).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
        Some(kilobytes * 1024)
    }
}
