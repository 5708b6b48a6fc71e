//! The report for a browser: what was found, as `worstcase-report` wants it.

use std::collections::BTreeSet;

use worstcase_machine::process::Number;
use worstcase_program::debug::Location;
use worstcase_report as html;
use worstcase_worst::Growth;

use super::folder;
use super::report::Report;
use super::row::{How, Row};
use crate::paths::shown;

/// The page.
pub fn html(report: &Report<'_>) -> String {
    let rules = report.rules();
    let files: BTreeSet<&String> = rules.iter().map(|rule| &rule.file).collect();
    let sources = files.into_iter().filter_map(|file| {
        let debug = report.program.debug.as_ref()?;
        let line = |line| debug.source_line(&Location { file: file.clone(), line, column: 0 });
        let lines: Vec<String> = (1..).map_while(line).map(str::to_string).collect();
        Some(html::Source { file: file.clone(), lines }).filter(|source| !source.lines.is_empty())
    });
    let last = report.rows.iter().map(|row| row.size).max().unwrap_or(1);
    html::html(&html::Report {
        program: report.name.clone(),
        command: crate::folder::command(),
        version: env!("CARGO_PKG_VERSION").into(),
        cost_name: report.cost.to_string(),
        entry: report.entry.clone(),
        learned: learned(report),
        sizes: report.rows.iter().map(size).collect(),
        growth: growth(&report.growth, last),
        pattern: report.confirmed.as_ref().map(|confirmed| html::Pattern {
            text: confirmed.pattern.to_string(),
            confirmed_n: confirmed.size,
        }),
        sources: sources.collect(),
        rules: rules
            .into_iter()
            .map(|rule| html::Rule {
                file: rule.file,
                line: rule.line,
                column: rule.column,
                condition: rule.source,
                says: rule.says.to_string(),
                context: Some(rule.context).filter(|context| !context.is_empty()),
            })
            .collect(),
        remarks: report.remarks().collect(),
    })
}

fn learned(report: &Report<'_>) -> Option<html::Learned> {
    let (first, last) = (report.learned.first()?, report.learned.last()?);
    Some(html::Learned {
        first: first.size,
        last: last.size,
        paths: report.learned.iter().map(|learned| learned.tally.paths).sum(),
        seconds: report.learn_seconds,
        checked: report.choice.checked.clone(),
        missed: report.choice.missed.clone(),
    })
}

fn size(row: &Row) -> html::Size {
    let values = row.input.iter().map(|input| match input.number() {
        Number::Integer(value) => value as f64,
        Number::Character(byte) => byte.into(),
        Number::Float(value) => value,
    });
    html::Size {
        n: row.size,
        cost: row.cost,
        status: match &row.how {
            How::Paths => html::Status::Exact,
            How::Missing(reason) => html::Status::Missing(reason.to_string()),
            _ => html::Status::AtLeast,
        },
        how: match row.how {
            How::Paths => "all paths".into(),
            _ => row.how.word().into(),
        },
        note: row.trapped.as_ref().map(|trap| format!("trapped ({trap})")).unwrap_or_default(),
        random_mean: row.random_mean,
        random_most: row.random_most,
        paths: row.tally.paths,
        solver_calls: row.tally.questions,
        seconds: row.seconds,
        peak_memory_mb: row.memory,
        input: html::Input {
            values: values.collect(),
            bytes: folder::bytes(&row.input).is_some(),
            text: shown(&row.input),
        },
        file: row.cost.is_some().then(|| folder::input_file(row.size)),
    }
}

fn growth(growth: &Growth, last: u32) -> Option<html::Growth> {
    let class = growth.class().to_string();
    Some(match growth {
        Growth::Exact(formula) => html::Growth {
            formula: formula.to_string(),
            class,
            from: formula.from(),
            checked: formula.checked(),
            points: html::sample(formula.from(), last)
                .into_iter()
                .filter_map(|n| Some((f64::from(n), formula.at(n)? as f64)))
                .collect(),
        },
        Growth::About(_) => html::Growth { class, ..html::Growth::default() },
        Growth::Unknown => return None,
    })
}
