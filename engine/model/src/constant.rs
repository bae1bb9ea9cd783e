//! The serialized form of the values of overrides: an object with a number for each name. JSON has no numbers that are not finite;
//! `nan`, `inf` and `-inf` are words.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;

/// The value of an override.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged, expecting = "expected a number, `nan`, `inf` or `-inf`")]
pub(crate) enum Constant {
    /// A finite number.
    Number(f64),
    /// A finite number.
    Word(ConstantWord),
}

/// A number that is not finite.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ConstantWord {
    /// Not a number.
    Nan,
    /// Infinity.
    Inf,
    /// Negative infinity.
    #[serde(rename = "-inf")]
    NegativeInf,
}

impl From<f64> for Constant {
    fn from(number: f64) -> Self {
        match number {
            _ if number.is_nan() => Self::Word(ConstantWord::Nan),
            f64::INFINITY => Self::Word(ConstantWord::Inf),
            f64::NEG_INFINITY => Self::Word(ConstantWord::NegativeInf),
            _ => Self::Number(number),
        }
    }
}

impl From<Constant> for f64 {
    fn from(constant: Constant) -> Self {
        match constant {
            Constant::Number(number) => number,
            Constant::Word(ConstantWord::Nan) => Self::NAN,
            Constant::Word(ConstantWord::Inf) => Self::INFINITY,
            Constant::Word(ConstantWord::NegativeInf) => Self::NEG_INFINITY,
        }
    }
}

pub(crate) fn serialize<S: Serializer>(values: &[(String, f64)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(values.iter().map(|(name, value)| (name, Constant::from(*value))))
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<(String, f64)>, D::Error> {
    let values: BTreeMap<String, Constant> = Deserialize::deserialize(deserializer)?;
    Ok(values.into_iter().map(|(name, value)| (name, value.into())).collect())
}

#[cfg(test)]
mod tests {
    use crate::Shader;
    use serde_json::json;

    #[test]
    fn numbers_that_are_not_finite_are_words() {
        let numbers = [("a", f64::INFINITY), ("b", f64::NEG_INFINITY), ("c", f64::NAN), ("d", 0.5)];
        let constants = numbers.map(|(name, value)| (name.to_owned(), value)).to_vec();
        let written = serde_json::to_value(Shader { constants, ..Shader::default() }).expect("it is written");
        assert_eq!(written, json!({ "constants": { "a": "inf", "b": "-inf", "c": "nan", "d": 0.5 } }));
        let read: Shader = serde_json::from_value(written).expect("it is read");
        let names = |(name, value): (&str, f64)| format!("{name} {value}");
        let read: Vec<String> = read.constants.iter().map(|(name, value)| names((name, *value))).collect();
        assert_eq!(read, numbers.map(names));
        assert!(serde_json::from_value::<Shader>(json!({ "constants": { "a": "infinity" } })).is_err());
    }
}
