//! One component of a run: its process, or with `xargs` one process after the other.

use worstcase_machine::process::{Given, Halt, Process, RunEnd, StopReason};
use worstcase_machine::wasi::Wasi;
use worstcase_machine::{Limits, Spent};
use worstcase_program::FuncIdx;

use super::Watch;
use super::end::{ComponentEnd, OfAll};
use super::items::{Item, ItemReader};
use super::result::{ComponentRun, RunCosts};
use crate::pipeline::{Component, ComponentIdx, Repeat};

/// What a pipe holds, as on Linux. More only if a read asks for more.
pub(super) const PIPE: u64 = 1 << 16;

/// The most bytes of arguments that `xargs` gives to a command, each with its terminating zero.
const MAX_ARGUMENTS: usize = 128 << 10;

/// What a component is waiting for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// Nothing.
    Ready,
    /// So many bytes of input, or the end of it.
    NeedsInput(u64),
    /// Readers.
    NeedsRoom,
    /// It has ended.
    Done,
}

/// What all nodes share.
pub(super) struct Shared<'w, W> {
    pub(super) world: &'w Wasi<u8>,
    pub(super) limits: Limits,
    pub(super) watch: &'w mut W,
}

pub(super) struct Node<'p, W: Watch<'p>> {
    index: ComponentIdx,
    component: &'p Component,
    counted_function: Option<FuncIdx>,
    pub(super) state: State,
    running: Option<Running<W::Observer>>,
    xargs: Option<Arguments>,
    is_input_ended: bool,
    /// Of the processes that have ended, and what they spent, measured or not.
    costs: RunCosts,
    spent: Spent,
    runs: u64,
    written: u64,
    bytes_in: u64,
    lines_fed: u64,
    bytes_out: u64,
    lines_out: u64,
    stderr: Vec<u8>,
    end: Option<ComponentEnd>,
    unread_lines: u64,
}

struct Running<O> {
    process: Process<u64>,
    observer: O,
}

/// What `xargs` knows.
struct Arguments {
    reader: ItemReader,
    /// Words that were read and not passed on.
    pending: Vec<Vec<u8>>,
    /// Whether a process exited with another code than 0.
    has_failed: bool,
    /// What is wrong with the input, once those before it have been passed on.
    unmatched: Option<&'static str>,
}

/// What `xargs` does next.
enum Next {
    Run(Vec<Vec<u8>>),
    Wait,
    End,
    Fail(String),
}

pub(super) fn newlines(bytes: &[u8]) -> u64 {
    bytes.iter().filter(|&&byte| byte == b'\n').count() as u64
}

impl<'p, W: Watch<'p>> Node<'p, W> {
    pub(super) fn new(
        index: ComponentIdx,
        component: &'p Component,
        counted_function: Option<FuncIdx>,
        shared: &mut Shared<'_, W>,
    ) -> Self {
        let lines = |repeat: &Repeat| matches!(repeat, Repeat::Lines { .. });
        let xargs = component.repeat.as_ref().map(|repeat| Arguments {
            reader: ItemReader::new(lines(repeat)),
            pending: Vec::new(),
            has_failed: false,
            unmatched: None,
        });
        let mut node = Node {
            index,
            component,
            counted_function,
            state: State::Ready,
            running: None,
            xargs,
            is_input_ended: false,
            costs: RunCosts::default(),
            spent: Spent::default(),
            runs: 0,
            written: 0,
            bytes_in: 0,
            lines_fed: 0,
            bytes_out: 0,
            lines_out: 0,
            stderr: Vec::new(),
            end: None,
            unread_lines: 0,
        };
        if node.xargs.is_none() {
            let arguments = component.arguments.iter().map(|argument| argument.as_bytes().to_vec()).collect();
            node.start(arguments, shared);
        }
        node
    }

    /// Starts a process of the component.
    fn start(&mut self, arguments: Vec<Vec<u8>>, shared: &mut Shared<'_, W>) {
        let mut world = shared.world.clone();
        world.set_args(std::iter::once(self.component.name.as_bytes().to_vec()).chain(arguments));
        // What `xargs` runs reads nothing.
        if self.xargs.is_none() {
            world.stream_stdin();
        }
        self.runs += 1;
        let process = Process::new(self.component.program.clone(), (), shared.limits, world);
        let started = process.map_err(|error| error.to_string()).and_then(|mut process| {
            if let Some(function) = self.counted_function {
                process.watch_calls(function);
            }
            let entered = process.enter(&self.component.entry, 0, &mut Given::list(Vec::new()));
            entered.map(|()| process).map_err(|halt| format!("{:?}", RunEnd::from(halt)))
        });
        match started {
            Ok(process) => {
                let observer = shared.watch.begin(self.index, self.component);
                self.running = Some(Running { process, observer });
            }
            Err(message) => self.finish(ComponentEnd::Stopped { message, calls: Vec::new() }),
        }
    }

    /// Whether it reads its input, or may do so later.
    pub(super) fn reads(&self) -> bool {
        let closed = |running: &Running<W::Observer>| !running.process.wasi.has_stdin();
        self.state != State::Done && (self.xargs.is_some() || !self.running.as_ref().is_some_and(closed))
    }

    /// How many bytes there is room for in the pipe that it reads.
    pub(super) fn room(&self) -> u64 {
        let wanted = if let State::NeedsInput(wanted) = self.state { wanted } else { 0 };
        PIPE.max(wanted).saturating_sub(self.unread())
    }

    fn unread(&self) -> u64 {
        match (&self.xargs, &self.running) {
            (Some(xargs), _) => xargs.reader.unread().len() as u64,
            (None, Some(running)) => running.process.wasi.unread().len() as u64,
            (None, None) => 0,
        }
    }

    pub(super) fn feed(&mut self, bytes: &[u8]) {
        if !self.reads() {
            return;
        }
        self.lines_fed += newlines(bytes);
        match (&mut self.xargs, &mut self.running) {
            (Some(xargs), _) => {
                self.bytes_in += bytes.len() as u64;
                xargs.reader.feed(bytes);
            }
            (None, Some(running)) => running.process.wasi.feed_stdin(bytes),
            (None, None) => {}
        }
    }

    pub(super) fn end_input(&mut self) {
        self.is_input_ended = true;
        match (&mut self.xargs, &mut self.running) {
            (Some(xargs), _) => xargs.reader.end(),
            (None, Some(running)) => running.process.wasi.end_stdin(),
            (None, None) => {}
        }
    }

    /// Whether it can go on, given whether readers have room for more.
    pub(super) fn can_run(&self, has_room: bool) -> bool {
        match self.state {
            State::Ready => true,
            State::NeedsInput(wanted) => self.is_input_ended || self.unread() >= wanted,
            State::NeedsRoom => has_room,
            State::Done => false,
        }
    }

    /// What it has spent so far, measured or not.
    pub(super) fn spent(&self) -> Spent {
        let now = self.running.as_ref().map(|running| running.process.spent()).unwrap_or_default();
        Spent {
            conditionals: self.spent.conditionals + now.conditionals,
            instructions: self.spent.instructions + now.instructions,
            calls: self.spent.calls + now.calls,
        }
    }

    /// The pages of memory that it has now.
    pub(super) fn pages(&self) -> u32 {
        let bytes = self.running.as_ref().map_or(0, |running| running.process.machine.peak_memory());
        (bytes / worstcase_machine::PAGE as u64) as u32
    }

    /// How many bytes it has written, to standard error too.
    pub(super) fn written(&self) -> u64 {
        self.written
    }

    /// Goes on for a while. Readers have so much room; none at all are left if there is no number. What it wrote.
    pub(super) fn step(&mut self, left: OfAll, room: Option<u64>, shared: &mut Shared<'_, W>) -> Vec<u8> {
        self.state = State::Ready;
        if self.running.is_none() {
            self.next_process(shared);
        }
        let Some(Running { process, observer }) = &mut self.running else { return Vec::new() };
        let earlier = self.spent.instructions;
        process.machine.limits.steps = left.steps.0.min(left.steps.1).saturating_sub(earlier);
        process.machine.limits.memory_pages = left.pages.0.min(left.pages.1);
        let output = left.output.0.min(left.output.1);
        process.wasi.set_output_left(output);
        process.wasi.set_stdout_room(room.unwrap_or(0));
        let steps = process.machine.limits.steps;
        let halt = process.slice(&mut Given::list(Vec::new()), observer);
        let overdrawn = process.overdrawn(steps);
        self.written += output - process.wasi.output_left();
        let written = process.wasi.take_stdout();
        self.bytes_out += written.len() as u64;
        self.lines_out += newlines(&written);
        match halt {
            None => {}
            Some(Halt::NeedStdin | Halt::StdoutFull) if overdrawn.is_some() => {
                let limit = overdrawn.expect("it is some");
                self.end_process(RunEnd::Stopped(StopReason::Limit(limit)), left, shared);
            }
            Some(Halt::NeedStdin) => self.state = State::NeedsInput(process.wasi.wanted()),
            Some(Halt::StdoutFull) if room.is_some() => self.state = State::NeedsRoom,
            Some(Halt::StdoutFull) => {
                self.close_process(shared);
                self.finish(ComponentEnd::Reader);
            }
            Some(halt) => self.end_process(halt.into(), left, shared),
        }
        written
    }

    fn end_process(&mut self, end: RunEnd, left: OfAll, shared: &mut Shared<'_, W>) {
        let Some(running) = &self.running else { return };
        let end = ComponentEnd::of(end, &running.process, left);
        self.close_process(shared);
        let Some(xargs) = &mut self.xargs else { return self.finish(end) };
        // It goes on unless something is badly wrong, and says in the end that something was.
        match end {
            ComponentEnd::Exited { code: 255 } => self.finish(ComponentEnd::Exited { code: 124 }),
            ComponentEnd::Exited { code } => xargs.has_failed |= code != 0,
            end => self.finish(end),
        }
    }

    /// Takes all that is to be known of a process before it goes away.
    fn close_process(&mut self, shared: &mut Shared<'_, W>) {
        let Some(Running { process, observer }) = self.running.take() else { return };
        self.costs.add_process(process.costs());
        let spent = process.spent();
        self.spent.conditionals += spent.conditionals;
        self.spent.instructions += spent.instructions;
        self.spent.calls += spent.calls;
        self.stderr.extend_from_slice(process.wasi.stderr());
        if self.xargs.is_none() {
            self.bytes_in = process.wasi.stdin_read();
            self.unread_lines = newlines(process.wasi.unread());
        }
        shared.watch.end(self.index, observer);
    }

    fn finish(&mut self, end: ComponentEnd) {
        self.state = State::Done;
        self.end = Some(end);
        if let Some(xargs) = &self.xargs {
            self.bytes_in -= xargs.reader.unread().len() as u64;
            self.unread_lines = newlines(xargs.reader.unread());
        }
    }

    /// Somebody asked the run to end, or nothing can go on.
    pub(super) fn interrupt(&mut self, end: ComponentEnd, shared: &mut Shared<'_, W>) {
        if self.state != State::Done {
            self.close_process(shared);
            self.finish(end);
        }
    }

    /// What `xargs` does when no process runs.
    fn next_process(&mut self, shared: &mut Shared<'_, W>) {
        match self.next_arguments() {
            Next::Run(arguments) => self.start(arguments, shared),
            Next::Wait => self.state = State::NeedsInput(self.unread() + 1),
            Next::End => {
                let has_failed = self.xargs.as_ref().is_some_and(|xargs| xargs.has_failed);
                self.finish(ComponentEnd::Exited { code: if has_failed { 123 } else { 0 } });
            }
            Next::Fail(message) => {
                self.stderr.extend_from_slice(format!("xargs: {message}\n").as_bytes());
                self.finish(ComponentEnd::Exited { code: 1 });
            }
        }
    }

    fn next_arguments(&mut self) -> Next {
        let (Some(xargs), Some(repeat)) = (&mut self.xargs, &self.component.repeat) else { return Next::End };
        let next = match repeat {
            Repeat::Lines { replace } => match xargs.reader.next() {
                Item::Argument(line) => Next::Run(replaced(&self.component.arguments, replace, &line)),
                Item::Wait => Next::Wait,
                Item::End => Next::End,
                Item::Unmatched(kind) => Next::Fail(unmatched(kind)),
            },
            Repeat::Words { most } => {
                let most = most.map_or(usize::MAX, |most| most as usize);
                xargs.next_words(self.component, most, self.runs == 0)
            }
        };
        match next {
            Next::Run(arguments) if length(&self.component.name, &arguments) > MAX_ARGUMENTS => {
                Next::Fail("argument line too long".into())
            }
            next => next,
        }
    }

    /// What it did, once it is done.
    pub(super) fn result(self) -> ComponentRun {
        ComponentRun {
            name: self.component.name.clone(),
            arguments: self.component.arguments.clone(),
            costs: self.costs,
            runs: self.runs,
            bytes_in: self.bytes_in,
            bytes_out: self.bytes_out,
            lines_in: self.lines_fed - self.unread_lines,
            lines_out: self.lines_out,
            end: self.end.unwrap_or(ComponentEnd::Interrupted),
            stderr: self.stderr,
            lines: Vec::new(),
        }
    }
}

impl Arguments {
    /// As many words as fit, or as are wanted; those that are left over are for the next process.
    fn next_words(&mut self, component: &Component, most: usize, is_first: bool) -> Next {
        let fixed: Vec<Vec<u8>> = component.arguments.iter().map(|each| each.as_bytes().to_vec()).collect();
        let room = MAX_ARGUMENTS.saturating_sub(length(&component.name, &fixed));
        let run = |words: Vec<Vec<u8>>| Next::Run(fixed.iter().cloned().chain(words).collect());
        if let Some(kind) = self.unmatched {
            return Next::Fail(unmatched(kind));
        }
        loop {
            let used: usize = self.pending.iter().map(|word| word.len() + 1).sum();
            if self.pending.len() >= most {
                return run(std::mem::take(&mut self.pending));
            }
            match self.reader.next() {
                Item::Argument(word) if !self.pending.is_empty() && used + word.len() + 1 > room => {
                    return run(std::mem::replace(&mut self.pending, vec![word]));
                }
                Item::Argument(word) => self.pending.push(word),
                Item::Wait => return Next::Wait,
                Item::End if !self.pending.is_empty() || is_first => {
                    return run(std::mem::take(&mut self.pending));
                }
                Item::End => return Next::End,
                Item::Unmatched(kind) if self.pending.is_empty() => return Next::Fail(unmatched(kind)),
                Item::Unmatched(kind) => {
                    self.unmatched = Some(kind);
                    return run(std::mem::take(&mut self.pending));
                }
            }
        }
    }
}

fn unmatched(kind: &str) -> String {
    format!("unmatched {kind} quote; by default quotes are special to xargs")
}

/// How many bytes a command line takes.
fn length(name: &str, arguments: &[Vec<u8>]) -> usize {
    name.len() + 1 + arguments.iter().map(|argument| argument.len() + 1).sum::<usize>()
}

/// The arguments with a text replaced by a line, wherever it occurs.
fn replaced(arguments: &[String], replace: &str, line: &[u8]) -> Vec<Vec<u8>> {
    let each = |argument: &String| {
        let parts: Vec<&[u8]> = argument.split(replace).map(str::as_bytes).collect();
        let joined = parts.join(line);
        // An argument ends at a zero, for every program.
        joined.split(|&byte| byte == 0).next().unwrap_or_default().to_vec()
    };
    arguments.iter().map(each).collect()
}
