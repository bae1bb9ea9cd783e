//! The additional places, notes and suggestions of findings. Their wording is never compared.

use shader_source::Span;
use wgsl_spec::Edition;
use wgsl_validator::diagnostic::Label;
use wgsl_validator::{Options, validate};

/// A program; its places with column and source, beginning with that of the finding; the number of notes; and the
/// program after the suggestion, if there is one.
type Case = (&'static str, &'static [(u32, &'static str)], usize, Option<&'static str>);

/// Compares the first finding of each program.
fn check(cases: &[Case]) {
    check_in(Edition::Current, cases);
}

fn check_in(edition: Edition, cases: &[Case]) {
    let mut failures = Vec::new();
    for (program, places, notes, fixed) in cases {
        let module = validate(program, &Options { edition, ..Options::default() });
        let first = &module.diagnostics()[0];
        let place = |span: Span| (span.lo + 1, span.text(program));
        let said = first.labels.iter().filter(|label| !label.text.is_empty());
        let labels = said.map(|label| place(label.span));
        let found: Vec<(u32, &str)> = core::iter::once(place(first.primary.span)).chain(labels).collect();
        let applied = first.suggestion.as_ref().map(|suggestion| {
            let mut text = (*program).to_owned();
            for (span, replacement) in suggestion.edits.iter().rev() {
                text.replace_range(span.lo as usize..span.hi as usize, replacement);
            }
            text
        });
        if (found.as_slice(), first.notes.len(), applied.as_deref()) != (*places, *notes, *fixed) {
            failures.push(format!("{program}\n  found {found:?}, {} notes, {applied:?}", first.notes.len()));
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

#[test]
fn a_finding_points_at_other_places_that_matter() {
    check(&[
        ("struct S { a: i32, a: f32 }", &[(20, "a"), (12, "a")], 0, None),
        (
            "@fragment @vertex fn f() -> @builtin(position) vec4f { return vec4f(); }",
            &[(11, "@vertex"), (1, "@fragment")],
            0,
            None,
        ),
        (
            "@id(1) override a = 1; @id(2) override b = 1; @id(1) override c = 1;",
            &[(63, "c"), (17, "a")],
            0,
            None,
        ),
        (
            "@fragment fn f(@location(0) a: f32, @location(0) b: f32) {}",
            &[(37, "@location(0)"), (16, "@location(0)")],
            0,
            Some("@fragment fn f(@location(0) a: f32, @location(1) b: f32) {}"),
        ),
        (
            "@fragment fn f(@builtin(position) a: vec4f, @builtin(front_facing) c: bool, @builtin(position) b: vec4f) {}",
            &[(77, "@builtin(position)"), (16, "@builtin(position)")],
            0,
            None,
        ),
        (
            "@fragment fn f(@builtin(position) @location(0) a: vec4f) {}",
            &[(35, "@location(0)"), (16, "@builtin(position)")],
            0,
            None,
        ),
        (
            "struct S { @align(4) @size(4) @align(4) a: i32 }",
            &[(31, "@align(4)"), (12, "@align(4)")],
            0,
            None,
        ),
        (
            "diagnostic(off, derivative_uniformity); diagnostic(info, derivative_uniformity);",
            &[(41, "diagnostic(info, derivative_uniformity)"), (1, "diagnostic(off, derivative_uniformity)")],
            0,
            None,
        ),
        (
            "@group(0) @binding(0) var<uniform> a: i32; @group(0) @binding(0) var<uniform> b: i32; @fragment fn f() { _ = a; _ = b; }",
            &[(79, "b"), (36, "a")],
            0,
            Some(
                "@group(0) @binding(0) var<uniform> a: i32; @group(0) @binding(1) var<uniform> b: i32; @fragment fn f() { _ = a; _ = b; }",
            ),
        ),
        (
            "requires immediate_address_space; var<immediate> a: i32; var<immediate> b: i32; @fragment fn f() { _ = a; _ = b; }",
            &[(73, "b"), (50, "a")],
            0,
            None,
        ),
        ("fn g(a: i32) {} fn f() { g(); }", &[(26, "g()"), (4, "g")], 0, None),
        (
            "fn f() { switch 1 { default {} case 1 {} default {} } }",
            &[(42, "default"), (21, "default")],
            0,
            None,
        ),
        (
            "fn f() { switch 1 { case 1 {} case 2 {} case 1 {} default {} } }",
            &[(46, "1"), (26, "1")],
            0,
            None,
        ),
        ("fn f() { switch 1u { case 1 {} case 1i {} default {} } }", &[(37, "1i"), (17, "1u")], 0, None),
        (
            "fn f() { loop { if true { continue; } let x = 1; continuing { _ = x; break if true; } } }",
            &[(27, "continue"), (43, "x"), (67, "x")],
            0,
            None,
        ),
        (
            "fn f() -> i32 { if true { return 1; } }",
            &[(4, "f"), (39, "}"), (17, "if true { return 1; }"), (27, "return 1")],
            0,
            None,
        ),
        ("fn f() { _ = array(1u, 2, 3i); }", &[(27, "3i"), (20, "1u")], 0, None),
        (
            "fn f(a: i32, b: u32) { _ = a + b; }",
            &[(28, "a + b"), (28, "a"), (32, "b")],
            1,
            Some("fn f(a: i32, b: u32) { _ = a + i32(b); }"),
        ),
        (
            "fn f(a: i32) { const b = 1 + a; }",
            &[(26, "1 + a"), (30, "a")],
            0,
            Some("fn f(a: i32) { let b = 1 + a; }"),
        ),
        (
            "fn f(a: vec2i) { const b = a.x; }",
            &[(28, "a.x"), (28, "a")],
            0,
            Some("fn f(a: vec2i) { let b = a.x; }"),
        ),
        (
            "fn f(a: array<i32, 2>) { const b = array(1, 2)[a[0]]; }",
            &[(36, "array(1, 2)[a[0]]"), (48, "a")],
            0,
            Some("fn f(a: array<i32, 2>) { let b = array(1, 2)[a[0]]; }"),
        ),
        (
            "fn f(a: i32) { const b = abs(max(1, a)); }",
            &[(26, "abs(max(1, a))"), (37, "a")],
            0,
            Some("fn f(a: i32) { let b = abs(max(1, a)); }"),
        ),
        (
            "fn f(a: i32) { const b = -(a); }",
            &[(26, "-(a)"), (28, "a")],
            0,
            Some("fn f(a: i32) { let b = -(a); }"),
        ),
        (
            "fn f(a: i32) { const b = i32(a); }",
            &[(26, "i32(a)"), (30, "a")],
            0,
            Some("fn f(a: i32) { let b = i32(a); }"),
        ),
        (
            "fn g() -> i32 { return 1; } fn f() { const b = 1 + g(); }",
            &[(48, "1 + g()"), (52, "g()")],
            0,
            Some("fn g() -> i32 { return 1; } fn f() { let b = 1 + g(); }"),
        ),
        ("override o = 1; const b = vec2(1, o);", &[(27, "vec2(1, o)"), (35, "o")], 0, None),
        ("var<private> v: array<i32, 2>; const b = v[1];", &[(42, "v[1]"), (42, "v")], 0, None),
        ("fn f(a: bool) { const_assert a; }", &[(30, "a"), (30, "a")], 0, None),
    ]);
}

#[test]
fn notes_tell_how_to_go_on() {
    check(&[
        (
            "fn f(a: i32) { _ = a + 1u; }",
            &[(20, "a + 1u"), (20, "a"), (24, "1u")],
            1,
            Some("fn f(a: i32) { _ = a + 1; }"),
        ),
        (
            "fn f(a: i32) { _ = a + 1.5; }",
            &[(20, "a + 1.5"), (20, "a"), (24, "1.5")],
            0,
            Some("fn f(a: i32) { _ = f32(a) + 1.5; }"),
        ),
        (
            "fn f(a: i32) { _ = 1.5 + a; }",
            &[(20, "1.5 + a"), (20, "1.5"), (26, "a")],
            0,
            Some("fn f(a: i32) { _ = 1.5 + f32(a); }"),
        ),
        (
            "fn f(a: vec2i) { _ = a + 1u; }",
            &[(22, "a + 1u"), (22, "a"), (26, "1u")],
            0,
            Some("fn f(a: vec2i) { _ = a + 1; }"),
        ),
        ("fn f(a: bool) { _ = -a; }", &[(21, "-a")], 0, None),
        ("fn f(a: bool) { _ = a + true; }", &[(21, "a + true"), (21, "a"), (25, "true")], 0, None),
        ("const a: i32 = 1.5;", &[(16, "1.5")], 0, Some("const a: i32 = i32(1.5);")),
        ("const a: i32 = vec2(1);", &[(16, "vec2(1)")], 0, None),
        ("const a: vec2i = 1;", &[(18, "1")], 0, Some("const a: vec2i = vec2(1);")),
        ("struct S { a: i32, b: i32 } fn f(s: S) { _ = s.zzzz; }", &[(48, "zzzz")], 1, None),
        (
            "struct S { a1: i32, a2: i32, a3: i32, a4: i32, a5: i32, a6: i32, a7: i32, a8: i32 } fn f(s: S) { _ = s.zzzz; }",
            &[(104, "zzzz")],
            1,
            None,
        ),
        (
            "struct S { a1: i32, a2: i32, a3: i32, a4: i32, a5: i32, a6: i32, a7: i32, a8: i32, a9: i32 } fn f(s: S) { _ = s.zzzz; }",
            &[(113, "zzzz")],
            0,
            None,
        ),
        ("fn f(v: vec2f) { _ = v.q; }", &[(24, "q")], 1, None),
        (
            "var<workgroup> a: atomic<i32>; fn f() { _ = a; }",
            &[(45, "a")],
            1,
            Some("var<workgroup> a: atomic<i32>; fn f() { _ = atomicLoad(&a); }"),
        ),
        ("@group(0) @binding(0) var<storage> a: array<i32>; fn f() { _ = a; }", &[(64, "a")], 1, None),
        ("fn f() { _ = &1; }", &[(14, "&1")], 1, None),
        (
            "fn f() { var a = 1; let p = &a; p = 2; }",
            &[(33, "p"), (25, "p")],
            0,
            Some("fn f() { var a = 1; let p = &a; *p = 2; }"),
        ),
        ("fn f() { let a = 1; a = 2; }", &[(21, "a"), (14, "a")], 0, Some("fn f() { var a = 1; a = 2; }")),
        ("@group(0) @binding(0) var<uniform> a: i32; fn f() { a = 2; }", &[(53, "a")], 0, None),
        (
            "@group(0) @binding(0) var<storage> a: i32; fn f() { a = 2; }",
            &[(53, "a"), (36, "a")],
            0,
            Some("@group(0) @binding(0) var<storage, read_write> a: i32; fn f() { a = 2; }"),
        ),
        ("fn g(p: ptr<function, i32>) {} fn f() { var a = 1u; g(a); }", &[(55, "a")], 0, None),
        (
            "fn g(p: i32) {} fn f() { var a = 1u; g(a); }",
            &[(40, "a")],
            0,
            Some("fn g(p: i32) {} fn f() { var a = 1u; g(i32(a)); }"),
        ),
        ("fn f() { loop {} }", &[(10, "loop {}"), (15, "{}")], 1, None),
        (
            "fn f() { switch 1 { case 1 {} } }",
            &[(10, "switch 1 { case 1 {} }")],
            0,
            Some("fn f() { switch 1 { case 1 {}  default {} } }"),
        ),
        ("var a: i32;", &[(5, "a")], 1, Some("var<private> a: i32;")),
        ("var<private> a: array<sampler, 2>;", &[(23, "sampler")], 1, None),
        ("struct S { @location(0) @interpolate(sideways) a: f32 }", &[(38, "sideways")], 1, None),
        ("struct S { @location(0) @interpolate(flat, sample) a: f32 }", &[(44, "sample")], 1, None),
        (
            "enable dual_source_blending; struct S { @location(0) @blend_src(0) a: f32 }",
            &[(54, "@blend_src(0)")],
            1,
            None,
        ),
        ("fn f() { _ = abs(true); }", &[(14, "abs(true)")], 1, None),
        ("fn f() { _ = abs(1, 2); }", &[(14, "abs(1, 2)")], 1, None),
        ("fn f() { _ = textureLoad(1); }", &[(14, "textureLoad(1)"), (26, "1")], 7, None),
        ("fn f() { _ = bitcast<bool>(1); }", &[(14, "bitcast<bool>(1)")], 3, None),
        ("fn f() { workgroupBarrier(1); }", &[(10, "workgroupBarrier(1)")], 1, None),
    ]);
}

#[test]
fn suggestions_fix_the_program() {
    check(&[
        (
            "struct S { alpha: i32, beta: i32 } fn f(s: S) { _ = s.alhpa; }",
            &[(55, "alhpa")],
            0,
            Some("struct S { alpha: i32, beta: i32 } fn f(s: S) { _ = s.alpha; }"),
        ),
        ("fn f() { _ = frexp(1.5).fractt; }", &[(25, "fractt")], 0, Some("fn f() { _ = frexp(1.5).fract; }")),
        (
            "@fragment fn f(@builtin(positoin) a: vec4f) {}",
            &[(25, "positoin")],
            0,
            Some("@fragment fn f(@builtin(position) a: vec4f) {}"),
        ),
        ("@fragment fn f(@builtin(something_else) a: vec4f) {}", &[(25, "something_else")], 0, None),
        ("var<private> a: f16;", &[(17, "f16")], 0, Some("enable f16;\nvar<private> a: f16;")),
        ("const a = 1h;", &[(11, "1h")], 0, Some("enable f16;\nconst a = 1h;")),
        ("fn f() { abs(1); }", &[(10, "abs(1)")], 0, Some("fn f() { _ = abs(1); }")),
        ("fn f() { if 1i {} }", &[(13, "1i")], 0, Some("fn f() { if 1i != 0 {} }")),
        ("fn f(a: u32) { if a & 1 {} }", &[(19, "a & 1")], 0, Some("fn f(a: u32) { if (a & 1) != 0 {} }")),
        ("fn f(a: i32) { let b: f32 = a; }", &[(29, "a")], 0, Some("fn f(a: i32) { let b: f32 = f32(a); }")),
        ("fn f(a: vec3) {}", &[(9, "vec3")], 0, Some("fn f(a: vec3f) {}")),
        ("fn f(a: mat4x4) {}", &[(9, "mat4x4")], 0, Some("fn f(a: mat4x4f) {}")),
        (
            "fn g(p: ptr<function, i32>) {} fn f() { var a = 1; g(a); }",
            &[(54, "a")],
            0,
            Some("fn g(p: ptr<function, i32>) {} fn f() { var a = 1; g(&a); }"),
        ),
        (
            "@must_use fn g() -> i32 { return 1; } fn f() { g(); }",
            &[(48, "g()")],
            0,
            Some("@must_use fn g() -> i32 { return 1; } fn f() { _ = g(); }"),
        ),
    ]);
}

#[test]
fn people_who_know_another_language_are_understood() {
    check(&[
        ("fn f() { float x = 1.0; }", &[(16, "x")], 0, Some("fn f() { var x: f32 = 1.0; }")),
        (
            "fn f() { for (int i = 0; i < 9; i++) {} }",
            &[(19, "i")],
            0,
            Some("fn f() { for (var i: i32 = 0; i < 9; i++) {} }"),
        ),
        ("const a = lerp(1, 2, 0.5);", &[(11, "lerp")], 0, Some("const a = mix(1, 2, 0.5);")),
        ("const a = float3(1);", &[(11, "float3")], 0, Some("const a = vec3f(1);")),
        ("const a = asuint(1f);", &[(11, "asuint")], 0, Some("const a = bitcast<u32>(1f);")),
        ("const a = fmod(1, 2 + 3);", &[(11, "fmod")], 1, Some("const a = (1 % (2 + 3));")),
        (
            "const a = fmod(b(1)[0].x, c(2) + (3));",
            &[(11, "fmod")],
            1,
            Some("const a = (b(1)[0].x % (c(2) + (3)));"),
        ),
        ("const a = mod(max(1, 2), 2);", &[(11, "mod")], 1, Some("const a = (max(1, 2) % 2);")),
        ("const a = mod(1);", &[(11, "mod")], 1, None),
        ("const a = mod(/* ) */ 1, 2);", &[(11, "mod")], 1, None),
        ("const a = rcp(2.0) * 3;", &[(11, "rcp")], 1, Some("const a = (1 / 2.0) * 3;")),
        (
            "@group(0) @binding(0) var s: sampler; @group(0) @binding(1) var t: texture_2d<f32>; @fragment fn f() { _ = texture(t, vec2f()); }",
            &[(108, "texture")],
            1,
            Some(
                "@group(0) @binding(0) var s: sampler; @group(0) @binding(1) var t: texture_2d<f32>; @fragment fn f() { _ = textureSample(t, s, vec2f()); }",
            ),
        ),
        (
            "@group(0) @binding(1) var t: texture_2d<f32>; @fragment fn f() { _ = texture(t, vec2f()); }",
            &[(70, "texture")],
            1,
            None,
        ),
        (
            "fn f(a: i32) { var b = a; do { b++; } while (b < 9); b = 1; }",
            &[(27, "do")],
            1,
            Some("fn f(a: i32) { var b = a; loop { b++; continuing { break if !(b < 9); } } b = 1; }"),
        ),
        (
            "fn f(a: i32) -> i32 { return a >= 2 ? 1 : a; }",
            &[(37, "?")],
            1,
            Some("fn f(a: i32) -> i32 { return select(a, 1, a >= 2); }"),
        ),
        (
            "fn f(a: bool, b: bool) -> i32 { let c = max(a ? 1 : b ? 2 : 3, 0); return c; }",
            &[(47, "?")],
            1,
            Some(
                "fn f(a: bool, b: bool) -> i32 { let c = max(select(select(3, 2, b), 1, a), 0); return c; }",
            ),
        ),
        ("fn f(a: bool) { let b = a ? 1; }", &[(27, "?")], 1, None),
        ("fn f(a: bool) { let b = a ? a ? 1 : 2 : 3; }", &[(27, "?")], 1, None),
        (
            "fn f(a: bool) -> i32 { return(a)? 1 : 2; }",
            &[(33, "?")],
            1,
            Some("fn f(a: bool) -> i32 { return select(2, 1, (a)); }"),
        ),
        (
            "fn f() { if true {} elif true {} }",
            &[(26, "true")],
            0,
            Some("fn f() { if true {} else if true {} }"),
        ),
        ("const a = 2 \u{2013} 1;", &[(13, "\u{2013}")], 0, Some("const a = 2 - 1;")),
        (
            "fn f(a: i32) { if (a = 1) {} }",
            &[(22, "="), (19, "(")],
            0,
            Some("fn f(a: i32) { if (a == 1) {} }"),
        ),
        (
            "f32 square(f32 x) { return x * x; }",
            &[(1, "f32")],
            1,
            Some("fn square(x: f32) -> f32 { return x * x; }"),
        ),
        ("static const PI = 3.14;", &[(1, "static")], 1, Some("const PI = 3.14;")),
    ]);
}

#[test]
fn uniformity_in_the_draft_of_2022_is_explained_alike() {
    check_in(
        Edition::Draft2022,
        &[
            (
                "@group(0) @binding(0) var<storage, read_write> w: i32; fn g() { if w > 0 { return; } } fn f() { g(); workgroupBarrier(); }",
                &[(102, "workgroupBarrier()"), (97, "g()"), (68, "w > 0"), (68, "w")],
                1,
                None,
            ),
            (
                "@group(0) @binding(0) var<storage, read_write> w: i32; fn g() { workgroupBarrier(); } fn f() { if w > 0 { g(); } }",
                &[(65, "workgroupBarrier()"), (107, "g()"), (99, "w > 0"), (99, "w")],
                1,
                None,
            ),
            (
                "@stage(fragment) fn f(@location(0) i: f32) { var x: f32; if x > 0.0 { _ = dpdx(1.0); } x = i; }",
                &[(75, "dpdx(1.0)"), (61, "x > 0.0"), (88, "x"), (36, "i")],
                1,
                None,
            ),
        ],
    );
}

#[test]
fn layouts_that_uniform_buffers_lack_are_fixed_at_the_member() {
    check_in(
        Edition::Draft2022,
        &[
            (
                "struct A { b: f32 } struct B { c: f32, d: A } @group(0) @binding(0) var<uniform> e: B;",
                &[(85, "B"), (40, "d")],
                1,
                Some(
                    "struct A { b: f32 } struct B { c: f32, @align(16) d: A } @group(0) @binding(0) var<uniform> e: B;",
                ),
            ),
            (
                "struct A { b: f32 } struct B { c: A, d: f32 } @group(0) @binding(0) var<uniform> e: B;",
                &[(85, "B"), (38, "d")],
                1,
                Some(
                    "struct A { b: f32 } struct B { c: A, @align(16) d: f32 } @group(0) @binding(0) var<uniform> e: B;",
                ),
            ),
            (
                "struct A { b: array<f32, 4> } @group(0) @binding(0) var<uniform> c: A;",
                &[(69, "A"), (12, "b")],
                2,
                None,
            ),
        ],
    );
}

#[test]
fn uniformity_is_explained_step_by_step() {
    check(&[
        (
            "@fragment fn f(@location(0) x: f32) { if x > 0 { _ = dpdx(1.0); } }",
            &[(54, "dpdx(1.0)"), (42, "x > 0"), (29, "x")],
            2,
            None,
        ),
        (
            "@fragment fn f(@location(0) x: f32) { let y = x; if y > 0 { _ = dpdx(1.0); } }",
            &[(65, "dpdx(1.0)"), (53, "y > 0"), (43, "y"), (29, "x")],
            2,
            None,
        ),
        (
            "@fragment fn f(@location(0) x: f32) { var y = x; if y > 0 { _ = dpdx(1.0); } }",
            &[(65, "dpdx(1.0)"), (53, "y > 0"), (43, "y"), (29, "x")],
            2,
            None,
        ),
        (
            "@fragment fn f(@location(0) x: f32) { var y = 1.0; y = x; if y > 0 { _ = dpdx(1.0); } }",
            &[(74, "dpdx(1.0)"), (62, "y > 0"), (52, "y"), (29, "x")],
            2,
            None,
        ),
        (
            "@fragment fn f(@location(0) x: f32) { var y = 1.0; if x > 0 { y = 2; } if y > 0 { _ = dpdx(1.0); } }",
            &[(87, "dpdx(1.0)"), (75, "y > 0"), (63, "y"), (55, "x > 0"), (29, "x")],
            2,
            None,
        ),
        (
            "var<private> p: f32; @fragment fn f() { if p > 0 { _ = dpdx(1.0); } }",
            &[(56, "dpdx(1.0)"), (44, "p > 0"), (44, "p")],
            2,
            None,
        ),
        (
            "var<private> p: f32; fn g() -> f32 { return p; } @fragment fn f() { if g() > 0 { _ = dpdx(1.0); } }",
            &[(86, "dpdx(1.0)"), (72, "g() > 0"), (72, "g()"), (45, "p")],
            2,
            None,
        ),
        (
            "fn g(x: f32) -> f32 { return x; } @fragment fn f(@location(0) x: f32) { if g(x) > 0 { _ = dpdx(1.0); } }",
            &[(91, "dpdx(1.0)"), (76, "g(x) > 0"), (63, "x")],
            2,
            None,
        ),
        (
            "fn g(x: f32) { if x > 0 { _ = dpdx(1.0); } } @fragment fn f(@location(0) x: f32) { g(x); }",
            &[(31, "dpdx(1.0)"), (84, "g(x)"), (74, "x")],
            2,
            None,
        ),
        (
            "fn g() { _ = dpdx(1.0); } fn h() { g(); } @fragment fn f(@location(0) x: f32) { if x > 0 { h(); } }",
            &[(14, "dpdx(1.0)"), (92, "h()"), (84, "x > 0"), (71, "x")],
            2,
            None,
        ),
        (
            "var<private> p: f32; fn g(q: ptr<function, f32>) { *q = p; } @fragment fn f() { var v = 1.0; g(&v); if v > 0 { _ = dpdx(1.0); } }",
            &[(116, "dpdx(1.0)"), (104, "v > 0"), (94, "g(&v)"), (52, "*q"), (57, "p")],
            2,
            None,
        ),
        (
            "fn g(q: ptr<function, f32>, x: f32) { *q = x; } @fragment fn f(@location(0) x: f32) { var v = 1.0; g(&v, x); if v > 0 { _ = dpdx(1.0); } }",
            &[(125, "dpdx(1.0)"), (113, "v > 0"), (100, "g(&v, x)"), (77, "x")],
            2,
            None,
        ),
        (
            "@fragment fn f(@location(0) x: f32) { var a = x; var b = a; var c = b; var d = c; var e = d; var g = e; var h = g; if h > 0 { _ = dpdx(1.0); } }",
            // A long proof skips to its last step.
            &[
                (131, "dpdx(1.0)"),
                (119, "h > 0"),
                (109, "h"),
                (98, "g"),
                (87, "e"),
                (76, "d"),
                (65, "c"),
                (54, "b"),
                (29, "x"),
            ],
            2,
            None,
        ),
        (
            "@fragment fn f(@location(0) x: f32) { if x > 0 { if x > 1 { if x > 2 { _ = dpdx(1.0); } } } }",
            &[(76, "dpdx(1.0)"), (64, "x > 2"), (29, "x")],
            2,
            None,
        ),
        (
            "var<workgroup> w: i32; @compute @workgroup_size(1) fn f() { if w > 0 { workgroupBarrier(); } }",
            &[(72, "workgroupBarrier()"), (64, "w > 0"), (64, "w")],
            1,
            None,
        ),
        (
            "var<workgroup> w: array<i32, 2>; @compute @workgroup_size(1) fn f(@builtin(local_invocation_index) i: u32) { _ = workgroupUniformLoad(&w[i]); }",
            &[(135, "&w[i]"), (100, "i")],
            0,
            None,
        ),
        (
            "enable subgroups; @fragment fn f(@location(0) @interpolate(flat) x: u32) { _ = subgroupShuffleXor(1, x); }",
            &[(102, "x"), (66, "x")],
            1,
            None,
        ),
        (
            "enable subgroups; @fragment fn f() { if subgroupElect() { _ = subgroupAdd(1); } }",
            &[(63, "subgroupAdd(1)"), (41, "subgroupElect()")],
            2,
            None,
        ),
        (
            "@group(0) @binding(0) var t: texture_2d<f32>; @group(0) @binding(1) var s: sampler; @fragment fn f(@location(0) x: vec2f) { if x.x > 0 { _ = textureSample(t, s, x); } }",
            &[(142, "textureSample(t, s, x)"), (128, "x.x > 0"), (113, "x")],
            2,
            Some(
                "@group(0) @binding(0) var t: texture_2d<f32>; @group(0) @binding(1) var s: sampler; @fragment fn f(@location(0) x: vec2f) { if x.x > 0 { _ = textureSampleLevel(t, s, x, 0.0); } }",
            ),
        ),
    ]);
}

/// The steps of the first finding about a program: the source and the rule of each step with a text, and the rules of those
/// without one.
fn proof(program: &str) -> (Vec<(&str, &str)>, Vec<&str>) {
    let module = validate(program, &Options::default());
    let labels = &module.diagnostics()[0].labels;
    let (said, silent): (Vec<_>, Vec<_>) = labels.iter().partition(|label| !label.text.is_empty());
    let rule = |label: &Label| label.rule.expect("each label is a step").id;
    (
        said.into_iter().map(|label| (label.span.text(program), rule(label))).collect(),
        silent.into_iter().map(rule).collect(),
    )
}

#[test]
fn each_step_of_a_proof_names_its_rule() {
    let (said, silent) = proof(
        "var<private> p: i32; fn g() -> bool { return p == 0; } fn h() { _ = dpdx(1.0); } @fragment fn f() { loop { if (g()) { break; } h(); } }",
    );
    assert_eq!(
        said,
        [
            ("h()", "uni.fn.callsite-tag"),
            ("break", "uni.table.stmt.break"),
            ("(g())", "uni.table.stmt.if-with-jump"),
            ("g()", "uni.fn.return-tag"),
            ("p", "uni.expr.rw-module"),
        ]
    );
    for rule in [
        "uni.table.stmt.sequence",
        "uni.table.rhs.parenthesized",
        "uni.table.stmt.return-value",
        "uni.table.rhs.binary-operator",
    ] {
        assert!(silent.contains(&rule), "{rule}: {silent:?}");
    }
    assert!(!silent.contains(&"uni.fn.error-inside"));
}

#[test]
fn a_proof_prefers_branches_that_jump_and_says_why_a_loop_is_entered_again() {
    let (said, _) = proof(
        "@fragment fn f(@location(0) x: f32) { loop { _ = dpdx(1.0); if x > 1 { continue; } continuing { break if x > 0; } } }",
    );
    assert_eq!(said[0].1, "uni.table.stmt.continuing-without-return");
    assert_eq!(said[1..], [("x > 0", "uni.stmt.break-if"), ("x", "uni.expr.user-input")]);
    let (said, silent) = proof("var<private> p: i32; fn f() { if p > 0 { return; } _ = dpdx(1.0); }");
    let expected = [
        ("return", "uni.table.stmt.return"),
        ("p > 0", "uni.table.stmt.if-with-jump"),
        ("p", "uni.expr.rw-module"),
    ];
    assert_eq!(said, expected);
    assert!(silent.contains(&"uni.fn.error-inside"));
}

#[test]
fn aliases_are_shown_where_they_are_used() {
    check(&[
        (
            "fn w(p: ptr<function, i32>, q: ptr<function, i32>) { *p = *q; } fn f() { var a = 1; w(&a, &a); }",
            &[(91, "&a"), (54, "*p"), (59, "*q")],
            1,
            None,
        ),
        (
            "fn w(p: ptr<function, i32>, q: ptr<function, i32>) { *q = 1; *p = 2; } fn f() { var a = 1; w(&a, &a); }",
            &[(98, "&a"), (62, "*p"), (54, "*q")],
            1,
            None,
        ),
        (
            "fn w(p: ptr<function, i32>, q: ptr<function, i32>) { _ = *p; *p = 1; _ = *q; } fn f() { var a = 1; w(&a, &a); }",
            &[(106, "&a"), (62, "*p"), (74, "*q")],
            1,
            None,
        ),
        (
            "var<private> x: i32; fn w(p: ptr<private, i32>) { *p = x; } fn f() { w(&x); }",
            &[(72, "&x"), (51, "*p"), (56, "x")],
            1,
            None,
        ),
        (
            "var<private> x: i32; fn w(p: ptr<private, i32>) { x = *p; } fn f() { w(&x); }",
            &[(72, "&x"), (55, "*p"), (51, "x")],
            1,
            None,
        ),
        (
            "var<private> x: i32; fn w(p: ptr<private, i32>) { x = 1; *p = 2; } fn f() { w(&x); }",
            &[(79, "&x"), (58, "*p"), (51, "x")],
            1,
            None,
        ),
        (
            "fn w(p: ptr<function, i32>, q: ptr<function, i32>) { *p = *q; } fn v(p: ptr<function, i32>, q: ptr<function, i32>) { w(p, q); } fn f() { var a = 1; v(&a, &a); }",
            &[(155, "&a"), (118, "w(p, q)"), (118, "w(p, q)")],
            1,
            None,
        ),
    ]);
}

#[test]
fn proposed_names_are_not_suggested() {
    let module = validate("fn f() { _ = subgroupMatrixLoaf(); }", &Options::default());
    assert!(module.diagnostics().iter().all(|diagnostic| diagnostic.suggestion.is_none()));
}
