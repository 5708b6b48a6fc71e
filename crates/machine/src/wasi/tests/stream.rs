//! Standard streams that are pipes.

use crate::wasi::testing::*;
use crate::wasi::{Call, Outcome};

const READ_STDIN: [u64; 4] = [0, BUFFERS, 1, RESULT];

#[test]
fn a_read_waits_for_all_that_it_asks_for() {
    let mut world = World::empty();
    world.wasi.stream_stdin();
    world.put_buffers(&[(DATA, 4)]);
    assert_eq!(world.call(Call::FdRead, &READ_STDIN), Outcome::NeedStdin);
    world.wasi.feed_stdin(b"abc");
    assert_eq!(world.call(Call::FdRead, &READ_STDIN), Outcome::NeedStdin);
    assert_eq!((world.wasi.wanted(), world.wasi.unread()), (4, &b"abc"[..]));
    world.wasi.feed_stdin(b"defg");
    assert_eq!(world.read(0, 4), "abcd");
    assert_eq!((world.wasi.stdin_read(), world.wasi.unread()), (4, &b"efg"[..]));
    world.wasi.end_stdin();
    assert_eq!((world.read(0, 4), world.read(0, 4)), ("efg".into(), "".into()));
}

#[test]
fn what_was_read_is_dropped() {
    let mut world = World::empty();
    world.wasi.stream_stdin();
    let (mut fed, mut read) = (0u32, 0u32);
    for round in 0..1000 {
        let bytes: Vec<u8> = (0..777).map(|i| b'a' + ((fed + i) % 26) as u8).collect();
        world.wasi.feed_stdin(&bytes);
        fed += 777;
        while world.wasi.unread().len() > 500 + round % 7 {
            let text = world.read(0, 333);
            let expected: String = (0..333).map(|i| char::from(b'a' + ((read + i) % 26) as u8)).collect();
            assert_eq!(text, expected);
            read += 333;
        }
    }
    assert!(world.wasi.has_stdin());
    world.succeed(Call::FdClose, &[0]);
    assert!(!world.wasi.has_stdin());
    world.wasi.feed_stdin(b"nobody reads this");
}

#[test]
fn a_write_waits_until_there_is_room() {
    let mut world = World::empty();
    world.wasi.set_stdout_room(4);
    world.write(1, "abc");
    world.write(1, "def");
    let write = [1, BUFFERS, 1, RESULT];
    assert_eq!(world.call(Call::FdWrite, &write), Outcome::StdoutFull);
    // Nothing can always be written, and standard error is no pipe.
    world.write(1, "");
    world.write(2, "x");
    assert_eq!(world.wasi.take_stdout(), b"abcdef");
    world.write(1, "ghi");
    assert_eq!(world.wasi.take_stdout(), b"ghi");
    world.wasi.set_stdout_room(0);
    world.put_buffers(&[(DATA, 1)]);
    assert_eq!(world.call(Call::FdWrite, &write), Outcome::StdoutFull);
}
