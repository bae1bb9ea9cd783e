//! Programs that break one rule, each with a program like it that breaks none.

mod buffers;
mod built_ins;
mod calls;
mod outputs;
mod resources;
mod stages;
mod values;

use crate::meaning::Module;
use crate::{Options, module, validate};
use msl_spec::{Dialect, Rule};

/// A mistake with the source at its place, and the corrected program.
struct Case {
    dialect: Dialect,
    wrong: &'static str,
    rule: &'static Rule,
    place: &'static str,
    right: &'static str,
}

/// The start of every program.
const HEAD: &str = "#include <metal_stdlib>\nusing namespace metal;\n";

fn options(dialect: Dialect) -> Options {
    Options { dialect, ..Options::default() }
}

/// The rules that a program breaks, each with the source at its place.
fn mistakes(text: &str, dialect: Dialect) -> Vec<(&'static str, String)> {
    let text = format!("{HEAD}{text}");
    let found = validate(&text, &options(dialect));
    found.iter().map(|found| (found.rule.id, found.primary.span.text(&text).to_owned())).collect()
}

/// The meaning of a program in which nothing is wrong.
fn meaning(text: &str, dialect: Dialect) -> Module {
    let module = module(&format!("{HEAD}{text}"), &options(dialect));
    assert_eq!(module.diagnostics, [], "{text}");
    module
}

fn check(cases: &[Case]) {
    for Case { dialect, wrong, rule, place, right } in cases {
        let expected = (rule.id, (*place).to_owned());
        assert_eq!(mistakes(wrong, *dialect), [expected], "{wrong}");
        assert_eq!(mistakes(right, *dialect), [], "{right}");
    }
}

/// A case on macOS with version 2.2.
const fn mac(wrong: &'static str, rule: &'static Rule, place: &'static str, right: &'static str) -> Case {
    Case { dialect: Dialect::OsxMetal22, wrong, rule, place, right }
}

/// A case on iOS with version 2.2.
const fn ios(wrong: &'static str, rule: &'static Rule, place: &'static str, right: &'static str) -> Case {
    Case { dialect: Dialect::IosMetal22, wrong, rule, place, right }
}

/// A program that one dialect has and an older one lacks.
fn gate(text: &str, without: Dialect, rule: &'static Rule, place: &str, with: Dialect) {
    assert_eq!(mistakes(text, without), [(rule.id, place.to_owned())], "{text}");
    assert_eq!(mistakes(text, with), [], "{text}");
}
