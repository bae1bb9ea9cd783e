//! The names of an import statement.

use crate::scan::{Kind, Token};
use shader_source::{Span, steps};

/// The maximum depth of nested lists.
const MOST_DEPTH: u32 = 64;

/// The maximum number of names in a path. Each name of a list has a copy of the path before the list.
const MOST_COMPONENTS: usize = 256;

/// One name that an import brings into a module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Import {
    /// The name in this module: the name after `as`, or the last one of the path.
    pub(crate) name: String,
    /// The path from the beginning of the statement: `package`, `super`, the name of a package, or a path in quotes comes first.
    pub(crate) path: Vec<String>,
    /// The place of the end of the path that belongs to this name alone.
    pub(crate) span: Span,
    /// The places of the names of the path.
    pub(crate) spans: Vec<Span>,
    /// The place of the name after `as`.
    pub(crate) alias: Option<Span>,
    /// Whether other modules may import it from this one.
    pub(crate) is_public: bool,
}

impl Import {
    /// Moves all places.
    pub(crate) fn at(mut self, place: impl Fn(Span) -> Span) -> Self {
        self.span = place(self.span);
        self.spans.iter_mut().for_each(|span| *span = place(*span));
        self.alias = self.alias.map(place);
        self
    }
}

/// A mistake in an import statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Malformed {
    pub(crate) span: Span,
    pub(crate) message: String,
}

/// The names of an import statement, given the tokens between `import` and `;`.
pub(crate) fn imports(text: &str, tokens: &[Token]) -> Result<Vec<Import>, Malformed> {
    let mut reader = Reader { text, tokens, at: 0, found: Vec::new() };
    if reader.takes('{') {
        reader.list(&Path::default(), 1)?;
    } else {
        reader.path(&Path::default(), 0)?;
    }
    while reader.takes(',') {
        if reader.at < tokens.len() {
            reader.path(&Path::default(), 0)?;
        }
    }
    match tokens.get(reader.at) {
        None => Ok(reader.found),
        Some(token) => Err(reader.unexpected(Some(*token))),
    }
}

/// The names of a path, with their places.
#[derive(Clone, Default)]
struct Path {
    names: Vec<String>,
    spans: Vec<Span>,
}

impl Path {
    fn push(&mut self, (span, name): (Span, String)) {
        self.names.push(name);
        self.spans.push(span);
    }
}

struct Reader<'a> {
    text: &'a str,
    tokens: &'a [Token],
    at: usize,
    found: Vec<Import>,
}

impl Reader<'_> {
    fn takes(&mut self, character: char) -> bool {
        let is_here = self.tokens.get(self.at).is_some_and(|token| token.is(character));
        self.at += usize::from(is_here);
        is_here
    }

    fn unexpected(&self, token: Option<Token>) -> Malformed {
        let end = self.tokens.last().map_or(0, |last| last.span.hi);
        match token {
            None => {
                Malformed { span: Span::new(end, end), message: "unexpected end of the import".to_owned() }
            }
            Some(token) => {
                let message =
                    format!("expected a name or a list of names, found `{}`", token.span.text(self.text));
                Malformed { span: token.span, message }
            }
        }
    }

    /// The paths up to the closing brace.
    fn list(&mut self, prefix: &Path, depth: u32) -> Result<(), Malformed> {
        if let Some(token) = self.tokens.get(self.at).filter(|token| token.is('}')) {
            return Err(Malformed { span: token.span, message: "expected a name in the list".to_owned() });
        }
        loop {
            if self.takes('}') {
                return Ok(());
            }
            self.path(prefix, depth)?;
            if !self.takes(',') {
                if self.takes('}') {
                    return Ok(());
                }
                return Err(self.unexpected(self.tokens.get(self.at).copied()));
            }
        }
    }

    /// A path with its list of paths or its name.
    fn path(&mut self, prefix: &Path, depth: u32) -> Result<(), Malformed> {
        steps::take(prefix.names.len());
        let mut path = prefix.clone();
        let (start, component) = self.component()?;
        // Looking back at the whole path for each `super` would cost the square of its length.
        let mut is_above = prefix.names.iter().all(|outer| outer == "super") && component == "super";
        path.push((start, component));
        let mut span = start;
        while self.tokens.get(self.at).is_some_and(|token| token.kind == Kind::Path) {
            self.at += 1;
            steps::take(1);
            if self.tokens.get(self.at).is_some_and(|token| token.is('{')) {
                if depth >= MOST_DEPTH {
                    let message = format!("lists can't be nested deeper than {MOST_DEPTH} levels");
                    return Err(Malformed { span: self.tokens[self.at].span, message });
                }
                self.at += 1;
                return self.list(&path, depth + 1);
            }
            let (last, component) = self.component()?;
            let is_start = matches!(component.as_str(), "package" | "self" | "super");
            is_above &= component == "super";
            if is_start && !is_above {
                let message = format!("`{component}` is only allowed at the start of a path");
                return Err(Malformed { span: last, message });
            }
            if path.names.len() >= MOST_COMPONENTS {
                let message = format!("an import path can have at most {MOST_COMPONENTS} names");
                return Err(Malformed { span: last, message });
            }
            span = span.to(last);
            path.push((last, component));
        }
        // `#import a::b c, d`: items of a module, as they were listed first.
        let follows = self.tokens.get(self.at).filter(|token| token.kind == Kind::Word);
        let mut name = path.names.last().cloned().unwrap_or_default();
        let mut alias = None;
        if follows.is_some_and(|token| token.span.text(self.text) == "as") {
            self.at += 1;
            let (place, other) = self.component()?;
            (name, alias) = (other, Some(place));
        } else if follows.is_some() && depth == 0 {
            return self.items(&path);
        }
        let Path { names: path, spans } = path;
        self.found.push(Import { name, path, span, spans, alias, is_public: false });
        Ok(())
    }

    fn items(&mut self, module: &Path) -> Result<(), Malformed> {
        loop {
            self.path(module, MOST_DEPTH)?;
            if !self.takes(',') {
                return Ok(());
            }
        }
    }

    /// A name, or a path in quotes.
    fn component(&mut self) -> Result<(Span, String), Malformed> {
        let first = self.tokens.get(self.at).copied();
        match first {
            // `as` is a keyword.
            Some(token) if token.kind == Kind::Word && token.span.text(self.text) != "as" => {
                self.at += 1;
                Ok((token.span, token.span.text(self.text).to_owned()))
            }
            Some(token) if token.is('"') => {
                let rest = &self.tokens[self.at + 1..];
                let Some(length) = rest.iter().position(|token| token.is('"')) else {
                    return Err(self.unexpected(None));
                };
                self.at += length + 2;
                let span = token.span.to(rest[length].span);
                Ok((span, span.text(self.text).to_owned()))
            }
            _ => Err(self.unexpected(first)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scan::tokens;

    fn names(text: &str) -> Result<Vec<(String, String)>, (u32, u32)> {
        let found = imports(text, &tokens(text)).map_err(|error| (error.span.lo, error.span.hi))?;
        Ok(found.into_iter().map(|import| (import.name, import.path.join("::"))).collect())
    }

    #[track_caller]
    fn assert_names(text: &str, expected: &[(&str, &str)]) {
        let expected = expected.iter().map(|(name, path)| ((*name).to_owned(), (*path).to_owned())).collect();
        assert_eq!(names(text), Ok(expected), "{text}");
    }

    #[test]
    fn paths_lists_and_other_names() {
        assert_names("package::a::b", &[("b", "package::a::b")]);
        assert_names("super::super::a as c", &[("c", "super::super::a")]);
        assert_names(
            "a::{b, c as d, e::{f, g::h},}",
            &[("b", "a::b"), ("d", "a::c"), ("f", "a::e::f"), ("h", "a::e::g::h")],
        );
        assert_names("{a::b, c::d}", &[("b", "a::b"), ("d", "c::d")]);
        assert_names("\"shaders/a b.wgsl\"::f as g", &[("g", "\"shaders/a b.wgsl\"::f")]);
        assert_names("a::b c, d as e", &[("c", "a::b::c"), ("e", "a::b::d")]);
    }

    #[test]
    fn names_have_their_places() {
        let text = "a::{b as c, d::e}";
        let found = imports(text, &tokens(text)).expect("it is right");
        let places = |import: &Import| import.spans.iter().map(|span| span.text(text)).collect::<Vec<_>>();
        assert_eq!([places(&found[0]), places(&found[1])], [vec!["a", "b"], vec!["a", "d", "e"]]);
        assert_eq!(found[0].alias.map(|span| span.text(text)), Some("c"));
        let moved = found[1].clone().at(|span| Span::new(span.lo + 1, span.hi + 1));
        assert_eq!((moved.spans[2], moved.span), (Span::new(16, 17), Span::new(13, 17)));
    }

    #[test]
    fn mistakes_have_their_places() {
        assert_eq!(names("a::"), Err((3, 3)));
        assert_eq!(names("a::{b"), Err((5, 5)));
        assert_eq!(names("a::{b c}"), Err((6, 7)));
        assert_eq!(names("a + b"), Err((2, 3)));
        assert_eq!(names("a::b as 1"), Err((8, 9)));
        assert_eq!(names("\"a"), Err((2, 2)));
        assert_eq!(names(""), Err((0, 0)));
    }

    #[test]
    fn words_for_modules_stand_at_the_beginning() {
        assert_eq!(names("a::super::b"), Err((3, 8)));
        assert_eq!(names("super::package::b"), Err((7, 14)));
        assert_eq!(names("a::{}"), Err((4, 5)));
        assert_eq!(names("a as b::c"), Err((6, 8)));
        assert_eq!(names("a::as::b"), Err((3, 5)));
        assert_eq!(names("a as as"), Err((5, 7)));
        assert_names("super::super::b", &[("b", "super::super::b")]);
    }

    #[test]
    fn long_paths_are_refused_after_linear_work() {
        let steps = |count: usize| {
            let text = "super::".repeat(count) + "a";
            let tokens = tokens(&text);
            shader_source::steps::of(|| assert_eq!(imports(&text, &tokens).is_ok(), count < MOST_COMPONENTS))
        };
        assert!(steps(255) < 3 * steps(100));
        assert!(steps(20_000) <= steps(256));
    }

    #[test]
    fn deep_nesting_is_refused() {
        assert!(names(&"a::{".repeat(100_000)).is_err());
        assert!(names(&format!("{}b{}", "a::{".repeat(30), "}".repeat(30))).is_ok());
    }
}
