//! The suite as JSON lines: every program once, in the form that the schema describes.

use crate::compare;
use crate::schema::Schema;
use schemars::generate::SchemaSettings;
use serde_json::Value;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use wgsl_cts::discover::discover;
use wgsl_cts::export::{self, Line};
use wgsl_cts::shard::Shard;
use wgsl_cts_cases::case::Instance;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn suite(prefix: &str) -> Vec<Instance> {
    let mut instances = discover(&root().join("fixtures"), prefix).expect("the folder can be read").instances;
    instances.retain(|instance| instance.name.starts_with(prefix));
    instances
}

fn exported(instances: &[Instance], shard: Option<Shard>) -> Vec<Value> {
    let mut text = Vec::new();
    export::write(instances, shard, &mut text).expect("memory takes it");
    let text = String::from_utf8(text).expect("JSON is UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect()
}

fn name(line: &Value) -> &str {
    line["name"].as_str().expect("a name")
}

#[test]
fn the_schema_of_the_export_is_that_of_the_code() {
    let schema =
        SchemaSettings::draft2020_12().for_serialize().into_generator().into_root_schema_for::<Line>();
    let text = serde_json::to_string_pretty(&schema).expect("a schema is JSON");
    compare(&root().join("docs/json-schema/export.schema.json"), &format!("{text}\n"));
}

/// All programs of files, and one of so many generated ones: more would take long and show the same.
const ONE_OF: usize = 16;

#[test]
fn every_program_is_there_once_as_the_schema_describes_it() {
    let mut instances = suite("");
    let names: HashSet<&str> = instances.iter().map(|instance| instance.name.as_str()).collect();
    assert_eq!(names.len(), instances.len(), "each name once");
    let mut place = 0..;
    instances.retain(|instance| {
        place.next().is_some_and(|place| !instance.case.is_generated || place % ONE_OF == 0)
    });
    let lines = exported(&instances, None);
    assert_eq!(lines[0]["programs"], instances.len());
    let (names, expected): (Vec<&str>, Vec<&str>) =
        lines[1..].iter().map(name).zip(instances.iter().map(|instance| instance.name.as_str())).unzip();
    assert_eq!(names, expected, "in the order of the suite");
    let schema = Schema::read(&root().join("docs/json-schema/export.schema.json"));
    for line in &lines {
        schema.check(line).unwrap_or_else(|problem| panic!("{}: {problem}", line["name"]));
    }
}

#[test]
fn parts_have_whole_cases_and_together_everything() {
    let whole = suite("statements/");
    let part = |text: &str| {
        let shard: Shard = text.parse().expect("a part");
        let mut instances = whole.clone();
        shard.keep_cases(&mut instances);
        let lines = exported(&instances, Some(shard));
        assert_eq!(lines[0]["shard"], text);
        lines[1..].iter().map(|line| (name(line).to_owned(), line["case"].to_string())).collect::<Vec<_>>()
    };
    let parts = ["1/3", "2/3", "3/3"].map(part);
    let mut names: Vec<&String> = parts.iter().flatten().map(|(name, _)| name).collect();
    let mut expected: Vec<&String> = whole.iter().map(|instance| &instance.name).collect();
    names.sort_unstable();
    expected.sort_unstable();
    assert_eq!(names, expected);
    let cases = parts.each_ref().map(|part| part.iter().map(|(_, case)| case).collect::<HashSet<_>>());
    assert!(cases[0].is_disjoint(&cases[1]) && cases[1].is_disjoint(&cases[2]));
}

#[test]
fn a_dispatch_has_its_inputs_and_the_allowed_results() {
    let instances = suite("generated/values/calls::abs::run(f32; storage)");
    let line = &exported(&instances, None)[1];
    assert_eq!((&line["phase"], &line["verdict"]), (&"execution".into(), &"accept".into()));
    assert_eq!(line["stages"][0]["stage"], "compute");
    let binding = &line["run"]["bindings"][0];
    assert!(binding["data_base64"].is_string(), "{binding}");
    let expected = &line["expect"]["buffers"][0];
    assert_eq!(expected["rest"], "unchanged");
    assert_eq!(expected["words"][0]["type"], "f32");
}

#[test]
fn a_pass_has_its_attachments_draws_and_the_allowed_results() {
    let instances =
        suite("execution/render/stencil::marked-pixels::run-another-reference[format=depth24plus-stencil8]");
    let line = &exported(&instances, None)[1];
    let pass = &line["draw"];
    assert_eq!(pass["depth_stencil"]["format"], "depth24plus-stencil8");
    let [first, second] = pass["draws"].as_array().expect("draws").as_slice() else { panic!("two draws") };
    assert_eq!((&first["draw"]["first_vertex"], &second["draw"]["first_vertex"]), (&0.into(), &3.into()));
    assert_eq!(first["depth_stencil"]["stencil_front"]["pass_op"], "replace");
    assert_eq!(second["depth_stencil"]["stencil_front"]["compare"], "equal");
    assert_eq!(line["expect"]["stencil"]["is"], serde_json::json!([4, [0, 2]]));
}

#[test]
fn what_json_has_no_numbers_for_is_a_word() {
    let instances = suite("pipelines/ranges-of-constants::");
    let lines = exported(&instances, None);
    let values =
        lines[1..].iter().flat_map(|line| line["stages"][0]["constants"].as_object().expect("constants"));
    let words: HashSet<&str> = values.filter_map(|(_, value)| value.as_str()).collect();
    assert_eq!(words, HashSet::from(["nan", "inf", "-inf"]));
}
