//! `poll_oneoff`: waiting, in a world where nothing has to be waited for.
//!
//! Files and streams are always ready. A clock is ready only if nothing else is or its time has come; then the
//! world's clock is moved on to it, so that a program that sleeps finds later that it has slept.

use super::Wasi;
use super::abi::{Byte, CHUNK, Guest, probe, rights, u32_at, u64_at};
use super::call::Args;
use super::descriptors::Resource;
use super::errno::{Errno, Interrupt};

/// The most subscriptions in one call: more than there are descriptors. POSIX has `EINVAL` for this.
const SUBSCRIPTIONS_MAX: u32 = CHUNK / SUBSCRIPTION_SIZE;

const SUBSCRIPTION_SIZE: u32 = 48;
const EVENT_SIZE: u32 = 32;

/// How much may be written at once, as far as a program can learn: the size of a pipe on Linux.
const WRITE_ROOM: u64 = 1 << 16;

#[derive(Clone, Copy)]
enum Wanted {
    /// The nanoseconds that are left, or an unknown clock.
    Clock(Result<u64, Errno>),
    Read(u32),
    Write(u32),
    Unknown,
}

struct Subscription {
    userdata: u64,
    kind: u8,
    wanted: Wanted,
}

impl<B: Byte> Wasi<B> {
    /// `poll_oneoff(subscriptions, events, count, happened)`
    pub(super) fn poll_oneoff<G: Guest<Byte = B>>(
        &mut self,
        args: Args,
        guest: &mut G,
    ) -> Result<(), Interrupt<B>> {
        let (address, count) = (args.u32(1), args.u32(2));
        if count == 0 || count > SUBSCRIPTIONS_MAX {
            return Err(Errno::Inval.into());
        }
        let records = guest.read_concrete(args.u32(0), count * SUBSCRIPTION_SIZE)?;
        let records = records.chunks_exact(SUBSCRIPTION_SIZE as usize);
        let subscriptions: Vec<Subscription> = records.map(|record| self.subscription(record)).collect();
        if subscriptions.iter().any(|each| self.reads_stdin(each)) && (self.stdin.is_none() || self.waits(1))
        {
            return Err(Interrupt::NeedStdin);
        }
        let wait = waiting_time(&subscriptions);
        let events = subscriptions.iter().filter_map(|each| self.event(each, wait));
        let events: Vec<u8> = events.flatten().collect();
        probe(guest, args.u32(3), 4)?;
        guest.write_concrete(address, &events)?;
        guest.write_u32(args.u32(3), events.len() as u32 / EVENT_SIZE)?;
        self.clock.advance(wait);
        Ok(())
    }

    fn subscription(&self, record: &[u8]) -> Subscription {
        let kind = record[8];
        let wanted = match kind {
            0 => Wanted::Clock(self.clock.read(u32_at(record, 16)).map(|now| {
                let (timeout, absolute) = (u64_at(record, 24), record[40] & 1 != 0);
                if absolute { timeout.saturating_sub(now) } else { timeout }
            })),
            1 => Wanted::Read(u32_at(record, 16)),
            2 => Wanted::Write(u32_at(record, 16)),
            _ => Wanted::Unknown,
        };
        Subscription { userdata: u64_at(record, 0), kind, wanted }
    }

    fn reads_stdin(&self, subscription: &Subscription) -> bool {
        let Wanted::Read(fd) = subscription.wanted else {
            return false;
        };
        self.descriptors.get(fd).is_ok_and(|descriptor| descriptor.resource == Resource::Stdin)
    }

    /// The event that a subscription leads to after waiting that long, if any.
    fn event(&self, subscription: &Subscription, wait: u64) -> Option<[u8; EVENT_SIZE as usize]> {
        let ready = match subscription.wanted {
            Wanted::Clock(Ok(left)) if left > wait => return None,
            Wanted::Clock(left) => left.map(|_| 0),
            Wanted::Read(fd) => self.readable(fd),
            Wanted::Write(fd) => self
                .descriptors
                .get(fd)
                .and_then(|descriptor| descriptor.require(rights::FD_WRITE))
                .map(|()| WRITE_ROOM),
            Wanted::Unknown => Err(Errno::Inval),
        };
        let mut event = [0; EVENT_SIZE as usize];
        event[..8].copy_from_slice(&subscription.userdata.to_le_bytes());
        event[10] = subscription.kind;
        match ready {
            Ok(bytes) => {
                event[16..24].copy_from_slice(&bytes.to_le_bytes());
                // "Hung up" at the end of stdin, as when the other end of a pipe is closed.
                event[24] = u8::from(bytes == 0 && self.reads_stdin(subscription));
            }
            Err(errno) => event[8..10].copy_from_slice(&errno.code().to_le_bytes()),
        }
        Some(event)
    }

    /// How many bytes can be read.
    fn readable(&self, fd: u32) -> Result<u64, Errno> {
        let descriptor = self.descriptors.get(fd)?;
        descriptor.require(rights::FD_READ)?;
        let size = match descriptor.resource {
            Resource::Stdin => return Ok(self.unread().len() as u64),
            Resource::Node(inode) => self.filesystem.node(inode).size(),
            Resource::Stdout | Resource::Stderr => return Err(Errno::Badf),
        };
        Ok(size.saturating_sub(descriptor.offset))
    }
}

/// Until the first clock is due, or no time at all if there is anything but clocks.
fn waiting_time(subscriptions: &[Subscription]) -> u64 {
    let left = subscriptions.iter().map(|subscription| match subscription.wanted {
        Wanted::Clock(Ok(left)) => left,
        _ => 0,
    });
    left.min().unwrap_or(0)
}
