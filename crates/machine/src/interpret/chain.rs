//! Chains of hot operations: each is a function of its own that ends by calling the next one's.
//!
//! A call in that position needs no return, and optimising compilers make it a jump (a sibling call). So every
//! operation has a dispatch of its own, which processors predict far better than one that all share, and the
//! state of the loop stays in machine registers without a compiler having to find out. What that brought against
//! one big `match` is in ARCHITECTURE.md.
//!
//! Rust does not promise that such calls become jumps. So a chain is short: it is broken off at the first jump after
//! some thousand instructions, and at the next [`worstcase_program::Op::Breath`] in code without jumps. A compiler that
//! surprises us then costs some stack and some speed, and no more. Without optimisation, or on processors where nobody
//! has looked, operations return to a loop instead: see [`CHAINED`].

use worstcase_program::{Opcode, Packed, fused_operations, numeric_operators};

use super::hot::{Hot, Next, Why};
use super::steps;
use crate::machine::WINDOW;
use crate::observe::Observer;
use crate::value::Value;

/// Whether operations call the next one.
pub(super) const CHAINED: bool = cfg!(all(optimised, any(target_arch = "x86_64", target_arch = "aarch64")));

/// Executes the first operation of the code and what follows it; returns what is left of the code where the chain ends.
///
/// These are few enough arguments for the machine registers that pass them, and leave three of these free, which most
/// operations then make do with. The value is the one at hand (see `steps.rs`); it comes third because that is the
/// register that shifts on x86-64 need.
pub(super) type Handler<V, O> = for<'a> fn(
    &mut Hot<'a, V, O>,
    &'a [Packed],
    V,
    &mut [V; WINDOW],
    &mut <V as Value>::Memory,
) -> &'a [Packed];

/// Goes on after an operation that was executed.
#[inline(always)]
fn go_on<'a, V: Value, O: Observer>(
    hot: &mut Hot<'a, V, O>,
    next: Next<'a, V>,
    regs: &mut [V; WINDOW],
    memory: &mut V::Memory,
) -> &'a [Packed] {
    let (rest, last) = match next {
        Next::Behind(rest, last) if CHAINED && !V::PAUSES => (rest, last),
        Next::Jump(rest, last) if CHAINED && !V::PAUSES && hot.left >= 0 => (rest, last),
        Next::Behind(rest, _) | Next::Jump(rest, _) => {
            hot.why = Why::Slice;
            return rest;
        }
    };
    match rest.first() {
        Some(op) => hot.handlers[op.opcode as usize](hot, rest, last, regs, memory),
        None => leave(hot, rest, last, regs, memory),
    }
}

/// The first operation of the code, and what is behind it. That there is another operation is found out here, at once:
/// code ends with one that is never executed.
#[inline(always)]
fn split(code: &[Packed]) -> Option<(&Packed, &[Packed])> {
    if code.len() < 2 { None } else { code.split_first() }
}

/// Defines the function that executes an operation and goes on with the next one. All its calls are in the last
/// position and have the same arguments, its failures included, so that it needs no stack frame; that would cost
/// as much as an addition.
macro_rules! chain {
    ($name:ident) => {
        pub(super) fn $name<'a, V: Value, O: Observer, const LINK: u8>(
            hot: &mut Hot<'a, V, O>,
            code: &'a [Packed],
            last: V,
            regs: &mut [V; WINDOW],
            memory: &mut V::Memory,
        ) -> &'a [Packed] {
            let Some((op, rest)) = split(code) else { return leave(hot, code, last, regs, memory) };
            if O::WATCHES {
                hot.observer.operation(hot.current as usize, hot.at(rest) as u32);
            }
            match steps::$name::<V, O, LINK>(hot, op, rest, regs, memory, last) {
                Ok(next) => go_on(hot, next, regs, memory),
                Err(_) if CHAINED && !V::PAUSES => leave(hot, code, last, regs, memory),
                Err(stop) => {
                    hot.why = Why::Stop(stop);
                    code
                }
            }
        }
    };
    // Two operations as one. The second is still in its place: if it fails, the chain ends before it.
    ($name:ident $first:ident $link:literal $second:ident $second_link:literal) => {
        pub(super) fn $name<'a, V: Value, O: Observer>(
            hot: &mut Hot<'a, V, O>,
            code: &'a [Packed],
            last: V,
            regs: &mut [V; WINDOW],
            memory: &mut V::Memory,
        ) -> &'a [Packed] {
            if code.len() < 3 {
                return leave(hot, code, last, regs, memory);
            }
            let [op, rest @ ..] = code else { return leave(hot, code, last, regs, memory) };
            let (code, last) = match steps::$first::<V, O, $link>(hot, op, rest, regs, memory, last) {
                Ok(Next::Behind(_, last)) => (rest, last),
                Ok(next) => return go_on(hot, next, regs, memory),
                Err(_) => return leave(hot, code, last, regs, memory),
            };
            let Some((op, rest)) = split(code) else { return leave(hot, code, last, regs, memory) };
            match steps::$second::<V, O, $second_link>(hot, op, rest, regs, memory, last) {
                Ok(next) => go_on(hot, next, regs, memory),
                Err(_) => leave(hot, code, last, regs, memory),
            }
        }
    };
}

macro_rules! handlers {
    (
        [$($name:ident)*]
        linked [$($linked:ident $of:ident $link:literal,)*]
        fused [$($fused:ident $first:ident $first_link:literal $second:ident $second_link:literal,)*]
    ) => {
        /// The functions that chain hot operations.
        #[allow(non_snake_case)]
        mod chains {
            use super::*;

            $(chain!($name);)*
            $(chain!($fused $first $first_link $second $second_link);)*
        }

        /// How many opcodes there are.
        pub(super) const OPCODES: usize = Opcode::Other as usize + 1;

        /// The functions that execute operations, by opcode.
        pub(super) struct Handlers<V, O>(std::marker::PhantomData<(V, O)>);

        impl<V: Value, O: Observer> Handlers<V, O> {
            /// Whoever sees every operation, or may pause between any two, executes them one by one.
            const FUSES: bool = CHAINED && !O::WATCHES && !V::PAUSES;

            /// For those that begin a chain.
            pub(super) const FIRST: [Handler<V, O>; OPCODES] = {
                let mut all: [Handler<V, O>; OPCODES] = [leave; OPCODES];
                $(all[Opcode::$name as usize] = chains::$name::<V, O, 0>;)*
                $(all[Opcode::$linked as usize] = chains::$of::<V, O, 0>;)*
                $(all[Opcode::$fused as usize] =
                    if $first_link == 0 && Self::FUSES { chains::$fused::<V, O> } else { chains::$first::<V, O, 0> };)*
                all[Opcode::Call as usize] = out;
                all[Opcode::CallIndirect as usize] = out;
                all[Opcode::Return as usize] = out;
                all[Opcode::Return1 as usize] = out;
                all
            };

            /// For all that follow.
            pub(super) const ALL: [Handler<V, O>; OPCODES] = {
                let mut all = Self::FIRST;
                if Self::FUSES {
                    $(all[Opcode::$linked as usize] = chains::$of::<V, O, $link>;)*
                    $(all[Opcode::$fused as usize] = chains::$fused::<V, O>;)*
                }
                all
            };
        }

        /// Ends the chain before an operation that is rare, or that failed: it had no effect, and is executed once
        /// more to see why.
        ///
        /// It is one of the handlers, which keeps compilers from calling it with other arguments than theirs: these
        /// would have to be put in place, and on all of the ways that do not fail.
        #[cold]
        #[inline(never)]
        fn leave<'a, V: Value, O: Observer>(
            hot: &mut Hot<'a, V, O>,
            code: &'a [Packed],
            last: V,
            regs: &mut [V; WINDOW],
            memory: &mut V::Memory,
        ) -> &'a [Packed] {
            let (op, rest) = code.split_first().expect("code never runs past its end");
            let step = match op.opcode {
                $(Opcode::$name => steps::$name::<V, O, 0>(hot, op, rest, regs, memory, last),)*
                $(Opcode::$linked => steps::$of::<V, O, 0>(hot, op, rest, regs, memory, last),)*
                $(Opcode::$fused => steps::$first::<V, O, 0>(hot, op, rest, regs, memory, last),)*
                _ => return out(hot, code, last, regs, memory),
            };
            match step {
                Ok(_) => unreachable!("an operation that failed fails again"),
                Err(stop) => {
                    hot.why = Why::Stop(stop);
                    code
                }
            }
        }
    };
}

/// Ends the chain before an operation that changes the frame.
fn out<'a, V: Value, O: Observer>(
    hot: &mut Hot<'a, V, O>,
    code: &'a [Packed],
    _: V,
    _: &mut [V; WINDOW],
    _: &mut V::Memory,
) -> &'a [Packed] {
    hot.why = Why::Other;
    code
}

macro_rules! all_handlers {
    (
        unary [$($unary:ident)*]
        binary [$($binary:ident)*]
        compare [$($compare:ident $branch:ident $negated:ident $step:ident $add:ident,)*]
        load [$($load:ident $load_at:ident,)*]
        store [$($store:ident $store_at:ident,)*]
    ) => {
        fused_operations! {
            handlers [
                $($unary)* $($binary)* $($compare $branch $step)* $($load $load_at)* $($store $store_at)*
                Copy Copies Const Select Br BrNez BrEqz BrTable GlobalGet GlobalSet
            ]
        }
    };
}

numeric_operators!(all_handlers);
