//! The variables of a routine that lie in memory: slots of its stack frame, and fixed addresses.
//!
//! A slot is a variable if all accesses to it are of the same place and size. If its address escapes it is still
//! one, but shared: whatever may write through pointers makes it forgotten. That stores through pointers leave all
//! other variables alone assumes that the program does not write out of the bounds of its objects.

use std::collections::BTreeMap;

use worstcase_program::debug::{DebugInfo, FrameBase, FunctionVariables, ScalarKind, VariablePlace};

use super::address::{Abstract, Access, Facts};
use super::effects::{Effects, scalar_type};
use super::layout::{Extent, Layout, Object, overlap};
use super::routine::{Kind, Place, VarIdx, Variable};
use super::value::Type;

/// Variables by place and size.
pub(super) type Places = BTreeMap<(i64, u8), VarIdx>;

/// The objects of a function's stack frame, by debug information.
pub(super) fn layout(
    debug: Option<&DebugInfo>,
    variables: Option<&FunctionVariables>,
    facts: &Facts,
) -> Layout {
    let (Some(debug), Some(variables)) = (debug, variables) else { return Layout::new(Vec::new(), true) };
    let base = match variables.frame_base {
        Some(FrameBase::Local(local)) => facts.local_values.get(&local).copied(),
        Some(FrameBase::Global(_)) => facts.pointer_value,
        None => None,
    };
    let Some(Abstract::Stack(base)) = base else { return Layout::new(Vec::new(), true) };
    let objects = variables.variables.iter().filter_map(|variable| {
        let (VariablePlace::Frame(offset), Some(ty)) = (&variable.place, variable.ty) else { return None };
        let start = base.checked_add(*offset)?;
        // What has no size that is known is part of a gap.
        let bytes = Some(debug.type_bytes(ty)).filter(|&bytes| bytes > 0)?.min(u32::MAX.into());
        let scalar = debug.scalar_at(ty, 0).is_some_and(|(path, _)| path.is_empty());
        let extent = (start, start.checked_add(bytes as i64)?);
        Some(Object { extent, name: variable.name.clone(), ty: Some(ty), scalar })
    });
    Layout::new(objects.collect(), variables.optimised)
}

/// Which places of the frame pointers may reach.
pub(super) fn reached(layout: &Layout, places: impl Iterator<Item = i64>) -> Vec<Extent> {
    let mut reached: Vec<Extent> = places.flat_map(|at| layout.reach(at)).collect();
    reached.sort_unstable();
    reached.dedup();
    reached
}

/// Adds the slots of the frame to the variables.
pub(super) fn slots(
    debug: Option<&DebugInfo>,
    layout: &Layout,
    facts: &Facts,
    variables: &mut Vec<Variable>,
) -> Places {
    let shared = reached(layout, facts.frame_escapes.iter().chain(&facts.frame_indexed).copied());
    let mut places = Places::new();
    for (place, signed) in whole(&facts.frame) {
        let name = format!("slot{}", place.0);
        let mut variable = described(debug, layout, place, signed, name, Kind::Local);
        variable.shared = shared.iter().any(|&shared| overlap(shared, extent(place)));
        places.insert(place, VarIdx(variables.len() as u32));
        variables.push(variable);
    }
    places
}

/// Adds the fixed addresses that a function accesses to the variables.
pub(super) fn globals(
    debug: Option<&DebugInfo>,
    effects: &Effects,
    facts: &Facts,
    variables: &mut Vec<Variable>,
) -> Places {
    let indexed = reached(&effects.globals, facts.globals_indexed.iter().copied());
    let mut places = Places::new();
    for (place, signed) in whole(&facts.globals) {
        let name = format!("global_{:x}", place.0);
        let kind = Kind::Global(place.0 as u32);
        let mut variable = described(debug, &effects.globals, place, signed, name, kind);
        variable.shared =
            effects.shared(extent(place)) || indexed.iter().any(|&shared| overlap(shared, extent(place)));
        places.insert(place, VarIdx(variables.len() as u32));
        variables.push(variable);
    }
    places
}

/// The bytes of a place.
pub(super) fn extent(place: (i64, u8)) -> Extent {
    (place.0, place.0 + i64::from(place.1))
}

/// Those places that are always accessed as a whole and as integers, and the sign of their loads if they tell.
fn whole(accesses: &[Access]) -> Vec<((i64, u8), Option<bool>)> {
    let mut found: BTreeMap<(i64, u8), (bool, Option<bool>)> = BTreeMap::new();
    for access in accesses {
        let (float, signed) = found.entry((access.at, access.bytes)).or_default();
        *float |= access.float;
        *signed = signed.or(access.signed);
    }
    let places: Vec<(i64, u8)> = found.keys().copied().collect();
    let mut torn = vec![false; places.len()];
    // Sorted by start: what overlaps a place lies right behind it, or overlaps the longest before it.
    let mut longest: Option<usize> = None;
    for (index, &place) in places.iter().enumerate() {
        if let Some(before) = longest
            && overlap(extent(places[before]), extent(place))
        {
            torn[before] = true;
            torn[index] = true;
        }
        if longest.is_none_or(|before| extent(place).1 > extent(places[before]).1) {
            longest = Some(index);
        }
    }
    let kept = found.into_iter().zip(torn).filter(|((_, (float, _)), torn)| !float && !torn);
    kept.map(|((place, (_, signed)), _)| (place, signed)).collect()
}

/// A variable, with what debug information says about its place.
fn described(
    debug: Option<&DebugInfo>,
    layout: &Layout,
    place: (i64, u8),
    signed: Option<bool>,
    name: String,
    kind: Kind,
) -> Variable {
    let found = debug.and_then(|debug| layout.scalar(debug, place.0, place.1));
    let (name, scalar) = match found {
        Some((name, scalar)) => (name, scalar),
        None => (name, None),
    };
    let ty = scalar.and_then(scalar_type);
    let pointee = match scalar.map(|scalar| scalar.kind) {
        Some(ScalarKind::Pointer(to)) => to,
        _ => None,
    };
    Variable {
        name,
        ty: ty.unwrap_or(Type::integer(place.1 * 8, signed.unwrap_or(true))),
        kind,
        declared: ty.is_some(),
        shared: false,
        pointee,
        place: Some(match kind {
            Kind::Global(address) => Place::Fixed(address, place.1),
            _ => Place::Frame(place.0, place.1),
        }),
    }
}
