//! The requirements of a program beyond the capabilities of every implementation.

use shader_source::Span;
use wgsl_spec::{EnableExtension, ExtensionSet, LanguageExtension, Limit};

/// An extension of either kind. <https://www.w3.org/TR/WGSL/#extensions>
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extension {
    /// An extension that has to be enabled.
    Enable(EnableExtension),
    /// An extension that an implementation has or lacks.
    Language(LanguageExtension),
}

impl Extension {
    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Enable(extension) => extension.name(),
            Self::Language(extension) => extension.name(),
        }
    }

    /// Returns true if it is a proposal that the specification lacks.
    #[must_use]
    pub const fn is_proposed(self) -> bool {
        match self {
            Self::Enable(extension) => extension.is_proposed(),
            Self::Language(extension) => extension.is_proposed(),
        }
    }

    /// Returns true if a specification that is newer than the one this version implements has it.
    #[must_use]
    pub const fn is_newer(self) -> bool {
        match self {
            Self::Enable(extension) => extension.is_newer(),
            Self::Language(extension) => extension.is_newer(),
        }
    }

    /// Returns why the specification lacks it, in words that follow "is"; `None` if the specification has it.
    #[must_use]
    pub const fn status(self) -> Option<&'static str> {
        match (self.is_newer(), self.is_proposed()) {
            (true, _) => Some("newer than the specification this version implements"),
            (false, true) => Some("only proposed, not part of the specification"),
            (false, false) => None,
        }
    }
}

/// The requirements of a program beyond the capabilities of every implementation.
#[derive(Clone, Debug, Default)]
pub struct Needs {
    /// Extensions that it enables, requires or uses, each with the first place.
    pub extensions: Vec<(Extension, Span)>,
    /// These extensions as a set.
    known: ExtensionSet,
    /// By [`Limit`]: the largest counted number in the program, with its place.
    limits: [(u64, Span); Limit::ALL.len()],
}

impl Needs {
    /// Resets it for another program.
    pub(crate) fn clear(&mut self) {
        self.extensions.clear();
        self.known = ExtensionSet::EMPTY;
        self.limits = Default::default();
    }

    pub(crate) fn extension(&mut self, extension: Extension, span: Span) {
        let before = self.known;
        match extension {
            Extension::Enable(extension) => self.known.insert(extension),
            Extension::Language(extension) => self.known.insert_language(extension),
        }
        if self.known != before {
            self.extensions.push((extension, span));
        }
    }

    pub(crate) fn number(&mut self, limit: Limit, number: u64, span: Span) {
        let largest = &mut self.limits[limit as usize];
        if number > largest.0 {
            *largest = (number, span);
        }
    }

    /// The largest number that counts towards a limit, with its place; `None` if there is nothing to count.
    #[must_use]
    pub fn largest(&self, limit: Limit) -> Option<(u64, Span)> {
        Some(self.limits[limit as usize]).filter(|(number, _)| *number > 0)
    }
}
