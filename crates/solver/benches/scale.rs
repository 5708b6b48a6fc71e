//! What a question costs on long paths: `cargo bench -p worstcase-solver --bench scale`.
//!
//! Microseconds per question over a whole path, over its last thousand questions, and when the search goes back from its
//! end, decision by decision, to take the other side. `-- parts sort 1000` takes one solver, kind of path and size. A path is left after `WORSTCASE_SECONDS` (20), and the line then says how far it came.

use std::time::{Duration, Instant};

use worstcase_solver::{Answer, Chain, Declared, Mark, Parts, Solver};
use worstcase_term::{TermId, Terms};

const LENGTH: usize = 10;

/// How many questions at the end are looked at on their own.
const LAST: usize = 1000;

type Make = fn() -> Box<dyn Solver>;
type Program = fn(&mut Path) -> Option<()>;

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let solvers: [(&str, Make); 2] =
        [("chain", || Box::new(Chain::new())), ("parts", || Box::new(Parts::new()))];
    let programs: [(&str, Program); 2] = [("lines", lines), ("sort", sort)];
    let is_wanted = |name: &str, all: &[&str]| {
        !wanted.iter().any(|word| all.contains(&word.as_str())) || wanted.iter().any(|word| word == name)
    };
    println!("microseconds per question");
    println!(
        "{:8} {:8} {:>8} {:>10} {:>9} {:>9} {:>9} {:>9} {:>9}",
        "path", "solver", "inputs", "questions", "all", "last", "back", "unsat", "natural"
    );
    for (program, run) in programs {
        for (solver, make) in solvers {
            for inputs in [1000, 10_000, 100_000] {
                let of_size = is_wanted(&inputs.to_string(), &["1000", "10000", "100000"]);
                if of_size && is_wanted(program, &["lines", "sort"]) && is_wanted(solver, &["chain", "parts"])
                {
                    report(program, run, solver, make, inputs);
                }
            }
        }
    }
}

fn report(program: &str, run: Program, solver: &str, make: Make, inputs: usize) {
    let mut path = Path::new(make(), inputs);
    let complete = run(&mut path).is_some();
    let (count, all) = (path.times.len(), mean(&path.times));
    let last = mean(&path.times[count.saturating_sub(LAST)..]);
    let start = Instant::now();
    path.solver.natural(&path.terms);
    let natural = start.elapsed().as_millis();
    let back = mean(&path.back());
    let unsat = 100 * path.unsat / count.max(1);
    println!(
        "{program:8} {solver:8} {inputs:>8} {count:>10} {all:>9.1} {last:>9.1} {back:>9.1} {unsat:>7} % {natural:>6} ms{}",
        if complete { "" } else { "   not to the end" }
    );
}

fn mean(times: &[Duration]) -> f64 {
    times.iter().sum::<Duration>().as_secs_f64() * 1e6 / times.len().max(1) as f64
}

/// A path that leads to given inputs, along which the other side of each decision is asked about.
struct Path {
    solver: Box<dyn Solver>,
    terms: Terms,
    inputs: Vec<TermId>,
    target: Vec<u8>,
    /// What the other sides are that are possible.
    decisions: Vec<(Mark, TermId)>,
    times: Vec<Duration>,
    unsat: usize,
    end: Instant,
}

impl Path {
    fn new(mut solver: Box<dyn Solver>, count: usize) -> Path {
        let mut terms = Terms::new();
        let byte = Declared { width: 8, range: Some((0, 255)) };
        let mut random = 0x9e37_79b9_7f4a_7c15_u64;
        let (mut inputs, mut target) = (Vec::new(), Vec::new());
        for number in 0..count as u32 {
            solver.declare(byte);
            inputs.push(terms.input(number, 8));
            // xorshift64*
            random ^= random >> 12;
            random ^= random << 25;
            random ^= random >> 27;
            target.push(b'a' + ((random.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32) % 26) as u8);
        }
        let seconds =
            std::env::var("WORSTCASE_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(20);
        let end = Instant::now() + Duration::from_secs(seconds);
        Path { solver, terms, inputs, target, decisions: Vec::new(), times: Vec::new(), unsat: 0, end }
    }

    /// Asks about the side that the model does not take, and takes that of the target.
    fn decide(&mut self, condition: TermId) -> Option<bool> {
        if self.terms.value(condition).is_some() {
            return self.terms.value(condition).map(|value| value == 1);
        }
        let wanted = self.terms.eval(condition, &|input| self.target[input as usize].into()) == 1;
        let start = Instant::now();
        if start > self.end {
            return None;
        }
        let opposite = self.terms.not(condition);
        let holds = self.terms.eval(condition, &|input| self.solver.value(input)) == 1;
        let (this, other) = if holds { (condition, opposite) } else { (opposite, condition) };
        let mark = self.solver.mark(&self.terms);
        self.solver.assert(&self.terms, other);
        let answer = self.solver.check(&self.terms);
        assert_ne!(answer, Answer::Unknown);
        if answer == Answer::Sat {
            self.decisions.push((mark, if wanted == holds { other } else { this }));
        }
        if wanted == holds {
            self.solver.undo(mark);
            if answer == Answer::Sat {
                self.solver.assert(&self.terms, this);
            }
        }
        self.unsat += usize::from(answer == Answer::Unsat);
        self.times.push(start.elapsed());
        Some(wanted)
    }

    /// Goes back decision by decision.
    fn back(&mut self) -> Vec<Duration> {
        let mut times = Vec::new();
        for &(mark, other) in self.decisions.iter().rev().take(LAST) {
            let start = Instant::now();
            self.solver.undo(mark);
            self.solver.assert(&self.terms, other);
            assert_eq!(self.solver.check(&self.terms), Answer::Sat);
            times.push(start.elapsed());
            if start > self.end + Duration::from_secs(5) {
                break;
            }
        }
        times
    }

    /// Letters of either case, as `isalpha` has it, and no end of the line.
    fn read(&mut self, byte: TermId) -> Option<()> {
        let (newline, case) = (self.terms.constant(8, 10), self.terms.constant(8, 32));
        let (first, count) = (self.terms.constant(8, b'a'.into()), self.terms.constant(8, 26));
        let ends = self.terms.eq(byte, newline);
        self.decide(ends)?;
        let lower = self.terms.or(byte, case);
        let place = self.terms.sub(lower, first);
        let letter = self.terms.ult(place, count);
        self.decide(letter)?;
        Some(())
    }
}

/// Lines that have nothing to do with each other: each byte is looked at, and compared with the one before.
fn lines(path: &mut Path) -> Option<()> {
    for line in 0..path.inputs.len() / LENGTH {
        for place in 0..LENGTH {
            let byte = path.inputs[line * LENGTH + place];
            path.read(byte)?;
            if place > 0 {
                let less = path.terms.ult(byte, path.inputs[line * LENGTH + place - 1]);
                path.decide(less)?;
            }
        }
    }
    Some(())
}

/// A merge sort of lines, which are compared byte by byte.
fn sort(path: &mut Path) -> Option<()> {
    for byte in path.inputs.clone() {
        path.read(byte)?;
    }
    let mut runs: Vec<Vec<usize>> = (0..path.inputs.len() / LENGTH).map(|line| vec![line]).collect();
    while runs.len() > 1 {
        let mut merged = Vec::new();
        for pair in runs.chunks(2) {
            match pair {
                [a, b] => merged.push(merge(path, a, b)?),
                _ => merged.push(pair[0].clone()),
            }
        }
        runs = merged;
    }
    Some(())
}

fn merge(path: &mut Path, a: &[usize], b: &[usize]) -> Option<Vec<usize>> {
    let (mut i, mut j, mut merged) = (0, 0, Vec::new());
    while i < a.len() && j < b.len() {
        if is_less(path, b[j], a[i])? {
            merged.push(b[j]);
            j += 1;
        } else {
            merged.push(a[i]);
            i += 1;
        }
    }
    merged.extend_from_slice(&a[i..]);
    merged.extend_from_slice(&b[j..]);
    Some(merged)
}

fn is_less(path: &mut Path, a: usize, b: usize) -> Option<bool> {
    for place in 0..LENGTH {
        let (x, y) = (path.inputs[a * LENGTH + place], path.inputs[b * LENGTH + place]);
        let equal = path.terms.eq(x, y);
        if !path.decide(equal)? {
            let less = path.terms.ult(x, y);
            return path.decide(less);
        }
    }
    Some(false)
}
