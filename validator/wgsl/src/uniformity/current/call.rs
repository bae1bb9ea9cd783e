//! Calls. <https://www.w3.org/TR/WGSL/#uniformity-function-calls>

use super::Analysis;
use super::expression::{Part, Root, View};
use crate::ast::{Expr, ExprId, FunctionId as UserFunctionId, List};
use crate::diagnostic::Severity;
use crate::resolve::Callee;
use crate::types::{Properties, TypeKind};
use crate::uniformity::graph::{Cause, Effect, EffectTarget, Node, Source};
use crate::uniformity::requirement::{Requirement, Scope, Through, Trigger, TriggeringRule, UniformArgument};
use shader_source::Span;
use wgsl_spec::{
    AccessMode, DiagnosticRule, EnableExtension, FunctionId, FunctionOperation, ResultUniformity, Rule,
    UniformityRequirement, rules,
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

    /// The node of the result of a call, which depends on control flow.
    fn result(&mut self, flow: Node, id: ExprId, arguments: List<ExprId>) -> Node {
        let row = if arguments.range().is_empty() {
            rules::UNI_TABLE_RHS_CALL_WITHOUT_ARGUMENTS
        } else {
            rules::UNI_TABLE_RHS_CALL_WITH_ARGUMENTS
        };
        let span = self.span(id);
        let result = self.graph.node(Source::plain(span));
        let flow = self.graph.aside(flow, span, row);
        self.graph.edge(result, flow, row);
        result
    }

    fn constructor(&mut self, flow: Node, id: ExprId, arguments: List<ExprId>) -> Node {
        let result = self.result(flow, id, arguments);
        let ast = self.ast;
        let mut last = None;
        for argument in &ast[arguments] {
            let value = self.value(flow, *argument);
            self.graph.edge(result, value, rules::UNI_CALL_BUILTIN_DEFAULT);
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
        let (rule, severity, span) = (TriggeringRule::SubgroupMatrix, Severity::Error, self.span(id));
        let trigger = Trigger { rule, severity, span, name, argument: None, samples: false };
        self.requirements.push(Requirement { node: flow, trigger, through: None });
        if let (Some((node, span)), Some(parameter)) = (value, parameter) {
            let argument = Some(UniformArgument { parameter, span, rule: rules::UNI_FAILURE_SUBGROUP });
            let trigger = Trigger { argument, ..trigger };
            self.requirements.push(Requirement { node, trigger, through: None });
        }
    }

    /// The requirement of a builtin function in this scope, at this place.
    fn requirement(&self, function: FunctionId) -> Option<(TriggeringRule, Severity)> {
        let (scope, rule, severity) = match function.get().uniformity {
            UniformityRequirement::None => return None,
            UniformityRequirement::Required => {
                (Scope::Widest, TriggeringRule::Unnamed, Some(Severity::Error))
            }
            UniformityRequirement::Derivative => (
                Scope::Widest,
                TriggeringRule::Derivative,
                self.filters[DiagnosticRule::DerivativeUniformity],
            ),
            UniformityRequirement::Subgroup => {
                let severity = self.filters[DiagnosticRule::SubgroupUniformity];
                (self.scopes.of_subgroup_operations, TriggeringRule::Subgroup, severity)
            }
            UniformityRequirement::SubgroupMatrix => {
                (self.scopes.of_subgroup_operations, TriggeringRule::SubgroupMatrix, Some(Severity::Error))
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
        let trigger = self.requirement(function).map(|(rule, severity)| {
            let samples = matches!(entry.operation, Some(FunctionOperation::Texture(_)));
            Trigger { rule, severity, span, name: entry.name, argument: None, samples }
        });
        let result = self.result(flow, id, arguments);
        let overload = entry.current.get(usize::from(self.module.meaning[id].overload));
        let ast = self.ast;
        let mut first = None;
        for (index, argument) in ast[arguments].iter().enumerate() {
            let part = self.expression(flow, *argument);
            let mut value = part.node();
            let rule = rules::UNI_CALL_BUILTIN_DEFAULT;
            // Atomic functions read and write the memory behind the pointer, which is shared and differs. The
            // specification forgets them in its list of exceptions.
            if let Part::View(View { root: Root::Slot(slot), .. }) = part {
                let stored = self.values.read(&mut self.graph, slot);
                value = self.graph.combine(value, stored, Source::plain(span), rule);
            }
            self.graph.edge(result, value, rule);
            first = first.or(Some((part, *argument)));
            let parameter = overload.and_then(|overload| overload.parameters.get(index));
            if let (Some(parameter), Some(trigger)) = (parameter, trigger)
                && let Some(rule) = parameter.uniform_by
            {
                let span = self.span(*argument);
                let argument = Some(UniformArgument { parameter: parameter.name, span, rule });
                let trigger = Trigger { argument, samples: false, ..trigger };
                self.requirements.push(Requirement { node: part.node(), trigger, through: None });
            }
        }
        if let Some(trigger) = trigger {
            self.requirements.push(Requirement { node: flow, trigger, through: None });
        }
        if let Some((cause, rule)) = self.non_uniform_result(function, first.map(|(_, id)| id)) {
            let source = self.graph.non_uniform(span, cause, rule);
            self.graph.edge(result, source, rule);
        }
        match (self.module.meaning.types.kind(self.module.meaning[id].ty), first) {
            // A view into a buffer is a view of the buffer's memory.
            (TypeKind::Pointer(..), Some((Part::View(view), _))) => {
                Part::View(View { is_full: false, place: result, ..view })
            }
            _ => Part::Value(result),
        }
    }

    /// The reason and the rule by which the result of a builtin function may be non-uniform, if it may.
    fn non_uniform_result(
        &self,
        function: FunctionId,
        first: Option<ExprId>,
    ) -> Option<(Cause, &'static Rule)> {
        let entry = function.get();
        match entry.result_uniformity {
            ResultUniformity::OfArguments => None,
            ResultUniformity::NonUniform => Some((
                Cause::Call,
                match entry.uniformity {
                    UniformityRequirement::Derivative => rules::UNI_CALL_DERIVATIVE,
                    UniformityRequirement::Subgroup | UniformityRequirement::SubgroupMatrix => {
                        rules::UNI_CALL_SUBGROUP_UNIFORM_RESULTS
                    }
                    UniformityRequirement::None | UniformityRequirement::Required => rules::UNI_CALL_ATOMICS,
                },
            )),
            ResultUniformity::UniformInSubgroup => (self.scopes.compared == Scope::Widest)
                .then_some((Cause::SubgroupCall, rules::UNI_CALL_SUBGROUP_UNIFORM_RESULTS)),
            ResultUniformity::NonUniformFromReadWriteTexture => {
                let ty = self.module.meaning[first?].ty;
                let is_read_write = matches!(
                    self.module.meaning.types.kind(ty),
                    TypeKind::StorageTexture(_, _, AccessMode::ReadWrite)
                );
                is_read_write.then_some((Cause::Call, rules::UNI_CALL_TEXTURE_LOAD))
            }
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
        let result = self.result(flow, id, arguments);
        let summary = core::mem::take(&mut self.summaries[function.index()]);
        let through = |rule: &'static Rule| Some(Through { span, function, rule });
        if let Some(trigger) = summary.call_site {
            let through = through(rules::UNI_FN_CALLSITE_TAG);
            self.requirements.push(Requirement { node: flow, trigger, through });
        }
        if summary.result_is_non_uniform {
            let effect = Effect { callee: function, target: EffectTarget::Result };
            let source = Source { span, cause: Cause::Call };
            let source = self.graph.non_uniform_by(effect, source, rules::UNI_FN_RETURN_TAG);
            self.graph.edge(result, source, rules::UNI_FN_RETURN_TAG);
        }
        for (index, parameter) in summary.parameters.iter().enumerate() {
            let Some(part) = parts.get(index) else { continue };
            if let Some(trigger) = parameter.required {
                let through = through(rules::UNI_FN_PARAM_TAG);
                self.requirements.push(Requirement { node: part.node(), trigger, through });
            }
            if let (Some(trigger), Some(node)) = (parameter.contents_required, contents[index]) {
                let through = through(rules::UNI_FN_PARAM_CONTENTS_TAG);
                self.requirements.push(Requirement { node, trigger, through });
            }
            if parameter.affects_result.value {
                self.graph.edge(result, part.node(), rules::UNI_FN_PARAM_RETURN_TAG);
            }
            // Except contents that the function replaces before it reads them.
            if let (true, Some(contents)) = (parameter.affects_result.contents, contents[index]) {
                self.graph.edge(result, contents, rules::UNI_FN_PARAM_RETURN_TAG);
            }
        }
        for (index, parameter) in summary.parameters.iter().enumerate() {
            let Some(Part::View(view)) = parts.get(index) else { continue };
            let Root::Slot(slot) = view.root else { continue };
            let rule = rules::UNI_FN_POINTER_PARAM_TAG;
            let after = self.graph.node(Source { span, cause: Cause::Contents });
            if parameter.becomes_non_uniform {
                let effect = Effect { callee: function, target: EffectTarget::Contents(index) };
                let source = self.graph.non_uniform_by(effect, Source::plain(span), rule);
                self.graph.edge(after, source, rule);
            }
            for (from, of_contents) in &parameter.takes_from {
                let Some(part) = parts.get(*from) else { continue };
                let node =
                    if *of_contents { contents[*from].unwrap_or_else(|| part.node()) } else { part.node() };
                self.graph.edge(after, node, rule);
            }
            // The parts that the callee does not write, and those outside of a partial view, keep their values.
            if let (false, Some(before)) = (view.is_full, contents[index]) {
                self.graph.edge(after, before, rules::UNI_VAR_PARTIAL_ASSIGN);
            }
            self.graph.edge(after, view.place, rule);
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
