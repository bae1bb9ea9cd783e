//! Functions of vectors and matrices. Slices hold components; matrices are column by column.
//! <https://www.w3.org/TR/WGSL/#concrete-float-accuracy>

use super::arguments::Arguments;
use super::estimate::Estimate;
use super::inherited::product_of_three;
use super::interval::Interval;
use super::truth::{Truth, less, select};
use crate::{Operation, Shape};

pub(crate) fn one(result: Option<Estimate<'_>>) -> Option<Vec<Interval>> {
    Some(vec![result?.interval])
}

pub(crate) fn several(results: Option<Vec<Estimate<'_>>>) -> Option<Vec<Interval>> {
    Some(results?.into_iter().map(|result| result.interval).collect())
}

pub(crate) fn refract(call: &Arguments<'_>) -> Option<Vec<Interval>> {
    several(refract_of(&call.numbers(0)?, &call.numbers(1)?, *call.numbers(2)?.first()?))
}

pub(crate) fn determinant(call: &Arguments<'_>) -> Option<Vec<Interval>> {
    let Shape::Matrix(size, _) = call.operands.first()?.shape else { return None };
    one(determinant_of(&call.numbers(0)?, usize::from(size)))
}

pub(crate) fn transpose(call: &Arguments<'_>) -> Option<Vec<Interval>> {
    let Shape::Matrix(_, rows) = call.operands.first()?.shape else { return None };
    several(Some(transpose_of(&call.numbers(0)?, usize::from(rows))))
}

/// A product of components, of matrices, or of a matrix and a vector.
pub(crate) fn multiply(call: &Arguments<'_>) -> Option<Vec<Interval>> {
    let [first, second] = call.operands else { return None };
    let (rows, inner) = match (first.shape, second.shape) {
        (Shape::Matrix(inner, rows), Shape::Vector(_) | Shape::Matrix(..)) => (rows, inner),
        (Shape::Vector(inner), Shape::Matrix(..)) => (1, inner),
        (Shape::Scalar | Shape::Vector(_), Shape::Scalar | Shape::Vector(_))
        | (Shape::Matrix(..), Shape::Scalar)
        | (Shape::Scalar, Shape::Matrix(..)) => return Some(call.each()),
    };
    several(product_of(&call.numbers(0)?, &call.numbers(1)?, usize::from(rows), usize::from(inner)))
}

/// The sum of up to four terms in any order and with any parentheses. More terms are added from the left.
/// <https://www.w3.org/TR/WGSL/#reassociation-and-fusion>
fn sum<'a>(terms: &[Estimate<'a>]) -> Option<Estimate<'a>> {
    match *terms {
        [] => None,
        [a] => Some(a),
        [a, b] => Some(a + b),
        [a, b, c] => Some(((a + b) + c).or((a + c) + b).or((b + c) + a)),
        [a, b, c, d] => {
            let pairs = ((a + b) + (c + d)).or((a + c) + (b + d)).or((a + d) + (b + c));
            let last = [[a, b, c, d], [a, b, d, c], [a, c, d, b], [b, c, d, a]];
            last.into_iter()
                .filter_map(|[a, b, c, d]| Some(sum(&[a, b, c])? + d))
                .reduce(Estimate::or)
                .map(|it| it.or(pairs))
        }
        [a, b, ref rest @ ..] => Some(rest.iter().fold(a + b, |sum, term| sum + *term)),
    }
}

/// `dot`: the sum of `x[i] * y[i]`.
pub(crate) fn dot_of<'a>(x: &[Estimate<'a>], y: &[Estimate<'a>]) -> Option<Estimate<'a>> {
    let products: Vec<Estimate<'a>> = x.iter().zip(y).map(|(x, y)| *x * *y).collect();
    sum(&products)
}

/// `length`: `sqrt(dot(x, x))`, for a scalar `sqrt(x * x)`.
pub(crate) fn length_of<'a>(x: &[Estimate<'a>]) -> Option<Estimate<'a>> {
    Some((dot_of(x, x)?).then(Operation::Sqrt))
}

/// `distance`: `length(x - y)`.
pub(crate) fn distance_of<'a>(x: &[Estimate<'a>], y: &[Estimate<'a>]) -> Option<Estimate<'a>> {
    let difference: Vec<Estimate<'a>> = x.iter().zip(y).map(|(x, y)| *x - *y).collect();
    length_of(&difference)
}

/// `normalize`: `x / length(x)`.
pub(crate) fn normalize_of<'a>(x: &[Estimate<'a>]) -> Option<Vec<Estimate<'a>>> {
    let length = length_of(x)?;
    Some(x.iter().map(|x| *x / length).collect())
}

/// `cross`: `x[i] * y[j] - x[j] * y[i]`.
pub(crate) fn cross_of<'a>(x: &[Estimate<'a>], y: &[Estimate<'a>]) -> Option<Vec<Estimate<'a>>> {
    let (x, y): ([Estimate<'a>; 3], [Estimate<'a>; 3]) = (x.try_into().ok()?, y.try_into().ok()?);
    let minor = |i: usize, j: usize| x[i] * y[j] - x[j] * y[i];
    Some(vec![minor(1, 2), minor(2, 0), minor(0, 1)])
}

/// `reflect`: `x - 2.0 * dot(x, y) * y`.
pub(crate) fn reflect_of<'a>(x: &[Estimate<'a>], y: &[Estimate<'a>]) -> Option<Vec<Estimate<'a>>> {
    let cosine = dot_of(x, y)?;
    Some(x.iter().zip(y).map(|(x, y)| *x - product_of_three(x.constant(2.0), cosine, *y)).collect())
}

/// `refract`: `z * x - (z * dot(y, x) + sqrt(k)) * y`, and zero for a negative `k`. Where the sign of `k` is open, anything.
fn refract_of<'a>(x: &[Estimate<'a>], y: &[Estimate<'a>], z: Estimate<'a>) -> Option<Vec<Estimate<'a>>> {
    let cosine = dot_of(y, x)?;
    let k = 1.0 - product_of_three(z, z, 1.0 - cosine * cosine);
    if !k.interval.is_any() && k.interval.end < 0.0 {
        return Some(x.iter().map(|x| x.constant(0.0)).collect());
    }
    let factor = z * cosine + (k).then(Operation::Sqrt);
    Some(x.iter().zip(y).map(|(x, y)| z * *x - factor * *y).collect())
}

/// `faceForward`: `select(-x, x, dot(z, y) < 0.0)`. Where `dot` may overflow the comparison has either result.
pub(crate) fn face_forward_of<'a>(
    x: &[Estimate<'a>],
    y: &[Estimate<'a>],
    z: &[Estimate<'a>],
) -> Option<Vec<Estimate<'a>>> {
    let turn = dot_of(z, y)?;
    let seen = turn.format.seen(turn.interval);
    let keeps = if seen.is_any() { Truth::Either } else { less(seen, Interval::point(0.0)) };
    let kept = |x: &Estimate<'a>| x.with(x.format.seen(x.interval));
    Some(x.iter().map(|x| x.with(select((-*x).interval, kept(x).interval, keeps))).collect())
}

/// The product of matrices. The first one has `rows` rows and `inner` columns, the second one `inner` rows. A vector on the left is a
/// matrix of one row, a vector on the right a matrix of one column. <https://www.w3.org/TR/WGSL/#arithmetic-expr>
fn product_of<'a>(
    first: &[Estimate<'a>],
    second: &[Estimate<'a>],
    rows: usize,
    inner: usize,
) -> Option<Vec<Estimate<'a>>> {
    let columns = second.chunks_exact(inner.max(1));
    columns
        .flat_map(|column| {
            (0..rows).map(move |row| {
                let row: Vec<Estimate<'a>> = first.iter().skip(row).step_by(rows.max(1)).copied().collect();
                dot_of(&row, column)
            })
        })
        .collect()
}

/// `transpose`: the elements may be flushed.
fn transpose_of<'a>(matrix: &[Estimate<'a>], rows: usize) -> Vec<Estimate<'a>> {
    let elements = (0..rows).flat_map(|row| matrix.iter().skip(row).step_by(rows.max(1)));
    elements.map(|element| element.with(element.format.seen(element.interval))).collect()
}

/// `determinant`: anything, but exact when all the products and sums of an expansion are integers that the type represents.
///
/// Differs from the specification, which allows any result always: what no rounding can touch is expected to be right, as in the conformance tests.
/// <https://www.w3.org/TR/WGSL/#determinant-builtin>
fn determinant_of<'a>(matrix: &[Estimate<'a>], size: usize) -> Option<Estimate<'a>> {
    let first = *matrix.first()?;
    let elements: Option<Vec<f64>> = matrix.iter().map(|element| element.interval.single()).collect();
    let Some(elements) = elements.filter(|elements| elements.iter().all(|element| element.fract() == 0.0))
    else {
        return Some(first.with(Interval::ANY));
    };
    let (value, greatest) = expansion(&elements, size, 0, u8::MAX >> 8usize.saturating_sub(size));
    let is_exact = greatest <= first.format.greatest_exact_integer();
    Some(first.with(if is_exact { Interval::point(value) } else { Interval::ANY }))
}

/// The determinant of the columns from `column` on and the rows in the mask, and the sum of the magnitudes of its terms.
///
/// Recurses once for each column.
fn expansion(matrix: &[f64], size: usize, column: usize, rows: u8) -> (f64, f64) {
    let (mut total, mut greatest, mut sign) = (0.0, 0.0, 1.0);
    if column >= size {
        return (1.0, 1.0);
    }
    for row in (0..size).filter(|row| rows & (1 << row) != 0) {
        let element = matrix.get(column * size + row).copied().unwrap_or(0.0);
        let (minor, magnitude) = expansion(matrix, size, column + 1, rows & !(1 << row));
        total += sign * element * minor;
        greatest += element.abs() * magnitude.max(1.0);
        sign = -sign;
    }
    (total, greatest)
}

#[cfg(test)]
mod tests {
    use super::super::tests::half;
    use super::*;

    fn halves(values: &[f64]) -> Vec<Estimate<'static>> {
        values.iter().map(|value| half(*value)).collect()
    }

    fn intervals(numbers: &[Estimate<'static>]) -> Vec<Interval> {
        numbers.iter().map(|number| number.interval).collect()
    }

    fn products(x: &[f64], y: &[f64]) -> Interval {
        dot_of(&halves(x), &halves(y)).map_or(Interval::ANY, |number| number.interval)
    }

    #[test]
    fn a_sum_has_any_order() {
        assert_eq!(products(&[1.0, 2.0], &[3.0, 4.0]), Interval::point(11.0));
        // From the left 2048 + 1 is rounded, and -2048 leaves 0 or 2; the other orders give 1.
        assert_eq!(products(&[2048.0, 1.0, -2048.0], &[1.0; 3]), Interval::between(0.0, 2.0));
        // 2048 + 1 + 1 is up to 2052 when it is rounded twice; nothing goes below zero, where both of the ones are lost.
        assert_eq!(products(&[2048.0, 1.0, -2048.0, 1.0], &[1.0; 4]), Interval::between(0.0, 4.0));
        assert!(
            products(&[65_504.0, 65_504.0, -65_504.0], &[1.0; 3]).is_any(),
            "one of the orders overflows"
        );
    }

    #[test]
    fn lengths_are_roots() {
        let long = length_of(&halves(&[3.0, 4.0])).map(|it| it.interval);
        assert!(long.is_some_and(|it| it.contains(5.0) && !it.contains(5.1)));
        assert!(
            length_of(&halves(&[300.0, 0.0])).is_some_and(|it| it.interval.is_any()),
            "the square overflows"
        );
        assert!(
            distance_of(&halves(&[1.0, 2.0]), &halves(&[1.0, 2.0])).is_some_and(|it| it.interval.is_any())
        );
        let unit = normalize_of(&halves(&[0.0, 2.0])).unwrap_or_default();
        assert!(unit[1].interval.contains(1.0) && !unit[1].interval.contains(1.01));
    }

    #[test]
    fn products_of_vectors() {
        let crossed = cross_of(&halves(&[1.0, 0.0, 0.0]), &halves(&[0.0, 1.0, 0.0])).unwrap_or_default();
        assert_eq!(intervals(&crossed), [0.0, 0.0, 1.0].map(Interval::point));
        assert!(cross_of(&halves(&[1.0]), &halves(&[1.0])).is_none());
        let mirrored = reflect_of(&halves(&[1.0, -1.0]), &halves(&[0.0, 1.0])).unwrap_or_default();
        assert_eq!(intervals(&mirrored), [1.0, 1.0].map(Interval::point));
        let far = reflect_of(&halves(&[0.0, 0.5]), &halves(&[65_504.0, 0.0])).unwrap_or_default();
        assert!(far[0].interval.is_any(), "twice the normal overflows");
        assert_eq!(far[1].interval, Interval::point(0.5));
    }

    #[test]
    fn refraction_depends_on_the_sign_of_k() {
        let refracted = |ratio| {
            let (x, y) = (halves(&[0.6, -0.8]), halves(&[0.0, 1.0]));
            refract_of(&x, &y, x[0].constant(ratio)).map(|it| intervals(&it)).unwrap_or_default()
        };
        assert_eq!(refracted(4.0), [Interval::point(0.0); 2]);
        assert!(refracted(1.0)[1].contains(-0.8));
        let on_edge =
            refract_of(&halves(&[1.0, 0.0]), &halves(&[0.0, 1.0]), halves(&[1.0])[0]).unwrap_or_default();
        assert!(on_edge[1].interval.is_any());
    }

    #[test]
    fn faces_turn_where_the_sign_is_known() {
        let facing = |z: f64| {
            let numbers = face_forward_of(&halves(&[1.0]), &halves(&[1.0]), &halves(&[z]));
            numbers.map(|it| it[0].interval)
        };
        assert_eq!(facing(-1.0), Some(Interval::point(1.0)));
        assert_eq!(facing(1.0), Some(Interval::point(-1.0)));
        assert_eq!(facing(-2f64.powi(-20)), Some(Interval::between(-1.0, 1.0)));
    }

    #[test]
    fn products_of_matrices() {
        // Two columns of three rows times a vector of two.
        let matrix = halves(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
        let product_of = |first: &[Estimate<'static>], second: &[Estimate<'static>], rows, inner| {
            product_of(first, second, rows, inner).map(|it| intervals(&it)).unwrap_or_default()
        };
        assert_eq!(product_of(&matrix, &halves(&[1.0, 10.0]), 3, 2), [41.0, 52.0, 63.0].map(Interval::point));
        // A row of three times the matrix.
        assert_eq!(product_of(&halves(&[1.0, 1.0, 1.0]), &matrix, 1, 3), [6.0, 15.0].map(Interval::point));
        assert_eq!(intervals(&transpose_of(&matrix, 3)), [1.0, 4.0, 2.0, 5.0, 3.0, 6.0].map(Interval::point));
    }

    #[test]
    fn determinants_of_small_integers_are_exact() {
        let value = |elements: &[f64], size| determinant_of(&halves(elements), size).map(|it| it.interval);
        assert_eq!(value(&[1.0, 2.0, 3.0, 4.0], 2), Some(Interval::point(-2.0)));
        assert_eq!(value(&[2.0, 0.0, 0.0, 0.0, 3.0, 0.0, 0.0, 0.0, 4.0], 3), Some(Interval::point(24.0)));
        assert_eq!(value(&[0.5, 2.0, 3.0, 4.0], 2), Some(Interval::ANY));
        assert_eq!(value(&[100.0, 2.0, 3.0, 100.0], 2), Some(Interval::ANY));
        assert_eq!(value(&[], 0), None);
    }
}
