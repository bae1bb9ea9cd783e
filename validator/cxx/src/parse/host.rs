//! Host code: features of C++ that a language leaves out, in files that it shares with its host.
//!
//! They are read for the declarations, blocks and kernels in them. Their meaning is not known, so they become errors without a report, and the
//! tree notes their places: whoever knows which functions are the language's own reports those in them. `new`, `delete` and `throw` are calls of functions of
//! the library, so that a host can be executed.

use super::declaration::{FunctionHead, WordsBefore};
use super::declarator::Declarator;
use super::kinds::NameKind;
use super::specifiers::Specifiers;
use super::{Outcome, Parser, append, feature};
use crate::ast::{
    Access, DeclId, DeclKind, Expr, ExprId, Function, FunctionId, Fundamental, List, Literal, Namespace,
    QualifiedName, Stmt, StmtId, TemplateArgument, TypeSyntax, TypeSyntaxId,
};
use crate::dialect::Feature;
use crate::lex::{Token, TokenKind};
use crate::names::Symbol;
use shader_source::Span;

impl Parser {
    /// Notes a feature, if the file may have host code.
    pub(super) fn notes_host_feature(&mut self, feature: Feature, span: Span) -> bool {
        if self.dialect.has_host_code {
            self.ast.host_features.push((feature, span));
        }
        self.dialect.has_host_code
    }

    /// Takes and notes a word here whose feature the language leaves out, if the file may have host code.
    pub(super) fn takes_host_word(&mut self) -> bool {
        let is_host = self.notes_host_feature(feature(self.kind()), self.span());
        self.at += usize::from(is_host);
        is_host
    }

    /// Notes a statement from this token on that can't be read, if a name in it is not declared. Returns true if it is noted.
    pub(super) fn note_unread_statement(&mut self, first: usize) -> bool {
        if !self.dialect.has_host_code {
            return false;
        }
        let last = self.at.min(self.tokens.len() - 1);
        // What can't be read after such a statement may be the rest of it: `m = type{1}.x;`
        let before = self.ast.unread_statements.last().filter(|_| self.unread_end == first).map(|it| it.1);
        let unknown = before.or_else(|| self.unknown_name_in(first, last));
        let span = self.tokens[first].span.to(self.tokens[last].span);
        self.ast.unread_statements.extend(unknown.map(|name| (span, name)));
        unknown.is_some()
    }

    /// The first name among tokens that is not declared. Members are found through their objects.
    fn unknown_name_in(&mut self, first: usize, last: usize) -> Option<Symbol> {
        (first..=last).find_map(|at| {
            shader_source::steps::take(1);
            let symbol = self.tokens[at].symbol.filter(|_| self.tokens[at].kind == TokenKind::Identifier)?;
            let before = at.checked_sub(1).map(|before| self.tokens[before].kind);
            let is_member =
                matches!(before, Some(TokenKind::Period | TokenKind::Arrow | TokenKind::ColonColon));
            (!is_member && self.kinds.of(symbol, &self.names) == NameKind::Unknown).then_some(symbol)
        })
    }

    /// `try { … } catch (…) { … }`: the block, and each handler as a branch that is never taken, because nothing throws here.
    pub(super) fn host_try(&mut self) -> Outcome<StmtId> {
        let start = self.span();
        self.takes_host_word();
        let mark = self.pending_stmts.len();
        let block = self.block()?;
        self.pending_stmts.push(block);
        // The word `try` says everything about the statement.
        while self.accept(TokenKind::Catch) {
            let scope = self.kinds.open();
            let handler = self.host_handler();
            self.kinds.close(scope);
            let handler = handler?;
            self.pending_stmts.push(handler);
        }
        let blocks = self.stmt_list(mark);
        let span = self.since(start);
        Ok(self.stmt(Stmt::Block(blocks), span))
    }

    /// `(const T& error) { … }`: the block begins with the variable, whose value is not known.
    fn host_handler(&mut self) -> Outcome<StmtId> {
        let start = self.span();
        self.expect(TokenKind::LeftParen)?;
        let mark = self.pending_stmts.len();
        if !self.accept(TokenKind::Ellipsis) {
            let specifiers = self.specifiers()?;
            let declarator = self.declarator(specifiers.ty)?;
            if let Some(name) = declarator.name {
                self.kinds.declare(name, NameKind::Value);
                let span = declarator.name_span;
                let value = self.expr(Expr::Error, span)?;
                let variable = self.variable(&specifiers, &declarator, Some(value), false);
                let list = super::append(&mut self.ast.variable_lists, &[variable]);
                let stmt = self.stmt(Stmt::Variables(list), span);
                self.pending_stmts.push(stmt);
            }
        }
        self.expect(TokenKind::RightParen)?;
        let block = self.block()?;
        self.pending_stmts.push(block);
        let statements = self.stmt_list(mark);
        let span = self.since(start);
        let handler = self.stmt(Stmt::Block(statements), span);
        let never = self.expr(Expr::Literal(Literal::Bool(false)), span)?;
        Ok(self.stmt(Stmt::If(never, handler, None), span))
    }

    /// `goto name;`, `asm { … }`, `asm(…);`
    pub(super) fn host_statement(&mut self) -> Outcome<Stmt> {
        let is_goto = self.kind() == TokenKind::Goto;
        self.takes_host_word();
        if is_goto {
            self.expect_name()?;
            self.expect(TokenKind::Semicolon)?;
        } else {
            self.recover();
        }
        // Whoever executes the host must not continue as if it were not there.
        Ok(Stmt::Error)
    }

    /// `name:`, before a statement.
    pub(super) fn host_label(&mut self) -> Outcome<StmtId> {
        self.notes_host_feature(Feature::Goto, self.span());
        self.at += 2;
        if self.kind() == TokenKind::RightBrace {
            let span = self.last_span();
            return Ok(self.stmt(Stmt::Empty, span));
        }
        self.nested(Self::statement)
    }

    /// Returns true if a function template that is not known is probably named here, before its `<`: what is after the `>` would be no operand.
    pub(super) fn is_host_template(&self) -> bool {
        let after = self.after_arguments(self.at).filter(|_| self.dialect.has_host_code);
        let Some(after) = after else { return false };
        let is_condition = |token: &Token| matches!(token.kind, TokenKind::AndAnd | TokenKind::OrOr);
        let follows = self.tokens.get(after).map(|token| token.kind);
        matches!(follows, Some(TokenKind::ColonColon | TokenKind::LeftParen | TokenKind::LeftBrace))
            && !self.tokens[self.at..after].iter().any(is_condition)
    }

    /// Returns true if the arguments of a type that is not known begin at this `<`.
    pub(super) fn is_host_type_with_arguments(&self) -> bool {
        self.dialect.has_host_code && self.after_arguments(self.at).is_some()
    }

    /// Returns true if a type that is not known is named here: a declared name follows it, after `*` and `&`, or the end of a parameter.
    pub(super) fn is_host_type(&mut self) -> bool {
        if !self.dialect.has_host_code || self.name_kind() != NameKind::Unknown {
            return false;
        }
        let Some(mut at) = self.after_host_name() else { return false };
        let kind = |at: usize| self.tokens.get(at).map_or(TokenKind::EndOfText, |token| token.kind);
        let name_end = at;
        while matches!(kind(at), TokenKind::Star | TokenKind::And | TokenKind::AndAnd | TokenKind::Const) {
            at += 1;
        }
        let has_mark = at > name_end;
        match kind(at) {
            TokenKind::Identifier => matches!(
                kind(at + 1),
                TokenKind::Semicolon
                    | TokenKind::Equal
                    | TokenKind::Comma
                    | TokenKind::RightParen
                    | TokenKind::LeftBracket
                    | TokenKind::LeftBrace
                    | TokenKind::LeftParen
                    | TokenKind::Colon
                    | TokenKind::ColonColon
            ),
            TokenKind::Operator => true,
            // `f(const T&)`, `S<T*>`
            TokenKind::RightParen | TokenKind::Comma => has_mark,
            TokenKind::Greater | TokenKind::ShiftRight => self.is_in_arguments,
            _ => false,
        }
    }

    /// Returns true if a type that is not known is the whole argument of a template: it has arguments of its own, `*` or `&`.
    pub(super) fn is_host_type_argument(&mut self) -> bool {
        if !self.dialect.has_host_code || self.name_kind() != NameKind::Unknown {
            return false;
        }
        let Some(after) = self.after_host_name() else { return false };
        let rest = &self.tokens[after..];
        let is_mark =
            |token: &&Token| matches!(token.kind, TokenKind::Star | TokenKind::And | TokenKind::Const);
        let marks = rest.iter().take_while(is_mark).count();
        // `S<T>::value` is a value: it has no `typename`. C++14 (temp.res) 5
        let has_arguments = matches!(self.tokens[after - 1].kind, TokenKind::Greater | TokenKind::ShiftRight);
        let ends = rest.get(marks).map(|token| token.kind);
        (marks > 0 || has_arguments)
            && matches!(ends, Some(TokenKind::Comma | TokenKind::Greater | TokenKind::ShiftRight))
    }

    /// The token after a name with all of its arguments.
    fn after_host_name(&self) -> Option<usize> {
        let kind = |at: usize| self.tokens.get(at).map_or(TokenKind::EndOfText, |token| token.kind);
        let mut at = self.at + usize::from(self.kind() == TokenKind::ColonColon);
        loop {
            if kind(at) != TokenKind::Identifier {
                return None;
            }
            at += 1;
            if kind(at) == TokenKind::Less {
                at = self.after_arguments(at)?;
            }
            if kind(at) != TokenKind::ColonColon {
                return Some(at);
            }
            at += 1;
        }
    }

    /// Returns true if a macro that is not known begins a function or class here: `TEST(a, b) { … }`.
    pub(super) fn is_host_macro(&mut self) -> bool {
        self.after_host_macro().is_some()
    }

    /// The `{` after such a macro and its arguments.
    fn after_host_macro(&mut self) -> Option<usize> {
        if !self.dialect.has_host_code
            || self.ahead(1) != TokenKind::LeftParen
            || self.name_kind() != NameKind::Unknown
        {
            return None;
        }
        let after = self.after_parentheses(self.at + 1)?;
        self.tokens.get(after).is_some_and(|token| token.kind == TokenKind::LeftBrace).then_some(after)
    }

    /// The contents of the braces after such a macro: statements, or declarations if they begin with one.
    pub(super) fn host_macro(&mut self) -> Outcome<DeclKind> {
        let body = self.after_host_macro().unwrap_or(self.at);
        let (name, name_span) = self.expect_name()?;
        // All functions of a file may begin with one macro: its arguments name them.
        let arguments = self.tokens[self.at..body].iter().filter_map(|token| token.symbol);
        let arguments: Vec<&str> = arguments.map(|symbol| self.names.text(symbol)).collect();
        let name = format!("{}({})", self.names.text(name), arguments.join(", "));
        let name = self.names.intern(&name);
        self.at = body + 1;
        let is_class = self.is_host_macro()
            || matches!(self.kind(), TokenKind::Public | TokenKind::Private | TokenKind::Protected);
        self.at = body;
        if is_class {
            let decls = self.host_declarations()?;
            return Ok(self.namespace_of(Namespace {
                name: None,
                is_inline: false,
                is_linkage: true,
                is_of_c: false,
                decls,
            }));
        }
        let first_expr = self.ast.exprs.len() as u32;
        let ty = self.ty(TypeSyntax::Fundamental(Fundamental::Void), name_span)?;
        let body = self.body_of_function()?;
        Ok(DeclKind::Function(self.host_function((name, name_span), ty, first_expr, body)))
    }

    /// Declarations in braces, with `public:` and the like between them.
    fn host_declarations(&mut self) -> Outcome<List<DeclId>> {
        self.expect(TokenKind::LeftBrace)?;
        let mut decls = Vec::new();
        while !matches!(self.kind(), TokenKind::RightBrace | TokenKind::EndOfText) {
            if matches!(self.kind(), TokenKind::Public | TokenKind::Private | TokenKind::Protected) {
                self.at += 1;
                self.accept(TokenKind::Colon);
            } else {
                decls.push(self.declaration_or_error());
            }
        }
        self.expect(TokenKind::RightBrace)?;
        self.accept(TokenKind::Semicolon);
        Ok(self.decl_list(&decls))
    }

    /// A function without parameters.
    fn host_function(
        &mut self,
        (name, name_span): (Symbol, Span),
        result: TypeSyntaxId,
        first_expr: u32,
        body: StmtId,
    ) -> FunctionId {
        let id = FunctionId::from_index(self.ast.functions.len());
        self.ast.functions.push(Function {
            entry: None,
            template: List::EMPTY,
            specialisation: None,
            path: List::EMPTY,
            attributes: List::EMPTY,
            result: Some(result),
            name,
            name_span,
            parameters: List::EMPTY,
            is_const: false,
            space: None,
            reference: None,
            is_variadic: false,
            is_conversion: false,
            is_explicit: false,
            access: Access::Public,
            implicit: None,
            is_static: true,
            is_constexpr: false,
            is_without_object: false,
            has_function_type: false,
            has_trailing_result: false,
            initializers: List::EMPTY,
            body: Some(body),
            first_expr,
            end_expr: self.ast.exprs.len() as u32,
        });
        id
    }

    /// `new T(…)`, `delete[] p`, `throw x`, `dynamic_cast<T>(x)`, `typeid(x)`, `noexcept(x)`
    pub(super) fn host_expression(&mut self) -> Outcome<Expr> {
        let word = self.kind();
        self.takes_host_word();
        let span = self.last_span();
        match word {
            TokenKind::New => return self.host_new(span),
            TokenKind::Delete => {
                if self.accept(TokenKind::LeftBracket) {
                    self.expect(TokenKind::RightBracket)?;
                }
                let operand = self.nested(Self::unary_expression)?;
                return Ok(self.call_of_host(("_delete_object", span), None, operand));
            }
            TokenKind::Throw => {
                if !self.ends_expression() {
                    self.nested(Self::assignment_expression)?;
                }
                let holds = self.leaf(Expr::Literal(Literal::Bool(false)), span);
                return Ok(self.call_of_host(("_demand_no_exception", span), None, holds));
            }
            TokenKind::DynamicCast => {
                self.expect(TokenKind::Less)?;
                self.skip_to_greater();
                self.skip_brackets();
            }
            _ => {
                self.skip_brackets();
            }
        }
        Ok(Expr::Error)
    }

    /// The call of a function that the library has for an operator of the host.
    fn call_of_host(&mut self, (name, span): (&str, Span), ty: Option<TypeSyntaxId>, value: ExprId) -> Expr {
        let arguments = ty.map(|ty| append(&mut self.ast.template_arguments, &[TemplateArgument::Type(ty)]));
        let name = self.names.intern(name);
        let name = self.name(QualifiedName { path: List::EMPTY, name, name_span: span, arguments });
        let callee = self.leaf(Expr::Name(name), span);
        Expr::Call(callee, append(&mut self.ast.expr_lists, &[value]))
    }

    fn ends_expression(&self) -> bool {
        matches!(
            self.kind(),
            TokenKind::Semicolon | TokenKind::RightParen | TokenKind::Comma | TokenKind::Colon
        )
    }

    /// The rest after `new`: a place in parentheses, the type, and its arguments. An object at a given place, and an array of arrays, have no meaning.
    fn host_new(&mut self, word: Span) -> Outcome<Expr> {
        let has_place = self.kind() == TokenKind::LeftParen;
        if has_place {
            self.skip_brackets();
        }
        if self.ends_expression() {
            return Ok(Expr::Error);
        }
        let ty = self.type_of_new()?;
        let mut counts = Vec::new();
        while self.accept(TokenKind::LeftBracket) {
            counts.push(self.outside_arguments(Self::expression)?);
            self.expect(TokenKind::RightBracket)?;
        }
        let (is_list, object) = self.object_of_new(ty)?;
        let span = self.since(word);
        Ok(match counts.as_slice() {
            _ if has_place => Expr::Error,
            [] => {
                let object = self.expr(object, span)?;
                self.call_of_host(("_new_object", word), None, object)
            }
            [count] if !is_list => self.call_of_host(("_new_array", word), Some(ty), *count),
            _ => Expr::Error,
        })
    }

    /// The type after `new`, with the `*` of pointers.
    fn type_of_new(&mut self) -> Outcome<TypeSyntaxId> {
        let start = self.span();
        let mut ty = self.specifiers()?.ty;
        loop {
            if self.accept(TokenKind::Star) {
                let span = self.since(start);
                ty = self.ty(TypeSyntax::Pointer(ty), span)?;
            } else if !self.accept(TokenKind::Const) {
                return Ok(ty);
            }
        }
    }

    /// The object that `new` makes, and whether it begins with a list in braces.
    fn object_of_new(&mut self, ty: TypeSyntaxId) -> Outcome<(bool, Expr)> {
        if self.kind() == TokenKind::LeftBrace {
            return Ok((true, Expr::ConstructBraces(ty, self.braces()?)));
        }
        let has_arguments = self.accept(TokenKind::LeftParen);
        let arguments = if has_arguments { self.arguments()? } else { List::EMPTY };
        Ok((false, Expr::Construct(ty, arguments)))
    }

    fn skip_to_greater(&mut self) {
        let mut depth = 1_u32;
        while depth > 0 && !matches!(self.kind(), TokenKind::Semicolon | TokenKind::EndOfText) {
            match self.kind() {
                TokenKind::Less => depth += 1,
                TokenKind::Greater => depth -= 1,
                TokenKind::ShiftRight => depth = depth.saturating_sub(2),
                _ => {}
            }
            self.at += 1;
        }
    }

    /// The parameters of a pointer to functions, after its name in parentheses: what it points to is not known.
    pub(super) fn host_function_pointer(&mut self, span: Span) -> Outcome<TypeSyntaxId> {
        self.notes_host_feature(Feature::FunctionPointer, span);
        self.skip_brackets();
        self.restriction()?;
        self.ty(TypeSyntax::Error, span)
    }

    /// `throw(…)` after the parameters of a function; returns its place.
    pub(super) fn host_exception_specification(&mut self) -> Option<Span> {
        if !self.dialect.has_host_code || self.kind() != TokenKind::Throw {
            return None;
        }
        let start = self.take().span;
        self.skip_brackets();
        Some(self.since(start))
    }

    /// Returns true if a destructor is here, perhaps after words about it.
    pub(super) fn is_host_destructor(&self) -> bool {
        let words = self.tokens[self.at..]
            .iter()
            .take_while(|token| matches!(token.kind, TokenKind::Virtual | TokenKind::Inline))
            .count();
        self.dialect.has_host_code && self.ahead(words) == TokenKind::Tilde
    }

    /// `~S() { … }`, as a function with that name. Objects end without it: what matters is the body, and for whom it is.
    pub(super) fn host_destructor(&mut self) -> Outcome<FunctionId> {
        let mut virtual_span = None;
        while self.kind() != TokenKind::Tilde {
            if self.kind() == TokenKind::Virtual {
                virtual_span = Some(self.span());
                self.takes_host_word();
            } else {
                self.at += 1;
            }
        }
        let first_expr = self.ast.exprs.len() as u32;
        let start = self.take().span;
        let (name, span) = self.expect_name()?;
        let text = format!("~{}", self.names.text(name));
        let name = self.names.intern(&text);
        let name_span = start.to(span);
        let ty = self.ty(TypeSyntax::Fundamental(Fundamental::Void), name_span)?;
        let declarator = Declarator {
            ty,
            name: Some(name),
            name_span,
            attributes: Vec::new(),
            alignment: None,
            arguments: None,
            path: Vec::new(),
            is_pack: false,
        };
        let specifiers = Specifiers { virtual_span, ..self.no_specifiers(ty) };
        let words = WordsBefore::default();
        let template = List::EMPTY;
        let head = FunctionHead { template, first_expr, is_conversion: false, is_member: true, words };
        self.function(&specifiers, declarator, head)
    }

    /// Takes `override` and `final` after the parameters of a function.
    pub(super) fn host_virtual_words(&mut self) {
        while self.dialect.has_host_code && self.is_spelt(&["override", "final"]) {
            self.notes_host_feature(Feature::Virtual, self.span());
            self.at += 1;
        }
    }
}
