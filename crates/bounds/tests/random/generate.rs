//! Random C functions that loop: mostly idioms whose loops end, with variations that may break them.

mod helpers;
mod open;
mod pointers;
mod shapes;

use std::fmt::Write;

use super::Numbers;

/// What all programs have: memory to read, and functions with loops to call.
const PRELUDE: &str = "
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
static int cells[16] = {3, 0, 1, -2, 5, 1, 0, 7, 2, 2, -1, 0, 4, 1, 6, 0};
static unsigned char bytes[8] = {1, 0, 3, 2, 0, 5, 1, 0};
int total, level = 3, spare = 5;
static int up(int n) { int s = 0; for (int i = 0; i < n; i++) s += i & 3; return s; }
static int halves(int n) { int c = 0; while (n > 1) { n /= 2; c++; } return c; }
static int least(int a, int b) { return a < b ? a : b; }
static int down(int n) { while (n > 0 && __VERIFIER_nondet_int()) n--; return n; }
static void count(int n) { while (n-- > 0) total++; }
static int square(int n) { int s = 0; for (int i = 0; i < n; i++) for (int j = i; j < n; j++) s++; return s; }
static int rise(unsigned n) { unsigned i = 0; while (i < n) i += 3; return 5; }
static int small(signed char n) { int c = 0; while (n > 0) { n -= 2; c++; } return c; }
static void lower(int *p) { if (*p > 0) *p -= 1; }
static int stop_early(int n, int k) { for (int i = 0; i < n; i++) if (cells[i & 15] == k) return i; return n; }
";

const TYPES: [&str; 8] =
    ["unsigned", "char", "short", "long long", "unsigned char", "unsigned short", "signed char", "unsigned"];

/// A source with so many functions, `f0` and so on, and another one that calls them, from `a0` and so on.
pub fn sources(numbers: &mut Numbers, functions: usize) -> (String, String) {
    let mut text = format!("{PRELUDE}{}{}", pointers::PRELUDE, open::PRELUDE);
    let mut attack = open::ATTACK.to_string();
    for index in 0..functions {
        let mut generator = Generator {
            numbers,
            text: String::new(),
            variables: Vec::new(),
            parameters: Vec::new(),
            kept: Vec::new(),
            depth: 0,
            loops: 0,
            budget: 0,
            fresh: 0,
            left: 0,
            array: "cells",
            helpers: Vec::new(),
            is_open: false,
            attack: String::new(),
        };
        let _ = writeln!(generator.text, "// f{index}");
        for which in 0..generator.numbers.below(6).saturating_sub(3) as usize {
            generator.helper(index, which);
        }
        if generator.numbers.once_in(6) {
            generator.recursive_function(index);
        } else {
            generator.function(index);
        }
        text += &generator.text;
        attack += &generator.attack;
    }
    (text, attack)
}

struct Generator<'n> {
    numbers: &'n mut Numbers,
    text: String,
    /// What may be assigned, parameters included.
    variables: Vec<String>,
    parameters: Vec<String>,
    /// What decides about the loops around, and is mostly left alone.
    kept: Vec<String>,
    depth: usize,
    /// How many loops are around.
    loops: usize,
    /// How many loops there may still be.
    budget: usize,
    fresh: usize,
    /// How many statements there may still be, other than loops: small functions say more about what is wrong.
    left: u64,
    /// The array to read and to write: a parameter or a static one.
    array: &'static str,
    /// The names of functions that were made up to be called.
    helpers: Vec<String>,
    /// Whether it is given pointers and a function.
    is_open: bool,
    /// What calls it from another file.
    attack: String,
}

impl Generator<'_> {
    fn function(&mut self, index: usize) {
        let count = 1 + self.numbers.below(3) as usize;
        self.parameters = ["n", "m", "k"][..count].iter().map(|name| name.to_string()).collect();
        self.left = self.numbers.below(9);
        self.budget = 1 + self.numbers.below(4) as usize;
        let exotic = self.numbers.once_in(4);
        let mut declared = Vec::new();
        for name in &self.parameters {
            let ty = if exotic && self.numbers.once_in(2) { self.numbers.one_of(&TYPES) } else { "int" };
            declared.push(format!("{ty} {name}"));
        }
        if self.numbers.once_in(5) {
            self.array = "a";
            declared.push("int *a".to_string());
        }
        self.variables = self.parameters.clone();
        if self.numbers.once_in(4) {
            self.make_open(&mut declared);
        }
        self.attack(index, &declared);
        let _ = writeln!(self.text, "int f{index}({}) {{", declared.join(", "));
        for name in ["x", "y", "z"] {
            let ty = if self.numbers.once_in(8) { self.numbers.one_of(&TYPES) } else { "int" };
            let value = match self.numbers.below(8) {
                0 | 1 => "0".to_string(),
                2 => self.constant(),
                3 => "__VERIFIER_nondet_int()".to_string(),
                4 => self.sum(),
                _ => self.parameter(),
            };
            self.line(&format!("{ty} {name} = {value};"));
            self.variables.push(name.to_string());
        }
        if !self.helpers.is_empty() || self.numbers.once_in(8) {
            self.variables.push(self.numbers.one_of(&["level", "level", "spare"]).to_string());
        }
        if self.numbers.once_in(8) {
            self.guard();
        }
        for _ in 0..1 + self.numbers.below(2) {
            if self.numbers.once_in(3) {
                self.statement();
            }
            self.repetition();
        }
        if self.numbers.once_in(3) {
            self.repetition();
        }
        let _ = writeln!(self.text, "  return x + y;\n}}");
    }

    fn line(&mut self, line: &str) {
        self.text += &"  ".repeat(self.depth + 1);
        self.text += line;
        self.text.push('\n');
    }

    /// A line after which it goes further in.
    fn open(&mut self, line: &str) {
        self.line(line);
        self.depth += 1;
    }

    /// A line that ends what was opened, and may open something else.
    fn close(&mut self, line: &str) {
        self.depth -= 1;
        self.line(line);
        self.depth += usize::from(line.ends_with('{'));
    }

    fn constant(&mut self) -> String {
        self.numbers.one_of(&["0", "1", "2", "3", "5", "10", "17", "-1", "-4", "100"]).to_string()
    }

    fn parameter(&mut self) -> String {
        self.parameters[self.numbers.below(self.parameters.len() as u64) as usize].clone()
    }

    fn variable(&mut self) -> String {
        self.variables[self.numbers.below(self.variables.len() as u64) as usize].clone()
    }

    /// A variable to be changed.
    fn target(&mut self) -> String {
        for _ in 0..6 {
            let variable = self.variable();
            if !self.kept.contains(&variable) {
                return variable;
            }
        }
        "total".to_string()
    }

    /// Leaves variables alone in a loop, unless this one is to be a wild one.
    fn keep(&mut self, variables: &[&String]) {
        if !self.numbers.once_in(4) {
            self.kept.extend(variables.iter().map(|&variable| variable.clone()));
        }
    }

    /// A local variable, not a parameter.
    fn local(&mut self) -> String {
        let first = self.parameters.len();
        self.variables[first + self.numbers.below((self.variables.len() - first) as u64) as usize].clone()
    }

    /// Something simple.
    fn sum(&mut self) -> String {
        if self.numbers.once_in(6)
            && let Some(call) = self.called()
        {
            return call;
        }
        let (a, b, c) = (self.variable(), self.variable(), self.constant());
        match self.numbers.below(18) {
            0..=2 => a,
            17 => self.bits_of(&a),
            14 => format!("({a} {} {b})", self.numbers.one_of(&["<", ">", "=="])),
            15 => format!("({a} > {c} ? {b} : {c})"),
            16 => format!("({a} - {a} / 3)"),
            3 => c,
            4 => format!("{a} + {b}"),
            5 => format!("{a} - {b}"),
            6 => format!("{a} + {c}"),
            7 => format!("{a} - {c}"),
            8 => format!("2 * {a}"),
            9 => format!("{a} / 2"),
            10 => format!("{a} % {}", self.numbers.one_of(&["3", "7", "2"])),
            11 => format!("({a} > {b} ? {a} : {b})"),
            12 if self.array == "a" => format!("a[{}]", self.numbers.below(2)),
            12 => format!("-{a}"),
            _ => format!("({a} & 7)"),
        }
    }

    fn comparison(&mut self) -> String {
        let a = self.variable();
        let b = if self.numbers.once_in(2) { self.constant() } else { self.sum() };
        if self.numbers.once_in(8)
            && let Some(call) = self.called()
        {
            return call;
        }
        match self.numbers.below(16) {
            0 => "__VERIFIER_nondet_int()".to_string(),
            1 => format!("{}[{a} & 15] {} {b}", self.array, self.numbers.one_of(&["<", ">", "!=", "=="])),
            2 => format!("bytes[{a} & 7]"),
            3 => a,
            4 => format!("{a} % 2 == 0"),
            5 => format!("(unsigned){a} < (unsigned)({b})"),
            6 => format!("total {} {b}", self.numbers.one_of(&["<", ">"])),
            7 => format!("{a} < least({b}, 6)"),
            _ => format!("{a} {} {b}", self.numbers.one_of(&["<", "<=", ">", ">=", "<", ">", "!=", "=="])),
        }
    }

    fn condition(&mut self) -> String {
        let one = self.comparison();
        match self.numbers.below(8) {
            0 => format!("{one} && {}", self.comparison()),
            1 => format!("{one} || {}", self.comparison()),
            2 => format!("!({one})"),
            _ => one,
        }
    }

    fn choice(&mut self) -> String {
        if self.numbers.once_in(2) { "__VERIFIER_nondet_int()".to_string() } else { self.condition() }
    }

    fn step(&mut self) -> &'static str {
        self.numbers.one_of(&["1", "1", "1", "2", "3", "5"])
    }

    fn statement(&mut self) {
        if self.left == 0 {
            return self.line(";");
        }
        self.left -= 1;
        if self.is_open && self.numbers.once_in(2) {
            return self.open_statement();
        }
        let (a, b) = (self.target(), self.sum());
        let step = self.step();
        match self.numbers.below(if self.loops == 0 { 17 } else { 23 }) {
            0 | 1 => self.line(&format!("{a}++;")),
            2 | 3 => self.line(&format!("{a} -= {step};")),
            4 => self.line(&format!("{a} += {step};")),
            5 | 6 => self.line(&format!("{a} = {b};")),
            7 => self.line(&format!("{a} = __VERIFIER_nondet_int();")),
            8..=11 => {
                let condition = self.choice();
                self.open(&format!("if ({condition}) {{"));
                self.statements(2);
                if self.numbers.once_in(2) {
                    self.close("} else {");
                    self.statements(2);
                }
                self.close("}");
            }
            12 => self.call(&a, &b),
            13 => match self.numbers.below(4) {
                0 => self.line(&format!("{}[{a} & 15] = {b} & 7;", self.array)),
                1 => self.line("total = 0;"),
                2 => self.line(&format!("total += {step};")),
                _ => self.line(&format!("{a} = {}[{b} & 15];", self.array)),
            },
            14 => {
                let c = self.target();
                let change = self.numbers.one_of(&["/ 2", ">> 1", "* 2", "% 5", "/ 3"]);
                self.line(&format!("{c} = {c} {change};"));
            }
            15 => {
                let c = self.target();
                self.line(&format!("{{ int t = {a}; {a} = {c}; {c} = t; }}"));
            }
            16 => {
                let (c, other) = (self.target(), self.target());
                let ends = self.numbers.one_of(&["break; ", ""]);
                self.line(&format!(
                    "switch ({b}) {{ case 0: {a} -= {step}; {ends}case 2: {c}++; break; case 1: {other} = 0; break; default: {a}--; }}"
                ));
            }
            17..=19 => {
                let condition = self.choice();
                let jump = self.numbers.one_of(&["break", "continue", "return x", "break"]);
                self.line(&format!("if ({condition}) {jump};"));
            }
            _ => self.repetition(),
        }
    }

    fn call(&mut self, a: &str, b: &str) {
        if self.numbers.once_in(2)
            && let Some(call) = self.called()
        {
            let set = if self.numbers.once_in(2) { format!("{a} = ") } else { String::new() };
            return self.line(&format!("{set}{call};"));
        }
        let c = self.constant();
        let line = match self.numbers.below(10) {
            0 => format!("{a} = up({b});"),
            1 => format!("{a} = halves({b});"),
            2 => format!("{a} = least({b}, {c});"),
            3 => format!("{a} = down({b});"),
            4 => format!("count({b});"),
            5 => format!("{a} = square({b}) & 15;"),
            6 => format!("{{ int t = {b}; lower(&t); {a} = t; }}"),
            7 => format!("{a} = rise({b});"),
            8 => format!("{a} = small({b});"),
            _ => format!("{a} = stop_early({b}, {c});"),
        };
        self.line(&line);
    }

    fn statements(&mut self, most: u64) {
        for _ in 0..1 + self.numbers.below(most) {
            self.statement();
        }
    }

    /// Some statements or none.
    fn perhaps(&mut self) {
        if self.numbers.once_in(3) {
            self.statements(2);
        }
    }

    fn name(&mut self) -> String {
        self.fresh += 1;
        format!("i{}", self.fresh)
    }

    fn repetition(&mut self) {
        if self.budget == 0 || self.loops >= 3 {
            return self.line(";");
        }
        self.budget -= 1;
        self.loops += 1;
        let (known, kept) = (self.variables.len(), self.kept.len());
        let most = if self.helpers.is_empty() { 39 } else { 45 };
        let over_open = self.is_open && self.numbers.once_in(2);
        match self.numbers.below(most) {
            _ if over_open => self.open_loop(),
            22 | 23 => self.machine(),
            24 | 25 => self.toggle(),
            26 => self.reflected(),
            27 | 28 => self.euclid(),
            29 | 30 => self.geometric(),
            31 | 32 => self.multiphase(),
            33 | 34 => self.resumed(),
            35 => self.chained(),
            36..=38 => self.pointed(),
            39.. => self.helped(),
            0..=4 => self.counted(),
            5..=8 => self.while_loop(),
            9 | 10 => self.do_loop(),
            11 => self.race(),
            12 | 13 => self.lexicographic(),
            14 | 15 => self.multiplied(),
            16 => self.flagged(),
            17 => self.phases(),
            18 => self.left_by_goto(),
            19 | 20 => self.seldom(),
            _ => self.narrow(),
        }
        self.variables.truncate(known);
        self.kept.truncate(kept);
        self.loops -= 1;
    }

    fn counted(&mut self) {
        let (i, from, to) = (self.name(), self.start(), self.sum());
        let ty = if self.numbers.once_in(8) { self.numbers.one_of(&TYPES) } else { "int" };
        let step = if self.numbers.once_in(6) { self.parameter() } else { self.step().to_string() };
        let more = if self.numbers.once_in(5) { format!(" && {}", self.comparison()) } else { String::new() };
        let header = match self.numbers.below(6) {
            0 => format!("for ({ty} {i} = {to}; {i} > {from}{more}; {i} -= {step}) {{"),
            1 => format!("for ({ty} {i} = {from}; {i} != {to}{more}; {i}++) {{"),
            2 => format!("for ({ty} {i} = {from}; {i} <= {to}{more}; {i} += {step}) {{"),
            _ => format!("for ({ty} {i} = {from}; {i} < {to}{more}; {i} += {step}) {{"),
        };
        self.open(&header);
        self.keep(&[&i, &to, &from]);
        self.variables.push(i);
        self.statements(3);
        self.close("}");
    }

    fn start(&mut self) -> String {
        match self.numbers.below(5) {
            0..=2 => "0".to_string(),
            3 => self.sum(),
            _ => self.constant(),
        }
    }

    fn while_loop(&mut self) {
        let (a, b) = (self.variable(), self.variable());
        let step = if self.numbers.once_in(6) { self.parameter() } else { self.step().to_string() };
        let more = match self.numbers.below(6) {
            0 => format!(" && {}", self.comparison()),
            1 => format!(" || {}", self.comparison()),
            _ => String::new(),
        };
        let c = self.constant();
        let (condition, change) = match self.numbers.below(7) {
            0 | 1 => (format!("{a} > {c}"), format!("{a} -= {step};")),
            2 | 3 => (format!("{a} < {b}"), format!("{a} += {step};")),
            4 => (format!("{a} < {b}"), format!("{b} -= {step};")),
            5 => (format!("{a}-- > 0"), format!("{b} += {step};")),
            _ => (self.condition(), format!("{a} -= {step};")),
        };
        self.open(&format!("while ({condition}{more}) {{"));
        self.keep(&[&a, &b]);
        self.perhaps();
        self.line(&change);
        self.perhaps();
        self.close("}");
    }

    fn do_loop(&mut self) {
        let (a, b) = (self.variable(), self.sum());
        let step = self.step();
        let up = self.numbers.once_in(2);
        self.open("do {");
        self.keep(&[&a, &b]);
        self.perhaps();
        self.line(&if up { format!("{a} += {step};") } else { format!("{a} -= {step};") });
        self.perhaps();
        self.close(&format!("}} while ({a} {} {b});", if up { "<" } else { ">" }));
    }

    fn race(&mut self) {
        let (a, b, choice) = (self.variable(), self.local(), self.choice());
        let (one, other) = (self.step(), self.step());
        let word = self.numbers.one_of(&["&&", "||"]);
        self.open(&format!("while ({a} > 0 {word} {b} > 0) {{"));
        self.keep(&[&a, &b]);
        self.line(&format!("if ({choice}) {a} -= {one}; else {b} -= {other};"));
        self.perhaps();
        self.close("}");
    }

    fn lexicographic(&mut self) {
        let (a, b, reset, choice) = (self.variable(), self.local(), self.sum(), self.choice());
        let (step, set) = (self.step(), self.numbers.one_of(&["=", "=", "+="]));
        self.open(&format!("while ({a} > 0) {{"));
        self.keep(&[&a, &b, &reset]);
        self.open(&format!("if ({b} > 0 && ({choice})) {{"));
        self.perhaps();
        self.line(&format!("{b} -= {step};"));
        self.close("} else {");
        self.line(&format!("{a}--;"));
        self.line(&format!("{b} {set} {reset};"));
        self.close("}");
        self.close("}");
    }

    fn multiplied(&mut self) {
        let (a, b, c) = (self.local(), self.variable(), self.constant());
        let (condition, change) = match self.numbers.below(8) {
            0 => (format!("{a} > 1"), format!("{a} /= 2;")),
            1 => (format!("{a} > {c}"), format!("{a} >>= 1;")),
            2 => (format!("{a} != 0"), format!("{a} /= {};", self.numbers.one_of(&["2", "3", "10"]))),
            3 => (format!("{a} < {b}"), format!("{a} *= 2;")),
            4 => (format!("{a} < {b}"), format!("{a} = {a} * 3 + 1;")),
            5 => (format!("{a} > 0 && {a} < {b}"), format!("{a} += {a};")),
            6 => (format!("{a} > 0"), format!("{a} -= {a} / 2 + {};", self.numbers.one_of(&["0", "1"]))),
            _ => (format!("{a} <= {b}"), format!("{a} = {a} * 4;")),
        };
        if self.numbers.once_in(2) {
            let first = if self.numbers.once_in(2) { "1" } else { &b };
            self.line(&format!("{a} = {first};"));
        }
        self.keep(&[&a, &b]);
        if self.numbers.once_in(4) {
            self.open(&format!("for ({a} = 1; {a} < {b}; {a} *= 2) {{"));
        } else {
            self.open(&format!("while ({condition}) {{"));
            self.line(&change);
        }
        self.perhaps();
        self.close("}");
    }

    fn flagged(&mut self) {
        let (a, flag, choice) = (self.variable(), self.name(), self.choice());
        self.line(&format!("int {flag} = 1;"));
        self.open(&format!("while ({flag}) {{"));
        self.keep(&[&a]);
        self.line(&format!("if ({a} <= 0 || {choice}) {flag} = 0; else {a}--;"));
        self.perhaps();
        self.close("}");
    }

    fn phases(&mut self) {
        let (a, b, c) = (self.variable(), self.local(), self.sum());
        self.open(&format!("while ({a} > 0) {{"));
        self.keep(&[&a, &b, &c]);
        self.line(&format!("if ({b} < {c}) {b}++; else {a}--;"));
        self.perhaps();
        self.close("}");
    }

    fn left_by_goto(&mut self) {
        let (a, b, out, choice) = (self.variable(), self.variable(), self.name(), self.choice());
        let step = self.step();
        self.open(&format!("while ({a} > 0) {{"));
        self.line(&format!("{a} -= {step};"));
        self.keep(&[&a, &b]);
        self.open(&format!("while ({b} > 0) {{"));
        self.line(&format!("{b}--;"));
        self.perhaps();
        self.line(&format!("if ({choice}) goto {out};"));
        self.close("}");
        self.perhaps();
        self.close("}");
        self.line(&format!("{out}:;"));
    }

    /// A loop inside that is entered in some rounds only: the first, the last, every other, or as often as there is something.
    fn seldom(&mut self) {
        let (i, a, to, choice) = (self.name(), self.local(), self.sum(), self.choice());
        let (change, from) = match self.numbers.below(4) {
            0 => (format!("{i} *= 2"), "1"),
            1 => (format!("{i} += 2"), "0"),
            _ => (format!("{i}++"), "0"),
        };
        let (condition, left) = match self.numbers.below(4) {
            0 => (format!("!{a} && ({choice})"), format!("{a} = 1;")),
            1 => (format!("({a} = !{a})"), ";".to_string()),
            _ => (format!("{a} > 0 && ({choice})"), format!("{a} -= {};", self.step())),
        };
        self.open(&format!("for (int {i} = {from}; {i} < {to}; {change}) {{"));
        self.keep(&[&i, &to, &a]);
        self.open(&format!("if ({condition}) {{"));
        self.line(&left);
        let (j, start) = (self.name(), self.start());
        let call = self.target();
        let inside = match self.numbers.below(4) {
            0 => format!("{call} = up({i});"),
            1 => format!("for (int {j} = {i}; {j} < {to}; {j}++) total++;"),
            _ => format!("for (int {j} = {start}; {j} < {i}; {j}++) total++;"),
        };
        self.line(&inside);
        self.close("}");
        self.perhaps();
        if self.numbers.once_in(8) {
            let b = self.target();
            self.line(&format!("while ({b} > 0) total += __VERIFIER_nondet_int();"));
        }
        self.close("}");
    }

    /// A loop over a type that may be smaller than its limit.
    fn narrow(&mut self) {
        let (i, limit, step) = (self.name(), self.sum(), self.step());
        let ty = self.numbers.one_of(&TYPES);
        self.line(&format!("{ty} {i} = {limit};"));
        self.keep(&[&i]);
        self.variables.push(i.clone());
        match self.numbers.below(3) {
            0 => self.open(&format!("while ({i}) {{ {i}--;")),
            1 => self.open(&format!("while ({i} > 0) {{ {i} -= {step};")),
            _ => self.open(&format!("while ({i} < 100) {{ {i} += {step};")),
        }
        self.perhaps();
        self.close("}");
    }
}
