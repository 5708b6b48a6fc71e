//! `odf` writes what a page says as the content of an OpenDocument text: as told here by hand; well-formed by `xmllint`, and with all
//! text of the page, on random pages.

use std::process::Command;

use super::{Answer, Folder, Random, Tool};

/// What is in the body of a page, and in the body of the text.
const CASES: &[(&str, &str)] = &[
    ("", ""),
    ("loose  text\n here", "<text:p>loose text here</text:p>"),
    (
        "<p>a</p>\n<p> </p><p>b &amp; &lt;c&gt; \u{e9}</p>",
        "<text:p>a</text:p><text:p>b &amp; &lt;c&gt; \u{e9}</text:p>",
    ),
    (
        "<h1>One</h1><h6 id='x'>Six</h6>",
        "<text:h text:outline-level=\"1\">One</text:h><text:h text:outline-level=\"6\">Six</text:h>",
    ),
    (
        "<p>a <b>bold <i>and</i></b> <code>c</code></p>",
        "<text:p>a <text:span text:style-name=\"Bold\">bold <text:span text:style-name=\"Italic\">and</text:span></text:span> \
         <text:span text:style-name=\"Code\">c</text:span></text:p>",
    ),
    (
        "<p><a href='u?a&amp;b=\"'>link</a><a name='x'>none</a></p>",
        "<text:p><text:a xlink:type=\"simple\" xlink:href=\"u?a&amp;b=&quot;\">link</text:a><text:span>none</text:span></text:p>",
    ),
    ("<p>a<br/> b<br/></p>", "<text:p>a<text:line-break/>b<text:line-break/></text:p>"),
    // A block ends a paragraph, which goes on behind it, bold as it was.
    (
        "<p>a <b>b<p>c</p> d</b></p>",
        "<text:p>a <text:span text:style-name=\"Bold\">b</text:span></text:p><text:p><text:span text:style-name=\"Bold\">c</text:span>\
         </text:p><text:p><text:span text:style-name=\"Bold\">d</text:span></text:p>",
    ),
    (
        "<div>a<h2>b</h2>c</div>",
        "<text:p>a</text:p><text:h text:outline-level=\"2\">b</text:h><text:p>c</text:p>",
    ),
    (
        "<ul><li>a<ol><li>b</li></ol></li> c <li/></ul>",
        "<text:list text:style-name=\"Bullets\"><text:list-item><text:p>a</text:p><text:list text:style-name=\"Numbers\">\
         <text:list-item><text:p>b</text:p></text:list-item></text:list></text:list-item><text:list-item><text:p>c</text:p>\
         </text:list-item><text:list-item></text:list-item></text:list>",
    ),
    ("<ul> </ul><ol><!-- c --></ol>", ""),
    (
        "<pre>a  b\n\tc </pre>",
        "<text:p text:style-name=\"Preformatted_20_Text\">a<text:s text:c=\"2\"/>b<text:line-break/><text:tab/>c<text:s text:c=\"1\"/></text:p>",
    ),
    (
        "<blockquote>a</blockquote><hr/>",
        "<text:p text:style-name=\"Quotations\">a</text:p><text:p text:style-name=\"Horizontal_20_Line\"/>",
    ),
    (
        "x <img src='i.png' alt='An &quot;i&quot;' width='30' height='1em'/><img alt='y'/>",
        "<text:p>x <draw:frame text:anchor-type=\"as-char\" draw:name=\"Image 1\" svg:width=\"30px\"><draw:image xlink:type=\"simple\" \
         xlink:show=\"embed\" xlink:actuate=\"onLoad\" xlink:href=\"i.png\"/><svg:desc>An \"i\"</svg:desc></draw:frame>y</text:p>",
    ),
    ("<script>no</script><x>a<style>no</style></x><!-- no --><?no no?>b", "<text:p>ab</text:p>"),
    ("<p xmlns='urn:other'>a</p><head xmlns='urn:other'>b</head>", "<text:p>ab</text:p>"),
    ("<h:p xmlns:h='http://www.w3.org/1999/xhtml'>a</h:p>b", "<text:p>a</text:p><text:p>b</text:p>"),
    // A cell over two columns and one over two rows; a row that is short.
    (
        "<table><caption>c</caption><tr><th rowspan='2'>1</th><td colspan='2'>2</td></tr><tbody><tr><td/></tr></tbody><tr/></table>",
        "<text:p>c</text:p><table:table table:name=\"Table 1\"><table:table-column table:number-columns-repeated=\"3\"/>\
         <table:table-row><table:table-cell office:value-type=\"string\" table:number-rows-spanned=\"2\">\
         <text:p text:style-name=\"Table_20_Heading\">1</text:p></table:table-cell>\
         <table:table-cell office:value-type=\"string\" table:number-columns-spanned=\"2\">\
         <text:p text:style-name=\"Table_20_Contents\">2</text:p></table:table-cell><table:covered-table-cell/></table:table-row>\
         <table:table-row><table:covered-table-cell/><table:table-cell office:value-type=\"string\"></table:table-cell><table:table-cell/>\
         </table:table-row><table:table-row><table:table-cell table:number-columns-repeated=\"3\"/></table:table-row></table:table>",
    ),
    // Spans that are no numbers, too large, or in the way of each other.
    (
        "<table><tr><td>a</td><td rowspan='9'>b</td></tr><tr><td colspan='3'>c</td></tr></table><table><tr/></table>",
        "<table:table table:name=\"Table 1\"><table:table-column table:number-columns-repeated=\"2\"/><table:table-row>\
         <table:table-cell office:value-type=\"string\"><text:p text:style-name=\"Table_20_Contents\">a</text:p></table:table-cell>\
         <table:table-cell office:value-type=\"string\" table:number-rows-spanned=\"2\"><text:p text:style-name=\"Table_20_Contents\">b</text:p>\
         </table:table-cell></table:table-row><table:table-row><table:table-cell office:value-type=\"string\">\
         <text:p text:style-name=\"Table_20_Contents\">c</text:p></table:table-cell><table:covered-table-cell/></table:table-row></table:table>",
    ),
    (
        "<ul><li><table><tr><td>a</td></tr></table></li></ul>",
        "<text:list text:style-name=\"Bullets\"><text:list-item><text:p text:style-name=\"Table_20_Contents\">a</text:p></text:list-item></text:list>",
    ),
];

fn convert(tool: &Tool, body: &str) -> Answer {
    let page = format!("<html><head><title>no</title></head><body>{body}</body></html>");
    tool.run(&[], page.as_bytes())
}

fn body_of(answer: &Answer) -> String {
    let bytes: Vec<u8> = answer.output.chars().map(|c| c as u8).collect();
    let text = String::from_utf8(bytes).unwrap();
    let (_, body) = text.split_once("<office:text>").unwrap();
    body.strip_suffix("</office:text></office:body></office:document-content>\n").unwrap().to_string()
}

/// One call for all, which says of what is not well-formed where it is.
fn are_well_formed(answers: &[Answer]) {
    let folder = Folder::empty("odf");
    let names: Vec<String> = (0..answers.len()).map(|i| format!("{i}.xml")).collect();
    for (name, answer) in names.iter().zip(answers) {
        let bytes: Vec<u8> = answer.output.chars().map(|c| c as u8).collect();
        std::fs::write(folder.0.join(name), bytes).unwrap();
    }
    let mut command = Command::new("xmllint");
    let output = command.args(["--noout", "--nonet"]).args(names).current_dir(&folder.0).output().unwrap();
    // A prefix without a namespace is only complained of.
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
}

#[test]
fn odf_writes_pages_as_documents() {
    let tool = Tool::new("odf");
    let mut answers = Vec::new();
    for (page, expected) in CASES {
        let answer = convert(&tool, page);
        assert_eq!((answer.status, &*body_of(&answer)), (0, *expected), "{page}");
        answers.push(answer);
    }
    are_well_formed(&answers);
}

#[test]
fn odf_loses_no_text_at_random() {
    let tool = Tool::new("odf");
    let mut answers = Vec::new();
    for seed in 0..100 {
        let page = Random::new(seed).page(4);
        let answer = convert(&tool, &page);
        assert_eq!(answer.status, 0, "{page}: {}", answer.complaint);
        let letters = |text: &str| -> String {
            // Attributes have no capitals and no digits, and tags none but in the levels of headings.
            let outside = text.split('<').map(|part| part.split_once('>').map_or(part, |(_, after)| after));
            outside.flat_map(str::chars).filter(char::is_ascii_uppercase).collect()
        };
        assert_eq!(letters(&body_of(&answer)), letters(&page), "{page}");
        answers.push(answer);
    }
    are_well_formed(&answers);
}

#[test]
fn odf_refuses_what_is_no_page() {
    let tool = Tool::new("odf");
    let answer = tool.run(&[], b"<p>\n<b></p>");
    assert_eq!((answer.status, &*answer.complaint), (1, "odf: -:2:4: `</b>` is expected here"));
    assert_eq!(answer.output, "");
    assert_eq!(tool.run(&["nowhere".into()], b"").complaint, "odf: nowhere: No such file or directory");
}
