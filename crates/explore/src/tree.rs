//! What inputs are, where a folder is input: a tree of files and directories.

use worstcase_machine::Unobserved;
use worstcase_machine::process::WitnessTree;

use crate::inputs::Input;
use crate::subject::{StartError, Subject};
use crate::tally::Watch;

/// How much of a tree a line shows: entries, and bytes of each.
const SHOWN: usize = 20;
const SHOWN_BYTES: usize = 40;

impl Subject {
    /// The tree that inputs make, as far as the program looks at it; none if no folder is input. It takes a run to know.
    pub fn tree_of(&self, input: &[Input]) -> Result<Option<WitnessTree>, StartError> {
        if self.world.tree.is_none() {
            return Ok(None);
        }
        let bits = input.iter().map(|input| input.bits).collect();
        let fitted = self.fitted(bits, &mut Unobserved, &Watch::default())?;
        Ok(fitted.tree())
    }
}

/// A tree on one line: `a "text", b/, b/c ""`.
pub fn shown_tree(tree: &WitnessTree) -> String {
    let entry = |entry: &worstcase_machine::process::WitnessEntry| match &entry.contents {
        None => format!("{}/", escaped(entry.path.as_bytes())),
        Some(contents) => {
            let more = if contents.len() > SHOWN_BYTES { " …" } else { "" };
            let text = escaped(&contents[..contents.len().min(SHOWN_BYTES)]);
            format!("{} \"{text}\"{more}", escaped(entry.path.as_bytes()))
        }
    };
    let shown: Vec<String> = tree.entries.iter().take(SHOWN).map(entry).collect();
    match shown.len() {
        0 => "an empty folder".into(),
        _ => shown.join(", ") + if tree.entries.len() > SHOWN { ", …" } else { "" },
    }
}

fn escaped(bytes: &[u8]) -> String {
    bytes.escape_ascii().to_string()
}
