//! Integers that are outside the range of their type: a fault with a sign, modulo a power of two without one. Section 3.1

use super::{body, run};

/// The lowest `int`.
const LEAST: u32 = 0x8000_0000;
/// The greatest `int`.
const GREATEST: u32 = 0x7fff_ffff;

/// The faults of a body over a buffer of `int` or `uint`, each with the source at its place.
fn faults(ty: &str, text: &str, words: &[u32]) -> Vec<(&'static str, String)> {
    let kernel = format!("kernel void k(device {ty}* out [[buffer(0)]]) {{ {text} }}");
    let faults = run(&kernel, 1, &[words]).1;
    // The lines before the kernel are those that `run` writes.
    let whole = format!("#include <metal_stdlib>\nusing namespace metal;\n{kernel}");
    faults
        .iter()
        .map(|fault| (fault.kind.name(), whole[fault.span.lo as usize..fault.span.hi as usize].to_owned()))
        .collect()
}

#[test]
fn a_result_outside_the_range_is_a_fault() {
    let cases = [
        ("out[0] = out[0] + out[1];", [GREATEST, 1], "out[0] + out[1]"),
        ("out[0] = out[0] - out[1];", [LEAST, 1], "out[0] - out[1]"),
        ("out[0] = out[0] * out[1];", [0x10000, 0x8000], "out[0] * out[1]"),
        ("out[0] = -out[0];", [LEAST, 0], "-out[0]"),
        ("out[0] = out[0] / out[1];", [LEAST, u32::MAX], "out[0] / out[1]"),
        ("out[0] += out[1];", [GREATEST, 1], "out[0] += out[1]"),
        ("out[0]++;", [GREATEST, 0], "out[0]++"),
        ("--out[0];", [LEAST, 0], "--out[0]"),
        ("int2 v = int2(out[0], 0); out[0] = (v + 1).x;", [GREATEST, 0], "v + 1"),
        ("long n = 1l << 62; out[0] = int(n * out[1]);", [0, 2], "n * out[1]"),
    ];
    for (text, words, place) in cases {
        assert_eq!(faults("int", text, &words), [("integer-overflow", place.to_owned())], "{text}");
    }
}

#[test]
fn integers_without_a_sign_wrap() {
    assert_eq!(
        body("out[0] += out[1]; out[1] = -out[1]; out[2]--;", 1, &[u32::MAX, 2, 0]),
        [1, !1, u32::MAX]
    );
    assert_eq!(body("out[0] = as_type<uint>(int(out[0] * out[1]));", 1, &[1 << 31, 3]), [1 << 31, 3]);
}

#[test]
fn small_integers_are_promoted() {
    assert_eq!(
        body("char c = 127; c++; short s = -32768; s -= 1; out[0] = uint(c); out[1] = uint(s);", 1, &[0; 2]),
        [!127, 32767]
    );
    assert!(faults("int", "char c = char(out[0]); out[0] = c * c * c;", &[100]).is_empty());
}

#[test]
fn library_functions_wrap_where_they_say_so() {
    assert!(
        faults("int", "out[0] = absdiff(out[0], out[1]); out[1] = hadd(out[1], out[1]);", &[LEAST, GREATEST])
            .is_empty()
    );
    assert!(faults("int", "device int* p = out + 1; p = p - 1; *p = out[0] << 31;", &[3, 0]).is_empty());
}
