//! The properties of classes of the library, which Microsoft's compiler has: `view.extent` is `view.get_extent()`.
//!
//! C++ AMP 1.2 demands the functions only, but most programs are written with properties.

use super::super::member_call::CalledObject;
use super::super::{Checker, Typed};
use cxx_validator::ast::ExprId;
use cxx_validator::names::Symbol;

impl Checker<'_> {
    /// The value of a property of a class of the library; `None` if there is no such property.
    pub(in super::super) fn property(&mut self, id: ExprId, base: Typed, name: Symbol) -> Option<Typed> {
        let getter = self.accessor(base, "get", name)?;
        let object = match base.place {
            Some(place) => CalledObject::Object(place.object(base.ty)),
            None => CalledObject::Value,
        };
        Some(self.call_structure_member(id, (base.ty, object), (getter, None), &[]))
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
