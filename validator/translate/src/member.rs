//! Members, components and elements: the places that lvalues name. Section 3.1

use super::place::{Place, Step};
use super::translator::{Failure, Outcome, Translator};
use super::types::Base;
use super::value::{Binding, Text, Value};
use msl_spec::{ValueType, sections};
use msl_validator::ast::{Expr, ExprId, NameId, UnaryOperator};
use msl_validator::names::Symbol;
use msl_validator::types::{Type, TypeId};

impl Translator<'_> {
    /// The binding of a variable's name: in the function, in the object of a member function, or at program scope.
    pub(crate) fn binding(&mut self, id: ExprId, name: NameId) -> Outcome<Binding> {
        let name = self.ast()[name].name;
        let Some(variable) = self.meaning(id).variable else {
            let Some((object, ty)) = self.frame()?.this.clone() else {
                let name = self.text_of(name);
                return self.none(sections::SECTION_5, format!("`{name}`, which is not a variable"));
            };
            return match (object, self.apart_structure(ty)) {
                (Binding::Parts(parts), Some(number)) => self.part_of(&parts, number, name),
                (Binding::Place(place), _) => Ok(Binding::Place(self.named_member(&place, ty, name)?.0)),
                _ => Err(Failure::Reported),
            };
        };
        if let Some(binding) = self.frame()?.locals.get(&variable) {
            return Ok(binding.clone());
        }
        self.global(variable)
    }

    /// A member by its name.
    pub(crate) fn named_member(
        &mut self,
        place: &Place,
        ty: TypeId,
        name: Symbol,
    ) -> Outcome<(Place, TypeId)> {
        let path = self
            .module
            .types
            .structure_number(ty)
            .and_then(|number| self.member_path(number, name).map(|path| (number, path)));
        let Some((number, path)) = path else {
            let name = self.text_of(name);
            return self.none(sections::SECTION_2_11, format!("`{name}`, which is not a member"));
        };
        self.member_place(place, number, &path)
    }

    /// A member of a value, which need not be in memory.
    pub(crate) fn member_value(&mut self, id: ExprId, base: ExprId, member: Symbol) -> Outcome<Value> {
        let base_ty = self.meaning(base).ty;
        if self.is_matrix(base) {
            return self.value(base);
        }
        if let Some(binding) = self.part(id)? {
            return self.bound_value(binding, self.meaning(id).ty);
        }
        if let Some(value) = self.value_type(base_ty) {
            return self.components_value(base, value, &self.module.components(member)).map(Value::Text);
        }
        if self.meaning(base).is_place {
            return self.part_value(id);
        }
        let value = self.value(base)?;
        let text = self.text(value)?;
        let ty = self.type_name(base_ty)?;
        let stable = self.stable(&text, "value");
        let (place, ty) = self.named_member(&Place::value(&stable.code, &ty), base_ty, member)?;
        self.load(&place, ty)
    }

    /// Components of a vector.
    fn components_value(&mut self, base: ExprId, vector: ValueType, numbers: &[usize]) -> Outcome<Text> {
        if self.meaning(base).is_place && !self.names_components(base) {
            let (place, ty) = self.place(base)?;
            if let [number] = numbers {
                let part = Self::component(&place, vector, *number);
                let scalar = ValueType::Scalar(vector.scalar());
                let Some(part_ty) = self.module.types.known(Type::Value(scalar)) else {
                    return self.none(sections::SECTION_2_2, "components of this type");
                };
                let value = self.load(&part, part_ty)?;
                return self.text(value);
            }
            let value = self.load(&place, ty)?;
            let text = self.text(value)?;
            return Ok(swizzle(&text, numbers));
        }
        let value = self.value(base)?;
        let text = self.text(value)?;
        Ok(swizzle(&text, numbers))
    }

    /// Returns true for a matrix. Its only member is `columns`, which is the matrix itself.
    fn is_matrix(&self, id: ExprId) -> bool {
        matches!(self.value_type(self.meaning(id).ty), Some(ValueType::Matrix(..)))
    }

    /// Returns true if an expression is several components of a vector, which have no place of their own.
    pub(crate) fn names_components(&self, id: ExprId) -> bool {
        let mut id = id;
        while let Expr::Paren(inner) = self.ast()[id] {
            id = inner;
        }
        let Expr::Member(base, member) = self.ast()[id] else { return false };
        let is_value = self.value_type(self.meaning(base).ty).is_some() && !self.is_matrix(base);
        is_value && self.module.components(member).len() > 1
    }

    /// The vector and the numbers of its components, if an lvalue is several of them.
    pub(crate) fn swizzled(&self, id: ExprId) -> Option<(ExprId, Vec<usize>)> {
        let mut id = id;
        while let Expr::Paren(inner) = self.ast()[id] {
            id = inner;
        }
        let Expr::Member(base, member) = self.ast()[id] else { return None };
        self.value_type(self.meaning(base).ty)?;
        let numbers = self.module.components(member);
        if let Some((vector, inner)) = self.swizzled(base) {
            return Some((vector, numbers.iter().filter_map(|it| inner.get(*it).copied()).collect()));
        }
        (numbers.len() > 1).then_some((base, numbers))
    }

    /// The value of a member, element or pointee.
    pub(crate) fn part_value(&mut self, id: ExprId) -> Outcome<Value> {
        if let Some(binding) = self.part(id)? {
            return self.bound_value(binding, self.meaning(id).ty);
        }
        // An element of a vector without a place.
        if let Expr::Index(base, index) = self.ast()[id]
            && !self.meaning(base).is_place
            && let Some(ValueType::Vector(..) | ValueType::Matrix(..)) = self.value_type(self.used_type(base))
        {
            let whole = self.used_text(base)?;
            let (index, _) = self.index(index)?;
            return Ok(Value::Text(
                Text::primary(format!("{}[{index}]", whole.tight())).with_effects_of(&[&whole]),
            ));
        }
        let (place, ty) = self.place(id)?;
        if let Type::Texture(..) | Type::Class(_) = self.kind(ty) {
            return self.none(
                sections::SECTION_2_11_1,
                "textures and samplers in buffers and arrays: only allowed as variables in WGSL",
            );
        }
        self.load(&place, ty)
    }

    /// The place of an lvalue, and the type that it holds.
    pub(crate) fn place(&mut self, id: ExprId) -> Outcome<(Place, TypeId)> {
        self.deeper(Expr::PLACE_LEVELS, |it| it.place_here(id))
    }

    fn place_here(&mut self, id: ExprId) -> Outcome<(Place, TypeId)> {
        let ty = self.meaning(id).ty;
        if let Some(instance) = self.referring(id) {
            return Ok((self.referred(id, instance)?, ty));
        }
        if self.overloaded(id).is_some() {
            return Ok((self.placed(id)?, ty));
        }
        if let Some(binding) = self.part(id)? {
            return Ok((self.bound_place(binding, ty)?, ty));
        }
        match self.ast()[id] {
            Expr::Name(name) => {
                let binding = self.binding(id, name)?;
                Ok((self.bound_place(binding, ty)?, ty))
            }
            Expr::Paren(inner) => self.place(inner),
            Expr::Member(base, member) => {
                let (whole, base_ty) = self.place_or_value(base)?;
                if self.is_matrix(base) {
                    return Ok((whole, base_ty));
                }
                if let Some(value) = self.value_type(base_ty) {
                    let [number] = self.module.components(member)[..] else {
                        return self.none(sections::SECTION_2_2, "a reference to several components");
                    };
                    return Ok((Self::component(&whole, value, number), ty));
                }
                self.named_member(&whole, base_ty, member)
            }
            Expr::Arrow(base, member) => {
                let Type::Pointer(object) = self.kind(self.used_type(base)) else {
                    return self.none(sections::SECTION_4, "`->` on a value that is not a pointer");
                };
                let whole = self.pointer(base)?;
                self.named_member(&whole, object.ty, member)
            }
            Expr::Index(base, index) => self.index_place(base, index),
            Expr::Unary(UnaryOperator::Dereference, operand) => Ok((self.pointer(operand)?, ty)),
            Expr::Cast(_, _, operand) if self.meaning(id).is_place => {
                let (place, own) = self.place(operand)?;
                if own != ty {
                    return self.none(
                        sections::SECTION_4,
                        "a reference to an object as an object of a different type",
                    );
                }
                Ok((place, ty))
            }
            Expr::Unary(operator @ (UnaryOperator::Increment | UnaryOperator::Decrement), operand) => {
                let (_, place) = self.step_placed(operand, operator == UnaryOperator::Increment, false)?;
                Ok((place, ty))
            }
            Expr::Assign(operator, left, right) => match self.assign_placed(operator, left, right, false)? {
                (_, Some(place)) => Ok((place, ty)),
                (_, None) => {
                    self.none(sections::SECTION_4, "a reference to a pointer or to several components")
                }
            },
            Expr::Error
            | Expr::Literal(_)
            | Expr::Call(..)
            | Expr::Construct(..)
            | Expr::ConstructBraces(..)
            | Expr::Braces(_)
            | Expr::Unary(..)
            | Expr::Postfix(..)
            | Expr::Binary(..)
            | Expr::Conditional(..)
            | Expr::Cast(..)
            | Expr::SizeOfType(_)
            | Expr::SizeOf(_)
            | Expr::AlignOf(_)
            | Expr::This => self.place_or_value(id),
        }
    }

    /// The place that a name or member stands for.
    fn bound_place(&mut self, binding: Binding, ty: TypeId) -> Outcome<Place> {
        match binding {
            Binding::Place(place) => Ok(place),
            Binding::Value(text) => {
                let name = self.type_name(ty)?;
                Ok(Place::value(&text.code, &name))
            }
            Binding::Broken => Err(Failure::Reported),
            Binding::Widened { .. } => self.refuse_wide(ty),
            Binding::Pointer { .. } | Binding::Handle(_) | Binding::Parts(_) | Binding::Unset { .. } => {
                self.none(sections::SECTION_4, "a reference to a pointer, a texture or a sampler")
            }
        }
    }

    /// The place of an lvalue, or a name with the value of another expression.
    pub(crate) fn place_or_value(&mut self, id: ExprId) -> Outcome<(Place, TypeId)> {
        let meaning = self.meaning(id);
        let is_named = matches!(
            self.ast()[id],
            Expr::Name(_)
                | Expr::Paren(_)
                | Expr::Member(..)
                | Expr::Arrow(..)
                | Expr::Index(..)
                | Expr::Cast(..)
                | Expr::Unary(UnaryOperator::Dereference, _)
        );
        let is_named = is_named || self.referring(id).is_some();
        if meaning.is_place && is_named && !self.names_components(id) {
            return self.place(id);
        }
        Ok((self.placed(id)?, meaning.ty))
    }

    fn placed(&mut self, id: ExprId) -> Outcome<Place> {
        let ty = self.meaning(id).ty;
        match self.value(id)? {
            Value::Text(text) => {
                let name = self.type_name(ty)?;
                let stable = self.stable(&text, "value");
                Ok(Place::value(&stable.code, &name))
            }
            Value::Pointer(place) => Ok(place),
            Value::Handle(_) | Value::Parts(_) | Value::Nothing => {
                self.none(sections::SECTION_4, "a place that is not in an object")
            }
        }
    }

    /// The place that a reference refers to: an lvalue of the type, or a new object with the value.
    pub(crate) fn place_or_copy(&mut self, id: ExprId, ty: TypeId) -> Outcome<Place> {
        let meaning = self.meaning(id);
        if meaning.is_place
            && meaning.converted.is_none()
            && !matches!(self.ast()[id], Expr::Braces(_))
            && !self.names_components(id)
        {
            return Ok(self.place(id)?.0);
        }
        let text = self.text_as(id, ty)?;
        let text = self.stored(ty, &text)?;
        self.materialised(&text, ty, "value")
    }

    /// An expression as the place that a pointer leads to.
    pub(crate) fn pointer(&mut self, id: ExprId) -> Outcome<Place> {
        // An array stands for a pointer to its first element.
        if let Some((element, _)) = self.module.types.element(self.meaning(id).ty) {
            let (place, _) = self.place_or_value(id)?;
            let stride = self.size(element)?;
            return Ok(place.then(Step::first(stride)));
        }
        match self.used(id)? {
            Value::Pointer(place) => Ok(place),
            Value::Text(_) | Value::Handle(_) | Value::Parts(_) | Value::Nothing => {
                self.none(sections::SECTION_4, "a pointer that does not point to a variable of the program")
            }
        }
    }

    fn index_place(&mut self, base: ExprId, index: ExprId) -> Outcome<(Place, TypeId)> {
        let is_array = self.module.types.element(self.meaning(base).ty).is_some();
        let ty = if is_array { self.meaning(base).ty } else { self.used_type(base) };
        if let Type::Pointer(object) = self.kind(ty) {
            let whole = self.pointer(base)?;
            let (code, is_unsigned) = self.index(index)?;
            if whole.last_index().as_deref() == Some("0u") {
                let mut place = whole;
                if let Some(Step::Index { index, is_unsigned: own, .. }) = place.steps.last_mut() {
                    *index = code;
                    *own = is_unsigned;
                }
                return Ok((place, object.ty));
            }
            if code == "0u" || code == "0i" {
                return Ok((whole, object.ty));
            }
            let by = Text::of_code(super::place::unsigned(&code, is_unsigned));
            return Ok((self.moved(&whole, &by, false)?, object.ty));
        }
        let (whole, ty) = self.place_or_value(base)?;
        let index = self.index(index)?;
        self.element_place(&whole, ty, index)
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
        } else {
            let value = self.value(id)?;
            (self.text(value)?, self.value_type(self.meaning(id).ty))
        };
        let Some(from) = ty else { return self.none(sections::SECTION_3_1, "this index") };
        match self.base(from.scalar())? {
            Base::U32 => Ok((text.code, true)),
            Base::I32 => Ok((text.code, false)),
            Base::Bool | Base::F16 | Base::F32 => Ok((format!("u32({})", text.code), true)),
        }
    }
}

/// Components of a vector by letters.
pub(crate) fn swizzle(text: &Text, numbers: &[usize]) -> Text {
    let letters: String = numbers.iter().filter_map(|number| "xyzw".get(*number..=*number)).collect();
    Text::primary(format!("{}.{letters}", text.tight())).with_effects_of(&[text])
}
