//! Register code: the form in which functions are executed.
//!
//! Wasm's operand stack is resolved at load time: every operand has a register in its function's frame
//! (parameters and locals first, then the function's constants, then the operand stack's slots). That
//! removes the pushes and pops, most of what a stack interpreter does, and a comparison and the branch on
//! it become one operation. Operations are 16 bytes, so that every immediate fits and nothing needs a side
//! table; all functions of a program share one array, so that a call only changes the position in it.
//!
//! Instructions are counted on *taken jumps, calls and returns* only. Let W(p) be the number of Wasm instructions
//! before position p of a function's body. Straight-line code from p to q executes W(q) - W(p) of them, so a
//! counter that adds `executed` = W(jump's end) - W(target) when a jump is taken is always W(here) away from
//! the true count. [`Origin::executed`] is that W.

use crate::numeric_operators;

/// A register of the current frame. Frames have at most 65,536 of them, so that an access needs no bounds
/// check on a window of that size.
pub type Reg = u16;

/// After so many operations of a function comes an [`Op::Breath`], at the next Wasm instruction. An interpreter
/// whose operations call one another relies on that.
pub const LONGEST_PIECE: usize = 1 << 11;

/// A position in [`crate::Program::code`].
pub type Pc = u32;

macro_rules! define_op {
    (
        unary [$($unary:ident)*]
        binary [$($binary:ident)*]
        compare [$($compare:ident $branch:ident $negated:ident $step:ident $add:ident,)*]
        load [$($load:ident $load_at:ident,)*]
        store [$($store:ident $store_at:ident,)*]
    ) => {
        /// One operation of the register code.
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[allow(missing_docs)]
        pub enum Op {
            $($unary { dst: Reg, a: Reg },)*
            $($binary { dst: Reg, a: Reg, b: Reg },)*
            $($compare { dst: Reg, a: Reg, b: Reg },)*
            /// Jumps if the comparison holds.
            $($branch { a: Reg, b: Reg, target: Pc, executed: i32 },)*
            /// Adds `by` to `a`, then jumps if the comparison of `a` with `b` holds.
            $($step { a: Reg, by: Reg, b: Reg, target: Pc, executed: i32 },)*
            $($load { dst: Reg, address: Reg, offset: u32 },)*
            /// Loads from the address `a + b`, of 32 bits, plus the offset.
            $($load_at { dst: Reg, a: Reg, b: Reg, offset: u32 },)*
            $($store { address: Reg, value: Reg, offset: u32 },)*
            /// Stores to the address `a + b`, of 32 bits, plus the offset.
            $($store_at { a: Reg, b: Reg, value: Reg, offset: u32 },)*

            Copy { dst: Reg, src: Reg },
            /// Two copies, one after the other.
            Copies { dst: Reg, src: Reg, then_dst: Reg, then_src: Reg },
            Const { dst: Reg, bits: u64 },
            Select { dst: Reg, condition: Reg, a: Reg, b: Reg },

            Unreachable,
            /// Does nothing. The interpreter takes a breath here: see [`LONGEST_PIECE`].
            Breath,
            Br { target: Pc, executed: i32 },
            BrNez { condition: Reg, target: Pc, executed: i32 },
            BrEqz { condition: Reg, target: Pc, executed: i32 },
            /// Goes on at the `min(index, len)`th of the `len + 1` jumps ([`Op::Br`]) that follow it.
            BrTable { index: Reg, len: u32 },
            Return { executed: i32 },
            Return1 { src: Reg, executed: i32 },
            ReturnMany { src: Reg, len: u16, executed: i32 },
            /// Calls a function of this program; its frame begins at register `base`, with the arguments.
            Call { function: u32, base: Reg },
            /// Calls an imported function; arguments and results as for [`Op::Call`].
            CallImport { function: u32, base: Reg },
            CallIndirect { index: Reg, base: Reg, ty: u32, table: u32 },

            GlobalGet { dst: Reg, global: u32 },
            GlobalSet { src: Reg, global: u32 },
            RefIsNull { dst: Reg, a: Reg },
            RefFunc { dst: Reg, function: u32 },

            MemorySize { dst: Reg },
            MemoryGrow { dst: Reg, pages: Reg },
            MemoryFill { address: Reg, value: Reg, len: Reg },
            MemoryCopy { dst: Reg, src: Reg, len: Reg },
            MemoryInit { dst: Reg, src: Reg, len: Reg, segment: u32 },
            DataDrop { segment: u32 },
            TableGet { dst: Reg, index: Reg, table: u32 },
            TableSet { index: Reg, value: Reg, table: u32 },
            TableSize { dst: Reg, table: u32 },
            TableGrow { dst: Reg, value: Reg, by: Reg, table: u32 },
            TableFill { index: Reg, value: Reg, len: Reg, table: u32 },
            TableCopy { dst: Reg, src: Reg, len: Reg, to: u32, from: u32 },
            TableInit { dst: Reg, src: Reg, len: Reg, table: u32, segment: u32 },
            ElemDrop { segment: u32 },
        }

        impl Op {
            /// The register that the operation writes and that may be exchanged for another.
            pub(crate) fn dst_mut(&mut self) -> Option<&mut Reg> {
                match self {
                    $(Op::$unary { dst, .. })|* => Some(dst),
                    $(Op::$binary { dst, .. })|* => Some(dst),
                    $(Op::$compare { dst, .. })|* => Some(dst),
                    $(Op::$load { dst, .. } | Op::$load_at { dst, .. })|* => Some(dst),
                    Op::Copy { dst, .. } | Op::Const { dst, .. } | Op::Select { dst, .. } => Some(dst),
                    Op::GlobalGet { dst, .. } | Op::RefIsNull { dst, .. } | Op::RefFunc { dst, .. } => Some(dst),
                    Op::MemorySize { dst } | Op::MemoryGrow { dst, .. } | Op::TableGet { dst, .. } => Some(dst),
                    Op::TableSize { dst, .. } | Op::TableGrow { dst, .. } => Some(dst),
                    _ => None,
                }
            }

            /// The first and the second register that the operation reads, in the order of its fields, if an
            /// interpreter may know their values from elsewhere.
            pub(crate) fn operands(self) -> [Option<Reg>; 2] {
                match self {
                    $(Op::$unary { a, .. })|* => [Some(a), None],
                    $(Op::$binary { a, b, .. })|* => [Some(a), Some(b)],
                    $(Op::$compare { a, b, .. } | Op::$branch { a, b, .. })|* => [Some(a), Some(b)],
                    $(Op::$step { a, .. })|* => [Some(a), None],
                    $(Op::$load { address, .. })|* => [Some(address), None],
                    $(Op::$load_at { a, b, .. })|* => [Some(a), Some(b)],
                    $(Op::$store { address, value, .. })|* => [Some(address), Some(value)],
                    $(Op::$store_at { a, b, .. })|* => [Some(a), Some(b)],
                    Op::Copy { src, .. } | Op::Copies { src, .. } | Op::GlobalSet { src, .. } => [Some(src), None],
                    Op::Select { condition, a, .. } => [Some(condition), Some(a)],
                    Op::BrNez { condition, .. } | Op::BrEqz { condition, .. } => [Some(condition), None],
                    Op::BrTable { index, .. } => [Some(index), None],
                    _ => [None, None],
                }
            }

            /// The register whose value an interpreter has at hand when it goes on behind this operation: the
            /// result, or else an operand that is likely to be needed again.
            pub(crate) fn last_result(mut self) -> Option<Reg> {
                match self {
                    // What a value is compared with changes, and so do the offsets from an address.
                    $(Op::$branch { a, .. } | Op::$step { a, .. })|* => Some(a),
                    $(Op::$store { address, .. })|* => Some(address),
                    $(Op::$store_at { a, .. })|* => Some(a),
                    Op::BrNez { condition, .. } | Op::BrEqz { condition, .. } => Some(condition),
                    Op::GlobalSet { src, .. } => Some(src),
                    Op::Copies { then_dst, .. } => Some(then_dst),
                    // These are not executed in a chain.
                    Op::RefIsNull { .. } | Op::RefFunc { .. } | Op::MemorySize { .. } => None,
                    Op::MemoryGrow { .. } | Op::TableGet { .. } | Op::TableSize { .. } | Op::TableGrow { .. } => None,
                    _ => self.dst_mut().copied(),
                }
            }

            /// Where a jump goes, and how many instructions its taking accounts for.
            pub(crate) fn jump_mut(&mut self) -> Option<(&mut Pc, &mut i32)> {
                match self {
                    $(Op::$branch { target, executed, .. } | Op::$step { target, executed, .. })|* => {
                        Some((target, executed))
                    }
                    Op::Br { target, executed }
                    | Op::BrNez { target, executed, .. }
                    | Op::BrEqz { target, executed, .. } => Some((target, executed)),
                    _ => None,
                }
            }

            /// Where a jump goes, and how many instructions its taking accounts for, if it is one.
            pub fn jump(mut self) -> Option<(Pc, i32)> {
                self.jump_mut().map(|(target, executed)| (*target, *executed))
            }

            /// Whether the result is 0 or 1.
            pub(crate) fn is_boolean(self) -> bool {
                matches!(self, $(Op::$compare { .. })|*)
                    || matches!(self, Op::I32Eqz { .. } | Op::I64Eqz { .. } | Op::RefIsNull { .. })
                    || matches!(self, Op::F32Eq { .. } | Op::F32Ne { .. } | Op::F32Lt { .. } | Op::F32Gt { .. })
                    || matches!(self, Op::F64Eq { .. } | Op::F64Ne { .. } | Op::F64Lt { .. } | Op::F64Gt { .. })
                    || matches!(self, Op::F32Le { .. } | Op::F32Ge { .. } | Op::F64Le { .. } | Op::F64Ge { .. })
            }

            /// The integer comparison that holds exactly when this one does not. Floats have none: NaN.
            pub(crate) fn negated(self) -> Option<Op> {
                match self {
                    $(Op::$compare { dst, a, b } => Some(Op::$negated { dst, a, b }),)*
                    _ => None,
                }
            }

            /// The fused form of an addition and this branch, if the addition goes to what the branch compares.
            pub(crate) fn step_after(self, addition: Op) -> Option<Op> {
                match (self, addition) {
                    $((Op::$branch { a, b, target, executed }, Op::$add { dst, a: from, b: by })
                        if dst == a && from == a =>
                    {
                        Some(Op::$step { a, by, b, target, executed })
                    })*
                    _ => None,
                }
            }

            /// The fused form of an integer comparison and a branch on it.
            pub(crate) fn branch_on(self) -> Option<Op> {
                match self {
                    $(Op::$compare { a, b, .. } => Some(Op::$branch { a, b, target: 0, executed: 0 }),)*
                    Op::I32Eqz { a, .. } | Op::I64Eqz { a, .. } => {
                        Some(Op::BrEqz { condition: a, target: 0, executed: 0 })
                    }
                    _ => None,
                }
            }
        }
    };
}

numeric_operators!(define_op);

const _: () = assert!(size_of::<Op>() == 16);

/// Where an operation comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The Wasm instruction's offset in the module.
    pub offset: u32,
    /// How many Wasm instructions of the function have begun when this operation is executed, its own
    /// included (W in the module's comment).
    pub executed: u32,
    /// The conditional that this operation decides, as an index into [`crate::Program::conditionals`].
    pub conditional: Option<crate::ConditionalIdx>,
}
