//! Extensions that only one engine has: they are known by name, so that a program that uses them has one error and not one for each use.

/// An extension that the specification lacks, and that is not a proposal for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EngineExtension {
    /// The engine that has it.
    pub engine: &'static str,
    /// The name in the `enable` directive that it needs, if it needs one.
    pub enable: Option<&'static str>,
    /// The types, functions and constants that come with it.
    pub names: &'static [&'static str],
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
        ENGINE_EXTENSIONS.iter().find(|extension| extension.names.contains(&name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{EnableExtension, Instead, Predeclared, Symbol};

    #[test]
    fn the_specification_has_none_of_them() {
        for extension in &ENGINE_EXTENSIONS {
            let enable = extension.enable.unwrap_or_default();
            assert!(EnableExtension::ALL.iter().all(|it| it.name() != enable), "{enable}");
            for name in extension.names {
                let symbol = Symbol::predeclared(name);
                let is_known = symbol
                    .is_some_and(|it| it.info(crate::Edition::Current).predeclared != Predeclared::None);
                assert!(!is_known && Instead::of(name).is_none(), "{name}");
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
    }
}
