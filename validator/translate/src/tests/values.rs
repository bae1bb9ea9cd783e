//! Values: conversions, numbers, operators, and functions of the library.

use super::{assert_lines, check, judged, of_function, of_statements};
use crate::{Request, translate};

#[test]
fn conversions_are_written() {
    let wgsl = of_statements(
        "float x = i; half y = x; a[0] = x + y; a[1] = true; bool c = a[2]; float3 v = 2; a[3] = v.x;",
    );
    assert_lines(
        &wgsl,
        &[
            "let x = f32(i);",
            "let y = f16(x);",
            "a[0u] = i32(x + f32(y));",
            "a[1u] = 1i;",
            "let c = bool(a[2u]);",
        ],
    );
    assert_lines(&wgsl, &["let v = vec3<f32>(2.0f);"]);
}

#[test]
fn integers_of_few_bits_stay_in_their_range() {
    let wgsl = of_statements(
        "uchar n = i; n += 3; short m = n * 400; m++; a[0] = n + m; ushort4 v = ushort4(i); v = v + v; a[1] = v.y;",
    );
    assert_lines(
        &wgsl,
        &["var n: u32 = extractBits(i, 0u, 8u);", "n = extractBits(u32(i32(n) + 3i), 0u, 8u);"],
    );
    assert_lines(&wgsl, &["m = extractBits(m + 1i, 0u, 16u);", "v = extractBits(v + v, 0u, 16u);"]);
}

#[test]
fn shifts_take_their_amount_modulo_the_bits() {
    let wgsl =
        of_statements("a[0] = a[1] << i; a[1] = 1u >> 35; uint2 v = uint2(i) << uint2(1, 40); a[2] = v.x;");
    assert_lines(&wgsl, &["a[0u] = a[1u] << (i & 31u);"]);
    assert_lines(&wgsl, &["let v = vec2<u32>(i) << (vec2<u32>(1u, 40u) & vec2<u32>(31u));"]);
}

#[test]
fn numbers_that_are_not_finite_are_made_of_their_bits() {
    let wgsl =
        of_statements("float x = -INFINITY; half y = INFINITY; a[0] = x > y; a[1] = exp(1000.0f) > 1;");
    assert_lines(&wgsl, &["return bitcast<f32>(bits);", "let x = float_of_bits(0xff800000u);"]);
    assert_lines(&wgsl, &["let constant = 1000.0f;"]);
}

#[test]
fn integers_of_64_bits_may_hold_those_of_32_bits() {
    let text = "static int at(device int* a, size_t i) { return a[i] + int(i); }
        kernel void f(device int* a [[buffer(0)]], uint i [[thread_position_in_grid]], ushort j [[thread_index_in_threadgroup]]) {
            const size_t n = i + 1; a[n] = at(a, n) + at(a, 3) + at(a, int(i)); ulong m = n; a[m] = uint(m) + j; }";
    let wgsl = of_function(text, "f").wgsl;
    assert_lines(&wgsl, &["fn at(i: u32) -> i32 {", "return a[i] + i32(i);"]);
    assert_lines(&wgsl, &["fn at_1(i: i32) -> i32 {", "return a[i] + i;"]);
    assert_lines(&wgsl, &["let n = i + 1u;", "a[n] = (at(n) + at(3u)) + at_1(argument);"]);
    assert_lines(&wgsl, &["a[n] = i32(n + j);"]);
}

#[test]
fn one_word_is_enough_for_sizes_and_low_bits() {
    let wgsl = of_statements(
        "a[0] = a[1] + sizeof(int); a[2] += sizeof(float4) * 2; for (int k = 0; k < sizeof(float4) / sizeof(float); k++) { a[i / sizeof(int)] = k; } a[3] <<= 3ul;",
    );
    assert_lines(
        &wgsl,
        &[
            "a[0u] = i32(u32(a[1u]) + 4u);",
            "a[2u] = i32(u32(a[2u]) + 32u);",
            "for (var k: i32 = 0i; u32(k) < 4u; k += 1i) {",
            "a[i / 4u] = k;",
            "a[3u] = a[3u] << 3u;",
        ],
    );
}

#[test]
fn integers_of_64_bits_are_two_words() {
    let wgsl = of_statements(
        "ulong n = a[1]; n += 5; n *= n >> 7; a[0] = n > 9 ? int(n / 3) : int(!n); long m = -long(n); a[2] = m < 0;",
    );
    assert_lines(
        &wgsl,
        &[
            "var n: vec2<u32> = extend_64(a[1u]);",
            "n = add_64(n, vec2<u32>(5u, 0u));",
            "n = multiply_64(n, shift_right_64(n, 7u));",
            "let m = negate_64(n);",
            "a[2u] = i32(less_signed_64(m, vec2<u32>(0u, 0u)));",
        ],
    );
    let product = of_statements("a[0] = int(mulhi(uint(a[1]), i));");
    assert_lines(&product, &["a[0u] = i32(product_64(u32(a[1u]), i).y);"]);
    assert!(wgsl.contains("i32(divide_64(n, vec2<u32>(3u, 0u)).xy.x)"), "{wgsl}");
}

/// WGSL has an error for constant expressions that are infinite or NaN.
#[test]
fn bits_of_numbers_that_are_not_finite_are_no_constants() {
    let wgsl = of_statements(
        "uint n = 0xff800000u; float x = as_type<float>(0x7f800000u) + as_type<float>(0x3f800000u); float y = as_type<float>(n);
         float2 z = as_type<float2>(uint2(0x7fc00000u, 1u)); a[0] = x > y && z.x > z.y;",
    );
    assert_lines(
        &wgsl,
        &[
            "let x = bitcast<f32>(run_time_u32(2139095040u)) + bitcast<f32>(1065353216u);",
            "let y = bitcast<f32>(n);",
            "let z = bitcast<vec2<f32>>(run_time_vec2_u32(vec2<u32>(2143289344u, 1u)));",
        ],
    );
}

/// The shortest decimal numeral of the largest float is larger than it.
#[test]
fn the_largest_float_is_a_constant() {
    let wgsl = of_statements("float x = -FLT_MAX; a[0] = x < b[0] ? 1 : 2;");
    assert_lines(&wgsl, &["let x = -0x1.fffffep+127f;"]);
}

#[test]
fn components_are_assigned_one_after_the_other() {
    let wgsl = of_statements("float4 v = float4(b[0]); v.zx = v.xy; v.w *= 2; a[0] = v.wzyx.y;");
    assert_lines(
        &wgsl,
        &["let components = v.xy;", "v.z = components.x;", "v.x = components.y;", "v.w *= 2.0f;"],
    );
}

#[test]
fn functions_of_the_library_have_the_names_of_wgsl() {
    let wgsl = of_statements(
        "float w; float m = modf(b[0], w); a[0] = rint(b[1]) + fmin(m, w) + mix(b[2], b[3], 0.5f);",
    );
    assert_lines(&wgsl, &["let result = x - trunc(x);", "w = trunc(x);"]);
    assert!(wgsl.contains("round(b[1u]) + min(m, w)"), "{wgsl}");
}

#[test]
fn barriers_are_those_of_the_memory_that_they_name() {
    let wgsl = of_statements(
        "threadgroup_barrier(mem_flags::mem_device | mem_flags::mem_threadgroup); threadgroup_barrier(mem_flags::mem_none);",
    );
    assert_lines(&wgsl, &["storageBarrier();", "workgroupBarrier();", "workgroupBarrier();"]);
}

#[test]
fn bits_are_those_of_the_other_type() {
    let wgsl = of_statements(
        "a[0] = as_type<int>(b[0]); half2 h = as_type<half2>(a[1]); a[2] = as_type<ushort>(h.x); uchar4 c = as_type<uchar4>(i); a[3] = c.x;",
    );
    assert_lines(
        &wgsl,
        &["a[0u] = bitcast<i32>(b[0u]);", "let h = bitcast<vec2<f16>>(a[1u]);", "let c = unpack4xU8(i);"],
    );
}

#[test]
fn constants_of_the_program_are_constants() {
    let text = "constant float PI = 3.5; constant int T[2] = {1, 2}; constant float BEYOND = INFINITY;
        kernel void f(device float* a [[buffer(0)]], uint i [[thread_position_in_grid]]) { a[0] = PI * T[i] + BEYOND; }";
    let wgsl = of_function(text, "f").wgsl;
    assert_lines(&wgsl, &["const PI: f32 = 3.5f;", "const T: array<i32, 2> = array<i32, 2>(1i, 2i);"]);
}

#[test]
fn templates_and_overloads_have_names_of_their_own() {
    let text = "template <typename T> static T g(T x) { return x + T(1); } static int h(int x) { return x; } static float h(float x) { return x; }
        kernel void f(device float* a [[buffer(0)]]) { a[0] = g(1) + g(2.0f) + h(3) + h(a[1]); }";
    let wgsl = of_function(text, "f").wgsl;
    assert_lines(
        &wgsl,
        &[
            "fn g(x: i32) -> i32 {",
            "fn g_1(x: f32) -> f32 {",
            "fn h(x: i32) -> i32 {",
            "fn h_1(x: f32) -> f32 {",
        ],
    );
}

/// Without fast math, the least of a NaN and a number is the number.
#[test]
fn extremes_of_precise_programs_are_numbers() {
    let text = "kernel void f(device float2* a [[buffer(0)]], device half* b [[buffer(1)]]) {
        a[0] = fmin(a[1], a[2]) + fast::max(a[1], a[2]); b[0] = max3(b[1], b[2], b[3]); }";
    let request = Request { entry_point: "f".to_owned(), threadgroup_size: [8, 1, 1], ..Request::default() };
    let translated = |is_precise| {
        let translation = translate(&judged(text), &Request { is_precise, ..request.clone() });
        let translation = translation.expect("it has a counterpart");
        check(&translation);
        translation.wgsl
    };
    assert_lines(
        &translated(true),
        &[
            "fn min_of_vec2f32(x: vec2<f32>, y: vec2<f32>) -> vec2<f32> {",
            "return select(min(x, y), y, x != x);",
            "fn max_of_f16(x: f16, y: f16) -> f16 {",
            "return select(max(x, y), y, x != x);",
            "a[0u] = min_of_vec2f32(a[1u], a[2u]) + max(a[1u], a[2u]);",
            "b[0u] = max_of_f16(max_of_f16(b[1u], b[2u]), b[3u]);",
        ],
    );
    let fast = translated(false);
    assert_lines(
        &fast,
        &["a[0u] = min(a[1u], a[2u]) + max(a[1u], a[2u]);", "b[0u] = max(max(b[1u], b[2u]), b[3u]);"],
    );
}

#[test]
fn enumerations_are_integers_of_their_underlying_types() {
    let text = "enum E : ushort { A, B = 7 }; enum class F : uint { x = 4294967295 }; struct S { E e; ushort n; F f; };
        kernel void f(device const S* s [[buffer(0)]], device uint* out [[buffer(1)]]) { F f = s[1].f; out[0] = s[1].n + s[1].e + B; out[1] = uint(f == F::x ? f : F(3)); }";
    assert_lines(
        &of_function(text, "f").wgsl,
        &[
            "let f_1 = s[12u / 4u];",
            "out[0u] = u32((i32(extractBits(s[10u / 4u], 10u % 4u * 8u, 16u)) + i32(extractBits(s[8u / 4u], 8u % 4u * 8u, 16u))) + 7i);",
            "out[1u] = select(3u, f_1, f_1 == 4294967295u);",
        ],
    );
}

#[test]
fn precise_powers_have_negative_bases() {
    let text = "kernel void f(device float* a [[buffer(0)]]) { a[1] = precise::pow(a[0], 2.0f); a[2] = fast::pow(a[0], 2.0f); }";
    let wgsl = of_function(text, "f").wgsl;
    assert_lines(&wgsl, &["a[1u] = pow_of_f32(a[0u], 2.0f);", "a[2u] = pow(a[0u], 2.0f);"]);
}

#[test]
fn matrices_of_half_are_negated() {
    let wgsl = of_statements(
        "float2x2 m = float2x2(i); m = -m; a[0] = m[0][0]; half2x2 h = half2x2(i); a[1] = (-h)[0][0];",
    );
    assert_lines(&wgsl, &["m = -1.0f * m;"]);
    assert!(wgsl.contains("-1.0h * h"), "{wgsl}");
}

/// WGSL rejects constants outside of the domain of a function, wherever they are, and Metal only has no value for them.
#[test]
fn constants_outside_of_a_domain_are_evaluated_at_run_time() {
    for call in [
        "sqrt(float2(-1, 4)).y",
        "acos(float3(2)).x",
        "log(half2(-1)).x",
        "pow(float2(-1), float2(0.5f)).x",
        "rsqrt(float4(-1)).x",
    ] {
        of_statements(&format!("a[0] = {call};"));
    }
    of_statements(
        "constexpr float3 low = 2, high = float3(1, 2, 3); a[0] = clamp(float3(i), low, high).x; a[1] = clamp(int(i), 5, 3);",
    );
    of_statements(
        "a[0] = extract_bits(i, 20, 20); a[1] = smoothstep(3.0f, 2.0f, float(i)); a[2] = ldexp(float2(i), int2(200)).x; a[3] = reflect(float2(i), float2(3e38f)).x;",
    );
    of_statements(
        "a[0] = simd_shuffle(i, ushort(700)); a[1] = simd_shuffle_up(i, ushort(700)); a[2] = quad_shuffle_xor(i, ushort(200));",
    );
    let plain = of_statements("a[0] = clamp(int(i), 3, 5); a[1] = simd_shuffle(i, ushort(7));");
    assert_lines(&plain, &["a[0u] = clamp(i32(i), 3i, 5i);", "a[1u] = i32(subgroupShuffle(i, 7u));"]);
}
