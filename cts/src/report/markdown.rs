//! The summary in Markdown, for a pull request comment or a build page.

use super::ReportError;
use super::against::Changes;
use super::html::with_totals;
use super::model::Model;
use super::templates::fill;
use crate::results::{Results, Status};
use minijinja::context;
use minijinja::value::{Serde, Value};
use serde::Serialize;
use wgsl_cts_cases::vocabulary::ExecutorKind;

/// A program with an unexpected outcome.
#[derive(Serialize)]
struct Unexpected<'a> {
    executor: ExecutorKind,
    case: &'a str,
    program: &'a str,
    expected: &'a str,
    class: Option<&'a str>,
    message: Option<&'a str>,
    is_executed_otherwise: bool,
    likely_place: Option<&'a str>,
}

/// The summary as Markdown.
///
/// # Errors
/// If a template can't be filled, which is a mistake in the template.
pub fn markdown(results: &Results, changes: Option<&Changes>) -> Result<String, ReportError> {
    let values = context! {
        model => Serde(Model::new(results)),
        unexpected => Serde(unexpected(results)),
    };
    fill("report.md", values, changes.map(with_totals))
}

/// The changes alone.
///
/// # Errors
/// If a template can't be filled, which is a mistake in the template.
pub fn changes_markdown(changes: &Changes) -> Result<String, ReportError> {
    fill("changes.md", Value::UNDEFINED, Some(with_totals(changes)))
}

fn unexpected(results: &Results) -> Vec<Unexpected<'_>> {
    let mut found = Vec::new();
    for case in &results.cases {
        for program in &case.programs {
            let outcomes = program.outcomes.iter();
            found.extend(outcomes.filter(|(_, outcome)| outcome.status == Status::Unexpected).map(
                |(executor, outcome)| Unexpected {
                    executor: *executor,
                    case: &case.name,
                    program: &program.name,
                    expected: &program.expected,
                    class: outcome.class.as_deref(),
                    message: outcome.message.as_deref(),
                    is_executed_otherwise: outcome.is_executed_otherwise,
                    likely_place: outcome.likely_place.as_deref(),
                },
            ));
        }
    }
    found.sort_by_key(|found| found.executor);
    found
}
