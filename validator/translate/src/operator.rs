//! Operators between two operands. Section 3.1

use super::convert::wrapped;
use super::place::unsigned;
use super::translator::{Outcome, Translator};
use super::types::{Base, is_narrow, shaped, with_scalar};
use super::value::{Text, Value};
use msl_spec::{Anchor, Scalar, ValueType};
use msl_validator::ast::{BinaryOperator, Expr, ExprId};
use msl_validator::types::{Object, Type, TypeId};

/// Whether the result of an operator is a truth value.
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

/// Whether WGSL has an operator for a scalar and a vector.
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
    pub(crate) fn binary(&mut self, operator: BinaryOperator, left: ExprId, right: ExprId) -> Outcome<Value> {
        if operator == BinaryOperator::Comma {
            self.effect(left)?;
            return self.value(right);
        }
        let types = [self.used_type(left), self.used_type(right)];
        if let Some(result) = self.pointers(operator, (left, types[0]), (right, types[1]))? {
            return Ok(result);
        }
        let is_scalar = |it: &Self, ty| matches!(it.value_type(ty), Some(ValueType::Scalar(_)));
        if matches!(operator, BinaryOperator::And | BinaryOperator::Or) && is_scalar(self, types[0]) {
            return self.short_circuit(operator, left, right).map(Value::Text);
        }
        self.refuse_zero(operator, right)?;
        let one = self.used_text(left)?;
        let other = self.used_text(right)?;
        self.operate(operator, (types[0], &one), (types[1], &other)).map(Value::Text)
    }

    /// Integers that are divided by the constant zero have no result, and are an error in WGSL.
    pub(crate) fn refuse_zero(&self, operator: BinaryOperator, right: ExprId) -> Outcome<()> {
        let is_division = matches!(operator, BinaryOperator::Divide | BinaryOperator::Remainder);
        let is_integer = self.value_type(self.used_type(right)).is_some_and(|it| it.scalar().is_integer());
        let is_zero = self.constant_value(right).is_some_and(|it| !super::literal::is_true(it));
        if is_division && is_integer && is_zero {
            return self.none(
                Anchor::SECTION_3_1,
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
                .none(Anchor::SECTION_3_1, format!("`{}` of operands of these types", operator.name()));
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
        // Truth values are compared, and combined by `&` and `|`.
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
            return self.none(Anchor::SECTION_3_2, format!("`{}` of matrices", operator.name()));
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
    fn short_circuit(&mut self, operator: BinaryOperator, left: ExprId, right: ExprId) -> Outcome<Text> {
        let left = self.condition(left)?;
        let count = self.writer.lines.len();
        let depth = self.writer.depth;
        let right = self.condition(right)?;
        let lines = self.writer.split_off(count);
        if lines.is_empty() {
            let code = format!("{} {} {}", left.tight(), operator.name(), right.tight());
            return Ok(Text::operator(code).with_effects_of(&[&left, &right]));
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
                Anchor::SECTION_2_12,
                "a pointer that is compared with null: WGSL pointers are never null",
            );
        }
        let one = self.pointer(left)?;
        let other = self.pointer(right)?;
        let (true, Some(one), Some(other)) = (one.is_beside(&other), one.last_index(), other.last_index())
        else {
            return self.none(Anchor::SECTION_4, "pointers into several variables, compared or subtracted");
        };
        let (one, other) = (Text::of_code(one), Text::of_code(other));
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
            return self.none(Anchor::SECTION_3_1, "this operator");
        };
        if self.module.instances.get(instance).is_none_or(|it| it.this.is_none()) {
            return self.call_function(instance, &operands, None);
        }
        let (place, ty) = self.place_or_value(*first)?;
        self.call_function(instance, rest, Some((place, ty)))
    }

    fn operands_of(&self, id: ExprId) -> Vec<ExprId> {
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

    /// Whether an operator keeps values of a type in its range, and WGSL has its assignment.
    pub(crate) fn has_assignment(operator: BinaryOperator, ty: ValueType) -> bool {
        let is_arithmetic = mixes(operator)
            || matches!(operator, BinaryOperator::BitAnd | BinaryOperator::BitOr | BinaryOperator::BitXor);
        let is_number = Base::of(ty.scalar()).is_some_and(|base| base != Base::Bool);
        is_arithmetic && is_number && !is_narrow(ty.scalar())
    }
}
