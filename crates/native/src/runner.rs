//! A child process that runs a program, and the conversation with it.
//!
//! The child reads requests and writes answers on one socket, and can do nothing else. Many runs go in one request, since a
//! message there and back takes as long as a short run. If the child dies, or is to be stopped, what it has not answered is
//! unsupported, and the next request starts a new one.

use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use worstcase_machine::Limits;

use crate::answer::{NativeRun, Reader, Shape};
use crate::case::{CASE, Case, IMAGE, RUNS, World, image, message};
use crate::native::{Native, NativeError};

/// A request grows no larger than this by another run. The child has room for the largest run beside it.
const REQUEST: usize = 256 << 10;

/// The most inputs of a run: as many as the child has room for.
pub(crate) const MOST_INPUTS: usize = 1 << 16;

/// No message of the child is longer: it has no room for more.
const MOST_ANSWER: usize = 64 << 20;

/// Memory goes to the child in pieces of this size.
const PIECE: usize = 1 << 20;

/// How often is looked whether to stop while the child runs.
const LOOK: Duration = Duration::from_millis(10);

/// A child that does not say that it is ready by then is broken.
const PATIENCE: Duration = Duration::from_secs(20);

/// Runs a program at a size, in a child of its own. One for each thread.
pub struct Runner {
    native: Arc<Native>,
    case: Case,
    child: Option<Connection>,
}

/// A child that runs.
struct Connection {
    child: Child,
    stream: UnixStream,
    answer: Vec<u8>,
}

impl Runner {
    pub(crate) fn start(native: Arc<Native>, case: Case) -> Result<Runner, NativeError> {
        let child =
            Connection::open(&native, &case).map_err(NativeError::child("the child does not start"))?;
        Ok(Runner { native, case, child: Some(child) })
    }

    /// Goes on with another size, other limits, or another world.
    pub fn resize(&mut self, size: u32, limits: &Limits, world: &World) -> Result<(), NativeError> {
        self.case = self.native.case(size, limits, world)?;
        if let Some(child) = &mut self.child
            && child.begin(&self.case).is_err()
        {
            self.child = None;
        }
        Ok(())
    }

    /// Runs inputs, and answers in their order. Once `is_stopped` says so, what is left is unsupported.
    pub fn run(&mut self, inputs: &[&[u64]], is_stopped: &dyn Fn() -> bool) -> Vec<NativeRun> {
        let mut runs = Vec::with_capacity(inputs.len());
        while runs.len() < inputs.len() && !is_stopped() {
            let left = &inputs[runs.len()..];
            if left[0].len() > MOST_INPUTS {
                runs.push(NativeRun::Unsupported);
                continue;
            }
            let (request, count) = request(left);
            let before = runs.len();
            if self.exchange(&request, &left[..count], &mut runs, is_stopped).is_err() {
                self.child = None;
                // Nobody knows which of them it was.
                runs.resize(before + count, NativeRun::Unsupported);
            }
        }
        runs.resize(inputs.len(), NativeRun::Unsupported);
        runs
    }

    /// One request and its answers, which go behind the others as they come.
    fn exchange(
        &mut self,
        request: &[u8],
        inputs: &[&[u64]],
        runs: &mut Vec<NativeRun>,
        is_stopped: &dyn Fn() -> bool,
    ) -> io::Result<()> {
        if self.child.is_none() {
            self.child = Some(Connection::open(&self.native, &self.case)?);
        }
        let child = self.child.as_mut().expect("it was started");
        child.stream.write_all(request)?;
        let program = &self.native.program;
        let shape = Shape {
            counted: &self.native.conditionals,
            conditionals: program.conditionals.len(),
            results: program.func_type(self.native.entry.function()).results.len(),
            most_instructions: self.case.most_instructions(),
        };
        let mut left = inputs.iter();
        while !left.as_slice().is_empty() {
            let count = child.receive(is_stopped)?;
            let mut reader = Reader(&child.answer);
            for _ in 0..count {
                let given = left.next().ok_or(ErrorKind::InvalidData)?;
                runs.push(reader.run(&shape, given).ok_or(ErrorKind::InvalidData)?);
            }
        }
        Ok(())
    }
}

/// A request to run as many of these inputs as it should have, and how many those are.
fn request(inputs: &[&[u64]]) -> (Vec<u8>, usize) {
    let mut body = vec![0; 4];
    let mut count = 0;
    for input in inputs {
        if input.len() > MOST_INPUTS || body.len() > REQUEST {
            break;
        }
        add(&mut body, input);
        count += 1;
    }
    body[..4].copy_from_slice(&(count as u32).to_le_bytes());
    (message(RUNS, &body), count)
}

/// One run's inputs, with no more bytes for each than the greatest needs.
fn add(body: &mut Vec<u8>, input: &[u64]) {
    let all = input.iter().fold(0, |all, bits| all | bits);
    let bytes: u32 = match all {
        0..=0xff => 1,
        0x100..=0xffff => 2,
        0x1_0000..=0xffff_ffff => 4,
        _ => 8,
    };
    body.extend((input.len() as u32).to_le_bytes());
    body.extend(bytes.to_le_bytes());
    match bytes {
        1 => body.extend(input.iter().map(|&bits| bits as u8)),
        2 => body.extend(input.iter().flat_map(|&bits| (bits as u16).to_le_bytes())),
        4 => body.extend(input.iter().flat_map(|&bits| (bits as u32).to_le_bytes())),
        _ => body.extend(input.iter().flat_map(|&bits| bits.to_le_bytes())),
    }
}

impl Connection {
    fn open(native: &Native, case: &Case) -> io::Result<Connection> {
        let (stream, theirs) = UnixStream::pair()?;
        stream.set_read_timeout(Some(LOOK))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        let output = OwnedFd::from(theirs.try_clone()?);
        let mut command = Command::new(native.executable());
        command.env_clear().stdin(OwnedFd::from(theirs)).stdout(output).stderr(Stdio::null());
        let child = spawn(&mut command)?;
        // Else it would never see that we are gone.
        drop(command);
        let mut connection = Connection { child, stream, answer: Vec::new() };
        let image = image(&native.program).map_err(|_| ErrorKind::InvalidInput)?;
        for (start, bytes) in image {
            for (number, piece) in bytes.chunks(PIECE).enumerate() {
                let address = start + (number * PIECE) as u64;
                connection.stream.write_all(&message(IMAGE, &[&address.to_le_bytes(), piece].concat()))?;
            }
        }
        connection.begin(case)?;
        Ok(connection)
    }

    /// Tells the child what all runs have in common, and waits until it knows.
    fn begin(&mut self, case: &Case) -> io::Result<()> {
        self.stream.write_all(&case.messages())?;
        let end = Instant::now() + PATIENCE;
        let mut ready = [0; 4];
        self.read(&mut ready, &|| Instant::now() > end)?;
        if u32::from_le_bytes(ready) == CASE { Ok(()) } else { Err(ErrorKind::InvalidData.into()) }
    }

    /// The next message of answers: how many runs it has. It is then in `answer`.
    fn receive(&mut self, is_stopped: &dyn Fn() -> bool) -> io::Result<u32> {
        let mut head = [0; 8];
        self.read(&mut head, is_stopped)?;
        let [len, count] =
            [0, 4].map(|at| u32::from_le_bytes(head[at..at + 4].try_into().expect("four bytes")));
        if len as usize > MOST_ANSWER {
            return Err(ErrorKind::InvalidData.into());
        }
        let mut answer = std::mem::take(&mut self.answer);
        answer.resize(len as usize, 0);
        self.read(&mut answer, is_stopped)?;
        self.answer = answer;
        Ok(count)
    }

    fn read(&mut self, buffer: &mut [u8], is_stopped: &dyn Fn() -> bool) -> io::Result<()> {
        let mut at = 0;
        while at < buffer.len() {
            match self.stream.read(&mut buffer[at..]) {
                Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
                Ok(count) => at += count,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                    if is_stopped() {
                        return Err(error);
                    }
                }
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        // Of a child that has ended, this does nothing.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Starts a command. A file that was just written cannot be executed while a process that another thread has just forked
/// still holds it open, which is soon over.
fn spawn(command: &mut Command) -> io::Result<Child> {
    const TRIES: u32 = 50;
    for _ in 0..TRIES {
        match command.spawn() {
            Err(error) if error.kind() == ErrorKind::ExecutableFileBusy => std::thread::sleep(LOOK),
            result => return result,
        }
    }
    command.spawn()
}
