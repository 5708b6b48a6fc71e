//! The guest headers, carried inside the binary so that `#include <worstcase.h>` works wherever it is installed.

use std::io;
use std::path::Path;

pub(super) const WORSTCASE_H: &str = include_str!("../../../../guest/worstcase.h");
pub(super) const KLEE_H: &str = include_str!("../../../../guest/klee/klee.h");

/// What stands for the directory of the headers in debug info and diagnostics. The real one is a new temporary
/// directory in every run, and the same program has to give the same bytes.
pub(super) const SHOWN_DIR: &str = "/worstcase/include";

pub(super) fn write(dir: &Path) -> io::Result<()> {
    std::fs::create_dir_all(dir.join("klee"))?;
    std::fs::write(dir.join("worstcase.h"), WORSTCASE_H)?;
    std::fs::write(dir.join("klee/klee.h"), KLEE_H)
}
