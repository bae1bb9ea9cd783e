//! `minify`.

use crate::support::{folder, run, run_with_input};
use serde_json::{Value, json};
use std::fs;

const PROGRAM: &str = "// a program\nvar<private> counter: u32;\nfn unused() {}\n\
    @compute @workgroup_size(1)\nfn main() {\n    counter += 1u;\n}\n";
const MINIFIED: &str = "var<private>a:u32;@compute@workgroup_size(1)fn main(){a+=1u;}";

#[test]
fn a_program_is_printed_or_written() {
    let printed = run_with_input(&["minify", "-"], PROGRAM.as_bytes());
    assert_eq!((printed.status, printed.output), (0, format!("{MINIFIED}\n")));
    let folder = folder("minify", &[("a.wgsl", PROGRAM)]);
    let words = ["minify", "a.wgsl", "-o", "b.wgsl", "--source-map", "b.map"];
    let written = run(&folder, &words);
    assert_eq!((written.status, written.output.as_str(), written.errors.as_str()), (0, "", ""));
    assert_eq!(fs::read_to_string(folder.join("b.wgsl")).expect("it is written"), MINIFIED);
    let map = fs::read_to_string(folder.join("b.map")).expect("it is written");
    let map: Value = serde_json::from_str(&map).expect("it is JSON");
    assert_eq!(
        (&map["version"], &map["file"], &map["sources"][0]),
        (&3.into(), &"b.wgsl".into(), &"a.wgsl".into())
    );
    assert_eq!((&map["names"][0], &map["sourcesContent"][0]), (&"counter".into(), &PROGRAM.into()));
    let mappings = map["mappings"].as_str().expect("it is a text");
    assert!(mappings.starts_with("AACA,GAAG,CAAC,OAAO,CAAEA,"), "{mappings}");
    let twice = run(&folder, &["minify", "a.wgsl", "-o", "c.wgsl", "--source-map", "c.wgsl"]);
    assert_eq!(twice.status, 2);
    assert!(!folder.join("c.wgsl").exists());
}

#[test]
fn members_keep_their_names_on_request() {
    let program = "struct S { value: f32 }\n@group(0) @binding(0) var<storage, read_write> s: S;\n\
        @compute @workgroup_size(1) fn main() { s.value = 1.0; }";
    let renamed = run_with_input(&["minify", "-"], program.as_bytes()).output;
    assert!(renamed.contains("struct a{a:f32}"), "{renamed}");
    let kept = run_with_input(&["minify", "--keep-members", "-"], program.as_bytes()).output;
    assert!(kept.contains("struct a{value:f32}") && kept.contains("s.value=1."), "{kept}");
}

#[test]
fn a_rejected_program_is_reported() {
    let rejected = run_with_input(&["minify", "-"], b"fn f() { return 1; }");
    assert_eq!((rejected.status, rejected.output.as_str()), (1, ""));
    assert!(rejected.errors.contains("error"), "{}", rejected.errors);
    let folder = folder("minify-failed", &[("a.wgsl", PROGRAM)]);
    assert_eq!(run(&folder, &["minify", "missing.wgsl"]).status, 2);
    let unwritten = run(&folder, &["minify", "a.wgsl", "-o", "missing/b.wgsl"]);
    assert_eq!(unwritten.status, 2);
    assert!(unwritten.errors.contains("can't be written"), "{}", unwritten.errors);
}

#[test]
fn a_program_of_several_files_becomes_one() {
    let files = [
        ("wesl.toml", ""),
        (
            "shaders/main.wesl",
            "import package::other::double;\n@if(FAST) const step = 2u;\n@else const step = 1u;\n\
            var<private> sum: u32;\n@compute @workgroup_size(1) fn main() { sum += double(step); }\n",
        ),
        ("shaders/other.wesl", "fn double(value: u32) -> u32 { return value * 2u; }\n"),
    ];
    let folder = folder("minify-modules", &files);
    let minified = run(&folder, &["minify", "-D", "FAST", "shaders/main.wesl"]);
    assert_eq!(minified.status, 0, "{}", minified.errors);
    assert!(minified.output.contains("=2u;") && !minified.output.contains("double"), "{}", minified.output);
}

#[test]
fn the_map_of_several_files_leads_to_them() {
    let files = [
        (
            "shaders/main.wesl",
            "import package::sun::{power as sun_power};\n@compute @workgroup_size(1) fn main() { _ = sun_power(2); }\n",
        ),
        ("shaders/sun.wesl", "fn power(value: i32) -> i32 { return value; }\n"),
        ("out/.keep", ""),
    ];
    let folder = folder("minify-map", &files);
    let words = ["minify", "shaders/main.wesl", "-o", "out/m.wgsl", "--source-map", "out/m.map"];
    let minified = run(&folder, &words);
    assert_eq!(minified.status, 0, "{}", minified.errors);
    let map = fs::read_to_string(folder.join("out/m.map")).expect("it is written");
    let map: Value = serde_json::from_str(&map).expect("it is JSON");
    assert_eq!(map["file"], "m.wgsl");
    assert_eq!(map["sources"], json!(["../shaders/main.wesl", "../shaders/sun.wesl"]));
    assert_eq!(map["sourcesContent"], json!([files[0].1, files[1].1]));
    // As each file has them, and not as the assembled program does.
    assert_eq!(map["names"], json!(["sun_power", "power", "value"]));
}
