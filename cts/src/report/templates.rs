//! The templates in `reports/templates`, and the filters that they use.

use super::ReportError;
use minijinja::syntax::SyntaxConfig;
use minijinja::value::Value;
use minijinja::{Environment, HtmlEscape, UndefinedBehavior, context};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use std::fmt::Write;

const TEMPLATES: [(&str, &str); 14] = [
    ("report.html", include_str!("../../../reports/templates/report.html")),
    ("macros.html", include_str!("../../../reports/templates/macros.html")),
    ("overview.html", include_str!("../../../reports/templates/overview.html")),
    ("changes.html", include_str!("../../../reports/templates/changes.html")),
    ("chapters.html", include_str!("../../../reports/templates/chapters.html")),
    ("metal.html", include_str!("../../../reports/templates/metal.html")),
    ("others.html", include_str!("../../../reports/templates/others.html")),
    ("classes.html", include_str!("../../../reports/templates/classes.html")),
    ("findings.html", include_str!("../../../reports/templates/findings.html")),
    ("history.html", include_str!("../../../reports/templates/history.html")),
    ("rules.html", include_str!("../../../reports/templates/rules.html")),
    ("report.md", include_str!("../../../reports/templates/report.md")),
    ("changes.md", include_str!("../../../reports/templates/changes.md")),
    ("counts.md", include_str!("../../../reports/templates/counts.md")),
];

/// The address of the specification, without an anchor.
const TEXT: &str = "https://www.w3.org/TR/WGSL/";

/// Fills a template. The template calls the values `data` and `changes`.
pub(super) fn fill(template: &str, data: Value, changes: Option<Value>) -> Result<String, ReportError> {
    let run = || {
        let mut environment = Environment::new();
        let mut syntax = SyntaxConfig::builder();
        syntax.trim_blocks(true).lstrip_blocks(true).keep_trailing_newline(true);
        environment.set_syntax(syntax.build()?);
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        for (name, text) in TEMPLATES {
            environment.add_template(name, text)?;
        }
        environment.add_filter("thousands", thousands);
        environment.add_filter("percent", percent);
        environment.add_filter("of", of);
        environment.add_filter("prose", prose);
        environment.add_filter("table_cell", table_cell);
        environment.add_function("permalink", permalink);
        let values = context! { data, changes, text => Value::from_safe_string(TEXT.to_owned()) };
        environment.get_template(template)?.render(values)
    };
    run().map_err(ReportError::Template)
}

/// `12,345`.
fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1 rule`, `2 rules`.
fn of(number: u64, noun: &str) -> String {
    format!("{} {noun}{}", thousands(number), if number == 1 { "" } else { "s" })
}

/// `98.7`, never rounded up: 100.0 means all.
fn percent(part: u64, whole: u64) -> String {
    let tenths = (part * 1000).checked_div(whole).unwrap_or(0);
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// The characters of a name that an address encodes: all but letters, digits, and marks that links in Markdown and URL parameters keep.
const ENCODED: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'/').remove(b':').remove(b',');

/// The link to a program inside a report. It depends on nothing but the names, so that links stay good in later reports.
pub(super) fn permalink(case: &str, program: &str) -> Value {
    let id = format!("{case}::{program}");
    Value::from_safe_string(format!("#program={}", encoded(&id)))
}

/// Text as a part of an address.
pub(super) fn encoded(text: &str) -> String {
    utf8_percent_encode(text, ENCODED).to_string()
}

/// Text as HTML, with backquoted words as code.
fn prose(text: &str) -> Value {
    let parts: Vec<&str> = text.split('`').collect();
    if parts.len().is_multiple_of(2) {
        return Value::from_safe_string(HtmlEscape(text).to_string());
    }
    let mut html = String::new();
    for (index, part) in parts.iter().enumerate() {
        let part = HtmlEscape(part);
        let _ = if index % 2 == 1 { write!(html, "<code>{part}</code>") } else { write!(html, "{part}") };
    }
    Value::from_safe_string(html)
}

/// Text for a cell of a Markdown table.
fn table_cell(text: &str) -> String {
    text.split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .replace('\\', "\\\\")
        .replace('|', "\\|")
        .replace('<', "\\<")
}

#[cfg(test)]
mod tests {
    use super::{of, percent, permalink, prose, table_cell, thousands};

    #[test]
    fn numbers_are_grouped() {
        assert_eq!([0, 999, 1000, 1_234_567].map(thousands), ["0", "999", "1,000", "1,234,567"]);
    }

    #[test]
    fn one_is_no_plural() {
        assert_eq!([of(1, "rule"), of(0, "rule"), of(1200, "rule")], ["1 rule", "0 rules", "1,200 rules"]);
    }

    #[test]
    fn a_hundred_percent_is_all() {
        assert_eq!(percent(9999, 10000), "99.9");
        assert_eq!(percent(7, 7), "100.0");
        assert_eq!(percent(0, 0), "0.0");
    }

    #[test]
    fn a_link_to_a_program_keeps_what_needs_no_encoding() {
        let link = permalink("statements/if::condition", "reject[type=vec2<f32>, a+b]").to_string();
        assert_eq!(link, "#program=statements/if::condition::reject%5Btype%3Dvec2%3Cf32%3E,%20a%2Bb%5D");
    }

    #[test]
    fn backquotes_become_code_and_nothing_becomes_an_element() {
        assert_eq!(prose("a `vec2<f32>` & b").to_string(), "a <code>vec2&lt;f32&gt;</code> &amp; b");
        assert_eq!(prose("one ` alone <b>").to_string(), "one ` alone &lt;b&gt;");
    }

    #[test]
    fn a_cell_stays_a_cell() {
        assert_eq!(table_cell("a | b\n<c>"), "a \\| b \\<c>");
    }
}
