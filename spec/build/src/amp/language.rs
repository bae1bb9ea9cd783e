//! Fields that only the data of C++ AMP have: the class and status of rules, Microsoft's numbers, and whether examples must run.

use crate::{Fields, Language, literal};
use serde::Deserialize;

pub(crate) struct Amp;

impl Language for Amp {
    const NAME: &'static str = "Amp";
    const SECTION_PREFIX: &'static str = "SECTION";
    type RuleFields = RuleFields;
    type ExampleFields = ExampleFields;
    const FAMILIES: &'static [(&'static str, &'static str)] = &[
        ("lex", "Lex"),
        ("preprocess", "Preprocess"),
        ("parse", "Parse"),
        ("resolve", "Resolve"),
        ("type", "Type"),
        ("restriction", "Type"),
        ("capture", "Type"),
        ("index", "Type"),
        ("container", "Type"),
        ("texture", "Type"),
        ("atomic", "Type"),
        ("tile-static", "Address"),
        ("layout", "Layout"),
        ("launch", "Interface"),
        ("barrier", "Uniformity"),
        ("memory", "Behavior"),
        ("arithmetic", "Behavior"),
        ("unsupported", "Unsupported"),
    ];
}

/// The consequence of breaking a rule.
#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "kebab-case")]
enum Class {
    Error,
    Exception,
    Undefined,
    Guaranteed,
    ImplementationDefined,
    Advice,
}

impl Class {
    fn variant(self) -> &'static str {
        match self {
            Self::Error => "Error",
            Self::Exception => "Exception",
            Self::Undefined => "Undefined",
            Self::Guaranteed => "Guaranteed",
            Self::ImplementationDefined => "ImplementationDefined",
            Self::Advice => "Advice",
        }
    }

    /// Returns whether a rule of the class that the checker covers has a code; `None` if some have one.
    fn has_code(self) -> Option<bool> {
        match self {
            Self::Error | Self::Exception | Self::Undefined | Self::Advice => Some(true),
            Self::Guaranteed => Some(false),
            // A program can exceed a minimum that an implementation guarantees, but can't break a choice.
            Self::ImplementationDefined => None,
        }
    }
}

/// The checker's support of a rule.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
enum Status {
    Checked,
    Executed,
    Modelled,
    Open,
    NotCovered,
}

/// The fields that only a rule of C++ AMP has.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RuleFields {
    class: Class,
    inventory: String,
    /// The numbers of Microsoft's diagnostics.
    #[serde(default)]
    microsoft: Vec<String>,
    status: Status,
    /// The reason why the rule is not covered.
    why: Option<String>,
}

impl Fields for RuleFields {
    fn expression(&self, has_code: bool) -> Result<String, String> {
        let status = match (self.status, &self.why) {
            (Status::NotCovered, Some(why)) => format!("NotCovered({})", literal(why)),
            (Status::NotCovered, None) => return Err("a rule that is not covered says why".to_owned()),
            (_, Some(_)) => return Err("only a rule that is not covered says why".to_owned()),
            (Status::Checked, None) => "Checked".to_owned(),
            (Status::Executed, None) => "Executed".to_owned(),
            (Status::Modelled, None) => "Modelled".to_owned(),
            (Status::Open, None) => "Open".to_owned(),
        };
        let expected = if self.status == Status::NotCovered { Some(false) } else { self.class.has_code() };
        if expected.is_some_and(|expected| expected != has_code) {
            let what = if has_code { "no code" } else { "a code" };
            return Err(format!("a rule of this class and status has {what}"));
        }
        if self.inventory != "C++" && !is_row(&self.inventory) {
            return Err(format!("`{}` is not a row of the inventory, such as TYP-06", self.inventory));
        }
        if let Some(number) = self.microsoft.iter().find(|number| !is_number(number)) {
            return Err(format!("`{number}` is not a number of Microsoft's, such as C3581"));
        }
        let numbers: Vec<String> = self.microsoft.iter().map(|number| literal(number)).collect();
        Ok(format!(
            "class: RuleClass::{}, inventory: {}, microsoft: &[{}], status: RuleStatus::{status}",
            self.class.variant(),
            literal(&self.inventory),
            numbers.join(", "),
        ))
    }
}

/// Returns true for a row of the inventory: three capitals, a hyphen and two digits.
fn is_row(text: &str) -> bool {
    text.split_once('-').is_some_and(|(area, number)| {
        area.len() == 3
            && area.bytes().all(|byte| byte.is_ascii_uppercase())
            && number.len() == 2
            && number.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// Returns true for a number of a diagnostic of Microsoft's compiler: `C3581`.
fn is_number(text: &str) -> bool {
    text.strip_prefix('C')
        .is_some_and(|digits| digits.len() == 4 && digits.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The conditions under which the programs of an example are checked.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExampleFields {
    /// Whether the mistake is only found while kernels run.
    #[serde(default)]
    executed: bool,
}

impl Fields for ExampleFields {
    fn expression(&self, _has_code: bool) -> Result<String, String> {
        Ok(format!("is_executed: {}", self.executed))
    }
}
