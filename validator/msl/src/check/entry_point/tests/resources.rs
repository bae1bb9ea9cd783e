//! The kinds of arguments, their indices, structures and arrays of resources. Sections 2.7, 2.11, 4 and 5.2.1

use super::{check, gate, ios, mac, meaning, mistakes};
use crate::interface::{Index, ResourceGroup};
use msl_spec::{Dialect, rules};

#[test]
fn arguments_are_of_certain_kinds() {
    check(&[
        mac(
            "kernel void k(float scale) {}",
            rules::ARGUMENT_KIND,
            "scale",
            "kernel void k(constant float& scale) {}",
        ),
        mac(
            "struct S { float a; }; kernel void k(S s) {}",
            rules::ARGUMENT_KIND,
            "s",
            "struct S { float a; }; kernel void k(constant S& s) {}",
        ),
        mac(
            "enum E { one }; kernel void k(E e) {}",
            rules::ARGUMENT_KIND,
            "e",
            "enum E { one }; kernel void k(constant E& e) {}",
        ),
        mac(
            "kernel void k(array<float, 4> a) {}",
            rules::ARGUMENT_KIND,
            "a",
            "kernel void k(array<texture2d<float>, 4> a) {}",
        ),
        // Without a space the mistake is that, and not where the pointer leads to.
        mac(
            "kernel void k(float* p) {}",
            rules::POINTER_ADDRESS_SPACE,
            "float*",
            "kernel void k(device float* p) {}",
        ),
        mac(
            "kernel void k(thread float* p) {}",
            rules::ARGUMENT_POINTER_ADDRESS_SPACE,
            "p",
            "kernel void k(threadgroup float* p) {}",
        ),
        mac(
            "vertex float4 v(threadgroup float* p) { return float4(0); }",
            rules::ARGUMENT_THREADGROUP_KERNEL_ONLY,
            "p",
            "vertex float4 v(constant float* p) { return float4(0); }",
        ),
        mac(
            "fragment float4 f(threadgroup float* p) { return float4(0); }",
            rules::ARGUMENT_THREADGROUP_KERNEL_ONLY,
            "p",
            "fragment float4 f(device float* p) { return float4(0); }",
        ),
        ios(
            "vertex float4 v(threadgroup float* p) { return float4(0); }",
            rules::ARGUMENT_THREADGROUP_KERNEL_ONLY,
            "p",
            "fragment float4 f(threadgroup float* p) { return float4(0); }",
        ),
        mac(
            "fragment float4 f() { threadgroup float a; return float4(0); }",
            rules::THREADGROUP_NOT_IN_GRAPHICS,
            "a",
            "kernel void k() { threadgroup float a; }",
        ),
    ]);
}

#[test]
fn sizes_and_long_integers_do_not_cross() {
    check(&[
        mac(
            "kernel void k(size_t n) {}",
            rules::ARGUMENT_NO_SIZE_TYPE,
            "n",
            "kernel void k(uint n [[threads_per_grid]]) {}",
        ),
        mac(
            "typedef ptrdiff_t difference; struct S { difference d; }; kernel void k(constant S& s) {}",
            rules::ARGUMENT_NO_SIZE_TYPE,
            "s",
            "typedef int difference; struct S { difference d; }; kernel void k(constant S& s) {}",
        ),
        mac(
            "kernel void k(device long* p) {}",
            rules::BUFFER_NO_LONG,
            "device long*",
            "kernel void k(device int* p) {}",
        ),
        mac(
            "struct S { ulong2 a[2]; }; kernel void k(constant S& s) {}",
            rules::BUFFER_NO_LONG,
            "constant S&",
            "struct S { uint2 a[2]; }; kernel void k(constant S& s) {}",
        ),
    ]);
    gate(
        "kernel void k(device long* p) {}",
        Dialect::OsxMetal22,
        rules::BUFFER_NO_LONG,
        "device long*",
        Dialect::Naga,
    );
}

#[test]
fn attributes_fit_their_resources() {
    check(&[
        mac(
            "kernel void k(device float* p [[texture(0)]]) {}",
            rules::ARGUMENT_INDEX_ATTRIBUTE,
            "texture(0)",
            "kernel void k(device float* p [[buffer(0)]]) {}",
        ),
        mac(
            "kernel void k(sampler s [[texture(0)]]) {}",
            rules::ARGUMENT_INDEX_ATTRIBUTE,
            "texture(0)",
            "kernel void k(sampler s [[sampler(0)]]) {}",
        ),
        mac(
            "kernel void k(threadgroup float* p [[buffer(0)]]) {}",
            rules::ARGUMENT_INDEX_ATTRIBUTE,
            "buffer(0)",
            "kernel void k(threadgroup float* p [[threadgroup(0)]]) {}",
        ),
        // The second example of section 5.2.2 has a structure by value.
        mac(
            "struct S { half4 color; }; vertex float4 v(S s [[buffer(0)]]) { return float4(0); }",
            rules::ARGUMENT_INDEX_ATTRIBUTE,
            "buffer(0)",
            "struct S { half4 color; }; vertex float4 v(constant S& s [[buffer(0)]]) { return float4(0); }",
        ),
        mac(
            "fragment void f(constant float* p [[buffer(0), raster_order_group(0)]]) {}",
            rules::RASTER_ORDER_GROUP_PLACE,
            "raster_order_group(0)",
            "fragment void f(device float* p [[buffer(0), raster_order_group(0)]]) {}",
        ),
        mac(
            "struct S { texture2d<float> t; }; fragment void f(S s [[raster_order_group(0)]]) {}",
            rules::RASTER_ORDER_GROUP_PLACE,
            "raster_order_group(0)",
            "struct S { texture2d<float> t [[raster_order_group(0)]]; }; fragment void f(S s) {}",
        ),
    ]);
    gate(
        "fragment void f(texture2d<float> t [[raster_order_group(0), texture(0)]]) {}",
        Dialect::OsxMetal12,
        rules::RASTER_ORDER_GROUP_VERSION,
        "raster_order_group(0)",
        Dialect::OsxMetal20,
    );
}

#[test]
fn indices_are_unique_in_their_group() {
    check(&[
        mac(
            "kernel void k(device int* a [[buffer(0)]], device int* b [[buffer(0)]]) {}",
            rules::ARGUMENT_INDEX_UNIQUE,
            "buffer(0)",
            "kernel void k(device int* a [[buffer(0)]], texture2d<float> b [[texture(0)]]) {}",
        ),
        mac(
            "struct S { texture2d<float> a [[texture(1)]]; }; \
             kernel void k(S s, texture2d<float> b [[texture(1)]]) {}",
            rules::ARGUMENT_INDEX_UNIQUE,
            "texture(1)",
            "struct S { texture2d<float> a [[texture(1)]]; }; \
             kernel void k(S s, texture2d<float> b [[texture(0)]]) {}",
        ),
        // A function constant decides between two.
        mac(
            "constant bool c [[function_constant(0)]]; \
             kernel void k(device int* a [[buffer(0)]], device float* b [[buffer(0)]]) {}",
            rules::ARGUMENT_INDEX_UNIQUE,
            "buffer(0)",
            "constant bool c [[function_constant(0)]]; constant bool d = !c; \
             kernel void k(device int* a [[buffer(0), function_constant(c)]], \
                           device float* b [[buffer(0), function_constant(d)]]) {}",
        ),
    ]);
}

/// The indices of the first function of a program, by group.
fn indices(text: &str) -> Vec<(ResourceGroup, u32, u32)> {
    let module = meaning(text, Dialect::OsxMetal22);
    let known = module.entry_points[0].resources.iter().map(|resource| match resource.index {
        Index::Number(index) => (resource.group, index, resource.count),
        Index::Specialised(_) => (resource.group, u32::MAX, resource.count),
    });
    known.collect()
}

#[test]
fn resources_without_an_index_get_the_first_free_one() {
    use ResourceGroup::{Buffer, Sampler, Texture};
    let text = "struct My { int a; }; kernel void my_kernel(texture2d<half> src, \
                texture2d<half, access::write> dst, sampler s, device My* u) {}";
    assert_eq!(indices(text), [(Texture, 0, 1), (Texture, 1, 1), (Sampler, 0, 1), (Buffer, 0, 1)]);
    let text = "struct My { int a; }; kernel void my_kernel(texture2d<half> src [[texture(0)]], \
                texture2d<half, access::write> dst, sampler s, device My* u, device float* f [[buffer(10)]]) {}";
    assert_eq!(
        indices(text),
        [(Texture, 0, 1), (Texture, 1, 1), (Sampler, 0, 1), (Buffer, 0, 1), (Buffer, 10, 1)]
    );
    let text = "kernel void k(array<texture2d<float>, 3> a, texture2d<float> b [[texture(1)]], texture2d<float> c) {}";
    assert_eq!(indices(text), [(Texture, 2, 3), (Texture, 1, 1), (Texture, 0, 1)]);
    let text = "struct In { sampler s; device int* p; }; struct Out { texture2d<float> t [[texture(3)]]; In in; }; \
                kernel void k(Out out, device int* q) {}";
    assert_eq!(indices(text), [(Texture, 3, 1), (Sampler, 0, 1), (Buffer, 0, 1), (Buffer, 1, 1)]);
}

#[test]
fn structures_of_resources_hold_nothing_else() {
    check(&[
        mac(
            "struct R { texture2d<float> a [[texture(0)]]; depth2d<float> b [[texture(1)]]; int c; }; \
             kernel void k(R r) {}",
            rules::RESOURCE_STRUCTURE_MEMBERS,
            "c",
            "struct R { texture2d<float> a [[texture(0)]]; depth2d<float> b [[texture(1)]]; device int* c; }; \
             kernel void k(R r) {}",
        ),
        mac(
            "struct F { texture2d<float> a [[texture(0)]]; }; kernel void k(device F& f) {}",
            rules::RESOURCE_STRUCTURE_BY_VALUE,
            "device F&",
            "struct F { texture2d<float> a [[texture(0)]]; }; kernel void k(F f) {}",
        ),
        mac(
            "struct S { device int x; };",
            rules::MEMBER_NO_ADDRESS_SPACE,
            "device int",
            "struct S { device int* x; };",
        ),
    ]);
}

#[test]
fn arrays_of_resources_are_read() {
    check(&[
        mac(
            "kernel void k(array<texture2d<float, access::read_write>, 2> a) {}",
            rules::RESOURCE_ARRAY_ACCESS,
            "array",
            "kernel void k(array<texture2d<float, access::write>, 2> a) {}",
        ),
        ios(
            "kernel void k(array<texture2d<float, access::write>, 2> a) {}",
            rules::RESOURCE_ARRAY_ACCESS,
            "array",
            "kernel void k(array<texture2d<float, access::read>, 2> a) {}",
        ),
        mac(
            "kernel void k(array<texture_buffer<float, access::write>, 2> a) {}",
            rules::RESOURCE_ARRAY_ACCESS,
            "array",
            "kernel void k(array<texture_buffer<float, access::read>, 2> a) {}",
        ),
        mac(
            "struct S { array<texture2d<float>, 2> a; }; kernel void k(S s) {}",
            rules::RESOURCE_ARRAY_NO_MEMBER,
            "a",
            "struct S { array<texture2d<float>, 2> a; }; kernel void k(constant S& s) {}",
        ),
        mac(
            "kernel void k(array_ref<sampler> a) {}",
            rules::ARRAY_REF_PLACE,
            "a",
            "void f(array_ref<sampler> a) {}",
        ),
        mac(
            "void f(array_ref<int> a) {}",
            rules::ARRAY_REF_ELEMENT,
            "array_ref",
            "void f(array_ref<texture2d<float>> a) {}",
        ),
    ]);
    let samplers = "kernel void k(array<sampler, 2> a) {}";
    gate(samplers, Dialect::IosMetal12, rules::RESOURCE_ARRAY_VERSION, "array", Dialect::IosMetal20);
    let buffers = "kernel void k(array<texture_buffer<float>, 2> a) {}";
    let found = mistakes(buffers, Dialect::IosMetal20);
    assert!(found.contains(&(rules::RESOURCE_ARRAY_VERSION.id, "array".to_owned())), "{found:?}");
}
