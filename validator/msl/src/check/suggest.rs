//! "Did you mean …?": the known name that a misspelt one is most like.

use super::Checker;
use super::scope::Found;
use crate::diagnostic::{Applicability, Diagnostic};
use cxx_validator::names::Symbol;
use msl_spec::{ATTRIBUTES, CONSTANTS, Enumeration, FUNCTIONS, NAMESPACES, TEXTURE_FUNCTIONS, TextureKind};
use shader_source::Span;
use shader_source::suggest::is_only_meaning;

impl Checker<'_> {
    /// Adds the name that is most like a misspelt one, and the edit that writes it. Equally near names are taken in the order of the list.
    pub(super) fn did_you_mean<'n>(
        &mut self,
        found: Diagnostic,
        (text, span): (&str, Span),
        names: impl IntoIterator<Item = &'n str>,
    ) -> Diagnostic {
        // What an attempt finds is not shown.
        if self.is_attempt {
            return found;
        }
        let names: Vec<&str> = names.into_iter().collect();
        let Some(near) = self.suggestions.closest(text, names.iter().copied()) else { return found };
        let is_only = is_only_meaning(text, near, names.into_iter());
        let applicability = if is_only { Applicability::Safe } else { Applicability::Unsafe };
        found.suggest(format!("did you mean `{near}`?"), vec![(span, near.to_owned())], applicability)
    }

    /// Adds a suggestion for a name without a path: names of the program come before names of the library.
    pub(super) fn did_you_mean_name(&mut self, found: Diagnostic, symbol: Symbol, span: Span) -> Diagnostic {
        let names = self.names;
        if self.is_attempt || !self.suggestions.are_possible(names.text(symbol)) {
            return found;
        }
        let (locals, others) = self.scopes.visible();
        let mut visible: Vec<&str> = sorted(locals.map(|name| names.text(name)));
        visible.extend(sorted(others.map(|name| names.text(name))));
        if self.scopes.find(symbol) == Found::Library {
            visible.extend(library_names());
        } else {
            visible.extend(msl_spec::type_names().iter().map(|ty| ty.name));
        }
        shader_source::steps::take(visible.len());
        let mut found = self.did_you_mean(found, (names.text(symbol), span), visible);
        // A program may have several names that differ in one letter, and the missing name may be none of them.
        if let Some(suggestion) = &mut found.suggestion
            && suggestion.edits.iter().all(|(_, near)| !is_of_library(near))
        {
            suggestion.applicability = Applicability::Unsafe;
        }
        found
    }

    /// Adds a suggestion for a namespace.
    pub(super) fn did_you_mean_namespace(
        &mut self,
        found: Diagnostic,
        symbol: Symbol,
        span: Span,
    ) -> Diagnostic {
        let names = self.names;
        if self.is_attempt || !self.suggestions.are_possible(names.text(symbol)) {
            return found;
        }
        let (locals, others) = self.scopes.visible();
        let mut known = sorted(locals.chain(others).map(|name| names.text(name)));
        known.extend(NAMESPACES.iter().filter(|it| !it.name.contains("::")).map(|it| it.name));
        known.extend(enumeration_names());
        self.did_you_mean(found, (names.text(symbol), span), known)
    }

    /// Adds a suggestion for a member of a structure: its variables and functions.
    pub(super) fn did_you_mean_member(
        &mut self,
        found: Diagnostic,
        ty: crate::types::TypeId,
        member: Symbol,
        span: Span,
    ) -> Diagnostic {
        let names = self.names;
        if self.is_attempt || !self.suggestions.are_possible(names.text(member)) {
            return found;
        }
        let mut members: Vec<Symbol> = Vec::new();
        for ty in self.types.with_bases(ty) {
            let functions = self.member_functions(ty).iter().map(|function| self.ast[*function].name);
            let Some(number) = self.types.structure_number(ty) else {
                members.extend(functions);
                continue;
            };
            let own = self.types.structure(number).members.iter().filter_map(|member| member.name);
            members.extend(functions.chain(own).filter(|name| !self.is_internal(number, *name)));
        }
        shader_source::steps::take(members.len());
        // Operators can't be meant: their names are two tokens.
        let members =
            members.into_iter().map(|name| names.text(name)).filter(|it| !it.starts_with("operator"));
        self.did_you_mean(found, (names.text(member), span), members)
    }
}

/// The names of all attributes.
pub(super) fn attribute_names() -> impl Iterator<Item = &'static str> {
    ATTRIBUTES.iter().map(|attribute| attribute.name)
}

/// The member functions of textures of a kind.
pub(super) fn texture_function_names(kind: TextureKind) -> impl Iterator<Item = &'static str> {
    let functions = TEXTURE_FUNCTIONS.iter();
    functions
        .map(|function| function.name)
        .filter(move |name| msl_spec::texture_function(kind, name).is_some())
}

fn enumeration_names<'n>() -> impl Iterator<Item = &'n str> {
    Enumeration::ALL.iter().map(|enumeration| -> &str { enumeration.name() })
}

/// The names of the library in `metal`.
fn library_names<'n>() -> impl Iterator<Item = &'n str> {
    let types = msl_spec::type_names().iter().map(|ty| -> &str { ty.name });
    let functions = FUNCTIONS.iter().map(|function| function.name);
    types.chain(functions).chain(enumeration_names()).chain(CONSTANTS.iter().map(|constant| constant.name))
}

fn is_of_library(name: &str) -> bool {
    library_names().any(|known| known == name)
}

/// Names in an order that does not depend on how they are stored.
fn sorted<'n>(names: impl Iterator<Item = &'n str>) -> Vec<&'n str> {
    let mut names: Vec<&str> = names.filter(|name| !name.starts_with("operator")).collect();
    names.sort_unstable();
    names
}
