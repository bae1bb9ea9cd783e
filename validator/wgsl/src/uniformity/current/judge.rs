//! The second phase: the requirements of a function on its callers, and its own mistakes.
//! <https://www.w3.org/TR/WGSL/#uniformity-function>

use super::ParameterNodes;
use super::summary::{Affects, ParameterSummary, Summary};
use crate::ast::FunctionId;
use crate::diagnostic::{Diagnostic, Severity};
use crate::meaning::TypedModule;
use crate::uniformity::graph::{Graph, Node, Reached};
use crate::uniformity::requirement::{Requirement, Rule};
use shader_source::Span;
use wgsl_spec::DiagnosticRule;

/// Follows the graphs of functions.
pub(super) struct Judge<'a> {
    module: TypedModule<'a>,
    reached: Reached,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl<'a> Judge<'a> {
    pub(super) fn new(module: TypedModule<'a>, diagnostics: &'a mut Vec<Diagnostic>) -> Self {
        Self { module, reached: Reached::default(), diagnostics }
    }

    /// Reports requirements that may not hold, and summarizes the function for its callers.
    pub(super) fn function(
        &mut self,
        id: FunctionId,
        graph: &Graph,
        requirements: &[Requirement],
        parameters: &[ParameterNodes],
    ) -> Summary {
        let mut summary = self.demands(graph, requirements, parameters);
        if self.reached.has(Node::MAY_BE_NON_UNIFORM) {
            let sound = self.report_failures(graph, requirements);
            summary = self.demands(graph, &sound, parameters);
        }
        if self.module.meaning[id].result.is_some() {
            self.result(graph, parameters, &mut summary);
        }
        for index in 0..parameters.len() {
            if parameters[index].contents.is_some() {
                self.contents(graph, parameters, index, &mut summary.parameters[index]);
            }
        }
        summary
    }

    /// Follows requirements to those on callers, up to the first that reaches a possibly non-uniform value.
    fn demands(
        &mut self,
        graph: &Graph,
        requirements: &[Requirement],
        parameters: &[ParameterNodes],
    ) -> Summary {
        let mut summary =
            Summary { parameters: vec![ParameterSummary::default(); parameters.len()], ..Summary::default() };
        self.reached.restart(graph);
        for severity in [Severity::Error, Severity::Warning, Severity::Info] {
            for requirement in
                requirements.iter().filter(|requirement| requirement.trigger.severity == severity)
            {
                if self.reached.has(requirement.node) {
                    continue;
                }
                self.reached.follow(graph, requirement.node);
                if self.reached.has(Node::MAY_BE_NON_UNIFORM) {
                    return summary;
                }
                self.demand(requirement, parameters, &mut summary);
            }
        }
        summary
    }

    /// Adds a requirement to those on callers if it is the first of its kind.
    fn demand(&self, requirement: &Requirement, parameters: &[ParameterNodes], summary: &mut Summary) {
        let trigger = requirement.trigger;
        if self.reached.has(Node::CONTROL_FLOW_START) {
            summary.call_site.get_or_insert(trigger);
        }
        for (nodes, parameter) in parameters.iter().zip(&mut summary.parameters) {
            if self.reached.has(nodes.value) {
                parameter.required.get_or_insert(trigger);
            }
            if self.has_contents(nodes) {
                parameter.contents_required.get_or_insert(trigger);
            }
        }
    }

    /// Whether the contents of a parameter's target at the start of the function were reached.
    fn has_contents(&self, nodes: &ParameterNodes) -> bool {
        nodes.contents.is_some_and(|(contents, _)| self.reached.has(contents))
    }

    /// Reports the requirements that can't be proven, each at its call, and returns the others.
    #[cold]
    fn report_failures(&mut self, graph: &Graph, requirements: &[Requirement]) -> Vec<Requirement> {
        let next = graph.paths_to_non_uniform();
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
                let found = requirement.explain(self.module, graph, &next);
                self.diagnostics.push(with_filter(found, trigger.rule));
            }
        }
        sound
    }

    /// Computes the dependencies of the result on the parameters.
    fn result(&mut self, graph: &Graph, parameters: &[ParameterNodes], summary: &mut Summary) {
        self.reached.restart(graph);
        self.reached.follow(graph, Node::VALUE_RETURN);
        summary.result_is_non_uniform = self.reached.has(Node::MAY_BE_NON_UNIFORM);
        for (nodes, parameter) in parameters.iter().zip(&mut summary.parameters) {
            let (value, contents) = (self.reached.has(nodes.value), self.has_contents(nodes));
            parameter.affects_result = Affects { value, contents };
        }
    }

    /// Computes the dependencies of the target of a pointer parameter on the parameters.
    fn contents(
        &mut self,
        graph: &Graph,
        parameters: &[ParameterNodes],
        index: usize,
        parameter: &mut ParameterSummary,
    ) {
        self.reached.restart(graph);
        self.reached.follow(graph, parameters[index].contents_at_end);
        parameter.becomes_non_uniform = self.reached.has(Node::MAY_BE_NON_UNIFORM);
        parameter.takes_control_flow = self.reached.has(Node::CONTROL_FLOW_START);
        for (from, nodes) in parameters.iter().enumerate() {
            if self.reached.has(nodes.value) {
                parameter.takes_from.push((from, false));
            }
            if self.has_contents(nodes) {
                parameter.takes_from.push((from, true));
            }
        }
    }
}

/// A diagnostic with the way to turn its rule off, if there is one.
fn with_filter(found: Diagnostic, rule: Rule) -> Diagnostic {
    let name = match rule {
        Rule::Unnamed | Rule::SubgroupMatrix => return found,
        Rule::Derivative => DiagnosticRule::DerivativeUniformity.name(),
        Rule::Subgroup => DiagnosticRule::SubgroupUniformity.name(),
    };
    found.note(format!("`diagnostic(off, {name});` turns this check off"))
}
