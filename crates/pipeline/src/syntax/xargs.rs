//! `xargs`, which is no component: it says how often its command is run, and with which arguments.
//!
//! What it makes of its input is GNU's: quotes and backslashes are special, blanks at the beginning of a line are dropped.

use super::{SyntaxError, Word};

/// A command that is run on what `xargs` reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Xargs {
    /// How its input becomes arguments.
    pub items: Items,
    /// The command, its name first. It reads nothing.
    pub command: Vec<Word>,
}

/// How input becomes arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Items {
    /// `-I R`: the command is run once per line, which replaces this text wherever it occurs in the arguments.
    Lines {
        /// What is replaced.
        replace: Word,
    },
    /// The words of all lines go behind the arguments, so many per run, or as many as there are. With none at all
    /// the command is still run once.
    Words {
        /// `-n N`
        most: Option<u32>,
    },
}

impl Xargs {
    /// Of all words of the command, `xargs` first.
    pub(super) fn parse(words: &[Word], text: &str) -> Result<Xargs, SyntaxError> {
        let mut options = Options { words, next: 1, text };
        let mut items = Items::Words { most: None };
        while let Some(word) =
            words.get(options.next).filter(|word| word.text.starts_with('-') && word.text != "-")
        {
            options.next += 1;
            match word.text.as_str() {
                "--" => break,
                // The paper writes `-ifoo`, as GNU once did.
                option if option.starts_with("-i") => {
                    let replace = if option == "-i" { "{}" } else { &option[2..] };
                    items = Items::Lines { replace: Word { text: replace.into(), offset: word.offset } };
                }
                option if option.starts_with("-I") => items = Items::Lines { replace: options.value(word)? },
                option if option.starts_with("-n") => {
                    items = Items::Words { most: Some(options.count(word)?) }
                }
                option => {
                    let message = format!(
                        "xargs: the option `{option}` is not understood; there are -I R, -i and -n N"
                    );
                    return Err(SyntaxError::new(message, text, word.offset));
                }
            }
        }
        let command = words[options.next..].to_vec();
        match command.first() {
            None => Err(SyntaxError::new("xargs: the command to be run is missing", text, words[0].offset)),
            Some(name) if name.text == "xargs" => {
                Err(SyntaxError::new("xargs cannot run xargs here", text, name.offset))
            }
            Some(_) => Ok(Xargs { items, command }),
        }
    }
}

struct Options<'a> {
    words: &'a [Word],
    next: usize,
    text: &'a str,
}

impl Options<'_> {
    /// The value of an option of one letter: the rest of its word, or the next one.
    fn value(&mut self, option: &Word) -> Result<Word, SyntaxError> {
        let (letter, rest) = option.text.split_at(2);
        if !rest.is_empty() {
            return Ok(Word { text: rest.into(), offset: option.offset + 2 });
        }
        let value = self.words.get(self.next).filter(|word| !word.text.is_empty());
        self.next += 1;
        value.cloned().ok_or_else(|| {
            SyntaxError::new(format!("xargs: {letter} needs something behind it"), self.text, option.offset)
        })
    }

    fn count(&mut self, option: &Word) -> Result<u32, SyntaxError> {
        let value = self.value(option)?;
        let count = value.text.parse().ok().filter(|&count| count > 0);
        count.ok_or_else(|| {
            let message = format!("xargs: -n needs a number from 1 on, not `{}`", value.text);
            SyntaxError::new(message, self.text, value.offset)
        })
    }
}
