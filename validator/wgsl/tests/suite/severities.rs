//! Severities of findings. <https://www.w3.org/TR/WGSL/#diagnostics>

use wgsl_validator::diagnostic::Severity::{self, Error, Info, Warning};
use wgsl_validator::{Options, validate};

#[test]
fn filters_set_the_severity_of_what_they_are_about() {
    let shader = "@fragment fn main(@location(0) x: f32) { if x > 0 { _ = dpdx(x); _ = subgroupAdd(1); } }";
    let rest: &[(&str, Severity)] = &[("uniformity/derivative", Error), ("uniformity/subgroup", Error)];
    for (filters, wanted) in [
        ("", rest),
        (
            "diagnostic(error, derivative_uniformity); diagnostic(warning, subgroup_uniformity);",
            &[("uniformity/derivative", Error), ("uniformity/subgroup", Warning)],
        ),
        (
            "diagnostic(info, derivative_uniformity); diagnostic(error, subgroup_uniformity);",
            &[("uniformity/derivative", Info), ("uniformity/subgroup", Error)],
        ),
        (
            "diagnostic(warning, derivative_uniformity); diagnostic(info, subgroup_uniformity);",
            &[("uniformity/derivative", Warning), ("uniformity/subgroup", Info)],
        ),
        (
            "diagnostic(warning, derivative_uniformity); diagnostic(off, subgroup_uniformity);",
            &[("uniformity/derivative", Warning)],
        ),
        ("@diagnostic(off, derivative_uniformity)", &[("uniformity/subgroup", Error)]),
        ("diagnostic(off, another.rule);", rest),
    ] {
        let text = format!("enable subgroups; {filters} {shader}");
        let module = validate(&text, &Options::default());
        let found: Vec<_> =
            module.diagnostics().iter().map(|found| (found.code.slug(), found.severity)).collect();
        assert_eq!(found, wanted, "{filters}");
        assert_eq!(module.is_accepted(), found.iter().all(|(_, severity)| *severity != Error), "{filters}");
    }
}

#[test]
fn a_requirement_keeps_the_severity_of_its_place() {
    for (program, wanted) in [
        (
            "fn g(x: f32) { @diagnostic(info, derivative_uniformity) if x > 0 { _ = dpdx(x); } } \
             @diagnostic(off, derivative_uniformity) @fragment fn main(@location(0) x: f32) { g(x); }",
            &[Info] as &[Severity],
        ),
        (
            "@diagnostic(warning, derivative_uniformity) fn g() { _ = dpdx(1.0); } \
             @fragment fn main(@location(0) x: f32) { if x > 0 { g(); _ = dpdx(x); } }",
            &[Warning, Error],
        ),
        // Callers see the most severe one.
        (
            "fn g(x: f32) { @diagnostic(info, derivative_uniformity) if x > 0 { _ = dpdx(x); } \
             @diagnostic(warning, derivative_uniformity) if x > 0 { _ = dpdx(x); } } \
             @fragment fn main(@location(0) x: f32) { g(x); }",
            &[Warning],
        ),
    ] {
        let module = validate(program, &Options::default());
        let found: Vec<Severity> = module.diagnostics().iter().map(|found| found.severity).collect();
        assert_eq!(found, wanted, "{program}");
    }
}

#[test]
fn rules_that_nobody_knows_are_warned_of() {
    let module = validate("diagnostic(error, something);", &Options::default());
    let found: Vec<_> =
        module.diagnostics().iter().map(|found| (found.code.slug(), found.severity)).collect();
    assert_eq!(found, [("diagnostic/unknown-rule", Warning)]);
}
