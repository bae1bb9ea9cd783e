//! The operation `explain` of the machine protocol: the explanation of a diagnostic code or a rule.

use crate::language::Spoken;
use serde::Serialize;
use shader_language::Language;
use shader_source::{Code, Inventory, Rule, Section};
use wgsl_spec::{Example, INVENTORY, example, programs};
use wgsl_validator::explain::{Explanation, nearest};

/// An explanation.
#[derive(Serialize, Debug)]
pub(crate) struct ExplanationRecord {
    /// The name of the code or the rule.
    name: &'static str,
    /// A code is a family of rules.
    kind: &'static str,
    /// The title of a code, or the requirement of a rule.
    sentence: &'static str,
    /// The code of a rule that diagnostics name.
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'static str>,
    /// The rules of a code.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rules: Vec<&'static str>,
    /// The places in the specification.
    sections: Vec<SectionRecord>,
    /// A program with the mistake, and the same without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    example: Option<ExampleRecord>,
    /// All of this for people, as `wgsl-check explain` prints it.
    text: String,
}

/// A place in the specification.
#[derive(Serialize, Debug)]
struct SectionRecord {
    anchor: &'static str,
    title: &'static str,
    url: String,
}

/// Two programs.
#[derive(Serialize, Debug)]
struct ExampleRecord {
    wrong: &'static str,
    right: &'static str,
}

impl ExplanationRecord {
    /// Returns the explanation of the code or the rule of this name in a language.
    ///
    /// # Errors
    /// There is no such name.
    pub(crate) fn of(name: &str, language: Spoken) -> Result<Self, String> {
        let inventory = match language {
            Spoken::Of(language) => language.inventory(),
            Spoken::Amp => &amp_spec::INVENTORY,
        };
        let found = inventory.code(name).map(Self::of_code);
        let found = found.or_else(|| inventory.rule(name).map(Self::of_rule));
        let text = match language {
            Spoken::Of(Language::Wgsl) => Explanation::of(name).map(|it| it.to_string()),
            Spoken::Of(Language::Metal) => {
                msl_validator::explain::Explanation::of(name).map(|it| it.to_string())
            }
            Spoken::Amp => msl_validator::amp::explain::Explanation::of(name).map(|it| it.to_string()),
        };
        let (Some(found), Some(text)) = (found, text) else {
            let nearest = nearest(name, inventory.names()).map(|it| format!("; did you mean `{it}`?"));
            return Err(format!("unknown code or rule `{name}`{}", nearest.unwrap_or_default()));
        };
        let example = match language {
            Spoken::Of(Language::Wgsl) => {
                inventory.code(name).map_or_else(|| of_wgsl_rule(name), of_wgsl_code)
            }
            Spoken::Of(Language::Metal) => inventory.code(name).and_then(of_metal_code),
            Spoken::Amp => inventory.code(name).and_then(of_amp_code),
        };
        Ok(Self { text, example, rules: rules(inventory, name), ..found })
    }

    fn of_code(code: &'static Code) -> Self {
        Self {
            name: code.slug,
            kind: "code",
            sentence: code.title,
            code: None,
            rules: Vec::new(),
            sections: code.sections.iter().copied().map(SectionRecord::new).collect(),
            example: None,
            text: String::new(),
        }
    }

    fn of_rule(rule: &'static Rule) -> Self {
        Self {
            name: rule.id,
            kind: "rule",
            sentence: rule.statement,
            code: rule.code.map(|code| code.slug),
            rules: Vec::new(),
            sections: vec![SectionRecord::new(rule.section)],
            example: None,
            text: String::new(),
        }
    }
}

/// The rules of a code; none if the name is a rule.
fn rules(inventory: &'static Inventory, name: &str) -> Vec<&'static str> {
    inventory.code(name).map_or_else(Vec::new, |code| inventory.rules_of(code).map(|rule| rule.id).collect())
}

fn of_wgsl_code(code: &'static Code) -> Option<ExampleRecord> {
    example(code)?.as_ref().ok().map(ExampleRecord::new)
}

fn of_wgsl_rule(name: &str) -> Option<ExampleRecord> {
    INVENTORY.rule(name).and_then(programs).map(ExampleRecord::new)
}

fn of_metal_code(code: &'static Code) -> Option<ExampleRecord> {
    let example = msl_spec::example(code)?.as_ref().ok()?;
    Some(ExampleRecord { wrong: example.wrong.shown, right: example.right.shown })
}

fn of_amp_code(code: &'static Code) -> Option<ExampleRecord> {
    let example = amp_spec::example(code)?.as_ref().ok()?;
    Some(ExampleRecord { wrong: example.wrong.shown, right: example.right.shown })
}

impl SectionRecord {
    fn new(section: &Section) -> Self {
        Self { anchor: section.id, title: section.title, url: section.to_string() }
    }
}

impl ExampleRecord {
    fn new(example: &Example) -> Self {
        Self { wrong: example.wrong.shown, right: example.right.shown }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_and_codes_are_explained() {
        let rule = ExplanationRecord::of("stmt.if.cond-bool", Spoken::Of(Language::Wgsl)).expect("a rule");
        assert_eq!((rule.kind, rule.code), ("rule", Some("type/invalid-condition")));
        assert!(rule.sections[0].url.ends_with(&format!("#{}", rule.sections[0].anchor)));
        let code =
            ExplanationRecord::of("type/invalid-condition", Spoken::Of(Language::Wgsl)).expect("a code");
        assert!(code.rules.contains(&"stmt.if.cond-bool"));
        assert!(code.example.is_some() && code.text.contains(code.sentence));
    }

    #[test]
    fn an_unknown_name_is_answered_with_the_nearest() {
        let message =
            ExplanationRecord::of("stmt.if.cond-bol", Spoken::Of(Language::Wgsl)).expect_err("there is none");
        assert!(message.ends_with("did you mean `stmt.if.cond-bool`?"), "{message}");
        assert!(
            ExplanationRecord::of("nonsense", Spoken::Of(Language::Metal))
                .expect_err("there is none")
                .ends_with('`')
        );
    }

    #[test]
    fn names_of_metal_are_explained() {
        let code =
            ExplanationRecord::of("type/invalid-condition", Spoken::Of(Language::Metal)).expect("a code");
        assert!(code.example.is_some() && code.text.contains("Metal Shading Language Specification"));
        let rule = ExplanationRecord::of(code.rules[0], Spoken::Of(Language::Metal)).expect("a rule");
        assert_eq!((rule.kind, rule.code), ("rule", Some("type/invalid-condition")));
    }
}
