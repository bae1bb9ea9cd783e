//! Diagnostic codes.

use std::collections::HashSet;
use std::fmt::Write as _;

use serde::Deserialize;
use serde_yaml::Mapping;

use crate::anchors::Anchors;
use crate::examples;
use crate::language::Language;
use crate::rules::Rules;
use crate::source::{Source, literal, upper_snake};

#[derive(Deserialize)]
struct Entry {
    code: String,
    title: String,
    anchors: Vec<String>,
    #[serde(default)]
    explanation: String,
    wrong: Option<String>,
    right: Option<String>,
    /// The reason why there is no example.
    without_example: Option<String>,
    /// The conditions under which the programs are judged.
    #[serde(flatten)]
    own: Mapping,
}

/// The tables of diagnostic codes, out of the folder `diagnostics`.
pub(crate) struct Codes {
    /// The table of codes, and a constant for each.
    pub(crate) codes: String,
    /// The examples, or the reasons for having none, by code.
    pub(crate) examples: String,
}

impl Codes {
    /// Reads the folder. An entry that is malformed, appears twice, or cites an unknown rule or anchor is an error.
    pub(crate) fn load<L: Language>(
        source: &Source,
        anchors: &Anchors,
        rules: &Rules,
    ) -> Result<Self, String> {
        let entries: Vec<(String, Entry)> = source.folder("diagnostics")?;
        let mut seen = HashSet::new();
        let (mut rows, mut constants, mut examples) = (String::new(), String::new(), String::new());
        for (number, (file, entry)) in entries.iter().enumerate() {
            let constant = upper_snake(&entry.code);
            if !seen.insert(constant.clone()) {
                return Err(format!("{file}: {}: the code appears twice", entry.code));
            }
            let fail = |problem: String| format!("{file}: {}: {problem}", entry.code);
            let row = row::<L>(file, entry, anchors, rules).map_err(fail)?;
            let set = L::NAME;
            let _ = writeln!(rows, "    Code {{ set: RuleSet::{set}, number: {number}, {row} }},");
            let code = &entry.code;
            let _ = writeln!(constants, "/// `{code}`\npub const {constant}: &Code = &CODES[{number}];");
            let example = example::<L>(entry).map_err(fail)?;
            let _ = writeln!(examples, "    (crate::codes::{constant}, {example}),");
        }
        let codes: HashSet<&str> = entries.iter().map(|(_, entry)| entry.code.as_str()).collect();
        if let Some((code, rule)) = rules.codes().find(|(code, _)| !codes.contains(code)) {
            return Err(format!("rules: {rule}: there is no code `{code}`"));
        }
        let count = entries.len();
        Ok(Self {
            codes: format!("pub(crate) static CODES: [Code; {count}] = [\n{rows}];\n\n{constants}"),
            examples: format!(
                "static EXAMPLES: [(&Code, Result<Example, &str>); {count}] = [\n{examples}];\n"
            ),
        })
    }
}

/// The fields of a code after its number.
fn row<L: Language>(file: &str, entry: &Entry, anchors: &Anchors, rules: &Rules) -> Result<String, String> {
    let (family, _) = entry.code.split_once('/').ok_or("a code is family/name")?;
    let known = L::FAMILIES.iter().find(|(known, _)| *known == family);
    let (_, phase) = known.ok_or("an unknown family")?;
    let places = entry.anchors.iter().map(|anchor| anchors.expression(anchor, file, &entry.code));
    let places: Vec<String> = places.collect::<Result<_, _>>()?;
    if places.is_empty() {
        return Err("a code has at least one anchor".to_owned());
    }
    if !rules.has_rule_of(&entry.code) {
        return Err("no rule has the code".to_owned());
    }
    Ok(format!(
        "slug: {}, title: {}, phase: Phase::{phase}, sections: &[{}], explanation: {}",
        literal(&entry.code),
        literal(&entry.title),
        places.join(", "),
        literal(entry.explanation.trim_end()),
    ))
}

/// The example of a code as an expression: `Ok(Example { … })`, or `Err` with the reason for having none.
fn example<L: Language>(entry: &Entry) -> Result<String, String> {
    match (&entry.wrong, &entry.right, &entry.without_example) {
        (None, None, Some(_)) if !entry.own.is_empty() => {
            Err("a field is unknown, or needs an example".to_owned())
        }
        (None, None, Some(reason)) => Ok(format!("Err({})", literal(reason.trim_end()))),
        (Some(wrong), Some(right), None) => {
            Ok(format!("Ok({})", examples::expression::<L>(entry.own.clone(), wrong, right)?))
        }
        _ => Err("a code has a wrong program and its corrected form, or a reason for having none".to_owned()),
    }
}
