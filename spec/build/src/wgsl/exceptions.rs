//! The lists of rules that are exceptions: those that no code enforces, and those that programs can't show as they show others.

use std::collections::HashMap;

use crate::{Rules, Source, literal};
use serde::Deserialize;

/// The way in which a program can show a rule that no code enforces.
#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum ShownBy {
    /// By being accepted: the rule permits something, or determines a value or type.
    Accepting,
    /// By a finding that cites it as a step of its proof.
    Proof,
    /// No program can.
    Nothing,
}

/// Rules that no code enforces, with their common reason.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WithoutCode {
    reason: String,
    shown_by: ShownBy,
    rules: Vec<String>,
}

/// Rules with a common reason why no program can do what others can.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Exception {
    reason: String,
    rules: Vec<String>,
}

const WITHOUT_CODE: &str = "rules_without_code.yaml";

/// The contents of the lists, by the numbers of the rules.
pub(crate) struct Exceptions {
    without_code: HashMap<usize, (String, ShownBy)>,
    only_broken: HashMap<usize, String>,
    never_alone: HashMap<usize, String>,
    without_result: HashMap<usize, String>,
}

impl Exceptions {
    /// Reads the lists, and fails if one names an unknown rule.
    pub(crate) fn load(source: &Source, rules: &Rules) -> Result<Self, String> {
        Ok(Self {
            without_code: without_code(source, rules)?,
            only_broken: exceptions(source, rules, "rules_only_broken.yaml", true)?,
            never_alone: exceptions(source, rules, "rules_never_alone.yaml", true)?,
            without_result: exceptions(source, rules, "rules_without_result.yaml", false)?,
        })
    }

    /// The fields of a rule, each after a comma.
    pub(crate) fn fields(&self, rule: usize) -> String {
        let without_code = match self.without_code.get(&rule) {
            None => "None".to_owned(),
            Some((reason, shown_by)) => format!(
                "Some(WithoutCode {{ reason: {}, shown_by: ShownBy::{} }})",
                literal(reason),
                match shown_by {
                    ShownBy::Accepting => "Accepting",
                    ShownBy::Proof => "Proof",
                    ShownBy::Nothing => "Nothing",
                }
            ),
        };
        format!(
            ", without_code: {without_code}, only_broken: {:?}, never_alone: {:?}, without_result: {:?}",
            self.only_broken.get(&rule),
            self.never_alone.get(&rule),
            self.without_result.get(&rule)
        )
    }
}

fn without_code(source: &Source, rules: &Rules) -> Result<HashMap<usize, (String, ShownBy)>, String> {
    let mut reasons = HashMap::new();
    for entry in source.yaml::<Vec<WithoutCode>>(WITHOUT_CODE)? {
        for id in &entry.rules {
            let rule = rules.number(id).map_err(|error| format!("{WITHOUT_CODE}: {error}"))?;
            if rules.has_code(rule) {
                return Err(format!("{WITHOUT_CODE}: {id}: the rule has a code"));
            }
            let reason = (entry.reason.trim_end().to_owned(), entry.shown_by);
            if reasons.insert(rule, reason).is_some() {
                return Err(format!("{WITHOUT_CODE}: {id}: the rule appears twice"));
            }
        }
    }
    Ok(reasons)
}

/// The reasons of the rules of a list, all of which have a code, or none.
fn exceptions(
    source: &Source,
    rules: &Rules,
    file: &str,
    have_code: bool,
) -> Result<HashMap<usize, String>, String> {
    let mut reasons = HashMap::new();
    for entry in source.yaml::<Vec<Exception>>(file)? {
        for id in &entry.rules {
            let rule = rules.number(id).map_err(|error| format!("{file}: {error}"))?;
            if rules.has_code(rule) != have_code {
                let has = if have_code { "no code" } else { "a code" };
                return Err(format!("{file}: rule `{id}` has {has}"));
            }
            if reasons.insert(rule, entry.reason.trim_end().to_owned()).is_some() {
                return Err(format!("{file}: {id}: the rule appears twice"));
            }
        }
    }
    Ok(reasons)
}
