//! Keywords, reserved words and predeclared objects.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::{Names, Rules, Source, method, names_of_variants};
use serde::Deserialize;

use super::conversions::scalar_variant;
use super::edition::Edition;
use super::enumerants::Enumerants;
use super::extensions::Extensions;
use super::functions::Functions;
use super::name_info::NameInfoRow;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WordFile {
    keywords: ByEdition,
    reserved: ByEdition,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ByEdition {
    both: Vec<String>,
    current: Vec<String>,
    draft_2022: Vec<String>,
}

impl ByEdition {
    fn has(&self, word: &str, edition: Edition) -> bool {
        let own = match edition {
            Edition::Current => &self.current,
            Edition::Draft2022 => &self.draft_2022,
        };
        self.both.iter().chain(own).any(|other| other == word)
    }

    fn iter(&self) -> impl Iterator<Item = &str> {
        self.both.iter().chain(&self.current).chain(&self.draft_2022).map(String::as_str)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TypeFile {
    scalars: Vec<TypeName>,
    aliases: Vec<TypeName>,
    components: Vec<TypeName>,
    samplers: Vec<String>,
    generators: Vec<TypeName>,
    textures: Vec<TypeName>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TypeName {
    name: String,
    /// The target of an alias.
    #[serde(rename = "type")]
    target: Option<String>,
    /// The variant of `TextureKind`.
    kind: Option<String>,
    #[serde(default)]
    parameters: Vec<String>,
    enable: Option<String>,
    language: Option<String>,
    /// The rule that a use without its extension breaks, if that is not the rule of the extension.
    needs: Option<String>,
    #[serde(default)]
    editions: Vec<Edition>,
}

pub(crate) struct Words {
    lists: WordFile,
    /// Context-dependent names, by what they name.
    context: BTreeMap<String, Vec<String>>,
    types: TypeFile,
}

impl Words {
    pub(crate) fn load(source: &Source) -> Result<Self, String> {
        Ok(Self {
            lists: source.yaml("words.yaml")?,
            context: source.yaml("context_names.yaml")?,
            types: source.yaml("types.yaml")?,
        })
    }

    /// Every name in this file that has a meaning.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        let listed = self.context.values().flatten().chain(&self.types.samplers).map(String::as_str);
        listed.chain(self.lists.keywords.iter()).chain(self.types.all().map(|entry| entry.name.as_str()))
    }

    pub(crate) fn reserved(&self) -> impl Iterator<Item = &str> {
        self.lists.reserved.iter()
    }

    pub(crate) fn generate(
        &self,
        names: &Names,
        functions: &Functions,
        enumerants: &Enumerants,
        extensions: &Extensions,
        rules: &Rules,
    ) -> Result<String, String> {
        let mut text = String::from(
            "mod table {\n    use super::{NameInfo, Predeclared, PredeclaredType, TypeGenerator, WordClass};\n    use super::{Enumerant, FunctionId, Scalar, TextureKind};\n    use crate::{AccessMode, AddressSpace, MatrixOrder, MatrixRole, TexelFormat};\n\n",
        );
        for edition in Edition::BOTH {
            let table = edition.table("NAME_INFO_CURRENT", "NAME_INFO_DRAFT_2022");
            let _ = writeln!(text, "    pub(super) static {table}: [NameInfo; {}] = [", names.iter().count());
            for name in names.iter() {
                let class = self.class(name, edition);
                let meaning = self.meaning(name, edition, functions, enumerants, extensions)?;
                let _ = writeln!(
                    text,
                    "        NameInfo {{ class: WordClass::{class}, predeclared: Predeclared::{}, enable: {}, language: {}, needs: {} }},",
                    meaning.predeclared, meaning.enable, meaning.language, meaning.needs
                );
            }
            text.push_str("    ];\n\n");
        }
        text.push_str("}\nuse table::{NAME_INFO_CURRENT, NAME_INFO_DRAFT_2022};\n\n");
        self.generate_constructors(&mut text, functions)?;
        self.generate_textures(&mut text, rules)?;
        Ok(text)
    }

    fn class(&self, name: &str, edition: Edition) -> &'static str {
        if self.lists.keywords.has(name, edition) {
            "Keyword"
        } else if self.lists.reserved.has(name, edition) {
            "Reserved"
        } else {
            "Identifier"
        }
    }

    fn meaning(
        &self,
        name: &str,
        edition: Edition,
        functions: &Functions,
        enumerants: &Enumerants,
        extensions: &Extensions,
    ) -> Result<NameInfoRow, String> {
        if let Some(entry) =
            self.types.all().find(|entry| entry.name == name && edition.holds(&entry.editions))
        {
            let predeclared = TypeFile::predeclared(entry)?;
            let TypeName { enable, language, needs, .. } = entry;
            return NameInfoRow::new(
                predeclared,
                enable.as_ref(),
                language.as_ref(),
                needs.as_ref(),
                extensions,
            );
        }
        if self.types.samplers.iter().any(|sampler| sampler == name) {
            let variant = if name == "sampler" { "Sampler" } else { "SamplerComparison" };
            return Ok(NameInfoRow::plain(format!("Type(PredeclaredType::{variant})")));
        }
        let meaning = enumerants.meaning(name, edition, extensions)?;
        let meaning = meaning.or_else(|| functions.meaning(name, edition));
        Ok(meaning.unwrap_or_else(|| NameInfoRow::plain("None".to_owned())))
    }

    fn generate_constructors(&self, text: &mut String, functions: &Functions) -> Result<(), String> {
        text.push_str("fn generator_constructor(generator: TypeGenerator) -> Option<FunctionId> {\n    match generator {\n");
        for entry in &self.types.generators {
            let pattern = generator(&entry.name)?;
            if pattern.starts_with("Vector") || pattern.starts_with("Matrix") {
                let index = functions.index(&entry.name)?;
                let _ = writeln!(text, "        TypeGenerator::{pattern} => Some(FunctionId({index})),");
            }
        }
        text.push_str("        _ => None,\n    }\n}\n\n");
        let mut constructors = vec![("AbstractInt | Self::AbstractFloat".to_owned(), "None".to_owned())];
        for entry in &self.types.scalars {
            let variant =
                scalar_variant(&entry.name).ok_or_else(|| format!("types.yaml: scalar {}", entry.name))?;
            let index = functions.index(&entry.name)?;
            constructors.push((variant.to_owned(), format!("Some(FunctionId({index}))")));
        }
        method(
            text,
            "Scalar",
            "The function whose overloads are the value constructors of the scalar; abstract ones have none.",
            "constructor(self) -> Option<FunctionId>",
            constructors,
        );
        Ok(())
    }

    fn generate_textures(&self, text: &mut String, rules: &Rules) -> Result<(), String> {
        let kinds: Vec<&str> = self.types.textures.iter().filter_map(|entry| entry.kind.as_deref()).collect();
        if kinds.len() != self.types.textures.len() {
            return Err("types.yaml: a texture has no kind".to_owned());
        }
        let named = self.types.textures.iter().map(|entry| entry.name.as_str());
        names_of_variants(text, "TextureKind", kinds.iter().map(|kind| (*kind).to_owned()).zip(named));
        let mut rows = Vec::new();
        for (kind, entry) in kinds.iter().zip(&self.types.textures) {
            let rule = match entry.language {
                Some(_) => "None".to_owned(),
                None => format!("Some({})", rules.enforced(&format!("texture.type.{}", entry.name))?),
            };
            rows.push(((*kind).to_owned(), rule));
        }
        let about = "The rule of its row in the table of texture types; a proposed one has none.";
        method(text, "TextureKind", about, "rule(self) -> Option<&'static Rule>", rows);
        Ok(())
    }
}

impl TypeFile {
    fn all(&self) -> impl Iterator<Item = &TypeName> {
        let made_of_scalars = self.scalars.iter().chain(&self.aliases).chain(&self.components);
        made_of_scalars.chain(&self.generators).chain(&self.textures)
    }

    fn predeclared(entry: &TypeName) -> Result<String, String> {
        let unknown = || format!("types.yaml: {}: the form is not supported", entry.name);
        if let Some(scalar) = scalar_variant(&entry.name) {
            return Ok(format!("Type(PredeclaredType::Scalar(Scalar::{scalar}))"));
        }
        if let Some(kind) = &entry.kind {
            return Ok(if entry.parameters.is_empty() {
                format!("Type(PredeclaredType::Texture(TextureKind::{kind}))")
            } else {
                format!("TypeGenerator(TypeGenerator::Texture(TextureKind::{kind}))")
            });
        }
        if matches!(entry.name.as_str(), "i8" | "u8") {
            return Ok(format!("Type(PredeclaredType::{})", entry.name.to_uppercase()));
        }
        let Some(target) = &entry.target else {
            return Ok(format!("TypeGenerator(TypeGenerator::{})", generator(&entry.name)?));
        };
        let (shape, scalar) = target.split_once('<').ok_or_else(unknown)?;
        let scalar = scalar_variant(scalar.trim_end_matches('>')).ok_or_else(unknown)?;
        let shape = generator(shape)?;
        let (kind, sizes) = shape.trim_end_matches(')').split_once('(').ok_or_else(unknown)?;
        Ok(format!("Type(PredeclaredType::{kind}({sizes}, Scalar::{scalar}))"))
    }
}

/// The variant of `TypeGenerator`: `Vector(3)`, `Matrix(2, 4)`, `Array`.
fn generator(name: &str) -> Result<String, String> {
    if let Some(size) = name.strip_prefix("vec") {
        return Ok(format!("Vector({size})"));
    }
    if let Some((columns, rows)) = name.strip_prefix("mat").and_then(|shape| shape.split_once('x')) {
        return Ok(format!("Matrix({columns}, {rows})"));
    }
    Ok(match name {
        "array" => "Array",
        "atomic" => "Atomic",
        "ptr" => "Pointer",
        "buffer" => "Buffer",
        "subgroup_matrix_left" => "SubgroupMatrix(MatrixRole::Left)",
        "subgroup_matrix_right" => "SubgroupMatrix(MatrixRole::Right)",
        "subgroup_matrix_result" => "SubgroupMatrix(MatrixRole::Result)",
        _ => return Err(format!("types.yaml: `{name}` is not a known type-generator")),
    }
    .to_owned())
}
