//! Where a run stands, in words.

use super::Process;
use crate::value::Value;

impl<V: Value> Process<V> {
    /// The calls that are open, innermost first: `f (file.c:3:7)`. What calls `main` is of no interest.
    pub fn open_calls(&self) -> Vec<String> {
        // What `main` becomes, by its parameters; see Debian's or wasi-sdk's crt1.
        const MAIN: [&str; 3] = ["__original_main", "__main_argc_argv", "main"];
        let program = self.program();
        let main = MAIN.iter().find_map(|name| program.function_named(name));
        let mut calls = self.backtrace();
        if let Some(first) = calls.iter().rposition(|&(function, _)| Some(function) == main) {
            calls.truncate(first + 1);
        }
        let described = calls.into_iter().map(|(function, offset)| {
            let name = if Some(function) == main { "main".into() } else { program.function_name(function) };
            match program.location(offset) {
                Some(location) => format!("{name} ({location})"),
                None => format!("{name} (offset {offset:#x})"),
            }
        });
        described.collect()
    }
}
