//! The calls as a program makes them, a file per family.

mod attributes;
mod limits;
mod poll;
mod stream;
mod symbolic;
mod transfer;
mod tree;

use super::testing::World;
use super::{Call, Errno, Outcome};

#[test]
fn processes_and_sockets() {
    let mut world = World::empty();
    assert_eq!(world.call(Call::ProcExit, &[42]), Outcome::Exit(42));
    world.fail(Call::ProcRaise, &[6], Errno::Notsup);
    world.succeed(Call::SchedYield, &[]);
    world.fail(Call::SockAccept, &[1, 0, 0], Errno::Notsock);
    world.fail(Call::SockRecv, &[9, 0, 0, 0, 0, 0], Errno::Badf);
    world.fail(Call::SockSend, &[3, 0, 0, 0, 0], Errno::Notsock);
    world.fail(Call::SockShutdown, &[0, 3], Errno::Notsock);
}

/// Whatever the arguments, a call answers; a guest can pass anything.
#[test]
fn no_arguments_make_a_call_panic() {
    let values = [0, 1, 3, 4, 0x100, 0xfff8, 0x1_0000, 0x7fff_ffff, 0xffff_ffff, i64::MAX as u64, u64::MAX];
    let mut state: u64 = 1;
    for round in 0..20_000 {
        let mut world = World::with_files(&[("a", "text"), ("d/b", "")]);
        for _ in 0..4 {
            let mut draw = |count: usize| {
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                (state >> 33) as usize % count
            };
            let call = Call::ALL[draw(Call::ALL.len())];
            let args: Vec<u64> = call.func_type().params.iter().map(|_| values[draw(values.len())]).collect();
            world.put(0, [&b"a"[..], b"d/b", b"..", b"x"][round % 4]);
            world.call(call, &args);
        }
    }
}
