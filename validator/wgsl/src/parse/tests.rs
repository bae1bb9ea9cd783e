//! Tests of the parser.

mod accepted;
mod fixes;
mod recovery;
mod robustness;
mod trees;

use super::Scratch;
use crate::ast::Ast;
use crate::diagnostic::Diagnostic;
use crate::syntax::Syntax;
use wgsl_spec::{Edition, Rule};

/// A program that was parsed on its own.
struct Parsed<'source> {
    syntax: Syntax<'source>,
    diagnostics: Vec<Diagnostic>,
}

impl Parsed<'_> {
    fn ast(&self) -> &Ast {
        &self.syntax.ast
    }
}

/// Parses a program on its own.
fn parse(text: &str, edition: Edition) -> Parsed<'_> {
    let (syntax, diagnostics) =
        super::parse(text, edition, &mut Scratch::default(), &mut crate::phase::Phases::inner());
    Parsed { syntax, diagnostics }
}

/// The rules that the mistakes of a source break.
fn broken_rules(text: &str) -> Vec<&'static Rule> {
    parse(text, Edition::Current).diagnostics.iter().map(|diagnostic| diagnostic.rule).collect()
}

/// The mistakes of a program, each as the part that it points at and the message.
fn messages(text: &str) -> Vec<(String, String)> {
    let place = |diagnostic: &Diagnostic| diagnostic.primary.span.text(text).to_owned();
    let parsed = parse(text, Edition::Current);
    parsed.diagnostics.iter().map(|diagnostic| (place(diagnostic), diagnostic.message.clone())).collect()
}

/// A program with the suggestions of all its mistakes applied.
fn fixed(text: &str) -> String {
    let parsed = parse(text, Edition::Current);
    let mut edits: Vec<_> = parsed
        .diagnostics
        .into_iter()
        .filter_map(|diagnostic| diagnostic.suggestion)
        .flat_map(|s| s.edits)
        .collect();
    edits.sort();
    let mut result = text.to_owned();
    for (span, replacement) in edits.into_iter().rev() {
        result.replace_range(span.lo as usize..span.hi as usize, &replacement);
    }
    result
}
