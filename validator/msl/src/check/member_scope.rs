//! The bodies of member functions, and the names that members are in them. C++14 (class.mfct)

use super::member_call::takes_const;
use super::scope::{Declarer, Entity};
use super::{Checker, Signature};
use crate::dialect::object_space;
use crate::types::{MemberType, Object, Type, TypeId};
use cxx_validator::ast::{Function, FunctionId, StructureId};
use cxx_validator::names::Symbol;
use msl_spec::AddressSpace;
use rustc_hash::FxHashMap;
use std::rc::Rc;

impl Checker<'_> {
    /// Checks the body of a member function, of which the structure has this declaration, in the scope of the structure.
    pub(super) fn member_body(
        &mut self,
        (ty, declared): (TypeId, FunctionId),
        number: usize,
        signature: &Signature,
        this: Option<Object>,
    ) {
        let outer = core::mem::take(&mut self.function);
        let aside = if self.levels == 0 { Some(self.scopes.put_aside()) } else { None };
        self.defaults_elsewhere(number, declared, signature);
        let mark = self.scopes.open();
        self.declare_parameters_of_definition(ty, number);
        if let Some(this) = this {
            self.declare_members(ty, this);
        }
        self.body(number, signature);
        self.scopes.close(mark);
        if let Some(aside) = aside {
            self.scopes.take_back(aside);
        }
        self.function = outer;
    }

    /// The object of a member function; none of a static one.
    pub(super) fn object_of_member(&self, id: FunctionId, ty: TypeId) -> Option<Object> {
        let function = self.ast[id];
        let is_volatile = self.ast.volatile_functions.contains(&id);
        (!function.is_without_object).then(|| Object { is_volatile, ..Self::this_of(&function, ty) })
    }

    /// The object that `this` points to in a member function.
    pub(super) fn this_of(function: &Function, ty: TypeId) -> Object {
        let space = object_space(function).unwrap_or(AddressSpace::Thread);
        Object { ty, space, is_const: takes_const(function), is_volatile: false, is_rvalue: false }
    }

    /// Notes a member of a structure that is not complete.
    pub(super) fn note_member(&mut self, structure: TypeId, member: &MemberType) {
        let this = Object {
            ty: structure,
            space: AddressSpace::Thread,
            is_const: false,
            is_volatile: false,
            is_rvalue: false,
        };
        if let Some(name) = member.name {
            let object = self.member_object(member, this);
            self.class_members.insert((structure, name), object);
        }
    }

    /// The member that a name without an object denotes in the declarations of a structure, whose operand is not evaluated: `decltype(a)`. C++14
    /// (expr.prim.general) 13
    pub(super) fn member_not_evaluated(&mut self, name: Symbol) -> Option<Object> {
        let around: Vec<TypeId> = self.scopes.structures_around().collect();
        let all = around.into_iter().flat_map(|ty| self.types.with_bases(ty));
        all.into_iter().find_map(|ty| self.class_members.get(&(ty, name)).copied())
    }

    /// Makes the members of a structure names of the function that is checked.
    pub(super) fn declare_members(&mut self, ty: TypeId, this: Object) {
        if let Some(known) = self.member_names.get(&this) {
            self.scopes.declare_members(Rc::clone(known));
            return;
        }
        let names = Rc::new(self.names_of_members(ty, this));
        if names.is_empty() {
            return;
        }
        // A closure gets more members while its body is checked.
        let is_complete =
            self.types.structure_number(ty).is_some_and(|it| self.types.structure(it).is_complete);
        if is_complete && !self.closures.contains_key(&ty) {
            self.member_names.insert(this, Rc::clone(&names));
        }
        self.scopes.declare_members(names);
    }

    /// The members of a structure and of its bases as names in its functions, for one kind of object.
    fn names_of_members(&mut self, ty: TypeId, this: Object) -> FxHashMap<Symbol, Entity> {
        let mut names = FxHashMap::default();
        let Some(number) = self.types.structure_number(ty) else { return names };
        for member in &self.types.structure(number).members {
            shader_source::steps::take(1);
            if let Some(name) = member.name {
                names.insert(name, Entity::Member(self.member_object(member, this)));
            }
        }
        for name in self.types.structure(number).within.keys().copied() {
            shader_source::steps::take(1);
            if let Some(member) = self.find_member(number, name) {
                names.entry(name).or_insert_with(|| Entity::Member(self.member_object(member, this)));
            }
        }
        self.add_inherited_members(ty, this, &mut names);
        names
    }

    /// Returns true if the declaration of a structure lets it be POD in the sense of C++03: it has no constructors.
    pub(super) fn may_keep_padding(&self, id: StructureId) -> bool {
        !self.ast[self.ast[id].functions].iter().any(|function| self.ast[*function].result.is_none())
    }

    /// Adds the variables of bases, unless a name of the structure hides them.
    fn add_inherited_members(&mut self, ty: TypeId, this: Object, names: &mut FxHashMap<Symbol, Entity>) {
        if !self.types.is_derived(ty) {
            return;
        }
        for base in self.types.with_bases(ty).into_iter().skip(1) {
            let Some(number) = self.types.structure_number(base) else { continue };
            let structure = self.types.structure(number);
            let members = structure.members.iter().filter_map(|it| it.name);
            let members: Vec<Symbol> = members.chain(structure.within.keys().copied()).collect();
            for name in members {
                let Declarer::One(declarer) = self.scopes.declarer(ty, name, false) else { continue };
                if self.owner_of_variable(declarer, name) == base {
                    let Some(member) = self.find_member(number, name) else { continue };
                    let object = self.member_object(member, this);
                    names.insert(name, Entity::Member(object));
                }
            }
        }
    }

    /// The object that a member is, or refers to, in an object.
    pub(super) fn member_object(&self, member: &MemberType, this: Object) -> Object {
        match self.types.get(member.ty) {
            Type::Reference(object) => object,
            _ => Object {
                ty: member.ty,
                is_const: member.is_const_in(this.is_const),
                is_volatile: this.is_volatile || member.is_volatile,
                ..this
            },
        }
    }
}
