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
fn zip_refuses_what_it_cannot_pack() {
    let tool = Tool::new("zip");
    let answer = tool.run(&["archive".into(), "words".into()], b"");
    assert_eq!(answer.status, 16);
    assert!(answer.complaint.contains("only standard input can be packed"), "{}", answer.complaint);
}
