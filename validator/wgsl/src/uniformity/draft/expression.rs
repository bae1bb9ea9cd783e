//! Expressions and calls. <https://www.w3.org/TR/WGSL/#uniformity-expressions>

use super::{Analysis, FunctionTag, ParameterTag};
use crate::ast::{DeclId, Expr, ExprId, FunctionId as UserFunctionId, List, UnaryOperator, VariableKind};
use crate::diagnostic::Severity;
use crate::meaning::{Discards, EvaluationStage};
use crate::resolve::{Binding, Callee};
use crate::uniformity::graph::{Cause, Effect, EffectTarget, Node, Source};
use crate::uniformity::requirement::{Requirement, Through, Trigger, TriggeringRule};
use shader_source::Span;
use wgsl_spec::{
    AccessMode, AddressSpace, FunctionId, FunctionOperation, Operator, Rule, UniformityRequirement, rules,
};

/// The result of analysing an expression.
#[derive(Clone, Copy, Debug)]
pub(super) struct Evaluated {
    /// Control flow after it.
    pub(super) flow: Node,
    /// Its value; in lvalue position, the variable that it is a part of.
    pub(super) value: Node,
}

impl Evaluated {
    /// A value that is uniform if control flow is.
    const fn as_flow(flow: Node) -> Self {
        Self { flow, value: flow }
    }
}

impl Analysis<'_> {
    /// Analyses an expression. Chains of left operands are walked without recursion. `&x` and `*x` are unary
    /// operators like others.
    pub(super) fn expression(&mut self, flow: Node, id: ExprId) -> Evaluated {
        let mut spine = Vec::new();
        let mut at = id;
        // Values that are known before the shader runs are the same for all invocations.
        while self.module.meaning[at].stage == EvaluationStage::Runtime {
            match self.ast[at] {
                Expr::Paren(inner) | Expr::Unary(_, inner) | Expr::Member(inner, _) => at = inner,
                Expr::Binary(_, inner, _) | Expr::Index(inner, _) => {
                    spine.push(at);
                    at = inner;
                }
                _ => break,
            }
        }
        let mut result = self.leaf(flow, at);
        while let Some(outer) = spine.pop() {
            result = self.compose(outer, result);
        }
        result
    }

    /// Analyses an operator with two operands, the first of which is already analysed.
    fn compose(&mut self, id: ExprId, first: Evaluated) -> Evaluated {
        match self.ast[id] {
            // Control flow depends on the first operand even after the expression.
            Expr::Binary(Operator::LogicalAnd | Operator::LogicalOr, left, right) => {
                let source = Source { span: self.ast.span(left), cause: Cause::ShortCircuit };
                let flow = self.graph.pass(first.value, source, rules::UNI_EXPR_SHORT_CIRCUIT);
                self.expression(flow, right)
            }
            Expr::Binary(_, _, second) => self.both(id, first, second, rules::UNI_TABLE_RHS_BINARY_OPERATOR),
            Expr::Index(_, second) => self.both(id, first, second, rules::UNI_TABLE_RHS_ELEMENT),
            _ => first,
        }
    }

    fn both(&mut self, id: ExprId, first: Evaluated, second: ExprId, row: &'static Rule) -> Evaluated {
        let second = self.expression(first.flow, second);
        let source = Source::plain(self.ast.span(id));
        let value = self.graph.combine(first.value, second.value, source, row);
        Evaluated { flow: second.flow, value }
    }

    fn leaf(&mut self, flow: Node, id: ExprId) -> Evaluated {
        if self.module.meaning[id].stage != EvaluationStage::Runtime {
            return Evaluated::as_flow(flow);
        }
        match self.ast[id] {
            Expr::Name(_) => self.name(flow, id),
            Expr::Call(callee, arguments) => self.call(flow, id, callee, arguments),
            _ => Evaluated::as_flow(flow),
        }
    }

    fn name(&mut self, flow: Node, id: ExprId) -> Evaluated {
        let span = self.ast.span(id);
        let (node, row) = match self.module.resolution.binding(id) {
            Binding::Local(variable) if self.ast[variable].kind == VariableKind::Var => {
                (self.variable_node(variable), rules::UNI_TABLE_RHS_LOCAL_LOADED)
            }
            Binding::Local(variable) => (self.variable_node(variable), rules::UNI_TABLE_RHS_VALUE_NAME),
            Binding::Parameter(index) => {
                (self.parameters[index as usize - self.first_parameter], rules::UNI_TABLE_RHS_VALUE_NAME)
            }
            Binding::Module(decl) if self.is_non_uniform_memory(decl) => {
                let value = self.graph.non_uniform(
                    span,
                    Cause::Memory,
                    rules::UNI_TABLE_RHS_WRITABLE_MODULE_VARIABLE_LOADED,
                );
                return Evaluated { flow, value };
            }
            Binding::None | Binding::Unknown | Binding::Module(_) | Binding::Predeclared => {
                return Evaluated::as_flow(flow);
            }
        };
        Evaluated { flow, value: self.graph.combine(flow, node, Source::plain(span), row) }
    }

    /// Returns true if this is a writable variable of the module.
    fn is_non_uniform_memory(&self, decl: DeclId) -> bool {
        let Some(variable) = self.ast[decl].kind.variable() else { return false };
        let info = self.module.meaning[variable];
        self.ast[variable].kind == VariableKind::Var
            && info.space.is_some_and(|space| space != AddressSpace::Handle)
            && info.access != AccessMode::Read
    }

    /// Analyses an expression in lvalue position. The draft has no rule for `*p` there: `p` counts as the variable,
    /// so changes of its target are not tracked.
    pub(super) fn variable_of(&mut self, mut flow: Node, id: ExprId) -> Evaluated {
        let mut indices = Vec::new();
        let mut at = id;
        loop {
            match self.ast[at] {
                Expr::Paren(inner)
                | Expr::Member(inner, _)
                | Expr::Unary(UnaryOperator::AddressOf | UnaryOperator::Indirection, inner) => at = inner,
                Expr::Index(inner, index) => {
                    indices.push(index);
                    at = inner;
                }
                _ => break,
            }
        }
        let variable = match self.module.resolution.binding(at) {
            Binding::Local(variable) => self.variable_node(variable),
            Binding::Parameter(index) => self.parameters[index as usize - self.first_parameter],
            _ => Node::MAY_BE_NON_UNIFORM,
        };
        while let Some(index) = indices.pop() {
            let index = self.expression(flow, index);
            self.graph.edge(variable, index.value, rules::UNI_TABLE_LHS_ELEMENT);
            flow = index.flow;
        }
        Evaluated { flow, value: variable }
    }

    /// Analyses a call. <https://www.w3.org/TR/WGSL/#uniformity-function-calls>
    fn call(&mut self, flow: Node, id: ExprId, callee: ExprId, arguments: List<ExprId>) -> Evaluated {
        let ast = self.ast;
        let mut last = flow;
        let mut values = Vec::with_capacity(arguments.range().len());
        for argument in &ast[arguments] {
            let argument = self.expression(last, *argument);
            values.push(argument.value);
            last = argument.flow;
        }
        let span = ast.span(id);
        let plain = Source::plain(span);
        let call = Evaluated { flow: self.graph.node(plain), value: self.graph.node(plain) };
        let row = if arguments.range().is_empty() {
            rules::UNI_TABLE_RHS_CALL_WITHOUT_ARGUMENTS
        } else {
            rules::UNI_TABLE_RHS_CALL_WITH_ARGUMENTS
        };
        self.graph.edge(call.value, call.flow, row);
        match self.module.resolution.callee(self.module.syntax, callee) {
            Callee::Function(function) => self.user_call(call, last, span, function, &values),
            Callee::Builtin(function) => self.builtin_call(call, last, span, Some(function), &values),
            Callee::Type => self.builtin_call(call, last, span, None, &values),
        }
        call
    }

    /// The contribution of a builtin function or constructor to a call. The results of derivatives may be
    /// non-uniform; all others are as uniform as their arguments.
    fn builtin_call(
        &mut self,
        call: Evaluated,
        last: Node,
        span: Span,
        function: Option<FunctionId>,
        arguments: &[Node],
    ) {
        for argument in arguments {
            self.graph.edge(call.value, *argument, rules::UNI_CALL_BUILTIN_DEFAULT);
        }
        let rule = match function.map(|function| function.get().uniformity) {
            Some(UniformityRequirement::Required) => TriggeringRule::Unnamed,
            Some(UniformityRequirement::Derivative) => TriggeringRule::Derivative,
            // The draft has no subgroups.
            None
            | Some(
                UniformityRequirement::None
                | UniformityRequirement::Subgroup
                | UniformityRequirement::SubgroupMatrix,
            ) => return self.graph.edge(call.flow, last, rules::UNI_TABLE_RHS_CALL_WITH_ARGUMENTS),
        };
        let name = function.map_or("", |function| function.get().name);
        let operation = function.and_then(|function| function.get().operation);
        let samples = matches!(operation, Some(FunctionOperation::Texture(_)));
        let trigger = Trigger { rule, severity: Severity::Error, span, name, argument: None, samples };
        self.requirements.push(Requirement { node: last, trigger, through: None });
        if rule == TriggeringRule::Derivative {
            let rule = rules::UNI_CALL_DERIVATIVE;
            let source = self.graph.non_uniform(span, Cause::Call, rule);
            self.graph.edge(call.value, source, rule);
        }
    }

    /// The contribution of the tags of a function of the program to a call.
    fn user_call(
        &mut self,
        call: Evaluated,
        last: Node,
        span: Span,
        function: UserFunctionId,
        arguments: &[Node],
    ) {
        self.expression_discards |= self.module.meaning[function].discards != Discards::Never;
        let through = |rule: &'static Rule| Some(Through { span, function, rule });
        let tags = &self.tags[function.index()];
        match tags.call_site {
            Some(trigger) => {
                let through = through(rules::UNI_FN_CALLSITE_TAG);
                self.requirements.push(Requirement { node: last, trigger, through });
            }
            None => self.graph.edge(call.flow, last, rules::UNI_TABLE_RHS_CALL_WITH_ARGUMENTS),
        }
        // A separate node, so that a path through it shows that the call is to blame.
        let divergence = self.graph.node(Source { span, cause: Cause::Divergence });
        let diverging = rules::UNI_CALL_AFTER_CALL_UNIFORM;
        self.graph.edge(call.flow, divergence, diverging);
        match tags.function {
            FunctionTag::NoRestriction => {}
            FunctionTag::SubsequentControlFlowMayBeNonUniform => {
                let effect = Effect { callee: function, target: EffectTarget::ControlFlow };
                let source = self.graph.non_uniform_by(effect, Source::plain(span), diverging);
                self.graph.edge(divergence, source, diverging);
            }
            FunctionTag::ReturnValueMayBeNonUniform => {
                let effect = Effect { callee: function, target: EffectTarget::Result };
                let source = Source { span, cause: Cause::Call };
                let source = self.graph.non_uniform_by(effect, source, rules::UNI_FN_RETURN_TAG);
                self.graph.edge(call.value, source, rules::UNI_FN_RETURN_TAG);
            }
        }
        for (tag, argument) in tags.parameters.iter().zip(arguments) {
            match *tag {
                ParameterTag::NoRestriction => {}
                ParameterTag::RequiredToBeUniform(trigger) => {
                    let through = through(rules::UNI_FN_PARAM_TAG);
                    self.requirements.push(Requirement { node: *argument, trigger, through });
                }
                ParameterTag::RequiredToBeUniformForSubsequentControlFlow => {
                    self.graph.edge(divergence, *argument, diverging);
                }
                ParameterTag::RequiredToBeUniformForReturnValue => {
                    self.graph.edge(call.value, *argument, rules::UNI_FN_PARAM_RETURN_TAG);
                }
            }
        }
    }
}
