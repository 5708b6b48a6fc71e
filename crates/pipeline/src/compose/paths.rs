//! The paths that a component can take on a stream, whether it runs once or, by `xargs`, once for each piece.

use std::sync::Arc;

use worstcase_explore::StdinShape;
use worstcase_solver::Declared;
use worstcase_term::TermId;

use super::channel::{Channel, Stream};
use super::repeat::Repeated;
use super::summary::Summary;

/// Costly paths of a component that reads something, the costliest first; each has a number.
pub(super) enum Paths {
    /// Of one run.
    Once(Arc<Summary>),
    /// Of many, and what they read together.
    Repeated(Repeated, StdinShape),
}

impl Paths {
    /// How many there are.
    pub(super) fn count(&self) -> usize {
        match self {
            Paths::Once(summary) => summary.paths.len(),
            Paths::Repeated(repeated, _) => repeated.count(),
        }
    }

    /// What one costs.
    pub(super) fn cost(&self, number: usize) -> i64 {
        match self {
            Paths::Once(summary) => summary.paths[number].cost,
            Paths::Repeated(repeated, _) => repeated.cost(number),
        }
    }

    /// What one run reads along one, if there is one run.
    pub(super) fn declared(&self, number: usize) -> &[Declared] {
        match self {
            Paths::Once(summary) => &summary.paths[number].declared,
            Paths::Repeated(..) => &[],
        }
    }

    /// An input that takes one.
    pub(super) fn input(&self, number: usize) -> Vec<u64> {
        match self {
            Paths::Once(summary) => summary.paths[number].input.clone(),
            Paths::Repeated(repeated, shape) => repeated.input(number, shape),
        }
    }

    /// The bytes of files that all runs read along one: entry, place, byte.
    pub(super) fn in_files(&self, number: usize) -> Vec<(u32, u32, u8)> {
        match self {
            Paths::Once(summary) => summary.paths[number].in_files().collect(),
            Paths::Repeated(repeated, _) => repeated.in_files(number),
        }
    }

    /// Whether what it writes is not known.
    pub(super) fn is_bare(&self) -> bool {
        match self {
            Paths::Once(summary) => summary.is_bare,
            Paths::Repeated(repeated, _) => repeated.is_bare,
        }
    }

    /// Lets the component read a stream along one: conditions are added, and what it writes is returned.
    pub(super) fn follow(
        &self,
        number: usize,
        channel: &mut Channel,
        stream: &[TermId],
        component: usize,
    ) -> Stream {
        match self {
            Paths::Once(summary) => channel.follow(&summary.paths[number], stream, component),
            Paths::Repeated(repeated, _) => repeated.follow(number, channel, stream, component),
        }
    }
}
