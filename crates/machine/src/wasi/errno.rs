//! How a system call ends when it does not simply succeed: with an error number for the guest, or with a reason
//! for the driver to step in.

use super::abi::Fault;
use super::entries::Need;

/// An error number, with the values of preview 1 (they are not those of Linux). Only those in use are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u16)]
pub enum Errno {
    /// No error.
    Success = 0,
    /// Not an open descriptor, or not one for this purpose.
    Badf = 8,
    /// Exists already.
    Exist = 20,
    /// A pointer outside of the guest's memory.
    Fault = 21,
    /// Larger than a file may be.
    Fbig = 22,
    /// Not UTF-8.
    Ilseq = 25,
    /// Invalid argument.
    Inval = 28,
    /// Is a directory.
    Isdir = 31,
    /// Too many symbolic links in a path.
    Loop = 32,
    /// Too many open descriptors.
    Mfile = 33,
    /// Path or name too long.
    Nametoolong = 37,
    /// No such file or directory.
    Noent = 44,
    /// Not a directory.
    Notdir = 54,
    /// Directory not empty.
    Notempty = 55,
    /// Not a socket.
    Notsock = 57,
    /// Not supported.
    Notsup = 58,
    /// Too large for the type that has to hold it.
    Overflow = 61,
    /// Not permitted.
    Perm = 63,
    /// Not a seekable file.
    Spipe = 70,
    /// A path that leaves the directory it started from, or rights that were given up.
    Notcapable = 76,
}

impl Errno {
    /// The value that the guest sees.
    pub fn code(self) -> u16 {
        self as u16
    }
}

/// Which limit of [`Limits`](super::Limits) a program ran into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Limit {
    /// Bytes written to stdout and stderr together.
    #[error("the program wrote more output than the limit allows")]
    Output,
    /// Bytes in files.
    #[error("the program stored more bytes in files than the limit allows")]
    FileBytes,
    /// Names in directories.
    #[error("the program created more files and directories than the limit allows")]
    Entries,
}

/// How a system call ended, as the interpreter's driver sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<B> {
    /// The program goes on with this result.
    Return(Errno),
    /// The program has ended with this exit code.
    Exit(u32),
    /// The program wants its input, which is not there yet. Nothing has happened: give it with
    /// [`Wasi::provide_stdin`](super::Wasi::provide_stdin) and repeat the call.
    NeedStdin,
    /// The program writes to standard output, which nobody takes away. Nothing has happened: see
    /// [`Wasi::set_stdout_room`](super::Wasi::set_stdout_room), and repeat the call.
    StdoutFull,
    /// The call needs more than is known of the tree that is input. Nothing has happened: make it, and repeat the call.
    Need(Need<B>),
    /// The program used up a limit and can't go on. An errno instead (`ENOSPC`) would send it down an error path
    /// that it never takes on the user's machine, and the cost measured there would be one of our making.
    Limit(Limit),
}

/// Anything but success, on its way from where it is noticed to [`Outcome`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Interrupt<B> {
    Errno(Errno),
    Exit(u32),
    NeedStdin,
    StdoutFull,
    Need(Need<B>),
    Limit(Limit),
}

impl<B> From<Interrupt<B>> for Outcome<B> {
    fn from(interrupt: Interrupt<B>) -> Outcome<B> {
        match interrupt {
            Interrupt::Errno(errno) => Outcome::Return(errno),
            Interrupt::Exit(code) => Outcome::Exit(code),
            Interrupt::NeedStdin => Outcome::NeedStdin,
            Interrupt::StdoutFull => Outcome::StdoutFull,
            Interrupt::Need(need) => Outcome::Need(need),
            Interrupt::Limit(limit) => Outcome::Limit(limit),
        }
    }
}

impl<B> From<Errno> for Interrupt<B> {
    fn from(errno: Errno) -> Interrupt<B> {
        Interrupt::Errno(errno)
    }
}

impl<B> From<Limit> for Interrupt<B> {
    fn from(limit: Limit) -> Interrupt<B> {
        Interrupt::Limit(limit)
    }
}

impl<B> From<Fault> for Interrupt<B> {
    fn from(_: Fault) -> Interrupt<B> {
        Interrupt::Errno(Errno::Fault)
    }
}
