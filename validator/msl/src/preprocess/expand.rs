//! The expansion of macros.

use super::{Macro, Preprocessor};
use crate::lex::{Token, TokenKind, lex};
use crate::names::Symbol;
use msl_spec::rules;
use shader_source::Span;

/// The most tokens that one use of a macro becomes: macros that use others twice, over many levels, grow exponentially.
const MOST_TOKENS: usize = 1 << 20;

impl Preprocessor<'_> {
    /// Takes the expansion of the macro whose name was read; the name alone, if it is function-like and no argument follows.
    pub(super) fn expand_here(&mut self, name: Token, symbol: Symbol) {
        let Some(definition) = self.macros.get(&symbol).cloned() else { return };
        let arguments = if definition.parameters.is_some() {
            if self.tokens[self.at].kind != TokenKind::LeftParen {
                self.output.push(name);
                return;
            }
            let Some((arguments, length)) = arguments(&self.tokens[self.at..]) else {
                let message =
                    format!("expected `)` after the arguments of macro `{}`", self.names.text(symbol));
                self.error(rules::PREPROCESS_MACRO_ARGUMENTS, name.span, message);
                self.at = self.tokens.len() - 1;
                self.output.push(unknown(name));
                return;
            };
            self.at += length;
            Some(arguments)
        } else {
            None
        };
        let end = self.tokens[self.at - 1].span;
        let place = Token { span: name.span.to(end), ..name };
        let mut expanded = Vec::new();
        self.expand(&definition, symbol, arguments.as_deref(), place, &mut expanded);
        self.output.append(&mut expanded);
    }

    /// The tokens with all macros expanded.
    pub(super) fn expand_all(&mut self, tokens: &[Token]) -> Vec<Token> {
        let mut expanded = Vec::new();
        self.expand_tokens(tokens, &mut expanded);
        expanded
    }

    fn expand_tokens(&mut self, tokens: &[Token], output: &mut Vec<Token>) {
        let mut at = 0;
        while let Some(token) = tokens.get(at).copied() {
            at += 1;
            let symbol = token.symbol.filter(|symbol| token.kind.is_word() && !self.active.contains(symbol));
            let definition = symbol.and_then(|symbol| Some((symbol, self.macros.get(&symbol)?.clone())));
            let Some((symbol, definition)) = definition else {
                output.push(token);
                continue;
            };
            if definition.parameters.is_none() {
                self.expand(&definition, symbol, None, token, output);
            } else if tokens.get(at).is_some_and(|next| next.kind == TokenKind::LeftParen)
                && let Some((arguments, length)) = arguments(&tokens[at..])
            {
                at += length;
                self.expand(&definition, symbol, Some(&arguments), token, output);
            } else {
                output.push(token);
            }
            if output.len() > MOST_TOKENS {
                return;
            }
        }
    }

    /// Appends the expansion of a macro, all of it at the place of its use.
    fn expand(
        &mut self,
        definition: &Macro,
        symbol: Symbol,
        arguments: Option<&[Vec<Token>]>,
        place: Token,
        output: &mut Vec<Token>,
    ) {
        if symbol == self.line_macro {
            output.push(self.line_number(place));
            return;
        }
        let mut substituted = match (&definition.parameters, arguments) {
            (Some((parameters, is_variadic)), Some(arguments)) => {
                let Some(arguments) = fitting(arguments, parameters.len(), *is_variadic) else {
                    let message = format!(
                        "macro `{}` takes {} arguments, found {}",
                        self.names.text(symbol),
                        parameters.len(),
                        arguments.len()
                    );
                    self.error(rules::PREPROCESS_MACRO_ARGUMENTS, place.span, message);
                    output.push(unknown(place));
                    return;
                };
                let rest = self.names.intern("__VA_ARGS__");
                let named = parameters.iter().copied().chain(is_variadic.then_some(rest));
                let arguments: Vec<(Symbol, Vec<Token>)> = named.zip(arguments).collect();
                self.substitute(&definition.body, &arguments, place)
            }
            _ => self.substitute(&definition.body, &[], place),
        };
        for token in &mut substituted {
            (token.span, token.begins_line) = (place.span, false);
        }
        self.active.insert(symbol);
        self.expand_tokens(&substituted, output);
        self.active.remove(&symbol);
    }

    /// The number of the line of a place.
    fn line_number(&mut self, place: Token) -> Token {
        let before = self.text.get(..place.span.lo as usize).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        let symbol = Some(self.names.intern(&line.to_string()));
        Token { kind: TokenKind::Number, symbol, ..place }
    }

    /// The body with arguments in the place of parameters. Arguments are expanded, unless they are joined or quoted.
    fn substitute(&mut self, body: &[Token], arguments: &[(Symbol, Vec<Token>)], place: Token) -> Vec<Token> {
        let argument = |token: &Token| {
            let symbol = token.symbol.filter(|_| token.kind.is_word())?;
            arguments.iter().find(|(name, _)| *name == symbol).map(|(_, tokens)| tokens.as_slice())
        };
        let mut output: Vec<Token> = Vec::new();
        let mut at = 0;
        while let Some(token) = body.get(at) {
            let next = body.get(at + 1);
            if token.kind == TokenKind::Hash
                && let Some(quoted) = next.and_then(argument)
            {
                output.push(self.quoted(quoted, *token));
                at += 2;
            } else if token.kind == TokenKind::HashHash && next.is_some() && !output.is_empty() {
                let right =
                    next.and_then(argument).map(<[Token]>::to_vec).or_else(|| next.map(|next| vec![*next]));
                self.join(&mut output, &right.unwrap_or_default(), place);
                at += 2;
            } else {
                match argument(token) {
                    // Nothing and a token are joined to the token.
                    Some([]) if next.is_some_and(|next| next.kind == TokenKind::HashHash) => at += 1,
                    Some(tokens) if next.is_some_and(|next| next.kind == TokenKind::HashHash) => {
                        output.extend_from_slice(tokens);
                    }
                    Some(tokens) => self.expand_tokens(tokens, &mut output),
                    None => output.push(*token),
                }
                at += 1;
            }
        }
        output
    }

    fn quoted(&mut self, tokens: &[Token], place: Token) -> Token {
        let mut text = String::from("\"");
        for (number, token) in tokens.iter().enumerate() {
            if number > 0 && token.follows_space {
                text.push(' ');
            }
            text.extend(
                self.spelling(*token)
                    .chars()
                    .flat_map(|it| matches!(it, '"' | '\\').then_some('\\').into_iter().chain([it])),
            );
        }
        text.push('"');
        Token { kind: TokenKind::Text, symbol: Some(self.names.intern(&text)), ..place }
    }

    /// Joins the last token with the first of others, which must be one token then.
    fn join(&mut self, output: &mut Vec<Token>, right: &[Token], place: Token) {
        let Some((first, rest)) = right.split_first() else { return };
        let Some(left) = output.pop() else { return };
        let joined = format!("{}{}", self.spelling(left), self.spelling(*first));
        let tokens = lex(&joined, &mut self.names, &mut Vec::new());
        let follows_space = left.follows_space;
        if let [token, _] = tokens.as_slice() {
            output.push(Token { span: left.span, begins_line: false, follows_space, ..*token });
        } else {
            let message = format!("`##` does not form a token: `{joined}`");
            self.error(rules::PREPROCESS_MACRO_OPERATORS, place.span, message);
            output.push(unknown(place));
        }
        output.extend_from_slice(rest);
    }
}

/// A token in the place of a use that has no expansion: a mistake was reported, and parsing reports none.
fn unknown(place: Token) -> Token {
    Token { kind: TokenKind::Unknown, symbol: None, ..place }
}

/// The arguments in parentheses, and the number of tokens with these.
fn arguments(tokens: &[Token]) -> Option<(Vec<Vec<Token>>, usize)> {
    let mut arguments = vec![Vec::new()];
    let mut depth = 0_u32;
    for (at, token) in tokens.iter().enumerate().skip(1) {
        match token.kind {
            TokenKind::RightParen if depth == 0 => return Some((arguments, at + 1)),
            TokenKind::Comma if depth == 0 => {
                arguments.push(Vec::new());
                continue;
            }
            TokenKind::LeftParen => depth += 1,
            TokenKind::RightParen => depth -= 1,
            TokenKind::EndOfText => return None,
            _ => {}
        }
        arguments.last_mut()?.push(*token);
    }
    None
}

/// The arguments for so many parameters: one empty argument is none, and those beyond the last parameter are one if more may follow.
fn fitting(arguments: &[Vec<Token>], count: usize, is_variadic: bool) -> Option<Vec<Vec<Token>>> {
    let mut arguments = arguments.to_vec();
    if count == 0 && arguments.len() == 1 && arguments[0].is_empty() {
        arguments.clear();
    }
    if is_variadic {
        let mut rest = Vec::new();
        for (number, argument) in arguments.drain(count.min(arguments.len())..).enumerate() {
            if number > 0 {
                let span = argument.first().map_or_else(Span::default, |first| first.span);
                let comma = TokenKind::Comma;
                rest.push(Token {
                    span,
                    symbol: None,
                    kind: comma,
                    begins_line: false,
                    follows_space: false,
                });
            }
            rest.extend(argument);
        }
        arguments.push(rest);
    }
    (arguments.len() == count + usize::from(is_variadic)).then_some(arguments)
}
