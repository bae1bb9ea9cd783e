//! The functions of the library.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::{Source, lines, literal, pascal};
use serde::Deserialize;
use shader_numeric::Operation;

use super::operation::FunctionOperation;
use super::signatures::{SignatureRow, Vocabulary};

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

/// One function, or several that differ in nothing but their names and operations.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FunctionRow {
    name: Option<String>,
    /// The operation of the one function, in words of [`FunctionOperation`].
    operation: Option<String>,
    /// The names of several functions, with their operations.
    #[serde(default)]
    names: BTreeMap<String, String>,
    /// The counterpart in WGSL: of the one function, or of each of several. One that is not named has none.
    #[serde(default)]
    wgsl: Wgsl,
    /// The size of the scalars for which that holds, if it does not for all.
    wgsl_bits: Option<u32>,
    /// The counterpart for integers of 8 and 16 bits, if it is different.
    #[serde(default)]
    wgsl_narrow: Wgsl,
    #[serde(default)]
    precise_and_fast: bool,
    /// Whether the template arguments of a call choose the variable.
    #[serde(default)]
    explicit: bool,
    signatures: Vec<SignatureRow>,
    #[serde(default)]
    undefined: Vec<UndefinedRow>,
}

#[derive(Deserialize, Default)]
#[serde(untagged)]
enum Wgsl {
    #[default]
    None,
    One(String),
    Each(BTreeMap<String, String>),
}

impl Wgsl {
    fn of(&self, name: &str) -> Option<&str> {
        match self {
            Self::None => None,
            Self::One(text) => Some(text),
            Self::Each(texts) => texts.get(name).map(String::as_str),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UndefinedRow {
    when: String,
    rule: Option<String>,
}

/// The words of counterparts that are no parameters: see `Counterpart`.
const WGSL_WORDS: [&str; 7] = ["T", "U", "F", "bits", "below_one", "lane", "size"];

pub(crate) fn generate(source: &Source, vocabulary: &Vocabulary<'_>) -> Result<String, String> {
    let groups: Vec<(String, Group)> = source.folder("functions")?;
    let mut rows: Vec<(&str, String)> = Vec::new();
    for (file, group) in &groups {
        for row in &group.functions {
            let tail = row.tail(group, vocabulary).map_err(|error| format!("{file}: {error}"))?;
            for (name, operation) in row.names().map_err(|error| format!("{file}: {error}"))? {
                let operation = expression(operation).map_err(|error| format!("{file}: {name}: {error}"))?;
                let wgsl = row.counterpart(name).map_err(|error| format!("{file}: {name}: {error}"))?;
                rows.push((
                    name,
                    format!(
                        "Function {{ name: {}, operation: {operation}, wgsl: {wgsl}, {tail} }}",
                        literal(name)
                    ),
                ));
            }
        }
    }
    // Functions of one name in several tables stay in the order of the files.
    rows.sort_by_key(|(name, _)| *name);
    let mut text = String::new();
    let _ = writeln!(
        text,
        "use shader_numeric::Operation;\n\n\
         /// All functions of the library, sorted by name; several have one name.\n\
         pub static FUNCTIONS: [Function; {}] = [\n{}];\n",
        rows.len(),
        lines(rows.into_iter().map(|(_, row)| row))
    );
    Ok(text)
}

/// The operations that single functions compute, by their names. Of functions with one name, the first in the order of the files counts.
pub(crate) fn operations(source: &Source) -> Result<BTreeMap<String, Operation>, String> {
    let groups: Vec<(String, Group)> = source.folder("functions")?;
    let mut operations = BTreeMap::new();
    for row in groups.iter().flat_map(|(_, group)| &group.functions) {
        for (name, words) in row.names()? {
            // Some that are composed are an operation where all operands are numbers: `pow`.
            if let Some(operation) = Operation::named(words.strip_prefix("Composed.").unwrap_or(words)) {
                operations.entry(name.to_owned()).or_insert(operation);
            }
        }
    }
    Ok(operations)
}

/// The Rust expression of an operation. Its words are those of the variants.
fn expression(words: &str) -> Result<String, String> {
    let operation =
        FunctionOperation::named(words).ok_or_else(|| format!("an unknown operation `{words}`"))?;
    let variant = match (words.split_once('.'), operation.value()) {
        // Functions of SIMD-groups and of quad-groups are of one enumeration.
        (Some((kind @ ("Simd" | "Quad"), word)), _) => format!("{kind}(GroupFunction::{word})"),
        (Some((kind, word)), _) => format!("{kind}({kind}Function::{word})"),
        (None, Some(operation)) => format!("Value(Operation::{})", operation.identifier()),
        (None, None) => words.to_owned(),
    };
    Ok(format!("FunctionOperation::{variant}"))
}

impl FunctionRow {
    /// The functions of the row, with their operations.
    fn names(&self) -> Result<Vec<(&str, &str)>, String> {
        match (&self.name, &self.operation, self.names.is_empty()) {
            (Some(name), Some(operation), true) => Ok(vec![(name, operation)]),
            (None, None, false) => {
                Ok(self.names.iter().map(|(name, operation)| (name.as_str(), operation.as_str())).collect())
            }
            (Some(name), None, _) => Err(format!("{name} has no operation")),
            (None, Some(operation), _) => Err(format!("`{operation}` is the operation of no name")),
            (Some(name), Some(_), false) => Err(format!("beside {name} there are names")),
            (None, None, true) => Err("a row has no name".to_owned()),
        }
    }

    /// The expression of a function's counterpart in WGSL.
    fn counterpart(&self, name: &str) -> Result<String, String> {
        let Some(text) = self.template(name, &self.wgsl)? else { return Ok("None".to_owned()) };
        let bits = self.wgsl_bits.map_or("None".to_owned(), |bits| format!("Some({bits})"));
        let narrow = self.template(name, &self.wgsl_narrow)?;
        let narrow = narrow.map_or("None".to_owned(), |text| format!("Some({})", literal(text)));
        Ok(format!("Some(Counterpart {{ text: {}, bits: {bits}, narrow: {narrow} }})", literal(text)))
    }

    /// The template of a function in one of the columns for WGSL.
    fn template<'a>(&self, name: &str, column: &'a Wgsl) -> Result<Option<&'a str>, String> {
        if let (Wgsl::Each(texts), Ok(names)) = (column, self.names())
            && let Some(other) = texts.keys().find(|text| names.iter().all(|(name, _)| name != text))
        {
            return Err(format!("`{other}` has a counterpart, and no operation"));
        }
        let Some(text) = column.of(name) else { return Ok(None) };
        for word in text.split('$').skip(1) {
            let end = word.find(|it: char| !it.is_ascii_alphanumeric() && it != '_').unwrap_or(word.len());
            let (word, _) = word.split_at(end);
            let is_parameter = self.signatures.iter().all(|row| row.has_parameter(word));
            if !is_parameter && !WGSL_WORDS.contains(&word) {
                return Err(format!("`${word}` in its counterpart is no parameter"));
            }
        }
        Ok(Some(text))
    }

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
            "section: {}, header: {}, precise_and_fast: {}, is_explicit: {}, stages: {stages}, signatures: &[{}], undefined: &[{}]",
            literal(&group.section),
            group.header.as_ref().map_or("None".to_owned(), |name| format!("Some({})", literal(name))),
            group.precise_and_fast || self.precise_and_fast,
            self.explicit,
            signatures.collect::<Result<Vec<_>, String>>()?.join(", "),
            undefined.collect::<Vec<_>>().join(", ")
        ))
    }
}
