//! Operators between two operands. Section 3.1

use super::convert::wrapped;
use super::place::unsigned;
use super::translator::{Outcome, Translator};
use super::types::{Base, is_narrow, shaped, with_scalar};
use super::value::{Text, Value};
use msl_spec::{Scalar, ValueType, sections};
use msl_validator::ast::{BinaryOperator, Expr, ExprId};
use msl_validator::types::{Object, Type, TypeId};

/// The number of operations in one expression of WGSL, if a chain has more: Tint refuses expressions with more than 512 levels.
const MOST_OPERATIONS: usize = 256;

/// Returns true if the result of an operator is a boolean.
pub(crate) const fn compares(operator: BinaryOperator) -> bool {
    matches!(
        operator,
        BinaryOperator::Less
            | BinaryOperator::Greater
            | BinaryOperator::LessEqual
            | BinaryOperator::GreaterEqual
            | BinaryOperator::Equal
            | BinaryOperator::NotEqual
            | BinaryOperator::And
            | BinaryOperator::Or
    )
}

/// Returns true if WGSL has an operator for a scalar and a vector.
pub(crate) const fn mixes(operator: BinaryOperator) -> bool {
    matches!(
        operator,
        BinaryOperator::Multiply
            | BinaryOperator::Divide
            | BinaryOperator::Remainder
            | BinaryOperator::Add
            | BinaryOperator::Subtract
    )
}

impl Translator<'_> {
    /// A binary operation. Its left operand is often another one, as in `a + b + c`: they are translated from the innermost on, so that the
    /// stack does not grow with their number.
    pub(crate) fn binary(&mut self, operator: BinaryOperator, left: ExprId, right: ExprId) -> Outcome<Value> {
        if operator == BinaryOperator::Comma {
            self.effect(left)?;
            return self.value(right);
        }
        let types = [self.used_type(left), self.used_type(right)];
        if let Some(result) = self.pointers(operator, (left, types[0]), (right, types[1]))? {
            return Ok(result);
        }
        let outer = self.writer.span;
        self.refuse_zero(operator, right)?;
        let mut chain = vec![(operator, left, right, outer)];
        let mut rest = left;
        while let Some((operator, left, right)) = self.operation(rest) {
            self.writer.span = self.ast().expr_span(rest);
            self.refuse_zero(operator, right)?;
            chain.push((operator, left, right, self.writer.span));
            rest = left;
        }
        let mut text = self.used_text(rest)?;
        for (index, (operator, left, right, span)) in chain.into_iter().rev().enumerate() {
            self.writer.span = span;
            if index > 0 {
                text = self.converted_operand(left, text)?;
                text = self.shortened(index, text)?;
            }
            text = self.operation_text(operator, (left, text), right)?;
        }
        self.writer.span = outer;
        Ok(Value::Text(text))
    }

    /// The operation that a left operand is, if it is translated as one of numbers.
    fn operation(&self, id: ExprId) -> Option<(BinaryOperator, ExprId, ExprId)> {
        let Expr::Binary(operator, left, right) = self.ast()[id] else { return None };
        let is_value = |id: ExprId| {
            self.pointee(self.used_type(id)).is_none() && self.value_type(self.used_type(id)).is_some()
        };
        let is_operation = operator != BinaryOperator::Comma
            && self.constant_value(id).is_none()
            && self.overloaded(id).is_none()
            && is_value(left)
            && is_value(right);
        is_operation.then_some((operator, left, right))
    }

    /// A left operand that was translated, after its conversion.
    fn converted_operand(&mut self, id: ExprId, text: Text) -> Outcome<Text> {
        let meaning = self.meaning(id);
        let Some(to) = meaning.converted else { return Ok(text) };
        if let Some(number) = meaning.conversion {
            let body = self.frame()?.body;
            let value = self.converted_by(body.callees.get(number as usize), &text, (meaning.ty, to))?;
            return self.text(value);
        }
        let value = self.convert(Value::Text(text), meaning.ty, to)?;
        self.text(value)
    }

    /// The operations so far, with a name now and then: implementations of WGSL refuse expressions that are nested too deeply, and writing
    /// the first operand again for each operation would take quadratic time.
    fn shortened(&mut self, count: usize, text: Text) -> Outcome<Text> {
        if !count.is_multiple_of(MOST_OPERATIONS) {
            return Ok(text);
        }
        if self.frames.last().is_some_and(|frame| frame.objects.is_some()) {
            return Ok(self.stable(&text, "value"));
        }
        let message =
            format!("more than {MOST_OPERATIONS} operations outside of functions: split the initializer");
        self.none(sections::SECTION_4_2, message)
    }

    fn operation_text(
        &mut self,
        operator: BinaryOperator,
        (left, text): (ExprId, Text),
        right: ExprId,
    ) -> Outcome<Text> {
        let types = [self.used_type(left), self.used_type(right)];
        let is_scalar = matches!(self.value_type(types[0]), Some(ValueType::Scalar(_)));
        if matches!(operator, BinaryOperator::And | BinaryOperator::Or) && is_scalar {
            let left = self.condition_of(left, &text)?;
            return self.short_circuit(operator, &left, right);
        }
        let other = self.used_text(right)?;
        self.operate(operator, (types[0], &text), (types[1], &other))
    }

    /// Integers that are divided by the constant zero have no result, and are an error in WGSL.
    pub(crate) fn refuse_zero(&self, operator: BinaryOperator, right: ExprId) -> Outcome<()> {
        let is_division = matches!(operator, BinaryOperator::Divide | BinaryOperator::Remainder);
        let is_integer = self.value_type(self.used_type(right)).is_some_and(|it| it.scalar().is_integer());
        let is_zero = self.constant_value(right).is_some_and(|it| !super::literal::is_true(it));
        if is_division && is_integer && is_zero {
            return self.none(
                sections::SECTION_3_1,
                "an integer division by zero: undefined in Metal, and rejected by WGSL",
            );
        }
        Ok(())
    }

    /// The operation on two operands.
    pub(crate) fn operate(
        &mut self,
        operator: BinaryOperator,
        (left_ty, left): (TypeId, &Text),
        (right_ty, right): (TypeId, &Text),
    ) -> Outcome<Text> {
        let (Some(one), Some(other)) = (self.value_type(left_ty), self.value_type(right_ty)) else {
            return self
                .none(sections::SECTION_3_1, format!("`{}` of operands of these types", operator.name()));
        };
        let is_matrix = |ty: ValueType| matches!(ty, ValueType::Matrix(..));
        if is_matrix(one) || is_matrix(other) {
            return self.operate_on_matrices(operator, (one, left), (other, right));
        }
        let is_shift = matches!(operator, BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight);
        let wide = if matches!(one, ValueType::Scalar(_)) { other } else { one };
        let right = if is_shift { self.amount(right, other, one, wide)? } else { right.clone() };
        let mut left = left.clone();
        let mut right = right;
        let is_mixed = matches!(one, ValueType::Scalar(_)) != matches!(other, ValueType::Scalar(_));
        if is_mixed && !mixes(operator) {
            let spread = |it: &mut Self, text: &Text, ty: ValueType| {
                it.convert_value(text, ty, with_scalar(wide, ty.scalar()))
            };
            if matches!(one, ValueType::Scalar(_)) {
                left = spread(self, &left, one)?;
            } else if !is_shift {
                right = spread(self, &right, other)?;
            }
        }
        // Booleans are compared, and combined by `&` and `|`.
        let name = if operator == BinaryOperator::And {
            "&"
        } else if operator == BinaryOperator::Or {
            "|"
        } else if operator == BinaryOperator::BitXor && one.scalar() == Scalar::Bool {
            "!="
        } else {
            operator.name()
        };
        let text = Text::operator(format!("{} {name} {}", left.tight(), right.tight()))
            .with_effects_of(&[&left, &right]);
        if compares(operator) {
            return Ok(text);
        }
        self.base(one.scalar())?;
        Ok(wrapped(&text, with_scalar(wide, one.scalar())))
    }

    fn operate_on_matrices(
        &mut self,
        operator: BinaryOperator,
        (one, left): (ValueType, &Text),
        (other, right): (ValueType, &Text),
    ) -> Outcome<Text> {
        let is_both = matches!((one, other), (ValueType::Matrix(..), ValueType::Matrix(..)));
        let exists = operator == BinaryOperator::Multiply
            || (is_both && matches!(operator, BinaryOperator::Add | BinaryOperator::Subtract));
        if !exists {
            return self.none(sections::SECTION_3_2, format!("`{}` of matrices", operator.name()));
        }
        self.base(one.scalar())?;
        let code = format!("{} {} {}", left.tight(), operator.name(), right.tight());
        Ok(Text::operator(code).with_effects_of(&[left, right]))
    }

    /// The amount of a shift: it is taken modulo the number of bits. Section 3.1
    fn amount(&mut self, text: &Text, from: ValueType, shifted: ValueType, wide: ValueType) -> Outcome<Text> {
        let mask = shifted.scalar().bits().saturating_sub(1);
        let number = text.code.strip_suffix(['u', 'i']).and_then(|digits| digits.parse::<u64>().ok());
        let masked = if let Some(number) = number {
            Text::primary(format!("{}u", number & u64::from(mask)))
        } else {
            let amount = self.convert_value(text, from, with_scalar(from, Scalar::Uint))?;
            let name = if matches!(from, ValueType::Scalar(_)) {
                format!("{mask}u")
            } else {
                format!("{}({mask}u)", shaped(from, "u32"))
            };
            Text::operator(format!("{} & {name}", amount.tight())).with_effects_of(&[text])
        };
        match (from, wide) {
            (ValueType::Scalar(_), ValueType::Vector(..)) => {
                self.convert_value(&masked, ValueType::Scalar(Scalar::Uint), with_scalar(wide, Scalar::Uint))
            }
            _ => Ok(masked),
        }
    }

    /// `&&` and `||`: the right side is evaluated only where it decides.
    fn short_circuit(&mut self, operator: BinaryOperator, left: &Text, right: ExprId) -> Outcome<Text> {
        let count = self.writer.lines.len();
        let depth = self.writer.depth;
        let right = self.condition(right)?;
        let lines = self.writer.split_off(count);
        if lines.is_empty() {
            let code = format!("{} {} {}", left.tight(), operator.name(), right.tight());
            return Ok(Text::operator(code).with_effects_of(&[left, &right]));
        }
        let name = self.names.local("holds");
        self.writer.line(format!("var {name} = {};", left.code));
        let not = if operator == BinaryOperator::And { "" } else { "!" };
        self.writer.open(format!("if ({not}{name}) {{"));
        self.writer.append(lines, depth);
        self.writer.line(format!("{name} = {};", right.code));
        self.writer.close("}");
        Ok(Text::primary(name))
    }

    /// The object that a pointer leads to, also that of an array.
    fn pointee(&self, ty: TypeId) -> Option<TypeId> {
        if let Type::Pointer(Object { ty, .. }) | Type::Array(ty, _) = self.kind(ty) {
            Some(ty)
        } else {
            None
        }
    }

    /// Sums, differences and comparisons of pointers.
    fn pointers(
        &mut self,
        operator: BinaryOperator,
        (left, left_ty): (ExprId, TypeId),
        (right, right_ty): (ExprId, TypeId),
    ) -> Outcome<Option<Value>> {
        let (pointer, index) = match (self.pointee(left_ty), self.pointee(right_ty), operator) {
            (Some(_), None, BinaryOperator::Add | BinaryOperator::Subtract) => (left, right),
            (None, Some(_), BinaryOperator::Add) => (right, left),
            (None, None, _) => return Ok(None),
            _ => return self.compare_pointers(operator, left, right).map(Some),
        };
        let place = self.pointer(pointer)?;
        let (code, is_unsigned) = self.index(index)?;
        let code = unsigned(&code, is_unsigned);
        let by = Text::of_code(code);
        Ok(Some(Value::Pointer(self.moved(&place, &by, operator == BinaryOperator::Subtract)?)))
    }

    /// Pointers into one array are compared by their indices.
    fn compare_pointers(&mut self, operator: BinaryOperator, left: ExprId, right: ExprId) -> Outcome<Value> {
        let is_null = |it: &Self, id| {
            matches!(it.kind(it.used_type(id)), Type::Null) || matches!(it.ast()[id], Expr::Literal(_))
        };
        if is_null(self, left) || is_null(self, right) {
            return self.none(
                sections::SECTION_2_12,
                "a pointer that is compared with null: WGSL pointers are never null",
            );
        }
        let one = self.pointer(left)?;
        let other = self.pointer(right)?;
        let (true, Some(one_index), Some(other_index)) =
            (one.is_beside(&other), one.last_index(), other.last_index())
        else {
            self.want_array(&one);
            self.want_array(&other);
            return self.none(sections::SECTION_4, "pointers into several variables, compared or subtracted");
        };
        let (one, other) = (Text::of_code(one_index), Text::of_code(other_index));
        let text = Text::operator(format!("{} {} {}", one.tight(), operator.name(), other.tight()));
        if operator == BinaryOperator::Subtract {
            // The difference is an integer with a sign.
            return Ok(Value::Text(Text::primary(format!("i32({})", text.code))));
        }
        Ok(Value::Text(text))
    }

    /// The function of the program that an operator calls.
    pub(crate) fn overloaded(&self, id: ExprId) -> Option<usize> {
        self.module.overloaded(self.frames.last()?.body, id)
    }

    /// An operator that a function of the program defines: its operands are the arguments.
    pub(crate) fn call_operator(&mut self, id: ExprId, instance: usize) -> Outcome<Value> {
        let operands = self.operands_of(id);
        let Some((first, rest)) = operands.split_first() else {
            return self.none(sections::SECTION_3_1, "this operator");
        };
        if self.module.instances.get(instance).is_none_or(|it| it.this.is_none()) {
            return self.call_function(instance, &operands, None);
        }
        let object = self.object(*first)?;
        self.call_function(instance, rest, Some(object))
    }

    pub(crate) fn operands_of(&self, id: ExprId) -> Vec<ExprId> {
        if let Expr::Unary(_, operand) | Expr::Postfix(_, operand) = self.ast()[id] {
            return vec![operand];
        }
        if let Expr::Binary(_, left, right) | Expr::Assign(_, left, right) | Expr::Index(left, right) =
            self.ast()[id]
        {
            return vec![left, right];
        }
        Vec::new()
    }

    /// Returns true if an operator keeps values of a type in its range, and WGSL has its assignment.
    pub(crate) fn has_assignment(operator: BinaryOperator, ty: ValueType) -> bool {
        let is_arithmetic = mixes(operator)
            || matches!(operator, BinaryOperator::BitAnd | BinaryOperator::BitOr | BinaryOperator::BitXor);
        let is_number = Base::of(ty.scalar()).is_some_and(|base| base != Base::Bool);
        is_arithmetic && is_number && !is_narrow(ty.scalar())
    }
}
