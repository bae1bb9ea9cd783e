//! Columns whose memory serves one program after the other.

/// Empties a column and fills it anew.
pub(crate) fn refill<T: Clone>(column: &mut Vec<T>, count: usize, value: T) {
    column.clear();
    column.resize(count, value);
}
