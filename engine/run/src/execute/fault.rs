//! The faults of strict execution: events after which other implementations may have other results.

use core::fmt;
use shader_numeric::event::Event;
use shader_source::Span;
use shader_source::allow::Allowance;

/// The kind of a fault.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FaultKind {
    /// An access outside of the buffer, texture or array. <https://www.w3.org/TR/WGSL/#out-of-bounds-access>
    OutOfBounds,
    /// Two invocations access the same memory, at least one of them to write, and nothing orders them.
    /// <https://www.w3.org/TR/WGSL/#memory-model>
    DataRace,
    /// A branch, an address or a result that depends on the value of an atomic operation, and this on a write by another invocation that
    /// nothing orders with it. <https://www.w3.org/TR/WGSL/#memory-model>
    UnorderedAtomics,
    /// A branch, an address or a result that depends on memory that was never written, and does not start as zero.
    UninitializedRead,
    /// A barrier that only some of the invocations reach. <https://www.w3.org/TR/WGSL/#uniformity>
    NonUniformBarrier,
    /// A derivative, a sample with an implicit level, or an operation of a subgroup that only some invocations of the quad or subgroup reach.
    /// <https://www.w3.org/TR/WGSL/#uniformity>
    NonUniformOperation,
    /// A value from an invocation of the subgroup or quad that is not active or not there: a broadcast of it, or a use of what a shuffle,
    /// a quad operation or a derivative gives for it. So is a shuffle by a distance that is not the same in the subgroup.
    /// <https://www.w3.org/TR/WGSL/#subgroup-builtin-functions>
    InactiveInvocation,
    /// A result that the integer type does not have. Sums, differences and products wrap around on all devices, so only an option of the
    /// executor reports them. <https://www.w3.org/TR/WGSL/#integer-types>
    IntegerOverflow,
    /// An integer divided by zero. <https://www.w3.org/TR/WGSL/#arithmetic-expr>
    DivisionByZero,
    /// A shift by the width of the value or more. <https://www.w3.org/TR/WGSL/#bit-expr>
    ShiftTooFar,
    /// A conversion of a value that the other type does not have. <https://www.w3.org/TR/WGSL/#floating-point-conversion>
    ConversionOutOfRange,
    /// A floating-point operation with an infinity or a NaN, whose result is indeterminate.
    /// <https://www.w3.org/TR/WGSL/#differences-from-ieee754>
    IndeterminateFloat,
    /// A floating-point operation whose error the language does not bound for these operands.
    /// <https://www.w3.org/TR/WGSL/#concrete-float-accuracy>
    UnboundedError,
    /// An operation that the language leaves undefined for its operands, such as a remainder with a negative one in MSL.
    UndefinedOperands,
    /// A loop that does not end.
    UnboundedLoop,
    /// Executions of a sweep have different results: the order of invocations or the size of subgroups decides.
    /// <https://www.w3.org/TR/WGSL/#memory-model>
    ScheduleDependent,
}

impl FaultKind {
    /// All kinds.
    pub const ALL: [Self; 16] = [
        Self::OutOfBounds,
        Self::DataRace,
        Self::UnorderedAtomics,
        Self::UninitializedRead,
        Self::NonUniformBarrier,
        Self::NonUniformOperation,
        Self::InactiveInvocation,
        Self::IntegerOverflow,
        Self::DivisionByZero,
        Self::ShiftTooFar,
        Self::ConversionOutOfRange,
        Self::IndeterminateFloat,
        Self::UnboundedError,
        Self::UndefinedOperands,
        Self::UnboundedLoop,
        Self::ScheduleDependent,
    ];

    /// Returns the kind with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Returns the stable name: `out-of-bounds`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::OutOfBounds => "out-of-bounds",
            Self::DataRace => "data-race",
            Self::UnorderedAtomics => "unordered-atomics",
            Self::UninitializedRead => "uninitialized-read",
            Self::NonUniformBarrier => "non-uniform-barrier",
            Self::NonUniformOperation => "non-uniform-operation",
            Self::InactiveInvocation => "inactive-invocation",
            Self::IntegerOverflow => "integer-overflow",
            Self::DivisionByZero => "division-by-zero",
            Self::ShiftTooFar => "shift-too-far",
            Self::ConversionOutOfRange => "conversion-out-of-range",
            Self::IndeterminateFloat => "indeterminate-float",
            Self::UnboundedError => "unbounded-error",
            Self::UndefinedOperands => "undefined-operands",
            Self::UnboundedLoop => "unbounded-loop",
            Self::ScheduleDependent => "schedule-dependent",
        }
    }
}

impl fmt::Display for FaultKind {
    /// Writes the name.
    fn fmt(&self, output: &mut fmt::Formatter<'_>) -> fmt::Result {
        output.pad(self.name())
    }
}

/// A fault, where it happened first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The kind of the fault.
    pub kind: FaultKind,
    /// The place in the source of the program.
    pub span: Span,
    /// The number of the workgroup in the dispatch.
    pub workgroup: u64,
    /// The number of the invocation in the workgroup.
    pub invocation: u32,
    /// A description: a sentence without a full stop.
    pub message: String,
    /// Of a data race or of unordered atomics: the access by a different invocation.
    pub rival: Option<Rival>,
    /// Of a barrier or a race that not all invocations reach: the branch at which they parted.
    pub parting: Option<Span>,
}

/// Memory that several invocations can access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SharedMemory {
    /// Memory of the workgroup.
    Workgroup,
    /// A buffer.
    Buffer,
    /// A texture.
    Texture,
}

impl SharedMemory {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Workgroup, Self::Buffer, Self::Texture];
}

/// The other access of a data race, or the write that an atomic operation is not ordered with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rival {
    /// The place in the source of the program; `None` where more than 4,095 places access memory: the later ones are not remembered.
    pub span: Option<Span>,
    /// The number of the invocation in its workgroup.
    pub invocation: u32,
    /// Whether it belongs to another workgroup.
    pub is_elsewhere: bool,
    /// Whether this access writes.
    pub writes: bool,
    /// The memory that both access.
    pub memory: SharedMemory,
    /// Whether one of the two writes a component of a vector, and the other accesses only different ones: the write may write them all.
    pub is_whole: bool,
    /// Of a value that the order of two writes decides: the other write. Nothing orders the two, though both may come before the access of the fault.
    pub against: Option<Against>,
}

/// A write whose order with another one is open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Against {
    /// The place in the source of the program, as for [`Rival`].
    pub span: Option<Span>,
    /// The number of the invocation in its workgroup.
    pub invocation: u32,
    /// Whether it belongs to a different workgroup from the fault.
    pub is_elsewhere: bool,
    /// Whether the two writes belong to different workgroups.
    pub is_apart: bool,
}

impl Fault {
    /// Returns true if comments ignore it. A program that does not end has no results to look at: its fault stays.
    #[must_use]
    pub fn is_allowed(&self, allowances: &[Allowance]) -> bool {
        if self.kind == FaultKind::UnboundedLoop {
            return false;
        }
        let is_here = |it: &Allowance| {
            it.code == self.kind.name() && it.span.contains(Span::new(self.span.lo, self.span.lo))
        };
        allowances.iter().any(is_here)
    }

    /// By place, then in order of execution.
    pub(super) fn order(&self) -> (Span, FaultKind, u64, u32) {
        (self.span, self.kind, self.workgroup, self.invocation)
    }
}

/// The kind of fault that an event is, and its description; `None` for events whose result is the same in all implementations.
pub(super) fn of_event(
    event: Event,
    is_float: bool,
    integer_overflow: bool,
) -> Option<(FaultKind, &'static str)> {
    const OUT_OF_RANGE: &str = "the result is outside the range of its type";
    Some(match event {
        Event::DivisionByZero if is_float => (FaultKind::IndeterminateFloat, "the divisor is zero"),
        Event::DivisionByZero => (FaultKind::DivisionByZero, "the divisor is zero"),
        Event::ShiftTooFar => (FaultKind::ShiftTooFar, "the shift amount must be less than the bit width"),
        Event::Overflow if is_float => (FaultKind::IndeterminateFloat, "the result is infinite"),
        Event::Overflow => (FaultKind::IntegerOverflow, OUT_OF_RANGE),
        Event::Wrapped | Event::MostNegative if integer_overflow => {
            (FaultKind::IntegerOverflow, OUT_OF_RANGE)
        }
        Event::NotANumber => (FaultKind::IndeterminateFloat, "the result is not a number"),
        Event::OutsideDomain(_) => (FaultKind::IndeterminateFloat, "the argument is outside the domain"),
        Event::LowAboveHigh if is_float => {
            (FaultKind::IndeterminateFloat, "the lower bound is above the upper one")
        }
        Event::EqualEdges => (FaultKind::IndeterminateFloat, "the edges are equal"),
        Event::ExponentTooLarge => (FaultKind::IndeterminateFloat, "the exponent is too large"),
        Event::ZeroVector => (FaultKind::IndeterminateFloat, "the vector has length zero"),
        Event::Undefined => {
            (FaultKind::UndefinedOperands, "the specification leaves the result undefined for these operands")
        }
        Event::NotRepresentable(_) => {
            (FaultKind::ConversionOutOfRange, "the value is outside the range of the type")
        }
        Event::Wrapped
        | Event::MostNegative
        | Event::LowAboveHigh
        | Event::ShiftOverflow
        | Event::BitRange => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::FaultKind;
    use shader_source::allow::FAULTS;

    #[test]
    fn comments_know_all_kinds() {
        assert_eq!(FaultKind::ALL.map(FaultKind::name), FAULTS);
    }
}
