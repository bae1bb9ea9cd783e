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
    /// A different directive that this one makes unnecessary.
    includes: Option<String>,
    #[serde(default)]
    names: Vec<String>,
    #[serde(default)]
    attributes: Vec<String>,
    #[serde(default)]
    builtin_values: Vec<String>,
    #[serde(default)]
    interpolation: Vec<String>,
    #[serde(default)]
    access_modes: Vec<String>,
    #[serde(default)]
    suffixes: Vec<String>,
}

/// The table, in the order of the file.
pub(crate) fn generate(source: &Source) -> Result<String, String> {
    let file = "engine_extensions.yaml";
    let list: Vec<EngineExtension> = source.yaml(file)?;
    let mut seen = BTreeSet::new();
    let mut text = format!("static ENGINE_EXTENSIONS: [EngineExtension; {}] = [\n", list.len());
    for extension in list {
        let EngineExtension {
            engine,
            enable,
            includes,
            names,
            attributes,
            builtin_values,
            interpolation,
            access_modes,
            suffixes,
        } = extension;
        let words = [&names, &attributes, &builtin_values, &interpolation, &access_modes, &suffixes];
        for (kind, words) in words.into_iter().enumerate() {
            if let Some(twice) = words.iter().find(|word| !seen.insert((kind, (*word).clone()))) {
                return Err(format!("{file}: {twice} is there twice"));
            }
        }
        _ = writeln!(
            text,
            "    EngineExtension {{ engine: {engine:?}, enable: {enable:?}, includes: {includes:?}, names: &{names:?}, attributes: &{attributes:?}, \
             builtin_values: &{builtin_values:?}, interpolation: &{interpolation:?}, access_modes: &{access_modes:?}, suffixes: &{suffixes:?} }},"
        );
    }
    text.push_str("];\n");
    Ok(text)
}
