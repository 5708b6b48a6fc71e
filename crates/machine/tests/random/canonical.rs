//! Makes NaNs comparable.
//!
//! Wasm leaves the bits of a NaN that an operation makes partly open. Our machine makes the canonical one; so
//! that wasmi does too, the module that it gets says so after every such operation. (wasm-smith can do that, but
//! leaves out conversions between floats, and then our machine would not get to make a NaN itself.)

use wasm_encoder::reencode::{Error, Reencode};
use wasm_encoder::{CodeSection, Function, Ieee32, Ieee64, Instruction, Module, ValType};
use wasmparser::{FunctionBody, Operator, Parser};
use worstcase_program::{FuncIdx, Program};

/// The module, made from the program's, in which every NaN is canonical.
pub fn canonical(program: &Program, bytes: &[u8]) -> Vec<u8> {
    let mut module = Module::new();
    let function = FuncIdx(program.imported_functions() as u32);
    let parsed = Canonical { program, function }.parse_core_module(&mut module, Parser::new(0), bytes);
    parsed.expect("a valid module can be encoded again");
    module.finish()
}

struct Canonical<'a> {
    program: &'a Program,
    /// The function that the next body belongs to.
    function: FuncIdx,
}

impl Reencode for Canonical<'_> {
    type Error = std::convert::Infallible;

    fn parse_function_body(&mut self, code: &mut CodeSection, body: FunctionBody) -> Result<(), Error> {
        let mut locals = Vec::new();
        let mut count = self.program.func_type(self.function).params.len() as u32;
        self.function.0 += 1;
        for group in body.get_locals_reader()? {
            let (len, ty) = group?;
            locals.push((len, self.val_type(ty)?));
            count += len;
        }
        locals.extend([(1, ValType::F32), (1, ValType::F64)]);
        let mut function = Function::new(locals);
        let mut reader = body.get_operators_reader()?;
        while !reader.eof() {
            let operator = reader.read()?;
            let made = makes(&operator);
            function.instruction(&self.instruction(operator)?);
            match made {
                Some(ValType::F32) => {
                    let nan = Instruction::F32Const(Ieee32::new(0x7fc0_0000));
                    replace_nan(&mut function, count, &nan, &Instruction::F32Eq);
                }
                Some(_) => {
                    let nan = Instruction::F64Const(Ieee64::new(0x7ff8 << 48));
                    replace_nan(&mut function, count + 1, &nan, &Instruction::F64Eq);
                }
                None => {}
            }
        }
        code.function(&function);
        Ok(())
    }
}

/// Puts the canonical NaN in the place of any other on top of the stack: only a NaN does not equal itself.
fn replace_nan(function: &mut Function, local: u32, nan: &Instruction, equal: &Instruction) {
    function.instruction(&Instruction::LocalTee(local));
    function.instruction(nan);
    function.instruction(&Instruction::LocalGet(local));
    function.instruction(&Instruction::LocalGet(local));
    function.instruction(equal);
    function.instruction(&Instruction::Select);
}

/// The type of the NaN that an operator can make. Those on the sign do not: they are on bits.
fn makes(operator: &Operator) -> Option<ValType> {
    use Operator::*;
    match operator {
        F32Ceil | F32Floor | F32Trunc | F32Nearest | F32Sqrt | F32Add | F32Sub | F32Mul | F32Div | F32Min
        | F32Max | F32DemoteF64 => Some(ValType::F32),
        F64Ceil | F64Floor | F64Trunc | F64Nearest | F64Sqrt | F64Add | F64Sub | F64Mul | F64Div | F64Min
        | F64Max | F64PromoteF32 => Some(ValType::F64),
        _ => None,
    }
}
