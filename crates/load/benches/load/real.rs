//! Real code: zlib's `deflate`, as it is, on 16 KiB. Its sources come out of the crate `libz-sys`, which cargo gets into `target/`;
//! nothing of the crate is built.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Instant;

use worstcase_explore::{Input, StdinShape, Subject, Unattended};
use worstcase_load::{Load, Measure, Options, Suite};
use worstcase_machine::process::{Costs, Entry, InputKind};
use worstcase_machine::wasi::WasiConfig;
use worstcase_machine::{Limits, SplitMix};
use worstcase_program::compile::CompileOptions;
use worstcase_solver::{Parts, Solver};

use crate::setting;

const CRATE: (&str, &str) = ("libz-sys", "1.1.31");
const SOURCES: [&str; 6] = ["adler32", "compress", "crc32", "deflate", "trees", "zutil"];

/// How many bytes are packed.
const SIZE: u32 = 16 << 10;

/// What every test has to cost at least, as times the mean of random inputs.
const GOAL: f64 = 2.0;

/// Makes ten tests, prints them beside plain inputs, and says whether the goals are reached.
pub fn print() {
    println!("\nzlib's deflate, {SIZE} bytes: instructions");
    let sources = match sources() {
        Ok(sources) => sources,
        Err(why) => return println!("left out: {why}"),
    };
    let subject = subject(&sources);
    let cost = |costs: &Costs| costs.instructions as i64;
    let suite = make(&subject, &cost);
    let tests: Vec<i64> = suite.tests.iter().map(|test| test.cost).collect();
    let random = suite.random.mean.unwrap_or(0.0);
    println!("ten tests      {tests:?}, {:.1} s", suite.seconds);
    println!("random, mean   {random:.0} ({} runs)", suite.random.runs);
    let plain = plain(&sources).map(|(name, bytes)| {
        let input: Vec<Input> =
            bytes.iter().map(|&byte| Input { kind: InputKind::U8, bits: byte.into() }).collect();
        let (costs, _) = subject.replay(&input).expect("any bytes are an input");
        println!("{name:<14} {}", cost(&costs));
        cost(&costs)
    });
    let least = tests.iter().copied().min().unwrap_or(0);
    let says = |is: bool| if is { "reached" } else { "NOT REACHED" };
    let is_twice = tests.len() == 10 && least as f64 >= GOAL * random;
    println!("{}: each of ten tests costs at least {GOAL} times random's mean", says(is_twice));
    let is_above = tests.len() == 10 && plain.iter().all(|plain| least > *plain);
    println!("{}: and more than any of the plain inputs", says(is_above));
}

/// Inputs that anybody would try.
fn plain(sources: &Path) -> [(&'static str, Vec<u8>); 3] {
    let text = std::fs::read(sources.join("deflate.c")).expect("it was compiled");
    let text = text.into_iter().cycle().take(SIZE as usize).collect();
    let mut random = SplitMix(1);
    let noise = (0..SIZE).map(|_| random.next_bits() as u8).collect();
    [("zeros", vec![0; SIZE as usize]), ("text", text), ("incompressible", noise)]
}

/// The folder with zlib's sources, which are fetched unless they are there.
fn sources() -> Result<PathBuf, String> {
    let (name, version) = CRATE;
    let target = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/load");
    let sources = target.join(format!("{name}-{version}"));
    let zlib = sources.join(name).join("src/zlib");
    if !zlib.join("deflate.c").exists() {
        let manifest = format!(
            "[package]\nname = \"real\"\nversion = \"0.0.0\"\nedition = \"2021\"\n[workspace]\n[dependencies]\n{name} = \"={version}\"\n"
        );
        let folder = target.join("manifest");
        let write = || -> std::io::Result<()> {
            std::fs::create_dir_all(folder.join("src"))?;
            std::fs::write(folder.join("src/lib.rs"), "")?;
            std::fs::write(folder.join("Cargo.toml"), manifest)
        };
        write().map_err(|error| error.to_string())?;
        let mut vendor = Command::new("cargo");
        vendor.args(["vendor", "--quiet"]).arg(&sources).current_dir(&folder);
        let output = vendor.output().map_err(|error| error.to_string())?;
        if !output.status.success() {
            return Err(format!("cargo vendor: {}", String::from_utf8_lossy(&output.stderr).trim()));
        }
    }
    Ok(zlib)
}

fn subject(sources: &Path) -> Subject {
    let harness = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/programs/zlib_deflate.c");
    let files = SOURCES.iter().map(|name| sources.join(name).with_extension("c"));
    let files: Vec<PathBuf> = std::iter::once(PathBuf::from(harness)).chain(files).collect();
    let cflags = vec![format!("-I{}", sources.display()), "-w".into()];
    let options = CompileOptions { cflags, ..CompileOptions::default() };
    let program = Arc::new(worstcase_program::load(&files, &options).expect("zlib compiles").program);
    Subject {
        entry: Entry::find(&program, None).expect("the harness has one"),
        size: SIZE,
        world: WasiConfig::default(),
        files: Vec::new(),
        arguments: Vec::new(),
        stdin: StdinShape::World,
        counted_function: None,
        natives: None,
        limits: Limits { steps: 20_000_000_000, ..Limits::default() },
        program,
    }
}

fn make(subject: &Subject, cost: &(dyn Fn(&Costs) -> i64 + Sync)) -> Suite {
    let solver = || -> Box<dyn Solver> { Box::new(Parts::new()) };
    let effort: f64 = setting("WORSTCASE_EFFORT", "0.3").parse().expect("a number");
    let options = Options {
        tests: 10,
        look_ahead: None,
        diverse: true,
        work: (effort * 60e9) as u64,
        branches: 2_000_000,
        threads: 2,
        memory: 3 << 30,
        seed: 1,
        patience: Options::PATIENCE,
    };
    let measures = vec![Measure { kind: "instructions".into(), cost }];
    let load = Load {
        subject,
        solver: &solver,
        measures,
        options,
        changes: true,
        random: Some(50),
        earlier: vec![],
    };
    let begun = Instant::now();
    let clock = Unattended { clock: move || begun.elapsed().as_secs_f64() };
    load.generate(Suite::default(), &clock).expect("it runs")
}
