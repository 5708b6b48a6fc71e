//! Counts the back edges that one call of a function takes.
//!
//! The machine says which way conditionals go, and when functions are called and return. Along that, the flowgraphs are
//! walked through; what lies between two conditionals is made up for at the second.

use std::sync::Arc;

use worstcase_bounds::lift::{Effects, Kind, Place, Routine, Type, function};
use worstcase_machine::{Event, Extern, Limits, Machine, Memory, Observer, Stop, Trap};
use worstcase_program::flow::{End, Flow};
use worstcase_program::{ExternType, FuncIdx, Op, Pc, Program};

/// Where a block goes on, and the loop if that is one of its back edges.
type Edges = Vec<(usize, Option<usize>)>;

/// The flowgraph of a function.
struct Graph {
    blocks: Vec<(End, Edges)>,
    loops: usize,
}

impl Graph {
    fn of(program: &Program, function: FuncIdx) -> Graph {
        let flow = Flow::of(program, function).unwrap();
        let blocks = flow.blocks().map(|block| {
            let edges = flow.successors(block).iter().map(|edge| {
                let header = flow.loops().iter().position(|one| one.header == edge.target);
                (edge.target.index(), header.filter(|_| edge.is_back()))
            });
            (flow[block].end, edges.collect())
        });
        Graph { blocks: blocks.collect(), loops: flow.loops().len() }
    }
}

/// What one call came to.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// The rounds of the function's own loops.
    pub loops: Vec<u64>,
    /// How often each of the function's own blocks was executed.
    pub blocks: Vec<u64>,
    /// The rounds of all loops of all functions that were called, and one for each of the calls.
    pub total: u64,
    /// What the program was given when it asked.
    pub inputs: Vec<i64>,
    /// Whether it ended by itself.
    pub ended: bool,
    /// Whether it was ended by a trap that the compiler put there.
    pub unreachable: bool,
}

/// Walks through the graphs while a program runs.
struct Walker<'b> {
    program: &'b Program,
    graphs: &'b [Graph],
    /// The function and the block of each open call.
    open: Vec<(usize, usize)>,
    run: Run,
}

impl Walker<'_> {
    fn enter(&mut self, function: usize) {
        if self.open.is_empty() {
            self.run.blocks[0] += 1;
        }
        self.open.push((function, 0));
        self.run.total += 1;
    }

    fn take(&mut self, choice: usize) {
        let depth = self.open.len();
        let (function, block) = self.open.last_mut().unwrap();
        let (target, around) = self.graphs[*function].blocks[*block].1[choice];
        *block = target;
        if depth == 1 {
            self.run.blocks[target] += 1;
        }
        if let Some(around) = around {
            self.run.total += 1;
            if depth == 1 {
                self.run.loops[around] += 1;
            }
        }
    }

    /// Goes on to where a decision is made, or to the end.
    fn go(&mut self) {
        while let Some(&(function, block)) = self.open.last()
            && self.graphs[function].blocks[block].0 == End::Goto
        {
            self.take(0);
        }
    }
}

impl Observer for Walker<'_> {
    const WATCHES: bool = true;

    fn operation(&mut self, _: usize, pc: Pc) {
        match self.program.code[pc as usize] {
            Op::Call { function, .. } => {
                self.enter(function as usize - self.program.imported_functions());
            }
            Op::Return { .. } | Op::Return1 { .. } | Op::ReturnMany { .. } => {
                self.go();
                self.open.pop();
            }
            Op::CallIndirect { .. } => panic!("these programs have no pointers to functions"),
            _ => {}
        }
    }

    fn decision(&mut self, _: usize, pc: Pc, choice: u32) {
        let index = self.program.origins[pc as usize].conditional.expect("only conditionals decide");
        let negated = self.program.conditionals[index.index()].negated;
        self.go();
        self.take((choice ^ u32::from(negated)) as usize);
    }
}

/// Where the buffers for pointers lie, from the end of the program's own memory.
const MARGIN: u32 = 8 << 10;

/// The size of such a buffer.
pub const BUFFER: u32 = 12 << 10;

/// A program that is run again and again. What it leaves in memory stays there.
pub struct Bench {
    pub program: Arc<Program>,
    graphs: Vec<Graph>,
    machine: Machine<u64>,
    instance: usize,
    /// Globals of the machine, such as the stack pointer, which a run that did not end leaves behind.
    globals: Vec<Option<u64>>,
    buffers: u32,
}

impl Bench {
    pub fn new(program: &Arc<Program>) -> Bench {
        let functions = program.imported_functions()..program.functions.len();
        let graphs = functions.map(|function| Graph::of(program, FuncIdx(function as u32))).collect();
        let mut machine = Machine::<u64>::new((), Limits::default());
        let imports = program.imports.iter().enumerate().map(|(id, import)| match &import.ty {
            ExternType::Func(ty) => Extern::Func(machine.host_function(ty.clone(), id as u32)),
            other => panic!("{other:?}"),
        });
        let imports: Vec<Extern> = imports.collect();
        let instance = machine.instantiate(program.clone(), &imports).unwrap();
        let globals = (0..8).map(|global| machine.global_mut(instance, global).copied()).collect();
        let limits = machine.limits;
        let old = machine.memory(instance).grow(1, &limits).unwrap().unwrap();
        Bench { program: program.clone(), graphs, machine, instance, globals, buffers: (old << 16) + MARGIN }
    }

    /// The routine of a function, which knows its parameters' types and where globals lie.
    pub fn routine(&self, effects: &Effects, of: FuncIdx) -> Routine {
        function(&self.program, effects, of).unwrap()
    }

    /// The address of the buffer for that parameter, filled with these numbers again and again.
    pub fn buffer(&mut self, parameter: usize, numbers: &[i32]) -> u64 {
        let address = self.buffers + parameter as u32 % 4 * BUFFER;
        let bytes = numbers.iter().cycle().take(BUFFER as usize / 4).flat_map(|number| number.to_le_bytes());
        self.machine.memory(self.instance).write(address, &bytes.collect::<Vec<u8>>()).unwrap();
        address.into()
    }

    /// What a variable at a fixed address holds now.
    pub fn global(&mut self, routine: &Routine, name: &str) -> Option<i128> {
        let variable = routine.variables.iter().find(|variable| variable.name == name)?;
        let (Kind::Global(_), Some(Place::Fixed(address, bytes))) = (variable.kind, variable.place) else {
            return None;
        };
        let bytes = self.machine.memory(self.instance).read(address, bytes.into())?;
        let bits = bytes.iter().rev().fold(0, |bits, &byte| bits << 8 | u64::from(byte));
        Some(value_of(variable.ty, bits))
    }

    /// Calls a function, which may execute so many instructions. Inputs come from a function.
    pub fn call(
        &mut self,
        function: FuncIdx,
        arguments: &[u64],
        steps: u64,
        input: &mut dyn FnMut() -> i64,
    ) -> Run {
        for (index, value) in (0..).zip(&self.globals) {
            if let (Some(value), Some(global)) = (value, self.machine.global_mut(self.instance, index)) {
                *global = *value;
            }
        }
        let own = function.index() - self.program.imported_functions();
        let graph = &self.graphs[own];
        let (loops, blocks) = (vec![0; graph.loops], vec![0; graph.blocks.len()]);
        let run = Run { loops, blocks, ..Run::default() };
        let mut walker = Walker { program: &self.program, graphs: &self.graphs, open: Vec::new(), run };
        walker.enter(own);
        let address = self.machine.function(self.instance, function);
        self.machine.limits.steps = self.machine.spent().instructions + steps;
        self.machine.begin(address, arguments);
        loop {
            match self.machine.resume(&mut walker) {
                Event::Finished => {
                    walker.run.ended = true;
                    return walker.run;
                }
                Event::Host(id) => {
                    let ExternType::Func(ty) = &self.program.imports[id as usize].ty else { unreachable!() };
                    if ty.results.is_empty() {
                        let name = &self.program.imports[id as usize].name;
                        fill(&mut self.machine, self.instance, name, input);
                        continue;
                    }
                    let value = input();
                    walker.run.inputs.push(value);
                    self.machine.host_return(&[u64::from(value as i32 as u32)]);
                }
                Event::Stopped(stop) => {
                    walker.run.unreachable = matches!(stop, Stop::Trap(Trap::Unreachable));
                    return walker.run;
                }
            }
        }
    }
}

/// Answers a call that has no result: `input_bytes` writes small numbers to memory.
fn fill(machine: &mut Machine<u64>, instance: usize, name: &str, input: &mut dyn FnMut() -> i64) {
    if name == "input_bytes" {
        let arguments = machine.host_call().1;
        let (address, len) = (arguments[0] as u32, arguments[1]);
        let mut byte = |place: u64| if place.is_multiple_of(4) { input().max(0) as u8 } else { 0 };
        let bytes: Vec<u8> = (0..len).map(&mut byte).collect();
        machine.memory(instance).write(address, &bytes).unwrap();
    }
    machine.host_return(&[]);
}

/// The number that bits are in a type.
pub fn value_of(ty: Type, bits: u64) -> i128 {
    let size = u32::from(ty.bits).max(8);
    let value = i128::from(bits) & ((1 << size) - 1);
    if ty.signed && value >> (size - 1) != 0 { value - (1 << size) } else { value }
}
