//! Insertions in addition to a completed name: the parameters of a function, and the `enable` directive that the name needs.

use crate::analysis::Analysis;
use crate::signature;
use crate::whole::Whole;
use lsp_types::{
    CompletionItem, CompletionItemKind, InsertTextFormat, MarkupContent, MarkupKind, Position, Range,
    TextEdit,
};
use std::collections::HashSet;
use wgsl_spec::{EnableExtension, Symbol};
use wgsl_validator::ast::Directive;
use wgsl_validator::occurrence::Denoted;

/// Completes items at an offset: parameters as a snippet if the client takes snippets, directives, and the comments at declarations.
pub(crate) fn complete(analysis: &Analysis, offset: u32, items: &mut [CompletionItem], has_snippets: bool) {
    let Some(whole) = analysis.whole() else { return };
    let enabled = enabled(analysis);
    let declared = describe(analysis, whole, offset, items, has_snippets);
    for item in items {
        let needed = Symbol::predeclared(&item.label)
            .filter(|_| !declared.contains(&item.label))
            .and_then(|symbol| symbol.info(whole.module().edition()).enable);
        if let Some(extension) = needed.filter(|it| !enabled.contains(it) && !it.is_proposed()) {
            item.additional_text_edits = Some(vec![directive(analysis, extension)]);
        }
    }
}

/// Gives items the comments at their declarations in a program, and parameters, and returns the names that the program declares. The program need
/// not be the program of the document with the offset.
pub(crate) fn describe(
    analysis: &Analysis,
    whole: &Whole,
    offset: u32,
    items: &mut [CompletionItem],
    has_snippets: bool,
) -> HashSet<String> {
    let visible = whole.visible();
    let is_called = analysis.text()[offset as usize..].trim_start_matches(is_word).starts_with('(');
    for item in items {
        if let Some(declared) = visible.iter().find(|it| it.name == item.label) {
            let comment = whole.comment(Denoted::Declaration(declared.declaration), analysis.text());
            item.documentation =
                comment.map(|value| MarkupContent { kind: MarkupKind::Markdown, value }.into());
        }
        if has_snippets && !is_called && item.kind == Some(CompletionItemKind::Function) {
            item.insert_text = Some(snippet(item));
            item.insert_text_format = Some(InsertTextFormat::Snippet);
        }
    }
    visible.into_iter().map(|it| it.name).collect()
}

fn is_word(character: char) -> bool {
    character == '_' || character.is_alphanumeric()
}

/// The extensions that a program enables.
fn enabled(analysis: &Analysis) -> Vec<EnableExtension> {
    let Some(whole) = analysis.whole() else { return Vec::new() };
    let ast = &whole.module().syntax().ast;
    let names = ast.directives.iter().filter_map(|directive| match directive {
        Directive::Enable(names) => Some(ast[*names].iter()),
        Directive::Requires(_) | Directive::Diagnostic(..) => None,
    });
    names.flatten().filter_map(|(name, _)| EnableExtension::from_symbol(*name)).collect()
}

/// The directive for an extension, before everything but imports.
fn directive(analysis: &Analysis, extension: EnableExtension) -> TextEdit {
    let text = analysis.text();
    let links = analysis.whole().map_or(&[][..], |whole| whole.links());
    let after = links.iter().map(|link| link.span.hi).max();
    // An import ends with its line, or with the line that has its `;`.
    let line = after.map_or(0, |after| {
        let rest = &text[after as usize..];
        let is_statement = rest.split(['\n', '\r']).next().is_some_and(|line| line.trim_end().ends_with(';'));
        let end = if is_statement || !rest.contains(';') { 0 } else { rest.find(';').unwrap_or(0) };
        analysis.range(shader_source::Span::new(after + end as u32, after + end as u32)).start.line + 1
    });
    let start = Position::new(line, 0);
    TextEdit { range: Range::new(start, start), new_text: format!("enable {};\n", extension.name()) }
}

/// A call with the parameters of a function as places to fill in.
fn snippet(item: &CompletionItem) -> String {
    let label = item.detail.as_deref().unwrap_or_default();
    let names = signature::names(label);
    let places: Vec<String> =
        names.iter().zip(1..).map(|(name, number)| format!("${{{number}:{name}}}")).collect();
    format!("{}({})$0", item.label, places.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::marked;
    use crate::completion::completions;

    fn item(program: &str, label: &str, has_snippets: bool) -> CompletionItem {
        let (analysis, marks) = marked(program);
        let mut items = completions(&analysis, marks[0]);
        complete(&analysis, marks[0], &mut items, has_snippets);
        items.into_iter().find(|item| item.label == label).expect("it is offered")
    }

    #[test]
    fn functions_have_their_parameters() {
        let program = "/// Adds.\nfn add(a: i32, b: vec3<f32>) -> i32 { return 1; }\nfn f() { let x = | }";
        let add = item(program, "add", true);
        assert_eq!(add.insert_text.as_deref(), Some("add(${1:a}, ${2:b})$0"));
        assert!(add.documentation.is_some());
        assert_eq!(
            item(program, "clamp", true).insert_text.as_deref(),
            Some("clamp(${1:e}, ${2:low}, ${3:high})$0")
        );
        assert_eq!(item(program, "add", false).insert_text, None);
        let called = "fn add(a: i32) {}\nfn f() { ad|(1); }";
        assert_eq!(item(called, "add", true).insert_text, None, "the parentheses are there");
    }

    #[test]
    fn names_bring_the_directive_that_they_need() {
        let edits = |program: &str| item(program, "f16", false).additional_text_edits;
        let added = edits("const a: |").expect("an edit");
        assert_eq!(
            (added[0].new_text.as_str(), added[0].range.start),
            ("enable f16;\n", Position::new(0, 0))
        );
        assert_eq!(edits("enable f16;\nconst a: |"), None);
        assert_eq!(item("const a: |", "f32", false).additional_text_edits, None);
    }
}
