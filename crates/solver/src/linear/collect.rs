//! Forgets forms that nobody needs, when there are many.

use super::bound::Change;
use super::form::Quantity;
use super::{Linear, Relation};

/// Fewer forms than this are not worth collecting.
const FEW: usize = 2000;

impl Linear {
    /// The quantity that the normalised sum is, after making room for it if need be.
    pub(super) fn intern(&mut self) -> Quantity {
        if self.forms.all.len() >= self.form_limit.max(FEW) {
            self.collect();
        }
        self.forms.intern()
    }

    /// Forgets all forms that are in no assertion and not in the basis.
    fn collect(&mut self) {
        let sum = std::mem::take(&mut self.forms.sum);
        let mut keep = vec![false; self.forms.all.len()];
        // A bound on the trail belongs to an assertion, for there are no cases between searches.
        let claimed = self.claims.iter().filter(|claim| claim.relation != Relation::Beyond);
        for quantity in claimed.map(|claim| &claim.quantity).chain(&self.basis.slots) {
            if let Quantity::Form(form) = *quantity {
                keep[form as usize] = true;
            }
        }
        let numbers = self.forms.retain(&keep);
        let on_trail = self.trail.iter_mut().filter_map(|change| match change {
            Change::Bound { quantity, .. } => Some(quantity),
            _ => None,
        });
        let claimed = self.claims.iter_mut().map(|claim| &mut claim.quantity);
        for quantity in claimed.chain(&mut self.basis.slots).chain(on_trail) {
            if let Quantity::Form(form) = quantity {
                *form = numbers[*form as usize];
            }
        }
        self.forms.sum = sum;
        self.form_limit = 2 * self.forms.all.len();
    }
}
