//! Nothing that a guest does takes more of the host's memory than it was given.

use crate::wasi::testing::*;
use crate::wasi::{Call, Errno, Limit, Limits, Outcome, WasiConfig};

fn world() -> World<u8> {
    let limits = Limits { output_bytes: 10, file_bytes: 100, entries: 5, descriptors: 8 };
    World::new(WasiConfig { limits, files: vec![("big".into(), vec![7; 1000])], ..WasiConfig::default() })
}

#[test]
fn output_is_limited_over_both_streams() {
    let mut world = world();
    world.write(1, "123456");
    world.write(2, "789");
    world.put_buffers(&[(DATA, 2)]);
    assert_eq!(world.call(Call::FdWrite, &[1, BUFFERS, 1, RESULT]), Outcome::Limit(Limit::Output));
    assert_eq!(world.wasi.stdout(), b"123456");
}

#[test]
fn files_are_limited_in_sum() {
    let mut world = world();
    let full = Outcome::Limit(Limit::FileBytes);
    let a = world.open("a", CREATE, READ | WRITE, 0);
    let b = world.open("b", CREATE, READ | WRITE, 0);
    assert_eq!(world.call(Call::FdAllocate, &[a, 1 << 40, 1]), full);
    assert_eq!(world.call(Call::FdFilestatSetSize, &[a, 101]), full);
    world.fail(Call::FdFilestatSetSize, &[a, u64::MAX], Errno::Fbig);
    world.succeed(Call::FdFilestatSetSize, &[a, 60]);
    assert_eq!(world.call(Call::FdFilestatSetSize, &[b, 41]), full);
    world.seek(b, 1 << 50, 0);
    world.put_buffers(&[(DATA, 1)]);
    assert_eq!(world.call(Call::FdWrite, &[b, BUFFERS, 1, RESULT]), full);
    // What was given back can be used again, also that of the files of the start.
    world.succeed(Call::FdFilestatSetSize, &[a, 0]);
    world.succeed(Call::FdFilestatSetSize, &[b, 100]);
    world.succeed(Call::FdClose, &[b]);
    assert_eq!(world.at(Call::PathUnlinkFile, "b", &[]), Outcome::Return(Errno::Success));
    assert_eq!(world.at(Call::PathUnlinkFile, "big", &[]), Outcome::Return(Errno::Success));
    world.succeed(Call::FdFilestatSetSize, &[a, 1100]);
}

#[test]
fn names_are_limited() {
    let mut world = world();
    for name in ["a", "b", "c", "d", "e"] {
        assert_eq!(world.at(Call::PathCreateDirectory, name, &[]), Outcome::Return(Errno::Success));
    }
    let full = Outcome::Limit(Limit::Entries);
    assert_eq!(world.at(Call::PathCreateDirectory, "f", &[]), full);
    assert_eq!(world.try_open("f", CREATE, WRITE, 0), full);
    world.put(PATH, b"big");
    world.put(OTHER_PATH, b"f");
    assert_eq!(world.call(Call::PathLink, &[ROOT, 0, PATH, 3, ROOT, OTHER_PATH, 1]), full);
    assert_eq!(world.at(Call::PathRemoveDirectory, "a", &[]), Outcome::Return(Errno::Success));
    assert_eq!(world.at(Call::PathCreateDirectory, "f", &[]), Outcome::Return(Errno::Success));
    assert_eq!(world.at(Call::PathRename, "big", &[ROOT, OTHER_PATH, 1]), Outcome::Return(Errno::Isdir));
}

#[test]
fn descriptors_are_limited() {
    let mut world = world();
    for _ in 4..8 {
        world.open("big", 0, READ, 0);
    }
    assert_eq!(world.try_open("big", 0, READ, 0), Outcome::Return(Errno::Mfile));
    assert_eq!(world.try_open("new", CREATE, READ, 0), Outcome::Return(Errno::Mfile));
    assert_eq!(world.wasi.file("new"), None);
}

#[test]
fn buffer_lists_are_limited() {
    let mut world = world();
    let fd = world.open("big", 0, READ | WRITE, 0);
    for call in [Call::FdRead, Call::FdWrite] {
        world.fail(call, &[fd, BUFFERS, 0xffff_ffff, RESULT], Errno::Inval);
        world.put_buffers(&[(0, 0x7fff_ffff), (0, 1)]);
        world.fail(call, &[fd, BUFFERS, 2, RESULT], Errno::Inval);
    }
}

#[test]
fn forks_do_not_see_each_other() {
    let mut world = world();
    let fd = world.open("a", CREATE, READ | WRITE, 0);
    world.write(fd, "both");
    let fork = world.wasi.clone();
    world.write(fd, "mine");
    world.write(1, "mine");
    assert_eq!(world.at(Call::PathUnlinkFile, "big", &[]), Outcome::Return(Errno::Success));
    assert_eq!((fork.file("a"), fork.stdout()), (Some(&b"both"[..]), &b""[..]));
    assert!(fork.file("big").is_some());
    world.wasi = fork;
    world.write(fd, "!");
    assert_eq!(world.wasi.file("a"), Some(&b"both!"[..]));
}
