//! Compiled programs by their content, so that analysing the same program again does not compile it again.
//!
//! The key covers what decides the bytes of the module: clang, flags, the working directory (it is in the debug
//! info) and the preprocessed text of every source, so a change in any header counts and a changed time stamp
//! does not. An entry is one file, written beside its place and renamed, so that none is ever seen half. It begins with
//! a checksum over its name and its content: disks fail, and a module that is only almost the right one would be
//! analysed without a word. A cache that cannot be read or written is no cache; that is never an error.

use super::Compiled;
use sha2::{Digest, Sha256};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// To be raised when the same inputs are compiled to something else than before, or entries look otherwise.
const FORMAT: &str = "worstcase compile 3";

/// How many bytes all entries may have together. Those that were not used for longest go first.
const MAX_BYTES: u64 = 256 << 20;

/// What the names of files begin with that are not entries yet.
const UNFINISHED: &str = "unfinished-";

/// The length of a SHA-256, and of a name made of one in hexadecimal digits.
const DIGEST: usize = 32;
const NAME: usize = 2 * DIGEST;

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
    name: String,
}

impl Entry {
    pub(super) fn new(dir: &Path, key: Key) -> Self {
        Self { dir: dir.to_owned(), name: key.name() }
    }

    fn file(&self) -> PathBuf {
        self.dir.join(&self.name)
    }

    /// What is there, if it is whole. What is not is as good as missing.
    pub(super) fn load(&self) -> Option<Compiled> {
        let bytes = std::fs::read(self.file()).ok()?;
        let (digest, content) = bytes.split_first_chunk::<DIGEST>()?;
        if *digest != self.digest(content) {
            return None;
        }
        let (length, rest) = content.split_first_chunk::<8>()?;
        let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
        let (diagnostics, wasm) = rest.split_at_checked(length)?;
        let diagnostics = String::from_utf8(diagnostics.to_vec()).ok()?;
        // Entries go by when they were used last.
        let _ = std::fs::File::options()
            .append(true)
            .open(self.file())
            .and_then(|file| file.set_modified(SystemTime::now()));
        Some(Compiled { wasm: wasm.to_vec(), diagnostics, cached: true })
    }

    pub(super) fn store(&self, compiled: &Compiled) {
        self.store_within(compiled, MAX_BYTES);
    }

    fn store_within(&self, compiled: &Compiled, most: u64) {
        let mut content = (compiled.diagnostics.len() as u64).to_le_bytes().to_vec();
        content.extend(compiled.diagnostics.as_bytes());
        content.extend(&compiled.wasm);
        let length = (DIGEST + content.len()) as u64;
        let write = || -> std::io::Result<()> {
            make_private(&self.dir)?;
            make_room(&self.dir, most.saturating_sub(length))?;
            let mut file = tempfile::Builder::new().prefix(UNFINISHED).tempfile_in(&self.dir)?;
            file.write_all(&self.digest(&content))?;
            file.write_all(&content)?;
            file.persist(self.file())?;
            Ok(())
        };
        if length <= most {
            let _ = write();
        }
    }

    /// The name counts: a file that was copied to another name is not its entry.
    fn digest(&self, content: &[u8]) -> [u8; DIGEST] {
        Sha256::new().chain_update(&self.name).chain_update(content).finalize().into()
    }
}

/// Makes the directory and those that it is in. Whoever can write to it chooses what is analysed, so it is the user's
/// alone, as the XDG specification wants it.
fn make_private(dir: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(dir)
}

/// Removes entries until no more than so many bytes are left. Files that are not ours stay, whatever they are.
fn make_room(dir: &Path, most: u64) -> std::io::Result<()> {
    let mut entries = Vec::new();
    for entry in std::fs::read_dir(dir)?.flatten() {
        let is_ours = entry.file_name().to_str().is_some_and(|name| {
            name.starts_with(UNFINISHED)
                || (name.len() == NAME && name.bytes().all(|b| b.is_ascii_hexdigit()))
        });
        // Of two processes that make room at once, one does not find what the other has removed.
        let Ok(metadata) = entry.metadata() else { continue };
        if is_ours && metadata.is_file() {
            let used = metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH);
            entries.push((used, entry.path(), metadata.len()));
        }
    }
    entries.sort();
    let mut left: u64 = entries.iter().map(|(_, _, length)| length).sum();
    for (_, path, length) in entries {
        if left <= most {
            break;
        }
        let _ = std::fs::remove_file(path);
        left -= length;
    }
    Ok(())
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
        let whole = std::fs::read(entry.file()).unwrap();
        let damaged = |bytes: &[u8]| {
            std::fs::write(entry.file(), bytes).unwrap();
            assert!(entry.load().is_none(), "{bytes:?}");
        };
        (0..whole.len()).for_each(|length| damaged(&whole[..length]));
        for at in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 1;
            damaged(&bytes);
        }
        [vec![0; whole.len()], vec![0xff; whole.len()], [&whole[..], b"x"].concat()]
            .iter()
            .for_each(|b| damaged(b));
        entry.store(&compiled());
        assert!(entry.load().is_some());
    }

    #[test]
    fn an_entry_under_another_name_is_a_miss() {
        let dir = tempfile::tempdir().unwrap();
        let (one, other) = (entry(dir.path(), &["one"]), entry(dir.path(), &["other"]));
        one.store(&compiled());
        std::fs::copy(one.file(), other.file()).unwrap();
        assert!(one.load().is_some() && other.load().is_none());
    }

    #[test]
    fn the_least_recently_used_entries_make_room() {
        let dir = tempfile::tempdir().unwrap();
        let entries: Vec<Entry> = ["a", "b", "c", "d"].map(|name| entry(dir.path(), &[name])).into();
        let one = DIGEST as u64 + 8 + (compiled().wasm.len() + compiled().diagnostics.len()) as u64;
        std::fs::write(dir.path().join("not ours"), [0; 1000]).unwrap();
        std::fs::write(dir.path().join(format!("{UNFINISHED}x")), [0; 1000]).unwrap();
        for (age, entry) in [3, 2, 1].iter().zip(&entries) {
            entry.store_within(&compiled(), 3 * one);
            let then = SystemTime::now() - std::time::Duration::from_secs(100 * age);
            let file = std::fs::File::options().append(true).open(entry.file()).unwrap();
            file.set_modified(then).unwrap();
        }
        assert!(!dir.path().join(format!("{UNFINISHED}x")).exists(), "what a killed process has left");
        // The first is used again, so that the second is the one that was not used for longest.
        assert!(entries[0].load().is_some());
        entries[3].store_within(&compiled(), 3 * one);
        let kept: Vec<bool> = entries.iter().map(|entry| entry.load().is_some()).collect();
        assert_eq!(kept, [true, false, true, true]);
        entries[1].store_within(&compiled(), one - 1);
        assert!(entries[1].load().is_none(), "what is larger than all may be is not kept");
        assert!(entries[3].load().is_some(), "and nothing makes room for it");
        assert!(dir.path().join("not ours").exists());
    }

    #[cfg(unix)]
    #[test]
    fn nobody_else_looks_into_the_cache() {
        use std::os::unix::fs::PermissionsExt;
        let dir = tempfile::tempdir().unwrap();
        let cache = dir.path().join("below/cache");
        entry(&cache, &["x"]).store(&compiled());
        assert_eq!(cache.metadata().unwrap().permissions().mode() & 0o777, 0o700);
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
