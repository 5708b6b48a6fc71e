//! Loops over what lies behind pointers, which may be the same memory.

use super::Generator;

/// Functions that change what their arguments point to.
pub(super) const PRELUDE: &str = "
struct pair { int x, y; };
static void step(struct pair *s) { if (s->x > 0) s->x--; else s->y -= 2; }
static void pour(struct pair *s, struct pair *t) { if (s->x > 0) { s->x--; t->y++; } else t->x = 0; }
static void exchange(int *p, int *q) { int t = *p; *p = *q; *q = t; }
static void both(int *p, int *q) { *p -= 1; *q += 1; }
static void below(int *p, int n) { *p = n > 5 ? 5 : n; }
static int drain(int *p) { int c = 0; while (*p > 0) { *p -= 1; c++; } return c; }
";

impl Generator<'_> {
    /// A loop over what a pointer points to.
    pub(super) fn pointed(&mut self) {
        let (p, q, s) = (self.name(), self.name(), self.name());
        let (a, b) = (self.sum(), self.sum());
        self.line(&format!("int {p}v = {a}, {q}v = {b};"));
        self.line(&format!("struct pair {s} = {{{p}v, {q}v}};"));
        let aims = [
            format!("&{p}v"),
            format!("&{q}v"),
            format!("&{s}.x"),
            format!("&{s}.y"),
            "&spare".to_string(),
            format!("({a} > {b} ? &{p}v : &{q}v)"),
            self.array.to_string(),
            format!("{} + 1", self.array),
        ];
        let mut aim = || aims[self.numbers.below(aims.len() as u64) as usize].clone();
        let (one, other) = (aim(), aim());
        self.line(&format!("int *{p} = {one}, *{q} = {other};"));
        let step = self.step();
        let (condition, change) = match self.numbers.below(12) {
            0 => (format!("*{p} > 0"), format!("*{p} -= {step};")),
            1 => (format!("*{p} > 0"), format!("*{p} -= {step}; *{q} += 1;")),
            2 => (format!("*{p} > 0 && *{q} > 0"), format!("exchange({p}, {q}); *{p} -= {step};")),
            3 => (format!("{p}v > 0 && {q}v > 0"), format!("exchange(&{p}v, &{q}v); {p}v -= {step};")),
            4 => (format!("*{p} > 0"), format!("lower({p}); *{q} = {step};")),
            5 => (format!("*{p} > 0"), format!("both({p}, {q});")),
            6 => (format!("{s}.x > 0 || {s}.y > 0"), format!("step(&{s});")),
            7 => (format!("{s}.x > 0"), format!("pour(&{s}, &{s});")),
            8 => (format!("{p}v > 0"), format!("below({q}, {q}v); {p}v--; total += drain({q});")),
            9 => (format!("{p}v > 0"), format!("both({p}, {q}); {q}v++;")),
            10 => (format!("*{p} < {q}v"), format!("{p}[0] += {step}; {q}v += drain({q});")),
            _ => (format!("*{p} > 0 && *{q} < 100"), format!("both({p}, {q}); {p}v = *{q};")),
        };
        self.open(&format!("while ({condition}) {{"));
        self.perhaps();
        self.line(&change);
        self.perhaps();
        if self.numbers.once_in(4) {
            self.line(&format!("{p} = {q};"));
        }
        self.close("}");
        self.line(&format!("total += *{p} + *{q} + {s}.x + {s}.y;"));
    }
}
