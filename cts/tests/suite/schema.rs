//! The part of JSON Schema that the schemas here use. Anything else panics, so that nothing is left unchecked.

use serde_json::Value;
use std::fs;
use std::path::Path;

/// A schema with its definitions.
pub(crate) struct Schema(Value);

/// Members of schemas that describe, and do not restrict.
const REMARKS: [&str; 6] = ["$schema", "$defs", "title", "description", "default", "format"];

impl Schema {
    /// Reads a schema.
    pub(crate) fn read(path: &Path) -> Self {
        let text = fs::read_to_string(path).expect("the schema can be read");
        Self(serde_json::from_str(&text).expect("a schema is JSON"))
    }

    /// Checks a value.
    ///
    /// # Errors
    /// The first member that is not as the schema says.
    pub(crate) fn check(&self, value: &Value) -> Result<(), String> {
        self.matches(&self.0, value)
    }

    fn matches(&self, schema: &Value, value: &Value) -> Result<(), String> {
        let Value::Object(members) = schema else {
            return if schema == &Value::Bool(true) { Ok(()) } else { Err(format!("unwanted: {value}")) };
        };
        for (key, wanted) in members {
            self.keyword((key, wanted), schema, value)?;
        }
        Ok(())
    }

    fn keyword(&self, (key, wanted): (&str, &Value), schema: &Value, value: &Value) -> Result<(), String> {
        let list = || wanted.as_array().expect("a list").iter();
        let require =
            |holds: bool| if holds { Ok(()) } else { Err(format!("{value} breaks {key}: {wanted}")) };
        match key {
            _ if REMARKS.contains(&key) => Ok(()),
            "$ref" => {
                let pointer = wanted.as_str().expect("a reference").trim_start_matches('#');
                self.matches(self.0.pointer(pointer).expect("a definition"), value)
            }
            "type" => match wanted {
                Value::Array(types) => require(types.iter().any(|ty| is_of_type(ty, value))),
                ty => require(is_of_type(ty, value)),
            },
            "const" => require(wanted == value),
            "enum" => require(list().any(|one| one == value)),
            "anyOf" => require(list().any(|one| self.matches(one, value).is_ok())),
            "oneOf" => require(list().filter(|one| self.matches(one, value).is_ok()).count() == 1),
            "minimum" => require(value.as_f64().is_none_or(|number| Some(number) >= wanted.as_f64())),
            "maximum" => require(value.as_f64().is_none_or(|number| Some(number) <= wanted.as_f64())),
            "minItems" => require(
                value.as_array().is_none_or(|items| items.len() as u64 >= wanted.as_u64().expect("a count")),
            ),
            "maxItems" => require(
                value.as_array().is_none_or(|items| items.len() as u64 <= wanted.as_u64().expect("a count")),
            ),
            "items" => {
                let first = schema["prefixItems"].as_array().map_or(0, Vec::len);
                let items = value.as_array().into_iter().flatten().skip(first);
                items.into_iter().try_for_each(|item| self.matches(wanted, item))
            }
            "prefixItems" => {
                let items = value.as_array().into_iter().flatten();
                list().zip(items).try_for_each(|(schema, item)| self.matches(schema, item))
            }
            "required" => {
                let missing = list().find(|name| value.get(name.as_str().expect("a name")).is_none());
                missing.map_or(Ok(()), |name| Err(format!("{name} is missing")))
            }
            "properties" => {
                let known = wanted.as_object().expect("properties").iter();
                let mut present = known.filter_map(|(name, schema)| Some((name, schema, value.get(name)?)));
                present.try_for_each(|(name, schema, value)| {
                    self.matches(schema, value).map_err(|problem| format!("{name}: {problem}"))
                })
            }
            "additionalProperties" => {
                let others = value.as_object().into_iter().flatten();
                let mut others = others.filter(|(name, _)| schema["properties"].get(name).is_none());
                others.try_for_each(|(name, value)| {
                    self.matches(wanted, value).map_err(|problem| format!("{name}: {problem}"))
                })
            }
            _ => panic!("the schema has `{key}`, which is not checked here"),
        }
    }
}

fn is_of_type(ty: &Value, value: &Value) -> bool {
    match ty.as_str().expect("the name of a type") {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        other => panic!("there is no type `{other}`"),
    }
}
