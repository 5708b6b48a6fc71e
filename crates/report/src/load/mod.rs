//! What `worstcase load` made, for people: as text, and as a page with the tests in a table, how different they are as a
//! picture, and their costliest source lines side by side.
//!
//! Both render one [`Suite`](worstcase_load::Suite), which is the JSON as well.

mod lines;
mod page;
mod picture;
mod text;

pub use page::html;
pub use text::text;

use worstcase_load::How;

/// What a test is called, by its place in the suite.
fn name(number: usize) -> String {
    format!("t{:02}", number + 1)
}

/// What made a test, in a word.
fn how(how: How) -> &'static str {
    match how {
        How::Search => "search",
        How::Changed => "changed",
    }
}

/// A share in percent: `12 %`; what is not nothing is never shown as nothing.
fn percent(share: f64) -> String {
    match 100.0 * share {
        percent if percent > 0.0 && percent < 0.05 => "< 0.1 %".into(),
        percent if percent < 9.95 => format!("{percent:.1} %"),
        percent => format!("{percent:.0} %"),
    }
}

#[cfg(test)]
mod tests {
    use super::percent;

    #[test]
    fn little_is_not_nothing() {
        let shown = [0.0, 0.00001, 0.0204, 0.5, 1.0].map(percent);
        assert_eq!(shown, ["0.0 %", "< 0.1 %", "2.0 %", "50 %", "100 %"]);
    }
}
