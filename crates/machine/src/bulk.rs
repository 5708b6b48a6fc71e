//! Operations on tables, and the references that they hold.

use std::sync::Arc;

use worstcase_program::ConstExpr;

use crate::machine::{Instance, Table};
use crate::stop::Trap;

/// The bits of a reference that a constant expression stands for.
pub(crate) fn reference<V, E>(
    item: ConstExpr,
    instance: &Instance<V>,
    global: impl FnOnce(u32) -> Result<u64, E>,
) -> Result<u64, E> {
    match item {
        ConstExpr::Bits(bits) => Ok(bits),
        ConstExpr::Func(function) => Ok(u64::from(instance.functions[function.index()]) + 1),
        ConstExpr::Global(index) => global(index),
    }
}

/// The part of a table or segment of that size, if it is within.
pub(crate) fn range(start: u32, len: u32, size: usize) -> Result<std::ops::Range<usize>, Trap> {
    let range = start as usize..start as usize + len as usize;
    if range.end <= size { Ok(range) } else { Err(Trap::TableOutOfBounds) }
}

/// `table.grow`: the old size, or `u32::MAX` if its type does not allow the new one; nothing if there is not
/// so much room.
pub(crate) fn table_grow(table: &mut Table, value: u64, by: u32, room: u32) -> Option<u32> {
    let old = table.elements.len() as u32;
    let max = table.ty.limits.max.unwrap_or(u32::MAX.into());
    let new = match old.checked_add(by) {
        Some(new) if u64::from(new) <= max => new,
        _ => return Some(u32::MAX),
    };
    if by > room {
        return None;
    }
    Arc::make_mut(&mut table.elements).resize(new as usize, value);
    Some(old)
}

/// `table.fill`.
pub(crate) fn table_fill(table: &mut Table, index: u32, value: u64, len: u32) -> Result<(), Trap> {
    let range = range(index, len, table.elements.len())?;
    Arc::make_mut(&mut table.elements)[range].fill(value);
    Ok(())
}

/// `table.copy`; the place is (table, index) to and from.
pub(crate) fn table_copy(tables: &mut [Table], place: (u32, u32, u32, u32), len: u32) -> Result<(), Trap> {
    let (to, dst, from, src) = place;
    let source = range(src, len, tables[from as usize].elements.len())?;
    let target = range(dst, len, tables[to as usize].elements.len())?;
    if to == from {
        Arc::make_mut(&mut tables[to as usize].elements).copy_within(source, target.start);
    } else {
        let items = tables[from as usize].elements[source].to_vec();
        Arc::make_mut(&mut tables[to as usize].elements)[target].copy_from_slice(&items);
    }
    Ok(())
}

/// `table.init`: writes these references.
pub(crate) fn table_init(table: &mut Table, items: &[u64], dst: u32) -> Result<(), Trap> {
    let target = range(dst, items.len() as u32, table.elements.len())?;
    Arc::make_mut(&mut table.elements)[target].copy_from_slice(items);
    Ok(())
}
