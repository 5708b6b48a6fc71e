//! What numbers make of a pipeline's input: a stream, or a folder.
//!
//! Of a folder, the first component's run says which files there are, as it looks at them: the numbers are what it asks for. Once all
//! that is known, the numbers are what is in the files, one after the other.

use std::sync::Arc;

use worstcase_explore::{Input, StartError, Subject, Watch, WitnessTree};
use worstcase_machine::Unobserved;
use worstcase_machine::process::{Given, InputKind};
use worstcase_machine::wasi::{GivenEntry, TreeShape, Wasi, WasiConfig};

use super::Composer;

/// The input of a pipeline, and the numbers that it was made of.
#[derive(Clone, Debug, Default)]
pub struct MadeInput {
    /// The numbers.
    pub numbers: Vec<Input>,
    /// What is read from standard input.
    pub stdin: Vec<u8>,
    /// The folder, if one is input.
    pub tree: Option<WitnessTree>,
}

/// Where the random bytes of files begin that the first component has not read.
const UNREAD: u64 = 11;

impl Composer<'_> {
    /// The files and directories, if only what is in files is input.
    pub(super) fn given(&self) -> Option<&Arc<Vec<GivenEntry>>> {
        self.tree.as_ref()?.given.as_ref()
    }

    /// Whether all of a folder is input.
    pub(super) fn is_folder_open(&self) -> bool {
        self.tree.is_some() && self.given().is_none()
    }

    /// What numbers make of the input.
    pub fn made(&self, bits: Vec<u64>) -> MadeInput {
        match (self.given(), &self.tree) {
            (Some(given), _) => {
                let mut bytes: Vec<u8> = bits.iter().map(|&bits| bits as u8).collect();
                bytes.resize(places(given).1 as usize, 0);
                let number = |&byte: &u8| Input { kind: InputKind::U8, bits: byte.into() };
                let tree = Some(WitnessTree::of(given, &bytes));
                MadeInput { numbers: bytes.iter().map(number).collect(), stdin: Vec::new(), tree }
            }
            (None, Some(_)) => self.folder(bits, true, UNREAD).unwrap_or_default(),
            // Nothing is made of a template that gets too long, which then is an input like any other.
            (None, None) => self.stdin.made(self.size, bits).map(of_stdin).unwrap_or_default(),
        }
    }

    /// What random numbers make of it.
    pub fn at_random(&self, seed: u64) -> MadeInput {
        let made = match (self.given(), &self.tree) {
            (Some(given), _) => {
                let mut random = worstcase_machine::SplitMix(seed);
                Some(self.made((0..places(given).1).map(|_| random.next_bits() & 0xff).collect()))
            }
            (None, Some(_)) => {
                let subject = self.first_subject();
                let bits = subject.inputs_of(Given::random(seed), &Watch::default()).ok();
                let bits = bits.map(|input| input.iter().map(|input| input.bits).collect());
                bits.and_then(|bits| self.folder(bits, false, seed))
            }
            (None, None) => self.stdin.at_random(self.size, seed).map(of_stdin),
        };
        made.unwrap_or_default()
    }

    /// What random numbers make of it, of which this share is as large as it can be; nothing if there are no numbers but bytes.
    pub(super) fn large(&self, share: f64, seed: u64) -> Option<MadeInput> {
        match (self.given(), &self.tree) {
            (Some(_), _) => None,
            (None, Some(_)) => {
                let input = self.first_subject().large_inputs(share, seed, &Watch::default()).ok()??;
                self.folder(input.iter().map(|input| input.bits).collect(), true, seed)
            }
            (None, None) => self.stdin.large(self.size, share, seed).map(of_stdin),
        }
    }

    /// The first component, as it looks at the folder.
    pub(super) fn first_subject(&self) -> Subject {
        let first = self.pipeline.flow.components.first().copied().unwrap_or(crate::ComponentIdx(0));
        self.subject(first, self.stdin.clone())
    }

    /// The folder that the first component's run makes of numbers; what nobody has looked at is random, or sizes are as large as can be.
    fn folder(&self, bits: Vec<u64>, is_large: bool, unread: u64) -> Option<MadeInput> {
        let fitted = self.first_subject().fitted(bits, &mut Unobserved, &Watch::default());
        let fitted = fitted.ok()?;
        let tree = fitted.whole_tree(is_large, unread).filter(is_real)?;
        Some(MadeInput { numbers: fitted.input, stdin: Vec::new(), tree: Some(tree) })
    }

    /// The world of a run on such an input, if it is not that of all runs.
    pub fn world(&self, made: &MadeInput) -> Result<Option<Wasi<u8>>, StartError> {
        let (Some(shape), Some(tree)) = (&self.tree, &made.tree) else { return Ok(None) };
        let mut world: WasiConfig<u8> = self.pipeline.world.clone();
        if shape.folder != "." {
            world.directories.push(shape.folder.clone());
        }
        tree.put_into(&shape.folder, &mut world);
        Ok(Some(Wasi::new(world)?))
    }
}

/// Where the bytes of each file begin among those of all, and how many there are.
pub(super) fn places(given: &[GivenEntry]) -> (Vec<u32>, u32) {
    let mut all = 0;
    let begin = given.iter().map(|entry| {
        all += entry.size.unwrap_or(0);
        all - entry.size.unwrap_or(0)
    });
    (begin.collect(), all)
}

/// The same folder with nothing but what is in files as input.
pub(super) fn with_contents_open(shape: &TreeShape, tree: &WitnessTree) -> TreeShape {
    shape.with(Arc::new(tree.given()))
}

/// Names that programs ask for need not be text, and two of them may look alike then: such a folder is not made.
fn is_real(tree: &WitnessTree) -> bool {
    tree.entries.windows(2).all(|pair| pair[0].path != pair[1].path)
}

fn of_stdin(made: worstcase_explore::MadeStdin) -> MadeInput {
    MadeInput { numbers: made.input, stdin: made.bytes, tree: None }
}
