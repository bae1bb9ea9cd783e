//! `wgsl-cts coverage` and `uncovered`: the rules that the cases show.

use indexmap::IndexMap;
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use wgsl_cts::execute::{Executors, Peers};
use wgsl_cts::run;
use wgsl_cts_cases::case::Instance;
use wgsl_cts_cases::coverage::{RuleCoverage, Testable, is_knocked_out, knock_out, untestable};
use wgsl_cts_cases::judged::Judged;
use wgsl_cts_cases::twins::{self, Twins};
use wgsl_cts_cases::vocabulary::ExecutorKind;
use wgsl_spec::{INVENTORY, Rule};

/// The number of programs that another implementation can fail, for each rule of execution.
const INDEPENDENT: usize = 2;

/// Lists the rules that cases could show and do not.
pub(crate) fn uncovered(instances: &[Instance], prefix: &str) -> io::Result<bool> {
    let judged = judged(instances);
    let mut output = io::stdout().lock();
    let (mut total, mut covered) = (0, 0);
    for rule in wgsl_cts_cases::coverage::coverage(&judged) {
        let info = rule.rule;
        let Some(is_covered) = rule.is_covered() else { continue };
        total += 1;
        covered += usize::from(is_covered);
        if !is_covered && info.id.starts_with(prefix) {
            let (anchor, words) = (info.section.id, rule.testable.name());
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
pub(crate) fn coverage(fixtures: &Path, instances: &[Instance]) -> io::Result<bool> {
    let judged = judged(instances);
    let mut output = io::stdout().lock();
    let rules = wgsl_cts_cases::coverage::coverage(&judged);
    for (reason, rules) in reasons(&rules) {
        writeln!(output, "not shown by programs: {} rules. {reason}", rules.len())?;
        writeln!(output, "  {}", rules.join(", "))?;
    }
    let testable: Vec<_> = rules.iter().filter(|rule| rule.is_covered().is_some()).collect();
    let missing: Vec<_> = testable.iter().filter(|rule| rule.is_covered() == Some(false)).collect();
    for rule in &missing {
        let info = rule.rule;
        writeln!(output, "not covered: {}: {}", info.id, info.statement)?;
    }
    let missed = knock_out(&judged);
    for rule in &missed {
        writeln!(output, "not caught: {}: {}", rule.id, rule.statement)?;
    }
    let twins = twins::twins(&judged);
    let are_twins_current = programs_are_current(fixtures, &twins, &mut output)?;
    let mut distances: Vec<usize> = twins.values().map(|twins| twins.distance).collect();
    distances.sort_unstable();
    let median = distances.get(distances.len() / 2).copied().unwrap_or_default();
    writeln!(output, "rules with an accepted twin: {}, median distance {median} characters", twins.len())?;
    let enforced = INVENTORY.rules.iter().filter(|rule| is_knocked_out(rule)).count();
    let is_shown_twice = are_shown_twice(&rules, &mut output)?;
    writeln!(
        output,
        "rules: {} of {} covered; knock-out: {} of {enforced} rules caught",
        testable.len() - missing.len(),
        testable.len(),
        enforced - missed.len(),
    )?;
    Ok(missing.is_empty() && missed.is_empty() && are_twins_current && is_shown_twice)
}

/// Lists the rules of execution that fewer than two programs show which another implementation can fail.
fn are_shown_twice(rules: &[RuleCoverage], output: &mut impl Write) -> io::Result<bool> {
    let executed = rules.iter().filter(|rule| rule.testable == Testable::ByExecution);
    let reason = |rule: &RuleCoverage| wgsl_spec::facts(rule.rule)?.without_result;
    let (without, executed): (Vec<&RuleCoverage>, Vec<&RuleCoverage>) =
        executed.partition(|rule| reason(rule).is_some());
    for rule in &without {
        let reason = reason(rule).unwrap_or_default();
        writeln!(output, "no result contradicts {}. {reason}", rule.rule.id)?;
    }
    let weak: Vec<_> = executed.iter().filter(|rule| rule.independent < INDEPENDENT).collect();
    for rule in &weak {
        let info = rule.rule;
        let RuleCoverage { independent, .. } = rule;
        writeln!(
            output,
            "{independent} of {INDEPENDENT} programs that can fail: {}: {}",
            info.id, info.statement
        )?;
    }
    writeln!(
        output,
        "rules of execution: {} of {} shown by two programs that can fail",
        executed.len() - weak.len(),
        executed.len()
    )?;
    Ok(weak.is_empty())
}

/// The file with the programs that `wgsl-check explain` prints for rules.
fn programs_file(fixtures: &Path) -> PathBuf {
    fixtures.join("../spec/wgsl/rule_programs.yaml")
}

fn programs_are_current(
    fixtures: &Path,
    twins: &BTreeMap<&'static Rule, Twins<'_>>,
    output: &mut impl Write,
) -> io::Result<bool> {
    let is_current =
        fs::read_to_string(programs_file(fixtures))? == twins::file(twins).map_err(io::Error::other)?;
    if !is_current {
        writeln!(output, "spec/wgsl/rule_programs.yaml is out of date: update it with `cargo xtask bless`")?;
    }
    Ok(is_current)
}

/// Writes the programs that show rules.
pub(crate) fn write_programs(fixtures: &Path, instances: &[Instance]) -> io::Result<()> {
    let run = run::run(instances, &[ExecutorKind::Validator], &Executors::start(&Peers::default()));
    let text = twins::file(&twins::twins(&run.into_judged())).map_err(io::Error::other)?;
    fs::write(programs_file(fixtures), text)
}

/// The answers that show rules.
fn judged(instances: &[Instance]) -> Vec<Judged<'_>> {
    run::run(
        instances,
        &[ExecutorKind::Validator, ExecutorKind::Reference],
        &Executors::start(&Peers::default()),
    )
    .into_judged()
}

/// The rules that programs do not show, by reason.
fn reasons(rules: &[RuleCoverage]) -> IndexMap<&'static str, Vec<&'static str>> {
    let mut reasons: IndexMap<&str, Vec<&str>> = IndexMap::new();
    for rule in rules {
        let Some(reason) = untestable(rule.rule) else { continue };
        reasons.entry(reason).or_default().push(rule.rule.id);
    }
    reasons
}
