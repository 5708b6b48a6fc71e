//! `find` names what the system's `find` names in the same tree, which has sizes and times of its own. Both outputs are sorted: the order
//! of a directory is its file system's.

use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

use worstcase_machine::wasi::WasiConfig;

use super::{Folder, Random, Tool, first_line, readable};

/// Directories end in a slash and have no size. Times are seconds, later ones first, so that making the files changes none.
const TREE: &[(&str, usize, u64)] = &[
    ("tree/", 0, 500),
    ("tree/empty", 0, 400),
    ("tree/one", 1, 300),
    ("tree/block.txt", 512, 200),
    ("tree/more.txt", 513, 100),
    ("tree/.hidden", 3, 100),
    ("tree/.d/", 0, 250),
    ("tree/.d/x.zip", 1024, 50),
    ("tree/deep/", 0, 50),
    ("tree/deep/er/", 0, 300),
    ("tree/deep/er/est.txt", 12_000, 500),
    ("tree/deep/er/[a]", 2, 300),
    ("tree/deep/a b", 10_240, 600),
    ("tree/deep/mbox", 10_241, 10),
    ("tree/void/", 0, 10),
    ("other/", 0, 350),
    ("other/mbox", 1025, 150),
    ("old.txt", 7, 1),
];

/// Arguments as in a shell.
const CASES: &[&str] = &[
    "",
    ".",
    "tree",
    "tree/ -name tree",
    "tree// -name 'tree*'",
    "./tree/. -name .",
    "tree other tree/deep",
    "tree other -name mbox",
    "old.txt",
    "old.txt nowhere tree",
    "old.txt/",
    "old.txt/x",
    "''",
    "-- tree",
    "tree -name '*.txt'",
    "tree -name '*'",
    "tree -name '.*'",
    "tree -name '?*t'",
    "tree -name '[a-e]*'",
    "tree -name '[!a-e]*'",
    "tree -name '\\[a]'",
    "tree -name '[[]a[]]'",
    "tree -name '* *'",
    "tree -name a/b",
    "tree -name ''",
    "tree -type f",
    "tree -type d",
    "tree -type f,d",
    "tree -type d -name '*e*'",
    "tree -type f -size 1",
    "tree -type f -size -1",
    "tree -type f -size 0",
    "tree -type f -size +1",
    "tree -type f -size +10k",
    "tree -type f -size 10k",
    "tree -type f -size -11k",
    "tree -type f -size 513c",
    "tree -type f -size +512c -size -10241c",
    "tree -type f -size 257w",
    "tree -type f -size -1M",
    "tree -type f -size 1M",
    "tree -type f -size 1G",
    "tree -type f -size +0b",
    "tree -type f -size -2b",
    "tree -type f -size 99999999999G",
    "tree -newer tree/one",
    "tree ! -newer tree/one",
    "tree -newer tree",
    "tree other -newer old.txt",
    "tree -newer other -type f",
    "tree -newer tree/deep/../one",
    "tree -name '*.txt' -o -name mbox",
    "tree -name '*.txt' -o -type d -name '.*' -print",
    "tree -name '*.txt' -print -o -print",
    "tree -print -print",
    "tree -type f -a -name 'm*' -a -size +1",
    "tree -not -type d -and -name 'e*' -or -name void",
    "tree ! ! -name 'm*'",
    "tree ! ( -type d -o -name '*.txt' )",
    "tree ( -name 'm*' -o -name 'o*' ) -type f",
    "tree ( ( ( -name one ) ) )",
    "tree ( -type d -print ) -o ( -size +1 )",
    "! -name '*.txt' -type f",
    "( -name one )",
    // What is wrong.
    "tree -foo",
    "-foo",
    "tree -name",
    "tree -type",
    "tree -size",
    "tree -newer",
    "tree -type x",
    "tree -type fd",
    "tree -type f,",
    "tree -type f,x",
    "tree -type ''",
    "tree -size ''",
    "tree -size x",
    "tree -size 1q",
    "tree -size +",
    "tree -size k",
    "tree -size 1kk",
    "tree -size +-1",
    "tree -size 1e3",
    "tree -size 99999999999999999999",
    "tree -newer nowhere",
    "tree -name x y",
    "tree -print x",
    "tree -",
    "tree -P",
    "tree (",
    "tree ( )",
    "tree ( -name x",
    "tree -name x )",
    "tree !",
    "tree -name x !",
    "tree ( ! )",
    "tree -o -name x",
    "tree -a -name x",
    "tree -name x -o",
    "tree -name x -a",
    "tree -name x -a -a -name y",
    "tree -name x -o -o -name y",
    "tree ! -o -name x",
    "tree ( -name x -o )",
    "tree ( -o -name x )",
    "tree ( -a )",
];

/// A text whose bytes nobody asks for.
fn contents(size: usize) -> Vec<u8> {
    vec![b'x'; size]
}

fn plant(folder: &Path) {
    let directory = |name: &str| name.ends_with('/');
    for &(name, size, _) in TREE {
        match directory(name) {
            true => fs::create_dir(folder.join(name)).unwrap(),
            false => fs::write(folder.join(name), contents(size)).unwrap(),
        }
    }
    for &(name, _, seconds) in TREE {
        let time = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
        fs::File::open(folder.join(name)).unwrap().set_modified(time).unwrap();
    }
}

fn world() -> WasiConfig<u8> {
    let (directories, files): (Vec<_>, Vec<_>) = TREE.iter().partition(|(name, ..)| name.ends_with('/'));
    WasiConfig {
        files: files.iter().map(|&&(name, size, _)| (name.into(), contents(size))).collect(),
        directories: directories.iter().map(|(name, ..)| name.to_string()).collect(),
        modified: TREE.iter().map(|&(name, _, seconds)| (name.into(), seconds * 1_000_000_000)).collect(),
        ..WasiConfig::default()
    }
}

fn sorted(output: &str) -> Vec<String> {
    let mut lines: Vec<String> = output.lines().map(str::to_string).collect();
    lines.sort();
    lines
}

fn agrees_on(tool: &Tool, folder: &Path, arguments: &str) {
    let words = shlex::split(arguments).unwrap();
    let ours = tool.run_in(world(), &words, b"");
    let expected = tool.output_of_the_system(folder, &words, b"");
    assert_eq!(
        (sorted(&ours.output), ours.status, ours.complaint),
        (
            sorted(&readable(&expected.stdout)),
            expected.status.code().unwrap() as u32,
            first_line(&expected.stderr)
        ),
        "find {arguments}"
    );
}

#[test]
fn find() {
    let tool = Tool::new("find");
    let folder = Folder::empty(tool.name);
    plant(&folder.0);
    for arguments in CASES {
        agrees_on(&tool, &folder.0, arguments);
    }
    for seed in 0..150 {
        let expression = Random::new(seed).find();
        agrees_on(&tool, &folder.0, &format!("tree other {expression}"));
    }
}

/// Listings are in the order of names in our file system, and a directory comes before what is in it.
#[test]
fn find_goes_through_directories_in_their_order() {
    let answer = Tool::new("find").run_in(world(), &["tree/deep".into(), "other".into()], b"");
    let lines: Vec<&str> = answer.output.lines().collect();
    let below = ["tree/deep", "tree/deep/a b", "tree/deep/er", "tree/deep/er/[a]", "tree/deep/er/est.txt"];
    assert_eq!(lines[..5], below);
    assert_eq!(lines[5..], ["tree/deep/mbox", "other", "other/mbox"]);
}
