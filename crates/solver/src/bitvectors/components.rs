//! Which assertions matter to a question.
//!
//! Assertions that share no input, not even by way of others, have nothing to do with each other: a model of each
//! part is a model of all. So if a model is at hand that satisfies the rest, only the parts of those assertions that
//! fail in it have to be solved again (Cadar, Dunbar, Engler, "KLEE", OSDI 2008, section 3.3: independence).

/// The places of the assertions that are connected with those at `failing`, in ascending order; each assertion is
/// given as the inputs that it is about.
pub fn connected(inputs: usize, assertions: &[&[u32]], failing: &[usize]) -> Vec<usize> {
    let mut groups = Groups((0..inputs as u32).collect());
    for about in assertions {
        about.windows(2).for_each(|pair| groups.join(pair[0], pair[1]));
    }
    let mut matters = vec![false; inputs];
    for &place in failing {
        if let Some(&first) = assertions[place].first() {
            matters[groups.find(first) as usize] = true;
        }
    }
    // An assertion about no input at all is a constant and stands for itself.
    let mut is_connected = |place: usize| match assertions[place].first() {
        Some(&first) => matters[groups.find(first) as usize],
        None => failing.contains(&place),
    };
    (0..assertions.len()).filter(|&place| is_connected(place)).collect()
}

/// A union-find: each input's parent, up to one that is its own.
struct Groups(Vec<u32>);

impl Groups {
    /// The way up gets half as long each time that it is gone.
    fn find(&mut self, mut input: u32) -> u32 {
        while self.0[input as usize] != input {
            let above = self.0[input as usize];
            self.0[input as usize] = self.0[above as usize];
            input = self.0[input as usize];
        }
        input
    }

    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.find(a), self.find(b));
        self.0[b as usize] = a;
    }
}

#[cfg(test)]
mod tests {
    use super::connected;

    #[test]
    fn what_shares_inputs_is_connected() {
        let assertions: [&[u32]; 6] = [&[0, 1], &[2], &[3, 4], &[1, 5], &[], &[4]];
        assert_eq!(connected(6, &assertions, &[3]), [0, 3]);
        assert_eq!(connected(6, &assertions, &[5, 1]), [1, 2, 5]);
        assert_eq!(connected(6, &assertions, &[4]), [4]);
    }
}
