//! Going through a term, operands first, without recursion.

use crate::arena::Terms;
use crate::node::{TermId, View};

/// A walk over all terms below a root. What has been done is known to the caller (a translation's cache, a set),
/// so one cache can serve many walks.
#[derive(Clone, Debug)]
pub struct Walk {
    stack: Vec<TermId>,
}

impl Walk {
    /// A walk that ends with `root`.
    pub fn new(root: TermId) -> Walk {
        Walk { stack: vec![root] }
    }

    /// The next term that is not done but whose operands are. It has to be done before the next call.
    pub fn next(&mut self, terms: &Terms, done: impl Fn(TermId) -> bool) -> Option<TermId> {
        while let Some(&term) = self.stack.last() {
            if done(term) {
                self.stack.pop();
                continue;
            }
            let Some(operand) = terms.view(term).operands().find(|&operand| !done(operand)) else {
                self.stack.pop();
                return Some(term);
            };
            self.stack.push(operand);
        }
        None
    }
}

/// The greatest height of a term that counts as small: it has at most 3^4 leaves, or inputs put together.
const SMALL: u8 = 4;

impl Terms {
    /// The inputs that occur in a term, ascending.
    pub fn inputs_of(&self, term: TermId) -> Vec<u32> {
        let mut inputs = Vec::new();
        match self.view(term) {
            View::Constant(_) => {}
            View::Input(index) => inputs.push(index),
            _ => self.collect_inputs(term, &mut inputs),
        }
        inputs.sort_unstable();
        inputs.dedup();
        inputs
    }

    fn collect_inputs(&self, term: TermId, inputs: &mut Vec<u32>) {
        // Of a small term, what it shares may be visited again: that is cheaper than to clear memory for all terms.
        if self.node(term).height <= SMALL {
            let mut stack = vec![term];
            while let Some(term) = stack.pop() {
                match self.view(term) {
                    View::Input(index) => inputs.push(index),
                    view => stack.extend(view.operands()),
                }
            }
            return;
        }
        // One bit per term up to this one, all of which its operands are among.
        let mut seen = vec![0_u64; term.index() / 64 + 1];
        let mut stack = vec![term];
        while let Some(term) = stack.pop() {
            let (word, bit) = (term.index() / 64, 1 << (term.index() % 64));
            if seen[word] & bit != 0 {
                continue;
            }
            seen[word] |= bit;
            match self.view(term) {
                View::Input(index) => inputs.push(index),
                view => stack.extend(view.operands()),
            }
        }
    }
}
