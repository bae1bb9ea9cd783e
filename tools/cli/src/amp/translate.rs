//! `amp translate`: kernels in WGSL or HLSL, with a description of their bindings.

use super::check::judgement;
use super::{ReadProgram, failed, read_one, rejected};
use crate::arguments::{AmpTarget, AmpTranslate, TranslationFormat};
use crate::boundary::{guarded, large_stacks};
use crate::files::{Failure, cannot_write};
use crate::judgement::Judgement;
use crate::metal::translate::checked;
use crate::render;
use crate::verdict::Verdict;
use msl_translate::{
    KnownLaunch, LaunchRequest, LaunchTranslation, Launches, NoCounterpart, Number, Refusal, View,
    translate_launch,
};
use serde_json::{Value, json};
use shader_source::Message;
use shader_source::diagnostic::Severity;
use std::fs;
use std::io::{self, Write as _};

/// The code of diagnostics that are not in the specification.
const KIND: &str = "no-counterpart";

/// A kernel whose types are known.
struct Found {
    /// The name of its entry point. No other kernel of the program has it.
    name: String,
    /// The line of its launch.
    line: u32,
    request: LaunchRequest,
}

/// A kernel in the language of the result.
struct Translated {
    launch: LaunchTranslation,
    text: String,
}

/// Translates the kernels that the command line names.
pub(crate) fn run(arguments: &AmpTranslate) -> io::Result<Verdict> {
    large_stacks();
    let read = match read_one(&arguments.programs) {
        Ok(read) => read,
        Err(failure) => return failed(&failure),
    };
    let has_errors = read.program.module.diagnostics.iter().any(|found| found.severity == Severity::Error);
    let (known, unknown) = kernels(&read);
    let found = match chosen(known, arguments) {
        Ok(found) => found,
        Err(_) if has_errors => return rejected(read),
        Err(message) => return failed(&Failure { name: read.name, message }),
    };
    let name = read.name.clone();
    let results = guarded(
        || name.clone(),
        || Ok(found.iter().map(|found| translated(&read, found, arguments.to)).collect::<Vec<_>>()),
    );
    let results = match results {
        Ok(results) => results,
        Err(failure) => return failed(&failure),
    };
    let (mut verdict, mut refusals) = (Verdict::Accepted, Vec::new());
    for (found, result) in found.iter().zip(results) {
        match result {
            Ok(translated) => write(&translated, found, arguments)?,
            Err(refusal) => refusals.push((found, refusal)),
        }
    }
    if arguments.kernel.is_none() && !has_errors && !unknown.is_empty() {
        verdict = Verdict::Failed;
        let message = format!("not translated, because their types are not known: {}", unknown.join(", "));
        render::for_people().failure(&Failure { name: read.name.clone(), message })?;
    }
    if !refusals.is_empty() {
        verdict = Verdict::Failed;
    }
    let judgement = judgement(read);
    report(&judgement, refusals)?;
    if has_errors {
        render::for_people().judgement(&judgement, false)?;
        verdict = Verdict::Rejected;
    }
    Ok(verdict)
}

/// The kernels of a program whose types are known, in the order of their launches, and the names of the other launches.
fn kernels(read: &ReadProgram) -> (Vec<Found>, Vec<String>) {
    let sources = read.sources();
    let line = |place| sources.range(place).first.line;
    let Launches { known, unknown } = Launches::of(&read.program, &read.text);
    let known = known.into_iter().map(|KnownLaunch { request, place }| Found {
        name: request.name.clone(),
        line: line(place),
        request,
    });
    let unknown = unknown.into_iter().map(|(name, place)| format!("`{name}` (line {})", line(place)));
    (known.collect(), unknown.collect())
}

/// The kernels to translate.
fn chosen(kernels: Vec<Found>, arguments: &AmpTranslate) -> Result<Vec<Found>, String> {
    if kernels.is_empty() {
        return Err("no launch here has a kernel whose types are known: see `amp check`".to_owned());
    }
    let names: Vec<String> =
        kernels.iter().map(|found| format!("`{}` (line {})", found.name, found.line)).collect();
    let names = names.join(", ");
    if let Some(name) = &arguments.kernel {
        let chosen: Vec<Found> = kernels.into_iter().filter(|found| found.name == *name).collect();
        return if chosen.is_empty() {
            Err(format!("unknown kernel `{name}`: the program has {names}"))
        } else {
            Ok(chosen)
        };
    }
    if kernels.len() > 1 && arguments.output.is_none() {
        return Err(format!(
            "several kernels: select one with --kernel, or write all with --output: {names}"
        ));
    }
    Ok(kernels)
}

fn translated(read: &ReadProgram, found: &Found, target: AmpTarget) -> Result<Translated, Refusal> {
    let launch = translate_launch(&read.program.module, &found.request)?;
    let translation = checked(launch.translation.clone())?;
    let text = match target {
        AmpTarget::Wgsl => translation.wgsl,
        AmpTarget::Hlsl => hlsl(&translation.wgsl).map_err(Refusal::Request)?,
    };
    Ok(Translated { launch, text })
}

/// The program in HLSL.
#[cfg(feature = "translate-check")]
fn hlsl(wgsl: &str) -> Result<String, String> {
    let head: String = wgsl
        .lines()
        .take_while(|line| line.starts_with("//"))
        .fold(String::new(), |text, line| text + line + "\n");
    let text = wgsl_translate_check::hlsl::hlsl(wgsl).map_err(|refusal| refusal.to_string())?;
    Ok(head + "\n" + &text)
}

#[cfg(not(feature = "translate-check"))]
fn hlsl(_wgsl: &str) -> Result<String, String> {
    Err("this build can't write HLSL: it was built without the feature `translate-check`".to_owned())
}

fn write(translated: &Translated, found: &Found, arguments: &AmpTranslate) -> io::Result<()> {
    let extension = match arguments.to {
        AmpTarget::Wgsl => "wgsl",
        AmpTarget::Hlsl => "hlsl",
    };
    let description = || description(translated, extension);
    match (&arguments.output, arguments.format) {
        (Some(directory), _) => {
            fs::create_dir_all(directory).map_err(|error| cannot_write(directory, &error))?;
            let write = |extension: &str, text: &str| {
                let path = directory.join(format!("{}.{extension}", found.name));
                fs::write(&path, text).map_err(|error| cannot_write(&path, &error))
            };
            write(extension, &translated.text)?;
            write("json", &(serde_json::to_string_pretty(&description())? + "\n"))
        }
        (None, TranslationFormat::Human) => anstream::stdout().lock().write_all(translated.text.as_bytes()),
        (None, TranslationFormat::Json) => writeln!(anstream::stdout().lock(), "{}", description()),
    }
}

/// The description of a launch for its host, as a JSON object.
fn description(translated: &Translated, language: &str) -> Value {
    let LaunchTranslation { translation, rank, tile, workgroup_size, numbers, uniform_bytes, views } =
        &translated.launch;
    let member =
        |it: &Number| json!({ "name": it.member, "type": it.ty, "offset": it.offset, "source": it.source });
    let view = |it: &View| {
        json!({
            "binding": it.binding,
            "name": it.name,
            "source": it.source,
            "type": it.ty,
            "stride": it.stride,
            "access": if it.is_written { "read_write" } else { "read" },
        })
    };
    json!({
        "entry_point": translation.entry_point,
        "language": language,
        "program": translated.text,
        "rank": rank,
        "tile": tile,
        "workgroup_size": workgroup_size,
        "group": 0,
        "uniform": (!numbers.is_empty()).then(|| json!({
            "binding": 0,
            "bytes": uniform_bytes,
            "members": numbers.iter().map(member).collect::<Vec<_>>(),
        })),
        "buffers": views.iter().map(view).collect::<Vec<_>>(),
        "notes": translation.notes,
    })
}

/// Prints why kernels have no translation.
fn report(judgement: &Judgement, refusals: Vec<(&Found, Refusal)>) -> io::Result<()> {
    let (name, several) = (judgement.name.clone(), refusals.len() > 1);
    for (found, refusal) in refusals {
        match refusal {
            Refusal::Request(message) => {
                let message = format!("`{}`: {message}", found.name);
                render::for_people().failure(&Failure { name: name.clone(), message })?;
            }
            Refusal::NoCounterpart(parts) => {
                let note = format!("in the kernel `{}`, launched in line {}", found.name, found.line);
                let message = |it: NoCounterpart| Message {
                    notes: if several { vec![note.clone()] } else { Vec::new() },
                    ..Message::remark(KIND, Severity::Error, it.message, it.span)
                };
                render::messages(judgement, parts.into_iter().map(message))?;
            }
        }
    }
    Ok(())
}
