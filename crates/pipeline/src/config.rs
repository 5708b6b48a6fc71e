//! `pipeline.toml`: all that the command line of `worstcase pipe` can say, in a file with comments.
//!
//! A key is called as its flag is. Only what is to be done with the pipeline stays on the command line: `--run`, `--json`, `--list` and
//! `--no-files`. What names a file or folder is relative to the `pipeline.toml`. A pipeline is a text,
//! or a list of components that say what they read (`from`) or what reads them (`to`); what can be said so and is no
//! pipeline, such as a cycle, is refused by name.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::pipeline::Script;
use crate::syntax::{Chain, Command, Split, SyntaxError, command};

/// What a `pipeline.toml` says. What it does not say is for the command line's defaults.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Config {
    /// The pipeline as text.
    pub pipeline: Option<String>,
    /// The pipeline as components.
    #[serde(default)]
    pub component: Vec<ComponentConfig>,
    /// Folders of commands.
    #[serde(default)]
    pub tools: OneOrMany<PathBuf>,
    /// Files of commands.
    #[serde(default)]
    pub tool: BTreeMap<String, OneOrMany<PathBuf>>,
    /// How far clang may optimise commands.
    pub opt: Option<String>,
    /// More flags for clang.
    #[serde(default)]
    pub cflags: OneOrMany<String>,
    /// Files that all components see, by their names there.
    #[serde(default)]
    pub file: BTreeMap<String, PathBuf>,
    /// Directories that all components see, by their names there.
    #[serde(default)]
    pub dir: BTreeMap<String, PathBuf>,
    /// Environment variables.
    #[serde(default)]
    pub env: BTreeMap<String, String>,
    /// The file that the first component reads.
    pub input_file: Option<PathBuf>,
    /// How many lines of how many bytes the tests have, as in `1000x10`.
    pub lines: Option<String>,
    /// How many bytes the tests have.
    pub size: Option<u32>,
    /// The template that the tests are texts of.
    pub template: Option<PathBuf>,
    /// The folder that is input, as in `mail=100,4096`.
    pub tree: Option<String>,
    /// How long names in it are at most.
    pub tree_names: Option<u32>,
    /// How many tests there are to be.
    pub tests: Option<u32>,
    /// What counts as cost.
    pub cost: Option<String>,
    /// How much work to do for each component.
    pub effort: Option<f64>,
    /// How many random inputs to compare with.
    pub random: Option<u64>,
    /// Where random numbers begin.
    pub seed: Option<u64>,
    /// Whether to say what had to be dropped.
    #[serde(default)]
    pub explain: bool,
    /// Where results are written.
    pub out: Option<PathBuf>,
    /// The function whose calls a run counts.
    pub calls: Option<String>,
    /// Whether a run says what source lines cost.
    #[serde(default)]
    pub profile: bool,
    /// Where summaries are kept.
    pub library: Option<PathBuf>,
    /// The most instructions of a component.
    pub max_steps: Option<u64>,
    /// The most memory of a component, in MiB.
    pub max_memory: Option<u32>,
    /// The most calls inside one another.
    pub max_depth: Option<usize>,
    /// The most output of a component, in MiB.
    pub max_output: Option<u64>,
    /// The most time for the whole, in seconds.
    pub max_time: Option<f64>,
    /// The most memory of the search itself, in MiB.
    pub search_memory: Option<usize>,
    /// How many threads search.
    pub threads: Option<u16>,
    /// Which solver answers questions.
    pub solver: Option<String>,
    /// The most time for a question, in seconds.
    pub solver_time: Option<f64>,
}

/// A component of a pipeline that is a list.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ComponentConfig {
    /// What the others call it.
    pub name: String,
    /// A command with arguments, as in a shell.
    pub command: String,
    /// The component whose output it reads; none if it reads the pipeline's input.
    pub from: Option<String>,
    /// The components that read its output; none if that is the pipeline's.
    #[serde(default)]
    pub to: OneOrMany<String>,
}

/// One of something, or a list.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum OneOrMany<T> {
    /// One.
    One(T),
    /// Any number.
    Many(Vec<T>),
}

impl<T> Default for OneOrMany<T> {
    fn default() -> Self {
        OneOrMany::Many(Vec::new())
    }
}

impl<T> OneOrMany<T> {
    /// All of them.
    pub fn as_slice(&self) -> &[T] {
        match self {
            OneOrMany::One(one) => std::slice::from_ref(one),
            OneOrMany::Many(many) => many,
        }
    }

    fn as_mut_slice(&mut self) -> &mut [T] {
        match self {
            OneOrMany::One(one) => std::slice::from_mut(one),
            OneOrMany::Many(many) => many,
        }
    }
}

/// What is wrong with a `pipeline.toml`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConfigError {
    /// It is not what the format says, at a place that the message has.
    #[error("{0}")]
    Format(String),
    /// There is no pipeline.
    #[error("there is neither `pipeline` nor a [[component]]")]
    Empty,
    /// There are two.
    #[error("there are both `pipeline` and [[component]]s; one of them says it all")]
    Both,
    /// The pipeline's text is wrong.
    #[error("pipeline: {0}")]
    Pipeline(SyntaxError),
    /// A component's command is wrong.
    #[error("component `{name}`: {error}")]
    Command {
        /// Its name.
        name: String,
        /// What is wrong.
        error: SyntaxError,
    },
    /// Two components share a name, or one has ours.
    #[error("component `{0}`: there are two of that name")]
    Twice(String),
    /// The pipeline's own output cannot be a component.
    #[error("component `{OUTPUT}`: that is the name of the pipeline's output")]
    Reserved,
    /// A name that no component has.
    #[error("component `{name}`: `{key} = \"{other}\"` is no component; there are {known}")]
    Unknown {
        /// Who names it.
        name: String,
        /// In which key.
        key: &'static str,
        /// What.
        other: String,
        /// What there is.
        known: String,
    },
    /// Several components write to one.
    #[error(
        "component `{reader}` reads both `{first}` and `{second}`; a pipeline can be split but not joined"
    )]
    Join {
        /// Who reads.
        reader: String,
        /// One of those that write.
        first: String,
        /// Another one.
        second: String,
    },
    /// Components read each other's output all the way round.
    #[error("the components are a cycle: {}; none of them could begin", .0.join(" -> "))]
    Cycle(Vec<String>),
    /// Several components read the pipeline's input.
    #[error("the components `{0}` and `{1}` both have no `from`; a pipeline begins with one component")]
    Beginnings(String, String),
}

/// What a component names in `to` if its output is, besides, the pipeline's.
const OUTPUT: &str = "output";

impl Config {
    /// Reads a file's text. Paths in it become relative to `folder`.
    pub fn parse(text: &str, folder: &Path) -> Result<Config, ConfigError> {
        let format = |error: toml::de::Error| ConfigError::Format(error.to_string().trim_end().to_string());
        let mut config: Config = toml::from_str(text).map_err(format)?;
        let paths = config.tools.as_mut_slice().iter_mut();
        let paths = paths.chain(config.tool.values_mut().flat_map(|files| files.as_mut_slice()));
        let paths = paths.chain(config.file.values_mut()).chain(config.dir.values_mut());
        let single = [&mut config.input_file, &mut config.template, &mut config.library, &mut config.out];
        let single = single.into_iter().flatten();
        for path in paths.chain(single) {
            *path = folder.join(&*path);
        }
        Ok(config)
    }

    /// The pipeline that it describes.
    pub fn script(&self) -> Result<Script, ConfigError> {
        match (&self.pipeline, self.component.is_empty()) {
            (Some(text), true) => Script::parse(text).map_err(ConfigError::Pipeline),
            (None, false) => Ok(Script::of(&Graph::new(&self.component)?.chain()?)),
            (Some(_), false) => Err(ConfigError::Both),
            (None, true) => Err(ConfigError::Empty),
        }
    }
}

/// Components by their numbers, with what each reads and who reads it.
struct Graph<'a> {
    components: &'a [ComponentConfig],
    commands: Vec<Command>,
    from: Vec<Option<usize>>,
    /// In the order in which the file has them.
    to: Vec<Vec<usize>>,
    /// Whether its output is the pipeline's, though others read it too.
    is_output: Vec<bool>,
}

impl<'a> Graph<'a> {
    fn new(components: &'a [ComponentConfig]) -> Result<Graph<'a>, ConfigError> {
        let mut commands = Vec::new();
        for (i, component) in components.iter().enumerate() {
            if component.name == OUTPUT {
                return Err(ConfigError::Reserved);
            }
            if components[..i].iter().any(|other| other.name == component.name) {
                return Err(ConfigError::Twice(component.name.clone()));
            }
            let name = component.name.clone();
            commands.push(command(&component.command).map_err(|error| ConfigError::Command { name, error })?);
        }
        let all = components.len();
        let (from, to) = (vec![None; all], vec![Vec::new(); all]);
        let mut graph = Graph { components, commands, from, to, is_output: vec![false; all] };
        graph.connect()?;
        Ok(graph)
    }

    fn connect(&mut self) -> Result<(), ConfigError> {
        for (i, component) in self.components.iter().enumerate() {
            for reader in component.to.as_slice() {
                match reader == OUTPUT {
                    true => self.is_output[i] = true,
                    false => self.edge(i, self.named(i, "to", reader)?)?,
                }
            }
            if let Some(writer) = &component.from {
                self.edge(self.named(i, "from", writer)?, i)?;
            }
        }
        Ok(())
    }

    fn named(&self, by: usize, key: &'static str, name: &str) -> Result<usize, ConfigError> {
        self.components.iter().position(|component| component.name == name).ok_or_else(|| {
            let known: Vec<&str> = self.components.iter().map(|component| component.name.as_str()).collect();
            ConfigError::Unknown {
                name: self.name(by),
                key,
                other: name.to_string(),
                known: known.join(", "),
            }
        })
    }

    fn name(&self, component: usize) -> String {
        self.components[component].name.clone()
    }

    fn edge(&mut self, writer: usize, reader: usize) -> Result<(), ConfigError> {
        match self.from[reader] {
            // Said by both of them.
            Some(other) if other == writer => {}
            Some(other) => {
                return Err(ConfigError::Join {
                    reader: self.name(reader),
                    first: self.name(other),
                    second: self.name(writer),
                });
            }
            None => {
                self.from[reader] = Some(writer);
                self.to[writer].push(reader);
            }
        }
        Ok(())
    }

    fn chain(&self) -> Result<Chain, ConfigError> {
        for start in 0..self.components.len() {
            self.no_cycle(start)?;
        }
        let mut first = (0..self.components.len()).filter(|&i| self.from[i].is_none());
        match (first.next(), first.next()) {
            (Some(one), None) => Ok(self.chain_from(one)),
            (Some(one), Some(other)) => Err(ConfigError::Beginnings(self.name(one), self.name(other))),
            (None, _) => unreachable!("without a beginning there is a cycle"),
        }
    }

    /// Follows who writes to whom backwards; a component reads one other at most.
    fn no_cycle(&self, start: usize) -> Result<(), ConfigError> {
        let mut seen = vec![start];
        let mut at = start;
        while let Some(before) = self.from[at] {
            if let Some(place) = seen.iter().position(|&other| other == before) {
                let mut names: Vec<String> = seen[place..].iter().rev().map(|&i| self.name(i)).collect();
                names.insert(0, self.name(before));
                return Err(ConfigError::Cycle(names));
            }
            seen.push(before);
            at = before;
        }
        Ok(())
    }

    fn chain_from(&self, first: usize) -> Chain {
        let mut commands = Vec::new();
        let mut at = first;
        loop {
            commands.push(self.commands[at].clone());
            match (&self.to[at][..], self.is_output[at]) {
                ([], _) => break,
                (&[next], false) => at = next,
                (readers, is_output) => {
                    let mut branches: Vec<Chain> =
                        readers.iter().map(|&next| self.chain_from(next)).collect();
                    let rest = if is_output { None } else { branches.pop().map(Box::new) };
                    commands.push(Command::Split(Split { branches, rest }));
                    break;
                }
            }
        }
        Chain { input: None, commands }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn script(text: &str) -> String {
        let config = Config::parse(text, Path::new("base"));
        match config.and_then(|config| config.script()) {
            Ok(script) => script.chain.to_string(),
            Err(error) => error.to_string(),
        }
    }

    /// Components as `name:from:to,to`, each running a command of its name.
    fn components(list: &str) -> String {
        let component = |text: &str| {
            let [name, from, to] = text.split(':').collect::<Vec<_>>()[..] else { panic!("{text}") };
            let from = if from.is_empty() { String::new() } else { format!("from = '{from}'\n") };
            let to: Vec<String> =
                to.split(',').filter(|to| !to.is_empty()).map(|to| format!("'{to}'")).collect();
            format!("[[component]]\nname = '{name}'\ncommand = '{name} -x'\n{from}to = [{}]\n", to.join(","))
        };
        script(&list.split(' ').map(component).collect::<String>())
    }

    #[test]
    fn a_pipeline_is_a_text_or_a_list() {
        assert!(script("pipeline = \"grep 'a b' | sort # \"").starts_with("pipeline: column 19: a comment"));
        assert_eq!(script("pipeline = '''\ngrep x |\n  sort\n'''"), "grep x | sort");
        assert_eq!(components("a:: b:a:"), "a -x | b -x");
        assert_eq!(components("b:: a::b"), "a -x | b -x");
        assert_eq!(components("a::b b:a:"), "a -x | b -x");
        assert_eq!(components("a::b,c b:: c::d d::"), "a -x | tee >(b -x) | c -x | d -x");
        assert_eq!(components("a::b,output b::"), "a -x | tee >(b -x)");
    }

    #[test]
    fn what_is_no_pipeline_is_refused_by_name() {
        let cycle = "the components are a cycle: ";
        assert_eq!(components("a:b: b:a:"), format!("{cycle}a -> b -> a; none of them could begin"));
        assert_eq!(components("a:a:"), format!("{cycle}a -> a; none of them could begin"));
        let found = components("x:: a:c:b b:: c:b:");
        assert_eq!(found, format!("{cycle}a -> b -> c -> a; none of them could begin"));
        let joined = "component `c` reads both `a` and `b`; a pipeline can be split but not joined";
        assert_eq!(components("a::c b::c c::"), joined);
        assert!(components("a:: b::").contains("`a` and `b` both have no `from`"));
        assert!(components("a:: a:a:").contains("two of that name"));
        assert!(components("output::").contains("name of the pipeline's output"));
        assert!(components("a:z:").contains("`from = \"z\"` is no component; there are a"));
        assert_eq!(script(""), "there is neither `pipeline` nor a [[component]]");
        assert!(
            script("pipeline = 'a'\n[[component]]\nname = 'a'\ncommand = 'a'").starts_with("there are both")
        );
        let two = script("[[component]]\nname = 'a'\ncommand = 'a | b'");
        assert!(two.starts_with("component `a`: column 3: a component is one command"), "{two}");
    }

    #[test]
    fn unknown_keys_are_refused_with_their_place() {
        let error = script("pipeline = 'a'\nliens = '3x4'");
        assert!(error.contains("line 2, column 1") && error.contains("liens"), "{error}");
        assert!(script("pipeline = 3").contains("line 1"));
        assert!(script("pipeline").contains("line 1"));
    }

    #[test]
    fn paths_are_relative_to_the_file() {
        let text = "pipeline = 'a'\ntools = 't'\ninput-file = '/abs'\nout = 'o'\n[tool]\na = ['x.c', 'y.c']\n[file]\np = 'q'";
        let config = Config::parse(text, Path::new("base")).unwrap();
        assert_eq!(config.tools.as_slice(), [PathBuf::from("base/t")]);
        assert_eq!(config.tool["a"].as_slice(), [PathBuf::from("base/x.c"), "base/y.c".into()]);
        assert_eq!((&config.file["p"], config.input_file), (&"base/q".into(), Some("/abs".into())));
        assert_eq!(config.out, Some("base/o".into()));
    }
}
