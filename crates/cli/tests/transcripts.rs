//! Golden transcripts of the command: `tests/transcripts/*.txt`, each a session in a shell.
//!
//! A line that begins with `$ ` is a command; what it wrote to standard output follows, then what it wrote to
//! standard error, each line behind `! `, then `[exit CODE]`. All other lines are prose. The session takes place
//! in a fresh directory that has `examples` and `programs` (ours) in it. To write a transcript, write its
//! commands; to accept what they print now:
//!
//!     WORSTCASE_BLESS=1 cargo test -p worstcase --test transcripts
//!
//! With `WORSTCASE_TRANSCRIPT=bound`, only `bound.txt` is replayed.

mod support;

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use support::Scratch;

#[test]
fn commands_print_what_the_transcripts_say() {
    let bless = std::env::var_os("WORSTCASE_BLESS").is_some();
    let only = std::env::var("WORSTCASE_TRANSCRIPT").ok();
    let mut files = transcripts();
    files.retain(|file| only.as_deref().is_none_or(|only| file.file_stem().is_some_and(|stem| stem == only)));
    assert!(!files.is_empty(), "there is no transcript of that name");
    let files = Mutex::new(files);
    let failures = Mutex::new(Vec::new());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                // The lock is let go before the session begins.
                while let Some(file) = { files.lock().unwrap().pop() } {
                    failures.lock().unwrap().extend(check(&file, bless));
                }
            });
        }
    });
    let failures = failures.into_inner().unwrap();
    assert!(failures.is_empty(), "\n{}\nWORSTCASE_BLESS=1 accepts this", failures.join("\n"));
}

fn transcripts() -> Vec<PathBuf> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let entries = std::fs::read_dir(&dir).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|e| e == "txt")).collect();
    assert!(files.len() >= 10, "there are transcripts in {}", dir.display());
    files.sort();
    files
}

/// Replays a transcript; if it differs, gives the difference or rewrites the file.
fn check(file: &Path, bless: bool) -> Option<String> {
    let name = file.file_stem().unwrap().to_str().unwrap();
    let expected = std::fs::read_to_string(file).unwrap();
    let actual = replay(&expected, &Scratch::new(name));
    if actual == expected {
        return None;
    }
    if bless {
        std::fs::write(file, actual).unwrap();
        return None;
    }
    Some(format!("--- tests/transcripts/{name}.txt\n+++ now\n{}", difference(&expected, &actual)))
}

/// The transcript with the outputs that its commands have now.
fn replay(transcript: &str, scratch: &Scratch) -> String {
    let lines: Vec<&str> = transcript.lines().collect();
    let mut replayed = String::new();
    let mut next = 0;
    while let Some(line) = lines.get(next) {
        next += 1;
        replayed += line;
        replayed.push('\n');
        if let Some(command) = line.strip_prefix("$ ") {
            replayed += &session(command, scratch);
            next += expected_lines(&lines[next..]);
        }
    }
    replayed
}

/// How many lines of output a transcript has for a command; none yet if its end is not stated.
fn expected_lines(lines: &[&str]) -> usize {
    let end = lines.iter().position(|line| line.starts_with("[exit ") || line.starts_with("$ "));
    match end {
        Some(end) if lines[end].starts_with("[exit ") => end + 1,
        _ => 0,
    }
}

/// What a command prints and exits with.
fn session(command: &str, scratch: &Scratch) -> String {
    let output = scratch.shell(command);
    let mut text = String::new();
    for (prefix, bytes) in [("", &output.stdout), ("! ", &output.stderr)] {
        let written = String::from_utf8_lossy(bytes);
        for line in written.lines() {
            assert!(!line.starts_with("$ ") && !line.starts_with("[exit "), "`{command}` prints `{line}`");
            let line = format!("{prefix}{line}");
            // A line of nothing but our prefix has no blank at its end.
            writeln!(text, "{}", if line == "! " { "!" } else { &line }).unwrap();
        }
        if !written.is_empty() && !written.ends_with('\n') {
            text += "\\ no newline at the end\n";
        }
    }
    match output.status.code() {
        Some(code) => writeln!(text, "[exit {code}]").unwrap(),
        None => writeln!(text, "[exit by a signal: {}]", output.status).unwrap(),
    }
    text
}

/// The lines that differ, with those around them, by the longest common subsequence.
fn difference(old: &str, new: &str) -> String {
    const AROUND: usize = 3;
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let mut common = vec![vec![0; new.len() + 1]; old.len() + 1];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            common[i][j] = if old[i] == new[j] {
                common[i + 1][j + 1] + 1
            } else {
                common[i + 1][j].max(common[i][j + 1])
            };
        }
    }
    let mut rows = Vec::new();
    let (mut i, mut j) = (0, 0);
    while i < old.len() || j < new.len() {
        if i < old.len() && j < new.len() && old[i] == new[j] {
            rows.push((' ', old[i]));
            (i, j) = (i + 1, j + 1);
        } else if j == new.len() || (i < old.len() && common[i + 1][j] >= common[i][j + 1]) {
            rows.push(('-', old[i]));
            i += 1;
        } else {
            rows.push(('+', new[j]));
            j += 1;
        }
    }
    let near = |at: usize| {
        let around = at.saturating_sub(AROUND)..(at + AROUND + 1).min(rows.len());
        rows[around].iter().any(|(mark, _)| *mark != ' ')
    };
    let shown = rows.iter().enumerate().filter(|(at, _)| near(*at));
    shown.map(|(_, (mark, line))| format!("{mark}{line}\n")).collect()
}

#[test]
fn every_example_is_in_a_transcript() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (folder, transcript) in [("examples", "examples.txt"), ("examples/tools", "tools.txt")] {
        let transcript = std::fs::read_to_string(here.join("tests/transcripts").join(transcript)).unwrap();
        for entry in std::fs::read_dir(here.join("../..").join(folder)).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            let runs = transcript.lines().any(|line| {
                line.starts_with("$ ") && line.split(' ').any(|word| word == format!("{folder}/{name}"))
            });
            assert!(runs || !name.ends_with(".c"), "{folder}/{name} is not run");
        }
    }
}

#[test]
fn a_difference_shows_what_changed() {
    assert_eq!(difference("a\nb\nc\n", "a\nx\nc\n"), " a\n-b\n+x\n c\n");
    let long: String = (0..20).map(|n| format!("{n}\n")).collect();
    assert_eq!(difference(&long, &long.replace("10\n", "")), " 7\n 8\n 9\n-10\n 11\n 12\n 13\n");
}
