//! Compilers that are missing or no compilers, flags that break them, and places for temporary files and the cache that
//! cannot be written.

use crate::support::Scratch;
use crate::{Case, fine, refused};

const RUN: &str = "worstcase run programs/exit.c";

/// What is no clang.
const NO_CLANG: [&str; 10] = [
    "WORSTCASE_CLANG=/nowhere/clang",
    "WORSTCASE_CLANG=nowhere",
    "WORSTCASE_CLANG=/",
    "WORSTCASE_CLANG=./fine.wat",
    "WORSTCASE_CLANG=/bin/false",
    "WORSTCASE_CLANG=/bin/true",
    "WORSTCASE_CLANG=/bin/echo",
    "WORSTCASE_CLANG=/bin/cat",
    "WORSTCASE_CLANG=\"$(printf '\\377')\"",
    "WORSTCASE_CLANG=\"$(printf '\\033[31m')\"",
];

/// Flags of which no program comes.
const NO_PROGRAM: [&str; 13] = [
    "--cflags -E",
    "--cflags -S",
    "--cflags -c",
    "--cflags -fsyntax-only",
    "--cflags -flto",
    "--cflags --target=x86_64-linux-gnu",
    "--cflags -frobnicate",
    "--cflags nowhere.o",
    "--cflags fine.wat",
    "--cflags -lnowhere",
    "--cflags '-include nowhere.h'",
    "--cflags '-x assembler'",
    "--cflags -Dmain=1",
];

/// What can be done without.
const ODD_WORLD: [&str; 6] = [
    "HOME= XDG_CACHE_HOME=",
    "XDG_CACHE_HOME=/dev/null",
    "XDG_CACHE_HOME=relative",
    "XDG_CACHE_HOME=/proc/nowhere",
    "XDG_CACHE_HOME=\"$PWD/$(printf 'odd\\377')\"",
    "COLUMNS=0",
];

pub fn cases(scratch: &Scratch) -> Vec<Case> {
    std::fs::create_dir(scratch.0.join(crate::inputs::name(b"tmp\xff"))).unwrap();
    let mut cases: Vec<Case> =
        NO_CLANG.iter().map(|world| refused(format!("{world} {RUN}")).says("apt-get install")).collect();
    cases.push(refused(format!(
        "worstcase=$(command -v worstcase); WORSTCASE_CLANG= PATH= $worstcase {}",
        &RUN[10..]
    )));
    cases.extend(NO_PROGRAM.map(|flags| refused(format!("{RUN} {flags}"))));
    for temporary in ["/nowhere", "/dev/null", "/proc"] {
        cases.push(refused(format!("TMPDIR={temporary} {RUN} --cflags -DX=1")));
    }
    cases.push(fine(format!("TMPDIR=\"$PWD/$(printf 'tmp\\377')\" {RUN} --cflags -DX=2")));
    for (number, world) in ODD_WORLD.into_iter().enumerate() {
        cases.push(fine(format!("{world} {RUN} --cflags -DX=3{number}")));
    }
    cases.push(refused(format!("SOURCE_DATE_EPOCH=x {RUN} --cflags -DX=4")));
    let odd = "\"$(printf 'odd\\377')\"";
    cases.push(fine(format!(
        "mkdir {odd}; cp programs/exit.c {odd}; {RUN2} {odd}/exit.c",
        RUN2 = "worstcase run --profile"
    )));
    cases.push(fine(format!("cp programs/exit.c {odd}.c; worstcase run --profile {odd}.c")));
    cases.push(fine(format!("cp programs/bounds/bubble.c {odd}b.c; worstcase bound --no-files {odd}b.c")));
    cases.push(fine(format!(
        "mkdir in{odd} && cd in{odd} && cp ../programs/bounds/bubble.c a.c && worstcase bound --no-files a.c"
    )));
    cases.extend(damaged_cache());
    cases
}

/// Every entry of a cache of its own, damaged; the program is compiled again.
fn damaged_cache() -> Vec<Case> {
    let damages = [
        ": > $i",
        "printf x > $i",
        "head -c 1000 $i > x && mv x $i",
        "head -c 100000 /dev/zero > $i",
        "head -c 100000 /dev/urandom > $i",
        "printf '\\0' | dd of=$i bs=1 seek=2000 conv=notrunc 2>/dev/null",
        "printf '\\377\\377' | dd of=$i bs=1 seek=60 conv=notrunc 2>/dev/null",
        "cat fine.wat >> $i",
        "rm $i; mkdir $i",
        "chmod 0 $i",
        "rm $i; ln -s $i $i",
    ];
    let case = |(number, damage): (usize, &str)| {
        let cache = format!("XDG_CACHE_HOME=$PWD/cache{number}");
        fine(format!(
            "export {cache}; {RUN} >/dev/null && for i in cache{number}/worstcase/*; do {damage}; done && {RUN}"
        ))
    };
    damages.into_iter().enumerate().map(case).collect()
}
