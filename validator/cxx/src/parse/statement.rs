//! Statements.

use super::condition::DeclaredCondition;
use super::kinds::NameKind;
use super::variable::LOCAL_WORDS;
use super::{Abandoned, Outcome, Parser, append};
use crate::ast::{Expr, ExprId, List, Literal, Stmt, StmtId, VariableId};
use crate::dialect::Feature;
use crate::lex::TokenKind;
use crate::names::Symbol;
use shader_source::Span;
use shader_source::diagnostic::Diagnostic;

impl Parser {
    /// `{ … }`
    /// The block of a function, whose statements have no labels of a `switch` around it.
    pub(super) fn body_of_function(&mut self) -> Outcome<StmtId> {
        let around = core::mem::take(&mut self.switches);
        let body = self.block();
        self.switches = around;
        body
    }

    pub(super) fn block(&mut self) -> Outcome<StmtId> {
        let start = self.expect(TokenKind::LeftBrace)?.span;
        let scope = self.kinds.open();
        let mark = self.pending_stmts.len();
        while !matches!(self.kind(), TokenKind::RightBrace | TokenKind::EndOfText) {
            let stmt = self.statement_or_error();
            self.pending_stmts.push(stmt);
        }
        self.kinds.close(scope);
        if self.is_unclosed {
            // What comes after is not known: it may return a value.
            let stmt = self.stmt(Stmt::Error, start);
            self.pending_stmts.push(stmt);
        }
        let statements = self.stmt_list(mark);
        self.expect(TokenKind::RightBrace)?;
        let span = self.since(start);
        Ok(self.stmt(Stmt::Block(statements), span))
    }

    /// A statement. One that can't be read is skipped.
    pub(super) fn statement_or_error(&mut self) -> StmtId {
        let start = self.span();
        let is_if = self.kind() == TokenKind::If;
        let (at, pending) = (self.at, (self.pending_exprs.len(), self.pending_stmts.len()));
        // A statement around one that is too deep is not worth checking: it may be too deep for that, too.
        let read = self.nested(Self::statement);
        if let (Ok(stmt), None) = (read, self.resume) {
            stmt
        } else {
            self.pending_exprs.truncate(pending.0);
            self.pending_stmts.truncate(pending.1);
            self.is_in_arguments = false;
            let is_of_unknown = self.note_unread_statement(at);
            self.recover_from(at);
            if is_of_unknown {
                self.unread_end = self.at;
            }
            // Whatever stopped here must not stop here again.
            if self.at == at && !self.is_unclosed {
                self.at += usize::from(self.kind() != TokenKind::EndOfText);
            }
            if is_if {
                self.rest_of_if();
            }
            let span = self.since(start);
            self.stmt(Stmt::Error, span)
        }
    }

    /// Reads what belongs to an `if` that can't be read: its `else` has an `if`.
    fn rest_of_if(&mut self) {
        while self.resume.is_none() && self.accept_else() {
            self.statement_or_error();
        }
    }

    pub(super) fn statement(&mut self) -> Outcome<StmtId> {
        let start = self.span();
        if self.is_attribute() && self.is_attribute_of_statement() {
            self.statement_attributes()?;
        }
        if self.begins_function() {
            return Err(self.body_is_unclosed());
        }
        if self.kind() == TokenKind::Identifier {
            self.misspelt_declaration_in_function();
        }
        let stmt = match self.kind() {
            TokenKind::LeftBrace => return self.block(),
            TokenKind::Semicolon => {
                self.at += 1;
                Stmt::Empty
            }
            TokenKind::If => self.if_statement()?,
            TokenKind::While => self.while_statement()?,
            TokenKind::Do => self.do_statement()?,
            TokenKind::For => self.for_statement()?,
            TokenKind::Switch => self.switch_statement()?,
            TokenKind::Break => self.jump(Stmt::Break)?,
            TokenKind::Continue => self.jump(Stmt::Continue)?,
            TokenKind::Return => {
                self.at += 1;
                let value = match self.kind() {
                    TokenKind::Semicolon => None,
                    TokenKind::LeftBrace => Some(self.braces()?),
                    _ => Some(self.expression()?),
                };
                self.expect(TokenKind::Semicolon)?;
                Stmt::Return(value)
            }
            TokenKind::Try if self.dialect.has_host_code => return self.host_try(),
            TokenKind::Goto | TokenKind::Asm if self.dialect.has_host_code => self.host_statement()?,
            TokenKind::Try => return self.try_statement(),
            TokenKind::Goto | TokenKind::Asm => {
                return Err(self.left_out_word());
            }
            TokenKind::Throw if !self.dialect.has_host_code => {
                return Err(self.left_out_word());
            }
            TokenKind::Identifier if self.ahead(1) == TokenKind::Colon && self.dialect.has_host_code => {
                return self.host_label();
            }
            TokenKind::Identifier if self.ahead(1) == TokenKind::Colon => {
                return Err(self.left_out(Feature::Goto, self.span(), "labels"));
            }
            TokenKind::Case | TokenKind::Default if self.switches > 0 => {
                let message = crate::unsupported::NESTED_LABEL.message();
                self.error(self.rules.unsupported_feature, message);
                self.labels()?;
                return self.statement();
            }
            TokenKind::Case | TokenKind::Default => {
                let message = format!("{} is only allowed in a `switch`", self.kind().name());
                return Err(self.error(self.rules.statement_case_enclosed, message));
            }
            TokenKind::Else => {
                let message = "`else` without a preceding `if`";
                return Err(self.error(self.rules.grammar_statement, message));
            }
            TokenKind::Namespace if self.ahead(2) == TokenKind::Equal => {
                let alias = self.namespace(false)?;
                let span = self.since(start);
                Stmt::Declaration(self.decl(alias, span))
            }
            TokenKind::Namespace => {
                let message = "a namespace is not allowed in a function";
                return Err(self.error(self.rules.grammar_statement, message));
            }
            // A template that could not be read: what it makes is not known.
            TokenKind::Identifier if self.is_unread_template() => return Err(Abandoned),
            TokenKind::Identifier if self.is_typeof() => return Err(self.typeof_is_unsupported()),
            TokenKind::Identifier if let Some(word) = self.misspelt_word() => {
                return Err(self.report_misspelt(word));
            }
            TokenKind::Identifier if let Some(word) = self.misspelt_head() => {
                self.read_as(word);
                return self.statement();
            }
            _ if self.is_declaration() => self.declaration_statement()?,
            _ => {
                let expression = self.expression()?;
                self.expect(TokenKind::Semicolon)?;
                Stmt::Expression(expression)
            }
        };
        let span = self.since(start);
        Ok(self.stmt(stmt, span))
    }

    fn is_unread_template(&mut self) -> bool {
        let Some(symbol) = self.token().symbol else { return false };
        self.ahead(1) == TokenKind::Less
            && self.unread.contains(&symbol)
            && self.kinds.of(symbol, &self.names) == NameKind::Unknown
    }

    /// Returns true if the attributes that begin here belong to a statement that is not a declaration: `[[fallthrough]];`, `[[likely]] if (x)`.
    fn is_attribute_of_statement(&mut self) -> bool {
        let start = self.at;
        let is_closed = self.skip_attributes();
        let is_of_statement = is_closed && !self.is_declaration();
        self.at = start;
        is_of_statement
    }

    /// Goes to the token after the attributes that begin here; false if one is not closed.
    fn skip_attributes(&mut self) -> bool {
        while self.is_attribute() {
            let mut depth = 0_u32;
            loop {
                shader_source::steps::take(1);
                match self.take().kind {
                    TokenKind::LeftBracket | TokenKind::LeftParen => depth += 1,
                    TokenKind::RightBracket | TokenKind::RightParen if depth == 1 => break,
                    TokenKind::RightBracket | TokenKind::RightParen => depth = depth.saturating_sub(1),
                    TokenKind::Semicolon
                    | TokenKind::LeftBrace
                    | TokenKind::RightBrace
                    | TokenKind::EndOfText => return false,
                    _ => {}
                }
            }
        }
        true
    }

    /// Reads the attributes of a statement. They say something to the compiler only: attributes of the dialect belong to declarations.
    fn statement_attributes(&mut self) -> Outcome<()> {
        let mut kept = Vec::new();
        self.attributes(&mut kept)?;
        for attribute in kept {
            let message = format!("`{}` is not allowed on a statement", self.names.text(attribute.name));
            let found = Diagnostic::error(self.rules.grammar_statement, attribute.span, message);
            self.diagnostics.push(found);
        }
        Ok(())
    }

    /// `try` with its `catch`, which are read so that the mistake is one.
    fn try_statement(&mut self) -> Outcome<StmtId> {
        let start = self.span();
        self.left_out_word();
        self.at += 1;
        self.block()?;
        while self.accept(TokenKind::Catch) {
            while !matches!(self.kind(), TokenKind::LeftBrace | TokenKind::EndOfText) {
                self.at += 1;
            }
            self.block()?;
        }
        let span = self.since(start);
        Ok(self.stmt(Stmt::Error, span))
    }

    /// Reports variables of the outermost block of a body that have the name of a variable before the body: in a condition, in the parentheses of `for`.
    /// C++14 (basic.scope.block)
    pub(super) fn check_redeclared(&mut self, names: List<VariableId>, body: StmtId) {
        let statements = match self.ast[body] {
            Stmt::Block(list) => self.ast[list].to_vec(),
            _ => vec![body],
        };
        let names: Vec<Symbol> = self.ast[names].iter().filter_map(|id| self.ast[*id].name).collect();
        let mut again: Vec<(Symbol, Span)> = Vec::new();
        for statement in statements {
            let Stmt::Variables(list) = self.ast[statement] else { continue };
            let variables = self.ast[list].iter().map(|id| self.ast[*id]);
            again.extend(variables.filter_map(|it| Some((it.name?, it.name_span))));
        }
        for (name, span) in again.into_iter().filter(|(name, _)| names.contains(name)) {
            let message = format!("`{}` is already declared", self.names.text(name));
            self.error_at(self.rules.name_redefinition, span, message);
        }
    }

    fn jump(&mut self, stmt: Stmt) -> Outcome<Stmt> {
        self.at += 1;
        self.expect(TokenKind::Semicolon)?;
        Ok(stmt)
    }

    /// Returns true if a statement declares something: a type that is not called.
    pub(super) fn is_declaration(&mut self) -> bool {
        match self.kind() {
            TokenKind::Static
            | TokenKind::Extern
            | TokenKind::Constexpr
            | TokenKind::Typedef
            | TokenKind::Using
            | TokenKind::StaticAssert
            | TokenKind::Register
            | TokenKind::ThreadLocal
            | TokenKind::Alignas
            | TokenKind::Template
            | TokenKind::Inline => true,
            TokenKind::Decltype => self.is_decltype_type(),
            _ if self.is_attribute() => true,
            TokenKind::Identifier | TokenKind::ColonColon if self.is_qualified_operator() => false,
            TokenKind::Identifier | TokenKind::ColonColon if self.is_type_name() => {
                !self.is_called() || self.declares_name_in_parentheses()
            }
            TokenKind::Identifier | TokenKind::ColonColon => self.is_unknown_type(),
            _ if self.ahead(1) == TokenKind::LeftParen => {
                let is_pointer = matches!(self.ahead(2), TokenKind::Star | TokenKind::And);
                // What is not closed is a mistake in a declaration rather than in a value.
                let is_declared = |parser: &mut Self, open| {
                    parser.is_name_declared_in_parentheses(open)
                        || is_pointer && parser.after_parentheses(open).is_none()
                };
                self.is_type()
                    && (self.is_pointer_to_member_at(2)
                        || (is_pointer || self.kind() != TokenKind::Void) && is_declared(self, self.at + 1))
            }
            TokenKind::Struct | TokenKind::Class | TokenKind::Union | TokenKind::Enum => true,
            _ => self.is_type() && self.ahead(1) != TokenKind::LeftBrace,
        }
    }

    /// Returns true if a name in parentheses is after the name of a type and is declared: `S (y);`. C++14 (stmt.ambig)
    fn declares_name_in_parentheses(&mut self) -> bool {
        self.after_type_name().is_some_and(|at| self.is_name_declared_in_parentheses(at))
    }

    /// Returns true if the parentheses at a token after a type are around a declarator: `int (y) = 1;`, `int (*p)[2];`. `int(*p + 1);` is a value. C++14
    /// (stmt.ambig)
    fn is_name_declared_in_parentheses(&mut self, start: usize) -> bool {
        let after = self.after_declarator_in_parentheses(start);
        after.is_some_and(|at| self.may_follow_declarator(at))
    }

    /// Returns true if a token can be after a declarator in parentheses.
    fn may_follow_declarator(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| {
            matches!(
                token.kind,
                TokenKind::Equal
                    | TokenKind::Semicolon
                    | TokenKind::Comma
                    | TokenKind::LeftBracket
                    | TokenKind::LeftParen
                    | TokenKind::LeftBrace
            )
        })
    }

    /// Returns true if the type that begins here is called: `(` or `{` after its name and arguments.
    fn is_called(&mut self) -> bool {
        let Some(at) = self.after_type_name() else { return false };
        matches!(
            self.tokens.get(at).map(|token| token.kind),
            Some(TokenKind::LeftParen | TokenKind::LeftBrace)
        )
    }

    /// `(condition)`
    pub(super) fn condition(&mut self) -> Outcome<ExprId> {
        self.expect(TokenKind::LeftParen)?;
        let condition = self.expression()?;
        self.expect(TokenKind::RightParen)?;
        Ok(condition)
    }

    /// A statement with a scope of its own.
    pub(super) fn body(&mut self) -> Outcome<StmtId> {
        let scope = self.kinds.open();
        let body = self.nested(Self::statement);
        self.kinds.close(scope);
        body
    }

    /// `while (condition) body`. A condition that declares a variable does so in each iteration: `while (T a = b) body` is
    /// `while (true) { T a = b; if (a) body else break; }`.
    fn while_statement(&mut self) -> Outcome<Stmt> {
        let start = self.span();
        if !self.declares_condition() {
            self.at += 1;
            let condition = self.condition()?;
            return Ok(Stmt::While(condition, self.body()?));
        }
        let scope = self.kinds.open();
        let read = self.condition_in_parentheses(false).and_then(|condition| Ok((condition, self.body()?)));
        self.kinds.close(scope);
        let (condition, body) = read?;
        let block = self.body_of_declared_condition(condition, body, start);
        let span = self.since(start);
        let always = self.leaf(Expr::Literal(Literal::Bool(true)), span);
        Ok(Stmt::While(always, block))
    }

    /// `if (T a = b) accept else reject`
    fn if_with_declaration(&mut self) -> Outcome<Stmt> {
        let start = self.span();
        let scope = self.kinds.open();
        let read = self.condition_in_parentheses(true).and_then(|condition| {
            let accept = self.body()?;
            let reject = if self.accept_else() { Some(self.body()?) } else { None };
            Ok((condition, accept, reject))
        });
        self.kinds.close(scope);
        let (DeclaredCondition { declarations, value }, accept, reject) = read?;
        Ok(self.after_condition(&declarations, Stmt::If(value, accept, reject), start))
    }

    /// `if` with its branches. `else if` branches are read in a loop: programs have long chains of them.
    fn if_statement(&mut self) -> Outcome<Stmt> {
        if self.declares_condition() {
            return self.if_with_declaration();
        }
        let first = self.branch()?;
        let mut branches = Vec::new();
        let mut reject = None;
        while self.accept_else() {
            if self.kind() != TokenKind::If || self.declares_condition() {
                reject = Some(self.body()?);
                break;
            }
            let start = self.span();
            branches.push((start, self.branch()?));
        }
        for (start, (condition, accept)) in branches.into_iter().rev() {
            let span = self.since(start);
            reject = Some(self.stmt(Stmt::If(condition, accept, reject), span));
        }
        Ok(Stmt::If(first.0, first.1, reject))
    }

    /// `if (condition) accept`
    fn branch(&mut self) -> Outcome<(ExprId, StmtId)> {
        self.at += 1;
        let is_constant = self.accept(TokenKind::Constexpr);
        let condition = self.condition()?;
        if is_constant {
            self.ast.constant_conditions.insert(condition);
        }
        Ok((condition, self.body()?))
    }

    fn do_statement(&mut self) -> Outcome<Stmt> {
        self.at += 1;
        let body = self.body()?;
        if self.ahead(1) == TokenKind::LeftParen {
            self.misspelt_as(&["while"]);
        }
        self.expect(TokenKind::While)?;
        let condition = self.condition()?;
        self.expect(TokenKind::Semicolon)?;
        Ok(Stmt::DoWhile(body, condition))
    }

    fn for_statement(&mut self) -> Outcome<Stmt> {
        self.at += 1;
        self.expect(TokenKind::LeftParen)?;
        let open = self.at;
        let (place, close) = self.missing_semicolon();
        if let Some((place, close)) = place.zip(close) {
            self.at = place;
            let message = format!("expected `;`, found {}", self.found());
            self.error(self.rules.grammar_token, message);
            return self.for_without_header(open, close);
        }
        let scope = self.kinds.open();
        let stmt = self.for_behind_parenthesis();
        self.kinds.close(scope);
        match (stmt, close) {
            (Err(_), Some(close)) if self.at <= close => self.for_without_header(open, close),
            (stmt, _) => stmt,
        }
    }

    /// Returns the token of the parentheses of `for` at which a `;` is missing, the comma instead of it or the `)`, and the `)`.
    fn missing_semicolon(&self) -> (Option<usize>, Option<usize>) {
        let (mut depth, mut semicolons) = (0_u32, 0);
        let (mut comma, mut is_range) = (None, false);
        for (at, token) in self.tokens.iter().enumerate().skip(self.at) {
            shader_source::steps::take(1);
            match token.kind {
                TokenKind::LeftParen | TokenKind::LeftBracket | TokenKind::LeftBrace => depth += 1,
                TokenKind::RightParen if depth == 0 => {
                    let is_missing = semicolons < 2 && !is_range;
                    return (is_missing.then(|| comma.unwrap_or(at)), Some(at));
                }
                TokenKind::RightParen | TokenKind::RightBracket | TokenKind::RightBrace if depth > 0 => {
                    depth -= 1;
                }
                TokenKind::Semicolon if depth == 0 => {
                    semicolons += 1;
                    comma = None;
                }
                // `for (T a : range)`
                TokenKind::Colon if depth == 0 && semicolons == 0 => is_range = true,
                TokenKind::Comma if depth == 0 => _ = comma.get_or_insert(at),
                TokenKind::RightBracket | TokenKind::RightBrace | TokenKind::EndOfText => break,
                _ => {}
            }
        }
        (None, None)
    }

    /// Reads a `for` after its parentheses, in which a mistake was reported. Their names are not known.
    fn for_without_header(&mut self, open: usize, close: usize) -> Outcome<Stmt> {
        self.at = close + 1;
        let names = self.tokens[open..close].iter().filter(|token| token.kind == TokenKind::Identifier);
        self.unread.extend(names.filter_map(|token| token.symbol));
        self.body()?;
        Ok(Stmt::Error)
    }

    fn for_behind_parenthesis(&mut self) -> Outcome<Stmt> {
        let start = self.span();
        let initializer = if self.accept(TokenKind::Semicolon) {
            None
        } else if self.is_declaration() {
            let specifiers = self.specifiers()?;
            let declarator = self.declarator(specifiers.ty)?;
            if self.kind() == TokenKind::Colon && declarator.name.is_none() {
                let message = "expected the name of the variable of the loop, found `:`";
                return Err(self.error(self.rules.grammar_token, message));
            }
            self.allow_only(&specifiers, &LOCAL_WORDS, "a variable");
            if self.accept(TokenKind::Colon) {
                let variable = self.variable(&specifiers, &declarator, None, false);
                if self.kind() == TokenKind::LeftBrace {
                    let message = crate::unsupported::BRACED_LIST.message();
                    return Err(self.error(self.rules.unsupported_feature, message));
                }
                let range = self.expression()?;
                self.iteration(variable, range)?;
                self.expect(TokenKind::RightParen)?;
                let body = self.body()?;
                let variables = append(&mut self.ast.variable_lists, &[variable]);
                self.check_redeclared(variables, body);
                return Ok(Stmt::ForRange { variable, range, body });
            }
            let variables = self.local_variables(&specifiers, declarator)?;
            let span = self.since(start);
            Some(self.stmt(Stmt::Variables(variables), span))
        } else {
            let expression = self.expression()?;
            self.expect(TokenKind::Semicolon)?;
            let span = self.since(start);
            Some(self.stmt(Stmt::Expression(expression), span))
        };
        let declared = if self.declares_condition_here() {
            let condition = self.condition_variable()?;
            self.expect(TokenKind::Semicolon)?;
            Some(condition)
        } else {
            None
        };
        let condition = if declared.is_some() || self.kind() == TokenKind::Semicolon {
            None
        } else {
            Some(self.expression()?)
        };
        if declared.is_none() {
            self.expect(TokenKind::Semicolon)?;
        }
        let update = if self.kind() == TokenKind::RightParen { None } else { Some(self.expression()?) };
        self.expect(TokenKind::RightParen)?;
        let body = self.body()?;
        if let Some(Stmt::Variables(variables)) = initializer.map(|it| self.ast[it]) {
            self.check_redeclared(variables, body);
        }
        let body = match declared {
            Some(condition) => self.body_of_declared_condition(condition, body, start),
            None => body,
        };
        Ok(Stmt::For { initializer, condition, update, body })
    }

    fn declaration_statement(&mut self) -> Outcome<Stmt> {
        match self.kind() {
            TokenKind::Using | TokenKind::StaticAssert | TokenKind::Template => {
                let decl = self.declaration()?;
                Ok(Stmt::Declaration(decl))
            }
            _ => {
                let start = self.span();
                let specifiers = self.specifiers()?;
                if specifiers.is_typedef {
                    let kind = self.typedef(&specifiers)?;
                    let span = self.since(start);
                    return Ok(Stmt::Declaration(self.decl(kind, span)));
                }
                if let Some(kind) = specifiers.definition.filter(|_| self.kind() == TokenKind::Semicolon) {
                    self.allow_on_type(&specifiers);
                    self.check_structure_has_name(kind);
                    self.at += 1;
                    if self.is_union_without_name(kind) {
                        return Ok(Stmt::Variables(self.object_without_name(&specifiers)));
                    }
                    let span = self.since(start);
                    return Ok(Stmt::Declaration(self.decl(kind, span)));
                }
                let declarator = self.declarator(specifiers.ty)?;
                let is_empty = self.ahead(1) == TokenKind::RightParen;
                if self.kind() == TokenKind::LeftParen && !is_empty && self.is_parameter_list() {
                    let message = crate::unsupported::FUNCTION_IN_FUNCTION.message();
                    return Err(self.error_at(self.rules.unsupported_feature, declarator.name_span, message));
                }
                self.allow_only(&specifiers, &LOCAL_WORDS, "a variable");
                Ok(Stmt::Variables(self.local_variables(&specifiers, declarator)?))
            }
        }
    }
}
