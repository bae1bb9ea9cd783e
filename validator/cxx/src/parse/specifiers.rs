//! The start of a declaration: storage, qualifiers and a type. C++14 (dcl.spec)

use super::kinds::NameKind;
use super::restriction::together;
use super::{Abandoned, Outcome, Parser};
use crate::ast::{
    Attribute, DeclKind, ExprId, Fundamental, Qualifiers, Restriction, TypeSyntax, TypeSyntaxId,
};
use crate::dialect::{Entry, LaterQualifier, Space, Word};
use crate::lex::{Token, TokenKind};
use crate::names::Symbol;
use shader_source::Span;
use shader_source::diagnostic::{Applicability, Diagnostic};

/// Clang's spellings of the `restrict` of C.
const RESTRICT: [&str; 2] = ["__restrict", "__restrict__"];
/// Clang's spellings of `inline`.
const INLINE: [&str; 2] = ["__inline", "__inline__"];

/// The spellings of an operator that gives the type of an expression.
const TYPEOF: [&str; 3] = ["typeof", "__typeof", "__typeof__"];

/// The start of a declaration.
#[derive(Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a word that is present or not")]
pub(super) struct Specifiers {
    pub(super) entry: Option<Entry>,
    pub(super) ty: TypeSyntaxId,
    /// The structure or enumeration that is defined in the place of the type.
    pub(super) definition: Option<DeclKind>,
    pub(super) is_typedef: bool,
    pub(super) is_constexpr: bool,
    pub(super) is_extern: bool,
    pub(super) is_inline: bool,
    pub(super) is_friend: bool,
    pub(super) is_mutable: bool,
    /// `virtual`, which was reported.
    pub(super) is_virtual: bool,
    pub(super) static_span: Option<Span>,
    /// The place of `virtual`.
    pub(super) virtual_span: Option<Span>,
    /// A restriction clause among the words, which is reported.
    pub(super) restriction: Option<Restriction>,
    /// The words about storage and the kind of a function, each of which only some declarations allow.
    pub(super) words: Vec<Token>,
    pub(super) alignment: Option<ExprId>,
    pub(super) attributes: Vec<Attribute>,
}

impl Parser {
    /// The specifiers of a declaration, with its type.
    pub(super) fn specifiers(&mut self) -> Outcome<Specifiers> {
        let start = self.span();
        let mut found = self.no_specifiers(TypeSyntaxId::from_index(0));
        let mut qualifiers = Qualifiers::default();
        let mut base = None;
        let mut words: Vec<Token> = Vec::new();
        let mut seen: Vec<Option<Symbol>> = Vec::new();
        loop {
            if found.definition.is_some() && self.begins_another_declaration() {
                break;
            }
            if base.is_none() && !seen.is_empty() {
                self.misspelt_type();
            }
            self.check_repeated(&mut seen);
            if self.is_attribute() {
                let alignment = self.attributes_and_alignment(&mut found.attributes)?;
                found.alignment = alignment.or(found.alignment);
            } else if self.qualifier(&mut qualifiers)? || self.specifier(&mut found)? {
            } else if is_word_of_type(self.kind()) && (base.is_none() || !words.is_empty()) {
                words.push(self.take());
                // Other specifiers may appear between the words.
                base = Some(self.combined_type(&words)?);
            } else if !words.is_empty() && is_key(self.kind()) {
                // The structure is read, since what follows names it. C++14 (dcl.type) 2
                let message = format!("{} can't be combined with the type before it", self.found());
                self.error(self.rules.grammar_specifiers, message);
                words.clear();
                base = Some(self.base(&mut found)?);
            } else if self.is_restriction_in_type() {
                found.restriction = together(found.restriction, self.restriction_in_type()?);
            } else if base.is_none() && self.is_base() {
                base = Some(self.base(&mut found)?);
            } else {
                break;
            }
        }
        let Some(base) = base else {
            return Err(self.no_type());
        };
        let span = self.since(start);
        found.ty = self.qualified(qualifiers, base, span)?;
        Ok(found)
    }

    /// The specifiers of what has a type and nothing else.
    #[allow(clippy::unused_self, reason = "a constructor next to the parser's other constructors")]
    pub(super) fn no_specifiers(&self, ty: TypeSyntaxId) -> Specifiers {
        Specifiers {
            entry: None,
            ty,
            definition: None,
            is_typedef: false,
            is_constexpr: false,
            is_extern: false,
            is_inline: false,
            is_friend: false,
            is_mutable: false,
            is_virtual: false,
            static_span: None,
            virtual_span: None,
            restriction: None,
            words: Vec::new(),
            alignment: None,
            attributes: Vec::new(),
        }
    }

    /// Reports that there is no type here, or that a variable hides it.
    pub(super) fn no_type(&mut self) -> Abandoned {
        if self.is_typeof() {
            return self.typeof_is_unsupported();
        }
        if self.is_hidden_type() {
            let message = format!("{} is a variable here, which shadows the type", self.found());
            return self.error(self.rules.name_not_hidden, message);
        }
        // A declaration that could not be read may declare it.
        if self.token().symbol.is_some_and(|name| self.unread.contains(&name)) {
            return Abandoned;
        }
        let message = format!("expected a type, found {}", self.found());
        let mut found = Diagnostic::error(self.rules.grammar_type, self.span(), message);
        let unknown = self.token().symbol.filter(|_| self.kind() == TokenKind::Identifier);
        self.unknown_types.extend(unknown);
        if let Some(near) = unknown.and_then(|name| self.nearest_type(name)) {
            let edit = (self.span(), near.to_owned());
            found = found.suggest(format!("did you mean `{near}`?"), vec![edit], Applicability::Unsafe);
        }
        self.report(found);
        Abandoned
    }

    /// Returns true if the operator of GNU C is here that gives the type of an expression.
    pub(super) fn is_typeof(&mut self) -> bool {
        self.is_spelt(&TYPEOF)
            && self.ahead(1) == TokenKind::LeftParen
            && self.name_kind() == NameKind::Unknown
    }

    pub(super) fn typeof_is_unsupported(&mut self) -> Abandoned {
        let message = crate::unsupported::TYPEOF.message_about(self.found().trim_matches('`'));
        self.error(self.rules.unsupported_feature, message)
    }

    /// The type of the library, or word before a type, that an unknown name is most like.
    fn nearest_type(&mut self, name: Symbol) -> Option<&'static str> {
        if self.kinds.of(name, &self.names) != NameKind::Unknown {
            return None;
        }
        let words = self.dialect.words.iter().map(|(word, _)| *word).chain(["const"]);
        let types = (self.dialect.library.type_names)();
        shader_source::suggest::closest(self.names.text(name), words.chain(types))
    }

    /// Returns true if the name here denotes a type, but a variable hides it.
    fn is_hidden_type(&self) -> bool {
        let Some(symbol) = self.token().symbol else { return false };
        self.kind() == TokenKind::Identifier && self.kinds.is_hidden_type(symbol, &self.names)
    }

    /// Reports a repeated specifier.
    pub(super) fn check_repeated(&mut self, seen: &mut Vec<Option<Symbol>>) {
        let Token { kind, symbol, .. } = self.token();
        let is_once = matches!(
            kind,
            TokenKind::Const
                | TokenKind::Volatile
                | TokenKind::Typedef
                | TokenKind::Constexpr
                | TokenKind::Extern
                | TokenKind::Inline
                | TokenKind::Static
                | TokenKind::Friend
                | TokenKind::Entry
        );
        if is_once && seen.contains(&symbol) {
            let message = format!("repeated {}", self.found());
            let found = Diagnostic::error(self.rules.grammar_specifiers, self.span(), message);
            // Clang accepts `inline inline`, which programs write without knowing that a macro has one.
            self.report(if kind == TokenKind::Inline { found.warning() } else { found });
        }
        seen.push(symbol);
    }

    /// The type that words name together; the last one must fit those before.
    fn combined_type(&mut self, words: &[Token]) -> Outcome<TypeSyntaxId> {
        let kinds: Vec<TokenKind> = words.iter().map(|word| word.kind).collect();
        let (Some(first), Some(last)) = (words.first(), words.last()) else { return Err(Abandoned) };
        let Some(fundamental) = combined(&kinds) else {
            let message = format!("{} can't be combined with the type before it", last.name(&self.names));
            return Err(self.error_at(self.rules.grammar_specifiers, last.span, message));
        };
        self.ty(TypeSyntax::Fundamental(fundamental), first.span.to(last.span))
    }

    /// The type with qualifiers around it.
    pub(super) fn qualified(
        &mut self,
        qualifiers: Qualifiers,
        ty: TypeSyntaxId,
        span: Span,
    ) -> Outcome<TypeSyntaxId> {
        if qualifiers.is_empty() { Ok(ty) } else { self.ty(TypeSyntax::Qualified(qualifiers, ty), span) }
    }

    /// Takes one qualifier of a type.
    pub(super) fn qualifier(&mut self, qualifiers: &mut Qualifiers) -> Outcome<bool> {
        let space = match self.kind() {
            TokenKind::Const => {
                qualifiers.is_const = true;
                None
            }
            TokenKind::Volatile => {
                qualifiers.is_volatile = true;
                None
            }
            // Clang's promise that two pointers do not overlap changes no result of a program that keeps it.
            TokenKind::Identifier if self.is_spelt(&RESTRICT) => None,
            TokenKind::Identifier if self.is_later_qualifier() => {
                let space = self.later_space();
                if space.is_none() {
                    qualifiers.is_coherent = true;
                    // `coherent(device)`; the scope in parentheses may be left out.
                    if self.ahead(1) == TokenKind::LeftParen {
                        self.at += 3;
                    }
                }
                space
            }
            TokenKind::Space => self.space(),
            _ => return Ok(false),
        };
        if let (Some(first), Some(second)) = (qualifiers.space, space) {
            // Compilers of projects accept the space that objects have by themselves next to a second one.
            if self.dialect.default_space.is_some_and(|it| (it == first) != (it == second)) {
                let message = crate::unsupported::SEVERAL_SPACES
                    .message_about(self.dialect.spelling_of(first))
                    .replacen("{}", self.dialect.spelling_of(second), 1);
                return Err(self.error(self.rules.unsupported_feature, message));
            }
            let message = format!(
                "a type can only have one address space, found `{}` and `{}`",
                self.dialect.spelling_of(first),
                self.dialect.spelling_of(second)
            );
            return Err(self.error(self.rules.grammar_specifiers, message));
        }
        qualifiers.space = qualifiers.space.or(space);
        self.at += 1;
        Ok(true)
    }

    /// Returns the address space that a keyword here names.
    pub(super) fn space(&self) -> Option<Space> {
        match self.dialect_word()? {
            Word::Space(space) => Some(space),
            Word::Half | Word::Entry(_) => None,
        }
    }

    /// Returns the meaning of a word for functions that are called from outside.
    fn entry(&self) -> Option<Entry> {
        match self.dialect_word()? {
            Word::Entry(entry) => Some(entry),
            Word::Half | Word::Space(_) => None,
        }
    }

    /// Returns the meaning of a keyword here that only the dialect has.
    fn dialect_word(&self) -> Option<Word> {
        self.dialect.word(self.token().symbol?)
    }

    /// Returns the qualifier of a later version that is named here. Versions without it use the word as a name.
    fn later_word(&self) -> Option<LaterQualifier> {
        let is_name = self.kind() == TokenKind::Identifier;
        self.dialect.later_qualifier(self.names.text(self.token().symbol.filter(|_| is_name)?))
    }

    /// Returns the address space of a later version that is named here.
    pub(super) fn later_space(&self) -> Option<Space> {
        match self.later_word()? {
            LaterQualifier::Space(space) => Some(space),
            LaterQualifier::Coherent => None,
        }
    }

    /// Returns true if a qualifier of a later version is here, which the program does not declare as a name. A type or a second
    /// qualifier follows it, perhaps after a scope: `coherent(device)`.
    pub(super) fn is_later_qualifier(&mut self) -> bool {
        let Some(word) = self.later_word() else { return false };
        if self.name_kind() != super::kinds::NameKind::Unknown {
            return false;
        }
        let is_scoped = word == LaterQualifier::Coherent
            && self.ahead(1) == TokenKind::LeftParen
            && self.ahead(2).is_word()
            && self.ahead(3) == TokenKind::RightParen;
        self.ahead(if is_scoped { 4 } else { 1 }).is_word()
    }

    /// Reports words before a type that a declaration does not allow. C++14 (dcl.spec), (class.mem)
    pub(super) fn allow_only(&mut self, specifiers: &Specifiers, allowed: &[TokenKind], what: &str) {
        // A word of Clang's for `inline` is not a keyword.
        let others = specifiers.words.iter().filter(|word| word.kind != TokenKind::Identifier);
        for word in others.filter(|word| !allowed.contains(&word.kind)) {
            let message = format!("{what} can't be {}", word.name(&self.names));
            self.error_at(self.rules.grammar_specifiers, word.span, message);
        }
    }

    /// Takes one word about storage or the kind of a function.
    fn specifier(&mut self, found: &mut Specifiers) -> Outcome<bool> {
        let word = self.token();
        match word.kind {
            TokenKind::Entry => {
                if found.entry.is_some() && found.entry != self.entry() {
                    let message =
                        "a function can only have one of the words `kernel`, `vertex` and `fragment`";
                    self.error(self.rules.grammar_specifiers, message);
                }
                found.entry = self.entry();
            }
            TokenKind::Typedef => found.is_typedef = true,
            TokenKind::Constexpr => found.is_constexpr = true,
            TokenKind::Extern => found.is_extern = true,
            TokenKind::Inline => found.is_inline = true,
            TokenKind::Identifier if self.is_spelt(&INLINE) => found.is_inline = true,
            TokenKind::Friend => found.is_friend = true,
            TokenKind::Static => found.static_span = Some(self.span()),
            TokenKind::Mutable => found.is_mutable = true,
            TokenKind::Explicit => {}
            TokenKind::Register | TokenKind::ThreadLocal | TokenKind::Virtual => {
                found.is_virtual |= word.kind == TokenKind::Virtual;
                if self.takes_host_word() {
                    if word.kind == TokenKind::Virtual {
                        found.virtual_span = Some(word.span);
                    }
                    return Ok(true);
                }
                self.left_out_word();
            }
            TokenKind::Alignas => {
                self.at += 1;
                found.alignment = Some(self.alignment()?);
                return Ok(true);
            }
            _ => return Ok(false),
        }
        // These words were reported.
        if !matches!(word.kind, TokenKind::Register | TokenKind::ThreadLocal | TokenKind::Virtual) {
            found.words.push(word);
        }
        self.at += 1;
        Ok(true)
    }

    /// `(expression)` or `(type)` after `alignas`.
    pub(super) fn alignment(&mut self) -> Outcome<ExprId> {
        self.expect(TokenKind::LeftParen)?;
        let start = self.span();
        let value = if self.is_type() {
            let ty = self.type_id()?;
            let span = self.since(start);
            self.expr(crate::ast::Expr::AlignOf(ty), span)?
        } else {
            self.conditional_expression()?
        };
        self.expect(TokenKind::RightParen)?;
        Ok(value)
    }

    /// Returns true if a type without qualifiers begins here. A name that is not known is taken for one if a second name follows.
    fn is_base(&mut self) -> bool {
        match self.kind() {
            TokenKind::Typename => true,
            TokenKind::Identifier | TokenKind::ColonColon => {
                self.is_type_name() || (self.is_unknown_type() && !self.is_hidden_type())
            }
            _ => self.is_type(),
        }
    }

    /// Returns true if an undeclared name is where only a type can be: a second name follows.
    pub(super) fn is_unknown_type(&mut self) -> bool {
        let mut distance = usize::from(self.kind() == TokenKind::ColonColon);
        while self.ahead(distance) == TokenKind::Identifier
            && self.ahead(distance + 1) == TokenKind::ColonColon
        {
            distance += 2;
        }
        if self.ahead(distance) != TokenKind::Identifier {
            return false;
        }
        if self.is_host_type() {
            return true;
        }
        match self.ahead(distance + 1) {
            TokenKind::Identifier => true,
            // `floot const a`
            TokenKind::Const | TokenKind::Volatile => {
                self.name_kind() == super::kinds::NameKind::Unknown
                    && self.ahead(distance + 2) == TokenKind::Identifier
            }
            TokenKind::Less => {
                self.name_kind() == super::kinds::NameKind::Unknown
                    && self.declares_after_arguments(self.at + distance + 1)
            }
            TokenKind::Star | TokenKind::And => {
                self.name_kind() == super::kinds::NameKind::Unknown
                    && self.ahead(distance + 2) == TokenKind::Identifier
                    && matches!(
                        self.ahead(distance + 3),
                        TokenKind::Comma | TokenKind::RightParen | TokenKind::LeftBracket | TokenKind::Equal
                    )
            }
            _ => false,
        }
    }

    /// Returns true if a declared name is after template arguments that begin at a `<`: `S<int> a;`
    pub(super) fn declares_after_arguments(&self, start: usize) -> bool {
        let Some(after) = self.after_arguments(start) else { return false };
        let kind = |at: usize| self.tokens.get(at).map(|token| token.kind);
        kind(after) == Some(TokenKind::Identifier)
            && matches!(
                kind(after + 1),
                Some(
                    TokenKind::Semicolon
                        | TokenKind::Equal
                        | TokenKind::Comma
                        | TokenKind::LeftBrace
                        | TokenKind::LeftBracket
                        | TokenKind::LeftParen
                        | TokenKind::RightParen
                )
            )
    }

    fn base(&mut self, found: &mut Specifiers) -> Outcome<TypeSyntaxId> {
        let start = self.span();
        if self.is_elaborated() {
            return self.elaborated();
        }
        let definition = match self.kind() {
            TokenKind::Struct | TokenKind::Class | TokenKind::Union => self.structure()?,
            TokenKind::Enum => self.enumeration()?,
            _ => return self.simple_type(),
        };
        let ty = match definition {
            DeclKind::Structure(id) => TypeSyntax::Structure(id),
            DeclKind::Enumeration(id) => TypeSyntax::Enumeration(id),
            _ => return Err(Abandoned),
        };
        found.definition = Some(definition);
        let span = self.since(start);
        self.ty(ty, span)
    }

    /// A type of one or more keywords.
    pub(super) fn fundamental(&mut self) -> Option<Fundamental> {
        let mut words = Vec::new();
        let start = self.at;
        while is_word_of_type(self.kind()) {
            words.push(self.kind());
            self.at += 1;
        }
        let fundamental = combined(&words);
        if fundamental.is_none() {
            self.at = start;
        }
        fundamental
    }
}

/// Returns true if a keyword begins the declaration of a structure or enumeration.
pub(super) const fn is_key(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::Struct | TokenKind::Class | TokenKind::Union | TokenKind::Enum)
}

/// Returns true if a keyword is a part of the name of a type. C++14 (dcl.type.simple)
pub(super) const fn is_word_of_type(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::Void
            | TokenKind::Bool
            | TokenKind::Char
            | TokenKind::Short
            | TokenKind::Int
            | TokenKind::Long
            | TokenKind::Half
            | TokenKind::Float
            | TokenKind::Double
            | TokenKind::Unsigned
            | TokenKind::Signed
    )
}

/// The type that keywords name together.
fn combined(words: &[TokenKind]) -> Option<Fundamental> {
    let count = |kind| words.iter().filter(|word| **word == kind).count();
    let (unsigned, signed) = (count(TokenKind::Unsigned), count(TokenKind::Signed));
    let (longs, ints) = (count(TokenKind::Long), count(TokenKind::Int));
    let is_unsigned = unsigned == 1;
    let rest: Vec<TokenKind> = words
        .iter()
        .copied()
        .filter(|word| !matches!(word, TokenKind::Unsigned | TokenKind::Signed | TokenKind::Int))
        .collect();
    if unsigned + signed > 1 || ints > 1 || words.is_empty() {
        return None;
    }
    let has_sign = unsigned + signed > 0;
    Some(match (rest.as_slice(), longs) {
        ([], _) => {
            if is_unsigned {
                Fundamental::UnsignedInt
            } else {
                Fundamental::Int
            }
        }
        ([TokenKind::Char], _) if ints == 0 => {
            if is_unsigned {
                Fundamental::UnsignedChar
            } else {
                Fundamental::Char
            }
        }
        ([TokenKind::Short], _) => {
            if is_unsigned {
                Fundamental::UnsignedShort
            } else {
                Fundamental::Short
            }
        }
        (_, 1) if rest.len() == 1 => {
            if is_unsigned {
                Fundamental::UnsignedLong
            } else {
                Fundamental::Long
            }
        }
        (_, 2) if rest.len() == 2 => {
            if is_unsigned {
                Fundamental::UnsignedLongLong
            } else {
                Fundamental::LongLong
            }
        }
        ([TokenKind::Long, TokenKind::Double] | [TokenKind::Double, TokenKind::Long], _) if !has_sign => {
            Fundamental::LongDouble
        }
        ([word], _) if !has_sign && ints == 0 => match word {
            TokenKind::Void => Fundamental::Void,
            TokenKind::Bool => Fundamental::Bool,
            TokenKind::Half => Fundamental::Half,
            TokenKind::Float => Fundamental::Float,
            TokenKind::Double => Fundamental::Double,
            _ => return None,
        },
        _ => return None,
    })
}
