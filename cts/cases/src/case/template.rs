//! Templates: parts of a case that are read once for each combination of its matrix.
//!
//! A [`Template`] keeps a part of a file as it is written. [`Template::fill`] replaces `${name}` in its strings and reads the result as
//! the type that it describes, so that this type needs no form of its own for values of the matrix. A string with `${name}` may become a
//! word, or whatever its text is in YAML: a number, a list; in a list `1, 2` becomes two elements. A mistake has the keys that lead to
//! it, so that it is reported at its place in the file.

mod written;

use super::matrix::{Row, expand};
use super::places::Refusal;
use crate::names::unknown;
use crate::yaml;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::value::{SeqAccessDeserializer, StringDeserializer};
use serde::de::{
    DeserializeOwned, DeserializeSeed, IgnoredAny, IntoDeserializer, MapAccess, SeqAccess, Visitor,
};
use serde::{Deserialize, Deserializer, forward_to_deserialize_any};
use serde_json::{Value, json};
use std::borrow::Cow;
use std::collections::VecDeque;
use std::marker::PhantomData;
use written::{Written, keys_of_elements, keys_of_entries};

/// A part of a case, as it is written.
#[derive(Debug)]
pub struct Template<T> {
    written: Written,
    meaning: PhantomData<T>,
}

impl<T: DeserializeOwned> Template<T> {
    /// Reads it with the values of a combination of the matrix.
    pub(super) fn fill(&self, row: &Row) -> Result<T, Refusal> {
        T::deserialize(Filled { written: &self.written, row })
    }
}

impl<T> Template<T> {
    /// All strings, which may use values of the matrix.
    pub(super) fn words(&self) -> Vec<&str> {
        let mut words = Vec::new();
        self.written.words(&mut words);
        words
    }

    /// The string of a key, as it is written.
    pub(super) fn text(&self, key: &str) -> Option<&str> {
        self.written.member(key).and_then(Written::as_text)
    }

    /// Its keys, in their order in the file.
    pub(super) fn keys(&self) -> Vec<String> {
        keys_of_entries(self.written.entries())
    }
}

impl<'de, T> Deserialize<'de> for Template<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self { written: Written::deserialize(deserializer)?, meaning: PhantomData })
    }
}

/// The schema of the type, with `${name}` where it wants a word, a number or a boolean.
impl<T: JsonSchema> JsonSchema for Template<T> {
    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut own = generator.settings().clone().into_generator();
        let mut schema = T::json_schema(&mut own).to_value();
        allow_templates(&mut schema);
        for (name, mut definition) in own.take_definitions(true) {
            allow_templates(&mut definition);
            generator.definitions_mut().insert(name, definition);
        }
        schema.try_into().unwrap_or_default()
    }
}

/// Allows `${name}` for scalars in a schema. Strings have no restrictions of their own.
fn allow_templates(schema: &mut Value) {
    let is_word = schema.get("enum").is_some() || schema.pointer("/oneOf/0/const").is_some();
    if is_word {
        let either = [schema.take(), json!({ "type": "string", "pattern": "\\$\\{" })];
        *schema = json!({ "anyOf": either });
        return;
    }
    match schema {
        Value::Array(parts) => parts.iter_mut().for_each(allow_templates),
        Value::Object(members) => {
            members.values_mut().for_each(allow_templates);
            let types = match members.get("type") {
                Some(Value::String(ty)) => vec![ty.clone()],
                Some(Value::Array(types)) => {
                    types.iter().filter_map(Value::as_str).map(str::to_owned).collect()
                }
                _ => Vec::new(),
            };
            if types.iter().any(|ty| ["boolean", "integer", "number"].contains(&ty.as_str())) {
                let types: Vec<String> = types.into_iter().chain(["string".to_owned()]).collect();
                members.insert("type".to_owned(), types.into());
                members.insert("pattern".to_owned(), "\\$\\{".into());
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Replaces `${name}` in a string by values of the matrix.
fn fill(text: &str, row: &Row) -> Result<String, Refusal> {
    expand(text, row).map_err(|unknown| {
        let name = format!("${{{unknown}}}");
        let message = format!("the matrix has no value for `{name}`");
        Refusal::at(name, message)
    })
}

fn is_template(text: &str) -> bool {
    text.contains("${")
}

/// A part of a template with a combination of the matrix.
#[derive(Clone, Copy)]
struct Filled<'a, 'r> {
    written: &'a Written,
    row: &'a Row<'r>,
}

impl<'de> Deserializer<'de> for Filled<'_, '_> {
    type Error = Refusal;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match self.written {
            Written::Null => visitor.visit_unit(),
            Written::Bool(value) => visitor.visit_bool(*value),
            Written::Unsigned(number) => visitor.visit_u64(*number),
            Written::Signed(number) => visitor.visit_i64(*number),
            Written::Float(number) => visitor.visit_f64(*number),
            Written::Text(template) if is_template(template) => {
                let text = fill(template, self.row)?;
                let read = match yaml::parse(&text) {
                    Ok(Written::Text(text)) => visitor.visit_string(text),
                    // Without the row: a value of the matrix that names itself would have no end.
                    Ok(written) => Filled { written: &written, row: &Row::new() }.deserialize_any(visitor),
                    Err(error) => Err(Refusal::from(format!("`{text}`: {error}"))),
                };
                // What the template becomes is not in the file.
                read.map_err(|refusal| Refusal::at(template, refusal.message))
            }
            Written::Text(text) => visitor.visit_str(text),
            Written::List(elements) => {
                let mut elements =
                    Elements { all: elements, next: 0, several: VecDeque::new(), row: self.row };
                let read = visitor.visit_seq(&mut elements)?;
                let more = Vec::<IgnoredAny>::deserialize(SeqAccessDeserializer::new(elements))?.len();
                let message =
                    || Refusal::from(format!("too many elements in the list: leave out the last {more}"));
                if more == 0 { Ok(read) } else { Err(message()) }
            }
            Written::Map(entries) => visitor.visit_map(Members { entries, next: 0, row: self.row }),
        }
    }

    /// A string need not be quoted if its text is a whole number.
    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match self.written {
            Written::Text(text) => visitor.visit_string(fill(text, self.row)?),
            Written::Unsigned(number) => visitor.visit_string(number.to_string()),
            Written::Signed(number) => visitor.visit_string(number.to_string()),
            Written::Null | Written::Bool(_) | Written::Float(_) | Written::List(_) | Written::Map(_) => {
                self.deserialize_any(visitor)
            }
        }
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        self.deserialize_string(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        let is_null = matches!(self.written, Written::Null);
        if is_null { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        visitor.visit_newtype_struct(self)
    }

    /// An enumeration whose values are words. Its name says what kind of word is expected.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        words: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        let word = String::deserialize(self)?;
        if !words.contains(&word.as_str()) {
            let message = unknown(&kind_of_word(name), &word, words.iter().copied());
            return Err(Refusal::at(self.written.as_text().unwrap_or_default(), message));
        }
        let word: StringDeserializer<Refusal> = word.into_deserializer();
        visitor.visit_enum(word)
    }

    /// A structure. A misspelt key is a mistake also where the type, which others read too, ignores unknown keys.
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        let keys = self.written.entries().iter().filter_map(|(key, _)| key.as_text());
        if let Some(key) = keys.into_iter().find(|key| !fields.contains(key)) {
            return Err(serde::de::Error::unknown_field(key, fields));
        }
        self.deserialize_any(visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char bytes byte_buf unit unit_struct seq tuple tuple_struct map
        identifier ignored_any
    }
}

/// The kind of word that an enumeration has: `blend factor` for `BlendFactor`.
fn kind_of_word(name: &str) -> String {
    let mut words = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.push(letter.to_ascii_lowercase());
    }
    words
}

/// The elements of a list.
struct Elements<'a, 'r> {
    all: &'a [Written],
    next: usize,
    /// The elements that the last string became and that are not yet read.
    several: VecDeque<Written>,
    row: &'a Row<'r>,
}

impl Elements<'_, '_> {
    /// The elements that a string becomes, unless it is a single one.
    fn several(&self, element: &Written) -> Result<Option<VecDeque<Written>>, Refusal> {
        let Some(text) = element.as_text().filter(|text| is_template(text)) else { return Ok(None) };
        let read = yaml::parse::<VecDeque<Written>>(&format!("[{}]", fill(text, self.row)?));
        Ok(read.ok().filter(|elements| elements.len() != 1))
    }
}

impl<'de> SeqAccess<'de> for Elements<'_, '_> {
    type Error = Refusal;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Refusal> {
        while self.several.is_empty() {
            let Some(written) = self.all.get(self.next) else { return Ok(None) };
            self.next += 1;
            let Some(several) = self.several(written)? else {
                let before = keys_of_elements(&self.all[..self.next - 1]);
                let read = seed.deserialize(Filled { written, row: self.row });
                return read.map(Some).map_err(|refusal| refusal.after(before));
            };
            self.several = several;
        }
        let written = self.several.pop_front().unwrap_or(Written::Null);
        seed.deserialize(Filled { written: &written, row: &Row::new() }).map(Some)
    }
}

/// The members of a mapping.
struct Members<'a, 'r> {
    entries: &'a [(Written, Written)],
    next: usize,
    row: &'a Row<'r>,
}

impl<'de> MapAccess<'de> for Members<'_, '_> {
    type Error = Refusal;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Refusal> {
        let Some((written, _)) = self.entries.get(self.next) else { return Ok(None) };
        seed.deserialize(Filled { written, row: self.row }).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Refusal> {
        let (before, rest) = self.entries.split_at(self.next);
        self.next += 1;
        let (key, written) = rest.first().unwrap_or(&(Written::Null, Written::Null));
        seed.deserialize(Filled { written, row: self.row }).map_err(|refusal| {
            let mut keys = keys_of_entries(before);
            keys.extend(key.as_text().map(|key| format!("{key}:")));
            refusal.after(keys)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Choice, Element};
    use super::*;
    use webgpu_model::texture::FilterMode;

    #[derive(Deserialize, JsonSchema, Debug)]
    struct Entry {
        name: String,
        count: u32,
        filter: FilterMode,
        values: Vec<Element>,
        pair: Option<[String; 2]>,
    }

    /// The entry, with `text` for `${T}`.
    fn filled(yaml: &str, text: &str) -> Result<Entry, Refusal> {
        let template: Template<Entry> = yaml::parse(yaml).expect("YAML");
        let choice: Choice = yaml::parse(&format!("'{text}'")).expect("a value");
        template.fill(&vec![("T", &choice)])
    }

    #[test]
    fn strings_become_what_is_wanted() {
        let yaml =
            "{ name: 'a${T}', count: '${T}', filter: nearest, values: [0, -0, '${T}', { bits: '${T}' }] }";
        let entry = filled(yaml, "7").expect("an entry");
        let (zero, minus, seven) = (Element::Number(0.0), Element::Number(-0.0), Element::Number(7.0));
        assert_eq!((entry.name.as_str(), entry.count, entry.filter), ("a7", 7, FilterMode::Nearest));
        assert_eq!(entry.values, [zero, minus.clone(), seven, Element::Bits(7)]);
        assert!(matches!(minus, Element::Number(zero) if zero.is_sign_negative()));
        let yaml = "{ name: 12, count: 1, filter: '${T}ear', values: [], pair: ['${T}e, b'] }";
        let entry = filled(yaml, "lin").expect("an entry");
        assert_eq!((entry.name.as_str(), entry.filter), ("12", FilterMode::Linear));
        assert_eq!(entry.pair, Some(["line".to_owned(), "b".to_owned()]));
    }

    #[test]
    fn mistakes_have_the_keys_before_them() {
        let mistake = |yaml: &str| filled(yaml, "1, x").expect_err("a mistake");
        let refusal = mistake("{ name: a, filter: liner }");
        assert_eq!(refusal.places, ["name:", "filter:", "liner"]);
        assert_eq!(refusal.message, "unknown filter mode `liner`; did you mean `linear`?");
        let refusal = mistake("name: |\n  fn f() {\n    filter: 1\n  }\nfilters: linear\n");
        assert_eq!(refusal.message, "unknown field `filters`; did you mean `filter`?");
        let refusal = mistake("name: |\n  a\n    b\nvalues: [{ bits: 1 }, { ulp: 1, off: 2 }]\n");
        assert_eq!(refusal.places, ["name:", "a", "b", "values:", "bits:", "off"]);
        assert_eq!(mistake("{ filter: '${T}' }").places, ["filter:", "${T}"]);
        assert_eq!(mistake("{ values: ['${U}'] }").message, "the matrix has no value for `${U}`");
        let endless = filled("{ values: ['${T}'] }", r#"["${T}"]"#).expect_err("a mistake");
        assert_eq!(endless.message, "the matrix has no value for `${T}`");
        assert_eq!(
            mistake("{ pair: [a, b, c] }").message,
            "too many elements in the list: leave out the last 1"
        );
        assert_eq!(mistake("{ name: a }").message, "missing field `count`");
    }

    #[test]
    fn the_schema_takes_names_of_the_matrix_for_scalars() {
        let schema = schemars::schema_for!(Template<Entry>).to_value();
        let filter = &schema["$defs"]["FilterMode"]["anyOf"];
        assert_eq!(filter[1]["pattern"], "\\$\\{");
        assert_eq!(filter[0]["oneOf"][1]["const"], "linear");
        assert_eq!(schema["properties"]["count"]["type"], json!(["integer", "string"]));
        assert_eq!(schema["properties"]["name"]["pattern"], Value::Null);
    }
}
