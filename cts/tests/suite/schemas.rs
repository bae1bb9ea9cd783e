//! JSON schemas: editors complete files of cases with them, readers of results check with them.

use crate::compare;
use schemars::generate::SchemaSettings;
use schemars::{Schema, schema_for};
use std::fs;
use std::path::Path;
use wgsl_cts::expectations::Expectations;
use wgsl_cts::findings::FindingsFile;
use wgsl_cts::results::Results;
use wgsl_cts_cases::case::CaseFile;
use wgsl_validator::reflection::Reflection;
use wgsl_validator::{Options, validate};

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

#[test]
fn the_schema_of_reflections_is_that_of_the_code() {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    check("reflection.schema.json", &settings.into_generator().into_root_schema_for::<Reflection>());
}

#[test]
fn reflections_are_as_their_schema_describes_them() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let schema = crate::schema::Schema::read(&root.join("docs/json-schema/reflection.schema.json"));
    let folders = fs::read_dir(root.join("fixtures/wgsl")).expect("the fixtures");
    let files = folders.flat_map(|folder| fs::read_dir(folder.expect("an entry").path()).expect("a folder"));
    let mut seen = 0;
    for path in files.map(|file| file.expect("an entry").path()) {
        let text = fs::read_to_string(&path).expect("a program");
        let module = validate(&text, &Options::default());
        let reflection = Reflection::new(path.to_str(), &module).expect("it is small");
        let value = serde_json::to_value(&reflection).expect("a reflection is JSON");
        schema.check(&value).unwrap_or_else(|problem| panic!("{}: {problem}", path.display()));
        seen += reflection.entry_points.len();
    }
    assert!(seen > 20, "{seen} entry points");
}
