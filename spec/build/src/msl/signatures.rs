//! Rows of signatures, and the Rust expressions of their patterns.

use crate::{literal, pascal};
use serde::Deserialize;

use super::availability::{Since, availability};
use super::enumerations::Enumerations;
use super::notation::{Indirection, Signature, Type};
use super::textures::Options;
use super::types::Types;
use super::words::Words;

/// The meanings of names in a signature.
pub(crate) struct Vocabulary<'a> {
    pub(crate) types: &'a Types,
    pub(crate) enumerations: &'a Enumerations,
    pub(crate) options: &'a Options,
    pub(crate) words: &'a Words,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SignatureRow {
    pub(crate) signature: String,
    /// The set of the variable.
    #[serde(rename = "T")]
    pub(crate) variable: Option<String>,
    pub(crate) since: Option<Since>,
    #[serde(default)]
    pub(crate) naga: bool,
}

impl SignatureRow {
    /// Returns true if it has a parameter of this name.
    pub(crate) fn has_parameter(&self, name: &str) -> bool {
        [format!("({name}:"), format!(" {name}:")].iter().any(|words| self.signature.contains(words))
    }

    /// The expression of a signature. `elements` is the set of the variable where the row has none.
    pub(crate) fn expression(
        &self,
        vocabulary: &Vocabulary<'_>,
        elements: Option<&str>,
    ) -> Result<String, String> {
        let signature = vocabulary.parse(&self.signature)?;
        let parameters = vocabulary.parameters(&signature)?;
        let types = signature.parameters.iter().map(|parameter| &parameter.ty);
        let mentions = types.chain([&signature.result]).any(|ty| ty.is_derived || ty.names == ["T"]);
        let set = match (mentions, self.variable.as_deref().or(elements)) {
            (true, Some(set)) => vocabulary.types.set(set)?,
            (true, None) => return Err(format!("`{}` has no set for T", self.signature)),
            (false, _) if self.variable.is_some() => {
                return Err(format!("`{}` does not mention T", self.signature));
            }
            (false, _) => "TypeSet::EMPTY".to_owned(),
        };
        Ok(format!(
            "Signature {{ text: {}, parameters: {parameters}, result: {}, variable: {set}, availability: {} }}",
            literal(&self.signature),
            vocabulary.pattern(&signature.result)?,
            availability(self.since.as_ref(), self.naga)?
        ))
    }
}

impl Vocabulary<'_> {
    pub(crate) fn parse(&self, text: &str) -> Result<Signature, String> {
        Signature::parse(text, &|name| self.words.is_address_space(name))
    }

    /// The expression of the parameters of a signature.
    pub(crate) fn parameters(&self, signature: &Signature) -> Result<String, String> {
        let rows = signature.parameters.iter().map(|parameter| {
            let pattern = self.pattern(&parameter.ty)?;
            Ok(format!(
                "Parameter {{ name: {}, pattern: {pattern}, is_optional: {} }}",
                literal(&parameter.name),
                parameter.is_optional
            ))
        });
        Ok(format!("&[{}]", rows.collect::<Result<Vec<_>, String>>()?.join(", ")))
    }

    fn pattern(&self, ty: &Type) -> Result<String, String> {
        match ty.indirection {
            Indirection::None => self.plain(ty),
            Indirection::Reference if ty.is_simdgroup_matrix() => {
                Ok("Pattern::SimdgroupMatrixReference".to_owned())
            }
            Indirection::Reference => Ok(format!("Pattern::Reference({}, {})", space(ty)?, self.value(ty)?)),
            Indirection::Pointer if ty.names == ["atomic"] && ty.is_derived => {
                let spaces: Vec<String> =
                    ty.spaces.iter().map(|name| format!("AddressSpace::{}", pascal(name))).collect();
                Ok(format!(
                    "Pattern::AtomicPointer(AtomicPointer {{ is_const: {}, is_volatile: {}, spaces: &[{}] }})",
                    ty.is_const,
                    ty.is_volatile,
                    spaces.join(", ")
                ))
            }
            Indirection::Pointer if ty.names == ["T"] && ty.spaces.len() > 1 => {
                let spaces: Vec<String> =
                    ty.spaces.iter().map(|name| format!("AddressSpace::{}", pascal(name))).collect();
                Ok(format!(
                    "Pattern::Data(DataPointer {{ is_const: {}, spaces: &[{}] }})",
                    ty.is_const,
                    spaces.join(", ")
                ))
            }
            Indirection::Pointer => Ok(format!("Pattern::Pointer({}, {})", space(ty)?, self.value(ty)?)),
        }
    }

    fn plain(&self, ty: &Type) -> Result<String, String> {
        if !ty.spaces.is_empty() || ty.is_const || ty.is_volatile {
            return Err(format!("{:?} is qualified, but no pointer", ty.names));
        }
        if ty.is_simdgroup_matrix() {
            return Ok("Pattern::SimdgroupMatrix".to_owned());
        }
        if ty.names.iter().all(|name| self.options.has(name)) {
            let options: Vec<String> =
                ty.names.iter().map(|name| format!("LodOption::{}", pascal(name))).collect();
            return Ok(format!("Pattern::Options(&[{}])", options.join(", ")));
        }
        let [name] = ty.names.as_slice() else {
            return Err(format!("{:?} are no options", ty.names));
        };
        Ok(match name.as_str() {
            "void" => "Pattern::Void".to_owned(),
            "sampler" => "Pattern::Sampler".to_owned(),
            "texture" => "Pattern::Texture".to_owned(),
            "simdgroup_matrix" => "Pattern::AnySimdgroupMatrix".to_owned(),
            "simd_vote" => "Pattern::SimdVote".to_owned(),
            "quad_vote" => "Pattern::QuadVote".to_owned(),
            "function_constant" => "Pattern::FunctionConstant".to_owned(),
            _ if self.enumerations.has(name) => {
                format!("Pattern::Enumeration(Enumeration::{})", pascal(name))
            }
            _ => format!("Pattern::Value({})", self.value(ty)?),
        })
    }

    fn value(&self, ty: &Type) -> Result<String, String> {
        let [name] = ty.names.as_slice() else {
            return Err(format!("{:?} are several types", ty.names));
        };
        Ok(match (name.as_str(), ty.is_derived) {
            ("T", false) => "ValuePattern::Variable".to_owned(),
            ("scalar", true) => "ValuePattern::Scalar".to_owned(),
            ("bool", true) => "ValuePattern::Bool".to_owned(),
            ("int", true) => "ValuePattern::Int".to_owned(),
            ("unsigned", true) => "ValuePattern::Unsigned".to_owned(),
            ("vector4", true) => "ValuePattern::Vector4".to_owned(),
            (_, true) => return Err(format!("`{name}<T>` is not known")),
            (_, false) => format!("ValuePattern::Fixed({})", self.types.value_expression(name)?),
        })
    }
}

fn space(ty: &Type) -> Result<String, String> {
    match ty.spaces.as_slice() {
        [name] if !ty.is_const && !ty.is_volatile => Ok(format!("AddressSpace::{}", pascal(name))),
        _ => Err(format!("{:?} needs one address space and no other qualifier", ty.names)),
    }
}
