//! Applying an overload: conversions of the arguments, and the value when it is known.

use super::Checker;
use super::chosen::{Chosen, MOST_PARAMETERS};
use super::fault::Evaluated;
use crate::ast::ExprId;
use crate::constant::ConstantId;
use crate::meaning::{EvaluationStage, Typed};
use crate::types::{TypeId, TypeKind};
use shader_numeric::event::Event;
use shader_numeric::{Application, Evaluation, Fault, Operand, Operation, Shape, Type};
use wgsl_spec::{FunctionId, Occasion, Scalar};

impl Checker<'_> {
    /// Applies an overload to arguments that are checked; `typed` holds the converted arguments afterwards.
    pub(super) fn apply(
        &mut self,
        id: ExprId,
        function: FunctionId,
        chosen: &Chosen,
        operands: &[ExprId],
        typed: &mut [Typed],
    ) -> Typed {
        let entry = function.get();
        let mut stage = if entry.is_const { EvaluationStage::Const } else { EvaluationStage::Runtime };
        let mut known = 0;
        for (index, argument) in typed.iter_mut().enumerate() {
            *argument =
                self.convert(operands[index], *argument, chosen.parameters[index]).unwrap_or(Typed::ERROR);
            stage = stage.max(argument.stage);
            known += usize::from(argument.constant.is_some());
        }
        let mut result = Typed::staged(chosen.result, stage);
        result.overload = chosen.index;
        if self.evaluation.is_on()
            && let Some(operation) = entry.value_operation()
        {
            if stage != EvaluationStage::Runtime && known == typed.len() {
                result.constant = self.evaluate(id, function, operation, operands, typed, chosen.result);
            } else if stage != EvaluationStage::Const
                && known > 0
                && self.terms.rules.evaluation == Evaluation::Creation
                && let Some((index, fault)) = self.known_fault(operation, typed, chosen.result)
            {
                let evaluated = self.evaluated(function, operation, typed, chosen.result, &fault);
                self.blame(operands, index, &fault, evaluated);
            }
        }
        result
    }

    /// The value of a call whose arguments are all known.
    fn evaluate(
        &mut self,
        id: ExprId,
        function: FunctionId,
        operation: Operation,
        ids: &[ExprId],
        typed: &[Typed],
        result: TypeId,
    ) -> Option<ConstantId> {
        let mut scalars = core::mem::take(&mut self.evaluation.scalars);
        scalars.clear();
        let evaluation = self.terms.rules.evaluation;
        let evaluate = |application: &Application<'_>| application.evaluate(evaluation, &mut scalars);
        let outcome = self.with_application(operation, typed, result, evaluate)?;
        let constant = match outcome {
            Ok(()) => {
                let constant = self.meaning.constants.push(&scalars);
                if constant.is_none() {
                    self.too_much_work(id);
                }
                constant
            }
            Err(fault) => {
                // An operator is read as a whole, the arguments of a call one by one.
                let known = self.known_fault(operation, typed, result).filter(|_| !operation.is_operator());
                let (index, fault) = known.map_or((None, fault), |(index, fault)| (Some(index), fault));
                let evaluated = self.evaluated(function, operation, typed, result, &fault);
                match index {
                    Some(index) => self.blame(ids, index, &fault, evaluated),
                    None => self.fault(self.span(id), &fault, evaluated),
                }
                None
            }
        };
        self.evaluation.scalars = scalars;
        constant
    }

    /// The operand that makes a mistake on its own or with its neighbours, however many of the others are known: a divisor
    /// of zero, a shift too far, bounds in the wrong order.
    fn known_fault(&self, operation: Operation, typed: &[Typed], result: TypeId) -> Option<(usize, Fault)> {
        let check = |application: &Application<'_>| application.check_known();
        self.with_application(operation, typed, result, check)?.err()
    }

    /// The circumstances of a fault, which decide the rule that it breaks.
    #[cold]
    fn evaluated(
        &self,
        function: FunctionId,
        operation: Operation,
        typed: &[Typed],
        result: TypeId,
        fault: &Fault,
    ) -> Evaluated {
        let is_const = |argument: &Typed| argument.stage == EvaluationStage::Const;
        let constants = typed.iter().map(|argument| match argument.constant {
            Some(_) if is_const(argument) => *argument,
            _ => Typed { constant: None, ..*argument },
        });
        let constants: Vec<Typed> = constants.collect();
        let of_constants =
            typed.iter().all(is_const) || self.known_fault(operation, &constants, result).is_some();
        let stage = if of_constants { EvaluationStage::Const } else { EvaluationStage::Override };
        let occasion = if fault.event == Event::DivisionByZero && self.has_nonzero_component(typed) {
            Occasion::OneComponent
        } else if typed.iter().any(|argument| argument.stage == EvaluationStage::Runtime) {
            Occasion::Partial
        } else {
            Occasion::Whole
        };
        Evaluated { function: Some(function), occasion, stage, also: None }
    }

    /// Returns true if the divisor is a vector with a component that is not zero.
    fn has_nonzero_component(&self, typed: &[Typed]) -> bool {
        let divisor = typed.get(1).and_then(|divisor| divisor.constant);
        divisor.is_some_and(|divisor| self.meaning.constants.bits(divisor).iter().any(|bits| *bits != 0))
    }

    /// Hands an operation on these values to a function. Those of `AbstractInt` stand for all integers, those that are not
    /// known have no components.
    fn with_application<T>(
        &self,
        operation: Operation,
        typed: &[Typed],
        result: TypeId,
        hand_to: impl FnOnce(&Application<'_>) -> T,
    ) -> Option<T> {
        const UNKNOWN: Operand<'_> = Operand { ty: Type::Bool, shape: Shape::Scalar, bits: &[] };
        let (mut few, mut many);
        // Only constructors take more than four, and an array for the most of them costs more than the operation.
        let operands: &mut [Operand<'_>] = if typed.len() <= 4 {
            few = [UNKNOWN; 4];
            &mut few
        } else {
            many = [UNKNOWN; MOST_PARAMETERS];
            &mut many
        };
        for (operand, argument) in operands.iter_mut().zip(typed) {
            let (scalar, shape) = self.shape(argument.ty)?;
            let bits = argument.constant.map_or(&[][..], |constant| self.meaning.constants.bits(constant));
            *operand = Operand { ty: scalar.ty(), shape, bits };
        }
        let operands = &operands[..typed.len()];
        let (scalar, shape) = self.shape(result)?;
        let is_exact = operands.first().is_some_and(|operand| operand.ty == Scalar::AbstractInt.ty());
        let operation = if is_exact { operation.exactly() } else { operation };
        Some(hand_to(&Application { operation, operands, result: (scalar.ty(), shape), is_exact }))
    }

    /// Reports a fault of one operand.
    fn blame(&mut self, ids: &[ExprId], index: usize, fault: &Fault, evaluated: Evaluated) {
        let span = ids.get(index).map_or_else(|| self.span(ids[0]), |id| self.span(*id));
        self.fault(span, fault, evaluated);
    }

    /// Scalar and shape of a type that kernels work on; those of its parts for the results of `frexp` and `modf`.
    fn shape(&self, ty: TypeId) -> Option<(Scalar, Shape)> {
        match self.kind(ty) {
            TypeKind::FrexpResult(size, scalar) | TypeKind::ModfResult(size, scalar) => {
                let shape = if size < 2 { Shape::Scalar } else { Shape::Vector(size) };
                Some((scalar, shape))
            }
            _ => self.meaning.types.shape(ty),
        }
    }
}
