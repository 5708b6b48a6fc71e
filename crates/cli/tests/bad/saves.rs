//! What an earlier run has left, damaged in many ways, for `--resume` and for `bound`.

use crate::support::Scratch;
use crate::{Case, any};

/// A change of `result.json`, as a line of `sed`.
const CHANGED: [&str; 16] = [
    "s/\"n\":/\"m\":/g",
    "s/\"n\":[0-9]*/\"n\":-1/g",
    "s/\"n\":[0-9]*/\"n\":99999999999999999999/g",
    "s/\"n\":[0-9]*/\"n\":4294967295/g",
    "s/\"n\":[0-9]*/\"n\":\"x\"/g",
    "s/\"cost\":[0-9]*/\"cost\":-1/g",
    "s/\"cost\":[0-9]*/\"cost\":1e300/g",
    "s/\"cost\":[0-9]*/\"cost\":null/g",
    "s/\"cost\":[0-9]*/\"cost\":9223372036854775807/g",
    "s/\"how\":\"[a-z]*\"/\"how\":7/g",
    "s/\"sizes\":/\"sizes\":[],\"other\":/",
    "s/\"sizes\":/\"sizes\":{},\"other\":/",
    "s/\"replay\":/\"other\":/",
    "s/\"module\":\"/\"module\":\"0/",
    "s/\"call\":null/\"call\":\"f(\"/",
    "s/\"entry\":null/\"entry\":\"nothing\"/",
];

/// What stands in the place of `result.json`, by a line of shell in its folder.
const REPLACED: [&str; 13] = [
    ": > result.json",
    "printf x > result.json",
    "printf '\\377' > result.json",
    "printf null > result.json",
    "printf 1 > result.json",
    "printf '[]' > result.json",
    "printf '{}' > result.json",
    "head -c 100 result.json > x; mv x result.json",
    "cat result.json result.json > x; mv x result.json",
    "rm result.json; mkdir result.json",
    "rm result.json; ln -s result.json result.json",
    "rm result.json; ln -s /dev/null result.json",
    "head -c 100000 /dev/zero | tr '\\0' '[' > result.json",
];

/// What becomes of the inputs.
const INPUTS: [&str; 7] = [
    "rm -r inputs",
    "for i in inputs/*; do : > $i; done",
    "for i in inputs/*; do printf '[1,2' > $i; done",
    "for i in inputs/*; do printf '[\"x\"]' > $i; done",
    "for i in inputs/*; do printf '[1e300,2]' > $i; done",
    "for i in inputs/*; do rm $i; mkdir $i; done",
    "for i in inputs/*; do rm $i; ln -s /dev/null $i; done",
];

pub fn cases(scratch: &Scratch) -> Vec<Case> {
    let find = "worstcase find fine.wat --sizes 5 --learn-size 3 --random 5 --max-time 60";
    let made = scratch.shell(&format!("{find} --out save"));
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let changed = CHANGED.map(|change| format!("sed -i '{change}' result.json"));
    let damages = changed.into_iter().chain(REPLACED.map(String::from)).chain(INPUTS.map(String::from));
    let mut cases = Vec::new();
    for (number, damage) in damages.enumerate() {
        let folder = format!("save{number}");
        let damaged = |folder: &str| format!("cp -r save {folder} && (cd {folder} && {damage}) &&");
        let other = format!("other{number}");
        cases.push(any(format!("{} {find} --resume --out {folder}", damaged(&folder))));
        cases.push(any(format!("{} worstcase bound fine.wat --no-files --witness {other}", damaged(&other))));
    }
    cases
}
