//! Functions that other files call: with pointers to variables that have names there, and with functions that call back.
//!
//! Every file of random functions gets a second one, which attacks them. It has one function for each, `a0` and so on, that
//! takes the numbers of `f0` and one more, which decides about pointers and about what is done when it is called back.

use std::fmt::Write;

use super::Generator;

/// Variables that others reach in all the ways there are, and some that they do not.
pub(super) const PRELUDE: &str = "
static int shut = 2, lent = 3, pane = 1, nested = 4, quiet = 2, own = 3;
struct pair box = {3, 4};
int *window[2] = {0, &pane};
void set_shut(int v) { shut = v; }
int *lend(void) { return &lent; }
static void set_nested(int v) { nested = v; }
void reach_nested(int v) { if (v > 0) set_nested(v); }
static void hush(void) { quiet++; }
void (*hook)(void) = hush;
int look(void) { return own + quiet + nested + pane + lent + shut; }
";

/// What such a function loops over.
const OVER: [&str; 14] = [
    "level",
    "level",
    "spare",
    "total",
    "shut",
    "lent",
    "(*window[1])",
    "nested",
    "quiet",
    "own",
    "box.x",
    "(*p)",
    "s->x",
    "s->y",
];

/// The beginning of the second file.
pub(super) const ATTACK: &str = "
struct pair { int x, y; };
extern int total, level, spare, *window[2];
extern struct pair box;
extern void set_shut(int), reach_nested(int), (*hook)(void);
extern int *lend(void);
static int left, mine = 3;
static unsigned plan;
static struct pair pair_of_mine = {2, 5};
static void act(void) {
  if (left <= 0) return;
  left--;
  plan = plan * 1103515245u + 12345u;
  int by = (int)(plan >> 20 & 7) - 1;
  switch (plan >> 16 & 15) {
    case 0: level = by; break;
    case 1: level += by; break;
    case 2: spare = by; break;
    case 3: spare -= by; break;
    case 4: total = by; break;
    case 5: set_shut(by); break;
    case 6: *lend() = by; break;
    case 7: *window[1] = by; break;
    case 8: reach_nested(by); break;
    case 9: box.x = by; break;
    case 10: box.y += by; break;
    case 11: mine = by; break;
    case 12: if (hook != act) hook(); break;
    case 13: pair_of_mine.x = by; break;
  }
}
static int *pointer(unsigned which) {
  switch (which % 8) {
    case 0: return &level;
    case 1: return &spare;
    case 2: return &total;
    case 3: return lend();
    case 4: return window[1];
    case 5: return &box.x;
    case 6: return &box.y;
    default: return &mine;
  }
}
static struct pair *pointer_to_pair(unsigned which) { return which % 3 ? &box : &pair_of_mine; }
static void begin(unsigned which) {
  left = which >> 3 & 15;
  plan = which;
  if (which >> 7 & 1) hook = act;
}
";

impl Generator<'_> {
    /// The parameters that make a function open.
    pub(super) fn make_open(&mut self, declared: &mut Vec<String>) {
        self.is_open = true;
        declared.extend(["int *p", "struct pair *s", "void (*call)(void)"].map(str::to_string));
        for _ in 0..1 + self.numbers.below(3) {
            let over = self.numbers.one_of(&OVER);
            self.variables.push(over.to_string());
        }
    }

    /// A loop over something that others may change while it runs.
    pub(super) fn open_loop(&mut self) {
        let (over, other) = (self.numbers.one_of(&OVER), self.numbers.one_of(&OVER));
        let (i, first, step) = (self.name(), self.parameter(), self.step());
        if self.numbers.once_in(2) {
            self.line(&format!("{over} = {first};"));
        }
        match self.numbers.below(4) {
            0 => self.open(&format!("for (int {i} = 0; {i} < {over}; {i} += {step}) {{")),
            1 => self.open(&format!("while ({over} > 0 && {other} > 0) {{ {over} -= {step};")),
            _ => self.open(&format!("while ({over} > 0) {{ {over} -= {step};")),
        }
        self.open_statement();
        self.perhaps();
        self.close("}");
    }

    /// Something that others may make more of than it seems.
    pub(super) fn open_statement(&mut self) {
        let (b, step) = (self.sum(), self.step());
        let line = match self.numbers.below(12) {
            0..=2 => "call();".to_string(),
            3 => "hook();".to_string(),
            4 => format!("*p += {step};"),
            5 => format!("*p = {b} & 7;"),
            6 => format!("s->x = {b} & 7;"),
            7 => format!("s->y += {step};"),
            8 => format!("set_shut({b} & 7);"),
            9 => format!("*window[1] = {step};"),
            10 => format!("*lend() = {step};"),
            _ => format!("box.y = {b} & 7;"),
        };
        self.line(&line);
    }

    /// The function of the second file that attacks this one.
    pub(super) fn attack(&mut self, index: usize, declared: &[String]) {
        let numbers = self.parameters.len();
        let text = &mut self.attack;
        let _ = writeln!(text, "extern int f{index}({});", declared.join(", "));
        let given: Vec<String> = (0..numbers).map(|number| format!("x{number}")).collect();
        let mut given_again: Vec<String> = (0..numbers).map(|number| format!("{}", 3 - number)).collect();
        let mut given = given;
        if self.array == "a" {
            // The function reads and writes sixteen of them.
            let _ = writeln!(text, "static int room{index}[16] = {{2, 3, 1}};");
            given.push(format!("room{index}"));
            given_again.push(format!("room{index}"));
        }
        if self.is_open {
            let _ = writeln!(
                text,
                "static void again{index}(void) {{ if (left-- > 0) f{index}({}, pointer(plan), pointer_to_pair(plan), act); }}",
                given_again.join(", ")
            );
            given.push("pointer(which)".into());
            given.push("pointer_to_pair(which >> 1)".into());
            given.push(format!("which >> 2 & 1 ? again{index} : act"));
        }
        let taken: Vec<String> = (0..numbers).map(|number| format!("int x{number}, ")).collect();
        let _ = writeln!(
            text,
            "int a{index}({}unsigned which) {{ begin(which); return f{index}({}); }}",
            taken.concat(),
            given.join(", ")
        );
    }
}
