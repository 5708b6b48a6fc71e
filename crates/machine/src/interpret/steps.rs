//! What each hot operation does, and where it leads.

#![allow(non_snake_case)]

use worstcase_program::{Binary, Load, Packed, Store, Unary, numeric_operators};

use super::hot::{Hot, Next};
use crate::machine::WINDOW;
use crate::observe::Observer;
use crate::stop::Trap;
use crate::value::{Memory, Step, Value};

/// Defines what an operation does, given names for the places of its operands.
macro_rules! step {
    ($name:ident { $($place:ident: $operand:ident),* } |$hot:ident, $rest:ident, $regs:ident, $memory:ident| $body:expr) => {
        #[inline(always)]
        #[allow(unused_variables)]
        pub(super) fn $name<'a, V: Value, O: Observer>(
            $hot: &mut Hot<'a, V, O>,
            op: &'a Packed,
            $rest: &'a [Packed],
            $regs: &mut [V; WINDOW],
            $memory: &mut V::Memory,
        ) -> Step<V, Next<'a>> {
            let &Packed { $($place: $operand,)* .. } = op;
            $body
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
        $(step!($unary { a: dst, b: a } |hot, rest, regs, memory| {
            regs[dst as usize] = V::unary(hot.context, Unary::$unary, regs[a as usize])?;
            Ok(Next::Behind(rest))
        });)*
        $(step!($binary { a: dst, b: a, c: b } |hot, rest, regs, memory| {
            regs[dst as usize] =
                V::binary(hot.context, Binary::$binary, regs[a as usize], regs[b as usize])?;
            Ok(Next::Behind(rest))
        });)*
        $(step!($compare { a: dst, b: a, c: b } |hot, rest, regs, memory| {
            regs[dst as usize] =
                V::binary(hot.context, Binary::$compare, regs[a as usize], regs[b as usize])?;
            Ok(Next::Behind(rest))
        });)*
        $(step!($branch { a: a, b: b, x: target, y: executed } |hot, rest, regs, memory| {
            let holds = V::binary(hot.context, Binary::$compare, regs[a as usize], regs[b as usize])?;
            let holds = holds.truth(hot.context)?;
            hot.branch(holds, (target, executed), rest)
        });)*
        $(step!($load { a: dst, b: address, x: offset } |hot, rest, regs, memory| {
            regs[dst as usize] = memory.load(hot.context, Load::$load, regs[address as usize], offset)?;
            Ok(Next::Behind(rest))
        });)*
        $(step!($store { a: address, b: value, x: offset } |hot, rest, regs, memory| {
            let (address, value) = (regs[address as usize], regs[value as usize]);
            memory.store(hot.context, Store::$store, address, offset, value)?;
            Ok(Next::Behind(rest))
        });)*
        $(step!($step { a: a, b: by, c: b, x: target, y: executed } |hot, rest, regs, memory| {
            let old = regs[a as usize];
            regs[a as usize] = V::binary(hot.context, Binary::$add, old, regs[by as usize])?;
            let holds = V::binary(hot.context, Binary::$compare, regs[a as usize], regs[b as usize]);
            match holds.and_then(|holds| holds.truth(hot.context)) {
                Ok(holds) => hot.branch(holds, (target, executed), rest),
                // It may be executed again.
                Err(stop) => {
                    regs[a as usize] = old;
                    Err(stop)
                }
            }
        });)*
        $(step!($load_at { a: dst, b: a, c: b, x: offset } |hot, rest, regs, memory| {
            let address = V::binary(hot.context, Binary::I32Add, regs[a as usize], regs[b as usize])?;
            regs[dst as usize] = memory.load(hot.context, Load::$load, address, offset)?;
            Ok(Next::Behind(rest))
        });)*
        $(step!($store_at { a: a, b: b, c: value, x: offset } |hot, rest, regs, memory| {
            let address = V::binary(hot.context, Binary::I32Add, regs[a as usize], regs[b as usize])?;
            memory.store(hot.context, Store::$store, address, offset, regs[value as usize])?;
            Ok(Next::Behind(rest))
        });)*
    };
}

numeric_operators!(steps);

step!(
    Copy { a: dst, b: src } | hot,
    rest,
    regs,
    memory | {
        regs[dst as usize] = regs[src as usize];
        Ok(Next::Behind(rest))
    }
);

step!(
    Copies { a: dst, b: src, c: then_dst, x: then_src } | hot,
    rest,
    regs,
    memory | {
        regs[dst as usize] = regs[src as usize];
        regs[then_dst as usize] = regs[then_src as u16 as usize];
        Ok(Next::Behind(rest))
    }
);

step!(
    Const { a: dst, x: low, y: high } | hot,
    rest,
    regs,
    memory | {
        regs[dst as usize] = V::from_bits(u64::from(low) | u64::from(high as u32) << 32);
        Ok(Next::Behind(rest))
    }
);

step!(
    Select { a: dst, b: condition, c: a, x: b } | hot,
    rest,
    regs,
    memory | {
        let (condition, a, b) = (regs[condition as usize], regs[a as usize], regs[b as u16 as usize]);
        regs[dst as usize] = V::select(hot.context, condition, a, b)?;
        Ok(Next::Behind(rest))
    }
);

step!(Br { x: target, y: executed } | hot, rest, regs, memory | hot.jump(target, executed));

step!(
    BrNez { a: condition, x: target, y: executed } | hot,
    rest,
    regs,
    memory | {
        let holds = regs[condition as usize].truth(hot.context)?;
        hot.branch(holds, (target, executed), rest)
    }
);

step!(
    BrEqz { a: condition, x: target, y: executed } | hot,
    rest,
    regs,
    memory | {
        let holds = !regs[condition as usize].truth(hot.context)?;
        hot.branch(holds, (target, executed), rest)
    }
);

step!(
    BrTable { a: index, x: len } | hot,
    rest,
    regs,
    memory | {
        let Some(jumps) = rest.get(..=len as usize) else { return Err(Trap::Unreachable.into()) };
        let choice = regs[index as usize].arm(hot.context, jumps)?;
        hot.decided(choice, rest);
        match jumps.get(choice as usize) {
            // Nobody sees the jump itself.
            Some(jump) if !O::WATCHES => hot.jump(jump.x, jump.y),
            _ => Ok(Next::Behind(&rest[choice as usize..])),
        }
    }
);

step!(
    GlobalGet { a: dst, x: global } | hot,
    rest,
    regs,
    memory | {
        let Some(&address) = hot.instance.globals.get(global as usize) else {
            return Err(Trap::Unreachable.into());
        };
        let Some(global) = hot.globals.get(address as usize) else { return Err(Trap::Unreachable.into()) };
        regs[dst as usize] = global.value;
        Ok(Next::Behind(rest))
    }
);

step!(
    GlobalSet { a: src, x: global } | hot,
    rest,
    regs,
    memory | {
        let Some(&address) = hot.instance.globals.get(global as usize) else {
            return Err(Trap::Unreachable.into());
        };
        let Some(global) = hot.globals.get_mut(address as usize) else {
            return Err(Trap::Unreachable.into());
        };
        global.value = regs[src as usize];
        Ok(Next::Behind(rest))
    }
);
