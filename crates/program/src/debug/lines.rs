//! The line table: which source position each code address was compiled from.

use super::files::{FileIdx, Files, UnitFiles};
use super::{Unit, is_live};
use std::collections::BTreeSet;

/// A source position by file index.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// `None` where the file table has no such entry.
    pub(super) file: Option<FileIdx>,
    pub(super) line: u32,
    pub(super) column: u32,
}

/// From `address` to the next row of its sequence; line 0 is code without a source position.
#[derive(Debug)]
struct Row {
    address: u32,
    place: Place,
}

/// A run of rows without gaps, normally one function.
#[derive(Debug)]
struct Sequence {
    start: u32,
    end: u32,
    rows: std::ops::Range<usize>,
}

/// All sequences of a module, sorted by address.
#[derive(Debug)]
pub(super) struct Lines {
    sequences: Vec<Sequence>,
    rows: Vec<Row>,
}

impl Lines {
    pub(super) fn is_empty(&self) -> bool {
        self.sequences.is_empty()
    }

    pub(super) fn find(&self, address: u32) -> Option<Place> {
        let after = self.sequences.partition_point(|sequence| sequence.start <= address);
        let sequence = &self.sequences[after.checked_sub(1)?];
        if address >= sequence.end {
            return None;
        }
        let rows = &self.rows[sequence.rows.clone()];
        let after = rows.partition_point(|row| row.address <= address);
        let place = rows[after.checked_sub(1)?].place;
        (place.line > 0).then_some(place)
    }
}

/// Collects the rows of all units.
pub(super) struct Reader {
    lines: Lines,
    max_rows: usize,
    /// Units may share a line program (type units do); its rows are wanted once.
    seen: BTreeSet<usize>,
}

impl Reader {
    pub(super) fn new(max_rows: usize) -> Self {
        Self { lines: Lines { sequences: Vec::new(), rows: Vec::new() }, max_rows, seen: BTreeSet::new() }
    }

    pub(super) fn read(&mut self, unit: &Unit<'_>, table: &mut UnitFiles<'_, '_>, files: &mut Files) {
        let Some(program) = unit.line_program.clone() else {
            return;
        };
        if !self.seen.insert(program.header().offset().0) {
            return;
        }
        let mut rows = program.rows();
        let mut first = self.lines.rows.len();
        // An unreadable opcode ends the program: the sequences before it are whole, the one it is in is not.
        while let Ok(Some((_, row))) = rows.next_row() {
            if self.lines.rows.len() == self.max_rows {
                break;
            }
            if row.end_sequence() {
                self.close(first, row.address());
                first = self.lines.rows.len();
                continue;
            }
            let Ok(address) = u32::try_from(row.address()) else {
                break;
            };
            let column = match row.column() {
                gimli::ColumnType::LeftEdge => 0,
                gimli::ColumnType::Column(column) => column.get(),
            };
            let place = Place {
                file: table.get(row.file_index(), files),
                line: row.line().map_or(0, |line| u32::try_from(line.get()).unwrap_or(0)),
                column: u32::try_from(column).unwrap_or(0),
            };
            self.lines.rows.push(Row { address, place });
        }
        self.lines.rows.truncate(first);
    }

    fn close(&mut self, first: usize, end: u64) {
        let rows = &self.lines.rows;
        match rows.get(first).map(|row| row.address) {
            Some(start) if is_live(u64::from(start), end) => {
                self.lines.sequences.push(Sequence { start, end: end as u32, rows: first..rows.len() });
            }
            _ => self.lines.rows.truncate(first),
        }
    }

    pub(super) fn finish(mut self) -> Lines {
        self.lines.sequences.sort_by_key(|sequence| sequence.start);
        self.lines
    }
}
