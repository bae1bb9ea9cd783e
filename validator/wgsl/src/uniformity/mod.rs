//! Uniformity analysis. <https://www.w3.org/TR/WGSL/#uniformity>
//!
//! For each function, callees first, a graph is built whose edges mean "is uniform only if". A barrier, derivative or
//! subgroup operation requires uniform control flow; a path from there to a possibly non-uniform value is reported
//! with its steps. The facts about a function that callers need are kept in a [`Summary`].
//!
//! The draft of 2022-04-11 has a separate analysis in [`draft`], on the same kind of graph.

mod call;
mod draft;
mod expression;
mod graph;
mod report;
mod statement;
mod values;

use crate::ast::{Ast, Attribute, DeclKind, Expr, FunctionId, List, VariableId};
use crate::diagnostic::{Diagnostic, Severity};
use crate::meaning::{FunctionInfo, TypedModule};
use crate::types::TypeKind;
use graph::{Cause, Graph, Node, Source};
use shader_source::Span;
use values::{Slot, Values};
use wgsl_spec::{AddressSpace, BuiltinValue, Edition, LanguageExtension, ShaderStage, sym};

/// The invocations whose values are compared. <https://www.w3.org/TR/WGSL/#uniformity-scope>
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Scope {
    /// The invocations of a workgroup, or of a draw command.
    Widest,
    /// The invocations of a subgroup.
    Subgroup,
}

/// A rule that a non-uniform call breaks. <https://www.w3.org/TR/WGSL/#filterable-triggering-rules>
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Rule {
    /// A synchronization function; it can't be filtered.
    Unnamed,
    Derivative,
    Subgroup,
    /// An operation on subgroup matrices; it can't be filtered.
    SubgroupMatrix,
}

/// The builtin call that causes a requirement.
#[derive(Clone, Copy, Debug)]
struct Trigger {
    rule: Rule,
    severity: Severity,
    /// The place of the call.
    span: Span,
    name: &'static str,
    /// The parameter whose argument must be uniform, with the place of the argument; `None` for control flow.
    argument: Option<(&'static str, Span)>,
}

/// Something that must be uniform for the function to be valid.
#[derive(Clone, Copy, Debug)]
struct Requirement {
    node: Node,
    trigger: Trigger,
    /// The call of a function of the program that has the requirement, if it is not direct.
    through: Option<(Span, FunctionId)>,
}

/// The aspects of a parameter that have an effect.
#[derive(Clone, Copy, Debug, Default)]
struct Affects {
    /// Its value.
    value: bool,
    /// The contents of its target at the start of the function.
    contents: bool,
}

/// The facts about a parameter that callers need.
#[derive(Clone, Debug, Default)]
struct ParameterSummary {
    /// Its value must be uniform.
    required: Option<Trigger>,
    /// The contents of its target must be uniform.
    contents_required: Option<Trigger>,
    /// The aspects that affect the result of the function.
    affects_result: Affects,
    /// The contents of its target may be non-uniform after the call.
    becomes_non_uniform: bool,
    /// The contents of its target after the call depend on control flow at the call.
    takes_control_flow: bool,
    /// The contents of its target after the call depend on these parameters, or, if `true`, on the contents of their
    /// targets.
    takes_from: Vec<(usize, bool)>,
}

/// The facts about a function that callers need.
#[derive(Clone, Debug, Default)]
struct Summary {
    /// Calls must be in uniform control flow.
    call_site: Option<Trigger>,
    /// The result may be non-uniform.
    result_is_non_uniform: bool,
    parameters: Vec<ParameterSummary>,
}

/// The nodes of a parameter.
#[derive(Clone, Copy, Debug)]
struct ParameterNodes {
    value: Node,
    /// The contents of its target at the start of the function, for pointers to memory of the calling function.
    contents: Option<(Node, Slot)>,
    /// The contents of its target at the end of the function.
    contents_at_end: Node,
}

/// The value of a `let`.
#[derive(Clone, Copy, Debug)]
enum Held {
    Value(Node),
    View(expression::View),
}

/// The function under examination.
struct Analysis<'a> {
    module: TypedModule<'a>,
    ast: &'a Ast,
    scope: Scope,
    /// The scope in which subgroup operations require uniformity (`subgroup_uniformity`).
    subgroup_scope: Scope,
    summaries: Vec<Summary>,
    graph: Graph,
    values: Values,
    requirements: Vec<Requirement>,
    parameters: Vec<ParameterNodes>,
    /// Index of the first parameter of the function in the column of members.
    first_parameter: usize,
    /// The values of the `let`s of the function, indexed by variable.
    held: Vec<Option<Held>>,
    /// Scratch: reached nodes, and nodes whose edges are still to be followed.
    marks: Vec<bool>,
    pending: Vec<Node>,
    /// Severities of the derivative and the subgroup rule at this place; `None` is off.
    severities: [Option<Severity>; 2],
    diagnostics: &'a mut Vec<Diagnostic>,
}

/// Analyses an accepted module by the rules of its edition.
pub(crate) fn analyze(module: TypedModule<'_>, diagnostics: &mut Vec<Diagnostic>) {
    if module.syntax.edition() == Edition::Draft2022 {
        draft::analyze(module, diagnostics);
        return;
    }
    for (scope, needed) in [
        (Scope::Widest, module.meaning.needs_uniformity.widest),
        (Scope::Subgroup, module.meaning.needs_uniformity.subgroup),
    ] {
        if needed {
            Analysis::new(module, scope, diagnostics).run();
        }
    }
}

impl<'a> Analysis<'a> {
    fn new(module: TypedModule<'a>, scope: Scope, diagnostics: &'a mut Vec<Diagnostic>) -> Self {
        Self {
            module,
            ast: &module.syntax.ast,
            scope,
            subgroup_scope: if module
                .meaning
                .extensions
                .contains_language(LanguageExtension::SubgroupUniformity)
            {
                Scope::Subgroup
            } else {
                Scope::Widest
            },
            summaries: vec![Summary::default(); module.meaning.functions().len()],
            graph: Graph::default(),
            values: Values::default(),
            requirements: Vec::new(),
            parameters: Vec::new(),
            first_parameter: 0,
            held: vec![None; module.meaning.variables().len()],
            marks: Vec::new(),
            pending: Vec::new(),
            severities: [Some(Severity::Error); 2],
            diagnostics,
        }
    }

    fn run(mut self) {
        for directive in &self.ast.directives {
            if let crate::ast::Directive::Diagnostic(_, severity, rule) = *directive {
                self.filter(severity, rule);
            }
        }
        self.values.clear(self.module.meaning.variables().len() + self.module.meaning.members().len());
        let matters = functions_that_matter(self.module, |function| match self.scope {
            Scope::Widest => function.asks.widest,
            Scope::Subgroup => function.asks.subgroup,
        });
        for id in &self.module.resolution.order {
            if let DeclKind::Function(function) = self.ast[*id].kind
                && matters[function.index()]
            {
                self.function(function);
            }
        }
    }

    /// Both phases for one function. <https://www.w3.org/TR/WGSL/#uniformity-function>
    fn function(&mut self, id: FunctionId) {
        let function = self.ast[id];
        let outer = self.filters(function.attributes);
        self.graph.clear();
        self.requirements.clear();
        self.parameters.clear();
        self.first_parameter = function.parameters.range().start;
        for index in function.parameters.range() {
            self.parameter(id, index);
        }
        let end = self.block(Node::CONTROL_FLOW_START, function.body);
        if self.module.meaning[function.body].contains(crate::meaning::Behavior::NEXT) {
            self.return_contents();
        }
        let _ = end;
        self.summaries[id.index()] = self.judge(id);
        self.severities = outer;
    }

    fn parameter(&mut self, function: FunctionId, index: usize) {
        let member = self.ast.members[index];
        let plain = Source { span: member.name_span, cause: Cause::Plain };
        let value = self.graph.node(plain);
        let mut nodes = ParameterNodes { value, contents: None, contents_at_end: value };
        if let Some(stage) = self.module.meaning[function].stage {
            if !is_uniform_input(self.module, self.scope, stage, index) {
                let input = self.graph.non_uniform(member.name_span, Cause::Input);
                self.graph.edge(value, input);
            }
        } else if let TypeKind::Pointer(AddressSpace::Function, ..) =
            self.module.meaning.types.kind(self.module.meaning.member(index))
        {
            let slot = Slot((self.module.meaning.variables().len() + index) as u32);
            let contents = self.graph.node(plain);
            nodes.contents = Some((contents, slot));
            nodes.contents_at_end =
                self.graph.node(Source { span: member.name_span, cause: Cause::Contents });
            self.values.declare(slot, contents);
        }
        self.parameters.push(nodes);
    }

    /// Applies `@diagnostic` attributes, and returns the previous severities for the caller to restore.
    fn filters(&mut self, attributes: List<Attribute>) -> [Option<Severity>; 2] {
        let before = self.severities;
        for attribute in &self.ast[attributes] {
            if attribute.name == sym::DIAGNOSTIC
                && let [severity, rule] = self.ast[attribute.arguments]
            {
                self.filter(severity, rule);
            }
        }
        before
    }

    fn filter(&mut self, severity: crate::ast::ExprId, rule: crate::ast::ExprId) {
        let (Expr::ContextName(severity), Expr::ContextName(rule)) = (self.ast[severity], self.ast[rule])
        else {
            return;
        };
        let severity = match severity {
            sym::ERROR => Some(Severity::Error),
            sym::WARNING => Some(Severity::Warning),
            sym::INFO => Some(Severity::Info),
            _ => None,
        };
        match rule {
            sym::DERIVATIVE_UNIFORMITY => self.severities[0] = severity,
            sym::SUBGROUP_UNIFORMITY => self.severities[1] = severity,
            _ => {}
        }
    }

    fn slot(variable: VariableId) -> Slot {
        Slot(variable.index() as u32)
    }
}

/// Marks the functions that require uniformity, directly or through calls, and the functions that these call.
fn functions_that_matter(module: TypedModule<'_>, asks: impl Fn(&FunctionInfo) -> bool) -> Vec<bool> {
    let functions = module.meaning.functions();
    let order: Vec<usize> = (module.resolution.order.iter())
        .filter_map(|id| match module.syntax.ast[*id].kind {
            DeclKind::Function(function) => Some(function.index()),
            _ => None,
        })
        .collect();
    let calls = |index: usize| &module.meaning[functions[index].calls];
    let mut matters = vec![false; functions.len()];
    for index in &order {
        matters[*index] =
            asks(&functions[*index]) || calls(*index).iter().any(|call| matters[call.callee.index()]);
    }
    for index in order.iter().rev() {
        if matters[*index] {
            for call in calls(*index) {
                matters[call.callee.index()] = true;
            }
        }
    }
    matters
}

/// Whether an input of an entry point is the same for all invocations. A non-uniform member makes a whole structure
/// non-uniform. Differs from the specification: none of its rules says that user-defined inputs are non-uniform, only
/// its prose.
fn is_uniform_input(module: TypedModule<'_>, scope: Scope, stage: ShaderStage, index: usize) -> bool {
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
