//! Assignments: statements in WGSL, expressions in Metal. Section 3.1

use super::place::{Place, unsigned};
use super::translator::{Failure, Outcome, Translator};
use super::value::{Binding, Text, Value};
use cxx_validator::ast::BinaryOperator;
use msl_spec::{ValueType, sections};
use msl_validator::meaning::Value as Number;
use msl_validator::typed::{Components, Expr, ExprId, PlaceId};
use msl_validator::types::{Type, TypeId};

/// An operator that an assignment combines the old value by, and the type in which it does.
type Combining = Option<(BinaryOperator, TypeId)>;

impl Translator<'_> {
    /// An assignment: its value if that is used, and the place that it is, which must not be evaluated again. Several components of a
    /// vector are not a place.
    pub(crate) fn assign(&mut self, id: ExprId, is_used: bool) -> Outcome<(Value, Option<Place>)> {
        let expr = self.tree()[id];
        let (left, right, combining): (PlaceId, ExprId, Combining) =
            if let Expr::AssignWith(operator, left, right, ty) = expr {
                (left, right, Some((operator, ty)))
            } else if let Expr::Assign(left, right) = expr {
                (left, right, None)
            } else {
                return Err(Failure::Reported);
            };
        let ty = self.tree().place_type(left);
        if let Some((base, vector, components)) = self.swizzled(left) {
            let value = self.assign_components(combining, (base, vector, components), ty, right)?;
            return Ok((value, None));
        }
        if combining.is_none()
            && (self.is_resource(ty) || self.is_apart(ty))
            && let Some(value) = self.assign_bound(left, right)?
        {
            return Ok((value, None));
        }
        if let Type::Pointer(_) = self.kind(ty) {
            return Ok((self.assign_pointer(combining, left, right)?, None));
        }
        if let Some((operator, operand)) = combining {
            self.refuse_zero(operator, right)?;
            return self.assign_combined((operator, operand), left, right, is_used);
        }
        let value = self.text_of_value(right)?;
        let value = if is_used { self.stable(&value, "assigned") } else { value };
        let place = self.place(left)?;
        self.store(&place, ty, &value)?;
        Ok((if is_used { Value::Text(value) } else { Value::Nothing }, Some(place)))
    }

    fn assign_combined(
        &mut self,
        (operator, operand): (BinaryOperator, TypeId),
        left: PlaceId,
        right: ExprId,
        is_used: bool,
    ) -> Outcome<(Value, Option<Place>)> {
        let ty = self.tree().place_type(left);
        let ((new, right_ty), operand) = match self.low_operand(operator, ty, right)? {
            Some(new) => ((new, TypeId::UINT), TypeId::UINT),
            None => (self.right_operand(operator, right)?, operand),
        };
        let new = self.divisor(operator, new, (right, right_ty))?;
        let place = self.place(left)?;
        // Where nothing is converted, WGSL has the assignment.
        if let (Some(value), Some(other)) = (self.value_type(ty), self.value_type(right_ty))
            && !is_used
            && operand == ty
            && Self::has_assignment(operator, value)
            && value.scalar() == other.scalar()
            && has_same_assignment(operator, value, other)
            && !self.is_bytes(&place)
            && !self.is_atomic(&place)
        {
            self.base(value.scalar())?;
            self.check_written(&place)?;
            let text = self.place_text(&place);
            self.writer.line(format!("{text} {}= {};", operator.name(), new.code));
            return Ok((Value::Nothing, Some(place)));
        }
        let place = self.twice(&place);
        let old = self.load(&place, ty)?;
        let new = self.combined((operator, operand), (old, ty), (right_ty, &new))?;
        let new = if is_used { self.stable(&new, "assigned") } else { new };
        self.store(&place, ty, &new)?;
        Ok((if is_used { Value::Text(new) } else { Value::Nothing }, Some(place)))
    }

    /// The old value of an object, combined with a different one, in the type of the object.
    fn combined(
        &mut self,
        (operator, operand): (BinaryOperator, TypeId),
        (old, ty): (Value, TypeId),
        (right_ty, right): (TypeId, &Text),
    ) -> Outcome<Text> {
        let old = self.convert(old, ty, operand)?;
        let old = self.text(old)?;
        let result = self.operate(operator, (operand, &old), (right_ty, right))?;
        // A scalar and a vector give a vector, which the object is then.
        let result_ty = match (self.value_type(operand), self.value_type(right_ty)) {
            (Some(ValueType::Scalar(_)), Some(ValueType::Vector(..) | ValueType::Matrix(..))) => right_ty,
            _ => operand,
        };
        let value = self.convert(Value::Text(result), result_ty, ty)?;
        self.text(value)
    }

    /// An assignment of several components: WGSL assigns one after the other.
    fn assign_components(
        &mut self,
        combining: Combining,
        (base, vector, components): (PlaceId, ValueType, Components),
        ty: TypeId,
        right: ExprId,
    ) -> Outcome<Value> {
        let place = self.place(base)?;
        let place = self.twice(&place);
        let new = self.text_of_value(right)?;
        let value = match combining {
            None => new,
            Some(combining) => {
                let old = self.load(&place, self.tree().place_type(base))?;
                let old = super::member::swizzle(&self.text(old)?, components);
                self.combined(combining, (Value::Text(old), ty), (self.ty(right), &new))?
            }
        };
        // All are computed before any is written.
        let name = self.names.fixed("components");
        self.writer.line(format!("let {name} = {};", value.code));
        for (letter, number) in "xyzw".chars().zip(components.iter()) {
            let part = Self::component(&place, vector, number);
            self.check_written(&part)?;
            let text = self.place_text(&part);
            self.writer.line(format!("{text} = {name}.{letter};"));
        }
        Ok(Value::Text(Text::primary(name)))
    }

    /// A pointer that moves in its array.
    fn assign_pointer(&mut self, combining: Combining, left: PlaceId, right: ExprId) -> Outcome<Value> {
        let (place, variable) = self.moving_pointer(left)?;
        match combining {
            None => {
                let new = self.pointer(right)?;
                let (true, Some(index)) = (place.is_beside(&new), new.last_index()) else {
                    return self
                        .none(sections::SECTION_4, "a pointer that is reassigned to a different variable");
                };
                self.writer.line(format!("{variable} = {index};"));
            }
            Some((operator, _)) => {
                let (code, is_unsigned) = self.index(right)?;
                let code = unsigned(&code, is_unsigned);
                self.writer.line(format!("{variable} {}= {code};", operator.name()));
            }
        }
        Ok(Value::Pointer(place))
    }

    /// A pointer that is assigned: where it leads, and the variable with its index.
    fn moving_pointer(&mut self, id: PlaceId) -> Outcome<(Place, String)> {
        match self.node(id)? {
            Binding::Pointer { place, variable: Some(variable) } => return Ok((place, variable)),
            Binding::Pointer { place, variable: None } => self.want_array(&place),
            Binding::Place(_)
            | Binding::Value(_)
            | Binding::Handle(_)
            | Binding::Parts(_)
            | Binding::Widened { .. }
            | Binding::Unset { .. }
            | Binding::Broken => {}
        }
        self.none(sections::SECTION_4, "an assignment to this pointer")
    }

    /// `x++`, `--x`: the value before if that is used, and the place of `x`, which must not be evaluated again.
    pub(crate) fn step(&mut self, operand: PlaceId, is_up: bool, is_used: bool) -> Outcome<(Value, Place)> {
        let ty = self.tree().place_type(operand);
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
        let place = self.place(operand)?;
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
            ValueType::Scalar(scalar) => self.literal(Number::Integer(1), scalar)?,
            ValueType::Vector(..) | ValueType::PackedVector(..) | ValueType::Matrix(..) => {
                let scalar = self.literal(Number::Integer(1), value.scalar())?;
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
        let new = self.operate(operator, (ty, &old), (ty, &one))?;
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
