//! Facts as graphs of choices. A node is a truth value or an integer; what has no choice in it is an atom or a leaf.
//!
//! Nodes are shared: by the terms that they stand for, and atoms and leaves by what they are made of ([`super::book`]). So two
//! conditions that come down to the same comparison, each through choices of its own, are one atom, and are decided once.
//!
//! Nodes are made when a fact is asserted ([`super::build`]), and by the search when it comes to a sum or a comparison of chosen
//! integers. They are undone like a stack, with the words that they are about.

use rustc_hash::FxHashMap;
use worstcase_term::{TermId, Terms, signed};

use super::super::comparisons::Relation;
use super::super::words::Words;
use super::Case;
use super::book::{AtomId, Book, LeafId, Sum, Truth};

/// The most numbers among which it is known that an integer is chosen.
const MOST_NUMBERS: usize = 16;

/// A node, by its place among all.
pub(in super::super) type NodeId = u32;

/// A truth value or an integer.
#[derive(Clone, Copy, Debug)]
pub(super) enum Node {
    Constant(bool),
    /// A comparison without choices.
    Atom(AtomId),
    Not(NodeId),
    And(NodeId, NodeId),
    Or(NodeId, NodeId),
    /// Whether two truth values are the same.
    Same(NodeId, NodeId),
    Compared(Relation, NodeId, NodeId),
    /// One of two truth values or integers.
    Choice {
        condition: NodeId,
        then: NodeId,
        otherwise: NodeId,
    },
    /// An integer without choices.
    Leaf(LeafId),
    Sum(Sum),
    Applied(Applied),
}

/// The outermost operator of a term, on integers that are all chosen among constants, in a reading.
#[derive(Clone, Copy, Debug)]
pub(super) struct Applied {
    pub(super) term: TermId,
    /// The bits of its operands. If there is just one, it is both.
    pub(super) a: NodeId,
    pub(super) b: NodeId,
    pub(super) is_signed: bool,
}

/// What a node is found by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Key {
    Truth(TermId),
    /// A term in a reading.
    Integer(TermId, bool),
    Leaf(LeafId),
    Compared(Truth),
}

/// All nodes.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Graph {
    pub(super) nodes: Vec<Node>,
    /// For each, the numbers that it can be, if it is an integer that is chosen among few.
    pub(super) numbers: Vec<Vec<i128>>,
    pub(super) book: Book,
    /// What cannot be put so is remembered, too.
    pub(super) index: FxHashMap<Key, Option<NodeId>>,
    keys: Vec<Key>,
}

/// A state to come back to.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Mark {
    nodes: usize,
    keys: usize,
}

impl Graph {
    pub(in super::super) fn mark(&self) -> Mark {
        Mark { nodes: self.nodes.len(), keys: self.keys.len() }
    }

    pub(in super::super) fn undo(&mut self, mark: Mark) {
        self.nodes.truncate(mark.nodes);
        self.numbers.truncate(mark.nodes);
        for key in self.keys.drain(mark.keys..) {
            self.index.remove(&key);
        }
    }

    /// The only case in which a fact holds, if it is an atom with one.
    pub(in super::super) fn only_case(&self, fact: NodeId) -> Option<&Case> {
        let (atom, holds) = match self.nodes[fact as usize] {
            Node::Not(inner) => (inner, false),
            _ => (fact, true),
        };
        let Node::Atom(atom) = self.nodes[atom as usize] else { return None };
        match self.book.cases(atom)[usize::from(holds)].as_slice() {
            [only] => Some(only),
            _ => None,
        }
    }

    /// Whether a fact never holds.
    pub(super) fn is_false(&self, fact: NodeId) -> bool {
        match self.nodes[fact as usize] {
            Node::Constant(value) => !value,
            Node::Not(inner) => matches!(self.nodes[inner as usize], Node::Constant(true)),
            _ => false,
        }
    }

    pub(super) fn add(&mut self, node: Node) -> NodeId {
        self.add_among(node, Vec::new())
    }

    /// Adds an integer that is one of these numbers, if there are few.
    pub(super) fn add_among(&mut self, node: Node, mut numbers: Vec<i128>) -> NodeId {
        numbers.sort_unstable();
        numbers.dedup();
        self.nodes.push(node);
        self.numbers.push(if numbers.len() <= MOST_NUMBERS { numbers } else { Vec::new() });
        self.nodes.len() as NodeId - 1
    }

    pub(super) fn choice(&mut self, condition: NodeId, then: NodeId, otherwise: NodeId) -> NodeId {
        let (a, b) = (&self.numbers[then as usize], &self.numbers[otherwise as usize]);
        let numbers = if a.is_empty() || b.is_empty() { Vec::new() } else { [a.as_slice(), b].concat() };
        self.add_among(Node::Choice { condition, then, otherwise }, numbers)
    }

    /// Whether a comparison comes to the same whatever numbers are chosen, and to what.
    pub(super) fn is_always(&self, relation: Relation, a: NodeId, b: NodeId) -> Option<bool> {
        let (a, b) = (&self.numbers[a as usize], &self.numbers[b as usize]);
        let mut results = a.iter().flat_map(|&a| b.iter().map(move |&b| relation.holds(a, b)));
        let first = results.next()?;
        results.all(|result| result == first).then_some(first)
    }

    pub(super) fn remember(&mut self, key: Key, node: Option<NodeId>) {
        self.index.insert(key, node);
        self.keys.push(key);
    }

    /// The node of a leaf.
    pub(super) fn leaf(&mut self, leaf: LeafId) -> NodeId {
        let key = Key::Leaf(leaf);
        if let Some(&Some(known)) = self.index.get(&key) {
            return known;
        }
        let numbers = self.book.number_of(leaf).into_iter().collect();
        let node = self.add_among(Node::Leaf(leaf), numbers);
        self.remember(key, Some(node));
        node
    }

    /// The node of what a comparison of leaves comes to.
    pub(super) fn truth(&mut self, truth: Truth) -> NodeId {
        let key = Key::Compared(truth);
        if let Some(&Some(known)) = self.index.get(&key) {
            return known;
        }
        let node = match truth {
            Truth::Constant(value) => Node::Constant(value),
            Truth::Atom { atom, holds: true } => Node::Atom(atom),
            Truth::Atom { atom, holds: false } => Node::Not(self.truth(Truth::Atom { atom, holds: true })),
        };
        let node = self.add(node);
        self.remember(key, Some(node));
        node
    }

    /// The leaf that a node is, if it is one.
    pub(super) fn leaf_of(&self, node: NodeId) -> Option<LeafId> {
        match self.nodes[node as usize] {
            Node::Leaf(leaf) => Some(leaf),
            _ => None,
        }
    }

    pub(super) fn number(&mut self, words: &Words, number: i128) -> NodeId {
        let leaf = self.book.number(words, number);
        self.leaf(leaf)
    }

    /// A sum of leaves.
    pub(super) fn sum(&mut self, words: &Words, sum: Sum) -> Option<NodeId> {
        let (a, b) = (self.leaf_of(sum.a)?, self.leaf_of(sum.b)?);
        let leaf = self.book.sum(words, Sum { a, b, ..sum })?;
        Some(self.leaf(leaf))
    }

    /// A comparison of leaves.
    pub(super) fn comparison(
        &mut self,
        words: &Words,
        relation: Relation,
        a: NodeId,
        b: NodeId,
    ) -> Option<NodeId> {
        let (a, b) = (self.leaf_of(a)?, self.leaf_of(b)?);
        let truth = self.book.compare(words, relation, a, b)?;
        Some(self.truth(truth))
    }

    /// Forgets leaves and atoms that no node is about, if there are more than so many. Returns whether others may get
    /// their numbers.
    pub(super) fn clean(&mut self, most: usize) -> bool {
        let is_full = self.book.is_full(most);
        if is_full {
            let leaves = self.nodes.iter().filter_map(|node| match *node {
                Node::Leaf(leaf) => Some(leaf),
                _ => None,
            });
            let atoms = self.nodes.iter().filter_map(|node| match *node {
                Node::Atom(atom) => Some(atom),
                _ => None,
            });
            self.book.keep(leaves, atoms);
        }
        is_full
    }

    /// An operator on leaves, if these are numbers.
    pub(super) fn applied(&mut self, terms: &Terms, words: &Words, applied: Applied) -> Option<NodeId> {
        let Applied { term, is_signed, .. } = applied;
        let number = |node: NodeId| self.book.number_of(self.leaf_of(node)?);
        let (a, b) = (number(applied.a)?, number(applied.b)?);
        let value = terms.applied(term, a as u64, b as u64)?;
        Some(self.number(words, reading(terms.width(term), value, is_signed)))
    }
}

/// The integer that bits are in a reading.
pub(super) fn reading(width: u32, bits: u64, is_signed: bool) -> i128 {
    if is_signed { signed(width, bits).into() } else { bits.into() }
}
