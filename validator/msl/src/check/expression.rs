//! Expressions.

use super::{Checker, Typed, Value};
use crate::diagnostic::Diagnostic;
use crate::types::{Object, Type, TypeId};
use cxx_validator::ast::{Expr, ExprId, Literal, PostfixOperator};
use cxx_validator::lex::{CharacterType, Number, NumberType, number};
use cxx_validator::names::Symbol;
use msl_spec::{AddressSpace, Availability, Scalar, rules};

impl Checker<'_> {
    /// The type of an expression, which is noted.
    pub(super) fn expression(&mut self, id: ExprId) -> Typed {
        if let Some(typed) = self.known(id) {
            return typed;
        }
        let span = self.span(id);
        if !self.enter(span) {
            return Typed::ERROR;
        }
        let typed = self.expression_here(id);
        self.leave();
        self.make(typed.ty, span);
        // The place of an element depends on its size.
        if matches!(self.ast[id], Expr::Binary(..) | Expr::Unary(..) | Expr::Postfix(..)) {
            self.make_referent(typed.ty, span);
        }
        let ty = self.shallow(typed.ty, span);
        self.note(id, Typed { ty, ..typed })
    }

    /// Checks an expression whose type does not matter.
    pub(super) fn visit(&mut self, id: ExprId) {
        if !matches!(self.ast[id], Expr::Braces(_)) {
            self.expression(id);
        }
    }

    fn expression_here(&mut self, id: ExprId) -> Typed {
        match self.ast[id] {
            Expr::Error => {
                self.function.has_mistake = true;
                Typed::ERROR
            }
            Expr::Literal(literal) => self.literal(id, literal),
            Expr::Name(name) => self.name_expression(id, name),
            Expr::Call(callee, arguments) => self.call(id, callee, arguments),
            Expr::Construct(ty, arguments) => self.construct_call(id, ty, arguments),
            Expr::ConstructBraces(ty, list) => self.construct_braces(id, ty, list),
            Expr::Braces(_) => {
                let message = "a braced list is only allowed as an initializer";
                self.error(rules::GRAMMAR_EXPRESSION, self.span(id), message);
                Typed::ERROR
            }
            Expr::Member(base, member) => self.member(id, base, member),
            Expr::Arrow(base, member) => self.arrow(id, base, member),
            Expr::Index(base, index) => self.index(id, base, index),
            Expr::Unary(operator, operand) => self.unary(id, operator, operand),
            Expr::Postfix(operator, operand) => self.postfix(id, operator, operand),
            Expr::Binary(..) => self.chain(id),
            Expr::Assign(operator, left, right) => self.assign(id, operator, left, right),
            Expr::Conditional(condition, accept, reject) => self.conditional(id, condition, accept, reject),
            Expr::Cast(kind, ty, operand) => self.cast(id, kind, ty, operand),
            Expr::SizeOfType(ty) => {
                let ty = self.type_of(ty);
                let ty = self.result_of(ty).ty;
                self.size_of(id, ty)
            }
            Expr::SizeOf(operand) => {
                let mut inner = operand;
                while let Expr::Paren(next) = self.ast[inner] {
                    inner = next;
                }
                let member = match self.ast[inner] {
                    Expr::Name(name) => self.type_of_member(name).or_else(|| self.type_of_own_member(name)),
                    _ => None,
                };
                self.function.unevaluated += 1;
                let ty = member.unwrap_or_else(|| self.expression(operand).ty);
                self.function.unevaluated -= 1;
                self.size_of(id, ty)
            }
            Expr::AlignOf(ty) => {
                let ty = self.type_of(ty);
                let ty = self.result_of(ty).ty;
                // A type with a size has an alignment. C++14 (expr.alignof)
                if ty == TypeId::VOID {
                    return self.size_of(id, ty);
                }
                let alignment = self.types.layout(ty).map_or(1, |layout| layout.alignment);
                self.size(alignment)
            }
            Expr::Paren(inner) => self.expression(inner),
            Expr::This => self.this(id),
            Expr::Lambda(lambda) => self.lambda(id, lambda),
        }
    }

    fn postfix(&mut self, id: ExprId, operator: PostfixOperator, operand: ExprId) -> Typed {
        let typed = self.expression(operand);
        let mark = match operator {
            PostfixOperator::Increment => "++",
            PostfixOperator::Decrement => "--",
        };
        // The function has a second parameter, which distinguishes it from the prefix operator.
        let number = Typed::constant(TypeId::INT, Value::Integer(0));
        if let Some(result) = self.overloaded(id, mark, &[operand], &[Some(typed), Some(number)]) {
            return result;
        }
        self.increment(id, operand, typed);
        Typed::value(typed.ty)
    }

    /// A text: a constant array of characters.
    pub(super) fn text_literal(&mut self, text: Symbol, space: AddressSpace) -> Typed {
        let element = self.types.scalar(Scalar::Char);
        let size = cxx_validator::lex::text_size(self.text(text));
        let ty = self.types.intern(Type::Array(element, Some(size)));
        Typed::object(Object { ty, space, is_const: true, is_volatile: false, is_rvalue: false })
    }

    fn literal(&mut self, id: ExprId, literal: Literal) -> Typed {
        match literal {
            Literal::Bool(value) => Typed::constant(TypeId::BOOL, Value::Bool(value)),
            Literal::Number(symbol) => self.number(id, symbol),
            Literal::Character(symbol) => {
                let (ty, value) = cxx_validator::lex::character(self.text(symbol));
                // Metal has none of the wide types: a literal has the type that they promote to. C++14 (conv.prom)
                let scalar = match ty {
                    CharacterType::Char => Scalar::Char,
                    CharacterType::Char16 | CharacterType::Wide => Scalar::Int,
                    CharacterType::Char32 => Scalar::Uint,
                };
                Typed::constant(self.types.scalar(scalar), Value::Integer(value.into()))
            }
            // A constant array of characters since the version that has functions with texts as arguments. Metal 3.2, section 6.19
            Literal::Text(symbol) if self.dialect.version() > Availability::NEWEST_PINNED => {
                self.text_literal(symbol, AddressSpace::Constant)
            }
            Literal::Text(symbol) if self.is_amp() => self.amp_text_literal(id, symbol),
            Literal::Text(_) => {
                self.error(rules::GRAMMAR_EXPRESSION, self.span(id), "Metal has no string values");
                Typed::ERROR
            }
            Literal::Nullptr => Typed::value(TypeId::NULL),
        }
    }

    fn number(&mut self, id: ExprId, symbol: Symbol) -> Typed {
        let Some(literal) = number(self.text(symbol), self.described()) else { return Typed::ERROR };
        self.check_number_literal(id, &literal);
        let Number { ty, integer, float, has_base } = literal;
        let scalar = match ty {
            NumberType::Float => Scalar::Float,
            NumberType::Half => Scalar::Half,
            NumberType::Double => Scalar::Double,
            NumberType::Bfloat => {
                self.check_scalar(Scalar::Bfloat, self.span(id));
                Scalar::Bfloat
            }
            NumberType::UnsignedLong => Scalar::Ulong,
            NumberType::Unsigned => {
                if u32::try_from(integer).is_ok() {
                    Scalar::Uint
                } else {
                    Scalar::Ulong
                }
            }
            NumberType::Long => {
                if i64::try_from(integer).is_ok() {
                    Scalar::Long
                } else {
                    Scalar::Ulong
                }
            }
            NumberType::Integer => {
                if i32::try_from(integer).is_ok() {
                    Scalar::Int
                } else if has_base && u32::try_from(integer).is_ok() {
                    Scalar::Uint
                } else if i64::try_from(integer).is_ok() {
                    Scalar::Long
                } else if has_base {
                    Scalar::Ulong
                } else {
                    // C++14 has no type for it. Compilers take the unsigned type and warn.
                    let message = format!("{integer} is too large for `long`: append `ul`");
                    let found = Diagnostic::error(rules::LEX_NUMBER_FITS, self.span(id), message).warning();
                    self.report(found);
                    Scalar::Ulong
                }
            }
        };
        let value = if scalar.is_float() { Value::Float(float) } else { Value::Integer(i128::from(integer)) };
        let is_zero = scalar.is_integer() && integer == 0;
        Typed { is_zero, ..Typed::constant(self.types.scalar(scalar), value.converted(scalar)) }
    }

    fn size(&mut self, size: u64) -> Typed {
        Typed::constant(self.types.scalar(Scalar::Ulong), Value::Integer(size.into()))
    }

    fn size_of(&mut self, id: ExprId, ty: TypeId) -> Typed {
        if self.types.has_error(ty) {
            return Typed::ERROR;
        }
        if let Some(layout) = self.types.layout(ty) {
            self.size(layout.size)
        } else {
            let message = format!("`{}` has no size", self.types.print(ty));
            self.error(rules::TYPE_COMPLETE, self.span(id), message);
            Typed::ERROR
        }
    }

    fn this(&mut self, id: ExprId) -> Typed {
        if let Some(object) = self.object_around() {
            Typed::value(self.types.intern(Type::Pointer(object)))
        } else if self.lacks_this() {
            self.report_uncaptured_this(self.span(id));
            Typed::ERROR
        } else {
            self.error(rules::NAME_IS_VALUE, self.span(id), "`this` is only allowed in member functions");
            Typed::ERROR
        }
    }
}
