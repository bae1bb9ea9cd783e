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

    /// Returns the language with this [name](Self::name).
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|language| language.name() == name)
    }

    /// Returns the extensions of its files.
    #[must_use]
    pub const fn extensions(self) -> &'static [&'static str] {
        match self {
            Self::Wgsl => &["wgsl", "wesl"],
            Self::Metal => &["metal"],
        }
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
            [of("a.metal"), of("a.wgsl"), of("b.metal/a"), of("a.wesl")].map(Language::name),
            ["metal", "wgsl", "wgsl", "wgsl"]
        );
        for language in Language::ALL {
            assert_eq!(Language::named(language.name()), Some(language));
        }
        assert_eq!(Language::named("hlsl"), None);
    }
}
