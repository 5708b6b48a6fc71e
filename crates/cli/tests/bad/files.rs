//! Programs that are none: files that are missing, empty, damaged, not files at all, or have odd names; and folders for
//! results that cannot be.

use crate::inputs::name;
use crate::support::Scratch;
use crate::{Case, FINE, any, finding, fine, refused};

/// What is no program, whatever the command.
const NONE: [&str; 27] = [
    "nowhere.c",
    "nowhere.wat",
    "nowhere",
    "''",
    "-",
    ".",
    "/",
    "programs",
    "programs/bad",
    "programs/bad/empty.wasm",
    "programs/bad/text.wasm",
    "programs/bad/truncated.wasm",
    "programs/bad/component.wasm",
    "programs/bad/syntax.wat",
    "programs/bad/invalid.wat",
    "programs/bad/simd.wat",
    "programs/bad/undefined.c",
    "programs/bad/does_not_compile.c",
    "empty",
    "folder.c",
    "dangling.wat",
    "circle.wat",
    "fine.wat/x",
    "/dev/null",
    "fine.wat fine.wat",
    "fine.wat programs/exit.c",
    "\"$(printf 'nowhere\\377.wat')\"",
];

/// Commands to which a program is added.
const COMMANDS: [&str; 4] = [
    "worstcase run --size 1 --random 1",
    "worstcase paths --size 1",
    "worstcase find --no-files",
    "worstcase bound --no-files",
];

/// Names that are not UTF-8, or would drive a terminal.
const ODD: [&[u8]; 5] =
    [b"odd\xff.wat", b"odd\x1b[31m.wat", b"odd\n.wat", b"odd\xc2\x9b.wat", b"\xff\xfe.wat"];

/// Where no results can be written, `full` being a folder with folders in the way of every file.
const NOWHERE: [&str; 9] = [
    "fine.wat",
    "fine.wat/x",
    "/dev/null",
    "/dev/null/x",
    "/proc/nowhere",
    "''",
    "full",
    "half",
    "dangling.wat/x",
];

pub fn cases(scratch: &Scratch) -> Vec<Case> {
    let dir = &scratch.0;
    std::fs::create_dir(dir.join("folder.c")).unwrap();
    std::os::unix::fs::symlink("gone.wat", dir.join("dangling.wat")).unwrap();
    std::os::unix::fs::symlink("circle.wat", dir.join("circle.wat")).unwrap();
    for file in ["full/result.json", "full/bounds.html", "full/report.html", "full/inputs/n0002.json"] {
        std::fs::create_dir_all(dir.join(file)).unwrap();
    }
    std::fs::create_dir(dir.join("half")).unwrap();
    std::fs::write(dir.join("half/inputs"), "").unwrap();
    std::fs::create_dir(dir.join("half/bounds.html")).unwrap();
    let mut cases = Vec::new();
    for command in COMMANDS {
        cases.extend(NONE.map(|file| refused(format!("{command} {file}"))));
        let long = "x".repeat(300);
        cases.push(refused(format!("{command} {long}.wat")));
    }
    for odd in ODD {
        std::fs::write(dir.join(name(odd)), FINE).unwrap();
        let quoted: String = odd.iter().map(|byte| format!("\\\\{byte:03o}")).collect();
        let quoted = quoted.replace("\\\\", "\\");
        let file = format!("\"$(printf '{quoted}')\"");
        for command in ["run --size 1 --random 1", "paths --size 1", "find --sizes 2 --learn-size 1"] {
            cases.push(fine(format!("worstcase {command} {file}")));
        }
        cases.push(fine(format!("worstcase find --sizes 2 --learn-size 1 fine.wat --out out{file}")));
        // Of a module, nothing says that its size is not negative.
        cases.push(finding(format!("worstcase bound {file}")));
        cases.push(finding(format!("worstcase bound fine.wat --out out{file}")));
        cases.push(refused(format!("worstcase run --size 1 --random 1 nowhere{file}")));
    }
    for folder in NOWHERE {
        cases.push(refused(format!("worstcase find fine.wat --sizes 2 --learn-size 1 --out {folder}")));
        cases.push(refused(format!("worstcase bound fine.wat --out {folder}")));
        cases.push(refused(format!("worstcase bound fine.wat --no-files --witness {folder}")));
    }
    cases.extend(damaged(scratch));
    cases
}

/// A module cut off at many places, and with changed bytes.
fn damaged(scratch: &Scratch) -> Vec<Case> {
    let whole = wat::parse_str(FINE).unwrap();
    let mut files = Vec::new();
    for at in (0..whole.len()).step_by(3) {
        files.push(whole[..at].to_vec());
    }
    for at in 8..whole.len() {
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (at % 8);
        files.push(bytes);
    }
    let mut cases = Vec::new();
    for (number, bytes) in files.into_iter().enumerate() {
        let file = format!("damaged{number}.wasm");
        std::fs::write(scratch.0.join(&file), bytes).unwrap();
        let flags = "--size 3 --random 1 --max-steps 1000000";
        let case = any(format!("worstcase run {file} {flags}"));
        cases.push(if number % 4 == 0 { case } else { case.slow() });
    }
    cases
}
