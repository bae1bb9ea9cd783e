//! The enumerations of the library.

use std::fmt::Write as _;

use crate::{Source, literal, method, named_enumeration, pascal};
use serde::Deserialize;

use super::availability::{Since, availability};

pub(crate) struct Enumerations {
    rows: Vec<EnumerationRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EnumerationRow {
    name: String,
    section: String,
    is_scoped: bool,
    since: Option<Since>,
    #[serde(default)]
    naga: bool,
    enumerators: Vec<Enumerator>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Enumerator {
    name: String,
    /// The word of WebGPU for it.
    wgsl: Option<String>,
    since: Option<Since>,
    #[serde(default)]
    naga: bool,
}

impl Enumerations {
    pub(crate) fn load(source: &Source) -> Result<Self, String> {
        Ok(Self { rows: source.yaml("enumerations.yaml")? })
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.rows.iter().any(|row| row.name == name)
    }

    pub(crate) fn generate(&self) -> Result<String, String> {
        let mut text = String::new();
        let name = "Enumeration";
        let names: Vec<&str> = self.rows.iter().map(|row| row.name.as_str()).collect();
        named_enumeration(&mut text, name, "An enumeration of the library.", &names);
        let of_each = |value: &dyn Fn(&EnumerationRow) -> Result<String, String>| {
            let rows = self.rows.iter().map(|row| Ok((pascal(&row.name), value(row)?)));
            rows.collect::<Result<Vec<_>, String>>()
        };
        let sections = of_each(&|row| Ok(literal(&row.section)))?;
        let about = "The section that describes it.";
        method(&mut text, name, about, "section(self) -> &'static str", sections);
        let scoped = of_each(&|row| Ok(row.is_scoped.to_string()))?;
        let about = "Whether the name of an enumerator is written after that of the enumeration.";
        method(&mut text, name, about, "is_scoped(self) -> bool", scoped);
        let available = of_each(&|row| availability(row.since.as_ref(), row.naga))?;
        let about = "The versions that have it.";
        method(&mut text, name, about, "availability(self) -> Availability", available);
        let enumerators = of_each(&EnumerationRow::enumerators)?;
        let about = "Its enumerators; the first is the default, where there is one.";
        method(&mut text, name, about, "enumerators(self) -> &'static [Enumerator]", enumerators);
        self.generate_access(&mut text)?;
        Ok(text)
    }

    /// The enumeration `access` as a type, because the types of textures contain it.
    fn generate_access(&self, text: &mut String) -> Result<(), String> {
        let row = self.rows.iter().find(|row| row.name == "access").ok_or("there is no `access`")?;
        let names: Vec<&str> = row.enumerators.iter().map(|row| row.name.as_str()).collect();
        named_enumeration(text, "Access", "The access to a texture (2.8).", &names);
        Ok(())
    }
}

impl EnumerationRow {
    fn enumerators(&self) -> Result<String, String> {
        let mut text = String::from("const { &[");
        for row in &self.enumerators {
            let available = availability(row.since.as_ref(), row.naga)?;
            let (name, wgsl) = (literal(&row.name), optional(row.wgsl.as_ref()));
            let _ = write!(text, "Enumerator {{ name: {name}, wgsl: {wgsl}, availability: {available} }}, ");
        }
        Ok(text + "] }")
    }
}

/// The expression of a text that may be missing.
fn optional(text: Option<&String>) -> String {
    text.map_or("None".to_owned(), |text| format!("Some({})", literal(text)))
}
