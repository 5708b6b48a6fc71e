//! Random programs over floating-point numbers: sorted, searched, compared with integers, and taken apart into bits.
//! Of arithmetic there is little, since Z3 has to judge it.

use std::fmt::Write;

use super::generate::Random;

/// Where bytes of input are read to.
const BYTES: usize = 64;

/// The text of a random program, and the name of its shape.
pub fn text(random: &mut Random) -> (&'static str, String) {
    let (ty, bits) = [("f32", "i32"), ("f64", "i64"), ("f64", "i64")][random.below(3)];
    let mut shape = Floats { random, ty, bits, count: 0, text: String::new() };
    let name = shape.body();
    let mut module = String::from("(module\n");
    for (name, ty) in [
        ("input_f32", "(result f32)"),
        ("input_f64", "(result f64)"),
        ("input_i8", "(result i32)"),
        ("input_u16", "(result i32)"),
        ("input_i32", "(result i32)"),
        ("input_u32", "(result i32)"),
        ("input_i64", "(result i64)"),
        ("input_i32_in", "(param i32 i32) (result i32)"),
        ("input_bytes", "(param i32 i32)"),
        ("assume", "(param i32)"),
        ("cost", "(param i64)"),
    ] {
        let _ = writeln!(module, "(import \"worstcase\" \"{name}\" (func ${name} {ty}))");
    }
    let locals: String = (0..shape.count).map(|i| format!("(local $e{i} {ty}) ")).collect();
    let body = shape.text;
    let _ = write!(
        module,
        "(memory 1)\n(func (export \"run\") (param $n i32) (result i32)\n\
         {locals}(local $t {ty}) (local $s i32)\n{body}(local.get $s)))\n"
    );
    (name, module)
}

struct Floats<'a> {
    random: &'a mut Random,
    /// The type of the elements, and the integers of that width.
    ty: &'static str,
    bits: &'static str,
    /// How many elements there are.
    count: usize,
    text: String,
}

/// What is before and after the operand of a map.
type Map = (String, String);

fn applied(maps: &[Map], x: &str) -> String {
    maps.iter().fold(x.to_string(), |x, (before, after)| format!("{before}{x}{after}"))
}

impl Floats<'_> {
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "{line}");
    }

    fn body(&mut self) -> &'static str {
        let name = self.random.pick(&["float sort", "search", "clamp", "float bits", "integers"]);
        match name {
            "float sort" => self.sort(),
            "search" => self.search(),
            "clamp" => self.clamp(),
            "integers" => self.integers(2),
            _ => self.elements(2),
        }
        let count = if name == "float bits" { 5 } else { 1 + self.random.below(3) };
        self.questions(count);
        name
    }

    fn constant(&mut self) -> String {
        let number = self.random.pick(&[
            "0",
            "-0",
            "1",
            "-1",
            "0.5",
            "-2.5",
            "10",
            "100.25",
            "inf",
            "-inf",
            "nan",
            "-nan",
            "0x1p-149",
            "-0x1p-130",
            "0x1p-126",
            "0x1p24",
            "0x1p31",
            "-0x1p31",
            "0x1.fffffep127",
            "4294967296",
        ]);
        format!("({}.const {number})", self.ty)
    }

    /// Reads so many elements of one kind.
    fn elements(&mut self, count: usize) {
        self.count = count;
        let (ty, bits) = (self.ty, self.bits);
        let bytes = if ty == "f64" { 8 } else { 4 };
        let source = self.random.below(8);
        if source == 0 {
            let all = bytes * count;
            let _ = writeln!(self.text, "(call $input_bytes (i32.const {BYTES}) (i32.const {all}))");
        }
        for i in 0..count {
            let value = match source {
                0 => format!("({ty}.load (i32.const {}))", BYTES + bytes * i),
                1 => format!("({ty}.reinterpret_{bits} (call $input_{bits}))"),
                2 if ty == "f64" => "(f64.promote_f32 (call $input_f32))".to_string(),
                _ => format!("(call $input_{ty})"),
            };
            let _ = writeln!(self.text, "(local.set $e{i} {value})");
        }
    }

    /// Reads so many integers, of one kind, as floating-point numbers; the last element is one from the beginning.
    fn integers(&mut self, count: usize) {
        self.count = count + 1;
        let ty = self.ty;
        let (from, call) = [
            ("i32_s", "(call $input_i32)"),
            ("i32_u", "(call $input_u32)"),
            ("i32_s", "(call $input_i8)"),
            ("i32_s", "(call $input_u16)"),
            ("i64_s", "(call $input_i64)"),
            ("i32_s", "(call $input_i32_in (i32.const -20) (i32.const 20))"),
        ][self.random.below(6)];
        for i in 0..count {
            let _ = writeln!(self.text, "(local.set $e{i} ({ty}.convert_{from} {call}))");
        }
        let _ = writeln!(self.text, "(local.set $e{count} (call $input_{ty}))");
        if self.random.below(2) == 0 {
            let op = self.random.pick(&["add", "sub"]);
            let sum = format!("({ty}.{op} (local.get $e0) (local.get $e1))");
            self.ask_about(&sum);
        }
    }

    fn map(&mut self) -> Map {
        let (ty, bits) = (self.ty, self.bits);
        match self.random.below(8) {
            0 => (format!("({ty}.neg "), ")".into()),
            1 | 2 => (format!("({ty}.abs "), ")".into()),
            3 | 4 => {
                let (op, constant) = (self.random.pick(&["min", "max", "copysign"]), self.constant());
                (format!("({ty}.{op} "), format!(" {constant})"))
            }
            5 => {
                let (op, constant) = (self.random.pick(&["min", "max", "copysign"]), self.constant());
                (format!("({ty}.{op} {constant} "), ")".into())
            }
            6 => {
                let constant = self.random.pick(&["1", "-1", "0x7f", "0x7fffffff", "-16"]);
                let op = self.random.pick(&["and", "or", "xor", "add"]);
                (
                    format!("({ty}.reinterpret_{bits} ({bits}.{op} ({bits}.reinterpret_{ty} "),
                    format!(") ({bits}.const {constant})))"),
                )
            }
            _ => (format!("({ty}.{} ", self.random.pick(&["floor", "trunc", "nearest", "ceil"])), ")".into()),
        }
    }

    fn maps(&mut self, most: usize) -> Vec<Map> {
        (0..self.random.below(most + 1)).map(|_| self.map()).collect()
    }

    /// Insertion sort by keys; a NaN may stand anywhere.
    fn sort(&mut self) {
        let count = 3 + self.random.below(2);
        self.elements(count);
        let maps = if self.random.below(3) == 0 { self.maps(1) } else { Vec::new() };
        let less = self.random.pick(&["lt", "le", "gt", "not ge"]);
        let ty = self.ty;
        for end in 1..count {
            let _ = writeln!(self.text, "(block $out{end}");
            for place in (1..=end).rev() {
                let a = applied(&maps, &format!("(local.get $e{place})"));
                let b = applied(&maps, &format!("(local.get $e{})", place - 1));
                let leaves = match less {
                    "not ge" => format!("({ty}.ge {a} {b})"),
                    _ => format!("(i32.eqz ({ty}.{less} {a} {b}))"),
                };
                let _ = writeln!(
                    self.text,
                    "(br_if $out{end} {leaves}) (local.set $t (local.get $e{place}))\n\
                     (local.set $e{place} (local.get $e{})) (local.set $e{} (local.get $t))",
                    place - 1,
                    place - 1
                );
            }
            self.line(")");
        }
    }

    /// Binary search for the last element among the others, which are in order, or, if nothing is assumed, are not.
    fn search(&mut self) {
        self.elements(4);
        let ty = self.ty;
        if self.random.below(2) == 0 {
            for i in 0..2 {
                let _ =
                    writeln!(self.text, "(call $assume ({ty}.le (local.get $e{i}) (local.get $e{})))", i + 1);
            }
        }
        let compare = self.random.pick(&["lt", "le"]);
        let found = |place: usize| {
            format!(
                "(if ({ty}.eq (local.get $e3) (local.get $e{place})) (then (local.set $s (i32.const {}))))",
                place + 1
            )
        };
        let (first, middle, last) = (found(0), found(1), found(2));
        let _ = writeln!(
            self.text,
            "{middle} (if (i32.eqz (local.get $s)) (then\n\
             (if ({ty}.{compare} (local.get $e3) (local.get $e1)) (then {first}) (else {last}))))"
        );
    }

    /// `min(max(x, low), high)`, by operators or by conditionals.
    fn clamp(&mut self) {
        self.elements(3);
        let ty = self.ty;
        if self.random.below(2) == 0 {
            let _ = writeln!(
                self.text,
                "(local.set $t ({ty}.min ({ty}.max (local.get $e0) (local.get $e1)) (local.get $e2)))"
            );
        } else {
            let _ = writeln!(
                self.text,
                "(local.set $t (local.get $e0))\n\
                 (if ({ty}.lt (local.get $t) (local.get $e1)) (then (local.set $t (local.get $e1))))\n\
                 (if ({ty}.gt (local.get $t) (local.get $e2)) (then (local.set $t (local.get $e2))))"
            );
        }
        self.ask_about("(local.get $t)");
        self.ask_about("(local.get $t)");
    }

    fn element(&mut self) -> String {
        format!("(local.get $e{})", self.random.below(self.count))
    }

    /// Elements as they are and under maps, compared with each other and with constants, as numbers and as bits.
    fn questions(&mut self, count: usize) {
        for _ in 0..count {
            let (maps, element) = (self.maps(2), self.element());
            self.ask_about(&applied(&maps, &element));
        }
    }

    fn ask_about(&mut self, a: &str) {
        let (ty, bits) = (self.ty, self.bits);
        let b = if self.random.below(2) == 0 { self.element() } else { self.constant() };
        let condition = match self.random.below(10) {
            0 | 1 => {
                let compare = self.random.pick(&["eq", "lt_s", "lt_u", "gt_s", "le_u", "ge_s"]);
                format!("({bits}.{compare} ({bits}.reinterpret_{ty} {a}) ({bits}.reinterpret_{ty} {b}))")
            }
            2 => {
                let (sign, limit) =
                    (self.random.pick(&["s", "u"]), self.random.pick(&["0", "1", "-1", "100", "0x7fffffff"]));
                let compare = self.random.pick(&["eq", "lt_s", "gt_u", "le_s"]);
                format!("(i32.{compare} (i32.trunc_sat_{ty}_{sign} {a}) (i32.const {limit}))")
            }
            // Traps on what is no integer of that width.
            3 => format!("(i32.gt_s (i32.trunc_{ty}_s {a}) (i32.const 7))"),
            4 => format!("({ty}.ne {a} {a})"),
            _ => {
                let compare = self.random.pick(&["eq", "ne", "lt", "le", "gt", "ge"]);
                format!("({ty}.{compare} {a} {b})")
            }
        };
        let _ = writeln!(
            self.text,
            "(if {condition} (then (call $cost (i64.const 1)) (local.set $s (i32.add (local.get $s) (i32.const 1)))))"
        );
    }
}
