//! The shapes: a few accesses of a few invocations, whose results tell orders apart.
//!
//! The names are those of the literature on memory models, e.g. Alglave, Maranget and Tautschnig, "Herding cats" (2014).

use Access::{Add, CompareExchange, Exchange, Load, Store};

/// An access to a location. All locations are zero at first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Access {
    /// A read of a location.
    Load(usize),
    /// A write of a value.
    Store(usize, u32),
    /// Adds a value, and reads the one before.
    Add(usize, u32),
    /// Writes a value, and reads the one before.
    Exchange(usize, u32),
    /// Writes the second value if the first is there, and reads the one before. It may do nothing for no reason.
    CompareExchange(usize, u32, u32),
}

impl Access {
    /// The location.
    pub(super) const fn location(self) -> usize {
        match self {
            Load(location)
            | Store(location, _)
            | Add(location, _)
            | Exchange(location, _)
            | CompareExchange(location, ..) => location,
        }
    }

    /// Returns true if it reads.
    pub(super) const fn reads(self) -> bool {
        !matches!(self, Store(..))
    }

    /// Returns true if it may write.
    pub(super) const fn may_write(self) -> bool {
        !matches!(self, Load(_))
    }

    /// Returns true if it is one memory operation that reads and writes.
    pub(super) const fn is_read_modify_write(self) -> bool {
        self.reads() && self.may_write()
    }

    /// The number of results: the value that it read, and whether it exchanged.
    pub(super) const fn results(self) -> usize {
        match self {
            Store(..) => 0,
            Load(_) | Add(..) | Exchange(..) => 1,
            CompareExchange(..) => 2,
        }
    }

    /// The greatest value that it can add to those of the location.
    pub(super) const fn greatest(self) -> u32 {
        match self {
            Load(_) => 0,
            Store(_, value) | Add(_, value) | Exchange(_, value) | CompareExchange(_, _, value) => value,
        }
    }
}

/// A shape.
#[derive(Debug)]
pub(super) struct Shape {
    /// Its name in kebab case.
    pub(super) name: &'static str,
    /// A sentence about the orders that it tells apart.
    pub(super) about: &'static str,
    /// By invocation: its accesses in program order.
    pub(super) invocations: &'static [&'static [Access]],
}

const X: usize = 0;
const Y: usize = 1;

/// All shapes.
pub(super) const SHAPES: [Shape; 20] = [
    Shape {
        name: "message-passing",
        about: "An invocation writes data, then a flag; a second one reads the flag, then the data.",
        invocations: &[&[Store(X, 1), Store(Y, 1)], &[Load(Y), Load(X)]],
    },
    Shape {
        name: "message-passing-by-exchanges",
        about: "As message passing, where each access to the flag reads and writes at once.",
        invocations: &[&[Store(X, 1), Exchange(Y, 1)], &[Add(Y, 0), Load(X)]],
    },
    Shape {
        name: "message-passing-over-three",
        about: "An invocation passes data on by a second flag to a third invocation.",
        invocations: &[&[Store(X, 1)], &[Load(X), Store(Y, 1)], &[Load(Y), Load(X)]],
    },
    Shape {
        name: "store-buffering",
        about: "Two invocations each write a location, then read the other's location.",
        invocations: &[&[Store(X, 1), Load(Y)], &[Store(Y, 1), Load(X)]],
    },
    Shape {
        name: "store-buffering-by-exchanges",
        about: "As store buffering, where each write reads as well.",
        invocations: &[&[Exchange(X, 1), Add(Y, 0)], &[Exchange(Y, 1), Add(X, 0)]],
    },
    Shape {
        name: "load-buffering",
        about: "Two invocations each read a location, then write the other's location.",
        invocations: &[&[Load(X), Store(Y, 1)], &[Load(Y), Store(X, 1)]],
    },
    Shape {
        name: "two-writes-each",
        about: "Two invocations write two locations in opposite orders (2+2W).",
        invocations: &[&[Store(X, 1), Store(Y, 2)], &[Store(Y, 1), Store(X, 2)]],
    },
    Shape {
        name: "write-then-read",
        about: "An invocation writes two locations; a second one overwrites the second location, then reads the first (R).",
        invocations: &[&[Store(X, 1), Store(Y, 1)], &[Store(Y, 2), Load(X)]],
    },
    Shape {
        name: "read-then-write",
        about: "An invocation writes two locations; a second one reads the second location, then overwrites the first (S).",
        invocations: &[&[Store(X, 2), Store(Y, 1)], &[Load(Y), Store(X, 1)]],
    },
    Shape {
        name: "independent-reads",
        about: "Two invocations write a location each; two others read both in opposite orders (IRIW).",
        invocations: &[&[Store(X, 1)], &[Store(Y, 1)], &[Load(X), Load(Y)], &[Load(Y), Load(X)]],
    },
    Shape {
        name: "coherence-of-reads",
        about: "Two reads of one location by one invocation see its changes in their order (CoRR).",
        invocations: &[&[Store(X, 1)], &[Load(X), Load(X)]],
    },
    Shape {
        name: "coherence-of-reads-by-two",
        about: "Two invocations see two changes of one location in the same order.",
        invocations: &[&[Store(X, 1)], &[Store(X, 2)], &[Load(X), Load(X)], &[Load(X), Load(X)]],
    },
    Shape {
        name: "coherence-of-a-read-after-a-write",
        about: "An invocation that has written a location does not read what was there before (CoWR).",
        invocations: &[&[Store(X, 1), Load(X)], &[Store(X, 2)]],
    },
    Shape {
        name: "coherence-of-a-write-after-a-read",
        about: "A write comes after what its invocation has read before (CoRW).",
        invocations: &[&[Load(X), Store(X, 1)], &[Store(X, 2)]],
    },
    Shape {
        name: "coherence-of-reads-before-a-write",
        about: "An invocation does not read what it writes later.",
        invocations: &[&[Load(X), Store(X, 1)], &[Load(X), Store(X, 2)]],
    },
    Shape {
        name: "coherence-of-writes",
        about: "Two writes of one location by one invocation take effect in their order (CoWW).",
        invocations: &[&[Store(X, 1), Store(X, 2)], &[Load(X), Load(X)]],
    },
    Shape {
        name: "additions",
        about: "No addition is lost, and each gives a value that no other gives.",
        invocations: &[&[Add(X, 1)], &[Add(X, 1)], &[Add(X, 1)]],
    },
    Shape {
        name: "exchanges",
        about: "Each value is given to one exchange or stays.",
        invocations: &[&[Exchange(X, 1)], &[Exchange(X, 2)], &[Exchange(X, 3)]],
    },
    Shape {
        name: "a-store-among-additions",
        about: "A write comes before or after an addition, not in the middle of it.",
        invocations: &[&[Add(X, 1)], &[Store(X, 2)]],
    },
    Shape {
        name: "comparing-exchanges",
        about: "Of two exchanges that compare with the first value, at most one takes place.",
        invocations: &[&[CompareExchange(X, 0, 1)], &[CompareExchange(X, 0, 2)]],
    },
];
