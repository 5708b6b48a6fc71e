//! The world outside of a program: WASI preview 1, in memory and deterministic.
//!
//! No call touches the host. Files, arguments, time and random numbers come from a [`WasiConfig`], output is
//! collected, and two runs with the same configuration see the same bytes. The calls are generic over the byte
//! type, so the same text serves concrete and symbolic runs; see [`abi`] for where the line is drawn.
//!
//! A program's imports are resolved and checked once ([`worstcase_program::host`]); the interpreter then passes every
//! call to [`Wasi::call`], with the guest's memory behind [`Guest`]. Whatever the
//! guest passes, the answer is an [`Outcome`], never a panic. Results that can't be stored are noticed before a
//! call has an effect.
//!
//! A clone is a fork: contents are shared until one side writes.

pub mod abi;
mod attributes;
mod call;
pub mod config;
mod descriptors;
mod directory;
mod entries;
mod environment;
pub mod errno;
mod filesystem;
mod path;
mod poll;
mod start;
mod stream;
mod transfer;
mod tree;

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

use std::sync::Arc;

pub use abi::{Byte, Fault, Guest};
pub use config::{ConfigError, GivenEntry, Limits, Stdin, TreeShape, WasiConfig};
pub use directory::Name;
pub use entries::{Entry, EntryIdx, Need};
pub use errno::{Errno, Limit, Outcome};
pub use worstcase_program::host::wasi::Call;

use call::Args;
use descriptors::Descriptors;
use entries::Entries;
use environment::{Clock, Random};
use errno::Interrupt;
use filesystem::Filesystem;
pub use filesystem::Inode;
use stream::Pipes;

/// The state of a program's world.
#[derive(Clone, Debug)]
pub struct Wasi<B> {
    /// Each with its terminating zero.
    args: Arc<[Vec<B>]>,
    /// Each as `name=value` with its terminating zero.
    env: Arc<[Vec<B>]>,
    /// Nothing as long as it is not there.
    stdin: Option<Arc<Vec<B>>>,
    pipes: Pipes,
    stdout: Arc<Vec<B>>,
    stderr: Arc<Vec<B>>,
    output_left: u64,
    filesystem: Arc<Filesystem<B>>,
    /// What is known of the tree that is input, if there is one.
    entries: Option<Arc<Entries<B>>>,
    descriptors: Descriptors,
    clock: Clock,
    random: Random,
}

impl<B: Byte> Wasi<B> {
    /// How many bytes there are in files and in what was written.
    pub(crate) fn kept_bytes(&self) -> u64 {
        let tree = self.entries.as_ref().map_or(0, |entries| entries.bytes());
        self.filesystem.bytes() + tree + (self.stdout.len() + self.stderr.len()) as u64
    }

    /// What the program has written to descriptor 1.
    pub fn stdout(&self) -> &[B] {
        &self.stdout
    }

    /// What the program has written to descriptor 2.
    pub fn stderr(&self) -> &[B] {
        &self.stderr
    }

    /// The contents of a file, by its path from the root.
    pub fn file(&self, path: &str) -> Option<&[B]> {
        let place = self.filesystem.resolve_text(path.trim_start_matches('/')).ok()?;
        self.filesystem.contents(place.node?).ok().map(|contents| contents.as_slice())
    }

    /// All files by their paths from the root, which start with `/`, in the order of the paths.
    pub fn files(&self) -> impl Iterator<Item = (String, &[B])> {
        self.filesystem.files().into_iter()
    }

    /// Whether there is a standard input: with one on demand, whether it was demanded.
    pub fn was_asked_for_stdin(&self) -> bool {
        self.stdin.is_some()
    }

    /// The input that a call asked for with [`Outcome::NeedStdin`].
    pub fn provide_stdin(&mut self, bytes: Vec<B>) {
        self.stdin = Some(Arc::new(bytes));
    }

    /// Performs a system call. `args` are the Wasm arguments as bits, in order.
    ///
    /// # Panics
    ///
    /// If there are fewer arguments than [`Call::func_type`] says.
    pub fn call<G: Guest<Byte = B>>(&mut self, call: Call, args: &[u64], guest: &mut G) -> Outcome<B> {
        match self.dispatch(call, Args(args), guest) {
            Ok(()) => Outcome::Return(Errno::Success),
            Err(interrupt) => interrupt.into(),
        }
    }

    fn dispatch<G: Guest<Byte = B>>(
        &mut self,
        call: Call,
        args: Args,
        guest: &mut G,
    ) -> Result<(), Interrupt<B>> {
        match call {
            Call::ArgsGet => environment::write_strings(&self.args, args, guest),
            Call::ArgsSizesGet => environment::write_sizes(&self.args, args, guest),
            Call::ClockResGet => self.clock_res_get(args, guest),
            Call::ClockTimeGet => self.clock_time_get(args, guest),
            Call::EnvironGet => environment::write_strings(&self.env, args, guest),
            Call::EnvironSizesGet => environment::write_sizes(&self.env, args, guest),
            Call::FdAdvise => self.fd_advise(args),
            Call::FdAllocate => self.fd_allocate(args),
            Call::FdClose => self.fd_close(args),
            // What is in memory is always in sync.
            Call::FdDatasync | Call::FdSync => Ok(self.descriptors.get(args.u32(0)).map(drop)?),
            Call::FdFdstatGet => self.fd_fdstat_get(args, guest),
            Call::FdFdstatSetFlags => self.fd_fdstat_set_flags(args),
            Call::FdFdstatSetRights => self.fd_fdstat_set_rights(args),
            Call::FdFilestatGet => self.fd_filestat_get(args, guest),
            Call::FdFilestatSetSize => self.fd_filestat_set_size(args),
            Call::FdFilestatSetTimes => self.fd_filestat_set_times(args),
            Call::FdPread => self.fd_pread(args, guest),
            Call::FdPrestatDirName => self.fd_prestat_dir_name(args, guest),
            Call::FdPrestatGet => self.fd_prestat_get(args, guest),
            Call::FdPwrite => self.fd_pwrite(args, guest),
            Call::FdRead => self.fd_read(args, guest),
            Call::FdReaddir => self.fd_readdir(args, guest),
            Call::FdRenumber => self.fd_renumber(args),
            Call::FdSeek => self.fd_seek(args, guest),
            Call::FdTell => self.fd_tell(args, guest),
            Call::FdWrite => self.fd_write(args, guest),
            Call::PathCreateDirectory => self.path_create_directory(args, guest),
            Call::PathFilestatGet => self.path_filestat_get(args, guest),
            Call::PathFilestatSetTimes => self.path_filestat_set_times(args, guest),
            Call::PathLink => self.path_link(args, guest),
            Call::PathOpen => self.path_open(args, guest),
            Call::PathReadlink => self.path_readlink(args, guest),
            Call::PathRemoveDirectory => self.path_remove_directory(args, guest),
            Call::PathRename => self.path_rename(args, guest),
            Call::PathSymlink => self.path_symlink(args, guest),
            Call::PathUnlinkFile => self.path_unlink_file(args, guest),
            Call::PollOneoff => self.poll_oneoff(args, guest),
            Call::ProcExit => Err(Interrupt::Exit(args.u32(0))),
            // Like wasmtime: there are no signals, and libc's `raise` and `abort` don't come here.
            Call::ProcRaise => Err(Errno::Notsup.into()),
            Call::RandomGet => self.random_get(args, guest),
            Call::SchedYield => Ok(()),
            // No descriptor is a socket, and preview 1 has no call to make one.
            Call::SockAccept | Call::SockRecv | Call::SockSend | Call::SockShutdown => {
                self.descriptors.get(args.u32(0))?;
                Err(Errno::Notsock.into())
            }
        }
    }

    fn filesystem_mut(&mut self) -> &mut Filesystem<B> {
        Arc::make_mut(&mut self.filesystem)
    }
}
