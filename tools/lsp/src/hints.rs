//! Types that are inferred, shown where they could be written.

use crate::analysis::Analysis;
use crate::describe;
use crate::whole::Whole;
use lsp_types::{InlayHint, InlayHintKind, Position, Range, TextEdit};
use shader_source::Span;
use wgsl_validator::ast::VariableId;
use wgsl_validator::types::Properties;

/// The types of the declarations in a part of a document that are written without one.
pub(crate) fn hints(analysis: &Analysis, place: Span) -> Vec<InlayHint> {
    let Some(whole) = analysis.whole() else { return Vec::new() };
    let module = whole.typed();
    let all = module.syntax.ast.variables.iter().enumerate();
    let is_near = |span: Span| place.lo <= span.hi && span.lo <= place.hi;
    let inferred = all.filter(|(_, variable)| variable.ty.is_none());
    inferred
        .filter_map(|(index, variable)| {
            let name = whole.outside(variable.name_span).filter(|span| is_near(*span))?;
            hint(whole, VariableId::from_index(index), analysis.range(name).end)
        })
        .collect()
}

fn hint(whole: &Whole, id: VariableId, position: Position) -> Option<InlayHint> {
    let module = whole.typed();
    let ty = module.meaning[id].typed.ty;
    let name = describe::type_name(module, ty)?;
    let label = whole.shown(format!(": {name}"));
    // Accepting the hint writes the type, where a program can name it.
    let stored = wgsl_validator::occurrence::store_type(module, ty);
    let can_be_written = module.meaning.types.is(stored, Properties::CONSTRUCTIBLE.with(Properties::CONCRETE))
            && !name.contains("__")
            // A name that the program gave to a declaration of a different file is not in scope.
            && !label.contains("::");
    let edit = TextEdit { range: Range::new(position, position), new_text: label.clone() };
    Some(InlayHint {
        position,
        label: label.into(),
        kind: Some(InlayHintKind::Type),
        text_edits: can_be_written.then(|| vec![edit]),
        tooltip: None,
        padding_left: None,
        padding_right: None,
        data: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::analyse;
    use lsp_types::Label;

    fn labels(text: &str, place: Span) -> Vec<(String, bool)> {
        let all = hints(&analyse(text), place).into_iter();
        all.map(|hint| {
            let Label::String(label) = hint.label else { panic!("a string") };
            (label, hint.text_edits.is_some())
        })
        .collect()
    }

    #[test]
    fn inferred_types_are_shown() {
        let text = "const a = 1; fn f() { let b = vec2f(1); var c = 1; let d: f32 = 1; let e = frexp(1f); let g = x; }";
        let expected = [
            (": AbstractInt", false),
            (": vec2<f32>", true),
            (": i32", true),
            (": __frexp_result_f32", false),
        ];
        let expected = expected.map(|(label, can)| (label.to_owned(), can));
        assert_eq!(labels(text, Span::new(0, text.len() as u32)), expected);
    }

    #[test]
    fn only_the_part_that_is_seen_counts() {
        assert_eq!(labels("const a = 1; const b = 2u;", Span::new(13, 26)), [(": u32".to_owned(), true)]);
    }
}
