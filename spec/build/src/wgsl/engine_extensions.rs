//! Extensions that only one engine has.

use crate::Source;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::fmt::Write as _;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EngineExtension {
    engine: String,
    /// The name in `enable`.
    enable: Option<String>,
    names: Vec<String>,
}

/// The table, in the order of the file.
pub(crate) fn generate(source: &Source) -> Result<String, String> {
    let file = "engine_extensions.yaml";
    let list: Vec<EngineExtension> = source.yaml(file)?;
    let mut seen = BTreeSet::new();
    let mut text = format!("static ENGINE_EXTENSIONS: [EngineExtension; {}] = [\n", list.len());
    for EngineExtension { engine, enable, names } in list {
        if let Some(twice) = enable.iter().chain(&names).find(|name| !seen.insert((*name).clone())) {
            return Err(format!("{file}: {twice} is there twice"));
        }
        _ = writeln!(
            text,
            "    EngineExtension {{ engine: {engine:?}, enable: {enable:?}, names: &{names:?} }},"
        );
    }
    text.push_str("];\n");
    Ok(text)
}
