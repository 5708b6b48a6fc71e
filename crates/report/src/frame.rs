//! What all pages have in common: the frame of the file, its head and its foot.

use std::fmt::Write;

use crate::escape::{clip, text};

/// So many remarks are shown.
const REMARKS: usize = 50;

/// How a page begins.
pub struct Head<'a> {
    /// What the page is about, in front of the program's name: `The worst case of`.
    pub over: &'a str,
    /// The program as people call it.
    pub program: &'a str,
    /// The first paragraph, as HTML.
    pub lead: String,
    /// The numbers that one takes away, each made by [`figure`].
    pub figures: String,
    /// What a reader has to know before trusting the rest.
    pub remarks: &'a [String],
}

/// How a page was made.
pub struct Foot<'a> {
    /// The version of worstcase.
    pub version: &'a str,
    /// The function that was called; empty if none was.
    pub entry: &'a str,
    /// The command line.
    pub command: &'a str,
}

/// A whole file, from what is between its head and its foot. `style` comes behind the style that all pages have.
pub fn page(style: &str, head: &Head<'_>, sections: &str, foot: &Foot<'_>) -> String {
    // The policy is a second lock: even if text from outside became markup, no browser would run or load it.
    let mut html = format!(
        "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta name=\"color-scheme\" content=\"light dark\">\
         <title>{} {}</title><style>{}{style}</style></head>",
        head.over,
        text(head.program),
        include_str!("style.css")
    );
    html += "<body><main>";
    html += &header(head);
    html += sections;
    html += &footer(foot);
    html + "</main></body></html>\n"
}

/// A part of a page.
pub fn section(title: &str, body: &str) -> String {
    format!("<section><h2>{title}</h2>{body}</section>")
}

/// A number with what it means.
pub fn figure(class: &str, value: &str, label: &str) -> String {
    format!("<div class=\"figure {class}\"><strong>{value}</strong><span>{label}</span></div>")
}

fn header(head: &Head<'_>) -> String {
    let mut html = format!(
        "<header><p class=\"over\">{}</p><h1>{}</h1><p class=\"lead\">{}</p><div class=\"figures\">{}</div>",
        head.over,
        text(&clip(head.program, 200)),
        head.lead,
        head.figures
    );
    if !head.remarks.is_empty() {
        html += "<ul class=\"remarks\">";
        for remark in head.remarks.iter().take(REMARKS) {
            write!(html, "<li>{}</li>", text(&clip(remark, 500))).unwrap();
        }
        if head.remarks.len() > REMARKS {
            write!(html, "<li>and {} more</li>", head.remarks.len() - REMARKS).unwrap();
        }
        html += "</ul>";
    }
    html + "</header>"
}

fn footer(foot: &Foot<'_>) -> String {
    let mut html = format!("<footer><p>Made by worstcase {}", text(foot.version));
    if !foot.entry.is_empty() {
        write!(html, " from the entry <code>{}</code>", text(&clip(foot.entry, 200))).unwrap();
    }
    html += " with</p>";
    write!(html, "<pre><code>{}</code></pre>", text(&clip(foot.command, 2000))).unwrap();
    html + "<p>The file stands alone: no script, no network.</p></footer>"
}
