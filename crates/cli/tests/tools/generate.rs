//! Random texts and arguments for the tools, the same in every run.

/// The splitmix64 generator (Steele, Lea and Flood, 2014).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x2545_f491_4f6c_dd1d))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    pub fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    pub fn one_in(&mut self, count: u64) -> bool {
        self.below(count) == 0
    }

    pub fn choose<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len() as u64) as usize]
    }

    /// A few of them, joined.
    fn some(&mut self, of: &[&str], most: u64) -> String {
        (0..self.below(most + 1)).map(|_| self.choose(of)).collect()
    }

    // --- Texts ---

    fn text(&mut self, of: &[&str], most: u64) -> Vec<u8> {
        self.some(of, most).into_bytes()
    }

    /// All bytes there are, with more newlines and runs than usual.
    pub fn bytes(&mut self) -> Vec<u8> {
        let length = self.below(120);
        let mut bytes = Vec::new();
        for _ in 0..length {
            match self.below(6) {
                0 => bytes.push(b'\n'),
                1 => bytes.push(self.below(256) as u8),
                2 => bytes.extend(bytes.last().copied()),
                _ => bytes.push(b" aAbBzZ09-_:\t"[self.below(13) as usize]),
            }
        }
        bytes
    }

    /// Lines of fields with numbers among them.
    pub fn fields(&mut self) -> Vec<u8> {
        let of = [
            "a", "b", "ab", "B", ":", ":", " ", "  ", "\t", "\n", "\n", "0", "1", "10", "-", ".", "2.50",
            "007", "-3",
        ];
        self.text(&of, 60)
    }

    pub fn letters(&mut self) -> Vec<u8> {
        self.text(&["a", "b", "a", "b", "A", "B", "c", "1", " ", "-", "\n", "\n"], 60)
    }

    /// Lines of which many are equal to the one before.
    pub fn repeats(&mut self) -> Vec<u8> {
        self.text(&["a\n", "A\n", "a\n", "b\n", "\n", "ab\n", "Ab\n", "\0\n", "a"], 20)
    }

    // --- Arguments ---

    pub fn cut(&mut self) -> String {
        let mut list = Vec::new();
        for _ in 0..=self.below(3) {
            let first = 1 + self.below(6);
            list.push(match self.below(4) {
                0 => format!("{first}-"),
                1 => format!("-{first}"),
                2 => format!("{first}-{}", first + self.below(3)),
                _ => format!("{first}"),
            });
        }
        let list = list.join(",");
        match self.below(4) {
            0 => format!("-c {list}"),
            _ => format!("{} -f {list}", self.choose(&["", "-s", "-d :", "-d' '", "-sd:", "-d 1"])),
        }
    }

    pub fn sort(&mut self) -> String {
        let mut arguments =
            self.choose(&["", "-n", "-r", "-u", "-nr", "-nu", "-ru", "-s", "-sn"]).to_string();
        arguments += self.choose(&["", "", " -t :", " -t ' '", " -t -"]);
        for _ in 0..self.below(3) {
            let (first, last) = (1 + self.below(3), 1 + self.below(3));
            let from = self.choose(&["", "", "", ".1", ".2", "n", "r"]);
            let to = self.choose(&["", "", "n", "r", "nr", ".1", ".2n", ".0"]);
            arguments += &match self.one_in(2) {
                true => format!(" -k {first}{from},{last}{to}"),
                false => format!(" -k {first}{from}"),
            };
        }
        arguments
    }

    pub fn head(&mut self) -> String {
        let count = self.below(8);
        match self.below(6) {
            0 => format!("-{count}"),
            1 => format!("-c {count}"),
            2 => format!("-c -{count}"),
            3 => format!("-n -{count}"),
            4 => format!("-n {count} words - unfinished"),
            _ => format!("-n {count}"),
        }
    }

    pub fn tr(&mut self) -> String {
        let of = [
            "a",
            "b",
            "A-C",
            "0-9",
            "[:space:]",
            "[:digit:]",
            "[:punct:]",
            "\\n",
            "\\141",
            "z",
            "-",
            "[=a=]",
            "\\\\",
        ];
        let first = self.choose(&of).to_string() + &self.some(&of, 2);
        let second = self.choose(&["x", "xy", "x-z", "[x*]", "[x*2]y", "ab", "\\0", "x[y*]z"]);
        let quoted = |set: &str| format!("'{set}'");
        let (first, second) = (quoted(&first), quoted(second));
        let complement = self.choose(&["", "", "c"]);
        match self.below(5) {
            0 => format!("-{complement}d -- {first}"),
            1 => format!("-{complement}s -- {first}"),
            2 => format!("-{complement}ds -- {first} 'ab \\n'"),
            3 => format!("-{complement}s -- {first} {second}"),
            _ if complement.is_empty() => format!("-- {first} {second}"),
            _ => format!("-c -- {first} {second}"),
        }
    }

    pub fn grep(&mut self) -> String {
        let pattern = self.pattern(2);
        let options = self.choose(&["", "-v", "-c", "-i", "-o", "-n", "-on", "-vc", "-iv", "-io", "-vn"]);
        format!("-E {options} -e '{pattern}'")
    }

    fn pattern(&mut self, depth: u64) -> String {
        let mut pattern = String::new();
        if self.one_in(8) {
            pattern.push('^');
        }
        for _ in 0..=self.below(3) {
            pattern += &match self.below(6) {
                0 if depth > 0 => format!("({})", self.pattern(depth - 1)),
                1 if depth > 0 => format!("({}|{})", self.pattern(depth - 1), self.pattern(depth - 1)),
                2 => self
                    .choose(&["[ab]", "[^a]", "[[:alpha:]]", "[[:digit:][:space:]]", "[a-c1]", "[]-]"])
                    .into(),
                3 => ".".into(),
                _ => self.choose(&["a", "b", "ab", "1", " "]).into(),
            };
            pattern += self.choose(&["", "", "", "*", "+", "?", "{2}", "{1,2}", "{2,}"]);
        }
        if self.one_in(8) {
            pattern.push('$');
        }
        pattern
    }

    /// An expression of `find`. Sizes are only asked of files: those of directories are the file system's.
    pub fn find(&mut self) -> String {
        let mut expression = self.find_operand(2);
        for _ in 0..self.below(3) {
            expression += self.choose(&[" ", " -a ", " -o "]);
            expression += &self.find_operand(2);
        }
        expression
    }

    fn find_operand(&mut self, depth: u64) -> String {
        if depth > 0 && self.one_in(3) {
            let (first, second) = (self.find_operand(depth - 1), self.find_operand(depth - 1));
            let operator = self.choose(&["", "-a", "-o"]);
            return format!("{} ( {first} {operator} {second} )", self.choose(&["", "!"]));
        }
        match self.below(6) {
            0 => self.choose(&["-type f", "-type d", "-type d,f", "! -type d"]).to_string(),
            1 => {
                format!("-newer {}", self.choose(&["tree", "tree/one", "other", "old.txt", "tree/deep/mbox"]))
            }
            2 => "-print".into(),
            3 => format!("-name '{}'", self.choose(&["*.txt", "*e*", "m*", ".*", "?*", "[!a-m]*", "*o*"])),
            _ => {
                let (sign, unit) =
                    (self.choose(&["", "+", "-"]), self.choose(&["", "b", "c", "w", "k", "M"]));
                format!("( -type f -size {sign}{}{unit} )", [0, 1, 2, 10, 21, 512][self.below(6) as usize])
            }
        }
    }

    // --- Schemas and documents ---

    /// Declarations of four elements and their attributes. Most models leave no choice.
    pub fn schema(&mut self) -> String {
        let mut schema = String::new();
        for element in ["a", "b", "c", "d"] {
            let content = match self.below(7) {
                0 => "EMPTY".to_string(),
                1 => "ANY".into(),
                2 => "(#PCDATA)".into(),
                3 => format!("(#PCDATA|{})*", self.choose(&["a|b", "c", "b|c|d"])),
                _ => format!("{}{}", self.model(2), self.choose(&["", "*", "?"])),
            };
            schema += &format!("<!ELEMENT {element} {content}>\n");
            for attribute in ["x", "y"] {
                let (kind, presence) = match self.below(10) {
                    0 => ("CDATA", "#REQUIRED"),
                    1 if attribute == "x" => ("ID", "#IMPLIED"),
                    2 => ("IDREF", "#IMPLIED"),
                    3 => ("IDREFS", self.choose(&["#IMPLIED", "'i j'"])),
                    4 => ("NMTOKEN", self.choose(&["#IMPLIED", "#REQUIRED", "'1'"])),
                    5 => ("(u|v)", self.choose(&["#IMPLIED", "'u'", "#FIXED 'v'"])),
                    _ => continue,
                };
                schema += &format!("<!ATTLIST {element} {attribute} {kind} {presence}>\n");
            }
        }
        schema
    }

    fn model(&mut self, depth: u64) -> String {
        let separator = self.choose(&[", ", " | "]);
        let first = self.below(2) as usize;
        let parts: Vec<String> = [["a", "b"], ["c", "d"]]
            .iter()
            .map(|names| {
                let part = match depth > 0 && self.one_in(3) {
                    true => self.model(depth - 1),
                    false => names[first].to_string(),
                };
                part + self.choose(&["", "", "?", "*", "+"])
            })
            .collect();
        format!("({})", parts.join(separator))
    }

    pub fn document(&mut self, depth: u64) -> String {
        let name = if self.one_in(30) { "e" } else { self.choose(&["a", "b", "c", "d"]) };
        let mut attributes = String::new();
        for attribute in ["x", "y"] {
            if self.one_in(3) {
                let value = self.choose(&["i", "j", "u", "v", "1", "i j", "", "-"]);
                attributes += &format!(" {attribute}='{value}'");
            }
        }
        let mut inside = String::new();
        for _ in 0..if depth > 0 { self.below(4) } else { 0 } {
            inside += &match self.below(12) {
                0 => self.choose(&["t", "&amp;", "<!-- c -->", "<?p?>", "<![CDATA[ ]]>"]).to_string(),
                1 => self.choose(&[" ", "\n"]).to_string(),
                _ => self.document(depth - 1),
            };
        }
        format!("<{name}{attributes}>{inside}</{name}>")
    }

    /// A page of elements within each other as no author would write them. Its text is capitals.
    pub fn page(&mut self, depth: u64) -> String {
        let mut page = String::new();
        for _ in 0..1 + self.below(3) {
            page += self.choose(&["A", "B ", " C", "D\n", " ", ""]);
            if depth == 0 {
                continue;
            }
            let inside = self.page(depth - 1);
            page += &match self.below(9) {
                0 => "<br/>".to_string(),
                1 => "<img src='i' alt=''/>".into(),
                2 => format!("<a href='{}'>{inside}</a>", self.choose(&["", "u", "#x"])),
                3 => self.table(depth - 1),
                _ => {
                    let tags =
                        ["p", "h2", "ul", "ol", "li", "b", "em", "div", "pre", "blockquote", "x", "body"];
                    let tag = self.choose(&tags);
                    format!("<{tag}>{inside}</{tag}>")
                }
            };
        }
        page
    }

    fn table(&mut self, depth: u64) -> String {
        let mut table = String::from("<table>");
        for _ in 0..self.below(4) {
            table += "<tr>";
            for _ in 0..self.below(4) {
                let (cell, span) = (self.choose(&["td", "th"]), self.choose(&["", "2", "3", "x"]));
                let way = self.choose(&["colspan", "rowspan"]);
                table += &format!("<{cell} {way}='{span}'>{}</{cell}>", self.page(depth));
            }
            table += "</tr>";
        }
        table + "</table>"
    }
}
