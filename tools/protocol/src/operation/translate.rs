//! The operation `translate`: translates a function of a Metal program, or a kernel of a program in C++ AMP, to WGSL.

use crate::error::ErrorRecord;
use crate::language::{amp, findings_of_amp, metal};
use crate::reply::Reply;
use crate::request::{About, TranslateRecord};
use msl_translate::{
    Binding, LaunchRequest, Launches, Refusal, Request, Translation, translate as translated,
    translate_launch,
};
use msl_validator::amp;
use msl_validator::interface::EntryPointKind;
use msl_validator::meaning::Module;
use serde::Serialize;
use shader_language::{Metal, Source};
use shader_source::SourceMap;
use shader_source::record::RangeRecord;

/// The threads of a threadgroup, if the request does not set them.
const THREADGROUP_SIZE: [u32; 3] = [64, 1, 1];

#[derive(Serialize, Debug)]
struct Body<'a> {
    wgsl: &'a str,
    entry_point: &'a str,
    bindings: Vec<BindingRecord<'a>>,
    notes: &'a [String],
    /// The range in the Metal program that each line comes from.
    lines: Vec<RangeRecord>,
}

/// A resource of the Metal program and its binding in WGSL.
#[derive(Serialize, Debug)]
struct BindingRecord<'a> {
    metal_name: &'a str,
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    group: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    binding: Option<u32>,
}

impl<'a> From<&'a Binding> for BindingRecord<'a> {
    fn from(it: &'a Binding) -> Self {
        Self { metal_name: &it.metal_name, name: &it.name, group: it.group, binding: it.binding }
    }
}

/// Replies with the translated function, or with the parts of the program that WGSL can't express.
pub(crate) fn translate(about: &About<'_, TranslateRecord>, reply: Reply<'_>) {
    match amp(&about.program) {
        Ok(Some(amp)) => translate_kernel(&amp, about, reply),
        Ok(None) => translate_function(about, reply),
        Err(message) => reply.refuse(message),
    }
}

/// Replies with a kernel of a program in C++ AMP.
fn translate_kernel(
    amp: &amp::Program,
    About { program, members }: &About<'_, TranslateRecord>,
    reply: Reply<'_>,
) {
    let findings = findings_of_amp(amp);
    let sources = findings.sources("", &program.wgsl);
    let launches = Launches::of(amp, &program.wgsl);
    let request = match chosen(&launches, members.entry_point.as_deref()) {
        Ok(request) => request,
        // A program with errors may have no kernels because of them.
        Err(_) if !amp.has_meaning() => {
            return reply.fail(ErrorRecord::rejected("shader-creation", &findings.diagnostics, &sources));
        }
        Err(message) => return reply.fail(ErrorRecord::new("unsupported", message)),
    };
    let translated = translate_launch(&amp.module, &request).map(|launch| launch.translation);
    answer(translated, &sources, reply);
}

/// The kernel with a name, or the only one.
///
/// # Errors
/// There is none, or there are several and no name, as a sentence.
fn chosen(launches: &Launches, name: Option<&str>) -> Result<LaunchRequest, String> {
    let requests = || launches.known.iter().map(|launch| &launch.request);
    let names = requests().map(|request| format!("`{}`", request.name)).collect::<Vec<_>>().join(", ");
    match (name, requests().count()) {
        (_, 0) => Err("the program launches no kernel whose types are known".to_owned()),
        (Some(name), _) => requests()
            .find(|request| request.name == name)
            .cloned()
            .ok_or_else(|| format!("unknown kernel `{name}`: the program has {names}")),
        (None, 1) => requests().next().cloned().ok_or_else(String::new),
        (None, _) => Err(format!("the program has several kernels: select one with `entry_point`: {names}")),
    }
}

/// Replies with a function of a program in Metal.
fn translate_function(About { program, members }: &About<'_, TranslateRecord>, reply: Reply<'_>) {
    let (options, files) = match metal(program) {
        Ok(settings) => settings,
        Err(message) => return reply.refuse(message),
    };
    let headers = cxx_validator::Headers { files: &files, folders: &[String::new()] };
    let functions: Vec<&str> = members.entry_point.iter().map(String::as_str).collect();
    let metal = Metal { options: &options, headers };
    let (checked, findings) = metal.program(Source::text(&program.wgsl), &functions);
    let sources = findings.sources("", &program.wgsl);
    if !findings.is_accepted() {
        return reply.fail(ErrorRecord::rejected("shader-creation", &findings.diagnostics, &sources));
    }
    if let Some(message) = &findings.incomplete {
        return reply.fail(ErrorRecord::new("unsupported", message));
    }
    let request = request(&checked.module, members).map_err(Refusal::Request);
    answer(request.and_then(|request| translated(&checked.module, &request)), &sources, reply);
}

fn answer(translation: Result<Translation, Refusal>, sources: &SourceMap<'_>, reply: Reply<'_>) {
    match translation {
        Ok(translation) => reply.body(true, body(&translation, sources)),
        Err(Refusal::Request(message)) => reply.fail(ErrorRecord::new("unsupported", message)),
        Err(Refusal::NoCounterpart(found)) => {
            let first = found.first().map(|part| part.span);
            let error = ErrorRecord::new("unsupported", Refusal::NoCounterpart(found).to_string());
            reply.fail(match first {
                Some(span) => error.at(span, sources),
                None => error,
            });
        }
    }
}

/// Returns the settings of the translation.
///
/// # Errors
/// The program has no such function, or it has several and the request does not select one.
pub(crate) fn request(module: &Module, members: &TranslateRecord) -> Result<Request, String> {
    let wanted = members.entry_point.as_deref();
    let mut entries =
        module.entry_points.iter().filter(|it| wanted.is_none_or(|name| module.entry_name(it) == name));
    let Some(entry) = entries.next() else {
        return Err("the program has no such kernel, vertex or fragment function".to_owned());
    };
    if wanted.is_none() && entries.next().is_some() {
        return Err("the program has several functions: select one with `entry_point`".to_owned());
    }
    let is_kernel = entry.kind == EntryPointKind::Kernel;
    let size = members.threadgroup_size.unwrap_or(THREADGROUP_SIZE);
    Ok(Request {
        entry_point: module.entry_name(entry).to_owned(),
        threadgroup_size: if is_kernel { size } else { [1; 3] },
        ..Request::default()
    })
}

fn body<'a>(translation: &'a Translation, sources: &SourceMap<'_>) -> Body<'a> {
    Body {
        wgsl: &translation.wgsl,
        entry_point: &translation.entry_point,
        bindings: translation.bindings.iter().map(BindingRecord::from).collect(),
        notes: &translation.notes,
        lines: translation.lines.iter().map(|span| RangeRecord::new(*span, sources)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use crate::{Options, Server};
    use serde_json::{Value, json};

    fn translate(source: &str) -> Value {
        let request = json!({ "op": "translate", "language": "metal", "source": source });
        let mut output = Vec::new();
        Server::new(Options::default()).answer(request.to_string().as_bytes(), &mut output);
        serde_json::from_slice(&output).expect("an answer is JSON")
    }

    #[test]
    fn kernels_become_programs_that_run() {
        let kernel = "kernel void twice(device float* numbers [[buffer(0)]],\n  uint i [[thread_position_in_grid]]) {\n  numbers[i] *= 2;\n}";
        let answer = translate(kernel);
        assert_eq!(answer["ok"], true, "{answer}");
        let wgsl = answer["wgsl"].as_str().expect("a program");
        assert!(wgsl.contains("@workgroup_size(64"), "{wgsl}");
        let lines = answer["lines"].as_array().expect("a list");
        assert!(lines.len() >= wgsl.lines().count() && lines.iter().any(|it| it["line"] == 3), "{answer}");
        assert_eq!(answer["bindings"][0]["metal_name"], "numbers");
        let module = wgsl_validator::validate(wgsl, &wgsl_validator::Options::default());
        assert!(module.diagnostics().is_empty());
    }

    #[test]
    fn programs_without_a_translation_have_a_reason() {
        let stage = |source: &str| translate(source)["error"]["stage"].clone();
        assert_eq!(stage("kernel void k() { x; }"), "shader-creation");
        assert_eq!(stage("int f() { return 1; }"), "unsupported");
        assert_eq!(stage("kernel void a() {} kernel void b() {}"), "unsupported");
    }
}
