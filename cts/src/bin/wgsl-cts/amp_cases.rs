//! The figures of `coverage` for C++ AMP.

use crate::other_languages::suite;
use amp_spec::{INVENTORY, RuleStatus};
use std::io::{self, Write};
use std::path::Path;
use wgsl_cts::discover::discover_amp;
use wgsl_cts_cases::amp::coverage::{RuleCoverage, coverage as covered, is_checked, knock_out};
use wgsl_cts_cases::language::Amp;

/// Prints the rules of C++ AMP that the cases do not show as their status says or whose loss none notices, and the figures. `false` if there are any.
pub(crate) fn coverage(fixtures: &Path) -> io::Result<bool> {
    let suite = suite::<Amp>(fixtures, discover_amp)?;
    let rules = covered(&suite.instances);
    let missed = knock_out(&suite.instances);
    let mut output = io::stdout().lock();
    for RuleCoverage { rule, .. } in rules.iter().filter(|rule| !rule.is_covered()) {
        writeln!(output, "C++ AMP, not covered: {}: {}", rule.id, rule.statement)?;
    }
    for rule in &missed {
        writeln!(output, "C++ AMP, not caught: {}: {}", rule.id, rule.statement)?;
    }
    // The rules of C++ itself have entries in no inventory of the specification.
    let of_inventory: Vec<&RuleCoverage> = rules.iter().filter(|rule| rule.inventory != "C++").collect();
    let count = |is: fn(RuleStatus) -> bool| of_inventory.iter().filter(|rule| is(rule.status)).count();
    writeln!(
        output,
        "rules of C++ AMP: {} checked, {} executed, {} open, {} not shown by programs, of {}; knock-out: {} of {} rules caught",
        count(|status| status == RuleStatus::Checked),
        count(|status| status == RuleStatus::Executed),
        count(|status| status == RuleStatus::Open),
        count(|status| matches!(status, RuleStatus::Modelled | RuleStatus::NotCovered(_))),
        of_inventory.len(),
        INVENTORY.rules.iter().filter(|rule| is_checked(rule)).count() - missed.len(),
        INVENTORY.rules.iter().filter(|rule| is_checked(rule)).count(),
    )?;
    Ok(missed.is_empty() && rules.iter().all(RuleCoverage::is_covered))
}
