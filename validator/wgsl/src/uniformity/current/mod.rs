//! Uniformity analysis of the current edition. <https://www.w3.org/TR/WGSL/#uniformity>
//!
//! The first phase builds the graph of a function ([`Analysis`]), the second follows it ([`judge`]) to the function's own
//! mistakes and to the [`Summary`] for its callers. For a function with mistakes both phases are repeated on a graph for a
//! proof.

mod call;
mod expression;
mod filter;
mod judge;
mod statement;
mod summary;
mod values;

use super::functions::{non_uniform_input, relevant};
use super::graph::{Effect, EffectTarget, Graph, Node, Source};
use super::paths::Paths;
use super::proof::{Part, Proofs};
use super::requirement::{Requirement, Scope, Visit};
use crate::ast::{Ast, FunctionId, VariableId};
use crate::diagnostic::Diagnostic;
use crate::meaning::{Behavior, TypedModule};
use crate::types::TypeKind;
use filter::Filters;
use judge::Judge;
use summary::Summary;
use values::{Slot, Values};
use wgsl_spec::{AddressSpace, LanguageExtension, Rule, rules};

/// The scopes of an analysis.
#[derive(Clone, Copy, Debug)]
struct Scopes {
    /// The scope whose invocations are compared.
    compared: Scope,
    /// The scope in which subgroup operations require uniformity (`subgroup_uniformity`).
    of_subgroup_operations: Scope,
}

/// The nodes of a parameter.
#[derive(Clone, Copy, Debug)]
struct ParameterNodes {
    value: Node,
    /// The row of the table for its name.
    row: &'static Rule,
    /// The contents of its target at the start of the function, for pointers to memory of the calling function.
    contents: Option<(Node, Slot)>,
    /// The contents of its target at the end of the function.
    contents_at_end: Node,
}

/// The parameters of a function.
#[derive(Debug, Default)]
struct Parameters {
    nodes: Vec<ParameterNodes>,
    /// Index of the first one in the column of members.
    first: usize,
}

impl Parameters {
    /// The nodes of a parameter, by index in the column of members.
    fn of(&self, member: usize) -> ParameterNodes {
        self.nodes[member - self.first]
    }
}

/// The value of a `let`.
#[derive(Clone, Copy, Debug)]
enum Held {
    Value(Node),
    View(expression::View),
}

/// The first phase: the graph of the function under examination, and the requirements on its nodes.
struct Analysis<'a> {
    module: TypedModule<'a>,
    ast: &'a Ast,
    scopes: Scopes,
    filters: Filters,
    /// By function.
    summaries: Vec<Summary>,
    graph: Graph,
    requirements: Vec<Requirement>,
    parameters: Parameters,
    values: Values,
    /// The values of the `let`s of the function, indexed by variable.
    held: Vec<Option<Held>>,
}

/// Analyses an accepted module in each scope that it has requirements in.
pub(super) fn analyze(module: TypedModule<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let needed = module.meaning.needs_uniformity;
    for (scope, needed) in [(Scope::Widest, needed.widest), (Scope::Subgroup, needed.subgroup)] {
        if needed {
            analyze_scope(module, scope, diagnostics, |_, _| {});
        }
    }
}

/// `visit` is called after each function, callees first.
fn analyze_scope<'a>(
    module: TypedModule<'a>,
    scope: Scope,
    diagnostics: &mut Vec<Diagnostic>,
    mut visit: impl FnMut(&mut Analysis<'a>, FunctionId),
) {
    let mut analysis = Analysis::new(module, scope);
    let mut judge = Judge::new(module);
    let mut proofs = Proofs::new(module, scope);
    let functions = relevant(module, |function| match scope {
        Scope::Widest => function.asks.widest,
        Scope::Subgroup => function.asks.subgroup,
    });
    for id in functions {
        analysis.function(id, false);
        let Analysis { graph, requirements, parameters, .. } = &analysis;
        analysis.summaries[id.index()] = match judge.function(id, graph, requirements, &parameters.nodes) {
            Some(summary) => summary,
            None => analysis.failing_function(id, &mut judge, &mut proofs, diagnostics),
        };
        visit(&mut analysis, id);
    }
}

/// Shows the graph of each function that the analysis looks at, in the form for proofs.
pub(super) fn visit_graphs(module: TypedModule<'_>, visit: &mut Visit<'_>) {
    let needed = module.meaning.needs_uniformity;
    for (scope, needed) in [(Scope::Widest, needed.widest), (Scope::Subgroup, needed.subgroup)] {
        if needed {
            analyze_scope(module, scope, &mut Vec::new(), |analysis, id| {
                analysis.function(id, true);
                visit(scope, id, &analysis.graph, &analysis.requirements);
            });
        }
    }
}

impl<'a> Analysis<'a> {
    fn new(module: TypedModule<'a>, compared: Scope) -> Self {
        let extensions = module.meaning.extensions;
        let has_subgroup_scope = extensions.contains_language(LanguageExtension::SubgroupUniformity);
        let of_subgroup_operations = if has_subgroup_scope { Scope::Subgroup } else { Scope::Widest };
        let mut values = Values::default();
        values.clear(module.meaning.variables().len() + module.meaning.members().len());
        Self {
            module,
            ast: &module.syntax.ast,
            scopes: Scopes { compared, of_subgroup_operations },
            filters: Filters::of(&module.syntax.ast),
            summaries: vec![Summary::default(); module.meaning.functions().len()],
            graph: Graph::default(),
            requirements: Vec::new(),
            parameters: Parameters::default(),
            values,
            held: vec![None; module.meaning.variables().len()],
        }
    }

    /// Builds the graph of a function. <https://www.w3.org/TR/WGSL/#uniformity-function>
    fn function(&mut self, id: FunctionId, is_for_proof: bool) {
        let function = self.ast[id];
        let outer = self.filters.apply(self.ast, function.attributes);
        self.graph.clear(is_for_proof);
        self.requirements.clear();
        self.parameters.nodes.clear();
        self.parameters.first = function.parameters.range().start;
        for index in function.parameters.range() {
            self.parameter(id, index);
        }
        self.block(Node::CONTROL_FLOW_START, function.body);
        if self.module.meaning[function.body].contains(Behavior::NEXT) {
            self.return_contents(rules::UNI_TABLE_STMT_RETURN);
        }
        self.filters = outer;
    }

    /// Reports the mistakes of a function with their proofs. Returns the summary for its callers, which only its sound
    /// requirements concern.
    #[cold]
    fn failing_function(
        &mut self,
        id: FunctionId,
        judge: &mut Judge<'a>,
        proofs: &mut Proofs<'a>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Summary {
        self.function(id, true);
        let paths = Paths::of(&self.graph);
        let (failing, sound): (Vec<Requirement>, Vec<Requirement>) =
            self.requirements.iter().copied().partition(|requirement| requirement.fails(&paths));
        let failing: Vec<(Requirement, Part)> = judge::distinct(failing)
            .map(|requirement| (requirement, Part::of(self.module, &self.graph, &paths, requirement.node)))
            .collect();
        let summary = judge.sound_function(id, &self.graph, &sound, &self.parameters.nodes);
        for (requirement, part) in failing {
            let found = proofs.finding(id, &requirement, part, |effect| self.part_about(effect));
            diagnostics.push(requirement.trigger.with_filter(found));
        }
        summary
    }

    /// The part of a proof that shows an effect of a callee.
    fn part_about(&mut self, effect: Effect) -> Part {
        self.function(effect.callee, true);
        let start = match effect.target {
            EffectTarget::Result | EffectTarget::ControlFlow => Node::VALUE_RETURN,
            EffectTarget::Contents(parameter) => self.parameters.nodes[parameter].contents_at_end,
        };
        Part::of(self.module, &self.graph, &Paths::of(&self.graph), start)
    }

    fn parameter(&mut self, function: FunctionId, index: usize) {
        let member = self.ast.members[index];
        let plain = Source::plain(member.name_span);
        let value = self.graph.node(plain);
        let row = rules::UNI_TABLE_RHS_VALUE_NAME;
        let mut nodes = ParameterNodes { value, row, contents: None, contents_at_end: value };
        if let Some(stage) = self.module.meaning[function].stage {
            match non_uniform_input(self.module, self.scopes.compared, stage, index) {
                Some(input) => {
                    nodes.row = input.row();
                    let input = input.node(&mut self.graph, member.name_span);
                    self.graph.edge(value, input, nodes.row);
                }
                None => nodes.row = rules::UNI_TABLE_RHS_UNIFORM_BUILTIN_VALUE,
            }
        } else if let TypeKind::Pointer(AddressSpace::Function, ..) =
            self.module.meaning.types.kind(self.module.meaning.member(index))
        {
            let slot = Slot((self.module.meaning.variables().len() + index) as u32);
            let contents = self.graph.node(plain);
            nodes.contents = Some((contents, slot));
            nodes.contents_at_end = self.graph.node(plain);
            self.values.declare(slot, contents);
        }
        self.parameters.nodes.push(nodes);
    }

    fn slot(variable: VariableId) -> Slot {
        Slot(variable.index() as u32)
    }
}
