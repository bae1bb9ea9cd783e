//! Module-scope declarations. <https://www.w3.org/TR/WGSL/#declaration-and-scope>

use super::attribute::{attributes_in, refuse_attributes};
use super::context::Context;
use super::draft;
use super::expression::expression_of;
use super::foreign::{declared, function_head};
use super::input::{Failed, Input, Parse, failed_at};
use super::primary::{identifier, type_specifier};
use super::report::nearest;
use super::statement::compound_statement;
use super::variable::{Scope, end_of_variable, variable};
use crate::ast::{
    Alias, AliasId, Attribute, DeclKind, ExprId, Function, FunctionId, List, Member, Struct, StructId,
    VariableKind,
};
use crate::diagnostic::{Applicability, Diagnostic};
use crate::foreign::{in_place_of, type_of};
use crate::lex::TokenKind;
use shader_source::Span;
use wgsl_spec::{Edition, Instead, Rule, Symbol, rules};

/// `global_decl` or `global_assert` <https://www.w3.org/TR/WGSL/#syntax-global_decl>
pub(super) fn global_decl(input: Input<'_>) -> Parse<'_, DeclKind> {
    let (rest, list) = attributes_in(input, rules::PARSE_ERROR_NO_MATCH, "a declaration")?;
    match rest.kind() {
        TokenKind::Fn => function_decl(rest, list),
        TokenKind::Var => variable_decl(rest, VariableKind::Var, list),
        TokenKind::Override => variable_decl(rest, VariableKind::Override, list),
        TokenKind::Const if rest.second() == TokenKind::Fn && names_function(rest.advance()) => {
            let (span, behind) = (rest.span(), rest.advance());
            let diagnostic = behind.unexpected(rules::GRAMMAR_OPTIONALLY_TYPED_IDENT, "a name after `const`");
            let edit = vec![(Span::new(span.lo, behind.span().lo), String::new())];
            behind.report(diagnostic.suggest(
                "functions have no `const`: remove it",
                edit,
                Applicability::Safe,
            ));
            function_decl(behind, list)
        }
        TokenKind::Const => {
            refuse_attributes(input, list, Some(rules::DECL_CONST_NO_ATTRIBUTES), "on a `const` declaration");
            variable_decl(rest, VariableKind::Const, List::EMPTY)
        }
        TokenKind::Struct => {
            refuse_attributes(input, list, None, "on a structure");
            struct_decl(rest)
        }
        TokenKind::Alias | TokenKind::Type => {
            refuse_attributes(input, list, None, "on a type alias");
            type_alias_decl(rest)
        }
        TokenKind::ConstAssert => {
            refuse_attributes(input, list, None, "on a const assertion");
            const_assert(rest)
        }
        TokenKind::Let => module_scope_let(rest, list),
        _ => no_declaration(rest, list),
    }
}

fn variable_decl(input: Input<'_>, kind: VariableKind, list: List<Attribute>) -> Parse<'_, DeclKind> {
    let (rest, id) = variable(input, kind, list, Scope::Module)?;
    let rest = end_of_variable(rest, kind, Scope::Module)?;
    Ok((rest, DeclKind::Variable(id)))
}

/// A module-scope `let`, which only the draft of 2022 has.
fn module_scope_let(input: Input<'_>, list: List<Attribute>) -> Parse<'_, DeclKind> {
    if input.context.edition == Edition::Current && (!list.is_empty() || declares_resource(input)) {
        let message = "a `let` declaration is only allowed in a function";
        input.report(Diagnostic::error(rules::DECL_LET_FUNCTION_SCOPE, input.span(), message).suggest(
            "declare a resource with `var`",
            vec![(input.span(), "var".to_owned())],
            Applicability::Safe,
        ));
        return variable_decl(input, VariableKind::Var, list);
    }
    refuse_attributes(input, list, None, "on a `let` declaration");
    if input.context.edition == Edition::Current {
        let message = "a `let` declaration is only allowed in a function";
        input.report(
            Diagnostic::error(rules::DECL_LET_FUNCTION_SCOPE, input.span(), message)
                .note("at module scope, use `const` for a value known at shader creation and `override` for a value known at pipeline creation")
                .suggest("write `const`", vec![(input.span(), "const".to_owned())], Applicability::Safe),
        );
    }
    variable_decl(input, VariableKind::Let, List::EMPTY)
}

/// Returns true if the name of a function follows the keyword here.
fn names_function(input: Input<'_>) -> bool {
    let name = input.advance();
    name.kind() == TokenKind::Identifier && name.second() == TokenKind::LeftParen
}

/// Returns true if a declaration, here its keyword, is of the type of a texture or sampler, which only resources have.
fn declares_resource(input: Input<'_>) -> bool {
    let colon = input.advance().advance();
    let ty = colon.advance().span().text(input.context.text);
    colon.kind() == TokenKind::Colon && (ty.starts_with("texture_") || ty.starts_with("sampler"))
}

/// `const_assert` <https://www.w3.org/TR/WGSL/#syntax-const_assert>
fn const_assert(input: Input<'_>) -> Parse<'_, DeclKind> {
    let (rest, condition) = expression_of(input.advance(), rules::GRAMMAR_CONST_ASSERT)?;
    let production = rules::GRAMMAR_GLOBAL_ASSERT;
    let rest = rest.semicolon(production, production, "the const assertion")?;
    Ok((rest, DeclKind::ConstAssert(condition)))
}

/// `type_alias_decl` <https://www.w3.org/TR/WGSL/#syntax-type_alias_decl>
fn type_alias_decl(input: Input<'_>) -> Parse<'_, DeclKind> {
    let context = input.context;
    let production = rules::GRAMMAR_TYPE_ALIAS_DECL;
    let (rest, (name, name_span)) = identifier(input.advance(), production, "the name of the type alias")?;
    context.declared.set(Some((name, name_span)));
    let rest = rest.expect(TokenKind::Equal, production, "after the name of the type alias")?;
    let (rest, ty) = type_specifier(rest)?;
    let rest = rest.semicolon(rules::GRAMMAR_GLOBAL_DECL, production, "the type alias")?;
    let aliases = &mut context.ast.borrow_mut().aliases;
    let id = AliasId::from_index(aliases.len());
    aliases.push(Alias { name, name_span, ty });
    Ok((rest, DeclKind::Alias(id)))
}

/// `struct_decl` <https://www.w3.org/TR/WGSL/#syntax-struct_decl>
fn struct_decl(input: Input<'_>) -> Parse<'_, DeclKind> {
    let context = input.context;
    let production = rules::GRAMMAR_STRUCT_DECL;
    let (rest, (name, name_span)) = identifier(input.advance(), production, "the name of the structure")?;
    context.declared.set(Some((name, name_span)));
    let opener = rest.span();
    let rest = rest.expect(TokenKind::LeftBrace, production, "after the name of the structure")?;
    if rest.kind() == TokenKind::RightBrace {
        let text = name_span.text(context.text);
        let message = format!("structure `{text}` must have at least one member");
        rest.report(Diagnostic::error(rules::TYPE_STRUCT_NONEMPTY, opener.to(rest.span()), message));
    }
    let (rest, members) = members(rest, opener, &MEMBERS)?;
    let structs = &mut context.ast.borrow_mut().structs;
    let id = StructId::from_index(structs.len());
    structs.push(Struct { name, name_span, members });
    Ok((rest, DeclKind::Struct(id)))
}

/// A list of members or parameters: its productions, and the words for them in messages.
struct MembersForm {
    closer: TokenKind,
    /// The production of a name.
    name: &'static Rule,
    expected_name: &'static str,
    /// The production of an element.
    element: &'static Rule,
    behind_colon: &'static str,
    /// The rule that says what separates elements.
    separated: &'static Rule,
    /// The production that has the closing token.
    closed: &'static Rule,
    expected_closer: &'static str,
    /// What to do where `;` separates elements.
    separate: &'static str,
}

const MEMBERS: MembersForm = MembersForm {
    closer: TokenKind::RightBrace,
    name: rules::GRAMMAR_MEMBER_IDENT,
    expected_name: "the name of a member",
    element: rules::GRAMMAR_STRUCT_MEMBER,
    behind_colon: "and a type after the name of the member",
    separated: rules::TYPE_STRUCT_TRAILING_COMMA,
    closed: rules::GRAMMAR_STRUCT_BODY_DECL,
    expected_closer: "`,` or `}` after the member",
    separate: "separate members with `,`",
};

const PARAMETERS: MembersForm = MembersForm {
    closer: TokenKind::RightParen,
    name: rules::GRAMMAR_IDENT,
    expected_name: "the name of a parameter",
    element: rules::GRAMMAR_PARAM,
    behind_colon: "and a type after the name of the parameter",
    separated: rules::GRAMMAR_PARAM_LIST,
    closed: rules::GRAMMAR_FUNCTION_HEADER,
    expected_closer: "`,` or `)` after the parameter",
    separate: "separate parameters with `,`",
};

/// Members of a structure or parameters of a function between commas, up to and including the closing token.
fn members<'a>(mut input: Input<'a>, opener: Span, form: &MembersForm) -> Parse<'a, List<Member>> {
    let (context, closer) = (input.context, form.closer);
    let start = context.ast.borrow().members.len();
    let mut has_semicolon = false;
    while input.kind() != closer {
        if is_left_open(input, form) {
            return Ok((unclosed(input, opener, form), members_since(context, start)));
        }
        let mark = context.mark();
        match member(input, form) {
            Ok((rest, member)) => {
                context.ast.borrow_mut().members.push(member);
                input = rest;
            }
            Err(error) => {
                context.back_to(mark);
                let failed = failed_at(error, input);
                // Functions in a structure are a part of the same mistake.
                if failed.kind() == TokenKind::Fn && closer == TokenKind::RightBrace {
                    return failed.behind_block().failure();
                }
                let Some(rest) = failed.find_member_end(closer) else { return failed.failure() };
                input = rest;
            }
        }
        input = match input.kind() {
            TokenKind::Comma => input.advance(),
            kind if kind == closer => break,
            TokenKind::Semicolon if closer == TokenKind::RightBrace || input.precedes_element() => {
                // Older drafts had `;` here: that is one mistake for all members of the structure.
                if !has_semicolon {
                    has_semicolon = true;
                    let places = input.semicolons(closer).into_iter();
                    let edits = places.map(|span| (span, ",".to_owned())).collect();
                    let diagnostic = input.unexpected(form.separated, form.expected_closer);
                    input.report(diagnostic.suggest(form.separate, edits, Applicability::Safe));
                }
                input.advance()
            }
            TokenKind::Identifier | TokenKind::At if !input.starts_only_declarations() => {
                let end = input.previous_span().hi;
                let edit = vec![(Span::new(end, end), ",".to_owned())];
                let diagnostic = input.unexpected(form.separated, form.expected_closer);
                input.report(diagnostic.suggest("add `,`", edit, Applicability::Safe));
                input
            }
            TokenKind::Equal if closer == TokenKind::RightParen => behind_default(input, form)?,
            _ if is_left_open(input, form) => {
                return Ok((unclosed(input, opener, form), members_since(context, start)));
            }
            _ => {
                let text = format!("`{}` opens here", opener.text(context.text));
                let ends = matches!(input.kind(), TokenKind::EndOfText | TokenKind::LeftBrace)
                    || input.starts_only_declarations();
                let production = if ends { form.closed } else { form.element };
                input.report(input.unexpected(production, form.expected_closer).label(opener, text));
                return input.failure();
            }
        };
    }
    Ok((input.advance(), members_since(context, start)))
}

/// The place after the default value of a parameter, which is reported, and after the `,`.
#[cold]
fn behind_default<'a>(input: Input<'a>, form: &MembersForm) -> Result<Input<'a>, nom::Err<Failed>> {
    let diagnostic = input.unexpected(form.element, form.expected_closer);
    let (rest, _) = expression_of(input.advance(), form.element)?;
    let edit = vec![(Span::new(input.previous_span().hi, rest.previous_span().hi), String::new())];
    input.report(diagnostic.note("parameters have no default values: pass the value in each call").suggest(
        "remove the default value",
        edit,
        Applicability::Unsafe,
    ));
    Ok(rest.take(TokenKind::Comma).unwrap_or(rest))
}

/// The members from this index on.
fn members_since(context: &Context<'_>, start: usize) -> List<Member> {
    let end = context.ast.borrow().members.len();
    List::new(start as u32, (end - start) as u32)
}

/// Returns true if a declaration of the module starts where a member of a structure should, because the structure lacks its `}`.
fn is_left_open(input: Input<'_>, form: &MembersForm) -> bool {
    let starts_declaration =
        || input.starts_only_declarations() || matches!(input.kind(), TokenKind::Var | TokenKind::Const);
    form.closer == TokenKind::RightBrace && starts_declaration() && !input.context.are_braces_closed()
}

/// Reports a structure without its `}`, and returns the place of the declaration after it.
#[cold]
fn unclosed<'a>(input: Input<'a>, opener: Span, form: &MembersForm) -> Input<'a> {
    let end = input.previous_span().hi;
    let diagnostic = input.unexpected(form.closed, "`}` at the end of the structure");
    input.report(diagnostic.label(opener, "`{` opens here").suggest(
        "close the structure",
        vec![(Span::new(end, end), "\n}".to_owned())],
        Applicability::Unsafe,
    ));
    // The declaration may have mistakes of its own.
    input.context.reported_at.set(None);
    input
}

/// `struct_member` <https://www.w3.org/TR/WGSL/#syntax-struct_member> or
/// `param` <https://www.w3.org/TR/WGSL/#syntax-param>
fn member<'a>(input: Input<'a>, form: &MembersForm) -> Parse<'a, Member> {
    let (rest, attributes) = attributes_in(input, form.name, form.expected_name)?;
    let (rest, (name, name_span)) = identifier(rest, form.name, form.expected_name)?;
    let rest = rest.expect(TokenKind::Colon, form.element, form.behind_colon)?;
    let (rest, ty) = type_specifier(rest)?;
    Ok((rest, Member { attributes, name, name_span, ty }))
}

/// The parts of a function before its body.
struct FunctionHeader {
    name: Symbol,
    name_span: Span,
    parameters: List<Member>,
    result_attributes: List<Attribute>,
    result: Option<ExprId>,
}

/// `function_decl` <https://www.w3.org/TR/WGSL/#syntax-function_decl>, from `fn` on.
fn function_decl(input: Input<'_>, attributes: List<Attribute>) -> Parse<'_, DeclKind> {
    let context = input.context;
    let mark = context.mark();
    let (rest, header) = match function_header(input) {
        Ok((rest, header)) => (rest, header),
        Err(error) => {
            context.back_to(mark);
            let failed = failed_at(error, input);
            let Some(body) = failed.find_block() else { return failed.failure() };
            let (rest, _) = compound_statement(body, rules::GRAMMAR_FUNCTION_DECL)?;
            return Ok((rest, DeclKind::Error));
        }
    };
    context.has_result.set(header.result.is_some());
    let (rest, body) = compound_statement(rest, rules::GRAMMAR_FUNCTION_DECL)?;
    let FunctionHeader { name, name_span, parameters, result_attributes, result } = header;
    let functions = &mut context.ast.borrow_mut().functions;
    let id = FunctionId::from_index(functions.len());
    functions.push(Function { attributes, name, name_span, parameters, result_attributes, result, body });
    Ok((rest, DeclKind::Function(id)))
}

/// `function_header` <https://www.w3.org/TR/WGSL/#syntax-function_header>
fn function_header(input: Input<'_>) -> Parse<'_, FunctionHeader> {
    let production = rules::GRAMMAR_FUNCTION_HEADER;
    let (rest, (name, name_span)) = identifier(input.advance(), production, "the name of the function")?;
    input.context.declared.set(Some((name, name_span)));
    let opener = rest.span();
    let rest = rest.expect(TokenKind::LeftParen, production, "after the name of the function")?;
    let (rest, parameters) = members(rest, opener, &PARAMETERS)?;
    let mut header =
        FunctionHeader { name, name_span, parameters, result_attributes: List::EMPTY, result: None };
    let end_of_parameters = rest.previous_span().hi;
    let Some(rest) = result_arrow(rest) else { return Ok((rest, header)) };
    if rest.kind() == TokenKind::LeftParen && rest.second() == TokenKind::RightParen {
        let end = rest.advance().span().hi;
        let diagnostic = rest.unexpected(rules::GRAMMAR_TYPE_SPECIFIER, "a type");
        let edit = vec![(Span::new(end_of_parameters, end), String::new())];
        rest.report(diagnostic.suggest("remove the empty result type", edit, Applicability::Safe));
        return Ok((rest.advance().advance(), header));
    }
    let (rest, result_attributes) = attributes_in(rest, rules::GRAMMAR_TYPE_SPECIFIER, "a type")?;
    let (rest, result) = type_specifier(rest)?;
    header.result_attributes = result_attributes;
    header.result = Some(result);
    Ok((rest, header))
}

/// The place after the `->`, or after an obvious substitute; `None` if the function has no result.
fn result_arrow(input: Input<'_>) -> Option<Input<'_>> {
    let rest = match input.kind() {
        TokenKind::Arrow => return Some(input.advance()),
        TokenKind::Colon => input.advance(),
        // `=>`: nothing else starts with `=` here.
        TokenKind::Equal if input.is_joined_to(TokenKind::Greater) => input.advance().advance(),
        TokenKind::Identifier | TokenKind::TypeWord => input,
        _ => return None,
    };
    let found = Span::new(input.previous_span().hi, rest.previous_span().hi);
    let diagnostic = input.unexpected(rules::GRAMMAR_FUNCTION_HEADER, "`->` before the result type");
    input.report(diagnostic.suggest("write `->`", vec![(found, " ->".to_owned())], Applicability::Safe));
    Some(rest)
}

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
            "void" => diagnostic.note(format!("write a function that returns nothing as `fn {name}(…)`")),
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

#[cold]
fn no_declaration(input: Input<'_>, list: List<Attribute>) -> Parse<'_, DeclKind> {
    let span = input.span();
    let word = span.text(input.context.text);
    let is_word = matches!(input.kind(), TokenKind::Identifier | TokenKind::Reserved);
    let diagnostic = input.unexpected(misplaced_at_module_scope(input, word, list), "a declaration");
    let meant = if is_word { meant_keyword(word) } else { None };
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
            TokenKind::Comma if !list.is_empty() => {
                let separator = Span::new(span.lo, input.advance().span().lo.max(span.hi));
                let edits = vec![(separator, " @".to_owned())];
                diagnostic.note("attributes are not separated by commas").suggest(
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
        if is_block && opener.kind() == TokenKind::LeftBrace {
            return Ok((opener.advance().behind_block(), DeclKind::Error));
        }
        return input.failure();
    };
    if word == "void" && input.second() == TokenKind::Identifier {
        input.report(declaration_of(input, input, "fn", diagnostic));
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
