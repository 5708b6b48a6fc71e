//! The same C files compiled for this machine, and run in a real shell: seconds.
//!
//! The C library is another one there, and so is its regular expression matcher.

use std::fs::File;
use std::process::{Command, Stdio};
use std::time::Instant;

use worstcase_explore::WitnessTree;
use worstcase_pipeline::Pipeline;
use worstcase_pipeline::compose::MadeInput;

use super::cases::{Case, FOLDER, tools};

/// A folder with the tools and the files of a case.
pub struct Native {
    folder: tempfile::TempDir,
    text: &'static str,
    runs: usize,
}

impl Native {
    /// Compiles the tools of a pipeline; nothing if there is no C compiler.
    pub fn new(case: &Case, pipeline: &Pipeline, runs: usize) -> Option<Native> {
        let folder = tempfile::tempdir().ok()?;
        for component in &pipeline.components {
            let source = tools().join(format!("{}.c", component.name));
            let output = folder.path().join(&component.name);
            let status =
                Command::new("cc").args(["-O2", "-w", "-o"]).arg(output).arg(source).status().ok()?;
            if !status.success() {
                return None;
            }
        }
        for (name, text) in &case.files {
            std::fs::write(folder.path().join(name), text).ok()?;
        }
        Some(Native { folder, text: case.text, runs })
    }

    /// The time that inputs take in the middle of several runs each, on average.
    pub fn seconds<'i>(&self, inputs: impl IntoIterator<Item = &'i MadeInput>) -> Option<f64> {
        let (mut sum, mut count) = (0.0, 0);
        for input in inputs {
            if let Some(tree) = &input.tree {
                self.place(tree)?;
            }
            let mut times: Vec<f64> = (0..self.runs).map(|_| self.once(input)).collect::<Option<_>>()?;
            times.sort_by(f64::total_cmp);
            sum += times[times.len() / 2];
            count += 1;
        }
        (count > 0).then(|| sum / f64::from(count))
    }

    /// Puts a folder where the pipeline looks for it.
    fn place(&self, tree: &WitnessTree) -> Option<()> {
        let root = self.folder.path().join(FOLDER);
        let _ = std::fs::remove_dir_all(&root);
        std::fs::create_dir(&root).ok()?;
        for entry in &tree.entries {
            let path = root.join(&entry.path);
            match &entry.contents {
                Some(contents) => std::fs::write(path, contents).ok()?,
                None => std::fs::create_dir(path).ok()?,
            }
        }
        Some(())
    }

    fn once(&self, input: &MadeInput) -> Option<f64> {
        let path = self.folder.path().join("input");
        std::fs::write(&path, &input.stdin).ok()?;
        let own = std::env::var("PATH").unwrap_or_default();
        let mut shell = Command::new("bash");
        shell
            .args(["-c", self.text])
            .current_dir(self.folder.path())
            .env("PATH", format!("{}:{own}", self.folder.path().display()))
            .env("LC_ALL", "C")
            .stdin(Stdio::from(File::open(&path).ok()?))
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let begun = Instant::now();
        // What an exit code means is the tools' business.
        shell.status().ok()?;
        Some(begun.elapsed().as_secs_f64())
    }
}
