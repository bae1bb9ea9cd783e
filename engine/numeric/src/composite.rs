//! Calls that look at several components at once: vectors, matrices, result structures.

use std::ops::Deref;

use crate::{Operation, Type};

use super::dispatch::Call;
use super::event::{FirstEvent, Watch};
use super::fault::{Extent, Fault};
use super::number::{Float, Number};
use super::{Shape, float, vector};

/// No value has more components than a 4 by 4 matrix.
const MOST_COMPONENTS: usize = 16;

/// The components of an operand as numbers.
struct Components<T> {
    items: [T; MOST_COMPONENTS],
    len: usize,
}

impl<T: Number> Components<T> {
    fn new(call: &Call<'_>, argument: usize) -> Self {
        let mut items = [T::ZERO; MOST_COMPONENTS];
        let len = call.shape(argument).len().min(MOST_COMPONENTS);
        for (index, item) in items.iter_mut().take(len).enumerate() {
            *item = call.number(argument, index);
        }
        Self { items, len }
    }
}

impl<T> Deref for Components<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        self.items.get(..self.len).unwrap_or_default()
    }
}

/// Runs a kernel that gives one scalar.
fn scalar<T: Number>(
    call: &Call<'_>,
    out: &mut Vec<u64>,
    operation: impl FnOnce(&mut FirstEvent) -> T,
) -> Result<(), Fault> {
    let mut watch = FirstEvent::default();
    out.push(operation(&mut watch).to_raw());
    call.finish(watch, Extent::Whole)
}

/// `dot`
pub(super) fn dot<T: Number>(call: &Call<'_>, out: &mut Vec<u64>) -> Result<(), Fault> {
    let (first, second) = (Components::<T>::new(call, 0), Components::<T>::new(call, 1));
    scalar(call, out, |watch| vector::dot(&first, &second, watch))
}

/// `length`, `distance`, `determinant`
pub(super) fn to_scalar<T: Float>(call: &Call<'_>, out: &mut Vec<u64>) -> Result<(), Fault> {
    let first = Components::<T>::new(call, 0);
    match (call.operation(), call.shape(0)) {
        (Operation::Length, _) => scalar(call, out, |watch| vector::length(&first, watch)),
        (Operation::Distance, _) => {
            let second = Components::<T>::new(call, 1);
            let mut scratch = [T::ZERO; MOST_COMPONENTS];
            let scratch = scratch.get_mut(..first.len).unwrap_or_default();
            scalar(call, out, |watch| vector::distance(&first, &second, scratch, watch))
        }
        (Operation::Determinant, Shape::Matrix(columns, rows)) if columns == rows => {
            scalar(call, out, |watch| vector::determinant(&first, usize::from(columns), watch))
        }
        _ => Err(call.unsupported()),
    }
}

/// `cross`, `normalize`, `faceForward`, `reflect`, `refract`
pub(super) fn to_vector<T: Float>(call: &Call<'_>, out: &mut Vec<u64>) -> Result<(), Fault> {
    let [first, second] = [0, 1].map(|argument| Components::<T>::new(call, argument));
    let mut result = [T::ZERO; MOST_COMPONENTS];
    let result = result.get_mut(..first.len).unwrap_or_default();
    let mut watch = FirstEvent::default();
    vector_kernel(call, (&first, &second), result, &mut watch)?;
    call.finish(watch, Extent::Whole)?;
    out.extend(result.iter().map(|value| value.to_raw()));
    Ok(())
}

fn vector_kernel<T: Float>(
    call: &Call<'_>,
    (first, second): (&[T], &[T]),
    result: &mut [T],
    watch: &mut impl Watch,
) -> Result<(), Fault> {
    match call.operation() {
        Operation::Cross => {
            let (Ok(left), Ok(right)) = (first.try_into(), second.try_into()) else {
                return Err(call.unsupported());
            };
            result.copy_from_slice(&vector::cross(left, right, watch));
        }
        Operation::Normalize => vector::normalize(first, result, watch),
        Operation::FaceForward => {
            let reference = Components::<T>::new(call, 2);
            vector::face_forward(first, second, &reference, result, watch);
        }
        Operation::Reflect => vector::reflect(first, second, result, watch),
        Operation::Refract => vector::refract(first, second, call.number(2, 0), result, watch),
        _ => return Err(call.unsupported()),
    }
    Ok(())
}

/// `frexp` and `modf`: all fractions, then all exponents or whole parts.
pub(super) fn split<T: Float>(call: &Call<'_>, out: &mut Vec<u64>) {
    let values = Components::<T>::new(call, 0);
    if call.operation() == Operation::Modf {
        out.extend(values.iter().map(|value| float::modf(*value).0.to_raw()));
        out.extend(values.iter().map(|value| float::modf(*value).1.to_raw()));
        return;
    }
    out.extend(values.iter().map(|value| float::frexp(*value).0.to_raw()));
    out.extend(values.iter().map(|value| {
        let exponent = float::frexp(*value).1;
        if T::TYPE == Type::F64 { i64::from(exponent).to_raw() } else { exponent.to_raw() }
    }));
}

/// `transpose`
pub(super) fn transpose(call: &Call<'_>, out: &mut Vec<u64>) -> Result<(), Fault> {
    let (Shape::Matrix(_, rows), Some(operand)) = (call.shape(0), call.arguments().first()) else {
        return Err(call.unsupported());
    };
    vector::transpose(operand.bits, usize::from(rows), |bits| out.push(bits));
    Ok(())
}

/// Whether a multiplication is one of linear algebra rather than one of components.
pub(super) fn is_matrix_product(call: &Call<'_>) -> bool {
    let is_matrix = |shape| matches!(shape, Shape::Matrix(..));
    let (left, right) = (call.shape(0), call.shape(1));
    (is_matrix(left) && right != Shape::Scalar) || (is_matrix(right) && left != Shape::Scalar)
}

/// The product of matrices, or of a matrix and a vector.
pub(super) fn product<T: Float>(call: &Call<'_>, out: &mut Vec<u64>) -> Result<(), Fault> {
    let (rows, inner, columns) = match (call.shape(0), call.shape(1)) {
        (Shape::Matrix(inner, rows), Shape::Vector(size)) if inner == size => (rows, inner, 1),
        (Shape::Vector(size), Shape::Matrix(columns, inner)) if inner == size => (1, inner, columns),
        (Shape::Matrix(inner, rows), Shape::Matrix(columns, size)) if inner == size => (rows, inner, columns),
        _ => return Err(call.unsupported()),
    };
    let (first, second) = (Components::<T>::new(call, 0), Components::<T>::new(call, 1));
    let sizes = (usize::from(rows), usize::from(inner));
    for column in 0..usize::from(columns) {
        for row in 0..usize::from(rows) {
            scalar(call, out, |watch| vector::product_element(&first, &second, sizes, (column, row), watch))?;
        }
    }
    Ok(())
}
