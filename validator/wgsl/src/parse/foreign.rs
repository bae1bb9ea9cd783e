//! Suggestions for programs as other languages, and drafts of 2021, write them.
//!
//! All of this happens where a mistake was found: a program without mistakes never comes here.

use super::input::Input;
use crate::diagnostic::{Applicability, Diagnostic};
use crate::foreign::type_of;
use crate::lex::TokenKind;
use shader_source::Span;
use wgsl_spec::{BuiltinValue, Edition, Instead, Predeclared, Rule, Symbol, rules};

/// Suggests how this language writes that at which the next token is unexpected, if it has a form of other languages.
#[cold]
pub(super) fn in_this_language(input: Input<'_>, production: &'static Rule, error: Diagnostic) -> Diagnostic {
    let fixed = cast(input)
        .or_else(|| type_before_name(input, production))
        .or_else(|| sized_name(input))
        .or_else(|| colon_without_type(input))
        .or_else(|| not_as_word(input));
    let before = kind_before(input, 1).map(|_| input.previous_span().text(input.context.text));
    let is_passed_out = production == rules::GRAMMAR_PARAM && matches!(before, Some("inout" | "out"));
    if is_passed_out {
        let error =
            error.note("WGSL has no output parameters: pass a pointer, as in `name: ptr<function, f32>`");
        return match pointer_parameter(input) {
            Some(edits) => error.suggest("pass a pointer", edits, Applicability::Unsafe),
            None => error,
        };
    }
    match fixed {
        Some((words, edits)) => error.suggest(words, edits, Applicability::Safe),
        None => error,
    }
}

/// A change in words, and its edits.
type Fixed = (&'static str, Vec<(Span, String)>);

/// The kind of the token that many places before the next one.
fn kind_before(input: Input<'_>, places: u32) -> Option<TokenKind> {
    input.at.checked_sub(places).map(|at| input.at(at).kind())
}

/// `(f32)x`, a conversion: the next token is the `x`.
fn cast(input: Input<'_>) -> Option<Fixed> {
    let is_operand =
        matches!(input.kind(), TokenKind::Identifier | TokenKind::LeftParen) || input.kind().is_number();
    let is_cast = kind_before(input, 1) == Some(TokenKind::RightParen)
        && kind_before(input, 2) == Some(TokenKind::Identifier)
        && kind_before(input, 3) == Some(TokenKind::LeftParen);
    if !is_operand || !is_cast || !names_type(input.at(input.at - 2)) {
        return None;
    }
    let ty = input.at(input.at - 2).span();
    let opener = input.at(input.at - 3).span();
    let end = behind_operand(input)?.previous_span().hi;
    let constructor = format!("{}(", type_of(ty.text(input.context.text)));
    Some((
        "convert a value by calling its target type",
        vec![(Span::new(opener.lo, input.span().lo), constructor), (Span::new(end, end), ")".to_owned())],
    ))
}

/// The place behind a name or number with the members, indices and arguments that follow it, or behind parentheses.
fn behind_operand(input: Input<'_>) -> Option<Input<'_>> {
    let mut input = match input.kind() {
        TokenKind::LeftParen => input.behind_arguments()?,
        _ => input.advance(),
    };
    loop {
        input = match input.kind() {
            TokenKind::Period => input.advance().advance(),
            TokenKind::LeftParen => input.behind_arguments()?,
            TokenKind::LeftBracket => input.advance().find_item_end(TokenKind::RightBracket)?.advance(),
            _ => return Some(input),
        };
    }
}

/// `f32 x`, a type before the name that it belongs to, `x f32`, or `x x`: the next token is the second word. Only one of two words can be
/// a type.
fn type_before_name(input: Input<'_>, production: &'static Rule) -> Option<Fixed> {
    let first = input.at(input.at.checked_sub(1)?);
    if input.kind() != TokenKind::Identifier || first.kind() != TokenKind::Identifier {
        return None;
    }
    let is_declared = match kind_before(input, 2)? {
        TokenKind::Var | TokenKind::Let | TokenKind::Const | TokenKind::Override | TokenKind::TemplateEnd => {
            true
        }
        _ => [rules::GRAMMAR_PARAM, rules::GRAMMAR_STRUCT_MEMBER].contains(&production),
    };
    if !is_declared {
        return None;
    }
    let both = first.span().to(input.span());
    if first.token().symbol == input.token().symbol {
        let second = Span::new(first.span().hi, input.span().hi);
        return Some(("write the name once", vec![(second, String::new())]));
    }
    if input.second() == TokenKind::Colon {
        return semantic(first, input);
    }
    match (names_type(first), names_type(input)) {
        (true, false) => {
            let edit = (both, typed_name(input, first.span(), input.span()));
            Some(("write the type after the name", vec![edit]))
        }
        (false, true) => {
            let gap = Span::new(first.span().hi, input.span().lo);
            Some(("write `:` before the type", vec![(gap, ": ".to_owned())]))
        }
        _ => None,
    }
}

/// `float4 name : SV_Position`, a member of HLSL with its semantic, which is a built-in value here.
fn semantic(ty: Input<'_>, name: Input<'_>) -> Option<Fixed> {
    let text = name.context.text;
    let semantic = name.advance().advance();
    let Some(Instead::Words(words)) = Instead::of(semantic.span().text(text)) else { return None };
    let is_value = BuiltinValue::ALL.iter().any(|value| value.name() == words);
    let written = format!("@builtin({words}) {}", typed_name(name, ty.span(), name.span()));
    let edit = (ty.span().to(semantic.span()), written);
    (is_value && names_type(ty)).then(|| ("write the semantic as an attribute", vec![edit]))
}

/// Returns true if the next token is a type of this language or of others, or of the program.
pub(super) fn names_type(input: Input<'_>) -> bool {
    let context = input.context;
    let Some(symbol) = input.token().symbol else { return false };
    let predeclared = symbol.info(context.edition).predeclared;
    let is_foreign = || match Instead::of(input.span().text(context.text)) {
        Some(Instead::Words(words)) => is_type(words.split('<').next().unwrap_or(words), context.edition),
        Some(Instead::Form(..)) | None => false,
    };
    matches!(predeclared, Predeclared::Type(_) | Predeclared::TypeGenerator(_))
        || context.declares_type(symbol)
        || is_foreign()
}

fn is_type(name: &str, edition: Edition) -> bool {
    let predeclared = Symbol::predeclared(name).map(|symbol| symbol.info(edition).predeclared);
    matches!(predeclared, Some(Predeclared::Type(_) | Predeclared::TypeGenerator(_)))
}

/// A name with its type, as this language writes them.
pub(super) fn typed_name(input: Input<'_>, ty: Span, name: Span) -> String {
    let text = input.context.text;
    format!("{}: {}", name.text(text), type_of(ty.text(text)))
}

/// `a[4]: f32`, an array whose size stands at its name: the next token is the `[`.
fn sized_name(input: Input<'_>) -> Option<Fixed> {
    let is_declared = matches!(
        kind_before(input, 2)?,
        TokenKind::Var | TokenKind::Let | TokenKind::Const | TokenKind::TemplateEnd
    );
    let is_name = kind_before(input, 1) == Some(TokenKind::Identifier);
    if input.kind() != TokenKind::LeftBracket || !is_declared || !is_name {
        return None;
    }
    let closer = input.advance().find_item_end(TokenKind::RightBracket)?;
    let size = closer.since(input.advance().span()).text(input.context.text);
    let ty = closer.take(TokenKind::RightBracket)?.take(TokenKind::Colon)?;
    let is_alone = !matches!(ty.second(), TokenKind::TemplateStart | TokenKind::LeftBracket);
    if ty.kind() != TokenKind::Identifier || !is_alone {
        return None;
    }
    let element = type_of(ty.span().text(input.context.text));
    let edit = (Span::new(input.span().lo, ty.span().hi), format!(": array<{element}, {size}>"));
    Some(("write the array size in the type", vec![edit]))
}

/// `: =`, the place of a type that is left out: the next token is the `=`.
fn colon_without_type(input: Input<'_>) -> Option<Fixed> {
    let is_left_out = input.kind() == TokenKind::Equal && kind_before(input, 1) == Some(TokenKind::Colon);
    let gap = Span::new(input.previous_span().lo, input.previous_span().hi);
    is_left_out.then(|| ("remove the `:` or write a type after it", vec![(gap, String::new())]))
}

/// `not x`: the next token is the `x`.
fn not_as_word(input: Input<'_>) -> Option<Fixed> {
    let word = input.at(input.at.checked_sub(1)?);
    let is_not = word.kind() == TokenKind::Identifier && word.span().text(input.context.text) == "not";
    let is_operand = matches!(input.kind(), TokenKind::Identifier | TokenKind::True | TokenKind::False);
    let edit = (Span::new(word.span().lo, input.span().lo), "!".to_owned());
    (is_not && is_operand).then(|| ("write `!`", vec![edit]))
}

/// The edits that make a pointer of `inout name: T`, and an indirection of each use of the name in the function: the next token is the name.
fn pointer_parameter(input: Input<'_>) -> Option<Vec<(Span, String)>> {
    let ty = input.advance().take(TokenKind::Colon)?;
    let end = ty.find_item_end(TokenKind::RightParen)?;
    let text = input.context.text;
    let (name, written) = (input.span().text(text), end.since(ty.span()).text(text));
    let place = Span::new(input.previous_span().lo, end.previous_span().hi);
    let mut edits = vec![(place, format!("{name}: ptr<function, {}>", type_of(written)))];
    let body = input.find_block()?;
    let last = body.advance().behind_block();
    let uses = (body.at..last.at).map(|at| input.at(at)).filter(|it| {
        let is_member = it.context.token(it.at - 1).kind == TokenKind::Period;
        it.token().symbol == input.token().symbol && !is_member
    });
    edits.extend(uses.map(|it| (it.span(), format!("(*{name})"))));
    Some(edits)
}

/// Reports `mut name: T`, a parameter that is changed, from the `mut` on.
#[cold]
pub(super) fn report_mutable_parameter(input: Input<'_>) {
    let (place, name) = (input.span(), input.advance().span());
    let written = name.text(input.context.text);
    let message = "WGSL has no `mut`: a parameter can't be assigned to";
    let found = Diagnostic::error(rules::IDENT_NOT_RESERVED, place, message);
    let Some(body) = input.advance().find_block() else { return input.report(found) };
    let start = body.span().hi;
    let edits = vec![
        (place.to(name), format!("{written}_")),
        (Span::new(start, start), format!(" var {written} = {written}_;")),
    ];
    input.report(found.suggest("copy the parameter into a variable", edits, Applicability::Unsafe));
}

/// The semantic of HLSL after the type of a result, `T : SV_Position`: reports it, and returns the place after it. `start` is the place of the
/// type.
#[cold]
pub(super) fn behind_semantic(input: Input<'_>, start: Span) -> Option<Input<'_>> {
    let semantic = input.take(TokenKind::Colon)?;
    let name = semantic.span().text(input.context.text);
    let attribute = match Instead::of(name) {
        Some(Instead::Words(words)) if BuiltinValue::ALL.iter().any(|value| value.name() == words) => {
            format!("@builtin({words}) ")
        }
        _ => {
            let index = name.strip_prefix("SV_Target")?;
            let location = if index.is_empty() { 0 } else { index.parse::<u32>().ok()? };
            format!("@location({location}) ")
        }
    };
    let edits = vec![
        (Span::new(start.lo, start.lo), attribute),
        (Span::new(input.previous_span().hi, semantic.span().hi), String::new()),
    ];
    let diagnostic = input.unexpected(rules::GRAMMAR_FUNCTION_HEADER, "`{` after the result type");
    input.report(diagnostic.suggest("write the semantic as an attribute", edits, Applicability::Safe));
    Some(semantic.advance())
}

/// A type as it is written from here to `end`, in the words of this language.
pub(super) fn type_text(input: Input<'_>, end: Input<'_>) -> String {
    type_of(end.since(input.span()).text(input.context.text))
}

/// The place where the program declares this name as an array; `None` if it does not.
pub(super) fn array_of(input: Input<'_>) -> Option<Input<'_>> {
    let context = input.context;
    let symbol = input.token().symbol?;
    context.declared_array(symbol).map(|at| input.at(at))
}

/// The declaration of a variable as C and its relatives write it, from the type to the name and the size of an array: how this language
/// writes it after its keyword. `None` if the next token is not a type.
pub(super) fn declared(input: Input<'_>) -> Option<(Span, String)> {
    let (text, name) = (input.context.text, input.advance());
    if !names_type(input) || name.kind() != TokenKind::Identifier {
        return None;
    }
    let ty = type_of(input.span().text(text));
    let name_text = name.span().text(text);
    if name.second() != TokenKind::LeftBracket {
        return Some((input.span().to(name.span()), format!("{name_text}: {ty}")));
    }
    let opener = name.advance();
    let closer = opener.advance().find_item_end(TokenKind::RightBracket)?;
    let size = closer.since(opener.advance().span()).text(text);
    let is_array = closer.kind() == TokenKind::RightBracket && !size.is_empty();
    is_array.then(|| (input.span().to(closer.span()), format!("{name_text}: array<{ty}, {size}>")))
}

/// The head of a function as C and its relatives write it, from the type of its result to the `)`: how this language writes it.
/// `None` if it has another form, or a parameter without type.
pub(super) fn function_head(input: Input<'_>) -> Option<(Span, String)> {
    let text = input.context.text;
    let (result, name) = (input.span(), input.advance());
    let mut rest = name.advance().take(TokenKind::LeftParen)?;
    let mut parameters = Vec::new();
    while rest.kind() != TokenKind::RightParen {
        let parameter = rest.advance();
        let are_names = rest.kind() == TokenKind::Identifier && parameter.kind() == TokenKind::Identifier;
        if !are_names || !names_type(rest) {
            return None;
        }
        parameters.push(typed_name(input, rest.span(), parameter.span()));
        rest = parameter.advance();
        rest = match rest.kind() {
            TokenKind::Comma => rest.advance(),
            TokenKind::RightParen => rest,
            _ => return None,
        };
    }
    let mut head = format!("fn {}({})", name.span().text(text), parameters.join(", "));
    if result.text(text) != "void" {
        head += " -> ";
        head += &type_of(result.text(text));
    }
    Some((Span::new(result.lo, rest.span().hi), head))
}

/// The attributes between `[[` and `]]`, as drafts of 2021 wrote them, how this language writes them, and the place behind them.
pub(super) fn attributes_of_2021(input: Input<'_>) -> Option<(Span, String, Input<'_>)> {
    let text = input.context.text;
    let mut rest = input.take(TokenKind::LeftBracket)?.take(TokenKind::LeftBracket)?;
    let mut attributes = Vec::new();
    loop {
        let name = rest;
        rest = rest.advance();
        let mut arguments = "";
        if rest.kind() == TokenKind::LeftParen {
            let behind = rest.behind_arguments()?;
            arguments = behind.since(rest.span()).text(text);
            rest = behind;
        }
        attributes.extend(attribute_of_2021(name.span().text(text), arguments));
        match rest.kind() {
            TokenKind::Comma => rest = rest.advance(),
            TokenKind::RightBracket => break,
            _ => return None,
        }
    }
    let behind = rest.advance().take(TokenKind::RightBracket)?;
    Some((behind.since(input.span()), attributes.join(" "), behind))
}

/// An attribute of a draft as this language writes it; `None` if it has become needless.
pub(crate) fn attribute_of_2021(name: &str, arguments: &str) -> Option<String> {
    let inner = arguments.trim_start_matches('(').trim_end_matches(')').trim();
    match name {
        "stage" => Some(format!("@{inner}")),
        "override" if arguments.is_empty() => None,
        "override" => Some(format!("@id{arguments}")),
        // Structures of buffers needed it; the stride of an array follows from the type of its elements.
        "block" | "stride" => None,
        _ => Some(format!("@{name}{arguments}")),
    }
}
