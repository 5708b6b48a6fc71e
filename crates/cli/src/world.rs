//! The world of a WASI program: its arguments, environment, files and standard input.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::SystemTime;

use clap::Args;
use worstcase_machine::process::Amount;
use worstcase_machine::wasi::{Stdin, TreeShape, WasiConfig};

use crate::error::CliError;
use crate::interrupt;

/// What a WASI program sees. Nothing else of this machine can be reached.
#[derive(Args, Clone)]
pub struct World {
    /// The program's arguments, after --
    #[arg(last = true, value_name = "ARGUMENT")]
    arguments: Vec<OsString>,
    #[command(flatten)]
    folder: InputFolder,
    #[command(flatten)]
    surroundings: Surroundings,
}

/// A folder that is input, if one is.
#[derive(Args, Clone)]
pub struct InputFolder {
    /// Let a folder be input, with at most so many files and directories, and so many bytes in all: as in --tree 3,10 for the
    /// root, where programs begin, or --tree mail=100,4096; n is the size
    #[arg(long, value_name = "[GUEST=]FILES,BYTES")]
    tree: Option<Tree>,
    /// How long names in --tree are at most [default: 8]
    #[arg(long, value_name = "BYTES", requires = "tree", value_parser = clap::value_parser!(u32).range(1..=255))]
    tree_names: Option<u32>,
}

/// What is said about a folder that is input.
#[derive(Clone, Debug)]
pub struct Tree {
    written: String,
    shape: TreeShape,
}

/// The most files and directories of a tree, and the most bytes.
const MOST_ENTRIES: u32 = 1 << 16;
const MOST_TREE_BYTES: u32 = 1 << 30;

impl FromStr for Tree {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (folder, numbers) = text.rsplit_once('=').unwrap_or((".", text));
        let numbers =
            numbers.split_once(',').and_then(|(entries, bytes)| Some((amount(entries)?, amount(bytes)?)));
        let Some((entries, bytes)) = numbers else {
            return Err("write it as FILES,BYTES, as in 3,10, or as GUEST=FILES,BYTES".into());
        };
        // What is too large for a number is too large in any case.
        if matches!(entries, Amount::Number(number) if !(1..=MOST_ENTRIES).contains(&number)) {
            return Err(format!("there is at least one file or directory, and at most {MOST_ENTRIES}"));
        }
        if matches!(bytes, Amount::Number(number) if number > MOST_TREE_BYTES) {
            return Err(format!("there are at most {MOST_TREE_BYTES} bytes"));
        }
        let shape = TreeShape::new(entries, bytes);
        Ok(Tree { written: text.into(), shape: TreeShape { folder: folder.into(), ..shape } })
    }
}

/// What programs see besides arguments and standard input.
#[derive(Args, Clone)]
pub struct Surroundings {
    /// An environment variable, as in --env HOME=/
    #[arg(long, value_name = "NAME=VALUE")]
    env: Vec<OsString>,
    /// A file for the program, copied into memory
    #[arg(long, value_name = "GUEST=HOST")]
    file: Vec<OsString>,
    /// A directory for the program, copied into memory, but not links in it
    #[arg(long, value_name = "GUEST=HOST")]
    dir: Vec<OsString>,
}

/// The most that is read of a file, of standard input, or of a directory with all that is in it.
const MAX_BYTES: u64 = 1 << 30;

fn amount(text: &str) -> Option<Amount> {
    match text.parse::<u64>() {
        _ if text == "n" => Some(Amount::Size),
        Ok(number) => Some(Amount::Number(u32::try_from(number).unwrap_or(u32::MAX))),
        Err(_) => None,
    }
}

impl Tree {
    /// What it is like, with names of at most so many bytes, if that is said.
    pub fn shape(&self, names: Option<u32>) -> TreeShape {
        let shape = self.shape.clone();
        TreeShape { name: names.unwrap_or(shape.name), ..shape }
    }
}

impl InputFolder {
    /// What it is like.
    pub fn shape(&self) -> Option<TreeShape> {
        Some(self.tree.as_ref()?.shape(self.tree_names))
    }

    /// How long names are at most, if that is said.
    pub fn names(&self) -> Option<u32> {
        self.tree_names
    }
}

impl World {
    /// Whether the size says how much a tree may have.
    pub fn has_size(&self) -> bool {
        self.folder.shape().is_some_and(|shape| shape.has_size())
    }

    /// What was said about it as it is written on the command line, with folders of this machine in place of the tree.
    pub fn arguments_with(&self, folder: &str) -> Option<Vec<String>> {
        let shape = self.folder.shape()?;
        let mut arguments = vec!["--dir".into(), format!("{}={folder}", shape.folder)];
        let without = InputFolder { tree: None, tree_names: None };
        arguments.extend(World { folder: without, ..self.clone() }.arguments());
        Some(arguments)
    }

    /// Whether nothing was said about it.
    pub fn is_plain(&self) -> bool {
        let Surroundings { env, file, dir } = &self.surroundings;
        self.folder.tree.is_none()
            && self.arguments.is_empty()
            && env.is_empty()
            && file.is_empty()
            && dir.is_empty()
    }

    /// What was said about it, as it is written on the command line.
    pub fn arguments(&self) -> Vec<String> {
        let text = |word: &OsString| word.to_string_lossy().into_owned();
        let mut arguments = self.surroundings.arguments();
        if let Some(tree) = &self.folder.tree {
            arguments.extend(["--tree".into(), tree.written.clone()]);
        }
        if let Some(names) = self.folder.tree_names {
            arguments.extend(["--tree-names".into(), names.to_string()]);
        }
        if !self.arguments.is_empty() {
            arguments.push("--".into());
            arguments.extend(self.arguments.iter().map(text));
        }
        arguments
    }

    /// The world of a program with that name, in which standard input comes on demand.
    pub fn config(&self, name: &str) -> Result<WasiConfig<u8>, CliError> {
        let mut config = WasiConfig { stdin: Stdin::OnDemand, ..WasiConfig::default() };
        config.args.push(name.as_bytes().to_vec());
        config.args.extend(self.arguments.iter().map(|argument| argument.as_encoded_bytes().to_vec()));
        self.surroundings.add_to(&mut config)?;
        config.tree = self.folder.shape();
        Ok(config)
    }
}

impl Surroundings {
    /// What was said about them, as it is written on the command line.
    pub fn arguments(&self) -> Vec<String> {
        let Surroundings { env, file, dir } = self;
        let flags = [("--env", env), ("--file", file), ("--dir", dir)].into_iter();
        let said = |(flag, pairs): (&str, &Vec<OsString>)| -> Vec<String> {
            pairs.iter().flat_map(|pair| [flag.to_string(), pair.to_string_lossy().into_owned()]).collect()
        };
        flags.flat_map(said).collect()
    }

    /// Adds them to a world.
    pub fn add_to(&self, config: &mut WasiConfig<u8>) -> Result<(), CliError> {
        for pair in &self.env {
            let (name, value) = split("--env", "NAME=VALUE", pair)?;
            if name.is_empty() {
                return Err(CliError::Usage(format!("--env {}: the variable has no name", pair.display())));
            }
            config.env.push((name, value.as_encoded_bytes().to_vec()));
        }
        for pair in &self.file {
            let (guest, host) = split("--file", "GUEST=HOST", pair)?;
            if Path::new(host).is_dir() {
                let (pair, host) = (pair.display(), host.display());
                return Err(CliError::Usage(format!("--file {pair}: {host} is a directory; use --dir")));
            }
            config.files.push((guest, read(Path::new(host))?));
        }
        for pair in &self.dir {
            let (guest, host) = split("--dir", "GUEST=HOST", pair)?;
            if Path::new(host).is_file() {
                let (pair, host) = (pair.display(), host.display());
                return Err(CliError::Usage(format!("--dir {pair}: {host} is a file; use --file")));
            }
            copy_directory(&guest, Path::new(host), config)?;
        }
        Ok(())
    }

    /// The names of the files and variables that are given, and those of directories.
    pub fn names(&self) -> (Vec<String>, Vec<String>) {
        let name = |pair: &OsString| Some(at_equals_sign(pair)?.0.to_str()?.to_string());
        let files = self.file.iter().chain(&self.env).filter_map(name).collect();
        (files, self.dir.iter().filter_map(name).collect())
    }
}

/// A pair at its first `=`. What is before it is for the program, whose names are UTF-8; what is behind it need not be.
fn split<'a>(flag: &str, form: &str, pair: &'a OsStr) -> Result<(String, &'a OsStr), CliError> {
    let shown = pair.display();
    let (name, value) = at_equals_sign(pair)
        .ok_or_else(|| CliError::Usage(format!("{flag} {shown}: write it as {flag} {form}")))?;
    let name =
        name.to_str().ok_or_else(|| CliError::Usage(format!("{flag} {shown}: the name is not UTF-8")))?;
    Ok((name.to_string(), value))
}

#[cfg(unix)]
fn at_equals_sign(pair: &OsStr) -> Option<(&OsStr, &OsStr)> {
    use std::os::unix::ffi::OsStrExt;
    let at = pair.as_bytes().iter().position(|&byte| byte == b'=')?;
    let (name, value) = pair.as_bytes().split_at(at);
    Some((OsStr::from_bytes(name), OsStr::from_bytes(&value[1..])))
}

#[cfg(not(unix))]
fn at_equals_sign(pair: &OsStr) -> Option<(&OsStr, &OsStr)> {
    pair.to_str()?.split_once('=').map(|(name, value)| (name.as_ref(), value.as_ref()))
}

/// A whole file, if it is not larger than anything that makes sense (`/dev/zero` has no end).
pub fn read(path: &Path) -> Result<Vec<u8>, CliError> {
    let failed = |source| CliError::File { path: path.into(), source };
    // A pipe that nobody writes to gives nothing, for ever; a plain file is there.
    if path.metadata().is_ok_and(|metadata| metadata.is_file()) {
        return fs::File::open(path).and_then(read_all).map_err(failed);
    }
    let owned = path.to_path_buf();
    interrupt::or_give_up(move || fs::File::open(owned).and_then(read_all))
        .and_then(|read| read)
        .map_err(failed)
}

fn read_all(file: impl Read) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(std::io::Error::other("holds more than a gigabyte"));
    }
    Ok(bytes)
}

/// Copies what is below a directory, with the times when it was modified. Links are passed over, so that nothing outside of it comes
/// along, and so are pipes and devices.
pub fn copy_directory(guest: &str, host: &Path, config: &mut WasiConfig<u8>) -> Result<(), CliError> {
    let failed = |path: &Path| {
        let path = path.to_path_buf();
        move |source| CliError::File { path, source }
    };
    let mut left = MAX_BYTES;
    let mut open: Vec<(String, PathBuf)> = vec![(guest.trim_end_matches('/').into(), host.into())];
    while let Some((guest, host)) = open.pop() {
        if !guest.is_empty() && guest != "." {
            config.directories.push(guest.clone());
            let modified = fs::metadata(&host).and_then(|metadata| metadata.modified());
            config.modified.push((guest.clone(), nanoseconds(modified.map_err(failed(&host))?)));
        }
        let mut entries = fs::read_dir(&host)
            .and_then(|entries| entries.collect::<Result<Vec<_>, _>>())
            .map_err(failed(&host))?;
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            let path = entry.path();
            let name = entry.file_name().into_string().map_err(|_| {
                CliError::Usage(format!("--dir: the name of {} is not UTF-8", path.display()))
            })?;
            let guest = format!("{guest}/{name}");
            let kind = entry.file_type().map_err(failed(&path))?;
            if kind.is_dir() {
                open.push((guest, path));
            } else if kind.is_file() {
                let bytes = read(&path)?;
                left = left.checked_sub(bytes.len() as u64).ok_or_else(|| {
                    CliError::Usage(format!("--dir {}: holds more than a gigabyte", host.display()))
                })?;
                let modified = entry.metadata().and_then(|metadata| metadata.modified());
                config.modified.push((guest.clone(), nanoseconds(modified.map_err(failed(&path))?)));
                config.files.push((guest, bytes));
            }
        }
    }
    Ok(())
}

/// Since 1970; what is older is from then.
fn nanoseconds(time: SystemTime) -> u64 {
    let since = time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_nanos()).unwrap_or(u64::MAX)
}

/// Everything on this process's standard input.
pub fn standard_input() -> std::io::Result<Vec<u8>> {
    interrupt::or_give_up(|| read_all(std::io::stdin()))?
}
