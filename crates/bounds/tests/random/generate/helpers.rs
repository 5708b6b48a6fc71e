//! Functions that are called: what they return and leave in variables matters to the loops of their callers.

use std::fmt::Write;

use super::{Generator, TYPES};

impl Generator<'_> {
    /// A function of two numbers, for the function of that number.
    pub(super) fn helper(&mut self, index: usize, which: usize) {
        let exotic = self.numbers.once_in(4);
        let mut ty = || if exotic && self.numbers.once_in(2) { self.numbers.one_of(&TYPES) } else { "int" };
        let (result, one, other) = (ty(), ty(), ty());
        let name = format!("h{index}_{which}");
        let _ = writeln!(self.text, "static {result} {name}({one} p, {other} q) {{");
        if self.numbers.once_in(4) {
            self.line("static int turns;");
            let change = self.numbers.one_of(&["turns++;", "turns += p > 0;", "turns = q;", "p -= turns;"]);
            self.line(change);
        }
        for _ in 0..self.numbers.below(3) {
            let line = self.effect();
            self.line(&line);
        }
        let result = self.result(index, which);
        let _ = writeln!(self.text, "  return {result};\n}}");
        self.helpers.push(name);
    }

    /// Something that a helper does.
    fn effect(&mut self) -> String {
        let (c, step) = (self.constant(), self.step());
        let (one, other) = (self.numbers.one_of(&["p", "q", "level"]), self.numbers.one_of(&["p", "q"]));
        match self.numbers.below(20) {
            0 => format!("if (level > 0) level -= {step};"),
            1 => format!("level = {other};"),
            2 => format!("level += {step};"),
            3 => format!("if ({one} > {other}) level = {other};"),
            4 => format!("if ({one} > {c}) return {other};"),
            5 => format!("if ({one} > {other}) return {c};"),
            6 => format!("if ({one} < {c}) {one} = {c};"),
            7 => format!("if ({one} > {other}) {one} = {other};"),
            8 => format!("for (int i = 0; i < {one}; i++) total++;"),
            9 => format!("while ({one} > 0 && {other} > {c}) {{ {one} -= {step}; {other}--; }}"),
            10 => format!("while ({one} > 0 && __VERIFIER_nondet_int()) {one} -= {step};"),
            11 => format!("for (int i = {other}; i > 0; i--) {{ if (level <= 0) return i; level--; }}"),
            12 => format!("if ({one} > {c}) return __VERIFIER_nondet_int();"),
            13 => format!("if (__VERIFIER_nondet_int()) {one}--;"),
            14 => format!("if ({one} > 12) __builtin_trap();"),
            15 => format!("__VERIFIER_assume({one} < 12);"),
            16 => format!("while ({one} > 12) total++;"),
            17 => format!("{{ int *r = {other} > {c} ? &spare : &cells[3]; *r = {other}; }}"),
            18 => format!("lower(&spare); {other} += spare;"),
            _ => format!("{one} -= {step};"),
        }
    }

    /// What a helper returns.
    fn result(&mut self, index: usize, which: usize) -> String {
        let (c, step) = (self.constant(), self.step());
        match self.numbers.below(16) {
            0 | 1 => "p < q ? p : q".to_string(),
            2 => format!("p < {c} ? {c} : p > q ? q : p"),
            3 | 4 => format!("p - {step}"),
            5 => "p / 2".to_string(),
            6 => "p % 3".to_string(),
            7 => "p < q".to_string(),
            8 => format!("p > {c} && q != {c}"),
            9 => "level".to_string(),
            10 => "level > 0 ? level-- : 0".to_string(),
            11 => format!("!(p > {c} || q < p)"),
            12 => "q - p".to_string(),
            13 if which > 0 => format!("h{index}_0(q, p - 1)"),
            14 => "p > 0 ? p - 1 : q".to_string(),
            _ => c,
        }
    }

    /// A call of a helper, if there is one.
    pub(super) fn called(&mut self) -> Option<String> {
        if self.helpers.is_empty() {
            return None;
        }
        let helper = self.helpers[self.numbers.below(self.helpers.len() as u64) as usize].clone();
        let (a, b, c) = (self.variable(), self.variable(), self.constant());
        Some(match self.numbers.below(6) {
            0 => format!("{helper}({a}, {c})"),
            1 => format!("{helper}({a} - 1, {b})"),
            2 => format!("{helper}({b}, {a} + {c})"),
            _ => format!("{helper}({a}, {b})"),
        })
    }

    /// A loop in which a helper is called: to decide, for what it returns, or for what it does.
    pub(super) fn helped(&mut self) {
        let Some(call) = self.called() else { return self.while_loop() };
        let (a, step) = (self.variable(), self.step());
        let (condition, change) = match self.numbers.below(8) {
            0 => (call, format!("{a} -= {step};")),
            1 => (format!("{a} > 0 && {call}"), format!("{a} -= {step};")),
            2 => (format!("{a} > 0"), format!("{a} = {call};")),
            3 => (format!("{a} > 0"), format!("if ({call}) {a} -= {step}; else {a}--;")),
            4 => ("level > 0".to_string(), format!("{call};")),
            5 => ("level > 0".to_string(), format!("if ({call}) level -= {step};")),
            6 => (format!("{a} < {call}"), format!("{a} += {step};")),
            _ => (format!("{a} > 0"), format!("{call}; {a} -= {step};")),
        };
        self.open(&format!("while ({condition}) {{"));
        self.keep(&[&a]);
        self.perhaps();
        self.line(&change);
        self.perhaps();
        self.close("}");
    }

    /// Numbers each of which is added to the one before.
    pub(super) fn multiphase(&mut self) {
        let (a, b, c) = (self.variable(), self.local(), self.local());
        let (one, other) = (self.step(), self.step());
        let condition = match self.numbers.below(4) {
            0 => format!("{a} >= {}", self.constant()),
            1 => format!("{a} + {c} > 0"),
            2 => format!("2 * {a} > {b}"),
            _ => format!("{a} > 0"),
        };
        self.open(&format!("while ({condition}) {{"));
        self.keep(&[&a, &b, &c]);
        self.perhaps();
        let change = match self.numbers.below(4) {
            0 => format!("{a} += {one} * {b};"),
            1 => format!("{a} += {b} - {one};"),
            _ => format!("{a} += {b};"),
        };
        self.line(&change);
        if self.numbers.once_in(2) {
            self.line(&format!("{b} += {c};"));
            self.line(&format!("{c} -= {other};"));
        } else {
            self.line(&format!("{b} -= {other};"));
        }
        if self.numbers.once_in(4) {
            let choice = self.choice();
            self.line(&format!("if ({choice}) {b}--;"));
        }
        self.close("}");
    }

    /// A loop that goes on where it was left in the round before.
    pub(super) fn resumed(&mut self) {
        let (i, j, saved, to) = (self.name(), self.name(), self.local(), self.sum());
        let (choice, step) = (self.choice(), self.step());
        self.open(&format!("for (int {i} = 0; {i} < {to}; {i}++) {{"));
        self.keep(&[&i, &saved, &to]);
        self.line(&format!("int {j} = {saved};"));
        let (condition, change) = if self.numbers.once_in(2) {
            (format!("{j} < {}", self.numbers.one_of(&[&to, &i])), format!("{j} += {step};"))
        } else {
            (format!("{j} > 0"), format!("{j} -= {step};"))
        };
        self.open(&format!("while ({condition} && ({choice})) {{"));
        self.line(&change);
        self.perhaps();
        if self.numbers.once_in(3) {
            let by = self.numbers.one_of(&["++", "--", " += 2"]);
            self.line(&format!("if (__VERIFIER_nondet_int()) {{ {j}{by}; break; }}"));
        }
        self.close("}");
        let back = match self.numbers.below(6) {
            0 => format!("if ({}) {saved} = {j};", self.choice()),
            1 => format!("{saved} = {j} + 1;"),
            2 => format!("{saved} = {j} / 2;"),
            _ => format!("{saved} = {j};"),
        };
        self.line(&back);
        self.close("}");
    }

    /// Counters that are passed on from loop to loop.
    pub(super) fn chained(&mut self) {
        let (a, b, c) = (self.variable(), self.local(), self.local());
        let (one, other, third) = (self.step(), self.step(), self.step());
        let both = self.numbers.one_of(&["", " && __VERIFIER_nondet_int()"]);
        self.open(&format!("while ({a} > 0) {{"));
        self.keep(&[&a, &b, &c]);
        self.line(&format!("{a}--; {b} += {one};"));
        self.open(&format!("while ({b} > 0{both}) {{"));
        self.line(&format!("{b}--; {c} += {other};"));
        self.perhaps();
        if self.numbers.once_in(2) {
            self.line(&format!("while ({c} > 0 && __VERIFIER_nondet_int()) {c} -= {third};"));
        }
        if self.numbers.once_in(3) {
            let left = self.numbers.one_of(&["break", "return x", "continue"]);
            self.line(&format!("if (__VERIFIER_nondet_int()) {left};"));
        }
        self.close("}");
        self.close("}");
        self.line(&format!("while ({c} > 0) {{ {c} -= {third}; total++; }}"));
    }
}
