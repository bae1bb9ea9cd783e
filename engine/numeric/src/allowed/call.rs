//! Operations on more than one component.

use super::accuracy::{Accuracy, Bound};
use super::arguments::Argument;
pub(crate) use super::arguments::Arguments;
use super::convert::{self, unpack_half};
use super::interval::Interval;
use super::truth;
use crate::{Operation, Type};

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
    let call = Arguments { operation, operands, result_type, count, accuracy };
    let mut results = (operation.row().allowed)(&call).unwrap_or_default();
    results.resize(count, Interval::ANY);
    results
}

/// Nothing is claimed.
pub(crate) const fn any(_call: &Arguments<'_>) -> Option<Vec<Interval>> {
    None
}

/// <https://www.w3.org/TR/WGSL/#select-builtin>
pub(crate) fn select(call: &Arguments<'_>) -> Option<Vec<Interval>> {
    let [reject, accept, condition] = call.operands else { return None };
    let choose = |index| {
        let condition = truth::Truth::of(condition.component(index));
        truth::select(reject.component(index), accept.component(index), condition)
    };
    Some((0..call.count).map(choose).collect())
}

pub(crate) fn frexp(call: &Arguments<'_>) -> Option<Vec<Interval>> {
    call.split(convert::frexp)
}

pub(crate) fn modf(call: &Arguments<'_>) -> Option<Vec<Interval>> {
    call.split(convert::modf)
}

pub(crate) fn bitcast(call: &Arguments<'_>) -> Option<Vec<Interval>> {
    let operand = call.operands.first()?;
    Some(convert::bitcast(operand.ty, call.result_type, operand.components))
}

/// Normalized numbers in the parts of a word, each of so many bits.
pub(crate) fn pack<const IS_SIGNED: bool, const WIDTH: u32>(call: &Arguments<'_>) -> Option<Vec<Interval>> {
    Some(vec![convert::pack_normalized(call.operands.first()?.components, IS_SIGNED, WIDTH)])
}

pub(crate) fn pack_halves(call: &Arguments<'_>) -> Option<Vec<Interval>> {
    Some(vec![convert::pack_halves(call.operands.first()?.components)])
}

pub(crate) fn unpack<const IS_SIGNED: bool, const WIDTH: u32>(call: &Arguments<'_>) -> Option<Vec<Interval>> {
    let Bound::Units { count, .. } = call.accuracy.f32[call.operation as usize].bound else { return None };
    let word = call.operands.first()?.component(0);
    let component = |index| convert::unpack_normalized(word, IS_SIGNED, WIDTH, index, count);
    Some((0..call.count as u32).map(component).collect())
}

pub(crate) fn unpack_halves(call: &Arguments<'_>) -> Option<Vec<Interval>> {
    let word = call.operands.first()?.component(0);
    Some((0..call.count as u32).map(|index| unpack_half(word, index)).collect())
}

#[cfg(test)]
mod tests {
    use super::super::allowed;
    use super::super::tests::SAMPLE;
    use super::*;
    use crate::Shape;

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
