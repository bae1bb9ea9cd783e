//! A validator keeps its memory from one program to the next, but no results.

use std::fs;
use std::path::Path;
use wgsl_spec::{Edition, INVENTORY, example};
use wgsl_validator::{Options, Validator};

/// The examples of all codes and the small shaders, alternating right and wrong ones.
fn programs() -> Vec<String> {
    let mut programs = Vec::new();
    for code in INVENTORY.codes {
        let Some(Ok(example)) = example(code) else { continue };
        programs.extend([example.wrong.text.to_owned(), example.right.text.to_owned()]);
    }
    for folder in ["small", "invalid"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures").join(folder);
        let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        programs.extend(paths.iter().map(|path| fs::read_to_string(path).unwrap()));
    }
    programs
}

#[test]
fn a_program_is_judged_as_if_it_were_the_first() {
    let programs = programs();
    for edition in [Edition::Current, Edition::Draft2022] {
        let options = Options { edition, ..Options::default() };
        let alone: Vec<_> =
            programs.iter().map(|program| Validator::new(options.clone()).diagnose(program)).collect();
        let mut validator = Validator::new(options);
        for (program, alone) in programs.iter().zip(&alone) {
            assert_eq!(validator.diagnose(program), *alone, "{program}");
        }
        for (program, alone) in programs.iter().zip(&alone).rev() {
            assert_eq!(validator.diagnose(program), *alone, "{program}");
        }
    }
}
