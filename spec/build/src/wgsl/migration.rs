//! Names of earlier drafts, and notes on what a person has to mend.

use crate::Source;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;

const FILE: &str = "migration.yaml";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Migration {
    functions_and_types: Vec<Row>,
    builtin_values: Vec<Row>,
    by_hand: Vec<ByHand>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    name: String,
    write: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ByHand {
    code: String,
    note: String,
}

/// The tables, each sorted by its first column.
pub(crate) fn generate(source: &Source) -> Result<String, String> {
    let migration: Migration = source.yaml(FILE)?;
    let row = |row: Row| (row.name, row.write);
    let mut text = String::new();
    table(&mut text, "FUNCTIONS_AND_TYPES", migration.functions_and_types.into_iter().map(row))?;
    table(&mut text, "BUILTIN_VALUES", migration.builtin_values.into_iter().map(row))?;
    table(&mut text, "BY_HAND", migration.by_hand.into_iter().map(|row| (row.code, row.note)))?;
    Ok(text)
}

fn table(text: &mut String, name: &str, rows: impl Iterator<Item = (String, String)>) -> Result<(), String> {
    let mut sorted = BTreeMap::new();
    for (key, value) in rows {
        if let Some(other) = sorted.insert(key, value) {
            return Err(format!("{FILE}: the row with {other:?} stands there twice"));
        }
    }
    _ = writeln!(text, "static {name}: [(&str, &str); {}] = [", sorted.len());
    for (key, value) in sorted {
        _ = writeln!(text, "    ({key:?}, {value:?}),");
    }
    text.push_str("];\n");
    Ok(())
}
