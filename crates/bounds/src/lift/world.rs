//! What there is besides the program that is looked at: nothing, or other files that call its functions.
//!
//! A file of a larger program is not alone. Whoever calls its functions may hand them pointers to every variable that has a
//! name elsewhere, and functions that call back. So what other files can name is found out here, once: by debug information,
//! where C's `static` is the difference between `DW_AT_external` and its absence, and by the exports of the module. What
//! nothing is known of counts as visible.

use std::collections::BTreeSet;

use worstcase_program::{ConstExpr, Export, ExternType, FuncIdx, Program, SegmentMode};

use super::effects::variables;
use super::layout::{Extent, Layout};

/// Whether there is other code than what is looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum World {
    /// Other files may call every function that is not `static`, and change all that they can reach.
    #[default]
    Open,
    /// The program is all there is.
    Closed,
}

/// What `main` is called in a module: clang renames it by its parameters.
const MAIN: [&str; 4] = ["main", "__main_argc_argv", "__main_void", "__original_main"];

/// What runs once before everything else, and is not called by anybody's code.
const START: [&str; 3] = ["_start", "_initialize", "__wasm_call_ctors"];

impl World {
    /// A program that has a `main` is taken to be whole, and anything else for a part of one.
    pub fn of(program: &Program) -> World {
        let is_main =
            |name: &&str| program.function_named(name).is_some_and(|one| program.body(one).is_some());
        match program.exported_function("_start").is_some() || MAIN.iter().any(is_main) {
            true => World::Closed,
            false => World::Open,
        }
    }

    /// What bounds assume about it, for people.
    pub fn sentence(self) -> &'static str {
        match self {
            World::Open => {
                "Other files may call every function that is not static, with any pointers, and change all that they can reach."
            }
            World::Closed => {
                "The given files are the whole program: nothing else calls its functions or changes its variables."
            }
        }
    }
}

/// The functions that code which is not seen may call: those that it was handed a pointer to, and those that it can name.
pub(super) fn entries(program: &Program, world: World) -> BTreeSet<FuncIdx> {
    let items = program.elements.iter().filter(|segment| segment.mode != SegmentMode::Declared);
    let mut entries: BTreeSet<FuncIdx> = items
        .flat_map(|segment| &segment.items)
        .filter_map(|item| if let ConstExpr::Func(function) = item { Some(*function) } else { None })
        .collect();
    let all = || (0..program.functions.len() as u32).map(FuncIdx);
    // A table that others can fill, or `ref.func`, would lead anywhere.
    if program.elements.iter().any(|segment| segment.mode == SegmentMode::Declared) {
        entries.extend(all());
    }
    if world == World::Open {
        let starts = |function: &FuncIdx| {
            program.start == Some(*function) || START.contains(&program.function_name(*function).as_str())
        };
        let exported: BTreeSet<FuncIdx> =
            program.exported_functions().map(|(_, function)| function).collect();
        // Of a program with debug information, what has none is a library, of which all can be called.
        let is_named = |function: &FuncIdx| match variables(program, *function) {
            Some(described) => described.external,
            None => program.debug.is_some() && program.body(*function).is_some(),
        };
        let is_visible = |function: &FuncIdx| exported.contains(function) || is_named(function);
        entries.extend(all().filter(|function| is_visible(function) && !starts(function)));
    }
    entries
}

/// The memory that code which is not seen can name.
pub(super) fn visible(program: &Program, world: World, globals: &Layout) -> Vec<Extent> {
    let everything = (i64::MIN, i64::MAX);
    match (world, &program.debug) {
        (World::Closed, _) => Vec::new(),
        (World::Open, Some(debug)) => {
            let external = debug.globals().iter().filter(|global| global.external);
            let external = external.map(|global| global.address.into());
            // What has two names may be static by one of them alone.
            let named = external.chain(exported_addresses(program));
            named.map(|at| globals.extent(at)).chain(globals.gaps()).collect()
        }
        // A module without a source: whoever has its memory can write everywhere.
        (World::Open, None) => {
            let is_exported = program.exports.values().any(|export| matches!(export, Export::Memory(_)));
            let is_imported = program.imports.iter().any(|import| matches!(import.ty, ExternType::Memory(_)));
            if is_exported || is_imported { vec![everything] } else { Vec::new() }
        }
    }
}

/// Where the variables are that a module exports: each of them is a global that holds the address.
fn exported_addresses(program: &Program) -> impl Iterator<Item = i64> + '_ {
    let imported = program.globals.len() - program.global_values.len();
    program.exports.values().filter_map(move |export| {
        let Export::Global(global) = export else { return None };
        match program.global_values.get((*global as usize).checked_sub(imported)?)? {
            ConstExpr::Bits(address) => Some(*address as i64),
            _ => None,
        }
    })
}
