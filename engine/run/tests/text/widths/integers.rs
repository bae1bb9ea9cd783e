//! Operations on integers, compared with Rust.

use super::grid::check;
use shader_ir::Type;
use shader_numeric::Operation as K;

const COUNTS: [u64; 10] = [0, 1, 3, 7, 8, 15, 31, 32, 63, 0xffff_ffff];

fn same(found: u64, expected: u64) -> bool {
    found == expected
}

/// The tests of a type: its names here and in Rust, the contents of its registers, and the parts that depend on its
/// sign.
macro_rules! integers {
    ($($name:ident: $ty:ident, $rust:ident, $raw:ident, $abs:expr, $sign:expr, $leading:expr;)*) => {$(
        #[test]
        fn $name() {
            const WIDTH: u32 = $rust::BITS;
            let raw = |value: $rust| u64::from(value as $raw);
            let of = |raw: u64| raw as $rust;
            let all: Vec<u64> = [
                0, 1, 2, 3, 7, 0x55, $rust::MAX, $rust::MIN, $rust::MAX - 1, $rust::MIN + 1,
                $rust::MAX / 3, (1 as $rust) << (WIDTH / 2 - 1), !0, !1,
            ].map(|value| raw(value as $rust)).to_vec();
            let few: Vec<u64> = all.iter().copied().step_by(2).collect();
            let one = |operation: K, expected: &dyn Fn($rust) -> $rust| {
                check(operation, Type::$ty, &[&all], &|[a, ..]| raw(expected(of(a))), same);
            };
            let two = |operation: K, expected: &dyn Fn($rust, $rust) -> $rust| {
                check(operation, Type::$ty, &[&all, &all], &|[a, b, _]| raw(expected(of(a), of(b))), same);
            };
            let counted = |operation: K, expected: &dyn Fn($rust, u32) -> $rust| {
                check(operation, Type::$ty, &[&all, &COUNTS], &|[a, b, _]| raw(expected(of(a), b as u32)), same);
            };
            let truth = |operation: K, expected: &dyn Fn(&$rust, &$rust) -> bool| {
                check(operation, Type::$ty, &[&all, &all], &|[a, b, _]| u64::from(expected(&of(a), &of(b))), same);
            };
            two(K::Add, &$rust::wrapping_add);
            two(K::Subtract, &$rust::wrapping_sub);
            two(K::Multiply, &$rust::wrapping_mul);
            two(K::Divide, &|a, b| if b == 0 { a } else { a.wrapping_div(b) });
            two(K::Remainder, &|a, b| if b == 0 { 0 } else { a.wrapping_rem(b) });
            two(K::Min, &Ord::min);
            two(K::Max, &Ord::max);
            two(K::BitAnd, &|a, b| a & b);
            two(K::BitOr, &|a, b| a | b);
            two(K::BitXor, &|a, b| a ^ b);
            one(K::Complement, &|a| !a);
            one(K::Negate, &$rust::wrapping_neg);
            one(K::Abs, &$abs);
            one(K::Sign, &$sign);
            one(K::CountLeadingZeros, &|a| a.leading_zeros() as $rust);
            one(K::CountTrailingZeros, &|a| a.trailing_zeros() as $rust);
            one(K::CountOneBits, &|a| a.count_ones() as $rust);
            one(K::ReverseBits, &$rust::reverse_bits);
            one(K::FirstTrailingBit, &|a| if a == 0 { !0 } else { a.trailing_zeros() as $rust });
            one(K::FirstLeadingBit, &|a: $rust| {
                let significant: $rust = $leading(a);
                if significant == 0 { !0 } else { (WIDTH - 1 - significant.leading_zeros()) as $rust }
            });
            counted(K::ShiftLeft, &$rust::wrapping_shl);
            counted(K::ShiftRight, &$rust::wrapping_shr);
            truth(K::Equal, &$rust::eq);
            truth(K::NotEqual, &$rust::ne);
            truth(K::Less, &$rust::lt);
            truth(K::LessEqual, &$rust::le);
            truth(K::Greater, &$rust::gt);
            truth(K::GreaterEqual, &$rust::ge);
            let clamped = |[a, low, high]: [u64; 3]| raw(of(a).max(of(low)).min(of(high)));
            check(K::Clamp, Type::$ty, &[&few, &few, &few], &clamped, same);
            let extracted = |[a, offset, count]: [u64; 3]| {
                let offset = (offset as u32).min(WIDTH);
                let count = (count as u32).min(WIDTH - offset);
                if count == 0 {
                    return 0;
                }
                // Shifts to the top, and back with the sign of the type.
                raw((of(a) << (WIDTH - offset - count)) >> (WIDTH - count))
            };
            check(K::ExtractBits, Type::$ty, &[&few, &COUNTS, &COUNTS], &extracted, same);
        }
    )*};
}

integers! {
    i8_kernels: I8, i8, u32, i8::wrapping_abs, i8::signum, |a: i8| if a < 0 { !a } else { a };
    i16_kernels: I16, i16, u32, i16::wrapping_abs, i16::signum, |a: i16| if a < 0 { !a } else { a };
    i32_kernels: I32, i32, u32, i32::wrapping_abs, i32::signum, |a: i32| if a < 0 { !a } else { a };
    i64_kernels: I64, i64, u64, i64::wrapping_abs, i64::signum, |a: i64| if a < 0 { !a } else { a };
    u8_kernels: U8, u8, u32, |a| a, |a: u8| a.min(1), |a| a;
    u16_kernels: U16, u16, u32, |a| a, |a: u16| a.min(1), |a| a;
    u32_kernels: U32, u32, u32, |a| a, |a: u32| a.min(1), |a| a;
    u64_kernels: U64, u64, u64, |a| a, |a: u64| a.min(1), |a| a;
}
