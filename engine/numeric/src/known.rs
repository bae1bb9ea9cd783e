//! Errors that known operands make on their own, while others are not known before execution.

use crate::{Operation, Type};

use super::Operand;
use super::bits::leaves_word;
use super::convert::widen;
use super::event::Event;
use super::fault::{Application, Extent, Fault};
use super::float::exponent_too_large;
use super::half::F16;
use super::number::{Float, Number};

/// Looks for the errors that the text finds in some operands alone: a divisor of zero, a shift amount that is too
/// great, bounds of `clamp` in the wrong order, equal edges of `smoothstep`, a bit range outside the integer, an
/// exponent of `ldexp` that is too large.
///
/// `None` stands for an operand whose value is not known.
///
/// # Errors
/// The index of the operand to blame, and why.
pub fn check_known(
    operation: Operation,
    arguments: &[Option<Operand<'_>>],
    result_type: Type,
) -> Result<(), (usize, Fault)> {
    let known = Known { operation, arguments, result_type };
    match operation {
        Operation::Divide | Operation::Remainder if result_type.is_integer() => {
            known.look([1], Event::DivisionByZero, |[divisor]| divisor == 0)
        }
        Operation::ShiftLeft | Operation::ShiftRight if result_type != Type::I64 => {
            known.look([1], Event::ShiftTooFar, |[amount]| amount >= 32)
        }
        Operation::Clamp => known.look([1, 2], Event::LowAboveHigh, |[low, high]| known.is_less(high, low)),
        Operation::Smoothstep => known.look([0, 1], Event::EqualEdges, |[low, high]| {
            !known.is_less(low, high) && !known.is_less(high, low)
        }),
        Operation::ExtractBits => known.look([1, 2], Event::BitRange, leaves),
        Operation::InsertBits => known.look([2, 3], Event::BitRange, leaves),
        Operation::Ldexp => {
            let abstract_exponent = known.argument(1).is_some_and(|operand| operand.ty == Type::I64);
            known.look([1], Event::ExponentTooLarge, |[bits]| {
                let exponent =
                    if abstract_exponent { i64::from_raw(bits) } else { i64::from(i32::from_raw(bits)) };
                exponent_too_large(exponent, bias(result_type))
            })
        }
        _ => Ok(()),
    }
}

fn leaves([offset, count]: [u64; 2]) -> bool {
    leaves_word(u32::from_raw(offset), u32::from_raw(count), 32)
}

const fn bias(ty: Type) -> i32 {
    match ty {
        Type::F16 => F16::BIAS,
        Type::F32 => <f32 as Float>::BIAS,
        _ => <f64 as Float>::BIAS,
    }
}

struct Known<'a> {
    operation: Operation,
    arguments: &'a [Option<Operand<'a>>],
    result_type: Type,
}

impl Known<'_> {
    fn argument(&self, index: usize) -> Option<&Operand<'_>> {
        self.arguments.get(index)?.as_ref()
    }

    /// Asks about the components of some operands, when all of them are known; the first of them is to blame.
    fn look<const N: usize>(
        &self,
        wanted: [usize; N],
        event: Event,
        is_wrong: impl Fn([u64; N]) -> bool,
    ) -> Result<(), (usize, Fault)> {
        let operands = wanted.map(|index| self.argument(index));
        if operands.iter().any(Option::is_none) {
            return Ok(());
        }
        let count = operands.iter().flatten().map(|operand| operand.shape.len()).max().unwrap_or(0);
        let component = |index: usize| operands.map(|operand| operand.map_or(0, |it| it.component(index)));
        match (0..count).find(|index| is_wrong(component(*index))) {
            Some(index) => Err((wanted.first().copied().unwrap_or(0), self.fault(event, index))),
            None => Ok(()),
        }
    }

    fn fault(&self, event: Event, index: usize) -> Fault {
        let unknown = Operand { ty: self.result_type, shape: super::Shape::Scalar, bits: &[] };
        let arguments: Vec<Operand<'_>> =
            self.arguments.iter().map(|argument| argument.unwrap_or(unknown)).collect();
        let application =
            Application { operation: self.operation, arguments: &arguments, result_type: self.result_type };
        application.fault(event, Extent::Component(index))
    }

    /// Compares two values of the result type.
    fn is_less(&self, left: u64, right: u64) -> bool {
        match self.result_type {
            Type::I64 => i64::from_raw(left) < i64::from_raw(right),
            ty => widen(ty, left) < widen(ty, right),
        }
    }
}
