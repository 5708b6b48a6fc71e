//! The paper's pipelines, on our tools.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use worstcase_explore::{StdinPart, StdinShape};
use worstcase_machine::wasi::WasiConfig;
use worstcase_pipeline::{Pipeline, ResolveError, Script, Tools};
use worstcase_program::compile::{CompileOptions, default_cache_dir};
use worstcase_program::{Program, load};

/// A pipeline, and what it reads: so many lines of so many printable bytes.
#[derive(Clone)]
pub struct Case {
    pub text: &'static str,
    pub lines: u32,
    pub columns: u32,
    /// Concrete files.
    pub files: Vec<(&'static str, Vec<u8>)>,
}

/// A number of ten digits, as in the paper.
pub const GREP: &str = "grep -E '[0-9]{10}'";
pub const GREP_SORT: &str = "grep -E '[0-9]{10}' | sort";
pub const GREP_SORT_ZIP: &str = "grep -E '[0-9]{10}' | sort | zip";
/// The paper's Artifact 4; what it reads stands for `secure.log`.
pub const SECURE: &str = "cat | grep -i user | cut -d : -f 5 | xargs -I{} grep {} passwd";

impl Case {
    pub fn lines_of_ten(text: &'static str, lines: u32) -> Case {
        Case { text, lines, columns: 10, files: Vec::new() }
    }

    /// Lines of 100 bytes with their newlines, as a log has.
    pub fn secure(lines: u32) -> Case {
        Case { text: SECURE, lines, columns: 99, files: vec![("passwd", passwd())] }
    }

    pub fn parts(&self) -> Vec<StdinPart> {
        let line = [
            StdinPart::Inputs { count: self.columns, range: Some((b' ', b'~')) },
            StdinPart::Fixed(b"\n".to_vec()),
        ];
        line.iter().cycle().take(2 * self.lines as usize).cloned().collect()
    }

    pub fn stdin(&self) -> StdinShape {
        StdinShape::Parts(Arc::new(self.parts()))
    }

    pub fn size(&self) -> u32 {
        self.lines * self.columns
    }

    /// An input, given the bytes that are not fixed.
    pub fn input(&self, free: impl IntoIterator<Item = u8>) -> Vec<u8> {
        let mut free = free.into_iter();
        let mut input = Vec::new();
        for _ in 0..self.lines {
            input.extend(free.by_ref().take(self.columns as usize));
            input.push(b'\n');
        }
        input
    }

    pub fn world(&self) -> WasiConfig<u8> {
        let files = self.files.iter().map(|(name, text)| (name.to_string(), text.clone())).collect();
        WasiConfig { files, ..WasiConfig::default() }
    }

    pub fn pipeline(&self) -> Pipeline {
        let tools = Tools { folders: vec![tools()], ..Tools::default() };
        let script = Script::parse(self.text).expect("it is a pipeline");
        let pipeline = script.resolve(&tools, self.world(), |files| Ok::<_, ResolveError>(program(files)));
        pipeline.unwrap_or_else(|error| panic!("{}: {error}", self.text))
    }
}

/// Where the tools are.
pub fn tools() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/tools")
}

/// The program that sources make.
pub fn program(files: &[PathBuf]) -> Arc<Program> {
    let options = CompileOptions { cache: default_cache_dir(), ..CompileOptions::default() };
    Arc::new(load(files, &options).unwrap_or_else(|error| panic!("{files:?}: {error}")).program)
}

/// Forty accounts, as a machine has them.
fn passwd() -> Vec<u8> {
    const NAMES: [&str; 10] =
        ["root", "daemon", "bin", "mail", "news", "proxy", "backup", "nobody", "postfix", "sshd"];
    let account = |number: usize| {
        let name = NAMES[number % NAMES.len()];
        let id = 100 * number;
        format!("{name}{number}:x:{id}:{id}:{name} account:/home/{name}{number}:/bin/sh\n")
    };
    (0..40).map(account).collect::<String>().into_bytes()
}
