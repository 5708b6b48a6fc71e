//! A pipeline as one program: what SLG is given when it is not compositional.
//!
//! The tools' own sources, each with `main`, `read` and `write` under other names, are linked with a `main` that runs one after the
//! other and keeps in memory what is between them. `xargs` starts a new process for each line, which one program cannot: there
//! it is the components before that.

use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

use worstcase_pipeline::Pipeline;
use worstcase_program::Program;

use super::cases::{program, tools};

const DRIVER: &str = r#"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct { unsigned char *bytes; size_t count, capacity; } written, given;
static size_t at;
static int stage;

ssize_t pipe_read(int descriptor, void *buffer, size_t count) {
    if (descriptor != 0 || stage == 0)
        return read(descriptor, buffer, count);
    if (count > given.count - at)
        count = given.count - at;
    memcpy(buffer, given.bytes + at, count);
    at += count;
    return (ssize_t)count;
}

ssize_t pipe_write(int descriptor, const void *buffer, size_t count) {
    if (descriptor != 1 || stage == STAGES - 1)
        return write(descriptor, buffer, count);
    while (written.count + count > written.capacity) {
        written.capacity = written.capacity ? 2 * written.capacity : 1 << 14;
        written.bytes = realloc(written.bytes, written.capacity);
        if (!written.bytes)
            abort();
    }
    memcpy(written.bytes + written.count, buffer, count);
    written.count += count;
    return (ssize_t)count;
}

static void next_stage(void) {
    free(given.bytes);
    given = written;
    memset(&written, 0, sizeof written);
    at = 0;
    stage++;
}
"#;

/// The program, and how many components it has.
pub fn program_of(pipeline: &Pipeline) -> (Arc<Program>, usize) {
    let components: Vec<_> =
        pipeline.components.iter().take_while(|component| component.repeat.is_none()).collect();
    let folder = tempfile::tempdir().expect("a folder for sources");
    let mut files = Vec::new();
    let mut driver = format!("#define STAGES {}\n{DRIVER}", components.len());
    let mut calls = String::new();
    for (number, component) in components.iter().enumerate() {
        let source = tools().join(format!("{}.c", component.name));
        let text = format!(
            "#define main main_{number}\n#define read pipe_read\n#define write pipe_write\n#include {}\n",
            quoted(&source.display().to_string())
        );
        files.push(write(folder.path(), &format!("part{number}.c"), &text));
        let words: Vec<String> =
            std::iter::once(&component.name).chain(&component.arguments).map(|word| quoted(word)).collect();
        let next = if number + 1 < components.len() { " next_stage();" } else { "" };
        let _ = writeln!(driver, "int main_{number}(int, char **);");
        let _ = writeln!(
            calls,
            "    {{ char *words[] = {{{}, NULL}}; main_{number}({}, words);{next} }}",
            words.join(", "),
            words.len()
        );
    }
    let _ = write!(driver, "int main(void) {{\n{calls}    return 0;\n}}\n");
    files.push(self::write(folder.path(), "driver.c", &driver));
    (program(&files), components.len())
}

fn write(folder: &Path, name: &str, text: &str) -> std::path::PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, text).expect("a source is written");
    path
}

/// A text as C writes it.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
