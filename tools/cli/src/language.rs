//! The languages that are checked.

use clap::ValueEnum;
use shader_source::Inventory;
use std::path::Path;

/// A language.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord, ValueEnum)]
pub(crate) enum Language {
    /// The WebGPU Shading Language
    Wgsl,
    /// The Metal Shading Language 2.2
    #[value(name = "msl")]
    Metal,
}

impl Language {
    /// The language of a file by the end of its name: WGSL, unless it is that of another language.
    pub(crate) fn of(path: &Path) -> Self {
        let is_metal = path.extension().is_some_and(|extension| extension == "metal");
        if is_metal { Self::Metal } else { Self::Wgsl }
    }

    /// The ends of the names of files that are looked for in folders.
    pub(crate) const fn extensions(self) -> &'static [&'static str] {
        match self {
            Self::Wgsl => &["wgsl", "wesl"],
            Self::Metal => &["metal"],
        }
    }

    /// The rules and codes of its specification.
    pub(crate) const fn inventory(self) -> &'static Inventory {
        match self {
            Self::Wgsl => &wgsl_spec::INVENTORY,
            Self::Metal => &msl_spec::INVENTORY,
        }
    }

    /// Its name in messages.
    pub(crate) const fn title(self) -> &'static str {
        match self {
            Self::Wgsl => "WGSL",
            Self::Metal => "Metal",
        }
    }
}
