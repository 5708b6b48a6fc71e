//! From text to words and marks, as POSIX's token recognition has it, without expansions: what would be expanded is refused.

use std::iter::Peekable;
use std::str::CharIndices;

use super::{SyntaxError, Word};

/// What a text is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// A word, and whether it was written without quotes: only then can it be one of the shell's own.
    Word { word: Word, plain: bool },
    /// `|`
    Pipe,
    /// `<`
    Less,
    /// `>(`
    Branch,
    /// `)`
    Close,
}

/// A token and where it begins.
pub(super) type Placed = (Token, usize);

pub(super) struct Scanner<'a> {
    text: &'a str,
    rest: Peekable<CharIndices<'a>>,
    tokens: Vec<Placed>,
    /// How many `>(` are open.
    open: usize,
}

/// The tokens of a text.
pub(super) fn scan(text: &str) -> Result<Vec<Placed>, SyntaxError> {
    if let Some(at) = text.find('\0') {
        return Err(SyntaxError::new("a NUL cannot be part of an argument", text, at));
    }
    let mut scanner = Scanner { text, rest: text.char_indices().peekable(), tokens: Vec::new(), open: 0 };
    while let Some(&(at, c)) = scanner.rest.peek() {
        scanner.token(at, c)?;
    }
    Ok(scanner.tokens)
}

impl Scanner<'_> {
    fn error<T>(&self, at: usize, message: impl Into<String>) -> Result<T, SyntaxError> {
        Err(SyntaxError::new(message, self.text, at))
    }

    /// What the text says from here on.
    fn ahead(&self, at: usize) -> &str {
        &self.text[at..]
    }

    fn skip(&mut self, chars: usize) {
        for _ in 0..chars {
            self.rest.next();
        }
    }

    fn push(&mut self, token: Token, at: usize, chars: usize) {
        self.tokens.push((token, at));
        self.skip(chars);
    }

    fn token(&mut self, at: usize, c: char) -> Result<(), SyntaxError> {
        let ahead = self.ahead(at);
        match c {
            ' ' | '\t' => self.skip(1),
            '\n' => return self.newline(at),
            // The line goes on.
            '\\' if ahead.starts_with("\\\n") => self.skip(2),
            '#' => {
                return self.error(
                    at,
                    "a comment (`#`) is not understood in a pipeline; quote it if it is meant as it is",
                );
            }
            '|' if ahead.starts_with("||") => {
                return self.error(at, "`||` is not understood: a pipeline has no conditions; only `|`");
            }
            '|' if ahead.starts_with("|&") => {
                return self.error(
                    at,
                    "`|&` is not understood: what a component writes to standard error is not passed on",
                );
            }
            '|' => self.push(Token::Pipe, at, 1),
            '<' => return self.less(at),
            '>' if ahead.starts_with(">(") => {
                self.open += 1;
                self.push(Token::Branch, at, 2);
            }
            ')' if self.open > 0 => {
                self.open -= 1;
                self.push(Token::Close, at, 1);
            }
            _ => match refused(ahead) {
                Some(message) => return self.error(at, message),
                None => return self.word(at),
            },
        }
        Ok(())
    }

    /// Between commands a newline would end the pipeline; before the first, behind `|`, and at the end it is a blank.
    fn newline(&mut self, at: usize) -> Result<(), SyntaxError> {
        let goes_on = match self.tokens.last() {
            None | Some((Token::Pipe | Token::Branch, _)) => true,
            Some(_) => {
                let next = self.ahead(at).trim_start();
                next.is_empty() || (self.open > 0 && next.starts_with(')'))
            }
        };
        if !goes_on {
            return self.error(
                at,
                "a second command begins on a new line; a pipeline is one (end the line with `|` or `\\` to go on)",
            );
        }
        self.skip(1);
        Ok(())
    }

    fn less(&mut self, at: usize) -> Result<(), SyntaxError> {
        const FORMS: [(&str, &str); 5] = [
            ("<<<", "`<<<` is not understood: give the input with --input-file"),
            ("<<", "a here-document (`<<`) is not understood: give the input with --input-file"),
            ("<(", "`<(` is not understood: a component reads one stream, its standard input"),
            ("<&", "`<&` is not understood: descriptors cannot be renamed"),
            ("<>", "`<>` is not understood: only `< file`"),
        ];
        let ahead = self.ahead(at);
        if let Some((_, message)) = FORMS.iter().find(|(form, _)| ahead.starts_with(form)) {
            return self.error(at, *message);
        }
        self.push(Token::Less, at, 1);
        Ok(())
    }

    /// A word: letters, quoted parts, and characters behind backslashes, until something separates.
    fn word(&mut self, start: usize) -> Result<(), SyntaxError> {
        let (mut text, mut plain) = (String::new(), true);
        while let Some(&(at, c)) = self.rest.peek() {
            let ahead = self.ahead(at);
            match c {
                ' ' | '\t' | '\n' | '|' | ')' | '(' | ';' | '&' => break,
                '<' | '>' => {
                    if plain && !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()) {
                        let message =
                            format!("`{text}{c}` is not understood: descriptors cannot be redirected");
                        return self.error(start, message);
                    }
                    break;
                }
                '\'' => {
                    plain = false;
                    self.single_quoted(at, &mut text)?;
                }
                '"' => {
                    plain = false;
                    self.double_quoted(at, &mut text)?;
                }
                '\\' => {
                    self.skip(1);
                    match self.rest.next() {
                        None => {
                            return self.error(at, "a backslash is the last character; it quotes nothing");
                        }
                        Some((_, '\n')) => {}
                        Some((_, quoted)) => {
                            plain = false;
                            text.push(quoted);
                        }
                    }
                }
                _ => {
                    if let Some(message) = refused_in_word(ahead, text.is_empty() && plain) {
                        return self.error(at, message);
                    }
                    text.push(c);
                    self.skip(1);
                }
            }
        }
        self.no_assignment(start)?;
        self.tokens.push((Token::Word { word: Word { text, offset: start }, plain }, start));
        Ok(())
    }

    /// `NAME=value` before a command sets a variable.
    fn no_assignment(&self, start: usize) -> Result<(), SyntaxError> {
        let first = matches!(self.tokens.last(), None | Some((Token::Pipe | Token::Branch, _)));
        let raw = self.ahead(start);
        let is_name = |name: &str| {
            name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
                && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        };
        // The name must be written plainly; what is behind the sign may be quoted.
        if first
            && let Some((name, _)) = raw.split_once('=')
            && is_name(name)
        {
            return self.error(
                start,
                format!(
                    "an assignment (`{name}=`) is not understood; environment variables are given with --env"
                ),
            );
        }
        Ok(())
    }

    fn single_quoted(&mut self, open: usize, text: &mut String) -> Result<(), SyntaxError> {
        self.skip(1);
        for (_, c) in self.rest.by_ref() {
            match c {
                '\'' => return Ok(()),
                c => text.push(c),
            }
        }
        self.error(open, "this single quotation mark (') is not closed")
    }

    fn double_quoted(&mut self, open: usize, text: &mut String) -> Result<(), SyntaxError> {
        self.skip(1);
        while let Some((at, c)) = self.rest.next() {
            match c {
                '"' => return Ok(()),
                '\\' => match self.rest.next() {
                    None => break,
                    Some((_, '\n')) => {}
                    Some((_, quoted @ ('$' | '`' | '"' | '\\'))) => text.push(quoted),
                    Some((_, other)) => text.extend(['\\', other]),
                },
                '`' => return self.error(at, BACKQUOTE),
                '$' => match dollar(self.ahead(at), true) {
                    Some(message) => return self.error(at, message),
                    None => text.push('$'),
                },
                c => text.push(c),
            }
        }
        self.error(open, "this double quotation mark (\") is not closed")
    }
}

const BACKQUOTE: &str = "a command in backquotes is not understood; single quotes keep a backquote as it is";

/// What a `$` begins, unless it is only that.
fn dollar(ahead: &str, quoted: bool) -> Option<String> {
    // A line that goes on does so before anything is expanded.
    let mut behind = &ahead[1..];
    while let Some(next) = behind.strip_prefix("\\\n") {
        behind = next;
    }
    let next = behind.chars().next()?;
    let name: String = behind.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
    let what = match next {
        '(' if behind.starts_with("((") => "arithmetic (`$((`)".to_string(),
        '(' => "a command's output (`$(`)".to_string(),
        '{' => "a variable (`${`)".to_string(),
        '[' if !quoted => "arithmetic (`$[`)".to_string(),
        '\'' | '"' if !quoted => format!("`${next}` (bash's quotes)"),
        c if c.is_ascii_alphabetic() || c == '_' => format!("a variable (`${name}`)"),
        c if c.is_ascii_digit() || "@*#?$!-".contains(c) => format!("a variable (`${c}`)"),
        _ => return None,
    };
    Some(format!("{what} is not understood; single quotes keep a dollar sign as it is"))
}

/// What begins with an operator that is not ours, in a place where a word or a mark could begin.
fn refused(ahead: &str) -> Option<String> {
    const MARKS: [(&str, &str); 11] = [
        ("&&", "`&&` is not understood: a pipeline has no conditions; only `|`"),
        ("&>", "`&>` is not understood: output cannot be redirected; the last component's is the result"),
        ("&", "`&` is not understood: all components run at the same time anyway"),
        (";;", "`;;` is not understood: a pipeline has no `case`"),
        (";", "`;` is not understood: a pipeline is one command after `|` the other"),
        (">>", "`>>` is not understood: output cannot be redirected; the last component's is the result"),
        (">&", "`>&` is not understood: descriptors cannot be redirected"),
        (">|", "`>|` is not understood: output cannot be redirected; the last component's is the result"),
        (
            ">",
            "`>` is not understood: output cannot be redirected; the last component's is the result (`>(…)` behind tee is a branch)",
        ),
        ("(", "`(` is not understood: a pipeline has no subshells"),
        (")", "`)` closes nothing"),
    ];
    MARKS.iter().find(|(mark, _)| ahead.starts_with(mark)).map(|(_, message)| message.to_string())
}

/// What would be expanded in a word, written without quotes.
fn refused_in_word(ahead: &str, first: bool) -> Option<String> {
    match ahead.chars().next()? {
        '$' => dollar(ahead, false),
        '`' => Some(BACKQUOTE.into()),
        c @ ('*' | '?' | '[') => Some(format!(
            "`{c}` without quotes is a pattern for names of files, which is not understood; quote it"
        )),
        '~' if first => Some(
            "`~` at the beginning of a word is a home directory, which is not understood; quote it".into(),
        ),
        '{' if is_brace_expansion(ahead) => Some(
            "`{` with a comma or `..` is bash's brace expansion, which is not understood; quote it".into(),
        ),
        _ => None,
    }
}

/// `{a,b}` and `{1..3}`, as far as bash would look at them: up to the brace that closes, within the word.
fn is_brace_expansion(ahead: &str) -> bool {
    let joined = ahead.replace("\\\n", "");
    let (mut depth, mut several, mut quote) = (0, false, None);
    let mut rest = joined.char_indices();
    while let Some((at, c)) = rest.next() {
        match (quote, c) {
            (Some(open), c) if open == c => quote = None,
            (None, '\\') | (Some('"'), '\\') => _ = rest.next(),
            (Some(_), _) => {}
            (None, '\'' | '"') => quote = Some(c),
            (None, '{') => depth += 1,
            (None, '}') if depth == 1 => return several,
            (None, '}') => depth -= 1,
            (None, ',') if depth == 1 => several = true,
            (None, '.') if depth == 1 && joined[at..].starts_with("..") => several = true,
            (None, ' ' | '\t' | '\n' | '|' | ';' | '&' | '<' | '>') => return false,
            _ => {}
        }
    }
    false
}
