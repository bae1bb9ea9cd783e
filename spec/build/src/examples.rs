//! Wrong and right programs: the example of a diagnostic code, and the programs of the suite that show a rule.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Deserialize;

use crate::rules::Rules;
use crate::source::{Source, literal};

/// The pipeline to create from the programs.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Pipeline {
    entry_point: Option<String>,
    #[serde(default)]
    constants: BTreeMap<String, f64>,
}

/// The programs of the suite that show a rule.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RulePrograms {
    rule: String,
    edition: Option<String>,
    target: Option<String>,
    #[serde(default)]
    link: bool,
    pipeline: Option<Pipeline>,
    wrong: String,
    right: String,
}

/// The table of the programs that show rules, out of `rule_programs.yaml`.
///
/// # Errors
/// If an entry is malformed, or names an unknown rule.
pub fn rule_programs(source: &Source, rules: &Rules) -> Result<String, String> {
    const FILE: &str = "rule_programs.yaml";
    let mut rows = Vec::new();
    for entry in source.yaml::<Vec<RulePrograms>>(FILE)? {
        let number = rules.number(&entry.rule).map_err(|error| format!("{FILE}: {error}"))?;
        let circumstances = Circumstances {
            edition: entry.edition.as_deref(),
            target: entry.target.as_deref(),
            pipeline: entry.pipeline.as_ref(),
            link: entry.link,
        };
        let program = |text: &str| format!("ExampleProgram {{ text: {0}, shown: {0} }}", literal(text));
        let row = fields(&circumstances, &program(&entry.wrong), &program(&entry.right))
            .map_err(|error| format!("{FILE}: {}: {error}", entry.rule))?;
        rows.push((number, format!("    (RuleId({number}), {row}),\n")));
    }
    rows.sort();
    let text: String = rows.iter().map(|(_, row)| row.as_str()).collect();
    Ok(format!(
        "/// Sorted by rule.\npub(crate) static RULE_PROGRAMS: [(RuleId, Example); {}] = [\n{text}];\n",
        rows.len()
    ))
}

/// The conditions under which the programs are judged.
pub(crate) struct Circumstances<'a> {
    pub(crate) edition: Option<&'a str>,
    pub(crate) target: Option<&'a str>,
    pub(crate) pipeline: Option<&'a Pipeline>,
    pub(crate) link: bool,
}

/// The example as a Rust expression.
pub(crate) fn expression(
    circumstances: &Circumstances<'_>,
    wrong: &str,
    right: &str,
) -> Result<String, String> {
    fields(circumstances, &program(wrong)?, &program(right)?)
}

/// An example of two programs, all as Rust expressions.
fn fields(circumstances: &Circumstances<'_>, wrong: &str, right: &str) -> Result<String, String> {
    let Circumstances { edition, target, pipeline, link } = *circumstances;
    let edition = match edition {
        None => "Current",
        Some("draft_2022") => "Draft2022",
        Some(other) => return Err(format!("there is no other edition `{other}`")),
    };
    let pipeline = match pipeline {
        None => "None".to_owned(),
        Some(pipeline) => {
            let constants: Vec<String> = pipeline
                .constants
                .iter()
                .map(|(name, value)| format!("({}, {value:?})", literal(name)))
                .collect();
            format!(
                "Some(ExamplePipeline {{ entry_point: {:?}, constants: &[{}] }})",
                pipeline.entry_point,
                constants.join(", ")
            )
        }
    };
    Ok(format!(
        "Example {{ edition: Edition::{edition}, target: {target:?}, pipeline: {pipeline}, is_linked: {link}, wrong: {wrong}, \
         right: {right} }}"
    ))
}

/// A program and its display form: of a repetition (`«300: x#, »`), only the first and the last part are displayed.
fn program(written: &str) -> Result<String, String> {
    let (mut text, mut shown) = (String::new(), String::new());
    let mut rest = written;
    while let Some((before, repetition)) = rest.split_once('«') {
        let (repetition, after) = repetition.split_once('»').ok_or("a repetition is not closed")?;
        let (count, repeated) = repetition.split_once(": ").ok_or("a repetition is `«COUNT: TEXT»`")?;
        let count: usize = count.parse().map_err(|error| format!("{count}: {error}"))?;
        text.push_str(before);
        for number in 1..=count {
            text.push_str(&repeated.replace('#', &number.to_string()));
        }
        let (first, last) = (repeated.replace('#', "1"), repeated.replace('#', &count.to_string()));
        let _ = write!(shown, "{before}{first}… {count} in all … {last}");
        rest = after;
    }
    text.push_str(rest);
    shown.push_str(rest);
    Ok(format!("ExampleProgram {{ text: {}, shown: {} }}", literal(&text), literal(&shown)))
}
