//! The comments of WGSL programs that ignore warnings: see [`shader_source::allow`].

use crate::advice::lints;
use crate::lex::{block_comment_end, line_comment_end};
use shader_source::Span;
use shader_source::allow::{Allowance, Codes, Complaint};
use shader_source::diagnostic::Diagnostic;
use wgsl_spec::{Edition, INVENTORY};

/// Leaves out the warnings that the comments of a source ignore, and returns the mistakes in these comments. Places in the source begin at
/// `start`.
pub fn leave_out_allowed(
    source: &str,
    edition: Edition,
    start: u32,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Complaint> {
    let codes = Codes { inventory: &INVENTORY, lints: lints::ALL };
    let comments = |source: &str| comments(source, edition);
    shader_source::allow::leave_out_allowed(source, comments, codes, start, diagnostics)
}

/// The codes that the comments of a source ignore, and where.
#[must_use]
pub fn allowances(source: &str, edition: Edition) -> Vec<Allowance> {
    shader_source::allow::allowances(source, 0, |source| comments(source, edition))
}

/// The comments of a source. There is no text between quotes in WGSL, so each `//` and `/*` outside of a comment begins one.
#[must_use]
pub fn comments(source: &str, edition: Edition) -> Vec<Span> {
    let bytes = source.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(offset) = source[at..].find('/') {
        at += offset;
        let end = match bytes.get(at + 1) {
            Some(b'/') => line_comment_end(bytes, at, edition),
            Some(b'*') => block_comment_end(bytes, at).unwrap_or(bytes.len()),
            _ => {
                at += 1;
                continue;
            }
        };
        found.push(Span::new(at as u32, end as u32));
        at = end;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Validator;
    use shader_source::LineIndex;
    use shader_source::allow::ComplaintKind;

    const SLUG: &str = "diagnostic/unknown-rule";

    /// The lines of the findings that are left, and the complaints with what stands at their places.
    fn left(source: &str) -> (Vec<u32>, Vec<(&str, ComplaintKind)>) {
        let mut found = Validator::default().diagnose(source);
        let complaints = leave_out_allowed(source, Edition::Current, 0, &mut found);
        let lines = LineIndex::new(source);
        let lines = found.iter().map(|found| lines.position(found.primary.span.lo).line).collect();
        (lines, complaints.into_iter().map(|it| (it.span.text(source), it.kind)).collect())
    }

    #[test]
    fn a_comment_is_about_its_line_or_the_next() {
        let warning = "diagnostic(off, mine);";
        for (source, expected) in [
            (format!("{warning}\n{warning}"), vec![1, 2]),
            (format!("{warning} // wgsl-check: allow({SLUG})\n{warning}"), vec![2]),
            (format!("// wgsl-check: allow({SLUG}): a reason\n{warning}\n{warning}"), vec![3]),
            (
                format!("/* wgsl-check: allow(  {SLUG} , ) */\n\n // more\n\t/* and */ {warning}\n{warning}"),
                vec![5],
            ),
            (format!("{warning}\u{2028}{warning} // wgsl-check: allow({SLUG})"), vec![1]),
            (format!("{warning}\n{warning}\n// wgsl-check: allow-file({SLUG})"), vec![]),
            (format!("/* // */ {warning} //wgsl-check:allow({SLUG})\r\n{warning}"), vec![2]),
        ] {
            assert_eq!(left(&source), (expected, vec![]), "{source}");
        }
    }

    #[test]
    fn comments_that_show_values_are_not_mistakes() {
        let source =
            "// wgsl-check: print(a + f(b)) before the loop\n/* wgsl-check:print( c ) */ // print(d)";
        assert_eq!(left(source), (vec![], vec![]));
        let (expressions, unknown) =
            shader_source::allow::prints(source, |text| comments(text, Edition::Current));
        let expressions: Vec<&str> = expressions.iter().map(|it| it.expression).collect();
        assert_eq!((expressions, unknown), (vec!["a + f(b)", "c"], vec![]));
    }

    #[test]
    fn mistakes_in_comments_are_found() {
        let warning = "diagnostic(off, mine);";
        let needless = ComplaintKind::Needless;
        let malformed = ComplaintKind::Malformed;
        let unknown = |nearest| ComplaintKind::UnknownCode { nearest };
        for (source, lines, complaints) in [
            (format!("// wgsl-check: allow({SLUG})\n\n"), vec![], vec![(SLUG, needless.clone())]),
            (
                format!("{warning} // wgsl-check: allow(const/overflow, {SLUG})"),
                vec![],
                vec![("const/overflow", needless)],
            ),
            (
                format!("{warning} // wgsl-check: allow(diagnostic/unknown-rul)"),
                vec![1],
                vec![("diagnostic/unknown-rul", unknown(Some(SLUG)))],
            ),
            (
                format!("{warning} // wgsl-check: ignore({SLUG})"),
                vec![1],
                vec![("ignore(diagnostic/unknown-rule)", malformed.clone())],
            ),
            (format!("{warning} // wgsl-check: allow()"), vec![1], vec![("allow()", malformed)]),
            (format!("{warning} // see wgsl-check: allow({SLUG})"), vec![1], vec![]),
            (format!("{warning} // wgsl-check: allow(advice/unused)"), vec![1], vec![]),
            (
                format!("{warning} // wgsl-check: allow(advice/unsed)"),
                vec![1],
                vec![("advice/unsed", unknown(Some("advice/unused")))],
            ),
        ] {
            assert_eq!(left(&source), (lines, complaints), "{source}");
        }
    }

    #[test]
    fn errors_stay_and_then_nothing_is_needless() {
        let source = "const a = 1 / 0; // wgsl-check: allow(const/overflow, const/division-by-zero)";
        assert_eq!(left(source), (vec![1], vec![]));
    }
}
