//! Unknown names where only a keyword can be: most are misspelt keywords, and the program is read as if they were not.

use super::declaration::is_overloadable;
use super::kinds::NameKind;
use super::{Abandoned, Parser};
use crate::dialect::{Feature, Word};
use crate::lex::TokenKind;
use crate::names::Symbol;
use shader_source::diagnostic::{Applicability, Diagnostic};

/// The keywords before the type of a declaration. A dialect has more of them.
const SPECIFIERS: [&str; 6] = ["const", "constexpr", "extern", "inline", "static", "typedef"];
/// The keywords of the declarations of types, which may also be before the names of known types.
const TYPES: [&str; 4] = ["struct", "class", "union", "enum"];

/// Returns the word that a written name is most like, or that has the same letters in a different order: `enum` for `emun`.
fn nearest(written: &str, words: &[&'static str]) -> Option<&'static str> {
    let letters = |word: &str| {
        let mut letters = word.as_bytes().to_ascii_lowercase();
        letters.sort_unstable();
        letters
    };
    shader_source::suggest::closest(written, words.iter().copied()).or_else(|| {
        words.iter().copied().find(|word| word.len() == written.len() && letters(word) == letters(written))
    })
}

impl Parser {
    /// Reads an unknown name here as the word that it is most like, if there is one.
    pub(super) fn misspelt_as(&mut self, words: &[&'static str]) {
        if words.is_empty() || self.kind() != TokenKind::Identifier || self.name_kind() != NameKind::Unknown {
            return;
        }
        let written = self.token().symbol.map_or("", |symbol| self.names.text(symbol));
        if let Some(word) = nearest(written, words) {
            self.read_as(word);
        }
    }

    /// Reads an unknown name that begins a declaration outside of functions as a keyword, if one is meant.
    pub(super) fn misspelt_declaration(&mut self) {
        match (self.ahead(1), self.ahead(2)) {
            (TokenKind::Identifier, TokenKind::Semicolon) => self.misspelt_as(&["struct", "class", "union"]),
            _ => self.misspelt_declaration_of_any(),
        }
    }

    /// Reads an unknown name that begins a declaration outside of functions or in a structure as a keyword, if one is meant. A member may have an
    /// unknown type: `strut a;`.
    fn misspelt_declaration_of_any(&mut self) {
        let words: &[&'static str] = match (self.ahead(1), self.ahead(2)) {
            (TokenKind::Less, _) => &["template"],
            (TokenKind::LeftParen, _) => &["static_assert"],
            (TokenKind::LeftBrace, _) => &["struct", "union", "enum", "namespace"],
            (TokenKind::Identifier, TokenKind::LeftBrace) => {
                &["struct", "class", "union", "enum", "namespace"]
            }
            _ => self.words_that_fit(),
        };
        self.misspelt_as(words);
    }

    /// Reads an unknown name that begins a statement as the keyword of a declaration, if one is meant.
    pub(super) fn misspelt_declaration_in_function(&mut self) {
        let words: &[&'static str] = match (self.ahead(1), self.ahead(2)) {
            (TokenKind::Identifier, TokenKind::LeftBrace) => &["struct", "class", "union", "enum"],
            (TokenKind::LeftParen, _) => &["static_assert"],
            _ => self.words_that_fit(),
        };
        self.misspelt_as(words);
        self.misspelt_specifier();
    }

    /// Reads an unknown name that begins a member of a structure as a keyword, if one is meant.
    pub(super) fn misspelt_member(&mut self, structure: Option<Symbol>) {
        if self.kind() != TokenKind::Identifier || self.token().symbol == structure {
            return;
        }
        let words: &[&'static str] = match self.ahead(1) {
            TokenKind::Colon => &["public", "private", "protected"],
            TokenKind::Struct | TokenKind::Class => &["friend", "enum"],
            _ if self.ahead(2) == TokenKind::LeftParen && self.is_type_at(self.at + 1) => &["operator"],
            _ if self.is_type_at(self.at + 1) => &["explicit", "friend", "mutable"],
            _ => &[],
        };
        self.misspelt_as(words);
        self.misspelt_declaration_of_any();
        self.misspelt_specifier();
    }

    /// Reads an unknown name after the first words of a declaration as the keyword of a type, if one is meant: `typedef strcut { int a; } S;`.
    pub(super) fn misspelt_type(&mut self) {
        let is_type = match (self.ahead(1), self.ahead(2)) {
            (TokenKind::LeftBrace, _) | (TokenKind::Identifier, TokenKind::LeftBrace) => true,
            (TokenKind::Identifier, TokenKind::Identifier | TokenKind::Star | TokenKind::And) => {
                self.is_type_at(self.at + 1)
            }
            _ => false,
        };
        if is_type {
            self.misspelt_as(&TYPES);
        }
    }

    /// Reads an unknown name in a declarator as `operator`, if an operator and parentheses follow: no other declarator continues like that.
    pub(super) fn misspelt_operator(&mut self) {
        let is_operator = match (self.ahead(1), self.ahead(2), self.ahead(3)) {
            (TokenKind::LeftParen, TokenKind::RightParen, TokenKind::LeftParen)
            | (TokenKind::LeftBracket, TokenKind::RightBracket, TokenKind::LeftParen) => true,
            // An initializer, and the next declarator.
            (TokenKind::Equal | TokenKind::Comma, ..) => false,
            (kind, TokenKind::LeftParen, _) => is_overloadable(kind),
            _ => false,
        };
        if is_operator {
            self.misspelt_as(&["operator"]);
        }
    }

    /// Takes an `else`. After the branch of an `if` it may be misspelt: no statement begins with a name and a block or such a word as `return`, and a
    /// declaration does not begin with two names the second of which is known.
    pub(super) fn accept_else(&mut self) -> bool {
        let begins_statement = match self.ahead(1) {
            TokenKind::LeftBrace
            | TokenKind::If
            | TokenKind::Return
            | TokenKind::For
            | TokenKind::While
            | TokenKind::Do
            | TokenKind::Switch
            | TokenKind::Break
            | TokenKind::Continue
            | TokenKind::PlusPlus
            | TokenKind::MinusMinus => true,
            TokenKind::Identifier => self.ahead_symbol(1).is_some_and(|name| {
                let kind = self.kinds.of(name, &self.names);
                matches!(kind, NameKind::Value | NameKind::FunctionTemplate)
            }),
            _ => false,
        };
        if begins_statement {
            self.misspelt_as(&["else"]);
        }
        self.accept(TokenKind::Else)
    }

    /// Reads an unknown name as `case` or `default`, if what follows is the rest of a label. A name before `:` is a label in C++, so that a dialect
    /// without labels lacks nothing but them.
    pub(super) fn misspelt_label(&mut self) {
        let words: &[&'static str] = match self.ahead(1) {
            TokenKind::Colon => return self.misspelt_default(),
            TokenKind::Number | TokenKind::Character | TokenKind::Identifier
                if self.ahead(2) == TokenKind::Colon =>
            {
                &["case"]
            }
            _ => &[],
        };
        self.misspelt_as(words);
    }

    /// Reads an unknown name as `default`, if the dialect has no labels. C++14 (stmt.label) 1
    fn misspelt_default(&mut self) {
        if self.dialect.has_host_code
            || self.kind() != TokenKind::Identifier
            || self.name_kind() != NameKind::Unknown
        {
            return;
        }
        let written = self.token().symbol.map_or("", |symbol| self.names.text(symbol));
        if nearest(written, &["default"]).is_some() {
            let (rule, message) = self.without(Feature::Goto, "labels");
            let found = Diagnostic::error(rule, self.span(), message);
            self.report_as(found, "default");
            self.replace("default");
        }
    }

    /// Returns the keywords that may begin a declaration which continues with the next tokens. A name of a type can't.
    fn words_that_fit(&self) -> &'static [&'static str] {
        match (self.ahead(1), self.ahead(2)) {
            (TokenKind::Namespace, TokenKind::Identifier) => &["using", "inline"],
            (TokenKind::Class | TokenKind::Struct, TokenKind::Identifier)
                if matches!(self.ahead(3), TokenKind::LeftBrace | TokenKind::Colon) =>
            {
                &["enum", "typedef"]
            }
            (TokenKind::Identifier, TokenKind::Colon) => &["struct", "class", "enum"],
            (TokenKind::Identifier, TokenKind::Equal) => &["using"],
            _ => &[],
        }
    }

    /// Reads over an unknown name before a type and the name of a function or variable: `kernell S f(`. It is a misspelt word, or a macro that is
    /// not defined.
    pub(super) fn misspelt_specifier(&mut self) {
        // Two names are a type and what it declares.
        let has_third = matches!(self.ahead(2), TokenKind::Identifier | TokenKind::Star | TokenKind::And);
        if self.kind() != TokenKind::Identifier
            || self.ahead(1) == TokenKind::Identifier && !has_third
            || self.name_kind() != NameKind::Unknown
            || self.is_later_qualifier()
        {
            return;
        }
        let is_function = self.ahead(2) == TokenKind::Identifier && self.ahead(3) == TokenKind::LeftParen;
        self.at += 1;
        let is_type =
            self.is_type() && (self.kind() != TokenKind::Identifier || self.name_kind() == NameKind::Type);
        self.at -= 1;
        if !is_type {
            return;
        }
        let words = self.dialect.words.iter().filter(|(_, word)| match word {
            Word::Entry(_) => is_function,
            Word::Space(_) => true,
            Word::Half => false,
        });
        let of_types = TYPES.iter().filter(|_| self.ahead(1) == TokenKind::Identifier);
        let words: Vec<&'static str> =
            words.map(|(name, _)| *name).chain(SPECIFIERS).chain(of_types.copied()).collect();
        let written = self.token().symbol.map_or("", |symbol| self.names.text(symbol));
        if let Some(word) = nearest(written, &words) {
            self.read_as(word);
        } else if is_function {
            let message = format!("{} is not declared", self.found());
            self.error(self.rules.name_declared, message);
            self.at += 1;
        }
    }

    /// Returns the word that begins a statement and that the unknown name here is most like, where no expression or declaration has such a name:
    /// before a value for `return`, and before `;` for the other ones.
    pub(super) fn misspelt_word(&mut self) -> Option<&'static str> {
        let symbol = self.token().symbol?;
        if self.kinds.of(symbol, &self.names) != NameKind::Unknown {
            return None;
        }
        let words: &[&'static str] = match self.ahead(1) {
            TokenKind::Semicolon => &["break", "continue", "return"],
            TokenKind::Identifier => {
                // `retrun a = 1` declares something.
                let is_value = self.ahead_symbol(1).is_some_and(|value| {
                    matches!(self.kinds.of(value, &self.names), NameKind::Value | NameKind::Type)
                });
                let is_declared = matches!(self.ahead(2), TokenKind::Equal | TokenKind::LeftBrace);
                if is_value && !is_declared { &["return"] } else { return None }
            }
            TokenKind::Number | TokenKind::True | TokenKind::False | TokenKind::Bang => &["return"],
            _ => return None,
        };
        nearest(self.names.text(symbol), words)
    }

    /// Returns the word that begins a statement with parentheses and that the unknown name here is most like: no name is before parentheses with a
    /// declaration and a `;` in them, or with a block after them.
    pub(super) fn misspelt_head(&mut self) -> Option<&'static str> {
        if self.ahead(1) != TokenKind::LeftParen || self.name_kind() != NameKind::Unknown {
            return None;
        }
        let words: &[&'static str] = match self.after_parentheses(self.at + 1) {
            Some(after) if self.tokens[after].kind == TokenKind::LeftBrace => &["if", "switch", "while"],
            None if self.is_type_at(self.at + 2) => &["for"],
            Some(_) | None => return None,
        };
        nearest(self.names.text(self.token().symbol?), words)
    }

    /// Reports an unknown name that was meant to be a keyword, and reads it as that.
    pub(super) fn read_as(&mut self, word: &'static str) {
        let _ = self.report_misspelt(word);
        self.replace(word);
    }

    /// Makes the token here a keyword.
    fn replace(&mut self, word: &'static str) {
        let symbol = self.names.intern(word);
        let kind = self.dialect.word(symbol).map(TokenKind::of).or_else(|| TokenKind::keyword(word));
        let token = &mut self.tokens[self.at];
        (token.symbol, token.kind) = (Some(symbol), kind.unwrap_or(token.kind));
    }

    pub(super) fn report_misspelt(&mut self, word: &'static str) -> Abandoned {
        let message = format!("{} is not declared", self.found());
        let found = Diagnostic::error(self.rules.name_declared, self.span(), message);
        self.report_as(found, word);
        Abandoned
    }

    /// Reports the name here with the suggestion to write a keyword instead.
    fn report_as(&mut self, found: Diagnostic, word: &str) {
        let edit = (self.span(), word.to_owned());
        self.report(found.suggest(format!("did you mean `{word}`?"), vec![edit], Applicability::Unsafe));
    }
}
