//! Minifies WGSL programs.
//!
//! [`minify`] takes an accepted program and returns a shorter one with the same meaning: without comments, blanks, unused declarations and assertions,
//! with short names, and with constant expressions computed where that is shorter. Entry points, overrides and resources keep their names, because a host
//! uses them.
//!
//! `fold` computes expressions, `names` chooses the names, and `write` writes tokens with as few blanks as keep them apart.

mod fold;
mod names;
#[cfg(test)]
mod tests;
mod write;

pub use write::Origin;

use fold::{Folded, folded};
use names::Names;
use rustc_hash::FxHashMap;
use shader_source::Span;
use std::borrow::Cow;
use wgsl_spec::{Edition, Symbol, WordClass};
use wgsl_validator::Module;
use wgsl_validator::ast::{Ast, DeclId, DeclKind, Stmt};
use wgsl_validator::lex::{self, TokenKind as Kind};
use wgsl_validator::meaning::TypedModule;
use wgsl_validator::occurrence::{Denoted, Occurrence, occurrences, reached_declarations};
use write::Writer;

/// How programs are minified.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MinifyOptions {
    /// Whether members of structures keep their names. A host can see them in the reflection of a program only.
    pub keep_members: bool,
}

/// A minified program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Minified {
    /// The program.
    pub text: String,
    /// Where its tokens come from, in their order.
    pub origins: Vec<Origin>,
}

/// Minifies a program. Returns `None` if it is not accepted, or not in the current edition.
///
/// A program without entry points is a library: it keeps all of its declarations, with their names.
#[must_use]
pub fn minify(module: &Module, options: MinifyOptions) -> Option<Minified> {
    if !module.is_accepted() || module.edition() != Edition::Current {
        return None;
    }
    let typed = module.typed();
    let occurrences = occurrences(typed);
    let names = Names::choose(typed, &occurrences, options);
    let at = occurrences.iter().map(|it| (it.span.lo, *it)).collect();
    let spellings = Spellings { source: module.source(), at, names };
    let tokens = lex::tokens(module.source(), Edition::Current);
    let folded = folded(typed, spellings.length(&tokens));
    // What only a computed expression mentions is unused.
    let mut folded_spans = folded.iter().map(|it| it.span).peekable();
    let is_written = |found: &Occurrence| {
        while folded_spans.next_if(|span| span.hi <= found.span.lo).is_some() {}
        folded_spans.peek().is_none_or(|span| found.span.lo < span.lo)
    };
    let written: Vec<Occurrence> = occurrences.iter().copied().filter(is_written).collect();
    let mut left_out = left_out(typed, &written);
    left_out.sort_unstable();
    let minifier = Minifier { spellings, writer: Writer::default() };
    Some(minifier.run(&tokens, &left_out, folded))
}

/// Returns true if the program has an entry point, so that nothing else is there for others.
fn has_entry_points(module: TypedModule<'_>) -> bool {
    module.entry_points().next().is_some()
}

/// The declarations that no entry point needs, and the assertions, which are known to hold. Overrides stay: to set one that is not there is
/// an error.
fn left_out(module: TypedModule<'_>, occurrences: &[Occurrence]) -> Vec<Span> {
    let ast = &module.syntax.ast;
    let assertions = ast.stmts.iter().zip(&ast.stmt_spans);
    let assertions =
        assertions.filter(|(stmt, _)| matches!(stmt, Stmt::ConstAssert(_))).map(|(_, span)| *span);
    if !has_entry_points(module) {
        return assertions.collect();
    }
    let entry_points: Vec<DeclId> = module.entry_points().map(|entry| entry.decl).collect();
    let is_root = |id: DeclId| match ast[id].kind {
        DeclKind::Function(_) => entry_points.binary_search(&id).is_ok(),
        DeclKind::Variable(_) => is_override(ast, id),
        DeclKind::Error | DeclKind::Alias(_) | DeclKind::Struct(_) | DeclKind::ConstAssert(_) => false,
    };
    let reached = reached_declarations(module, occurrences, is_root);
    let unused = ast.decls.iter().zip(reached).filter(|(_, is_reached)| !is_reached);
    assertions.chain(unused.map(|(decl, _)| decl.span)).collect()
}

fn is_override(ast: &Ast, id: DeclId) -> bool {
    use wgsl_validator::ast::VariableKind;
    ast[id].kind.variable().is_some_and(|variable| ast[variable].kind == VariableKind::Override)
}

/// How the tokens of a program are written.
struct Spellings<'a> {
    source: &'a str,
    /// The names by the offsets at which they start.
    at: FxHashMap<u32, Occurrence>,
    names: Names,
}

struct Minifier<'a> {
    spellings: Spellings<'a>,
    writer: Writer,
}

impl Spellings<'_> {
    /// How a token is written, and its name in the source if that is different.
    fn of(&self, token: lex::Token) -> (Cow<'_, str>, Option<Span>) {
        let spelling = token.span.text(self.source);
        if let Some(name) = self.at.get(&token.span.lo).and_then(|it| self.names.of(it.denoted)) {
            (Cow::Borrowed(name), Some(token.span))
        } else if token.kind.is_number() {
            (Cow::Owned(short_number(spelling)), None)
        } else {
            (Cow::Borrowed(spelling), None)
        }
    }

    /// The number of bytes that the tokens of a range take, without the blanks between them.
    fn length(&self, tokens: &[lex::Token]) -> impl Fn(Span) -> usize + use<> {
        let mut total = 0;
        let lengths = tokens.iter().map(|token| {
            let before = total;
            total += self.of(*token).0.len();
            (token.span.lo, before)
        });
        let before: Vec<(u32, usize)> = lengths.collect();
        move |span| {
            let before = |offset| {
                let next = before.partition_point(|(lo, _)| *lo < offset);
                before.get(next).map_or(total, |(_, before)| *before)
            };
            before(span.hi) - before(span.lo)
        }
    }

    /// The predeclared alias of the vector or matrix type that tokens start with: `vec4f` for `vec4<f32>`.
    fn alias(&self, tokens: &[lex::Token]) -> Option<String> {
        let [generator, start, component, end, ..] = tokens else { return None };
        if start.kind != Kind::TemplateStart || end.kind != Kind::TemplateEnd {
            return None;
        }
        let is_predeclared = |token: &lex::Token| {
            self.at.get(&token.span.lo).is_some_and(|it| matches!(it.denoted, Denoted::Predeclared(_)))
        };
        let generator_name = generator.span.text(self.source);
        let suffix = match component.span.text(self.source) {
            "f32" => 'f',
            "f16" => 'h',
            "i32" => 'i',
            "u32" => 'u',
            _ => return None,
        };
        let is_generator = generator_name.starts_with("vec") || generator_name.starts_with("mat");
        let alias = format!("{generator_name}{suffix}");
        let is_known = Symbol::predeclared(&alias).is_some() && !self.names.is_kept(&alias);
        (is_generator && is_known && is_predeclared(generator) && is_predeclared(component)).then_some(alias)
    }
}

impl Minifier<'_> {
    fn run(mut self, tokens: &[lex::Token], left_out: &[Span], folded: Vec<Folded>) -> Minified {
        let mut left_out = left_out.iter().copied().peekable();
        let mut folded = folded.into_iter().peekable();
        // The brackets around the token that are parentheses: semicolons there separate the parts of a `for`.
        let mut parentheses = 0_usize;
        let mut index = 0;
        while index + 1 < tokens.len() {
            let token = tokens[index];
            while left_out.next_if(|span| span.hi <= token.span.lo).is_some() {}
            if left_out.peek().is_some_and(|span| span.lo <= token.span.lo) {
                index += 1;
                continue;
            }
            while folded.next_if(|it| it.span.lo < token.span.lo).is_some() {}
            if let Some(Folded { span, literal }) = folded.next_if(|it| it.span.lo == token.span.lo) {
                self.literal(&literal, span.lo);
                while tokens[index].span.lo < span.hi {
                    index += 1;
                }
                continue;
            }
            match token.kind {
                Kind::LeftParen => parentheses += 1,
                Kind::RightParen => parentheses = parentheses.saturating_sub(1),
                _ => {}
            }
            let next = tokens[index + 1].kind;
            let is_needless = match token.kind {
                Kind::Semicolon => parentheses == 0 && self.writer.ends_statement(),
                Kind::Comma => {
                    matches!(
                        next,
                        Kind::RightParen | Kind::RightBracket | Kind::RightBrace | Kind::TemplateEnd
                    )
                }
                // After the selectors of a clause.
                Kind::Colon => next == Kind::LeftBrace,
                _ => false,
            };
            if is_needless {
                index += 1;
            } else if let Some(alias) = self.spellings.alias(&tokens[index..]) {
                self.writer.write(&alias, Kind::Identifier, token.span.lo, None);
                index += 4;
            } else {
                self.token(token);
                index += 1;
            }
        }
        let (text, origins) = self.writer.finish();
        Minified { text, origins }
    }

    fn token(&mut self, token: lex::Token) {
        let (spelling, name) = self.spellings.of(token);
        self.writer.write(&spelling, token.kind, token.span.lo, name);
    }

    /// Writes the value of the expression that starts at an offset.
    fn literal(&mut self, literal: &str, source: u32) {
        let digits = literal.strip_prefix('-').inspect(|_| self.writer.write("-", Kind::Minus, source, None));
        let digits = digits.unwrap_or(literal);
        let kind = if digits.starts_with(|first: char| first.is_ascii_alphabetic()) {
            Kind::Identifier
        } else {
            Kind::Float
        };
        self.writer.write(digits, kind, source, None);
    }
}

/// Returns true if a program may declare this name without hiding anything that is predeclared.
fn is_free(name: &str) -> bool {
    use wgsl_spec::Predeclared;
    Symbol::predeclared(name).is_none_or(|symbol| {
        let info = symbol.info(Edition::Current);
        info.class == WordClass::Identifier && matches!(info.predeclared, Predeclared::None)
    })
}

/// A decimal number without zeros that mean nothing. It has the same type and value.
fn short_number(number: &str) -> String {
    if number.starts_with("0x") || number.starts_with("0X") || !number.contains('.') {
        return number.to_owned();
    }
    let end = number.find(['e', 'E', 'f', 'h']).unwrap_or(number.len());
    let (digits, rest) = number.split_at(end);
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let (whole, fraction) = (whole.trim_start_matches('0'), fraction.trim_end_matches('0'));
    match (whole, fraction, rest) {
        ("", "", "") => "0.".to_owned(),
        ("", "", _) => format!("0{rest}"),
        // `1f` and `1e5` are floating point numbers without a point.
        (_, "", "") => format!("{whole}."),
        (_, "", _) => format!("{whole}{rest}"),
        _ => format!("{whole}.{fraction}{rest}"),
    }
}
