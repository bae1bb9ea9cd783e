//! The tree prints whatever it reads, and means the same.

use crate::source_of;
use std::collections::BTreeSet;
use wgsl_fuzz::tree::Tree;
use wgsl_validator::Validator;
use wgsl_validator::diagnostic::Severity;

/// A source that has a tree is printed as an equal one, which breaks the same rules.
///
/// # Panics
/// It is not.
pub fn round_trip(bytes: &[u8]) {
    let source = source_of(bytes);
    let Ok(tree) = Tree::read(&source) else { return };
    let printed = tree.to_string();
    match Tree::read(&printed) {
        Ok(again) => {
            assert_eq!(again, tree, "{printed}");
            assert_eq!(again.to_string(), printed);
        }
        Err(reason) => panic!("it is not read again: {reason:?}\n{printed}"),
    }
    assert_eq!(broken(&printed), broken(&source), "{printed}");
}

/// The rules that a program breaks.
fn broken(source: &str) -> BTreeSet<&'static str> {
    let found = Validator::default().diagnose(source);
    found.iter().filter(|it| it.severity == Severity::Error).map(|it| it.rule.id).collect()
}
