//! Where a loop is in the source.

use worstcase_program::debug::Location;
use worstcase_program::flow::{End, Flow, NaturalLoop};

/// How many lines before the first statement of a loop's body the `do` is looked for.
const LINES_TO_DO: u32 = 4;

/// The place of a loop: of its keyword as far as it can be told, else of its condition or its first instruction.
///
/// clang gives the jump back to the header the place of `for` or `while`. Of `do` nothing is left but the source.
pub fn line_of_loop(flow: &Flow, l: &NaturalLoop) -> Option<Location> {
    let program = flow.program;
    let jumps = flow.back_edges(l).filter(|edge| flow[edge.source].end == End::Goto);
    let keyword = jumps.filter_map(|edge| program.location(flow[edge.source].bytes.end)).next_back();
    if let Some(keyword) = keyword.filter(|keyword| !is_goto(flow, keyword)) {
        return Some(keyword);
    }
    let operators = flow.blocks_of(l).flat_map(|block| flow.operators(block));
    let first = operators.filter_map(|(_, offset)| program.location(offset)).next()?;
    Some(keyword_do(flow, &first).unwrap_or(first))
}

/// Whether there is a `goto`: the loop begins at a label then, of which nothing is left.
fn is_goto(flow: &Flow, at: &Location) -> bool {
    let line = flow.program.debug.as_ref().and_then(|debug| debug.source_line(at));
    let rest = line.as_ref().and_then(|line| line.get(at.column.saturating_sub(1) as usize..));
    rest.is_some_and(|rest| rest.starts_with("goto"))
}

/// The `do` on the line of a statement or right before it.
fn keyword_do(flow: &Flow, first: &Location) -> Option<Location> {
    let debug = flow.program.debug.as_ref()?;
    let lines = first.line.saturating_sub(LINES_TO_DO).max(1)..=first.line;
    lines.rev().find_map(|line| {
        let location = Location { line, column: 0, ..first.clone() };
        let text = debug.source_line(&location)?;
        let mut end = if line == first.line { first.column.saturating_sub(1) as usize } else { text.len() };
        while !text.is_char_boundary(end) {
            end = end.checked_sub(1)?;
        }
        let text = &text[..end.min(text.len())];
        let place = text.rfind("do")?;
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let alone = !text[..place].ends_with(is_word) && !text[place + 2..].starts_with(is_word);
        alone.then_some(Location { column: place as u32 + 1, ..location })
    })
}
