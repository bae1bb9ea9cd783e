//! The properties of classes of the library, which Microsoft's compiler has: `view.extent` is `view.get_extent()`.
//!
//! C++ AMP 1.2 demands the functions only, but most programs are written with properties. A component of a short vector is the member itself, so
//! that all that changes a number can change it: `v.x++`. No pointer or reference leads to it, as to any property.

use super::super::member_call::CalledObject;
use super::super::{Checker, Part, Place, Typed};
use crate::amp::component;
use crate::meaning::Callee;
use cxx_validator::ast::{BinaryOperator, Expr, ExprId};
use cxx_validator::names::Symbol;

impl Checker<'_> {
    /// A component of a short vector; `None` of other objects.
    pub(in super::super) fn component(&mut self, base: Typed, name: Symbol) -> Option<Typed> {
        let number = self.types.structure_number(base.ty)?;
        let member = self.names.find(component(self.text(name))?)?;
        // It is a property that can be written.
        self.accessor(base, "set", name)?;
        let member = self.find_member(number, member)?.clone();
        let found = self.part_of(base, &member);
        Some(Typed { place: found.place.map(|place| Place { part: Part::Component, ..place }), ..found })
    }

    /// The value of a property of a class of the library; `None` if there is no such property.
    pub(in super::super) fn property(&mut self, id: ExprId, base: Typed, name: Symbol) -> Option<Typed> {
        let getter = self.accessor(base, "get", name)?;
        let object = CalledObject::of(base);
        Some(self.call_structure_member(id, (base.ty, object), (getter, None), &[]))
    }

    /// An assignment to a property, which a function makes; `None` of an assignment to an object.
    pub(in super::super) fn assign_property(
        &mut self,
        id: ExprId,
        operator: Option<BinaryOperator>,
        (left, target): (ExprId, Typed),
        right: ExprId,
    ) -> Option<Typed> {
        if !self.is_amp() || target.place.is_some() {
            return None;
        }
        let (base, setter) = self.setter(left)?;
        let object = CalledObject::Object(base.place?.object(base.ty));
        match operator {
            None => _ = self.call_structure_member(id, (base.ty, object), (setter, None), &[right]),
            Some(operator) => {
                _ = self.binary(id, operator, (left, target), right);
                // It takes a value of the type that the property has. The property itself stays a call of the function that reads it.
                let getter = self.meaning_of(left).and_then(|meaning| meaning.callee);
                _ = self.call_structure_member(left, (base.ty, object), (setter, None), &[left]);
                let noted =
                    self.meaning_of(left).and_then(|meaning| core::mem::replace(&mut meaning.callee, getter));
                if let Some(Callee::Function(instance)) =
                    noted.and_then(|number| self.function.callees.get(number as usize))
                {
                    let instance = *instance;
                    self.function.setters.insert(id, instance);
                }
            }
        }
        Some(Typed::value(target.ty))
    }

    /// The object of a property that can be written, and the function that writes it.
    fn setter(&self, property: ExprId) -> Option<(Typed, Symbol)> {
        let Expr::Member(object, member) = self.ast[property] else { return None };
        let base = self.known(object)?;
        Some((base, self.accessor(base, "set", member)?))
    }

    /// Returns true for a property of a value that nothing may change.
    pub(in super::super) fn is_property_of_const(&self, id: ExprId) -> bool {
        self.is_amp() && self.setter(id).is_some_and(|(base, _)| base.is_const_value)
    }

    /// Returns true for a property that `++` and the like can change.
    pub(in super::super) fn is_writable_property(&self, id: ExprId) -> bool {
        self.is_amp() && self.setter(id).is_some()
    }

    /// The function that reads or writes a property. One that begins with `_` belongs to a property without a function of its own.
    fn accessor(&self, base: Typed, verb: &str, name: Symbol) -> Option<Symbol> {
        let number = self.types.structure_number(base.ty)?;
        let declaration = self.types.structure(number).declaration;
        if !self.is_library_place(self.ast[declaration].name_span) {
            return None;
        }
        let name = self.text(name);
        let names = [format!("{verb}_{name}"), format!("_{verb}_{name}")];
        let mut known = names.iter().filter_map(|name| self.names.find(name));
        known.find(|accessor| self.has_functions(base.ty, *accessor))
    }
}
