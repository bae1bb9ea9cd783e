//! `attributes.yaml` as a table.

use std::fmt::Write as _;

use crate::{Anchors, Names, Rules, Source};
use serde::Deserialize;

use super::edition::Edition;
use super::extensions::Extensions;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Attribute {
    name: String,
    spec: String,
    on: Vec<String>,
    #[serde(default)]
    parameters: Vec<String>,
    /// The number of optional parameters at the end.
    #[serde(default)]
    optional: usize,
    evaluated: Option<String>,
    #[serde(default)]
    repeatable: bool,
    enable: Option<String>,
    #[serde(default)]
    editions: Vec<Edition>,
    /// The rule that it breaks in another place.
    misplaced: String,
    /// The rule that a mistake in its parentheses breaks.
    form: String,
    /// The sentence about the number of its arguments.
    count: Option<String>,
    /// The sentence about this attribute in another place, where `misplaced` is about several attributes.
    also: Option<String>,
    /// The rule that arguments of another stage or type break.
    argument: Option<String>,
    /// The rule that arguments break that are too small.
    least: Option<String>,
    /// The rule that it breaks without its extension.
    needs: Option<String>,
}

pub(crate) fn generate(
    source: &Source,
    anchors: &Anchors,
    extensions: &Extensions,
    names: &Names,
    rules: &Rules,
) -> Result<String, String> {
    let attributes: Vec<Attribute> = source.yaml("attributes.yaml")?;
    let mut rows = String::new();
    let mut numbers = String::new();
    for (number, attribute) in attributes.iter().enumerate() {
        let anchor = anchors.expression(&attribute.spec, "attributes.yaml", &attribute.name)?;
        let enable = extensions.enable(attribute.enable.as_ref())?;
        let row = attribute
            .row(number, names)
            .ok_or_else(|| format!("attributes.yaml: {}: the entry is malformed", attribute.name))?;
        let (misplaced, form) = (rules.enforced(&attribute.misplaced)?, rules.enforced(&attribute.form)?);
        let count = rules.optional(attribute.count.as_ref())?;
        let (also, argument) =
            (rules.optional(attribute.also.as_ref())?, rules.optional(attribute.argument.as_ref())?);
        let (least, needs) =
            (rules.optional(attribute.least.as_ref())?, rules.optional(attribute.needs.as_ref())?);
        let _ = writeln!(
            rows,
            "    AttributeRow {{ {row}, section: {anchor}, enable: {enable}, misplaced: {misplaced}, form: {form}, \
             count: {count}, also: {also}, argument: {argument}, least: {least}, needs: {needs} }},"
        );
        let _ = writeln!(numbers, "        {} => {number},", names.index(&attribute.name)?);
    }
    Ok(format!(
        "static ATTRIBUTES: [AttributeRow; {}] = [\n{rows}];\n\n\
         fn attribute_number(name: Symbol) -> Option<usize> {{\n    Some(match name.index() {{\n{numbers}        \
         _ => return None,\n    }})\n}}\n",
        attributes.len()
    ))
}

impl Attribute {
    /// The fields of the row; `None` for an entry that contradicts itself.
    fn row(&self, number: usize, names: &Names) -> Option<String> {
        let evaluated = self.evaluated.as_deref();
        let numeric = self.parameters.iter().any(|parameter| parameter == "i32 or u32");
        let fits = number < 32
            && !self.on.is_empty()
            && matches!(evaluated, None | Some("const" | "override"))
            && numeric == evaluated.is_some()
            && numeric == self.argument.is_some()
            && self.enable.is_some() == self.needs.is_some()
            && (!self.repeatable || !self.parameters.is_empty());
        let most = self.parameters.len();
        let least = most.checked_sub(self.optional)?;
        let arguments = match self.parameters.first().map(String::as_str) {
            None => "None".to_owned(),
            Some("severity name") => "DiagnosticControl".to_owned(),
            Some(_) if numeric => format!("Expressions({least}, {most})"),
            Some(_) => format!("Names({least}, {most})"),
        };
        let places: Option<Vec<&str>> = self.on.iter().map(|place| place_variant(place)).collect();
        fits.then_some(())?;
        Some(format!(
            "name: {}, number: {number}, arguments: AttributeArguments::{arguments}, places: &[{}], \
             repeatable: {}, editions: &[{}]",
            names.symbol(&self.name).ok()?,
            places?.join(", "),
            self.repeatable,
            Edition::expressions(&self.editions).join(", ")
        ))
    }
}

/// Whether a function is an entry point of a certain stage, or a variable a resource, is the subject of other rules.
fn place_variant(place: &str) -> Option<&'static str> {
    Some(match place {
        "function" | "compute entry point" => "AttributePlace::Function",
        "entry point parameter" => "AttributePlace::Parameter",
        "entry point return type" => "AttributePlace::Result",
        "structure member" => "AttributePlace::Member",
        "resource variable" => "AttributePlace::ModuleVariable",
        "override declaration" => "AttributePlace::Override",
        "statement" => "AttributePlace::Compound, AttributePlace::Statement, AttributePlace::Switch",
        "builtin function" => "AttributePlace::BuiltinFunction",
        _ => return None,
    })
}
