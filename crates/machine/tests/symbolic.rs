//! Agreement of the symbolic with the concrete machine, on random modules.
//!
//! The concrete machine runs a function on numbers. The symbolic one runs it on inputs, with the numbers as their
//! model: whatever pauses is decided as the model has it. Then every result, every global and all of memory,
//! evaluated under the model, have to be those of the concrete run; traps and counts have to be the same. Now and
//! then the symbolic machine takes the *other* way for a while and goes back, which must leave no trace.

#[allow(dead_code)]
mod random;

use std::sync::Arc;

use random::Random;
use worstcase_machine::symbolic::{Path, Symbol, SymbolByte, Undecided};
use worstcase_machine::{Event, Extern, Limits, Machine, Memory, Stop, Unobserved, Value};
use worstcase_program::{ExternType, Import, Program, ValType};
use worstcase_term::{Evaluator, TermId};

/// Instructions after which a call is abandoned.
const STEPS: u64 = 20_000;

/// Decisions after which a call is abandoned: terms of a loop on symbolic values grow without end.
const PAUSES: usize = 200;

/// Numbers that are special, or just in or out of the range of integers.
const FLOATS: [f32; 12] = [
    0.0,
    -0.0,
    f32::NAN,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::MIN_POSITIVE / 2.0,
    -0.5,
    2_147_483_648.0,
    -2_147_483_648.0,
    4_294_967_296.0,
    9_223_372_036_854_775_808.0,
    1e30,
];

#[derive(Debug, Default)]
struct Tally {
    modules: usize,
    calls: usize,
    trapped: usize,
    abandoned: usize,
    pauses: usize,
    detours: usize,
    places: usize,
    targets: usize,
    symbolic_results: usize,
    symbolic_bytes: usize,
}

#[test]
fn symbolic_runs_agree_with_concrete_ones() {
    let (first, count) = (random::setting("WORSTCASE_SEED", 1), random::setting("WORSTCASE_MODULES", 300));
    let mut tally = Tally::default();
    for seed in first..first + count {
        let (bytes, mut random) = random::module(seed);
        let program = Arc::new(Program::from_wasm(bytes).expect("the module is valid"));
        if program.start.is_none() {
            tally.modules += 1;
            let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                session(&program, &mut random, &mut tally);
            }));
            assert!(outcome.is_ok(), "WORSTCASE_SEED={seed} WORSTCASE_MODULES=1");
        }
    }
    println!("from seed {first}: {tally:?}");
    if count >= 100 {
        assert!(tally.pauses > 4 * tally.modules && tally.detours > tally.modules, "{tally:?}");
        assert!(2 * tally.places > tally.modules, "{tally:?}");
        assert!(50 * tally.targets > tally.modules, "{tally:?}");
        assert!(
            2 * tally.symbolic_results > tally.modules && tally.symbolic_bytes > tally.modules,
            "{tally:?}"
        );
    }
}

/// What a program imports, from a host that answers every call with sevens.
fn imports<V: Value>(machine: &mut Machine<V>, program: &Program) -> Vec<Extern> {
    let provide = |import: &Import| match &import.ty {
        ExternType::Func(ty) => Extern::Func(machine.host_function(ty.clone(), ty.results.len() as u32)),
        ExternType::Table(ty) => Extern::Table(machine.host_table(*ty)),
        ExternType::Memory(size) => Extern::Memory(machine.host_memory(*size)),
        ExternType::Global(ty) => Extern::Global(machine.host_global(*ty, V::from_bits(7))),
    };
    program.imports.iter().map(provide).collect()
}

/// Runs a machine until it needs more than sevens.
fn resume<V: Value>(machine: &mut Machine<V>) -> Event<V::Pause> {
    loop {
        match machine.resume(&mut Unobserved) {
            Event::Host(results) => machine.host_return(&vec![V::from_bits(7); results as usize]),
            event => return event,
        }
    }
}

/// Both machines, and the numbers that the inputs stand for.
struct Pair {
    concrete: Machine<u64>,
    symbolic: Machine<Symbol>,
    instance: usize,
    model: Vec<u64>,
    evaluator: Evaluator,
}

impl Pair {
    fn new(program: &Arc<Program>) -> Option<Pair> {
        let limits = Limits { steps: STEPS, call_depth: 500, stack: 1 << 16, ..Limits::default() };
        let mut concrete = Machine::<u64>::new((), limits);
        let mut symbolic = Machine::<Symbol>::new(Path::new(), limits);
        let imports = imports(&mut concrete, program);
        let instance = concrete.instantiate(program.clone(), &imports);
        let imports = self::imports(&mut symbolic, program);
        let other = symbolic.instantiate(program.clone(), &imports);
        assert_eq!(instance.is_ok(), other.is_ok());
        let (instance, evaluator) = (instance.ok()?, Evaluator::new());
        Some(Pair { concrete, symbolic, instance, model: Vec::new(), evaluator })
    }

    fn eval(&mut self, term: TermId) -> u64 {
        let model = &self.model;
        self.evaluator.eval(&self.symbolic.context.terms, term, &|input| model[input as usize])
    }

    /// The number that a value stands for.
    fn number(&mut self, value: Symbol) -> u64 {
        match value.number() {
            Some(number) => number,
            None => {
                let term = value.term(&mut self.symbolic.context, 64);
                self.eval(term)
            }
        }
    }

    /// Runs the symbolic machine to its end, as the model decides.
    fn run(&mut self, random: &mut Random, tally: &mut Tally) -> Option<Event<Undecided>> {
        for _ in 0..PAUSES {
            let event = resume(&mut self.symbolic);
            let Event::Stopped(Stop::Pause(pause)) = event else { return Some(event) };
            tally.pauses += 1;
            if let (Undecided::Truth(truth), 0) = (pause, random.below(4)) {
                self.detour(truth, tally);
            }
            match pause {
                Undecided::Truth(truth) => {
                    let holds = self.eval(truth) != 0;
                    self.symbolic.context.decide(truth, holds);
                }
                Undecided::Value(term) | Undecided::Target(term) => {
                    let value = self.eval(term);
                    tally.targets += usize::from(matches!(pause, Undecided::Target(_)));
                    self.symbolic.context.pin(term, value);
                }
                // The true one among others: near it, so that accesses overlap, or anywhere.
                Undecided::Place(term, _) => {
                    let value = self.eval(term);
                    let mut places = vec![value];
                    for _ in 0..random.below(6) {
                        let near = value.wrapping_add(random.below(20) as u64).wrapping_sub(10);
                        let place = if random.below(2) == 0 { near } else { random.next() };
                        places.push(u64::from(place as u32));
                    }
                    places.sort_unstable();
                    places.dedup();
                    tally.places += usize::from(places.len() > 1);
                    self.symbolic.context.allow(term, places.into());
                }
            }
        }
        None
    }

    /// Goes the other way for a while, and back.
    fn detour(&mut self, truth: TermId, tally: &mut Tally) {
        tally.detours += 1;
        let checkpoint = self.symbolic.checkpoint();
        let holds = self.eval(truth) != 0;
        self.symbolic.context.decide(truth, !holds);
        for _ in 0..5 {
            match resume(&mut self.symbolic) {
                Event::Stopped(Stop::Pause(Undecided::Truth(truth))) => {
                    self.symbolic.context.decide(truth, !holds);
                }
                Event::Stopped(Stop::Pause(Undecided::Value(term) | Undecided::Target(term))) => {
                    self.symbolic.context.pin(term, 1);
                }
                Event::Stopped(Stop::Pause(Undecided::Place(term, _))) => {
                    self.symbolic.context.allow(term, [1, 2, 9].into());
                }
                _ => break,
            }
        }
        self.symbolic.restore(&checkpoint);
    }
}

fn session(program: &Arc<Program>, random: &mut Random, tally: &mut Tally) {
    let Some(mut pair) = Pair::new(program) else { return };
    let names: Vec<String> = program.exported_functions().map(|(name, _)| name.to_string()).collect();
    for _ in 0..2 * names.len() {
        let name = &names[random.below(names.len())];
        let ty = program.func_type(program.exported_function(name).expect("it is exported")).clone();
        let mut numbers = Vec::new();
        let mut symbols = Vec::new();
        for ty in &ty.params {
            let (number, symbol) = argument(*ty, &mut pair, random);
            numbers.push(number);
            symbols.push(symbol);
        }
        let Some(Extern::Func(function)) = pair.concrete.export(pair.instance, name) else {
            panic!("{name}")
        };
        // What was spent counts against the limits, so every call gets as much again.
        pair.concrete.limits.steps = pair.concrete.spent().instructions + STEPS;
        pair.symbolic.limits.steps = pair.concrete.limits.steps;
        pair.concrete.begin(function, &numbers);
        pair.symbolic.context.one_target = random.below(4) == 0;
        pair.symbolic.begin(function, &symbols);
        let expected = resume(&mut pair.concrete);
        let got = pair.run(random, tally);
        let limit = matches!(expected, Event::Stopped(Stop::Limit(_)));
        if limit || got.is_none() {
            tally.abandoned += 1;
            match Pair::new(program) {
                Some(fresh) => pair = fresh,
                None => return,
            }
            continue;
        }
        tally.calls += 1;
        compare(&mut pair, function, expected, got.expect("it ended"), tally);
    }
}

/// A number and what stands for it: an input, or for a reference the null reference itself.
fn argument(ty: ValType, pair: &mut Pair, random: &mut Random) -> (u64, Symbol) {
    let number = match (random.below(3), ty) {
        (0, _) => random.next(),
        (1, ValType::F32) => (random.below(16) as f32 / 2.0 - 2.0).to_bits().into(),
        (1, ValType::F64) => (random.below(16) as f64 / 2.0 - 2.0).to_bits(),
        (1, _) => random.next() % 16,
        (_, ValType::F32) => FLOATS[random.below(FLOATS.len())].to_bits().into(),
        (_, ValType::F64) => f64::from(FLOATS[random.below(FLOATS.len())]).to_bits(),
        _ => [0, 1, u64::MAX, 1 << 31, 1 << 63][random.below(5)],
    };
    let width = match ty {
        ValType::I32 | ValType::F32 => 32,
        ValType::I64 | ValType::F64 => 64,
        ValType::FuncRef | ValType::ExternRef => return (0, Symbol::from_bits(0)),
    };
    let number = if width == 32 { u64::from(number as u32) } else { number };
    let index = pair.model.len() as u32;
    pair.model.push(number);
    let path = &mut pair.symbolic.context;
    let input = path.terms.input(index, width);
    (number, Symbol::of(path, input))
}

fn compare(
    pair: &mut Pair,
    function: u32,
    expected: Event<<u64 as Value>::Pause>,
    got: Event<Undecided>,
    tally: &mut Tally,
) {
    match (expected, got) {
        (Event::Finished, Event::Finished) => {
            let results = pair.symbolic.results(function).to_vec();
            let expected = pair.concrete.results(function).to_vec();
            for (expected, got) in expected.into_iter().zip(results) {
                tally.symbolic_results += usize::from(got.number().is_none());
                assert_eq!(pair.number(got), expected, "a result");
            }
        }
        (Event::Stopped(Stop::Trap(expected)), Event::Stopped(Stop::Trap(got))) => {
            tally.trapped += 1;
            assert_eq!(got, expected);
        }
        (expected, got) => panic!("{got:?}, but concretely {expected:?}"),
    }
    assert_eq!(pair.symbolic.spent(), pair.concrete.spent());
    let bytes = pair.concrete.memory(pair.instance).data().to_vec();
    let cells = pair.symbolic.memory(pair.instance).read(0, bytes.len() as u32).expect("as large");
    for (at, (expected, cell)) in bytes.into_iter().zip(cells).enumerate() {
        let got = match cell {
            SymbolByte::Known(byte) => byte,
            SymbolByte::Of(term, place) => {
                tally.symbolic_bytes += 1;
                pair.eval(term).to_le_bytes()[place as usize]
            }
        };
        assert_eq!(got, expected, "memory at {at:#x}");
    }
}
