//! Functions of vectors and matrices. Slices hold components; matrices are column by column.
//!
//! Every product and sum is rounded on its own, so that an intermediate overflow is noted.

use super::event::{Event, Watch, note_if};
use super::float::sqrt;
use super::number::{Float, Number};

/// `dot` <https://www.w3.org/TR/WGSL/#dot-builtin>
#[inline]
pub(crate) fn dot<T: Number>(first: &[T], second: &[T], watch: &mut impl Watch) -> T {
    let mut terms = first.iter().zip(second);
    let Some((left, right)) = terms.next() else { return T::ZERO };
    let mut total = left.product(*right, watch);
    for (left, right) in terms {
        total = total.sum(left.product(*right, watch), watch);
    }
    total
}

/// `length`; a scalar is a slice of one. <https://www.w3.org/TR/WGSL/#length-builtin>
#[inline]
pub(crate) fn length<T: Float>(vector: &[T], watch: &mut impl Watch) -> T {
    match vector {
        [scalar] => scalar.magnitude(watch),
        components => sqrt(dot(components, components, watch), watch),
    }
}

/// `distance`: the length of the difference, which is left in `scratch`.
/// <https://www.w3.org/TR/WGSL/#distance-builtin>
#[inline]
pub(crate) fn distance<T: Float>(first: &[T], second: &[T], scratch: &mut [T], watch: &mut impl Watch) -> T {
    for ((left, right), difference) in first.iter().zip(second).zip(scratch.iter_mut()) {
        *difference = left.difference(*right, watch);
    }
    length(scratch, watch)
}

/// `normalize`: the divisor of every component. <https://www.w3.org/TR/WGSL/#normalize-builtin>
#[inline]
pub(crate) fn normalize<T: Float>(vector: &[T], result: &mut [T], watch: &mut impl Watch) {
    note_if(vector.iter().all(|component| *component == T::ZERO), Event::ZeroVector, watch);
    let divisor = length(vector, watch);
    for (component, quotient) in vector.iter().zip(result) {
        *quotient = component.quotient(divisor, watch);
    }
}

/// `cross` <https://www.w3.org/TR/WGSL/#cross-builtin>
#[inline]
pub(crate) fn cross<T: Float>(a: [T; 3], b: [T; 3], watch: &mut impl Watch) -> [T; 3] {
    let mut minor = |i: usize, j: usize| {
        let (left, right) = (a[i].product(b[j], watch), a[j].product(b[i], watch));
        left.difference(right, watch)
    };
    [minor(1, 2), minor(2, 0), minor(0, 1)]
}

/// `faceForward` <https://www.w3.org/TR/WGSL/#faceForward-builtin>
#[inline]
pub(crate) fn face_forward<T: Float>(
    vector: &[T],
    incident: &[T],
    reference: &[T],
    result: &mut [T],
    watch: &mut impl Watch,
) {
    let keeps = dot(incident, reference, watch) < T::ZERO;
    for (component, target) in vector.iter().zip(result) {
        *target = if keeps { *component } else { component.negation(watch) };
    }
}

/// `reflect`: `incident - 2 * dot(normal, incident) * normal`. <https://www.w3.org/TR/WGSL/#reflect-builtin>
#[inline]
pub(crate) fn reflect<T: Float>(incident: &[T], normal: &[T], result: &mut [T], watch: &mut impl Watch) {
    let factor = T::round(2.0).product(dot(normal, incident, watch), watch);
    for ((component, along), target) in incident.iter().zip(normal).zip(result) {
        *target = component.difference(factor.product(*along, watch), watch);
    }
}

/// `refract` <https://www.w3.org/TR/WGSL/#refract-builtin>
#[inline]
pub(crate) fn refract<T: Float>(
    incident: &[T],
    normal: &[T],
    ratio: T,
    result: &mut [T],
    watch: &mut impl Watch,
) {
    let cosine = dot(normal, incident, watch);
    let sine_squared = T::ONE.difference(cosine.product(cosine, watch), watch);
    let k = T::ONE.difference(ratio.product(ratio, watch).product(sine_squared, watch), watch);
    if k < T::ZERO {
        result.fill(T::ZERO);
        return;
    }
    let factor = ratio.product(cosine, watch).sum(sqrt(k, watch), watch);
    for ((component, along), target) in incident.iter().zip(normal).zip(result) {
        *target = ratio.product(*component, watch).difference(factor.product(*along, watch), watch);
    }
}

/// The element of a matrix in a column and a row.
#[inline]
fn element<T: Number>(matrix: &[T], rows: usize, column: usize, row: usize) -> T {
    matrix.get(column * rows + row).copied().unwrap_or(T::ZERO)
}

/// One element of the matrix product: row `row` of `first` times column `column` of `second`.
///
/// `first` has `rows` rows and `inner` columns; `second` has `inner` rows. A vector on the left is a matrix of one
/// row, a vector on the right a matrix of one column. <https://www.w3.org/TR/WGSL/#arithmetic-expr>
#[inline]
pub(crate) fn product_element<T: Number>(
    first: &[T],
    second: &[T],
    (rows, inner): (usize, usize),
    (column, row): (usize, usize),
    watch: &mut impl Watch,
) -> T {
    let mut total = T::ZERO;
    for index in 0..inner {
        let left = element(first, rows, index, row);
        let term = left.product(element(second, inner, column, index), watch);
        total = if index == 0 { term } else { total.sum(term, watch) };
    }
    total
}

/// `transpose`: writes the elements of a matrix of `rows` rows row by row.
/// <https://www.w3.org/TR/WGSL/#transpose-builtin>
#[inline]
pub(crate) fn transpose<T: Copy>(matrix: &[T], rows: usize, mut write: impl FnMut(T)) {
    for row in 0..rows {
        matrix.iter().skip(row).step_by(rows.max(1)).for_each(|value| write(*value));
    }
}

/// `determinant` of a square matrix of 2, 3 or 4 columns, by expansion along the first column.
/// <https://www.w3.org/TR/WGSL/#determinant-builtin>
#[inline]
pub(crate) fn determinant<T: Float>(matrix: &[T], size: usize, watch: &mut impl Watch) -> T {
    minor(matrix, size, 0, 0b1111 >> (4 - size.min(4)), watch)
}

/// The determinant of the columns from `column` on and the rows in the mask, as many as there are columns left.
///
/// Recurses at most three times: a matrix has at most four columns.
fn minor<T: Float>(matrix: &[T], size: usize, column: usize, rows: u8, watch: &mut impl Watch) -> T {
    let mut total = T::ZERO;
    let mut negative = false;
    for row in (0..size).filter(|row| rows & (1 << row) != 0) {
        let value = element(matrix, size, column, row);
        if rows.count_ones() <= 1 {
            return value;
        }
        let term = value.product(minor(matrix, size, column + 1, rows & !(1 << row), watch), watch);
        total = if negative { total.difference(term, watch) } else { total.sum(term, watch) };
        negative = !negative;
    }
    total
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "the results of kernels are exact")]
mod tests {
    use super::super::event::{Unwatched, event};
    use super::super::half::F16;
    use super::*;

    #[test]
    fn dots_and_lengths() {
        assert_eq!(dot(&[1i64, 2, 3], &[4, 5, 6], &mut Unwatched), 32);
        assert_eq!(length(&[3.0f32, 4.0], &mut Unwatched), 5.0);
        assert_eq!(length(&[-1e308f64], &mut Unwatched), 1e308);
        assert_eq!(distance(&[1.0f32, 1.0], &[4.0, 5.0], &mut [0.0; 2], &mut Unwatched), 5.0);
        assert_eq!(event(|w| length(&[1e30f32, 0.0], w)).1, Some(Event::Overflow));
        assert_eq!(event(|w| dot(&[i64::MAX, 1], &[1, 1], w)).1, Some(Event::Wrapped));
    }

    #[test]
    fn directions() {
        let mut result = [0.0f32; 2];
        normalize(&[3.0, 4.0], &mut result, &mut Unwatched);
        assert_eq!(result, [0.6, 0.8]);
        let of_zero = event(|w| normalize(&[F16(0); 3], &mut [F16(0); 3], w)).1;
        assert_eq!(of_zero, Some(Event::ZeroVector));
        face_forward(&[1.0, 2.0], &[1.0, 0.0], &[1.0, 0.0], &mut result, &mut Unwatched);
        assert_eq!(result, [-1.0, -2.0]);
        reflect(&[1.0, -1.0], &[0.0, 1.0], &mut result, &mut Unwatched);
        assert_eq!(result, [1.0, 1.0]);
        refract(&[1.0, -1.0], &[0.0, 1.0], 1.0, &mut result, &mut Unwatched);
        assert_eq!(result, [1.0, -1.0]);
        refract(&[1.0, 0.0], &[0.0, 1.0], 2.0, &mut result, &mut Unwatched);
        assert_eq!(result, [0.0, 0.0]);
        assert_eq!(cross([1.0, 0.0, 0.0], [0.0, 1.0, 0.0], &mut Unwatched), [0.0, 0.0, 1.0f32]);
    }

    #[test]
    fn determinants() {
        assert_eq!(determinant(&[1.0f32, 2.0, 3.0, 4.0], 2, &mut Unwatched), -2.0);
        let three = [2.0f64, 0.0, 1.0, 3.0, 1.0, 0.0, 1.0, 4.0, 1.0];
        assert_eq!(determinant(&three, 3, &mut Unwatched), 13.0);
        let mut four = [0.0f32; 16];
        for (index, value) in [2.0, 3.0, 5.0, 7.0].into_iter().enumerate() {
            four[index * 5] = value;
        }
        assert_eq!(determinant(&four, 4, &mut Unwatched), 210.0);
        four.swap(0, 1);
        four.swap(4, 5);
        assert_eq!(determinant(&four, 4, &mut Unwatched), -210.0);
    }

    #[test]
    fn transposed() {
        let mut rows = Vec::new();
        transpose(&[1, 2, 3, 4, 5, 6], 3, |value| rows.push(value));
        assert_eq!(rows, [1, 4, 2, 5, 3, 6]);
    }
}
