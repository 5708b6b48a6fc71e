//! Tests in the form that load generators and timers take.

use std::path::{Component, Path};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use clap::{Args, ValueEnum};
use serde_json::json;
use worstcase_load::Suite;

use super::replay::{Form, Replayer, TestFile};
use crate::error::CliError;
use crate::folder::quoted;

/// What else is written.
#[derive(Args)]
pub struct Exports {
    /// Write the tests for another tool too: targets.jsonl for vegeta, script.js for k6, hyperfine.sh for hyperfine
    #[arg(long, value_enum, value_delimiter = ',', value_name = "TOOL", conflicts_with = "no_files")]
    export: Vec<Tool>,
    /// Where vegeta and k6 send the tests, as the bodies of POST requests
    #[arg(long, value_name = "URL", requires = "export")]
    url: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Tool {
    Vegeta,
    K6,
    Hyperfine,
}

impl Exports {
    /// Says what is missing.
    pub fn check(&self) -> Result<(), CliError> {
        let sends = self.export.iter().find(|tool| matches!(tool, Tool::Vegeta | Tool::K6));
        match (sends, &self.url) {
            (Some(Tool::Vegeta), None) => {
                Err(CliError::Usage("--export vegeta: say where to send the tests with --url URL".into()))
            }
            (Some(_), None) => {
                Err(CliError::Usage("--export k6: say where to send the tests with --url URL".into()))
            }
            _ => Ok(()),
        }
    }

    /// The files, with their names.
    pub fn files(
        &self,
        suite: &Suite,
        replayer: &Replayer<'_>,
        folder: &Path,
    ) -> Vec<(&'static str, String)> {
        let (tests, url) = (replayer.files(suite), self.url.as_deref().unwrap_or_default());
        let mut files: Vec<(&'static str, String)> = Vec::new();
        for tool in &self.export {
            let file = match tool {
                Tool::Vegeta => ("targets.jsonl", targets(&tests, url)),
                Tool::K6 => ("script.js", script(&tests, url)),
                Tool::Hyperfine => ("hyperfine.sh", commands(&tests, replayer, folder)),
            };
            if !files.contains(&file) {
                files.push(file);
            }
        }
        files
    }
}

/// A target on each line, for `vegeta attack -format=json -targets=targets.jsonl`.
fn targets(tests: &[TestFile], url: &str) -> String {
    let target = |test: &TestFile| {
        let kind = content_type(test.form);
        let body = STANDARD.encode(&test.bytes);
        format!(
            "{}\n",
            json!({ "method": "POST", "url": url, "header": { "Content-Type": [kind] }, "body": body })
        )
    };
    tests.iter().map(target).collect()
}

fn content_type(form: Form) -> &'static str {
    match form {
        Form::Numbers => "application/json",
        Form::Tree => "application/x-tar",
        Form::Stdin | Form::Bytes => "application/octet-stream",
    }
}

/// A script for `k6 run script.js`, which sends one test after the other.
fn script(tests: &[TestFile], url: &str) -> String {
    let test = |test: &TestFile| {
        let (file, kind) = (json!(test.file), json!(content_type(test.form)));
        // What is beside the script begins with a dot, as in k6's documentation.
        let path = json!(format!("./{}", test.file));
        format!("  {{ name: {file}, body: open({path}, 'b'), type: {kind} }},\n")
    };
    let tests: String = tests.iter().map(test).collect();
    format!(
        "import http from 'k6/http';\n\nconst tests = [\n{tests}];\n\nexport default function () {{\n  \
         const test = tests[__ITER % tests.length];\n  http.post({}, test.body, {{\n    \
         headers: {{ 'Content-Type': test.type }},\n    tags: {{ test: test.name }},\n  }});\n}}\n",
        json!(url)
    )
}

/// A shell script that times each test. Programs that read standard input are timed as they are, if they are given.
fn commands(tests: &[TestFile], replayer: &Replayer<'_>, folder: &Path) -> String {
    let mut text = String::from("#!/bin/sh\n");
    text += &format!(
        "# Paths are those from the folder in which the tests were made.\ncd {} || exit\n",
        way_back(folder)
    );
    if tests.iter().any(|test| test.form == Form::Stdin) {
        text += "# Times the tests. An argument is the command to be timed, as in sh hyperfine.sh './grep -E x'.\n";
        text += &format!("command=${{1:-{}}}\n", default_value(&replayer.command()));
    }
    for (number, test) in tests.iter().enumerate() {
        let path = folder.join(&test.file).display().to_string();
        let name = format!("t{:02}", number + 1);
        match (test.form, replayer.replay(folder, test)) {
            (Form::Stdin, _) => {
                // Not `--input`, which versions before 1.16 (Debian 12 has 1.15) do not know.
                text +=
                    &format!("hyperfine --command-name {name} \"$command < {}\"\n", inside(&quoted(&path)));
            }
            (_, Some(replay)) => {
                text += &format!("hyperfine --command-name {name} {}\n", quoted(&replay));
            }
            (_, None) => text += &format!("# {name}: worstcase run cannot give the program what it takes\n"),
        }
    }
    text
}

/// From a script in a folder back to where we are: as shell text that holds wherever the script is started, and as far as possible
/// after the tests were moved together with the program.
fn way_back(folder: &Path) -> String {
    if folder.components().all(|part| matches!(part, Component::Normal(_))) {
        let up = "/..".repeat(folder.components().count());
        return format!("\"$(dirname \"$0\"){up}\"");
    }
    quoted(&std::env::current_dir().unwrap_or_default().display().to_string())
}

/// A text inside of double quotes.
fn inside(text: &str) -> String {
    let is_special = |character: &char| "\"\\$`".contains(*character);
    text.chars()
        .flat_map(|character| is_special(&character).then_some('\\').into_iter().chain([character]))
        .collect()
}

/// A text as the default of a variable, inside braces and without quotes around them.
fn default_value(text: &str) -> String {
    let mut value = String::new();
    for character in text.chars() {
        if !character.is_ascii_alphanumeric() && !"/._-=, ".contains(character) {
            value.push('\\');
        }
        value.push(character);
    }
    value
}
