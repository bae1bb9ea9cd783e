//! Forms of 2021 and earlier, as the current language writes them.

use wgsl_validator::Options;
use wgsl_validator::migrate::{Migration, Note, migrate};

fn migrated(before: &str) -> Migration {
    let migration = migrate(before, &Options::default());
    assert!(migration.module.is_accepted(), "{before}\n{}\n{:?}", migration.text(), migration.findings);
    migration
}

/// Asserts what the bodies of compute shaders become.
fn assert_bodies(cases: &[(&str, &str)]) {
    for (before, after) in cases {
        let around = |body: &str, stage: &str| format!("{stage} fn main() {{ {body} }}");
        let migration = migrated(&around(before, "[[stage(compute), workgroup_size(1)]]"));
        assert_eq!(migration.text(), around(after, "@compute @workgroup_size(1)"));
    }
}

fn assert_programs(cases: &[(&str, &str)]) {
    for (before, after) in cases {
        assert_eq!(migrated(before).text(), *after);
    }
}

#[test]
fn stage_variables_become_parameters_and_results() {
    assert_programs(&[
        (
            "[[builtin(vertex_idx)]] var<in> i : i32;\n[[builtin(position)]] var<out> p : vec4<f32>;\n[[stage(vertex)]]\nfn main() -> void {\n  p = vec4<f32>(f32(i), 0.0, 0.0, 1.0);\n  return;\n}\n",
            "@vertex\nfn main(@builtin(vertex_index) i : u32) -> @builtin(position) vec4<f32> {\n  var p : vec4<f32>;\n  p = vec4<f32>(f32(i32(i)), 0.0, 0.0, 1.0);\n  return p;\n}\n",
        ),
        (
            "[[location(0)]] var<in> a : vec3<f32>;\n[[location(0), interpolate(flat)]] var<out> c : vec3<u32> = vec3<u32>(1u, 2u, 3u);\n[[builtin(position)]] var<out> p : vec4<f32>;\n[[stage(vertex)]] fn main() { if (a.x > 0.0) { c.x = 4u; return; } p = vec4<f32>(a, 1.0); }",
            "struct MainOutput {\n    @location(0) @interpolate(flat) c : vec3<u32>,\n    @builtin(position) p : vec4<f32>,\n}\n@vertex fn main(@location(0) a : vec3<f32>) -> MainOutput { var c : vec3<u32> = vec3<u32>(1u, 2u, 3u); var p : vec4<f32>; if (a.x > 0.0) { c.x = 4u; return MainOutput(c, p); } p = vec4<f32>(a, 1.0); return MainOutput(c, p); }",
        ),
    ]);
}

#[test]
fn stage_variables_that_other_functions_mention_become_private() {
    assert_programs(&[(
        "[[builtin(global_invocation_id)]] var<in> id : vec3<u32>;\nfn index() -> u32 { return id.x; }\nfn other(id : u32) -> u32 { return id; }\n[[stage(compute), workgroup_size(64)]] fn main() { let i = index() + other(1u); }",
        "var<private> id : vec3<u32>;\nfn index() -> u32 { return id.x; }\nfn other(id : u32) -> u32 { return id; }\n@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id_in : vec3<u32>) { id = id_in; let i = index() + other(1u); }",
    )]);
}

#[test]
fn several_stages_use_the_variables_that_they_mention() {
    let migration = migrated(
        "[[location(0)]] var<out> color : vec4<f32>;\n[[location(0)]] var<in> shade : f32;\n[[builtin(position)]] var<out> p : vec4<f32>;\n[[stage(vertex)]] fn main() { p = vec4<f32>(1.0); }\n[[stage(fragment)]] fn main() { color = vec4<f32>(shade); }",
    );
    let after = "@vertex fn main() -> @builtin(position) vec4<f32> { var p : vec4<f32>; p = vec4<f32>(1.0); return p; }\n@fragment fn main_fragment(@location(0) shade : f32) -> @location(0) vec4<f32> { var color : vec4<f32>; color = vec4<f32>(shade); return color; }";
    assert_eq!(migration.text(), after);
    let note = Note::RenamedEntryPoint {
        stage: "fragment".into(),
        before: "main".into(),
        now: "main_fragment".into(),
    };
    assert_eq!(migration.notes, [note]);
}

#[test]
fn attributes_of_resources_and_members() {
    assert_programs(&[
        (
            "[[block]] struct U { [[offset(0)]] a : f32; [[offset(8)]] b : vec2<f32>; };\n[[binding(0), set(1)]] var<uniform> u : U;",
            "struct U { a : f32, b : vec2<f32>, };\n@binding(0) @group(1) var<uniform> u : U;",
        ),
        (
            "[[block]] struct U { [[offset(0)]] a : f32; [[offset(16)]] b : f32; [[offset(20)]] c : f32; };\n[[group(0), binding(0)]] var<storage_buffer> u : [[access(read_write)]] U;",
            "struct U { @size(16) a : f32, b : f32, c : f32, };\n@group(0) @binding(0) var<storage, read_write> u : U;",
        ),
        (
            "[[block]] struct U { a : [[stride(4)]] array<u32>; };\ntype R = [[access(read)]] U;\n[[set(0), binding(0)]] var<storage> u : R;",
            "struct U { a : array<u32>, };\nalias R = U;\n@group(0) @binding(0) var<storage, read> u : R;",
        ),
        (
            "@block struct U { a : @stride(4) array<u32>; };\n@group(0) @binding(0) var<storage, write> u : U;",
            "struct U { a : array<u32>, };\n@group(0) @binding(0) var<storage, read_write> u : U;",
        ),
    ]);
}

#[test]
fn an_offset_that_no_size_gives_is_left_for_a_person() {
    let before = "[[block]] struct U { [[offset(0)]] a : f32; [[offset(4)]] b : vec3<f32>; };\n[[group(0), binding(0)]] var<uniform> u : U;";
    let migration = migrate(before, &Options::default());
    assert!(!migration.module.is_accepted());
    assert!(migration.text().contains("@offset(4) b"), "{}", migration.text());
    assert!(
        migration.findings[0].notes.iter().any(|note| note.contains("@size")),
        "{:?}",
        migration.findings
    );
}

#[test]
fn address_spaces_and_types_of_resources() {
    assert_programs(&[
        (
            "[[group(0), binding(0)]] var<uniform_constant> t : texture_sampled_2d<f32>;\n[[group(0), binding(1)]] var<handle> s : sampler;",
            "@group(0) @binding(0) var t : texture_2d<f32>;\n@group(0) @binding(1) var s : sampler;",
        ),
        (
            "[[group(0), binding(0)]] var t : texture_storage_wo_2d<rgba8unorm>;",
            "@group(0) @binding(0) var t : texture_storage_2d<rgba8unorm, write>;",
        ),
        (
            "[[group(0), binding(1)]] var sampler : sampler;\n[[group(0), binding(0)]] var t : texture_2d<f32>;\n[[stage(fragment)]] fn main() -> [[location(0)]] vec4<f32> { return textureSample(t, sampler, vec2<f32>(0.0)); }",
            "@group(0) @binding(1) var sampler_ : sampler;\n@group(0) @binding(0) var t : texture_2d<f32>;\n@fragment fn main() -> @location(0) vec4<f32> { return textureSample(t, sampler_, vec2<f32>(0.0)); }",
        ),
        (
            "struct U { a : f32; };\n[[group(0), binding(0)]] var u : U;\nvar<push_constant> c : U;",
            "struct U { a : f32, };\n@group(0) @binding(0) var<uniform> u : U;\nvar<immediate> c : U;",
        ),
    ]);
}

#[test]
fn operators_are_grouped_as_in_c() {
    assert_bodies(&[
        ("let a = 1u << 8u | 2u;", "let a = (1u << 8u) | 2u;"),
        ("let a = 1u + 2u << 2u;", "let a = (1u + 2u) << 2u;"),
        ("let a = 1u << 2u - 1u >> 1u;", "let a = (1u << (2u - 1u)) >> 1u;"),
        ("let a = 1u == 0u & 2u == 0u;", "let a = (1u == 0u) & (2u == 0u);"),
        ("let a = 7u & 3u | 4u ^ 5u & 6u;", "let a = (7u & 3u) | (4u ^ (5u & 6u));"),
        ("let a = true || false && true;", "let a = true || (false && true);"),
        ("let a = true == 1u < 2u;", "let a = true == (1u < 2u);"),
        ("let a = 1u < 2u == true;", "let a = (1u < 2u) == true;"),
        ("let a = 1u * 2u + 3u < 4u;", "let a = 1u * 2u + 3u < 4u;"),
    ]);
    // It compared first, which has no type.
    let before = "[[stage(compute), workgroup_size(1)]] fn main() { let a = 1u & 2u == 0u; }";
    let migration = migrate(before, &Options::default());
    assert!(migration.text().contains("1u & 2u == 0u"), "{}", migration.text());
}

#[test]
fn halves_of_numbers_are_stored_by_assignments() {
    assert_bodies(&[
        (
            "var w : f32; let f = 2.0 * modf(1.5, &w) + w;",
            "var w : f32; let modf_result = modf(1.5); w = modf_result.whole; let f = 2.0 * modf_result.fract + w;",
        ),
        (
            "var e : u32; let m = frexp(1.5, &e);",
            "var e : u32; let frexp_result = frexp(1.5); e = u32(frexp_result.exp); let m = frexp_result.fract;",
        ),
        ("var w : f32; modf(1.5, &w);", "var w : f32; w = modf(1.5).whole;"),
        (
            "var e : i32; if (frexp(1.5, &e) > 0.0) { e = 0; }",
            "var e : i32; let frexp_result = frexp(1.5); e = frexp_result.exp; if (frexp_result.fract > 0.0) { e = 0; }",
        ),
    ]);
    let before =
        "[[stage(compute), workgroup_size(1)]] fn main() { var w : f32; for (; modf(1.5, &w) > 1.0; ) { } }";
    assert!(!migrate(before, &Options::default()).module.is_accepted(), "a condition is evaluated again");
}

#[test]
fn statements_of_earlier_drafts() {
    assert_bodies(&[
        ("let _ = 1;", "_ = 1;"),
        ("let _ : i32 = 1;", "_ = 1;"),
        ("switch (1) { case 1: { } }", "switch (1) { case 1: { }  default {} }"),
    ]);
    assert_programs(&[
        (
            "struct S { v : atomic<i32>; w : array<u32>; };\n[[group(0), binding(0)]] var<storage, read_write> a : S;\n[[stage(compute)]] fn main() { ignore(a); ignore(a.w); ignore(a.v); let r = atomicCompareExchange(&a.v, 1, 2); let x = r.x + r.y; }",
            "struct S { v : atomic<i32>, w : array<u32>, };\n@group(0) @binding(0) var<storage, read_write> a : S;\n@compute @workgroup_size(1) fn main() { _ = &a; _ = &a.w; _ = &a.v; let r = atomicCompareExchangeWeak(&a.v, 1, 2); let x = r.old_value + i32(r.exchanged); }",
        ),
        (
            "fn f(m : mat2x3<f32>) -> f32 { return m.y.z; }\nfn g() { const a = 1; }",
            "fn f(m : mat2x3<f32>) -> f32 { return m[1].z; }\nfn g() { const a = 1; }",
        ),
    ]);
}

#[test]
fn an_attribute_without_counterpart_is_removed_with_a_note() {
    let migration = migrated("[[stage(fragment), early_depth_test]] fn main([[location(0)]] i : u32) { }");
    assert_eq!(migration.text(), "@fragment fn main(@location(0) @interpolate(flat) i : u32) { }");
    assert_eq!(migration.notes, [Note::RemovedAttribute("early_depth_test".into())]);
}

#[test]
fn built_in_values_of_variables_without_address_space() {
    assert_programs(&[
        (
            "[[builtin(global_invocation_id)]] var id : vec3<u32>;\n[[stage(compute), workgroup_size(1)]] fn main() { let i = id.x; }",
            "@compute @workgroup_size(1) fn main(@builtin(global_invocation_id) id : vec3<u32>) { let i = id.x; }",
        ),
        (
            "[[builtin(position)]] var p : vec4<f32>;\n[[stage(vertex)]] fn v() { p = vec4<f32>(); }\n[[stage(fragment)]] fn f() { let x = p.x; }",
            "@vertex fn v() -> @builtin(position) vec4<f32> { var p : vec4<f32>; p = vec4<f32>(); return p; }\n@fragment fn f(@builtin(position) p : vec4<f32>) { let x = p.x; }",
        ),
    ]);
}

#[test]
fn each_stage_means_the_variable_declared_before_it() {
    assert_programs(&[(
        "[[location(0)]] var<out> c : f32;\n[[builtin(position)]] var<out> p : vec4<f32>;\n[[stage(vertex)]] fn v() { c = 1.0; p = vec4<f32>(); }\n[[location(0)]] var<in> c : f32;\n[[stage(fragment)]] fn f() { let x = c; }",
        "struct VOutput {\n    @location(0) c : f32,\n    @builtin(position) p : vec4<f32>,\n}\n@vertex fn v() -> VOutput { var c : f32; var p : vec4<f32>; c = 1.0; p = vec4<f32>(); return VOutput(c, p); }\n@fragment fn f(@location(0) c : f32) { let x = c; }",
    )]);
}

#[test]
fn what_implementations_accepted() {
    assert_programs(&[
        ("# shader\n[[stage(fragment)]] fn f() {} # end", "// shader\n@fragment fn f() {} // end"),
        (
            "[[block]] struct S { a : f32; };\n[[group(0), binding(0)]] var s : [[access(write)]] S;",
            "struct S { a : f32, };\n@group(0) @binding(0) var<storage, read_write> s : S;",
        ),
        (
            "[[block]] struct S { a : f32; };\n[[group(0), binding(0)]] var<storage> s : S;\nfn f() { s.a = 1.0; }",
            "struct S { a : f32, };\n@group(0) @binding(0) var<storage, read_write> s : S;\nfn f() { s.a = 1.0; }",
        ),
        (
            "[[block]] struct S { a : array<f32>; };\n[[group(0), binding(0)]] var<storage> s : S;\nfn f() -> u32 { return arrayLength(s.a) + 8u32; }",
            "struct S { a : array<f32>, };\n@group(0) @binding(0) var<storage> s : S;\nfn f() -> u32 { return arrayLength(&s.a) + 8u; }",
        ),
        (
            "[[group(0), binding(0)]] var t : texture_depth_2d;\n[[group(0), binding(1)]] var s : sampler;\nfn f(c : vec2<f32>) -> f32 { return textureSampleCompare(t, s, c, 0.5); }",
            "@group(0) @binding(0) var t : texture_depth_2d;\n@group(0) @binding(1) var s : sampler_comparison;\nfn f(c : vec2<f32>) -> f32 { return textureSampleCompare(t, s, c, 0.5); }",
        ),
    ]);
}

#[test]
fn vertex_shaders_without_a_position_get_one() {
    for (before, after) in [
        (
            "[[stage(vertex)]] fn v([[location(0)]] a : f32) { if (a > 0.0) { return; } }",
            "@vertex fn v(@location(0) a : f32) -> @builtin(position) vec4<f32> { if (a > 0.0) { return vec4<f32>(); } return vec4<f32>(); }",
        ),
        (
            "struct O { [[location(0)]] position : f32; };\n[[stage(vertex)]] fn v() -> O { return O(1.0); }",
            "struct O { @location(0) position : f32, @builtin(position) position_ : vec4<f32>, };\n@vertex fn v() -> O { return O(1.0, vec4<f32>()); }",
        ),
    ] {
        let migration = migrated(before);
        assert_eq!((migration.text(), migration.notes.as_slice()), (after, [Note::AddedPosition].as_slice()));
    }
    // The layout of the buffer must stay.
    let shared = "struct O { [[location(0)]] a : f32; };\n[[group(0), binding(0)]] var<storage> o : array<O>;\n[[stage(vertex)]] fn v() -> O { return O(1.0); }";
    let migration = migrate(shared, &Options::default());
    assert!(!migration.module.is_accepted() && migration.notes.is_empty(), "{}", migration.text());
}

#[test]
fn derivatives_stay_where_they_are() {
    let body =
        "fn f([[location(0)]] a : f32) -> [[location(0)]] f32 { if (a > 0.0) { return dpdx(a); } return a; }";
    let migration = migrated(&format!("[[stage(fragment)]] {body}"));
    let body =
        "fn f(@location(0) a : f32) -> @location(0) f32 { if (a > 0.0) { return dpdx(a); } return a; }";
    let after = format!("diagnostic(off, derivative_uniformity);\n@fragment {body}");
    assert_eq!(
        (migration.text(), migration.notes.as_slice()),
        (after.as_str(), [Note::AllowedDerivatives].as_slice())
    );
}
