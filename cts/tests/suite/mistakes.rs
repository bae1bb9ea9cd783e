//! The planted mistakes: each can be planted in the sources as they are now.

use serde::Deserialize;
use std::collections::HashSet;
use std::fs;
use std::path::Path;
use wgsl_cts_cases::yaml;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Mistake {
    name: String,
    about: String,
    file: String,
    replace: String,
    by: String,
}

#[test]
fn every_mistake_can_be_planted() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let path = root.join("fuzz/planted.yaml");
    let text = fs::read_to_string(&path).expect("the list");
    let mistakes: Vec<Mistake> = yaml::read(&path, &text).unwrap_or_else(|problem| panic!("{problem}"));
    let mut names = HashSet::new();
    for mistake in &mistakes {
        let Mistake { name, about, file, replace, by } = mistake;
        let source = fs::read_to_string(root.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        assert!(names.insert(name), "{name} is there twice");
        assert!(about.ends_with('.') && replace != by, "{name}");
        assert_eq!(source.matches(replace).count(), 1, "{name}: `{replace}` occurs once in {file}");
    }
    assert!(mistakes.len() >= 40, "{} mistakes", mistakes.len());
}
