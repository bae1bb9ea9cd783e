//! Differences between the data of languages.

use serde::de::DeserializeOwned;
use serde_yaml::{Mapping, Value};

/// A language whose specification is read.
pub(crate) trait Language {
    /// Its variant of `RuleSet` and of `Document`.
    const NAME: &'static str;
    /// The start of the constants of sections: a constant can't have a number alone as its name.
    const SECTION_PREFIX: &'static str;
    /// The fields of a rule that only this language has.
    type RuleFields: Fields;
    /// The conditions under which the programs of an example are judged.
    type ExampleFields: Fields;
    /// The families of the diagnostic codes, each with its variant of `Phase`.
    const FAMILIES: &'static [(&'static str, &'static str)];
}

/// The fields of an entry that only one language has.
pub(crate) trait Fields: DeserializeOwned {
    /// The fields of the Rust value as `name: value, name: value`. Whether the entry has a code is known: some fields depend on it.
    fn expression(&self, has_code: bool) -> Result<String, String>;
}

/// The fields that an entry has besides those that all languages share. An unknown one fails.
pub(crate) fn fields<F: Fields>(own: Mapping, has_code: bool) -> Result<String, String> {
    let fields: F = serde_yaml::from_value(Value::Mapping(own)).map_err(|error| error.to_string())?;
    fields.expression(has_code)
}
