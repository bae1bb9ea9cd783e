//! Assignments: statements in WGSL, expressions in Metal. Section 3.1

use super::place::{Place, unsigned};
use super::translator::{Outcome, Translator};
use super::value::{Binding, Text, Value};
use msl_spec::{ValueType, sections};
use msl_validator::ast::{BinaryOperator, Expr, ExprId};
use msl_validator::types::{Type, TypeId};

impl Translator<'_> {
    /// An assignment; its value if the expression around it needs one.
    pub(crate) fn assign(
        &mut self,
        operator: Option<BinaryOperator>,
        left: ExprId,
        right: ExprId,
        is_used: bool,
    ) -> Outcome<Value> {
        self.assign_placed(operator, left, right, is_used).map(|(value, _)| value)
    }

    /// An assignment: its value if somebody uses that, and the place that it is, which must not be evaluated again. Several components of a
    /// vector are not a place.
    pub(crate) fn assign_placed(
        &mut self,
        operator: Option<BinaryOperator>,
        left: ExprId,
        right: ExprId,
        is_used: bool,
    ) -> Outcome<(Value, Option<Place>)> {
        let ty = self.meaning(left).ty;
        if let Some((vector, numbers)) = self.swizzled(left) {
            let value = self.assign_components(operator, (vector, &numbers), (left, ty), right)?;
            return Ok((value, None));
        }
        if operator.is_none()
            && (self.is_resource(ty) || self.is_apart(ty))
            && let Some(value) = self.assign_bound(left, right)?
        {
            return Ok((value, None));
        }
        if let Type::Pointer(_) = self.kind(ty) {
            return Ok((self.assign_pointer(operator, left, right)?, None));
        }
        if let Some(operator) = operator {
            self.refuse_zero(operator, right)?;
            return self.assign_combined(operator, (left, ty), right, is_used);
        }
        let value = self.text_as(right, ty)?;
        let value = if is_used { self.stable(&value, "assigned") } else { value };
        let (place, _) = self.place(left)?;
        self.store(&place, ty, &value)?;
        Ok((if is_used { Value::Text(value) } else { Value::Nothing }, Some(place)))
    }

    fn assign_combined(
        &mut self,
        operator: BinaryOperator,
        (left, ty): (ExprId, TypeId),
        right: ExprId,
        is_used: bool,
    ) -> Outcome<(Value, Option<Place>)> {
        let right_ty = self.used_type(right);
        let new = self.used_text(right)?;
        let (place, _) = self.place(left)?;
        let own = self.value_type(ty);
        // Where nothing is converted, WGSL has the assignment.
        if let (Some(value), Some(other)) = (own, self.value_type(right_ty))
            && !is_used
            && self.used_type(left) == ty
            && Self::has_assignment(operator, value)
            && value.scalar() == other.scalar()
            && has_same_assignment(operator, value, other)
            && !self.is_bytes(&place)
        {
            self.base(value.scalar())?;
            self.check_written(&place)?;
            let text = self.place_text(&place);
            self.writer.line(format!("{text} {}= {};", operator.name(), new.code));
            return Ok((Value::Nothing, Some(place)));
        }
        let place = self.twice(&place);
        let new = self.combined(operator, (left, ty), &place, (right_ty, &new))?;
        let new = if is_used { self.stable(&new, "assigned") } else { new };
        self.store(&place, ty, &new)?;
        Ok((if is_used { Value::Text(new) } else { Value::Nothing }, Some(place)))
    }

    /// The old value of an lvalue, combined with another one, in the type of the lvalue.
    fn combined(
        &mut self,
        operator: BinaryOperator,
        (left, ty): (ExprId, TypeId),
        place: &Place,
        (right_ty, right): (TypeId, &Text),
    ) -> Outcome<Text> {
        let operand_ty = self.used_type(left);
        let old = self.load(place, ty)?;
        let old = self.convert(old, ty, operand_ty)?;
        let old = self.text(old)?;
        let result = self.operate(operator, (operand_ty, &old), (right_ty, right))?;
        // A scalar and a vector give a vector, which the lvalue is then.
        let result_ty = match (self.value_type(operand_ty), self.value_type(right_ty)) {
            (Some(ValueType::Scalar(_)), Some(ValueType::Vector(..) | ValueType::Matrix(..))) => right_ty,
            _ => operand_ty,
        };
        let value = self.convert(Value::Text(result), result_ty, ty)?;
        self.text(value)
    }

    /// An assignment of several components: WGSL assigns one after the other.
    fn assign_components(
        &mut self,
        operator: Option<BinaryOperator>,
        (vector, numbers): (ExprId, &[usize]),
        (left, ty): (ExprId, TypeId),
        right: ExprId,
    ) -> Outcome<Value> {
        let (place, vector_ty) = self.place_or_value(vector)?;
        let Some(vector_ty) = self.value_type(vector_ty) else {
            return self.none(sections::SECTION_2_2, "these components");
        };
        let place = self.twice(&place);
        let value = match operator {
            None => self.text_as(right, ty)?,
            Some(operator) => {
                let right_ty = self.used_type(right);
                let new = self.used_text(right)?;
                let old = self.value(left)?;
                let operand_ty = self.used_type(left);
                let old = self.convert(old, ty, operand_ty)?;
                let old = self.text(old)?;
                let result = self.operate(operator, (operand_ty, &old), (right_ty, &new))?;
                let value = self.convert(Value::Text(result), operand_ty, ty)?;
                self.text(value)?
            }
        };
        // All are computed before any is written.
        let name = self.names.fixed("components");
        self.writer.line(format!("let {name} = {};", value.code));
        for (letter, number) in "xyzw".chars().zip(numbers) {
            let part = Self::component(&place, vector_ty, *number);
            self.check_written(&part)?;
            let text = self.place_text(&part);
            self.writer.line(format!("{text} = {name}.{letter};"));
        }
        Ok(Value::Text(Text::primary(name)))
    }

    /// A pointer that moves in its array.
    fn assign_pointer(
        &mut self,
        operator: Option<BinaryOperator>,
        left: ExprId,
        right: ExprId,
    ) -> Outcome<Value> {
        let (place, variable) = self.moving_pointer(left)?;
        match operator {
            None => {
                let new = self.pointer_value(right)?;
                let (true, Some(index)) = (place.is_beside(&new), new.last_index()) else {
                    return self.none(
                        sections::SECTION_4,
                        "a pointer that points into one variable, and later into a different one",
                    );
                };
                self.writer.line(format!("{variable} = {index};"));
            }
            Some(operator) => {
                let (code, is_unsigned) = self.index(right)?;
                let code = unsigned(&code, is_unsigned);
                self.writer.line(format!("{variable} {}= {code};", operator.name()));
            }
        }
        Ok(Value::Pointer(place))
    }

    /// A pointer that is assigned: where it leads, and the variable with its index.
    fn moving_pointer(&mut self, id: ExprId) -> Outcome<(Place, String)> {
        let mut id = id;
        while let Expr::Paren(inner) = self.ast()[id] {
            id = inner;
        }
        let binding = match (self.ast()[id], self.part(id)?) {
            (Expr::Name(name), _) => Some(self.binding(id, name)?),
            (_, part) => part,
        };
        match binding {
            Some(Binding::Pointer { place, variable: Some(variable) }) => return Ok((place, variable)),
            Some(Binding::Pointer { place, variable: None }) => self.want_array(&place),
            _ => {}
        }
        self.none(sections::SECTION_4, "an assignment to this pointer")
    }

    /// An expression as a pointer.
    pub(crate) fn pointer_value(&mut self, id: ExprId) -> Outcome<Place> {
        if let Type::Null = self.kind(self.meaning(id).ty) {
            return self.none(sections::SECTION_2_12, "a null pointer: WGSL pointers are never null");
        }
        let place = self.pointer(id)?;
        let meaning = self.meaning(id);
        let target = self.used_type(id);
        if let (Type::Pointer(from), Type::Pointer(into)) = (self.kind(meaning.ty), self.kind(target))
            && from.ty != into.ty
        {
            self.convert(Value::Pointer(place.clone()), meaning.ty, target)?;
        }
        Ok(place)
    }

    /// `x++`, `--x`: the value before, if the expression around it needs one.
    pub(crate) fn step_value(&mut self, operand: ExprId, is_up: bool, is_used: bool) -> Outcome<Value> {
        self.step_placed(operand, is_up, is_used).map(|(value, _)| value)
    }

    /// `x++`, `--x`: the value before, if the expression around it needs one, and the place of `x`, which must not be evaluated again.
    pub(crate) fn step_placed(
        &mut self,
        operand: ExprId,
        is_up: bool,
        is_used: bool,
    ) -> Outcome<(Value, Place)> {
        let ty = self.meaning(operand).ty;
        let sign = if is_up { '+' } else { '-' };
        if let Type::Pointer(_) = self.kind(ty) {
            let (place, variable) = self.moving_pointer(operand)?;
            let old = if is_used {
                let name = self.names.fixed("before");
                self.writer.line(format!("let {name} = {variable};"));
                place.at(&name)
            } else {
                place.clone()
            };
            self.writer.line(format!("{variable} {sign}= 1u;"));
            return Ok((Value::Pointer(old), place));
        }
        let Some(value) = self.value_type(ty) else {
            return self.none(sections::SECTION_3_1, "a value that is not a number");
        };
        let (place, _) = self.place(operand)?;
        let place = self.twice(&place);
        let old = self.load(&place, ty)?;
        let old = self.text(old)?;
        let old = if is_used {
            let name = self.names.fixed("before");
            self.writer.line(format!("let {name} = {};", old.code));
            Text::primary(name)
        } else {
            old
        };
        let one = match value {
            ValueType::Scalar(scalar) => self.literal(msl_validator::meaning::Value::Integer(1), scalar)?,
            ValueType::Vector(..) | ValueType::PackedVector(..) | ValueType::Matrix(..) => {
                let scalar = self.literal(msl_validator::meaning::Value::Integer(1), value.scalar())?;
                Text::primary(format!("{}({})", self.value_name(value)?, scalar.code))
            }
        };
        let operator = if is_up { BinaryOperator::Add } else { BinaryOperator::Subtract };
        if Self::has_assignment(operator, value) && !self.is_bytes(&place) {
            self.check_written(&place)?;
            let text = self.place_text(&place);
            self.writer.line(format!("{text} {sign}= {};", one.code));
            return Ok((if is_used { Value::Text(old) } else { Value::Nothing }, place));
        }
        let new = Text::operator(format!("{} {sign} {}", old.tight(), one.code));
        let new = super::convert::wrapped(&new, value);
        self.store(&place, ty, &new)?;
        Ok((Value::Text(old), place))
    }
}

/// Returns true if an assignment that combines leaves the type of the lvalue.
fn has_same_assignment(operator: BinaryOperator, own: ValueType, other: ValueType) -> bool {
    match (own, other) {
        (ValueType::Scalar(_), ValueType::Scalar(_)) => true,
        (ValueType::Vector(_, one), ValueType::Vector(_, two)) => one == two,
        (ValueType::Vector(..), ValueType::Scalar(_)) => super::operator::mixes(operator),
        (ValueType::Matrix(..), ValueType::Scalar(_)) => operator == BinaryOperator::Multiply,
        (ValueType::Matrix(_, columns, rows), ValueType::Matrix(_, other_columns, other_rows)) => {
            operator == BinaryOperator::Multiply && columns == rows && other_columns == other_rows
                || matches!(operator, BinaryOperator::Add | BinaryOperator::Subtract)
        }
        _ => false,
    }
}
