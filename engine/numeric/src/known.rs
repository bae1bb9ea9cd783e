//! Errors that known operands make on their own, while others are not known before execution.

use crate::bits::leaves_word;
use crate::convert::Exact;
use crate::event::Event;
use crate::fault::{Extent, Fault};
use crate::float::exponent_too_large;
use crate::number::{Float, Number};
use crate::{Application, Operand, Shape, Type};

impl Application<'_> {
    /// Looks for the errors that some operands alone make: a divisor of zero, a shift amount that is too great, bounds of `clamp` in
    /// the wrong order, equal edges of `smoothstep`, a bit range outside the integer, an exponent of `ldexp` that is too large.
    ///
    /// An operand without components is one whose value is not known.
    ///
    /// # Errors
    /// The index of the operand to blame, and why.
    pub fn check_known(&self) -> Result<(), (usize, Fault)> {
        self.operation.events().iter().try_for_each(|event| self.check_event(*event))
    }

    fn check_event(&self, event: Event) -> Result<(), (usize, Fault)> {
        let (ty, last) = (self.result.0, self.operands.len().saturating_sub(1));
        let width = ty.size() * 8;
        match event {
            Event::DivisionByZero if ty.is_integer() => self.look([1], event, |[divisor]| divisor == 0),
            Event::ShiftTooFar => self.look([1], event, |[amount]| amount >= u64::from(width)),
            Event::LowAboveHigh => self.look([1, 2], event, |[low, high]| is_less(ty, high, low)),
            Event::EqualEdges => {
                self.look([0, 1], event, |[low, high]| !is_less(ty, low, high) && !is_less(ty, high, low))
            }
            Event::BitRange => self.look([last.saturating_sub(1), last], event, |[offset, count]| {
                leaves_word(u32::from_raw(offset), u32::from_raw(count), width)
            }),
            Event::ExponentTooLarge => {
                let is_wide = self.operands.get(1).is_some_and(|operand| operand.ty.is_wide());
                self.look([1], event, |[bits]| {
                    let exponent = if is_wide { i64::from_raw(bits) } else { i64::from(i32::from_raw(bits)) };
                    for_float!(ty, T => exponent_too_large(exponent, T::BIAS)).unwrap_or(false)
                })
            }
            // Whether these happen depends on all operands.
            Event::DivisionByZero
            | Event::Overflow
            | Event::Wrapped
            | Event::MostNegative
            | Event::NotANumber
            | Event::ShiftOverflow
            | Event::OutsideDomain(_)
            | Event::ZeroVector
            | Event::Undefined
            | Event::NotRepresentable(_) => Ok(()),
        }
    }

    /// Looks at the components of some operands, when all of them are known; the first of them is to blame.
    fn look<const N: usize>(
        &self,
        wanted: [usize; N],
        event: Event,
        is_wrong: impl Fn([u64; N]) -> bool,
    ) -> Result<(), (usize, Fault)> {
        const UNKNOWN: &Operand<'_> = &Operand { ty: Type::Bool, shape: Shape::Scalar, bits: &[] };
        let operands = wanted.map(|index| self.operands.get(index).unwrap_or(UNKNOWN));
        if operands.iter().any(|operand| operand.bits.is_empty()) {
            return Ok(());
        }
        let count = operands.iter().map(|operand| operand.shape.len()).max().unwrap_or(0);
        match (0..count).find(|index| is_wrong(operands.map(|operand| operand.component(*index)))) {
            Some(index) => Err((wanted[0], self.fault(event, Extent::Component(index)))),
            None => Ok(()),
        }
    }
}

/// Compares two values of a type.
fn is_less(ty: Type, left: u64, right: u64) -> bool {
    match (Exact::of(ty, left), Exact::of(ty, right)) {
        (Exact::Whole(left), Exact::Whole(right)) => left < right,
        (Exact::Real(left), Exact::Real(right)) => left < right,
        (Exact::Whole(_), Exact::Real(_)) | (Exact::Real(_), Exact::Whole(_)) => false,
    }
}
