//! Searches to compare with, over native runs: `peer.c`, linked with the program.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::hunt::program::HuntProgram;

/// The searches, as `peer.c` calls them.
pub const PEERS: [&str; 3] = ["random", "climb", "fuzz"];

/// A program of this machine that searches.
pub struct Peer(PathBuf);

impl Peer {
    /// Compiles a program for this machine; nothing if that does not work.
    pub fn new(program: &HuntProgram, scratch: &Path) -> Option<Peer> {
        let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/hunt");
        let clang = |name: &str| std::env::var("WORSTCASE_NATIVE_CLANG").unwrap_or(format!("{name}-19"));
        let is_cpp = program.path.extension().is_some_and(|extension| extension == "cc");
        let object = |name: &str| scratch.join(format!("{}-{name}.o", program.name));
        let (own, peer, output) = (object("own"), object("peer"), scratch.join(&program.name));
        let mut compile = Command::new(clang(if is_cpp { "clang++" } else { "clang" }));
        compile.args(["-O1", "-w", "-c", "-fsanitize-coverage=trace-pc-guard", "-include"]);
        compile.arg(here.join("prelude.h")).arg("-I").arg(here.join("../../../../guest"));
        compile.arg(&program.path).arg("-o").arg(&own);
        let mut with = Command::new(clang("clang"));
        with.args(["-O2", "-w", "-c"]).arg(here.join("peer.c")).arg("-o").arg(&peer);
        let mut link = Command::new(clang(if is_cpp { "clang++" } else { "clang" }));
        link.arg(&own).arg(&peer).arg("-lm").arg("-o").arg(&output);
        let works = |command: &mut Command| command.status().is_ok_and(|status| status.success());
        (works(&mut compile) && works(&mut with) && works(&mut link)).then_some(Peer(output))
    }

    /// The costliest inputs that it finds at a size in so many seconds on so many processors, as JSON.
    pub fn search(&self, mode: &str, size: u32, seconds: f64, processors: usize) -> Vec<String> {
        let run = |seed: usize| {
            let mut command = Command::new(&self.0);
            command.args([mode, &size.to_string(), &seconds.to_string(), &seed.to_string()]);
            command
                .output()
                .map(|output| String::from_utf8_lossy(&output.stdout).into_owned())
                .unwrap_or_default()
        };
        let outputs: Vec<String> = std::thread::scope(|scope| {
            let runs: Vec<_> = (1..=processors).map(|seed| scope.spawn(move || run(seed))).collect();
            runs.into_iter().map(|run| run.join().unwrap_or_default()).collect()
        });
        let lines = outputs.iter().flat_map(|output| output.lines());
        lines.filter(|line| line.starts_with('[')).map(String::from).collect()
    }
}
