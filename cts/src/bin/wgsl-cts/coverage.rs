//! `wgsl-cts coverage` and `uncovered`: the rules that the cases show.

use indexmap::IndexMap;
use std::io::{self, Write};
use wgsl_cases::case::Instance;
use wgsl_cases::coverage::{RuleCoverage, knock_out, untestable};
use wgsl_cases::vocabulary::ExecutorKind;
use wgsl_cts::execute::{Executors, Peers};
use wgsl_cts::run;
use wgsl_spec::Code;

/// Lists the rules that cases could show and do not.
pub(crate) fn uncovered(instances: &[Instance], prefix: &str) -> io::Result<bool> {
    let judged = run::run(instances, &[ExecutorKind::Reference], &Executors::start(&Peers::default()));
    let mut output = io::stdout().lock();
    let (mut total, mut covered) = (0, 0);
    for rule in wgsl_cases::coverage::coverage(instances, &judged) {
        let info = rule.rule.get();
        let Some(is_covered) = rule.is_covered() else { continue };
        total += 1;
        covered += usize::from(is_covered);
        if !is_covered && info.id.starts_with(prefix) {
            let (anchor, words) = (info.anchor.id(), rule.testable.name());
            let (accepting, rejecting, executing) = (rule.accepting, rule.rejecting, rule.executing);
            writeln!(
                output,
                "{} | {anchor} | {words}, has {accepting} accepting, {rejecting} rejecting, {executing} executing | {}",
                info.id, info.statement
            )?;
        }
    }
    writeln!(output, "rules: {covered} of {total} covered")?;
    Ok(true)
}

/// Lists the uncovered rules with the reason, then the two figures. `false` if a rule that could be shown is not.
pub(crate) fn coverage(instances: &[Instance]) -> io::Result<bool> {
    let judged = run::run(
        instances,
        &[ExecutorKind::Validator, ExecutorKind::Reference],
        &Executors::start(&Peers::default()),
    );
    let mut output = io::stdout().lock();
    let rules = wgsl_cases::coverage::coverage(instances, &judged);
    for (reason, rules) in reasons(&rules) {
        writeln!(output, "not shown by programs: {} rules. {reason}", rules.len())?;
        writeln!(output, "  {}", rules.join(", "))?;
    }
    let testable: Vec<_> = rules.iter().filter(|rule| rule.is_covered().is_some()).collect();
    let missing: Vec<_> = testable.iter().filter(|rule| rule.is_covered() == Some(false)).collect();
    for rule in &missing {
        let info = rule.rule.get();
        writeln!(output, "not covered: {}: {}", info.id, info.statement)?;
    }
    let outcomes: Vec<_> = judged.into_iter().map(|judged| (judged.instance, judged.outcome)).collect();
    let (unreachable, missed): (Vec<Code>, Vec<Code>) =
        knock_out(&outcomes).into_iter().partition(|code| code.info().without_example.is_some());
    for code in &unreachable {
        let reason = code.info().without_example.unwrap_or_default();
        writeln!(output, "raised by no program of the suite: {}. {reason}", code.slug())?;
    }
    for code in &missed {
        writeln!(output, "not caught: {}", code.slug())?;
    }
    let codes = Code::ALL.len() - unreachable.len();
    writeln!(
        output,
        "rules: {} of {} covered; knock-out: {} of {codes} codes caught",
        testable.len() - missing.len(),
        testable.len(),
        codes - missed.len(),
    )?;
    Ok(missing.is_empty() && missed.is_empty())
}

/// The rules that programs do not show, by reason.
fn reasons(rules: &[RuleCoverage]) -> IndexMap<&'static str, Vec<&'static str>> {
    let mut reasons: IndexMap<&str, Vec<&str>> = IndexMap::new();
    for rule in rules {
        let Some(reason) = untestable(rule.rule) else { continue };
        reasons.entry(reason).or_default().push(rule.rule.get().id);
    }
    reasons
}
