//! Attributes.

use std::fmt::Write as _;

use crate::{Source, lines, literal, pascal};
use serde::Deserialize;

use super::availability::{Since, availability};
use super::types::Types;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Attribute {
    name: String,
    argument: String,
    /// The largest number that the argument may be.
    maximum: Option<u32>,
    uses: Vec<Use>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Use {
    places: Vec<String>,
    types: Option<String>,
    /// Whether it may be on an array of the types as well.
    #[serde(default)]
    or_array: bool,
    section: String,
    /// The built-in value of WGSL that is the same.
    wgsl: Option<String>,
    since: Option<Since>,
    #[serde(default)]
    naga: bool,
}

pub(crate) fn generate(source: &Source, types: &Types) -> Result<String, String> {
    let mut attributes: Vec<Attribute> = source.yaml("attributes.yaml")?;
    // Two rows of a name are for different arguments, and stay in their order.
    attributes.sort_by(|one, other| one.name.cmp(&other.name));
    let mut text = String::new();
    let mut rows = Vec::new();
    for attribute in &attributes {
        let uses = attribute.uses.iter().map(|row| row.expression(types)).collect::<Result<Vec<_>, _>>();
        let uses = uses.map_err(|error| format!("attributes.yaml: {}: {error}", attribute.name))?;
        rows.push(format!(
            "Attribute {{ name: {}, argument: AttributeArgument::{}, maximum: {:?}, uses: &[{}] }}",
            literal(&attribute.name),
            pascal(&attribute.argument),
            attribute.maximum,
            uses.join(", ")
        ));
    }
    let _ = writeln!(
        text,
        "/// All attributes, sorted by name.\npub static ATTRIBUTES: [Attribute; {}] = [\n{}];\n",
        rows.len(),
        lines(rows)
    );
    Ok(text)
}

impl Use {
    fn expression(&self, types: &Types) -> Result<String, String> {
        let places: Vec<String> =
            self.places.iter().map(|place| format!("AttributePlace::{place}")).collect();
        let set = self
            .types
            .as_ref()
            .map_or(Ok("None".to_owned()), |set| types.set(set).map(|set| format!("Some({set})")))?;
        Ok(format!(
            "AttributeUse {{ places: &[{}], types: {set}, or_array: {}, section: {}, wgsl: {}, availability: {} }}",
            places.join(", "),
            self.or_array,
            literal(&self.section),
            self.wgsl.as_ref().map_or("None".to_owned(), |name| format!("Some({})", literal(name))),
            availability(self.since.as_ref(), self.naga)?
        ))
    }
}
