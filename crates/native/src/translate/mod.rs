//! A program's register code as C.
//!
//! One C function for each Wasm function that a run can reach, with a variable for each register and a label for each target
//! of a jump. What operations do is in `runtime/`, in macros and small functions with the operations' names, so that the text
//! made here is little more than a list of them. Around it come the program's tables and globals, and the calls of a run.

mod function;
mod host;
mod reach;

use std::fmt::Write;

use worstcase_machine::PAGE;
use worstcase_program::{ConditionalIdx, ConstExpr, FuncIdx, Program, ValType};

use function::Slots;
use reach::Reach;

pub(crate) use host::number_of;

/// The text that surrounds every translation.
const STATE: &str = include_str!("../runtime/state.c");
const NUMBERS: &str = include_str!("../runtime/numbers.c");
const HOST: &str = include_str!("../runtime/host.c");
const WASI: &str = include_str!("../runtime/wasi.c");
const SERVE: &str = include_str!("../runtime/serve.c");

/// How far memory may grow here, in pages: all of it is part of the process from the beginning.
const MOST_PAGES: u64 = 1 << 12;

/// Why a program is not translated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Untranslatable(pub(crate) &'static str);

/// A program in C, and what its answers mean.
pub(crate) struct Translation {
    /// The text.
    pub source: String,
    /// The conditionals that are counted, in the order in which answers have them.
    pub conditionals: Vec<ConditionalIdx>,
    /// The most registers between a caller's frame and its callee's.
    pub widest_call: usize,
}

/// Translates what a run reaches that calls these functions one after the other, the last one with arguments.
pub(crate) fn translate(
    program: &Program,
    calls: &[FuncIdx],
    counted: Option<FuncIdx>,
) -> Result<Translation, Untranslatable> {
    let entry = *calls.last().ok_or(Untranslatable("there is nothing to call"))?;
    if calls.iter().any(|&function| program.body(function).is_none()) {
        return Err(Untranslatable("the entry is imported"));
    }
    let reach = Reach::from(program, calls)?;
    let mut slots = Slots::default();
    let mut functions = String::new();
    let mut widest_call = 1;
    for &function in &reach.functions {
        match program.body(function) {
            Some(_) => {
                let made = function::translate(program, &reach, &mut slots, function, counted)?;
                functions.push_str(&made.text);
                widest_call = widest_call.max(made.widest_call);
            }
            None => host::translate(program, &mut functions, function, counted)?,
        }
    }
    let mut source = sizes(program, entry, slots.conditionals.len())?;
    source.push_str(STATE);
    if reach.growing.is_empty() {
        // A constant: then a bounds check needs no sum.
        source.push_str("#define LIMIT MEMORY_FIRST\n");
    } else {
        source.push_str("#define LIMIT limit\n");
    }
    for part in [NUMBERS, HOST, WASI] {
        source.push_str(part);
    }
    source.push_str(&globals(program)?);
    for &function in &reach.functions {
        let _ = writeln!(source, "{};", signature(program, function));
    }
    source.push_str(&tables(program, &reach));
    source.push_str(&functions);
    source.push_str(SERVE);
    source.push_str(&enter(program, calls));
    Ok(Translation { source, conditionals: slots.conditionals, widest_call })
}

/// What `state.c` wants to be told.
fn sizes(program: &Program, entry: FuncIdx, conditionals: usize) -> Result<String, Untranslatable> {
    let (first, most) = match program.memories.first() {
        Some(size) => (size.min, size.max.unwrap_or(u64::MAX).min(worstcase_machine::MAX_PAGES.into())),
        None => (0, 0),
    };
    if first > MOST_PAGES {
        return Err(Untranslatable("it has too much memory"));
    }
    let ty = program.func_type(entry);
    if ty.params.iter().chain(&ty.results).any(|ty| matches!(ty, ValType::FuncRef | ValType::ExternRef)) {
        return Err(Untranslatable("the entry takes or returns references"));
    }
    let page = PAGE as u64;
    Ok(format!(
        "#define MEMORY_FIRST {}ull\n#define MEMORY_MOST {}ull\n#define MEMORY_MOST_PAGES {most}ull\n\
         #define CONDITIONALS {conditionals}u\n#define RESULTS {}u\n\
         #define ENTRY_RESULTS {}u\n#define ARGUMENTS {}u\n",
        first * page,
        most.min(MOST_PAGES) * page,
        most_results(program),
        ty.results.len(),
        ty.params.len(),
    ))
}

/// The most results of any function: those that return several leave them in one place.
fn most_results(program: &Program) -> usize {
    program.types.iter().map(|ty| ty.results.len()).max().unwrap_or(0)
}

/// How a function is declared.
fn signature(program: &Program, function: FuncIdx) -> String {
    let parameters: String =
        (0..program.func_type(function).params.len()).map(|i| format!(", u64 r{i}")).collect();
    format!("static Ret f{}(i64 left, u32 depth{parameters})", function.0)
}

fn globals(program: &Program) -> Result<String, Untranslatable> {
    let mut declared = String::new();
    let mut reset = String::from("static void reset_globals(void) {\n");
    for (number, value) in program.global_values.iter().enumerate() {
        let ConstExpr::Bits(bits) = value else {
            return Err(Untranslatable("a global begins with something else than a number"));
        };
        let _ = writeln!(declared, "static u64 g{number};");
        // What a case reserves lies on top of the C stack.
        let is_stack = program.stack_pointer == Some(number as u32) && program.globals[number].mutable;
        let _ = match is_stack {
            true => writeln!(reset, "g{number} = stack_pointer;"),
            false => writeln!(reset, "g{number} = {bits}ull;"),
        };
    }
    Ok(declared + &reset + "}\n")
}

/// The number of a type in tables. Types that are equal are one.
fn type_number(program: &Program, ty: &worstcase_program::FuncType) -> usize {
    1 + program.types.iter().position(|known| known == ty).expect("it is one of the program's")
}

fn tables(program: &Program, reach: &Reach) -> String {
    let mut text = String::new();
    for (number, table) in reach.tables.iter().enumerate() {
        let _ = writeln!(text, "static const Element table{number}[] = {{");
        for element in table {
            let _ = match element {
                None => writeln!(text, "{{0, 0}},"),
                Some(function) => {
                    let ty = type_number(program, program.func_type(*function));
                    // What no call reaches has a type that no call wants.
                    match reach.functions.contains(function) {
                        true => writeln!(text, "{{{ty}, f{}}},", function.0),
                        false => writeln!(text, "{{{ty}, 0}},"),
                    }
                }
            };
        }
        text.push_str("{0, 0}};\n");
    }
    text
}

/// The calls of a run.
fn enter(program: &Program, calls: &[FuncIdx]) -> String {
    let mut text = String::from("static i64 enter(i64 left) {\nRet ret;\n");
    let (entry, before) = calls.split_last().expect("there is an entry");
    for function in before {
        let _ = writeln!(text, "left = f{}(left, 0).left;", function.0);
    }
    let ty = program.func_type(*entry);
    let arguments: String = (0..ty.params.len()).map(|i| format!(", arguments[{i}]")).collect();
    let _ = writeln!(text, "ret = f{}(left, 0{arguments});", entry.0);
    if ty.results.len() == 1 {
        text.push_str("results[0] = ret.value;\n");
    }
    text.push_str("return ret.left;\n}\n");
    text
}
