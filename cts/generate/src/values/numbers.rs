//! Interesting values by type, as bits, and their form in a program.

use super::value_type::ValueType;
use shader_numeric::half::F16;
use std::f64::consts::{E, FRAC_PI_2, FRAC_PI_4, PI};
use std::ops::RangeInclusive;
use wgsl_spec::Scalar;

/// Numbers of `f32`; rounded, they are numbers of `f16`.
const FLOATS: [f64; 44] = [
    0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.0, -2.0, 2.5, -2.5, 0.1, -0.1, 0.25, 0.3, -0.3, 0.6, -0.7,
    0.9, 0.01, PI, -PI, FRAC_PI_2, FRAC_PI_4, E, 3.0, -4.0, 5.0, 7.75, 10.0, -11.5, 25.0, 88.5, -88.5, 100.5,
    1e-3, -1e-3, 1e3, -1e3, 1e4, -1e4, 2049.0, 65504.0,
];
/// Numbers around one and a half, powers of two and the edges of integers; the greatest, the least normal, and subnormals.
const OF_F32: [u32; 41] = [
    0x3f80_0001,
    0x3f7f_ffff,
    0xbf80_0001,
    0x3eff_ffff,
    0x3fbf_ffff,
    0x47c3_5000,
    0xc7c3_5000,
    0x477f_f000,
    0x4b7f_ffff,
    0x4b80_0000,
    0x4b80_0001,
    0x4eff_ffff,
    0x4f00_0000,
    0xcf00_0000,
    0x4f7f_ffff,
    0x4f80_0000,
    0x3727_c5ac,
    0x3380_0000,
    0x7f7f_ffff,
    0xff7f_ffff,
    0x0080_0000,
    0x8080_0000,
    0x007f_ffff,
    0x807f_ffff,
    0x0040_0000,
    0x0000_0001,
    0x8000_0001,
    // Behind the end of the interval in which the error of a logarithm is absolute, and on both sides of pi and of the powers of e and 2
    // that are the greatest and the least normal numbers.
    0x4000_0001,
    0x4049_0fda,
    0x4049_0fdc,
    0x42b1_7217,
    0x42b1_7218,
    0xc2ae_ac4f,
    0xc2ae_ac51,
    0x42ff_ffff,
    0xc2fc_0000,
    0xc2fc_0001,
    // Large and small numbers between those and the others.
    0x5015_02f9,
    0xd015_02f9,
    0x7e80_0000,
    0x0da2_4260,
];
/// Those of `f16`.
const OF_F16: [u32; 18] = [
    0x3c01, 0x3bff, 0xbc01, 0x37ff, 0x3dff, 0xfbff, 0x0400, 0x8400, 0x03ff, 0x83ff, 0x0001, 0x8001, 0x4001,
    0x4247, 0x4249, 0x498b, 0x4bff, 0xcb00,
];
/// Integers, in two's complement.
const INTEGERS: [u32; 48] = [
    0,
    1,
    2,
    3,
    4,
    7,
    8,
    15,
    16,
    31,
    32,
    33,
    63,
    64,
    100,
    127,
    128,
    255,
    256,
    0x3c00,
    0x7bff,
    0x8000,
    0xffff,
    0x0001_0000,
    0x00ff_ffff,
    0x0100_0001,
    0x01fe_80ff,
    0x1234_5678,
    0x3333_3333,
    0x3c00_bc00,
    0x3f80_0000,
    0x5555_5555,
    0x7f7f_ffff,
    0x7fff_ff80,
    0x7fff_fffe,
    0x7fff_ffff,
    0x8000_0000,
    0x8000_0001,
    0x8100_7f81,
    0xaaaa_aaaa,
    0xbf80_0000,
    0xffff_0000,
    0xffff_ff00,
    0xffff_ffe0,
    0xffff_fff9,
    0xffff_fffd,
    0xffff_fffe,
    0xffff_ffff,
];
/// Numbers for two parameters or more. Signs change seldom: neighbours are components of a vector, and many functions are not
/// defined for negative numbers.
const SOME_FLOATS: [f64; 11] = [0.0, 1.0, 0.5, PI, 0.1, 7.0, -1.5, -2.0, -0.75, -100.0, -0.0];
/// The greatest, the least normal number and a subnormal one.
const SOME_OF_F32: [u32; 3] = [0x7f7f_ffff, 0x8080_0000, 0x0040_0000];
/// Those of `f16`.
const SOME_OF_F16: [u32; 3] = [0x7bff, 0x8400, 0x0200];
const SOME_UNSIGNED: [u32; 12] =
    [0, 1, 2, 3, 7, 31, 32, 33, 0x5555_5555, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff];
const SOME_SIGNED: [u32; 12] =
    [0, 1, 0xffff_ffff, 2, 0xffff_fffd, 7, 31, 32, 0x5555_5555, 0x7fff_ffff, 0x8000_0000, 0x8000_0001];
/// Matrices are large: with extremes in every one of them, every result would overflow.
const OF_MATRICES: [f64; 12] = [0.5, 1.0, -1.5, 2.0, -0.25, 3.0, 0.1, -2.5, 1.25, -1.0, 4.0, 0.75];

/// All numbers of `f32` beyond this one are integers.
const LARGE: f64 = 16_777_216.0;
/// Far from the greatest and the least numbers of `f16`.
const MODERATE: RangeInclusive<f64> = 1e-3..=1e3;

/// The values of a parameter, as bits. `is_only` stands for the only parameter of a function, which gets more values.
pub(super) fn values(ty: ValueType, is_only: bool) -> Vec<u32> {
    match ty.scalar {
        Scalar::F32 | Scalar::F16 if ty.is_matrix() => encoded(ty.scalar, &OF_MATRICES, &[], &[]),
        Scalar::F32 | Scalar::F16 if is_only => encoded(ty.scalar, &FLOATS, &OF_F32, &OF_F16),
        Scalar::F32 | Scalar::F16 => encoded(ty.scalar, &SOME_FLOATS, &SOME_OF_F32, &SOME_OF_F16),
        Scalar::I32 | Scalar::U32 if is_only => INTEGERS.to_vec(),
        Scalar::U32 => SOME_UNSIGNED.to_vec(),
        Scalar::I32 => SOME_SIGNED.to_vec(),
        Scalar::Bool | Scalar::AbstractInt | Scalar::AbstractFloat => vec![0, 1],
    }
}

fn encoded(scalar: Scalar, numbers: &[f64], of_f32: &[u32], of_f16: &[u32]) -> Vec<u32> {
    let is_half = scalar == Scalar::F16;
    let bits = |number: &f64| {
        if is_half { u32::from(F16::round(*number).0) } else { (*number as f32).to_bits() }
    };
    numbers.iter().map(bits).chain((if is_half { of_f16 } else { of_f32 }).iter().copied()).collect()
}

/// The number with these bits.
pub(super) fn number(scalar: Scalar, bits: u32) -> f64 {
    match scalar {
        Scalar::F32 => f64::from(f32::from_bits(bits)),
        Scalar::F16 => F16(bits as u16).widen(),
        Scalar::I32 => f64::from(bits as i32),
        Scalar::U32 | Scalar::Bool | Scalar::AbstractInt | Scalar::AbstractFloat => f64::from(bits),
    }
}

/// A const-expression of exactly this value.
pub(super) fn written(ty: ValueType, components: &[u32]) -> String {
    let scalars: Vec<String> = components.iter().map(|bits| literal(ty.scalar, *bits)).collect();
    if ty.is_scalar() { scalars.concat() } else { format!("{}({})", ty.name(), scalars.join(", ")) }
}

fn literal(scalar: Scalar, bits: u32) -> String {
    match scalar {
        Scalar::F32 => float_literal(number(scalar, bits), 'f'),
        Scalar::F16 => float_literal(number(scalar, bits), 'h'),
        Scalar::U32 => format!("{bits}u"),
        Scalar::Bool => (bits != 0).to_string(),
        // `-2147483648i` is the negation of a literal that is out of range.
        Scalar::I32 | Scalar::AbstractInt | Scalar::AbstractFloat => format!("i32({})", bits as i32),
    }
}

/// A number of `f32` or `f16`; every number of `f16` is exact in `f32`.
fn float_literal(number: f64, suffix: char) -> String {
    let magnitude = number.abs();
    let literal = if magnitude < LARGE {
        // The shortest form that gives this number again.
        format!("{:e}{suffix}", magnitude as f32)
    } else {
        // All digits: the shortest form of the greatest number is greater than that.
        format!("{magnitude:.1}{suffix}")
    };
    if number.is_sign_negative() { format!("(-{literal})") } else { literal }
}

/// Returns true if a number is so far from the limits of its type that an overflow in a computation with a few of them rarely depends on
/// the rounding mode.
pub(super) fn is_moderate(scalar: Scalar, bits: u32) -> bool {
    let magnitude = number(scalar, bits).abs();
    !scalar.is_float() || magnitude == 0.0 || MODERATE.contains(&magnitude)
}
