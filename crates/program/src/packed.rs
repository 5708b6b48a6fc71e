//! Register code once more, in the form that an interpreter reads fastest.
//!
//! [`Op`] is an enum, made for those who analyse code: whoever wants the operands has to look which operation it is.
//! An interpreter has just done so when it chose what to execute, and in a language that checks, it would do it twice.
//! Here the operands have their places whatever the operation is: up to three registers, then two numbers, in the
//! order of the enum's fields. Every operation has the same position in both forms, and pairs that often come one after
//! the other are executed as one (superinstructions).

use crate::code::{Op, Origin, Reg};
use crate::numeric_operators;

/// An operation in the form that is executed.
#[derive(Clone, Copy, Debug)]
pub struct Packed {
    /// What it is.
    pub opcode: Opcode,
    /// The first register.
    pub a: Reg,
    /// The second register.
    pub b: Reg,
    /// The third register.
    pub c: Reg,
    /// An offset, a target, an index, or a fourth register.
    pub x: u32,
    /// How many instructions a jump or a return accounts for; of other operations, how many have begun with it.
    pub y: i32,
}

const _: () = assert!(size_of::<Packed>() == 16);

/// Calls the macro `$then` with what it is given and the table of pairs of operations that are executed as one: a
/// name, the first, the second.
///
/// These are the pairs that the programs of the machine's benchmarks execute most often, as `cargo bench -p
/// worstcase-machine --bench pairs` prints them.
#[macro_export]
macro_rules! fused_operations {
    ($then:ident $given:tt) => {
        $then! {
            $given
            [
                I32LoadThenI32Load I32Load I32Load,
                Store32ThenI32Load Store32 I32Load,
                I32LoadThenI32Add I32Load I32Add,
                I32AddThenStore32 I32Add Store32,
                Store32ThenBr Store32 Br,
                I32LoadThenBrI32GeS I32Load BrI32GeS,
                I32LoadThenI32Shl I32Load I32Shl,
                BrI32GeSThenI32Load BrI32GeS I32Load,
                I32LoadThenI32Sub I32Load I32Sub,
                GlobalGetThenI32Sub GlobalGet I32Sub,
                I32LoadThenStore32 I32Load Store32,
                I32ShlThenI32LoadAt I32Shl I32LoadAt,
                I32LoadThenI64Load I32Load I64Load,
                BrEqzThenI32Load BrEqz I32Load,
                I64LoadThenF64Mul I64Load F64Mul,
                I32ShlThenI32Add I32Shl I32Add,
                I32AddThenGlobalSet I32Add GlobalSet,
                I32SubThenGlobalSet I32Sub GlobalSet,
                I64LoadThenI32Load I64Load I32Load,
                GlobalSetThenStore32 GlobalSet Store32,
                I32ShlThenI64LoadAt I32Shl I64LoadAt,
                I32AddThenI32Load I32Add I32Load,
                I32SubThenStore32 I32Sub Store32,
                Store32ThenStore32 Store32 Store32,
                CopyThenI32Add Copy I32Add,
                F64MulThenF64Add F64Mul F64Add,
                I32AddThenI32Shl I32Add I32Shl,
                F64AddThenStore64 F64Add Store64,
                CopyThenI32Load Copy I32Load,
                I32NeThenCopy I32Ne Copy,
                I32LoadAtThenI32Load I32LoadAt I32Load,
                I32AndThenBrEqz I32And BrEqz,
                Store64ThenI32Load Store64 I32Load,
                I32LoadThenStore8 I32Load Store8,
                Store8ThenI32Load Store8 I32Load,
                I32AddThenI32Add I32Add I32Add,
                I32AddThenCopy I32Add Copy,
                Store8AtThenStepI32LtS Store8At StepI32LtS,
                F64AddThenF64Add F64Add F64Add,
                I64LoadAtThenI64LoadAt I64LoadAt I64LoadAt,
                CopyThenBrNez Copy BrNez,
                I64LoadAtThenF64Mul I64LoadAt F64Mul,
                Store64ThenI32Add Store64 I32Add,
                F64MulThenI64LoadAt F64Mul I64LoadAt,
                CopiesThenI32Xor Copies I32Xor,
                I32RotlThenI32Xor I32Rotl I32Xor,
                F64MulThenF64Mul F64Mul F64Mul,
                I32AddThenI32GtU I32Add I32GtU,
                I32GtSThenSelect I32GtS Select,
                F64MulThenI64Load F64Mul I64Load,
                I32LoadAtThenI32Add I32LoadAt I32Add,
                I32LoadThenBrTable I32Load BrTable,
                I32AddThenBr I32Add Br,
                I32AddThenI32Eqz I32Add I32Eqz,
                I64AddThenI64Add I64Add I64Add,
                I32AddThenI32Mul I32Add I32Mul,
                I32AddThenI32LoadAt I32Add I32LoadAt,
                BrNezThenI32Add BrNez I32Add,
                BrI32EqThenI32Add BrI32Eq I32Add,
                I32LoadThenBrI32Eq I32Load BrI32Eq,
                I32MulThenI32ShrU I32Mul I32ShrU,
                I32AddThenI32Load8UAt I32Add I32Load8UAt,
                CopyThenBrI32GtS Copy BrI32GtS,
                SelectThenI32Ne Select I32Ne,
                I32LoadThenSelect I32Load Select,
                I32XorThenI32Add I32Xor I32Add,
                I32RotlThenI32Rotl I32Rotl I32Rotl,
                SelectThenBrI32Eq Select BrI32Eq,
                I32NeThenSelect I32Ne Select,
                I32XorThenI32Sub I32Xor I32Sub,
                I32SubThenI32ShrS I32Sub I32ShrS,
                I32ShrSThenCopies I32ShrS Copies,
                I32LoadThenCopy I32Load Copy,
                I32LoadThenBrI32GtS I32Load BrI32GtS,
                I32EqzThenI32Add I32Eqz I32Add,
                I32GtUThenI32Add I32GtU I32Add,
                SelectThenStore32 Select Store32,
                I32RemUThenI32Add I32RemU I32Add,
                F64MulThenF64Sub F64Mul F64Sub,
                I64LoadThenI64Load I64Load I64Load,
                I64LoadAtThenI64Load I64LoadAt I64Load,
                I32LoadThenI32GtU I32Load I32GtU,
                I32GtUThenBrTable I32GtU BrTable,
                I32LoadThenI32Mul I32Load I32Mul,
                I32Load8UThenI32And I32Load8U I32And,
                I32LoadThenI32Ne I32Load I32Ne,
                I32LoadThenCopies I32Load Copies,
                I32LoadThenI32ShrU I32Load I32ShrU,
                I32LoadThenBrI32Ne I32Load BrI32Ne,
                I32LoadThenI32Load8UAt I32Load I32Load8UAt,
                I64LoadAtThenI32Load I64LoadAt I32Load,
                I32AddThenBrI32Ne I32Add BrI32Ne,
            ]
        }
    };
}

macro_rules! define_opcode {
    ([$($name:ident)*] [$($fused:ident $first:ident $second:ident,)*]) => {
        /// What an operation is, without its operands. Those that no interpreter is in a hurry for are one.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u16)]
        #[allow(missing_docs)]
        pub enum Opcode {
            $($name,)*
            $($fused,)*
            /// Any other: see [`Op`].
            Other,
        }

        impl Opcode {
            /// What executes two operations, if there is something that does.
            fn fused(first: Opcode, second: Opcode) -> Option<Opcode> {
                match (first, second) {
                    $((Opcode::$first, Opcode::$second) => Some(Opcode::$fused),)*
                    _ => None,
                }
            }
        }
    };
}

macro_rules! define_packed {
    (
        unary [$($unary:ident)*]
        binary [$($binary:ident)*]
        compare [$($compare:ident $branch:ident $negated:ident $step:ident $add:ident,)*]
        load [$($load:ident $load_at:ident,)*]
        store [$($store:ident $store_at:ident,)*]
    ) => {
        fused_operations! {
            define_opcode [
                $($unary)* $($binary)* $($compare $branch $step)* $($load $load_at)* $($store $store_at)*
                Copy Copies Const Select Br BrNez BrEqz BrTable GlobalGet GlobalSet
                Call Return Return1 ReturnMany
            ]
        }

        impl Packed {
            /// The same operation in the other form.
            fn new(op: Op, origin: &Origin) -> Self {
                let begun = origin.executed as i32;
                let make = |opcode, [a, b, c]: [Reg; 3], x, y| Packed { opcode, a, b, c, x, y };
                match op {
                    $(Op::$unary { dst, a } => make(Opcode::$unary, [dst, a, 0], 0, begun),)*
                    $(Op::$binary { dst, a, b } => make(Opcode::$binary, [dst, a, b], 0, begun),)*
                    $(Op::$compare { dst, a, b } => make(Opcode::$compare, [dst, a, b], 0, begun),)*
                    $(Op::$branch { a, b, target, executed } => {
                        make(Opcode::$branch, [a, b, 0], target, executed)
                    })*
                    $(Op::$step { a, by, b, target, executed } => {
                        make(Opcode::$step, [a, by, b], target, executed)
                    })*
                    $(Op::$load { dst, address, offset } => {
                        make(Opcode::$load, [dst, address, 0], offset, begun)
                    })*
                    $(Op::$load_at { dst, a, b, offset } => {
                        make(Opcode::$load_at, [dst, a, b], offset, begun)
                    })*
                    $(Op::$store { address, value, offset } => {
                        make(Opcode::$store, [address, value, 0], offset, begun)
                    })*
                    $(Op::$store_at { a, b, value, offset } => {
                        make(Opcode::$store_at, [a, b, value], offset, begun)
                    })*
                    Op::Copy { dst, src } => make(Opcode::Copy, [dst, src, 0], 0, begun),
                    Op::Copies { dst, src, then_dst, then_src } => {
                        make(Opcode::Copies, [dst, src, then_dst], then_src.into(), begun)
                    }
                    Op::Const { dst, bits } => {
                        make(Opcode::Const, [dst, 0, 0], bits as u32, (bits >> 32) as i32)
                    }
                    Op::Select { dst, condition, a, b } => {
                        make(Opcode::Select, [dst, condition, a], b.into(), begun)
                    }
                    Op::Br { target, executed } => make(Opcode::Br, [0; 3], target, executed),
                    Op::BrNez { condition, target, executed } => {
                        make(Opcode::BrNez, [condition, 0, 0], target, executed)
                    }
                    Op::BrEqz { condition, target, executed } => {
                        make(Opcode::BrEqz, [condition, 0, 0], target, executed)
                    }
                    Op::BrTable { index, len } => make(Opcode::BrTable, [index, 0, 0], len, begun),
                    Op::GlobalGet { dst, global } => make(Opcode::GlobalGet, [dst, 0, 0], global, begun),
                    Op::GlobalSet { src, global } => make(Opcode::GlobalSet, [src, 0, 0], global, begun),
                    Op::Call { function, base } => make(Opcode::Call, [base, 0, 0], function, begun),
                    Op::Return { executed } => make(Opcode::Return, [0; 3], 0, executed),
                    Op::Return1 { src, executed } => make(Opcode::Return1, [src, 0, 0], 0, executed),
                    Op::ReturnMany { src, len, executed } => make(Opcode::ReturnMany, [src, len, 0], 0, executed),
                    _ => make(Opcode::Other, [0; 3], 0, begun),
                }
            }
        }
    };
}

numeric_operators!(define_packed);

/// Packs the operations of a program.
///
/// What is executed together with its successor only has another opcode: the successor stays in its place with its
/// operands, where a jump may lead to it, and where those go on who stop in between or want to see every operation.
pub(crate) fn pack(code: &[Op], origins: &[Origin]) -> Vec<Packed> {
    let mut packed: Vec<Packed> = code.iter().zip(origins).map(|(&op, at)| Packed::new(op, at)).collect();
    for second in 1..packed.len() {
        if let Some(fused) = Opcode::fused(packed[second - 1].opcode, packed[second].opcode) {
            packed[second - 1].opcode = fused;
        }
    }
    packed
}

impl Packed {
    /// Where an unconditional jump goes, and how many instructions it accounts for.
    pub fn jump(&self) -> (u32, i32) {
        (self.x, self.y)
    }
}
