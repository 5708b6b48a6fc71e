//! Variables that are only ever 0 or 1: what compilers make of `&&` and `||`, and flags of the source.

use std::collections::BTreeSet;

use worstcase_program::flow::Flow;

use super::dead;
use super::routine::{End, Kind, Routine, Statement, VarIdx};
use super::value::{Comparison, Condition, Op, Type, Value};

/// Finds such variables, gives them a type that says so, and drops masks that are then without effect.
pub(super) fn find(flow: &Flow, routine: &mut Routine) {
    // One may depend on another; they are rarely nested deeper.
    for _ in 0..4 {
        let known = count(routine);
        lowest_bits(routine);
        mark(flow, routine);
        if count(routine) == known {
            break;
        }
    }
}

fn count(routine: &Routine) -> usize {
    routine.variables.iter().filter(|variable| variable.ty == Type::BOOL).count()
}

fn mark(flow: &Flow, routine: &mut Routine) {
    // Assumed of all that qualify, until one is set to something else.
    let mut boolean: Vec<bool> = routine
        .variables
        .iter()
        .map(|variable| matches!(variable.kind, Kind::Temporary | Kind::Local) && !variable.shared)
        .collect();
    for statement in routine.blocks.iter().flat_map(|block| &block.statements) {
        match statement {
            Statement::Forget(variables) => variables.iter().for_each(|v| boolean[v.index()] = false),
            Statement::Call { result: Some(result), .. } => boolean[result.index()] = false,
            _ => {}
        }
    }
    let mut changed = true;
    while changed {
        changed = false;
        for statement in routine.blocks.iter().flat_map(|block| &block.statements) {
            let Statement::Set { variable, value, .. } = statement else { continue };
            if boolean[variable.index()] && !is_boolean(value, &boolean) {
                boolean[variable.index()] = false;
                changed = true;
            }
        }
    }
    // What may be read before it is set may be anything.
    for variable in dead::live_at_entry(flow, routine, &boolean) {
        boolean[variable.index()] = false;
    }
    // A variable that is nowhere set is not one of these.
    let set: BTreeSet<VarIdx> = routine
        .blocks
        .iter()
        .flat_map(|block| &block.statements)
        .filter_map(|statement| match statement {
            Statement::Set { variable, .. } => Some(*variable),
            _ => None,
        })
        .collect();
    for (index, variable) in routine.variables.iter_mut().enumerate() {
        boolean[index] &= set.contains(&VarIdx(index as u32));
        if boolean[index] {
            variable.ty = Type::BOOL;
        }
    }
    unmask(routine, &boolean);
}

/// Of some temporaries only the lowest bit is used: `!x` is `~x` to compilers as long as nobody looks at the other
/// bits. Then they may as well be 0 or 1.
fn lowest_bits(routine: &mut Routine) {
    let temporaries = routine.variables.iter();
    let mut only: Vec<bool> = temporaries.map(|variable| variable.kind == Kind::Temporary).collect();
    for block in &routine.blocks {
        for statement in &block.statements {
            match statement {
                Statement::Set { variable, value, .. } if lowest_bit(routine, value).is_none() => {
                    only[variable.index()] = false
                }
                Statement::Forget(variables) => variables.iter().for_each(|v| only[v.index()] = false),
                Statement::Call { result: Some(result), .. } => only[result.index()] = false,
                _ => {}
            }
        }
    }
    // Is every mention of it masked?
    let mut mentions = vec![0u32; only.len()];
    let mut masks = vec![0u32; only.len()];
    let mut count = |value: &Value| match value {
        Value::Variable(variable) => mentions[variable.index()] += 1,
        Value::Operation { op: Op::And, arguments, .. } => {
            if let [Value::Variable(variable), Value::Constant(1)] = arguments[..] {
                masks[variable.index()] += 1;
            }
        }
        _ => {}
    };
    for block in &routine.blocks {
        block.statements.iter().for_each(|statement| dead::uses(statement, &mut count));
        dead::uses_of_end(&block.end, &mut count);
    }
    let mut blocks = std::mem::take(&mut routine.blocks);
    for statement in blocks.iter_mut().flat_map(|block| &mut block.statements) {
        let Statement::Set { variable, value, .. } = statement else { continue };
        let index = variable.index();
        if only[index] && mentions[index] == masks[index] {
            *value = lowest_bit(routine, value).expect("was checked");
        }
    }
    routine.blocks = blocks;
}

/// The lowest bit of a value, if it is easily told.
fn lowest_bit(routine: &Routine, value: &Value) -> Option<Value> {
    match value {
        Value::Constant(constant) => Some(Value::Constant(constant & 1)),
        Value::Condition(_) => Some(value.clone()),
        Value::Variable(variable) if routine.variable(*variable).ty == Type::BOOL => Some(value.clone()),
        Value::Operation { op: Op::Xor, arguments, .. } => match &arguments[..] {
            [Value::Condition(condition), Value::Constant(mask)] if mask & 1 == 1 => {
                Some(Value::Condition(Box::new(condition.as_ref().clone().negated())))
            }
            [left @ Value::Variable(variable), Value::Constant(mask)]
                if mask & 1 == 1 && routine.variable(*variable).ty == Type::BOOL =>
            {
                let (left, right) = (left.clone(), Value::Constant(0));
                let condition = Condition::Compare { op: Comparison::Eq, ty: Type::INT, left, right };
                Some(Value::Condition(Box::new(condition)))
            }
            _ => None,
        },
        _ => None,
    }
}

fn is_boolean(value: &Value, boolean: &[bool]) -> bool {
    match value {
        Value::Constant(constant) => (0..=1).contains(constant),
        Value::Condition(_) => true,
        Value::Variable(variable) => boolean[variable.index()],
        Value::Operation { op: Op::And, arguments, .. } => arguments[1] == Value::Constant(1),
        Value::Operation { op: Op::Convert, arguments, .. } => is_boolean(&arguments[0], boolean),
        Value::Operation { op: Op::Select, arguments, .. } => {
            arguments[1..].iter().all(|value| is_boolean(value, boolean))
        }
        _ => false,
    }
}

/// Makes `b & 1` and `(u8)b` just `b`.
fn unmask(routine: &mut Routine, boolean: &[bool]) {
    let change = &mut |value: &mut Value| {
        while let Value::Operation { op: op @ (Op::And | Op::Convert), arguments, .. } = value {
            let masked = *op == Op::Convert || arguments[1] == Value::Constant(1);
            match &arguments[0] {
                Value::Variable(variable) if masked && boolean[variable.index()] => {
                    *value = Value::Variable(*variable);
                }
                _ => break,
            }
        }
        false
    };
    for block in &mut routine.blocks {
        for statement in &mut block.statements {
            dead::rewrite(statement, change);
        }
        match &mut block.end {
            End::Branch(condition) => condition.rewrite(change),
            End::Table(value) | End::Return(Some(value)) => value.rewrite(change),
            End::Goto | End::Return(None) | End::Trap => {}
        }
    }
}
