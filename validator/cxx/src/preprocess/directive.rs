//! Directives.

use super::{Condition, Macro, Origin, Parameters, Preprocessor, condition};
use crate::dialect::Rules;
use crate::lex::{Token, TokenKind};
use crate::names::Symbol;
use shader_source::diagnostic::{Applicability, Diagnostic};
use shader_source::{Rule, Span};
use std::rc::Rc;

/// The names of C++14 that no directive defines or undefines (cpp.predefined). A dialect has more.
const RESERVED: [&str; 5] = ["defined", "__cplusplus", "__LINE__", "__FILE__", "__DATE__"];

/// The directives that misspelt ones are compared with.
const DIRECTIVES: [&str; 8] = ["define", "elif", "else", "endif", "ifdef", "ifndef", "include", "undef"];

impl Preprocessor<'_> {
    /// The line of a directive.
    pub(super) fn directive(&mut self) {
        let hash = self.frame.tokens[self.frame.at];
        self.frame.at += 1;
        let line = self.line();
        self.remove(hash.span.to(line.last().map_or(hash.span, |last| last.span)));
        let Some((name, rest)) = line.split_first() else { return };
        let name = *name;
        // Words in these lines are not tokens of the program, and an apostrophe among them does not begin a literal.
        if !self.is_taken() || matches!(self.spelling(name), "error" | "warning" | "pragma") {
            for token in rest {
                self.skip(*token);
            }
        }
        let span = hash.span.to(line.last().map_or(hash.span, |last| last.span));
        let spelling = self.spelling(name).to_owned();
        self.directive_named(&spelling, (name, rest), span);
    }

    /// A directive with the tokens after its name, which is read as if it had this spelling.
    fn directive_named(&mut self, spelling: &str, (name, rest): (Token, &[Token]), span: Span) {
        match spelling {
            "if" => self.begin(span, |it| it.holds(rest, span)),
            "ifdef" => self.begin(span, |it| it.is_defined(rest, span)),
            "ifndef" => self.begin(span, |it| !it.is_defined(rest, span)),
            "elif" => self.otherwise(span, Some(rest)),
            "else" => {
                self.nothing_follows(rest);
                self.otherwise(span, None);
            }
            "endif" => {
                self.nothing_follows(rest);
                if self.conditions.len() > self.frame.floor {
                    self.conditions.pop();
                } else {
                    self.error(self.rules.preprocess_conditional_begun, span, "`#endif` without `#if`");
                }
            }
            _ if !self.is_taken() => {}
            "define" => self.define(rest, span),
            "undef" => match rest {
                [Token { kind, symbol: Some(symbol), span, .. }] if kind.is_word() => {
                    if !self.is_reserved(*symbol, *span) && !self.is_of_host(*symbol) {
                        self.macros.remove(symbol);
                    }
                }
                _ => self.error(self.rules.preprocess_directive_complete, span, "`#undef` takes one name"),
            },
            "include" => self.include(rest, span, false),
            "import" => self.include(rest, span, true),
            "error" => {
                let message =
                    rest.first().map_or("", |first| self.written(Span::new(first.span.lo, span.hi)));
                let message = format!("`#error`: {message}");
                self.error(self.rules.preprocess_error, span, message);
            }
            "warning" => {
                let message =
                    rest.first().map_or("", |first| self.written(Span::new(first.span.lo, span.hi)));
                let message = format!("`#warning`: {message}");
                let found = Diagnostic::error(self.rules.preprocess_directive_known, span, message);
                self.diagnostics.push(found.warning());
            }
            "pragma" => self.pragma(rest),
            "line" => self.number_lines(rest, span),
            // A preprocessor that ran before writes lines that begin with a number.
            _ if name.kind == TokenKind::Number => {
                let line: Vec<Token> = [name].into_iter().chain(rest.iter().copied()).collect();
                self.number_lines(&line, span);
            }
            other => self.unknown_directive(other, (name, rest), span),
        }
    }

    /// Reports a directive that does not exist. One that is like a directive is read as that, so that what it begins or defines has no errors.
    fn unknown_directive(&mut self, spelling: &str, (name, rest): (Token, &[Token]), span: Span) {
        let message = format!("unknown directive `#{spelling}`");
        let found = Diagnostic::error(self.rules.preprocess_directive_known, name.span, message);
        let Some(near) = shader_source::suggest::closest(spelling, DIRECTIVES.into_iter()) else {
            self.diagnostics.push(found);
            return;
        };
        let edit = vec![(name.span, near.to_owned())];
        let text = format!("did you mean `#{near}`?");
        self.diagnostics.push(found.suggest(text, edit, Applicability::Unsafe));
        self.directive_named(near, (name, rest), span);
    }

    /// Gives the lines after this directive a number and perhaps the name of a file. C++14 (cpp.line)
    fn number_lines(&mut self, tokens: &[Token], span: Span) {
        let tokens = self.expand_all(tokens);
        let number = tokens.first().map_or("", |first| self.spelling(*first));
        let is_decimal = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        let Some(number) = number.parse().ok().filter(|_| is_decimal) else {
            let message = "expected a line number in decimal digits";
            return self.error(self.rules.preprocess_directive_complete, span, message);
        };
        let name = match tokens.get(1) {
            Some(name) if name.kind == TokenKind::Text => {
                Some(self.spelling(*name).trim_matches('"').to_owned())
            }
            Some(_) => {
                let message = "expected the name of a file in quotes after the line number";
                return self.error(self.rules.preprocess_directive_complete, span, message);
            }
            None => None,
        };
        self.renumber(span, number, name);
    }

    /// Reports what is after `#else` or `#endif`, unless the lines around are left out.
    fn nothing_follows(&mut self, rest: &[Token]) {
        let is_around_taken = self.conditions.iter().rev().nth(1).is_none_or(|around| around.is_taken);
        if let Some(first) = rest.first()
            && is_around_taken
        {
            self.error(
                self.rules.preprocess_directive_complete,
                first.span,
                "expected the end of the line after this directive",
            );
        }
    }

    /// Returns true if a name is one of the language, which is reported.
    fn is_reserved(&mut self, name: Symbol, span: Span) -> bool {
        let text = self.names.text(name);
        let is_reserved = RESERVED.contains(&text) || self.dialect.library.predefined.contains(&text);
        if is_reserved {
            let message = format!("`{text}` is predefined and can't be defined or undefined");
            self.error(self.rules.preprocess_macro_reserved_name, span, message);
        }
        is_reserved
    }

    fn begin(&mut self, span: Span, holds: impl FnOnce(&mut Self) -> bool) {
        let is_outside = !self.is_taken();
        let is_taken = !is_outside && holds(self);
        let is_decided = is_outside || is_taken;
        self.conditions.push(Condition { span, is_taken, is_decided, has_else: false });
    }

    /// `#elif` with its tokens, or `#else`.
    fn otherwise(&mut self, span: Span, tokens: Option<&[Token]>) {
        let of_this_file = &self.conditions[self.frame.floor..];
        let Some(last) = of_this_file.last().copied() else {
            self.error(
                self.rules.preprocess_conditional_begun,
                span,
                "expected an `#if` before this directive",
            );
            return;
        };
        if last.has_else {
            self.error(
                self.rules.preprocess_conditional_begun,
                span,
                "only `#endif` is allowed after `#else`",
            );
        }
        let is_taken = !last.is_decided && tokens.is_none_or(|tokens| self.holds(tokens, span));
        if let Some(condition) = self.conditions.last_mut() {
            condition.is_taken = is_taken;
            condition.is_decided |= is_taken;
            condition.has_else |= tokens.is_none();
        }
    }

    fn is_defined(&mut self, tokens: &[Token], span: Span) -> bool {
        match tokens {
            [name] if name.kind.is_word() => self.is_name_defined(*name),
            _ => {
                self.error(self.rules.preprocess_directive_complete, span, "expected one name");
                false
            }
        }
    }

    /// Returns true if the condition of `#if` holds.
    fn holds(&mut self, tokens: &[Token], span: Span) -> bool {
        let tokens = self.with_answers(tokens);
        let expanded = self.expand_all(&tokens);
        // Macros may write operators, too; C++14 leaves open what that means, and Clang takes them.
        let expanded = self.with_answers(&expanded);
        // A mistake was reported there.
        if expanded.iter().any(|token| token.kind == TokenKind::Unknown) {
            return false;
        }
        match condition::holds(&expanded, &self.names, self.dialect) {
            Ok(holds) => holds,
            Err(problem) => {
                self.error(problem.rule(self.rules), span, problem.to_string());
                false
            }
        }
    }

    fn define(&mut self, tokens: &[Token], span: Span) {
        let Some((Token { kind, symbol: Some(name), span: name_span, .. }, rest)) = tokens.split_first()
        else {
            self.error(
                self.rules.preprocess_directive_complete,
                span,
                "`#define` must be followed by a name",
            );
            return;
        };
        if !kind.is_word() {
            self.error(
                self.rules.preprocess_directive_complete,
                *name_span,
                "`#define` must be followed by a name",
            );
            return;
        }
        if self.is_reserved(*name, *name_span) || self.is_of_host(*name) {
            return;
        }
        let is_function =
            rest.first().is_some_and(|next| next.kind == TokenKind::LeftParen && !next.follows_space);
        let (parameters, body) = if is_function {
            let Some((parameters, length)) = self.parameters(rest) else {
                self.error(
                    self.rules.preprocess_macro_parameters,
                    span,
                    "the parameters of a macro must be names separated by commas",
                );
                return;
            };
            (Some(parameters), &rest[length..])
        } else {
            (None, rest)
        };
        // They are tokens of the program only where the macro is used. C++14 (lex.pptoken) 2
        let wrong = body.iter().filter(|token| token.kind == TokenKind::Unknown);
        self.frame.skipped.extend(wrong.map(|token| token.span.lo));
        let origin = if self.is_in_library() { Origin::Library } else { Origin::Program };
        let definition = Macro { parameters, body: body.to_vec(), span: Some(*name_span), origin };
        if let Some((rule, message)) = definition.mistake(self.rules) {
            self.error(rule, span, message);
            return;
        }
        self.check_redefined(*name, *name_span, &definition);
        self.macros.insert(*name, Rc::new(definition));
    }

    fn check_redefined(&mut self, name: Symbol, span: Span, definition: &Macro) {
        match self.macros.get(&name) {
            Some(known) if known.origin != Origin::Library && !known.is_like(definition) => {
                let message =
                    format!("macro `{}` is already defined with a different value", self.names.text(name));
                let mut found = Diagnostic::error(self.rules.preprocess_macro_redefinition, span, message);
                if let Some(first) = known.span {
                    found = found.label(first, "defined here");
                }
                self.diagnostics.push(found);
            }
            Some(_) | None => {}
        }
    }

    /// The parameters in parentheses, and the number of tokens.
    fn parameters(&self, tokens: &[Token]) -> Option<(Parameters, usize)> {
        let mut names = Vec::new();
        let mut at = 1;
        if tokens.get(at)?.kind == TokenKind::RightParen {
            return Some((Parameters { names, rest: None }, 2));
        }
        loop {
            let token = tokens.get(at)?;
            let name = token.symbol.filter(|_| token.kind.is_word());
            let rest = match tokens.get(at + 1)?.kind {
                _ if token.kind == TokenKind::Ellipsis => Some(self.words.rest),
                // GCC has a name for them: `args...`.
                TokenKind::Ellipsis => {
                    at += 1;
                    Some(name?)
                }
                _ => {
                    names.push(name?);
                    None
                }
            };
            match tokens.get(at + 1)?.kind {
                TokenKind::RightParen => return Some((Parameters { names, rest }, at + 2)),
                TokenKind::Comma if rest.is_none() => at += 2,
                _ => return None,
            }
        }
    }
}

impl Macro {
    /// A mistake in a definition: its parameters, or the operators in its body.
    fn mistake(&self, rules: &Rules) -> Option<(&'static Rule, &'static str)> {
        let names = self.parameters.as_ref().map_or(&[][..], |it| &it.names);
        if (1..names.len()).any(|at| names[..at].contains(&names[at])) {
            return Some((rules.preprocess_macro_parameters, "duplicate parameter name in this macro"));
        }
        let is_join = |token: Option<&Token>| token.is_some_and(|token| token.kind == TokenKind::HashHash);
        if is_join(self.body.first()) || is_join(self.body.last()) {
            return Some((rules.preprocess_macro_operators, "`##` must be between two tokens"));
        }
        let Some(Parameters { rest, .. }) = &self.parameters else { return None };
        let is_parameter = |token: Option<&Token>| {
            let symbol = token.and_then(|token| token.symbol);
            symbol.is_some_and(|symbol| names.contains(&symbol) || *rest == Some(symbol))
        };
        let is_wrong =
            |at: usize| self.body[at].kind == TokenKind::Hash && !is_parameter(self.body.get(at + 1));
        (0..self.body.len())
            .any(is_wrong)
            .then_some((rules.preprocess_macro_operators, "`#` must be followed by a parameter of the macro"))
    }

    fn is_like(&self, other: &Self) -> bool {
        let form = |it: &Self| -> Vec<(TokenKind, Option<Symbol>)> {
            it.body.iter().map(|token| (token.kind, token.symbol)).collect()
        };
        self.parameters == other.parameters && form(self) == form(other)
    }
}
