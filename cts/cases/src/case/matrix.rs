//! The matrix of a case: its programs are templates, which are filled with every combination of values.

use super::{Case, Template};
use crate::names::{CaseRule, NeedName};
use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::de::{self, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::borrow::Cow;
use std::fmt;

/// The values of an axis of the matrix.
#[derive(Deserialize, JsonSchema, Debug, Clone)]
#[serde(transparent)]
pub struct Axis(pub Vec<Choice>);

/// A value of an axis: a string for `${axis}`, or several strings that belong together. `${axis.key}` then stands for each of
/// them, and `${axis}` for the first, which also names the value.
#[derive(Debug, Clone)]
pub struct Choice {
    /// The strings, by key; a single one has the empty key.
    pub texts: IndexMap<String, String>,
    /// The rules that the programs show which use the value, under the key `rules`.
    pub rules: Vec<CaseRule>,
    /// The extensions and features that these programs depend on, under the key `needs`.
    pub needs: Vec<NeedName>,
}

impl JsonSchema for Choice {
    fn schema_name() -> Cow<'static, str> {
        "Choice".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "A string, or several named strings that belong together; the first of them names the value. `rules` and `needs` apply to the programs that use the value.",
            "anyOf": [
                { "type": ["string", "integer", "boolean"] },
                {
                    "type": "object",
                    "properties": {
                        "rules": { "type": "array", "items": { "type": "string" } },
                        "needs": { "type": "array", "items": { "type": "string" } }
                    },
                    "additionalProperties": { "type": ["string", "integer", "boolean"] }
                }
            ]
        })
    }
}

/// A string; whole numbers and `true` need no quotes.
struct Text(String);

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let choice = Choice::deserialize(deserializer)?;
        match choice.texts.into_iter().next() {
            Some((key, text)) if key.is_empty() => Ok(Self(text)),
            _ => Err(de::Error::custom("expected a string")),
        }
    }
}

impl<'de> Deserialize<'de> for Choice {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ChoiceVisitor)
    }
}

struct ChoiceVisitor;

impl Choice {
    fn of(text: impl Into<String>) -> Self {
        Self { texts: IndexMap::from([(String::new(), text.into())]), rules: Vec::new(), needs: Vec::new() }
    }

    /// The name of the value in the names of instances.
    #[must_use]
    pub fn name(&self) -> &str {
        self.texts.values().next().map_or("", String::as_str)
    }

    /// The value of `${axis.rule}` where no text has that key: the first of its rules, for markers.
    fn first_rule(&self, key: &str) -> Option<&str> {
        let rule = self.rules.first().filter(|_| key == "rule")?;
        Some(rule.0.id)
    }
}

impl<'de> Visitor<'de> for ChoiceVisitor {
    type Value = Choice;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("a string (numbers with a fraction need quotes), or strings by name")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Choice, E> {
        Ok(Choice::of(text))
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<Choice, E> {
        Ok(Choice::of(value.to_string()))
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Choice, E> {
        Ok(Choice::of(value.to_string()))
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Choice, E> {
        Ok(Choice::of(value.to_string()))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Choice, A::Error> {
        let mut texts = IndexMap::new();
        let (mut rules, mut needs) = (Vec::new(), Vec::new());
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "rules" => rules = map.next_value()?,
                "needs" => needs = map.next_value()?,
                _ => {
                    texts.insert(key, map.next_value::<Text>()?.0);
                }
            }
        }
        if texts.is_empty() {
            Err(de::Error::custom("expected strings by name"))
        } else {
            Ok(Choice { texts, rules, needs })
        }
    }
}

/// One combination of values.
pub(crate) type Row<'a> = Vec<(&'a str, &'a Choice)>;

/// Axes of a matrix.
pub(super) struct Axes<'a>(Vec<(&'a str, &'a Axis)>);

impl<'a> Axes<'a> {
    /// The axes of a case that these words use, or that the pipeline of the case uses.
    pub(super) fn used(case: &'a Case, words: Vec<&str>) -> Self {
        let pipeline = case.pipeline.iter().flat_map(Template::words);
        let words: Vec<&str> = words.into_iter().chain(pipeline).collect();
        let is_used = |axis: &str| {
            let uses = [format!("${{{axis}}}"), format!("${{{axis}.")];
            words.iter().any(|words| uses.iter().any(|using| words.contains(using.as_str())))
        };
        let axes = case.matrix.iter().map(|(name, axis)| (name.as_str(), axis));
        Self(axes.filter(|(name, _)| is_used(name)).collect())
    }

    /// Whether an axis is among them.
    pub(super) fn has(&self, name: &str) -> bool {
        self.0.iter().any(|(known, _)| *known == name)
    }

    /// All combinations of their values; one empty combination without an axis.
    pub(super) fn rows(&self) -> Vec<Row<'a>> {
        let mut rows: Vec<Row> = vec![Vec::new()];
        for (axis, values) in &self.0 {
            let extended = rows.iter().flat_map(|row| {
                values.0.iter().map(|value| {
                    let mut row = row.clone();
                    row.push((axis, value));
                    row
                })
            });
            rows = extended.collect();
        }
        rows
    }
}

/// The rules that the values of a combination show.
pub(super) fn row_rules<'a>(row: &Row<'a>) -> impl Iterator<Item = &'a CaseRule> {
    row.iter().flat_map(|(_, choice)| &choice.rules)
}

/// The extensions that the values of a combination depend on.
pub(super) fn row_needs<'a>(row: &Row<'a>) -> impl Iterator<Item = &'a NeedName> {
    row.iter().flat_map(|(_, choice)| &choice.needs)
}

/// The combination in the name of an instance: `[T=i32,op=+]`; empty without a matrix.
pub(super) fn row_name(row: &Row) -> String {
    if row.is_empty() {
        return String::new();
    }
    let values: Vec<String> = row.iter().map(|(axis, value)| format!("{axis}={}", value.name())).collect();
    format!("[{}]", values.join(","))
}

/// Replaces `${axis}` and `${axis.key}` with values. The error is a name without a value.
pub(crate) fn expand(template: &str, row: &Row) -> Result<String, String> {
    let mut text = String::with_capacity(template.len());
    let mut rest = template;
    while let Some(start) = rest.find("${") {
        let Some(length) = rest[start..].find('}') else { break };
        let name = &rest[start + 2..start + length];
        text.push_str(&rest[..start]);
        text.push_str(value(name, row).ok_or(name)?);
        rest = &rest[start + length + 1..];
    }
    text.push_str(rest);
    Ok(text)
}

fn value<'a>(name: &str, row: &Row<'a>) -> Option<&'a str> {
    let (axis, key) = name.split_once('.').map_or((name, None), |(axis, key)| (axis, Some(key)));
    let (_, choice) = row.iter().find(|(known, _)| *known == axis)?;
    match key {
        None => Some(choice.name()),
        Some(key) => choice.texts.get(key).map(String::as_str).or_else(|| choice.first_rule(key)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::yaml;

    #[test]
    fn names_are_replaced_by_values() {
        let plain = Choice::of("i32");
        let several: Choice = yaml::parse("{ name: add, operator: +, rules: [stmt.if.cond-bool] }").unwrap();
        let row = vec![("T", &plain), ("op", &several)];
        assert_eq!(
            expand("let a: ${T} = 1 ${op.operator} 2; // ${op}", &row).unwrap(),
            "let a: i32 = 1 + 2; // add"
        );
        assert_eq!(expand("error[${op.rule}]", &row).unwrap(), "error[stmt.if.cond-bool]");
        assert_eq!(expand("${T.rule}", &row).unwrap_err(), "T.rule");
        assert_eq!(expand("${U}", &row).unwrap_err(), "U");
        assert_eq!(expand("${op.text}", &row).unwrap_err(), "op.text");
        assert_eq!(row_name(&row), "[T=i32,op=add]");
        assert_eq!(row_rules(&row).map(|rule| rule.0.id).collect::<Vec<_>>(), ["stmt.if.cond-bool"]);
    }
}
