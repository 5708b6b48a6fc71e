//! One run of clang and the linker over a program's sources.

use super::cache::Key;
use super::process::{run, run_all};
use super::toolchain::{self, Clang, Library};
use super::{CompileError, CompileOptions, Compiled, Language, headers, language, link, object};
use crate::host::undefined_names;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// One call of `compile`, with its temporary files.
pub(super) struct Job<'a> {
    sources: &'a [PathBuf],
    options: &'a CompileOptions,
    candidates: Vec<Clang>,
    current_dir: PathBuf,
    temporary: TempDir,
}

impl<'a> Job<'a> {
    pub(super) fn new(sources: &'a [PathBuf], options: &'a CompileOptions) -> Result<Self, CompileError> {
        let candidates = toolchain::installed()?;
        let current_dir = std::env::current_dir().map_err(CompileError::io("the current directory"))?;
        let temporary =
            private_folder().map_err(CompileError::io("cannot make a temporary directory, see TMPDIR"))?;
        let job = Self { sources, options, candidates, current_dir, temporary };
        headers::write(&job.headers()).map_err(CompileError::io("cannot write the guest headers"))?;
        Ok(job)
    }

    fn headers(&self) -> PathBuf {
        self.temporary.path().join("include")
    }

    fn object(&self, index: usize) -> PathBuf {
        self.temporary.path().join(format!("{index}.o"))
    }

    fn is_cxx(&self) -> bool {
        self.sources.iter().any(|path| language(path) == Some(Language::Cxx))
    }

    /// Our flags for one source, less what differs from run to run.
    fn flags(&self, source: &Path) -> Vec<OsString> {
        let mut flags = vec!["-g".into(), self.options.opt.flag().into()];
        // Said, because clang would take it from `$PWD`, which the key of the cache does not see.
        flags.push(joined("-fdebug-compilation-dir=", &self.current_dir));
        if language(source) == Some(Language::Cxx) {
            // Neither Debian's libc++ nor our machine has exceptions.
            flags.push("-fno-exceptions".into());
        }
        flags
    }

    fn on_source(&self, clang: &Clang, source: &Path, mode: &[&OsStr]) -> Command {
        let headers = self.headers();
        let mut shown = joined("-fdebug-prefix-map=", &headers);
        shown.push(format!("={}", headers::SHOWN_DIR));
        let mut command = clang.command();
        command
            .args(self.flags(source))
            .arg("-isystem")
            .arg(&headers)
            .arg(shown)
            .args(&self.options.cflags)
            // The user's flags go to the compiler and to the linker, neither of which uses all of them.
            .arg("-Qunused-arguments")
            .args(mode)
            .arg("--")
            .arg(source);
        if std::env::var_os("SOURCE_DATE_EPOCH").is_none() {
            // `__DATE__` and `__TIME__` would make two runs differ.
            command.env("SOURCE_DATE_EPOCH", "0");
        }
        command
    }

    /// `None` if the program does not go into the cache; if that is for an error, compiling will say it better.
    ///
    /// The first clang makes the text, whether or not it could compile it, and all of them are in the key:
    /// finding out which one works takes longer than everything here.
    pub(super) fn key(&self) -> Option<Key> {
        if !self.options.cflags.iter().all(|flag| is_covered(flag)) {
            return None;
        }
        let clang = self.candidates.first()?;
        // `-dD` keeps the macros, among them the compiler's own: they tell its version and features.
        let mut commands: Vec<Command> = self
            .sources
            .iter()
            .map(|source| self.on_source(clang, source, &["-E", "-dD"].map(OsStr::new)))
            .collect();
        commands.push(clang.locate("libc.a", &self.options.cflags));
        let mut outputs = run_all(commands, &self.options.stop).ok()?;
        let libc = toolchain::printed_file(&outputs.pop()?);

        let mut key = Key::new();
        self.candidates.iter().for_each(|clang| key.add(clang.identity()));
        // Libc is updated without clang, and changes none of the text.
        if let Some(metadata) = libc.as_ref().and_then(|path| path.metadata().ok()) {
            key.add(format!("{libc:?} {} {:?}", metadata.len(), metadata.modified().ok()?));
        }
        self.options.cflags.iter().for_each(|flag| key.add(flag));
        link::FLAGS.iter().copied().chain(undefined_names()).for_each(|part| key.add(part));
        for (source, output) in self.sources.iter().zip(outputs) {
            if !output.status.success() {
                return None;
            }
            key.add(source.as_os_str().as_encoded_bytes());
            self.flags(source).iter().for_each(|flag| key.add(flag.as_encoded_bytes()));
            for line in output.stdout.split(|&byte| byte == b'\n') {
                // Only line markers name the headers' place; the rest stays bytes, for Latin-1 strings differ.
                match line.starts_with(b"# ") {
                    true => key.add(self.stable(line)),
                    false => key.add(line),
                }
            }
        }
        Some(key)
    }

    pub(super) fn compile(&self) -> Result<Compiled, CompileError> {
        let clang = toolchain::usable(&self.candidates, &self.options.stop)?;
        let commands = self.sources.iter().enumerate().map(|(index, source)| {
            let object = self.object(index);
            self.on_source(clang, source, &[OsStr::new("-c"), OsStr::new("-o"), object.as_os_str()])
        });
        let outputs = run_all(commands.collect(), &self.options.stop)?;
        let mut diagnostics = String::new();
        for output in &outputs {
            diagnostics.push_str(&self.stable(&output.stderr));
        }
        if outputs.iter().any(|output| !output.status.success()) {
            return Err(self.compile_error(clang, diagnostics));
        }
        let linked = self.link(clang)?;
        diagnostics.push_str(&self.stable(&linked.stderr));
        let wasm = std::fs::read(self.module()).map_err(CompileError::io("cannot read the linked module"))?;
        Ok(Compiled { wasm, diagnostics, cached: false })
    }

    /// Without a libc, clang's "file not found" is about a header that the user cannot be expected to know.
    fn compile_error(&self, clang: &Clang, diagnostics: String) -> CompileError {
        let library = if self.is_cxx() { Library::Cxx } else { Library::C };
        let header_missing = diagnostics.contains("file not found");
        match header_missing
            .then(|| clang.missing(library, &self.options.cflags, &self.options.stop))
            .flatten()
        {
            Some(install) => CompileError::Missing(format!("{diagnostics}{install}")),
            None => CompileError::Diagnostics(diagnostics),
        }
    }

    fn module(&self) -> PathBuf {
        self.temporary.path().join("module.wasm")
    }

    fn link(&self, clang: &Clang) -> Result<Output, CompileError> {
        let mut objects = Vec::new();
        for (index, source) in self.sources.iter().enumerate() {
            let bytes =
                std::fs::read(self.object(index)).map_err(CompileError::io("cannot read an object"))?;
            let object = object::read(&bytes)
                .map_err(|reason| CompileError::Object { path: source.clone(), reason })?;
            objects.push(object);
        }
        let plan = link::plan(&objects, &self.options.cflags);
        let undefined = self.temporary.path().join("undefined");
        let names: String = undefined_names().map(|name| format!("{name}\n")).collect();
        std::fs::write(&undefined, names)
            .map_err(CompileError::io("cannot write the list of host functions"))?;

        let mut command = clang.command();
        command
            .args(plan.arguments(self.is_cxx(), &undefined))
            .args((0..objects.len()).map(|index| self.object(index)))
            // With an `-O` clang passes the module to Binaryen's wasm-opt, if that happens to be installed:
            // another program than the one on the next machine, and without debug info.
            .args(self.options.cflags.iter().filter(|flag| !flag.starts_with("-O")))
            .arg("-Qunused-arguments")
            .arg("-o")
            .arg(self.module());
        let output = run(command, &self.options.stop)?;
        if output.status.success() {
            return Ok(output);
        }
        let said = self.stable(&output.stderr);
        let missing = |&library: &Library| clang.missing(library, &self.options.cflags, &self.options.stop);
        Err(match plan.libraries(self.is_cxx()).iter().find_map(missing) {
            Some(install) => CompileError::Missing(format!("{said}{install}")),
            None => CompileError::Diagnostics(said),
        })
    }

    /// Text from clang with what differs from run to run replaced: the place of the guest headers, and the
    /// objects, in whose stead the user wants to read of the sources.
    fn stable(&self, text: &[u8]) -> String {
        let mut text = String::from_utf8_lossy(text).into_owned();
        let mut replace = |from: PathBuf, to: &Path| {
            text = text.replace(&*from.to_string_lossy(), &to.to_string_lossy());
        };
        replace(self.headers(), Path::new(headers::SHOWN_DIR));
        for (index, source) in self.sources.iter().enumerate() {
            replace(self.object(index), source);
        }
        text
    }
}

/// A directory that nobody else looks into: what is compiled may be secret.
pub(super) fn private_folder() -> std::io::Result<TempDir> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
    builder.prefix("worstcase-").tempdir()
}

/// A flag with a path, which need not be text.
fn joined(flag: &str, path: &Path) -> OsString {
    let mut joined = OsString::from(flag);
    joined.push(path);
    joined
}

/// Whether the key tells what a flag brings in. It does for what the preprocessor reads; it does not for
/// objects, libraries and linker scripts, and a program with such flags is compiled every time.
fn is_covered(flag: &str) -> bool {
    let links =
        ["-l", "-L", "-Wl,", "-Xlinker", "-T", "-B", "@"].iter().any(|prefix| flag.starts_with(prefix));
    flag == "-lm" || (!links && (flag.starts_with('-') || !Path::new(flag).is_file()))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn nobody_else_looks_into_temporary_folders() {
        let folder = private_folder().unwrap();
        assert_eq!(folder.path().metadata().unwrap().permissions().mode() & 0o777, 0o700);
    }
}
