//! Tests of pipelines whose input is a folder (CompSLG, section 4).
//!
//! A folder has parts that different components look at: `find` at names and sizes, `grep` at names again, `zip` at what is in files.
//! Only those that look at the same parts take part in a relaxation. So there are two steps. First, which files there are: paths of
//! the first component, and of those behind it that look at no file themselves, are put together; what they leave open is made at
//! random and the whole is run, as ever. Then the costliest of these folders is what is given, and only what is in its files is input:
//! all components see the same files, each byte of each is one number, whoever reads it.

use worstcase_explore::{Attendant, Input, attended};
use worstcase_load::{Measure, Options};

use super::made::{places, with_contents_open};
use super::replay::Replays;
use super::suite::{PipelineSuite, PipelineTest};
use super::summaries::Summaries;
use super::{ComposeError, Composer};
use crate::pipeline::ComponentIdx;

/// The part of the work that is for finding out which files there are.
const NAMES: f64 = 0.3;

impl<'a> Composer<'a> {
    /// Finds tests: which files there are, and then what is in them.
    pub(super) fn make_in_folder(
        &self,
        suite: &mut PipelineSuite,
        first: ComponentIdx,
        summaries: &mut Summaries<'_>,
        replays: &Replays<'_>,
        attendant: &dyn Attendant,
    ) -> Result<(), ComposeError> {
        self.check_reader(first, attendant)?;
        let names = Composer { options: self.share(NAMES / 2.0), ..self.like() };
        names.stage(suite, first, None, summaries, attendant)?;
        // What the first component does most on need not let the others do anything: paths of what is costly for all are put together
        // with theirs as well.
        let costly = suite.tests.iter().map(|test| test.numbers.clone()).collect();
        names.stage(suite, first, Some(costly), summaries, attendant)?;
        replays.keep_costliest(&mut suite.tests);
        let shape = self.tree.as_ref().zip(suite.tests.first().and_then(|test| test.tree.as_ref()));
        let Some(shape) = shape.map(|(shape, tree)| with_contents_open(shape, tree)) else { return Ok(()) };
        let bytes = shape.given.as_ref().map_or(0, |given| places(given).1);
        let contents =
            Composer { options: self.share(1.0 - NAMES), size: bytes, tree: Some(shape), ..self.like() };
        if bytes == 0 || attendant.ended().is_some() || !contents.depends_on_contents(attendant) {
            return Ok(());
        }
        contents.stage(suite, first, None, summaries, attendant)?;
        replays.keep_costliest(&mut suite.tests);
        Ok(())
    }

    /// Adds tests to a suite. If inputs are given, it is their paths that the first component takes.
    fn stage(
        &self,
        suite: &mut PipelineSuite,
        first: ComponentIdx,
        inputs: Option<Vec<Vec<Input>>>,
        summaries: &mut Summaries<'_>,
        attendant: &dyn Attendant,
    ) -> Result<(), ComposeError> {
        let mut own = Summaries::new(self, attendant);
        let mut made = PipelineSuite::default();
        if let Some(inputs) = &inputs {
            own.know(first, &self.stdin, inputs)?;
        }
        self.make(&mut made, first, &mut own, &Replays::new(self), attendant)?;
        summaries.add(own);
        suite.tests.extend(made.tests);
        suite.runs += made.runs;
        for single in made.single {
            if !suite.single.iter().any(|known| known.component == single.component) {
                suite.single.push(single);
            }
        }
        Ok(())
    }

    fn share(&self, part: f64) -> Options {
        Options { work: (self.options.work as f64 * part) as u64, ..self.options.clone() }
    }

    /// The same for the same input.
    pub(super) fn like(&self) -> Composer<'a> {
        Composer {
            pipeline: self.pipeline,
            stdin: self.stdin.clone(),
            size: self.size,
            tree: self.tree.clone(),
            measure: Measure { kind: self.measure.kind.clone(), cost: self.measure.cost },
            options: self.options.clone(),
            solver: self.solver,
            counted_functions: self.counted_functions.clone(),
            library: self.library,
            limits: self.limits,
            random: Some(0),
        }
    }

    /// The first component has to look at the folder, or nobody says which files there are.
    fn check_reader(&self, first: ComponentIdx, attendant: &dyn Attendant) -> Result<(), ComposeError> {
        let subject = self.subject(first, self.stdin.clone());
        let looks = attended(attendant, "running", None, |watch| subject.asked_by(Vec::new(), watch));
        let is_once = self.pipeline.components[first.0].repeat.is_none();
        match is_once && looks?.asked.iter().any(|asked| asked.of.is_some()) {
            true => Ok(()),
            false => {
                let folder = self.tree.as_ref().map_or(String::new(), |tree| tree.folder.clone());
                Err(ComposeError::FolderNeedsReader(self.name(first), folder))
            }
        }
    }

    /// Whether it makes a difference what is in files: it does if it does for bytes by chance, or bytes that are all alike.
    fn depends_on_contents(&self, attendant: &dyn Attendant) -> bool {
        let replays = Replays::new(self);
        let tests = attended(attendant, "running", None, |watch| replays.plain(watch));
        let is_same = |pair: &[PipelineTest]| pair[0].cost == pair[1].cost;
        !tests.windows(2).all(is_same)
    }

    /// The numbers of an input with these bytes in its files, later ones in place of earlier ones; what nobody has read is random.
    pub(super) fn filled_with(&self, read: &[&Vec<(u32, u32, u8)>]) -> Vec<u64> {
        let Some(given) = self.given() else { return Vec::new() };
        let (files, all) = places(given);
        let mut random = worstcase_machine::SplitMix(u64::from(all));
        let mut numbers: Vec<u64> = (0..all).map(|_| random.next_bits() & 0xff).collect();
        for &(entry, at, byte) in read.iter().copied().flatten() {
            let number = files.get(entry as usize).and_then(|begin| numbers.get_mut((begin + at) as usize));
            if let Some(number) = number {
                *number = byte.into();
            }
        }
        numbers
    }
}
