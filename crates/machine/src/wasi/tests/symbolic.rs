//! Bytes whose values are not known travel through the world without anyone asking for them.

use crate::wasi::testing::*;
use crate::wasi::{Call, Stdin, WasiConfig};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Symbol {
    Known(u8),
    Unknown(u32),
}

use Symbol::{Known, Unknown};

impl From<u8> for Symbol {
    fn from(byte: u8) -> Symbol {
        Known(byte)
    }
}

impl crate::wasi::Byte for Symbol {
    fn known(self) -> Option<u8> {
        match self {
            Known(byte) => Some(byte),
            Unknown(_) => None,
        }
    }
}

impl Cell for Symbol {
    fn value(self) -> u8 {
        match self {
            Known(byte) => byte,
            Unknown(_) => b'?',
        }
    }
}

#[test]
fn from_stdin_through_a_file_to_stdout() {
    let input = [Unknown(1), Known(b'-'), Unknown(2)];
    let mut world = World::new(WasiConfig { stdin: Stdin::Bytes(input.to_vec()), ..WasiConfig::default() });
    let fd = world.open("copy", CREATE, READ | WRITE, 0);
    let transfer = |world: &mut World<Symbol>, call, fd| world.succeed(call, &[fd, BUFFERS, 1, RESULT]);
    world.put_buffers(&[(DATA, 3)]);
    transfer(&mut world, Call::FdRead, 0);
    transfer(&mut world, Call::FdWrite, fd);
    world.put(DATA, b"...");
    world.seek(fd, 0, 0);
    transfer(&mut world, Call::FdRead, fd);
    assert_eq!(world.cells(DATA, 3), input);
    transfer(&mut world, Call::FdWrite, 1);
    assert_eq!(world.wasi.stdout(), input);
    assert_eq!(world.wasi.file("copy"), Some(&input[..]));
    assert!(world.memory.pinned.iter().all(|byte| matches!(byte, Known(_))));
}

#[test]
fn arguments_and_variables_may_be_unknown() {
    let mut world = World::new(WasiConfig {
        args: vec![vec![Unknown(1)]],
        env: vec![("A".into(), vec![Unknown(2)])],
        ..WasiConfig::default()
    });
    world.succeed(Call::ArgsGet, &[RESULT, DATA]);
    assert_eq!(world.cells(DATA, 2), [Unknown(1), Known(0)]);
    world.succeed(Call::EnvironGet, &[RESULT, DATA]);
    assert_eq!(world.cells(DATA, 4), [Known(b'A'), Known(b'='), Unknown(2), Known(0)]);
    assert!(world.memory.pinned.is_empty());
}

#[test]
fn a_path_is_pinned_since_it_has_to_be_understood() {
    let mut world =
        World::new(WasiConfig { files: vec![("?".into(), vec![Unknown(1)])], ..WasiConfig::default() });
    world.put_buffers(&[(PATH, 1)]);
    world.wasi.provide_stdin(vec![Unknown(9)]);
    world.succeed(Call::FdRead, &[0, BUFFERS, 1, RESULT]);
    world.succeed(Call::PathFilestatGet, &[ROOT, 1, PATH, 1, DATA]);
    assert_eq!(world.memory.pinned.last(), Some(&Unknown(9)));
}
