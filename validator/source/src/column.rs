//! Columns of tree nodes: ids that name one element, and lists that name a run of elements.

use core::marker::PhantomData;
use core::ops::Range;

/// Declares types of ids: indices that are never zero inside, so that an optional one takes no more space.
#[macro_export]
macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(core::num::NonZeroU32);

        impl $name {
            /// The id of this zero-based index; indices stay below 2^32 - 1 because sources stay below 4 GiB.
            #[must_use]
            pub const fn from_index(index: usize) -> Self {
                match core::num::NonZeroU32::new((index as u32).wrapping_add(1)) {
                    Some(value) => Self(value),
                    None => Self(core::num::NonZeroU32::MAX),
                }
            }

            /// The zero-based index.
            #[must_use]
            pub const fn index(self) -> usize {
                self.0.get() as usize - 1
            }
        }
    )*};
}

/// A run of elements in a column of `T`.
#[derive(Debug)]
pub struct List<T> {
    /// Index of the first.
    pub start: u32,
    /// The number of elements.
    pub len: u32,
    kind: PhantomData<fn() -> T>,
}

impl<T> Clone for List<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for List<T> {}

/// Lists are equal if they are the same run.
impl<T> PartialEq for List<T> {
    fn eq(&self, other: &Self) -> bool {
        self.range() == other.range()
    }
}
impl<T> Eq for List<T> {}

impl<T> Default for List<T> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<T> List<T> {
    /// No element.
    pub const EMPTY: Self = Self::new(0, 0);

    /// The `len` elements from `start`.
    #[must_use]
    pub const fn new(start: u32, len: u32) -> Self {
        Self { start, len, kind: PhantomData }
    }

    /// Adds elements to a column.
    pub fn append(column: &mut Vec<T>, elements: &[T]) -> Self
    where
        T: Clone,
    {
        let start = column.len();
        column.extend_from_slice(elements);
        Self::new(start as u32, elements.len() as u32)
    }

    /// The indices in the column.
    #[must_use]
    pub const fn range(self) -> Range<usize> {
        self.start as usize..self.start as usize + self.len as usize
    }

    /// Returns true if there is no element.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.len == 0
    }
}
