//! The structure that is the type of a value.

use crate::analysis::Analysis;
use crate::whole::Whole;
use lsp_types::{Location, Uri};
use wgsl_validator::ast::DeclKind;
use wgsl_validator::occurrence::{Denoted, store_type};
use wgsl_validator::types::{TypeId, TypeKind};

/// Where the structure of the value at an offset is declared: of a variable, parameter or member, of the result of a function, or of the elements of an
/// array of structures.
pub(crate) fn type_definition(analysis: &Analysis, uri: &Uri, offset: u32) -> Option<Location> {
    let whole = analysis.whole()?;
    let ty = type_of(whole, whole.name_at(offset)?.denoted)?;
    let module = whole.typed();
    let mut ty = store_type(module, ty);
    while let TypeKind::Array(element, _) = module.meaning.types.kind(ty) {
        ty = element;
    }
    let TypeKind::Struct(id) = module.meaning.types.kind(ty) else { return None };
    whole.location(whole.place(module.syntax.ast[id].name_span)?, uri, |span| analysis.range(span))
}

/// The type of an object.
fn type_of(whole: &Whole, denoted: Denoted) -> Option<TypeId> {
    let module = whole.typed();
    match denoted {
        Denoted::Declaration(id) => match module.syntax.ast[id].kind {
            DeclKind::Variable(id) => Some(module.meaning[id].typed.ty),
            DeclKind::Alias(id) => Some(module.meaning[id]),
            DeclKind::Function(id) => module.meaning[id].result,
            DeclKind::Struct(_) | DeclKind::ConstAssert(_) | DeclKind::Error => None,
        },
        Denoted::Local(id) => Some(module.meaning[id].typed.ty),
        Denoted::Parameter(index) | Denoted::Member(index) => Some(module.meaning.member(index as usize)),
        Denoted::Predeclared(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{address, marked};

    #[test]
    fn values_lead_to_their_structures() {
        for program in [
            "struct |S { a: f32 } fn f(|s: S) {}",
            "struct |S { a: f32 } var<private> |s: array<array<S, 2>, 2>;",
            "struct |S { a: f32 } fn f(p: ptr<function, S>) { let q = |p; }",
            "struct |S { a: f32 } fn |g() -> S { return S(); }",
            "struct |S { a: f32 } struct T { |s: S }",
        ] {
            let (analysis, marks) = marked(program);
            let found = type_definition(&analysis, &address(), marks[1]);
            assert_eq!(found.map(|it| it.range.start.character), Some(marks[0]), "{program}");
        }
        let (analysis, marks) = marked("const |a = 1;");
        assert_eq!(type_definition(&analysis, &address(), marks[0]), None);
    }
}
