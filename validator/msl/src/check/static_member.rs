//! Static variables of structures, their definitions outside of the structure, and their uses through objects. C++14 (class.static.data)
//!
//! A declaration in a structure has no memory: where the program defines the variable after the structure, names of it mean the definition.
//! An instance of a class template has the definition that the program writes for the template, with the arguments of the instance.

use super::path::Path;
use super::scope::Entity;
use super::template::Template;
use super::{Checker, Typed, Value};
use crate::meaning::{Body, GlobalVariable, is_plain_object};
use crate::types::{Object, Type, TypeId};
use cxx_validator::ast::{ExprId, List, PathPart, QualifiedName, Variable, VariableId, VariableTemplateId};
use cxx_validator::names::Symbol;
use msl_spec::rules;
use shader_source::Span;

impl Checker<'_> {
    /// Notes a variable at program scope. Each instance of a class template has a variable of its own: which one a name means is known to
    /// its constant value only, so that nothing executes those. Constants with one value in all instances are as good as one variable.
    pub(super) fn keep_global(&mut self, id: VariableId, global: GlobalVariable) {
        if self.is_attempt || self.repeated_globals.contains(&id) {
            return;
        }
        let is_same = |known: &GlobalVariable| {
            known.object == global.object && known.value == global.value && known.value.is_some()
        };
        if global.object.is_const && self.globals.get(&id).is_some_and(is_same) {
            return;
        }
        if self.globals.insert(id, global).is_some() {
            self.globals.remove(&id);
            self.repeated_globals.insert(id);
        }
    }

    /// Returns true if a variable is declared in a structure and has no value there.
    pub(super) fn is_declared_member(&self, variable: &Variable) -> bool {
        variable.initializer.is_none()
            && variable.static_span.is_some()
            && !variable.is_constexpr
            && self.scopes.present_structure().is_some()
    }

    /// Checks a variable that a structure declares and does not define. Returns its definition with its object and value, if an instance of a
    /// class template has one.
    pub(super) fn value_of_member(
        &mut self,
        id: VariableId,
    ) -> Option<(VariableId, (Object, Option<Value>), Body)> {
        let ty = self.scopes.present_structure()?;
        let arguments = self.arguments_around(ty);
        if arguments.is_empty() {
            self.undefined_members.push(id);
            return None;
        }
        let declaration = self.declaration_of(ty)?;
        let key = (self.original(declaration), self.ast[id].name?);
        let template = self.ast[*self.templates.member_variables.get(&key)?];
        let home = self.scopes.present();
        let (known, body) = self.with_arguments(home, template.template, &arguments, |checker| {
            let variable = checker.ast[template.variable];
            let first = checker.first_expr_of(&variable);
            let ((object, value), mut context) = checker
                .outside_of_functions(first, |checker| checker.variable(template.variable, &variable, None));
            let body = context.take_body();
            checker.check_global(&variable, object, value, &body);
            ((object, value), body)
        });
        Some((template.variable, known, body))
    }

    /// The definition of a template's variable outside of it: `template <class T> constant T S<T>::a = T(1);`
    pub(super) fn member_variable_template(&mut self, id: VariableTemplateId, path: List<PathPart>) {
        let variable = self.ast[self.ast[id].variable];
        let Some(name) = variable.name else { return };
        match self.entity_of_path(path, variable.name_span) {
            Some(Entity::StructureTemplate(structure)) => {
                self.templates.declare(Template::Variable(id), self.scopes.present());
                self.templates.member_variables.insert((structure, name), id);
            }
            Some(_) => _ = self.not_a_structure::<()>(path, variable.name_span),
            None => {}
        }
    }

    /// The definition of a structure's variable outside of it: `constant float S::a[3] = { … };`
    pub(super) fn member_variable(&mut self, id: VariableId, path: List<PathPart>) {
        let variable = self.ast[id];
        let Some(name) = variable.name else { return };
        let ty = match self.entity_of_path(path, variable.name_span) {
            Some(Entity::Type(ty)) if matches!(self.types.get(ty), Type::Structure(_)) => ty,
            Some(Entity::StructureTemplate(template)) if self.is_nested_in_template(template) => {
                self.specialised_member(variable.name_span);
                return;
            }
            Some(Entity::StructureTemplate(template))
                if self.ast[path].last().is_some_and(|part| part.arguments.is_some()) =>
            {
                let ty = self.explicit_structure(template, path, variable.name_span);
                let Some(ty) = ty.filter(|_| !self.ast.specialised_members.contains(&id)) else {
                    self.specialised_member(variable.name_span);
                    return;
                };
                ty
            }
            Some(_) => {
                self.not_a_structure::<()>(path, variable.name_span);
                return;
            }
            None => return,
        };
        let Some(scope) = self.scopes.of_structure(ty) else { return };
        let outer = self.scopes.go_to(scope);
        if let Some(Entity::Variable(declared, object, _)) = self.scopes.here(name).cloned() {
            self.define_member_variable((declared, object), id, &variable);
        } else {
            let message =
                format!("`{}` declares no static variable `{}`", self.types.print(ty), self.text(name));
            self.error(rules::MEMBER_EXISTS, variable.name_span, message);
        }
        self.scopes.go_to(outer);
    }

    fn define_member_variable(
        &mut self,
        (declared, before): (VariableId, Object),
        id: VariableId,
        variable: &Variable,
    ) {
        let has_value = self.ast[declared].initializer.is_some();
        // `constexpr` variables may be declared again, without a value.
        if has_value && variable.initializer.is_none() {
            return;
        }
        let first = self.first_expr_of(variable);
        let ((object, value), mut context) =
            self.outside_of_functions(first, |checker| checker.variable(id, variable, None));
        let body = context.take_body();
        self.check_global(variable, object, value, &body);
        let Some(name) = variable.name else { return };
        let is_again = has_value || self.static_definitions.contains_key(&declared) || declared == id;
        let is_same = before.ty == object.ty
            || matches!((self.types.get(before.ty), self.types.get(object.ty)),
                (Type::Array(one, None), Type::Array(other, Some(_))) if one == other);
        if is_again {
            self.check_redeclared(Some(&Entity::Type(object.ty)), name, variable.name_span);
        } else if !is_same && !self.types.is_error(object.ty) && !self.types.is_error(before.ty) {
            let message = format!(
                "expected type `{}` as in the declaration, found `{}`",
                self.types.print(before.ty),
                self.types.print(object.ty)
            );
            self.error(rules::NAME_REDEFINITION, variable.name_span, message);
        }
        self.static_definitions.insert(declared, id);
        self.scopes.declare(name, Entity::Variable(id, object, value));
        let initializer = variable.initializer.map(|_| body);
        let is_reference = self.is_declared_reference(id);
        let kept = GlobalVariable { object, value, initializer, function_constant: None, is_reference };
        self.keep_global(id, kept);
    }

    /// A static variable or an enumerator of an object's structure: `x.rows`, `p->K`. C++14 (expr.ref)
    pub(super) fn static_member(
        &mut self,
        id: ExprId,
        ty: TypeId,
        (member, span): (Symbol, Span),
    ) -> Option<Typed> {
        let scope = self.scopes.of_structure(ty)?;
        let typed = match self.scopes.find_in(scope, member)? {
            Entity::Variable(variable, object, value) => {
                self.note_variable(id, variable);
                Typed { value, ..Typed::object(object) }
            }
            Entity::Enumerator(ty, value) => Typed::constant(ty, Value::Integer(value)),
            Entity::Member(_)
            | Entity::Functions(_)
            | Entity::Type(_)
            | Entity::StructureTemplate(_)
            | Entity::UnknownTemplate(_)
            | Entity::AliasTemplate(..)
            | Entity::VariableTemplate(_)
            | Entity::Namespace(_)
            | Entity::FunctionArgument(_)
            | Entity::Number(..) => return None,
        };
        self.check_name_accessible(ty, member, span);
        // The object is evaluated although only its type matters.
        Some(if is_plain_object(self.ast, id) { typed } else { Typed { value: None, ..typed } })
    }

    /// The structure in which a member of an object is looked up: the structure before its name, `a.S::b`, which must be the structure of the
    /// object or one of its bases.
    pub(super) fn structure_of_member(&mut self, id: ExprId, ty: TypeId) -> Option<TypeId> {
        let Some(name) = self.ast.member_names.get(&id).copied() else { return Some(ty) };
        let name: QualifiedName = self.ast[name];
        // The name of the structure is a member of it. C++14 (basic.lookup.classref)
        if let [PathPart { name: first, arguments: None, operand: None, .. }] = self.ast[name.path]
            && let Some(number) = self.types.structure_number(ty)
            && self.ast[self.types.structure(number).declaration].name == Some(first)
        {
            return Some(ty);
        }
        match self.path(&name) {
            Path::Structure(own) if self.is_of(ty, own) => return Some(own),
            Path::Unknown => return None,
            Path::Own(_)
            | Path::Library(_)
            | Path::Enumeration(_)
            | Path::Structure(_)
            | Path::LibraryEnumeration(_)
            | Path::Class(_) => {}
        }
        let message = format!(
            "expected `{}`, the type of the object, or a base of it before `::{}`",
            self.types.print(ty),
            self.text(name.name)
        );
        self.error(rules::MEMBER_EXISTS, name.name_span, message);
        None
    }

    /// Reports variables that structures declare and nothing defines.
    pub(super) fn check_members_defined(&mut self) {
        for id in core::mem::take(&mut self.undefined_members) {
            if !self.static_definitions.contains_key(&id) {
                let message = "a variable in `constant` memory must have an initializer";
                self.error(rules::VARIABLE_CONSTANT_INITIALISED, self.ast[id].name_span, message);
            }
        }
    }
}
