//! The value of a term under a model, that is, for given values of the inputs.
//!
//! Models are tried against conditions all the time, and most conditions are a comparison of two inputs: a term
//! of few operators is computed directly. A deeper one goes operand by operand over a stack, with a memo of what
//! is known, as it may share operands without limit. Of an `ite` only the arm that is taken is computed.

use crate::arena::Terms;
use crate::float;
use crate::node::{BinaryOp, Kind, Node, TermId, View};
use crate::semantics::{self, mask, signed};

/// Terms of at most this height are computed without memo: at most 2^3 leaves, or inputs put together.
const SHALLOW: u8 = 3;

/// Scratch memory for evaluations, kept from one to the next.
#[derive(Clone, Debug, Default)]
pub struct Evaluator {
    /// By term. An entry counts only if it is of the current generation, so nothing has to be cleared.
    memo: Vec<Memo>,
    generation: u32,
    stack: Vec<TermId>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Memo {
    generation: u32,
    value: u64,
}

/// What the inputs are. A function of an input's number is one.
pub trait Model {
    /// The value of an input.
    fn input(&self, input: u32) -> u64;

    /// The value of inputs put together, if it is at hand: asked before they are put together one by one.
    #[inline(always)]
    fn joined(&self, _: TermId) -> Option<u64> {
        None
    }
}

impl<F: Fn(u32) -> u64> Model for F {
    #[inline(always)]
    fn input(&self, input: u32) -> u64 {
        self(input)
    }
}

/// Values of terms under one model. What one term needed is remembered for the next; the arena is borrowed, as
/// an undone term's id may come to mean another term.
#[derive(Debug)]
pub struct Valuation<'a, M> {
    terms: &'a Terms,
    model: &'a M,
    evaluator: &'a mut Evaluator,
}

impl Terms {
    /// The value of a term for inputs that have the values `model` gives. (Often? See [`Evaluator`].)
    pub fn eval(&self, term: TermId, model: &impl Fn(u32) -> u64) -> u64 {
        Evaluator::default().eval(self, term, model)
    }

    /// What the outermost operator of a term makes of these operands, as many as it has; none if that is a choice, or
    /// computes with floating-point numbers.
    pub fn applied(&self, term: TermId, a: u64, b: u64) -> Option<u64> {
        let width = self.width(term);
        match self.view(term) {
            View::Unary(op, _) if !op.is_float() => Some(semantics::unary(op, width, a)),
            View::Binary(op, _, y) if !op.is_float_arithmetic() => {
                Some(semantics::binary(op, self.width(y), a, b))
            }
            View::Extract { low, .. } => Some(a >> low & mask(width)),
            View::ZeroExtend(_) => Some(a),
            View::SignExtend(x) => Some(signed(self.width(x), a) as u64 & mask(width)),
            _ => None,
        }
    }
}

impl Evaluator {
    /// An evaluator.
    pub fn new() -> Evaluator {
        Evaluator::default()
    }

    /// The value of a term for inputs that have the values `model` gives.
    #[inline]
    pub fn eval(&mut self, terms: &Terms, term: TermId, model: &impl Fn(u32) -> u64) -> u64 {
        self.eval_in(terms, term, model)
    }

    /// The same for any model.
    #[inline]
    pub fn eval_in(&mut self, terms: &Terms, term: TermId, model: &impl Model) -> u64 {
        if terms.node(term).height <= SHALLOW {
            return shallow(terms, term, model);
        }
        self.under_model(terms, model).value(term)
    }

    /// The values of any number of terms for inputs that have the values `model` gives.
    pub fn under<'a, M: Fn(u32) -> u64>(&'a mut self, terms: &'a Terms, model: &'a M) -> Valuation<'a, M> {
        self.under_model(terms, model)
    }

    /// The same for any model.
    pub fn under_model<'a, M: Model>(&'a mut self, terms: &'a Terms, model: &'a M) -> Valuation<'a, M> {
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.memo.fill(Memo::default());
            self.generation = 1;
        }
        Valuation { terms, model, evaluator: self }
    }

    /// The same, where what was computed before is still known: the model is that of the last time, as far as it was looked
    /// at, and no term was undone since.
    pub fn go_on<'a, M: Fn(u32) -> u64>(&'a mut self, terms: &'a Terms, model: &'a M) -> Valuation<'a, M> {
        match self.generation {
            0 => self.under(terms, model),
            _ => Valuation { terms, model, evaluator: self },
        }
    }
}

impl<M: Model> Valuation<'_, M> {
    /// The value of a term.
    #[inline]
    pub fn value(&mut self, term: TermId) -> u64 {
        match self.known(term) {
            Some(value) => value,
            None => self.deep(term),
        }
    }

    /// Whether a truth value holds.
    #[inline]
    pub fn holds(&mut self, term: TermId) -> bool {
        self.value(term) != 0
    }

    #[inline]
    fn known(&self, term: TermId) -> Option<u64> {
        if self.terms.node(term).height <= SHALLOW {
            return Some(shallow(self.terms, term, self.model));
        }
        let memo = self.evaluator.memo.get(term.index())?;
        (memo.generation == self.evaluator.generation).then_some(memo.value)
    }

    fn deep(&mut self, root: TermId) -> u64 {
        if self.evaluator.memo.len() <= root.index() {
            self.evaluator.memo.resize(self.terms.count(), Memo::default());
        }
        self.evaluator.stack.push(root);
        let mut value = 0;
        while let Some(&term) = self.evaluator.stack.last() {
            match self.step(self.terms.node(term)) {
                Ok(known) => {
                    value = known;
                    let generation = self.evaluator.generation;
                    self.evaluator.memo[term.index()] = Memo { generation, value };
                    self.evaluator.stack.pop();
                }
                Err(missing) => self.evaluator.stack.push(missing),
            }
        }
        value
    }

    /// The value of a node, or an operand that has to be computed first.
    fn step(&self, node: &Node) -> Result<u64, TermId> {
        let operand = |id| self.known(TermId(id)).ok_or(TermId(id));
        if node.kind == Kind::Ite {
            return operand(if operand(node.a)? != 0 { node.b } else { node.c });
        }
        let a = operand(node.a)?;
        let b = if matches!(node.kind, Kind::Binary(_)) { operand(node.b)? } else { 0 };
        Ok(apply(self.terms, node, a, b))
    }
}

/// The value of a term that is at most `SHALLOW` high, which also bounds the recursion.
fn shallow(terms: &Terms, term: TermId, model: &impl Model) -> u64 {
    let node = terms.node(term);
    // A leaf is read here and not by a call: most operands are.
    let operand = |id| {
        let node = terms.node(TermId(id));
        leaf(node, model).unwrap_or_else(|| shallow(terms, TermId(id), model))
    };
    match node.kind {
        Kind::Constant | Kind::Input => leaf(node, model).unwrap_or(0),
        Kind::Ite => operand(if operand(node.a) != 0 { node.b } else { node.c }),
        Kind::Binary(BinaryOp::Concat) => match model.joined(term) {
            Some(value) => value,
            None => apply(terms, node, operand(node.a), operand(node.b)),
        },
        Kind::Binary(_) => apply(terms, node, operand(node.a), operand(node.b)),
        _ => apply(terms, node, operand(node.a), 0),
    }
}

/// The value of a constant or an input.
#[inline(always)]
fn leaf(node: &Node, model: &impl Model) -> Option<u64> {
    match node.kind {
        Kind::Constant => Some(node.value()),
        Kind::Input => Some(model.input(node.a) & mask(node.width.into())),
        _ => None,
    }
}

/// An operator on the values of its operands.
#[inline(always)]
fn apply(terms: &Terms, node: &Node, a: u64, b: u64) -> u64 {
    match node.kind {
        Kind::Unary(op) => semantics::unary(op, node.width.into(), a),
        // The second operand's width is that of the first but for a concatenation, where it is what counts.
        Kind::Binary(op) => semantics::binary(op, terms.width(TermId(node.b)), a, b),
        Kind::Convert(op) => float::convert(op, terms.width(TermId(node.a)), node.width.into(), a),
        Kind::Extract => a >> node.b & mask(node.width.into()),
        Kind::SignExtend => signed(terms.width(TermId(node.a)), a) as u64 & mask(node.width.into()),
        Kind::ZeroExtend | Kind::Ite | Kind::Constant | Kind::Input => a,
    }
}
