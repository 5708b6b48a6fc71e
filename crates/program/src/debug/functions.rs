//! Which function an address belongs to, and which calls were inlined there.

use super::files::{Files, UnitFiles};
use super::lines::Place;
use super::{Dwarf, Slice, Unit, is_live};
use gimli::{AttributeValue, DebuggingInformationEntry as Entry};
use std::collections::HashMap;
use std::sync::Arc;

/// A concrete function's own name leads to its declaration in one or two steps; more is a cycle.
const MAX_NAME_STEPS: u32 = 8;

/// How long all names may be together, for every byte of debug info. An entry that has one takes ten bytes or so.
const NAME_BYTES_PER_BYTE: usize = 16;

/// A function, or a call of one that was inlined.
#[derive(Debug)]
pub(super) struct Scope {
    pub(super) name: Option<Arc<str>>,
    /// Where the inlined call is written; `None` for a function itself.
    pub(super) call: Option<Place>,
}

#[derive(Debug)]
struct Span {
    start: u32,
    end: u32,
    scope: Scope,
}

#[derive(Debug)]
struct Function {
    name: Option<Arc<str>>,
    /// Outer calls before the calls inlined into them.
    inlined: Vec<Span>,
}

/// All functions of a module that have code, findable by address.
#[derive(Debug, Default)]
pub(super) struct Functions {
    functions: Vec<Function>,
    /// Start, end, index of the function; sorted.
    spans: Vec<(u32, u32, usize)>,
}

impl Functions {
    pub(super) fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    /// The scopes around an address, innermost first; the last is the function itself.
    pub(super) fn enclosing(&self, address: u32) -> Vec<Scope> {
        let after = self.spans.partition_point(|span| span.0 <= address);
        let Some(&(_, end, index)) = after.checked_sub(1).and_then(|at| self.spans.get(at)) else {
            return Vec::new();
        };
        if address >= end {
            return Vec::new();
        }
        let function = &self.functions[index];
        let inlined = function.inlined.iter().rev().filter(|span| (span.start..span.end).contains(&address));
        let mut scopes: Vec<Scope> =
            inlined.map(|span| Scope { name: span.scope.name.clone(), call: span.scope.call }).collect();
        scopes.push(Scope { name: function.name.clone(), call: None });
        scopes
    }
}

/// Collects the functions of all units.
pub(super) struct Reader<'u, 'a> {
    dwarf: &'u Dwarf<'a>,
    /// In file order, so that a reference into another unit can be found.
    units: &'u [Unit<'a>],
    functions: Functions,
    /// Template instances and libc's helpers repeat the same few names.
    names: HashMap<Slice<'a>, Arc<str>>,
    spans_left: usize,
    /// Entries may share a name, and a crafted file lets all of them share one of megabytes.
    name_bytes_left: usize,
}

impl<'u, 'a> Reader<'u, 'a> {
    /// Reads from sections of so many bytes.
    pub(super) fn new(bytes: usize, dwarf: &'u Dwarf<'a>, units: &'u [Unit<'a>]) -> Self {
        let (functions, names) = (Functions::default(), HashMap::new());
        let name_bytes_left = bytes.saturating_mul(NAME_BYTES_PER_BYTE);
        Self { dwarf, units, functions, names, spans_left: bytes, name_bytes_left }
    }

    pub(super) fn read(&mut self, unit: &'u Unit<'a>, table: &mut UnitFiles<'_, '_>, files: &mut Files) {
        // The scopes around the current entry: their depth, and the function that their code is in, if any.
        let mut open: Vec<(isize, Option<usize>)> = Vec::new();
        let mut entries = unit.entries();
        // What was read before an unreadable entry stays.
        while let Ok(Some(entry)) = entries.next_dfs() {
            while open.last().is_some_and(|&(depth, _)| depth >= entry.depth()) {
                open.pop();
            }
            match entry.tag() {
                gimli::DW_TAG_subprogram => {
                    let function = self.function(unit, entry);
                    open.push((entry.depth(), function));
                }
                gimli::DW_TAG_inlined_subroutine => {
                    let Some(&(_, Some(function))) = open.last() else {
                        continue;
                    };
                    let call = call_site(unit, entry, table, files);
                    let name = self.name(unit, entry, MAX_NAME_STEPS);
                    for (start, end) in self.ranges(unit, entry) {
                        let span = Span { start, end, scope: Scope { name: name.clone(), call } };
                        self.functions.functions[function].inlined.push(span);
                    }
                    open.push((entry.depth(), Some(function)));
                }
                _ => {}
            }
        }
    }

    fn function(&mut self, unit: &'u Unit<'a>, entry: &Entry<Slice<'a>>) -> Option<usize> {
        let ranges = self.ranges(unit, entry);
        if ranges.is_empty() {
            return None;
        }
        let index = self.functions.functions.len();
        let name = self.name(unit, entry, MAX_NAME_STEPS);
        self.functions.functions.push(Function { name, inlined: Vec::new() });
        self.functions.spans.extend(ranges.into_iter().map(|(start, end)| (start, end, index)));
        Some(index)
    }

    fn ranges(&mut self, unit: &Unit<'a>, entry: &Entry<Slice<'a>>) -> Vec<(u32, u32)> {
        let mut found = Vec::new();
        let Ok(mut ranges) = self.dwarf.die_ranges(unit, entry) else {
            return found;
        };
        while let Ok(Some(range)) = ranges.next() {
            if self.spans_left == 0 {
                break;
            }
            self.spans_left -= 1;
            if is_live(range.begin, range.end) {
                found.push((range.begin as u32, range.end as u32));
            }
        }
        found
    }

    /// The name may be at the entry itself, at the function it is an instance of, or at its declaration.
    fn name(&mut self, unit: &'u Unit<'a>, entry: &Entry<Slice<'a>>, steps: u32) -> Option<Arc<str>> {
        if let Some(value) = entry.attr_value(gimli::DW_AT_name) {
            if self.name_bytes_left == 0 {
                return None;
            }
            let slice = self.dwarf.attr_string(unit, value).ok()?;
            self.name_bytes_left = self.name_bytes_left.saturating_sub(slice.len());
            let name = self.names.entry(slice).or_insert_with(|| slice.to_string_lossy().into());
            return Some(name.clone());
        }
        let steps = steps.checked_sub(1)?;
        let origin = entry
            .attr_value(gimli::DW_AT_abstract_origin)
            .or_else(|| entry.attr_value(gimli::DW_AT_specification))?;
        let (unit, offset) = match origin {
            AttributeValue::UnitRef(offset) => (unit, offset),
            AttributeValue::DebugInfoRef(offset) => {
                let after =
                    self.units.partition_point(|unit| unit.header.debug_info_offset() <= Some(offset));
                let unit = &self.units[after.checked_sub(1)?];
                (unit, offset.to_unit_offset(&unit.header)?)
            }
            _ => return None,
        };
        let entry = unit.entry(offset).ok()?;
        self.name(unit, &entry, steps)
    }

    pub(super) fn finish(mut self) -> Functions {
        self.functions.spans.sort_unstable();
        self.functions
    }
}

fn call_site<'a>(
    unit: &Unit<'a>,
    entry: &Entry<Slice<'a>>,
    table: &mut UnitFiles<'_, '_>,
    files: &mut Files,
) -> Option<Place> {
    let number = |name| entry.attr_value(name).and_then(|value| value.udata_value());
    let file = match entry.attr_value(gimli::DW_AT_call_file)? {
        // Before DWARF 5 file 0 meant "none"; since then it is the unit's own source.
        AttributeValue::FileIndex(index) if index > 0 || unit.header.version() >= 5 => {
            table.get(index, files)
        }
        _ => None,
    };
    let line = u32::try_from(number(gimli::DW_AT_call_line)?).ok().filter(|&line| line > 0)?;
    let column = number(gimli::DW_AT_call_column).and_then(|column| u32::try_from(column).ok()).unwrap_or(0);
    Some(Place { file, line, column })
}
