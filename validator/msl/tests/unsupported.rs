//! Constructs that are not supported: each construct of the table makes its example unchecked, without other errors, and the documentation lists it.

use cxx_validator::unsupported::Construct;
use msl_spec::Dialect;
use msl_validator::diagnostic::Severity;
use msl_validator::{Options, validate};
use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

fn all() -> impl Iterator<Item = &'static Construct> {
    cxx_validator::unsupported::ALL.iter().chain(msl_validator::unsupported::ALL).copied()
}

/// Returns true if a message is the message of a construct, with any names in it.
fn is_about(construct: &Construct, message: &str) -> bool {
    let expected = construct.message();
    let mut rest = message;
    expected.split("{}").all(|part| match rest.find(part) {
        Some(at) => {
            rest = &rest[at + part.len()..];
            true
        }
        None => false,
    })
}

#[test]
fn programs_with_them_are_not_checked_and_have_no_other_errors() {
    let options = Options { dialect: Dialect::Metal32, ..Options::default() };
    let mut wrong = String::new();
    for construct in all() {
        let text = format!("#include <metal_stdlib>\nusing namespace metal;\n{}\n", construct.example);
        let found = validate(&text, &options);
        let errors: Vec<_> = found.iter().filter(|it| it.severity == Severity::Error).collect();
        let is_right = errors.iter().all(|it| it.rule.slug().starts_with("unsupported/"))
            && errors.iter().any(|it| is_about(construct, &it.message));
        if !is_right {
            let messages: Vec<&str> = errors.iter().map(|it| it.message.as_str()).collect();
            writeln!(wrong, "{}\n    {}\n    {messages:?}", construct.name, construct.example)
                .expect("a string");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn the_documentation_lists_them() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/METAL.md");
    let text = fs::read_to_string(&path).expect("docs/METAL.md");
    let (begin, end) = ("| construct | described in | example |\n|---|---|---|\n", "\n\n");
    let start = text.find(begin).expect("the table") + begin.len();
    let length = text[start..].find(end).expect("the end of the table") + 1;
    let mut table = String::new();
    for construct in all() {
        let name = construct.name.replace("{}", "…");
        let example = construct.example.replace('|', "\\|").replace('\n', " ");
        writeln!(table, "| {name} | {} | `{example}` |", construct.described_in).expect("a string");
    }
    if env::var_os("WGSL_BLESS").is_some() {
        let text = format!("{}{table}{}", &text[..start], &text[start + length..]);
        fs::write(&path, text).expect("docs/METAL.md");
        return;
    }
    assert_eq!(&text[start..start + length], table, "update the table with `cargo xtask bless`");
}
