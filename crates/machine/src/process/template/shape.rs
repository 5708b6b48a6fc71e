//! A template at a size, and what its limits leave.
//!
//! An optional byte, repetition or alternative is taken only if what has to come after it still fits the limits. For that
//! each place of the template knows how much is needed from there to the end of its sequence, at least.

use std::sync::Arc;

use super::{Extent, Item, SequenceIdx, Template};

/// A template at a size.
#[derive(Clone, Debug)]
pub struct TemplateShape {
    pub(super) template: Arc<Template>,
    size: u32,
    /// For each sequence and place in it, what is needed from there on, by limit. Empty if there are no limits.
    needs: Vec<Vec<Need>>,
}

/// An amount for each limit of the template.
pub(super) type Need = Vec<u64>;

/// Why a template has no text at a size.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShapeError {
    /// A range ends before it begins.
    #[error("the template has a range from {least} to {most} at size {size}: there is no such number")]
    EmptyExtent {
        /// Its beginning.
        least: u32,
        /// Its end.
        most: u32,
        /// The size.
        size: u32,
    },
    /// The shortest text is beyond a limit.
    #[error("the template needs at least {needed} {what}, and is limited to {most}")]
    BeyondLimit {
        /// Bytes, or the name of what is counted.
        what: String,
        /// How many there are at least.
        needed: u64,
        /// How many there may be.
        most: u64,
    },
}

impl TemplateShape {
    pub(super) fn new(template: Arc<Template>, size: u32) -> Result<TemplateShape, ShapeError> {
        for item in template.sequences.iter().flatten() {
            if let Item::Hole { length: extent, .. } | Item::Repeat { count: extent, .. } = item {
                let (least, most) = (extent.least.at(size), extent.most.at(size));
                if least > most {
                    return Err(ShapeError::EmptyExtent { least, most, size });
                }
            }
        }
        let mut shape = TemplateShape { template, size, needs: Vec::new() };
        if !shape.template.limits.is_empty() {
            // Parts come before what they are part of.
            for sequence in 0..shape.template.sequences.len() {
                let needs = shape.sequence_needs(sequence);
                shape.needs.push(needs);
            }
        }
        let whole = shape.needs.last().map_or(&[][..], |needs| &needs[0]);
        for (limit, &needed) in shape.template.limits.iter().zip(whole) {
            if needed > limit.most {
                let what = limit.name.as_ref().map_or("bytes".into(), |name| format!("of {name}"));
                return Err(ShapeError::BeyondLimit { what, needed, most: limit.most });
            }
        }
        Ok(shape)
    }

    /// The least and the most of an extent.
    pub(super) fn extent(&self, extent: Extent) -> (u32, u32) {
        (extent.least.at(self.size), extent.most.at(self.size))
    }

    /// What is needed from each place of a sequence to its end, and from its end.
    fn sequence_needs(&self, sequence: SequenceIdx) -> Vec<Need> {
        let items = &self.template.sequences[sequence];
        let mut needs = vec![self.nothing()];
        for item in items.iter().rev() {
            let mut need = self.item_need(item);
            add(&mut need, needs.last().expect("there is one from the beginning"), 1);
            needs.push(need);
        }
        needs.reverse();
        needs
    }

    /// Nothing of any limit.
    pub(super) fn nothing(&self) -> Need {
        vec![0; self.template.limits.len()]
    }

    /// So many bytes.
    pub(super) fn bytes(&self, count: u64) -> Need {
        self.template.limits.iter().map(|limit| if limit.name.is_none() { count } else { 0 }).collect()
    }

    fn item_need(&self, item: &Item) -> Need {
        match item {
            Item::Fixed(bytes) => self.bytes(bytes.len() as u64),
            Item::Hole { length, .. } => self.bytes(self.extent(*length).0.into()),
            // How long it is depends on the hole: what is beyond a limit in the end is dropped.
            Item::Again(_) => self.nothing(),
            Item::Repeat { count, body } => {
                let mut need = self.nothing();
                add(&mut need, self.sequence_need(*body), self.extent(*count).0.into());
                need
            }
            Item::Choice(sequences) => {
                let least = |limit: usize| sequences.iter().map(|&one| self.sequence_need(one)[limit]).min();
                (0..self.template.limits.len()).map(|limit| least(limit).unwrap_or(0)).collect()
            }
            &Item::Counted(counted) => {
                let mut need = self.nothing();
                need[counted] = 1;
                need
            }
        }
    }

    /// What a sequence needs as a whole.
    pub(super) fn sequence_need(&self, sequence: SequenceIdx) -> &[u64] {
        self.needs.get(sequence).map_or(&[], |needs| &needs[0])
    }

    /// What is needed of a sequence from a place on.
    pub(super) fn need_from(&self, sequence: SequenceIdx, at: usize) -> &[u64] {
        self.needs.get(sequence).map_or(&[], |needs| &needs[at])
    }

    /// Whether so much is within the limits.
    pub(super) fn allows(&self, amounts: &[u64]) -> bool {
        self.template.limits.iter().zip(amounts).all(|(limit, &amount)| amount <= limit.most)
    }
}

/// Adds an amount so many times.
pub(super) fn add(sum: &mut [u64], amount: &[u64], times: u64) {
    for (sum, &amount) in sum.iter_mut().zip(amount) {
        *sum = sum.saturating_add(amount.saturating_mul(times));
    }
}
