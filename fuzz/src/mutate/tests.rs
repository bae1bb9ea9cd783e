use super::broken::{BreakableRule, BreakableRules, is_only_finding};
use super::graft::{Graft, Names, keep_apart};
use super::{Change, Donors, from_seed, mutate_by};
use crate::choices::{Choices, bytes_of};
use crate::generate::{Options, from_seed as generate};
use crate::tree::Tree;
use std::collections::BTreeMap;
use wgsl_spec::{ExtensionSet, INVENTORY};
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
        Change::AddAttribute
            | Change::MoveAttribute
            | Change::ReplaceAttributeArgument
            | Change::InsertMember
            | Change::Remove
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
fn every_rule_is_broken_alone() {
    let small = Tree::read("fn host() {}").expect("a function");
    let generated = (0..16).map(|seed| generate(seed, Options::of_size(2)));
    let hosts: Vec<Tree> = generated.chain([small]).collect();
    let mut validator = Validator::default();
    let rules = BreakableRules::new();
    let rules: Vec<&BreakableRule> = rules.all().collect();
    for (number, broken) in rules.iter().enumerate() {
        let bytes = bytes_of(number as u64, 64);
        let mut tried = (0..hosts.len()).map(|host| &hosts[(number + host) % hosts.len()]);
        let program = tried.find_map(|host| broken.put_into(host, &mut Choices::new(&bytes)));
        let rule = broken.rule.id;
        let program = program.unwrap_or_else(|| panic!("{rule} is broken in no program"));
        let found = validator.diagnose(&program);
        assert!(is_only_finding(broken.rule, &found), "{rule}\n{program}\n{found:#?}");
    }
    // The others are found in a pipeline, in two stages together, for a target, or in the draft of 2022.
    let with_programs = INVENTORY.rules.iter().filter(|rule| wgsl_spec::programs(rule).is_some()).count();
    assert!(rules.len() > 1_100 && with_programs - rules.len() < 150, "{} of {with_programs}", rules.len());
}

#[test]
fn names_and_numbers_of_two_programs_are_kept_apart() {
    let read = |source| Tree::read(source).expect("a program");
    let mut other = read("@id(1) override a: i32; const b = a; fn f(c: i32) { let d = c; }");
    let names = Names::of(&mut other);
    let kept = |source| {
        let mut host = read(source);
        keep_apart(&mut host, &names).map(|()| host.to_string())
    };
    assert_eq!(kept("const x = 1;").as_deref(), Some("const x = 1;\n"));
    let renamed = "@id(65535) override a_host_0: i32;\n@id(65534) override x = a_host_0 + d_host_0();\n\nfn d_host_0() -> i32 {\n    let a_host_0 = 2;\n    return a_host_0;\n}\n";
    let source =
        "@id(1) override a: i32; @id(2) override x = a + d(); fn d() -> i32 { let a = 2; return a; }";
    assert_eq!(kept(source).as_deref(), Some(renamed));
    // A use of the predeclared function would mean the declaration of the other program.
    let mut shadowing = read("fn max() {}");
    let names = Names::of(&mut shadowing);
    assert_eq!(keep_apart(&mut read("const x = max(1, 2);"), &names), None);
    assert_eq!(keep_apart(&mut read("const x = min(1, 2);"), &names), Some(()));
    let names = Names::of_text("fn read(a: i32) { /* no tree */ } var<storage, read_write> b: i32;");
    assert_eq!(keep_apart(&mut read("@group(0) @binding(0) var<storage, read> x: i32;"), &names), None);
    assert_eq!(keep_apart(&mut read("var<workgroup> x: i32;"), &names), Some(()));
}

#[test]
fn a_rule_is_broken_in_a_generated_program() {
    let rules = BreakableRules::new();
    // With all extensions, proposed ones included: some permit what the specification forbids.
    let extensions = ExtensionSet(u64::MAX);
    let mut validator = Validator::default();
    let broken = |seed| rules.break_one(4, extensions, &bytes_of(seed, 512));
    for seed in 0..100 {
        let Some(it) = broken(seed) else { continue };
        assert!(is_only_finding(it.rule, &validator.diagnose(&it.source)), "{}\n{}", it.rule.id, it.source);
        assert_eq!(broken(seed), Some(it));
    }
    assert!((0..100).filter_map(broken).count() > 95);
    for directive in ["requires aliased_pointer_parameters;", "enable chromium_experimental_subgroup_matrix;"]
    {
        let host = Tree::read(&format!("{directive} fn host() {{}}")).expect("a program");
        let put = |it: &BreakableRule| it.put_into(&host, &mut Choices::new(&[]));
        assert_eq!(rules.all().find_map(put), None, "{directive}");
    }
}

#[test]
fn a_declaration_comes_with_all_that_it_needs() {
    let source = "enable f16; alias A = f16; const n = 2; struct S { a: array<A, n> } fn g(s: S) {} fn f() { g(S()); }";
    let program = Tree::read(source).expect("a program");
    let grafts: Vec<usize> = Graft::of(&program).map(|it| it.tree().declarations.len()).collect();
    assert_eq!(grafts, [1, 1, 3, 4, 5]);
    let donors = Donors::of([&program]);
    let mut host = Tree::read("const n = 7; const m = n;").expect("a program");
    for seed in 0..20 {
        let bytes = bytes_of(seed, 64);
        let change = Change::InsertDeclarations;
        let mutant = mutate_by(change, &host, &donors, &mut Choices::new(&bytes)).expect("a graft");
        let found = Validator::default().diagnose(&mutant.tree.to_string());
        assert!(found.is_empty(), "{}\n{found:#?}", mutant.tree);
        host = mutant.tree;
    }
}
