//! Editions of the text, and the extensions of the language.

/// Which text judges.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum Edition {
    /// The current editor's draft, pinned in `editions.yaml`.
    #[default]
    Current,
    /// The Working Draft of 11 April 2022.
    Draft2022,
}

/// A set of enable-extensions and language extensions, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct ExtensionSet(pub u64);

impl ExtensionSet {
    /// No extension.
    pub const EMPTY: Self = Self(0);

    /// Where the bits of the language extensions start; those of the enable-extensions are below.
    const FIRST_LANGUAGE_BIT: u32 = 32;

    /// Puts in an enable-extension and those that it turns on.
    pub const fn insert(&mut self, extension: EnableExtension) {
        self.0 |= 1 << extension as u32;
        let implied = extension.implies();
        let mut index = 0;
        while index < implied.len() {
            self.0 |= 1 << implied[index] as u32;
            index += 1;
        }
    }

    /// Whether the enable-extension is in the set.
    #[must_use]
    pub const fn contains(self, extension: EnableExtension) -> bool {
        self.0 & (1 << extension as u32) != 0
    }

    /// Takes out an enable-extension.
    pub const fn remove(&mut self, extension: EnableExtension) {
        self.0 &= !(1 << extension as u32);
    }

    /// Takes out a language extension.
    pub const fn remove_language(&mut self, extension: LanguageExtension) {
        self.0 &= !(1 << (extension as u32 + Self::FIRST_LANGUAGE_BIT));
    }

    /// What is in either.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Puts in a language extension.
    pub const fn insert_language(&mut self, extension: LanguageExtension) {
        self.0 |= 1 << (extension as u32 + Self::FIRST_LANGUAGE_BIT);
    }

    /// Whether the language extension is in the set.
    #[must_use]
    pub const fn contains_language(self, extension: LanguageExtension) -> bool {
        self.0 & (1 << (extension as u32 + Self::FIRST_LANGUAGE_BIT)) != 0
    }
}

include!(concat!(env!("OUT_DIR"), "/extensions.rs"));
