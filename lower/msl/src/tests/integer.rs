//! Functions of integers and of bits.

use super::{body, run};

/// A result in one word.
fn one(expression: &str) -> u32 {
    body(&format!("out[0] = {expression};"), 1, &[0])[0]
}

/// The results of a function of two integers of eight bits, in all cases, against what the definition gives.
fn every_pair(ty: &str, function: &str, definition: impl Fn(i32, i32) -> i32) {
    let text = format!(
        "for (int y = 0; y < 256; y++) {{ out[i * 256 + y] = uint(int({function}({ty}(i), {ty}(y)))); }}"
    );
    let results = body(&text, 256, &vec![0; 1 << 16]);
    let value = |bits: u32| if ty == "char" { i32::from(bits as u8 as i8) } else { bits as i32 };
    for (index, result) in results.iter().enumerate() {
        let (x, y) = (value(index as u32 >> 8), value(index as u32 & 255));
        assert_eq!(*result as i32, definition(x, y), "{function}({ty}({x}), {ty}({y}))");
    }
}

#[test]
fn functions_of_small_integers_follow_their_definitions() {
    every_pair("char", "absdiff", |x, y| (x - y).abs());
    every_pair("uchar", "absdiff", |x, y| (x - y).abs());
    every_pair("char", "addsat", |x, y| (x + y).clamp(-128, 127));
    every_pair("uchar", "addsat", |x, y| (x + y).min(255));
    every_pair("char", "subsat", |x, y| (x - y).clamp(-128, 127));
    every_pair("uchar", "subsat", |x, y| (x - y).max(0));
    every_pair("char", "hadd", |x, y| (x + y) >> 1);
    every_pair("uchar", "rhadd", |x, y| (x + y + 1) >> 1);
    every_pair("char", "rhadd", |x, y| (x + y + 1) >> 1);
    every_pair("char", "mulhi", |x, y| (x * y) >> 8);
    every_pair("uchar", "mulhi", |x, y| (x * y) >> 8);
    every_pair("uchar", "rotate", |x, y| i32::from((x as u8).rotate_left(y as u32)));
    every_pair("char", "rotate", |x, y| i32::from((x as i8).rotate_left(y as u32 & 7)));
}

#[test]
fn products_have_high_halves_and_limits() {
    assert_eq!(one("mulhi(0x80000000u, 6u)"), 3);
    assert_eq!(one("uint(mulhi(-3, 0x40000000))"), u32::MAX);
    assert_eq!(one("uint(mulhi(-5l, 1l << 62)) * 10 + uint(mulhi(~0ul, ~0ul) >> 32)"), (-20_i32 - 1) as u32);
    assert_eq!(one("madhi(0x80000000u, 6u, 4u)"), 7);
    assert_eq!(one("uint(madsat(50000, 50000, 1))"), 0x7fff_ffff);
    assert_eq!(one("uint(madsat(-50000, 50000, 1))"), 0x8000_0000);
    assert_eq!(one("madsat(70000u, 70000u, 1u)"), u32::MAX);
    assert_eq!(one("madsat(3u, 4u, 5u)"), 17);
    assert_eq!(one("mul24(3u, 5u) * 100 + uint(mad24(-2, 3, 10))"), 1504);
}

#[test]
fn bits_of_floats_are_seen() {
    assert_eq!(one("uint(signbit(-0.0f)) * 10 + uint(signbit(1.0f))"), 10);
    assert_eq!(one("as_type<uint>(copysign(2.0f, -0.0f))"), (-2_f32).to_bits());
    assert_eq!(one("uint(as_type<ushort>(copysign(1.0h, -3.0h)))"), 0xbc00);
    assert_eq!(one("uint(ilogb(10.0f)) * 100 + uint(ilogb(0.25f) + 5)"), 303);
    assert_eq!(one("uint(ilogb(0.0f))"), 0x8000_0000);
    let normal =
        "float x = as_type<float>(0x00800000u + i); out[0] = uint(isnormal(x)) * 10 + uint(isnormal(x - x));";
    assert_eq!(body(normal, 1, &[0]), [10]);
}

#[test]
fn operands_that_are_no_numbers_are_not_ordered() {
    let text = "kernel void k(device uint* out [[buffer(0)]], uint i [[thread_position_in_grid]]) {
            float n = as_type<float>(0x7fc00000u + i);
            out[0] = uint(isordered(1.0f, n)) * 1000 + uint(isunordered(n, 1.0f)) * 100 + uint(isordered(1.0f, 2.0f)) * 10 + uint(isunordered(1.0f, 2.0f));
        }";
    // In strict execution, the bits themselves are a fault.
    let (written, faults) = run(text, 1, &[&[0]]);
    assert_eq!(written, [[110]]);
    assert!(faults.iter().all(|fault| fault.kind.name() == "indeterminate-float"), "{faults:?}");
}

#[test]
fn formats_are_packed_and_unpacked() {
    assert_eq!(one("pack_float_to_unorm10a2(float4(1, 0, 0.5, 1))"), 0xe000_03ff);
    assert_eq!(one("pack_float_to_srgb_unorm4x8(float4(0, 1, 0.5, 0.5))"), 0x80bc_ff00);
    let back = one("pack_float_to_srgb_unorm4x8(unpack_unorm4x8_srgb_to_float(0x12345678u))");
    assert_eq!(back, 0x1234_5678);
    assert_eq!(one("pack_float_to_unorm10a2(unpack_unorm10a2_to_float(0x9abcdef1u))"), 0x9abc_def1);
}
