//! The state that all parse functions share: the tokens, the columns of the tree, the diagnostics.

use crate::ast::{
    Ast, Attribute, Block, BlockId, Branch, Expr, ExprId, List, Stmt, StmtId, SwitchClause, Variable,
    VariableId,
};
use crate::diagnostic::Diagnostic;
use crate::lex::{Token, TokenKind};
use crate::steps;
use core::cell::{Cell, OnceCell, RefCell};
use shader_source::Span;
use wgsl_spec::{Edition, Symbol, sym};

/// Incomplete lists. Each is a stack: an inner list is complete before the outer one continues.
#[derive(Debug, Default)]
pub(super) struct Unfinished {
    exprs: Vec<ExprId>,
    stmts: Vec<StmtId>,
    branches: Vec<Branch>,
    clauses: Vec<SwitchClause>,
}

/// The state of the incomplete lists, to restore after a mistake.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    exprs: usize,
    stmts: usize,
    branches: usize,
    clauses: usize,
    expression_depth: u32,
    brace_depth: u32,
}

/// The tokens from an attribute up to the one that shows whether a declaration of the module follows.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct AheadOfAttributes {
    /// Index of the first token.
    pub(super) start: u32,
    /// Index of the token that ends the search: the keyword of a declaration, or a token that no attribute contains.
    pub(super) end: u32,
    /// Index of the last `@group` or `@binding` on the way, 0 when there is none.
    pub(super) last_binding: u32,
    /// Index of the last `var` on the way, 0 when there is none.
    pub(super) last_variable: u32,
}

/// By how many the closing brackets of a program outnumber the opening ones.
#[derive(Clone, Copy, Debug)]
struct Brackets {
    braces: i64,
    parens: i64,
}

/// The state that all parse functions share.
pub(super) struct Context<'a> {
    pub(super) text: &'a str,
    pub(super) edition: Edition,
    tokens: &'a [Token],
    pub(super) ast: RefCell<Box<Ast>>,
    unfinished: RefCell<Unfinished>,
    pub(super) diagnostics: RefCell<Vec<Diagnostic>>,
    /// The last token at which a mistake was reported.
    pub(super) reported_at: Cell<Option<u32>>,
    /// The number of mistakes, including silent ones.
    pub(super) mistakes: Cell<u32>,
    /// The name of the module-scope declaration that is being parsed.
    pub(super) declared: Cell<Option<(Symbol, Span)>>,
    pub(super) expression_depth: Cell<u32>,
    pub(super) brace_depth: Cell<u32>,
    /// Whether the module-scope declaration that is being parsed was found to nest too deeply.
    pub(super) is_too_deep: Cell<bool>,
    brackets: OnceCell<Brackets>,
    /// The names after `struct` and `alias`, sorted; looked for after a mistake.
    declared_types: OnceCell<Vec<Symbol>>,
    /// The names before `: array`, sorted, with the index of their token; looked for after a mistake.
    declared_arrays: OnceCell<Vec<(Symbol, u32)>>,
    /// Returns a value: the function that is being parsed.
    pub(super) has_result: Cell<bool>,
    /// The first token of the statement or declaration that is being parsed.
    pub(super) start: Cell<u32>,
    /// The reserved words that were refused as the names of declarations: their uses are the same mistake.
    pub(super) refused_names: RefCell<Vec<Symbol>>,
    /// The `(` whose arguments were skipped last, and the token after them: several searches start at one `(`.
    pub(super) arguments: Cell<Option<(u32, Option<u32>)>>,
    /// True once a note names the command that rewrites programs of earlier drafts.
    pub(super) names_migration: Cell<bool>,
    /// The tokens after the attributes that were examined last.
    pub(super) ahead_of_attributes: Cell<AheadOfAttributes>,
}

impl<'a> Context<'a> {
    pub(super) fn new(
        text: &'a str,
        tokens: &'a [Token],
        edition: Edition,
        mut ast: Box<Ast>,
        unfinished: Unfinished,
    ) -> Self {
        ast.clear();
        reserve(&mut ast, tokens.len());
        Self {
            text,
            edition,
            tokens,
            ast: RefCell::new(ast),
            unfinished: RefCell::new(unfinished),
            diagnostics: RefCell::default(),
            reported_at: Cell::new(None),
            mistakes: Cell::new(0),
            declared: Cell::new(None),
            expression_depth: Cell::new(0),
            brace_depth: Cell::new(0),
            is_too_deep: Cell::new(false),
            brackets: OnceCell::new(),
            declared_types: OnceCell::new(),
            declared_arrays: OnceCell::new(),
            has_result: Cell::new(false),
            start: Cell::new(0),
            refused_names: RefCell::default(),
            arguments: Cell::new(None),
            names_migration: Cell::new(false),
            ahead_of_attributes: Cell::default(),
        }
    }

    /// The tree, and the memory of the lists, which are empty again.
    pub(super) fn finish(self) -> (Box<Ast>, Unfinished) {
        let mut unfinished = self.unfinished.into_inner();
        unfinished.exprs.clear();
        unfinished.stmts.clear();
        unfinished.branches.clear();
        unfinished.clauses.clear();
        (self.ast.into_inner(), unfinished)
    }

    /// The token of this index; beyond the end, the token of the end.
    #[inline]
    pub(super) fn token(&self, index: u32) -> Token {
        steps::take(1);
        match self.tokens.get(index as usize) {
            Some(token) => *token,
            None => self.last_token(),
        }
    }

    #[cold]
    fn last_token(&self) -> Token {
        let end = Token { span: Span::default(), symbol: None, kind: TokenKind::EndOfText };
        self.tokens.last().copied().unwrap_or(end)
    }

    /// Returns true if the program has a `}` for every `{`.
    pub(super) fn are_braces_closed(&self) -> bool {
        self.brackets().braces >= 0
    }

    /// Returns true if the program has more `}` than `{`.
    pub(super) fn lacks_left_brace(&self) -> bool {
        self.brackets().braces > 0
    }

    /// Returns true if the program has more `)` than `(`.
    pub(super) fn lacks_left_paren(&self) -> bool {
        self.brackets().parens > 0
    }

    /// Returns true if the program has a `)` for every `(`.
    pub(super) fn are_parens_closed(&self) -> bool {
        self.brackets().parens == 0
    }

    /// The brackets of the program; counted after a mistake.
    fn brackets(&self) -> Brackets {
        *self.brackets.get_or_init(|| {
            steps::take(self.tokens.len());
            let mut brackets = Brackets { braces: 0, parens: 0 };
            for token in self.tokens {
                match token.kind {
                    TokenKind::LeftBrace => brackets.braces -= 1,
                    TokenKind::RightBrace => brackets.braces += 1,
                    TokenKind::LeftParen => brackets.parens -= 1,
                    TokenKind::RightParen => brackets.parens += 1,
                    _ => {}
                }
            }
            brackets
        })
    }

    /// Returns true if the program declares a type of this name.
    pub(super) fn declares_type(&self, name: Symbol) -> bool {
        let declared = self.declared_types.get_or_init(|| {
            steps::take(self.tokens.len());
            let pairs = self.tokens.windows(2);
            let mut names: Vec<Symbol> = pairs
                .filter(|pair| matches!(pair[0].kind, TokenKind::Struct | TokenKind::Alias | TokenKind::Type))
                .filter_map(|pair| pair[1].symbol)
                .collect();
            names.sort_unstable();
            names
        });
        declared.binary_search(&name).is_ok()
    }

    /// The token at which the program declares an array of this name.
    pub(super) fn declared_array(&self, name: Symbol) -> Option<u32> {
        let declared = self.declared_arrays.get_or_init(|| {
            steps::take(self.tokens.len());
            let names = self.tokens.windows(3).enumerate().filter_map(|(index, tokens)| {
                let is_array = tokens[1].kind == TokenKind::Colon && tokens[2].symbol == Some(sym::ARRAY);
                Some((tokens[0].symbol?, index as u32)).filter(|_| is_array)
            });
            let mut names: Vec<(Symbol, u32)> = names.collect();
            names.sort_unstable();
            names
        });
        let index = declared.partition_point(|(other, _)| *other < name);
        declared.get(index).filter(|(other, _)| *other == name).map(|(_, at)| *at)
    }

    /// The index of the last token.
    pub(super) fn end(&self) -> u32 {
        (self.tokens.len() as u32).saturating_sub(1)
    }

    #[inline]
    pub(super) fn push_expr(&self, expr: Expr, span: Span) -> ExprId {
        let ast = &mut *self.ast.borrow_mut();
        let id = ExprId::from_index(ast.exprs.len());
        ast.exprs.push(expr);
        ast.expr_spans.push(span);
        id
    }

    pub(super) fn push_stmt(&self, stmt: Stmt, span: Span) -> StmtId {
        let ast = &mut *self.ast.borrow_mut();
        let id = StmtId::from_index(ast.stmts.len());
        ast.stmts.push(stmt);
        ast.stmt_spans.push(span);
        id
    }

    pub(super) fn push_block(
        &self,
        attributes: List<Attribute>,
        statements: List<StmtId>,
        span: Span,
    ) -> BlockId {
        let ast = &mut *self.ast.borrow_mut();
        let id = BlockId::from_index(ast.blocks.len());
        ast.blocks.push(Block { attributes, statements, span });
        id
    }

    pub(super) fn push_variable(&self, variable: Variable) -> VariableId {
        let ast = &mut *self.ast.borrow_mut();
        let id = VariableId::from_index(ast.variables.len());
        ast.variables.push(variable);
        id
    }

    pub(super) fn expr(&self, id: ExprId) -> Expr {
        self.ast.borrow()[id]
    }

    #[inline]
    pub(super) fn expr_span(&self, id: ExprId) -> Span {
        self.ast.borrow().span(id)
    }

    /// Saves the state of the incomplete lists.
    pub(super) fn mark(&self) -> Mark {
        let lists = self.unfinished.borrow();
        Mark {
            exprs: lists.exprs.len(),
            stmts: lists.stmts.len(),
            branches: lists.branches.len(),
            clauses: lists.clauses.len(),
            expression_depth: self.expression_depth.get(),
            brace_depth: self.brace_depth.get(),
        }
    }

    /// Drops the incomplete lists of a failed parse function.
    pub(super) fn back_to(&self, mark: Mark) {
        let lists = &mut *self.unfinished.borrow_mut();
        lists.exprs.truncate(mark.exprs);
        lists.stmts.truncate(mark.stmts);
        lists.branches.truncate(mark.branches);
        lists.clauses.truncate(mark.clauses);
        self.expression_depth.set(mark.expression_depth);
        self.brace_depth.set(mark.brace_depth);
    }
}

macro_rules! unfinished_lists {
    ($($column:ident: $element:ty, $target:ident, $start:ident, $add:ident, $finish:ident;)*) => {
        impl Context<'_> {$(
            /// Starts a list.
            #[inline]
            pub(super) fn $start(&self) -> usize {
                self.unfinished.borrow().$column.len()
            }

            /// Adds to the innermost list.
            #[inline]
            pub(super) fn $add(&self, element: $element) {
                self.unfinished.borrow_mut().$column.push(element);
            }

            /// Moves the list that was started last to its column of the tree.
            #[inline]
            pub(super) fn $finish(&self, start: usize) -> List<$element> {
                let elements = &mut self.unfinished.borrow_mut().$column;
                let column = &mut self.ast.borrow_mut().$target;
                let list = List::new(column.len() as u32, (elements.len() - start) as u32);
                column.extend(elements.drain(start..));
                list
            }
        )*}
    };
}

unfinished_lists! {
    exprs: ExprId, expr_lists, start_exprs, add_expr, finish_exprs;
    stmts: StmtId, stmt_lists, start_stmts, add_stmt, finish_stmts;
    branches: Branch, branches, start_branches, add_branch, finish_branches;
    clauses: SwitchClause, clauses, start_clauses, add_clause, finish_clauses;
}

/// Reserves room for the usual tree of `count` tokens, so that the large columns rarely move.
fn reserve(ast: &mut Ast, tokens: usize) {
    ast.exprs.reserve(tokens / 2);
    ast.expr_spans.reserve(tokens / 2);
    ast.expr_lists.reserve(tokens / 5);
    ast.stmts.reserve(tokens / 12);
    ast.stmt_spans.reserve(tokens / 12);
    ast.stmt_lists.reserve(tokens / 12);
}
