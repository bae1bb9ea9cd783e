//! The languages, and the facts about each of them.

use shader_source::Inventory;
use std::path::Path;

/// A language.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord, Default)]
pub enum Language {
    /// The WebGPU Shading Language.
    #[default]
    Wgsl,
    /// The Metal Shading Language.
    Metal,
}

impl Language {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Wgsl, Self::Metal];

    /// Returns the language of a file by its extension: WGSL, unless the extension belongs to a different language.
    #[must_use]
    pub fn of(path: &Path) -> Self {
        let has = |language: &Self| {
            path.extension().is_some_and(|it| language.extensions().iter().any(|known| it == *known))
        };
        Self::ALL.into_iter().find(has).unwrap_or_default()
    }

    /// Returns the language with this [name](Self::name), or with a different spelling of it.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|language| language.name() == name || language.alias() == Some(name))
    }

    /// Returns a second spelling of its name, which is accepted and never shown.
    #[must_use]
    pub const fn alias(self) -> Option<&'static str> {
        match self {
            Self::Wgsl => None,
            Self::Metal => Some("msl"),
        }
    }

    /// Returns the extensions of its files.
    #[must_use]
    pub const fn extensions(self) -> &'static [&'static str] {
        match self {
            Self::Wgsl => &["wgsl", "wesl"],
            Self::Metal => &["metal", "msl"],
        }
    }

    /// Returns the extensions of files that its programs include, and that are not programs.
    #[must_use]
    pub const fn header_extensions(self) -> &'static [&'static str] {
        match self {
            Self::Wgsl => &[],
            Self::Metal => &["h", "hh", "hpp", "hxx", "inc", "inl"],
        }
    }

    /// Returns true for a file that programs of some language include, and that is not a program.
    #[must_use]
    pub fn is_header(path: &Path) -> bool {
        let is_one = |language: Self| {
            path.extension().is_some_and(|it| language.header_extensions().iter().any(|known| it == *known))
        };
        Self::ALL.into_iter().any(is_one)
    }

    /// Returns the rules and codes of its specification.
    #[must_use]
    pub const fn inventory(self) -> &'static Inventory {
        match self {
            Self::Wgsl => &wgsl_spec::INVENTORY,
            Self::Metal => &msl_spec::INVENTORY,
        }
    }

    /// Returns its name in requests, and as the `languageId` of editors.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wgsl => "wgsl",
            Self::Metal => "metal",
        }
    }

    /// Returns its name in messages.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Wgsl => "WGSL",
            Self::Metal => "Metal",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_extension_decides() {
        let of = |path: &str| Language::of(Path::new(path));
        assert_eq!(
            [of("a.metal"), of("a.msl"), of("a.wgsl"), of("b.metal/a"), of("a.wesl")].map(Language::name),
            ["metal", "metal", "wgsl", "wgsl", "wgsl"]
        );
        assert!(Language::is_header(Path::new("a.h")) && !Language::is_header(Path::new("h")));
        for language in Language::ALL {
            assert_eq!(Language::named(language.name()), Some(language));
        }
        assert_eq!(Language::named("msl"), Some(Language::Metal));
        assert_eq!(Language::named("hlsl"), None);
    }
}
