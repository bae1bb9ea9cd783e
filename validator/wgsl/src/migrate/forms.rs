//! Forms of 2021, as the draft of 2022-04-11 writes them.

use super::edits::Edits;
use super::offsets::Offset;
use super::tokens::Tokens;
use super::words::{FreshNames, declared};
use crate::lex::TokenKind;
use crate::parse::attribute_of_2021;
use rustc_hash::FxHashMap;
use shader_source::Span;
use std::collections::BTreeSet;
use wgsl_spec::Renamed;

/// `[[stride(…)]]` of an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stride {
    /// Its argument.
    pub(super) bytes: u64,
    /// The number of words `array` in front of that which it belongs to.
    pub(super) array: usize,
}

/// A program of the draft of 2022-04-11, as far as forms go.
pub(super) struct Draft {
    pub(super) text: String,
    /// The strides that were left out.
    pub(super) strides: Vec<Stride>,
    /// The offsets that were left out.
    pub(super) offsets: Vec<Offset>,
    /// The attributes that nothing corresponds to.
    pub(super) removed: BTreeSet<String>,
}

/// Writes the forms of 2021 as the draft of 2022-04-11 does. Strides of these arrays stay.
pub(super) fn to_draft(text: &str, kept: &[usize]) -> Draft {
    let tokens = Tokens::of(text);
    let mut writer = Writer {
        declared: declared(&tokens),
        tokens: &tokens,
        edits: Edits::default(),
        strides: Vec::new(),
        offsets: Vec::new(),
        removed: BTreeSet::new(),
        kept,
        arrays: 0,
        structure: "",
        aliases: access_of_aliases(&tokens),
        type_words: declared_type_words(&tokens),
        storage_end: None,
        override_at: None,
        has_groups: (0..tokens.len()).any(|at| starts_group(&tokens, at)),
    };
    writer.run();
    let Writer { edits, strides, offsets, removed, .. } = writer;
    Draft { text: edits.apply(text), strides, offsets, removed }
}

/// The access modes that aliases give to the storage variables of their type: `type T = [[access(read)]] S;`.
fn access_of_aliases<'t>(tokens: &Tokens<'t>) -> FxHashMap<&'t str, &'t str> {
    let mut aliases = FxHashMap::default();
    for at in (0..tokens.len()).filter(|at| tokens.kind(*at) == TokenKind::Type) {
        let is_alias = tokens.kind(at + 2) == TokenKind::Equal && starts_group(tokens, at + 3);
        if is_alias && tokens.word(at + 5) == "access" {
            aliases.insert(tokens.word(at + 1), tokens.word(at + 7));
        }
    }
    aliases
}

/// The variables that have the name of a type, as in `var sampler : sampler;`.
fn declared_type_words<'t>(tokens: &Tokens<'t>) -> FxHashMap<&'t str, String> {
    let mut names = FreshNames::of(tokens);
    let is_declared = |at: &usize| {
        tokens.kind(*at) == TokenKind::TypeWord
            && tokens.kind(at + 1) == TokenKind::Colon
            && matches!(tokens.kind(at - 1), TokenKind::Var | TokenKind::Greater)
    };
    let declared: BTreeSet<&str> = (1..tokens.len()).filter(is_declared).map(|at| tokens.word(at)).collect();
    declared.into_iter().map(|word| (word, names.fresh(format!("{word}_")))).collect()
}

fn starts_group(tokens: &Tokens<'_>, at: usize) -> bool {
    tokens.are(at, &[TokenKind::LeftBracket, TokenKind::LeftBracket])
}

struct Writer<'t, 's> {
    tokens: &'t Tokens<'s>,
    declared: BTreeSet<&'s str>,
    edits: Edits,
    strides: Vec<Stride>,
    kept: &'t [usize],
    offsets: Vec<Offset>,
    removed: BTreeSet<String>,
    /// The number of words `array` so far.
    arrays: usize,
    /// The structure that was declared last.
    structure: &'s str,
    /// By alias of a structure: the access mode of the storage variables of this type.
    aliases: FxHashMap<&'s str, &'s str>,
    /// By variable that has the name of a type: its new name.
    type_words: FxHashMap<&'s str, String>,
    /// The `>` of the last `var<storage>` without access mode.
    storage_end: Option<Span>,
    /// The `let` that an attribute turns into an `override`.
    override_at: Option<usize>,
    /// Whether there are attributes in double brackets: such programs write `const` for `let`.
    has_groups: bool,
}

impl<'s> Writer<'_, 's> {
    fn run(&mut self) {
        let mut at = 0;
        while at < self.tokens.len() {
            at = if starts_group(self.tokens, at) {
                self.group(at)
            } else if self.tokens.kind(at) == TokenKind::At {
                self.single(at)
            } else {
                self.token(at)
            };
        }
    }

    /// A token that is not in double brackets. Returns the next one.
    fn token(&mut self, at: usize) -> usize {
        let tokens = self.tokens;
        let (span, word) = (tokens.span(at), tokens.word(at));
        match tokens.kind(at) {
            TokenKind::Struct if tokens.kind(at + 2) == TokenKind::LeftBrace => {
                self.structure = tokens.word(at + 1);
                self.members(at + 2);
            }
            TokenKind::Var if tokens.kind(at + 1) == TokenKind::Less => self.address_space(at + 2),
            TokenKind::Let | TokenKind::Var if tokens.kind(at + 1) == TokenKind::Underscore => {
                let equal = (at..tokens.len()).find(|at| tokens.kind(*at) == TokenKind::Equal);
                self.edits.replace(span.to(tokens.span(equal.map_or(at + 1, |equal| equal - 1))), "_");
            }
            TokenKind::Let if self.override_at == Some(at) => self.edits.replace(span, "override"),
            TokenKind::Reserved if word == "const" && self.has_groups => {
                let word = if self.override_at == Some(at) { "override" } else { "let" };
                self.edits.replace(span, word);
            }
            TokenKind::Identifier if word == "elseif" => self.edits.replace(span, "else if"),
            TokenKind::Arrow if tokens.word(at + 1) == "void" => {
                let start = tokens.span(at.saturating_sub(1)).hi;
                self.edits.delete(Span::new(start, tokens.span(at + 1).hi));
                return at + 2;
            }
            TokenKind::Identifier if word == "ignore" => self.ignore(at),
            TokenKind::Identifier if word == "builtin" => self.builtin_value(at + 2),
            TokenKind::Identifier => self.renamed(at),
            TokenKind::TypeWord if word == "array" => self.arrays += 1,
            TokenKind::TypeWord if self.type_words.contains_key(word) => self.type_word(at),
            _ => {}
        }
        at + 1
    }

    /// `;` between the members of a structure.
    fn members(&mut self, open: usize) {
        let Some(close) = self.tokens.closer(open) else { return };
        for at in (open..close).filter(|at| self.tokens.kind(*at) == TokenKind::Semicolon) {
            self.edits.replace(self.tokens.span(at), ",");
        }
    }

    /// The address space of a variable.
    fn address_space(&mut self, at: usize) {
        let tokens = self.tokens;
        let (mut space, end) = (tokens.word(at), at + 1);
        if let Some(now) = Renamed::address_space(space) {
            if now.is_empty() {
                // Textures and samplers have none.
                self.edits.delete(tokens.span(at - 1).to(tokens.span(end)));
            } else {
                self.edits.replace(tokens.span(at), now);
            }
            space = now;
        }
        if space != "storage" {
            return;
        }
        if tokens.kind(end) == TokenKind::Comma && tokens.word(end + 1) == "write" {
            self.edits.replace(tokens.span(end + 1), "read_write");
        }
        if tokens.kind(end) == TokenKind::Greater {
            self.storage_end = Some(tokens.span(end));
            if let Some(mode) = self.aliases.get(tokens.word(end + 3)) {
                self.edits.insert(tokens.span(end).lo, format!(", {}", storage_mode(mode)));
            }
        }
    }

    /// A name of a type where a variable has it: nothing but a type follows `:`, `<` and `->`.
    fn type_word(&mut self, at: usize) {
        let tokens = self.tokens;
        let is_type = matches!(tokens.kind(at - 1), TokenKind::Colon | TokenKind::Less | TokenKind::Arrow)
            || tokens.kind(at + 1) == TokenKind::Less
            || tokens.kind(at + 1) == TokenKind::LeftParen;
        if let Some(name) = self.type_words.get(tokens.word(at)).filter(|_| !is_type) {
            self.edits.replace(tokens.span(at), name.clone());
        }
    }

    /// `ignore(e);`
    fn ignore(&mut self, at: usize) {
        let tokens = self.tokens;
        let Some(close) = tokens.closer(at + 1) else { return };
        if tokens.kind(close + 1) == TokenKind::Semicolon && !self.declared.contains("ignore") {
            self.edits.replace(tokens.span(at).to(tokens.span(at + 1)), "_ = ");
            self.edits.delete(tokens.span(close));
        }
    }

    fn builtin_value(&mut self, at: usize) {
        if let Some(now) = Renamed::builtin_value(self.tokens.word(at)) {
            self.edits.replace(self.tokens.span(at), now);
        }
    }

    fn renamed(&mut self, at: usize) {
        let word = self.tokens.word(at);
        let is_member = at > 0 && self.tokens.kind(at - 1) == TokenKind::Period;
        if is_member || self.declared.contains(word) {
            return;
        }
        if let Some(now) = Renamed::name(word) {
            self.edits.replace(self.tokens.span(at), now);
        }
        // `texture_storage_ro_2d<r32float>`
        if let Some((now, access)) = Renamed::storage_texture(word)
            && self.tokens.kind(at + 1) == TokenKind::Less
        {
            self.edits.replace(self.tokens.span(at), now);
            self.edits.insert(self.tokens.span(at + 2).hi, format!(", {access}"));
        }
    }

    /// `@a(1)`: naga accepted the attributes of 2021 in this form, too. Returns the next token.
    fn single(&mut self, at: usize) -> usize {
        let tokens = self.tokens;
        let name = tokens.word(at + 1);
        let close = (tokens.kind(at + 2) == TokenKind::LeftParen).then(|| tokens.closer(at + 2)).flatten();
        let end = close.unwrap_or(at + 1) + 1;
        if Renamed::attribute(name).is_none() && !matches!(name, "access" | "block" | "offset" | "stride") {
            return self.token(at);
        }
        let arguments = close.map_or(Span::default(), |close| tokens.span(at + 2).to(tokens.span(close)));
        let written = self.attribute(at, at + 1, arguments, end);
        let mut whole = tokens.span(at).to(tokens.span(end - 1));
        if written.is_none() {
            whole.hi = tokens.span(end).lo.min(whole.hi + blanks(tokens.text, whole.hi));
        }
        self.edits.replace(whole, written.unwrap_or_default());
        end
    }

    /// `[[a, b(1)]]`. Returns the token behind it.
    fn group(&mut self, open: usize) -> usize {
        let tokens = self.tokens;
        let mut written = Vec::new();
        let mut at = open + 2;
        loop {
            let name = at;
            let mut arguments = Span::default();
            at += 1;
            if tokens.kind(at) == TokenKind::LeftParen {
                let Some(close) = tokens.closer(at) else { return open + 2 };
                arguments = tokens.span(at).to(tokens.span(close));
                at = close + 1;
            }
            let is_last = tokens.are(at, &[TokenKind::RightBracket, TokenKind::RightBracket]);
            if !is_last && tokens.kind(at) != TokenKind::Comma {
                return open + 2;
            }
            let behind = if is_last { at + 2 } else { self.end_of_group(at) };
            written.extend(self.attribute(open, name, arguments, behind));
            at += 1;
            if is_last {
                break;
            }
        }
        let end = at + 1;
        let mut whole = tokens.span(open).to(tokens.span(at));
        if written.is_empty() {
            // The blanks behind it go, too.
            whole.hi = tokens.span(end).lo.min(whole.hi + blanks(tokens.text, whole.hi));
        }
        self.edits.replace(whole, written.join(" "));
        end
    }

    fn end_of_group(&self, from: usize) -> usize {
        let ends = |at: &usize| self.tokens.are(*at, &[TokenKind::RightBracket, TokenKind::RightBracket]);
        (from..self.tokens.len()).find(ends).map_or(from, |at| at + 2)
    }

    /// An attribute in the group that starts at a token, and which stands in front of the token `behind`.
    fn attribute(&mut self, group: usize, name: usize, arguments: Span, behind: usize) -> Option<String> {
        let tokens = self.tokens;
        let (name, arguments) = (tokens.word(name), arguments.text(tokens.text));
        let inner = arguments.trim_start_matches('(').trim_end_matches(')').trim();
        match name {
            "stage" => return Some(format!("@stage{arguments}")),
            "override" => self.override_at = Some(behind),
            "access" if self.access(inner, group, behind) => return None,
            "offset" => {
                if let (Ok(bytes), Some(member)) = (inner.parse(), self.member_after(behind)) {
                    let (structure, member) = (self.structure.to_owned(), member.to_owned());
                    self.offsets.push(Offset { structure, member, bytes });
                    return None;
                }
            }
            "stride" if self.kept.contains(&self.arrays) => {
                self.edits.insert(tokens.span(group.saturating_sub(2)).lo, format!("@stride{arguments} "));
            }
            "stride" => {
                self.strides.extend(inner.parse().ok().map(|bytes| Stride { bytes, array: self.arrays }));
            }
            "builtin" => {
                if let Some(now) = Renamed::builtin_value(inner) {
                    return Some(format!("@builtin({now})"));
                }
            }
            _ => {
                if let Some(now) = Renamed::attribute(name) {
                    self.removed.extend(now.is_empty().then(|| name.to_owned()));
                    return (!now.is_empty()).then(|| format!("@{now}{arguments}"));
                }
            }
        }
        attribute_of_2021(name, arguments)
    }

    /// The member whose attributes end before a token, or go on there.
    fn member_after(&self, at: usize) -> Option<&'s str> {
        let end = (at..self.tokens.len()).find(|at| self.tokens.kind(*at) == TokenKind::Colon)?;
        Some(self.tokens.word(end - 1))
    }

    /// Puts an access mode where it belongs now; whether there is such a place.
    fn access(&mut self, mode: &str, group: usize, behind: usize) -> bool {
        let tokens = self.tokens;
        if tokens.word(behind).starts_with("texture_storage") {
            let is_format =
                tokens.kind(behind + 1) == TokenKind::Less && tokens.kind(behind + 3) == TokenKind::Greater;
            if is_format {
                self.edits.insert(tokens.span(behind + 2).hi, format!(", {mode}"));
            }
            return is_format;
        }
        // Storage variables of an alias have its access mode.
        if tokens.kind(group.saturating_sub(1)) == TokenKind::Equal {
            return true;
        }
        // naga took `var a: [[access(read)]] S;` for a storage buffer.
        let variable = group.saturating_sub(3);
        if tokens.are(variable, &[TokenKind::Var, TokenKind::Identifier, TokenKind::Colon]) {
            self.edits.insert(tokens.span(variable).hi, format!("<storage, {}>", storage_mode(mode)));
            return true;
        }
        let Some(end) = self.storage_end.take() else { return false };
        self.edits.insert(end.lo, format!(", {}", storage_mode(mode)));
        true
    }
}

/// The access mode of storage memory that was `mode`: what can be written can be read.
fn storage_mode(mode: &str) -> &str {
    if mode == "write" { "read_write" } else { mode }
}

/// The number of bytes of blanks at a place.
fn blanks(text: &str, at: u32) -> u32 {
    let rest = &text[at as usize..];
    (rest.len() - rest.trim_start().len()) as u32
}
