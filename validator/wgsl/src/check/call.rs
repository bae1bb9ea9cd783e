//! Calls: which function, with which arguments. <https://www.w3.org/TR/WGSL/#function-calls>

use super::assignment::Root;
use super::chosen::{Chosen, Failure, MOST_PARAMETERS};
use super::misfit;
use super::{Checker, count};
use crate::ast::{DeclKind, Expr, ExprId, FunctionId as UserFunctionId, List, VariableKind};
use crate::diagnostic::{Applicability, Diagnostic};
use crate::meaning::{EvaluationStage, Limited, LimitedUse, Typed, UserCall};
use crate::resolve::{Binding, Callee};
use crate::types::{Length, Properties, TypeId, TypeKind};
use shader_source::Span;
use wgsl_spec::{FunctionId, Predeclared, Rule, StageSet, Symbol, TypePattern, UniformityRequirement, rules};

/// More template parameters than this no builtin function has.
const MOST_TEMPLATE_ARGUMENTS: usize = 2;

impl Checker<'_> {
    /// Checks a call.
    pub(super) fn call(&mut self, id: ExprId, callee: ExprId, arguments: List<ExprId>) -> Typed {
        let (Expr::Name(symbol) | Expr::Template(symbol, _)) = self.ast[callee] else {
            return self.give_up(arguments);
        };
        match self.resolution.binding(callee) {
            Binding::Module(decl) if self.ast[decl].has_error => self.give_up(arguments),
            Binding::Module(decl) => match self.ast[decl].kind {
                DeclKind::Function(function) => self.user_call(id, callee, symbol, function, arguments),
                DeclKind::Alias(_) | DeclKind::Struct(_) => {
                    let ty = self.type_expression(callee);
                    self.construct(id, ty, arguments)
                }
                _ => self.not_callable(callee, symbol, "a value", arguments),
            },
            Binding::Local(_) | Binding::Parameter(_) => {
                self.not_callable(callee, symbol, "a value", arguments)
            }
            Binding::Predeclared => match symbol.info(self.terms.edition).predeclared {
                Predeclared::Function(function) => self.builtin_call(id, callee, symbol, function, arguments),
                Predeclared::Type(_) => {
                    let ty = self.type_expression(callee);
                    self.construct(id, ty, arguments)
                }
                Predeclared::TypeGenerator(generator) => {
                    if matches!(self.ast[callee], Expr::Template(..)) {
                        let ty = self.type_expression(callee);
                        self.construct(id, ty, arguments)
                    } else {
                        self.construct_inferred(id, callee, symbol, generator, arguments)
                    }
                }
                _ => self.not_callable(callee, symbol, "an enumerant", arguments),
            },
            Binding::None | Binding::Unknown => {
                // What such a function does with its arguments is not known: memory may be passed to it that can't be loaded.
                for argument in &self.ast[arguments] {
                    self.expression(*argument);
                }
                Typed::ERROR
            }
        }
    }

    #[cold]
    fn not_callable(&mut self, callee: ExprId, symbol: Symbol, what: &str, arguments: List<ExprId>) -> Typed {
        let message = format!("can't call `{}`: it is {what}", self.name(symbol));
        let hides_type = matches!(
            symbol.info(self.terms.edition).predeclared,
            Predeclared::Type(_) | Predeclared::TypeGenerator(_)
        );
        let rule = match self.resolution.binding(callee) {
            Binding::Module(_) if hides_type => rules::CTOR_NAME_IN_SCOPE,
            Binding::Local(_) | Binding::Parameter(_) if hides_type => rules::CTOR_SHADOWED,
            _ => rules::EXPR_CALL_PHRASE,
        };
        let mut diagnostic = Diagnostic::error(rule, self.name_span(callee, symbol), message);
        if let Some(span) = self.root(callee).map(|root| self.name_of(root)) {
            let hides = matches!(symbol.info(self.terms.edition).predeclared, Predeclared::Function(_));
            let label = if hides { "this declaration shadows the builtin function" } else { "declared here" };
            diagnostic = diagnostic.label(span, label);
            if hides {
                let change = self.renamed(self.resolution.binding(callee), callee, span);
                diagnostic = Self::with_change(diagnostic, change, Applicability::Unsafe);
            }
        }
        self.report(diagnostic);
        self.give_up(arguments)
    }

    /// Checks the arguments of a call that was reported already, for mistakes of their own.
    pub(super) fn give_up(&mut self, arguments: List<ExprId>) -> Typed {
        for argument in &self.ast[arguments] {
            self.value(*argument);
        }
        Typed::ERROR
    }

    /// Checks the arguments of a call to something with at most 16 parameters. `None` when one was reported.
    fn few_arguments(
        &mut self,
        function: FunctionId,
        arguments: List<ExprId>,
        typed: &mut [Typed; MOST_PARAMETERS],
    ) -> Option<usize> {
        let list = &self.ast[arguments];
        let mut fine = true;
        for (index, argument) in list.iter().enumerate() {
            let value = match self.expression(*argument) {
                memory if index == 0 && self.lacks_address(function, memory) => {
                    self.no_pointer(*argument, memory)
                }
                value => self.load(*argument, value),
            };
            fine &= value.ty != TypeId::ERROR;
            if let Some(slot) = typed.get_mut(index) {
                *slot = value;
            }
        }
        fine.then_some(list.len())
    }

    /// Returns true if a first argument is memory that can't be loaded, where the function takes a pointer.
    fn lacks_address(&self, function: FunctionId, argument: Typed) -> bool {
        let TypeKind::Reference(_, store, _) = self.kind(argument.ty) else { return false };
        let overload = function.get().overloads(self.terms.edition).first();
        let parameter = overload.and_then(|overload| overload.parameters.first());
        store != TypeId::ERROR
            && !self.meaning.types.is(store, Properties::CONSTRUCTIBLE)
            && parameter.is_some_and(|parameter| matches!(parameter.pattern, TypePattern::Pointer(..)))
    }

    /// Reports memory in place of a pointer to it.
    #[cold]
    fn no_pointer(&mut self, argument: ExprId, memory: Typed) -> Typed {
        if let TypeKind::Reference(_, store, _) = self.kind(memory.ty) {
            let message = format!("expected a pointer, found a value of type `{}`", self.print(store));
            let span = self.span(argument);
            let edits = vec![(Span::new(span.lo, span.lo), "&".to_owned())];
            let found = Diagnostic::error(self.not_constructible(store), span, message);
            self.report(found.suggest("pass its address with `&`", edits, Applicability::Safe));
        }
        Typed::ERROR
    }

    fn user_call(
        &mut self,
        id: ExprId,
        callee: ExprId,
        symbol: Symbol,
        function: UserFunctionId,
        arguments: List<ExprId>,
    ) -> Typed {
        let name = self.name(symbol);
        if let Expr::Template(..) = self.ast[callee] {
            let message = format!("unexpected template list: `{name}` is a user-defined function");
            self.error(rules::EXPR_TYPE_NO_LIST_ON_PLAIN, self.span(callee), message);
        }
        let span = self.span(id);
        self.meaning.note_call(UserCall { callee: function, span });
        self.call_may_discard(function, span);
        if self.meaning[function].stage.is_some() {
            let message = format!("entry point `{name}` can't be called");
            self.error(rules::FN_ENTRY_NOT_CALLED, self.name_span(callee, symbol), message);
        }
        let parameters = self.ast[function].parameters;
        let (wants, has) = (parameters.len, arguments.len);
        if wants == has {
            for (offset, argument) in self.ast[arguments].iter().enumerate() {
                let wanted = self.meaning.member(parameters.start as usize + offset);
                let parameter = self.ast[parameters][offset].ty;
                self.user_argument(name, *argument, (wanted, parameter), offset);
            }
        } else {
            let declared = self.ast[function].name_span;
            self.give_up(arguments);
            let message = format!("`{name}` takes {}, found {has}", count(wants as usize, "argument"));
            let diagnostic = Diagnostic::error(rules::CALL_ARG_COUNT, span, message);
            self.report(diagnostic.label(declared, "declared here"));
        }
        match self.meaning[function].result {
            Some(result) => Typed::runtime(result),
            None => Typed::runtime(TypeId::VOID),
        }
    }

    /// An argument for a parameter of a function of the program, whose type is `wanted` as `written`.
    fn user_argument(
        &mut self,
        function: &str,
        argument: ExprId,
        (wanted, written): (TypeId, ExprId),
        index: usize,
    ) {
        let typed = self.value(argument);
        if typed.ty == TypeId::ERROR || wanted == TypeId::ERROR {
            return;
        }
        if self.argument_rank(typed.ty, wanted).is_some() {
            if matches!(self.kind(wanted), TypeKind::Pointer(..)) {
                self.pointer_argument_form(argument);
            }
            if self.convert(argument, typed, wanted).is_none() {
                self.meaning.use_as(argument, Some(wanted));
            }
            return;
        }
        let (has, wants) = (self.print(typed.ty), self.print(wanted));
        let message =
            format!("argument {} of `{function}` must be of type `{wants}`, found `{has}`", index + 1);
        let (rule, also) = match self.kind(wanted) {
            TypeKind::Pointer(..) => self.pointer_rules(typed.ty, wanted),
            _ => (rules::CALL_ARG_TYPE, self.mismatch_rule(argument, typed.ty, wanted)),
        };
        let mut diagnostic = Diagnostic::error(rule, self.span(argument), message);
        diagnostic.also = also;
        if let TypeKind::Pointer(_, store, _) = self.kind(wanted)
            && store == typed.ty
        {
            let is_variable = matches!(self.root(argument), Some(Root::Variable(it)) if self.ast[it].kind == VariableKind::Var);
            let pass = "write `&` before the variable to pass a pointer to it";
            let begin = self.span(argument).lo;
            diagnostic = if is_variable {
                diagnostic.suggest(pass, vec![(Span::new(begin, begin), "&".to_owned())], Applicability::Safe)
            } else {
                diagnostic.note(pass)
            };
        } else if let Some((words, edits)) = self.other_access(typed.ty, wanted, written) {
            diagnostic = diagnostic.label(self.span(written), "declared here").suggest(
                words,
                edits,
                Applicability::Unsafe,
            );
        } else if let Some((words, edits)) = self.converted_to(argument, typed.ty, wanted) {
            diagnostic = diagnostic.suggest(words, edits, Applicability::Unsafe);
        }
        self.report(diagnostic);
    }

    /// The rules that an argument breaks which is not the pointer that the parameter is.
    fn pointer_rules(&self, from: TypeId, to: TypeId) -> (&'static Rule, Option<&'static Rule>) {
        let (TypeKind::Pointer(_, has, _), TypeKind::Pointer(_, wants, _)) = (self.kind(from), self.kind(to))
        else {
            return (rules::PTR_PARAM_NEEDS_POINTER, None);
        };
        match (self.kind(has), self.kind(wants)) {
            (TypeKind::Buffer(Length::Fixed(_)), TypeKind::Buffer(Length::Fixed(_))) => {
                (rules::CONV_BUFFER_ARG_ONLY, Some(rules::CONV_RANK_BUFFER_POINTER_TO_SMALLER))
            }
            (TypeKind::Buffer(_), TypeKind::Buffer(Length::Runtime)) => {
                (rules::FN_ARG_POINTER_EXACT, Some(rules::CONV_RANK_BUFFER_POINTER_TO_RUNTIME_SIZED))
            }
            (TypeKind::Buffer(_), TypeKind::Buffer(_)) => {
                (rules::FN_ARG_POINTER_EXACT, Some(rules::TYPE_BUFFER_SAME))
            }
            _ if has == wants => (rules::FN_ARG_POINTER_EXACT, Some(rules::TYPE_PTR_SAME)),
            (TypeKind::Array(_, length), TypeKind::Array(..)) if !matches!(length, Length::Fixed(_)) => {
                (rules::FN_ARG_POINTER_EXACT, Some(rules::TYPE_ARRAY_SAME_OVERRIDE_IDENT))
            }
            _ => (rules::FN_ARG_POINTER_EXACT, None),
        }
    }

    fn builtin_call(
        &mut self,
        id: ExprId,
        callee: ExprId,
        symbol: Symbol,
        function: FunctionId,
        arguments: List<ExprId>,
    ) -> Typed {
        let entry = function.get();
        if !self.require_available(symbol, self.name_span(callee, symbol)) {
            return self.give_up(arguments);
        }
        if entry.stages != StageSet::ALL {
            let what = LimitedUse::Builtin(function);
            self.meaning.note_limited(Limited { what, span: self.span(id) });
        }
        match entry.uniformity {
            UniformityRequirement::None => {}
            UniformityRequirement::Subgroup | UniformityRequirement::SubgroupMatrix => {
                self.asks_uniform_subgroup();
            }
            UniformityRequirement::Required | UniformityRequirement::Derivative => {
                self.body.asks.widest = true;
            }
        }
        let mut template = [TypeId::ERROR; MOST_TEMPLATE_ARGUMENTS + 1];
        let mut count = 0;
        if let Expr::Template(_, list) = self.ast[callee] {
            for argument in &self.ast[list] {
                let ty = self.template_argument(*argument);
                if ty == TypeId::ERROR {
                    return self.give_up(arguments);
                }
                if let Some(slot) = template.get_mut(count) {
                    *slot = ty;
                }
                count += 1;
            }
            if entry.overloads(self.terms.edition).iter().all(|overload| overload.template.is_empty()) {
                let message = format!("unexpected template list: `{}` takes none", entry.name);
                self.error(rules::EXPR_TYPE_NO_LIST_ON_PLAIN, self.span(callee), message);
                return self.give_up(arguments);
            }
        }
        let template = &template[..count.min(template.len())];
        self.call_table(id, function, template, arguments)
    }

    /// Calls a function of the tables.
    pub(super) fn call_table(
        &mut self,
        id: ExprId,
        function: FunctionId,
        template: &[TypeId],
        arguments: List<ExprId>,
    ) -> Typed {
        let mut typed = [Typed::ERROR; MOST_PARAMETERS];
        let Some(count) = self.few_arguments(function, arguments, &mut typed) else { return Typed::ERROR };
        if count > MOST_PARAMETERS {
            let call = misfit::Call { id, function, template, arguments, typed: &typed };
            return self.no_overload(call, Failure::NoMatch);
        }
        let typed = &mut typed[..count];
        match self.resolve_overload(function, template, typed) {
            Ok(chosen) => {
                let ast = self.ast;
                let operands = &ast[arguments];
                let result = self.apply(id, function, &chosen, operands, typed);
                self.argument_ranges(&chosen, operands, typed);
                self.buffer_view(id, &chosen, operands, typed);
                result
            }
            Err(failure) => {
                self.no_overload(misfit::Call { id, function, template, arguments, typed }, failure)
            }
        }
    }

    /// Some arguments must lie in a range: those of texture functions must be const-expressions too, those of subgroup
    /// functions are judged when they are known.
    fn argument_ranges(&mut self, chosen: &Chosen, operands: &[ExprId], typed: &[Typed]) {
        for (index, parameter) in chosen.overload.parameters.iter().enumerate() {
            let (operand, argument) = (operands[index], typed[index]);
            if let Some(range) = parameter.known_range.filter(|_| self.evaluation.is_on()) {
                let rule = match argument.stage {
                    EvaluationStage::Const => range.outside.at_const,
                    EvaluationStage::Override | EvaluationStage::Runtime => range.outside.at_override,
                };
                self.argument_range(operand, argument, parameter.name, (range.low, range.high), rule);
            }
            let Some(range) = parameter.const_range else { continue };
            if !self.texture_argument_form(operand, parameter.name, range.not_const) {
                continue;
            }
            if argument.stage == EvaluationStage::Const {
                self.argument_range(
                    operand,
                    argument,
                    parameter.name,
                    (range.low, range.high),
                    range.outside,
                );
            } else {
                self.not_const(
                    range.not_const,
                    operand,
                    format_args!("the argument for `{}`", parameter.name),
                );
            }
        }
    }

    fn argument_range(
        &mut self,
        operand: ExprId,
        argument: Typed,
        parameter: &str,
        (low, high): (i32, i32),
        rule: &'static Rule,
    ) {
        let Some(constant) = argument.constant else { return };
        let unsigned = self.meaning.types.leaf_scalar(argument.ty) == Some(wgsl_spec::Scalar::U32);
        let values = self.meaning.constants.bits(constant);
        let mut values = values
            .iter()
            .map(|bits| if unsigned { i64::from(*bits as u32) } else { i64::from(*bits as u32 as i32) });
        if let Some(value) = values.find(|value| *value < i64::from(low) || *value > i64::from(high)) {
            let message =
                format!("the argument for `{parameter}` must be in the range {low} to {high}, found {value}");
            self.error(rule, self.span(operand), message);
        }
    }

    /// Checks a call that stands alone as a statement.
    pub(super) fn call_statement(&mut self, id: ExprId) {
        let typed = self.expression(id);
        let Expr::Call(callee, _) = self.ast[id] else { return };
        let (Expr::Name(symbol) | Expr::Template(symbol, _)) = self.ast[callee] else { return };
        if typed.ty == TypeId::ERROR {
            return;
        }
        let callee = self.resolution.callee(self.syntax, callee);
        let must_use = match callee {
            Callee::Function(function) => self.meaning[function].must_use,
            Callee::Builtin(function) => function.get().must_use,
            Callee::Type => true,
        };
        if must_use && self.terms.rules.must_use {
            let name = self.name(symbol);
            let span = self.span(id);
            let message = format!("the result of `{name}` must be used");
            let mut diagnostic = Diagnostic::error(rules::STMT_CALL_MUST_USE, span, message);
            if let Callee::Function(_) = callee {
                diagnostic = diagnostic.also(rules::ATTR_MUST_USE_CALL);
            }
            let lost_return = self.lost_return(id, typed);
            self.body.lacks_return = lost_return.is_some();
            let (words, edits) = lost_return.unwrap_or_else(|| {
                let edit = vec![(shader_source::Span::new(span.lo, span.lo), "_ = ".to_owned())];
                ("assign it to `_` to discard it".to_owned(), edit)
            });
            self.report(diagnostic.suggest(words, edits, Applicability::Unsafe));
        }
    }
}
