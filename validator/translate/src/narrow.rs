//! Integers of 64 bits for which one word is enough: the type of `sizeof` makes indices and counts wide that have small values. Section 2.1
//!
//! Words that have the value are found by looking at an expression alone; words with the low bits are used where the upper bits are dropped.

use super::operator::compares;
use super::translator::{Outcome, Translator};
use super::value::{Binding, Text};
use cxx_validator::ast::BinaryOperator;
use msl_spec::{Scalar, ValueType};
use msl_validator::typed::{Expr, ExprId, Place, UnaryOperator};
use msl_validator::types::TypeId;

/// How deep an expression is looked at: each operation around it looks at it again, so that without a limit a chain of `n` operations takes `n * n`
/// steps. Sizes, counts and conditions on constants of real programs have fewer levels.
pub(crate) const MOST_LEVELS: u32 = 8;

/// Returns true if an operation on low bits gives the low bits of its result.
const fn keeps_low_bits(operator: BinaryOperator) -> bool {
    matches!(
        operator,
        BinaryOperator::Add
            | BinaryOperator::Subtract
            | BinaryOperator::Multiply
            | BinaryOperator::BitAnd
            | BinaryOperator::BitOr
            | BinaryOperator::BitXor
    )
}

/// Returns true if an operation on words without a sign has a result of one word.
const fn stays_in_word(operator: BinaryOperator) -> bool {
    matches!(
        operator,
        BinaryOperator::Divide
            | BinaryOperator::Remainder
            | BinaryOperator::BitAnd
            | BinaryOperator::BitOr
            | BinaryOperator::BitXor
    )
}

impl Translator<'_> {
    /// The scalar of at most 32 bits whose value an integer of 64 bits has.
    fn narrow_scalar(&self, id: ExprId, levels: u32) -> Option<Scalar> {
        let expr = self.tree()[id];
        if !self.is_wide(self.ty(id)) {
            // A number with a fraction would keep it.
            let Some(ValueType::Scalar(scalar)) = self.value_type(self.ty(id)) else { return None };
            return (!scalar.is_float()).then_some(scalar);
        }
        if let Some(value) = self.constant_value(id) {
            return u32::try_from(super::literal::integer(value)).is_ok().then_some(Scalar::Uint);
        }
        let levels = levels.checked_sub(1)?;
        if let Expr::Load(place) | Expr::ConstantName(place, _) = expr
            && let Place::Local(local) = self.tree()[place]
        {
            return match self.frames.last()?.locals.get(&local) {
                Some(Binding::Widened { ty: ValueType::Scalar(scalar), .. }) => Some(*scalar),
                _ => None,
            };
        }
        if let Expr::Convert(inner) = expr {
            return self.narrow_scalar(inner, levels);
        }
        if let Expr::Construct(list) = expr
            && let [inner] = self.tree()[list]
        {
            return self.narrow_scalar(inner, levels);
        }
        if let Expr::PointerDifference(..) = expr {
            return Some(Scalar::Int);
        }
        if let Expr::Binary(operator, left, right) = expr
            && stays_in_word(operator)
            && self.refuse_zero(operator, right).is_ok()
        {
            let is_word = |id| self.narrow_scalar(id, levels).is_some_and(|it| !it.is_signed_integer());
            return (is_word(left) && is_word(right)).then_some(Scalar::Uint);
        }
        None
    }

    /// An integer of 64 bits that has the value of one of 32 bits: that one, with its type.
    pub(crate) fn widened(&mut self, id: ExprId) -> Outcome<Option<(Text, ValueType)>> {
        if !self.is_wide(self.ty(id)) {
            return Ok(None);
        }
        let Some(scalar) = self.narrow_scalar(id, MOST_LEVELS) else { return Ok(None) };
        Ok(Some((self.narrow_value(id)?, ValueType::Scalar(scalar))))
    }

    /// The value of an integer that has a [narrow scalar](Self::narrow_scalar).
    fn narrow_value(&mut self, id: ExprId) -> Outcome<Text> {
        if !self.is_wide(self.ty(id)) {
            return self.text_of_value(id);
        }
        if let Some(value) = self.constant_value(id)
            && u32::try_from(super::literal::integer(value)).is_ok()
        {
            return self.literal(value, Scalar::Uint);
        }
        let expr = self.tree()[id];
        if let Expr::Convert(inner) = expr {
            return self.narrow_value(inner);
        }
        if let Expr::Construct(list) = expr
            && let [inner] = self.tree()[list]
        {
            return self.narrow_value(inner);
        }
        if let Expr::PointerDifference(left, right) = expr {
            return self.compare_pointers(BinaryOperator::Subtract, left, right);
        }
        if let Expr::Binary(operator, left, right) = expr {
            let (one, other) = (self.word_of_narrow(left)?, self.word_of_narrow(right)?);
            let other = self.divisor(operator, other, (right, TypeId::UINT))?;
            return self.operate(operator, (TypeId::UINT, &one), (TypeId::UINT, &other));
        }
        self.narrow_local(id)
    }

    /// A variable that is [`Binding::Widened`].
    fn narrow_local(&mut self, id: ExprId) -> Outcome<Text> {
        if let Expr::Load(place) | Expr::ConstantName(place, _) = self.tree()[id]
            && let Place::Local(local) = self.tree()[place]
            && let Some(Binding::Widened { text, .. }) = self.frame()?.locals.get(&local)
        {
            return Ok(text.clone());
        }
        self.text_of_value(id)
    }

    /// The value of an integer without a sign that has a narrow scalar, as a `u32`.
    fn word_of_narrow(&mut self, id: ExprId) -> Outcome<Text> {
        let scalar = self.narrow_scalar(id, MOST_LEVELS).unwrap_or(Scalar::Uint);
        let text = self.narrow_value(id)?;
        self.convert_value(&text, ValueType::Scalar(scalar), ValueType::Scalar(Scalar::Uint))
    }

    /// A comparison of two integers of 64 bits that have values of 32 bits. Negative ones are large in `ulong`, and remain so among the words.
    pub(crate) fn narrow_comparison(&mut self, id: ExprId) -> Outcome<Option<Text>> {
        let Some((operator, left, right, scalar)) = self.compared_words(id) else { return Ok(None) };
        let mut words = Vec::with_capacity(2);
        for operand in [left, right] {
            let from = self.narrow_scalar(operand, MOST_LEVELS).unwrap_or(scalar);
            let text = self.narrow_value(operand)?;
            words.push(self.convert_value(&text, ValueType::Scalar(from), ValueType::Scalar(scalar))?);
        }
        let ty = if scalar == Scalar::Int { TypeId::INT } else { TypeId::UINT };
        self.operate(operator, (ty, &words[0]), (ty, &words[1])).map(Some)
    }

    /// The operator and the operands of such a comparison, and the type in which it can be done.
    pub(crate) fn compared_words(&self, id: ExprId) -> Option<(BinaryOperator, ExprId, ExprId, Scalar)> {
        let Expr::Binary(operator, left, right) = self.tree()[id] else { return None };
        if !compares(operator) || !self.is_wide(self.ty(left)) || !self.is_wide(self.ty(right)) {
            return None;
        }
        let (one, other) = (self.narrow_scalar(left, MOST_LEVELS)?, self.narrow_scalar(right, MOST_LEVELS)?);
        // Whether the value is one of `int`, too.
        let fits_int = |id, scalar: Scalar| match self.constant_value(id) {
            Some(value) => i32::try_from(super::literal::integer(value)).is_ok(),
            None => scalar != Scalar::Uint,
        };
        if !one.is_signed_integer() && !other.is_signed_integer() {
            return Some((operator, left, right, Scalar::Uint));
        }
        let is_signed = self.value_type(self.ty(left)).is_some_and(|it| it.scalar() == Scalar::Long);
        let scalar = if is_signed { Scalar::Int } else { Scalar::Uint };
        (fits_int(left, one) && fits_int(right, other)).then_some((operator, left, right, scalar))
    }

    /// The low bits of an integer of 64 bits as a `u32`, if no upper bits are needed for them.
    pub(crate) fn low_word(&mut self, id: ExprId) -> Outcome<Option<Text>> {
        if self.is_wide(self.ty(id)) && self.is_low(id, MOST_LEVELS) {
            self.low_value(id).map(Some)
        } else {
            Ok(None)
        }
    }

    /// The right operand of an assignment that combines it with an object of at most 32 bits, if their low bits determine the low bits of the result.
    pub(crate) fn low_operand(
        &mut self,
        operator: BinaryOperator,
        ty: TypeId,
        right: ExprId,
    ) -> Outcome<Option<Text>> {
        let is_narrow = !self.is_wide(ty) && self.value_type(ty).is_some_and(|it| it.scalar().is_integer());
        if is_narrow && keeps_low_bits(operator) { self.low_word(right) } else { Ok(None) }
    }

    fn is_low(&self, id: ExprId, levels: u32) -> bool {
        if self.constant_value(id).is_some() || self.narrow_scalar(id, levels).is_some() {
            return true;
        }
        let Some(levels) = levels.checked_sub(1) else { return false };
        let expr = self.tree()[id];
        if let Expr::Convert(inner) | Expr::Unary(UnaryOperator::Negate | UnaryOperator::Complement, inner) =
            expr
        {
            return self.is_wide(self.ty(inner)) && self.is_low(inner, levels);
        }
        let Expr::Binary(operator, left, right) = expr else { return false };
        keeps_low_bits(operator) && self.is_low(left, levels) && self.is_low(right, levels)
    }

    fn low_value(&mut self, id: ExprId) -> Outcome<Text> {
        if let Some(value) = self.constant_value(id) {
            return self.literal(value, Scalar::Uint);
        }
        if self.narrow_scalar(id, MOST_LEVELS).is_some() {
            return self.word_of_narrow(id);
        }
        let expr = self.tree()[id];
        if let Expr::Convert(inner) = expr {
            return self.low_value(inner);
        }
        if let Expr::Binary(operator, left, right) = expr {
            let (left, right) = (self.low_value(left)?, self.low_value(right)?);
            return self.operate(operator, (TypeId::UINT, &left), (TypeId::UINT, &right));
        }
        let Expr::Unary(operator, inner) = expr else { return self.text_of_value(id) };
        let text = self.low_value(inner)?;
        let code = if operator == UnaryOperator::Complement { "~" } else { "0u - " };
        Ok(Text::operator(format!("{code}{}", text.tight())).with_effects_of(&[&text]))
    }
}
