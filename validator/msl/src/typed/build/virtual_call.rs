//! Calls of virtual functions. C++14 (class.virtual)
//!
//! Objects don't know their class here, so a call has a meaning only where the class of the object is known, or where no class overrides the function.

use super::{Builder, Node};
use crate::typed::tree::Place;
use crate::types::{Type, TypeId};
use cxx_validator::ast;
use cxx_validator::names::Symbol;

impl Builder<'_> {
    /// Returns true if a call through a pointer or reference may mean the function of a derived class.
    pub(super) fn may_be_overridden(&self, number: usize, callee: ast::ExprId, object: Option<Node>) -> bool {
        if self.ast().virtual_functions.is_empty() {
            return false;
        }
        let instance = &self.module.instances[number];
        let Some(class) = instance.this.map(|this| this.ty) else { return false };
        let name = self.ast()[instance.function].name;
        // `Base::f()` means this function in any case.
        let is_qualified =
            matches!(self.ast()[callee], ast::Expr::Name(id) if !self.ast()[id].path.is_empty());
        !is_qualified
            && !self.has_known_class(object)
            && self.is_virtual(class, name)
            && self.is_overridden(class, name)
    }

    /// Returns true for an object that is a variable, an element or a member, and not what a pointer or reference leads to.
    fn has_known_class(&self, object: Option<Node>) -> bool {
        match object {
            Some(Node::Value(_)) => true,
            Some(Node::Place(place)) => match self.tree[place] {
                Place::Local(local) => !self.tree[local].is_reference,
                Place::Global(_)
                | Place::Member(..)
                | Place::Element(..)
                | Place::Components(..)
                | Place::Temporary(_) => true,
                // A cast may lead to a base, and an assignment to what a reference refers to.
                Place::Deref(_)
                | Place::Call(_)
                | Place::Conditional(..)
                | Place::As(_)
                | Place::Assigned(_) => false,
            },
            None => false,
        }
    }

    /// Returns true if a class or one of its bases declares a function with this name as virtual: a function of a derived class with its name is virtual, too.
    fn is_virtual(&self, class: TypeId, name: Symbol) -> bool {
        let classes = self.module.types.with_bases(class);
        classes
            .into_iter()
            .flat_map(|class| self.functions_of(class))
            .any(|id| self.ast()[*id].name == name && self.ast().virtual_functions.contains_key(id))
    }

    fn is_overridden(&self, class: TypeId, name: Symbol) -> bool {
        let types = &self.module.types;
        let all = types.structure_numbers().into_iter();
        let mut derived = all.filter_map(|number| types.known(Type::Structure(number)));
        derived.any(|other| {
            types.is_derived_from(other, class)
                && self.functions_of(other).iter().any(|id| self.ast()[*id].name == name)
        })
    }

    /// The functions that a class declares.
    fn functions_of(&self, class: TypeId) -> &[ast::FunctionId] {
        let types = &self.module.types;
        match types.structure_number(class) {
            Some(number) => &self.ast()[self.ast()[types.structure(number).declaration].functions],
            None => &[],
        }
    }
}
