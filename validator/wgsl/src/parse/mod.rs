//! From tokens to the syntax tree. <https://www.w3.org/TR/WGSL/#grammar>

mod attribute;
mod borrowed;
mod context;
mod control;
mod declaration;
mod directive;
mod draft;
mod expression;
mod foreign;
mod input;
mod missing;
mod no_declaration;
mod precedence;
mod primary;
mod recover;
mod report;
mod statement;
mod stray;
#[cfg(test)]
mod tests;
mod variable;

pub(crate) use foreign::attribute_of_2021;

use crate::ast::{Ast, Decl, DeclKind};
use crate::diagnostic::{Applicability, Diagnostic};
use crate::lex::{self, TokenKind};
use crate::phase::{Phase, Phases};
use crate::symbol::Symbols;
use crate::syntax::Syntax;
use context::{Context, Unfinished};
use input::{Input, failed_at};
use shader_source::Span;
use wgsl_spec::{Edition, rules};

/// Memory that is reused from one source to the next.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    lexed: lex::Lexed,
    unfinished: Unfinished,
    /// Columns of a program.
    spare: Option<(Box<Ast>, Symbols)>,
}

impl Scratch {
    /// Keeps columns for reuse.
    pub(crate) fn recycle(&mut self, syntax: Syntax<'_>) {
        self.spare = Some((syntax.ast, syntax.symbols));
    }
}

/// Parses a source. It never fails: mistakes are reported in the diagnostics, lexical errors first; declarations with a
/// syntax error are marked in the tree. A source of 4 GiB or more is refused unread, because positions are 32 bits wide.
pub(crate) fn parse<'source>(
    source: &'source str,
    edition: Edition,
    scratch: &mut Scratch,
    phases: &mut Phases<'_>,
) -> (Syntax<'source>, Vec<Diagnostic>) {
    if u32::try_from(source.len()).is_err() {
        let message = "the source must not be longer than 4 GiB";
        let refusal = Diagnostic::error(rules::LIMITS_BEYOND_TEXT, Span::default(), message);
        return (Syntax { edition, ..Syntax::default() }, vec![refusal]);
    }
    let (ast, symbols) = scratch.spare.take().unwrap_or_default();
    let mut lexed = core::mem::take(&mut scratch.lexed);
    lexed.symbols = symbols;
    phases.begin(Phase::Lex);
    let mut lexed = lex::lex(source, edition, lexed);
    phases.begin(Phase::Parse);
    let context = Context::new(source, &lexed.tokens, edition, ast, core::mem::take(&mut scratch.unfinished));
    if lexed.is_cut_short {
        context.reported_at.set(Some(context.end()));
    }
    translation_unit(Input { context: &context, at: 0 }, &lexed.diagnostics);
    let mut diagnostics = core::mem::take(&mut lexed.diagnostics);
    diagnostics.append(&mut context.diagnostics.take());
    let (ast, unfinished) = context.finish();
    let symbols = core::mem::take(&mut lexed.symbols);
    (scratch.lexed, scratch.unfinished) = (lexed, unfinished);
    (Syntax { source: source.into(), edition, ast, symbols }, diagnostics)
}

/// `translation_unit` <https://www.w3.org/TR/WGSL/#syntax-translation_unit>
fn translation_unit(mut input: Input<'_>, lexical: &[Diagnostic]) {
    let mut has_declarations = false;
    while !input.is_at_end() {
        if directive::starts_directive(input) {
            input = one_directive(input, has_declarations);
        } else if input.kind() == TokenKind::Semicolon {
            has_declarations = true;
            input = input.advance();
        } else {
            input = one_declaration(input, lexical);
            let is_nothing = |decl: &Decl| matches!(decl.kind, DeclKind::Error) && decl.name.is_none();
            has_declarations |= !input.context.ast.borrow().decls.last().is_some_and(is_nothing);
        }
    }
}

fn one_directive(input: Input<'_>, has_declarations: bool) -> Input<'_> {
    let mark = input.context.mark();
    let known = input.context.diagnostics.borrow().len();
    let (rest, is_whole) = match directive::global_directive(input) {
        Ok((rest, directive)) => {
            input.context.ast.borrow_mut().directives.push(directive);
            (rest, true)
        }
        Err(error) => {
            input.context.back_to(mark);
            (failed_at(error, input).synchronize_declaration(input), false)
        }
    };
    if has_declarations {
        let found = late_directive(input, is_whole.then_some(rest));
        input.context.mistakes.set(input.context.mistakes.get() + 1);
        input.context.diagnostics.borrow_mut().insert(known, found);
    }
    rest
}

/// The mistake of a directive after a declaration. It is moved if it is complete and ends at `rest`.
#[cold]
fn late_directive(input: Input<'_>, rest: Option<Input<'_>>) -> Diagnostic {
    let word = input.span().text(input.context.text);
    let message = format!("the `{word}` directive must come before all declarations");
    let found = Diagnostic::error(rules::DIRECTIVE_FIRST, input.span(), message)
        .note("move the directive to the start of the source");
    let Some(rest) = rest else { return found };
    let place = rest.since(input.span());
    let moved = format!("{}\n", place.text(input.context.text));
    let edits = vec![(Span::new(0, 0), moved), (place, String::new())];
    found.suggest("move the directive", edits, Applicability::Safe)
}

/// Parses a declaration, or its readable part, and adds it to the tree.
fn one_declaration<'a>(input: Input<'a>, lexical: &[Diagnostic]) -> Input<'a> {
    let context = input.context;
    let first_expr = context.ast.borrow().exprs.len() as u32;
    let mistakes = context.mistakes.get();
    let mark = context.mark();
    context.declared.set(None);
    context.start.set(input.at);
    context.is_too_deep.set(false);
    let (rest, kind) = match declaration::global_decl(input) {
        Ok(parsed) => parsed,
        Err(error) => {
            context.back_to(mark);
            (failed_at(error, input).synchronize_declaration(input), DeclKind::Error)
        }
    };
    let span = rest.since(input.span());
    let declared = context.declared.get();
    let has_error = matches!(kind, DeclKind::Error)
        || context.mistakes.get() != mistakes
        || (!lexical.is_empty() && holds_any(span, lexical));
    let ast = &mut *context.ast.borrow_mut();
    ast.decls.push(Decl {
        kind,
        name: declared.map(|(name, _)| name),
        name_span: declared.map_or(span, |(_, span)| span),
        span,
        has_error,
        first_expr,
        end_expr: ast.exprs.len() as u32,
    });
    rest
}

/// Returns true if a lexical error lies in the range; the errors are in source order.
fn holds_any(span: Span, lexical: &[Diagnostic]) -> bool {
    let first = lexical.partition_point(|diagnostic| diagnostic.primary.span.lo < span.lo);
    lexical.get(first).is_some_and(|diagnostic| diagnostic.primary.span.lo < span.hi)
}
