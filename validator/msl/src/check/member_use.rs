//! The bodies of members of class templates, which are checked once something uses them. C++14 (temp.inst) 1, 3
//!
//! An instance of a class template has the declarations of all its members, but only the bodies that the program uses. A body is
//! checked after the declarations of the program, so that bodies which use each other do not nest. A body that gives a type or a constant is
//! needed where it is used, and is checked there.
//!
//! Copy constructors are used where no call is written, so their bodies are always checked.

use super::origin::Needed;
use super::template::Template;
use super::{Checker, Signature};
use crate::types::{Argument, Object, Type, TypeId};
use cxx_validator::ast::{Function, FunctionId, StructureId};
use cxx_validator::packs::has_pack;
use rustc_hash::FxHashSet;
use shader_source::{Span, steps};

/// A body that is used and not checked yet.
#[derive(Debug)]
struct UsedBody {
    ty: TypeId,
    declared: FunctionId,
    number: usize,
    signature: Signature,
    this: Option<Object>,
    /// The place in the program that uses it.
    from: Option<shader_source::Span>,
}

/// The members of instances of class templates, as far as their bodies are concerned.
#[derive(Default, Debug)]
pub(super) struct MemberUses {
    /// Members whose bodies nothing has used yet.
    unused: FxHashSet<(TypeId, FunctionId)>,
    /// Bodies that are checked after the declarations.
    used: Vec<UsedBody>,
    /// Members of templates whose bodies were checked for some instance.
    checked: FxHashSet<FunctionId>,
}

impl MemberUses {
    /// Notes that a member of an instance has a body of its own, by an explicit specialisation.
    pub(super) fn specialised(&mut self, ty: TypeId, declared: FunctionId) {
        self.unused.remove(&(ty, declared));
    }
}

impl Checker<'_> {
    /// Returns true if the bodies of a structure's members are checked when they are used: a template made the structure, or one around it. A
    /// structure of a function is checked with its function.
    pub(super) fn has_unused_members(&self) -> bool {
        !self.scopes.is_in_function()
            && self.scopes.structures_around().any(|ty| {
                let Some(number) = self.types.structure_number(ty) else { return false };
                let declaration = self.types.structure(number).declaration;
                !self.ast[declaration].template.is_empty() || self.original(declaration) != declaration
            })
    }

    /// Leaves the body of a member unchecked until it is used. Returns false for a body that must be checked now.
    pub(super) fn is_left_unused(&mut self, ty: TypeId, id: FunctionId, signature: &Signature) -> bool {
        if self.is_copy_constructor(ty, id, signature) {
            self.member_uses.checked.insert(id);
            return false;
        }
        self.member_uses.unused.insert((ty, id))
    }

    fn is_copy_constructor(&self, ty: TypeId, id: FunctionId, signature: &Signature) -> bool {
        let copied = signature.parameters.first().is_some_and(
            |first| matches!(self.types.get(*first), Type::Reference(object) if object.ty == ty),
        );
        copied && self.ast[id].result.is_none()
    }

    /// The number of a member's body, which is used here; `None` if it has no body.
    pub(super) fn use_member(&mut self, ty: TypeId, id: FunctionId, span: Span) -> Option<usize> {
        let signature = self.member_signatures.get(&(ty, id))?;
        if signature.instance.is_some() || !self.member_uses.unused.contains(&(ty, id)) {
            return signature.instance;
        }
        let mut signature = signature.clone();
        let function = self.ast[id];
        let body = match function.body {
            Some(_) => id,
            None => self.outside_definition(self.declaration_of(ty)?, &function)?,
        };
        if !self.may_instantiate(span) {
            return None;
        }
        self.count_instance();
        self.member_uses.unused.remove(&(ty, id));
        self.member_uses.checked.insert(id);
        let this = self.object_of_member(id, ty);
        let number = self.reserve(body, &signature, Vec::new(), this);
        signature.instance = Some(number);
        let known = [self.functions.get_mut(&id), self.member_signatures.get_mut(&(ty, id))];
        for known in known.into_iter().flatten() {
            known.instance = Some(number);
        }
        let from = if self.is_amp() { self.place_of_use(span) } else { Some(span) };
        let used = UsedBody { ty, declared: id, number, signature, this, from };
        if self.is_needed_at_once(&function) {
            self.used_body(&used);
        } else {
            self.member_uses.used.push(used);
        }
        Some(number)
    }

    /// Uses the constructor of a structure that takes no arguments.
    pub(super) fn use_default_constructor(&mut self, ty: TypeId, id: FunctionId) {
        self.use_member(ty, id, self.ast[id].name_span);
    }

    /// Uses all members of a structure: the program asks for the whole instance. C++14 (temp.explicit) 8
    pub(super) fn use_all_members(&mut self, ty: TypeId) {
        for id in self.member_functions(ty).to_vec() {
            self.use_member(ty, id, self.ast[id].name_span);
        }
    }

    pub(super) fn declaration_of(&self, ty: TypeId) -> Option<StructureId> {
        self.types.structure_number(ty).map(|number| self.types.structure(number).declaration)
    }

    /// Returns true if a body gives a type or a constant.
    pub(super) fn is_needed_at_once(&self, function: &Function) -> bool {
        function.is_constexpr || function.result.is_some_and(|result| self.is_auto(result))
    }

    /// Checks the bodies of members and templates that are used, and the bodies that these use.
    pub(super) fn used_bodies(&mut self) {
        loop {
            while let Some(used) = self.member_uses.used.pop() {
                self.used_body(&used);
            }
            if !self.later_instances() {
                break;
            }
        }
        if !self.is_amp() {
            self.unused_members();
        }
        self.member_uses.used.clear();
    }

    fn used_body(&mut self, used: &UsedBody) {
        steps::take(1);
        let Some(home) = self.scopes.of_structure(used.ty) else { return };
        let aside = self.scopes.put_aside();
        let present = self.scopes.go_to(home);
        let limit = self.scopes.set_limit(None);
        // A mistake in the body is one, also where a call of it is only tried.
        let is_attempt = core::mem::replace(&mut self.is_attempt, false);
        self.levels += 1;
        let body = |it: &mut Self| {
            it.member_body((used.ty, used.declared), used.number, &used.signature, used.this);
        };
        match used.from {
            Some(span) => self.used_from(span, Needed::Function(used.number), body),
            None => body(self),
        }
        self.levels -= 1;
        self.is_attempt = is_attempt;
        self.scopes.set_limit(limit);
        self.scopes.go_to(present);
        self.scopes.take_back(aside);
    }

    /// Checks the structure templates without instances, and the bodies that no instance uses, as [`Self::unused_templates`] does: what does not
    /// depend on the parameters is checked in any case. C++14 (temp.res)
    fn unused_members(&mut self) {
        // Nothing reads the instances that are made here.
        let instances = self.instances.len();
        let made = self.templates.structures.values();
        // What only serves to compare templates was made in silence.
        let made = made.filter(|ty| !self.templates.is_compared(**ty) && !self.templates.named.contains(ty));
        let made = made.filter_map(|ty| self.declaration_of(*ty));
        let made: FxHashSet<StructureId> = made.collect();
        for (primary, id) in self.templates.structures_declared() {
            let structure = self.ast[id];
            let is_of_packs = self.original(id) != id || has_pack(self.ast, structure.template);
            let unused: Vec<FunctionId> = self.ast[structure.functions]
                .iter()
                .copied()
                .chain(self.friends_with_body(id))
                .filter(|id| !self.member_uses.checked.contains(id) && !self.ast.is_template(*id))
                .collect();
            if !is_of_packs
                && !structure.template.is_empty()
                && (!unused.is_empty() || !made.contains(&id))
                && self.may_instantiate(structure.name_span)
            {
                self.members_for_any_arguments((primary, id), made.contains(&id), &unused);
            }
        }
        self.names_in_unused_variadic_structures(&made);
        self.unused_member_templates();
        self.forget_instances(instances);
    }

    /// Checks the names in structure templates with packs, and in their specialisations, that nothing uses.
    fn names_in_unused_variadic_structures(&mut self, made: &FxHashSet<StructureId>) {
        let special = self.templates.variadic_specialisations.iter();
        let special = special.flat_map(|(primary, ids)| ids.iter().map(|id| (*primary, *id)));
        let mut all: Vec<(StructureId, StructureId)> = self.templates.structures_declared();
        all.extend(special);
        all.retain(|(_, id)| {
            let mut copies = self.ast.copies.structures.get(id).into_iter().flatten();
            let is_unused = self.original(*id) == *id && !copies.any(|copy| made.contains(copy));
            is_unused && has_pack(self.ast, self.ast[*id].template) && self.ast[*id].is_defined
        });
        all.sort_unstable_by_key(|(_, id)| *id);
        all.dedup();
        for (primary, id) in all {
            if self.may_instantiate(self.ast[id].name_span) {
                let functions = self.ast[self.ast[id].functions].to_vec();
                let unused: Vec<FunctionId> =
                    functions.into_iter().filter(|it| !self.ast.is_template(*it)).collect();
                self.reporting_names(|it| {
                    it.members_for_any_arguments((primary, id), false, &unused);
                    it.check_packs_of_structure(id);
                });
            }
        }
    }

    /// Checks the member functions that are templates without instances, in one instance of their structure.
    fn unused_member_templates(&mut self) {
        let used: FxHashSet<FunctionId> = self.templates.functions.keys().map(|(id, ..)| *id).collect();
        let is_real = |owner: &TypeId| !self.templates.is_compared(*owner);
        let mut owners: Vec<TypeId> = self.structures.keys().copied().filter(is_real).collect();
        owners.sort_unstable();
        let mut checked = FxHashSet::default();
        for owner in owners {
            for id in self.member_functions(owner).to_vec() {
                let function = self.ast[id];
                let is_of_packs =
                    self.ast.copies.variadic.contains_key(&id) || has_pack(self.ast, function.template);
                let is_unused = self.ast.is_template(id) && !used.contains(&id) && function.body.is_some();
                if is_unused && !is_of_packs && checked.insert(id) && self.may_instantiate(function.name_span)
                {
                    self.member_template_for_any_arguments(owner, id);
                }
            }
        }
    }

    fn members_for_any_arguments(
        &mut self,
        (primary, id): (StructureId, StructureId),
        is_made: bool,
        unused: &[FunctionId],
    ) {
        let structure = self.ast[id];
        let arguments = vec![Argument::Type(TypeId::ERROR); self.ast[structure.template].len()];
        let home = [id, primary].into_iter().find_map(|it| self.templates.home(Template::Structure(it)));
        let home = home.unwrap_or_else(|| self.scopes.present());
        let present = self.scopes.go_to(home);
        self.levels += 1;
        let instantiate = |checker: &mut Self| {
            checker.make_structure_of_template((primary, id), arguments.clone(), &arguments)
        };
        if !is_made {
            self.check_types_of_parameters(home, structure.template);
        }
        // The declarations were checked with the instances, if there are any.
        let made = if is_made { self.attempt(instantiate) } else { Some(instantiate(self)) };
        self.levels -= 1;
        self.scopes.go_to(present);
        let Some(ty) = made else { return };
        for id in unused {
            self.use_member(ty, *id, self.ast[*id].name_span);
        }
        while let Some(used) = self.member_uses.used.pop() {
            self.used_body(&used);
        }
    }
}
