//! Removes what nothing depends on: sets of temporaries that are not read afterwards, and variables that do not
//! occur.

use std::collections::BTreeSet;

use worstcase_program::flow::Flow;

use super::routine::{End, Kind, Place, Routine, Statement, VarIdx};
use super::value::Value;

/// Removes dead sets, then unused variables.
pub(super) fn remove(flow: &Flow, routine: &mut Routine) {
    // Only sets of temporaries go, so only they matter.
    let temporary: Vec<bool> =
        routine.variables.iter().map(|variable| variable.kind == Kind::Temporary).collect();
    let live = liveness(flow, routine, &temporary);
    for block in flow.blocks() {
        let mut dead = BTreeSet::new();
        walk(flow, routine, &temporary, &live, block.index(), Some(&mut dead));
        let mut position = 0;
        routine.blocks[block.index()].statements.retain(|_| {
            position += 1;
            !dead.contains(&(position - 1))
        });
    }
    compact(routine);
}

/// Those of some variables that may be read before they are set.
pub(super) fn live_at_entry(flow: &Flow, routine: &Routine, which: &[bool]) -> BTreeSet<VarIdx> {
    liveness(flow, routine, which).swap_remove(0)
}

/// The variables that are of no interest where each block begins: they are set before they are read, if they are at all.
pub fn idle(flow: &Flow, routine: &Routine) -> Vec<BTreeSet<VarIdx>> {
    let mut own: Vec<bool> = routine
        .variables
        .iter()
        .map(|variable| !variable.shared && !matches!(variable.kind, Kind::Global(_) | Kind::Pointed(_)))
        .collect();
    // Who asks for what lies behind a pointer asks where that is.
    for variable in &routine.variables {
        if let Some(Place::Behind(base, ..)) = variable.place {
            own[base.index()] = false;
        }
    }
    let live = liveness(flow, routine, &own);
    let variables = (0..routine.variables.len() as u32).map(VarIdx).filter(|variable| own[variable.index()]);
    live.iter().map(|live| variables.clone().filter(|variable| !live.contains(variable)).collect()).collect()
}

/// Which of some variables are live where each block begins.
fn liveness(flow: &Flow, routine: &Routine, which: &[bool]) -> Vec<BTreeSet<VarIdx>> {
    let mut live: Vec<BTreeSet<VarIdx>> = vec![BTreeSet::new(); routine.blocks.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for block in flow.blocks().rev() {
            let before = walk(flow, routine, which, &live, block.index(), None);
            if before != live[block.index()] {
                live[block.index()] = before;
                changed = true;
            }
        }
    }
    live
}

/// The temporaries that are live where a block begins; writes down which of its statements are dead.
fn walk(
    flow: &Flow,
    routine: &Routine,
    temporary: &[bool],
    live: &[BTreeSet<VarIdx>],
    block: usize,
    mut dead: Option<&mut BTreeSet<usize>>,
) -> BTreeSet<VarIdx> {
    let mut now: BTreeSet<VarIdx> = BTreeSet::new();
    let index = worstcase_program::flow::BlockIdx(block as u32);
    for edge in flow.successors(index) {
        now.extend(&live[edge.target.index()]);
    }
    let block = &routine.blocks[block];
    uses_of_end(&block.end, &mut |value| read(value, temporary, &mut now));
    for (position, statement) in block.statements.iter().enumerate().rev() {
        match statement {
            Statement::Set { variable, value, .. } => {
                if temporary[variable.index()] && !now.remove(variable) {
                    if let Some(dead) = &mut dead {
                        dead.insert(position);
                    }
                    continue;
                }
                value.walk(&mut |value| read(value, temporary, &mut now));
            }
            Statement::Forget(variables) => {
                let useless =
                    variables.iter().all(|variable| temporary[variable.index()] && !now.contains(variable));
                if let (true, Some(dead)) = (useless, &mut dead) {
                    dead.insert(position);
                }
                variables.iter().for_each(|variable| {
                    now.remove(variable);
                });
            }
            Statement::Call { result, .. } => {
                if let Some(result) = result {
                    now.remove(result);
                }
                uses(statement, &mut |value| read(value, temporary, &mut now));
            }
            Statement::Store { .. } => uses(statement, &mut |value| read(value, temporary, &mut now)),
        }
    }
    now
}

fn read(value: &Value, temporary: &[bool], live: &mut BTreeSet<VarIdx>) {
    if let Value::Variable(variable) = value
        && temporary[variable.index()]
    {
        live.insert(*variable);
    }
}

/// Visits every value that a statement uses.
pub(super) fn uses(statement: &Statement, visit: &mut impl FnMut(&Value)) {
    match statement {
        Statement::Set { value, .. } => value.walk(visit),
        Statement::Store { address, value, .. } => {
            address.walk(visit);
            value.walk(visit);
        }
        Statement::Forget(_) => {}
        Statement::Call { arguments, .. } => arguments.iter().for_each(|value| value.walk(visit)),
    }
}

/// Visits every value that decides how a block ends.
pub(super) fn uses_of_end(end: &End, visit: &mut impl FnMut(&Value)) {
    match end {
        End::Branch(condition) => condition.walk(visit),
        End::Table(value) | End::Return(Some(value)) => value.walk(visit),
        End::Goto | End::Return(None) | End::Trap => {}
    }
}

/// Drops variables that do not occur, and numbers the others anew: parameters first.
fn compact(routine: &mut Routine) {
    let mut order: Vec<VarIdx> = routine.parameters.clone();
    let mut used: BTreeSet<VarIdx> = order.iter().copied().collect();
    let mut see = |variable: VarIdx| {
        if used.insert(variable) {
            order.push(variable);
        }
    };
    for block in &routine.blocks {
        for statement in &block.statements {
            match statement {
                Statement::Set { variable, .. } => see(*variable),
                Statement::Forget(variables) => variables.iter().for_each(|&variable| see(variable)),
                Statement::Call { result: Some(result), .. } => see(*result),
                Statement::Call { .. } | Statement::Store { .. } => {}
            }
            uses(statement, &mut |value| {
                if let Value::Variable(variable) = value {
                    see(*variable);
                }
            });
        }
        uses_of_end(&block.end, &mut |value| {
            if let Value::Variable(variable) = value {
                see(*variable);
            }
        });
    }
    let mut places = vec![VarIdx(0); routine.variables.len()];
    for (place, variable) in order.iter().enumerate() {
        places[variable.index()] = VarIdx(place as u32);
    }
    routine.variables = order.iter().map(|variable| routine.variables[variable.index()].clone()).collect();
    let new = |variable: &mut VarIdx| *variable = places[variable.index()];
    let rename = &mut |value: &mut Value| {
        if let Value::Variable(variable) = value {
            new(variable);
        }
        false
    };
    routine.parameters.iter_mut().for_each(new);
    for block in &mut routine.blocks {
        for statement in &mut block.statements {
            rewrite(statement, rename);
            match statement {
                Statement::Set { variable, .. } => new(variable),
                Statement::Forget(variables) => variables.iter_mut().for_each(new),
                Statement::Call { result, .. } => result.iter_mut().for_each(new),
                Statement::Store { .. } => {}
            }
        }
        match &mut block.end {
            End::Branch(condition) => condition.rewrite(rename),
            End::Table(value) | End::Return(Some(value)) => value.rewrite(rename),
            End::Goto | End::Return(None) | End::Trap => {}
        }
    }
}

/// Changes the values that a statement uses.
pub(super) fn rewrite(statement: &mut Statement, change: &mut impl FnMut(&mut Value) -> bool) {
    match statement {
        Statement::Set { value, .. } => value.rewrite(change),
        Statement::Store { address, value, .. } => {
            address.rewrite(change);
            value.rewrite(change);
        }
        Statement::Forget(_) => {}
        Statement::Call { arguments, .. } => arguments.iter_mut().for_each(|value| value.rewrite(change)),
    }
}
