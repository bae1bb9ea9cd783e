//! Recovery after a mistake, and the limit of nesting.
//!
//! Recovery has three grains: an item of a list, a statement, a declaration. Each only looks forward, so the whole
//! source is skipped at most once per grain.

use super::context::AheadOfAttributes;
use super::input::{Input, Parse};
use crate::ast::{BlockId, Expr, ExprId, List};
use crate::diagnostic::{Applicability, Diagnostic};
use crate::lex::TokenKind;
use shader_source::Span;
use wgsl_spec::{Rule, rules, sym};

/// The greatest depth of expressions: parentheses, arguments, indices, template lists.
pub(super) const MAXIMUM_EXPRESSION_DEPTH: u32 = 256;

/// The greatest depth of brace-enclosed statements in a function. <https://www.w3.org/TR/WGSL/#limits>
pub(super) const MAXIMUM_BRACE_DEPTH: u32 = 127;

/// The number of tokens that the search for the end of an item or a block visits. Coarser grains find later places; a
/// search without this bound could read the same tokens again after each of many mistakes.
const LOOK_AHEAD: u32 = 256;

/// The maximum length of a line that is searched for its indentation, in bytes.
const LONGEST_LINE: usize = 256;

impl Input<'_> {
    /// Returns true if the next token can only start a module-scope declaration or a directive.
    pub(super) fn starts_only_declarations(self) -> bool {
        self.is_only_declared(self.kind())
    }

    /// Returns true if the next token, which is of this kind, can only start a module-scope declaration or a directive.
    fn is_only_declared(self, kind: TokenKind) -> bool {
        match kind {
            TokenKind::Fn
            | TokenKind::Struct
            | TokenKind::Alias
            | TokenKind::Override
            | TokenKind::Enable
            | TokenKind::Requires
            | TokenKind::Type => true,
            TokenKind::At => self.attributes_lead_to_declaration(),
            _ => false,
        }
    }

    /// Returns true if the attributes that start here stand before a declaration of the module.
    fn attributes_lead_to_declaration(self) -> bool {
        let ahead = self.ahead_of_attributes();
        // Both of `@group` and `@binding` stand on a resource; one alone is more likely a misplaced attribute.
        let is_resource =
            ahead.last_binding > self.at && ahead.last_variable > self.at && self.is_binding_attribute();
        let kind = self.context.token(ahead.end).kind;
        is_resource || matches!(kind, TokenKind::Fn | TokenKind::Override | TokenKind::Struct)
    }

    /// Returns true if `@group` or `@binding` starts here.
    fn is_binding_attribute(self) -> bool {
        let name = self.context.token(self.at + 1).symbol;
        self.kind() == TokenKind::At && matches!(name, Some(sym::GROUP | sym::BINDING))
    }

    /// The tokens after the attributes that start here. Searches reach the same attributes repeatedly, so the result is kept
    /// for all attributes before the same end.
    fn ahead_of_attributes(self) -> AheadOfAttributes {
        let known = self.context.ahead_of_attributes.get();
        if (known.start..known.end).contains(&self.at) {
            return known;
        }
        let mut ahead = AheadOfAttributes { start: self.at, ..AheadOfAttributes::default() };
        let mut input = self;
        loop {
            match input.kind() {
                TokenKind::Semicolon
                | TokenKind::LeftBrace
                | TokenKind::RightBrace
                | TokenKind::Equal
                // Attributes have none: a member or a variable is here.
                | TokenKind::Colon
                | TokenKind::Fn
                | TokenKind::Override
                | TokenKind::Struct
                | TokenKind::EndOfText => break,
                TokenKind::Var => ahead.last_variable = input.at,
                TokenKind::At if input.is_binding_attribute() => ahead.last_binding = input.at,
                _ => {}
            }
            input = input.advance();
        }
        ahead.end = input.at;
        self.context.ahead_of_attributes.set(ahead);
        ahead
    }

    /// Returns true if the function ends before the next token, because a declaration of the module starts there and a `}` is
    /// missing. Where no brace is missing, the declaration stands in the function.
    pub(super) fn is_behind_function(self) -> bool {
        self.starts_only_declarations() && !self.context.are_braces_closed()
    }

    /// Reports a declaration of the module or a directive that stands in a function, and gives the place behind it.
    #[cold]
    pub(super) fn refuse_declaration(self) -> Self {
        let (rule, message) = self.misplaced_declaration();
        let found = Diagnostic::error(rule, self.span(), message);
        self.report(if self.kind() == TokenKind::Override {
            let edit = vec![(self.span(), "let".to_owned())];
            found.suggest("declare it with `let`", edit, Applicability::Unsafe)
        } else {
            found
        });
        let mut input = self;
        loop {
            match input.kind() {
                TokenKind::EndOfText | TokenKind::RightBrace => return input,
                TokenKind::Semicolon => return input.advance(),
                TokenKind::LeftBrace => return input.block_end(),
                _ => input = input.advance(),
            }
        }
    }

    /// The keyword of a declaration of the module behind its attributes, or else any token.
    pub(super) fn keyword_behind_attributes(self) -> TokenKind {
        match self.kind() {
            TokenKind::At => self.context.token(self.ahead_of_attributes().end).kind,
            kind => kind,
        }
    }

    /// The rule that a declaration of the module or a directive breaks in a function, and the mistake in words.
    fn misplaced_declaration(self) -> (&'static Rule, &'static str) {
        match self.keyword_behind_attributes() {
            TokenKind::Fn => (rules::FN_MODULE_SCOPE, "a function can only be declared at module scope"),
            TokenKind::Struct => {
                (rules::TYPE_STRUCT_MODULE_SCOPE, "a structure can only be declared at module scope")
            }
            TokenKind::Alias | TokenKind::Type => {
                (rules::ALIAS_MODULE_SCOPE, "a type alias can only be declared at module scope")
            }
            TokenKind::Override => {
                (rules::DECL_OVERRIDE_MODULE_SCOPE, "an `override` can only be declared at module scope")
            }
            TokenKind::Enable | TokenKind::Requires => {
                (rules::DIRECTIVE_FIRST, "directives must come before all declarations")
            }
            _ => (rules::DECL_VAR_SPACE_MODULE_ONLY, "a resource can only be declared at module scope"),
        }
    }

    /// Returns true if the next token starts a statement and nothing else inside a function.
    pub(super) fn is_statement_keyword(self) -> bool {
        matches!(
            self.kind(),
            TokenKind::Break
                | TokenKind::Const
                | TokenKind::ConstAssert
                | TokenKind::Continue
                | TokenKind::Continuing
                | TokenKind::Discard
                | TokenKind::Fallthrough
                | TokenKind::For
                | TokenKind::If
                | TokenKind::Let
                | TokenKind::Loop
                | TokenKind::Return
                | TokenKind::Switch
                | TokenKind::Var
                | TokenKind::While
        )
    }

    /// The place where the next statement of the block starts, or the block ends, after a mistake here in a statement
    /// that started at `start`.
    pub(super) fn synchronize_statement(self, start: Self) -> Self {
        let mut input = self;
        let mut braces = 0_u32;
        loop {
            match input.kind() {
                TokenKind::EndOfText => return input,
                TokenKind::Semicolon if braces == 0 => return input.advance(),
                TokenKind::RightBrace if braces == 0 => return input,
                TokenKind::RightBrace => {
                    braces -= 1;
                    let goes_on = matches!(input.second(), TokenKind::Else | TokenKind::Semicolon);
                    if braces == 0 && !goes_on {
                        return input.advance();
                    }
                }
                TokenKind::LeftBrace => braces += 1,
                _ if input.starts_only_declarations() => return input,
                _ if braces == 0 && input.at > start.at && input.is_statement_keyword() => return input,
                _ => {}
            }
            input = input.advance();
        }
    }

    /// The place where the next declaration or directive starts after a mistake here in one that started at `start`.
    pub(super) fn synchronize_declaration(self, start: Self) -> Self {
        let mut input = self;
        let mut braces = 0_u32;
        loop {
            let has_moved = input.at > start.at;
            match input.kind() {
                TokenKind::EndOfText => return input,
                TokenKind::Semicolon if braces == 0 => return input.advance(),
                TokenKind::RightBrace if braces <= 1 => return input.behind_braces(),
                TokenKind::RightBrace => braces -= 1,
                TokenKind::LeftBrace => braces += 1,
                TokenKind::Var
                | TokenKind::Const
                | TokenKind::Let
                | TokenKind::ConstAssert
                | TokenKind::Diagnostic
                | TokenKind::At
                    if braces == 0 && has_moved =>
                {
                    return input;
                }
                _ if has_moved && input.starts_only_declarations() => return input,
                _ => {}
            }
            input = input.advance();
        }
    }

    /// The place after all consecutive `}`: too many of them are one mistake.
    fn behind_braces(self) -> Self {
        let mut input = self;
        while let Some(rest) = input.take(TokenKind::RightBrace) {
            input = rest;
        }
        input
    }

    /// The place of the `{` after a mistake in the head of a block; `None` if none follows soon.
    pub(super) fn find_block(self) -> Option<Self> {
        let mut input = self;
        let mut parens = 0_u32;
        loop {
            match input.kind() {
                TokenKind::LeftBrace => return Some(input),
                TokenKind::EndOfText | TokenKind::RightBrace => return None,
                _ if input.at - self.at > LOOK_AHEAD => return None,
                TokenKind::LeftParen => parens += 1,
                TokenKind::RightParen => parens = parens.saturating_sub(1),
                TokenKind::Semicolon if parens == 0 => return None,
                _ if input.at > self.at && input.is_statement_keyword() => return None,
                _ if input.starts_only_declarations() => return None,
                _ => {}
            }
            input = input.advance();
        }
    }

    /// The place after the `;` of a `for` header that precede the next brace or keyword.
    pub(super) fn behind_for_header(self) -> Self {
        let mut input = self;
        let mut place = self;
        loop {
            match input.kind() {
                TokenKind::EndOfText | TokenKind::LeftBrace | TokenKind::RightBrace => return place,
                _ if input.at - self.at > LOOK_AHEAD => return place,
                TokenKind::Semicolon => place = input.advance(),
                _ if input.at > self.at && input.is_statement_keyword() => return place,
                _ if input.starts_only_declarations() => return place,
                _ => {}
            }
            input = input.advance();
        }
    }

    /// The place of the next clause of a switch, or of the `}` of the switch, after a mistake in a clause; `None` when
    /// neither follows.
    pub(super) fn find_clause(self) -> Option<Self> {
        let mut input = self;
        let mut braces = 0_u32;
        loop {
            match input.kind() {
                TokenKind::EndOfText => return None,
                TokenKind::Case | TokenKind::Default | TokenKind::RightBrace if braces == 0 => {
                    return Some(input);
                }
                TokenKind::LeftBrace => braces += 1,
                TokenKind::RightBrace => braces -= 1,
                _ if input.starts_only_declarations() => return None,
                _ => {}
            }
            input = input.advance();
        }
    }

    /// The place of the `,` or closing token that follows a mistake in an item of a list; `None` when neither does.
    pub(super) fn find_item_end(self, closer: TokenKind) -> Option<Self> {
        self.find_end_of_item(|kind| kind == closer || kind == TokenKind::Comma)
    }

    /// The place of the separator or closing token that follows a mistake in a member or parameter; `None` when neither does. Members of
    /// other languages end in `;`.
    pub(super) fn find_member_end(self, closer: TokenKind) -> Option<Self> {
        let ends_members = closer == TokenKind::RightBrace;
        self.find_end_of_item(|kind| {
            kind == closer || kind == TokenKind::Comma || (ends_members && kind == TokenKind::Semicolon)
        })
    }

    fn find_end_of_item(self, is_end: impl Fn(TokenKind) -> bool) -> Option<Self> {
        let mut input = self;
        let mut nesting = 0_u32;
        loop {
            match input.kind() {
                kind if nesting == 0 && is_end(kind) => return Some(input),
                TokenKind::EndOfText
                | TokenKind::LeftBrace
                | TokenKind::RightBrace
                | TokenKind::Semicolon => {
                    return None;
                }
                _ if input.at - self.at > LOOK_AHEAD => return None,
                TokenKind::LeftParen | TokenKind::LeftBracket | TokenKind::TemplateStart => nesting += 1,
                TokenKind::RightParen | TokenKind::RightBracket | TokenKind::TemplateEnd => {
                    nesting = nesting.checked_sub(1)?;
                }
                kind if input.is_only_declared(kind) => return None,
                _ => {}
            }
            input = input.advance();
        }
    }

    /// The places of the `;` from the next token to the end of the list of members that this token closes.
    pub(super) fn semicolons(self, closer: TokenKind) -> Vec<Span> {
        let mut input = self;
        let mut places = Vec::new();
        while input.kind() != closer
            && !matches!(input.kind(), TokenKind::EndOfText | TokenKind::LeftBrace | TokenKind::RightBrace)
        {
            if input.kind() == TokenKind::Semicolon {
                places.push(input.span());
            }
            input = input.advance();
        }
        places
    }

    /// Returns true if a parameter follows the next token.
    pub(super) fn precedes_element(self) -> bool {
        let behind = self.advance();
        let is_named = behind.kind() == TokenKind::Identifier && behind.second() == TokenKind::Colon;
        is_named || (behind.kind() == TokenKind::At && !behind.starts_only_declarations())
    }

    /// The end of the group around the next token: its closing token, or a token that can't continue an expression.
    fn group_end(self) -> Self {
        let mut input = self;
        let mut nesting = 0_u32;
        loop {
            match input.kind() {
                TokenKind::EndOfText
                | TokenKind::LeftBrace
                | TokenKind::RightBrace
                | TokenKind::Semicolon => {
                    return input;
                }
                TokenKind::LeftParen | TokenKind::LeftBracket | TokenKind::TemplateStart => nesting += 1,
                TokenKind::RightParen | TokenKind::RightBracket | TokenKind::TemplateEnd => {
                    match nesting.checked_sub(1) {
                        Some(less) => nesting = less,
                        None => return input,
                    }
                }
                _ => {}
            }
            input = input.advance();
        }
    }

    /// The place behind the `)` of the arguments that the next token, a `(`, opens; `None` when it is not closed soon.
    pub(super) fn behind_arguments(self) -> Option<Self> {
        let known = self.context.arguments.get();
        if known.is_some_and(|(opener, _)| opener == self.at) {
            return known.and_then(|(_, end)| end).map(|end| self.at(end));
        }
        let end = self.end_of_arguments();
        self.context.arguments.set(Some((self.at, end.map(|end| end.at))));
        end
    }

    fn end_of_arguments(self) -> Option<Self> {
        let mut input = self.advance();
        while input.at - self.at < LOOK_AHEAD {
            input = input.find_item_end(TokenKind::RightParen)?;
            if let Some(rest) = input.take(TokenKind::RightParen) {
                return Some(rest);
            }
            input = input.advance();
        }
        None
    }

    /// The place after the block that the next token opens; the end of the source if it is not closed.
    fn block_end(self) -> Self {
        let mut input = self;
        let mut braces = 0_u32;
        loop {
            match input.kind() {
                TokenKind::EndOfText => return input,
                TokenKind::LeftBrace => braces += 1,
                TokenKind::RightBrace if braces <= 1 => return input.advance(),
                TokenKind::RightBrace => braces -= 1,
                _ => {}
            }
            input = input.advance();
        }
    }

    /// The `}` that closes the block which lacks it, between `opener` and here, as the indentation of the lines shows: a statement or `}` that
    /// starts a line further left than it would in a block belongs to a block around that one.
    pub(super) fn brace_by_indentation(self, opener: Span) -> Option<(Span, String)> {
        let text = self.context.text;
        let mut input = self;
        while input.at > 0 && input.span().lo > opener.lo {
            input = input.at(input.at - 1);
        }
        let mut indent = indentation(text, input.span().lo)?;
        let mut open: Vec<&str> = Vec::new();
        while input.at < self.at {
            let starts_line = input.follows_line_break();
            if starts_line {
                indent = blanks_before(text, input.span().lo);
            }
            let around = open.last().filter(|_| starts_line);
            let is_left = match (input.kind(), around) {
                (_, None) | (TokenKind::Case | TokenKind::Default, _) => false,
                (TokenKind::RightBrace, Some(around)) => indent.len() < around.len(),
                (_, Some(around)) => input.starts_statement() && indent.len() <= around.len(),
            };
            if is_left {
                let end = input.previous_span().hi;
                return open.pop().map(|around| (Span::new(end, end), format!("\n{around}}}")));
            }
            match input.kind() {
                TokenKind::LeftBrace => open.push(indent),
                TokenKind::RightBrace => _ = open.pop()?,
                _ => {}
            }
            input = input.advance();
        }
        None
    }

    /// Returns true if the token before the next one ends a statement.
    fn starts_statement(self) -> bool {
        let before = self.at.checked_sub(1).map(|at| self.at(at).kind());
        matches!(before, Some(TokenKind::Semicolon | TokenKind::RightBrace))
    }

    /// The place after the `}` of the block around the next token; the end of the source if there is none.
    pub(super) fn behind_block(self) -> Self {
        let mut input = self;
        let mut braces = 1_u32;
        while braces > 0 && !input.is_at_end() {
            match input.kind() {
                TokenKind::LeftBrace => braces += 1,
                TokenKind::RightBrace => braces -= 1,
                _ => {}
            }
            input = input.advance();
        }
        input
    }

    /// Reports that nesting is too deep here, once per declaration. A token missing at `rest`, where the skipped part ends,
    /// is not another mistake.
    #[cold]
    fn too_deep(self, what: &str, limit: u32, rest: Self) {
        let context = self.context;
        if !context.is_too_deep.replace(true) {
            let message = format!("{what} can't nest deeper than {limit} levels");
            self.report(Diagnostic::error(rules::LIMITS_BEYOND_NESTING, self.span(), message));
        }
        context.mistakes.set(context.mistakes.get() + 1);
        context.reported_at.set(Some(rest.at));
    }
}

/// Parses an expression one level deeper; one that is too deep is skipped and stands as an error.
#[inline]
pub(super) fn deeper<'a>(
    input: Input<'a>,
    inner: impl FnOnce(Input<'a>) -> Parse<'a, ExprId>,
) -> Parse<'a, ExprId> {
    let depth = &input.context.expression_depth;
    if depth.get() >= MAXIMUM_EXPRESSION_DEPTH {
        let rest = input.group_end();
        input.too_deep("expressions", MAXIMUM_EXPRESSION_DEPTH, rest);
        return Ok((rest, error_expression(input)));
    }
    depth.set(depth.get() + 1);
    let result = inner(input);
    depth.set(depth.get() - 1);
    result
}

/// Parses a block one level deeper; one that is too deep is skipped and counts as empty.
pub(super) fn deeper_block<'a>(
    input: Input<'a>,
    inner: impl FnOnce(Input<'a>) -> Parse<'a, BlockId>,
) -> Parse<'a, BlockId> {
    let depth = &input.context.brace_depth;
    // The body of the function is the level before the first.
    if depth.get() > MAXIMUM_BRACE_DEPTH {
        let rest = input.block_end();
        input.too_deep("braces of statements", MAXIMUM_BRACE_DEPTH, rest);
        return Ok((rest, input.context.push_block(List::EMPTY, List::EMPTY, rest.since(input.span()))));
    }
    depth.set(depth.get() + 1);
    let result = inner(input);
    depth.set(depth.get() - 1);
    result
}

/// A node for an expression that could not be parsed.
pub(super) fn error_expression(input: Input<'_>) -> ExprId {
    input.context.push_expr(Expr::Error, input.span())
}

/// The blanks at the start of the line of a place; `None` if the line is long.
fn indentation(text: &str, place: u32) -> Option<&str> {
    let before = &text[..place as usize];
    let length = before.bytes().rev().take(LONGEST_LINE).position(|byte| matches!(byte, b'\n' | b'\r'));
    let start = match length {
        Some(length) => before.len() - length,
        None if before.len() < LONGEST_LINE => 0,
        None => return None,
    };
    let line = &before[start..];
    Some(&line[..line.len() - line.trim_start_matches([' ', '\t']).len()])
}

/// The blanks before the first token of a line, which is at this place.
fn blanks_before(text: &str, place: u32) -> &str {
    let before = &text[..place as usize];
    &before[before.trim_end_matches([' ', '\t']).len()..]
}
