//! The explanation of a diagnostic code or a rule, as plain text. It depends on the tables of the specification only.

use crate::suggest::Suggestions;
use std::fmt;
use wgsl_spec::{Code, CodeInfo, Edition, Example, Rule, RuleId, RuleStage};

/// A code or a rule. Its `Display` form is the explanation: several lines, each with a line feed.
#[derive(Clone, Copy, Debug)]
pub enum Explanation {
    /// Of a diagnostic code: its meaning, an invalid and a valid program, and its rules.
    Code(Code),
    /// Of a rule: its statement, its section of the specification, its code, and two programs of the suite.
    Rule(RuleId),
}

impl Explanation {
    /// The explanation of the code or the rule of this name.
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        Code::by_slug(name).map(Self::Code).or_else(|| RuleId::by_name(name).map(Self::Rule))
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, output: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Code(code) => explain_code(code.info(), output),
            Self::Rule(rule) => explain_rule(*rule, output),
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
    if !info.anchors.is_empty() {
        writeln!(output, "\nIn the specification:")?;
        for anchor in info.anchors {
            writeln!(output, "  {}: {}", anchor.title(), anchor.url())?;
        }
    }
    Ok(())
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
        more => writeln!(output, "  and {more} more: run `wgsl-check rules {}` to list all", info.slug),
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
    for (heading, program) in [("Wrong", &example.wrong), ("Right", &example.right)] {
        writeln!(output, "\n{heading}{conditions}:")?;
        for line in program.shown.trim_end().lines() {
            writeln!(output, "{}", format!("    {line}").trim_end())?;
        }
    }
    Ok(())
}

fn explain_rule(id: RuleId, output: &mut fmt::Formatter<'_>) -> fmt::Result {
    let rule: &Rule = id.get();
    let stage = match rule.stage {
        RuleStage::ShaderCreation => "when the shader module is created",
        RuleStage::PipelineCreation => "when a pipeline is created",
        RuleStage::Execution => "while the shader runs",
    };
    writeln!(output, "{}: {}\n", rule.id, rule.statement)?;
    let in_2022 = match rule.in_2022 {
        "only" => "only there",
        other => other,
    };
    writeln!(output, "Applies {stage}. In the draft of 2022-04-11: {in_2022}.")?;
    writeln!(output, "In the specification: {}: {}", rule.anchor.title(), rule.anchor.url())?;
    if let Some(code) = rule.code {
        writeln!(output, "Reported as: {}", code.slug())?;
    }
    if let Some(without) = &rule.without_code {
        writeln!(output, "No diagnostic cites this rule. {}", without.reason)?;
    }
    if let Some(reason) = rule.only_broken {
        writeln!(output, "No accepted program exercises this rule. {reason}")?;
    }
    if let Some(reason) = rule.never_alone {
        writeln!(output, "No test program breaks only this rule. {reason}")?;
    }
    if let Some(reason) = rule.without_result {
        writeln!(output, "No program's result can contradict this rule. {reason}")?;
    }
    id.programs().map_or(Ok(()), |programs| explain_example(programs, output))
}

/// The names of all codes and rules.
pub fn names() -> impl Iterator<Item = &'static str> {
    let codes = Code::ALL.iter().map(|code| code.slug());
    codes.chain(RuleId::ALL.iter().map(|rule| rule.get().id))
}

/// The code or rule whose name is closest to an unknown name, if there is one close enough to be meant.
#[must_use]
pub fn nearest_name(name: &str) -> Option<&'static str> {
    nearest(name, names())
}

/// Returns the name among these that is most like a name, if it may be meant.
#[must_use]
pub fn nearest(name: &str, names: impl Iterator<Item = &'static str>) -> Option<&'static str> {
    nearest_within(&mut Suggestions::default(), name, names)
}

/// Returns the name among these that is most like a name, if it may be meant and the budget is not spent.
pub(crate) fn nearest_within(
    suggestions: &mut Suggestions,
    name: &str,
    names: impl Iterator<Item = &'static str>,
) -> Option<&'static str> {
    let distances = names.filter_map(|known| Some((distance(suggestions, name, known)?, known)));
    distances.min().map(|(_, known)| known)
}

/// Returns the edit distance between a name and a known one that may be meant: no more than every third letter is wrong. The family of a code
/// (`type/`) may be missing.
fn distance(suggestions: &mut Suggestions, name: &str, known: &str) -> Option<usize> {
    let limit = name.len().min(known.len()) / 3;
    let whole = suggestions.distance(name, known, limit);
    let Some((_, tail)) = known.split_once('/') else { return whole };
    whole.into_iter().chain(suggestions.distance(name, tail, limit)).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distance_counts_edits_and_forgives_the_family() {
        let distance = |name, known| distance(&mut Suggestions::default(), name, known);
        assert_eq!(distance("mismatch", "type/mismatch"), Some(0));
        assert_eq!(distance("typ/msmatch", "type/mismatch"), Some(2));
        assert_eq!(distance("match", "type/mismatch"), None);
    }

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
        for code in Code::ALL {
            let explanation = Explanation::of(code.slug()).expect("a code");
            assert!(explanation.to_string().starts_with(&format!("{}: ", code.slug())));
        }
        let rule = Explanation::of("stmt.if.cond-bool").expect("a rule").to_string();
        assert!(rule.contains("\nReported as: type/invalid-condition\n"), "{rule}");
        assert!(Explanation::of("nope").is_none());
    }
}
