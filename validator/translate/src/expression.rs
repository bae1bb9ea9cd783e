//! Expressions. Section 3

use super::convert::wrapped;
use super::place::Place;
use super::translator::{Failure, Outcome, Translator};
use super::value::{Binding, Text, Value};
use msl_spec::{Class, Scalar, ValueType, sections};
use msl_validator::ast::{BinaryOperator, CastKind, Expr, ExprId, NameId, PostfixOperator, UnaryOperator};
use msl_validator::types::{Type, TypeId};
use shader_source::steps;

impl Translator<'_> {
    /// The value of an expression, in its own type.
    pub(crate) fn value(&mut self, id: ExprId) -> Outcome<Value> {
        let span = self.ast().expr_span(id);
        let before = core::mem::replace(&mut self.writer.span, span);
        let own = self.ast()[id].levels();
        let levels = if self.overloaded(id).is_some() { own.max(Expr::CALL_LEVELS) } else { own };
        let value = self.deeper(levels, |it| it.value_here(id));
        if value.is_ok() {
            self.writer.span = before;
        }
        value
    }

    fn value_here(&mut self, id: ExprId) -> Outcome<Value> {
        steps::take(1);
        let meaning = self.meaning(id);
        let is_variable = matches!(self.ast()[id], Expr::Name(_)) && meaning.variable.is_some();
        if let Some(value) = self.constant_value(id)
            && !is_variable
            && let Some(ValueType::Scalar(scalar)) = self.value_type(meaning.ty)
        {
            return self.literal(value, scalar).map(Value::Text);
        }
        if let Some(instance) = self.referring(id) {
            let place = self.referred(id, instance)?;
            return self.load(&place, meaning.ty);
        }
        if let Some(instance) = self.overloaded(id) {
            return self.call_operator(id, instance);
        }
        match self.ast()[id] {
            Expr::Error | Expr::Literal(_) => self.none(sections::SECTION_2_1, "this literal"),
            Expr::Name(name) => self.name_value(id, name, meaning.ty),
            Expr::Call(callee, arguments) => {
                let arguments = self.ast()[arguments].to_vec();
                self.call(id, callee, &arguments)
            }
            Expr::Construct(_, arguments) => {
                let arguments = self.ast()[arguments].to_vec();
                self.construct(id, meaning.ty, &arguments)
            }
            Expr::ConstructBraces(_, list) => self.braces(list, meaning.ty),
            Expr::Braces(_) => self.braces(id, meaning.ty),
            Expr::Member(base, member) => self.member_value(id, base, member),
            Expr::Arrow(..) | Expr::Index(..) => self.part_value(id),
            Expr::Unary(operator, operand) => self.unary(id, operator, operand),
            Expr::Postfix(operator, operand) => {
                self.step_value(operand, operator == PostfixOperator::Increment, true)
            }
            Expr::Binary(operator, left, right) => self.binary(operator, left, right),
            Expr::Assign(operator, left, right) => self.assign(operator, left, right, true),
            Expr::Conditional(condition, accept, reject) => self.conditional(id, condition, accept, reject),
            // Such a cast of an lvalue leads to the same object.
            Expr::Cast(_, _, operand)
                if meaning.is_place && (self.is_resource(meaning.ty) || self.is_apart(meaning.ty)) =>
            {
                self.value(operand)
            }
            Expr::Cast(..) if meaning.is_place => self.part_value(id),
            Expr::Cast(kind, _, operand) => self.cast(kind, meaning.ty, operand),
            Expr::SizeOfType(_) | Expr::SizeOf(_) | Expr::AlignOf(_) => {
                self.none(sections::SECTION_2, "this size")
            }
            Expr::Paren(inner) => self.used(inner),
            Expr::This => match self.frame()?.this.clone() {
                Some((Binding::Place(place), _)) => Ok(Value::Pointer(place)),
                Some((Binding::Parts(parts), _)) => Ok(Value::Parts(parts)),
                Some(_) => Err(Failure::Reported),
                None => self.none(sections::SECTION_5, "`this` outside of an object"),
            },
        }
    }

    /// An expression whose value nobody uses.
    pub(crate) fn effect(&mut self, id: ExprId) -> Outcome<()> {
        let span = self.ast().expr_span(id);
        self.writer.span = span;
        if self.overloaded(id).is_none() {
            match self.ast()[id] {
                Expr::Assign(operator, left, right) => {
                    return self.assign(operator, left, right, false).map(|_| ());
                }
                Expr::Postfix(operator, operand) => {
                    return self
                        .step_value(operand, operator == PostfixOperator::Increment, false)
                        .map(|_| ());
                }
                Expr::Unary(operator @ (UnaryOperator::Increment | UnaryOperator::Decrement), operand) => {
                    return self.step_value(operand, operator == UnaryOperator::Increment, false).map(|_| ());
                }
                Expr::Paren(inner) => return self.deeper(1, |it| it.effect(inner)),
                Expr::Binary(BinaryOperator::Comma, ..) => {
                    for operand in self.comma_operands(id) {
                        self.effect(operand)?;
                    }
                    return Ok(());
                }
                Expr::Error
                | Expr::Literal(_)
                | Expr::Name(_)
                | Expr::Call(..)
                | Expr::Construct(..)
                | Expr::ConstructBraces(..)
                | Expr::Braces(_)
                | Expr::Member(..)
                | Expr::Arrow(..)
                | Expr::Index(..)
                | Expr::Unary(..)
                | Expr::Binary(..)
                | Expr::Conditional(..)
                | Expr::Cast(..)
                | Expr::SizeOfType(_)
                | Expr::SizeOf(_)
                | Expr::AlignOf(_)
                | Expr::This => {}
            }
        }
        let value = self.value(id)?;
        self.discard(&value);
        Ok(())
    }

    /// The operands of a chain of commas, in order.
    fn comma_operands(&self, id: ExprId) -> Vec<ExprId> {
        let (mut rest, mut operands) = (id, Vec::new());
        while let Expr::Binary(BinaryOperator::Comma, left, right) = self.ast()[rest]
            && self.overloaded(rest).is_none()
        {
            operands.push(right);
            rest = left;
        }
        operands.push(rest);
        operands.reverse();
        operands
    }

    /// Evaluates a value for its effects alone.
    pub(crate) fn discard(&mut self, value: &Value) {
        let Value::Text(text) = value else { return };
        if text.is_call {
            self.writer.line(format!("{};", text.code));
        } else if text.has_effect {
            self.writer.line(format!("_ = {};", text.code));
        }
    }

    fn name_value(&mut self, id: ExprId, name: NameId, ty: TypeId) -> Outcome<Value> {
        let binding = self.binding(id, name)?;
        self.bound_value(binding, ty)
    }

    /// The value of what a name or member stands for.
    pub(crate) fn bound_value(&mut self, binding: Binding, ty: TypeId) -> Outcome<Value> {
        match binding {
            Binding::Place(place) if self.module.types.element(ty).is_some() && self.is_bytes(&place) => {
                // Only parts of such an array are loaded.
                Ok(Value::Pointer(place))
            }
            Binding::Place(place) => {
                if let Type::Pointer(_) = self.kind(ty) {
                    return Ok(Value::Pointer(place));
                }
                self.load(&place, ty)
            }
            Binding::Value(text) => Ok(Value::Text(text)),
            Binding::Pointer { place, .. } => Ok(Value::Pointer(place)),
            Binding::Handle(handle) => Ok(Value::Handle(handle)),
            Binding::Parts(parts) => Ok(Value::Parts(parts)),
            Binding::Widened { .. } => self.refuse_wide(ty),
            Binding::Unset { .. } => self.none(
                sections::SECTION_4,
                "a pointer or resource without an initial value: in WGSL, it always means the same variable",
            ),
            Binding::Broken => Err(Failure::Reported),
        }
    }

    fn cast(&mut self, kind: CastKind, to: TypeId, operand: ExprId) -> Outcome<Value> {
        let from = self.used_type(operand);
        if kind != CastKind::AsType {
            if let Type::Void = self.kind(to) {
                self.effect(operand)?;
                return Ok(Value::Nothing);
            }
            if let Type::Pointer(_) = self.kind(to)
                && self.module.types.element(self.meaning(operand).ty).is_some()
            {
                let place = self.pointer(operand)?;
                return self.convert(Value::Pointer(place), from, to);
            }
            return self.value_as(operand, to);
        }
        let text = self.used_text(operand)?;
        let (Some(from), Some(into)) = (self.value_type(from), self.value_type(to)) else {
            return self.none(sections::SECTION_2_14, "the bits of a value of this type");
        };
        let is_float = |ty: ValueType| matches!(ty.scalar(), Scalar::Float | Scalar::Half);
        // The bits of infinities and NaN are an error in constant expressions of WGSL, which any constant may be one of.
        let text = if is_float(into) && !is_float(from) && !self.has_finite_bits(operand, into) {
            self.at_run_time(&text, from)?
        } else {
            text
        };
        self.as_type(&text, from, into).map(Value::Text)
    }

    /// Returns true if an integer is known, and has the bits of a finite number.
    fn has_finite_bits(&self, id: ExprId, ty: ValueType) -> bool {
        let value = self.constant_value(id).map(super::literal::integer);
        ty == ValueType::Scalar(Scalar::Float)
            && value.is_some_and(|it| f32::from_bits(it as u32).is_finite())
    }

    /// `c ? a : b`: only one of the two is evaluated.
    fn conditional(
        &mut self,
        id: ExprId,
        condition: ExprId,
        accept: ExprId,
        reject: ExprId,
    ) -> Outcome<Value> {
        let ty = self.meaning(id).ty;
        if let Some(value) = self.constant_value(condition) {
            let chosen = if super::literal::is_true(value) { accept } else { reject };
            return self.value_as(chosen, ty);
        }
        let condition = self.condition(condition)?;
        if let Type::Pointer(_) = self.kind(ty) {
            return self.conditional_pointer(&condition, accept, reject);
        }
        if matches!(self.kind(ty), Type::Void) {
            self.writer.open(format!("if ({}) {{", condition.code));
            self.effect(accept)?;
            self.writer.turn("} else {");
            self.effect(reject)?;
            self.writer.close("}");
            return Ok(Value::Nothing);
        }
        if let Some(ValueType::Scalar(_) | ValueType::Vector(..)) = self.value_type(ty)
            && self.is_harmless(accept)
            && self.is_harmless(reject)
        {
            let accept = self.text_as(accept, ty)?;
            let reject = self.text_as(reject, ty)?;
            let code = format!("select({}, {}, {})", reject.code, accept.code, condition.code);
            return Ok(Value::Text(Text::primary(code).with_effects_of(&[&condition])));
        }
        let name = self.names.local("chosen");
        let own = self.type_name(ty)?;
        self.writer.line(format!("var {name}: {own};"));
        let place = Place::local(&name, &own);
        self.writer.open(format!("if ({}) {{", condition.code));
        let value = self.text_as(accept, ty)?;
        self.store(&place, ty, &value)?;
        self.writer.turn("} else {");
        let value = self.text_as(reject, ty)?;
        self.store(&place, ty, &value)?;
        self.writer.close("}");
        self.load(&place, ty)
    }

    /// One of two pointers into one variable.
    fn conditional_pointer(&mut self, condition: &Text, accept: ExprId, reject: ExprId) -> Outcome<Value> {
        let accept = self.pointer(accept)?;
        let reject = self.pointer(reject)?;
        if accept == reject {
            return Ok(Value::Pointer(accept));
        }
        let (Some(one), Some(other), true) =
            (accept.last_index(), reject.last_index(), accept.is_beside(&reject))
        else {
            self.want_array(&accept);
            self.want_array(&reject);
            return self.none(
                sections::SECTION_4,
                "a pointer into one of several variables: a WGSL pointer always points into the same variable",
            );
        };
        Ok(Value::Pointer(accept.at(&format!("select({other}, {one}, {})", condition.code))))
    }

    /// Returns true if it makes no difference that an expression is evaluated in vain: it has no effects, reads no memory that others write or that may
    /// be out of reach, and calls nothing.
    fn is_harmless(&self, id: ExprId) -> bool {
        if self.overloaded(id).is_some() {
            return false;
        }
        match self.ast()[id] {
            Expr::Literal(_) | Expr::SizeOfType(_) | Expr::SizeOf(_) | Expr::AlignOf(_) => true,
            Expr::Name(_) => self.value_type(self.meaning(id).ty).is_some(),
            Expr::Member(base, _) => {
                self.is_harmless(base) && self.value_type(self.meaning(base).ty).is_some()
            }
            Expr::Paren(inner)
            | Expr::Cast(_, _, inner)
            | Expr::Unary(
                UnaryOperator::Plus | UnaryOperator::Negate | UnaryOperator::Not | UnaryOperator::Complement,
                inner,
            ) => self.is_harmless(inner),
            Expr::Binary(..) => self.is_harmless_chain(id),
            Expr::Construct(_, arguments) => {
                self.value_type(self.meaning(id).ty).is_some()
                    && self.ast()[arguments].iter().all(|it| self.is_harmless(*it))
            }
            Expr::Error
            | Expr::Call(..)
            | Expr::ConstructBraces(..)
            | Expr::Braces(_)
            | Expr::Arrow(..)
            | Expr::Index(..)
            | Expr::Unary(..)
            | Expr::Postfix(..)
            | Expr::Assign(..)
            | Expr::Conditional(..)
            | Expr::This => false,
        }
    }

    /// Returns true if it makes no difference that a chain of operators is evaluated in vain. It may be long.
    fn is_harmless_chain(&self, id: ExprId) -> bool {
        let mut rest = id;
        while let Expr::Binary(operator, left, right) = self.ast()[rest]
            && self.overloaded(rest).is_none()
        {
            let is_plain = !matches!(
                operator,
                BinaryOperator::Comma
                    | BinaryOperator::And
                    | BinaryOperator::Or
                    | BinaryOperator::Divide
                    | BinaryOperator::Remainder
            );
            let is_number = self.value_type(self.meaning(left).ty).is_some()
                && self.value_type(self.meaning(right).ty).is_some();
            if !is_plain || !is_number || !self.is_harmless(right) {
                return false;
            }
            steps::take(1);
            rest = left;
        }
        !matches!(self.ast()[rest], Expr::Binary(..)) && self.is_harmless(rest)
    }

    /// A condition.
    pub(crate) fn condition(&mut self, id: ExprId) -> Outcome<Text> {
        let text = self.used_text(id)?;
        self.condition_of(id, &text)
    }

    /// An expression that is translated already, as a condition.
    pub(crate) fn condition_of(&mut self, id: ExprId, text: &Text) -> Outcome<Text> {
        let Some(from) = self.value_type(self.used_type(id)) else {
            return self.none(sections::SECTION_3_1, "this condition");
        };
        self.convert_value(text, from, ValueType::Scalar(msl_spec::Scalar::Bool))
    }

    pub(crate) fn unary(&mut self, id: ExprId, operator: UnaryOperator, operand: ExprId) -> Outcome<Value> {
        match operator {
            UnaryOperator::Plus => self.used(operand),
            UnaryOperator::AddressOf | UnaryOperator::Dereference
                if self.apart_structure(self.used_type(operand)).is_some() =>
            {
                self.used(operand)
            }
            UnaryOperator::AddressOf => Ok(Value::Pointer(self.place(operand)?.0)),
            UnaryOperator::Dereference => self.part_value(id),
            UnaryOperator::Increment | UnaryOperator::Decrement => {
                let (_, place) = self.step_placed(operand, operator == UnaryOperator::Increment, false)?;
                let ty = self.meaning(operand).ty;
                if let Type::Pointer(_) = self.kind(ty) {
                    return Ok(Value::Pointer(place));
                }
                self.load(&place, ty)
            }
            UnaryOperator::Negate | UnaryOperator::Not | UnaryOperator::Complement => {
                let Some(ty) = self.value_type(self.used_type(operand)) else {
                    return self.none(sections::SECTION_3_1, "this operator");
                };
                let text = self.used_text(operand)?;
                let text = if operator == UnaryOperator::Not {
                    // `!` of a number asks whether it is zero.
                    self.convert_value(&text, ty, super::types::with_scalar(ty, msl_spec::Scalar::Bool))?
                } else {
                    text
                };
                let base = self.base(ty.scalar())?;
                let code = match operator {
                    UnaryOperator::Not => format!("!{}", text.tight()),
                    UnaryOperator::Complement => format!("~{}", text.tight()),
                    // WGSL negates no integers without a sign.
                    _ if base == super::types::Base::U32 => {
                        format!("{}(0u) - {}", super::types::shaped(ty, "u32"), text.tight())
                    }
                    UnaryOperator::Plus
                    | UnaryOperator::Negate
                    | UnaryOperator::Dereference
                    | UnaryOperator::AddressOf
                    | UnaryOperator::Increment
                    | UnaryOperator::Decrement => format!("-{}", text.tight()),
                };
                let text = Text::operator(code).with_effects_of(&[&text]);
                Ok(Value::Text(if operator == UnaryOperator::Not { text } else { wrapped(&text, ty) }))
            }
        }
    }

    /// Returns true if a type is a sampler.
    pub(crate) fn is_sampler(&self, ty: TypeId) -> bool {
        self.kind(ty) == Type::Class(Class::Sampler)
    }
}
