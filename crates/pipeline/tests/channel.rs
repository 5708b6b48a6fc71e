//! Channelling is exact: a solution of all conditions of a pipeline, none dropped, drives every component along exactly the path that
//! was chosen for it. On random pipelines of random filters.

mod support;

use std::sync::Arc;

use support::pipeline_with;
use worstcase_explore::{Input, StdinPart, StdinShape, Subject, Watch};
use worstcase_machine::SplitMix;
use worstcase_machine::process::{Costs, InputKind};
use worstcase_machine::wasi::WasiConfig;
use worstcase_pipeline::compose::channel::Channel;
use worstcase_pipeline::compose::repeat::{self, OneRun, Repeated};
use worstcase_pipeline::compose::summary::{Summary, SummaryPath, summarise};
use worstcase_pipeline::run::{RunSettings, run};
use worstcase_pipeline::{Component, Pipeline};
use worstcase_solver::{Answer, Parts, Solver};

/// How many filters there are, and how many pipelines are made of them.
const FILTERS: usize = 10;
const PIPELINES: usize = 40;

#[test]
fn a_solution_takes_all_paths() {
    let mut random = SplitMix(11);
    let folder = tempfile::tempdir().unwrap();
    for number in 0..FILTERS {
        std::fs::write(folder.path().join(format!("f{number}.c")), filter(&mut random)).unwrap();
    }
    let (mut solved, mut changed) = (0, 0);
    for _ in 0..PIPELINES {
        let names: Vec<String> =
            (0..2 + random.below(2)).map(|_| format!("f{}", random.below(FILTERS as u64))).collect();
        let pipeline = pipeline_with(folder.path().to_str().unwrap(), &names.join(" | "), &[]);
        let parts = vec![
            StdinPart::Inputs { count: 2, range: Some((b'0', b'z')) },
            StdinPart::Fixed(b"\n".to_vec()),
            StdinPart::any(3),
        ];
        let shape = StdinShape::Parts(Arc::new(parts));
        let (mut channel, mut stream) = Channel::new(&shape, 0);
        let (mut shapes, mut paths) = (vec![shape], Vec::new());
        for (number, component) in pipeline.components.iter().enumerate() {
            let path = any_path(component, &pipeline, shapes.last().unwrap(), &mut random);
            stream = channel.follow(&path, &stream, number);
            shapes.push(channel.shape(&stream));
            paths.push(path);
        }
        let Some(input) = solution(&channel) else { continue };
        solved += 1;
        changed += usize::from(input.iter().map(|&byte| u64::from(byte)).ne(paths[0].input.iter().copied()));
        // Of the first, what is fixed is put in between.
        let whole: Vec<u8> = [&input[..2], b"\n", &input[2..]].concat();
        let ran = run(&pipeline, &whole, &RunSettings::default());
        for (component, path) in ran.components.iter().zip(&paths) {
            assert_eq!(component.costs.instructions as i64, path.cost, "{} on {whole:?}", pipeline.text);
        }
        let model = |byte: u32| u64::from(input[byte as usize]);
        let predicted: Vec<u8> = stream.iter().map(|&byte| channel.terms.eval(byte, &model) as u8).collect();
        assert_eq!(ran.output(), predicted, "{} on {whole:?}", pipeline.text);
    }
    assert!(
        solved > PIPELINES / 4 && changed > PIPELINES / 8,
        "{solved} solved, {changed} with another input"
    );
}

/// The same where `xargs` runs the second component on lines or words of the first one's output.
#[test]
fn a_solution_takes_all_paths_of_what_xargs_runs() {
    let mut random = SplitMix(12);
    let folder = tempfile::tempdir().unwrap();
    for number in 0..FILTERS {
        std::fs::write(folder.path().join(format!("a{number}.c")), on_arguments(&mut random)).unwrap();
    }
    std::fs::write(folder.path().join("pass.c"), PASS).unwrap();
    let (mut solved, mut changed, mut runs) = (0, 0, 0);
    for case in 0..PIPELINES {
        let (first, third) = (random.below(FILTERS as u64), random.below(FILTERS as u64));
        let xargs =
            [format!("xargs -I_ a{first} _ b_"), format!("xargs -n 2 a{first}"), format!("xargs a{first} x")];
        let text = format!("pass | {} | xargs -n 1 a{third}", xargs[case % 3]);
        let pipeline = pipeline_with(folder.path().to_str().unwrap(), &text, &[]);
        let letters = |count| StdinPart::Inputs { count, range: Some((b'B', b'f')) };
        let fixed = |text: &str| StdinPart::Fixed(text.as_bytes().to_vec());
        let line = [letters(2), fixed(" c"), letters(1), fixed("\n")];
        let shape = StdinShape::Parts(Arc::new([&line[..], &line[..]].concat()));
        let (mut channel, mut stream) = Channel::new(&shape, 0);
        let path = any_path(&pipeline.components[0], &pipeline, &shape, &mut random);
        let (mut costs, first_input) = (vec![path.cost], path.input.clone());
        stream = channel.follow(&path, &stream, 0);
        for (number, component) in pipeline.components.iter().enumerate().skip(1) {
            let repeat = component.repeat.as_ref().unwrap();
            let Some(all) = repeat::runs(component, repeat, &channel.shape(&stream)) else { break };
            runs += all.len();
            let with_path = |run: OneRun| {
                let subject = Subject {
                    arguments: run.arguments.clone(),
                    ..subject(component, &pipeline, &StdinShape::World)
                };
                let input = any_input(run.arguments.iter().flatten(), 1, &mut random);
                (run, Some(Arc::new(Summary { paths: vec![path_on(&subject, input)], is_bare: false })))
            };
            let repeated = Repeated::new(repeat, all.into_iter().map(with_path).collect());
            costs.push(repeated.cost(0));
            stream = repeated.follow(0, &mut channel, &stream, number);
        }
        let Some(input) = solution(&channel) else { continue };
        solved += 1;
        changed += usize::from(input.iter().map(|&byte| u64::from(byte)).ne(first_input));
        let whole: Vec<u8> =
            input.chunks(3).flat_map(|three| [&three[..2], b" c", &three[2..], b"\n"].concat()).collect();
        let ran = run(&pipeline, &whole, &RunSettings::default());
        for (component, cost) in ran.components.iter().zip(&costs) {
            assert_eq!(component.costs.instructions as i64, *cost, "{} on {whole:?}", pipeline.text);
        }
        if costs.len() == pipeline.components.len() {
            let model = |byte: u32| u64::from(input[byte as usize]);
            let predicted: Vec<u8> =
                stream.iter().map(|&byte| channel.terms.eval(byte, &model) as u8).collect();
            assert_eq!(ran.output(), predicted, "{} on {whole:?}", pipeline.text);
        }
    }
    assert!(
        solved > PIPELINES / 4 && changed > PIPELINES / 8 && runs > 2 * PIPELINES,
        "{solved} solved, {changed} with another input, {runs} runs"
    );
}

/// A program that passes on what it reads, but for capital letters.
const PASS: &str = "#include <stdio.h>\nint main(void) {\n    int c;\n    while ((c = getchar()) != EOF)\n        putchar(c >= 'A' && c <= 'Z' ? c + 32 : c);\n    return 0;\n}\n";

/// So many decisions as C, each of a condition and two actions; `K` is a number in them.
fn decisions(
    count: usize,
    conditions: &[&'static str],
    actions: &[&'static str],
    random: &mut SplitMix,
) -> String {
    let mut lines = String::new();
    for _ in 0..count {
        let mut one_of = |texts: &[&'static str]| texts[random.below(texts.len() as u64) as usize];
        let line =
            format!("if ({}) {{ {} }} else {{ {} }}\n", one_of(conditions), one_of(actions), one_of(actions));
        lines += &line.replace('K', &random.below(100).to_string());
    }
    lines
}

/// A program that decides by the bytes of its arguments, and writes words of them.
fn on_arguments(random: &mut SplitMix) -> String {
    let conditions = ["c < K", "c > s", "(c & K) == 0", "c == s", "c % 3 == s % 2"];
    let actions = ["c += K;", "s = c;", "s += c;", "putchar('a' + (c & 7));", "continue;", "s++;"];
    let body = decisions(3, &conditions, &actions, random);
    format!(
        "#include <stdio.h>\nint main(int argc, char **argv) {{\n    unsigned char s = {};\n    for (int i = 1; i < argc; i++) {{\n        \
         for (char *p = argv[i]; *p; p++) {{\n            unsigned char c = *p;\n{body}            putchar(c);\n        }}\n        \
         putchar('\\n');\n    }}\n    return 0;\n}}\n",
        random.below(256)
    )
}

/// A filter that decides by bytes, remembers something, and changes, drops or repeats what it reads.
fn filter(random: &mut SplitMix) -> String {
    let conditions = ["c < K", "c > s", "(c & K) == 0", "c == s", "c % 3 == s % 2", "c == '\\n'"];
    let actions =
        ["c += K;", "c ^= K;", "s = c;", "s += c;", "putchar(c);", "continue;", "c = table[c & 7];", "s++;"];
    let body = decisions(4, &conditions, &actions, random);
    format!(
        "#include <stdio.h>\nstatic const unsigned char table[8] = {{9, 200, 31, 47, 10, 98, 121, 3}};\nint main(void) {{\n    \
         unsigned char s = {};\n    int read;\n    while ((read = getchar()) != EOF) {{\n        unsigned char c = read;\n\
         {body}        putchar(c);\n    }}\n    return 0;\n}}\n",
        random.below(256)
    )
}

/// The path of a random input of a shape.
fn any_path(
    component: &Component,
    pipeline: &Pipeline,
    shape: &StdinShape,
    random: &mut SplitMix,
) -> SummaryPath {
    let StdinShape::Parts(parts) = shape else { panic!("it has parts") };
    let input = any_input(parts.iter(), 0, random);
    path_on(&subject(component, pipeline, shape), input)
}

/// Random bytes for all parts, none below the least.
fn any_input<'p>(parts: impl Iterator<Item = &'p StdinPart>, least: u8, random: &mut SplitMix) -> Vec<Input> {
    let mut input = Vec::new();
    for part in parts {
        if let StdinPart::Inputs { count, range } = part {
            let (low, high) = range.unwrap_or((least, 255));
            for _ in 0..*count {
                let bits = u64::from(low) + random.below(u64::from(high - low) + 1);
                input.push(Input { kind: InputKind::U8, bits });
            }
        }
    }
    input
}

fn subject(component: &Component, pipeline: &Pipeline, stdin: &StdinShape) -> Subject {
    Subject {
        program: component.program.clone(),
        entry: component.entry.clone(),
        size: 0,
        world: WasiConfig { args: vec![component.name.clone().into_bytes()], ..pipeline.world.clone() },
        files: Vec::new(),
        arguments: Vec::new(),
        stdin: stdin.clone(),
        counted_function: None,
        natives: None,
        limits: worstcase_machine::Limits::default(),
    }
}

fn path_on(subject: &Subject, input: Vec<Input>) -> SummaryPath {
    let cost = |costs: &Costs| costs.instructions as i64;
    let summary = summarise(subject, &[input], &cost, 1 << 30, &Watch::default()).unwrap();
    summary.paths.into_iter().next().expect("it ends")
}

/// An input that satisfies all conditions, if there is one.
fn solution(channel: &Channel) -> Option<Vec<u8>> {
    let mut solver = Parts::new();
    channel.declared.iter().for_each(|&input| solver.declare(input));
    channel.conjuncts.iter().for_each(|conjunct| solver.assert(&channel.terms, conjunct.fact));
    let inputs = 0..channel.declared.len() as u32;
    (solver.check(&channel.terms) == Answer::Sat)
        .then(|| inputs.map(|input| solver.value(input) as u8).collect())
}
