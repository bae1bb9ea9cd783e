//! The operation `trace`: the values of expressions while a dispatch runs.

use crate::debug::traced::{ExpressionRecord, Shown, TraceRecord, Wanted, as_json, statement_on};
use crate::debug::{self, Program};
use crate::error::ErrorRecord;
use crate::reply::Reply;
use crate::server::Server;
use serde::Serialize;
use serde_json::Value;
use shader_run::debug::Print;

#[derive(Serialize, Debug)]
struct Body<'a> {
    values: Vec<ValueRecord<'a>>,
    /// Whether there are more.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    cut: bool,
    warnings: Vec<WarningRecord<'a>>,
}

#[derive(Serialize, Debug)]
struct ValueRecord<'a> {
    file: &'a str,
    line: u32,
    expression: &'a str,
    invocation: InvocationRecord,
    value: Value,
    /// The value as the program would write it.
    text: String,
    /// Whether the expression accesses memory beyond its end.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    out_of_bounds: bool,
}

#[derive(Serialize, Debug)]
struct InvocationRecord {
    gid: [u32; 3],
    lid: [u32; 3],
    wid: [u32; 3],
    lane: usize,
}

/// A comment that is not shown.
#[derive(Serialize, Debug)]
struct WarningRecord<'a> {
    file: &'a str,
    line: u32,
    message: &'a str,
}

/// Answers with the values of expressions and of the comments of a program.
pub(crate) fn trace(request: &TraceRecord<'_>, server: &mut Server, reply: Reply<'_>) {
    let (mut program, comments) = match debug::load(&request.of, server) {
        Ok(loaded) => loaded,
        Err(message) => return reply.fail(ErrorRecord::new("execution", message)),
    };
    let given: Result<Vec<Print>, String> =
        request.expressions.iter().map(|it| print_of(it, &program)).collect();
    let filter = ("`where`", request.filter.clone());
    let about = (&program.places, &*program.subject);
    let wanted = given.and_then(|given| Wanted::new(given, filter, &comments, about));
    let traced = wanted.and_then(|mut wanted| Ok((wanted.trace(&mut *program.subject)?, wanted)));
    let (trace, wanted) = match traced {
        Ok(traced) => traced,
        Err(message) => return reply.fail(ErrorRecord::new("execution", message)),
    };
    let value = |value: &shader_run::debug::Value| {
        let (expression, Shown { file, line, .. }) = wanted.shown(value.print);
        let [gid, lid, wid] = value.coordinates;
        ValueRecord {
            file,
            line: *line,
            expression,
            invocation: InvocationRecord { gid, lid, wid, lane: value.lane },
            value: as_json(&value.value),
            text: value.value.to_string(),
            out_of_bounds: value.is_beyond,
        }
    };
    let warning = |(at, message): &'_ (u32, String)| {
        let place = program.places.place(*at);
        (
            place.as_ref().map_or("", |it| &it.file.name).to_owned(),
            place.map_or(0, |it| it.position.line),
            message.clone(),
        )
    };
    let warnings: Vec<_> = wanted.warnings.iter().map(warning).collect();
    let warnings = warnings.iter().map(|(file, line, message)| WarningRecord { file, line: *line, message });
    let body = Body {
        values: trace.values.iter().map(value).collect(),
        cut: trace.is_cut,
        warnings: warnings.collect(),
    };
    reply.body(true, body);
}

/// The expression before the first statement on its line.
fn print_of(
    ExpressionRecord { expression, line, file }: &ExpressionRecord,
    program: &Program,
) -> Result<Print, String> {
    let files = program.places.files();
    let main = || Some(program.places.main());
    let index = file.as_ref().map_or_else(main, |file| files.iter().position(|it| it.name == *file));
    let at = index.and_then(|index| statement_on(*line, index, (&program.places, &*program.subject)));
    let at = at.ok_or_else(|| format!("can't show `{expression}`: no statement starts on line {line}"))?;
    Ok(Print { expression: expression.clone(), at })
}

#[cfg(test)]
mod tests {
    use crate::{Options, Server};
    use serde_json::{Value, json};

    const PROGRAM: &str = "@group(0) @binding(0) var<storage, read_write> d: array<u32>;
@compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) {
  let square = i * i;
  d[i] = square; // wgsl-check: print(d[i])
}";

    fn trace(members: &Value) -> Value {
        let mut request = json!({
            "op": "trace", "wgsl": PROGRAM,
            "bindings": [{ "group": 0, "binding": 0, "kind": "storage", "data_base64": "AAAAAAAAAAAAAAAAAAAAAA==" }],
        });
        request.as_object_mut().expect("an object").extend(members.as_object().expect("members").clone());
        let mut output = Vec::new();
        Server::new(Options::default()).answer(request.to_string().as_bytes(), &mut output);
        serde_json::from_slice(&output).expect("an answer is JSON")
    }

    fn shown(answer: &Value) -> Vec<String> {
        let values = answer["values"].as_array().unwrap_or_else(|| panic!("{answer}"));
        let one =
            |it: &Value| format!("{}:{} {} {}", it["file"], it["line"], it["invocation"]["lane"], it["text"]);
        values.iter().map(one).collect()
    }

    #[test]
    fn comments_and_expressions_have_values() {
        let answer =
            trace(&json!({ "expressions": [{ "expression": "square", "line": 4 }], "where": "i >= 2" }));
        let expected = ["4", "9", "4", "9"].iter().zip([2, 3, 2, 3]);
        let expected: Vec<_> =
            expected.map(|(text, lane)| format!("\"main.wgsl\":4 {lane} \"{text}\"")).collect();
        assert_eq!(shown(&answer), expected, "{answer}");
        assert_eq!((&answer["values"][0]["value"], &answer["warnings"]), (&json!(4), &json!([])));
    }

    #[test]
    fn mistakes_have_reasons() {
        let program = PROGRAM.replace("print(d[i])", "print(gone)");
        let answer = trace(&json!({ "wgsl": program }));
        assert_eq!((shown(&answer).len(), &answer["warnings"][0]["line"]), (0, &json!(4)), "{answer}");
        let answer = trace(&json!({ "expressions": [{ "expression": "square", "line": 1 }] }));
        assert_eq!(answer["error"]["message"], "can't show `square`: no statement starts on line 1");
        let answer = trace(&json!({ "where": "1u" }));
        assert_eq!(answer["error"]["message"], "`where` `1u` on line 4: expected `bool`, found `u32`");
    }

    #[test]
    fn files_of_a_program_have_their_lines() {
        let util = "fn square(x: u32) -> u32 {\n  let y = x * x;\n  return y;\n}";
        let main = format!("import package::util::square;\n{}", PROGRAM.replace("i * i", "square(i)"));
        let answer = trace(&json!({
            "wgsl": main, "path": "main.wesl", "files": { "util.wesl": util }, "where": "lane == 3",
            "expressions": [{ "expression": "y", "line": 3, "file": "util.wesl" }],
        }));
        assert_eq!(shown(&answer), ["\"util.wesl\":3 3 \"9\"", "\"main.wesl\":5 3 \"9\""], "{answer}");
    }

    #[test]
    fn kernels_are_translated() {
        let metal = "kernel void k(device uint* d [[buffer(0)]], uint i [[thread_position_in_grid]]) {\n  uint x = i * 2; // wgsl-check: print(x + 1)\n  d[i] = x;\n}";
        let answer = trace(&json!({
            "language": "metal", "wgsl": metal, "threadgroup_size": [4, 1, 1], "where": "lane == 3",
            "expressions": [{ "expression": "x", "line": 3 }],
        }));
        assert_eq!(shown(&answer), ["\"main.metal\":2 3 \"7\"", "\"main.metal\":3 3 \"6\""], "{answer}");
    }
}
