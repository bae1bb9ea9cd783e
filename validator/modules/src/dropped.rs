//! The names that would be declared if false conditions did not drop them, each with the condition that would keep it.
//!
//! A program that lacks such a name has no mistake in itself: it is read with the wrong definitions. [`Dropped::of_file`] and
//! [`Dropped::member`] say so, and [`Dropped::paths`] has the paths that the file mentions under other definitions.

use crate::condition::{Asked, Condition};
use crate::imports::{Import, imports};
use crate::scan::{Kind, Token, brackets, tokens};
use shader_source::{Span, steps};
use std::collections::HashMap;
use std::ops::Range;

/// The maximum number of branches before a branch in its condition: a chain of n branches would have n² conditions otherwise.
pub(crate) const MOST_BRANCHES: usize = 8;
/// The maximum number of conditions in an explanation. A name that is declared under more of them is explained by the first ones.
const MOST_CONDITIONS: usize = 4;

/// Where a dropped part is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Scope {
    /// Between declarations.
    Module,
    /// In a structure with this name.
    Structure(String),
    /// In a list of parameters.
    Parameters,
    /// In a function.
    Statements,
    /// Lines of the preprocessor, which may begin and end anywhere.
    Lines,
}

/// A part of a text that a false condition drops: a range of tokens.
#[derive(Clone, Debug)]
pub(crate) struct Region {
    pub(crate) tokens: Range<usize>,
    pub(crate) scope: Scope,
    /// `None` if it is too long to report.
    pub(crate) condition: Option<Condition>,
}

/// The kind of a dropped name.
#[derive(Clone, PartialEq, Eq, Debug)]
enum NameKind {
    /// A declaration or an import of the module.
    Item,
    /// A member of the structure with this name.
    Member(Option<String>),
    /// A variable or parameter.
    Local,
}

/// A name that a false condition drops.
#[derive(Clone, Debug)]
struct Name {
    kind: NameKind,
    /// Its offset in the file.
    at: u32,
    condition: usize,
}

/// The parts of a file that false conditions drop.
#[derive(Clone, Debug, Default)]
pub(crate) struct Dropped {
    conditions: Vec<Condition>,
    names: HashMap<String, Vec<Name>>,
    /// Where the parts are in the file, each with its condition if that is known.
    parts: Vec<(Span, Option<usize>)>,
    /// The paths that dropped parts mention, imports included.
    pub(crate) paths: Vec<Vec<String>>,
    /// The names that conditions ask for. Conditions in dropped parts don't count.
    pub(crate) asked: Asked,
}

impl Dropped {
    /// The condition that would keep a declaration or an import.
    pub(crate) fn item(&self, name: &str) -> Option<Condition> {
        self.condition(name, |it| it.kind == NameKind::Item)
    }

    /// The condition that would keep something with this name: a declaration, or a variable in this range of the file.
    pub(crate) fn of_file(&self, name: &str, around: Span) -> Option<Condition> {
        self.condition(name, |it| match it.kind {
            NameKind::Item => true,
            NameKind::Local => around.lo <= it.at && it.at < around.hi,
            NameKind::Member(_) => false,
        })
    }

    /// The condition that would keep a member of a structure.
    pub(crate) fn member(&self, name: &str, structure: &str) -> Option<Condition> {
        self.condition(name, |it| match &it.kind {
            NameKind::Member(owner) => owner.as_ref().is_none_or(|owner| owner == structure),
            NameKind::Item | NameKind::Local => false,
        })
    }

    /// The condition that would keep any member of a structure.
    pub(crate) fn any_member(&self, structure: &str) -> Option<Condition> {
        let names = self.names.values().flatten();
        let mut members: Vec<usize> = names
            .filter(|it| it.kind == NameKind::Member(Some(structure.to_owned())))
            .map(|it| it.condition)
            .collect();
        members.sort_unstable();
        members.dedup();
        let conditions = members.iter().take(MOST_CONDITIONS).map(|index| self.conditions[*index].clone());
        let conditions: Vec<Condition> = conditions.collect();
        (!conditions.is_empty()).then(|| Condition::any(conditions))
    }

    /// The conditions that would keep a part in this range of the file.
    pub(crate) fn inside(&self, around: Span) -> Vec<Condition> {
        let parts = self.parts.iter().filter(|(part, _)| around.lo <= part.lo && part.lo < around.hi);
        let conditions = parts.filter_map(|(_, condition)| *condition).take(MOST_CONDITIONS);
        conditions.map(|index| self.conditions[index].clone()).collect()
    }

    fn condition(&self, name: &str, is_meant: impl Fn(&Name) -> bool) -> Option<Condition> {
        let names = self.names.get(name)?.iter().filter(|it| is_meant(it)).take(MOST_CONDITIONS);
        let conditions: Vec<Condition> = names.map(|it| self.conditions[it.condition].clone()).collect();
        (!conditions.is_empty()).then(|| Condition::any(conditions))
    }

    /// Reads the parts of a text that conditions drop; `place` returns offsets in the file.
    pub(crate) fn read(
        &mut self,
        text: &str,
        tokens: &[Token],
        closing: &[usize],
        regions: Vec<Region>,
        place: impl Fn(Span) -> u32,
    ) {
        for Region { tokens: range, scope, condition } in regions {
            let mut reader = Reader { text, tokens, closing, names: Vec::new(), paths: Vec::new() };
            if let (Some(first), Some(last)) = (tokens.get(range.start), tokens[..range.end].last()) {
                let part = Span::new(place(first.span), place(last.span) + 1);
                self.parts.push((part, condition.as_ref().map(|_| self.conditions.len())));
            }
            reader.region(range, &scope);
            self.paths.append(&mut reader.paths);
            let Some(condition) = condition else { continue };
            for (span, name, kind) in reader.names {
                let name = self.names.entry(name).or_default();
                name.push(Name { kind, at: place(span), condition: self.conditions.len() });
            }
            self.conditions.push(condition);
        }
    }

    /// Reads lines that the preprocessor drops.
    pub(crate) fn read_lines(&mut self, text: &str, lines: Vec<(Range<usize>, Option<Condition>)>) {
        for (range, condition) in lines {
            let part = &text[range.clone()];
            let tokens = tokens(part);
            let region = Region { tokens: 0..tokens.len(), scope: Scope::Lines, condition };
            let place = |span: Span| span.lo + range.start as u32;
            self.read(part, &tokens, &brackets(&tokens), vec![region], place);
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    tokens: &'a [Token],
    closing: &'a [usize],
    names: Vec<(Span, String, NameKind)>,
    paths: Vec<Vec<String>>,
}

impl Reader<'_> {
    fn word(&self, at: usize) -> &str {
        self.tokens.get(at).filter(|it| it.kind == Kind::Word).map_or("", |it| it.span.text(self.text))
    }

    fn is(&self, at: usize, character: char) -> bool {
        self.tokens.get(at).is_some_and(|token| token.is(character))
    }

    fn add(&mut self, at: usize, kind: NameKind) {
        let name = self.word(at).to_owned();
        if !name.is_empty() {
            self.names.push((self.tokens[at].span, name, kind));
        }
    }

    /// Reads the names that a dropped part declares, and the paths that it mentions.
    fn region(&mut self, range: Range<usize>, scope: &Scope) {
        steps::take(range.len());
        // Bodies of functions and structures declare nothing outside: their names are skipped, their paths are not.
        let mut inside = range.start;
        let mut at = range.start;
        while at < range.end {
            let is_outside = at >= inside;
            if self.word(at) == "import" {
                at = self.import(at, range.end);
                continue;
            }
            if let Some(end) = self.path(at, range.end) {
                at = end;
                continue;
            }
            if self.is(at, '@') && is_outside {
                let end = if self.is(at + 2, '(') { self.closing[at + 2] + 1 } else { at + 2 };
                inside = inside.max(end);
            } else if is_outside {
                inside = inside.max(self.declaration(at, &range, scope));
            }
            at += 1;
        }
    }

    /// Reads the declaration that begins here, and returns the token after what it keeps for itself.
    fn declaration(&mut self, at: usize, range: &Range<usize>, scope: &Scope) -> usize {
        let kind = match scope {
            Scope::Module | Scope::Lines => NameKind::Item,
            Scope::Structure(_) | Scope::Parameters | Scope::Statements => NameKind::Local,
        };
        match (self.word(at), scope) {
            ("fn" | "struct", Scope::Module | Scope::Lines) => {
                self.add(at + 1, kind);
                let body = (at..range.end).find(|at| self.is(*at, '{'));
                body.map_or(at + 2, |body| self.closing[body] + 1)
            }
            ("const" | "override" | "alias" | "let", Scope::Module | Scope::Lines | Scope::Statements) => {
                self.add(at + 1, kind);
                if *scope == Scope::Lines {
                    self.add(at + 1, NameKind::Local);
                }
                at + 2
            }
            ("var", Scope::Module | Scope::Lines | Scope::Statements) => {
                let is_list = self.is(at + 1, '<');
                let end = (at..range.end).find(|at| self.is(*at, '>')).filter(|_| is_list);
                let name = end.unwrap_or(at) + 1;
                self.add(name, kind);
                if *scope == Scope::Lines {
                    self.add(name, NameKind::Local);
                }
                // Its type is not a member.
                name + 2
            }
            (_, Scope::Structure(_) | Scope::Parameters | Scope::Lines) if self.is(at + 1, ':') => {
                if let Scope::Structure(owner) = scope {
                    self.add(at, NameKind::Member(Some(owner.clone())));
                } else {
                    self.add(at, NameKind::Local);
                }
                if *scope == Scope::Lines {
                    self.add(at, NameKind::Member(None));
                }
                at + 2
            }
            _ => at,
        }
    }

    /// Reads an import, and returns the token after it.
    fn import(&mut self, at: usize, end: usize) -> usize {
        let is_line = at > 0 && self.is(at - 1, '#');
        let mut last = at + 1;
        while last < end && !self.is(last, ';') {
            let is_next = self.tokens[last].kind == Kind::Word
                && self.word(last) != "as"
                && self.word(last - 1) != "as"
                && (self.tokens[last - 1].kind == Kind::Word || self.is(last - 1, '}'));
            if self.is(last, '#') || (is_line && is_next && last > at + 1) {
                break;
            }
            last = if self.is(last, '{') { self.closing[last] + 1 } else { last + 1 };
        }
        let last = last.min(end);
        for Import { name, path, span, .. } in
            imports(self.text, &self.tokens[at + 1..last]).unwrap_or_default()
        {
            self.names.push((span, name, NameKind::Item));
            self.paths.push(path);
        }
        last.max(at + 1)
    }

    /// Reads a path of several names, and returns the token after it.
    fn path(&mut self, at: usize, end: usize) -> Option<usize> {
        let (after, path) = crate::unit::path(self.text, &self.tokens[..end], at)?;
        self.paths.push(path);
        Some(after)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conditions::conditions;
    use crate::defines::Defines;

    fn dropped(text: &str) -> Dropped {
        let tokens = tokens(text);
        let closing = brackets(&tokens);
        let done = conditions(text, &tokens, &closing, &Defines::default());
        let mut dropped = Dropped::default();
        dropped.read(text, &tokens, &closing, done.dropped, |span| span.lo);
        dropped
    }

    #[track_caller]
    fn assert_condition(found: Option<Condition>, expected: &str) {
        assert_eq!(found.map_or_else(String::new, |it| it.to_string()), expected);
    }

    #[test]
    fn declarations_and_imports_have_their_conditions() {
        let text = "@if(a && !b) fn f(p: i32) { let q = 1; } @if(c) const d = 1; @elif(e) var<private> g: i32; @else { }
            @if(h) import x::{y, z as w}; @if(true) const kept = 1;";
        let found = dropped(text);
        assert_condition(found.item("f"), "a && !b");
        assert_condition(found.item("d"), "c");
        assert_condition(found.item("g"), "!c && e");
        assert_condition(found.item("w"), "h");
        for name in ["kept", "z", "p", "q", "x"] {
            assert_condition(found.item(name), "");
        }
        assert_eq!(found.paths, [["x", "y"], ["x", "z"]]);
        let asked: Vec<&str> = found.asked.0.keys().map(String::as_str).collect();
        assert_eq!(asked, [""; 0], "`conditions` returns them");
    }

    #[test]
    fn members_belong_to_their_structure() {
        let found = dropped(
            "struct S { a: f32, @if(x) @location(0) b: vec2<f32>, @else c: f32 } struct T { @if(y) b: i32 }",
        );
        assert_condition(found.member("b", "S"), "x");
        assert_condition(found.member("b", "T"), "y");
        assert_condition(found.member("b", "U"), "");
        assert_condition(found.item("b"), "");
        assert_condition(found.member("c", "S"), "");
    }

    #[test]
    fn variables_belong_to_their_function() {
        let text = "fn f(@if(x) a: i32) { @if(y) { let b = m::n(); } } fn g() {}";
        let found = dropped(text);
        let (f, g) = (Span::new(0, 50), Span::new(51, 60));
        assert_condition(found.of_file("a", f), "x");
        assert_condition(found.of_file("b", f), "y");
        assert_condition(found.of_file("b", g), "");
        assert_condition(found.item("b"), "");
        assert_eq!(found.paths, [["m", "n"]]);
    }

    #[test]
    fn a_name_may_have_several_conditions() {
        assert_condition(dropped("@if(a) const x = 1; @if(b) const x = 2;").item("x"), "a || b");
        let many: Vec<String> = (0..20).map(|it| format!("@if(a{it}) const x = 1;")).collect();
        assert_condition(dropped(&many.concat()).item("x"), "a0 || a1 || a2 || a3");
    }

    #[test]
    fn lines_may_begin_anywhere() {
        let mut found = Dropped::default();
        let text = "    @location(1) uv: vec2<f32>,\n};\nfn f() { let x = 1; }\n#import a::b\n#import c::{d,\n e}\nlet y = 2;\n";
        found.read_lines(text, vec![(0..text.len(), Some(Condition::Defined("N".to_owned())))]);
        for name in ["f", "b", "d", "e"] {
            assert_condition(found.item(name), "N");
        }
        assert_condition(found.member("uv", "S"), "N");
        assert_condition(found.of_file("y", Span::new(0, 200)), "N || N");
        assert_condition(found.item("x"), "");
    }
}
