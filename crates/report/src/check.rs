//! A checker for our own HTML: every tag is closed in order, every attribute quoted, every ampersand an entity.

/// Elements that have no end.
const VOID: [&str; 4] = ["meta", "br", "hr", "link"];

/// Panics where the text is not well formed. Quoted attributes may not have `>` in them, which holds for us.
pub fn well_formed(html: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = html;
    while let Some(start) = rest.find('<') {
        characters(&rest[..start]);
        let end = rest[start..].find('>').map(|end| start + end).expect("a tag without its end");
        let (tag, from) = (&rest[start + 1..end], rest);
        rest = &rest[end + 1..];
        let here = || from[start..].chars().take(80).collect::<String>();
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "closed at {}", here());
            continue;
        }
        if tag.starts_with('!') {
            continue;
        }
        let tag = tag.trim_end();
        let (name, attributes) =
            tag.trim_end_matches('/').split_once(' ').unwrap_or((tag.trim_end_matches('/'), ""));
        assert!(!name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric()), "at {}", here());
        let quotes: Vec<&str> = attributes.split('"').collect();
        assert!(quotes.len() % 2 == 1, "quotes at {}", here());
        for pair in quotes.chunks(2) {
            let name = pair[0].trim();
            assert!(pair.len() == 1 && name.is_empty() || name.ends_with('='), "attributes at {}", here());
            pair.get(1).copied().map(characters);
        }
        if !tag.ends_with('/') && !VOID.contains(&name) {
            open.push(name);
        }
        if name == "style" {
            rest = &rest[rest.find("</style>").expect("a style without its end")..];
        }
    }
    characters(rest);
    assert!(open.is_empty(), "never closed: {open:?}");
}

fn characters(text: &str) {
    assert!(!text.contains('>'), "in {text}");
    for entity in text.split('&').skip(1) {
        let name = entity.split(';').next().unwrap_or_default();
        let known = ["amp", "lt", "gt", "quot", "#39", "#160"].contains(&name);
        assert!(known && entity.contains(';'), "entity &{name} in {text}");
    }
}

#[test]
fn well_formed_text_passes() {
    well_formed("<!DOCTYPE html><p class=\"a\">x &amp; <br><b>y</b></p><circle r=\"1\"/>");
}

#[test]
fn crossed_tags_fail() {
    for wrong in ["<p><b></p></b>", "<p>", "</p>", "<a href=x></a>", "a & b", "<p class=\"a></p>"] {
        assert!(std::panic::catch_unwind(|| well_formed(wrong)).is_err(), "{wrong}");
    }
}
