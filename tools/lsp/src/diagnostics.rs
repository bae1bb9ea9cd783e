//! Diagnostics as editors show them.

use crate::analysis::{Analysis, Facts};
use lsp_types::{
    Code, CodeDescription, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag,
    Position, Range, Uri,
};
use shader_source::Span;
use shader_source::diagnostic::Diagnostic as Found;
use wgsl_validator::advice::Advice;
use wgsl_validator::diagnostic::{Label, Severity};

/// The source of all diagnostics.
pub(crate) const SOURCE: &str = "wgsl-check";

/// The diagnostics of a document.
pub(crate) fn diagnostics(analysis: &Analysis, uri: &Uri, deny_warnings: bool) -> Vec<Diagnostic> {
    let found = analysis.findings().map(|found| diagnostic(analysis, uri, found, deny_warnings));
    let start = Position::new(0, 0);
    let whole = analysis.incomplete.as_deref().map(|reason| incomplete(Range::new(start, start), reason));
    let what = if matches!(analysis.facts(), Facts::Amp(_)) { "this" } else { "this shader" };
    let shaders = analysis.not_checked.iter().map(|(place, reason)| {
        let range = analysis.range(Span::new(place.lo, place.lo));
        incomplete(range, &format!("can't check {what}: {reason}"))
    });
    found.chain(whole).chain(shaders).collect()
}

/// The diagnostic that a document, or a shader in it, could not be checked as a whole.
fn incomplete(range: Range, reason: &str) -> Diagnostic {
    Diagnostic {
        range,
        severity: Some(DiagnosticSeverity::Information),
        code: None,
        code_description: None,
        source: Some(SOURCE.to_owned()),
        message: reason.to_owned().into(),
        tags: None,
        related_information: None,
        data: None,
    }
}

/// A diagnostic: its rule is linked by the code, and its labels are related information.
pub(crate) fn diagnostic(analysis: &Analysis, uri: &Uri, found: &Found, deny_warnings: bool) -> Diagnostic {
    let severity = match found.severity {
        Severity::Error => DiagnosticSeverity::Error,
        Severity::Warning if deny_warnings => DiagnosticSeverity::Error,
        Severity::Warning => DiagnosticSeverity::Warning,
        Severity::Info => DiagnosticSeverity::Information,
    };
    let related: Vec<_> = found.labels.iter().filter_map(|label| related(analysis, uri, label)).collect();
    Diagnostic {
        range: analysis.range(found.primary.span),
        severity: Some(severity),
        code: Some(Code::String(found.rule.slug().to_owned())),
        code_description: found
            .rule
            .section
            .has_address()
            .then(|| CodeDescription { href: found.rule.section.to_string().into() }),
        source: Some(SOURCE.to_owned()),
        message: message(found).into(),
        tags: (found.rule == Advice::Unused.rule()).then(|| vec![DiagnosticTag::Unnecessary]),
        related_information: (!related.is_empty()).then_some(related),
        data: None,
    }
}

/// The message with everything that has no place of its own.
fn message(found: &Found) -> String {
    let mut lines = vec![found.message.clone()];
    if !found.primary.text.is_empty() {
        lines.push(found.primary.text.clone());
    }
    lines.extend(found.remarks().map(|note| format!("note: {note}")));
    if let Some(suggestion) = &found.suggestion {
        lines.push(format!("help: {}", suggestion.text));
    }
    lines.extend(found.rules().map(|rule| format!("rule: {} ({})", rule.id, rule.statement)));
    lines.join("\n")
}

/// A label, or a step of a proof, which may say no more than its rule.
fn related(analysis: &Analysis, uri: &Uri, label: &Label) -> Option<DiagnosticRelatedInformation> {
    let message = match (label.text.as_str(), label.rule) {
        ("", None) => return None,
        ("", Some(rule)) => rule.id.to_owned(),
        (text, None) => text.to_owned(),
        (text, Some(rule)) => format!("{text} ({})", rule.id),
    };
    Some(DiagnosticRelatedInformation { location: analysis.location(uri, label.span)?, message })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{address, analyse};
    use serde_json::json;

    fn found(text: &str, deny_warnings: bool) -> serde_json::Value {
        let found = diagnostics(&analyse(text), &address(), deny_warnings);
        serde_json::to_value(found).expect("diagnostics are JSON")
    }

    #[test]
    fn a_finding_has_its_place_code_rule_and_labels() {
        let found = found("fn f() {}\n// \u{1d4b3}\nfn f() {}\n", false);
        let found = &found[0];
        assert_eq!(found["range"]["start"], json!({ "line": 2, "character": 3 }));
        assert_eq!(found["range"]["end"], json!({ "line": 2, "character": 4 }));
        assert_eq!((&found["severity"], &found["source"]), (&json!(1), &json!("wgsl-check")));
        assert!(found["code"].as_str().is_some_and(|code| code.contains('/')));
        let href = found["codeDescription"]["href"].as_str().expect("a link");
        assert!(href.starts_with("https://www.w3.org/TR/WGSL/#"), "{href}");
        let related = &found["relatedInformation"][0]["location"];
        assert_eq!(related["uri"], "file:///a.wgsl");
        assert_eq!(related["range"]["start"], json!({ "line": 0, "character": 3 }));
        assert!(found["message"].as_str().is_some_and(|message| message.contains("\nrule: ")));
    }

    #[test]
    fn comments_ignore_warnings_and_are_told_of_if_they_do_not() {
        let text = "// wgsl-check: allow(diagnostic/unknown-rule)\ndiagnostic(off, mine);\n";
        assert_eq!(found(text, false), json!([]));
        assert_eq!(
            found(&text.replace(", mine", ", derivative_uniformity"), false)[0]["code"],
            "comment/needless-allow"
        );
    }

    #[test]
    fn warnings_may_be_errors() {
        let text = "diagnostic(warning, derivative_uniformity);\n\
            @fragment fn f(@location(0) x: f32) { if x > 0 { _ = dpdx(x); } }";
        assert_eq!(found(text, false)[0]["severity"], 2);
        assert_eq!(found(text, true)[0]["severity"], 1);
    }
}
