//! A pipeline whose commands have become programs: what is run, and what load tests are made for.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use serde::Serialize;
use worstcase_machine::process::Entry;
use worstcase_machine::wasi::{ConfigError, Stdin, Wasi, WasiConfig};
use worstcase_program::Program;

use crate::syntax::{Chain, Command, Items, SyntaxError, Word, parse, quoted, rendered};
use crate::tools::Tools;

/// How many components a pipeline can have: each has memory of its own.
const MAX_COMPONENTS: usize = 100;

/// A component's place in [`Pipeline::components`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct ComponentIdx(pub usize);

/// A pipeline that can be run: components, and what reads what.
///
/// It never changes, and runs share it: also those in other threads.
#[derive(Clone, Debug)]
pub struct Pipeline {
    /// The pipeline as text.
    pub text: String,
    /// All components, in the order in which the text has them.
    pub components: Vec<Component>,
    /// How they are connected.
    pub flow: Flow,
    /// Files, directories and environment, as every component sees them. Each has a copy of its own: what one writes to a
    /// file, others do not see.
    pub world: WasiConfig<u8>,
    /// The same, ready for a process; a clone shares all files.
    pub start: Wasi<u8>,
}

/// A command of a pipeline: a program with its arguments.
#[derive(Clone, Debug)]
pub struct Component {
    /// What the command is called.
    pub name: String,
    /// Its arguments, without its name. With [`Repeat::Lines`], some of them hold what is replaced.
    pub arguments: Vec<String>,
    /// The program.
    pub program: Arc<Program>,
    /// Its entry, which is a WASI command's.
    pub entry: Entry,
    /// How often it is run, if not once on its standard input.
    pub repeat: Option<Repeat>,
}

/// How `xargs` runs a component: a new process each time, which reads nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Repeat {
    /// `xargs -I R`: once for each line of the input, which replaces `R` in the arguments.
    Lines {
        /// What is replaced.
        replace: String,
    },
    /// `xargs`: the words of the input are arguments, so many at a time, or all that fit. Once even if there are none.
    Words {
        /// `-n N`
        most: Option<u32>,
    },
}

/// A part of a pipeline: components one after the other, then branches.
///
/// A linear pipeline has no branches. A split (`tee >(…) >(…)`) has several at its end, which all read what the last component
/// writes; if there is no component, what the flow itself reads. A branch that is empty in turn is the output.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Flow {
    /// The components, each of which reads what the one before writes.
    pub components: Vec<ComponentIdx>,
    /// What reads the last one's output; nothing if that is an output of the pipeline.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub branches: Vec<Flow>,
    /// The file that the first one reads, instead of the pipeline's input. Only the whole can have it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
}

impl Component {
    /// The command as people write it.
    pub fn words(&self) -> String {
        let words = [&self.name].into_iter().chain(&self.arguments);
        words.map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
    }
}

impl Repeat {
    /// The same as it is written in front of a command.
    pub fn prefix(&self) -> String {
        match self {
            Repeat::Lines { replace } => format!("xargs -I {}", quoted(replace)),
            Repeat::Words { most: Some(most) } => format!("xargs -n {most}"),
            Repeat::Words { most: None } => "xargs".into(),
        }
    }
}

impl Flow {
    /// The components from the first to each output of the pipeline: a split is as many linear pipelines that share their
    /// first part. In the order of the outputs.
    pub fn linear(&self) -> Vec<Vec<ComponentIdx>> {
        if self.branches.is_empty() {
            return vec![self.components.clone()];
        }
        let longer = |rest: Vec<ComponentIdx>| [self.components.clone(), rest].concat();
        self.branches.iter().flat_map(Flow::linear).map(longer).collect()
    }
}

/// Why a pipeline cannot be made of its text.
#[derive(Debug, thiserror::Error)]
pub enum ResolveError {
    /// A command for which there is no program.
    #[error("{place}{}", advice.iter().map(|line| format!("\n  {line}")).collect::<String>())]
    UnknownCommand {
        /// What and where.
        place: String,
        /// What was searched, and what to do.
        advice: Vec<String>,
    },
    /// A program without `main`.
    #[error("{place}\n  a component is a program with `main`, or a WASI command: {files}")]
    NoCommand {
        /// What and where.
        place: String,
        /// The files it is made of.
        files: String,
    },
    /// A file that a `<` names.
    #[error("{place}\n  {known}")]
    UnknownFile {
        /// What and where.
        place: String,
        /// What there is.
        known: String,
    },
    /// More components than can be in memory at once.
    #[error("{place}\n  a pipeline has at most {MAX_COMPONENTS} components")]
    TooMany {
        /// The first that is too many.
        place: String,
    },
    /// A file that cannot be where it is to be.
    #[error(transparent)]
    World(#[from] ConfigError),
}

/// A pipeline's text and what it says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// The text, which words have their places in.
    pub text: String,
    /// What it says.
    pub chain: Chain,
}

impl Script {
    /// Reads a text.
    pub fn parse(text: &str) -> Result<Script, SyntaxError> {
        Ok(Script { chain: parse(text)?, text: text.to_string() })
    }

    /// The script that says this, as text.
    pub fn of(chain: &Chain) -> Script {
        let text = chain.to_string();
        Script::parse(&text).expect("what is printed can be read")
    }

    /// Finds the programs of all commands, each once. They see the files, directories and environment of the world.
    pub fn resolve<E: From<ResolveError>>(
        &self,
        tools: &Tools,
        world: WasiConfig<u8>,
        load: impl FnMut(&[PathBuf]) -> Result<Arc<Program>, E>,
    ) -> Result<Pipeline, E> {
        let world = WasiConfig { stdin: Stdin::Bytes(Vec::new()), ..world };
        let start = Wasi::new(world.clone()).map_err(ResolveError::from)?;
        let resolver =
            Resolver { script: self, tools, load, loaded: BTreeMap::new(), components: Vec::new() };
        resolver.resolve(world, start)
    }
}

struct Resolver<'a, L> {
    script: &'a Script,
    tools: &'a Tools,
    load: L,
    loaded: BTreeMap<String, (Arc<Program>, Entry)>,
    components: Vec<Component>,
}

impl<L> Resolver<'_, L> {
    fn resolve<E: From<ResolveError>>(mut self, world: WasiConfig<u8>, start: Wasi<u8>) -> Result<Pipeline, E>
    where
        L: FnMut(&[PathBuf]) -> Result<Arc<Program>, E>,
    {
        let chain = &self.script.chain;
        if let Some(file) = &chain.input
            && start.file(&file.text).is_none()
        {
            let files: Vec<String> = start.files().map(|(path, _)| path).collect();
            let known = match files.is_empty() {
                true => format!("there are no files; --file {}=PATH brings one in", file.text),
                false => format!("there are {}; --file {}=PATH brings it in", files.join(", "), file.text),
            };
            let place = self.place(&format!("there is no file `{}`", file.text), file);
            return Err(ResolveError::UnknownFile { place, known }.into());
        }
        let flow = self.flow(chain)?;
        let text = self.script.chain.to_string();
        Ok(Pipeline { text, components: self.components, flow, world, start })
    }

    fn place(&self, message: &str, word: &Word) -> String {
        rendered(message, &self.script.text, &word.offset)
    }

    fn flow<E: From<ResolveError>>(&mut self, chain: &Chain) -> Result<Flow, E>
    where
        L: FnMut(&[PathBuf]) -> Result<Arc<Program>, E>,
    {
        let mut flow = Flow { input: chain.input.as_ref().map(|file| file.text.clone()), ..Flow::default() };
        for command in &chain.commands {
            match command {
                Command::Simple(words) => flow.components.push(self.component(words, None)?),
                Command::Xargs(xargs) => {
                    let repeat = match &xargs.items {
                        Items::Lines { replace } => Repeat::Lines { replace: replace.text.clone() },
                        Items::Words { most } => Repeat::Words { most: *most },
                    };
                    flow.components.push(self.component(&xargs.command, Some(repeat))?);
                }
                Command::Split(split) => {
                    for branch in &split.branches {
                        let branch = self.flow(branch)?;
                        flow.branches.push(branch);
                    }
                    let rest = split.rest.as_ref().map(|rest| self.flow(rest)).transpose()?;
                    flow.branches.push(rest.unwrap_or_default());
                }
            }
        }
        Ok(flow)
    }

    fn component<E: From<ResolveError>>(
        &mut self,
        words: &[Word],
        repeat: Option<Repeat>,
    ) -> Result<ComponentIdx, E>
    where
        L: FnMut(&[PathBuf]) -> Result<Arc<Program>, E>,
    {
        let (name, arguments) = words.split_first().expect("a command has a name");
        if self.components.len() == MAX_COMPONENTS {
            return Err(
                ResolveError::TooMany { place: self.place("this component is one too many", name) }.into()
            );
        }
        let (program, entry) = match self.loaded.get(&name.text) {
            Some(loaded) => loaded.clone(),
            None => self.program(name)?,
        };
        self.loaded.insert(name.text.clone(), (program.clone(), entry.clone()));
        self.components.push(Component {
            name: name.text.clone(),
            arguments: arguments.iter().map(|word| word.text.clone()).collect(),
            program,
            entry,
            repeat,
        });
        Ok(ComponentIdx(self.components.len() - 1))
    }

    fn program<E: From<ResolveError>>(&mut self, name: &Word) -> Result<(Arc<Program>, Entry), E>
    where
        L: FnMut(&[PathBuf]) -> Result<Arc<Program>, E>,
    {
        let files = self.tools.find(&name.text).map_err(|unknown| {
            let place = self.place(&unknown.message, name);
            ResolveError::UnknownCommand { place, advice: unknown.advice }
        })?;
        let program = (self.load)(&files)?;
        match Entry::find(&program, Some("_start")) {
            Ok(entry @ Entry::Command(_)) => Ok((program, entry)),
            _ => {
                let files: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
                let place = self.place(&format!("`{}` cannot be run as a command", name.text), name);
                Err(ResolveError::NoCommand { place, files: files.join(", ") }.into())
            }
        }
    }
}
