//! The meaning of a name in one edition.

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
}
