//! Inputs in a result. JSON has their numbers, for people and other tools, and beside them their kinds, so that the very
//! same bits can be run again.

use serde::{Deserialize, Serialize};
use worstcase_machine::process::{InputKind, Number};
use worstcase_term::mask;

use crate::inputs::{Input, bytes_of, shown};

/// All inputs of a run, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Written", try_from = "Written")]
pub struct InputList(pub Vec<Input>);

impl std::ops::Deref for InputList {
    type Target = [Input];

    fn deref(&self) -> &[Input] {
        &self.0
    }
}

impl InputList {
    /// The input as raw bytes, if it consists of bytes.
    pub fn bytes(&self) -> Option<Vec<u8>> {
        bytes_of(self)
    }

    /// The values as numbers to draw; rounding is no harm there.
    pub fn values(&self) -> Vec<f64> {
        let value = |input: &Input| match input.number() {
            Number::Integer(value) => value as f64,
            Number::Character(byte) => byte.into(),
            Number::Float(value) => value,
        };
        self.iter().map(value).collect()
    }

    /// On one line.
    pub fn text(&self) -> String {
        shown(self)
    }

    /// As a list of numbers in JSON, which `--input-file` reads.
    pub fn json(&self) -> String {
        let numbers: Vec<Scalar> = self.iter().map(Scalar::of).collect();
        serde_json::to_string(&numbers).expect("numbers and texts are JSON")
    }
}

/// The form in which inputs are written: their numbers, and their kinds with how many of each follow one another.
#[derive(Serialize, Deserialize)]
struct Written {
    input: Vec<Scalar>,
    kinds: Vec<(String, usize)>,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(untagged)]
enum Scalar {
    Integer(i64),
    Unsigned(u64),
    Float(f64),
    /// JSON has no NaN and no infinity.
    Text(String),
}

impl Scalar {
    fn of(input: &Input) -> Scalar {
        match input.number() {
            // Every input is of 64 bits at most, with or without a sign.
            Number::Integer(value) => {
                i64::try_from(value).map_or_else(|_| Scalar::Unsigned(value as u64), Scalar::Integer)
            }
            Number::Character(byte) => Scalar::Integer(byte.into()),
            Number::Float(value) if value.is_finite() => Scalar::Float(value),
            Number::Float(value) => Scalar::Text(format!("{value:?}")),
        }
    }

    fn bits(&self, kind: InputKind) -> Option<u64> {
        let float = match self {
            Scalar::Integer(value) => *value as f64,
            Scalar::Unsigned(value) => *value as f64,
            Scalar::Float(value) => *value,
            Scalar::Text(text) => text.parse().ok()?,
        };
        match kind {
            InputKind::F32 => return Some((float as f32).to_bits().into()),
            InputKind::F64 => return Some(float.to_bits()),
            _ => {}
        }
        let value: i128 = match self {
            Scalar::Integer(value) => (*value).into(),
            Scalar::Unsigned(value) => (*value).into(),
            _ => return None,
        };
        let (low, high) = kind.range()?;
        (low <= value && value <= high).then_some(value as u64 & mask(8 * kind.bytes()))
    }
}

impl From<InputList> for Written {
    fn from(list: InputList) -> Written {
        let mut kinds: Vec<(String, usize)> = Vec::new();
        for input in list.iter() {
            let kind = input.kind.to_string();
            match kinds.last_mut() {
                Some((last, count)) if *last == kind => *count += 1,
                _ => kinds.push((kind, 1)),
            }
        }
        Written { input: list.iter().map(Scalar::of).collect(), kinds }
    }
}

impl TryFrom<Written> for InputList {
    type Error = String;

    fn try_from(written: Written) -> Result<InputList, String> {
        let mut numbers = written.input.iter();
        let mut inputs = Vec::new();
        for (name, count) in &written.kinds {
            let kind = InputKind::ALL.into_iter().find(|kind| kind.to_string() == *name);
            let kind = kind.ok_or_else(|| format!("there is no kind of input called {name}"))?;
            for _ in 0..*count {
                let number = numbers.next().ok_or("there are more kinds than inputs")?;
                let bits = number.bits(kind).ok_or_else(|| format!("an input is no {name}"))?;
                inputs.push(Input { kind, bits });
            }
        }
        match numbers.next() {
            Some(_) => Err("there are more inputs than kinds".into()),
            None => Ok(InputList(inputs)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_come_back_as_they_were() {
        let input = |kind, bits| Input { kind, bits };
        let list = InputList(vec![
            input(InputKind::I32, 0xffff_ffff),
            input(InputKind::I32, 7),
            input(InputKind::U64, u64::MAX),
            input(InputKind::I64, u64::MAX),
            input(InputKind::U8, 200),
            input(InputKind::Bool, 1),
            input(InputKind::F64, 0.1f64.to_bits()),
            input(InputKind::F64, f64::INFINITY.to_bits()),
            input(InputKind::F32, 0.1f32.to_bits().into()),
        ]);
        let text = serde_json::to_string(&list).unwrap();
        assert!(text.starts_with("{\"input\":[-1,7,18446744073709551615,-1,200,1,0.1,\"inf\","), "{text}");
        assert!(text.contains("[\"i32\",2]"), "{text}");
        assert_eq!(serde_json::from_str::<InputList>(&text).unwrap(), list);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        for text in [
            "{\"input\":[1],\"kinds\":[]}",
            "{\"input\":[],\"kinds\":[[\"i32\",1]]}",
            "{\"input\":[300],\"kinds\":[[\"u8\",1]]}",
            "{\"input\":[1],\"kinds\":[[\"cow\",1]]}",
            "{\"input\":[1],\"kinds\":[[\"i32\",99999999999]]}",
        ] {
            assert!(serde_json::from_str::<InputList>(text).is_err(), "{text}");
        }
    }
}
