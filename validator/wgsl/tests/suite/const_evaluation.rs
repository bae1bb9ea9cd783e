//! Const evaluation as programs see it: assertions that hold, and invalid const-expressions.
//! <https://www.w3.org/TR/WGSL/#const-expr>

use wgsl_validator::{Options, validate};

const HEAD: &str = "enable f16;
struct S { a: i32, b: vec2f, c: array<u32, 3> }
const s = S(1, vec2f(2.0, 3.0), array(4, 5, 6));
const size = 3;
";

const HOLDS: &[&str] = &[
    // Integers.
    "1 + 2 * 3 == 7",
    "(1 + 2) * 3 == 9",
    "7 - 2 - 1 == 4",
    "7 / 2 == 3",
    "-7 / 2 == -3",
    "7 % 3 == 1",
    "-7 % 3 == -1",
    "7 % -3 == 1",
    "-(-5) == 5",
    "9223372036854775807 - 9223372036854775806 == 1",
    "4294967295u == 0xffffffffu",
    "2147483647i + 1i == -2147483648",
    "4294967295u + 1u == 0u",
    "65536u * 65536u == 0u",
    // Bits.
    "1u << 31 == 2147483648u",
    "(5 | 2) == 7",
    "(6 & 3) == 2",
    "(6 ^ 3) == 5",
    "~0u == 4294967295u",
    "~0i == -1i",
    "-8 >> 1 == -4",
    "0x80000000u >> 31u == 1u",
    // Floating point.
    "1.0 / 4.0 == 0.25",
    "0.1 + 0.2 != 0.3",
    "0.1f == 0.1",
    "7.5 % 2.0 == 1.5",
    "-7.5 % 2.0 == -1.5",
    "16777216f + 1f == 16777216f",
    "2048h + 1h == 2048h",
    "0x1.8p1 == 3.0",
    // Logic and comparisons.
    "1 < 2 && 2 <= 2 && 3 > 2 && 2 >= 2",
    "true != false",
    "!false",
    "(true | false) & true",
    "!(false && 1 / 0 == 0)",
    "true || 1 / 0 == 0",
    // Conversions.
    "i32(3.7) == 3",
    "i32(-3.7f) == -3",
    "u32(3.9f) == 3u",
    "u32(-1i) == 4294967295u",
    "i32(4294967295u) == -1",
    "f32(16777217) == 16777216f",
    "bool(2) && !bool(0.0)",
    "i32(true) == 1",
    "f16(0.5) == 0.5h",
    "bitcast<u32>(1.0f) == 0x3f800000u",
    "bitcast<i32>(4294967295u) == -1",
    "bitcast<u32>(vec2h(1.0, 0.0)) == 0x3c00u",
    // Vectors and matrices.
    "all(vec2(1, 2) + vec2(3, 4) == vec2(4, 6))",
    "all(2 * vec2(1, 2) == vec2(2, 4))",
    "all(vec3(1, 2, 3).zyx == vec3(3, 2, 1))",
    "vec3(1, 2, 3).g == 2",
    "vec3(1, 2, 3)[2] == 3",
    "vec4(vec2(1, 2), 3, 4).w == 4",
    "vec3f(7).z == 7",
    "any(vec2(false, true)) && !all(vec2(false, true))",
    "all(select(vec2(1, 2), vec2(3, 4), vec2(true, false)) == vec2(3, 2))",
    "mat2x2(1.0, 2.0, 3.0, 4.0)[1].x == 3.0",
    "all(mat2x2(1.0, 2.0, 3.0, 4.0) * vec2(1.0, 1.0) == vec2(4.0, 6.0))",
    "all(vec2(1.0, 1.0) * mat2x2(1.0, 2.0, 3.0, 4.0) == vec2(3.0, 7.0))",
    "(mat2x3f(1, 2, 3, 4, 5, 6) * 2f)[1].z == 12",
    "transpose(mat2x3(1.0, 2.0, 3.0, 4.0, 5.0, 6.0))[0].y == 4.0",
    "determinant(mat2x2(1.0, 2.0, 3.0, 4.0)) == -2.0",
    // Arrays and structures.
    "array(1, 2, 3)[1] == 2",
    "array<i32, 2>()[1] == 0",
    "array(vec2(1, 2), vec2(3, 4))[1].y == 4",
    "s.a == 1 && s.b.y == 3 && s.c[2] == 6",
    "S().b.x == 0",
    "array<u32, size>(7, 8, 9)[size - 1] == 9",
    "s.a != 2 && s.b.x == 2 && s.c[0] == 4 && s.c[1] == 5",
    "array(vec2(1, 2), vec2(3, 4))[0].yx.x == 2",
    "array(array(1, 2), array(3, 4))[1][0] == 3",
    "array<array<i32, 2>, 2>(array(1, 2), array(3, 4))[1][1] == 4",
    "array(1, 2.5)[0] == 1.0",
    "array(1, 2u)[0] == 1u",
    "array<f32, 2>(1, 2)[1] == 2f",
    "array<vec2f, 2>(vec2(1, 2), vec2(3, 4))[1].x == 3f",
    "array(vec2f(1, 2), vec2(3, 4))[1].y == 4f",
    "all(mat2x3(1, 2, 3, 4, 5, 6)[1].zx == vec2(6, 4))",
    "mat2x3(1, 2, 3, 4, 5, 6)[1][2] == 6",
    "vec4(1, 2, 3, 4).wzyx[1u] == 3",
    "array(mat2x2f(), mat2x2(1, 2, 3, 4))[1][1][0] == 3f",
    "S(1, vec2(2, 3), array(4, 5, 6)).c[2] == 6",
    "array(frexp(1f), frexp(6.0))[1].exp == 3i",
    "array(frexp(vec2f(1)), frexp(vec2(6.0, 12.0)))[1].exp.y == 4i",
    "array(array(frexp(1.5)), array(frexp(2f)))[0][0].exp == 1",
    "array(array(frexp(1.5), frexp(6.0)), array(frexp(2f), frexp(2f)))[0][1].exp == 3",
    "array(array(frexp(vec2(1.5, 6))), array(frexp(vec2f(2))))[0][0].exp.y == 3",
    "array(array(frexp(vec2(1.5, 6))), array(frexp(vec2f(2))))[0][0].fract.x == 0.75",
    "array(frexp(vec2f(1)), frexp(vec2(6.0, 12.0)))[1].fract.y == 0.75f",
    "array(modf(1f), modf(2.5))[1].whole == 2f",
    // Functions.
    "frexp(vec2(6.0, 12.0)).exp.y == 4 && frexp(vec2(6.0, 12.0)).fract.x == 0.75",
    "modf(vec3(1.5, 2.25, 3.0)).fract.y == 0.25 && modf(vec3(1.5, 2.25, 3.0)).whole.z == 3.0",
    "abs(-3) == 3",
    "min(1, 2) == 1 && max(1.5, 2) == 2.0",
    "clamp(5, 1, 3) == 3",
    "sign(-2.5) == -1.0 && sign(0) == 0",
    "floor(-1.5) == -2.0 && ceil(1.2) == 2.0",
    "round(2.5) == 2.0 && round(3.5) == 4.0",
    "trunc(-1.7) == -1.0",
    "fract(-1.25) == 0.75",
    "sqrt(16.0) == 4.0",
    "exp2(3.0) == 8.0 && log2(8.0) == 3.0",
    "pow(2.0, 10.0) == 1024.0",
    "length(vec2(3.0, 4.0)) == 5.0",
    "distance(vec2(0.0, 0.0), vec2(3.0, 4.0)) == 5.0",
    "dot(vec3(1, 2, 3), vec3(4, 5, 6)) == 32",
    "all(cross(vec3(1.0, 0.0, 0.0), vec3(0.0, 1.0, 0.0)) == vec3(0.0, 0.0, 1.0))",
    "saturate(1.5) == 1.0 && step(1.0, 2.0) == 1.0",
    "mix(1.0, 3.0, 0.5) == 2.0",
    "smoothstep(0.0, 1.0, 0.5) == 0.5",
    "fma(2.0, 3.0, 4.0) == 10.0",
    "ldexp(1.5, 2) == 6.0",
    "frexp(8.0).fract == 0.5 && frexp(8.0).exp == 4",
    "modf(2.75).fract == 0.75 && modf(2.75).whole == 2.0",
    "countOneBits(0xf0fu) == 8u",
    "reverseBits(1u) == 0x80000000u",
    "firstLeadingBit(16u) == 4u && firstTrailingBit(16u) == 4u",
    "countLeadingZeros(1u) == 31u && countTrailingZeros(8u) == 3u",
    "extractBits(0xf0u, 4u, 4u) == 15u && extractBits(0xf0, 4u, 4u) == -1",
    "insertBits(0u, 3u, 4u, 2u) == 48u",
    "pack4x8unorm(vec4f(1, 0, 0, 1)) == 0xff0000ffu",
    "unpack2x16float(0x3c00c000u).y == 1.0 && unpack2x16float(0x3c00c000u).x == -2.0",
    "dot4U8Packed(0x01010101u, 0x02020202u) == 8u",
    "quantizeToF16(1.0 / 3.0) == 0.333251953125",
    "select(1, 2, true) == 2",
];

const FAILS: &[(&str, &str)] = &[
    ("1 == 2", "const/assertion-failed"),
    ("true && false", "const/assertion-failed"),
    ("false && true", "const/assertion-failed"),
    ("false || false", "const/assertion-failed"),
    ("(true || false) && false", "const/assertion-failed"),
    ("(false && true) || false", "const/assertion-failed"),
    ("1 / 0 == 0", "const/division-by-zero"),
    ("1 % 0 == 0", "const/division-by-zero"),
    ("all(vec2(1, 2) / vec2(1, 0) == vec2(1, 1))", "const/division-by-zero"),
    ("9223372036854775807 + 1 == 0", "const/overflow"),
    ("i32(-2147483648) / -1i == 0", "const/overflow"),
    ("1e308 * 10.0 == 0", "const/overflow"),
    ("1e38f * 10.0f == 0", "const/overflow"),
    ("60000h + 60000h == 0", "const/overflow"),
    ("1.0 / 0.0 == 0", "const/division-by-zero"),
    ("1u << 32 == 0", "const/shift-too-far"),
    ("1u >> 32 == 0", "const/shift-too-far"),
    ("1i << 31 == 0", "const/overflow"),
    ("3u << 31 == 0", "const/overflow"),
    ("false || 1 / 0 == 0", "const/division-by-zero"),
    ("(false && 1 / 0 == 0) || 1 % 0 == 0", "const/division-by-zero"),
    ("array(1, 1 / 0)[0] == 1", "const/division-by-zero"),
    ("S(1, vec2f(), array(1, 1 / 0, 2)).a == 1", "const/division-by-zero"),
    ("u32(-1) == 0", "const/not-representable"),
    ("array(1u, -1)[0] == 1", "const/not-representable"),
    ("array<u32, 2>(1, -1)[0] == 1", "const/not-representable"),
    ("array(vec2u(), vec2(1, -1))[0].x == 0", "const/not-representable"),
    ("i32(2147483648) == 0", "const/not-representable"),
    ("-2147483649 == 0i", "const/not-representable"),
    ("1e39 == 0f", "const/not-representable"),
    ("65536 == 0h", "const/not-representable"),
    ("vec2(1, 2)[2] == 0", "const/index-out-of-bounds"),
    ("array(1)[1] == 0", "const/index-out-of-bounds"),
    ("array(1)[-1] == 0", "const/index-out-of-bounds"),
    ("s.c[3] == 0", "const/index-out-of-bounds"),
    ("mat2x2(1.0, 2.0, 3.0, 4.0)[2].x == 0", "const/index-out-of-bounds"),
    ("sqrt(-1.0) == 0", "const/invalid-argument"),
    ("inverseSqrt(0.0) == 0", "const/overflow"),
    ("log(0.0) == 0", "const/overflow"),
    ("asin(2.0) == 0", "const/invalid-argument"),
    ("acosh(0.5) == 0", "const/invalid-argument"),
    ("atanh(1.0) == 0", "const/overflow"),
    ("pow(-1.0, 0.5) == 0", "const/invalid-argument"),
    ("clamp(1, 3, 2) == 0", "const/invalid-argument"),
    ("smoothstep(1.0, 1.0, 0.5) == 0", "const/invalid-argument"),
    ("extractBits(1u, 30u, 4u) == 0", "const/invalid-argument"),
    ("insertBits(1u, 1u, 30u, 4u) == 0", "const/invalid-argument"),
    ("normalize(vec2(0.0, 0.0)).x == 0", "const/invalid-argument"),
    ("exp2(2000.0) == 0", "const/overflow"),
    ("length(vec2(1e200, 1e200)) == 0", "const/overflow"),
];

fn codes(assertion: &str) -> Vec<&'static str> {
    let text = format!("{HEAD}const_assert {assertion};");
    let module = validate(&text, &Options::default());
    module.diagnostics().iter().map(|diagnostic| diagnostic.code.slug()).collect()
}

/// An assertion with an unknown value would pass in silence, so its opposite has to fail.
#[test]
fn assertions_that_hold() {
    let mut failures = Vec::new();
    for assertion in HOLDS {
        let (found, opposite) = (codes(assertion), codes(&format!("!({assertion})")));
        if !found.is_empty() || opposite != ["const/assertion-failed"] {
            failures.push(format!("{assertion}: {found:?}, its opposite {opposite:?}"));
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

#[test]
fn const_expressions_that_must_not_be() {
    let failures: Vec<String> = FAILS
        .iter()
        .map(|(assertion, wanted)| (assertion, *wanted, codes(assertion)))
        .filter(|(_, wanted, codes)| codes != &[*wanted])
        .map(|(assertion, wanted, codes)| format!("{assertion}: wanted {wanted}, found {codes:?}"))
        .collect();
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}
