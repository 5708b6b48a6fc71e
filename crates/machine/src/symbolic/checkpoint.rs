//! Going back: the state of a machine at a decision, so that the other way can be taken too.
//!
//! Memory and terms are undone by their trails, or exchanged for an image of another state. Everything else is small
//! and is copied: the registers of the open frames, the globals, the counters.

use super::{MemoryImage, MemoryMark, PathMark, Symbol};
use crate::machine::{Dropped, Frame, Machine, NOBODY, Table, WINDOW};

/// The state of a machine, to come back to. States are left in the opposite order of their making.
#[derive(Debug)]
pub struct Checkpoint {
    control: Control,
    memories: Vec<MemoryMark>,
    path: PathMark,
}

/// The state of a machine as a value, but for what was decided on the way to it. A machine goes over to it from any other
/// state of the same program.
#[derive(Clone, Debug)]
pub struct MachineImage {
    control: Control,
    memories: Vec<MemoryImage>,
}

/// All of a machine's state but memory and terms.
#[derive(Clone, Debug)]
struct Control {
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
}

impl Control {
    fn bytes(&self) -> usize {
        let values = self.stack.len() + self.globals.len();
        values * size_of::<Symbol>() + self.frames.len() * size_of::<Frame>()
    }
}

impl Checkpoint {
    /// About how many bytes of the host's memory it takes.
    pub fn bytes(&self) -> usize {
        size_of::<Checkpoint>() + self.control.bytes()
    }
}

impl MachineImage {
    /// About how many bytes of the host's memory it takes that another one does not share.
    pub fn bytes_beside(&self, other: &MachineImage) -> usize {
        let memories = self.memories.iter().zip(&other.memories);
        let memories: usize = memories.map(|(own, theirs)| own.bytes_beside(theirs)).sum();
        size_of::<MachineImage>() + self.control.bytes() + memories
    }
}

impl Machine<Symbol> {
    fn control(&self) -> Control {
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
        Control {
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
        }
    }

    fn set_control(&mut self, control: &Control) {
        // Another machine may have come further down.
        let reach = control.stack.len().max(control.current.base + WINDOW);
        if self.stack.len() < reach {
            self.stack.resize(reach, Symbol::default());
        }
        self.stack[..control.stack.len()].copy_from_slice(&control.stack);
        self.frames.clone_from(&control.frames);
        self.current = control.current;
        self.host = control.host;
        self.executed = control.executed;
        self.open = control.open;
        self.conditionals = control.conditionals;
        self.calls = control.calls;
        self.peak_pages = control.peak_pages;
        (self.moved, self.looked_at) = (control.moved, control.moved);
        for (global, &value) in self.globals.iter_mut().zip(&control.globals) {
            global.value = value;
        }
        self.tables.clone_from(&control.tables);
        self.dropped.clone_from(&control.dropped);
    }

    /// The state now, to come back to.
    pub fn checkpoint(&mut self) -> Checkpoint {
        Checkpoint {
            control: self.control(),
            memories: self.memories.iter_mut().map(|memory| memory.mark()).collect(),
            path: self.context.mark(),
        }
    }

    /// Goes back to a state. Checkpoints made after it are void.
    pub fn restore(&mut self, checkpoint: &Checkpoint) {
        self.set_control(&checkpoint.control);
        for (memory, &mark) in self.memories.iter_mut().zip(&checkpoint.memories) {
            memory.undo(mark);
        }
        self.context.undo(checkpoint.path);
    }

    /// From now on no checkpoint made before can be come back to.
    pub fn forget_marks(&mut self) {
        self.memories.iter_mut().for_each(|memory| memory.forget_marks());
    }

    /// The state now, as a value.
    pub fn image(&self) -> MachineImage {
        let memories = self.memories.iter().map(|memory| memory.image()).collect();
        MachineImage { control: self.control(), memories }
    }

    /// The same, if at a checkpoint it was what another image says: memory that was not written since is shared.
    pub fn image_since(&self, checkpoint: &Checkpoint, then: &MachineImage) -> MachineImage {
        let memories = self.memories.iter().zip(&checkpoint.memories).zip(&then.memories);
        let memories = memories.map(|((memory, &mark), then)| memory.image_since(mark, then)).collect();
        MachineImage { control: self.control(), memories }
    }

    /// Goes over to a state, whose terms are there; what was decided on the way to it is for the caller to bring. If what
    /// the machine is now is known, only memory that differs is copied. All checkpoints are void.
    pub fn show(&mut self, image: &MachineImage, now: Option<&MachineImage>) {
        self.set_control(&image.control);
        for (number, (memory, image)) in self.memories.iter_mut().zip(&image.memories).enumerate() {
            memory.show(image, now.map(|now| &now.memories[number]));
        }
    }
}
