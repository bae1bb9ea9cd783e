//! The diagnostic codes and their examples.

use msl_spec::{Code, CodeInfo, RuleId};

#[test]
fn each_code_has_the_rules_that_name_it() {
    for code in Code::ALL {
        let named: Vec<RuleId> =
            RuleId::ALL.into_iter().filter(|rule| rule.get().code == Some(code)).collect();
        assert!(!named.is_empty(), "{}", code.slug());
        assert_eq!(code.info().rules, named, "{}", code.slug());
    }
}

#[test]
fn each_code_is_found_by_its_name() {
    for code in Code::ALL {
        assert_eq!(Code::named(code.slug()), Some(code));
    }
    assert_eq!(Code::named("type/no-such-code"), None);
}

#[test]
fn the_first_section_of_a_code_is_one_of_its_rules() {
    for info in infos() {
        let first = info.anchors[0].section();
        // A rule may be stated in a section below.
        let is_stated = info.rules.iter().any(|rule| rule.get().anchor.section().starts_with(first));
        assert!(is_stated, "{}: {first}", info.slug);
    }
}

#[test]
fn each_code_has_an_example_or_a_reason() {
    for info in infos() {
        assert_eq!(info.example.is_some(), info.without_example.is_none(), "{}", info.slug);
        assert!(!info.explanation.is_empty(), "{}", info.slug);
    }
}

#[test]
fn examples_are_whole_programs() {
    for info in infos() {
        let (Some(wrong), Some(right)) = (info.wrong(), info.right()) else { continue };
        assert_ne!(wrong, right, "{}", info.slug);
        for program in [wrong, right] {
            assert!(program.starts_with("#include <metal_stdlib>\n"), "{}", info.slug);
            // This one is about the namespace.
            let opens = program.contains("using namespace metal;");
            assert_eq!(opens, info.slug != "resolve/missing-namespace", "{}", info.slug);
        }
    }
}

#[test]
fn brackets_of_right_programs_match() {
    for info in infos() {
        let Some(right) = info.right() else { continue };
        for (open, close) in [('(', ')'), ('[', ']'), ('{', '}')] {
            assert_eq!(right.matches(open).count(), right.matches(close).count(), "{}: {right}", info.slug);
        }
    }
}

#[test]
fn examples_of_versions_say_which_one_lacks_the_feature() {
    for info in infos().filter(|info| info.slug.starts_with("version/")) {
        let Some(example) = &info.example else { continue };
        assert_ne!(example.standard, "osx-metal2.2", "{}", info.slug);
    }
}

fn infos() -> impl Iterator<Item = &'static CodeInfo> {
    Code::ALL.into_iter().map(Code::info)
}
