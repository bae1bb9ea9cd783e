//! The wrong and the right program in the example of a diagnostic code.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Deserialize;

use crate::source::literal;

/// The pipeline to create from the programs.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Pipeline {
    entry_point: Option<String>,
    #[serde(default)]
    constants: BTreeMap<String, f64>,
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
        "Example {{ edition: Edition::{edition}, target: {target:?}, pipeline: {pipeline}, is_linked: {link}, wrong: {}, \
         right: {} }}",
        program(wrong)?,
        program(right)?
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
