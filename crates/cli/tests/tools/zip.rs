//! What `zip` packs, the system's `unzip` accepts, and gives back byte for byte. Archives themselves are not compared: each program
//! that packs chooses its own matches and codes.

use std::process::Command;

use super::{Folder, Random, Tool};

impl Tool {
    /// Packs a text, and has it tested and unpacked. Returns how long the archive is.
    fn packs(&self, arguments: &[&str], text: &[u8]) -> usize {
        let arguments: Vec<String> = arguments.iter().map(|argument| argument.to_string()).collect();
        let answer = self.run(&arguments, text);
        assert_eq!((answer.status, &*answer.complaint), (0, ""));
        let archive: Vec<u8> = answer.output.chars().map(|c| c as u8).collect();
        let folder = Folder::new(self.name);
        std::fs::write(folder.0.join("packed.zip"), &archive).unwrap();
        let unzip = |flags: &[&str]| {
            Command::new("unzip").args(flags).arg("packed.zip").current_dir(&folder.0).output().unwrap()
        };
        let tested = unzip(&["-tq"]);
        assert!(tested.status.success(), "{} bytes, {arguments:?}: {tested:?}", text.len());
        assert!(unzip(&["-p"]).stdout == text, "{} bytes, {arguments:?}: other bytes", text.len());
        archive.len()
    }
}

#[test]
fn zip_packs_what_unzip_unpacks() {
    let tool = Tool::new("zip");
    for seed in 0..30 {
        let mut random = Random::new(seed);
        let level = format!("-{}", seed % 10);
        for text in [random.bytes(), random.repeats(), random.fields()] {
            tool.packs(&[&level], &text);
        }
    }
    assert_eq!(tool.packs(&["-", "-"], b""), 100);
}

#[test]
fn zip_packs_blocks_of_every_kind() {
    let tool = Tool::new("zip");
    // Nothing in common: stored. Short: fixed codes. Long, with few letters: dynamic codes. Over more than a window: several blocks.
    let mut bits = worstcase_machine::SplitMix(1);
    let noise: Vec<u8> = (0..70_000).map(|_| bits.next_bits() as u8).collect();
    assert_eq!(tool.packs(&["-6"], &noise), 70_000 + 100);
    assert!(tool.packs(&["-9"], b"abcabcabcabcabc") < 100 + 15);
    let letters: Vec<u8> = (0..70_000).map(|_| b"abcdefgh"[bits.below(8) as usize]).collect();
    let (fast, best) = (tool.packs(&["-1"], &letters), tool.packs(&["-9"], &letters));
    assert!(best < 70_000 / 2 && fast < 70_000, "{fast} {best}");
    // Words whose frequencies grow so fast that the longest would have more than 15 bits.
    let mut skewed = Vec::new();
    let (mut once, mut next) = (1, 1);
    for letter in 0..22u8 {
        skewed.extend((0..once).flat_map(|_| [b'a' + letter, bits.next_bits() as u8 | 0x80]));
        (once, next) = (next, once + next);
    }
    tool.packs(&["-1"], &skewed);
    assert!(tool.packs(&["-6"], &[0; 100_000]) < 400);
}

#[test]
fn zip_packs_files_by_their_names() {
    let tool = Tool::new("zip");
    let folder = Folder::new(tool.name);
    let unzip = |flags: &[&str]| {
        Command::new("unzip").args(flags).arg("packed.zip").current_dir(&folder.0).output().unwrap()
    };
    // Arguments, standard input, what the members are called, and the exit code.
    let cases = [
        ("- words", "", "words", 0),
        ("- words more folder", "", "words\nmore\nfolder/", 0),
        ("- folder/ ./words folder/", "", "folder/\nwords", 0),
        ("- words words ./more", "", "words\nmore", 0),
        ("- /words ./empty unfinished", "", "words\nempty\nunfinished", 0),
        ("- . more", "", "more", 0),
        ("- - words", "text", "-\nwords", 0),
        ("- words nowhere more", "", "words\nmore", 18),
        ("-@", "words\nmore\n\nempty", "words\nmore\nempty", 0),
        ("-9 -@ -", "./words\nfolder\n", "words\nfolder/", 0),
        ("-@ - more", "words\nnowhere\n", "more\nwords", 18),
    ];
    for (arguments, text, members, status) in cases {
        let answer = tool.run(&shlex::split(arguments).unwrap(), text.as_bytes());
        assert_eq!(answer.status, status, "{arguments}: {}", answer.complaint);
        let archive: Vec<u8> = answer.output.chars().map(|c| c as u8).collect();
        std::fs::write(folder.0.join("packed.zip"), archive).unwrap();
        assert!(unzip(&["-tq"]).status.success(), "{arguments}");
        let listed = String::from_utf8(unzip(&["-Z1"]).stdout).unwrap();
        assert_eq!(listed.trim_end(), members, "{arguments}");
        // All contents in the order of the members, without names between them.
        let of_member = |name: &str| match name {
            "-" => text,
            name => super::FILES.iter().find(|file| file.0 == name).map_or("", |file| file.1),
        };
        let contents: String = members.lines().map(of_member).collect();
        assert_eq!(String::from_utf8(unzip(&["-p"]).stdout).unwrap(), contents, "{arguments}");
    }
}

#[test]
fn zip_refuses_what_it_cannot_pack() {
    let tool = Tool::new("zip");
    let cases = [
        ("archive words", "", 16, "zip: an archive can only be written to standard output: archive"),
        ("- words ./words", "", 16, "zip: words and ./words would have the same name"),
        ("-@ - -", "", 16, "zip: standard input cannot be both packed and read for names"),
        ("- nowhere", "", 12, "zip: nowhere: No such file or directory"),
        ("-@", "", 12, "zip: nothing to do"),
        ("- .", "", 12, "zip: nothing to do"),
    ];
    for (arguments, text, status, complaint) in cases {
        let answer = tool.run(&shlex::split(arguments).unwrap(), text.as_bytes());
        assert_eq!((answer.status, &*answer.complaint), (status, complaint), "{arguments}");
        assert_eq!(answer.output, "", "{arguments}");
    }
}
