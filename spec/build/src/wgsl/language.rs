//! Fields that only the data of WGSL have: comparisons with the draft of 2022, and the conditions of examples.

use std::collections::BTreeMap;

use crate::{Fields, Language, literal};
use serde::Deserialize;

pub(crate) struct Wgsl;

impl Language for Wgsl {
    const NAME: &'static str = "Wgsl";
    const SECTION_PREFIX: &'static str = "";
    type RuleFields = RuleFields;
    type ExampleFields = ExampleFields;
    const FAMILIES: &'static [(&'static str, &'static str)] = &[
        ("lex", "Lex"),
        ("parse", "Parse"),
        ("diagnostic", "Parse"),
        ("resolve", "Resolve"),
        ("type", "Type"),
        ("const", "Const"),
        ("layout", "Layout"),
        ("limit", "Layout"),
        ("interface", "Interface"),
        ("behavior", "Behavior"),
        ("uniformity", "Uniformity"),
        ("pipeline", "Pipeline"),
    ];
}

/// The fields that only a rule of WGSL has.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RuleFields {
    in_2022: String,
}

impl Fields for RuleFields {
    fn expression(&self, _has_code: bool) -> Result<String, String> {
        if !["same", "changed", "absent", "only"].contains(&self.in_2022.as_str()) {
            return Err("in_2022 is same, changed, absent or only".to_owned());
        }
        Ok(format!("in_2022: {}", literal(&self.in_2022)))
    }
}

/// The conditions under which the programs of an example are judged.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExampleFields {
    /// The edition of the examples, if it is not the current one.
    edition: Option<String>,
    /// The target of the examples, if it is not the default.
    target: Option<String>,
    /// Whether the vertex and the fragment entry point of the examples are linked.
    #[serde(default)]
    link: bool,
    /// The pipeline to create from the examples, if the code is about pipelines.
    pipeline: Option<Pipeline>,
}

/// The pipeline to create from the programs.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pipeline {
    entry_point: Option<String>,
    #[serde(default)]
    constants: BTreeMap<String, f64>,
}

impl Fields for ExampleFields {
    fn expression(&self, _has_code: bool) -> Result<String, String> {
        let edition = match self.edition.as_deref() {
            None => "Current",
            Some("draft_2022") => "Draft2022",
            Some(other) => return Err(format!("there is no other edition `{other}`")),
        };
        let pipeline = self.pipeline.as_ref().map_or_else(|| "None".to_owned(), pipeline);
        Ok(format!(
            "edition: Edition::{edition}, target: {:?}, pipeline: {pipeline}, is_linked: {}",
            self.target, self.link
        ))
    }
}

fn pipeline(pipeline: &Pipeline) -> String {
    let constants: Vec<String> =
        pipeline.constants.iter().map(|(name, value)| format!("({}, {value:?})", literal(name))).collect();
    format!(
        "Some(ExamplePipeline {{ entry_point: {:?}, constants: &[{}] }})",
        pipeline.entry_point,
        constants.join(", ")
    )
}
