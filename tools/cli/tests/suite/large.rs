//! Files that are larger than any program: they are refused before they are read, wherever they are named. The files of the tests have a length
//! and no content, so that they cost nothing.

use crate::support::{folder, run};
use std::fs::File;
use std::path::Path;

const TOO_LARGE: &str = "can't be read: the file is larger than 64 MiB";

/// Makes a file of 6 GiB.
fn large(path: &Path) {
    File::create(path).and_then(|file| file.set_len(6 << 30)).expect("the file is made");
}

#[test]
fn headers() {
    let files = [("a.metal", "#include \"h.h\"\n"), ("b.metal", "constant int a = 1;\n")];
    let folder = folder("large-header", &files);
    large(&folder.join("h.h"));
    let found = run(&folder, &["a.metal", "b.metal"]);
    assert!(found.errors.contains(&format!("header `h.h` {TOO_LARGE}")), "{}", found.errors);
    assert!(found.errors.contains("1 accepted"), "{}", found.errors);
}

#[test]
fn imported_modules() {
    let files = [
        ("wesl.toml", "root = \".\""),
        ("a.wesl", "import package::m::f;\nfn g() { f(); }\n"),
        ("b.wesl", ""),
    ];
    let folder = folder("large-module", &files);
    large(&folder.join("m.wesl"));
    let found = run(&folder, &["a.wesl", "b.wesl"]);
    let message = format!("this import refers to `m.wesl`, which {TOO_LARGE}");
    assert!(found.errors.contains(&message), "{}", found.errors);
    assert!(found.errors.contains("1 accepted, 1 rejected"), "{}", found.errors);
    let named = run(&folder, &["."]);
    assert!(named.errors.contains(&format!("m.wesl: {TOO_LARGE}")), "{}", named.errors);
}

#[test]
fn configurations() {
    let folder = folder("large-configuration", &[("a.wesl", "fn f() {}\n")]);
    large(&folder.join("wesl.toml"));
    let found = run(&folder, &["a.wesl"]);
    assert!(found.errors.contains(&format!("wesl.toml: {TOO_LARGE}")), "{}", found.errors);
    assert!(found.errors.contains("1 accepted"), "{}", found.errors);
    large(&folder.join("wgsl-check.toml"));
    let found = run(&folder, &["a.wesl"]);
    assert_eq!(found.status, 2);
    assert!(found.errors.contains(&format!("wgsl-check.toml: {TOO_LARGE}")), "{}", found.errors);
}
