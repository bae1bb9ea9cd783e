//! Domains, and data that no table is generated from yet: it is read and checked, so that it does not rot.

use serde::Deserialize;
use std::fmt::Write as _;

use crate::anchors::Anchors;
use crate::functions::Functions;
use crate::names::Names;
use crate::source::Source;

/// Checks the files that only people and other tools read.
pub(crate) fn check(
    source: &Source,
    anchors: &Anchors,
    functions: &Functions,
    names: &Names,
) -> Result<(), String> {
    check_accuracy(source, functions)?;
    check_diagnostic_rules(source, anchors, names)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AccuracyRow {
    expression: String,
    of: String,
    f32: Bound,
    f16: Option<Bound>,
    f32_2022: Option<Bound>,
    #[serde(default)]
    editions: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Bound {
    form: String,
    #[serde(rename = "bound")]
    value: Option<String>,
    from: Option<String>,
    #[serde(default)]
    of: Vec<Bound>,
    #[serde(rename = "where")]
    condition: Option<String>,
    note: Option<String>,
}

impl Bound {
    fn is_well_formed(&self) -> bool {
        let stated = [&self.condition, &self.note].into_iter().flatten().all(|text| !text.is_empty());
        let fields = (self.value.is_some(), self.from.is_some(), self.of.len());
        stated
            && match self.form.as_str() {
                "correctly rounded" | "correct result" | "any result" | "not applicable" => {
                    fields == (false, false, 0)
                }
                "ulp" | "absolute" => fields == (true, false, 0),
                "inherited" => fields == (false, true, 0),
                "worse of" | "by range" => {
                    fields == (false, false, 2) && self.of.iter().all(Self::is_well_formed)
                }
                _ => false,
            }
    }
}

fn check_accuracy(source: &Source, functions: &Functions) -> Result<(), String> {
    let rows: Vec<AccuracyRow> = source.yaml("accuracy.yaml")?;
    for row in rows {
        if !functions.list.iter().any(|function| function.entry.name == row.of) {
            return Err(format!("accuracy.yaml: {}: there is no function `{}`", row.expression, row.of));
        }
        let well_formed = [Some(&row.f32), row.f16.as_ref(), row.f32_2022.as_ref()];
        if !well_formed.into_iter().flatten().all(Bound::is_well_formed) || !known(&row.editions) {
            return Err(format!("accuracy.yaml: {}: a bound is malformed", row.expression));
        }
    }
    Ok(())
}

fn known(editions: &[String]) -> bool {
    editions.iter().all(|edition| edition == "current" || edition == "draft_2022")
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Domain {
    of: String,
    spec: String,
    interval: Option<String>,
    statement: Option<String>,
}

/// The domains that are intervals, as `FunctionId::domain`.
pub(crate) fn domains(source: &Source, anchors: &Anchors, functions: &Functions) -> Result<String, String> {
    let domains: Vec<Domain> = source.yaml("domains.yaml")?;
    let mut text = String::from(
        "impl FunctionId {\n    /// The numbers that a floating point function is defined for, if they form an interval.\n    \
         #[must_use]\n    pub const fn domain(self) -> Option<(f64, f64)> {\n        match self.0 {\n",
    );
    for domain in domains {
        let index = functions.index(&domain.of)?;
        anchors.expression(&domain.spec, "domains.yaml", &domain.of)?;
        if domain.interval.is_some() == domain.statement.is_some() {
            return Err(format!("domains.yaml: {}: an interval or a statement, not both", domain.of));
        }
        let Some(interval) = domain.interval else { continue };
        let (from, to) = bounds(&interval)
            .ok_or_else(|| format!("domains.yaml: {}: no interval: {interval}", domain.of))?;
        let _ = writeln!(text, "            {index} => Some(({from}, {to})),");
    }
    text.push_str("            _ => None,\n        }\n    }\n}\n");
    Ok(text)
}

/// The ends of `[-1, +infinity]` as Rust.
fn bounds(interval: &str) -> Option<(String, String)> {
    let (from, to) = interval.trim_matches(['[', ']', '(', ')']).split_once(", ")?;
    let end = |text: &str| match text {
        "-infinity" => Some("f64::NEG_INFINITY".to_owned()),
        "+infinity" => Some("f64::INFINITY".to_owned()),
        number => number.parse::<f64>().ok().map(|number| format!("{number:?}")),
    };
    Some((end(from)?, end(to)?))
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
