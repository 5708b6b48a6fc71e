//! From a trail back to a path with an input: what people are shown does not depend on how it was found.

use worstcase_solver::Solver;

use crate::explorer::Explorer;
use crate::inputs::Input;
use crate::path::{Path, Visitor};
use crate::subject::{StartError, Subject};
use crate::summary::Trail;
use crate::tally::Watch;

/// An input that takes a path and that people like to read; none if the solver gives up on it, or there is no time left.
pub fn retrace(
    subject: &Subject,
    solver: Box<dyn Solver>,
    trail: &Trail,
    watch: &Watch,
) -> Result<Option<Vec<Input>>, StartError> {
    let mut seen = Seen(None);
    let mut explorer = Explorer::new(subject, solver, None, usize::MAX, watch)?;
    let followed = explorer.follow(trail, &mut seen);
    Ok(seen.0.filter(|_| followed))
}

struct Seen(Option<Vec<Input>>);

impl Visitor for Seen {
    fn visit(&mut self, path: &mut Path<'_>) {
        self.0 = Some(path.natural_input());
    }

    fn merge(&mut self, other: Self) {
        self.0 = other.0;
    }
}
