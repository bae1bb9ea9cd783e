//! The second phase: the requirements of a function on its callers, and its own mistakes.
//! <https://www.w3.org/TR/WGSL/#uniformity-function>

use super::graph::{Cause, Graph, Node};
use super::{Affects, Analysis, ParameterSummary, Requirement, Rule, Summary};
use crate::ast::FunctionId;
use crate::diagnostic::{Diagnostic, Severity};
use crate::meaning::TypedModule;
use shader_source::Span;
use wgsl_spec::Code;

/// The greatest number of steps of a path in a message.
const STEPS: usize = 6;

impl Analysis<'_> {
    /// Reports requirements that may not hold, and summarizes the function for its callers.
    pub(super) fn judge(&mut self, id: FunctionId) -> Summary {
        let requirements = core::mem::take(&mut self.requirements);
        let mut summary = Summary {
            parameters: self.parameters.iter().map(|_| ParameterSummary::default()).collect(),
            ..Summary::default()
        };
        let mut marks = core::mem::take(&mut self.marks);
        if !self.ask(&requirements, &mut marks, &mut summary) {
            self.report_failures(&requirements, &mut marks, &mut summary);
        }
        self.requirements = requirements;
        self.sum_up(id, &mut marks, &mut summary);
        self.marks = marks;
        summary
    }

    /// Follows all requirements to those on callers; `false` if one of them reaches a possibly non-uniform value.
    fn ask(&mut self, requirements: &[Requirement], marks: &mut Vec<bool>, summary: &mut Summary) -> bool {
        self.unmark(marks);
        for severity in [Severity::Error, Severity::Warning, Severity::Info] {
            for requirement in
                requirements.iter().filter(|requirement| requirement.trigger.severity == severity)
            {
                if marks[requirement.node.index()] {
                    continue;
                }
                self.graph.reach(requirement.node, marks, &mut self.pending);
                if marks[Node::MAY_BE_NON_UNIFORM.index()] {
                    return false;
                }
                self.ask_callers(requirement, marks, summary);
            }
        }
        true
    }

    /// Reports the requirements that can't be proven, each at its call, and follows the others.
    #[cold]
    fn report_failures(
        &mut self,
        requirements: &[Requirement],
        marks: &mut Vec<bool>,
        summary: &mut Summary,
    ) {
        let next = self.graph.paths_to_non_uniform();
        let (failing, sound): (Vec<Requirement>, Vec<Requirement>) =
            requirements.iter().copied().partition(|requirement| requirement.fails(&next));
        // In non-uniform control flow, no argument is uniform: that is one mistake.
        let mut calls: Vec<Span> = (failing.iter().map(|requirement| requirement.trigger))
            .filter(|trigger| trigger.argument.is_none())
            .map(|trigger| trigger.span)
            .collect();
        calls.sort_unstable();
        for requirement in &failing {
            let trigger = requirement.trigger;
            if trigger.argument.is_none() || calls.binary_search(&trigger.span).is_err() {
                self.report(requirement, &next);
            }
        }
        summary.call_site = None;
        for parameter in &mut summary.parameters {
            *parameter = ParameterSummary::default();
        }
        self.ask(&sound, marks, summary);
    }

    fn unmark(&self, marks: &mut Vec<bool>) {
        marks.clear();
        marks.resize(self.graph.len(), false);
    }

    /// Adds a requirement to those on callers if it is the first of its kind.
    fn ask_callers(&self, requirement: &Requirement, asked: &[bool], summary: &mut Summary) {
        let trigger = requirement.trigger;
        if asked[Node::CONTROL_FLOW_START.index()] {
            summary.call_site.get_or_insert(trigger);
        }
        for (nodes, parameter) in self.parameters.iter().zip(&mut summary.parameters) {
            if asked[nodes.value.index()] {
                parameter.required.get_or_insert(trigger);
            }
            if let Some((contents, _)) = nodes.contents
                && asked[contents.index()]
            {
                parameter.contents_required.get_or_insert(trigger);
            }
        }
    }

    /// Computes the dependencies of the result and of pointer targets on the parameters.
    fn sum_up(&mut self, id: FunctionId, reached: &mut Vec<bool>, summary: &mut Summary) {
        if self.module.meaning[id].result.is_some() {
            self.unmark(reached);
            self.graph.reach(Node::VALUE_RETURN, reached, &mut self.pending);
            summary.result_is_non_uniform = reached[Node::MAY_BE_NON_UNIFORM.index()];
            for (nodes, parameter) in self.parameters.iter().zip(&mut summary.parameters) {
                parameter.affects_result = Affects {
                    value: reached[nodes.value.index()],
                    contents: nodes.contents.is_some_and(|(contents, _)| reached[contents.index()]),
                };
            }
        }
        for index in 0..self.parameters.len() {
            if self.parameters[index].contents.is_none() {
                continue;
            }
            self.unmark(reached);
            self.graph.reach(self.parameters[index].contents_at_end, reached, &mut self.pending);
            let parameter = &mut summary.parameters[index];
            parameter.becomes_non_uniform = reached[Node::MAY_BE_NON_UNIFORM.index()];
            parameter.takes_control_flow = reached[Node::CONTROL_FLOW_START.index()];
            for (from, nodes) in self.parameters.iter().enumerate() {
                if reached[nodes.value.index()] {
                    parameter.takes_from.push((from, false));
                }
                if let Some((contents, _)) = nodes.contents
                    && reached[contents.index()]
                {
                    parameter.takes_from.push((from, true));
                }
            }
        }
    }

    #[cold]
    fn report(&mut self, requirement: &Requirement, next: &[Option<Node>]) {
        let mut diagnostic = requirement.explain(self.module, &self.graph, next);
        let rule = match requirement.trigger.rule {
            Rule::Unnamed | Rule::SubgroupMatrix => None,
            Rule::Derivative => Some("derivative_uniformity"),
            Rule::Subgroup => Some("subgroup_uniformity"),
        };
        if let Some(rule) = rule {
            diagnostic = diagnostic.note(format!("`diagnostic(off, {rule});` turns this check off"));
        }
        self.diagnostics.push(diagnostic);
    }
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
