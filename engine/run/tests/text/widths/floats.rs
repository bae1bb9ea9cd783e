//! Operations on `f64` and `f32`, compared with Rust.

use super::grid::check;
use shader_ir::Type;
use shader_numeric::Operation as K;

/// The exponents of `ldexp`, as the bits of an `i32`.
const EXPONENTS: [u64; 5] = [0, 1, 10, 0xffff_fff6, 0xffff_fc18];

/// The tests of a type, given its names here and in Rust.
macro_rules! floats {
    ($($name:ident: $ty:ident, $rust:ident, $bits:ident, $close:expr;)*) => {$(
        #[test]
        fn $name() {
            fn same(found: u64, expected: u64) -> bool {
                let is_nan = |raw: u64| $rust::from_bits(raw as $bits).is_nan();
                found == expected || (is_nan(found) && is_nan(expected))
            }
            /// Agrees with some tolerance: the operations do not use Rust's mathematical functions.
            fn close(found: u64, expected: u64) -> bool {
                let [found_value, value] = [found, expected].map(|raw| $rust::from_bits(raw as $bits));
                same(found, expected) || (found_value - value).abs() <= value.abs() * $close
            }
            let raw = |value: $rust| u64::from(value.to_bits());
            let of = |raw: u64| $rust::from_bits(raw as $bits);
            let all = [
                0.0, -0.0, 1.0, -1.5, 0.1, 3.0, 1e-3, -2.5, 1e10, $rust::MAX, $rust::MIN_POSITIVE,
                $rust::MIN_POSITIVE / 4.0, $rust::INFINITY, $rust::NEG_INFINITY,
            ].map(raw);
            let within = |low: $rust, high: $rust| -> Vec<u64> {
                (0..=12u8).map(|step| raw(low + (high - low) * $rust::from(step) / 12.0)).collect()
            };
            let one = |operation: K, values: &[u64], expected: &dyn Fn($rust) -> $rust| {
                check(operation, Type::$ty, &[values], &|[a, ..]| raw(expected(of(a))), same);
            };
            let two = |operation: K, expected: &dyn Fn($rust, $rust) -> $rust| {
                check(operation, Type::$ty, &[&all, &all], &|[a, b, _]| raw(expected(of(a), of(b))), same);
            };
            let three = |operation: K, expected: &dyn Fn($rust, $rust, $rust) -> $rust| {
                let values = &all[2..8];
                let expected = |[a, b, c]: [u64; 3]| raw(expected(of(a), of(b), of(c)));
                check(operation, Type::$ty, &[values, values, values], &expected, same);
            };
            let truth = |operation: K, expected: &dyn Fn(&$rust, &$rust) -> bool| {
                let mut values = all.to_vec();
                values.push(raw($rust::NAN));
                let expected = |[a, b, _]: [u64; 3]| u64::from(expected(&of(a), &of(b)));
                check(operation, Type::$ty, &[&values, &values], &expected, same);
            };
            let near = |operation: K, low: $rust, high: $rust, expected: &dyn Fn($rust) -> $rust| {
                check(operation, Type::$ty, &[&within(low, high)], &|[a, ..]| raw(expected(of(a))), close);
            };
            let near_two = |operation: K, expected: &dyn Fn($rust, $rust) -> $rust| {
                let (a, b) = (within(0.1, 9.0), within(-3.0, 3.0));
                check(operation, Type::$ty, &[&a, &b], &|[a, b, _]| raw(expected(of(a), of(b))), close);
            };
            two(K::Add, &|a, b| a + b);
            two(K::Subtract, &|a, b| a - b);
            two(K::Multiply, &|a, b| a * b);
            two(K::Divide, &|a, b| a / b);
            two(K::Remainder, &|a, b| a % b);
            two(K::Min, &|a, b| if b < a { b } else { a });
            two(K::Max, &|a, b| if a < b { b } else { a });
            two(K::Step, &|a, b| if a <= b { 1.0 } else { 0.0 });
            three(K::Clamp, &|a, b, c| a.max(b).min(c));
            three(K::Fma, &|a, b, c| a * b + c);
            three(K::Mix, &|a, b, c| a * (1.0 - c) + b * c);
            three(K::Smoothstep, &|a, b, c| {
                let t = ((c - a) / (b - a)).clamp(0.0, 1.0);
                t * t * (3.0 - 2.0 * t)
            });
            one(K::Negate, &all, &|a| -a);
            one(K::Abs, &all, &$rust::abs);
            one(K::Sign, &all, &|a| if a == 0.0 { 0.0 } else { a.signum() });
            one(K::Saturate, &all[2..], &|a| a.clamp(0.0, 1.0));
            one(K::Ceil, &all, &$rust::ceil);
            one(K::Floor, &all, &$rust::floor);
            one(K::Trunc, &all, &$rust::trunc);
            one(K::Round, &all, &$rust::round_ties_even);
            one(K::Fract, &all[2..8], &|a| a - a.floor());
            one(K::Sqrt, &all, &$rust::sqrt);
            near(K::InverseSqrt, 0.1, 9.0, &|a| 1.0 / a.sqrt());
            near(K::Acos, -1.0, 1.0, &$rust::acos);
            near(K::Asin, -1.0, 1.0, &$rust::asin);
            near(K::Atan, -9.0, 9.0, &$rust::atan);
            near(K::Acosh, 1.0, 9.0, &$rust::acosh);
            near(K::Asinh, -9.0, 9.0, &$rust::asinh);
            near(K::Atanh, -0.9, 0.9, &$rust::atanh);
            near(K::Cos, -1.0, 1.0, &$rust::cos);
            near(K::Sin, -3.0, 3.0, &$rust::sin);
            near(K::Tan, -1.0, 1.0, &$rust::tan);
            near(K::Cosh, -3.0, 3.0, &$rust::cosh);
            near(K::Sinh, -3.0, 3.0, &$rust::sinh);
            near(K::Tanh, -3.0, 3.0, &$rust::tanh);
            near(K::Exp, -9.0, 9.0, &$rust::exp);
            near(K::Exp2, -9.0, 9.0, &$rust::exp2);
            near(K::Log, 0.1, 9.0, &$rust::ln);
            near(K::Log2, 0.1, 9.0, &$rust::log2);
            near(K::Degrees, -9.0, 9.0, &$rust::to_degrees);
            near(K::Radians, -900.0, 900.0, &$rust::to_radians);
            near_two(K::Atan2, &$rust::atan2);
            near_two(K::Pow, &$rust::powf);
            let scaled = |[a, exponent, _]: [u64; 3]| {
                // Rounded once: powers of two are exact, and so is the product in binary64 for narrower types.
                raw((f64::from(of(a)) * 2f64.powi(exponent as i32)) as $rust)
            };
            check(K::Ldexp, Type::$ty, &[&all[..9], &EXPONENTS], &scaled, same);
            truth(K::Equal, &$rust::eq);
            truth(K::NotEqual, &$rust::ne);
            truth(K::Less, &$rust::lt);
            truth(K::LessEqual, &$rust::le);
            truth(K::Greater, &$rust::gt);
            truth(K::GreaterEqual, &$rust::ge);
        }
    )*};
}

floats! {
    f64_kernels: F64, f64, u64, 1e-14;
    f32_kernels: F32, f32, u32, 1e-6;
}

#[test]
fn only_f32_is_quantized() {
    let values = [0.1f32, 1e-9, -65_504.0].map(|value| u64::from(value.to_bits()));
    let quantized = [0.099_975_586_f32, 0.0, -65_504.0].map(|value| u64::from(value.to_bits()));
    let expected = |[a, ..]: [u64; 3]| {
        let place = values.iter().position(|value| *value == a);
        place.map_or(0, |place| quantized[place])
    };
    check(K::QuantizeToF16, Type::F32, &[&values], &expected, |found, expected| found == expected);
}
