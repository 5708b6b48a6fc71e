//! Random small programs, as text: branches, loops, switches, arrays, mixed widths, arithmetic that wraps and traps.

use std::fmt::Write;

use worstcase_program::Program;

use super::{floats, shapes};

/// A small generator of random numbers (SplitMix64), the same for the same seed.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    pub fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }
}

/// The program of a seed.
pub struct Generated {
    /// What kind of program.
    pub family: &'static str,
    pub text: String,
    pub program: Program,
}

/// The program of a seed: every other one has the shape of a real one, and of these every third floating-point numbers.
pub fn program(seed: u64) -> Generated {
    let random = &mut Random(seed);
    let (family, text) = match seed % 6 {
        0 => floats::text(random),
        2 | 4 => shapes::text(random),
        _ => ("anything", anything(seed)),
    };
    let wasm = wat::parse_str(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    Generated { family, program: Program::from_wasm(wasm).expect("the module is valid"), text }
}

/// The text of a program of any shape.
fn anything(seed: u64) -> String {
    let mut writer = Writer { random: Random(seed), text: String::new(), labels: 0, budget: 30 };
    writer.module();
    writer.text
}

struct Writer {
    random: Random,
    text: String,
    labels: usize,
    /// How many statements may still be written.
    budget: usize,
}

const LOCALS: [&str; 4] = ["$a", "$b", "$c", "$d"];

impl Writer {
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "{line}");
    }

    fn module(&mut self) {
        self.line("(module");
        for (name, ty) in [
            ("input_i32", "(result i32)"),
            ("input_u8", "(result i32)"),
            ("input_i8", "(result i32)"),
            ("input_i16", "(result i32)"),
            ("input_u16", "(result i32)"),
            ("input_u32", "(result i32)"),
            ("input_i64", "(result i64)"),
            ("input_u64", "(result i64)"),
            ("input_i32_in", "(param i32 i32) (result i32)"),
            ("assume", "(param i32)"),
            ("cost", "(param i64)"),
        ] {
            let _ = writeln!(self.text, "(import \"worstcase\" \"{name}\" (func ${name} {ty}))");
        }
        self.line(
            "(memory 1) (table funcref (elem $twice $less)) (type $function (func (param i32) (result i32)))",
        );
        self.line("(func $twice (param i32) (result i32) (i32.mul (local.get 0) (i32.const 2)))");
        self.line(
            "(func $less (param i32) (result i32) \
             (if (result i32) (i32.lt_s (local.get 0) (i32.const 10)) \
             (then (i32.const 1)) (else (i32.sub (local.get 0) (i32.const 10)))))",
        );
        self.line("(func (export \"run\") (param $n i32) (result i32)");
        self.line("(local $a i32) (local $b i32) (local $c i32) (local $d i32) (local $w i64)");
        for counter in 0..4 {
            let _ = writeln!(self.text, "(local $i{counter} i32)");
        }
        let inputs = 2 + self.random.below(2);
        for local in &LOCALS[..inputs] {
            let source = match self.random.below(10) {
                0 => "(call $input_i32)".to_string(),
                1 => "(call $input_u8)".to_string(),
                2 => "(call $input_i16)".to_string(),
                3 => "(i32.wrap_i64 (call $input_i64))".to_string(),
                5 => "(call $input_i8)".to_string(),
                6 => "(call $input_u16)".to_string(),
                7 => "(call $input_u32)".to_string(),
                8 => "(i32.wrap_i64 (i64.shr_u (call $input_u64) (i64.const 20)))".to_string(),
                4 => "(call $input_i32_in (i32.const -20) (i32.const 20))".to_string(),
                _ => "(call $input_i32_in (i32.const 0) (i32.const 7))".to_string(),
            };
            let _ = writeln!(self.text, "(local.set {local} {source})");
        }
        for _ in 0..3 + self.random.below(4) {
            self.statement(2, 0);
        }
        let result = self.expression(2);
        let _ = writeln!(self.text, "{result}))");
    }

    fn statement(&mut self, depth: u32, loops: usize) {
        if self.budget == 0 {
            return;
        }
        self.budget -= 1;
        let nested = depth > 0;
        match self.random.below(14) {
            0..=2 => self.assign(),
            3 => {
                let (address, value) = (self.address(), self.expression(1));
                let store =
                    self.random.pick(&["i32.store", "i32.store8", "i32.store16", "i32.store offset=2"]);
                let _ = writeln!(self.text, "({store} {address} {value})");
            }
            4 => {
                let (address, local) = (self.address(), self.random.pick(&LOCALS));
                let load =
                    self.random.pick(&["i32.load", "i32.load8_u", "i32.load8_s", "i32.load16_s offset=1"]);
                let _ = writeln!(self.text, "(local.set {local} ({load} {address}))");
            }
            5..=8 if nested => {
                let condition = self.condition();
                let _ = writeln!(self.text, "(if {condition} (then");
                self.statement(depth - 1, loops);
                self.statement(depth - 1, loops);
                self.line(") (else");
                if self.random.below(2) == 0 {
                    self.statement(depth - 1, loops);
                }
                self.line("))");
            }
            9 if nested && loops < 4 => self.counted(depth, loops),
            10 if nested => self.switch(depth, loops),
            11 => {
                let condition = self.condition();
                let _ = writeln!(self.text, "(call $assume {condition})");
            }
            12 => {
                let (local, value) = (self.random.pick(&LOCALS), self.expression(1));
                let wide = self.random.pick(&["i64.add", "i64.mul", "i64.shl", "i64.xor"]);
                let _ = writeln!(
                    self.text,
                    "(local.set $w ({wide} (i64.extend_i32_s {value}) (i64.extend_i32_u (local.get {local}))))\n\
                     (local.set {local} (i32.wrap_i64 (i64.shr_u (local.get $w) (i64.const 3))))"
                );
            }
            _ => {
                let units = self.random.below(5);
                let _ = writeln!(self.text, "(call $cost (i64.const {units}))");
            }
        }
    }

    fn assign(&mut self) {
        let (local, value) = (self.random.pick(&LOCALS), self.expression(2));
        let _ = writeln!(self.text, "(local.set {local} {value})");
    }

    /// A loop of few rounds; how many may depend on a local.
    fn counted(&mut self, depth: u32, loops: usize) {
        self.labels += 1;
        let (label, counter) = (self.labels, format!("$i{loops}"));
        let bound = match self.random.below(2) {
            0 => format!("(i32.const {})", 1 + self.random.below(3)),
            _ => format!("(i32.and (local.get {}) (i32.const 3))", self.random.pick(&LOCALS)),
        };
        let _ = writeln!(
            self.text,
            "(local.set {counter} (i32.const 0)) (block $out{label} (loop $top{label} \
             (br_if $out{label} (i32.ge_s (local.get {counter}) {bound}))"
        );
        self.statement(depth - 1, loops + 1);
        if self.random.below(3) == 0 {
            let condition = self.condition();
            let _ = writeln!(self.text, "(br_if $out{label} {condition})");
        }
        let _ = writeln!(
            self.text,
            "(local.set {counter} (i32.add (local.get {counter}) (i32.const 1))) (br $top{label})))"
        );
    }

    fn switch(&mut self, depth: u32, loops: usize) {
        self.labels += 1;
        let (label, value) = (self.labels, self.expression(1));
        let arms = self.random.pick(&["$x $y $z", "$x $y $x $z", "$y $y $z $x", "$z $x $y"]);
        let arms = arms.replace('$', &format!("$s{label}"));
        let _ = writeln!(
            self.text,
            "(block $s{label}z (block $s{label}y (block $s{label}x (br_table {arms} \
             (i32.and {value} (i32.const 7))))"
        );
        self.statement(depth - 1, loops);
        let _ = writeln!(self.text, "(br $s{label}z))");
        self.statement(depth - 1, loops);
        self.line(")");
    }

    fn condition(&mut self) -> String {
        let (a, b) = (self.expression(1), self.expression(1));
        match self.random.below(12) {
            0 => format!("(i32.eqz {a})"),
            1 => format!("(i32.and (i32.lt_s {a} {b}) (i32.ne (local.get $a) {b}))"),
            2 => format!("(i32.or (i32.gt_u {a} {b}) (i32.eq (local.get $b) {b}))"),
            3 => a,
            _ => {
                let compare = self.random.pick(&[
                    "i32.eq", "i32.ne", "i32.lt_s", "i32.lt_u", "i32.gt_s", "i32.gt_u", "i32.le_s",
                    "i32.ge_u",
                ]);
                format!("({compare} {a} {b})")
            }
        }
    }

    /// An address in a small array, aligned or not; now and then one that may be outside of memory.
    fn address(&mut self) -> String {
        let index = self.expression(0);
        match self.random.below(8) {
            0 => format!("(i32.and {index} (i32.const 15))"),
            1 => format!("(i32.mul (i32.and {index} (i32.const 3)) (i32.const 16384))"),
            _ => format!("(i32.mul (i32.and {index} (i32.const 3)) (i32.const 4))"),
        }
    }

    fn expression(&mut self, depth: u32) -> String {
        if depth == 0 || self.random.below(3) == 0 {
            return match self.random.below(5) {
                0 => format!(
                    "(i32.const {})",
                    self.random.pick(&["0", "1", "-1", "5", "10", "100", "0x7fffffff"])
                ),
                _ => format!("(local.get {})", self.random.pick(&LOCALS)),
            };
        }
        let (a, b) = (self.expression(depth - 1), self.expression(depth - 1));
        match self.random.below(24) {
            0 => format!("(select {a} {b} {})", self.condition_of(depth - 1)),
            1 => format!("(call_indirect (type $function) {a} (i32.and {b} (i32.const 1)))"),
            2 => format!("(call $less {a})"),
            3 => format!("(i32.extend8_s {a})"),
            4 => format!("(i32.{} {a} {b})", self.random.pick(&["div_s", "div_u", "rem_s", "rem_u"])),
            5 => format!("(i32.{} {a} {b})", self.random.pick(&["shl", "shr_s", "shr_u", "rotl"])),
            6 => format!("(i32.{} {a})", self.random.pick(&["clz", "ctz", "popcnt"])),
            7 => format!("(i32.mul {a} {b})"),
            8..=10 => format!("(i32.mul {a} (i32.const {}))", self.random.pick(&["2", "3", "-1", "4"])),
            11..=13 => format!("(i32.{} {a} {b})", self.random.pick(&["and", "or", "xor"])),
            14..=17 => format!("(i32.sub {a} {b})"),
            _ => format!("(i32.add {a} {b})"),
        }
    }

    fn condition_of(&mut self, depth: u32) -> String {
        let (a, b) = (self.expression(depth), self.expression(depth));
        format!("(i32.lt_s {a} {b})")
    }
}
