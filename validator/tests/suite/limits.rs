//! The limits of the text, at their edge and one beyond. <https://www.w3.org/TR/WGSL/#limits>

use wgsl_spec::{Edition, limit};
use wgsl_validator::diagnostic::Severity;
use wgsl_validator::{Options, validate};

/// What is found in a program of this size.
fn findings(edition: Edition, text: &str) -> Vec<(&'static str, Severity)> {
    let report = validate(text, &Options { edition });
    report.diagnostics.iter().map(|found| (found.code.slug(), found.severity)).collect()
}

/// A code, the greatest number that is fine, and a program of a size.
type Limit = (&'static str, u32, fn(usize) -> String);

fn members(count: usize) -> String {
    let members: Vec<String> = (0..count).map(|n| format!("m{n}: i32")).collect();
    format!("struct S {{ {} }}", members.join(", "))
}

fn parameters(count: usize) -> String {
    let parameters: Vec<String> = (0..count).map(|n| format!("p{n}: i32")).collect();
    format!("fn f({}) {{}}", parameters.join(", "))
}

fn cases(count: usize) -> String {
    let cases: Vec<String> = (1..count).map(|n| format!("case {n}: {{}}")).collect();
    format!("fn f(x: i32) {{ switch x {{ {} default: {{}} }} }}", cases.join(" "))
}

fn elements(count: usize) -> String {
    format!("fn f() {{ let x = array({}); _ = x[0]; }}", vec!["1"; count].join(", "))
}

fn nesting(depth: usize) -> String {
    let structs: Vec<String> = (2..=depth).map(|n| format!("struct S{n} {{ m: S{} }}", n - 1)).collect();
    format!("struct S1 {{ m: i32 }} {}", structs.join(" "))
}

#[test]
fn programs_beyond_what_everyone_supports_are_warned_of() {
    let limits: &[Limit] = &[
        ("limit/struct-members", limit::STRUCT_MEMBERS, members),
        ("limit/function-parameters", limit::FUNCTION_PARAMETERS, parameters),
        ("limit/switch-cases", limit::SWITCH_CASES, cases),
        ("limit/array-elements", limit::ARRAY_ELEMENTS, elements),
        ("limit/struct-nesting", limit::NESTING_DEPTH, nesting),
    ];
    for (code, most, program) in limits.iter().copied() {
        let most = most as usize;
        assert_eq!(findings(Edition::Current, &program(most)), [], "{code}");
        let beyond = findings(Edition::Current, &program(most + 1));
        assert_eq!(beyond, [(code, Severity::Warning)], "{code}");
    }
}

#[test]
fn the_draft_of_2022_refuses_what_is_beyond_its_limits() {
    let limits: &[Limit] = &[
        ("limit/struct-members", limit::STRUCT_MEMBERS_DRAFT_2022, members),
        ("limit/function-parameters", limit::FUNCTION_PARAMETERS_DRAFT_2022, parameters),
        ("limit/struct-nesting", limit::NESTING_DEPTH_DRAFT_2022, nesting),
    ];
    for (code, most, program) in limits.iter().copied() {
        let most = most as usize;
        assert_eq!(findings(Edition::Draft2022, &program(most)), [], "{code}");
        let beyond = findings(Edition::Draft2022, &program(most + 1));
        assert_eq!(beyond.first(), Some(&(code, Severity::Error)), "{code}");
    }
}
