//! Events that operations notice while they compute.
//!
//! The function of an operation always returns the value that is defined for run time. Where the situation may be an error, it notes an
//! [`Event`]. Const evaluation turns the first one that is an error into a fault; an executor passes [`Unwatched`] and pays nothing, or
//! looks at events lane by lane.

use crate::{Domain, Type};

/// A situation that may be an error.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Event {
    /// The exact result of floating point arithmetic is infinite or beyond the greatest value, or a quotient of integers is outside
    /// the range of the type. <https://www.w3.org/TR/WGSL/#floating-point-rounding-and-overflow>
    Overflow,
    /// The exact sum, difference or product of integers is outside the range of the type: it wraps around. An error only where
    /// integers stand for all integers ([`crate::Application::is_exact`]).
    Wrapped,
    /// The most negative integer is its own negation and its own magnitude. Never an error in WGSL.
    MostNegative,
    /// The result is a NaN.
    NotANumber,
    /// The divisor is zero. <https://www.w3.org/TR/WGSL/#arithmetic-expr>
    DivisionByZero,
    /// The shift amount is not below the bit width. <https://www.w3.org/TR/WGSL/#bit-expr>
    ShiftTooFar,
    /// A left shift discards significant bits. <https://www.w3.org/TR/WGSL/#bit-expr>
    ShiftOverflow,
    /// The first operand lies outside the domain.
    OutsideDomain(Domain),
    /// `clamp` with `low` above `high`. <https://www.w3.org/TR/WGSL/#clamp>
    LowAboveHigh,
    /// `smoothstep` between equal edges. <https://www.w3.org/TR/WGSL/#smoothstep-builtin>
    EqualEdges,
    /// The last two operands, offset and count, add up to more than the bit width. <https://www.w3.org/TR/WGSL/#insertBits-builtin>
    BitRange,
    /// The exponent of `ldexp` is too large. <https://www.w3.org/TR/WGSL/#ldexp-builtin>
    ExponentTooLarge,
    /// `normalize` of the zero vector. <https://www.w3.org/TR/WGSL/#normalize-builtin>
    ZeroVector,
    /// A condition does not hold without which a result is undefined: [`Operation::Demand`](crate::Operation::Demand).
    Undefined,
    /// A value is outside the finite range of the type that it is converted to.
    /// <https://www.w3.org/TR/WGSL/#floating-point-conversion>
    NotRepresentable(Type),
}

impl Event {
    /// Whether an expression has no value when this happens before execution; `is_exact` is [`crate::Application::is_exact`].
    #[must_use]
    pub const fn is_error(self, is_exact: bool) -> bool {
        match self {
            Self::Wrapped => is_exact,
            Self::MostNegative => false,
            Self::Overflow
            | Self::NotANumber
            | Self::DivisionByZero
            | Self::ShiftTooFar
            | Self::ShiftOverflow
            | Self::OutsideDomain(_)
            | Self::LowAboveHigh
            | Self::EqualEdges
            | Self::BitRange
            | Self::ExponentTooLarge
            | Self::ZeroVector
            | Self::Undefined
            | Self::NotRepresentable(_) => true,
        }
    }
}

/// Takes note of events.
pub trait Watch {
    /// Takes note of one event.
    fn note(&mut self, event: Event);
}

/// Ignores events: results are those of run time.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Watch for Unwatched {
    #[inline]
    fn note(&mut self, _event: Event) {}
}

/// Keeps the first event.
#[cfg(test)]
#[derive(Default)]
pub(crate) struct FirstEvent(pub(crate) Option<Event>);

#[cfg(test)]
impl Watch for FirstEvent {
    fn note(&mut self, event: Event) {
        self.0.get_or_insert(event);
    }
}

/// The value and the first event of a function.
#[cfg(test)]
pub(crate) fn event<R>(run: impl FnOnce(&mut FirstEvent) -> R) -> (R, Option<Event>) {
    let mut watch = FirstEvent::default();
    let value = run(&mut watch);
    (value, watch.0)
}

/// Notes the event when the condition holds.
#[inline]
pub fn note_if(condition: bool, event: Event, watch: &mut impl Watch) {
    if condition {
        watch.note(event);
    }
}
