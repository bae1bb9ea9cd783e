//! The examples of the diagnostic codes: the wrong program raises its code, the right one is accepted.

use wgsl_spec::Code;
use wgsl_validator::{Options, Report, validate};

fn judge(text: &str) -> Report {
    validate(text, &Options::default())
}

fn slugs(report: &Report) -> Vec<&'static str> {
    report.diagnostics.iter().map(|found| found.code.slug()).collect()
}

#[test]
fn wrong_examples_raise_their_code() {
    let mut different = Vec::new();
    for code in Code::ALL {
        let report = judge(code.info().wrong);
        let raised = report.diagnostics.iter().any(|found| found.code == code);
        if !code.info().wrong.is_empty() && !raised {
            different.push(format!("{}: {:?}", code.slug(), slugs(&report)));
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n"));
}

#[test]
fn right_examples_are_accepted() {
    let mut different = Vec::new();
    for code in Code::ALL {
        let report = judge(code.info().right);
        if !report.is_accepted() {
            different.push(format!("{}: {:?}", code.slug(), slugs(&report)));
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n"));
}
