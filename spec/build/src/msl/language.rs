//! Fields that only the data of Metal have: classes of rules, and the version for which examples are written.

use crate::{Fields, Language, literal};
use serde::Deserialize;

pub(crate) struct Metal;

impl Language for Metal {
    const NAME: &'static str = "Metal";
    const SECTION_PREFIX: &'static str = "SECTION";
    type RuleFields = RuleFields;
    type ExampleFields = ExampleFields;
    const FAMILIES: &'static [(&'static str, &'static str)] = &[
        ("lex", "Lex"),
        ("preprocess", "Preprocess"),
        ("parse", "Parse"),
        ("resolve", "Resolve"),
        ("type", "Type"),
        ("layout", "Layout"),
        ("interface", "Interface"),
        ("resource", "Resource"),
        ("address", "Address"),
        ("version", "Version"),
        ("unsupported", "Unsupported"),
    ];
}

/// The consequence of breaking a rule.
#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum Class {
    Error,
    Undefined,
    Pipeline,
    Version,
    Tolerance,
    Acceptance,
    Ambiguous,
}

impl Class {
    fn variant(self) -> &'static str {
        match self {
            Self::Error => "Error",
            Self::Undefined => "Undefined",
            Self::Pipeline => "Pipeline",
            Self::Version => "Version",
            Self::Tolerance => "Tolerance",
            Self::Acceptance => "Acceptance",
            Self::Ambiguous => "Ambiguous",
        }
    }

    /// Whether rules of the class have a code; `None` if some have one.
    fn has_code(self) -> Option<bool> {
        match self {
            Self::Error => Some(true),
            Self::Undefined | Self::Pipeline | Self::Tolerance | Self::Acceptance => Some(false),
            // Some say what a macro is, or permit what one would not expect.
            Self::Version | Self::Ambiguous => None,
        }
    }
}

/// The fields that only a rule of Metal has.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RuleFields {
    class: Class,
    inventory: String,
}

impl Fields for RuleFields {
    fn expression(&self, has_code: bool) -> Result<String, String> {
        if self.class.has_code().is_some_and(|expected| expected != has_code) {
            let what = if has_code { "no code" } else { "a code" };
            return Err(format!("a rule of this class has {what}"));
        }
        Ok(format!("class: RuleClass::{}, inventory: {}", self.class.variant(), literal(&self.inventory)))
    }
}

/// The versions that examples name.
const STANDARDS: [&str; 18] = [
    "ios-metal1.0",
    "ios-metal1.1",
    "ios-metal1.2",
    "ios-metal2.0",
    "ios-metal2.1",
    "ios-metal2.2",
    "ios-metal2.3",
    "ios-metal2.4",
    "osx-metal1.1",
    "osx-metal1.2",
    "osx-metal2.0",
    "osx-metal2.1",
    "osx-metal2.2",
    "macos-metal2.3",
    "macos-metal2.4",
    "metal3.0",
    "metal3.1",
    "metal3.2",
];

/// The conditions under which the programs of an example are judged.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExampleFields {
    /// The version and platform of the examples, if they are not the newest ones.
    #[serde(default = "newest")]
    standard: String,
    /// Whether the vertex and the fragment function of the examples are linked.
    #[serde(default)]
    link: bool,
}

fn newest() -> String {
    "osx-metal2.2".to_owned()
}

impl Fields for ExampleFields {
    fn expression(&self, _has_code: bool) -> Result<String, String> {
        if !STANDARDS.contains(&self.standard.as_str()) {
            return Err(format!("there is no version `{}`", self.standard));
        }
        Ok(format!("standard: {}, is_linked: {}", literal(&self.standard), self.link))
    }
}
