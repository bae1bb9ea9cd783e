//! `run --trace` and `// wgsl-check: print(…)`: the values of expressions while a program runs.

use super::places::{Place, Places};
use crate::arguments::{ReportFormat, Run, TraceArgument};
use serde_json::{Map, Value, json};
use shader_ir::Type;
use shader_run::debug::{self, Print, Printed, Refusal, Request, Subject};
use shader_source::{Span, allow};
use std::io::{self, BufWriter, Write};

/// The comments of a program that show values.
pub(super) struct Comments {
    /// Expression and place.
    prints: Vec<(String, Span)>,
    /// Comments that are mistyped.
    unknown: Vec<Span>,
}

impl Comments {
    /// The comments of a source, whose places are known.
    pub(super) fn of(source: &str, comments: impl FnOnce(&str) -> Vec<Span>) -> Self {
        let (prints, unknown) = allow::prints(source, comments);
        let prints = prints.into_iter().map(|print| (print.expression.to_owned(), print.comment));
        Self { prints: prints.collect(), unknown }
    }
}

/// Returns true if there is something to show, or to say about it.
pub(super) fn is_wanted(arguments: &Run, comments: &Comments) -> bool {
    !arguments.traces.is_empty()
        || !arguments.explained.is_empty()
        || arguments.filter.is_some()
        || !comments.prints.is_empty()
        || !comments.unknown.is_empty()
}

/// Executes a program once more and prints the values that the command line and its comments ask for. The inner error is a sentence without a
/// full stop: an expression of the command line is rejected, or the dispatch has no outcome.
pub(super) fn show(
    arguments: &Run,
    places: &Places,
    subject: &mut dyn Subject,
    comments: &Comments,
) -> io::Result<Result<(), String>> {
    let mut wanted = match Wanted::new(arguments, places, subject, comments) {
        Ok(wanted) => wanted,
        Err(reason) => return Ok(Err(reason)),
    };
    for comment in &comments.unknown {
        let text = "unknown comment: expected `print(EXPR)`, `allow(CODE)` or `allow-file(CODE)`";
        warn(places, comment.lo, text)?;
    }
    for (expression, comment) in &wanted.without_place {
        let text = format!("`{expression}` is not shown: no statement is next to this comment");
        warn(places, comment.lo, &text)?;
    }
    if wanted.request.prints.is_empty() {
        let text = "--where needs --trace, or a comment `// wgsl-check: print(…)`";
        return Ok(arguments.filter.as_ref().map_or(Ok(()), |_| Err(text.to_owned())));
    }
    loop {
        match debug::trace(subject, &wanted.request) {
            Ok(trace) => return wanted.write(arguments, &trace).map(Ok),
            // Comments have no meaning: a mistake in one never refuses a run.
            Err(Refusal::Expression { print, is_filter: false, reason })
                if print >= wanted.given && !wanted.is_filter_to_blame(subject) =>
            {
                let expression = wanted.request.prints.remove(print).expression;
                let at = wanted.shown.remove(print).at;
                let text = format!("`{expression}` is not shown: {reason}");
                warn(places, at, &text)?;
                if wanted.request.prints.is_empty() {
                    return Ok(Ok(()));
                }
            }
            Err(refusal) => return Ok(Err(wanted.reason(&refusal, subject))),
        }
    }
}

fn warn(places: &Places, at: u32, text: &str) -> io::Result<()> {
    let place = places.label(at).unwrap_or_default();
    writeln!(anstream::stderr(), "warning: {place}: {text}")
}

/// The expressions to show.
struct Wanted {
    request: Request,
    /// By print: its place.
    shown: Vec<Shown>,
    /// The first of them are from the command line.
    given: usize,
    /// The comments that are next to no statement.
    without_place: Vec<(String, Span)>,
}

/// The place of an expression.
struct Shown {
    /// An offset in the program.
    at: u32,
    file: String,
    line: u32,
}

impl Wanted {
    fn new(
        arguments: &Run,
        places: &Places,
        subject: &dyn Subject,
        comments: &Comments,
    ) -> Result<Self, String> {
        let mut wanted = Self {
            request: Request { prints: Vec::new(), filter: arguments.filter.clone() },
            shown: Vec::new(),
            given: arguments.traces.len(),
            without_place: Vec::new(),
        };
        if arguments.filter.as_ref().is_some_and(|filter| filter.trim().is_empty()) {
            return Err("--where: expected an expression".to_owned());
        }
        for trace in &arguments.traces {
            let at = start_of(trace, arguments, places, subject)?;
            wanted.add(places, trace.expression.clone(), (at, at));
        }
        for (expression, comment) in &comments.prints {
            match place_of(*comment, subject) {
                Some(at) => wanted.add(places, expression.clone(), (at, comment.lo)),
                None => wanted.without_place.push((expression.clone(), *comment)),
            }
        }
        Ok(wanted)
    }

    fn add(&mut self, places: &Places, expression: String, (at, shown_at): (u32, u32)) {
        let (file, line) = match places.place(shown_at) {
            Some(Place { file, position, .. }) => (file.name.clone(), position.line),
            None => (String::new(), 0),
        };
        self.request.prints.push(Print { expression, at });
        self.shown.push(Shown { at: shown_at, file, line });
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
            return format!("--where `{filter}` on line {line}: {reason}");
        }
        format!("can't show `{}` on line {line}: {reason}", self.request.prints[*print].expression)
    }

    fn write(&self, arguments: &Run, trace: &debug::Trace) -> io::Result<()> {
        let mut output = BufWriter::new(io::stdout().lock());
        let is_json = arguments.format == ReportFormat::Json;
        for debug::Value { print, coordinates: [global, local, workgroup], lane, value } in &trace.values {
            let expression = &self.request.prints[*print].expression;
            let Shown { file, line, .. } = &self.shown[*print];
            if is_json {
                let invocation = json!({ "gid": global, "lid": local, "wid": workgroup, "lane": lane });
                let value = json!({
                    "file": file, "line": line, "expression": expression, "invocation": invocation,
                    "value": as_json(value),
                });
                writeln!(output, "{}", json!({ "trace": value }))?;
            } else {
                let [x, y, z] = global;
                let name = shader_source::visible(file);
                writeln!(output, "{name}:{line}: gid ({x}, {y}, {z}): {expression} = {value}")?;
            }
        }
        output.flush()?;
        let say = |text: &str| writeln!(anstream::stderr(), "trace: {text}");
        if trace.values.is_empty() {
            say(if self.request.filter.is_some() {
                "no values: no invocation for which --where is true reaches the place"
            } else {
                "no values: no invocation reaches the place"
            })?;
        } else if arguments.sweep.is_some() {
            say("these are the values of the usual order of invocations")?;
        }
        if trace.is_cut {
            let count = trace.values.len();
            say(&format!("stopped after {count} values; select invocations with --where"))?;
        }
        Ok(())
    }
}

/// Where the first statement on the line of a trace starts.
fn start_of(
    TraceArgument { expression, file, line }: &TraceArgument,
    arguments: &Run,
    places: &Places,
    subject: &dyn Subject,
) -> Result<u32, String> {
    // Standard input has no path.
    let is_only = file.is_none() && places.files().len() == 1;
    let index = if is_only { Some(0) } else { places.index_of(file.as_ref().unwrap_or(&arguments.file)) };
    let is_there = |at: &u32| {
        let place = places.place(*at);
        place.is_some_and(|it| it.position.line == *line && Some(it.index) == index)
    };
    let starts = subject.places().into_iter().map(|span| span.lo);
    starts.filter(is_there).min().ok_or_else(|| {
        let name = file.as_ref().map_or_else(String::new, |file| format!("{}:", file.display()));
        format!("--trace {expression}@{name}{line}: no statement starts on line {line}")
    })
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
fn as_json(value: &Printed) -> Value {
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
