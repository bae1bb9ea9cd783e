//! The limits of the specification, at their edge and one beyond. <https://www.w3.org/TR/WGSL/#limits>

use wgsl_spec::{Edition, Limit};
use wgsl_validator::diagnostic::Severity;
use wgsl_validator::{Options, validate};

/// The findings in a program of this size.
fn findings(edition: Edition, text: &str) -> Vec<(&'static str, Severity)> {
    let module = validate(text, &Options { edition, ..Options::default() });
    module.diagnostics().iter().map(|found| (found.rule.slug(), found.severity)).collect()
}

/// A limit, and a program of a given size.
type Row = (Limit, fn(usize) -> String);

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

/// Nested blocks; the body of the function is the first level.
fn braces(depth: usize) -> String {
    format!("fn f() {}{}", "{".repeat(depth), "}".repeat(depth))
}

fn private(bytes: usize) -> String {
    let (first, second) = (bytes / 4 - 1, 1);
    format!(
        "var<private> a: array<i32, {first}>; var<private> b: array<i32, {second}>; var<private> c: array<i32, 64>; \
         fn g() {{ b[0] = 1; }} @compute @workgroup_size(1) fn f() {{ a[0] = 1; b[0] = 2; g(); }} \
         @compute @workgroup_size(1) fn h() {{ c[0] = 1; }}"
    )
}

fn workgroup(bytes: usize) -> String {
    private(bytes).replace("private", "workgroup")
}

fn local(bytes: usize) -> String {
    let words = bytes / 4;
    format!("fn g() {{ var c: i32; }} fn f() {{ var a: i32; {{ var b: array<i32, {}>; }} }}", words - 1)
}

fn immediate(bytes: usize) -> String {
    format!("{} var<immediate> a: S;", members(bytes / 4))
}

/// The limits that a program can exceed before pipeline creation, with the size of the smallest excess.
const LIMITS: [(Row, usize); 10] = [
    ((Limit::StructMembers, members), 1),
    ((Limit::FunctionParameters, parameters), 1),
    ((Limit::SwitchCases, cases), 1),
    ((Limit::ArrayElements, elements), 1),
    ((Limit::NestingDepth, nesting), 1),
    ((Limit::BraceDepth, braces), 1),
    ((Limit::PrivateBytes, private), 4),
    ((Limit::WorkgroupBytes, workgroup), 4),
    ((Limit::FunctionBytes, local), 4),
    ((Limit::ImmediateBytes, immediate), 4),
];

#[test]
fn programs_beyond_what_everyone_supports_are_warned_of() {
    for ((limit, program), more) in LIMITS {
        let (code, most) = (limit.info().rule.slug(), limit.info().value as usize);
        assert_eq!(findings(Edition::Current, &program(most)), [], "{code}");
        let beyond = findings(Edition::Current, &program(most + more));
        assert_eq!(beyond, [(code, Severity::Warning)], "{code}");
    }
}

#[test]
fn a_target_makes_limits_hard_and_moves_them() {
    let judge = |target: &str, text: &str| {
        let target = target.parse().expect("a target");
        let module = validate(text, &Options { target, ..Options::default() });
        module.diagnostics().iter().map(|found| (found.rule.slug(), found.severity)).collect::<Vec<_>>()
    };
    let needed = "portable,+immediate_address_space";
    for ((limit, program), more) in LIMITS {
        let (code, most) = (limit.info().rule.slug(), limit.info().value as usize);
        assert_eq!(judge(needed, &program(most)), [], "{code}");
        assert_eq!(judge(needed, &program(most + more)).first(), Some(&(code, Severity::Error)), "{code}");
        let moved = format!("{needed},{}={}", limit.name(), most - more);
        assert_eq!(judge(&moved, &program(most)).first(), Some(&(code, Severity::Error)), "{code}");
        assert_eq!(judge(&moved, &program(most - more)), [], "{code}");
    }
}

/// The errors in a program, without repetition.
fn errors(edition: Edition, text: &str) -> Vec<&'static str> {
    let found = findings(edition, text).into_iter();
    let mut errors: Vec<&str> =
        found.filter(|(_, severity)| *severity == Severity::Error).map(|(code, _)| code).collect();
    errors.dedup();
    errors
}

/// The current edition only warns beyond its limits, except that the nesting of structures is bounded at the limit of the
/// draft.
#[test]
fn the_draft_of_2022_refuses_what_is_beyond_its_limits() {
    for (limit, program) in [
        (Limit::StructMembers, members as fn(usize) -> String),
        (Limit::FunctionParameters, parameters),
        // The draft does not count the default.
        (Limit::SwitchCases, |number| cases(number + 1)),
        (Limit::NestingDepth, nesting),
    ] {
        let (code, most) = (limit.info().rule.slug(), limit.info().draft_2022.expect("a limit") as usize);
        let (fits, beyond) = (program(most), program(most + 1));
        assert_eq!(findings(Edition::Draft2022, &fits), [], "{code}");
        assert_eq!(errors(Edition::Current, &fits), [""; 0], "{code}");
        assert_eq!(errors(Edition::Draft2022, &beyond), [code], "{code}");
        let now: &[&str] = if limit == Limit::NestingDepth { &[code] } else { &[] };
        assert_eq!(errors(Edition::Current, &beyond), now, "{code}");
    }
}

#[test]
fn aliases_of_arrays_that_nest_without_end() {
    let nested: Vec<String> =
        (1..50_000).map(|index| format!("alias A{index} = array<A{}, 1>;", index - 1)).collect();
    let program = format!("alias A0 = i32; {} fn f() {{ var a = A49999(); }}", nested.concat());
    assert_eq!(errors(Edition::Current, &program), ["limit/struct-nesting"]);
}

/// A variable that a shader reaches in two ways counts once; of several shaders that use too much, the first is
/// named.
#[test]
fn memory_is_that_of_a_shader() {
    let variables = "var<private> a: array<i32, 1500>; var<private> b: array<i32, 1000>; \
                     fn g() { a[0] = 1; a[1] = 2; } fn h() { a[1] = 2; g(); }";
    let entry = |name: &str, body: &str| format!("@compute @workgroup_size(1) fn {name}() {{ {body} }}");
    let fits = format!("{variables} {} {}", entry("e", "g(); h(); g();"), entry("f", "b[0] = 1;"));
    assert_eq!(findings(Edition::Current, &fits), []);
    let beyond = format!("{variables} {} {}", entry("e", "h(); b[0] = 1;"), entry("f", "g(); b[1] = 1;"));
    assert_eq!(findings(Edition::Current, &beyond), [("limit/private-bytes", Severity::Warning)]);
}
