//! Calls of functions of a pipeline. Sections 5.1, 6.8 and 6.9

use super::{check, mac, mistakes, options};
use crate::diagnostic::Severity;
use crate::interface::EntryPointKind;
use msl_spec::{Dialect, rules};

#[test]
fn no_function_calls_one_of_a_pipeline() {
    check(&[
        mac(
            "kernel void a() {} kernel void b() { a(); }",
            rules::ENTRY_POINT_NOT_CALLED,
            "a",
            "void a() {} kernel void b() { a(); }",
        ),
        mac(
            "namespace n { fragment void a() {} } void b() { n::a(); }",
            rules::ENTRY_POINT_NOT_CALLED,
            "a",
            "namespace n { fragment void a() {} } void b() {}",
        ),
    ]);
}

#[test]
fn barriers_are_for_kernels_and_derivatives_for_fragments() {
    check(&[
        mac(
            "fragment void f() { threadgroup_barrier(mem_flags::mem_none); }",
            rules::COMPUTE_FUNCTION_KERNEL_ONLY,
            "threadgroup_barrier",
            "kernel void f() { threadgroup_barrier(mem_flags::mem_none); }",
        ),
        mac(
            "kernel void k(device float* p) { p[0] = dfdx(p[1]); }",
            rules::FRAGMENT_FUNCTION_FRAGMENT_ONLY,
            "dfdx",
            "fragment void k(device float* p) { p[0] = dfdx(p[1]); }",
        ),
        // The diagnostic is at the call, however it is reached.
        mac(
            "void c() { discard_fragment(); } void b() { c(); } vertex float4 v() { b(); return float4(0); }",
            rules::FRAGMENT_FUNCTION_FRAGMENT_ONLY,
            "discard_fragment",
            "void c() { discard_fragment(); } void b() { c(); } fragment float4 v() { b(); return float4(0); }",
        ),
        mac(
            "vertex float4 v(uint i [[vertex_id]]) { return float4(simd_sum(float(i))); }",
            rules::COMPUTE_FUNCTION_KERNEL_ONLY,
            "simd_sum",
            "fragment float4 v(uint i [[sample_id]]) { return float4(simd_sum(float(i))); }",
        ),
    ]);
    // Two functions of a pipeline that reach one call give one diagnostic.
    let text = "void c() { discard_fragment(); } kernel void a() { c(); } kernel void b() { c(); } fragment void f() { c(); }";
    let expected = (rules::FRAGMENT_FUNCTION_FRAGMENT_ONLY.id, "discard_fragment".to_owned());
    assert_eq!(mistakes(text, Dialect::OsxMetal22), [expected]);
}

#[test]
fn helper_threads_are_those_of_fragments() {
    let text = "#include <metal_stdlib>\nusing namespace metal;\n\
                kernel void k(device bool* p) { p[0] = simd_is_helper_thread(); }";
    let found = crate::validate(text, &options(Dialect::OsxMetal22));
    let rules: Vec<_> = found.iter().map(|found| (found.rule, found.severity)).collect();
    assert_eq!(rules, [(rules::SIMD_HELPER_FRAGMENT_ONLY, Severity::Warning)]);
}

#[test]
fn functions_of_a_pipeline_are_described() {
    let text = "kernel void a() {} void b() {} \
                [[early_fragment_tests]] fragment void c() {} \
                [[max_total_threads_per_threadgroup(128)]] kernel void d() {} \
                [[patch(triangle, 3)]] vertex float4 e(float3 p [[position_in_patch]]) { return float4(p, 1); }";
    let module = super::meaning(text, Dialect::OsxMetal22);
    let [a, c, d, e] = module.entry_points.as_slice() else { panic!("{:?}", module.entry_points) };
    assert_eq!(
        [a.kind, c.kind, d.kind, e.kind],
        [EntryPointKind::Kernel, EntryPointKind::Fragment, EntryPointKind::Kernel, EntryPointKind::Vertex]
    );
    assert!(c.early_fragment_tests && !a.early_fragment_tests);
    assert_eq!((a.max_total_threads, d.max_total_threads), (None, Some(128)));
    let patch = e.patch.map(|patch| (patch.is_quad, patch.control_points));
    assert_eq!(patch, Some((false, Some(3))));
}
