//! What functions may do to memory at fixed addresses, over the whole program, once.
//!
//! A variable at a fixed address can be changed by name, that is by a store to a constant address, or through a
//! pointer. The latter only if somewhere in the program its address is used for something else than an access, or
//! lies in its initial data. Both are collected bottom up over calls.

use std::collections::BTreeSet;

use worstcase_machine::process::InputKind;
use worstcase_program::debug::{FunctionVariables, ScalarKind};
use worstcase_program::flow::Flow;
use worstcase_program::{ConstExpr, FuncIdx, Program, SegmentMode};

use super::address::{self, Facts, Setting};
use super::layout::{Extent, Layout, Object, overlap};
use super::live::Liveness;

/// What a call of a function may write, besides its own frame.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Writes {
    /// At fixed addresses.
    pub(super) fixed: BTreeSet<Extent>,
    /// Whatever pointers reach.
    pub(super) pointers: bool,
}

impl Writes {
    /// Whether a call leaves all memory as it is.
    pub(super) fn nothing(&self) -> bool {
        self.fixed.is_empty() && !self.pointers
    }
}

/// What the functions of a program may change.
#[derive(Clone, Debug)]
pub struct Effects {
    /// The variables at fixed addresses.
    pub(super) globals: Layout,
    /// See [`Setting`].
    offsets_tell: bool,
    /// What pointers may reach at fixed addresses.
    escaped: Vec<Extent>,
    /// Of each function.
    writes: Vec<Writes>,
    /// Of a call through a table.
    indirect: Writes,
}

impl Effects {
    /// Looks at every function of a program.
    pub fn of(program: &Program) -> Effects {
        let globals = globals(program);
        let offsets_tell = offsets_tell(program, &globals);
        let mut escaped = BTreeSet::new();
        let mut facts: Vec<Option<Facts>> = Vec::new();
        for function in 0..program.functions.len() {
            let function = FuncIdx(function as u32);
            let found = Flow::of(program, function).map(|flow| {
                let locals = program.local_types(function).map_or(0, |types| types.len());
                let live = Liveness::of(&flow, locals);
                Facts {
                    states: Vec::new(),
                    ..address::facts(&flow, setting(program, &globals, offsets_tell, function), &live)
                }
            });
            if let Some(found) = &found {
                escape(program, &globals, function, found, &mut escaped);
            }
            facts.push(found);
        }
        for at in data_words(program) {
            escaped.extend(globals.reach(at));
        }
        let (writes, indirect) = close(program, &globals, &facts);
        Effects { globals, offsets_tell, escaped: escaped.into_iter().collect(), writes, indirect }
    }

    /// How a function is to be read.
    pub(super) fn setting(&self, program: &Program, function: FuncIdx) -> Setting<'_> {
        setting(program, &self.globals, self.offsets_tell, function)
    }

    /// Whether pointers may reach a place at a fixed address.
    pub(super) fn shared(&self, place: Extent) -> bool {
        self.escaped.iter().any(|&escaped| overlap(escaped, place))
    }

    /// What a call may write; none for one through a table.
    pub(super) fn writes(&self, callee: Option<FuncIdx>) -> &Writes {
        callee.map_or(&self.indirect, |callee| &self.writes[callee.index()])
    }
}

/// What debug information says about the variables of a function.
pub(super) fn variables(program: &Program, function: FuncIdx) -> Option<&FunctionVariables> {
    let body = program.body(function)?;
    // The function's DWARF range begins with its size, before the body.
    let debug = program.debug.as_ref()?;
    debug.variables(body.bytes.start.into())
}

/// How a function is to be read.
fn setting<'a>(program: &Program, globals: &'a Layout, offsets_tell: bool, function: FuncIdx) -> Setting<'a> {
    let as_written = variables(program, function).is_some_and(|variables| !variables.optimised);
    Setting { as_written, globals, stack_pointer: program.stack_pointer, offsets_tell }
}

/// Whether the objects at fixed addresses lie higher than any object is large.
fn offsets_tell(program: &Program, globals: &Layout) -> bool {
    let lowest = globals.objects().first().map_or(0, |object| object.extent.0);
    let largest = program.debug.as_ref().map_or(u64::MAX, |debug| debug.largest_type());
    largest < lowest as u64
}

/// The variables at fixed addresses, by debug information.
fn globals(program: &Program) -> Layout {
    let Some(debug) = &program.debug else { return Layout::default() };
    let objects = debug.globals().iter().filter_map(|global| {
        let start = i64::from(global.address);
        // What has no size that is known is part of a gap.
        let bytes = Some(debug.type_bytes(global.ty)).filter(|&bytes| bytes > 0)?.min(u32::MAX.into());
        let scalar = debug.scalar_at(global.ty, 0).is_some_and(|(path, _)| path.is_empty());
        let extent = (start, start + bytes as i64);
        Some(Object { extent, name: global.name.clone(), ty: Some(global.ty), scalar })
    });
    Layout::new(objects.collect(), false)
}

/// Adds what a function lets escape.
fn escape(
    program: &Program,
    globals: &Layout,
    function: FuncIdx,
    facts: &Facts,
    escaped: &mut BTreeSet<Extent>,
) {
    let lowest = globals.objects().first().map_or(i64::MAX, |object| object.extent.0);
    match variables(program, function) {
        Some(variables) if !variables.optimised => {
            escaped.extend(facts.constant_escapes.iter().flat_map(|&at| globals.reach(at)));
        }
        // Optimisers make `&a[-1]` of `a[i - 1]`: an address may mean another object than the one that it lies in.
        Some(_) => {
            let near = |&&at: &&i64| at >= lowest / 2 && at < 1 << 31;
            if facts.constant_escapes.iter().any(|at| near(&at)) {
                escaped.insert((i64::MIN, i64::MAX));
            }
        }
        // Without debug information it is a library, and its constants mean its own variables, of which there is
        // no debug information either.
        None => {
            for &at in &facts.constant_escapes {
                escaped.extend(globals.reach(at));
            }
            if !facts.constant_escapes.is_empty() {
                escaped.extend(gaps(globals));
            }
        }
    }
}

/// What lies between the variables that debug information knows.
fn gaps(globals: &Layout) -> Vec<Extent> {
    let mut gaps = Vec::new();
    let mut start = i64::MIN;
    for object in globals.objects() {
        gaps.push((start, object.extent.0));
        start = object.extent.1;
    }
    gaps.push((start, i64::MAX));
    gaps.retain(|gap| gap.0 < gap.1);
    gaps
}

/// Every number in the initial data that may be an address.
fn data_words(program: &Program) -> BTreeSet<i64> {
    let mut words = BTreeSet::new();
    for segment in &program.data {
        for bytes in segment.bytes.windows(4) {
            words.insert(i64::from(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])));
        }
    }
    words
}

/// Whether a function from outside does nothing but return an input, or end a run in which something does not hold.
pub(super) fn gives_inputs(name: &str) -> bool {
    InputKind::named(name, None).is_some() || matches!(name, "assume" | "klee_assume" | "__VERIFIER_assume")
}

/// What functions write, including the functions that they call.
fn close(program: &Program, globals: &Layout, facts: &[Option<Facts>]) -> (Vec<Writes>, Writes) {
    let mut writes: Vec<Writes> = facts
        .iter()
        .enumerate()
        .map(|(function, facts)| match (facts, program.import(FuncIdx(function as u32))) {
            (Some(facts), _) => own(globals, facts),
            (None, Some(import)) if gives_inputs(&import.name) => Writes::default(),
            // The host writes where it is told to, through pointers.
            (None, _) => Writes { fixed: BTreeSet::new(), pointers: true },
        })
        .collect();
    let items = program.elements.iter().filter(|segment| segment.mode != SegmentMode::Declared);
    let mut tabled: BTreeSet<FuncIdx> = items
        .flat_map(|segment| &segment.items)
        .filter_map(|item| if let ConstExpr::Func(function) = item { Some(*function) } else { None })
        .collect();
    // A table that others can fill, or `ref.func`, would lead anywhere.
    let declared = program.elements.iter().any(|segment| segment.mode == SegmentMode::Declared);
    if declared {
        tabled.extend((0..program.functions.len()).map(|function| FuncIdx(function as u32)));
    }
    let mut indirect = Writes { fixed: BTreeSet::new(), pointers: true };
    let mut changed = true;
    while changed {
        changed = false;
        for function in &tabled {
            changed |= add(&mut indirect, &writes[function.index()].clone());
        }
        for (function, facts) in facts.iter().enumerate() {
            let Some(facts) = facts else { continue };
            for callee in &facts.calls {
                let callee = match callee {
                    Some(callee) if callee.index() == function => continue,
                    Some(callee) => writes[callee.index()].clone(),
                    None => indirect.clone(),
                };
                changed |= add(&mut writes[function], &callee);
            }
        }
    }
    (writes, indirect)
}

fn own(globals: &Layout, facts: &Facts) -> Writes {
    let direct = facts.globals.iter().filter(|access| access.write);
    let mut fixed: BTreeSet<Extent> =
        direct.map(|access| (access.at, access.at + i64::from(access.bytes))).collect();
    fixed.extend(facts.globals_written_in.iter().flat_map(|&at| globals.reach(at)));
    Writes { fixed, pointers: facts.writes_unknown }
}

fn add(writes: &mut Writes, more: &Writes) -> bool {
    let before = (writes.fixed.len(), writes.pointers);
    writes.fixed.extend(&more.fixed);
    writes.pointers |= more.pointers;
    before != (writes.fixed.len(), writes.pointers)
}

/// What a scalar of the source is here, unless it is a floating-point number.
pub(super) fn scalar_type(scalar: worstcase_program::debug::Scalar) -> Option<super::value::Type> {
    use super::value::Type;
    let bits = scalar.bytes * 8;
    match scalar.kind {
        ScalarKind::Signed => Some(Type::signed(bits)),
        ScalarKind::Unsigned => Some(Type::unsigned(bits)),
        ScalarKind::Pointer(_) => Some(Type::POINTER),
        ScalarKind::Float => None,
    }
}
