//! Witness trees on a real disk: random programs that walk, open, stat and read say the same there, compiled for this machine, as
//! they do in our world, and so have taken the same decisions, all of which they print.
//!
//! A disk lists a folder in an order of its own, so on this machine names are put in order first.

mod common;

use std::fs::{self, File, FileTimes};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use common::{All, chain, subject};
use worstcase_explore::{Budget, Subject, Watch, WitnessTree, explore};
use worstcase_machine::SplitMix;
use worstcase_machine::process::Amount;
use worstcase_machine::wasi::{TreeShape, WasiConfig};
use worstcase_program::compile::CompileOptions;

/// What programs are made of. Every decision is printed.
const HEAD: &str = r#"
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int D(int holds) {
    if (holds) {
        putchar('1');
        return 1;
    }
    putchar('0');
    return 0;
}

/* The next name of a folder that is being listed, in the order of the names. */
struct listing {
#ifdef __wasm__
    DIR *folder;
#else
    struct dirent **names;
    int count, next;
#endif
};

#ifndef __wasm__
static int order(const struct dirent **a, const struct dirent **b) {
    return strcmp((*a)->d_name, (*b)->d_name);
}
#endif

static int begin(struct listing *listing, const char *path) {
#ifdef __wasm__
    listing->folder = opendir(path);
    return listing->folder != NULL;
#else
    listing->next = 0;
    listing->count = scandir(path, &listing->names, NULL, order);
    return listing->count >= 0;
#endif
}

static struct dirent *next(struct listing *listing) {
    struct dirent *entry;
    do {
#ifdef __wasm__
        entry = readdir(listing->folder);
#else
        entry = listing->next < listing->count ? listing->names[listing->next++] : NULL;
#endif
    } while (entry && (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")));
    return entry;
}

static void end(struct listing *listing) {
#ifdef __wasm__
    closedir(listing->folder);
#endif
}

static struct stat status_of(const char *path) {
    struct stat status;
    memset(&status, 0, sizeof status);
    if (stat(path, &status))
        status.st_mode = 0;
    return status;
}

/* How long a folder is, is its disk's own business. */
static long size_of(const char *path) {
    struct stat status = status_of(path);
    return S_ISREG(status.st_mode) ? (long)status.st_size : -1;
}

static int byte_at(const char *path, int place) {
    unsigned char byte;
    int fd = open(path, O_RDONLY), read_bytes = -1;
    if (fd < 0)
        return -2;
    if (S_ISREG(status_of(path).st_mode) && lseek(fd, place, SEEK_SET) == place)
        read_bytes = read(fd, &byte, 1);
    close(fd);
    return read_bytes == 1 ? byte : -1;
}

static int length_of(const char *path) {
    char buffer[3];
    int all = 0, count;
    FILE *file = fopen(path, "rb");
    if (!file)
        return -1;
    while ((count = fread(buffer, 1, sizeof buffer, file)) > 0)
        all += count;
    fclose(file);
    return all;
}

static char last[300] = "a";
"#;

/// Makes a program at random.
struct Writer<'a> {
    random: &'a mut SplitMix,
    text: String,
    depth: u32,
}

impl Writer<'_> {
    fn pick<'t>(&mut self, all: &[&'t str]) -> &'t str {
        all[self.random.below(all.len() as u64) as usize]
    }

    /// A question about the file or folder at hand, or one that has a name of its own.
    fn question(&mut self) -> String {
        let path = match self.random.below(3) {
            0 => self.pick(&["\"a\"", "\"b/a\"", "\"notes.txt\"", "last"]),
            _ if self.depth == 0 => "last",
            _ => "path",
        };
        let name = if self.depth == 0 { "last" } else { "name" };
        let compare = self.pick(&["<", "==", ">="]);
        let number = self.random.below(4);
        match self.random.below(9) {
            0 => format!("S_ISDIR(status_of({path}).st_mode)"),
            1 => format!("size_of({path}) {compare} {number}"),
            2 => format!("status_of({path}).st_mtime {compare} {}", self.pick(&["1000", "999999999", "3"])),
            3 => format!("{name}[{}] {compare} '{}'", self.random.below(2), self.pick(&["a", "z", ".", "M"])),
            4 => format!("strlen({name}) {compare} {}", 1 + self.random.below(2)),
            5 => {
                format!("byte_at({path}, {}) {compare} {}", self.random.below(3), self.pick(&["'a'", "200"]))
            }
            6 => format!("length_of({path}) {compare} {number}"),
            7 if self.depth > 0 => "entry->d_type == DT_DIR".into(),
            7 => format!("access({path}, F_OK) == 0"),
            _ => format!("strcmp({name}, last) {} 0", self.pick(&["<", "=="])),
        }
    }

    fn statements(&mut self, most: u64) {
        for _ in 0..1 + self.random.below(most) {
            self.statement();
        }
    }

    fn statement(&mut self) {
        let question = self.question();
        match self.random.below(4) {
            0 if self.depth < 2 => {
                let folder = if self.depth == 0 { "\".\"" } else { "path" };
                self.text += &format!(
                    "{{ struct listing l; const char *above = {folder}; if (D(begin(&l, above))) {{\n\
                     struct dirent *entry; while ((entry = next(&l))) {{ char path[600], name[300];\n\
                     strcpy(name, entry->d_name); sprintf(path, \"%s/%s\", above, name);\n"
                );
                self.depth += 1;
                self.statements(2);
                self.depth -= 1;
                self.text += "strcpy(last, name); } end(&l); } }\n";
            }
            1 | 2 => {
                self.text += &format!("if (D({question})) {{\n");
                self.statements(1);
                self.text += "} else D(2);\n";
            }
            _ => self.text += &format!("D({question});\n"),
        }
    }
}

fn program(random: &mut SplitMix) -> String {
    let mut writer = Writer { random, text: String::new(), depth: 0 };
    writer.statements(2);
    // Every one walks.
    while !writer.text.contains("begin(") {
        writer.statement();
    }
    let body = writer.text;
    format!("{HEAD}int main(void) {{\n{body}return 0;\n}}\n")
}

/// Writes a tree to a folder.
fn unpack(folder: &Path, tree: &WitnessTree) {
    fs::create_dir(folder).unwrap();
    for entry in &tree.entries {
        match &entry.contents {
            Some(contents) => fs::write(folder.join(&entry.path), contents).unwrap(),
            None => fs::create_dir(folder.join(&entry.path)).unwrap(),
        }
    }
    for entry in tree.entries.iter().rev() {
        let time = SystemTime::UNIX_EPOCH + Duration::from_secs(entry.time);
        let file = File::open(folder.join(&entry.path)).unwrap();
        file.set_times(FileTimes::new().set_modified(time)).unwrap();
    }
}

fn native(folder: &Path, source: &Path) -> PathBuf {
    let binary = folder.join("native");
    let mut compiler = Command::new("cc");
    let said = compiler.args(["-w", "-D_GNU_SOURCE", "-o"]).arg(&binary).arg(source).output().unwrap();
    assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
    binary
}

/// Explores a program on small trees, and runs it on what it finds. Returns how many trees that were, and entries of them.
fn check(folder: &Path, text: &str) -> (usize, usize) {
    let source = folder.join("program.c");
    fs::write(&source, text).unwrap();
    let program = Arc::new(
        worstcase_program::load(std::slice::from_ref(&source), &CompileOptions::default()).unwrap().program,
    );
    let native = native(folder, &source);
    let tree = TreeShape { name: 2, ..TreeShape::new(Amount::Number(3), Amount::Number(4)) };
    let world = WasiConfig { args: vec![b"program".to_vec()], ..WasiConfig::default() };
    let subject = Subject { world: WasiConfig { tree: Some(tree), ..world.clone() }, ..subject(&program, 0) };
    let budget = Budget { threads: 1, paths: 60, ..Budget::default() };
    let (tally, all) = explore(&subject, &chain, budget, &Watch::default(), &All::default).unwrap();
    assert!(tally.pinned == 0 && tally.undecided == 0, "{tally:?}\n{text}");
    let mut entries = 0;
    for (number, (costs, input)) in all.0.iter().enumerate() {
        let (stdout, replayed, _) = subject.replay_output(input, &Watch::default()).unwrap();
        assert_eq!(replayed, *costs, "{input:?}\n{text}");
        let tree = subject.tree_of(input).unwrap().expect("there is a tree");
        let mut files = world.clone();
        tree.put_into(".", &mut files);
        let files = Subject { world: files, ..subject.clone() };
        let (same, replayed, _) = files.replay_output(&[], &Watch::default()).unwrap();
        assert_eq!(
            (String::from_utf8_lossy(&same), replayed),
            (String::from_utf8_lossy(&stdout), *costs),
            "{text}"
        );
        let disk = folder.join(format!("tree{number}"));
        unpack(&disk, &tree);
        let said = Command::new(&native).current_dir(&disk).output().unwrap();
        assert!(said.status.success(), "{said:?}");
        let said = String::from_utf8_lossy(&said.stdout).into_owned();
        assert_eq!(said, String::from_utf8_lossy(&stdout), "{tree:?}\n{}", &text[HEAD.len()..]);
        entries += tree.entries.len();
    }
    (all.0.len(), entries)
}

#[test]
fn programs_do_the_same_on_a_disk() {
    let number = |name: &str, default: u64| -> u64 {
        std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
    };
    let programs = number("WORSTCASE_PROGRAMS", 10);
    let mut random = SplitMix(number("WORSTCASE_SEED", 5));
    let (mut trees, mut entries) = (0, 0);
    for _ in 0..programs {
        let folder = tempfile::tempdir().unwrap();
        let (more, held) = check(folder.path(), &program(&mut random));
        (trees, entries) = (trees + more, entries + held);
    }
    let enough = 20 * programs as usize;
    assert!(trees > enough && entries > enough, "{trees} trees of {entries} entries");
}
