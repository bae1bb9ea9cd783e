//! `__is_empty(T)` and the like: operators of Clang that say what a type is.

use super::{Checker, Typed, Value};
use crate::types::{Argument, StructureType, Type, TypeId};
use cxx_validator::TYPE_TRAITS;
use cxx_validator::ast::NameId;
use msl_spec::rules;
use shader_source::Span;

impl Checker<'_> {
    /// The value of an operator that says what a type is; `None` for any other name.
    pub(super) fn type_trait(&mut self, id: NameId) -> Option<Typed> {
        let name = self.ast[id];
        let arguments = name.arguments.filter(|_| self.is_type_trait(id))?;
        let names = self.names;
        let text = names.text(name.name);
        let arguments = self.template_arguments(arguments);
        let types: Vec<TypeId> = arguments
            .iter()
            .map(|argument| match argument {
                // No operator asks for qualifiers.
                Argument::Type(ty) => self.types.without_cv(*ty).0,
                Argument::Number(_) | Argument::Template(_) | Argument::Function(_) => TypeId::ERROR,
            })
            .collect();
        if types.iter().any(|ty| self.types.is_error(*ty)) {
            return Some(Typed::ERROR);
        }
        let [first, ..] = types.as_slice() else { return Some(Typed::ERROR) };
        let value = self.value_of_trait(text, *first, *types.last().unwrap_or(first), name.name_span);
        Some(value.map_or(Typed::ERROR, |value| Typed::constant(TypeId::BOOL, Value::Bool(value))))
    }

    /// Returns true for an operator that says what a type is.
    pub(super) fn is_type_trait(&self, id: NameId) -> bool {
        let name = self.ast[id];
        let text = self.text(name.name);
        name.arguments.is_some()
            && text.starts_with("__is_")
            && name.path.is_empty()
            && TYPE_TRAITS.iter().any(|(own, _)| *own == text)
            && !self.is_declared(name.name)
    }

    fn structure_of(&self, ty: TypeId) -> Option<&StructureType> {
        self.types.structure_number(ty).map(|number| self.types.structure(number))
    }

    fn is_class(&self, ty: TypeId) -> bool {
        self.structure_of(ty).is_some_and(|found| !found.is_union)
    }

    fn value_of_trait(&mut self, text: &str, first: TypeId, last: TypeId, span: Span) -> Option<bool> {
        Some(match text {
            "__is_class" => self.is_class(first),
            "__is_union" => self.structure_of(first).is_some_and(|found| found.is_union),
            "__is_enum" => {
                matches!(self.types.get(first), Type::Enumeration(..) | Type::LibraryEnumeration(_))
            }
            "__is_base_of" if first == last => self.is_class(first),
            "__is_base_of" => {
                self.is_class(first)
                    && self.is_class(last)
                    && self.is_complete_operand(last, span)?
                    && self.types.is_derived_from(last, first)
            }
            "__is_final" => {
                self.is_complete_operand(first, span)?
                    && self.structure_of(first).is_some_and(|found| self.ast[found.declaration].is_final)
            }
            _ => self.is_complete_operand(first, span)? && self.types.is_empty(first),
        })
    }

    /// Reports a structure whose members are not known. Other types are complete.
    fn is_complete_operand(&mut self, ty: TypeId, span: Span) -> Option<bool> {
        self.make(ty, span);
        let number = self.types.structure_number(ty);
        if number.is_none_or(|number| self.types.structure(number).is_complete) {
            return Some(true);
        }
        let message = format!("type `{}` is incomplete here", self.types.print(ty));
        self.error(rules::TYPE_COMPLETE, span, message);
        None
    }
}
