//! Faults of const evaluation as diagnostics.

use super::Checker;
use crate::diagnostic::Diagnostic;
use crate::meaning::EvaluationStage;
use shader_numeric::{Fault, Type};
use shader_source::Span;
use wgsl_spec::{FunctionId, Occasion, Rule, Scalar, const_error};

/// The evaluation that a fault ends.
#[derive(Clone, Copy)]
pub(super) struct Evaluated {
    /// The function or operator; `None` for a conversion.
    pub(super) function: Option<FunctionId>,
    pub(super) occasion: Occasion,
    /// The latest stage of the operands that make the fault.
    pub(super) stage: EvaluationStage,
    /// Another rule that says so of this conversion.
    pub(super) also: Option<&'static Rule>,
}

impl Checker<'_> {
    /// Reports why an expression has no value.
    #[cold]
    pub(super) fn fault(&mut self, span: Span, fault: &Fault, evaluated: Evaluated) {
        let scalar = Scalar::of(fault.ty).unwrap_or(Scalar::AbstractInt);
        let rules = const_error(fault.event, evaluated.function, scalar, evaluated.occasion);
        let rule = match evaluated.stage {
            EvaluationStage::Const => rules.at_const,
            EvaluationStage::Override | EvaluationStage::Runtime => rules.at_override,
        };
        let mut diagnostic = Diagnostic::error(rule, span, fault.message(name_of));
        let for_type =
            self.evaluation.is_for_type().then_some(wgsl_spec::rules::TYPECHECK_CONST_EVAL_FOR_TYPES);
        diagnostic.also = for_type.or(evaluated.also);
        self.report(diagnostic);
    }
}

/// The language's name of a type that values are computed with.
fn name_of(ty: Type) -> &'static str {
    Scalar::of(ty).map_or(ty.name(), Scalar::name)
}
