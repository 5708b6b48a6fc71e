//! C and C++ sources through the installed clang, and what the module and its debug info then say.
//!
//! These need clang with its WebAssembly parts, wasi-libc and libc++.

mod cache;
mod debug;
mod errors;
mod host;
mod modules;
mod support;
