//! The values of expressions while a program runs: which expressions the user and the comments of the program want, and at which statements.

use super::requested::RequestedRecord;
use crate::places::{Place, Places};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use shader_ir::Type;
use shader_run::debug::{self, Print, Printed, Refusal, Request, Subject, Trace};
use shader_source::{Span, allow};

/// A request for the values of expressions.
#[derive(Serialize, Deserialize, Debug)]
pub struct TraceRecord<'a> {
    /// The program and its dispatch.
    #[serde(flatten)]
    pub of: RequestedRecord<'a>,
    /// The expressions in addition to the comments.
    #[serde(default)]
    pub expressions: Vec<ExpressionRecord>,
    /// Shows only invocations for which this expression holds.
    #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
    pub filter: Option<String>,
}

/// An expression that is shown before the first statement on a line.
#[derive(Serialize, Deserialize, Debug)]
pub struct ExpressionRecord {
    /// The expression.
    pub expression: String,
    /// The line.
    pub line: u32,
    /// The path of the file; the program without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
}

/// The comments of a program that show values.
#[derive(Clone, Debug, Default)]
pub struct Comments {
    /// Expression and place.
    prints: Vec<(String, Span)>,
    /// Comments that are mistyped.
    unknown: Vec<Span>,
}

impl Comments {
    /// The comments of a source, whose places are known.
    #[must_use]
    pub fn of(source: &str, comments: impl FnOnce(&str) -> Vec<Span>) -> Self {
        let (prints, unknown) = allow::prints(source, comments);
        let prints = prints.into_iter().map(|print| (print.expression.to_owned(), print.comment));
        Self { prints: prints.collect(), unknown }
    }

    /// The comments at other places: those in a program that the source became. Comments without such a place are left out.
    #[must_use]
    pub(super) fn moved(self, place: impl Fn(Span) -> Option<Span>) -> Self {
        let prints = self.prints.into_iter();
        Self {
            prints: prints.filter_map(|(expression, span)| Some((expression, place(span)?))).collect(),
            unknown: self.unknown.into_iter().filter_map(&place).collect(),
        }
    }

    /// Returns true if no comment is about values.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.prints.is_empty() && self.unknown.is_empty()
    }
}

/// The expressions to show.
#[derive(Debug)]
pub struct Wanted {
    request: Request,
    /// By print: where its place is shown.
    shown: Vec<Shown>,
    /// The first of them are from the user.
    given: usize,
    /// The name of the user's setting for the filter.
    filter_name: &'static str,
    /// Expressions that are not shown: places in the program, and reasons without a full stop.
    pub warnings: Vec<(u32, String)>,
}

/// The place of an expression.
#[derive(Clone, Debug)]
pub struct Shown {
    /// An offset in the program.
    pub at: u32,
    /// The name of the file.
    pub file: String,
    /// The line in it.
    pub line: u32,
}

impl Wanted {
    /// The expressions of a user, with places from [`statement_on`], and of comments.
    ///
    /// # Errors
    /// The filter is empty.
    pub fn new(
        given: Vec<Print>,
        (filter_name, filter): (&'static str, Option<String>),
        comments: &Comments,
        (places, subject): (&Places, &dyn Subject),
    ) -> Result<Self, String> {
        if filter.as_ref().is_some_and(|filter| filter.trim().is_empty()) {
            return Err(format!("{filter_name}: expected an expression"));
        }
        let mut wanted = Self {
            request: Request { prints: Vec::new(), filter },
            shown: Vec::new(),
            given: given.len(),
            filter_name,
            warnings: Vec::new(),
        };
        for print in given {
            let at = print.at;
            wanted.add(places, print, at);
        }
        for comment in &comments.unknown {
            let text = "unknown comment: expected `print(EXPR)`, `allow(CODE)` or `allow-file(CODE)`";
            wanted.warnings.push((comment.lo, text.to_owned()));
        }
        for (expression, comment) in &comments.prints {
            if let Some(at) = place_of(*comment, subject) {
                wanted.add(places, Print { expression: expression.clone(), at }, comment.lo);
            } else {
                let text = format!("`{expression}` is not shown: no statement is next to this comment");
                wanted.warnings.push((comment.lo, text));
            }
        }
        Ok(wanted)
    }

    fn add(&mut self, places: &Places, print: Print, shown_at: u32) {
        let (file, line) = match places.place(shown_at) {
            Some(Place { file, position, .. }) => (file.name.clone(), position.line),
            None => (String::new(), 0),
        };
        self.request.prints.push(print);
        self.shown.push(Shown { at: shown_at, file, line });
    }

    /// Returns true if there is nothing to show.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.request.prints.is_empty()
    }

    /// Returns true if only some invocations are shown.
    #[must_use]
    pub const fn is_filtered(&self) -> bool {
        self.request.filter.is_some()
    }

    /// An expression, by its index in the request, and its place.
    #[must_use]
    pub fn shown(&self, print: usize) -> (&str, &Shown) {
        (&self.request.prints[print].expression, &self.shown[print])
    }

    /// Executes the program once more and returns the values. Comments that the language rejects become warnings.
    ///
    /// # Errors
    /// An expression of the user is rejected, or the dispatch has no outcome: a sentence without a full stop.
    pub fn trace(&mut self, subject: &mut dyn Subject) -> Result<Trace, String> {
        while !self.is_empty() {
            match debug::trace(subject, &self.request) {
                Ok(trace) => return Ok(trace),
                // Comments have no meaning: a mistake in one never refuses a run.
                Err(Refusal::Expression { print, is_filter: false, reason })
                    if print >= self.given && !self.is_filter_to_blame(subject) =>
                {
                    let expression = self.request.prints.remove(print).expression;
                    let at = self.shown.remove(print).at;
                    self.warnings.push((at, format!("`{expression}` is not shown: {reason}")));
                }
                // At a comment, the filter may name what is declared after it.
                Err(Refusal::Expression { print, is_filter: true, reason })
                    if print >= self.given && self.given > 0 =>
                {
                    let expression = self.request.prints.remove(print).expression;
                    let at = self.shown.remove(print).at;
                    let filter = self.request.filter.as_deref().unwrap_or_default();
                    self.warnings.push((at, format!("`{expression}` is not shown: `{filter}`: {reason}")));
                }
                Err(refusal) => return Err(self.reason(&refusal, subject)),
            }
        }
        Ok(Trace::default())
    }

    /// Returns true if expressions are accepted as soon as nothing is filtered.
    fn is_filter_to_blame(&self, subject: &mut dyn Subject) -> bool {
        let Some(filter) = &self.request.filter else { return false };
        let Some(Print { at, .. }) = self.request.prints.first() else { return false };
        let alone = Print { expression: filter.clone(), at: *at };
        debug::check(subject, &Request { prints: vec![alone], filter: None }).is_err()
            && debug::check(subject, &Request { filter: None, ..self.request.clone() }).is_ok()
    }

    fn reason(&self, refusal: &Refusal, subject: &mut dyn Subject) -> String {
        let Refusal::Expression { print, is_filter, reason } = refusal else { return refusal.to_string() };
        let line = self.shown[*print].line;
        let is_filter = *is_filter || self.is_filter_to_blame(subject);
        if let Some(filter) = self.request.filter.as_ref().filter(|_| is_filter) {
            return format!("{} `{filter}` on line {line}: {reason}", self.filter_name);
        }
        format!("can't show `{}` on line {line}: {reason}", self.request.prints[*print].expression)
    }
}

/// Where the first statement on a line of a file starts.
#[must_use]
pub fn statement_on(line: u32, file: usize, (places, subject): (&Places, &dyn Subject)) -> Option<u32> {
    let is_there =
        |at: &u32| places.place(*at).is_some_and(|place| place.position.line == line && place.index == file);
    subject.places().into_iter().map(|span| span.lo).filter(is_there).min()
}

/// Where the expression of a comment is shown: after the statement before it, or before the statement that follows. A jump on the
/// same line has no place after it.
fn place_of(comment: Span, subject: &dyn Subject) -> Option<u32> {
    let (source, places) = (subject.source(), subject.places());
    let between = |lo: u32, hi: u32| source.get(lo as usize..hi as usize);
    let before = places.iter().filter(|it| it.hi <= comment.lo).max_by_key(|it| it.hi);
    let before = before.filter(|it| between(it.hi, comment.lo).is_some_and(is_blank));
    let is_jump = |it: &Span| {
        let words = ["return", "break", "continue", "discard", "discard_fragment"];
        words.iter().any(|word| {
            it.text(source).trim_end_matches(';').split(|c: char| !c.is_alphanumeric() && c != '_').next()
                == Some(word)
        })
    };
    let is_on_line = |it: &Span| between(it.hi, comment.lo).is_some_and(|text| !text.contains('\n'));
    if let Some(statement) = before.filter(|it| is_on_line(it)) {
        return Some(if is_jump(statement) { statement.lo } else { comment.lo });
    }
    let after = places.iter().filter(|it| it.lo >= comment.hi).min_by_key(|it| it.lo);
    let after = after.filter(|it| between(comment.hi, it.lo).is_some_and(is_blank));
    match (after, before) {
        (Some(statement), _) => Some(statement.lo),
        (None, Some(statement)) if !is_jump(statement) => Some(comment.lo),
        (None, _) => None,
    }
}

/// Returns true if a text has only spaces, semicolons and comments.
fn is_blank(text: &str) -> bool {
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(|it: char| it.is_whitespace() || it == ';');
        let end = if rest.starts_with("//") {
            rest.find(['\n', '\r']).unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else {
            return rest.is_empty();
        };
        rest = &rest[end..];
    }
}

/// A value as JSON: vectors and arrays are lists, structures are objects. Numbers that JSON lacks are strings.
#[must_use]
pub fn as_json(value: &Printed) -> Value {
    match value {
        Printed::Scalar(Type::Bool, bits) => Value::Bool(*bits != 0),
        Printed::Scalar(..) => {
            let text = value.to_string();
            serde_json::from_str(&text).unwrap_or(Value::String(text))
        }
        Printed::Parts(_, parts) => {
            let is_list = parts.first().is_some_and(|(name, _)| name == "x" || name.starts_with('['));
            let is_structure = matches!(value, Printed::Parts(name, _) if !is_predeclared(name));
            if is_list && !is_structure {
                return parts.iter().map(|(_, part)| as_json(part)).collect();
            }
            Value::Object(
                parts.iter().map(|(name, part)| (name.clone(), as_json(part))).collect::<Map<_, _>>(),
            )
        }
        Printed::Elements(_, elements, _) => elements.iter().map(as_json).collect(),
    }
}

/// Returns true for the types of vectors and matrices. A structure can't have such a name.
fn is_predeclared(name: &str) -> bool {
    (name.starts_with("vec") || name.starts_with("mat")) && name.ends_with('>')
}
