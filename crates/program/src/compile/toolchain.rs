//! Finding a clang that can make WebAssembly, and saying what to install when there is none.

use super::CompileError;
use super::process::{Stop, run, run_all};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// What `wasm32-wasi` is called by Debian's packages and by every wasi-sdk. Newer names such as `wasm32-wasip1`
/// do not find Debian's libc.
pub(super) const TARGET: &str = "--target=wasm32-wasi";

/// Older ones lack features that the flags rely on.
const OLDEST: u32 = 15;

/// The version in messages when none was found; Debian and Ubuntu have had it for longest.
const RECOMMENDED: u32 = 19;

/// An installed clang, which may or may not be able to make WebAssembly.
#[derive(Clone, Debug)]
pub(super) struct Clang {
    pub(super) path: PathBuf,
    /// From the program's name, so that the packages we name fit it.
    version: u32,
}

/// Parts of a C or C++ installation that a program may need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Library {
    C,
    Cxx,
}

impl Clang {
    /// Why this clang will not do.
    fn refusal(&self, stop: &Stop) -> Result<Option<&'static str>, CompileError> {
        let mut targets = Command::new(&self.path);
        targets.arg("--print-targets");
        let mut linker = self.command();
        linker.arg("-print-prog-name=wasm-ld");
        let outputs = match run_all(vec![targets, linker], stop) {
            Err(CompileError::Stopped) => return Err(CompileError::Stopped),
            outputs => outputs.unwrap_or_default(),
        };
        let [targets, linker] = outputs.as_slice() else {
            return Ok(Some("cannot be run"));
        };
        Ok(if !targets.status.success() {
            Some("cannot be run")
        } else if !String::from_utf8_lossy(&targets.stdout).contains("wasm32") {
            Some("has no WebAssembly back end")
        } else if printed_file(linker).is_none() {
            Some("has no linker for WebAssembly (wasm-ld, of LLVM's lld)")
        } else {
            None
        })
    }

    /// What tells this program from the one that an update puts in its place.
    pub(super) fn identity(&self) -> String {
        let path = self.path.canonicalize().unwrap_or_default();
        let metadata = path.metadata().ok();
        let stamp = metadata.map(|metadata| (metadata.len(), metadata.modified().ok()));
        format!("{:?} {path:?} {stamp:?}", self.path)
    }

    pub(super) fn command(&self) -> Command {
        let mut command = Command::new(&self.path);
        command.arg(TARGET);
        command
    }

    /// A command that prints where a library is.
    pub(super) fn locate(&self, file: &str, cflags: &[String]) -> Command {
        let mut command = self.command();
        command.args(cflags).arg(format!("-print-file-name={file}"));
        command
    }

    /// What to install, if a part of this library is not where clang looks.
    pub(super) fn missing(&self, library: Library, cflags: &[String], stop: &Stop) -> Option<String> {
        let files: &[&str] = match library {
            Library::C => &["crt1-command.o", "crt1-reactor.o", "libc.a"],
            Library::Cxx => &["libc++.a", "libc++abi.a"],
        };
        let found = |command| run(command, stop).ok().and_then(|output| printed_file(&output));
        let mut absent: Vec<&str> =
            files.iter().copied().filter(|file| found(self.locate(file, cflags)).is_none()).collect();
        if library == Library::C {
            let mut builtins = self.command();
            builtins.args(cflags).arg("-print-libgcc-file-name");
            if found(builtins).is_none() {
                absent.push("libclang_rt.builtins-wasm32.a");
            }
        }
        if absent.is_empty() {
            return None;
        }
        let language = if library == Library::C { "C" } else { "C++" };
        Some(format!(
            "the program needs the {language} library for WebAssembly, and {} does not find its {}\n{}",
            self.path.display(),
            absent.join(", "),
            install(self.version)
        ))
    }
}

/// Clang prints a file it does not find as the bare name it was asked for.
pub(super) fn printed_file(output: &Output) -> Option<PathBuf> {
    let path = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim());
    (path.is_absolute() && path.is_file()).then_some(path)
}

/// The clangs to try, best first; never none.
pub(super) fn installed() -> Result<Vec<Clang>, CompileError> {
    let variable = |name| std::env::var_os(name).filter(|value: &OsString| !value.is_empty());
    candidates(variable("WORSTCASE_CLANG").as_deref(), variable("PATH").as_deref())
}

/// The first that works. This asks each of them twice, so it is left until something has to be compiled.
pub(super) fn usable<'c>(candidates: &'c [Clang], stop: &Stop) -> Result<&'c Clang, CompileError> {
    let mut refused = Vec::new();
    for clang in candidates {
        match clang.refusal(stop)? {
            None => return Ok(clang),
            Some(reason) => refused.push(format!("{} {reason}", clang.path.display())),
        }
    }
    Err(missing_clang(&refused.join("; ")))
}

fn missing_clang(found: &str) -> CompileError {
    CompileError::Missing(format!(
        "C and C++ programs need a clang that can make WebAssembly: {found}\n{}",
        install(RECOMMENDED)
    ))
}

/// `named` is the user's own choice and is final; otherwise every clang on the path counts.
fn candidates(named: Option<&OsStr>, path: Option<&OsStr>) -> Result<Vec<Clang>, CompileError> {
    let candidates = match named {
        Some(name) => {
            vec![Clang { path: resolve(name, path)?, version: version_in(name).unwrap_or(RECOMMENDED) }]
        }
        None => on_path(path),
    };
    if candidates.is_empty() { Err(missing_clang("no clang is on the PATH")) } else { Ok(candidates) }
}

fn resolve(name: &OsStr, path: Option<&OsStr>) -> Result<PathBuf, CompileError> {
    let given = Path::new(name);
    let found = if given.components().count() > 1 {
        given.is_file().then(|| given.to_owned())
    } else {
        directories(path).into_iter().map(|dir| dir.join(given)).find(|file| file.is_file())
    };
    found.ok_or_else(|| {
        let name = given.display();
        CompileError::Missing(format!(
            "WORSTCASE_CLANG is {name}, but there is no such program\n{}",
            install(RECOMMENDED)
        ))
    })
}

fn directories(path: Option<&OsStr>) -> Vec<PathBuf> {
    // An empty element would mean the current directory: no program under test gets to bring its compiler.
    std::env::split_paths(path.unwrap_or_default()).filter(|dir| !dir.as_os_str().is_empty()).collect()
}

/// Every versioned clang, newest first, then the plain one. Of two with one name the first on the path counts.
fn on_path(path: Option<&OsStr>) -> Vec<Clang> {
    let mut versioned: Vec<(u32, PathBuf)> = Vec::new();
    let mut plain = None;
    for dir in directories(path) {
        let names = std::fs::read_dir(&dir).into_iter().flatten().flatten().map(|entry| entry.file_name());
        for name in names {
            if let Some(version) = version_in(&name).filter(|&version| version >= OLDEST) {
                if versioned.iter().all(|&(known, _)| known != version) {
                    versioned.push((version, dir.join(name)));
                }
            } else if name == "clang" && plain.is_none() {
                plain = Some(dir.join(name));
            }
        }
    }
    versioned.sort_by_key(|&(version, _)| std::cmp::Reverse(version));
    let plain = plain.map(|path| (RECOMMENDED, path));
    versioned.into_iter().chain(plain).map(|(version, path)| Clang { path, version }).collect()
}

fn version_in(name: &OsStr) -> Option<u32> {
    Path::new(name).file_name()?.to_str()?.strip_prefix("clang-")?.parse().ok()
}

fn install(version: u32) -> String {
    format!(
        "  Debian, Ubuntu: apt-get install clang-{version} lld-{version} wasi-libc libclang-rt-{version}-dev-wasm32\n  \
           and for C++:    apt-get install libc++-{version}-dev-wasm32 libc++abi-{version}-dev-wasm32\n  \
           elsewhere:      unpack wasi-sdk (https://github.com/WebAssembly/wasi-sdk/releases) and set\n                  \
                           WORSTCASE_CLANG to its bin/clang"
    )
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// A directory of links by which a program pretends to be a clang: `false` cannot be run, `echo` knows no
    /// back end. (Links and not scripts: a file just written may be refused with "text file busy".)
    fn path_with(links: &[(&str, &Path)]) -> tempfile::TempDir {
        let dir = tempfile::tempdir().unwrap();
        for (name, target) in links {
            std::os::unix::fs::symlink(target, dir.path().join(name)).unwrap();
        }
        dir
    }

    fn find(named: Option<&OsStr>, path: Option<&OsStr>) -> Result<Clang, CompileError> {
        usable(&candidates(named, path)?, &Stop::default()).cloned()
    }

    fn message(result: Result<Clang, CompileError>) -> String {
        match result {
            Err(CompileError::Missing(message)) => message,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn without_clang_the_message_says_what_to_install() {
        for path in [None, Some(OsStr::new("")), Some(OsStr::new("/nonexistent"))] {
            let message = message(find(None, path));
            assert!(message.contains("no clang is on the PATH"), "{message}");
            assert!(message.contains("apt-get install clang-19 lld-19 wasi-libc"), "{message}");
            assert!(message.contains("WORSTCASE_CLANG"), "{message}");
        }
    }

    #[test]
    fn the_users_choice_is_final() {
        let path = std::env::var_os("PATH");
        let message = message(find(Some(OsStr::new("clang-of-mine")), path.as_deref()));
        assert!(message.contains("WORSTCASE_CLANG is clang-of-mine"), "{message}");
    }

    #[test]
    fn the_newest_that_works_is_taken() {
        let real = usable(&installed().unwrap(), &Stop::default()).unwrap().path.clone();
        let dir = path_with(&[
            ("clang-14", &real),
            ("clang-15", &real),
            ("clang-16", &real),
            ("clang-98", Path::new("/bin/echo")),
            ("clang-99", Path::new("/bin/false")),
            ("clang-format-99", &real),
            ("clang", &real),
        ]);
        let found = find(None, Some(dir.path().as_os_str())).unwrap();
        assert_eq!((found.path, found.version), (dir.path().join("clang-16"), 16));
    }

    #[test]
    fn every_clang_that_was_refused_is_named() {
        let dir = path_with(&[("clang", Path::new("/bin/echo")), ("clang-99", Path::new("/bin/false"))]);
        let message = message(find(None, Some(dir.path().as_os_str())));
        assert!(message.contains("clang-99 cannot be run; "), "{message}");
        assert!(message.contains("clang has no WebAssembly back end"), "{message}");
    }
}
