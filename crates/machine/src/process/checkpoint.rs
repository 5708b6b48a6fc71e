//! Going back with a whole process, for exploration.

use super::{Meter, Process};
use crate::symbolic::{Checkpoint, Symbol, SymbolByte};
use crate::wasi::Wasi;

/// The state of a process, to come back to. States are left in the opposite order of their making.
pub struct ProcessCheckpoint {
    machine: Checkpoint,
    wasi: Wasi<SymbolByte>,
    outputs: usize,
    outputs_len: usize,
    meter: Meter,
    calls: Vec<(u32, Vec<Symbol>)>,
    running: Option<u32>,
}

impl ProcessCheckpoint {
    /// About how many bytes of the host's memory it takes.
    pub fn bytes(&self) -> usize {
        size_of::<ProcessCheckpoint>() + self.machine.bytes()
    }
}

impl Process<Symbol> {
    /// About how many bytes of the host's memory it takes to remember the path, beside those of the program.
    pub fn bytes(&mut self) -> usize {
        self.machine.context.bytes() + self.memory().bytes()
    }

    /// The state now, to come back to.
    pub fn checkpoint(&mut self) -> ProcessCheckpoint {
        ProcessCheckpoint {
            machine: self.machine.checkpoint(),
            wasi: self.wasi.clone(),
            outputs: self.outputs.len(),
            outputs_len: self.outputs_len,
            meter: self.meter,
            calls: self.calls.clone(),
            running: self.running,
        }
    }

    /// Goes back to a state. Checkpoints made after it are void.
    pub fn restore(&mut self, checkpoint: &ProcessCheckpoint) {
        self.machine.restore(&checkpoint.machine);
        self.wasi.clone_from(&checkpoint.wasi);
        self.outputs.truncate(checkpoint.outputs);
        self.outputs_len = checkpoint.outputs_len;
        self.meter = checkpoint.meter;
        self.calls.clone_from(&checkpoint.calls);
        self.running = checkpoint.running;
        // Checkpoints are made where a value is not known, and not in the middle of a call.
        self.progress = 0;
    }
}
