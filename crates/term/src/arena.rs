//! The arena: where terms are kept, found again, and undone.
//!
//! Terms are found through a table of ids with linear probing. Undoing removes terms in the opposite order of
//! their creation, and then a removed entry leaves nothing behind: whatever is still in the table was there
//! before, so no search for it passes through the slot. (A general hash table would leave tombstones and, after
//! enough of the billions of terms that an exploration adds and undoes, sweep them.)

use crate::node::{BinaryOp, Kind, Node, TermId, UnaryOp, View, hash};
use crate::range::Range;
use crate::semantics::mask;

/// An arena of terms.
#[derive(Clone, Debug)]
pub struct Terms {
    nodes: Vec<Node>,
    /// Beside the nodes, since finding a term again needs no range.
    ranges: Vec<Range>,
    /// Whether a term has an operator of floating-point arithmetic.
    floats: Vec<bool>,
    /// Which inputs a term depends on, a bit for each.
    inputs: Vec<u64>,
    /// Ids, or `EMPTY`; a power of two of them, at most half in use.
    slots: Vec<u32>,
}

/// A state of the arena that can be returned to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark(u32);

const EMPTY: u32 = u32::MAX;

impl Terms {
    /// The term that is false.
    pub const FALSE: TermId = TermId(0);
    /// The term that is true.
    pub const TRUE: TermId = TermId(1);
    /// So many inputs are told apart by [`Terms::input_bits`].
    pub const TOLD_INPUTS: u32 = u64::BITS - 1;

    /// An arena with no terms but true and false.
    pub fn new() -> Terms {
        let (nodes, ranges, floats, inputs) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut terms = Terms { nodes, ranges, floats, inputs, slots: vec![EMPTY; 1 << 10] };
        terms.constant(1, 0);
        terms.constant(1, 1);
        terms
    }

    /// How many terms there are; all ids are below.
    pub fn count(&self) -> usize {
        self.nodes.len()
    }

    /// The current state, to return to.
    pub fn mark(&self) -> Mark {
        Mark(self.nodes.len() as u32)
    }

    /// Removes all terms made since the mark was taken. Their ids must not be used any more; later marks neither.
    #[inline]
    pub fn undo(&mut self, mark: Mark) {
        assert!(mark.0 as usize <= self.nodes.len(), "marks are undone last to first");
        while self.nodes.len() > mark.0 as usize {
            self.remove_last();
        }
    }

    pub(crate) fn remove_last(&mut self) {
        let Some(node) = self.nodes.pop() else { return };
        self.ranges.pop();
        self.floats.pop();
        self.inputs.pop();
        let id = self.nodes.len() as u32;
        let last = self.slots.len() - 1;
        let mut slot = hash(node.key()) as usize & last;
        while self.slots[slot] != id {
            slot = (slot + 1) & last;
        }
        self.slots[slot] = EMPTY;
    }

    /// The outermost operator of a term, and its operands.
    #[inline(always)]
    pub fn view(&self, term: TermId) -> View {
        self.node(term).view()
    }

    /// The width of a term, in bits.
    #[inline(always)]
    pub fn width(&self, term: TermId) -> u32 {
        self.node(term).width.into()
    }

    /// A range that the values of a term are in whatever the inputs are, within theirs.
    #[inline(always)]
    pub fn range(&self, term: TermId) -> Range {
        self.ranges[term.index()]
    }

    /// Whether a term has an operator of floating-point arithmetic, at any depth.
    #[inline(always)]
    pub fn has_floats(&self, term: TermId) -> bool {
        self.floats[term.index()]
    }

    /// Which inputs a term depends on: a bit for each of the first [`Terms::TOLD_INPUTS`], and one for all others.
    #[inline(always)]
    pub fn input_bits(&self, term: TermId) -> u64 {
        self.inputs[term.index()]
    }

    /// The value of a constant.
    #[inline(always)]
    pub fn value(&self, term: TermId) -> Option<u64> {
        let node = self.node(term);
        (node.kind == Kind::Constant).then(|| node.value())
    }

    /// A number of a width from 1 to 64; bits above are dropped.
    pub fn constant(&mut self, width: u32, value: u64) -> TermId {
        assert!((1..=64).contains(&width), "a term has 1 to 64 bits, not {width}");
        self.intern(View::Constant(value & mask(width)), width)
    }

    /// True or false.
    pub fn boolean(&self, value: bool) -> TermId {
        if value { Terms::TRUE } else { Terms::FALSE }
    }

    /// An input of the program. An index always goes with the same width.
    pub fn input(&mut self, index: u32, width: u32) -> TermId {
        assert!((1..=64).contains(&width), "a term has 1 to 64 bits, not {width}");
        self.intern(View::Input(index), width)
    }

    /// An input of which it is known that it is from `low` to `high`: terms are simplified with that, and mean what they
    /// say only for such inputs. Whoever makes it first decides.
    pub fn input_in(&mut self, index: u32, width: u32, (low, high): (u64, u64)) -> TermId {
        assert!(low < high && high <= mask(width), "an input has several values, all of its width");
        let before = self.count();
        let term = self.input(index, width);
        if term.index() == before {
            self.ranges[before] = Range::between(low, high);
        }
        term
    }

    #[inline(always)]
    pub(crate) fn node(&self, term: TermId) -> &Node {
        &self.nodes[term.index()]
    }

    /// The operator on one term as it is, not simplified.
    pub(crate) fn plain_unary(&mut self, op: UnaryOp, a: TermId) -> TermId {
        self.intern(View::Unary(op, a), self.width(a))
    }

    /// The operator on two terms as it is, not simplified except for the order of operands that may be swapped.
    #[inline]
    pub(crate) fn plain_binary(&mut self, op: BinaryOp, a: TermId, b: TermId) -> TermId {
        let width = match op {
            BinaryOp::Concat => self.width(a) + self.width(b),
            _ if op.is_comparison() => 1,
            _ => self.width(a),
        };
        let (a, b) = if op.is_commutative() { self.ordered(a, b) } else { (a, b) };
        self.intern(View::Binary(op, a, b), width)
    }

    /// Two operands in the order in which they stand under an operator that lets them be swapped: composite terms,
    /// inputs, constants (`x0 * x1 + x2 + 1`).
    #[inline]
    pub(crate) fn ordered(&self, a: TermId, b: TermId) -> (TermId, TermId) {
        let rank = |term: TermId| match self.node(term) {
            Node { kind: Kind::Constant, .. } => (2, 0),
            Node { kind: Kind::Input, a: index, .. } => (1, *index),
            _ => (0, term.0),
        };
        if rank(a) <= rank(b) { (a, b) } else { (b, a) }
    }

    /// The term that looks like this, found or made. One whose range is a single number is made that number.
    #[inline]
    pub(crate) fn intern(&mut self, view: View, width: u32) -> TermId {
        let node = Node::new(view, width);
        let key = node.key();
        let last = self.slots.len() - 1;
        let mut slot = hash(key) as usize & last;
        loop {
            let id = self.slots[slot];
            if id == EMPTY {
                return self.insert(node, slot);
            }
            if self.nodes[id as usize].key() == key {
                return TermId(id);
            }
            slot = (slot + 1) & last;
        }
    }

    fn insert(&mut self, mut node: Node, slot: usize) -> TermId {
        let range = Range::of_node(self, &node);
        if let Some(value) = range.single()
            && node.kind != Kind::Constant
        {
            return self.constant(node.width.into(), value);
        }
        node.height = self.height_of(&node);
        let id = self.nodes.len() as u32;
        assert!(id < EMPTY, "there are at most 2^32 - 1 terms");
        self.nodes.push(node);
        self.ranges.push(range);
        let floats = node.view().operands().any(|operand| self.has_floats(operand));
        self.floats.push(floats || node.kind.is_float_arithmetic());
        let inputs = match node.view() {
            View::Input(index) => 1 << index.min(Terms::TOLD_INPUTS),
            view => view.operands().fold(0, |inputs, operand| inputs | self.input_bits(operand)),
        };
        self.inputs.push(inputs);
        self.slots[slot] = id;
        if self.nodes.len() * 2 > self.slots.len() {
            self.grow();
        }
        TermId(id)
    }

    /// How many operators there are above each other. Inputs put together count as one, however many they are.
    fn height_of(&self, node: &Node) -> u8 {
        let is_concat = |node: &Node| node.kind == Kind::Binary(BinaryOp::Concat);
        let above = |operand: TermId| match self.node(operand) {
            part if part.height == 1 && is_concat(node) && is_concat(part) => 1,
            operand => operand.height + 1,
        };
        node.view().operands().map(above).max().unwrap_or(0).min(u8::MAX - 1)
    }

    #[cold]
    fn grow(&mut self) {
        let size = self.slots.len() * 2;
        self.slots.clear();
        self.slots.resize(size, EMPTY);
        // In the order of their creation, so that undoing still removes the last one first.
        for (id, node) in self.nodes.iter().enumerate() {
            let mut slot = hash(node.key()) as usize & (size - 1);
            while self.slots[slot] != EMPTY {
                slot = (slot + 1) & (size - 1);
            }
            self.slots[slot] = id as u32;
        }
    }
}

impl Default for Terms {
    fn default() -> Terms {
        Terms::new()
    }
}
