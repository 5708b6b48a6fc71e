//! The tool as people use it: `find` on a program, and `run` to say what an input costs.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use serde_json::Value;

use crate::hunt::program::HuntProgram;

/// What `find` said of a program.
pub struct Found {
    /// Sizes with what they cost at least, and how that was found.
    pub sizes: Vec<(u32, Option<i64>, String)>,
    pub class: Option<String>,
    pub seconds: f64,
}

impl Found {
    pub fn cost(&self, size: u32) -> Option<i64> {
        self.sizes.iter().find(|(n, ..)| *n == size)?.1
    }

    pub fn how(&self, size: u32) -> &str {
        self.sizes.iter().find(|(n, ..)| *n == size).map_or("", |(.., how)| how)
    }
}

fn worstcase() -> Command {
    Command::new(env!("CARGO_BIN_EXE_worstcase"))
}

/// Runs `find` with some more flags; nothing if it could not be run.
pub fn find(program: &HuntProgram, flags: &[String]) -> Option<Found> {
    let begun = Instant::now();
    let output = worstcase()
        .arg("find")
        .arg(&program.path)
        .args(["--json", "--no-files"])
        .args(flags)
        .output()
        .ok()?;
    let seconds = begun.elapsed().as_secs_f64();
    let json: Value = serde_json::from_slice(&output.stdout).ok()?;
    let size = |size: &Value| {
        let how = size["how"].as_str().or(size["status"].as_str()).unwrap_or_default();
        Some((size["n"].as_u64()? as u32, size["cost"].as_i64(), how.to_string()))
    };
    let sizes = json["sizes"].as_array()?.iter().filter_map(size).collect();
    Some(Found { sizes, class: json["growth"]["class"].as_str().map(String::from), seconds })
}

/// What an input costs; nothing if it does not fit or does not end.
pub fn cost(program: &HuntProgram, size: u32, input: &str, scratch: &Path) -> Option<i64> {
    let file = scratch.join("input.json");
    std::fs::write(&file, input).ok()?;
    let mut command = worstcase();
    command
        .arg("run")
        .arg(&program.path)
        .args(["--json", "--size", &size.to_string(), "--input-file"])
        .arg(&file);
    let output = command.output().ok()?;
    let json: Value = serde_json::from_slice(&output.stdout).ok()?;
    json["costs"]["conditionals"].as_i64()
}
