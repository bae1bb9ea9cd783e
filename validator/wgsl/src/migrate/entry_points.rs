//! Entry points of 2021: several of one name, told apart by their stages, and compute shaders without a workgroup size.

use super::Note;
use super::edits::Edits;
use super::outline::{Function, Outline};
use super::tokens::Tokens;
use super::words::FreshNames;
use crate::lex::TokenKind;
use std::collections::BTreeSet;

/// The program with one name for each entry point and a workgroup size for each compute shader, with notes on the entry points that got a
/// different name.
pub(super) fn settle(text: &str) -> (String, Vec<Note>) {
    let tokens = Tokens::of(text);
    let outline = Outline::of(&tokens);
    let mut edits = Edits::default();
    let mut notes = Vec::new();
    let (mut names, mut seen) = (FreshNames::of(&tokens), BTreeSet::new());
    for function in &outline.functions {
        let Some(stage) = function.stage(&tokens) else { continue };
        workgroup_size(&tokens, function, stage, &mut edits);
        if !seen.insert(function.name) {
            let now = names.fresh(format!("{}_{stage}", function.name));
            edits.replace(tokens.span(function.keyword + 1), now.clone());
            notes.push(Note::RenamedEntryPoint {
                stage: stage.to_owned(),
                before: function.name.to_owned(),
                now,
            });
        }
    }
    (edits.apply(text), notes)
}

/// The workgroup size was 1 where there is none.
fn workgroup_size(tokens: &Tokens<'_>, function: &Function<'_>, stage: &str, edits: &mut Edits) {
    let attributes = function.start..function.keyword;
    let has_size = attributes.clone().any(|at| tokens.word(at) == "workgroup_size");
    let Some(name) = attributes.clone().find(|at| tokens.word(*at) == "stage") else { return };
    let is_in_group = attributes.clone().any(|at| tokens.kind(at) == TokenKind::LeftBracket);
    let close = tokens.closer(name + 1).filter(|_| tokens.kind(name + 1) == TokenKind::LeftParen);
    if let (Some(close), false, "compute") = (close, has_size, stage) {
        let size = if is_in_group { ", workgroup_size(1)" } else { " @workgroup_size(1)" };
        edits.insert(tokens.span(close).hi, size);
    }
}
