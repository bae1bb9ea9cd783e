//! Copies and assignments that functions of the program make without being named: of objects, and of their members. C++14 (class.copy)

use super::{Builder, Node};
use crate::meaning::{Copying, Value};
use crate::typed::tree::{Argument, Expr, ExprId, Part, Place, PlaceId, Unsupported};
use crate::types::{Type, TypeId};
use cxx_validator::ast;
use cxx_validator::ast::List;
use shader_source::Span;

/// An array is copied element by element if it has at most so many: each is written out.
const MOST_ELEMENTS: u32 = 64;

impl Builder<'_> {
    /// The copy of an object; `None` if the copy has the bytes of the object.
    pub(super) fn copied(&mut self, object: PlaceId) -> Option<ExprId> {
        let (ty, span) = (self.tree.place_type(object), self.tree.place_span(object));
        let innermost = self.module.types.innermost_structure(ty)?;
        let copying = *self.module.copies.get(&innermost)?;
        let copy = match copying {
            Copying::Function(constructor) if self.module.types.structure_number(ty).is_some() => {
                constructor.on(self.module.is_for_host).map(|constructor| {
                    let mut arguments = vec![Argument::Place(object)];
                    self.add_defaults(constructor, &mut arguments, 1, span);
                    self.object(constructor, &arguments, ty, span)
                })
            }
            Copying::Function(_) | Copying::Members => self.copied_parts(object),
        };
        Some(copy.unwrap_or_else(|| self.unsupported(Unsupported::Copy, ty, span)))
    }

    /// The copy of an object, member by member, or element by element, as the implicit copy constructor makes it; `None` if the tree can't say so.
    fn copied_parts(&mut self, object: PlaceId) -> Option<ExprId> {
        let (ty, span) = (self.tree.place_type(object), self.tree.place_span(object));
        let places = self.parts_of(object)?;
        let mut parts = Vec::with_capacity(places.len());
        for (index, place) in places.into_iter().enumerate() {
            parts.push(Part { index: index as u32, value: self.loaded(Node::Place(place)) });
        }
        let parts = self.tree.parts(&parts);
        Some(self.expr(Expr::Aggregate(parts, None), ty, span))
    }

    /// The members of an object, or the elements of an array. A member that is a reference is the address of its object. `None` for a union, for too many
    /// elements, and for an object whose place would be evaluated once for each part, with effects.
    fn parts_of(&mut self, object: PlaceId) -> Option<Vec<PlaceId>> {
        let (ty, span) = (self.tree.place_type(object), self.tree.place_span(object));
        if !self.is_pure_place(object) {
            return None;
        }
        if let Some((element, count)) = self.module.types.element(ty) {
            let count = count.filter(|count| *count <= MOST_ELEMENTS)?;
            let mut places = Vec::with_capacity(count as usize);
            for index in 0..count {
                let index = self.constant(Value::Integer(index.into()));
                let index = self.expr(Expr::Constant(index), TypeId::INT, span);
                places.push(self.place(Place::Element(object, index), element, span));
            }
            return Some(places);
        }
        let structure = self.module.types.structure(self.module.types.structure_number(ty)?);
        if structure.is_union {
            return None;
        }
        let types: Vec<TypeId> = structure.members.iter().map(|member| member.ty).collect();
        let members = types.into_iter().enumerate();
        Some(members.map(|(index, ty)| self.place(Place::Member(object, index as u32), ty, span)).collect())
    }

    /// Returns true if the evaluation of a place has no effects, so that it may happen several times.
    fn is_pure_place(&self, place: PlaceId) -> bool {
        match self.tree[place] {
            Place::Local(_) | Place::Global(_) => true,
            Place::Member(base, _) | Place::Components(base, _) | Place::As(base) => self.is_pure_place(base),
            Place::Element(base, index) => self.is_pure_place(base) && self.is_pure(index),
            Place::Deref(pointer) => self.is_pure(pointer),
            Place::Temporary(_) | Place::Call(_) | Place::Assigned(_) | Place::Conditional(..) => false,
        }
    }

    /// Returns true for the usual values of indices and pointers that have no effects.
    fn is_pure(&self, value: ExprId) -> bool {
        match self.tree[value] {
            Expr::Constant(_) | Expr::ConstantName(..) | Expr::Zero => true,
            Expr::Load(place) | Expr::AddressOf(place) | Expr::FirstElement(place) => {
                self.is_pure_place(place)
            }
            Expr::Convert(inner) | Expr::Unary(_, inner) => self.is_pure(inner),
            Expr::Binary(_, left, right) | Expr::Offset { pointer: left, index: right, .. } => {
                self.is_pure(left) && self.is_pure(right)
            }
            Expr::Enumerator(_)
            | Expr::Bits(_)
            | Expr::Logical { .. }
            | Expr::Conditional(..)
            | Expr::Comma(_)
            | Expr::ComparePointers(..)
            | Expr::PointerDifference(..)
            | Expr::Assign(..)
            | Expr::AssignWith(..)
            | Expr::Step { .. }
            | Expr::Call(_)
            | Expr::Object(_)
            | Expr::Construct(_)
            | Expr::Aggregate(..)
            | Expr::Swizzle(..)
            | Expr::Library(_)
            | Expr::External(_)
            | Expr::Texture(_)
            | Expr::Option(..)
            | Expr::Sampler(_)
            | Expr::Vote { .. }
            | Expr::Unsupported(_) => false,
        }
    }

    /// The assignment of an object of a structure without an `operator=` of its own; `None` for the assignment of a value as it is. It calls no copy
    /// constructor.
    pub(super) fn assigned(&mut self, target: PlaceId, right: ast::ExprId, span: Span) -> Option<ExprId> {
        let ty = self.tree.place_type(target);
        let number = self.module.types.innermost_structure(ty)?;
        let meaning = self.meaning(right);
        let is_object = meaning.is_place && meaning.converted.is_none_or(|to| to == ty);
        if !self.module.assignments.contains_key(&number) {
            // The bytes of the object, although a copy of it would have others.
            return (is_object && self.module.copies.contains_key(&number)).then(|| {
                let source = self.place_of(right);
                let value = self.expr(Expr::Load(source), ty, span);
                self.expr(Expr::Assign(target, value), ty, span)
            });
        }
        let source = if is_object {
            self.place_of(right)
        } else {
            let value = self.value_as(right, ty);
            self.place(Place::Temporary(value), ty, span)
        };
        let mut steps = Vec::new();
        if self.assign_members(target, source, &mut steps).is_none() {
            return Some(self.unsupported(Unsupported::Copy, ty, span));
        }
        steps.push(self.expr(Expr::Load(target), ty, span));
        let steps: List<ExprId> = self.tree.expr_lists(&steps);
        Some(self.expr(Expr::Comma(steps), ty, span))
    }

    /// Adds the assignments of the members of an object; `None` if the tree can't say so.
    fn assign_members(&mut self, target: PlaceId, source: PlaceId, steps: &mut Vec<ExprId>) -> Option<()> {
        let (ty, span) = (self.tree.place_type(target), self.tree.place_span(target));
        // An object with a reference has no implicit assignment. C++14 (class.copy) 23
        if matches!(self.kind(ty), Type::Reference(_)) {
            return None;
        }
        let innermost = self.module.types.innermost_structure(ty);
        match innermost.and_then(|number| self.module.assignments.get(&number)).copied() {
            None => {
                let value = self.expr(Expr::Load(source), ty, span);
                steps.push(self.expr(Expr::Assign(target, value), ty, span));
            }
            Some(Copying::Function(function)) if self.module.types.structure_number(ty).is_some() => {
                let instance = function.on(self.module.is_for_host)?;
                let object = self.object_argument(instance, Node::Place(target));
                let takes_object = matches!(
                    self.module.instances[instance].parameters.first().map(|first| self.kind(*first)),
                    Some(Type::Reference(_))
                );
                let value = if takes_object {
                    Argument::Place(source)
                } else {
                    Argument::Value(self.loaded(Node::Place(source)))
                };
                let step = match self.call_with(instance, &[object, value], span) {
                    Node::Value(value) => value,
                    Node::Place(place) => self.expr(Expr::AddressOf(place), TypeId::ERROR, span),
                };
                steps.push(step);
            }
            Some(Copying::Function(_) | Copying::Members) => {
                let targets = self.parts_of(target)?;
                let sources = self.parts_of(source)?;
                for (target, source) in targets.into_iter().zip(sources) {
                    self.assign_members(target, source, steps)?;
                }
            }
        }
        Some(())
    }
}
