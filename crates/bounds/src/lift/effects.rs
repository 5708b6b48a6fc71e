//! What functions may do to memory at fixed addresses, over the whole program, once.
//!
//! A variable at a fixed address can be changed by name, that is by a store to a constant address, or through a
//! pointer. The latter only if somewhere in the program its address is used for something else than an access, or
//! lies in its initial data, or if code that is not seen can name it ([`super::world`]). Both are collected bottom up over
//! calls. A call of code that is not seen, through a table or out of the program, is one of all functions that such code
//! may call.

use std::collections::BTreeSet;

use worstcase_program::debug::{FunctionVariables, ScalarKind};
use worstcase_program::flow::Flow;
use worstcase_program::host::HostFunction;
use worstcase_program::{FuncIdx, Program};

use super::address::{self, Facts, Setting};
use super::layout::{Extent, Layout, Object, overlap};
use super::live::Liveness;
use super::routine::Callee;
use super::world::{self, World};

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
    /// Of code that is not seen: what is called through a table, and what is from outside.
    unseen: Writes,
    /// Who calls whom; none for code that is not seen.
    calls: Vec<BTreeSet<Option<FuncIdx>>>,
    /// The functions that such code may call.
    entries: BTreeSet<FuncIdx>,
}

impl Effects {
    /// Looks at every function of a program that is all there is, or a part of something.
    pub fn of(program: &Program, world: World) -> Effects {
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
        escaped.extend(world::visible(program, world, &globals));
        let entries = world::entries(program, world);
        let calls = called(program, &facts);
        let (writes, unseen) = close(program, &globals, &facts, &calls, &entries);
        let escaped = escaped.into_iter().collect();
        Effects { globals, offsets_tell, escaped, writes, unseen, calls, entries }
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
        callee.map_or(&self.unseen, |callee| &self.writes[callee.index()])
    }

    /// Whether a call may write to memory.
    pub(super) fn may_write(&self, callee: &Callee) -> bool {
        match callee {
            Callee::Function(function) => !self.writes(Some(*function)).nothing(),
            Callee::Import(module, name) => HostFunction::named(module, name).writes_memory(),
            Callee::Indirect => true,
        }
    }

    /// Whether a function from outside may call functions of the program.
    pub(crate) fn calls_back(&self, module: &str, name: &str) -> bool {
        HostFunction::named(module, name) == HostFunction::Unknown && !self.entries.is_empty()
    }

    /// Whether a function may be called again before it has returned.
    pub(crate) fn is_reentered(&self, function: FuncIdx) -> bool {
        let mut seen: BTreeSet<Option<FuncIdx>> = BTreeSet::new();
        let mut left = vec![Some(function)];
        while let Some(one) = left.pop() {
            let entries = || self.entries.iter().copied().map(Some).collect();
            let callees: Vec<_> =
                one.map_or_else(entries, |one| self.calls[one.index()].iter().copied().collect());
            if callees.contains(&Some(function)) {
                return true;
            }
            left.extend(callees.into_iter().filter(|callee| seen.insert(*callee)));
        }
        false
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
                escaped.extend(globals.gaps());
            }
        }
    }
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

/// What a function from outside is.
fn host(program: &Program, function: usize) -> HostFunction {
    let import = program.import(FuncIdx(function as u32));
    import.map_or(HostFunction::Unknown, |import| HostFunction::named(&import.module, &import.name))
}

/// Who calls whom, with none for code that is not seen.
fn called(program: &Program, facts: &[Option<Facts>]) -> Vec<BTreeSet<Option<FuncIdx>>> {
    let of = |(function, facts): (usize, &Option<Facts>)| match facts {
        Some(facts) => facts.calls.clone(),
        None => {
            // What the host provides calls nothing back.
            let is_unknown = host(program, function) == HostFunction::Unknown;
            is_unknown.then_some(None).into_iter().collect()
        }
    };
    facts.iter().enumerate().map(of).collect()
}

/// What functions write, including the functions that they call, and what code that is not seen may write.
fn close(
    program: &Program,
    globals: &Layout,
    facts: &[Option<Facts>],
    calls: &[BTreeSet<Option<FuncIdx>>],
    entries: &BTreeSet<FuncIdx>,
) -> (Vec<Writes>, Writes) {
    // The host writes where it is told to, through pointers.
    let of_import =
        |function| Writes { fixed: BTreeSet::new(), pointers: host(program, function).writes_memory() };
    let mut writes: Vec<Writes> = facts
        .iter()
        .enumerate()
        .map(|(function, facts)| {
            facts.as_ref().map_or_else(|| of_import(function), |facts| own(globals, facts))
        })
        .collect();
    let mut unseen = Writes { fixed: BTreeSet::new(), pointers: true };
    let mut changed = true;
    while changed {
        changed = false;
        for function in entries {
            changed |= add(&mut unseen, &writes[function.index()].clone());
        }
        for (function, callees) in calls.iter().enumerate() {
            for callee in callees {
                let callee = match callee {
                    Some(callee) if callee.index() == function => continue,
                    Some(callee) => writes[callee.index()].clone(),
                    None => unseen.clone(),
                };
                changed |= add(&mut writes[function], &callee);
            }
        }
    }
    (writes, unseen)
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
