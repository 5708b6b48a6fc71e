//! Archives of files and directories, as `tar` reads them: POSIX ustar, with a pax header where a path is longer than that has
//! room for.
//!
//! The same tree gives the same bytes: nobody's name, no time but those of the tree.

use worstcase_explore::{WitnessEntry, WitnessTree};

/// Everything comes in blocks of so many bytes.
const BLOCK: usize = 512;

/// How long a name can be in a header, and what comes before its last part.
const NAME: usize = 100;
const PREFIX: usize = 155;

/// A tree as an archive.
pub fn archive(tree: &WitnessTree) -> Vec<u8> {
    let mut archive = Vec::new();
    for entry in &tree.entries {
        put(&mut archive, entry);
    }
    // It ends with two empty blocks.
    archive.resize(archive.len() + 2 * BLOCK, 0);
    archive
}

fn put(archive: &mut Vec<u8>, entry: &WitnessEntry) {
    let (kind, slash) = if entry.contents.is_some() { (b'0', "") } else { (b'5', "/") };
    let path = format!("{}{slash}", entry.path);
    let contents = entry.contents.as_deref().unwrap_or_default();
    let (prefix, name) = match split(&path) {
        Some(parts) => parts,
        None => {
            let record = pax_path(&path);
            archive.extend(header("", "pax", record.len(), entry.time, b'x'));
            put_contents(archive, record.as_bytes());
            // The record says what it is called.
            ("", "long")
        }
    };
    archive.extend(header(prefix, name, contents.len(), entry.time, kind));
    put_contents(archive, contents);
}

fn put_contents(archive: &mut Vec<u8>, contents: &[u8]) {
    archive.extend(contents);
    archive.resize(archive.len().next_multiple_of(BLOCK), 0);
}

/// The two parts of a path that are written apart, with the slash between them left out, if it has such.
fn split(path: &str) -> Option<(&str, &str)> {
    if path.len() <= NAME {
        return Some(("", path));
    }
    let slashes = path.match_indices('/').map(|(at, _)| (&path[..at], &path[at + 1..]));
    let mut parts = slashes.filter(|(_, name)| !name.is_empty());
    parts.find(|(prefix, name)| prefix.len() <= PREFIX && name.len() <= NAME)
}

/// A record of a pax header begins with its own length.
fn pax_path(path: &str) -> String {
    let rest = format!(" path={path}\n");
    let mut length = rest.len();
    while length != rest.len() + length.to_string().len() {
        length = rest.len() + length.to_string().len();
    }
    format!("{length}{rest}")
}

fn header(prefix: &str, name: &str, size: usize, time: u64, kind: u8) -> [u8; BLOCK] {
    let mut header = [0; BLOCK];
    let mut field = |at: usize, text: &str| header[at..at + text.len()].copy_from_slice(text.as_bytes());
    field(0, name);
    field(100, if kind == b'5' { "0000755" } else { "0000644" });
    field(108, "0000000");
    field(116, "0000000");
    field(124, &format!("{size:011o}"));
    field(136, &format!("{time:011o}"));
    // The sum of all bytes, these taken as spaces.
    field(148, "        ");
    field(257, "ustar\x0000");
    field(345, prefix);
    header[156] = kind;
    let sum: u32 = header.iter().map(|&byte| u32::from(byte)).sum();
    header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    header
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use std::process::{Command, Stdio};
    use worstcase_machine::wasi::EntryIdx;

    fn entry(path: &str, contents: Option<&[u8]>, time: u64) -> WitnessEntry {
        let contents = contents.map(<[u8]>::to_vec);
        WitnessEntry { path: path.into(), contents, time, entry: EntryIdx(0) }
    }

    /// What the system's `tar` makes of it, long paths included.
    #[test]
    fn tar_reads_it() {
        let long = format!("{}/{}/{}", "a".repeat(90), "b".repeat(90), "c".repeat(90));
        let longer = "d".repeat(200);
        let tree = WitnessTree {
            entries: vec![
                entry("dir", None, 1),
                entry("dir/file", Some(b"text"), 1_000_000_000),
                entry(&longer, Some(&[7; 600]), 0),
                entry(&long, Some(b""), 0),
            ],
            inputs: 0,
        };
        let mut tar = Command::new("tar");
        tar.args(["--utc", "--full-time", "-tvf", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut tar = tar.spawn().expect("there is a tar");
        tar.stdin.take().unwrap().write_all(&archive(&tree)).unwrap();
        let said = tar.wait_with_output().unwrap();
        assert!(said.status.success(), "{said:?}");
        let said = String::from_utf8(said.stdout).unwrap();
        let lines: Vec<Vec<&str>> = said.lines().map(|line| line.split_whitespace().collect()).collect();
        let seen: Vec<(&str, &str, &str, &str)> =
            lines.iter().map(|words| (&words[0][..1], words[2], words[3], *words.last().unwrap())).collect();
        let expected = [
            ("d", "0", "1970-01-01", "dir/"),
            ("-", "4", "2001-09-09", "dir/file"),
            ("-", "600", "1970-01-01", &longer),
            ("-", "0", "1970-01-01", &long),
        ];
        assert_eq!(seen, expected);
    }
}
