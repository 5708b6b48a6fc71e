//! Random stylesheets and documents for `style`. Not among them is what `xsltproc` does otherwise than XSLT says: it takes an attribute for
//! the parent of its text when rules are applied in one, and lets a pattern such as `*//b` match below no element.

use super::Random;

impl Random {
    /// Rules for elements a to d, their attributes and texts.
    pub fn rules(&mut self) -> String {
        let mut rules = format!(
            "<xsl:template match='/'><out>{}<xsl:apply-templates/></out></xsl:template>",
            self.body(1)
        );
        for _ in 0..1 + self.below(4) {
            let pattern = self.pattern_of_nodes();
            // Nothing is in an attribute to which rules could be applied.
            let body = match pattern.contains('@') {
                true => format!("[<xsl:value-of select=\"{}\"/>]", self.expression(2)),
                false => self.body(2),
            };
            rules += &format!("<xsl:template match=\"{pattern}\">{body}</xsl:template>");
        }
        rules
    }

    pub fn tree(&mut self, depth: u64) -> String {
        let name = self.choose(&["a", "b", "c", "d", "p:a"]);
        let mut attributes = String::new();
        for attribute in ["i", "j", "p:k"] {
            if self.one_in(4) {
                attributes += &format!(" {attribute}='{}'", self.choose(&["1", "2", "x", "", "10", "a b"]));
            }
        }
        let mut inside = String::new();
        for _ in 0..if depth > 0 { self.below(5) } else { 0 } {
            inside += &match self.one_in(3) {
                true => self
                    .choose(&["t", "2 ", " ", "\n", "<!--c-->", "<?q r?>", "&amp;", "<![CDATA[x<]]>", "10"])
                    .into(),
                false => self.tree(depth - 1),
            };
        }
        format!("<{name}{attributes}>{inside}</{name}>")
    }

    fn pattern_of_nodes(&mut self) -> String {
        let mut pattern = self.choose(&["", "", "", "/", "//"]).to_string();
        for _ in 0..self.below(3) {
            let name = self.choose(&["a", "b", "c", "d"]);
            let condition = self.choose(&["", "", "[@i]", "[b]", "[not(c)]", "[.=2]", "[count(b)&gt;1]"]);
            pattern += &format!("{name}{condition}{}", self.choose(&["/", "/", "//"]));
        }
        let last =
            ["a", "b", "p:a", "p:*", "*", "text()", "node()", "comment()", "@i", "@*", "a[@j='x']", "*[a/b]"];
        pattern + self.choose(&last)
    }

    fn step(&mut self, depth: u64) -> String {
        let names = ["a", "b", "c", "d", "p:a", "p:*", "*", "*", "text()", "node()", "comment()", ".", ".."];
        let step = self.choose(&names).to_string();
        match depth > 0 && !step.starts_with('.') && self.one_in(4) {
            true => format!("{step}[{}]", self.expression(depth - 1)),
            false => step,
        }
    }

    fn path(&mut self, depth: u64) -> String {
        let mut path = self.choose(&["", "", "", "/", "//"]).to_string();
        for _ in 0..self.below(3) {
            path += &self.step(depth);
            path += self.choose(&["/", "/", "//"]);
        }
        match self.one_in(4) {
            true => path + self.choose(&["@i", "@j", "@*", "@p:k"]),
            false => path + &self.step(depth),
        }
    }

    fn expression(&mut self, depth: u64) -> String {
        if depth == 0 || self.one_in(3) {
            return self.path(depth);
        }
        let (path, first, second) =
            (self.path(depth - 1), self.expression(depth - 1), self.expression(depth - 1));
        match self.below(14) {
            0 => self
                .choose(&["1", "2", "0.5", "'x'", "'10'", "''", "position()", "last()", "true()", "string()"])
                .into(),
            1..=5 => {
                let operators = ["=", "!=", "&lt;", "&lt;=", "&gt;", "&gt;=", "and", "or"];
                format!("{first} {} {second}", self.choose(&operators))
            }
            6 => format!("{path} | {}", self.path(depth - 1)),
            7 => format!("count({path})"),
            8 => format!("concat({first}, {second})"),
            9 => format!("contains({first}, {second})"),
            10 => format!("starts-with({first}, {second})"),
            11 => format!("not({first})"),
            12 => format!(
                "{}({first})",
                self.choose(&["string", "normalize-space", "boolean", "string-length"])
            ),
            _ => format!("name({path})"),
        }
    }

    fn body(&mut self, depth: u64) -> String {
        let mut body = String::new();
        for _ in 0..1 + self.below(3) {
            let (expression, inside) =
                (self.expression(2), if depth > 0 { self.body(depth - 1) } else { String::new() });
            body += &match self.below(10) {
                0..=2 => format!("<xsl:value-of select=\"{expression}\"/>"),
                3 => "<xsl:apply-templates/>".into(),
                4 => {
                    let of = ["*", "node()", "@*", "@* | node()", "b | text()", "a/*"];
                    format!("[<xsl:apply-templates select='{}'/>]", self.choose(&of))
                }
                5 => {
                    let of = ["a", "*/b", "*[2]", ".//c[a]", "../d", "*[last()] | b"];
                    format!("<xsl:for-each select='{}'>({inside})</xsl:for-each>", self.choose(&of))
                }
                6 => format!("<xsl:if test=\"{expression}\">{inside}</xsl:if>"),
                7 => format!("<o x=\"{{{expression}}}-{{{}}}\">{inside}</o>", self.path(1)),
                8 => format!(
                    "<xsl:choose><xsl:when test=\"{expression}\">{inside}</xsl:when><xsl:otherwise>-</xsl:otherwise></xsl:choose>"
                ),
                _ => {
                    let of = ["b", "text()", ".//c", "string(a)", "count(*)"];
                    format!("<p:z/><xsl:copy-of select='{}'/>", self.choose(&of))
                }
            };
        }
        body
    }
}
