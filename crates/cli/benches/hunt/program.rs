//! A program of the hunt, and what its author knows of its worst case. The first lines of its source say that:
//!
//! ```c
//! // class: n^2
//! // kind: sorts
//! // best 30: [30,29,28]
//! // how: proved worst
//! ```

use std::path::{Path, PathBuf};

/// Which half a program belongs to: of those that are held back only counts are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Half {
    Seen,
    Held,
}

/// A program, and the costliest inputs that its author knows.
#[derive(Clone, Debug)]
pub struct HuntProgram {
    pub half: Half,
    pub name: String,
    pub path: PathBuf,
    /// How its worst case grows, if the author can tell.
    pub class: Option<String>,
    pub kind: String,
    /// Sizes with an input each, as JSON.
    pub best: Vec<(u32, String)>,
}

/// All programs in a folder with `seen` and `held` in it, in order.
pub fn all(folder: &Path) -> Vec<HuntProgram> {
    let mut programs = Vec::new();
    for (half, name) in [(Half::Seen, "seen"), (Half::Held, "held")] {
        let Ok(files) = std::fs::read_dir(folder.join(name)) else { continue };
        let mut paths: Vec<PathBuf> = files.flatten().map(|file| file.path()).collect();
        paths.sort();
        programs.extend(paths.into_iter().filter(|path| is_source(path)).map(|path| program(half, path)));
    }
    programs
}

fn is_source(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "c" || extension == "cc")
}

fn program(half: Half, path: PathBuf) -> HuntProgram {
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let said = |what: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix("// ")?.strip_prefix(what));
        line.map(|line| line.trim().to_string())
    };
    let best = |size: u32| Some((size, said(&format!("best {size}:"))?));
    HuntProgram {
        half,
        name: path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
        class: said("class:").filter(|class| class != "?"),
        kind: said("kind:").unwrap_or_default(),
        best: [30, 100].into_iter().filter_map(best).collect(),
        path,
    }
}
