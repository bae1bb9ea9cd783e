//! The functions of the library.

use std::fmt::Write as _;

use serde::Deserialize;
use spec_build::{Source, lines, literal, pascal};

use crate::signatures::{SignatureRow, Vocabulary};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Group {
    section: String,
    header: Option<String>,
    #[serde(default)]
    precise_and_fast: bool,
    /// All stages, if there are none.
    #[serde(default)]
    stages: Vec<String>,
    functions: Vec<FunctionRow>,
}

/// One function, or several that differ in nothing but their name.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FunctionRow {
    name: Option<String>,
    #[serde(default)]
    names: Vec<String>,
    #[serde(default)]
    precise_and_fast: bool,
    signatures: Vec<SignatureRow>,
    #[serde(default)]
    undefined: Vec<UndefinedRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UndefinedRow {
    when: String,
    rule: Option<String>,
}

pub(crate) fn generate(source: &Source, vocabulary: &Vocabulary<'_>) -> Result<String, String> {
    let groups: Vec<(String, Group)> = source.folder("functions")?;
    let mut rows: Vec<(&str, String)> = Vec::new();
    for (file, group) in &groups {
        for row in &group.functions {
            let tail = row.tail(group, vocabulary).map_err(|error| format!("{file}: {error}"))?;
            for name in row.name.iter().chain(&row.names) {
                rows.push((name, format!("Function {{ name: {}, {tail} }}", literal(name))));
            }
        }
    }
    // Functions of one name in several tables stay in the order of the files.
    rows.sort_by_key(|(name, _)| *name);
    let mut text = String::new();
    let _ = writeln!(
        text,
        "/// All functions of the library, sorted by name; several have one name.\n\
         pub static FUNCTIONS: [Function; {}] = [\n{}];\n",
        rows.len(),
        lines(rows.into_iter().map(|(_, row)| row))
    );
    Ok(text)
}

impl FunctionRow {
    /// The expression of a function, from the field that follows the name.
    fn tail(&self, group: &Group, vocabulary: &Vocabulary<'_>) -> Result<String, String> {
        let signatures = self.signatures.iter().map(|row| row.expression(vocabulary, None));
        let stages = if group.stages.is_empty() {
            "StageSet::ALL".to_owned()
        } else {
            let stages: Vec<String> =
                group.stages.iter().map(|name| format!("Stage::{}", pascal(name))).collect();
            format!("StageSet::of(&[{}])", stages.join(", "))
        };
        let undefined = self.undefined.iter().map(|row| {
            let rule = row.rule.as_ref().map_or("None".to_owned(), |rule| format!("Some({})", literal(rule)));
            format!("Undefined {{ when: {}, rule: {rule} }}", literal(&row.when))
        });
        Ok(format!(
            "section: {}, header: {}, precise_and_fast: {}, stages: {stages}, signatures: &[{}], undefined: &[{}]",
            literal(&group.section),
            group.header.as_ref().map_or("None".to_owned(), |name| format!("Some({})", literal(name))),
            group.precise_and_fast || self.precise_and_fast,
            signatures.collect::<Result<Vec<_>, String>>()?.join(", "),
            undefined.collect::<Vec<_>>().join(", ")
        ))
    }
}
