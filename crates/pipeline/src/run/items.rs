//! What `xargs` makes of its input: lines or words, with quotes, as GNU's does.
//!
//! Blanks separate words; a line loses the blanks at its beginning, and is none if nothing is left. Quotes and backslashes keep
//! what is in or behind them. An item that is empty and was not quoted is none.

/// Items out of a stream, as soon as they are complete.
#[derive(Clone, Debug)]
pub(crate) struct ItemReader {
    /// Whether items are lines.
    lines: bool,
    state: State,
    item: Vec<u8>,
    /// Whether there is an item even if it is empty.
    is_quoted: bool,
    bytes: Vec<u8>,
    /// How many of these have been looked at.
    at: usize,
    /// Whether no more bytes come.
    is_ended: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Before an item.
    Space,
    Within,
    Quoted(u8),
    Escaped,
}

/// What came next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Item {
    /// An item.
    Argument(Vec<u8>),
    /// It takes more input to know.
    Wait,
    /// There is none.
    End,
    /// A quotation mark that is not closed on its line: `single` or `double`.
    Unmatched(&'static str),
}

impl ItemReader {
    pub(crate) fn new(lines: bool) -> ItemReader {
        ItemReader {
            lines,
            state: State::Space,
            item: Vec::new(),
            is_quoted: false,
            bytes: Vec::new(),
            at: 0,
            is_ended: false,
        }
    }

    /// More input.
    pub(crate) fn feed(&mut self, bytes: &[u8]) {
        self.bytes.drain(..self.at);
        self.at = 0;
        self.bytes.extend_from_slice(bytes);
    }

    /// No more comes.
    pub(crate) fn end(&mut self) {
        self.is_ended = true;
    }

    /// What was not looked at.
    pub(super) fn unread(&self) -> &[u8] {
        &self.bytes[self.at..]
    }

    pub(crate) fn next(&mut self) -> Item {
        while let Some(&byte) = self.bytes.get(self.at) {
            self.at += 1;
            match self.byte(byte) {
                Some(item) => return item,
                None => continue,
            }
        }
        match (self.is_ended, self.state) {
            (false, _) => Item::Wait,
            // As GNU's does: at the end, quotes alone are no item, and a mark with nothing behind it no error.
            (true, _) if self.item.is_empty() => Item::End,
            (true, State::Quoted(quote)) => unmatched(quote),
            (true, _) => Item::Argument(std::mem::take(&mut self.item)),
        }
    }

    fn byte(&mut self, byte: u8) -> Option<Item> {
        match (self.state, byte) {
            (State::Space, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c) => return None,
            (State::Within, b'\n') => return self.complete(),
            (State::Within, b' ' | b'\t') if !self.lines => return self.complete(),
            (State::Space | State::Within, b'\\') => self.state = State::Escaped,
            (State::Space | State::Within, b'\'' | b'"') => self.state = State::Quoted(byte),
            (State::Space | State::Within | State::Escaped, _) => {
                self.state = State::Within;
                self.item.push(byte);
            }
            (State::Quoted(quote), b'\n') => return Some(unmatched(quote)),
            (State::Quoted(quote), byte) if byte == quote => {
                self.state = State::Within;
                self.is_quoted = true;
            }
            (State::Quoted(_), byte) => self.item.push(byte),
        }
        None
    }

    fn complete(&mut self) -> Option<Item> {
        self.state = State::Space;
        let is_quoted = std::mem::take(&mut self.is_quoted);
        let item = std::mem::take(&mut self.item);
        (is_quoted || !item.is_empty()).then_some(Item::Argument(item))
    }
}

fn unmatched(quote: u8) -> Item {
    Item::Unmatched(if quote == b'"' { "double" } else { "single" })
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::process::{Command, Stdio};

    use super::*;
    use worstcase_machine::SplitMix;

    /// All items, when the input comes in pieces of so many bytes; what is wrong, last.
    fn items(input: &[u8], lines: bool, piece: usize) -> Vec<String> {
        let mut reader = ItemReader::new(lines);
        let (mut pieces, mut items) = (input.chunks(piece), Vec::new());
        loop {
            match reader.next() {
                Item::Argument(item) => items.push(String::from_utf8_lossy(&item).into_owned()),
                Item::Wait => match pieces.next() {
                    Some(piece) => reader.feed(piece),
                    None => reader.end(),
                },
                Item::End => return items,
                Item::Unmatched(kind) => {
                    items.push(format!("unmatched {kind}"));
                    return items;
                }
            }
        }
    }

    /// The same by the system's own; it must be GNU's.
    fn host(input: &[u8], flags: &[&str]) -> Vec<String> {
        let mut xargs = Command::new("xargs");
        xargs
            .args(flags)
            .env("LC_ALL", "C")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = xargs.spawn().expect("there is an xargs");
        child.stdin.take().expect("it was piped").write_all(input).expect("it reads");
        let output = child.wait_with_output().expect("it ends");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let mut items: Vec<String> = text.split_terminator('\x01').map(str::to_string).collect();
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        if let Some((_, rest)) = message.split_once("xargs: unmatched ") {
            items.push(format!("unmatched {}", rest.split(' ').next().unwrap_or_default()));
        }
        items
    }

    #[test]
    fn items_are_those_of_the_systems_xargs() {
        const PARTS: [&[u8]; 11] =
            [b"a", b"b", b" ", b"\t", b"\n", b"\n", b"'", b"\"", b"\\", b"\x0b", b"\r"];
        let mut random = SplitMix(7);
        for case in 0..600 {
            let len = random.next_bits() % 9;
            let mut input: Vec<u8> = Vec::new();
            for _ in 0..len {
                input.extend(PARTS[(random.next_bits() % 11) as usize]);
            }
            // One more item, so that a run with no argument at all is not taken for an empty one.
            let (flags, lines): (&[&str], bool) = match case % 2 {
                0 => (&["-I{}", "printf", "%s\x01", "{}"], true),
                _ => (&["-n1", "printf", "%s\x01"], false),
            };
            let mut ours = items(&input, lines, 1 + case % 4);
            if !lines && (ours.is_empty()) {
                ours.push(String::new());
            }
            let theirs = host(&input, flags);
            assert_eq!(ours, theirs, "{:?} {flags:?}", input.escape_ascii().to_string());
        }
    }
}
