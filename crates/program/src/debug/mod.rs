//! Where in the source an instruction comes from, read from a module's DWARF.
//!
//! `addr2line` answers the same questions, but its context fills itself lazily through cells that are not
//! `Sync`, and one `Program` is shared by all worker threads. So everything is read once into sorted tables
//! and the sections are let go. See `lines` for the line table, `functions` for inlining.
//!
//! Debug info is a convenience and comes from an untrusted file: a unit that does not parse is skipped, and a
//! module without a readable unit has no debug info. Nothing here returns an error or panics on bad DWARF.

mod files;
mod functions;
mod lines;
mod variables;

use files::Files;
use functions::Functions;
use lines::Lines;
use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use variables::Variables;
pub use variables::{
    FrameBase, FunctionVariables, GlobalVariable, LocalVariable, Place as VariablePlace, Scalar, ScalarKind,
    TypeIdx,
};

type Slice<'a> = gimli::EndianSlice<'a, gimli::LittleEndian>;
type Dwarf<'a> = gimli::Dwarf<Slice<'a>>;
type Unit<'a> = gimli::Unit<Slice<'a>>;

/// A place in the source, ordered by file, line and column.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Location {
    /// As short as is unambiguous: relative to the current directory if below it, else the file name.
    pub file: String,
    /// Counted from 1.
    pub line: u32,
    /// Counted from 1; 0 when only the line is known.
    pub column: u32,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)?;
        if self.column > 0 {
            write!(f, ":{}", self.column)?;
        }
        Ok(())
    }
}

/// One source-level call that an instruction is part of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The name as written in the source, not the mangled one.
    pub function: Option<String>,
    /// In the innermost frame the instruction itself, in the others the call that was inlined.
    pub location: Option<Location>,
}

/// A module's debug info, addressed by the byte offsets that `wasmparser` reports.
#[derive(Debug)]
pub struct DebugInfo {
    code_start: u64,
    files: Files,
    lines: Lines,
    functions: Functions,
    variables: Variables,
}

impl DebugInfo {
    /// Reads the `.debug_*` sections among a module's custom sections; `code_start` is the file offset of the
    /// code section's payload, which DWARF's addresses count from.
    pub fn new<'a>(
        custom_sections: impl IntoIterator<Item = (&'a str, &'a [u8])>,
        code_start: u64,
    ) -> Option<Self> {
        let sections: BTreeMap<&str, &[u8]> =
            custom_sections.into_iter().filter(|(name, _)| name.starts_with(".debug_")).collect();
        let section = |name: &str| sections.get(name).copied().unwrap_or_default();
        let load =
            |id: gimli::SectionId| Ok::<_, Infallible>(Slice::new(section(id.name()), gimli::LittleEndian));
        let dwarf = Dwarf::load(load).ok()?;
        let units = units(&dwarf, section(".debug_abbrev"), section(".debug_line").len());

        // A row takes at least one byte of line program and a range at least one byte of its list or entry.
        // More of them means that lists overlap, which only a crafted file does, to make us run out of memory.
        let mut lines = lines::Reader::new(section(".debug_line").len());
        let bytes = sections.values().map(|bytes| bytes.len()).sum();
        let mut functions = functions::Reader::new(bytes, &dwarf, &units);
        let mut files = Files::new(bytes);
        let mut variables = variables::Reader::new(bytes, &dwarf, &units);
        for (position, unit) in units.iter().enumerate() {
            let mut table = files::UnitFiles::new(&dwarf, unit);
            lines.read(unit, &mut table, &mut files);
            functions.read(unit, &mut table, &mut files);
            variables.read(position);
        }
        let (lines, functions) = (lines.finish(), functions.finish());
        if lines.is_empty() && functions.is_empty() {
            return None;
        }
        files.name(std::env::current_dir().ok().as_deref());
        let variables = variables.finish();
        Some(Self { code_start, files, lines, functions, variables })
    }

    /// The source position of the instruction at a module offset; `None` where the compiler gave it none.
    pub fn location(&self, offset: u64) -> Option<Location> {
        let place = self.lines.find(self.address(offset)?)?;
        self.files.location(place)
    }

    /// The function that the instruction at a module offset is in, behind those inlined there, innermost first.
    pub fn frames(&self, offset: u64) -> Vec<Frame> {
        let Some(address) = self.address(offset) else {
            return Vec::new();
        };
        let mut place = self.lines.find(address);
        let mut frames = Vec::new();
        for scope in self.functions.enclosing(address) {
            let location = place.and_then(|place| self.files.location(place));
            frames.push(Frame { function: scope.name.as_deref().map(str::to_owned), location });
            place = scope.call;
        }
        if frames.is_empty() && place.is_some() {
            frames.push(Frame { function: None, location: self.location(offset) });
        }
        frames
    }

    /// The text of a location's line, if its source file is at hand.
    pub fn source_line(&self, location: &Location) -> Option<&str> {
        self.files.line(&location.file, location.line)
    }

    /// The text of a file by the name that locations have for it, if it is at hand.
    pub fn source(&self, file: &str) -> Option<&str> {
        self.files.text(file)
    }

    /// Where a file was when the program was compiled, by the name that locations have for it.
    pub fn path(&self, file: &str) -> Option<&Path> {
        self.files.path(file)
    }

    /// The variables of the function whose code is at a module offset.
    pub fn variables(&self, offset: u64) -> Option<&FunctionVariables> {
        self.variables.function(self.address(offset)?)
    }

    /// The variables at fixed addresses, ordered by them.
    pub fn globals(&self) -> &[GlobalVariable] {
        self.variables.globals()
    }

    /// The size of a type, 0 if it is not known.
    pub fn type_bytes(&self, ty: TypeIdx) -> u64 {
        self.variables.bytes(ty)
    }

    /// The size of the largest type that a variable, or what it points to, has.
    pub fn largest_type(&self) -> u64 {
        self.variables.largest()
    }

    /// The scalar that lies so many bytes into a thing of a type, and its path there, such as `.x[3]`.
    pub fn scalar_at(&self, ty: TypeIdx, offset: u64) -> Option<(String, Scalar)> {
        self.variables.scalar_at(ty, offset)
    }

    fn address(&self, offset: u64) -> Option<u32> {
        u32::try_from(offset.checked_sub(self.code_start)?).ok()
    }
}

/// How often all headers of line programs may be read. Units may share one, but few do.
const MAX_SHARED: u64 = 4;

/// Every unit has a table of abbreviations and one of files in memory, and a crafted file lets thousands of units
/// share long ones (tried: 250 kB that took 11 GB). So a table of abbreviations ends where the next one begins, and
/// units beyond those that can be honest are left out.
fn units<'a>(dwarf: &Dwarf<'a>, abbreviations: &'a [u8], line_bytes: usize) -> Vec<Unit<'a>> {
    let mut rest = dwarf.units();
    // Where a header is unreadable the next one cannot be found either.
    let headers: Vec<_> = std::iter::from_fn(|| rest.next().ok().flatten()).collect();
    let starts: BTreeSet<_> = headers.iter().map(|header| header.debug_abbrev_offset().0).collect();
    let mut tables = BTreeMap::new();
    let mut end = abbreviations.len();
    for start in starts.into_iter().rev() {
        let section = gimli::DebugAbbrev::new(&abbreviations[..end], gimli::LittleEndian);
        if let Ok(table) = section.abbreviations(gimli::DebugAbbrevOffset(start)) {
            tables.insert(start, Arc::new(table));
        }
        end = end.min(start);
    }
    let mut left = MAX_SHARED * line_bytes as u64;
    let mut units = Vec::new();
    for header in headers {
        let Some(table) = tables.get(&header.debug_abbrev_offset().0) else { continue };
        let Ok(unit) = Unit::new_with_abbreviations(dwarf, header, table.clone()) else { continue };
        let read = unit.line_program.as_ref().map_or(0, |program| program.header().header_length() as u64);
        let Some(rest) = left.checked_sub(read) else { break };
        left = rest;
        units.push(unit);
    }
    units
}

/// A linker marks code it dropped by an address of all ones, all ones less one (in lists), or, in older
/// versions, zero. No instruction is at zero: the section's count of functions is.
fn is_live(start: u64, end: u64) -> bool {
    start != 0 && start < end && end < u64::from(u32::MAX) - 1
}

#[cfg(test)]
mod tests;
