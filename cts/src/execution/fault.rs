//! Faults: what a running program does that is an error of its author, or that another implementation may do otherwise.

use std::fmt;

/// A kind of fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FaultKind {
    /// An access outside of what is accessed. <https://www.w3.org/TR/WGSL/#out-of-bounds-access>
    OutOfBounds,
    /// Two invocations access the same memory, at least one of them to write, and nothing orders them.
    /// <https://www.w3.org/TR/WGSL/#memory-model>
    DataRace,
    /// A read of what was never written, where nothing sets it to zero.
    UninitializedRead,
    /// A barrier that only some of the invocations reach. <https://www.w3.org/TR/WGSL/#uniformity>
    NonUniformBarrier,
    /// A result that the integer type has not. <https://www.w3.org/TR/WGSL/#integer-types>
    IntegerOverflow,
    /// An integer divided by zero. <https://www.w3.org/TR/WGSL/#arithmetic-expr>
    DivisionByZero,
    /// A shift by the width of the value or more. <https://www.w3.org/TR/WGSL/#bit-expr>
    ShiftTooFar,
    /// A conversion of what the other type has not. <https://www.w3.org/TR/WGSL/#floating-point-conversion>
    ConversionOutOfRange,
    /// A floating point operation with an infinity or a NaN, which may give anything.
    /// <https://www.w3.org/TR/WGSL/#differences-from-ieee754>
    IndeterminateFloat,
    /// A loop that comes to no end.
    UnboundedLoop,
}

impl FaultKind {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::OutOfBounds,
        Self::DataRace,
        Self::UninitializedRead,
        Self::NonUniformBarrier,
        Self::IntegerOverflow,
        Self::DivisionByZero,
        Self::ShiftTooFar,
        Self::ConversionOutOfRange,
        Self::IndeterminateFloat,
        Self::UnboundedLoop,
    ];

    /// Its name, as markers have it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::OutOfBounds => "out-of-bounds",
            Self::DataRace => "data-race",
            Self::UninitializedRead => "uninitialized-read",
            Self::NonUniformBarrier => "non-uniform-barrier",
            Self::IntegerOverflow => "integer-overflow",
            Self::DivisionByZero => "division-by-zero",
            Self::ShiftTooFar => "shift-too-far",
            Self::ConversionOutOfRange => "conversion-out-of-range",
            Self::IndeterminateFloat => "indeterminate-float",
            Self::UnboundedLoop => "unbounded-loop",
        }
    }
}

/// A fault and its place in the program; by line and column when sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fault {
    /// 1-based.
    pub line: u32,
    /// 1-based, in UTF-16 code units.
    pub column: u32,
    /// What it is.
    pub kind: FaultKind,
}

impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "fault[{}] at {}:{}", self.kind.name(), self.line, self.column)
    }
}
