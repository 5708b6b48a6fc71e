//! What a run depends on besides its input, in a result.

use serde::{Deserialize, Serialize};

/// What a run depends on besides its input. Two results that agree in it are about the same thing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Replay {
    /// The fingerprint of the module.
    pub module: String,
    /// The entry that was asked for by name.
    pub entry: Option<String>,
    /// The declaration that was given with `--call`.
    pub call: Option<String>,
    /// Whether inputs are only what the program asks for, in a world without files and arguments.
    pub plain: bool,
    /// The arguments, files and symbolic bytes of its world, as text.
    pub world: String,
    /// The version of worstcase.
    pub version: String,
}
