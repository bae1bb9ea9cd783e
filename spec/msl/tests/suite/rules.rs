//! The inventory of rules.

use std::collections::BTreeSet;

use msl_spec::{INVENTORY, Rule, RuleClass, RuleFacts, RuleStage, codes, facts, rules};

/// The chapters of the inventory with the number of their entries: `A01` to `A16` and so on.
const CHAPTERS: [(char, usize); 16] = [
    ('L', 23),
    ('T', 50),
    ('A', 16),
    ('C', 38),
    ('S', 11),
    ('F', 10),
    ('R', 16),
    ('B', 39),
    ('I', 20),
    ('K', 11),
    ('Y', 26),
    ('X', 16),
    ('P', 1),
    ('M', 6),
    ('G', 3),
    ('Z', 7),
];

/// The mark of rules that only C++14 states.
const C_PLUS_PLUS: &str = "C++";

#[test]
fn each_entry_of_the_inventory_has_a_rule() {
    let expected: BTreeSet<String> = CHAPTERS
        .iter()
        .flat_map(|(chapter, count)| (1..=*count).map(move |number| format!("{chapter}{number:02}")))
        .collect();
    assert_eq!(expected.len(), 293);
    let found: BTreeSet<String> = all().map(|(_, facts)| facts.inventory.to_owned()).collect();
    let known: BTreeSet<String> = expected.iter().cloned().chain([C_PLUS_PLUS.to_owned()]).collect();
    assert_eq!(found, known);
}

#[test]
fn names_are_unique_and_found() {
    let mut seen = BTreeSet::new();
    for rule in INVENTORY.rules {
        assert!(seen.insert(rule.id), "{}", rule.id);
        assert_eq!(INVENTORY.rule(rule.id), Some(rule));
    }
    assert!(INVENTORY.rule("swizzle.no-such-rule").is_none());
}

#[test]
fn names_are_words_in_small_letters() {
    for rule in INVENTORY.rules {
        for part in rule.id.split('.') {
            assert!(part.starts_with(|first: char| first.is_ascii_lowercase()), "{}", rule.id);
            let allowed =
                |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
            assert!(part.chars().all(allowed), "{}", rule.id);
        }
    }
}

#[test]
fn only_findings_before_a_run_have_a_code() {
    for (rule, facts) in all() {
        match facts.class {
            RuleClass::Error => assert!(rule.code.is_some(), "{}", rule.id),
            RuleClass::Version | RuleClass::Ambiguous => {}
            RuleClass::Undefined | RuleClass::Pipeline | RuleClass::Tolerance | RuleClass::Acceptance => {
                assert!(rule.code.is_none(), "{}", rule.id);
            }
        }
        assert!(rule.code.is_none() || rule.stage != RuleStage::Execution, "{}", rule.id);
        let of_run = matches!(facts.class, RuleClass::Undefined | RuleClass::Tolerance);
        assert!(!of_run || rule.stage == RuleStage::Execution, "{}", rule.id);
    }
}

#[test]
fn families_about_versions_hold_rules_about_versions() {
    let option = INVENTORY.code("version/unknown-standard");
    for (rule, facts) in all().filter(|(rule, _)| rule.code.is_some() && rule.code != option) {
        let is_family = rule.code.is_some_and(|code| code.slug.starts_with("version/"));
        assert_eq!(is_family, facts.class == RuleClass::Version, "{}", rule.id);
    }
}

#[test]
fn rules_of_cplusplus_are_in_the_section_that_refers_to_it() {
    for (rule, _) in all().filter(|(_, facts)| facts.inventory == C_PLUS_PLUS) {
        assert!(["1.4", "1.4.1", "1.4.2", "1.4.3"].contains(&rule.section.id), "{}", rule.id);
    }
}

#[test]
fn statements_are_sentences_without_a_point() {
    for rule in INVENTORY.rules {
        let statement = rule.statement;
        assert!(
            statement.starts_with(|first: char| first.is_ascii_uppercase() || first == '`'),
            "{statement}"
        );
        assert!(!statement.ends_with('.'), "{statement}");
        assert_eq!(statement.matches('`').count() % 2, 0, "{statement}");
    }
}

#[test]
fn a_constant_is_a_rule_with_its_code() {
    let rule = rules::OPERATOR_REMAINDER_INTEGERS_ONLY;
    assert_eq!(rule.code, Some(codes::TYPE_INVALID_OPERANDS));
    assert_eq!(rule.id, "operator.remainder.integers-only");
    assert_eq!(rule.section.id, "3.1");
    assert_eq!(INVENTORY.rule(rule.id), Some(rule));
    assert_eq!(rules::MIX_IN_RANGE.code, None);
}

fn all() -> impl Iterator<Item = (&'static Rule, &'static RuleFacts)> {
    INVENTORY.rules.iter().map(|rule| (rule, facts(rule).expect("a rule of Metal")))
}
