//! The namespaces, structures and enumerations before a name. C++14 (basic.lookup.qual)

use super::Checker;
use super::scope::{Entity, Found, NamespaceNumber};
use crate::diagnostic::Diagnostic;
use crate::meaning::Variant;
use crate::types::{Type, TypeId};
use cxx_validator::ast::{PathPart, QualifiedName};
use cxx_validator::names::Symbol;
use msl_spec::{Class, Enumeration, NamedType, TypeName, rules};

/// The namespaces that a path names.
pub(super) enum Path {
    /// One of the program.
    Own(NamespaceNumber),
    /// The library, or a part of it.
    Library(Option<Variant>),
    /// An enumeration of the program.
    Enumeration(TypeId),
    /// A structure of the program.
    Structure(TypeId),
    /// An enumeration of the library.
    LibraryEnumeration(Enumeration),
    /// A class of the library with a type of its own.
    Class(&'static TypeName),
    /// Nothing that is known; a diagnostic was reported.
    Unknown,
}

impl Checker<'_> {
    /// The namespaces and structures before a name.
    pub(super) fn path(&mut self, name: &QualifiedName) -> Path {
        let parts = self.ast[name.path].to_vec();
        let mut parts = parts.iter();
        let Some(first) = parts.next() else { return Path::Unknown };
        let is_of_program = self.is_program(first);
        let Some(first) = (if is_of_program { parts.next() } else { Some(first) }) else {
            return Path::Own(NamespaceNumber::PROGRAM);
        };
        let found = if is_of_program {
            self.scopes.find_scope_in_program(first.name)
        } else {
            self.scopes.find_scope(first.name)
        };
        let mut path = match found {
            _ if first.operand.is_some() => self.path_of_operand(first, name),
            Found::Entity(entity) => self.path_of(entity, first, name),
            Found::Ambiguous => return self.unknown_namespace(name, first.name),
            Found::Library | Found::LibraryWithoutNamespace => match self.text(first.name) {
                "metal" | "simd" => Path::Library(None),
                "std" => {
                    let message = "the C++ standard library is not available in Metal";
                    self.error(rules::REMOVED_STANDARD_LIBRARY, first.span, message);
                    return Path::Unknown;
                }
                text => match Enumeration::from_name(text) {
                    Some(enumeration) => Path::LibraryEnumeration(enumeration),
                    None if let Some(class) = class_of_votes(text) => Path::Class(class),
                    None if matches!(text, "precise" | "fast") => Path::Library(variant(text)),
                    None => match self.newer_path(first.name, name) {
                        Some(path) => path,
                        None => return self.unknown_namespace(name, first.name),
                    },
                },
            },
        };
        for part in parts {
            let symbol = part.name;
            path = match path {
                Path::Own(number) => match self.scopes.find_scope_in(number, symbol) {
                    Some(entity) => self.path_of(entity, part, name),
                    None if self.scopes.is_library(number) => self.library_path(symbol, name),
                    None => return self.unknown_namespace(name, symbol),
                },
                Path::Structure(ty) => {
                    let scope = self.scopes.of_structure(ty);
                    match scope.and_then(|scope| self.scopes.find_scope_in(scope, symbol)) {
                        Some(entity) => {
                            self.check_name_accessible(ty, symbol, part.span);
                            self.path_of(entity, part, name)
                        }
                        None => return self.unknown_namespace(name, symbol),
                    }
                }
                Path::Library(_) => self.library_path(symbol, name),
                Path::Unknown => return Path::Unknown,
                Path::Enumeration(_) | Path::LibraryEnumeration(_) | Path::Class(_) => {
                    return self.unknown_namespace(name, symbol);
                }
            };
        }
        path
    }

    /// Returns true for the first part of a name that begins with `::`.
    fn is_program(&self, part: &PathPart) -> bool {
        part.operand.is_none() && self.text(part.name).is_empty()
    }

    /// The scope that `decltype(x)` before `::` names.
    fn path_of_operand(&mut self, part: &PathPart, name: &QualifiedName) -> Path {
        let Some(operand) = part.operand else { return Path::Unknown };
        let ty = self.type_of_expression(operand);
        let ty = match self.types.get(ty) {
            Type::Reference(object) => object.ty,
            _ => ty,
        };
        match self.types.get(ty) {
            Type::Error => Path::Unknown,
            Type::Structure(_) => Path::Structure(ty),
            Type::Enumeration(..) => Path::Enumeration(ty),
            _ => self.unknown_namespace(name, part.name),
        }
    }

    /// The part of the library that a name in it names.
    fn library_path(&mut self, symbol: Symbol, name: &QualifiedName) -> Path {
        let text = self.text(symbol);
        match (variant(text), Enumeration::from_name(text)) {
            (None, None) if let Some(class) = class_of_votes(text) => Path::Class(class),
            (Some(variant), _) => Path::Library(Some(variant)),
            (None, Some(enumeration)) => Path::LibraryEnumeration(enumeration),
            (None, None) => match self.newer_path(symbol, name) {
                Some(path) => path,
                None => self.unknown_namespace(name, symbol),
            },
        }
    }

    /// The namespace, structure or enumeration that a part of a path names.
    fn path_of(&mut self, entity: Entity, part: &PathPart, name: &QualifiedName) -> Path {
        let ty = match (entity, part.arguments) {
            (Entity::Namespace(number), None) => return Path::Own(number),
            (Entity::Type(ty), _) => ty,
            (Entity::StructureTemplate(id), None) => match self.current_instance(id) {
                Some(ty) => ty,
                None => return self.unknown_namespace(name, part.name),
            },
            (Entity::StructureTemplate(id), Some(list)) => {
                let arguments = self.template_arguments(list);
                if self.are_unknown(&arguments) && self.has_number_for_type(id, list) {
                    return Path::Unknown;
                }
                self.structure_instance(id, &arguments, name.name_span)
            }
            (Entity::UnknownTemplate(_), Some(list)) => {
                self.template_arguments(list);
                return Path::Unknown;
            }
            (Entity::AliasTemplate(id, home), Some(list)) => {
                let arguments = self.template_arguments(list);
                self.alias_instance((id, home), &arguments, name.name_span)
            }
            _ => return self.unknown_namespace(name, part.name),
        };
        let (ty, _) = self.types.without_cv(ty);
        match self.types.get(ty) {
            Type::Enumeration(..) => Path::Enumeration(ty),
            Type::Structure(_) => {
                self.make(ty, part.span);
                Path::Structure(ty)
            }
            Type::Error => Path::Unknown,
            _ => {
                let message = format!(
                    "`{}` is `{}` here, which has no members",
                    self.text(part.name),
                    self.types.print(ty)
                );
                self.report_once(Diagnostic::error(rules::NAME_NAMESPACE_KNOWN, part.span, message));
                Path::Unknown
            }
        }
    }

    fn unknown_namespace(&mut self, name: &QualifiedName, symbol: Symbol) -> Path {
        let part = self.ast[name.path].iter().find(|part| part.name == symbol);
        let span = part.map_or(name.name_span, |part| part.span);
        if self.unread.contains(&symbol) {
            self.unresolved_name(symbol, span);
            return Path::Unknown;
        }
        let message = format!("`{}` is not a namespace", self.text(symbol));
        let found = Diagnostic::error(rules::NAME_NAMESPACE_KNOWN, span, message);
        let found = self.did_you_mean_namespace(found, symbol, span);
        self.report_once(found);
        Path::Unknown
    }
}

/// The class of the votes of a group of threads.
fn class_of_votes(name: &str) -> Option<&'static TypeName> {
    msl_spec::type_name(name)
        .filter(|ty| matches!(ty.meaning, NamedType::Class(Class::SimdVote | Class::QuadVote)))
}

pub(super) fn variant(name: &str) -> Option<Variant> {
    match name {
        "precise" => Some(Variant::Precise),
        "fast" => Some(Variant::Fast),
        _ => None,
    }
}
