//! The cases in the form that the page has built in: short, because there are thousands.

use super::listing;
use super::model::columns;
use crate::execute::ExecutorKind;
use crate::results::{CaseResults, OutcomeResults, ProgramResults, Results};
use serde::Serialize;
use std::collections::BTreeMap;

/// All that scripts read.
#[derive(Serialize)]
struct Data<'a> {
    /// The executors, in the order of columns.
    executors: Vec<&'static str>,
    /// What codes mean.
    codes: BTreeMap<&'a str, &'static str>,
    cases: Vec<Case<'a>>,
}

#[derive(Serialize)]
struct Case<'a> {
    name: &'a str,
    about: &'a str,
    anchor: &'a str,
    rules: &'a [String],
    generated: bool,
    /// How many programs there are.
    all: usize,
    programs: Vec<Program<'a>>,
}

#[derive(Serialize)]
struct Program<'a> {
    name: &'a str,
    expected: &'a str,
    source: &'a str,
    /// Line and range in the line from 0, severity, code.
    marks: Vec<(usize, usize, usize, &'a str, &'a str)>,
    /// By column: nothing when the executor is not meant, or its status and what else is known.
    outcomes: Vec<Option<Outcome<'a>>>,
}

/// Status, class, message, and whether the message is about a marked line. Most are `same` and no more.
#[derive(Serialize)]
#[serde(untagged)]
enum Outcome<'a> {
    Plain(&'static str),
    Full(&'static str, Option<&'a str>, Option<&'a str>, Option<bool>),
}

/// The text of the data, as it may stand in a `script` element.
///
/// # Errors
/// When it has no form in JSON, which does not happen.
pub(super) fn json(results: &Results) -> Result<String, String> {
    let columns = columns(results);
    let mut codes = BTreeMap::new();
    for found in results.cases.iter().flat_map(|case| &case.programs).flat_map(|program| &program.diagnostics)
    {
        codes.entry(found.code.as_str()).or_insert_with(|| listing::title(&found.code));
    }
    let data = Data {
        executors: columns.iter().map(|executor| executor.name()).collect(),
        codes,
        cases: results.cases.iter().map(|case| case_data(case, &columns)).collect(),
    };
    let text = serde_json::to_string(&data).map_err(|error| error.to_string())?;
    // Outside of strings JSON has no `<`. Inside, it could end the element.
    Ok(text.replace('<', "\\u003c"))
}

fn case_data<'a>(case: &'a CaseResults, columns: &[ExecutorKind]) -> Case<'a> {
    Case {
        name: &case.name,
        about: &case.about,
        anchor: &case.anchor,
        rules: &case.rules,
        generated: case.is_generated,
        all: case.programs_in_all,
        programs: case.programs.iter().map(|program| program_data(program, columns)).collect(),
    }
}

fn program_data<'a>(program: &'a ProgramResults, columns: &[ExecutorKind]) -> Program<'a> {
    let marks = listing::marks(program).into_iter().map(|mark| {
        (mark.line, mark.start, mark.end, mark.found.severity.as_str(), mark.found.code.as_str())
    });
    Program {
        name: &program.name,
        expected: &program.expected,
        source: &program.source,
        marks: marks.collect(),
        outcomes: columns.iter().map(|executor| program.outcomes.get(executor).map(outcome_data)).collect(),
    }
}

fn outcome_data(outcome: &OutcomeResults) -> Outcome<'_> {
    let status = outcome.status.name();
    match outcome {
        OutcomeResults { class: None, message: None, is_on_marked_line: None, .. } => Outcome::Plain(status),
        _ => Outcome::Full(
            status,
            outcome.class.as_deref(),
            outcome.message.as_deref(),
            outcome.is_on_marked_line,
        ),
    }
}
