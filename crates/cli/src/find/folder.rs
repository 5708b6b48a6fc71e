//! What is written to the folder of results: the report for a browser, the result for machines, and the inputs.

use std::path::Path;

use serde_json::Value as Json;
use worstcase_explore::Input;
use worstcase_machine::process::InputKind;

use super::page;
use super::report::Report;
use crate::error::CliError;
use crate::folder::put;
use crate::report::number_json;

/// The file of an input, relative to the folder.
pub fn input_file(size: u32) -> String {
    format!("inputs/n{size:04}.json")
}

/// Makes the folder.
pub fn create(folder: &Path) -> Result<(), CliError> {
    crate::folder::create(&folder.join("inputs"))
}

/// Writes everything. Inputs of earlier runs with other sizes stay. The result says how its inputs are to be run.
pub fn write(folder: &Path, report: &Report<'_>, replay: Json) -> Result<(), CliError> {
    create(folder)?;
    let inputs = folder.join("inputs");
    for row in report.rows.iter().filter(|row| row.cost.is_some()) {
        let numbers: Vec<_> = row.input.iter().map(|input| number_json(input.number())).collect();
        put(folder.join(input_file(row.size)), format!("{}\n", Json::from(numbers)).as_bytes())?;
        if let Some(bytes) = bytes(&row.input) {
            put(inputs.join(format!("n{:04}.bin", row.size)), &bytes)?;
        }
    }
    let mut result = report.value();
    result["replay"] = replay;
    put(folder.join("result.json"), format!("{result}\n").as_bytes())?;
    put(folder.join("report.html"), page::html(report).as_bytes())
}

/// The input as raw bytes, if it consists of bytes.
pub fn bytes(input: &[Input]) -> Option<Vec<u8>> {
    let byte =
        |input: &Input| matches!(input.kind, InputKind::U8 | InputKind::I8).then_some(input.bits as u8);
    input.iter().map(byte).collect::<Option<Vec<u8>>>().filter(|bytes| !bytes.is_empty())
}
