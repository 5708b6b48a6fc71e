//! Inputs that may be anything: the unknowns of a path, and what a model makes of them.

use worstcase_machine::Step;
use worstcase_machine::process::{Asked, InputError, InputKind, Inputs, Number};
use worstcase_machine::symbolic::{Path, Symbol};
use worstcase_solver::Declared;
use worstcase_term::mask;

/// The most inputs of a path.
pub const MOST_INPUTS: usize = 1 << 20;

/// The inputs that a path has asked for so far, in order.
#[derive(Clone, Debug, Default)]
pub struct SymbolicInputs {
    asked: Vec<Asked>,
}

impl SymbolicInputs {
    /// The inputs, in order.
    pub fn asked(&self) -> &[Asked] {
        &self.asked
    }

    /// Adds inputs that were asked for elsewhere.
    pub(crate) fn extend(&mut self, asked: &[Asked]) {
        self.asked.extend_from_slice(asked);
    }

    /// Goes back to when there were only so many.
    pub fn truncate(&mut self, len: usize) {
        self.asked.truncate(len);
    }
}

/// An input with a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Input {
    /// What kind of number it is.
    pub kind: InputKind,
    /// Its bits.
    pub bits: u64,
}

impl Input {
    /// The number that the bits are.
    pub fn number(&self) -> Number {
        Number::decode(self.kind, self.bits)
    }

    /// The bits that a program gets: those of its width, and of a truth value only the lowest, as a concrete run has it.
    /// Whoever changes inputs need not know.
    pub(crate) fn taken(&self) -> u64 {
        match self.kind {
            InputKind::Bool => self.bits & 1,
            kind => self.bits & mask(8 * kind.bytes()),
        }
    }
}

/// How many inputs a line shows, and how many if they are a text.
const SHOWN: usize = 20;
const SHOWN_BYTES: usize = 200;

/// Inputs as raw bytes, if they are bytes and there are any.
pub fn bytes_of(inputs: &[Input]) -> Option<Vec<u8>> {
    let byte =
        |input: &Input| matches!(input.kind, InputKind::U8 | InputKind::I8).then_some(input.bits as u8);
    inputs.iter().map(byte).collect::<Option<Vec<u8>>>().filter(|bytes| !bytes.is_empty())
}

/// Inputs on one line: bytes as a text that `--input` reads, if they look like one; else the first numbers.
pub fn shown(inputs: &[Input]) -> String {
    match bytes_of(inputs) {
        Some(bytes) if bytes.iter().any(|byte| byte.is_ascii_graphic() || byte.is_ascii_whitespace()) => {
            let text: String = bytes.iter().take(SHOWN_BYTES).map(|&byte| escaped(byte)).collect();
            format!("\"{text}\"{}", if bytes.len() > SHOWN_BYTES { " …" } else { "" })
        }
        _ => {
            let shown: Vec<String> =
                inputs.iter().take(SHOWN).map(|input| input.number().to_string()).collect();
            shown.join(" ") + if inputs.len() > SHOWN { " …" } else { "" }
        }
    }
}

/// A byte as `--input` reads it in a text.
fn escaped(byte: u8) -> String {
    match byte {
        b'\n' => "\\n".into(),
        b'\r' => "\\r".into(),
        b'\t' => "\\t".into(),
        b'"' => "\\\"".into(),
        b'\\' => "\\\\".into(),
        b' '..=b'~' => char::from(byte).to_string(),
        _ => format!("\\x{byte:02x}"),
    }
}

/// An input as the solver needs to know it.
pub fn declared(asked: &Asked) -> Declared {
    let range = match asked.kind {
        InputKind::Bool => Some((0, 1)),
        // All values, but it says how they are meant.
        InputKind::U32 => asked.range.or(Some((0, u32::MAX.into()))),
        InputKind::I8 => asked.range.or(Some((i8::MIN.into(), i8::MAX.into()))),
        InputKind::I16 => asked.range.or(Some((i16::MIN.into(), i16::MAX.into()))),
        _ => asked.range,
    };
    Declared { width: 8 * asked.kind.bytes(), range }
}

/// The values of a byte that cannot be all: printable ones, as a rule. What that decides is decided by the terms, and nobody
/// is asked whether a text has a zero byte.
fn byte_range(asked: &Asked) -> Option<(u64, u64)> {
    let (low, high) = asked.range.filter(|_| asked.kind == InputKind::U8)?;
    (0 <= low && low < high && high <= 255).then_some((low as u64, high as u64))
}

impl Inputs<Symbol> for SymbolicInputs {
    fn next(&mut self, path: &mut Path, asked: Asked) -> Step<Symbol, Result<Symbol, InputError>> {
        if let Some((low, high)) = asked.range
            && low > high
        {
            return Ok(Err(InputError::EmptyRange { low, high }));
        }
        if self.asked.len() == MOST_INPUTS {
            return Ok(Err(InputError::TooMany { most: MOST_INPUTS }));
        }
        let (number, width) = (self.asked.len() as u32, 8 * asked.kind.bytes());
        // States that wait share one arena, and on the way to another one the same input may have another range.
        let term = match byte_range(&asked).filter(|_| !path.keeps_terms) {
            Some(range) => path.terms.input_in(number, width, range),
            None => path.terms.input(number, width),
        };
        self.asked.push(asked);
        // Narrow integers are extended as C does.
        let term = match asked.kind {
            InputKind::I8 | InputKind::I16 => path.terms.sext(term, 32),
            InputKind::Bool | InputKind::U8 | InputKind::U16 => path.terms.zext(term, 32),
            _ => term,
        };
        Ok(Ok(Symbol::of(path, term)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where terms stay, an input that comes again on another path, with another range, has not the range of before.
    #[test]
    fn ranges_are_those_of_the_path() {
        let ask = |path: &mut Path, range: (i64, i64)| {
            let asked = Asked { range: Some(range), ..Asked::any(InputKind::U8) };
            let symbol = SymbolicInputs::default().next(path, asked).expect("nothing to decide");
            symbol.expect("the range is not empty").term(path, 32)
        };
        for keeps_terms in [true, false] {
            let mut path = Path::new();
            path.keeps_terms = keeps_terms;
            let mark = path.mark();
            for range in [(0, 10), (5, 200)] {
                let (term, limit) = (ask(&mut path, range), path.terms.constant(32, 20));
                let is_less = path.terms.ult(term, limit);
                assert_eq!(path.terms.value(is_less).is_some(), range == (0, 10) && !keeps_terms);
                path.undo(mark);
            }
        }
    }
}
