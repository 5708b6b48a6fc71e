//! The worker's side: reads questions, asks Z3, and writes what it says, until nobody is there any more.

use std::io::{self, BufReader, Read, Write};
use std::thread;
use std::time::Duration;

use worstcase_term::Terms;

use super::super::home::Home;
use super::super::question::{Asserted, Question};
use super::message::{self, Asked, Wanted};
use crate::solver::Declared;

/// How often a worker looks whether its search is still there. One that Z3 keeps busy would not notice otherwise.
const LOOK: Duration = Duration::from_millis(200);

/// Answers the questions that come through standard input on standard output, for [`super::Workers`] in another process.
pub fn serve() -> io::Result<()> {
    #[cfg(unix)]
    {
        let parent = std::os::unix::process::parent_id();
        thread::spawn(move || {
            while std::os::unix::process::parent_id() == parent {
                thread::sleep(LOOK);
            }
            // At once, and not through destructors that Z3 would stumble over.
            std::process::abort();
        });
    }
    answer_all(BufReader::new(io::stdin().lock()), io::stdout().lock())
}

fn answer_all(mut from: impl Read, mut to: impl Write) -> io::Result<()> {
    let mut message = Vec::new();
    let mut copies = Copies::default();
    loop {
        match message::receive(&mut from, &mut message) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(()),
            received => received?,
        }
        let mut reply = Vec::new();
        message::begin(&mut reply);
        copies.answer(&message, &mut reply).ok_or(io::ErrorKind::InvalidData)?;
        message::send(&mut reply, &mut to)?;
    }
}

/// What the worker knows of the solver that asks.
#[derive(Default)]
struct Copies {
    terms: Terms,
    declared: Vec<Declared>,
    home: Home,
}

impl Copies {
    fn answer(&mut self, message: &[u8], reply: &mut Vec<u8>) -> Option<()> {
        let Asked { is_first, wanted, limit, unchanged, assertions } =
            message::read_question(message, &mut self.terms, &mut self.declared)?;
        if is_first {
            // Another solver, whose answers must not depend on what the one before was told.
            self.home = Home::default();
        }
        let assertions: Vec<Asserted> = assertions
            .iter()
            .map(|(number, condition, inputs)| Asserted { number: *number, condition: *condition, inputs })
            .collect();
        let (terms, declared) = (&self.terms, &self.declared[..]);
        let question = Question { terms, declared, assertions: &assertions, unchanged, limit, stop: None };
        match wanted {
            Wanted::Check => message::write_reply(&self.home.check(&question), reply),
            Wanted::Core => message::write_core(&self.home.core(&question), reply),
        }
        Some(())
    }
}
