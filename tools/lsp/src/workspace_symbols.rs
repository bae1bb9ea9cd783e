//! Declarations of all files in the folders of the client, by a part of their names.

use crate::workspace::Workspace;
use lsp_types::{BaseSymbolInformation, Location, SymbolKind, WorkspaceSymbol};
use shader_source::Span;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use wgsl_spec::Edition;
use wgsl_validator::ast::{DeclKind, VariableKind};
use wgsl_validator::parse;

/// The maximum number of declarations in an answer: more is not read, and editors ask again with every character.
const MOST_SYMBOLS: usize = 512;

/// A declaration of a file.
#[derive(Clone, Debug)]
struct Declared {
    name: String,
    kind: SymbolKind,
    span: Span,
}

/// The declarations of files, as long as these have the same content.
#[derive(Debug, Default)]
pub(crate) struct Declarations(HashMap<PathBuf, (Arc<str>, Vec<Declared>)>);

impl Declarations {
    fn of(&mut self, path: &PathBuf, text: &Arc<str>, edition: Edition) -> &[Declared] {
        let is_known = self.0.get(path).is_some_and(|(known, _)| Arc::ptr_eq(known, text) || known == text);
        if !is_known {
            self.0.insert(path.clone(), (Arc::clone(text), declared(text, edition)));
        }
        &self.0[path].1
    }
}

/// The declarations of a text. Lines that WGSL lacks are mistakes, which end at the next declaration.
fn declared(text: &str, edition: Edition) -> Vec<Declared> {
    let (syntax, _) = parse(text, edition);
    let ast = &syntax.ast;
    let named = ast.decls.iter().filter_map(|decl| {
        let kind = match decl.kind {
            DeclKind::Error | DeclKind::ConstAssert(_) => return None,
            DeclKind::Variable(id) if ast[id].kind == VariableKind::Var => SymbolKind::Variable,
            DeclKind::Variable(_) => SymbolKind::Constant,
            DeclKind::Alias(_) => SymbolKind::TypeParameter,
            DeclKind::Struct(_) => SymbolKind::Struct,
            DeclKind::Function(_) => SymbolKind::Function,
        };
        Some(Declared { name: syntax.name(decl.name?).to_owned(), kind, span: decl.name_span })
    });
    named.collect()
}

/// Returns true if a name has the characters of a query in their order, in upper or lower case.
fn matches(name: &str, query: &str) -> bool {
    let mut characters = name.chars().flat_map(char::to_lowercase);
    query.chars().flat_map(char::to_lowercase).all(|wanted| characters.any(|it| it == wanted))
}

/// The declarations whose names match a query; those that begin with it come first.
pub(crate) fn symbols(workspace: &mut Workspace<'_>, query: &str) -> Vec<WorkspaceSymbol> {
    let edition = workspace.settings.options.edition;
    let mut declarations = std::mem::take(&mut workspace.declarations);
    let mut found = Vec::new();
    for (path, text) in workspace.sources() {
        let all = declarations.of(&path, &text, edition).iter().filter(|it| matches(&it.name, query));
        let all: Vec<Declared> = all.cloned().collect();
        let ranges =
            if all.is_empty() { Vec::new() } else { workspace.ranges(&text, all.iter().map(|it| it.span)) };
        let container_name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let uri = workspace.uri(&path);
        found.extend(all.into_iter().zip(ranges).map(|(Declared { name, kind, .. }, range)| {
            WorkspaceSymbol {
                location: Location { uri: uri.clone(), range }.into(),
                data: None,
                base_symbol_information: BaseSymbolInformation {
                    name,
                    kind,
                    tags: None,
                    container_name: container_name.clone(),
                },
            }
        }));
    }
    workspace.declarations = declarations;
    let name = |it: &WorkspaceSymbol| it.base_symbol_information.name.clone();
    let is_start = |it: &WorkspaceSymbol| name(it).to_lowercase().starts_with(&query.to_lowercase());
    found.sort_by_key(|it| (!is_start(it), name(it)));
    found.truncate(MOST_SYMBOLS);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_found_in_files_with_imports() {
        let text = "import package::a::b;\nfn area() {}\n@if(A) struct S { a: f32 }\nfn c() { let a = ; }";
        let found = declared(text, Edition::default());
        let names: Vec<_> = found.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, ["area", "S", "c"]);
    }

    #[test]
    fn a_query_has_characters_of_the_name() {
        assert!(matches("get_world_from_local", "gwfl") && matches("PI", "pi") && matches("a", ""));
        assert!(!matches("area", "aera"));
    }
}
