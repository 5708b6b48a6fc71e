//! What was said about a pipeline, on the command line and in a `pipeline.toml`. The command line wins.

use std::path::{Path, PathBuf};

use worstcase_machine::wasi::{TreeShape, WasiConfig};
use worstcase_pipeline::{Config, Script, Tools};

use clap::ValueEnum;

use super::making::{MAX_SIZE, MAX_TESTS};
use super::{MAX_OUTPUT, Pipe};
use crate::cost::CostKind;
use crate::error::CliError;
use crate::load::effort;
use crate::search::{MAX_THREADS, SolverKind, SolvingDefaults, seconds};
use crate::stdin::Lines;
use crate::world::{self, Tree, copy_directory};

/// What was said.
pub struct Said {
    /// What the file says; nothing if there is none.
    pub config: Config,
    file: Option<PathBuf>,
    pub script: Script,
    pub tools: Tools,
    pub input_file: Option<PathBuf>,
    /// The function whose calls are counted.
    pub calls: Option<String>,
    /// Names of files and variables that the command line gives, and those of directories.
    given: (Vec<String>, Vec<String>),
}

impl Said {
    pub fn new(pipe: &Pipe) -> Result<Said, CliError> {
        let file = is_file(pipe.text()).then(|| PathBuf::from(pipe.text()));
        let (config, script) = match &file {
            Some(path) => read(path)?,
            None => (Config::default(), Script::parse(pipe.text())?),
        };
        let mut tools = Tools {
            named: config
                .tool
                .iter()
                .map(|(name, files)| (name.clone(), files.as_slice().to_vec()))
                .collect(),
            folders: [&pipe.tools, config.tools.as_slice()].concat(),
        };
        for pair in &pipe.tool {
            let (name, files) = named(pair)?;
            tools.named.insert(name, files);
        }
        let mut said = Said {
            input_file: pipe.input_file.clone().or_else(|| config.input_file.clone()),
            calls: pipe.calls.clone().or_else(|| config.calls.clone()),
            given: pipe.surroundings.names(),
            config,
            file,
            script,
            tools,
        };
        said.check()?;
        Ok(said)
    }

    /// What is said about tests has to make sense even if none are made now.
    fn check(&mut self) -> Result<(), CliError> {
        if let Some(text) = &self.config.cost {
            match text.parse::<CostKind>() {
                Ok(CostKind::Calls(function)) => self.calls = self.calls.take().or(Some(function)),
                Ok(_) => {}
                Err(message) => return Err(self.wrong("cost", &message)),
            }
        }
        if let Some(Err(message)) = self.config.lines.as_ref().map(|text| text.parse::<Lines>()) {
            return Err(self.wrong("lines", &message));
        }
        self.tree()?;
        self.check_numbers()?;
        self.solving().map(|_| ())
    }

    /// Numbers that the flags of the same name would refuse.
    fn check_numbers(&self) -> Result<(), CliError> {
        let config = &self.config;
        let times = [("max-time", config.max_time), ("solver-time", config.solver_time)];
        for (key, time) in times.iter().filter_map(|(key, time)| Some((key, (*time)?))) {
            seconds(&time.to_string()).map_err(|message| self.wrong(key, &message))?;
        }
        if let Some(given) = config.effort {
            effort(&given.to_string()).map_err(|message| self.wrong("effort", &message))?;
        }
        let counts = [
            ("size", config.size.map(u64::from), MAX_SIZE),
            ("tests", config.tests.map(u64::from), MAX_TESTS),
            ("threads", config.threads.map(u64::from), MAX_THREADS as u64),
            ("max-output", config.max_output, MAX_OUTPUT),
            ("tree-names", config.tree_names.map(u64::from), 255),
        ];
        let is_wrong = |(_, given, most): &&(_, Option<u64>, u64)| {
            given.is_some_and(|given| given == 0 || given > *most)
        };
        match counts.iter().find(is_wrong) {
            Some((key, _, most)) => Err(self.wrong(key, &format!("a number from 1 to {most}"))),
            None => Ok(()),
        }
    }

    /// The folder that is input, if the file says that one is.
    pub fn tree(&self) -> Result<Option<TreeShape>, CliError> {
        let names = self.config.tree_names;
        match self.config.tree.as_ref().map(|text| text.parse::<Tree>()) {
            Some(Ok(tree)) => Ok(Some(tree.shape(names))),
            Some(Err(message)) => Err(self.wrong("tree", &message)),
            None if names.is_some() => Err(self.wrong("tree-names", "there is no `tree`")),
            None => Ok(None),
        }
    }

    /// What the file says about solving.
    pub fn solving(&self) -> Result<SolvingDefaults, CliError> {
        let solver = self.config.solver.as_ref().map(|text| SolverKind::from_str(text, false));
        Ok(SolvingDefaults {
            max_time: self.config.max_time,
            search_memory: self.config.search_memory,
            threads: self.config.threads,
            solver: solver.transpose().map_err(|_| self.wrong("solver", "one of chain, z3"))?,
            solver_time: self.config.solver_time,
        })
    }

    /// What results belong to: the file, or the pipeline itself.
    pub fn source(&self) -> PathBuf {
        self.file.clone().unwrap_or_else(|| PathBuf::from(&self.script.text))
    }

    /// What is wrong with a key of the file.
    pub fn wrong(&self, key: &str, message: &str) -> CliError {
        let file = self.file.as_deref().unwrap_or(Path::new("pipeline.toml"));
        CliError::Usage(format!("{}: {key}: {message}", file.display()))
    }

    /// What the file lets components see, but for what the command line replaces, and the folder that is input.
    pub fn world(&self, input: Option<&str>) -> Result<WasiConfig<u8>, CliError> {
        let mut world = WasiConfig::default();
        let (files, folders) = &self.given;
        let is_given = |name: &String| files.contains(name);
        let is_replaced = |name: &String| folders.contains(name) || input == Some(name);
        for (name, value) in self.config.env.iter().filter(|(name, _)| !is_given(name)) {
            if name.is_empty() || name.contains(['=', '\0']) || value.contains('\0') {
                return Err(self.wrong("env", &format!("`{name}` cannot be a variable")));
            }
            world.env.push((name.clone(), value.as_bytes().to_vec()));
        }
        for (guest, host) in self.config.file.iter().filter(|(name, _)| !is_given(name)) {
            world.files.push((guest.clone(), world::read(host)?));
        }
        for (guest, host) in self.config.dir.iter().filter(|(name, _)| !is_replaced(name)) {
            copy_directory(guest, host, &mut world)?;
        }
        Ok(world)
    }
}

/// Whether that is the name of a file, not a pipeline: one word that ends as such names do.
fn is_file(text: &str) -> bool {
    text.ends_with(".toml") && (!text.contains(char::is_whitespace) || Path::new(text).is_file())
}

fn read(path: &Path) -> Result<(Config, Script), CliError> {
    let bytes = world::read(path)?;
    let wrong = |message: String| CliError::Usage(format!("{}: {message}", path.display()));
    let text = String::from_utf8(bytes).map_err(|_| wrong("this is not UTF-8, which TOML is".into()))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let config = Config::parse(&text, folder).map_err(|error| wrong(error.to_string()))?;
    let script = config.script().map_err(|error| wrong(error.to_string()))?;
    Ok((config, script))
}

/// `NAME=FILE,FILE`
fn named(pair: &str) -> Result<(String, Vec<PathBuf>), CliError> {
    match pair.split_once('=') {
        Some((name, files)) if !name.is_empty() && files.split(',').all(|file| !file.is_empty()) => {
            Ok((name.to_string(), files.split(',').map(PathBuf::from).collect()))
        }
        _ => Err(CliError::Usage(format!("--tool {pair}: write it as --tool NAME=FILE,FILE"))),
    }
}
