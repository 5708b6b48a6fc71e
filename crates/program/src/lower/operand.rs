//! The operand stack at load time.

use super::Lowering;
use crate::code::{Op, Reg};

/// What stands on the operand stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operand {
    /// A computed value, in the slot of its height.
    Slot,
    /// The present value of a local. Before the local is written, it moves to its slot.
    Local(u32),
    /// A constant.
    Const(u64),
}

impl Lowering<'_> {
    /// The register of the slot at a height of the stack.
    pub(super) fn slot(&mut self, height: usize) -> Reg {
        let slot = self.first_slot.saturating_add(height as u32);
        // A frame that is too large is refused when the function is complete; until then registers wrap
        // harmlessly.
        self.max_slot = self.max_slot.max(slot.saturating_add(1));
        slot as Reg
    }

    pub(super) fn push_slot(&mut self) -> Reg {
        let slot = self.slot(self.stack.len());
        self.stack.push(Operand::Slot);
        slot
    }

    pub(super) fn push_slots(&mut self, count: usize) {
        for _ in 0..count {
            self.push_slot();
        }
    }

    pub(super) fn push_local(&mut self, local: u32) {
        let state = &mut self.locals[local as usize];
        match state.constant {
            Some(bits) => self.stack.push(Operand::Const(bits)),
            None => {
                state.pending += 1;
                self.all_pending += 1;
                self.stack.push(Operand::Local(local));
            }
        }
    }

    /// Takes the top of the stack; it can be read from the register returned by the next operation.
    pub(super) fn pop(&mut self) -> Reg {
        let operand = self.stack.pop().expect("validated code does not underflow its stack");
        let height = self.stack.len();
        self.forget(operand);
        match operand {
            Operand::Slot => self.slot(height),
            Operand::Local(local) => self.locals[local as usize].register,
            Operand::Const(bits) => self.constant(bits, height),
        }
    }

    pub(super) fn drop(&mut self) {
        let operand = self.stack.pop().expect("validated code does not underflow its stack");
        self.forget(operand);
    }

    fn forget(&mut self, operand: Operand) {
        if let Operand::Local(local) = operand {
            self.locals[local as usize].pending -= 1;
            self.all_pending -= 1;
        }
    }

    fn constant_register(&self, bits: u64) -> Option<Reg> {
        self.constants.iter().position(|&c| c == bits).map(|index| self.first_constant + index as Reg)
    }

    /// The register of a constant, if need be the slot at that height.
    pub(super) fn constant(&mut self, bits: u64, height: usize) -> Reg {
        match self.constant_register(bits) {
            Some(register) => register,
            None => {
                let dst = self.slot(height);
                self.emit(Op::Const { dst, bits });
                dst
            }
        }
    }

    /// Puts the operand at a height into its slot.
    fn settle(&mut self, height: usize) {
        if height + 1 == self.stack.len() && self.claim_top().is_some() {
            return;
        }
        let operand = self.stack[height];
        self.stack[height] = Operand::Slot;
        self.forget(operand);
        let dst = self.slot(height);
        let src = match operand {
            Operand::Slot => return,
            Operand::Local(local) => self.locals[local as usize].register,
            Operand::Const(bits) => self.constant(bits, height),
        };
        if src != dst {
            self.emit(Op::Copy { dst, src });
        }
    }

    /// Puts the operands from a height upwards into their slots.
    pub(super) fn settle_from(&mut self, height: usize) {
        let mut h = height;
        while h < self.stack.len() {
            if h + 1 < self.stack.len()
                && let (Some(a), Some(b)) = (self.in_register(h), self.in_register(h + 1))
            {
                let (dst, then_dst) = (self.slot(h), self.slot(h + 1));
                for (height, operand) in [(h, self.stack[h]), (h + 1, self.stack[h + 1])] {
                    self.forget(operand);
                    self.stack[height] = Operand::Slot;
                }
                self.emit(Op::Copies { dst, src: a, then_dst, then_src: b });
                h += 2;
            } else {
                self.settle(h);
                h += 1;
            }
        }
    }

    /// The register of an operand that is not in its slot but needs no computation.
    pub(super) fn in_register(&self, height: usize) -> Option<Reg> {
        match self.stack[height] {
            Operand::Slot => None,
            Operand::Local(local) => Some(self.locals[local as usize].register),
            Operand::Const(bits) => self.constant_register(bits),
        }
    }

    /// Puts every local on the stack into its slot: what follows may be executed with other values in them.
    pub(super) fn settle_locals(&mut self) {
        let mut height = self.stack.len();
        while self.all_pending > 0 {
            height -= 1;
            if let Operand::Local(_) = self.stack[height] {
                self.settle(height);
            }
        }
    }

    /// Writes the top of the stack to a local.
    pub(super) fn set_local(&mut self, local: u32) {
        let height = self.stack.len() - 1;
        // The copies below go between the operation that computed the top and its use, so its destination
        // can be changed only if there are none.
        let producer = self.claim_top();
        let operand = self.stack.pop().expect("validated code does not underflow its stack");
        self.forget(operand);
        if self.locals[local as usize].pending > 0 {
            self.settle_local(local);
        } else if let Some(last) = producer
            && let Some(dst) = self.program.code[last].dst_mut()
        {
            let state = &mut self.locals[local as usize];
            *dst = state.register;
            state.constant = None;
            return;
        }
        let state = &mut self.locals[local as usize];
        let dst = state.register;
        state.constant = None;
        let src = match operand {
            Operand::Slot => self.slot(height),
            Operand::Local(other) => self.locals[other as usize].register,
            Operand::Const(bits) if state.confined.is_some() => {
                state.constant = Some(bits);
                return;
            }
            Operand::Const(bits) => match self.constant_register(bits) {
                Some(register) => register,
                None => return self.emit(Op::Const { dst, bits }),
            },
        };
        if src != dst {
            self.emit(Op::Copy { dst, src });
        }
    }

    /// Saves the old value of a local wherever it is on the stack.
    fn settle_local(&mut self, local: u32) {
        let mut height = self.stack.len();
        while self.locals[local as usize].pending > 0 {
            height -= 1;
            if self.stack[height] == Operand::Local(local) {
                self.settle(height);
            }
        }
    }

    /// Puts the arguments of a call where the callee's frame will begin, and takes them off the stack.
    pub(super) fn arguments(&mut self, count: usize) -> Reg {
        let height = self.stack.len() - count;
        self.settle_from(height);
        self.stack.truncate(height);
        self.slot(height)
    }

    /// The last operation, if it computed the top of the stack and nothing else will see its result. The top
    /// is in its slot then, also if the operation wrote it to a local that is read only here.
    pub(super) fn claim_top(&mut self) -> Option<usize> {
        self.claim(self.stack.len().checked_sub(1)?)
    }

    /// The same for the operand at a height.
    pub(super) fn claim(&mut self, height: usize) -> Option<usize> {
        let last = self.program.code.len().checked_sub(1).filter(|&last| last >= self.barrier)?;
        let slot = self.slot(height);
        let dst = self.program.code[last].dst_mut()?;
        match self.stack[height] {
            Operand::Slot if *dst == slot => {}
            Operand::Local(local) if *dst == self.locals[local as usize].register => {
                if self.register_reads[*dst as usize] != 1 {
                    return None;
                }
                *dst = slot;
                self.stack[height] = Operand::Slot;
                self.forget(Operand::Local(local));
            }
            _ => return None,
        }
        Some(last)
    }
}
