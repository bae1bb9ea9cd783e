//! The explanation of a diagnostic code or a rule of Metal, as plain text.

use msl_spec::{Anchor, Code, CodeInfo, Example, Rule, RuleClass, RuleId, RuleStage};
use std::fmt;

/// A code or a rule. Its `Display` form is the explanation: several lines, each with a line feed.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Explanation {
    /// Of a diagnostic code: its meaning, an invalid and a valid program, its rules and sections.
    Code(Code),
    /// Of a rule: its statement, its section of the specification, and its code.
    Rule(RuleId),
}

impl Explanation {
    /// The explanation of the code or the rule of this name.
    pub(crate) fn of(name: &str) -> Option<Self> {
        Code::by_slug(name).map(Self::Code).or_else(|| RuleId::by_name(name).map(Self::Rule))
    }

    /// All names that have an explanation.
    pub(crate) fn names() -> impl Iterator<Item = &'static str> {
        let codes = Code::ALL.iter().map(|code| code.slug());
        codes.chain(RuleId::ALL.iter().map(|rule| rule.get().id))
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, output: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Code(code) => explain_code(code.info(), output),
            Self::Rule(rule) => explain_rule(rule.get(), output),
        }
    }
}

fn explain_code(info: &CodeInfo, output: &mut fmt::Formatter<'_>) -> fmt::Result {
    writeln!(output, "{}: {}", info.slug, info.title)?;
    if !info.explanation.is_empty() {
        writeln!(output, "\n{}", info.explanation.trim_end())?;
    }
    match &info.example {
        Some(example) => explain_example(example, output)?,
        None => writeln!(output, "\nNo example: {}", info.without_example.unwrap_or("none yet."))?,
    }
    explain_family(info, output)?;
    writeln!(output, "\nIn the specification:")?;
    info.anchors.iter().try_for_each(|anchor| explain_section(*anchor, "  ", output))
}

/// The rules of a code; of many, only the first.
fn explain_family(info: &CodeInfo, output: &mut fmt::Formatter<'_>) -> fmt::Result {
    const SHOWN: usize = 10;
    writeln!(output, "\nRules:")?;
    for rule in info.rules.iter().take(SHOWN) {
        writeln!(output, "  {}: {}", rule.get().id, rule.get().statement)?;
    }
    match info.rules.len().saturating_sub(SHOWN) {
        0 => Ok(()),
        more => {
            writeln!(
                output,
                "  and {more} more: run `wgsl-check rules {} --language msl` to list all",
                info.slug
            )
        }
    }
}

fn explain_section(anchor: Anchor, indent: &str, output: &mut fmt::Formatter<'_>) -> fmt::Result {
    writeln!(output, "{indent}{}: {}", anchor.title(), anchor.reference())
}

fn explain_example(example: &Example, output: &mut fmt::Formatter<'_>) -> fmt::Result {
    let linked = if example.is_linked { ", linked" } else { "" };
    for (heading, program) in [("Wrong", &example.wrong), ("Right", &example.right)] {
        writeln!(output, "\n{heading}, with --std {}{linked}:", example.standard)?;
        for line in program.shown.trim_end().lines() {
            writeln!(output, "{}", format!("    {line}").trim_end())?;
        }
    }
    Ok(())
}

fn explain_rule(rule: &Rule, output: &mut fmt::Formatter<'_>) -> fmt::Result {
    let stage = match rule.stage {
        RuleStage::ShaderCreation => "when the program is compiled",
        RuleStage::PipelineCreation => "when a pipeline is created",
        RuleStage::Execution => "while the shader runs",
    };
    let consequence = match rule.class {
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
    explain_section(rule.anchor, "In the specification: ", output)?;
    match rule.code {
        Some(code) => writeln!(output, "Reported as: {}", code.slug()),
        None => writeln!(output, "No diagnostic cites this rule."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_and_rule_is_explained() {
        for name in Explanation::names() {
            let explanation = Explanation::of(name).expect("a code or a rule").to_string();
            assert!(explanation.starts_with(&format!("{name}: ")), "{name}: {explanation}");
            assert!(explanation.contains("Metal Shading Language Specification 2.2, section "), "{name}");
        }
        assert!(Explanation::of("nope").is_none());
    }
}
