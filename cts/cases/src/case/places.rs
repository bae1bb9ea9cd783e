//! Mistakes in the description of an execution, and their places in the file.

use crate::execution::BindingPoint;
use crate::names::unknown;
use serde::de;
use std::fmt;

/// A mistake.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    /// Strings that follow one another in the file; the last is the mistake.
    pub places: Vec<String>,
    /// The message.
    pub message: String,
}

impl Refusal {
    /// A mistake at a string.
    pub(super) fn at(place: impl Into<String>, message: impl Into<String>) -> Self {
        Self { places: vec![place.into()], message: message.into() }
    }

    /// The mistake after other strings.
    pub(super) fn after(mut self, places: impl IntoIterator<Item = String>) -> Self {
        self.places.splice(0..0, places);
        self
    }

    /// The mistake after another string.
    pub(super) fn behind(self, place: &str) -> Self {
        self.behind_each(place, 1)
    }

    /// The mistake after several occurrences of another string.
    pub(super) fn behind_each(self, place: &str, count: usize) -> Self {
        self.after(std::iter::repeat_n(place.to_owned(), count))
    }

    /// The mistake inside an entry, as entries are usually written.
    pub(super) fn inside(self, at: BindingPoint) -> Self {
        let BindingPoint { group, binding } = at;
        self.behind(&format!("group: {group}, binding: {binding},"))
    }
}

/// A mistake without a place of its own: it has that of the enclosing entry.
impl From<String> for Refusal {
    fn from(message: String) -> Self {
        Self { places: Vec::new(), message }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for Refusal {}

/// A value of the wrong type. The first name in backquotes is the mistake.
impl de::Error for Refusal {
    fn custom<T: fmt::Display>(message: T) -> Self {
        let message = message.to_string();
        let name = message.split('`').nth(1).map(str::to_owned);
        name.map_or_else(|| Self::from(message.clone()), |name| Self::at(name, message.clone()))
    }

    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> Self {
        Self::at(variant, unknown("value", variant, expected.iter().copied()))
    }

    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Self {
        Self::at(field, unknown("field", field, expected.iter().copied()))
    }

    fn missing_field(field: &'static str) -> Self {
        Self::from(format!("missing field `{field}`"))
    }
}

/// The binding of an entry.
pub(super) const fn point(group: u32, binding: u32) -> BindingPoint {
    BindingPoint { group, binding }
}
