//! The preprocessor: directives, conditions, macros and included files. C++14 (cpp)
//!
//! [`preprocess`] reads one file token by token and appends what is left to the output. An `#include` pushes the file that it names onto a stack
//! and reads that one first. Every file that is read has a range of its own in one space of offsets, as in Clang's source manager, so a span
//! needs no number of a file. Tokens out of macros are at the place where the macro is used.
//!
//! A header of the library has no text where its contents is the language that the tables describe. Some have text, which is read as that
//! of any other file.

mod budget;
mod condition;
mod directive;
mod expand;
mod files;
mod include;
mod library;
mod locate;
mod pragma;
mod predicate;
mod rewrite;

#[cfg(test)]
mod tests;

pub use files::{Files, HeaderText, Headers, Inclusion, Inclusions, Lookup, NoFiles, normal};
pub use rewrite::{Change, Rewritten, rewrite, would_join};

use crate::dialect::{Dialect, Rules};
use crate::lex::{Token, TokenKind, lex};
use crate::names::{Names, Symbol};
use budget::Budget;
use include::Known;
use library::Library;
use rustc_hash::{FxHashMap, FxHashSet};
use shader_source::diagnostic::Diagnostic;
use shader_source::{Rule, Span, steps};
use std::rc::Rc;

/// A definition from outside of the program, as `-D name=value` has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Definition {
    /// The name.
    pub name: String,
    /// The value, `1` where the command line has none.
    pub value: String,
}

/// The first file of a program.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// Its path: names in quotes are looked for next to it.
    pub path: &'a str,
    /// One name for all paths that lead to it, as [`HeaderText::identity`].
    pub identity: &'a str,
    /// Its content.
    pub text: &'a str,
}

impl<'a> Source<'a> {
    /// A text that is in no file.
    #[must_use]
    pub const fn text(text: &'a str) -> Self {
        Self { path: "", identity: "", text }
    }
}

/// A program without directives.
#[derive(Debug)]
pub(crate) struct Preprocessed {
    pub(crate) tokens: Vec<Token>,
    /// The spellings of the tokens.
    pub(crate) names: Names,
    /// The names of the headers of the library that it includes. A version of the language may lack some.
    pub(crate) headers: Vec<(&'static str, Span)>,
    /// The headers that were not found, where that is allowed.
    pub(crate) skipped_headers: Vec<(String, Span)>,
    /// The names that may be declared although nothing declares them here: a header by itself leaves out what its users ask for.
    pub(crate) left_out: FxHashSet<Symbol>,
    /// The uses of macros that the program defines.
    pub(crate) macro_uses: Vec<MacroUse>,
    /// The places of the names of launches in lines that conditions leave out.
    pub(crate) launches_left_out: Vec<Span>,
    /// The parts of files that conditions leave out.
    pub(crate) code_left_out: Vec<Span>,
    /// The diagnostics, in order of their places.
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// A use of a macro that is written in a file: outside of other macros, or in an argument of one.
#[derive(Clone, Copy, Debug)]
pub struct MacroUse {
    /// From the name to the end of the arguments, or the name of a use in an argument: the place of the tokens that the definition has.
    pub span: Span,
    /// The name in the definition.
    pub definition: Span,
}

/// A macro.
#[derive(Debug)]
struct Macro {
    /// The parameters of a function-like macro.
    parameters: Option<Parameters>,
    body: Vec<Token>,
    /// The place of its name; none of a definition from outside.
    span: Option<Span>,
    origin: Origin,
}

/// Who defines a macro.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Origin {
    Program,
    /// A header of the library. Compilers are silent about programs that define such names themselves.
    Library,
    /// The language: the value depends on the place.
    Place(PlaceMacro),
}

/// The macros whose values depend on the place of their use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PlaceMacro {
    Line,
    File,
    /// The number of the uses before. Not in C++14; all compilers have it.
    Counter,
    /// The number of files around. Not in C++14, either.
    IncludeLevel,
}

/// The parameters of a function-like macro.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Parameters {
    names: Vec<Symbol>,
    /// The name of the arguments after those: `__VA_ARGS__`, or the name before the dots, as GCC has it.
    rest: Option<Symbol>,
}

/// One `#if` with what belongs to it.
#[derive(Clone, Copy, Debug)]
struct Condition {
    /// The place of the directive.
    span: Span,
    /// Whether the lines of the present group are taken.
    is_taken: bool,
    /// Whether a group was taken, or the lines around are not.
    is_decided: bool,
    has_else: bool,
}

/// Removes comments and directives, reads the files that are included, and expands macros.
pub(crate) fn preprocess(
    source: Source<'_>,
    definitions: &[Definition],
    headers: Headers<'_>,
    dialect: &'static Dialect,
) -> (Preprocessed, Inclusions) {
    let mut preprocessor = Preprocessor::new(source, definitions, headers, dialect);
    preprocessor.define_macros_that_occur();
    let end = preprocessor.run();
    preprocessor.read_library();
    preprocessor.output.push(end);
    let Preprocessor {
        output,
        names,
        library_headers: headers,
        skipped_headers,
        left_out,
        macro_uses,
        launches_left_out,
        code_left_out,
        mut diagnostics,
        inclusions,
        ..
    } = preprocessor;
    diagnostics.sort_by_key(|found| found.primary.span);
    let preprocessed = Preprocessed {
        tokens: output,
        names,
        headers,
        skipped_headers,
        left_out,
        macro_uses,
        launches_left_out,
        code_left_out,
        diagnostics,
    };
    (preprocessed, inclusions)
}

/// The macros of the language, and the macros that definitions from outside make; a later one takes the place of an earlier one.
fn outside_macros(
    definitions: &[Definition],
    dialect: &'static Dialect,
    names: &mut Names,
) -> FxHashMap<Symbol, Rc<Macro>> {
    let mut macros = FxHashMap::default();
    for Definition { name, value } in definitions {
        let mut body = lex(value, dialect, names, &mut Vec::new());
        body.pop();
        let definition = Macro { parameters: None, body, span: None, origin: Origin::Program };
        macros.insert(names.intern(name), Rc::new(definition));
    }
    for (name, value) in [
        ("__LINE__", PlaceMacro::Line),
        ("__FILE__", PlaceMacro::File),
        ("__COUNTER__", PlaceMacro::Counter),
        ("__INCLUDE_LEVEL__", PlaceMacro::IncludeLevel),
    ] {
        let origin = Origin::Place(value);
        let definition = Macro { parameters: None, body: Vec::new(), span: None, origin };
        macros.insert(names.intern(name), Rc::new(definition));
    }
    macros
}

/// The words that the preprocessor looks for among tokens.
#[derive(Clone, Copy, Debug)]
struct Words {
    rest: Symbol,
    pragma: Symbol,
    launch: Option<Symbol>,
}

impl Words {
    fn new(names: &mut Names, dialect: &Dialect) -> Self {
        let launch = dialect.restrictions.as_ref().map(|it| names.intern(it.launch));
        Self { rest: names.intern("__VA_ARGS__"), pragma: names.intern("_Pragma"), launch }
    }
}

/// A file that is being read.
struct Frame {
    tokens: Vec<Token>,
    at: usize,
    /// Its path, which names in quotes are looked for next to.
    path: Rc<str>,
    /// Its number among the inclusions; none of the first file.
    inclusion: Option<usize>,
    /// Its number among the known files; none of the first file.
    known: Option<usize>,
    /// The number of conditions that are open around it: a directive can't end a condition of a different file.
    floor: usize,
    /// The places after line breaks, once `__LINE__` is used.
    line_starts: Vec<u32>,
    /// The difference between the numbers that `#line` gave the lines from its own on and their numbers in the file.
    line_shift: i64,
    /// The name that `#line` gave the file.
    name: Option<String>,
    /// The mistakes of its tokens, which are none where lines are left out.
    lexical: Vec<Diagnostic>,
    /// The places of wrong tokens in lines that are left out.
    skipped: FxHashSet<u32>,
}

impl Frame {
    fn of_first(path: &str, tokens: Vec<Token>, lexical: Vec<Diagnostic>) -> Self {
        Self {
            tokens,
            at: 0,
            path: path.into(),
            inclusion: None,
            known: None,
            floor: 0,
            line_starts: Vec::new(),
            line_shift: 0,
            name: None,
            lexical,
            skipped: FxHashSet::default(),
        }
    }
}

struct Preprocessor<'a> {
    dialect: &'static Dialect,
    rules: &'static Rules,
    source: Source<'a>,
    headers: Headers<'a>,
    /// The file that is being read.
    frame: Frame,
    /// The files that include it, the first one of the program first.
    outer: Vec<Frame>,
    /// Shared, so that a use of a macro without arguments does not copy a long body.
    macros: FxHashMap<Symbol, Rc<Macro>>,
    macro_uses: Vec<MacroUse>,
    launches_left_out: Vec<Span>,
    /// The parts that are left out, the last one up to this token of the file.
    code_left_out: Vec<Span>,
    left_out_until: usize,
    conditions: Vec<Condition>,
    output: Vec<Token>,
    names: Names,
    words: Words,
    /// The names of the headers of the library that are included.
    library_headers: Vec<(&'static str, Span)>,
    /// The headers that were not found, where that is allowed.
    skipped_headers: Vec<(String, Span)>,
    /// Whether the source is a header by itself, of a language with host code.
    is_header: bool,
    /// The names in what such a header leaves out.
    left_out: FxHashSet<Symbol>,
    diagnostics: Vec<Diagnostic>,
    /// The macros that are being expanded, which are not expanded inside of themselves.
    active: FxHashSet<Symbol>,
    /// The value of the next `__COUNTER__`.
    counter: u32,
    /// The files that were included, each with its tokens.
    known: Vec<Known>,
    by_identity: FxHashMap<String, usize>,
    /// The results of searches: a file and the path that led to it.
    searches: FxHashMap<(Rc<str>, files::Wanted), (usize, Rc<str>)>,
    /// The names that led nowhere, each of which is reported once.
    missing: FxHashSet<files::Wanted>,
    /// Whether the first file has `#pragma once`.
    is_first_once: bool,
    inclusions: Inclusions,
    library: Library,
    budget: Budget,
    /// The changes to the files, for a language that reads text.
    record: Option<Vec<Change>>,
}

impl<'a> Preprocessor<'a> {
    fn new(
        source: Source<'a>,
        definitions: &[Definition],
        headers: Headers<'a>,
        dialect: &'static Dialect,
    ) -> Self {
        let (mut names, mut lexical) = (Names::of(dialect), Vec::new());
        let macros = outside_macros(definitions, dialect, &mut names);
        let tokens = lex(source.text, dialect, &mut names, &mut lexical);
        let words = Words::new(&mut names, dialect);
        Self {
            dialect,
            rules: &dialect.rules,
            source,
            headers,
            frame: Frame::of_first(source.path, tokens, lexical),
            outer: Vec::new(),
            macros,
            macro_uses: Vec::new(),
            launches_left_out: Vec::new(),
            code_left_out: Vec::new(),
            left_out_until: 0,
            conditions: Vec::new(),
            output: Vec::new(),
            names,
            words,
            library_headers: Vec::new(),
            skipped_headers: Vec::new(),
            is_header: dialect.has_host_code && is_header(source.path),
            left_out: FxHashSet::default(),
            diagnostics: Vec::new(),
            active: FxHashSet::default(),
            counter: 0,
            known: Vec::new(),
            by_identity: FxHashMap::default(),
            searches: FxHashMap::default(),
            missing: FxHashSet::default(),
            is_first_once: false,
            inclusions: Inclusions::default(),
            library: Library::default(),
            budget: Budget::default(),
            record: None,
        }
    }
}

impl Preprocessor<'_> {
    /// Reads a file with all that it includes, and returns the token at its end.
    fn run(&mut self) -> Token {
        self.output.reserve(self.frame.tokens.len());
        loop {
            steps::take(1);
            let token = self.frame.tokens[self.frame.at];
            if token.kind == TokenKind::Hash && token.begins_line {
                self.directive();
            } else if token.kind == TokenKind::EndOfText {
                self.leave();
                // Only the first file of the program, or a header that is read by itself, has none around it.
                match self.outer.pop() {
                    Some(frame) => {
                        self.frame = frame;
                        self.change(Change::Leave);
                    }
                    None => return token,
                }
            } else if !self.is_taken() {
                self.skip(token);
                self.frame.at += 1;
            } else {
                self.take();
            }
        }
    }

    /// Notes a token of a line that is left out.
    fn skip(&mut self, token: Token) {
        // Whoever includes a header defines the macros that it asks for: what the header leaves out may be there.
        if self.is_header {
            self.left_out.extend(token.symbol.filter(|_| token.kind == TokenKind::Identifier));
        }
        self.extend_removal(token.span);
        match self.code_left_out.last_mut() {
            Some(last) if self.left_out_until == self.frame.at && last.hi <= token.span.lo => {
                last.hi = token.span.hi;
            }
            _ => self.code_left_out.push(token.span),
        }
        self.left_out_until = self.frame.at + 1;
        if token.kind == TokenKind::Unknown {
            self.frame.skipped.insert(token.span.lo);
        }
        if token.symbol.is_some() && token.symbol == self.words.launch {
            self.launches_left_out.push(token.span);
        }
    }

    /// Reports the mistakes that the end of the present file shows.
    fn leave(&mut self) {
        for condition in self.conditions.split_off(self.frame.floor) {
            self.error(
                self.rules.preprocess_conditional_terminated,
                condition.span,
                "missing `#endif` for this condition",
            );
        }
        let skipped = core::mem::take(&mut self.frame.skipped);
        let is_kept = |found: &Diagnostic| {
            found.rule == self.rules.lex_comment_terminated || !skipped.contains(&found.primary.span.lo)
        };
        self.diagnostics.extend(core::mem::take(&mut self.frame.lexical).into_iter().filter(is_kept));
    }

    /// Returns true if the lines here belong to the program.
    fn is_taken(&self) -> bool {
        self.conditions.last().is_none_or(|condition| condition.is_taken)
    }

    /// Takes the present token, or what a macro makes of it.
    fn take(&mut self) {
        let token = self.frame.tokens[self.frame.at];
        self.frame.at += 1;
        match token.symbol.filter(|_| token.kind.is_word()) {
            Some(symbol) if self.macros.contains_key(&symbol) => self.expand_here(token, symbol),
            Some(symbol) if symbol == self.words.pragma => self.pragma_operator(token),
            _ => self.output.push(token),
        }
    }

    fn error(&mut self, rule: &'static Rule, span: Span, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::error(rule, span, message));
    }

    /// The tokens up to the end of the line.
    fn line(&mut self) -> Vec<Token> {
        let start = self.frame.at;
        let is_here = |token: &Token| !token.begins_line && token.kind != TokenKind::EndOfText;
        let rest = &self.frame.tokens[start..];
        let line = &rest[..rest.iter().position(|token| !is_here(token)).unwrap_or(rest.len())];
        steps::take(line.len());
        self.frame.at += line.len();
        line.to_vec()
    }

    /// The content of the file that is being read, and the offset of its first byte.
    fn text(&self) -> (&str, u32) {
        match self.frame.inclusion.and_then(|number| self.inclusions.files().get(number)) {
            Some(file) => (&file.text, file.start),
            None => (self.source.text, 0),
        }
    }

    /// The source of a range in the file that is being read.
    fn written(&self, span: Span) -> &str {
        let (text, start) = self.text();
        Span::new(span.lo.saturating_sub(start), span.hi.saturating_sub(start)).text(text)
    }

    /// Returns true if a header of the library is being read.
    fn is_in_library(&self) -> bool {
        let file = self.frame.inclusion.and_then(|number| self.inclusions.files().get(number));
        file.is_some_and(|file| file.is_library)
    }

    fn spelling(&self, token: Token) -> &str {
        match token.symbol {
            Some(symbol) => self.names.text(symbol),
            None => token.kind.spelling().unwrap_or(""),
        }
    }
}

/// Returns true for the name of a header: a file that others include.
#[must_use]
pub fn is_header(path: &str) -> bool {
    let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
    ["h", "hh", "hpp", "hxx", "inl"].iter().any(|own| extension.eq_ignore_ascii_case(own))
}
