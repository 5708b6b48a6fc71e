//! The arithmetic of WebAssembly, as data.
//!
//! One table lists every numeric operator, and everything that has to go through all of them is generated
//! from it: the enums below, the register code ([`crate::code::Op`]), the interpreter's dispatch. An analysis
//! that gives operators another meaning (symbolic terms, intervals) matches on the enums.

/// Calls the macro `$then` with the table of numeric operators.
///
/// `binary` lists the operators on two operands that are not comparisons. `compare` lists the integer
/// comparisons, each with its fused branch, the comparison that holds exactly when it does not, and the branch
/// with an addition before it, which ends most loops. Loads and stores come with the form whose address is a sum.
#[macro_export]
macro_rules! numeric_operators {
    ($then:ident) => {
        $then! {
            unary [
                I32Eqz I32Clz I32Ctz I32Popcnt I64Eqz I64Clz I64Ctz I64Popcnt
                F32Abs F32Neg F32Ceil F32Floor F32Trunc F32Nearest F32Sqrt
                F64Abs F64Neg F64Ceil F64Floor F64Trunc F64Nearest F64Sqrt
                I32WrapI64 I64ExtendI32S I64ExtendI32U
                I32Extend8S I32Extend16S I64Extend8S I64Extend16S I64Extend32S
                I32TruncF32S I32TruncF32U I32TruncF64S I32TruncF64U
                I64TruncF32S I64TruncF32U I64TruncF64S I64TruncF64U
                I32TruncSatF32S I32TruncSatF32U I32TruncSatF64S I32TruncSatF64U
                I64TruncSatF32S I64TruncSatF32U I64TruncSatF64S I64TruncSatF64U
                F32ConvertI32S F32ConvertI32U F32ConvertI64S F32ConvertI64U F32DemoteF64
                F64ConvertI32S F64ConvertI32U F64ConvertI64S F64ConvertI64U F64PromoteF32
            ]
            binary [
                I32Add I32Sub I32Mul I32DivS I32DivU I32RemS I32RemU
                I32And I32Or I32Xor I32Shl I32ShrS I32ShrU I32Rotl I32Rotr
                I64Add I64Sub I64Mul I64DivS I64DivU I64RemS I64RemU
                I64And I64Or I64Xor I64Shl I64ShrS I64ShrU I64Rotl I64Rotr
                F32Add F32Sub F32Mul F32Div F32Min F32Max F32Copysign
                F64Add F64Sub F64Mul F64Div F64Min F64Max F64Copysign
                F32Eq F32Ne F32Lt F32Gt F32Le F32Ge
                F64Eq F64Ne F64Lt F64Gt F64Le F64Ge
            ]
            compare [
                I32Eq BrI32Eq I32Ne StepI32Eq I32Add,
                I32Ne BrI32Ne I32Eq StepI32Ne I32Add,
                I32LtS BrI32LtS I32GeS StepI32LtS I32Add,
                I32LtU BrI32LtU I32GeU StepI32LtU I32Add,
                I32GtS BrI32GtS I32LeS StepI32GtS I32Add,
                I32GtU BrI32GtU I32LeU StepI32GtU I32Add,
                I32LeS BrI32LeS I32GtS StepI32LeS I32Add,
                I32LeU BrI32LeU I32GtU StepI32LeU I32Add,
                I32GeS BrI32GeS I32LtS StepI32GeS I32Add,
                I32GeU BrI32GeU I32LtU StepI32GeU I32Add,
                I64Eq BrI64Eq I64Ne StepI64Eq I64Add,
                I64Ne BrI64Ne I64Eq StepI64Ne I64Add,
                I64LtS BrI64LtS I64GeS StepI64LtS I64Add,
                I64LtU BrI64LtU I64GeU StepI64LtU I64Add,
                I64GtS BrI64GtS I64LeS StepI64GtS I64Add,
                I64GtU BrI64GtU I64LeU StepI64GtU I64Add,
                I64LeS BrI64LeS I64GtS StepI64LeS I64Add,
                I64LeU BrI64LeU I64GtU StepI64LeU I64Add,
                I64GeS BrI64GeS I64LtS StepI64GeS I64Add,
                I64GeU BrI64GeU I64LtU StepI64GeU I64Add,
            ]
            load [
                I32Load I32LoadAt,
                I32Load8S I32Load8SAt,
                I32Load8U I32Load8UAt,
                I32Load16S I32Load16SAt,
                I32Load16U I32Load16UAt,
                I64Load I64LoadAt,
                I64Load8S I64Load8SAt,
                I64Load8U I64Load8UAt,
                I64Load16S I64Load16SAt,
                I64Load16U I64Load16UAt,
                I64Load32S I64Load32SAt,
                I64Load32U I64Load32UAt,
            ]
            store [ Store8 Store8At, Store16 Store16At, Store32 Store32At, Store64 Store64At, ]
        }
    };
}

macro_rules! define_operators {
    (
        unary [$($unary:ident)*]
        binary [$($binary:ident)*]
        compare [$($compare:ident $branch:ident $negated:ident $step:ident $add:ident,)*]
        load [$($load:ident $load_at:ident,)*]
        store [$($store:ident $store_at:ident,)*]
    ) => {
        /// A numeric operator on one operand, named as in the WebAssembly specification.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs)]
        pub enum Unary { $($unary),* }

        /// A numeric operator on two operands, named as in the WebAssembly specification.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs)]
        pub enum Binary { $($binary,)* $($compare),* }

        /// A read of linear memory: how many bytes, and how they are extended.
        /// A float load is the integer load of its width, since registers hold bits.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs)]
        pub enum Load { $($load),* }

        /// A write to linear memory of a register's low 8, 16, 32 or 64 bits.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs)]
        pub enum Store { $($store),* }
    };
}

numeric_operators!(define_operators);

impl Load {
    /// How many bytes of memory are read.
    pub const fn bytes(self) -> u32 {
        match self {
            Load::I32Load8S | Load::I32Load8U | Load::I64Load8S | Load::I64Load8U => 1,
            Load::I32Load16S | Load::I32Load16U | Load::I64Load16S | Load::I64Load16U => 2,
            Load::I32Load | Load::I64Load32S | Load::I64Load32U => 4,
            Load::I64Load => 8,
        }
    }
}

impl Store {
    /// How many bytes of memory are written.
    pub const fn bytes(self) -> u32 {
        match self {
            Store::Store8 => 1,
            Store::Store16 => 2,
            Store::Store32 => 4,
            Store::Store64 => 8,
        }
    }
}
