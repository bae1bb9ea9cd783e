//! Facts about functions that both analyses need.

use super::requirement::Scope;
use crate::ast::FunctionId;
use crate::meaning::{FunctionInfo, TypedModule};
use wgsl_spec::{BuiltinValue, ShaderStage};

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

/// Whether an input of an entry point is the same for all invocations. A non-uniform member makes a whole structure
/// non-uniform. Differs from the specification: none of its rules says that user-defined inputs are non-uniform, only
/// its prose.
pub(super) fn is_uniform_input(
    module: TypedModule<'_>,
    scope: Scope,
    stage: ShaderStage,
    index: usize,
) -> bool {
    let parameter = module.parameter(index);
    module.data(parameter.ty, parameter.io).iter().all(|datum| match datum.io.builtin {
        Some((BuiltinValue::WorkgroupId | BuiltinValue::NumWorkgroups | BuiltinValue::NumSubgroups, _)) => {
            true
        }
        Some((BuiltinValue::SubgroupSize, _)) => stage == ShaderStage::Compute,
        Some((BuiltinValue::SubgroupId, _)) => scope == Scope::Subgroup,
        _ => false,
    })
}
