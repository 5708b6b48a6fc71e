//! A directory to run commands in, with nothing of this machine in sight.

use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A fresh directory with links to the examples and the tests' programs, gone again when dropped.
pub struct Scratch(pub PathBuf);

impl Scratch {
    /// A directory that no other test or process uses.
    pub fn new(name: &str) -> Self {
        let dir = std::env::temp_dir().join(format!("worstcase-{name}-{}", std::process::id()));
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        std::fs::create_dir_all(dir.join("bin")).unwrap();
        symlink(here.join("../../examples"), dir.join("examples")).unwrap();
        symlink(here.join("tests/programs"), dir.join("programs")).unwrap();
        // A build meanwhile puts another file there, and the session goes on with the one that it began with.
        let binary = (env!("CARGO_BIN_EXE_worstcase"), dir.join("bin/worstcase"));
        std::fs::hard_link(binary.0, &binary.1).or_else(|_| symlink(binary.0, &binary.1)).unwrap();
        Scratch(dir)
    }

    /// A line of shell to be run in it, with `worstcase` on the path and compiled programs kept below it.
    pub fn command(&self, line: &str) -> Command {
        let path = std::env::var("PATH").unwrap_or_default();
        let mut command = Command::new("sh");
        command.arg("-c").arg(line).current_dir(&self.0).stdin(Stdio::null());
        command.env("PATH", format!("{}:{path}", self.0.join("bin").display()));
        command.env("XDG_CACHE_HOME", self.0.join("cache"));
        command.env("LC_ALL", "C").env_remove("COLUMNS").env_remove("RUST_BACKTRACE");
        // Counts and diagnostics depend on the compiler; with several at hand it is the one that CI has.
        if std::env::var_os("WORSTCASE_CLANG").is_none() && on_path(&path, "clang-19") {
            command.env("WORSTCASE_CLANG", "clang-19");
        }
        command
    }

    /// Runs a line of shell in it. Nothing that is written may tell where that is.
    pub fn shell(&self, line: &str) -> Output {
        let output = self.command(line).output().unwrap();
        for bytes in [&output.stdout, &output.stderr] {
            let text = String::from_utf8_lossy(bytes);
            for path in [self.0.to_str().unwrap(), env!("CARGO_MANIFEST_DIR").trim_end_matches("/crates/cli")]
            {
                assert!(!text.contains(path), "`{line}` shows a path of this machine:\n{text}");
            }
        }
        output
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn on_path(path: &str, name: &str) -> bool {
    std::env::split_paths(path).any(|dir| dir.join(name).is_file())
}
