//! What can be watched while a program runs. Watching costs nothing when nobody does.

use worstcase_program::{FuncIdx, Pc};

use crate::value::Value;

/// Sees operations and decisions as they are executed.
pub trait Observer {
    /// Whether there is anybody to see them. If not, the calls below are compiled away.
    const WATCHES: bool;
    /// An operation is about to be executed.
    fn operation(&mut self, instance: usize, pc: Pc);
    /// A conditional was decided: 1 or 0 for whether the register code's condition held, or the index of a
    /// `br_table`.
    fn decision(&mut self, instance: usize, pc: Pc, choice: u32);
    /// A function of the program begins: with these arguments, and memory as it is now.
    fn entered<V: Value>(
        &mut self,
        _instance: usize,
        _function: FuncIdx,
        _arguments: &[V],
        _memory: &V::Memory,
    ) {
    }
    /// The program called `measure_begin` (`true`) or `measure_end`.
    fn measuring(&mut self, _on: bool) {}
}

/// Nobody watches.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unobserved;

impl Observer for Unobserved {
    const WATCHES: bool = false;
    fn operation(&mut self, _: usize, _: Pc) {}
    fn decision(&mut self, _: usize, _: Pc, _: u32) {}
}
