//! Suites for pipelines: every test costs what is said, what is known of components is used again, and threads make no difference.

mod support;

use std::sync::Arc;
use std::time::Instant;

use support::pipeline_with;
use worstcase_explore::{StdinPart, StdinShape, Template, Unattended, WitnessTree};
use worstcase_load::{Measure, Options};
use worstcase_machine::process::{Amount, Costs};
use worstcase_machine::wasi::{TreeShape, Wasi, WasiConfig};
use worstcase_pipeline::Pipeline;
use worstcase_pipeline::compose::library::Library;
use worstcase_pipeline::compose::{ComposeError, Composer, PipelineSuite, PipelineTest};
use worstcase_pipeline::run::{RunLimits, RunSettings, run};
use worstcase_solver::{Parts, Solver};

const TOOLS: &str = "../../examples/tools";

fn pipeline(text: &str) -> Pipeline {
    pipeline_with(TOOLS, text, &[])
}

fn suite(pipeline: &Pipeline, threads: usize, library: Option<&Library>) -> PipelineSuite {
    let line = [StdinPart::Inputs { count: 3, range: Some((b' ', b'~')) }, StdinPart::Fixed(b"\n".to_vec())];
    let parts: Vec<StdinPart> = line.iter().cycle().take(12).cloned().collect();
    suite_on(pipeline, StdinShape::Parts(Arc::new(parts)), threads, library)
}

fn suite_on(
    pipeline: &Pipeline,
    stdin: StdinShape,
    threads: usize,
    library: Option<&Library>,
) -> PipelineSuite {
    generated(pipeline, stdin, None, threads, library).unwrap()
}

/// With a folder of at most four files and directories, and so many bytes.
fn suite_of_folder(
    pipeline: &Pipeline,
    bytes: u32,
    threads: usize,
    library: Option<&Library>,
) -> Result<PipelineSuite, ComposeError> {
    let shape = TreeShape::new(Amount::Number(4), Amount::Number(bytes));
    let tree = TreeShape { folder: "dir".into(), name: 3, letters: (b'a', b'z'), ..shape };
    generated(pipeline, StdinShape::Parts(Arc::default()), Some(tree), threads, library)
}

fn generated(
    pipeline: &Pipeline,
    stdin: StdinShape,
    tree: Option<TreeShape>,
    threads: usize,
    library: Option<&Library>,
) -> Result<PipelineSuite, ComposeError> {
    let cost = |costs: &Costs| costs.instructions as i64;
    let solver = || -> Box<dyn Solver> { Box::new(Parts::new()) };
    let composer = Composer {
        pipeline,
        size: 18,
        stdin,
        tree,
        measure: Measure { kind: "instructions".into(), cost: &cost },
        options: Options {
            tests: 3,
            look_ahead: None,
            diverse: true,
            work: 100_000_000,
            branches: 100_000,
            threads,
            memory: 1 << 28,
            seed: 1,
            patience: Options::PATIENCE,
        },
        solver: &solver,
        counted_functions: Vec::new(),
        library,
        limits: RunLimits::default(),
        random: Some(20),
    };
    let begun = Instant::now();
    composer.generate("instructions", &Unattended { clock: move || begun.elapsed().as_secs_f64() })
}

/// How many paths were computed and reused, of each component.
fn counts(suite: &PipelineSuite) -> Vec<(usize, usize)> {
    let counts = suite.components.iter().map(|component| component.summaries);
    counts.map(|count| (count.computed, count.reused)).collect()
}

fn inputs(suite: &PipelineSuite) -> Vec<&[u8]> {
    suite.tests.iter().map(|test| &test.input[..]).collect()
}

#[test]
fn tests_cost_what_is_said() {
    let pipeline = pipeline("grep '[0-9]' | tee >(sort -r) >(wc -l) | uniq");
    let found = suite(&pipeline, 2, None);
    assert_eq!(found.tests.len(), 3);
    for test in &found.tests {
        let ran = run(&pipeline, &test.input, &RunSettings::default());
        assert_eq!(test.cost, ran.total.instructions as i64);
        let each: Vec<i64> =
            ran.components.iter().map(|component| component.costs.instructions as i64).collect();
        assert_eq!(test.per_component, each);
        assert_eq!(test.input.len(), 24);
    }
    assert!(found.tests[0].cost > found.random.best.unwrap(), "{found:?}");
    assert!(counts(&found).iter().all(|&(computed, _)| computed > 0), "{:?}", counts(&found));
    // The same with another number of threads.
    assert_eq!(inputs(&found), inputs(&suite(&pipeline, 1, None)));
}

/// A template's holes and counts are inputs of the first component, and those after it read what it makes of them.
#[test]
fn tests_are_texts_of_the_template() {
    let pipeline = pipeline("tr a-c A-C | grep -v B | sort");
    let template = "[[limit: 60]][[* 1..9]][[word: 1..3 of a-c]] [[x|yy]]\n[[/]]";
    let stdin = StdinShape::Template(Arc::new(Template::parse(template.as_bytes()).unwrap()));
    let found = suite_on(&pipeline, stdin.clone(), 2, None);
    assert_eq!(found.tests.len(), 3);
    let mut longest = 0;
    for test in &found.tests {
        let ran = run(&pipeline, &test.input, &RunSettings::default());
        assert_eq!(test.cost, ran.total.instructions as i64);
        if test.relaxed.iter().all(|&dropped| dropped == 0) {
            assert!(test.predicted.is_none_or(|predicted| predicted == test.cost), "{test:?}");
        }
        let text = std::str::from_utf8(&test.input).unwrap();
        let is_line = |line: &str| {
            let (word, rest) = line.split_once(' ').unwrap_or_default();
            let letters = word.bytes().all(|byte| (b'a'..=b'c').contains(&byte));
            letters && (1..=3).contains(&word.len()) && ["x", "yy"].contains(&rest)
        };
        assert!(text.lines().all(is_line) && (1..=9).contains(&text.lines().count()), "{text}");
        assert!(text.len() <= 60);
        longest = longest.max(text.len());
    }
    // Nothing costs more than much to read.
    assert!(longest > 50 && found.tests[0].cost > found.random.best.unwrap(), "{longest} {found:?}");
    assert!(counts(&found).iter().all(|&(computed, _)| computed > 0), "{:?}", counts(&found));
    assert_eq!(inputs(&found), inputs(&suite_on(&pipeline, stdin, 1, None)));
}

/// What a pipeline costs on a test's folder as it is.
fn cost_in(pipeline: &Pipeline, test: &PipelineTest) -> i64 {
    let mut world = WasiConfig { directories: vec!["dir".into()], ..pipeline.world.clone() };
    test.tree.as_ref().unwrap().put_into("dir", &mut world);
    let world = Wasi::new(world).unwrap();
    let settings = RunSettings { world: Some(&world), ..RunSettings::default() };
    run(pipeline, &test.input, &settings).total.instructions as i64
}

/// `find` says which files there are, `grep` which of them it lets pass, and what is in them is read by those behind it, who
/// see the same files: one alone, or two who want different things of the same bytes.
#[test]
fn a_folder_has_the_same_files_for_all_components() {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::open(folder.path()).unwrap();
    for text in [
        "find dir -type f -size +1c | grep -v z | xargs cat | sort",
        "find dir -type f | tee >(xargs cat | tr a-z A-Z) | xargs grep x",
        "find dir -name 'a*' | sort",
    ] {
        let pipeline = pipeline(text);
        let found = suite_of_folder(&pipeline, 24, 2, Some(&library)).unwrap();
        assert_eq!(found.tests.len(), 3, "{text}");
        for test in &found.tests {
            assert_eq!(test.cost, cost_in(&pipeline, test), "{text}");
            let tree = test.tree.as_ref().unwrap();
            assert!(tree.entries.len() <= 4 && tree.bytes() <= 24, "{text}: {tree:?}");
            if test.relaxed.iter().all(|&dropped| dropped == 0) {
                assert!(test.predicted.is_none_or(|predicted| predicted <= test.cost), "{text}: {test:?}");
            }
        }
        assert!(found.tests[0].cost > found.random.best.unwrap(), "{text}: {found:?}");
        assert!(counts(&found).iter().all(|&(computed, _)| computed > 0), "{text}: {:?}", counts(&found));
        let again = suite_of_folder(&pipeline, 24, 1, Some(&library)).unwrap();
        let trees = |suite: &PipelineSuite| -> Vec<(i64, Option<WitnessTree>)> {
            suite.tests.iter().map(|test| (test.cost, test.tree.clone())).collect()
        };
        assert_eq!(trees(&found), trees(&again), "{text}");
    }
}

#[test]
fn the_first_command_has_to_look_at_the_folder() {
    for text in ["sort", "xargs cat", "grep x | find dir"] {
        let error = suite_of_folder(&pipeline(text), 24, 1, None).unwrap_err().to_string();
        assert!(error.contains("does not look at `dir`"), "{error}");
    }
}

#[test]
fn what_is_known_is_used_again() {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::open(folder.path()).unwrap();
    let first = suite(&pipeline("cat | sort"), 1, Some(&library));
    assert!(counts(&first).iter().all(|&(computed, reused)| computed > 0 && reused == 0));
    let again = suite(&pipeline("cat | sort"), 1, Some(&library));
    assert!(counts(&again).iter().all(|&(computed, reused)| computed == 0 && reused > 0));
    let tests = |suite: &PipelineSuite| {
        suite.tests.iter().map(|test| (test.cost, test.input.clone())).collect::<Vec<_>>()
    };
    assert_eq!(tests(&first), tests(&again));
    // Another pipeline with the same component, which reads the same.
    let other = suite(&pipeline("sort | uniq"), 1, Some(&library));
    assert_eq!(counts(&other)[0].0, 0);
    assert!(counts(&other)[0].1 > 0 && counts(&other)[1].0 > 0);
    // What is damaged is computed again, and said so.
    for entry in std::fs::read_dir(folder.path()).unwrap() {
        std::fs::write(entry.unwrap().path().join("path-01.smt2"), "(assert false)").unwrap();
    }
    let mended = suite(&pipeline("cat | sort"), 1, Some(&library));
    assert!(counts(&mended).iter().all(|&(computed, _)| computed > 0));
    assert!(mended.remarks.iter().any(|remark| remark.contains("damaged")), "{:?}", mended.remarks);
    assert_eq!(tests(&first), tests(&mended));
}
