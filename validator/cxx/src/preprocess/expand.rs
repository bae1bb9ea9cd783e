//! The expansion of macros.

use super::{Macro, MacroUse, Origin, Parameters, PlaceMacro, Preprocessor};
use crate::lex::{Token, TokenKind, lex};
use crate::names::Symbol;
use rustc_hash::FxHashMap;
use shader_source::diagnostic::Diagnostic;
use shader_source::{Span, steps};
use std::iter;
use std::rc::Rc;

/// An argument of a macro.
struct Argument {
    name: Symbol,
    written: Vec<Token>,
    /// With all macros expanded, once that is needed.
    expanded: Option<Vec<Token>>,
}

impl Argument {
    fn new((name, written): (Symbol, Vec<Token>)) -> Self {
        Self { name, written, expanded: None }
    }
}

/// The use of a function-like macro that begins in an expansion, and whose arguments end after the expansion.
struct OpenCall {
    definition: Rc<Macro>,
    symbol: Symbol,
    arguments: Vec<Vec<Token>>,
    /// The number of tokens after the expansion that the arguments take.
    length: usize,
}

impl Preprocessor<'_> {
    /// Takes the expansion of the macro whose name was read; the name alone, if it is function-like and no argument follows.
    pub(super) fn expand_here(&mut self, name: Token, symbol: Symbol) {
        let Some(definition) = self.macros.get(&symbol).map(Rc::clone) else { return };
        let arguments = if definition.parameters.is_some() {
            if self.frame.tokens[self.frame.at].kind != TokenKind::LeftParen {
                self.output.push(name);
                return;
            }
            let Some((arguments, length)) = arguments(&self.frame.tokens[self.frame.at..]) else {
                // The rest of the file would be in them.
                self.arguments_are_open(name, symbol);
                self.frame.at = self.frame.tokens.len() - 1;
                self.output.push(unknown(name));
                return;
            };
            self.frame.at += length;
            Some(arguments)
        } else {
            None
        };
        let mut place = self.place_from(name);
        if let Some(span) = definition.span {
            self.macro_uses.push(MacroUse { span: place.span, definition: span });
        }
        let mut expanded = Vec::new();
        let mut open = self.expand(&definition, symbol, arguments, place, &mut expanded);
        // The expansion is scanned again together with the tokens after it: the arguments of a macro in it may end there. C++14 (cpp.rescan) 1
        while let Some(macro_name) = open {
            if is_name_alone(&expanded, macro_name, &self.frame.tokens[self.frame.at..]) {
                break;
            }
            let rest = &self.frame.tokens[self.frame.at..];
            let Some(call) = self.open_call(&mut expanded, macro_name, rest) else {
                self.arguments_are_open(name, symbol);
                self.frame.at = self.frame.tokens.len() - 1;
                expanded = vec![unknown(name)];
                break;
            };
            self.frame.at += call.length;
            place = self.place_from(name);
            open = self.expand_call(call, place, &mut expanded);
        }
        if self.budget.is_exhausted {
            // What there is of the expansion is not worth parsing.
            expanded = vec![unknown(place)];
        }
        let mut expanded = self.without_pragmas(expanded);
        for wrong in expanded.iter().filter(|token| token.kind == TokenKind::Unknown) {
            self.frame.skipped.remove(&wrong.span.lo);
        }
        self.replace(place.span, &expanded, definition.span);
        self.output.append(&mut expanded);
    }

    /// Reports arguments that do not end.
    fn arguments_are_open(&mut self, name: Token, symbol: Symbol) {
        let message = format!("expected `)` after the arguments of macro `{}`", self.names.text(symbol));
        self.error(self.rules.preprocess_macro_arguments, name.span, message);
    }

    /// From the name of a macro to the last token that was taken.
    fn place_from(&self, name: Token) -> Token {
        let end = self.frame.tokens[self.frame.at - 1].span;
        Token { span: name.span.to(end), ..name }
    }

    /// The tokens with all macros expanded.
    pub(super) fn expand_all(&mut self, tokens: &[Token]) -> Vec<Token> {
        let mut expanded = Vec::new();
        self.expand_tokens(tokens, &mut expanded);
        if self.budget.is_exhausted {
            expanded.extend(tokens.first().map(|first| unknown(*first)));
        }
        expanded
    }

    /// Takes the end of an expansion as the use of a macro, from its name on, with the tokens after the expansion; `None` if the arguments don't end.
    fn open_call(&self, expanded: &mut Vec<Token>, name: usize, rest: &[Token]) -> Option<OpenCall> {
        let symbol = expanded[name].symbol?;
        let definition = Rc::clone(self.macros.get(&symbol)?);
        let begun = &expanded[name + 1..];
        let (arguments, length) = arguments(begun.iter().chain(rest))?;
        let length = length - begun.len();
        expanded.truncate(name);
        Some(OpenCall { definition, symbol, arguments, length })
    }

    fn expand_call(&mut self, call: OpenCall, place: Token, output: &mut Vec<Token>) -> Option<usize> {
        self.expand(&call.definition, call.symbol, Some(call.arguments), place, output)
    }

    /// Appends tokens with all macros expanded. Returns the position of a function-like macro's name in the output if its arguments don't end in the
    /// tokens: the tokens after the name are not expanded yet, since they are in its arguments.
    fn expand_tokens(&mut self, tokens: &[Token], output: &mut Vec<Token>) -> Option<usize> {
        let mut at = 0;
        while let Some(token) = tokens.get(at).copied() {
            if !self.spend(1, token.span) {
                return None;
            }
            at += 1;
            let token = self.marked(token);
            let symbol = token.symbol.filter(|_| token.kind.is_word() && !token.is_final);
            let definition = symbol.and_then(|symbol| Some((symbol, Rc::clone(self.macros.get(&symbol)?))));
            let Some((symbol, definition)) = definition else {
                output.push(token);
                continue;
            };
            let mut open = if definition.parameters.is_none() {
                self.expand(&definition, symbol, None, token, output)
            } else {
                output.push(token);
                Some(output.len() - 1)
            };
            while let Some(name) = open {
                if is_name_alone(output, name, &tokens[at..]) {
                    if at == tokens.len() {
                        return open;
                    }
                    break;
                }
                let Some(call) = self.open_call(output, name, &tokens[at..]) else {
                    // All tokens were looked at in vain, and are looked at again together with what follows them.
                    if self.spend(output.len() - name + tokens.len() - at, token.span) {
                        output.extend(tokens[at..].iter().map(|token| self.marked(*token)));
                    }
                    return open;
                };
                at += call.length;
                open = self.expand_call(call, token, output);
            }
        }
        None
    }

    /// Marks the name of a macro in the macro's own expansion, which is not replaced later either. C++14 (cpp.rescan) 2
    fn marked(&self, token: Token) -> Token {
        let is_active =
            token.kind.is_word() && token.symbol.is_some_and(|symbol| self.active.contains(&symbol));
        Token { is_final: token.is_final || is_active, ..token }
    }

    /// Appends the expansion of a macro. The tokens of its arguments are where they are written, all others are at the place of its use. Returns the position of a function-like macro's name in the output if its
    /// arguments end in what follows the use.
    fn expand(
        &mut self,
        definition: &Macro,
        symbol: Symbol,
        arguments: Option<Vec<Vec<Token>>>,
        place: Token,
        output: &mut Vec<Token>,
    ) -> Option<usize> {
        if let Origin::Place(value) = definition.origin {
            output.push(self.value_at(value, place));
            return None;
        }
        if let Some(span) = definition.span
            && definition.body.iter().any(|token| token.kind == TokenKind::Unknown)
        {
            let message = format!("macro `{}` has a character that begins no token", self.names.text(symbol));
            let found = Diagnostic::error(self.rules.lex_character_valid, place.span, message);
            self.diagnostics.push(found.label(span, "defined here"));
            output.push(unknown(place));
            return None;
        }
        let mut substituted = match (&definition.parameters, arguments) {
            (Some(Parameters { names, rest }), Some(arguments)) => {
                let count = arguments.len();
                let Some(arguments) = fitting(arguments, names.len(), rest.is_some()) else {
                    let message = format!(
                        "macro `{}` takes {} arguments, found {count}",
                        self.names.text(symbol),
                        names.len(),
                    );
                    self.error(self.rules.preprocess_macro_arguments, place.span, message);
                    output.push(unknown(place));
                    return None;
                };
                let named = names.iter().copied().chain(*rest);
                let mut arguments: Vec<Argument> = named.zip(arguments).map(Argument::new).collect();
                self.substitute(&definition.body, &mut arguments, *rest, place)
            }
            _ => self.substitute(&definition.body, &mut [], None, place),
        };
        for token in &mut substituted {
            token.begins_line = false;
        }
        self.note_use_in_argument(definition, place.span);
        self.active.insert(symbol);
        let mut open = None;
        self.nested(place.span, |preprocessor| open = preprocessor.expand_tokens(&substituted, output));
        self.active.remove(&symbol);
        open
    }

    /// Notes the use of a macro in an argument of the use that is being expanded: its tokens have a place of their own.
    fn note_use_in_argument(&mut self, definition: &Macro, span: Span) {
        if let (Some(outer), Some(definition)) = (self.macro_uses.last().copied(), definition.span)
            && outer.span.contains(span)
            && outer.span != span
        {
            // The use around it stays the last one.
            self.macro_uses.insert(self.macro_uses.len() - 1, MacroUse { span, definition });
        }
    }

    /// The value of a macro that depends on the place.
    fn value_at(&mut self, value: PlaceMacro, place: Token) -> Token {
        let (kind, spelling) = match value {
            PlaceMacro::Line => {
                let number = self.line_number(place.span) as i64;
                (TokenKind::Number, number.saturating_add(self.frame.line_shift).max(0).to_string())
            }
            PlaceMacro::IncludeLevel => (TokenKind::Number, self.outer.len().to_string()),
            PlaceMacro::Counter => {
                self.counter += 1;
                (TokenKind::Number, (self.counter - 1).to_string())
            }
            PlaceMacro::File => {
                let file = self.frame.inclusion.and_then(|number| self.inclusions.files().get(number));
                let name = file.map_or(self.source.path, |file| &file.name);
                let name = self.frame.name.as_deref().unwrap_or(name);
                (TokenKind::Text, format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\"")))
            }
        };
        Token { kind, symbol: Some(self.names.intern(&spelling)), ..place }
    }

    /// Gives the line after a directive a number, and the file a name.
    pub(super) fn renumber(&mut self, directive: Span, number: i64, name: Option<String>) {
        let next = self.line_number(Span::new(directive.hi, directive.hi)) as i64 + 1;
        self.frame.line_shift = number.saturating_sub(next);
        if name.is_some() {
            self.frame.name = name;
        }
    }

    /// The number of the line of a place.
    fn line_number(&mut self, place: Span) -> usize {
        let (text, start) = self.text();
        if self.frame.line_starts.is_empty() {
            let breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
            self.frame.line_starts = iter::once(0).chain(breaks.map(|(at, _)| at as u32 + 1)).collect();
        }
        self.frame.line_starts.partition_point(|line| *line + start <= place.lo)
    }

    /// The body with arguments in the place of parameters, at the place of the use except for the arguments. Arguments are expanded, unless they are joined or quoted.
    fn substitute(
        &mut self,
        body: &[Token],
        arguments: &mut [Argument],
        rest: Option<Symbol>,
        place: Token,
    ) -> Vec<Token> {
        let numbers: FxHashMap<Symbol, usize> =
            arguments.iter().enumerate().map(|(number, argument)| (argument.name, number)).collect();
        let find = |token: &Token| {
            let symbol = token.symbol.filter(|_| token.kind.is_word())?;
            numbers.get(&symbol).copied()
        };
        let is_join = |token: Option<&Token>| token.is_some_and(|token| token.kind == TokenKind::HashHash);
        let is_comma = |token: Option<&Token>| token.is_some_and(|token| token.kind == TokenKind::Comma);
        let mut output: Vec<Token> = Vec::new();
        let mut at = 0;
        while let Some(token) = body.get(at) {
            let before = output.len();
            let next = body.get(at + 1);
            let next_argument = next.and_then(find);
            at += 1;
            if token.kind == TokenKind::Hash
                && let Some(quoted) = next_argument
            {
                let quoted = self.quoted(&arguments[quoted].written, *token);
                output.push(Token { span: place.span, ..quoted });
                at += 1;
            } else if token.kind == TokenKind::HashHash
                && let Some(next) = next
                && !output.is_empty()
            {
                match next_argument {
                    // `, ## __VA_ARGS__` is GCC's: without further arguments there is no comma, and with some nothing is joined.
                    Some(right) if rest == next.symbol && is_comma(body.get(at.wrapping_sub(2))) => {
                        if arguments[right].written.is_empty() {
                            output.pop();
                        } else {
                            output.extend_from_slice(self.expanded(&mut arguments[right], place));
                        }
                    }
                    Some(right) => self.join(&mut output, &arguments[right].written, place),
                    None => self.join(&mut output, &[*next], place),
                }
                at += 1;
            } else {
                match find(token) {
                    // Nothing and a token are joined to the token.
                    Some(index) if is_join(next) && arguments[index].written.is_empty() => at += 1,
                    Some(index) if is_join(next) => output.extend_from_slice(&arguments[index].written),
                    Some(index) => output.extend_from_slice(self.expanded(&mut arguments[index], place)),
                    None => output.push(Token { span: place.span, ..*token }),
                }
            }
            if !self.spend(output.len().saturating_sub(before), place.span) {
                break;
            }
        }
        output
    }

    /// The tokens of an argument with all macros expanded, which is done once for all places of its parameter.
    fn expanded<'argument>(&mut self, argument: &'argument mut Argument, place: Token) -> &'argument [Token] {
        if argument.expanded.is_none() {
            let mut expanded = Vec::new();
            let mut open = None;
            self.nested(place.span, |it| open = it.expand_tokens(&argument.written, &mut expanded));
            // An argument is expanded as if nothing followed it. C++14 (cpp.subst) 1
            if let Some(name) = open.filter(|name| name + 1 < expanded.len())
                && let Some(symbol) = expanded[name].symbol
            {
                self.arguments_are_open(place, symbol);
                expanded = vec![unknown(place)];
            }
            argument.expanded = Some(expanded);
        }
        argument.expanded.as_deref().unwrap_or_default()
    }

    fn quoted(&mut self, tokens: &[Token], place: Token) -> Token {
        let mut text = String::from("\"");
        for (number, token) in tokens.iter().enumerate() {
            if number > 0 && token.follows_space {
                text.push(' ');
            }
            // A character that begins no other token is a token of the preprocessor. C++14 (lex.pptoken) 1
            if token.kind == TokenKind::Unknown {
                self.frame.skipped.insert(token.span.lo);
            }
            text.extend(
                self.spelling(*token)
                    .chars()
                    .flat_map(|it| matches!(it, '"' | '\\').then_some('\\').into_iter().chain([it])),
            );
        }
        text.push('"');
        self.spend(text.len(), place.span);
        Token { kind: TokenKind::Text, symbol: Some(self.names.intern(&text)), ..place }
    }

    /// Joins the last token with the first of others, which must be one token then.
    fn join(&mut self, output: &mut Vec<Token>, right: &[Token], place: Token) {
        let Some((first, rest)) = right.split_first() else { return };
        let Some(left) = output.pop() else { return };
        let joined = format!("{}{}", self.spelling(left), self.spelling(*first));
        if !self.spend(joined.len(), place.span) {
            return;
        }
        let tokens = lex(&joined, self.dialect, &mut self.names, &mut Vec::new());
        self.define_library_macro_named(&joined);
        let follows_space = left.follows_space;
        if let [token, _] = tokens.as_slice() {
            // No text of the file is the joined token.
            output.push(Token { span: place.span, begins_line: false, follows_space, ..*token });
        } else {
            let message = format!("`##` does not form a token: `{joined}`");
            self.error(self.rules.preprocess_macro_operators, place.span, message);
            output.push(unknown(place));
        }
        output.extend_from_slice(rest);
    }
}

/// A token in the place of a use that has no expansion: a mistake was reported, and parsing reports none.
fn unknown(place: Token) -> Token {
    Token { kind: TokenKind::Unknown, symbol: None, ..place }
}

/// Returns true if the name of a function-like macro at the end of an expansion has no arguments in the tokens after it.
fn is_name_alone(expanded: &[Token], name: usize, rest: &[Token]) -> bool {
    name + 1 == expanded.len() && rest.first().is_none_or(|next| next.kind != TokenKind::LeftParen)
}

/// The arguments in parentheses, and the number of tokens with these.
fn arguments<'token>(tokens: impl IntoIterator<Item = &'token Token>) -> Option<(Vec<Vec<Token>>, usize)> {
    let mut arguments = vec![Vec::new()];
    let mut depth = 0_u32;
    for (at, token) in tokens.into_iter().enumerate().skip(1) {
        steps::take(1);
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
fn fitting(mut arguments: Vec<Vec<Token>>, count: usize, is_variadic: bool) -> Option<Vec<Vec<Token>>> {
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
                    is_final: false,
                });
            }
            rest.extend(argument);
        }
        arguments.push(rest);
    }
    (arguments.len() == count + usize::from(is_variadic)).then_some(arguments)
}
