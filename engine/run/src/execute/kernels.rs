//! Scalar steps over all lanes: one tight loop each, which the compiler vectorises.
//!
//! A plane holds one value for each lane, or one for all of them: then it has length 1.

#![allow(clippy::inline_always, reason = "a loop over lanes is vectorised only when the step is in it")]

use super::planes::Word;
use core::cell::Cell;
use shader_ir::{Type, compares};
use shader_numeric::Operation;
use shader_numeric::bits;
use shader_numeric::event::{Event, Unwatched, Watch};
use shader_numeric::half::F16;
use shader_numeric::number::{Float, Number, clamp, max, min};
use shader_numeric::{float, pack};

/// Planes of the operands of a operation.
#[derive(Clone, Copy)]
pub(super) struct Operands<'a, W> {
    /// Those of the type that the kernel computes with.
    pub(super) values: [&'a [W]; 3],
    /// The second and the third one, where they are counts: of bits, or an exponent.
    pub(super) counts: [&'a [u32]; 2],
}

#[inline(always)]
pub(super) fn map1<R: Clone, A: Copy>(to: &mut [R], a: &[A], f: impl Fn(A) -> R) {
    if let [a] = a {
        to.fill(f(*a));
        return;
    }
    for (to, a) in to.iter_mut().zip(a) {
        *to = f(*a);
    }
}

#[inline(always)]
pub(crate) fn map2<R: Clone, A: Copy, B: Copy>(to: &mut [R], a: &[A], b: &[B], f: impl Fn(A, B) -> R) {
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
pub(super) fn map3<R: Clone, A: Copy, B: Copy, C: Copy>(
    to: &mut [R],
    (a, b, c): (&[A], &[B], &[C]),
    f: impl Fn(A, B, C) -> R,
) {
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

/// The number that a lane holds.
#[inline(always)]
fn number<T: Number, W: Word>(word: W) -> T {
    T::from_raw(word.raw())
}

#[inline(always)]
fn one<T: Number, W: Word>(to: &mut [W], operands: Operands<'_, W>, f: impl Fn(T) -> T) {
    map1(to, operands.values[0], |a| W::of_raw(f(number(a)).to_raw()));
}

#[inline(always)]
fn two<T: Number, W: Word>(to: &mut [W], operands: Operands<'_, W>, f: impl Fn(T, T) -> T) {
    let [a, b, _] = operands.values;
    map2(to, a, b, |a, b| W::of_raw(f(number(a), number(b)).to_raw()));
}

#[inline(always)]
fn three<T: Number, W: Word>(to: &mut [W], operands: Operands<'_, W>, f: impl Fn(T, T, T) -> T) {
    map3(to, operands.values.into(), |a, b, c| W::of_raw(f(number(a), number(b), number(c)).to_raw()));
}

/// With a count as the second operand.
#[inline(always)]
fn counted<T: Number, W: Word>(to: &mut [W], operands: Operands<'_, W>, f: impl Fn(T, u32) -> T) {
    map2(to, operands.values[0], operands.counts[0], |a, count| W::of_raw(f(number(a), count).to_raw()));
}

/// Notes the first event of a lane.
#[derive(Clone, Copy)]
struct Noting<'a>(&'a Cell<Option<Event>>);

impl Watch for Noting<'_> {
    fn note(&mut self, event: Event) {
        self.0.set(self.0.get().or(Some(event)));
    }
}

/// Runs a kernel over all lanes of planes of 32 bits. What it notes goes nowhere.
pub(super) fn run(operation: Operation, ty: Type, to: &mut [u32], planes: [&[u32]; 3]) {
    let [a, b, _] = planes;
    match ty {
        _ if !compares(operation) => {
            compute(
                operation,
                ty,
                to,
                Operands { values: planes, counts: [planes[1], planes[2]] },
                Unwatched,
            );
        }
        Type::F32 => compare::<f32, u32>(operation, to, a, b),
        Type::F16 => compare::<F16, u32>(operation, to, a, b),
        // Narrow integers are extended: they compare as those of 32 bits do.
        Type::I8 | Type::I16 | Type::I32 => compare::<i32, u32>(operation, to, a, b),
        _ => compare::<u32, u32>(operation, to, a, b),
    }
}

/// Runs a kernel over all lanes of planes of 64 bits.
pub(super) fn run_wide(operation: Operation, ty: Type, to: &mut [u64], operands: Operands<'_, u64>) {
    compute_wide(operation, ty, to, operands, Unwatched);
}

/// Compares planes of 64 bits.
pub(super) fn compare_wide(operation: Operation, ty: Type, to: &mut [u32], a: &[u64], b: &[u64]) {
    match ty {
        Type::F64 => compare::<f64, u64>(operation, to, a, b),
        Type::I64 => compare::<i64, u64>(operation, to, a, b),
        _ => compare::<u64, u64>(operation, to, a, b),
    }
}

/// Runs a kernel that compares nothing for one lane.
pub(super) fn run_lane(operation: Operation, ty: Type, lanes: [u64; 3]) -> u64 {
    run_lane_with(operation, ty, lanes, Unwatched)
}

/// What a kernel notes of one lane.
pub(super) fn event(operation: Operation, ty: Type, lanes: [u64; 3]) -> Option<Event> {
    if compares(operation) {
        return None;
    }
    let noted = Cell::new(None);
    run_lane_with(operation, ty, lanes, Noting(&noted));
    // AbstractInt has the kernels of `i64`, and notes sums that are too great for it.
    let wraps =
        ty == Type::I64 && matches!(operation, Operation::Add | Operation::Subtract | Operation::Multiply);
    noted.get().filter(|event| !(wraps && *event == Event::Overflow))
}

fn run_lane_with<N: Watch + Copy>(operation: Operation, ty: Type, lanes: [u64; 3], watch: N) -> u64 {
    let low = lanes.map(|lane| lane as u32);
    let counts = [&low[1..2], &low[2..]];
    if ty.is_wide() {
        let (mut to, values) = ([0], [&lanes[..1], &lanes[1..2], &lanes[2..]]);
        compute_wide(operation, ty, &mut to, Operands { values, counts }, watch);
        to[0]
    } else {
        let (mut to, values) = ([0], [&low[..1], &low[1..2], &low[2..]]);
        compute(operation, ty, &mut to, Operands { values, counts }, watch);
        u64::from(to[0])
    }
}

#[inline(always)]
fn compute<N: Watch + Copy>(
    operation: Operation,
    ty: Type,
    to: &mut [u32],
    operands: Operands<'_, u32>,
    watch: N,
) {
    match ty {
        Type::F32 => float::<f32, u32, N>(operation, to, operands, watch),
        Type::F16 => float::<F16, u32, N>(operation, to, operands, watch),
        Type::I32 => integer::<i32, u32, N>(operation, to, operands, watch),
        Type::U32 => integer::<u32, u32, N>(operation, to, operands, watch),
        Type::I8 => integer::<i8, u32, N>(operation, to, operands, watch),
        Type::I16 => integer::<i16, u32, N>(operation, to, operands, watch),
        Type::U8 => integer::<u8, u32, N>(operation, to, operands, watch),
        Type::U16 => integer::<u16, u32, N>(operation, to, operands, watch),
        Type::Bool => boolean(operation, to, operands.values),
        Type::I64 | Type::U64 | Type::F64 => {}
    }
}

#[inline(always)]
fn compute_wide<N: Watch + Copy>(
    operation: Operation,
    ty: Type,
    to: &mut [u64],
    operands: Operands<'_, u64>,
    watch: N,
) {
    match ty {
        Type::F64 => float::<f64, u64, N>(operation, to, operands, watch),
        Type::I64 => integer::<i64, u64, N>(operation, to, operands, watch),
        _ => integer::<u64, u64, N>(operation, to, operands, watch),
    }
}

fn compare<T: Number, W: Word>(operation: Operation, to: &mut [u32], a: &[W], b: &[W]) {
    macro_rules! truth {
        ($operator:tt) => {
            map2(to, a, b, |a, b| u32::from(number::<T, W>(a) $operator number(b)))
        };
    }
    match operation {
        Operation::Equal => truth!(==),
        Operation::NotEqual => truth!(!=),
        Operation::Less => truth!(<),
        Operation::LessEqual => truth!(<=),
        Operation::Greater => truth!(>),
        Operation::GreaterEqual => truth!(>=),
        _ => {}
    }
}

fn float<T: Float, W: Word, N: Watch + Copy>(
    operation: Operation,
    to: &mut [W],
    operands: Operands<'_, W>,
    watch: N,
) {
    // Each lane has a copy of the watch, which is nothing or a reference.
    macro_rules! one {
        ($name:expr) => {
            one::<T, W>(to, operands, |a| $name(a, &mut { watch }))
        };
    }
    macro_rules! plain {
        ($name:expr) => {
            one::<T, W>(to, operands, |a| $name(a))
        };
    }
    match operation {
        Operation::Add => two::<T, W>(to, operands, |a, b| a.sum(b, &mut { watch })),
        Operation::Subtract => two::<T, W>(to, operands, |a, b| a.difference(b, &mut { watch })),
        Operation::Multiply => two::<T, W>(to, operands, |a, b| a.product(b, &mut { watch })),
        Operation::Divide => two::<T, W>(to, operands, |a, b| a.quotient(b, &mut { watch })),
        Operation::Remainder => two::<T, W>(to, operands, |a, b| a.remainder(b, &mut { watch })),
        Operation::Negate => plain!(Number::negation),
        Operation::Abs => plain!(Number::magnitude),
        Operation::Sign => plain!(Number::sign),
        Operation::Min => two::<T, W>(to, operands, min),
        Operation::Max => two::<T, W>(to, operands, max),
        Operation::Clamp => three::<T, W>(to, operands, |a, b, c| clamp(a, b, c, &mut { watch })),
        Operation::Acos => one!(float::acos),
        Operation::Acosh => one!(float::acosh),
        Operation::Asin => one!(float::asin),
        Operation::Asinh => one!(float::asinh),
        Operation::Atan => one!(float::atan),
        Operation::Atanh => one!(float::atanh),
        Operation::Atan2 => two::<T, W>(to, operands, |a, b| float::atan2(a, b, &mut { watch })),
        Operation::Ceil => plain!(float::ceil),
        Operation::Cos => one!(float::cos),
        Operation::Cosh => one!(float::cosh),
        Operation::Degrees => one!(float::degrees),
        Operation::Exp => one!(float::exp),
        Operation::Exp2 => one!(float::exp2),
        Operation::Floor => plain!(float::floor),
        Operation::Fma => three::<T, W>(to, operands, |a, b, c| float::fma(a, b, c, &mut { watch })),
        Operation::Fract => one!(float::fract),
        Operation::InverseSqrt => one!(float::inverse_sqrt),
        Operation::Log => one!(float::log),
        Operation::Log2 => one!(float::log2),
        Operation::Mix => three::<T, W>(to, operands, |a, b, c| float::mix(a, b, c, &mut { watch })),
        Operation::Pow => two::<T, W>(to, operands, |a, b| float::pow(a, b, &mut { watch })),
        Operation::QuantizeToF16 => map1(to, operands.values[0], |a| {
            W::of_raw(pack::quantize_to_f16(number(a), &mut { watch }).to_raw())
        }),
        Operation::Radians => plain!(float::radians),
        Operation::Round => plain!(float::round),
        Operation::Saturate => one!(float::saturate),
        Operation::Sin => one!(float::sin),
        Operation::Sinh => one!(float::sinh),
        Operation::Smoothstep => {
            three::<T, W>(to, operands, |a, b, c| float::smoothstep(a, b, c, &mut { watch }));
        }
        Operation::Sqrt => one!(float::sqrt),
        Operation::Step => two::<T, W>(to, operands, float::step),
        Operation::Tan => one!(float::tan),
        Operation::Tanh => one!(float::tanh),
        Operation::Trunc => plain!(float::trunc),
        Operation::Ldexp => counted::<T, W>(to, operands, |a, exponent| {
            float::ldexp(a, i64::from(exponent as i32), &mut { watch })
        }),
        _ => {}
    }
}

fn integer<T: bits::Word, W: Word, N: Watch + Copy>(
    operation: Operation,
    to: &mut [W],
    operands: Operands<'_, W>,
    watch: N,
) {
    match operation {
        Operation::Add => two::<T, W>(to, operands, |a, b| a.sum(b, &mut { watch })),
        Operation::Subtract => two::<T, W>(to, operands, |a, b| a.difference(b, &mut { watch })),
        Operation::Multiply => two::<T, W>(to, operands, |a, b| a.product(b, &mut { watch })),
        Operation::Divide => two::<T, W>(to, operands, |a, b| a.quotient(b, &mut { watch })),
        Operation::Remainder => two::<T, W>(to, operands, |a, b| a.remainder(b, &mut { watch })),
        Operation::Negate => one::<T, W>(to, operands, Number::negation),
        Operation::Abs => one::<T, W>(to, operands, Number::magnitude),
        Operation::Sign => one::<T, W>(to, operands, Number::sign),
        Operation::Min => two::<T, W>(to, operands, min),
        Operation::Max => two::<T, W>(to, operands, max),
        Operation::Clamp => three::<T, W>(to, operands, |a, b, c| clamp(a, b, c, &mut { watch })),
        Operation::BitAnd => two::<T, W>(to, operands, |a, b| a & b),
        Operation::BitOr => two::<T, W>(to, operands, |a, b| a | b),
        Operation::BitXor => two::<T, W>(to, operands, |a, b| a ^ b),
        Operation::Complement => one::<T, W>(to, operands, |a| !a),
        Operation::ShiftLeft => counted::<T, W>(to, operands, |a, b| a.shift_left(b, &mut { watch })),
        Operation::ShiftRight => counted::<T, W>(to, operands, |a, b| a.shift_right(b, &mut { watch })),
        Operation::CountLeadingZeros => one::<T, W>(to, operands, bits::count_leading_zeros),
        Operation::CountOneBits => one::<T, W>(to, operands, bits::count_one_bits),
        Operation::CountTrailingZeros => one::<T, W>(to, operands, bits::count_trailing_zeros),
        Operation::FirstLeadingBit => one::<T, W>(to, operands, bits::first_leading_bit),
        Operation::FirstTrailingBit => one::<T, W>(to, operands, bits::first_trailing_bit),
        Operation::ReverseBits => one::<T, W>(to, operands, bits::reverse_bits),
        Operation::ExtractBits => {
            let [offset, count] = operands.counts;
            map3(to, (operands.values[0], offset, count), |a, offset, count| {
                W::of_raw(bits::extract_bits(number::<T, W>(a), offset, count, &mut { watch }).to_raw())
            });
        }
        _ => {}
    }
}

fn boolean(operation: Operation, to: &mut [u32], [a, b, _]: [&[u32]; 3]) {
    match operation {
        Operation::LogicalAnd | Operation::BitAnd => map2(to, a, b, |a, b| a & b),
        Operation::LogicalOr | Operation::BitOr => map2(to, a, b, |a, b| a | b),
        Operation::BitXor => map2(to, a, b, |a, b| a ^ b),
        Operation::Not => map1(to, a, |a| a ^ 1),
        _ => {}
    }
}
