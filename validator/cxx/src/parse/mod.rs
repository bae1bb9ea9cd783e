//! Tokens to a syntax tree. Parsing does not fail: what can't be read becomes an `Error` node with a diagnostic, and reading continues after
//! the statement or declaration.
//!
//! Whether a name is a type decides what follows, so the parser knows the kinds of names in scope.

mod alias;
mod attribute;
mod base;
mod condition;
mod declaration;
mod declarator;
mod dependent;
mod depth;
mod elaborated;
mod enumeration;
mod expression;
mod function;
mod host;
mod iteration;
mod kinds;
mod lambda;
mod launch;
mod misspelt;
mod namespace;
mod primary;
mod restriction;
mod specifiers;
mod statement;
mod structure;
mod switch;
mod template;
mod type_operand;
mod type_trait;
mod types;
mod unclosed;
mod variable;

#[cfg(test)]
mod tests;

use crate::MacroUse;
use crate::ast::{Access, Ast, Decl, DeclId, DeclKind, ExprId, List, Stmt, StmtId};
use crate::dialect::{Dialect, Feature, Rules};
use crate::lex::{Token, TokenKind};
use crate::names::{Names, Symbol};
use crate::preprocess::{Definition, Headers, Inclusions, Preprocessed, Source, preprocess};
use depth::Depths;
use kinds::Kinds;
pub use kinds::NameKind;
pub use lambda::CAPTURED_THIS;
use rustc_hash::{FxHashMap, FxHashSet};
use shader_source::diagnostic::{Applicability, Diagnostic};
use shader_source::{Rule, Span};
pub use type_trait::TYPE_TRAITS;

/// How deep types, expressions, statements and declarations may be nested. Compilers stop at 256 levels of brackets by default; at this limit
/// the parser and every walk through the tree fit a stack of 1 MiB without optimisation.
const MOST_LEVELS: u32 = 256;

/// A program as a syntax tree.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The tree.
    pub ast: Ast,
    /// The declarations at program scope.
    pub decls: List<DeclId>,
    /// The spellings of names and numbers.
    pub names: Names,
    /// The names of the headers of the library that the program includes. A version of the language may lack some.
    pub headers: Vec<(&'static str, Span)>,
    /// The headers that were not found, where that is allowed: see [`Dialect::has_host_code`].
    pub skipped_headers: Vec<(String, Span)>,
    /// The names in declarations and statements that could not be read. Their meaning is unknown, so their uses are not reported.
    pub unread: FxHashSet<Symbol>,
    /// The uses of macros that the program defines.
    pub macro_uses: Vec<MacroUse>,
    /// The diagnostics of all phases so far, in order of their places.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a file with all that it includes as a program of a language, and returns its syntax tree and the files.
#[must_use]
pub fn parse(
    source: Source<'_>,
    definitions: &[Definition],
    headers: Headers<'_>,
    dialect: &'static Dialect,
) -> (Parsed, Inclusions) {
    parse_in_phases(source, definitions, headers, dialect, || ())
}

/// Does the same and calls back between the preprocessor and the parser, so that a caller with a clock can time them.
#[must_use]
pub fn parse_in_phases(
    source: Source<'_>,
    definitions: &[Definition],
    headers: Headers<'_>,
    dialect: &'static Dialect,
    is_preprocessed: impl FnOnce(),
) -> (Parsed, Inclusions) {
    let (preprocessed, inclusions) = preprocess(source, definitions, headers, dialect);
    is_preprocessed();
    (tree(preprocessed, dialect), inclusions)
}

/// Reads the tokens of a program.
fn tree(program: Preprocessed, dialect: &'static Dialect) -> Parsed {
    let Preprocessed {
        tokens,
        names,
        headers,
        skipped_headers,
        left_out,
        macro_uses,
        launches_left_out,
        code_left_out,
        diagnostics,
    } = program;
    let launches = launch::launches(&tokens, &names, dialect);
    let is_lost = |found: &Diagnostic| {
        let Rules { lex_comment_terminated, lex_literal_terminated, preprocess_macro_arguments, .. } =
            dialect.rules;
        [lex_comment_terminated, lex_literal_terminated, preprocess_macro_arguments].contains(&found.rule)
    };
    let has_lost_tokens = diagnostics.iter().any(is_lost);
    let mut parser = Parser {
        dialect,
        rules: &dialect.rules,
        has_lost_tokens,
        has_literal_operators: false,
        tokens,
        at: 0,
        kinds: Kinds::new(&dialect.library),
        names,
        ast: Ast { launches, launches_left_out, code_left_out, ..Ast::default() },
        depths: Depths::default(),
        diagnostics,
        unread: left_out,
        unread_end: usize::MAX,
        unknown_types: FxHashSet::default(),
        levels: 0,
        start: 0,
        resume: None,
        switches: 0,
        is_in_arguments: false,
        is_template_next: false,
        is_unevaluated: false,
        classes: Vec::new(),
        parameter_names: Vec::new(),
        pack_names: FxHashSet::default(),
        packs: FxHashSet::default(),
        dependent_values: FxHashMap::default(),
        is_unclosed: false,
        ellipsis: None,
        unclosed: None,
        has_unclosed: None,
        halved: Vec::new(),
        name_declarations: Vec::new(),
        pending_exprs: Vec::new(),
        pending_stmts: Vec::new(),
    };
    let decls = parser.program();
    let Parser { ast, names, unread, mut diagnostics, has_literal_operators, .. } = parser;
    if has_literal_operators {
        diagnostics.retain(|found| found.rule != dialect.rules.lex_number_valid);
    }
    diagnostics.sort_by_key(|found| found.primary.span);
    Parsed { ast, decls, names, headers, skipped_headers, unread, macro_uses, diagnostics }
}

/// A diagnostic was reported; the caller gives up as well.
#[derive(Clone, Copy, Debug)]
struct Abandoned;

type Outcome<T> = Result<T, Abandoned>;

#[allow(clippy::struct_excessive_bools, reason = "each is a state of its own, set and left in one place")]
struct Parser {
    dialect: &'static Dialect,
    rules: &'static Rules,
    tokens: Vec<Token>,
    at: usize,
    kinds: Kinds,
    names: Names,
    ast: Ast,
    depths: Depths,
    /// For each name of the tree, the number of the declaration that it means where it is; 0 if there is none.
    name_declarations: Vec<u32>,
    diagnostics: Vec<Diagnostic>,
    /// Whether tokens are missing because a comment, a literal or the arguments of a macro do not end: so may their brackets be.
    has_lost_tokens: bool,
    /// Whether the program declares suffixes of its own, which no literal has otherwise.
    has_literal_operators: bool,
    unread: FxHashSet<Symbol>,
    /// The token after the last statement that can't be read because of a name that is not declared.
    unread_end: usize,
    /// The names that were reported where a type was expected: what could not be read uses them, and does not declare them.
    unknown_types: FxHashSet<Symbol>,
    levels: u32,
    /// The first token of the present declaration at program scope.
    start: usize,
    /// The token after a declaration that is nested too deeply. Until reading continues there, the tokens seem to end: all levels are left, and
    /// what is missing in them is not reported.
    resume: Option<usize>,
    /// The number of `switch` statements around the present place, in the present function.
    switches: u32,
    /// Whether a `>` ends the arguments of a template.
    is_in_arguments: bool,
    /// Whether the operand of `decltype` or `sizeof` is read, which is not evaluated.
    is_unevaluated: bool,
    /// Whether the structure that comes next is a template, whose name takes arguments in its own body, too.
    is_template_next: bool,
    /// The structures whose scopes are around the present place.
    classes: Vec<Symbol>,
    /// The types and numbers among the parameters of the templates around the present place.
    parameter_names: Vec<Symbol>,
    /// The packs among them, and perhaps names that are not parameters any more.
    pack_names: FxHashSet<Symbol>,
    /// The names that are or were packs, of template parameters and of parameters of functions.
    packs: FxHashSet<Symbol>,
    /// The variables of the present function of a template, each with whether its type is a type parameter.
    dependent_values: FxHashMap<Symbol, bool>,
    /// Whether a `}` is missing here: until the body that it would end is left, the tokens seem to be such braces. See [`unclosed`].
    is_unclosed: bool,
    /// The `...` at the end of the parameters that were read last.
    ellipsis: Option<Span>,
    /// The token at which a missing `}` was reported: whatever else is missing there follows from it.
    unclosed: Option<usize>,
    /// Whether some `{` has no `}`, once that is known.
    has_unclosed: Option<bool>,
    /// The tokens `>>` whose first half ended template arguments. Reading them again needs them whole.
    halved: Vec<(usize, Token)>,
    /// The elements of lists that are being read.
    pending_exprs: Vec<ExprId>,
    pending_stmts: Vec<StmtId>,
}

impl Parser {
    fn program(&mut self) -> List<DeclId> {
        let mut decls = Vec::new();
        while self.kind() != TokenKind::EndOfText {
            self.start = self.at;
            let decl = self.declaration_or_error();
            decls.push(decl);
            self.at = self.resume.take().unwrap_or(self.at);
        }
        self.decl_list(&decls)
    }

    fn token(&self) -> Token {
        self.tokens[self.at]
    }

    fn kind(&self) -> TokenKind {
        if self.is_unclosed { TokenKind::RightBrace } else { self.tokens[self.at].kind }
    }

    /// The kind of a token further on.
    fn ahead(&self, distance: usize) -> TokenKind {
        self.tokens.get(self.at + distance).map_or(TokenKind::EndOfText, |token| token.kind)
    }

    fn span(&self) -> Span {
        self.token().span
    }

    fn ahead_symbol(&self, distance: usize) -> Option<Symbol> {
        self.tokens.get(self.at + distance).and_then(|token| token.symbol)
    }

    /// The kind of the last token that was taken.
    fn last_kind(&self) -> TokenKind {
        self.tokens[self.at.saturating_sub(1)].kind
    }

    /// The place of the last token that was taken.
    fn last_span(&self) -> Span {
        self.tokens[self.at.saturating_sub(1)].span
    }

    /// From a place to the last token that was taken.
    fn since(&self, start: Span) -> Span {
        // The arguments of a macro may be in a different order than in the expansion, and the expansion around them is all of the use.
        start.to(self.last_span())
    }

    fn take(&mut self) -> Token {
        let token = self.token();
        if token.kind != TokenKind::EndOfText {
            self.at += 1;
        }
        token
    }

    fn accept(&mut self, kind: TokenKind) -> bool {
        let is_here = self.kind() == kind && !self.is_unclosed;
        if is_here {
            self.at += 1;
        }
        is_here
    }

    fn expect(&mut self, kind: TokenKind) -> Outcome<Token> {
        if self.is_unclosed {
            return if kind == TokenKind::RightBrace { Ok(self.token()) } else { Err(Abandoned) };
        }
        // A function or structure whose body is too deep is declared all the same: its uses are not mistakes.
        if self.kind() == kind || (self.resume.is_some() && kind == TokenKind::RightBrace) {
            return Ok(self.take());
        }
        // A missing `;` is shown after the last token, not at the first of the next line.
        let span = match kind {
            TokenKind::Semicolon if self.token().begins_line => {
                let end = self.last_span().hi;
                Span::new(end, end)
            }
            _ => self.span(),
        };
        let mut found = Diagnostic::error(
            self.rule_of_missing(kind),
            span,
            format!("expected {}, found {}", kind.name(), self.found()),
        );
        if kind == TokenKind::Semicolon {
            let end = self.last_span().hi;
            found =
                found.suggest("add a `;`", vec![(Span::new(end, end), ";".to_owned())], Applicability::Safe);
        }
        self.report(found);
        Err(Abandoned)
    }

    /// The rule that a missing token breaks: the rule of brackets, if the enclosing construct ends before the bracket does.
    fn rule_of_missing(&self, kind: TokenKind) -> &'static Rule {
        let is_closing = |kind| {
            matches!(
                kind,
                TokenKind::RightParen
                    | TokenKind::RightBracket
                    | TokenKind::RightBrace
                    | TokenKind::EndOfText
            )
        };
        let ends = is_closing(self.kind()) || self.kind() == TokenKind::Semicolon;
        if is_closing(kind) && ends { self.rules.grammar_bracket_closed } else { self.rules.grammar_token }
    }

    fn expect_name(&mut self) -> Outcome<(Symbol, Span)> {
        match self.token() {
            Token { kind: TokenKind::Identifier, symbol: Some(symbol), span, .. } => {
                self.at += 1;
                Ok((symbol, span))
            }
            _ => {
                Err(self.error(self.rules.grammar_token, format!("expected a name, found {}", self.found())))
            }
        }
    }

    /// The present token, for people.
    fn found(&self) -> String {
        self.token().name(&self.names)
    }

    fn error(&mut self, rule: &'static Rule, message: impl Into<String>) -> Abandoned {
        self.error_at(rule, self.span(), message)
    }

    fn error_at(&mut self, rule: &'static Rule, span: Span, message: impl Into<String>) -> Abandoned {
        self.report(Diagnostic::error(rule, span, message));
        Abandoned
    }

    /// Reports a word here whose feature the language leaves out.
    fn left_out_word(&mut self) -> Abandoned {
        let kind = self.kind();
        self.left_out(feature(kind), self.span(), kind.name())
    }

    /// Reports a feature that the language leaves out, or that it has and the checker does not support yet.
    fn left_out(&mut self, feature: Feature, span: Span, what: &str) -> Abandoned {
        let (rule, message) = self.without(feature, what);
        self.error_at(rule, span, message)
    }

    /// The rule and message for a feature that the dialect leaves out, which `what` names in the plural.
    fn without(&self, feature: Feature, what: &str) -> (&'static Rule, String) {
        match self.dialect.without(feature) {
            Some(removed) => (removed.rule, removed.message(self.dialect.name, what)),
            None => (self.rules.unsupported_feature, format!("the checker does not support {what} yet")),
        }
    }

    /// Reports a diagnostic, unless the token here was reported before, or the declaration is nested too deeply.
    fn report(&mut self, found: Diagnostic) {
        let is_known = self.is_unclosed
            || self.unclosed == Some(self.at)
            || self.has_lost_tokens && found.rule == self.rules.grammar_bracket_closed;
        if self.kind() != TokenKind::Unknown && self.resume.is_none() && !is_known {
            self.diagnostics.push(found);
        }
    }

    /// Reads one level deeper.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Outcome<T>) -> Outcome<T> {
        if self.levels >= MOST_LEVELS {
            return Err(self.too_deep(self.span()));
        }
        self.levels += 1;
        let result = read(self);
        self.levels -= 1;
        result
    }

    fn stmt(&mut self, stmt: Stmt, span: Span) -> StmtId {
        shader_source::steps::take(1);
        let id = StmtId::from_index(self.ast.stmts.len());
        self.ast.stmts.push(stmt);
        self.ast.stmt_spans.push(span);
        id
    }

    fn decl(&mut self, kind: DeclKind, span: Span) -> DeclId {
        let id = DeclId::from_index(self.ast.decls.len());
        self.ast.decls.push(Decl { kind, span, access: Access::Public });
        id
    }

    /// The pending expressions from a mark on, as a list.
    fn expr_list(&mut self, mark: usize) -> List<ExprId> {
        let start = self.ast.expr_lists.len();
        self.ast.expr_lists.extend(self.pending_exprs.drain(mark..));
        List::new(start as u32, (self.ast.expr_lists.len() - start) as u32)
    }

    /// The pending statements from a mark on, as a list.
    fn stmt_list(&mut self, mark: usize) -> List<StmtId> {
        let start = self.ast.stmt_lists.len();
        self.ast.stmt_lists.extend(self.pending_stmts.drain(mark..));
        List::new(start as u32, (self.ast.stmt_lists.len() - start) as u32)
    }

    fn decl_list(&mut self, decls: &[DeclId]) -> List<DeclId> {
        append(&mut self.ast.decl_lists, decls)
    }

    /// Skips to the end of a statement or declaration that begins at a token and can't be read: after a `;` or a block, or before a `}` that ends
    /// what is around. It may declare each of its names.
    fn recover_from(&mut self, start: usize) {
        self.recover_after(self.tokens.get(start).is_some_and(|token| token.kind == TokenKind::Typedef));
        self.note_unread_restrictions(start);
        let names = self.tokens[start..self.at].iter().filter(|token| token.kind == TokenKind::Identifier);
        let names = names.filter_map(|token| token.symbol);
        self.unread.extend(names.filter(|name| !self.unknown_types.contains(name)));
    }

    fn recover(&mut self) {
        self.recover_after(false);
    }

    fn recover_after(&mut self, is_typedef: bool) {
        let (mut depth, mut parentheses) = (0_u32, 0_u32);
        loop {
            shader_source::steps::take(1);
            match self.kind() {
                TokenKind::EndOfText => return,
                TokenKind::Semicolon if depth == 0 => {
                    self.at += 1;
                    return;
                }
                TokenKind::LeftBrace => depth += 1,
                TokenKind::LeftParen if depth == 0 => parentheses += 1,
                TokenKind::RightParen if depth == 0 => parentheses = parentheses.saturating_sub(1),
                // The `;` between the parts of a loop do not end a statement.
                TokenKind::For if depth == 0 => {
                    if let Some(after) = self.after_loop_head(self.at + 1) {
                        self.at = after;
                        continue;
                    }
                }
                TokenKind::RightBrace if depth == 0 => return,
                TokenKind::RightBrace => {
                    depth -= 1;
                    // In parentheses it is the end of a list: `f(T{})`.
                    if depth == 0 && parentheses == 0 {
                        self.at += 1;
                        // `typedef struct { … } S;` declares a name after its block.
                        let has_name = is_typedef && self.kind() == TokenKind::Identifier;
                        self.at += usize::from(has_name && self.ahead(1) == TokenKind::Semicolon);
                        self.accept(TokenKind::Semicolon);
                        return;
                    }
                }
                _ => {}
            }
            self.at += 1;
        }
    }
}

/// The feature of a word that a language may leave out.
fn feature(kind: TokenKind) -> Feature {
    match kind {
        TokenKind::Goto => Feature::Goto,
        TokenKind::ThreadLocal => Feature::ThreadLocal,
        TokenKind::Register => Feature::Register,
        TokenKind::Virtual => Feature::Virtual,
        TokenKind::New | TokenKind::Delete => Feature::NewDelete,
        TokenKind::Noexcept => Feature::NoexceptOperator,
        TokenKind::DynamicCast | TokenKind::Typeid => Feature::DynamicType,
        TokenKind::Throw | TokenKind::Try | TokenKind::Catch => Feature::Exception,
        _ => Feature::Assembler,
    }
}

/// Appends elements to a column.
fn append<T: Clone>(column: &mut Vec<T>, elements: &[T]) -> List<T> {
    let start = column.len();
    column.extend_from_slice(elements);
    List::new(start as u32, elements.len() as u32)
}
