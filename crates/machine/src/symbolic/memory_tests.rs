//! Symbolic memory beside a plain list of bytes: numbers and terms of every width, at every distance from words and
//! chunks, written and taken back.

use worstcase_program::{Load, Store};

use super::memory::{CHUNK, SymbolicMemory};
use super::{Path, Symbol, SymbolByte};
use crate::random::SplitMix;
use crate::value::{Memory, Value};

/// Around the end of a chunk.
const FROM: usize = CHUNK - 12;
const PLACES: u64 = 24;

/// What is in the part of memory that is written.
fn held(memory: &SymbolicMemory) -> Vec<SymbolByte> {
    memory.read(FROM as u32, PLACES as u32 + 8).expect("within memory")
}

fn store(
    memory: &mut SymbolicMemory,
    expected: &mut [SymbolByte],
    path: &mut Path,
    terms: &[Symbol],
    random: &mut SplitMix,
) {
    let at = random.below(PLACES) as usize;
    let operator = [Store::Store8, Store::Store16, Store::Store32, Store::Store64][random.below(4) as usize];
    let len = operator.bytes() as usize;
    let number = random.next_bits();
    let (value, bytes): (Symbol, Vec<SymbolByte>) = match random.below(3) {
        0 => {
            let value = terms[random.below(terms.len() as u64) as usize];
            let term = value.term(path, 64);
            (value, (0..len as u8).map(|place| SymbolByte::Of(term, place)).collect())
        }
        _ => {
            (Symbol::from_bits(number), number.to_le_bytes()[..len].iter().map(|&byte| byte.into()).collect())
        }
    };
    memory.store(path, operator, Symbol::from_bits(FROM as u64), at as u32, value).expect("within memory");
    expected[at..at + len].copy_from_slice(&bytes);
}

/// Loads by every operator are numbers exactly where all bytes are, and then the right ones.
fn check_loads(memory: &mut SymbolicMemory, expected: &[SymbolByte], path: &mut Path) {
    use Load::*;
    for at in 0..PLACES as usize {
        for operator in [I32Load8U, I64Load8S, I32Load16U, I32Load16S, I32Load, I64Load32S, I64Load] {
            let bytes = &expected[at..at + operator.bytes() as usize];
            let numbers: Option<Vec<u8>> = bytes
                .iter()
                .map(|byte| match byte {
                    SymbolByte::Known(number) => Some(*number),
                    SymbolByte::Of(..) => None,
                })
                .collect();
            let read = memory.load(path, operator, Symbol::from_bits(FROM as u64), at as u32);
            let wanted = numbers.map(|numbers| {
                let mut bytes = [0; 8];
                bytes[..numbers.len()].copy_from_slice(&numbers);
                let bits = u64::from_le_bytes(bytes);
                match operator {
                    I64Load8S => bits as i8 as u64,
                    I32Load16S => u64::from(bits as i16 as u32),
                    I64Load32S => bits as i32 as u64,
                    _ => bits,
                }
            });
            assert_eq!(read.expect("within memory").number(), wanted, "{operator:?} at {at} of {expected:?}");
        }
    }
}

#[test]
fn memory_holds_what_was_written_and_comes_back() {
    let mut random = SplitMix(7);
    let mut path = Path::default();
    let terms: Vec<Symbol> = (0..3)
        .map(|input| {
            let term = path.terms.input(input, 64);
            Symbol::of(&mut path, term)
        })
        .collect();
    let mut memory = SymbolicMemory::new(1, None);
    let mut expected = held(&memory);
    let mut marks = Vec::new();
    for _ in 0..600 {
        match random.below(8) {
            0 => marks.push((memory.mark(), expected.clone())),
            1 => {
                if let Some((mark, then)) = marks.pop() {
                    memory.undo(mark);
                    expected = then;
                }
            }
            _ => store(&mut memory, &mut expected, &mut path, &terms, &mut random),
        }
        assert_eq!(held(&memory), expected);
        check_loads(&mut memory, &expected, &mut path);
    }
}
