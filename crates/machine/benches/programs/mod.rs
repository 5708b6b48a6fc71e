//! The programs that are measured, `long long run(int n)` each.

/// A program of this folder. No benchmark needs all that is said of it.
#[allow(dead_code)]
pub struct Subject {
    /// Its file without `.c`.
    pub name: &'static str,
    /// An n for which unoptimised code takes about twenty milliseconds. Much more, and no round is ever left alone by
    /// whatever else a computer does.
    pub n: i32,
    /// An n that takes a moment only.
    pub quick: i32,
    /// Whether it had no say in which pairs of operations are fused: these show what other programs gain from that.
    pub unseen: bool,
}

const fn seen(name: &'static str, n: i32, quick: i32) -> Subject {
    Subject { name, n, quick, unseen: false }
}

const fn unseen(name: &'static str, n: i32, quick: i32) -> Subject {
    Subject { name, n, quick, unseen: true }
}

/// All of them.
pub const PROGRAMS: [Subject; 20] = [
    seen("bytecode", 400, 200),
    unseen("compress", 6, 3),
    unseen("distance", 200, 50),
    unseen("expression", 200, 50),
    seen("fibonacci", 25, 20),
    seen("hashtable", 30_000, 10_000),
    seen("list", 15_000, 5_000),
    seen("mandelbrot", 70, 30),
    seen("matrix", 70, 40),
    seen("nbody", 4_000, 1_000),
    seen("primes", 4_000, 1_000),
    seen("queens", 8, 7),
    unseen("queue", 6, 3),
    seen("quicksort", 25_000, 10_000),
    seen("search", 100_000, 50_000),
    seen("sha256", 400, 200),
    seen("shapes", 2_000, 500),
    seen("sieve", 300_000, 100_000),
    seen("strings", 60, 30),
    seen("tree", 8_000, 5_000),
];
