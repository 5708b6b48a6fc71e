//! How many operands an operator takes off the stack, and how many it then puts there.
//!
//! wasmparser knows that of every operator, and asks for types and labels where it is not fixed. Those cases
//! are dealt with here, for our types are not wasmparser's: calls below, control flow in `build.rs`.

use wasmparser::{BlockType, ContType, FrameKind, FuncType, ModuleArity, Operator, RefType, SubType};

use crate::module::Program;

/// How many parameters and results a function or block of that type has.
pub(super) fn of_type(program: &Program, ty: u32) -> (u32, u32) {
    let ty = &program.types[ty as usize];
    (ty.params.len() as u32, ty.results.len() as u32)
}

/// How many operands an operator takes and gives that does not end a block.
pub(super) fn of_operator(program: &Program, operator: &Operator) -> (u32, u32) {
    match *operator {
        Operator::Call { function_index } => of_type(program, program.functions[function_index as usize]),
        Operator::CallIndirect { type_index, .. } => {
            let (params, results) = of_type(program, type_index);
            (params + 1, results)
        }
        _ => operator.operator_arity(&NoModule).expect("the others' arity is fixed"),
    }
}

/// Nobody is asked.
struct NoModule;

impl ModuleArity for NoModule {
    fn sub_type_at(&self, _: u32) -> Option<&SubType> {
        None
    }
    fn tag_type_arity(&self, _: u32) -> Option<(u32, u32)> {
        None
    }
    fn type_index_of_function(&self, _: u32) -> Option<u32> {
        None
    }
    fn func_type_of_cont_type(&self, _: &ContType) -> Option<&FuncType> {
        None
    }
    fn sub_type_of_ref_type(&self, _: &RefType) -> Option<&SubType> {
        None
    }
    fn control_stack_height(&self) -> u32 {
        0
    }
    fn label_block(&self, _: u32) -> Option<(BlockType, FrameKind)> {
        None
    }
}
