//! How fast the linear layer answers: `cargo bench -p worstcase-solver --bench linear`.
//!
//! Of several rounds the fastest counts: what else goes on in the computer makes a round slower, never faster.
//! Times are printed and not asserted.

use std::time::{Duration, Instant};

use worstcase_solver::Answer;
use worstcase_solver::linear::{Linear, Var};

const ROUNDS: usize = 5;
const BUDGET: u32 = 10_000;

fn main() {
    println!("random comparisons of sums, depth first with assert, check and undo, about 50 assertions deep");
    for (variables, terms, lo) in
        [(12, 4, 0), (12, 4, -1000), (12, 10, -1000), (25, 4, -1000), (25, 8, 0), (25, 8, -1000)]
    {
        let mut search = Search::default();
        let time = fastest(|| search = random_comparisons(variables, terms, lo));
        report(&format!("{variables} variables from {lo}, sums of {terms}"), &search, time);
    }
    println!("\nBellman-Ford on complete graphs with negative weights, the first paths");
    for (nodes, paths) in [(3, 2000), (4, 2000), (5, 2000), (6, 1000)] {
        let mut search = Search::default();
        let time = fastest(|| search = bellman_ford(nodes, paths));
        report(&format!("{nodes} nodes"), &search, time);
    }
    println!("\nthe shortest of all round trips, the first paths");
    for (cities, paths) in [(4, 2000), (5, 1000)] {
        let mut search = Search::default();
        let time = fastest(|| search = round_trips(cities, paths));
        report(&format!("{cities} cities"), &search, time);
    }
}

fn fastest(mut work: impl FnMut()) -> Duration {
    let round = |_| {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    (0..ROUNDS).map(round).min().expect("at least one round")
}

fn report(name: &str, search: &Search, time: Duration) {
    let questions: u32 = search.answers.iter().sum();
    let [sat, unsat, unknown] = search.answers;
    println!(
        "{name}: {} paths, {:.2} µs per question ({sat} sat, {unsat} unsat, {unknown} unknown, {} deep)",
        search.paths,
        time.as_secs_f64() * 1e6 / f64::from(questions),
        search.deepest,
    );
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

    /// So many different variables.
    fn choose(&mut self, count: usize, variables: &[Var]) -> Vec<Var> {
        let mut all = variables.to_vec();
        (0..count).map(|_| all.swap_remove(self.below(all.len()))).collect()
    }
}

/// A depth-first search and what it has seen.
#[derive(Default)]
struct Search {
    linear: Linear,
    variables: Vec<Var>,
    paths: usize,
    most_paths: usize,
    deepest: usize,
    answers: [u32; 3],
    sum: Vec<(Var, i64)>,
}

impl Search {
    fn new(variables: usize, lo: i64, most_paths: usize) -> Search {
        let mut linear = Linear::new();
        let variables = (0..variables).map(|_| linear.variable(lo, 1000)).collect();
        Search { linear, variables, most_paths, ..Search::default() }
    }

    /// Goes on below a comparison of two sums with both outcomes, `a < b` and not, if they are possible.
    fn compare(&mut self, a: &[Var], b: &[Var], then: &mut dyn FnMut(&mut Search, bool)) {
        let mut sum = std::mem::take(&mut self.sum);
        for less in [true, false] {
            if self.paths >= self.most_paths {
                break;
            }
            let sign = if less { 1 } else { -1 };
            sum.clear();
            sum.extend(a.iter().map(|&x| (x, sign)));
            sum.extend(b.iter().map(|&x| (x, -sign)));
            let mark = self.linear.mark();
            self.linear.assert_le(&sum, if less { -1 } else { 0 });
            let answer = self.linear.check(BUDGET);
            self.answers[answer as usize] += 1;
            self.deepest = self.deepest.max(self.linear.assertions());
            if answer != Answer::Unsat {
                then(self, less);
            }
            self.linear.undo(mark);
        }
        self.sum = sum;
    }
}

fn random_comparisons(variables: usize, terms: usize, lo: i64) -> Search {
    let mut random = Random(variables as u64 + 1);
    let mut search = Search::new(variables, lo, 1000);
    let made = search.variables.clone();
    let comparisons: Vec<_> = (0..50)
        .map(|_| {
            let mut all = random.choose(terms, &made);
            let right = all.split_off(terms / 2);
            (all, right)
        })
        .collect();
    fn descend(search: &mut Search, comparisons: &[(Vec<Var>, Vec<Var>)]) {
        match comparisons {
            [(a, b), rest @ ..] => search.compare(a, b, &mut |search, _| descend(search, rest)),
            [] => search.paths += 1,
        }
    }
    descend(&mut search, &comparisons);
    search
}

/// Every arc in every round: is the way over it shorter than the one known?
fn bellman_ford(nodes: usize, paths: usize) -> Search {
    let arcs: Vec<(usize, usize)> =
        (0..nodes).flat_map(|from| (0..nodes).map(move |to| (from, to))).filter(|(a, b)| a != b).collect();
    let mut search = Search::new(arcs.len(), -1000, paths);
    let variables = search.variables.clone();
    let steps: Vec<_> =
        (1..nodes).flat_map(|_| arcs.iter().copied().zip(variables.iter().copied())).collect();
    let mut ways = vec![None; nodes];
    ways[0] = Some(Vec::new());
    relax(&mut search, ways, &steps);
    search
}

fn relax(search: &mut Search, mut ways: Vec<Option<Vec<Var>>>, steps: &[((usize, usize), Var)]) {
    let Some((&((from, to), weight), rest)) = steps.split_first() else {
        search.paths += 1;
        return;
    };
    let Some(mut way) = ways[from].clone() else { return relax(search, ways, rest) };
    way.push(weight);
    match ways[to].clone() {
        None => {
            ways[to] = Some(way);
            relax(search, ways, rest);
        }
        Some(known) => search.compare(&way, &known, &mut |search, shorter| {
            let mut ways = ways.clone();
            if shorter {
                ways[to] = Some(way.clone());
            }
            relax(search, ways, rest);
        }),
    }
}

/// One round trip after the other: is it shorter than the shortest so far?
fn round_trips(cities: usize, paths: usize) -> Search {
    let mut search = Search::new(cities * cities, 0, paths);
    let mut trips = Vec::new();
    extend(&mut vec![0], cities, &mut trips);
    let roads: Vec<Vec<Var>> = trips
        .iter()
        .map(|trip| {
            let next = trip.iter().cycle().skip(1);
            trip.iter().zip(next).map(|(from, to)| search.variables[from * cities + to]).collect()
        })
        .collect();
    shortest(&mut search, &roads[0], &roads[1..]);
    search
}

fn extend(trip: &mut Vec<usize>, cities: usize, trips: &mut Vec<Vec<usize>>) {
    if trip.len() == cities {
        trips.push(trip.clone());
    }
    for city in 1..cities {
        if !trip.contains(&city) {
            trip.push(city);
            extend(trip, cities, trips);
            trip.pop();
        }
    }
}

fn shortest(search: &mut Search, best: &[Var], rest: &[Vec<Var>]) {
    match rest {
        [trip, rest @ ..] => search.compare(trip, best, &mut |search, shorter| {
            shortest(search, if shorter { trip } else { best }, rest);
        }),
        [] => search.paths += 1,
    }
}
