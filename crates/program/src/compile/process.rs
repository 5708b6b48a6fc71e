//! Running clang, several at a time, until somebody asks to stop.

use super::CompileError;
use std::fs::File;
use std::io::{Read as _, Seek as _};
use std::process::{Child, Command, Output, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A flag that is set from outside when compiling is to be given up.
#[derive(Clone, Debug, Default)]
pub struct Stop(Option<Arc<AtomicBool>>);

impl Stop {
    /// Compiling is given up once this is true.
    pub fn when(flag: Arc<AtomicBool>) -> Self {
        Stop(Some(flag))
    }

    fn is_asked_for(&self) -> bool {
        self.0.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}

/// How long a look at a child waits for the next one: little at first, since most take little.
const FIRST_WAIT: Duration = Duration::from_millis(1);
const LONGEST_WAIT: Duration = Duration::from_millis(20);

/// Runs commands, as many at once as there are cores, and gives their outputs in the order of the commands. When it is
/// time to stop, those that run are ended.
///
/// What they write goes to files without a name. A pipe would want a thread to read it, or to be read while no child is
/// looked after.
pub(super) fn run_all(mut commands: Vec<Command>, stop: &Stop) -> Result<Vec<Output>, CompileError> {
    let at_once = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    let mut outputs = Vec::with_capacity(commands.len());
    for batch in commands.chunks_mut(at_once) {
        let mut running = Vec::with_capacity(batch.len());
        for command in batch {
            running.push(Running::start(command)?);
        }
        for child in running {
            outputs.push(child.finish(stop, None)?);
        }
    }
    Ok(outputs)
}

pub(super) fn run(command: Command, stop: &Stop) -> Result<Output, CompileError> {
    Ok(run_all(vec![command], stop)?.remove(0))
}

/// The same of a command that is ended if it takes longer.
pub(super) fn run_for(mut command: Command, stop: &Stop, longest: Duration) -> Result<Output, CompileError> {
    Running::start(&mut command)?.finish(stop, Some(Instant::now() + longest))
}

/// A command that was started. Dropped before its end, it is killed: nothing goes on that nobody waits for.
struct Running {
    failed: String,
    child: Child,
    stdout: File,
    stderr: File,
}

impl Running {
    fn start(command: &mut Command) -> Result<Self, CompileError> {
        let failed = format!("cannot run {}", command.get_program().to_string_lossy());
        let start = || -> std::io::Result<(Child, File, File)> {
            let (stdout, stderr) = (tempfile::tempfile()?, tempfile::tempfile()?);
            command.stdin(Stdio::null()).stdout(stdout.try_clone()?).stderr(stderr.try_clone()?);
            Ok((command.spawn()?, stdout, stderr))
        };
        let (child, stdout, stderr) = { start }().map_err(CompileError::io(failed.clone()))?;
        Ok(Running { failed, child, stdout, stderr })
    }

    fn finish(mut self, stop: &Stop, end: Option<Instant>) -> Result<Output, CompileError> {
        let mut wait = FIRST_WAIT;
        let status = loop {
            match self.child.try_wait().map_err(CompileError::io(self.failed.clone()))? {
                Some(status) => break status,
                None if stop.is_asked_for() => return Err(CompileError::Stopped),
                None if end.is_some_and(|end| Instant::now() > end) => return Err(CompileError::TooLong),
                None => std::thread::sleep(wait),
            }
            wait = (wait * 2).min(LONGEST_WAIT);
        };
        // A Ctrl-C on a terminal reaches clang too, and what it says then is of no interest.
        if stop.is_asked_for() && !status.success() {
            return Err(CompileError::Stopped);
        }
        let read = |file: &mut File| {
            let mut bytes = Vec::new();
            file.rewind().and_then(|()| file.read_to_end(&mut bytes)).map(|_| bytes)
        };
        let stdout = read(&mut self.stdout).map_err(CompileError::io(self.failed.clone()))?;
        let stderr = read(&mut self.stderr).map_err(CompileError::io(self.failed.clone()))?;
        Ok(Output { status, stdout, stderr })
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // Of a child that has ended, this does nothing.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn whatever_runs_is_ended_when_it_is_time_to_stop() {
        let flag = Arc::new(AtomicBool::new(true));
        let forever = || {
            let mut command = Command::new("sleep");
            command.arg("1000");
            command
        };
        let ended = run_all(vec![forever(), forever()], &Stop::when(flag));
        assert!(matches!(ended, Err(CompileError::Stopped)), "{ended:?}");
    }

    #[test]
    fn all_that_is_written_is_read() {
        let mut command = Command::new("sh");
        command.args(["-c", "head -c 1000000 /dev/zero; head -c 2000000 /dev/zero >&2; exit 3"]);
        let output = run(command, &Stop::default()).unwrap();
        assert_eq!((output.stdout.len(), output.stderr.len()), (1_000_000, 2_000_000));
        assert_eq!(output.status.code(), Some(3));
    }
}
