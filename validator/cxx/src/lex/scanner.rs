//! The scanner: a dispatch on the first byte of every token.

use super::comment::{block_comment_end, line_comment_end};
use super::token::{Token, TokenKind};
use super::universal;
use crate::dialect::{Dialect, Lexis};
use crate::names::Names;
use shader_source::diagnostic::Diagnostic;
use shader_source::{Rule, Span};
use std::borrow::Cow;

/// Makes the tokens of one text.
pub(super) struct Scanner<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    dialect: &'static Dialect,
    names: &'a mut Names,
    diagnostics: &'a mut Vec<Diagnostic>,
    tokens: Vec<Token>,
    begins_line: bool,
    follows_space: bool,
}

/// The maximum number of characters around the parentheses of a raw text. C++14 (lex.string) 1
const MOST_DELIMITER: usize = 16;

impl<'a> Scanner<'a> {
    pub(super) fn new(
        text: &'a str,
        dialect: &'static Dialect,
        names: &'a mut Names,
        diagnostics: &'a mut Vec<Diagnostic>,
    ) -> Self {
        let tokens = Vec::with_capacity(text.len() / 4 + 8);
        let bytes = text.as_bytes();
        // A byte order mark is not part of the program.
        let has_mark = dialect.lexis == Lexis::Cxx && text.starts_with('\u{FEFF}');
        Self {
            text,
            bytes,
            at: if has_mark { '\u{FEFF}'.len_utf8() } else { 0 },
            dialect,
            names,
            diagnostics,
            tokens,
            begins_line: true,
            follows_space: false,
        }
    }

    pub(super) fn run(mut self) -> Vec<Token> {
        while let Some(byte) = self.bytes.get(self.at) {
            self.token(*byte);
        }
        self.push(TokenKind::EndOfText, 0);
        self.tokens
    }

    fn peek(&self, distance: usize) -> Option<u8> {
        self.bytes.get(self.at + distance).copied()
    }

    fn push(&mut self, kind: TokenKind, length: usize) {
        let span = Span::new(self.at as u32, (self.at + length) as u32);
        let spelling = match kind {
            TokenKind::Character | TokenKind::Text => Some(Cow::Borrowed(span.text(self.text))),
            TokenKind::Number => Some(self.spelling(length)),
            // An alternative token keeps its spelling for `#` and `##`.
            _ if kind.is_word() || self.bytes.get(self.at).is_some_and(u8::is_ascii_alphabetic) => {
                Some(self.spelling(length))
            }
            _ => None,
        };
        let symbol = spelling.map(|spelling| self.names.intern(&spelling));
        let kind = match symbol {
            Some(symbol) if kind == TokenKind::Identifier => {
                self.dialect.word(symbol).map_or(kind, TokenKind::of)
            }
            Some(_) | None => kind,
        };
        let (begins_line, follows_space) = (self.begins_line, self.follows_space);
        self.tokens.push(Token { span, symbol, kind, begins_line, follows_space, is_final: false });
        (self.begins_line, self.follows_space) = (false, false);
        self.at += length;
    }

    fn token(&mut self, byte: u8) {
        match byte {
            b'\n' => {
                self.at += 1;
                (self.begins_line, self.follows_space) = (true, true);
            }
            b' ' | b'\t' | b'\r' | 0x0B | 0x0C => {
                self.at += 1;
                self.follows_space = true;
            }
            b'\\' if self.splice(0) > 0 => {
                self.at += self.splice(0);
                self.follows_space = true;
            }
            // The prefix of a character of a wider type. C++14 (lex.ccon)
            b'L' | b'u' | b'U' if self.dialect.lexis == Lexis::Cxx && self.peek(1) == Some(b'\'') => {
                self.literal(1, b'\'', TokenKind::Character);
            }
            // A text in UTF-8, and one without escape sequences. C++14 (lex.string)
            b'u' if self.has_prefix("u8\"") => self.literal(2, b'"', TokenKind::Text),
            b'R' if self.has_prefix("R\"") => self.raw_text(1),
            b'u' if self.has_prefix("u8R\"") => self.raw_text(3),
            // The prefix of a text of wider characters, C++14 (lex.string), in the code of a host.
            b'L' | b'u' | b'U' if self.dialect.has_host_code && self.peek(1) == Some(b'"') => {
                self.literal(1, b'"', TokenKind::Text);
            }
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => self.word(),
            b'\\' if self.universal(0).is_some_and(|(it, _)| universal::begins_name(it)) => self.word(),
            0x80.. if self.dialect.lexis == Lexis::Wgsl => self.word(),
            0x80.. if self.character().is_some_and(universal::begins_name) => self.word(),
            b'0'..=b'9' => self.number(),
            b'.' if self.peek(1).is_some_and(|next| next.is_ascii_digit()) => self.number(),
            b'"' if self.dialect.lexis == Lexis::Cxx => self.literal(0, b'"', TokenKind::Text),
            b'\'' if self.dialect.lexis == Lexis::Cxx => self.literal(0, b'\'', TokenKind::Character),
            b'/' if self.peek(1) == Some(b'/') => self.line_comment(),
            b'/' if self.peek(1) == Some(b'*') => self.block_comment(),
            _ => match self.mark() {
                Some((kind, length)) => self.push(kind, length),
                None => self.unknown(),
            },
        }
    }

    /// The length of a backslash with the line break after it, at a distance from here. C++14 (lex.phases) 1
    fn splice(&self, distance: usize) -> usize {
        match self.bytes.get(self.at + distance..) {
            Some([b'\\', b'\n', ..]) => 2,
            Some([b'\\', b'\r', b'\n', ..]) => 3,
            _ => 0,
        }
    }

    /// The character that begins here.
    fn character(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn mark(&self) -> Option<(TokenKind, usize)> {
        let rest = &self.bytes[self.at..];
        let digraph = if self.dialect.lexis == Lexis::Cxx { digraph(rest) } else { None };
        digraph.or_else(|| mark(rest))
    }

    /// The character that `\u00e9` or `\U000000e9` names at a distance from here, and the length of that. C++14 (lex.charset) 2
    fn universal(&self, distance: usize) -> Option<(char, usize)> {
        let rest = self.bytes.get(self.at + distance..).filter(|_| self.dialect.lexis == Lexis::Cxx)?;
        let digits = match rest {
            [b'\\', b'u', ..] => 4,
            [b'\\', b'U', ..] => 8,
            _ => return None,
        };
        let digits = rest.get(2..2 + digits).filter(|it| it.iter().all(u8::is_ascii_hexdigit))?;
        let number = u32::from_str_radix(core::str::from_utf8(digits).ok()?, 16).ok()?;
        Some((char::from_u32(number)?, 2 + digits.len()))
    }

    /// The name or number that begins here and has so many bytes: without line breaks in it, and with the characters that it names.
    fn spelling(&self, length: usize) -> Cow<'a, str> {
        let written = &self.text[self.at..self.at + length];
        if !written.contains('\\') {
            return Cow::Borrowed(written);
        }
        let (mut name, mut at) = (String::new(), 0);
        while at < length {
            let splice = self.splice(at);
            if splice > 0 {
                at += splice;
                continue;
            }
            let (character, bytes) = self.universal(at).unwrap_or_else(|| {
                let character = self.text[self.at + at..].chars().next().unwrap_or(' ');
                (character, character.len_utf8())
            });
            name.push(character);
            at += bytes;
        }
        Cow::Owned(name)
    }

    /// The number of bytes of the name that begins here.
    fn name_length(&self) -> usize {
        let mut length = self.written_length(0);
        loop {
            let joined = self.after_splices(length);
            let named = self.universal(joined).filter(|(it, _)| universal::is_in_name(*it));
            let more = joined + named.map_or(0, |(_, more)| more);
            let more = more + self.written_length(more);
            // A line break after a name is not a part of it.
            if more == joined {
                return length;
            }
            length = more;
        }
    }

    /// The distance from here after the spliced lines at a distance. Only C++ has them in the middle of a token.
    fn after_splices(&self, distance: usize) -> usize {
        let mut after = distance;
        while self.dialect.lexis == Lexis::Cxx && self.splice(after) > 0 {
            after += self.splice(after);
        }
        after
    }

    /// The number of bytes of a name at a distance from here up to a character that is not written itself.
    fn written_length(&self, distance: usize) -> usize {
        let rest = &self.bytes[self.at + distance..];
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        match self.dialect.lexis {
            Lexis::Cxx => {
                let plain = rest.iter().position(|byte| !is_plain(*byte)).unwrap_or(rest.len());
                if rest.get(plain).is_none_or(u8::is_ascii) {
                    return plain;
                }
                let is_inside = |character: char| match u8::try_from(character) {
                    Ok(byte) if byte.is_ascii() => is_plain(byte),
                    _ => universal::is_in_name(character),
                };
                let text = &self.text[self.at + distance + plain..];
                plain + text.find(|character| !is_inside(character)).unwrap_or(text.len())
            }
            // Which letters WGSL allows is up to its own lexer: no macro may be found in the middle of a name.
            Lexis::Wgsl => {
                let end = rest.iter().position(|byte| !is_plain(*byte) && byte.is_ascii());
                end.unwrap_or(rest.len())
            }
        }
    }

    fn word(&mut self) {
        let length = self.name_length();
        let word = &self.text[self.at..self.at + length];
        let is_include = matches!(word, "include" | "import")
            && self.tokens.last().is_some_and(|last| last.kind == TokenKind::Hash && last.begins_line);
        // Metal's library has `metal::not`, which C++ could not name.
        let is_named = self.tokens.last().is_some_and(|last| last.kind == TokenKind::ColonColon);
        let alternative =
            if self.dialect.lexis == Lexis::Cxx && !is_named { alternative(word) } else { None };
        let keyword = TokenKind::keyword(&self.spelling(length));
        self.push(keyword.or(alternative).unwrap_or(TokenKind::Identifier), length);
        if is_include {
            self.header_name();
        }
    }

    /// The name of a header after `#include`, in which neither quotes, backslashes nor slashes have their meanings.
    fn header_name(&mut self) {
        while matches!(self.peek(0), Some(b' ' | b'\t')) {
            self.at += 1;
            self.follows_space = true;
        }
        let closing = match self.peek(0) {
            Some(b'<') => b'>',
            Some(b'"') => b'"',
            _ => return,
        };
        let rest = &self.bytes[self.at + 1..];
        let end = rest.iter().position(|byte| *byte == closing || *byte == b'\n');
        if let Some(end) = end.filter(|end| rest[*end] == closing) {
            self.push(TokenKind::Text, end + 2);
        }
    }

    /// A number as the preprocessor has it: digits, letters, dots, and the sign of an exponent.
    fn number(&mut self) {
        let rest = &self.bytes[self.at..];
        let mut length = 0;
        while let Some(byte) = rest.get(length) {
            let joined = self.after_splices(length);
            if joined > length && rest.get(joined).is_some_and(u8::is_ascii_alphanumeric) {
                length = joined;
                continue;
            }
            let is_sign = matches!(byte, b'+' | b'-')
                && length > 0
                && matches!(rest[length - 1], b'e' | b'E' | b'p' | b'P')
                && !(rest.len() > 1
                    && matches!(rest[1], b'x' | b'X')
                    && matches!(rest[length - 1], b'e' | b'E'));
            let is_separator =
                *byte == b'\'' && length > 0 && rest.get(length + 1).is_some_and(u8::is_ascii_alphanumeric);
            if !is_sign && !is_separator && !byte.is_ascii_alphanumeric() && !matches!(byte, b'.' | b'_') {
                break;
            }
            length += 1;
        }
        self.push(TokenKind::Number, length);
    }

    /// A literal with a prefix of some bytes, up to its quote; without one it is not a token, which parsing would complain about again.
    fn literal(&mut self, prefix: usize, quote: u8, mut kind: TokenKind) {
        let rest = &self.bytes[self.at..];
        let mut length = prefix + 1;
        loop {
            match rest.get(length) {
                Some(b'\\') if rest.get(length + 1).is_some_and(u8::is_ascii) => length += 2,
                Some(b'\n') | None => {
                    let span = Span::new(self.at as u32, (self.at + length) as u32);
                    let message = format!("expected a closing `{}` on this line", quote as char);
                    self.error(self.dialect.rules.lex_literal_terminated, span, message);
                    kind = TokenKind::Unknown;
                    break;
                }
                Some(byte) => {
                    length += 1;
                    if *byte == quote {
                        break;
                    }
                }
            }
        }
        self.push(kind, length);
    }

    /// Returns true if the prefix of a text is here, with its quote.
    fn has_prefix(&self, prefix: &str) -> bool {
        self.dialect.lexis == Lexis::Cxx && self.text[self.at..].starts_with(prefix)
    }

    /// `R"delimiter(…)delimiter"`, which may have line breaks in it. C++14 (lex.string) 3
    fn raw_text(&mut self, prefix: usize) {
        let rest = &self.text[self.at + prefix + 1..];
        let is_end =
            |character: char| matches!(character, '(' | ')' | '\\' | '"') || character.is_whitespace();
        let open = rest.find(is_end).filter(|at| *at <= MOST_DELIMITER && rest[*at..].starts_with('('));
        let close = open.map(|at| format!("){}\"", &rest[..at]));
        let end = close.and_then(|close| Some(rest.find(&close)? + close.len()));
        if let Some(end) = end {
            shader_source::steps::take(end);
            self.push(TokenKind::Text, prefix + 1 + end);
        } else {
            let length = prefix + 1 + rest.find('\n').unwrap_or(rest.len());
            let span = Span::new(self.at as u32, (self.at + length) as u32);
            let message =
                "expected `(` after at most 16 characters, and `)` with the same characters and `\"`";
            self.error(self.dialect.rules.lex_literal_terminated, span, message.into());
            self.push(TokenKind::Unknown, length);
        }
    }

    fn line_comment(&mut self) {
        self.follows_space = true;
        self.at = line_comment_end(self.bytes, self.at, self.dialect.lexis);
    }

    fn block_comment(&mut self) {
        self.follows_space = true;
        if let Some(end) = block_comment_end(self.text, self.at, self.dialect.lexis) {
            self.at = end;
        } else {
            let span = Span::new(self.at as u32, self.at as u32 + 2);
            self.error(
                self.dialect.rules.lex_comment_terminated,
                span,
                "unclosed comment: expected `*/`".into(),
            );
            self.at = self.bytes.len();
        }
    }

    fn unknown(&mut self) {
        let character = self.text[self.at..].chars().next().unwrap_or(' ');
        let length = character.len_utf8();
        let span = Span::new(self.at as u32, (self.at + length) as u32);
        self.error(
            self.dialect.rules.lex_character_valid,
            span,
            format!("unexpected character `{character}`"),
        );
        // A macro can have the marks that C++ lacks, such as `@`.
        let is_kept = self.dialect.lexis == Lexis::Wgsl;
        self.push(if is_kept { TokenKind::Character } else { TokenKind::Unknown }, length);
        // `#` spells it.
        if let Some(token) = self.tokens.last_mut() {
            token.symbol = Some(self.names.intern(span.text(self.text)));
        }
    }

    /// Reports a mistake. WGSL has a lexer of its own, which reads the result.
    fn error(&mut self, rule: &'static Rule, span: Span, message: String) {
        match self.dialect.lexis {
            Lexis::Cxx => self.diagnostics.push(Diagnostic::error(rule, span, message)),
            Lexis::Wgsl => {}
        }
    }
}

/// The mark that a word is written for. C++14 (lex.digraph)
fn alternative(word: &str) -> Option<TokenKind> {
    Some(match word {
        "and" => TokenKind::AndAnd,
        "and_eq" => TokenKind::AndEqual,
        "bitand" => TokenKind::And,
        "bitor" => TokenKind::Or,
        "compl" => TokenKind::Tilde,
        "not" => TokenKind::Bang,
        "not_eq" => TokenKind::BangEqual,
        "or" => TokenKind::OrOr,
        "or_eq" => TokenKind::OrEqual,
        "xor" => TokenKind::Xor,
        "xor_eq" => TokenKind::XorEqual,
        _ => return None,
    })
}

/// The mark that two or four characters at the beginning are written for, and its length. C++14 (lex.digraph)
fn digraph(rest: &[u8]) -> Option<(TokenKind, usize)> {
    Some(match rest {
        // `<::` is a `<` before `::`, unless it is `<:::` or `<::>`. C++14 (lex.pptoken) 3
        [b'<', b':', b':', next, ..] if !matches!(next, b':' | b'>') => return None,
        [b'<', b':', b':'] => return None,
        [b'<', b':', ..] => (TokenKind::LeftBracket, 2),
        [b':', b'>', ..] => (TokenKind::RightBracket, 2),
        [b'<', b'%', ..] => (TokenKind::LeftBrace, 2),
        [b'%', b'>', ..] => (TokenKind::RightBrace, 2),
        [b'%', b':', b'%', b':', ..] => (TokenKind::HashHash, 4),
        [b'%', b':', ..] => (TokenKind::Hash, 2),
        _ => return None,
    })
}

/// The longest mark at the beginning, and its length.
fn mark(rest: &[u8]) -> Option<(TokenKind, usize)> {
    use TokenKind as Kind;
    let second = rest.get(1).copied().unwrap_or(0);
    let third = rest.get(2).copied().unwrap_or(0);
    Some(match (rest[0], second, third) {
        (b'<', b'<', b'=') => (Kind::ShiftLeftEqual, 3),
        (b'>', b'>', b'=') => (Kind::ShiftRightEqual, 3),
        (b'.', b'.', b'.') => (Kind::Ellipsis, 3),
        (b'<', b'<', _) => (Kind::ShiftLeft, 2),
        (b'>', b'>', _) => (Kind::ShiftRight, 2),
        (b'<', b'=', _) => (Kind::LessEqual, 2),
        (b'>', b'=', _) => (Kind::GreaterEqual, 2),
        (b'=', b'=', _) => (Kind::EqualEqual, 2),
        (b'!', b'=', _) => (Kind::BangEqual, 2),
        (b'&', b'&', _) => (Kind::AndAnd, 2),
        (b'|', b'|', _) => (Kind::OrOr, 2),
        (b'+', b'+', _) => (Kind::PlusPlus, 2),
        (b'-', b'-', _) => (Kind::MinusMinus, 2),
        (b'-', b'>', _) => (Kind::Arrow, 2),
        (b':', b':', _) => (Kind::ColonColon, 2),
        (b'#', b'#', _) => (Kind::HashHash, 2),
        (b'&', b'=', _) => (Kind::AndEqual, 2),
        (b'|', b'=', _) => (Kind::OrEqual, 2),
        (b'^', b'=', _) => (Kind::XorEqual, 2),
        (b'+', b'=', _) => (Kind::PlusEqual, 2),
        (b'-', b'=', _) => (Kind::MinusEqual, 2),
        (b'*', b'=', _) => (Kind::StarEqual, 2),
        (b'/', b'=', _) => (Kind::SlashEqual, 2),
        (b'%', b'=', _) => (Kind::PercentEqual, 2),
        (b'<', ..) => (Kind::Less, 1),
        (b'>', ..) => (Kind::Greater, 1),
        (b'=', ..) => (Kind::Equal, 1),
        (b'!', ..) => (Kind::Bang, 1),
        (b'&', ..) => (Kind::And, 1),
        (b'|', ..) => (Kind::Or, 1),
        (b'^', ..) => (Kind::Xor, 1),
        (b'+', ..) => (Kind::Plus, 1),
        (b'-', ..) => (Kind::Minus, 1),
        (b'*', ..) => (Kind::Star, 1),
        (b'/', ..) => (Kind::Slash, 1),
        (b'%', ..) => (Kind::Percent, 1),
        (b'~', ..) => (Kind::Tilde, 1),
        (b'?', ..) => (Kind::Question, 1),
        (b':', ..) => (Kind::Colon, 1),
        (b';', ..) => (Kind::Semicolon, 1),
        (b',', ..) => (Kind::Comma, 1),
        (b'.', ..) => (Kind::Period, 1),
        (b'#', ..) => (Kind::Hash, 1),
        (b'(', ..) => (Kind::LeftParen, 1),
        (b')', ..) => (Kind::RightParen, 1),
        (b'[', ..) => (Kind::LeftBracket, 1),
        (b']', ..) => (Kind::RightBracket, 1),
        (b'{', ..) => (Kind::LeftBrace, 1),
        (b'}', ..) => (Kind::RightBrace, 1),
        _ => return None,
    })
}
