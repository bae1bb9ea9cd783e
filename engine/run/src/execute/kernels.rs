//! Operations on scalars over all lanes: one tight loop each, which the compiler vectorises.

#![allow(clippy::inline_always, reason = "a loop over lanes is vectorised only when the step is in it")]

use super::lanes::Word;
use crate::plane::{map1, map2, map3};
use core::cell::Cell;
use shader_numeric::compute::{Compute, floats, integers, truths};
use shader_numeric::event::{Event, Unwatched, Watch};
use shader_numeric::half::F16;
use shader_numeric::number::Number;
use shader_numeric::{Operation, Type, impossible};

/// Planes of the operands of an operation.
#[derive(Clone, Copy)]
pub(super) struct Operands<'a, W> {
    /// Those of the type that the kernel computes with.
    pub(super) values: [&'a [W]; 3],
    /// The second and the third one, where they are counts: of bits, or an exponent.
    pub(super) counts: [&'a [u32]; 2],
}

/// The number that a lane holds.
#[inline(always)]
fn number<T: Number, W: Word>(word: W) -> T {
    T::from_raw(word.raw())
}

/// Notes the first event of a lane.
#[derive(Clone, Copy)]
struct Noting<'a>(&'a Cell<Option<Event>>);

impl Watch for Noting<'_> {
    fn note(&mut self, event: Event) {
        self.0.set(self.0.get().or(Some(event)));
    }
}

/// Applies a function to the lanes of planes; each lane has a copy of the watch, which is empty or a reference.
struct Lanes<'a, W, N> {
    to: &'a mut [W],
    operands: Operands<'a, W>,
    watch: N,
}

impl<T: Number, W: Word, N: Watch + Copy> Compute<T> for Lanes<'_, W, N> {
    type Output = ();
    type Watch = N;

    #[inline(always)]
    fn unary(self, function: impl Fn(T, &mut N) -> T) {
        let Self { to, operands, watch } = self;
        map1(to, operands.values[0], |a| W::of_raw(function(number(a), &mut { watch }).to_raw()));
    }

    #[inline(always)]
    fn binary(self, function: impl Fn(T, T, &mut N) -> T) {
        let Self { to, operands: Operands { values: [a, b, _], .. }, watch } = self;
        map2(to, a, b, |a, b| W::of_raw(function(number(a), number(b), &mut { watch }).to_raw()));
    }

    #[inline(always)]
    fn ternary(self, function: impl Fn(T, T, T, &mut N) -> T) {
        let Self { to, operands, watch } = self;
        map3(to, operands.values.into(), |a, b, c| {
            W::of_raw(function(number(a), number(b), number(c), &mut { watch }).to_raw())
        });
    }

    #[inline(always)]
    fn counted(self, function: impl Fn(T, u32, &mut N) -> T) {
        let Self { to, operands, watch } = self;
        map2(to, operands.values[0], operands.counts[0], |a, count| {
            W::of_raw(function(number(a), count, &mut { watch }).to_raw())
        });
    }

    #[inline(always)]
    fn ranged(self, function: impl Fn(T, u32, u32, &mut N) -> T) {
        let Self { to, operands: Operands { values, counts: [offset, count] }, watch } = self;
        map3(to, (values[0], offset, count), |a, offset, count| {
            W::of_raw(function(number(a), offset, count, &mut { watch }).to_raw())
        });
    }

    #[inline(always)]
    fn scaled(self, function: impl Fn(T, i64, &mut N) -> T) {
        let Self { to, operands, watch } = self;
        map2(to, operands.values[0], operands.counts[0], |a, exponent| {
            W::of_raw(function(number(a), i64::from(exponent as i32), &mut { watch }).to_raw())
        });
    }

    /// Comparisons are for [`Comparison`].
    fn compared(self, _function: impl Fn(&T, &T) -> bool) {
        impossible("a comparison gives truth values");
        self.to.fill(W::of_raw(0));
    }

    fn impossible(self, operation: Operation) {
        impossible(operation.spelling());
        self.to.fill(W::of_raw(0));
    }
}

/// Compares the lanes of planes.
struct Comparison<'a, W> {
    to: &'a mut [u32],
    operands: [&'a [W]; 2],
}

impl<T: Number, W: Word> Compute<T> for Comparison<'_, W> {
    type Output = ();
    type Watch = Unwatched;

    #[inline(always)]
    fn compared(self, function: impl Fn(&T, &T) -> bool) {
        let [a, b] = self.operands;
        map2(self.to, a, b, |a, b| u32::from(function(&number(a), &number(b))));
    }

    fn unary(self, _function: impl Fn(T, &mut Unwatched) -> T) {
        self.no_comparison();
    }
    fn binary(self, _function: impl Fn(T, T, &mut Unwatched) -> T) {
        self.no_comparison();
    }
    fn ternary(self, _function: impl Fn(T, T, T, &mut Unwatched) -> T) {
        self.no_comparison();
    }
    fn counted(self, _function: impl Fn(T, u32, &mut Unwatched) -> T) {
        self.no_comparison();
    }
    fn ranged(self, _function: impl Fn(T, u32, u32, &mut Unwatched) -> T) {
        self.no_comparison();
    }
    fn scaled(self, _function: impl Fn(T, i64, &mut Unwatched) -> T) {
        self.no_comparison();
    }
    fn impossible(self, _operation: Operation) {
        self.no_comparison();
    }
}

impl<W> Comparison<'_, W> {
    fn no_comparison(self) {
        impossible("this operation compares nothing");
        self.to.fill(0);
    }
}

/// Runs an operation over all lanes of planes of 32 bits. Its events are not noted.
pub(super) fn run(operation: Operation, ty: Type, to: &mut [u32], planes: [&[u32]; 3]) {
    let [a, b, c] = planes;
    if operation.compares() {
        narrow(operation, ty, Comparison { to, operands: [a, b] });
    } else {
        let operands = Operands { values: planes, counts: [b, c] };
        narrow(operation, ty, Lanes { to, operands, watch: Unwatched });
    }
}

/// Runs an operation over all lanes of planes of 64 bits.
pub(super) fn run_wide(operation: Operation, ty: Type, to: &mut [u64], operands: Operands<'_, u64>) {
    wide(operation, ty, Lanes { to, operands, watch: Unwatched });
}

/// Compares planes of 64 bits.
pub(super) fn compare_wide(operation: Operation, ty: Type, to: &mut [u32], a: &[u64], b: &[u64]) {
    wide(operation, ty, Comparison { to, operands: [a, b] });
}

/// Runs an operation that is not a comparison for one lane.
pub(super) fn run_lane(operation: Operation, ty: Type, lanes: [u64; 3]) -> u64 {
    run_lane_with(operation, ty, lanes, Unwatched)
}

/// The first event of an operation in one lane.
pub(super) fn event(operation: Operation, ty: Type, lanes: [u64; 3]) -> Option<Event> {
    if operation.compares() {
        return None;
    }
    let noted = Cell::new(None);
    run_lane_with(operation, ty, lanes, Noting(&noted));
    noted.get()
}

fn run_lane_with<N: Watch + Copy>(operation: Operation, ty: Type, lanes: [u64; 3], watch: N) -> u64 {
    let low = lanes.map(|lane| lane as u32);
    let counts = [&low[1..2], &low[2..]];
    if ty.is_wide() {
        let (mut to, values) = ([0], [&lanes[..1], &lanes[1..2], &lanes[2..]]);
        wide(operation, ty, Lanes { to: &mut to, operands: Operands { values, counts }, watch });
        to[0]
    } else {
        let (mut to, values) = ([0], [&low[..1], &low[1..2], &low[2..]]);
        narrow(operation, ty, Lanes { to: &mut to, operands: Operands { values, counts }, watch });
        u64::from(to[0])
    }
}

/// Runs an operation on words of 32 bits.
#[inline(always)]
fn narrow<C>(operation: Operation, ty: Type, compute: C)
where
    C: Compute<f32, Output = ()> + Compute<F16, Output = ()>,
    C: Compute<i8, Output = ()> + Compute<i16, Output = ()> + Compute<i32, Output = ()>,
    C: Compute<u8, Output = ()> + Compute<u16, Output = ()> + Compute<u32, Output = ()>,
{
    match ty {
        Type::F32 => floats::<f32, _>(operation, compute),
        Type::F16 => floats::<F16, _>(operation, compute),
        Type::I32 => integers::<i32, _>(operation, compute),
        Type::U32 => integers::<u32, _>(operation, compute),
        Type::I8 => integers::<i8, _>(operation, compute),
        Type::I16 => integers::<i16, _>(operation, compute),
        Type::U8 => integers::<u8, _>(operation, compute),
        Type::U16 => integers::<u16, _>(operation, compute),
        Type::Bool => truths(operation, compute),
        Type::I64 | Type::U64 | Type::F64 => Compute::<u32>::impossible(compute, operation),
    }
}

/// Runs an operation on words of 64 bits.
#[inline(always)]
fn wide<C>(operation: Operation, ty: Type, compute: C)
where
    C: Compute<f64, Output = ()> + Compute<i64, Output = ()> + Compute<u64, Output = ()>,
{
    match ty {
        Type::F64 => floats::<f64, _>(operation, compute),
        Type::I64 => integers::<i64, _>(operation, compute),
        Type::U64 => integers::<u64, _>(operation, compute),
        Type::Bool
        | Type::I8
        | Type::I16
        | Type::I32
        | Type::U8
        | Type::U16
        | Type::U32
        | Type::F16
        | Type::F32 => Compute::<u64>::impossible(compute, operation),
    }
}
