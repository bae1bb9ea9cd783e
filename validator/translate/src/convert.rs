//! Conversions, which WGSL has in the form of constructors only. Sections 2.14 and 2.15

use super::narrow::MOST_LEVELS;
use super::translator::{Feature, Outcome, Translator};
use super::types::{Base, components, is_narrow, shaped};
use super::value::{Text, Value};
use super::wide::{is_wide, is_wide_scalar};
use msl_spec::{Scalar, ValueType, sections};
use msl_validator::meaning::Value as Number;
use msl_validator::typed::{Expr, ExprId};
use msl_validator::types::{Type, TypeId};

/// Returns true if each value of a scalar is one of another.
const fn is_within(from: Scalar, into: Scalar) -> bool {
    match (from, into) {
        (Scalar::Bool, _)
        | (Scalar::Uchar, Scalar::Short | Scalar::Ushort)
        | (Scalar::Char, Scalar::Short) => true,
        _ => from as u8 == into as u8,
    }
}

/// An integer in the range of its type with less than 32 bits.
pub(crate) fn wrapped(text: &Text, ty: ValueType) -> Text {
    let scalar = ty.scalar();
    if !is_narrow(scalar) {
        return text.clone();
    }
    let code = format!("extractBits({}, 0u, {}u)", text.code, scalar.bits());
    Text::primary(code).with_effects_of(&[text])
}

impl Translator<'_> {
    /// A value converted to a type.
    pub(crate) fn convert_value(&mut self, text: &Text, from: ValueType, into: ValueType) -> Outcome<Text> {
        if is_wide_scalar(into) {
            return self.widen(text, from.scalar(), into.scalar());
        }
        if is_wide_scalar(from) {
            let scalar = ValueType::Scalar(into.scalar());
            let narrow = self.narrow(text, from.scalar(), into.scalar())?;
            return self.convert_value(&narrow, scalar, into);
        }
        let (one, other) = (self.base(from.scalar())?, self.base(into.scalar())?);
        let is_spread = matches!(from, ValueType::Scalar(_))
            && matches!(into, ValueType::Vector(..) | ValueType::PackedVector(..));
        let needs_range = is_narrow(into.scalar()) && !is_within(from.scalar(), into.scalar());
        if one == other && !is_spread && !needs_range {
            return Ok(text.clone());
        }
        let shape = if is_spread { into } else { with_shape(from, into) };
        if one == other && !is_spread {
            return Ok(wrapped(text, into));
        }
        let text = &self.halved(text, from, into.scalar())?;
        let inner = if is_spread && one != other {
            format!("{}({})", other.name(), text.code)
        } else {
            text.code.clone()
        };
        let code = format!("{}({inner})", shaped(shape, other.name()));
        let converted = Text::primary(code).with_effects_of(&[text]);
        Ok(if needs_range { wrapped(&converted, into) } else { converted })
    }

    /// A value of any type converted to a type.
    pub(crate) fn convert(&mut self, value: Value, from: TypeId, into: TypeId) -> Outcome<Value> {
        if from == into {
            return Ok(value);
        }
        if let Type::Reference(object) = self.kind(into) {
            return self.convert(value, from, object.ty);
        }
        if let (Value::Pointer(place), Type::Pointer(own), Type::Pointer(other)) =
            (&value, self.kind(from), self.kind(into))
            && own.ty != other.ty
            && let Some(place) = self.pointer_to_first(place, own.ty, other.ty)?
        {
            return Ok(Value::Pointer(place));
        }
        let Value::Text(text) = value else {
            return match (self.kind(from), self.kind(into)) {
                (Type::Pointer(_), Type::Value(_)) => {
                    self.none(sections::SECTION_2_12, "a pointer as a boolean: WGSL has no null pointers")
                }
                (Type::Pointer(from), Type::Pointer(into)) if from.ty != into.ty => {
                    self.refuse_pointer_type(from.ty, into.ty)
                }
                _ => Ok(value),
            };
        };
        match (self.value_type(from), self.value_type(into)) {
            (Some(from), Some(into)) => self.convert_value(&text, from, into).map(Value::Text),
            (None, Some(_)) if matches!(self.kind(from), Type::Structure(_)) => {
                self.none(sections::SECTION_2, "a structure as a number")
            }
            _ => Ok(Value::Text(text)),
        }
    }

    pub(crate) fn refuse_pointer_type<T>(&self, from: TypeId, into: TypeId) -> Outcome<T> {
        let (from, into) = (self.module.types.print(from), self.module.types.print(into));
        self.none(
            sections::SECTION_4,
            format!("a pointer to `{from}` as a pointer to `{into}`: a WGSL variable has one type"),
        )
    }

    /// A value in a different type.
    pub(crate) fn converted(&mut self, id: ExprId, into: TypeId) -> Outcome<Value> {
        if let Type::Void = self.kind(into) {
            self.effect(id)?;
            return Ok(Value::Nothing);
        }
        if let Some(text) = self.constant_in(id, into)? {
            return Ok(Value::Text(text));
        }
        let value = self.value(id)?;
        self.convert(value, self.ty(id), into)
    }

    pub(crate) fn text(&self, value: Value) -> Outcome<Text> {
        match value {
            Value::Text(text) => Ok(text),
            Value::Pointer(_) => self.none(sections::SECTION_2_12, "a pointer as a value"),
            Value::Handle(_) => self.none(sections::SECTION_2_8, "a texture or sampler as a value"),
            Value::Parts(_) => {
                self.none(sections::SECTION_2_12, "a structure of pointers or resources as a value")
            }
            Value::Nothing => self.none(sections::SECTION_5, "an expression without a value"),
        }
    }

    /// A constant scalar, in a different scalar type, or an integer of 64 bits of which one word is enough.
    fn constant_in(&mut self, id: ExprId, ty: TypeId) -> Outcome<Option<Text>> {
        let Some(into @ (ValueType::Scalar(_) | ValueType::Vector(..))) = self.value_type(ty) else {
            return Ok(None);
        };
        if is_wide_scalar(into) {
            let value = self.unnamed_constant(id);
            return value.map(|value| self.literal(value, into.scalar())).transpose();
        }
        if Base::of(into.scalar()).is_none() {
            return Ok(None);
        }
        if let Some(value) = self.unnamed_constant(id) {
            let scalar = ValueType::Scalar(into.scalar());
            let text = self.literal(value, into.scalar())?;
            return self.convert_value(&text, scalar, into).map(Some);
        }
        // A negative integer becomes a large one in `ulong`: all of its low bits stay, but it is a different number of floating point.
        let is_unsigned = self.value_type(self.ty(id)).is_some_and(|it| it.scalar() == Scalar::Ulong);
        let is_other =
            |from: ValueType| is_unsigned && from.scalar().is_signed_integer() && into.scalar().is_float();
        match self.widened(id)? {
            Some((_, from)) if is_other(from) => Ok(None),
            Some((text, from)) => self.convert_value(&text, from, into).map(Some),
            None if into.scalar().is_integer() => match self.low_word(id)? {
                Some(text) => self.convert_value(&text, ValueType::Scalar(Scalar::Uint), into).map(Some),
                None => Ok(None),
            },
            None => Ok(None),
        }
    }

    /// Returns true if a type is a scalar or vector of integers of 64 bits.
    pub(crate) fn is_wide(&self, ty: TypeId) -> bool {
        self.value_type(ty).is_some_and(|it| is_wide(it.scalar()))
    }

    /// The value of a constant, with or without a name.
    pub(crate) fn constant_value(&self, id: ExprId) -> Option<Number> {
        let mut id = id;
        while let Expr::Convert(inner) = self.tree()[id]
            && (self.is_wide(self.ty(id)) || self.is_same_number(inner, id))
        {
            id = inner;
        }
        let (Expr::Constant(constant) | Expr::ConstantName(_, constant)) = self.tree()[id] else {
            return None;
        };
        Some(self.tree()[constant])
    }

    /// The value of a condition that is known before the program runs. A branch that it excludes is not translated: it never runs, and may contain what WGSL
    /// rejects nevertheless, as `a / D` after `D != 0` in an instance of a template where `D` is 0.
    pub(crate) fn decided(&self, id: ExprId) -> Option<bool> {
        self.decided_within(id, MOST_LEVELS)
    }

    fn decided_within(&self, id: ExprId, levels: u32) -> Option<bool> {
        let levels = levels.checked_sub(1)?;
        if let Some(value) = self.constant_value(id) {
            return Some(super::literal::is_true(value));
        }
        let is_bool = self.kind(self.ty(id)) == Type::Value(ValueType::Scalar(Scalar::Bool));
        if let (Expr::Convert(inner), true) = (self.tree()[id], is_bool) {
            return self.decided_within(inner, levels);
        }
        let Expr::Logical { is_and, left, right } = self.tree()[id] else { return None };
        // Nothing to the right of an operand that decides is evaluated. C++14 (5.14, 5.15)
        match self.decided_within(left, levels)? {
            holds if holds == is_and => self.decided_within(right, levels),
            holds => Some(holds),
        }
    }

    /// The value of a constant before all of its conversions.
    pub(crate) fn known(&self, id: ExprId) -> Option<Number> {
        let mut id = id;
        while let Expr::Convert(inner) = self.tree()[id] {
            id = inner;
        }
        self.constant_value(id)
    }

    /// Returns true if a constant is the same number in a different type, so that its conversion need not be looked at.
    fn is_same_number(&self, from: ExprId, into: ExprId) -> bool {
        let scalar = |id: ExprId| match self.value_type(self.ty(id)) {
            Some(ValueType::Scalar(scalar)) => Some(scalar),
            _ => None,
        };
        match (scalar(from), scalar(into)) {
            (Some(from), Some(into)) => {
                from.is_integer() && into.is_integer() && from.bits() <= into.bits() || from == into
            }
            _ => false,
        }
    }

    /// The value of a constant, unless that is the name of one, which it keeps.
    pub(crate) fn unnamed_constant(&self, id: ExprId) -> Option<Number> {
        let is_name = matches!(self.tree()[id], Expr::ConstantName(..));
        self.constant_value(id).filter(|_| !is_name || self.is_wide(self.ty(id)))
    }

    /// The bits of a value as another type. Section 2.14
    pub(crate) fn as_type(&mut self, text: &Text, from: ValueType, into: ValueType) -> Outcome<Text> {
        let bits = |ty: ValueType| (ty.scalar().bits(), components(ty));
        let ((own, count), (other, parts)) = (bits(from), bits(into));
        let call = |code: String| Text::primary(code).with_effects_of(&[text]);
        if own == other && own == 32 && count == parts {
            let name = self.value_name(into)?;
            return Ok(if from.scalar() == into.scalar() {
                text.clone()
            } else {
                call(format!("bitcast<{name}>({})", text.code))
            });
        }
        // An integer of 64 bits is two words already.
        if own * count == other * parts
            && (is_wide_scalar(from) && other == 32 || is_wide_scalar(into) && own == 32)
        {
            let name = self.value_name(into)?;
            return Ok(call(format!("bitcast<{name}>({})", text.code)));
        }
        // Two halves and a word; four and two words.
        if own * count == other * parts
            && [from, into]
                .iter()
                .all(|it| matches!(it.scalar(), Scalar::Half | Scalar::Float | Scalar::Int | Scalar::Uint))
            && own * count >= 32
        {
            let name = self.value_name(into)?;
            return Ok(call(format!("bitcast<{name}>({})", text.code)));
        }
        let word = self.word_of(text, from)?;
        self.of_word(&word, into)
    }

    /// The bits of a value of at most 32 bits as a `u32`.
    fn word_of(&mut self, text: &Text, from: ValueType) -> Outcome<Text> {
        let call = |code: String| Text::primary(code).with_effects_of(&[text]);
        Ok(match (from.scalar(), components(from)) {
            (Scalar::Int | Scalar::Float, 1) | (Scalar::Half, 2) => {
                call(format!("bitcast<u32>({})", text.code))
            }
            (Scalar::Uint | Scalar::Ushort | Scalar::Uchar, 1) => text.clone(),
            (Scalar::Short, 1) => call(format!("extractBits(u32({}), 0u, 16u)", text.code)),
            (Scalar::Char, 1) => call(format!("extractBits(u32({}), 0u, 8u)", text.code)),
            (Scalar::Half, 1) => {
                self.features.insert(Feature::F16);
                // The same as `bitcast<u32>(vec2<f16>(..))`, which naga 30 takes for a vector of two 16-bit integers, against the specification
                // of WGSL (17.2.1).
                call(format!("pack2x16float(vec2<f32>(f32({}), 0.0f))", text.code))
            }
            (Scalar::Uchar, 4) => call(format!("pack4xU8({})", text.code)),
            (Scalar::Char, 4) => call(format!("pack4xI8({})", text.code)),
            (Scalar::Short | Scalar::Ushort, 2) => {
                let bits = self.stable(text, "bits");
                let part = |letter| format!("(u32({}.{letter}) & 0xffffu)", bits.tight());
                Text::operator(format!("{} | ({} << 16u)", part("x"), part("y")))
            }
            _ => return self.none(sections::SECTION_2_14, format!("`as_type` of a `{from}`")),
        })
    }

    /// The value of a type with at most 32 bits that a `u32` has the bits of.
    fn of_word(&mut self, word: &Text, into: ValueType) -> Outcome<Text> {
        let call = |code: String| Text::primary(code).with_effects_of(&[word]);
        Ok(match (into.scalar(), components(into)) {
            (Scalar::Uint | Scalar::Ushort | Scalar::Uchar, 1) => word.clone(),
            (Scalar::Int | Scalar::Float, 1) => {
                let name = self.value_name(into)?;
                call(format!("bitcast<{name}>({})", word.code))
            }
            (Scalar::Short, 1) => call(format!("extractBits(bitcast<i32>({}), 0u, 16u)", word.code)),
            (Scalar::Char, 1) => call(format!("extractBits(bitcast<i32>({}), 0u, 8u)", word.code)),
            (Scalar::Half, 1) => {
                self.features.insert(Feature::F16);
                // Instead of `bitcast<vec2<f16>>(..).x`: naga takes that for a scalar.
                call(format!("f16(unpack2x16float({}).x)", word.code))
            }
            (Scalar::Half, 2) => {
                self.features.insert(Feature::F16);
                call(format!("bitcast<vec2<f16>>({})", word.code))
            }
            (Scalar::Uchar, 4) => call(format!("unpack4xU8({})", word.code)),
            (Scalar::Char, 4) => call(format!("unpack4xI8({})", word.code)),
            (Scalar::Ushort, 2) => {
                let bits = self.stable(word, "bits");
                Text::primary(format!("vec2<u32>({0} & 0xffffu, {0} >> 16u)", bits.tight()))
            }
            (Scalar::Short, 2) => {
                let bits = self.stable(word, "bits");
                let part = |at| format!("extractBits(bitcast<i32>({}), {at}u, 16u)", bits.code);
                Text::primary(format!("vec2<i32>({}, {})", part(0), part(16)))
            }
            _ => return self.none(sections::SECTION_2_14, format!("`as_type` to a `{into}`")),
        })
    }
}

/// The shape of one type with the scalar of another.
const fn with_shape(shape: ValueType, scalar: ValueType) -> ValueType {
    super::types::with_scalar(shape, scalar.scalar())
}
