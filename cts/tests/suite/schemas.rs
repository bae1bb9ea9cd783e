//! JSON schemas: editors complete files of cases with them, readers of results check with them.

use crate::compare;
use schemars::{Schema, schema_for};
use std::path::Path;
use wgsl_cases::case::CaseFile;
use wgsl_cts::expectations::Expectations;
use wgsl_cts::findings::FindingsFile;
use wgsl_cts::results::Results;

fn check(name: &str, schema: &Schema) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/json-schema").join(name);
    let text = serde_json::to_string_pretty(schema).expect("a schema is JSON");
    compare(&path, &format!("{text}\n"));
}

#[test]
fn the_schema_of_cases_is_that_of_the_code() {
    check("cases.schema.json", &schema_for!(CaseFile));
}

#[test]
fn the_schema_of_expectations_is_that_of_the_code() {
    check("expectations.schema.json", &schema_for!(Expectations));
}

#[test]
fn the_schema_of_results_is_that_of_the_code() {
    check("results.schema.json", &schema_for!(Results));
}

#[test]
fn the_schema_of_findings_is_that_of_the_code() {
    check("findings.schema.json", &schema_for!(FindingsFile));
}
