//! Text that comes from outside, made harmless.

use std::fmt::{self, Display, Formatter, Write};

/// Shows text so that it is only text, in elements and in quoted attributes.
pub fn text(text: &str) -> impl Display {
    Escaped(text)
}

struct Escaped<'a>(&'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        for character in self.0.chars() {
            match character {
                '&' => out.write_str("&amp;")?,
                '<' => out.write_str("&lt;")?,
                '>' => out.write_str("&gt;")?,
                '"' => out.write_str("&quot;")?,
                '\'' => out.write_str("&#39;")?,
                '\t' | '\n' => out.write_char(character)?,
                // Not allowed in HTML; Unicode has a picture for each.
                '\0'..='\x1f' => {
                    out.write_char(char::from_u32(0x2400 + character as u32).unwrap_or('\u{fffd}'))?
                }
                '\x7f' => out.write_char('\u{2421}')?,
                // These reorder what is around them, so that source code can look like other source code than it is
                // (Boucher, Anderson: "Trojan Source", 2021). The others are control characters and noncharacters.
                '\u{61c}'
                | '\u{200e}'
                | '\u{200f}'
                | '\u{202a}'..='\u{202e}'
                | '\u{2066}'..='\u{2069}'
                | '\u{80}'..='\u{9f}'
                | '\u{fdd0}'..='\u{fdef}'
                | '\u{fffe}'
                | '\u{ffff}' => {
                    write!(out, "⟨U+{:04X}⟩", character as u32)?;
                }
                _ => out.write_char(character)?,
            }
        }
        Ok(())
    }
}

/// A path as a link that can only lead to a file near the page; none if it would lead elsewhere.
pub fn link(path: &str) -> Option<String> {
    // `//host/file` is another machine, and a colon would make a scheme of what is before it.
    if path.is_empty() || path.starts_with(['/', '\\']) {
        return None;
    }
    let mut link = String::new();
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_./~".contains(&byte) {
            link.push(byte.into());
        } else {
            link += &format!("%{byte:02X}");
        }
    }
    Some(link)
}

/// The beginning of a text: at most so many characters, the last of which is then an ellipsis.
pub fn clip(text: &str, most: usize) -> String {
    if text.chars().nth(most).is_none() {
        return text.to_string();
    }
    let kept: String = text.chars().take(most.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_becomes_text() {
        assert_eq!(
            text("<script>alert(\"x\" & 'y')</script>").to_string(),
            "&lt;script&gt;alert(&quot;x&quot; &amp; &#39;y&#39;)&lt;/script&gt;"
        );
    }

    #[test]
    fn controls_become_visible() {
        assert_eq!(text("a\0\x1b[31m\u{7f}\tb").to_string(), "a␀␛[31m␡\tb");
        assert_eq!(text("/*\u{202e} */").to_string(), "/*⟨U+202E⟩ */");
    }

    #[test]
    fn links_stay_near_the_page() {
        assert_eq!(link("inputs/n0100.json").as_deref(), Some("inputs/n0100.json"));
        assert_eq!(link("javascript:alert(1)").as_deref(), Some("javascript%3Aalert%281%29"));
        assert_eq!(link("a\" onclick=\"b").as_deref(), Some("a%22%20onclick%3D%22b"));
        assert_eq!(link("//host/file"), None);
        assert_eq!(link(""), None);
    }

    #[test]
    fn clipping_counts_characters() {
        assert_eq!(clip("äöü", 3), "äöü");
        assert_eq!(clip("äöüx", 3), "äö…");
        assert_eq!(clip("", 0), "");
    }
}
