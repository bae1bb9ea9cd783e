//! Diagnostic codes.

use std::collections::HashSet;
use std::fmt::Write as _;

use serde::Deserialize;
use serde_yaml::Mapping;

use crate::anchors::Anchors;
use crate::examples;
use crate::language::Language;
use crate::rules::Rules;
use crate::source::{Source, literal, pascal};

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

/// The table of diagnostic codes, out of the folder `diagnostics`.
pub(crate) fn generate<L: Language>(
    source: &Source,
    anchors: &Anchors,
    rules: &Rules,
) -> Result<String, String> {
    let entries: Vec<(String, Entry)> = source.folder("diagnostics")?;
    let mut seen = HashSet::new();
    let mut variants = String::new();
    let mut all = Vec::new();
    let mut table = String::new();
    let mut slugs = String::new();
    for (file, entry) in &entries {
        let variant = pascal(&entry.code);
        if !seen.insert(variant.clone()) {
            return Err(format!("{file}: {}: the code appears twice", entry.code));
        }
        let _ = writeln!(variants, "    /// `{}`\n    {variant},", entry.code);
        let _ = writeln!(table, "    {},", row::<L>(file, entry, anchors, rules)?);
        let _ = writeln!(slugs, "            {} => Self::{variant},", literal(&entry.code));
        all.push(format!("Self::{variant}"));
    }
    let codes: HashSet<&str> = entries.iter().map(|(_, entry)| entry.code.as_str()).collect();
    if let Some((code, rule)) = rules.codes().find(|(code, _)| !codes.contains(code)) {
        return Err(format!("rules: {rule}: there is no code `{code}`"));
    }
    let count = entries.len();
    Ok(format!(
        "static CODES: [CodeInfo; {count}] = [\n{table}];\n\n\
         /// A diagnostic code. {}\n\
         #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]\n#[repr(u16)]\n\
         pub enum Code {{\n{variants}}}\n\nimpl Code {{\n    /// All codes.\n    pub const ALL: [Self; {count}] = [{}];\n\n    \
         /// The data of the code.\n    #[must_use]\n    pub fn info(self) -> &'static CodeInfo {{\n        \
         &CODES[self as usize]\n    }}\n\n    /// Its stable name, `type/no-matching-overload`.\n    #[must_use]\n    \
         pub fn slug(self) -> &'static str {{\n        self.info().slug\n    }}\n\n    /// The code with this stable name.\n    \
         #[must_use]\n    pub fn by_slug(slug: &str) -> Option<Self> {{\n        Some(match slug {{\n{slugs}            \
         _ => return None,\n        }})\n    }}\n}}\n",
        L::ERRORS,
        all.join(", ")
    ))
}

fn row<L: Language>(file: &str, entry: &Entry, anchors: &Anchors, rules: &Rules) -> Result<String, String> {
    let fail = |what: &str| Err(format!("{file}: {}: {what}", entry.code));
    let Some((family, _)) = entry.code.split_once('/') else { return fail("a code is family/name") };
    let Some((_, phase)) = L::FAMILIES.iter().find(|(known, _)| *known == family) else {
        return fail("an unknown family");
    };
    if entry.anchors.is_empty() {
        return fail("a code has at least one anchor");
    }
    let numbers: Vec<String> = rules.of_code(&entry.code).map(|index| format!("RuleId({index})")).collect();
    let places: Vec<String> = entry
        .anchors
        .iter()
        .map(|anchor| anchors.expression(anchor, file, &entry.code))
        .collect::<Result<_, _>>()?;
    if numbers.is_empty() {
        return fail("no rule has the code");
    }
    let example = match (&entry.wrong, &entry.right) {
        (None, None) if !entry.own.is_empty() => return fail("a field is unknown, or needs an example"),
        (None, None) => "None".to_owned(),
        (Some(_), Some(_)) if entry.without_example.is_some() => {
            return fail("there are both an example and a reason for having none");
        }
        (Some(wrong), Some(right)) => match examples::expression::<L>(entry.own.clone(), wrong, right) {
            Ok(example) => format!("Some({example})"),
            Err(problem) => return fail(&problem),
        },
        _ => return fail("an example is a wrong program and its corrected form"),
    };
    Ok(format!(
        "CodeInfo {{ slug: {}, title: {}, phase: Phase::{phase}, rules: &[{}], anchors: &[{}], \
         explanation: {}, example: {example}, without_example: {:?} }}",
        literal(&entry.code),
        literal(&entry.title),
        numbers.join(", "),
        places.join(", "),
        literal(entry.explanation.trim_end()),
        entry.without_example.as_deref().map(str::trim_end)
    ))
}
