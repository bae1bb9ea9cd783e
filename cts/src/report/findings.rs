//! The page of findings: one section for each implementation, and for each finding a draft of an issue.

use super::ReportError;
use super::templates::fill;
use crate::findings::Finding;
use indexmap::IndexMap;
use minijinja::context;
use minijinja::value::{Serde, Value};
use serde::Serialize;
use std::fmt::Write;

/// The style sheet of the page.
const STYLE: &str = include_str!("../../../reports/templates/style/base.css");

/// A finding as the page shows it.
#[derive(Serialize)]
struct Entry<'a> {
    id: String,
    title: &'a str,
    kind: &'static str,
    disputed: Option<&'a str>,
    upstream: &'a [String],
    issue: String,
}

/// The page as HTML: a single file without dependencies.
///
/// # Errors
/// If the template can't be filled, which is a mistake in it.
pub fn findings_html(findings: &[Finding]) -> Result<String, ReportError> {
    let mut groups: IndexMap<String, Vec<Entry>> = IndexMap::new();
    for finding in findings {
        let implementation = format!("{} {}", finding.implementation.name(), finding.release);
        groups.entry(implementation).or_default().push(entry(finding));
    }
    let values = context! { groups => Serde(groups), style => Value::from_safe_string(STYLE.to_owned()) };
    fill("findings.html", values, None)
}

fn entry(finding: &Finding) -> Entry<'_> {
    Entry {
        id: finding.id(),
        title: &finding.title,
        kind: finding.does.kind(),
        disputed: finding.disputed.as_deref(),
        upstream: &finding.upstream,
        issue: issue(finding),
    }
}

/// The draft of an issue in Markdown.
#[must_use]
pub fn issue(finding: &Finding) -> String {
    let Finding { title, about, program, release, .. } = finding;
    let name = finding.implementation.name();
    let mut text = format!("# {title}\n\n{about}\n\n```wgsl\n{}\n```\n\n", program.trim_end());
    if let Some(pipeline) = finding.pipeline.as_ref().filter(|pipeline| !pipeline.constants.is_empty()) {
        let constants: Vec<String> =
            pipeline.constants.iter().map(|(name, value)| format!("`{name}` = {value}")).collect();
        let _ = writeln!(text, "The constants of the pipeline: {}.\n", constants.join(", "));
    }
    let _ = write!(text, "Expected: {}\n\nGot ({name} {release}): {}\n", finding.expected(), finding.got());
    for rule in &finding.rules {
        let (section, statement) = (rule.section, rule.statement);
        let _ = write!(text, "\nThe specification, [{}]({section}): {statement}.\n", section.id);
    }
    text
}
