//! The outline of a Metal program.

use crate::analysis::{Analysis, Metal};
use cxx_validator::ast::{
    AliasId, Decl, DeclId, DeclKind, EnumerationId, FunctionId, List, StructureId, VariableId,
};
use cxx_validator::names::Symbol;
use lsp_types::{DocumentSymbol, SymbolKind};
use msl_validator::meaning::Module;
use shader_source::Span;

/// The declarations of the document, with the members of structures, enumerations and namespaces.
pub(crate) fn symbols(analysis: &Analysis, program: &Metal) -> Vec<DocumentSymbol> {
    let outline = Outline { analysis, module: &program.program.module };
    outline.declarations(outline.module.decls)
}

struct Outline<'a> {
    analysis: &'a Analysis,
    module: &'a Module,
}

impl Outline<'_> {
    fn declarations(&self, decls: List<DeclId>) -> Vec<DocumentSymbol> {
        let decls = self.module.ast[decls].iter().map(|id| self.module.ast[*id]);
        decls.filter(|decl| self.analysis.holds(decl.span)).flat_map(|decl| self.declaration(decl)).collect()
    }

    fn alias(&self, id: AliasId, span: Span) -> DocumentSymbol {
        let alias = self.module.ast[id];
        self.symbol(alias.name, SymbolKind::TypeParameter, (span, alias.name_span), None)
    }

    fn declaration(&self, decl: Decl) -> Vec<DocumentSymbol> {
        let ast = &self.module.ast;
        match decl.kind {
            DeclKind::Function(id) => vec![self.function(id, decl.span)],
            DeclKind::Variables(list) => {
                ast[list].iter().filter_map(|id| self.variable(*id, decl.span)).collect()
            }
            DeclKind::VariableTemplate(id) => {
                self.variable(ast[id].variable, decl.span).into_iter().collect()
            }
            DeclKind::Structure(id) => self.structure(id, decl.span).into_iter().collect(),
            DeclKind::Enumeration(id) => self.enumeration(id, decl.span).into_iter().collect(),
            DeclKind::Alias(id) => vec![self.alias(id, decl.span)],
            DeclKind::Aliases(list) => ast[list].iter().map(|id| self.alias(*id, decl.span)).collect(),
            DeclKind::Namespace(id) => {
                let namespace = ast[id];
                let inner = self.declarations(namespace.decls);
                match namespace.name {
                    // A namespace has no place of its name.
                    Some(name) => {
                        vec![self.symbol(name, SymbolKind::Namespace, (decl.span, decl.span), Some(inner))]
                    }
                    None => inner,
                }
            }
            DeclKind::Error
            | DeclKind::Empty
            | DeclKind::UsingNamespace(_)
            | DeclKind::Using(_)
            | DeclKind::Instance(_)
            | DeclKind::StructureInstance(_)
            | DeclKind::ExternInstance(_)
            | DeclKind::NamespaceAlias(..)
            | DeclKind::StaticAssert(..) => Vec::new(),
        }
    }

    fn function(&self, id: FunctionId, whole: Span) -> DocumentSymbol {
        let function = self.module.ast[id];
        self.symbol(function.name, SymbolKind::Function, (whole, function.name_span), None)
    }

    fn variable(&self, id: VariableId, whole: Span) -> Option<DocumentSymbol> {
        let variable = self.module.ast[id];
        Some(self.symbol(variable.name?, SymbolKind::Variable, (whole, variable.name_span), None))
    }

    fn structure(&self, id: StructureId, whole: Span) -> Option<DocumentSymbol> {
        let ast = &self.module.ast;
        let structure = ast[id];
        let members = ast[structure.members].iter().filter_map(|member| {
            let whole = ast.type_span(member.ty).to(member.name_span);
            Some(self.symbol(member.name?, SymbolKind::Field, (whole, member.name_span), None))
        });
        let functions = ast[structure.functions].iter().map(|id| {
            let function = ast[*id];
            let end = function.body.map_or(function.name_span, |body| ast.stmt_span(body));
            self.function(*id, function.name_span.to(end))
        });
        let mut children: Vec<_> = members.chain(functions).collect();
        children.extend(self.declarations(structure.decls));
        children.sort_by_key(|child| child.range.start);
        Some(self.symbol(structure.name?, SymbolKind::Struct, (whole, structure.name_span), Some(children)))
    }

    fn enumeration(&self, id: EnumerationId, whole: Span) -> Option<DocumentSymbol> {
        let enumeration = self.module.ast[id];
        let enumerators = self.module.ast[enumeration.enumerators].iter();
        let enumerators = enumerators.map(|enumerator| {
            let place = (enumerator.name_span, enumerator.name_span);
            self.symbol(enumerator.name, SymbolKind::EnumMember, place, None)
        });
        let children = Some(enumerators.collect());
        Some(self.symbol(enumeration.name?, SymbolKind::Enum, (whole, enumeration.name_span), children))
    }

    /// A declaration with the places of all of it and of its name. A place in a macro is the macro's, so that one may not be in the other.
    fn symbol(
        &self,
        name: Symbol,
        kind: SymbolKind,
        (whole, name_span): (Span, Span),
        children: Option<Vec<DocumentSymbol>>,
    ) -> DocumentSymbol {
        let is_inside = whole.lo <= name_span.lo && name_span.hi <= whole.hi;
        let name_span = if is_inside { name_span } else { whole };
        self.analysis.symbol(self.module.names.text(name), kind, None, whole, name_span, children)
    }
}

#[cfg(test)]
mod tests {
    use crate::analysis::analyse_metal;
    use crate::symbols::symbols;

    #[test]
    fn declarations_are_listed_with_their_members() {
        let text = "#include <metal_stdlib>\n\
            struct S { int a, b; int get() const { return a; } struct T { int c; }; };\n\
            enum E { first, second };\nusing U = S;\nconstant int x = 1, y = 2;\n\
            namespace n { void f() {} }\nkernel void k(device int* o [[buffer(0)]]) { o[0] = }\n";
        let all = symbols(&analyse_metal(text));
        let names = |all: &[lsp_types::DocumentSymbol]| {
            all.iter().map(|it| it.name.clone()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(names(&all), "S E U x y n k");
        let inside = |index: usize| names(all[index].children.as_ref().expect("children"));
        assert_eq!([inside(0), inside(1), inside(5)], ["a b get T", "first second", "f"]);
        for symbol in &all {
            let (whole, name) = (symbol.range, symbol.selection_range);
            assert!(whole.start <= name.start && name.end <= whole.end, "{}", symbol.name);
        }
    }
}
