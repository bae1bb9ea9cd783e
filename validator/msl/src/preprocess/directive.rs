//! Directives.

use super::{Condition, Macro, Preprocessor, condition};
use crate::lex::{Token, TokenKind};
use crate::names::Symbol;
use msl_spec::{Rule, rules};
use shader_source::Span;
use std::rc::Rc;

/// The names that no directive defines or undefines: those of the language. Sections 1.5.1 and 1.5.2
const RESERVED: [&str; 9] = [
    "defined",
    "__METAL_VERSION__",
    "__METAL_MACOS__",
    "__METAL_IOS__",
    "__METAL__",
    "__cplusplus",
    "__LINE__",
    "__FILE__",
    "__DATE__",
];

impl Preprocessor<'_> {
    /// The line of a directive.
    pub(super) fn directive(&mut self) {
        let hash = self.tokens[self.at];
        self.at += 1;
        let line = self.line();
        let Some((name, rest)) = line.split_first() else { return };
        let name = *name;
        let span = hash.span.to(line.last().map_or(hash.span, |last| last.span));
        match self.spelling(name).to_owned().as_str() {
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
                if self.conditions.pop().is_none() {
                    self.error(rules::PREPROCESS_CONDITIONAL_BEGUN, span, "`#endif` without `#if`");
                }
            }
            _ if !self.is_taken() => {}
            "define" => self.define(rest, span),
            "undef" => match rest {
                [Token { kind, symbol: Some(symbol), span, .. }] if kind.is_word() => {
                    if !self.is_reserved(*symbol, *span) {
                        self.macros.remove(symbol);
                    }
                }
                _ => self.error(rules::PREPROCESS_DIRECTIVE_COMPLETE, span, "`#undef` takes one name"),
            },
            "include" => self.include(rest, span),
            "error" => {
                let message =
                    rest.first().map_or("", |first| Span::new(first.span.lo, span.hi).text(self.text));
                let message = format!("`#error`: {message}");
                self.error(rules::PREPROCESS_ERROR, span, message);
            }
            "pragma" | "line" => {}
            other => {
                let message = format!("unknown directive `#{other}`");
                self.error(rules::PREPROCESS_DIRECTIVE_KNOWN, name.span, message);
            }
        }
    }

    /// Reports what is after `#else` or `#endif`, unless the lines around are left out.
    fn nothing_follows(&mut self, rest: &[Token]) {
        let is_around_taken = self.conditions.iter().rev().nth(1).is_none_or(|around| around.is_taken);
        if let Some(first) = rest.first()
            && is_around_taken
        {
            self.error(
                rules::PREPROCESS_DIRECTIVE_COMPLETE,
                first.span,
                "expected the end of the line after this directive",
            );
        }
    }

    /// Returns true if a name is one of the language, which is reported.
    fn is_reserved(&mut self, name: Symbol, span: Span) -> bool {
        let is_reserved = RESERVED.contains(&self.names.text(name));
        if is_reserved {
            let message =
                format!("`{}` is predefined and can't be defined or undefined", self.names.text(name));
            self.error(rules::PREPROCESS_MACRO_RESERVED_NAME, span, message);
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
        let Some(last) = self.conditions.last().copied() else {
            self.error(rules::PREPROCESS_CONDITIONAL_BEGUN, span, "expected an `#if` before this directive");
            return;
        };
        if last.has_else {
            self.error(rules::PREPROCESS_CONDITIONAL_BEGUN, span, "only `#endif` is allowed after `#else`");
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
            [Token { kind, symbol: Some(symbol), .. }] if kind.is_word() => self.macros.contains_key(symbol),
            _ => {
                self.error(rules::PREPROCESS_DIRECTIVE_COMPLETE, span, "expected one name");
                false
            }
        }
    }

    /// Returns true if the condition of `#if` holds.
    fn holds(&mut self, tokens: &[Token], span: Span) -> bool {
        let tokens = self.without_defined(tokens);
        let expanded = self.expand_all(&tokens);
        // A mistake was reported there.
        if expanded.iter().any(|token| token.kind == TokenKind::Unknown) {
            return false;
        }
        match condition::value(&expanded, &self.names) {
            Ok(value) => value != 0,
            Err(problem) => {
                self.error(problem.rule(), span, problem.to_string());
                false
            }
        }
    }

    /// The tokens with `defined name` and `defined(name)` replaced by a number: names there are not expanded.
    fn without_defined(&mut self, tokens: &[Token]) -> Vec<Token> {
        let (one, zero) = (self.names.intern("1"), self.names.intern("0"));
        let mut replaced = Vec::new();
        let mut rest = tokens;
        while let Some((first, behind)) = rest.split_first() {
            rest = behind;
            if self.spelling(*first) != "defined" {
                replaced.push(*first);
                continue;
            }
            let (name, behind) = match behind {
                [open, name, close, behind @ ..]
                    if open.kind == TokenKind::LeftParen && close.kind == TokenKind::RightParen =>
                {
                    (*name, behind)
                }
                [name, behind @ ..] => (*name, behind),
                [] => (*first, behind),
            };
            let is_defined = name.symbol.is_some_and(|symbol| self.macros.contains_key(&symbol));
            let symbol = Some(if is_defined { one } else { zero });
            replaced.push(Token { kind: TokenKind::Number, symbol, ..*first });
            rest = behind;
        }
        replaced
    }

    fn define(&mut self, tokens: &[Token], span: Span) {
        let Some((Token { kind, symbol: Some(name), span: name_span, .. }, rest)) = tokens.split_first()
        else {
            self.error(rules::PREPROCESS_DIRECTIVE_COMPLETE, span, "`#define` must be followed by a name");
            return;
        };
        if !kind.is_word() {
            self.error(
                rules::PREPROCESS_DIRECTIVE_COMPLETE,
                *name_span,
                "`#define` must be followed by a name",
            );
            return;
        }
        if self.is_reserved(*name, *name_span) {
            return;
        }
        let is_function =
            rest.first().is_some_and(|next| next.kind == TokenKind::LeftParen && !next.follows_space);
        let (parameters, body) = if is_function {
            let Some((parameters, length)) = Self::parameters(rest) else {
                self.error(
                    rules::PREPROCESS_MACRO_PARAMETERS,
                    span,
                    "the parameters of a macro must be names separated by commas",
                );
                return;
            };
            (Some(parameters), &rest[length..])
        } else {
            (None, rest)
        };
        let definition = Rc::new(Macro { parameters, body: body.to_vec(), span: Some(*name_span) });
        if let Some((rule, message)) = definition.mistake() {
            self.error(rule, span, message);
            return;
        }
        self.check_redefined(*name, *name_span, &definition);
        self.macros.insert(*name, definition);
    }

    fn check_redefined(&mut self, name: Symbol, span: Span, definition: &Macro) {
        match self.macros.get(&name) {
            Some(known) if !known.is_like(definition) => {
                let message =
                    format!("macro `{}` is already defined with a different value", self.names.text(name));
                let mut found =
                    crate::diagnostic::Diagnostic::error(rules::PREPROCESS_MACRO_REDEFINITION, span, message);
                if let Some(first) = known.span {
                    found = found.label(first, "defined here");
                }
                self.diagnostics.push(found);
            }
            Some(_) | None => {}
        }
    }

    /// The parameters in parentheses, whether more arguments may follow, and the number of tokens.
    fn parameters(tokens: &[Token]) -> Option<((Vec<Symbol>, bool), usize)> {
        let mut parameters = Vec::new();
        let mut at = 1;
        if tokens.get(at)?.kind == TokenKind::RightParen {
            return Some(((parameters, false), 2));
        }
        loop {
            let token = tokens.get(at)?;
            let is_variadic = token.kind == TokenKind::Ellipsis;
            if !is_variadic {
                parameters.push(token.symbol.filter(|_| token.kind.is_word())?);
            }
            match tokens.get(at + 1)?.kind {
                TokenKind::RightParen => return Some(((parameters, is_variadic), at + 2)),
                TokenKind::Comma if !is_variadic => at += 2,
                _ => return None,
            }
        }
    }

    fn include(&mut self, tokens: &[Token], span: Span) {
        let (Some(first), Some(last)) = (tokens.first(), tokens.last()) else {
            self.error(
                rules::PREPROCESS_DIRECTIVE_COMPLETE,
                span,
                "`#include` must be followed by the name of a header",
            );
            return;
        };
        let written = first.span.to(last.span);
        if !written.text(self.text).starts_with(['<', '"']) {
            let message = "`#include` must be followed by the name of a header in `<>`";
            self.error(rules::PREPROCESS_DIRECTIVE_COMPLETE, written, message);
            return;
        }
        let name = written.text(self.text).trim_matches(['<', '>', '"']);
        if let Some(header) = msl_spec::HEADERS.iter().find(|header| header.name == name) {
            self.headers.push((header, written));
        } else {
            // The headers of C++ have names without a point; those of a project have one.
            if written.text(self.text).starts_with('<')
                && !name.contains(['.', '/'])
                && !name.starts_with("metal")
            {
                let message =
                    format!("the C++ standard library is not available in Metal: unknown header `{name}`");
                self.error(rules::REMOVED_STANDARD_LIBRARY, written, message);
                return;
            }
            let message = format!("unknown header `{name}`");
            self.error(rules::PREPROCESS_INCLUDE_KNOWN, written, message);
        }
    }
}

impl Macro {
    /// A mistake in a definition: its parameters, or the operators in its body.
    fn mistake(&self) -> Option<(&'static Rule, &'static str)> {
        let names = self.parameters.as_ref().map_or(&[][..], |(names, _)| names);
        if (1..names.len()).any(|at| names[..at].contains(&names[at])) {
            return Some((rules::PREPROCESS_MACRO_PARAMETERS, "duplicate parameter name of this macro"));
        }
        let is_join = |token: Option<&Token>| token.is_some_and(|token| token.kind == TokenKind::HashHash);
        if is_join(self.body.first()) || is_join(self.body.last()) {
            return Some((rules::PREPROCESS_MACRO_OPERATORS, "`##` must be between two tokens"));
        }
        let Some((_, is_variadic)) = &self.parameters else { return None };
        let is_parameter = |token: Option<&Token>| {
            token.is_some_and(|token| {
                // `__VA_ARGS__` is the only other name for arguments.
                token.symbol.is_some_and(|symbol| names.contains(&symbol))
                    || (*is_variadic && token.kind.is_word())
            })
        };
        let is_wrong =
            |at: usize| self.body[at].kind == TokenKind::Hash && !is_parameter(self.body.get(at + 1));
        (0..self.body.len()).any(is_wrong).then_some((
            rules::PREPROCESS_MACRO_OPERATORS,
            "`#` must be followed by a parameter of the macro",
        ))
    }

    fn is_like(&self, other: &Self) -> bool {
        let form = |it: &Self| -> Vec<(TokenKind, Option<Symbol>)> {
            it.body.iter().map(|token| (token.kind, token.symbol)).collect()
        };
        self.parameters == other.parameters && form(self) == form(other)
    }
}
