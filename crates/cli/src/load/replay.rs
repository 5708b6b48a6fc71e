//! A test as a file, and the command that runs it again.

use std::path::Path;

use worstcase_explore::{StdinShape, Subject, WitnessTree};
use worstcase_load::{Suite, Test};

use crate::folder::quoted;
use crate::source::Source;
use crate::tar;
use crate::world::World;

/// How the program was asked for, for commands that run it again.
pub struct Replayer<'a> {
    pub subject: &'a Subject,
    pub source: &'a Source,
    pub world: &'a World,
}

/// A test as a file.
pub struct TestFile {
    /// Where it is, from the folder of results.
    pub file: String,
    pub bytes: Vec<u8>,
    pub form: Form,
    pub tree: Option<WitnessTree>,
}

/// What a file holds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// All of standard input.
    Stdin,
    /// All inputs as raw bytes.
    Bytes,
    /// All inputs as numbers in JSON.
    Numbers,
    /// An archive of the tree that is all there is to input; it is unpacked beside it.
    Tree,
}

impl Replayer<'_> {
    /// The tests as files.
    pub fn files(&self, suite: &Suite) -> Vec<TestFile> {
        suite.tests.iter().enumerate().map(|(number, test)| self.file(number + 1, test)).collect()
    }

    fn file(&self, number: usize, test: &Test) -> TestFile {
        let is_mixed = matches!(self.subject.stdin, StdinShape::Parts(_) | StdinShape::Template(_));
        // If there are other inputs, a tree is not all that the program takes.
        let tree = self.subject.tree_of(&test.input).ok().flatten();
        let tree = tree.filter(|tree| tree.inputs == test.input.len() as u64);
        let (form, bytes) = match (&tree, self.subject.stdin_of(&test.input), test.input.bytes()) {
            (Some(tree), ..) => (Form::Tree, tar::archive(tree)),
            (None, Some(bytes), _) => (Form::Stdin, bytes),
            // Bytes without the fixed ones between them would be no file that the program takes.
            (None, None, Some(bytes)) if !is_mixed && self.subject.world.tree.is_none() => {
                (Form::Bytes, bytes)
            }
            _ => (Form::Numbers, format!("{}\n", test.input.json()).into_bytes()),
        };
        let ending = match form {
            Form::Numbers => "json",
            Form::Tree => "tar",
            Form::Stdin | Form::Bytes => "bin",
        };
        TestFile { file: format!("inputs/t{number:02}.{ending}"), bytes, form, tree }
    }

    /// The suite with the names of its files.
    pub fn named(&self, suite: &Suite) -> Suite {
        let mut suite = suite.clone();
        let files = self.files(&suite);
        for (test, file) in suite.tests.iter_mut().zip(files) {
            test.file = file.file;
        }
        suite
    }

    /// The program as a command that reads standard input.
    pub fn command(&self) -> String {
        self.run(&[])
    }

    /// The command that runs a test again; none if there is no way to give it what it takes.
    pub fn replay(&self, folder: &Path, test: &TestFile) -> Option<String> {
        let path = folder.join(&test.file).display().to_string();
        let size = self.subject.entry.needs_size().then(|| format!("--size {}", self.subject.size));
        match (test.form, &self.subject.files[..], &self.subject.stdin) {
            (Form::Tree, ..) => {
                let folder = path.trim_end_matches(".tar");
                Some(self.run_with(size.as_slice(), self.world.arguments_with(folder)?))
            }
            (Form::Stdin, ..) => Some(format!("{} < {}", self.run(size.as_slice()), quoted(&path))),
            (Form::Bytes, [(guest, _)], StdinShape::World) => {
                let file = format!("--file {}", quoted(&format!("{guest}={path}")));
                Some(self.run(&[file]))
            }
            (_, [], StdinShape::World) => {
                let file = format!("--input-file {}", quoted(&path));
                Some(self.run(&size.into_iter().chain([file]).collect::<Vec<_>>()))
            }
            (_, [], StdinShape::Sized) => {
                let flags = format!("--stdin --size {} --input-file {}", self.subject.size, quoted(&path));
                Some(self.run(&[flags]))
            }
            _ => None,
        }
    }

    fn run(&self, flags: &[String]) -> String {
        self.run_with(flags, self.world.arguments())
    }

    fn run_with(&self, flags: &[String], world: Vec<String>) -> String {
        let mut words = vec!["worstcase run".to_string()];
        words.extend(self.source.arguments().iter().map(|argument| quoted(argument)));
        words.extend(flags.iter().cloned());
        words.extend(world.iter().map(|argument| quoted(argument)));
        words.join(" ")
    }
}
