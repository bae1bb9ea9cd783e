//! The explanation of a diagnostic code or a rule of C++ AMP, as plain text.

use amp_spec::{Example, INVENTORY, Rule, RuleClass, RuleStatus, example, facts};
use core::fmt;
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
                explain_code(code, &INVENTORY, example(code), explain_example, " --language amp", output)
            }
            Named::Rule(rule) => explain_rule(rule, output),
        }
    }
}

fn explain_example(example: &Example, output: &mut fmt::Formatter<'_>) -> fmt::Result {
    let condition = if example.is_executed { ", with `amp run --strict`" } else { "" };
    explain_programs(condition, &example.wrong, &example.right, output)
}

fn explain_rule(rule: &'static Rule, output: &mut fmt::Formatter<'_>) -> fmt::Result {
    let Some(facts) = facts(rule) else { return Ok(()) };
    let consequence = match facts.class {
        RuleClass::Error => "A program that breaks it is rejected.",
        RuleClass::Exception => "The host gets an exception.",
        RuleClass::Undefined => "The behavior of a program that breaks it is undefined.",
        RuleClass::Guaranteed => "A program can rely on it.",
        RuleClass::ImplementationDefined => "Implementations differ.",
        RuleClass::Advice => "A violation is a warning.",
    };
    let status = match facts.status {
        RuleStatus::Checked => "Checked by `amp check`.".to_owned(),
        RuleStatus::Executed => "Seen by `amp run`.".to_owned(),
        RuleStatus::Modelled => "The results of `amp run` follow it.".to_owned(),
        RuleStatus::Open => "Not checked yet.".to_owned(),
        RuleStatus::NotCovered(why) => format!("Not checked: {why}."),
    };
    writeln!(output, "{}: {}\n", rule.id, rule.statement)?;
    writeln!(output, "{consequence} {status}")?;
    explain_section("In the specification: ", rule.section, output)?;
    if !facts.microsoft.is_empty() {
        writeln!(output, "In Visual C++: {}", facts.microsoft.join(", "))?;
    }
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
            assert!(explanation.contains("In the specification:"), "{name}: {explanation}");
        }
        assert!(Explanation::of("nope").is_none());
    }
}
