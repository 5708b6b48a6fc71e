//! Waiting for descriptors and clocks.

use crate::wasi::testing::*;
use crate::wasi::{Call, Errno, Outcome, Stdin, WasiConfig};

const EVENTS: u64 = 0x6000;

/// A subscription: user data, kind, descriptor or clock, timeout, flags.
fn subscribe(world: &mut World<u8>, subscriptions: &[(u8, u32, u64, u8)]) {
    for (index, &(kind, subject, timeout, flags)) in subscriptions.iter().enumerate() {
        let mut record = [0; 48];
        record[0] = 100 + index as u8;
        record[8] = kind;
        record[16..20].copy_from_slice(&subject.to_le_bytes());
        record[24..32].copy_from_slice(&timeout.to_le_bytes());
        record[40] = flags;
        world.put(DATA + 48 * index as u64, &record);
    }
}

/// User data, errno, kind, bytes and flags of the events.
fn poll(world: &mut World<u8>, subscriptions: &[(u8, u32, u64, u8)]) -> Vec<(u64, u8, u8, u64, u8)> {
    subscribe(world, subscriptions);
    world.succeed(Call::PollOneoff, &[DATA, EVENTS, subscriptions.len() as u64, RESULT]);
    let events = u64::from(world.u32(RESULT));
    let at = |index| EVENTS + 32 * index;
    let event = |index| {
        let bytes = world.bytes(at(index), 32);
        (world.u64(at(index)), bytes[8], bytes[10], world.u64(at(index) + 16), bytes[24])
    };
    (0..events).map(event).collect()
}

fn world(stdin: Stdin<u8>) -> World<u8> {
    World::new(WasiConfig { stdin, clock_start: 1000, clock_step: 0, ..WasiConfig::default() })
}

#[test]
fn sleeping_moves_the_clock() {
    let mut world = world(Stdin::Bytes(Vec::new()));
    assert_eq!(poll(&mut world, &[(0, 1, 50, 0), (0, 1, 20, 0), (0, 0, 1020, 1)]).len(), 2);
    world.succeed(Call::ClockTimeGet, &[0, 0, RESULT]);
    assert_eq!(world.u64(RESULT), 1020);
    assert_eq!(poll(&mut world, &[(0, 9, 50, 0)]), [(100, Errno::Inval.code() as u8, 0, 0, 0)]);
}

#[test]
fn descriptors_are_ready_before_clocks() {
    let mut world = world(Stdin::Bytes(b"abc".to_vec()));
    let wanted = [(1, 0, 0, 0), (0, 1, 50, 0), (2, 1, 0, 0), (1, 9, 0, 0), (7, 0, 0, 0)];
    assert_eq!(
        poll(&mut world, &wanted),
        [(100, 0, 1, 3, 0), (102, 0, 2, 65536, 0), (103, 8, 1, 0, 0), (104, 28, 7, 0, 0)]
    );
    world.read(0, 10);
    assert_eq!(poll(&mut world, &[(1, 0, 0, 0)]), [(100, 0, 1, 0, 1)]);
}

#[test]
fn polling_asks_for_stdin() {
    let mut world = world(Stdin::OnDemand);
    assert_eq!(poll(&mut world, &[(2, 1, 0, 0)]).len(), 1);
    subscribe(&mut world, &[(0, 1, 50, 0), (1, 0, 0, 0)]);
    let args = [DATA, EVENTS, 2, RESULT];
    assert_eq!(world.call(Call::PollOneoff, &args), Outcome::NeedStdin);
    world.wasi.provide_stdin(b"x".to_vec());
    world.succeed(Call::PollOneoff, &args);
}

#[test]
fn impossible_polls_are_refused() {
    let mut world = world(Stdin::Bytes(Vec::new()));
    world.fail(Call::PollOneoff, &[DATA, EVENTS, 0, RESULT], Errno::Inval);
    world.fail(Call::PollOneoff, &[DATA, EVENTS, 0xffff_ffff, RESULT], Errno::Inval);
    world.fail(Call::PollOneoff, &[0xfff0, EVENTS, 1, RESULT], Errno::Fault);
    subscribe(&mut world, &[(0, 1, 50, 0)]);
    world.fail(Call::PollOneoff, &[DATA, OUTSIDE, 1, RESULT], Errno::Fault);
    world.fail(Call::PollOneoff, &[DATA, EVENTS, 1, OUTSIDE], Errno::Fault);
}
