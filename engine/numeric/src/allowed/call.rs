//! Kernels that work on more than one component.

use super::bounds::Bound;
use super::convert::{bitcast, frexp, modf, pack_halves, pack_normalized, unpack_half, unpack_normalized};
use super::format::Format;
use super::interval::Interval;
use super::number::Number;
use super::{allowed, truth, vector};
use crate::Shape;
use crate::{Operation, Type};

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

    fn numbers(&self) -> Vec<Number> {
        let Some(format) = Format::of(self.ty) else { return Vec::new() };
        self.components.iter().map(|interval| Number { format, interval: *interval }).collect()
    }
}

/// The results that a kernel may give, as many components as the result has. For `frexp` and `modf` all the fractions come first.
///
/// Anything for each component where the kernel is not one of floating point numbers. <https://www.w3.org/TR/WGSL/#concrete-float-accuracy>
#[must_use]
pub fn allowed_call(
    operation: Operation,
    arguments: &[Argument<'_>],
    result_type: Type,
    count: usize,
) -> Vec<Interval> {
    let mut results = results(operation, arguments, result_type, count).unwrap_or_default();
    results.resize(count, Interval::ANY);
    results
}

fn results(
    operation: Operation,
    arguments: &[Argument<'_>],
    result_type: Type,
    count: usize,
) -> Option<Vec<Interval>> {
    let first = arguments.first()?;
    if let Some(results) = bit_results(operation, first, result_type, count) {
        return Some(results);
    }
    match operation {
        Operation::Select => return Some(selected(arguments, count)),
        Operation::Frexp => return Some(split(first, frexp)),
        Operation::Modf => return Some(split(first, modf)),
        _ => {}
    }
    let x = first.numbers();
    let y = arguments.get(1).map(Argument::numbers).unwrap_or_default();
    let numbers = match (operation, first.shape, arguments.get(1).map(|second| second.shape)) {
        (Operation::Dot, ..) => vec![vector::dot(&x, &y)?],
        (Operation::Length, ..) => vec![vector::length(&x)?],
        (Operation::Distance, ..) => vec![vector::distance(&x, &y)?],
        (Operation::Normalize, ..) => vector::normalize(&x)?,
        (Operation::Cross, ..) => vector::cross(&x, &y)?,
        (Operation::Reflect, ..) => vector::reflect(&x, &y)?,
        (Operation::Refract, ..) => vector::refract(&x, &y, *arguments.get(2)?.numbers().first()?)?,
        (Operation::FaceForward, ..) => vector::face_forward(first.ty, &x, &y, &arguments.get(2)?.numbers())?,
        (Operation::Determinant, Shape::Matrix(size, _), _) => {
            vec![vector::determinant(&x, usize::from(size))?]
        }
        (Operation::Transpose, Shape::Matrix(_, rows), _) => vector::transpose(&x, usize::from(rows)),
        (Operation::Multiply, Shape::Matrix(inner, rows), Some(Shape::Vector(_) | Shape::Matrix(..))) => {
            vector::product(&x, &y, usize::from(rows), usize::from(inner))?
        }
        (Operation::Multiply, Shape::Vector(inner), Some(Shape::Matrix(..))) => {
            vector::product(&x, &y, 1, usize::from(inner))?
        }
        _ => return Some(componentwise(operation, arguments, count)),
    };
    Some(numbers.into_iter().map(|number| number.interval).collect())
}

/// Each component by itself.
fn componentwise(operation: Operation, arguments: &[Argument<'_>], count: usize) -> Vec<Interval> {
    let ty = arguments.first().map_or(Type::Bool, |argument| argument.ty);
    (0..count)
        .map(|index| {
            let operands: Vec<Interval> =
                arguments.iter().map(|argument| argument.component(index)).collect();
            allowed(operation, ty, &operands)
        })
        .collect()
}

fn selected(arguments: &[Argument<'_>], count: usize) -> Vec<Interval> {
    let [reject, accept, condition] = arguments else { return Vec::new() };
    let choose = |index| {
        let condition = truth::Truth::of(condition.component(index));
        truth::select(reject.component(index), accept.component(index), condition)
    };
    (0..count).map(choose).collect()
}

/// All first parts, then all second parts.
fn split(argument: &Argument<'_>, parts: impl Fn(Type, Interval) -> (Interval, Interval)) -> Vec<Interval> {
    let (mut first, second): (Vec<Interval>, Vec<Interval>) =
        argument.components.iter().map(|component| parts(argument.ty, *component)).unzip();
    first.extend(second);
    first
}

/// The kernels that look at bits.
fn bit_results(
    operation: Operation,
    argument: &Argument<'_>,
    result_type: Type,
    count: usize,
) -> Option<Vec<Interval>> {
    let unpacked = |is_signed: bool, width: u32| {
        let Some(Bound::Units(units)) = Bound::of(operation, &Format::F32) else { return Vec::new() };
        let component = |index| unpack_normalized(argument.component(0), is_signed, width, index, units);
        (0..count as u32).map(component).collect()
    };
    Some(match operation {
        Operation::Bitcast => bitcast(argument.ty, result_type, argument.components),
        Operation::Pack4x8snorm => vec![pack_normalized(argument.components, true, 8)],
        Operation::Pack4x8unorm => vec![pack_normalized(argument.components, false, 8)],
        Operation::Pack2x16snorm => vec![pack_normalized(argument.components, true, 16)],
        Operation::Pack2x16unorm => vec![pack_normalized(argument.components, false, 16)],
        Operation::Pack2x16float => vec![pack_halves(argument.components)],
        Operation::Unpack4x8snorm => unpacked(true, 8),
        Operation::Unpack4x8unorm => unpacked(false, 8),
        Operation::Unpack2x16snorm => unpacked(true, 16),
        Operation::Unpack2x16unorm => unpacked(false, 16),
        Operation::Unpack2x16float => {
            (0..count as u32).map(|index| unpack_half(argument.component(0), index)).collect()
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vector(components: &[Interval]) -> Argument<'_> {
        Argument { ty: Type::F32, shape: Shape::Vector(components.len() as u8), components }
    }

    #[test]
    fn a_scalar_stands_for_all_components() {
        let one = [Interval::point(1.0)];
        let scalar = Argument { ty: Type::F32, shape: Shape::Scalar, components: &one };
        let pair = [Interval::point(2.0), Interval::point(3.0)];
        let sums = allowed_call(Operation::Add, &[scalar, vector(&pair)], Type::F32, 2);
        assert_eq!(sums, [Interval::point(3.0), Interval::point(4.0)]);
    }

    #[test]
    fn parts_follow_each_other() {
        let pair = [Interval::point(2.0), Interval::point(3.5)];
        let parts = allowed_call(Operation::Modf, &[vector(&pair)], Type::F32, 4);
        assert_eq!(parts, [0.0, 0.5, 2.0, 3.0].map(Interval::point));
    }

    #[test]
    fn choices_go_component_by_component() {
        let (reject, accept) = ([Interval::point(1.0); 2], [Interval::point(2.0); 2]);
        let conditions = [Interval::point(1.0), Interval::between(0.0, 1.0)];
        let condition = Argument { ty: Type::Bool, shape: Shape::Vector(2), components: &conditions };
        let chosen =
            allowed_call(Operation::Select, &[vector(&reject), vector(&accept), condition], Type::F32, 2);
        assert_eq!(chosen, [Interval::point(2.0), Interval::between(1.0, 2.0)]);
    }

    #[test]
    fn whatever_is_no_operation_on_floats_gives_anything() {
        let words = [Interval::point(1.0)];
        let word = Argument { ty: Type::U32, shape: Shape::Scalar, components: &words };
        assert_eq!(allowed_call(Operation::CountOneBits, &[word], Type::U32, 1), [Interval::ANY]);
        assert_eq!(allowed_call(Operation::Dot, &[], Type::F32, 1), [Interval::ANY]);
        assert_eq!(allowed_call(Operation::Cross, &[vector(&words)], Type::F32, 3), [Interval::ANY; 3]);
        assert_eq!(allowed(Operation::Add, Type::F32, &[]), Interval::ANY);
    }

    #[test]
    fn words_are_unpacked_and_put_together() {
        let words = [Interval::point(f64::from(0xc000_3c00u32))];
        let word = Argument { ty: Type::U32, shape: Shape::Scalar, components: &words };
        let halves = allowed_call(Operation::Unpack2x16float, &[word], Type::F32, 2);
        assert_eq!(halves, [Interval::point(1.0), Interval::point(-2.0)]);
        assert_eq!(allowed_call(Operation::Pack2x16float, &[vector(&halves)], Type::U32, 1), words);
    }
}
