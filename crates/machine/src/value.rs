//! The seam between the interpreter and what its values are: numbers, or terms over the program's inputs.

use std::fmt::Debug;

use worstcase_program::{Binary, Load, Packed, Store, Unary};

use crate::stop::{Limit, Limits, Stop};

/// The result of an operation on values.
pub type Step<V, T> = Result<T, Stop<<V as Value>::Pause>>;

/// What a register holds. The interpreter is one text over this trait.
///
/// An operation that fails must not have had an effect: after a pause it is executed again.
pub trait Value: Copy + Default + Debug + 'static {
    /// Linear memory that holds such values' bytes.
    type Memory: Memory<Self>;
    /// What operations need beside their operands. The concrete machine needs nothing.
    type Context;
    /// What has to be settled before an operation on a symbolic value can go on: which way a conditional
    /// goes, which value an address has. No such thing exists for numbers, and then it costs nothing.
    type Pause: Debug;
    /// Whether operations can pause. Those that cannot are chained by the interpreter (see `interpret/hot.rs`).
    const PAUSES: bool = true;

    /// At least so many registers. Code writes each before it reads it.
    fn registers(count: usize) -> Vec<Self> {
        vec![Self::default(); count]
    }
    /// Registers that a machine does not need any more.
    fn give_back(_: Vec<Self>) {}
    /// The value with these bits; an `i32` has its upper half zero.
    fn from_bits(bits: u64) -> Self;
    /// The bits of a value, where nothing less will do.
    fn bits(self, context: &mut Self::Context) -> Step<Self, u64>;
    /// The bits of a value that is a number and not a term. Terms are not looked into.
    fn known(self) -> Option<u64> {
        None
    }
    /// Whether a value is not zero: decides a conditional.
    fn truth(self, context: &mut Self::Context) -> Step<Self, bool>;
    /// Which of the jumps of a `br_table` it selects, the last one being the default. Those with the same target
    /// need not be told apart.
    fn arm(self, context: &mut Self::Context, jumps: &[Packed]) -> Step<Self, u32>;
    /// A numeric operator on one operand.
    fn unary(context: &mut Self::Context, operator: Unary, a: Self) -> Step<Self, Self>;
    /// A numeric operator on two operands.
    fn binary(context: &mut Self::Context, operator: Binary, a: Self, b: Self) -> Step<Self, Self>;
    /// What the host could not know while it answered a call: the value of a symbolic byte.
    fn unsettled(_: &mut Self::Context) -> Option<Self::Pause> {
        None
    }
    /// The first value if the condition is not zero, else the second.
    fn select(context: &mut Self::Context, condition: Self, a: Self, b: Self) -> Step<Self, Self>;
}

/// Linear memory.
pub trait Memory<V: Value>: Sized {
    /// A byte of it.
    type Byte: crate::wasi::Byte;

    /// Memory of `pages` zero pages that may grow to `max`.
    fn new(pages: u32, max: Option<u32>) -> Self;
    /// Its size, in pages of 64 KiB.
    fn pages(&self) -> u32;
    /// The size that its type lets it grow to.
    fn max(&self) -> Option<u32>;
    /// Adds pages. The old size, or `None` if its type does not allow it; more than the limits allow stops the run.
    fn grow(&mut self, pages: u32, limits: &Limits) -> Step<V, Option<u32>>;

    /// Reads at `address + offset`.
    fn load(&mut self, context: &mut V::Context, operator: Load, address: V, offset: u32) -> Step<V, V>;
    /// Writes at `address + offset`.
    fn store(
        &mut self,
        context: &mut V::Context,
        operator: Store,
        address: V,
        offset: u32,
        value: V,
    ) -> Step<V, ()>;
    /// `memory.fill`.
    fn fill(&mut self, context: &mut V::Context, address: V, value: V, len: V) -> Step<V, ()>;
    /// `memory.copy`.
    fn copy(&mut self, context: &mut V::Context, dst: V, src: V, len: V) -> Step<V, ()>;
    /// `memory.init`: part of a data segment.
    fn init(&mut self, context: &mut V::Context, data: &[u8], dst: V, src: V, len: V) -> Step<V, ()>;

    /// The lowest byte of a value.
    fn low_byte(context: &mut V::Context, value: V) -> Self::Byte;
    /// So many bytes of a value, lowest first.
    fn low_bytes(context: &mut V::Context, value: V, count: u32) -> Vec<Self::Byte>;
    /// A byte as a value.
    fn extended(context: &mut V::Context, byte: Self::Byte) -> V;
    /// The value of a byte; a symbolic one is pinned.
    fn concrete(context: &mut V::Context, byte: Self::Byte) -> u8;
    /// Bytes for the host to look at.
    fn read(&self, address: u32, len: u32) -> Option<Vec<Self::Byte>>;
    /// Bytes that depend on nothing, for those who only watch. Terms are not looked into.
    fn known(&self, _address: u32, _len: u32) -> Option<Vec<u8>> {
        None
    }
    /// Bytes from the host.
    fn write(&mut self, address: u32, bytes: &[Self::Byte]) -> Option<()>;
}

/// The size of a page of linear memory.
pub const PAGE: usize = 1 << 16;

/// The most pages that 32-bit addresses can reach.
pub const MAX_PAGES: u32 = 1 << 16;

/// The size of a memory with so many pages more, if its type allows it and the limits do not forbid it.
pub(crate) fn grown(old: u32, pages: u32, max: Option<u32>, limits: &Limits) -> Result<Option<u32>, Limit> {
    match old.checked_add(pages) {
        Some(new) if new > max.unwrap_or(MAX_PAGES).min(MAX_PAGES) => Ok(None),
        Some(new) if new > limits.memory_pages => Err(Limit::Memory(limits.memory_pages)),
        new => Ok(new),
    }
}
