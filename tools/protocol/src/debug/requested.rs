//! Programs that requests carry: WGSL, a WESL program with its files, or a Metal kernel, which is translated to WGSL.

use super::launch::{Attributes, Host, Launch, Program};
use super::traced::Comments;
use crate::contents::Contents;
use crate::dispatch::RunRecord;
use crate::language::{metal, only_wgsl};
use crate::operation::{expand, translate};
use crate::places::{Part, Places};
use crate::present::Present;
use crate::request::{self, ExpandRecord, TranslateRecord};
use crate::server::{Options, Server};
use msl_translate::Translation;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use shader_language::{Language, Metal, Source};
use shader_source::diagnostic::{Diagnostic, Severity};
use shader_source::{LineIndex, SourceMap, Span};
use std::sync::Arc;
use webgpu_model::Dispatch;
use wgsl_lower::compute;
use wgsl_lower::debug::Debugged;
use wgsl_modules::Piece;
use wgsl_validator::Validator;

/// The end of the names of files in WESL.
const WESL: &str = ".wesl";

/// A dispatch that is looked at: the members of `run`, `expand` and `translate`.
#[derive(Serialize, Deserialize, Debug)]
pub struct RequestedRecord<'a> {
    /// The program.
    #[serde(flatten)]
    pub program: request::Program<'a>,
    /// The files of a program in WESL.
    #[serde(flatten)]
    pub modules: ExpandRecord,
    /// The threads of a threadgroup of a Metal kernel.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threadgroup_size: Option<[u32; 3]>,
    /// The dispatch.
    #[serde(flatten)]
    pub run: RunRecord,
}

/// Programs that launch requests carry: their attributes are the members of [`RequestedRecord`].
pub struct Requested(Server);

impl Requested {
    /// Programs within limits.
    #[must_use]
    pub fn new(options: Options) -> Self {
        Self(Server::new(options))
    }
}

impl Host for Requested {
    fn load(&mut self, attributes: &Value) -> Result<Launch, String> {
        let read = Present::deserialize(attributes)
            .and_then(|Present(attributes)| RequestedRecord::deserialize(attributes));
        let record = read.map_err(|error| error.to_string())?;
        let (program, _) = load(&record, &mut self.0)?;
        Ok(Launch { program, attributes: Attributes::read(attributes)? })
    }
}

/// Loads a program. The result has the comments of its text that show values, too.
///
/// # Errors
/// The program is rejected, or its resources don't fit: a sentence without a full stop.
pub(crate) fn load(record: &RequestedRecord<'_>, server: &mut Server) -> Result<(Program, Comments), String> {
    let Text { wgsl, places, translated } = text(record, server)?;
    let wgsl_program = request::Program {
        edition: record.program.edition.clone(),
        target: record.program.target.clone(),
        ..request::Program::default()
    };
    let options = record.run.execution.options(server.options.limits.fuel)?;
    let mut contents = Contents::new(&server.kept, server.options.limits.request_bytes);
    let mut dispatch = record.run.dispatch(&mut contents)?;
    let mut comments = None;
    if let Some(Translated { entry_point, comments: own }) = translated {
        dispatch.shader.entry_point = Some(entry_point);
        comments = Some(own);
    }
    let mut validator = Validator::new(server.validators.for_execution(&wgsl_program)?.options().clone());
    let module = validator.validate(&wgsl);
    if !module.is_accepted() {
        return Err(first_error(module.diagnostics(), &places));
    }
    let stage = compute::stage(&module, &mut validator, &compute::request(&dispatch));
    let stage = stage.map_err(|failure| failure.to_string())?;
    if let Some(message) = record.run.execution.mismatch(stage.interface()) {
        return Err(message);
    }
    let size = stage.interface().workgroup_size.unwrap_or([1; 3]);
    let Dispatch { workgroups, .. } = dispatch;
    let edition = validator.options().edition;
    let comments = comments
        .unwrap_or_else(|| Comments::of(&wgsl, |source| wgsl_validator::allow::comments(source, edition)));
    let subject = Debugged::new((module, wgsl), validator, dispatch, options);
    let program = Program {
        subject: Box::new(subject),
        places,
        language: Language::Wgsl,
        workgroups: workgroups.into_iter().map(u64::from).product(),
        lanes: size.into_iter().product::<u32>() as usize,
    };
    Ok((program, comments))
}

/// The WGSL of a program, and the way back to its files.
struct Text {
    wgsl: String,
    places: Places,
    translated: Option<Translated>,
}

/// A kernel in its translation.
struct Translated {
    /// The name in the translation.
    entry_point: String,
    /// The comments of the kernel, at places of the translation.
    comments: Comments,
}

fn text(record: &RequestedRecord<'_>, server: &mut Server) -> Result<Text, String> {
    let RequestedRecord { program, modules, .. } = record;
    if program.language.as_deref() == Some(Language::Metal.name()) {
        return translated(record);
    }
    let is_wesl = modules.files.is_some()
        || program.defines.is_some()
        || modules.path.as_ref().is_some_and(|path| path.ends_with(WESL));
    if !is_wesl {
        only_wgsl(program, "launch").map_err(|(_, message)| message)?;
        let name = modules.path.clone().unwrap_or_else(|| "main.wgsl".to_owned());
        let places = Places::of_files([(name, program.wgsl.as_ref().into())]);
        return Ok(Text { wgsl: program.wgsl.clone().into_owned(), places, translated: None });
    }
    let edition = server.validators.of(program)?.options().edition;
    let (project, root, _) = expand::project(program, modules, edition)?;
    let linked = project.link(root);
    let files = linked.files();
    let part = |Piece { span, origin, is_copy }: &Piece| {
        let source = files.iter().position(|file| *file == origin.file)?;
        Some(Part { span: *span, source, origin: origin.span, is_copy: *is_copy })
    };
    let parts = linked.pieces().iter().filter_map(part).collect();
    let named = files.iter().map(|index| {
        let file = project.file(*index);
        (file.path.clone(), Arc::clone(&file.text))
    });
    Ok(Text { wgsl: linked.text().to_owned(), places: Places::assembled(named, parts), translated: None })
}

/// A kernel in WGSL: each line comes from a place of the Metal program.
fn translated(record: &RequestedRecord<'_>) -> Result<Text, String> {
    let RequestedRecord { program, modules, threadgroup_size, run } = record;
    let (options, files) = metal(program)?;
    let headers = cxx_validator::Headers { files: &files, folders: &[String::new()] };
    let members =
        TranslateRecord { entry_point: run.shader.entry_point.clone(), threadgroup_size: *threadgroup_size };
    let functions: Vec<&str> = members.entry_point.iter().map(String::as_str).collect();
    let metal = Metal { options: &options, headers };
    let (checked, findings) = metal.program(Source::text(&program.wgsl), &functions);
    let name = modules.path.as_deref().unwrap_or("main.metal");
    let sources = findings.sources(name, &program.wgsl);
    let named = || sources.files().iter().map(|file| (file.name().to_owned(), file.text().into()));
    if !findings.is_accepted() {
        return Err(first_error(&findings.diagnostics, &Places::of_files(named())));
    }
    if let Some(reason) = findings.incomplete {
        return Err(reason);
    }
    let request = translate::request(&checked.module, &members)?;
    let translation =
        msl_translate::translate(&checked.module, &request).map_err(|refusal| refusal.to_string())?;
    let parts = parts(&translation, &sources);
    let comments = Comments::of(&program.wgsl, msl_validator::allow::comments)
        .moved(|comment| line_of(comment, &parts, &program.wgsl));
    let places = Places::assembled(named(), parts);
    let translated = Translated { entry_point: translation.entry_point, comments };
    Ok(Text { wgsl: translation.wgsl, places, translated: Some(translated) })
}

/// The end of the last line of a translation that comes from the line of a comment, or from the nearest line before it.
fn line_of(comment: Span, parts: &[Part], source: &str) -> Option<Span> {
    let lines = LineIndex::new(source);
    let line = lines.position(comment.lo).line;
    let own = parts.iter().filter(|part| part.source == 0);
    let before = own.map(|part| (lines.position(part.origin.lo).line, part.span.hi - 1));
    let (_, end) = before.filter(|(origin, _)| *origin <= line).max()?;
    Some(Span::new(end, end))
}

fn parts(translation: &Translation, sources: &SourceMap<'_>) -> Vec<Part> {
    let mut start = 0;
    let mut parts = Vec::new();
    for (line, origin) in translation.wgsl.split_inclusive('\n').zip(&translation.lines) {
        let span = Span::new(start, start + line.len() as u32);
        let source = sources.file_index(origin.lo);
        let origin = sources.files()[source].local(*origin);
        parts.push(Part { span, source, origin, is_copy: false });
        start = span.hi;
    }
    parts
}

/// The first error of a program, and the number of errors.
#[must_use]
pub fn first_error(diagnostics: &[Diagnostic], places: &Places) -> String {
    let errors = || diagnostics.iter().filter(|found| found.severity == Severity::Error);
    let Some(first) = errors().next() else { return "the program is rejected".to_owned() };
    let place = places.label(first.primary.span.lo).map_or_else(String::new, |place| format!("{place}: "));
    match errors().count() {
        1 => format!("{place}{}", first.message),
        count => format!("{place}{} ({count} errors)", first.message),
    }
}
