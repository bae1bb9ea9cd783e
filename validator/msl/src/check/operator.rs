//! Operators. Section 3

use super::path::Path;
use super::{Checker, Purpose, Typed, constant};
use crate::diagnostic::Diagnostic;
use crate::dialect::object_space;
use crate::types::{Type, TypeId};
use cxx_validator::ast::{BinaryOperator, Expr, ExprId, Literal, UnaryOperator};
use msl_spec::{AddressSpace, Rule, Scalar, ValueType, rules};
use shader_source::Span;

impl Checker<'_> {
    /// Returns true for a literal, a size, or operators of them, which is a value whatever its type is.
    fn is_plain_value(&self, operand: ExprId) -> bool {
        let mut rest = vec![operand];
        while let Some(operand) = rest.pop() {
            shader_source::steps::take(1);
            match self.ast[operand] {
                Expr::Literal(_) | Expr::SizeOfType(_) | Expr::SizeOf(_) | Expr::AlignOf(_) => {}
                Expr::Paren(inner) => rest.push(inner),
                Expr::Binary(operator, left, right) if operator != BinaryOperator::Comma => {
                    rest.extend([left, right]);
                }
                _ => return false,
            }
        }
        true
    }

    pub(super) fn unary(&mut self, id: ExprId, operator: UnaryOperator, operand: ExprId) -> Typed {
        if operator == UnaryOperator::AddressOf && self.is_member_of_class(operand) {
            // Its use may be reported already.
            if !self.parser_reported.member_pointer {
                let message = cxx_validator::unsupported::MEMBER_POINTER.message();
                self.error(rules::UNSUPPORTED_FEATURE, self.span(id), message);
            }
            return Typed::ERROR;
        }
        let typed = self.expression(operand);
        if self.is_plain_value(operand) {
            match operator {
                UnaryOperator::AddressOf => {
                    return self.address_of(operand, Typed { place: None, ..typed });
                }
                // The type of a size may not be known in a template, but it is a value.
                UnaryOperator::Increment | UnaryOperator::Decrement if self.types.is_error(typed.ty) => {
                    let message = "`++` and `--` expect a writable object, found a value";
                    self.error(rules::OPERATOR_INCREMENT_LVALUE, self.span(operand), message);
                    return Typed::ERROR;
                }
                UnaryOperator::Increment
                | UnaryOperator::Decrement
                | UnaryOperator::Dereference
                | UnaryOperator::Not
                | UnaryOperator::Plus
                | UnaryOperator::Negate
                | UnaryOperator::Complement => {}
            }
        }
        if self.types.is_error(typed.ty) {
            return Typed::ERROR;
        }
        let mark = super::overloaded_operator::mark(operator);
        if let Some(result) = self.overloaded(id, mark, &[operand], &[Some(typed)]) {
            return result;
        }
        match operator {
            UnaryOperator::AddressOf => self.address_of(operand, typed),
            UnaryOperator::Dereference => {
                let typed = self.builtin_operand(operand, typed);
                if self.types.is_error(typed.ty) { typed } else { self.dereference(operand, typed) }
            }
            UnaryOperator::Increment | UnaryOperator::Decrement => {
                self.increment(id, operand, typed);
                typed
            }
            UnaryOperator::Not => self.not(operand, typed),
            UnaryOperator::Plus | UnaryOperator::Negate | UnaryOperator::Complement => {
                self.sign(operator, operand, typed)
            }
        }
    }

    /// Checks `++` or `--`.
    pub(super) fn increment(&mut self, id: ExprId, operand: ExprId, typed: Typed) {
        if self.types.is_error(typed.ty) {
            return;
        }
        let changed = match self.types.get(typed.ty) {
            Type::Uniform(inner) => {
                self.check_uniform_assignment(id);
                inner
            }
            _ => typed.ty,
        };
        match self.types.get(changed) {
            // C++14 (expr.post.incr) 1
            Type::Pointer(object) if object.ty == TypeId::VOID => {
                let message = "`++` and `--` expect a pointer to objects, found a pointer to `void`";
                self.error(rules::OPERATOR_OPERANDS, self.span(operand), message);
                return;
            }
            Type::Pointer(object) if self.is_incomplete(object.ty) => {
                let message = format!("type `{}` is incomplete here", self.types.print(object.ty));
                self.error(rules::TYPE_COMPLETE, self.span(operand), message);
                return;
            }
            Type::Pointer(object) => self.check_bool_arithmetic(self.span(id), object),
            Type::Value(ValueType::Scalar(scalar) | ValueType::Vector(scalar, _)) if scalar.is_integer() => {}
            Type::Value(ValueType::Scalar(scalar) | ValueType::Vector(scalar, _)) if scalar.is_float() => {
                let message = "the specification only defines `++` and `--` for integers";
                let found =
                    Diagnostic::error(rules::OPERATOR_INCREMENT_INTEGER, self.span(id), message).warning();
                self.report(found);
            }
            Type::Atomic(_) => {
                let message = "use a function such as `atomic_fetch_add_explicit` to change an atomic object";
                self.error(rules::ATOMIC_ONLY_ATOMIC_FUNCTIONS, self.span(operand), message);
                return;
            }
            _ => {
                let message =
                    format!("`++` and `--` expect an integer, found `{}`", self.types.print(typed.ty));
                self.error(rules::OPERATOR_INCREMENT_INTEGER, self.span(operand), message);
                return;
            }
        }
        let is_const = typed.place.is_some_and(|place| place.is_const && place.space == AddressSpace::Thread);
        if typed.place.is_none() || is_const {
            let what = if is_const { "`const`" } else { "a value" };
            let message = format!("`++` and `--` expect a writable object, found {what}");
            let rule = self.rule_of_element(operand).unwrap_or(rules::OPERATOR_INCREMENT_LVALUE);
            self.error(rule, self.span(operand), message);
        } else {
            self.writable(operand, typed);
        }
    }

    /// Returns true for `S::n`, a member that is not static: its address is a pointer to a member. C++14 (expr.unary.op) 3
    fn is_member_of_class(&mut self, operand: ExprId) -> bool {
        let Expr::Name(name) = self.ast[operand] else { return false };
        let name = self.ast[name];
        if name.path.is_empty() || name.arguments.is_some() {
            return false;
        }
        let Some(Path::Structure(ty)) = self.attempt(|checker| checker.path(&name)) else { return false };
        let member = self.types.structure_number(ty).and_then(|number| self.find_member(number, name.name));
        let functions = self.functions_by_name.get(&(ty, name.name)).map_or(&[][..], Vec::as_slice);
        shader_source::steps::take(functions.len());
        member.is_some() || functions.iter().any(|id| !self.ast[*id].is_without_object)
    }

    fn is_incomplete(&mut self, ty: TypeId) -> bool {
        self.types.structure_number(ty).is_some_and(|number| !self.types.structure(number).is_complete)
    }

    fn not(&mut self, operand: ExprId, typed: Typed) -> Typed {
        match self.types.value_type(typed.ty) {
            Some(ValueType::Vector(scalar, width)) => {
                let ty = self.types.with_width(Scalar::Bool, Some(width));
                if scalar != Scalar::Bool {
                    self.not_boolean(operand, typed);
                    self.note_conversion(operand, ty);
                }
                Typed::value(ty)
            }
            _ if self.is_condition(typed) => {
                self.check_boolean(operand, typed);
                self.convert_to_condition(operand, typed);
                let value =
                    typed.value.and_then(|value| constant::unary(UnaryOperator::Not, value, Scalar::Bool));
                Typed { value, ..Typed::value(TypeId::BOOL) }
            }
            _ => match self.conversion_for_other_target(self.span(operand), typed, TypeId::BOOL, true) {
                Some(found) => {
                    self.report(found);
                    Typed::ERROR
                }
                None => self.wrong_operand(rules::OPERATOR_LOGICAL_BOOLEAN, operand, "!", typed),
            },
        }
    }

    fn sign(&mut self, operator: UnaryOperator, operand: ExprId, typed: Typed) -> Typed {
        let mark = super::overloaded_operator::mark(operator);
        let typed = self.builtin_operand(operand, typed);
        if self.types.is_error(typed.ty) {
            return typed;
        }
        let typed = self.loaded_operand(operand, typed);
        // C++14 (expr.unary.op) 7
        if operator == UnaryOperator::Plus && matches!(self.types.get(typed.ty), Type::Pointer(_)) {
            return Typed { place: None, ..typed };
        }
        match self.types.value_type(typed.ty) {
            Some(ValueType::Scalar(scalar)) => {
                if operator == UnaryOperator::Complement && scalar.is_float() {
                    return self.wrong_operand(rules::OPERATOR_BITWISE_INTEGERS_ONLY, operand, mark, typed);
                }
                let ty = self.types.scalar(promoted(scalar));
                self.note_converted(operand, typed, ty);
                let value = typed.value.and_then(|value| {
                    constant::unary(operator, value.converted(promoted(scalar)), promoted(scalar))
                });
                Typed { value, ..Typed::value(ty) }
            }
            Some(ValueType::Vector(scalar, width) | ValueType::PackedVector(scalar, width)) => {
                if operator == UnaryOperator::Complement && !scalar.is_integer() {
                    return self.wrong_operand(rules::OPERATOR_BITWISE_INTEGERS_ONLY, operand, mark, typed);
                }
                if scalar == Scalar::Bool {
                    return self.wrong_operand(rules::OPERATOR_OPERANDS, operand, mark, typed);
                }
                let ty = self.types.with_width(scalar, Some(width));
                self.note_converted(operand, typed, ty);
                Typed::value(ty)
            }
            Some(ValueType::Matrix(..)) if operator == UnaryOperator::Negate => {
                let message = "the specification does not define unary minus for matrices";
                let span = self.span(operand);
                self.report(Diagnostic::error(rules::MATRIX_OPERATOR_LISTED, span, message).warning());
                Typed::value(typed.ty)
            }
            _ => self.wrong_operand(rules::OPERATOR_OPERANDS, operand, mark, typed),
        }
    }

    fn wrong_operand(&mut self, rule: &'static Rule, operand: ExprId, mark: &str, typed: Typed) -> Typed {
        let rule = self.rule_of_operator(typed.ty, &format!("unary{mark}")).unwrap_or(rule);
        let message = format!("`{mark}` can't be applied to `{}`", self.types.print(typed.ty));
        self.error(rule, self.span(operand), message);
        Typed::ERROR
    }

    /// Warns of an operand of a logical operator that is a number.
    fn check_boolean(&mut self, operand: ExprId, typed: Typed) {
        let loaded = self.loaded(typed);
        let is_number = self.types.scalar_of(loaded.ty).is_some_and(|scalar| scalar != Scalar::Bool);
        if is_number && !self.is_truth(operand) {
            self.not_boolean(operand, loaded);
        }
    }

    /// Returns true if an expression is made of booleans by `&`, `|` and `^`, which make integers of them.
    fn is_truth(&self, id: ExprId) -> bool {
        let mut rest = id;
        loop {
            match self.ast[rest] {
                Expr::Paren(inner) => rest = inner,
                Expr::Binary(
                    BinaryOperator::BitAnd | BinaryOperator::BitOr | BinaryOperator::BitXor,
                    left,
                    right,
                ) => {
                    if !self.is_truth(right) {
                        return false;
                    }
                    rest = left;
                }
                _ => return self.known(rest).is_some_and(|typed| typed.ty == TypeId::BOOL),
            }
        }
    }

    fn not_boolean(&mut self, operand: ExprId, typed: Typed) {
        let message = format!("expected a Boolean expression, found `{}`", self.types.print(typed.ty));
        let found = Diagnostic::error(rules::OPERATOR_LOGICAL_BOOLEAN, self.span(operand), message).warning();
        self.report(found);
    }

    /// A value whose type is a class that stands for another one, as that one, and one of an enumeration as the integer that it is promoted to.
    pub(super) fn loaded(&mut self, typed: Typed) -> Typed {
        match self.types.get(typed.ty) {
            Type::Uniform(inner) => Typed { ty: inner, ..typed },
            Type::Enumeration(id, _) if !self.ast[id].is_scoped => {
                let scalar = promoted(self.types.underlying(typed.ty).unwrap_or(Scalar::Int));
                Typed { ty: self.types.scalar(scalar), ..typed }
            }
            _ => typed,
        }
    }

    /// An operand as [`Self::loaded`] has it, with a note that an enumeration is promoted.
    pub(super) fn loaded_operand(&mut self, id: ExprId, typed: Typed) -> Typed {
        let loaded = self.loaded(typed);
        if let Type::Enumeration(..) = self.types.get(typed.ty) {
            self.note_converted(id, typed, loaded.ty);
        }
        loaded
    }

    /// A value of a pixel type as one of the type that it is read as. Section 2.6
    fn pixel_value(&mut self, typed: Typed) -> Typed {
        match self.types.get(typed.ty) {
            Type::Pixel(_, value) => Typed { ty: self.types.value(value), ..typed },
            _ => typed,
        }
    }

    /// Notes that an operand converts to a type, if it has a different one.
    pub(super) fn note_converted(&mut self, operand: ExprId, typed: Typed, to: TypeId) {
        if typed.ty != to {
            self.note_conversion(operand, to);
        }
    }

    /// Checks a binary operation. Its left operand is often a binary operation, too, as in `a + b + c`: they are checked from the innermost on, so that
    /// the stack does not grow with their number.
    pub(super) fn chain(&mut self, id: ExprId) -> Typed {
        let mut chain = Vec::new();
        let mut rest = id;
        while let Expr::Binary(operator, left, right) = self.ast[rest]
            && self.known(rest).is_none()
        {
            chain.push((rest, operator, left, right));
            rest = left;
        }
        let mut typed = self.expression(rest);
        for (id, operator, left, right) in chain.into_iter().rev() {
            typed = self.binary(id, operator, (left, typed), right);
            self.note(id, typed);
        }
        typed
    }

    pub(super) fn binary(
        &mut self,
        id: ExprId,
        operator: BinaryOperator,
        (left, from): (ExprId, Typed),
        right: ExprId,
    ) -> Typed {
        let to = self.expression(right);
        if let Some(result) = self.overloaded(id, operator.name(), &[left, right], &[Some(from), Some(to)]) {
            return result;
        }
        if operator == BinaryOperator::Comma {
            // Only of two constants is it one: the left operand may have effects.
            let is_constant = from.value.is_some() || self.is_null_pointer(left);
            return Typed { value: to.value.filter(|_| is_constant), ..to };
        }
        self.operate(self.span(id), operator, (left, from), (right, to))
    }

    /// Returns true for `nullptr`, also as a pointer of a type.
    fn is_null_pointer(&self, id: ExprId) -> bool {
        let mut id = id;
        while let Expr::Paren(inner) | Expr::Cast(_, _, inner) = self.ast[id] {
            id = inner;
        }
        matches!(self.ast[id], Expr::Literal(Literal::Nullptr))
    }

    /// The type of an operation, whose operands are noted to convert.
    pub(super) fn operate(
        &mut self,
        span: Span,
        operator: BinaryOperator,
        (left, from): (ExprId, Typed),
        (right, to): (ExprId, Typed),
    ) -> Typed {
        use BinaryOperator as Op;
        if self.types.is_error(from.ty) || self.types.is_error(to.ty) {
            return Typed::ERROR;
        }
        // The operands of `&&` and `||` are conditions, which explicit functions convert, too. C++14 (expr.log.and) 1, (expr.log.or) 1
        let is_logical = matches!(operator, Op::And | Op::Or);
        let [from, to] = [(left, from), (right, to)].map(|(operand, typed)| {
            if is_logical && self.is_condition(typed) { typed } else { self.builtin_operand(operand, typed) }
        });
        if self.types.is_error(from.ty) || self.types.is_error(to.ty) {
            return Typed::ERROR;
        }
        let (mut from, mut to) = (self.loaded_operand(left, from), self.loaded_operand(right, to));
        if matches!(operator, Op::Equal | Op::NotEqual) {
            (from, to) = (self.pixel_value(from), self.pixel_value(to));
        }
        // Values of one enumeration are compared, also if it is scoped.
        if is_comparison(operator)
            && from.ty == to.ty
            && let Some(underlying) = self.types.underlying(from.ty)
        {
            from.ty = self.types.scalar(underlying);
            to.ty = from.ty;
        }
        if let Some(result) = self.pointers(operator, from, to) {
            if let (Op::Add | Op::Subtract, Some(object)) =
                (operator, self.pointed(from).or(self.pointed(to)))
            {
                self.check_bool_arithmetic(span, object);
            }
            self.convert_to_base(operator, (left, from), (right, to));
            for (operand, typed, other) in [(left, from, to), (right, to, from)] {
                if typed.is_zero && is_comparison(operator) {
                    self.note_converted(operand, typed, other.ty);
                }
            }
            return result;
        }
        if matches!(operator, Op::And | Op::Or) {
            return self.logical(span, operator, (left, from), (right, to));
        }
        if let (Type::LibraryEnumeration(one), Type::LibraryEnumeration(other)) =
            (self.types.get(from.ty), self.types.get(to.ty))
            && one == other
            && operator == BinaryOperator::BitOr
        {
            return Typed::value(from.ty);
        }
        let is_product = operator == Op::Multiply && self.simdgroup_element(from.ty).is_some();
        if is_product && from.ty == to.ty {
            return Typed::value(from.ty);
        }
        let (Some(one), Some(other)) = (self.types.value_type(from.ty), self.types.value_type(to.ty)) else {
            return self.wrong_operands(span, operator, from, to);
        };
        match operator {
            Op::ShiftLeft | Op::ShiftRight => self.shift(span, operator, (left, from), (right, to)),
            _ if matches!(one, ValueType::Matrix(..)) || matches!(other, ValueType::Matrix(..)) => {
                self.matrix(span, operator, (left, from, one), (right, to, other))
            }
            Op::Multiply
            | Op::Divide
            | Op::Remainder
            | Op::Add
            | Op::Subtract
            | Op::BitAnd
            | Op::BitXor
            | Op::BitOr
            | Op::Less
            | Op::Greater
            | Op::LessEqual
            | Op::GreaterEqual
            | Op::Equal
            | Op::NotEqual
            | Op::And
            | Op::Or
            | Op::Comma => self.arithmetic(span, operator, (left, from, one), (right, to, other)),
        }
    }

    pub(super) fn wrong_operands(
        &mut self,
        span: Span,
        operator: BinaryOperator,
        from: Typed,
        to: Typed,
    ) -> Typed {
        let (one, other) = (self.types.print(from.ty), self.types.print(to.ty));
        let is_atomic = [from.ty, to.ty].iter().any(|ty| matches!(self.types.get(*ty), Type::Atomic(_)));
        let is_pixel = [from.ty, to.ty].iter().any(|ty| matches!(self.types.get(*ty), Type::Pixel(..)));
        let of_library =
            [from.ty, to.ty].into_iter().find_map(|ty| self.rule_of_operator(ty, operator.name()));
        let rule = if let Some(rule) = of_library {
            rule
        } else if is_atomic {
            rules::ATOMIC_ONLY_ATOMIC_FUNCTIONS
        } else if is_pixel {
            rules::PIXEL_OPERATIONS
        } else {
            rules::OPERATOR_OPERANDS
        };
        let message = format!("`{}` can't be applied to `{one}` and `{other}`", operator.name());
        let found = Diagnostic::error(rule, span, message);
        let found = self.with_space_of_operator(found, operator.name(), from);
        self.report(found);
        Typed::ERROR
    }

    /// Adds that the operator of a structure is for objects in a different address space, if that may be the cause.
    pub(super) fn with_space_of_operator(&self, found: Diagnostic, mark: &str, object: Typed) -> Diagnostic {
        let space = object.place.map_or(AddressSpace::Thread, |place| place.space);
        let name = format!("operator{mark}");
        if space == AddressSpace::Thread || !self.defines(object.ty, &name) {
            return found;
        }
        let functions = self
            .names
            .find(&name)
            .map(|symbol| self.member_functions_named(object.ty, symbol))
            .unwrap_or_default();
        if functions.iter().any(|function| object_space(&self.ast[*function]) == Some(space)) {
            return found;
        }
        let (ty, space) = (self.types.print(object.ty), space.name());
        found.note(format!(
            "`{name}` of `{ty}` is not declared for objects in `{space}` memory: copy the object first, or write `{space}` after its parameters"
        ))
    }

    fn logical(
        &mut self,
        span: Span,
        operator: BinaryOperator,
        (left, from): (ExprId, Typed),
        (right, to): (ExprId, Typed),
    ) -> Typed {
        let width = |checker: &Self, typed: Typed| match checker.types.value_type(typed.ty) {
            Some(ValueType::Vector(Scalar::Bool, width)) => Some(width),
            _ => None,
        };
        match (width(self, from), width(self, to)) {
            (Some(one), Some(other)) if one == other => Typed::value(from.ty),
            (None, None) if self.is_condition(from) && self.is_condition(to) => {
                for (operand, typed) in [(left, from), (right, to)] {
                    self.check_boolean(operand, typed);
                    if self.standard_rank(typed, TypeId::BOOL).is_some() {
                        self.note_converted(operand, typed, TypeId::BOOL);
                    } else {
                        self.convert_to_condition(operand, typed);
                    }
                }
                let value = from.value.zip(to.value);
                let value =
                    value.and_then(|(one, other)| constant::binary(operator, one, other, Scalar::Bool));
                Typed { value, ..Typed::value(TypeId::BOOL) }
            }
            _ => {
                let (one, other) = (self.types.print(from.ty), self.types.print(to.ty));
                let message = format!("`{}` can't be applied to `{one}` and `{other}`", operator.name());
                self.error(rules::OPERATOR_LOGICAL_BOOLEAN, span, message);
                Typed::ERROR
            }
        }
    }

    fn shift(
        &mut self,
        span: Span,
        operator: BinaryOperator,
        (left, from): (ExprId, Typed),
        (right, to): (ExprId, Typed),
    ) -> Typed {
        let types = (self.types.value_type(from.ty), self.types.value_type(to.ty));
        let (Some(one), Some(other)) = types else { return Typed::ERROR };
        let is_integer = |ty: ValueType| ty.scalar().is_integer() || ty.scalar() == Scalar::Bool;
        if !is_integer(one) || !is_integer(other) {
            return self.wrong_integers(span, rules::OPERATOR_BITWISE_INTEGERS_ONLY, operator, from, to);
        }
        match (one, other) {
            (ValueType::Scalar(scalar), ValueType::Scalar(amount)) => {
                let (scalar, amount) = (promoted(scalar), promoted(amount));
                let (ty, amount_ty) = (self.types.scalar(scalar), self.types.scalar(amount));
                self.note_converted(left, from, ty);
                self.note_converted(right, to, amount_ty);
                let value = from.value.zip(to.value).and_then(|(value, amount)| {
                    constant::binary(operator, value.converted(scalar), amount, scalar)
                });
                Typed { value, ..Typed::value(ty) }
            }
            (ValueType::Vector(scalar, width), ValueType::Scalar(_)) => {
                let ty = self.types.with_width(scalar, Some(width));
                self.note_converted(right, to, ty);
                Typed::value(ty)
            }
            (ValueType::Vector(_, width), ValueType::Vector(_, other)) if width == other => {
                Typed::value(from.ty)
            }
            (ValueType::Scalar(_), ValueType::Vector(..)) => {
                self.wrong_integers(span, rules::OPERATOR_SHIFT_SCALAR_BY_VECTOR, operator, from, to)
            }
            _ => self.wrong_integers(span, rules::OPERATOR_ARITHMETIC_SAME_WIDTH, operator, from, to),
        }
    }

    fn wrong_integers(
        &mut self,
        span: Span,
        rule: &'static Rule,
        operator: BinaryOperator,
        from: Typed,
        to: Typed,
    ) -> Typed {
        let (one, other) = (self.types.print(from.ty), self.types.print(to.ty));
        self.error(rule, span, format!("`{}` can't be applied to `{one}` and `{other}`", operator.name()));
        Typed::ERROR
    }

    /// Arithmetic, bitwise operations and comparisons of scalars and vectors.
    fn arithmetic(
        &mut self,
        span: Span,
        operator: BinaryOperator,
        (left, from, one): (ExprId, Typed, ValueType),
        (right, to, other): (ExprId, Typed, ValueType),
    ) -> Typed {
        let common = match common(one, other) {
            Ok(common) => common,
            Err(rule) => {
                let (one, other) = (self.types.print(from.ty), self.types.print(to.ty));
                let message = format!(
                    "the operands of `{}` must have the same type, found `{one}` and `{other}`",
                    operator.name()
                );
                self.error(rule, span, message);
                return Typed::ERROR;
            }
        };
        if let Some(rule) = forbidden(operator, common) {
            return self.wrong_integers(span, rule, operator, from, to);
        }
        let ty = self.types.value(common);
        self.note_converted(left, from, ty);
        self.note_converted(right, to, ty);
        let result = if is_comparison(operator) {
            match common {
                ValueType::Vector(_, width) => self.types.with_width(Scalar::Bool, Some(width)),
                _ => TypeId::BOOL,
            }
        } else {
            ty
        };
        let value = match common {
            // What overflows has no value, wherever it is evaluated. C++14 (expr.const) 2.5
            ValueType::Scalar(scalar) => from
                .value
                .zip(to.value)
                .filter(|(one, other)| !crate::constant::is_undefined_binary(operator, *one, *other, scalar))
                .and_then(|(one, other)| {
                    constant::binary(operator, one.converted(scalar), other.converted(scalar), scalar)
                }),
            _ => None,
        };
        Typed { value, ..Typed::value(result) }
    }

    pub(super) fn conditional(
        &mut self,
        id: ExprId,
        condition: ExprId,
        accept: ExprId,
        reject: ExprId,
    ) -> Typed {
        let chosen = self.condition_of_conditional(condition);
        let one = self.expression(accept);
        let other = self.expression(reject);
        if self.types.is_error(one.ty) || self.types.is_error(other.ty) {
            return Typed::ERROR;
        }
        if one.ty == other.ty {
            let place = one.place.filter(|place| Some(*place) == other.place);
            let value = chosen.and_then(|chosen| if chosen { one.value } else { other.value });
            return Typed { place, value, ..Typed::value(one.ty) };
        }
        let Some(ty) = self.common_type(one, other) else {
            let (one, other) = (self.types.print(one.ty), self.types.print(other.ty));
            let message = format!("the values of `?:` must have the same type, found `{one}` and `{other}`");
            self.error(rules::OPERATOR_CONDITIONAL_COMMON_TYPE, self.span(id), message);
            return Typed::ERROR;
        };
        for (operand, typed) in [(accept, one), (reject, other)] {
            let is_structure = |ty| matches!(self.types.get(ty), Type::Structure(_));
            // A function converts it.
            if typed.ty != ty && (is_structure(typed.ty) || is_structure(ty)) {
                self.convert(operand, typed, ty, Purpose::Initialisation);
            } else {
                self.note_converted(operand, typed, ty);
            }
        }
        let value = chosen.and_then(|chosen| self.converted_value(if chosen { one } else { other }, ty));
        Typed { value, ..Typed::value(ty) }
    }

    /// Checks the condition of `?:`; the result is its value, if it is a constant.
    fn condition_of_conditional(&mut self, id: ExprId) -> Option<bool> {
        let typed = self.expression(id);
        if !self.convert_to_condition(id, typed) {
            let message =
                format!("the condition of `?:` must be a scalar, found `{}`", self.types.print(typed.ty));
            let found = Diagnostic::error(rules::OPERATOR_CONDITIONAL_SCALAR, self.span(id), message)
                .note("use `select` to choose component by component");
            self.report(found);
            return None;
        }
        match typed.value?.converted(Scalar::Bool) {
            constant::Value::Bool(value) => Some(value),
            constant::Value::Integer(_) | constant::Value::Float(_) => None,
        }
    }

    /// The type that both values of `?:` convert to.
    fn common_type(&mut self, one: Typed, other: Typed) -> Option<TypeId> {
        let (one, other) = (self.loaded(one), self.loaded(other));
        let (first, second) = (self.types.value_type(one.ty), self.types.value_type(other.ty));
        if let (Some(first), Some(second)) = (first, second) {
            let common = common(first, second).ok()?;
            return Some(self.types.value(common));
        }
        if self.pointed(one).is_some() || self.pointed(other).is_some() {
            return self.composite_pointer(one, other);
        }
        let mut to = |from: Typed, to: Typed| self.rank(Typed { place: None, ..from }, to.ty).is_some();
        match (to(one, other), to(other, one)) {
            (true, false) => Some(other.ty),
            (false, true) => Some(one.ty),
            (true, true) | (false, false) => None,
        }
    }
}

/// The type of an integer in arithmetic: `int` if it is smaller.
pub(super) const fn promoted(scalar: Scalar) -> Scalar {
    match scalar {
        Scalar::Bool | Scalar::Char | Scalar::Uchar | Scalar::Short | Scalar::Ushort => Scalar::Int,
        other => other,
    }
}

/// The usual arithmetic conversions.
pub(super) fn common_scalar(one: Scalar, other: Scalar) -> Scalar {
    use Scalar::{Bfloat, Double, Float, Half, Int, Long, Uint, Ulong};
    match (one, other) {
        (Double, _) | (_, Double) => Double,
        (Float, _) | (_, Float) => Float,
        (Half, _) | (_, Half) => Half,
        (Bfloat, _) | (_, Bfloat) => Bfloat,
        _ => match (promoted(one), promoted(other)) {
            (Ulong, _) | (_, Ulong) => Ulong,
            (Long, _) | (_, Long) => Long,
            (Uint, _) | (_, Uint) => Uint,
            _ => Int,
        },
    }
}

/// The type in which an operation takes place. Sections 2.15 and 3.1
pub(super) fn common(one: ValueType, other: ValueType) -> Result<ValueType, &'static Rule> {
    use Scalar as S;
    use ValueType::{Matrix, PackedVector, Scalar as One, Vector};
    let aligned = |ty: ValueType| match ty {
        PackedVector(scalar, width) => Vector(scalar, width),
        One(_) | Vector(..) | Matrix(..) => ty,
    };
    match (aligned(one), aligned(other)) {
        // Neither converts to the other. Metal 3.2, section 3.1
        (One(S::Half), One(S::Bfloat)) | (One(S::Bfloat), One(S::Half)) => {
            Err(rules::OPERATOR_ARITHMETIC_SAME_ELEMENT)
        }
        (One(one), One(other)) => Ok(One(common_scalar(one, other))),
        (One(_), vector @ Vector(..)) | (vector @ Vector(..), One(_)) => Ok(vector),
        (Vector(one, width), Vector(other, height)) => match (one == other, width == height) {
            (true, true) => Ok(Vector(one, width)),
            (_, false) => Err(rules::OPERATOR_ARITHMETIC_SAME_WIDTH),
            (false, true) => Err(rules::OPERATOR_ARITHMETIC_SAME_ELEMENT),
        },
        (one, other) if one == other => Ok(one),
        _ => Err(rules::OPERATOR_ARITHMETIC_SAME_WIDTH),
    }
}

/// Returns true if an operator compares.
pub(super) const fn is_comparison(operator: BinaryOperator) -> bool {
    matches!(
        operator,
        BinaryOperator::Less
            | BinaryOperator::Greater
            | BinaryOperator::LessEqual
            | BinaryOperator::GreaterEqual
            | BinaryOperator::Equal
            | BinaryOperator::NotEqual
    )
}

/// The rule that keeps an operation from values of a type.
fn forbidden(operator: BinaryOperator, ty: ValueType) -> Option<&'static Rule> {
    let scalar = ty.scalar();
    match operator {
        BinaryOperator::Remainder if scalar.is_float() => Some(rules::OPERATOR_REMAINDER_INTEGERS_ONLY),
        BinaryOperator::BitAnd | BinaryOperator::BitXor | BinaryOperator::BitOr if scalar.is_float() => {
            Some(rules::OPERATOR_BITWISE_INTEGERS_ONLY)
        }
        BinaryOperator::Multiply
        | BinaryOperator::Divide
        | BinaryOperator::Remainder
        | BinaryOperator::Add
        | BinaryOperator::Subtract
        | BinaryOperator::Less
        | BinaryOperator::Greater
        | BinaryOperator::LessEqual
        | BinaryOperator::GreaterEqual
            if scalar == Scalar::Bool && matches!(ty, ValueType::Vector(..)) =>
        {
            Some(rules::OPERATOR_OPERANDS)
        }
        _ => None,
    }
}
