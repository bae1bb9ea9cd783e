//! The names that conditions ask for.

use crate::condition::Choices;
use std::collections::BTreeMap;

/// Names with their values, as `--define NAME=VALUE` gives them.
#[derive(Clone, PartialEq, Eq, Debug, Default, Hash, PartialOrd, Ord)]
pub struct Defines(BTreeMap<String, String>);

impl Defines {
    /// Gives a name a value. The default is `true`.
    pub fn define(&mut self, name: impl Into<String>, value: Option<&str>) {
        self.0.insert(name.into(), value.unwrap_or("true").to_owned());
    }

    /// The value of a name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// Returns true if a condition that is this name holds: it is defined, and not as `false` or `0`.
    #[must_use]
    pub fn holds(&self, name: &str) -> bool {
        self.get(name).is_some_and(|value| !matches!(value, "false" | "0"))
    }

    /// Returns true if there are no definitions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The names.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// The names with their values.
    pub(crate) fn all(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Gives names values, or takes their definitions away.
    pub(crate) fn change(&mut self, choices: &Choices) {
        for (name, value) in choices {
            match value {
                Some(value) => self.0.insert(name.clone(), value.clone()),
                None => self.0.remove(name),
            };
        }
    }

    /// Takes the names of others, too.
    pub fn extend(&mut self, others: &Self) {
        self.0.extend(others.0.iter().map(|(name, value)| (name.clone(), value.clone())));
    }
}
