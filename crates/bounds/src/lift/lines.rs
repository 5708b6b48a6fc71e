//! Where a loop is in the source.

use worstcase_program::debug::Location;
use worstcase_program::flow::{End, Flow, NaturalLoop};

/// The place of a loop: of its keyword as far as it can be told, else of its condition or its first instruction.
///
/// clang gives the jump back to the header the place of the keyword; the others are close to it.
pub fn line_of_loop(flow: &Flow, l: &NaturalLoop) -> Option<Location> {
    let program = flow.program;
    let back = flow.back_edges(l).filter(|edge| flow[edge.source].end == End::Goto);
    let jumps = back.filter_map(|edge| program.location(flow[edge.source].bytes.end));
    let inside = flow.blocks_of(l).flat_map(|block| flow.operators(block)).map(|(_, offset)| offset);
    let header = flow.operators(l.header).filter_map(|(_, offset)| program.location(offset)).next();
    jumps.last().or(header).or_else(|| inside.filter_map(|offset| program.location(offset)).next())
}
