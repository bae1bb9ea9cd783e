//! Names of earlier drafts, and notes on what a person has to fix.

use crate::Source;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::{Debug, Write as _};

const FILE: &str = "migration.yaml";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Migration {
    functions_and_types: Vec<Row>,
    builtin_values: Vec<Row>,
    attributes: Vec<Row>,
    address_spaces: Vec<Row>,
    storage_textures: Vec<StorageTexture>,
    fixes_taken: Vec<String>,
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
struct StorageTexture {
    name: String,
    write: String,
    access: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ByHand {
    code: String,
    /// The word that the finding is about, if the note is about that only.
    #[serde(default)]
    about: String,
    note: String,
}

/// The tables, each sorted by its first column.
pub(crate) fn generate(source: &Source) -> Result<String, String> {
    let migration: Migration = source.yaml(FILE)?;
    let row = |row: Row| (row.name, row.write);
    let mut text = String::new();
    table(&mut text, "FUNCTIONS_AND_TYPES", "&str", migration.functions_and_types.into_iter().map(row))?;
    table(&mut text, "BUILTIN_VALUES", "&str", migration.builtin_values.into_iter().map(row))?;
    table(&mut text, "ATTRIBUTES", "&str", migration.attributes.into_iter().map(row))?;
    table(&mut text, "ADDRESS_SPACES", "&str", migration.address_spaces.into_iter().map(row))?;
    let textures = migration.storage_textures.into_iter();
    let textures = textures.map(|row| (row.name, (row.write, row.access)));
    table(&mut text, "STORAGE_TEXTURES", "(&str, &str)", textures)?;
    let taken = migration.fixes_taken.into_iter().map(|code| (code, ()));
    table(&mut text, "FIXES_TAKEN", "()", taken)?;
    let notes = migration.by_hand.into_iter().map(|row| ((row.code, row.about), row.note));
    keyed(&mut text, "BY_HAND", "((&str, &str), &str)", notes)?;
    Ok(text)
}

/// A table by name.
fn table<V: Debug>(
    text: &mut String,
    name: &str,
    ty: &str,
    rows: impl Iterator<Item = (String, V)>,
) -> Result<(), String> {
    keyed(text, name, &format!("(&str, {ty})"), rows)
}

fn keyed<K: Ord + Debug, V: Debug>(
    text: &mut String,
    name: &str,
    row: &str,
    rows: impl Iterator<Item = (K, V)>,
) -> Result<(), String> {
    let mut sorted = BTreeMap::new();
    for (key, value) in rows {
        if let Some(other) = sorted.insert(key, value) {
            return Err(format!("{FILE}: the row with {other:?} is there twice"));
        }
    }
    _ = writeln!(text, "static {name}: [{row}; {}] = [", sorted.len());
    for (key, value) in sorted {
        _ = writeln!(text, "    ({key:?}, {value:?}),");
    }
    text.push_str("];\n");
    Ok(())
}
