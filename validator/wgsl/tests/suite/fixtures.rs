//! The shaders in the folder `fixtures`: valid ones are accepted without a warning, invalid ones raise the code that
//! their first line names.

use std::fs;
use std::path::{Path, PathBuf};
use wgsl_spec::{INVENTORY, example};
use wgsl_validator::diagnostic::Severity;
use wgsl_validator::{Options, validate};

/// The shaders in a folder and its subfolders, sorted.
fn shaders(folder: &str) -> Vec<(PathBuf, String)> {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures").join(folder)];
    let mut shaders = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "wgsl") {
                let text = fs::read_to_string(&path).unwrap();
                shaders.push((path, text));
            }
        }
    }
    shaders.sort();
    shaders
}

#[test]
fn right_shaders_are_accepted_in_silence() {
    let mut failures = Vec::new();
    for (folder, least) in [("wgsl", 40), ("small", 60)] {
        let shaders = shaders(folder);
        assert!(shaders.len() >= least, "{folder}: only {} shaders", shaders.len());
        for (path, text) in shaders {
            let module = validate(&text, &Options::default());
            assert!(module.is_accepted(), "{}", path.display());
            for diagnostic in module.diagnostics() {
                failures.push(format!("{}: {}", path.display(), diagnostic.message));
            }
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

#[test]
fn wrong_shaders_raise_the_code_of_their_first_line() {
    let mut failures = Vec::new();
    for (path, text) in shaders("invalid") {
        let wanted = text.lines().next().and_then(code_of).unwrap();
        let found = errors(&text);
        if found != [wanted] {
            failures.push(format!("{}: wanted {wanted}, found {found:?}", path.display()));
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

/// The code that the first line of an invalid shader names.
fn code_of(line: &str) -> Option<&str> {
    line.trim_start_matches('\u{FEFF}').strip_prefix("// error: ")
}

fn errors(text: &str) -> Vec<&'static str> {
    let module = validate(text, &Options::default());
    let errors = module.diagnostics().iter().filter(|found| found.severity == Severity::Error);
    errors.map(|diagnostic| diagnostic.rule.slug()).collect()
}

/// Codes that need another edition or a pipeline, or that raise no error, are only shown by their examples.
#[test]
fn every_code_that_a_shader_can_raise_has_one() {
    let shaders = shaders("invalid");
    let shown: Vec<&str> = shaders.iter().filter_map(|(_, text)| code_of(text.lines().next()?)).collect();
    let missing: Vec<&str> = INVENTORY
        .codes
        .iter()
        .filter(|code| {
            example(code).is_some_and(|it| it.as_ref().is_ok_and(|it| errors(it.wrong.text) == [code.slug]))
        })
        .map(|code| code.slug)
        .filter(|slug| !shown.contains(slug))
        .collect();
    assert!(missing.is_empty(), "no shader in fixtures/invalid raises {missing:?}");
}
