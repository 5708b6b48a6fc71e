//! Bounds of random programs against runs of them: no count may be above any of its bounds.

#[path = "../common/mod.rs"]
mod common;
mod generate;
mod regressions;

use std::cell::RefCell;
use std::panic::AssertUnwindSafe;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use common::{Numbers, describe, in_program, run, tuples, validator, written};
use worstcase_bounds::validate::{Claims, End, Met, Outcome, Validator, Violation};
use worstcase_bounds::{FunctionBounds, World, analyse};
use worstcase_program::{FuncIdx, Program};

/// How many functions a file has.
const PER_FILE: usize = 100;

/// The most instructions of a run. One that is not through by then counts as far as it got.
const STEPS: u64 = 20_000;

/// One in so many tuples of arguments is tried from the other file.
const ATTACKED: usize = 2;

/// What a function may take to be analysed, in a build that is not optimised.
const PATIENCE: Duration = Duration::from_secs(5);

/// What there was to check.
#[derive(Debug, Default)]
struct Tally {
    functions: usize,
    bounded_functions: usize,
    loops: usize,
    bounded_loops: usize,
    /// Those that went round as often as their bounds allow, in some run.
    reached_loops: usize,
    runs: usize,
    ended: usize,
    unread: usize,
    /// Runs that exceed a bound after something that bounds do not speak of.
    excused: usize,
    /// Runs of another file's functions, and the functions with bounds that these call.
    attacks: usize,
    attacked: usize,
    slowest: Duration,
    analysing: Duration,
    running: Duration,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.functions += other.functions;
        self.bounded_functions += other.bounded_functions;
        self.loops += other.loops;
        self.bounded_loops += other.bounded_loops;
        self.reached_loops += other.reached_loops;
        self.runs += other.runs;
        self.ended += other.ended;
        self.unread += other.unread;
        self.excused += other.excused;
        self.attacks += other.attacks;
        self.attacked += other.attacked;
        self.slowest = self.slowest.max(other.slowest);
        self.analysing += other.analysing;
        self.running += other.running;
    }
}

/// Runs a function, and gives the first run that refutes a bound.
fn refute(
    claims: &Claims,
    validator: &Validator,
    numbers: &mut Numbers,
    tally: &mut Tally,
) -> Option<Violation> {
    let mut stuck = 0;
    let mut reached: Vec<bool> = Vec::new();
    for tuple in tuples(claims.integers(), numbers) {
        for _ in 0..3 {
            let Outcome { end, mut record, inputs, violation, excuse } =
                run(validator, claims, &tuple, numbers.next(), STEPS);
            let now: Vec<Met> = record.0.remove(&claims.function).map(|(loops, _)| loops).unwrap_or_default();
            reached.resize(now.len(), false);
            reached.iter_mut().zip(now).for_each(|(one, now)| *one |= now.is_reached);
            tally.runs += 1;
            tally.excused += usize::from(excuse.is_some());
            tally.ended += usize::from(end == End::Finished);
            stuck += usize::from(end != End::Finished);
            if violation.is_some() {
                return violation;
            }
            // The same inputs again if there were none.
            if inputs.is_empty() || stuck > 20 {
                break;
            }
        }
        if stuck > 40 {
            break;
        }
    }
    tally.reached_loops += reached.iter().filter(|reached| **reached).count();
    None
}

/// Analyses all functions. One that panics ends it, and one that takes too long is noted.
fn analysed(
    program: &Program,
    source: &str,
    tally: &mut Tally,
    wrong: &mut Vec<String>,
) -> Vec<FunctionBounds> {
    // Functions are asked for one after the other, each right before it is analysed.
    let begun = RefCell::new(Vec::new());
    let wanted = |function: FuncIdx| {
        begun.borrow_mut().push((function, Instant::now()));
        is_checked(&program.function_name(function))
    };
    let found = std::panic::catch_unwind(AssertUnwindSafe(|| analyse(program, World::of(program), &wanted)));
    let begun = begun.into_inner();
    for pair in begun.windows(2) {
        let (name, took) = (program.function_name(pair[0].0), pair[1].1 - pair[0].1);
        tally.slowest = tally.slowest.max(took);
        if took > PATIENCE {
            println!("{name} takes {took:?} to analyse:\n{}", text_of(source, &name));
        }
    }
    if found.is_err() {
        let name = program.function_name(begun.last().unwrap().0);
        wrong.push(format!("the analysis of {name} panics:\n{}", text_of(source, &name)));
    }
    found.unwrap_or_default().into_iter().filter(|found| is_checked(&found.name)).collect()
}

/// Checks all functions of a source, and gives what is wrong; once more while another file calls them.
fn check(source: &str, attack: Option<&str>, numbers: &mut Numbers, tally: &mut Tally) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let path = written(folder.path(), "source.c", source);
    let mut wrong = Vec::new();
    let start = Instant::now();
    let (validator, functions) =
        validator(path.clone(), |program| analysed(program, source, tally, &mut wrong));
    tally.analysing += start.elapsed();
    let start = Instant::now();
    for found in &functions {
        let claims = &validator.claims()[&found.function];
        tally.functions += 1;
        tally.bounded_functions += usize::from(found.bound.is_some());
        tally.loops += found.loops.len();
        tally.bounded_loops += found.loops.iter().filter(|one| !one.bounds.is_empty()).count();
        tally.unread += claims.unread;
        // What is called back has to be a function.
        let is_open = claims.parameters.iter().any(|parameter| parameter.name == "call");
        if is_open {
            continue;
        }
        if let Some(violation) = refute(claims, &validator, numbers, tally) {
            wrong.push(format!("{}\n{}", describe(&violation, source), text_of(source, &found.name)));
        }
    }
    if let Some(attack) = attack {
        let other = written(folder.path(), "attack.c", attack);
        let validator = in_program(&[path, other], &functions);
        for found in &functions {
            if let Some(violation) = attacked(found, &validator, numbers, tally) {
                let call = format!("{:?}", violation.call);
                wrong.push(format!(
                    "{} by {call}\n{}",
                    describe(&violation, source),
                    text_of(source, &found.name)
                ));
            }
        }
    }
    tally.running += start.elapsed();
    wrong
}

/// Runs what calls a function from another file, and gives the first run that refutes a bound.
fn attacked(
    found: &FunctionBounds,
    validator: &Validator,
    numbers: &mut Numbers,
    tally: &mut Tally,
) -> Option<Violation> {
    let name = found.name.replace('f', "a");
    // Recursive functions have none.
    let claims = validator.claims().values().find(|claims| claims.name == name)?;
    let has_bound = found.bound.is_some() || found.loops.iter().any(|one| !one.bounds.is_empty());
    if !has_bound {
        return None;
    }
    tally.attacked += 1;
    for mut tuple in tuples(claims.integers() - 1, numbers).into_iter().step_by(ATTACKED) {
        tuple.push(numbers.below(1 << 24) as i64);
        tally.attacks += 1;
        let outcome = run(validator, claims, &tuple, numbers.next(), STEPS);
        tally.excused += usize::from(outcome.excuse.is_some());
        if outcome.violation.is_some() {
            return outcome.violation;
        }
    }
    None
}

/// Whether a function is one of those that were made up, not a helper.
fn is_checked(name: &str) -> bool {
    name.strip_prefix('f').is_some_and(|number| number.parse::<usize>().is_ok())
}

/// The source of a function, with that of its helpers.
fn text_of<'s>(source: &'s str, name: &str) -> &'s str {
    let own = source.find(&format!(" {name}(")).unwrap_or(0);
    let line = source[..own].rfind('\n').map_or(0, |line| line + 1);
    let start = source.find(&format!("// {name}\n")).unwrap_or(line);
    let end = source[own..].find("\n}").map_or(source.len(), |end| own + end + 2);
    &source[start..end]
}

#[test]
fn no_run_exceeds_a_bound() {
    let number = |name, otherwise| std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(otherwise);
    let (programs, seed) = (number("WORSTCASE_LOOPS", 2000) as usize, number("WORSTCASE_SEED", 1_u64));
    // Files are independent of each other, each with numbers of its own, whichever thread takes it.
    let files = programs.div_ceil(PER_FILE);
    let (next, results) = (AtomicUsize::new(0), Mutex::new((Tally::default(), Vec::new())));
    let work = || {
        loop {
            let file = next.fetch_add(1, Ordering::Relaxed);
            if file >= files {
                return;
            }
            let mut numbers = Numbers(((seed << 20) | (file as u64 + 1)).wrapping_mul(0x9e37_79b9_7f4a_7c15));
            let mut tally = Tally::default();
            let (source, attack) = generate::sources(&mut numbers, PER_FILE.min(programs - file * PER_FILE));
            let wrong = check(&source, Some(&attack), &mut numbers, &mut tally);
            wrong.iter().for_each(|one| println!("{one}\n"));
            let mut results = results.lock().unwrap();
            results.0.add(tally);
            results.1.extend(wrong);
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
    let (tally, wrong) = results.into_inner().unwrap();
    println!("{tally:?}");
    assert!(wrong.is_empty(), "{} wrong", wrong.len());
    assert!(5 * tally.bounded_loops >= 2 * tally.loops, "too few loops have a bound to be checked");
    assert!(4 * tally.reached_loops >= tally.bounded_loops, "too few bounds are reached by a run");
    assert!(2 * tally.ended >= tally.runs, "too few runs end");
}
