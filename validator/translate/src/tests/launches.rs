//! Kernels of C++ AMP.

use super::{assert_lines, check};
use crate::{LaunchRequest, LaunchTranslation, Origin, Refusal, translate_launch};
use cxx_validator::{Headers, Source};
use msl_validator::amp::{Program, program};

const HEAD: &str = "#include <amp.h>\n#include <amp_math.h>\nusing namespace concurrency;\n";

fn accepted(text: &str) -> (String, Program) {
    let text = format!("{HEAD}{text}");
    let program = program(Source::text(&text), &[], Headers::NONE);
    assert!(
        program.module.is_accepted() && program.unresolved.is_empty(),
        "{:?}",
        program.module.diagnostics
    );
    (text, program)
}

/// The translation of the only launch.
fn asked(program: &Program) -> Result<LaunchTranslation, Refusal> {
    let launches = program.launches();
    assert_eq!(launches.len(), 1);
    let request =
        LaunchRequest { name: "kernel".to_owned(), instance: launches[0], library: program.library() };
    translate_launch(&program.module, &request)
}

fn translated(text: &str) -> LaunchTranslation {
    let translation = asked(&accepted(text).1).unwrap_or_else(|refusal| panic!("{refusal:#?}\n{text}"));
    check(&translation.translation);
    translation
}

/// The code without counterpart, with the reason.
fn refused(text: &str) -> Vec<(String, String)> {
    let (text, program) = accepted(text);
    let Err(Refusal::NoCounterpart(found)) = asked(&program) else { panic!("{text}") };
    let place = |lo: u32, hi: u32| text.get(lo as usize..hi as usize).unwrap_or("elsewhere").to_owned();
    found.into_iter().map(|it| (place(it.span.lo, it.span.hi), it.message)).collect()
}

#[test]
fn threads_outside_of_the_domain_end_and_elements_are_in_row_major_order() {
    let found = translated(
        "void f(array_view<const float, 2> a, array_view<float, 2> b, float by) {
             parallel_for_each(b.extent, [=](index<2> i) restrict(amp) { b[i] = a(i[0], i[1]) * by + a[i[0]][1]; });
         }",
    );
    assert_eq!((found.rank, found.tile, found.workgroup_size), (2, None, [16, 16, 1]));
    let expected = [
        "@group(0) @binding(1) var<storage, read_write> b: array<f32>;",
        "@group(0) @binding(2) var<storage, read> a: array<f32>;",
        "if (any(thread.yx >= vec2<u32>(launch.domain))) {",
        "return;",
        "var i: array<i32, 2> = array<i32, 2>(i32(thread.y), i32(thread.x));",
    ];
    assert_lines(&found.translation.wgsl, &expected);
    assert!(
        found.translation.wgsl.contains("b[(i[0u] * b_strides[0u]) + i[1u]] = "),
        "{}",
        found.translation.wgsl
    );
}

#[test]
fn numbers_of_a_launch_are_members_of_one_uniform_buffer() {
    let found = translated(
        "struct Limits { int low; bool is_open; float table[3]; };
         void f(array_view<float, 1> a, Limits limits, int n) {
             parallel_for_each(a.extent.tile<32>(), [=](tiled_index<32> t) restrict(amp) {
                 if (limits.is_open && t.tile[0] > limits.low) a[t] = limits.table[n];
             });
         }",
    );
    let members: Vec<_> =
        found.numbers.iter().map(|it| (&*it.member, &*it.ty, it.offset, it.count, it.size)).collect();
    let expected = [
        ("limits_low", "i32", 0, 1, 4),
        ("limits_is_open", "u32", 4, 1, 1),
        ("limits_table", "vec3<f32>", 16, 3, 4),
        ("a_extent", "i32", 28, 1, 4),
        ("a_strides", "i32", 32, 1, 4),
        ("n", "i32", 36, 1, 4),
    ];
    assert_eq!(members, expected);
    assert_eq!((found.uniform_bytes, found.workgroup_size), (48, [32, 1, 1]));
    assert_eq!(found.views[0].origin, Origin::Kernel(vec![24, 0]));
}

#[test]
fn large_objects_and_captures_by_reference_are_buffers() {
    let found = translated(
        "struct Table { int entries[64]; };
         void f(array<int, 1>& a, Table table) {
             parallel_for_each(a.extent, [=, &a](index<1> i) restrict(amp) { a[i] = table.entries[a[i] & 63]; });
         }",
    );
    let views: Vec<_> =
        found.views.iter().map(|it| (&*it.source, it.is_view, it.is_written, it.stride)).collect();
    assert_eq!(views, [("a", true, true, 4), ("table", false, false, 256)]);
}

#[test]
fn sections_and_projections_are_indices_of_their_view() {
    let found = translated(
        "void f(array_view<int, 2> a) {
             parallel_for_each(extent<1>(4), [=](index<1> i) restrict(amp) {
                 array_view<int, 2> part = a.section(index<2>(1, 2), extent<2>(2, 2));
                 array_view<int, 1> row = a[3];
                 part(0, 1) = row[i];
             });
         }",
    );
    assert_eq!(found.views.len(), 1);
}

#[test]
fn atomic_operations_make_all_numbers_of_their_variable_atomic() {
    let found = translated(
        "void f(array_view<const int, 1> a, array_view<int, 1> counts) {
             parallel_for_each(a.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
                 tile_static unsigned own[2];
                 if (t.local[0] < 2) own[t.local[0]] = 0;
                 t.barrier.wait();
                 atomic_fetch_inc(&own[a[t] & 1]);
                 t.barrier.wait_with_tile_static_memory_fence();
                 if (t.local[0] < 2) atomic_fetch_add(&counts[t.local[0]], int(own[t.local[0]]));
                 int seen = 5;
                 if (atomic_compare_exchange(&counts[2], &seen, 6)) counts[3] += 1;
             });
         }",
    );
    let wgsl = &found.translation.wgsl;
    let expected = [
        "@group(0) @binding(2) var<storage, read_write> counts: array<atomic<i32>>;",
        "var<workgroup> own: array<atomic<u32>, 2>;",
        "storageBarrier();",
        "workgroupBarrier();",
    ];
    assert_lines(wgsl, &expected);
    assert!(wgsl.contains("atomicStore(&own[") && wgsl.contains("atomicLoad(&own["), "{wgsl}");
}

#[test]
fn what_has_no_counterpart_is_named_at_its_place_in_the_program() {
    let of_kernel = |kernel: &str| {
        refused(&format!(
            "void f(array_view<double, 1> d, array_view<float, 1> a, array_view<int, 1> n) {{
                 parallel_for_each(a.extent, [=](index<1> i) restrict(amp) {{ {kernel} }});
             }}"
        ))
    };
    let found = of_kernel("a[i] = float(i[0] * 0.5);");
    assert_eq!(found[0].1, "`double`: no such type in WGSL");
    let found = of_kernel("a[i] = precise_math::erf(a[i]);");
    assert_eq!(found, [("precise_math::erf(a[i])".to_owned(), "`erf`: no such function in WGSL".to_owned())]);
    let found = of_kernel("n[i] = a.reinterpret_as<int>()[i];");
    assert_eq!(found[0].0, "a.reinterpret_as<int>()", "{found:?}");
    let found = refused(
        "void f(array_view<float, 4> a) { parallel_for_each(a.extent, [=](index<4> i) restrict(amp) { a[i] = 1; }); }",
    );
    assert!(found[0].1.contains("4 dimensions"), "{found:?}");
}

#[test]
fn divisions_of_the_least_integer_are_left_to_the_execution() {
    let found = translated(
        "void f(array_view<int, 1> a) {
             parallel_for_each(a.extent, [=](index<1> i) restrict(amp) { a[i] = (-2147483647 - 1) / -1 + (-2147483647 - 1) % -1; });
         }",
    );
    let wgsl = &found.translation.wgsl;
    assert!(wgsl.contains("run_time_i32(i32(-2147483648)) / (-1i)"), "{wgsl}");
    assert!(wgsl.contains("run_time_i32(i32(-2147483648)) % (-1i)"), "{wgsl}");
}

#[test]
fn limits_that_few_devices_have_are_notes() {
    let found = translated(
        "void f(array_view<float, 2> a) {
             parallel_for_each(a.extent.tile<32, 32>(), [=](tiled_index<32, 32> t) restrict(amp) {
                 tile_static float row[32][256];
                 row[t.local[0]][t.local[1]] = a[t];
                 t.barrier.wait();
                 a[t] = row[t.local[1]][t.local[0]];
             });
         }",
    );
    assert_eq!(found.workgroup_size, [32, 32, 1]);
    let notes = found.translation.notes;
    assert!(notes[0].contains("`maxComputeInvocationsPerWorkgroup` 1024"), "{notes:?}");
    assert!(notes[1].contains("`maxComputeWorkgroupStorageSize` 32768"), "{notes:?}");
}
