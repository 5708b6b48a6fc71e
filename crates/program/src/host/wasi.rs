//! The names of the system calls and their Wasm types, so that an import is resolved and checked once, when the
//! module is linked, and a running program dispatches on a plain enum.
//!
//! Types follow `wasi_snapshot_preview1.witx`. The older `wasi_unstable` is not accepted under the same table:
//! its `filestat`, `subscription` and `whence` are laid out differently, so a program would run and go wrong.

use crate::{FuncType, ValType};

/// The import module whose functions these are.
pub const MODULE: &str = "wasi_snapshot_preview1";

/// 32 bits are a pointer, a length, a descriptor, flags; 64 an offset, a size, a time, rights.
macro_rules! param {
    (i) => {
        ValType::I32
    };
    (l) => {
        ValType::I64
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

            fn params(self) -> &'static [ValType] {
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
    pub fn func_type(self) -> FuncType {
        let results = if self.returns_errno() { vec![ValType::I32] } else { Vec::new() };
        FuncType { params: self.params().to_vec(), results }
    }

    /// Whether the call returns an `i32`, its errno. Only `proc_exit` does not return.
    pub fn returns_errno(self) -> bool {
        self != Call::ProcExit
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
    fn types_follow_the_interface() {
        use ValType::{I32, I64};
        let open = Call::PathOpen.func_type();
        assert_eq!(open.params, [I32, I32, I32, I32, I32, I64, I64, I32, I32]);
        assert_eq!(open.results, [I32]);
        assert!(Call::ProcExit.func_type().results.is_empty());
        assert!(Call::SchedYield.func_type().params.is_empty());
    }
}
