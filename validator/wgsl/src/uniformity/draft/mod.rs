//! Uniformity analysis of the draft of 2022-04-11. <https://www.w3.org/TR/WGSL/#uniformity>
//!
//! The graph has the form of the current edition, but other contents. A variable has one node for all of its values;
//! each expression has its own control flow at its end; control flow may be non-uniform after a call because of the
//! callee; and writes of a function through a pointer are not tracked. There are no filters.

mod expression;
mod statement;

use super::functions::{non_uniform_input, relevant};
use super::graph::{Effect, EffectTarget, Graph, Node, Reached, Source};
use super::paths::Paths;
use super::proof::{Part, Proofs};
use super::requirement::{Requirement, Scope, Trigger, Visit};
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
    /// The variables that have nodes.
    own_variables: Vec<VariableId>,
    /// Whether the expression under examination calls a function that may discard.
    expression_discards: bool,
    reached: Reached,
}

/// Analyses an accepted module.
pub(super) fn analyze(module: TypedModule<'_>, diagnostics: &mut Vec<Diagnostic>) {
    analyze_functions(module, diagnostics, |_, _| {});
}

/// Shows the graph of each function that the analysis looks at, in the form for proofs.
pub(super) fn visit_graphs(module: TypedModule<'_>, visit: &mut Visit<'_>) {
    analyze_functions(module, &mut Vec::new(), |analysis, id| {
        analysis.function(id, true);
        visit(Scope::Widest, id, &analysis.graph, &analysis.requirements);
    });
}

/// `visit` is called after each function, callees first.
fn analyze_functions<'a>(
    module: TypedModule<'a>,
    diagnostics: &mut Vec<Diagnostic>,
    mut visit: impl FnMut(&mut Analysis<'a>, FunctionId),
) {
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
        own_variables: Vec::new(),
        expression_discards: false,
        reached: Reached::default(),
    };
    let mut proofs = Proofs::new(module, Scope::Widest);
    for function in relevant(module, |function| function.asks.widest) {
        analysis.function(function, false);
        analysis.tags[function.index()] = match analysis.judge(function) {
            Some(tags) => tags,
            None => analysis.failing_function(function, &mut proofs, diagnostics),
        };
        visit(&mut analysis, function);
    }
}

impl<'a> Analysis<'a> {
    /// Builds the graph of a function. <https://www.w3.org/TR/WGSL/#uniformity-function>
    fn function(&mut self, id: FunctionId, is_for_proof: bool) {
        let function = self.ast[id];
        self.graph.clear(is_for_proof);
        self.requirements.clear();
        self.parameters.clear();
        self.control_flow_return = self.graph.node(Source::plain(function.name_span));
        for variable in self.own_variables.drain(..) {
            self.variables[variable.index()] = None;
        }
        self.first_parameter = function.parameters.range().start;
        for index in function.parameters.range() {
            self.parameter(id, index);
        }
        self.block(Node::CONTROL_FLOW_START, function.body);
    }

    fn parameter(&mut self, function: FunctionId, index: usize) {
        let span = self.ast.members[index].name_span;
        let node = self.graph.node(Source::plain(span));
        if let Some(stage) = self.module.meaning[function].stage
            && let Some(input) = non_uniform_input(self.module, Scope::Widest, stage, index)
        {
            let node_of_input = input.node(&mut self.graph, span);
            self.graph.edge(node, node_of_input, input.row());
        }
        self.parameters.push(node);
    }

    /// The node of a variable or of a value that `let` declares.
    fn variable_node(&mut self, id: VariableId) -> Node {
        let source = Source::plain(self.ast[id].name_span);
        *self.variables[id.index()].get_or_insert_with(|| {
            self.own_variables.push(id);
            self.graph.node(source)
        })
    }

    /// The tags of the function under examination; `None` if a requirement may not hold.
    fn judge(&mut self, id: FunctionId) -> Option<Tags> {
        let requirements = core::mem::take(&mut self.requirements);
        let tags = self.demands(&requirements);
        self.requirements = requirements;
        let fails = self.reached.has(Node::MAY_BE_NON_UNIFORM);
        (!fails).then(|| self.with_effects(id, tags))
    }

    /// Reports the mistakes of a function with their proofs. Returns its tags, which only its sound requirements concern.
    #[cold]
    fn failing_function(
        &mut self,
        id: FunctionId,
        proofs: &mut Proofs<'a>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Tags {
        self.function(id, true);
        let paths = Paths::of(&self.graph);
        let (failing, sound): (Vec<Requirement>, Vec<Requirement>) =
            self.requirements.iter().copied().partition(|requirement| requirement.fails(&paths));
        let parts: Vec<Part> = (failing.iter())
            .map(|requirement| Part::of(self.module, &self.graph, &paths, requirement.node))
            .collect();
        let tags = self.demands(&sound);
        let tags = self.with_effects(id, tags);
        for (requirement, part) in failing.iter().zip(parts) {
            diagnostics.push(proofs.finding(id, requirement, part, |effect| self.part_about(effect)));
        }
        tags
    }

    /// The part of a proof that shows an effect of a callee.
    fn part_about(&mut self, effect: Effect) -> Part {
        self.function(effect.callee, true);
        let start = match effect.target {
            EffectTarget::Result | EffectTarget::Contents(_) => Node::VALUE_RETURN,
            EffectTarget::ControlFlow => self.control_flow_return,
        };
        Part::of(self.module, &self.graph, &Paths::of(&self.graph), start)
    }

    /// Completes tags by the effects on control flow and on the result. Nodes that one part of the judgement reaches are
    /// not visited again by the next.
    fn with_effects(&mut self, id: FunctionId, mut tags: Tags) -> Tags {
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
}
