//! The value of an operation whose operands are known: const evaluation, and execution of whole values.

use crate::application::{Application, Call};
use crate::fault::Fault;
use crate::{Evaluation, Shape, Type, impossible};

impl Application<'_> {
    /// Appends the components of the result. The members of the results of `frexp` and `modf` follow each other in the order of their
    /// declaration.
    ///
    /// # Errors
    /// At [`Evaluation::Creation`], the first thing that makes the expression an error. Nothing is appended then.
    ///
    /// # Panics
    /// With debug assertions, where the operation takes no such operands.
    pub fn evaluate(&self, evaluation: Evaluation, out: &mut Vec<u64>) -> Result<(), Fault> {
        if cfg!(debug_assertions) {
            self.check();
        }
        let start = out.len();
        let call = Call { application: *self, evaluation };
        let outcome = (self.operation.row().whole)(&call, out);
        if outcome.is_err() {
            out.truncate(start);
        }
        outcome
    }

    /// Stops where the operation takes no such operands.
    fn check(&self) {
        let operands: Vec<(Type, Shape)> =
            self.operands.iter().map(|operand| (operand.ty, operand.shape)).collect();
        if !self.operation.takes(&operands, self.result) {
            impossible(&format!("{} of {operands:?} gives no {:?}", self.operation.spelling(), self.result));
        }
    }
}
