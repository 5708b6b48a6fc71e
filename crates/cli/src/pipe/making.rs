//! Load tests for a pipeline: flags in, a suite out. How it is made is in `pipeline`, what is shown in `report`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use serde_json::json;
use sha2::{Digest, Sha256};
use worstcase_explore::{StdinPart, StdinShape};
use worstcase_load::{Measure, Options};
use worstcase_machine::process::Costs;
use worstcase_machine::wasi::TreeShape;
use worstcase_pipeline::Pipeline;
use worstcase_pipeline::compose::library::Library;
use worstcase_pipeline::compose::{Composer, PipelineSuite};
use worstcase_pipeline::run::RunLimits;

use super::settings::Said;
use crate::cost::CostKind;
use crate::error::CliError;
use crate::folder::{Folder, create, put, quoted};
use crate::load::{Attending, WORK, effort};
use crate::search::Solving;
use crate::stdin::{Lines, StdinParts};
use crate::{FINDING, FINE, tar, tree, world};

/// The most bytes, and the most tests, that can be asked for.
pub const MAX_SIZE: u64 = 1 << 20;
pub const MAX_TESTS: u64 = 1000;

/// Which tests are made of a pipeline.
#[derive(Args)]
pub struct Making {
    /// Make tests of so many lines of so many printable bytes, as in --lines 1000x10
    #[arg(long, value_name = "ROWSxCOLUMNS", conflicts_with = "run")]
    lines: Option<Lines>,
    /// Make tests of so many bytes that may be anything
    #[arg(short = 'n', long, value_name = "N", conflicts_with_all = ["run", "lines"], value_parser = clap::value_parser!(u32).range(1..=MAX_SIZE as i64))]
    size: Option<u32>,
    /// Make tests that are texts of this template; --size says what `n` is in it, if it is
    #[arg(long, value_name = "FILE", conflicts_with_all = ["run", "lines"])]
    template: Option<PathBuf>,
    #[command(flatten)]
    pub tree: world::InputFolder,
    /// How many tests to make [default: 10]
    #[arg(long, value_name = "T", conflicts_with = "run", value_parser = clap::value_parser!(u32).range(1..=MAX_TESTS as i64))]
    tests: Option<u32>,
    /// What counts: conditionals, instructions, calls:FUNCTION, memory, or user [default: instructions]
    #[arg(long, value_name = "KIND", conflicts_with = "run")]
    cost: Option<CostKind>,
    /// How much work to do for each component: 1 is about a minute of one processor [default: 1]
    #[arg(long, value_name = "X", value_parser = effort)]
    effort: Option<f64>,
    /// Compare with so many random inputs [default: as many as can be run in the time that the tests took]
    #[arg(long, value_name = "RUNS")]
    random: Option<u64>,
    /// Where chance begins: the same flags and the same seed give the same tests [default: 1]
    #[arg(long, value_name = "SEED")]
    seed: Option<u64>,
    /// Keep what is found out about components in this folder, and use what is there
    #[arg(long, value_name = "FOLDER")]
    library: Option<PathBuf>,
    /// Say what the library has
    #[arg(long, requires = "library")]
    pub list: bool,
    /// Say what had to be dropped of the components' paths, by source line
    #[arg(long)]
    explain: bool,
    #[command(flatten)]
    solving: Solving,
    #[command(flatten)]
    folder: Folder,
}

impl Making {
    /// Prints what the library has.
    pub fn show_library(&self, as_json: bool) -> Result<u8, CliError> {
        let folder = self.library.as_deref().expect("--list requires it");
        let listed = self.opened(folder)?.list().map_err(|error| in_folder(folder, &error))?;
        crate::report::print(&match as_json {
            true => format!("{}\n", serde_json::to_string(&listed).expect("entries are JSON")),
            false => worstcase_report::pipe::library(&listed),
        })?;
        Ok(FINE)
    }

    fn opened(&self, folder: &Path) -> Result<Library, CliError> {
        Library::open(folder).map_err(|error| in_folder(folder, &error))
    }

    /// What the pipeline reads.
    fn stdin(&self, said: &Said) -> Result<(StdinShape, u32), CliError> {
        let size = self.size.or(said.config.size);
        let is_else = self.lines.is_some() || self.template.is_none() && self.size.is_some();
        if let Some(path) = self.template.as_ref().or(said.config.template.as_ref()).filter(|_| !is_else) {
            if self.template.is_none() && said.config.lines.is_some() {
                let both =
                    "`lines` and `template` are both given: tests are either lines or texts of a template";
                return Err(CliError::Usage(both.into()));
            }
            let template = StdinParts::template(path)?;
            return match (size, template.has_size()) {
                (None, true) => Err(StdinParts::needs_size()),
                (size, _) => Ok((StdinShape::Template(template), size.unwrap_or(0))),
            };
        }
        let parts = self.parts(said)?;
        let inputs = parts.iter().map(StdinPart::inputs).sum();
        Ok((StdinShape::Parts(Arc::new(parts)), inputs))
    }

    /// The folder that is input, if one is, and what the size is then. With one on the command line, what the file says about another
    /// kind of input does not count.
    pub fn tree(&self, said: &Said) -> Result<Option<(TreeShape, u32)>, CliError> {
        let others = [
            ("--lines", self.lines.is_some()),
            ("--template", self.template.is_some()),
            ("`lines`", said.config.lines.is_some() && said.config.tree.is_some()),
            ("`template`", said.config.template.is_some() && said.config.tree.is_some()),
        ];
        let is_else = self.lines.is_some() || self.template.is_some();
        let shape = match (self.tree.shape(), said.tree()?) {
            (Some(shape), _) => shape,
            (None, Some(shape)) if !is_else => {
                TreeShape { name: self.tree.names().unwrap_or(shape.name), ..shape }
            }
            _ => return Ok(None),
        };
        if let Some((other, _)) = others.iter().find(|(_, is_given)| *is_given) {
            return Err(CliError::Usage(format!(
                "`tree` and {other} are both given: what tests are made of is either a folder or a stream"
            )));
        }
        match (self.size.or(said.config.size), shape.has_size()) {
            (None, true) => {
                Err(CliError::Usage("--tree: it mentions n, so say how much that is with --size N".into()))
            }
            (Some(_), false) => Err(CliError::Usage(
                "--size: --tree does not mention n, so there is nothing to be of that size".into(),
            )),
            (size, _) => Ok(Some((shape.at(size.unwrap_or(0)), size.unwrap_or(0)))),
        }
    }

    fn parts(&self, said: &Said) -> Result<Vec<StdinPart>, CliError> {
        let lines = match (self.lines, &said.config.lines) {
            (Some(lines), _) => Some(lines),
            (None, Some(text)) if self.size.is_none() => {
                Some(text.parse::<Lines>().map_err(CliError::Usage)?)
            }
            _ => None,
        };
        match (lines, self.size.or(said.config.size)) {
            (Some(lines), _) => Ok(lines.parts()),
            (None, Some(size)) => Ok(vec![StdinPart::any(size)]),
            (None, None) => Err(CliError::Usage(
                "say what the tests are to be like with --lines 1000x10, --size N, --template FILE or --tree FILES,BYTES, or run the pipeline on an input with --run"
                    .into(),
            )),
        }
    }

    /// Makes a suite, and writes and prints it.
    pub fn execute(
        &self,
        pipeline: &Pipeline,
        said: &Said,
        limits: RunLimits,
        replay: &str,
        as_json: bool,
    ) -> Result<u8, CliError> {
        let tree = self.tree(said)?;
        let (stdin, size) = match &tree {
            Some((_, size)) => (StdinShape::Parts(Arc::default()), *size),
            None => self.stdin(said)?,
        };
        let kind = match (&self.cost, &said.config.cost) {
            (Some(kind), _) => kind.clone(),
            (None, Some(text)) => text.parse().map_err(CliError::Usage)?,
            (None, None) => CostKind::Instructions,
        };
        let counted_functions = match &kind {
            CostKind::Calls(name) => super::counted(pipeline, name)?,
            _ => Vec::new(),
        };
        let library = match self.library.as_ref().or(said.config.library.as_ref()) {
            Some(folder) => Some(self.opened(folder)?),
            None => None,
        };
        let cost = |costs: &Costs| kind.of(costs);
        let solving = self.solving.or(&said.solving()?);
        let solver = || solving.solver_of_long_paths();
        let budget = solving.budget();
        let effort = self.effort.or(said.config.effort).unwrap_or(1.0);
        let random = self.random.or(said.config.random);
        let composer = Composer {
            pipeline,
            size,
            stdin,
            tree: tree.map(|(shape, _)| shape),
            measure: Measure { kind: kind.word(), cost: &cost },
            options: Options {
                tests: self.tests.or(said.config.tests).unwrap_or(10) as usize,
                look_ahead: None,
                diverse: true,
                work: (effort * WORK) as u64,
                branches: 10_000_000,
                threads: budget.threads,
                memory: budget.memory,
                seed: self.seed.or(said.config.seed).unwrap_or(1),
                patience: solving.patience(Options::PATIENCE),
            },
            solver: &solver,
            counted_functions,
            library: library.as_ref(),
            limits,
            random,
        };
        let name =
            pipeline.components.iter().map(|component| &component.name[..]).collect::<Vec<_>>().join("-");
        let folder = self.folder.or(said.config.out.clone());
        let claimed = folder.claim(&name, &said.source(), Some("pipe"))?;
        // Each component is searched and its inputs changed, at a small size and the whole; then the whole is changed.
        let stages = 4 * pipeline.components.len() + 1;
        let attending = Attending::new(solving.max_time(), random != Some(0), stages, None);
        let mut suite = composer.generate(&kind.to_string(), &attending)?;
        let folder = composer.tree.as_ref().map(|tree| &tree.folder[..]);
        let written = claimed.as_ref().map(|claimed| write(claimed.path(), replay, folder, &mut suite));
        let folder = claimed.as_ref().map(|claimed| claimed.path().display().to_string());
        // The result first: it must not be lost because a disk is full.
        crate::report::print(&match as_json {
            true => format!("{}\n", serde_json::to_string(&suite).expect("a suite is JSON")),
            false => {
                worstcase_report::pipe::text(&suite, self.explain || said.config.explain, folder.as_deref())
            }
        })?;
        written.transpose()?;
        Ok(if suite.needs_a_look() { FINDING } else { FINE })
    }
}

fn in_folder(folder: &Path, error: &std::io::Error) -> CliError {
    CliError::Usage(format!("{}: {error}", folder.display()))
}

/// Writes tests, manifest, result and page, given what the folder is called that is input, if one is. Tests of an earlier suite that
/// are in no manifest any longer go away.
fn write(
    folder: &Path,
    replay: &str,
    input: Option<&str>,
    suite: &mut PipelineSuite,
) -> Result<(), CliError> {
    create(&folder.join("inputs"))?;
    remove_others(&folder.join("inputs"));
    let mut manifest = String::new();
    for (number, test) in suite.tests.iter_mut().enumerate() {
        let name = format!("inputs/t{:02}", number + 1);
        let place = folder.join(&name);
        let (bytes, given) = match (&test.tree, input) {
            // An archive is one file, with one SHA-256; the folder beside it is what runs.
            (Some(tree), Some(input)) => {
                tree::replace(&place, tree)?;
                test.file = format!("{name}.tar");
                (tar::archive(tree), format!("--dir {}", quoted(&format!("{input}={}", place.display()))))
            }
            _ => {
                test.file = name;
                (test.input.clone(), format!("--input-file {}", quoted(&place.display().to_string())))
            }
        };
        put(&folder.join(&test.file), &bytes)?;
        let sha256: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        let line = json!({
            "file": test.file,
            "bytes": test.bytes(),
            "cost_kind": suite.cost_kind,
            "cost": test.cost,
            "sha256": sha256,
            "replay": format!("{replay} {given}"),
        });
        manifest += &format!("{line}\n");
    }
    put(&folder.join("manifest.jsonl"), manifest.as_bytes())?;
    let json = serde_json::to_string(suite).expect("a suite is JSON");
    put(&folder.join("result.json"), format!("{json}\n").as_bytes())?;
    let page = worstcase_report::pipe::html(suite, &crate::folder::command());
    put(&folder.join("pipe.html"), page.as_bytes())
}

/// Removes the tests of an earlier suite: `t07`, its archive, or the folder.
fn remove_others(inputs: &Path) {
    for entry in std::fs::read_dir(inputs).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let name = name.strip_suffix(".tar").unwrap_or(&name);
        if name.strip_prefix('t').is_some_and(|digits| digits.parse::<usize>().is_ok()) {
            // What cannot be removed is only not in the manifest.
            let _ = match entry.path().is_dir() {
                true => std::fs::remove_dir_all(entry.path()),
                false => std::fs::remove_file(entry.path()),
            };
        }
    }
}
