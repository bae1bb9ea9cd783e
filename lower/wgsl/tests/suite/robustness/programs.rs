//! The initial programs: the fixtures with an entry point.

use std::fs;
use std::path::Path;

/// The sources with an entry point of a stage, in the order of their paths.
pub(crate) fn texts(stage: &str) -> Vec<String> {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    let mut folders: Vec<_> =
        ["wgsl", "kernels", "small", "cases"].map(|folder| fixtures.join(folder)).into();
    let mut paths = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { folders.push(path) } else { paths.push(path) }
        }
    }
    paths.sort();
    let mut texts = Vec::new();
    for path in paths {
        let Ok(text) = fs::read_to_string(&path) else { continue };
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("wgsl") => texts.push(text),
            // Sources with a matrix are not programs yet.
            Some("yaml") => texts.extend(embedded(&text).into_iter().filter(|text| !text.contains("${"))),
            _ => {}
        }
    }
    // Long programs are slow, and a mutation changes little in them.
    texts.retain(|text| text.len() < 8_000 && text.contains(stage));
    texts
}

/// The literal blocks with programs in a case file.
fn embedded(yaml: &str) -> Vec<String> {
    let indentation = |line: &str| line.len() - line.trim_start().len();
    let mut texts = Vec::new();
    let mut lines = yaml.lines().peekable();
    while let Some(line) = lines.next() {
        // The column of the key, after the dash of its list: the block ends at a line with no greater indentation.
        let Some(outer) = line.trim_end().strip_suffix("wgsl: |").map(str::len) else { continue };
        let mut text = String::new();
        while let Some(line) = lines.next_if(|line| line.trim().is_empty() || indentation(line) > outer) {
            text += line.trim_start();
            text.push('\n');
        }
        texts.push(text);
    }
    texts
}

/// The names of the compute entry points, found by a simple search.
pub(crate) fn compute_entry_points(text: &str) -> Vec<String> {
    let name = |rest: &str| {
        let after = rest.split_once("fn ")?.1;
        Some(after.split_once('(')?.0.trim().to_owned())
    };
    text.split("@compute").skip(1).filter_map(name).collect()
}
