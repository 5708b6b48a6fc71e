//! `style` transforms documents as `xsltproc` does, byte for byte.

use std::process::Command;

use super::{Folder, Random, Tool, readable};

/// A stylesheet of these rules, whose output has an encoding: without one, `xsltproc` escapes what is not ASCII in attributes only.
fn sheet(rules: &str) -> String {
    format!(
        "<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'>\n\
         <xsl:output method='xml' encoding='UTF-8'/>\n{rules}\n</xsl:stylesheet>\n"
    )
}

const SHOP: &str = "<shop><item id='a' price='3'>apple</item>\n<item id='b' price='10'>pear<note>ripe</note></item><!-- c -->\
                    <item price='7'>fig &amp; <b>lime</b></item><?pi x?><sub><item id='d'>deep</item></sub></shop>";

const PAGE: &str = "<html xmlns='http://www.w3.org/1999/xhtml'><head><title>T &lt; U</title></head><body class='x'>\
                    <h1>One</h1><p>text <a href='u?a=1&amp;b=2'>link</a> \u{e9}</p><ul><li>1</li><li>2</li></ul></body></html>";

const NAMESPACES: &str = "<r xmlns='urn:d' xmlns:a='urn:a'><a:x k='1' a:k='2'>t<y xmlns=''/></a:x><x/></r>";

/// Rules, and the documents that they are for.
const CASES: &[(&str, &str)] = &[
    // Without rules there is the text.
    ("", SHOP),
    ("<xsl:template match='/'><out/></xsl:template>", SHOP),
    ("<xsl:template match='/'><out><xsl:apply-templates/></out></xsl:template>", SHOP),
    // What comes before what, and patterns.
    (
        "<xsl:template match='*'><all/></xsl:template><xsl:template match='shop'><one><xsl:apply-templates/></one></xsl:template>",
        SHOP,
    ),
    ("<xsl:template match='item'>1</xsl:template><xsl:template match='sub/item'>2</xsl:template>", SHOP),
    ("<xsl:template match='item[@id]'>1</xsl:template><xsl:template match='item'>2</xsl:template>", SHOP),
    (
        "<xsl:template match='item' priority='2'>1</xsl:template><xsl:template match='sub/item' priority='-1.5'>2</xsl:template>",
        SHOP,
    ),
    ("<xsl:template match='item'>1</xsl:template><xsl:template match='item'>2</xsl:template>", SHOP),
    ("<xsl:template match='shop//b | note'>[<xsl:value-of select='.'/>]</xsl:template>", SHOP),
    ("<xsl:template match='/shop/item'>x</xsl:template><xsl:template match='//sub'>y</xsl:template>", SHOP),
    (
        "<xsl:template match='shop//sub//item'>x</xsl:template><xsl:template match='/item'>y</xsl:template>",
        SHOP,
    ),
    ("<xsl:template match='text()'>t</xsl:template><xsl:template match='comment()'>c</xsl:template>", SHOP),
    (
        "<xsl:template match='processing-instruction()'>p</xsl:template><xsl:template match='node()'>n<xsl:apply-templates/></xsl:template>",
        SHOP,
    ),
    (
        "<xsl:template match='item'><xsl:apply-templates select='@*'/></xsl:template><xsl:template match='@id'>#</xsl:template>",
        SHOP,
    ),
    (
        "<xsl:template match='item[note]'>n</xsl:template><xsl:template match=\"item[@price='3']\">3</xsl:template>",
        SHOP,
    ),
    // Values.
    (
        "<xsl:template match='shop'><v><xsl:value-of select='item'/>,<xsl:value-of select='item[2]'/>,<xsl:value-of select='none'/></v></xsl:template>",
        SHOP,
    ),
    (
        "<xsl:template match='shop'><v><xsl:value-of select='count(//item)'/>,<xsl:value-of select='count(item | sub/item | item[@id])'/></v></xsl:template>",
        SHOP,
    ),
    (
        "<xsl:template match='shop'><xsl:value-of select=\"concat(name(), '-', local-name(item), '-', string-length(item[3]), 1.50)\"/></xsl:template>",
        SHOP,
    ),
    (
        "<xsl:template match='shop'><xsl:value-of select=\"normalize-space('  a \n b ')\"/><xsl:value-of select='true()'/><xsl:value-of select='not(item)'/></xsl:template>",
        SHOP,
    ),
    (
        "<xsl:template match='item'><xsl:value-of select='position()'/>/<xsl:value-of select='last()'/>;</xsl:template>",
        SHOP,
    ),
    (
        "<xsl:template match='shop'><xsl:for-each select='//item[last()]'>[<xsl:value-of select='../@x'/><xsl:value-of select='.'/>]</xsl:for-each></xsl:template>",
        SHOP,
    ),
    (
        "<xsl:template match='shop'><xsl:for-each select='.//text()'>[<xsl:value-of select='.'/>]</xsl:for-each></xsl:template>",
        SHOP,
    ),
    (
        "<xsl:template match='shop'><xsl:for-each select='item/..//b/../@price'><xsl:value-of select='.'/></xsl:for-each></xsl:template>",
        SHOP,
    ),
    (
        "<xsl:template match='shop'><xsl:for-each select='//note/ancestor'/><xsl:value-of select='/shop/sub/item/@id'/></xsl:template>",
        SHOP,
    ),
    // Conditions.
    ("<xsl:template match='item'><xsl:if test='@price &gt; 5'><dear/></xsl:if></xsl:template>", SHOP),
    (
        "<xsl:template match='item'><xsl:choose><xsl:when test='@price &lt;= 3'>a</xsl:when><xsl:when test='@id'>b</xsl:when><xsl:otherwise>c</xsl:otherwise></xsl:choose></xsl:template>",
        SHOP,
    ),
    (
        "<xsl:template match='shop'><xsl:if test=\"item = 'apple' and not(item != 'apple') or contains(item[3], 'fig')\">y</xsl:if></xsl:template>",
        SHOP,
    ),
    (
        "<xsl:template match='shop'><xsl:if test=\"item/@price &gt; item/@id or item/@price &lt; 4\">y</xsl:if><xsl:if test='item = true()'>z</xsl:if></xsl:template>",
        SHOP,
    ),
    (
        "<xsl:template match='shop'><xsl:if test=\"starts-with(item, 'app') and starts-with(item, '') and 'x' != 1\">y</xsl:if><xsl:if test=\"''\">z</xsl:if></xsl:template>",
        SHOP,
    ),
    (
        "<xsl:template match='shop'><xsl:if test='boolean(none)'>1</xsl:if><xsl:if test='0'>2</xsl:if><xsl:if test=\"'0'\">3</xsl:if><xsl:if test='count(none) = 0'>4</xsl:if></xsl:template>",
        SHOP,
    ),
    // Elements and attributes.
    (
        "<xsl:template match='item'><e a='{@id}-{{{@price}}}' b=''><xsl:apply-templates/></e></xsl:template>",
        SHOP,
    ),
    (
        "<xsl:template match='item'><xsl:element name='x{position()}'><xsl:attribute name='y{@id}'>v<xsl:value-of select='@price'/></xsl:attribute>t</xsl:element></xsl:template>",
        SHOP,
    ),
    (
        "<xsl:template match='item'><e a='1' b='2'><xsl:attribute name='a'>&lt;&quot;&#10;&gt;</xsl:attribute></e></xsl:template>",
        SHOP,
    ),
    (
        "<xsl:template match='item'><xsl:text> a </xsl:text> <xsl:text/><xsl:text>&lt;&amp;</xsl:text>\n b \n</xsl:template>",
        SHOP,
    ),
    (
        "<xsl:template match='/'><xsl:comment>a-b<xsl:value-of select='//note'/></xsl:comment><r><xsl:comment>x-y</xsl:comment></r><xsl:comment>z</xsl:comment></xsl:template>",
        SHOP,
    ),
    // Copies.
    (
        "<xsl:template match='@* | node()'><xsl:copy><xsl:apply-templates select='@* | node()'/></xsl:copy></xsl:template>",
        PAGE,
    ),
    (
        "<xsl:template match='@* | node()'><xsl:copy><xsl:apply-templates select='@* | node()'/></xsl:copy></xsl:template>",
        SHOP,
    ),
    (
        "<xsl:template match='/'><xsl:copy-of select='node()'/></xsl:template>",
        "<?first?><!-- c --><a><?x y z?></a><!-- d --><?last one?>",
    ),
    (
        "<xsl:template match='@* | node()'><xsl:copy><xsl:apply-templates select='@* | node()'/></xsl:copy></xsl:template>",
        "<a xml:lang='en'><b xml:space='preserve' lang='de'/></a>",
    ),
    (
        "<xsl:template match='a'><b xml:lang='{@xml:lang}'><xsl:attribute name='xml:id'>x</xsl:attribute></b></xsl:template>",
        "<a xml:lang='en'/>",
    ),
    (
        "<xsl:template match='shop'><r><xsl:copy-of select='item/@id'/><xsl:copy-of select='item[2]'/></r></xsl:template>",
        "<shop><item/><item id='1'>a<b/></item></shop>",
    ),
    ("<xsl:template match='/'><xsl:copy-of select='.'/></xsl:template>", NAMESPACES),
    (
        "<xsl:template match='shop'><r><xsl:copy-of select='count(item)'/><xsl:copy-of select='item[1]/text()'/></r></xsl:template>",
        SHOP,
    ),
    (
        "<xsl:template match='shop'><r><xsl:apply-templates select='item/@price | //b'/></r></xsl:template><xsl:template match='@price'><xsl:copy/></xsl:template>",
        SHOP,
    ),
    // Blanks that do not count.
    (
        "<xsl:strip-space elements='*'/><xsl:template match='/'><xsl:copy-of select='.'/></xsl:template>",
        "<a> <b> x </b>\n<c> </c></a>",
    ),
    (
        "<xsl:strip-space elements='c  a'/><xsl:template match='/'><xsl:copy-of select='.'/></xsl:template>",
        "<a> <b> </b>\n<c> </c></a>",
    ),
    // Namespaces.
    (
        "<xsl:template match='p:x' xmlns:p='urn:a'><p:found/></xsl:template><xsl:template match='q:*' xmlns:q='urn:d'><xsl:apply-templates/></xsl:template>",
        NAMESPACES,
    ),
    (
        "<xsl:template match='r' xmlns='urn:e'><never/></xsl:template><xsl:template match='y'><z/></xsl:template>",
        NAMESPACES,
    ),
    (
        "<xsl:template match='/' xmlns='urn:o' xmlns:b='urn:b'><o b:k='1'><i><xsl:element name='b:e'><xsl:attribute name='b:f'>2</xsl:attribute></xsl:element></i></o></xsl:template>",
        NAMESPACES,
    ),
    (
        "<xsl:template match='/' xmlns:a='urn:a' xmlns:d='urn:d'><o><xsl:value-of select='d:r/a:x/@a:k'/><xsl:value-of select='//d:x/@k'/><xsl:value-of select='name(d:r/*)'/></o></xsl:template>",
        NAMESPACES,
    ),
    // Several things at once, on a page.
    (
        "<xsl:template match='/' xmlns:h='http://www.w3.org/1999/xhtml'><doc title='{//h:title}'><xsl:apply-templates select='//h:body/*'/></doc></xsl:template>\
      <xsl:template match='h:h1' xmlns:h='http://www.w3.org/1999/xhtml'><head level='1'><xsl:apply-templates/></head></xsl:template>\
      <xsl:template match='h:li' xmlns:h='http://www.w3.org/1999/xhtml'>* <xsl:apply-templates/><xsl:if test='position() != last()'><br/></xsl:if></xsl:template>\
      <xsl:template match='h:a[@href]' xmlns:h='http://www.w3.org/1999/xhtml'><ref to='{@href}'><xsl:apply-templates/></ref></xsl:template>",
        PAGE,
    ),
];

/// Whole stylesheets, for what is said of the output.
const SHEETS: &[&str] = &[
    "<xsl:output indent='no'/><xsl:template match='/'><xsl:comment>a</xsl:comment><r/><xsl:comment>b</xsl:comment></xsl:template>",
    "<xsl:output omit-xml-declaration='yes'/><xsl:template match='/'><r>&lt;</r></xsl:template>",
    "<xsl:output method='text'/><xsl:template match='b'>&lt;<x y='1'>z</x></xsl:template>",
    "<xsl:template match='/'><r/></xsl:template>",
];

fn agrees(tool: &Tool, folder: &Folder, sheet: &str, document: &str) {
    std::fs::write(folder.0.join("sheet.xsl"), sheet).unwrap();
    std::fs::write(folder.0.join("document.xml"), document).unwrap();
    let mut command = Command::new("xsltproc");
    let output =
        command.args(["--nonet", "sheet.xsl", "document.xml"]).current_dir(&folder.0).output().unwrap();
    let expected = (Some(0), readable(&output.stdout));
    assert_eq!(output.status.code(), expected.0, "{sheet}: {output:?}");
    let answer = tool.run_with(("sheet", sheet), &["sheet"], document);
    assert_eq!(
        (Some(answer.status as i32), answer.output),
        expected,
        "{document} by {sheet}: {}",
        answer.complaint
    );
}

#[test]
fn style_transforms_as_xsltproc_does() {
    let tool = Tool::new("style");
    let folder = Folder::empty(tool.name);
    for (rules, document) in CASES {
        agrees(&tool, &folder, &sheet(rules), document);
    }
    for rules in SHEETS {
        let whole = sheet(rules).replace("<xsl:output method='xml' encoding='UTF-8'/>\n", "");
        agrees(&tool, &folder, &whole, SHOP);
    }
}

#[test]
fn style_transforms_as_xsltproc_does_at_random() {
    let tool = Tool::new("style");
    let folder = Folder::empty(tool.name);
    for seed in 0..100 {
        let mut random = Random::new(seed);
        let rules = sheet(&random.rules()).replacen("xmlns:xsl", "xmlns:p='urn:p' xmlns:xsl", 1);
        let document = format!("<r xmlns:p='urn:p'>{}{}</r>", random.tree(3), random.tree(3));
        agrees(&tool, &folder, &rules, &document);
    }
}

#[test]
fn style_refuses_what_it_does_not_know() {
    let tool = Tool::new("style");
    // The rules begin on the third line.
    let cases = [
        ("<xsl:template match='a'><xsl:sort/></xsl:template>", "3:25: `xsl:sort` is not supported here"),
        ("<xsl:variable name='a'/>", "3:1: this is not supported between rules"),
        ("<xsl:template name='a'/>", "3:15: the attribute `name` is not supported here"),
        ("<xsl:template/>", "3:1: the attribute `match` is missing"),
        ("<xsl:template match='a' mode='b'/>", "3:25: the attribute `mode` is not supported here"),
        ("<xsl:template match='a['/>", "3:15: a name is missing, at `` of `a[`"),
        (
            "<xsl:template match='a[2]'/>",
            "3:15: a pattern looks neither up nor at positions, before this, at `` of `a[2]`",
        ),
        (
            "<xsl:template match='..'/>",
            "3:15: a pattern looks neither up nor at positions, before this, at `` of `..`",
        ),
        ("<xsl:template match='p:a'/>", "3:15: the prefix stands for no namespace, at `:a` of `p:a`"),
        (
            "<xsl:template match='a'><xsl:value-of select='1 + 1'/></xsl:template>",
            "3:39: this is not understood, at `+ 1` of `1 + 1`",
        ),
        (
            "<xsl:template match='a'><xsl:value-of select='id(1)'/></xsl:template>",
            "3:39: this function is not supported, at `id(1)` of `id(1)`",
        ),
        ("<xsl:template match='a'><xsl:value-of/></xsl:template>", "3:25: the attribute `select` is missing"),
        (
            "<xsl:template match='a'><xsl:value-of select='a'>b</xsl:value-of></xsl:template>",
            "3:50: nothing can be in `xsl:value-of` here",
        ),
        (
            "<xsl:template match='a'><xsl:apply-templates select='1'/></xsl:template>",
            "3:46: this has to be a set of nodes",
        ),
        ("<xsl:template match='a'><xsl:choose/></xsl:template>", "3:25: there is no branch to choose"),
        ("<xsl:template match='a'><b c='{d'/></xsl:template>", "3:28: a brace is not closed in `{d`"),
        (
            "<xsl:template match='a'><b c='d}'/></xsl:template>",
            "3:28: a brace is closed that was not opened in `d}`",
        ),
        ("<xsl:output method='html'/>", "3:13: the method `html` is not supported"),
        // While it runs.
        (
            "<xsl:template match='a'><b/><xsl:attribute name='c'/></xsl:template>",
            "3:29: an attribute can only come before what is in its element",
        ),
        ("<xsl:template match='a'><xsl:element name='{b}'/></xsl:template>", "3:25: `` is no name"),
        (
            "<xsl:template match='a'><xsl:comment><b/></xsl:comment></xsl:template>",
            "3:38: there can be only text in an attribute or a comment",
        ),
        (
            "<xsl:template match='a'><xsl:apply-templates select='.'/></xsl:template>",
            "3:25: rules apply each other, or are nested, more than 3000 deep",
        ),
    ];
    for (rules, expected) in cases {
        let answer = tool.run_with(("sheet", &sheet(rules)), &["sheet"], "<a/>");
        assert_eq!((answer.status, answer.complaint), (1, format!("style: sheet:{expected}")), "{rules}");
    }
    let complaint =
        |sheet: &str, document: &str| tool.run_with(("sheet", sheet), &["sheet"], document).complaint;
    assert_eq!(complaint("<a/>", "<a/>"), "style: sheet:1:1: this is no stylesheet of XSLT");
    assert_eq!(complaint(&sheet(""), "<a>\n<b>"), "style: -:2:4: the element `b` has no end");
}
