//! Values in the form in which cases write them.

use crate::names::unknown;
use schemars::JsonSchema;
use serde::de::value::MapAccessDeserializer;
use serde::de::{self, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::borrow::Cow;
use std::fmt;

/// A value that is given or expected.
#[derive(Debug, Clone, PartialEq)]
pub enum Element {
    /// A number. `-0` is the zero with a sign.
    Number(f64),
    /// `any`, `nan`, `inf` or `-inf`.
    Word(String),
    /// The number with these bits.
    Bits(u32),
    /// A number at most this many units in the last place away from another.
    Ulp {
        /// The number of units.
        distance: u32,
        /// The other number.
        of: Box<Element>,
    },
    /// A number at most this far away from another.
    Absolute {
        /// The distance.
        tolerance: f64,
        /// The other number.
        of: Box<Element>,
    },
    /// A number between two others, both included.
    Between(Vec<Element>),
    /// Any of these values.
    OneOf(Vec<Element>),
    /// The channels of a texel, or a group of values that belong together.
    List(Vec<Element>),
}

/// The words that mean a value.
const WORDS: [&str; 4] = ["any", "nan", "inf", "-inf"];

impl Element {
    /// The number that it stands for, which may be a NaN; `None` if it is bits, or stands for several values.
    pub(super) fn number(&self) -> Option<f64> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Word(word) => match word.as_str() {
                "nan" => Some(f64::NAN),
                "inf" => Some(f64::INFINITY),
                "-inf" => Some(f64::NEG_INFINITY),
                _ => None,
            },
            Self::Bits(_)
            | Self::Ulp { .. }
            | Self::Absolute { .. }
            | Self::Between(_)
            | Self::OneOf(_)
            | Self::List(_) => None,
        }
    }
}

impl<'de> Deserialize<'de> for Element {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ElementVisitor)
    }
}

struct ElementVisitor;

impl<'de> Visitor<'de> for ElementVisitor {
    type Value = Element;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("a value, such as a number, `nan` or `{ bits: 0x7fc00000 }`")
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<Element, E> {
        Ok(Element::Number(number))
    }

    /// Only numbers with a minus sign come here, so this zero is `-0`.
    fn visit_i64<E: de::Error>(self, number: i64) -> Result<Element, E> {
        Ok(Element::Number(if number == 0 { -0.0 } else { number as f64 }))
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Element, E> {
        Ok(Element::Number(number as f64))
    }

    fn visit_str<E: de::Error>(self, word: &str) -> Result<Element, E> {
        if WORDS.contains(&word) {
            return Ok(Element::Word(word.to_owned()));
        }
        Err(E::custom(unknown("value", word, WORDS)))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Element, A::Error> {
        let mut elements = Vec::new();
        while let Some(element) = list.next_element()? {
            elements.push(element);
        }
        Ok(Element::List(elements))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Element, A::Error> {
        Rule::deserialize(MapAccessDeserializer::new(map))?.element().map_err(de::Error::custom)
    }
}

/// The keys for sets of right values.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Rule {
    /// Exactly these bits.
    bits: Option<u32>,
    /// The maximum distance from `of`, in units in the last place.
    ulp: Option<u32>,
    /// The maximum distance from `of`.
    absolute: Option<f64>,
    /// The number that `ulp` and `absolute` refer to.
    of: Option<Box<Element>>,
    /// The minimum and maximum correct value.
    between: Option<Vec<Element>>,
    /// All correct values.
    one_of: Option<Vec<Element>>,
}

impl Rule {
    fn element(self) -> Result<Element, &'static str> {
        let Self { bits, ulp, absolute, of, between, one_of } = self;
        match (bits, ulp, absolute, of, between, one_of) {
            (Some(bits), None, None, None, None, None) => Ok(Element::Bits(bits)),
            (None, Some(distance), None, Some(of), None, None) => Ok(Element::Ulp { distance, of }),
            (None, None, Some(tolerance), Some(of), None, None) if tolerance >= 0.0 => {
                Ok(Element::Absolute { tolerance, of })
            }
            (None, None, Some(_), Some(_), None, None) => {
                Err("a tolerance in `absolute` must not be negative")
            }
            (None, None, None, None, Some(ends), None) => Ok(Element::Between(ends)),
            (None, None, None, None, None, Some(choices)) => Ok(Element::OneOf(choices)),
            _ => Err("expected one of `bits`, `ulp` with `of`, `absolute` with `of`, `between` and `one_of`"),
        }
    }
}

impl JsonSchema for Element {
    fn schema_name() -> Cow<'static, str> {
        "Element".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let rule = generator.subschema_for::<Rule>();
        let list = generator.subschema_for::<Vec<Self>>();
        schemars::json_schema!({
            "description": "A value: a number, a word, a rule for the correct values, or a list of values that belong together.",
            "anyOf": [
                { "type": "number" },
                { "enum": WORDS },
                rule,
                list
            ]
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::yaml;

    fn elements(text: &str) -> Result<Vec<Element>, String> {
        yaml::parse(text)
    }

    #[test]
    fn values_are_written_in_many_ways() {
        let number = |number| Box::new(Element::Number(number));
        let word = |word: &str| Element::Word(word.to_owned());
        let read = elements(
            "[1, 1.5, -2, 0x10, any, nan, inf, -inf, { bits: 0x7fc00000 }, { ulp: 3, of: 1.5 }, \
             { absolute: 0.25, of: nan }, { between: [0, 1] }, { one_of: [1, any] }, [1, 2]]",
        );
        let expected = [
            Element::Number(1.0),
            Element::Number(1.5),
            Element::Number(-2.0),
            Element::Number(16.0),
            word("any"),
            word("nan"),
            word("inf"),
            word("-inf"),
            Element::Bits(0x7fc0_0000),
            Element::Ulp { distance: 3, of: number(1.5) },
            Element::Absolute { tolerance: 0.25, of: Box::new(word("nan")) },
            Element::Between(vec![Element::Number(0.0), Element::Number(1.0)]),
            Element::OneOf(vec![Element::Number(1.0), word("any")]),
            Element::List(vec![Element::Number(1.0), Element::Number(2.0)]),
        ];
        assert_eq!(read, Ok(expected.to_vec()));
    }

    #[test]
    fn the_two_zeros_are_told_apart() {
        let signs = |text: &str| {
            let read = elements(text).expect("zeros");
            read.iter().map(|zero| matches!(zero, Element::Number(zero) if zero.is_sign_negative())).collect()
        };
        let read: Vec<bool> = signs("[0, -0, 0.0, -0.0]");
        assert_eq!(read, [false, true, false, true]);
    }

    #[test]
    fn what_makes_no_value_is_refused() {
        let refused = |text: &str| elements(text).expect_err("it is read");
        assert!(refused("[nam]").contains("unknown value `nam`; did you mean `nan`?"));
        assert!(refused("[{ ulps: 1 }]").contains("unknown field `ulps`"));
        for wrong in ["{ ulp: 1 }", "{ bits: 1, of: 2 }", "{ of: 1 }", "{ between: [0, 1], one_of: [1] }"] {
            assert!(refused(&format!("[{wrong}]")).contains("expected one of `bits`"), "{wrong}");
        }
        assert!(refused("[{ absolute: -1, of: 1 }]").contains("must not be negative"));
        assert!(refused("[true]").contains("a value, such as a number"));
    }
}
