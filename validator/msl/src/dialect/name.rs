//! The names of the library, as far as the grammar depends on their kinds.

use cxx_validator::NameKind;
use msl_spec::{NamedType, NewerKind};

/// Class templates of Apple's headers that programs use or specialize, and that no text describes.
pub(crate) const HIDDEN_TEMPLATES: [&str; 3] =
    ["__is_valid_simdgroup_type", "_fp_encoding_traits", "_numeric_limits_impl"];

/// The kind of a name of the library, which no declaration hides.
pub(super) fn name_kind(name: &str) -> NameKind {
    match msl_spec::type_name(name).map(|ty| ty.meaning) {
        None if msl_spec::Enumeration::from_name(name).is_some() => NameKind::Type,
        None if msl_spec::functions(name).iter().any(|function| function.is_explicit) => {
            NameKind::FunctionTemplate
        }
        None if HIDDEN_TEMPLATES.contains(&name) => NameKind::TypeTemplate,
        None => newer_kind(name),
        Some(NamedType::Pixel(_) | NamedType::Texture(_) | NamedType::Template(_)) => NameKind::TypeTemplate,
        Some(
            NamedType::Void
            | NamedType::Value(_)
            | NamedType::Size(_)
            | NamedType::Atomic(_)
            | NamedType::Class(_)
            | NamedType::Reserved,
        ) => NameKind::Type,
    }
}

/// Returns the kind of a name that is known by its version only. The grammar of a program does not depend on its dialect: an older one reports
/// since when the name exists.
fn newer_kind(name: &str) -> NameKind {
    match msl_spec::newer_name(name).map(|newer| newer.kind) {
        Some(NewerKind::Type | NewerKind::Scope) => NameKind::Type,
        Some(NewerKind::Template) => NameKind::TypeTemplate,
        Some(NewerKind::FunctionTemplate) => NameKind::FunctionTemplate,
        Some(NewerKind::Function | NewerKind::Value | NewerKind::Member) | None => NameKind::Unknown,
    }
}
