//! Declarations at program scope. C++14 (dcl.dcl)

use super::scope::Entity;
use super::{Checker, template};
use crate::diagnostic::Diagnostic;
use crate::meaning::Value;

use cxx_validator::ast::{Alias, DeclId, DeclKind, Expr, ExprId, List, Literal};
use cxx_validator::names::Symbol;
use msl_spec::rules;

impl Checker<'_> {
    pub(super) fn declarations(&mut self, list: List<DeclId>) {
        for decl in self.ast[list].iter().copied() {
            self.declaration(decl);
        }
    }

    pub(super) fn declaration(&mut self, id: DeclId) {
        match self.ast[id].kind {
            DeclKind::Error | DeclKind::Empty => {}
            DeclKind::Function(function) => self.function(function),
            DeclKind::Variables(list) => self.with_declarators(|checker| {
                for variable in checker.ast[list].iter().copied() {
                    checker.global(variable);
                }
            }),
            DeclKind::VariableTemplate(template) => self.variable_template(template),
            DeclKind::Structure(structure) => self.declared_structure(structure),
            DeclKind::Instance(function) => self.explicit_instance(function),
            DeclKind::StructureInstance(ty) => {
                let ty = self.type_of(ty);
                self.use_all_members(ty);
            }
            DeclKind::ExternInstance(instance) => self.extern_instance(instance),
            DeclKind::Enumeration(enumeration) => _ = self.enumeration(enumeration),
            DeclKind::Alias(alias) => self.alias(alias),
            DeclKind::Aliases(list) => self.with_declarators(|checker| {
                for alias in checker.ast[list].iter().copied() {
                    checker.alias(alias);
                }
            }),
            DeclKind::Namespace(namespace) => {
                let namespace = self.ast[namespace];
                if namespace.is_linkage {
                    let of_c =
                        if namespace.is_of_c { self.ast[namespace.decls].to_vec() } else { Vec::new() };
                    for decl in of_c {
                        if let DeclKind::Function(function) = self.ast[decl].kind {
                            self.check_linkage(function);
                        }
                    }
                    self.declarations(namespace.decls);
                    return;
                }
                self.check_name_of_namespace(id);
                let outer = self.scopes.enter(namespace.name, namespace.is_inline);
                if namespace.name.is_some_and(|name| self.text(name) == "metal") {
                    self.scopes.extend_library();
                }
                if let Some(variant) = namespace.name.and_then(|name| super::path::variant(self.text(name))) {
                    self.scopes.extend_variant(variant);
                }
                self.declarations(namespace.decls);
                self.scopes.leave(outer);
            }
            DeclKind::NamespaceAlias(name, meaning) => self.namespace_alias(name, meaning),
            DeclKind::UsingNamespace(name) => self.using_namespace(name),
            DeclKind::Using(name) => self.using(name),
            DeclKind::StaticAssert(condition, text) => self.static_assert(condition, text),
        }
    }

    /// Reports a namespace with the name of something else in its scope: also the name of an alias, which continues no namespace.
    /// C++14 (namespace.def) 2, (namespace.alias) 4
    fn check_name_of_namespace(&mut self, decl: DeclId) {
        let DeclKind::Namespace(namespace) = self.ast[decl].kind else { return };
        let Some(name) = self.ast[namespace].name else { return };
        let before = self.scopes.here(name).filter(|it| !matches!(it, Entity::Namespace(_)));
        if before.is_some() {
            let message = format!("`{}` is already declared, and is not a namespace", self.text(name));
            self.error(rules::NAME_REDEFINITION, self.ast[decl].span, message);
        } else if self.scopes.is_alias_here(name) {
            let message = format!(
                "`{0}` is the alias of a namespace: continue that under its own name",
                self.text(name)
            );
            self.error(rules::NAME_REDEFINITION, self.ast[decl].span, message);
        }
    }

    fn alias(&mut self, id: cxx_validator::ast::AliasId) {
        let Alias { name, name_span, ty, template } = self.ast[id];
        let home = self.scopes.present();
        let entity = if template.is_empty() {
            let ty = self.qualified_type_argument(ty);
            self.types.name_structure(ty, self.names.text(name));
            Entity::Type(ty)
        } else {
            self.check_declared_alias(template, ty);
            Entity::AliasTemplate(id, home)
        };
        self.check_reserved(name, name_span);
        self.templates.declare(template::Template::Alias(id), self.scopes.present());
        self.declare_copies_of_alias(id);
        let before = self.declare(name, entity.clone());
        // The same alias may be declared again.
        if before.as_ref() != Some(&entity) {
            self.check_redeclared(before.as_ref(), name, name_span);
        }
    }

    /// `namespace a = b;`
    fn namespace_alias(&mut self, name: Symbol, meaning: cxx_validator::ast::NameId) {
        let aliased = self.ast[meaning];
        let span = aliased.name_span;
        if aliased.path.is_empty() && self.text(aliased.name) == "metal" && !self.is_declared(aliased.name) {
            self.scopes.add_library(aliased.name);
        }
        match self.meaning(meaning) {
            super::name::Meaning::Entity(entity @ Entity::Namespace(_)) => {
                let before = self.declare(name, entity.clone());
                if before.as_ref() != Some(&entity) {
                    self.check_redeclared(before.as_ref(), name, span);
                }
            }
            super::name::Meaning::Unknown => {}
            _ => {
                let message = format!("`{}` is not a namespace", self.text(self.ast[meaning].name));
                self.error(rules::NAME_NAMESPACE_KNOWN, span, message);
            }
        }
    }

    fn using_namespace(&mut self, id: cxx_validator::ast::NameId) {
        let name = self.ast[id];
        let text = self.text(name.name);
        if name.path.is_empty() && matches!(text, "metal" | "simd") {
            let is_local = self.function.kind.is_some();
            self.scopes.use_library(is_local);
            if let super::scope::Found::Entity(Entity::Namespace(number)) = self.scopes.find(name.name) {
                self.scopes.use_namespace(number);
            }
            return;
        }
        let mut parts = self.ast[name.path].iter().map(|part| self.text(part.name));
        let first = parts.find(|part| !part.is_empty()).unwrap_or(text);
        if first == "metal" || first == "raytracing" && !self.is_declared(name.name) {
            self.check_namespace(&name);
            return;
        }
        let meaning = if name.path.is_empty() {
            match self.scopes.find(name.name) {
                super::scope::Found::Entity(entity) => Some(entity),
                _ => None,
            }
        } else {
            match self.meaning(id) {
                super::name::Meaning::Entity(entity) => Some(entity),
                _ => return,
            }
        };
        if let Some(Entity::Namespace(number)) = meaning {
            if self.function.kind.is_some() {
                self.scopes.use_namespace_in_function(number);
            } else {
                self.scopes.use_namespace(number);
            }
            if self.scopes.is_library(number) {
                self.scopes.use_library(self.function.kind.is_some());
            }
        } else {
            let rule = if self.text(name.name) == "std" {
                rules::REMOVED_STANDARD_LIBRARY
            } else {
                rules::NAME_NAMESPACE_KNOWN
            };
            let message = format!("`{}` is not a namespace", self.text(name.name));
            let found = Diagnostic::error(rule, name.name_span, message);
            let found = self.did_you_mean_namespace(found, name.name, name.name_span);
            // Names of the library are found then, so that the mistake is one.
            if found.suggestion.as_ref().is_some_and(|it| it.edits.iter().any(|(_, text)| text == "metal")) {
                self.scopes.use_library(self.function.kind.is_some());
            }
            self.report(found);
        }
    }

    fn using(&mut self, id: cxx_validator::ast::NameId) {
        let name = self.ast[id];
        if self.is_using_of_base(&name) {
            return;
        }
        match self.meaning(id) {
            super::name::Meaning::Entity(entity) => self.declare_used(&name, &entity),
            super::name::Meaning::Unknown => {}
            _ => self.scopes.use_library_name(name.name),
        }
    }

    /// Declares what `using Base::name;` names in a structure. Returns false if it is a type, a static variable or an enumerator, or if the declaration
    /// is not in a structure.
    fn is_using_of_base(&mut self, name: &cxx_validator::ast::QualifiedName) -> bool {
        if self.function.kind.is_some() || self.scopes.present_structure().is_none() {
            return false;
        }
        let base = match self.path(name) {
            super::path::Path::Structure(base) => base,
            super::path::Path::Unknown => return true,
            _ => {
                let message = format!("`{}` is not a member of a base class", self.text(name.name));
                self.error(rules::MEMBER_EXISTS, name.name_span, message);
                return true;
            }
        };
        let scope = self.scopes.of_structure(base);
        let is_name = self.declaration_of(base).is_some_and(|id| self.ast[id].name == Some(name.name));
        if !is_name && scope.and_then(|scope| self.scopes.find_in(scope, name.name)).is_some() {
            return false;
        }
        self.use_base_member(base, name.name, name.name_span);
        true
    }

    /// Declares what a `using` declaration names: functions are overloads of the functions that the namespace has. C++14 (namespace.udecl)
    fn declare_used(&mut self, name: &cxx_validator::ast::QualifiedName, entity: &Entity) {
        if self.function.kind.is_some() {
            return self.declare_used_in_block(name, entity);
        }
        let known = self.scopes.here(name.name);
        if let (Some(Entity::Functions(_)), Entity::Functions(more)) = (known, entity) {
            if let Some(known) = self.join_used(name.name, more) {
                let message = format!("`{}` is already declared with these parameters", self.text(name.name));
                let found = Diagnostic::error(rules::NAME_REDEFINITION, name.name_span, message);
                self.report(found.label(self.ast[known].name_span, "declared here"));
            }
            return;
        }
        let before = self.scopes.declare(name.name, entity.clone());
        if before.as_ref() != Some(entity) {
            self.check_redeclared(before.as_ref(), name.name, name.name_span);
        }
    }

    /// Declares what a `using` declaration in a function names: it hides what the name means around the block, and several declarations in one block
    /// overload each other. C++14 (namespace.udecl) 10, (basic.scope.hiding)
    fn declare_used_in_block(&mut self, name: &cxx_validator::ast::QualifiedName, entity: &Entity) {
        let known = self.scopes.here_local(name.name).cloned();
        let (declared, is_joined) = match (known, entity) {
            (Some(Entity::Functions(mut known)), Entity::Functions(more)) => {
                known.join(more.clone());
                (Entity::Functions(known), true)
            }
            _ => (entity.clone(), false),
        };
        let before = self.scopes.declare_local(name.name, declared);
        if !is_joined && before.as_ref() != Some(entity) {
            self.check_redeclared(before.as_ref(), name.name, name.name_span);
        }
    }

    fn static_assert(&mut self, condition: ExprId, text: Option<ExprId>) {
        // In a function it sees the `constexpr` objects of the function. C++14 (expr.const) 2.7
        if self.function.kind.is_some() {
            self.static_assert_here(condition, text);
            return;
        }
        let first = condition.index().saturating_sub(64);
        self.outside_of_functions(first, |checker| checker.static_assert_here(condition, text));
    }

    fn static_assert_here(&mut self, condition: ExprId, text: Option<ExprId>) {
        let typed = self.condition(condition);
        if self.types.is_error(typed.ty) || self.check_defined(condition) {
            return;
        }
        match self.value_of(condition, typed).map(Value::truth) {
            Ok(true) => {}
            // A part of a function that is not supported, or a mistake, may make the difference.
            Ok(false) if self.has_part_with_error(condition) => {}
            Ok(false) if self.is_library_place(self.span(condition)) => {
                self.library_assertion(text);
            }
            Ok(false) => {
                let message = match text.map(|text| self.ast[text]) {
                    Some(Expr::Literal(Literal::Text(text))) if self.text(text) != "\"\"" => {
                        format!("the condition is false: {}", self.text(text).trim_matches('"'))
                    }
                    _ => "the condition is false".to_owned(),
                };
                let rule = self.rule_of_assertion();
                self.error(rule, self.span(condition), message);
            }
            Err(failure) => {
                let message = "the condition of `static_assert` must be a constant expression";
                self.report_no_value(condition, failure, (rules::STATIC_ASSERT_CONSTANT, message));
            }
        }
    }
}
