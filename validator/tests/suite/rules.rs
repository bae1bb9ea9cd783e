//! What the codes say of the rules that they enforce: programs that break one rule each, in `fixtures/rules.txt`.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use wgsl_spec::RuleId;
use wgsl_validator::diagnostic::Severity;
use wgsl_validator::{Options, validate};

#[test]
fn a_broken_rule_is_reported_by_a_code_that_cites_it() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/rules.txt");
    let text = fs::read_to_string(path).unwrap();
    let mut failures = Vec::new();
    let mut seen = HashSet::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (name, program) = line.split_once(" | ").unwrap();
        let Some(rule) = RuleId::by_name(name) else { panic!("there is no rule `{name}`") };
        assert!(seen.insert(name), "{name} stands twice");
        let report = validate(program, &Options::default());
        let errors = report.diagnostics.iter().filter(|found| found.severity == Severity::Error);
        let codes: Vec<_> = errors.map(|found| found.code).collect();
        if !codes.iter().any(|code| code.info().rules.contains(&rule)) {
            let slugs: Vec<_> = codes.iter().map(|code| code.slug()).collect();
            failures.push(format!("{name}: found {slugs:?} in `{program}`"));
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
    assert!(seen.len() > 500, "only {} rules", seen.len());
}
