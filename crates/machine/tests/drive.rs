//! The driver of concrete runs: it hears that a run is not wanted any longer, keeps to limits, and feeds standard input.

use std::io;
use std::sync::Arc;

use worstcase_machine::process::{
    Driver, Entry, Given, Number, Outcome, Process, RunEnd, StdinPart, StdinSource, StopReason,
};
use worstcase_machine::wasi::{Stdin, Wasi, WasiConfig};
use worstcase_machine::{Limit, Limits, Spent, Unobserved};
use worstcase_program::Program;

const ENDLESS: &str = "(module (func (export \"run\") (loop (br 0))))";

/// Returns the first byte of standard input, or 0 if there is none.
const READS: &str = "(module (import \"wasi_snapshot_preview1\" \"fd_read\"
    (func $read (param i32 i32 i32 i32) (result i32))) (memory 1) (data (i32.const 0) \"\\20\\00\\00\\00\\01\\00\\00\\00\")
    (func (export \"run\") (result i32)
      (drop (call $read (i32.const 0) (i32.const 0) (i32.const 1) (i32.const 16))) (i32.load8_u (i32.const 32))))";

fn entered(text: &str, steps: u64) -> Process<u64> {
    let program = Arc::new(Program::from_wasm(wat::parse_str(text).unwrap()).unwrap());
    let entry = Entry::find(&program, None).unwrap();
    let world = Wasi::new(WasiConfig { stdin: Stdin::OnDemand, ..WasiConfig::default() }).unwrap();
    let limits = Limits { steps, ..Limits::default() };
    let mut process = Process::new(program, (), limits, world).unwrap();
    process.enter(&entry, 0, &mut Given::list(Vec::new())).unwrap();
    process
}

fn run(process: &mut Process<u64>, stdin: StdinSource, is_stopped: &mut dyn FnMut(Spent) -> bool) -> RunEnd {
    let inputs = &mut Given::list(vec![Number::Integer(7)]);
    Driver { inputs, observer: &mut Unobserved, stdin, is_stopped }.run(process)
}

#[test]
fn a_run_that_is_not_wanted_any_longer_ends_and_can_go_on() {
    let limit = 1_000_000_000;
    let mut process = entered(ENDLESS, limit);
    let mut looks = 0;
    let mut third = |_: Spent| {
        looks += 1;
        looks == 3
    };
    assert_eq!(run(&mut process, StdinSource::Inputs(&[]), &mut third), RunEnd::Interrupted);
    let spent = process.spent().instructions;
    assert!(0 < spent && spent < limit);
    let end = run(&mut process, StdinSource::Inputs(&[]), &mut |_| false);
    assert_eq!(
        end,
        RunEnd::Stopped(StopReason::Limit(Limit::Steps(limit))),
        "the limit is still what it was"
    );
}

#[test]
fn a_short_run_is_not_asked_about() {
    let mut process = entered(ENDLESS, 1000);
    let end =
        run(&mut process, StdinSource::Inputs(&[]), &mut |_| panic!("it is over before the first look"));
    assert_eq!(end, RunEnd::Stopped(StopReason::Limit(Limit::Steps(1000))));
}

#[test]
fn standard_input_comes_from_inputs_or_from_outside() {
    fn read(stdin: StdinSource) -> RunEnd {
        run(&mut entered(READS, 1000), stdin, &mut |_| false)
    }
    let returned = |byte| RunEnd::Ended(Outcome::Returned(vec![byte]));
    assert_eq!(read(StdinSource::Inputs(&[])), returned(0));
    assert_eq!(read(StdinSource::Inputs(&[StdinPart::any(1)])), returned(7));
    assert!(
        matches!(read(StdinSource::Inputs(&[StdinPart::any(2)])), RunEnd::Stopped(StopReason::Input(_))),
        "there is one input"
    );
    let fixed = StdinPart::Fixed(b"x".to_vec());
    assert_eq!(read(StdinSource::Inputs(&[fixed.clone(), StdinPart::any(1)])), returned(b'x'.into()));
    assert_eq!(read(StdinSource::Inputs(&[StdinPart::any(1), fixed])), returned(7));
    let narrow = |low, high| StdinPart::Inputs { count: 1, range: Some((low, high)) };
    assert_eq!(read(StdinSource::Inputs(&[narrow(7, 9)])), returned(7));
    let beyond = read(StdinSource::Inputs(&[narrow(8, 9)]));
    assert!(matches!(beyond, RunEnd::Stopped(StopReason::Input(_))), "{beyond:?}");
    assert_eq!(read(StdinSource::Read(|| Ok(b"a".to_vec()))), returned(b'a'.into()));
    let broken = read(StdinSource::Read(|| Err(io::Error::other("broken"))));
    assert_eq!(broken, RunEnd::Stopped(StopReason::Stdin("broken".into())));
}
