//! The places that typed places are: variables, members, components and elements. Section 3.1

use super::place::{Place, Step};
use super::translator::{Failure, Outcome, Translator};
use super::types::Base;
use super::value::{Binding, Text, Value};
use super::wide::is_wide_scalar;
use msl_spec::{Scalar, ValueType, sections};
use msl_validator::typed::{Components, Expr, ExprId, Place as Node, PlaceId};
use msl_validator::types::{Type, TypeId};

/// The levels that a place counts for.
const PLACE_LEVELS: u32 = 3;

impl Translator<'_> {
    /// The meaning of a place.
    pub(crate) fn node(&mut self, id: PlaceId) -> Outcome<Binding> {
        self.deeper(PLACE_LEVELS, |it| it.node_here(id))
    }

    fn node_here(&mut self, id: PlaceId) -> Outcome<Binding> {
        match self.tree()[id] {
            Node::Local(local) => self.frame()?.locals.get(&local).cloned().ok_or(Failure::Reported),
            Node::Global(variable) => self.global(variable),
            // A member that is a reference.
            Node::Deref(pointer)
                if let Expr::Load(member) = self.tree()[pointer]
                    && let Type::Reference(_) = self.kind(self.ty(pointer)) =>
            {
                self.node(member)
            }
            Node::Deref(pointer) => self.pointee(pointer),
            Node::Member(base, index) => self.member(base, index),
            Node::Element(base, index) => {
                let (whole, ty) = (self.place(base)?, self.tree().place_type(base));
                let index = self.index(index)?;
                Ok(Binding::Place(self.element_place(&whole, ty, index)?.0))
            }
            Node::Components(base, components) => {
                let (Some(vector), Some(number)) =
                    (self.value_type(self.tree().place_type(base)), components.single())
                else {
                    return self.none(sections::SECTION_2_2, "a reference to several components");
                };
                let whole = self.place(base)?;
                Ok(Binding::Place(Self::component(&whole, vector, number)))
            }
            Node::Temporary(value) => self.temporary(value),
            Node::Call(call) => self.referred(call),
            Node::Assigned(value) => self.assigned(value),
            Node::Conditional(condition, accept, reject) => {
                let condition = self.condition(condition)?;
                let (accept, reject) = (self.place(accept)?, self.place(reject)?);
                self.chosen_place(&condition, accept, &reject).map(Binding::Place)
            }
            Node::As(base) => {
                let (from, into) = (self.tree().place_type(base), self.tree().place_type(id));
                if from != into {
                    return self.none(
                        sections::SECTION_4,
                        "a reference to an object as an object of a different type",
                    );
                }
                self.node(base)
            }
        }
    }

    /// The object that a pointer leads to.
    fn pointee(&mut self, pointer: ExprId) -> Outcome<Binding> {
        let Expr::Offset { pointer: whole, index, is_back: false } = self.tree()[pointer] else {
            let value = self.value(pointer)?;
            if let Value::Parts(parts) = value {
                return Ok(Binding::Parts(parts));
            }
            return self.pointed(value).map(Binding::Place);
        };
        let mut place = self.pointer(whole)?;
        let (code, is_unsigned) = self.index(index)?;
        if place.last_index().as_deref() == Some("0u") {
            if let Some(Step::Index { index, is_unsigned: own, .. }) = place.steps.last_mut() {
                *index = code;
                *own = is_unsigned;
            }
            place = self.written_once(place);
        } else if code != "0u" && code != "0i" {
            let by = Text::of_code(super::place::unsigned(&code, is_unsigned));
            place = self.moved(&place, &by, false)?;
        }
        Ok(Binding::Place(place))
    }

    fn member(&mut self, base: PlaceId, index: u32) -> Outcome<Binding> {
        let ty = self.tree().place_type(base);
        let binding = self.node(base)?;
        if let Binding::Parts(parts) = binding {
            return parts.get(index as usize).cloned().ok_or(Failure::Reported);
        }
        let whole = self.bound_place(binding, ty)?;
        let Some(number) = self.module.types.structure_number(ty) else {
            return self.none(sections::SECTION_2_11, "this member");
        };
        Ok(Binding::Place(self.member_place(&whole, number, &[index as usize])?.0))
    }

    /// A new object with a value, which has a name and no address.
    fn temporary(&mut self, value: ExprId) -> Outcome<Binding> {
        let ty = self.ty(value);
        Ok(match self.value(value)? {
            Value::Text(text) => {
                let name = self.type_name(ty)?;
                let stable = self.stable(&text, "value");
                Binding::Place(Place::value(&stable.code, &name))
            }
            Value::Pointer(place) => Binding::Pointer { place, variable: None },
            Value::Handle(handle) => Binding::Handle(handle),
            Value::Parts(parts) => Binding::Parts(parts),
            Value::Nothing => {
                return self.none(sections::SECTION_4, "a place that is not in an object");
            }
        })
    }

    /// The object that an assignment or `++` has changed.
    fn assigned(&mut self, id: ExprId) -> Outcome<Binding> {
        let Some(object) = self.tree().changed(id) else { return self.temporary(id) };
        if self.is_resource(self.ty(id)) || self.is_apart(self.ty(id)) {
            self.effect(id)?;
            return self.node(object);
        }
        if let Expr::Step { place, is_up, .. } = self.tree()[id] {
            return Ok(Binding::Place(self.step(place, is_up, false)?.1));
        }
        match self.assign(id, false)? {
            (_, Some(place)) => Ok(Binding::Place(place)),
            (_, None) => self.none(sections::SECTION_4, "a reference to a pointer or to several components"),
        }
    }

    /// The place of WGSL that a typed place is.
    pub(crate) fn place(&mut self, id: PlaceId) -> Outcome<Place> {
        let binding = self.node(id)?;
        self.bound_place(binding, self.tree().place_type(id))
    }

    /// The place that a name or member denotes.
    pub(crate) fn bound_place(&mut self, binding: Binding, ty: TypeId) -> Outcome<Place> {
        match binding {
            Binding::Place(place) => Ok(place),
            Binding::Value(text) => {
                let name = self.type_name(ty)?;
                Ok(Place::value(&text.code, &name))
            }
            Binding::Broken => Err(Failure::Reported),
            Binding::Widened { .. } => {
                let value = self.bound_value(binding, ty)?;
                let (text, name) = (self.text(value)?, self.type_name(ty)?);
                Ok(Place::value(&text.code, &name))
            }
            Binding::Pointer { .. } | Binding::Handle(_) | Binding::Parts(_) | Binding::Unset { .. } => {
                self.none(sections::SECTION_4, "a reference to a pointer, a texture or a sampler")
            }
        }
    }

    /// What a reference refers to: an object, or a new one with a value. A constant may be a copy where WGSL has no place for it.
    pub(crate) fn reference(&mut self, id: PlaceId, is_const: bool) -> Outcome<Binding> {
        let ty = self.tree().place_type(id);
        if self.is_resource(ty) || self.is_apart(ty) {
            let mut binding = self.node(id)?;
            if let (Binding::Pointer { variable, .. }, true) = (&mut binding, is_const) {
                *variable = None;
            }
            return Ok(binding);
        }
        if let Node::Temporary(value) = self.tree()[id] {
            let text = self.text_of_value(value)?;
            let text = self.stored(ty, &text)?;
            if is_const && self.names.is_fixed(&text) {
                let own = self.type_name(ty)?;
                return Ok(Binding::Place(Place::value(&text, &own)));
            }
            return self.materialised(&text, ty, "value").map(Binding::Place);
        }
        if let (Node::Conditional(condition, accept, reject), true) = (self.tree()[id], is_const) {
            return self.copied_choice(condition, [accept, reject], ty).map(Binding::Place);
        }
        self.place(id).map(Binding::Place)
    }

    /// A copy of one of two objects.
    fn copied_choice(&mut self, condition: ExprId, objects: [PlaceId; 2], ty: TypeId) -> Outcome<Place> {
        let condition = self.condition(condition)?;
        let (name, own) = (self.names.local("chosen"), self.type_name(ty)?);
        self.writer.line(format!("var {name}: {own};"));
        let copy = Place::local(&name, &own);
        self.writer.open(format!("if ({}) {{", condition.code));
        for (number, object) in objects.into_iter().enumerate() {
            if number > 0 {
                self.writer.turn("} else {");
            }
            let object = self.place(object)?;
            let value = self.load(&object, ty)?;
            let value = self.text(value)?;
            self.store(&copy, ty, &value)?;
        }
        self.writer.close("}");
        Ok(copy)
    }

    /// The pointer to the first element of an array, which a cast may make a pointer of a different type.
    pub(crate) fn first_element(&mut self, array: PlaceId, ty: TypeId) -> Outcome<Place> {
        let from = self.tree().place_type(array);
        let (Some((element, _)), Type::Pointer(into)) = (self.module.types.element(from), self.kind(ty))
        else {
            return self.none(sections::SECTION_4, "a pointer to an element of this");
        };
        let place = self.place(array)?;
        match self.pointer_to_first(&place, from, into.ty)? {
            Some(first) => Ok(first),
            None => self.refuse_pointer_type(element, into.ty),
        }
    }

    /// The place that a pointer leads to.
    pub(crate) fn pointer(&mut self, id: ExprId) -> Outcome<Place> {
        let value = self.value(id)?;
        self.pointed(value)
    }

    fn pointed(&self, value: Value) -> Outcome<Place> {
        match value {
            Value::Pointer(place) => Ok(place),
            Value::Text(_) | Value::Handle(_) | Value::Parts(_) | Value::Nothing => {
                self.none(sections::SECTION_4, "a pointer that does not point to a variable of the program")
            }
        }
    }

    /// An index, and whether it is a `u32`: one of 64 bits is taken for the one of 32 bits that it was made of.
    pub(crate) fn index(&mut self, id: ExprId) -> Outcome<(String, bool)> {
        if let Some(value) = self.constant_value(id)
            && let Ok(number) = u32::try_from(super::literal::integer(value))
        {
            return Ok((format!("{number}u"), true));
        }
        let (text, ty) = if let Some((text, from)) = self.widened(id)? {
            (text, Some(from))
        } else if let Some(text) = self.low_word(id)? {
            // No buffer has elements at larger indices.
            (text, Some(ValueType::Scalar(Scalar::Uint)))
        } else if let Some(from) = self.value_type(self.ty(id)).filter(|from| is_wide_scalar(*from)) {
            let text = self.text_of_value(id)?;
            (self.narrow(&text, from.scalar(), Scalar::Uint)?, Some(ValueType::Scalar(Scalar::Uint)))
        } else {
            (self.text_of_value(id)?, self.value_type(self.ty(id)))
        };
        let Some(from) = ty else { return self.none(sections::SECTION_3_1, "this index") };
        match self.base(from.scalar())? {
            Base::U32 => Ok((text.code, true)),
            Base::I32 => Ok((text.code, false)),
            Base::Bool | Base::F16 | Base::F32 => Ok((format!("u32({})", text.code), true)),
        }
    }

    /// The vector of several components, and their numbers.
    pub(crate) fn swizzled(&self, id: PlaceId) -> Option<(PlaceId, ValueType, Components)> {
        let Node::Components(base, components) = self.tree()[id] else { return None };
        let vector = self.value_type(self.tree().place_type(base))?;
        components.single().is_none().then_some((base, vector, components))
    }
}

/// Components of a vector by letters.
pub(crate) fn swizzle(text: &Text, components: Components) -> Text {
    let letters: String = components.iter().filter_map(|number| "xyzw".get(number..=number)).collect();
    Text::primary(format!("{}.{letters}", text.tight())).with_effects_of(&[text])
}
