//! How fast programs run: our machine and wasmi, on the same modules, in the same process.
//!
//! `cargo bench -p worstcase-machine --bench speed -- [--quick] [part of a program's name]`
//!
//! Each program of `programs/` is compiled by the user's clang as users have it compiled, without optimisation
//! (what worstcase does by default) and with `-O2`. Our machine counts conditionals and instructions, as
//! `worstcase run` does; wasmi counts nothing. The two take turns, and of all rounds the fastest counts: what
//! else goes on in the computer makes a round slower, never faster. Times are printed and not asserted, but
//! both have to compute the same, else the exit code is 1.

#[path = "programs/mod.rs"]
mod programs;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use worstcase_machine::{Event, Extern, Limits, Machine, Memory, PAGE, Unobserved};
use worstcase_program::Program;
use worstcase_program::compile::{CompileOptions, Opt, compile};

use programs::PROGRAMS;

const LEVELS: [Opt; 2] = [Opt::O0, Opt::O2];

/// What one program took at one optimisation level.
struct Row {
    ours: Duration,
    theirs: Duration,
    instructions: u64,
}

impl Row {
    fn ratio(&self) -> f64 {
        self.ours.as_secs_f64() / self.theirs.as_secs_f64()
    }

    fn print(&self, name: &str, opt: Opt) {
        let [ours, theirs] = [self.ours, self.theirs].map(|time| time.as_secs_f64() * 1e3);
        let speed = self.instructions as f64 / self.ours.as_secs_f64() / 1e6;
        let opt = format!("-{opt:?}");
        println!("{name:<12} {opt:<4} {ours:>9.2} {theirs:>9.2} {:>7.2} {speed:>8.0}", self.ratio());
    }
}

fn main() -> ExitCode {
    // Cargo adds `--bench`.
    let (options, names): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).filter(|a| a != "--bench").partition(|a| a.starts_with('-'));
    let quick = options.iter().any(|o| o == "--quick");
    if names.len() > 1 || options.iter().any(|o| o != "--quick") {
        eprintln!("usage: speed [--quick] [part of a program's name]");
        return ExitCode::from(2);
    }
    match measure_all(names.first().map_or("", String::as_str), quick) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn measure_all(filter: &str, quick: bool) -> Result<(), Box<dyn Error>> {
    let programs = || PROGRAMS.iter().filter(|program| program.name.contains(filter));
    if programs().next().is_none() {
        return Err(format!("no program has {filter:?} in its name").into());
    }
    println!(
        "{:<12} {:<4} {:>9} {:>9} {:>7} {:>8}",
        "program", "opt", "ours ms", "wasmi ms", "ratio", "M inst/s"
    );
    let mut ratios = LEVELS.map(|_| Vec::new());
    let mut unseen = Vec::new();
    for program in programs() {
        for (opt, ratios) in LEVELS.into_iter().zip(&mut ratios) {
            let name = program.name;
            let (n, rounds) = if quick { (program.quick, 3) } else { (program.n, 41) };
            let row = measure(name, opt, n, rounds).map_err(|error| format!("{name} at {opt:?}: {error}"))?;
            row.print(name, opt);
            ratios.push(row.ratio());
            if program.unseen {
                unseen.push(row.ratio());
            }
        }
    }
    for (opt, ratios) in LEVELS.iter().zip(&ratios) {
        println!("geometric mean of the ratios at -{opt:?}: {:.3}", geometric_mean(ratios));
    }
    if !unseen.is_empty() {
        println!("of programs that fused pairs were not chosen by: {:.3}", geometric_mean(&unseen));
    }
    println!("geometric mean of all ratios:        {:.3}", geometric_mean(&ratios.concat()));
    Ok(())
}

fn geometric_mean(numbers: &[f64]) -> f64 {
    (numbers.iter().map(|x| x.ln()).sum::<f64>() / numbers.len() as f64).exp()
}

/// The fastest of some rounds.
fn measure(name: &str, opt: Opt, n: i32, rounds: u32) -> Result<Row, Box<dyn Error>> {
    let source = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/benches/programs")).join(name);
    let cache = Some(Path::new(env!("CARGO_TARGET_TMPDIR")).join("speed"));
    let options = CompileOptions { opt, cache, ..CompileOptions::default() };
    let wasm = compile(&[source.with_extension("c")], &options)?.wasm;

    let mut config = wasmi::Config::default();
    // Translation is no part of the time, for neither of us.
    config.compilation_mode(wasmi::CompilationMode::Eager);
    let module = wasmi::Module::new(&wasmi::Engine::new(&config), &wasm)?;
    let program = Arc::new(Program::from_wasm(wasm)?);

    let mut row = Row { ours: Duration::MAX, theirs: Duration::MAX, instructions: 0 };
    for _ in 0..rounds {
        let (result, time, instructions) = run_ours(program.clone(), n)?;
        row.ours = row.ours.min(time);
        row.instructions = instructions;
        let (expected, time) = run_wasmi(&module, n)?;
        row.theirs = row.theirs.min(time);
        if result != expected {
            return Err(format!("run({n}) is {result} on our machine, {expected} on wasmi").into());
        }
    }
    Ok(row)
}

/// The result of a run in a new instance, its time, and the Wasm instructions executed.
fn run_ours(program: Arc<Program>, n: i32) -> Result<(i64, Duration, u64), Box<dyn Error>> {
    let mut machine: Machine<u64> = Machine::new((), Limits::default());
    let instance = machine.instantiate(program, &[])?;
    let Some(Extern::Func(run)) = machine.export(instance, "run") else {
        return Err("it does not export run".into());
    };
    // Memory from the system is made when it is first touched. Here that happens before the run, as with wasmi, which
    // fills memory with zeros when it instantiates a module.
    let memory = machine.memory(instance);
    let bytes = memory.read(0, memory.pages() * PAGE as u32).unwrap_or_default();
    memory.write(0, &bytes);
    let start = Instant::now();
    machine.begin(run, &[u64::from(n as u32)]);
    let event = machine.resume(&mut Unobserved);
    let time = start.elapsed();
    if event != Event::Finished {
        return Err(format!("{event:?}").into());
    }
    Ok((machine.results(run)[0] as i64, time, machine.spent().instructions))
}

/// The same with wasmi, which does not count.
fn run_wasmi(module: &wasmi::Module, n: i32) -> Result<(i64, Duration), wasmi::Error> {
    let mut store = wasmi::Store::new(module.engine(), ());
    let instance = wasmi::Linker::new(module.engine()).instantiate_and_start(&mut store, module)?;
    let run = instance.get_typed_func::<i32, i64>(&store, "run")?;
    let start = Instant::now();
    let result = run.call(&mut store, n)?;
    Ok((result, start.elapsed()))
}
