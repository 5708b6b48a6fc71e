//! From tokens to a tree: recursive descent, one function per rule.

use super::scan::{Placed, Token, scan};
use super::{Chain, Command, Split, SyntaxError, Word, Xargs};

/// The pipeline that a text describes.
pub fn parse(text: &str) -> Result<Chain, SyntaxError> {
    let tokens = scan(text)?;
    let mut parser = Parser { text, tokens: &tokens, next: 0, depth: 0 };
    let chain = parser.chain(Reads::Input)?;
    match parser.peek() {
        None => Ok(chain),
        // The scanner has refused a `)` that closes nothing.
        Some((_, at)) => parser.error(*at, "the pipeline ends here"),
    }
}

/// The one command that a text describes, for a component that is named in a file: nothing before and behind it.
pub fn command(text: &str) -> Result<Command, SyntaxError> {
    let mut chain = parse(text)?;
    let more = "a component is one command; what comes before and after it is said with `from` and `to`";
    match (chain.commands.len(), &chain.input, chain.commands.pop()) {
        (1, None, Some(command @ (Command::Simple(_) | Command::Xargs(_)))) => Ok(command),
        (_, Some(file), _) => Err(SyntaxError::new(more, text, file.offset)),
        _ => {
            let marks = scan(text)?;
            let at = marks.iter().find(|(token, _)| !matches!(token, Token::Word { .. }));
            Err(SyntaxError::new(more, text, at.map_or(0, |(_, at)| *at)))
        }
    }
}

/// The shell's own words where a command could be.
pub(super) const CONTROL: [&str; 20] = [
    "if", "then", "else", "elif", "fi", "for", "while", "until", "do", "done", "case", "esac", "in",
    "function", "select", "time", "coproc", "[[", "{", "}",
];

/// How deep branches can be inside one another: more than anybody writes, and far less than the stack has room for.
const MAX_DEPTH: usize = 64;

/// Where the first command of a chain has its input from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reads {
    /// From outside: it may say `< file` instead.
    Input,
    /// From what is before it.
    Before,
}

struct Parser<'a> {
    text: &'a str,
    tokens: &'a [Placed],
    next: usize,
    depth: usize,
}

/// One command's words and branches, in the order in which they were written.
#[derive(Default)]
struct Parts {
    words: Vec<Word>,
    branches: Vec<(Chain, usize)>,
    input: Option<Word>,
}

impl<'a> Parser<'a> {
    fn error<T>(&self, at: usize, message: impl Into<String>) -> Result<T, SyntaxError> {
        Err(SyntaxError::new(message, self.text, at))
    }

    fn peek(&self) -> Option<&'a Placed> {
        self.tokens.get(self.next)
    }

    /// Where the next token is, or the end.
    fn place(&self) -> usize {
        self.peek().map_or(self.text.trim_end().len(), |(_, at)| *at)
    }

    fn chain(&mut self, mut reads: Reads) -> Result<Chain, SyntaxError> {
        let mut chain = Chain { input: None, commands: Vec::new() };
        loop {
            let start = self.place();
            let parts = self.parts(reads)?;
            chain.input = parts.input.clone().or(chain.input);
            reads = Reads::Before;
            let more = matches!(self.peek(), Some((Token::Pipe, _)));
            if more {
                self.next += 1;
            }
            match self.command(parts, start)? {
                Made::Command(command) => chain.commands.push(command),
                Made::Branches(branches) => {
                    let rest = if more { Some(Box::new(self.chain(Reads::Before)?)) } else { None };
                    chain.commands.push(Command::Split(Split { branches, rest }));
                    return Ok(chain);
                }
            }
            if !more {
                return Ok(chain);
            }
        }
    }

    /// The words, branches and `< file` of one command, up to what ends it.
    fn parts(&mut self, reads: Reads) -> Result<Parts, SyntaxError> {
        let mut parts = Parts::default();
        while let Some((token, at)) = self.peek() {
            match token {
                Token::Word { word, plain } => {
                    if *plain && parts.words.is_empty() {
                        self.no_control(word)?;
                    }
                    parts.words.push(word.clone());
                    self.next += 1;
                }
                Token::Less => {
                    let file = self.input_file(*at, reads, parts.input.is_some())?;
                    parts.input = Some(file);
                }
                Token::Branch => {
                    let branch = self.branch(*at)?;
                    parts.branches.push((branch, *at));
                }
                Token::Pipe | Token::Close => break,
            }
        }
        Ok(parts)
    }

    fn no_control(&self, word: &Word) -> Result<(), SyntaxError> {
        match word.text.as_str() {
            "!" => self.error(word.offset, "`!` is not understood: how a pipeline ends cannot be negated"),
            text if CONTROL.contains(&text) => {
                self.error(word.offset, format!("`{text}` is not understood: a pipeline has no control flow"))
            }
            _ => Ok(()),
        }
    }

    fn input_file(&mut self, at: usize, reads: Reads, again: bool) -> Result<Word, SyntaxError> {
        self.next += 1;
        let Some((Token::Word { word, .. }, _)) = self.peek() else {
            return self.error(self.place(), "the name of a file is missing behind `<`");
        };
        if reads == Reads::Before {
            return self.error(
                at,
                "only the first command of a pipeline can read a file with `<`: the others read what the one before writes",
            );
        }
        if again {
            return self.error(at, "the input is given twice");
        }
        self.next += 1;
        Ok(word.clone())
    }

    fn branch(&mut self, at: usize) -> Result<Chain, SyntaxError> {
        self.next += 1;
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return self.error(at, format!("branches are inside one another more than {MAX_DEPTH} times"));
        }
        let chain = self.chain(Reads::Before)?;
        self.depth -= 1;
        if !matches!(self.peek(), Some((Token::Close, _))) {
            return self.error(at, "this `>(` is not closed");
        }
        self.next += 1;
        Ok(chain)
    }

    fn command(&self, parts: Parts, start: usize) -> Result<Made, SyntaxError> {
        let Parts { words, branches, .. } = parts;
        let Some(name) = words.first() else {
            return match branches.first() {
                Some((_, at)) => {
                    self.error(*at, "`>(…)` is a branch of `tee`, which has to be written before it")
                }
                None => self.error(start, "a command is missing here"),
            };
        };
        if let Some((_, at)) = branches.first() {
            if name.text != "tee" {
                return self.error(*at, format!("`>(…)` is a branch of `tee`, not of `{}`", name.text));
            }
            if let Some(operand) = words.get(1) {
                let what = if operand.text.starts_with('-') { "options" } else { "files" };
                return self.error(operand.offset, format!("`tee` with branches takes no {what}"));
            }
            return Ok(Made::Branches(branches.into_iter().map(|(chain, _)| chain).collect()));
        }
        if name.text == "xargs" {
            return Ok(Made::Command(Command::Xargs(Xargs::parse(&words, self.text)?)));
        }
        Ok(Made::Command(Command::Simple(words)))
    }
}

/// A command, or what a split is made of.
enum Made {
    Command(Command),
    Branches(Vec<Chain>),
}
