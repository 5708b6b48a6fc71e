//! What hot operations share, and the loop around their chains.
//!
//! What each of them does is in `steps.rs`, and how one leads to the next in `chain.rs`.

use worstcase_program::Packed;

use super::chain::{CHAINED, Handler, Handlers, OPCODES};
use crate::machine::{Global, Instance, WINDOW};
use crate::observe::Observer;
use crate::stop::{Stop, Trap};
use crate::value::{Step, Value};

/// After so many instructions a chain is broken off at the next jump.
const SLICE: i64 = 1 << 12;

/// Why a chain of hot operations ended. The operation where it ended has not been executed.
pub(super) enum Why<P> {
    /// The next operation is none of these.
    Other,
    /// It was long enough.
    Slice,
    /// The next operation cannot be executed.
    Stop(Stop<P>),
}

/// What hot operations share, beyond what they pass on in machine registers.
pub(super) struct Hot<'a, V: Value, O> {
    pub context: &'a mut V::Context,
    pub globals: &'a mut [Global<V>],
    pub instance: &'a Instance<V>,
    pub code: &'a [Packed],
    /// The function that executes an operation, by its opcode.
    pub handlers: &'a [Handler<V, O>; OPCODES],
    pub observer: &'a mut O,
    pub current: u32,
    /// The instructions to be executed before the chain is broken off. Jumps subtract what they account for: that
    /// it is less than 0 comes out of the subtraction, where a sum would have to be compared.
    pub left: i64,
    /// How many will have been executed when none are left.
    pub come_back: i64,
    pub max_executed: i64,
    pub conditionals: u64,
    pub why: Why<V::Pause>,
}

/// Where an operation leads: what is left of the code from there on.
pub(super) enum Next<'a, V> {
    /// To the operation behind it, with the value of a register that it may know then: see `Op::last_result`.
    Behind(&'a [Packed], V),
    /// To where it jumps, where no operation knows anything of the value.
    Jump(&'a [Packed], V),
}

impl<'a, V: Value, O: Observer> Hot<'a, V, O> {
    /// Executes hot operations until there is a reason not to.
    #[inline(always)]
    pub(super) fn run(
        &mut self,
        rest: &'a [Packed],
        regs: &mut [V; WINDOW],
        memory: &mut V::Memory,
    ) -> &'a [Packed] {
        let mut rest = rest;
        loop {
            // Nothing was computed last, and operations that are linked to that begin no chain.
            rest = Handlers::<V, O>::FIRST[rest[0].opcode as usize](self, rest, V::default(), regs, memory);
            if CHAINED && !V::PAUSES {
                return rest;
            }
            // Without chaining, handlers come back after every operation with `Slice`.
            if !matches!(self.why, Why::Slice) || self.left < 0 {
                return rest;
            }
        }
    }

    /// Lets a chain be long enough once more.
    pub(super) fn renew(&mut self) {
        let executed = self.executed();
        self.come_back = self.max_executed.min(executed.saturating_add(SLICE));
        self.left = self.come_back - executed;
    }

    /// The instructions executed so far, as jumps, calls and returns have accounted for them.
    #[inline(always)]
    pub(super) fn executed(&self) -> i64 {
        self.come_back - self.left
    }

    /// The position of the operation before `rest`.
    pub(super) fn at(&self, rest: &[Packed]) -> usize {
        self.code.len() - rest.len() - 1
    }

    /// Takes a jump. What it is about is read only now, so that a branch that is not taken does without.
    #[inline(always)]
    pub(super) fn jump(&mut self, jump: &Packed, last: V) -> Step<V, Next<'a, V>> {
        let target = jump.x as usize;
        // Targets are in the code. To panic if not would cost a stack frame.
        if target >= self.code.len() {
            return Err(Trap::Unreachable.into());
        }
        self.left -= i64::from(jump.y);
        Ok(Next::Jump(&self.code[target..], last))
    }

    /// Decides a conditional.
    #[inline(always)]
    pub(super) fn branch(
        &mut self,
        holds: bool,
        branch: &Packed,
        rest: &'a [Packed],
        last: V,
    ) -> Step<V, Next<'a, V>> {
        self.decided(u32::from(holds), rest);
        if holds { self.jump(branch, last) } else { Ok(Next::Behind(rest, last)) }
    }

    #[inline(always)]
    pub(super) fn decided(&mut self, choice: u32, rest: &[Packed]) {
        self.conditionals += 1;
        if O::WATCHES {
            self.observer.decision(self.current as usize, self.at(rest) as u32, choice);
        }
    }
}
