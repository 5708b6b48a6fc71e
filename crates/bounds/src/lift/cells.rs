//! Memory behind pointers as variables: `*p`, or a member of what `s` points to.
//!
//! A cell is what lies at a fixed distance from where a pointer points to. It is forgotten whenever the pointer changes, and
//! whenever something is written that may be the same memory: through another pointer, at an address that is computed, by a
//! call, or to a variable that pointers reach.

use std::collections::{BTreeMap, BTreeSet};

use worstcase_program::Program;

use super::dead::{rewrite, uses, uses_of_end};
use super::effects::Effects;
use super::routine::{End, Kind, Place, Routine, Statement, VarIdx, Variable};
use super::value::{Op, Type, Value};

/// Where a cell lies: behind which pointer, how far, and how many bytes it has.
type Spot = (VarIdx, i64, u8);

/// Makes variables of the cells that a routine uses.
pub(super) fn find(program: &Program, effects: &Effects, routine: &mut Routine) {
    let types = spots(routine);
    let mut cells: BTreeMap<Spot, VarIdx> = BTreeMap::new();
    for (&spot, ty) in &types {
        let overlaps = |other: &&Spot| {
            let (base, at, bytes) = **other;
            **other != spot
                && base == spot.0
                && at < spot.1 + i64::from(spot.2)
                && spot.1 < at + i64::from(bytes)
        };
        if let Some(ty) = ty.filter(|_| types.keys().find(overlaps).is_none()) {
            cells.insert(spot, VarIdx(routine.variables.len() as u32));
            let variable = cell(program, routine, spot, ty);
            routine.variables.push(variable);
        }
    }
    if cells.is_empty() {
        return;
    }
    for block in 0..routine.blocks.len() {
        let statements = std::mem::take(&mut routine.blocks[block].statements);
        routine.blocks[block].statements = replaced(effects, routine, &cells, statements);
        let change = &mut |value: &mut Value| replace(&cells, value);
        match &mut routine.blocks[block].end {
            End::Branch(condition) => condition.rewrite(change),
            End::Table(value) | End::Return(Some(value)) => value.rewrite(change),
            End::Goto | End::Return(None) | End::Trap => {}
        }
    }
}

/// A cell as a variable. What lies behind a parameter when the routine begins is what the caller has put there.
fn cell(program: &Program, routine: &Routine, (base, at, bytes): Spot, ty: Type) -> Variable {
    let pointer = routine.variable(base);
    let debug = program.debug.as_ref();
    let member = debug.zip(pointer.pointee).and_then(|(debug, ty)| debug.scalar_at(ty, at.try_into().ok()?));
    let name = match member {
        Some((path, _)) if !path.is_empty() => format!("{}->{}", pointer.name, path.trim_start_matches('.')),
        _ if at % i64::from(bytes) == 0 => format!("{}[{}]", pointer.name, at / i64::from(bytes)),
        _ => format!("{}->{at}", pointer.name),
    };
    let kind = match pointer.kind {
        Kind::Parameter(number) => Kind::Pointed(number),
        _ => Kind::Local,
    };
    let place = Some(Place::Behind(base, at, bytes));
    Variable { name, ty, kind, declared: true, shared: true, pointee: None, place }
}

/// The pointers behind which cells are: what is changed again and again points somewhere else each time.
fn bases(routine: &Routine) -> BTreeSet<VarIdx> {
    let mut changes = vec![0; routine.variables.len()];
    for statement in routine.blocks.iter().flat_map(|block| &block.statements) {
        match statement {
            Statement::Set { variable, .. } => changes[variable.index()] += 1,
            Statement::Forget(variables) => variables.iter().for_each(|one| changes[one.index()] += 1),
            Statement::Call { result, .. } => result.iter().for_each(|one| changes[one.index()] += 1),
            Statement::Store { .. } => {}
        }
    }
    let is_base = |(variable, changes): (&Variable, i32)| {
        let most = match variable.kind {
            Kind::Parameter(_) => 0,
            Kind::Local => 1,
            _ => return false,
        };
        variable.ty.pointer && !variable.shared && changes <= most
    };
    let all = routine.variables.iter().zip(changes).enumerate();
    all.filter(|(_, one)| is_base(*one)).map(|(index, _)| VarIdx(index as u32)).collect()
}

/// The spots that are read and written, each with its type if there is one.
fn spots(routine: &Routine) -> BTreeMap<Spot, Option<Type>> {
    let bases = bases(routine);
    let mut read: BTreeMap<Spot, BTreeSet<(u8, bool, bool)>> = BTreeMap::new();
    let mut written: BTreeMap<Spot, Option<Type>> = BTreeMap::new();
    let mut see = |value: &Value| {
        if let Value::Read { address, ty, .. } = value
            && let Some((base, at)) = spot(&bases, address)
        {
            read.entry((base, at, ty.bits / 8)).or_default().insert((ty.bits, ty.signed, ty.pointer));
        }
    };
    for block in &routine.blocks {
        block.statements.iter().for_each(|statement| uses(statement, &mut see));
        uses_of_end(&block.end, &mut see);
    }
    for statement in routine.blocks.iter().flat_map(|block| &block.statements) {
        if let Statement::Store { address, bytes, declared, .. } = statement
            && let Some((base, at)) = spot(&bases, address)
        {
            written.entry((base, at, *bytes)).or_insert(*declared);
        }
    }
    for (spot, types) in read {
        let mut types = types.into_iter();
        let only = types.next().filter(|_| types.next().is_none());
        written.insert(spot, only.map(|(bits, signed, pointer)| Type { bits, signed, pointer }));
    }
    written
}

/// The pointer that an address is at a fixed distance from.
fn spot(bases: &BTreeSet<VarIdx>, address: &Value) -> Option<(VarIdx, i64)> {
    match address {
        Value::Variable(base) => bases.contains(base).then_some((*base, 0)),
        Value::Operation { op: Op::Add, ty, arguments, .. } if ty.pointer => match &arguments[..] {
            [inner, Value::Constant(by)] => {
                let (base, at) = spot(bases, inner)?;
                Some((base, at.checked_add(*by)?))
            }
            _ => None,
        },
        _ => None,
    }
}

/// Puts the cell for what is read there.
fn replace(cells: &BTreeMap<Spot, VarIdx>, value: &mut Value) -> bool {
    let Value::Read { address, ty, .. } = value else { return false };
    let Some(&cell) = found(cells, address, ty.bits / 8) else { return false };
    *value = Value::Variable(cell);
    true
}

fn found<'c>(cells: &'c BTreeMap<Spot, VarIdx>, address: &Value, bytes: u8) -> Option<&'c VarIdx> {
    let (mut inner, mut at) = (address, 0i64);
    while let Value::Operation { op: Op::Add, ty, arguments, .. } = inner {
        let [next, Value::Constant(by)] = &arguments[..] else { return None };
        at = at.checked_add(*by).filter(|_| ty.pointer)?;
        inner = next;
    }
    let Value::Variable(base) = inner else { return None };
    cells.get(&(*base, at, bytes))
}

/// The statements of a block with cells, and what they make one forget.
fn replaced(
    effects: &Effects,
    routine: &Routine,
    cells: &BTreeMap<Spot, VarIdx>,
    statements: Vec<Statement>,
) -> Vec<Statement> {
    let behind = |which: &dyn Fn(VarIdx) -> bool| -> Vec<VarIdx> {
        cells.iter().filter(|((base, _, _), _)| which(*base)).map(|(_, &cell)| cell).collect()
    };
    let is_cell = |variable: VarIdx| matches!(routine.variable(variable).place, Some(Place::Behind(..)));
    let mut all = Vec::new();
    let mut forgotten: Vec<VarIdx> = Vec::new();
    for mut statement in statements {
        rewrite(&mut statement, &mut |value| replace(cells, value));
        if let Statement::Forget(variables) = statement {
            forgotten.extend(&variables);
            forgotten.extend(behind(&|base| variables.contains(&base)));
            continue;
        }
        forget(&mut all, std::mem::take(&mut forgotten));
        match statement {
            Statement::Store { address, bytes, value, offset, declared } => {
                match found(cells, &address, bytes) {
                    Some(&cell) => {
                        let Some(Place::Behind(base, ..)) = routine.variable(cell).place else { continue };
                        forgotten = behind(&|other| other != base);
                        all.push(Statement::Set { variable: cell, value, offset });
                    }
                    None => {
                        forgotten = behind(&|_| true);
                        all.push(Statement::Store { address, bytes, value, offset, declared });
                    }
                }
                continue;
            }
            Statement::Set { variable, .. } if !is_cell(variable) => {
                let shared = routine.variable(variable).shared;
                forgotten = behind(&|base| shared || base == variable);
            }
            Statement::Call { ref callee, .. } if effects.may_write(callee) => {
                forgotten = behind(&|_| true);
            }
            _ => {}
        }
        all.push(statement);
    }
    forget(&mut all, forgotten);
    all
}

fn forget(all: &mut Vec<Statement>, mut variables: Vec<VarIdx>) {
    variables.sort_unstable();
    variables.dedup();
    if !variables.is_empty() {
        all.push(Statement::Forget(variables));
    }
}
