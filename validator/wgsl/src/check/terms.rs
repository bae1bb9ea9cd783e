//! The terms on which a program is judged: edition, target, extensions, and the values of overrides.

use super::edition::Rules;
use super::specialization::Specialization;
use crate::options::Options;
use crate::target::Target;
use wgsl_spec::{Edition, EnableExtension, ExtensionSet, LanguageExtension};

/// The terms on which a program is judged.
pub(super) struct Terms<'a> {
    pub(super) edition: Edition,
    /// The rules of the edition.
    pub(super) rules: &'static Rules,
    pub(super) target: &'a Target,
    /// Values of overrides while a pipeline is created; `None` while a module is.
    pub(super) specialization: Option<&'a Specialization>,
    /// Extensions that the program enables.
    enabled: ExtensionSet,
    /// Language extensions that are available.
    available: ExtensionSet,
}

impl<'a> Terms<'a> {
    pub(super) fn new(options: &'a Options, specialization: Option<&'a Specialization>) -> Self {
        let available = match options.edition {
            Edition::Current => options.target.available,
            Edition::Draft2022 => ExtensionSet::EMPTY,
        };
        Self {
            edition: options.edition,
            rules: Rules::of(options.edition),
            target: &options.target,
            specialization,
            enabled: ExtensionSet::EMPTY,
            available,
        }
    }

    /// Notes that the program enables an extension.
    pub(super) fn enable(&mut self, extension: EnableExtension) {
        self.enabled.insert(extension);
    }

    /// Notes that the program requires a language extension.
    pub(super) fn require(&mut self, extension: LanguageExtension) {
        self.available.insert_language(extension);
    }

    /// Returns true if the program enables an extension.
    pub(super) fn is_enabled(&self, extension: EnableExtension) -> bool {
        self.enabled.contains(extension)
    }

    /// Returns true if a language extension is available.
    pub(super) fn is_available(&self, extension: LanguageExtension) -> bool {
        self.available.contains_language(extension)
    }

    /// The language extensions that are available, and the extensions that the program enables.
    pub(super) fn extensions(&self) -> ExtensionSet {
        self.available.with(self.enabled)
    }
}
