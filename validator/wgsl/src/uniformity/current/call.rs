//! Calls. <https://www.w3.org/TR/WGSL/#uniformity-function-calls>

use super::Analysis;
use super::expression::{Part, Root, View};
use crate::ast::{Expr, ExprId, FunctionId as UserFunctionId, List};
use crate::diagnostic::Severity;
use crate::resolve::Callee;
use crate::types::{Properties, TypeKind};
use crate::uniformity::graph::{Cause, Node, Source};
use crate::uniformity::requirement::{Requirement, Rule, Scope, Trigger};
use shader_source::Span;
use wgsl_spec::{
    AccessMode, DiagnosticRule, EnableExtension, FunctionId, ResultUniformity, UniformityRequirement,
};

impl Analysis<'_> {
    /// Analyses a call: the node of its result, or a view if the result is a pointer.
    pub(super) fn call(&mut self, flow: Node, id: ExprId) -> Part {
        let Expr::Call(callee, arguments) = self.ast[id] else { return Part::Value(flow) };
        match self.module.resolution.callee(self.module.syntax, callee) {
            Callee::Function(function) => Part::Value(self.user_call(flow, id, function, arguments)),
            Callee::Builtin(function) => self.builtin_call(flow, id, function, arguments),
            Callee::Type => Part::Value(self.constructor(flow, id, arguments)),
        }
    }

    fn result(&mut self, flow: Node, id: ExprId) -> Node {
        let result = self.graph.node(Source { span: self.span(id), cause: Cause::Plain });
        self.graph.edge(result, flow);
        result
    }

    fn constructor(&mut self, flow: Node, id: ExprId, arguments: List<ExprId>) -> Node {
        let result = self.result(flow, id);
        let ast = self.ast;
        let mut last = None;
        for argument in &ast[arguments] {
            let value = self.value(flow, *argument);
            self.graph.edge(result, value);
            last = Some((value, self.span(*argument)));
        }
        if self.module.meaning.extensions.contains(EnableExtension::ChromiumExperimentalSubgroupMatrix) {
            self.matrix_constructor(flow, last, id);
        }
        result
    }

    /// A subgroup matrix, alone or in a structure or an array, must be constructed in uniform control flow from a
    /// uniform value.
    fn matrix_constructor(&mut self, flow: Node, value: Option<(Node, Span)>, id: ExprId) {
        let ty = self.module.meaning[id].ty;
        if self.scopes.compared != self.scopes.of_subgroup_operations
            || !self.module.meaning.types.is(ty, Properties::HAS_SUBGROUP_MATRIX)
        {
            return;
        }
        let (name, parameter) = match self.module.meaning.types.kind(ty) {
            TypeKind::SubgroupMatrix(role, ..) => (role.name(), Some("value")),
            _ => ("subgroup_matrix", None),
        };
        let (rule, severity, span) = (Rule::SubgroupMatrix, Severity::Error, self.span(id));
        let trigger = Trigger { rule, severity, span, name, argument: None };
        self.requirements.push(Requirement { node: flow, trigger, through: None });
        if let (Some((node, span)), Some(parameter)) = (value, parameter) {
            let trigger = Trigger { argument: Some((parameter, span)), ..trigger };
            self.requirements.push(Requirement { node, trigger, through: None });
        }
    }

    /// The requirement of a builtin function in this scope, at this place.
    fn requirement(&self, function: FunctionId) -> Option<(Rule, Severity)> {
        let (scope, rule, severity) = match function.get().uniformity {
            UniformityRequirement::None => return None,
            UniformityRequirement::Required => (Scope::Widest, Rule::Unnamed, Some(Severity::Error)),
            UniformityRequirement::Derivative => {
                (Scope::Widest, Rule::Derivative, self.filters[DiagnosticRule::DerivativeUniformity])
            }
            UniformityRequirement::Subgroup => {
                let severity = self.filters[DiagnosticRule::SubgroupUniformity];
                (self.scopes.of_subgroup_operations, Rule::Subgroup, severity)
            }
            UniformityRequirement::SubgroupMatrix => {
                (self.scopes.of_subgroup_operations, Rule::SubgroupMatrix, Some(Severity::Error))
            }
        };
        severity.filter(|_| scope == self.scopes.compared).map(|severity| (rule, severity))
    }

    fn builtin_call(
        &mut self,
        flow: Node,
        id: ExprId,
        function: FunctionId,
        arguments: List<ExprId>,
    ) -> Part {
        let entry = function.get();
        let span = self.span(id);
        let requirement = self.requirement(function);
        let result = self.result(flow, id);
        let overload = entry.current.get(usize::from(self.module.meaning[id].overload));
        let ast = self.ast;
        let mut first = None;
        for (index, argument) in ast[arguments].iter().enumerate() {
            let part = self.expression(flow, *argument);
            let mut value = part.node();
            // Atomic functions read and write the memory behind the pointer, which is shared and differs. The
            // specification forgets them in its list of exceptions.
            if let Part::View(View { root: Root::Slot(slot), .. }) = part {
                let stored = self.values.read(&mut self.graph, slot);
                value = self.graph.combine(value, stored, Source { span, cause: Cause::Plain });
            }
            self.graph.edge(result, value);
            first = first.or(Some((part, *argument)));
            let parameter = overload.and_then(|overload| overload.parameters.get(index));
            if let (Some(parameter), Some((rule, severity))) = (parameter, requirement)
                && parameter.must_be_uniform
            {
                let argument = Some((parameter.name, self.span(*argument)));
                let trigger = Trigger { rule, severity, span, name: entry.name, argument };
                self.requirements.push(Requirement { node: part.node(), trigger, through: None });
            }
        }
        if let Some((rule, severity)) = requirement {
            let trigger = Trigger { rule, severity, span, name: entry.name, argument: None };
            self.requirements.push(Requirement { node: flow, trigger, through: None });
        }
        if self.is_non_uniform_result(function, first.map(|(_, id)| id)) {
            let source = self.graph.non_uniform(span, Cause::Call);
            self.graph.edge(result, source);
        }
        match (self.module.meaning.types.kind(self.module.meaning[id].ty), first) {
            // A view into a buffer is a view of the buffer's memory.
            (TypeKind::Pointer(..), Some((Part::View(view), _))) => {
                Part::View(View { is_full: false, place: result, ..view })
            }
            _ => Part::Value(result),
        }
    }

    fn is_non_uniform_result(&self, function: FunctionId, first: Option<ExprId>) -> bool {
        match function.get().result_uniformity {
            ResultUniformity::OfArguments => false,
            ResultUniformity::NonUniform => true,
            ResultUniformity::UniformInSubgroup => self.scopes.compared == Scope::Widest,
            ResultUniformity::NonUniformFromReadWriteTexture => first.is_some_and(|texture| {
                let ty = self.module.meaning[texture].ty;
                matches!(
                    self.module.meaning.types.kind(ty),
                    TypeKind::StorageTexture(_, _, AccessMode::ReadWrite)
                )
            }),
        }
    }

    fn user_call(
        &mut self,
        flow: Node,
        id: ExprId,
        function: UserFunctionId,
        arguments: List<ExprId>,
    ) -> Node {
        let span = self.span(id);
        let ast = self.ast;
        let parts: Vec<Part> =
            ast[arguments].iter().map(|argument| self.expression(flow, *argument)).collect();
        let contents: Vec<Option<Node>> = parts.iter().map(|part| self.contents(*part)).collect();
        let result = self.result(flow, id);
        let summary = core::mem::take(&mut self.summaries[function.index()]);
        let through = Some((span, function));
        if let Some(trigger) = summary.call_site {
            self.requirements.push(Requirement { node: flow, trigger, through });
        }
        if summary.result_is_non_uniform {
            let source = self.graph.non_uniform(span, Cause::Call);
            self.graph.edge(result, source);
        }
        for (index, parameter) in summary.parameters.iter().enumerate() {
            let Some(part) = parts.get(index) else { continue };
            if let Some(trigger) = parameter.required {
                self.requirements.push(Requirement { node: part.node(), trigger, through });
            }
            if let (Some(trigger), Some(node)) = (parameter.contents_required, contents[index]) {
                self.requirements.push(Requirement { node, trigger, through });
            }
            if parameter.affects_result.value {
                self.graph.edge(result, part.node());
            }
            // Except contents that the function replaces before it reads them.
            if let (true, Some(contents)) = (parameter.affects_result.contents, contents[index]) {
                self.graph.edge(result, contents);
            }
        }
        for (index, parameter) in summary.parameters.iter().enumerate() {
            let Some(Part::View(view)) = parts.get(index) else { continue };
            let Root::Slot(slot) = view.root else { continue };
            let after = self.graph.node(Source { span, cause: Cause::Contents });
            if parameter.becomes_non_uniform {
                let source = self.graph.non_uniform(span, Cause::Call);
                self.graph.edge(after, source);
            }
            if parameter.takes_control_flow {
                self.graph.edge(after, flow);
            }
            for (from, of_contents) in &parameter.takes_from {
                let Some(part) = parts.get(*from) else { continue };
                let node =
                    if *of_contents { contents[*from].unwrap_or_else(|| part.node()) } else { part.node() };
                self.graph.edge(after, node);
            }
            // The parts that the callee does not write, and those outside of a partial view, keep their values.
            if let (false, Some(before)) = (view.is_full, contents[index]) {
                self.graph.edge(after, before);
            }
            self.graph.edge(after, view.place);
            self.values.assign(&mut self.graph, slot, after);
        }
        self.summaries[function.index()] = summary;
        result
    }

    /// The value of the memory behind a view of a variable of the function; `None` for other memory.
    pub(super) fn contents(&mut self, part: Part) -> Option<Node> {
        match part {
            Part::View(View { root: Root::Slot(slot), .. }) => Some(self.values.read(&mut self.graph, slot)),
            _ => None,
        }
    }
}
