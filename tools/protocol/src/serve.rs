//! The conversation: reads requests, and writes their answers.

#[cfg(feature = "run")]
use crate::contents::Contents;
use crate::error::{ErrorRecord, MOST_DIAGNOSTICS, total};
use crate::explain::{self, ExplanationRecord};
#[cfg(feature = "run")]
use crate::kept::{self, Kept};
use crate::layout::LayoutReport;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use shader_source::SourceMap;
use shader_source::record::DiagnosticRecord;
use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
#[cfg(feature = "run")]
use wgsl_lower::compute::{self, Failure};
#[cfg(feature = "run")]
use wgsl_lower::render::{self, Stages};
use wgsl_spec::{Edition, ShaderStage};
#[cfg(feature = "run")]
use wgsl_validator::Stage;
use wgsl_validator::allow::leave_out_allowed;
use wgsl_validator::diagnostic::{Diagnostic, Severity};
use wgsl_validator::reflection::Reflection;
use wgsl_validator::target::{Target, UnknownTarget};
use wgsl_validator::{PipelineRequest, Validator};

/// A good size for the buffers of input and output, in bytes.
pub const BUFFER: usize = 1 << 18;

/// How to answer requests.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The target of requests that name none.
    pub target: Target,
    /// The greatest cost of requests.
    #[cfg(feature = "run")]
    pub limits: Limits,
}

/// The greatest cost of requests.
#[cfg(feature = "run")]
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The number of bytes of all contents that requests keep, with their names.
    pub kept_bytes: u64,
    /// The number of bytes of all resources of a request.
    pub request_bytes: u64,
    /// The number of steps that an execution may take, whatever its request says.
    pub fuel: u64,
}

#[cfg(feature = "run")]
impl Default for Limits {
    fn default() -> Self {
        Self { kept_bytes: 1 << 30, request_bytes: 1 << 32, fuel: u64::MAX }
    }
}

/// A request. Unknown members are ignored, so that newer clients work with older servers.
#[derive(Deserialize, Debug)]
struct Request<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    op: String,
    wgsl: Option<String>,
    #[serde(borrow)]
    edition: Option<&'a RawValue>,
    #[serde(borrow)]
    target: Option<&'a RawValue>,
    stage: Option<String>,
    entry_point: Option<String>,
    #[serde(default)]
    constants: BTreeMap<String, Constant>,
    /// The number of diagnostics in an answer to `validate` or `pipeline`.
    max_diagnostics: Option<usize>,
}

/// The value of an override: a number, or the name of one that JSON does not have.
#[derive(Deserialize, Debug, Clone, Copy)]
#[serde(untagged, expecting = "expected a number, `nan`, `inf` or `-inf`")]
enum Constant {
    Number(f64),
    Word(ConstantWord),
}

#[derive(Deserialize, Debug, Clone, Copy)]
enum ConstantWord {
    #[serde(rename = "nan")]
    Nan,
    #[serde(rename = "inf")]
    Infinity,
    #[serde(rename = "-inf")]
    NegativeInfinity,
}

impl Request<'_> {
    fn constants(&self) -> Vec<(String, f64)> {
        let value = |constant| match constant {
            Constant::Number(number) => number,
            Constant::Word(ConstantWord::Nan) => f64::NAN,
            Constant::Word(ConstantWord::Infinity) => f64::INFINITY,
            Constant::Word(ConstantWord::NegativeInfinity) => f64::NEG_INFINITY,
        };
        self.constants.iter().map(|(name, constant)| (name.clone(), value(*constant))).collect()
    }
}

/// The member that is echoed even if the rest of a request is malformed.
#[derive(Deserialize, Debug)]
struct Identity<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
}

/// An answer to `validate` and `pipeline`.
#[derive(Serialize, Debug)]
struct FindingsAnswer<'a> {
    id: Option<&'a RawValue>,
    ok: bool,
    diagnostics: Vec<DiagnosticRecord<'a>>,
    /// The number of diagnostics that the program has, if the answer has fewer.
    #[serde(skip_serializing_if = "Option::is_none")]
    total_diagnostics: Option<usize>,
}

/// An answer about kept contents.
#[cfg(feature = "run")]
#[derive(Serialize, Debug, Default)]
struct KeptAnswer<'a> {
    id: Option<&'a RawValue>,
    ok: bool,
    /// The bytes that `read` asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    data_base64: Option<String>,
    /// The contents that `kept` asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    kept: Option<Vec<kept::KeptRecord>>,
}

/// An answer to `layout` and `reflect`.
#[derive(Serialize, Debug)]
struct DescriptionAnswer<'a> {
    id: Option<&'a RawValue>,
    ok: bool,
    #[serde(flatten)]
    description: Description<'a>,
}

/// The parts of an accepted program that a client asks for.
#[derive(Serialize, Debug)]
#[serde(untagged)]
enum Description<'a> {
    Layout(LayoutReport<'a>),
    Reflection(Box<Reflection>),
}

/// An answer to `explain`.
#[derive(Serialize, Debug)]
struct ExplainAnswer<'a> {
    id: Option<&'a RawValue>,
    ok: bool,
    explanation: ExplanationRecord,
}

/// An answer to a request that could not be carried out.
#[derive(Serialize, Debug)]
struct Refusal<'a> {
    id: Option<&'a RawValue>,
    ok: bool,
    error: ErrorRecord<'a>,
}

/// The validators, which keep their memory from one request to the next.
struct Judges {
    /// The target of requests that name none.
    target: Target,
    current: Validator,
    draft_2022: Validator,
    /// The validator for the target of the last request that named one.
    other: Option<(Target, Validator)>,
}

fn validator_for(edition: Edition, target: Target) -> Validator {
    Validator::new(wgsl_validator::Options { edition, target })
}

impl Judges {
    fn new(target: &Target) -> Self {
        let judge = |edition| validator_for(edition, target.clone());
        let (current, draft_2022) = (judge(Edition::Current), judge(Edition::Draft2022));
        Self { target: target.clone(), current, draft_2022, other: None }
    }

    fn of(&mut self, edition: Edition, target: Option<Target>) -> &mut Validator {
        match (edition, target) {
            (Edition::Current, Some(target)) if target != self.target => {
                if self.other.as_ref().is_none_or(|(known, _)| *known != target) {
                    self.other = Some((target.clone(), validator_for(edition, target)));
                }
                self.other.as_mut().map_or(&mut self.current, |(_, validator)| validator)
            }
            (Edition::Current, _) => &mut self.current,
            (Edition::Draft2022, _) => &mut self.draft_2022,
        }
    }
}

/// Answers requests. It keeps the memory of its validators, and the contents that requests keep, from one request to the next.
pub struct Server {
    options: Options,
    judges: Judges,
    #[cfg(feature = "run")]
    kept: Kept,
}

impl Server {
    /// A server that keeps nothing yet.
    #[must_use]
    pub fn new(options: Options) -> Self {
        Self {
            judges: Judges::new(&options.target),
            #[cfg(feature = "run")]
            kept: Kept::new(options.limits.kept_bytes),
            options,
        }
    }

    /// Appends the answer to a request: an object of JSON without a line break. Bytes that are no request are answered, too.
    pub fn answer(&mut self, request: &[u8], output: &mut Vec<u8>) {
        let start = output.len();
        // The validator does not panic. If it ever did, one request must not end the session.
        if catch_unwind(AssertUnwindSafe(|| answer(request, self, output))).is_err() {
            output.truncate(start);
            self.judges = Judges::new(&self.options.target);
            let message = "the validator failed; please report this program";
            refuse(identity(request), "internal", message, output);
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

fn answer(line: &[u8], server: &mut Server, output: &mut Vec<u8>) {
    if !line.starts_with(b"{") {
        return refuse(None, "protocol", "a request must be a JSON object", output);
    }
    let request: Request = match serde_json::from_slice(line) {
        Ok(request) => request,
        Err(error) => return refuse(identity(line), "protocol", &error.to_string(), output),
    };
    let id = request.id;
    let edition = match request.edition.map(RawValue::get) {
        None | Some("null" | "\"current\"") => Edition::Current,
        Some("\"2022-04-11\"") => Edition::Draft2022,
        Some(other) => return refuse(id, "protocol", &format!("unknown edition {other}"), output),
    };
    let target = match target(request.target) {
        Ok(target) => target,
        Err(message) => return refuse(id, "protocol", &message, output),
    };
    let judges = &mut server.judges;
    match request.op.as_str() {
        "keep" | "kept" | "read" | "write" | "drop" => {
            #[cfg(feature = "run")]
            keep(line, &request, &mut server.kept, output);
            #[cfg(not(feature = "run"))]
            refuse(id, "unsupported", "this build can't run programs", output);
        }
        "explain" => explain(line, id, output),
        "validate" | "pipeline" | "layout" | "reflect" | "run" | "draw" => {
            let Some(text) = &request.wgsl else {
                return refuse(id, "protocol", "missing field `wgsl`", output);
            };
            #[cfg(not(feature = "run"))]
            if matches!(request.op.as_str(), "run" | "draw") {
                return refuse(id, "unsupported", "this build can't run programs", output);
            }
            #[cfg(feature = "run")]
            let target = match request.op.as_str() {
                "run" | "draw" => Some(target.as_ref().unwrap_or(&judges.target).for_execution()),
                _ => target,
            };
            let validator = judges.of(edition, target);
            #[cfg(feature = "run")]
            let limits = server.options.limits;
            #[cfg(feature = "run")]
            match request.op.as_str() {
                "run" => {
                    return run_dispatch(line, &request, (validator, &mut server.kept, limits), output);
                }
                "draw" => {
                    return draw(line, &request, (validator, &mut server.kept, limits), output);
                }
                _ => {}
            }
            if matches!(request.op.as_str(), "layout" | "reflect") {
                return describe(&request, text, validator, output);
            }
            let mut found = if request.op == "pipeline" {
                match pipeline(&request) {
                    Ok(pipeline) => {
                        let module = validator.validate(text);
                        let stage = validator.specialize(&module, &pipeline);
                        let found = stage.map(|stage| validator.recycle_stage(stage)).err();
                        found.unwrap_or_else(|| validator.recycle(module))
                    }
                    Err(message) => return refuse(id, "protocol", &message, output),
                }
            } else {
                validator.diagnose(text)
            };
            let edition = validator.options().edition;
            leave_out_allowed(text, edition, 0, &mut found);
            findings(&request, text, &found, output);
        }
        other => refuse(id, "protocol", &format!("unknown operation `{other}`"), output),
    }
}

/// The target that a request names.
fn target(written: Option<&RawValue>) -> Result<Option<Target>, String> {
    let Some(written) = written.map(RawValue::get).filter(|text| *text != "null") else { return Ok(None) };
    let name: String =
        serde_json::from_str(written).map_err(|_| "`target` must be the name of a target".to_owned())?;
    name.parse().map(Some).map_err(|error: UnknownTarget| error.to_string())
}

/// The pipeline that a request asks for.
fn pipeline(request: &Request<'_>) -> Result<PipelineRequest, String> {
    let stage = match request.stage.as_deref() {
        None => None,
        Some(name) => {
            let named = ShaderStage::ALL.into_iter().find(|stage| stage.name() == name);
            Some(named.ok_or_else(|| format!("unknown stage `{name}`"))?)
        }
    };
    Ok(PipelineRequest { stage, entry_point: request.entry_point.clone(), constants: request.constants() })
}

fn findings(request: &Request<'_>, text: &str, found: &[Diagnostic], output: &mut Vec<u8>) {
    let limit = request.max_diagnostics.unwrap_or(MOST_DIAGNOSTICS);
    let ok = found.iter().all(|diagnostic| diagnostic.severity != Severity::Error);
    let diagnostics = if found.is_empty() {
        Vec::new()
    } else {
        let sources = SourceMap::new("", text);
        found.iter().take(limit).map(|diagnostic| DiagnosticRecord::new(diagnostic, &sources)).collect()
    };
    let total_diagnostics = total(found.len(), limit);
    write(&FindingsAnswer { id: request.id, ok, diagnostics, total_diagnostics }, output);
}

/// Answers a request for what an accepted program consists of.
fn describe(request: &Request<'_>, text: &str, validator: &mut Validator, output: &mut Vec<u8>) {
    let (id, module) = (request.id, validator.validate(text));
    if module.is_accepted() {
        let description = match request.op.as_str() {
            "layout" => Description::Layout(LayoutReport::new(None, &module)),
            _ => Description::Reflection(Box::new(Reflection::new(None, &module))),
        };
        return write(&DescriptionAnswer { id, ok: true, description }, output);
    }
    let found = validator.recycle(module);
    let error = ErrorRecord::rejected("shader-creation", &found, &SourceMap::new("", text));
    write(&Refusal { id, ok: false, error }, output);
}

/// Answers a request to explain a name.
fn explain(line: &[u8], id: Option<&RawValue>, output: &mut Vec<u8>) {
    let members: Result<explain::Members, _> = serde_json::from_slice(line);
    let explanation = members.map_err(|error| error.to_string());
    match explanation.and_then(|members| ExplanationRecord::of(&members.name)) {
        Ok(explanation) => write(&ExplainAnswer { id, ok: true, explanation }, output),
        Err(message) => refuse(id, "protocol", &message, output),
    }
}

/// Answers a request to run a dispatch.
#[cfg(feature = "run")]
fn run_dispatch(
    line: &[u8],
    request: &Request<'_>,
    (validator, kept, limits): (&mut Validator, &mut Kept, Limits),
    output: &mut Vec<u8>,
) {
    // Only this operation reads the members of its own.
    let members: crate::dispatch::Members = match serde_json::from_slice(line) {
        Ok(members) => members,
        Err(error) => return refuse(request.id, "protocol", &error.to_string(), output),
    };
    let mut contents = Contents::new(kept, limits.request_bytes);
    let dispatch = members.dispatch(request.entry_point.clone(), request.constants(), &mut contents);
    let (dispatch, options) = match (dispatch, members.options(limits.fuel)) {
        (Ok(dispatch), Ok(options)) => (dispatch, options),
        (Err(message), _) | (_, Err(message)) => return refuse(request.id, "protocol", &message, output),
    };
    let text = request.wgsl.as_deref().unwrap_or_default();
    let module = validator.validate(text);
    let result = compute::stage(&module, validator, &compute::request(&dispatch)).and_then(|stage| {
        if let Some(message) = members.mismatch(stage.interface()) {
            return Err(Failure::Resources(message));
        }
        let outcome = compute::dispatch(&compute::pipeline(&stage, options)?, &dispatch)?;
        let new = members.kept(&dispatch.bindings, &outcome.bindings);
        kept.keep(new).map_err(Failure::Resources)?;
        Ok(outcome)
    });
    let sources = SourceMap::new("", text);
    let answer = crate::dispatch::Answer::new(request.id, &sources, &result, |it| members.answers(it));
    write(&answer, output);
}

/// Answers a request to draw.
#[cfg(feature = "run")]
fn draw(
    line: &[u8],
    request: &Request<'_>,
    (validator, kept, limits): (&mut Validator, &mut Kept, Limits),
    output: &mut Vec<u8>,
) {
    let members: crate::draw::Members = match serde_json::from_slice(line) {
        Ok(members) => members,
        Err(error) => return refuse(request.id, "protocol", &error.to_string(), output),
    };
    let mut contents = Contents::new(kept, limits.request_bytes);
    let (pass, options) = match (members.pass(&mut contents), members.options(limits.fuel)) {
        (Ok(pass), Ok(options)) => (pass, options),
        (Err(message), _) | (_, Err(message)) => return refuse(request.id, "protocol", &message, output),
    };
    let text = request.wgsl.as_deref().unwrap_or_default();
    let module = validator.validate(text);
    let result = render::stages(&module, validator, &pass).and_then(|stages| {
        let mut interfaces = stages.iter().flat_map(Stages::iter).map(Stage::interface);
        if let Some(message) = interfaces.find_map(|interface| members.mismatch(interface)) {
            return Err(Failure::Resources(message));
        }
        let drawn = render::run(&stages, &pass, options)?;
        members.kept(&pass, &drawn).and_then(|new| kept.keep(new)).map_err(Failure::Resources)?;
        Ok(drawn)
    });
    let sources = SourceMap::new("", text);
    write(&crate::draw::Answer::new(request.id, &sources, &result, &members), output);
}

/// Answers a request about kept contents alone.
#[cfg(feature = "run")]
fn keep(line: &[u8], request: &Request<'_>, kept: &mut Kept, output: &mut Vec<u8>) {
    fn members<'a, T: Deserialize<'a>>(line: &'a [u8]) -> Result<T, String> {
        serde_json::from_slice(line).map_err(|error| error.to_string())
    }
    let answer = KeptAnswer { id: request.id, ok: true, ..KeptAnswer::default() };
    let done = match request.op.as_str() {
        "keep" => members(line).and_then(|members: kept::Keep| kept.put(&members)).map(|()| answer),
        "kept" => Ok(KeptAnswer { kept: Some(kept.list()), ..answer }),
        "read" => members(line)
            .and_then(|members: kept::Read| kept.read(&members))
            .map(|bytes| KeptAnswer { data_base64: Some(bytes), ..answer }),
        "write" => members(line).and_then(|members: kept::Write| kept.write(&members)).map(|()| answer),
        _ => members(line).and_then(|members: kept::Name| kept.remove(&members)).map(|()| answer),
    };
    match done {
        Ok(answer) => write(&answer, output),
        Err(message) => refuse(request.id, "protocol", &message, output),
    }
}

fn refuse(id: Option<&RawValue>, stage: &'static str, message: &str, output: &mut Vec<u8>) {
    write(&Refusal { id, ok: false, error: ErrorRecord::new(stage, message) }, output);
}

fn write(answer: &impl Serialize, output: &mut Vec<u8>) {
    // Serialization only fails on keys that are not strings and on writers that fail; there are neither.
    let _ = serde_json::to_writer(output, answer);
}

#[cfg(test)]
mod tests {
    use super::*;
    use wgsl_validator::Work;

    /// The work that a request causes.
    fn work(op: &str, rest: &str) -> Work {
        let program = "@compute @workgroup_size(1) fn main() {}";
        let request = format!(r#"{{"op":"{op}","wgsl":"{program}"{rest}}}"#);
        let mut server = Server::new(Options::default());
        let mut output = Vec::new();
        server.answer(request.as_bytes(), &mut output);
        assert!(output.starts_with(br#"{"id":null,"ok":true"#), "{}", String::from_utf8_lossy(&output));
        let target = server.judges.other.map(|(_, validator)| validator);
        target.unwrap_or(server.judges.current).work()
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
        assert_eq!(answer("wgsl-check: allow(const/overflow)"), 1);
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
