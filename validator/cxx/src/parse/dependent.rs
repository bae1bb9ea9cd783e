//! Names that depend on the parameters of a template: whether one is a type or a template is not known before the template has arguments, so
//! the program says it. C++14 (temp.res), (temp.names)
//!
//! Only names that begin with a parameter itself are looked at: `T::type`. A name with arguments, `S<T>::type`, may be a member of the template that
//! is being defined, which is known.

use super::Parser;
use crate::ast::{NameId, TypeSyntax, TypeSyntaxId};
use crate::names::Symbol;
use shader_source::Span;
use shader_source::diagnostic::{Applicability, Diagnostic};

impl Parser {
    /// Reports a variable or member with the name of a parameter of a template around it. C++14 (temp.local) 6
    pub(super) fn check_shadowed_parameter(&mut self, name: Symbol, span: Span) {
        if self.type_parameters.contains(&name) {
            let message = format!("`{}` is a parameter of the template here", self.names.text(name));
            self.error_at(self.rules.name_redefinition, span, message);
        }
    }

    /// Notes whether the type of a variable in a template is a parameter: `T a`, `const thread T& a`.
    pub(super) fn note_dependent(&mut self, name: Symbol, ty: TypeSyntaxId) {
        if !self.type_parameters.is_empty() {
            let is_dependent = self.is_parameter(ty);
            self.dependent_values.insert(name, is_dependent);
        }
    }

    fn is_parameter(&self, ty: TypeSyntaxId) -> bool {
        match self.ast[ty] {
            TypeSyntax::Qualified(_, inner)
            | TypeSyntax::Pointer(inner)
            | TypeSyntax::Reference(inner, _)
            | TypeSyntax::Array(inner, _) => self.is_parameter(inner),
            TypeSyntax::Name(name) => {
                let name = self.ast[name];
                name.path.is_empty() && self.type_parameters.contains(&name.name)
            }
            TypeSyntax::Error
            | TypeSyntax::Auto
            | TypeSyntax::Decltype(_)
            | TypeSyntax::DecltypeAuto
            | TypeSyntax::Fundamental(_)
            | TypeSyntax::Structure(_)
            | TypeSyntax::Enumeration(_)
            | TypeSyntax::Function(..) => false,
        }
    }

    /// Reports a type that begins with a parameter of a template without `typename` before it.
    pub(super) fn check_typename(&mut self, id: NameId, start: Span) {
        let name = self.ast[id];
        let Some(first) = self.ast[name.path].first() else { return };
        if !self.type_parameters.contains(&first.name) {
            return;
        }
        let text = format!("{}::{}", self.names.text(first.name), self.names.text(name.name));
        let message = format!("missing `typename` before `{text}`, which depends on a template parameter");
        let found = Diagnostic::error(self.rules.template_typename, self.since(start), message);
        let before = Span::new(start.lo, start.lo);
        self.report(found.suggest(
            "add `typename`",
            vec![(before, "typename ".to_owned())],
            Applicability::Unsafe,
        ));
    }
}
