//! `run --trace` and `// wgsl-check: print(…)`: the values of expressions while a program runs.

use super::places::index_of;
use crate::arguments::{ReportFormat, Run, TraceArgument};
use serde_json::json;
use shader_run::debug::{self, Print, Subject, Trace};
use std::io::{self, BufWriter, Write};
pub(super) use wgsl_check_protocol::debug::traced::Comments;
use wgsl_check_protocol::debug::traced::{Shown, Wanted, as_json, statement_on};
use wgsl_check_protocol::places::Places;

/// Returns true if there is something to show, or to say about it.
pub(super) fn is_wanted(arguments: &Run, comments: &Comments) -> bool {
    !arguments.traces.is_empty()
        || !arguments.explained.is_empty()
        || arguments.filter.is_some()
        || !comments.is_empty()
}

/// Executes a program once more and prints the values that the command line and its comments ask for. The inner error is a sentence without a
/// full stop: an expression of the command line is rejected, or the dispatch has no outcome.
pub(super) fn show(
    arguments: &Run,
    places: &Places,
    subject: &mut dyn Subject,
    comments: &Comments,
) -> io::Result<Result<(), String>> {
    let given = arguments.traces.iter().map(|trace| print_of(trace, arguments, places, subject));
    let given = given.collect::<Result<Vec<_>, String>>();
    let filter = ("--where", arguments.filter.clone());
    let wanted = given.and_then(|given| Wanted::new(given, filter, comments, (places, subject)));
    let mut wanted = match wanted {
        Ok(wanted) => wanted,
        Err(reason) => return Ok(Err(reason)),
    };
    if wanted.is_empty() && wanted.is_filtered() {
        warn(places, &wanted)?;
        let text = "--where needs --trace, or a comment `// wgsl-check: print(…)`";
        return Ok(Err(text.to_owned()));
    }
    let traced = wanted.trace(subject);
    warn(places, &wanted)?;
    match traced {
        Ok(_) if wanted.is_empty() => Ok(Ok(())),
        Ok(trace) => write(arguments, &wanted, &trace).map(Ok),
        Err(reason) => Ok(Err(reason)),
    }
}

fn warn(places: &Places, wanted: &Wanted) -> io::Result<()> {
    for (at, text) in &wanted.warnings {
        let place = places.label(*at).unwrap_or_default();
        writeln!(anstream::stderr(), "warning: {place}: {text}")?;
    }
    Ok(())
}

fn write(arguments: &Run, wanted: &Wanted, trace: &Trace) -> io::Result<()> {
    let mut output = BufWriter::new(io::stdout().lock());
    let is_json = arguments.format == ReportFormat::Json;
    for debug::Value { print, coordinates: [global, local, workgroup], lane, value, is_beyond, .. } in
        &trace.values
    {
        let (expression, Shown { file, line, .. }) = wanted.shown(*print);
        if is_json {
            let invocation = json!({ "gid": global, "lid": local, "wid": workgroup, "lane": lane });
            let mut value = json!({
                "file": file, "line": line, "expression": expression, "invocation": invocation,
                "value": as_json(value),
            });
            if *is_beyond {
                value["outOfBounds"] = true.into();
            }
            writeln!(output, "{}", json!({ "trace": value }))?;
        } else {
            let [x, y, z] = global;
            let name = shader_source::visible(file);
            let note = if *is_beyond { " (out of bounds)" } else { "" };
            writeln!(output, "{name}:{line}: gid ({x}, {y}, {z}): {expression} = {value}{note}")?;
        }
    }
    output.flush()?;
    let say = |text: &str| writeln!(anstream::stderr(), "trace: {text}");
    if trace.values.is_empty() {
        say(if wanted.is_filtered() {
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

/// The expression of a trace, before the first statement on its line.
fn print_of(
    TraceArgument { expression, file, line }: &TraceArgument,
    arguments: &Run,
    places: &Places,
    subject: &dyn Subject,
) -> Result<Print, String> {
    // Standard input has no path.
    let is_only = file.is_none() && places.files().len() == 1;
    let index = if is_only { Some(0) } else { index_of(places, file.as_ref().unwrap_or(&arguments.file)) };
    let at = index.and_then(|index| statement_on(*line, index, (places, subject))).ok_or_else(|| {
        let name = file.as_ref().map_or_else(String::new, |file| format!("{}:", file.display()));
        format!("--trace {expression}@{name}{line}: no statement starts on line {line}")
    })?;
    Ok(Print { expression: expression.clone(), at })
}
