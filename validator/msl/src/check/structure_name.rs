//! The names of structures: the word before them, and what else has the name.

use super::Checker;
use super::scope::Entity;
use crate::diagnostic::Diagnostic;
use crate::types::{StructureNumber, Type, TypeId};
use cxx_validator::ast::{Access, DeclId, DeclKind, Structure, StructureId, StructureKind, TypeSyntaxId};
use cxx_validator::names::Symbol;
use msl_spec::rules;
use rustc_hash::FxHashSet;
use shader_source::Span;

impl Checker<'_> {
    /// Reports `union` before the name of a structure, or the other way round. C++14 (dcl.type.elab) 3
    pub(super) fn check_key(&mut self, id: StructureId, first: StructureId) {
        let (own, first) = (self.ast[id], self.ast[first]);
        let is_union = |structure: &Structure| structure.kind == StructureKind::Union;
        if is_union(&own) != is_union(&first) {
            let key = if is_union(&first) { "union" } else { "struct" };
            let text = own.name.map_or("", |name| self.text(name));
            let message = format!("`{text}` was declared as a `{key}`");
            let found = Diagnostic::error(rules::NAME_REDEFINITION, own.name_span, message);
            self.report(found.label(first.name_span, "declared here"));
        }
    }

    /// Reports a word before the name of a type that was not declared with it. C++14 (dcl.type.elab) 3
    pub(super) fn check_elaborated(&mut self, id: TypeSyntaxId, ty: TypeId, span: Span) {
        let Some(kind) = self.ast.elaborated.get(&id).copied() else { return };
        let declared = self.declaration_of(ty).map(|id| self.ast[id].kind);
        let is_union = |kind| kind == StructureKind::Union;
        let fits = match (kind, declared) {
            (Some(kind), Some(declared)) => is_union(kind) == is_union(declared),
            (None, _) => matches!(self.types.get(ty), Type::Enumeration(..)),
            (Some(_), None) => false,
        };
        if !fits && !self.types.is_error(ty) {
            let word = match kind {
                Some(StructureKind::Union) => "union",
                Some(StructureKind::Struct | StructureKind::Class) => "struct",
                None => "enum",
            };
            let message = format!("`{}` was not declared as a `{word}`", self.types.print(ty));
            self.error_once(rules::NAME_REDEFINITION, span, &message);
        }
    }

    /// Reports static members with the name of their structure. C++14 (class.mem) 14
    pub(super) fn check_static_with_name_of_structure(&mut self, number: StructureNumber) {
        let structure = self.ast[self.types.structure(number).declaration];
        // Where the name is the structure's own in its scope, that is a second meaning of it.
        if structure.template.is_empty() && structure.specialisation.is_none() {
            return;
        }
        for decl in self.ast[structure.decls].iter().copied() {
            let DeclKind::Variables(list) = self.ast[decl].kind else { continue };
            let variables = self.ast[list].iter().map(|id| self.ast[*id]);
            let span = variables.filter(|it| it.name == structure.name).map(|it| it.name_span).next();
            if let Some(span) = span {
                let message = "a static member can't have the name of its structure";
                self.error_once(rules::NAME_REDEFINITION, span, message);
            }
        }
    }

    /// Reports a type or enumerator with the name of the structure that declares it. C++14 (class.mem) 14
    pub(super) fn is_type_with_name_of_structure(&mut self, decl: DeclId, structure: &Structure) -> bool {
        let Some(own) = structure.name else { return false };
        let is_of_template = !structure.template.is_empty() || structure.specialisation.is_some();
        let span = match self.ast[decl].kind {
            // What is not defined here is a second name of the structure.
            DeclKind::Structure(id) if self.ast[id].name == Some(own) && self.ast[id].is_defined => {
                Some(self.ast[id].name_span)
            }
            // Other structures have the name in their scopes, where its second meaning is reported.
            _ if !is_of_template => None,
            DeclKind::Alias(id) if self.ast[id].name == own => Some(self.ast[id].name_span),
            DeclKind::Enumeration(id) => {
                let enumeration = self.ast[id];
                let enumerators = self.ast[enumeration.enumerators].iter();
                let mut enumerators = enumerators.filter(|_| !enumeration.is_scoped);
                let again = enumerators.find(|it| it.name == own).map(|it| it.name_span);
                again.or_else(|| (enumeration.name == Some(own)).then_some(enumeration.name_span))
            }
            _ => None,
        };
        let Some(span) = span else { return false };
        let message = "a member can't have the name of its structure";
        self.error_once(rules::NAME_REDEFINITION, span, message);
        true
    }

    /// Reports members and member functions of the present structure that have the name of an enumerator, a static variable or an alias in it. C++14
    /// (basic.scope.declarative) 4
    pub(super) fn check_members_declared_once(&mut self, ty: TypeId, number: StructureNumber) {
        let structure = self.types.structure(number);
        let own = self.ast[structure.declaration].name;
        let members = structure.members.iter().filter(|it| it.base.is_none());
        let mut names: Vec<(Symbol, Span)> =
            members.filter_map(|it| it.name.map(|name| (name, it.span))).collect();
        let functions = self.member_functions(ty).iter().map(|id| self.ast[*id]);
        names.extend(functions.filter(|it| it.result.is_some()).map(|it| (it.name, it.name_span)));
        let decls = self.ast[self.ast[structure.declaration].decls].iter();
        // An alias of a parameter of a template that nothing uses has no type that is known, and is an alias.
        let aliases: FxHashSet<Symbol> = decls
            .flat_map(|id| match self.ast[*id].kind {
                DeclKind::Alias(alias) => vec![self.ast[alias].name],
                DeclKind::Aliases(list) => self.ast[list].iter().map(|id| self.ast[*id].name).collect(),
                _ => Vec::new(),
            })
            .collect();
        names.retain(|(name, _)| {
            Some(*name) != own
                && match self.scopes.here(*name) {
                    Some(Entity::Enumerator(..) | Entity::Variable(..)) => true,
                    Some(Entity::Type(ty)) if self.types.is_error(*ty) => aliases.contains(name),
                    Some(Entity::Type(ty)) => !self.is_name_of_type(*ty, *name),
                    _ => false,
                }
        });
        for (name, span) in names {
            let message = format!("`{}` is already declared", self.text(name));
            self.error_once(rules::NAME_REDEFINITION, span, &message);
        }
    }

    /// Reports a variable or enumerator with the name of something in its scope. It hides a structure or enumeration, which `struct` before the name
    /// still means. C++14 (basic.scope.hiding) 2
    pub(super) fn check_hiding(&mut self, before: Option<&Entity>, name: Symbol, span: Span) {
        match before {
            // A structure has its own name in it.
            Some(Entity::Type(ty))
                if self.is_name_of_type(*ty, name) && self.scopes.present_structure() != Some(*ty) =>
            {
                if self.function.kind.is_none() {
                    self.scopes.note_hidden_type(name, *ty);
                }
            }
            _ => self.check_redeclared(before, name, span),
        }
    }

    /// Returns true if a structure is declared after a function, variable or enumerator with its name, which hides it. C++14 (basic.scope.hiding) 2
    pub(super) fn hides_later_type(&mut self, before: Option<&Entity>, name: Symbol, span: Span) -> bool {
        let Some(Entity::Functions(_) | Entity::Variable(..) | Entity::Enumerator(..)) = before else {
            return false;
        };
        let Some(Entity::Type(ty)) = self.scopes.here(name) else { return false };
        if !self.is_name_of_type(*ty, name) {
            return false;
        }
        let message = cxx_validator::unsupported::STRUCTURE_BESIDE_NAME.message();
        self.error(rules::UNSUPPORTED_FEATURE, span, message);
        self.unread.insert(name);
        true
    }

    /// Reports what a structure without a name, whose members belong to the structure around, can't have. C++14 (class.union) 5
    pub(super) fn check_members_without_name(&mut self, ty: TypeId) {
        let Some(structure) = self.declaration_of(ty).map(|id| self.ast[id]) else { return };
        if structure.name.is_some() {
            return;
        }
        let function = self.ast[structure.functions].first().map(|id| self.ast[*id].name_span);
        let member =
            self.ast[structure.members].iter().find(|it| it.access != Access::Public).map(|it| it.name_span);
        let variable = self.ast[structure.decls].iter().find_map(|decl| match self.ast[*decl].kind {
            DeclKind::Variables(list) => self.ast[list].first().map(|id| self.ast[*id].name_span),
            _ => None,
        });
        if let Some(span) = function.or(member).or(variable) {
            let message =
                "a structure without a name can only have public members that are not static or functions";
            self.error_once(rules::GRAMMAR_DECLARATION, span, message);
        }
    }

    /// Declares the names that a member without a name gives the structure around. C++14 (class.union) 5
    pub(super) fn declare_names_within(&mut self, structure: TypeId, ty: TypeId) {
        let Some(inner) = self.types.structure_number(ty) else { return };
        let mut names: Vec<Symbol> = self.types.names_within(ty).collect();
        names.sort_unstable();
        for name in names {
            let Some(member) = self.find_member(inner, name).cloned() else { continue };
            if !self.scopes.add_member(name) {
                let message = format!("duplicate member `{}`", self.text(name));
                self.error(rules::NAME_REDEFINITION, member.span, message);
            }
            self.note_member(structure, &member);
        }
    }
}
