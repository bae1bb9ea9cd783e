//! Every program of the suite is printed as it was read.

use std::fs;
use std::path::{Path, PathBuf};
use wgsl_cts_cases::discover::{Suite, discover};
use wgsl_cts_cases::vocabulary::Verdict;
use wgsl_fuzz::tree::{Tree, Unreadable};
use wgsl_spec::Edition;

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures")
}

/// The files of a folder and those in it with the ending `.wgsl`.
fn sources(folder: &Path, found: &mut Vec<(String, String)>) {
    let entries = fs::read_dir(folder).expect("the fixtures");
    for path in entries.map(|entry| entry.expect("an entry").path()) {
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "wgsl")
            && let Ok(source) = fs::read_to_string(&path)
        {
            found.push((path.display().to_string(), source));
        }
    }
}

/// Whether a source has a tree; a tree that is not printed as it was read is a failure.
fn goes_round(name: &str, source: &str) -> bool {
    let tree = match Tree::read(source) {
        Ok(tree) => tree,
        Err(Unreadable::Mistake(_) | Unreadable::TooDeep) => return false,
    };
    let printed = tree.to_string();
    match Tree::read(&printed) {
        Ok(again) => assert!(again == tree, "{name} changes:\n{printed}"),
        Err(reason) => panic!("{name} is not read again: {reason:?}\n{printed}"),
    }
    true
}

#[test]
fn the_sources_of_the_fixtures() {
    let mut found = Vec::new();
    sources(&fixtures(), &mut found);
    let count = found.iter().filter(|(name, source)| goes_round(name, source)).count();
    assert!(count > 150, "{count} of {} files", found.len());
}

#[test]
fn the_accepted_programs_of_the_cases() {
    let suite: Suite = discover(&fixtures(), "").expect("the cases");
    let mut count = 0;
    for instance in &suite.instances {
        let is_accepted = instance.expected.verdict == Verdict::Accept;
        if instance.case.request.edition == Edition::Current
            && is_accepted
            && let Some(source) = instance.source()
        {
            count += usize::from(goes_round(&instance.name, source));
        }
    }
    assert!(count > 3_000, "{count} programs");
}
