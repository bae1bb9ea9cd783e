//! Operations on more than one component.

use super::accuracy::{Accuracy, Bound};
use super::convert::{self, pack_normalized, unpack_half, unpack_normalized};
use super::estimate::Estimate;
use super::format::Format;
use super::interval::Interval;
use super::{allowed, call, truth, vector};
use crate::{Operation, Shape, Type};

/// An operand: its type, the arrangement of its components, and what each of them may be.
#[derive(Clone, Copy, Debug)]
pub struct Argument<'a> {
    /// The type of the components.
    pub ty: Type,
    /// Their arrangement; matrices are column by column.
    pub shape: Shape,
    /// As many intervals as the shape says.
    pub components: &'a [Interval],
}

impl Argument<'_> {
    /// What a component may be; a scalar stands for all components.
    fn component(&self, index: usize) -> Interval {
        let index = if self.shape == Shape::Scalar { 0 } else { index };
        self.components.get(index).copied().unwrap_or(Interval::ANY)
    }
}

/// The results that an operation may give, as many components as the result has. For `frexp` and `modf` all the fractions come first.
///
/// Anything for each component where the operation is not one of floating point numbers.
/// <https://www.w3.org/TR/WGSL/#concrete-float-accuracy>
#[must_use]
pub fn allowed_call(
    operation: Operation,
    accuracy: &Accuracy,
    operands: &[Argument<'_>],
    result_type: Type,
    count: usize,
) -> Vec<Interval> {
    let call = Arguments { operands, result_type, count, accuracy };
    let mut results = whole(operation, &call).unwrap_or_default();
    results.resize(count, Interval::ANY);
    results
}

/// The operands of a call, and what is asked of it.
pub(super) struct Arguments<'a> {
    pub(super) operands: &'a [Argument<'a>],
    result_type: Type,
    count: usize,
    accuracy: &'a Accuracy,
}

impl<'a> Arguments<'a> {
    /// The components of an operand that is one of floating point numbers.
    pub(super) fn numbers(&self, index: usize) -> Option<Vec<Estimate<'a>>> {
        let operand = self.operands.get(index)?;
        let (format, rows) = (Format::of(operand.ty)?, self.accuracy.rows(operand.ty)?);
        let number = |interval: &Interval| Estimate { format, rows, interval: *interval };
        Some(operand.components.iter().map(number).collect())
    }

    /// Each component by itself.
    pub(super) fn each(&self, operation: Operation) -> Vec<Interval> {
        let ty = self.operands.first().map_or(Type::Bool, |operand| operand.ty);
        let component = |index| {
            let operands: Vec<Interval> =
                self.operands.iter().map(|operand| operand.component(index)).collect();
            allowed(operation, self.accuracy, ty, &operands)
        };
        (0..self.count).map(component).collect()
    }

    /// All first parts, then all second parts.
    fn split(&self, parts: fn(Type, Interval) -> (Interval, Interval)) -> Option<Vec<Interval>> {
        let operand = self.operands.first()?;
        let (mut first, second): (Vec<Interval>, Vec<Interval>) =
            operand.components.iter().map(|component| parts(operand.ty, *component)).unzip();
        first.extend(second);
        Some(first)
    }

    fn packed(&self, is_signed: bool, width: u32) -> Option<Vec<Interval>> {
        Some(vec![pack_normalized(self.operands.first()?.components, is_signed, width)])
    }

    fn unpacked(&self, operation: Operation, is_signed: bool, width: u32) -> Option<Vec<Interval>> {
        let Bound::Units { count, .. } = self.accuracy.f32[operation as usize].bound else { return None };
        let word = self.operands.first()?.component(0);
        let component = |index| unpack_normalized(word, is_signed, width, index, count);
        Some((0..self.count as u32).map(component).collect())
    }
}

macro_rules! whole_intervals {
    ($operation:ident, $call:ident, { each }) => {
        Some($call.each($operation))
    };
    ($operation:ident, $call:ident, { $function:path => $allowed:path, $($steps:tt)+ }) => {
        $allowed($call)
    };
}

macro_rules! whole {
    ($(
        $name:ident $spelling:literal $operands:tt -> $result:ident($result_class:ident),
        lanes $lanes:tt, allowed $allowed:tt, whole $whole:tt, notes $notes:tt;
    )*) => {
        fn whole(operation: Operation, call: &Arguments<'_>) -> Option<Vec<Interval>> {
            match operation {
                $(Operation::$name => whole_intervals!(operation, call, $whole),)*
            }
        }
    };
}

operations!(whole);

/// Nothing is claimed.
pub(super) const fn any(_call: &Arguments<'_>) -> Option<Vec<Interval>> {
    None
}

/// <https://www.w3.org/TR/WGSL/#select-builtin>
pub(super) fn select(call: &Arguments<'_>) -> Option<Vec<Interval>> {
    let [reject, accept, condition] = call.operands else { return None };
    let choose = |index| {
        let condition = truth::Truth::of(condition.component(index));
        truth::select(reject.component(index), accept.component(index), condition)
    };
    Some((0..call.count).map(choose).collect())
}

pub(super) fn frexp(call: &Arguments<'_>) -> Option<Vec<Interval>> {
    call.split(convert::frexp)
}

pub(super) fn modf(call: &Arguments<'_>) -> Option<Vec<Interval>> {
    call.split(convert::modf)
}

pub(super) fn bitcast(call: &Arguments<'_>) -> Option<Vec<Interval>> {
    let operand = call.operands.first()?;
    Some(convert::bitcast(operand.ty, call.result_type, operand.components))
}

pub(super) fn pack4x8snorm(call: &Arguments<'_>) -> Option<Vec<Interval>> {
    call.packed(true, 8)
}

pub(super) fn pack4x8unorm(call: &Arguments<'_>) -> Option<Vec<Interval>> {
    call.packed(false, 8)
}

pub(super) fn pack2x16snorm(call: &Arguments<'_>) -> Option<Vec<Interval>> {
    call.packed(true, 16)
}

pub(super) fn pack2x16unorm(call: &Arguments<'_>) -> Option<Vec<Interval>> {
    call.packed(false, 16)
}

pub(super) fn pack_halves(call: &Arguments<'_>) -> Option<Vec<Interval>> {
    Some(vec![convert::pack_halves(call.operands.first()?.components)])
}

pub(super) fn unpack4x8snorm(call: &Arguments<'_>) -> Option<Vec<Interval>> {
    call.unpacked(Operation::Unpack4x8snorm, true, 8)
}

pub(super) fn unpack4x8unorm(call: &Arguments<'_>) -> Option<Vec<Interval>> {
    call.unpacked(Operation::Unpack4x8unorm, false, 8)
}

pub(super) fn unpack2x16snorm(call: &Arguments<'_>) -> Option<Vec<Interval>> {
    call.unpacked(Operation::Unpack2x16snorm, true, 16)
}

pub(super) fn unpack2x16unorm(call: &Arguments<'_>) -> Option<Vec<Interval>> {
    call.unpacked(Operation::Unpack2x16unorm, false, 16)
}

pub(super) fn unpack_halves(call: &Arguments<'_>) -> Option<Vec<Interval>> {
    let word = call.operands.first()?.component(0);
    Some((0..call.count as u32).map(|index| unpack_half(word, index)).collect())
}

#[cfg(test)]
mod tests {
    use super::super::tests::SAMPLE;
    use super::*;

    fn vector(components: &[Interval]) -> Argument<'_> {
        Argument { ty: Type::F32, shape: Shape::Vector(components.len() as u8), components }
    }

    #[test]
    fn a_scalar_stands_for_all_components() {
        let one = [Interval::point(1.0)];
        let scalar = Argument { ty: Type::F32, shape: Shape::Scalar, components: &one };
        let pair = [Interval::point(2.0), Interval::point(3.0)];
        let sums = allowed_call(Operation::Add, &SAMPLE, &[scalar, vector(&pair)], Type::F32, 2);
        assert_eq!(sums, [Interval::point(3.0), Interval::point(4.0)]);
    }

    #[test]
    fn parts_follow_each_other() {
        let pair = [Interval::point(2.0), Interval::point(3.5)];
        let parts = allowed_call(Operation::Modf, &SAMPLE, &[vector(&pair)], Type::F32, 4);
        assert_eq!(parts, [0.0, 0.5, 2.0, 3.0].map(Interval::point));
    }

    #[test]
    fn choices_go_component_by_component() {
        let (reject, accept) = ([Interval::point(1.0); 2], [Interval::point(2.0); 2]);
        let conditions = [Interval::point(1.0), Interval::between(0.0, 1.0)];
        let condition = Argument { ty: Type::Bool, shape: Shape::Vector(2), components: &conditions };
        let chosen = allowed_call(
            Operation::Select,
            &SAMPLE,
            &[vector(&reject), vector(&accept), condition],
            Type::F32,
            2,
        );
        assert_eq!(chosen, [Interval::point(2.0), Interval::between(1.0, 2.0)]);
    }

    #[test]
    fn whatever_is_no_operation_on_floats_gives_anything() {
        let words = [Interval::point(1.0)];
        let word = Argument { ty: Type::U32, shape: Shape::Scalar, components: &words };
        assert_eq!(allowed_call(Operation::CountOneBits, &SAMPLE, &[word], Type::U32, 1), [Interval::ANY]);
        assert_eq!(allowed_call(Operation::Dot, &SAMPLE, &[], Type::F32, 1), [Interval::ANY]);
        assert_eq!(
            allowed_call(Operation::Cross, &SAMPLE, &[vector(&words)], Type::F32, 3),
            [Interval::ANY; 3]
        );
        assert_eq!(allowed(Operation::Add, &SAMPLE, Type::F32, &[]), Interval::ANY);
    }

    #[test]
    fn words_are_unpacked_and_put_together() {
        let words = [Interval::point(f64::from(0xc000_3c00u32))];
        let word = Argument { ty: Type::U32, shape: Shape::Scalar, components: &words };
        let halves = allowed_call(Operation::Unpack2x16float, &SAMPLE, &[word], Type::F32, 2);
        assert_eq!(halves, [Interval::point(1.0), Interval::point(-2.0)]);
        assert_eq!(allowed_call(Operation::Pack2x16float, &SAMPLE, &[vector(&halves)], Type::U32, 1), words);
    }
}
