//! The lists of definitions under which files of modules are checked: `[[variant]]` of the configuration, and `--variants`.

use crate::files::Patterns;
use std::path::Path;
use wgsl_modules::{Defines, Others, Variant};

/// A variant of the configuration.
#[derive(Clone, Debug)]
pub(crate) struct ConfiguredVariant {
    pub(crate) name: String,
    /// The files that it is for.
    pub(crate) files: Patterns,
    /// The definitions, in addition to the definitions of the command.
    pub(crate) defines: Defines,
}

/// The definitions under which files are checked.
#[derive(Clone, Debug, Default)]
pub(crate) struct Variants {
    pub(crate) configured: Vec<ConfiguredVariant>,
    /// The definitions of other names.
    pub(crate) others: Others,
}

impl Variants {
    /// The variants of a file; empty if it is checked with the definitions of the command only.
    pub(crate) fn of(&self, file: &Path, defines: &Defines) -> Vec<Variant> {
        let is_meant = |variant: &&ConfiguredVariant| variant.files.contains(file);
        let with = |variant: &ConfiguredVariant| {
            // The command line wins.
            let mut all = variant.defines.clone();
            all.extend(defines);
            Variant { name: variant.name.clone(), defines: all }
        };
        let mut variants: Vec<Variant> = self.configured.iter().filter(is_meant).map(with).collect();
        if variants.is_empty() && self.others != Others::None {
            variants.push(Variant { name: String::new(), defines: defines.clone() });
        }
        variants
    }

    /// Returns true if the configuration has variants of a file.
    pub(crate) fn has(&self, file: &Path) -> bool {
        self.configured.iter().any(|variant| variant.files.contains(file))
    }
}
