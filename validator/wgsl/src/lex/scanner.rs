//! The scanner: a dispatch on the first byte of every token.

use super::blank::{block_comment_end, line_comment_end, wide_blankspace_length};
use super::token::{Token, TokenKind};
use super::{Lexed, number};
use crate::diagnostic::{Applicability, Diagnostic};
use crate::foreign::selection;
use crate::steps;
use shader_source::Span;
use wgsl_spec::{Edition, Rule, Symbol, WordClass, rules};

/// ASCII characters that can continue an identifier.
const CONTINUES_WORD: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 128 {
        table[byte] = (byte as u8).is_ascii_alphanumeric() || byte as u8 == b'_';
        byte += 1;
    }
    table
};

/// Makes the tokens of one source.
pub(super) struct Scanner<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    edition: Edition,
    lexed: Lexed,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a str, edition: Edition, mut lexed: Lexed) -> Self {
        lexed.tokens.clear();
        // Dense code has a token every four bytes; sparse code wastes a little.
        lexed.tokens.reserve(text.len() / 4 + 8);
        lexed.symbols.clear();
        lexed.diagnostics.clear();
        lexed.templates.reset();
        lexed.is_cut_short = false;
        Self { text, bytes: text.as_bytes(), at: 0, edition, lexed }
    }

    pub(super) fn run(mut self) -> Lexed {
        self.check_text();
        while let Some(byte) = self.bytes.get(self.at) {
            let start = self.at;
            self.token(*byte);
            steps::take(self.at - start);
        }
        let end = self.bytes.len() as u32;
        let span = Span::new(end, end);
        self.lexed.tokens.push(Token { span, symbol: None, kind: TokenKind::EndOfText });
        self.lexed.diagnostics.sort_by_key(|diagnostic| diagnostic.primary.span);
        self.lexed
    }

    /// Checks of the source as a whole.
    fn check_text(&mut self) {
        if self.text.starts_with('\u{FEFF}') {
            self.at = '\u{FEFF}'.len_utf8();
            let message = "the source must not start with a byte order mark, U+FEFF";
            self.error(rules::TEXT_UTF8, Span::new(0, 3), message).suggest(
                "remove the byte order mark",
                vec![(Span::new(0, 3), String::new())],
                Applicability::Safe,
            );
        }
        // `contains` looks at many bytes at a time.
        if self.bytes.contains(&0)
            && let Some(place) = self.bytes.iter().position(|byte| *byte == 0)
        {
            let span = Span::new(place as u32, place as u32 + 1);
            self.error(rules::TEXT_NO_NUL, span, "the source must not contain a null character, U+0000");
        }
    }

    fn error(&mut self, rule: &'static Rule, span: Span, message: impl Into<String>) -> Pending<'_> {
        self.lexed.diagnostics.push(Diagnostic::error(rule, span, message));
        Pending(&mut self.lexed.diagnostics)
    }

    fn second(&self) -> Option<u8> {
        self.bytes.get(self.at + 1).copied()
    }

    fn third(&self) -> Option<u8> {
        self.bytes.get(self.at + 2).copied()
    }

    fn push(&mut self, kind: TokenKind, length: usize) {
        let span = Span::new(self.at as u32, (self.at + length) as u32);
        self.lexed.tokens.push(Token { span, symbol: None, kind });
        self.at += length;
    }

    /// `alone`, or `with_equal` when `=` follows: an assignment, which no template list holds.
    fn operator_or_assignment(&mut self, alone: TokenKind, with_equal: TokenKind) {
        if self.second() == Some(b'=') {
            self.lexed.templates.reset();
            self.push(with_equal, 2);
        } else {
            self.push(alone, 1);
        }
    }

    fn token(&mut self, byte: u8) {
        use TokenKind as Kind;
        match byte {
            b'\t'..=b'\r' | b' ' | 0 => {
                let rest = &self.bytes[self.at + 1..];
                self.at += 1 + rest.iter().take_while(|byte| matches!(byte, b'\t'..=b'\r' | b' ')).count();
            }
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => self.word(),
            b'0'..=b'9' => self.number(),
            b'.' if self.second().is_some_and(|next| next.is_ascii_digit()) => self.number(),
            b'.' => self.push(Kind::Period, 1),
            b',' => self.push(Kind::Comma, 1),
            b'@' => self.push(Kind::At, 1),
            b'~' => self.push(Kind::Tilde, 1),
            b'}' => self.push(Kind::RightBrace, 1),
            b';' => self.separator(Kind::Semicolon),
            b'{' => self.separator(Kind::LeftBrace),
            b':' => self.separator(Kind::Colon),
            b'(' => self.opener(Kind::LeftParen),
            b'[' => self.opener(Kind::LeftBracket),
            b')' => self.closer(Kind::RightParen),
            b']' => self.closer(Kind::RightBracket),
            b'=' if self.second() == Some(b'=') => self.push(Kind::EqualEqual, 2),
            b'=' => self.separator(Kind::Equal),
            b'!' if self.second() == Some(b'=') => self.push(Kind::BangEqual, 2),
            b'!' => self.push(Kind::Bang, 1),
            b'<' => self.less(),
            b'>' => self.greater(),
            b'&' if self.second() == Some(b'&') => self.short_circuit(Kind::AndAnd),
            b'&' => self.operator_or_assignment(Kind::And, Kind::AndEqual),
            b'|' if self.second() == Some(b'|') => self.short_circuit(Kind::OrOr),
            b'|' => self.operator_or_assignment(Kind::Or, Kind::OrEqual),
            b'+' if self.second() == Some(b'+') => self.push(Kind::PlusPlus, 2),
            b'+' => self.operator_or_assignment(Kind::Plus, Kind::PlusEqual),
            b'-' => self.minus(),
            b'*' => self.operator_or_assignment(Kind::Star, Kind::StarEqual),
            b'/' => self.slash(),
            b'%' => self.operator_or_assignment(Kind::Percent, Kind::PercentEqual),
            b'^' => self.operator_or_assignment(Kind::Xor, Kind::XorEqual),
            _ => self.beyond_ascii(),
        }
    }

    fn separator(&mut self, kind: TokenKind) {
        self.lexed.templates.reset();
        self.push(kind, 1);
    }

    fn opener(&mut self, kind: TokenKind) {
        self.lexed.templates.enter();
        self.push(kind, 1);
    }

    fn closer(&mut self, kind: TokenKind) {
        self.lexed.templates.leave();
        self.push(kind, 1);
    }

    fn short_circuit(&mut self, kind: TokenKind) {
        self.lexed.templates.drop_current_level();
        self.push(kind, 2);
    }

    fn less(&mut self) {
        match (self.second(), self.third()) {
            (Some(b'<'), Some(b'=')) if self.edition == Edition::Current => {
                self.lexed.templates.reset();
                self.push(TokenKind::ShiftLeftEqual, 3);
            }
            (Some(b'<'), _) if self.edition == Edition::Current => self.push(TokenKind::ShiftLeft, 2),
            (Some(b'='), _) => self.push(TokenKind::LessEqual, 2),
            _ => {
                let follows_name =
                    self.lexed.tokens.last().is_some_and(|token| token.kind.may_precede_template_list());
                if follows_name && self.edition == Edition::Current {
                    self.lexed.templates.candidate(self.lexed.tokens.len());
                }
                self.push(TokenKind::Less, 1);
            }
        }
    }

    fn greater(&mut self) {
        if let Some(start) = self.lexed.templates.close() {
            self.lexed.tokens[start].kind = TokenKind::TemplateStart;
            self.push(TokenKind::TemplateEnd, 1);
            return;
        }
        match (self.second(), self.third()) {
            (Some(b'>'), Some(b'=')) if self.edition == Edition::Current => {
                self.push(TokenKind::ShiftRightEqual, 3);
            }
            (Some(b'>'), _) if self.edition == Edition::Current => self.push(TokenKind::ShiftRight, 2),
            (Some(b'='), _) => self.push(TokenKind::GreaterEqual, 2),
            _ => self.push(TokenKind::Greater, 1),
        }
    }

    fn minus(&mut self) {
        match self.second() {
            Some(b'-') => self.push(TokenKind::MinusMinus, 2),
            Some(b'>') if !self.lexed.templates.would_close() => self.push(TokenKind::Arrow, 2),
            _ => self.operator_or_assignment(TokenKind::Minus, TokenKind::MinusEqual),
        }
    }

    fn slash(&mut self) {
        match self.second() {
            Some(b'/') => self.at = line_comment_end(self.bytes, self.at + 2, self.edition),
            Some(b'*') => match block_comment_end(self.bytes, self.at) {
                Some(end) => self.at = end,
                None => self.unterminated_comment(),
            },
            _ => self.operator_or_assignment(TokenKind::Slash, TokenKind::SlashEqual),
        }
    }

    #[cold]
    fn unterminated_comment(&mut self) {
        let start = self.at as u32;
        // A `*/` there is closes a comment inside.
        let closes_another = self.text[self.at..].contains("*/");
        let rule = if closes_another { rules::COMMENT_BLOCK_NEST } else { rules::COMMENT_BLOCK_UNTERMINATED };
        self.error(rule, Span::new(start, start + 2), "unclosed block comment")
            .note("block comments nest: every `/*` must have its own `*/`");
        self.at = self.bytes.len();
        self.lexed.is_cut_short = true;
    }

    /// One past the end of the characters from `at` that continue an identifier.
    fn word_end(&self, mut at: usize) -> usize {
        loop {
            let rest = self.bytes.get(at..).unwrap_or(&[]);
            at += rest.iter().take_while(|byte| CONTINUES_WORD[**byte as usize]).count();
            match self.character(at) {
                Some(character) if goes_on_identifier(character) => {
                    at += character.len_utf8();
                }
                _ => return at,
            }
        }
    }

    /// The character at a byte offset, unless it is ASCII.
    fn character(&self, at: usize) -> Option<char> {
        if *self.bytes.get(at)? < 0x80 {
            return None;
        }
        self.text.get(at..)?.chars().next()
    }

    fn word(&mut self) {
        let start = self.at;
        let rest = &self.bytes[start + 1..];
        let ascii = rest.iter().position(|byte| !CONTINUES_WORD[*byte as usize]).unwrap_or(rest.len());
        self.at = start + 1 + ascii;
        if rest.get(ascii).is_some_and(|byte| *byte >= 0x80) {
            self.at = self.word_end(self.at);
        }
        self.finish_word(start);
    }

    #[inline]
    fn finish_word(&mut self, start: usize) {
        let span = Span::new(start as u32, self.at as u32);
        let symbol = self.lexed.symbols.intern(self.text, span);
        let kind = self.word_kind(symbol);
        let kind = if self.bytes[start] == b'_' { self.underscored(span, kind) } else { kind };
        self.lexed.tokens.push(Token { span, symbol: Some(symbol), kind });
    }

    fn word_kind(&self, symbol: Symbol) -> TokenKind {
        if symbol.index() >= Symbol::PREDECLARED as usize {
            return TokenKind::Identifier;
        }
        match symbol.info(self.edition).class {
            WordClass::Identifier => TokenKind::Identifier,
            WordClass::Keyword => TokenKind::keyword(symbol),
            WordClass::Reserved => TokenKind::Reserved,
        }
    }

    /// A word that starts with an underscore. <https://www.w3.org/TR/WGSL/#identifiers>
    fn underscored(&mut self, span: Span, kind: TokenKind) -> TokenKind {
        match self.bytes.get(span.lo as usize + 1..span.hi as usize) {
            Some([]) => TokenKind::Underscore,
            Some([b'_', ..]) => {
                self.two_underscores(span);
                kind
            }
            _ => kind,
        }
    }

    #[cold]
    fn two_underscores(&mut self, span: Span) {
        let text = span.text(self.text);
        let message = format!("identifier `{text}` must not start with two underscores");
        let result_types = ["__frexp_result", "__modf_result", "__atomic_compare_exchange_result"];
        if result_types.iter().any(|result| text.starts_with(result)) {
            let rule = rules::PREDECLARED_RESULT_TYPES_UNSPELLABLE;
            self.error(rule, span, message).note("this type can't be written in a program: omit it");
        } else {
            let gap = Span::new(span.lo, span.lo + 1);
            let edits = vec![(gap, String::new())];
            self.error(rules::IDENT_NOT_DOUBLE_UNDERSCORE, span, message).suggest(
                "remove one underscore",
                edits,
                Applicability::Unsafe,
            );
        }
    }

    fn number(&mut self) {
        let (length, kind) = number::scan(&self.bytes[self.at..], self.edition);
        let end = self.word_end(self.at + length);
        if kind == TokenKind::InvalidNumber || end != self.at + length {
            self.invalid_number(end);
        } else {
            self.push(kind, length);
        }
    }

    #[cold]
    fn invalid_number(&mut self, end: usize) {
        // `1e+` and `0x1p-` are one mistake with their sign.
        let ends_in_exponent = end > self.at && matches!(self.bytes[end - 1], b'e' | b'E' | b'p' | b'P');
        let has_sign = ends_in_exponent && matches!(self.bytes.get(end), Some(b'+' | b'-'));
        let end = if has_sign { self.word_end(end + 1) } else { end };
        let span = Span::new(self.at as u32, end as u32);
        let text = span.text(self.text);
        let message = format!("`{text}` is not a number");
        let rule = number::broken_rule(text);
        let written = number::meant(text, self.edition);
        self.error(rule, span, message).note(note_on_number(rule));
        if let Some(written) = written
            && let Some(found) = self.lexed.diagnostics.pop()
        {
            let words = format!("write `{written}`");
            let edit = vec![(span, written)];
            self.lexed.diagnostics.push(found.suggest(words, edit, Applicability::Safe));
        }
        self.push(TokenKind::InvalidNumber, end - span.lo as usize);
    }

    fn beyond_ascii(&mut self) {
        if self.edition == Edition::Current {
            let length = wide_blankspace_length(&self.bytes[self.at..]);
            if length > 0 {
                self.at += length;
                return;
            }
        }
        match self.character(self.at) {
            Some(character) if starts_identifier(character) => {
                let start = self.at;
                self.at = self.word_end(start + character.len_utf8());
                self.finish_word(start);
            }
            _ => self.unknown_characters(),
        }
    }

    /// Returns true if the character is neither part of any token nor blankspace.
    fn is_unknown(&self, character: char) -> bool {
        if character.is_ascii() {
            return matches!(character, '\u{1}'..='\u{8}' | '\u{E}'..='\u{1F}' | '\u{7F}' | '"' | '#' | '$' | '\'' | '?' | '\\' | '`');
        }
        let mut bytes = [0; 4];
        let is_blankspace = self.edition == Edition::Current
            && wide_blankspace_length(character.encode_utf8(&mut bytes).as_bytes()) > 0;
        !is_blankspace && !starts_identifier(character)
    }

    /// The rules that a character breaks that starts no token.
    fn broken_by(&self, character: char) -> (&'static Rule, Option<&'static Rule>) {
        let untokenizable = rules::PARSE_ERROR_UNTOKENIZABLE;
        match character {
            '"' | '\'' => (untokenizable, Some(rules::TOKEN_KINDS)),
            '#' | '$' | '\\' if self.is_inside_word(character) => (rules::GRAMMAR_IDENT_PATTERN_TOKEN, None),
            '?' | '`' => (untokenizable, Some(rules::WORD_TOKENS)),
            _ if wgsl_spec::is_later_identifier_character(character) => (rules::IDENT_LATER_UNICODE, None),
            '\u{FEFF}' => (rules::BLANK_OTHER_UNICODE_SPACE, None),
            _ if character.is_control() => (untokenizable, None),
            _ if character.is_whitespace() => (rules::BLANK_OTHER_UNICODE_SPACE, None),
            _ if self.is_beside_word(character) => (rules::IDENT_FORM, None),
            _ => (untokenizable, None),
        }
    }

    /// Returns true if a word continues behind the character here.
    fn is_followed_by_word(&self, character: char) -> bool {
        self.word_end(self.at + character.len_utf8()) > self.at + character.len_utf8()
    }

    /// Returns true if a word ends before the character here.
    fn is_behind_word(&self) -> bool {
        let last = self.lexed.tokens.last();
        last.is_some_and(|token| token.symbol.is_some() && token.span.hi as usize == self.at)
    }

    fn is_inside_word(&self, character: char) -> bool {
        self.is_behind_word() && self.is_followed_by_word(character)
    }

    fn is_beside_word(&self, character: char) -> bool {
        self.is_behind_word() || self.is_followed_by_word(character)
    }

    #[cold]
    fn unknown_characters(&mut self) {
        let rest = self.text.get(self.at..).unwrap_or("");
        let length = directive_length(rest)
            .or_else(|| quoted_length(rest))
            .unwrap_or_else(|| rest.find(|character| !self.is_unknown(character)).unwrap_or(rest.len()));
        let span = Span::new(self.at as u32, (self.at + length) as u32);
        let first = rest.chars().next().unwrap_or('\u{FFFD}');
        let name = if first.is_control() { String::new() } else { format!("`{first}` ") };
        let message = format!("unexpected character {name}(U+{:04X})", u32::from(first));
        let (rule, also) = self.broken_by(first);
        let mut diagnostic = Diagnostic::error(rule, span, message);
        diagnostic.also = also;
        self.lexed.diagnostics.push(match first {
            '#' => {
                let diagnostic = diagnostic.note("WGSL has no preprocessor");
                let before = self.text[..self.at].trim_end_matches([' ', '\t']);
                // Looked for once a line, so that the cost stays linear.
                let is_first = before.is_empty() || before.ends_with('\n');
                match is_first.then(|| constant_of_macro(rest)).flatten() {
                    Some((length, constant)) => {
                        let whole = Span::new(span.lo, span.lo + length);
                        diagnostic.suggest("declare a constant", vec![(whole, constant)], Applicability::Safe)
                    }
                    None => diagnostic,
                }
            }
            '$' if rest.starts_with("${") => diagnostic.note("fill in templates before checking the program"),
            '?' => {
                let diagnostic =
                    diagnostic.note("WGSL has no `?:` operator: use `select(if_false, if_true, condition)`");
                match selection(self.text, self.at) {
                    Some((span, call)) => {
                        diagnostic.suggest("use `select`", vec![(span, call)], Applicability::Unsafe)
                    }
                    None => diagnostic,
                }
            }
            '\u{2010}'..='\u{2015}' | '\u{2212}' => {
                let dash = Span::new(span.lo, span.lo + first.len_utf8() as u32);
                diagnostic.suggest("write `-`", vec![(dash, "-".to_owned())], Applicability::Safe)
            }
            '"' | '\'' => diagnostic.note("WGSL has no string or character literals"),
            _ => diagnostic,
        });
        self.push(TokenKind::Unknown, length);
    }
}

/// The length of `#define NAME value` at the start of a text, and the declaration of such a constant; `None` if it is not a macro
/// of this form, which takes no parameters and stands on one line.
fn constant_of_macro(text: &str) -> Option<(u32, String)> {
    let line = text.lines().next()?;
    let definition = line.split_once("//").map_or(line, |(before, _)| before).trim_end();
    let (name, value) = definition.strip_prefix("#define")?.trim_start().split_once(char::is_whitespace)?;
    let is_name = name.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
    let is_value = !value.ends_with('\\');
    (is_name && is_value).then(|| (definition.len() as u32, format!("const {name} = {};", value.trim())))
}

/// A note on a malformed number that breaks this rule.
fn note_on_number(rule: &'static Rule) -> &'static str {
    if rule == rules::LITERAL_INT_HEX {
        "expected hexadecimal digits after `0x`"
    } else if rule == rules::LITERAL_FLOAT_EXPONENT_DIGITS {
        "expected digits after the exponent"
    } else if rule == rules::LITERAL_FLOAT_HEX_SUFFIX_NEEDS_EXPONENT {
        "a hexadecimal number can only have the suffix `f` or `h` after an exponent, such as `p0`"
    } else if rule == rules::LITERAL_INT_LEADING_ZERO || rule == rules::LITERAL_FLOAT_LEADING_ZERO {
        "an integer can't have leading zeros"
    } else if rule == rules::LITERAL_INT_DECIMAL {
        "an integer must be decimal or hexadecimal, without separators between its digits"
    } else if rule == rules::LITERAL_FLOAT_HEX || rule == rules::GRAMMAR_HEX_FLOAT_LITERAL {
        "expected digits after `0x`, and an exponent of `p` and decimal digits"
    } else {
        "the suffixes are `i` and `u` for integers, `f` and `h` for floating point numbers"
    }
}

/// Returns true if a non-ASCII character can start an identifier.
fn starts_identifier(character: char) -> bool {
    unicode_ident::is_xid_start(character) && !wgsl_spec::is_later_identifier_character(character)
}

/// Returns true if a non-ASCII character can continue an identifier.
fn goes_on_identifier(character: char) -> bool {
    unicode_ident::is_xid_continue(character) && !wgsl_spec::is_later_identifier_character(character)
}

/// The length of a directive of a preprocessor at the start of the source, which is one mistake up to the end of its line.
fn directive_length(text: &str) -> Option<usize> {
    let word = text.strip_prefix('#')?.trim_start_matches([' ', '\t']);
    let is_directive = ["include", "version", "extension", "pragma"].iter().any(|it| word.starts_with(it));
    is_directive.then(|| text.find(['\n', '\r']).unwrap_or(text.len()))
}

/// The length of a string literal, as in other languages, at the start of the source; it ends on its line.
fn quoted_length(text: &str) -> Option<usize> {
    let quote = text.chars().next().filter(|first| matches!(first, '"' | '\''))?;
    let end = text[1..].find([quote, '\n'])? + 1;
    text[end..].starts_with(quote).then_some(end + 1)
}

/// The last diagnostic, to extend it.
struct Pending<'a>(&'a mut Vec<Diagnostic>);

impl Pending<'_> {
    fn change(self, change: impl FnOnce(Diagnostic) -> Diagnostic) {
        if let Some(diagnostic) = self.0.pop() {
            self.0.push(change(diagnostic));
        }
    }

    fn note(self, note: &str) {
        self.change(|diagnostic| diagnostic.note(note));
    }

    fn suggest(self, text: &str, edits: Vec<(Span, String)>, applicability: Applicability) {
        self.change(|diagnostic| diagnostic.suggest(text, edits, applicability));
    }
}
