//! Which values go together: rows with a value for each parameter.

use super::numbers::values;
use super::value_type::ValueType;

/// For each parameter the bits of its components.
pub(super) type Row = Vec<Vec<u32>>;

/// By how much the values of the third parameter and those behind it move with those of the first two. Odd numbers, so that
/// they reach every value of a list whose length is even.
const STRIDES: [(usize, usize); 5] = [(5, 7), (3, 11), (9, 5), (7, 3), (11, 9)];

/// All values of the only parameter; all pairs of two; with more than two parameters, for each pair of the first two some
/// choice of the others. Components of vectors and matrices are values that follow each other.
pub(super) fn rows(parameters: &[ValueType]) -> Vec<Row> {
    let is_only = parameters.len() == 1;
    let lists: Vec<Vec<u32>> = parameters.iter().map(|ty| values(*ty, is_only)).collect();
    let length = |index: usize| lists.get(index).map_or(1, Vec::len);
    let pairs = (0..length(0)).flat_map(|first| (0..length(1)).map(move |second| (first, second)));
    pairs
        .map(|(first, second)| {
            let row = parameters.iter().zip(&lists).enumerate();
            row.map(|(index, (ty, list))| {
                let start = start(index, first, second);
                (0..ty.count()).map(|component| list[(start + component) % list.len()]).collect()
            })
            .collect()
        })
        .collect()
}

/// Where in its list the value of a parameter begins.
const fn start(index: usize, first: usize, second: usize) -> usize {
    match index {
        0 => first,
        1 => second,
        _ => {
            let (of_first, of_second) = STRIDES[index % STRIDES.len()];
            first * of_first + second * of_second + index
        }
    }
}
