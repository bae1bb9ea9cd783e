//! The vocabulary of both analyses: requirements of uniformity, with their reasons and their diagnostics.

use super::graph::{Cause, Graph, Node};
use crate::ast::FunctionId;
use crate::diagnostic::{Diagnostic, Severity};
use crate::meaning::TypedModule;
use shader_source::Span;
use wgsl_spec::Code;

/// The greatest number of steps of a path in a message.
const STEPS: usize = 6;

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
pub(super) enum Rule {
    /// A synchronization function; it can't be filtered.
    Unnamed,
    Derivative,
    Subgroup,
    /// An operation on subgroup matrices; it can't be filtered.
    SubgroupMatrix,
}

/// The builtin call that causes a requirement.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trigger {
    pub(super) rule: Rule,
    pub(super) severity: Severity,
    /// The place of the call.
    pub(super) span: Span,
    pub(super) name: &'static str,
    /// The parameter whose argument must be uniform, with the place of the argument; `None` for control flow.
    pub(super) argument: Option<(&'static str, Span)>,
}

/// Something that must be uniform for the function to be valid.
#[derive(Clone, Copy, Debug)]
pub(super) struct Requirement {
    pub(super) node: Node,
    pub(super) trigger: Trigger,
    /// The call of a function of the program that has the requirement, if it is not direct.
    pub(super) through: Option<(Span, FunctionId)>,
}

impl Requirement {
    /// Whether it can't be proven, according to [`Graph::paths_to_non_uniform`].
    pub(super) fn fails(&self, next: &[Option<Node>]) -> bool {
        self.node == Node::MAY_BE_NON_UNIFORM || next[self.node.index()].is_some()
    }

    /// The diagnostic of a failing requirement, with the steps of the path to the possibly non-uniform value.
    #[cold]
    pub(super) fn explain(
        &self,
        module: TypedModule<'_>,
        graph: &Graph,
        next: &[Option<Node>],
    ) -> Diagnostic {
        let trigger = self.trigger;
        let code = match trigger.rule {
            Rule::Unnamed => Code::UniformityBarrier,
            Rule::Derivative => Code::UniformityDerivative,
            Rule::Subgroup | Rule::SubgroupMatrix => Code::UniformitySubgroup,
        };
        let name = trigger.name;
        let (span, message) = match trigger.argument {
            Some((parameter, span)) => {
                (span, format!("the argument for `{parameter}` of `{name}` must be uniform, but may not be"))
            }
            None => {
                (trigger.span, format!("`{name}` must be called in uniform control flow, but may not be"))
            }
        };
        let mut diagnostic = Diagnostic::error(code, span, message);
        diagnostic.severity = trigger.severity;
        if let Some((span, function)) = self.through {
            let name = module.name(module.syntax.ast[function].name);
            diagnostic = diagnostic.label(span, format!("reached through this call of `{name}`"));
        }
        let mut node = self.node;
        let mut steps = 0;
        loop {
            let source = graph.source(node);
            if let Some(text) = source.cause.words()
                && node != Node::MAY_BE_NON_UNIFORM
                && diagnostic.labels.last().is_none_or(|label| label.span != source.span)
            {
                diagnostic = diagnostic.label(source.span, text);
                steps += 1;
            }
            match next.get(node.index()) {
                Some(Some(following)) if steps < STEPS => node = *following,
                _ => break,
            }
        }
        diagnostic
    }
}

impl Cause {
    /// The message for a step of a path, if it is worth mentioning.
    pub(super) const fn words(self) -> Option<&'static str> {
        Some(match self {
            Self::Plain | Self::Read => return None,
            Self::Condition => "control flow depends on this condition",
            Self::Assignment => "a value that may be non-uniform is assigned here",
            Self::Call => "the result of this call may be non-uniform",
            Self::Input => "this input differs between invocations",
            Self::Memory => "other invocations may write this memory",
            Self::Contents => "this call may make what the pointer points to non-uniform",
            Self::Divergence => "control flow may be non-uniform after this call",
        })
    }
}
