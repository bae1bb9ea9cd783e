//! The rules that errors of evaluation break.

use std::fmt::Write as _;

use crate::{Rules, Source};
use serde::Deserialize;

use super::conversions::scalar_variant;
use super::functions::Functions;

const FILE: &str = "const_errors.yaml";

/// The errors of one event, the most specific row first.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Event {
    event: String,
    rows: Vec<Row>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    /// The functions and operators; all, and conversions, where none is named.
    #[serde(default)]
    of: Vec<String>,
    /// The scalar types of the result; all where none is named.
    #[serde(default)]
    scalars: Vec<String>,
    occasion: Option<String>,
    /// The stem of the rules, in which `{function}` stands for the name of the function.
    rule: Option<String>,
    #[serde(rename = "const")]
    at_const: Option<String>,
    #[serde(rename = "override")]
    at_override: Option<String>,
}

pub(crate) fn generate(source: &Source, functions: &Functions, rules: &Rules) -> Result<String, String> {
    let events: Vec<Event> = source.yaml(FILE)?;
    let mut text = String::from(
        "/// The errors that an event may be, the most specific first; the last one is for all operations.\n\
         #[allow(clippy::unneeded_struct_pattern, reason = \"some events have a payload\")]\n\
         const fn errors(event: Event) -> (&'static [ConstError], StagedRule) {\n    match event {\n",
    );
    for event in &events {
        let fail = |error: String| format!("{FILE}: {}: {error}", event.event);
        let Some((last, most)) = event.rows.split_last().filter(|(last, _)| last.is_general()) else {
            return Err(fail("the last row must hold for everything".to_owned()));
        };
        let mut rows = String::new();
        for row in most {
            row.write(&mut rows, functions, rules).map_err(fail)?;
        }
        let general = last.staged("", rules).map_err(fail)?;
        let _ =
            writeln!(text, "        Event::{} {{ .. }} => (const {{ &[{rows}] }}, {general}),", event.event);
    }
    text.push_str("    }\n}\n");
    Ok(text)
}

impl Row {
    fn is_general(&self) -> bool {
        self.of.is_empty() && self.scalars.is_empty() && self.occasion.is_none()
    }

    fn write(&self, text: &mut String, functions: &Functions, rules: &Rules) -> Result<(), String> {
        let mut scalars = String::new();
        for scalar in &self.scalars {
            let variant = scalar_variant(scalar).ok_or_else(|| format!("`{scalar}` is not a scalar"))?;
            let _ =
                write!(scalars, "{}Scalar::{variant}.set().0", if scalars.is_empty() { "" } else { " | " });
        }
        let scalars =
            if scalars.is_empty() { "ScalarSet::ALL".to_owned() } else { format!("ScalarSet({scalars})") };
        let occasion = match self.occasion.as_deref() {
            None => "None",
            Some("another operand is not known") => "Some(Occasion::Partial)",
            Some("other components are without error") => "Some(Occasion::OneComponent)",
            Some(other) => return Err(format!("`{other}` is not an occasion")),
        };
        let anything = [None];
        let named: Vec<Option<&str>> = self.of.iter().map(|name| Some(name.as_str())).collect();
        for name in if named.is_empty() { &anything[..] } else { &named[..] } {
            let function = match name {
                Some(name) => format!("Some(FunctionId({}))", functions.position(name)?),
                None => "None".to_owned(),
            };
            let rules = self.staged(name.unwrap_or_default(), rules)?;
            let _ = write!(
                text,
                "ConstError {{ function: {function}, scalars: {scalars}, occasion: {occasion}, rules: {rules} }}, "
            );
        }
        Ok(())
    }

    /// The rules of both stages.
    fn staged(&self, function: &str, rules: &Rules) -> Result<String, String> {
        match (&self.rule, &self.at_const, &self.at_override) {
            (Some(stem), None, None) => rules.staged(&stem.replace("{function}", function)),
            (None, Some(at_const), Some(at_override)) => Ok(format!(
                "crate::StagedRule {{ at_const: {}, at_override: {} }}",
                rules.enforced(at_const)?,
                rules.enforced(at_override)?
            )),
            _ => Err("a row has `rule`, or both `const` and `override`".to_owned()),
        }
    }
}
