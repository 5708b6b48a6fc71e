//! From object files to one module: what kind of module it is, what it exports, what stays an import.

use super::object::Object;
use super::toolchain::Library;
use crate::host::undefined_names;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::Path;

/// What `main` is called in an object: clang renames it by its parameters, and C libraries of different ages
/// expect different names.
const MAIN: &[&str] = &["main", "__main_argc_argv", "__main_void", "__original_main"];

/// Symbols that the linker makes itself.
const LINKER: &[&str] = &[
    "__data_end",
    "__dso_handle",
    "__global_base",
    "__heap_base",
    "__heap_end",
    "__memory_base",
    "__stack_high",
    "__stack_low",
    "__table_base",
    "__wasm_call_ctors",
];

/// A program that mentions one of these has the allocator, and a harness may then want to call it as well.
const ALLOCATION: &[&str] = &["malloc", "calloc", "realloc", "free", "aligned_alloc", "posix_memalign"];

/// Flags for every link.
///
/// The stack is first in memory and grows down to address 0, so that one that overflows traps: the next address
/// is below zero, that is, above four gigabytes. Behind the data, where older linkers put it, it overwrites the
/// program's variables without a word (tried: a recursion of 6 MB below 8 MB of data ran to its end). Eight
/// megabytes are what a native program has on Linux; the linker's own 64 KiB is too little for `int a[20000]`.
///
/// `__heap_base` says where memory is free when there is no allocator.
pub(super) const FLAGS: &[&str] =
    &["--stack-first", "-z", "stack-size=8388608", "--export-if-defined=__heap_base"];

/// What the linker calls the memory, unless told otherwise. No two exports have one name.
const MEMORY: &str = "memory";

/// What the objects together are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A program with `main`: exports `_start`, which runs constructors, `main`, and exits.
    Command,
    /// Functions that use libc: exports `_initialize`, to be called once before any of them.
    Library,
    /// Functions that need nothing but the host: no libc is linked, and none has to be installed.
    Freestanding,
}

/// How to link.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Plan {
    pub(super) kind: Kind,
    pub(super) exports: BTreeSet<String>,
}

pub(super) fn plan(objects: &[Object], cflags: &[String]) -> Plan {
    let defined: BTreeSet<&str> =
        objects.iter().flat_map(|object| &object.defined).map(String::as_str).collect();
    let undefined: BTreeSet<&str> = objects
        .iter()
        .flat_map(|object| &object.undefined)
        .map(String::as_str)
        .filter(|name| !defined.contains(name) && !LINKER.contains(name))
        .collect();
    let has_main = MAIN.iter().any(|name| defined.contains(name));
    let host: BTreeSet<&str> = undefined_names().collect();
    // Constructors and `main` need the start-up code that comes with libc. (Without it the linker would wrap
    // every export into one that runs the constructors again at each call.)
    let needs_libc = has_main
        || objects.iter().any(|object| object.has_constructors)
        || undefined.iter().any(|name| !host.contains(name));
    let kind = match (needs_libc && !cflags.iter().any(|flag| flag == "-nostdlib"), has_main) {
        (false, _) => Kind::Freestanding,
        (true, true) => Kind::Command,
        (true, false) => Kind::Library,
    };
    // Named one by one: `--export-dynamic` misses functions with hidden visibility, which is clang's default
    // for this target, and `--export-all` adds all of libc.
    let functions = objects.iter().flat_map(|object| &object.functions);
    let mut exports: BTreeSet<String> =
        functions.filter(|name| !MAIN.contains(&name.as_str())).cloned().collect();
    // The linker drops variables that nothing here refers to, with all that only they lead to. Other files could follow a
    // pointer in one of them to a static variable, or to a function that sets one, so that they have to be seen.
    exports.extend(objects.iter().flat_map(|object| &object.variables).cloned());
    // Operators new and delete, mangled.
    let allocates = |name: &&str| {
        ALLOCATION.contains(name) || ["_Znw", "_Zna", "_Zdl", "_Zda"].iter().any(|op| name.starts_with(op))
    };
    if kind != Kind::Freestanding && undefined.iter().any(allocates) {
        exports.extend(["malloc", "free"].map(str::to_owned));
    }
    Plan { kind, exports }
}

impl Plan {
    /// The libraries whose absence would explain that the linker failed.
    pub(super) fn libraries(&self, cxx: bool) -> Vec<Library> {
        match self.kind {
            Kind::Freestanding => Vec::new(),
            _ if cxx => vec![Library::C, Library::Cxx],
            _ => vec![Library::C],
        }
    }

    /// Arguments for clang as the driver of the link; `undefined_file` lists what may stay an import.
    pub(super) fn arguments(&self, cxx: bool, undefined_file: &Path) -> Vec<OsString> {
        let mut arguments: Vec<OsString> = match self.kind {
            Kind::Command => Vec::new(),
            Kind::Library => vec!["-mexec-model=reactor".into()],
            Kind::Freestanding => ["-nostdlib", "-Xlinker", "--no-entry"].map(OsString::from).to_vec(),
        };
        if cxx {
            // The same clang by the name of clang++, which adds libc++: a clang-NN may lack its clang++-NN.
            arguments.push("--driver-mode=g++".into());
        }
        let exports = self.exports.iter().map(|name| format!("--export={name}").into());
        let renamed = self.exports.contains(MEMORY).then(|| "--export-memory=__memory".into());
        let mut undefined = OsString::from("--allow-undefined-file=");
        undefined.push(undefined_file);
        for flag in FLAGS.iter().map(OsString::from).chain(exports).chain(renamed).chain([undefined]) {
            // Not `-Wl,`: a comma in a path or a symbol would split it.
            arguments.extend(["-Xlinker".into(), flag]);
        }
        arguments
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object(functions: &[&str], undefined: &[&str]) -> Object {
        let set = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<BTreeSet<_>>();
        let functions = set(functions);
        Object { defined: functions.clone(), functions, undefined: set(undefined), ..Object::default() }
    }

    fn kind(objects: &[Object]) -> Kind {
        plan(objects, &[]).kind
    }

    #[test]
    fn the_kind_follows_from_the_symbols() {
        assert_eq!(kind(&[object(&["run"], &["klee_int", "__heap_base"])]), Kind::Freestanding);
        assert_eq!(kind(&[object(&["run"], &["memcpy"])]), Kind::Library);
        assert_eq!(kind(&[object(&["run"], &["help"]), object(&["help"], &[])]), Kind::Freestanding);
        assert_eq!(kind(&[object(&["__original_main"], &[])]), Kind::Command);
        let constructed = Object { has_constructors: true, ..object(&["run"], &[]) };
        assert_eq!(kind(&[constructed]), Kind::Library);
    }

    #[test]
    fn the_user_may_refuse_libc() {
        let flags = ["-nostdlib".to_owned()];
        assert_eq!(plan(&[object(&["run"], &["memcpy"])], &flags).kind, Kind::Freestanding);
    }

    #[test]
    fn the_allocator_is_exported_only_if_it_is_used() {
        let exports = |undefined| plan(&[object(&["run"], &[undefined])], &[]).exports;
        assert!(exports("calloc").contains("malloc") && exports("_Znwm").contains("free"));
        assert_eq!(exports("memcpy").into_iter().collect::<Vec<_>>(), ["run"]);
    }
}
