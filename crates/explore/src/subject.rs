//! What is explored: a program with its entry, at a size, in a world. Concrete replays start from the same place.

use std::sync::Arc;

use worstcase_machine::process::{
    Asked, ByteOf, Costs, Driver, Entry, Given, Halt, InputError, InputKind, Inputs, Number, Parameter,
    Process, ProcessError, RunEnd, ShapeError, StdinPart, StdinSource, StopReason, Template, WitnessTree,
};
use worstcase_machine::wasi::{ConfigError, Stdin, Wasi, WasiConfig};
use worstcase_machine::{Limits, Memory, Observer, SplitMix, Step, Stop, Unobserved, Value};
use worstcase_program::{FuncIdx, Program};
use worstcase_term::mask;

use crate::edges::{Edges, Recorder};
use crate::inputs::{Input, declared, shown};
use crate::made::Large;
use crate::many::Natives;
use crate::tally::Watch;
use crate::tree::shown_tree;

/// A program under test, and all that a run of it depends on but its inputs.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The program.
    pub program: Arc<Program>,
    /// Where it begins.
    pub entry: Entry,
    /// The size n.
    pub size: u32,
    /// Its world. Standard input is overridden by `stdin`.
    pub world: WasiConfig<u8>,
    /// Files of which so many bytes are inputs.
    pub files: Vec<(String, u32)>,
    /// Arguments behind those of the world, of fixed bytes and of inputs. No input is zero, which ends an argument.
    pub arguments: Vec<Vec<StdinPart>>,
    /// Its standard input.
    pub stdin: StdinShape,
    /// The function whose calls are counted.
    pub counted_function: Option<FuncIdx>,
    /// The limits of each run.
    pub limits: Limits,
    /// Who makes many runs fast, if anybody does. All subjects with the same program, entry and counted function share it.
    pub natives: Option<Arc<Natives>>,
}

/// What standard input is made of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum StdinShape {
    /// What the world has.
    #[default]
    World,
    /// As many inputs as the size says, a byte each.
    Sized,
    /// Inputs and bytes that are fixed, one part after the other.
    Parts(Arc<Vec<StdinPart>>),
    /// A text with holes, at the size.
    Template(Arc<Template>),
}

/// Why a subject could not be started.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The program does not fit the machine.
    #[error(transparent)]
    Process(#[from] ProcessError),
    /// The world cannot be made.
    #[error(transparent)]
    World(#[from] ConfigError),
    /// The inputs do not fit.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The template of standard input has no text at this size.
    #[error(transparent)]
    Template(#[from] ShapeError),
    /// The arguments of the entry could not be prepared.
    #[error("the entry's arguments could not be prepared: {0}")]
    Entry(String),
}

impl Subject {
    /// A process that is about to enter the program. Inputs that are there from the beginning are asked for in the
    /// order of files, then of arguments, then of what the entry takes.
    pub fn start<V: Value, I: Inputs<V>>(
        &self,
        mut context: V::Context,
        inputs: &mut I,
    ) -> Result<Process<V>, StartError> {
        let mut files: Vec<(String, Vec<ByteOf<V>>)> =
            self.world.files.iter().map(|(name, bytes)| (name.clone(), known(bytes))).collect();
        for (name, len) in &self.files {
            let byte = |_| input_byte(&mut context, inputs, None);
            files.push((name.clone(), (0..*len).map(byte).collect::<Result<_, _>>()?));
        }
        let mut args: Vec<Vec<ByteOf<V>>> = self.world.args.iter().map(|argument| known(argument)).collect();
        for argument in &self.arguments {
            let mut bytes = Vec::new();
            for part in argument {
                match part {
                    StdinPart::Fixed(fixed) => bytes.extend(known::<ByteOf<V>>(fixed)),
                    StdinPart::Inputs { count, range } => {
                        let (low, high) = range.unwrap_or((0, u8::MAX));
                        for _ in 0..*count {
                            bytes.push(input_byte(&mut context, inputs, Some((low.max(1), high)))?);
                        }
                    }
                }
            }
            args.push(bytes);
        }
        let world = WasiConfig {
            args,
            env: self.world.env.iter().map(|(name, value)| (name.clone(), known(value))).collect(),
            stdin: match &self.world.stdin {
                Stdin::Bytes(bytes) if self.stdin == StdinShape::World => Stdin::Bytes(known(bytes)),
                _ => Stdin::OnDemand,
            },
            files,
            directories: self.world.directories.clone(),
            modified: self.world.modified.clone(),
            tree: self.world.tree.as_ref().map(|tree| tree.at(self.size)),
            clock_start: self.world.clock_start,
            clock_step: self.world.clock_step,
            random_seed: self.world.random_seed,
            limits: self.world.limits,
        };
        let mut process = Process::new(self.program.clone(), context, self.limits, Wasi::new(world)?)?;
        if let StdinShape::Template(template) = &self.stdin {
            process.stream_template(template.at(self.size)?);
        }
        if let Some(function) = self.counted_function {
            process.watch_calls(function);
        }
        process.enter(&self.entry, self.size, inputs).map_err(|halt| match halt.reason() {
            Ok(StopReason::Input(error)) => StartError::Input(error),
            Ok(reason) => StartError::Entry(reason.to_string()),
            Err(Halt::Stopped(Stop::Trap(trap))) => StartError::Entry(trap.to_string()),
            Err(halt) => StartError::Entry(format!("{halt:?}")),
        })?;
        Ok(process)
    }

    /// What people call the inputs that are there from the beginning, in order: `a[0]`, `key`. Those that the program
    /// asks for as it runs have no names but their numbers.
    pub fn input_names(&self) -> Vec<String> {
        const MOST: u64 = 1 << 16;
        let elements = |name: &str, len: u64| -> Vec<String> {
            (0..len.min(MOST)).map(|i| format!("{name}[{i}]")).collect()
        };
        let mut names = Vec::new();
        for (name, len) in &self.files {
            names.extend(elements(name, (*len).into()));
        }
        for (number, argument) in self.arguments.iter().enumerate() {
            let inputs = argument.iter().map(|part| u64::from(part.inputs())).sum();
            names.extend(elements(&format!("argument{}", number + 1), inputs));
        }
        match &self.entry {
            Entry::Fuzzer(_) => names.extend(elements("data", self.size.into())),
            Entry::Call(call) => {
                for parameter in &call.signature().parameters {
                    let number = names.len();
                    match parameter {
                        Parameter::Input { name, .. } => {
                            names.push(name.clone().unwrap_or_else(|| format!("x{number}")));
                        }
                        Parameter::Array { name, .. } => {
                            let name = name.clone().unwrap_or_else(|| format!("x{number}"));
                            names.extend(elements(&name, parameter.elements(self.size)));
                        }
                        Parameter::Size(_) | Parameter::Constant { .. } => {}
                    }
                }
            }
            // Standard input is asked for later, but a command rarely asks for anything else.
            Entry::Command(_) => names.extend(elements("stdin", self.stdin_inputs())),
            _ => {}
        }
        names
    }

    /// Goes on until something has to be said. Standard input is provided.
    pub(crate) fn advance<V: Value, I: Inputs<V>>(
        &self,
        process: &mut Process<V>,
        inputs: &mut I,
        observer: &mut impl Observer,
    ) -> Halt<V> {
        process.advance_fed(self.stdin_parts(&[StdinPart::any(self.size)]), inputs, observer)
    }

    /// What standard input is made of, given what it is if the size says it all.
    fn stdin_parts<'a>(&'a self, sized: &'a [StdinPart]) -> &'a [StdinPart] {
        match &self.stdin {
            StdinShape::World | StdinShape::Template(_) => &[],
            StdinShape::Sized => sized,
            StdinShape::Parts(parts) => parts,
        }
    }

    /// How many inputs standard input has.
    fn stdin_inputs(&self) -> u64 {
        let inputs = |part: &StdinPart| u64::from(part.inputs());
        self.stdin_parts(&[StdinPart::any(self.size)]).iter().map(inputs).sum()
    }

    /// All of standard input, fixed bytes included, if the inputs of a run are that and nothing else.
    pub fn stdin_of(&self, input: &[Input]) -> Option<Vec<u8>> {
        let takes_nothing = !matches!(self.entry, Entry::Fuzzer(_) | Entry::Call(_))
            && self.files.is_empty()
            && self.arguments.is_empty();
        if let StdinShape::Template(template) = &self.stdin {
            // What the program did not read is as short as it can be.
            let bits = input.iter().map(|input| input.bits).collect();
            let shape = template.at(self.size).ok().filter(|_| takes_nothing)?;
            return shape.text(&mut Padded { bits, fits: false, taken: Vec::new() });
        }
        let is_all = input.len() as u64 == self.stdin_inputs()
            && input.iter().all(|input| input.kind == InputKind::U8);
        if !takes_nothing || !is_all || self.stdin == StdinShape::World {
            return None;
        }
        let (mut bytes, mut inputs) = (Vec::new(), input.iter().map(|input| input.bits as u8));
        for part in self.stdin_parts(&[StdinPart::any(self.size)]) {
            match part {
                StdinPart::Inputs { count, .. } => bytes.extend(inputs.by_ref().take(*count as usize)),
                StdinPart::Fixed(fixed) => bytes.extend(fixed),
            }
        }
        Some(bytes)
    }

    /// Inputs on one line, for people: what they make, else their numbers.
    pub fn shown(&self, input: &[Input]) -> String {
        self.shown_made(input).unwrap_or_else(|| shown(input))
    }

    /// What inputs make, on one line, if they are not all there is to see: of a template the text, of a folder what is in it.
    pub fn shown_made(&self, input: &[Input]) -> Option<String> {
        if let Ok(Some(tree)) = self.tree_of(input) {
            return Some(shown_tree(&tree));
        }
        let StdinShape::Template(_) = &self.stdin else { return None };
        let byte = |&byte: &u8| Input { kind: InputKind::U8, bits: byte.into() };
        Some(shown(&self.stdin_of(input)?.iter().map(byte).collect::<Vec<Input>>()))
    }

    /// Runs the program on numbers: what they cost, and how it ended.
    pub fn replay(&self, input: &[Input]) -> Result<(Costs, RunEnd), StartError> {
        self.run(Given::bits(input.iter().map(|input| input.bits).collect()), &Watch::default())
    }

    /// Runs the program on numbers: what it writes to standard output, what that costs, and how it ended, unless the watch says to stop.
    pub fn replay_output(
        &self,
        input: &[Input],
        watch: &Watch,
    ) -> Result<(Vec<u8>, Costs, RunEnd), StartError> {
        let mut given = Given::bits(input.iter().map(|input| input.bits).collect());
        let (process, end) = self.driven(&mut given, &mut Unobserved, &mut || watch.is_stopped())?;
        Ok((process.wasi.stdout().to_vec(), process.costs(), end))
    }

    /// What numbers cost, and how it ended, for runs that may take long: none if the watch says to stop.
    pub fn replay_watched(
        &self,
        input: &[Input],
        watch: &Watch,
    ) -> Result<Option<(Costs, RunEnd)>, StartError> {
        let mut given = Given::bits(input.iter().map(|input| input.bits).collect());
        self.run_watched(&mut given, &mut Unobserved, watch)
    }

    /// The same, of inputs wherever they come from, for somebody to see.
    pub fn run_watched(
        &self,
        inputs: &mut impl Inputs<u64>,
        observer: &mut impl Observer,
        watch: &Watch,
    ) -> Result<Option<(Costs, RunEnd)>, StartError> {
        let (costs, end) = self.drive(inputs, observer, &mut || watch.is_stopped())?;
        Ok((end != RunEnd::Interrupted).then_some((costs, end)))
    }

    /// Runs the program on inputs wherever they come from, unless the watch says to stop.
    pub fn run(&self, mut given: Given, watch: &Watch) -> Result<(Costs, RunEnd), StartError> {
        self.drive(&mut given, &mut Unobserved, &mut || watch.is_stopped())
    }

    /// The sides of conditionals that a run takes, as far as it comes, and what it comes to.
    pub fn edges(&self, mut given: Given, watch: &Watch) -> Result<(Edges, Costs, RunEnd), StartError> {
        let mut recorder = Recorder::default();
        let (costs, end) = self.drive(&mut given, &mut recorder, &mut || watch.is_stopped())?;
        Ok((recorder.0, costs, end))
    }

    /// Runs the program on numbers, and on those closest to zero where it asks for more: all inputs that it took, what it
    /// cost, and how it ended.
    pub fn completed(
        &self,
        bits: Vec<u64>,
        observer: &mut impl Observer,
        watch: &Watch,
    ) -> Result<(Vec<Input>, Costs, RunEnd), StartError> {
        let mut padded = Padded { bits, fits: false, taken: Vec::new() };
        let (costs, end) = self.drive(&mut padded, observer, &mut || watch.is_stopped())?;
        Ok((padded.taken, costs, end))
    }

    /// The same, of numbers that nobody has checked: those that are out of the range that the program asks for are brought into
    /// it.
    pub fn fitted(
        &self,
        bits: Vec<u64>,
        observer: &mut impl Observer,
        watch: &Watch,
    ) -> Result<Fitted, StartError> {
        let mut padded = Padded { bits, fits: true, taken: Vec::new() };
        let (process, end) = self.driven(&mut padded, observer, &mut || watch.is_stopped())?;
        Ok(Fitted { input: padded.taken, costs: process.costs(), end, process })
    }

    /// The same, and what each of them was asked for as.
    pub fn asked_by(&self, bits: Vec<u64>, watch: &Watch) -> Result<AskedBy, StartError> {
        let padded = Padded { bits, fits: true, taken: Vec::new() };
        let mut asking = Asking { padded, asked: Vec::new() };
        let (costs, end) = self.drive(&mut asking, &mut Unobserved, &mut || watch.is_stopped())?;
        Ok(AskedBy { asked: asking.asked, input: asking.padded.taken, costs, end })
    }

    /// The inputs that a run takes from wherever they come, so that it can be replayed: all of them, unless the watch
    /// says to stop before it has ended.
    pub fn inputs_of(&self, given: Given, watch: &Watch) -> Result<Vec<Input>, StartError> {
        let mut recording = Recording { given, taken: Vec::new() };
        self.drive(&mut recording, &mut Unobserved, &mut || watch.is_stopped())?;
        Ok(recording.taken)
    }

    /// Random inputs, of which those with a range, but no bytes, are the greatest of it in this share of all cases. Nothing if there are
    /// none.
    pub fn large_inputs(
        &self,
        share: f64,
        seed: u64,
        watch: &Watch,
    ) -> Result<Option<Vec<Input>>, StartError> {
        let mut large = Large::new(share, seed);
        self.drive(&mut large, &mut Unobserved, &mut || watch.is_stopped())?;
        Ok(large.is_any.then_some(large.taken))
    }

    fn drive(
        &self,
        inputs: &mut impl Inputs<u64>,
        observer: &mut impl Observer,
        is_stopped: &mut dyn FnMut() -> bool,
    ) -> Result<(Costs, RunEnd), StartError> {
        let (process, end) = self.driven(inputs, observer, is_stopped)?;
        Ok((process.costs(), end))
    }

    fn driven(
        &self,
        inputs: &mut impl Inputs<u64>,
        observer: &mut impl Observer,
        is_stopped: &mut dyn FnMut() -> bool,
    ) -> Result<(Process<u64>, RunEnd), StartError> {
        let mut process = self.start::<u64, _>((), inputs)?;
        let sized = [StdinPart::any(self.size)];
        let stdin = StdinSource::Inputs(self.stdin_parts(&sized));
        let mut driver = Driver { inputs, observer, stdin, is_stopped: &mut |_| is_stopped() };
        let end = driver.run(&mut process);
        Ok((process, end))
    }

    /// Whether a run reads standard input although that is not input of the search, as far as the watch lets it run.
    pub fn reads_stdin(&self, mut given: Given, watch: &Watch) -> Result<bool, StartError> {
        let (process, _) = self.driven(&mut given, &mut Unobserved, &mut || watch.is_stopped())?;
        Ok(self.stdin == StdinShape::World && process.wasi.was_asked_for_stdin())
    }

    /// What is in its world, as a short text: two subjects with the same one see the same.
    pub fn world_fingerprint(&self) -> String {
        let world = &self.world;
        let files = world.files.iter().map(|(name, bytes)| (name, worstcase_program::fingerprint(bytes)));
        let files: Vec<(&String, String)> = files.collect();
        let all = (
            &world.args,
            &world.env,
            files,
            &world.directories,
            &self.files,
            self.stdin == StdinShape::Sized,
        );
        let mut all = format!("{all:?}");
        // Most worlds have no times of their own, and keep the fingerprints that earlier results have.
        if !world.modified.is_empty() {
            all += &format!("{:?}", world.modified);
        }
        if !self.arguments.is_empty() {
            all += &format!("{:?}", self.arguments);
        }
        match &self.stdin {
            StdinShape::Parts(parts) => all += &format!("{parts:?}"),
            StdinShape::Template(template) => all += &format!("{template:?}"),
            StdinShape::World | StdinShape::Sized => {}
        }
        if let Some(tree) = &world.tree {
            all += &format!("{tree:?}");
        }
        worstcase_program::fingerprint(all.as_bytes())
    }
}

/// Keeps the inputs that are taken.
pub(crate) struct Recording {
    pub(crate) given: Given,
    pub(crate) taken: Vec<Input>,
}

impl Inputs<u64> for Recording {
    fn next(&mut self, context: &mut (), asked: Asked) -> Step<u64, Result<u64, InputError>> {
        let value = self.given.next(context, asked)?;
        if let Ok(bits) = value {
            self.taken.push(Input { kind: asked.kind, bits: bits & mask(8 * asked.kind.bytes()) });
        }
        Ok(value)
    }

    fn replace_last(&mut self, count: usize, by: &[(Asked, u64)]) {
        replace_last(&mut self.taken, count, by);
    }
}

/// A run of numbers that were brought into the ranges that the program asks for.
pub struct Fitted {
    /// The inputs that it took.
    pub input: Vec<Input>,
    /// What it cost.
    pub costs: Costs,
    /// How it ended.
    pub end: RunEnd,
    process: Process<u64>,
}

/// What a run asked for.
pub struct AskedBy {
    /// What, one after the other.
    pub asked: Vec<Asked>,
    /// The inputs that it took for that.
    pub input: Vec<Input>,
    /// What it cost.
    pub costs: Costs,
    /// How it ended.
    pub end: RunEnd,
}

impl Fitted {
    /// The tree that it ran on, if a folder is input.
    pub fn tree(&self) -> Option<WitnessTree> {
        self.process.witness_tree()
    }

    /// The same with random bytes where files have some that were not read. Of files whose size nobody asked for, all have the same if
    /// they share what there may be, and else a random one.
    pub fn whole_tree(&self, shares: bool, seed: u64) -> Option<WitnessTree> {
        let (mut sizes, mut random) = (SplitMix(!seed), SplitMix(seed));
        let mut size = |left: u64, files: u64| match shares {
            true => left / files,
            false => sizes.next_bits() % (left + 1),
        };
        self.process.witness_tree_with(&mut size, &mut || random.next_bits() as u8)
    }

    /// Where the last byte of memory is that is not zero: how much of its memory a program has used, about. To look takes longer
    /// than many a run.
    pub fn used(&mut self) -> u64 {
        const ZEROS: [u8; 4096] = [0; 4096];
        let data = self.process.memory().data();
        let mut end = data.len();
        while end > 0 {
            let start = end.saturating_sub(ZEROS.len());
            if data[start..end] != ZEROS[..end - start] {
                break;
            }
            end = start;
        }
        data[..end].iter().rposition(|byte| *byte != 0).map_or(0, |last| last as u64 + 1)
    }
}

/// Given numbers, then those closest to zero.
pub(crate) struct Padded {
    pub(crate) bits: Vec<u64>,
    /// Whether those that are out of range are brought into it.
    pub(crate) fits: bool,
    pub(crate) taken: Vec<Input>,
}

impl Inputs<u64> for Padded {
    fn next(&mut self, _: &mut (), asked: Asked) -> Step<u64, Result<u64, InputError>> {
        if let Some((low, high)) = asked.range
            && low > high
        {
            return Ok(Err(InputError::EmptyRange { low, high }));
        }
        let bits = match self.bits.get(self.taken.len()) {
            Some(bits) if self.fits => fit(*bits, &asked),
            Some(bits) => *bits,
            None => declared(&asked).closest_to_zero(),
        };
        let input = Input { kind: asked.kind, bits: bits & mask(8 * asked.kind.bytes()) };
        self.taken.push(input);
        // As the program sees it: narrow integers are extended.
        let mut given = Given::bits(vec![input.bits]);
        given.next(&mut (), asked)
    }

    fn replace_last(&mut self, count: usize, by: &[(Asked, u64)]) {
        replace_last(&mut self.taken, count, by);
    }
}

/// The same, and what was asked for.
struct Asking {
    padded: Padded,
    asked: Vec<Asked>,
}

impl Inputs<u64> for Asking {
    fn next(&mut self, context: &mut (), asked: Asked) -> Step<u64, Result<u64, InputError>> {
        let value = self.padded.next(context, asked)?;
        if value.is_ok() {
            self.asked.push(asked);
        }
        Ok(value)
    }

    fn replace_last(&mut self, count: usize, by: &[(Asked, u64)]) {
        self.padded.replace_last(count, by);
        self.asked.truncate(self.asked.len().saturating_sub(count));
        self.asked.extend(by.iter().map(|(asked, _)| asked));
    }
}

/// Takes so many inputs as others.
fn replace_last(taken: &mut Vec<Input>, count: usize, by: &[(Asked, u64)]) {
    taken.truncate(taken.len().saturating_sub(count));
    taken.extend(by.iter().map(|(asked, bits)| Input { kind: asked.kind, bits: *bits }));
}

/// The number that has these bits if it is in the range that is asked for, else one that is: numbers beside each other stay so, as
/// far as that can be.
fn fit(bits: u64, asked: &Asked) -> u64 {
    let (Some((low, high)), width) = (asked.range, 8 * asked.kind.bytes()) else { return bits };
    let (low, high) = (i128::from(low), i128::from(high));
    let value = match (Input { kind: asked.kind, bits: bits & mask(width) }).number() {
        Number::Integer(value) => value,
        Number::Character(byte) => byte.into(),
        Number::Float(_) => return bits,
    };
    match (low..=high).contains(&value) {
        true => bits,
        false => (low + (value - low).rem_euclid(high - low + 1)) as u64 & mask(width),
    }
}

/// The next input, as a byte.
fn input_byte<V: Value, I: Inputs<V>>(
    context: &mut V::Context,
    inputs: &mut I,
    range: Option<(u8, u8)>,
) -> Result<ByteOf<V>, StartError> {
    let range = range.map(|(low, high)| (low.into(), high.into()));
    let asked = Asked { range, ..Asked::any(InputKind::U8) };
    let value = inputs.next(context, asked).map_err(|_| StartError::Entry("an input paused".into()))??;
    Ok(V::Memory::low_byte(context, value))
}

/// Bytes that are numbers.
fn known<B: From<u8>>(bytes: &[u8]) -> Vec<B> {
    bytes.iter().map(|&byte| B::from(byte)).collect()
}
