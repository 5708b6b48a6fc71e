//! The `worstcase` command: how bad can a program get, and on which input?

mod bound;
mod cost;
mod end;
mod error;
mod find;
mod folder;
mod inputs;
mod memory;
mod paths;
mod progress;
mod report;
mod run;
mod search;
mod source;
mod watch;
mod world;

use std::io::Write;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

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
    Bound(bound::Bound),
}

/// Everything went well.
const FINE: u8 = 0;
/// There is something to look at: the program trapped, failed, or reached a limit.
const FINDING: u8 = 1;
/// Nothing could be said: bad arguments or files.
const COULD_NOT_RUN: u8 = 2;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let result = match &cli.command {
        Command::Run(command) => command.execute(),
        Command::Paths(command) => command.execute(),
        Command::Find(command) => command.execute(),
        Command::Bound(command) => command.execute(),
    };
    match result {
        Ok(code) => code.into(),
        Err(error) => {
            // Without a standard error to write to, the exit code has to do.
            let _ = writeln!(std::io::stderr(), "{}", error.message());
            COULD_NOT_RUN.into()
        }
    }
}
