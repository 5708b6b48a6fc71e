//! The inputs that `find` has left, to be run again.

use std::path::Path;

use worstcase_bounds::bound::Witnesses;
use worstcase_machine::process::{Entry, Given, Signature};
use worstcase_program::Program;
use worstcase_worst::Finding;

use crate::error::CliError;
use crate::find::folder::{self, result_file};

/// What is in a folder: nothing, inputs for this program, or something else, and then why it is of no use. That it is not
/// there at all is an error only if it was asked for.
pub fn read(
    program: &Program,
    name: &str,
    source: &Path,
    asked: Option<&Path>,
) -> Result<(Option<Witnesses>, Option<String>), CliError> {
    let folder = asked.map_or_else(|| crate::folder::default(name, source), Path::to_path_buf);
    let path = result_file(&folder);
    if asked.is_some() {
        // That there is none is to be said.
        crate::world::read(&path)?;
    }
    match folder::read(&folder) {
        Ok(None) => Ok((None, None)),
        Ok(Some(finding)) => match of(program, name, &finding) {
            Ok(witnesses) => Ok((Some(witnesses), None)),
            Err(why) => Ok((None, Some(format!("{}: {why}", path.display())))),
        },
        Err(CliError::Usage(why)) => Ok((None, Some(why))),
        Err(error) => Err(error),
    }
}

fn of(program: &Program, name: &str, finding: &Finding) -> Result<Witnesses, String> {
    let (about, replay) = (&finding.about, &finding.about.replay);
    if about.program != name {
        return Err(format!("it is of another program, {}", about.program));
    }
    if replay.module != program.fingerprint() {
        return Err("the program was another one then; `worstcase find` finds inputs anew".into());
    }
    if !replay.plain {
        return Err("its inputs are not only what the program asks for, and cannot be run here".into());
    }
    let entry = match &replay.call {
        Some(call) => {
            let signature: Signature = call.parse().map_err(|error| format!("{error}"))?;
            Entry::call(program, signature).map_err(|error| error.to_string())?
        }
        None => Entry::find(program, replay.entry.as_deref()).map_err(|error| error.to_string())?,
    };
    let ended = finding.sizes.iter().filter(|size| size.cost.is_some() && size.stopped_by.is_none());
    let given =
        |bits: &[worstcase_explore::Input]| Given::bits(bits.iter().map(|input| input.bits).collect());
    Ok(Witnesses { entry, inputs: ended.map(|size| (size.n, given(&size.input))).collect() })
}
