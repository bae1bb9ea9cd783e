//! The second phase: the requirements of a function on its callers, and its own mistakes.
//! <https://www.w3.org/TR/WGSL/#uniformity-function>

use super::ParameterNodes;
use super::summary::{Affects, ParameterSummary, Summary};
use crate::ast::FunctionId;
use crate::diagnostic::Severity;
use crate::meaning::TypedModule;
use crate::uniformity::graph::{Graph, Node, Reached};
use crate::uniformity::requirement::Requirement;
use shader_source::Span;

/// Follows the graphs of functions.
pub(super) struct Judge<'a> {
    module: TypedModule<'a>,
    reached: Reached,
}

impl<'a> Judge<'a> {
    pub(super) fn new(module: TypedModule<'a>) -> Self {
        Self { module, reached: Reached::default() }
    }

    /// Summarizes a function for its callers. `None` if a requirement may not hold.
    pub(super) fn function(
        &mut self,
        id: FunctionId,
        graph: &Graph,
        requirements: &[Requirement],
        parameters: &[ParameterNodes],
    ) -> Option<Summary> {
        let summary = self.demands(graph, requirements, parameters);
        let fails = self.reached.has(Node::MAY_BE_NON_UNIFORM);
        (!fails).then(|| self.with_effects(id, graph, parameters, summary))
    }

    /// Summarizes a function for its callers by these requirements, all of which hold.
    pub(super) fn sound_function(
        &mut self,
        id: FunctionId,
        graph: &Graph,
        requirements: &[Requirement],
        parameters: &[ParameterNodes],
    ) -> Summary {
        let summary = self.demands(graph, requirements, parameters);
        self.with_effects(id, graph, parameters, summary)
    }

    /// Completes a summary by the effects on the result and on the targets of pointers.
    fn with_effects(
        &mut self,
        id: FunctionId,
        graph: &Graph,
        parameters: &[ParameterNodes],
        mut summary: Summary,
    ) -> Summary {
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

    /// Returns true if the contents of a parameter's target at the start of the function were reached.
    fn has_contents(&self, nodes: &ParameterNodes) -> bool {
        nodes.contents.is_some_and(|(contents, _)| self.reached.has(contents))
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

/// Failing requirements without those on the arguments of a call that stands in non-uniform control flow: there no
/// argument is uniform, and that is one mistake.
pub(super) fn distinct(failing: Vec<Requirement>) -> impl Iterator<Item = Requirement> {
    let mut calls: Vec<Span> = (failing.iter().map(|requirement| requirement.trigger))
        .filter(|trigger| trigger.argument.is_none())
        .map(|trigger| trigger.span)
        .collect();
    calls.sort_unstable();
    failing.into_iter().filter(move |requirement| {
        let trigger = requirement.trigger;
        trigger.argument.is_none() || calls.binary_search(&trigger.span).is_err()
    })
}
