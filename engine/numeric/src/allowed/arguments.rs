//! The operands of operations on more than one component.

use super::accuracy::Accuracy;
use super::allowed;
use super::estimate::Estimate;
use super::format::Format;
use super::interval::Interval;
use crate::{Operation, Shape, Type};

/// An operand: its type, the arrangement of its components, and what each of them may be.
#[derive(Clone, Copy, Debug)]
pub struct Argument<'a> {
    /// The type of the components.
    pub ty: Type,
    /// Their arrangement; matrices are column by column.
    pub shape: Shape,
    /// As many intervals as the shape says.
    pub components: &'a [Interval],
}

impl Argument<'_> {
    /// The possible values of a component; a scalar stands for all components.
    pub(crate) fn component(&self, index: usize) -> Interval {
        let index = if self.shape == Shape::Scalar { 0 } else { index };
        self.components.get(index).copied().unwrap_or(Interval::ANY)
    }
}

/// A call: the operation, its operands, and the type, components and accuracy of its result.
pub(crate) struct Arguments<'a> {
    pub(super) operation: Operation,
    pub(super) operands: &'a [Argument<'a>],
    pub(super) result_type: Type,
    pub(super) count: usize,
    pub(super) accuracy: &'a Accuracy,
}

impl<'a> Arguments<'a> {
    /// The components of an operand that is one of floating point numbers.
    pub(crate) fn numbers(&self, index: usize) -> Option<Vec<Estimate<'a>>> {
        let operand = self.operands.get(index)?;
        let format = Format::of(operand.ty)?;
        let rows = self.accuracy.rows(format);
        let number = |interval: &Interval| Estimate { format, rows, interval: *interval };
        Some(operand.components.iter().map(number).collect())
    }

    /// Each component by itself.
    pub(crate) fn each(&self) -> Vec<Interval> {
        let ty = self.operands.first().map_or(Type::Bool, |operand| operand.ty);
        let component = |index| {
            let operands: Vec<Interval> =
                self.operands.iter().map(|operand| operand.component(index)).collect();
            allowed(self.operation, self.accuracy, ty, &operands)
        };
        (0..self.count).map(component).collect()
    }

    /// All first parts, then all second parts.
    pub(crate) fn split(&self, parts: fn(Type, Interval) -> (Interval, Interval)) -> Option<Vec<Interval>> {
        let operand = self.operands.first()?;
        let (mut first, second): (Vec<Interval>, Vec<Interval>) =
            operand.components.iter().map(|component| parts(operand.ty, *component)).unzip();
        first.extend(second);
        Some(first)
    }
}
