//! Register code once more, in the form that an interpreter reads fastest.
//!
//! [`Op`] is an enum, made for those who analyse code: whoever wants the operands has to look which operation it is.
//! An interpreter has just done so when it chose what to execute, and in a language that checks, it would do it twice.
//! Here the operands have their places whatever the operation is: up to three registers, then two numbers, in the
//! order of the enum's fields. Every operation has the same position in both forms. How it is executed may depend on its
//! neighbours: see `fused.rs`.

use crate::code::{Op, Origin, Reg};
use crate::{fused_operations, numeric_operators};

/// An operation in the form that is executed.
#[derive(Clone, Copy, Debug)]
pub struct Packed {
    /// What it is.
    pub opcode: Opcode,
    /// The first register.
    pub a: Reg,
    /// The second register.
    pub b: Reg,
    /// The third register.
    pub c: Reg,
    /// An offset, a target, an index, or a fourth register.
    pub x: u32,
    /// How many instructions a jump or a return accounts for; of other operations, how many have begun with it.
    pub y: i32,
}

const _: () = assert!(size_of::<Packed>() == 16);

macro_rules! define_opcode {
    (
        [$($name:ident)*]
        linked [$($linked:ident $of:ident $link:literal,)*]
        fused [$($fused:ident $first:ident $first_link:literal $second:ident $second_link:literal,)*]
    ) => {
        /// What an operation is, without its operands. Those that no interpreter is in a hurry for are one.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u16)]
        #[allow(missing_docs)]
        pub enum Opcode {
            $($name,)*
            $($linked,)*
            $($fused,)*
            /// Any other: see [`Op`].
            Other,
        }

        impl Opcode {
            /// What executes an operation with a link, if there is something that does.
            fn linked(self, link: u8) -> Option<Opcode> {
                match (self, link) {
                    $((Opcode::$of, $link) => Some(Opcode::$linked),)*
                    _ => None,
                }
            }

            /// What executes two operations with these links, if there is something that does.
            fn fused(first: (Opcode, u8), second: (Opcode, u8)) -> Option<Opcode> {
                match (first, second) {
                    $(((Opcode::$first, $first_link), (Opcode::$second, $second_link)) => Some(Opcode::$fused),)*
                    _ => None,
                }
            }
        }
    };
}

macro_rules! define_packed {
    (
        unary [$($unary:ident)*]
        binary [$($binary:ident)*]
        compare [$($compare:ident $branch:ident $negated:ident $step:ident $add:ident,)*]
        load [$($load:ident $load_at:ident,)*]
        store [$($store:ident $store_at:ident,)*]
    ) => {
        fused_operations! {
            define_opcode [
                $($unary)* $($binary)* $($compare $branch $step)* $($load $load_at)* $($store $store_at)*
                Copy Copies Const Select Br BrNez BrEqz BrTable GlobalGet GlobalSet
                Call CallIndirect Return Return1 ReturnMany
            ]
        }

        impl Packed {
            /// The same operation in the other form.
            fn new(op: Op, origin: &Origin) -> Self {
                let begun = origin.executed as i32;
                let make = |opcode, [a, b, c]: [Reg; 3], x, y| Packed { opcode, a, b, c, x, y };
                match op {
                    $(Op::$unary { dst, a } => make(Opcode::$unary, [dst, a, 0], 0, begun),)*
                    $(Op::$binary { dst, a, b } => make(Opcode::$binary, [dst, a, b], 0, begun),)*
                    $(Op::$compare { dst, a, b } => make(Opcode::$compare, [dst, a, b], 0, begun),)*
                    $(Op::$branch { a, b, target, executed } => {
                        make(Opcode::$branch, [a, b, 0], target, executed)
                    })*
                    $(Op::$step { a, by, b, target, executed } => {
                        make(Opcode::$step, [a, by, b], target, executed)
                    })*
                    $(Op::$load { dst, address, offset } => {
                        make(Opcode::$load, [dst, address, 0], offset, begun)
                    })*
                    $(Op::$load_at { dst, a, b, offset } => {
                        make(Opcode::$load_at, [dst, a, b], offset, begun)
                    })*
                    $(Op::$store { address, value, offset } => {
                        make(Opcode::$store, [address, value, 0], offset, begun)
                    })*
                    $(Op::$store_at { a, b, value, offset } => {
                        make(Opcode::$store_at, [a, b, value], offset, begun)
                    })*
                    Op::Copy { dst, src } => make(Opcode::Copy, [dst, src, 0], 0, begun),
                    Op::Copies { dst, src, then_dst, then_src } => {
                        make(Opcode::Copies, [dst, src, then_dst], then_src.into(), begun)
                    }
                    Op::Const { dst, bits } => {
                        make(Opcode::Const, [dst, 0, 0], bits as u32, (bits >> 32) as i32)
                    }
                    Op::Select { dst, condition, a, b } => {
                        make(Opcode::Select, [dst, condition, a], b.into(), begun)
                    }
                    Op::Br { target, executed } => make(Opcode::Br, [0; 3], target, executed),
                    Op::BrNez { condition, target, executed } => {
                        make(Opcode::BrNez, [condition, 0, 0], target, executed)
                    }
                    Op::BrEqz { condition, target, executed } => {
                        make(Opcode::BrEqz, [condition, 0, 0], target, executed)
                    }
                    Op::BrTable { index, len } => make(Opcode::BrTable, [index, 0, 0], len, begun),
                    Op::GlobalGet { dst, global } => make(Opcode::GlobalGet, [dst, 0, 0], global, begun),
                    Op::GlobalSet { src, global } => make(Opcode::GlobalSet, [src, 0, 0], global, begun),
                    Op::Call { function, base } => make(Opcode::Call, [base, 0, 0], function, begun),
                    Op::CallIndirect { index, base, ty, table } if table <= Reg::MAX.into() => {
                        make(Opcode::CallIndirect, [base, index, table as Reg], ty, begun)
                    }
                    Op::Return { executed } => make(Opcode::Return, [0; 3], 0, executed),
                    Op::Return1 { src, executed } => make(Opcode::Return1, [src, 0, 0], 0, executed),
                    Op::ReturnMany { src, len, executed } => make(Opcode::ReturnMany, [src, len, 0], 0, executed),
                    _ => make(Opcode::Other, [0; 3], 0, begun),
                }
            }
        }
    };
}

numeric_operators!(define_packed);

/// Packs the operations of a program. One more comes last, which is never executed.
///
/// What is executed together with its successor only has another opcode: the successor stays in its place with its
/// operands, where a jump may lead to it, and where those go on who stop in between or want to see every operation.
pub(crate) fn pack(code: &[Op], origins: &[Origin]) -> Vec<Packed> {
    let mut packed: Vec<Packed> = code.iter().zip(origins).map(|(&op, at)| Packed::new(op, at)).collect();
    let links = links(code);
    for first in 0..packed.len() {
        let (opcode, link) = (packed[first].opcode, links[first]);
        let pair = packed.get(first + 1).and_then(|second| {
            let (next, next_link) = (second.opcode, links[first + 1]);
            // A link may be left out: the value is in its register too.
            let links = [(link, next_link), (0, next_link), (link, 0), (0, 0)];
            links.into_iter().find_map(|(l, n)| Opcode::fused((opcode, l), (next, n)))
        });
        packed[first].opcode = pair.or(opcode.linked(link)).unwrap_or(opcode);
    }
    packed.push(Packed { opcode: Opcode::Other, a: 0, b: 0, c: 0, x: 0, y: 0 });
    packed
}

/// For each operation, which of its operands is in the register whose value the operation before it leaves at hand, if
/// that is executed before it in any case: 1 for the first, 2 for the second, 0 for none.
pub fn links(code: &[Op]) -> Vec<u8> {
    let mut targets = vec![false; code.len()];
    for (target, _) in code.iter().filter_map(|op| op.jump()) {
        targets[target as usize] = true;
    }
    let mut last = None;
    let mut links = Vec::with_capacity(code.len());
    for (&op, target) in code.iter().zip(targets) {
        if target {
            last = None;
        }
        let link = match (last, op.operands()) {
            (None, _) => 0,
            (last, [a, _]) if a == last => 1,
            (last, [_, b]) if b == last => 2,
            _ => 0,
        };
        links.push(link);
        last = op.last_result();
    }
    links
}

impl Packed {
    /// Where an unconditional jump goes, and how many instructions it accounts for.
    pub fn jump(&self) -> (u32, i32) {
        (self.x, self.y)
    }
}

#[cfg(test)]
mod tests {
    use super::links;
    use crate::code::Op;

    #[test]
    fn an_operation_is_linked_to_the_one_before_it_unless_a_jump_leads_between_them() {
        let add = Op::I32Add { dst: 3, a: 0, b: 1 };
        let first = Op::I32Mul { dst: 4, a: 3, b: 1 };
        let second = Op::I32Mul { dst: 5, a: 1, b: 4 };
        let jump = |target| Op::Br { target, executed: 0 };
        assert_eq!(links(&[add, first, second, jump(0)]), [0, 1, 2, 0]);
        assert_eq!(links(&[add, first, second, jump(1)]), [0, 0, 2, 0]);
        assert_eq!(links(&[add, first, second, jump(2)]), [0, 1, 0, 0]);
    }

    #[test]
    fn nothing_is_linked_to_what_may_end_a_chain() {
        let read = Op::Copy { dst: 1, src: 0 };
        for before in [
            Op::Call { function: 0, base: 0 },
            Op::CallIndirect { index: 0, base: 0, ty: 0, table: 0 },
            Op::MemoryGrow { dst: 0, pages: 0 },
            Op::Breath,
            Op::Return1 { src: 0, executed: 0 },
            Op::Br { target: 0, executed: 0 },
            Op::BrTable { index: 0, len: 0 },
        ] {
            assert_eq!(links(&[before, read])[1], 0, "{before:?}");
        }
    }
}
