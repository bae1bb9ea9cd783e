//! Kernels of Metal and their translations compute the same.
//!
//! Each fixture says in its first line how it is run. `run` executes it, and its translation with the same arguments: all bytes of all
//! resources that they may write are equal.

use crate::support::{folder, run};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// The options that the translation needs, and a program in WGSL has not.
const OF_METAL: [&str; 2] = ["--threadgroup-size", "--threadgroup-memory"];

fn fixtures() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/msl/translate");
    let entries = fs::read_dir(folder).expect("the folder is there");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths
}

/// The place of a resource in the translation: `2` is `0:2`, and `texture:1` is `1:1`.
fn place(bind: &str) -> String {
    match bind.split_once(':').filter(|(kind, _)| matches!(*kind, "texture" | "sampler")) {
        Some(("texture", rest)) => format!("1:{rest}"),
        Some((_, rest)) => format!("2:{rest}"),
        None => format!("0:{bind}"),
    }
}

/// The bindings that a run answers with.
fn bindings(folder: &Path, arguments: &[&str]) -> Value {
    let result = run(folder, arguments);
    let answer: Value =
        serde_json::from_str(&result.output).unwrap_or_else(|error| panic!("{error}: {result:?}"));
    assert_eq!(answer["ok"], true, "{arguments:?}: {answer}");
    answer["bindings"].clone()
}

/// The arguments of a fixture for `translate`, and those for the run of its translation.
fn split<'a>(words: &[&'a str]) -> (Vec<&'a str>, Vec<String>) {
    let mut of_translation = Vec::new();
    let mut of_run = Vec::new();
    for pair in words.chunks(2) {
        let [option, value] = pair else { panic!("{words:?}: an option has no value") };
        if OF_METAL.contains(option) {
            of_translation.extend([*option, value]);
            continue;
        }
        // Whether a constant is defined is decided by the translation.
        if *option == "--constant" {
            of_translation.extend([*option, value]);
        }
        let value = if *option == "--bind" { place(value) } else { (*value).to_owned() };
        of_run.extend([(*option).to_owned(), value]);
    }
    (of_translation, of_run)
}

#[test]
fn kernels_and_their_translations_compute_the_same() {
    // Each byte is another one, and no number is an infinity.
    let texture: Vec<u8> = (0..32_u8).flat_map(|number| (f32::from(number) / 4.0).to_le_bytes()).collect();
    let mut count = 0;
    for path in fixtures() {
        let text = fs::read_to_string(&path).expect("the fixture can be read");
        let line = text.lines().next().and_then(|line| line.strip_prefix("// ")).expect("how it is run");
        let words: Vec<&str> = line.split(' ').collect();
        let name = path.file_stem().and_then(|name| name.to_str()).expect("a name");
        let folder = folder(&format!("translate-run-{name}"), &[("program.metal", &text)]);
        fs::write(folder.join("texture.bin"), &texture).expect("the file is written");
        let original =
            bindings(&folder, &[&["run", "program.metal", "--format", "json"], &words[..]].concat());
        let (of_translation, of_run) = split(&words);
        let translation = ["translate", "program.metal", "--output", "program.wgsl"];
        let translated = run(&folder, &[&translation[..], &of_translation[..]].concat());
        assert_eq!((translated.status, translated.errors.as_str()), (0, ""), "{name}");
        let of_run: Vec<&str> = of_run.iter().map(String::as_str).collect();
        let fixed = ["run", "program.wgsl", "--format", "json", "--subgroup-size", "32"];
        let other = bindings(&folder, &[&fixed[..], &of_run[..]].concat());
        assert_eq!(original, other, "{name}");
        // A program that does nothing would be equal, too.
        let written = original.as_array().expect("a list").iter().filter(|it| {
            it["data_base64"]
                .as_str()
                .is_some_and(|data| data.bytes().any(|byte| byte != b'A' && byte != b'='))
        });
        assert!(written.count() > 0, "{name} writes nothing");
        count += 1;
    }
    assert!(count >= 15, "only {count} fixtures were found");
}
