//! The tools take time in proportion to what they are given: a worst case that a search finds is one of the task, not of a careless tool.
//! Inputs of a kind are made twice and four times as large, and what is added may cost little more than twice as much as before, so
//! that sorting is allowed, and nothing quadratic.

use worstcase_machine::wasi::WasiConfig;

use super::Tool;

const SCHEMA: &str = "<!ELEMENT l (i | e)*><!ELEMENT i (#PCDATA)><!ELEMENT e EMPTY>\
                      <!ATTLIST e id ID #IMPLIED of IDREF #IMPLIED all IDREFS #IMPLIED n NMTOKENS #IMPLIED>";

const SHEET: &str = "<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'>\
                     <xsl:template match='@* | node()'><xsl:copy><xsl:apply-templates select='@* | node()'/></xsl:copy></xsl:template>\
                     <xsl:template match='l//i[@n]'><b m='{@n}'><xsl:value-of select='.'/></b></xsl:template>\
                     <xsl:template match='/'><all count='{count(//i | //e)}'><xsl:apply-templates/></all></xsl:template>\
                     <xsl:template match='e[../@n]'><xsl:for-each select='.//i/..'>x</xsl:for-each></xsl:template>\
                     </xsl:stylesheet>";

type Maker = fn(usize) -> String;

fn repeated(before: &str, count: usize, part: impl Fn(usize) -> String, after: &str) -> String {
    format!("{before}{}{after}", (0..count).map(part).collect::<String>())
}

/// Documents, by how many parts they have.
const DOCUMENTS: &[(&str, Maker)] = &[
    ("elements", |n| repeated("<l>", n, |_| "<i>a</i> ".into(), "</l>")),
    ("attributes", |n| repeated("<l ", n, |i| format!("a{i}='{i}' "), "/>")),
    ("references", |n| repeated("<i>", n, |_| "&amp;&#65;".into(), "</i>")),
    ("sections", |n| repeated("<i>", n, |_| "<![CDATA[<]]>x".into(), "</i>")),
    ("comments", |n| repeated("<l>", n, |_| "<!-- c --><?p i?>\n".into(), "</l>")),
    ("names", |n| repeated("<l>", n, |i| format!("<x{i}/>"), "</l>")),
    ("namespaces", |n| repeated("<l>", n, |i| format!("<p:i xmlns:p='urn:{i}' p:a=''/>"), "</l>")),
    ("links", |n| repeated("<l>", n, |i| format!("<e id='i{i}' of='i{}'/>", n - i), "</l>")),
    ("link", |n| repeated("<l><e all='", n, |i| format!("x{i} "), "'/></l>")),
    ("lines", |n| repeated("<l>", n, |_| "\n<y/>".into(), "</l>")),
    ("values", |n| repeated("<l>", n, |i| format!("<i n='{i}'>text</i><e n='{i}'/>"), "</l>")),
    ("long", |n| repeated("<i a='", n, |_| "long > ".into(), "'/>")),
    ("open", |n| repeated("<i>", n, |_| "<i ".into(), "")),
];

const PAGES: &[(&str, Maker)] = &[
    ("words", |n| repeated("<p>", n, |_| "a \n b&lt;".into(), "</p>")),
    ("blocks", |n| repeated("<div>", n, |_| "<p>a</p>b<h2>c</h2>".into(), "</div>")),
    ("inlines", |n| repeated("<p>", n, |_| "<b>a<i/></b><br/><a href='b'>c</a>".into(), "</p>")),
    ("broken", |n| repeated("<b>", n, |_| "a<p>b</p>".into(), "</b>")),
    ("preformatted", |n| repeated("<pre>", n, |_| "a  \n\t".into(), "</pre>")),
    ("items", |n| repeated("<ul>", n, |_| "<li>a<ul><li/></ul></li>b".into(), "</ul>")),
    ("rows", |n| repeated("<table>", n, |_| "<tr><td rowspan='3'>a</td><td/></tr>".into(), "</table>")),
    ("covered", |n| {
        repeated("<table><tr><td colspan='50' rowspan='65534'/><td/></tr>", n, |_| "<tr/>".into(), "</table>")
    }),
    ("tables", |n| repeated("<div>", n, |_| "<table/><table><tr/></table>".into(), "</div>")),
    ("images", |n| repeated("<p>", n, |_| "<img src='a' alt='b'/>".into(), "</p>")),
];

fn grows_in_proportion(name: &str, cost: impl Fn(usize) -> u64) {
    let costs = [150, 300, 600].map(cost);
    let [first, second] = [costs[1] - costs[0], costs[2] - costs[1]];
    assert!(2 * second <= 5 * first, "{name}: {costs:?}");
}

fn documents_take_linear_time(tool: &'static str, file: &str, documents: &[(&str, Maker)]) {
    let tool = Tool::new(tool);
    for (name, document) in documents {
        grows_in_proportion(&format!("{} on {name}", tool.name), |count| {
            let world = WasiConfig {
                files: vec![("file".into(), file.as_bytes().to_vec())],
                ..WasiConfig::default()
            };
            let arguments: Vec<String> = (!file.is_empty()).then(|| "file".to_string()).into_iter().collect();
            let (process, _) = tool.end_in(world, &arguments, document(count).as_bytes());
            process.costs().executed
        });
    }
}

#[test]
fn tools_for_pages_take_linear_time() {
    documents_take_linear_time("valid", SCHEMA, DOCUMENTS);
    documents_take_linear_time("style", SHEET, DOCUMENTS);
    documents_take_linear_time("odf", "", PAGES);
}

#[test]
fn schemas_are_read_in_linear_time() {
    let tool = Tool::new("valid");
    let schemas: &[(&str, Maker)] = &[
        ("declarations", |n| repeated("", n, |i| format!("<!ELEMENT e{i} (a, b)*>"), "")),
        ("a sequence", |n| repeated("<!ELEMENT e (a", n, |i| format!(",e{i}"), ")>")),
        ("a choice", |n| repeated("<!ELEMENT e (a", n, |i| format!("|e{i}"), ")>")),
        ("mixed content", |n| repeated("<!ELEMENT e (#PCDATA", n, |i| format!("|e{i}"), ")*>")),
        ("entities", |n| repeated("<!ELEMENT e EMPTY>", n, |i| format!("<!ENTITY % e{i} ' '>%e{i};"), "")),
    ];
    for (name, schema) in schemas {
        grows_in_proportion(&format!("valid with {name}"), |count| {
            let files = vec![("file".into(), schema(count).into_bytes())];
            let world = WasiConfig { files, ..WasiConfig::default() };
            tool.end_in(world, &["file".into()], b"<e/>").0.costs().executed
        });
    }
}

#[test]
fn find_and_zip_take_linear_time() {
    let world = |count: usize| WasiConfig {
        files: (0..count).map(|i| (format!("d/{}", i * 7919 % count), vec![b'x'])).collect(),
        ..WasiConfig::default()
    };
    let words = |text: &str| shlex::split(text).unwrap();
    let find = Tool::new("find");
    let expression = words("d -name '*9*' -o -size +1k ! -newer d");
    grows_in_proportion("find", |count| find.end_in(world(count), &expression, b"").0.costs().executed);
    let zip = Tool::new("zip");
    grows_in_proportion("zip", |count| {
        let names: String = (0..count).map(|i| format!("d/{}\n", (i * 31) % count)).collect();
        zip.end_in(world(count), &words("-@"), names.as_bytes()).0.costs().executed
    });
}
