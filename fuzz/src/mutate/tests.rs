use super::broken::{BreakableRules, Broken, broken_rules};
use super::{Change, Donors, from_seed, mutate_by};
use crate::choices::{Choices, bytes_of};
use crate::generate::{Options, from_seed as generate};
use crate::tree::Tree;
use std::collections::BTreeMap;
use wgsl_validator::Validator;

/// Programs that have a place for every change.
fn programs() -> Vec<Tree> {
    let forms = Tree::read(include_str!("../tree/forms.wgsl")).expect("every form");
    (0..8).map(|seed| generate(seed, Options::of_size(12))).chain([forms]).collect()
}

/// Whether the parser may find a mutant wrong: attributes have places and arguments in the grammar, and constants have values.
fn may_break_grammar(change: Change) -> bool {
    matches!(
        change,
        Change::AddAttribute | Change::MoveAttribute | Change::ReplaceAttributeArgument | Change::Remove
    )
}

#[test]
fn every_change_happens_and_keeps_to_the_grammar() {
    let programs = programs();
    let donors = Donors::of(&programs);
    let mut mutants: BTreeMap<Change, usize> = BTreeMap::new();
    for (number, program) in programs.iter().enumerate() {
        let before = program.to_string();
        for change in Change::ALL {
            for seed in 0..12 {
                let bytes = bytes_of(seed * 100 + number as u64, 64);
                let Some(mutant) = mutate_by(change, program, &donors, &mut Choices::new(&bytes)) else {
                    continue;
                };
                let printed = mutant.tree.to_string();
                assert_ne!(printed, before, "{change:?}");
                match Tree::read(&printed) {
                    Ok(again) => assert!(again == mutant.tree, "{change:?} is read otherwise\n{printed}"),
                    Err(reason) => {
                        assert!(may_break_grammar(change), "{change:?} is not read: {reason:?}\n{printed}");
                    }
                }
                *mutants.entry(change).or_default() += 1;
            }
        }
    }
    for change in Change::ALL {
        assert!(mutants.get(&change).is_some_and(|count| *count >= 10), "{change:?} in {mutants:?}");
    }
}

#[test]
fn a_seed_gives_one_mutant() {
    let programs = programs();
    let donors = Donors::of(&programs);
    let mutants = |seed| from_seed(&programs[1], &donors, seed);
    assert!((0..50).all(|seed| mutants(seed) == mutants(seed)));
    let mut all: Vec<String> = (0..50).filter_map(|seed| Some(mutants(seed)?.tree.to_string())).collect();
    all.sort_unstable();
    all.dedup();
    assert!(all.len() > 40, "{} of 50", all.len());
}

#[test]
fn a_program_with_a_mistake_breaks_that_rule() {
    let rules = BreakableRules::new();
    assert!(rules.len() > 900, "{}", rules.len());
    let mut validator = Validator::default();
    let mut others = Vec::new();
    for Broken { tree, rule } in rules.each(8, &bytes_of(3, 1536)) {
        let found = broken_rules(&mut validator, &tree.to_string());
        if !found.contains(rule.get().id) {
            others.push(format!("{}: {found:?}", rule.get().id));
        }
    }
    assert!(others.is_empty(), "{} of {}:\n{}", others.len(), rules.len(), others.join("\n"));
}
