//! The explanation of a diagnostic code or a rule, as plain text. It depends on the tables of the specification only.

use shader_source::explain::{Named, explain_code, explain_programs, explain_section};
use shader_source::suggest::Suggestions;
use std::fmt;
use wgsl_spec::{Edition, Example, INVENTORY, Rule, RuleStage, example, facts, programs};

/// The explanation of a code or a rule. Its `Display` form has several lines, each with a line feed.
#[derive(Clone, Copy, Debug)]
pub struct Explanation(Named);

impl Explanation {
    /// The explanation of the code or the rule of this name.
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        INVENTORY.named(name).map(Self)
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, output: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Named::Code(code) => explain_code(code, &INVENTORY, example(code), explain_example, "", output),
            Named::Rule(rule) => explain_rule(rule, output),
        }
    }
}

fn explain_example(example: &Example, output: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut conditions = String::new();
    if example.edition == Edition::Draft2022 {
        conditions.push_str(", in the draft of 2022-04-11");
    }
    if let Some(target) = example.target {
        conditions.push_str(", for the target ");
        conditions.push_str(target);
    }
    if example.is_linked {
        conditions.push_str(", linked");
    }
    if let Some(pipeline) = &example.pipeline {
        let entry = pipeline.entry_point.map(|name| format!("entry point `{name}`"));
        let constants = pipeline.constants.iter().map(|(name, value)| format!("constant `{name}` = {value}"));
        let request: Vec<String> = entry.into_iter().chain(constants).collect();
        conditions.push_str(", in a pipeline");
        if !request.is_empty() {
            conditions.push_str(" with ");
            conditions.push_str(&request.join(", "));
        }
    }
    explain_programs(&conditions, &example.wrong, &example.right, output)
}

fn explain_rule(rule: &'static Rule, output: &mut fmt::Formatter<'_>) -> fmt::Result {
    let Some(facts) = facts(rule) else { return Ok(()) };
    let stage = match rule.stage {
        RuleStage::ShaderCreation => "when the shader module is created",
        RuleStage::PipelineCreation => "when a pipeline is created",
        RuleStage::Execution => "while the shader runs",
    };
    writeln!(output, "{}: {}\n", rule.id, rule.statement)?;
    let in_2022 = match facts.in_2022 {
        "only" => "only there",
        other => other,
    };
    writeln!(output, "Applies {stage}. In the draft of 2022-04-11: {in_2022}.")?;
    explain_section("In the specification: ", rule.section, output)?;
    if let Some(code) = rule.code {
        writeln!(output, "Reported as: {}", code.slug)?;
    }
    if let Some(without) = &facts.without_code {
        writeln!(output, "No diagnostic cites this rule. {}", without.reason)?;
    }
    if let Some(reason) = facts.only_broken {
        writeln!(output, "No accepted program exercises this rule. {reason}")?;
    }
    if let Some(reason) = facts.never_alone {
        writeln!(output, "No test program breaks only this rule. {reason}")?;
    }
    if let Some(reason) = facts.without_result {
        writeln!(output, "No program's result can contradict this rule. {reason}")?;
    }
    programs(rule).map_or(Ok(()), |programs| explain_example(programs, output))
}

/// The code or rule whose name is closest to an unknown name, if there is one close enough to be meant.
#[must_use]
pub fn nearest_name(name: &str) -> Option<&'static str> {
    nearest(name, INVENTORY.names())
}

/// Returns the name among these that is most like a name, if it may be meant.
#[must_use]
pub fn nearest(name: &str, names: impl Iterator<Item = &'static str>) -> Option<&'static str> {
    Suggestions::default().nearest_name(name, names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_close_name_is_suggested() {
        assert_eq!(nearest_name("type/mismatc"), Some("type/mismatch"));
        assert_eq!(nearest_name("mismatches"), Some("type/mismatch"));
        assert_eq!(nearest_name("stmt.if.cond-bol"), Some("stmt.if.cond-bool"));
        for name in ["", "nope", "out-of-bounds", &"x".repeat(1000)] {
            assert_eq!(nearest_name(name), None, "{name}");
        }
    }

    #[test]
    fn every_code_and_rule_is_explained() {
        for code in INVENTORY.codes {
            let explanation = Explanation::of(code.slug).expect("a code");
            assert!(explanation.to_string().starts_with(&format!("{}: ", code.slug)));
        }
        let rule = Explanation::of("stmt.if.cond-bool").expect("a rule").to_string();
        assert!(rule.contains("\nReported as: type/invalid-condition\n"), "{rule}");
        assert!(Explanation::of("nope").is_none());
    }
}
