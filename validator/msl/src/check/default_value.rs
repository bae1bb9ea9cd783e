//! Objects that begin without a value: whether their types allow that. C++14 (dcl.init), (class.ctor), (dcl.init.aggr)

use super::Checker;
use super::amp::Misuse;
use crate::diagnostic::Diagnostic;
use crate::types::{MemberType, Type, TypeId};
use cxx_validator::ast::{Expr, FunctionId, Implicit};
use cxx_validator::names::Symbol;
use msl_spec::rules;
use rustc_hash::FxHashSet;
use shader_source::Span;

/// Why an object can't begin without a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Missing {
    /// No constructor of this structure can be called without arguments.
    Constructor(TypeId),
    /// The constructor of this structure without arguments is deleted.
    Deleted(TypeId),
    /// This member of a structure is `const`.
    Const(TypeId, Option<Symbol>),
    /// This member of a structure is a reference.
    Reference(TypeId, Option<Symbol>),
}

/// How an object begins without a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Without {
    /// `T a;` or `T()`: numbers have no value, or zero.
    Initializer,
    /// `T {}`, or as an element that a list does not reach: numbers are zero, `const` ones, too.
    ValueInBraces,
}

impl Checker<'_> {
    /// Reports an object of a type that can't begin without a value.
    pub(super) fn begin_without(&mut self, how: Without, ty: TypeId, span: Span) {
        if let Some((_, missing)) = self.missing(how, ty) {
            let found = self.missing_value(missing, span);
            self.report(found);
            return;
        }
        let mut ty = ty;
        while let Some((element, _)) = self.types.element(ty) {
            ty = element;
        }
        if let Some(constructor) = self.constructor_wrong_for_any(ty) {
            self.check_function_accessible(ty, (ty, constructor), None, span);
        }
    }

    /// Reports a variable of the host whose class is of the library and needs a value. C++ AMP 1.2 (5.1.2, 5.2.2)
    pub(super) fn check_host_variable(&mut self, ty: TypeId, span: Span) {
        let rule = self.rule_of_class(ty, Misuse::Construction).filter(|_| self.is_host_code());
        if let Some(rule) = rule
            && let Some((_, missing)) = self.missing(Without::Initializer, ty)
        {
            let found = self.missing_value(missing, span);
            self.report(Diagnostic { rule, ..found });
        }
    }

    /// Reports an aggregate whose members from this index on can't all begin without a value.
    pub(super) fn begin_members_without(&mut self, ty: TypeId, index: usize, list: Span) {
        if let Some((last, missing)) = self.missing(Without::ValueInBraces, ty)
            && last >= index
        {
            let found = self.missing_value(missing, list);
            self.report(found);
        }
    }

    /// Returns true if all of an object has values without an initializer, so that it may be `const`. C++14 with CWG 253 (dcl.init)
    pub(super) fn begins_with_values(&self, ty: TypeId) -> bool {
        if let Some((element, _)) = self.types.element(ty) {
            return self.begins_with_values(element);
        }
        let Some(number) = self.types.structure_number(ty) else { return false };
        let members = &self.types.structure(number).members;
        match self.default_constructor(ty) {
            Default::None | Default::Deleted => false,
            Default::Defined(_) => true,
            Default::Implicit => {
                members.iter().all(|member| member.has_initializer || self.begins_with_values(member.ty))
            }
        }
    }

    fn missing_value(&mut self, missing: Missing, span: Span) -> Diagnostic {
        let member = |it: &Self, name: Option<Symbol>| name.map_or("", |name| it.text(name)).to_owned();
        let (rule, message) = match missing {
            Missing::Constructor(ty) => {
                let message = format!("`{}` has no default constructor", self.types.print(ty));
                let of_library =
                    self.rule_of_class(ty, Misuse::Construction).filter(|_| !self.is_host_code());
                (of_library.unwrap_or(rules::CALL_MATCH), message)
            }
            Missing::Deleted(ty) => {
                let message = format!("the default constructor of `{}` is deleted", self.types.print(ty));
                (rules::CALL_MATCH, message)
            }
            Missing::Const(ty, name) => {
                let name = member(self, name);
                let message = format!("`const` member `{name}` of `{}` has no value", self.types.print(ty));
                (rules::VARIABLE_CONST_INITIALISED, message)
            }
            Missing::Reference(ty, name) => {
                let name = member(self, name);
                let message =
                    format!("member `{name}` of `{}` must refer to an object", self.types.print(ty));
                (rules::REFERENCE_INITIALISED, message)
            }
        };
        Diagnostic::error(rule, span, message)
    }

    /// Returns the reason why a type needs a value, and the last member that does. They are found once for each type: members are structures with
    /// members again, and programs have many lists for one structure.
    fn missing(&mut self, how: Without, ty: TypeId) -> Option<(usize, Missing)> {
        if let Some((element, _)) = self.types.element(ty) {
            return self.missing(how, element);
        }
        let number = self.types.structure_number(ty)?;
        if let Some(known) = self.without_value.get(&(how, ty)) {
            return *known;
        }
        let structure = self.types.structure(number);
        if structure.is_union || !structure.is_complete {
            return None;
        }
        let members = structure.members.clone();
        let constructor = self.default_constructor(ty);
        if let Default::Defined(id) = constructor {
            self.use_default_constructor(ty, id);
        }
        let found = match constructor {
            Default::None => Some((usize::MAX, Missing::Constructor(ty))),
            // The braces of an aggregate call no constructor.
            Default::Deleted if how == Without::Initializer || !self.is_aggregate(ty) => {
                Some((usize::MAX, Missing::Deleted(ty)))
            }
            Default::Defined(_) => None,
            Default::Implicit | Default::Deleted => {
                let mut last = members.iter().enumerate().rev();
                last.find_map(|(at, member)| Some((at, self.missing_member(how, ty, member)?)))
            }
        };
        self.without_value.insert((how, ty), found);
        found
    }

    fn missing_member(&mut self, how: Without, ty: TypeId, member: &MemberType) -> Option<Missing> {
        if member.has_initializer {
            return None;
        }
        match self.types.get(member.ty) {
            Type::Reference(_) => Some(Missing::Reference(ty, member.name)),
            Type::Value(_) | Type::Pointer(_) | Type::Enumeration(..)
                if member.is_const && how == Without::Initializer =>
            {
                Some(Missing::Const(ty, member.name))
            }
            _ => self.missing(how, member.ty).map(|(_, missing)| missing),
        }
    }

    fn default_constructor(&self, ty: TypeId) -> Default {
        let constructors = self.constructors(ty).iter().copied().filter(|id| self.constructs_values(*id));
        let constructors: Vec<FunctionId> = constructors.collect();
        let is_default = |id: &&FunctionId| {
            self.member_signatures.get(&(ty, **id)).is_some_and(|signature| signature.required == 0)
        };
        match constructors.iter().find(is_default) {
            _ if constructors.is_empty() => Default::Implicit,
            None => Default::None,
            Some(id) => match self.ast[*id].implicit {
                Some(Implicit::Defaulted) => Default::Implicit,
                Some(Implicit::Deleted) => Default::Deleted,
                None => Default::Defined(*id),
            },
        }
    }

    fn constructor_wrong_for_any(&self, ty: TypeId) -> Option<FunctionId> {
        let mut constructors = self.constructors(ty).iter().copied();
        constructors.find(|id| {
            let signature = self.member_signatures.get(&(ty, *id));
            self.constructs_values(*id) && signature.is_some_and(|signature| signature.required == 0)
        })
    }

    /// Reports the members that a constructor leaves without a value although they need one.
    pub(super) fn check_members_begin(&mut self, id: FunctionId, ty: TypeId) {
        let function = self.ast[id];
        let (mut begun, mut bases): (Vec<Option<Symbol>>, Vec<TypeId>) = (Vec::new(), Vec::new());
        for initializer in self.ast[function.initializers].iter().copied() {
            match self.ast[initializer] {
                Expr::Assign(_, member, _) => match self.ast[member] {
                    // A constructor of a template may delegate by the name of the instance.
                    Expr::Name(_)
                        if self.known(member).is_some_and(|it| it.ty == ty) && self.types.is_derived(ty) =>
                    {
                        return;
                    }
                    Expr::Name(name) => {
                        begun.push(Some(self.ast[name].name));
                        bases.extend(self.known(member).map(|it| it.ty));
                    }
                    // The constructor delegates to another one.
                    _ => return,
                },
                _ => return,
            }
        }
        let Some(number) = self.types.structure_number(ty) else { return };
        if self.types.structure(number).is_union {
            return;
        }
        let members = self.types.structure(number).members.clone();
        let (begun, bases) = (FxHashSet::from_iter(begun), FxHashSet::from_iter(bases));
        let is_begun = |member: &MemberType| match member.base {
            Some(_) => bases.contains(&member.ty),
            None => begun.contains(&member.name),
        };
        for member in members.iter().filter(|member| !is_begun(member)) {
            if let Some(missing) = self.missing_member(Without::Initializer, ty, member) {
                let found = self.missing_value(missing, function.name_span);
                self.report(found.label(member.span, "declared here"));
            }
        }
    }
}

/// The constructor without arguments.
enum Default {
    /// There are only others.
    None,
    /// The program deletes it.
    Deleted,
    /// The program defines it.
    Defined(FunctionId),
    /// It is implicit: each member begins without a value.
    Implicit,
}
