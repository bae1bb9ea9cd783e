//! The documents are correct.

use crate::support::{folder, run};
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The documents with their folders.
fn documents() -> Vec<(PathBuf, String)> {
    let mut paths: Vec<_> =
        ["README.md", "CHANGELOG.md", "CONTRIBUTING.md"].map(|name| root().join(name)).into();
    for entry in fs::read_dir(root().join("docs")).expect("the folder is there") {
        paths.push(entry.expect("an entry").path());
    }
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    paths.sort();
    paths.into_iter().map(|path| (path.clone(), fs::read_to_string(path).expect("a document"))).collect()
}

/// The first fenced block of a language, without the fences.
fn block<'a>(text: &'a str, language: &str) -> &'a str {
    let (_, rest) = text.split_once(&format!("```{language}\n")).expect("the block starts");
    rest.split_once("```").expect("the block ends").0
}

/// The words of a picture in SVG.
fn words(picture: &str) -> Vec<String> {
    let (_, content) = picture.split_once("</style>").expect("a style");
    let pieces = content.split('<').filter_map(|piece| piece.split_once('>'));
    let text: String = pieces.map(|(_, text)| text).collect();
    let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    text.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn the_picture_of_the_readme_shows_real_output() {
    let readme = fs::read_to_string(root().join("README.md")).expect("the document");
    let picture = fs::read_to_string(root().join("docs/images/errors.svg")).expect("the picture");
    let folder = folder("readme", &[("shader.wgsl", block(&readme, "wgsl"))]);
    let shown = format!("$ wgsl-check shader.wgsl {}", run(&folder, &["shader.wgsl"]).errors);
    assert_eq!(words(&picture), shown.split_whitespace().collect::<Vec<_>>());
}

/// Runs the first command of a section on the first program of it, and compares the output with that in the section.
#[cfg(feature = "run")]
fn runs_as_shown(document: &str, section: &str, (file, language): (&str, &str)) {
    let text = fs::read_to_string(root().join(document)).expect("the document");
    let (_, section) = text.split_once(&format!("## {section}\n")).expect("the section");
    let folder = folder(file, &[(file, block(section, language))]);
    let (line, shown) = block(section, "text").split_once('\n').expect("the command");
    let words: Vec<_> = line.strip_prefix("$ wgsl-check ").expect("the command").split(' ').collect();
    let result = run(&folder, &words);
    assert_eq!(shown, result.output + &result.errors);
}

#[cfg(feature = "run")]
#[test]
fn programs_of_the_documents_run_as_shown() {
    runs_as_shown("README.md", "Running shaders", ("slope.wgsl", "wgsl"));
    runs_as_shown("docs/RUN.md", "Draws", ("triangle.wgsl", "wgsl"));
    runs_as_shown("docs/METAL.md", "Running kernels", ("saxpy.metal", "metal"));
    #[cfg(feature = "translate-check")]
    runs_as_shown("docs/METAL.md", "Checking translations", ("split.wgsl", "wgsl"));
    runs_as_shown("docs/METAL.md", "Translating to WGSL", ("sums.metal", "metal"));
}

#[test]
fn no_document_is_empty() {
    for (path, text) in documents() {
        assert!(text.starts_with("# ") && text.lines().count() > 5, "{}", path.display());
    }
}

#[test]
fn links_between_documents_lead_somewhere() {
    for (path, text) in documents() {
        // A lambda expression in a program looks like a link.
        let prose: String = text.split("\n```").step_by(2).collect();
        for piece in prose.split("](").skip(1) {
            let target = piece.split([')', '#']).next().unwrap_or_default();
            if target.is_empty() || target.starts_with("http") {
                continue;
            }
            let place = path.parent().expect("a document lies in a folder").join(target);
            assert!(place.exists(), "{}: {target}", path.display());
        }
    }
}

#[test]
fn codes_in_documents_exist() {
    let wgsl = wgsl_spec::INVENTORY.codes.iter().map(|code| code.slug);
    let codes: HashSet<&str> = wgsl.chain(msl_spec::INVENTORY.codes.iter().map(|code| code.slug)).collect();
    let families: HashSet<&str> = codes.iter().filter_map(|code| Some(code.split_once('/')?.0)).collect();
    for (path, text) in documents() {
        for word in text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '/' || c == '-')) {
            let Some((family, rest)) = word.split_once('/') else { continue };
            let is_code = families.contains(family) && rest.contains('-');
            assert!(!is_code || codes.contains(word), "{}: {word}", path.display());
        }
    }
}

#[test]
fn the_schema_is_json_and_names_every_kind_of_line() {
    let path = root().join("docs/json-schema/diagnostics.schema.json");
    let schema: serde_json::Value =
        serde_json::from_slice(&fs::read(path).expect("the schema")).expect("JSON");
    for kind in ["diagnostic", "verdict", "failure", "summary"] {
        assert_eq!(schema["$defs"][kind]["properties"]["kind"]["const"], kind);
    }
}
