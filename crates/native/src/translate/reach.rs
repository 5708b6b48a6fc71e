//! What of a program a run can reach: the functions that are translated, and what its table holds.
//!
//! Tables never change here (operations that would change one are not supported), so an indirect call can only reach what the
//! element segments put there.

use std::collections::{BTreeMap, BTreeSet};

use worstcase_program::{ConstExpr, FuncIdx, Op, Pc, Program, SegmentMode};

use super::Untranslatable;

/// The most operations that are translated: more take clang too long.
const MOST_OPERATIONS: usize = 200_000;

/// The most elements of a table.
const MOST_ELEMENTS: u64 = 1 << 16;

/// What runs can reach.
pub(super) struct Reach {
    /// The functions, imported ones too.
    pub functions: BTreeSet<FuncIdx>,
    /// Those of them that may make memory grow.
    pub growing: BTreeSet<FuncIdx>,
    /// The elements of each table.
    pub tables: Vec<Vec<Option<FuncIdx>>>,
}

impl Reach {
    /// What is reached from these functions.
    pub(super) fn from(program: &Program, roots: &[FuncIdx]) -> Result<Reach, Untranslatable> {
        let tables = tables(program)?;
        let mut callees: BTreeMap<FuncIdx, BTreeSet<FuncIdx>> = BTreeMap::new();
        let mut growing = BTreeSet::new();
        let mut open = roots.to_vec();
        let mut operations = 0;
        while let Some(function) = open.pop() {
            if callees.contains_key(&function) {
                continue;
            }
            let code = operations_of(program, function);
            operations += code.len();
            if operations > MOST_OPERATIONS {
                return Err(Untranslatable("it has too much code"));
            }
            let called: BTreeSet<FuncIdx> = code.iter().flat_map(|op| called(program, &tables, op)).collect();
            if code.iter().any(|op| matches!(op, Op::MemoryGrow { .. })) {
                growing.insert(function);
            }
            open.extend(&called);
            callees.insert(function, called);
        }
        // Whoever calls one that may is one.
        loop {
            let more: Vec<FuncIdx> = callees
                .iter()
                .filter(|(function, called)| !growing.contains(function) && !growing.is_disjoint(called))
                .map(|(function, _)| *function)
                .collect();
            if more.is_empty() {
                return Ok(Reach { functions: callees.into_keys().collect(), growing, tables });
            }
            growing.extend(more);
        }
    }
}

/// The operations of a function; none if it is imported.
pub(super) fn operations_of(program: &Program, function: FuncIdx) -> &[Op] {
    program.body(function).map_or(&[], |body| range_of(program, body.code.start, body.code.end))
}

fn range_of(program: &Program, start: Pc, end: Pc) -> &[Op] {
    &program.code[start as usize..end as usize]
}

/// The functions that an operation may call.
pub(super) fn called(program: &Program, tables: &[Vec<Option<FuncIdx>>], op: &Op) -> Vec<FuncIdx> {
    match *op {
        Op::Call { function, .. } | Op::CallImport { function, .. } => vec![FuncIdx(function)],
        Op::CallIndirect { ty, table, .. } => {
            let wanted = &program.types[ty as usize];
            let elements = tables[table as usize].iter().flatten();
            elements.copied().filter(|&function| program.func_type(function) == wanted).collect()
        }
        _ => Vec::new(),
    }
}

fn tables(program: &Program) -> Result<Vec<Vec<Option<FuncIdx>>>, Untranslatable> {
    let mut tables = Vec::new();
    for ty in &program.tables {
        if ty.limits.min > MOST_ELEMENTS {
            return Err(Untranslatable("a table is too large"));
        }
        tables.push(vec![None; ty.limits.min as usize]);
    }
    for segment in &program.elements {
        let SegmentMode::Active(table, offset) = segment.mode else { continue };
        let ConstExpr::Bits(offset) = offset else { return Err(Untranslatable("a table begins oddly")) };
        let offset = offset as u32 as usize;
        let place = tables[table as usize].get_mut(offset..offset + segment.items.len());
        let place = place.ok_or(Untranslatable("what a table begins with does not fit"))?;
        for (element, item) in place.iter_mut().zip(&segment.items) {
            *element = match item {
                ConstExpr::Func(function) => Some(*function),
                ConstExpr::Bits(bits) if *bits == worstcase_program::NULL_REFERENCE => None,
                _ => return Err(Untranslatable("a table holds something else than functions")),
            };
        }
    }
    Ok(tables)
}
