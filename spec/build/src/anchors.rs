//! The anchors of the pinned specification.

use std::collections::HashMap;
use std::fmt::Write as _;

use crate::source::{Source, literal, upper_snake};

/// The anchors of the specification, each with the title of its section.
pub(crate) struct Anchors {
    rows: Vec<(String, String)>,
    index: HashMap<String, usize>,
}

impl Anchors {
    /// Reads `anchors.txt`.
    pub(crate) fn load(source: &Source) -> Result<Self, String> {
        let text = source.text("anchors.txt")?;
        let mut rows = Vec::new();
        let mut index = HashMap::new();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let (id, title) =
                line.split_once('\t').ok_or_else(|| format!("anchors.txt: no tab in line: {line}"))?;
            if index.insert(id.to_owned(), rows.len()).is_some() {
                return Err(format!("anchors.txt: {id} appears twice"));
            }
            rows.push((id.to_owned(), title.to_owned()));
        }
        Ok(Self { rows, index })
    }

    /// The Rust expression of an anchor; an unknown one fails with its place and the nearest existing anchor.
    pub(crate) fn expression(&self, id: &str, file: &str, entry: &str) -> Result<String, String> {
        if let Some(index) = self.index.get(id) {
            return Ok(format!("crate::Anchor({index})"));
        }
        let nearest = self.rows.iter().map(|row| row.0.as_str()).min_by_key(|other| distance(id, other));
        Err(format!(
            "{file}: {entry}: the specification has no anchor `{id}`; the nearest is `{}`",
            nearest.unwrap_or_default()
        ))
    }

    /// The table of anchors, and a constant for each: the prefix, and the anchor in capitals.
    pub(crate) fn generate(&self, prefix: &str) -> Result<String, String> {
        let mut text = format!("static ANCHORS: [(&str, &str); {}] = [\n", self.rows.len());
        for (id, title) in &self.rows {
            let _ = writeln!(text, "    ({}, {}),", literal(id), literal(title));
        }
        text.push_str("];\n\nimpl Anchor {\n    /// All anchors in the order of their names.\n");
        let _ = writeln!(
            text,
            "    pub fn all() -> impl Iterator<Item = Self> {{ (0..{}).map(Self) }}",
            self.rows.len()
        );
        let mut constants = HashMap::new();
        for (index, (id, title)) in self.rows.iter().enumerate() {
            let constant = prefix.to_owned() + &upper_snake(id);
            if let Some(other) = constants.insert(constant.clone(), id) {
                return Err(format!("anchors.txt: `{id}` and `{other}` have the same constant {constant}"));
            }
            let _ = writeln!(text, "    /// {}\n    pub const {constant}: Self = Self({index});", doc(title));
        }
        text.push_str("}\n");
        Ok(text)
    }
}

/// A title as a line of documentation.
fn doc(title: &str) -> String {
    format!("`{}`", title.replace('`', ""))
}

/// Edit distance.
fn distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (line, character) in left.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = line + 1;
        for column in 0..right.len() {
            let replaced = diagonal + usize::from(right[column] != character);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(row[column] + 1).min(diagonal + 1);
        }
    }
    row[right.len()]
}
