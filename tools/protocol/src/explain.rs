//! The operation `explain` of the machine protocol: the explanation of a diagnostic code or a rule.

use serde::Serialize;
use wgsl_spec::{Example, INVENTORY, Section, example, programs};
use wgsl_validator::explain::{Explanation, nearest_name};

/// An explanation.
#[derive(Serialize, Debug)]
pub(crate) struct ExplanationRecord {
    /// The name of the code or the rule.
    name: &'static str,
    /// A code is a family of rules.
    kind: &'static str,
    /// The title of a code, or the requirement of a rule.
    sentence: &'static str,
    /// The code of a rule that findings name.
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
    /// The explanation of the code or the rule of this name.
    ///
    /// # Errors
    /// There is no such name.
    pub(crate) fn of(name: &str) -> Result<Self, String> {
        let Some(explanation) = Explanation::of(name) else {
            let nearest = nearest_name(name).map(|nearest| format!("; did you mean `{nearest}`?"));
            return Err(format!("unknown code or rule `{name}`{}", nearest.unwrap_or_default()));
        };
        let text = explanation.to_string();
        Ok(match explanation {
            Explanation::Code(code) => Self {
                name: code.slug,
                kind: "code",
                sentence: code.title,
                code: None,
                rules: INVENTORY.rules_of(code).map(|rule| rule.id).collect(),
                sections: code.sections.iter().copied().map(SectionRecord::new).collect(),
                example: example(code).and_then(|it| it.as_ref().ok()).map(ExampleRecord::new),
                text,
            },
            Explanation::Rule(rule) => Self {
                name: rule.id,
                kind: "rule",
                sentence: rule.statement,
                code: rule.code.map(|code| code.slug),
                rules: Vec::new(),
                sections: vec![SectionRecord::new(rule.section)],
                example: programs(rule).map(ExampleRecord::new),
                text,
            },
        })
    }
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
        let rule = ExplanationRecord::of("stmt.if.cond-bool").expect("a rule");
        assert_eq!((rule.kind, rule.code), ("rule", Some("type/invalid-condition")));
        assert!(rule.sections[0].url.ends_with(&format!("#{}", rule.sections[0].anchor)));
        let code = ExplanationRecord::of("type/invalid-condition").expect("a code");
        assert!(code.rules.contains(&"stmt.if.cond-bool"));
        assert!(code.example.is_some() && code.text.contains(code.sentence));
    }

    #[test]
    fn an_unknown_name_is_answered_with_the_nearest() {
        let message = ExplanationRecord::of("stmt.if.cond-bol").expect_err("there is none");
        assert!(message.ends_with("did you mean `stmt.if.cond-bool`?"), "{message}");
        assert!(ExplanationRecord::of("nonsense").expect_err("there is none").ends_with('`'));
    }
}
