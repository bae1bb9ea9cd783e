//! What is wrong with the form of an execution, and where it may be found in the file.

use crate::execution::BindingPoint;

/// What is refused.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::case) struct Refusal {
    /// Texts that stand one behind the other from the program on; the last is what is wrong.
    pub places: Vec<String>,
    /// What is wrong with it.
    pub message: String,
}

impl Refusal {
    /// At a text behind the program.
    pub(super) fn at(place: impl Into<String>, message: impl Into<String>) -> Self {
        Self { places: vec![place.into()], message: message.into() }
    }

    /// Behind a text.
    pub(super) fn behind(self, place: &str) -> Self {
        self.behind_each(place, 1)
    }

    /// Behind a text that stands there so often.
    pub(super) fn behind_each(mut self, place: &str, count: usize) -> Self {
        self.places.splice(0..0, std::iter::repeat_n(place.to_owned(), count));
        self
    }

    /// Inside an entry, as it is usually written.
    pub(super) fn inside(mut self, at: BindingPoint) -> Self {
        let BindingPoint { group, binding } = at;
        self.places.insert(0, format!("group: {group}, binding: {binding},"));
        self
    }
}

/// At no place in particular: that of whatever contains it.
impl From<String> for Refusal {
    fn from(message: String) -> Self {
        Self { places: Vec::new(), message }
    }
}

/// The binding of an entry.
pub(super) const fn point(group: u32, binding: u32) -> BindingPoint {
    BindingPoint { group, binding }
}
