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

use files::Files;
use functions::Functions;
use lines::Lines;
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::fmt;

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
        let mut dwarf = Dwarf::load(load).ok()?;
        dwarf.populate_abbreviations_cache(gimli::AbbreviationsCacheStrategy::Duplicates);
        let units = units(&dwarf);

        // A row takes at least one byte of line program and a range at least one byte of its list or entry.
        // More of them means that lists overlap, which only a crafted file does, to make us run out of memory.
        let mut lines = lines::Reader::new(section(".debug_line").len());
        let mut functions =
            functions::Reader::new(sections.values().map(|bytes| bytes.len()).sum(), &dwarf, &units);
        let mut files = Files::default();
        for unit in &units {
            let mut table = files::UnitFiles::new(&dwarf, unit);
            lines.read(unit, &mut table, &mut files);
            functions.read(unit, &mut table, &mut files);
        }
        let (lines, functions) = (lines.finish(), functions.finish());
        if lines.is_empty() && functions.is_empty() {
            return None;
        }
        files.name(std::env::current_dir().ok().as_deref());
        Some(Self { code_start, files, lines, functions })
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

    fn address(&self, offset: u64) -> Option<u32> {
        u32::try_from(offset.checked_sub(self.code_start)?).ok()
    }
}

fn units<'a>(dwarf: &Dwarf<'a>) -> Vec<Unit<'a>> {
    let mut headers = dwarf.units();
    let mut units = Vec::new();
    // Where a header is unreadable the next one cannot be found either.
    while let Ok(Some(header)) = headers.next() {
        units.extend(dwarf.unit(header));
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
