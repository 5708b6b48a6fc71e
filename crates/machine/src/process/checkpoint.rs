//! Going back with a whole process, and going over to another state of it, for exploration.

use std::sync::Arc;

use super::template::Cursor;
use super::tree::Tree;
use super::{Meter, Output, Process};
use crate::symbolic::{Checkpoint, MachineImage, Symbol, SymbolByte};
use crate::wasi::Wasi;

/// The state of a process, to come back to. States are left in the opposite order of their making.
pub struct ProcessCheckpoint {
    machine: Checkpoint,
    world: World,
    outputs: usize,
}

/// The state of a process as a value, but for what was decided on the way to it, and for what it passed on.
#[derive(Clone)]
pub struct ProcessImage {
    machine: MachineImage,
    world: World,
}

/// What a process is beside its machine. Files and streams are shared until somebody writes.
#[derive(Clone)]
struct World {
    wasi: Wasi<SymbolByte>,
    outputs_len: usize,
    meter: Meter,
    calls: Vec<(u32, Vec<Symbol>)>,
    running: Option<u32>,
    template: Option<Arc<Cursor<Symbol>>>,
    tree: Arc<Tree<Symbol>>,
}

impl ProcessCheckpoint {
    /// About how many bytes of the host's memory it takes.
    pub fn bytes(&self) -> usize {
        size_of::<ProcessCheckpoint>() + self.machine.bytes()
    }
}

impl ProcessImage {
    /// About how many bytes of the host's memory it takes that another one does not share.
    pub fn bytes_beside(&self, other: &ProcessImage) -> usize {
        size_of::<World>() + self.machine.bytes_beside(&other.machine)
    }
}

impl Process<Symbol> {
    /// About how many bytes of the host's memory it takes to remember the path, beside those of the program.
    pub fn bytes(&mut self) -> usize {
        self.machine.context.bytes() + self.memory().bytes()
    }

    fn world(&self) -> World {
        World {
            wasi: self.wasi.clone(),
            outputs_len: self.outputs_len,
            meter: self.meter,
            calls: self.calls.clone(),
            running: self.running,
            template: self.template.clone(),
            tree: self.tree.clone(),
        }
    }

    fn set_world(&mut self, world: &World) {
        self.wasi.clone_from(&world.wasi);
        self.outputs_len = world.outputs_len;
        self.meter = world.meter;
        self.calls.clone_from(&world.calls);
        self.running = world.running;
        self.template.clone_from(&world.template);
        self.tree.clone_from(&world.tree);
        // States are left where a value is not known, and not in the middle of a call.
        self.progress = 0;
    }

    /// The state now, to come back to.
    pub fn checkpoint(&mut self) -> ProcessCheckpoint {
        let (machine, world) = (self.machine.checkpoint(), self.world());
        ProcessCheckpoint { machine, world, outputs: self.outputs.len() }
    }

    /// Goes back to a state. Checkpoints made after it are void.
    pub fn restore(&mut self, checkpoint: &ProcessCheckpoint) {
        self.machine.restore(&checkpoint.machine);
        self.set_world(&checkpoint.world);
        self.outputs.truncate(checkpoint.outputs);
    }

    /// The state now, as a value.
    pub fn image(&self) -> ProcessImage {
        ProcessImage { machine: self.machine.image(), world: self.world() }
    }

    /// The same, if at a checkpoint it was what another image says: memory that was not written since is shared.
    pub fn image_since(&self, checkpoint: &ProcessCheckpoint, then: &ProcessImage) -> ProcessImage {
        let machine = self.machine.image_since(&checkpoint.machine, &then.machine);
        ProcessImage { machine, world: self.world() }
    }

    /// Goes over to a state, whose terms are there. What was decided on the way to it and what it passed on is for the
    /// caller to bring. If what the process is now is known, only memory that differs is copied. All checkpoints
    /// are void.
    pub fn show(&mut self, image: &ProcessImage, now: Option<&ProcessImage>) {
        self.machine.show(&image.machine, now.map(|now| &now.machine));
        self.set_world(&image.world);
    }

    /// From now on nothing before can be come back to.
    pub fn forget_marks(&mut self) {
        self.machine.forget_marks();
    }

    /// What the process passed on after so many outputs.
    pub fn outputs_since(&self, outputs: usize) -> &[Output<Symbol, SymbolByte>] {
        &self.outputs[outputs..]
    }
}
