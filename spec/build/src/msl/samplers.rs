//! The arguments of samplers' constructors.

use std::fmt::Write as _;

use crate::{Source, lines, literal, pascal};
use serde::Deserialize;

use super::signatures::Vocabulary;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SamplerFile {
    enumerations: Vec<String>,
    functions: Vec<StateFunction>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StateFunction {
    name: String,
    parameters: String,
}

pub(crate) fn generate(source: &Source, vocabulary: &Vocabulary<'_>) -> Result<String, String> {
    let file: SamplerFile = source.yaml("samplers.yaml")?;
    let mut rows = Vec::new();
    for name in &file.enumerations {
        if !vocabulary.enumerations.has(name) {
            return Err(format!("samplers.yaml: `{name}` is no enumeration"));
        }
        rows.push(format!("SamplerArgument::Enumerator(Enumeration::{})", pascal(name)));
    }
    for row in &file.functions {
        let signature = vocabulary.parse(&format!("{} -> void", row.parameters))?;
        let parameters = vocabulary.parameters(&signature)?;
        rows.push(format!(
            "SamplerArgument::Call {{ name: {}, parameters: {parameters} }}",
            literal(&row.name)
        ));
    }
    let mut text = String::new();
    let _ = writeln!(
        text,
        "/// What a constructor of a sampler accepts, each at most once (2.9).\n\
         pub static SAMPLER_ARGUMENTS: [SamplerArgument; {}] = [\n{}];\n",
        rows.len(),
        lines(rows)
    );
    Ok(text)
}
