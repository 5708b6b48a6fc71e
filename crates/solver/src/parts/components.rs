//! Which conditions share inputs, directly or by way of others: a union-find over the inputs that is undone like a stack.
//!
//! The smaller component is hung below the larger one and ways are never shortened, so a way up is at most as long as the
//! logarithm of the inputs, and taking a union back is one step. Every node lists what came to it while it stood at the
//! top, newest first: conditions, and nodes that were hung below it. It counts the conditions below it, and how many of
//! them each context holds, so that those that a context lacks are found without looking at the others: they are mostly
//! the newest.

/// How many contexts there are (see [`super::context`]).
pub(super) const CONTEXTS: usize = 2;

const NONE: u32 = u32::MAX;

/// An input, and the component that it is at the top of or was.
#[derive(Clone, Copy, Debug)]
struct Node {
    parent: u32,
    /// How many inputs there are below it, itself included.
    inputs: u32,
    /// How many conditions, and how many of them each context holds.
    conditions: u32,
    held: [u32; CONTEXTS],
    /// The newest item of its list.
    newest: u32,
}

/// What came to a node.
#[derive(Clone, Copy, Debug)]
struct Item {
    node: u32,
    what: What,
    /// The item before it.
    older: u32,
}

#[derive(Clone, Copy, Debug)]
enum What {
    Condition(u32),
    Child(u32),
}

/// All inputs and how they are connected.
#[derive(Clone, Debug, Default)]
pub(super) struct Components {
    nodes: Vec<Node>,
    /// In the order in which they came.
    items: Vec<Item>,
}

impl Components {
    /// The next input, connected with no other.
    pub(super) fn declare(&mut self) {
        let parent = self.nodes.len() as u32;
        let held = [0; CONTEXTS];
        self.nodes.push(Node { parent, inputs: 1, conditions: 0, held, newest: NONE });
    }

    /// Goes back to so many inputs, of which no other is connected with a later one.
    pub(super) fn truncate(&mut self, inputs: usize) {
        self.nodes.truncate(inputs);
    }

    /// How many items there are.
    pub(super) fn mark(&self) -> usize {
        self.items.len()
    }

    /// Goes back to so many items. No context holds a condition that is gone then.
    pub(super) fn undo(&mut self, items: usize) {
        for Item { node, what, older } in self.items.drain(items..).rev() {
            self.nodes[node as usize].newest = older;
            match what {
                What::Condition(_) => self.nodes[node as usize].conditions -= 1,
                What::Child(child) => {
                    self.nodes[child as usize].parent = child;
                    let below = self.nodes[child as usize];
                    let node = &mut self.nodes[node as usize];
                    node.inputs -= below.inputs;
                    node.conditions -= below.conditions;
                    (0..CONTEXTS).for_each(|context| node.held[context] -= below.held[context]);
                }
            }
        }
    }

    /// The top of an input's component, which stands for it.
    pub(super) fn find(&self, mut node: u32) -> u32 {
        loop {
            let parent = self.nodes[node as usize].parent;
            if parent == node {
                return node;
            }
            node = parent;
        }
    }

    /// Connects inputs and returns the top of their component; none if there are none.
    pub(super) fn join(&mut self, inputs: &[u32]) -> Option<u32> {
        let (&first, others) = inputs.split_first()?;
        Some(others.iter().fold(self.find(first), |top, &other| self.join_tops(top, self.find(other))))
    }

    fn join_tops(&mut self, a: u32, b: u32) -> u32 {
        if a == b {
            return a;
        }
        let larger = self.nodes[a as usize].inputs >= self.nodes[b as usize].inputs;
        let (top, child) = if larger { (a, b) } else { (b, a) };
        self.nodes[child as usize].parent = top;
        let below = self.nodes[child as usize];
        let node = &mut self.nodes[top as usize];
        node.inputs += below.inputs;
        node.conditions += below.conditions;
        (0..CONTEXTS).for_each(|context| node.held[context] += below.held[context]);
        self.push(top, What::Child(child));
        top
    }

    /// Adds a condition to a component, given by its top.
    pub(super) fn attach(&mut self, top: u32, condition: u32) {
        self.nodes[top as usize].conditions += 1;
        self.push(top, What::Condition(condition));
    }

    fn push(&mut self, node: u32, what: What) {
        let older = std::mem::replace(&mut self.nodes[node as usize].newest, self.items.len() as u32);
        self.items.push(Item { node, what, older });
    }

    /// How many conditions a component has, given by its top.
    pub(super) fn conditions(&self, top: u32) -> usize {
        self.nodes[top as usize].conditions as usize
    }

    /// How many of them a context lacks.
    pub(super) fn lacking(&self, top: u32, context: usize) -> usize {
        let node = &self.nodes[top as usize];
        (node.conditions - node.held[context]) as usize
    }

    /// A context holds a condition from now on, that was attached to this node.
    pub(super) fn hold(&mut self, node: u32, context: usize) {
        self.up(node, |node| node.held[context] += 1);
    }

    /// It holds it no longer.
    pub(super) fn release(&mut self, node: u32, context: usize) {
        self.up(node, |node| node.held[context] -= 1);
    }

    fn up(&mut self, mut at: u32, mut change: impl FnMut(&mut Node)) {
        loop {
            let node = &mut self.nodes[at as usize];
            change(node);
            if node.parent == at {
                return;
            }
            at = node.parent;
        }
    }

    /// The conditions of a component that a context lacks, in no order.
    pub(super) fn lacked(
        &self,
        top: u32,
        context: usize,
        is_held: impl Fn(u32) -> bool,
        lacked: &mut Vec<u32>,
    ) {
        let mut nodes = vec![top];
        while let Some(node) = nodes.pop() {
            let mut left = self.lacking(node, context);
            let mut next = self.nodes[node as usize].newest;
            while left > 0 {
                let Item { what, older, .. } = self.items[next as usize];
                match what {
                    What::Condition(condition) if !is_held(condition) => {
                        lacked.push(condition);
                        left -= 1;
                    }
                    What::Child(child) if self.lacking(child, context) > 0 => {
                        nodes.push(child);
                        left -= self.lacking(child, context);
                    }
                    _ => {}
                }
                next = older;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lacked(components: &Components, input: u32, held: &[u32]) -> Vec<u32> {
        let mut lacked = Vec::new();
        components.lacked(components.find(input), 0, |condition| held.contains(&condition), &mut lacked);
        lacked.sort_unstable();
        lacked
    }

    #[test]
    fn what_is_joined_is_taken_apart_again() {
        let mut components = Components::default();
        (0..6).for_each(|_| components.declare());
        let assert = |components: &mut Components, condition: u32, inputs: &[u32]| {
            let top = components.join(inputs).expect("there are inputs");
            components.attach(top, condition);
            top
        };
        let first = assert(&mut components, 0, &[0, 1]);
        assert(&mut components, 1, &[2, 3, 4]);
        assert_eq!((lacked(&components, 1, &[]), lacked(&components, 4, &[])), (vec![0], vec![1]));
        let mark = components.mark();
        assert(&mut components, 2, &[1, 3]);
        assert_eq!(lacked(&components, 0, &[]), [0, 1, 2]);
        components.hold(first, 0);
        assert_eq!(lacked(&components, 4, &[0]), [1, 2]);
        // What is held stays so when the union is taken back.
        components.undo(mark);
        assert_eq!((lacked(&components, 0, &[0]), lacked(&components, 2, &[0])), (vec![], vec![1]));
        assert_eq!(components.conditions(components.find(5)), 0);
        components.release(first, 0);
        assert_eq!(lacked(&components, 0, &[]), [0]);
        components.undo(0);
        assert!((0..6).all(|input| components.find(input) == input));
    }
}
