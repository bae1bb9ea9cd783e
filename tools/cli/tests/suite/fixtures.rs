//! The programs in `fixtures/` have the expected verdict.

use crate::support::run;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The minimum number of programs in a folder: a folder that lost some would silently test less.
const LEAST: [(&str, usize); 3] = [("wgsl", 49), ("small", 69), ("invalid", 36)];

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures")
}

/// Codes of the errors by file.
fn errors(folder: &str) -> BTreeMap<String, Vec<String>> {
    let result = run(&fixtures(), &["--error-format", "json", folder]);
    let mut errors = BTreeMap::new();
    for line in result.output.lines() {
        let line: Value = serde_json::from_str(line).expect("a line is JSON");
        let file = line["file"].as_str().unwrap_or_default().to_owned();
        match line["kind"].as_str() {
            Some("diagnostic") if line["severity"] == "error" => {
                errors
                    .entry(file)
                    .or_insert_with(Vec::new)
                    .push(line["code"].as_str().unwrap_or_default().to_owned());
            }
            Some("verdict") => {
                errors.entry(file).or_default();
            }
            _ => {}
        }
    }
    errors
}

#[test]
fn no_fixture_is_lost() {
    for (folder, least) in LEAST {
        let count = errors(folder).len();
        assert!(count >= least, "{folder}: {count} programs, {least} are known");
    }
}

#[test]
fn valid_programs_are_accepted() {
    for folder in ["wgsl", "small"] {
        for (file, codes) in errors(folder) {
            assert!(codes.is_empty(), "{file}: {codes:?}");
        }
    }
}

#[test]
fn wrong_programs_are_rejected_for_the_one_reason_they_name() {
    let mut different = Vec::new();
    for (file, codes) in errors("invalid") {
        let text = fs::read_to_string(fixtures().join(&file)).expect("the fixture is there");
        let first = text.lines().next().map(|line| line.trim_start_matches('\u{FEFF}'));
        let wanted = first.and_then(|line| line.strip_prefix("// error: "));
        let wanted = wanted.expect("the first line names the code");
        if codes != [wanted] {
            different.push(format!("{file}: wanted {wanted}, found {codes:?}"));
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n"));
}
