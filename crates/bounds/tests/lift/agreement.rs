//! Random functions on the machine and as routines, with the same arguments.

use std::sync::Arc;

use worstcase_bounds::lift;
use worstcase_machine::{Event, Limits, Machine, Observer};
use worstcase_program::compile::Opt;
use worstcase_program::{Pc, Program};

use super::interpret::{Interpreter, Stop};
use super::{Numbers, compiled, generate};

/// Writes down which way every decision went.
struct Decisions<'p> {
    program: &'p Program,
    taken: Vec<u32>,
}

impl Observer for Decisions<'_> {
    const WATCHES: bool = true;

    fn operation(&mut self, _: usize, _: Pc) {}

    fn decision(&mut self, _: usize, pc: Pc, choice: u32) {
        let index = self.program.origins[pc as usize].conditional.expect("only conditionals decide");
        let conditional = &self.program.conditionals[index.index()];
        self.taken.push(choice ^ u32::from(conditional.negated));
    }
}

/// The result and the decisions of the machine.
pub fn executed(program: &Arc<Program>, name: &str, arguments: &[u64]) -> (u64, Vec<u32>) {
    let mut machine = Machine::<u64>::new((), Limits::default());
    let instance = machine.instantiate(program.clone(), &[]).unwrap();
    let function = machine.function(instance, program.exported_function(name).unwrap());
    machine.begin(function, arguments);
    let mut observer = Decisions { program, taken: Vec::new() };
    match machine.resume(&mut observer) {
        Event::Finished => (machine.results(function)[0], observer.taken),
        other => panic!("{name} {arguments:?}: {other:?}"),
    }
}

/// The bits of an argument of a C type, extended as C's calling convention has it.
fn argument(ty: &str, numbers: &mut Numbers) -> u64 {
    let number = match numbers.below(4) {
        0 => numbers.below(10) as i64,
        1 => -(numbers.below(10) as i64),
        _ => (numbers.next() << 11) as i64 >> (11 + numbers.below(42)),
    };
    let int = |value: i32| u64::from(value as u32);
    match ty {
        "int" | "unsigned" => int(number as i32),
        "char" | "signed char" => int((number as i8).into()),
        "unsigned char" => int((number as u8).into()),
        "short" => int((number as i16).into()),
        "unsigned short" => int((number as u16).into()),
        _ => number as u64,
    }
}

/// Compares so many functions, and says how many of the runs could be compared.
fn compare(seed: u64, functions: usize, memory: bool, opt: Opt) -> (usize, usize) {
    let mut numbers = Numbers(seed);
    let (source, types) = generate::source(&mut numbers, functions, memory);
    let (program, _folder) = compiled(&source, opt);
    let routines = lift::all(&program, lift::World::Closed);
    let mut interpreter = Interpreter::new(&program, &routines);
    interpreter.strict = opt == Opt::O0;
    let (mut compared, mut all) = (0, 0);
    for (index, types) in types.iter().enumerate() {
        let name = format!("f{index}");
        let function = program.exported_function(&name).unwrap();
        for _ in 0..8 {
            let arguments: Vec<u64> = types.iter().map(|ty| argument(ty, &mut numbers)).collect();
            let (expected, decisions) = executed(&program, &name, &arguments);
            interpreter.reset();
            let given: Vec<i128> = arguments.iter().map(|&argument| argument.into()).collect();
            all += 1;
            match interpreter.call(function.0, &given, 1 << 20) {
                Ok(result) => {
                    let got = interpreter.bits(function.0, result.unwrap());
                    let text = || {
                        let routine = routines.iter().find(|routine| routine.function == function).unwrap();
                        let begin = source.find(&format!(" {name}(")).unwrap();
                        let end = source[begin..].find("\n}").unwrap();
                        format!("{name} {arguments:?} {opt:?}\n{}\n{routine}", &source[begin..begin + end])
                    };
                    assert_eq!(interpreter.decisions, decisions, "{}", text());
                    assert_eq!(got, expected, "{}", text());
                    compared += 1;
                }
                Err(Stop::Unknown) => {}
                Err(stop) => panic!("{name}: {stop:?}"),
            }
        }
    }
    (compared, all)
}

/// How many functions of each kind; more with `WORSTCASE_PROGRAMS`.
fn amount() -> (usize, u64) {
    let number = |name, otherwise| std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(otherwise);
    (number("WORSTCASE_PROGRAMS", 60) as usize, number("WORSTCASE_SEED", 1))
}

#[test]
fn routines_do_what_the_machine_does() {
    let (functions, seed) = amount();
    for (memory, opt) in
        [(false, Opt::O0), (true, Opt::O0), (false, Opt::O1), (true, Opt::O1), (false, Opt::O2)]
    {
        let (compared, all) = compare(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15), functions, memory, opt);
        println!("{opt:?}, memory {memory}: {compared} of {all} runs");
        let enough = if opt == Opt::O0 { all } else { all / 2 };
        assert!(compared >= enough, "only {compared} of {all} runs at {opt:?} have no unknown values");
    }
}
