//! The examples of the diagnostic codes: the wrong one has a diagnostic with its code, the right one none.

use msl_spec::{Dialect, INVENTORY, example};
use msl_validator::interface::EntryPointKind;
use msl_validator::link::{Stage, link};
use msl_validator::meaning::Module;
use msl_validator::{Options, module};

/// The code of imageblocks, which are not supported.
const NOT_JUDGED: &str = "interface/imageblock";

#[test]
fn the_examples_of_codes_are_judged_as_they_say() {
    let mut mistakes = Vec::new();
    for code in INVENTORY.codes {
        let Some(Ok(example)) = example(code) else { continue };
        let dialect = Dialect::from_name(example.standard).expect("a dialect");
        let options = Options { dialect, ..Options::default() };
        let codes = |text: &str| -> Vec<&str> {
            let module = module(text, &options);
            let mut found = module.diagnostics.clone();
            if example.is_linked {
                found.extend(link(
                    stage(&module, EntryPointKind::Vertex),
                    stage(&module, EntryPointKind::Fragment),
                ));
            }
            found.iter().map(|found| found.rule.slug()).collect()
        };
        if code.slug == NOT_JUDGED {
            assert_eq!(codes(example.right.text), ["unsupported/feature"]);
            continue;
        }
        let (wrong, right) = (codes(example.wrong.text), codes(example.right.text));
        if !wrong.contains(&code.slug) || !right.is_empty() {
            mistakes.push(format!("{}: wrong has {wrong:?}, right has {right:?}", code.slug));
        }
    }
    assert!(mistakes.is_empty(), "{} mistakes:\n{}", mistakes.len(), mistakes.join("\n"));
}

/// The only function of a kind.
fn stage(module: &Module, kind: EntryPointKind) -> Stage<'_> {
    let entry_point =
        module.entry_points.iter().find(|entry| entry.kind == kind).expect("it has this function");
    Stage { module, entry_point }
}
