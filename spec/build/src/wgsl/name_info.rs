//! The meaning of a name in one edition.

use super::extensions::Extensions;

/// A row of `NAME_INFO_…`, as Rust expressions.
pub(crate) struct NameInfoRow {
    pub(crate) predeclared: String,
    pub(crate) enable: String,
    pub(crate) language: String,
    /// The rule that a use without its extension breaks.
    pub(crate) needs: String,
}

impl NameInfoRow {
    /// A meaning that needs no extension.
    pub(crate) fn plain(predeclared: String) -> Self {
        let none = || "None".to_owned();
        Self { predeclared, enable: none(), language: none(), needs: none() }
    }

    /// A meaning that an extension brings, if the names of extensions are known. `needs` is the rule that a use without
    /// it breaks, if that is not the rule of the extension.
    pub(crate) fn new(
        predeclared: String,
        enable: Option<&String>,
        language: Option<&String>,
        needs: Option<&String>,
        extensions: &Extensions,
    ) -> Result<Self, String> {
        Ok(Self {
            predeclared,
            enable: extensions.enable(enable)?,
            language: extensions.language(language)?,
            needs: extensions.needs(needs, enable, language)?,
        })
    }
}
