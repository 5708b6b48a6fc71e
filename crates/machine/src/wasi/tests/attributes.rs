//! Descriptors, files' attributes and preopened directories.

use crate::wasi::testing::*;
use crate::wasi::{Call, Errno, WasiConfig};

const DIRECTORY_TYPE: u8 = 3;
const FILE_TYPE: u8 = 4;

#[test]
fn libc_finds_one_directory_and_stops() {
    let mut world = World::empty();
    world.succeed(Call::FdPrestatGet, &[3, RESULT]);
    assert_eq!((world.u32(RESULT), world.u32(RESULT + 4)), (0, 1));
    world.succeed(Call::FdPrestatDirName, &[3, RESULT, 1]);
    assert_eq!(world.bytes(RESULT, 1), b"/");
    world.fail(Call::FdPrestatDirName, &[3, RESULT, 0], Errno::Nametoolong);
    world.fail(Call::FdPrestatGet, &[3, OUTSIDE], Errno::Fault);
    world.fail(Call::FdPrestatGet, &[4, RESULT], Errno::Badf);
    let fd = world.open(".", DIRECTORY, READ, 0);
    world.fail(Call::FdPrestatGet, &[fd, RESULT], Errno::Badf);
}

#[test]
fn streams_are_not_terminals() {
    let mut world = World::empty();
    for fd in 0..3 {
        world.succeed(Call::FdFdstatGet, &[fd, RESULT]);
        assert_eq!(world.bytes(RESULT, 1), [0]);
        world.succeed(Call::FdFilestatGet, &[fd, RESULT]);
        assert_eq!(world.bytes(RESULT, 64), [0; 64]);
    }
}

#[test]
fn attributes_of_descriptors() {
    let mut world = World::empty();
    let fd = world.open("a", CREATE, READ | WRITE, 1);
    world.succeed(Call::FdFdstatGet, &[fd, RESULT]);
    assert_eq!(world.bytes(RESULT, 4), [FILE_TYPE, 0, 1, 0]);
    assert_eq!(world.u64(RESULT + 8), READ | WRITE);
    world.fail(Call::FdFdstatSetRights, &[fd, READ | 1, 0], Errno::Notcapable);
    world.succeed(Call::FdFdstatSetRights, &[fd, READ, 0]);
    world.fail(Call::FdWrite, &[fd, BUFFERS, 0, RESULT], Errno::Badf);
    world.fail(Call::FdFdstatSetFlags, &[fd, 0x20], Errno::Inval);
    world.fail(Call::FdFdstatGet, &[fd, OUTSIDE], Errno::Fault);
    world.fail(Call::FdFdstatGet, &[9, RESULT], Errno::Badf);
    world.succeed(Call::FdFdstatGet, &[ROOT, RESULT]);
    assert_eq!(world.bytes(RESULT, 1), [DIRECTORY_TYPE]);
}

#[test]
fn attributes_of_files() {
    let mut world = World::with_files(&[("d/a", "abc")]);
    let stat = |world: &mut World<u8>, path: &str| {
        world.put(PATH, path.as_bytes());
        world.succeed(Call::PathFilestatGet, &[ROOT, 1, PATH, path.len() as u64, RESULT]);
        (world.bytes(RESULT + 16, 1)[0], world.u64(RESULT + 32))
    };
    assert_eq!(stat(&mut world, "d/a"), (FILE_TYPE, 3));
    let inode = world.u64(RESULT + 8);
    assert_eq!(stat(&mut world, "d"), (DIRECTORY_TYPE, 0));
    let fd = world.open("d/a", 0, READ, 0);
    world.succeed(Call::FdFilestatGet, &[fd, RESULT]);
    assert_eq!((world.u64(RESULT + 8), world.u64(RESULT + 32)), (inode, 3));
    world.put(PATH, b"nope");
    world.fail(Call::PathFilestatGet, &[ROOT, 1, PATH, 4, RESULT], Errno::Noent);
    world.fail(Call::PathFilestatGet, &[ROOT, 1, 0xfffe, 4, RESULT], Errno::Fault);
    world.fail(Call::PathFilestatGet, &[ROOT, 1, PATH, 5000, RESULT], Errno::Nametoolong);
    world.put(PATH, b"d/a\xff");
    world.fail(Call::PathFilestatGet, &[ROOT, 1, PATH, 4, RESULT], Errno::Ilseq);
    world.fail(Call::PathFilestatGet, &[1, 1, PATH, 3, RESULT], Errno::Notdir);
    world.fail(Call::PathFilestatGet, &[fd, 1, PATH, 3, RESULT], Errno::Notdir);
}

#[test]
fn sizes_change() {
    let mut world = World::with_files(&[("a", "abc")]);
    let fd = world.open("a", 0, READ | WRITE, 0);
    world.succeed(Call::FdFilestatSetSize, &[fd, 2]);
    world.succeed(Call::FdAllocate, &[fd, 2, 2]);
    world.succeed(Call::FdAllocate, &[fd, 0, 1]);
    assert_eq!(world.wasi.file("a"), Some(&b"ab\0\0"[..]));
    world.fail(Call::FdAllocate, &[fd, 0, 0], Errno::Inval);
    world.fail(Call::FdAllocate, &[fd, u64::MAX, 2], Errno::Fbig);
    world.fail(Call::FdFilestatSetSize, &[1, 2], Errno::Spipe);
    world.fail(Call::FdFilestatSetSize, &[ROOT, 2], Errno::Badf);
    world.succeed(Call::FdAdvise, &[fd, 0, 0, 5]);
    world.fail(Call::FdAdvise, &[fd, 0, 0, 6], Errno::Inval);
    let reader = world.open("a", 0, READ, 0);
    world.fail(Call::FdFilestatSetSize, &[reader, 0], Errno::Badf);
    world.succeed(Call::FdSync, &[fd]);
    world.succeed(Call::FdDatasync, &[fd]);
    world.fail(Call::FdSync, &[9], Errno::Badf);
}

#[test]
fn times_are_those_of_the_clock() {
    let mut world = World::new(WasiConfig {
        clock_start: 500,
        clock_step: 10,
        files: vec![("a".into(), b"".to_vec())],
        ..WasiConfig::default()
    });
    let fd = world.open("a", 0, READ | WRITE, 0);
    let times = |world: &mut World<u8>| {
        world.succeed(Call::FdFilestatGet, &[fd, RESULT]);
        [40, 48, 56].map(|offset| world.u64(RESULT + offset))
    };
    world.succeed(Call::ClockTimeGet, &[0, 0, RESULT]);
    assert_eq!(times(&mut world), [500; 3]);
    world.write(fd, "x");
    assert_eq!(times(&mut world), [500, 510, 510]);
    world.succeed(Call::FdFilestatSetTimes, &[fd, 7, 8, 1 | 8]);
    assert_eq!(times(&mut world), [7, 510, 510]);
    world.fail(Call::FdFilestatSetTimes, &[fd, 7, 8, 3], Errno::Inval);
    world.put(PATH, b"a");
    world.succeed(Call::PathFilestatSetTimes, &[ROOT, 1, PATH, 1, 1, 2, 1 | 4]);
    assert_eq!(times(&mut world), [1, 2, 510]);
}

#[test]
fn renumbering_replaces_a_descriptor() {
    let mut world = World::empty();
    let fd = world.open("out", CREATE, WRITE, 0);
    world.succeed(Call::FdRenumber, &[fd, 1]);
    world.write(1, "into the file");
    assert_eq!(world.wasi.file("out"), Some(&b"into the file"[..]));
    assert!(world.wasi.stdout().is_empty());
    world.fail(Call::FdRenumber, &[fd, 1], Errno::Badf);
    world.fail(Call::FdRenumber, &[1, 77], Errno::Badf);
}
