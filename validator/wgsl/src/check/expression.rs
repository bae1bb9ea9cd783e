//! Types of expressions.

use super::Checker;
use super::assignment::Root;
use crate::ast::{DeclKind, Expr, ExprId, Literal, UnaryOperator, VariableKind};
use crate::diagnostic::{Applicability, Diagnostic};
use crate::meaning::{EvaluationStage, Typed};
use crate::resolve::Binding;
use crate::types::{TypeId, TypeKind};
use wgsl_spec::{FunctionId, Operator, Predeclared, Rule, Symbol, rules};

impl Checker<'_> {
    /// Checks an expression and gives its static type; variables are references here.
    ///
    /// Chains of operands on the left (`a + b + c`, `a.b.c`, `a[i][j]`) are walked with a stack of our own, because
    /// the parser limits nesting but not the length of chains.
    pub(super) fn expression(&mut self, id: ExprId) -> Typed {
        let mark = self.evaluation.mark();
        let mut at = id;
        while let Some(inner) = self.ast[at].first_operand() {
            self.evaluation.descend(at);
            at = inner;
        }
        let mut typed = self.leaf(at);
        self.meaning.set_expr(at, typed);
        while let Some(outer) = self.evaluation.ascend(mark) {
            typed = self.compose(outer, at, typed);
            self.meaning.set_expr(outer, typed);
            at = outer;
        }
        typed
    }

    /// An expression without an operand on the left.
    fn leaf(&mut self, id: ExprId) -> Typed {
        match self.ast[id] {
            Expr::Literal(literal) => self.literal(id, literal),
            Expr::Name(symbol) => self.name_expression(id, symbol),
            Expr::Call(callee, arguments) => self.call(id, callee, arguments),
            Expr::Template(symbol, _) => {
                if self.resolution.binding(id) != Binding::Unknown {
                    let name = self.name(symbol);
                    let message = format!("expected a value, found `{name}<…>`, which is a type or function");
                    let rule = match self.named_variable(id) {
                        Some(_) => rules::EXPR_TYPE_NO_LIST_ON_PLAIN,
                        None => rules::ALLTYPES_NOT_A_VALUE,
                    };
                    self.error(rule, self.span(id), message);
                }
                Typed::ERROR
            }
            _ => Typed::ERROR,
        }
    }

    /// An expression whose left operand is checked.
    fn compose(&mut self, id: ExprId, operand: ExprId, typed: Typed) -> Typed {
        match self.ast[id] {
            Expr::Paren(_) => typed,
            Expr::Unary(operator, _) => self.unary(id, operator, operand, typed),
            Expr::Binary(operator, _, right) => self.binary(id, operator, operand, typed, right),
            Expr::Member(_, member) => self.member(id, operand, typed, member),
            Expr::Index(_, index) => self.index(operand, typed, index),
            _ => Typed::ERROR,
        }
    }

    /// <https://www.w3.org/TR/WGSL/#literal-expressions>
    fn literal(&mut self, id: ExprId, literal: Literal) -> Typed {
        if let Literal::Bool(value) = literal {
            let constant = self.meaning.constants.scalar(u64::from(value));
            return Typed::constant(TypeId::BOOL, Some(constant));
        }
        match crate::literal::parse_literal(self.syntax.text(self.span(id)), literal) {
            Ok((scalar, bits)) => {
                if scalar == wgsl_spec::Scalar::F16 {
                    let rule = wgsl_spec::rules::LITERAL_FLOAT_H_NEEDS_F16;
                    self.require_enabled(
                        wgsl_spec::EnableExtension::F16,
                        rule,
                        self.span(id),
                        "this literal",
                    );
                }
                let constant = self.meaning.constants.scalar(bits);
                Typed::constant(TypeId::scalar(scalar), Some(constant))
            }
            Err(fault) => {
                self.error(fault.rule(), self.span(id), fault.message());
                Typed::ERROR
            }
        }
    }

    /// <https://www.w3.org/TR/WGSL/#value-identifier-expr>
    fn name_expression(&mut self, id: ExprId, symbol: Symbol) -> Typed {
        match self.resolution.binding(id) {
            Binding::Module(decl) => match self.ast[decl].kind {
                DeclKind::Variable(variable) => {
                    if matches!(self.ast[variable].kind, VariableKind::Var | VariableKind::Override) {
                        self.note_use(variable, self.span(id));
                    }
                    self.variable_info(variable).typed
                }
                _ if self.ast[decl].has_error => Typed::ERROR,
                DeclKind::Function(_) => {
                    let what = "a function: write `…(…)` to call it";
                    self.not_a_value(rules::BUILTIN_NOT_FIRST_CLASS, id, symbol, what)
                }
                _ => self.not_a_value(rules::ALLTYPES_NOT_A_VALUE, id, symbol, "a type"),
            },
            Binding::Local(variable) => {
                self.skipped_by_continue(variable, id);
                self.variable_info(variable).typed
            }
            Binding::Parameter(index) => Typed::runtime(self.meaning.member(index as usize)),
            Binding::Predeclared => {
                let (rule, what) = match symbol.info(self.terms.edition).predeclared {
                    Predeclared::Type(_) => (rules::ALLTYPES_NOT_A_VALUE, "a type"),
                    Predeclared::TypeGenerator(_) => (rules::ALLTYPES_NOT_A_VALUE, "a type-generator"),
                    Predeclared::Function(_) => {
                        (rules::BUILTIN_NOT_FIRST_CLASS, "a builtin function: write `…(…)` to call it")
                    }
                    Predeclared::Enumerant(_) => {
                        (rules::ENUM_NOT_STORABLE, "an enumerant, which is only allowed in template lists")
                    }
                    Predeclared::None => return Typed::ERROR,
                };
                self.not_a_value(rule, id, symbol, what)
            }
            Binding::None | Binding::Unknown => Typed::ERROR,
        }
    }

    #[cold]
    fn not_a_value(&mut self, rule: &'static Rule, id: ExprId, symbol: Symbol, what: &str) -> Typed {
        let message = format!("expected a value, but `{}` is {what}", self.name(symbol));
        let mut diagnostic = Diagnostic::error(rule, self.span(id), message);
        diagnostic.also = (rule == rules::ENUM_NOT_STORABLE).then_some(rules::EXPR_ENUMERANT);
        self.report(diagnostic);
        Typed::ERROR
    }

    fn unary(&mut self, id: ExprId, operator: UnaryOperator, operand: ExprId, typed: Typed) -> Typed {
        if typed.ty == TypeId::ERROR {
            return Typed::ERROR;
        }
        match operator {
            UnaryOperator::AddressOf => self.address_of(id, operand, typed),
            UnaryOperator::Indirection => self.indirection(id, operand, typed),
            UnaryOperator::Negate => self.unary_operator(id, operator, FunctionId::NEGATE, operand, typed),
            UnaryOperator::Not => self.unary_operator(id, operator, FunctionId::NOT, operand, typed),
            UnaryOperator::Complement => {
                self.unary_operator(id, operator, FunctionId::COMPLEMENT, operand, typed)
            }
        }
    }

    /// <https://www.w3.org/TR/WGSL/#address-of-expr>
    fn address_of(&mut self, id: ExprId, operand: ExprId, typed: Typed) -> Typed {
        if self.meaning.types.is_texture_or_sampler(typed.ty) {
            self.error(
                rules::ADDR_NO_HANDLE,
                self.span(id),
                "can't take the address of a texture or sampler",
            );
            return Typed::ERROR;
        }
        let TypeKind::Reference(space, store, access) = self.kind(typed.ty) else {
            let has = self.print(typed.ty);
            let message = format!("`&` expects a reference to memory, found a value of type `{has}`");
            let diagnostic = Diagnostic::error(rules::ADDR_NEEDS_REFERENCE, self.span(id), message);
            let root = self.root(operand);
            let also = match root {
                Some(Root::Variable(variable)) if self.ast[variable].kind == VariableKind::Let => {
                    rules::REF_LET_NOT_REFERENCE
                }
                Some(Root::Variable(variable)) if self.ast[variable].kind == VariableKind::Const => {
                    rules::DECL_CONST_IMMUTABLE
                }
                _ => rules::TYPE_EXPR_ADDRESS_OF_EXPR_ADDRESS_OF_EXPRESSION,
            };
            let note = "only variables declared with `var` and their parts have an address";
            let found = self.label_declaration(root, diagnostic).also(also).note(note);
            self.report(Self::with_change(found, self.as_variable(operand), Applicability::Safe));
            return Typed::ERROR;
        };
        if self.is_vector_component(operand) {
            self.error(
                rules::ADDR_NO_VECTOR_COMPONENT,
                self.span(id),
                "can't take the address of a vector component",
            );
            return Typed::ERROR;
        }
        Typed::runtime(self.meaning.types.intern(TypeKind::Pointer(space, store, access)))
    }

    /// Returns true if an expression that is a reference names a component of a vector.
    fn is_vector_component(&self, mut id: ExprId) -> bool {
        loop {
            let base = match self.ast[id] {
                Expr::Paren(inner) => {
                    id = inner;
                    continue;
                }
                Expr::Member(base, _) | Expr::Index(base, _) => base,
                // `*&v.x`: taking the address was reported already.
                _ => return false,
            };
            let ty = self.meaning[base].ty;
            let (TypeKind::Reference(_, store, _) | TypeKind::Pointer(_, store, _)) = self.kind(ty) else {
                return false;
            };
            return matches!(self.kind(store), TypeKind::Vector(..));
        }
    }

    /// <https://www.w3.org/TR/WGSL/#indirection-expr>
    fn indirection(&mut self, id: ExprId, operand: ExprId, typed: Typed) -> Typed {
        let typed = self.load(operand, typed);
        match self.kind(typed.ty) {
            TypeKind::Error => Typed::ERROR,
            TypeKind::Pointer(space, store, access) => {
                Typed::runtime(self.meaning.types.intern(TypeKind::Reference(space, store, access)))
            }
            _ => {
                let has = self.print(typed.ty);
                let message = format!("`*` expects a pointer, found `{has}`");
                let row = rules::TYPE_EXPR_INDIRECTION_EXPR_INDIRECTION_EXPRESSION;
                let found = Diagnostic::error(rules::DEREF_NEEDS_POINTER, self.span(id), message).also(row);
                self.report(Self::with_change(
                    found,
                    self.whole_dereferenced(id, operand),
                    Applicability::Unsafe,
                ));
                Typed::ERROR
            }
        }
    }

    fn binary(&mut self, id: ExprId, operator: Operator, left: ExprId, typed: Typed, right: ExprId) -> Typed {
        if matches!(operator, Operator::LogicalAnd | Operator::LogicalOr) {
            return self.short_circuit(id, operator, left, typed, right);
        }
        let left_typed = self.load(left, typed);
        let right_typed = self.value(right);
        self.binary_operator(id, operator, [left, right], [left_typed, right_typed])
    }

    /// `&&` and `||`: the right operand is not evaluated when the left one decides.
    /// <https://www.w3.org/TR/WGSL/#logical-expr>
    fn short_circuit(
        &mut self,
        id: ExprId,
        operator: Operator,
        left: ExprId,
        typed: Typed,
        right: ExprId,
    ) -> Typed {
        let left_typed = self.load(left, typed);
        let decisive = u64::from(operator == Operator::LogicalOr);
        let left_value = left_typed.constant.filter(|_| left_typed.ty == TypeId::BOOL);
        let decided = left_value.is_some_and(|value| self.meaning.constants.first(value) == decisive);
        let right_typed = self.skip_if(decided, |checker| checker.value(right));
        if left_typed.ty == TypeId::ERROR || right_typed.ty == TypeId::ERROR {
            return Typed::ERROR;
        }
        if left_typed.ty != TypeId::BOOL || right_typed.ty != TypeId::BOOL {
            return self.binary_operator(id, operator, [left, right], [left_typed, right_typed]);
        }
        let stage = left_typed.stage.max(right_typed.stage);
        if decided && stage != EvaluationStage::Runtime {
            return Typed { constant: left_value, ..Typed::staged(TypeId::BOOL, stage) };
        }
        match right_typed.constant {
            Some(value) if left_value.is_some() && stage != EvaluationStage::Runtime => {
                Typed { constant: Some(value), ..Typed::staged(TypeId::BOOL, stage) }
            }
            _ => Typed::staged(TypeId::BOOL, stage),
        }
    }
}
