//! The comparison of an outcome with the expectations of its case.

use crate::case::{Expected, Instance};
use crate::execution::Output;
use crate::execution::compare::compare_output;
use crate::execution::path::Paths;
use crate::language::Language;
use crate::outcome::{Finding, Outcome};
use crate::vocabulary::{ExecutorKind, Verdict};
use shader_source::Code;
use shader_source::Rule;
use similar::TextDiff;
use std::fmt::Write;

/// The result of a comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Comparison {
    /// It is as expected.
    Same,
    /// It differs.
    Differs(Difference),
    /// The executor was not asked, for this reason.
    NotAsked(String),
}

/// A difference between an outcome and its case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The part of the outcome that differs.
    pub kind: DifferenceKind,
    /// For people.
    pub message: String,
}

/// The part of an outcome that differs from its case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DifferenceKind {
    /// The executor has this verdict, and the case the other one.
    Verdict(Verdict),
    /// The verdict is right; codes or their places are not.
    Findings,
    /// The program was executed, and left something else: a description for people.
    Execution(String),
    /// The executor could neither judge nor execute the program.
    Unable,
}

impl Difference {
    /// A description, for people, of what an execution left that differs; `None` of other differences.
    #[must_use]
    pub fn execution(&self) -> Option<&str> {
        match &self.kind {
            DifferenceKind::Execution(differences) => Some(differences),
            DifferenceKind::Verdict(_) | DifferenceKind::Findings | DifferenceKind::Unable => None,
        }
    }
}

/// Compares an outcome with the expectations of its case. Only the verdict of other implementations counts: they have no
/// codes, and their places differ.
#[must_use]
pub fn compare(executor: ExecutorKind, instance: &Instance, outcome: &Outcome) -> Comparison {
    let (verdict, findings) = match outcome {
        Outcome::NotAsked(reason) => return Comparison::NotAsked(reason.clone()),
        Outcome::Unable(reason) => {
            let message = format!(
                "{}{} can't process this program: {reason}\n{}",
                place(instance, "", ""),
                executor.name(),
                listing(instance)
            );
            return Comparison::Differs(Difference { kind: DifferenceKind::Unable, message });
        }
        Outcome::Executed(output) => return executed(executor, instance, output),
        Outcome::Judged(verdict, findings) => (*verdict, findings),
    };
    let wrong = (verdict != instance.expected.verdict).then_some(verdict);
    if executor == ExecutorKind::Validator {
        return compare_findings(instance, verdict, findings);
    }
    let Some(wrong) = wrong else { return Comparison::Same };
    let mut message = format!("{} {} this program", executor.name(), wrong.verb());
    for found in findings {
        let _ = write!(message, ": {}", found.message);
        if found.line > 0 {
            let _ = write!(message, " (line {})", found.line);
        }
    }
    message.push('\n');
    message.push_str(&listing(instance));
    Comparison::Differs(Difference { kind: DifferenceKind::Verdict(wrong), message })
}

/// Compares the findings of a validator of this project with the markers of a program.
#[must_use]
pub fn compare_findings<L: Language>(
    instance: &Instance<L>,
    verdict: Verdict,
    findings: &[Finding],
) -> Comparison {
    let (expected, actual) = (expected_lines(&instance.expected), actual_lines(findings, &instance.expected));
    if expected == actual {
        return Comparison::Same;
    }
    let mut message = place(instance, &expected, &actual);
    let diff = TextDiff::from_lines(&expected, &actual);
    let _ = write!(message, "{}", diff.unified_diff().context_radius(10).header("expected", "found"));
    for found in findings {
        let _ = writeln!(message, "{}:{}: {}", found.line, found.column, found.message);
    }
    message.push_str(&listing(instance));
    let wrong = (verdict != instance.expected.verdict).then_some(verdict);
    let kind = wrong.map_or(DifferenceKind::Findings, DifferenceKind::Verdict);
    Comparison::Differs(Difference { kind, message })
}

/// The difference of a program in which the validator leaves something unresolved.
pub(crate) fn differs_by_unresolved<L: Language>(instance: &Instance<L>, unresolved: &str) -> Comparison {
    let place = place(instance, "", "");
    let message = format!("{place}the validator leaves this unresolved\n{unresolved}{}", listing(instance));
    Comparison::Differs(Difference { kind: DifferenceKind::Findings, message })
}

/// The difference of what an execution left, which is described for people.
pub(crate) fn differs_by_execution<L: Language>(
    executor: &str,
    instance: &Instance<L>,
    differences: String,
) -> Comparison {
    let place = place(instance, "", "");
    let message = format!("{place}{executor} computes different results\n{differences}{}", listing(instance));
    Comparison::Differs(Difference { kind: DifferenceKind::Execution(differences), message })
}

/// Compares the results of an execution with the expected ones.
fn executed(executor: ExecutorKind, instance: &Instance, output: &Output) -> Comparison {
    let Some(execution) = &instance.execution else {
        let message = "the case does not say what an execution must compute".to_owned();
        return Comparison::Differs(Difference { kind: DifferenceKind::Unable, message });
    };
    let options = instance.case.request.options_for_execution();
    let paths = Paths::new(instance.source().unwrap_or_default(), options);
    let Some(differences) = compare_output(execution, output, &paths) else { return Comparison::Same };
    differs_by_execution(executor.name(), instance, differences)
}

/// The place to look at: the line of the first marker without a matching diagnostic, or else the first line of the program.
fn place<L: Language>(instance: &Instance<L>, expected: &str, actual: &str) -> String {
    let Some((path, first)) = &instance.place else { return String::new() };
    let found: Vec<&str> = actual.lines().collect();
    let missing = expected.lines().find(|line| !found.contains(line));
    let line = missing.and_then(|line| line.rsplit(' ').next()?.split(':').next()?.parse::<usize>().ok());
    format!("{}:{}\n", path.display(), first + line.unwrap_or(1) - 1)
}

/// Whether the first error of another implementation points at a marked line; `None` if it has none, or gives no place.
#[must_use]
pub fn is_on_marked_line(instance: &Instance, findings: &[Finding]) -> Option<bool> {
    let found = findings.first().filter(|found| found.line > 0)?;
    let is_pointed_at = |line: u32| line == found.line || found.other_lines.contains(&line);
    Some(instance.expected.diagnostics.iter().any(|expected| is_pointed_at(expected.line)))
}

/// The expected diagnostics, one per line, in order.
fn expected_lines(expected: &Expected) -> String {
    let line = |code: &str, severity: &str, line, column| format!("{severity}[{code}] at {line}:{column}\n");
    let mut found: Vec<_> = expected.diagnostics.iter().collect();
    found.sort_by_key(|found| (found.line, found.column, found.code));
    found
        .iter()
        .map(|found| {
            line(&code_and_rule(found.code, found.rule), found.severity.name(), found.line, found.column)
        })
        .collect()
}

fn code_and_rule(code: &'static Code, rule: Option<&'static Rule>) -> String {
    match rule {
        Some(rule) => format!("{}: {}", code.slug, rule.id),
        None => code.slug.to_owned(),
    }
}

/// The diagnostics that were found, in the same form: with their rules where the markers of these places name any.
fn actual_lines(findings: &[Finding], expected: &Expected) -> String {
    let mut found: Vec<_> = findings.iter().collect();
    found.sort_by_key(|found| (found.line, found.column, found.code));
    let says_rule = |found: &Finding| {
        let mut marks = expected.diagnostics.iter().filter(|mark| mark.rule.is_some());
        marks.any(|mark| (Some(mark.code), mark.line, mark.column) == (found.code, found.line, found.column))
    };
    let name = |found: &Finding| match found.code {
        Some(code) => code_and_rule(code, found.rules.first().copied().filter(|_| says_rule(found))),
        None => "?".to_owned(),
    };
    let line = |found: &&Finding| {
        format!("{}[{}] at {}:{}\n", found.severity.name(), name(found), found.line, found.column)
    };
    found.iter().map(line).collect()
}

/// The program with numbered lines.
fn listing<L: Language>(instance: &Instance<L>) -> String {
    let text = String::from_utf8_lossy(&instance.program);
    let mut listing = String::new();
    for (index, line) in text.lines().take(60).enumerate() {
        let shown: String = line.chars().take(200).collect();
        let _ = writeln!(listing, "{:4} | {shown}", index + 1);
    }
    listing
}
