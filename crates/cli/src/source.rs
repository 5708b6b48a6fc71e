//! Which program: the arguments that every command has.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, ValueEnum};
use worstcase_machine::process::{Entry, Signature};
use worstcase_program::compile::{self, CompileOptions};
use worstcase_program::{Program, load};

use crate::error::CliError;
use crate::progress::during;

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

#[derive(Clone, Copy, ValueEnum)]
enum Opt {
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

    /// The flags for clang, split as a shell splits them.
    fn cflags(&self) -> Result<Vec<String>, CliError> {
        let split = |flags: &String| {
            shlex::split(flags)
                .ok_or_else(|| CliError::Usage(format!("--cflags {flags}: a quotation mark is not closed")))
        };
        Ok(self.cflags.iter().map(split).collect::<Result<Vec<_>, _>>()?.concat())
    }

    /// How it is compiled.
    fn options(&self) -> Result<CompileOptions, CliError> {
        Ok(CompileOptions {
            opt: match self.opt {
                Opt::O0 => compile::Opt::O0,
                Opt::O1 => compile::Opt::O1,
                Opt::O2 => compile::Opt::O2,
                Opt::Os => compile::Opt::Os,
            },
            cflags: self.cflags()?,
            cache: compile::default_cache_dir(),
        })
    }

    /// The same program compiled with more flags; a module cannot be, and a compiler may not know them.
    pub fn load_with(&self, flags: &[&str]) -> Option<Arc<Program>> {
        let mut options = self.options().ok()?;
        options.cflags.extend(flags.iter().map(|flag| flag.to_string()));
        let is_source = self.files.first().is_some_and(|file| compile::is_source(file));
        let loaded = is_source.then(|| during("compiling", || load(&self.files, &options)))?;
        loaded.ok().map(|loaded| Arc::new(loaded.program))
    }

    /// Loads it. What its compiler says goes to standard error, as if it had been run by hand.
    pub fn load(&self) -> Result<(Arc<Program>, String), CliError> {
        let options = self.options()?;
        let loaded = during("compiling", || load(&self.files, &options))?;
        let _ = write!(std::io::stderr(), "{}", loaded.diagnostics);
        Ok((Arc::new(loaded.program), loaded.name))
    }
}

impl Source {
    /// Loads it, as [`Code::load`] does.
    pub fn load(&self) -> Result<(Arc<Program>, String), CliError> {
        self.code.load()
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
