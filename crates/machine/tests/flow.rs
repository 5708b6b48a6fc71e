//! Executions against flowgraphs: what a program does is a walk through the graphs of its functions, block by
//! block, decision by decision, and instruction by instruction.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use worstcase_machine::{Event, Extern, Limits, Machine, Memory, Observer};
use worstcase_program::compile::{CompileOptions, Opt, compile};
use worstcase_program::flow::{BlockIdx, End, Flow};
use worstcase_program::{ExternType, FuncIdx, Op, Pc, Program, ValType};

/// A function that is being executed: where it is in its graph.
struct Walk {
    function: FuncIdx,
    block: BlockIdx,
    /// Where its last decision was made. What carries it out is executed after it, but belongs to the block
    /// before.
    decided: Option<u32>,
}

/// Walks through the graphs as the program is executed.
struct Walker<'p> {
    program: &'p Program,
    /// The graphs of the functions that the program defines, and how many instructions each of their blocks
    /// has.
    flows: Vec<(Flow<'p>, Vec<u64>)>,
    open: Vec<Walk>,
    /// Whether the next operation is the first of a function.
    called: bool,
    /// Instructions of all blocks that were walked through.
    instructions: u64,
    returns: u64,
    tables: u64,
    /// Back edges taken.
    iterations: u64,
}

impl<'p> Walker<'p> {
    fn new(program: &'p Program) -> Self {
        let functions = program.imported_functions()..program.functions.len();
        let flows = functions.map(|function| {
            let flow = Flow::of(program, FuncIdx(function as u32)).unwrap();
            let instructions = flow.blocks().map(|block| instructions(&flow, block)).collect();
            (flow, instructions)
        });
        let flows = flows.collect();
        Walker {
            program,
            flows,
            open: Vec::new(),
            called: true,
            instructions: 0,
            returns: 0,
            tables: 0,
            iterations: 0,
        }
    }

    fn flow(&self, function: FuncIdx) -> &Flow<'p> {
        &self.flows[function.index() - self.program.imported_functions()].0
    }

    /// Goes along an edge of the current block.
    fn take(&mut self, choice: u32) {
        let (function, block) = self.here();
        let edge = self.flow(function).successors(block)[choice as usize];
        self.iterations += u64::from(edge.is_back());
        self.enter(edge.target);
    }

    fn enter(&mut self, block: BlockIdx) {
        let walk = self.open.last_mut().unwrap();
        walk.block = block;
        let function = walk.function.index() - self.program.imported_functions();
        self.instructions += self.flows[function].1[block.index()];
    }

    fn here(&self) -> (FuncIdx, BlockIdx) {
        let walk = self.open.last().expect("a function is being executed");
        (walk.function, walk.block)
    }

    /// Goes on without a decision until a block is found.
    fn go(&mut self, found: impl Fn(&Flow, BlockIdx) -> bool) {
        let mut steps = 0;
        loop {
            let (function, block) = self.here();
            let flow = self.flow(function);
            if found(flow, block) {
                return;
            }
            assert_eq!(flow[block].end, End::Goto, "{block} of {} does not just go on", function.0);
            steps += 1;
            assert!(steps <= flow.blocks().len(), "an endless loop");
            self.take(0);
        }
    }
}

impl Observer for Walker<'_> {
    const WATCHES: bool = true;

    fn operation(&mut self, _: usize, pc: Pc) {
        let program = self.program;
        let function = program.function_at(pc);
        if self.called {
            let entry = self.flow(function).entry();
            self.open.push(Walk { function, block: entry, decided: None });
            self.enter(entry);
        }
        let walk = self.open.last().unwrap();
        assert_eq!(walk.function, function);
        let offset = program.origins[pc as usize].offset;
        if walk.decided != Some(offset) {
            self.go(|flow, block| flow[block].bytes.start <= offset && offset <= flow[block].bytes.end);
        }
        let op = program.code[pc as usize];
        self.called = matches!(op, Op::Call { .. } | Op::CallIndirect { .. });
        if matches!(op, Op::Return { .. } | Op::Return1 { .. } | Op::ReturnMany { .. }) {
            self.go(|flow, block| flow[block].end == End::Return);
            self.open.pop();
            self.returns += 1;
        }
    }

    fn decision(&mut self, _: usize, pc: Pc, choice: u32) {
        let index = self.program.origins[pc as usize].conditional.expect("only conditionals decide");
        let conditional = &self.program.conditionals[index.index()];
        self.go(|flow, block| flow[block].end != End::Goto);
        let (function, block) = self.here();
        let flow = self.flow(function);
        let table = flow[block].end == End::Table(index);
        assert!(table || flow[block].end == End::Branch(index), "{} in {block}", index.0);
        assert_eq!(flow[block].bytes.end, conditional.offset);
        self.tables += u64::from(table);
        self.take(choice ^ u32::from(conditional.negated));
        self.open.last_mut().unwrap().decided = Some(conditional.offset);
    }
}

/// How many instructions a block executes, the one that ends it included. Those that only give code its
/// structure do not count, for the machine neither.
fn instructions(flow: &Flow, block: BlockIdx) -> u64 {
    let ends = match flow[block].end {
        End::Branch(_) | End::Table(_) | End::Trap => true,
        End::Return => false,
        // 0x0c is `br`, 0x0f `return`; otherwise it is the structure that ends the block.
        End::Goto => [0x0c, 0x0f].contains(&flow.program.bytes[flow[block].bytes.end as usize]),
    };
    flow.operators(block).count() as u64 + u64::from(ends)
}

/// Marsaglia's xorshift: the same numbers in every run.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 >> 11
    }
}

fn compiled(path: &Path, opt: Opt) -> Program {
    let options = CompileOptions { opt, ..Default::default() };
    Program::from_wasm(compile(&[path.to_path_buf()], &options).unwrap().wasm).unwrap()
}

/// Runs a library with random inputs of that size, walking along.
fn walk<'p>(program: &'p Arc<Program>, size: u64, numbers: &mut Numbers) -> Walker<'p> {
    let mut machine = Machine::<u64>::new((), Limits::default());
    let functions = program.imports.iter().enumerate().map(|(id, import)| {
        let ExternType::Func(ty) = &import.ty else { panic!("{import:?}") };
        Extern::Func(machine.host_function(ty.clone(), id as u32))
    });
    let imports: Vec<Extern> = functions.collect();
    let instance = machine.instantiate(program.clone(), &imports).unwrap();
    let run = machine.function(instance, program.exported_function("run").unwrap());
    let mut walker = Walker::new(program);
    machine.begin(run, &[size]);
    loop {
        match machine.resume(&mut walker) {
            Event::Finished => break,
            Event::Host(id) => host(&mut machine, instance, &program.imports[id as usize], numbers),
            Event::Stopped(stop) => panic!("{stop:?}"),
        }
    }
    assert!(walker.open.is_empty(), "every function that was entered has returned");
    assert_eq!(walker.instructions, machine.spent().instructions);
    walker
}

/// What `guest/worstcase.h` promises, as far as the examples use it. Small numbers, so that some are equal.
fn host(
    machine: &mut Machine<u64>,
    instance: usize,
    import: &worstcase_program::Import,
    numbers: &mut Numbers,
) {
    let arguments = machine.host_call().1.to_vec();
    match import.name.as_str() {
        "input_i32_in" => {
            let (low, high) = (arguments[0] as i32, arguments[1] as i32);
            let number = i64::from(low) + numbers.next() as i64 % (i64::from(high) - i64::from(low) + 1);
            return machine.host_return(&[u64::from(number as i32 as u32)]);
        }
        "input_bytes" => {
            let bytes: Vec<u8> = (0..arguments[1]).map(|_| b'a' + (numbers.next() % 3) as u8).collect();
            machine.memory(instance).write(arguments[0] as u32, &bytes).unwrap();
        }
        _ => {}
    }
    let ExternType::Func(ty) = &import.ty else { unreachable!("only functions are called") };
    let results: Vec<u64> = ty
        .results
        .iter()
        .map(|ty| {
            assert_eq!(*ty, ValType::I32, "{}", import.name);
            numbers.next() % 50
        })
        .collect();
    machine.host_return(&results);
}

#[test]
fn executions_of_the_examples_are_walks() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(examples).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    let (mut libraries, mut tables) = (0, 0);
    for path in paths.iter().filter(|path| path.extension().is_some_and(|extension| extension == "c")) {
        if compiled(path, Opt::O0).exported_function("run").is_none() {
            continue;
        }
        libraries += 1;
        for opt in [Opt::O0, Opt::O1, Opt::O2, Opt::Os] {
            let program = Arc::new(compiled(path, opt));
            for size in 1..9 {
                let walker = walk(&program, size, &mut numbers);
                assert!(walker.returns > 0, "{path:?}");
                assert!(walker.iterations > 0 || size < 3, "{path:?} at {size} does not loop");
                tables += walker.tables;
            }
        }
    }
    assert!(libraries >= 13, "only {libraries} examples");
    assert!(tables > 0, "no br_table was decided");
}
