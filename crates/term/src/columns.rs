//! The values of terms under many models at once: operator by operator, each for all models.
//!
//! One model after the other, most time goes into finding out what to compute. Here that is found out once, and the loops over
//! models are short enough for the compiler to make vector instructions of them. Unlike [`crate::Evaluator`],
//! both arms of an `ite` are computed, so that pays only as long as terms have few operators.

use crate::arena::Terms;
use crate::float;
use crate::node::{BinaryOp, Kind, Node, TermId};
use crate::semantics::{binary, mask, signed, unary};
use crate::walk::Walk;

/// The most models at once: so few that the values of some dozen terms stay in the processor's nearest memory.
pub const MOST_MODELS: usize = 256;

/// The most operators, inputs and constants that are computed so.
const MOST_OPERATORS: usize = 96;

type Column = [u64; MOST_MODELS];

/// Scratch memory for many models, kept from one batch to the next.
#[derive(Clone, Debug, Default)]
pub struct Columns {
    /// By term, its generation and its place in the batch.
    places: Vec<(u32, u32)>,
    generation: u32,
    operations: Vec<Operation>,
    columns: Vec<Column>,
}

/// An operator, an input or a constant; operands are places in the batch, before its own.
#[derive(Clone, Copy, Debug)]
struct Operation {
    node: Node,
    /// Of the operand that the meaning depends on.
    width: u32,
    a: u32,
    b: u32,
    c: u32,
}

/// Terms to be computed for one set of models after the other.
#[derive(Debug)]
pub struct Batch<'a> {
    operations: &'a [Operation],
    columns: &'a mut [Column],
    roots: Vec<u32>,
}

impl Columns {
    /// Terms to be computed together, if they have few operators in all.
    pub fn batch(&mut self, terms: &Terms, roots: &[TermId]) -> Option<Batch<'_>> {
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.places.clear();
            self.generation = 1;
        }
        if self.places.len() < terms.count() {
            self.places.resize(terms.count(), (0, 0));
        }
        self.operations.clear();
        for &root in roots {
            let mut walk = Walk::new(root);
            let generation = self.generation;
            while let Some(term) = walk.next(terms, |term| self.places[term.index()].0 == generation) {
                if self.operations.len() == MOST_OPERATORS {
                    return None;
                }
                self.add(terms, term);
            }
        }
        if self.columns.len() < self.operations.len() {
            self.columns.resize(self.operations.len(), [0; MOST_MODELS]);
        }
        let roots = roots.iter().map(|root| self.places[root.index()].1).collect();
        Some(Batch { operations: &self.operations, columns: &mut self.columns, roots })
    }

    fn add(&mut self, terms: &Terms, term: TermId) {
        let node = *terms.node(term);
        let place = |operand: u32| self.places[operand as usize].1;
        let (a, b, c) = match node.kind {
            Kind::Constant | Kind::Input => (0, 0, 0),
            Kind::Binary(_) => (place(node.a), place(node.b), 0),
            Kind::Ite => (place(node.a), place(node.b), place(node.c)),
            _ => (place(node.a), 0, 0),
        };
        let width = match node.kind {
            Kind::Binary(_) => terms.width(TermId(node.b)),
            Kind::Convert(_) | Kind::SignExtend => terms.width(TermId(node.a)),
            _ => node.width.into(),
        };
        self.places[term.index()] = (self.generation, self.operations.len() as u32);
        self.operations.push(Operation { node, width, a, b, c });
    }
}

impl Batch<'_> {
    /// Computes all for so many models, at most [`MOST_MODELS`]; `fill` writes the values that an input has in them.
    pub fn run(&mut self, models: usize, mut fill: impl FnMut(u32, &mut [u64])) {
        for (place, operation) in self.operations.iter().enumerate() {
            let (before, own) = self.columns.split_at_mut(place);
            let own = &mut own[0][..models];
            match operation.node.kind {
                Kind::Constant => own.fill(operation.node.value()),
                Kind::Input => {
                    fill(operation.node.a, own);
                    let bits = mask(operation.node.width.into());
                    own.iter_mut().for_each(|value| *value &= bits);
                }
                _ => operation.run(before, own),
            }
        }
    }

    /// The values of one of the terms for the models of the last run.
    pub fn values(&self, root: usize) -> &[u64] {
        &self.columns[self.roots[root] as usize]
    }
}

impl Operation {
    fn run(&self, before: &[Column], own: &mut [u64]) {
        let Operation { node, width, .. } = *self;
        let operand = |place: u32| &before[place as usize][..];
        let (a, bits) = (operand(self.a), mask(node.width.into()));
        match node.kind {
            Kind::Binary(op) => binary_column(op, width, a, operand(self.b), own),
            Kind::Unary(op) => each(own, a, |a| unary(op, width, a)),
            Kind::Extract => each(own, a, |a| a >> node.b & bits),
            Kind::SignExtend => each(own, a, |a| signed(width, a) as u64 & bits),
            Kind::ZeroExtend => each(own, a, |a| a),
            Kind::Convert(op) => each(own, a, |a| float::convert(op, width, node.width.into(), a)),
            Kind::Ite => {
                let (then, otherwise) = (operand(self.b), operand(self.c));
                for (((own, a), then), otherwise) in own.iter_mut().zip(a).zip(then).zip(otherwise) {
                    *own = if *a != 0 { *then } else { *otherwise };
                }
            }
            Kind::Constant | Kind::Input => unreachable!("no operator"),
        }
    }
}

fn each(own: &mut [u64], a: &[u64], outcome: impl Fn(u64) -> u64) {
    own.iter_mut().zip(a).for_each(|(own, &a)| *own = outcome(a));
}

fn pairs(own: &mut [u64], a: &[u64], b: &[u64], outcome: impl Fn(u64, u64) -> u64) {
    own.iter_mut().zip(a).zip(b).for_each(|((own, &a), &b)| *own = outcome(a, b));
}

/// One loop for each operator, which is a constant in it.
fn binary_column(op: BinaryOp, width: u32, a: &[u64], b: &[u64], own: &mut [u64]) {
    macro_rules! loops {
        ($($name:ident)*) => {
            match op {
                $(BinaryOp::$name => pairs(own, a, b, |a, b| binary(BinaryOp::$name, width, a, b)),)*
            }
        };
    }
    loops!(Add Sub Mul Udiv Sdiv Urem Srem And Or Xor Shl Lshr Ashr Rotl Rotr Eq Ult Ule Slt Sle Concat
           FLt FLe FEq FAdd FSub FMul FDiv)
}
