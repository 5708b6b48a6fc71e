//! What all runs of a case have in common: the size, the limits, and how the entry gets its arguments.
//!
//! This is what `Process::enter` does, as a list of steps that the child repeats before every run.

use worstcase_machine::Limits;
use worstcase_machine::process::{Asked, Call, Entry, InputKind, Parameter, StdinPart};
use worstcase_program::signature::constant_bits;
use worstcase_program::{ConstExpr, ExternType, Program, SegmentMode};

use crate::native::NativeError;
use crate::translate::{Untranslatable, number_of};

/// The most instructions of a run; one that takes more is the interpreter's.
const MOST_STEPS: u64 = 1 << 31;

/// The most bytes that a run moves.
const MOST_MOVED: u64 = 1 << 30;

/// The most steps that the child has room for.
const MOST_CASE_STEPS: usize = 64;

/// How much of the C stack the machine leaves for the program, and where arrays may begin: see `Process::reserve`.
const MIN_STACK: u32 = 1 << 16;
const ALIGNMENT: u64 = 16;

/// Messages to the child.
pub(crate) const IMAGE: u32 = 1;
pub(crate) const CASE: u32 = 2;
pub(crate) const RUNS: u32 = 3;
const WORLD: u32 = 4;

/// The most bytes of arguments, of the environment, and of standard input.
const MOST_WORLD: usize = 1 << 20;

/// What a command finds around it. Of files there is nothing: a run that opens one is the interpreter's.
#[derive(Clone, Debug)]
pub struct World {
    /// The arguments, the program's name first.
    pub args: Vec<Vec<u8>>,
    /// The environment variables.
    pub env: Vec<(String, Vec<u8>)>,
    /// Standard input, of bytes that are fixed and bytes that are inputs.
    pub stdin: Vec<StdinPart>,
    /// The most bytes that may be written.
    pub output_bytes: u64,
}

impl Default for World {
    fn default() -> Self {
        let output_bytes = worstcase_machine::wasi::Limits::default().output_bytes;
        World { args: Vec::new(), env: Vec::new(), stdin: Vec::new(), output_bytes }
    }
}

/// Something that is done before every run.
#[derive(Clone, Copy, Debug)]
enum CaseStep {
    /// An argument that is always the same.
    Constant { target: u32, value: u64 },
    /// An argument that is an input.
    Argument { target: u32, asked: Asked },
    /// So many bytes of memory are inputs.
    Fill { address: u32, len: u32, asked: Asked },
    /// So many bytes of standard input are inputs.
    Stdin { start: u32, len: u32, asked: Asked },
}

/// What all runs have in common.
pub(crate) struct Case {
    steps: Vec<CaseStep>,
    stack_pointer: u64,
    limits: Limits,
    most_output: u64,
    /// Messages that bring the world.
    world: Vec<u8>,
    /// The limit of instructions.
    budget: u64,
    most_depth: usize,
}

impl Case {
    /// The case of an entry at a size.
    pub(crate) fn new(
        program: &Program,
        entry: &Entry,
        size: u32,
        limits: &Limits,
        world: &World,
        widest_call: usize,
    ) -> Result<Case, NativeError> {
        let first = program.memories.first().map_or(0, |memory| memory.min);
        let elements: u64 = program.tables.iter().map(|table| table.limits.min).sum();
        if first > limits.memory_pages.into() || elements > limits.table_elements.into() {
            return Err(Untranslatable("it begins beyond a limit").into());
        }
        let mut case = Case {
            steps: Vec::new(),
            stack_pointer: stack_top(program).unwrap_or(0),
            limits: *limits,
            most_output: world.output_bytes,
            world: Vec::new(),
            budget: limits.steps.min(MOST_STEPS),
            most_depth: limits.call_depth.saturating_sub(1).min(limits.stack / widest_call),
        };
        match entry {
            Entry::Plain(_) | Entry::Command(_) => {}
            Entry::Sized(_) => case.steps.push(CaseStep::Constant { target: 0, value: size.into() }),
            Entry::Fuzzer(_) => {
                let address = case.reserve(program, size.into())?;
                case.steps.push(CaseStep::Fill { address, len: size, asked: Asked::any(InputKind::U8) });
                case.steps.push(CaseStep::Constant { target: 0, value: address.into() });
                case.steps.push(CaseStep::Constant { target: 1, value: size.into() });
            }
            Entry::Call(call) => case.call(program, call, size)?,
        }
        case.world(world)?;
        match case.steps.len() > MOST_CASE_STEPS || case.steps.iter().any(|step| !step.is_supported()) {
            true => Err(Untranslatable("its arguments are unusual").into()),
            false => Ok(case),
        }
    }

    /// How many instructions the interpreter would execute.
    pub(crate) fn most_instructions(&self) -> u64 {
        self.limits.steps
    }

    /// Makes room on top of the C stack.
    fn reserve(&mut self, program: &Program, len: u64) -> Result<u32, NativeError> {
        let unsupported = NativeError::from(Untranslatable("its arguments do not go on the C stack"));
        let Some(top) = stack_top(program) else { return Err(unsupported) };
        let address = top.checked_sub(len).map(|address| address as u32 & !15);
        let address = address.filter(|&address| address >= MIN_STACK).ok_or(unsupported)?;
        let zeros = top - u64::from(address);
        if top > first_bytes(program) || !is_zero(program, address.into(), zeros) {
            return Err(Untranslatable("the top of its C stack is not empty").into());
        }
        self.stack_pointer = address.into();
        Ok(address)
    }

    /// The arguments of a function that is called as a signature says.
    fn call(&mut self, program: &Program, call: &Call, size: u32) -> Result<(), NativeError> {
        let parameters = &call.signature().parameters;
        let all = parameters.iter().map(|parameter| room(parameter, size).1).fold(0, u64::saturating_add);
        let mut free: u64 = if all == 0 { 0 } else { self.reserve(program, all)?.into() };
        let types = &program.func_type(call.function()).params;
        for ((target, parameter), &ty) in (0..).zip(parameters).zip(types) {
            let value = match parameter {
                Parameter::Size(kind) if kind.range().is_none_or(|(_, most)| i128::from(size) <= most) => {
                    size.into()
                }
                Parameter::Size(_) => return Err(Untranslatable("the size is too large").into()),
                Parameter::Input { asked, .. } => {
                    self.steps.push(CaseStep::Argument { target, asked: *asked });
                    continue;
                }
                Parameter::Array { element, .. } => {
                    let (len, room) = room(parameter, size);
                    let (address, len) = (free as u32, len as u32);
                    free += room;
                    self.steps.push(CaseStep::Fill { address, len, asked: *element });
                    address.into()
                }
                Parameter::Constant { kind, value, .. } => {
                    constant_bits(*kind, *value, ty).ok_or(Untranslatable("a constant does not fit"))?
                }
            };
            self.steps.push(CaseStep::Constant { target, value });
        }
        Ok(())
    }

    /// The messages that bring the world, and the steps that fill standard input.
    fn world(&mut self, world: &World) -> Result<(), Untranslatable> {
        let terminated = |bytes: &[u8]| [bytes, &[0]].concat();
        let variable = |(name, value): &(String, Vec<u8>)| [name.as_bytes(), b"=", value, &[0]].concat();
        let mut stdin = Vec::new();
        for part in &world.stdin {
            match part {
                StdinPart::Fixed(bytes) => stdin.extend(bytes),
                StdinPart::Inputs { count, range } => {
                    let range = range.map(|(low, high)| (low.into(), high.into()));
                    let asked = Asked { range, ..Asked::any(InputKind::U8) };
                    self.steps.push(CaseStep::Stdin { start: stdin.len() as u32, len: *count, asked });
                    if *count as usize > MOST_WORLD {
                        return Err(Untranslatable("its standard input is too long"));
                    }
                    stdin.resize(stdin.len() + *count as usize, 0);
                }
            }
        }
        let strings = [
            (world.args.len(), world.args.iter().flat_map(|argument| terminated(argument)).collect()),
            (world.env.len(), world.env.iter().flat_map(variable).collect()),
            (0, stdin),
        ];
        for (which, (count, bytes)) in (0u32..).zip(strings) {
            // The child looks for the zeros between strings.
            let zeros = bytes.iter().filter(|&&byte: &&u8| byte == 0).count();
            if bytes.len() > MOST_WORLD || which < 2 && zeros != count {
                return Err(Untranslatable("its world is unusual"));
            }
            let body = [&which.to_le_bytes()[..], &(count as u32).to_le_bytes(), &bytes].concat();
            self.world.extend(message(WORLD, &body));
        }
        Ok(())
    }

    /// The messages that tell the child.
    pub(crate) fn messages(&self) -> Vec<u8> {
        let mut body = Vec::new();
        body.extend(self.budget.to_le_bytes());
        body.extend(MOST_MOVED.to_le_bytes());
        body.extend(self.stack_pointer.to_le_bytes());
        body.extend(self.most_output.to_le_bytes());
        body.extend(u32::try_from(self.most_depth).unwrap_or(u32::MAX).to_le_bytes());
        body.extend(self.limits.memory_pages.to_le_bytes());
        body.extend((self.steps.len() as u32).to_le_bytes());
        self.steps.iter().for_each(|step| step.write(&mut body));
        [&self.world[..], &message(CASE, &body)].concat()
    }
}

/// A message to the child.
pub(crate) fn message(what: u32, body: &[u8]) -> Vec<u8> {
    let mut message = Vec::with_capacity(body.len() + 8);
    message.extend((body.len() as u32).to_le_bytes());
    message.extend(what.to_le_bytes());
    message.extend(body);
    message
}

impl CaseStep {
    /// Whether the child can bring such inputs into their range: it has 64 bits for that.
    fn is_supported(&self) -> bool {
        match self {
            CaseStep::Constant { .. } => true,
            CaseStep::Argument { asked, .. }
            | CaseStep::Fill { asked, .. }
            | CaseStep::Stdin { asked, .. } => {
                asked.range.is_none() || asked.kind.range().is_some() && asked.kind.bytes() < 8
            }
        }
    }

    /// As `CaseStep` in `serve.c`.
    fn write(&self, body: &mut Vec<u8>) {
        let (what, target, value, len, asked) = match *self {
            CaseStep::Constant { target, value } => (0u32, target, value, 0, None),
            CaseStep::Argument { target, asked } => (1, target, 0, 0, Some(asked)),
            CaseStep::Fill { address, len, asked } => (2, 0, address.into(), u64::from(len), Some(asked)),
            CaseStep::Stdin { start, len, asked } => (3, 0, start.into(), u64::from(len), Some(asked)),
        };
        let kind = asked.map_or(0, |asked| number_of(asked.kind)) as u32;
        let range = asked.and_then(|asked| asked.range);
        let (low, high) = range.unwrap_or((0, 0));
        for word in [what, kind, u32::from(range.is_some()), target] {
            body.extend(word.to_le_bytes());
        }
        for word in [value, low as u64, high as u64, len] {
            body.extend(word.to_le_bytes());
        }
    }
}

/// The top of the C stack when the program begins.
fn stack_top(program: &Program) -> Option<u64> {
    let global = program.stack_pointer? as usize;
    program.globals.get(global).filter(|ty| ty.mutable)?;
    match program.global_values.get(global)? {
        ConstExpr::Bits(bits) => Some(*bits),
        _ => None,
    }
}

/// How many bytes an array takes, and how many with the zeros behind it, as `process/call.rs` has it.
fn room(parameter: &Parameter, size: u32) -> (u64, u64) {
    match parameter {
        Parameter::Array { element, .. } => {
            let bytes = u64::from(element.kind.bytes());
            let len = parameter.elements(size).saturating_mul(bytes).min(1 << 40);
            (len, (len + bytes).next_multiple_of(ALIGNMENT))
        }
        _ => (0, 0),
    }
}

/// How many bytes of memory a program begins with.
fn first_bytes(program: &Program) -> u64 {
    program.memories.first().map_or(0, |memory| memory.min) * worstcase_machine::PAGE as u64
}

/// Whether no data lies there when a program begins.
fn is_zero(program: &Program, address: u64, len: u64) -> bool {
    image(program).is_ok_and(|image| {
        image.iter().all(|(start, bytes)| start + bytes.len() as u64 <= address || address + len <= *start)
    })
}

/// What memory holds when a program begins.
pub(crate) fn image(program: &Program) -> Result<Vec<(u64, &[u8])>, Untranslatable> {
    let mut image = Vec::new();
    for segment in &program.data {
        let SegmentMode::Active(_, offset) = segment.mode else { continue };
        let ConstExpr::Bits(offset) = offset else { return Err(Untranslatable("memory begins oddly")) };
        let start = u64::from(offset as u32);
        if start + segment.bytes.len() as u64 > first_bytes(program) {
            return Err(Untranslatable("what memory begins with does not fit"));
        }
        image.push((start, segment.bytes.as_slice()));
    }
    Ok(image)
}

/// Whether the host provides what a program imports; if not, the machine has an error to report.
pub(crate) fn check_imports(program: &Program) -> Result<(), Untranslatable> {
    use worstcase_machine::process::HostFunction;
    let is_known = |import: &worstcase_program::Import| {
        matches!(import.ty, ExternType::Func(_)) && HostFunction::resolve(import).is_ok()
    };
    match program.imports.iter().all(is_known) {
        true => Ok(()),
        false => Err(Untranslatable("an import is not what the host provides")),
    }
}
