//! Costs: what the machine counts, within the part of the program that is to be measured.

use crate::machine::Spent;

/// What a run cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Costs {
    /// Conditionals decided: the cost that WISE's paper uses, and the default.
    pub conditionals: u64,
    /// Wasm instructions executed, without those that only give code its structure.
    pub instructions: u64,
    /// Calls of the function that was asked for.
    pub calls: u64,
    /// What the program itself added up with `cost(units)`.
    pub user: i64,
    /// The most linear memory at once, in bytes, whether measured or not.
    pub memory: u64,
    /// All instructions, whether measured or not.
    pub executed: u64,
}

/// Adds up costs between `measure_begin` and `measure_end`; if they are never called, over the whole run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Meter {
    measured: Spent,
    begun: Option<Spent>,
    ever_begun: bool,
    user: i64,
    user_measured: i64,
}

impl Meter {
    /// `measure_begin`. Inside of a measured part it changes nothing.
    pub fn begin(&mut self, spent: Spent) {
        self.ever_begun = true;
        self.begun.get_or_insert(spent);
    }

    /// Whether a part of the run was marked to be measured.
    pub fn is_marked(&self) -> bool {
        self.ever_begun
    }

    /// `measure_end`. Outside of a measured part it changes nothing.
    pub fn end(&mut self, spent: Spent) {
        if let Some(begun) = self.begun.take() {
            // The call of `measure_end` itself is not part of what is measured. It is none if the host makes it.
            let instructions = spent.instructions.saturating_sub(1).max(begun.instructions);
            let spent = Spent { instructions, ..spent };
            self.measured = sum(self.measured, difference(spent, begun));
        }
    }

    /// `cost(units)`.
    pub fn add(&mut self, units: i64) {
        self.user = self.user.saturating_add(units);
        if self.begun.is_some() {
            self.user_measured = self.user_measured.saturating_add(units);
        }
    }

    /// The costs so far, when the machine has spent that much; of memory it knows nothing.
    pub fn costs(&self, spent: Spent) -> Costs {
        let counted = match (self.ever_begun, self.begun) {
            (false, _) => spent,
            (true, None) => self.measured,
            (true, Some(begun)) => sum(self.measured, difference(spent, begun)),
        };
        Costs {
            conditionals: counted.conditionals,
            instructions: counted.instructions,
            calls: counted.calls,
            user: if self.ever_begun { self.user_measured } else { self.user },
            memory: 0,
            executed: spent.instructions,
        }
    }
}

fn sum(a: Spent, b: Spent) -> Spent {
    Spent {
        conditionals: a.conditionals + b.conditionals,
        instructions: a.instructions + b.instructions,
        calls: a.calls + b.calls,
    }
}

fn difference(a: Spent, b: Spent) -> Spent {
    Spent {
        conditionals: a.conditionals - b.conditionals,
        instructions: a.instructions - b.instructions,
        calls: a.calls - b.calls,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spent(n: u64) -> Spent {
        Spent { conditionals: n, instructions: 10 * n, calls: n }
    }

    #[test]
    fn without_marks_everything_counts() {
        let mut meter = Meter::default();
        meter.add(3);
        let expected =
            Costs { conditionals: 7, instructions: 70, calls: 7, user: 3, memory: 0, executed: 70 };
        assert_eq!(meter.costs(spent(7)), expected);
    }

    #[test]
    fn only_measured_parts_count() {
        let mut meter = Meter::default();
        meter.add(100);
        meter.begin(spent(5));
        meter.begin(spent(6));
        meter.add(2);
        meter.end(spent(8));
        meter.end(spent(9));
        meter.add(100);
        meter.begin(spent(20));
        let instructions = 30 - 1 + 10;
        let expected = Costs { conditionals: 4, instructions, calls: 4, user: 2, memory: 0, executed: 210 };
        assert_eq!(meter.costs(spent(21)), expected);
    }
}
