//! Runs of pipelines: what comes out, what it costs, how components end; and that no component can tell that it is in one.

mod support;

use std::sync::Arc;

use support::pipeline_with;
use worstcase_machine::process::{Costs, Driver, Given, Outcome, Process, RunEnd, StdinSource};
use worstcase_machine::wasi::{Wasi, WasiConfig};
use worstcase_machine::{Limits, SplitMix, Unobserved};
use worstcase_pipeline::run::{
    ComponentEnd, PipelineRun, RunInput, RunLimits, RunSettings, run, run_profiled,
};
use worstcase_pipeline::{Component, Pipeline};

fn pipeline(text: &str) -> Pipeline {
    pipeline_with("tests/filters", text, &[("data", "in a file\n")])
}

fn go(text: &str, input: &str) -> PipelineRun {
    run(&pipeline(text), input.as_bytes(), &RunSettings::default())
}

fn output(run: &PipelineRun) -> String {
    let texts: Vec<String> =
        run.outputs.iter().map(|output| String::from_utf8_lossy(&output.bytes).into_owned()).collect();
    texts.join("--\n")
}

/// The ends of all components, in short.
fn ends(run: &PipelineRun) -> Vec<String> {
    let end = |end: &ComponentEnd| match end {
        ComponentEnd::Exited { code } => code.to_string(),
        ComponentEnd::Reader => "reader".into(),
        ComponentEnd::Trapped { trap, .. } => trap.clone(),
        ComponentEnd::Limit { limit, .. } => format!("{limit:?}"),
        other => format!("{other:?}"),
    };
    run.components.iter().map(|component| end(&component.end)).collect()
}

#[test]
fn streams_flow_from_one_to_the_next() {
    let run = go("upper | twice 3 | keep B", "a\nbc\n");
    assert_eq!(output(&run), "BC\nBC\nBC\n");
    assert_eq!(ends(&run), ["0", "0", "0"]);
    let counts: Vec<_> =
        run.components.iter().map(|c| (c.bytes_in, c.lines_in, c.bytes_out, c.lines_out)).collect();
    assert_eq!(counts, [(5, 2, 5, 2), (5, 2, 15, 6), (15, 6, 9, 3)]);
    let sum: u64 = run.components.iter().map(|component| component.costs.instructions).sum();
    assert_eq!(run.total.instructions, sum);
    assert!(!run.is_finding());
}

#[test]
fn a_split_gives_all_to_all() {
    let run = go("upper | tee >(keep A) >(twice | keep B) | first 1", "a\nb\n");
    assert_eq!(output(&run), "A\n--\nB\nB\n--\nA\n");
    // A branch that ends early does not end the others.
    let long = "b\n".repeat(100_000) + "a\n";
    let run = go("upper | tee >(first 1) >(keep A)", &long);
    assert_eq!(run.outputs[0].bytes, b"B\n");
    assert_eq!(run.outputs[1].bytes, b"A\n");
    assert_eq!(run.outputs[2].bytes.len(), long.len());
    let run = go("tee >(upper)", "x\n");
    assert_eq!(output(&run), "X\n--\nx\n");
}

#[test]
fn who_ends_early_ends_those_before() {
    let run = go("yes | first 2", "");
    assert_eq!((output(&run).as_str(), ends(&run)), ("y\ny\n", vec!["reader".to_string(), "0".into()]));
    // Pipes were filled, and not more: 64 KiB, and what was written at once.
    assert!((65_536..70_000).contains(&run.components[0].bytes_out), "{}", run.components[0].bytes_out);
    let run = go("yes | upper | bad closes", "");
    assert_eq!(
        (output(&run).as_str(), ends(&run)),
        ("closed\n", vec!["reader".into(), "reader".into(), "3".to_string()])
    );
    assert!(run.is_finding(), "the last one exits with 3");
    // One that closes its input and goes on does not hold up those before it.
    let run = go("yes | bad closes | upper", "");
    assert_eq!(
        (output(&run).as_str(), ends(&run)),
        ("CLOSED\n", vec!["reader".into(), "3".into(), "0".to_string()])
    );
    assert!(!run.is_finding());
}

#[test]
fn components_end_as_they_do_and_the_others_go_on() {
    let settings = RunSettings {
        limits: RunLimits {
            component: Limits { steps: 30_000_000, memory_pages: 400, ..Limits::default() },
            output: 100_000,
            ..RunLimits::default()
        },
        ..RunSettings::default()
    };
    let go = |text: &str| run(&pipeline(text), b"one\ntwo\n", &settings);
    let trapped = go("upper | bad traps | upper");
    assert_eq!(ends(&trapped), ["0", "integer divide by zero", "0"]);
    let ComponentEnd::Trapped { calls, .. } = &trapped.components[1].end else { panic!("{trapped:?}") };
    assert!(calls[0].starts_with("main (") && calls[0].contains("bad.c:23:"), "{calls:?}");
    assert_eq!(ends(&go("bad aborts | upper")), ["unreachable", "0"]);
    assert_eq!(ends(&go("bad loops | upper")), ["Steps", "0"]);
    assert_eq!(ends(&go("bad grows | upper")), ["Memory", "0"]);
    assert_eq!(ends(&go("yes | bad silent")), ["Output", "0"]);
    let silent = go("upper | bad silent | upper");
    assert_eq!((output(&silent).as_str(), ends(&silent)), ("", vec!["0".to_string(); 3]));
    assert_eq!(silent.components[1].stderr, b"bad: done\n");
    assert_eq!(output(&go("bad deaf | upper")), "DEAF\n");
    assert_eq!(ends(&go("upper | bad deaf")), ["0", "0"]);
    assert_eq!(output(&go("bad file")), "in a file\n");
    assert_eq!(output(&go("upper < data")), "IN A FILE\n");
}

#[test]
fn all_components_together_have_limits_too() {
    let limited = |limits: RunLimits, text: &str| {
        run(&pipeline(text), b"one\n", &RunSettings { limits, ..RunSettings::default() })
    };
    let limits = RunLimits { all_steps: 1_000_000, ..RunLimits::default() };
    let steps = limited(limits, "yes | bad silent");
    assert_eq!(ends(&steps), ["AllSteps", "AllSteps"]);
    // A limit is overstepped by less than the length of a function.
    assert!((1_000_000..1_001_000).contains(&steps.total.instructions), "{}", steps.total.instructions);
    let limits = RunLimits { all_output: 200_000, ..RunLimits::default() };
    let written = limited(limits, "yes | upper | bad silent");
    assert_eq!(ends(&written)[..2], ["reader", "AllOutput"]);
    let bytes: u64 = written.components.iter().map(|component| component.bytes_out).sum();
    assert!((190_000..=200_000).contains(&bytes), "{bytes}");
    let limits = RunLimits { all_pages: 400, ..RunLimits::default() };
    assert_eq!(ends(&limited(limits, "upper | bad grows")), ["0", "AllMemory"]);
}

#[test]
fn xargs_runs_a_process_per_line_or_per_some_words() {
    let run = go("xargs -I{} show '{}' x{}", "a b\n\n c\n");
    assert_eq!(output(&run), "<a b><xa b>\n<c><xc>\n");
    assert_eq!((run.components[0].runs, run.components[0].bytes_in, run.components[0].lines_in), (2, 8, 3));
    assert_eq!(output(&go("xargs show 0", "a b\n'c d'\n")), "<0><a><b><c d>\n");
    assert_eq!(output(&go("xargs -n 2 show", "a b\nc\n")), "<a><b>\n<c>\n");
    assert_eq!(output(&go("xargs show", "")), "\n");
    assert_eq!(output(&go("xargs -I{} show {}", "")), "");
    // What a process exits with is as `xargs` has it.
    assert_eq!(ends(&go("xargs -n 1 show", "a !7 b\n")), ["123"]);
    let stopped = go("xargs -n 1 show", "a !255 b\n");
    assert_eq!((output(&stopped).as_str(), ends(&stopped)), ("<a>\n<!255>\n", vec!["124".to_string()]));
    let unmatched = go("xargs show", "a it's\n");
    assert_eq!((output(&unmatched).as_str(), ends(&unmatched)), ("<a>\n", vec!["1".to_string()]));
    assert!(unmatched.components[0].stderr.starts_with(b"xargs: unmatched single quote"));
    assert_eq!(ends(&go("yes | xargs -n 1 show | first 1", "")), ["reader", "reader", "0"]);
    let long = "x".repeat(200_000);
    assert_eq!(ends(&go("xargs show", &long)), ["1"]);
    let many = go("xargs show", &"word ".repeat(40_000));
    assert_eq!(many.components[0].runs, 2);
    let once = go("show a", "").total.instructions;
    assert_eq!(go("xargs -I{} show {}", "a\na\na\n").total.instructions, 3 * once);
}

#[test]
fn a_run_can_be_ended() {
    let stop = |spent: worstcase_machine::Spent| spent.instructions > 100_000_000;
    let settings = RunSettings { is_stopped: &stop, ..RunSettings::default() };
    let run = run(&pipeline("upper | bad loops"), b"x\n", &settings);
    assert_eq!(ends(&run), ["0", "Interrupted"]);
}

#[test]
fn a_profile_has_all_that_was_spent() {
    let run = run_profiled(&pipeline("upper | xargs -n 1 show"), b"a b\nc\n", &RunSettings::default());
    for component in &run.components {
        let sum: u64 = component.lines.iter().map(|line| line.instructions).sum();
        assert_eq!(sum, component.costs.instructions, "{}", component.name);
    }
    assert_eq!(
        run.components,
        run_profiled(&pipeline("upper | xargs -n 1 show"), b"a b\nc\n", &RunSettings::default()).components
    );
}

#[test]
fn input_is_asked_for_once_and_only_if_somebody_reads() {
    let asked = std::cell::Cell::new(0);
    let demand = || {
        asked.set(asked.get() + 1);
        b"a\nb\n".to_vec()
    };
    let go = |text: &str| {
        asked.set(0);
        let run = run(&pipeline(text), RunInput::Demand(&demand), &RunSettings::default());
        (output(&run), asked.get())
    };
    assert_eq!(go("upper | keep B"), ("B\n".into(), 1));
    assert_eq!(go("bad deaf | upper"), ("DEAF\n".into(), 0));
    assert_eq!(go("bad closes | upper"), ("CLOSED\n".into(), 0));
    assert_eq!(go("upper < data"), ("IN A FILE\n".into(), 0));
    assert_eq!(go("tee >(bad deaf) >(upper) | keep a"), ("deaf\n--\nA\nB\n--\na\n".into(), 1));
    assert_eq!(go("tee >(bad deaf)"), ("deaf\n--\na\nb\n".into(), 1));
    assert_eq!(go("xargs -n 1 show"), ("<a>\n<b>\n".into(), 1));
}

/// What a component does when it is given its input at once, by the machine's own driver.
fn alone(component: &Component, input: &[u8]) -> (Vec<u8>, Costs, RunEnd) {
    let args = std::iter::once(&component.name).chain(&component.arguments);
    let args = args.map(|argument| argument.as_bytes().to_vec()).collect();
    let mut wasi = Wasi::new(WasiConfig { args, ..WasiConfig::default() }).unwrap();
    wasi.provide_stdin(input.to_vec());
    let mut process = Process::new(component.program.clone(), (), Limits::default(), wasi).unwrap();
    let mut inputs = Given::list(Vec::new());
    process.enter(&component.entry, 0, &mut inputs).unwrap();
    let (stdin, is_stopped) = (StdinSource::Inputs(&[]), &mut |_| false);
    let end = Driver { inputs: &mut inputs, observer: &mut Unobserved, stdin, is_stopped }.run(&mut process);
    (process.wasi.stdout().to_vec(), process.costs(), end)
}

/// No component can tell that it is in a pipeline: it writes, costs and exits with what it does alone on the same input, whatever
/// the sizes of what is read and written at once.
#[test]
fn a_component_does_what_it_does_alone() {
    const FILTERS: [&str; 7] = ["upper", "twice", "twice 3", "keep A", "keep xyz", "slurp 7", "slurp 100000"];
    let mut random = SplitMix(5);
    let mut below = |n: u64| random.next_bits() % n;
    for _ in 0..60 {
        let len = 1 + below(4);
        let commands: Vec<&str> = (0..len).map(|_| FILTERS[below(7) as usize]).collect();
        let mut pipeline = pipeline(&commands.join(" | "));
        // Also with more than pipes can hold.
        let lines = [3, 300, 9000][below(3) as usize];
        let mut bytes: Vec<u8> = Vec::new();
        for _ in 0..lines {
            let len = below(8);
            bytes.extend((0..len).map(|_| b"axyz A"[below(6) as usize]).chain([b'\n']));
        }
        pipeline.text.clear();
        let run = run(&pipeline, &bytes, &RunSettings::default());
        for (component, got) in pipeline.components.iter().zip(&run.components) {
            let (written, costs, end) = alone(component, &bytes);
            let code = match end {
                RunEnd::Ended(Outcome::Exited(code)) => code,
                RunEnd::Ended(Outcome::Returned(_)) => 0,
                end => panic!("{commands:?}: {end:?}"),
            };
            assert_eq!(got.end, ComponentEnd::Exited { code }, "{commands:?}");
            assert_eq!(got.bytes_out, written.len() as u64, "{commands:?}");
            let ours = (got.costs.instructions, got.costs.conditionals, got.costs.memory);
            assert_eq!(ours, (costs.instructions, costs.conditionals, costs.memory), "{commands:?}");
            bytes = written;
        }
        assert_eq!(run.output(), bytes, "{commands:?}");
    }
}

/// Runs share a pipeline, and do not see each other.
#[test]
fn threads_share_a_pipeline() {
    let pipeline = Arc::new(pipeline("upper | twice | keep AB"));
    let expected = run(&pipeline, b"a\nb\nc\n", &RunSettings::default());
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..50 {
                    assert_eq!(run(&pipeline, b"a\nb\nc\n", &RunSettings::default()), expected);
                }
            });
        }
    });
}
