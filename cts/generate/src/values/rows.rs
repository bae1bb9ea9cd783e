//! Combinations of values: rows with a value for each parameter.

use super::numbers::values;
use super::value_type::ValueType;

/// The bits of the components, for each parameter.
pub(super) type Row = Vec<Vec<u32>>;

/// The steps by which the values of the third and further parameters move with those of the first two. Odd numbers, so that
/// they reach every value of a list of even length.
const STRIDES: [(usize, usize); 5] = [(5, 7), (3, 11), (9, 5), (7, 3), (11, 9)];

/// All values of a single parameter; all pairs for two; with more parameters, one choice of the others for each pair of the
/// first two. The components of vectors and matrices are consecutive values.
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

/// The index at which the value of a parameter begins in its list.
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
