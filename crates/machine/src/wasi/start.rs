//! From a [`WasiConfig`] to the world that a program starts in.

use std::sync::Arc;

use super::Wasi;
use super::abi::Byte;
use super::config::{ConfigError, Stdin, WasiConfig};
use super::descriptors::Descriptors;
use super::directory::Directory;
use super::entries::Entries;
use super::environment::{Clock, Random};
use super::errno::{Errno, Interrupt};
use super::filesystem::{Data, Filesystem, Inode, Time};

impl<B: Byte> Wasi<B> {
    /// The world as configured, or the first of its files that can't be there.
    pub fn new(config: WasiConfig<B>) -> Result<Wasi<B>, ConfigError> {
        let limits = config.limits;
        let mut filesystem = Filesystem::new(config.clock_start);
        populate(&mut filesystem, config.directories, config.files, config.clock_start)?;
        let root = match &config.tree {
            Some(shape) => Some(mount(&mut filesystem, &shape.folder, config.clock_start)?),
            None => None,
        };
        date(&mut filesystem, config.modified)?;
        filesystem.set_limits(&limits);
        filesystem.retain(Inode::ROOT);
        let variables = config.env.into_iter().map(|(name, value)| {
            let name = name.into_bytes().into_iter().map(B::from);
            terminated(name.chain([B::from(b'=')]).chain(value))
        });
        let given = config.tree.as_ref().and_then(|shape| shape.given.clone());
        let mut wasi = Wasi {
            args: config.args.into_iter().map(terminated).collect(),
            env: variables.collect(),
            stdin: match config.stdin {
                Stdin::Bytes(bytes) => Some(Arc::new(bytes)),
                Stdin::OnDemand => None,
            },
            pipes: Default::default(),
            stdout: Arc::default(),
            stderr: Arc::default(),
            output_left: limits.output_bytes,
            filesystem: Arc::new(filesystem),
            entries: config.tree.map(|shape| Arc::new(Entries::new(shape))),
            descriptors: Descriptors::new(Inode::ROOT, limits.descriptors),
            clock: Clock::new(config.clock_start, config.clock_step),
            random: Random::new(config.random_seed),
        };
        if let (Some(root), Some(given)) = (root, given) {
            wasi.give(root, &given)?;
        }
        Ok(wasi)
    }
}

fn terminated<B: Byte>(string: impl IntoIterator<Item = B>) -> Vec<B> {
    string.into_iter().chain([B::from(0)]).collect()
}

/// Creates directories and files in the order of their names, whatever order they were given in, because that is
/// the order in which programs will list them.
fn populate<B: Byte>(
    filesystem: &mut Filesystem<B>,
    directories: Vec<String>,
    files: Vec<(String, Vec<B>)>,
    now: u64,
) -> Result<(), ConfigError> {
    let directories = directories.into_iter().map(|path| (path, None));
    let files = files.into_iter().map(|(path, contents)| (path, Some(contents)));
    let mut all: Vec<(String, Option<Vec<B>>)> = directories.chain(files).collect();
    // However they are written: `./b` comes after `a`.
    all.sort_by(|a, b| names(&a.0).cmp(names(&b.0)));
    for (path, contents) in all {
        place(filesystem, &path, contents, now).map_err(|interrupt| misplaced(path, interrupt))?;
    }
    Ok(())
}

/// The names on a path.
fn names(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').filter(|name| !matches!(*name, "" | "."))
}

fn misplaced<B: Byte>(path: String, interrupt: Interrupt<B>) -> ConfigError {
    match interrupt {
        Interrupt::Errno(errno) => ConfigError { path, errno },
        other => unreachable!("{other:?} before there are limits, and before there is a tree"),
    }
}

/// Makes a directory the tree that is input, with what is there already.
fn mount<B: Byte>(filesystem: &mut Filesystem<B>, folder: &str, now: u64) -> Result<Inode, ConfigError> {
    let make = |filesystem: &mut Filesystem<B>| {
        place(filesystem, folder, None, now)?;
        let folder = match folder.trim_start_matches('/') {
            "" => ".",
            folder => folder,
        };
        let inode = filesystem.resolve_text(folder)?.existing()?;
        filesystem.become_unlisted(inode);
        Ok(inode)
    };
    make(filesystem).map_err(|interrupt| misplaced(folder.to_string(), interrupt))
}

/// Sets the times of what is there. Last, since a directory is modified by what is made in it.
fn date<B: Byte>(filesystem: &mut Filesystem<B>, times: Vec<(String, u64)>) -> Result<(), ConfigError> {
    for (path, time) in times {
        let place = filesystem.resolve_text(&format!("./{path}"));
        let node = place.and_then(|place| Ok(place.existing()?));
        let node = node.map_err(|interrupt| misplaced(path, interrupt))?;
        filesystem.node_mut(node).times = [Time::Known(time); 3];
    }
    Ok(())
}

/// Creates a file, or a directory if there are no contents, and the directories on the way to it.
fn place<B: Byte>(
    filesystem: &mut Filesystem<B>,
    path: &str,
    contents: Option<Vec<B>>,
    now: u64,
) -> Result<(), Interrupt<B>> {
    let path = match path.trim_start_matches('/') {
        "" => ".",
        path => path,
    };
    // Every prefix that ends before a slash is a directory, and so is the whole unless it is a file.
    let parents = path.match_indices('/').map(|(end, _)| &path[..end]);
    let directories = parents.chain(contents.is_none().then_some(path));
    for directory in directories {
        let place = filesystem.resolve_text(directory)?;
        match place.node {
            Some(node) => drop(filesystem.directory(node)?),
            None => {
                let data = Data::Directory(Arc::new(Directory::new(place.parent)));
                filesystem.create(place.parent, place.vacant()?, data, now)?;
            }
        }
    }
    if let Some(contents) = contents {
        let place = filesystem.resolve_text(path)?;
        if place.slash || place.node.is_some_and(|node| filesystem.node(node).is_directory()) {
            return Err(Errno::Isdir.into());
        }
        filesystem.create(place.parent, place.vacant()?, Data::File(Arc::new(contents)), now)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(paths: &[&str]) -> Result<Vec<String>, Errno> {
        let files = paths.iter().map(|path| (path.to_string(), path.as_bytes().to_vec())).collect();
        let wasi =
            Wasi::<u8>::new(WasiConfig { files, ..WasiConfig::default() }).map_err(|error| error.errno)?;
        Ok(wasi.files().map(|(path, _)| path).collect())
    }

    #[test]
    fn files_are_where_they_were_put() {
        assert_eq!(files(&["b", "/a", "./d/../c", "x//y/z"]).unwrap(), ["/a", "/b", "/c", "/x/y/z"]);
    }

    #[test]
    fn files_and_directories_have_the_times_that_they_were_given() {
        let files = ["/d/a", "d/b"].map(|path| (path.to_string(), Vec::new())).to_vec();
        let modified = [("d/a", 3), ("/d", 5)].map(|(path, time)| (path.to_string(), time)).to_vec();
        let config = WasiConfig { files, modified, clock_start: 7, ..WasiConfig::<u8>::default() };
        let wasi = Wasi::new(config.clone()).unwrap();
        let time = |path: &str| {
            let place = wasi.filesystem.resolve_text(path).unwrap();
            match wasi.filesystem.node(place.node.unwrap()).times[1] {
                Time::Known(time) => time,
                Time::Input(entry) => panic!("{entry:?}"),
            }
        };
        assert_eq!([time("d/a"), time("d"), time("d/b"), time(".")], [3, 5, 7, 7]);
        let error = Wasi::new(WasiConfig { modified: vec![("d/c".into(), 0)], ..config }).unwrap_err();
        assert_eq!((&*error.path, error.errno), ("d/c", Errno::Noent));
    }

    #[test]
    fn impossible_files_are_refused() {
        assert_eq!(files(&["a", "a/b"]), Err(Errno::Notdir));
        assert_eq!(files(&["a", "/a"]), Err(Errno::Exist));
        assert_eq!(files(&["a/b", "a"]), Err(Errno::Notdir));
        assert_eq!(files(&["a/"]), Err(Errno::Isdir));
        assert_eq!(files(&["../a"]), Err(Errno::Notcapable));
        assert_eq!(files(&["/"]), Err(Errno::Isdir));
        let error =
            Wasi::<u8>::new(WasiConfig { directories: vec!["a/../..".into()], ..WasiConfig::default() });
        let message = "cannot place `a/../..` in the program's file system: the path leaves the root";
        assert_eq!(error.unwrap_err().to_string(), message);
    }
}
