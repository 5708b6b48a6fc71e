//! What native runs are held against: the interpreter, by `Subject::fitted`, with an observer that counts sides.

#![allow(dead_code)]

use std::path::{Path, PathBuf};
use std::sync::Arc;

use worstcase_explore::{StdinPart, StdinShape, Subject, Watch};
use worstcase_machine::process::{Entry, InputKind, RunEnd};
use worstcase_machine::wasi::WasiConfig;
use worstcase_machine::{Limits, Observer};
use worstcase_native::{Finished, Native, NativeOptions, NativeRun, Runner, World};
use worstcase_program::compile::{CompileOptions, Opt, Stop};
use worstcase_program::{FuncIdx, Pc, Program};

/// The splitmix64 generator (Steele, Lea and Flood, 2014): tiny, and good enough to choose tests.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// An input: often one of those at which things change.
    pub fn bits(&mut self) -> u64 {
        let small = self.below(20) as u64;
        let floats =
            [0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -1.0, 2_147_483_648.0, 1e300, f64::NAN, f64::INFINITY, 9e18];
        let float = floats[self.below(floats.len())];
        match self.below(9) {
            0 => small.wrapping_neg(),
            1 => 1 << self.below(64),
            2 => self.next(),
            3 => self.next() >> 32,
            4 => f64::to_bits(float),
            5 => f32::to_bits(float as f32).into(),
            6 => b"[[{{\"\":]}ax(),0123 \n\0"[self.below(20)].into(),
            _ => small,
        }
    }
}

/// Where tests keep what they compiled.
fn cache() -> Option<PathBuf> {
    Some(Path::new(env!("CARGO_TARGET_TMPDIR")).join("native"))
}

/// A program of C or of text.
pub fn load(path: &Path, opt: Opt) -> Arc<Program> {
    let options = CompileOptions { opt, cache: cache(), ..CompileOptions::default() };
    Arc::new(
        worstcase_program::load(&[path.to_owned()], &options)
            .unwrap_or_else(|error| panic!("{error}"))
            .program,
    )
}

/// A file beside this crate.
pub fn file(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// A program of text.
pub fn text(text: &str) -> Arc<Program> {
    let bytes = wat::parse_str(text).unwrap_or_else(|error| panic!("{error}"));
    Arc::new(Program::from_wasm(bytes).unwrap())
}

/// A program at a size, with nothing else in its world.
pub fn subject(program: &Arc<Program>, entry: Entry, size: u32) -> Subject {
    let stdin = if let Entry::Command(_) = entry { StdinShape::Sized } else { StdinShape::World };
    let args = vec![b"program".to_vec(), b"-x".to_vec()];
    Subject {
        program: program.clone(),
        entry,
        size,
        world: WasiConfig { args, env: vec![("A".into(), b"b".to_vec())], ..WasiConfig::default() },
        files: Vec::new(),
        arguments: Vec::new(),
        stdin,
        counted_function: None,
        natives: None,
        limits: Limits { steps: 3_000_000, ..Limits::default() },
    }
}

/// Counts sides as `load` does.
pub struct Counts<'p>(pub &'p Program, pub Vec<u32>);

impl Observer for Counts<'_> {
    const WATCHES: bool = true;

    fn operation(&mut self, _: usize, _: Pc) {}

    fn decision(&mut self, _: usize, at: Pc, choice: u32) {
        if let Some(conditional) = self.0.origins[at as usize].conditional {
            let count = &mut self.1[2 * conditional.index() + usize::from(choice != 0)];
            *count = count.saturating_add(1);
        }
    }
}

/// A run of the interpreter in the words of a native one. Nothing if it could not be started.
pub fn interpreted(subject: &Subject, bits: &[u64]) -> Option<Finished> {
    let program = &subject.program;
    let mut counts = Counts(program, vec![0; 2 * program.conditionals.len()]);
    let fitted = subject.fitted(bits.to_vec(), &mut counts, &Watch::default()).ok()?;
    let input: Vec<(InputKind, u64)> = fitted.input.iter().map(|input| (input.kind, input.bits)).collect();
    Some(Finished { costs: fitted.costs, end: fitted.end, input, sides: counts.1 })
}

/// What was compared.
#[derive(Debug, Default)]
pub struct Tally {
    pub returned: usize,
    pub trapped: usize,
    pub ended: usize,
    pub unsupported: usize,
    /// Runs that the interpreter ended by itself, and that could have been supported.
    pub declined: usize,
}

/// A child for a subject.
pub fn start(subject: &Subject) -> Runner {
    let native = compile(&subject.program, subject.entry.clone(), subject.counted_function);
    native.start(subject.size, &subject.limits, &world(subject)).unwrap_or_else(|error| panic!("{error}"))
}

/// The world of a subject, whose standard input is as long as the size says.
pub fn world(subject: &Subject) -> World {
    let stdin = match subject.stdin {
        StdinShape::Sized => vec![StdinPart::any(subject.size)],
        _ => Vec::new(),
    };
    World { args: subject.world.args.clone(), env: subject.world.env.clone(), stdin, ..World::default() }
}

/// A program, translated and compiled.
pub fn compile(program: &Arc<Program>, entry: Entry, counted_function: Option<FuncIdx>) -> Arc<Native> {
    let options = NativeOptions { entry, counted_function, cache: cache(), stop: Stop::default() };
    Arc::new(Native::compile(program, &options).unwrap_or_else(|error| panic!("{error}")))
}

/// Runs inputs on both sides, which have to agree in everything.
pub fn compare(subject: &Subject, runner: &mut Runner, inputs: &[Vec<u64>], tally: &mut Tally) {
    let given: Vec<&[u64]> = inputs.iter().map(Vec::as_slice).collect();
    let runs = runner.run(&given, &|| false);
    assert_eq!(runs.len(), inputs.len());
    for (run, input) in runs.iter().zip(inputs) {
        let expected = interpreted(subject, input);
        let NativeRun::Done(got) = run else {
            tally.unsupported += 1;
            let ended = expected.is_some_and(|run| matches!(run.end, RunEnd::Ended(_) | RunEnd::Trapped(_)));
            tally.declined += usize::from(ended);
            continue;
        };
        assert_eq!(Some(got), expected.as_ref(), "size {}, input {input:x?}", subject.size);
        match got.end {
            RunEnd::Ended(worstcase_machine::process::Outcome::Returned(_)) => tally.returned += 1,
            RunEnd::Ended(_) => tally.ended += 1,
            _ => tally.trapped += 1,
        }
    }
}

/// Random inputs for a subject: of other lengths than it takes, and with other values.
pub fn inputs(subject: &Subject, count: usize, random: &mut Random) -> Vec<Vec<u64>> {
    let taken = interpreted(subject, &[]).map_or(0, |run| run.input.len());
    let input = |_| {
        let len = if random.below(3) == 0 { random.below(2 * taken + 2) } else { taken };
        let narrow = random.below(4);
        (0..len)
            .map(|_| match narrow {
                0 => random.next() & 0xff,
                1 => random.next() % 4,
                2 => b"[[{{\"\":]}ax(),0123 \n\0"[random.below(20)].into(),
                _ => random.bits(),
            })
            .collect()
    };
    (0..count).map(input).collect()
}

/// Compares random runs of a program at some sizes.
pub fn agree(program: &Arc<Program>, entry: Entry, sizes: &[u32], count: usize) -> Tally {
    let (mut tally, mut random) = (Tally::default(), Random(count as u64));
    let mut runner = None;
    for &size in sizes {
        let mut subject = subject(program, entry.clone(), size);
        // Of every program another function, so that all of them are counted now and then.
        subject.counted_function = Some(FuncIdx((program.functions.len() / 2) as u32));
        let runner = runner.get_or_insert_with(|| start(&subject));
        runner.resize(size, &subject.limits, &world(&subject)).unwrap_or_else(|error| panic!("{error}"));
        let inputs = inputs(&subject, count, &mut random);
        compare(&subject, runner, &inputs, &mut tally);
    }
    tally
}
