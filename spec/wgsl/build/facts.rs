//! Data that no table is generated from yet: read and checked, so that it can't rot.

use serde::Deserialize;
use spec_build::{Anchors, Names, Source};

/// Checks the files that only people and other tools read.
pub(crate) fn check(source: &Source, anchors: &Anchors, names: &Names) -> Result<(), String> {
    check_diagnostic_rules(source, anchors, names)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DiagnosticRuleFile {
    rules: Vec<DiagnosticRule>,
    placements: Vec<Placement>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DiagnosticRule {
    name: String,
    spec: String,
    default: String,
    statement: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Placement {
    before: String,
    spec: String,
}

fn check_diagnostic_rules(source: &Source, anchors: &Anchors, names: &Names) -> Result<(), String> {
    let file: DiagnosticRuleFile = source.yaml("diagnostic_rules.yaml")?;
    for rule in &file.rules {
        anchors.expression(&rule.spec, "diagnostic_rules.yaml", &rule.name)?;
        names.index(&rule.name)?;
        names.index(&rule.default)?;
        if rule.statement.is_empty() {
            return Err(format!("diagnostic_rules.yaml: {}: no statement", rule.name));
        }
    }
    for placement in &file.placements {
        anchors.expression(&placement.spec, "diagnostic_rules.yaml", &placement.before)?;
    }
    Ok(())
}
