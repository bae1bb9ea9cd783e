//! Text where a declaration should start: declarations as C and its relatives write them, and misspelt keywords.
//!
//! All of this happens where a mistake was found: a program without mistakes never comes here.

use super::declaration::{
    const_assert, function_decl, global_decl, struct_decl, type_alias_decl, variable_decl,
};
use super::draft;
use super::foreign::{declared, function_head};
use super::input::{Input, Parse};
use super::report::nearest;
use crate::ast::{Attribute, DeclKind, List, VariableKind};
use crate::diagnostic::{Applicability, Diagnostic};
use crate::foreign::{in_place_of, type_of};
use crate::lex::TokenKind;
use shader_source::Span;
use wgsl_spec::{Edition, Instead, Rule, rules};

/// Words of other languages for a keyword of this one.
const FOREIGN_WORDS: [(&str, &str); 14] = [
    ("func", "fn"),
    ("function", "fn"),
    ("def", "fn"),
    ("fun", "fn"),
    ("void", "fn"),
    ("constant", "const"),
    ("typedef", "alias"),
    ("type", "alias"),
    ("using", "alias"),
    ("record", "struct"),
    ("class", "struct"),
    ("static_assert", "const_assert"),
    ("require", "requires"),
    ("uniform", "var"),
];

/// The keyword that a word at the start of a declaration stands for.
fn meant_keyword(word: &str) -> Option<&'static str> {
    let foreign = FOREIGN_WORDS.iter().find(|(foreign, _)| *foreign == word).map(|(_, keyword)| *keyword);
    let keywords = ["alias", "const", "const_assert", "fn", "override", "struct", "var"];
    let same = || keywords.into_iter().find(|keyword| *keyword == word);
    // Words of two letters are not like each other if one differs.
    foreign.or_else(same).or_else(|| if word.len() > 2 { nearest(word, keywords) } else { None })
}

/// The rule that a token breaks where a declaration should begin.
fn misplaced_at_module_scope(input: Input<'_>, word: &str, list: List<Attribute>) -> &'static Rule {
    let follows_comment = || {
        let (gap_start, gap_end) = (input.span().hi, input.advance().span().lo);
        let gap = Span::new(gap_start, gap_end.max(gap_start)).text(input.context.text);
        let joined = format!("{word}{}", input.advance().span().text(input.context.text));
        gap.starts_with("/*") && meant_keyword(&joined).is_some_and(|keyword| keyword == joined)
    };
    match input.kind() {
        TokenKind::Enable | TokenKind::Requires | TokenKind::Diagnostic => rules::GRAMMAR_GLOBAL_DIRECTIVE,
        TokenKind::Reserved if word == "enum" => rules::ENUM_NOT_DECLARABLE,
        TokenKind::Identifier | TokenKind::Reserved if ["type", "typedef", "using"].contains(&word) => {
            rules::ALIAS_KEYWORD
        }
        TokenKind::Identifier if follows_comment() => rules::PARSE_COMMENTS_REMOVED_FIRST,
        TokenKind::Reserved => rules::WORD_RESERVED,
        _ if !list.is_empty() => rules::GRAMMAR_GLOBAL_DECL,
        TokenKind::Identifier | TokenKind::RightBrace => rules::GRAMMAR_TRANSLATION_UNIT,
        kind if kind.is_keyword() => rules::GRAMMAR_TRANSLATION_UNIT,
        _ => rules::PARSE_ERROR_NO_MATCH,
    }
}

/// How this language writes a declaration as C and its relatives write it: with the type, here the next token of `input`, before
/// the name. The declaration begins at `start`, and `keyword` is what its qualifiers mean. Its name counts as declared, so that its uses are
/// not further mistakes.
fn declaration_of(start: Input<'_>, input: Input<'_>, keyword: &str, diagnostic: Diagnostic) -> Diagnostic {
    let (context, ty, name) = (input.context, input.span(), input.advance());
    if let Some(symbol) = name.token().symbol {
        context.declared.set(Some((symbol, name.span())));
    }
    if name.second() == TokenKind::LeftParen {
        let (name, ty) = (name.span().text(context.text), type_of(ty.text(context.text)));
        let diagnostic = match ty.as_str() {
            "void" => diagnostic.note(format!("declare a function that returns nothing as `fn {name}(…)`")),
            _ => {
                diagnostic.note(format!("write the result type after the parameters: `fn {name}(…) -> {ty}`"))
            }
        };
        return match function_head(input) {
            Some(edit) => diagnostic.suggest("declare it with `fn`", vec![edit], Applicability::Safe),
            None => diagnostic,
        };
    }
    let Some((place, declared)) = declared(input) else { return diagnostic };
    let edits = vec![(start.span().to(place), format!("{keyword} {declared}"))];
    diagnostic.suggest("write the type after the name", edits, Applicability::Safe)
}

/// The type and name of a variable after words such as `static const`, which this language does not have, and the keyword that they mean.
fn behind_qualifiers(start: Input<'_>) -> Option<(Input<'_>, &'static str)> {
    let text = start.context.text;
    let mut input = start;
    let mut keyword = "var<private>";
    while matches!(input.kind(), TokenKind::Const | TokenKind::Reserved) {
        match input.span().text(text) {
            "const" | "constexpr" => keyword = "const",
            "shared" | "groupshared" => keyword = "var<workgroup>",
            "static" | "inline" => {}
            _ => return None,
        }
        input = input.advance();
    }
    let is_declaration = input.kind() == TokenKind::Identifier && input.second() == TokenKind::Identifier;
    (is_declaration && input.at > start.at).then_some((input, keyword))
}

/// `typedef T N;` as this language writes it.
fn alias_of(input: Input<'_>) -> Option<(Span, String)> {
    let (ty, name) = (input.advance(), input.advance().advance());
    let is_typedef = input.span().text(input.context.text) == "typedef"
        && ty.kind() == TokenKind::Identifier
        && name.kind() == TokenKind::Identifier
        && name.second() == TokenKind::Semicolon;
    let text = input.context.text;
    is_typedef.then(|| {
        let alias = format!("alias {} = {}", name.span().text(text), type_of(ty.span().text(text)));
        (input.span().to(name.span()), alias)
    })
}

/// Takes the name of a macro, `#define NAME`, for declared, so that its uses are not further mistakes.
fn declare_macro(input: Input<'_>) {
    let (define, name) = (input.advance(), input.advance().advance());
    let text = input.context.text;
    if input.span().text(text) == "#"
        && define.span().text(text) == "define"
        && let Some(symbol) = name.token().symbol
    {
        input.context.declared.set(Some((symbol, name.span())));
    }
}

/// Takes the next token, the name of a declaration with a mistake, for declared.
fn declare(input: Input<'_>) {
    if let Some(symbol) = input.token().symbol {
        input.context.declared.set(Some((symbol, input.span())));
    }
}

/// Returns true if a declaration starts at a keyword here.
fn is_declared_keyword(input: Input<'_>) -> bool {
    match input.kind() {
        TokenKind::Fn | TokenKind::Struct | TokenKind::Var | TokenKind::Alias | TokenKind::Override => true,
        TokenKind::Const => {
            input.second() == TokenKind::Identifier && {
                let behind = input.advance().second();
                matches!(behind, TokenKind::Colon | TokenKind::Equal)
            }
        }
        _ => false,
    }
}

/// Returns true if a `}` precedes the next token.
fn follows_block(input: Input<'_>) -> bool {
    input.at.checked_sub(1).is_some_and(|at| input.at(at).kind() == TokenKind::RightBrace)
}

/// Reports a token that starts no declaration, and continues with the declaration that it may mean.
#[cold]
pub(super) fn no_declaration(input: Input<'_>, list: List<Attribute>) -> Parse<'_, DeclKind> {
    let span = input.span();
    let word = span.text(input.context.text);
    let is_word = matches!(input.kind(), TokenKind::Identifier | TokenKind::Reserved);
    let diagnostic = input.unexpected(misplaced_at_module_scope(input, word, list), "a declaration");
    let meant = if is_word { meant_keyword(word) } else { None };
    if word == "uniform"
        && input.second() == TokenKind::Identifier
        && let Some((place, written)) = declared(input.advance())
    {
        let edit = vec![(span.to(place), format!("@group(0) @binding(0) var<uniform> {written}"))];
        declare(input.advance().advance());
        input.report(diagnostic.suggest("declare it with `var<uniform>`", edit, Applicability::Unsafe));
        return input.failure();
    }
    if let Some(edit) = alias_of(input) {
        declare(input.advance().advance());
        input.report(diagnostic.suggest("declare it with `alias`", vec![edit], Applicability::Safe));
        return input.failure();
    }
    if is_word && is_declared_keyword(input.advance()) && input.context.edition == Edition::Current {
        let edit = vec![(Span::new(span.lo, input.advance().span().lo), String::new())];
        let applicability = match input.kind() {
            TokenKind::Reserved => Applicability::Safe,
            _ => Applicability::Unsafe,
        };
        let diagnostic = match Instead::of(word) {
            Some(Instead::Form(note, _)) => diagnostic.note(note),
            Some(Instead::Words(_)) | None => diagnostic,
        };
        input.report(diagnostic.suggest(format!("remove `{word}`"), edit, applicability));
        return global_decl(input.advance());
    }
    if input.context.edition == Edition::Draft2022
        && let Some(instead) = draft::written_instead(word)
    {
        draft::report_newer(input, rules::GRAMMAR_TRANSLATION_UNIT, instead);
        return match word {
            "alias" => type_alias_decl(input),
            "const" => variable_decl(input, VariableKind::Const, list),
            "const_assert" => const_assert(input),
            _ => input.failure(),
        };
    }
    let Some(keyword) = meant else {
        let is_block = is_word && input.second() == TokenKind::Identifier;
        let opener = input.advance().advance();
        input.report(match input.kind() {
            TokenKind::RightBrace => {
                let gap = Span::new(input.previous_span().hi, span.hi);
                let edit = vec![(gap, String::new())];
                diagnostic.note("unmatched `}`").suggest("remove it", edit, Applicability::Unsafe)
            }
            TokenKind::Comma | TokenKind::Colon if follows_block(input) => {
                let edit = vec![(span, String::new())];
                diagnostic.suggest("remove it", edit, Applicability::Safe)
            }
            TokenKind::Comma if !list.is_empty() => {
                let separator = Span::new(span.lo, input.advance().span().lo.max(span.hi));
                let edits = vec![(separator, " @".to_owned())];
                diagnostic.note("separate attributes with spaces, not commas").suggest(
                    "write `@` before each",
                    edits,
                    Applicability::Unsafe,
                )
            }
            TokenKind::Identifier if input.second() == TokenKind::Identifier => {
                declaration_of(input, input, "var<private>", diagnostic)
            }
            TokenKind::Enable | TokenKind::Requires | TokenKind::Diagnostic => {
                diagnostic.note("attributes are not allowed on directives")
            }
            _ if input.is_statement_keyword() => diagnostic.note("statements are only allowed in functions"),
            TokenKind::Reserved => {
                let diagnostic = match Instead::of(word) {
                    Some(instead) => in_place_of(diagnostic, span, instead, input.context.text, None),
                    None => diagnostic,
                };
                if let Some((declaration, keyword)) = behind_qualifiers(input) {
                    input.report(declaration_of(input, declaration, keyword, diagnostic));
                    return declaration.failure();
                }
                diagnostic
            }
            TokenKind::Unknown => {
                declare_macro(input);
                diagnostic
            }
            _ => diagnostic,
        });
        // `impl A { … }`, `cbuffer B { … }`
        if matches!(input.kind(), TokenKind::Comma | TokenKind::Colon) && follows_block(input) {
            return Ok((input.advance(), DeclKind::Error));
        }
        if is_block && opener.kind() == TokenKind::LeftBrace {
            return Ok((opener.advance().behind_block(), DeclKind::Error));
        }
        return input.failure();
    };
    if word == "void" && input.second() == TokenKind::Identifier {
        let found = declaration_of(input, input, "fn", diagnostic);
        input.report(if found.suggestion.is_none() {
            found.suggest("write `fn`", vec![(span, "fn".to_owned())], Applicability::Safe)
        } else {
            found
        });
        return function_decl(input, list);
    }
    input.report(diagnostic.suggest(
        format!("did you mean `{keyword}`?"),
        vec![(span, keyword.to_owned())],
        Applicability::Unsafe,
    ));
    let is_followed_by_name = input.second() == TokenKind::Identifier;
    match keyword {
        _ if !is_followed_by_name => input.failure(),
        "fn" => function_decl(input, list),
        "struct" => struct_decl(input),
        "alias" => type_alias_decl(input),
        "const" => variable_decl(input, VariableKind::Const, list),
        "override" => variable_decl(input, VariableKind::Override, list),
        "var" => variable_decl(input, VariableKind::Var, list),
        _ => input.failure(),
    }
}
