//! The meaning of a name in one edition.

use crate::extensions::Extensions;

/// A row of `NAME_INFO_…`, as Rust expressions.
pub(crate) struct Meaning {
    pub(crate) predeclared: String,
    pub(crate) enable: String,
    pub(crate) language: String,
}

impl Meaning {
    /// A meaning that needs no extension.
    pub(crate) fn plain(predeclared: String) -> Self {
        Self { predeclared, enable: "None".to_owned(), language: "None".to_owned() }
    }

    /// A meaning that an extension brings, if the names of extensions are known.
    pub(crate) fn new(
        predeclared: String,
        enable: Option<&String>,
        language: Option<&String>,
        extensions: &Extensions,
    ) -> Result<Self, String> {
        Ok(Self { predeclared, enable: extensions.enable(enable)?, language: extensions.language(language)? })
    }
}
