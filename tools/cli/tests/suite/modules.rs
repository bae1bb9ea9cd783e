//! Multi-file programs.

use crate::support::{Run, command, folder, run, run_with_input};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// The made-up project, and what is found in it.
fn game() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/modules")
}

/// `file:line:column code` of the findings that JSON tells.
fn places(found: &Run) -> Vec<String> {
    let mut places = Vec::new();
    for line in found.output.lines() {
        let line: serde_json::Value = serde_json::from_str(line).expect("a line is JSON");
        let file = line["file"].as_str().unwrap_or_default();
        match line["kind"].as_str() {
            Some("diagnostic") => {
                let code = line["code"].as_str().unwrap_or_default();
                places.push(format!("{file}:{}:{} {code}", line["line"], line["column"]));
            }
            Some("failure") => places.push(format!("{file} is not checked")),
            _ => {}
        }
    }
    places
}

fn found(folder: &Path, arguments: &[&str]) -> Vec<String> {
    places(&run(folder, &[arguments, &["--error-format", "json"]].concat()))
}

#[test]
fn each_finding_of_a_project_lies_at_its_place_in_the_right_file() {
    let expected = fs::read_to_string(game().join("expected.txt")).expect("the file is there");
    let mut actual = String::new();
    for line in expected.lines().filter(|line| line.starts_with("$ ")) {
        let _ = writeln!(actual, "{line}");
        let arguments: Vec<&str> = line[2..].split_whitespace().collect();
        for place in found(&game(), &arguments) {
            let _ = writeln!(actual, "{place}");
        }
        actual.push('\n');
    }
    assert_eq!(actual.trim(), expected.trim());
}

#[test]
fn all_formats_name_the_right_file() {
    let arguments = ["game/shaders/scene.wesl", "--error-format"];
    for (format, place) in [
        ("short", "game/shaders/math.wesl:3:30: error[const/not-representable]"),
        ("gcc", "game/shaders/math.wesl:3:31: error: "),
        ("github", "file=game/shaders/math.wesl,line=3,endLine=3,col=30,"),
        ("sarif", "\"uri\": \"game/shaders/math.wesl\""),
        ("json", "\"file\":\"game/shaders/math.wesl\""),
        ("human", "--> game/shaders/math.wesl:3:30"),
    ] {
        let told = run(&game(), &[&arguments[..], &[format]].concat());
        assert_eq!(told.status, 1);
        assert!((told.output.clone() + &told.errors).contains(place), "{format}: {told:?}");
    }
}

#[test]
fn a_finding_in_a_shared_file_is_told_once() {
    let files = [
        ("a.wesl", "import package::shared::f;\n@compute @workgroup_size(1) fn a() { f(); }\n"),
        ("b.wesl", "import package::shared::f;\n@compute @workgroup_size(1) fn b() { f(); }\n"),
        ("shared.wesl", "fn f() {\n    let x: i32 = 1.5;\n}\n"),
    ];
    let folder = folder("shared", &files);
    let told = run(&folder, &["."]);
    assert_eq!(told.status, 1);
    assert_eq!(told.errors.matches("type/mismatch").count(), 1, "{}", told.errors);
    assert!(told.errors.ends_with("3 files: 3 rejected (1 error)\n"), "{}", told.errors);
}

#[test]
fn imports_are_read_although_the_command_does_not_name_them() {
    let files = [
        ("shaders/main.wesl", "import package::lib::deep::f;\nimport other::g;\nconst a: i32 = f() + g();\n"),
        ("shaders/lib/deep.wesl", "fn f() -> i32 { return true; }\n"),
        ("wesl.toml", "[dependencies]\nother = { path = \"vendor/other\" }\n"),
        ("vendor/other/wesl.toml", "root = \"src\"\n"),
        ("vendor/other/src/package.wesl", "fn g() -> i32 { return false; }\n"),
    ];
    let folder = folder("not-named", &files);
    let expected = [
        "shaders/main.wesl:3:16 const/not-const",
        "shaders/lib/deep.wesl:1:24 type/mismatch",
        "vendor/other/src/package.wesl:1:24 type/mismatch",
    ];
    let places = found(&folder, &["shaders/main.wesl"]);
    assert_eq!(places.len(), 3, "{places:?}");
    assert!(expected[1..].iter().all(|place| places.contains(&(*place).to_owned())), "{places:?}");
    assert!(places[0].starts_with("shaders/main.wesl:3:"), "{places:?}");
}

#[test]
fn a_part_of_a_program_is_said_to_be_one() {
    for (name, text, words) in [
        ("import", "#import bevy_pbr::utils::PI\nfn f() -> f32 { return PI * other(); }\n", "`bevy_pbr`"),
        ("package", "import bevy_pbr::utils::PI;\nfn f() -> f32 { return PI; }\n", "`bevy_pbr`"),
        ("template", "const size = {{ size }};\nfn f() { nothing(); }\n", "`{{ size }}` on line 1"),
        ("value", "const size = #{SIZE};\n", "--define SIZE=VALUE"),
        ("names", "fn f(a: Camera) -> f32 { return luminance(a.color); }\n", "`Camera`, `luminance`"),
    ] {
        let folder = folder(&format!("part-{name}"), &[("part.wgsl", text)]);
        let told = run(&folder, &["part.wgsl"]);
        assert_eq!(told.status, 2, "{told:?}");
        assert_eq!(told.errors.matches("error").count(), 1, "{}", told.errors);
        assert!(told.errors.contains(words), "{}", told.errors);
        assert!(told.errors.ends_with("1 file: 0 accepted, 1 not checked\n"), "{}", told.errors);
    }
}

#[test]
fn what_a_false_condition_drops_is_not_checked() {
    let files = [
        ("a.wesl", "import package::b::x;\nconst y = x;\n"),
        ("b.wesl", "@if(DEPTH) const x = 1;\n"),
        ("c.wesl", "@group(constants::G) @binding(constants::B) var<uniform> a: f32;\n"),
    ];
    let folder = folder("dropped", &files);
    let told = run(&folder, &["a.wesl"]);
    assert_eq!(told.status, 2, "{told:?}");
    let reason = "`x` is declared in `package::b` only if `DEPTH`, which is not defined: pass --define DEPTH";
    assert!(
        told.errors.contains(&format!("can't check this file with these definitions: {reason}")),
        "{}",
        told.errors
    );
    assert_eq!(run(&folder, &["a.wesl", "--define", "DEPTH"]).status, 0);
    let told = run(&folder, &["c.wesl"]);
    assert_eq!(told.status, 2, "{told:?}");
    assert!(
        told.errors.contains("`B`, `G` have no value: pass --define B=VALUE --define G=VALUE"),
        "{}",
        told.errors
    );
    assert_eq!(run(&folder, &["c.wesl", "-D", "B=0", "-D", "G=1"]).status, 0);
}

#[test]
fn a_value_that_an_imported_file_lacks_is_one_failure() {
    let files = [
        ("a.wgsl", "#import b::x\nconst y = x;\n"),
        ("b.wgsl", "#define_import_path b\n\nconst x = #{X};\nconst z = ##Z##;\n"),
    ];
    let told = run(&folder("valueless", &files), &["."]);
    assert_eq!((told.status, told.errors.matches("error").count()), (2, 2), "{told:?}");
    assert!(
        told.errors.contains("`X`, `Z` have no value: pass --define X=VALUE --define Z=VALUE"),
        "{}",
        told.errors
    );
}

#[test]
fn mistakes_stay_mistakes() {
    for (name, text) in [
        ("entered", "@compute @workgroup_size(1) fn main() { first(); second(); }\n"),
        ("alone", "fn f() { helper(); }\n"),
        ("typo", "fn helper() {}\nfn f() { helpr(); other_thing(); }\n"),
        ("other", "fn f() { first(); second(); let a: i32 = 1.5; }\n"),
        ("block", "fn f() {{ let a: i32 = 1.5; }}\n"),
        ("glsl", "#version 450\n#define X 1\nconst a = X;\n"),
        ("path", "fn f() -> f32 { return std::max(1.0, 2.0); }\n"),
    ] {
        let folder = folder(&format!("mistake-{name}"), &[("a.wgsl", text)]);
        assert_eq!(run(&folder, &["a.wgsl"]).status, 1, "{text}");
    }
}

#[test]
fn what_is_found_without_the_rest_is_told_as_well() {
    let text = "import engine::Particle;\nfn f(a: Particle) -> i32 { return 1.5; }\n";
    let folder = folder("part-and-mistake", &[("a.wesl", text)]);
    assert_eq!(found(&folder, &["a.wesl"]), ["a.wesl:2:35 type/mismatch", "a.wesl is not checked"]);
    assert_eq!(run(&folder, &["a.wesl"]).status, 2);
}

#[test]
fn edits_are_made_in_the_files_that_they_belong_to() {
    let files = [
        ("main.wesl", "import package::util::f;\nfn g() { f() }\n"),
        ("util.wesl", "import package::main::g;\nfn f() {\n    let a = 1\n}\n"),
    ];
    let folder = folder("fix-modules", &files);
    let shown = run(&folder, &["--diff", "--unsafe-fixes", "."]);
    let line = |name: &str| format!("--- {name}\n+++ {name}\n");
    assert!(
        shown.output.contains(&line("main.wesl")) && shown.output.contains(&line("util.wesl")),
        "{shown:?}"
    );
    let fixed = run(&folder, &["--fix", "--unsafe-fixes", "."]);
    assert_eq!((fixed.status, fixed.errors.as_str()), (0, "2 files: 2 accepted\n"));
    let text = |name: &str| fs::read_to_string(folder.join(name)).expect("the file is there");
    assert_eq!(text("main.wesl"), "import package::util::f;\nfn g() { f(); }\n");
    assert_eq!(text("util.wesl"), "import package::main::g;\nfn f() {\n    let a = 1;\n}\n");
}

#[test]
fn files_that_are_not_named_are_not_changed() {
    let wrong = "fn f() {\n    let a = 1\n}\n";
    let files = [("main.wesl", "import package::util::f;\nfn g() { f(); }\n"), ("util.wesl", wrong)];
    let folder = folder("fix-named", &files);
    assert_eq!(run(&folder, &["--fix", "main.wesl"]).status, 1);
    assert_eq!(fs::read_to_string(folder.join("util.wesl")).expect("the file is there"), wrong);
}

#[test]
fn standard_input_has_imports_by_the_name_that_it_is_given() {
    let folder = folder("stdin-modules", &[("util.wesl", "fn f(a: f32) {}\n")]);
    let name = folder.join("main.wesl").display().to_string();
    let told = run_with_input(
        &["-", "--stdin-file-path", &name, "--error-format", "json"],
        b"import package::util::f;\nfn g() { f(1u); }\n",
    );
    assert_eq!(places(&told), [format!("{name}:2:12 type/mismatch")]);
}

#[test]
fn a_pipeline_is_made_of_all_files() {
    let files = [
        ("main.wesl", "import package::util::width;\n@compute @workgroup_size(width) fn main() {}\n"),
        ("util.wesl", "override width: u32;\n"),
    ];
    let folder = folder("pipeline-modules", &files);
    assert_eq!(run(&folder, &["main.wesl", "--entry-point", "main", "--constant", "width=8"]).status, 0);
    let told = found(&folder, &["main.wesl", "--entry-point", "main"]);
    assert_eq!(told, ["util.wesl:1:10 pipeline/missing-constant"]);
}

#[test]
fn other_subcommands_take_whole_programs() {
    let files = [
        (
            "main.wesl",
            "import package::util::{Pair, factor};\n@group(0) @binding(0) var<storage, read_write> pairs: array<Pair>;\n@compute @workgroup_size(1) fn main() { pairs[0].second = pairs[0].first * factor; }\n",
        ),
        (
            "util.wesl",
            "struct Pair { first: u32, second: u32 }\n@if(large) const factor = 10;\n@else const factor = 2;\n",
        ),
        ("wrong.wesl", "import package::util::factor;\nconst a: bool = factor;\n"),
        (
            "draw.wesl",
            "import package::stages::{Between};\n@vertex fn v() -> Between { return Between(); }\n@fragment fn f(in: Between) -> @location(0) vec4f { return in.color; }\n",
        ),
        ("stages.wesl", "struct Between { @builtin(position) at: vec4f, @location(0) color: vec4f }\n"),
    ];
    let folder = folder("whole-modules", &files);
    let told = run(&folder, &["layout", "main.wesl"]);
    assert!(told.status == 0 && told.output.contains("Pair"), "{told:?}");
    assert_eq!(run(&folder, &["portability", "main.wesl"]).status, 0);
    assert_eq!(run(&folder, &["link", "draw.wesl"]).status, 0);
    let wrong = run(&folder, &["layout", "wrong.wesl"]);
    assert!(wrong.status == 1 && wrong.errors.contains("--> wrong.wesl:2:17"), "{wrong:?}");
}

#[cfg(feature = "run")]
#[test]
fn programs_of_several_files_are_executed() {
    let files = [
        (
            "main.wesl",
            "import package::util::factor;\n@group(0) @binding(0) var<storage, read_write> all: array<u32, 2>;\n@compute @workgroup_size(1) fn main() { all[1] = all[0] * factor; }\n",
        ),
        ("util.wesl", "@if(large) const factor = 10;\n@else const factor = 2;\n"),
    ];
    let folder = folder("run-modules", &files);
    fs::write(folder.join("in.bin"), [7, 0, 0, 0, 0, 0, 0, 0]).expect("the file is written");
    let result = |arguments: &[&str]| {
        let told = run(&folder, &[&["run", "main.wesl", "--bind", "0:0=in.bin"], arguments].concat());
        assert_eq!(told.status, 0, "{told:?}");
        told.output
    };
    assert!(result(&[]).contains("14"), "{}", result(&[]));
    assert!(result(&["--define", "large"]).contains("70"), "{}", result(&["--define", "large"]));
}

#[test]
fn bytes_that_are_not_utf_8_are_told_in_their_file() {
    let folder = folder("bytes-modules", &[("main.wesl", "import package::util::f;\nfn g() { f(); }\n")]);
    fs::write(folder.join("util.wesl"), b"fn f() {}\n// \xFF\n").expect("the file is written");
    let told = found(&folder, &["."]);
    assert!(told.iter().all(|it| it.starts_with("util.wesl:2:4 ")), "{told:?}");
    assert_eq!(run(&folder, &["."]).status, 1);
}

#[test]
fn thousands_of_files_and_long_chains_are_no_trouble() {
    let folder = folder("many-modules", &[("wesl.toml", "root = \".\"\n")]);
    for index in 0..2_000 {
        let text = format!("import package::m{}::f as g;\nfn f() {{ g(); }}\n", (index + 1) % 2_000);
        fs::write(folder.join(format!("m{index}.wesl")), text).expect("the file is written");
    }
    let told = run(&folder, &["m0.wesl"]);
    // The chain closes, and functions do not call themselves.
    assert_eq!(told.status, 1);
    assert!(
        told.errors.contains("resolve/declaration-cycle") || told.errors.contains("recursion"),
        "{}",
        told.errors
    );
}

#[test]
fn names_of_conditions_are_names() {
    let told = command().args(["--define", "a b", "x.wgsl"]).output().expect("the command runs");
    assert_eq!(told.status.code(), Some(2));
}

const SECRET: &str = "const SECRET = 1\npassword";

/// A package whose imports lead out of it, by `super`, by a path, and by a link.
fn escapes(name: &str) -> PathBuf {
    let files = [
        ("outer/secret.wgsl", SECRET),
        ("outer/package/wesl.toml", ""),
        ("outer/package/shaders/a.wesl", "import super::super::super::secret::SECRET;\nconst a = SECRET;\n"),
        ("outer/package/shaders/b.wgsl", "#import \"../../secret.wgsl\"::SECRET\nconst b = SECRET;\n"),
        ("outer/package/shaders/d.wgsl", "#import \"../../secret.wgsl\"\nconst b = SECRET;\n"),
        ("outer/package/shaders/e.wgsl", "#import \"../../secret.wgsl\" as s\nconst b = s::SECRET;\n"),
        ("outer/package/shaders/c.wesl", "import package::link::SECRET;\nconst c = SECRET;\n"),
    ];
    let folder = folder(name, &files);
    #[cfg(unix)]
    std::os::unix::fs::symlink("../../secret.wgsl", folder.join("outer/package/shaders/link.wgsl"))
        .expect("a link");
    folder
}

#[test]
fn imports_stay_in_the_package() {
    let folder = escapes("escapes");
    for name in ["a.wesl", "b.wgsl", "c.wesl", "d.wgsl", "e.wgsl"] {
        if name == "c.wesl" && cfg!(not(unix)) {
            continue;
        }
        let path = format!("outer/package/shaders/{name}");
        let refused = run(&folder, &[&path]);
        assert_eq!(refused.status, 1, "{name}: {}", refused.errors);
        assert!(!refused.errors.contains("password"), "{name}: {}", refused.errors);
        for words in ["error[module/unknown-module]", "escapes/outer`, outside of the package", "--allow-dir"]
        {
            assert!(refused.errors.contains(words), "{name}, {words}: {}", refused.errors);
        }
        assert!(refused.errors.contains("1 rejected (1 error)"), "{name}: {}", refused.errors);
        if name == "d.wgsl" {
            // The names of a whole module have its name before them.
            continue;
        }
        let allowed = run(&folder, &[&path, "--allow-dir", "outer"]);
        assert!(allowed.errors.contains("password"), "{name}: {}", allowed.errors);
    }
}

#[test]
fn wesl_toml_has_a_table_for_the_package_or_none() {
    let main = ("gpu/a/main.wesl", "import package::util::f;\nfn g() { f(); }\n");
    let util = ("gpu/util.wesl", "fn f() {}\n");
    for toml in
        ["[package]\nedition = \"2026_pre\"\nroot = \"./gpu\"\n", "root = \"gpu\"\ndependencies = []\n"]
    {
        let folder = folder("wesl-toml-package", &[("wesl.toml", toml), main, util]);
        let result = run(&folder, &["gpu/a/main.wesl"]);
        assert_eq!(result.status, 0, "{toml}: {}", result.errors);
    }
}

#[test]
fn wesl_toml_excludes_files_of_directories() {
    for toml in ["[package]\nexclude = [\"**/test\"]\n", "exclude = [\"./shaders/test/*.wesl\"]\n"] {
        let files =
            [("wesl.toml", toml), ("shaders/a.wesl", "fn f() {}\n"), ("shaders/test/b.wesl", "wrong\n")];
        let folder = folder("wesl-toml-exclude", &files);
        let result = run(&folder, &["."]);
        assert_eq!(result.status, 0, "{toml}: {}", result.errors);
        assert_eq!(run(&folder, &["shaders/test/b.wesl"]).status, 1, "it is named");
    }
    let files = [("wesl.toml", "exclude = [\"{\"]\n"), ("shaders/a.wesl", "fn f() {}\n")];
    let result = run(&folder("wesl-toml-wrong-pattern", &files), &["."]);
    assert_eq!(result.status, 2);
    assert!(result.errors.contains("wesl.toml: exclude: "), "{}", result.errors);
}

#[test]
fn packages_of_npm_are_found_by_their_names() {
    let toml = "edition = \"unstable_2025\"\ndependencies = [\"my-noise\", \"other\", \"@a-b/c_d\"]\n";
    let main = "import my_noise::noise;\nimport other::deep::f;\nimport a_b__c_d::h;\nfn g() { _ = noise() + f() + h(); }\n";
    let files = [
        (".git/HEAD", ""),
        ("packages/app/wesl.toml", toml),
        ("packages/app/shaders/main.wesl", main),
        ("packages/my-noise/wesl.toml", "root = \"src\"\n"),
        ("packages/my-noise/src/lib.wgsl", "fn noise() -> i32 { return 1; }\n"),
        ("node_modules/@a-b/c_d/shaders/lib.wesl", "fn h() -> i32 { return 2; }\n"),
        ("packages/app/node_modules/other/shaders/deep.wesl", "fn f() -> i32 { return true; }\n"),
    ];
    let folder = folder("npm-packages", &files);
    assert_eq!(
        found(&folder, &["packages/app/shaders/main.wesl"]),
        ["packages/app/node_modules/other/shaders/deep.wesl:1:24 type/mismatch"]
    );
}

#[test]
fn sources_of_cargo_packages_are_found_where_they_may_be_read() {
    let files = [
        ("app/Cargo.toml", "[package]\nname = \"app\"\n"),
        ("app/Cargo.lock", "[[package]]\nname = \"bevy_render\"\nversion = \"0.19.0\"\n"),
        (
            "app/assets/a.wgsl",
            "#import bevy_render::globals::Globals\nfn f(g: Globals) -> f32 { return g.time; }\n",
        ),
        ("registry/src/index/bevy_render-0.19.0/Cargo.toml", ""),
        ("registry/src/index/bevy_render-0.20.0/Cargo.toml", ""),
        ("registry/src/index/bevy_render-0.19.0/src/globals.wesl", "struct Globals { time: f32 }\n"),
        ("registry/src/index/bevy_render-0.20.0/src/globals.wesl", "struct Globals { seconds: f32 }\n"),
    ];
    let folder = folder("cargo-sources", &files);
    let alone = run(&folder, &["app/assets/a.wgsl"]);
    assert_eq!(alone.status, 2, "{}", alone.errors);
    assert!(alone.errors.contains("from `bevy_render`, which was not found"), "{}", alone.errors);
    let allowed = run(&folder, &["--allow-dir", "registry/src", "app/assets/a.wgsl"]);
    assert_eq!(allowed.status, 0, "{}", allowed.errors);
}

#[test]
fn a_dependency_without_a_directory_is_told_with_its_path() {
    let files = [
        ("wesl.toml", "[dependencies]\nlost = { path = \"../lost\" }\n"),
        ("shaders/a.wesl", "import lost::x;\nfn f() { x(); }\n"),
    ];
    let result = run(&folder("lost-dependency", &files), &["shaders/a.wesl"]);
    assert_eq!(result.status, 2, "{}", result.errors);
    assert!(result.errors.contains("dependency `lost`: directory `../lost` not found"), "{}", result.errors);
}

#[test]
fn a_configuration_that_is_wrong_is_reported() {
    let files = [
        ("p/wesl.toml", "root = 5\n"),
        ("p/a.wesl", "fn f() {}\n"),
        ("p/q/b.wesl", "fn f() {}\n"),
        ("c.wesl", "fn f() {}\n"),
    ];
    let folder = folder("wrong-wesl-toml", &files);
    let found = run(&folder, &["p/a.wesl", "p/q/b.wesl", "c.wesl"]);
    assert_eq!(found.status, 2, "{}", found.errors);
    assert_eq!(found.errors.matches("p/wesl.toml: line 1: invalid type").count(), 1, "{}", found.errors);
    assert!(found.errors.contains("3 accepted"), "{}", found.errors);
}

#[test]
fn a_dependency_opens_its_folder() {
    let folder = escapes("escapes-dependency");
    let toml = "[dependencies]\nother = { path = \"..\" }\n";
    fs::write(folder.join("outer/package/wesl.toml"), toml).expect("it is written");
    let text = "import other::secret::SECRET;\nconst a = SECRET;\n";
    fs::write(folder.join("outer/package/shaders/a.wesl"), text).expect("it is written");
    let read = run(&folder, &["outer/package/shaders/a.wesl"]);
    assert!(read.errors.contains("password"), "{}", read.errors);
}

#[cfg(unix)]
#[test]
fn links_in_a_folder_stay_in_its_package() {
    let folder = escapes("escapes-link");
    fs::remove_file(folder.join("outer/package/shaders/c.wesl")).expect("it is removed");
    let refused = run(&folder, &["outer/package"]);
    assert_eq!(refused.status, 2, "{}", refused.errors);
    assert!(!refused.errors.contains("password"), "{}", refused.errors);
    assert!(refused.errors.contains("link.wgsl: not read: it links to "), "{}", refused.errors);
    let named = run(&folder, &["outer/package/shaders/link.wgsl"]);
    assert!(named.errors.contains("password"), "{}", named.errors);
}

#[test]
fn packages_are_found_around_a_file() {
    let files = [
        (".git/HEAD", ""),
        ("Cargo.toml", "[workspace]\nmembers = [\"crates/*\", \"tools/extra\"]\n"),
        ("crates/engine-core/Cargo.toml", "[package]\nname = \"engine_pbr\"\n"),
        (
            "crates/engine-core/src/light.wesl",
            "import package::sun::power;\nfn f() -> f32 { return power; }\n",
        ),
        ("crates/engine-core/src/sun.wesl", "const power = 2.0;\n"),
        ("tools/extra/shaders/noise.wesl", "const seed = 1.0;\n"),
        ("assets/other/x.wesl", "const y = 1.0;\n"),
        (
            "assets/shaders/main.wesl",
            "import engine_pbr::light::f;\nfn g() -> f32 { return f() + engine_core::sun::power + extra::noise::seed + other::x::y; }\n",
        ),
        ("assets/shaders/typo.wesl", "fn g() -> f32 { return engine_pbr::lihgt::f(); }\n"),
        ("assets/shaders/absent.wesl", "fn g() -> f32 { return nothing::lihgt::f(); }\n"),
    ];
    let folder = folder("workspace", &files);
    let told = run(&folder, &["assets/shaders/main.wesl"]);
    assert_eq!(told.status, 0, "{told:?}");
    assert_eq!(run(&folder, &["assets/shaders/typo.wesl"]).status, 1);
    assert_eq!(run(&folder, &["assets/shaders/absent.wesl"]).status, 2);
}

#[test]
fn package_means_the_dependency_in_a_dependency() {
    for path in ["deps/engine", "deps/engine/src"] {
        let toml = format!("[dependencies]\nengine = {{ path = \"{path}\" }}\n");
        let files = [
            ("wesl.toml", toml.as_str()),
            ("shaders/main.wesl", "import engine::light::f;\nfn g() -> f32 { return f(); }\n"),
            ("deps/engine/src/light.wesl", "import package::sun::power;\nfn f() -> f32 { return power; }\n"),
            ("deps/engine/src/sun.wesl", "const power = 2.0;\n"),
        ];
        let folder = folder(&format!("dependency-{}", path.len()), &files);
        let told = run(&folder, &["shaders/main.wesl"]);
        assert_eq!(told.status, 0, "{told:?}");
        let told = run(&folder, &["."]);
        assert_eq!(told.status, 0, "{told:?}");
    }
}

#[test]
fn files_are_checked_under_the_variants_of_the_configuration() {
    let text = "@if(A) const a: i32 = 1.5;\n@if(B) const b = 1;\n@if(C) const c = 1;\nconst d = c;\n";
    let toml = "[[variant]]\nname = \"first\"\nfiles = [\"in\"]\ndefines = [\"A\", \"C\"]\n\n[[variant]]\nfiles = [\"in/*.wesl\"]\ndefines = { B = true, C = 1 }\n";
    let files = [("wgsl-check.toml", toml), ("in/a.wesl", text), ("out/a.wesl", text)];
    let folder = folder("variants", &files);
    let told = run(&folder, &["."]);
    assert_eq!(told.status, 2, "{told:?}");
    assert!(told.errors.contains("in variant `first`"), "{}", told.errors);
    assert!(
        told.errors.contains(
            "out/a.wesl: can't check this file with these definitions: `c` is declared only if `C`"
        ),
        "{}",
        told.errors
    );
    assert!(told.errors.ends_with("2 files: 1 rejected, 1 not checked (1 error)\n"), "{}", told.errors);
    let told = run(&folder, &["--variants=needed", "out"]);
    assert_eq!(told.status, 0, "{told:?}");
    let told = run(&folder, &["--variants", "out"]);
    assert!(
        told.status == 1 && told.errors.contains("when `A`; to see it alone, pass --define A --define C"),
        "{told:?}"
    );
    let told = run(&folder, &["--variants", "--error-format", "short", "out"]);
    let line = "(when `A`; to see it alone, pass --define A --define C)\n";
    assert!(told.errors.contains(line), "{}", told.errors);
    assert_eq!(run(&folder, &["--variants", "--define", "A=false", "out"]).status, 0);
}
