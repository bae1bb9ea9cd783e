//! Multi-file programs: what is made of them, and where diagnostics point.

use crate::{Defines, File, Program, Project};
use shader_source::SourceMap;
use wgsl_spec::Edition;
use wgsl_validator::{Options, Validator};

pub(crate) fn project_with(files: &[(&str, &str)], names: &[(&str, &str)]) -> Project {
    let file =
        |(path, text): &(&str, &str)| File { path: format!("/p/{path}"), text: (*text).into(), root: None };
    let mut defines = Defines::default();
    for (name, value) in names {
        defines.define(*name, Some(value));
    }
    Project::new(files.iter().map(file).collect(), defines, Edition::Current)
}

pub(crate) fn project(files: &[(&str, &str)]) -> Project {
    project_with(files, &[])
}

pub(crate) fn link(project: &Project, root: &str) -> Program {
    project.link(project.find(&format!("/p/{root}")).expect("it is a file"))
}

/// `file:line:column code message` of each diagnostic of a program.
pub(crate) fn findings(project: &Project, root: &str) -> Vec<String> {
    let program = link(project, root);
    let found = Validator::new(Options::default()).diagnose(program.text());
    let findings = program.findings(project, found);
    let file = |index: usize| project.file(findings.files[index]);
    let mut sources = SourceMap::new(&file(0).path, &file(0).text);
    for index in 1..findings.files.len() {
        let _ = sources.add(&file(index).path, &file(index).text);
    }
    let line = |found: &shader_source::diagnostic::Diagnostic| {
        let place = sources.range(found.primary.span);
        let name = place.file.name().strip_prefix("/p/").unwrap_or_default();
        format!(
            "{name}:{}:{} {} {}",
            place.first.line,
            place.first.column_chars,
            found.rule.slug(),
            found.message
        )
    };
    findings.diagnostics.iter().map(line).collect()
}

#[track_caller]
pub(crate) fn assert_findings(project: &Project, root: &str, expected: &[&str]) {
    let found = findings(project, root);
    let fits = |(found, expected): (&String, &&str)| found.starts_with(expected);
    let all_fit = found.len() == expected.len() && found.iter().zip(expected).all(fits);
    assert!(all_fit, "{found:#?}\nexpected {expected:#?}\n{}", link(project, root).text());
}

#[test]
fn a_program_has_what_it_mentions_and_nothing_else() {
    let project = project(&[
        (
            "main.wesl",
            "import package::util::{twice, unused};\n@compute @workgroup_size(1) fn main() { _ = twice(2); }\n",
        ),
        (
            "util.wesl",
            "const factor = 2;\nfn twice(a: i32) -> i32 { return factor * a; }\nfn unused() { _ = wrong; }\n",
        ),
    ]);
    assert_findings(&project, "main.wesl", &[]);
    let program = link(&project, "main.wesl");
    assert!(
        program.text().contains("fn twice") && program.text().contains("const factor"),
        "{}",
        program.text()
    );
    assert!(!program.text().contains("unused"), "{}", program.text());
    assert!(program.has_entry_point());
}

#[test]
fn findings_lie_in_the_files_that_were_written() {
    let project = project(&[
        (
            "main.wesl",
            "import super::util::half as h;\nimport package::lib::color;\n\nfn f() -> i32 {\n    return h(1u);\n}\nfn g() -> f32 { return color::red(true) + package::lib::color::blue; }\n",
        ),
        ("util.wesl", "// é\nfn half(a: i32) -> i32 {\n    let b: f32 = a;\n    return a / 2;\n}\n"),
        ("lib/color.wesl", "fn red(a: f32) -> f32 { return a; }\nconst blue = 1u + 1i;\n"),
    ]);
    assert_findings(
        &project,
        "main.wesl",
        &[
            "main.wesl:5:14 type/mismatch",
            "main.wesl:7:35 type/mismatch",
            "lib/color.wesl:2:14 type/no-matching-overload",
            "util.wesl:3:18 type/mismatch",
        ],
    );
}

#[test]
fn names_that_several_modules_have_stay_apart() {
    let project = project(&[
        (
            "main.wesl",
            "import package::a::color;\nimport package::b;\nconst shade = 1.0;\nfn f(max: f32) -> vec3f { return color() + b::color() * shade; }\n",
        ),
        (
            "a.wesl",
            "const shade = 2i;\nfn color() -> vec3f { return vec3f(f32(shade)) + max(shade, 1i); }\nfn max(a: i32, b: i32) -> f32 { return 1; }\n",
        ),
        ("b.wesl", "fn color() -> vec3f { return vec3f(max(1.0, 2.0)); }\n"),
    ]);
    assert_findings(&project, "main.wesl", &[]);
}

#[test]
fn messages_have_the_names_of_the_files() {
    let project = project(&[
        ("main.wesl", "import package::a;\nfn color() {}\nfn f() { let x: i32 = a::color(1, 2); }\n"),
        ("a.wesl", "struct S { a: f32 }\nfn color(a: i32) -> i32 { return a; }\n"),
    ]);
    let found = findings(&project, "main.wesl");
    assert_eq!(found.len(), 1);
    assert!(found[0].contains("`a::color`"), "{found:?}");
}

#[test]
fn a_local_hides_an_import() {
    let project = project(&[
        (
            "main.wesl",
            "import package::a::x as y;\nfn f(y: f32) -> f32 { let x = 1u; return y; }\nfn g() -> i32 { let x = 1.0; return y; }\n",
        ),
        ("a.wesl", "const x: i32 = 1;\n"),
    ]);
    assert_findings(&project, "main.wesl", &[]);
}

#[test]
fn imports_that_lead_nowhere_are_told_once_at_the_import() {
    let project = project(&[
        (
            "main.wesl",
            "import package::util::{scale, skale};\nimport super::utl::scale as s; import package::lost::{a, b as c};\nfn f() -> f32 { return skale(1) + skale(2) + s(3) + scale(4); }\nfn g() { package::util::nothing(); }\n",
        ),
        ("util.wesl", "fn scale(a: f32) -> f32 { return a; }\n"),
    ]);
    assert_findings(
        &project,
        "main.wesl",
        &[
            "main.wesl:1:31 module/unknown-item module `package::util` does not declare `skale`",
            "main.wesl:2:8 module/unknown-module module `super::utl` not found",
            "main.wesl:2:55 module/unknown-module module `package::lost` not found",
            "main.wesl:4:10 module/unknown-item module `package::util` does not declare `nothing`",
        ],
    );
    let program = link(&project, "main.wesl");
    let findings = program.findings(&project, Vec::new());
    let edits = |index: usize| findings.diagnostics[index].suggestion.clone().map(|it| it.edits);
    let text = &project.file(program.files()[0]).text;
    let [(span, by)] = &edits(0).expect("a suggestion")[..] else { panic!("one edit") };
    assert_eq!((span.text(text), by.as_str()), ("skale", "scale"));
    let [(span, by)] = &edits(1).expect("a suggestion")[..] else { panic!("one edit") };
    assert_eq!((span.text(text), by.as_str()), ("utl", "util"));
}

#[test]
fn malformed_imports_are_told_and_the_rest_is_read() {
    let project = project(&[
        (
            "main.wesl",
            "import self;\nimport super::super;\nimport package::util::{};\nimport package::util::f\nimport package::util::{g}\n@compute @workgroup_size(1) fn main() { f(); g(1u); }\n",
        ),
        ("util.wesl", "fn f() {}\nfn g(a: i32) {}\n"),
    ]);
    assert_findings(
        &project,
        "main.wesl",
        &[
            "main.wesl:1:8 module/invalid-import",
            "main.wesl:2:8 module/invalid-import",
            "main.wesl:3:24 module/invalid-import",
            "main.wesl:4:23 module/invalid-import expected `;` after the import",
            "main.wesl:5:25 module/invalid-import expected `;` after the import",
            "main.wesl:6:48 type/mismatch",
        ],
    );
}

#[test]
fn one_declaration_may_have_several_names() {
    let project = project(&[
        (
            "main.wesl",
            "import package::a::f as g;\nimport package::a::f as h;\nimport package::b::one;\nfn main() -> i32 { return g() + h() + one::two(); }\n",
        ),
        ("a.wesl", "fn f() -> i32 { return 1; }\n"),
        ("b/one.wgsl", "alias f32 = i32;\nfn two() -> f32 { return i32(); }\n"),
    ]);
    assert_findings(&project, "main.wesl", &[]);
}

#[test]
fn assertions_of_modules_hold_where_something_of_them_is_used() {
    let project = project(&[
        ("main.wesl", "import package::used::f;\nimport package::unused::g;\nfn h() { f(); }\n"),
        ("used.wesl", "const_assert 1 > 2;\nfn f() {}\n"),
        ("unused.wesl", "const_assert 3 > 4;\nfn g() {}\n"),
    ]);
    assert_findings(&project, "main.wesl", &["used.wesl:1:14 "]);
}

#[test]
fn a_name_that_is_not_imported_stays_unknown() {
    let project = project(&[
        ("main.wesl", "import package::util::f;\nfn g() { f(); helper(); }\n"),
        ("util.wesl", "fn f() { helper(); }\nfn helper() {}\n"),
    ]);
    assert_findings(
        &project,
        "main.wesl",
        &["main.wesl:2:15 resolve/unknown-identifier `helper` is not declared"],
    );
}

#[test]
fn private_declarations_stay_in_their_modules() {
    let project = project(&[
        (
            "main.wesl",
            "import package::a::{open, hidden};\nfn f() { open(); hidden(); package::a::state = 1; }\n",
        ),
        (
            "a.wesl",
            "public fn open() { hidden(); state = 2; }\n@must_use private fn hidden() -> i32 { return 1; }\nprivate var<private> state: i32;\n",
        ),
    ]);
    assert_findings(
        &project,
        "main.wesl",
        &[
            "main.wesl:1:27 module/private-item `hidden` is private in module `package::a`",
            "main.wesl:2:28 module/private-item",
            "a.wesl:1:20 ",
        ],
    );
}

#[test]
fn the_import_that_a_name_needs_is_told() {
    let project = project(&[
        ("a/main.wesl", "fn f() { helper(); tool(); top(); nothing(); }\n"),
        ("a/b/util.wesl", "fn helper() {}\n"),
        ("a/package.wesl", "fn top() {}\n"),
        ("old.wgsl", "#define_import_path my::tools\nfn tool() {}\n"),
    ]);
    let program = link(&project, "a/main.wesl");
    let found = Validator::new(Options::default()).diagnose(program.text());
    let notes: Vec<_> =
        program.findings(&project, found).diagnostics.into_iter().map(|it| it.notes.concat()).collect();
    let told = |import: &str| format!("it is declared in a different module: add `{import}`");
    let expected = [
        told("import package::b::util::helper;"),
        told("#import my::tools::tool"),
        told("import package::top;"),
        String::new(),
    ];
    assert_eq!(notes, expected);
}

#[test]
fn public_imports_pass_declarations_on() {
    let project = project(&[
        ("main.wesl", "import package::front::f;\nfn g() -> i32 { return f(true); }\n"),
        ("front.wesl", "public import package::back::e as f;\n"),
        ("back.wesl", "public fn e(a: i32) -> i32 { return a; }\nprivate const unused = 1;\n"),
    ]);
    assert_findings(&project, "main.wesl", &["main.wesl:2:26 type/mismatch"]);
    assert_findings(&project, "front.wesl", &[]);
    assert_findings(&project, "back.wesl", &[]);
}

#[test]
fn cycles_of_imports_end() {
    let project = project(&[
        ("a.wesl", "import package::b::g;\npublic import package::b::x;\nfn f() { g(); }\nconst y = x;\n"),
        ("b.wesl", "import package::a::f;\npublic import package::a::x;\nfn g() { f(); }\n"),
        ("c.wesl", "import package::d::one;\nconst two: i32 = 2;\nconst three = one + two;\n"),
        ("d.wesl", "import package::c::two;\nconst one = two - 1;\n"),
    ]);
    assert_findings(&project, "c.wesl", &[]);
    assert_findings(&project, "d.wesl", &[]);
    let found = findings(&project, "a.wesl");
    assert!(found.iter().any(|it| it.contains("resolve/declaration-cycle")), "{found:?}");
    assert!(found.iter().any(|it| it.starts_with("a.wesl:2:15 module/unknown-item")), "{found:?}");
}

#[test]
fn conditions_choose_by_names() {
    let files = [
        (
            "main.wesl",
            "@if(high) import package::high::quality;\n@else import package::low::quality;\n@if(high && !off) enable f16;\nstruct S {\n    @if(high) a: f16,\n    b: f32,\n}\nconst q: i32 = quality;\n",
        ),
        ("high.wesl", "const quality = 1.5;\n"),
        ("low.wesl", "const quality = 1;\n"),
    ];
    assert_findings(&project(&files), "main.wesl", &[]);
    let high = project_with(&files, &[("high", "true")]);
    assert_findings(&high, "main.wesl", &["main.wesl:8:16 "]);
}

#[test]
fn directives_of_modules_hold_for_the_program() {
    let project = project(&[
        ("main.wesl", "import package::half::one;\nconst a = f32(one);\n"),
        ("half.wesl", "enable f16;\nconst one: f16 = 1h;\n"),
        ("without.wesl", "import package::wrong::one;\nconst a = f32(one);\n"),
        ("wrong.wesl", "import package::half::one as other;\nconst one: f16 = 1h;\n"),
    ]);
    assert_findings(&project, "main.wesl", &[]);
    let program = link(&project, "without.wesl");
    let found = Validator::new(Options::default()).diagnose(program.text());
    let findings = program.findings(&project, found);
    let found = findings.diagnostics.iter().find_map(|it| it.suggestion.as_ref()).expect("a suggestion");
    let (span, _) = found.edits[0];
    let start = project.file(findings.files[0]).text.len() as u32 + 1;
    assert_eq!(span.lo - start, 36, "behind the imports of the file that needs it");
}

#[test]
fn lines_of_the_preprocessor() {
    let files = [
        (
            "main.wgsl",
            "#import my::lights::{sun, moon as night}\n#import my::tools\n#ifdef FOG\n#import my::fog::density\n#endif\n@fragment\nfn main() -> @location(0) vec4f {\n#ifdef FOG\n    let d = density(1u);\n#else\n    let d = 1.0;\n#endif\n    return vec4f(sun() * d + night() + tools::scale, #{ALPHA}, my::tools::scale, 1.0);\n}\n",
        ),
        (
            "a/lights.wgsl",
            "#define_import_path my::lights\nfn sun() -> f32 { return 1.0; }\nfn moon() -> f32 { return 1u; }\n",
        ),
        ("tools.wgsl", "#define_import_path my::tools\n\nconst scale = 2.0;\n"),
        ("fog.wgsl", "#define_import_path my::fog\nfn density(a: f32) -> f32 { return a; }\n"),
    ];
    let clear = project_with(&files, &[("ALPHA", "0.5")]);
    assert_findings(&clear, "main.wgsl", &["a/lights.wgsl:3:27 type/mismatch"]);
    let fog = project_with(&files, &[("ALPHA", "true"), ("FOG", "true")]);
    assert_findings(
        &fog,
        "main.wgsl",
        &[
            "main.wgsl:9:21 type/mismatch",
            "main.wgsl:13:12 type/no-matching-overload",
            "a/lights.wgsl:3:27 type/mismatch",
        ],
    );
}

#[test]
fn what_a_file_defines_holds_for_what_it_imports() {
    let project = project(&[
        ("main.wgsl", "#define WIDE\n#import my::tools::width\nconst a: i32 = width;\n"),
        ("other.wgsl", "#import my::tools::width\nconst a: i32 = width;\n"),
        (
            "tools.wgsl",
            "#define_import_path my::tools\n#ifdef WIDE\nconst width = 2;\n#else\nconst width = 1.5;\n#endif\n",
        ),
    ]);
    assert_findings(&project, "main.wgsl", &[]);
    assert_findings(&project, "other.wgsl", &["other.wgsl:2:16 "]);
}

#[test]
fn syntax_errors_of_modules_lie_in_their_files() {
    let project = project(&[
        ("main.wesl", "import package::util::{f, g};\nfn h() { f(); g(); }\n"),
        ("util.wesl", "fn f() {\n    let a = 1\n    let b = 2;\n}\nfn g() {}\nstruct { }\n"),
    ]);
    let found = findings(&project, "main.wesl");
    assert!(found.iter().all(|it| it.starts_with("util.wesl:")), "{found:?}");
    assert!(found.iter().any(|it| it.starts_with("util.wesl:3:5 parse/")), "{found:?}");
}

#[test]
fn edits_lie_in_their_files_and_those_of_other_names_are_left_out() {
    let project = project(&[
        ("main.wesl", "import package::util::f;\nfn h() { f(); }\n"),
        ("util.wesl", "fn f() {\n    let a = 1\n    let b = 2;\n}\n"),
    ]);
    let program = link(&project, "main.wesl");
    let found = Validator::new(Options::default()).diagnose(program.text());
    let findings = program.findings(&project, found);
    let suggestion = findings.diagnostics[0].suggestion.as_ref().expect("a suggestion");
    let start = project.file(findings.files[0]).text.len() as u32 + 1;
    let edits: Vec<_> = suggestion.edits.iter().map(|(span, by)| (span.lo - start, by.as_str())).collect();
    assert_eq!(edits, [(22, ";")]);
}

#[test]
fn packages_that_are_not_there_lie_outside() {
    let project = project(&[("main.wesl", "import bevy_pbr::io::VertexOutput;\nfn f(a: VertexOutput) {}\n")]);
    let program = link(&project, "main.wesl");
    let outside: Vec<_> =
        program.outside().iter().map(|it| (it.package.as_str(), it.place.span.lo)).collect();
    assert_eq!(outside, [("bevy_pbr", 7)]);
    assert_findings(&project, "main.wesl", &[]);
}

#[test]
fn leftovers_of_tools_are_found() {
    let leftover = |text: &str| {
        let project = project(&[("a.wgsl", text)]);
        link(&project, "a.wgsl").unvalued().first().map(|it| it.written.clone())
    };
    assert_eq!(leftover("const a = {{ size }};"), Some("{{ size }}".to_owned()));
    assert_eq!(leftover("const a = ${size}u;"), Some("${size}".to_owned()));
    assert_eq!(leftover("{% if x %}\nconst a = 1;"), Some("{% if x %}".to_owned()));
    assert_eq!(leftover("const a = #{SIZE};"), Some("#{SIZE}".to_owned()));
    assert_eq!(leftover("// {{ size }}\nfn f() {{ g(); }}"), None);
    assert_eq!(leftover("fn f() {{\n}}"), None);
}

#[test]
fn nothing_is_lost_or_found_in_a_plain_file() {
    let text = "enable f16;\n// é\nfn f() -> f32 { return 1u; }\r\nconst a = max(b::c, 1);\n";
    let project = project(&[("a.wgsl", text)]);
    assert_eq!(link(&project, "a.wgsl").text(), text);
}

/// The behaviours that the test cases of the WESL repository show, with programs of our own. The crate `wesl` treats all but three alike:
/// it knows no modules by import (`module_import`), asserts what modules say of which nothing is used (`assert_unused`), and takes
/// a function of the root for a builtin of a different module (`root_shadows_builtin`).
#[test]
fn modules_of_wesl() {
    let text = include_str!("../../../fixtures/modules/wesl.txt");
    for case in text.split("\n=== ").skip(1) {
        let (head, body) = case.split_once('\n').expect("a case has files");
        let mut head = head.split_whitespace();
        let (name, expected) = (head.next().expect("a name"), head.next().expect("a verdict"));
        let names: Vec<(&str, &str)> = head.map(|name| (name, "true")).collect();
        let files: Vec<(&str, &str)> =
            body.split("--- ").skip(1).filter_map(|file| file.split_once('\n')).collect();
        let project = project_with(&files, &names);
        let found = findings(&project, files[0].0);
        match expected {
            "accepted" => assert!(found.is_empty(), "{name}: {found:?}"),
            code => assert!(found.len() == 1 && found[0].contains(code), "{name}: {found:?}"),
        }
    }
}

#[test]
fn any_text_has_a_program() {
    let pieces = [
        "import ",
        "a::b",
        "::",
        "{",
        "}",
        ";",
        "@if(",
        ")",
        "@else ",
        "fn f() ",
        "\n#ifdef X\n",
        "\n#endif\n",
        "#{X}",
        "é",
        ",",
    ];
    let mut seed = 7_u32;
    for _ in 0..400 {
        let mut text = String::new();
        for _ in 0..12 {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            text.push_str(pieces[(seed >> 16) as usize % pieces.len()]);
        }
        let project = project(&[("a.wesl", &text), ("b.wesl", "const c = 1;")]);
        let program = link(&project, "a.wesl");
        let found = Validator::new(Options::default()).diagnose(program.text());
        let _ = program.findings(&project, found);
    }
}

#[test]
fn long_lines_are_no_trouble() {
    for piece in ["{{ ", "#{a ", "${", "a::", "@if(a) ", "import a::{", "@else (", "#import "] {
        let text = piece.repeat(20_000);
        let project = project(&[("a.wgsl", &text)]);
        let _ = link(&project, "a.wgsl");
    }
}

/// Damaged copies of a project: whatever is left of it has a program, and all places are in its files.
#[test]
fn damaged_projects_have_places_in_their_files() {
    let whole = [
        ("shaders/scene.wesl", include_str!("../../../fixtures/modules/game/shaders/scene.wesl")),
        ("shaders/camera.wesl", include_str!("../../../fixtures/modules/game/shaders/camera.wesl")),
        ("shaders/math.wesl", include_str!("../../../fixtures/modules/game/shaders/math.wesl")),
        ("shaders/materials.wesl", include_str!("../../../fixtures/modules/game/shaders/materials.wesl")),
        (
            "shaders/lighting/sun.wesl",
            include_str!("../../../fixtures/modules/game/shaders/lighting/sun.wesl"),
        ),
        (
            "shaders/lighting/sky.wesl",
            include_str!("../../../fixtures/modules/game/shaders/lighting/sky.wesl"),
        ),
        ("old/main.wgsl", include_str!("../../../fixtures/modules/game/old/main.wgsl")),
        ("old/lights.wgsl", include_str!("../../../fixtures/modules/game/old/lights.wgsl")),
        ("old/noise.wgsl", include_str!("../../../fixtures/modules/game/old/tools/noise.wgsl")),
    ];
    let pieces = [
        "",
        "{",
        "}",
        "(",
        ";",
        "é",
        "\u{1F600}",
        "import ",
        "@if(colors) ",
        "@else ",
        "::",
        "/*",
        "\n#endif\n",
        "<",
        "\"",
    ];
    let mut seed = 1_u32;
    let mut next = |below: usize| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 8) as usize % below
    };
    for _ in 0..150 {
        let mut files: Vec<(&str, String)> =
            whole.iter().map(|(path, text)| (*path, (*text).to_owned())).collect();
        for (_, text) in &mut files {
            let boundary =
                |text: &str, at: usize| (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
            let start = boundary(text, next(text.len()));
            let end = boundary(text, (start + next(12)).min(text.len())).max(start);
            text.replace_range(start..end, pieces[next(pieces.len())]);
        }
        let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (*path, text.as_str())).collect();
        let project = project_with(&files, &[("colors", "true"), ("SAMPLES", "5")]);
        for root in ["shaders/scene.wesl", "old/main.wgsl"] {
            let program = link(&project, root);
            let found = Validator::new(Options::default()).diagnose(program.text());
            let findings = program.findings(&project, found);
            let mut start = 0;
            let mut all = String::new();
            for file in &findings.files {
                assert_eq!(all.len(), start);
                all.push_str(&project.file(*file).text);
                all.push(' ');
                start = all.len();
            }
            let labels =
                findings.diagnostics.iter().flat_map(|it| std::iter::once(&it.primary).chain(&it.labels));
            let edits =
                findings.diagnostics.iter().filter_map(|it| it.suggestion.as_ref()).flat_map(|it| &it.edits);
            for span in labels.map(|label| label.span).chain(edits.map(|(span, _)| *span)) {
                assert!(all.get(span.lo as usize..span.hi as usize).is_some(), "{span:?} of {root}");
            }
        }
    }
}

#[test]
fn the_cost_grows_with_the_files() {
    let mut files: Vec<(String, String)> = (0..3_000)
        .map(|index| {
            let next = index + 1;
            let text =
                format!("import package::m{next}::f as g;\nfn f() -> i32 {{ return g() + {index}; }}\n");
            (format!("m{index}.wesl"), text)
        })
        .collect();
    files.push(("m3000.wesl".to_owned(), "fn f() -> i32 { return true; }".to_owned()));
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let project = project(&files);
    let program = link(&project, "m0.wesl");
    assert_eq!(program.files().len(), 3_001);
    assert_eq!(program.text().matches("fn ").count(), 3_001);
}
