//! The names of the system calls and their Wasm types, so that an import is resolved and checked once, when the
//! module is linked, and a running program dispatches on a plain enum.
//!
//! Types follow `wasi_snapshot_preview1.witx`. The older `wasi_unstable` is not accepted under the same table:
//! its `filestat`, `subscription` and `whence` are laid out differently, so a program would run and go wrong.

/// The import module whose functions these are.
pub const MODULE: &str = "wasi_snapshot_preview1";

/// The Wasm type of a parameter; system calls use no others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// 32 bits: a pointer, a length, a descriptor, flags.
    I32,
    /// 64 bits: an offset, a size, a time, rights.
    I64,
}

/// The Wasm function type of a system call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The parameters, in order.
    pub params: &'static [Type],
    /// Whether the call returns an `i32`, its errno. Only `proc_exit` does not return.
    pub returns_errno: bool,
}

macro_rules! param {
    (i) => {
        Type::I32
    };
    (l) => {
        Type::I64
    };
}

/// One row per call: variant, name, parameters (`i` for i32, `l` for i64).
macro_rules! calls {
    ($($variant:ident $name:literal ($($param:ident)*);)*) => {
        /// A system call of WASI preview 1.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Call {
            $(#[doc = concat!("`", $name, "`")] $variant,)*
        }

        impl Call {
            /// Every call, in the order of their names.
            pub const ALL: &'static [Call] = &[$(Call::$variant,)*];

            /// The call that a program imports under this name.
            pub fn from_name(name: &str) -> Option<Call> {
                match name {
                    $($name => Some(Call::$variant),)*
                    _ => None,
                }
            }

            /// The name that programs import it by.
            pub fn name(self) -> &'static str {
                match self {
                    $(Call::$variant => $name,)*
                }
            }

            fn params(self) -> &'static [Type] {
                match self {
                    $(Call::$variant => &[$(param!($param)),*],)*
                }
            }
        }
    };
}

calls! {
    ArgsGet "args_get" (i i);
    ArgsSizesGet "args_sizes_get" (i i);
    ClockResGet "clock_res_get" (i i);
    ClockTimeGet "clock_time_get" (i l i);
    EnvironGet "environ_get" (i i);
    EnvironSizesGet "environ_sizes_get" (i i);
    FdAdvise "fd_advise" (i l l i);
    FdAllocate "fd_allocate" (i l l);
    FdClose "fd_close" (i);
    FdDatasync "fd_datasync" (i);
    FdFdstatGet "fd_fdstat_get" (i i);
    FdFdstatSetFlags "fd_fdstat_set_flags" (i i);
    FdFdstatSetRights "fd_fdstat_set_rights" (i l l);
    FdFilestatGet "fd_filestat_get" (i i);
    FdFilestatSetSize "fd_filestat_set_size" (i l);
    FdFilestatSetTimes "fd_filestat_set_times" (i l l i);
    FdPread "fd_pread" (i i i l i);
    FdPrestatDirName "fd_prestat_dir_name" (i i i);
    FdPrestatGet "fd_prestat_get" (i i);
    FdPwrite "fd_pwrite" (i i i l i);
    FdRead "fd_read" (i i i i);
    FdReaddir "fd_readdir" (i i i l i);
    FdRenumber "fd_renumber" (i i);
    FdSeek "fd_seek" (i l i i);
    FdSync "fd_sync" (i);
    FdTell "fd_tell" (i i);
    FdWrite "fd_write" (i i i i);
    PathCreateDirectory "path_create_directory" (i i i);
    PathFilestatGet "path_filestat_get" (i i i i i);
    PathFilestatSetTimes "path_filestat_set_times" (i i i i l l i);
    PathLink "path_link" (i i i i i i i);
    PathOpen "path_open" (i i i i i l l i i);
    PathReadlink "path_readlink" (i i i i i i);
    PathRemoveDirectory "path_remove_directory" (i i i);
    PathRename "path_rename" (i i i i i i);
    PathSymlink "path_symlink" (i i i i i);
    PathUnlinkFile "path_unlink_file" (i i i);
    PollOneoff "poll_oneoff" (i i i i);
    ProcExit "proc_exit" (i);
    ProcRaise "proc_raise" (i);
    RandomGet "random_get" (i i);
    SchedYield "sched_yield" ();
    SockAccept "sock_accept" (i i i);
    SockRecv "sock_recv" (i i i i i i);
    SockSend "sock_send" (i i i i i);
    SockShutdown "sock_shutdown" (i i);
}

impl Call {
    /// The function type that an import of this call must have.
    pub fn signature(self) -> Signature {
        Signature { params: self.params(), returns_errno: self != Call::ProcExit }
    }
}

/// The arguments of one call, as the bits of Wasm values. Indexing past the end is a linker that did not check.
#[derive(Clone, Copy)]
pub(super) struct Args<'a>(pub(super) &'a [u64]);

impl Args<'_> {
    pub(super) fn u32(self, index: usize) -> u32 {
        self.0[index] as u32
    }

    pub(super) fn u64(self, index: usize) -> u64 {
        self.0[index]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_and_resolve_to_themselves() {
        assert_eq!(Call::ALL.len(), 46);
        assert!(Call::ALL.windows(2).all(|pair| pair[0].name() < pair[1].name()));
        for &call in Call::ALL {
            assert_eq!(Call::from_name(call.name()), Some(call));
        }
        assert_eq!(Call::from_name("fd_dup"), None);
    }

    #[test]
    fn signatures_follow_the_interface() {
        use Type::{I32, I64};
        let open = Call::PathOpen.signature();
        assert_eq!(open.params, [I32, I32, I32, I32, I32, I64, I64, I32, I32]);
        assert!(open.returns_errno);
        assert!(!Call::ProcExit.signature().returns_errno);
        assert!(Call::SchedYield.signature().params.is_empty());
    }
}
