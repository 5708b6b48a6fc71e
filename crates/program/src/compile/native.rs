//! C for this machine, with the clang that programs are compiled with.
//!
//! What is compiled here is no program of the user's but a translation of one, which needs no library and no header. So it is
//! linked without any, and where it lies plays no part.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use super::cache::{Entry, Key};
use super::job::private_folder;
use super::process::{Stop, run, run_for};
use super::toolchain::{self, printed_file};
use super::{CompileError, Compiled};

/// How to compile text for this machine.
#[derive(Clone, Debug)]
pub struct NativeOptions {
    /// Flags for clang.
    pub flags: Vec<String>,
    /// Where executables are kept; `None` compiles every time.
    pub cache: Option<PathBuf>,
    /// When to give up.
    pub stop: Stop,
    /// Clang may take so long.
    pub longest: Duration,
}

/// The target of this machine, if executables for it can be made here: Linux's system calls are all that they have.
fn target() -> Option<&'static str> {
    match (std::env::consts::OS, std::env::consts::ARCH) {
        ("linux", "x86_64") => Some("x86_64-unknown-linux-gnu"),
        ("linux", "aarch64") => Some("aarch64-unknown-linux-gnu"),
        _ => None,
    }
}

/// The bytes of a static executable, made of C text that needs no library.
pub fn native(source: &str, options: &NativeOptions) -> Result<Vec<u8>, CompileError> {
    let target =
        target().ok_or_else(|| CompileError::Missing("no executables can be made for this system".into()))?;
    let candidates = toolchain::installed()?;
    let mut key = Key::new();
    key.add("native");
    key.add(target);
    candidates.iter().for_each(|clang| key.add(clang.identity()));
    options.flags.iter().for_each(|flag| key.add(flag));
    key.add(source);
    let entry = options.cache.as_deref().map(|dir| Entry::new(dir, key));
    if let Some(compiled) = entry.as_ref().and_then(Entry::load) {
        return Ok(compiled.wasm);
    }
    let clang = toolchain::usable(&candidates, &options.stop)?;
    require_linker(&clang.path, &options.stop)?;
    let bytes = compiled(&clang.path, target, source, options)?;
    if let Some(entry) = entry {
        // An entry's module is any bytes.
        entry.store(&Compiled { wasm: bytes.clone(), diagnostics: String::new(), cached: false });
    }
    Ok(bytes)
}

fn require_linker(clang: &Path, stop: &Stop) -> Result<(), CompileError> {
    let mut linker = Command::new(clang);
    linker.arg("-print-prog-name=ld.lld");
    match printed_file(&run(linker, stop)?) {
        Some(_) => Ok(()),
        None => {
            Err(CompileError::Missing(format!("{} has no linker for executables (ld.lld)", clang.display())))
        }
    }
}

fn compiled(
    clang: &Path,
    target: &str,
    source: &str,
    options: &NativeOptions,
) -> Result<Vec<u8>, CompileError> {
    let folder =
        private_folder().map_err(CompileError::io("cannot make a temporary directory, see TMPDIR"))?;
    let (text, executable) = (folder.path().join("native.c"), folder.path().join("native"));
    std::fs::write(&text, source).map_err(CompileError::io("cannot write a translation"))?;
    let mut command = Command::new(clang);
    command
        .arg(format!("--target={target}"))
        .args(["-nostdlib", "-nostdinc", "-static", "-no-pie", "-fuse-ld=lld"])
        .args(&options.flags)
        .arg("-o")
        .arg(&executable)
        .arg(&text);
    let output = run_for(command, &options.stop, options.longest)?;
    if !output.status.success() {
        return Err(CompileError::Diagnostics(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    std::fs::read(&executable).map_err(CompileError::io("cannot read an executable"))
}
