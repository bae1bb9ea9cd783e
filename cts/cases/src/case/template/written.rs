//! Values of YAML as they are written.

use serde::de::{Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;

/// A value of YAML. Unlike the library's, it tells `-0` from `0`.
#[derive(Debug)]
pub(super) enum Written {
    Null,
    Bool(bool),
    Unsigned(u64),
    /// A number that is written with a minus sign.
    Signed(i64),
    Float(f64),
    Text(String),
    List(Vec<Self>),
    Map(Vec<(Self, Self)>),
}

impl Written {
    pub(super) fn as_text(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    /// The entries of a mapping.
    pub(super) fn entries(&self) -> &[(Self, Self)] {
        if let Self::Map(entries) = self { entries } else { &[] }
    }

    /// The value of a key.
    pub(super) fn member(&self, wanted: &str) -> Option<&Self> {
        let entry = self.entries().iter().find(|(key, _)| key.as_text() == Some(wanted));
        entry.map(|(_, value)| value)
    }

    /// Adds all strings in it.
    pub(super) fn words<'a>(&'a self, words: &mut Vec<&'a str>) {
        match self {
            Self::Text(text) => words.push(text),
            Self::List(elements) => elements.iter().for_each(|element| element.words(words)),
            Self::Map(entries) => {
                entries.iter().flat_map(|(key, value)| [key, value]).for_each(|it| it.words(words));
            }
            Self::Null | Self::Bool(_) | Self::Unsigned(_) | Self::Signed(_) | Self::Float(_) => {}
        }
    }

    /// Adds the strings in it that one who reads on from its start in the file meets: its keys, and the lines of long texts, in
    /// which words may look like keys.
    fn keys(&self, keys: &mut Vec<String>) {
        match self {
            Self::Map(entries) => keys.extend(keys_of_entries(entries)),
            Self::List(elements) => keys.extend(keys_of_elements(elements)),
            Self::Text(text) if text.contains('\n') => {
                keys.extend(text.lines().map(|line| line.trim().to_owned()));
            }
            Self::Text(_)
            | Self::Null
            | Self::Bool(_)
            | Self::Unsigned(_)
            | Self::Signed(_)
            | Self::Float(_) => {}
        }
    }
}

/// The keys in elements that follow one another.
pub(super) fn keys_of_elements(elements: &[Written]) -> Vec<String> {
    let mut keys = Vec::new();
    for element in elements {
        element.keys(&mut keys);
    }
    keys
}

/// The keys of entries that follow one another, and those in their values.
pub(super) fn keys_of_entries(entries: &[(Written, Written)]) -> Vec<String> {
    let mut keys = Vec::new();
    for (key, value) in entries {
        keys.extend(key.as_text().map(|key| format!("{key}:")));
        value.keys(&mut keys);
    }
    keys
}

impl<'de> Deserialize<'de> for Written {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(WrittenVisitor)
    }
}

struct WrittenVisitor;

impl<'de> Visitor<'de> for WrittenVisitor {
    type Value = Written;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("a value")
    }

    fn visit_unit<E: Error>(self) -> Result<Written, E> {
        Ok(Written::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Written, E> {
        Ok(Written::Bool(value))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Written, E> {
        Ok(Written::Unsigned(number))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Written, E> {
        Ok(Written::Signed(number))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Written, E> {
        Ok(Written::Float(number))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Written, E> {
        Ok(Written::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Written, A::Error> {
        let mut elements = Vec::new();
        while let Some(element) = list.next_element()? {
            elements.push(element);
        }
        Ok(Written::List(elements))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Written, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(Written::Map(entries))
    }
}
