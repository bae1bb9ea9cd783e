//! Copies of a source with statements that show expressions.

use crate::execute::Stopped;
use core::fmt;
use shader_ir::build::Unsupported;
use shader_source::Span;

/// An expression to show.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Print {
    /// The expression.
    pub expression: String,
    /// Where a statement could be added: an offset in the source.
    pub at: u32,
}

/// The expressions to show.
#[derive(Clone, Default, Debug)]
pub struct Request {
    /// In any order.
    pub prints: Vec<Print>,
    /// Shows only invocations for which this expression holds where the value is shown.
    pub filter: Option<String>,
}

/// The reason why expressions can't be shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// An expression is rejected.
    Expression {
        /// Its index in [`Request::prints`].
        print: usize,
        /// Whether it is the filter.
        is_filter: bool,
        /// The reason, in a sentence without a full stop.
        reason: String,
    },
    /// The dispatch has no outcome: the reason, in a sentence without a full stop.
    Program(String),
}

impl fmt::Display for Refusal {
    fn fmt(&self, output: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Expression { reason, .. } | Self::Program(reason) => output.write_str(reason),
        }
    }
}

impl core::error::Error for Refusal {}

impl From<Stopped> for Refusal {
    fn from(stopped: Stopped) -> Self {
        Self::Program(stopped.to_string())
    }
}

/// The words that a language writes around expressions.
#[derive(Clone, Default, Debug)]
pub struct Words {
    /// The start of the source, with declarations of the [`NAMES`](shader_ir::NAMES).
    pub first: String,
    /// Before an expression.
    pub before: &'static str,
    /// After it.
    pub after: &'static str,
    /// The end of the source, with declarations of the names.
    pub last: String,
}

/// A statement that shows an expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Insertion {
    print: usize,
    is_filter: bool,
    /// Where it is in the copy.
    span: Span,
}

/// A copy of a source with statements that show expressions.
#[derive(Clone, Debug)]
pub struct Copy {
    text: String,
    /// In the order of their places.
    insertions: Vec<Insertion>,
    /// The length of what is before the source.
    first: u32,
    /// The end of the source in the copy, and the length of what is after it.
    last: (u32, u32),
}

impl Copy {
    pub(super) fn new(source: &str, request: &Request, words: &Words) -> Self {
        let mut order: Vec<usize> = (0..request.prints.len()).collect();
        order.sort_by_key(|index| request.prints[*index].at);
        let (mut text, mut insertions, mut done) = (words.first.clone(), Vec::new(), 0);
        for print in order {
            let Print { expression, at } = &request.prints[print];
            text.push_str(&source[done..*at as usize]);
            done = *at as usize;
            let filter = request.filter.iter().map(|filter| (filter, true));
            for (expression, is_filter) in filter.chain([(expression, false)]) {
                let start = text.len() as u32;
                // A comment in the expression ends before what follows.
                let end = if expression.contains("//") { "\n" } else { "" };
                text.extend([words.before, expression, end, words.after]);
                insertions.push(Insertion { print, is_filter, span: Span::new(start, text.len() as u32) });
                text.push(' ');
            }
        }
        text.push_str(&source[done..]);
        let last = text.len() as u32;
        text.push_str(&words.last);
        Self { text, insertions, first: words.first.len() as u32, last: (last, words.last.len() as u32) }
    }

    /// The source of the copy.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The part of the copy that a part of the source became: a file of a source that has several, one after the other.
    #[must_use]
    pub fn part(&self, part: Span) -> &str {
        let starts = || {
            self.insertions.iter().map(|it| (self.original(Span::new(it.span.lo, it.span.lo)).lo, it.span))
        };
        let place = |place: u32| {
            let inserted: u32 =
                starts().filter(|(at, _)| *at < place).map(|(_, span)| span.hi + 1 - span.lo).sum();
            self.first + place + inserted
        };
        let start = if part.lo == 0 { 0 } else { place(part.lo) };
        &self.text[start as usize..place(part.hi) as usize]
    }

    /// The probes that show the expressions.
    #[must_use]
    pub fn probing(&self, statements: bool) -> shader_ir::Probing {
        let prints = self.insertions.iter().map(|insertion| insertion.span).collect();
        let added = if self.first > 0 {
            Span::new(0, self.first)
        } else {
            Span::new(self.last.0, self.last.0 + self.last.1)
        };
        shader_ir::Probing { prints, statements, added }
    }

    /// The refusal of what is at a place: the expression there, or the last one before it.
    #[must_use]
    pub fn refusal(&self, place: u32, reason: String) -> Refusal {
        let around = self.insertions.iter().find(|it| (it.span.lo..it.span.hi).contains(&place));
        let last_before = self.insertions.iter().rev().find(|it| it.span.lo <= place);
        match around.or(last_before).or(self.insertions.first()) {
            Some(Insertion { print, is_filter, .. }) => {
                Refusal::Expression { print: *print, is_filter: *is_filter, reason }
            }
            None => Refusal::Program(reason),
        }
    }

    /// The refusal of a copy that can't be lowered.
    #[must_use]
    pub fn unsupported(&self, problem: &Unsupported) -> Refusal {
        let Unsupported { span, message } = problem;
        if self.insertions.iter().any(|it| (it.span.lo..it.span.hi).contains(&span.lo)) {
            return self.refusal(span.lo, message.clone());
        }
        Refusal::Program(problem.to_string())
    }

    /// The index in [`Request::prints`] of an expression, and whether it is the filter.
    pub(super) fn print_of(&self, insertion: usize) -> (usize, bool) {
        let Insertion { print, is_filter, .. } = self.insertions[insertion];
        (print, is_filter)
    }

    /// The index in [`Request::prints`] of the expression that a place of the copy is in.
    pub(super) fn print_around(&self, place: Span) -> Option<usize> {
        self.insertions.iter().find(|it| !it.is_filter && it.span.contains(place)).map(|it| it.print)
    }

    pub(super) fn has_filter(&self) -> bool {
        self.insertions.iter().any(|it| it.is_filter)
    }

    /// The place in the source, or in the files after it, of a place in the copy.
    pub(super) fn original(&self, span: Span) -> Span {
        let original = |place: u32| {
            // A space follows each insertion.
            let before = self.insertions.iter().filter(|it| it.span.hi < place);
            let inserted = before.map(|it| it.span.hi + 1 - it.span.lo).sum::<u32>();
            let last = if place > self.last.0 { self.last.1 } else { 0 };
            place.saturating_sub(self.first + inserted + last)
        };
        Span::new(original(span.lo), original(span.hi))
    }
}
