//! Which program: the arguments that every command has.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, ValueEnum};
use worstcase_machine::process::{Entry, Signature};
use worstcase_program::compile::{self, CompileError, CompileOptions};
use worstcase_program::{LoadError, Loaded, Program, load};

use crate::error::CliError;
use crate::interrupt;
use crate::progress::during;
use crate::terminal::safe;

/// The program under test, and where it begins.
#[derive(Args)]
pub struct Source {
    /// The exported function to begin with [default: run, LLVMFuzzerTestOneInput or _start]
    #[arg(long, value_name = "NAME")]
    entry: Option<String>,
    /// Call a plain function that has no harness, as in --call 'sort(int a[n], int n)'
    ///
    /// Write its declaration, with the lengths of arrays: n, numbers, and sums and products of these, as in
    /// int w[n][2*n+1]. The integer called n is the size. Other numbers and the elements of arrays are inputs, from
    /// left to right; int k = 5 or just 5 is a constant, int k in 0..9 an input from 0 to 9, char s[n] in 'a'..'z'
    /// an array of such. Behind every array is at least one zero element, so that char s[n] is a string of at most
    /// n characters. long and size_t have 32 bits, long long 64.
    #[arg(long, value_name = "SIGNATURE", conflicts_with = "entry")]
    call: Option<String>,
    #[command(flatten)]
    code: Code,
}

/// The code of a program.
#[derive(Args)]
pub struct Code {
    /// A .wasm or .wat file, or C and C++ sources that make one program
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// How far clang may optimise; 0 counts what was written
    #[arg(long, value_enum, default_value = "0", value_name = "LEVEL")]
    opt: Opt,
    /// More flags for clang, as in --cflags '-DN=3 -Iinclude'
    #[arg(long, value_name = "FLAGS", allow_hyphen_values = true)]
    cflags: Vec<String>,
}

/// How far clang may optimise.
#[derive(Clone, Copy, ValueEnum)]
pub enum Opt {
    #[value(name = "0")]
    O0,
    #[value(name = "1")]
    O1,
    #[value(name = "2")]
    O2,
    #[value(name = "s")]
    Os,
}

impl Code {
    /// Its files, as they were given.
    pub fn files(&self) -> &[PathBuf] {
        &self.files
    }

    /// The file that the program is called after.
    pub fn main_file(&self) -> &Path {
        self.files.first().map_or(Path::new(""), PathBuf::as_path)
    }

    /// How it is compiled.
    fn options(&self) -> Result<CompileOptions, CliError> {
        options(self.opt, &self.cflags)
    }

    /// The same program compiled with more flags; a module cannot be, and a compiler may not know them.
    pub fn load_with(&self, flags: &[&str]) -> Option<Arc<Program>> {
        let mut options = self.options().ok()?;
        options.cflags.extend(flags.iter().map(|flag| flag.to_string()));
        let is_source = self.files.first().is_some_and(|file| compile::is_source(file));
        let loaded = is_source.then(|| load_or_give_up(&self.files, options))?;
        loaded.ok().map(|loaded| Arc::new(loaded.program))
    }

    /// Loads it. What its compiler says goes to standard error, as if it had been run by hand.
    pub fn load(&self) -> Result<(Arc<Program>, String), CliError> {
        load_files(&self.files, self.options()?)
    }
}

/// How programs are compiled. The flags for clang are split as a shell splits them.
pub fn options(opt: Opt, cflags: &[String]) -> Result<CompileOptions, CliError> {
    let split = |flags: &String| {
        shlex::split(flags)
            .ok_or_else(|| CliError::Usage(format!("--cflags {flags}: a quotation mark is not closed")))
    };
    Ok(CompileOptions {
        opt: match opt {
            Opt::O0 => compile::Opt::O0,
            Opt::O1 => compile::Opt::O1,
            Opt::O2 => compile::Opt::O2,
            Opt::Os => compile::Opt::Os,
        },
        cflags: cflags.iter().map(split).collect::<Result<Vec<_>, _>>()?.concat(),
        cache: compile::default_cache_dir(),
        stop: compile::Stop::when(interrupt::flag().clone()),
    })
}

/// Loads the program that files make up, and its name.
pub fn load_files(files: &[PathBuf], options: CompileOptions) -> Result<(Arc<Program>, String), CliError> {
    let loaded = load_or_give_up(files, options)?;
    let _ = write!(std::io::stderr(), "{}", safe(&loaded.diagnostics));
    Ok((Arc::new(loaded.program), loaded.name))
}

/// A file may be a pipe that nobody writes to, and a compiler may take its time.
fn load_or_give_up(files: &[PathBuf], options: CompileOptions) -> Result<Loaded, CliError> {
    let files = files.to_vec();
    let loaded = during("compiling", || interrupt::or_give_up(move || load(&files, &options)));
    loaded.map_err(CliError::Loading)?.map_err(|error| match error {
        LoadError::Compile(CompileError::Stopped) => CliError::Compiling,
        error => error.into(),
    })
}

impl Source {
    /// Loads it, as [`Code::load`] does.
    pub fn load(&self) -> Result<(Arc<Program>, String), CliError> {
        self.code.load()
    }

    /// The file that the program is called after.
    pub fn main_file(&self) -> &Path {
        self.code.main_file()
    }

    /// Its files, as they were given.
    pub fn files(&self) -> &[PathBuf] {
        self.code.files()
    }

    /// What was said about it, as it is written on the command line.
    pub fn arguments(&self) -> Vec<String> {
        let mut arguments: Vec<String> =
            self.code.files.iter().map(|file| file.to_string_lossy().into_owned()).collect();
        let mut say = |flag: &str, value: &str| arguments.extend([flag.to_string(), value.to_string()]);
        if let Some(level) = self.code.opt.to_possible_value().filter(|level| level.get_name() != "0") {
            say("--opt", level.get_name());
        }
        self.code.cflags.iter().for_each(|flags| say("--cflags", flags));
        self.entry.iter().for_each(|entry| say("--entry", entry));
        self.call.iter().for_each(|call| say("--call", call));
        arguments
    }

    /// What was said about where it begins: the name of an entry, or a signature.
    pub fn beginning(&self) -> (Option<&str>, Option<&str>) {
        (self.entry.as_deref(), self.call.as_deref())
    }

    /// Where it begins.
    pub fn entry(&self, program: &Program) -> Result<Entry, CliError> {
        match &self.call {
            Some(call) => Ok(Entry::call(program, call.parse::<Signature>()?)?),
            None => Ok(Entry::find(program, self.entry.as_deref())?),
        }
    }
}
