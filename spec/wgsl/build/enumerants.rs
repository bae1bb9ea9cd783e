//! Enumeration types, builtin values and texel formats.

use std::fmt::Write as _;

use serde::Deserialize;
use spec_build::{Anchors, Names, Source, literal, named_enumeration, pascal};

use crate::conversions::scalar_variant;
use crate::edition::Edition;
use crate::extensions::Extensions;
use crate::meaning::Meaning;

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
    #[serde(default)]
    editions: Vec<String>,
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
    editions: Vec<String>,
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
    editions: Vec<String>,
}

pub(crate) struct Enumerants {
    members: EnumerantFile,
    values: Vec<ValueRow>,
    formats: Vec<Format>,
    value_rows: Vec<String>,
    value_anchors: Vec<String>,
    format_languages: Vec<String>,
    space_languages: Vec<String>,
    order_enables: Vec<String>,
}

impl Enumerants {
    pub(crate) fn load(source: &Source, anchors: &Anchors, extensions: &Extensions) -> Result<Self, String> {
        let members: EnumerantFile = source.yaml("enumerants.yaml")?;
        let ValueFile { builtin_values: values } = source.yaml("builtin_values.yaml")?;
        let TexelFile { formats } = source.yaml("texel.yaml")?;
        if let Some(format) = formats.iter().find(|format| scalar_variant(&format.scalar).is_none()) {
            return Err(format!("texel.yaml: {}: type {}", format.name, format.scalar));
        }
        let value_rows = values.iter().map(|row| row.expression(extensions)).collect::<Result<_, _>>()?;
        let value_anchors = values
            .iter()
            .map(|row| anchors.expression(&row.spec, "builtin_values.yaml", &row.name))
            .collect::<Result<_, _>>()?;
        let format_languages = formats
            .iter()
            .map(|format| extensions.language(format.language.as_ref()))
            .collect::<Result<_, _>>()?;
        let space_languages = members
            .address_spaces
            .iter()
            .map(|space| extensions.language(space.language.as_ref()))
            .collect::<Result<_, _>>()?;
        let order_enables = members
            .matrix_orders
            .iter()
            .map(|order| extensions.enable(order.enable.as_ref()))
            .collect::<Result<_, _>>()?;
        Ok(Self {
            members,
            values,
            formats,
            value_rows,
            value_anchors,
            format_languages,
            space_languages,
            order_enables,
        })
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        let modes = self.members.access_modes.iter().map(|member| member.name.as_str());
        let spaces = self.members.address_spaces.iter().filter(|member| member.written);
        let spaces = spaces.map(|member| member.name.as_str());
        let values = self.values.iter().map(|row| row.name.as_str());
        let orders = self.members.matrix_orders.iter().map(|member| member.name.as_str());
        modes
            .chain(spaces)
            .chain(orders)
            .chain(values)
            .chain(self.formats.iter().map(|format| format.name.as_str()))
    }

    /// The meaning of a name that is an enumerant.
    pub(crate) fn meaning(&self, name: &str, edition: Edition) -> Option<Meaning> {
        let none = || "None".to_owned();
        let matches =
            |member: &&Member| member.name == name && member.written && edition.holds(&member.editions);
        if let Some(member) = self.members.access_modes.iter().find(matches) {
            let predeclared = format!("Enumerant(Enumerant::AccessMode(AccessMode::{}))", member.variant);
            return Some(Meaning { predeclared, enable: none(), language: none() });
        }
        if let Some(index) = self.members.address_spaces.iter().position(|member| matches(&member)) {
            let variant = &self.members.address_spaces[index].variant;
            let predeclared = format!("Enumerant(Enumerant::AddressSpace(AddressSpace::{variant}))");
            return Some(Meaning {
                predeclared,
                enable: none(),
                language: self.space_languages[index].clone(),
            });
        }
        if let Some(index) = self.members.matrix_orders.iter().position(|member| matches(&member)) {
            let variant = &self.members.matrix_orders[index].variant;
            let predeclared = format!("Enumerant(Enumerant::MatrixOrder(MatrixOrder::{variant}))");
            return Some(Meaning {
                predeclared,
                enable: self.order_enables[index].clone(),
                language: none(),
            });
        }
        let is_format = |format: &Format| format.name == name && edition.holds(&format.editions);
        let index = self.formats.iter().position(is_format)?;
        let predeclared = format!("Enumerant(Enumerant::TexelFormat(TexelFormat::{}))", pascal(name));
        Some(Meaning { predeclared, enable: none(), language: self.format_languages[index].clone() })
    }

    pub(crate) fn generate(&self, names: &Names) -> Result<String, String> {
        let mut text = String::new();
        member_names(&mut text, "AccessMode", &self.members.access_modes);
        member_names(&mut text, "AddressSpace", &self.members.address_spaces);
        self.generate_values(&mut text, names)?;
        self.generate_formats(&mut text);
        Ok(text)
    }

    fn generate_values(&self, text: &mut String, names: &Names) -> Result<(), String> {
        let mut distinct: Vec<usize> = Vec::new();
        for (index, row) in self.values.iter().enumerate() {
            if !distinct.iter().any(|other| self.values[*other].name == row.name) {
                distinct.push(index);
            }
        }
        let members: Vec<&str> = distinct.iter().map(|index| self.values[*index].name.as_str()).collect();
        named_enumeration(
            text,
            "BuiltinValue",
            "A builtin value. <https://www.w3.org/TR/WGSL/#builtin-inputs-outputs>",
            &members,
        );
        text.push_str("impl BuiltinValue {\n    /// The place of its definition in the specification.\n    #[must_use]\n    pub const fn anchor(self) -> crate::Anchor {\n        match self {\n");
        for index in &distinct {
            let row = &self.values[*index];
            let _ =
                writeln!(text, "            Self::{} => {},", pascal(&row.name), self.value_anchors[*index]);
        }
        text.push_str("        }\n    }\n}\n\nfn builtin_value_of(symbol: Symbol) -> Option<BuiltinValue> {\n    Some(match symbol.index() {\n");
        for name in members {
            let _ = writeln!(text, "        {} => BuiltinValue::{},", names.index(name)?, pascal(name));
        }
        text.push_str("        _ => return None,\n    })\n}\n\n");
        for (table, edition) in
            [("BUILTIN_VALUES_CURRENT", Edition::Current), ("BUILTIN_VALUES_DRAFT_2022", Edition::Draft2022)]
        {
            let rows = self.values.iter().zip(&self.value_rows);
            let rows: Vec<&String> = rows
                .filter(|(row, _)| edition.holds(&row.editions))
                .map(|(_, expression)| expression)
                .collect();
            let _ = writeln!(text, "static {table}: [BuiltinValueRow; {}] = [", rows.len());
            for row in rows {
                let _ = writeln!(text, "    {row},");
            }
            text.push_str("];\n\n");
        }
        Ok(())
    }

    fn generate_formats(&self, text: &mut String) {
        let members: Vec<&str> = self.formats.iter().map(|format| format.name.as_str()).collect();
        named_enumeration(
            text,
            "TexelFormat",
            "A texel format of storage textures. <https://www.w3.org/TR/WGSL/#storage-texel-formats>",
            &members,
        );
        text.push_str("impl TexelFormat {\n    /// The scalar that reading or writing a texel has in a shader.\n    #[must_use]\n    pub const fn channel_type(self) -> ChannelType {\n        match self {\n");
        for format in &self.formats {
            let scalar = scalar_variant(&format.scalar).unwrap_or_default();
            let _ = writeln!(text, "            Self::{} => Scalar::{scalar},", pascal(&format.name));
        }
        text.push_str("        }\n    }\n\n    /// The language extension that brings the format.\n    #[must_use]\n    pub const fn requires(self) -> Option<LanguageExtension> {\n        match self {\n");
        for (format, language) in self.formats.iter().zip(&self.format_languages) {
            let _ = writeln!(text, "            Self::{} => {language},", pascal(&format.name));
        }
        text.push_str("        }\n    }\n\n    /// Whether the edition has the format.\n    #[must_use]\n    pub const fn available_in(self, edition: Edition) -> bool {\n        match self {\n");
        for format in &self.formats {
            let editions: Vec<&str> =
                [("Edition::Current", Edition::Current), ("Edition::Draft2022", Edition::Draft2022)]
                    .into_iter()
                    .filter(|(_, edition)| edition.holds(&format.editions))
                    .map(|(name, _)| name)
                    .collect();
            let _ = writeln!(
                text,
                "            Self::{} => matches!(edition, {}),",
                pascal(&format.name),
                editions.join(" | ")
            );
        }
        text.push_str("        }\n    }\n}\n");
    }
}

impl ValueRow {
    fn expression(&self, extensions: &Extensions) -> Result<String, String> {
        let ty = io_type(&self.io_type)
            .ok_or_else(|| format!("builtin_values.yaml: {}: type {}", self.name, self.io_type))?;
        Ok(format!(
            "BuiltinValueRow {{ value: BuiltinValue::{}, stage: ShaderStage::{}, direction: Direction::{}, ty: {ty}, \
             enable: {}, language: {} }}",
            pascal(&self.name),
            pascal(&self.stage),
            pascal(&self.direction),
            extensions.enable(self.enable.as_ref())?,
            extensions.language(self.language.as_ref())?
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

fn member_names(text: &mut String, name: &str, members: &[Member]) {
    let all: Vec<String> = members.iter().map(|member| format!("Self::{}", member.variant)).collect();
    let _ = write!(
        text,
        "impl {name} {{\n    /// All of them in declaration order.\n    pub const ALL: [Self; {}] = [{}];\n\n    \
         /// Its name in the specification.\n    #[must_use]\n    pub const fn name(self) -> &'static str {{\n        match self {{\n",
        all.len(),
        all.join(", ")
    );
    for member in members {
        let _ = writeln!(text, "            Self::{} => {},", member.variant, literal(&member.name));
    }
    text.push_str("        }\n    }\n}\n\n");
}
