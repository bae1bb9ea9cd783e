//! The specifications whose rules and codes `rules` and `explain` know. C++ AMP has commands of its own, so it is not a [`Language`].

use shader_language::Language;
use shader_source::Inventory;

/// A specification.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Specification {
    /// The specification of a language that all commands have.
    Of(Language),
    /// C++ AMP 1.2.
    Amp,
}

impl Specification {
    /// All of them.
    pub(crate) const ALL: [Self; 3] = [Self::Of(Language::Wgsl), Self::Of(Language::Metal), Self::Amp];

    /// The name of its language on the command line.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Of(language) => language.name(),
            Self::Amp => "amp",
        }
    }

    /// A second spelling of the name.
    pub(crate) const fn alias(self) -> Option<&'static str> {
        match self {
            Self::Of(language) => language.alias(),
            Self::Amp => None,
        }
    }

    /// The title of the specification.
    pub(crate) const fn title(self) -> &'static str {
        match self {
            Self::Of(Language::Wgsl) => "The WebGPU Shading Language",
            Self::Of(Language::Metal) => "The Metal Shading Language 2.2",
            Self::Amp => "C++ AMP 1.2",
        }
    }

    /// The specification with this name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.name() == name || it.alias() == Some(name))
    }

    /// Its rules and codes.
    pub(crate) const fn inventory(self) -> &'static Inventory {
        match self {
            Self::Of(language) => language.inventory(),
            Self::Amp => &amp_spec::INVENTORY,
        }
    }
}
