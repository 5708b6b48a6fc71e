//! Source files: which ones the debug info names, what to call them, and their text.

use super::lines::Place;
use super::{Dwarf, Location, Slice, Unit};
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};
use std::sync::OnceLock;

/// Index into `Files`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FileIdx(u32);

/// Past this a file is no source that someone wrote; reading it would only cost memory.
const MAX_SOURCE_BYTES: u64 = 16 << 20;

/// DWARF is untrusted, and lines of the files it names end up in reports that people pass on. So only what is
/// named like source code is opened: no key, no password file.
const SOURCE_EXTENSIONS: &[&str] = &[
    "c", "h", "cc", "cpp", "cxx", "C", "c++", "hh", "hpp", "hxx", "h++", "inc", "inl", "ipp", "tcc", "rs",
    "zig",
];

#[derive(Debug, Default)]
pub(super) struct Files {
    files: Vec<File>,
    by_path: BTreeMap<PathBuf, FileIdx>,
    by_name: BTreeMap<String, FileIdx>,
    /// A crafted file lets thousands of files share a directory with a name of megabytes.
    path_bytes_left: usize,
}

/// How long all paths may be together, for every byte of debug info. Most take a path's last name at least.
const PATH_BYTES_PER_BYTE: usize = 16;

#[derive(Debug)]
struct File {
    path: PathBuf,
    name: String,
    text: OnceLock<Option<String>>,
}

impl Files {
    /// For debug info of so many bytes.
    pub(super) fn new(bytes: usize) -> Self {
        Files { path_bytes_left: bytes.saturating_mul(PATH_BYTES_PER_BYTE), ..Files::default() }
    }

    fn intern(&mut self, path: PathBuf) -> FileIdx {
        self.path_bytes_left = self.path_bytes_left.saturating_sub(path.as_os_str().len());
        let next = FileIdx(self.files.len() as u32);
        let index = *self.by_path.entry(path.clone()).or_insert(next);
        if index == next {
            self.files.push(File { path, name: String::new(), text: OnceLock::new() });
        }
        index
    }

    /// Gives every file its short name, once all of them are known.
    pub(super) fn name(&mut self, current_dir: Option<&Path>) {
        let paths: Vec<&Path> = self.files.iter().map(|file| file.path.as_path()).collect();
        let names = short_names(&paths, current_dir);
        for (index, name) in names.into_iter().enumerate() {
            self.by_name.insert(name.clone(), FileIdx(index as u32));
            self.files[index].name = name;
        }
    }

    pub(super) fn location(&self, place: Place) -> Option<Location> {
        let file = self.files[place.file?.0 as usize].name.clone();
        Some(Location { file, line: place.line, column: place.column })
    }

    pub(super) fn line(&self, name: &str, line: u32) -> Option<&str> {
        self.text(name)?.lines().nth(line.checked_sub(1)? as usize)
    }

    pub(super) fn text(&self, name: &str) -> Option<&str> {
        let file = self.file(name)?;
        file.text.get_or_init(|| read(&file.path)).as_deref()
    }

    pub(super) fn path(&self, name: &str) -> Option<&Path> {
        Some(&self.file(name)?.path)
    }

    fn file(&self, name: &str) -> Option<&File> {
        Some(&self.files[self.by_name.get(name)?.0 as usize])
    }
}

fn read(path: &Path) -> Option<String> {
    let extension = path.extension()?.to_str()?;
    if !SOURCE_EXTENSIONS.contains(&extension) {
        return None;
    }
    let metadata = path.metadata().ok()?;
    if !metadata.is_file() || metadata.len() > MAX_SOURCE_BYTES {
        return None;
    }
    // Lossy: old C sources are often Latin-1, and a line with a mangled umlaut is still the line.
    Some(String::from_utf8_lossy(&std::fs::read(path).ok()?).into_owned())
}

/// After so many directories all of them are shown: each further one costs a look at all paths.
const MAX_KEPT: usize = 16;

/// A path below the current directory is shown relative to it; another by its file name, with as many of its
/// directories in front as it takes to tell it from all others.
fn short_names(paths: &[&Path], current_dir: Option<&Path>) -> Vec<String> {
    let relative = |path: &Path| {
        let below = path.strip_prefix(current_dir?).ok()?;
        Some(below.to_string_lossy().into_owned())
    };
    let mut kept = vec![1; paths.len()];
    loop {
        let names: Vec<String> = paths
            .iter()
            .zip(&kept)
            .map(|(path, &kept)| relative(path).unwrap_or_else(|| tail(path, kept)))
            .collect();
        let mut uses: BTreeMap<&str, u32> = BTreeMap::new();
        for name in &names {
            *uses.entry(name).or_default() += 1;
        }
        let mut longer = false;
        for (index, path) in paths.iter().enumerate() {
            let ambiguous = uses[names[index].as_str()] > 1;
            if ambiguous && relative(path).is_none() && kept[index] < path.components().count() {
                kept[index] = if kept[index] < MAX_KEPT { kept[index] + 1 } else { usize::MAX };
                longer = true;
            }
        }
        if !longer {
            return names;
        }
    }
}

fn tail(path: &Path, components: usize) -> String {
    let skipped = path.components().count().saturating_sub(components);
    path.components().skip(skipped).collect::<PathBuf>().to_string_lossy().into_owned()
}

/// The file table of one unit, translated as its entries are used: a table lists every header that was read,
/// few of which contain code.
pub(super) struct UnitFiles<'u, 'a> {
    dwarf: &'u Dwarf<'a>,
    unit: &'u Unit<'a>,
    known: BTreeMap<u64, Option<FileIdx>>,
}

impl<'u, 'a> UnitFiles<'u, 'a> {
    pub(super) fn new(dwarf: &'u Dwarf<'a>, unit: &'u Unit<'a>) -> Self {
        Self { dwarf, unit, known: BTreeMap::new() }
    }

    pub(super) fn get(&mut self, index: u64, files: &mut Files) -> Option<FileIdx> {
        if let Some(&known) = self.known.get(&index) {
            return known;
        }
        let path = if files.path_bytes_left > 0 { self.path(index) } else { None };
        let file = path.map(|path| files.intern(path));
        self.known.insert(index, file);
        file
    }

    fn path(&self, index: u64) -> Option<PathBuf> {
        let header = self.unit.line_program.as_ref()?.header();
        let file = header.file(index)?;
        let text = |value| {
            let slice: Slice<'a> = self.dwarf.attr_string(self.unit, value).ok()?;
            Some(path_of(slice))
        };
        let mut path = PathBuf::new();
        if let Some(directory) = &self.unit.comp_dir {
            path.push(path_of(*directory));
        }
        // Directory 0 is the compilation directory, which may be missing from the table before DWARF 5.
        if file.directory_index() != 0 {
            path.push(text(file.directory(header)?)?);
        }
        path.push(text(file.path_name())?);
        Some(normalised(&path))
    }
}

/// A path as the system knows it, which need not be UTF-8.
#[cfg(unix)]
fn path_of<'a>(slice: Slice<'a>) -> &'a Path {
    Path::new(<std::ffi::OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(slice.slice()))
}

#[cfg(not(unix))]
fn path_of(slice: Slice<'_>) -> PathBuf {
    slice.to_string_lossy().into_owned().into()
}

/// Without `.` and `..`, by the text alone: the files may be on another machine.
fn normalised(path: &Path) -> PathBuf {
    let mut result = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir if matches!(result.components().next_back(), Some(Component::Normal(_))) => {
                result.pop();
            }
            _ => result.push(component),
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(paths: &[&str]) -> Vec<String> {
        let paths: Vec<&Path> = paths.iter().map(Path::new).collect();
        short_names(&paths, Some(Path::new("/home/me")))
    }

    #[test]
    fn names_are_relative_below_the_current_directory() {
        assert_eq!(names(&["/home/me/sort.c", "/home/me/lib/heap.c"]), ["sort.c", "lib/heap.c"]);
    }

    #[test]
    fn names_elsewhere_are_as_short_as_is_unambiguous() {
        assert_eq!(names(&["/usr/a/x.h", "/usr/b/x.h", "/usr/b/y.h"]), ["a/x.h", "b/x.h", "y.h"]);
        assert_eq!(names(&["/home/me/x.h", "/opt/x.h"]), ["x.h", "opt/x.h"]);
        assert_eq!(names(&["/x.h", "/a/x.h"]), ["/x.h", "a/x.h"]);
    }

    #[test]
    fn names_that_differ_far_away_are_whole() {
        let tail = "/x".repeat(20_000);
        let (a, b) = (format!("/a{tail}"), format!("/b{tail}"));
        assert_eq!(names(&[&a, &b]), [a, b]);
    }

    #[test]
    fn dots_are_resolved_by_the_text() {
        assert_eq!(normalised(Path::new("/a/./b/../c.c")), Path::new("/a/c.c"));
        assert_eq!(normalised(Path::new("../../c.c")), Path::new("../../c.c"));
    }

    #[test]
    fn only_regular_files_named_like_source_are_read() {
        let dir = tempfile::tempdir().unwrap();
        let path = |name: &str| dir.path().join(name);
        std::fs::write(path("a.c"), b"int \xe4;").unwrap();
        std::fs::write(path("id_rsa"), b"secret").unwrap();
        std::fs::create_dir(path("d.c")).unwrap();
        assert_eq!(read(&path("a.c")).unwrap(), "int \u{fffd};");
        assert_eq!(read(&path("id_rsa")), None);
        assert_eq!(read(&path("d.c")), None);
        assert_eq!(read(&path("missing.c")), None);
    }
}
