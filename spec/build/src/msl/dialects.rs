//! The values of `-std` and the features that depend on them.

use crate::{Source, literal, method, named_enumeration, pascal};
use serde::Deserialize;

use super::availability::{Since, availability, version};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DialectFile {
    dialects: Vec<Dialect>,
    features: Vec<Feature>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Dialect {
    name: String,
    /// Other values of `-std` that mean the same.
    #[serde(default)]
    others: Vec<String>,
    platform: String,
    version: String,
    #[serde(rename = "macro")]
    version_macro: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Feature {
    name: String,
    section: String,
    since: Option<Since>,
    about: String,
}

pub(crate) fn generate(source: &Source) -> Result<String, String> {
    let DialectFile { dialects, features } = source.yaml("dialects.yaml")?;
    let mut text = String::new();
    let names: Vec<&str> = dialects.iter().map(|row| row.name.as_str()).collect();
    let about = "A value of `-std` (1.5.5), or what naga writes for the newest version that it knows.";
    named_enumeration(&mut text, "Dialect", about, &names);
    let rows = |value: &dyn Fn(&Dialect) -> Result<String, String>| {
        let rows = dialects.iter().map(|row| Ok((pascal(&row.name), value(row)?)));
        rows.collect::<Result<Vec<_>, String>>()
    };
    let platforms = rows(&|row| Ok(format!("Platform::{}", row.platform)))?;
    method(&mut text, "Dialect", "Its platform.", "platform(self) -> Platform", platforms);
    let versions = rows(&|row| version(&row.version))?;
    method(&mut text, "Dialect", "Its language version.", "version(self) -> Version", versions);
    let macros = rows(&|row| Ok(row.version_macro.to_string()))?;
    let about = "The value of `__METAL_VERSION__` (1.5.2).";
    method(&mut text, "Dialect", about, "version_macro(self) -> u32", macros);
    let others = rows(&|row| {
        let names: Vec<String> = row.others.iter().map(|name| literal(name)).collect();
        Ok(format!("&[{}]", names.join(", ")))
    })?;
    let about = "Other values of `-std` that mean the same.";
    method(&mut text, "Dialect", about, "others(self) -> &'static [&'static str]", others);
    generate_features(&mut text, &features)?;
    Ok(text)
}

fn generate_features(text: &mut String, features: &[Feature]) -> Result<(), String> {
    let names: Vec<&str> = features.iter().map(|row| row.name.as_str()).collect();
    let about = "What a program may do from some version on, apart from the names that it may use.";
    named_enumeration(text, "Feature", about, &names);
    let available =
        features.iter().map(|row| Ok((pascal(&row.name), availability(row.since.as_ref(), false)?)));
    let available = available.collect::<Result<Vec<_>, String>>()?;
    let about = "The versions that have it.";
    method(text, "Feature", about, "availability(self) -> Availability", available);
    let sections = features.iter().map(|row| (pascal(&row.name), literal(&row.section)));
    let about = "The section that describes it.";
    method(text, "Feature", about, "section(self) -> &'static str", sections);
    let about = features.iter().map(|row| (pascal(&row.name), literal(&row.about)));
    method(text, "Feature", "What it is.", "about(self) -> &'static str", about);
    Ok(())
}
