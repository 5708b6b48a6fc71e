//! Counts the iterations of loops while a program runs.
//!
//! The machine says which way conditionals go, and when functions begin and return. Along that, the flowgraphs are
//! walked through; what lies between two conditionals is made up for at the second. So a run that is stopped may have
//! gone a little further than was counted, never less far.

use std::sync::Arc;

use worstcase_machine::{Observer, Value};
use worstcase_program::flow::{End, Flow};
use worstcase_program::{FuncIdx, Op, Pc, Program};

/// Where a block goes on, and the loop if that is one of its back edges.
type Edges = Vec<(usize, Option<usize>)>;

/// The flowgraph of a function.
struct Graph {
    blocks: Vec<(End, Edges)>,
    loops: usize,
}

impl Graph {
    fn of(program: &Program, function: FuncIdx) -> Option<Graph> {
        let flow = Flow::of(program, function)?;
        let blocks = flow.blocks().map(|block| {
            let edges = flow.successors(block).iter().map(|edge| {
                let header = flow.loops().iter().position(|one| one.header == edge.target);
                (edge.target.index(), header.filter(|_| edge.is_back()))
            });
            (flow[block].end, edges.collect())
        });
        Some(Graph { blocks: blocks.collect(), loops: flow.loops().len() })
    }
}

/// The flowgraphs of a program.
pub struct Graphs {
    /// The program.
    pub program: Arc<Program>,
    graphs: Vec<Graph>,
}

impl Graphs {
    /// Those of all functions.
    pub fn new(program: &Arc<Program>) -> Graphs {
        let functions = program.imported_functions()..program.functions.len();
        let graphs = functions.filter_map(|function| Graph::of(program, FuncIdx(function as u32)));
        Graphs { program: program.clone(), graphs: graphs.collect() }
    }
}

/// What one call of a function came to.
#[derive(Clone, Debug)]
pub struct Counts {
    /// The iterations of the function's own loops.
    pub loops: Vec<u64>,
    /// How often each of the function's own blocks was executed.
    pub blocks: Vec<u64>,
    /// The iterations of all loops of all functions that were called, and one for each of the calls.
    pub total: u64,
}

/// Who wants to know what calls come to.
pub trait Account {
    /// What is kept of a call while it is open.
    type Note;
    /// A function begins. Its loops are counted if there is something to note.
    fn entered<V: Value>(
        &mut self,
        function: FuncIdx,
        arguments: &[V],
        memory: &V::Memory,
    ) -> Option<Self::Note>;
    /// It has returned, or the run has ended before it did.
    fn left(&mut self, note: Self::Note, counts: Counts);
}

/// What is counted of a call that somebody wants to know about.
struct Noting<N> {
    note: N,
    loops: Vec<u64>,
    blocks: Vec<u64>,
}

/// A call that has not returned.
struct Open<N> {
    graph: usize,
    block: usize,
    /// The total when it began.
    before: u64,
    noted: Option<Noting<N>>,
}

/// Walks through the graphs of a program while it runs.
pub struct Walk<'g, A: Account> {
    graphs: &'g Graphs,
    account: A,
    open: Vec<Open<A::Note>>,
    /// The iterations of all loops and the calls so far.
    total: u64,
    /// Whether the run has done what the graphs do not allow. Then nothing is known any more.
    is_lost: bool,
}

impl<'g, A: Account> Walk<'g, A> {
    /// Before anything was called.
    pub fn new(graphs: &'g Graphs, account: A) -> Self {
        Walk { graphs, account, open: Vec::new(), total: 0, is_lost: false }
    }

    /// The account, with the calls that have not returned counted as far as they came.
    pub fn finish(mut self) -> A {
        while !self.open.is_empty() {
            self.leave();
        }
        self.account
    }

    fn lose(&mut self) {
        self.is_lost = true;
        self.open.clear();
    }

    fn leave(&mut self) {
        if let Some(Open { before, noted: Some(Noting { note, loops, blocks }), .. }) = self.open.pop() {
            self.account.left(note, Counts { loops, blocks, total: self.total - before });
        }
    }

    /// Takes an edge, if there is that one.
    fn take(&mut self, choice: usize) {
        let Some(open) = self.open.last_mut() else { return };
        let edge = self.graphs.graphs[open.graph].blocks[open.block].1.get(choice);
        let Some(&(target, around)) = edge else { return self.lose() };
        open.block = target;
        self.total += u64::from(around.is_some());
        if let Some(noting) = &mut open.noted {
            noting.blocks[target] += 1;
            if let Some(around) = around {
                noting.loops[around] += 1;
            }
        }
    }

    /// Goes on to where a decision is made, or to the end, and says how that block ends.
    fn go(&mut self) -> Option<End> {
        let most = self.graphs.graphs[self.open.last()?.graph].blocks.len();
        for _ in 0..=most {
            let open = self.open.last()?;
            match self.graphs.graphs[open.graph].blocks[open.block].0 {
                End::Goto => self.take(0),
                end => return Some(end),
            }
        }
        // A circle without a decision, from which nothing returns.
        self.lose();
        None
    }
}

impl<A: Account> Observer for Walk<'_, A> {
    const WATCHES: bool = true;

    fn operation(&mut self, _: usize, pc: Pc) {
        if let Op::Return { .. } | Op::Return1 { .. } | Op::ReturnMany { .. } =
            self.graphs.program.code[pc as usize]
        {
            self.go();
            self.leave();
        }
    }

    fn decision(&mut self, _: usize, pc: Pc, choice: u32) {
        let program = &self.graphs.program;
        let Some(index) = program.origins[pc as usize].conditional else { return self.lose() };
        let negated = program.conditionals[index.index()].negated;
        match self.go() {
            Some(End::Branch(here) | End::Table(here)) if here == index => {
                self.take((choice ^ u32::from(negated)) as usize);
            }
            _ => self.lose(),
        }
    }

    fn entered<V: Value>(&mut self, _: usize, function: FuncIdx, arguments: &[V], memory: &V::Memory) {
        if self.is_lost {
            return;
        }
        let graph = function.index() - self.graphs.program.imported_functions();
        let before = self.total;
        self.total += 1;
        let note = self.account.entered(function, arguments, memory);
        let noted = note.map(|note| {
            let Graph { loops, blocks } = &self.graphs.graphs[graph];
            let (loops, mut blocks) = (vec![0; *loops], vec![0; blocks.len()]);
            blocks[0] += 1;
            Noting { note, loops, blocks }
        });
        self.open.push(Open { graph, block: 0, before, noted });
    }
}
