//! Function constants. Section 5.8

use super::{check, gate, mac, meaning};
use crate::interface::Index;
use msl_spec::{Dialect, rules};

#[test]
fn function_constants_are_scalars_and_vectors_without_a_value() {
    check(&[
        mac(
            "struct S { int a; }; constant S s [[function_constant(0)]];",
            rules::FUNCTION_CONSTANT_TYPE,
            "s",
            "constant int2 s [[function_constant(0)]];",
        ),
        mac(
            "constant int a[2] [[function_constant(0)]];",
            rules::FUNCTION_CONSTANT_TYPE,
            "a",
            "constant int a [[function_constant(0)]];",
        ),
        mac(
            "constant int a [[function_constant(0)]] = 1;",
            rules::FUNCTION_CONSTANT_NO_INITIALISER,
            "1",
            "constant int a [[function_constant(0)]]; constant int b = a * 4;",
        ),
        mac(
            "constant int a [[function_constant(0)]]; constant int b [[function_constant(0)]];",
            rules::FUNCTION_CONSTANT_INDEX_UNIQUE,
            "0",
            "constant int a [[function_constant(0)]]; constant int b [[function_constant(1)]];",
        ),
        mac(
            "constant int a [[function_constant(0)]]; void f() { a = 1; }",
            rules::FUNCTION_CONSTANT_NOT_ASSIGNED,
            "a",
            "constant int a [[function_constant(0)]]; void f() { int b = a; b = 1; }",
        ),
    ]);
}

#[test]
fn conditions_are_integers_or_truth_values_of_function_constants() {
    check(&[
        mac(
            "constant bool c = true; kernel void k(device int* p [[function_constant(c)]]) {}",
            rules::FUNCTION_CONSTANT_CONDITION,
            "c",
            "constant bool c [[function_constant(0)]]; kernel void k(device int* p [[function_constant(c)]]) {}",
        ),
        mac(
            "constant float c [[function_constant(0)]]; kernel void k(device int* p [[function_constant(c)]]) {}",
            rules::FUNCTION_CONSTANT_CONDITION,
            "c",
            "constant int c [[function_constant(0)]]; constant bool d = is_function_constant_defined(c); \
             kernel void k(device int* p [[function_constant(d)]]) {}",
        ),
        mac(
            "kernel void k(device int* p [[function_constant(0)]]) {}",
            rules::FUNCTION_CONSTANT_CONDITION,
            "0",
            "constant bool c [[function_constant(0)]]; void f(int x [[function_constant(c)]]) {}",
        ),
    ]);
    let member = "constant bool c [[function_constant(0)]]; \
                  struct S { float4 a [[position]]; float2 b [[function_constant(c)]]; }; vertex S v() { return S {}; }";
    let place = "function_constant(c)";
    gate(member, Dialect::OsxMetal12, rules::FUNCTION_CONSTANT_VERSION, place, Dialect::OsxMetal20);
    // Members that a stage gets had them before.
    let input = "constant bool c [[function_constant(0)]]; \
                 struct S { float4 a [[attribute(0), function_constant(c)]]; }; \
                 vertex float4 v(S s [[stage_in]]) { return float4(0); }";
    meaning(input, Dialect::OsxMetal12);
}

#[test]
fn indices_may_be_function_constants() {
    check(&[
        mac(
            "constant float i [[function_constant(0)]]; kernel void k(device int* p [[buffer(i)]]) {}",
            rules::FUNCTION_CONSTANT_INDEX_TYPE,
            "i",
            "constant int i [[function_constant(0)]]; kernel void k(device int* p [[buffer(i)]]) {}",
        ),
        mac(
            "constant int2 i [[function_constant(0)]]; struct S { float4 c [[color(i)]]; };",
            rules::FUNCTION_CONSTANT_INDEX_TYPE,
            "i",
            "constant int i [[function_constant(0)]]; struct S { float4 c [[color(i)]]; };",
        ),
        mac(
            "constant uint n [[function_constant(0)]]; [[max_total_threads_per_threadgroup(n)]] kernel void k() {}",
            rules::ATTRIBUTE_ARGUMENTS,
            "n",
            "constant uint n = 32 * 2; [[max_total_threads_per_threadgroup(n)]] kernel void k() {}",
        ),
    ]);
    let text = "constant int a [[function_constant(0)]]; constant int b = a + 2; \
                kernel void k(device int* p [[buffer(a)]], device int* q [[buffer(b)]], device int* r) {}";
    gate(
        "constant int a [[function_constant(0)]]; kernel void k(device int* p [[buffer(a)]]) {}",
        Dialect::OsxMetal12,
        rules::FUNCTION_CONSTANT_VERSION,
        "a",
        Dialect::OsxMetal20,
    );
    let module = meaning(text, Dialect::OsxMetal22);
    let indices: Vec<bool> = module.entry_points[0]
        .resources
        .iter()
        .map(|resource| matches!(resource.index, Index::Specialised(_)))
        .collect();
    assert_eq!(indices, [true, true, false]);
}
