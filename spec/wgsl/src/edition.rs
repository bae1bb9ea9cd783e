//! Editions of the specification, and the extensions of the language.

/// An edition of the specification.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum Edition {
    /// The current editor's draft.
    #[default]
    Current,
    /// The Working Draft of 11 April 2022.
    Draft2022,
}

impl Edition {
    /// All editions.
    pub const ALL: [Self; 2] = [Self::Current, Self::Draft2022];
}

/// The data of an edition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EditionInfo {
    /// Its name: `current`, or the date of the document.
    pub name: &'static str,
    /// The status of the document.
    pub status: &'static str,
    /// The date of the document, as `2026-08-19`.
    pub date: &'static str,
    /// The SHA-256 of the source of the document, in hexadecimal digits.
    pub sha256: &'static str,
}

/// A set of enable-extensions and language extensions, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct ExtensionSet(pub u64);

impl ExtensionSet {
    /// No extension.
    pub const EMPTY: Self = Self(0);

    /// The bit at which language extensions start; enable-extensions are below.
    const FIRST_LANGUAGE_BIT: u32 = 32;

    /// Inserts an enable-extension and those that it implies.
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

    /// Removes an enable-extension.
    pub const fn remove(&mut self, extension: EnableExtension) {
        self.0 &= !(1 << extension as u32);
    }

    /// Removes a language extension.
    pub const fn remove_language(&mut self, extension: LanguageExtension) {
        self.0 &= !(1 << (extension as u32 + Self::FIRST_LANGUAGE_BIT));
    }

    /// The union of both sets.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Inserts a language extension.
    pub const fn insert_language(&mut self, extension: LanguageExtension) {
        self.0 |= 1 << (extension as u32 + Self::FIRST_LANGUAGE_BIT);
    }

    /// Whether the language extension is in the set.
    #[must_use]
    pub const fn contains_language(self, extension: LanguageExtension) -> bool {
        self.0 & (1 << (extension as u32 + Self::FIRST_LANGUAGE_BIT)) != 0
    }
}

include!("generated/editions.rs");
include!("generated/extensions.rs");
