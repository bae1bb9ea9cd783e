//! Metal: the conditions of its programs, and the judgement of the validator of this project.

pub mod coverage;
mod execution;
pub mod translation;

#[cfg(test)]
mod tests;

use crate::case::{Instance, Row, expand};
use crate::compare::{Comparison, compare_findings};
use crate::language::Msl;
use crate::names::unknown;
use crate::outcome::Finding;
use crate::vocabulary::Verdict;
use cxx_validator::Definition;
use msl_spec::Dialect;
use msl_validator::{Options, validate};
use rayon::prelude::*;
use shader_source::LineIndex;

/// The options for a program: its standard, which may use values of the matrix, and the macros of the option `-D`.
pub(crate) fn options(standard: Option<&str>, define: &[String], row: &Row) -> Result<Options, String> {
    let mut options = Options::default();
    if let Some(standard) = standard {
        let name = expand(standard, row)
            .map_err(|unknown| format!("the matrix has no value for `${{{unknown}}}`"))?;
        let dialect = Dialect::from_name(&name);
        options.dialect =
            dialect.ok_or_else(|| unknown("standard", &name, Dialect::ALL.map(Dialect::name)))?;
    }
    options.definitions = define.iter().map(|text| definition(text)).collect();
    Ok(options)
}

/// `NAME` or `NAME=value`; a macro without a value is 1.
fn definition(text: &str) -> Definition {
    let (name, value) = text.split_once('=').unwrap_or((text, "1"));
    Definition { name: name.to_owned(), value: value.to_owned() }
}

/// Judges a program under the conditions of its case.
#[must_use]
pub fn judge(instance: &Instance<Msl>) -> (Verdict, Vec<Finding>) {
    let text = String::from_utf8_lossy(&instance.program);
    let found = validate(&text, &instance.case.request.metal);
    let lines = LineIndex::new(&text);
    let findings: Vec<_> = found.iter().map(|found| Finding::new(found, &lines)).collect();
    (Verdict::of(&findings), findings)
}

/// A program as judged by the validator.
#[derive(Debug)]
pub struct Judged<'a> {
    /// The program.
    pub instance: &'a Instance<Msl>,
    /// The findings, in the order of their places.
    pub findings: Vec<Finding>,
    /// The comparison with its markers.
    pub comparison: Comparison,
}

/// Judges a program, compares the findings with its markers, and executes it if its case says what must come of it.
#[must_use]
pub fn check(instance: &Instance<Msl>) -> Judged<'_> {
    let (verdict, findings) = judge(instance);
    let comparison = match compare_findings(instance, verdict, &findings) {
        Comparison::Same => execution::check(instance),
        different @ (Comparison::Differs(_) | Comparison::NotAsked(_)) => different,
    };
    Judged { instance, findings, comparison }
}

/// Judges all programs.
#[must_use]
pub fn check_all(instances: &[Instance<Msl>]) -> Vec<Judged<'_>> {
    instances.par_iter().map(check).collect()
}
