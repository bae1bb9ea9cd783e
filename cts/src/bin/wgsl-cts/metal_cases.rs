//! The cases for Metal: `wgsl-cts check` and `show` with names that begin with `msl/`, and the figures of `coverage`.

use std::io::{self, Write};
use std::path::Path;
use wgsl_cts::discover::discover_metal;
use wgsl_cts::metal_cases::{MetalResults, metal_results};
use wgsl_cts_cases::compare::Comparison;
use wgsl_cts_cases::discover::Suite;
use wgsl_cts_cases::language::{Language, Msl};
use wgsl_cts_cases::metal::coverage::{
    Figures, ShownBy, coverage as covered, figures, knock_out, untestable,
};
use wgsl_cts_cases::metal::{Judged, check_all};

/// Whether the names of cases for Metal begin so.
pub(crate) fn is_metal(prefix: &str) -> bool {
    prefix.starts_with(Msl::PREFIX)
}

/// Prints the differences from the markers of the programs. `false` if there are any.
pub(crate) fn check(fixtures: &Path, prefix: &str) -> io::Result<bool> {
    let suite = suite(fixtures, prefix)?;
    let mut output = io::stdout().lock();
    let mut different = 0;
    for Judged { instance, comparison, .. } in check_all(&suite.instances) {
        if let Comparison::Differs(difference) = comparison {
            different += 1;
            writeln!(output, "{}\n{}", instance.name, difference.message)?;
        }
    }
    let same = suite.instances.len() - different;
    writeln!(output, "{}: {same} as expected, {different} not", Msl::KEY)?;
    Ok(different == 0)
}

/// Prints the programs of cases.
pub(crate) fn show(fixtures: &Path, prefix: &str) -> io::Result<bool> {
    let mut output = io::stdout().lock();
    for instance in suite(fixtures, prefix)?.instances {
        let program = String::from_utf8_lossy(&instance.program);
        writeln!(output, "// {}\n{}", instance.name, program.trim_end())?;
    }
    Ok(true)
}

/// Prints the rules of Metal that no case shows or whose loss none notices, and the figures. `false` if there are any.
pub(crate) fn coverage(fixtures: &Path) -> io::Result<bool> {
    let suite = suite(fixtures, Msl::PREFIX)?;
    let judged = check_all(&suite.instances);
    let rules = covered(&suite.instances);
    let mut output = io::stdout().lock();
    for rule in rules.iter().filter(|rule| rule.shown_by.is_by_judging() && !rule.is_covered()) {
        let info = rule.rule;
        writeln!(output, "Metal, not covered: {}: {}", info.id, info.statement)?;
    }
    for (name, reason) in rules.iter().filter_map(|rule| {
        let name = rule.rule.id;
        Some((name, untestable(name)?))
    }) {
        writeln!(output, "Metal, not shown by programs: {name}. {reason}")?;
    }
    let missed = knock_out(&judged);
    for rule in &missed {
        writeln!(output, "Metal, not caught: {}: {}", rule.id, rule.statement)?;
    }
    let enforced = rules.iter().filter(|rule| rule.shown_by == ShownBy::Twins).count();
    let Figures { entries, all_entries, rules, all_rules } = figures(&rules);
    writeln!(
        output,
        "rules of Metal: {rules} of {all_rules} covered, {entries} of {all_entries} entries of the inventory; knock-out: {} of {enforced} rules caught",
        enforced - missed.len()
    )?;
    Ok(rules == all_rules && missed.is_empty())
}

/// The results of all cases.
pub(crate) fn results(fixtures: &Path) -> io::Result<MetalResults> {
    let suite = suite(fixtures, Msl::PREFIX)?;
    Ok(metal_results(&check_all(&suite.instances), &covered(&suite.instances)))
}

/// The cases whose names begin with `prefix`. Unreadable files end the command, as for WGSL.
fn suite(fixtures: &Path, prefix: &str) -> io::Result<Suite<Msl>> {
    let mut suite = discover_metal(fixtures, prefix)?;
    crate::refuse_problems(&suite.problems)?;
    suite.instances.retain(|instance| instance.name.starts_with(prefix));
    Ok(suite)
}
