//! Templates as people write them, what is wrong with them, and the texts that numbers make of them.

use std::sync::Arc;

use super::Template;
use crate::process::Given;

fn text(template: &str, size: u32, numbers: &[u64]) -> Option<String> {
    let template = Arc::new(Template::parse(template.as_bytes()).unwrap());
    let mut given = Given::bits(numbers.to_vec());
    let text = template.at(size).unwrap().text(&mut given)?;
    assert_eq!(given.unused(), 0, "all numbers are used");
    Some(String::from_utf8(text).unwrap())
}

fn check(template: &str, numbers: &[u64], expected: &str) {
    assert_eq!(text(template, 0, numbers).as_deref(), Some(expected), "{template}");
}

fn wrong(template: &str, expected: &str) {
    assert_eq!(Template::parse(template.as_bytes()).unwrap_err().to_string(), expected, "{template}");
}

#[test]
fn holes_have_a_length_and_bytes() {
    check("x=[[v: 2 of 0-9]];", &[b'4'.into(), b'2'.into()], "x=42;");
    check("[[1..3 of a-z]]", &[2, b'o'.into(), b'k'.into()], "ok");
    check("[[0..3 of printable]].", &[0], ".");
    // Where bytes are not one range, numbers are places in the alphabet.
    check("[[4 of 0-9A-Fx]]", &[0, 9, 10, 16], "09Ax");
    check("[[2 of \\]\\-\\n]]", &[0, 2], "\n]");
    check("[[2 of a-]]", &[0, 1], "-a");
}

#[test]
fn what_a_hole_holds_comes_again() {
    let tag = "<[[tag: 1..2 of a-z]]>[[tag]]</[[tag]]>";
    check(tag, &[1, b'b'.into()], "<b>b</b>");
    let each = "[[* 2]][[x: 0..1 of a-z]]=[[x]];[[/]]";
    check(each, &[1, b'q'.into(), 0], "q=q;=;");
}

#[test]
fn parts_are_repeated_and_nested() {
    check("[[* 0..3]]a[[/]]!", &[2], "aa!");
    check("[[* 2]]([[* 1..2]]x[[/]])[[/]]", &[1, 2], "(x)(xx)");
    let lines = "<ul>\n[[* 0..9]]\n  <li>\n[[/]]\n</ul>\n";
    check(lines, &[2], "<ul>\n  <li>\n  <li>\n</ul>\n");
    assert_eq!(text("[[* n]]ab[[/]]", 3, &[]).as_deref(), Some("ababab"));
    assert_eq!(text("[[* 1..n]]ab[[/]]", 3, &[2]).as_deref(), Some("abab"));
}

#[test]
fn one_of_several_is_taken() {
    check("[[yes|no|[[1 of 0-9]]]]", &[1], "no");
    check("[[yes|no|[[1 of 0-9]]]]", &[2, b'7'.into()], "7");
    check("[[http://|]]x", &[1], "x");
    check("[[http://|ftp://]]x", &[0], "http://x");
    check("[[a\\|b|c\\]]d]] \\[[x]] a|b", &[0], "a|b [[x]] a|b");
}

#[test]
fn limits_hold() {
    // Two bytes are needed at the end, so four are left for the hole.
    check("[[limit: 6]][[0..9 of a-z]]();", &[9, 97, 97, 97], "aaa();");
    check("[[limit: 5]][[* 0..9]]ab[[/]]!", &[9], "abab!");
    let tags = "[[* 4]][[<p>[[limit p: 1]]|<b>[[limit b: 2]]|.]][[/]]";
    check(tags, &[0, 0, 0], "<p><b><b>.");
    check(tags, &[1, 1, 1, 0], "<b><b>.<p>");
    // What a hole holds twice can be too long only when it comes again.
    assert_eq!(text("[[limit: 5]][[x: 0..4 of a-z]][[x]]", 0, &[3, 97, 97, 97]), None);
    let short = Arc::new(Template::parse(b"[[limit: 2]]abc").unwrap());
    let error = short.at(1).unwrap_err().to_string();
    assert_eq!(error, "the template needs at least 3 bytes, and is limited to 2");
    let none = Arc::new(Template::parse(b"[[5..n of a]]").unwrap());
    assert!(none.at(5).is_ok());
    assert!(none.at(4).unwrap_err().to_string().contains("from 5 to 4 at size 4"));
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    wrong("a[[b", "line 1, column 2: this is not closed: `]]`");
    wrong("a\n [[* 0..3]]x", "line 2, column 2: this part has no end: `[[/]]`");
    wrong("x[[/]]", "line 1, column 2: no part begins before this `[[/]]`, or not in the same choice");
    wrong(
        "[[* 1..2]][[a|[[/]]]]",
        "line 1, column 15: no part begins before this `[[/]]`, or not in the same choice",
    );
    wrong("[[* 0..3]][[/]]", "line 1, column 1: nothing is repeated here");
    wrong("[[x: 0 of a-z]]", "line 1, column 7: this would always be empty");
    wrong("[[x: 3..1 of a-z]]", "line 1, column 10: there is no number from 3 to 1");
    wrong("[[3 of z-a]]", "line 1, column 8: this range ends before it begins");
    wrong("[[3 of ]]", "line 1, column 8: no byte may be here");
    wrong("[[3 of \\xg0]]", "line 1, column 10: two hexadecimal digits should come after \\x");
    wrong("[[9999999 of a]]", "line 1, column 3: 9999999 is more than the most, 1048576");
    wrong("[[tag]]", "line 1, column 1: no hole before this place is called `tag`");
    wrong("[[* 2]][[x: 1 of a]][[/]][[x]]", "line 1, column 26: no hole before this place is called `x`");
    wrong("[[* 0..]]a[[/]]", "line 1, column 8: a number, n, or a range such as 1..20 should come here");
    wrong("[[limit: 5]][[limit: 6]]", "line 1, column 22: the limit is 5 in another place");
    let neither = Template::parse(b"[[what is this]]").unwrap_err().to_string();
    assert!(neither.starts_with("line 1, column 1: this is neither a hole such as"), "{neither}");
    let deep = "[[a|".repeat(200);
    assert!(Template::parse(deep.as_bytes()).unwrap_err().what.contains("nested more than 100 deep"));
}

#[test]
fn nothing_that_can_be_written_panics() {
    let pieces = [
        "[[", "]]", "*", " ", "1", "..", "n", " of ", "a-z", "|", "/", "\\", "limit", ":", "x", "\n", "-",
        "\\x",
    ];
    let mut random = crate::SplitMix(7);
    for _ in 0..20_000 {
        let count = random.below(12);
        let written: String =
            (0..count).map(|_| pieces[random.below(pieces.len() as u64) as usize]).collect();
        if let Ok(template) = Template::parse(written.as_bytes()) {
            let template = Arc::new(template);
            if let Ok(shape) = template.at(3) {
                shape.text(&mut Given::random(1));
            }
        }
    }
}
