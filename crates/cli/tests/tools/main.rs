//! The tools of `examples/tools` say the same as the system's own: output, files, exit code, and the first line of what they complain
//! about. On a table of cases, and on random texts and arguments.
//!
//! Each tool is compiled once and run in this process: a process of ours for each case would take longer than all of them.

mod cases;
mod find;
mod generate;
mod linear;
mod odf;
mod style;
mod stylesheets;
mod valid;
mod zip;

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::Arc;

use worstcase_machine::process::{Entry, Given, Halt, Outcome, Process};
use worstcase_machine::wasi::{Stdin, Wasi, WasiConfig};
use worstcase_machine::{Limits, Unobserved};
use worstcase_program::compile::CompileOptions;
use worstcase_program::{Program, load};

use cases::{FILES, FOLDER};
use generate::Random;

#[test]
fn cat() {
    let mut tool = Tool::new("cat");
    tool.agrees_on(cases::CAT);
    tool.agrees_at_random(150, |random| {
        (random.choose(&["", "-n", "- words", "-n unfinished - words"]), random.bytes())
    });
}

#[test]
fn cut() {
    let mut tool = Tool::new("cut");
    tool.agrees_on(cases::CUT);
    tool.agrees_at_random(200, |random| (random.cut(), random.fields()));
}

#[test]
fn grep() {
    let mut tool = Tool::new("grep");
    tool.agrees_on(cases::GREP);
    tool.agrees_at_random(250, |random| (random.grep(), random.letters()));
    // What is wrong with a pattern is said by each C library in its own words.
    tool.compares_complaints = false;
    tool.agrees_on(cases::GREP_OWN_WORDS);
}

#[test]
fn extended_patterns_match_what_they_match_for_the_system() {
    let tool = Tool::new("grep");
    for &(pattern, text) in cases::GREP_PATTERNS {
        tool.agrees_with(&["-E".into(), "-e".into(), pattern.into()], text.as_bytes());
    }
}

#[test]
fn head() {
    let mut tool = Tool::new("head");
    tool.agrees_on(cases::HEAD);
    tool.agrees_at_random(150, |random| (random.head(), random.bytes()));
}

#[test]
fn sort() {
    let mut tool = Tool::new("sort");
    tool.agrees_on(cases::SORT);
    tool.agrees_at_random(250, |random| (random.sort(), random.fields()));
    tool.agrees_at_random(50, |random| (random.choose(&["", "-r", "-u", "-ru"]), random.bytes()));
}

#[test]
fn tee() {
    let mut tool = Tool::new("tee");
    tool.agrees_on(cases::TEE);
    tool.agrees_at_random(50, |random| (random.choose(&["", "words", "-a words empty new"]), random.bytes()));
}

#[test]
fn tr() {
    let mut tool = Tool::new("tr");
    tool.agrees_on(cases::TR);
    tool.agrees_at_random(250, |random| (random.tr(), random.bytes()));
}

#[test]
fn uniq() {
    let mut tool = Tool::new("uniq");
    tool.agrees_on(cases::UNIQ);
    tool.agrees_at_random(150, |random| {
        (random.choose(&["", "-c", "-d", "-u", "-i", "-ci", "-di", "-cu", "-cdi"]), random.repeats())
    });
}

#[test]
fn wc() {
    let mut tool = Tool::new("wc");
    tool.agrees_on(cases::WC);
    tool.agrees_at_random(100, |random| {
        (random.choose(&["", "-l", "-w", "-lw", "-lwc", "- words"]), random.letters())
    });
    // Whether what cannot be printed makes a word is not the same in all versions of the system's.
    tool.agrees_at_random(50, |random| (random.choose(&["-l", "-c", "-cl"]), random.bytes()));
}

/// A tool in both forms.
struct Tool {
    name: &'static str,
    program: Arc<Program>,
    compares_complaints: bool,
}

/// What a run came to.
#[derive(Debug, PartialEq, Eq)]
struct Answer {
    output: String,
    status: u32,
    complaint: String,
    files: BTreeMap<String, String>,
}

impl Tool {
    fn new(name: &'static str) -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../examples/tools/{name}.c"));
        let loaded = load(&[path], &CompileOptions::default()).unwrap();
        Tool { name, program: Arc::new(loaded.program), compares_complaints: true }
    }

    /// Cases are arguments as in a shell, with the text for standard input.
    fn agrees_on(&self, cases: &[(&str, &str)]) {
        for &(arguments, text) in cases {
            self.agrees_with(&shlex::split(arguments).unwrap(), text.as_bytes());
        }
    }

    fn agrees_at_random<A: Into<String>>(
        &mut self,
        count: u64,
        mut case: impl FnMut(&mut Random) -> (A, Vec<u8>),
    ) {
        for seed in 0..count {
            let (arguments, text) = case(&mut Random::new(seed));
            self.agrees_with(&shlex::split(&arguments.into()).unwrap(), &text);
        }
    }

    fn agrees_with(&self, arguments: &[String], text: &[u8]) {
        let (mut ours, mut expected) = (self.run(arguments, text), self.run_of_the_system(arguments, text));
        if !self.compares_complaints {
            for answer in [&mut ours, &mut expected] {
                answer.complaint = if answer.complaint.is_empty() { "" } else { "there is one" }.into();
            }
        }
        let (name, shown) = (self.name, String::from_utf8_lossy(text));
        assert_eq!(
            ours,
            expected,
            "{name} {} < {shown:?}",
            shlex::try_join(arguments.iter().map(|a| &**a)).unwrap()
        );
    }

    fn run(&self, arguments: &[String], text: &[u8]) -> Answer {
        let world = WasiConfig {
            files: FILES.iter().map(|(name, text)| (name.to_string(), text.as_bytes().to_vec())).collect(),
            directories: vec![FOLDER.into()],
            ..WasiConfig::default()
        };
        self.run_in(world, arguments, text)
    }

    /// Runs it with one file, a name and a text.
    fn run_with(&self, file: (&str, &str), arguments: &[&str], text: &str) -> Answer {
        let files = vec![(file.0.into(), file.1.as_bytes().to_vec())];
        let arguments: Vec<String> = arguments.iter().map(|word| word.to_string()).collect();
        self.run_in(WasiConfig { files, ..WasiConfig::default() }, &arguments, text.as_bytes())
    }

    /// Runs it with these files and directories.
    fn run_in(&self, world: WasiConfig<u8>, arguments: &[String], text: &[u8]) -> Answer {
        let (process, status) = self.end_in(world, arguments, text);
        Answer {
            output: readable(process.wasi.stdout()),
            status,
            complaint: first_line(process.wasi.stderr()),
            files: process.wasi.files().map(|(path, text)| (path[1..].into(), readable(text))).collect(),
        }
    }

    /// How it ends, and with which exit code.
    fn end_in(&self, world: WasiConfig<u8>, arguments: &[String], text: &[u8]) -> (Process<u64>, u32) {
        let mut args = vec![self.name.as_bytes().to_vec()];
        args.extend(arguments.iter().map(|argument| argument.as_bytes().to_vec()));
        let wasi = Wasi::new(WasiConfig { args, stdin: Stdin::Bytes(text.to_vec()), ..world }).unwrap();
        let mut process = Process::<u64>::new(self.program.clone(), (), Limits::default(), wasi).unwrap();
        let mut inputs = Given::list(Vec::new());
        process.enter(&Entry::find(&self.program, None).unwrap(), 0, &mut inputs).unwrap();
        let status = match process.advance(&mut inputs, &mut Unobserved) {
            Halt::Ended(Outcome::Returned(_)) => 0,
            Halt::Ended(Outcome::Exited(code)) => code,
            halt => panic!("{} {arguments:?}: {halt:?}", self.name),
        };
        (process, status)
    }

    fn run_of_the_system(&self, arguments: &[String], text: &[u8]) -> Answer {
        let folder = Folder::new(self.name);
        let output = self.output_of_the_system(&folder.0, arguments, text);
        Answer {
            output: readable(&output.stdout),
            status: output.status.code().unwrap() as u32,
            complaint: first_line(&output.stderr),
            files: folder.files(),
        }
    }

    fn output_of_the_system(&self, folder: &Path, arguments: &[String], text: &[u8]) -> Output {
        // A pipe holds so much that nobody waits for anybody.
        assert!(text.len() < 1 << 15);
        let mut command = Command::new(self.name);
        command.args(arguments).env("LC_ALL", "C").env_remove("POSIXLY_CORRECT").current_dir(folder);
        let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = pipes.spawn().unwrap();
        // A tool that refuses its arguments does not read.
        let _ = child.stdin.take().unwrap().write_all(text);
        child.wait_with_output().unwrap()
    }
}

/// Every byte as one character, so that differences can be read.
fn readable(bytes: &[impl Copy + Into<u64>]) -> String {
    bytes.iter().map(|&byte| byte.into() as u8 as char).collect()
}

fn first_line(bytes: &[impl Copy + Into<u64>]) -> String {
    readable(bytes).lines().next().unwrap_or_default().to_string()
}

/// The files of all cases, in a directory of the system's.
struct Folder(std::path::PathBuf);

impl Folder {
    /// With the files of all cases in it.
    fn new(tool: &str) -> Self {
        let folder = Folder::empty(tool);
        std::fs::create_dir(folder.0.join(FOLDER)).unwrap();
        for (name, text) in FILES {
            std::fs::write(folder.0.join(name), text).unwrap();
        }
        folder
    }

    fn empty(tool: &str) -> Self {
        let thread = format!("{:?}", std::thread::current().id());
        let number: String = thread.chars().filter(char::is_ascii_digit).collect();
        let path =
            std::env::temp_dir().join(format!("worstcase-tools-{tool}-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn files(&self) -> BTreeMap<String, String> {
        let mut files = BTreeMap::new();
        for below in ["", "folder/"] {
            for entry in std::fs::read_dir(self.0.join(below)).unwrap().map(Result::unwrap) {
                if entry.file_type().unwrap().is_file() {
                    let name = format!("{below}{}", entry.file_name().into_string().unwrap());
                    files.insert(name, readable(&std::fs::read(entry.path()).unwrap()));
                }
            }
        }
        files
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
