//! Where a program's inputs come from.

use worstcase_program::host::Asked;

use crate::value::{Step, Value};

/// Why an input could not be given.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InputError {
    /// There never was one.
    #[error("the program asks for an input, but none was given")]
    None,
    /// All have been used.
    #[error("the program asks for more input than was given: {given}")]
    TooFew {
        /// How much there was, in words.
        given: String,
    },
    /// More than can be unknown at once.
    #[error("the program asks for more than {most} inputs, the limit")]
    TooMany {
        /// How many there can be.
        most: usize,
    },
    /// No value is in the range asked for.
    #[error("the program asks for an input from {low} to {high}, of which there is none")]
    EmptyRange {
        /// The least value.
        low: i64,
        /// The greatest value.
        high: i64,
    },
    /// The next one is no value of the kind or range asked for.
    #[error("input {position} is {value}, but the program asks for {expected}")]
    OutOfRange {
        /// Its place among the inputs, from 1.
        position: usize,
        /// What was given.
        value: String,
        /// What would be right.
        expected: String,
    },
    /// The size is no value of the type that the function takes it as.
    #[error("the size is {size}, but `{parameter}` can be at most {most}")]
    Size {
        /// The size.
        size: u32,
        /// The parameter, in C's words.
        parameter: String,
        /// The greatest size.
        most: i128,
    },
}

/// Gives a program its inputs.
pub trait Inputs<V: Value> {
    /// The next input. The outer error stops the run where it is, to be gone on with; the inner one ends it.
    fn next(&mut self, context: &mut V::Context, asked: Asked) -> Step<V, Result<V, InputError>>;

    /// The program goes on as if the last so many inputs had been these: what was given was no tree, and this is one. Whoever keeps
    /// inputs to run them again is to keep these.
    fn replace_last(&mut self, _count: usize, _by: &[(Asked, u64)]) {}
}
