//! Small programs to compile, and a module taken apart.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use wasmparser::{KnownCustom, Name, Operator, Parser, Payload};
use worstcase_program::compile::{CompileError, CompileOptions, Compiled, Opt, compile};
use worstcase_program::debug::DebugInfo;

pub const SORT: &str = "\
static int smaller(int a, int b) { return a < b; }
int helper(int *a, int i) { return smaller(a[i], a[i - 1]); }
int run(int n) { int a[3] = {n, 1, 2}; return helper(a, n); }
";

/// A directory with the sources of one program.
pub struct Project(pub tempfile::TempDir);

impl Project {
    pub fn new(files: &[(&str, &str)]) -> Self {
        let dir = tempfile::tempdir().unwrap();
        for (name, text) in files {
            std::fs::write(dir.path().join(name), text).unwrap();
        }
        Self(dir)
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Compiles everything in the directory.
    pub fn compile(&self, options: &CompileOptions) -> Result<Compiled, CompileError> {
        let mut sources: Vec<PathBuf> =
            std::fs::read_dir(self.0.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
        sources.retain(|path| path.is_file() && path.extension().is_none_or(|extension| extension != "h"));
        sources.sort();
        compile(&sources, options)
    }
}

pub fn built(name: &str, text: &str, options: &CompileOptions) -> Module {
    Module::new(Project::new(&[(name, text)]).compile(options).unwrap().wasm)
}

pub fn error(name: &str, text: &str, options: &CompileOptions) -> CompileError {
    Project::new(&[(name, text)]).compile(options).unwrap_err()
}

pub fn flags(flags: &[&str]) -> CompileOptions {
    CompileOptions { cflags: flags.iter().map(|&flag| flag.to_owned()).collect(), ..Default::default() }
}

pub fn at(opt: Opt) -> CompileOptions {
    CompileOptions { opt, ..Default::default() }
}

/// What the tests want to know of a module.
#[derive(Default)]
pub struct Module {
    pub exports: BTreeSet<String>,
    pub imports: BTreeSet<(String, String)>,
    pub names: BTreeMap<u32, String>,
    /// By function index: each operator in words, with its offset.
    pub code: BTreeMap<u32, Vec<(String, u64)>>,
    pub custom: Vec<(String, Vec<u8>)>,
    pub code_start: u64,
}

impl Module {
    pub fn new(wasm: Vec<u8>) -> Self {
        wasmparser::validate(&wasm).unwrap();
        let mut module = Self::default();
        let mut function = 0;
        for payload in Parser::new(0).parse_all(&wasm) {
            match payload.unwrap() {
                Payload::ImportSection(section) => {
                    for import in section.into_imports().map(Result::unwrap) {
                        module.imports.insert((import.module.to_owned(), import.name.to_owned()));
                        function += 1;
                    }
                }
                Payload::ExportSection(section) => {
                    module.exports.extend(section.into_iter().map(|export| export.unwrap().name.to_owned()));
                }
                Payload::CodeSectionStart { unchecked_range, .. } => {
                    module.code_start = unchecked_range.start
                }
                Payload::CodeSectionEntry(body) => {
                    let operators = body.get_operators_reader().unwrap().into_iter_with_offsets();
                    let described = operators.map(|item| item.unwrap()).map(|(op, at)| (describe(&op), at));
                    module.code.insert(function, described.collect());
                    function += 1;
                }
                Payload::CustomSection(section) => {
                    if let KnownCustom::Name(names) = section.as_known() {
                        for part in names {
                            if let Name::Function(functions) = part.unwrap() {
                                let named = functions.into_iter().map(|naming| naming.unwrap());
                                module
                                    .names
                                    .extend(named.map(|naming| (naming.index, naming.name.to_owned())));
                            }
                        }
                    }
                    module.custom.push((section.name().to_owned(), section.data().to_vec()));
                }
                _ => {}
            }
        }
        module
    }

    pub fn code_of(&self, name: &str) -> &[(String, u64)] {
        let (index, _) = self.names.iter().find(|(_, known)| *known == name).expect(name);
        &self.code[index]
    }

    pub fn calls(&self, caller: &str, callee: &str) -> bool {
        let (callee, _) = self.names.iter().find(|(_, known)| *known == callee).expect(callee);
        self.code_of(caller).iter().any(|(op, _)| *op == format!("call {callee}"))
    }

    /// The offset of an operator that occurs once.
    pub fn offset_of(&self, wanted: &str) -> u64 {
        let found: Vec<u64> =
            self.code.values().flatten().filter(|(op, _)| *op == wanted).map(|&(_, at)| at).collect();
        assert_eq!(found.len(), 1, "{wanted} occurs {} times", found.len());
        found[0]
    }

    pub fn debug(&self) -> DebugInfo {
        let sections = self.custom.iter().map(|(name, data)| (name.as_str(), data.as_slice()));
        DebugInfo::new(sections, self.code_start).unwrap()
    }

    pub fn imports_from(&self, module: &str) -> Vec<&str> {
        self.imports.iter().filter(|(from, _)| from == module).map(|(_, name)| name.as_str()).collect()
    }
}

fn describe(op: &Operator<'_>) -> String {
    match op {
        Operator::Call { function_index } => format!("call {function_index}"),
        Operator::I32Const { value } => format!("const {value}"),
        Operator::I32Mul => "mul".to_owned(),
        _ => String::new(),
    }
}

/// The line on which the source has a mark.
pub fn line_of(text: &str, mark: &str) -> u32 {
    let lines: Vec<usize> =
        text.lines().enumerate().filter(|(_, line)| line.contains(mark)).map(|(at, _)| at).collect();
    assert_eq!(lines.len(), 1, "{mark}");
    lines[0] as u32 + 1
}
