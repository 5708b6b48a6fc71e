//! Running clang, several at a time.

use super::CompileError;
use std::process::{Command, Output, Stdio};

/// Runs commands, as many at once as there are cores, and gives their outputs in the order of the commands.
///
/// The first to be started is the first to be waited for. The others may block on a full pipe until it is their
/// turn, which costs a little time and no thread.
pub(super) fn run_all(mut commands: Vec<Command>) -> Result<Vec<Output>, CompileError> {
    let at_once = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    let mut outputs = Vec::with_capacity(commands.len());
    for batch in commands.chunks_mut(at_once) {
        let mut children = Vec::with_capacity(batch.len());
        for command in batch {
            command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
            let failed = format!("cannot run {}", command.get_program().to_string_lossy());
            let child = command.spawn().map_err(CompileError::io(failed.clone()))?;
            children.push((failed, child));
        }
        for (failed, child) in children {
            outputs.push(child.wait_with_output().map_err(CompileError::io(failed))?);
        }
    }
    Ok(outputs)
}

pub(super) fn run(command: Command) -> Result<Output, CompileError> {
    Ok(run_all(vec![command])?.remove(0))
}
