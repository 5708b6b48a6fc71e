//! How fast the order layer answers: `cargo bench -p worstcase-solver --bench order`.
//!
//! Of several rounds the fastest counts: what else goes on in the computer makes a round slower, never faster.
//! Times are printed and not asserted.

use std::hint::black_box;
use std::time::{Duration, Instant};

use worstcase_solver::order::{Order, Var};

const ROUNDS: usize = 10;

fn main() {
    println!("chains: x < y between neighbours of a random order, added in a random order; ns per question");
    println!(
        "{:>6} {:>10} {:>12} {:>12} {:>12} {:>12}",
        "n", "satisfied", "sat", "sat, u8", "unsat", "unsat, all"
    );
    for n in [10, 30, 100, 300, 1000] {
        let wide = Chain::new(n, i32::MIN.into(), i32::MAX.into());
        let narrow = (n <= 200).then(|| Chain::new(n, 0, 255));
        println!(
            "{n:>6} {:>10.1} {:>12.1} {:>12} {:>12.1} {:>12.1}",
            wide.satisfied(),
            wide.opposite(),
            narrow.map_or("-".into(), |chain| format!("{:.1}", chain.opposite())),
            wide.impossible(false),
            wide.impossible(true),
        );
    }
    println!("\nall orders of an insertion sort, depth first with assert and undo");
    for n in [6, 7, 8, 9] {
        let mut paths = 0;
        let mut questions = 0;
        let time = fastest(|| (paths, questions) = insertion_sort(n));
        let (seconds, per_question) = (time.as_secs_f64(), time.as_nanos() as f64 / f64::from(questions));
        println!(
            "n = {n}: {paths} paths in {:.2} ms, {:.0} paths/s, {per_question:.0} ns per question",
            seconds * 1e3,
            f64::from(paths) / seconds
        );
    }
    println!("\none path of an insertion sort of 1000, both sides asked at every comparison");
    for (name, choice) in
        [("descending", Choice::Less), ("ascending", Choice::NotLess), ("zigzag", Choice::Mixed)]
    {
        let mut questions = 0;
        let mut order = Order::new();
        let time = fastest(|| (order, questions) = guided(1000, choice));
        let per_question = time.as_nanos() as f64 / f64::from(questions);
        let start = Instant::now();
        let natural = black_box(order.natural_model());
        println!(
            "{name}: {questions} comparisons in {:.1} ms, {per_question:.0} ns each; natural model in {:.1} ms: {:?} …",
            time.as_secs_f64() * 1e3,
            start.elapsed().as_secs_f64() * 1e3,
            &natural[..5]
        );
    }
    println!(
        "\na byte that is none of 200 characters: {:.1} µs for all",
        fastest(exclusions).as_nanos() as f64 / 1e3
    );
}

fn fastest(mut work: impl FnMut()) -> Duration {
    let round = |_| {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    (0..ROUNDS).map(round).min().expect("at least one round")
}

/// A generator that is the same everywhere (xorshift64*).
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % n
    }

    fn shuffled(&mut self, n: usize) -> Vec<usize> {
        let mut items: Vec<usize> = (0..n).collect();
        for i in (1..n).rev() {
            items.swap(i, self.below(i + 1));
        }
        items
    }
}

/// n variables and their order.
struct Chain {
    empty: Order,
    /// From the smallest to the greatest.
    vars: Vec<Var>,
    /// In which order the links are added.
    links: Vec<usize>,
    /// Pairs of places in the chain, the smaller first.
    pairs: Vec<(usize, usize)>,
}

impl Chain {
    fn new(n: usize, lo: i64, hi: i64) -> Chain {
        let mut random = Random(n as u64 + 1);
        let mut empty = Order::new();
        let made: Vec<Var> = (0..n).map(|_| empty.variable(lo, hi)).collect();
        let vars = random.shuffled(n).into_iter().map(|i| made[i]).collect();
        let pair = |_| {
            let a = random.below(n);
            let b = (a + 1 + random.below(n - 1)) % n;
            (a.min(b), a.max(b))
        };
        let pairs = (0..4000).map(pair).collect();
        Chain { empty, vars, links: random.shuffled(n - 1), pairs }
    }

    fn complete(&self) -> Order {
        let mut order = self.empty.clone();
        for link in 0..self.vars.len() - 1 {
            order.assert_le(self.vars[link], self.vars[link + 1], -1).expect("a chain is no cycle");
        }
        order
    }

    /// Nanoseconds to assert (and undo) what the model satisfies, between pairs not compared yet or just now.
    fn satisfied(&self) -> f64 {
        let mut order = self.complete();
        let questions: Vec<_> = self.pairs.iter().map(|&(a, b)| (self.vars[a], self.vars[b])).collect();
        let mark = order.mark();
        let time = fastest(|| {
            for &(x, y) in &questions {
                black_box(order.assert_le(x, y, -1).is_ok());
            }
            order.undo(mark);
        });
        time.as_nanos() as f64 / questions.len() as f64
    }

    /// Nanoseconds to assert and undo the opposite of a link, which is possible until the link is there. The
    /// time to add the links themselves counts, too.
    fn opposite(&self) -> f64 {
        let repeat = 10_000 / self.vars.len();
        let mut order = self.empty.clone();
        let start = order.mark();
        let time = fastest(|| {
            for _ in 0..repeat {
                for &link in &self.links {
                    let (x, y) = (self.vars[link], self.vars[link + 1]);
                    for (x, y, c) in [(y, x, 0), (x, y, -1)] {
                        let mark = order.mark();
                        assert!(order.assert_le(x, y, c).is_ok());
                        order.undo(mark);
                    }
                    order.assert_le(x, y, -1).expect("a chain is no cycle");
                }
                order.undo(start);
            }
        });
        time.as_nanos() as f64 / (repeat * 2 * self.links.len()) as f64
    }

    /// Nanoseconds to refuse the opposite of what a complete chain implies, link by link or with all pairs known.
    fn impossible(&self, all_pairs: bool) -> f64 {
        let mut order = self.complete();
        if all_pairs {
            for (i, &x) in self.vars.iter().enumerate() {
                self.vars[i + 1..].iter().for_each(|&y| order.assert_le(x, y, -1).expect("implied"));
            }
        }
        let questions: Vec<_> = self.pairs.iter().map(|&(a, b)| (self.vars[b], self.vars[a])).collect();
        let time = fastest(|| {
            for &(x, y) in &questions {
                assert!(order.assert_le(x, y, 0).is_err());
            }
        });
        time.as_nanos() as f64 / questions.len() as f64
    }
}

/// Where a depth-first search stands in an insertion sort: inserts `sorted[at]`, with the sorted ones before it.
struct Sort {
    order: Order,
    sorted: Vec<Var>,
    paths: u32,
    questions: u32,
}

impl Sort {
    fn new(n: usize) -> Sort {
        let mut order = Order::new();
        let sorted = (0..n).map(|_| order.variable(i32::MIN.into(), i32::MAX.into())).collect();
        Sort { order, sorted, paths: 0, questions: 0 }
    }

    /// Compares the item, now at `at`, with its left neighbour; `next` comes after it.
    fn insert(&mut self, at: usize, next: usize) {
        if next == self.sorted.len() {
            self.paths += 1;
            return;
        }
        if at == 0 {
            return self.insert(next + 1, next + 1);
        }
        let (left, item) = (self.sorted[at - 1], self.sorted[at]);
        let model_less = self.order.holds_le(item, left, -1);
        for less in [!model_less, model_less] {
            let mark = self.order.mark();
            self.questions += 1;
            let possible = if less {
                self.order.assert_le(item, left, -1).is_ok()
            } else {
                self.order.assert_le(left, item, 0).is_ok()
            };
            if !possible {
                continue;
            }
            if less {
                self.sorted.swap(at - 1, at);
                self.insert(at - 1, next);
                self.sorted.swap(at - 1, at);
            } else {
                self.insert(next + 1, next + 1);
            }
            self.order.undo(mark);
        }
    }
}

fn insertion_sort(n: usize) -> (u32, u32) {
    let mut sort = Sort::new(n);
    sort.insert(1, 1);
    (sort.paths, sort.questions)
}

#[derive(Clone, Copy)]
enum Choice {
    Less,
    NotLess,
    Mixed,
}

/// One path: asks about both sides of each comparison, takes one.
fn guided(n: usize, choice: Choice) -> (Order, u32) {
    let Sort { mut order, mut sorted, mut questions, .. } = Sort::new(n);
    for next in 1..n {
        let mut at = next;
        while at > 0 {
            let (left, item) = (sorted[at - 1], sorted[at]);
            questions += 1;
            let mark = order.mark();
            let can_less = order.assert_le(item, left, -1).is_ok();
            order.undo(mark);
            let can_not = order.assert_le(left, item, 0).is_ok();
            order.undo(mark);
            let less = match choice {
                Choice::Less => true,
                Choice::NotLess => false,
                Choice::Mixed => at > next / 2,
            };
            if if less { can_less } else { !can_not } {
                order.assert_le(item, left, -1).expect("possible");
                sorted.swap(at - 1, at);
                at -= 1;
            } else {
                order.assert_le(left, item, 0).expect("possible");
                break;
            }
        }
    }
    (order, questions)
}

/// A table look-up as programs do it: one byte, compared with one character after the other.
fn exclusions() {
    let mut order = Order::new();
    let byte = order.variable(0, 255);
    for character in 0..200 {
        order.assert_ne(byte, Var::ZERO, character).expect("others are left");
    }
    assert!(order.is_settled());
}
