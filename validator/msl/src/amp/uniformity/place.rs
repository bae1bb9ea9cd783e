//! Places: what loads and stores mean for uniformity.

use super::flow::Flow;
use super::value::{Reason, Varying};
use crate::typed::{Argument, CallId, Expr, ExprId, LocalId, Place, PlaceId};
use crate::types::TypeId;
use msl_spec::AddressSpace;
use shader_source::Span;

/// The class of the library whose members distinguish the threads of a tile.
const INDEX: &str = "tiled_index";
/// Its members that are the same for all threads of a tile. `tile_origin` is `tile` multiplied by the size of the tile.
const UNIFORM_MEMBERS: [&str; 3] = ["tile", "tile_origin", "barrier"];

/// The classes of the library that kernels capture by reference.
const CONTAINERS: [&str; 2] = ["array", "texture"];

/// The object that a place is a part of.
#[derive(Clone, Copy, Default, Debug)]
pub(super) enum Root {
    /// A variable of the function.
    Local(LocalId),
    /// A member of the index of a thread: `true` for one that is uniform.
    IndexMember(bool),
    /// A variable of the program, which does not change.
    #[default]
    Global,
    /// The value of an expression.
    Value(ExprId),
    /// An element of a container, or what a pointer leads to.
    Unknown,
    /// The object that a call refers to, with the reason why that is not uniform.
    Call(Option<Varying>),
}

/// A place after its indices were evaluated.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Found {
    pub(super) root: Root,
    /// The reason why the threads don't have the same part of the object.
    pub(super) index: Option<Varying>,
}

impl Flow<'_, '_> {
    /// Evaluates the indices of a place, from the object to the part.
    pub(super) fn find(&mut self, id: PlaceId) -> Found {
        self.deeper(|flow| flow.find_inside(id))
    }

    fn find_inside(&mut self, id: PlaceId) -> Found {
        let (mut parts, mut place) = (Vec::new(), id);
        let root = loop {
            place = match self.tree[place] {
                Place::Member(base, member) => {
                    if let Some(is_uniform) = self.index_member(self.tree.place_type(base), member) {
                        break Root::IndexMember(is_uniform);
                    }
                    base
                }
                Place::Components(base, _) | Place::As(base) => base,
                Place::Element(base, index) => {
                    parts.push(index);
                    base
                }
                Place::Conditional(condition, accept, reject) => {
                    let condition = self.expr(condition);
                    let found = [self.find(accept), self.find(reject)];
                    let values = found.map(|found| self.value_of(found, self.tree.place_span(id)));
                    break Root::Call(condition.or(values[0]).or(values[1]));
                }
                Place::Local(local) => break Root::Local(local),
                Place::Global(_) => break Root::Global,
                Place::Deref(pointer) => match self.tree[pointer] {
                    Expr::AddressOf(place) | Expr::FirstElement(place) => place,
                    // An `array` is captured by reference. Its extent is uniform. A different pointer leads to its elements.
                    _ if self.is_container(self.tree.place_type(place)) => break Root::Value(pointer),
                    _ => {
                        self.expr(pointer);
                        break Root::Unknown;
                    }
                },
                Place::Temporary(value) | Place::Assigned(value) => break Root::Value(value),
                Place::Call(call) => {
                    let span = self.tree.place_span(place);
                    break Root::Call(self.call(call, span));
                }
            };
        };
        let mut index = None;
        for part in parts.into_iter().rev() {
            let value = self.expr(part);
            index = index.or(value);
        }
        match root {
            // A reference is the object that it was begun with.
            Root::Local(local) => match self.reference(local) {
                Some(found) => Found { root: found.root, index: index.or(found.index) },
                None => Found { root, index },
            },
            root => Found { root, index },
        }
    }

    /// Returns true for a class of the library whose objects are never elements.
    fn is_container(&self, ty: TypeId) -> bool {
        let types = &self.module().types;
        types.structure_number(ty).is_some_and(|number| {
            let structure = types.structure(number);
            CONTAINERS.contains(&structure.name.as_str()) && self.is_library_class(structure.declaration)
        })
    }

    /// Returns true if a member of the index of a thread is uniform; `None` for other classes.
    fn index_member(&self, ty: TypeId, member: u32) -> Option<bool> {
        let types = &self.module().types;
        let structure = types.structure(types.structure_number(ty)?);
        if structure.name != INDEX || !self.is_library_class(structure.declaration) {
            return None;
        }
        let name = structure.members.get(member as usize)?.name?;
        Some(UNIFORM_MEMBERS.contains(&self.module().names.text(name)))
    }

    /// The reason why the value of a place is not uniform.
    pub(super) fn load(&mut self, id: PlaceId) -> Option<Varying> {
        let found = self.find(id);
        self.value_of(found, self.tree.place_span(id))
    }

    pub(super) fn value_of(&mut self, found: Found, span: Span) -> Option<Varying> {
        let value = match found.root {
            Root::Local(local) if self.tree[local].object.space == AddressSpace::Threadgroup => {
                // Rule 8.
                (!self.is_clean(local)).then_some(Varying { span, reason: Reason::TileStatic })
            }
            Root::Local(local) => self.local(local),
            Root::IndexMember(true) | Root::Global => None,
            Root::IndexMember(false) => Some(Varying { span, reason: Reason::Index }),
            Root::Value(value) => self.expr(value),
            Root::Unknown => Some(Varying { span, reason: Reason::Element }),
            Root::Call(value) => value,
        };
        found.index.or(value)
    }

    /// The reason why the address of a place is not uniform.
    pub(super) fn address(&mut self, id: PlaceId) -> Option<Varying> {
        self.find(id).index
    }

    /// Stores a value, which may be varying, in a place.
    pub(super) fn store(&mut self, id: PlaceId, value: Option<Varying>) {
        let found = self.find(id);
        // A call that refers to a part of its arguments: `i[0] = n` changes the index `i`.
        if let Place::Call(call) = self.tree[self.tree.whole(id)] {
            for place in self.referred_arguments(call) {
                self.store_part(place, value.or(found.index));
            }
            return;
        }
        let is_whole = matches!(self.tree[id], Place::Local(local) if self.reference(local).is_none());
        self.store_found(found, value, is_whole);
    }

    /// Stores a value in a part of a place, or perhaps not at all.
    pub(super) fn store_part(&mut self, id: PlaceId, value: Option<Varying>) {
        let found = self.find(id);
        self.store_found(found, value, false);
    }

    /// The arguments of a call of whose objects its result refers to a part.
    fn referred_arguments(&self, call: CallId) -> Vec<PlaceId> {
        let Some(summary) = self.called.get(&call) else { return Vec::new() };
        let arguments = self.tree[self.tree[call].arguments].iter().zip(&summary.referred);
        let place = |(argument, is_referred): (&Argument, &bool)| match argument {
            Argument::Place(place) if *is_referred => Some(*place),
            Argument::Place(_) | Argument::Value(_) | Argument::Omitted => None,
        };
        arguments.filter_map(place).collect()
    }

    /// Notes the parameters of whose objects the result of this function refers to a part.
    pub(super) fn refer_to(&mut self, id: PlaceId) {
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            match self.tree[self.tree.whole(id)] {
                Place::Local(local) => match self.reference(local) {
                    Some(Found { root: Root::Local(local), .. }) => self.refer_to_parameter(local),
                    Some(_) => {}
                    None => self.refer_to_parameter(local),
                },
                Place::Call(call) => open.extend(self.referred_arguments(call)),
                Place::Conditional(_, accept, reject) => open.extend([accept, reject]),
                Place::Assigned(value) => open.extend(self.tree.changed(value)),
                Place::Global(_)
                | Place::Deref(_)
                | Place::Member(..)
                | Place::Element(..)
                | Place::Components(..)
                | Place::Temporary(_)
                | Place::As(_) => {}
            }
        }
    }

    fn store_found(&mut self, found: Found, value: Option<Varying>, is_whole: bool) {
        match found.root {
            Root::Local(local) if self.tree[local].object.space == AddressSpace::Threadgroup => {
                self.dirty(local);
            }
            Root::Local(local) => {
                let value = value.or(found.index);
                self.assign(local, value, is_whole);
            }
            // A pointer may lead to any `tile_static` variable.
            Root::Unknown => self.write_through_pointer(),
            Root::IndexMember(_) | Root::Global | Root::Value(_) | Root::Call(_) => {}
        }
    }

    /// A store through the pointer that an argument is.
    pub(super) fn store_pointee(&mut self, pointer: ExprId, value: Option<Varying>) {
        match self.tree[pointer] {
            Expr::AddressOf(place) | Expr::FirstElement(place) => self.store_part(place, value),
            Expr::Convert(inner) | Expr::Offset { pointer: inner, .. } => self.store_pointee(inner, value),
            _ => self.write_through_pointer(),
        }
    }
}
