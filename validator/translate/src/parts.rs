//! Structures with pointers, references, textures or samplers in them. A WGSL variable can't hold those, so such a structure is taken apart:
//! each member is a binding of its own, and is passed to functions on its own. Sections 2.11.2 and 2.12. A structure without members, which WGSL
//! can't declare, is left out.
//!
//! A member with a value is a variable of the function. A member that is a pointer leads into one variable from its first value on, and a
//! texture or sampler stays the first one: an assignment that would change that has no counterpart.

use super::translator::{Failure, Outcome, Translator};
use super::unit::Member;
use super::value::{Binding, Parts, Value};
use msl_spec::{Class, sections};
use msl_validator::typed::{Expr, ExprId, LocalId, Part, Place, PlaceId};
use msl_validator::types::{Object, StructureNumber, Type, TypeId};
use std::rc::Rc;

/// How a new variable is used by the function that declares it.
#[derive(Clone, Copy)]
pub(crate) struct Uses {
    /// Whether its value may change.
    pub(crate) is_changed: bool,
    /// Whether a pointer is assigned, so that its index needs a variable. Whether pointers in it may be, if it is taken apart.
    pub(crate) is_assigned: bool,
}

impl Translator<'_> {
    /// Returns true if objects of a type are taken apart.
    pub(crate) fn is_apart(&self, ty: TypeId) -> bool {
        self.module.types.structure_number(ty).is_some_and(|number| self.apart.contains(&number))
    }

    /// Returns true if no variable of WGSL holds a member of a type, because it refers to a variable.
    pub(crate) fn is_resource(&self, ty: TypeId) -> bool {
        matches!(
            self.kind(ty),
            Type::Pointer(_) | Type::Reference(_) | Type::Texture(..) | Type::Class(Class::Sampler)
        )
    }

    /// The structure of an object that is taken apart, or that a pointer or reference leads to.
    pub(crate) fn apart_structure(&self, ty: TypeId) -> Option<StructureNumber> {
        let ty =
            if let Type::Pointer(object) | Type::Reference(object) = self.kind(ty) { object.ty } else { ty };
        self.module.types.structure_number(ty).filter(|number| self.apart.contains(number))
    }

    /// The types and names of the members of a structure, in their order.
    pub(crate) fn part_types(&mut self, number: StructureNumber) -> Vec<(TypeId, Member, String)> {
        let names = self.member_names(number);
        let members = &self.module.types.structure(number).members;
        let parts = members.iter().zip(0..).zip(names.iter());
        parts.map(|((it, index), name)| (it.ty, (number, index), name.clone())).collect()
    }

    /// The members of an expression whose type is taken apart, or is a pointer to such a type.
    fn parts(&mut self, id: ExprId) -> Outcome<Parts> {
        match self.value(id)? {
            Value::Parts(parts) => Ok(parts),
            Value::Text(_) | Value::Pointer(_) | Value::Handle(_) | Value::Nothing => {
                self.none(sections::SECTION_2_12, "a structure of pointers or resources from a function")
            }
        }
    }

    /// An expression as the meaning of a variable of a type. Values are evaluated at this place.
    pub(crate) fn bound(&mut self, id: ExprId, ty: TypeId, wanted: &str) -> Outcome<Binding> {
        if self.apart_structure(ty).is_some() {
            return self.parts(id).map(Binding::Parts);
        }
        let kind = self.kind(ty);
        if let Type::Reference(object) = kind {
            return self.bound_reference(id, object, wanted);
        }
        if let Type::Pointer(_) = kind {
            return Ok(Binding::Pointer { place: self.pointer(id)?, variable: None });
        }
        if let Type::Texture(..) | Type::Class(_) = kind {
            return self.handle(id, wanted).map(Binding::Handle);
        }
        if let Some((text, ty)) = self.widened(id)? {
            return Ok(Binding::Widened { text: self.stable(&text, wanted), ty });
        }
        let text = self.text_of_value(id)?;
        Ok(Binding::Value(self.stable(&text, wanted)))
    }

    /// What a member that is a reference refers to, from its value: its address, or what was loaded from it.
    fn bound_reference(&mut self, id: ExprId, object: Object, wanted: &str) -> Outcome<Binding> {
        if let Expr::Load(place) | Expr::AddressOf(place) = self.tree()[id] {
            return self.reference(place, object.is_const);
        }
        if self.is_resource(object.ty) {
            return self.bound(id, object.ty, wanted);
        }
        let text = self.text_of_value(id)?;
        let text = self.stored(object.ty, &text)?;
        self.materialised(&text, object.ty, "value").map(Binding::Place)
    }

    /// The value of a braced list.
    pub(crate) fn parts_of_aggregate(&mut self, ty: TypeId, given: &[Part]) -> Outcome<Value> {
        let Some(number) = self.module.types.structure_number(ty) else {
            return Err(Failure::Reported);
        };
        let mut given = given.iter().peekable();
        let mut parts = Vec::new();
        for (ty, (_, index), name) in self.part_types(number) {
            parts.push(match given.next_if(|part| part.index == index) {
                Some(part) => self.deeper(1, |it| it.bound(part.value, ty, &name))?,
                None => self.initial(ty)?,
            });
        }
        Ok(Value::Parts(Rc::new(parts)))
    }

    /// The value of an object without one: zero, and no pointers or resources.
    pub(crate) fn initial(&mut self, ty: TypeId) -> Outcome<Binding> {
        if self.is_resource(ty) {
            return Ok(Binding::Unset { depth: self.writer.depth });
        }
        let Some(number) = self.apart_structure(ty) else { return self.zero(ty).map(Binding::Value) };
        let mut parts = Vec::new();
        for (ty, ..) in self.part_types(number) {
            parts.push(self.initial(ty)?);
        }
        Ok(Binding::Parts(Rc::new(parts)))
    }

    /// A new variable with a value.
    pub(crate) fn own(&mut self, value: &Binding, ty: TypeId, wanted: &str, uses: Uses) -> Outcome<Binding> {
        match (value, self.kind(ty)) {
            (Binding::Parts(parts), _) => {
                let Some(number) = self.apart_structure(ty) else { return Err(Failure::Reported) };
                // A pointer or reference to the object: its members are the members of the object.
                if !self.is_apart(ty) {
                    return Ok(Binding::Parts(Rc::clone(parts)));
                }
                let mut own = Vec::with_capacity(parts.len());
                for (part, (ty, member, name)) in parts.iter().zip(self.part_types(number)) {
                    let uses = self.uses_of_part(uses, ty, member);
                    own.push(self.own(part, ty, &format!("{wanted}_{name}"), uses)?);
                }
                Ok(Binding::Parts(Rc::new(own)))
            }
            (Binding::Place(place), Type::Reference(_)) => Ok(Binding::Place(self.settled(place, wanted))),
            (Binding::Pointer { place, .. }, _) => {
                // A pointer to an object that is not an element is assigned that object only.
                let is_moved = uses.is_assigned && place.last_index().is_some();
                self.pointer_binding(place, wanted, is_moved)
            }
            (Binding::Widened { .. }, _) if !uses.is_changed => Ok(value.clone()),
            (Binding::Handle(_) | Binding::Broken, _) => Ok(value.clone()),
            (Binding::Unset { .. }, _) => Ok(Binding::Unset { depth: self.writer.depth }),
            (Binding::Value(_) | Binding::Place(_) | Binding::Widened { .. }, _) => {
                let value = self.bound_value(value.clone(), ty)?;
                let text = self.text(value)?;
                let is_changed = uses.is_changed || self.value_type(ty).is_none();
                self.named(Some(&text), ty, wanted, is_changed)
            }
        }
    }

    /// How the function uses a member of a variable.
    pub(crate) fn uses_of_part(&self, whole: Uses, ty: TypeId, member: Member) -> Uses {
        let is_assigned = self.is_apart(ty) || self.assigned_members.contains(&member);
        Uses { is_assigned: whole.is_assigned && is_assigned, ..whole }
    }

    /// An assignment to a pointer, texture or sampler that has no value yet, or to a structure that is taken apart; `None` for any other one.
    pub(crate) fn assign_bound(&mut self, left: PlaceId, right: ExprId) -> Outcome<Option<Value>> {
        let ty = self.tree().place_type(left);
        let Some((variable, path)) = self.way(left) else { return Ok(None) };
        let old = self.frame()?.locals.get(&variable).and_then(|whole| at(whole, &path)).cloned();
        let Some(old @ (Binding::Unset { .. } | Binding::Parts(_) | Binding::Handle(_))) = old else {
            return Ok(None);
        };
        let wanted = self.tree()[variable].name.map_or("unnamed", |name| self.text_of(name));
        let value = self.bound(right, ty, wanted)?;
        let new = self.replaced(&old, &value, ty, wanted)?;
        if let Some(own) = self.frame()?.locals.get_mut(&variable).and_then(|whole| at_mut(whole, &path)) {
            own.clone_from(&new);
        }
        self.bound_value(new, ty).map(Some)
    }

    /// A variable after an assignment.
    fn replaced(&mut self, old: &Binding, new: &Binding, ty: TypeId, wanted: &str) -> Outcome<Binding> {
        match (old, new) {
            (Binding::Unset { .. }, Binding::Unset { .. }) => {}
            (Binding::Unset { depth }, _) => {
                // What is written in a branch is not there after it.
                if *depth != self.writer.depth {
                    return self.none(
                        sections::SECTION_4,
                        "a pointer or resource that a branch or loop gives its first value",
                    );
                }
                let uses = Uses { is_changed: true, is_assigned: true };
                return self.own(new, ty, wanted, uses);
            }
            (Binding::Parts(parts), Binding::Parts(new)) => {
                let Some(number) = self.apart_structure(ty) else { return Err(Failure::Reported) };
                let mut replaced = Vec::with_capacity(parts.len());
                for ((old, new), (ty, _, name)) in parts.iter().zip(&**new).zip(self.part_types(number)) {
                    replaced.push(self.replaced(old, new, ty, &format!("{wanted}_{name}"))?);
                }
                return Ok(Binding::Parts(Rc::new(replaced)));
            }
            (Binding::Place(place), Binding::Value(_) | Binding::Place(_)) => {
                let value = self.bound_value(new.clone(), ty)?;
                let text = self.text(value)?;
                self.store(place, ty, &text)?;
            }
            (Binding::Pointer { place, variable: Some(variable) }, Binding::Pointer { place: new, .. })
                if place.is_beside(new) =>
            {
                let index = new.last_index().unwrap_or_default();
                self.writer.line(format!("{variable} = {index};"));
            }
            (Binding::Pointer { place, variable: None }, Binding::Pointer { place: new, .. })
                if place == new => {}
            (Binding::Handle(handle), Binding::Handle(new)) if handle == new => {}
            (
                Binding::Parts(_)
                | Binding::Place(_)
                | Binding::Value(_)
                | Binding::Pointer { .. }
                | Binding::Handle(_)
                | Binding::Widened { .. }
                | Binding::Broken,
                _,
            ) => {
                return self.none(
                    sections::SECTION_4,
                    "a pointer or resource that is reassigned to a different variable",
                );
            }
        }
        Ok(old.clone())
    }

    /// The variable that an lvalue is a part of, and the way to that part through structures that are taken apart. Not through a reference or a
    /// pointer: the function that they come from would not know of the assignment.
    fn way(&self, id: PlaceId) -> Option<(LocalId, Vec<usize>)> {
        let (mut path, mut id) = (Vec::new(), id);
        loop {
            let place = self.tree()[id];
            if let Place::Member(base, index) = place
                && self.is_apart(self.tree().place_type(base))
            {
                path.insert(0, index as usize);
                id = base;
            } else if let Place::Local(local) = place
                && !self.tree()[local].is_reference
            {
                return Some((local, path));
            } else {
                return None;
            }
        }
    }
}

/// A part of a binding.
fn at<'a>(whole: &'a Binding, path: &[usize]) -> Option<&'a Binding> {
    match (whole, path) {
        (_, []) => Some(whole),
        (Binding::Parts(parts), _) => part_at(parts, path),
        _ => None,
    }
}

fn part_at<'a>(parts: &'a Parts, path: &[usize]) -> Option<&'a Binding> {
    let (first, rest) = path.split_first()?;
    at(parts.get(*first)?, rest)
}

/// A part of a binding, to be changed.
pub(crate) fn at_mut<'a>(whole: &'a mut Binding, path: &[usize]) -> Option<&'a mut Binding> {
    let Some((first, rest)) = path.split_first() else { return Some(whole) };
    let Binding::Parts(parts) = whole else { return None };
    at_mut(Rc::make_mut(parts).get_mut(*first)?, rest)
}
