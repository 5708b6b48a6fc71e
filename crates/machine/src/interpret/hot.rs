//! What hot operations share, and the loop around their chains.
//!
//! What each of them does is in `steps.rs`, and how one leads to the next in `chain.rs`.

use worstcase_program::Packed;

use super::chain::{CHAINED, Handler, OPCODES};
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
pub(super) enum Next<'a> {
    /// To the operation behind it.
    Behind(&'a [Packed]),
    /// To where it jumps.
    Jump(&'a [Packed]),
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
            rest = self.handlers[rest[0].opcode as usize](self, rest, regs, memory);
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

    /// Takes a jump that accounts for so many instructions.
    #[inline(always)]
    pub(super) fn jump(&mut self, target: u32, executed: i32) -> Step<V, Next<'a>> {
        // Targets are in the code. To panic if not would cost a stack frame.
        let Some(rest) = self.code.get(target as usize..) else { return Err(Trap::Unreachable.into()) };
        self.left -= i64::from(executed);
        Ok(Next::Jump(rest))
    }

    /// Decides a conditional.
    #[inline(always)]
    pub(super) fn branch(
        &mut self,
        holds: bool,
        (target, executed): (u32, i32),
        rest: &'a [Packed],
    ) -> Step<V, Next<'a>> {
        self.decided(u32::from(holds), rest);
        if holds { self.jump(target, executed) } else { Ok(Next::Behind(rest)) }
    }

    #[inline(always)]
    pub(super) fn decided(&mut self, choice: u32, rest: &[Packed]) {
        self.conditionals += 1;
        if O::WATCHES {
            self.observer.decision(self.current as usize, self.at(rest) as u32, choice);
        }
    }
}
