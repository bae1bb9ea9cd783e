//! The explanation of a diagnostic code or a rule of Metal, as plain text.

use core::fmt;
use msl_spec::{Example, INVENTORY, Rule, RuleClass, RuleStage, example, facts};
use shader_source::explain::{Named, explain_code, explain_programs, explain_section};

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
            Named::Code(code) => {
                explain_code(code, &INVENTORY, example(code), explain_example, " --language msl", output)
            }
            Named::Rule(rule) => explain_rule(rule, output),
        }
    }
}

fn explain_example(example: &Example, output: &mut fmt::Formatter<'_>) -> fmt::Result {
    let linked = if example.is_linked { ", linked" } else { "" };
    let conditions = format!(", with --std {}{linked}", example.standard);
    explain_programs(&conditions, &example.wrong, &example.right, output)
}

fn explain_rule(rule: &'static Rule, output: &mut fmt::Formatter<'_>) -> fmt::Result {
    let Some(facts) = facts(rule) else { return Ok(()) };
    let stage = match rule.stage {
        RuleStage::ShaderCreation => "when the program is compiled",
        RuleStage::PipelineCreation => "when a pipeline is created",
        RuleStage::Execution => "while the shader runs",
    };
    let consequence = match facts.class {
        RuleClass::Error => "a program that breaks it is rejected",
        RuleClass::Undefined => "the behaviour of a program that breaks it is undefined",
        RuleClass::Pipeline => "no valid pipeline can use a program that breaks it",
        RuleClass::Version => "a program that breaks it is rejected for some values of --std",
        RuleClass::Tolerance => "it limits the results of operations",
        RuleClass::Acceptance => "a program that relies on it is accepted",
        RuleClass::Ambiguous => "the specification is ambiguous, so a violation is a warning",
    };
    writeln!(output, "{}: {}\n", rule.id, rule.statement)?;
    writeln!(output, "Applies {stage}: {consequence}.")?;
    explain_section("In the specification: ", rule.section, output)?;
    match rule.code {
        Some(code) => writeln!(output, "Reported as: {}", code.slug),
        None => writeln!(output, "No diagnostic cites this rule."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_and_rule_is_explained() {
        for name in INVENTORY.names() {
            let explanation = Explanation::of(name).expect("a code or a rule").to_string();
            assert!(explanation.starts_with(&format!("{name}: ")), "{name}: {explanation}");
            assert!(explanation.contains("Metal Shading Language Specification 2.2, section "), "{name}");
        }
        assert!(Explanation::of("nope").is_none());
    }
}
