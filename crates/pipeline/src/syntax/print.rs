//! Trees as text again: any shell understands it, and [`super::parse`] gives the same tree.

use std::borrow::Cow;
use std::fmt::{self, Formatter};

use super::xargs::Items;
use super::{Chain, Command, Word, Xargs};

pub(super) fn chain(chain: &Chain, f: &mut Formatter<'_>) -> fmt::Result {
    for (i, each) in chain.commands.iter().enumerate() {
        if i > 0 {
            f.write_str(" | ")?;
        }
        command(each, f)?;
        if let (0, Some(file)) = (i, &chain.input) {
            write!(f, " < {}", quoted(&file.text))?;
        }
        if let Command::Split(split) = each
            && let Some(rest) = &split.rest
        {
            f.write_str(" | ")?;
            self::chain(rest, f)?;
        }
    }
    Ok(())
}

fn command(command: &Command, f: &mut Formatter<'_>) -> fmt::Result {
    match command {
        Command::Simple(words) => self::words(words, f),
        Command::Xargs(Xargs { items, command, .. }) => {
            f.write_str("xargs ")?;
            match items {
                Items::Lines { replace } => write!(f, "-I {} ", quoted(&replace.text))?,
                Items::Words { most: Some(most) } => write!(f, "-n {most} ")?,
                Items::Words { most: None } => {}
            }
            if command.first().is_some_and(|name| name.text.starts_with('-')) {
                f.write_str("-- ")?;
            }
            self::words(command, f)
        }
        Command::Split(split) => {
            f.write_str("tee")?;
            for branch in &split.branches {
                f.write_str(" >(")?;
                chain(branch, f)?;
                f.write_str(")")?;
            }
            Ok(())
        }
    }
}

fn words(words: &[Word], f: &mut Formatter<'_>) -> fmt::Result {
    for (i, word) in words.iter().enumerate() {
        if i > 0 {
            f.write_str(" ")?;
        }
        // A name of the shell's own, or what looks like an assignment, is a command's name only in quotes.
        let text = quoted(&word.text);
        match i == 0 && (is_special_name(&word.text) || text.contains('=')) && !text.starts_with('\'') {
            true => write!(f, "'{text}'")?,
            false => f.write_str(&text)?,
        }
    }
    Ok(())
}

fn is_special_name(name: &str) -> bool {
    name == "!" || super::parse::CONTROL.contains(&name)
}

/// A word such that a shell reads it as it is, in single quotes if need be.
pub fn quoted(word: &str) -> Cow<'_, str> {
    let plain = |c: char| {
        c.is_ascii_alphanumeric()
            || "%+,-./:=@_^{}".contains(c)
            || (!c.is_ascii() && !c.is_whitespace() && !c.is_control())
    };
    // Braces in any other combination may be an expansion.
    let braces = word.contains(['{', '}']) && word != "{}";
    match !word.is_empty() && word.chars().all(plain) && !braces {
        true => Cow::Borrowed(word),
        false => Cow::Owned(format!("'{}'", word.replace('\'', r"'\''"))),
    }
}
