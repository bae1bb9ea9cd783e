//! The conversation: reads requests, and writes their answers.

use crate::error::ErrorRecord;
use crate::operation;
use crate::present::Present;
use crate::reply::Reply;
use crate::request::Request;
use crate::server::{Options, Server};
use crate::validators::Validators;
use serde::Deserialize;
use serde_json::value::RawValue;
use shader_source::surrogate::well_formed;
use std::io::{self, BufRead, BufReader, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A good size for the buffers of input and output, in bytes.
pub const BUFFER: usize = 1 << 18;

/// The member that is echoed even if the rest of a request is malformed.
#[derive(Deserialize, Debug)]
struct Identity<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
}

/// The member that names the operation.
#[derive(Deserialize, Debug)]
struct Operation {
    op: String,
}

impl Server {
    /// Appends the answer to a request: an object of JSON without a line break. Bytes that are no request are answered, too.
    pub fn answer(&mut self, request: &[u8], output: &mut Vec<u8>) {
        let (request, start) = (&*well_formed(request), output.len());
        // The validator does not panic. If it ever did, one request must not end the session.
        if catch_unwind(AssertUnwindSafe(|| answer(request, self, output))).is_err() {
            output.truncate(start);
            self.validators = Validators::new(&self.options.target);
            let error = ErrorRecord::new("internal", "the validator failed; please report this program");
            Reply { id: identity(request), output }.fail(error);
        }
    }
}

/// Answers requests until they end.
///
/// # Errors
/// Reading or writing fails.
pub fn converse<R: io::Read>(
    input: &mut BufReader<R>,
    output: &mut impl Write,
    options: &Options,
) -> io::Result<()> {
    let mut line = Vec::new();
    let mut scratch = Vec::new();
    let mut server = Server::new(options.clone());
    loop {
        // A client that waits for the answer must get it now; a client that keeps sending gets answers in bulk.
        if !input.buffer().contains(&b'\n') {
            output.flush()?;
        }
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            return output.flush();
        }
        let request = line.trim_ascii();
        if request.is_empty() {
            continue;
        }
        scratch.clear();
        server.answer(request, &mut scratch);
        scratch.push(b'\n');
        output.write_all(&scratch)?;
    }
}

fn identity(line: &[u8]) -> Option<&RawValue> {
    // Serde would read a list as the members in their order, but only objects are requests.
    if !line.starts_with(b"{") {
        return None;
    }
    serde_json::from_slice::<Identity>(line).ok()?.id
}

/// Reads a request, and has it answered by the handler of its operation.
fn answer(line: &[u8], server: &mut Server, output: &mut Vec<u8>) {
    let reply = Reply { id: identity(line), output };
    if !line.starts_with(b"{") {
        return reply.refuse("a request must be a JSON object");
    }
    let request = serde_json::from_slice(line).and_then(|Present(request)| Request::deserialize(request));
    let request = match request {
        Ok(request) => request,
        Err(error) => return reply.refuse(error.to_string()),
    };
    match request {
        Request::Validate(program) => operation::validate(&program, server, reply),
        Request::Pipeline(request) => operation::pipeline(request, server, reply),
        Request::Layout(program) => operation::layout(&program, server, reply),
        Request::Reflect(program) => operation::reflect(&program, server, reply),
        Request::Expand(about) => operation::expand(&about, server, reply),
        Request::Translate(about) => operation::translate(&about, reply),
        Request::Explain(members) => operation::explain(&members, reply),
        #[cfg(feature = "run")]
        Request::Run(request) => operation::run(*request, server, reply),
        #[cfg(feature = "run")]
        Request::Trace(request) => operation::trace(&request, server, reply),
        #[cfg(feature = "run")]
        Request::Draw(request) => operation::draw(&request, server, reply),
        #[cfg(feature = "run")]
        Request::Keep(members) => operation::keep(&members, server, reply),
        #[cfg(feature = "run")]
        Request::Kept => operation::kept(server, reply),
        #[cfg(feature = "run")]
        Request::Read(members) => operation::read(&members, server, reply),
        #[cfg(feature = "run")]
        Request::Write(members) => operation::write(&members, server, reply),
        #[cfg(feature = "run")]
        Request::Drop(members) => operation::drop(&members, server, reply),
        #[cfg(not(feature = "run"))]
        Request::OfExecutor => reply.fail(ErrorRecord::new("unsupported", "this build can't run programs")),
        Request::Unknown => {
            let operation =
                serde_json::from_slice(line).map_or_else(|_| String::new(), |it: Operation| it.op);
            reply.refuse(format!("unknown operation `{operation}`"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::MOST_DIAGNOSTICS;
    use wgsl_validator::Work;

    /// The work that a request causes.
    fn work(op: &str, rest: &str) -> Work {
        let program = "@compute @workgroup_size(1) fn main() {}";
        let request = format!(r#"{{"op":"{op}","wgsl":"{program}"{rest}}}"#);
        let mut server = Server::new(Options::default());
        let mut output = Vec::new();
        server.answer(request.as_bytes(), &mut output);
        assert!(output.starts_with(br#"{"id":null,"ok":true"#), "{}", String::from_utf8_lossy(&output));
        let target = server.validators.other.map(|(_, validator)| validator);
        target.unwrap_or(server.validators.current).work()
    }

    #[test]
    fn comments_ignore_warnings() {
        let answer = |comment: &str| {
            let program = format!("diagnostic(off, mine); // {comment}");
            let request = serde_json::json!({ "op": "validate", "wgsl": program }).to_string();
            let mut output = Vec::new();
            Server::new(Options::default()).answer(request.as_bytes(), &mut output);
            let answer: serde_json::Value = serde_json::from_slice(&output).expect("JSON");
            answer["diagnostics"].as_array().expect("findings").len()
        };
        assert_eq!(answer("wgsl-check: allow(diagnostic/unknown-rule)"), 0);
        assert_eq!(
            answer("wgsl-check: allow(const/overflow)"),
            2,
            "the warning, and a comment without effect"
        );
    }

    #[test]
    fn the_diagnostics_of_an_answer_are_limited() {
        let answer = |count: usize, rest: &str| -> serde_json::Value {
            let program = "const_assert false;".repeat(count);
            let request = format!(r#"{{"op":"validate","wgsl":"{program}"{rest}}}"#);
            let mut output = Vec::new();
            Server::new(Options::default()).answer(request.as_bytes(), &mut output);
            serde_json::from_slice(&output).expect("JSON")
        };
        let shown = |answer: &serde_json::Value| answer["diagnostics"].as_array().map(Vec::len);
        let few = answer(3, "");
        assert_eq!((shown(&few), few.get("total_diagnostics")), (Some(3), None));
        let many = answer(MOST_DIAGNOSTICS + 1, "");
        assert_eq!((shown(&many), &many["total_diagnostics"]), (Some(10_000), &10_001.into()));
        let chosen = answer(3, r#","max_diagnostics":2"#);
        assert_eq!((shown(&chosen), &chosen["total_diagnostics"]), (Some(2), &3.into()));
        assert_eq!(chosen["ok"], false);
    }

    #[test]
    fn a_program_is_parsed_and_checked_once() {
        let once = Work { parses: 1, checks: 1, specializations: 0 };
        assert_eq!(work("validate", ""), once);
        assert_eq!(work("layout", ""), once);
        assert_eq!(work("reflect", "").parses, 1);
        assert_eq!(work("pipeline", ""), Work { specializations: 1, ..once });
        #[cfg(feature = "run")]
        assert_eq!(work("run", r#","bindings":[]"#), Work { specializations: 1, ..once });
    }
}
