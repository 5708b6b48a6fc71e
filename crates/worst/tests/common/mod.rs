//! The examples as subjects.
#![allow(dead_code, reason = "not every test uses all of it")]

use std::path::{Path, PathBuf};
use std::sync::Arc;

use worstcase_explore::{Budget, StdinShape, Subject};
use worstcase_machine::Limits;
use worstcase_machine::process::{Costs, Entry};
use worstcase_machine::wasi::WasiConfig;
use worstcase_program::compile::CompileOptions;
use worstcase_solver::{Chain, Solver};
use worstcase_worst::Search;

/// The cost that the paper counts.
pub fn cost(costs: &Costs) -> i64 {
    costs.conditionals as i64
}

pub fn solver() -> Box<dyn Solver> {
    Box::new(Chain::new())
}

/// One of the examples.
pub struct Program(Arc<worstcase_program::Program>);

impl Program {
    pub fn load(name: &str) -> Program {
        let examples = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples");
        Program::from(&examples.join(name).with_extension("c"))
    }

    /// One of the programs of these tests.
    pub fn own(name: &str) -> Program {
        let programs = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
        Program::from(&programs.join(name).with_extension("c"))
    }

    fn from(path: &Path) -> Program {
        let path = path.to_path_buf();
        let loaded = worstcase_program::load(&[path], &CompileOptions::default()).unwrap();
        Program(Arc::new(loaded.program))
    }

    pub fn subject(&self, size: u32) -> Subject {
        Subject {
            program: self.0.clone(),
            entry: Entry::find(&self.0, None).unwrap(),
            size,
            world: WasiConfig::default(),
            files: Vec::new(),
            arguments: Vec::new(),
            stdin: StdinShape::World,
            counted_function: None,
            natives: None,
            limits: Limits { steps: 10_000_000_000, ..Limits::default() },
        }
    }

    pub fn search<'a>(&self, subject: &'a (dyn Fn(u32) -> Subject + Sync)) -> Search<'a> {
        let threads = std::thread::available_parallelism().map_or(1, |cores| cores.get());
        let budget = Budget { threads, memory: 4 << 30, ..Budget::default() };
        Search { subject, solver: &solver, cost: &cost, budget, seed: 1 }
    }
}
