//! Lifts functions from Wasm back to integer programs over the variables of the source.
//!
//! What `clang -O0` makes of C comes back as C: the slots of the stack frame are the local variables, with their
//! names and types from debug information; addresses are followed ([`address`]) to tell which slots are only ever
//! accessed directly; and each block is executed symbolically ([`block`]), so that the many temporaries of Wasm
//! disappear. Optimised code, whose variables are Wasm locals, goes the same way.
//!
//! Everything that a routine says holds for the Wasm function, under two assumptions: that the program does not
//! access memory out of the bounds of its objects, and, for operations that do not wrap ([`Value::Operation`]), that
//! it does not overflow signed integers and pointers. Whatever is not modelled, such as floating-point numbers, gives unknown
//! values.

mod action;
mod address;
mod block;
mod boolean;
mod build;
mod casts;
mod cells;
mod construct;
mod dead;
mod effects;
mod frame;
mod layout;
mod lines;
mod live;
mod pointee;
mod print;
mod routine;
mod value;
mod world;

pub use construct::apply;
pub use dead::idle;
pub use effects::Effects;
pub use lines::line_of_loop;
pub use routine::{Block, Callee, End, Kind, Object, Place, Routine, Statement, VarIdx, Variable};
pub use value::{Comparison, Condition, Op, Type, Value};
pub use world::World;

use worstcase_program::debug::GlobalVariable;
use worstcase_program::{FuncIdx, Program};

/// The routine of a function, unless it is imported.
pub fn function(program: &Program, effects: &Effects, function: FuncIdx) -> Option<Routine> {
    build::routine(program, effects, function)
}

/// The routines of all functions that a program defines, in order.
pub fn all(program: &Program, world: World) -> Vec<Routine> {
    let effects = Effects::of(program, world);
    let functions = program.imported_functions()..program.functions.len();
    functions.filter_map(|index| function(program, &effects, FuncIdx(index as u32))).collect()
}

/// The variable of the source that a fixed address lies in, and how many bytes into it.
pub fn global_at(program: &Program, address: u32) -> Option<(&GlobalVariable, u64)> {
    let debug = program.debug.as_ref()?;
    let after = debug.globals().partition_point(|global| global.address <= address);
    let global = debug.globals()[..after].last()?;
    let offset = u64::from(address - global.address);
    (offset < debug.type_bytes(global.ty)).then_some((global, offset))
}
