//! `textDocument/documentSymbol`: the outline of a document.

use crate::analysis::Analysis;
use crate::{describe, metal};
use lsp_types::{DocumentSymbol, SymbolKind};
use shader_source::Span;
use wgsl_validator::ast::{Decl, DeclKind, StructId, VariableKind};
use wgsl_validator::meaning::TypedModule;

/// Lists the declarations of a module, with structure members.
pub(crate) fn symbols(analysis: &Analysis) -> Vec<DocumentSymbol> {
    if let Some(program) = analysis.cxx() {
        return metal::symbols(analysis, program);
    }
    let Some(module) = analysis.alone() else { return Vec::new() };
    let module = module.typed();
    module.syntax.ast.decls.iter().filter_map(|decl| symbol(analysis, module, decl)).collect()
}

fn symbol(analysis: &Analysis, module: TypedModule<'_>, decl: &Decl) -> Option<DocumentSymbol> {
    let (kind, detail, children) = match decl.kind {
        DeclKind::Error | DeclKind::ConstAssert(_) => return None,
        DeclKind::Variable(id) => {
            let is_variable = module.syntax.ast[id].kind == VariableKind::Var;
            let kind = if is_variable { SymbolKind::Variable } else { SymbolKind::Constant };
            (kind, describe::type_name(module, module.meaning[id].typed.ty), None)
        }
        DeclKind::Alias(id) => {
            (SymbolKind::TypeParameter, describe::type_name(module, module.meaning[id]), None)
        }
        DeclKind::Struct(id) => (SymbolKind::Struct, None, Some(members(analysis, module, id))),
        DeclKind::Function(id) => (SymbolKind::Function, Some(describe::function(module, id)), None),
    };
    Some(analysis.symbol(module.name(decl.name?), kind, detail, decl.span, decl.name_span, children))
}

fn members(analysis: &Analysis, module: TypedModule<'_>, id: StructId) -> Vec<DocumentSymbol> {
    let ast = &module.syntax.ast;
    let members = ast[id].members.range();
    members
        .map(|index| {
            let member = &ast.members[index];
            let detail = describe::type_name(module, module.meaning.member(index));
            let whole = Span::new(member.name_span.lo, ast.span(member.ty).hi.max(member.name_span.hi));
            analysis.symbol(
                module.name(member.name),
                SymbolKind::Field,
                detail,
                whole,
                member.name_span,
                None,
            )
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::analyse;

    #[test]
    fn declarations_are_listed_with_their_members() {
        let text = "struct S { a: f32, @align(16) b: vec3f }\nfn f(a: i32) -> S { let x = ; }\noverride o = 1.0;\nvar<private> v: i32;\nconst_assert true;";
        let all = symbols(&analyse(text));
        let listed: Vec<_> = all.iter().map(|it| (it.name.as_str(), it.kind)).collect();
        let expected = [
            ("S", SymbolKind::Struct),
            ("f", SymbolKind::Function),
            ("o", SymbolKind::Constant),
            ("v", SymbolKind::Variable),
        ];
        assert_eq!(listed, expected);
        let members = all[0].children.as_ref().expect("members");
        assert_eq!(members[1].detail.as_deref(), Some("vec3<f32>"));
        assert_eq!(all[1].detail.as_deref(), Some("fn f(a: i32) -> S"));
        for symbol in all.iter().chain(members) {
            let (whole, name) = (symbol.range, symbol.selection_range);
            assert!(whole.start <= name.start && name.end <= whole.end, "{}", symbol.name);
        }
    }
}
