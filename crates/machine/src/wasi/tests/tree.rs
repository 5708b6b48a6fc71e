//! Names: creating, listing, moving and removing.

use crate::wasi::testing::*;
use crate::wasi::{Call, Errno, Outcome};

#[track_caller]
fn check(world: &mut World<u8>, call: Call, path: &str, expected: Errno) {
    assert_eq!(world.at(call, path, &[]), Outcome::Return(expected), "{} {path}", call.name());
}

/// Renames below the root and returns what the program would see.
fn rename(world: &mut World<u8>, from: &str, to: &str) -> Errno {
    world.put(OTHER_PATH, to.as_bytes());
    match world.at(Call::PathRename, from, &[ROOT, OTHER_PATH, to.len() as u64]) {
        Outcome::Return(errno) => errno,
        other => panic!("{other:?}"),
    }
}

fn paths(world: &World<u8>) -> Vec<String> {
    world.wasi.files().map(|(path, _)| path).collect()
}

#[test]
fn opening() {
    let mut world = World::with_files(&[("a", "text"), ("d/b", "")]);
    for (path, oflags, rights, expected) in [
        ("nope", 0, READ, Errno::Noent),
        ("nope/x", CREATE, WRITE, Errno::Noent),
        ("a/x", CREATE, WRITE, Errno::Notdir),
        ("a", CREATE | EXCLUSIVE, WRITE, Errno::Exist),
        ("a", DIRECTORY, READ, Errno::Notdir),
        ("a/", 0, READ, Errno::Notdir),
        ("d", 0, WRITE, Errno::Isdir),
        ("d", TRUNCATE, READ, Errno::Isdir),
        ("new/", CREATE, WRITE, Errno::Isdir),
        ("../a", 0, READ, Errno::Notcapable),
        ("/a", 0, READ, Errno::Notcapable),
    ] {
        assert_eq!(world.try_open(path, oflags, rights, 0), Outcome::Return(expected), "{path} {oflags}");
    }
    let fd = world.open("./d/../a", 0, READ, 0);
    assert_eq!(world.read(fd, 10), "text");
    world.open("a", TRUNCATE, WRITE, 0);
    assert_eq!(world.wasi.file("a"), Some(&b""[..]));
    world.open("d", DIRECTORY, READ, 0);
    assert_eq!(world.try_open("a", 0, READ, 0x100), Outcome::Return(Errno::Inval));
    assert_eq!(paths(&world), ["/a", "/d/b"]);
    // A result that can't be stored creates nothing.
    world.put(PATH, b"new");
    world.fail(Call::PathOpen, &[ROOT, 1, PATH, 3, CREATE, WRITE, 0, 0, OUTSIDE], Errno::Fault);
    assert_eq!(world.wasi.file("new"), None);
}

#[test]
fn paths_are_relative_to_their_directory() {
    let mut world = World::with_files(&[("d/b", "text")]);
    let dir = world.open("d", DIRECTORY, READ, 0);
    world.put(PATH, b"../d/b");
    world.fail(Call::PathFilestatGet, &[dir, 1, PATH, 6, RESULT], Errno::Notcapable);
    world.succeed(Call::PathFilestatGet, &[dir, 1, PATH + 5, 1, RESULT]);
}

#[test]
fn directories_come_and_go() {
    let mut world = World::with_files(&[("a", "")]);
    let (create, remove) = (Call::PathCreateDirectory, Call::PathRemoveDirectory);
    check(&mut world, create, "d", Errno::Success);
    check(&mut world, create, "d/e/", Errno::Success);
    check(&mut world, create, "d", Errno::Exist);
    check(&mut world, create, "a", Errno::Exist);
    check(&mut world, create, ".", Errno::Exist);
    check(&mut world, create, "x/y", Errno::Noent);
    check(&mut world, remove, "d", Errno::Notempty);
    check(&mut world, remove, "a", Errno::Notdir);
    check(&mut world, remove, "x", Errno::Noent);
    check(&mut world, remove, ".", Errno::Inval);
    check(&mut world, Call::PathUnlinkFile, "d", Errno::Isdir);
    check(&mut world, Call::PathUnlinkFile, "x", Errno::Noent);
    check(&mut world, remove, "d/e", Errno::Success);
    check(&mut world, remove, "d", Errno::Success);
    check(&mut world, Call::PathUnlinkFile, "a", Errno::Success);
    assert_eq!(world.try_open("a", 0, READ, 0), Outcome::Return(Errno::Noent));
    world.fail(create, &[ROOT, OUTSIDE, 4], Errno::Fault);
}

#[test]
fn what_is_open_outlives_its_name() {
    let mut world = World::with_files(&[("a", "text")]);
    let fd = world.open("a", 0, READ | WRITE, 0);
    check(&mut world, Call::PathUnlinkFile, "a", Errno::Success);
    assert_eq!(world.read(fd, 10), "text");
    world.write(fd, "!");
    world.succeed(Call::FdClose, &[fd]);
    check(&mut world, Call::PathCreateDirectory, "d", Errno::Success);
    let dir = world.open("d", DIRECTORY, READ, 0);
    check(&mut world, Call::PathRemoveDirectory, "d", Errno::Success);
    world.put(PATH, b"x");
    world.fail(Call::PathCreateDirectory, &[dir, PATH, 1], Errno::Noent);
    world.succeed(Call::FdReaddir, &[dir, DATA, 100, 0, RESULT]);
}

#[test]
fn renaming() {
    let mut world = World::with_files(&[("a", "A"), ("b", "B"), ("d/x", "X"), ("e/y", "Y")]);
    check(&mut world, Call::PathCreateDirectory, "empty", Errno::Success);
    assert_eq!(rename(&mut world, "nope", "c"), Errno::Noent);
    assert_eq!(rename(&mut world, "a", "d"), Errno::Isdir);
    assert_eq!(rename(&mut world, "d", "a"), Errno::Notdir);
    assert_eq!(rename(&mut world, "d", "e"), Errno::Notempty);
    assert_eq!(rename(&mut world, "d", "d/x/"), Errno::Notdir);
    assert_eq!(rename(&mut world, "d", "d/sub"), Errno::Inval);
    assert_eq!(rename(&mut world, "d/.", "f"), Errno::Inval);
    assert_eq!(rename(&mut world, "a", "c/"), Errno::Notdir);
    assert_eq!(rename(&mut world, "a", "a"), Errno::Success);
    assert_eq!(rename(&mut world, "a", "b"), Errno::Success);
    assert_eq!(rename(&mut world, "d", "empty"), Errno::Success);
    assert_eq!(rename(&mut world, "empty", "e/d"), Errno::Success);
    assert_eq!(rename(&mut world, "e", "e/d/e"), Errno::Inval);
    assert_eq!(paths(&world), ["/b", "/e/d/x", "/e/y"]);
    assert_eq!(world.wasi.file("b"), Some(&b"A"[..]));
}

#[test]
fn links() {
    let mut world = World::with_files(&[("d/a", "text")]);
    world.put(PATH, b"d/a");
    world.put(OTHER_PATH, b"hard");
    world.succeed(Call::PathLink, &[ROOT, 0, PATH, 3, ROOT, OTHER_PATH, 4]);
    world.fail(Call::PathLink, &[ROOT, 0, PATH, 3, ROOT, OTHER_PATH, 4], Errno::Exist);
    world.fail(Call::PathLink, &[ROOT, 0, PATH, 1, ROOT, OTHER_PATH, 3], Errno::Perm);
    world.put(OTHER_PATH, b"soft");
    world.succeed(Call::PathSymlink, &[PATH, 3, ROOT, OTHER_PATH, 4]);
    world.fail(Call::PathSymlink, &[PATH, 3, ROOT, OTHER_PATH, 4], Errno::Exist);
    world.put(PATH, b"/abs");
    world.fail(Call::PathSymlink, &[PATH, 4, ROOT, OTHER_PATH, 3], Errno::Notcapable);
    world.succeed(Call::PathReadlink, &[ROOT, OTHER_PATH, 4, DATA, 2, RESULT]);
    assert_eq!((world.u32(RESULT), world.bytes(DATA, 3)), (2, b"d/\0".to_vec()));
    let fd = world.open("soft", 0, READ | WRITE, 0);
    world.write(fd, "T");
    assert_eq!(world.wasi.file("hard"), Some(&b"Text"[..]));
    check(&mut world, Call::PathUnlinkFile, "d/a", Errno::Success);
    assert_eq!(world.wasi.file("hard"), Some(&b"Text"[..]));
    assert_eq!(world.try_open("soft", 0, READ, 0), Outcome::Return(Errno::Noent));
    world.put(OTHER_PATH, b"hard");
    world.fail(Call::PathReadlink, &[ROOT, OTHER_PATH, 4, DATA, 2, RESULT], Errno::Inval);
}

/// Lists the way libc does: with a buffer of this size, resuming after the last entry that came whole.
fn list(world: &mut World<u8>, fd: u64, len: u64) -> Vec<String> {
    let (mut names, mut cookie) = (Vec::new(), 0);
    loop {
        world.succeed(Call::FdReaddir, &[fd, DATA, len, cookie, RESULT]);
        let used = u64::from(world.u32(RESULT));
        let (mut at, before) = (0, cookie);
        while at + 24 <= used {
            let name_len = u64::from(world.u32(DATA + at + 16));
            if at + 24 + name_len > used {
                break;
            }
            names.push(String::from_utf8(world.bytes(DATA + at + 24, name_len as usize)).unwrap());
            cookie = world.u64(DATA + at);
            at += 24 + name_len;
        }
        if used < len {
            return names;
        }
        assert_ne!(cookie, before, "a buffer of {len} holds at least one entry");
    }
}

#[test]
fn listing() {
    let mut world = World::with_files(&[("b", ""), ("a-file", ""), ("a/x", ""), ("long-enough-name", "")]);
    let expected = [".", "..", "a", "a-file", "b", "long-enough-name"];
    for len in [40, 41, 57, 64, 100, 4096] {
        assert_eq!(list(&mut world, ROOT, len), expected, "{len}");
    }
    world.succeed(Call::FdReaddir, &[ROOT, DATA, 100, 0, RESULT]);
    assert_eq!(world.bytes(DATA + 20, 1), [3]);
    world.succeed(Call::FdReaddir, &[ROOT, DATA, 0, 0, RESULT]);
    assert_eq!(world.u32(RESULT), 0);
    world.succeed(Call::FdReaddir, &[ROOT, DATA, 100, u64::MAX, RESULT]);
    assert_eq!(world.u32(RESULT), 0);
    world.fail(Call::FdReaddir, &[ROOT, OUTSIDE, 100, 0, RESULT], Errno::Fault);
    world.fail(Call::FdReaddir, &[ROOT, DATA, 100, 0, OUTSIDE], Errno::Fault);
    world.fail(Call::FdReaddir, &[1, DATA, 100, 0, RESULT], Errno::Notdir);
    let fd = world.open("b", 0, READ, 0);
    world.fail(Call::FdReaddir, &[fd, DATA, 100, 0, RESULT], Errno::Notdir);
}
