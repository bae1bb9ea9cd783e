//! Uniformity analysis of the draft of 2022-04-11. <https://www.w3.org/TR/WGSL/#uniformity>
//!
//! The graph has the form of the current edition, but other contents. A variable has one node for all of its values;
//! each expression has its own control flow at its end; control flow may be non-uniform after a call because of the
//! callee; and writes of a function through a pointer are not tracked. There are no filters.

mod expression;
mod statement;

use super::functions::{is_uniform_input, relevant};
use super::graph::{Cause, Graph, Node, Reached, Source};
use super::requirement::{Requirement, Scope, Trigger};
use crate::ast::{Ast, FunctionId, VariableId};
use crate::diagnostic::Diagnostic;
use crate::meaning::TypedModule;

/// The effect of a call of a function on uniformity. <https://www.w3.org/TR/WGSL/#uniformity-function>
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum FunctionTag {
    #[default]
    NoRestriction,
    SubsequentControlFlowMayBeNonUniform,
    ReturnValueMayBeNonUniform,
}

/// The requirement of a function on the value of a parameter. <https://www.w3.org/TR/WGSL/#uniformity-function>
#[derive(Clone, Copy, Debug, Default)]
enum ParameterTag {
    #[default]
    NoRestriction,
    RequiredToBeUniform(Trigger),
    RequiredToBeUniformForSubsequentControlFlow,
    RequiredToBeUniformForReturnValue,
}

/// The tags of a function that its callers need.
#[derive(Clone, Debug, Default)]
struct Tags {
    /// The call site tag: the reason for `CallSiteRequiredToBeUniform`.
    call_site: Option<Trigger>,
    function: FunctionTag,
    parameters: Vec<ParameterTag>,
}

impl Tags {
    /// Sets a tag for the reached parameters that have none.
    fn tag_parameters(&mut self, nodes: &[Node], reached: &Reached, tag: ParameterTag) {
        for (parameter, node) in self.parameters.iter_mut().zip(nodes) {
            if reached.has(*node) && matches!(parameter, ParameterTag::NoRestriction) {
                *parameter = tag;
            }
        }
    }
}

/// The function under examination.
struct Analysis<'a> {
    module: TypedModule<'a>,
    ast: &'a Ast,
    /// Indexed by function.
    tags: Vec<Tags>,
    graph: Graph,
    /// The edges that leave the node `RequiredToBeUniform`.
    requirements: Vec<Requirement>,
    /// Control flow when the function returns.
    control_flow_return: Node,
    /// The nodes of the parameters.
    parameters: Vec<Node>,
    /// Index of the first parameter of the function in the column of members.
    first_parameter: usize,
    /// The nodes of variables that the function mentions, indexed by variable.
    variables: Vec<Option<Node>>,
    /// Whether the expression under examination calls a function that may discard.
    expression_discards: bool,
    reached: Reached,
    diagnostics: &'a mut Vec<Diagnostic>,
}

/// Analyses an accepted module.
pub(super) fn analyze(module: TypedModule<'_>, diagnostics: &mut Vec<Diagnostic>) {
    if !module.meaning.needs_uniformity.widest {
        return;
    }
    let mut analysis = Analysis {
        module,
        ast: &module.syntax.ast,
        tags: vec![Tags::default(); module.meaning.functions().len()],
        graph: Graph::default(),
        requirements: Vec::new(),
        control_flow_return: Node::CONTROL_FLOW_START,
        parameters: Vec::new(),
        first_parameter: 0,
        variables: vec![None; module.meaning.variables().len()],
        expression_discards: false,
        reached: Reached::default(),
        diagnostics,
    };
    for function in relevant(module, |function| function.asks.widest) {
        analysis.function(function);
    }
}

impl Analysis<'_> {
    /// Both phases for one function. <https://www.w3.org/TR/WGSL/#uniformity-function>
    fn function(&mut self, id: FunctionId) {
        let function = self.ast[id];
        self.graph.clear();
        self.requirements.clear();
        self.parameters.clear();
        self.control_flow_return = self.graph.node(Source { span: function.name_span, cause: Cause::Plain });
        self.first_parameter = function.parameters.range().start;
        for index in function.parameters.range() {
            self.parameter(id, index);
        }
        self.block(Node::CONTROL_FLOW_START, function.body);
        self.tags[id.index()] = self.judge(id);
    }

    fn parameter(&mut self, function: FunctionId, index: usize) {
        let span = self.ast.members[index].name_span;
        let node = self.graph.node(Source { span, cause: Cause::Plain });
        if let Some(stage) = self.module.meaning[function].stage
            && !is_uniform_input(self.module, Scope::Widest, stage, index)
        {
            let input = self.graph.non_uniform(span, Cause::Input);
            self.graph.edge(node, input);
        }
        self.parameters.push(node);
    }

    /// The node of a variable or of a value that `let` declares.
    fn variable_node(&mut self, id: VariableId) -> Node {
        let source = Source { span: self.ast[id].name_span, cause: Cause::Plain };
        *self.variables[id.index()].get_or_insert_with(|| self.graph.node(source))
    }

    /// Reports requirements that may not hold, and computes the tags of the function. Nodes that one of its three
    /// parts reaches are not visited again by the next.
    fn judge(&mut self, id: FunctionId) -> Tags {
        let requirements = core::mem::take(&mut self.requirements);
        let mut tags = self.demands(&requirements);
        if self.reached.has(Node::MAY_BE_NON_UNIFORM) {
            let sound = self.report_failures(&requirements);
            tags = self.demands(&sound);
        }
        self.requirements = requirements;

        self.reached.follow(&self.graph, self.control_flow_return);
        if self.reached.has(Node::MAY_BE_NON_UNIFORM) {
            tags.function = FunctionTag::SubsequentControlFlowMayBeNonUniform;
        }
        let tag = ParameterTag::RequiredToBeUniformForSubsequentControlFlow;
        tags.tag_parameters(&self.parameters, &self.reached, tag);

        if self.module.meaning[id].result.is_some() {
            let was_reached = self.reached.has(Node::MAY_BE_NON_UNIFORM);
            self.reached.follow(&self.graph, Node::VALUE_RETURN);
            if self.reached.has(Node::MAY_BE_NON_UNIFORM) && !was_reached {
                tags.function = FunctionTag::ReturnValueMayBeNonUniform;
            }
            let tag = ParameterTag::RequiredToBeUniformForReturnValue;
            tags.tag_parameters(&self.parameters, &self.reached, tag);
        }
        tags
    }

    /// Follows requirements to the requirements on callers.
    fn demands(&mut self, requirements: &[Requirement]) -> Tags {
        self.reached.restart(&self.graph);
        let parameters = vec![ParameterTag::NoRestriction; self.parameters.len()];
        let mut tags = Tags { parameters, ..Tags::default() };
        for requirement in requirements {
            if self.reached.has(requirement.node) {
                continue;
            }
            self.reached.follow(&self.graph, requirement.node);
            if self.reached.has(Node::CONTROL_FLOW_START) {
                tags.call_site.get_or_insert(requirement.trigger);
            }
            let tag = ParameterTag::RequiredToBeUniform(requirement.trigger);
            tags.tag_parameters(&self.parameters, &self.reached, tag);
        }
        tags
    }

    /// Reports the requirements that can't be proven, each at its call, and returns the others.
    #[cold]
    fn report_failures(&mut self, requirements: &[Requirement]) -> Vec<Requirement> {
        let next = self.graph.paths_to_non_uniform();
        let (failing, sound): (Vec<Requirement>, Vec<Requirement>) =
            requirements.iter().copied().partition(|requirement| requirement.fails(&next));
        for requirement in &failing {
            self.diagnostics.push(requirement.explain(self.module, &self.graph, &next));
        }
        sound
    }
}
