//! What an earlier run left in its folder, for `--resume`: sizes whose search came to its end need no other. Nothing of it
//! is believed: its inputs are run again.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value as Json;
use worstcase_explore::Tally;

use super::folder;
use super::row::{How, Row, Rows};
use crate::cost::CostKind;
use crate::error::CliError;
use crate::inputs;

/// The sizes that an earlier run has searched to the end, with what it found.
#[derive(Default)]
pub struct Earlier(BTreeMap<u32, i64>);

impl Earlier {
    /// What is in a folder of results, for the same kind of cost. A folder without results has none.
    pub fn read(folder: &Path, cost: &CostKind) -> Result<Earlier, CliError> {
        let path = folder.join("result.json");
        if !path.exists() {
            return Ok(Earlier::default());
        }
        let bytes = crate::world::read(&path)?;
        let result: Json = serde_json::from_slice(&bytes)
            .map_err(|error| CliError::Usage(format!("{}: not a result: {error}", path.display())))?;
        if result["cost_kind"] != cost.word() {
            return Ok(Earlier::default());
        }
        // By climbing or by chance more may be found another time.
        let is_done =
            |row: &&Json| matches!(row["how"].as_str(), Some("paths" | "rule" | "pattern" | "earlier"));
        let rows = result["sizes"].as_array().into_iter().flatten().filter(is_done);
        Ok(Earlier(
            rows.filter_map(|row| Some((row["n"].as_u64()?.try_into().ok()?, row["cost"].as_i64()?)))
                .collect(),
        ))
    }
}

impl Rows<'_> {
    /// A size as an earlier run has left it, if its input still costs what was said.
    pub fn earlier(&self, earlier: &Earlier, folder: &Path, size: u32) -> Result<Option<Row>, CliError> {
        let Some(&cost) = earlier.0.get(&size) else { return Ok(None) };
        let mut subject = (self.worst.subject)(size);
        subject.limits.steps = self.search.long_steps();
        let path = folder.join(folder::input_file(size));
        // The program may have changed, and its inputs with it.
        let Ok(given) = inputs::from_file(&path) else { return Ok(None) };
        let Ok(input) = subject.inputs_of(given) else { return Ok(None) };
        let row = Row::new(size, How::Missing("not reached"), &Tally::default());
        let row = self.replaced(row, &subject, How::Earlier, input)?;
        match row.cost {
            Some(found) if found == cost => self.compared(row, &subject).map(Some),
            _ => Ok(None),
        }
    }
}
