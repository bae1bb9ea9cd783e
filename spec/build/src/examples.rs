//! Wrong and right programs: the example of a diagnostic code, and the programs of the suite that show a rule.

use std::fmt::Write as _;

use serde::Deserialize;
use serde_yaml::Mapping;

use crate::language::{Language, fields};
use crate::rules::Rules;
use crate::source::{Source, literal};

/// The programs of the suite that show a rule.
#[derive(Deserialize)]
struct RulePrograms {
    rule: String,
    wrong: String,
    right: String,
    /// The conditions under which they are judged.
    #[serde(flatten)]
    own: Mapping,
}

/// The table of the programs that show rules, out of `rule_programs.yaml`.
pub(crate) fn rule_programs<L: Language>(source: &Source, rules: &Rules) -> Result<String, String> {
    const FILE: &str = "rule_programs.yaml";
    let mut rows = Vec::new();
    for entry in source.yaml::<Vec<RulePrograms>>(FILE)? {
        let number = rules.number(&entry.rule).map_err(|error| format!("{FILE}: {error}"))?;
        let program = |text: &str| format!("ExampleProgram {{ text: {0}, shown: {0} }}", literal(text));
        let row = example::<L>(entry.own, &program(&entry.wrong), &program(&entry.right))
            .map_err(|error| format!("{FILE}: {}: {error}", entry.rule))?;
        rows.push((number, format!("    ({}, {row}),\n", rules.expression(number))));
    }
    rows.sort();
    let text: String = rows.iter().map(|(_, row)| row.as_str()).collect();
    Ok(format!(
        "/// Sorted by rule.\nstatic RULE_PROGRAMS: [(&Rule, Example); {}] = [\n{text}];\n",
        rows.len()
    ))
}

/// The example as a Rust expression.
pub(crate) fn expression<L: Language>(own: Mapping, wrong: &str, right: &str) -> Result<String, String> {
    example::<L>(own, &program(wrong)?, &program(right)?)
}

/// An example of two programs, all as Rust expressions.
fn example<L: Language>(own: Mapping, wrong: &str, right: &str) -> Result<String, String> {
    let conditions = fields::<L::ExampleFields>(own, true)?;
    Ok(format!("Example {{ {conditions}, wrong: {wrong}, right: {right} }}"))
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
