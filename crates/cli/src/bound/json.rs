//! The bounds for machines: one object on one line.

use serde_json::{Value as Json, json};
use worstcase_bounds::{Bound, FunctionBounds, LineBound, LoopBounds};

use super::witness::Tight;
use super::{Answer, Found};

/// The whole answer.
pub fn text(answer: &Answer) -> String {
    let mut report = json!({
        "program": answer.program,
        "functions": answer.found.iter().map(function).collect::<Json>(),
    });
    if let Some(reason) = answer.ended {
        report["ended"] = json!(reason);
        report["missing"] = answer.missing.iter().map(|one| json!(one.name)).collect();
    }
    if let Some(ignored) = &answer.ignored {
        report["witness_ignored"] = json!(ignored);
    }
    if let Some(validation) = &answer.validation {
        report["validation"] = super::validate::json(validation);
    }
    format!("{report}\n")
}

fn function(found: &Found) -> Json {
    let FunctionBounds { parameters, bound: total, loops, lines, .. } = &found.bounds;
    json!({
        "name": found.chosen.name,
        "params": parameters,
        "bound": bound(total.as_ref()),
        "loops": loops.iter().enumerate().map(|(number, one)| one_loop(one, found.tight(number))).collect::<Json>(),
        "lines": lines.iter().map(line).collect::<Json>(),
    })
}

fn one_loop(one: &LoopBounds, tight: Option<Tight>) -> Json {
    let mut report = json!({
        "file": one.location.as_ref().map(|location| &location.file),
        "line": one.location.as_ref().map(|location| location.line),
        "depth": one.depth,
        "bound": bound(one.bounds.first()),
        "all": one.bounds.iter().map(|bound| json!(bound.text)).collect::<Json>(),
    });
    if let Some(why) = &one.why {
        report["why"] = json!(why);
    }
    if let Some(Tight { size, count }) = tight {
        report["tight"] = json!({ "size": size, "count": count });
    }
    report
}

fn line(one: &LineBound) -> Json {
    json!({ "file": one.file, "line": one.line, "bound": bound(one.bound.as_ref()) })
}

fn bound(bound: Option<&Bound>) -> Json {
    match bound {
        Some(bound) => json!({ "expr": bound.text, "class": bound.class.to_string() }),
        None => json!({ "expr": null, "class": "unknown" }),
    }
}
