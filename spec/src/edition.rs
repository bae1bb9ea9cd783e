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

/// A set of extensions, one bit each in declaration order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct ExtensionSet(pub u32);

include!(concat!(env!("OUT_DIR"), "/extensions.rs"));
