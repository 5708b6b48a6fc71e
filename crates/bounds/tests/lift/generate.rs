//! Random C functions: loops that end, conditions with `&&` and `||`, all integer types, arrays, structures,
//! pointers, globals and calls. Signed arithmetic never overflows in them, and nothing is accessed out of bounds.

use std::fmt::Write;

use super::Numbers;

const TYPES: [&str; 9] = [
    "int",
    "unsigned",
    "char",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "long long",
    "unsigned long long",
];

/// Globals of all programs.
const PRELUDE: &str = "
static int g0; static unsigned g1; static short g2; static unsigned char table[8]; static long long g3;
static int numbers[4] = {3, -4, 5, 6}; static int *where = &numbers[1];
struct pair { int x; unsigned char y; short z; };
static struct pair kept;
static void bump(int *p, int by) { *p = *p % 1000 + by % 1000; }
static int mix(int a, int b) { g0 = g0 % 1000 + a % 1000; return b % 1000 - g0; }
static int plain(int a, unsigned b) { int i, s = 0; for (i = 0; i < 3; i++) s += a % 100; return s + (int)(b % 7); }
static struct pair twice(struct pair p) { struct pair r = p; r.x = p.x % 500 * 2; if (r.y > 9) { r.z = 1; return r; } return r; }
static void fill(struct pair *p, int v) { p->x = v % 500; p->y = v; p->z = v; }
static int weave(int *p, int *q, struct pair *r, int v) {
  int s = *p % 100; *q = v; r->x = *p % 100 + 1; *p = *q % 100 - r->x % 100; r->y = *p; g0 = r->y; *q = *q % 100 + r->x % 100;
  for (int i = 0; i < 3 && *p < 50; i++) { int *t = i & 1 ? q : p; *t = *t % 100 + 7; s += *q % 100; r->z = *t; }
  return s + *p % 100;
}
";

pub struct Generator<'n> {
    numbers: &'n mut Numbers,
    text: String,
    /// Scalars that may be assigned.
    scalars: Vec<(String, &'static str)>,
    /// Counters of the loops around; they are only read.
    counters: u32,
    depth: u32,
    /// Whether memory is used other than through scalars.
    memory: bool,
    /// Whether the current statement has no casts to unsigned: of those that have, the lifter promises less.
    plain: bool,
}

/// A source with so many functions, `f0` and so on, of four parameters each. Their types come along.
pub fn source(numbers: &mut Numbers, functions: usize, memory: bool) -> (String, Vec<[&'static str; 4]>) {
    let mut text = String::from(PRELUDE);
    let mut types = Vec::new();
    for index in 0..functions {
        let mut generator = Generator {
            numbers,
            text: String::new(),
            scalars: Vec::new(),
            counters: 0,
            depth: 0,
            memory,
            plain: false,
        };
        types.push(generator.function(index));
        text += &generator.text;
    }
    (text, types)
}

impl Generator<'_> {
    fn ty(&mut self) -> &'static str {
        TYPES[self.numbers.below(TYPES.len() as u64) as usize]
    }

    fn function(&mut self, index: usize) -> [&'static str; 4] {
        let types = [self.ty(), self.ty(), self.ty(), self.ty()];
        let result = self.ty();
        let parameters: Vec<String> = types.iter().enumerate().map(|(i, ty)| format!("{ty} p{i}")).collect();
        let _ = writeln!(self.text, "{result} f{index}({}) {{", parameters.join(", "));
        self.scalars = types.iter().enumerate().map(|(i, ty)| (format!("p{i}"), *ty)).collect();
        for local in 0..5 {
            let ty = self.ty();
            let value = self.expression(1);
            let _ = writeln!(self.text, "  {ty} v{local} = {value};");
            self.scalars.push((format!("v{local}"), ty));
        }
        if self.memory {
            self.text += "  int a[4] = {1, 2, 3, 4}; struct pair s = {1, 2, 3}; int z = 7; int *q = &z; _Bool flag = 0;\n";
            self.text += "  struct pair *t = p0 & 1 ? &s : &kept; int *u = p1 & 1 ? &a[1] : p1 & 2 ? &s.x : &z; int *w = a + (p2 & 1);\n";
            let more = [
                ("t->x", "int"),
                ("t->y", "unsigned char"),
                ("t->z", "short"),
                ("*u", "int"),
                ("w[1]", "int"),
                ("w[0]", "int"),
                ("z", "int"),
                ("s.x", "int"),
                ("s.y", "unsigned char"),
                ("s.z", "short"),
                ("a[1]", "int"),
                ("kept.x", "int"),
                ("kept.z", "short"),
                ("flag", "_Bool"),
                ("numbers[1]", "int"),
                ("table[3]", "unsigned char"),
            ];
            self.scalars.extend(more.map(|(name, ty)| (name.to_owned(), ty)));
        }
        self.scalars.extend(
            [("g0", "int"), ("g1", "unsigned"), ("g2", "short"), ("g3", "long long")]
                .map(|(n, t)| (n.to_owned(), t)),
        );
        self.statements(5);
        let all: Vec<String> =
            self.scalars.iter().map(|(name, _)| format!("(unsigned long long)({name})")).collect();
        let _ = writeln!(self.text, "  return {};\n}}", all.join(" * 3 + "));
        types
    }

    fn indent(&self) -> String {
        "  ".repeat(self.depth as usize + 1)
    }

    fn line(&mut self, line: &str) {
        self.text += &(self.indent() + line + "\n");
    }

    fn statements(&mut self, most: u64) {
        for _ in 0..1 + self.numbers.below(most) {
            self.statement();
        }
    }

    fn nested(&mut self, most: u64) {
        self.depth += 1;
        self.statements(most);
        self.depth -= 1;
    }

    fn statement(&mut self) {
        self.plain = self.numbers.below(3) > 0;
        let deep = self.depth >= 3;
        match self.numbers.below(if deep { 8 } else { 14 }) {
            0..=4 => self.assignment(),
            5 | 6 if self.memory => self.access(),
            5..=7 if self.counters > 0 && self.numbers.below(3) == 0 => {
                let condition = self.condition(2);
                let jump = self.numbers.one_of(&["break", "continue"]);
                self.line(&format!("if ({condition}) {jump};"));
            }
            5..=7 => self.assignment(),
            8 | 9 => {
                let condition = self.condition(2);
                self.line(&format!("if ({condition}) {{"));
                self.nested(3);
                if self.numbers.below(2) == 0 {
                    self.line("} else {");
                    self.nested(3);
                }
                self.line("}");
            }
            10..=12 => self.repetition(),
            _ => self.switch(),
        }
    }

    fn assignment(&mut self) {
        let index = self.numbers.below(self.scalars.len() as u64) as usize;
        let (name, ty) = self.scalars[index].clone();
        let value = self.expression(3);
        let wraps = ty.starts_with("unsigned") || ty.contains("char") || ty == "short";
        let line = match self.numbers.below(6) {
            0 if wraps => format!("{name}++;"),
            1 if wraps => format!("--{name};"),
            2 if wraps => format!("{name} += {value} % 100;"),
            3 => {
                let other = self.scalars[self.numbers.below(self.scalars.len() as u64) as usize].0.clone();
                if wraps && other != name {
                    format!("{other} = {name}++;")
                } else {
                    format!("{name} = {value};")
                }
            }
            4 => format!("{name} = ({value}) % 1000 + {name} % 1000;"),
            _ => format!("{name} = {value};"),
        };
        self.line(&line);
    }

    /// Statements with memory and calls.
    fn access(&mut self) {
        let (a, b) = (self.expression(2), self.expression(1));
        let line = match self.numbers.below(21) {
            0 => format!("a[({a}) & 3] = ({b}) % 1000;"),
            1 => format!("z = a[({a}) & 3] % 1000;"),
            2 => String::from("q = &z;"),
            3 => format!("q = &a[({a}) & 3];"),
            4 => format!("*q = ({a}) % 1000;"),
            5 => String::from("bump(&z, a[2]);"),
            6 => format!("bump(q, ({a}) % 1000);"),
            7 => format!("v0 = mix(({a}) % 1000, ({b}) % 1000);"),
            8 => format!("v1 = plain(({a}) % 1000, {b});"),
            9 => format!("fill(&s, ({a}) % 1000);"),
            10 => format!("table[({a}) & 7] = {b};"),
            11 => format!("*where = ({a}) % 1000;"),
            12 => format!("v2 = table[({a}) & 7] + numbers[({b}) & 3] % 1000;"),
            13 => String::from("kept = twice(s);"),
            14 => format!(
                "{{ int w[((p0 ^ g0 ^ ({a})) & 7) + 1]; w[0] = ({b}) % 1000; z = w[0]; a[w[0] & 3] = 2; }}"
            ),
            15 => format!("v3 = (char)table[({a}) & 7] == (char)({b});"),
            16 => format!("v0 = weave(q, u, t, ({a}) % 1000);"),
            17 => format!("v1 = weave(&t->x, w, &s, ({a}) % 1000);"),
            18 => format!(
                "{{ int *k = ({a}) ? &a[({b}) & 3] : u; *k = ({b}) % 1000; z = a[1] % 1000; s.x = *k % 1000; }}"
            ),
            19 => format!("*t = {};", self.numbers.one_of(&["s", "kept", "twice(*t)"])),
            _ => String::from("s = kept;"),
        };
        self.line(&line);
    }

    fn repetition(&mut self) {
        let i = self.counters;
        let limit = self.expression(1);
        self.counters += 1;
        let condition =
            if self.numbers.below(3) == 0 { format!(" && ({})", self.condition(1)) } else { String::new() };
        let end = match self.numbers.below(3) {
            0 => {
                let ty = self.numbers.one_of(&["int", "unsigned", "short", "long long"]);
                self.line(&format!(
                    "for ({ty} i{i} = 0; i{i} < ({ty})(({limit}) & 7){condition}; i{i}++) {{"
                ));
                String::from("}")
            }
            1 => {
                self.line(&format!("{{ unsigned i{i} = ({limit}) & 7; while (i{i}{condition}) {{ i{i}--;"));
                String::from("} }")
            }
            _ => {
                self.line(&format!("{{ int i{i} = 0; do {{ i{i} += 1;"));
                format!("}} while (i{i} < 5{condition}); }}")
            }
        };
        self.nested(3);
        self.line(&end);
        self.counters -= 1;
    }

    fn switch(&mut self) {
        let value = self.expression(2);
        self.line(&format!("switch (({value}) & 15) {{"));
        let mut at = 0;
        for _ in 0..2 + self.numbers.below(4) {
            at += 1 + self.numbers.below(3);
            self.line(&format!("case {at}:"));
            self.depth += 1;
            self.assignment();
            self.depth -= 1;
            if self.numbers.below(3) > 0 {
                self.line("  break;");
            }
        }
        if self.numbers.below(2) == 0 {
            self.line("default:");
            self.depth += 1;
            self.assignment();
            self.depth -= 1;
        }
        self.line("}");
    }

    fn condition(&mut self, depth: u32) -> String {
        if depth > 0 && self.numbers.below(2) == 0 {
            let (a, b) = (self.condition(depth - 1), self.condition(depth - 1));
            return match self.numbers.below(5) {
                0 | 1 => format!("({a} && {b})"),
                2 | 3 => format!("({a} || {b})"),
                _ => format!("!({a})"),
            };
        }
        let (a, b) = (self.expression(1), self.expression(1));
        match self.numbers.below(8) {
            0 => format!("({a})"),
            1 => format!("!({a})"),
            _ => format!("({a} {} {b})", self.numbers.one_of(&["<", "<=", ">", ">=", "==", "!="])),
        }
    }

    fn expression(&mut self, depth: u32) -> String {
        if depth == 0 || self.numbers.below(5) == 0 {
            return match self.numbers.below(6) {
                0 => format!("{}", self.numbers.below(40)),
                1 if self.plain => {
                    self.numbers.one_of(&["-1", "255", "65536", "-7ll", "1000", "9"]).to_owned()
                }
                1 => self
                    .numbers
                    .one_of(&["-1", "255", "65536", "4000000000u", "0x7fffffff", "-7ll", "77ull", "3u"])
                    .to_owned(),
                2 if self.counters > 0 => format!("i{}", self.numbers.below(self.counters.into())),
                _ if self.scalars.is_empty() => String::from("5"),
                _ => self.scalars[self.numbers.below(self.scalars.len() as u64) as usize].0.clone(),
            };
        }
        let (a, b) = (self.expression(depth - 1), self.expression(depth - 1));
        match self.numbers.below(17) {
            0..=2 => format!("(({a}) % 1000 + ({b}) % 1000)"),
            15 => {
                // Zeros at an end are counted of what is not zero.
                let count = self.numbers.one_of(&["popcount", "clz", "ctz", "popcountll", "clzll", "ctzll"]);
                format!("(__builtin_{count}(({a}) | 16))")
            }
            3 | 4 => format!("(({a}) % 1000 - ({b}) % 1000)"),
            5 => format!("(({a}) % 1000 * (({b}) % 1000))"),
            6 => format!("(({a}) / ((({b}) & 15) + 1))"),
            7 => format!("(({a}) % ((({b}) & 15) + 1))"),
            8 => format!("((({a}) & 0xffff) << {})", self.numbers.below(9)),
            9 => format!("(({a}) >> (({b}) & 7))"),
            10 => format!("(({a}) {} ({b}))", self.numbers.one_of(&["&", "|", "^"])),
            11 if self.plain => {
                format!("(({})({a}))", self.numbers.one_of(&["int", "char", "short", "long long"]))
            }
            11 => format!("(({})({a}))", self.ty()),
            12 => format!("({} ? ({a}) : ({b}))", self.condition(1)),
            13 => self.condition(1).to_string(),
            14 => format!("(-(({a}) % 1000))"),
            _ => format!("(~({a}))"),
        }
    }
}
