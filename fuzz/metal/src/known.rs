//! The table of known differences between Metal and C++14 as g++ checks it, `known.yaml`: classes, each with its reason.
//!
//! A difference is explained if a class explains *every* error of the side that rejects the program. So a mistake hides only among errors with known
//! reasons, never alone.

use serde::Deserialize;

/// The table.
const TABLE: &str = include_str!("../known.yaml");

/// The table of known differences.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Known {
    /// What this project rejects and g++ accepts.
    pub rejected: Vec<Rejected>,
    /// What g++ rejects and this project accepts.
    pub accepted: Vec<Accepted>,
}

/// A class of programs that only this project rejects.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rejected {
    /// The rule that they break, or the beginning of its name.
    pub rule: String,
    /// A part of the message, if only some programs that break the rule are in the class; `…` matches anything.
    #[serde(default)]
    pub says: String,
    /// A part of the program, if only programs that have it are in the class.
    #[serde(default)]
    pub source: String,
    /// Why Metal rejects them and C++14 does not.
    pub reason: String,
    /// They are a mistake of this project that is not fixed yet.
    #[serde(default)]
    pub open: bool,
}

/// A class of programs that only g++ rejects.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Accepted {
    /// A part of g++'s message; `…` matches anything.
    pub says: String,
    /// A part of the program, if only programs that have it are in the class.
    #[serde(default)]
    pub source: String,
    /// Why g++ rejects them and Metal does not.
    pub reason: String,
    /// They are a mistake of this project that is not fixed yet.
    #[serde(default)]
    pub open: bool,
}

impl Known {
    /// Reads the table.
    ///
    /// # Errors
    /// It isn't valid YAML, or has an unknown key.
    pub fn read() -> Result<Self, serde_yaml::Error> {
        serde_yaml::from_str(TABLE)
    }

    /// Removes the mistakes of this project that are not fixed yet, so that the programs that show them are reported.
    pub fn forget_open(&mut self) {
        self.rejected.retain(|it| !it.open);
        self.accepted.retain(|it| !it.open);
    }

    /// Returns the class of an error of this project in a program.
    #[must_use]
    pub fn rejected(&self, rule: &str, message: &str, program: &str) -> Option<&Rejected> {
        self.rejected
            .iter()
            .find(|it| rule.starts_with(&it.rule) && says(message, &it.says) && says(program, &it.source))
    }

    /// Returns the class of an error of g++ in a program.
    #[must_use]
    pub fn accepted(&self, message: &str, program: &str) -> Option<&Accepted> {
        self.accepted.iter().find(|it| says(message, &it.says) && says(program, &it.source))
    }
}

/// Returns true if a message has all parts of a pattern in order; `…` is between the parts.
fn says(message: &str, pattern: &str) -> bool {
    let mut rest = message;
    pattern.split('…').all(|part| {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
        true
    })
}

/// Returns a message without what is in quotes, and without numbers.
#[must_use]
pub fn shape(message: &str) -> String {
    let mut shape = String::new();
    let mut quote = None;
    for character in message.chars() {
        match (quote, character) {
            (Some(open), _) if character == open => quote = None,
            (Some(_), _) => {}
            (None, '\'' | '`' | '"') => {
                quote = Some(character);
                shape.push('_');
            }
            (None, it) if it.is_ascii_digit() => {
                if !shape.ends_with('#') {
                    shape.push('#');
                }
            }
            (None, _) => shape.push(character),
        }
    }
    shape
}

#[cfg(test)]
mod tests {
    use super::{Known, says, shape};

    #[test]
    fn the_table_is_read_and_every_rule_exists() {
        let known = Known::read().unwrap();
        for class in &known.rejected {
            assert!(!class.reason.is_empty());
            let mut rules = msl_spec::INVENTORY.rules.iter();
            assert!(rules.any(|rule| rule.id.starts_with(&class.rule)), "{}", class.rule);
        }
        assert!(known.accepted.iter().all(|it| !it.says.is_empty() && !it.reason.is_empty()));
    }

    #[test]
    fn patterns_have_parts_in_order() {
        assert!(says("from 'int*' to 'bool'", "*' to 'bool'") && says("a b c", "a…c") && !says("c a", "a…c"));
    }

    #[test]
    fn shapes_have_neither_names_nor_numbers() {
        assert_eq!(shape("'f' takes 12 of `a`"), "_ takes # of _");
    }
}
