//! Going back: the state of a machine at a decision, so that the other way can be taken too.
//!
//! Memory and terms are undone by their trails. Everything else is small and is copied: the registers of the open
//! frames, the globals, the counters.

use super::{MemoryMark, PathMark, Symbol};
use crate::machine::{Dropped, Frame, Machine, NOBODY, Table};

/// The state of a machine, to come back to. States are left in the opposite order of their making.
#[derive(Debug)]
pub struct Checkpoint {
    stack: Vec<Symbol>,
    frames: Vec<Frame>,
    current: Frame,
    host: Option<(usize, u32)>,
    executed: i64,
    open: u32,
    conditionals: u64,
    calls: u64,
    peak_pages: u32,
    moved: u64,
    globals: Vec<Symbol>,
    tables: Vec<Table>,
    dropped: Vec<Dropped>,
    memories: Vec<MemoryMark>,
    path: PathMark,
}

impl Checkpoint {
    /// About how many bytes of the host's memory it takes.
    pub fn bytes(&self) -> usize {
        let values = self.stack.len() + self.globals.len();
        size_of::<Checkpoint>() + values * size_of::<Symbol>() + self.frames.len() * size_of::<Frame>()
    }
}

impl Machine<Symbol> {
    /// The state now, to come back to.
    pub fn checkpoint(&mut self) -> Checkpoint {
        let top = match self.current.pc {
            NOBODY => self.current.base,
            pc => {
                let program = &self.instances[self.current.instance as usize].program;
                // A call of the host has been advanced over, and may be the last operation of its function.
                let pc = if self.host.is_some() { pc - 1 } else { pc };
                let body = program.body(program.function_at(pc)).expect("a running function has a body");
                self.current.base + body.frame as usize
            }
        };
        Checkpoint {
            stack: self.stack[..top].to_vec(),
            frames: self.frames.clone(),
            current: self.current,
            host: self.host,
            executed: self.executed,
            open: self.open,
            conditionals: self.conditionals,
            calls: self.calls,
            peak_pages: self.peak_pages,
            moved: self.moved,
            globals: self.globals.iter().map(|global| global.value).collect(),
            tables: self.tables.clone(),
            dropped: self.dropped.clone(),
            memories: self.memories.iter_mut().map(|memory| memory.mark()).collect(),
            path: self.context.mark(),
        }
    }

    /// Goes back to a state. Checkpoints made after it are void.
    pub fn restore(&mut self, checkpoint: &Checkpoint) {
        self.stack[..checkpoint.stack.len()].copy_from_slice(&checkpoint.stack);
        self.frames.clone_from(&checkpoint.frames);
        self.current = checkpoint.current;
        self.host = checkpoint.host;
        self.executed = checkpoint.executed;
        self.open = checkpoint.open;
        self.conditionals = checkpoint.conditionals;
        self.calls = checkpoint.calls;
        self.peak_pages = checkpoint.peak_pages;
        (self.moved, self.looked_at) = (checkpoint.moved, checkpoint.moved);
        for (global, &value) in self.globals.iter_mut().zip(&checkpoint.globals) {
            global.value = value;
        }
        self.tables.clone_from(&checkpoint.tables);
        self.dropped.clone_from(&checkpoint.dropped);
        for (memory, &mark) in self.memories.iter_mut().zip(&checkpoint.memories) {
            memory.undo(mark);
        }
        self.context.undo(checkpoint.path);
    }
}
