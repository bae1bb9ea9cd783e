//! The codes that diagnostics of programs have.

use crate::specification::Specification;
#[cfg(feature = "run")]
use shader_run::execute::FaultKind;
use shader_source::Rule;
use wgsl_validator::advice::lints;

/// The names that shells complete: codes of all languages, and faults.
pub(crate) fn names() -> Vec<&'static str> {
    let codes = Specification::ALL.into_iter().flat_map(|it| it.inventory().codes);
    let names = codes.map(|code| code.slug).chain(other_rules().map(Rule::slug));
    #[cfg(feature = "run")]
    let names = names.chain(FaultKind::ALL.into_iter().map(FaultKind::name));
    names.collect()
}

/// The rules of WGSL programs that the specification lacks, each the only one of its code.
pub(crate) fn other_rules() -> impl Iterator<Item = &'static Rule> {
    wgsl_modules::rules::ALL.iter().chain(lints::ALL).copied()
}
