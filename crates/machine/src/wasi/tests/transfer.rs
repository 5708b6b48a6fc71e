//! Reading, writing and seeking.

use crate::wasi::testing::*;
use crate::wasi::{Call, Errno, Outcome, Stdin, WasiConfig};

const APPEND: u64 = 1;

#[test]
fn a_file_is_written_and_read_back() {
    let mut world = World::empty();
    let fd = world.open("notes.txt", CREATE, READ | WRITE, 0);
    assert_eq!(fd, 4);
    world.write(fd, "hello world");
    assert_eq!(world.seek(fd, -5, 2), 6);
    assert_eq!(world.read(fd, 3), "wor");
    assert_eq!(world.read(fd, 100), "ld");
    assert_eq!(world.read(fd, 100), "");
    world.succeed(Call::FdTell, &[fd, RESULT]);
    assert_eq!(world.u64(RESULT), 11);
    assert_eq!(world.wasi.file("/notes.txt"), Some(&b"hello world"[..]));
    assert_eq!(world.wasi.file("other"), None);
}

#[test]
fn scattered_buffers_are_one_stream() {
    let mut world = World::with_files(&[("a", "abcdef")]);
    let fd = world.open("a", 0, READ | WRITE, 0);
    world.put_buffers(&[(DATA, 2), (0, 0), (DATA + 100, 3)]);
    world.succeed(Call::FdRead, &[fd, BUFFERS, 3, RESULT]);
    assert_eq!(world.u32(RESULT), 5);
    assert_eq!((world.bytes(DATA, 3), world.bytes(DATA + 100, 3)), (b"ab\0".to_vec(), b"cde".to_vec()));
    world.seek(fd, 0, 0);
    world.succeed(Call::FdWrite, &[fd, BUFFERS, 3, RESULT]);
    assert_eq!(world.wasi.file("a"), Some(&b"abcdef"[..]));
}

#[test]
fn positioned_transfers_leave_the_offset_alone() {
    let mut world = World::with_files(&[("a", "abcdef")]);
    let fd = world.open("a", 0, READ | WRITE, 0);
    world.put_buffers(&[(DATA, 2)]);
    world.succeed(Call::FdPread, &[fd, BUFFERS, 1, 3, RESULT]);
    assert_eq!(world.bytes(DATA, 2), b"de");
    world.succeed(Call::FdPwrite, &[fd, BUFFERS, 1, 0, RESULT]);
    assert_eq!(world.read(fd, 10), "decdef");
    world.succeed(Call::FdPread, &[fd, BUFFERS, 1, u64::MAX, RESULT]);
    assert_eq!(world.u32(RESULT), 0);
    world.fail(Call::FdPwrite, &[fd, BUFFERS, 1, u64::MAX, RESULT], Errno::Fbig);
    world.fail(Call::FdPread, &[0, BUFFERS, 1, 0, RESULT], Errno::Spipe);
    world.fail(Call::FdPwrite, &[1, BUFFERS, 1, 0, RESULT], Errno::Spipe);
}

#[test]
fn seeking_beyond_the_end_leaves_zeros() {
    let mut world = World::with_files(&[("a", "ab")]);
    let fd = world.open("a", 0, READ | WRITE, 0);
    assert_eq!(world.seek(fd, 3, 2), 5);
    assert_eq!(world.read(fd, 1), "");
    assert_eq!(world.wasi.file("a"), Some(&b"ab"[..]));
    world.write(fd, "x");
    assert_eq!(world.wasi.file("a"), Some(&b"ab\0\0\0x"[..]));
    assert_eq!(world.seek(fd, -6, 1), 0);
    world.fail(Call::FdSeek, &[fd, -1i64 as u64, 1, RESULT], Errno::Inval);
    world.fail(Call::FdSeek, &[fd, 0, 3, RESULT], Errno::Inval);
    world.seek(fd, i64::MAX, 0);
    world.fail(Call::FdSeek, &[fd, 1, 1, RESULT], Errno::Overflow);
}

#[test]
fn appending_ignores_the_offset() {
    let mut world = World::with_files(&[("log", "one\n")]);
    let fd = world.open("log", 0, READ | WRITE, APPEND);
    world.write(fd, "two\n");
    world.seek(fd, 0, 0);
    world.write(fd, "three\n");
    assert_eq!(world.wasi.file("log"), Some(&b"one\ntwo\nthree\n"[..]));
    world.succeed(Call::FdFdstatSetFlags, &[fd, 0]);
    world.seek(fd, 0, 0);
    world.write(fd, "ONE");
    assert_eq!(world.wasi.file("log"), Some(&b"ONE\ntwo\nthree\n"[..]));
}

#[test]
fn streams_are_collected_apart() {
    let mut world =
        World::new(WasiConfig { stdin: Stdin::Bytes(b"12\n34\n".to_vec()), ..WasiConfig::default() });
    assert_eq!(world.read(0, 3), "12\n");
    world.write(1, "out");
    world.write(2, "err");
    world.write(1, "put");
    assert_eq!(world.read(0, 10), "34\n");
    assert_eq!(world.read(0, 10), "");
    assert_eq!((world.wasi.stdout(), world.wasi.stderr()), (&b"output"[..], &b"err"[..]));
    world.fail(Call::FdRead, &[1, BUFFERS, 1, RESULT], Errno::Badf);
    world.fail(Call::FdWrite, &[0, BUFFERS, 1, RESULT], Errno::Badf);
    world.fail(Call::FdSeek, &[1, 0, 0, RESULT], Errno::Spipe);
    world.fail(Call::FdTell, &[0, RESULT], Errno::Spipe);
}

#[test]
fn stdin_is_asked_for_once_and_only_when_needed() {
    let mut world = World::new(WasiConfig { stdin: Stdin::OnDemand, ..WasiConfig::default() });
    world.write(1, "prompt");
    world.succeed(Call::FdFdstatGet, &[0, RESULT]);
    world.put_buffers(&[(DATA, 10)]);
    let read = [0, BUFFERS, 1, RESULT];
    assert_eq!(world.call(Call::FdRead, &read), Outcome::NeedStdin);
    assert_eq!(world.call(Call::FdRead, &read), Outcome::NeedStdin);
    assert!(world.memory.pinned.iter().all(|&byte| byte != 10), "nothing was looked at");
    world.wasi.provide_stdin(b"yes".to_vec());
    assert_eq!(world.read(0, 10), "yes");
    assert_eq!(world.read(0, 10), "");
}

#[test]
fn directories_and_closed_descriptors_refuse() {
    let mut world = World::empty();
    world.fail(Call::FdRead, &[ROOT, BUFFERS, 1, RESULT], Errno::Isdir);
    world.fail(Call::FdWrite, &[ROOT, BUFFERS, 1, RESULT], Errno::Badf);
    world.fail(Call::FdSeek, &[ROOT, 0, 0, RESULT], Errno::Badf);
    let fd = world.open("a", CREATE, WRITE, 0);
    world.fail(Call::FdRead, &[fd, BUFFERS, 1, RESULT], Errno::Badf);
    world.succeed(Call::FdClose, &[fd]);
    for call in [Call::FdRead, Call::FdWrite] {
        world.fail(call, &[fd, BUFFERS, 1, RESULT], Errno::Badf);
    }
    world.fail(Call::FdClose, &[fd], Errno::Badf);
    world.fail(Call::FdTell, &[0xffff_ffff, RESULT], Errno::Badf);
}

#[test]
fn faults_change_nothing() {
    let mut world = World::with_files(&[("a", "abcdef")]);
    let fd = world.open("a", 0, READ | WRITE, 0);
    world.put_buffers(&[(DATA, 4)]);
    for call in [Call::FdRead, Call::FdWrite] {
        world.fail(call, &[fd, BUFFERS, 1, OUTSIDE], Errno::Fault);
        world.fail(call, &[fd, 0xfff0, 3, RESULT], Errno::Fault);
    }
    world.put_buffers(&[(0xffff, 4)]);
    for call in [Call::FdRead, Call::FdWrite] {
        world.fail(call, &[fd, BUFFERS, 1, RESULT], Errno::Fault);
    }
    world.fail(Call::FdSeek, &[fd, 3, 0, OUTSIDE], Errno::Fault);
    assert_eq!(world.read(fd, 10), "abcdef");
    // Half a transfer is reported as such.
    world.seek(fd, 0, 0);
    world.put_buffers(&[(DATA, 2), (0xffff, 4)]);
    world.succeed(Call::FdRead, &[fd, BUFFERS, 2, RESULT]);
    assert_eq!(world.u32(RESULT), 2);
    world.succeed(Call::FdWrite, &[fd, BUFFERS, 2, RESULT]);
    assert_eq!(world.u32(RESULT), 2);
    assert_eq!(world.wasi.file("a"), Some(&b"ababef"[..]));
}
