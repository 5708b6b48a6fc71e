//! `valid` judges documents as `xmllint` does: valid, not valid, not well-formed. On a table, and on random documents for random schemas.

use std::process::Command;

use super::{Folder, Random, Tool};

/// The schema of a web page, which examples/pipelines has.
const PAGE: &str = include_str!("../../../../examples/pipelines/page.dtd");

const LIST: &str = "<!ELEMENT l (i+, (b | (c, d?))*)><!ELEMENT i (#PCDATA)><!ELEMENT b EMPTY><!ELEMENT c ANY>\
                    <!ELEMENT d (#PCDATA | b | c)*>";

const ATTRIBUTES: &str = "<!ELEMENT r (e*)><!ELEMENT e EMPTY><!ATTLIST r v CDATA #FIXED '1'>\
                          <!ATTLIST e id ID #IMPLIED of IDREF #IMPLIED all IDREFS #IMPLIED t NMTOKEN 'x' ts NMTOKENS #IMPLIED \
                          k (a | b) 'a' n CDATA #IMPLIED>\n<!ATTLIST e k CDATA #REQUIRED more CDATA #IMPLIED>";

const ENTITIES: &str = "<!-- of entities --><!ENTITY % inner 'b | c'><!ENTITY % many '(%inner;)*'>\n\
                        <?note here?><!ENTITY % b 'EMPTY'><!ENTITY % b 'ANY'>\
                        <!ENTITY % all '<!ELEMENT b %b;><!ELEMENT c &#40;#PCDATA)>'>\
                        <!ELEMENT a %many;>%all;<!ENTITY % at 'x CDATA #REQUIRED'><!ATTLIST b %at;>";

const NAMES: &str = "<!ELEMENT a:b (é, _.-1)><!ATTLIST a:b xmlns:a CDATA #REQUIRED c CDATA #IMPLIED><!ELEMENT é EMPTY><!ELEMENT _.-1 EMPTY>";

/// A schema, and documents for it.
const CASES: &[(&str, &[&str])] = &[
    (
        LIST,
        &[
            // Valid.
            "<l><i/></l>",
            "<l><i>a</i><i>b</i><b/><b/></l>",
            "<l>\n  <i/>\t<c/><d/> <b/>\r\n</l>\n",
            "<l><!-- c --><i>1</i><?p i?><c><l><i/></l> text <b/></c></l>",
            "<l><i/><c/><c/><d>x<b/>y<c/>z</d><b></b></l>",
            "<?xml version='1.0'?><!DOCTYPE anything SYSTEM 'else.dtd'><l><i><![CDATA[<not a tag>]]></i></l>",
            "<i>&lt;&gt;&amp;&quot;&apos;&#65;&#x1F600;</i>",
            "\u{feff}<?xml version=\"1.0\" encoding=\"utf-8\" standalone=\"no\" ?>\n<b/><!-- after --><?and?>\n",
            "<d/>",
            "<d> </d>",
            // Not valid.
            "<l/>",
            "<l><b/></l>",
            "<l><i/><d/></l>",
            "<l><i/><b/><i/></l>",
            "<l><i/><c/><d/><d/></l>",
            "<l>text<i/></l>",
            "<l><i/>&#32;&#65;</l>",
            "<l><i/><![CDATA[ ]]></l>",
            "<b> </b>",
            "<b><!-- c --></b>",
            "<b>x</b>",
            "<i><b/></i>",
            "<c><e/></c>",
            "<d><i/></d>",
            "<e/>",
            "<l><i/><c/><d/><b/><c/><i/></l>",
            "<i a='1'/>",
            "<L><i/></L>",
        ],
    ),
    (
        ATTRIBUTES,
        &[
            "<r v='1'><e/><e id='x' of='y'/><e id='y' all='x y' k='b' t='-1' ts='a .b 3' n=' any &#10; '/></r>",
            "<r><e more='of it' k='a'/></r>",
            "<r v='2'/>",
            "<r><e id='x'/><e id='x'/></r>",
            "<r><e of='x'/></r>",
            "<r><e all='x y'/><e id='x'/></r>",
            "<r><e id='1'/></r>",
            "<r><e id='a b'/></r>",
            "<r><e k='c'/></r>",
            "<r><e k=''/></r>",
            "<r><e t=''/></r>",
            "<r><e t='a b'/></r>",
            "<r><e ts='a,b'/></r>",
            "<r w='1'/>",
            "<r xmlns='urn:x'/>",
            "<r><e/></r>",
        ],
    ),
    (
        ENTITIES,
        &[
            "<a><b x=''/><c>t</c></a>",
            "<a/>",
            "<c/>",
            "<a><b/></a>",
            "<a><b x='1'>t</b></a>",
            "<a>t</a>",
            "<a><a/></a>",
        ],
    ),
    (
        NAMES,
        &[
            "<a:b xmlns:a='urn:a'><é/><_.-1/></a:b>",
            "<a:b xmlns:a='urn:a'><_.-1/><é/></a:b>",
            "<x:b xmlns:x='urn:a'><é/><_.-1/></x:b>",
            "<a:b xmlns:a='urn:a' a:c='1'><é/><_.-1/></a:b>",
            "<b xmlns='urn:a'><é/><_.-1/></b>",
        ],
    ),
    (
        PAGE,
        &[
            "<html xmlns='http://www.w3.org/1999/xhtml'><head><title>t</title></head><body/></html>",
            "<html><head><title/><meta name='a' content='b'/></head><body><h1 id='a'>A <em>b</em></h1>\
             <p class='x y'>c<br/><a href='#a' rel='next'>d<img src='e' alt='f'/></a></p>\
             <ul><li>g<ol><li>h</li></ol></li></ul><table><caption>i</caption><tr><th>j</th><td colspan='2'>k</td></tr></table></body></html>",
            "<html xmlns='urn:other'><head><title/></head><body/></html>",
            "<html><body/></html>",
            "<html><head><title/></head><body><p>a<p>b</p></p></body></html>",
            "<html><head><title/></head><body><ul/></body></html>",
            "<html><head><title/></head><body><table><caption/><caption/><tr><td/></tr></table></body></html>",
            "<html><head><title/></head><body><p><a>no place</a></p></body></html>",
            "<html><head><title/></head><body><p id='a'/><p id='a'/></body></html>",
            "<html><head><title/></head><body>text</body></html>",
        ],
    ),
    (
        "<!ELEMENT a ANY>",
        &[
            // Not well-formed.
            "",
            " ",
            "text",
            "<a>",
            "</a>",
            "<a></b>",
            "<a><b></a></b>",
            "<a/><a/>",
            "<a/>text",
            "text<a/>",
            "<a b/>",
            "<a b=c/>",
            "<a b='1' b='2'/>",
            "<a b='1'c='2'/>",
            "<a b='<'/>",
            "<a b='",
            "<a b='&'/>",
            "<a>&</a>",
            "<a>&b;</a>",
            "<a>&#;</a>",
            "<a>&#0;</a>",
            "<a>&#xD800;</a>",
            "<a>&#x110000;</a>",
            "<a>&#65</a>",
            "<a>&amp</a>",
            "<a>]]></a>",
            "<a><!-- -- --></a>",
            "<a><!-- </a>",
            "<a><![CDATA[ ]] ></a>",
            "<a><?xml version='1.0'?></a>",
            " <?xml version='1.0'?><a/>",
            "<?xml?><a/>",
            "<?xml encoding='UTF-8'?><a/>",
            "<?xml version='1.0' standalone='maybe'?><a/>",
            "<a><?p</a>",
            "<a><? p?></a>",
            "<!DOCTYPE a><!DOCTYPE a><a/>",
            "<a/><!DOCTYPE a>",
            "<!DOCTYPE a SYSTEM><a/>",
            "<!DOCTYPE a PUBLIC 'x'><a/>",
            "<!ELEMENT a ANY><a/>",
            "<a><!b></a>",
            "<1/>",
            "< a/>",
            "<a / >",
            "<a></a",
            "<a></ a>",
            "<a>\u{1}</a>",
            "<a>\u{fffe}</a>",
            "<a:/>",
            // Well-formed in spite of its looks.
            "<a>]] ></a >",
            "<a\n/>",
            "<a>&#x9;&#10;\u{10ffff}\u{e000}</a>",
            "<a><![CDATA[]]]]><![CDATA[>&b;<]]></a>",
            "<a><!----><?xmlish?><?p ?></a>",
        ],
    ),
];

/// As the exit codes of `valid`.
fn verdict_of_the_system(folder: &Folder, schema: &str, document: &str) -> u32 {
    std::fs::write(folder.0.join("schema.dtd"), schema).unwrap();
    std::fs::write(folder.0.join("document.xml"), document).unwrap();
    let arguments = ["--noout", "--nonet", "--dtdvalid", "schema.dtd", "document.xml"];
    let output = Command::new("xmllint").args(arguments).current_dir(&folder.0).output().unwrap();
    match output.status.code() {
        Some(0) => 0,
        Some(3) => 1,
        Some(1) => 2,
        other => panic!("{other:?} for {document}: {output:?}"),
    }
}

#[test]
fn valid_judges_as_xmllint_does() {
    let tool = Tool::new("valid");
    let folder = Folder::empty(tool.name);
    let mut verdicts = [0; 3];
    for (schema, documents) in CASES {
        for document in *documents {
            let answer = tool.run_with(("schema", schema), &["schema"], document);
            let expected = match *document {
                // Which `xmllint` complains of, but lets pass.
                "<a:/>" => 2,
                _ => verdict_of_the_system(&folder, schema, document),
            };
            assert_eq!(answer.status, expected, "{document} for {schema}: {}", answer.complaint);
            // What is valid is passed on byte by byte, and nothing else.
            let passed: String = document.bytes().map(|byte| byte as char).collect();
            assert_eq!(answer.output, if expected == 0 { passed } else { String::new() }, "{document}");
            verdicts[expected as usize] += 1;
        }
    }
    assert!(verdicts.iter().all(|&count| count >= 20), "{verdicts:?}");
}

#[test]
fn valid_judges_as_xmllint_does_at_random() {
    let tool = Tool::new("valid");
    let folder = Folder::empty(tool.name);
    let mut verdicts = [0; 3];
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let schema = random.schema();
        for _ in 0..8 {
            let document = random.document(2);
            let answer = tool.run_with(("schema", &schema), &["-q", "schema"], &document);
            let ambiguous = answer.complaint.contains("does not say which");
            let expected = verdict_of_the_system(&folder, &schema, &document);
            // A schema with an ambiguous model is refused as a whole, by `xmllint` only where the model matters.
            verdicts[expected as usize] += i32::from(!ambiguous);
            assert!(ambiguous || answer.status == expected, "{document} for {schema}: {}", answer.complaint);
        }
    }
    assert!(verdicts[0] > 20 && verdicts[1] > 20, "{verdicts:?}");
}

#[test]
fn valid_tells_what_is_wrong_and_where() {
    let tool = Tool::new("valid");
    let complaint =
        |schema: &str, document: &str| tool.run_with(("schema", schema), &["schema"], document).complaint;
    let cases = [
        (
            LIST,
            "<l>\n <i/>\n <d/></l>",
            "-:3:2: `d` cannot come here; what could is `i`, `b`, `c` or the end",
        ),
        (LIST, "<l></l>", "-:1:1: `l` cannot end so; what could is `i`"),
        (LIST, "<i>\r\n<b/></i>", "-:2:1: `b` cannot be in `i`"),
        (LIST, "<x/>", "-:1:1: the element `x` is not declared"),
        (ATTRIBUTES, "<r><e k='c'/></r>", "-:1:7: `c` cannot be the value of `k`"),
        (ATTRIBUTES, "<r>\n<e of='x'/></r>", "-:2:4: there is no element with the ID `x`"),
        (ENTITIES, "<b/>", "-:1:1: the attribute `x` is missing"),
        (LIST, "<l>\n  <i></l>", "-:2:6: `</i>` is expected here"),
        (LIST, "<l>&nbsp;</l>", "-:1:4: the entity `nbsp` is not declared"),
        (LIST, "<l a:b=''/>", "-:1:4: the prefix `a` stands for no namespace"),
        (
            "<!ELEMENT a (b, b?, b)>",
            "<a/>",
            "schema:1:22: this content model does not say which `b` comes next",
        ),
        ("<!ELEMENT a EMPTY>\n<!ELEMENT a ANY>", "<a/>", "schema:2:11: the element `a` is declared twice"),
        (
            "<!ENTITY nbsp '&#160;'>",
            "<a/>",
            "schema:1:10: general entities are not supported, only parameter entities",
        ),
        ("%x;", "<a/>", "schema:1:1: the entity `x` is not declared"),
        ("<!ENTITY % x '%x;'>%x;", "<a/>", "schema:1:15: entities contain each other, or too many others"),
        ("<!ATTLIST a b (c|d) 'e'>", "<a/>", "schema:1:21: this cannot be the value of `b`"),
        ("<![INCLUDE[]]>", "<a/>", "schema:1:1: notations and conditional sections are not supported"),
        (
            "<!ELEMENT a (b | c, d)>",
            "<a/>",
            "schema:1:19: `,`, `|` or `)` is missing, or `,` and `|` are mixed",
        ),
    ];
    for (schema, document, expected) in cases {
        assert_eq!(complaint(schema, document), format!("valid: {expected}"), "{document} for {schema}");
    }
    let deep = "<c>".repeat(300);
    assert_eq!(complaint(LIST, &deep), "valid: -:1:769: elements are nested more than 256 deep");
    let doubled: String = (1..60).map(|i| format!("<!ENTITY % e{i} '%e{};%e{};'>", i - 1, i - 1)).collect();
    let laughs = format!("<!ENTITY % e0 ' '>{doubled}<!ELEMENT a (%e30;b)>");
    assert!(complaint(&laughs, "<a/>").ends_with("entities contain each other, or too many others"));
    assert_eq!(tool.run_with(("schema", LIST), &["schema"], "<l><b/><x/></l>").status, 1);
    assert_eq!(tool.run_with(("schema", LIST), &[], "<l/>").complaint, "valid: the schema is missing");
    assert_eq!(
        tool.run_with(("schema", LIST), &["nowhere"], "<l/>").complaint,
        "valid: nowhere: No such file or directory"
    );
}
