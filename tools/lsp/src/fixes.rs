//! Changes that fix diagnostics or ignore them.

use crate::analysis::{Analysis, Facts};
use crate::diagnostics::diagnostic;
use lsp_types::{CodeAction, CodeActionKind, TextEdit, Uri, WorkspaceEdit};
use shader_source::diagnostic::Diagnostic as Found;
use shader_source::{RuleSet, Span, fix};
use std::collections::HashMap;
use wgsl_validator::diagnostic::{Severity, Suggestion};

/// The kinds of actions that a client asks for; an empty list is all.
fn is_wanted(kind: &CodeActionKind, only: &[CodeActionKind]) -> bool {
    let kind = String::from(kind.clone());
    let contains = |wanted: &CodeActionKind| {
        let wanted = String::from(wanted.clone());
        // A kind contains those below it: `source` contains `source.fixAll`.
        wanted.is_empty()
            || kind.strip_prefix(&wanted).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    only.is_empty() || only.iter().any(contains)
}

/// The changes that fix what is found in a part of a document, and the change that makes all safe changes of the document.
pub(crate) fn actions(
    analysis: &Analysis,
    uri: &Uri,
    place: Span,
    only: &[CodeActionKind],
    deny_warnings: bool,
) -> Vec<CodeAction> {
    let mut actions = Vec::new();
    if is_wanted(&CodeActionKind::QuickFix, only) {
        actions.extend(quick_fixes(analysis, uri, place, deny_warnings));
        actions.extend(allowances(analysis, uri, place, deny_warnings));
    }
    if is_wanted(&CodeActionKind::SourceFixAll, only) {
        actions.extend(fix_all(analysis, uri));
    }
    actions
}

/// The suggestion of a diagnostic, if it changes this document alone.
fn suggestion<'a>(analysis: &Analysis, found: &'a Found) -> Option<&'a Suggestion> {
    found.suggestion.as_ref().filter(|it| it.edits.iter().all(|(span, _)| analysis.holds(*span)))
}

/// The diagnostics in a part of a document.
fn near(analysis: &Analysis, place: Span) -> impl Iterator<Item = &Found> {
    let is_near = move |span: Span| span.lo <= place.hi && place.lo <= span.hi;
    analysis.findings().filter(move |found| is_near(found.primary.span))
}

/// The comments that ignore the warnings in a part of a document, each on a line of its own before the line of its warning.
fn allowances(
    analysis: &Analysis,
    uri: &Uri,
    place: Span,
    deny_warnings: bool,
) -> impl Iterator<Item = CodeAction> {
    // A line before a string literal of a host is not in the shader.
    let is_shader = !matches!(analysis.facts(), Facts::Host);
    let is_allowed = move |found: &&Found| {
        is_shader && found.severity != Severity::Error && found.rule.set != RuleSet::Modules
    };
    near(analysis, place).filter(is_allowed).filter_map(move |found| {
        let code = found.rule.slug();
        let before = analysis.text().get(..found.primary.span.lo as usize)?;
        let start = before.rfind(['\n', '\r']).map_or(0, |at| at + 1);
        // The line continues a directive: a comment would be part of it.
        if before[..start].trim_end_matches(['\n', '\r']).ends_with('\\') {
            return None;
        }
        let line = &analysis.text()[start..];
        let indentation = &line[..line.len() - line.trim_start_matches([' ', '\t']).len()];
        let at = Span::new(start as u32, start as u32);
        let comment = format!("{indentation}// wgsl-check: allow({code})\n");
        Some(CodeAction {
            title: format!("Suppress `{code}` here with a comment"),
            kind: Some(CodeActionKind::QuickFix),
            diagnostics: Some(vec![diagnostic(analysis, uri, found, deny_warnings)]),
            is_preferred: Some(false),
            edit: Some(change(uri, vec![edit(analysis, at, &comment)])),
            ..CodeAction::default()
        })
    })
}

fn quick_fixes(
    analysis: &Analysis,
    uri: &Uri,
    place: Span,
    deny_warnings: bool,
) -> impl Iterator<Item = CodeAction> {
    near(analysis, place).filter_map(move |found| {
        let suggestion = suggestion(analysis, found)?;
        let edits = suggestion.edits.iter().map(|(span, by)| edit(analysis, *span, by));
        Some(CodeAction {
            title: title(&suggestion.text),
            kind: Some(CodeActionKind::QuickFix),
            diagnostics: Some(vec![diagnostic(analysis, uri, found, deny_warnings)]),
            is_preferred: Some(suggestion.is_safe()),
            edit: Some(change(uri, edits.collect())),
            ..CodeAction::default()
        })
    })
}

/// The change that makes all safe edits, as `--fix` does; `None` if there is none.
fn fix_all(analysis: &Analysis, uri: &Uri) -> Option<CodeAction> {
    let suggestions = analysis.findings().filter_map(|found| suggestion(analysis, found));
    let accepted = fix::accept(suggestions.filter(|suggestion| suggestion.is_safe()));
    if accepted.is_empty() {
        return None;
    }
    let edits = accepted.into_iter().map(|(span, by)| edit(analysis, span, by));
    Some(CodeAction {
        title: "Apply all safe fixes".to_owned(),
        kind: Some(CodeActionKind::SourceFixAll),
        edit: Some(change(uri, edits.collect())),
        ..CodeAction::default()
    })
}

fn edit(analysis: &Analysis, span: Span, by: &str) -> TextEdit {
    TextEdit { range: analysis.range(span), new_text: by.to_owned() }
}

/// The change of one document.
pub(crate) fn change(uri: &Uri, edits: Vec<TextEdit>) -> WorkspaceEdit {
    WorkspaceEdit { changes: Some(HashMap::from([(uri.clone(), edits)])), ..WorkspaceEdit::default() }
}

/// A suggestion as a title: editors list titles like items of a menu.
fn title(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{address, analyse, analyse_metal};

    const TEXT: &str = "struct A { a: f32; b: f32 }\nconst b: f16 = 1;\nconst c = normalise(vec2f(1));\n";

    fn actions_at(needle: &str, only: &[CodeActionKind]) -> Vec<CodeAction> {
        let lo = TEXT.find(needle).expect("it is there") as u32;
        let uri = address();
        actions(&analyse(TEXT), &uri, Span::new(lo, lo), only, false)
    }

    fn edits(action: &CodeAction) -> Vec<TextEdit> {
        let edit = action.edit.clone().expect("an edit");
        edit.changes.expect("changes").into_values().next().expect("of the document")
    }

    #[test]
    fn a_suggestion_is_a_quick_fix_at_its_finding() {
        let found = actions_at("normalise", &[CodeActionKind::QuickFix]);
        assert_eq!(found.len(), 1);
        assert_eq!(edits(&found[0])[0].new_text, "normalize");
        assert_eq!(found[0].is_preferred, Some(true));
        assert_eq!(found[0].diagnostics.as_ref().map(Vec::len), Some(1));
        let found = actions_at(";", &[CodeActionKind::QuickFix]);
        assert_eq!((found.len(), found[0].is_preferred), (1, Some(true)));
        assert_eq!(actions_at("struct", &[CodeActionKind::QuickFix]), []);
    }

    #[test]
    fn safe_fixes_are_made_at_once() {
        let found = actions_at("struct", &[CodeActionKind::Source]);
        assert_eq!(found.len(), 1);
        let edits: Vec<_> = edits(&found[0]).into_iter().map(|edit| edit.new_text).collect();
        assert_eq!(edits, [",", "normalize"]);
    }

    #[test]
    fn warnings_can_be_ignored_by_a_comment() {
        let apply = |text: &str, analyse: fn(&str) -> Analysis| {
            let analysis = analyse(text);
            let found = analysis.findings().next().expect("a warning").primary.span;
            let all = actions(&analysis, &address(), found, &[CodeActionKind::QuickFix], false);
            let action = all.iter().find(|it| it.title.starts_with("Suppress")).expect("an action");
            let edits = edits(action);
            let at = analysis.offset(edits[0].range.start) as usize;
            let changed = format!("{}{}{}", &text[..at], edits[0].new_text, &text[at..]);
            assert_eq!(analyse(&changed).findings().count(), 0, "{changed}");
            changed
        };
        apply("diagnostic(off, mine);\n", analyse);
        let changed = apply(
            "namespace n {\n  void k(int a) { }\n  kernel void k(device int* o [[buffer(0)]]) { }\n}\n",
            analyse_metal,
        );
        assert!(changed.contains("\n  // wgsl-check: allow("), "{changed}");
    }

    #[test]
    fn only_what_is_asked_for_is_listed() {
        assert_eq!(actions_at("normalise", &[]).len(), 2);
        assert_eq!(actions_at("normalise", &[CodeActionKind::Refactor]), []);
        let kind = CodeActionKind::from("source.fix".to_owned());
        assert_eq!(actions_at("normalise", &[kind]), [], "a kind is compared word by word");
    }
}
