//! What the outside world of a program consists of, decided before it starts.

use std::sync::Arc;

use super::errno::Errno;
use crate::process::Amount;

/// The input of a program.
#[derive(Clone, Debug)]
pub enum Stdin<B> {
    /// All of it is known.
    Bytes(Vec<B>),
    /// It is fetched when the program first looks at it: see [`Outcome::NeedStdin`](super::Outcome::NeedStdin).
    OnDemand,
}

/// The world a program starts in.
#[derive(Clone, Debug)]
pub struct WasiConfig<B> {
    /// The arguments, the program's name first.
    pub args: Vec<Vec<B>>,
    /// The environment variables, in the order the program sees them.
    pub env: Vec<(String, Vec<B>)>,
    /// What the program reads from descriptor 0.
    pub stdin: Stdin<B>,
    /// Files by their path from the root (with or without a leading `/`). Missing directories are made.
    pub files: Vec<(String, Vec<B>)>,
    /// Directories, for those that hold none of the files.
    pub directories: Vec<String>,
    /// When files and directories among these were last modified, in nanoseconds since 1970; the others were at the start.
    pub modified: Vec<(String, u64)>,
    /// A folder of which everything is input.
    pub tree: Option<TreeShape>,
    /// The wall clock at the start, in nanoseconds since 1970. The monotonic and CPU clocks start at zero.
    pub clock_start: u64,
    /// By how many nanoseconds every look at a clock moves it on, so that loops that wait for time to pass end.
    pub clock_step: u64,
    /// Where the random numbers start.
    pub random_seed: u64,
    /// What the program may use of the host's memory.
    pub limits: Limits,
}

impl<B> Default for WasiConfig<B> {
    fn default() -> Self {
        WasiConfig {
            args: Vec::new(),
            env: Vec::new(),
            stdin: Stdin::Bytes(Vec::new()),
            files: Vec::new(),
            directories: Vec::new(),
            modified: Vec::new(),
            tree: None,
            clock_start: 1_000_000_000_000_000_000,
            clock_step: 1_000_000,
            random_seed: 0,
            limits: Limits::default(),
        }
    }
}

/// A folder of which everything is input: which files and directories are in it, and all that can be known of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeShape {
    /// Where it is, from the root; it is made if it is not there.
    pub folder: String,
    /// The most files and directories, all together.
    pub entries: Amount,
    /// The most bytes of all files together.
    pub bytes: Amount,
    /// The longest name, unless the program asks for one that is longer.
    pub name: u32,
    /// The least and the greatest letter of names. `/` is none in any case.
    pub letters: (u8, u8),
    /// All files and directories, if they are known and only what is in the files is input. They have the numbers of their places
    /// here.
    pub given: Option<Arc<Vec<GivenEntry>>>,
}

/// A file or directory of a tree of which all is known but what is in files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenEntry {
    /// Its path from the tree's own folder. The directory that it is in comes before it.
    pub path: String,
    /// How many bytes it has, if it is a file.
    pub size: Option<u32>,
    /// When it was modified, in seconds since 1970.
    pub time: u64,
}

impl TreeShape {
    /// Names that are short and can be read.
    pub fn new(entries: Amount, bytes: Amount) -> TreeShape {
        TreeShape { folder: ".".into(), entries, bytes, name: 8, letters: (b' ', b'~'), given: None }
    }

    /// The same with these files and directories, of which only what is in files is input. At a smaller size than that of all files
    /// together, each has its share of so many bytes.
    pub fn with(&self, given: Arc<Vec<GivenEntry>>) -> TreeShape {
        let entries = Amount::Number(given.len() as u32);
        TreeShape { entries, bytes: Amount::Size, given: Some(given), ..self.clone() }
    }

    /// Whether how much there may be depends on the size.
    pub fn has_size(&self) -> bool {
        self.entries == Amount::Size || self.bytes == Amount::Size
    }

    /// The same at a size.
    pub fn at(&self, size: u32) -> TreeShape {
        let number = |amount: Amount| Amount::Number(amount.at(size));
        let given = self.given.as_ref().map(|given| shares(given, size));
        TreeShape { entries: number(self.entries), bytes: number(self.bytes), given, ..self.clone() }
    }

    /// The most files and directories. A world is made for one size; of another one it knows nothing.
    pub(crate) fn most_entries(&self) -> u32 {
        self.entries.at(0)
    }

    /// The most bytes.
    pub(crate) fn most_bytes(&self) -> u32 {
        self.bytes.at(0)
    }
}

/// The same files with so many bytes together, unless they have less.
fn shares(given: &Arc<Vec<GivenEntry>>, bytes: u32) -> Arc<Vec<GivenEntry>> {
    let all: u64 = given.iter().filter_map(|entry| entry.size).map(u64::from).sum();
    if all <= u64::from(bytes) {
        return given.clone();
    }
    let share = |size: u32| (u64::from(size) * u64::from(bytes) / all) as u32;
    let entry = |entry: &GivenEntry| GivenEntry { size: entry.size.map(share), ..entry.clone() };
    Arc::new(given.iter().map(entry).collect())
}

/// What a program may use of the host's memory. Everything it can make the host store is counted by one of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of stdout and stderr together.
    pub output_bytes: u64,
    /// Bytes in files and symbolic links, on top of those the program started with.
    pub file_bytes: u64,
    /// Names in directories, on top of those the program started with.
    pub entries: u64,
    /// Open descriptors. Past it the program sees `EMFILE`, as everywhere; the other limits end the run.
    pub descriptors: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { output_bytes: 16 << 20, file_bytes: 64 << 20, entries: 1 << 16, descriptors: 1024 }
    }
}

/// A file or directory of a [`WasiConfig`] that can't exist, such as one below a file or above the root.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot place `{path}` in the program's file system: {}", reason(.errno))]
pub struct ConfigError {
    /// The path as it was given.
    pub path: String,
    /// What a program would have been told.
    pub errno: Errno,
}

fn reason(errno: &Errno) -> String {
    match errno {
        Errno::Exist => "there is one already".into(),
        Errno::Isdir => "it is a directory".into(),
        Errno::Notdir => "a part of the path is a file".into(),
        Errno::Notcapable => "the path leaves the root".into(),
        Errno::Noent => "there is nothing of that name".into(),
        Errno::Nametoolong => "a name is longer than 255 bytes".into(),
        other => format!("{other:?}"),
    }
}
