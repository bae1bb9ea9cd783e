//! Enumeration types, builtin values and texel formats.

use std::fmt::Write as _;

use crate::{Anchors, Names, Rules, Source, lines, method, named_enumeration, names_of_variants, pascal};
use serde::Deserialize;

use super::conversions::scalar_variant;
use super::edition::Edition;
use super::enumeration::enumeration;
use super::extensions::Extensions;
use super::name_info::NameInfoRow;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EnumerantFile {
    access_modes: Vec<Member>,
    address_spaces: Vec<Member>,
    matrix_orders: Vec<Member>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Member {
    name: String,
    variant: String,
    /// Whether a program may use the name.
    #[serde(default = "yes")]
    written: bool,
    enable: Option<String>,
    language: Option<String>,
    /// The rule that a use without its extension breaks, if that is not the rule of the extension.
    needs: Option<String>,
    #[serde(default)]
    editions: Vec<Edition>,
}

fn yes() -> bool {
    true
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ValueFile {
    builtin_values: Vec<ValueRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ValueRow {
    name: String,
    stage: String,
    direction: String,
    #[serde(rename = "type")]
    io_type: String,
    spec: String,
    enable: Option<String>,
    language: Option<String>,
    #[serde(default)]
    editions: Vec<Edition>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TexelFile {
    formats: Vec<Format>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Format {
    name: String,
    #[serde(rename = "type")]
    scalar: String,
    language: Option<String>,
    #[serde(default)]
    editions: Vec<Edition>,
}

pub(crate) struct Enumerants {
    members: EnumerantFile,
    values: Vec<ValueRow>,
    formats: Vec<Format>,
}

impl EnumerantFile {
    /// The enumerations, each with its name in Rust.
    fn all(&self) -> [(&'static str, &[Member]); 3] {
        [
            ("AccessMode", &self.access_modes),
            ("AddressSpace", &self.address_spaces),
            ("MatrixOrder", &self.matrix_orders),
        ]
    }
}

impl Enumerants {
    pub(crate) fn load(source: &Source) -> Result<Self, String> {
        let members: EnumerantFile = source.yaml("enumerants.yaml")?;
        let ValueFile { builtin_values: values } = source.yaml("builtin_values.yaml")?;
        let TexelFile { formats } = source.yaml("texel.yaml")?;
        if let Some(format) = formats.iter().find(|format| scalar_variant(&format.scalar).is_none()) {
            return Err(format!("texel.yaml: {}: type {}", format.name, format.scalar));
        }
        Ok(Self { members, values, formats })
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        let members = self.members.all().into_iter().flat_map(|(_, members)| members);
        let written = members.filter(|member| member.written).map(|member| member.name.as_str());
        let values = self.values.iter().map(|row| row.name.as_str());
        written.chain(values).chain(self.formats.iter().map(|format| format.name.as_str()))
    }

    /// The meaning of a name that is an enumerant.
    pub(crate) fn meaning(
        &self,
        name: &str,
        edition: Edition,
        extensions: &Extensions,
    ) -> Result<Option<NameInfoRow>, String> {
        let matches =
            |member: &&Member| member.name == name && member.written && edition.holds(&member.editions);
        for (kind, members) in self.members.all() {
            if let Some(Member { variant, enable, language, needs, .. }) = members.iter().find(matches) {
                let predeclared = format!("Enumerant(Enumerant::{kind}({kind}::{variant}))");
                let (enable, language) = (enable.as_ref(), language.as_ref());
                return NameInfoRow::new(predeclared, enable, language, needs.as_ref(), extensions).map(Some);
            }
        }
        let is_format = |format: &&Format| format.name == name && edition.holds(&format.editions);
        let Some(format) = self.formats.iter().find(is_format) else { return Ok(None) };
        let predeclared = format!("Enumerant(Enumerant::TexelFormat(TexelFormat::{}))", pascal(name));
        NameInfoRow::new(predeclared, None, format.language.as_ref(), None, extensions).map(Some)
    }

    pub(crate) fn generate(
        &self,
        names: &Names,
        anchors: &Anchors,
        extensions: &Extensions,
        rules: &Rules,
    ) -> Result<String, String> {
        let mut text = String::new();
        for (kind, members) in &self.members.all()[..2] {
            let variants = members.iter().map(|member| (member.variant.clone(), member.name.as_str()));
            names_of_variants(&mut text, kind, variants);
        }
        self.generate_values(&mut text, names, anchors, extensions, rules)?;
        self.generate_formats(&mut text, extensions, rules)?;
        Ok(text)
    }

    fn generate_values(
        &self,
        text: &mut String,
        names: &Names,
        anchors: &Anchors,
        extensions: &Extensions,
        rules: &Rules,
    ) -> Result<(), String> {
        let mut distinct: Vec<&ValueRow> = Vec::new();
        for row in &self.values {
            if !distinct.iter().any(|other| other.name == row.name) {
                distinct.push(row);
            }
        }
        let members: Vec<&str> = distinct.iter().map(|row| row.name.as_str()).collect();
        let places: Vec<String> = distinct
            .iter()
            .map(|row| anchors.expression(&row.spec, "builtin_values.yaml", &row.name))
            .collect::<Result<_, _>>()?;
        let about = "A builtin value. <https://www.w3.org/TR/WGSL/#builtin-inputs-outputs>";
        enumeration(text, "BuiltinValue", about, &members, &places, names)?;
        for edition in Edition::BOTH {
            let rows = self.values.iter().filter(|row| edition.holds(&row.editions));
            let rows = rows.map(|row| row.expression(extensions, rules)).collect::<Result<Vec<_>, _>>()?;
            let table = edition.table("BUILTIN_VALUES_CURRENT", "BUILTIN_VALUES_DRAFT_2022");
            let count = rows.len();
            let _ = writeln!(text, "static {table}: [BuiltinValueRow; {count}] = [\n{}];\n", lines(rows));
        }
        Ok(())
    }

    fn generate_formats(
        &self,
        text: &mut String,
        extensions: &Extensions,
        rules: &Rules,
    ) -> Result<(), String> {
        let members: Vec<&str> = self.formats.iter().map(|format| format.name.as_str()).collect();
        let name = "TexelFormat";
        let about = "A texel format of storage textures. <https://www.w3.org/TR/WGSL/#storage-texel-formats>";
        named_enumeration(text, name, about, &members);
        let of_each = |value: &dyn Fn(&Format) -> Result<String, String>| {
            let values = self.formats.iter().map(|format| Ok((pascal(&format.name), value(format)?)));
            values.collect::<Result<Vec<_>, String>>()
        };
        let scalars =
            of_each(&|format| Ok(format!("Scalar::{}", scalar_variant(&format.scalar).unwrap_or_default())))?;
        let about = "The scalar that reading or writing a texel has in a shader.";
        method(text, name, about, "channel_type(self) -> Scalar", scalars);
        let languages = of_each(&|format| extensions.language(format.language.as_ref()))?;
        let about = "The language extension that brings the format.";
        method(text, name, about, "requires(self) -> Option<LanguageExtension>", languages);
        let editions = of_each(&|format| {
            Ok(format!("matches!(edition, {})", Edition::expressions(&format.editions).join(" | ")))
        })?;
        let rows = of_each(&|format| rules.enforced(&format!("texel.format.{}", format.name)))?;
        let about = "The rule of its row in the table of texel formats.";
        method(text, name, about, "rule(self) -> &'static Rule", rows);
        let about = "Whether the edition has the format.";
        method(text, name, about, "available_in(self, edition: Edition) -> bool", editions);
        Ok(())
    }
}

impl ValueRow {
    /// The rule of the row is named after it.
    fn expression(&self, extensions: &Extensions, rules: &Rules) -> Result<String, String> {
        let ty = io_type(&self.io_type)
            .ok_or_else(|| format!("builtin_values.yaml: {}: type {}", self.name, self.io_type))?;
        Ok(format!(
            "BuiltinValueRow {{ value: BuiltinValue::{}, stage: ShaderStage::{}, direction: Direction::{}, ty: {ty}, \
             enable: {}, language: {}, rule: {} }}",
            pascal(&self.name),
            pascal(&self.stage),
            pascal(&self.direction),
            extensions.enable(self.enable.as_ref())?,
            extensions.language(self.language.as_ref())?,
            rules.enforced(&format!("bv.{}.{}.{}", self.name, self.stage, self.direction))?
        ))
    }
}

fn io_type(text: &str) -> Option<String> {
    if let Some(scalar) = scalar_variant(text) {
        return Some(format!("IoType::Scalar(Scalar::{scalar})"));
    }
    if let Some(count) = text.strip_prefix("array<f32, ") {
        return Some(format!("IoType::FloatArrayUpTo({})", count.trim_end_matches('>')));
    }
    let (size, scalar) = text.strip_prefix("vec")?.trim_end_matches('>').split_once('<')?;
    Some(format!("IoType::Vector({size}, Scalar::{})", scalar_variant(scalar)?))
}
