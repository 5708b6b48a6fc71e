//! A look at a function before it is lowered: which constants get a register of their own, and which locals
//! are no more than names for values of a straight piece of code.
//!
//! A constant in a register costs a copy at every call of the function and nothing when it is used; one
//! without costs an operation at every use. So those that stand deepest in loops, and most often, come first.
//!
//! Unoptimised code puts every intermediate value into a local of its own. Such a local is *confined*: within
//! one piece of code that nothing jumps into, it is written before it is read, and it occurs nowhere else. So it
//! needs no zero to begin with, constants can be seen through it, and if it is read only once, the operation
//! that computes it may as well compute something else.

use std::collections::BTreeMap;

use wasmparser::{Operator, OperatorsReader};

use crate::error::ModuleError;

/// The most constants of a function that get a register.
const MAX_CONSTANTS: usize = 32;

/// What is known of a function before it is lowered.
pub(super) struct Scan {
    /// The constants to be kept in registers, most useful first.
    pub constants: Vec<u64>,
    /// How often each confined local is read; nothing for the others.
    pub confined: Vec<Option<u32>>,
}

/// Where a local has been seen so far.
#[derive(Clone, Copy)]
enum Seen {
    Nowhere,
    /// Only in this piece of code, read so often.
    In(u32, u32),
    Around,
}

/// Looks through a function with that many parameters and locals.
pub(super) fn scan(reader: OperatorsReader, params: usize, locals: usize) -> Result<Scan, ModuleError> {
    let mut reader = reader;
    // Weighed by 8 for every loop around a use; the order of first use breaks ties.
    let mut uses: BTreeMap<u64, (u64, usize)> = BTreeMap::new();
    let mut seen = vec![Seen::Nowhere; locals];
    seen[..params].fill(Seen::Around);
    // One entry for every open block: is it a loop?
    let mut blocks = vec![false];
    let mut depth = 0u32;
    let mut piece = 0u32;
    while !reader.eof() {
        let operator = reader.read()?;
        match operator {
            Operator::LocalGet { local_index } => {
                let local = &mut seen[local_index as usize];
                *local = match *local {
                    Seen::In(p, reads) if p == piece => Seen::In(p, reads + 1),
                    _ => Seen::Around,
                };
            }
            Operator::LocalSet { local_index } | Operator::LocalTee { local_index } => {
                let local = &mut seen[local_index as usize];
                *local = match *local {
                    Seen::Nowhere => Seen::In(piece, 0),
                    Seen::In(p, reads) if p == piece => Seen::In(p, reads),
                    _ => Seen::Around,
                };
                // The value of a tee stays on the stack too, under the local's name.
                if let (Operator::LocalTee { .. }, Seen::In(_, reads)) = (&operator, local) {
                    *reads += 1;
                }
            }
            Operator::Block { .. } | Operator::If { .. } => blocks.push(false),
            Operator::Loop { .. } => {
                blocks.push(true);
                depth += 1;
                piece += 1;
            }
            Operator::Else => piece += 1,
            Operator::End => {
                depth -= u32::from(blocks.pop() == Some(true));
                piece += 1;
            }
            _ => {}
        }
        if let Some(bits) = constant(&operator) {
            let order = uses.len();
            let entry = uses.entry(bits).or_insert((0, order));
            entry.0 = entry.0.saturating_add(8u64.saturating_pow(depth));
        }
    }
    let mut constants: Vec<(u64, (u64, usize))> = uses.into_iter().collect();
    constants.sort_by_key(|&(_, (weight, order))| (std::cmp::Reverse(weight), order));
    constants.truncate(MAX_CONSTANTS);
    let confined = |seen: Seen| match seen {
        Seen::In(_, reads) => Some(reads),
        Seen::Nowhere => Some(0),
        Seen::Around => None,
    };
    Ok(Scan {
        constants: constants.into_iter().map(|(bits, _)| bits).collect(),
        confined: seen.into_iter().map(confined).collect(),
    })
}

/// The bits of a constant, if the operator is one.
pub(super) fn constant(operator: &Operator) -> Option<u64> {
    match *operator {
        Operator::I32Const { value } => Some(value as u32 as u64),
        Operator::I64Const { value } => Some(value as u64),
        Operator::F32Const { value } => Some(value.bits().into()),
        Operator::F64Const { value } => Some(value.bits()),
        Operator::RefNull { .. } => Some(super::NULL_REFERENCE),
        _ => None,
    }
}
