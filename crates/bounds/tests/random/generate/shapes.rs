//! Functions that call themselves, and loops that go by modes, quotients and remainders.

use std::fmt::Write;

use super::{Generator, TYPES};

impl Generator<'_> {
    /// How many bits of something are set, or are zero at an end.
    pub(super) fn bits_of(&mut self, value: &str) -> String {
        let long = self.numbers.one_of(&["", "", "ll"]);
        match self.numbers.below(3) {
            0 => format!("__builtin_popcount{long}({value})"),
            // Of what is not zero.
            1 => format!("__builtin_clz{long}({value} | 1)"),
            _ => format!("__builtin_ctz{long}({value} | 64)"),
        }
    }

    /// A function that calls itself, before, between and after loops.
    pub(super) fn recursive_function(&mut self, index: usize) {
        let count = 1 + self.numbers.below(3) as usize;
        self.parameters = ["n", "m", "k"][..count].iter().map(|name| name.to_string()).collect();
        self.left = self.numbers.below(4);
        self.budget = self.numbers.below(3) as usize;
        let exotic = self.numbers.once_in(4);
        let mut declared = Vec::new();
        for name in &self.parameters {
            let ty = if exotic && self.numbers.once_in(2) { self.numbers.one_of(&TYPES) } else { "int" };
            declared.push(format!("{ty} {name}"));
        }
        let _ = writeln!(self.text, "int f{index}({}) {{", declared.join(", "));
        self.variables = self.parameters.clone();
        self.line("int x = 0;");
        self.variables.push("x".to_string());
        let (one, other) = (self.parameter(), self.parameter());
        let ends = match self.numbers.below(8) {
            0 => format!("{one} < 2"),
            1 => format!("{one} == 0"),
            2 => format!("{one} <= 0 || {other} <= 0"),
            3 => format!("{one} <= 0 && {other} <= 0"),
            4 | 5 if one != other => format!("{other} - {one} < {}", self.numbers.one_of(&["1", "2"])),
            6 => format!("{one} > {}", self.numbers.one_of(&["10", "100", "6"])),
            _ => format!("{one} <= 0"),
        };
        let late = self.numbers.once_in(12);
        if !late {
            self.line(&format!("if ({ends}) return 0;"));
        }
        if self.numbers.once_in(3) {
            let (from, to) = (self.numbers.one_of(&["0", "1", &one]).to_string(), &other);
            self.line(&format!("x = {from};"));
            self.line(&format!("for (int j = {from}; j < {to}; j++) if (__VERIFIER_nondet_int()) x++;"));
        }
        self.keep(&[&one, &other]);
        for place in 0..1 + self.numbers.below(3) {
            if self.numbers.once_in(3) {
                self.repetition();
            } else if self.numbers.once_in(3) {
                self.statement();
            }
            let arguments: Vec<String> =
                self.parameters.clone().iter().map(|name| self.argument(name, &one)).collect();
            let call = format!("f{index}({})", arguments.join(", "));
            let line = match self.numbers.below(6) {
                0 => format!("if ({}) x += {call};", self.choice()),
                1 => format!("if ({}) return {call};", self.choice()),
                2 if place == 0 => format!("x = {call};"),
                _ => format!("{call};"),
            };
            self.line(&line);
        }
        if late {
            self.line(&format!("if ({ends}) return 0;"));
        }
        if self.numbers.once_in(2) {
            self.repetition();
        }
        let _ = writeln!(self.text, "  return x;\n}}");
    }

    /// What a parameter is in a call of the function by itself.
    fn argument(&mut self, name: &str, measure: &str) -> String {
        if name != measure && !self.numbers.once_in(4) {
            return match self.numbers.below(6) {
                0 => format!("{name} + 1"),
                1 => format!("{name} - 1"),
                2 => "x".to_string(),
                3 => self.parameter(),
                _ => name.to_string(),
            };
        }
        let other = self.parameter();
        match self.numbers.below(14) {
            0..=2 => format!("{name} - 1"),
            3 => format!("{name} - 2"),
            4 | 5 => format!("{name} / 2"),
            6 => format!("{name} - {name} / 2"),
            7 => format!("{name} - {name} / 2 - 1"),
            8 => format!("{name} - x - 1"),
            9 => "x - 1".to_string(),
            10 => format!("{name} + ({other} - {name}) / 2"),
            11 => format!("{name} + 1"),
            12 => other,
            _ => format!("{name} / 3"),
        }
    }

    /// A state machine.
    pub(super) fn machine(&mut self) {
        let (state, a, b) = (self.name(), self.variable(), self.local());
        let (last, reset) = (2 + self.numbers.below(2), self.parameter());
        self.line(&format!("int {state} = 0;"));
        let more = if self.numbers.once_in(3) { format!(" && {a} > 0") } else { String::new() };
        self.open(&format!("while ({state} != {last}{more}) {{"));
        self.keep(&[&a, &b, &reset]);
        self.open(&format!("switch ({state}) {{"));
        for number in 0..last {
            let next = if self.numbers.once_in(3) { self.numbers.below(last + 1) } else { number + 1 };
            let (choice, step) = (self.choice(), self.step());
            let action = match self.numbers.below(8) {
                0 | 1 => format!("if ({a} > 0) {a} -= {step}; else {state} = {next};"),
                2 => format!("if ({b} > 0) {b} -= {step}; else {state} = {next};"),
                3 => format!("{b} = {reset}; {state} = {next};"),
                4 => format!("if ({choice}) {state} = {next}; else {a}--;"),
                5 => format!("{a} -= {step}; {state} = {next};"),
                6 => format!("{b} += {step}; {state} = {next};"),
                _ => format!("{a}--; {state} = {choice} ? {next} : {last};"),
            };
            self.line(&format!("case {number}: {action} break;"));
        }
        self.close("}");
        self.perhaps();
        self.close("}");
    }

    /// A flag that turns, and what is done by it.
    pub(super) fn toggle(&mut self) {
        let (flag, a, b) = (self.name(), self.variable(), self.local());
        let (one, other, choice) = (self.step(), self.step(), self.choice());
        let first = self.numbers.one_of(&["0", "1"]);
        let turn = match self.numbers.below(5) {
            0 => format!("{flag} = !{flag};"),
            1 => format!("{flag} ^= 1;"),
            2 => format!("{flag} = 1 - {flag};"),
            3 => format!("if ({choice}) {flag} = !{flag};"),
            _ => format!("{flag} = {};", self.comparison()),
        };
        let otherwise = match self.numbers.below(5) {
            0 => format!("{b} -= {other};"),
            1 => format!("{b} = {};", self.parameter()),
            2 => format!("{{ if ({b} > 0) {b}--; else {flag} = 1; }}"),
            3 => format!("{{ {a}++; {b} -= {other}; if ({b} < 0) break; }}"),
            _ => format!("{b}++;"),
        };
        self.line(&format!("int {flag} = {first};"));
        self.open(&format!("while ({a} > 0) {{"));
        self.keep(&[&a, &b]);
        self.line(&turn);
        self.line(&format!("if ({flag}) {a} -= {one};"));
        self.line(&format!("else {otherwise}"));
        self.perhaps();
        self.close("}");
    }

    /// Something that goes up and down.
    pub(super) fn reflected(&mut self) {
        let (step, a, b, to) = (self.name(), self.local(), self.variable(), self.sum());
        let by = self.step();
        let (condition, turns) = match self.numbers.below(4) {
            0 => (format!("{b} > 0"), format!("{{ {step} = -{step}; {b}--; }}")),
            1 => (format!("{a} >= 0 && {a} <= {to}"), format!("{step} = -{by};")),
            2 => (format!("{a} > 0 || {b} > 0"), format!("{{ {step} = -{step}; {b} -= 2; }}")),
            _ => (format!("{a} < {to}"), format!("{step} = {step} > 1 ? {step} - 1 : 3;")),
        };
        self.line(&format!("int {step} = {by};"));
        self.open(&format!("while ({condition}) {{"));
        self.keep(&[&a, &b, &to]);
        self.line(&format!("{a} += {step};"));
        self.line(&format!("if ({a} >= {to} || {a} <= 0) {turns}"));
        self.perhaps();
        self.close("}");
    }

    /// Remainders and differences of two numbers.
    pub(super) fn euclid(&mut self) {
        let (a, b) = (self.local(), self.variable());
        let (condition, change) = match self.numbers.below(7) {
            0 => (format!("{b} != 0"), format!("{{ int t = {a} % {b}; {a} = {b}; {b} = t; }}")),
            1 => (format!("{b} > 0"), format!("{{ int t = {a} % {b}; {a} = {b}; {b} = t; }}")),
            2 => (format!("{a} > 0 && {b} > 0"), format!("if ({a} > {b}) {a} %= {b}; else {b} %= {a};")),
            3 => (
                format!("{a} > 0 && {b} > 0 && {a} != {b}"),
                format!("if ({a} > {b}) {a} -= {b}; else {b} -= {a};"),
            ),
            4 => (format!("{a} + {b} > 0"), format!("if ({a} > {b}) {a} -= 2; else {b}--;")),
            5 => (format!("{a} > 1"), format!("{a} = {a} % 2 ? {a} - 1 : {a} / 2;")),
            _ => (format!("{a} + {b} > 1"), format!("{{ {a} /= 2; {b} -= {b} / 2; }}")),
        };
        self.open(&format!("while ({condition}) {{"));
        self.keep(&[&a, &b]);
        self.line(&change);
        self.perhaps();
        self.close("}");
    }

    /// A loop inside of as many rounds as a number that is multiplied or divided, which may be broken off.
    pub(super) fn geometric(&mut self) {
        let (i, j, to, choice) = (self.name(), self.name(), self.variable(), self.choice());
        let header = match self.numbers.below(8) {
            0 => format!("for (int {i} = 1; {i} < {to}; {i} *= 2) {{"),
            1 => format!("for (int {i} = 1; {i} < {to}; {i} += {i} / 2 + 1) {{"),
            2 => format!("for (int {i} = 2; {i} <= {to}; {i} += {i} / 2) {{"),
            3 => format!("for (int {i} = 1; {i} < {to}; {i} = 3 * {i} + 1) {{"),
            4 => format!("for (int {i} = {to}; {i} > 2; {i} -= {i} / 3) {{"),
            5 => format!("for (int {i} = {to}; {i} > 0; {i} -= {i} / 2 + 1) {{"),
            6 => format!("for (int {i} = {to}; {i} != 0; {i} /= 3) {{"),
            _ => format!("for (int {i} = {to}; {i} > 0; {i} /= 2) {{"),
        };
        let left = match self.numbers.below(5) {
            0 => format!("if ({choice}) break;"),
            1 => format!("if ({choice}) return x;"),
            2 => format!("if ({choice}) {{ {i}++; break; }}"),
            _ => ";".to_string(),
        };
        self.open(&header);
        self.keep(&[&i, &to]);
        self.perhaps();
        let most = match self.numbers.below(4) {
            0 => format!("{i} / 2"),
            1 => format!("{i} + 3"),
            _ => i.clone(),
        };
        self.open(&format!("for (int {j} = 0; {j} < {most}; {j}++) {{"));
        self.line("total++;");
        self.line(&left);
        self.close("}");
        self.perhaps();
        self.close("}");
    }

    /// A guard that makes bounds numbers, or small ones.
    pub(super) fn guard(&mut self) {
        let (a, b) = (self.parameter(), self.parameter());
        let c = self.numbers.one_of(&["6", "3", "10", "1000", "100000"]);
        let line = match self.numbers.below(4) {
            0 => format!("if ({a} > {c}) return 0;"),
            1 => format!("if ({a} < 0 || {a} >= {c}) return 0;"),
            2 => format!("if ({a} > {b} || {b} > {c}) return 0;"),
            _ => format!("if ({a} > {c}) {a} = {c};"),
        };
        self.line(&line);
    }
}
