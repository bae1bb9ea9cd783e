//! The anchors of the pinned specification.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use crate::language::Language;
use crate::source::{Source, literal, upper_snake};

/// The anchors of the specification, each with the title of its section.
pub(crate) struct Anchors {
    rows: Vec<(String, String)>,
    /// The name of the constant of each anchor.
    constants: HashMap<String, String>,
}

impl Anchors {
    /// Reads `anchors.txt`.
    pub(crate) fn load<L: Language>(source: &Source) -> Result<Self, String> {
        let text = source.text("anchors.txt")?;
        let mut rows = Vec::new();
        let (mut constants, mut spelt) = (HashMap::new(), HashSet::new());
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let (id, title) =
                line.split_once('\t').ok_or_else(|| format!("anchors.txt: no tab in line: {line}"))?;
            let constant = L::SECTION_PREFIX.to_owned() + &upper_snake(id);
            if !spelt.insert(constant.clone()) {
                return Err(format!("anchors.txt: {id}: another anchor has the constant {constant}"));
            }
            constants.insert(id.to_owned(), constant);
            rows.push((id.to_owned(), title.to_owned()));
        }
        Ok(Self { rows, constants })
    }

    /// The Rust expression of a section; an unknown anchor fails with its place and the nearest existing one.
    pub(crate) fn expression(&self, id: &str, file: &str, entry: &str) -> Result<String, String> {
        if let Some(constant) = self.constants.get(id) {
            return Ok(format!("crate::sections::{constant}"));
        }
        let nearest = self.rows.iter().map(|row| row.0.as_str()).min_by_key(|other| distance(id, other));
        Err(format!(
            "{file}: {entry}: the specification has no anchor `{id}`; the nearest is `{}`",
            nearest.unwrap_or_default()
        ))
    }

    /// Returns the table of sections, and a constant for each.
    pub(crate) fn generate<L: Language>(&self) -> String {
        let mut rows = String::new();
        let mut constants = String::new();
        for (index, (id, title)) in self.rows.iter().enumerate() {
            let (name, row) = (L::NAME, format!("id: {}, title: {}", literal(id), literal(title)));
            let _ = writeln!(rows, "    Section {{ document: Document::{name}, {row} }},");
            let (doc, constant) = (doc(title), &self.constants[id]);
            let _ = writeln!(constants, "/// {doc}\npub const {constant}: &Section = &SECTIONS[{index}];");
        }
        format!("pub(crate) static SECTIONS: [Section; {}] = [\n{rows}];\n\n{constants}", self.rows.len())
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
