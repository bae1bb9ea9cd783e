//! `#include` and `#import`: which file is read next, and when one is not read again.
//!
//! A file is lexed once, however often it is included. One that a macro guards, or that has `#pragma once`, is not even looked at again.

use super::files::{HeaderText, Inclusion, Search, Wanted};
use super::{Change, Frame, Preprocessor};
use crate::dialect::{Feature, Header};
use crate::lex::{Token, TokenKind, lex};
use crate::names::{Names, Symbol};
use rustc_hash::FxHashSet;
use shader_source::Span;
use shader_source::diagnostic::{Applicability, Diagnostic};
use std::rc::Rc;
use std::sync::Arc;

/// How deep files may include others: Clang's limit. Frames are on the heap, so this only stops files that include themselves.
const MOST_LEVELS: usize = 200;

/// The bytes of all inclusions of a program. Files without guards can include each other exponentially often; the headers of people's programs
/// have a megabyte at most.
const MOST_BYTES: usize = 16 << 20;

/// The cost of an inclusion in addition to its bytes: a range of offsets and a frame.
const COST_OF_INCLUSION: usize = 64;

/// A file that was included.
pub(super) struct Known {
    name: String,
    text: Arc<str>,
    /// Its tokens, with spans from 0.
    tokens: Rc<[Token]>,
    /// The mistakes of its tokens, which are reported when it is read for the first time.
    lexical: Vec<Diagnostic>,
    /// The macro of its include guard: while that is defined, the file has nothing to read.
    guard: Option<Symbol>,
    /// Whether it has `#pragma once`, or was imported.
    is_once: bool,
    is_read: bool,
    is_library: bool,
}

impl Preprocessor<'_> {
    /// `#include`, or `#import`, which reads a file that was not read before.
    pub(super) fn include(&mut self, tokens: &[Token], span: Span, is_import: bool) {
        let Some((wanted, written)) = self.wanted(tokens, span) else { return };
        let Some((number, path)) = self.found(&wanted, written) else { return };
        let file = &mut self.known[number];
        file.is_once |= is_import;
        let is_guarded = file.guard.is_some_and(|guard| self.macros.contains_key(&guard));
        let was_read = file.is_once && file.is_read;
        if !is_guarded && !was_read {
            self.enter(number, path, span);
        }
    }

    /// `#pragma once` or `_Pragma("once")`.
    pub(super) fn read_once(&mut self) {
        match self.frame.known {
            Some(number) => self.known[number].is_once = true,
            None => self.is_first_once = true,
        }
    }

    /// The name in a directive, and its place.
    fn wanted(&mut self, tokens: &[Token], span: Span) -> Option<(Wanted, Span)> {
        let expanded = match tokens {
            [Token { kind: TokenKind::Text, .. }, ..] => tokens.to_vec(),
            // The name is the expansion of a macro.
            _ => self.expand_all(tokens),
        };
        let (Some(first), Some(last)) = (tokens.first(), tokens.last()) else {
            let message =
                format!("this directive must be followed by the name of a {}", self.dialect.included);
            self.error(self.rules.preprocess_directive_complete, span, message);
            return None;
        };
        let written = first.span.to(last.span);
        let Some((wanted, rest)) = self.header_name(&expanded) else {
            // A macro that can't be expanded was reported.
            if expanded.iter().all(|token| token.kind != TokenKind::Unknown) {
                let message =
                    format!("expected the name of a {} in quotes or in `<>`", self.dialect.included);
                self.error(self.rules.preprocess_directive_complete, written, message);
            }
            return None;
        };
        self.nothing_follows_name(rest);
        let place = if rest.is_empty() { written } else { first.span };
        Some((wanted, place))
    }

    /// The name of a header at the start of tokens, and the tokens after it.
    pub(super) fn header_name<'t>(&self, tokens: &'t [Token]) -> Option<(Wanted, &'t [Token])> {
        let (first, rest) = tokens.split_first()?;
        let (text, rest) = if first.kind == TokenKind::Less {
            let length = rest.iter().position(|token| token.kind == TokenKind::Greater)?;
            let mut text = String::from("<");
            for (number, token) in rest[..length].iter().enumerate() {
                if number > 0 && token.follows_space {
                    text.push(' ');
                }
                text.push_str(self.spelling(*token));
            }
            (text + ">", &rest[length + 1..])
        } else {
            (self.spelling(*first).to_owned(), rest)
        };
        let is_quoted = text.starts_with('"') && text.ends_with('"');
        let is_named = first.kind == TokenKind::Text || first.kind == TokenKind::Less;
        let name = text.get(1..text.len().saturating_sub(1)).filter(|name| !name.is_empty() && is_named)?;
        Some((Wanted { name: name.to_owned(), is_quoted }, rest))
    }

    fn nothing_follows_name(&mut self, rest: &[Token]) {
        if let Some(first) = rest.first() {
            let included = self.dialect.included;
            let message = format!("expected the end of the line after the name of the {included}");
            self.error(self.rules.preprocess_directive_complete, first.span, message);
        }
    }

    /// Returns true if a name leads to a file or to a header of the library.
    pub(super) fn has_header(&mut self, wanted: &Wanted) -> bool {
        let from = Rc::clone(&self.frame.path);
        let is_found = |search| matches!(search, Search::Found(..));
        is_found(self.headers.search(wanted, &from))
            || (self.dialect.library.header)(&wanted.name).is_some()
            || is_found(self.headers.search_other_case(wanted, &from))
    }

    /// The file that a name leads to, and its path. None if there is nothing to read: it is a header of the library without a text, or a
    /// mistake was reported.
    fn found(&mut self, wanted: &Wanted, written: Span) -> Option<(usize, Rc<str>)> {
        let key = (Rc::clone(&self.frame.path), wanted.clone());
        if let Some((number, path)) = self.searches.get(&key) {
            return Some((*number, Rc::clone(path)));
        }
        let next_to_it = Wanted { is_quoted: true, ..wanted.clone() };
        let search = match self.headers.search(wanted, &key.0) {
            Search::Missing if self.dialect.library.is_local => self.headers.search(&next_to_it, &key.0),
            search => search,
        };
        let (path, file) = match search {
            Search::Found(path, file) => (path, file),
            Search::Refused(reason) => {
                self.refused(wanted, written, &reason);
                return None;
            }
            Search::Missing => match (self.dialect.library.header)(&wanted.name) {
                // A header of the system declares nothing: its directives take effect where it is included.
                Some(Header { name, text: Some(text), names: [] }) => {
                    let name = format!("<{name}>");
                    let file = HeaderText { identity: name.clone(), name: name.clone(), text: text.into() };
                    (name, file)
                }
                Some(header) => {
                    self.include_library(header, written);
                    return None;
                }
                None => self.similar(wanted, written)?,
            },
        };
        let path: Rc<str> = path.into();
        let number = self.known(file);
        self.searches.insert(key, (number, Rc::clone(&path)));
        Some((number, path))
    }

    /// The file that a name is meant to lead to: with `/` for `\`, or in a different case. Reports that, or that there is none.
    fn similar(&mut self, wanted: &Wanted, written: Span) -> Option<(String, HeaderText)> {
        let from = Rc::clone(&self.frame.path);
        let slashes = Wanted { name: wanted.name.replace('\\', "/"), ..*wanted };
        let found = match self.headers.search(&slashes, &from) {
            Search::Found(path, file) if slashes != *wanted => Some((path, file, slashes.name)),
            _ => match self.headers.search_other_case(&slashes, &from) {
                Search::Found(path, file) => {
                    let name = with_case_of(&slashes.name, &path);
                    Some((path, file, name))
                }
                Search::Missing | Search::Refused(_) => None,
            },
        };
        let Some((path, file, name)) = found else {
            self.missing(wanted, written, &from);
            return None;
        };
        let message = format!("`{}` only finds `{name}` on file systems that ignore case", wanted.name);
        let quoted = if wanted.is_quoted { format!("\"{name}\"") } else { format!("<{name}>") };
        let found = Diagnostic::error(self.rules.preprocess_include_known, written, message).warning();
        self.diagnostics.push(found.suggest(
            format!("write `{quoted}`"),
            vec![(written, quoted)],
            Applicability::Safe,
        ));
        Some((path, file))
    }

    /// Reports a header that isn't found, once.
    fn missing(&mut self, wanted: &Wanted, written: Span, from: &str) {
        let Wanted { name, is_quoted } = wanted;
        if !self.missing.insert(wanted.clone()) {
            return;
        }
        if self.dialect.has_host_code {
            self.skipped_headers.push((name.clone(), written));
            return;
        }
        // The headers of C++ have names without a point; headers of a project have one.
        let is_of_cxx =
            !is_quoted && !name.contains(['.', '/']) && !name.starts_with(self.dialect.library.header_prefix);
        if let (true, Some(removed)) = (is_of_cxx, self.dialect.without(Feature::StandardLibrary)) {
            if let Some(meant) = self.header_like(name) {
                let message = format!("{} `{name}` was not found", self.dialect.included);
                let change = vec![(written, format!("<{meant}>"))];
                let found = Diagnostic::error(removed.rule, written, message);
                self.diagnostics.push(found.suggest(
                    format!("did you mean `{meant}`?"),
                    change,
                    Applicability::Unsafe,
                ));
                return;
            }
            let language = self.dialect.name;
            let message =
                format!("the C++ standard library is not available in {language}: unknown header `{name}`");
            self.error(removed.rule, written, message);
            return;
        }
        let shown = |folder: &str| format!("`{}`", if folder.is_empty() { "." } else { folder });
        let mut folders: Vec<String> = Vec::new();
        for folder in self.headers.folders_for(wanted, from).map(shown) {
            if !folders.contains(&folder) {
                folders.push(folder);
            }
        }
        let searched = if folders.is_empty() {
            "a name in `<>` is only searched for in the directories of `-I`, and there are none".to_owned()
        } else {
            format!("searched directories: {}", folders.join(", "))
        };
        let message = format!("{} `{name}` was not found", self.dialect.included);
        let found = Diagnostic::error(self.rules.preprocess_include_known, written, message);
        let remedy = "name its directory with `-I DIR`";
        self.diagnostics.push(found.note(searched).note(remedy));
    }

    /// The header of the library whose name is most like this one.
    fn header_like(&self, name: &str) -> Option<&'static str> {
        let known = self.dialect.library.includes.iter().flat_map(|(one, other)| [*one, *other]);
        shader_source::suggest::closest(name, known)
    }

    fn refused(&mut self, wanted: &Wanted, written: Span, reason: &str) {
        if self.missing.insert(wanted.clone()) {
            let message = format!("{} `{}` can't be read: {reason}", self.dialect.included, wanted.name);
            self.error(self.rules.preprocess_include_known, written, message);
        }
    }

    /// The number of a file, whose tokens are made if it is new.
    pub(super) fn known(&mut self, file: HeaderText) -> usize {
        let HeaderText { identity, name, text } = file;
        if let Some(number) = self.by_identity.get(&identity) {
            return *number;
        }
        let mut lexical = Vec::new();
        let tokens = lex(&text, self.dialect, &mut self.names, &mut lexical);
        let guard = guard(&tokens, &self.names);
        self.define_macros_that_occur();
        let is_first = !identity.is_empty() && identity == self.source.identity;
        let number = self.known.len();
        self.known.push(Known {
            is_library: identity.starts_with('<'),
            name,
            text,
            tokens: tokens.into(),
            lexical,
            guard,
            is_once: is_first && self.is_first_once,
            is_read: is_first,
        });
        self.by_identity.insert(identity, number);
        number
    }

    /// Reads a file before the rest of the present one.
    pub(super) fn enter(&mut self, number: usize, path: Rc<str>, by: Span) {
        let start = self.inclusions.next_start(self.source.text);
        let file = &mut self.known[number];
        let cost = file.text.len() + COST_OF_INCLUSION;
        if !self.budget.may_enter(self.outer.len() < MOST_LEVELS, cost, MOST_BYTES) || start.is_none() {
            let name = file.name.clone();
            return self.too_much(&name, by);
        }
        let start = start.unwrap_or_default();
        let shifted = |span: Span| Span::new(span.lo + start, span.hi + start);
        shader_source::steps::take(file.tokens.len());
        let tokens = file.tokens.iter().map(|token| Token { span: shifted(token.span), ..*token }).collect();
        let mut lexical = core::mem::take(&mut file.lexical);
        for found in &mut lexical {
            found.primary.span = shifted(found.primary.span);
        }
        file.is_read = true;
        let (name, text, is_library) = (file.name.clone(), Arc::clone(&file.text), file.is_library);
        let inclusion = self.inclusions.files().len();
        self.change(Change::Enter(inclusion));
        self.inclusions.add(Inclusion { name, text, start, by, is_library });
        let frame = Frame {
            tokens,
            at: 0,
            path,
            inclusion: Some(inclusion),
            known: Some(number),
            floor: self.conditions.len(),
            line_starts: Vec::new(),
            line_shift: 0,
            name: None,
            lexical,
            skipped: FxHashSet::default(),
        };
        self.outer.push(core::mem::replace(&mut self.frame, frame));
    }

    /// Reports once that a file is not read because of a limit.
    fn too_much(&mut self, name: &str, by: Span) {
        if core::mem::replace(&mut self.budget.is_include_reported, true) {
            return;
        }
        let included = self.dialect.included;
        let (rule, message) = if self.outer.len() < MOST_LEVELS {
            let message = format!("the {included}s of this program have more than {MOST_BYTES} bytes");
            (self.rules.unsupported_expansion, message)
        } else {
            let message = format!("{included}s include each other more than {MOST_LEVELS} levels deep");
            (self.rules.preprocess_include_nesting, message)
        };
        let remedy = format!("begin {included}s such as `{name}` with `#pragma once`");
        self.diagnostics.push(Diagnostic::error(rule, by, message).note(remedy));
    }
}

/// The end of a path that is a name in a different case.
fn with_case_of(name: &str, path: &str) -> String {
    let start = path.len().checked_sub(name.len());
    let end = start.and_then(|start| path.get(start..)).filter(|end| end.eq_ignore_ascii_case(name));
    end.unwrap_or(path).to_owned()
}

/// The macro of an include guard: everything in the file is between an `#ifndef` of it and the `#endif` that belongs to it, without `#else`.
fn guard(tokens: &[Token], names: &Names) -> Option<Symbol> {
    let word = |at: usize| {
        let token = tokens.get(at).filter(|token| token.kind.is_word())?;
        token.symbol.map(|symbol| (symbol, names.text(symbol)))
    };
    let kind = |at: usize| tokens.get(at).map(|token| token.kind);
    let ends_line = |at: usize| tokens.get(at).is_none_or(|token| token.begins_line);
    let is_directive = |at: usize| tokens[at].kind == TokenKind::Hash && tokens[at].begins_line;
    if kind(0) != Some(TokenKind::Hash) {
        return None;
    }
    let (name, end) = match (word(1)?.1, kind(2)?) {
        ("ifndef", _) => (word(2)?.0, 3),
        ("if", TokenKind::Bang) if word(3)?.1 == "defined" => match kind(4)? {
            TokenKind::LeftParen if kind(6) == Some(TokenKind::RightParen) => (word(5)?.0, 7),
            _ => (word(4)?.0, 5),
        },
        _ => return None,
    };
    if !ends_line(end) {
        return None;
    }
    let mut depth = 1_u32;
    for at in (end..tokens.len()).filter(|at| is_directive(*at)) {
        match word(at + 1).map_or("", |(_, text)| text) {
            "if" | "ifdef" | "ifndef" => depth += 1,
            "else" | "elif" if depth == 1 => return None,
            "endif" if depth == 1 => {
                return (kind(at + 2) == Some(TokenKind::EndOfText)).then_some(name);
            }
            "endif" => depth -= 1,
            _ => {}
        }
    }
    None
}
