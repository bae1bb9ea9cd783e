//! Names of the library that are known by name and version only.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::{Source, lines, literal};
use serde::Deserialize;

use super::availability::{Since, availability};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    kind: String,
    within: Option<String>,
    since: Since,
    source: String,
    names: Vec<String>,
}

pub(crate) fn generate(source: &Source) -> Result<String, String> {
    let groups: Vec<Row> = source.yaml("newer.yaml")?;
    let mut rows: BTreeMap<(&str, &str), String> = BTreeMap::new();
    for group in &groups {
        let kind = match group.kind.as_str() {
            "type" => "Type",
            "template" => "Template",
            "function" => "Function",
            "function template" => "FunctionTemplate",
            "value" => "Value",
            "scope" => "Scope",
            "member" => "Member",
            other => return Err(format!("newer.yaml: `{other}` is not a kind of name")),
        };
        // A member function may have the name of a function, so the two are found apart.
        let space = if kind == "Member" { "member" } else { "" };
        let available = availability(Some(&group.since), false)?;
        let within =
            group.within.as_ref().map_or("None".to_owned(), |name| format!("Some({})", literal(name)));
        for name in &group.names {
            let row = format!(
                "NewerName {{ name: {}, kind: NewerKind::{kind}, within: {within}, source: {}, availability: {available} }}",
                literal(name),
                literal(&group.source)
            );
            if rows.insert((space, name), row).is_some() {
                return Err(format!("newer.yaml: `{name}` is there twice"));
            }
        }
    }
    let members = rows.keys().filter(|(space, _)| !space.is_empty()).count();
    let (names, members) = (rows.len() - members, members);
    let mut rows = rows.into_values();
    let mut text = String::new();
    for (table, about, count) in [
        ("NEWER_NAMES", "The names in the library, sorted.", names),
        ("NEWER_MEMBERS", "The names of member functions of textures, sorted.", members),
    ] {
        let _ = writeln!(
            text,
            "/// {about}\npub static {table}: [NewerName; {count}] = [\n{}];\n",
            lines(rows.by_ref().take(count))
        );
    }
    Ok(text)
}
