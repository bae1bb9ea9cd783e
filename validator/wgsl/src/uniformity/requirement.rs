//! The vocabulary of both analyses: requirements of uniformity, and the findings about those that can't be proven.

use super::graph::{Graph, Node};
use super::paths::Paths;
use crate::ast::FunctionId;
use crate::diagnostic::{Applicability, Diagnostic, Severity};
use crate::foreign::explicit_level;
use crate::meaning::TypedModule;
use shader_source::Span;
use wgsl_spec::{DiagnosticRule, Rule, rules};

/// The invocations whose values are compared. <https://www.w3.org/TR/WGSL/#uniformity-scope>
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Scope {
    /// The invocations of a workgroup, or of a draw command.
    Widest,
    /// The invocations of a subgroup.
    Subgroup,
}

/// A rule that a non-uniform call breaks. <https://www.w3.org/TR/WGSL/#filterable-triggering-rules>
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TriggeringRule {
    /// A synchronization function; it can't be filtered.
    Unnamed,
    Derivative,
    Subgroup,
    /// An operation on subgroup matrices; it can't be filtered.
    SubgroupMatrix,
}

/// An argument that must be uniform.
#[derive(Clone, Copy, Debug)]
pub(super) struct UniformArgument {
    /// The name of the parameter.
    pub(super) parameter: &'static str,
    /// The place of the argument.
    pub(super) span: Span,
    /// The rule that demands it.
    pub(super) rule: &'static Rule,
}

/// The builtin call that causes a requirement.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trigger {
    pub(super) rule: TriggeringRule,
    pub(super) severity: Severity,
    /// The place of the call.
    pub(super) span: Span,
    pub(super) name: &'static str,
    /// The argument that must be uniform; `None` for control flow.
    pub(super) argument: Option<UniformArgument>,
    /// Whether the call takes derivatives to choose a mip level.
    pub(super) samples: bool,
}

/// The call of a function of the program that has a requirement.
#[derive(Clone, Copy, Debug)]
pub(super) struct Through {
    /// The place of the call.
    pub(super) span: Span,
    pub(super) function: FunctionId,
    /// The rule about the tag of the function or of its parameter.
    pub(super) rule: &'static Rule,
}

/// Something that must be uniform for the function to be valid.
#[derive(Clone, Copy, Debug)]
pub(super) struct Requirement {
    pub(super) node: Node,
    pub(super) trigger: Trigger,
    /// The call of a function of the program that has the requirement, if it is not direct.
    pub(super) through: Option<Through>,
}

/// A look at the graph of a function, with what must be uniform in it.
pub(super) type Visit<'a> = dyn FnMut(Scope, FunctionId, &Graph, &[Requirement]) + 'a;

impl Requirement {
    /// Returns true if it can't be proven.
    pub(super) fn fails(&self, paths: &Paths) -> bool {
        paths.has(self.node)
    }

    /// The finding about a failing requirement, without the proof.
    pub(super) fn finding(&self, module: TypedModule<'_>) -> Diagnostic {
        let trigger = self.trigger;
        let name = trigger.name;
        let (rule, also) = self.rules();
        let (span, message) = match trigger.argument {
            Some(UniformArgument { parameter, span, .. }) => (
                span,
                format!("the argument for `{parameter}` of `{name}` must be uniform, but may be non-uniform"),
            ),
            None => (
                trigger.span,
                format!(
                    "`{name}` may only be called in uniform control flow, but control flow may be non-uniform here"
                ),
            ),
        };
        let mut found = Diagnostic::error(rule, span, message);
        found.also = also;
        found.severity = trigger.severity;
        if let Some(Through { span, function, rule }) = self.through {
            let name = module.name(module.syntax.ast[function].name);
            let text = if rule == rules::UNI_FN_CALLSITE_TAG {
                format!("reached through this call to `{name}`")
            } else {
                format!("reached through this call to `{name}`, which requires a uniform argument")
            };
            found = found.step(span, text, rule);
        }
        if trigger.samples {
            if let Some((words, edits)) = explicit_level(module.syntax.source(), trigger.span) {
                found = found.suggest(words, edits, Applicability::Unsafe);
            }
            found = found.note(
                "call it before the `if`, loop or early `return`, or sample with an explicit level (`textureSampleLevel`, \
                 `textureSampleGrad`)",
            );
        } else if trigger.argument.is_none() {
            found = found
                .note("all invocations must reach the call together: move it out of the `if` or loop, and guard what follows instead of returning early");
        }
        found
    }

    /// The rule that a failing requirement breaks, and a second one that says so in another section.
    fn rules(&self) -> (&'static Rule, Option<&'static Rule>) {
        let trigger = self.trigger;
        let is_direct = self.through.is_none();
        let is_error = trigger.severity == Severity::Error;
        match (trigger.rule, trigger.argument) {
            (_, Some(argument)) if is_direct => (argument.rule, None),
            (TriggeringRule::Unnamed, Some(_)) => (rules::UNI_CALL_WORKGROUP_UNIFORM_LOAD_PARAM, None),
            (TriggeringRule::Subgroup, Some(_)) => (rules::UNI_FAILURE_SUBGROUP_PARAM_LOCATION, None),
            (TriggeringRule::Unnamed, None) if is_direct => {
                (rules::UNI_FAILURE_SYNC, Some(rules::SYNC_UNIFORM_CALL))
            }
            (TriggeringRule::Unnamed, None) => (rules::UNI_CALL_SYNC, Some(rules::SYNC_UNIFORM)),
            (TriggeringRule::Derivative, _) if !is_error => (rules::DIAG_RULE_DERIVATIVE_UNIFORMITY, None),
            (TriggeringRule::Derivative, _) if is_direct => (rules::UNI_FAILURE_DERIVATIVE, None),
            (TriggeringRule::Derivative, _) => (rules::UNI_CALL_DERIVATIVE, None),
            (TriggeringRule::Subgroup, None) if !is_error => (rules::DIAG_RULE_SUBGROUP_UNIFORMITY, None),
            (TriggeringRule::Subgroup, None) if is_direct => (rules::UNI_FAILURE_SUBGROUP, None),
            (TriggeringRule::Subgroup, None) => (rules::UNI_CALL_SUBGROUP, None),
            (TriggeringRule::SubgroupMatrix, _) => (rules::UNI_FAILURE_SUBGROUP, None),
        }
    }
}

impl Trigger {
    /// A finding with the way to turn its rule off, if it can be turned off.
    pub(super) fn with_filter(&self, found: Diagnostic) -> Diagnostic {
        let name = match self.rule {
            TriggeringRule::Unnamed | TriggeringRule::SubgroupMatrix => return found,
            TriggeringRule::Derivative => DiagnosticRule::DerivativeUniformity.name(),
            TriggeringRule::Subgroup => DiagnosticRule::SubgroupUniformity.name(),
        };
        found.note(format!("write `diagnostic(off, {name});` to turn this check off"))
    }
}
