//! Pointers and references in function templates that name no address space. Section 4
//!
//! A type that depends on a parameter is not known where the template is declared, but no argument supplies the address space. The mistake is
//! reported there once, and calls of the template say nothing about it.

use super::Checker;
use super::scope::{Entity, Found};
use cxx_validator::ast::{
    FunctionId, NameId, TemplateArgument, TemplateParameter, TemplateParameterKind, TypeSyntax, TypeSyntaxId,
};
use cxx_validator::names::Symbol;
use msl_spec::rules;
use rustc_hash::FxHashSet;

impl Checker<'_> {
    /// Reports the pointers and references to types that depend on the parameters of a function template, if they name no address space.
    pub(super) fn check_spaces_of_template(&mut self, id: FunctionId) {
        if self.is_amp() {
            return;
        }
        let function = self.ast[id];
        let is_type = |it: &&TemplateParameter| matches!(it.kind, TemplateParameterKind::Type(_));
        let names: FxHashSet<Symbol> =
            self.ast[function.template].iter().filter(is_type).filter_map(|it| it.name).collect();
        let types = self.ast[function.parameters].iter().map(|parameter| self.ast[*parameter].ty);
        // The types that are left: a type may nest deeper than the stack.
        let mut rest: Vec<TypeSyntaxId> = types.chain(function.result).collect();
        rest.reverse();
        while let Some(ty) = rest.pop() {
            shader_source::steps::take(1);
            if self.lacks_space(ty, &names) {
                let is_pointer = matches!(self.ast[ty], TypeSyntax::Pointer(_));
                let what = if is_pointer { "a pointer" } else { "a reference" };
                let message = format!(
                    "{what} must name an address space: `device`, `constant`, `thread` or `threadgroup`"
                );
                self.error_once(rules::POINTER_ADDRESS_SPACE, self.ast.type_span(ty), &message);
                self.templates.wrong_functions.insert(function.name);
                continue;
            }
            self.parts_of_type(ty, &mut rest);
        }
    }

    /// The types that a type is written with.
    fn parts_of_type(&self, ty: TypeSyntaxId, parts: &mut Vec<TypeSyntaxId>) {
        match self.ast[ty] {
            TypeSyntax::Qualified(_, inner)
            | TypeSyntax::Pointer(inner)
            | TypeSyntax::Reference(inner, _)
            | TypeSyntax::Array(inner, _) => parts.push(inner),
            TypeSyntax::Name(name) => {
                for argument in &self.ast[self.ast[name].arguments.unwrap_or_default()] {
                    if let TemplateArgument::Type(ty) = *argument {
                        parts.push(ty);
                    }
                }
            }
            TypeSyntax::Error
            | TypeSyntax::Auto
            | TypeSyntax::Decltype(_)
            | TypeSyntax::DecltypeAuto
            | TypeSyntax::Fundamental(_)
            | TypeSyntax::Structure(_)
            | TypeSyntax::Enumeration(_)
            | TypeSyntax::Function(..) => {}
        }
    }

    /// Returns true for a pointer or reference to a parameter, or to a type of a template, without an address space. `T&&` is not one of them: it
    /// takes objects in any.
    fn lacks_space(&self, ty: TypeSyntaxId, names: &FxHashSet<Symbol>) -> bool {
        let (mut inner, is_forwarding) = match self.ast[ty] {
            TypeSyntax::Pointer(inner) => (inner, false),
            TypeSyntax::Reference(inner, is_rvalue) => (inner, is_rvalue),
            _ => return false,
        };
        while let TypeSyntax::Qualified(qualifiers, next) = self.ast[inner] {
            if qualifiers.space.is_some() {
                return false;
            }
            inner = next;
        }
        let TypeSyntax::Name(name) = self.ast[inner] else { return false };
        !is_forwarding && self.depends_on(name, names)
    }

    /// Returns true if a name is one of the parameters, or a structure that a template makes of one.
    fn depends_on(&self, id: NameId, names: &FxHashSet<Symbol>) -> bool {
        let name = self.ast[id];
        let Some(arguments) = name.arguments else {
            return name.path.is_empty() && names.contains(&name.name);
        };
        // An alias may stand for anything, also for a type with an address space.
        let is_structure = match self.scopes.find(name.name) {
            Found::Entity(entity) => matches!(entity, Entity::StructureTemplate(_)),
            Found::Library | Found::LibraryWithoutNamespace => self.text(name.name) == "vec",
            Found::Ambiguous => false,
        };
        let is_parameter = |ty: TypeSyntaxId| match self.ast[ty] {
            TypeSyntax::Name(name) => self.ast[name].path.is_empty() && names.contains(&self.ast[name].name),
            _ => false,
        };
        let mut arguments = self.ast[arguments].iter();
        is_structure
            && name.path.is_empty()
            && arguments.any(|it| matches!(*it, TemplateArgument::Type(ty) if is_parameter(ty)))
    }
}
