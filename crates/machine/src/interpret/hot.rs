//! The hot operations: each is a function of its own that ends by calling the next one's.
//!
//! A call in that position needs no return, and optimising compilers make it a jump (a sibling call). So every
//! operation has a dispatch of its own, which processors predict far better than one that all share, and the
//! state of the loop stays in machine registers without a compiler having to find out. What that brought against
//! one big `match` is in ARCHITECTURE.md.
//!
//! Rust does not promise that such calls become jumps. So a chain is short: it is broken off at the first jump after
//! [`SLICE`] instructions, and at the next [`Op::Breath`] in code without jumps. A compiler that surprises us then
//! costs some stack and some speed, and no more. Without optimisation, or on processors where nobody has looked,
//! operations return to a loop instead: see [`CHAINED`].

use worstcase_program::{Binary, Load, Op, Store, Unary, numeric_operators};

use crate::machine::{Global, Instance, WINDOW};
use crate::observe::Observer;
use crate::stop::{Stop, Trap};
use crate::value::{Memory, Step, Value};

/// Whether operations call the next one.
const CHAINED: bool = cfg!(all(optimised, any(target_arch = "x86_64", target_arch = "aarch64")));

/// After so many instructions a chain is broken off at the next jump.
const SLICE: i64 = 1 << 12;

/// Why a chain of hot operations ended. The operation where it ended has not been executed.
pub(super) enum Why<P> {
    /// The next operation is none of these.
    Other,
    /// It was long enough.
    Slice,
    /// The next operation cannot be executed.
    Stop(Stop<P>),
}

/// What hot operations share, beyond what they pass on in machine registers.
pub(super) struct Hot<'a, V: Value, O> {
    pub context: &'a mut V::Context,
    pub globals: &'a mut [Global<V>],
    pub instance: &'a Instance<V>,
    pub code: &'a [Op],
    pub observer: &'a mut O,
    pub current: u32,
    pub executed: i64,
    pub conditionals: u64,
    /// When `executed` exceeds this, the chain is broken off.
    pub come_back: i64,
    pub max_executed: i64,
    pub why: Why<V::Pause>,
}

/// Executes an operation and what follows it; returns what is left of the code where the chain ends.
type Handler<V, O> =
    for<'a> fn(&mut Hot<'a, V, O>, &'a Op, &'a [Op], &mut [V; WINDOW], &mut <V as Value>::Memory) -> &'a [Op];

impl<'a, V: Value, O: Observer> Hot<'a, V, O> {
    /// Executes hot operations until there is a reason not to.
    pub(super) fn run(&mut self, rest: &'a [Op], regs: &mut [V; WINDOW], memory: &mut V::Memory) -> &'a [Op] {
        self.come_back = self.max_executed.min(self.executed.saturating_add(SLICE));
        let mut rest = rest;
        loop {
            let (op, after) = rest.split_first().expect("code never runs past its end");
            rest = handler::<V, O>(op)(self, op, after, regs, memory);
            if CHAINED && !V::PAUSES {
                return rest;
            }
            // Without chaining, handlers come back after every operation with `Slice`.
            if !matches!(self.why, Why::Slice) || self.executed > self.come_back {
                return rest;
            }
        }
    }

    /// The position of the operation before `rest`.
    fn at(&self, rest: &[Op]) -> usize {
        self.code.len() - rest.len() - 1
    }

    /// Ends the chain before the operation that was just fetched.
    #[cold]
    fn stop(&mut self, stop: Stop<V::Pause>, rest: &[Op]) -> &'a [Op] {
        self.why = Why::Stop(stop);
        &self.code[self.at(rest)..]
    }

    /// Takes a jump: what is left of the code from its target on.
    #[inline(always)]
    fn jump(&mut self, target: u32, executed: i32) -> &'a [Op] {
        self.executed += i64::from(executed);
        &self.code[target as usize..]
    }

    /// Decides a conditional: what is left of the code after it.
    #[inline(always)]
    fn branch(&mut self, holds: bool, target: u32, executed: i32, rest: &'a [Op]) -> &'a [Op] {
        self.decided(u32::from(holds), rest);
        if holds { self.jump(target, executed) } else { rest }
    }

    #[inline(always)]
    fn decided(&mut self, choice: u32, rest: &[Op]) {
        self.conditionals += 1;
        if O::WATCHES {
            self.observer.decision(self.current as usize, self.at(rest) as u32, choice);
        }
    }
}

/// Defines what an operation does, given its fields: what is left of the code after it.
macro_rules! step {
    ($name:ident { $($field:ident),* } |$hot:ident, $rest:ident, $regs:ident, $memory:ident| $body:expr) => {
        #[inline(always)]
        #[allow(unused_variables)]
        pub(super) fn $name<'a, V: Value, O: Observer>(
            $hot: &mut Hot<'a, V, O>,
            op: &'a Op,
            $rest: &'a [Op],
            $regs: &mut [V; WINDOW],
            $memory: &mut V::Memory,
        ) -> Step<V, &'a [Op]> {
            // Never taken: operations are dispatched by what they are. To panic here would cost a stack frame.
            let &Op::$name { $($field),* } = op else { return Err(Trap::Unreachable.into()) };
            Ok($body)
        }
    };
}

macro_rules! steps {
    (
        unary [$($unary:ident)*]
        binary [$($binary:ident)*]
        compare [$($compare:ident $branch:ident $negated:ident $step:ident $add:ident,)*]
        load [$($load:ident $load_at:ident,)*]
        store [$($store:ident $store_at:ident,)*]
    ) => {
        /// What each hot operation does.
        #[allow(non_snake_case)]
        mod steps {
            use super::*;

            $(step!($unary { dst, a } |hot, rest, regs, memory| {
                regs[dst as usize] = V::unary(hot.context, Unary::$unary, regs[a as usize])?;
                rest
            });)*
            $(step!($binary { dst, a, b } |hot, rest, regs, memory| {
                regs[dst as usize] =
                    V::binary(hot.context, Binary::$binary, regs[a as usize], regs[b as usize])?;
                rest
            });)*
            $(step!($compare { dst, a, b } |hot, rest, regs, memory| {
                regs[dst as usize] =
                    V::binary(hot.context, Binary::$compare, regs[a as usize], regs[b as usize])?;
                rest
            });)*
            $(step!($branch { a, b, target, executed } |hot, rest, regs, memory| {
                let holds = V::binary(hot.context, Binary::$compare, regs[a as usize], regs[b as usize])?;
                let holds = holds.truth(hot.context)?;
                hot.branch(holds, target, executed, rest)
            });)*
            $(step!($load { dst, address, offset } |hot, rest, regs, memory| {
                regs[dst as usize] = memory.load(hot.context, Load::$load, regs[address as usize], offset)?;
                rest
            });)*
            $(step!($store { address, value, offset } |hot, rest, regs, memory| {
                let (address, value) = (regs[address as usize], regs[value as usize]);
                memory.store(hot.context, Store::$store, address, offset, value)?;
                rest
            });)*
            $(step!($step { a, by, b, target, executed } |hot, rest, regs, memory| {
                let sum = V::binary(hot.context, Binary::$add, regs[a as usize], regs[by as usize])?;
                // The sum is written only when the branch is decided, for the operation may be executed again.
                let limit = if b == a { sum } else { regs[b as usize] };
                let holds = V::binary(hot.context, Binary::$compare, sum, limit)?;
                let holds = holds.truth(hot.context)?;
                regs[a as usize] = sum;
                hot.branch(holds, target, executed, rest)
            });)*
            $(step!($load_at { dst, a, b, offset } |hot, rest, regs, memory| {
                let address = V::binary(hot.context, Binary::I32Add, regs[a as usize], regs[b as usize])?;
                regs[dst as usize] = memory.load(hot.context, Load::$load, address, offset)?;
                rest
            });)*
            $(step!($store_at { a, b, value, offset } |hot, rest, regs, memory| {
                let address = V::binary(hot.context, Binary::I32Add, regs[a as usize], regs[b as usize])?;
                memory.store(hot.context, Store::$store, address, offset, regs[value as usize])?;
                rest
            });)*
            step!(Copy { dst, src } |hot, rest, regs, memory| {
                regs[dst as usize] = regs[src as usize];
                rest
            });
            step!(Copies { dst, src, then_dst, then_src } |hot, rest, regs, memory| {
                regs[dst as usize] = regs[src as usize];
                regs[then_dst as usize] = regs[then_src as usize];
                rest
            });
            step!(Const { dst, bits } |hot, rest, regs, memory| {
                regs[dst as usize] = V::from_bits(bits);
                rest
            });
            step!(Select { dst, condition, a, b } |hot, rest, regs, memory| {
                let (condition, a, b) = (regs[condition as usize], regs[a as usize], regs[b as usize]);
                regs[dst as usize] = V::select(hot.context, condition, a, b)?;
                rest
            });
            step!(Br { target, executed } |hot, rest, regs, memory| hot.jump(target, executed));
            step!(BrNez { condition, target, executed } |hot, rest, regs, memory| {
                let holds = regs[condition as usize].truth(hot.context)?;
                hot.branch(holds, target, executed, rest)
            });
            step!(BrEqz { condition, target, executed } |hot, rest, regs, memory| {
                let holds = !regs[condition as usize].truth(hot.context)?;
                hot.branch(holds, target, executed, rest)
            });
            step!(BrTable { index, len } |hot, rest, regs, memory| {
                let choice = regs[index as usize].arm(hot.context, &rest[..=len as usize])?;
                hot.decided(choice, rest);
                &rest[choice as usize..]
            });
            step!(GlobalGet { dst, global } |hot, rest, regs, memory| {
                regs[dst as usize] = hot.globals[hot.instance.globals[global as usize] as usize].value;
                rest
            });
            step!(GlobalSet { src, global } |hot, rest, regs, memory| {
                hot.globals[hot.instance.globals[global as usize] as usize].value = regs[src as usize];
                rest
            });
        }

        handlers! {
            plain [
                $($unary)* $($binary)* $($compare)* $($load $load_at)* $($store $store_at)*
                Copy Copies Const Select GlobalGet GlobalSet BrTable
            ]
            jumps [ $($branch $step)* Br BrNez BrEqz ]
        }
    };
}

/// Defines the function that executes an operation and goes on with the next one. All its calls are in the last
/// position and have the same arguments, its failures included, so that it needs no stack frame; that would cost
/// as much as an addition.
macro_rules! chain {
    ($name:ident, $jumps:literal) => {
        pub(super) fn $name<'a, V: Value, O: Observer>(
            hot: &mut Hot<'a, V, O>,
            op: &'a Op,
            rest: &'a [Op],
            regs: &mut [V; WINDOW],
            memory: &mut V::Memory,
        ) -> &'a [Op] {
            if O::WATCHES {
                hot.observer.operation(hot.current as usize, hot.at(rest) as u32);
            }
            match steps::$name(hot, op, rest, regs, memory) {
                Ok(rest) if CHAINED && !V::PAUSES => {
                    if $jumps && hot.executed > hot.come_back {
                        hot.why = Why::Slice;
                        return rest;
                    }
                    match rest.split_first() {
                        Some((op, after)) => handler::<V, O>(op)(hot, op, after, regs, memory),
                        None => again(hot, op, rest, regs, memory),
                    }
                }
                Ok(rest) => {
                    hot.why = Why::Slice;
                    rest
                }
                Err(_) if CHAINED && !V::PAUSES => again(hot, op, rest, regs, memory),
                Err(stop) => hot.stop(stop, rest),
            }
        }
    };
}

macro_rules! handlers {
    (plain [$($plain:ident)*] jumps [$($jump:ident)*]) => {
        /// The functions that chain hot operations.
        #[allow(non_snake_case)]
        mod chains {
            use super::*;

            $(chain!($plain, false);)*
            $(chain!($jump, true);)*
        }

        /// The function that executes an operation.
        #[inline(always)]
        fn handler<V: Value, O: Observer>(op: &Op) -> Handler<V, O> {
            match op {
                $(Op::$plain { .. } => chains::$plain,)*
                $(Op::$jump { .. } => chains::$jump,)*
                _ => other,
            }
        }

        /// Executes an operation that failed once more, to see why. It had no effect.
        #[cold]
        #[inline(never)]
        fn again<'a, V: Value, O: Observer>(
            hot: &mut Hot<'a, V, O>,
            op: &'a Op,
            rest: &'a [Op],
            regs: &mut [V; WINDOW],
            memory: &mut V::Memory,
        ) -> &'a [Op] {
            let step = match op {
                $(Op::$plain { .. } => steps::$plain(hot, op, rest, regs, memory),)*
                $(Op::$jump { .. } => steps::$jump(hot, op, rest, regs, memory),)*
                _ => unreachable!("only hot operations are executed here"),
            };
            match step {
                Ok(_) => unreachable!("an operation that failed fails again"),
                Err(stop) => hot.stop(stop, rest),
            }
        }
    };
}

/// Any operation that is not hot: ends the chain before it.
fn other<'a, V: Value, O: Observer>(
    hot: &mut Hot<'a, V, O>,
    _: &'a Op,
    rest: &'a [Op],
    _: &mut [V; WINDOW],
    _: &mut V::Memory,
) -> &'a [Op] {
    hot.why = Why::Other;
    &hot.code[hot.at(rest)..]
}

numeric_operators!(steps);
