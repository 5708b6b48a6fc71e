//! The `worstcase` command: how bad can a program get, and on which input?

mod bound;
mod cost;
mod end;
mod error;
mod find;
mod folder;
mod inputs;
mod interrupt;
mod load;
mod memory;
mod observe;
mod paths;
mod pipe;
mod progress;
mod report;
mod run;
mod search;
mod source;
mod stdin;
mod tar;
mod terminal;
mod tree;
mod world;

use std::io::Write;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use terminal::safe;

/// How bad can a program get, and on which input?
#[derive(Parser)]
#[command(name = "worstcase", version, about, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Run(run::Run),
    Paths(paths::Paths),
    Find(find::Find),
    Load(load::Load),
    Pipe(pipe::Pipe),
    Bound(bound::Bound),
    /// Z3 in a process that can be ended, for the others
    #[command(name = WORKER, hide = true)]
    Worker,
}

/// What the command is called that a search starts for itself.
const WORKER: &str = "ask-z3";

/// Everything went well.
const FINE: u8 = 0;
/// There is something to look at: the program trapped, failed, or reached a limit.
const FINDING: u8 = 1;
/// Nothing could be said: bad arguments or files.
const COULD_NOT_RUN: u8 = 2;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage(&error).into(),
    };
    // From here on: what is compiled leaves temporary files, which are to go away.
    interrupt::flag();
    let result = match &cli.command {
        Command::Run(command) => command.execute(),
        Command::Paths(command) => command.execute(),
        Command::Find(command) => command.execute(),
        Command::Load(command) => command.execute(),
        Command::Pipe(command) => command.execute(),
        Command::Bound(command) => command.execute(),
        Command::Worker => Ok(if worstcase_solver::serve().is_ok() { FINE } else { COULD_NOT_RUN }),
    };
    match result {
        Ok(code) => code.into(),
        Err(error) => {
            // Without a standard error to write to, the exit code has to do.
            let _ = writeln!(std::io::stderr(), "{}", safe(&error.message()));
            COULD_NOT_RUN.into()
        }
    }
}

/// Prints the help that was asked for, or what is wrong with the arguments. These may come from a list of files, and hold
/// whatever a name can.
fn usage(error: &clap::Error) -> u8 {
    let text = error.render().to_string();
    // Without anything to write to, the exit code has to do.
    let _ = match error.use_stderr() {
        true => std::io::stderr().write_all(safe(&text).as_bytes()),
        false => std::io::stdout().write_all(safe(&text).as_bytes()),
    };
    if error.use_stderr() { COULD_NOT_RUN } else { FINE }
}
