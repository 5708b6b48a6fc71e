//! What once went wrong with programs that mean no good.

use std::sync::Arc;

use worstcase_machine::process::{Costs, Entry, Given, Halt, MAX_OUTPUTS, Number, Outcome, Process};
use worstcase_machine::wasi::{Wasi, WasiConfig};
use worstcase_machine::{Event, Extern, Limit, Limits, Machine, Memory, Observer, Stop, Unobserved, Value};
use worstcase_program::{FuncIdx, Pc, Program};

fn process(text: &str) -> Result<Process<u64>, String> {
    let program = Program::from_wasm(wat::parse_str(text).unwrap()).unwrap();
    let wasi = Wasi::new(WasiConfig::default()).unwrap();
    Process::new(Arc::new(program), (), Limits::default(), wasi).map_err(|error| error.to_string())
}

/// Runs the entry of a text module at size 10 with the inputs 0, 1, 2 and so on.
fn run<O: Observer>(text: &str, observer: &mut O) -> (Halt<u64>, Process<u64>) {
    let mut process = process(text).unwrap();
    let mut inputs = Given::list((0..100).map(Number::Integer).collect());
    let entry = Entry::find(process.program(), None).unwrap();
    process.enter(&entry, 10, &mut inputs).unwrap();
    (process.advance(&mut inputs, observer), process)
}

fn costs(text: &str) -> Costs {
    let (halt, process) = run(text, &mut Unobserved);
    assert!(matches!(halt, Halt::Ended(Outcome::Returned(_))), "{halt:?}");
    process.costs()
}

/// A number as a reference would be an index into whatever the machine has; one of another width is another number.
#[test]
fn inputs_have_the_type_of_their_kind() {
    for (name, ty) in [
        ("input_i32_in", "(param i32 i32) (result funcref)"),
        ("input_i32_in", "(param i64 i32) (result i32)"),
        ("klee_int", "(param i32) (result externref)"),
        ("input_i32", "(result i64)"),
        ("input_f64", "(result f32)"),
        ("output_i32", "(param i64)"),
        ("input_bytes", "(param i64 i64)"),
    ] {
        let text = format!("(module (import \"env\" \"{name}\" (func {ty})))");
        let error = process(&text).err().unwrap_or_else(|| panic!("{name} {ty}"));
        assert!(error.contains(name), "{error}");
    }
}

#[test]
fn a_cost_that_c_passes_as_an_int_keeps_its_sign() {
    let text = "(module (import \"env\" \"cost\" (func $cost (param i32) (result i32)))
        (func (export \"run\") (drop (call $cost (i32.const -3)))))";
    assert_eq!(costs(text).user, -3);
}

#[test]
fn a_function_that_is_only_called_like_wasis_is_left_alone() {
    costs("(module (func (export \"_initialize\") (param i32)) (func (export \"run\")))");
}

#[test]
fn the_host_itself_may_end_what_is_measured() {
    let text = "(module (import \"worstcase\" \"measure_begin\" (func $begin))
        (import \"worstcase\" \"measure_end\" (func $end)) (start $begin) (export \"run\" (func $end)))";
    assert_eq!(costs(text), Costs::default());
}

#[test]
fn passing_on_nothing_is_limited_too() {
    let text = "(module (import \"worstcase\" \"output_bytes\" (func $output (param i32 i32))) (memory 1)
        (func (export \"run\") (loop (call $output (i32.const 0) (i32.const 0)) (br 0))))";
    let (halt, mut process) = run(text, &mut Unobserved);
    assert!(matches!(halt, Halt::OutputLimit), "{halt:?}");
    assert_eq!(process.outputs.len(), MAX_OUTPUTS);
    // The call is still pending, and made again it says the same.
    assert!(matches!(process.advance(&mut Given::list(Vec::new()), &mut Unobserved), Halt::OutputLimit));
    assert_eq!(process.outputs.len(), MAX_OUTPUTS);
}

#[test]
fn the_limit_on_tables_is_on_all_of_them() {
    let tables = "(table 9000000 funcref)".repeat(2);
    let error = process(&format!("(module {tables})")).err().expect("18 million elements");
    assert!(error.contains("beyond 16777216 elements"), "{error}");
    let grow = "(module (table 9000000 funcref) (table $b 0 funcref)
        (func (export \"run\") (drop (table.grow $b (ref.null func) (i32.const 9000000)))))";
    let (halt, _) = run(grow, &mut Unobserved);
    assert!(matches!(halt, Halt::Stopped(stop) if stop == Limit::Table(1 << 24).into()));
}

#[test]
fn room_for_a_fuzzers_bytes_is_memory_in_use() {
    let text = "(module (memory 1) (func (export \"LLVMFuzzerTestOneInput\") (param i32 i32) (result i32)
        (i32.load8_u (i32.add (local.get 0) (i32.const 9)))))";
    let (halt, process) = run(text, &mut Unobserved);
    assert!(matches!(halt, Halt::Ended(Outcome::Returned(results)) if results == [9]));
    assert_eq!(process.machine.peak_memory(), 2 << 16);
}

/// A checkpoint keeps the registers of a frame, and a host call that is pending needs all of its arguments.
#[test]
fn a_frame_holds_the_arguments_of_its_calls() {
    let text = "(module (import \"env\" \"mystery\" (func $f (param i32 i32)))
        (func (export \"run\") (param i32 i32) (call $f (local.get 0) (local.get 1))))";
    let program = Program::from_wasm(wat::parse_str(text).unwrap()).unwrap();
    assert_eq!(program.bodies[0].frame, 4);
}

/// Counts what it sees.
#[derive(Default)]
struct Seen(u64);

impl Observer for Seen {
    const WATCHES: bool = true;
    fn operation(&mut self, _: usize, _: Pc) {
        self.0 += 1;
    }
    fn decision(&mut self, _: usize, _: Pc, _: u32) {}
}

#[test]
fn a_call_that_makes_room_on_the_stack_is_seen_once() {
    let text = |depth: u32| {
        format!(
            "(module (func $deep (param i32)
                (if (local.get 0) (then (call $deep (i32.sub (local.get 0) (i32.const 1))))))
            (func (export \"run\") (call $deep (i32.const {depth}))))"
        )
    };
    let seen = |depth| {
        let mut seen = Seen::default();
        run(&text(depth), &mut seen);
        seen.0
    };
    let per_call = seen(2) - seen(1);
    assert_eq!(seen(200_000) - seen(1), per_call * 199_999);
}

/// Notes the functions that begin, with their arguments and the first byte of memory.
#[derive(Default)]
struct Entered(Vec<(u32, Vec<u64>, u8)>);

impl Observer for Entered {
    const WATCHES: bool = true;
    fn operation(&mut self, _: usize, _: Pc) {}
    fn decision(&mut self, _: usize, _: Pc, _: u32) {}
    fn entered<V: Value>(&mut self, _: usize, function: FuncIdx, arguments: &[V], memory: &V::Memory) {
        let arguments = arguments.iter().map(|argument| argument.known().unwrap()).collect();
        self.0.push((function.0, arguments, memory.known(0, 1).unwrap()[0]));
    }
}

#[test]
fn observers_see_functions_begin_however_they_are_called() {
    let text = "(module (import \"env\" \"measure_begin\" (func))
        (memory 1) (table funcref (elem $one $two))
        (func $one (param i32) (i32.store8 (i32.const 0) (local.get 0)))
        (func $two (param i32))
        (func (export \"run\")
            (call $one (i32.const 7))
            (call 0)
            (call_indirect (param i32) (i32.const 8) (i32.const 1))))";
    let mut entered = Entered::default();
    run(text, &mut entered);
    assert_eq!(entered.0, [(3, vec![], 0), (1, vec![7], 0), (2, vec![8], 7)]);
}

/// Recursion must not hide what the callers have executed from the limit on steps.
#[test]
fn recursion_does_not_evade_the_step_limit() {
    let straight = "(drop (i32.const 1))".repeat(2000);
    let text = format!("(module (func $f (export \"run\") {straight} (call $f)))");
    let program = Arc::new(Program::from_wasm(wat::parse_str(text).unwrap()).unwrap());
    let limits = Limits { steps: 10_000, ..Limits::default() };
    let mut machine = Machine::<u64>::new((), limits);
    let instance = machine.instantiate(program, &[]).unwrap();
    let Some(Extern::Func(function)) = machine.export(instance, "run") else { panic!("it is exported") };
    machine.begin(function, &[]);
    let event = machine.resume(&mut Unobserved);
    assert!(matches!(event, Event::Stopped(Stop::Limit(Limit::Steps(_)))), "{event:?}");
    assert!(machine.spent().instructions < 10_000 + 5_000, "{:?}", machine.spent());
}
