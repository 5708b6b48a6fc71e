//! Pipelines of small filters, compiled once.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use worstcase_machine::wasi::WasiConfig;
use worstcase_pipeline::{Pipeline, ResolveError, Script, Tools};
use worstcase_program::compile::{CompileOptions, default_cache_dir};
use worstcase_program::{Program, load};

static LOADED: Mutex<BTreeMap<Vec<PathBuf>, Arc<Program>>> = Mutex::new(BTreeMap::new());

/// A program out of files, which tests share.
pub fn program(files: &[PathBuf]) -> Arc<Program> {
    let mut loaded = LOADED.lock().unwrap();
    let compile = || {
        let options = CompileOptions { cache: default_cache_dir(), ..CompileOptions::default() };
        Arc::new(load(files, &options).unwrap_or_else(|error| panic!("{files:?}: {error}")).program)
    };
    loaded.entry(files.to_vec()).or_insert_with(compile).clone()
}

/// A pipeline of commands in a folder beside this one, with files.
pub fn pipeline_with(folder: &str, text: &str, files: &[(&str, &str)]) -> Pipeline {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let tools = Tools { folders: vec![folder], ..Tools::default() };
    let files = files.iter().map(|(name, text)| (name.to_string(), text.as_bytes().to_vec())).collect();
    let world = WasiConfig { files, ..WasiConfig::default() };
    let script = Script::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let pipeline = script.resolve(&tools, world, |files| Ok::<_, ResolveError>(program(files)));
    pipeline.unwrap_or_else(|error| panic!("{text}: {error}"))
}
