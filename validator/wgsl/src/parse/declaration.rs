//! Module-scope declarations. <https://www.w3.org/TR/WGSL/#declaration-and-scope>

use super::attribute::{attributes_in, refuse_attributes};
use super::context::Context;
use super::expression::expression_of;
use super::foreign::behind_semantic;
use super::input::{Failed, Input, Parse, failed_at};
use super::no_declaration::no_declaration;
use super::primary::{identifier, type_specifier};
use super::statement::compound_statement;
use super::variable::{Scope, end_of_variable, variable};
use crate::ast::{
    Alias, AliasId, Attribute, DeclKind, ExprId, Function, FunctionId, List, Member, Struct, StructId,
    VariableKind,
};
use crate::diagnostic::{Applicability, Diagnostic};
use crate::lex::TokenKind;
use shader_source::Span;
use wgsl_spec::{Edition, Rule, Symbol, rules, sym};

/// The number of tokens of a declaration of a resource, at most.
const LONGEST_DECLARATION: u32 = 16;

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
                "a function can't be `const`: remove the word",
                edit,
                Applicability::Safe,
            ));
            function_decl(behind, list)
        }
        TokenKind::Const if lacks_value(rest) && declares_resource(rest) => {
            let name = rest.advance().span();
            let message = format!(
                "missing initializer of `const {}`, which is a resource",
                name.text(input.context.text)
            );
            let edit = vec![(rest.span(), "var".to_owned())];
            rest.report(Diagnostic::error(rules::DECL_CONST_INITIALIZER, name, message).suggest(
                "declare a resource with `var`",
                edit,
                Applicability::Safe,
            ));
            variable_decl(rest, VariableKind::Var, list)
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

pub(super) fn variable_decl(
    input: Input<'_>,
    kind: VariableKind,
    list: List<Attribute>,
) -> Parse<'_, DeclKind> {
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

/// Returns true if a declaration, here its keyword, has a type and no value.
fn lacks_value(input: Input<'_>) -> bool {
    let mut rest = input;
    while rest.at - input.at < LONGEST_DECLARATION {
        match rest.kind() {
            TokenKind::Semicolon => return input.context.edition == Edition::Current,
            TokenKind::Equal | TokenKind::EndOfText => return false,
            _ => rest = rest.advance(),
        }
    }
    false
}

/// `const_assert` <https://www.w3.org/TR/WGSL/#syntax-const_assert>
pub(super) fn const_assert(input: Input<'_>) -> Parse<'_, DeclKind> {
    let (rest, condition) = expression_of(input.advance(), rules::GRAMMAR_CONST_ASSERT)?;
    let production = rules::GRAMMAR_GLOBAL_ASSERT;
    let rest = rest.semicolon(production, production, "the const assertion")?;
    Ok((rest, DeclKind::ConstAssert(condition)))
}

/// `type_alias_decl` <https://www.w3.org/TR/WGSL/#syntax-type_alias_decl>
pub(super) fn type_alias_decl(input: Input<'_>) -> Parse<'_, DeclKind> {
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
pub(super) fn struct_decl(input: Input<'_>) -> Parse<'_, DeclKind> {
    let context = input.context;
    let production = rules::GRAMMAR_STRUCT_DECL;
    let (rest, (name, name_span)) = identifier(input.advance(), production, "the name of the structure")?;
    context.declared.set(Some((name, name_span)));
    let opener = rest.span();
    let rest = rest.left_brace(production, "`{` after the name of the structure")?;
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
    /// The missing token of a list that is left open.
    expected_end: &'static str,
    close: &'static str,
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
    expected_end: "`}` at the end of the structure",
    close: "\n}",
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
    expected_end: "`)` after the parameters",
    close: ")",
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
    input.report(diagnostic.note("WGSL has no default arguments: pass the value in each call").suggest(
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

/// Returns true if what follows the list starts where an element should, because the list lacks its closing token.
fn is_left_open(input: Input<'_>, form: &MembersForm) -> bool {
    if form.closer == TokenKind::RightParen {
        return matches!(input.kind(), TokenKind::LeftBrace | TokenKind::Arrow);
    }
    // A `;` follows the `}` of a structure in other languages.
    let starts_declaration = input.starts_only_declarations()
        || matches!(input.kind(), TokenKind::Var | TokenKind::Const | TokenKind::Semicolon);
    starts_declaration && !input.context.are_braces_closed()
}

/// Reports a list without its closing token, and returns the place after it.
#[cold]
fn unclosed<'a>(input: Input<'a>, opener: Span, form: &MembersForm) -> Input<'a> {
    let context = input.context;
    let end = input.previous_span().hi;
    let before = input.at.checked_sub(1).map(|at| input.at(at).kind());
    let is_after_element = !matches!(before, Some(TokenKind::LeftParen | TokenKind::Comma));
    let production =
        if is_after_element || form.closer == TokenKind::RightBrace { form.closed } else { form.name };
    let diagnostic = input.unexpected(production, form.expected_end);
    let words = format!("add `{}`", form.close.trim_start());
    let edit = vec![(Span::new(end, end), form.close.to_owned())];
    input.report(diagnostic.label(opener, format!("`{}` opens here", opener.text(context.text))).suggest(
        words,
        edit,
        Applicability::Unsafe,
    ));
    // What follows may have mistakes of its own.
    context.reported_at.set(None);
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
pub(super) fn function_decl(input: Input<'_>, attributes: List<Attribute>) -> Parse<'_, DeclKind> {
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
    let rest = rest.left_paren(production, "after the name of the function")?;
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
    let (start, result_attributes) = attributes_in(rest, rules::GRAMMAR_TYPE_SPECIFIER, "a type")?;
    let (mut rest, result) = type_specifier(start)?;
    if rest.kind() == TokenKind::Colon {
        rest = behind_semantic(rest, start.span()).unwrap_or(rest);
    }
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
        TokenKind::Identifier | TokenKind::TypeWord if !input.starts_open_block() => input,
        TokenKind::At if is_of_result(input.advance().token().symbol) => input,
        _ => return None,
    };
    let found = Span::new(input.previous_span().hi, rest.previous_span().hi);
    let diagnostic = input.unexpected(rules::GRAMMAR_FUNCTION_HEADER, "`->` before the result type");
    input.report(diagnostic.suggest("write `->`", vec![(found, " ->".to_owned())], Applicability::Safe));
    Some(rest)
}

/// Returns true if an attribute belongs to the result of a function. Others may belong to its body.
fn is_of_result(attribute: Option<Symbol>) -> bool {
    let of_result = [sym::LOCATION, sym::BUILTIN, sym::INVARIANT, sym::INTERPOLATE, sym::BLEND_SRC];
    attribute.is_some_and(|it| of_result.contains(&it))
}
