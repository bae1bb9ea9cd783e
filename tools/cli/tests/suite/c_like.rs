//! C-style preprocessing and preambles.

use crate::support::{folder, run, run_with_input};

const TILE: [(&str, &str); 4] = [
    ("wesl.toml", ""),
    (
        "tile.wgsl",
        "\
#ifdef TYPE_F16
enable f16;
#define T f16
#else
#define T f32
#endif
#include \"common/load.tmpl\"
#define WG_SIZE 64
@compute @workgroup_size(WG_SIZE) fn main() { data[0] = load(0u); }
",
    ),
    ("common/load.tmpl", "#pragma once\n#include \"buffer.inc\"\nfn load(i: u32) -> T { return data[i]; }\n"),
    ("lib/buffer.inc", "@group(0) @binding(0) var<storage, read_write> data: array<T>;\n"),
];

#[test]
fn directives_are_carried_out() {
    let folder = folder("c-like", &TILE);
    for words in [
        &["tile.wgsl", "-I", "lib"][..],
        &["-Ilib", "-DTYPE_F16", "-D", "WG_SIZE=256", "tile.wgsl"],
        &["-I", "lib", "."],
    ] {
        let found = run(&folder, words);
        assert_eq!((found.status, found.errors.as_str()), (0, "1 file: 1 accepted\n"), "{words:?}");
    }
    let missing = run(&folder, &["tile.wgsl", "--error-format", "short"]);
    assert_eq!(missing.status, 1);
    let place = "common/load.tmpl:2:10: error[module/unknown-include]: ";
    assert!(missing.errors.starts_with(place), "{}", missing.errors);
    assert_eq!(missing.errors.lines().count(), 2, "{}", missing.errors);
}

#[test]
fn definitions_win_over_the_defaults_of_a_file() {
    let folder = folder("c-like-defaults", &TILE);
    let expanded = run(&folder, &["expand", "-I", "lib", "-D", "WG_SIZE=256", "tile.wgsl"]);
    assert!(expanded.output.contains("@workgroup_size(256)"), "{}", expanded.output);
    let expanded = run(&folder, &["expand", "-I", "lib", "tile.wgsl"]);
    assert!(expanded.output.contains("@workgroup_size(64)"), "{}", expanded.output);
}

#[test]
fn names_of_the_host_are_one_failure() {
    let text = "#ifdef VEC\nalias V = vec4f;\n#endif\nvar<workgroup> a: array<V, N>;\n\
        @compute @workgroup_size(WG_SIZE) fn main() { a[0] = V(); }\n";
    let folder = folder("c-like-host", &[("a.wgsl", text), ("plain.wgsl", "const a = N;\nconst b = M;\n")]);
    let found = run(&folder, &["a.wgsl"]);
    assert_eq!(found.status, 2, "{found:?}");
    let reason = "a.wgsl: can't check this file with these definitions: `N`, `WG_SIZE` are not declared: pass \
        --define N=VALUE --define WG_SIZE=VALUE; `V` is declared only after `#ifdef VEC`";
    assert!(found.errors.contains(reason), "{}", found.errors);
    assert_eq!(run(&folder, &["a.wgsl", "-DN=4", "-DWG_SIZE=64", "-DVEC"]).status, 0);
    let found = run(&folder, &["plain.wgsl", "-D", "N=1"]);
    assert!(found.errors.contains("`M` is not declared: pass --define M=VALUE"), "{found:?}");
    assert_eq!(run(&folder, &["plain.wgsl", "-D", "N=1", "-D", "M=2"]).status, 0);
}

#[test]
fn includes_stay_in_the_package() {
    let files = [
        ("p/wesl.toml", ""),
        ("p/a.wgsl", "#include \"../secret.txt\"\n"),
        ("secret.txt", "secret secret\n"),
    ];
    let folder = folder("c-like-package", &files);
    let found = run(&folder, &["p/a.wgsl"]);
    assert_eq!(found.status, 1);
    assert!(found.errors.contains("outside of the package"), "{}", found.errors);
    assert!(!found.errors.contains("secret secret"), "{}", found.errors);
    let allowed = run(&folder, &["p/a.wgsl", "--allow-dir", "."]);
    assert!(allowed.errors.contains("secret secret"), "{}", allowed.errors);
}

#[test]
fn an_error_in_an_expansion_shows_the_definition() {
    let folder = folder("c-like-label", &[("a.wgsl", "#define VALUE 1.5\n\nconst a: u32 = VALUE;\n")]);
    let found = run(&folder, &["a.wgsl"]);
    assert!(found.errors.contains("a.wgsl:3:16"), "{}", found.errors);
    assert!(found.errors.contains("macro `VALUE` is defined here"), "{}", found.errors);
}

#[test]
fn preambles_are_placed_before_programs() {
    let files = [
        ("field.wgsl", "fn field(x: f32) -> f32 { return x; }\nconst wrong: u32 = 1.5;\n"),
        ("a.wgsl", "const a = field(1.0);\n"),
        ("b.wgsl", "fn b() -> f32 { return field(2u); }\n"),
    ];
    let folder = folder("preambles", &files);
    let words = ["--preamble", "field.wgsl", "--error-format", "short", "."];
    let found = run(&folder, &words);
    let places: Vec<&str> = found.errors.lines().map(|line| line.split(": ").next().unwrap_or("")).collect();
    let expected = ["a.wgsl:1:11", "field.wgsl:2:20", "b.wgsl:1:30", "3 files"];
    assert_eq!(places, expected, "{}", found.errors);
    let missing = run(&folder, &["--preamble", "no.wgsl", "a.wgsl"]);
    assert_eq!(
        (missing.status, missing.errors.as_str()),
        (2, "wgsl-check: preamble no.wgsl is not a file\n")
    );
}

#[test]
fn files_that_lack_a_preamble_say_which_one() {
    let program = |body: &str| format!("@fragment fn f() -> @location(0) vec4f {{ {body} }}\n");
    let one = program("return sun(HEIGHT) + sky;");
    let other = program("return sun(HEIGHT) + moon;");
    let worse = program("let a: u32 = 1.5; return sun(HEIGHT);");
    let files = [
        ("sun.wgsl", "const HEIGHT = 2.0; // @group\nfn sun(h: f32) -> vec4f { return vec4f(h); }\n"),
        ("draw/sky.wgsl", "const sky = vec4f();\n"),
        (
            "draw/program.wgsl",
            "const moon = vec4f(); @vertex fn v() -> @builtin(position) vec4f { return moon; }\n",
        ),
        ("draw/one.wgsl", one.as_str()),
        ("draw/other.wgsl", other.as_str()),
        ("draw/worse.wgsl", worse.as_str()),
    ];
    let folder = folder("lacks-preamble", &files);
    let told = run(&folder, &["draw/one.wgsl"]);
    let expected = "can't check this file on its own: it does not declare `HEIGHT`, `sky`, `sun`, but draw/sky.wgsl and sun.wgsl do: \
                    if the host puts them first, pass --preamble draw/sky.wgsl --preamble sun.wgsl\n";
    assert!(told.status == 2 && told.errors.contains(expected), "{told:?}");
    let words = ["--preamble", "draw/sky.wgsl", "--preamble", "sun.wgsl", "draw/one.wgsl"];
    assert_eq!(run(&folder, &words).status, 0);
    // A program comes before no other one, and other errors stay.
    assert_eq!(run(&folder, &["draw/other.wgsl"]).status, 1);
    assert_eq!(run(&folder, &["draw/worse.wgsl"]).status, 1);
}

#[test]
fn the_configuration_has_preambles_of_patterns() {
    let files = [
        (
            "wgsl-check.toml",
            "[[preamble]]\nfiles = [\"draw/*.wgsl\"]\npreamble = [\"common/types.wgsl\", \"common/sun.wgsl\"]\n",
        ),
        ("common/types.wgsl", "alias Color = vec4f;\n"),
        ("common/sun.wgsl", "const sun = Color(1);\n"),
        ("draw/a.wgsl", "@fragment fn f() -> @location(0) Color { return sun; }\n"),
        ("other/a.wgsl", "@fragment fn f() -> @location(0) vec4f { return sun; }\n"),
    ];
    let folder = folder("config-preamble", &files);
    assert_eq!(run(&folder, &["draw"]).status, 0);
    assert_eq!(run(&folder.join("draw"), &["a.wgsl"]).status, 0, "a path from a different folder");
    assert_eq!(run(&folder, &["other"]).status, 1);
    assert_eq!(run(&folder, &["layout", "draw/a.wgsl"]).status, 0);
    let wrong =
        [("wgsl-check.toml", "[[preamble]]\nfiles = [\"*\"]\npreamble = [\"no.wgsl\"]\n"), ("a.wgsl", "")];
    let folder = crate::support::folder("config-preamble-wrong", &wrong);
    assert!(run(&folder, &["a.wgsl"]).errors.contains("preamble no.wgsl is not a file"));
}

#[test]
fn expand_prints_the_program_of_any_project() {
    let files = [
        ("a.wesl", "import package::b::one;\n@if(TWO) const two = one + one;\nconst three = one;\n"),
        ("b.wesl", "const one = 1;\nconst unused = 2;\n"),
        ("old.wgsl", "#ifdef Y\n#else ifdef X\nconst a = #{X};\n#endif\n"),
        ("plain.wgsl", "const a = missing; // as it is\n"),
        ("wrong.wgsl", "#if\nconst a = 1;\n#endif\n"),
    ];
    let folder = folder("expand", &files);
    let expanded = run(&folder, &["expand", "a.wesl", "-D", "TWO"]);
    assert_eq!(expanded.status, 0, "{expanded:?}");
    for words in ["const two = one + one;", "const one = 1;"] {
        assert!(expanded.output.contains(words), "{}", expanded.output);
    }
    assert!(!expanded.output.contains("unused") && !expanded.output.contains("@if"), "{}", expanded.output);
    let expanded = run(&folder, &["expand", "--define", "X=4", "old.wgsl"]);
    assert_eq!((expanded.status, expanded.output.as_str()), (0, "const a = 4;\n"));
    let expanded = run(&folder, &["expand", "plain.wgsl"]);
    assert_eq!((expanded.status, expanded.output.as_str()), (0, files[3].1));
    let expanded = run(&folder, &["expand", "wrong.wgsl"]);
    assert_eq!(expanded.status, 1);
    assert!(expanded.errors.contains("module/invalid-test"), "{}", expanded.errors);
    let expanded = run_with_input(&["expand", "-"], b"#define A 1\nconst a = A;\n");
    assert_eq!((expanded.status, expanded.output.as_str()), (0, "const a = 1;\n"));
}

#[test]
fn expand_writes_a_source_map() {
    let files = [("a.wgsl", "#include \"b.inc\"\nconst a = B;\n"), ("b.inc", "#define B 1\nconst b = B;\n")];
    let folder = folder("expand-map", &files);
    let expanded = run(&folder, &["expand", "a.wgsl", "--source-map", "a.map"]);
    assert_eq!(expanded.output, "const b = 1;\nconst a = 1;\n");
    let map = std::fs::read_to_string(folder.join("a.map")).expect("it is written");
    let map: serde_json::Value = serde_json::from_str(&map).expect("it is JSON");
    assert_eq!((&map["version"], &map["sources"]), (&3.into(), &serde_json::json!(["a.wgsl", "b.inc"])));
    assert_eq!(map["sourcesContent"][1], files[1].1);
    // Both lines: the text before the macro, its use, and the `;` after it.
    assert_eq!(map["mappings"], "ACCA,UAAU,CAAC;ADAX,UAAU,CAAC");
}
