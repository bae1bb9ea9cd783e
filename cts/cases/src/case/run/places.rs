//! Mistakes in the description of an execution, and their places in the file.

use crate::execution::BindingPoint;

/// A mistake.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::case) struct Refusal {
    /// Strings that follow one another in the file, beginning at the program; the last is the mistake.
    pub places: Vec<String>,
    /// The message.
    pub message: String,
}

impl Refusal {
    /// A mistake at a string after the program.
    pub(super) fn at(place: impl Into<String>, message: impl Into<String>) -> Self {
        Self { places: vec![place.into()], message: message.into() }
    }

    /// The mistake after another string.
    pub(super) fn behind(self, place: &str) -> Self {
        self.behind_each(place, 1)
    }

    /// The mistake after several occurrences of another string.
    pub(super) fn behind_each(mut self, place: &str, count: usize) -> Self {
        self.places.splice(0..0, std::iter::repeat_n(place.to_owned(), count));
        self
    }

    /// The mistake inside an entry, as entries are usually written.
    pub(super) fn inside(mut self, at: BindingPoint) -> Self {
        let BindingPoint { group, binding } = at;
        self.places.insert(0, format!("group: {group}, binding: {binding},"));
        self
    }
}

/// A mistake without a place of its own: it has that of the enclosing entry.
impl From<String> for Refusal {
    fn from(message: String) -> Self {
        Self { places: Vec::new(), message }
    }
}

/// The binding of an entry.
pub(super) const fn point(group: u32, binding: u32) -> BindingPoint {
    BindingPoint { group, binding }
}
