//! Which bounds are tight: the inputs that `find` has left are run again, and every loop is held against its bound.
//!
//! A proof from above and a run from below that meet leave nothing open. That is worth saying at the greatest size for which
//! there is an input; at small ones bounds are reached by chance.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::Value as Json;
use worstcase_bounds::validate::{Asking, Checker, ClaimSet, Graphs, Noted, Record, Walk};
use worstcase_explore::{Ran, Subject, Watch};
use worstcase_machine::Limits;
use worstcase_machine::process::{Entry, Given, Outcome, Signature};
use worstcase_machine::wasi::{Stdin, WasiConfig};
use worstcase_program::{FuncIdx, Program};

use crate::error::CliError;
use crate::find::folder;
use crate::inputs;
use crate::search::attended;

/// A bound that is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tight {
    /// The size of the input.
    pub size: u32,
    /// How often the loop goes round in one call.
    pub count: u64,
}

/// The most instructions of a run. Larger sizes are left to smaller ones.
const STEPS: u64 = 2_000_000_000;

/// Inputs of a program that cost much.
pub struct Witness {
    program: Arc<Program>,
    name: String,
    entry: Entry,
    folder: PathBuf,
    /// Greatest first.
    sizes: Vec<u32>,
}

impl Witness {
    /// What is in a folder: nothing, inputs for this program, or something else, and then why it is of no use. That it is
    /// not there at all is an error only if it was asked for.
    pub fn read(
        program: &Arc<Program>,
        name: &str,
        asked: Option<&Path>,
    ) -> Result<(Option<Witness>, Option<String>), CliError> {
        let folder = asked.map_or_else(|| crate::folder::default(name), Path::to_path_buf);
        let path = folder.join("result.json");
        if asked.is_none() && !path.exists() {
            return Ok((None, None));
        }
        let bytes = crate::world::read(&path)?;
        let witness = serde_json::from_slice::<Json>(&bytes)
            .map_err(|error| format!("it is not a result: {error}"))
            .and_then(|result| Witness::of(program, name, folder, &result));
        match witness {
            Ok(witness) => Ok((Some(witness), None)),
            Err(why) => Ok((None, Some(format!("{}: {why}", path.display())))),
        }
    }

    fn of(program: &Arc<Program>, name: &str, folder: PathBuf, result: &Json) -> Result<Witness, String> {
        let replay = &result["replay"];
        if result["program"] != name {
            return Err(format!("it is of another program, {}", result["program"]));
        }
        if replay["module"] != program.fingerprint() {
            return Err("the program was another one then; `worstcase find` finds inputs anew".into());
        }
        if replay["plain"] != true {
            return Err("its inputs are not only what the program asks for, and cannot be run here".into());
        }
        let entry = match replay["call"].as_str() {
            Some(call) => {
                let signature: Signature = call.parse().map_err(|error| format!("{error}"))?;
                Entry::call(program, signature).map_err(|error| error.to_string())?
            }
            None => Entry::find(program, replay["entry"].as_str()).map_err(|error| error.to_string())?,
        };
        let rows = result["sizes"].as_array().into_iter().flatten().filter(|row| row["cost"].is_i64());
        let mut sizes: Vec<u32> = rows.filter_map(|row| row["n"].as_u64()?.try_into().ok()).collect();
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        Ok(Witness { program: program.clone(), name: name.into(), entry, folder, sizes })
    }

    /// By function and loop, whether its bound is reached at the greatest size at which the function is called. Ctrl-C, or
    /// the end of the time, leaves it at what is known by then.
    pub fn tight(&self, claims: &ClaimSet, seconds: f64) -> BTreeMap<FuncIdx, Vec<Option<Tight>>> {
        let watch = Watch::default();
        let line = |_| format!("replaying what `find` has left for {}", self.name);
        let replay = || {
            let graphs = Graphs::new(&self.program);
            let mut tight = BTreeMap::new();
            for &size in &self.sizes {
                let is_done = claims.keys().all(|function| tight.contains_key(function));
                if is_done || watch.is_stopped() {
                    break;
                }
                let Some(record) = self.replay(size, &graphs, claims, &watch) else { continue };
                for (function, (loops, _)) in record.0 {
                    let loops = loops.iter().map(|met| {
                        let count = met.greatest.filter(|_| met.is_tight()).map(|(_, count)| count);
                        count.map(|count| Tight { size, count })
                    });
                    tight.entry(function).or_insert_with(|| loops.collect());
                }
            }
            tight
        };
        attended(Some(seconds), &watch, line, replay).0
    }

    /// What the input of a size does; nothing if it does not run to its end any more.
    fn replay(&self, size: u32, graphs: &Graphs, claims: &ClaimSet, watch: &Watch) -> Option<Record> {
        let given: Given = inputs::from_file(&self.folder.join(folder::input_file(size))).ok()?;
        let args = vec![self.name.as_bytes().to_vec()];
        let subject = Subject {
            program: self.program.clone(),
            entry: self.entry.clone(),
            size,
            world: WasiConfig { args, stdin: Stdin::OnDemand, ..WasiConfig::default() },
            files: Vec::new(),
            stdin: false,
            watched: None,
            limits: Limits { steps: STEPS, ..Limits::default() },
        };
        let asking = Asking::default();
        let mut walk = Walk::new(graphs, Checker::new(claims, asking.clone()));
        let mut noted = Noted { inputs: given, asking };
        let (_, ran) = subject.run_watched(&mut noted, &mut walk, watch).ok()??;
        let is_whole = matches!(ran, Ran::Ended(ref outcome) if *outcome != Outcome::Dropped);
        (is_whole && noted.inputs.unused() == 0).then(|| walk.finish().into_record())
    }
}
