//! Terms that depend on one byte of the input and on nothing else: what such a term can be is found by trying all values.

use std::collections::BTreeMap;

use worstcase_solver::Declared;
use worstcase_term::{Evaluator, TermId, Terms, View, Walk};

/// The values that a byte can have, as bits.
type Bytes = [u64; 4];

/// Which terms depend on one input only, and what is known to hold of each such input.
#[derive(Default)]
pub(crate) struct SoleInputs {
    /// For each term that was looked at.
    depends: Vec<Option<Depends>>,
    /// The conditions about one input only, and what they leave of it, as far as somebody wanted to know.
    known: BTreeMap<u32, Known>,
    evaluator: Evaluator,
}

/// Which inputs a term depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Depends {
    Nothing,
    On(u32),
    Several,
}

#[derive(Default)]
struct Known {
    conditions: Vec<TermId>,
    /// How many of them were taken into account here.
    counted: usize,
    left: Option<Bytes>,
}

impl SoleInputs {
    /// A condition holds from now on.
    pub(crate) fn hold(&mut self, terms: &Terms, condition: TermId) {
        if let Depends::On(input) = self.of(terms, condition) {
            self.known.entry(input).or_default().conditions.push(condition);
        }
    }

    /// The values that a term can have as long as all conditions hold, ascending, if it depends on one byte only.
    pub(crate) fn image(
        &mut self,
        terms: &Terms,
        term: TermId,
        declared: &dyn Fn(u32) -> Declared,
    ) -> Option<Vec<u64>> {
        let Depends::On(input) = self.of(terms, term) else { return None };
        let declared = declared(input);
        if declared.width > 8 {
            return None;
        }
        let left = self.left(terms, input, declared);
        let mut values: Vec<u64> =
            members(&left).map(|byte| self.evaluator.eval(terms, term, &|_| byte)).collect();
        values.sort_unstable();
        values.dedup();
        Some(values).filter(|values| !values.is_empty())
    }

    /// What the conditions leave of an input.
    fn left(&mut self, terms: &Terms, input: u32, declared: Declared) -> Bytes {
        let known = self.known.entry(input).or_default();
        let mut left = known.left.unwrap_or_else(|| {
            of((0..=worstcase_term::mask(declared.width)).filter(|&byte| declared.allows(byte)))
        });
        for &condition in &known.conditions[known.counted..] {
            let evaluator = &mut self.evaluator;
            left = of(members(&left).filter(|&byte| evaluator.eval(terms, condition, &|_| byte) != 0));
        }
        (known.counted, known.left) = (known.conditions.len(), Some(left));
        left
    }

    fn of(&mut self, terms: &Terms, root: TermId) -> Depends {
        if self.depends.len() < terms.count() {
            self.depends.resize(terms.count(), None);
        }
        let mut walk = Walk::new(root);
        while let Some(term) = walk.next(terms, |term| self.depends[term.index()].is_some()) {
            let view = terms.view(term);
            let depends = match view {
                View::Input(input) => Depends::On(input),
                _ => {
                    let operands = view.operands().filter_map(|operand| self.depends[operand.index()]);
                    operands.fold(Depends::Nothing, Depends::and)
                }
            };
            self.depends[term.index()] = Some(depends);
        }
        self.depends[root.index()].expect("it was just looked at")
    }
}

impl Depends {
    fn and(self, other: Depends) -> Depends {
        match (self, other) {
            (Depends::Nothing, other) => other,
            (own, Depends::Nothing) => own,
            (own, other) if own == other => own,
            _ => Depends::Several,
        }
    }
}

fn of(values: impl Iterator<Item = u64>) -> Bytes {
    let mut bytes = [0; 4];
    values.for_each(|value| bytes[value as usize / 64] |= 1 << (value % 64));
    bytes
}

fn members(bytes: &Bytes) -> impl Iterator<Item = u64> {
    let bytes = *bytes;
    (0..256).filter(move |value| bytes[*value as usize / 64] >> (value % 64) & 1 != 0)
}
