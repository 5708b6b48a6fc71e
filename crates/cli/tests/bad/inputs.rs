//! Inputs that are none: lists, files of numbers, raw bytes, and what a program is given of the world.

use crate::support::Scratch;
use crate::{Case, finding, fine, refused};

/// Lists that are refused for two numbers.
const LISTS: [&str; 25] = [
    "1",
    "1,2,3",
    "1,2,",
    "1,,2",
    ",1,2",
    ",",
    "1;2",
    "1,x",
    "1,2x",
    "1,0x",
    "1,0xg",
    "1,--2",
    "1,-+2",
    "1,+-2",
    "1,1e400",
    "1,1.5",
    "1,NaN",
    "1,inf",
    "1,2147483648",
    "1,-2147483649",
    "1,99999999999999999999999",
    "1,\\\"a",
    "1,\\\"\\\"",
    "1,'ab'",
    "\\\"a\\\"\\\"b\\\"",
];

/// Files of numbers that are refused for two of them.
const JSON: [&str; 33] = [
    "",
    " ",
    "[",
    "]",
    "[]",
    "[1",
    "[1,2",
    "[1,2,",
    "[1,2,]",
    "1,2]",
    "1,2",
    "[1 2]",
    "[1,2]]",
    "[[1,2]]",
    "[1,2] x",
    "[1,2][3]",
    "{}",
    "null",
    "1",
    "\\\"12\\\"",
    "[null,1]",
    "[true,1]",
    "[{},1]",
    "[0x1,2]",
    "[+1,2]",
    "[.5,1]",
    "[1,2.5]",
    "[1,1e400]",
    "[1,NaN]",
    "[1,Infinity]",
    "[1,2147483648]",
    "[1,99999999999999999999999]",
    "[1,2]\\0",
];

/// The same as lists on lines.
const TEXT: [&str; 9] = ["", "1", "1\\n2\\n3", "1\\n2x", "[1,2", "1,2]", "[1,2]]", "1,2,", "1,\\377"];

/// What a program may be given of the world, and is not there or makes no sense.
const WORLD: [&str; 21] = [
    "--file =",
    "--file a=",
    "--file =fine.wat",
    "--file a=nowhere",
    "--file a=programs",
    "--file ../a=fine.wat",
    "--file a=fine.wat --file a/b=fine.wat",
    "--file a=\"$(printf 'nowhere\\377')\"",
    "--file \"$(printf '\\377')\"=fine.wat",
    "--file a=fine.wat/",
    "--file a=/dev/zero",
    "--dir a=nowhere",
    "--dir a=fine.wat",
    "--dir a=",
    "--dir ..=programs",
    "--dir a=\"$(printf 'nowhere\\377')\"",
    "--dir a=unnamed",
    "--env =",
    "--env =x",
    "--env \"$(printf '\\377')\"=x",
    "--env \"\"",
];

pub fn cases(scratch: &Scratch) -> Vec<Case> {
    let folder = scratch.0.join("unnamed");
    std::fs::create_dir(&folder).unwrap();
    std::fs::write(folder.join(name(b"a\xff")), "").unwrap();
    let run = "worstcase run fine.wat --size 2";
    let mut cases: Vec<Case> =
        LISTS.iter().map(|list| refused(format!("{run} --input \"{list}\""))).collect();
    for (number, text) in JSON.into_iter().enumerate() {
        cases.push(refused(format!("printf \"{text}\" > {number}.json; {run} --input-file {number}.json")));
    }
    for (number, text) in TEXT.into_iter().enumerate() {
        cases.push(refused(format!("printf \"{text}\" > {number}.txt; {run} --input-file {number}.txt")));
    }
    for bytes in ["", "1", "1234567", "123456789"] {
        cases.push(refused(format!(
            "printf '{bytes}' > {}.bin; {run} --input-file {}.bin",
            bytes.len(),
            bytes.len()
        )));
    }
    for file in
        ["nowhere", "programs", "''", "/dev/zero", "nowhere.json", "programs/../programs", "fine.wat/x"]
    {
        cases.push(refused(format!("{run} --input-file {file}")));
    }
    let world = "worstcase run programs/world.c";
    cases.extend(WORLD.map(|flags| match flags {
        "--file a=/dev/zero" => refused(format!("{world} {flags}")).slow(),
        _ => refused(format!("{world} {flags}")),
    }));
    for file in ["data.json", "data.txt", "data"] {
        let bytes = if file == "data" { "12345678" } else { "[1, -2]" };
        let odd = "\"$(printf 'odd\\377')\"";
        cases.push(fine(format!("printf '{bytes}' > {odd}{file}; {run} --input-file {odd}{file}")));
    }
    cases.push(fine(format!("printf '[1, -2]\\n' > good.json; {run} --input-file good.json")));
    cases.push(fine(format!("printf '[1,\\r\\n-2]\\r\\n' > crlf.json; {run} --input-file crlf.json")));
    cases.push(fine(format!("printf '1\\n-2\\n' > good.txt; {run} --input-file good.txt")));
    for (number, float) in ["\"NaN\"", "\"inf\"", "\"-inf\"", "1e300", "-0.0", "5"].into_iter().enumerate() {
        let file = format!("float{number}.json");
        cases.push(fine(format!(
            "printf '[1, {float}]' > {file}; worstcase run floats.wat --input-file {file}"
        )));
    }
    let run = "worstcase run programs/stdin.c --stdin --size 3";
    cases.push(refused(format!("{run} --input 1,2")));
    cases.push(refused(format!("{run} --input 1,2,256")));
    cases.push(finding("worstcase run programs/exit.c -- \"$(printf '\\377')\""));
    cases
}

/// A name that is not UTF-8.
pub fn name(bytes: &[u8]) -> &std::ffi::OsStr {
    std::os::unix::ffi::OsStrExt::from_bytes(bytes)
}
