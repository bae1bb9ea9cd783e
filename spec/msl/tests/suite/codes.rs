//! The diagnostic codes and their examples.

use msl_spec::{Code, Example, INVENTORY, example};

#[test]
fn each_code_has_a_rule() {
    for code in INVENTORY.codes {
        assert!(INVENTORY.rules_of(code).next().is_some(), "{}", code.slug);
    }
}

#[test]
fn each_code_is_found_by_its_name() {
    for code in INVENTORY.codes {
        assert_eq!(INVENTORY.code(code.slug), Some(code));
    }
    assert_eq!(INVENTORY.code("type/no-such-code"), None);
}

#[test]
fn the_first_section_of_a_code_is_one_of_its_rules() {
    for code in INVENTORY.codes {
        let first = code.sections[0].id;
        // A rule may be stated in a section below.
        let is_stated = INVENTORY.rules_of(code).any(|rule| rule.section.id.starts_with(first));
        assert!(is_stated, "{}: {first}", code.slug);
    }
}

#[test]
fn each_code_has_an_example_or_a_reason() {
    for code in INVENTORY.codes {
        assert!(example(code).is_some() && !code.explanation.is_empty(), "{}", code.slug);
    }
}

#[test]
fn examples_are_whole_programs() {
    for (code, example) in examples() {
        let (wrong, right) = (example.wrong.text, example.right.text);
        assert_ne!(wrong, right, "{}", code.slug);
        for program in [wrong, right] {
            assert!(program.starts_with("#include <metal_stdlib>\n"), "{}", code.slug);
            // This one is about the namespace.
            let opens = program.contains("using namespace metal;");
            assert_eq!(opens, code.slug != "resolve/missing-namespace", "{}", code.slug);
        }
    }
}

#[test]
fn brackets_of_right_programs_match() {
    for (code, example) in examples() {
        let right = example.right.text;
        for (open, close) in [('(', ')'), ('[', ']'), ('{', '}')] {
            assert_eq!(right.matches(open).count(), right.matches(close).count(), "{}: {right}", code.slug);
        }
    }
}

#[test]
fn examples_of_versions_say_which_one_lacks_the_feature() {
    for (code, example) in examples().filter(|(code, _)| code.slug.starts_with("version/")) {
        assert_ne!(example.standard, "osx-metal2.2", "{}", code.slug);
    }
}

fn examples() -> impl Iterator<Item = (&'static Code, &'static Example)> {
    INVENTORY.codes.iter().filter_map(|code| Some((code, example(code)?.as_ref().ok()?)))
}
