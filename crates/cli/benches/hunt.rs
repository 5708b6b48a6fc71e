//! `find` on programs that were written without a look at it, beside the best inputs that their authors know, and beside searches by
//! native runs with as much time: `make hunt`.
//!
//! `cargo bench -p worstcase --bench hunt`, or with names of programs only those. Of the half that is held back only counts are shown.
//! `WORSTCASE_HUNT=FOLDER` takes programs from elsewhere (in folders `seen` and `held`), `WORSTCASE_FLAGS='--effort 0.3'` has more
//! flags for `find`, `WORSTCASE_PEERS=0` leaves the other searches out, `WORSTCASE_SHOW=all` shows the held half, too.

#[path = "hunt/mod.rs"]
mod hunt;

use std::path::{Path, PathBuf};

use hunt::peers::{PEERS, Peer};
use hunt::program::{Half, HuntProgram, all};
use hunt::tool::{cost, find};

/// By so much of what is known more, a program is beaten; and badly.
const SLIGHT: f64 = 0.0;
const BADLY: f64 = 0.1;

/// A peer is ahead if it finds so much more.
const AHEAD: f64 = 0.02;

fn setting(name: &str, default: &str) -> String {
    std::env::var(name).unwrap_or(default.into())
}

/// What came of a program at one size.
struct SizeResult {
    size: u32,
    ours: Option<i64>,
    how: String,
    known: Option<i64>,
    /// Of each peer, if it was run.
    peers: Vec<Option<i64>>,
}

impl SizeResult {
    /// By how much of ours a cost is more.
    fn excess(&self, other: Option<i64>) -> f64 {
        match (self.ours, other) {
            (Some(ours), Some(other)) => other as f64 / ours.max(1) as f64 - 1.0,
            (None, Some(_)) => f64::INFINITY,
            _ => 0.0,
        }
    }
}

/// What came of a program.
struct ProgramResult {
    program: HuntProgram,
    sizes: Vec<SizeResult>,
    class: Option<String>,
    seconds: f64,
}

impl ProgramResult {
    /// Whether the class is right, if one is given and the right one is known.
    fn is_class_right(&self) -> Option<bool> {
        Some(self.class.as_ref()? == self.program.class.as_ref()?)
    }

    /// By how much the author's input is more, at the size where it is most.
    fn beaten(&self) -> f64 {
        self.sizes.iter().map(|size| size.excess(size.known)).fold(f64::MIN, f64::max)
    }
}

fn main() {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/hunt/programs");
    let folder = std::env::var("WORSTCASE_HUNT").map_or(own, PathBuf::from);
    let wanted: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hunt");
    std::fs::create_dir_all(&scratch).expect("a folder for what is compiled");
    let shows_all = setting("WORSTCASE_SHOW", "") == "all";
    println!(
        "{:<24} {:>5} {:>12} {:>12} {:>8}  {:<10} {:>8} {:>8} {:>8}  {:<12} {:<12} {:>6}",
        "program", "n", "find", "known", "more", "how", "random", "climb", "fuzz", "class", "right", "s"
    );
    let mut results = Vec::new();
    for program in all(&folder) {
        if !wanted.is_empty() && !wanted.contains(&program.name) {
            continue;
        }
        let result = measure(program, &scratch);
        if result.program.half == Half::Seen || shows_all {
            print(&result);
        }
        results.push(result);
    }
    for half in [Half::Seen, Half::Held] {
        let of: Vec<&ProgramResult> = results.iter().filter(|result| result.program.half == half).collect();
        if !of.is_empty() {
            summarise(half, &of);
        }
    }
}

fn measure(program: HuntProgram, scratch: &Path) -> ProgramResult {
    let sizes: Vec<u32> = program.best.iter().map(|(size, _)| *size).collect();
    let listed: Vec<String> = sizes.iter().map(u32::to_string).collect();
    let mut flags = vec!["--sizes".to_string(), format!("10,{}", listed.join(","))];
    flags.extend(setting("WORSTCASE_FLAGS", "").split_whitespace().map(String::from));
    let found = find(&program, &flags);
    let seconds = found.as_ref().map_or(0.0, |found| found.seconds);
    let peer = (setting("WORSTCASE_PEERS", "1") == "1").then(|| Peer::new(&program, scratch)).flatten();
    let processors = std::thread::available_parallelism().map_or(1, |count| count.get());
    let at = |(size, best): &(u32, String)| {
        let of_peer = |mode: &&str| {
            let inputs =
                peer.as_ref()?.search(mode, *size, (seconds / sizes.len() as f64).max(0.5), processors);
            inputs.iter().filter_map(|input| cost(&program, *size, input, scratch)).max()
        };
        SizeResult {
            size: *size,
            ours: found.as_ref().and_then(|found| found.cost(*size)),
            how: found.as_ref().map_or("", |found| found.how(*size)).to_string(),
            known: cost(&program, *size, best, scratch),
            peers: PEERS.iter().map(of_peer).collect(),
        }
    };
    let sizes = program.best.iter().map(at).collect();
    ProgramResult { sizes, class: found.and_then(|found| found.class), seconds, program }
}

fn print(result: &ProgramResult) {
    let number = |cost: Option<i64>| cost.map_or("-".into(), |cost| cost.to_string());
    for size in &result.sizes {
        let more = match size.known {
            Some(_) => format!("{:+.1} %", 100.0 * size.excess(size.known)),
            None => "-".into(),
        };
        let peer = |cost: &Option<i64>| match cost {
            Some(_) => format!("{:+.1} %", 100.0 * size.excess(*cost)),
            None => "-".into(),
        };
        let peers: Vec<String> = size.peers.iter().map(peer).collect();
        let class = |class: &Option<String>| class.clone().unwrap_or("-".into());
        println!(
            "{:<24} {:>5} {:>12} {:>12} {more:>8}  {:<10} {:>8} {:>8} {:>8}  {:<12} {:<12} {:>6.1}",
            result.program.name,
            size.size,
            number(size.ours),
            number(size.known),
            size.how,
            peers[0],
            peers[1],
            peers[2],
            class(&result.class),
            class(&result.program.class),
            result.seconds
        );
    }
}

fn summarise(half: Half, results: &[&ProgramResult]) {
    let count = |is: &dyn Fn(&&&ProgramResult) -> bool| results.iter().filter(is).count();
    let name = if half == Half::Seen { "seen" } else { "held back" };
    println!(
        "\n{name}: {} programs, {:.0} s",
        results.len(),
        results.iter().map(|result| result.seconds).sum::<f64>()
    );
    println!("  beaten by what the author knows: {}", count(&|result| result.beaten() > SLIGHT));
    let mut kinds: Vec<&str> = results.iter().map(|result| &*result.program.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let of_kind = |kind: &&str| {
        let is = |result: &&&ProgramResult| result.program.kind == *kind;
        let is_beaten = |result: &&&ProgramResult| is(result) && result.beaten() > SLIGHT;
        format!(
            "{kind} {} of {}",
            results.iter().filter(is_beaten).count(),
            results.iter().filter(is).count()
        )
    };
    println!("    {}", kinds.iter().map(of_kind).collect::<Vec<_>>().join(", "));
    println!("  by more than 10 %:               {}", count(&|result| result.beaten() > BADLY));
    println!("  by more than 2x:                 {}", count(&|result| result.beaten() > 1.0));
    println!(
        "  without any input:               {}",
        count(&|result| result.sizes.iter().any(|size| size.ours.is_none()))
    );
    let class =
        |is: Option<bool>| count(&|result| result.is_class_right() == is && result.program.class.is_some());
    println!("  class right {}, withheld {}, wrong {}", class(Some(true)), class(None), class(Some(false)));
    for (number, name) in PEERS.iter().enumerate() {
        let of = |size: &SizeResult| size.peers[number].map(|cost| size.excess(Some(cost)));
        let compared: Vec<f64> = results.iter().flat_map(|result| &result.sizes).filter_map(of).collect();
        let ahead = compared.iter().filter(|excess| **excess > AHEAD).count();
        let behind = compared.iter().filter(|excess| **excess < -AHEAD).count();
        let logs: f64 =
            compared.iter().filter(|excess| excess.is_finite()).map(|excess| (1.0 + excess).ln()).sum();
        let mean = (-logs / compared.len().max(1) as f64).exp();
        println!(
            "  {name:<6} of {}: it is ahead by more than 2 % at {ahead}, we at {behind}; ours to its on average {mean:.2}",
            compared.len()
        );
    }
}
