//! Standard streams that are pipes: input that comes bit by bit, and output that somebody takes away meanwhile.
//!
//! A read waits until all that it asks for is there, or nothing more comes. So a program cannot see in which pieces its input
//! was written, and does exactly what it would if all were there from the beginning: what it costs does not depend on
//! when others run. (A pipe of the system may return less, but need not.)

use std::sync::Arc;

use super::Wasi;
use super::abi::Byte;
use super::descriptors::Resource;

/// Standard streams as pipes.
#[derive(Clone, Debug, Default)]
pub(super) struct Pipes {
    /// Whether more input may come.
    pub(super) open: bool,
    /// How many bytes of input were read.
    pub(super) read: u64,
    /// How many of these are not kept any more.
    pub(super) start: u64,
    /// What the call that waits for input asks for.
    pub(super) wanted: u64,
    /// The program has to wait before it writes if so much, or more, has not been taken away.
    pub(super) room: Option<u64>,
}

/// What was read is dropped in pieces of at least so many bytes.
const DROPPED: u64 = 1 << 16;

impl<B: Byte> Wasi<B> {
    /// Sets the arguments, the program's name first.
    pub fn set_args(&mut self, args: impl IntoIterator<Item = Vec<B>>) {
        let terminated = |argument: Vec<B>| argument.into_iter().chain([B::from(0)]).collect();
        self.args = args.into_iter().map(terminated).collect();
    }

    /// From now on standard input is a pipe: what [`Wasi::feed_stdin`] brings until [`Wasi::end_stdin`]. A program that wants
    /// more than is there gets [`Outcome::NeedStdin`](super::Outcome::NeedStdin).
    pub fn stream_stdin(&mut self) {
        self.stdin = Some(Arc::default());
        self.pipes.open = true;
    }

    /// More of standard input.
    pub fn feed_stdin(&mut self, bytes: &[B]) {
        let read = self.pipes.read - self.pipes.start;
        let stdin = Arc::make_mut(self.stdin.get_or_insert_default());
        if read >= DROPPED.max(stdin.len() as u64 / 2) {
            stdin.drain(..read as usize);
            self.pipes.start += read;
        }
        stdin.extend_from_slice(bytes);
    }

    /// Nothing more comes.
    pub fn end_stdin(&mut self) {
        self.pipes.open = false;
    }

    /// How many bytes of standard input have been read.
    pub fn stdin_read(&self) -> u64 {
        self.pipes.read
    }

    /// Whether standard input can still be read: the program has not closed it.
    pub fn has_stdin(&self) -> bool {
        self.descriptors.all().any(|descriptor| descriptor.resource == Resource::Stdin)
    }

    /// What is there of standard input and was not read.
    pub fn unread(&self) -> &[B] {
        let stdin = self.stdin.as_ref().map_or(&[][..], |stdin| stdin.as_slice());
        &stdin[(self.pipes.read - self.pipes.start) as usize..]
    }

    /// How many more bytes of output may be written before the run is ended.
    pub fn output_left(&self) -> u64 {
        self.output_left
    }

    /// Sets that.
    pub fn set_output_left(&mut self, bytes: u64) {
        self.output_left = bytes;
    }

    /// How many bytes have to be there, after [`Outcome::NeedStdin`](super::Outcome::NeedStdin), for the call to succeed
    /// before the end of the stream.
    pub fn wanted(&self) -> u64 {
        self.pipes.wanted
    }

    /// Sets how many bytes of standard output can be there before the program has to wait for somebody to take them:
    /// [`Outcome::StdoutFull`](super::Outcome::StdoutFull).
    pub fn set_stdout_room(&mut self, room: u64) {
        self.pipes.room = Some(room);
    }

    /// Takes away what was written to standard output.
    pub fn take_stdout(&mut self) -> Vec<B> {
        std::mem::take(Arc::make_mut(&mut self.stdout))
    }

    /// Whether a read of so many bytes has to wait; if so, it is remembered how many.
    pub(super) fn waits(&mut self, wanted: u64) -> bool {
        let waits = self.pipes.open && (self.unread().len() as u64) < wanted;
        if waits {
            self.pipes.wanted = wanted;
        }
        waits
    }

    /// Whether a write to standard output has to wait.
    pub(super) fn is_stdout_full(&self) -> bool {
        self.pipes.room.is_some_and(|room| self.stdout.len() as u64 >= room)
    }
}
