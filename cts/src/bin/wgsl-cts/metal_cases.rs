//! The figures of `coverage` for Metal, and the results of its cases for reports.

use crate::other_languages::suite;
use std::io::{self, Write};
use std::path::Path;
use wgsl_cts::discover::discover_metal;
use wgsl_cts::metal_cases::{MetalResults, metal_results};
use wgsl_cts_cases::language::Msl;
use wgsl_cts_cases::metal::check_all;
use wgsl_cts_cases::metal::coverage::{
    Figures, ShownBy, coverage as covered, figures, knock_out, untestable,
};

/// Prints the rules of Metal that no case shows or whose loss none notices, and the figures. `false` if there are any.
pub(crate) fn coverage(fixtures: &Path) -> io::Result<bool> {
    let suite = suite::<Msl>(fixtures, discover_metal)?;
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
    let suite = suite::<Msl>(fixtures, discover_metal)?;
    Ok(metal_results(&check_all(&suite.instances), &covered(&suite.instances)))
}
