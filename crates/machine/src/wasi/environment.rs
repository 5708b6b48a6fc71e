//! Arguments, environment variables, clocks and random numbers: what a program can learn without a descriptor.

use super::Wasi;
use super::abi::{Buffer, Byte, Fault, Guest, probe};
use super::call::Args;
use super::errno::{Errno, Interrupt};
use crate::random::SplitMix;

/// All clocks are one: it moves on by a fixed step whenever it is looked at, and by as much as a program sleeps.
#[derive(Clone, Debug)]
pub(super) struct Clock {
    start: u64,
    step: u64,
    elapsed: u64,
}

/// The clock that knows the date; the others (monotonic, process, thread) count from the start.
const REALTIME: u32 = 0;
const CLOCKS: u32 = 4;

impl Clock {
    pub(super) fn new(start: u64, step: u64) -> Clock {
        Clock { start, step, elapsed: 0 }
    }

    /// The date, in nanoseconds since 1970, for the times of files. This does not count as a look at the clock.
    pub(super) fn now(&self) -> u64 {
        self.start.saturating_add(self.elapsed)
    }

    pub(super) fn read(&self, id: u32) -> Result<u64, Errno> {
        match id {
            REALTIME => Ok(self.now()),
            id if id < CLOCKS => Ok(self.elapsed),
            _ => Err(Errno::Inval),
        }
    }

    pub(super) fn advance(&mut self, nanoseconds: u64) {
        self.elapsed = self.elapsed.saturating_add(nanoseconds);
    }
}

/// Where the world's random numbers come from.
#[derive(Clone, Debug)]
pub(super) struct Random(SplitMix);

impl Random {
    pub(super) fn new(seed: u64) -> Random {
        Random(SplitMix(seed))
    }

    fn bytes(&mut self, len: u32) -> Vec<u8> {
        let words = len.div_ceil(8);
        let mut bytes: Vec<u8> = (0..words).flat_map(|_| self.0.next_bits().to_le_bytes()).collect();
        bytes.truncate(len as usize);
        bytes
    }
}

impl<B: Byte> Wasi<B> {
    /// `clock_res_get(id, resolution)`
    pub(super) fn clock_res_get<G: Guest<Byte = B>>(
        &mut self,
        args: Args,
        guest: &mut G,
    ) -> Result<(), Interrupt<B>> {
        self.clock.read(args.u32(0))?;
        Ok(guest.write_u64(args.u32(1), self.clock.step.max(1))?)
    }

    /// `clock_time_get(id, precision, time)`
    pub(super) fn clock_time_get<G: Guest<Byte = B>>(
        &mut self,
        args: Args,
        guest: &mut G,
    ) -> Result<(), Interrupt<B>> {
        let time = self.clock.read(args.u32(0))?;
        guest.write_u64(args.u32(2), time)?;
        self.clock.advance(self.clock.step);
        Ok(())
    }

    /// `random_get(buffer, len)`
    pub(super) fn random_get<G: Guest<Byte = B>>(
        &mut self,
        args: Args,
        guest: &mut G,
    ) -> Result<(), Interrupt<B>> {
        for chunk in (Buffer { address: args.u32(0), len: args.u32(1) }).chunks() {
            let chunk = chunk?;
            probe(guest, chunk.address, chunk.len)?;
            guest.write_concrete(chunk.address, &self.random.bytes(chunk.len))?;
        }
        Ok(())
    }
}

/// `args_sizes_get(count, bytes)` and `environ_sizes_get(count, bytes)`
pub(super) fn write_sizes<G: Guest>(
    strings: &[Vec<G::Byte>],
    args: Args,
    guest: &mut G,
) -> Result<(), Interrupt<G::Byte>> {
    let count = u32::try_from(strings.len()).map_err(|_| Errno::Overflow)?;
    let bytes = u32::try_from(strings.iter().map(Vec::len).sum::<usize>()).map_err(|_| Errno::Overflow)?;
    guest.write_u32(args.u32(0), count)?;
    Ok(guest.write_u32(args.u32(1), bytes)?)
}

/// `args_get(pointers, bytes)` and `environ_get(pointers, bytes)`
pub(super) fn write_strings<G: Guest>(
    strings: &[Vec<G::Byte>],
    args: Args,
    guest: &mut G,
) -> Result<(), Interrupt<G::Byte>> {
    let (mut pointer, mut address) = (args.u32(0), args.u32(1));
    for string in strings {
        let len = u32::try_from(string.len()).map_err(|_| Errno::Overflow)?;
        guest.write(address, string)?;
        guest.write_u32(pointer, address)?;
        address = address.checked_add(len).ok_or(Fault { address, len })?;
        pointer = pointer.checked_add(4).ok_or(Fault { address: pointer, len: 4 })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wasi::testing::World;
    use crate::wasi::{Call, WasiConfig};

    #[test]
    fn arguments_and_variables_are_c_strings() {
        let mut world = World::new(WasiConfig {
            args: vec![b"prog".to_vec(), b"-v".to_vec()],
            env: vec![("HOME".into(), b"/".to_vec())],
            ..WasiConfig::default()
        });
        world.succeed(Call::ArgsSizesGet, &[0, 4]);
        assert_eq!((world.u32(0), world.u32(4)), (2, 8));
        world.succeed(Call::ArgsGet, &[16, 32]);
        assert_eq!((world.u32(16), world.u32(20)), (32, 37));
        assert_eq!(world.bytes(32, 8), b"prog\0-v\0");
        world.succeed(Call::EnvironSizesGet, &[0, 4]);
        assert_eq!((world.u32(0), world.u32(4)), (1, 7));
        world.succeed(Call::EnvironGet, &[16, 32]);
        assert_eq!(world.bytes(32, 7), b"HOME=/\0");
        world.fail(Call::ArgsGet, &[0xffff_fffc, 32], Errno::Fault);
        world.fail(Call::ArgsGet, &[0, 0xffff_fffc], Errno::Fault);
        world.fail(Call::EnvironSizesGet, &[0, 0xffff_fffc], Errno::Fault);
    }

    #[test]
    fn clocks_advance_by_a_fixed_step() {
        let mut world =
            World::new(WasiConfig { clock_start: 1000, clock_step: 7, ..WasiConfig::<u8>::default() });
        for (clock, expected) in [(0, 1000), (0, 1007), (1, 14), (3, 21)] {
            world.succeed(Call::ClockTimeGet, &[clock, 0, 8]);
            assert_eq!(world.u64(8), expected);
        }
        world.succeed(Call::ClockResGet, &[1, 8]);
        assert_eq!(world.u64(8), 7);
        world.fail(Call::ClockTimeGet, &[4, 0, 8], Errno::Inval);
        world.fail(Call::ClockResGet, &[4, 8], Errno::Inval);
        world.fail(Call::ClockTimeGet, &[0, 0, 0xffff_ffff], Errno::Fault);
    }

    #[test]
    fn random_numbers_follow_the_seed() {
        let draw = |random_seed| {
            let mut world = World::new(WasiConfig { random_seed, ..WasiConfig::<u8>::default() });
            world.succeed(Call::RandomGet, &[0, 13]);
            world.bytes(0, 14)
        };
        assert_eq!(draw(1), draw(1));
        assert_ne!(draw(1), draw(2));
        assert_eq!(draw(1)[13], 0);
        World::empty().fail(Call::RandomGet, &[0, 0xffff_ffff], Errno::Fault);
    }
}
