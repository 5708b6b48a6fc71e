//! Many runs of a program, one after the other: natively where that is possible, else by the interpreter. It makes no difference but
//! for the time.
//!
//! Whoever changes inputs and runs them does so a million times. The crate `native` compiles the program for this machine, once and
//! when it is first needed; here are its children, which threads borrow, and what is done where it says that a run is not its
//! business.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use worstcase_machine::process::{Asked, Costs, Given, RunEnd, StdinPart};
use worstcase_machine::wasi::{Stdin, WasiConfig};
use worstcase_machine::{Observer, Unobserved};
use worstcase_native::{Native, NativeOptions, NativeRun, Runner, World};
use worstcase_program::compile::Stop;
use worstcase_program::{Pc, Program};

use crate::inputs::Input;
use crate::subject::{Fitted, StartError, StdinShape, Subject};
use crate::tally::Watch;

/// The native form of a program, once it is needed, and children that run it.
pub struct Natives {
    cache: Option<PathBuf>,
    state: Mutex<State>,
}

/// To compile takes about a second. What the interpreter does in that time, in instructions, is not worth it.
const WORTHWHILE: u64 = 1_000_000_000;

/// What is known of the native form.
enum State {
    /// Runs of so many instructions were asked for so far.
    Untried(u64),
    /// There is none.
    Missing,
    /// There is one, and these of its children have nothing to do.
    There(Arc<Native>, Vec<Runner>),
}

impl std::fmt::Debug for Natives {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Natives").field("cache", &self.cache).finish_non_exhaustive()
    }
}

impl Natives {
    /// For one program, with one entry and one counted function. Executables are kept in that folder.
    pub fn new(cache: Option<PathBuf>) -> Arc<Natives> {
        Arc::new(Natives { cache, state: Mutex::new(State::Untried(0)) })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A child that runs a subject, if there can be one.
    fn borrow(&self, subject: &Subject, instructions: u64, watch: &Watch) -> Option<Runner> {
        let world = world_of(subject)?;
        let (native, idle) = {
            let mut state = self.state();
            if let State::Untried(asked) = &mut *state {
                *asked = asked.saturating_add(instructions);
                if *asked < WORTHWHILE {
                    return None;
                }
                let options = NativeOptions {
                    entry: subject.entry.clone(),
                    counted_function: subject.counted_function,
                    cache: self.cache.clone(),
                    stop: Stop::when(watch.flag()),
                };
                *state = match Native::compile(&subject.program, &options) {
                    Ok(native) => State::There(Arc::new(native), Vec::new()),
                    // Whoever comes next may have the time.
                    Err(_) if watch.is_stopped() => State::Untried(WORTHWHILE),
                    Err(_) => State::Missing,
                };
            }
            let State::There(native, idle) = &mut *state else { return None };
            (native.clone(), idle.pop())
        };
        match idle {
            Some(mut runner) => {
                runner.resize(subject.size, &subject.limits, &world).ok()?;
                Some(runner)
            }
            None => native.start(subject.size, &subject.limits, &world).ok(),
        }
    }

    fn give_back(&self, runner: Runner) {
        if let State::There(_, idle) = &mut *self.state() {
            idle.push(runner);
        }
    }
}

/// What a command finds around it; nothing if that is not all bytes that are known or come in order.
fn world_of(subject: &Subject) -> Option<World> {
    let WasiConfig { args, env, stdin, tree, limits, .. } = &subject.world;
    if !subject.files.is_empty() || !subject.arguments.is_empty() || tree.is_some() {
        return None;
    }
    let stdin = match (&subject.stdin, stdin) {
        (StdinShape::World, Stdin::Bytes(bytes)) => vec![StdinPart::Fixed(bytes.clone())],
        // Nobody has any.
        (StdinShape::World, Stdin::OnDemand) => Vec::new(),
        (StdinShape::Sized, _) => vec![StdinPart::any(subject.size)],
        (StdinShape::Parts(parts), _) => parts.to_vec(),
        (StdinShape::Template(_), _) => return None,
    };
    Some(World { args: args.clone(), env: env.clone(), stdin, output_bytes: limits.output_bytes })
}

/// What a run came to.
#[derive(Clone, Debug)]
pub struct ManyRun {
    /// The inputs that it took, brought into the ranges that the program asks for.
    pub input: Vec<Input>,
    /// What it cost.
    pub costs: Costs,
    /// How it ended.
    pub end: RunEnd,
    /// How often each conditional took its first side and how often another one, if that was asked for.
    pub sides: Vec<u32>,
    /// How much of its memory the program has used, if that was asked for.
    pub used: u64,
}

/// What there is to know of runs beside what they cost.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wanted {
    /// How often each side of a conditional is taken.
    pub sides: bool,
    /// How much memory is used; only the interpreter knows.
    pub used: bool,
}

/// A subject that is run many times, in one thread.
pub struct Many<'s> {
    subject: &'s Subject,
    wanted: Wanted,
    runner: Option<Runner>,
    /// The number of the conditional that each operation decides.
    numbers: Vec<u32>,
}

impl Subject {
    /// For runs of about so many instructions in all. The program is compiled for this machine if that is worth it.
    pub fn many(&self, wanted: Wanted, instructions: u64, watch: &Watch) -> Many<'_> {
        let natives = self.natives.as_ref().filter(|_| !wanted.used);
        let runner = natives.and_then(|natives| natives.borrow(self, instructions, watch));
        Many { subject: self, wanted, runner, numbers: numbers(&self.program) }
    }
}

impl Drop for Many<'_> {
    fn drop(&mut self) {
        if let (Some(natives), Some(runner)) = (&self.subject.natives, self.runner.take()) {
            natives.give_back(runner);
        }
    }
}

impl Many<'_> {
    /// Whether runs are native, as far as they can be.
    pub fn is_native(&self) -> bool {
        self.runner.is_some()
    }

    /// Runs inputs, of which only the bits count, in order.
    pub fn run(&mut self, inputs: &[Vec<Input>], watch: &Watch) -> Result<Vec<ManyRun>, StartError> {
        let bits: Vec<Vec<u64>> =
            inputs.iter().map(|input| input.iter().map(|input| input.bits).collect()).collect();
        let Some(runner) = &mut self.runner else {
            return bits.into_iter().map(|bits| self.interpreted(bits, watch)).collect();
        };
        let slices: Vec<&[u64]> = bits.iter().map(Vec::as_slice).collect();
        let runs = runner.run(&slices, &|| watch.is_stopped());
        let made = runs.into_iter().zip(bits).map(|(run, bits)| match run {
            NativeRun::Unsupported => self.interpreted(bits, watch),
            NativeRun::Done(done) => Ok(ManyRun {
                input: done.input.into_iter().map(|(kind, bits)| Input { kind, bits }).collect(),
                costs: done.costs,
                end: done.end,
                sides: if self.wanted.sides { done.sides } else { Vec::new() },
                used: 0,
            }),
        });
        made.collect()
    }

    /// Random runs, one for each seed, with what they cost and how they ended; nothing of those that were interrupted. Most ask for what
    /// is said here; those that do not are made by the interpreter.
    pub fn random(
        &mut self,
        asked: &[Asked],
        seeds: &[u64],
        watch: &Watch,
    ) -> Result<Vec<Option<(Costs, RunEnd)>>, StartError> {
        let subject = self.subject;
        let interpreted = |seed: u64| subject.run_watched(&mut Given::random(seed), &mut Unobserved, watch);
        let bits: Option<Vec<Vec<u64>>> = seeds.iter().map(|&seed| Given::random_bits(seed, asked)).collect();
        let (Some(runner), Some(bits)) = (&mut self.runner, bits) else {
            return seeds.iter().map(|&seed| interpreted(seed)).collect();
        };
        let slices: Vec<&[u64]> = bits.iter().map(Vec::as_slice).collect();
        let runs = runner.run(&slices, &|| watch.is_stopped());
        let made = runs.into_iter().zip(bits.iter().zip(seeds)).map(|(run, (bits, seed))| match run {
            NativeRun::Done(done) if done.input.iter().map(|(_, bits)| bits).eq(bits) => {
                Ok(Some((done.costs, done.end)))
            }
            _ => interpreted(*seed),
        });
        made.collect()
    }

    fn interpreted(&self, bits: Vec<u64>, watch: &Watch) -> Result<ManyRun, StartError> {
        let conditionals = if self.wanted.sides { self.subject.program.conditionals.len() } else { 0 };
        let mut sides = Sides { numbers: &self.numbers, counts: vec![0; 2 * conditionals] };
        let mut fitted = match self.wanted.sides {
            true => self.subject.fitted(bits, &mut sides, watch)?,
            false => self.subject.fitted(bits, &mut Unobserved, watch)?,
        };
        let used = if self.wanted.used { fitted.used() } else { 0 };
        let Fitted { input, costs, end, .. } = fitted;
        Ok(ManyRun { input, costs, end, sides: sides.counts, used })
    }
}

/// How often each side of a conditional is taken in a run.
struct Sides<'p> {
    numbers: &'p [u32],
    /// Two sides of each conditional; those of a `br_table` but the first are one.
    counts: Vec<u32>,
}

impl Observer for Sides<'_> {
    const WATCHES: bool = true;

    fn operation(&mut self, _: usize, _: Pc) {}

    fn decision(&mut self, instance: usize, at: Pc, choice: u32) {
        if instance != 0 {
            return;
        }
        let number = self.numbers.get(at as usize).copied().unwrap_or(u32::MAX) as usize;
        if let Some(count) = self.counts.get_mut(2 * number + usize::from(choice != 0)) {
            *count = count.saturating_add(1);
        }
    }
}

/// The number of the conditional that each operation decides.
fn numbers(program: &Program) -> Vec<u32> {
    let number = |conditional: Option<usize>| conditional.map_or(u32::MAX, |number| number as u32);
    let of = |origin: &worstcase_program::Origin| number(origin.conditional.map(|index| index.index()));
    program.origins.iter().map(of).collect()
}
