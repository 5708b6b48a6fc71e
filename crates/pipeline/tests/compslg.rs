//! What `make compslg` runs, at tiny sizes: every treatment makes tests, and the pipeline as one program writes what the pipeline does.

#[path = "../benches/compslg/mod.rs"]
mod compslg;

use compslg::cases::{BACKUP, BOOKS, Case, GREP_SORT_ZIP, MAIL, SECURE, WEB};
use compslg::goals::goals;
use compslg::study::Effort;
use compslg::tables::{Plan, head, measure};
use compslg::whole::program_of;
use worstcase_machine::process::{Entry, Given, Halt, Outcome, Process};
use worstcase_machine::wasi::{Stdin, Wasi, WasiConfig};
use worstcase_machine::{Limits, Unobserved};
use worstcase_pipeline::run::{RunSettings, run};

#[test]
fn every_treatment_makes_tests() {
    let effort = Effort { tests: 2, work: 20_000_000, seconds: 20.0, threads: 1, memory: 1 << 28 };
    let plan = Plan {
        sizes: vec![3],
        longer: 3,
        log: 2,
        entries: 3,
        folder: 1,
        pages: vec![1],
        effort,
        native_runs: 1,
        wanted: Vec::new(),
    };
    let mut shown = vec![head()];
    let rows = measure(&plan, &mut |line| shown.push(line.into()));
    // Eight pipelines of two components and more, and one of one, whose whole is the component. In such small folders nobody but `find`
    // has tests of its own.
    let expected = [
        "no reuse, full reuse, SLG on grep, SLG on sort, SLG on the whole, random, random, as full reuse",
        "incremental, full reuse, SLG on grep, random, random, as full reuse",
        "incremental, full reuse, SLG on grep, SLG on sort, SLG on the whole, random, random, as full reuse",
        "incremental, full reuse, SLG on grep, SLG on sort, SLG on zip, SLG on the whole, random, random, as full reuse",
        "no reuse, full reuse, SLG on find, SLG on the whole, random, random, as full reuse",
        "no reuse, full reuse, SLG on find, SLG on the whole, random, random, as full reuse",
        "no reuse, full reuse, SLG on find, SLG on the whole, random, random, as full reuse",
        "no reuse, full reuse, SLG on cat, SLG on grep, SLG on cut, SLG on the whole, random, random, as full reuse",
        "no reuse, full reuse, SLG on valid, SLG on style, SLG on odf, SLG on the whole, random, random, as full reuse",
    ];
    let treatments: Vec<&str> = rows.iter().map(|row| &*row.treatment).collect();
    assert_eq!(treatments.join(", "), expected.join(", "));
    for row in &rows {
        assert!(row.outcome.mean() > 0.0 && !row.outcome.costs.is_empty(), "{}: {}", row.text, row.treatment);
        // Of components in a folder, only the mean is known.
        assert!(row.outcome.inputs.is_empty() || row.outcome.costs.len() == row.outcome.inputs.len());
        let is_page = row.text == WEB;
        let mut inputs = row.outcome.inputs.iter();
        assert!(is_page || inputs.all(|input| input.stdin.len() == row.outcome.inputs[0].stdin.len()));
        let has_folder = [BACKUP, MAIL, BOOKS].contains(&row.text);
        assert!(row.outcome.inputs.iter().all(|input| input.tree.is_some() == has_folder));
    }
    assert_eq!(shown.len(), 1 + 7 + rows.len());
    let goals = goals(&rows);
    // Random nine times, the whole six times; of Unix and XML, single components, and reuse in two ways.
    assert_eq!(goals.len(), 9 + 6 + 2 * 3, "{goals:#?}");
}

#[test]
fn the_pipeline_as_one_program_writes_what_the_pipeline_does() {
    let text = b"1234567890\nabc\n0987654321\nuser:b:c:d:root\n5555555555\n";
    let page = Case::web(1);
    let cases = [
        (Case::lines_of_ten(GREP_SORT_ZIP, 5), text.to_vec()),
        (Case { text: "cat | grep -i user | cut -d : -f 5", ..Case::secure(5) }, text.to_vec()),
        (page.clone(), page.stdin.at_random(0, 3).unwrap().bytes),
    ];
    for (case, text) in cases {
        let pipeline = case.pipeline();
        let (program, components) = program_of(&pipeline);
        assert_eq!(components, pipeline.components.len());
        let config = WasiConfig {
            args: vec![b"pipeline".to_vec()],
            stdin: Stdin::Bytes(text.clone()),
            ..case.world()
        };
        let wasi = Wasi::new(config).unwrap();
        let mut process = Process::<u64>::new(program.clone(), (), Limits::default(), wasi).unwrap();
        let mut inputs = Given::list(Vec::new());
        process.enter(&Entry::find(&program, Some("_start")).unwrap(), 0, &mut inputs).unwrap();
        let halt = process.advance(&mut inputs, &mut Unobserved);
        assert!(matches!(halt, Halt::Ended(Outcome::Returned(_) | Outcome::Exited(0))), "{halt:?}");
        let ran = run(&pipeline, &text, &RunSettings::default());
        assert_eq!(process.wasi.stdout(), ran.outputs[0].bytes);
        assert!(!ran.outputs[0].bytes.is_empty());
    }
    // What `xargs` runs is left out.
    let pipeline = Case::secure(1).pipeline();
    assert_eq!(
        (program_of(&pipeline).1, pipeline.components.len(), pipeline.text.is_empty()),
        (3, 4, SECURE.is_empty())
    );
}
