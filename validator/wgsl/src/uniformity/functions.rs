//! Facts about functions that both analyses need.

use super::graph::{Cause, Graph, Node, Source};
use super::requirement::Scope;
use crate::ast::FunctionId;
use crate::meaning::{FunctionInfo, TypedModule};
use crate::types::TypeKind;
use shader_source::Span;
use wgsl_spec::{BuiltinValue, Rule, ShaderStage, rules};

/// The functions to analyse, callees first: those that require uniformity, directly or through calls, and the functions that these
/// call.
pub(super) fn relevant(module: TypedModule<'_>, asks: impl Fn(&FunctionInfo) -> bool) -> Vec<FunctionId> {
    let functions = module.meaning.functions();
    let mut order: Vec<FunctionId> =
        (module.resolution.order.iter()).filter_map(|id| module.syntax.ast[*id].kind.function()).collect();
    let calls = |id: FunctionId| &module.meaning[functions[id.index()].calls];
    let mut matters = vec![false; functions.len()];
    for id in &order {
        matters[id.index()] =
            asks(&functions[id.index()]) || calls(*id).iter().any(|call| matters[call.callee.index()]);
    }
    for id in order.iter().rev() {
        if matters[id.index()] {
            for call in calls(*id) {
                matters[call.callee.index()] = true;
            }
        }
    }
    order.retain(|id| matters[id.index()]);
    order
}

/// The reason why an input of an entry point may differ between invocations; `None` if it is the same for all. A
/// non-uniform member makes a whole structure non-uniform. Differs from the specification: none of its rules says that
/// user-defined inputs are non-uniform, only its prose.
pub(super) fn non_uniform_input(
    module: TypedModule<'_>,
    scope: Scope,
    stage: ShaderStage,
    index: usize,
) -> Option<NonUniformInput> {
    let parameter = module.parameter(index);
    let data = module.data(parameter.ty, parameter.io);
    let cause =
        data.iter().find_map(|datum| cause(datum.io.builtin.map(|(value, _)| value), scope, stage))?;
    let is_structure = matches!(module.meaning.types.kind(parameter.ty), TypeKind::Struct(_));
    Some(NonUniformInput { cause, is_structure })
}

/// An input that may differ between invocations.
#[derive(Clone, Copy, Debug)]
pub(super) struct NonUniformInput {
    cause: InputCause,
    /// Whether it is a member of the parameter.
    is_structure: bool,
}

#[derive(Clone, Copy, Debug)]
enum InputCause {
    User,
    SubgroupId,
    SubgroupSize,
    Builtin,
}

fn cause(builtin: Option<BuiltinValue>, scope: Scope, stage: ShaderStage) -> Option<InputCause> {
    match builtin {
        None => Some(InputCause::User),
        Some(BuiltinValue::WorkgroupId | BuiltinValue::NumWorkgroups | BuiltinValue::NumSubgroups) => None,
        Some(BuiltinValue::SubgroupSize) if stage == ShaderStage::Compute => None,
        Some(BuiltinValue::SubgroupSize) => Some(InputCause::SubgroupSize),
        Some(BuiltinValue::SubgroupId) if scope == Scope::Subgroup => None,
        Some(BuiltinValue::SubgroupId) => Some(InputCause::SubgroupId),
        Some(_) => Some(InputCause::Builtin),
    }
}

impl NonUniformInput {
    /// Adds it to a graph: the node of an input that may be non-uniform.
    pub(super) fn node(self, graph: &mut Graph, span: Span) -> Node {
        let (cause, rule) = match self.cause {
            InputCause::User => (Cause::UserInput, rules::UNI_EXPR_USER_INPUT),
            InputCause::SubgroupId => (Cause::SubgroupInput, rules::UNI_EXPR_BUILTIN_SUBGROUP_ID),
            InputCause::SubgroupSize => (Cause::BuiltinInput, rules::UNI_EXPR_BUILTIN_UNIFORM),
            InputCause::Builtin => (Cause::BuiltinInput, rules::UNI_EXPR_BUILTIN_OTHER),
        };
        if self.is_structure {
            let input = graph.non_uniform(span, Cause::Plain, rule);
            let source = Source { span, cause: Cause::StructInput };
            let whole = graph.node(source);
            graph.edge(whole, input, rules::UNI_EXPR_STRUCT_PARAM_WHOLE);
            return whole;
        }
        graph.non_uniform(span, cause, rule)
    }

    /// The row of the table for a name that resolves to it.
    pub(super) fn row(self) -> &'static Rule {
        match self.cause {
            InputCause::User => rules::UNI_TABLE_RHS_VALUE_NAME,
            _ if self.is_structure => rules::UNI_TABLE_RHS_VALUE_NAME,
            InputCause::SubgroupId | InputCause::SubgroupSize | InputCause::Builtin => {
                rules::UNI_TABLE_RHS_NON_UNIFORM_BUILTIN_VALUE
            }
        }
    }
}
