//! The member functions of textures, and the options of sampling.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::{Source, lines, literal, method, named_enumeration, pascal};
use serde::Deserialize;

use super::availability::{Since, availability};
use super::signatures::{SignatureRow, Vocabulary};
use super::types::access_list;

/// The options of sampling that name a level of detail.
pub(crate) struct Options {
    rows: Vec<OptionRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OptionRow {
    name: String,
    parameters: String,
    since: Option<Since>,
}

impl Options {
    pub(crate) fn load(source: &Source) -> Result<Self, String> {
        Ok(Self { rows: source.yaml("lod_options.yaml")? })
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.rows.iter().any(|row| row.name == name)
    }

    pub(crate) fn generate(&self, vocabulary: &Vocabulary<'_>) -> Result<String, String> {
        let mut text = String::new();
        let name = "LodOption";
        let names: Vec<&str> = self.rows.iter().map(|row| row.name.as_str()).collect();
        let about = "An option of sampling that names a level of detail (6.10).";
        named_enumeration(&mut text, name, about, &names);
        let mut parameters = Vec::new();
        let mut available = Vec::new();
        for row in &self.rows {
            let signature = vocabulary.parse(&format!("{} -> void", row.parameters))?;
            parameters.push((pascal(&row.name), vocabulary.parameters(&signature)?));
            available.push((pascal(&row.name), availability(row.since.as_ref(), false)?));
        }
        let about = "The parameters of its constructor.";
        method(&mut text, name, about, "parameters(self) -> &'static [Parameter]", parameters);
        let about = "The versions that have it.";
        method(&mut text, name, about, "availability(self) -> Availability", available);
        Ok(text)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KindRow {
    kind: String,
    section: String,
    functions: Vec<MemberRow>,
}

/// One member function, or several that differ in nothing but their name.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MemberRow {
    name: Option<String>,
    #[serde(default)]
    names: Vec<String>,
    /// Where it is not that of the kind.
    section: Option<String>,
    access: Vec<String>,
    lod: Option<ZeroLod>,
    signatures: Vec<SignatureRow>,
}

#[derive(Clone, Copy, Deserialize)]
enum ZeroLod {
    #[serde(rename = "zero")]
    Always,
    #[serde(rename = "zero on macos")]
    OnMacos,
}

pub(crate) fn generate(source: &Source, vocabulary: &Vocabulary<'_>) -> Result<String, String> {
    let kinds: Vec<KindRow> = source.yaml("textures.yaml")?;
    // By kind and name, which must be unique.
    let mut rows: BTreeMap<(usize, &str), String> = BTreeMap::new();
    for kind in &kinds {
        let index = kinds.iter().position(|other| other.kind == kind.kind).unwrap_or_default();
        for member in &kind.functions {
            let tail = member.tail(kind, vocabulary);
            let tail = tail.map_err(|error| format!("textures.yaml: {}: {error}", kind.kind))?;
            for name in member.name.iter().chain(&member.names) {
                let row = format!("TextureFunction {{ name: {}, {tail} }}", literal(name));
                if rows.insert((index, name), row).is_some() {
                    return Err(format!("textures.yaml: {}: `{name}` is there twice", kind.kind));
                }
            }
        }
    }
    let mut text = String::new();
    let _ = writeln!(
        text,
        "/// The member functions of all kinds of textures.\n\
         pub static TEXTURE_FUNCTIONS: [TextureFunction; {}] = [\n{}];\n",
        rows.len(),
        lines(rows.into_values())
    );
    Ok(text)
}

impl MemberRow {
    /// The expression of a member function, from the field that follows the name.
    fn tail(&self, kind: &KindRow, vocabulary: &Vocabulary<'_>) -> Result<String, String> {
        let elements = vocabulary.types.elements(&kind.kind)?;
        let signatures = self.signatures.iter().map(|row| row.expression(vocabulary, Some(&elements)));
        let lod = match self.lod {
            None => "ZeroLod::Never",
            Some(ZeroLod::Always) => "ZeroLod::Always",
            Some(ZeroLod::OnMacos) => "ZeroLod::OnMacos",
        };
        Ok(format!(
            "kind: TextureKind::{}, section: {}, accesses: {}, zero_lod: {lod}, signatures: &[{}]",
            pascal(&kind.kind),
            literal(self.section.as_ref().unwrap_or(&kind.section)),
            access_list(&self.access),
            signatures.collect::<Result<Vec<_>, String>>()?.join(", ")
        ))
    }
}
