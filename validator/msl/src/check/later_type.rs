//! Reports types in the declaration of a member function that the class declares after the function. The body of the function sees the whole class,
//! its parameters and its result do not. C++14 (basic.lookup.unqual) 7

use super::Checker;
use super::scope::Found;
use crate::types::TypeId;
use cxx_validator::ast::{
    DeclKind, Expr, Function, FunctionId, NameId, QualifiedName, Structure, TemplateArgument, TypeSyntax,
    TypeSyntaxId,
};
use cxx_validator::names::Symbol;
use msl_spec::rules;
use rustc_hash::FxHashMap;
use shader_source::Span;

impl Checker<'_> {
    /// The names of the types of a class, with the places of their first declarations.
    fn places_of_types(&self, structure: &Structure) -> FxHashMap<Symbol, Span> {
        let mut places: FxHashMap<Symbol, Span> = FxHashMap::default();
        for decl in &self.ast[structure.decls] {
            let named: Vec<(Symbol, Span)> = match self.ast[*decl].kind {
                DeclKind::Alias(id) => vec![(self.ast[id].name, self.ast[id].name_span)],
                DeclKind::Aliases(list) => {
                    self.ast[list].iter().map(|id| (self.ast[*id].name, self.ast[*id].name_span)).collect()
                }
                DeclKind::Structure(id) => {
                    self.ast[id].name.map(|name| (name, self.ast[id].name_span)).into_iter().collect()
                }
                DeclKind::Enumeration(id) => {
                    self.ast[id].name.map(|name| (name, self.ast[id].name_span)).into_iter().collect()
                }
                _ => continue,
            };
            for (name, span) in named {
                places.entry(name).or_insert(span);
            }
        }
        places
    }

    /// Reports types of member functions that their class declares after them.
    pub(super) fn check_later_types(&mut self, ty: TypeId, functions: &[FunctionId]) {
        let Some(id) = self.declaration_of(ty) else { return };
        let structure = self.ast[id];
        let mut places = self.places_of_types(&structure);
        // A base may declare the name, too.
        if places.is_empty() || self.ast[structure.members].iter().any(|it| it.base.is_some()) {
            return;
        }
        places.retain(|name, _| Some(*name) != structure.name && !self.is_declared_around(ty, *name));
        for id in functions {
            let function = self.ast[*id];
            for (name, span) in self.names_in_signature(&function) {
                let is_parameter = self.ast[function.template].iter().any(|it| it.name == Some(name));
                if !is_parameter && places.get(&name).is_some_and(|declared| declared.lo > span.lo) {
                    let message = format!("`{}` is not declared before this function", self.text(name));
                    self.error_once(rules::NAME_DECLARED, span, &message);
                }
            }
        }
    }

    /// Returns true if a name means something where a class is declared: what it means in the complete class needs no diagnostic then.
    fn is_declared_around(&mut self, ty: TypeId, name: Symbol) -> bool {
        let Some(around) = self.scopes.place_of(ty) else { return true };
        let present = self.scopes.go_to(around);
        let found = self.scopes.find(name);
        self.scopes.go_to(present);
        matches!(found, Found::Entity(_) | Found::Ambiguous) || msl_spec::type_name(self.text(name)).is_some()
    }

    /// The first parts of the names of types in the parameters and the result of a function.
    fn names_in_signature(&self, function: &Function) -> Vec<(Symbol, Span)> {
        let parameters = self.ast[function.parameters].iter().map(|it| self.ast[*it].ty);
        let mut rest: Vec<TypeSyntaxId> = parameters.chain(function.result).collect();
        let mut names = Vec::new();
        while let Some(ty) = rest.pop() {
            shader_source::steps::take(1);
            match self.ast[ty] {
                TypeSyntax::Qualified(_, inner)
                | TypeSyntax::Pointer(inner)
                | TypeSyntax::Reference(inner, _)
                | TypeSyntax::Array(inner, _) => rest.push(inner),
                // `struct S` declares the name.
                TypeSyntax::Name(_) if self.ast.elaborated.contains_key(&ty) => {}
                TypeSyntax::Name(name) => {
                    names.push(self.first_part(name));
                    let QualifiedName { path, arguments, .. } = self.ast[name];
                    let lists = self.ast[path].iter().map(|part| part.arguments).chain([arguments]);
                    for argument in lists.flatten().flat_map(|list| &self.ast[list]) {
                        match *argument {
                            TemplateArgument::Type(ty) => rest.push(ty),
                            // A name that was not declared there was read as a value.
                            TemplateArgument::Value(value) => {
                                if let Expr::Name(name) = self.ast[value] {
                                    names.push(self.first_part(name));
                                }
                            }
                        }
                    }
                }
                _ => {}
            }
        }
        names
    }

    /// The name, or the first name of the path before it.
    fn first_part(&self, id: NameId) -> (Symbol, Span) {
        let QualifiedName { path, name, name_span, .. } = self.ast[id];
        self.ast[path].first().map_or((name, name_span), |first| (first.name, first.span))
    }
}
