//! Tests of the code around the cases: files that are refused, executions, reports, schemas.

mod cases;
mod draws;
mod executions;
mod expectations;
mod export;
mod findings;
mod history;
mod intermediate;
mod litmus;
mod metal;
mod mistakes;
mod mutants;
mod outside;
mod planted;
mod refusals;
mod repetitions;
mod report;
mod runners;
mod schema;
mod schemas;
mod unable;

use std::fs;
use std::path::Path;

/// Compares with a file, or writes it anew.
fn compare(path: &Path, actual: &str) {
    if std::env::var_os("WGSL_BLESS").is_some() {
        fs::write(path, actual).expect("the file can be written");
    }
    let expected = fs::read_to_string(path).unwrap_or_default();
    assert!(expected == actual, "{} differs; `cargo xtask bless` writes it anew", path.display());
}
