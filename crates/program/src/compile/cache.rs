//! Compiled programs by their content, so that analysing the same program again does not compile it again.
//!
//! The key covers what decides the bytes of the module: clang, flags, the working directory (it is in the debug
//! info) and the preprocessed text of every source, so a change in any header counts and a changed time stamp
//! does not. An entry is one file, written beside its place and renamed, so that none is ever seen half.
//! A cache that cannot be read or written is no cache; that is never an error.

use super::Compiled;
use sha2::{Digest, Sha256};
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// To be raised when the same inputs are compiled to something else than before.
const FORMAT: &str = "worstcase compile 1";

/// `$XDG_CACHE_HOME/worstcase` or `~/.cache/worstcase`.
pub fn default_cache_dir() -> Option<PathBuf> {
    // The XDG specification wants relative paths ignored.
    let variable = |name| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let base = variable("XDG_CACHE_HOME").or_else(|| Some(variable("HOME")?.join(".cache")))?;
    Some(base.join("worstcase"))
}

/// What a compiled program is known by.
pub(super) struct Key(Sha256);

impl Key {
    pub(super) fn new() -> Self {
        let mut key = Self(Sha256::new());
        key.add(FORMAT);
        key
    }

    /// The length goes first: `ab`, `c` is not `a`, `bc`.
    pub(super) fn add(&mut self, part: impl AsRef<[u8]>) {
        let part = part.as_ref();
        self.0.update((part.len() as u64).to_le_bytes());
        self.0.update(part);
    }

    fn name(self) -> String {
        self.0.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// The place of one compiled program, filled or not.
pub(super) struct Entry {
    dir: PathBuf,
    file: PathBuf,
}

impl Entry {
    pub(super) fn new(dir: &Path, key: Key) -> Self {
        Self { dir: dir.to_owned(), file: dir.join(key.name()) }
    }

    pub(super) fn load(&self) -> Option<Compiled> {
        let bytes = std::fs::read(&self.file).ok()?;
        let (length, rest) = bytes.split_first_chunk::<8>()?;
        let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
        let (diagnostics, wasm) = rest.split_at_checked(length)?;
        // After a power failure a renamed file may be all zeros.
        if !wasm.starts_with(b"\0asm") {
            return None;
        }
        let diagnostics = String::from_utf8(diagnostics.to_vec()).ok()?;
        Some(Compiled { wasm: wasm.to_vec(), diagnostics, cached: true })
    }

    pub(super) fn store(&self, compiled: &Compiled) {
        let write = || -> std::io::Result<()> {
            std::fs::create_dir_all(&self.dir)?;
            let mut file = tempfile::NamedTempFile::new_in(&self.dir)?;
            file.write_all(&(compiled.diagnostics.len() as u64).to_le_bytes())?;
            file.write_all(compiled.diagnostics.as_bytes())?;
            file.write_all(&compiled.wasm)?;
            file.persist(&self.file)?;
            Ok(())
        };
        let _ = write();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(dir: &Path, parts: &[&str]) -> Entry {
        let mut key = Key::new();
        parts.iter().for_each(|part| key.add(part));
        Entry::new(dir, key)
    }

    fn compiled() -> Compiled {
        Compiled { wasm: b"\0asm\x01\0\0\0".to_vec(), diagnostics: "a warning\n".to_owned(), cached: false }
    }

    #[test]
    fn an_entry_is_found_by_its_key_alone() {
        let dir = tempfile::tempdir().unwrap();
        entry(dir.path(), &["ab", "c"]).store(&compiled());
        let found = entry(dir.path(), &["ab", "c"]).load().unwrap();
        assert_eq!((found.wasm, found.diagnostics), (compiled().wasm, compiled().diagnostics));
        assert!(entry(dir.path(), &["a", "bc"]).load().is_none());
    }

    #[test]
    fn a_damaged_entry_is_a_miss() {
        let dir = tempfile::tempdir().unwrap();
        let entry = entry(dir.path(), &["x"]);
        entry.store(&compiled());
        let whole = std::fs::read(&entry.file).unwrap();
        for damaged in [&whole[..4], &whole[..12], &vec![0; whole.len()], &vec![0xff; whole.len()]] {
            std::fs::write(&entry.file, damaged).unwrap();
            assert!(entry.load().is_none());
        }
    }

    #[test]
    fn a_cache_that_cannot_be_written_is_none() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("file");
        std::fs::write(&file, "").unwrap();
        let entry = entry(&file.join("below"), &["x"]);
        entry.store(&compiled());
        assert!(entry.load().is_none());
    }
}
