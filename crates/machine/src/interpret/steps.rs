//! What each hot operation does, and where it leads.
//!
//! An operand that the operation before it has just computed need not be fetched from its register: `LINK` says which
//! of the operands that is, the first or the second, and `last` is its value. That matters more than it looks, since
//! a register is in memory, where what was written can be read only some five cycles later.

#![allow(non_snake_case)]

use worstcase_program::{Binary, Load, Packed, Reg, Store, Unary, numeric_operators};

use super::hot::{Hot, Next};
use crate::machine::WINDOW;
use crate::observe::Observer;
use crate::stop::Trap;
use crate::value::{Memory, Step, Value};

/// Defines what an operation does, given names for the places of its operands.
macro_rules! step {
    ($name:ident { $($place:ident: $operand:ident),* } |$hot:ident, $op:ident, $rest:ident, $regs:ident, $memory:ident, $last:ident| $body:expr) => {
        #[inline(always)]
        #[allow(unused_variables)]
        pub(super) fn $name<'a, V: Value, O: Observer, const LINK: u8>(
            $hot: &mut Hot<'a, V, O>,
            $op: &'a Packed,
            $rest: &'a [Packed],
            $regs: &mut [V; WINDOW],
            $memory: &mut V::Memory,
            $last: V,
        ) -> Step<V, Next<'a, V>> {
            let &Packed { $($place: $operand,)* .. } = $op;
            $body
        }
    };
}

/// The first operand.
#[inline(always)]
fn first<V: Value, const LINK: u8>(regs: &[V; WINDOW], register: Reg, last: V) -> V {
    if LINK == 1 { last } else { regs[register as usize] }
}

/// The second operand.
#[inline(always)]
fn second<V: Value, const LINK: u8>(regs: &[V; WINDOW], register: Reg, last: V) -> V {
    if LINK == 2 { last } else { regs[register as usize] }
}

/// Writes a result, and goes on behind the operation.
#[inline(always)]
fn result<'a, V: Value>(
    regs: &mut [V; WINDOW],
    dst: Reg,
    value: V,
    rest: &'a [Packed],
) -> Step<V, Next<'a, V>> {
    regs[dst as usize] = value;
    Ok(Next::Behind(rest, value))
}

macro_rules! steps {
    (
        unary [$($unary:ident)*]
        binary [$($binary:ident)*]
        compare [$($compare:ident $branch:ident $negated:ident $step:ident $add:ident,)*]
        load [$($load:ident $load_at:ident,)*]
        store [$($store:ident $store_at:ident,)*]
    ) => {
        $(step!($unary { a: dst, b: a } |hot, op, rest, regs, memory, last| {
            let a = first::<V, LINK>(regs, a, last);
            let value = V::unary(hot.context, Unary::$unary, a)?;
            result(regs, dst, value, rest)
        });)*
        $(step!($binary { a: dst, b: a, c: b } |hot, op, rest, regs, memory, last| {
            let (a, b) = (first::<V, LINK>(regs, a, last), second::<V, LINK>(regs, b, last));
            let value = V::binary(hot.context, Binary::$binary, a, b)?;
            result(regs, dst, value, rest)
        });)*
        $(step!($compare { a: dst, b: a, c: b } |hot, op, rest, regs, memory, last| {
            let (a, b) = (first::<V, LINK>(regs, a, last), second::<V, LINK>(regs, b, last));
            let value = V::binary(hot.context, Binary::$compare, a, b)?;
            result(regs, dst, value, rest)
        });)*
        $(step!($branch { a: a, b: b } |hot, op, rest, regs, memory, last| {
            let (a, b) = (first::<V, LINK>(regs, a, last), second::<V, LINK>(regs, b, last));
            let holds = V::binary(hot.context, Binary::$compare, a, b)?.truth(hot.context)?;
            hot.branch(holds, op, rest, a)
        });)*
        $(step!($load { a: dst, b: address, x: offset } |hot, op, rest, regs, memory, last| {
            let address = first::<V, LINK>(regs, address, last);
            let value = memory.load(hot.context, Load::$load, address, offset)?;
            result(regs, dst, value, rest)
        });)*
        $(step!($store { a: address, b: value, x: offset } |hot, op, rest, regs, memory, last| {
            let (address, value) =
                (first::<V, LINK>(regs, address, last), second::<V, LINK>(regs, value, last));
            memory.store(hot.context, Store::$store, address, offset, value)?;
            Ok(Next::Behind(rest, address))
        });)*
        $(step!($step { a: a, b: by, c: b } |hot, op, rest, regs, memory, last| {
            let old = first::<V, LINK>(regs, a, last);
            let new = V::binary(hot.context, Binary::$add, old, regs[by as usize])?;
            regs[a as usize] = new;
            // The new value is also what it is compared with if the two are one register.
            let holds = V::binary(hot.context, Binary::$compare, new, regs[b as usize]);
            match holds.and_then(|holds| holds.truth(hot.context)) {
                Ok(holds) => hot.branch(holds, op, rest, new),
                // It may be executed again.
                Err(stop) => {
                    regs[a as usize] = old;
                    Err(stop)
                }
            }
        });)*
        $(step!($load_at { a: dst, b: a, c: b, x: offset } |hot, op, rest, regs, memory, last| {
            let (a, b) = (first::<V, LINK>(regs, a, last), second::<V, LINK>(regs, b, last));
            let address = V::binary(hot.context, Binary::I32Add, a, b)?;
            let value = memory.load(hot.context, Load::$load, address, offset)?;
            result(regs, dst, value, rest)
        });)*
        $(step!($store_at { a: a, b: b, c: value, x: offset } |hot, op, rest, regs, memory, last| {
            let (a, b) = (first::<V, LINK>(regs, a, last), second::<V, LINK>(regs, b, last));
            let address = V::binary(hot.context, Binary::I32Add, a, b)?;
            memory.store(hot.context, Store::$store, address, offset, regs[value as usize])?;
            Ok(Next::Behind(rest, a))
        });)*
    };
}

numeric_operators!(steps);

step!(
    Copy { a: dst, b: src } | hot,
    op,
    rest,
    regs,
    memory,
    last | {
        let value = first::<V, LINK>(regs, src, last);
        result(regs, dst, value, rest)
    }
);

step!(
    Copies { a: dst, b: src, c: then_dst, x: then_src } | hot,
    op,
    rest,
    regs,
    memory,
    last | {
        regs[dst as usize] = first::<V, LINK>(regs, src, last);
        let value = regs[then_src as u16 as usize];
        result(regs, then_dst, value, rest)
    }
);

step!(
    Const { a: dst, x: low, y: high } | hot,
    op,
    rest,
    regs,
    memory,
    last | {
        let value = V::from_bits(u64::from(low) | u64::from(high as u32) << 32);
        result(regs, dst, value, rest)
    }
);

step!(
    Select { a: dst, b: condition, c: a, x: b } | hot,
    op,
    rest,
    regs,
    memory,
    last | {
        let condition = first::<V, LINK>(regs, condition, last);
        let (a, b) = (second::<V, LINK>(regs, a, last), regs[b as u16 as usize]);
        let value = V::select(hot.context, condition, a, b)?;
        result(regs, dst, value, rest)
    }
);

step!(Br {} | hot, op, rest, regs, memory, last | hot.jump(op, V::default()));

step!(
    BrNez { a: condition } | hot,
    op,
    rest,
    regs,
    memory,
    last | {
        let condition = first::<V, LINK>(regs, condition, last);
        let holds = condition.truth(hot.context)?;
        hot.branch(holds, op, rest, condition)
    }
);

step!(
    BrEqz { a: condition } | hot,
    op,
    rest,
    regs,
    memory,
    last | {
        let condition = first::<V, LINK>(regs, condition, last);
        let holds = !condition.truth(hot.context)?;
        hot.branch(holds, op, rest, condition)
    }
);

step!(
    BrTable { a: index, x: len } | hot,
    op,
    rest,
    regs,
    memory,
    last | {
        let Some(jumps) = rest.get(..=len as usize) else { return Err(Trap::Unreachable.into()) };
        let index = first::<V, LINK>(regs, index, last);
        let choice = index.arm(hot.context, jumps)?;
        hot.decided(choice, rest);
        match jumps.get(choice as usize) {
            // Nobody sees the jump itself.
            Some(jump) if !O::WATCHES => hot.jump(jump, index),
            _ => Ok(Next::Behind(&rest[choice as usize..], index)),
        }
    }
);

step!(
    GlobalGet { a: dst, x: global } | hot,
    op,
    rest,
    regs,
    memory,
    last | {
        let Some(&address) = hot.instance.globals.get(global as usize) else {
            return Err(Trap::Unreachable.into());
        };
        let Some(global) = hot.globals.get(address as usize) else { return Err(Trap::Unreachable.into()) };
        let value = global.value;
        result(regs, dst, value, rest)
    }
);

step!(
    GlobalSet { a: src, x: global } | hot,
    op,
    rest,
    regs,
    memory,
    last | {
        let Some(&address) = hot.instance.globals.get(global as usize) else {
            return Err(Trap::Unreachable.into());
        };
        let Some(global) = hot.globals.get_mut(address as usize) else {
            return Err(Trap::Unreachable.into());
        };
        let value = first::<V, LINK>(regs, src, last);
        global.value = value;
        Ok(Next::Behind(rest, value))
    }
);
