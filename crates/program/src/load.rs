//! From files to a program, whatever they are.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::compile::{self, CompileOptions};
use crate::error::LoadError;
use crate::module::Program;

/// A program that was loaded, and what its compiler said.
#[derive(Debug)]
pub struct Loaded {
    /// The program.
    pub program: Program,
    /// Its name: the first file's, without directory and ending.
    pub name: String,
    /// Warnings of the compiler, as it wrote them.
    pub diagnostics: String,
}

/// Loads a program from one `.wasm` or `.wat` file, or from C and C++ sources that make one program.
pub fn load(files: &[PathBuf], options: &CompileOptions) -> Result<Loaded, LoadError> {
    let Some(first) = files.first() else {
        return Err(LoadError::Compile(compile::CompileError::NoSources));
    };
    let name = first.file_stem().unwrap_or(first.as_os_str()).to_string_lossy().into_owned();
    if files.len() > 1
        && let Some(other) = files.iter().find(|file| !compile::is_source(file))
    {
        return Err(LoadError::MixedSources { path: other.clone() });
    }
    if compile::is_source(first) {
        let compiled = compile::compile(files, options)?;
        let program = Program::from_wasm(compiled.wasm)
            .map_err(|source| LoadError::Module { path: first.clone(), source })?;
        return Ok(Loaded { program, name, diagnostics: compiled.diagnostics });
    }
    let bytes = to_binary(first, read(first)?)?;
    let program =
        Program::from_wasm(bytes).map_err(|source| LoadError::Module { path: first.clone(), source })?;
    Ok(Loaded { program, name, diagnostics: String::new() })
}

/// A whole file, if it is not larger than any module (`/dev/zero` has no end).
fn read(path: &Path) -> Result<Vec<u8>, LoadError> {
    const MAX_BYTES: u64 = 1 << 30;
    let mut bytes = Vec::new();
    let read = fs::File::open(path).and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes));
    match read {
        Ok(len) if len as u64 > MAX_BYTES => {
            let source = io::Error::other("holds more than a gigabyte");
            Err(LoadError::Read { path: path.into(), source })
        }
        Ok(_) => Ok(bytes),
        Err(source) if source.kind() == io::ErrorKind::IsADirectory => {
            Err(LoadError::Directory { path: path.into() })
        }
        Err(source) => Err(LoadError::Read { path: path.into(), source }),
    }
}

/// The binary form of a `.wasm` or `.wat` file.
fn to_binary(path: &Path, bytes: Vec<u8>) -> Result<Vec<u8>, LoadError> {
    if bytes.starts_with(b"\0asm") {
        return Ok(bytes);
    }
    let is_text = path.extension().is_some_and(|ending| ending == "wat" || ending == "wast");
    if !is_text {
        return Err(LoadError::UnknownFormat { path: path.into() });
    }
    let text = String::from_utf8(bytes).map_err(|error| LoadError::Text {
        message: format!("{}: {}", path.display(), error.utf8_error()),
    })?;
    let binary = wat::parse_str(&text).map_err(|mut error| {
        error.set_path(path);
        LoadError::Text { message: error.to_string() }
    })?;
    Ok(binary)
}
