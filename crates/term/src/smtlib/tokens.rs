//! The tokens of a script: parentheses and words, with the lines that they are on.

/// A token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'s> {
    Open,
    Close,
    Word(&'s str),
}

/// What is left of a script.
pub(super) struct Tokens<'s> {
    rest: &'s str,
    /// The line of the token that came last, from 1.
    pub(super) line: usize,
}

impl<'s> Tokens<'s> {
    pub(super) fn new(script: &'s str) -> Tokens<'s> {
        Tokens { rest: script, line: 1 }
    }

    /// Leaves out blanks, and comments up to the end of their lines.
    fn skip(&mut self) {
        loop {
            let blanks = self.rest.bytes().take_while(u8::is_ascii_whitespace).count();
            self.take(blanks);
            if !self.rest.starts_with(';') {
                return;
            }
            self.take(self.rest.find('\n').unwrap_or(self.rest.len()));
        }
    }

    fn take(&mut self, bytes: usize) -> &'s str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.line += taken.bytes().filter(|&byte| byte == b'\n').count();
        self.rest = rest;
        taken
    }
}

impl<'s> Iterator for Tokens<'s> {
    type Item = Token<'s>;

    fn next(&mut self) -> Option<Token<'s>> {
        self.skip();
        Some(match *self.rest.as_bytes().first()? {
            b'(' => {
                self.take(1);
                Token::Open
            }
            b')' => {
                self.take(1);
                Token::Close
            }
            _ => {
                let ends = |c: char| c.is_ascii_whitespace() || matches!(c, '(' | ')' | ';');
                Token::Word(self.take(self.rest.find(ends).unwrap_or(self.rest.len())))
            }
        })
    }
}
