//! Scalar steps over all lanes: one tight loop each, which the compiler vectorises.
//!
//! A plane holds one value for each lane, or one for all of them: then it has length 1.

#![allow(clippy::inline_always, reason = "a loop over lanes is vectorised only when the step is in it")]

use core::cell::Cell;
use wgsl_spec::Kernel;
use wgsl_validator::value::bits::{self, Word};
use wgsl_validator::value::convert::{to_i32, to_u32};
use wgsl_validator::value::event::{Event, Unwatched, Watch};
use wgsl_validator::value::half::F16;
use wgsl_validator::value::number::{Float, Integer, Number, clamp, max, min};
use wgsl_validator::value::{float, pack};

use crate::ir::Type;

/// A number as a lane holds it.
trait Lane: Number {
    fn from_lane(bits: u32) -> Self;
    fn to_lane(self) -> u32;
}

impl<T: Number> Lane for T {
    #[inline(always)]
    fn from_lane(bits: u32) -> Self {
        T::from_raw(u64::from(bits))
    }
    #[inline(always)]
    fn to_lane(self) -> u32 {
        self.to_raw() as u32
    }
}

#[inline(always)]
pub(super) fn map1(to: &mut [u32], a: &[u32], f: impl Fn(u32) -> u32) {
    if let [a] = a {
        to.fill(f(*a));
        return;
    }
    for (to, a) in to.iter_mut().zip(a) {
        *to = f(*a);
    }
}

#[inline(always)]
pub(crate) fn map2(to: &mut [u32], a: &[u32], b: &[u32], f: impl Fn(u32, u32) -> u32) {
    match (a, b) {
        ([a], [b]) => to.fill(f(*a, *b)),
        ([a], _) => {
            let a = *a;
            for (to, b) in to.iter_mut().zip(b) {
                *to = f(a, *b);
            }
        }
        (_, [b]) => {
            let b = *b;
            for (to, a) in to.iter_mut().zip(a) {
                *to = f(*a, b);
            }
        }
        _ => {
            for ((to, a), b) in to.iter_mut().zip(a).zip(b) {
                *to = f(*a, *b);
            }
        }
    }
}

#[inline(always)]
pub(super) fn map3(to: &mut [u32], [a, b, c]: [&[u32]; 3], f: impl Fn(u32, u32, u32) -> u32) {
    match (a, b, c) {
        ([a], [b], [c]) => to.fill(f(*a, *b, *c)),
        ([a], _, _) => map2(to, b, c, |b, c| f(*a, b, c)),
        (_, [b], _) => map2(to, a, c, |a, c| f(a, *b, c)),
        (_, _, [c]) => map2(to, a, b, |a, b| f(a, b, *c)),
        _ => {
            for (((to, a), b), c) in to.iter_mut().zip(a).zip(b).zip(c) {
                *to = f(*a, *b, *c);
            }
        }
    }
}

#[inline(always)]
fn one<T: Lane>(to: &mut [u32], a: &[u32], f: impl Fn(T) -> T) {
    map1(to, a, |a| f(T::from_lane(a)).to_lane());
}

#[inline(always)]
fn two<T: Lane>(to: &mut [u32], [a, b, _]: [&[u32]; 3], f: impl Fn(T, T) -> T) {
    map2(to, a, b, |a, b| f(T::from_lane(a), T::from_lane(b)).to_lane());
}

#[inline(always)]
fn three<T: Lane>(to: &mut [u32], planes: [&[u32]; 3], f: impl Fn(T, T, T) -> T) {
    map3(to, planes, |a, b, c| f(T::from_lane(a), T::from_lane(b), T::from_lane(c)).to_lane());
}

#[inline(always)]
fn truth<T: Lane>(to: &mut [u32], [a, b, _]: [&[u32]; 3], f: impl Fn(T, T) -> bool) {
    map2(to, a, b, |a, b| u32::from(f(T::from_lane(a), T::from_lane(b))));
}

/// Notes the first event of a lane.
#[derive(Clone, Copy)]
struct Noting<'a>(&'a Cell<Option<Event>>);

impl Watch for Noting<'_> {
    fn note(&mut self, event: Event) {
        self.0.set(self.0.get().or(Some(event)));
    }
}

/// Runs a kernel over all lanes. What it notes goes nowhere.
pub(super) fn run(kernel: Kernel, ty: Type, to: &mut [u32], planes: [&[u32]; 3]) {
    run_with(kernel, ty, to, planes, Unwatched);
}

/// What a kernel notes of one lane.
pub(super) fn event(kernel: Kernel, ty: Type, lanes: [u32; 3]) -> Option<Event> {
    let noted = Cell::new(None);
    let planes = [&lanes[..1], &lanes[1..2], &lanes[2..]];
    run_with(kernel, ty, &mut [0], planes, Noting(&noted));
    noted.get()
}

#[inline(always)]
fn run_with<W: Watch + Copy>(kernel: Kernel, ty: Type, to: &mut [u32], planes: [&[u32]; 3], watch: W) {
    match ty {
        Type::F32 => float::<f32, W>(kernel, to, planes, watch),
        Type::F16 => float::<F16, W>(kernel, to, planes, watch),
        Type::I8 | Type::I16 | Type::I32 => word::<i32, W>(kernel, to, planes, watch),
        Type::U8 | Type::U16 | Type::U32 => word::<u32, W>(kernel, to, planes, watch),
        Type::Bool => boolean(kernel, to, planes),
        Type::I64 | Type::U64 | Type::F64 => {}
    }
}

fn float<T: Float, W: Watch + Copy>(kernel: Kernel, to: &mut [u32], planes: [&[u32]; 3], watch: W) {
    // Each lane has a copy of the watch, which is nothing or a reference.
    macro_rules! one {
        ($name:expr) => {
            one::<T>(to, planes[0], |a| $name(a, &mut { watch }))
        };
    }
    macro_rules! plain {
        ($name:expr) => {
            one::<T>(to, planes[0], |a| $name(a))
        };
    }
    match kernel {
        Kernel::Add => two::<T>(to, planes, |a, b| a.sum(b, &mut { watch })),
        Kernel::Subtract => two::<T>(to, planes, |a, b| a.difference(b, &mut { watch })),
        Kernel::Multiply => two::<T>(to, planes, |a, b| a.product(b, &mut { watch })),
        Kernel::Divide => two::<T>(to, planes, |a, b| a.quotient(b, &mut { watch })),
        Kernel::Remainder => two::<T>(to, planes, |a, b| a.remainder(b, &mut { watch })),
        Kernel::Equal => truth::<T>(to, planes, |a, b| a == b),
        Kernel::NotEqual => truth::<T>(to, planes, |a, b| a != b),
        Kernel::Less => truth::<T>(to, planes, |a, b| a < b),
        Kernel::LessEqual => truth::<T>(to, planes, |a, b| a <= b),
        Kernel::Greater => truth::<T>(to, planes, |a, b| a > b),
        Kernel::GreaterEqual => truth::<T>(to, planes, |a, b| a >= b),
        Kernel::Negate => plain!(Number::negation),
        Kernel::Abs => plain!(Number::magnitude),
        Kernel::Sign => plain!(Number::sign),
        Kernel::Min => two::<T>(to, planes, min),
        Kernel::Max => two::<T>(to, planes, max),
        Kernel::Clamp => three::<T>(to, planes, |a, b, c| clamp(a, b, c, &mut { watch })),
        Kernel::Acos => one!(float::acos),
        Kernel::Acosh => one!(float::acosh),
        Kernel::Asin => one!(float::asin),
        Kernel::Asinh => one!(float::asinh),
        Kernel::Atan => one!(float::atan),
        Kernel::Atanh => one!(float::atanh),
        Kernel::Atan2 => two::<T>(to, planes, |a, b| float::atan2(a, b, &mut { watch })),
        Kernel::Ceil => plain!(float::ceil),
        Kernel::Cos => one!(float::cos),
        Kernel::Cosh => one!(float::cosh),
        Kernel::Degrees => one!(float::degrees),
        Kernel::Exp => one!(float::exp),
        Kernel::Exp2 => one!(float::exp2),
        Kernel::Floor => plain!(float::floor),
        Kernel::Fma => three::<T>(to, planes, |a, b, c| float::fma(a, b, c, &mut { watch })),
        Kernel::Fract => one!(float::fract),
        Kernel::InverseSqrt => one!(float::inverse_sqrt),
        Kernel::Log => one!(float::log),
        Kernel::Log2 => one!(float::log2),
        Kernel::Mix => three::<T>(to, planes, |a, b, c| float::mix(a, b, c, &mut { watch })),
        Kernel::Pow => two::<T>(to, planes, |a, b| float::pow(a, b, &mut { watch })),
        Kernel::QuantizeToF16 => {
            map1(to, planes[0], |a| pack::quantize_to_f16(f32::from_bits(a), &mut { watch }).to_bits());
        }
        Kernel::Radians => plain!(float::radians),
        Kernel::Round => plain!(float::round),
        Kernel::Saturate => one!(float::saturate),
        Kernel::Sin => one!(float::sin),
        Kernel::Sinh => one!(float::sinh),
        Kernel::Smoothstep => {
            three::<T>(to, planes, |a, b, c| float::smoothstep(a, b, c, &mut { watch }));
        }
        Kernel::Sqrt => one!(float::sqrt),
        Kernel::Step => two::<T>(to, planes, float::step),
        Kernel::Tan => one!(float::tan),
        Kernel::Tanh => one!(float::tanh),
        Kernel::Trunc => plain!(float::trunc),
        Kernel::Ldexp => map2(to, planes[0], planes[1], |a, b| {
            float::ldexp(T::from_lane(a), i64::from(b as i32), &mut { watch }).to_lane()
        }),
        _ => {}
    }
}

fn word<T: Word + Integer, W: Watch + Copy>(kernel: Kernel, to: &mut [u32], planes: [&[u32]; 3], watch: W) {
    match kernel {
        Kernel::Add => two::<T>(to, planes, |a, b| a.sum(b, &mut { watch })),
        Kernel::Subtract => two::<T>(to, planes, |a, b| a.difference(b, &mut { watch })),
        Kernel::Multiply => two::<T>(to, planes, |a, b| a.product(b, &mut { watch })),
        Kernel::Divide => two::<T>(to, planes, |a, b| a.quotient(b, &mut { watch })),
        Kernel::Remainder => two::<T>(to, planes, |a, b| a.remainder(b, &mut { watch })),
        Kernel::Equal => truth::<T>(to, planes, |a, b| a == b),
        Kernel::NotEqual => truth::<T>(to, planes, |a, b| a != b),
        Kernel::Less => truth::<T>(to, planes, |a, b| a < b),
        Kernel::LessEqual => truth::<T>(to, planes, |a, b| a <= b),
        Kernel::Greater => truth::<T>(to, planes, |a, b| a > b),
        Kernel::GreaterEqual => truth::<T>(to, planes, |a, b| a >= b),
        Kernel::Negate => one::<T>(to, planes[0], Number::negation),
        Kernel::Abs => one::<T>(to, planes[0], Number::magnitude),
        Kernel::Sign => one::<T>(to, planes[0], Number::sign),
        Kernel::Min => two::<T>(to, planes, min),
        Kernel::Max => two::<T>(to, planes, max),
        Kernel::Clamp => three::<T>(to, planes, |a, b, c| clamp(a, b, c, &mut { watch })),
        Kernel::BitAnd => map2(to, planes[0], planes[1], |a, b| a & b),
        Kernel::BitOr => map2(to, planes[0], planes[1], |a, b| a | b),
        Kernel::BitXor => map2(to, planes[0], planes[1], |a, b| a ^ b),
        Kernel::Complement => map1(to, planes[0], |a| !a),
        Kernel::ShiftLeft => {
            map2(to, planes[0], planes[1], |a, b| T::from_lane(a).shift_left(b, &mut { watch }).to_lane());
        }
        Kernel::ShiftRight => {
            map2(to, planes[0], planes[1], |a, b| T::from_lane(a).shift_right(b, &mut { watch }).to_lane());
        }
        Kernel::CountLeadingZeros => one::<T>(to, planes[0], bits::count_leading_zeros),
        Kernel::CountOneBits => one::<T>(to, planes[0], bits::count_one_bits),
        Kernel::CountTrailingZeros => one::<T>(to, planes[0], bits::count_trailing_zeros),
        Kernel::FirstLeadingBit => one::<T>(to, planes[0], bits::first_leading_bit),
        Kernel::FirstTrailingBit => one::<T>(to, planes[0], bits::first_trailing_bit),
        Kernel::ReverseBits => one::<T>(to, planes[0], bits::reverse_bits),
        Kernel::ExtractBits => map3(to, planes, |a, offset, count| {
            bits::extract_bits(T::from_lane(a), offset, count, &mut { watch }).to_lane()
        }),
        _ => {}
    }
}

fn boolean(kernel: Kernel, to: &mut [u32], [a, b, _]: [&[u32]; 3]) {
    match kernel {
        Kernel::LogicalAnd | Kernel::BitAnd => map2(to, a, b, |a, b| a & b),
        Kernel::LogicalOr | Kernel::BitOr => map2(to, a, b, |a, b| a | b),
        Kernel::BitXor | Kernel::NotEqual => map2(to, a, b, |a, b| a ^ b),
        Kernel::Equal => map2(to, a, b, |a, b| u32::from(a == b)),
        Kernel::Not => map1(to, a, |a| a ^ 1),
        _ => {}
    }
}

/// The conversion of a value constructor. <https://www.w3.org/TR/WGSL/#floating-point-conversion>
pub(super) fn convert(from: Type, into: Type, to: &mut [u32], a: &[u32]) {
    use wgsl_validator::value::{Evaluation, construct};
    match (from, into) {
        (Type::F32, Type::I32) => map1(to, a, |a| to_i32(f32::from_bits(a)) as u32),
        (Type::F32, Type::U32) => map1(to, a, |a| to_u32(f32::from_bits(a)) as u32),
        (Type::I32, Type::F32) => map1(to, a, |a| (a as i32 as f32).to_bits()),
        (Type::U32, Type::F32) => map1(to, a, |a| (a as f32).to_bits()),
        (Type::I32 | Type::Bool, Type::U32) | (Type::U32 | Type::Bool, Type::I32) => map1(to, a, |a| a),
        (Type::I32 | Type::U32, Type::Bool) => map1(to, a, |a| u32::from(a != 0)),
        _ => map1(to, a, |a| {
            construct(from.scalar(), into.scalar(), u64::from(a), Evaluation::Runtime).unwrap_or(0) as u32
        }),
    }
}

/// Whether a number is in the range of the type that it is converted to.
pub(super) fn is_in_range(from: Type, into: Type, bits: u64) -> bool {
    let value = match from {
        Type::F32 => f64::from(f32::from_bits(bits as u32)),
        Type::F16 => F16(bits as u16).widen(),
        Type::I32 => f64::from(bits as u32 as i32),
        Type::U32 => f64::from(bits as u32),
        _ => return true,
    };
    match into {
        Type::I32 if from != Type::U32 => (-2_147_483_648.0..=2_147_483_647.0).contains(&value.trunc()),
        Type::U32 if from != Type::I32 => (0.0..=4_294_967_295.0).contains(&value.trunc()),
        Type::F16 => F16::round(value).is_finite(),
        _ => true,
    }
}
