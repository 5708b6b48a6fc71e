//! The programs of the table: what they are given, what counts, and what is asked of them.

use std::path::PathBuf;
use std::sync::Arc;

use worstcase_explore::{StdinShape, Subject};
use worstcase_machine::Limits;
use worstcase_machine::process::{Costs, Entry};
use worstcase_machine::wasi::WasiConfig;
use worstcase_program::Program;
use worstcase_program::compile::CompileOptions;

use crate::setting;

/// A program, its arguments, and what counts.
pub struct Row {
    pub name: &'static str,
    arguments: &'static [&'static str],
    /// Whether peak memory counts, and not instructions.
    memory: bool,
    /// How many times random's best the best test has to cost.
    pub goal: f64,
}

const fn row(name: &'static str) -> Row {
    Row { name, arguments: &[], memory: false, goal: 1.0 }
}

pub const ROWS: [Row; 12] = [
    row("insertion_sort"),
    row("heap_sort"),
    row("quick_sort"),
    row("search_tree"),
    Row { goal: 3.0, ..row("deflate") },
    row("sat"),
    Row { arguments: &["select 1,3 where 2>17 order by 1"], ..row("query") },
    Row { arguments: &["[a-z]*[a-z0-9]*[0-9]*;"], goal: 3.0, ..row("match") },
    Row { arguments: &["(x+x+)+y"], goal: 3.0, ..row("match") },
    row("tokenize"),
    Row { memory: true, ..row("cache") },
    row("json"),
];

impl Row {
    /// The program, compiled.
    pub fn program(&self) -> Arc<Program> {
        let folder = setting("WORSTCASE_PROGRAMS", concat!(env!("CARGO_MANIFEST_DIR"), "/benches/programs"));
        let path = PathBuf::from(folder).join(format!("{}.c", self.name));
        Arc::new(worstcase_program::load(&[path], &CompileOptions::default()).unwrap().program)
    }

    /// The program at a size.
    pub fn subject(&self, program: &Arc<Program>, size: u32) -> Subject {
        let entry = Entry::find(program, None).unwrap();
        let is_command = matches!(entry, Entry::Command(_));
        let arguments = [self.name].into_iter().chain(self.arguments.iter().copied());
        let args = arguments.map(|argument| argument.as_bytes().to_vec()).collect();
        Subject {
            entry,
            size,
            world: WasiConfig { args, ..WasiConfig::default() },
            files: Vec::new(),
            arguments: Vec::new(),
            stdin: if is_command { StdinShape::Sized } else { StdinShape::World },
            counted_function: None,
            natives: None,
            limits: Limits { steps: 20_000_000_000, ..Limits::default() },
            program: program.clone(),
        }
    }

    /// What counts.
    pub fn cost(&self, costs: &Costs) -> i64 {
        if self.memory { costs.memory as i64 } else { costs.instructions as i64 }
    }

    /// The same in a word.
    pub fn cost_kind(&self) -> &'static str {
        if self.memory { "memory" } else { "instructions" }
    }
}
