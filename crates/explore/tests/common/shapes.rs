//! Random programs of shapes that real ones have: sorts, hash tables, automata, counters, small loops, over inputs of
//! every type, words put together from bytes in both orders, maps and tables.

use std::fmt::Write;

use super::generate::Random;

/// Where bytes of input are read to, and where tables and counters are.
const BYTES: usize = 64;
const TABLE: usize = 512;
const COUNTERS: usize = 4096;

/// The text of a random program, and the name of its shape.
pub fn text(random: &mut Random) -> (&'static str, String) {
    let ty = random.pick(&["i32", "i32", "i64"]);
    let table: String = (0..1024).map(|_| format!("\\{:02x}", random.below(256))).collect();
    let mut shape = Shape { random, ty, count: 0, text: String::new() };
    let (name, body) = shape.body();
    let mut module = String::from("(module\n");
    for (name, ty) in [
        ("input_bool", "(result i32)"),
        ("input_i8", "(result i32)"),
        ("input_u8", "(result i32)"),
        ("input_i16", "(result i32)"),
        ("input_u16", "(result i32)"),
        ("input_i32", "(result i32)"),
        ("input_u32", "(result i32)"),
        ("input_i64", "(result i64)"),
        ("input_u64", "(result i64)"),
        ("input_i32_in", "(param i32 i32) (result i32)"),
        ("input_bytes", "(param i32 i32)"),
        ("cost", "(param i64)"),
    ] {
        let _ = writeln!(module, "(import \"worstcase\" \"{name}\" (func ${name} {ty}))");
    }
    let locals: String =
        (0..shape.count).map(|i| format!("(local $e{i} {ty}) (local $h{i} {ty}) ")).collect();
    let _ = write!(
        module,
        "(memory 1) (data (i32.const {TABLE}) \"{table}\")\n\
         (func (export \"run\") (param $n i32) (result i32)\n\
         {locals}(local $t {ty}) (local $s i32) (local $i i32)\n{body}(local.get $s)))\n"
    );
    (name, module)
}

struct Shape<'a> {
    random: &'a mut Random,
    /// The type that elements are computed in.
    ty: &'static str,
    /// How many elements there are.
    count: usize,
    text: String,
}

/// What is before and after the operand of a map.
type Map = (String, String);

fn applied(maps: &[Map], x: &str) -> String {
    maps.iter().fold(x.to_string(), |x, (before, after)| format!("{before}{x}{after}"))
}

impl Shape<'_> {
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "{line}");
    }

    fn body(&mut self) -> (&'static str, String) {
        let name = self.random.pick(&["sort", "sort", "hash", "automaton", "counters", "small", "mapped"]);
        match name {
            "sort" => self.sort(),
            "hash" => self.hash(),
            "automaton" => self.automaton(),
            "counters" => self.counters(),
            "small" => self.small(),
            _ => self.elements(3),
        }
        let count = if name == "mapped" { 5 } else { 1 + self.random.below(3) };
        self.questions(count);
        (name, std::mem::take(&mut self.text))
    }

    /// Reads so many elements of one kind.
    fn elements(&mut self, count: usize) {
        self.count = count;
        let source = self.random.below(10);
        let bytes = if self.ty == "i64" { 8 } else { 4 };
        if source < 3 {
            let all = bytes * count;
            let _ = writeln!(self.text, "(call $input_bytes (i32.const {BYTES}) (i32.const {all}))");
        }
        let ty = self.ty;
        let narrow = self.random.pick(&["8_u", "8_s", "16_u", "16_s"]);
        let joined = [2, 4, bytes][self.random.below(3)];
        let call = match (self.random.below(9), ty) {
            (0, "i64") => "(call $input_u64)".into(),
            (1 | 2, "i64") => "(call $input_i64)".into(),
            (0, _) => "(call $input_bool)".into(),
            (1, _) => "(call $input_i32)".into(),
            (2, _) => "(call $input_u32)".into(),
            (3, _) => "(call $input_i8)".into(),
            (4, _) => "(call $input_u8)".into(),
            (5, _) => "(call $input_i16)".into(),
            (6, _) => "(call $input_u16)".into(),
            (7, _) => "(call $input_i32_in (i32.const 0) (i32.const 7))".to_string(),
            _ => "(call $input_i32_in (i32.const -20) (i32.const 20))".to_string(),
        };
        let extend = self.random.pick(&["i64.extend_i32_s", "i64.extend_i32_u"]);
        for i in 0..count {
            let at = BYTES + bytes * i;
            let value = match source {
                0 => format!("({ty}.load (i32.const {at}))"),
                1 => format!("({ty}.load{narrow} (i32.const {at}))"),
                2 => self.big_endian(at, joined),
                _ if ty == "i64" && !call.contains("64") => format!("({extend} {call})"),
                _ => call.clone(),
            };
            let _ = writeln!(self.text, "(local.set $e{i} {value})");
        }
    }

    /// Bytes as a word, the first highest.
    fn big_endian(&self, at: usize, count: usize) -> String {
        let ty = self.ty;
        let mut word = format!("({ty}.load8_u (i32.const {at}))");
        for place in 1..count {
            let next = format!("({ty}.load8_u (i32.const {}))", at + place);
            word = format!("({ty}.or ({ty}.shl {word} ({ty}.const 8)) {next})");
        }
        word
    }

    fn map(&mut self) -> Map {
        let ty = self.ty;
        let (operators, constants): (&[&'static str], &[&'static str]) = match self.random.below(12) {
            0 => (&["xor"], &["-1", "255", "0x80", "0x7fffffff", "12345"]),
            1 => (&["add", "sub"], &["1", "-1", "100", "0x7fffffff", "0x80000000"]),
            2 | 3 => (&["mul"], &["3", "-1", "2", "10", "31", "0x9e3779b1"]),
            4 => (&["and"], &["0xff", "0xf0", "7", "0x55", "0x8001", "0x7fffffff", "-8"]),
            5 => (&["or"], &["1", "0x20", "0x80"]),
            6 => (&["shl", "shr_u", "shr_s", "rotl"], &["1", "4", "8", "24", "31"]),
            7 => (&["div_u", "div_s"], &["2", "3", "10", "16", "-1", "-3"]),
            8 => (&["rem_u", "rem_s"], &["2", "3", "10", "16", "1000", "-3"]),
            9 => return (format!("({ty}.sub ({ty}.const 0) "), ")".into()),
            10 => return (format!("({ty}.{} ", self.random.pick(&["extend8_s", "extend16_s"])), ")".into()),
            _ => {
                let (width, mask) =
                    (self.random.pick(&["8_u", "8_s", "16_u"]), self.random.pick(&["7", "31", "255"]));
                let index = if ty == "i64" { "(i32.wrap_i64 " } else { "(i32.and (i32.const -1) " };
                let before = format!("({ty}.load{width} offset={TABLE} (i32.and (i32.const {mask}) {index}");
                return (before, ")))".into());
            }
        };
        let (operator, constant) = (self.random.pick(operators), self.random.pick(constants));
        (format!("({ty}.{operator} "), format!(" ({ty}.const {constant}))"))
    }

    fn maps(&mut self, most: usize) -> Vec<Map> {
        (0..self.random.below(most + 1)).map(|_| self.map()).collect()
    }

    /// Insertion sort by keys.
    fn sort(&mut self) {
        let count = 3 + self.random.below(2);
        self.elements(count);
        let maps = self.maps(2);
        let less = self.random.pick(&["lt_s", "lt_u", "le_s", "gt_u", "sub"]);
        let ty = self.ty;
        for end in 1..count {
            let _ = writeln!(self.text, "(block $out{end}");
            for place in (1..=end).rev() {
                let a = applied(&maps, &format!("(local.get $e{place})"));
                let b = applied(&maps, &format!("(local.get $e{})", place - 1));
                let less = match less {
                    // `return a - b`, which wraps around.
                    "sub" => format!("({ty}.lt_s ({ty}.sub {a} {b}) ({ty}.const 0))"),
                    _ => format!("({ty}.{less} {a} {b})"),
                };
                let _ = writeln!(
                    self.text,
                    "(br_if $out{end} (i32.eqz {less})) (local.set $t (local.get $e{place}))\n\
                     (local.set $e{place} (local.get $e{})) (local.set $e{} (local.get $t))",
                    place - 1,
                    place - 1
                );
            }
            self.line(")");
        }
    }

    /// Keys into places: the same place, then the same key?
    fn hash(&mut self) {
        let count = 2 + self.random.below(2);
        self.elements(count);
        let ty = self.ty;
        let factor = self.random.pick(&["31", "0x9e3779b1", "5"]);
        let place = self.random.pick(&["shr_u", "rem_u", "and"]);
        let constant = match place {
            "shr_u" => self.random.pick(&["28", "30"]),
            "rem_u" => self.random.pick(&["5", "7", "8"]),
            _ => self.random.pick(&["3", "7"]),
        };
        for i in 0..count {
            let hash = format!("({ty}.mul (local.get $e{i}) ({ty}.const {factor}))");
            let _ = writeln!(self.text, "(local.set $h{i} ({ty}.{place} {hash} ({ty}.const {constant})))");
        }
        for new in 1..count {
            for old in 0..new {
                let _ = writeln!(
                    self.text,
                    "(if ({ty}.eq (local.get $h{new}) (local.get $h{old})) (then (call $cost (i64.const 1))\n\
                     (if ({ty}.eq (local.get $e{new}) (local.get $e{old})) (then (call $cost (i64.const 2))))))"
                );
            }
        }
    }

    /// `state = next[state][byte]`.
    fn automaton(&mut self) {
        let count = 2 + self.random.below(2);
        self.elements(count);
        let (states, classes) = (4, [4, 8, 8, 16, 64][self.random.below(5)]);
        let decides = self.random.below(2) == 0;
        for i in 0..count {
            let element = self.small_index(i, classes - 1);
            let _ = writeln!(
                self.text,
                "(local.set $s (i32.and (i32.const {}) (i32.load8_u offset={TABLE} \
                 (i32.add (i32.mul (local.get $s) (i32.const {classes})) {element}))))",
                states - 1
            );
            if decides {
                let state = self.random.below(states);
                let _ = writeln!(
                    self.text,
                    "(if (i32.eq (local.get $s) (i32.const {state})) (then (call $cost (i64.const {state}))))"
                );
            }
        }
    }

    /// The lowest bits of an element as an index.
    fn small_index(&self, element: usize, mask: usize) -> String {
        let element = format!("(local.get $e{element})");
        let element = if self.ty == "i64" { format!("(i32.wrap_i64 {element})") } else { element };
        format!("(i32.and {element} (i32.const {mask}))")
    }

    /// `count[c]++`, then a look at the counters.
    fn counters(&mut self) {
        let count = 2 + self.random.below(2);
        self.elements(count);
        let size = [3, 4, 8][self.random.below(3)];
        let (load, store, step) =
            [("i32.load8_u", "i32.store8", 1), ("i32.load", "i32.store", 4)][self.random.below(2)];
        for i in 0..count {
            let index = self.small_index(i, 255);
            let _ = writeln!(
                self.text,
                "(local.set $i (i32.mul (i32.rem_u {index} (i32.const {size})) (i32.const {step})))\n\
                 ({store} offset={COUNTERS} (local.get $i) \
                 (i32.add ({load} offset={COUNTERS} (local.get $i)) (i32.const 1)))"
            );
        }
        for place in 0..size.min(4) {
            let (limit, at) = (self.random.below(3), COUNTERS + place * step);
            let _ = writeln!(
                self.text,
                "(if (i32.gt_u ({load} (i32.const {at})) (i32.const {limit})) (then (call $cost (i64.const 1)) \
                 (local.set $s (i32.add (local.get $s) (i32.const {place})))))"
            );
        }
    }

    /// Euclid's algorithm or Collatz's.
    fn small(&mut self) {
        self.count = 2;
        let ty = self.ty;
        for i in 0..2 {
            let call = "(call $input_i32_in (i32.const 1) (i32.const 12))";
            let call = if ty == "i64" { format!("(i64.extend_i32_s {call})") } else { call.to_string() };
            let _ = writeln!(self.text, "(local.set $e{i} {call})");
        }
        let step = if self.random.below(2) == 0 {
            format!(
                "(br_if $done ({ty}.eqz (local.get $e1))) \
                 (local.set $t ({ty}.rem_u (local.get $e0) (local.get $e1)))\n\
                 (local.set $e0 (local.get $e1)) (local.set $e1 (local.get $t))"
            )
        } else {
            format!(
                "(br_if $done ({ty}.le_u (local.get $e0) ({ty}.const 1)))\n\
                 (if ({ty}.eqz ({ty}.and (local.get $e0) ({ty}.const 1)))\n\
                 (then (local.set $e0 ({ty}.div_u (local.get $e0) ({ty}.const 2))))\n\
                 (else (local.set $e0 ({ty}.add ({ty}.mul (local.get $e0) ({ty}.const 3)) ({ty}.const 1)))))"
            )
        };
        let _ = writeln!(self.text, "(block $done (loop $top {step} (br $top)))");
    }

    /// Elements as they are and under maps, compared with each other and with constants.
    fn questions(&mut self, count: usize) {
        let ty = self.ty;
        for _ in 0..count {
            let maps = self.maps(2);
            let a = applied(&maps, &format!("(local.get $e{})", self.random.below(self.count)));
            let b = match self.random.below(3) {
                0 => format!("(local.get $e{})", self.random.below(self.count)),
                _ => {
                    format!("({ty}.const {})", self.random.pick(&["0", "1", "-1", "7", "100", "0x7fffffff"]))
                }
            };
            let compare = self
                .random
                .pick(&["eq", "ne", "lt_s", "lt_u", "gt_s", "gt_u", "le_s", "le_u", "ge_s", "ge_u"]);
            let _ = writeln!(
                self.text,
                "(if ({ty}.{compare} {a} {b}) (then (call $cost (i64.const 1)) \
                 (local.set $s (i32.add (local.get $s) (i32.const 1)))))"
            );
        }
    }
}
