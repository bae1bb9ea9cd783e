//! Names of other languages, and what a program has in their place.

use crate::Source;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ForeignName {
    name: String,
    /// Words that take the place of the name as it is.
    write: Option<String>,
    /// A sentence on how another form is written.
    note: Option<String>,
    /// The form of a call with arguments `$1`, `$2` and so on.
    call: Option<String>,
}

/// The table, sorted by name.
pub(crate) fn generate(source: &Source) -> Result<String, String> {
    let file = "foreign_names.yaml";
    let list: Vec<ForeignName> = source.yaml(file)?;
    let mut rows = BTreeMap::new();
    for ForeignName { name, write, note, call } in list {
        let row = match (write, note, call) {
            (Some(instead), None, None) => format!("Instead::Words({instead:?})"),
            (None, Some(note), call) => format!("Instead::Form({note:?}, {call:?})"),
            _ => return Err(format!("{file}: {name} needs either `write` or `note`, perhaps with `call`")),
        };
        if rows.insert(name.clone(), row).is_some() {
            return Err(format!("{file}: {name} stands there twice"));
        }
    }
    let mut text = format!("static FOREIGN_NAMES: [(&str, Instead); {}] = [\n", rows.len());
    for (name, row) in rows {
        _ = writeln!(text, "    ({name:?}, {row}),");
    }
    text.push_str("];\n");
    Ok(text)
}
