//! Random modules, run on our machine and on wasmi, call by call.
//!
//! Both see the same calls in the same order and keep their state between them. Most modules are made to
//! terminate: those of `structured.rs`, and those of wasm-smith that count their loops and calls in a global and
//! trap at some number. Of the others, a call that takes too long for us is abandoned, and both sides start
//! anew. What terminates for us has to terminate for wasmi too, which is held to that by fuel.

mod canonical;
mod ours;
mod structured;
mod theirs;

use std::fmt;
use std::sync::Arc;

use arbitrary::Unstructured;
use wasm_smith::Config;
use worstcase_machine::Trap;
use worstcase_program::{ExternType, Program, ValType};

pub use ours::Ours;
pub use theirs::Theirs;

/// Instructions after which a call is abandoned.
const STEPS: u64 = 50_000;
/// How many loops and calls a module that is made to terminate may go through.
const FUEL: u32 = 1000;
/// How often each function is called, on average.
const ROUNDS: usize = 4;

/// What modules may import: everything that the host can offer, once.
const IMPORTS: &str = r#"(module
    (import "host" "mix" (func (param i64 i32) (result i64)))
    (import "host" "split" (func (param f64 f32) (result i32 f64 f32)))
    (import "host" "nothing" (func))
    (import "host" "constant" (global i32))
    (import "host" "state" (global (mut i64)))
    (import "host" "memory" (memory 1 4))
    (import "host" "table" (table 4 20 funcref)))"#;

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
}

/// A value as both sides can name it.
#[derive(Clone, Debug, PartialEq)]
pub enum Datum {
    Number(ValType, u64),
    Null(ValType),
    /// The function with that export name.
    Function(String),
    /// The host's object with that number.
    Object(u32),
}

/// How a call ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    Returned(Vec<Datum>),
    Trapped(Trap),
    /// A limit was reached; what happened until then is not comparable.
    Abandoned,
}

/// What was compared, so that a run that compared nothing is seen to be one.
#[derive(Default)]
pub struct Tally {
    pub modules: usize,
    pub uninstantiable: usize,
    pub functions: usize,
    pub returned: usize,
    pub trapped: usize,
    pub abandoned: usize,
    pub instructions: u64,
    pub conditionals: u64,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { modules, uninstantiable, functions, returned, trapped, abandoned, .. } = self;
        let compared = returned + trapped;
        write!(
            f,
            "{modules} modules ({uninstantiable} did not get past their start), {functions} functions, "
        )?;
        write!(
            f,
            "{compared} calls compared ({returned} returned, {trapped} trapped), {abandoned} abandoned, "
        )?;
        write!(f, "{} instructions, {} conditionals", self.instructions, self.conditionals)
    }
}

pub fn setting(name: &str, default: u64) -> u64 {
    match std::env::var(name) {
        Ok(value) => value.parse().unwrap_or_else(|_| panic!("{name} has to be a number")),
        Err(_) => default,
    }
}

/// Runs WORSTCASE_MODULES random modules from WORSTCASE_SEED on. Wasmi runs what `prepare` makes of each, and
/// `check` compares both sides after every call; results and traps are compared in any case.
///
/// Module k of seed s is module 0 of seed s + k, so that a single one can be run again.
pub fn compare(
    prepare: impl Fn(&Program) -> Vec<u8>,
    check: impl Fn(&mut Ours, &mut Theirs) -> Result<(), String>,
) -> Tally {
    let (first, count) = (setting("WORSTCASE_SEED", 1), setting("WORSTCASE_MODULES", 300));
    let mut tally = Tally::default();
    for seed in first..first + count {
        let (bytes, mut random) = module(seed);
        if let Err(difference) = session(&bytes, &mut random, &prepare, &check, &mut tally) {
            let path = std::env::temp_dir().join(format!("worstcase-{seed}.wasm"));
            std::fs::write(&path, &bytes).expect("the module can be written");
            panic!("WORSTCASE_SEED={seed} WORSTCASE_MODULES=1, {}: {difference}", path.display());
        }
    }
    println!("from seed {first}: {tally}");
    tally
}

/// The module of a seed, and the generator for what is to be done with it.
pub fn module(seed: u64) -> (Vec<u8>, Random) {
    let mut random = Random(seed.wrapping_mul(0xd134_2543_de82_ef95));
    let structured = random.below(2) == 0;
    let bytes = if structured { structured::module(&mut random) } else { odd_module(&mut random) };
    (bytes, random)
}

/// A module of all the features that we have. Half of them avoid traps, to get further.
fn odd_module(random: &mut Random) -> Vec<u8> {
    let imports = random.below(2) == 0;
    let config = Config {
        available_imports: imports.then(|| wat::parse_str(IMPORTS).expect("the text is right")),
        max_imports: if imports { 7 } else { 0 },
        export_everything: true,
        min_types: 4,
        max_types: 12,
        max_type_size: 10_000,
        min_funcs: 4,
        max_funcs: 12,
        max_instructions: [30, 100, 500][random.below(3)],
        min_globals: 1,
        max_globals: 10,
        disallow_traps: random.below(2) == 0,
        allow_floats: random.below(4) != 0,
        // Not counting an imported one, beside which there is no room.
        min_memories: u32::from(!imports),
        max_memories: 1,
        memory_max_size_required: true,
        max_memory32_bytes: 8 << 16,
        max_tables: 3,
        table_max_size_required: true,
        max_table_elements: 100,
        max_data_segments: 5,
        max_element_segments: 5,
        bulk_memory_enabled: true,
        reference_types_enabled: true,
        multi_value_enabled: true,
        sign_extension_ops_enabled: true,
        saturating_float_to_int_enabled: true,
        simd_enabled: false,
        relaxed_simd_enabled: false,
        memory64_enabled: false,
        tail_call_enabled: false,
        exceptions_enabled: false,
        gc_enabled: false,
        compact_imports_enabled: false,
        custom_page_sizes_enabled: false,
        extended_const_enabled: false,
        threads_enabled: false,
        wide_arithmetic_enabled: false,
        ..Config::default()
    };
    let bytes: Vec<u8> = (0..4096).flat_map(|_| random.next().to_le_bytes()).collect();
    let module = wasm_smith::Module::new(config, &mut Unstructured::new(&bytes));
    let mut module = module.expect("there are bytes enough for a module");
    if random.below(4) != 0 {
        module.ensure_termination(FUEL).expect("all of the code was generated");
    }
    module.to_bytes()
}

/// Runs one module on both sides.
fn session(
    bytes: &[u8],
    random: &mut Random,
    prepare: &impl Fn(&Program) -> Vec<u8>,
    check: &impl Fn(&mut Ours, &mut Theirs) -> Result<(), String>,
    tally: &mut Tally,
) -> Result<(), String> {
    let program = Program::from_wasm(bytes.to_vec()).map_err(|error| format!("refused: {error}"))?;
    let prepared = canonical::canonical(&program, &prepare(&program));
    let program = Arc::new(program);
    tally.modules += 1;
    let Some((mut ours, mut theirs)) = instantiate(&program, &prepared)? else {
        tally.uninstantiable += 1;
        return Ok(());
    };
    check(&mut ours, &mut theirs)?;

    let names: Vec<String> = program.exported_functions().map(|(name, _)| name.to_string()).collect();
    tally.functions += names.len();
    for _ in 0..ROUNDS * names.len() {
        let name = &names[random.below(names.len())];
        let ty = program.func_type(program.exported_function(name).expect("it is exported"));
        let arguments: Vec<Datum> = ty.params.iter().map(|&ty| argument(ty, &names, random)).collect();
        let before = ours.machine.spent();
        let got = ours.call(name, &arguments);
        let after = ours.machine.spent();
        let instructions = after.instructions - before.instructions;
        if got == Outcome::Abandoned {
            tally.abandoned += 1;
            (ours, theirs) = instantiate(&program, &prepared)?.expect("it could be instantiated before");
            continue;
        }
        let call = |difference: String| format!("{name}{arguments:?}: {difference}");
        let expected = theirs.call(name, &arguments).map_err(call)?;
        if !same(&got, &expected) {
            return Err(call(format!("{got:?}, but wasmi {expected:?}")));
        }
        check(&mut ours, &mut theirs).map_err(call)?;
        tally.instructions += instructions;
        tally.conditionals += after.conditionals - before.conditionals;
        if matches!(got, Outcome::Returned(_)) {
            tally.returned += 1;
        } else {
            tally.trapped += 1;
            // At the end of a long run that means that no fuel is left.
            if instructions > FUEL.into() {
                (ours, theirs) = instantiate(&program, &prepared)?.expect("it could be instantiated before");
            }
        }
    }
    Ok(())
}

/// Both sides with the module in them, or nothing if it traps in both, or takes too long.
fn instantiate(program: &Arc<Program>, prepared: &[u8]) -> Result<Option<(Ours, Theirs)>, String> {
    let ours = Ours::new(program.clone());
    if matches!(ours, Err(Outcome::Abandoned)) {
        return Ok(None);
    }
    let theirs = match Theirs::new(prepared) {
        Ok(theirs) => Ok(theirs),
        Err(outcome) => Err(outcome?),
    };
    match (ours, theirs) {
        (Ok(ours), Ok(theirs)) => Ok(Some((ours, theirs))),
        (Err(got), Err(expected)) if same(&got, &expected) => Ok(None),
        (got, expected) => Err(format!("instantiated: {:?}, but wasmi {:?}", got.err(), expected.err())),
    }
}

/// Whether both ended in the same way. Wasmi does not tell a call beyond the table from an access beyond it.
fn same(got: &Outcome, expected: &Outcome) -> bool {
    match (got, expected) {
        (Outcome::Trapped(Trap::UndefinedElement), Outcome::Trapped(Trap::TableOutOfBounds)) => true,
        _ => got == expected,
    }
}

/// An argument: often one of those at which things change.
fn argument(ty: ValType, names: &[String], random: &mut Random) -> Datum {
    let small = random.below(20) as u64;
    let bits = match ty {
        ValType::I32 => {
            [small, small.wrapping_neg(), 1 << 31, random.next(), random.next() >> 44][random.below(5)]
        }
        ValType::I64 => {
            [small, small.wrapping_neg(), 1 << 63, random.next(), random.next() >> 44][random.below(5)]
        }
        ValType::F32 => match random.below(3) {
            0 => random.next(),
            1 => (small as f32 - 9.5).to_bits().into(),
            _ => [0.0, -0.0, f32::INFINITY, f32::NAN, f32::MIN_POSITIVE, f32::MAX, 2e9][random.below(7)]
                .to_bits()
                .into(),
        },
        ValType::F64 => match random.below(3) {
            0 => random.next(),
            1 => (small as f64 - 9.5).to_bits(),
            _ => [0.0, -0.0, f64::INFINITY, f64::NAN, f64::MIN_POSITIVE, f64::MAX, 9e18][random.below(7)]
                .to_bits(),
        },
        ValType::FuncRef | ValType::ExternRef if small < 5 => return Datum::Null(ty),
        ValType::FuncRef => return Datum::Function(names[random.below(names.len())].clone()),
        ValType::ExternRef => return Datum::Object(small as u32),
    };
    let wide = matches!(ty, ValType::I64 | ValType::F64);
    Datum::Number(ty, if wide { bits } else { bits & 0xffff_ffff })
}

/// What a host function answers on both sides: numbers that depend on all arguments.
fn host_answer(arguments: &[u64], results: &[ValType]) -> Vec<u64> {
    let mut random = Random(arguments.iter().fold(7, |hash, &bits| Random(hash ^ bits).next()));
    let result = |ty: &ValType| match ty {
        ValType::I32 | ValType::F32 => random.next() >> 32,
        _ => random.next(),
    };
    results.iter().map(result).collect()
}

/// The initial value of an imported global, on both sides. As the offset of a segment it often fits.
const HOST_GLOBAL: u64 = 3;

/// The types of an imported function.
fn function_type(ty: &ExternType) -> &worstcase_program::FuncType {
    match ty {
        ExternType::Func(ty) => ty,
        other => unreachable!("{other:?} is not a function"),
    }
}
