//! What kernels notice on the way.
//!
//! A kernel always returns the value that the text defines for run time. Where the text makes the same situation an
//! error for expressions that are evaluated before execution, the kernel notes an [`Event`]. Const evaluation turns
//! the first event into a fault; an executor passes [`Unwatched`] and pays nothing, or counts events lane by lane.

use crate::Type;

/// A situation that is an error in a const- or override-expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// The exact result lies outside the range of the type, or is infinite.
    /// <https://www.w3.org/TR/WGSL/#floating-point-rounding-and-overflow>
    Overflow,
    /// The result is a NaN.
    NotANumber,
    /// The divisor is zero. <https://www.w3.org/TR/WGSL/#arithmetic-expr>
    DivisionByZero,
    /// The shift amount is not below the bit width. <https://www.w3.org/TR/WGSL/#bit-expr>
    ShiftTooFar,
    /// A left shift discards significant bits. <https://www.w3.org/TR/WGSL/#bit-expr>
    ShiftOverflow,
    /// An argument lies outside the domain.
    OutsideDomain {
        /// Which argument, from 0.
        argument: u8,
        /// The domain in words: "in [-1, 1]".
        wants: &'static str,
    },
    /// `clamp` with `low` above `high`. <https://www.w3.org/TR/WGSL/#clamp>
    LowAboveHigh,
    /// `smoothstep` between equal edges. <https://www.w3.org/TR/WGSL/#smoothstep-builtin>
    EqualEdges,
    /// `offset + count` is greater than the bit width. <https://www.w3.org/TR/WGSL/#insertBits-builtin>
    BitRange,
    /// The exponent of `ldexp` is too large. <https://www.w3.org/TR/WGSL/#ldexp-builtin>
    ExponentTooLarge,
    /// `normalize` of the zero vector. <https://www.w3.org/TR/WGSL/#normalize-builtin>
    ZeroVector,
    /// A value is outside the finite range of the type that it is converted to.
    /// <https://www.w3.org/TR/WGSL/#floating-point-conversion>
    NotRepresentable(Type),
    /// The operation takes no such operands.
    NoSuchCall,
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
#[derive(Clone, Copy, Debug, Default)]
pub struct FirstEvent(pub Option<Event>);

impl Watch for FirstEvent {
    #[inline]
    fn note(&mut self, event: Event) {
        self.0.get_or_insert(event);
    }
}

/// Notes the event when the condition holds.
#[inline]
pub fn note_if(condition: bool, event: Event, watch: &mut impl Watch) {
    if condition {
        watch.note(event);
    }
}
