//! Files under several lists of definitions, and under all combinations.

use crate::explore_test::project;
use crate::{Checked, Defines, Explorer, Others, UnitCache, Variant};
use wgsl_validator::{Options, Validator};

fn variant(name: &str, names: &[&str]) -> Variant {
    let mut defines = Defines::default();
    for name in names {
        let (name, value) = name.split_once('=').unwrap_or((name, "true"));
        defines.define(name, Some(value));
    }
    Variant { name: name.to_owned(), defines }
}

fn check(files: &[(&str, &str)], variants: &[Variant], others: Others) -> (Checked, usize) {
    let project = project(files, &[]);
    let root = project.find(&format!("/p/{}", files[0].0)).expect("the first file");
    let mut validator = Validator::new(Options::default());
    let mut count = 0;
    let cache = UnitCache::default();
    let mut explorer = Explorer::new(&project, root, &cache, |text| {
        count += 1;
        validator.diagnose(text)
    });
    let checked = explorer.check_variants(variants, others);
    drop(explorer);
    (checked, count)
}

/// `severity message [condition or last note]` of each diagnostic under all combinations.
fn explored(text: &str, names: &[&str]) -> Vec<String> {
    let (checked, _) = check(&[("a.wesl", text)], &[variant("", names)], Others::All);
    assert_eq!(checked.missing, None);
    let told = |found: &shader_source::diagnostic::Diagnostic| {
        let note = found.remarks().last().unwrap_or_default();
        format!("{:?} {} [{note}]", found.severity, found.message)
    };
    checked.findings.diagnostics.iter().map(told).collect()
}

#[test]
fn a_file_is_checked_under_each_variant() {
    let text = "@if(A) const a: i32 = 1.5; @if(B) const b: u32 = 2.5; const c: bool = 1;";
    let variants = [variant("one", &["A"]), variant("two", &["A", "B"]), variant("three", &[])];
    let (checked, count) = check(&[("a.wesl", text)], &variants, Others::None);
    let conditions: Vec<Option<&str>> =
        checked.findings.diagnostics.iter().map(|it| it.condition.as_deref()).collect();
    assert_eq!(conditions, [Some("in variants `one`, `two`"), Some("in variant `two`"), None]);
    assert_eq!(count, 3);
}

#[test]
fn a_variant_that_lacks_a_name_is_not_checked() {
    let text = "@if(A) const a = 1; const b = a;";
    let (checked, _) = check(&[("a.wesl", text)], &[variant("x", &["A"]), variant("y", &[])], Others::None);
    let reason = "in variant `y`, `a` is declared only if `A`, which is not defined: pass --define A";
    assert_eq!(checked.missing.as_deref(), Some(reason));
    assert!(checked.findings.diagnostics.is_empty());
}

#[test]
fn variants_with_one_program_are_checked_once() {
    let variants: Vec<Variant> = (0..50).map(|it| variant("v", &[&format!("N{it}")])).collect();
    let (_, count) = check(&[("a.wesl", "@if(N1) const a = 1; const b = 2;")], &variants, Others::None);
    assert_eq!(count, 2);
}

#[test]
fn each_error_has_the_smallest_condition() {
    let text = "@if(A && !B) const a: i32 = 1.5; @if(C) const c = 1; @if(D) const d = 1;";
    let found = explored(text, &[]);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].ends_with("[when `A` and not `B`; to see it alone, pass --define A]"), "{found:?}");
    let always = explored("@if(A) const a = 1; const b: i32 = 1.5;", &[]);
    assert!(always.len() == 1 && !always[0].contains("when"), "{always:?}");
    let otherwise = explored("@if(!A) const a: i32 = 1.5;", &[]);
    assert!(otherwise[0].ends_with("[when not `A`]"), "{otherwise:?}");
    assert_eq!(explored("@if(!A) const a: i32 = 1.5;", &["A"]), [""; 0], "definitions that are passed stay");
}

#[test]
fn a_condition_inside_of_another_one_is_tried() {
    let found = explored("@if(A) fn f() { @if(B) { let a: i32 = 1.5; } }", &[]);
    assert!(found.len() == 1 && found[0].contains("[when `A` and `B`;"), "{found:?}");
}

#[test]
fn many_names_are_tried_in_pairs() {
    use std::fmt::Write as _;
    let mut text = String::new();
    for it in 0..30 {
        let _ = writeln!(text, "@if(N{it}) const a{it} = 1;");
    }
    text += "@if(N3 && N17) const x: i32 = 1.5; @if(N20 && !N21) const y: i32 = 1.5;";
    let (checked, count) = check(&[("a.wesl", &text)], &[variant("", &[])], Others::All);
    let notes: Vec<&str> =
        checked.findings.diagnostics.iter().filter_map(|it| it.condition.as_deref()).collect();
    assert_eq!(
        notes,
        [
            "when `N17` and `N3`; to see it alone, pass --define N17 --define N3",
            "when `N20` and not `N21`; to see it alone, pass --define N20",
        ]
    );
    assert!(count < 80, "{count} programs");
}

#[test]
fn what_a_program_asks_for_is_a_warning() {
    let found = explored("@if(A) const a = 1; @if(B) const b = a; @if(C) const c = 2;", &[]);
    let expected = "Warning `a` is declared only if `A`, which is not defined [when `B`]";
    assert_eq!(found, [expected]);
    // Errors are looked for under these definitions.
    let found = explored("@if(A) const a = 1; const b: bool = a;", &[]);
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found.iter().any(|it| it.starts_with("Error") && it.ends_with("pass --define A]")), "{found:?}");
}

#[test]
fn there_is_a_limit() {
    let text: Vec<String> = (0..40).map(|it| format!("@if(N{it}) const a{it}: i32 = 1.5;")).collect();
    let project = project(&[("a.wesl", &text.concat())], &[]);
    let root = project.find("/p/a.wesl").expect("a file");
    let mut validator = Validator::new(Options::default());
    let mut count = 0;
    let check = |text: &str| {
        count += 1;
        validator.diagnose(text)
    };
    let cache = UnitCache::default();
    let mut explorer = Explorer::new(&project, root, &cache, check).with_limit(10);
    let found = explorer.check_variants(&[variant("", &[])], Others::All).findings.diagnostics;
    drop(explorer);
    assert_eq!(count, 10);
    assert!(found[0].message.starts_with("not all combinations were tried"), "{found:?}");
    assert!(found.len() > 20, "{found:?}");
}

#[test]
fn a_file_is_checked_under_the_definitions_that_it_needs() {
    let text =
        "@if(A) const a = 1; const b: bool = a; @if(B) const c: i32 = 1.5; @if(!A) const d: i32 = 1.5;";
    let (checked, count) = check(&[("a.wesl", text)], &[variant("", &[])], Others::Needed);
    let found = &checked.findings.diagnostics;
    assert_eq!((found.len(), count, checked.missing), (1, 2, None), "{found:?}");
    assert_eq!(found[0].condition.as_deref(), Some("to see it alone, pass --define A"));
    let (checked, _) = check(&[("a.wesl", text)], &[variant("", &["A=false"])], Others::Needed);
    let found = &checked.findings.diagnostics;
    assert!(found.len() == 2 && found[0].message.contains("only if `A`, which is `false`"), "{found:?}");
}

#[test]
fn conditions_of_the_c_preprocessor_are_explored() {
    let text = "#ifdef A\nconst a: i32 = 1.5;\n#endif\n#if defined(B) && !defined(A)\nconst b: u32 = 2.5;\n#endif\n#if N > 2\nconst c: bool = 1;\n#endif\n";
    let (checked, _) = check(&[("a.wgsl", text)], &[variant("", &[])], Others::All);
    let notes: Vec<_> = checked.findings.diagnostics.iter().map(|it| it.condition.clone()).collect();
    let expected = [
        "when `A`; to see it alone, pass --define A",
        "when `B` and not `A`; to see it alone, pass --define B",
        "when `N` = 3; to see it alone, pass --define N=3",
    ];
    assert_eq!(notes, expected.map(|it| Some(it.to_owned())));
    assert_eq!(checked.missing, None);
}
