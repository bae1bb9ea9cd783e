//! Calls that look at several components at once: vectors, matrices, result structures, selection.

#![allow(clippy::unnecessary_wraps, reason = "functions of one column of the table have one type")]

use std::ops::Deref;

use crate::application::{Call, FirstError};
use crate::bits::{self, Word};
use crate::fault::{Extent, Fault};
use crate::number::{Float, Number};
use crate::{Shape, float, impossible, vector};

/// No value has more components than a 4 by 4 matrix.
const MOST_COMPONENTS: usize = 16;

/// The components of an operand as numbers.
struct Components<T> {
    items: [T; MOST_COMPONENTS],
    len: usize,
}

impl<T: Number> Components<T> {
    fn new(call: &Call<'_>, operand: usize) -> Self {
        let mut items = [T::ZERO; MOST_COMPONENTS];
        let len = call.shape(operand).len().min(MOST_COMPONENTS);
        for (index, item) in items.iter_mut().take(len).enumerate() {
            *item = call.number(operand, index);
        }
        Self { items, len }
    }

    /// As many zeros.
    fn zeros(&self) -> Self {
        Self { items: [T::ZERO; MOST_COMPONENTS], len: self.len }
    }

    fn slice(&mut self) -> &mut [T] {
        self.items.get_mut(..self.len).unwrap_or_default()
    }
}

impl<T> Deref for Components<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        self.items.get(..self.len).unwrap_or_default()
    }
}

/// Runs code with the Rust type of the operands, which are floating point numbers.
macro_rules! floats {
    ($call:ident, $name:ident => $body:expr) => {
        for_float!($call.ty(), $name => $body).unwrap_or_else(|| no_function($call))
    };
}

/// Runs a function that gives one scalar.
fn scalar<T: Number>(
    call: &Call<'_>,
    out: &mut Vec<u64>,
    function: impl FnOnce(&mut FirstError) -> T,
) -> Result<(), Fault> {
    let mut watch = call.watch();
    out.push(function(&mut watch).to_raw());
    call.finish(watch, Extent::Whole)
}

/// Runs a function of the first operand that gives as many components.
fn vector<T: Float>(
    call: &Call<'_>,
    out: &mut Vec<u64>,
    function: impl FnOnce(&[T], &mut [T], &mut FirstError),
) -> Result<(), Fault> {
    let first = Components::<T>::new(call, 0);
    let mut result = first.zeros();
    let mut watch = call.watch();
    function(&first, result.slice(), &mut watch);
    call.finish(watch, Extent::Whole)?;
    out.extend(result.iter().map(|value| value.to_raw()));
    Ok(())
}

/// `all` <https://www.w3.org/TR/WGSL/#all-builtin>
pub(crate) fn all(call: &Call<'_>, out: &mut Vec<u64>) -> Result<(), Fault> {
    out.push(u64::from((0..call.shape(0).len()).all(|index| call.raw(0, index) != 0)));
    Ok(())
}

/// `any` <https://www.w3.org/TR/WGSL/#any-builtin>
pub(crate) fn any(call: &Call<'_>, out: &mut Vec<u64>) -> Result<(), Fault> {
    out.push(u64::from((0..call.shape(0).len()).any(|index| call.raw(0, index) != 0)));
    Ok(())
}

/// `select` <https://www.w3.org/TR/WGSL/#select-builtin>
pub(crate) fn select(call: &Call<'_>, out: &mut Vec<u64>) -> Result<(), Fault> {
    let choose = |index| call.raw(usize::from(call.raw(2, index) != 0), index);
    let count = call.operands().iter().map(|operand| operand.shape.len()).max().unwrap_or(0);
    out.extend((0..count).map(choose));
    Ok(())
}

/// `insertBits` <https://www.w3.org/TR/WGSL/#insertBits-builtin>
pub(crate) fn insert_bits(call: &Call<'_>, out: &mut Vec<u64>) -> Result<(), Fault> {
    fn of<T: Word>(call: &Call<'_>, index: usize, watch: &mut FirstError) -> u64 {
        let (value, new): (T, T) = (call.number(0, index), call.number(1, index));
        bits::insert_bits(value, new, call.number(2, 0), call.number(3, 0), watch).to_raw()
    }
    for index in 0..call.shape(0).len() {
        let mut watch = call.watch();
        let bits = by_type!(call.ty(), T =>
            floats return no_function(call),
            integers of::<T>(call, index, &mut watch),
            truths return no_function(call)
        );
        call.finish(watch, Extent::Component(index))?;
        out.push(bits);
    }
    Ok(())
}

/// `dot` <https://www.w3.org/TR/WGSL/#dot-builtin>
pub(crate) fn dot(call: &Call<'_>, out: &mut Vec<u64>) -> Result<(), Fault> {
    fn of<T: Number>(call: &Call<'_>, out: &mut Vec<u64>) -> Result<(), Fault> {
        let (first, second) = (Components::<T>::new(call, 0), Components::<T>::new(call, 1));
        scalar(call, out, |watch| vector::dot(&first, &second, watch))
    }
    by_type!(call.ty(), T => floats of::<T>(call, out), integers of::<T>(call, out), truths no_function(call))
}

/// `length` <https://www.w3.org/TR/WGSL/#length-builtin>
pub(crate) fn length(call: &Call<'_>, out: &mut Vec<u64>) -> Result<(), Fault> {
    floats!(call, T => {
        let first = Components::<T>::new(call, 0);
        scalar(call, out, |watch| vector::length(&first, watch))
    })
}

/// `distance` <https://www.w3.org/TR/WGSL/#distance-builtin>
pub(crate) fn distance(call: &Call<'_>, out: &mut Vec<u64>) -> Result<(), Fault> {
    floats!(call, T => {
        let (first, second) = (Components::<T>::new(call, 0), Components::<T>::new(call, 1));
        let mut difference = first.zeros();
        scalar(call, out, |watch| vector::distance(&first, &second, difference.slice(), watch))
    })
}

/// `determinant` <https://www.w3.org/TR/WGSL/#determinant-builtin>
pub(crate) fn determinant(call: &Call<'_>, out: &mut Vec<u64>) -> Result<(), Fault> {
    let Shape::Matrix(size, _) = call.shape(0) else { return no_function(call) };
    floats!(call, T => {
        let first = Components::<T>::new(call, 0);
        scalar(call, out, |watch| vector::determinant(&first, usize::from(size), watch))
    })
}

/// `cross` <https://www.w3.org/TR/WGSL/#cross-builtin>
pub(crate) fn cross(call: &Call<'_>, out: &mut Vec<u64>) -> Result<(), Fault> {
    floats!(call, T => {
        let [left, right] = [0, 1].map(|operand| [0, 1, 2].map(|index| call.number::<T>(operand, index)));
        let mut watch = call.watch();
        let result = vector::cross(left, right, &mut watch);
        call.finish(watch, Extent::Whole)?;
        out.extend(result.map(Number::to_raw));
        Ok(())
    })
}

/// `normalize` <https://www.w3.org/TR/WGSL/#normalize-builtin>
pub(crate) fn normalize(call: &Call<'_>, out: &mut Vec<u64>) -> Result<(), Fault> {
    floats!(call, T => vector::<T>(call, out, vector::normalize))
}

/// `faceForward` <https://www.w3.org/TR/WGSL/#faceForward-builtin>
pub(crate) fn face_forward(call: &Call<'_>, out: &mut Vec<u64>) -> Result<(), Fault> {
    floats!(call, T => {
        let (second, third) = (Components::<T>::new(call, 1), Components::<T>::new(call, 2));
        vector::<T>(call, out, |first, result, watch| {
            vector::face_forward(first, &second, &third, result, watch);
        })
    })
}

/// `reflect` <https://www.w3.org/TR/WGSL/#reflect-builtin>
pub(crate) fn reflect(call: &Call<'_>, out: &mut Vec<u64>) -> Result<(), Fault> {
    floats!(call, T => {
        let second = Components::<T>::new(call, 1);
        vector::<T>(call, out, |first, result, watch| vector::reflect(first, &second, result, watch))
    })
}

/// `refract` <https://www.w3.org/TR/WGSL/#refract-builtin>
pub(crate) fn refract(call: &Call<'_>, out: &mut Vec<u64>) -> Result<(), Fault> {
    floats!(call, T => {
        let second = Components::<T>::new(call, 1);
        vector::<T>(call, out, |first, result, watch| {
            vector::refract(first, &second, call.number(2, 0), result, watch);
        })
    })
}

/// `modf`: all fractions, then all whole parts. <https://www.w3.org/TR/WGSL/#modf-builtin>
pub(crate) fn modf(call: &Call<'_>, out: &mut Vec<u64>) -> Result<(), Fault> {
    floats!(call, T => {
        let values = Components::<T>::new(call, 0);
        out.extend(values.iter().map(|value| float::modf(*value).0.to_raw()));
        out.extend(values.iter().map(|value| float::modf(*value).1.to_raw()));
        Ok(())
    })
}

/// `frexp`: all fractions, then all exponents. <https://www.w3.org/TR/WGSL/#frexp-builtin>
pub(crate) fn frexp(call: &Call<'_>, out: &mut Vec<u64>) -> Result<(), Fault> {
    let is_wide = call.ty().is_wide();
    floats!(call, T => {
        let values = Components::<T>::new(call, 0);
        out.extend(values.iter().map(|value| float::frexp(*value).0.to_raw()));
        out.extend(values.iter().map(|value| {
            let exponent = float::frexp(*value).1;
            if is_wide { i64::from(exponent).to_raw() } else { exponent.to_raw() }
        }));
        Ok(())
    })
}

/// `transpose` <https://www.w3.org/TR/WGSL/#transpose-builtin>
pub(crate) fn transpose(call: &Call<'_>, out: &mut Vec<u64>) -> Result<(), Fault> {
    let (Shape::Matrix(_, rows), Some(operand)) = (call.shape(0), call.operands().first()) else {
        return no_function(call);
    };
    vector::transpose(operand.bits, usize::from(rows), |bits| out.push(bits));
    Ok(())
}

/// A product of components, of matrices, or of a matrix and a vector. <https://www.w3.org/TR/WGSL/#arithmetic-expr>
pub(crate) fn multiply(call: &Call<'_>, out: &mut Vec<u64>) -> Result<(), Fault> {
    let (rows, inner, columns) = match (call.shape(0), call.shape(1)) {
        (Shape::Scalar | Shape::Vector(_), Shape::Scalar | Shape::Vector(_))
        | (Shape::Matrix(..), Shape::Scalar)
        | (Shape::Scalar, Shape::Matrix(..)) => return call.each(out),
        (Shape::Matrix(inner, rows), Shape::Vector(_)) => (rows, inner, 1),
        (Shape::Vector(inner), Shape::Matrix(columns, _)) => (1, inner, columns),
        (Shape::Matrix(inner, rows), Shape::Matrix(columns, _)) => (rows, inner, columns),
    };
    let sizes = [rows, inner, columns].map(usize::from);
    by_type!(call.ty(), T =>
        floats product::<T>(call, sizes, out),
        integers product::<T>(call, sizes, out),
        truths no_function(call)
    )
}

fn product<T: Number>(
    call: &Call<'_>,
    [rows, inner, columns]: [usize; 3],
    out: &mut Vec<u64>,
) -> Result<(), Fault> {
    let (first, second) = (Components::<T>::new(call, 0), Components::<T>::new(call, 1));
    for column in 0..columns {
        for row in 0..rows {
            scalar(call, out, |watch| {
                vector::product_element(&first, &second, (rows, inner), (column, row), watch)
            })?;
        }
    }
    Ok(())
}

/// No accepted program leads here: the operation takes no such operands.
fn no_function(call: &Call<'_>) -> Result<(), Fault> {
    impossible(&format!(
        "{} is not defined for {} {:?}",
        call.operation().spelling(),
        call.ty().name(),
        call.shape(0)
    ));
    Ok(())
}
