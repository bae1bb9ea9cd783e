//! The load rule and feasible automatic conversions.

use super::Checker;
use super::fault::Evaluated;
use super::operator::no_conversion;
use crate::ast::{Expr, ExprId};
use crate::constant::ConstantId;
use crate::diagnostic::Diagnostic;
use crate::meaning::{EvaluationStage, Typed};
use crate::resolve::{Binding, Callee};
use crate::types::{Length, Properties, TypeId, TypeKind};
use core::fmt::Display;
use shader_numeric::{self as value, Type};
use wgsl_spec::{
    AddressSpace, Code, EnforcedRule, FunctionOperation, Occasion, Scalar, conversion_rank, rules,
};

/// The rule by which an abstract float becomes no integer. The place says what else it wants: of conversions that there are not, only
/// this one has a sentence about itself.
fn float_to_integer(from: Scalar, to: Scalar) -> Option<EnforcedRule> {
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
                self.error(Code::TypeNoValue, self.span(id), "this call has no value");
                return Typed::ERROR;
            }
            return typed;
        };
        if !self.can_load(id, store) {
            return Typed::ERROR;
        }
        if access == wgsl_spec::AccessMode::Write {
            self.error(Code::TypeNotReadable, self.span(id), "this memory can be written only, not read");
            return Typed::ERROR;
        }
        self.meaning.use_as(id, Some(store));
        Typed::runtime(store)
    }

    fn can_load(&mut self, id: ExprId, store: TypeId) -> bool {
        if self.meaning.types.is(store, Properties::CONSTRUCTIBLE) || store == TypeId::ERROR {
            return true;
        }
        let printed = self.print(store);
        let diagnostic = if let TypeKind::Atomic(_) = self.kind(store) {
            Diagnostic::error(
                Code::TypeInvalidAtomicUse,
                self.span(id),
                format!("a value of type `{printed}` can only be read by an atomic builtin function"),
            )
            .note("use `atomicLoad(&…)`")
        } else if store == TypeId::ATOMIC_VEC2U {
            let message = format!("a value of type `{printed}` can't be read in a shader");
            Diagnostic::error(Code::TypeInvalidAtomicUse, self.span(id), message)
        } else {
            Diagnostic::error(
                Code::TypeNotConstructible,
                self.span(id),
                format!("a value of type `{printed}` can't be read as a whole"),
            )
            .note("only constructible types can be loaded: no atomics, runtime-sized arrays or buffers")
        };
        self.report(diagnostic);
        false
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

    /// The rule by which an argument does not convert to a parameter, if it is a scalar or a pointer to a buffer.
    pub(super) fn no_argument_conversion(&self, from: TypeId, to: TypeId) -> Option<EnforcedRule> {
        match (self.kind(from), self.kind(to)) {
            (TypeKind::Scalar(from), TypeKind::Scalar(to)) => float_to_integer(from, to),
            (TypeKind::Pointer(_, from, _), TypeKind::Pointer(_, to, _)) => {
                match (self.kind(from), self.kind(to)) {
                    (TypeKind::Buffer(_), TypeKind::Buffer(Length::Runtime)) => Some(
                        rules::CONV_RANK_PTR_AS_BUFFER_N_AM_WHERE_SRC_IS_THE_TYPE_TO_PTR_AS_BUFFER_AM_WHERE_DEST_IS_THE_TYPE_,
                    ),
                    (TypeKind::Buffer(_), TypeKind::Buffer(_)) => Some(
                        rules::CONV_RANK_PTR_AS_BUFFER_N1_AM_WHERE_SRC_IS_THE_TYP_TO_PTR_AS_BUFFER_N2_AM_WHERE_N1_AND_N2_ARE_,
                    ),
                    _ => None,
                }
            }
            _ => None,
        }
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
    fn conversion_rule(&self, from: TypeId, to: TypeId) -> Option<EnforcedRule> {
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
                Some(rules::CONV_RANK___MODF_RESULT_ABSTRACT_TO___MODF_RESULT_F16)
            }
            (TypeKind::ModfResult(1, _), TypeKind::ModfResult(1, _)) => {
                Some(rules::CONV_RANK___MODF_RESULT_ABSTRACT_TO___MODF_RESULT_F32)
            }
            (TypeKind::ModfResult(..), TypeKind::ModfResult(_, Scalar::F16)) => {
                Some(rules::CONV_RANK___MODF_RESULT_VEC_N_ABSTRACT_TO___MODF_RESULT_VEC_N_F16)
            }
            (TypeKind::ModfResult(..), TypeKind::ModfResult(..)) => {
                Some(rules::CONV_RANK___MODF_RESULT_VEC_N_ABSTRACT_TO___MODF_RESULT_VEC_N_F32)
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
            wgsl_spec::rules::LIMITS_BEYOND,
            self.span(id),
            "the values of this program's const-expressions are too large",
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

    /// Checks an expression that must have this type; reports it when it can't.
    pub(super) fn value_of_type(&mut self, id: ExprId, target: TypeId, what: impl Display + Copy) -> Typed {
        let typed = self.value(id);
        self.expect_type(id, typed, target, Code::TypeMismatch, what)
    }

    /// Uses a checked expression as this type; reports it when it can't be.
    pub(super) fn expect_type(
        &mut self,
        id: ExprId,
        typed: Typed,
        target: TypeId,
        rule: impl Into<EnforcedRule>,
        what: impl Display + Copy,
    ) -> Typed {
        if let Some(converted) = self.convert(id, typed, target) {
            return converted;
        }
        let (has, wants) = (self.print(typed.ty), self.print(target));
        let mut diagnostic = Diagnostic::error(
            rule,
            self.span(id),
            format!("{what} must be of type `{wants}`, this is `{has}`"),
        )
        .at(format!("this is `{has}`"));
        if let (TypeKind::Scalar(from), TypeKind::Scalar(to)) = (self.kind(typed.ty), self.kind(target)) {
            diagnostic.also = float_to_integer(from, to);
            diagnostic =
                diagnostic.note(format!("`{has}` does not become `{wants}` by itself: write `{wants}(…)`"));
        }
        self.report(diagnostic);
        Typed::ERROR
    }

    /// Checks an expression that must be a const-expression of a concrete integer type, and gives its value. `None`
    /// when it is not, or when it was reported already.
    pub(super) fn const_integer(&mut self, id: ExprId, what: impl Display + Copy) -> Option<i64> {
        let typed = self.integer(id, what)?;
        if typed.stage != EvaluationStage::Const {
            self.not_const(id, what);
            return None;
        }
        Some(self.integer_value(typed.ty, typed.constant?))
    }

    /// Checks an expression that must be of type `i32` or `u32`.
    pub(super) fn integer(&mut self, id: ExprId, what: impl Display + Copy) -> Option<Typed> {
        let typed = self.value(id);
        if typed.ty == TypeId::ERROR {
            return None;
        }
        let typed = self.concretize(id, typed);
        if !matches!(typed.ty, TypeId::I32 | TypeId::U32) {
            let has = self.print(typed.ty);
            self.error(
                Code::TypeMismatch,
                self.span(id),
                format!("{what} must be of type `i32` or `u32`, this is `{has}`"),
            );
            return None;
        }
        Some(typed)
    }

    /// The value of a scalar integer constant.
    pub(super) fn integer_value(&self, ty: TypeId, constant: ConstantId) -> i64 {
        let bits = self.meaning.constants.first(constant);
        if ty == TypeId::I32 { i64::from(bits as u32 as i32) } else { bits as i64 }
    }

    /// Says that a const-expression is needed.
    #[cold]
    pub(super) fn not_const(&mut self, id: ExprId, what: impl Display + Copy) {
        self.not_const_by(Code::ConstNotConst.into(), id, what);
    }

    /// Says that this rule needs a const-expression.
    #[cold]
    pub(super) fn not_const_by(&mut self, rule: EnforcedRule, id: ExprId, what: impl Display + Copy) {
        let mut diagnostic =
            Diagnostic::error(rule, self.span(id), format!("{what} must be a const-expression"));
        let (late, broken) = self.late_part(id);
        diagnostic.also = broken.filter(|also| *also != rule);
        if let Expr::Name(symbol) = self.ast[late] {
            let why = format!("`{}` is not known when the shader is created", self.name(symbol));
            diagnostic = diagnostic.label(self.span(late), why);
        }
        self.report(diagnostic);
    }

    /// The innermost part of an expression that is known too late, and the rule about such parts.
    /// <https://www.w3.org/TR/WGSL/#const-expr>
    fn late_part(&self, id: ExprId) -> (ExprId, Option<EnforcedRule>) {
        let is_late = |part: &ExprId| self.meaning[*part].stage != EvaluationStage::Const;
        let mut at = id;
        loop {
            let (parts, rule) = match self.ast[at] {
                Expr::Paren(e) | Expr::Member(e, _) | Expr::Unary(_, e) => ([Some(e), None], None),
                Expr::Binary(_, left, right) | Expr::Index(left, right) => ([Some(left), Some(right)], None),
                Expr::Call(callee, list) => {
                    let late = self.ast[list].iter().copied().find(is_late);
                    ([late, None], self.late_function(callee))
                }
                Expr::Name(_) => ([None, None], self.late_name(at)),
                _ => ([None, None], None),
            };
            match parts.into_iter().flatten().find(is_late) {
                Some(part) => at = part,
                None => return (at, rule),
            }
        }
    }

    /// The rule by which a call of this function is not a const-expression.
    fn late_function(&self, callee: ExprId) -> Option<EnforcedRule> {
        match self.resolution.callee(self.syntax, callee) {
            Callee::Function(_) => Some(rules::CONSTFN_USER_NOT),
            Callee::Builtin(function) => match function.get().operation {
                Some(FunctionOperation::Derivative(_)) => Some(rules::DERIV_NOT_CONST),
                _ => Some(rules::CONSTFN_BUILTIN),
            },
            Callee::Type => None,
        }
    }

    /// The rule by which this name is not a const-expression.
    fn late_name(&self, name: ExprId) -> Option<EnforcedRule> {
        match self.resolution.binding(name) {
            Binding::Local(_) => Some(rules::CONSTEXPR_LET_NOT),
            Binding::Module(_) | Binding::Parameter(_) => Some(rules::CONSTEXPR_IDENTIFIERS),
            Binding::Predeclared | Binding::None | Binding::Unknown => None,
        }
    }

    /// Whether memory of this address space can be written at all.
    pub(super) const fn is_writable(space: AddressSpace) -> bool {
        matches!(
            space,
            AddressSpace::Function | AddressSpace::Private | AddressSpace::Workgroup | AddressSpace::Storage
        )
    }
}
