//! The properties hold for some bytes of every kind.

use crate::{
    cases, const_execution, dispatch, fix, front_end, generated, language_server, metal, migrate, modules,
    protocol, round_trip,
};
use std::collections::BTreeSet;
use std::path::Path;
use wgsl_fuzz::choices::bytes_of;

const SOURCES: [&str; 5] = [
    "@compute @workgroup_size(1) fn main() { let a = 1 + 2 * 3; }",
    "fn f() -> i32 { return 1u; } // \u{2029} é",
    "struct S { @size(16) a: f32, @align(3) b: vec3<f16> }",
    "override n = 8; var<workgroup> a: array<i32, (n)>; fn f(p: ptr<workgroup, array<i32, n>>) {} fn g() { f(&a); }",
    "enable f16; const é = (((1))); var<private> a: array<i32, é>",
];

#[test]
fn sources_are_judged_and_printed() {
    for source in SOURCES {
        for end in 0..source.len() {
            front_end(&source.as_bytes()[..end]);
            round_trip(&source.as_bytes()[..end]);
        }
    }
}

/// Files that import from each other, with mistakes of every phase.
const PROJECT: &str = "import package::m1::f; fn main() { f(); } //---
//---
import package::m2::{g, h as i}; @if(A) const a = 1; fn f() { g(); i(); let x: i32 = 1.5; }
//---
enable f16; fn g() { let a = 1h; } private fn h() {} const_assert 1 > 2;
//---
import super::m2::g; @fragment fn main(@location(0) x: f32) { if x > 0 { g(); _ = dpdx(x); } } fn k() { {";

#[test]
fn projects_are_linked_and_checked_together() {
    for end in 0..PROJECT.len() {
        modules(&PROJECT.as_bytes()[..end]);
        modules(&[&PROJECT.as_bytes()[..end], &PROJECT.as_bytes()[(end + 3).min(PROJECT.len())..]].concat());
    }
}

const OLD: &str = "[[block]] struct S { a : [[stride(16)]] array<vec4<f32>>; b : f32; };
[[group(0), binding(0)]] var<storage> s : [[access(read_write)]] S; let c : i32 = 1; type T = f32;
[[stage(compute), workgroup_size(1)]] fn main() -> void { const x = c; if (x == 1) { } elseif (x == 2) { ignore(s); } }";

#[test]
fn old_programs_are_migrated() {
    for end in 0..OLD.len() {
        migrate(&OLD.as_bytes()[..end]);
    }
}

#[test]
fn suggestions_are_applied_to_the_end() {
    for source in
        SOURCES.iter().chain(&["fn f() { let x = 1 let y = 2; va z = x }", "const a = 1 const b = a"])
    {
        for end in 0..source.len() {
            fix(&source.as_bytes()[..end]);
        }
    }
}

#[test]
fn requests_about_documents_are_answered() {
    for source in SOURCES {
        for end in (0..source.len()).step_by(9) {
            language_server(&[&[0, end as u8, 1, 3, 5, 0][..], &source.as_bytes()[..end]].concat());
        }
    }
}

#[test]
fn bytes_without_a_meaning_are_judged() {
    for seed in 0..50 {
        front_end(&bytes_of(seed, 200));
        modules(&bytes_of(seed, 200));
        migrate(&bytes_of(seed, 200));
        fix(&bytes_of(seed, 200));
        language_server(&bytes_of(seed, 200));
    }
}

#[test]
fn programs_of_bytes_are_executed() {
    for seed in 0..30 {
        generated(&bytes_of(seed, 600));
        dispatch(&bytes_of(seed, 600));
    }
}

/// The kernels of the fixtures, each with a word that is missing, doubled, or one of another kernel.
#[test]
fn kernels_of_metal_are_judged_lowered_and_translated() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/msl/translate");
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).expect("the fixtures").map(|file| file.expect("a file").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "metal"));
    paths.sort();
    let sources: Vec<String> =
        paths.iter().map(|path| std::fs::read_to_string(path).expect("a kernel")).collect();
    let words: Vec<&str> =
        sources.iter().flat_map(|source| source.split_inclusive([' ', '(', '\n'])).collect();
    let mut random = fastrand::Rng::with_seed(0);
    for source in &sources {
        metal(source.as_bytes());
        for _ in 0..60 {
            let mut changed: Vec<&str> = source.split_inclusive([' ', '(', '\n']).collect();
            let place = random.usize(..changed.len());
            match random.u8(0..3) {
                0 => {
                    changed.remove(place);
                }
                1 => changed.insert(place, changed[place]),
                _ => changed[place] = words[random.usize(..words.len())],
            }
            metal(changed.concat().as_bytes());
        }
    }
}

#[test]
fn constants_have_values_of_run_time() {
    for seed in 0..100 {
        const_execution(&bytes_of(seed, 200));
    }
}

#[test]
fn cases_are_read_or_refused() {
    let text = "about: { spec: abs }\ncases:\n- name: a\n  accept: ['const a = 1;']\n- *b\n";
    for end in 0..text.len() {
        cases(&text.as_bytes()[..end]);
    }
}

/// A request of each operation, of which some ask for more than there is.
const REQUESTS: &str = r#"
    {"id":1,"op":"keep","name":"numbers","byte_count":8}
    {"id":[2],"op":"run","wgsl":"@group(0) @binding(0) var<storage, read_write> n: u32; @compute @workgroup_size(2) fn main() { n += 1; }","fuel":1e99,"workgroups":[4294967295,4294967295,4294967295],"bindings":[{"group":0,"binding":0,"kind":"storage","kept":"numbers","keep":"numbers"}]}
    {"id":{"a":3},"op":"draw","wgsl":"@vertex fn v() -> @builtin(position) vec4f { return vec4f(); } @fragment fn f() -> @location(0) vec4f { return vec4f(); }","size":[65535,8191],"targets":[{"format":"rgba8unorm"}],"fragment":{},"draw":{"vertex_count":3}}
    {"id":"4","op":"read","name":"numbers","size":18446744073709551615}
    {"id":5,"op":"write","name":"numbers","offset":4,"data_base64":"BwAAAA=="}
    {"id":6,"op":"validate","wgsl":"const a = é;"}
    {"id":7,"op":"kept"}
    {"id":8,"op":"pipeline","wgsl":"@id(1) override a: f16; @compute @workgroup_size(a) fn f() {}","constants":{"1":"nan"}}
    {"id":9,"op":"drop","name":"numbers"}"#;

#[test]
fn requests_are_answered() {
    protocol(REQUESTS.as_bytes());
    for end in (0..REQUESTS.len()).step_by(7) {
        let (before, after) = REQUESTS.as_bytes().split_at(end);
        protocol(&[before, b"\n\xff", after].concat());
    }
}

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Those that cargo-fuzz builds are those that are written, and those that the documentation has.
#[test]
fn targets_are_the_same_everywhere() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../targets/targets");
    let files = std::fs::read_dir(folder).expect("the targets");
    let files = files.map(|file| file.expect("a file").path());
    let written: BTreeSet<String> =
        files.map(|path| path.file_stem().expect("a name").to_str().expect("UTF-8").to_owned()).collect();
    let manifest = read("fuzz/targets/Cargo.toml");
    let listed = manifest.split("[[bin]]").skip(1).filter_map(|part| part.split('"').nth(1));
    assert_eq!(listed.map(str::to_owned).collect::<BTreeSet<_>>(), written);
    let document = read("docs/FUZZING.md");
    let (_, section) = document.split_once("## libFuzzer targets").expect("a section");
    let (section, _) = section.split_once("\n## ").unwrap_or((section, ""));
    let rows = section.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    assert_eq!(rows.map(str::to_owned).collect::<BTreeSet<_>>(), written);
    for target in &written {
        let source = read(&format!("fuzz/targets/targets/{target}.rs"));
        assert!(source.contains(&format!("wgsl_fuzz_properties::{target}(bytes)")), "{source}");
    }
}
