//! The load rule and feasible automatic conversions.

use super::Checker;
use super::fault::Evaluated;
use super::fix::Change;
use super::operator::no_conversion;
use crate::ast::{Expr, ExprId, VariableId, VariableKind};
use crate::constant::ConstantId;
use crate::diagnostic::{Applicability, Diagnostic};
use crate::meaning::{EvaluationStage, Typed};
use crate::resolve::{Binding, Callee};
use crate::types::{Length, Properties, TypeId, TypeKind};
use core::fmt::Display;
use shader_numeric::{self as value, Type};
use shader_source::Span;
use wgsl_spec::{AddressSpace, FunctionOperation, Occasion, Rule, Scalar, conversion_rank, rules, sym};

/// The rule by which an abstract float becomes no integer. The place says what else it wants: of conversions that there are not, only
/// this one has a sentence about itself.
fn float_to_integer(from: Scalar, to: Scalar) -> Option<&'static Rule> {
    no_conversion(from, to).filter(|rule| *rule == rules::CONV_AF_NEVER_INT)
}

impl Checker<'_> {
    /// Checks an expression that is used as a value: the load rule is applied to a reference.
    /// <https://www.w3.org/TR/WGSL/#load-rule>
    pub(super) fn value(&mut self, id: ExprId) -> Typed {
        let typed = self.expression(id);
        self.load(id, typed)
    }

    /// Applies the load rule to an expression that was checked.
    pub(super) fn load(&mut self, id: ExprId, typed: Typed) -> Typed {
        let TypeKind::Reference(_, store, access) = self.kind(typed.ty) else {
            if typed.ty == TypeId::VOID {
                let rule = self.no_value(id);
                self.error(rule, self.span(id), "expected a value, but this call returns none");
                return Typed::ERROR;
            }
            return typed;
        };
        if !self.can_load(id, store) {
            return Typed::ERROR;
        }
        if access == wgsl_spec::AccessMode::Write {
            self.write_only(self.span(id));
            return Typed::ERROR;
        }
        self.meaning.use_as(id, Some(store));
        Typed::runtime(store)
    }

    fn can_load(&mut self, id: ExprId, store: TypeId) -> bool {
        if self.meaning.types.is(store, Properties::CONSTRUCTIBLE) || store == TypeId::ERROR {
            return true;
        }
        self.cannot_load(id, store, (self.not_constructible(store), None));
        false
    }

    /// Reports that memory of a type which is not constructible is read.
    #[cold]
    pub(super) fn cannot_load(
        &mut self,
        id: ExprId,
        store: TypeId,
        (rule, also): (&'static Rule, Option<&'static Rule>),
    ) {
        let (printed, span) = (self.print(store), self.span(id));
        let text = self.syntax.text(span);
        let mut diagnostic = match self.kind(store) {
            TypeKind::Atomic(_) => Diagnostic::error(
                rule,
                span,
                format!("a value of type `{printed}` can only be read with an atomic builtin function"),
            )
            .note(format!("to pass a pointer, write `&{text}`"))
            .suggest(
                "write `atomicLoad`",
                vec![(span, format!("atomicLoad(&{text})"))],
                Applicability::Unsafe,
            ),
            TypeKind::AtomicVec2u => {
                let message = format!("can't read a value of type `{printed}` in a shader");
                Diagnostic::error(rule, span, message)
            }
            _ => Diagnostic::error(rule, span, format!("can't load a whole value of type `{printed}`"))
                .note("only constructible types can be loaded, not atomics, runtime-sized arrays or buffers"),
        };
        diagnostic.also = also;
        self.report(diagnostic);
    }

    /// The rule that the use of a call without a value breaks.
    fn no_value(&self, call: ExprId) -> &'static Rule {
        match self.ast[call] {
            Expr::Call(callee, _)
                if matches!(self.ast[callee], Expr::Name(sym::TEXTURE_STORE))
                    && self.resolution.binding(callee) == Binding::Predeclared =>
            {
                rules::TEXTURE_STORE_NO_VALUE
            }
            _ => rules::CALL_EXPR_NEEDS_RETURN,
        }
    }

    /// The rule by which there are no values of a type that is not constructible.
    /// <https://www.w3.org/TR/WGSL/#constructible-types>
    pub(super) fn not_constructible(&self, ty: TypeId) -> &'static Rule {
        match self.kind(ty) {
            TypeKind::Atomic(_) | TypeKind::AtomicVec2u => rules::TYPE_ATOMIC_NO_VALUE,
            TypeKind::Array(_, Length::Runtime) => rules::TYPE_ARRAY_NO_RUNTIME_VALUE,
            TypeKind::Array(_, Length::Override(_) | Length::OverrideExpression(_)) => {
                rules::TYPE_FOOTPRINT_OVERRIDE_ARRAY_USE
            }
            TypeKind::Buffer(_) => rules::TYPE_BUFFER_NO_VALUE,
            TypeKind::Sampler | TypeKind::SamplerComparison => rules::SAMPLER_NOT_CREATABLE,
            TypeKind::Array(..) | TypeKind::Struct(_) => rules::TYPE_CONSTRUCTIBLE_NOT,
            _ => rules::TYPE_CONSTRUCTIBLE,
        }
    }

    /// Reports a load from memory that can only be written. Nothing that the specification allows forms such a reference.
    #[cold]
    pub(super) fn write_only(&mut self, span: Span) {
        let rule = rules::CONV_LOAD_RULE_WRITE_ONLY;
        self.error(rule, span, "this memory is write-only and can't be read");
    }

    /// The rank of the conversion between two types; `None` when there is none.
    /// <https://www.w3.org/TR/WGSL/#conversion-rank>
    pub(super) fn rank(&self, from: TypeId, to: TypeId) -> Option<u8> {
        if from == to || from == TypeId::ERROR || to == TypeId::ERROR {
            return Some(0);
        }
        match (self.kind(from), self.kind(to)) {
            (TypeKind::Scalar(from), TypeKind::Scalar(to)) => conversion_rank(from, to),
            (TypeKind::Vector(n, from), TypeKind::Vector(m, to)) if n == m => conversion_rank(from, to),
            (TypeKind::Matrix(c, r, from), TypeKind::Matrix(d, s, to)) if (c, r) == (d, s) => {
                conversion_rank(from, to)
            }
            (TypeKind::Array(from, n), TypeKind::Array(to, m)) if n == m => self.rank(from, to),
            (TypeKind::FrexpResult(n, from), TypeKind::FrexpResult(m, to))
            | (TypeKind::ModfResult(n, from), TypeKind::ModfResult(m, to))
                if n == m =>
            {
                conversion_rank(from, to)
            }
            _ => None,
        }
    }

    /// The rank of passing an argument to a parameter of a function of the program: pointers to buffers convert to
    /// pointers to smaller or unsized ones there.
    pub(super) fn argument_rank(&self, from: TypeId, to: TypeId) -> Option<u8> {
        if let (TypeKind::Pointer(a, from, m), TypeKind::Pointer(b, to, n)) = (self.kind(from), self.kind(to))
            && (a, m) == (b, n)
            && let (TypeKind::Buffer(Length::Fixed(has)), TypeKind::Buffer(wants)) =
                (self.kind(from), self.kind(to))
        {
            return match wants {
                Length::Fixed(wants) if wants == has => Some(0),
                Length::Fixed(wants) if wants < has => Some(1),
                Length::Runtime => Some(1),
                _ => None,
            };
        }
        self.rank(from, to)
    }

    /// Uses an expression as a value of this type. `None` when there is no conversion; an error of the conversion
    /// itself, a value out of range, is reported here.
    pub(super) fn convert(&mut self, id: ExprId, typed: Typed, target: TypeId) -> Option<Typed> {
        if typed.ty == target {
            return Some(typed);
        }
        if typed.ty == TypeId::ERROR || target == TypeId::ERROR {
            return Some(Typed::ERROR);
        }
        self.rank(typed.ty, target)?;
        self.meaning.use_as(id, Some(target));
        let constant = typed.constant.and_then(|constant| self.convert_constant(id, constant, typed, target));
        Some(Typed { ty: target, constant, ..typed })
    }

    /// Converts the scalars of a value one by one.
    fn convert_constant(
        &mut self,
        id: ExprId,
        constant: ConstantId,
        typed: Typed,
        to: TypeId,
    ) -> Option<ConstantId> {
        let from = typed.ty;
        if self.meaning.constants.is_implicit_zero(constant) {
            return Some(constant);
        }
        let (from_scalar, to_scalar) =
            (self.meaning.types.leaf_scalar(from)?, self.meaning.types.leaf_scalar(to)?);
        // The second half of each result of frexp are the exponents, integers.
        let fractions = match self.kind(self.meaning.types.innermost_element(from)) {
            TypeKind::FrexpResult(size, _) => Some(usize::from(size)),
            _ => None,
        };
        self.evaluation.scalars.clear();
        for (index, bits) in self.meaning.constants.bits(constant).iter().enumerate() {
            let converted = if fractions.is_some_and(|count| index / count % 2 == 1) {
                value::convert(Type::I64, Type::I32, *bits)
            } else {
                value::convert(from_scalar.ty(), to_scalar.ty(), *bits)
            };
            match converted {
                Ok(bits) => self.evaluation.scalars.push(bits),
                Err(fault) => {
                    if self.evaluation.is_on() {
                        let evaluated = Evaluated {
                            function: None,
                            occasion: Occasion::Whole,
                            stage: typed.stage,
                            also: self.conversion_rule(from, to),
                        };
                        self.fault(self.span(id), &fault, evaluated);
                    }
                    return None;
                }
            }
        }
        let converted = self.meaning.constants.push(&self.evaluation.scalars);
        if converted.is_none() {
            self.too_much_work(id);
        }
        converted
    }

    /// The row of the table of conversions whose values must be representable.
    /// <https://www.w3.org/TR/WGSL/#conversion-rank>
    fn conversion_rule(&self, from: TypeId, to: TypeId) -> Option<&'static Rule> {
        match (self.kind(from), self.kind(to)) {
            (TypeKind::Scalar(Scalar::AbstractInt), TypeKind::Scalar(Scalar::I32)) => {
                Some(rules::CONV_RANK_ABSTRACT_INT_TO_I32)
            }
            (TypeKind::Scalar(Scalar::AbstractInt), TypeKind::Scalar(Scalar::U32)) => {
                Some(rules::CONV_RANK_ABSTRACT_INT_TO_U32)
            }
            (TypeKind::Scalar(Scalar::AbstractInt), TypeKind::Scalar(Scalar::F16)) => {
                Some(rules::CONV_RANK_ABSTRACT_INT_TO_F16)
            }
            (TypeKind::Scalar(Scalar::AbstractFloat), TypeKind::Scalar(Scalar::F32)) => {
                Some(rules::CONV_RANK_ABSTRACT_FLOAT_TO_F32)
            }
            (TypeKind::Scalar(Scalar::AbstractFloat), TypeKind::Scalar(Scalar::F16)) => {
                Some(rules::CONV_RANK_ABSTRACT_FLOAT_TO_F16)
            }
            (TypeKind::Vector(..), TypeKind::Vector(..)) => Some(rules::CONV_RANK_VEC_N_S_TO_VEC_N_T),
            (TypeKind::Matrix(..), TypeKind::Matrix(..)) => Some(rules::CONV_RANK_MAT_CX_R_S_TO_MAT_CX_R_T),
            (TypeKind::ModfResult(1, _), TypeKind::ModfResult(1, Scalar::F16)) => {
                Some(rules::CONV_RANK_MODF_RESULT_TO_F16)
            }
            (TypeKind::ModfResult(1, _), TypeKind::ModfResult(1, _)) => {
                Some(rules::CONV_RANK_MODF_RESULT_TO_F32)
            }
            (TypeKind::ModfResult(..), TypeKind::ModfResult(_, Scalar::F16)) => {
                Some(rules::CONV_RANK_MODF_RESULT_VEC_N_TO_F16)
            }
            (TypeKind::ModfResult(..), TypeKind::ModfResult(..)) => {
                Some(rules::CONV_RANK_MODF_RESULT_VEC_N_TO_F32)
            }
            (TypeKind::Array(..), TypeKind::Array(..)) => Some(rules::CONV_RANK_ARRAY_S_N_TO_ARRAY_T_N),
            _ => None,
        }
    }

    #[cold]
    pub(super) fn too_much_work(&mut self, id: ExprId) {
        if !self.meaning.constants.must_report() {
            return;
        }
        self.error(
            rules::LIMITS_BEYOND,
            self.span(id),
            "the const-expressions of this program are too large to evaluate",
        );
    }

    /// The concrete type that an abstract one becomes when nothing else decides.
    /// <https://www.w3.org/TR/WGSL/#concretization>
    pub(super) fn concrete(&mut self, ty: TypeId) -> TypeId {
        let default = |scalar: Scalar| match scalar {
            Scalar::AbstractInt => Scalar::I32,
            Scalar::AbstractFloat => Scalar::F32,
            concrete => concrete,
        };
        match self.kind(ty) {
            TypeKind::Scalar(scalar) => TypeId::scalar(default(scalar)),
            TypeKind::Vector(size, scalar) => TypeId::vector(size, default(scalar)),
            TypeKind::Matrix(columns, rows, scalar) => TypeId::matrix(columns, rows, default(scalar)),
            TypeKind::FrexpResult(size, scalar) => TypeId::frexp_result(size, default(scalar)),
            TypeKind::ModfResult(size, scalar) => TypeId::modf_result(size, default(scalar)),
            TypeKind::Array(element, length) => {
                let concrete = self.concrete(element);
                if concrete == element {
                    ty
                } else {
                    self.meaning.types.intern(TypeKind::Array(concrete, length))
                }
            }
            _ => ty,
        }
    }

    /// Uses an expression as a value of the concrete type that it becomes by itself.
    pub(super) fn concretize(&mut self, id: ExprId, typed: Typed) -> Typed {
        let target = self.concrete(typed.ty);
        self.convert(id, typed, target).unwrap_or(Typed::ERROR)
    }

    /// Uses a checked expression as this type; reports it when it can't be.
    pub(super) fn expect_type(
        &mut self,
        id: ExprId,
        typed: Typed,
        target: TypeId,
        rule: &'static Rule,
        what: impl Display + Copy,
    ) -> Typed {
        if let Some(converted) = self.convert(id, typed, target) {
            return converted;
        }
        self.mismatch(id, typed, target, (rule, None), what);
        Typed::ERROR
    }

    /// Reports a value that does not convert to the type of its place, by the rule of the place and by one of the types.
    #[cold]
    pub(super) fn mismatch(
        &mut self,
        id: ExprId,
        typed: Typed,
        target: TypeId,
        (rule, also): (&'static Rule, Option<&'static Rule>),
        what: impl Display + Copy,
    ) {
        let (has, wants) = (self.print(typed.ty), self.print(target));
        let mut diagnostic = Diagnostic::error(
            rule,
            self.span(id),
            format!("{what} must be of type `{wants}`, found `{has}`"),
        )
        .at(format!("expected `{wants}`, found `{has}`"));
        if let Some((words, edits)) = self.converted_to(id, typed.ty, target) {
            diagnostic = diagnostic.suggest(words, edits, Applicability::Unsafe);
        }
        diagnostic = self.abstract_only_in_const(id, diagnostic);
        diagnostic.also = self.mismatch_rule(id, typed.ty, target).or(also);
        self.report(diagnostic);
    }

    /// The change with which an expression is of a type: another literal, or a call around it.
    pub(super) fn converted_to(&self, id: ExprId, from: TypeId, to: TypeId) -> Option<Change> {
        let literal = match self.kind(to) {
            TypeKind::Scalar(wanted) => self.other_literal(id, wanted),
            _ => None,
        };
        let tests = to == TypeId::BOOL && matches!(self.kind(from), TypeKind::Vector(_, Scalar::Bool));
        let all = tests.then(|| ("test all components with `all`".to_owned(), self.wrap(id, "all(", ")")));
        literal
            .or(all)
            .or_else(|| self.dereferenced(id, from, to))
            .or_else(|| self.converting(id, from, to))
            .or_else(|| self.resized(id, from, to))
    }

    /// Says where the type of an initializer or other value became concrete, if the value names a declaration that did this.
    fn abstract_only_in_const(&self, id: ExprId, diagnostic: Diagnostic) -> Diagnostic {
        let Some(variable) = self.concretized(id) else { return diagnostic };
        let declaration = self.ast[variable];
        let (name, ty) = (self.name(declaration.name), self.print(self.meaning[variable].typed.ty));
        diagnostic.label(declaration.name_span, format!("the type of `{name}` is inferred as `{ty}` here"))
    }

    /// The declaration that an expression names, if its type is the concretization of an abstract initializer.
    fn concretized(&self, id: ExprId) -> Option<VariableId> {
        let variable = self.named_variable(id)?;
        let declaration = &self.ast[variable];
        let initializer = declaration.initializer.filter(|_| declaration.ty.is_none())?;
        let ty = self.meaning[initializer].ty;
        let is_abstract = self.meaning.types.leaf_scalar(ty).is_some_and(Scalar::is_abstract);
        (is_abstract && declaration.kind != VariableKind::Const).then_some(variable)
    }

    /// The rule that says of these very types that the first does not become the second.
    pub(super) fn mismatch_rule(&self, id: ExprId, from: TypeId, to: TypeId) -> Option<&'static Rule> {
        if self.concretized(id).is_some() {
            return Some(rules::DECL_ABSTRACT_ONLY_CONST);
        }
        match (self.kind(from), self.kind(to)) {
            (TypeKind::Scalar(from), TypeKind::Scalar(to)) => float_to_integer(from, to),
            (TypeKind::Struct(from), TypeKind::Struct(to)) => {
                let members =
                    |id| self.meaning.types.structure(id).map(|it| it.members.iter().map(|it| it.ty));
                let (from, to) = (members(from)?, members(to)?);
                from.eq(to).then_some(rules::TYPE_STRUCT_NOMINAL)
            }
            _ => None,
        }
    }

    /// Checks an expression that must be a const-expression of a concrete integer type by this rule, and gives its value.
    /// `None` when it is not, or when it was reported already.
    pub(super) fn const_integer(
        &mut self,
        rule: &'static Rule,
        id: ExprId,
        what: impl Display + Copy,
    ) -> Option<i64> {
        let typed = self.integer(rule, id, what)?;
        if typed.stage != EvaluationStage::Const {
            self.not_const(rule, id, what);
            return None;
        }
        Some(self.integer_value(typed.ty, typed.constant?))
    }

    /// Checks an expression that must be of type `i32` or `u32` by this rule.
    pub(super) fn integer(
        &mut self,
        rule: &'static Rule,
        id: ExprId,
        what: impl Display + Copy,
    ) -> Option<Typed> {
        let typed = self.value(id);
        if typed.ty == TypeId::ERROR {
            return None;
        }
        let typed = self.concretize(id, typed);
        if !matches!(typed.ty, TypeId::I32 | TypeId::U32) {
            let has = self.print(typed.ty);
            let message = format!("{what} must be of type `i32` or `u32`, found `{has}`");
            self.error(rule, self.span(id), message);
            return None;
        }
        Some(typed)
    }

    /// The value of a scalar integer constant.
    pub(super) fn integer_value(&self, ty: TypeId, constant: ConstantId) -> i64 {
        let bits = self.meaning.constants.first(constant);
        if ty == TypeId::I32 { i64::from(bits as u32 as i32) } else { bits as i64 }
    }

    /// Says that a const-expression is needed by this rule.
    #[cold]
    pub(super) fn not_const(&mut self, rule: &'static Rule, id: ExprId, what: impl Display + Copy) {
        let diagnostic = self.no_const_expression(rule, id, what);
        self.report(diagnostic);
    }

    /// The finding that a const-expression is needed by this rule, with the part that is not one.
    pub(super) fn no_const_expression(
        &self,
        rule: &'static Rule,
        id: ExprId,
        what: impl Display + Copy,
    ) -> Diagnostic {
        let message = format!("{what} must be a const-expression");
        let mut diagnostic = Diagnostic::error(rule, self.span(id), message);
        let culprit = self.later_than(EvaluationStage::Const, id);
        let span = self.span(culprit);
        match self.ast[culprit] {
            Expr::Name(symbol) => {
                let name = self.name(symbol);
                let (what, rule) = match self.named_variable(culprit).map(|variable| self.ast[variable].kind)
                {
                    Some(VariableKind::Let) => ("is declared with `let`", rules::CONSTEXPR_LET_NOT),
                    Some(VariableKind::Var) => ("is a variable", rules::CONSTEXPR_LET_NOT),
                    Some(VariableKind::Override) => ("is an override", rules::CONSTEXPR_IDENTIFIERS),
                    Some(VariableKind::Const) | None => ("is a parameter", rules::CONSTEXPR_IDENTIFIERS),
                };
                let text = format!("`{name}` {what}, so its value is not known at shader creation");
                diagnostic = diagnostic.step(span, text, rule);
            }
            Expr::Call(callee, _) => match self.resolution.callee(self.syntax, callee) {
                Callee::Function(_) => {
                    let text = "a call to a user-defined function is not a const-expression";
                    diagnostic = diagnostic.step(span, text, rules::CONSTFN_USER_NOT);
                }
                Callee::Builtin(function) if !function.get().is_const => {
                    let text = format!("`{}` is only evaluated while the shader runs", function.get().name);
                    let rule = match function.get().operation {
                        Some(FunctionOperation::Derivative(_)) => rules::DERIV_NOT_CONST,
                        _ => rules::CONSTFN_BUILTIN,
                    };
                    diagnostic = diagnostic.step(span, text, rule);
                }
                Callee::Builtin(_) | Callee::Type => {}
            },
            _ => {}
        }
        diagnostic
    }

    /// Says that an override-expression is needed by this rule.
    #[cold]
    pub(super) fn not_override(&mut self, rule: &'static Rule, id: ExprId, what: &str) {
        let message =
            format!("{what} must be an override-expression: its value must be known at pipeline creation");
        let mut diagnostic = Diagnostic::error(rule, self.span(id), message);
        let culprit = self.later_than(EvaluationStage::Override, id);
        if let Expr::Name(symbol) = self.ast[culprit] {
            let text = format!("the value of `{}` is only known while the shader runs", self.name(symbol));
            diagnostic = diagnostic.step(self.span(culprit), text, rules::OVERRIDEEXPR_IDENTIFIERS);
        }
        self.report(diagnostic);
    }

    /// The variable or value that an expression names.
    pub(super) fn named_variable(&self, id: ExprId) -> Option<VariableId> {
        match self.resolution.binding(id) {
            Binding::Local(variable) => Some(variable),
            _ => self.resolution.module_variable(self.ast, id),
        }
    }

    /// The first innermost part of an expression by which it is known later than this.
    pub(super) fn later_than(&self, stage: EvaluationStage, id: ExprId) -> ExprId {
        let mut at = id;
        loop {
            let is_late = |part: &&ExprId| self.meaning[**part].stage > stage;
            let late = match &self.ast[at] {
                Expr::Paren(e) | Expr::Member(e, _) | Expr::Unary(_, e) => [e].into_iter().find(is_late),
                Expr::Binary(_, left, right) | Expr::Index(left, right) => {
                    [left, right].into_iter().find(is_late)
                }
                Expr::Call(_, list) => self.ast[*list].iter().find(is_late),
                Expr::Name(_)
                | Expr::Literal(_)
                | Expr::Template(..)
                | Expr::ContextName(_)
                | Expr::Error => None,
            };
            match late {
                Some(part) => at = *part,
                None => return at,
            }
        }
    }

    /// Returns true if memory of this address space can be written at all.
    pub(super) const fn is_writable(space: AddressSpace) -> bool {
        matches!(
            space,
            AddressSpace::Function | AddressSpace::Private | AddressSpace::Workgroup | AddressSpace::Storage
        )
    }
}
