//! Operations on scalars: over all lanes, one tight loop each, which the compiler vectorises, or for one lane, which notes the event.

#![allow(clippy::inline_always, reason = "a loop over lanes is vectorised only when the step is in it")]

use super::lanes::Word;
use crate::plane::{map1, map2, map3};
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

/// Applies a function to the lanes of planes. Events are not noted.
struct Lanes<'a, W> {
    to: &'a mut [W],
    operands: Operands<'a, W>,
}

impl<T: Number, W: Word> Compute<T> for Lanes<'_, W> {
    type Output = ();
    type Watch = Unwatched;

    #[inline(always)]
    fn unary(self, function: impl Fn(T, &mut Unwatched) -> T) {
        let Self { to, operands } = self;
        map1(to, operands.values[0], |a| W::of_raw(function(number(a), &mut Unwatched).to_raw()));
    }

    #[inline(always)]
    fn binary(self, function: impl Fn(T, T, &mut Unwatched) -> T) {
        let Self { to, operands: Operands { values: [a, b, _], .. } } = self;
        map2(to, a, b, |a, b| W::of_raw(function(number(a), number(b), &mut Unwatched).to_raw()));
    }

    #[inline(always)]
    fn ternary(self, function: impl Fn(T, T, T, &mut Unwatched) -> T) {
        let Self { to, operands } = self;
        map3(to, operands.values.into(), |a, b, c| {
            W::of_raw(function(number(a), number(b), number(c), &mut Unwatched).to_raw())
        });
    }

    #[inline(always)]
    fn counted(self, function: impl Fn(T, u32, &mut Unwatched) -> T) {
        let Self { to, operands } = self;
        map2(to, operands.values[0], operands.counts[0], |a, count| {
            W::of_raw(function(number(a), count, &mut Unwatched).to_raw())
        });
    }

    #[inline(always)]
    fn ranged(self, function: impl Fn(T, u32, u32, &mut Unwatched) -> T) {
        let Self { to, operands: Operands { values, counts: [offset, count] } } = self;
        map3(to, (values[0], offset, count), |a, offset, count| {
            W::of_raw(function(number(a), offset, count, &mut Unwatched).to_raw())
        });
    }

    #[inline(always)]
    fn scaled(self, function: impl Fn(T, i64, &mut Unwatched) -> T) {
        let Self { to, operands } = self;
        map2(to, operands.values[0], operands.counts[0], |a, exponent| {
            W::of_raw(function(number(a), i64::from(exponent as i32), &mut Unwatched).to_raw())
        });
    }

    // Comparisons are for `Comparison`.
    fn impossible(self, what: &str) {
        impossible(what);
        self.to.fill(W::of_raw(0));
    }
}

/// Notes the first event of a lane.
#[derive(Default)]
struct First(Option<Event>);

impl Watch for First {
    fn note(&mut self, event: Event) {
        self.0.get_or_insert(event);
    }
}

/// Notes whether there is any event.
struct Any(bool);

impl Watch for Any {
    #[inline(always)]
    fn note(&mut self, _: Event) {
        self.0 = true;
    }
}

/// Applies a function to the lanes of planes: 1 in each lane that has an event.
struct Events<'a> {
    to: &'a mut [u32],
    operands: Operands<'a, u32>,
}

/// 1 if a function has an event.
#[inline(always)]
fn has_event<T>(function: impl FnOnce(&mut Any) -> T) -> u32 {
    let mut any = Any(false);
    function(&mut any);
    u32::from(any.0)
}

impl<T: Number> Compute<T> for Events<'_> {
    type Output = ();
    type Watch = Any;

    #[inline(always)]
    fn unary(self, function: impl Fn(T, &mut Any) -> T) {
        map1(self.to, self.operands.values[0], |a| has_event(|any| function(number(a), any)));
    }

    #[inline(always)]
    fn binary(self, function: impl Fn(T, T, &mut Any) -> T) {
        let [a, b, _] = self.operands.values;
        map2(self.to, a, b, |a, b| has_event(|any| function(number(a), number(b), any)));
    }

    #[inline(always)]
    fn ternary(self, function: impl Fn(T, T, T, &mut Any) -> T) {
        map3(self.to, self.operands.values.into(), |a, b, c| {
            has_event(|any| function(number(a), number(b), number(c), any))
        });
    }

    #[inline(always)]
    fn counted(self, function: impl Fn(T, u32, &mut Any) -> T) {
        let Operands { values: [a, ..], counts: [count, _] } = self.operands;
        map2(self.to, a, count, |a, count| has_event(|any| function(number(a), count, any)));
    }

    #[inline(always)]
    fn ranged(self, function: impl Fn(T, u32, u32, &mut Any) -> T) {
        let Operands { values: [a, ..], counts: [offset, count] } = self.operands;
        map3(self.to, (a, offset, count), |a, offset, count| {
            has_event(|any| function(number(a), offset, count, any))
        });
    }

    #[inline(always)]
    fn scaled(self, function: impl Fn(T, i64, &mut Any) -> T) {
        let Operands { values: [a, ..], counts: [exponent, _] } = self.operands;
        map2(self.to, a, exponent, |a, exponent| {
            has_event(|any| function(number(a), i64::from(exponent as i32), any))
        });
    }

    // Comparisons have no events.
    fn impossible(self, what: &str) {
        impossible(what);
        self.to.fill(0);
    }
}

/// Applies a function to operands of one lane: the bits of the result, and the first event.
struct Lane([u64; 3]);

impl Lane {
    /// The second and the third operand, where they are counts: of bits, or an exponent.
    fn counts(&self) -> [u32; 2] {
        [self.0[1] as u32, self.0[2] as u32]
    }

    fn watched<T: Number>(function: impl FnOnce(&mut First) -> T) -> (u64, Option<Event>) {
        let mut first = First::default();
        let result = function(&mut first).to_raw();
        (result, first.0)
    }
}

impl<T: Number> Compute<T> for Lane {
    type Output = (u64, Option<Event>);
    type Watch = First;

    fn unary(self, function: impl Fn(T, &mut First) -> T) -> Self::Output {
        Self::watched(|first| function(T::from_raw(self.0[0]), first))
    }

    fn binary(self, function: impl Fn(T, T, &mut First) -> T) -> Self::Output {
        let [a, b, _] = self.0.map(T::from_raw);
        Self::watched(|first| function(a, b, first))
    }

    fn ternary(self, function: impl Fn(T, T, T, &mut First) -> T) -> Self::Output {
        let [a, b, c] = self.0.map(T::from_raw);
        Self::watched(|first| function(a, b, c, first))
    }

    fn counted(self, function: impl Fn(T, u32, &mut First) -> T) -> Self::Output {
        let [count, _] = self.counts();
        Self::watched(|first| function(T::from_raw(self.0[0]), count, first))
    }

    fn ranged(self, function: impl Fn(T, u32, u32, &mut First) -> T) -> Self::Output {
        let [offset, count] = self.counts();
        Self::watched(|first| function(T::from_raw(self.0[0]), offset, count, first))
    }

    fn scaled(self, function: impl Fn(T, i64, &mut First) -> T) -> Self::Output {
        let [exponent, _] = self.counts();
        Self::watched(|first| function(T::from_raw(self.0[0]), i64::from(exponent as i32), first))
    }

    // Comparisons are for `Comparison`.
    fn impossible(self, what: &str) -> Self::Output {
        impossible(what);
        (0, None)
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

    fn impossible(self, what: &str) {
        impossible(what);
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
        narrow(operation, ty, Lanes { to, operands });
    }
}

/// Runs an operation over all lanes of planes of 64 bits.
pub(super) fn run_wide(operation: Operation, ty: Type, to: &mut [u64], operands: Operands<'_, u64>) {
    wide(operation, ty, Lanes { to, operands });
}

/// Compares planes of 64 bits.
pub(super) fn compare_wide(operation: Operation, ty: Type, to: &mut [u32], a: &[u64], b: &[u64]) {
    wide(operation, ty, Comparison { to, operands: [a, b] });
}

/// Runs an operation that is not a comparison for one lane.
pub(super) fn run_lane(operation: Operation, ty: Type, operands: [u64; 3]) -> u64 {
    lane(operation, ty, operands).0
}

/// Marks the lanes of planes of 32 bits in which an operation has an event with 1, the others with 0: of all lanes at once, which costs little more than
/// the operation.
pub(super) fn mark_events(operation: Operation, ty: Type, to: &mut [u32], planes: [&[u32]; 3]) {
    if operation.compares() {
        to.fill(0);
    } else {
        let operands = Operands { values: planes, counts: [planes[1], planes[2]] };
        narrow(operation, ty, Events { to, operands });
    }
}

/// The first event of an operation in one lane.
pub(super) fn event(operation: Operation, ty: Type, operands: [u64; 3]) -> Option<Event> {
    if operation.compares() { None } else { lane(operation, ty, operands).1 }
}

fn lane(operation: Operation, ty: Type, operands: [u64; 3]) -> (u64, Option<Event>) {
    if ty.is_wide() {
        wide(operation, ty, Lane(operands))
    } else {
        let (result, event) = narrow(operation, ty, Lane(operands));
        (u64::from(result as u32), event)
    }
}

/// Runs an operation on words of 32 bits.
#[inline(always)]
fn narrow<O, C>(operation: Operation, ty: Type, compute: C) -> O
where
    C: Compute<f32, Output = O> + Compute<F16, Output = O>,
    C: Compute<i8, Output = O> + Compute<i16, Output = O> + Compute<i32, Output = O>,
    C: Compute<u8, Output = O> + Compute<u16, Output = O> + Compute<u32, Output = O>,
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
        Type::I64 | Type::U64 | Type::F64 => Compute::<u32>::impossible(compute, operation.spelling()),
    }
}

/// Runs an operation on words of 64 bits.
#[inline(always)]
fn wide<O, C>(operation: Operation, ty: Type, compute: C) -> O
where
    C: Compute<f64, Output = O> + Compute<i64, Output = O> + Compute<u64, Output = O>,
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
        | Type::F32 => Compute::<u64>::impossible(compute, operation.spelling()),
    }
}

#[cfg(test)]
mod tests {
    use super::{event, mark_events};
    use shader_numeric::{Operation, Type};

    #[test]
    fn events_are_marked_in_their_lanes() {
        let floats = [0.0, 1.0, -2.5, f32::MAX, f32::MIN_POSITIVE, f32::INFINITY, f32::NAN].map(f32::to_bits);
        let integers = [0, 1, 7, 31, 32, i32::MAX as u32, i32::MIN as u32, u32::MAX];
        let mut found = 0;
        for &operation in Operation::ALL.iter().filter(|operation| !operation.compares()) {
            for (ty, values) in [(Type::F32, &floats[..]), (Type::I32, &integers), (Type::U32, &integers)] {
                if operation.scalar_types(ty).is_none() {
                    continue;
                }
                for second in values {
                    let mut marks = vec![0; values.len()];
                    mark_events(operation, ty, &mut marks, [values, &[*second], &[*second]]);
                    for (mark, first) in marks.iter().zip(values) {
                        let operands = [*first, *second, *second].map(u64::from);
                        let event = event(operation, ty, operands);
                        assert_eq!(*mark != 0, event.is_some(), "{operation:?} {ty:?} {operands:x?}");
                        found += mark;
                    }
                }
            }
        }
        assert!(found > 100, "{found}");
    }
}
