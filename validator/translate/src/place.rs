//! Places: what lvalues and pointers mean. Section 4

use super::value::Text;
use rustc_hash::FxHashSet;

/// The forms of variables at module scope that depend on how they are used, by the numbers of their roots: later uses decide on what was
/// written already, so that a translation is attempted again.
#[derive(Clone, Default, Debug)]
pub(crate) struct Forms {
    /// The variables of buffers that are arrays, although their elements may be as long as a buffer.
    pub(crate) arrays: FxHashSet<usize>,
    /// The variables whose numbers are atomic.
    pub(crate) atomics: FxHashSet<usize>,
}

impl Forms {
    pub(crate) fn includes(&self, other: &Self) -> bool {
        other.arrays.is_subset(&self.arrays) && other.atomics.is_subset(&self.atomics)
    }

    pub(crate) fn extend(&mut self, other: Self) {
        self.arrays.extend(other.arrays);
        self.atomics.extend(other.atomics);
    }
}

/// A variable at module scope.
#[derive(Clone, Debug)]
pub(crate) struct RootVariable {
    pub(crate) name: String,
    /// Whether it is an array of words that values are taken out of: see [`bytes`](super::bytes).
    pub(crate) is_bytes: bool,
    /// The way to its last array, if that has as many elements as the buffer.
    pub(crate) open_array: Option<Vec<Step>>,
    /// Whether its numbers are atomic.
    pub(crate) is_atomic: bool,
    /// Whether it is one object that a pointer leads to.
    pub(crate) is_object: bool,
    /// Why nothing is written to it, if Metal would allow it.
    pub(crate) read_only: Option<&'static str>,
}

/// The variable that contains a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Root {
    /// One at module scope, by its number.
    Global(usize),
    /// One of a function.
    Local {
        /// The variable, or what a pointer to it leads to.
        text: String,
        /// The pointer to it; empty if it has no address.
        address: String,
        /// Its type.
        ty: String,
    },
}

/// The way from a place to a part of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// A member or component, with the bytes before it.
    Member { name: String, offset: u32 },
    /// An element.
    Index {
        index: String,
        /// Whether the index is a `u32`; it is an `i32` otherwise.
        is_unsigned: bool,
        /// The bytes from one element to the next.
        stride: u32,
        /// The numbers of elements of the arrays that the index counts through, the outermost array first. It is several for a pointer into a
        /// row, which may move on to the next rows. It is 0 if only the buffer knows the number.
        shape: Vec<u32>,
    },
}

/// A place that holds a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    pub(crate) root: Root,
    pub(crate) steps: Vec<Step>,
}

impl Step {
    /// The first element of an array.
    pub(crate) fn first(stride: u32, count: u32) -> Self {
        Self::Index { index: "0u".to_owned(), is_unsigned: true, stride, shape: vec![count] }
    }

    pub(crate) fn text(&self) -> String {
        match self {
            Self::Member { name, .. } => format!(".{name}"),
            Self::Index { index, is_unsigned, shape, .. } => match shape.as_slice() {
                [] | [_] => format!("[{index}]"),
                [_, inner @ ..] if *is_unsigned => indices(&Text::of_code(index.as_str()), inner),
                [_, inner @ ..] => indices(&Text::primary(unsigned(index, false)), inner),
            },
        }
    }
}

/// The indices of the arrays inside of each other where an element is, from its number in all of them.
fn indices(index: &Text, inner: &[u32]) -> String {
    let number = number(&index.code);
    let index = index.tight();
    let mut behind: u32 = inner.iter().product();
    let part = |count: Option<u32>, size: u32| {
        if let Some(number) = number {
            let part = number / size.max(1);
            return format!("[{}u]", count.map_or(part, |count| part % count.max(1)));
        }
        match (count, size) {
            (None, size) => format!("[{index} / {size}u]"),
            (Some(count), 1) => format!("[{index} % {count}u]"),
            (Some(count), size) => format!("[{index} / {size}u % {count}u]"),
        }
    };
    let mut text = part(None, behind);
    for count in inner {
        behind /= (*count).max(1);
        text += &part(Some(*count), behind);
    }
    text
}

/// The number that an index of type `u32` is, if it is constant.
pub(crate) fn number(index: &str) -> Option<u32> {
    if let Some(negative) = index.strip_prefix("u32(-") {
        let digits = negative.strip_suffix("i)")?;
        return digits.parse::<u32>().ok().map(u32::wrapping_neg);
    }
    index.strip_suffix('u')?.parse().ok()
}

/// The sum or difference of two indices of type `u32`, which wraps around: a pointer may leave its array and come back.
pub(crate) fn sum(left: &str, right: &Text, is_back: bool) -> String {
    match (number(left), number(&right.code)) {
        (Some(left), Some(right)) if is_back => format!("{}u", left.wrapping_sub(right)),
        (Some(left), Some(right)) => format!("{}u", left.wrapping_add(right)),
        (_, Some(0)) => left.to_owned(),
        (Some(0), _) if !is_back => right.code.clone(),
        _ => format!("{left} {} {}", if is_back { '-' } else { '+' }, right.tight()),
    }
}

/// An index as a `u32`.
pub(crate) fn unsigned(index: &str, is_unsigned: bool) -> String {
    if is_unsigned { index.to_owned() } else { format!("u32({index})") }
}

impl Place {
    pub(crate) fn local(name: &str, ty: &str) -> Self {
        let address = format!("&{name}");
        let root = Root::Local { text: name.to_owned(), address, ty: ty.to_owned() };
        Self { root, steps: Vec::new() }
    }

    /// A value that has a name, and no address.
    pub(crate) fn value(name: &str, ty: &str) -> Self {
        let root = Root::Local { text: name.to_owned(), address: String::new(), ty: ty.to_owned() };
        Self { root, steps: Vec::new() }
    }

    pub(crate) fn then(&self, step: Step) -> Self {
        let mut place = self.clone();
        place.steps.push(step);
        place
    }

    /// Returns true if two places differ in nothing but the last index.
    pub(crate) fn is_beside(&self, other: &Self) -> bool {
        let count = self.steps.len();
        self.root == other.root
            && count == other.steps.len()
            && count > 0
            && self.steps.get(..count - 1) == other.steps.get(..count - 1)
            && matches!(
                (self.steps.last(), other.steps.last()),
                (Some(Step::Index { .. }), Some(Step::Index { .. }))
            )
    }

    /// The place as a pointer leads there: one into a row counts through the rows, since it may move on to the next one. C++ has no such
    /// pointers by the letter, but all implementations do, and programs use them to fill tiles.
    pub(crate) fn through_rows(mut self) -> Self {
        while let [
            ..,
            Step::Index { index: row, is_unsigned: row_is_unsigned, stride: row_stride, shape: rows },
            Step::Index { index, is_unsigned, stride, shape },
        ] = self.steps.as_slice()
        {
            let count: u32 = shape.iter().product();
            if count == 0 || stride.checked_mul(count) != Some(*row_stride) {
                break;
            }
            let row = unsigned(row, *row_is_unsigned);
            let start = match number(&row) {
                Some(row) => format!("{}u", row.wrapping_mul(count)),
                None => format!("{} * {count}u", Text::of_code(row).tight()),
            };
            let index = sum(&start, &Text::of_code(unsigned(index, *is_unsigned)), false);
            let shape = rows.iter().chain(shape).copied().collect();
            let fused = Step::Index { index, is_unsigned: true, stride: *stride, shape };
            self.steps.truncate(self.steps.len() - 2);
            self.steps.push(fused);
        }
        self
    }

    /// The constant index of the last step if it is outside of its array, and the number of elements.
    pub(crate) fn outside(&self) -> Option<(u32, u32)> {
        let Some(Step::Index { index, is_unsigned, shape, .. }) = self.steps.last() else { return None };
        let count: u32 = shape.iter().product();
        let number = number(&unsigned(index, *is_unsigned))?;
        (count != 0 && number >= count).then_some((number, count))
    }

    /// The last index as a `u32`.
    pub(crate) fn last_index(&self) -> Option<String> {
        match self.steps.last() {
            Some(Step::Index { index, is_unsigned, .. }) => Some(unsigned(index, *is_unsigned)),
            Some(Step::Member { .. }) | None => None,
        }
    }

    /// The place with another last index, a `u32`.
    pub(crate) fn at(&self, new: &str) -> Self {
        let mut place = self.clone();
        if let Some(Step::Index { index, is_unsigned, .. }) = place.steps.last_mut() {
            new.clone_into(index);
            *is_unsigned = true;
        }
        place
    }
}
