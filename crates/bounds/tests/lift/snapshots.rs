//! What functions look like when they are lifted.

use worstcase_bounds::lift;
use worstcase_program::compile::Opt;
use worstcase_program::flow::Flow;

use super::compiled;

/// Lifts `f`, and compares its text, each line trimmed.
fn check(source: &str, opt: Opt, expected: &str) {
    let (program, _folder) = compiled(source, opt);
    let effects = lift::Effects::of(&program, lift::World::Closed);
    let function = program.function_named("f").unwrap();
    let routine = lift::function(&program, &effects, function).unwrap();
    let text = routine.to_string();
    let trimmed = |text: &str| text.lines().map(|line| line.trim().to_owned()).collect::<Vec<_>>();
    let expected: Vec<String> = trimmed(expected).into_iter().filter(|line| !line.is_empty()).collect();
    assert_eq!(trimmed(&text), expected, "\n{text}");
}

#[test]
fn locals_of_c_come_back() {
    check(
        "int f(int n, char c) {
           int s = 0;
           for (int i = 0; i < n && s < 100; i++) s += c;
           return s;
         }",
        Opt::O0,
        "
         i32 f(i32 n, i8 c)
           local i32 s
           local i32 i
           temporary u1 local13
           temporary i32 result
         b0: line 1
           s = 0
           i = 0
         b1: line 3
           local13 = 0
           if i >= n
         b2: line 3
           local13 = s < 100
         b3: line 3
           if local13 == 0
         b4: line 3
           s = s + c
           i = i + 1
         b5: line 4
           result = s
         b6:
           return result
        ",
    );
}

#[test]
fn unsigned_arithmetic_wraps() {
    check(
        "unsigned f(unsigned n, int k) {
           while (n) { n--; k = k * 2 + (int)(n & 7); }
           short s = k;
           s++;
           return n + s;
         }",
        Opt::O0,
        "
         u32 f(u32 n, i32 k)
           local i16 s
           temporary u32 result
         b0: line 1
         b1: line 2
           if n == 0
         b2: line 2
           n = n -~ 1
           k = (k << 1) +~ (n & 7)
         b3: line 3
           s = (i16)k
           s = (i16)(s + 1)
           result = n +~ s
         b4:
           return result
        ",
    );
}

#[test]
fn a_cast_to_unsigned_is_seen_in_the_source() {
    check(
        "int f(int h, int x) {
           h = (unsigned)h * 31;
           h = h + x;
           h = 5
             - h // here
             * (int)((unsigned)x
             );
           return h;
         }",
        Opt::O0,
        "
         i32 f(i32 h, i32 x)
           temporary i32 result
         b0: line 1
           h = h *~ 31
           h = h + x
           h = 5 -~ (h *~ x)
           result = h
         b1:
           return result
        ",
    );
}

#[test]
fn the_old_value_is_kept() {
    check(
        "int f(int a, int b) {
           int t = a++;
           b = a - t + b--;
           return b;
         }",
        Opt::O0,
        "
         i32 f(i32 a, i32 b)
           temporary i32 old
           local i32 t
           temporary i32 old.2
           temporary i32 result
         b0: line 1
           old = a
           a = a + 1
           t = old
           old.2 = b
           b = b - 1
           b = (a -~ t) + old.2
           result = b
         b1:
           return result
        ",
    );
}

#[test]
fn what_escapes_is_forgotten() {
    check(
        "void g(int *p) { *p = 3; }
         int f(int n) {
           int z = n, w = 5, a[4];
           a[2] = 1;
           g(&z);
           a[n & 3] = w;
           return z + w + a[2];
         }",
        Opt::O0,
        "
         i32 f(i32 n)
           local shared i32 z
           local i32 w
           local shared i32 a[2]
           temporary i32 result
         b0: line 2
           z = n
           w = 5
           a[2] = 1
           call f0(&z)
           forget z
           *4(&a + ((n & 3) << 2)) = w
           forget a[2]
           result = (z +~ w) + a[2]
         b1:
           return result
        ",
    );
}

#[test]
fn globals_are_forgotten_only_by_those_who_write_them() {
    check(
        "static int count, other, taken; int *where = &taken;
         int reads(void) { return other; }
         void counts(void) { count++; }
         void writes(int *p) { *p = 1; }
         int f(int n) {
           count = n; other = n; taken = n;
           n += reads();
           counts();
           writes(where);
           return n + count + other + taken;
         }",
        Opt::O0,
        "
         i32 f(i32 n)
           global i32 count
           global i32 other
           global shared i32 taken
           temporary i32 reads()
           global ptr where
           temporary i32 result
         b0: line 5
           count = n
           other = n
           taken = n
           reads() = call f0()
           n = n + reads()
           call f1()
           forget count
           call f2(where)
           forget taken
           result = ((n +~ count) +~ other) + taken
         b1:
           return result
        ",
    );
}

#[test]
fn flags_and_negations() {
    check(
        "#include <stdbool.h>
         int f(int n, int m) {
           bool found = false;
           while (!found && !(n > m || m == 0)) { if (n == 3) found = true; n++; }
           return found;
         }",
        Opt::O0,
        "
         i32 f(i32 n, i32 m)
           local u1 found
           temporary u1 local10
           temporary u1 local17
           temporary u1 result
         b0: line 2
           found = 0
         b1: line 4
           local10 = 0
           if found != 0
         b2: line 4
           local17 = 1
           if n > m
         b3: line 4
           local17 = m == 0
         b4: line 4
           local10 = local17 == 0
         b5: line 4
           if local10 == 0
         b6: line 4
           if n != 3
         b7: line 4
           found = 1
         b8: line 4
           n = n + 1
         b9: line 5
           result = found
         b10:
           return result
        ",
    );
}

#[test]
fn pointers_and_structures() {
    check(
        "struct node { struct node *next; int value; };
         int f(struct node *p, unsigned char *s) {
           int n = 0;
           while (p) { n += p->value; p = p->next; }
           while (*s++) n++;
           return n;
         }",
        Opt::O0,
        "
         i32 f(ptr p, ptr s)
           local i32 n
           temporary ptr old
           temporary i32 result
         b0: line 2
           n = 0
         b1: line 4
           if p == 0
         b2: line 4
           n = n + *i32(p + 4)
           p = *ptr(p)
         b3:
         b4: line 5
           old = s
           s = s + 1
           if *u8(old) == 0
         b5: line 5
           n = n + 1
         b6: line 6
           result = n
         b7:
           return result
        ",
    );
}

#[test]
fn optimised_code_has_wasm_locals() {
    check(
        "int f(int n, int *a) { int s = 0; for (int i = 0; i < n; i++) if (a[i] > s) s = a[i]; return s; }",
        Opt::O1,
        "
         i32 f(i32 n, ptr a)
           temporary i32 local2
           temporary i32 s
           temporary i32 result
         b0: line 1
           if n >= 1
         b1:
           local2 = 0
         b2:
           s = 0
         b3: line 1
           local2 = (*i32(a) > s) ? *i32(a) : s
           s = (*i32(a) > s) ? *i32(a) : s
           a = a +~ 4
           n = n -~ 1
           if n != 0
         b4:
         b5: line 1
           result = local2
         b6:
           return result
        ",
    );
}

#[test]
fn loops_have_the_line_of_their_keyword() {
    let source = "int f(int n) {
      int s = 0;
      for (int i = 0;
           i < n; i++)
        s += i;
      while (s >
             10)
        s--;
      do
      {
        s++;
        n--;
      } while (n);
      return s;
    }";
    let (program, _folder) = compiled(source, Opt::O0);
    let flow = Flow::of(&program, program.function_named("f").unwrap()).unwrap();
    let lines: Vec<u32> = flow.loops().iter().map(|l| lift::line_of_loop(&flow, l).unwrap().line).collect();
    assert_eq!(lines, [3, 6, 9]);
}
