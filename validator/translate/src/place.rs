//! Places: what lvalues and pointers mean. Section 4

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
    },
}

/// A place that holds a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    pub(crate) root: Root,
    pub(crate) steps: Vec<Step>,
}

impl Step {
    pub(crate) fn first(stride: u32) -> Self {
        Self::Index { index: "0u".to_owned(), is_unsigned: true, stride }
    }

    pub(crate) fn text(&self) -> String {
        match self {
            Self::Member { name, .. } => format!(".{name}"),
            Self::Index { index, .. } => format!("[{index}]"),
        }
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
