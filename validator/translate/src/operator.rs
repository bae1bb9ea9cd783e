//! Operators between two operands. Section 3.1

use super::convert::wrapped;
use super::translator::{Outcome, Translator};
use super::types::{Base, is_narrow, shaped, with_scalar};
use super::value::{Text, Value};
use super::wide::is_wide_scalar;
use cxx_validator::ast::BinaryOperator;
use msl_spec::{Scalar, ValueType, sections};
use msl_validator::typed::{Expr, ExprId};
use msl_validator::types::{Type, TypeId};

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

const fn is_shift(operator: BinaryOperator) -> bool {
    matches!(operator, BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight)
}

impl Translator<'_> {
    /// A binary operation. Its left operand is often another one, as in `a + b + c`: they are translated from the innermost on, so that the
    /// stack does not grow with their number.
    pub(crate) fn chain(&mut self, id: ExprId) -> Outcome<Text> {
        let outer = self.writer.span;
        let (mut links, mut rest) = (Vec::new(), id);
        while let Some(left) = self.left_operand(rest) {
            links.push(rest);
            rest = left;
        }
        let mut text = self.text_of_value(rest)?;
        let mut ty = self.ty(rest);
        for link in links.into_iter().rev() {
            self.writer.span = self.tree().expr_span(link);
            if let Expr::Convert(_) = self.tree()[link] {
                let value = self.convert(Value::Text(text), ty, self.ty(link))?;
                text = self.text(value)?;
            } else {
                text = self.shallow(text)?;
                text = self.operation(link, (ty, &text))?;
            }
            ty = self.ty(link);
        }
        self.writer.span = outer;
        Ok(text)
    }

    /// The operand of an operation or of a conversion of one that is evaluated first.
    fn left_operand(&self, id: ExprId) -> Option<ExprId> {
        let expr = self.tree()[id];
        if self.compared_words(id).is_some() {
            return None;
        }
        if let Expr::Binary(_, left, _) | Expr::Logical { left, .. } = expr {
            return Some(left);
        }
        let Expr::Convert(inner) = expr else { return None };
        let is_number = |id: ExprId| self.value_type(self.ty(id)).is_some() && !self.is_wide(self.ty(id));
        let is_operation = matches!(self.tree()[inner], Expr::Binary(..) | Expr::Logical { .. });
        (is_operation && is_number(inner) && is_number(id)).then_some(inner)
    }

    fn operation(&mut self, id: ExprId, (ty, left): (TypeId, &Text)) -> Outcome<Text> {
        let expr = self.tree()[id];
        if let Expr::Logical { is_and, left: first, right } = expr {
            match self.decided(first) {
                Some(holds) if holds == is_and => return self.condition(right),
                Some(holds) => return Ok(Text::primary(holds.to_string())),
                None => {}
            }
            let left = self.condition_of(ty, left)?;
            return self.short_circuit(is_and, &left, right);
        }
        let Expr::Binary(operator, first, right) = expr else { return Ok(left.clone()) };
        self.refuse_zero(operator, right)?;
        let (other, right_ty) = self.right_operand(operator, right)?;
        let other = self.divisor(operator, other, (right, right_ty))?;
        let left = self.executed(operator, (left, first), (&other, right))?;
        self.operate(operator, (ty, &left), (right_ty, &other))
    }

    /// The right operand with its type. Of the amount of a shift, only the low bits matter.
    pub(crate) fn right_operand(
        &mut self,
        operator: BinaryOperator,
        right: ExprId,
    ) -> Outcome<(Text, TypeId)> {
        if is_shift(operator) {
            if let (Some(value), Some(ValueType::Scalar(_))) =
                (self.unnamed_constant(right), self.value_type(self.ty(right)))
            {
                return Ok((self.literal(value, Scalar::Uint)?, TypeId::UINT));
            }
            if let Some(amount) = self.low_word(right)? {
                return Ok((amount, TypeId::UINT));
            }
        }
        Ok((self.text_of_value(right)?, self.ty(right)))
    }

    /// Integers that are divided by the constant zero have no result, and are an error in WGSL.
    pub(crate) fn refuse_zero(&self, operator: BinaryOperator, right: ExprId) -> Outcome<()> {
        let is_division = matches!(operator, BinaryOperator::Divide | BinaryOperator::Remainder);
        let is_integer = self.value_type(self.ty(right)).is_some_and(|it| it.scalar().is_integer());
        let is_zero = self.constant_value(right).is_some_and(|it| !super::literal::is_true(it));
        if is_division && is_integer && is_zero {
            return self.none(
                sections::SECTION_3_1,
                "an integer division by zero: it has no defined result, and WGSL rejects it",
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
        if is_wide_scalar(one) || is_wide_scalar(other) && !is_shift(operator) {
            let scalar = if is_wide_scalar(one) { one.scalar() } else { other.scalar() };
            let wide = ValueType::Scalar(scalar);
            let left = self.convert_value(left, one, wide)?;
            // The functions take the amount of a shift modulo the number of bits.
            let amount = ValueType::Scalar(Scalar::Uint);
            let right = self.convert_value(right, other, if is_shift(operator) { amount } else { wide })?;
            return self.operate_64(operator, (scalar, &left), &right);
        }
        let is_matrix = |ty: ValueType| matches!(ty, ValueType::Matrix(..));
        if is_matrix(one) || is_matrix(other) {
            return self.operate_on_matrices(operator, (one, left), (other, right));
        }
        let is_shift = is_shift(operator);
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
    fn short_circuit(&mut self, is_and: bool, left: &Text, right: ExprId) -> Outcome<Text> {
        let count = self.writer.lines.len();
        let depth = self.writer.depth;
        let right = self.condition(right)?;
        let lines = self.writer.split_off(count);
        if lines.is_empty() {
            let name = if is_and { "&&" } else { "||" };
            let code = format!("{} {name} {}", left.tight(), right.tight());
            return Ok(Text::operator(code).with_effects_of(&[left, &right]));
        }
        let name = self.names.local("holds");
        self.writer.line(format!("var {name} = {};", left.code));
        let not = if is_and { "" } else { "!" };
        self.writer.open(format!("if ({not}{name}) {{"));
        self.writer.append(lines, depth);
        self.writer.line(format!("{name} = {};", right.code));
        self.writer.close("}");
        Ok(Text::primary(name))
    }

    /// Pointers into one array are compared by their indices.
    pub(crate) fn compare_pointers(
        &mut self,
        operator: BinaryOperator,
        left: ExprId,
        right: ExprId,
    ) -> Outcome<Text> {
        if self.is_null(left) || self.is_null(right) {
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
            return Ok(Text::primary(format!("i32({})", text.code)));
        }
        Ok(text)
    }

    /// Returns true for a pointer that is null wherever it is evaluated.
    fn is_null(&self, id: ExprId) -> bool {
        let mut id = id;
        while let Expr::Convert(inner) = self.tree()[id] {
            id = inner;
        }
        matches!(self.tree()[id], Expr::Zero | Expr::Constant(_)) || self.kind(self.ty(id)) == Type::Null
    }

    /// Returns true if an operator keeps values of a type in its range, and WGSL has its assignment.
    pub(crate) fn has_assignment(operator: BinaryOperator, ty: ValueType) -> bool {
        let is_arithmetic = mixes(operator)
            || matches!(operator, BinaryOperator::BitAnd | BinaryOperator::BitOr | BinaryOperator::BitXor);
        let is_number = Base::of(ty.scalar()).is_some_and(|base| base != Base::Bool);
        is_arithmetic && is_number && !is_narrow(ty.scalar())
    }
}
