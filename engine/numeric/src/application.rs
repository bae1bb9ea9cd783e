//! Operations with operands that are known, and what the functions of whole values read of them.

use crate::compute::{Compute, floats, integers, truths};
use crate::event::{Event, Watch};
use crate::fault::{Extent, Fault};
use crate::number::Number;
use crate::{Evaluation, Operand, Operation, Shape, Type, impossible};

/// An operation with its operands.
///
/// The operands have the types that the operation takes: implicit conversions are done before. [`Operation::Construct`] converts to the type
/// of the result on its own.
#[derive(Clone, Copy, Debug)]
pub struct Application<'a> {
    /// The operation.
    pub operation: Operation,
    /// Its operands in order.
    pub operands: &'a [Operand<'a>],
    /// Type and shape of the result; of the first member for a structure of two.
    pub result: (Type, Shape),
    /// Whether integers stand for all integers: then a sum, a difference or a product outside of the range of the type has no value.
    pub is_exact: bool,
}

/// Keeps the first event that is an error.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FirstError {
    is_exact: bool,
    event: Option<Event>,
}

impl Watch for FirstError {
    #[inline]
    fn note(&mut self, event: Event) {
        if event.is_error(self.is_exact) {
            self.event.get_or_insert(event);
        }
    }
}

/// A call on its way to the functions.
#[derive(Clone, Copy)]
pub(crate) struct Call<'a> {
    pub(crate) application: Application<'a>,
    pub(crate) evaluation: Evaluation,
}

impl<'a> Call<'a> {
    pub(crate) const fn operation(&self) -> Operation {
        self.application.operation
    }

    pub(crate) const fn operands(&self) -> &'a [Operand<'a>] {
        self.application.operands
    }

    /// The type of the first operand.
    pub(crate) fn ty(&self) -> Type {
        self.operands().first().map_or(self.application.result.0, |operand| operand.ty)
    }

    /// The shape of an operand.
    pub(crate) fn shape(&self, operand: usize) -> Shape {
        self.operands().get(operand).map_or(Shape::Scalar, |operand| operand.shape)
    }

    /// A component of an operand.
    pub(crate) fn raw(&self, operand: usize, index: usize) -> u64 {
        self.operands().get(operand).map_or(0, |operand| operand.component(index))
    }

    pub(crate) fn number<T: Number>(&self, operand: usize, index: usize) -> T {
        T::from_raw(self.raw(operand, index))
    }

    pub(crate) const fn watch(&self) -> FirstError {
        FirstError { is_exact: self.application.is_exact, event: None }
    }

    /// Turns what a function noted into a fault, when it is one.
    pub(crate) fn finish(&self, watch: FirstError, extent: Extent) -> Result<(), Fault> {
        match (self.evaluation, watch.event) {
            (Evaluation::Creation, Some(event)) => Err(self.application.fault(event, extent)),
            (Evaluation::Creation, None) | (Evaluation::Runtime, _) => Ok(()),
        }
    }

    /// Computes one component after the other.
    pub(crate) fn each(&self, out: &mut Vec<u64>) -> Result<(), Fault> {
        let (operation, ty) = (self.operation(), self.ty());
        let count = self.operands().iter().map(|operand| operand.shape.len()).max().unwrap_or(0);
        for index in 0..count {
            let mut watch = self.watch();
            let component = Component { call: self, index, watch: &mut watch };
            let bits = by_type!(ty, T =>
                floats floats::<T, _>(operation, component),
                integers integers::<T, _>(operation, component),
                truths truths(operation, component)
            );
            self.finish(watch, Extent::Component(index))?;
            out.push(bits);
        }
        Ok(())
    }
}

/// The components at one index; scalars stand for all components.
struct Component<'a> {
    call: &'a Call<'a>,
    index: usize,
    watch: &'a mut FirstError,
}

impl Component<'_> {
    fn operand<T: Number>(&self, operand: usize) -> T {
        self.call.number(operand, self.index)
    }
}

impl<T: Number> Compute<T> for Component<'_> {
    type Output = u64;
    type Watch = FirstError;

    fn unary(self, function: impl Fn(T, &mut FirstError) -> T) -> u64 {
        function(self.operand(0), self.watch).to_raw()
    }
    fn binary(self, function: impl Fn(T, T, &mut FirstError) -> T) -> u64 {
        function(self.operand(0), self.operand(1), self.watch).to_raw()
    }
    fn ternary(self, function: impl Fn(T, T, T, &mut FirstError) -> T) -> u64 {
        function(self.operand(0), self.operand(1), self.operand(2), self.watch).to_raw()
    }
    fn counted(self, function: impl Fn(T, u32, &mut FirstError) -> T) -> u64 {
        function(self.operand(0), self.operand(1), self.watch).to_raw()
    }
    fn ranged(self, function: impl Fn(T, u32, u32, &mut FirstError) -> T) -> u64 {
        function(self.operand(0), self.operand(1), self.operand(2), self.watch).to_raw()
    }
    fn scaled(self, function: impl Fn(T, i64, &mut FirstError) -> T) -> u64 {
        let is_wide = self.call.operands().get(1).is_some_and(|operand| operand.ty.is_wide());
        let exponent = if is_wide { self.operand(1) } else { i64::from(self.operand::<i32>(1)) };
        function(self.operand(0), exponent, self.watch).to_raw()
    }
    fn compared(self, function: impl Fn(&T, &T) -> bool) -> u64 {
        u64::from(function(&self.operand(0), &self.operand(1)))
    }
    fn impossible(self, what: &str) -> u64 {
        impossible(&format!("{what} is not defined for {}", self.call.ty().name()));
        0
    }
}
