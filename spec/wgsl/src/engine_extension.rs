//! Extensions that only one engine has: they are known by name, so that a program that uses them has one error and not one for each use.

/// An extension that the specification lacks, and that is not a proposal for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EngineExtension {
    /// The engine that has it.
    pub engine: &'static str,
    /// The name in the `enable` directive that it needs, if it needs one.
    pub enable: Option<&'static str>,
    /// The name in a different directive that this one makes unnecessary.
    pub includes: Option<&'static str>,
    /// The types, functions, constants, address spaces and texel formats that come with it.
    pub names: &'static [&'static str],
    /// Attributes that come with it.
    pub attributes: &'static [&'static str],
    /// Built-in values that come with it.
    pub builtin_values: &'static [&'static str],
    /// Interpolation types that come with it.
    pub interpolation: &'static [&'static str],
    /// Access modes of storage textures that come with it.
    pub access_modes: &'static [&'static str],
    /// Suffixes of literals that come with it.
    pub suffixes: &'static [&'static str],
}

include!("generated/engine_extensions.rs");

impl EngineExtension {
    /// The extension that a directive enables.
    #[must_use]
    pub fn enabled_by(name: &str) -> Option<&'static Self> {
        ENGINE_EXTENSIONS.iter().find(|extension| extension.enable == Some(name))
    }

    /// The extension that a name comes with.
    #[must_use]
    pub fn of_name(name: &str) -> Option<&'static Self> {
        Self::with(|extension| extension.names, name)
    }

    /// The extension that an attribute comes with.
    #[must_use]
    pub fn of_attribute(name: &str) -> Option<&'static Self> {
        Self::with(|extension| extension.attributes, name)
    }

    /// The extension that a built-in value comes with.
    #[must_use]
    pub fn of_builtin_value(name: &str) -> Option<&'static Self> {
        Self::with(|extension| extension.builtin_values, name)
    }

    /// The extension that an interpolation type comes with.
    #[must_use]
    pub fn of_interpolation(name: &str) -> Option<&'static Self> {
        Self::with(|extension| extension.interpolation, name)
    }

    /// The extension that an access mode of storage textures comes with.
    #[must_use]
    pub fn of_access_mode(name: &str) -> Option<&'static Self> {
        Self::with(|extension| extension.access_modes, name)
    }

    /// The extension that the suffix of a literal comes with.
    #[must_use]
    pub fn of_literal(literal: &str) -> Option<&'static Self> {
        let has = |suffix: &&str| literal.ends_with(suffix) && literal.len() > suffix.len();
        ENGINE_EXTENSIONS.iter().find(|extension| extension.suffixes.iter().any(has))
    }

    fn with(words: fn(&Self) -> &'static [&'static str], word: &str) -> Option<&'static Self> {
        ENGINE_EXTENSIONS.iter().find(|extension| words(extension).contains(&word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AttributeRow, BuiltinValue, Edition, EnableExtension, Instead, Predeclared, Symbol};

    #[test]
    fn the_specification_has_none_of_them() {
        for extension in &ENGINE_EXTENSIONS {
            let enable = extension.enable.unwrap_or_default();
            assert!(EnableExtension::ALL.iter().all(|it| it.name() != enable), "{enable}");
            for name in extension.names {
                let symbol = Symbol::predeclared(name);
                let is_known =
                    symbol.is_some_and(|it| it.info(Edition::Current).predeclared != Predeclared::None);
                assert!(!is_known && Instead::of(name).is_none(), "{name}");
            }
            for name in extension.attributes {
                let mut known = AttributeRow::all(Edition::Current);
                assert!(known.all(|row| row.name.predeclared_text() != Some(name)), "{name}");
            }
            for name in extension.builtin_values {
                assert!(BuiltinValue::ALL.iter().all(|value| value.name() != *name), "{name}");
            }
        }
    }

    #[test]
    fn extensions_are_found_by_their_names() {
        let extension = EngineExtension::of_name("ray_query").expect("naga has it");
        assert_eq!((extension.engine, extension.enable), ("naga", Some("wgpu_ray_query")));
        assert_eq!(EngineExtension::enabled_by("wgpu_ray_query"), Some(extension));
        assert_eq!(EngineExtension::of_name("textureAtomicMax").map(|it| it.enable), Some(None));
        assert_eq!(EngineExtension::of_name("textureLoad"), None);
        assert_eq!(EngineExtension::of_literal("0xfflu"), EngineExtension::of_name("u64"));
        assert_eq!(EngineExtension::of_literal("12u"), None);
        assert_eq!(EngineExtension::of_literal("12"), None);
    }
}
