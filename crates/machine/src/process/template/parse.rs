//! Reads templates. Whatever is wrong is told with its line and column.
//!
//! `[[` begins something that is not fixed; `\[[` is that text itself, and so are `\|` and `\]]` in a choice. A line on which there is nothing but
//! `[[* …]]`, `[[/]]` or `[[limit …]]` is not part of the text.

use super::{Alphabet, Amount, Extent, HoleIdx, Item, SequenceIdx, Template, TemplateLimit};

/// What is wrong with a template, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {what}")]
pub struct TemplateError {
    /// The line, from 1.
    pub line: usize,
    /// The byte in the line, from 1.
    pub column: usize,
    /// What is wrong.
    pub what: String,
}

/// How deep parts may be nested.
const DEEPEST: usize = 100;

/// The most that can be asked for of anything.
const MOST: u32 = 1 << 20;

pub(super) fn template(text: &[u8]) -> Result<Template, TemplateError> {
    let mut parser = Parser {
        text,
        at: 0,
        template: Template { sequences: Vec::new(), holes: 0, limits: Vec::new() },
        names: Vec::new(),
        depth: 0,
    };
    let root = parser.sequence(Inside::Whole)?;
    parser.template.sequences.push(root);
    Ok(parser.template)
}

/// What a sequence is part of, which says how it ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Inside {
    Whole,
    /// A part that is repeated, which began here.
    Repeat(usize),
    /// A choice, which began here.
    Choice(usize),
}

struct Parser<'t> {
    text: &'t [u8],
    at: usize,
    template: Template,
    /// The holes that can be named here.
    names: Vec<(String, HoleIdx)>,
    depth: usize,
}

impl Parser<'_> {
    fn error<T>(&self, at: usize, what: impl Into<String>) -> Result<T, TemplateError> {
        let before = &self.text[..at.min(self.text.len())];
        let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
        let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
        Err(TemplateError { line, column: 1 + before.len() - start, what: what.into() })
    }

    fn rest(&self) -> &[u8] {
        &self.text[self.at..]
    }

    /// Takes a text if it comes next.
    fn takes(&mut self, text: &str) -> bool {
        let comes = self.rest().starts_with(text.as_bytes());
        if comes {
            self.at += text.len();
        }
        comes
    }

    /// All items up to the end of what it is part of. Names that are given inside are known only there.
    fn sequence(&mut self, inside: Inside) -> Result<Vec<Item>, TemplateError> {
        let names = self.names.len();
        self.depth += 1;
        if self.depth > DEEPEST {
            return self.error(self.at, format!("parts are nested more than {DEEPEST} deep"));
        }
        let (mut items, mut fixed) = (Vec::new(), Vec::new());
        loop {
            let is_choice = matches!(inside, Inside::Choice(_));
            if self.at == self.text.len() {
                match inside {
                    Inside::Whole => break,
                    Inside::Repeat(begun) => return self.error(begun, "this part has no end: `[[/]]`"),
                    Inside::Choice(begun) => return self.error(begun, "this is not closed: `]]`"),
                }
            }
            if is_choice && (self.rest().starts_with(b"|") || self.rest().starts_with(b"]]")) {
                break;
            }
            let escaped: &[&str] = if is_choice { &["[[", "|", "]]"] } else { &["[["] };
            if let Some(literal) = escaped.iter().find(|literal| self.escapes(literal)) {
                self.at += 1 + literal.len();
                fixed.extend(literal.as_bytes());
                continue;
            }
            if !self.rest().starts_with(b"[[") {
                fixed.push(self.text[self.at]);
                self.at += 1;
                continue;
            }
            let begun = self.at;
            self.at += 2;
            if self.takes("/]]") {
                match inside {
                    Inside::Repeat(_) => {
                        self.take_line(begun, &mut fixed);
                        break;
                    }
                    _ => {
                        return self
                            .error(begun, "no part begins before this `[[/]]`, or not in the same choice");
                    }
                }
            }
            let item = self.item(begun, &mut fixed)?;
            if !fixed.is_empty() {
                items.push(Item::Fixed(std::mem::take(&mut fixed)));
            }
            items.extend(item);
        }
        if !fixed.is_empty() {
            items.push(Item::Fixed(fixed));
        }
        self.depth -= 1;
        self.names.truncate(names);
        Ok(items)
    }

    fn escapes(&self, literal: &str) -> bool {
        self.rest().strip_prefix(b"\\").is_some_and(|rest| rest.starts_with(literal.as_bytes()))
    }

    /// What begins with `[[` here: an item, or a limit on all of the text.
    fn item(&mut self, begun: usize, fixed: &mut Vec<u8>) -> Result<Option<Item>, TemplateError> {
        if self.takes("*") {
            let count = self.extent()?;
            self.close(begun)?;
            self.take_line(begun, fixed);
            let body = self.sequence(Inside::Repeat(begun))?;
            if body.is_empty() {
                return self.error(begun, "nothing is repeated here");
            }
            return Ok(Some(Item::Repeat { count, body: self.add(body) }));
        }
        if let Some(limit) = self.limit(begun)? {
            self.take_line(begun, fixed);
            return Ok(limit);
        }
        let head = self.head();
        if let Some((name, length)) = head.split_once(':')
            && is_name(name.trim())
            && begins_hole(length)
        {
            self.at += head.len() - length.len();
            return self.hole(begun, Some(name.trim().to_string())).map(Some);
        }
        if begins_hole(&head) {
            return self.hole(begun, None).map(Some);
        }
        if is_name(&head) && self.rest()[head.len()..].starts_with(b"]]") {
            return self.again(begun, &head).map(Some);
        }
        self.choice(begun).map(Some)
    }

    /// What comes before the next bracket.
    fn head(&self) -> String {
        let rest = self.rest();
        let end = rest.iter().position(|&byte| byte == b'[' || byte == b']' || byte == b'\n');
        String::from_utf8_lossy(&rest[..end.unwrap_or(rest.len())]).into_owned()
    }

    fn add(&mut self, sequence: Vec<Item>) -> SequenceIdx {
        self.template.sequences.push(sequence);
        self.template.sequences.len() - 1
    }

    fn blanks(&mut self) {
        while self.rest().first().is_some_and(|byte| *byte == b' ') {
            self.at += 1;
        }
    }

    fn close(&mut self, begun: usize) -> Result<(), TemplateError> {
        self.blanks();
        if self.takes("]]") {
            return Ok(());
        }
        match self.rest().is_empty() {
            true => self.error(begun, "this is not closed: `]]`"),
            false => self.error(self.at, "`]]` should come here"),
        }
    }

    /// `3`, `1..20`, `1..n`.
    fn extent(&mut self) -> Result<Extent, TemplateError> {
        self.blanks();
        let least = self.amount()?;
        let most = if self.takes("..") { self.amount()? } else { least };
        match (least, most) {
            (Amount::Number(least), Amount::Number(most)) if least > most => {
                self.error(self.at, format!("there is no number from {least} to {most}"))
            }
            (_, Amount::Number(0)) => self.error(self.at, "this would always be empty"),
            _ => Ok(Extent { least, most }),
        }
    }

    fn amount(&mut self) -> Result<Amount, TemplateError> {
        let begun = self.at;
        if self.takes("n") {
            return Ok(Amount::Size);
        }
        while self.rest().first().is_some_and(u8::is_ascii_digit) {
            self.at += 1;
        }
        let digits = String::from_utf8_lossy(&self.text[begun..self.at]);
        match digits.parse::<u32>() {
            Ok(number) if number <= MOST => Ok(Amount::Number(number)),
            Err(_) if digits.is_empty() => {
                self.error(begun, "a number, n, or a range such as 1..20 should come here")
            }
            _ => self.error(begun, format!("{digits} is more than the most, {MOST}")),
        }
    }

    /// `limit: 4000` for bytes, `limit name: 160` for the place where it stands.
    fn limit(&mut self, begun: usize) -> Result<Option<Option<Item>>, TemplateError> {
        let head = self.head();
        let Some((name, _)) = head.strip_prefix("limit").and_then(|rest| rest.split_once(':')) else {
            return Ok(None);
        };
        let trimmed = name.trim();
        let is_named = name.starts_with(' ') && is_name(trimmed);
        if !trimmed.is_empty() && !is_named {
            return Ok(None);
        }
        self.at += "limit:".len() + name.len();
        self.blanks();
        let place = self.at;
        let Amount::Number(most) = self.amount()? else {
            return self.error(place, "a limit is a number");
        };
        self.close(begun)?;
        let name = (!trimmed.is_empty()).then(|| trimmed.to_string());
        let known = self.template.limits.iter().position(|limit| limit.name == name);
        let limit = known.unwrap_or(self.template.limits.len());
        match known {
            None => self.template.limits.push(TemplateLimit { name: name.clone(), most: most.into() }),
            Some(known) if self.template.limits[known].most != u64::from(most) => {
                let before = self.template.limits[known].most;
                return self.error(place, format!("the limit is {before} in another place"));
            }
            Some(_) => {}
        }
        Ok(Some(name.map(|_| Item::Counted(limit))))
    }

    fn hole(&mut self, begun: usize, name: Option<String>) -> Result<Item, TemplateError> {
        let length = self.extent()?;
        self.blanks();
        if !self.takes("of ") {
            return self.error(self.at, "`of` and what bytes it may have should come here, as in `of a-z`");
        }
        self.blanks();
        let alphabet = self.alphabet(begun)?;
        let hole = self.template.holes;
        self.template.holes += 1;
        self.names.extend(name.map(|name| (name, hole)));
        Ok(Item::Hole { hole, length, alphabet })
    }

    /// `a-z0-9_`, up to `]]`.
    fn alphabet(&mut self, begun: usize) -> Result<Alphabet, TemplateError> {
        for (word, range) in [("any]]", (0, 255)), ("printable]]", (b' ', b'~'))] {
            if self.takes(word) {
                return Ok(Alphabet::new(vec![range]));
            }
        }
        let mut ranges: Vec<(u8, u8)> = Vec::new();
        while !self.takes("]]") {
            let place = self.at;
            let low = self.character(begun)?;
            let is_range = self.rest().starts_with(b"-") && !self.rest().starts_with(b"-]]");
            let high = if is_range {
                self.at += 1;
                self.character(begun)?
            } else {
                low
            };
            if low > high {
                return self.error(place, "this range ends before it begins");
            }
            ranges.push((low, high));
        }
        match ranges.is_empty() {
            true => self.error(self.at - 2, "no byte may be here"),
            false => Ok(Alphabet::new(ranges)),
        }
    }

    /// A byte of an alphabet: itself, `\n`, `\t`, `\r`, `\x7f`, or what comes after a backslash.
    fn character(&mut self, begun: usize) -> Result<u8, TemplateError> {
        let mut next = || {
            let byte = self.text.get(self.at).copied();
            self.at += 1;
            byte
        };
        let byte = match next() {
            Some(b'\\') => match next() {
                Some(b'n') => Some(b'\n'),
                Some(b't') => Some(b'\t'),
                Some(b'r') => Some(b'\r'),
                Some(b'x') => {
                    let digits = [next().unwrap_or(0), next().unwrap_or(0)];
                    let digits = std::str::from_utf8(&digits).ok();
                    match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
                        Some(byte) => Some(byte),
                        None => {
                            let place = self.at.saturating_sub(2);
                            return self.error(place, "two hexadecimal digits should come after \\x");
                        }
                    }
                }
                byte => byte,
            },
            byte => byte,
        };
        match byte {
            Some(byte) => Ok(byte),
            None => self.error(begun, "this is not closed: `]]`"),
        }
    }

    fn again(&mut self, begun: usize, name: &str) -> Result<Item, TemplateError> {
        let known = self.names.iter().rev().find(|(known, _)| known == name).map(|&(_, hole)| hole);
        self.at += name.len() + 2;
        match known {
            Some(hole) => Ok(Item::Again(hole)),
            None => self.error(begun, format!("no hole before this place is called `{name}`")),
        }
    }

    fn choice(&mut self, begun: usize) -> Result<Item, TemplateError> {
        let mut alternatives = Vec::new();
        loop {
            let alternative = self.sequence(Inside::Choice(begun))?;
            alternatives.push(self.add(alternative));
            if !self.takes("|") {
                break;
            }
        }
        self.at += 2;
        match alternatives.len() {
            1 => self.error(
                begun,
                "this is neither a hole such as `[[name: 1..20 of a-z]]`, a part such as `[[* 0..9]]`, a choice such as `[[a|b]]`, nor a limit",
            ),
            _ => Ok(Item::Choice(alternatives)),
        }
    }

    /// Drops the line that something stands on alone, from what came before it and from what comes.
    fn take_line(&mut self, begun: usize, fixed: &mut Vec<u8>) {
        let blank = |byte: &u8| *byte == b' ' || *byte == b'\t';
        let before = self.text[..begun].iter().rev().take_while(|byte| blank(byte)).count();
        let starts = begun == before || self.text[begun - before - 1] == b'\n';
        let after = self.rest().iter().take_while(|byte| blank(byte)).count();
        let end = self.rest()[after..].iter().take_while(|&&byte| byte == b'\r').count() + after;
        match self.rest().get(end) {
            Some(b'\n') if starts => self.at += end + 1,
            None if starts => self.at += end,
            _ => return,
        }
        fixed.truncate(fixed.len() - before.min(fixed.len()));
    }
}

/// Whether it can be the name of a hole.
fn is_name(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.chars().all(|other| other.is_ascii_alphanumeric() || other == '_')
}

/// Whether it reads like the length of a hole, right or wrong, and `of`.
fn begins_hole(text: &str) -> bool {
    let text = text.trim_start();
    let rest = text.trim_start_matches(|one: char| one.is_ascii_digit() || one == 'n' || one == '.');
    rest.len() < text.len() && rest.starts_with(' ') && rest.trim_start().starts_with("of ")
}
